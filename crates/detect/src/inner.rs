//! Anonymous and local classes inside matched methods and attributes: their methods are matched too.

use crate::diff::{Diff, How, TypePair};
use crate::members::{method_name, signature};
use crate::signature_change::{self, Elsewhere, compatible};
use crate::view::{Attr, Method, Ty, View};
use reweave_model::TypeKind;
use reweave_text::Symbol;

/// Pairs the methods of the types that stand inside matched members: methods from `first` on, attributes, and in turn
/// the methods paired here. Where they stand in a method, their statements were matched with those of that, and only their
/// signatures are new here; in the value of an attribute nothing was matched yet.
pub fn match_inner(diff: &mut Diff<'_>, first: usize) {
    let mut elsewhere = None;
    if first == 0 {
        for p in diff.attrs.clone() {
            let inside = (
                in_attr(&diff.before, p.before),
                in_attr(&diff.after, p.after),
            );
            match_types(diff, inside, Holder::Attribute, &mut elsewhere);
        }
    }
    let mut next = first;
    while let Some(p) = diff.methods.get(next) {
        next += 1;
        let (before, after) = (p.before, p.after);
        if diff.same_body(before, after) {
            continue;
        }
        let inside = (
            in_method(&diff.before, before),
            in_method(&diff.after, after),
        );
        match_types(diff, inside, Holder::Method, &mut elsewhere);
    }
}

/// What a type stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Method,
    Attribute,
}

fn match_types(
    diff: &mut Diff<'_>,
    (before, mut rest): (Vec<Ty>, Vec<Ty>),
    holder: Holder,
    elsewhere: &mut Option<Elsewhere>,
) {
    let mut left = Vec::new();
    for b in before {
        let key = super_name(&diff.before, b);
        let renamed = key.and_then(|k| diff.renamed_type(k));
        let scope = diff.before.ty(b).kind == TypeKind::Scope;
        let fits = |a: &Ty| {
            let other = super_name(&diff.after, *a);
            // A callable has one scope, which is called like it.
            scope == (diff.after.ty(*a).kind == TypeKind::Scope)
                && (scope || other == key || renamed.is_some() && other == renamed)
        };
        if let Some(at) = rest.iter().position(fits) {
            let a = rest.remove(at);
            if diff.before.ty(b).kind != TypeKind::Anonymous {
                diff.local_types.push(TypePair {
                    before: b,
                    after: a,
                });
            }
            pair_attrs(diff, b, a);
            // The functions of a function are functions of their own.
            let holder = if scope { Holder::Attribute } else { holder };
            let left = pair_methods(diff, (b, a), holder);
            if is_called(&diff.before, b) {
                pair_renamed(diff, (b, a), left, elsewhere);
            }
        } else {
            left.push(b);
        }
    }
    pair_renamed_types(diff, left, rest, holder);
}

/// Pairs local types that have other names now: what they declare is called as before.
fn pair_renamed_types(diff: &mut Diff<'_>, before: Vec<Ty>, mut rest: Vec<Ty>, holder: Holder) {
    for b in before {
        let shape = shape(&diff.before, b);
        let named = |view: &View<'_>, ty: Ty| {
            !matches!(view.ty(ty).kind, TypeKind::Anonymous | TypeKind::Scope)
        };
        let fits = |&a: &Ty| named(&diff.after, a) && self::shape(&diff.after, a) == shape;
        let found = rest
            .iter()
            .position(fits)
            .filter(|_| named(&diff.before, b));
        if let Some(at) = found {
            let a = rest.remove(at);
            diff.local_types.push(TypePair {
                before: b,
                after: a,
            });
            pair_attrs(diff, b, a);
            pair_methods(diff, (b, a), holder);
        }
    }
}

/// What a type says of itself beside its name: its kind, the types above it, and what its members are called.
fn shape(view: &View<'_>, ty: Ty) -> (TypeKind, Vec<Symbol>, Vec<Symbol>) {
    let methods = view.methods(ty).map(|m| method_name(view.method(m)));
    let attrs = view.attrs(ty).map(|a| view.attr(a).name);
    let members = methods.chain(attrs).collect();
    (view.ty(ty).kind, view.supertypes(ty).collect(), members)
}

/// Whether a type has a name, or that of the enum constant that it is the body of. The methods of others are called as the types
/// above them ask for.
fn is_called(view: &View<'_>, ty: Ty) -> bool {
    let decl = view.ty(ty);
    let constant = |id| view.file(ty.file).field(id).enum_constant;
    decl.kind != TypeKind::Anonymous || decl.in_field.is_some_and(constant)
}

