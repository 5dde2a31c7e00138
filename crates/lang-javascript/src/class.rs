//! Classes, and what only TypeScript declares: interfaces, enums, aliases, namespaces.

use crate::decl::{self, declared_visibility};
use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::params::has_word;
use crate::script::{Flavour, Lowerer};
use crate::{stmt, types};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{CallableKind, Kind, Modifiers, Role, TypeKind};

/// A declaration of a type or of a namespace.
pub fn definition<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let name = l.in_field(id, F::Name);
    let modifiers = declared_visibility(l, id);
    match l.k(id) {
        K::ClassDeclaration => class(l, id, id, name, modifiers),
        K::AbstractClassDeclaration => {
            class(l, id, id, name, modifiers.with(Modifiers::ABSTRACT));
        }
        K::InterfaceDeclaration => interface(l, id, modifiers),
        K::TypeAliasDeclaration => {
            open(l, (id, name), TypeKind::Alias, modifiers);
            if let Some(value) = l.in_field(id, F::Value) {
                signatures(l, value);
            }
            l.close();
        }
        K::EnumDeclaration => enumeration(l, id, modifiers),
        K::Namespace | K::ModuleDeclaration => namespace(l, id, modifiers),
        _ => {}
    }
}

fn open<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    (id, name): (SyntaxId, Option<SyntaxId>),
    kind: TypeKind,
    modifiers: Modifiers,
) {
    let sym = name.map_or_else(|| "default".to_owned(), |n| decl::plain(l, n));
    let sym = l.names.intern(&sym);
    let at = name.map_or(l.span(id).start, |n| l.span(n).start);
    let span = l.span(id);
    let node = l.open(id, Kind::Type, Role::Member);
    (node.sym, node.name_at) = (sym, at);
    l.meet(What::Type(kind), modifiers, span);
    decorators(l, id);
    types::parameters(l, id);
}

/// A class: `whole` is its definition, `id` what has its body.
pub fn class<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    whole: SyntaxId,
    id: SyntaxId,
    name: Option<SyntaxId>,
    modifiers: Modifiers,
) {
    open(l, (whole, name), TypeKind::Class, modifiers);
    if let Some(heritage) = l.of_kind(id, K::ClassHeritage) {
        supertypes(l, heritage);
    }
    if let Some(body) = l.in_field(id, F::Body) {
        class_body(l, body);
    }
    l.close();
}

/// `extends A` of JavaScript stands in the heritage itself, of TypeScript in a clause.
fn supertypes<G: Flavour>(l: &mut Lowerer<'_, G>, heritage: SyntaxId) {
    for part in l.named(heritage) {
        match l.k(part) {
            K::ExtendsClause => {
                if let Some(value) = l.in_field(part, F::Value) {
                    types::type_name(l, value, Role::Superclass);
                }
            }
            K::ImplementsClause => {
                for one in l.named(part) {
                    types::type_name(l, one, Role::Interface);
                }
            }
            _ => types::type_name(l, part, Role::Superclass),
        }
    }
}

pub fn class_body<G: Flavour>(l: &mut Lowerer<'_, G>, body: SyntaxId) {
    let outer = std::mem::replace(&mut l.own.this_is_class, true);
    let in_body = std::mem::take(&mut l.own.in_module_body);
    for part in l.named(body) {
        match l.k(part) {
            K::MethodDefinition | K::MethodSignature | K::AbstractMethodSignature => {
                method(l, part);
            }
            K::FieldDefinition | K::PublicFieldDefinition => field(l, part),
            K::ClassStaticBlock => {
                l.open(part, Kind::Initializer, Role::Member);
                if let Some(block) = l.in_field(part, F::Body) {
                    stmt::block(l, block, Role::Body);
                }
                l.close();
            }
            _ => {}
        }
    }
    (l.own.this_is_class, l.own.in_module_body) = (outer, in_body);
}

pub fn visibility(word: &str) -> Modifiers {
    match word {
        "private" => Modifiers::PRIVATE,
        "protected" => Modifiers::PROTECTED,
        _ => Modifiers::PUBLIC,
    }
}

/// The modifiers of a member: a name with `#` is private.
fn modifiers<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId, name: Option<SyntaxId>) -> Modifiers {
    let word = l.of_kind(id, K::AccessibilityModifier);
    let seen = if name.is_some_and(|n| l.k(n) == K::PrivatePropertyIdentifier) {
        Modifiers::PRIVATE
    } else {
        visibility(word.map_or("", |w| l.token(w)))
    };
    let abstracted = if l.k(id) == K::AbstractMethodSignature {
        Modifiers::ABSTRACT
    } else {
        has_word(l, id, K::Abstract)
    };
    seen.with(has_word(l, id, K::Static)).with(abstracted)
}

pub fn kind_of_method<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> CallableKind {
    if l.of_kind(id, K::Get).is_some() {
        CallableKind::Getter
    } else if l.of_kind(id, K::Set).is_some() {
        CallableKind::Setter
    } else {
        CallableKind::Function
    }
}

fn method<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let name = l.in_field(id, F::Name);
    let kind = if name.is_some_and(|n| l.token(n) == "constructor") {
        CallableKind::Constructor
    } else {
        kind_of_method(l, id)
    };
    let modifiers = modifiers(l, id, name);
    decl::callable(l, (id, name), id, kind, modifiers);
}

