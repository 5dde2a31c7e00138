//! Changed attributes: a field with another type, name or class.
//!
//! An attribute was renamed where what stands for it in matched statements stands for the new one, or where a new one of
//! the same type has the same value.
//!
//! Rename Attribute
//!
//! ```before
//! class Stack { private int n; void push() { n = n + 1; log(n); } }
//! ```
//! ```after
//! class Stack { private int count; void push() { count = count + 1; log(count); } }
//! ```
//! ```finds
//! Rename Attribute n : int to count : int in class Stack
//! ```
//!
//! Change Attribute Type
//!
//! ```before
//! class Stack { private int n; }
//! ```
//! ```after
//! class Stack { private long n; }
//! ```
//! ```finds
//! Change Attribute Type n : int to n : long in class Stack
//! ```
//!
//! Move Attribute
//!
//! ```before
//! class Stack { private int limit; Log log; }
//! class Log { }
//! ```
//! ```after
//! class Stack { Log log; }
//! class Log { private int limit; }
//! ```
//! ```finds
//! Move Attribute private limit : int from class Stack to private limit : int from class Log
//! ```
//!
//! Pull Up Attribute
//!
//! ```before
//! class Base { }
//! class Derived extends Base { protected int limit; }
//! ```
//! ```after
//! class Base { protected int limit; }
//! class Derived extends Base { }
//! ```
//! ```finds
//! Pull Up Attribute protected limit : int from class Derived to protected limit : int from class Base
//! ```
//!
//! Push Down Attribute
//!
//! ```before
//! class Base { protected int limit; }
//! class Derived extends Base { }
//! ```
//! ```after
//! class Base { }
//! class Derived extends Base { protected int limit; }
//! ```
//! ```finds
//! Push Down Attribute protected limit : int from class Base to protected limit : int from class Derived
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, is_variable_replacement};
use crate::describe;
use crate::diff::{AttrPair, Diff, TypePair};
use crate::emit::{attr_at, finding};
use crate::family::Family;
use crate::moves::Moved;
use crate::relation::Relation;
use crate::view::{Attr, View};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("attribute.rs"),
    find: None,
};

pub fn find(diff: &Diff<'_>, renamed: &[AttrPair], moved: &Moved, out: &mut Vec<Finding>) {
    out.extend(
        diff.attrs
            .iter()
            .chain(renamed)
            .chain(moved.attrs.iter().map(|(p, _)| p))
            .filter_map(|&p| changed_type(diff, p)),
    );
    for &p in renamed {
        let rest = format!(
            "{} to {} in class {}",
            describe::attr_variable(&diff.before, p.before),
            describe::attr_variable(&diff.after, p.after),
            diff.after.qualified(diff.after.attr_owner(p.after))
        );
        out.push(two_sided(
            diff,
            T::RenameAttribute,
            &rest,
            p,
            "renamed attribute declaration",
        ));
    }
    for &(p, relation) in &moved.attrs {
        let (kind, role) = match relation {
            Relation::Up => (T::PullUpAttribute, "pulled up attribute declaration"),
            Relation::Down => (T::PushDownAttribute, "pushed down attribute declaration"),
            _ => (T::MoveAttribute, "moved attribute declaration"),
        };
        let rest = format!(
            "{} from class {} to {} from class {}",
            describe::attr(&diff.before, p.before),
            diff.before.qualified(diff.before.attr_owner(p.before)),
            describe::attr(&diff.after, p.after),
            diff.after.qualified(diff.after.attr_owner(p.after))
        );
        out.push(two_sided(diff, kind, &rest, p, role));
    }
}

fn two_sided(diff: &Diff<'_>, kind: T, rest: &str, p: AttrPair, role: &'static str) -> Finding {
    finding(
        kind,
        rest,
        vec![attr_at(
            &diff.before,
            p.before,
            "original attribute declaration",
        )],
        vec![attr_at(&diff.after, p.after, role)],
    )
}

fn changed_type(diff: &Diff<'_>, p: AttrPair) -> Option<Finding> {
    if diff.before.attr(p.before).enum_constant || diff.after.attr(p.after).enum_constant {
        return None;
    }
    let before = describe::attr_type(&diff.before, p.before);
    let after = describe::attr_type(&diff.after, p.after);
    let tells = |view: &View<'_>, a: Attr| {
        view.attr(a).ty.is_some() || view.tree(a.file).dialect().facts.typed
    };
    let comparable = tells(&diff.before, p.before) && tells(&diff.after, p.after);
    (comparable && before != after).then(|| {
        let rest = format!(
            "{} to {} in class {}",
            describe::attr_variable(&diff.before, p.before),
            describe::attr_variable(&diff.after, p.after),
            diff.after.qualified(diff.after.attr_owner(p.after))
        );
        two_sided(
            diff,
            T::ChangeAttributeType,
            &rest,
            p,
            "changed-type attribute declaration",
        )
    })
}

