//! Rename Package: a package that kept its place and its classes, but not its name; the packages below follow it.
//!
//! ```before
//! //- shop/cart/Cart.java
//! package shop.cart;
//! public class Cart { int total; public void add(int price) { total += price; if (total > 100) total -= 5; } }
//! //- shop/Till.java
//! package shop;
//! import shop.cart.Cart;
//! public class Till { public void sell(Cart c) { c.add(3); } }
//! ```
//! ```after
//! //- shop/basket/Cart.java
//! package shop.basket;
//! public class Cart { int total; public void add(int price) { total += price; if (total > 100) total -= 5; } }
//! //- shop/Till.java
//! package shop;
//! import shop.basket.Cart;
//! public class Till { public void sell(Cart c) { c.add(3); } }
//! ```
//! ```finds
//! rename-package shop.cart -> shop.basket
//! ```
//!
//! A package that went to another parent as a whole is one, too:
//!
//! ```before
//! //- shop/cart/Cart.java
//! package shop.cart;
//! public class Cart { int total; public void add(int price) { total += price; if (total > 100) total -= 5; } }
//! //- shop/cart/Coupon.java
//! package shop.cart;
//! public class Coupon { public int percent(Cart c) { return c.total > 10 ? 5 : 0; } }
//! //- shop/Till.java
//! package shop;
//! public class Till { public void sell(shop.cart.Cart c) { c.add(3); } }
//! ```
//! ```after
//! //- web/store/cart/Cart.java
//! package web.store.cart;
//! public class Cart { int total; public void add(int price) { total += price; if (total > 100) total -= 5; } }
//! //- web/store/cart/Coupon.java
//! package web.store.cart;
//! public class Coupon { public int percent(Cart c) { return c.total > 10 ? 5 : 0; } }
//! //- shop/Till.java
//! package shop;
//! public class Till { public void sell(web.store.cart.Cart c) { c.add(3); } }
//! ```
//! ```finds
//! rename-package shop.cart -> web.store.cart
//! ```
//!
//! A package and all below it are one text here: a library that renames its root is one entry, not fifty. Besides shingles, the
//! simple names of the classes count as text, because new releases rewrite code more often than they rename all classes.

use crate::entity::{Component, EntityId, EntityKind};
use crate::session::{Proposal, Session};
use rustc_hash::{FxHashMap, FxHashSet};

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let new: Vec<EntityId> = session
        .new
        .of_kind(EntityKind::Package)
        .filter(|&p| session.is_new(p))
        .collect();
    for old in session.old.of_kind(EntityKind::Package) {
        if session.rho(old).is_some() {
            continue;
        }
        let parent = match session.old_entity(old).parent {
            Some(parent) => match session.rho(parent) {
                Some(image) => Some(image),
                None => continue,
            },
            None => None,
        };
        for &new in &new {
            if session.new_entity(new).parent != parent
                || session.new_entity(new).name == session.old_entity(old).name
            {
                continue;
            }
            let text = similarity(session, old, new);
            let references = imports(session, old, new);
            // A major release drops and adds classes, and with them imports: half of T is enough beside the text.
            if text >= threshold && references.is_none_or(|r| r >= threshold / 2.0) {
                proposals.push(Proposal::new(old, new, Some(text), references));
            }
        }
    }
    // A package whose parent is renamed goes along: what moved elsewhere shows when no renamed one is left.
    if proposals.is_empty() {
        proposals = moved(session, threshold);
    }
    proposals
}

