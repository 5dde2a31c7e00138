//! Files, types and their members.

use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::kotlin::Lowerer;
use crate::stmt;
use crate::ty::{self, is_type, ty};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{CallableKind, Kind, Modifiers, Node, Role, TypeKind};

pub fn unit(l: &mut Lowerer<'_>, id: SyntaxId) {
    l.open(id, Kind::Unit, Role::None);
    let whole = l.span(id);
    let own = |&c: &SyntaxId| matches!(l.k(c), K::FunctionDeclaration | K::PropertyDeclaration);
    if l.named(id).any(|c| own(&c)) {
        l.meet(What::Type(TypeKind::Module), Modifiers::NONE, whole);
    }
    for child in l.named(id) {
        match l.k(child) {
            K::PackageHeader => {
                let sym = l
                    .of_kind(child, K::QualifiedIdentifier)
                    .map(|n| l.squeezed(n));
                l.open(child, Kind::Package, Role::Member).sym = sym.unwrap_or_default();
                l.close();
            }
            K::Import => import(l, child),
            _ => member(l, child),
        }
    }
    l.close();
}

fn import(l: &mut Lowerer<'_>, id: SyntaxId) {
    let sym = l.of_kind(id, K::QualifiedIdentifier).map(|n| l.squeezed(n));
    let whole = l.of_kind(id, K::Star).is_some();
    let node = l.open(id, Kind::Import, Role::Member);
    node.sym = sym.unwrap_or_default();
    node.flags = if whole { Node::ON_DEMAND } else { 0 };
    l.close();
}

/// A member of a file, type or object; a local type or function, too.
pub fn member(l: &mut Lowerer<'_>, id: SyntaxId) {
    match l.k(id) {
        K::ClassDeclaration => class(l, id),
        K::ObjectDeclaration | K::CompanionObject => object(l, id),
        K::FunctionDeclaration => function(l, id),
        K::PropertyDeclaration => property(l, id),
        K::SecondaryConstructor => secondary_constructor(l, id),
        K::AnonymousInitializer => {
            l.open(id, Kind::Initializer, Role::Member);
            if let Some(body) = l.of_kind(id, K::Block) {
                stmt::block(l, body, Role::Body);
            }
            l.close();
        }
        K::EnumEntry => enum_entry(l, id),
        _ => {}
    }
}

/// What is written before a declaration; without a word everybody may see it.
pub fn modifiers(l: &Lowerer<'_>, id: SyntaxId) -> Modifiers {
    let words = l.of_kind(id, K::Modifiers);
    let words = words.into_iter().flat_map(|m| l.named(m));
    let bits = words.fold(Modifiers::NONE, |bits, word| match l.k(word) {
        K::VisibilityModifier | K::InheritanceModifier | K::MemberModifier => {
            bits.with(Modifiers::of_word(l.token(word)))
        }
        _ => bits,
    });
    let seen = [
        Modifiers::PRIVATE,
        Modifiers::PROTECTED,
        Modifiers::INTERNAL,
    ];
    if seen.iter().any(|&m| bits.has(m)) {
        bits
    } else {
        bits.with(Modifiers::PUBLIC)
    }
}

fn has_class_modifier(l: &Lowerer<'_>, id: SyntaxId, wanted: &str) -> bool {
    let words = l.of_kind(id, K::Modifiers);
    let mut words = words.into_iter().flat_map(|m| l.named(m));
    words.any(|w| l.k(w) == K::ClassModifier && l.token(w) == wanted)
}

pub fn annotations(l: &mut Lowerer<'_>, id: SyntaxId) {
    let Some(modifiers) = l.of_kind(id, K::Modifiers) else {
        return;
    };
    for annotation in l.named(modifiers) {
        if l.k(annotation) == K::Annotation {
            self::annotation(l, annotation);
        }
    }
}

pub fn annotation(l: &mut Lowerer<'_>, id: SyntaxId) {
    let inner = l
        .named(id)
        .find(|&c| matches!(l.k(c), K::UserType | K::ConstructorInvocation));
    let Some(inner) = inner else { return };
    let name = ty::declared(l, inner).unwrap_or(inner);
    let sym = l.squeezed(name);
    l.open(id, Kind::Annotation, Role::Annotation).sym = sym;
    if let Some(arguments) = l.of_kind(inner, K::ValueArguments) {
        expr::arguments(l, arguments);
    }
    l.close();
}

fn class(l: &mut Lowerer<'_>, id: SyntaxId) {
    let kind = if l.of_kind(id, K::InterfaceWord).is_some() {
        TypeKind::Interface
    } else if has_class_modifier(l, id, "enum") {
        TypeKind::Enum
    } else if has_class_modifier(l, id, "annotation") {
        TypeKind::Annotation
    } else {
        TypeKind::Class
    };
    let name = l.in_field(id, F::Name);
    type_declaration(l, id, kind, name);
}

fn object(l: &mut Lowerer<'_>, id: SyntaxId) {
    let name = l.in_field(id, F::Name);
    type_declaration(l, id, TypeKind::Object, name);
}