/// How often one attribute's name took the place of another's.
type Votes = FxHashMap<(Symbol, Symbol), u32>;

/// The attributes that were renamed: what stands for the one on the left stands for the other on the right, always.
pub fn renamed(diff: &Diff<'_>, contexts: &[Context<'_, '_>]) -> Vec<AttrPair> {
    let mut votes = Votes::default();
    for c in contexts {
        for (_, r, a, b) in c.pairs() {
            if is_variable_replacement(r)
                && let Some(pair) = c.attributes(a, b)
            {
                *votes.entry(pair).or_default() += 1;
            }
        }
    }
    let mut out = Vec::new();
    for &pair in &diff.types {
        out.extend(renamed_in(diff, pair, &votes));
    }
    out
}

fn renamed_in(diff: &Diff<'_>, pair: TypePair, votes: &Votes) -> Vec<AttrPair> {
    let (removed, added) = diff.left_attrs(pair);
    if removed.is_empty() || added.is_empty() {
        return Vec::new();
    }
    let alone = removed.len() == 1 && added.len() == 1;
    let mut candidates = Vec::new();
    for (b, a) in worth_comparing(diff, &removed, &added, votes) {
        let (fb, fa) = (diff.before.attr(b), diff.after.attr(a));
        let (tb, ta) = (diff.before.tree(b.file), diff.after.tree(a.file));
        if fb.enum_constant != fa.enum_constant {
            continue;
        }
        let count = votes.get(&(fb.name, fa.name)).copied().unwrap_or(0);
        let same_type = fb.ty.map(|t| tb.hash(t)) == fa.ty.map(|t| ta.hash(t));
        let same_value = fb
            .init
            .is_some_and(|i| fa.init.is_some_and(|j| tb.hash(i) == ta.hash(j)));
        let distance = diff.distances().percent(fb.name, fa.name);
        let sure = same_type || same_value || distance < 70 || alone || count > 1;
        let respelled = words(&diff.before, fb.name) == words(&diff.after, fa.name);
        let told = same_type && same_value && !fb.enum_constant && distance < 75;
        if count > 0 && sure || respelled || told {
            candidates.push((Reverse(count), !same_value, distance, b, a));
        }
    }
    candidates.sort();
    let (mut gone, mut came) = (FxHashSet::default(), FxHashSet::default());
    let mut out: Vec<AttrPair> = Vec::new();
    for (_, _, _, before, after) in candidates {
        if !gone.contains(&before) && !came.contains(&after) {
            gone.insert(before);
            came.insert(after);
            out.push(AttrPair { before, after });
        }
    }
    out
}

/// Of attributes with the same value, each is compared with so many.
const MOST_ALIKE: usize = 20;

/// The pairs of attributes of which one took the other's place somewhere, or that have the same value.
fn worth_comparing(
    diff: &Diff<'_>,
    removed: &[Attr],
    added: &[Attr],
    votes: &Votes,
) -> BTreeSet<(Attr, Attr)> {
    let mut became: FxHashMap<Symbol, Vec<Symbol>> = FxHashMap::default();
    for &(old, new) in votes.keys() {
        became.entry(old).or_default().push(new);
    }
    let mut by_name: FxHashMap<Symbol, Attr> = FxHashMap::default();
    let mut by_value: FxHashMap<u64, Vec<Attr>> = FxHashMap::default();
    let mut by_words: FxHashMap<String, Attr> = FxHashMap::default();
    for &a in added {
        let field = diff.after.attr(a);
        by_name.insert(field.name, a);
        by_words.insert(words(&diff.after, field.name), a);
        if let Some(value) = field.init {
            let hash = diff.after.tree(a.file).hash(value);
            by_value.entry(hash).or_default().push(a);
        }
    }
    let mut out = BTreeSet::new();
    for (i, &b) in removed.iter().enumerate() {
        let field = diff.before.attr(b);
        let respelled = by_words.get(&words(&diff.before, field.name));
        out.extend(respelled.map(|&a| (b, a)));
        let names = became.get(&field.name).into_iter().flatten();
        out.extend(names.filter_map(|n| by_name.get(n)).map(|&a| (b, a)));
        let hash = field.init.map(|v| diff.before.tree(b.file).hash(v));
        let alike = hash.and_then(|h| by_value.get(&h)).map_or(&[][..], |v| v);
        let from = i.min(alike.len().saturating_sub(MOST_ALIKE));
        out.extend(alike[from..].iter().take(MOST_ALIKE).map(|&a| (b, a)));
    }
    out
}

/// The letters of a name, without what conventions add to them.
fn words(view: &View<'_>, name: Symbol) -> String {
    view.text(name).replace('_', "").to_ascii_lowercase()
}