/// Pairs the methods that have other names now, by their statements. Functions of a function that are left may have come from
/// elsewhere, or gone there.
fn pair_renamed(
    diff: &mut Diff<'_>,
    (before, after): (Ty, Ty),
    (gone, new): (Vec<Method>, Vec<Method>),
    elsewhere: &mut Option<Elsewhere>,
) {
    let scope = diff.before.ty(before).kind == TypeKind::Scope;
    if gone.is_empty() && new.is_empty() || !scope && (gone.is_empty() || new.is_empty()) {
        return;
    }
    diff.removed_methods.extend(&gone);
    diff.added_methods.extend(&new);
    let elsewhere = elsewhere.get_or_insert_with(|| Elsewhere::new(diff));
    signature_change::match_methods(diff, TypePair { before, after }, elsewhere);
    if !scope {
        diff.removed_methods.retain(|m| !gone.contains(m));
        diff.added_methods.retain(|m| !new.contains(m));
    }
}

/// Attributes by name; those that are left of a local type may be called otherwise now.
fn pair_attrs(diff: &mut Diff<'_>, before: Ty, after: Ty) {
    let mut new: Vec<Attr> = diff.after.attrs(after).collect();
    let mut gone = Vec::new();
    for b in diff.before.attrs(before).collect::<Vec<_>>() {
        let name = diff.before.attr(b).name;
        match new.iter().position(|&a| diff.after.attr(a).name == name) {
            Some(at) => diff.pair_attrs(b, new.remove(at)),
            None => gone.push(b),
        }
    }
    if diff.before.ty(before).kind.is_named_class() {
        diff.removed_attrs.extend(gone);
        diff.added_attrs.extend(new);
    }
}

fn in_method(view: &View<'_>, method: Method) -> Vec<Ty> {
    view.types_in(method).to_vec()
}

fn in_attr(view: &View<'_>, attr: Attr) -> Vec<Ty> {
    view.types_in_value(attr).to_vec()
}

/// What tells an inner type from its like: its name, or for an anonymous one that of its supertype.
fn super_name(view: &View<'_>, ty: Ty) -> Option<Symbol> {
    let decl = view.ty(ty);
    if decl.kind == TypeKind::Anonymous {
        view.supertypes(ty).next()
    } else {
        Some(decl.name)
    }
}

/// Gives the methods back that are left on both sides.
fn pair_methods(
    diff: &mut Diff<'_>,
    (before, after): (Ty, Ty),
    holder: Holder,
) -> (Vec<Method>, Vec<Method>) {
    let mut rest: Vec<Method> = diff.after.methods(after).collect();
    let mut left: Vec<Method> = Vec::new();
    for b in diff.before.methods(before).collect::<Vec<_>>() {
        let same = rest
            .iter()
            .position(|&a| signature(&diff.before, b) == signature(&diff.after, a));
        match same {
            Some(at) => {
                let a = rest.remove(at);
                pair(diff, (b, a), How::Same, holder);
            }
            None => left.push(b),
        }
    }
    let mut gone = Vec::new();
    for (i, &b) in left.iter().enumerate() {
        let old = diff.before.method(b);
        let named = |a: &Method| method_name(diff.after.method(*a)) == method_name(old);
        let alike =
            |&a: &Method| named(&a) && diff.after.method(a).params.len() == old.params.len();
        let others = left[i + 1..].iter();
        let alone = rest.iter().filter(|a| named(a)).count() == 1
            && others
                .filter(|&&o| method_name(diff.before.method(o)) == method_name(old))
                .count()
                == 0;
        let like = rest
            .iter()
            .position(alike)
            .or_else(|| rest.iter().position(named).filter(|_| alone))
            .filter(|&at| {
                let a = rest[at];
                alike(&a) || compatible(diff, b, a) && share_code(diff, b, a)
            });
        if let Some(at) = like {
            let a = rest.remove(at);
            pair(diff, (b, a), How::Signature, holder);
        } else {
            gone.push(b);
        }
    }
    (gone, rest)
}

fn pair(diff: &mut Diff<'_>, (before, after): (Method, Method), how: How, holder: Holder) {
    if holder == Holder::Method || diff.same_body(before, after) {
        diff.pair_identical(before, after, how);
    } else {
        let body = diff.match_methods(before, after);
        diff.pair_methods(before, after, how, body);
    }
}

fn share_code(diff: &Diff<'_>, before: Method, after: Method) -> bool {
    !diff.match_methods(before, after).mappings.is_empty()
}
