//! Modules, types and functions.

use crate::expr::expression;
use crate::grammar::{F, K};
use crate::rust::Lowerer;
use crate::ty::{self, ty};
use crate::{import, pattern, stmt, tokens};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{CallableKind, Kind, Modifiers, Node, Role, TypeKind};

pub fn unit(l: &mut Lowerer<'_>, id: SyntaxId) {
    l.open(id, Kind::Unit, Role::None);
    let span = l.span(id);
    l.meet(What::Type(TypeKind::Module), Modifiers::NONE, span);
    for child in l.named(id) {
        if l.k(child) == K::UseDeclaration {
            import::use_declaration(l, child);
        }
    }
    members(l, id, Modifiers::NONE);
    l.close();
}

/// The items of a module, trait or `impl`, each with the attributes before it. `implied` is what they are without a word.
fn members(l: &mut Lowerer<'_>, body: SyntaxId, implied: Modifiers) {
    let mut attributes: Vec<SyntaxId> = Vec::new();
    for child in l.named(body) {
        match l.k(child) {
            K::AttributeItem => attributes.push(child),
            // What could not be read may have items between its pieces.
            K::Error => members(l, child, implied),
            _ => {
                item(l, child, &attributes, implied);
                attributes.clear();
            }
        }
    }
}

/// Whether it was an item.
pub fn item(
    l: &mut Lowerer<'_>,
    id: SyntaxId,
    attributes: &[SyntaxId],
    implied: Modifiers,
) -> bool {
    match l.k(id) {
        K::FunctionItem | K::FunctionSignature => function(l, id, attributes, implied),
        K::StructItem => structure(l, id, attributes, TypeKind::Struct),
        K::UnionItem => structure(l, id, attributes, TypeKind::Union),
        K::EnumItem => structure(l, id, attributes, TypeKind::Enum),
        K::TraitItem => structure(l, id, attributes, TypeKind::Trait),
        K::TypeItem if implied == Modifiers::NONE => {
            structure(l, id, attributes, TypeKind::Alias);
        }
        // What a trait asks for or gets: no type of its own.
        K::TypeItem | K::AssociatedType => {
            l.open_named(id, Kind::Directive, Role::Member, l.in_field(id, F::Name));
            if let Some(given) = l.in_field(id, F::TypeField) {
                ty(l, given, Role::Type);
            }
            l.close();
        }
        K::ImplItem => implementation(l, id, attributes),
        K::ModItem => module(l, id, attributes),
        K::ConstItem | K::StaticItem => constant(l, id, attributes, implied),
        K::ForeignMod => {
            if let Some(body) = l.in_field(id, F::Body) {
                members(l, body, implied);
            }
        }
        K::MacroDefinition => {
            let sym = l.squeezed(id);
            l.open(id, Kind::Directive, Role::Member).sym = sym;
            l.close();
        }
        K::MacroInvocation => {
            l.open(id, Kind::Initializer, Role::Member);
            expression(l, id, Role::Value);
            l.close();
        }
        _ => return false,
    }
    true
}

/// `pub`, `pub(crate)` and its like, or nothing, which is private where nothing else is implied.
fn modifiers(l: &Lowerer<'_>, id: SyntaxId, implied: Modifiers) -> Modifiers {
    match l.of_kind(id, K::VisibilityModifier) {
        Some(word) if l.token(word) == "pub" => Modifiers::PUBLIC,
        Some(_) => Modifiers::INTERNAL,
        None if implied == Modifiers::NONE => Modifiers::PRIVATE,
        None => implied,
    }
}

fn annotations(l: &mut Lowerer<'_>, attributes: &[SyntaxId]) {
    for &item in attributes {
        let Some(attribute) = l.of_kind(item, K::Attribute) else {
            continue;
        };
        let name = l.named(attribute).next().unwrap_or(attribute);
        let sym = l.squeezed(name);
        l.open(item, Kind::Annotation, Role::Annotation).sym = sym;
        if let Some(given) = l.in_field(attribute, F::ArgumentsField) {
            tokens::as_written(l, given);
        }
        if let Some(value) = l.in_field(attribute, F::Value) {
            expression(l, value, Role::Argument);
        }
        l.close();
    }
}

