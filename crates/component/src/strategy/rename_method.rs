//! Rename Method: a method that kept its class and its code, but not its name.
//!
//! ```before
//! public class Stack { int n; public int size() { return n < 0 ? 0 : n; } public boolean empty() { return size() == 0; } }
//! ```
//! ```after
//! public class Stack { int n; public int depth() { return n < 0 ? 0 : n; } public boolean empty() { return depth() == 0; } }
//! ```
//! ```finds
//! rename-method Stack.size() -> Stack.depth()
//! ```
//!
//! An open world keeps what it replaces; the name is then found although the old one still exists:
//!
//! ```before
//! public class Action { int n; public int perform(int a) { n = a * 2; return n - 1; } int run() { return perform(3); } }
//! ```
//! ```after
//! public class Action { int n; public int execute(int a) { n = a * 2; return n - 1; } int run() { return execute(3); }
//!   /** @deprecated use execute */ public int perform(int a) { return execute(a); } }
//! ```
//! ```finds
//! rename-method Action.perform(int) -> Action.execute(int)
//! ```
//!
//! An accessor follows its field, which has no use but through it:
//!
//! ```before
//! public class Pool { private int most; public int getMost() { return most; } public void setMost(int most) { this.most = most; } }
//! ```
//! ```after
//! public class Pool { private int limit; public int getLimit() { return limit < 0 ? Integer.MAX_VALUE : limit; }
//!   public void setLimit(int limit) { if (limit == 0) throw new IllegalArgumentException("no objects at all"); this.limit = limit; } }
//! ```
//! ```finds
//! rename-method Pool.getMost() -> Pool.getLimit()
//! rename-method Pool.setMost(int) -> Pool.setLimit(int)
//! ```
//!
//! Once a method is known to be renamed, those that override it are, too. A method that kept its name and changed its signature was not
//! renamed, however alike the other methods of its class are:
//!
//! ```before
//! public class Lines { int n; public void top(int c, int[] all) { for (int i = 0; i < all.length; i++) { all[i] = c + n * 2; n = n - 1; } }
//!   public void end(int c, int[] all) { for (int i = 0; i < all.length; i++) { all[i] = c - n * 2; n = n - 1; } } }
//! ```
//! ```after
//! public class Lines { int n; public void top(long c, int[] all) { for (int i = 0; i < all.length; i++) { int k = (int) c - n * 2; all[i] = k; n = n - 1; } }
//!   public void end(long c, int[] all) { for (int i = 0; i < all.length; i++) { int k = (int) c + n * 2; all[i] = k; n = n - 1; } } }
//! ```
//! ```finds
//! change-signature Lines.end(int,int[]) -> Lines.end(long,int[])
//! change-signature Lines.top(int,int[]) -> Lines.top(long,int[])
//! ```
//!
//! What many methods of a class do tells nothing of any:
//!
//! ```before
//! public class Type { public boolean hasCollation() { return false; } public boolean isText() { return false; } public boolean isDate() { return true; } }
//! ```
//! ```after
//! public class Type { public boolean mayBeNull() { return false; } public boolean isText() { return false; } public boolean isDate() { return true; } }
//! ```
//! ```finds
//! ```
//!
//! Nor was one that the class inherits now:
//!
//! ```before
//! public class Base { }
//! public class Cell extends Base { int n; public void fill(int a) { n = a * 2; if (n > 9) n = 9 - a; } }
//! ```
//! ```after
//! public class Base { int times; public void fill(int a) { times = times + 1; fillIt(a); } void fillIt(int a) { } }
//! public class Cell extends Base { int n; public void fillIt(int a) { n = a * 2; if (n > 9) n = 9 - a; } }
//! ```
//! ```finds
//! ```

