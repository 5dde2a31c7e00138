//! Change Method Signature: a method that kept its class, its name (but for what the log renamed) and its code, and
//! takes or returns something else.
//!
//! ```before
//! class Text { static int count(String s, char c) { int n = 0; for (char d : s.toCharArray()) if (c == d) n++; return n; } int a() { return count("a", 'a'); } }
//! ```
//! ```after
//! class Text { static int count(char c, String s) { int n = 0; for (char d : s.toCharArray()) if (c == d) n++; return n; } int a() { return count('a', "a"); } }
//! ```
//! ```finds
//! change-signature Text.count(String,char) -> Text.count(char,String)
//! ```
//!
//! Where the types do not show it, the names of the parameters do:
//!
//! ```before
//! class Text { static int far(String a, String b) { int n = a.length(); for (char c : b.toCharArray()) if (a.indexOf(c) < 0) n++; return n; } }
//! ```
//! ```after
//! class Text { static int far(String b, String a) { int n = a.length(); for (char c : b.toCharArray()) if (a.indexOf(c) < 0) n++; return n; } }
//! ```
//! ```finds
//! change-signature Text.far(String,String) -> Text.far(String,String)
//! ```
//!
//! An instance method that became a static one takes its object first:
//!
//! ```before
//! class Words { String text; int count(char c) { int n = 0; for (char d : text.toCharArray()) if (c == d) n++; return n; } int a() { return count('a'); } }
//! ```
//! ```after
//! class Words { String text; static int count(Words w, char c) { int n = 0; for (char d : w.text.toCharArray()) if (c == d) n++; return n; } int a() { return count(this, 'a'); } }
//! ```
//! ```finds
//! change-signature Words.count(char) -> Words.count(Words,char)
//! ```
//!
//! A whole family changes together, and nothing of it moves up or down:
//!
//! ```before
//! interface Score { int apply(CharSequence a, CharSequence b); }
//! interface Distance extends Score { int apply(CharSequence a, CharSequence b); }
//! class Far implements Distance { public int apply(CharSequence a, CharSequence b) { int n = a.length(); for (int i = 0; i < n; i++) if (a.charAt(i) != b.charAt(i)) n++; return n; } }
//! class Near implements Distance { public int apply(CharSequence a, CharSequence b) { int n = a.length(); for (int i = 0; i < n; i++) if (a.charAt(i) == b.charAt(i)) n++; return n; } }
//! ```
//! ```after
//! interface Score { int apply(int max, CharSequence a, CharSequence b); }
//! interface Distance extends Score { int apply(int max, CharSequence a, CharSequence b); }
//! class Far implements Distance { public int apply(int max, CharSequence a, CharSequence b) { int n = a.length(); for (int i = 0; i < n; i++) if (a.charAt(i) != b.charAt(i)) n++; return n; } }
//! class Near implements Distance { public int apply(int max, CharSequence a, CharSequence b) { int n = a.length(); for (int i = 0; i < n; i++) if (a.charAt(i) == b.charAt(i)) n++; return n; } }
//! ```
//! ```finds
//! change-signature Distance.apply(CharSequence,CharSequence) -> Distance.apply(int,CharSequence,CharSequence)
//! change-signature Far.apply(CharSequence,CharSequence) -> Far.apply(int,CharSequence,CharSequence)
//! change-signature Near.apply(CharSequence,CharSequence) -> Near.apply(int,CharSequence,CharSequence)
//! change-signature Score.apply(CharSequence,CharSequence) -> Score.apply(int,CharSequence,CharSequence)
//! ```
//!
//! An interface follows its implementations, though its documentation was written anew:
//!
//! ```before
//! interface Lock { /** Gives the resource back that the calling thread was granted before. */ void release(Object o, String name); }
//! class Simple implements Lock { int n; public void release(Object o, String name) { String s = name.trim(); if (s.length() > 2) n = n - s.length(); } }
//! class Other implements Lock { int n; public void release(Object o, String name) { String s = name.trim(); while (s.length() > n) n = n + 2 * s.length(); } }
//! ```
//! ```after
//! interface Lock { /** Ends ownership of whatever was locked under this key. */ void release(String key); }
//! class Simple implements Lock { int n; public void release(String name) { String s = name.trim(); if (s.length() > 2) n = n - s.length(); } }
//! class Other implements Lock { int n; public void release(String name) { String s = name.trim(); while (s.length() > n) n = n + 2 * s.length(); } }
//! ```
//! ```finds
//! change-signature Lock.release(Object,String) -> Lock.release(String)
//! change-signature Other.release(Object,String) -> Other.release(String)
//! change-signature Simple.release(Object,String) -> Simple.release(String)
//! ```
//!
//! Overloads that got the same parameters more go with those that are nearest to them, though their code was written anew:
//!
//! ```before
//! class Out { int n; void write(int[] all) { for (int i = 0, k = all.length; i < k; i++) n += all[i]; }
//!   void write(int[] all, boolean packed) { if (packed) { for (int i = 0, k = all.length; i < k; i++) n += all[i] * 3; } else { write(all); } } }
//! ```
//! ```after
//! class Out { int n, place; void write(int[] all, int from, int count) { int end = from + count; while (from < end) { place = place + 4; n += all[from]; from++; } }
//!   void write(int[] all, int from, int count, boolean packed) { if (!packed) { write(all, from, count); return; } int end = from + count; while (from < end) { place++; n += all[from] * 3; from++; } } }
//! ```
//! ```finds
//! change-signature Out.write(int[]) -> Out.write(int[],int,int)
//! change-signature Out.write(int[],boolean) -> Out.write(int[],int,int,boolean)
//! ```
//!
//! Types are compared erased and with respect to the log, so that generics and renamed classes change no signature. An overload that
//! came beside one that stays is no change.
//!
//! What is kept and deprecated does not give way to what is deprecated as well:
//!
//! ```before
//! public class Coder { int n; public Coder(int a, String s) { n = a * 2 + s.length(); } }
//! ```
//! ```after
//! public class Coder { int n; /** @deprecated use the builder */ public Coder(int a, String s) { this(a, s, 0); }
//!   /** @deprecated use the builder */ public Coder(int a, String s, int b) { n = a * 2 + s.length(); } }
//! ```
//! ```finds
//! ```

