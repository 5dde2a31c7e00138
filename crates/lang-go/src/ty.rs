//! Types.

use crate::decl;
use crate::expr::expression;
use crate::go::Lowerer;
use crate::grammar::{F, K};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{Kind, Modifiers, Role, TypeKind};

pub fn is_type(k: K) -> bool {
    matches!(
        k,
        K::TypeIdentifier
            | K::QualifiedType
            | K::GenericType
            | K::PointerType
            | K::SliceType
            | K::ArrayType
            | K::ImplicitLengthArrayType
            | K::ChannelType
            | K::MapType
            | K::FunctionType
            | K::StructType
            | K::InterfaceType
            | K::ParenthesizedType
            | K::NegatedType
    )
}

/// The name in a type, without pointers and arguments.
pub fn named(l: &Lowerer<'_>, mut id: SyntaxId) -> Option<SyntaxId> {
    loop {
        id = match l.k(id) {
            K::TypeIdentifier => return Some(id),
            K::GenericType => l.in_field(id, F::TypeField)?,
            K::PointerType | K::ParenthesizedType => l.named(id).next()?,
            _ => return None,
        };
    }
}

pub fn ty(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    signed(l, id, role, String::new());
}

/// The signs before a type are a part of what they stand before.
fn signed(l: &mut Lowerer<'_>, id: SyntaxId, role: Role, mut signs: String) {
    let inner = match l.k(id) {
        K::PointerType => l.named(id).next(),
        K::SliceType | K::ArrayType | K::ImplicitLengthArrayType => l.in_field(id, F::Element),
        K::ChannelType => l.in_field(id, F::Value),
        K::ParenthesizedType => match l.named(id).next() {
            Some(inner) => return signed(l, inner, role, signs),
            None => None,
        },
        _ => None,
    };
    if let Some(inner) = inner {
        let (from, to) = (l.span(id).start, l.span(inner).start);
        let sign = reweave_text::Span::new(from, to).text(l.text);
        signs.push_str(sign);
        return signed(l, inner, role, signs);
    }
    match l.k(id) {
        K::QualifiedType => qualified(l, id, role, &signs, None),
        K::GenericType => {
            let arguments = l.in_field(id, F::TypeArgumentsField);
            match l.in_field(id, F::TypeField) {
                Some(name) => qualified(l, name, role, &signs, arguments),
                None => l.leaf(id, Kind::TypeName, role),
            }
        }
        K::MapType => {
            let sym = l.names.intern("map");
            l.open(id, Kind::TypeName, role).sym = sym;
            sign(l, id, &signs);
            for field in [F::Key, F::Value] {
                if let Some(part) = l.in_field(id, field) {
                    ty(l, part, Role::TypeArgument);
                }
            }
            l.close();
        }
        K::FunctionType => {
            l.open(id, Kind::FunctionType, role);
            sign(l, id, &signs);
            if let Some(list) = l.in_field(id, F::Parameters) {
                types_of(l, list);
            }
            if let Some(given) = l.in_field(id, F::Result) {
                result(l, given);
            }
            l.close();
        }
        K::StructType | K::InterfaceType => unnamed(l, id, role, &signs),
        // One that lacks its inner type is a name as it is written.
        k if is_type(k) => qualified(l, id, role, &signs, None),
        _ => expression(l, id, role),
    }
}

fn sign(l: &mut Lowerer<'_>, id: SyntaxId, signs: &str) {
    if !signs.is_empty() {
        let sym = l.names.intern(signs);
        l.open(id, Kind::TypeSign, Role::None).sym = sym;
        l.close();
    }
}

fn qualified(
    l: &mut Lowerer<'_>,
    id: SyntaxId,
    role: Role,
    signs: &str,
    arguments: Option<SyntaxId>,
) {
    let name = l.in_field(id, F::Name).unwrap_or(id);
    l.open_named(id, Kind::TypeName, role, Some(name));
    sign(l, id, signs);
    if let Some(package) = l.in_field(id, F::Package) {
        l.leaf(package, Kind::TypeName, Role::Qualifier);
    }
    if let Some(arguments) = arguments {
        type_arguments(l, arguments);
    }
    l.close();
}

pub fn type_arguments(l: &mut Lowerer<'_>, id: SyntaxId) {
    for argument in l.named(id) {
        for part in l.named(argument) {
            ty(l, part, Role::TypeArgument);
        }
    }
}

/// `struct { … }` and `interface { … }` in the place of a name.
fn unnamed(l: &mut Lowerer<'_>, id: SyntaxId, role: Role, signs: &str) {
    let word = l.kids(id).next();
    l.open_named(id, Kind::TypeName, role, word);
    sign(l, id, signs);
    if l.named(id)
        .any(|c| l.named(c).next().is_some() || l.k(c) == K::TypeElem)
    {
        let span = l.span(id);
        l.open(id, Kind::Type, Role::Body);
        l.meet(What::Type(TypeKind::Anonymous), Modifiers::NONE, span);
        if l.k(id) == K::StructType {
            decl::struct_members(l, id);
        } else {
            decl::interface_members(l, id);
        }
        l.close();
    }
    l.close();
}

fn types_of(l: &mut Lowerer<'_>, list: SyntaxId) {
    for parameter in l.named(list) {
        let Some(declared) = l.in_field(parameter, F::TypeField) else {
            continue;
        };
        let count = l.all_in_field(parameter, F::Name).len();
        for _ in 0..count.max(1) {
            ty(l, declared, Role::TypeArgument);
        }
    }
}

/// What a function gives: one type, or several in brackets.
pub fn result(l: &mut Lowerer<'_>, id: SyntaxId) {
    if l.k(id) != K::ParameterList {
        return ty(l, id, Role::Type);
    }
    let declared: Vec<SyntaxId> = l.named(id).collect();
    if let [only] = declared[..]
        && let Some(only) = l.in_field(only, F::TypeField)
        && l.all_in_field(declared[0], F::Name).len() < 2
    {
        return ty(l, only, Role::Type);
    }
    l.open(id, Kind::FunctionType, Role::Type);
    types_of(l, id);
    l.close();
}
