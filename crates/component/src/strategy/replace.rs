//! Replace: something that is gone or newly deprecated, whose `@deprecated` names what to use instead.
//!
//! ```before
//! public class Sizes { /** @deprecated use {@link #length(String)} */ public int size(String s) { return s == null ? 0 : 1; }
//!   public int length(String s) { return s.length() * 2; } }
//! ```
//! ```after
//! public class Sizes { public int length(String s) { return s.length() * 2; } }
//! ```
//! ```finds
//! replace Sizes.size(String) -> Sizes.length(String)
//! ```
//!
//! Of overloads the link names one:
//!
//! ```before
//! public class Pool { Object f; int n; public Pool() { n = 3; } public Pool(Object f) { this.f = f; } public Pool(int n) { this.n = n; } }
//! ```
//! ```after
//! public class Pool { Object f; int n; /** @deprecated use {@link #Pool(Object)} */ public Pool() { n = 3; } public Pool(Object f) { this.f = f; } public Pool(int n) { this.n = n; } }
//! ```
//! ```finds
//! replace Pool.Pool() -> Pool.Pool(Object)
//! ```
//!
//! Prose will do where it names something that is there:
//!
//! ```before
//! public class Sizes { /** @deprecated As of 2.0, replaced by <code>lengthOf(String)</code>. */ public int size(String s) { return s == null ? 0 : 1; }
//!   public int lengthOf(String s) { return s.length() * 2; } }
//! ```
//! ```after
//! public class Sizes { public int lengthOf(String s) { return s.length() * 2; } }
//! ```
//! ```finds
//! replace Sizes.size(String) -> Sizes.lengthOf(String)
//! ```
//!
//! A method that did nothing but call another one needs no word: its callers call the other one.
//!
//! ```before
//! public class Ink { public Ink(int a) { this(a, 7); } public Ink(int a, int b) { total = a * b; } int total; public int mix(int a) { return mix(a, 3); }
//!   public int mix(int a, int b) { return a * total + b; } }
//! ```
//! ```after
//! public class Ink { public Ink(int a, int b) { total = a * b; } int total; public int mix(int a, int b) { return a * total + b; } }
//! ```
//! ```finds
//! replace Ink.Ink(int) -> Ink.Ink(int,int)
//! replace Ink.mix(int) -> Ink.mix(int,int)
//! ```
//!
//! Nor does the constructor of a class that became an interface, where one class has its code now:
//!
//! ```before
//! public class Reader { int n; public Reader(int from) { n = from; } public int read() { n = n * 2 + 1; return n > 9 ? n : 9; } }
//! ```
//! ```after
//! //- Reader.java
//! public interface Reader { int read(); }
//! //- PlainReader.java
//! public class PlainReader implements Reader { int n; public PlainReader(int from) { n = from; } public int read() { n = n * 2 + 1; return n > 9 ? n : 9; } }
//! ```
//! ```finds
//! class-to-interface Reader -> Reader
//! replace Reader.Reader(int) -> PlainReader.PlainReader(int)
//! ```
//!
//! The text is the author's word: no similarity is asked for. Where it names no parameters, the overload that is nearest is meant.

use super::{class_to_interface, member};
use crate::delegates;
use crate::entity::{Component, EntityId, EntityKind};
use crate::scope;
use crate::session::{Proposal, Session};
use reweave_model::Modifiers;
use reweave_text::Symbol;

pub fn propose(session: &Session, _threshold: f64) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for old in session.old.ids() {
        if session.old_entity(old).kind == EntityKind::Package || session.log.logged(old).is_some()
        {
            continue;
        }
        let kept = session.rho(old);
        if !session.is_outdated(old) {
            continue;
        }
        let fits = |&n: &EntityId| Some(n) != kept && member::alike(session, old, n);
        let named = advised(session, old, kept).filter(fits);
        let named = named.map(|n| (n, "@deprecated names it"));
        let called = || {
            let called = called_instead(session, old, kept).filter(fits)?;
            Some((called, "to call it was all that the method did"))
        };
        let Some((new, why)) = named.or_else(called).or_else(|| made_instead(session, old)) else {
            continue;
        };
        let mut p = Proposal::new(
            old,
            new,
            session.similarity(old, new),
            session.sigma(old, new),
        );
        p.evidence.notes.push(why.into());
        p.score = 0.9;
        proposals.push(p);
    }
    proposals
}