/// A field; one that holds a function is a method to everybody who calls it.
fn field<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let name = l.in_field(id, F::Property).or(l.in_field(id, F::Name));
    let value = l.in_field(id, F::Value);
    let modifiers = modifiers(l, id, name);
    if let Some(value) = value.filter(|&v| crate::hoist::is_function(l, v)) {
        return decl::function(l, id, name, value, modifiers);
    }
    attribute(l, (id, name), modifiers);
    if let Some(ty) = l.in_field(id, F::TypeField) {
        types::annotated(l, ty, Role::Type);
    }
    if let Some(value) = value {
        expression(l, value, Role::Init);
    }
    l.close();
}

/// Opens a field; its type and value come next.
fn attribute<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    (id, name): (SyntaxId, Option<SyntaxId>),
    modifiers: Modifiers,
) {
    let span = l.span(id);
    let sym = name.map(|n| decl::plain(l, n)).unwrap_or_default();
    let sym = l.names.intern(&sym);
    let at = name.map_or(span.start, |n| l.span(n).start);
    let node = l.open(id, Kind::Field, Role::Member);
    (node.sym, node.name_at) = (sym, at);
    l.meet(What::Field, modifiers, span);
    decorators(l, id);
}

fn interface<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, modifiers: Modifiers) {
    let name = l.in_field(id, F::Name);
    open(l, (id, name), TypeKind::Interface, modifiers);
    if let Some(clause) = l.of_kind(id, K::ExtendsTypeClause) {
        for one in l.named(clause) {
            types::type_name(l, one, Role::Interface);
        }
    }
    if let Some(body) = l.in_field(id, F::Body) {
        signatures(l, body);
    }
    l.close();
}

/// The members of an interface or of an object type.
fn signatures<G: Flavour>(l: &mut Lowerer<'_, G>, body: SyntaxId) {
    if !matches!(l.k(body), K::InterfaceBody | K::ObjectType) {
        return;
    }
    for part in l.named(body) {
        match l.k(part) {
            K::MethodSignature => {
                let name = l.in_field(part, F::Name);
                let modifiers = Modifiers::PUBLIC.with(Modifiers::ABSTRACT);
                decl::callable(l, (part, name), part, CallableKind::Function, modifiers);
            }
            K::PropertySignature => {
                attribute(l, (part, l.in_field(part, F::Name)), Modifiers::PUBLIC);
                if let Some(ty) = l.in_field(part, F::TypeField) {
                    types::annotated(l, ty, Role::Type);
                }
                l.close();
            }
            _ => {}
        }
    }
}

fn enumeration<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, modifiers: Modifiers) {
    let name = l.in_field(id, F::Name);
    open(l, (id, name), TypeKind::Enum, modifiers);
    let body = l.in_field(id, F::Body);
    let constants: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    for constant in constants {
        let value = l.in_field(constant, F::Value);
        let name = l.in_field(constant, F::Name).unwrap_or(constant);
        l.open_named(constant, Kind::EnumConstant, Role::Member, Some(name));
        let span = l.span(constant);
        l.meet(What::EnumConstant, Modifiers::PUBLIC, span);
        if let Some(value) = value {
            expression(l, value, Role::Argument);
        }
        l.close();
    }
    l.close();
}

/// A namespace: a type that holds what it declares.
fn namespace<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, modifiers: Modifiers) {
    open(
        l,
        (id, l.in_field(id, F::Name)),
        TypeKind::Object,
        modifiers,
    );
    let body = l.in_field(id, F::Body);
    let parts: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    let in_body = std::mem::take(&mut l.own.in_module_body);
    for part in parts {
        let inner = l.in_field(part, F::Declaration).unwrap_or(part);
        match l.k(inner) {
            K::VariableDeclaration | K::LexicalDeclaration => {
                let declarators: Vec<SyntaxId> = l.named(inner).collect();
                for declarator in declarators {
                    variable(l, declarator);
                }
            }
            _ => decl::member(l, inner),
        }
    }
    l.own.in_module_body = in_body;
    l.close();
}

fn variable<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    if l.k(id) != K::VariableDeclarator {
        return;
    }
    if crate::hoist::holds_definition(l, id) {
        return decl::member(l, id);
    }
    let modifiers = declared_visibility(l, id).with(Modifiers::STATIC);
    attribute(l, (id, l.in_field(id, F::Name)), modifiers);
    if let Some(ty) = l.in_field(id, F::TypeField) {
        types::annotated(l, ty, Role::Type);
    }
    if let Some(value) = l.in_field(id, F::Value) {
        expression(l, value, Role::Init);
    }
    l.close();
}

/// The decorators of a declaration; those of a class that is exported stand before `export`, those of a method before it.
pub fn decorators<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let before = siblings(l, id);
    let own: Vec<SyntaxId> = l.named(id).filter(|&d| l.k(d) == K::Decorator).collect();
    for decorator in before.into_iter().chain(own) {
        let Some(value) = l.named(decorator).next() else {
            continue;
        };
        let called = (l.k(value) == K::CallExpression).then_some(value);
        let name = called
            .and_then(|c| l.in_field(c, F::Function))
            .unwrap_or(value);
        let sym = l.squeezed(name);
        l.open(decorator, Kind::Annotation, Role::Annotation).sym = sym;
        if let Some(call) = called {
            expr::arguments(l, call);
        }
        l.close();
    }
}

/// Decorators that stand as siblings directly before a declaration.
fn siblings<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> Vec<SyntaxId> {
    let Some(parent) = l.syntax.parent(id) else {
        return Vec::new();
    };
    if !matches!(l.k(parent), K::ExportStatement | K::ClassBody) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for sibling in l.named(parent) {
        if sibling == id {
            return out;
        }
        if l.k(sibling) == K::Decorator {
            out.push(sibling);
        } else {
            out.clear();
        }
    }
    Vec::new()
}
