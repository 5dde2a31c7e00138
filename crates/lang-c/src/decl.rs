//! Files, namespaces, types and functions.

use crate::declarator::{Declared, declared, split};
use crate::expr::expression;
use crate::family::{Flavour, Lowerer};
use crate::grammar::{F, K};
use crate::stmt;
use crate::ty;
use reweave_lowering::{SyntaxId, What};
use reweave_model::{CallableKind, Kind, Modifiers, Node, Role, TypeKind};
use reweave_text::{Span, Symbol};

/// A header and a source of one name are parts of one module.
pub fn unit<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    l.open(id, Kind::Unit, Role::None);
    let span = l.span(id);
    l.meet(What::Part(TypeKind::Module), Modifiers::NONE, span);
    items(l, id);
    l.close();
}

/// What stands at the top, in all branches of conditions.
fn items<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    for child in l.named(id) {
        item(l, child);
    }
}

fn item<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    match l.k(id) {
        K::PreprocIf
        | K::PreprocIfdef
        | K::PreprocElse
        | K::PreprocElif
        | K::PreprocElifdef
        | K::DeclarationList
        | K::Error => items(l, id),
        K::Linkage => {
            if let Some(body) = l.in_field(id, F::Body) {
                item(l, body);
            }
        }
        K::NamespaceDefinition => namespace(l, id),
        K::TemplateDeclaration => {
            l.own.template = l.in_field(id, F::Parameters);
            for inner in l.named(id) {
                if l.f(inner) != F::Parameters {
                    item(l, inner);
                }
            }
            l.own.template = None;
        }
        K::PreprocInclude => {
            let path = l.in_field(id, F::Path).map_or("", |p| l.token(p));
            let path = path.trim_matches(['"', '<', '>']);
            let sym = l.names.intern(&path.replace('/', "."));
            let node = l.open(id, Kind::Import, Role::Member);
            (node.sym, node.flags) = (sym, Node::ON_DEMAND);
            l.close();
        }
        K::PreprocDef | K::PreprocFunctionDef => {
            let sym = l.squeezed(id);
            l.open(id, Kind::Directive, Role::Member).sym = sym;
            l.close();
        }
        _ => declaration(l, id, file_visibility(l, id)),
    }
}

/// What is `static` at the top is seen in its file alone.
fn file_visibility<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> Modifiers {
    if has_word(l, id, K::StorageClass, "static") {
        Modifiers::PRIVATE
    } else {
        Modifiers::PUBLIC
    }
}

fn has_word<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId, kind: K, word: &str) -> bool {
    l.named(id).any(|c| l.k(c) == kind && l.token(c) == word)
}

fn namespace<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let Some(body) = l.in_field(id, F::Body) else {
        return;
    };
    let name = l.in_field(id, F::Name);
    let sym = name.map(|n| l.names.intern(&l.token(n).replace("::", ".")));
    l.open(id, Kind::Type, Role::Member).sym = sym.unwrap_or_default();
    let span = l.span(id);
    l.meet(What::Part(TypeKind::Module), Modifiers::NONE, span);
    items(l, body);
    l.close();
}

/// A declaration at the top or in a class, whose visibility there is `bits`.
fn declaration<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, bits: Modifiers) {
    match l.k(id) {
        K::FunctionDefinition => function(l, id, bits),
        K::Declaration | K::FieldDeclaration => {
            inner_type(l, id, None, bits);
            for declarator in l.all_in_field(id, F::Declarator) {
                declared_member(l, id, declarator, bits);
            }
        }
        K::TypeDefinition => type_definition(l, id, bits),
        K::AliasDeclaration => {
            let name = l.in_field(id, F::Name);
            alias(l, id, name, bits);
        }
        k if is_specifier(k) => specifier(l, id, None, bits),
        _ => {}
    }
}

fn is_specifier(k: K) -> bool {
    matches!(
        k,
        K::StructSpecifier | K::ClassSpecifier | K::UnionSpecifier | K::EnumSpecifier
    )
}

/// The type that a declaration declares beside its variables.
fn inner_type<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    id: SyntaxId,
    name: Option<SyntaxId>,
    bits: Modifiers,
) {
    let written = l.in_field(id, F::TypeField);
    if let Some(written) = written.filter(|&w| is_specifier(l.k(w))) {
        let named = l.in_field(written, F::Name).is_some() || name.is_some();
        if named && l.in_field(written, F::Body).is_some() {
            specifier(l, written, name, bits);
        }
    }
}