use super::member;
use crate::delegates;
use crate::entity::{Component, Entity, EntityId, EntityKind};
use crate::log::signatures;
use crate::session::{Proposal, Session};
use rayon::prelude::*;
use reweave_model::Modifiers;
use reweave_text::Symbol;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let methods: Vec<EntityId> = session.old.of_kind(EntityKind::Method).collect();
    methods
        .into_par_iter()
        .flat_map_iter(|old| of_method(session, old, threshold))
        .collect()
}

fn of_method(session: &Session, old: EntityId, threshold: f64) -> Vec<Proposal> {
    if let Some(new) = session.rho(old) {
        if changed(session, old, new) {
            let text = session.similarity(old, new);
            let mut p = Proposal::new(old, new, text, session.sigma(old, new));
            if session.log.logged(old).is_none() {
                p.score = p.score.max(0.9);
                let note = "the name and the types of the parameters are the same";
                p.evidence.notes.push(note.into());
            }
            return vec![p];
        }
        if !session.is_outdated(old) {
            return Vec::new();
        }
    }
    let Some(class) = session.parent_image(old) else {
        return Vec::new();
    };
    let name: Symbol = if session.old.is_constructor(old) {
        session.new_entity(class).name
    } else {
        session.old_entity(old).name
    };
    let inlined = is_inlined(session, old);
    let rivals = session.new.named(Some(class), EntityKind::Method, name);
    rivals
        .iter()
        .filter(|&&new| member::alike(session, old, new) && session.is_new(new))
        // What is kept gives way to what its users can call.
        .filter(|&&new| {
            let seen = session.new_entity(new).api >= session.old_entity(old).api;
            seen || session.rho(old).is_none()
        })
        .filter(|&&new| {
            let text = || member::text(session, old, new);
            !inlined || text().is_some_and(|t| t >= threshold)
        })
        .filter_map(|&new| overload(session, old, new, threshold))
        .collect()
}

/// Whether all that the method did was to call another overload, which is still there: its callers call that one, unless one
/// came that does the same.
fn is_inlined(session: &Session, old: EntityId) -> bool {
    let target = delegates::target(session.old, session.old_references, old);
    target.is_some_and(|t| {
        session.old_entity(t).name == session.old_entity(old).name
            && session.log.logged(t).is_none()
            && session
                .rho(t)
                .is_some_and(|n| !session.new_entity(n).deprecated)
    })
}

