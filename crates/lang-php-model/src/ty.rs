//! Types.

use crate::grammar::K;
use crate::php::{Lowerer, dotted};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

pub fn ty(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    signed(l, id, role, "");
}

fn signed(l: &mut Lowerer<'_>, id: SyntaxId, role: Role, sign: &str) {
    match l.k(id) {
        K::OptionalType => match l.named(id).next() {
            Some(inner) => signed(l, inner, role, "?"),
            None => l.leaf(id, Kind::TypeName, role),
        },
        K::NamedType => match l.named(id).next() {
            Some(name) => named(l, name, role, sign),
            None => l.leaf(id, Kind::TypeName, role),
        },
        K::UnionType | K::NormalFormType | K::TypeList => {
            let parts: Vec<SyntaxId> = l.named(id).collect();
            if let [only] = parts[..] {
                return signed(l, only, role, sign);
            }
            l.open(id, Kind::UnionType, role);
            for part in parts {
                ty(l, part, Role::Type);
            }
            l.close();
        }
        K::IntersectionType => {
            l.open(id, Kind::IntersectionType, role);
            for part in l.named(id) {
                ty(l, part, Role::Type);
            }
            l.close();
        }
        _ => named(l, id, role, sign),
    }
}

/// A type by its name; what stands before the last part is where it is.
pub fn named(l: &mut Lowerer<'_>, id: SyntaxId, role: Role, sign: &str) {
    let whole = l.names.text(dotted(l, id));
    let (before, name) = whole.rsplit_once('.').unwrap_or(("", whole));
    let (before, name) = (l.names.intern(before), l.names.intern(name));
    let start = l.span(id).end - l.names.text(name).len() as u32;
    let node = l.open(id, Kind::TypeName, role);
    (node.sym, node.name_at) = (name, start);
    if !sign.is_empty() {
        let sym = l.names.intern(sign);
        l.open(id, Kind::TypeSign, Role::None).sym = sym;
        l.close();
    }
    if !before.is_empty() {
        l.open(id, Kind::TypeName, Role::Qualifier).sym = before;
        l.close();
    }
    l.close();
}