/// `typedef struct { … } T;` declares T; one that is but another name is an alias.
fn type_definition<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, bits: Modifiers) {
    let declarators = l.all_in_field(id, F::Declarator);
    let name = declarators.first().and_then(|&d| declared(l, d).0.name);
    let written = l.in_field(id, F::TypeField);
    let holds = written.is_some_and(|w| is_specifier(l.k(w)) && l.in_field(w, F::Body).is_some());
    if holds {
        inner_type(l, id, name, bits);
    } else {
        alias(l, id, name, bits);
    }
}

fn alias<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    id: SyntaxId,
    name: Option<SyntaxId>,
    bits: Modifiers,
) {
    l.open_named(id, Kind::Type, Role::Member, name);
    let span = l.span(id);
    l.meet(What::Type(TypeKind::Alias), bits, span);
    ty::of_declaration(l, id, "", Role::Type);
    l.close();
}

/// A type with a body; one without is but mentioned. `given` is its name where it has none of its own.
fn specifier<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    id: SyntaxId,
    given: Option<SyntaxId>,
    bits: Modifiers,
) {
    let Some(body) = l.in_field(id, F::Body) else {
        return;
    };
    let kind = match l.k(id) {
        K::ClassSpecifier => TypeKind::Class,
        K::UnionSpecifier => TypeKind::Union,
        K::EnumSpecifier => TypeKind::Enum,
        _ => TypeKind::Struct,
    };
    let name = l.in_field(id, F::Name).or(given);
    let name = name.map(|n| split(l, n).0);
    l.open_named(id, Kind::Type, Role::Member, name);
    let span = l.span(id);
    l.meet(What::Type(kind), bits, span);
    type_parameters(l);
    members(l, id, body);
    l.close();
}

/// The members of a type without a name, in the place where it is mentioned.
pub fn unnamed<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let Some(body) = l.in_field(id, F::Body) else {
        return;
    };
    l.open(id, Kind::Type, Role::Body);
    let span = l.span(id);
    l.meet(What::Type(TypeKind::Anonymous), Modifiers::NONE, span);
    members(l, id, body);
    l.close();
}

fn members<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, body: SyntaxId) {
    if let Some(bases) = l.of_kind(id, K::BaseClause) {
        let mut role = Role::Superclass;
        for base in l.named(bases) {
            if !matches!(l.k(base), K::AccessSpecifier | K::AttributeDeclaration) {
                ty::signed(l, base, role, "");
                role = Role::Interface;
            }
        }
    }
    if l.k(id) == K::EnumSpecifier {
        return enumerators(l, body);
    }
    let mut bits = if l.k(id) == K::ClassSpecifier {
        Modifiers::PRIVATE
    } else {
        Modifiers::PUBLIC
    };
    section(l, body, &mut bits);
}

/// Members with the visibility that the section says, in all branches of conditions.
fn section<G: Flavour>(l: &mut Lowerer<'_, G>, body: SyntaxId, bits: &mut Modifiers) {
    for member in l.named(body) {
        match l.k(member) {
            K::AccessSpecifier => *bits = Modifiers::of_word(l.token(member)),
            K::PreprocIf
            | K::PreprocIfdef
            | K::PreprocElse
            | K::PreprocElif
            | K::PreprocElifdef
            | K::Error => section(l, member, bits),
            K::TemplateDeclaration => {
                l.own.template = l.in_field(member, F::Parameters);
                for inner in l.named(member) {
                    if l.f(inner) != F::Parameters {
                        declaration(l, inner, *bits);
                    }
                }
                l.own.template = None;
            }
            _ => declaration(l, member, *bits),
        }
    }
}

fn enumerators<G: Flavour>(l: &mut Lowerer<'_, G>, body: SyntaxId) {
    let bits = Modifiers::PUBLIC
        .with(Modifiers::STATIC)
        .with(Modifiers::FINAL);
    for one in l.named(body) {
        if l.k(one) != K::Enumerator {
            continue;
        }
        l.open_named(
            one,
            Kind::EnumConstant,
            Role::Member,
            l.in_field(one, F::Name),
        );
        let span = l.span(one);
        l.meet(What::EnumConstant, bits, span);
        l.field(one, F::Value, Role::Argument);
        l.close();
    }
}