fn structure(l: &mut Lowerer<'_>, id: SyntaxId, attributes: &[SyntaxId], kind: TypeKind) {
    let bits = modifiers(l, id, Modifiers::NONE);
    l.open_named(id, Kind::Type, Role::Member, l.in_field(id, F::Name));
    let span = l.span(id);
    l.meet(What::Type(kind), bits, span);
    annotations(l, attributes);
    type_parameters(l, id);
    if let Some(bounds) = l.in_field(id, F::Bounds) {
        for bound in l.named(bounds) {
            ty::bound(l, bound, Role::Interface);
        }
    }
    if let Some(given) = l.in_field(id, F::TypeField) {
        ty(l, given, Role::Type);
    }
    if let Some(body) = l.in_field(id, F::Body) {
        match kind {
            TypeKind::Trait => members(l, body, Modifiers::PUBLIC),
            TypeKind::Enum => variants(l, body),
            _ => fields(l, body),
        }
    }
    l.close();
}

fn fields(l: &mut Lowerer<'_>, body: SyntaxId) {
    let mut attributes: Vec<SyntaxId> = Vec::new();
    let mut visibility = Modifiers::PRIVATE;
    let mut index = 0;
    for part in l.named(body) {
        match l.k(part) {
            K::AttributeItem => attributes.push(part),
            K::FieldDeclaration => {
                let bits = modifiers(l, part, Modifiers::NONE);
                let name = l.in_field(part, F::Name);
                l.open_named(part, Kind::Field, Role::Member, name);
                field(l, part, bits, &attributes);
                attributes.clear();
            }
            // The fields of a tuple struct are named by their places.
            K::VisibilityModifier => {
                let public = l.token(part) == "pub";
                visibility = if public {
                    Modifiers::PUBLIC
                } else {
                    Modifiers::INTERNAL
                };
            }
            _ if l.f(part) == F::TypeField => {
                let sym = l.names.intern(&index.to_string());
                index += 1;
                l.open(part, Kind::Field, Role::Member).sym = sym;
                field(l, part, visibility, &attributes);
                attributes.clear();
                visibility = Modifiers::PRIVATE;
            }
            _ => {}
        }
    }
}

/// The rest of a field that is open.
fn field(l: &mut Lowerer<'_>, id: SyntaxId, bits: Modifiers, attributes: &[SyntaxId]) {
    let span = l.span(id);
    l.meet(What::Field, bits, span);
    annotations(l, attributes);
    let declared = if l.k(id) == K::FieldDeclaration {
        l.in_field(id, F::TypeField)
    } else {
        Some(id)
    };
    if let Some(declared) = declared {
        ty(l, declared, Role::Type);
    }
    l.close();
}

fn variants(l: &mut Lowerer<'_>, body: SyntaxId) {
    let mut attributes: Vec<SyntaxId> = Vec::new();
    let bits = Modifiers::PUBLIC
        .with(Modifiers::STATIC)
        .with(Modifiers::FINAL);
    for part in l.named(body) {
        if l.k(part) == K::AttributeItem {
            attributes.push(part);
            continue;
        }
        if l.k(part) != K::EnumVariant {
            continue;
        }
        let name = l.in_field(part, F::Name);
        l.open_named(part, Kind::EnumConstant, Role::Member, name);
        let span = l.span(part);
        l.meet(What::EnumConstant, bits, span);
        annotations(l, &attributes);
        attributes.clear();
        let held = l.in_field(part, F::Body);
        for inner in held
            .into_iter()
            .flat_map(|b| l.named(b))
            .collect::<Vec<_>>()
        {
            if l.k(inner) == K::FieldDeclaration {
                let name = l.in_field(inner, F::Name);
                l.open_named(inner, Kind::NamedArg, Role::Argument, name);
                if let Some(declared) = l.in_field(inner, F::TypeField) {
                    ty(l, declared, Role::Value);
                }
                l.close();
            } else if l.f(inner) == F::TypeField {
                ty(l, inner, Role::Argument);
            }
        }
        l.field(part, F::Value, Role::Argument);
        l.close();
    }
}

/// The members of an `impl` belong to its type, wherever that is declared.
fn implementation(l: &mut Lowerer<'_>, id: SyntaxId, attributes: &[SyntaxId]) {
    let Some(of) = l.in_field(id, F::TypeField) else {
        return;
    };
    let name = ty::name(l, of).unwrap_or(of);
    let (sym, at) = (l.squeezed(name), l.span(name).start);
    let node = l.open(id, Kind::Type, Role::Member);
    (node.sym, node.name_at) = (sym, at);
    let span = l.span(id);
    l.meet(What::Part(TypeKind::Struct), Modifiers::NONE, span);
    annotations(l, attributes);
    let above = l.in_field(id, F::Trait);
    if let Some(above) = above {
        ty(l, above, Role::Interface);
    }
    let implied = above.map_or(Modifiers::PRIVATE, |_| Modifiers::PUBLIC);
    if let Some(body) = l.in_field(id, F::Body) {
        members(l, body, implied);
    }
    l.close();
}