/// Parameters, their order, their number of arguments or the return type differ.
fn changed(session: &Session, old: EntityId, new: EntityId) -> bool {
    let (Some(a), Some(b)) = signatures(session.pair(), old, new) else {
        return false;
    };
    let ret = match (&a.ret, &b.ret) {
        (Some(x), Some(y)) => session.log.same_type(session.pair(), x, y),
        (None, None) => true,
        _ => false,
    };
    let is_static = |e: &Entity| e.modifiers.has(Modifiers::STATIC);
    let other_receiver = is_static(session.old_entity(old)) != is_static(session.new_entity(new));
    !ret || other_receiver
        || a.varargs != b.varargs
        || !session.log.same_parameters(session.pair(), old, new)
        || exchanged(&a.param_names, &b.param_names)
            && session.similarity(old, new).is_none_or(|s| s >= 0.9)
}

/// The same names in another order, where the types do not show it: code that stayed the same works on other arguments then.
fn exchanged(old: &[Symbol], new: &[Symbol]) -> bool {
    old != new && old.len() == new.len() && old.iter().all(|n| new.contains(n))
}

/// The share of parameters that kept their name, whatever their type.
fn shared_names(session: &Session, old: EntityId, new: EntityId) -> f64 {
    let (Some(a), Some(b)) = signatures(session.pair(), old, new) else {
        return 0.0;
    };
    let longest = a.params.len().max(b.params.len()).max(1);
    let kept = a
        .param_names
        .iter()
        .filter(|n| b.param_names.contains(n))
        .count();
    kept as f64 / longest as f64
}

/// Whether the new method takes as many arguments.
fn takes(session: &Session, old: EntityId, new: EntityId) -> bool {
    match signatures(session.pair(), old, new) {
        (Some(a), Some(b)) => b.takes(a.params.len()),
        _ => false,
    }
}

/// Neither code nor documentation, and parameters were only added or only dropped.
fn names_speak(session: &Session, old: EntityId, new: EntityId) -> bool {
    let (Some(a), Some(b)) = signatures(session.pair(), old, new) else {
        return false;
    };
    let within = |a: &[Symbol], b: &[Symbol]| a.iter().all(|n| b.contains(n));
    let (a, b) = (&a.param_names, &b.param_names);
    member::text(session, old, new).is_none() && (within(a, b) || within(b, a))
}

/// Of all methods of the name, one left the class and one came to it.
fn only_one(session: &Session, old: EntityId, new: EntityId) -> bool {
    let (left, came) = (session.old_entity(old), session.new_entity(new));
    let left = session
        .old
        .named(left.parent, EntityKind::Method, left.name);
    let came = session
        .new
        .named(came.parent, EntityKind::Method, came.name);
    left.iter().filter(|&&m| session.rho(m).is_none()).count() == 1
        && came.iter().filter(|&&m| session.is_new(m)).count() == 1
}

/// Whether a method that the old one overrides, or that overrides it, changed to one of the same parameters as the new one: a
/// family changes together, its interface included.
fn follows_family(session: &Session, old: EntityId, new: EntityId) -> bool {
    let (before, after) = (session.old_entity(old), session.new_entity(new));
    let Some(class) = before.parent.filter(|_| session.rho(old).is_none()) else {
        return false;
    };
    let same = |component: &Component, a: EntityId, b: EntityId| match (
        &component.get(a).signature,
        &component.get(b).signature,
    ) {
        (Some(a), Some(b)) => a.params == b.params,
        _ => false,
    };
    let above = session.old.ancestors(class).iter().skip(1);
    let family = above.chain(session.old.subs(class));
    family
        .flat_map(|&up| session.old.named(Some(up), EntityKind::Method, before.name))
        .filter(|&&m| same(session.old, m, old))
        .filter_map(|&m| session.log.logged(m))
        .any(|m| session.new_entity(m).name == after.name && same(session.new, m, new))
}