fn type_parameters<G: Flavour>(l: &mut Lowerer<'_, G>) {
    let Some(list) = l.own.template.take() else {
        return;
    };
    for parameter in l.named(list) {
        let name = match l.k(parameter) {
            K::TypeParameter | K::VariadicTypeParameter => l.of_kind(parameter, K::TypeIdentifier),
            K::OptionalTypeParameter => l.in_field(parameter, F::Name),
            _ => {
                let inner = l.in_field(parameter, F::Declarator);
                inner.and_then(|d| declared(l, d).0.name)
            }
        };
        l.open_named(parameter, Kind::TypeParam, Role::TypeParam, name);
        l.close();
    }
}

/// A variable, a field, or the prototype of a function.
fn declared_member<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    id: SyntaxId,
    declarator: SyntaxId,
    bits: Modifiers,
) {
    let (what, signs) = declared(l, declarator);
    let Some(name) = what.name else { return };
    if let Some(function) = what.function {
        return callable(l, id, (name, function, &signs), bits);
    }
    // What another file defines.
    if has_word(l, id, K::StorageClass, "extern") && what.value.is_none() {
        return;
    }
    let (name, scope) = split(l, name);
    if !scope.is_empty() {
        open_part(l, id, &scope);
    }
    l.open_named(declarator, Kind::Field, Role::Member, Some(name));
    let span = l.span(id);
    l.meet(What::Field, bits, span);
    ty::of_declaration(l, id, &signs, Role::Type);
    let value = what.value.or_else(|| l.in_field(id, F::DefaultValue));
    if let Some(value) = value {
        expression(l, value, Role::Init);
    }
    l.close();
    if !scope.is_empty() {
        l.close();
    }
}

fn function<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, bits: Modifiers) {
    let Some(declarator) = l.in_field(id, F::Declarator) else {
        return;
    };
    let (what, signs) = declared(l, declarator);
    match what {
        Declared {
            name: Some(name),
            function: Some(function),
            ..
        } => callable(l, id, (name, function, &signs), bits),
        // `operator bool() const { … }`
        Declared {
            name: Some(name), ..
        } if l.k(name) == K::OperatorCast => {
            let function = l.in_field(name, F::Declarator).unwrap_or(name);
            callable(l, id, (name, function, &signs), bits);
        }
        _ => {}
    }
}

/// The members that are defined out of their class are parts of it.
fn open_part<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, scope: &str) {
    let sym = l.names.intern(scope);
    l.open(id, Kind::Type, Role::Member).sym = sym;
    let at = Span::at(l.span(id).start);
    l.meet(What::Part(TypeKind::Class), Modifiers::NONE, at);
}

/// A definition, or a prototype where it has no body.
fn callable<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    id: SyntaxId,
    (name, function, signs): (SyntaxId, SyntaxId, &str),
    bits: Modifiers,
) {
    let (name, scope) = split(l, name);
    let template = l.own.template.take();
    if !scope.is_empty() {
        open_part(l, id, &scope);
    }
    l.own.template = template;
    let sym = callable_name(l, name);
    let at = l.span(name).start;
    let constructs = constructs(l, id, sym, &scope);
    let node = l.open(id, Kind::Callable, Role::Member);
    (node.sym, node.name_at) = (sym, at);
    let body = l.in_field(id, F::Body);
    let complete = body.is_some()
        || l.of_kind(id, K::DefaultMethod).is_some()
        || l.of_kind(id, K::DeleteMethod).is_some();
    let what = match (complete, constructs) {
        (false, _) => What::Prototype,
        (true, true) => What::Callable(CallableKind::Constructor),
        (true, false) => What::Callable(CallableKind::Function),
    };
    let span = l.span(id);
    let bits = callable_modifiers(l, id, function, bits);
    l.meet(what, bits, span);
    attributes(l, id);
    type_parameters(l);
    if let Some(list) = l.in_field(function, F::Parameters) {
        parameters(l, list);
    }
    result(l, id, function, signs);
    if let Some(body) = body {
        let initializers = l.of_kind(id, K::FieldInitializers);
        stmt::body(l, body, initializers);
    }
    l.close();
    if !scope.is_empty() {
        l.close();
    }
}

/// `operator ==` without its blanks.
fn callable_name<G: Flavour>(l: &Lowerer<'_, G>, name: SyntaxId) -> Symbol {
    if l.k(name) == K::OperatorCast {
        let to = l.in_field(name, F::TypeField).map_or("", |t| l.token(t));
        return l.names.intern(&format!("operator {to}"));
    }
    l.squeezed(name)
}