use super::member::{self, Name};
use crate::candidates;
use crate::entity::{Component, EntityId, EntityKind};
use crate::references::References;
use crate::session::{Proposal, Session};
use crate::signature::Signature;
use crate::words::shared_words;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let mut pairs = candidates::within_classes(session, EntityKind::Method);
    pairs.extend(candidates::similar(session, EntityKind::Method, threshold));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
        .into_iter()
        .filter(|&(old, new)| {
            session.parent_image(old) == session.new_entity(new).parent
                && session.old_entity(old).name != session.new_entity(new).name
                && !session.old.is_constructor(old)
                && !session.new.is_constructor(new)
                && names_changed(session, old, new)
        })
        .filter_map(|(old, new)| {
            overrides_renamed(session, old, new).or_else(|| {
                let is_alone =
                    !is_inherited(session, old) && !keeps_name(session, old, new, threshold);
                is_alone
                    .then(|| on_its_own(session, old, new, threshold))
                    .flatten()
            })
        })
        .collect()
}

/// The new name is new to the class and the old one left it, among methods of as many parameters: else an overload changed
/// its signature, or another method its body.
fn names_changed(session: &Session, old: EntityId, new: EntityId) -> bool {
    let count = |s: &Option<Box<Signature>>| s.as_ref().map(|s| s.params.len());
    let new_count = count(&session.new_entity(new).signature);
    let name = session.new_entity(new).name;
    let had = session
        .old
        .named(session.old_entity(old).parent, EntityKind::Method, name)
        .iter()
        .any(|&m| count(&session.old_entity(m).signature) == new_count);
    !had && member::left(session, old)
}

fn on_its_own(session: &Session, old: EntityId, new: EntityId, threshold: f64) -> Option<Proposal> {
    member::judge(session, old, new, threshold, Name::Changed)
        .or_else(|| systematic(session, old, new))
        .or_else(|| follows_field(session, old, new))
        .or_else(|| without_text(session, old, new))
}

/// Whether the class has the method from above now: callers need no other name.
fn is_inherited(session: &Session, old: EntityId) -> bool {
    let image = session
        .parent_image(old)
        .filter(|_| session.rho(old).is_none());
    image.is_some_and(|class| member::is_inherited(session, old, class))
}

/// Whether one refactoring explains more than two: the method kept its name and changed its signature, or the new one did, and the
/// pair at hand would have to have changed both.
fn keeps_name(session: &Session, old: EntityId, new: EntityId, threshold: f64) -> bool {
    if session.log.same_parameters(session.pair(), old, new) {
        return false;
    }
    let (before, after) = (session.old_entity(old), session.new_entity(new));
    let alike = |a, b| member::text(session, a, b).is_some_and(|t| t >= threshold / 2.0);
    let came = session
        .new
        .named(after.parent, EntityKind::Method, before.name);
    let left = session
        .old
        .named(before.parent, EntityKind::Method, after.name);
    came.iter().any(|&m| session.is_new(m) && alike(old, m))
        || left
            .iter()
            .any(|&m| session.rho(m).is_none() && alike(m, new))
}

/// The words of the name changed as in many other names, and the parameters are the same.
fn systematic(session: &Session, old: EntityId, new: EntityId) -> Option<Proposal> {
    let gone = session.rho(old).is_none();
    let text = session.similarity(old, new);
    let (before, after) = (session.old_entity(old), session.new_entity(new));
    let whole = session.systematic.named_alike(before.name, after.name);
    let (name, name_now) = (session.old.simple_name(old), session.new.simple_name(new));
    let beside = |class| session.systematic.renamed_beside(class, name, name_now);
    let words = session.renamed_alike(old, new) || before.parent.is_some_and(beside);
    let words = words && text.is_none_or(|t| t >= 0.2);
    let fits = gone
        && (whole || words)
        && session.parameter_similarity(old, new) >= 0.99
        && session.new_entity(new).api >= session.old_entity(old).api;
    fits.then(|| {
        let mut p = Proposal::new(old, new, text, session.sigma(old, new));
        let note = "many names exchanged the same words";
        p.evidence.notes.push(note.into());
        p.score = p.score.max(0.6);
        p
    })
}