/// How many parameters the longer of two signatures has more, where the shorter one's stand in it in their order, with their names.
fn more(session: &Session, old: EntityId, new: EntityId) -> Option<usize> {
    let (Some(a), Some(b)) = signatures(session.pair(), old, new) else {
        return None;
    };
    let before = a.params.iter().zip(&a.param_names);
    let after = b.params.iter().zip(&b.param_names);
    let mut kept = 0;
    let shorter = a.params.len().min(b.params.len());
    if a.params.len() < b.params.len() {
        let mut before = before.peekable();
        for (y, name) in after {
            let fits = before
                .peek()
                .is_some_and(|(x, n)| *n == name && session.same_or_retyped(x, y));
            kept += usize::from(fits && before.next().is_some());
        }
    } else {
        let mut after = after.peekable();
        for (x, name) in before {
            let fits = after
                .peek()
                .is_some_and(|(y, n)| *n == name && session.same_or_retyped(x, y));
            kept += usize::from(fits && after.next().is_some());
        }
    }
    (kept == shorter && kept > 0).then_some(a.params.len().abs_diff(b.params.len()))
}

/// Parameters came or went and the others kept their names and types; no other overload that left or came is as near to either.
fn is_nearest(session: &Session, old: EntityId, new: EntityId) -> bool {
    let Some(own) = more(session, old, new).filter(|_| session.rho(old).is_none()) else {
        return false;
    };
    let (left, came) = (session.old_entity(old), session.new_entity(new));
    let left = session
        .old
        .named(left.parent, EntityKind::Method, left.name);
    let came = session
        .new
        .named(came.parent, EntityKind::Method, came.name);
    let is_nearer = |a, b| more(session, a, b).is_some_and(|n| n <= own);
    let mut left = left
        .iter()
        .filter(|&&m| m != old && session.rho(m).is_none());
    let mut came = came.iter().filter(|&&m| m != new && session.is_new(m));
    !left.any(|&m| is_nearer(m, new)) && !came.any(|&m| is_nearer(old, m))
}

/// Every parameter kept its type, or has one that many other signatures exchanged for it.
fn retyped(session: &Session, old: EntityId, new: EntityId) -> bool {
    let (Some(a), Some(b)) = signatures(session.pair(), old, new) else {
        return false;
    };
    session.rho(old).is_none()
        && a.params.len() == b.params.len()
        && !a.params.is_empty()
        && a.params
            .iter()
            .zip(&b.params)
            .all(|(x, y)| session.same_or_retyped(x, y))
}

/// An instance method that became a static one and takes its object first.
fn takes_receiver(session: &Session, old: EntityId, new: EntityId) -> bool {
    let (Some(a), Some(b)) = signatures(session.pair(), old, new) else {
        return false;
    };
    let is_static = |e: &Entity| e.modifiers.has(Modifiers::STATIC);
    let Some((first, rest)) = b.params.split_first() else {
        return false;
    };
    !is_static(session.old_entity(old))
        && is_static(session.new_entity(new))
        && first.dimensions == 0
        && first.class.is_some()
        && first.class == session.parent_image(old)
        && rest.len() == a.params.len()
        && a.params
            .iter()
            .zip(rest)
            .all(|(x, y)| session.same_or_retyped(x, y))
}

/// Words in common that methods with nothing to do with each other do not have.
const LITTLE: f64 = 0.1;

/// Two methods of one name: the name says much, so that the text may say less the more the parameters do.
fn overload(session: &Session, old: EntityId, new: EntityId, threshold: f64) -> Option<Proposal> {
    let code = member::text(session, old, new).unwrap_or(0.0);
    let doc = session.doc_similarity(old, new).unwrap_or(0.0);
    let text = code.max(f64::midpoint(code, doc));
    let parameters = session.parameter_similarity(old, new);
    let same_number = signatures(session.pair(), old, new)
        .0
        .map(|s| s.params.len())
        == signatures(session.pair(), old, new)
            .1
            .map(|s| s.params.len());
    let references = session.sigma(old, new);
    let enough = text >= threshold
        || follows_family(session, old, new)
        || retyped(session, old, new)
        || takes_receiver(session, old, new) && text >= threshold / 2.0
        || (same_number && text >= threshold / 2.0 && references.is_none_or(|r| r >= threshold))
        || is_nearest(session, old, new) && text >= LITTLE
        || only_one(session, old, new)
            && (names_speak(session, old, new)
                || takes(session, old, new)
                    && (text >= LITTLE || shared_names(session, old, new) > 0.0));
    enough.then(|| {
        let mut p = Proposal::new(old, new, Some(text), references);
        let number = if same_number { 0.15 } else { 0.0 };
        p.score =
            p.score * 0.6 + parameters * 0.1 + shared_names(session, old, new) * 0.15 + number;
        p.evidence.notes.push("the name is the same".into());
        p
    })
}