fn type_declaration(l: &mut Lowerer<'_>, id: SyntaxId, kind: TypeKind, name: Option<SyntaxId>) {
    let bits = modifiers(l, id);
    let unnamed = l.names.intern("Companion");
    let node = l.open_named(id, Kind::Type, Role::Member, name);
    if name.is_none() {
        node.sym = unnamed;
    }
    let span = l.span(id);
    l.meet(What::Type(kind), bits, span);
    annotations(l, id);
    for child in l.named(id) {
        match l.k(child) {
            K::TypeParameters => type_parameters(l, child),
            K::PrimaryConstructor => primary_constructor(l, child, name),
            K::DelegationSpecifiers => supertypes(l, child),
            K::ClassBody | K::EnumClassBody => members(l, child),
            _ => {}
        }
    }
    l.close();
}

pub fn members(l: &mut Lowerer<'_>, body: SyntaxId) {
    for child in l.named(body) {
        member(l, child);
    }
}

/// What is constructed is the class above, what is only named an interface.
pub fn supertypes(l: &mut Lowerer<'_>, id: SyntaxId) {
    for specifier in l.named(id) {
        let Some(inner) = l.named(specifier).find(|&c| l.k(c) != K::Annotation) else {
            continue;
        };
        let (named, role) = match l.k(inner) {
            K::ConstructorInvocation => (ty::declared(l, inner), Role::Superclass),
            K::ExplicitDelegation => (ty::declared(l, inner), Role::Interface),
            _ => (Some(inner), Role::Interface),
        };
        if let Some(named) = named {
            ty(l, named, role);
        }
    }
}

fn type_parameters(l: &mut Lowerer<'_>, id: SyntaxId) {
    for parameter in l.named(id) {
        let name = l.of_kind(parameter, K::Identifier);
        l.open_named(parameter, Kind::TypeParam, Role::TypeParam, name);
        if let Some(bound) = ty::declared(l, parameter) {
            ty(l, bound, Role::Bound);
        }
        l.close();
    }
}

/// A parameter with `val` or `var` is a property, too.
fn primary_constructor(l: &mut Lowerer<'_>, id: SyntaxId, name: Option<SyntaxId>) {
    let bits = modifiers(l, id);
    l.open_named(id, Kind::Callable, Role::Member, name);
    let span = l.span(id);
    let kind = CallableKind::PrimaryConstructor;
    l.meet(What::Callable(kind), bits, span);
    annotations(l, id);
    let parameters = l.of_kind(id, K::ClassParameters);
    let parameters: Vec<SyntaxId> = parameters.into_iter().flat_map(|p| l.named(p)).collect();
    for parameter in parameters {
        if l.k(parameter) != K::ClassParameter {
            continue;
        }
        let name = l.of_kind(parameter, K::Identifier);
        l.open_named(parameter, Kind::Param, Role::Param, name);
        let is_property = l.kids(parameter).any(|c| matches!(l.k(c), K::Val | K::Var));
        if is_property {
            let bits = modifiers(l, parameter);
            let span = l.span(parameter);
            l.meet(What::Field, bits, span);
        }
        annotations(l, parameter);
        if let Some(declared) = ty::declared(l, parameter) {
            ty(l, declared, Role::Type);
        }
        if let Some(value) = behind(l, parameter, K::Equals) {
            expression(l, value, Role::Init);
        }
        l.close();
    }
    l.close();
}

/// The first named child behind a token.
pub fn behind(l: &Lowerer<'_>, id: SyntaxId, token: K) -> Option<SyntaxId> {
    l.kids(id)
        .skip_while(|&c| l.k(c) != token)
        .find(|&c| l.syntax.node(c).is_named())
}