/// Whether a function without a result is called like its class.
fn constructs<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId, name: Symbol, scope: &str) -> bool {
    if l.in_field(id, F::TypeField).is_some() {
        return false;
    }
    let class = scope.rsplit('.').next().unwrap_or(scope);
    let around = l.out.node(l.out.current());
    around.sym == name && around.kind == Kind::Type || class == l.names.text(name)
}

fn callable_modifiers<G: Flavour>(
    l: &Lowerer<'_, G>,
    id: SyntaxId,
    function: SyntaxId,
    bits: Modifiers,
) -> Modifiers {
    let mut bits = bits;
    let in_class = l.out.node(l.out.current()).kind == Kind::Callable;
    if in_class && has_word(l, id, K::StorageClass, "static") && !bits.has(Modifiers::PRIVATE) {
        bits = bits.with(Modifiers::STATIC);
    }
    if has_word(l, function, K::VirtualSpecifier, "override") {
        bits = bits.with(Modifiers::OVERRIDE);
    }
    if has_word(l, function, K::VirtualSpecifier, "final") {
        bits = bits.with(Modifiers::FINAL);
    }
    let pure = l.in_field(id, F::DefaultValue).is_some() || l.of_kind(id, K::PureVirtual).is_some();
    if pure {
        bits = bits.with(Modifiers::ABSTRACT);
    }
    bits
}

/// `[[nodiscard]]`
fn attributes<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    for list in l
        .named(id)
        .filter(|&c| l.k(c) == K::AttributeDeclaration)
        .collect::<Vec<_>>()
    {
        for attribute in l.named(list) {
            let name = l.in_field(attribute, F::Name);
            l.open_named(attribute, Kind::Annotation, Role::Annotation, name);
            if let Some(arguments) = l.of_kind(attribute, K::ArgumentList) {
                for argument in l.named(arguments) {
                    expression(l, argument, Role::Argument);
                }
            }
            l.close();
        }
    }
}

fn result<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, function: SyntaxId, signs: &str) {
    let trailing = l.of_kind(function, K::TrailingReturn);
    match trailing.and_then(|t| l.named(t).next()) {
        Some(behind) => ty::signed(l, behind, Role::Type, ""),
        None => ty::of_declaration(l, id, signs, Role::Type),
    }
}

pub fn parameters<G: Flavour>(l: &mut Lowerer<'_, G>, list: SyntaxId) {
    let nameless = l.names.intern("_");
    let all: Vec<SyntaxId> = l.named(list).collect();
    for &part in &all {
        if l.k(part) == K::VariadicDots {
            let node = l.open(part, Kind::Param, Role::Param);
            (node.sym, node.flags) = (nameless, Node::VARARGS);
            l.close();
            continue;
        }
        if !matches!(
            l.k(part),
            K::ParameterDeclaration | K::OptionalParameter | K::VariadicParameter
        ) {
            continue;
        }
        let declarator = l.in_field(part, F::Declarator);
        let (what, signs) = match declarator {
            Some(d) => declared(l, d),
            // `f(void)` takes nothing.
            None if all.len() == 1 && l.token(part) == "void" => return,
            None => (
                Declared {
                    name: None,
                    function: None,
                    value: None,
                },
                String::new(),
            ),
        };
        let name = what.name.filter(|&n| l.k(n) == K::Identifier);
        let node = l.open_named(part, Kind::Param, Role::Param, name);
        node.flags = 0;
        if name.is_none() {
            node.sym = nameless;
        }
        if l.k(part) == K::VariadicParameter {
            let node = l.out.current();
            l.out.node_mut(node).flags = Node::VARARGS;
        }
        ty::of_declaration(l, part, &signs, Role::Type);
        l.field(part, F::DefaultValue, Role::Init);
        l.close();
    }
}

/// A type between the statements of a function.
pub fn local_type<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let written = l.in_field(id, F::TypeField);
    let held = written.filter(|&w| is_specifier(l.k(w)) && l.in_field(w, F::Body).is_some());
    let named = held.filter(|&w| l.in_field(w, F::Name).is_some() || l.k(id) == K::TypeDefinition);
    if let Some(written) = named {
        l.open(written, Kind::LocalType, role);
        if l.k(id) == K::TypeDefinition {
            type_definition(l, id, Modifiers::NONE);
        } else {
            specifier(l, written, None, Modifiers::NONE);
        }
        l.close();
    }
}