/// Both use one field of their class: that of the old one is gone, that of the new one came with its type, and each method is called
/// after its field in the same way.
fn follows_field(session: &Session, old: EntityId, new: EntityId) -> Option<Proposal> {
    let of = |component: &Component, references: &References, method: EntityId| {
        let class = component.get(method).parent;
        let used = references.outgoing(method).iter().map(|&(to, _)| to);
        let is_own = |&to: &EntityId| {
            component.get(to).kind == EntityKind::Field && component.get(to).parent == class
        };
        let mut own = used.filter(is_own);
        own.next().filter(|_| own.next().is_none())
    };
    let gone = of(session.old, session.old_references, old)?;
    let came = of(session.new, session.new_references, new)?;
    let rest = |component: &Component, method, field| {
        let method = component.simple_name(method).to_lowercase();
        let (before, after) = method.split_once(&component.simple_name(field).to_lowercase())?;
        Some((before.to_owned(), after.to_owned()))
    };
    let types = (session.old_entity(gone).ty, session.new_entity(came).ty);
    let same_type =
        matches!(types, (Some(a), Some(b)) if session.log.same_type(session.pair(), &a, &b));
    let renamed = session.log.logged(gone).is_none_or(|n| n == came);
    let fits = session.rho(old).is_none()
        && session.rho(gone).is_none_or(|n| n == came)
        && (session.is_new(came) || session.log.logged(gone) == Some(came))
        && renamed
        && same_type
        && rest(session.old, old, gone)? == rest(session.new, new, came)?
        && session.parameter_similarity(old, new) >= 0.99
        && session.new_entity(new).api >= session.old_entity(old).api;
    fits.then(|| {
        let (text, references) = (session.similarity(old, new), session.sigma(old, new));
        let mut p = Proposal::new(old, new, text, references);
        let note = "the field that it gives or sets has another name";
        p.evidence.notes.push(note.into());
        p.score = p.score.max(0.6);
        p
    })
}

/// Methods without body and documentation: by who refers to them, their parameters and their words.
fn without_text(session: &Session, old: EntityId, new: EntityId) -> Option<Proposal> {
    if session.similarity(old, new).is_some() || session.rho(old).is_some() {
        return None;
    }
    let sigma = session.sigma(old, new)?;
    let words = shared_words(session.old.simple_name(old), session.new.simple_name(new));
    let fits = sigma >= 0.75
        && words >= 0.5
        && session.parameter_similarity(old, new) >= 0.99
        && session.old_references.uses(old) >= 2;
    fits.then(|| Proposal::new(old, new, None, Some(sigma)))
}

/// Whether the pair overrides, or is overridden by, a method that the log renames the same way.
fn overrides_renamed(session: &Session, old: EntityId, new: EntityId) -> Option<Proposal> {
    let class = session.old_entity(old).parent?;
    let name = session.old_entity(old).name;
    let related = session
        .old
        .ancestors(class)
        .iter()
        .skip(1)
        .chain(session.old.subs(class));
    let text = |s: &Option<Box<Signature>>| {
        s.as_ref()
            .map(|s| s.text(&session.old.sources.program.names))
    };
    let parameters = |m: EntityId| text(&session.old_entity(m).signature);
    let new_parameters = |m: EntityId| text(&session.new_entity(m).signature);
    let renamed = related
        .flat_map(|&c| session.old.named(Some(c), EntityKind::Method, name))
        .any(|&other| {
            session.log.logged(other).is_some_and(|image| {
                session.new_entity(image).name == session.new_entity(new).name
                    && parameters(other) == parameters(old)
                    && new_parameters(image) == new_parameters(new)
            })
        });
    if !renamed {
        return None;
    }
    let mut p = Proposal::new(
        old,
        new,
        session.similarity(old, new),
        session.sigma(old, new),
    );
    p.evidence
        .notes
        .push("a method that it overrides or that overrides it was renamed the same way".into());
    p.score = p.score.max(0.8);
    Some(p)
}