/// What `@deprecated` advises, as the new release has it.
fn advised(session: &Session, old: EntityId, kept: Option<EntityId>) -> Option<EntityId> {
    match kept {
        None => {
            let target = named_in(session, session.old, old)?;
            in_new(session, old, target)
        }
        Some(new) => {
            let target = named_in(session, session.new, new)?;
            nearest(session, old, session.new, target)
        }
    }
}

/// What a method called that did nothing else: who called it calls that one now.
fn called_instead(session: &Session, old: EntityId, kept: Option<EntityId>) -> Option<EntityId> {
    let is_static = session.old_entity(old).modifiers.has(Modifiers::STATIC);
    let stays = match session.parent_image(old) {
        Some(image) => kept.is_some() || !member::is_inherited(session, old, image),
        // What was called on an object of a class that is gone has none any more.
        None => is_static,
    };
    if !stays {
        return None;
    }
    let called_now = |m| delegates::target(session.new, session.new_references, m);
    let mut new = match kept {
        None => session.rho(delegates::target(session.old, session.old_references, old)?)?,
        Some(new) => called_now(new)?,
    };
    for _ in 0..LONGEST_CHAIN {
        if !session.new_entity(new).deprecated {
            break;
        }
        new = called_now(new).unwrap_or(new);
    }
    (session.new_entity(new).api >= session.old_entity(old).api).then_some(new)
}

/// How many deprecated methods call each other at most.
const LONGEST_CHAIN: usize = 8;

/// A class that became an interface is created by the constructors of the class that has its code.
fn made_instead(session: &Session, old: EntityId) -> Option<(EntityId, &'static str)> {
    let class = session.old_entity(old).parent?;
    if !session.old.is_constructor(old) || session.rho(old).is_some() {
        return None;
    }
    let image = session.rho(class)?;
    let heir = class_to_interface::heir(session, class, image)?;
    let name = session.new_entity(heir).name;
    let constructors = session.new.named(Some(heir), EntityKind::Method, name);
    let mut same = constructors.iter().copied().filter(|&new| {
        session.new.is_constructor(new)
            && session.log.same_parameters(session.pair(), old, new)
            && session.new_entity(new).api >= session.old_entity(old).api
    });
    Some((
        same.next()?,
        "the class of the constructor became an interface",
    ))
}

/// What a documentation comment advises, in the release where it stands.
#[derive(Clone, Copy)]
struct Target<'a> {
    class: EntityId,
    member: Option<Symbol>,
    /// The types of the parameters as the text lists them, where it does.
    types: Option<&'a str>,
}

/// The element that the advice of `@deprecated` names, by a link or in prose.
fn named_in<'a>(session: &Session, component: &Component<'a>, id: EntityId) -> Option<Target<'a>> {
    let (_, after) = component.doc(id).split_once("@deprecated")?;
    let advice = after.split("\n     * @").next().unwrap_or(after);
    let advice = advice.split("* @").next().unwrap_or(advice);
    let linked = advice.split_once("{@link").map(|(_, after)| {
        let after = after.strip_prefix("plain").unwrap_or(after);
        let link = after.split('}').next().unwrap_or_default();
        let (name, types) = match link.split_once('(') {
            Some((name, types)) => (name, types.split(')').next()),
            None => (link, None),
        };
        (name.split_whitespace().next().unwrap_or_default(), types)
    });
    if let Some((link, types)) = linked {
        let target = resolve(session, component, id, link)?;
        return Some(Target { types, ..target });
    }
    // Prose: what follows "use", "replaced by" and the like, where it names something.
    let mut words = advice.split_whitespace().map(plain_word);
    while let Some(word) = words.next() {
        if !LEADS.iter().any(|l| word.eq_ignore_ascii_case(l)) {
            continue;
        }
        let mut named = words.clone().take(WORDS_AFTER);
        let target = named.find_map(|w| resolve(session, component, id, w));
        if let Some(target) = target {
            return Some(target);
        }
    }
    None
}

/// What comes before the name of a replacement.
const LEADS: &[&str] = &[
    "use", "by", "of", "to", "call", "see", "with", "prefer", "instead",
];