/// A module within the file; one in a file of its own says nothing here.
fn module(l: &mut Lowerer<'_>, id: SyntaxId, attributes: &[SyntaxId]) {
    let Some(body) = l.in_field(id, F::Body) else {
        return;
    };
    let bits = modifiers(l, id, Modifiers::NONE);
    l.open_named(id, Kind::Type, Role::Member, l.in_field(id, F::Name));
    let span = l.span(id);
    l.meet(What::Type(TypeKind::Module), bits, span);
    annotations(l, attributes);
    members(l, body, Modifiers::NONE);
    l.close();
}

fn constant(l: &mut Lowerer<'_>, id: SyntaxId, attributes: &[SyntaxId], implied: Modifiers) {
    let bits = modifiers(l, id, implied).with(Modifiers::STATIC);
    l.open_named(id, Kind::Field, Role::Member, l.in_field(id, F::Name));
    let span = l.span(id);
    l.meet(What::Field, bits, span);
    annotations(l, attributes);
    if let Some(declared) = l.in_field(id, F::TypeField) {
        ty(l, declared, Role::Type);
    }
    l.field(id, F::Value, Role::Init);
    l.close();
}

/// Type parameters without lifetimes, and what a `where` asks of types.
fn type_parameters(l: &mut Lowerer<'_>, id: SyntaxId) {
    let list = l.in_field(id, F::TypeParameters);
    let all: Vec<SyntaxId> = list.into_iter().flat_map(|p| l.named(p)).collect();
    let clause = l.of_kind(id, K::WhereClause);
    let asked: Vec<SyntaxId> = clause.into_iter().flat_map(|c| l.named(c)).collect();
    for part in all.into_iter().chain(asked) {
        let name = match l.k(part) {
            K::TypeParameter | K::ConstParameter => l.in_field(part, F::Name),
            K::WherePredicate => l.in_field(part, F::Left),
            _ => None,
        };
        let Some(name) = name.filter(|&n| l.k(n) != K::Lifetime) else {
            continue;
        };
        l.open_named(part, Kind::TypeParam, Role::TypeParam, Some(name));
        if let Some(bounds) = l.in_field(part, F::Bounds) {
            for bound in l.named(bounds) {
                ty::bound(l, bound, Role::Bound);
            }
        }
        l.close();
    }
}

fn function(l: &mut Lowerer<'_>, id: SyntaxId, attributes: &[SyntaxId], implied: Modifiers) {
    let bits = modifiers(l, id, implied);
    l.open_named(id, Kind::Callable, Role::Member, l.in_field(id, F::Name));
    let span = l.span(id);
    l.meet(What::Callable(CallableKind::Function), bits, span);
    annotations(l, attributes);
    type_parameters(l, id);
    if let Some(list) = l.in_field(id, F::ParametersField) {
        parameters(l, list);
    }
    if let Some(result) = l.in_field(id, F::ReturnType) {
        ty(l, result, Role::Type);
    }
    if let Some(body) = l.in_field(id, F::Body) {
        stmt::body(l, body);
    }
    l.close();
}

/// The parameters of a function or closure, but for the object itself.
pub fn parameters(l: &mut Lowerer<'_>, list: SyntaxId) {
    for part in l.named(list) {
        match l.k(part) {
            K::SelfParameter | K::AttributeItem => {}
            K::Parameter | K::VariadicParameter => {
                let bound = l.in_field(part, F::Pattern);
                if bound.is_some_and(|b| l.k(b) == K::SelfWord) {
                    continue;
                }
                let node = parameter(l, part, bound);
                if l.k(part) == K::VariadicParameter {
                    l.out.node_mut(node).flags = Node::VARARGS;
                }
                if let Some(declared) = l.in_field(part, F::TypeField) {
                    ty(l, declared, Role::Type);
                }
                l.close();
            }
            _ => {
                parameter(l, part, Some(part));
                l.close();
            }
        }
    }
}

/// Opens a parameter: it is called by the one name that its pattern binds, or else as the pattern is written.
fn parameter(l: &mut Lowerer<'_>, id: SyntaxId, bound: Option<SyntaxId>) -> reweave_model::NodeId {
    let names = bound.map_or_else(Vec::new, |b| pattern::bound(l, b));
    let name = match names[..] {
        [only] => Some(only),
        _ => bound,
    };
    let named = name.map(|n| (l.squeezed(n), l.span(n).start));
    let node = l.open(id, Kind::Param, Role::Param);
    if let Some(named) = named {
        (node.sym, node.name_at) = named;
    }
    l.out.current()
}
