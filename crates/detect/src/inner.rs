//! Anonymous and local classes inside matched methods and attributes: their methods are matched too.

use crate::diff::{Diff, How, TypePair};
use crate::members::{method_name, signature};
use crate::signature_change::compatible;
use crate::view::{Attr, Method, Ty, View};
use reweave_model::TypeKind;
use reweave_text::Symbol;

/// Pairs the methods of the types that stand inside matched members: methods from `first` on, attributes, and in turn
/// the methods paired here. Where they stand in a method, their statements were matched with those of that, and only their
/// signatures are new here; in the value of an attribute nothing was matched yet.
pub fn match_inner(diff: &mut Diff<'_>, first: usize) {
    if first == 0 {
        for p in diff.attrs.clone() {
            let inside = (
                in_attr(&diff.before, p.before),
                in_attr(&diff.after, p.after),
            );
            match_types(diff, inside, Holder::Attribute);
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
        match_types(diff, inside, Holder::Method);
    }
}

/// What a type stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Method,
    Attribute,
}

fn match_types(diff: &mut Diff<'_>, (before, mut rest): (Vec<Ty>, Vec<Ty>), holder: Holder) {
    for b in before {
        let key = super_name(&diff.before, b);
        let renamed = key.and_then(|k| diff.renamed_type(k));
        let fits = |a: &Ty| {
            let other = super_name(&diff.after, *a);
            other == key || renamed.is_some() && other == renamed
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
            pair_methods(diff, (b, a), holder);
        }
    }
}

fn pair_attrs(diff: &mut Diff<'_>, before: Ty, after: Ty) {
    for b in diff.before.attrs(before) {
        let name = diff.before.attr(b).name;
        let mut others = diff.after.attrs(after);
        if let Some(a) = others.find(|&a| diff.after.attr(a).name == name) {
            diff.pair_attrs(b, a);
        }
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

fn pair_methods(diff: &mut Diff<'_>, (before, after): (Ty, Ty), holder: Holder) {
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
        }
    }
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