/// How far behind it the name stands at most.
const WORDS_AFTER: usize = 4;

/// A word of prose without tags, quotes, punctuation and the arguments of a call.
fn plain_word(word: &str) -> &str {
    let word = word
        .trim_start_matches("{@code")
        .trim_start_matches("<code>");
    let word = word.trim_start_matches("<tt>");
    let word = word.split(['(', '<', '}', ',', ';']).next().unwrap_or(word);
    word.trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '#')))
}

/// What a word of documentation names: `Class`, `Class#member`, `Class.member`, `#member`, or a member of its own class that a
/// word alone can only be where it is written like one.
fn resolve<'a>(
    session: &Session,
    component: &Component<'a>,
    id: EntityId,
    link: &str,
) -> Option<Target<'a>> {
    let link = if link.contains('#') || component.get(id).kind == EntityKind::Class {
        link.to_owned()
    } else {
        let is_member = |w: &str| w.chars().next().is_some_and(|c| !c.is_uppercase());
        match link.rsplit_once('.') {
            Some((class, member)) if is_member(member) => format!("{class}#{member}"),
            None if is_member(link) && link.chars().any(char::is_uppercase) => format!("#{link}"),
            _ => link.to_owned(),
        }
    };
    let (class, member) = link
        .split_once('#')
        .map_or((link.as_str(), None), |(c, m)| (c, Some(m)));
    let (file, _) = component.file_of(id)?;
    let around = component.class_around(id)?;
    let names = &session.old.sources.program.names;
    let class = if class.is_empty() {
        around
    } else {
        let segments: Option<Vec<Symbol>> = class.split('.').map(|s| names.get(s)).collect();
        scope::class_of_segments(component, file, Some(around), &segments?)?
    };
    let member = match member {
        Some(member) => Some(names.get(member)?),
        None => None,
    };
    Some(Target {
        class,
        member,
        types: None,
    })
}

/// An advice of the old release, followed into the new one.
fn in_new(session: &Session, old: EntityId, target: Target) -> Option<EntityId> {
    let class = session.rho(target.class)?;
    let found = nearest(session, old, session.new, Target { class, ..target });
    found.or_else(|| {
        let member = target.member?;
        let renamed = session
            .old
            .named(Some(target.class), session.old_entity(old).kind, member);
        renamed.iter().find_map(|&m| session.rho(m))
    })
}

/// The member of that name whose parameters are nearest to those of the old one.
fn nearest(
    session: &Session,
    old: EntityId,
    component: &Component,
    target: Target,
) -> Option<EntityId> {
    let kind = session.old_entity(old).kind;
    let Some(member) = target.member else {
        return (kind == EntityKind::Class).then_some(target.class);
    };
    let found = component
        .ancestors(target.class)
        .iter()
        .map(|&c| component.named(Some(c), kind, member))
        .find(|named| !named.is_empty())?;
    let kept = session.rho(old);
    let found = found.iter().copied().filter(|&m| Some(m) != kept);
    let key = |m: EntityId| {
        let listed = target.types.is_some_and(|t| takes(component, m, t));
        (listed, session.parameter_similarity(old, m))
    };
    found.max_by(|&a, &b| {
        let ((a_listed, a_near), (b_listed, b_near)) = (key(a), key(b));
        let listed = a_listed.cmp(&b_listed);
        listed.then(a_near.total_cmp(&b_near)).then(b.cmp(&a))
    })
}

/// Whether the parameters of a method have the types that a link lists: simple names or qualified ones, perhaps with names.
fn takes(component: &Component, method: EntityId, types: &str) -> bool {
    let Some(signature) = &component.get(method).signature else {
        return false;
    };
    let listed: Vec<&str> = types.split(',').map(str::trim).collect();
    let listed = listed.into_iter().filter(|t| !t.is_empty());
    let simple = |t: &str| {
        let ty = t.split_whitespace().next().unwrap_or_default();
        ty.rsplit('.').next().unwrap_or_default().to_owned()
    };
    let last = signature.params.len().saturating_sub(1);
    let own = signature.params.iter().enumerate();
    let own = own.map(|(i, p)| {
        p.text(
            &component.sources.program.names,
            signature.varargs && i == last,
        )
    });
    own.eq(listed.map(simple))
}