pub fn parameters(l: &mut Lowerer<'_>, id: SyntaxId) {
    let all: Vec<SyntaxId> = l.kids(id).collect();
    let mut words: Option<SyntaxId> = None;
    for (i, &part) in all.iter().enumerate() {
        if l.k(part) == K::ParameterModifiers {
            words = Some(part);
        }
        if l.k(part) != K::Parameter {
            continue;
        }
        let modifiers = words.take();
        let varargs = modifiers.is_some_and(|m| {
            let mut words = l.named(m);
            words.any(|w| l.token(w) == "vararg")
        });
        let name = l.of_kind(part, K::Identifier);
        let node = l.open_named(part, Kind::Param, Role::Param, name);
        node.flags = if varargs { Node::VARARGS } else { 0 };
        let words: Vec<SyntaxId> = modifiers.into_iter().flat_map(|m| l.named(m)).collect();
        for annotation in words {
            if l.k(annotation) == K::Annotation {
                self::annotation(l, annotation);
            }
        }
        if let Some(declared) = ty::declared(l, part) {
            ty(l, declared, Role::Type);
        }
        let given = all.get(i + 1).is_some_and(|&c| l.k(c) == K::Equals);
        if let Some(&value) = all.get(i + 2).filter(|_| given) {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

fn function(l: &mut Lowerer<'_>, id: SyntaxId) {
    let bits = modifiers(l, id);
    let name = l.in_field(id, F::Name);
    l.open_named(id, Kind::Callable, Role::Member, name);
    let span = l.span(id);
    l.meet(What::Callable(CallableKind::Function), bits, span);
    annotations(l, id);
    let mut named = false;
    for child in l.named(id) {
        if Some(child) == name {
            named = true;
            continue;
        }
        match l.k(child) {
            K::TypeParameters => type_parameters(l, child),
            K::FunctionValueParameters => parameters(l, child),
            K::FunctionBody => body(l, child),
            k if is_type(k) => {
                let role = if named { Role::Type } else { Role::Receiver };
                ty(l, child, role);
            }
            _ => {}
        }
    }
    l.close();
}

/// `= value` is what a block returns.
pub fn body(l: &mut Lowerer<'_>, id: SyntaxId) {
    let Some(inner) = l.named(id).next() else {
        return;
    };
    if l.k(inner) == K::Block {
        return stmt::block(l, inner, Role::Body);
    }
    l.open(inner, Kind::Block, Role::Body);
    l.open(inner, Kind::Return, Role::None);
    expression(l, inner, Role::Value);
    l.close();
    l.close();
}

fn secondary_constructor(l: &mut Lowerer<'_>, id: SyntaxId) {
    let bits = modifiers(l, id);
    let sym = l.names.intern("constructor");
    l.open(id, Kind::Callable, Role::Member).sym = sym;
    let span = l.span(id);
    l.meet(What::Callable(CallableKind::Constructor), bits, span);
    annotations(l, id);
    if let Some(list) = l.of_kind(id, K::FunctionValueParameters) {
        parameters(l, list);
    }
    let delegates = l.of_kind(id, K::ConstructorDelegationCall);
    let block = l.of_kind(id, K::Block);
    l.open(block.unwrap_or(id), Kind::Block, Role::Body);
    if let Some(call) = delegates {
        let word = l.kids(call).next();
        l.open_named(call, Kind::ConstructorCall, Role::None, word);
        if let Some(arguments) = l.of_kind(call, K::ValueArguments) {
            expr::arguments(l, arguments);
        }
        l.close();
    }
    if let Some(block) = block {
        for statement in l.named(block) {
            stmt::statement(l, statement, Role::None);
        }
    }
    l.close();
    l.close();
}

fn enum_entry(l: &mut Lowerer<'_>, id: SyntaxId) {
    let name = l.of_kind(id, K::Identifier);
    let bits = Modifiers::PUBLIC
        .with(Modifiers::STATIC)
        .with(Modifiers::FINAL);
    l.open_named(id, Kind::EnumConstant, Role::Member, name);
    let span = l.span(id);
    l.meet(What::EnumConstant, bits, span);
    annotations(l, id);
    if let Some(arguments) = l.of_kind(id, K::ValueArguments) {
        expr::arguments(l, arguments);
    }
    if let Some(body) = l.of_kind(id, K::ClassBody) {
        expr::anonymous(l, body);
    }
    l.close();
}

fn property(l: &mut Lowerer<'_>, id: SyntaxId) {
    let Some(variable) = l.of_kind(id, K::VariableDeclaration) else {
        return;
    };
    let name = l.of_kind(variable, K::Identifier);
    let bits = modifiers(l, id);
    l.open_named(id, Kind::Field, Role::Member, name);
    let span = l.span(id);
    l.meet(What::Field, bits, span);
    annotations(l, id);
    let declared = ty::declared(l, variable);
    if let Some(declared) = declared {
        ty(l, declared, Role::Type);
    }
    if let Some(value) = value(l, id) {
        expression(l, value, Role::Init);
    }
    l.close();
    for child in l.named(id) {
        if matches!(l.k(child), K::Getter | K::Setter) {
            accessor(l, child, bits, name);
        }
    }
}

/// What a property is given, or what it is delegated to.
pub fn value(l: &Lowerer<'_>, id: SyntaxId) -> Option<SyntaxId> {
    let delegate = l.of_kind(id, K::PropertyDelegate);
    let delegated = delegate.and_then(|d| l.named(d).next());
    delegated.or_else(|| behind(l, id, K::Equals))
}

/// `get() = …` of `count` is `getCount()`.
fn accessor(l: &mut Lowerer<'_>, id: SyntaxId, bits: Modifiers, name: Option<SyntaxId>) {
    let Some(code) = l.of_kind(id, K::FunctionBody) else {
        return;
    };
    let getter = l.k(id) == K::Getter;
    let name = name.map_or("", |n| l.token(n));
    let mut letters = name.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let word = if getter { "get" } else { "set" };
    let sym = l
        .names
        .intern(&format!("{word}{first}{}", letters.as_str()));
    l.open(id, Kind::Callable, Role::Member).sym = sym;
    let span = l.span(id);
    let kind = if getter {
        CallableKind::Getter
    } else {
        CallableKind::Setter
    };
    l.meet(What::Callable(kind), bits, span);
    if getter {
        if let Some(result) = ty::declared(l, id) {
            ty(l, result, Role::Type);
        }
    } else if let Some(parameter) = l.of_kind(id, K::Identifier) {
        l.leaf(parameter, Kind::Param, Role::Param);
    }
    body(l, code);
    l.close();
}
