//! Attributes that went to another class: with methods, or by name, type and value.

use crate::diff::{AttrPair, Diff};
use crate::moves::MOST_NAMED;
use crate::relation::{Relation, relation};
use crate::view::{Attr, Ty, View};
use reweave_model::Kind;
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// `classes` are those between which methods moved: attributes go with them.
pub fn pair(diff: &mut Diff<'_>, classes: &FxHashSet<(Ty, Ty)>) -> Vec<(AttrPair, Relation)> {
    let mut by_name: FxHashMap<Symbol, Vec<Attr>> = FxHashMap::default();
    let mut of_class: FxHashMap<(Symbol, Symbol), Vec<Attr>> = FxHashMap::default();
    for &a in &diff.added_attrs {
        let field = diff.after.attr(a);
        if !field.enum_constant {
            by_name.entry(field.name).or_default().push(a);
            let class = diff.after.ty(diff.after.attr_owner(a)).name;
            of_class.entry((field.name, class)).or_default().push(a);
        }
    }
    let mut candidates = Vec::new();
    for &b in &diff.removed_attrs {
        let field = diff.before.attr(b);
        let type_hash = |tree: &reweave_model::Tree, ty: Option<reweave_model::NodeId>| {
            ty.map(|t| tree.hash(t))
        };
        let wanted = type_hash(diff.before.tree(b.file), field.ty);
        if field.enum_constant {
            continue;
        }
        let class = diff.before.ty(diff.before.attr_owner(b)).name;
        let named = by_name.get(&field.name);
        let named = named.filter(|all| all.len() <= MOST_NAMED);
        let named = named.or_else(|| of_class.get(&(field.name, class)));
        for &a in named.into_iter().flatten() {
            let other = diff.after.attr(a);
            let (from, to) = (diff.before.attr_owner(b), diff.after.attr_owner(a));
            if diff.after_of(from) != Some(to) {
                let relation = relation(diff, from, to);
                let same_type = type_hash(diff.after.tree(a.file), other.ty) == wanted;
                // A superclass may know less of the type.
                if !same_type && relation != Relation::Up {
                    continue;
                }
                if relation == Relation::Aside
                    && names_its_class(&diff.before, b)
                    && names_its_class(&diff.after, a)
                {
                    continue;
                }
                let same_value = field.init.is_some_and(|i| {
                    let value = diff.before.tree(b.file).hash(i);
                    other
                        .init
                        .is_some_and(|j| diff.after.tree(a.file).hash(j) == value)
                });
                if relation != Relation::Strange || same_value || classes.contains(&(from, to)) {
                    candidates.push((relation, !same_type, b, a));
                }
            }
        }
    }
    candidates.sort_unstable();
    let mut used_before: FxHashMap<Attr, Relation> = FxHashMap::default();
    let mut used_after: FxHashMap<Attr, Relation> = FxHashMap::default();
    let mut out = Vec::new();
    for (relation, _, b, a) in candidates {
        let before_ok = used_before
            .get(&b)
            .is_none_or(|&r| r == relation && matches!(r, Relation::Down | Relation::Aside));
        let after_ok = used_after
            .get(&a)
            .is_none_or(|&r| r == relation && matches!(r, Relation::Up | Relation::Aside));
        if before_ok && after_ok {
            used_before.insert(b, relation);
            used_after.insert(a, relation);
            diff.removed_attrs.remove(&b);
            diff.added_attrs.remove(&a);
            out.push((
                AttrPair {
                    before: b,
                    after: a,
                },
                relation,
            ));
        }
    }
    out
}

/// Whether the value speaks of the class itself, as a logger's does: each class has its own.
fn names_its_class(view: &View<'_>, attr: Attr) -> bool {
    let tree = view.tree(attr.file);
    let class = view.ty(view.attr_owner(attr)).name;
    view.attr(attr).init.is_some_and(|value| {
        let mut literals = tree
            .descendants(value)
            .filter(|&n| tree.kind(n) == Kind::ClassLiteral);
        literals.any(|l| tree.descendants(l).any(|n| tree.sym(n) == class))
    })
}