/// Packages that went to another parent as a whole: most of their top-level classes have their names in one package that was
/// not there.
fn moved(session: &Session, threshold: f64) -> Vec<Proposal> {
    let mut arrived: FxHashMap<&str, Vec<EntityId>> = FxHashMap::default();
    for class in session.new.of_kind(EntityKind::Class) {
        let package = session.new_entity(class).parent;
        let package = package.filter(|&p| session.new_entity(p).kind == EntityKind::Package);
        if let Some(package) = package.filter(|&p| session.is_new(p)) {
            let named = arrived.entry(session.new.simple_name(class)).or_default();
            named.push(package);
        }
    }
    let mut proposals: Vec<Proposal> = Vec::new();
    for old in session.old.of_kind(EntityKind::Package) {
        if session.rho(old).is_some() {
            continue;
        }
        let mut shared: FxHashMap<EntityId, u32> = FxHashMap::default();
        let mut count = 0_u32;
        for class in session.old.children_of_kind(old, EntityKind::Class) {
            count += 1;
            let named = arrived.get(session.old.simple_name(class));
            for &package in named.into_iter().flatten().take(MOST_HOMES) {
                *shared.entry(package).or_default() += 1;
            }
        }
        let best = shared
            .into_iter()
            .max_by_key(|&(p, n)| (n, std::cmp::Reverse(p)));
        let Some((new, common)) = best.filter(|&(_, n)| n >= FEWEST) else {
            continue;
        };
        let theirs = session.new.children_of_kind(new, EntityKind::Class).count();
        let share = f64::from(common);
        let text = f64::midpoint(share / f64::from(count), share / theirs.max(1) as f64);
        if text >= threshold {
            let mut p = Proposal::new(old, new, Some(text), imports(session, old, new));
            let note = format!("{common} of its {count} classes have their names there");
            p.evidence.notes.push(note);
            proposals.push(p);
        }
    }
    // What lies below a package that moves goes along; the next round sees what did not.
    let moving: FxHashMap<EntityId, EntityId> = proposals.iter().map(|p| (p.old, p.new)).collect();
    proposals.retain(|p| {
        let (before, after) = (session.old_entity(p.old), session.new_entity(p.new));
        let above = before.parent.and_then(|p| moving.get(&p).copied());
        above.is_none() || above != after.parent || before.name != after.name
    });
    proposals
}

/// A package of one class is told by that class alone.
const FEWEST: u32 = 2;

/// A name that more packages have says little of any of them.
const MOST_HOMES: usize = 8;

fn similarity(session: &Session, old: EntityId, new: EntityId) -> f64 {
    let ours = class_names(session.old, old);
    let theirs = class_names(session.new, new);
    let common = ours.iter().filter(|n| theirs.contains(*n)).count() as f64;
    let names = f64::midpoint(
        common / ours.len().max(1) as f64,
        common / theirs.len().max(1) as f64,
    );
    names.max(session.similarity(old, new).unwrap_or(0.0))
}

/// The dotted names, below the package, of all its top-level classes.
fn class_names(component: &Component, package: EntityId) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for (at, path) in below(component, package) {
        for class in component.children_of_kind(at, EntityKind::Class) {
            names.insert(format!("{path}{}", component.simple_name(class)));
        }
    }
    names
}

/// The package and those below it, each with its path from there: empty, `a.`, `a.b.`.
fn below(component: &Component, package: EntityId) -> Vec<(EntityId, String)> {
    let mut all = vec![(package, String::new())];
    let mut next = 0;
    while let Some((at, path)) = all.get(next).cloned() {
        next += 1;
        for child in component.children_of_kind(at, EntityKind::Package) {
            all.push((child, format!("{path}{}.", component.simple_name(child))));
        }
    }
    all
}

/// σ over the imports of the package and of those below it.
fn imports(session: &Session, old: EntityId, new: EntityId) -> Option<f64> {
    let mut theirs: FxHashMap<(EntityId, String), u32> = FxHashMap::default();
    let mut total_new = 0;
    for (package, path) in below(session.new, new) {
        for &(from, times) in session.new_references.incoming(package) {
            *theirs.entry((from, path.clone())).or_insert(0) += times;
            total_new += times;
        }
    }
    let (mut total_old, mut overlap) = (0, 0);
    for (package, path) in below(session.old, old) {
        for &(from, times) in session.old_references.incoming(package) {
            total_old += times;
            let image = session.log.rho(session.pair(), from, Some((old, new)));
            if let Some(image) = image {
                let there = theirs.get(&(image, path.clone())).copied();
                overlap += times.min(there.unwrap_or(0));
            }
        }
    }
    if total_old == 0 && total_new == 0 {
        return None;
    }
    let directed = |total: u32| f64::from(overlap) / f64::from(total.max(1));
    Some(f64::midpoint(directed(total_old), directed(total_new)))
}
