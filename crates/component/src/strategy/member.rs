//! What the strategies for methods and fields share: how a pair of members is judged.

use crate::entity::{Component, EntityId, EntityKind};
use crate::session::{Proposal, Session};
use crate::shingles::Shingles;
use crate::signature::Signature;
use crate::words::shared_words;

/// Code of fewer shingles is as common as a getter's: its documentation has to speak as well.
const SHORT: usize = 8;

/// Whether a pair of members kept the name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Name {
    Kept,
    Changed,
}

/// Judges two members of one class or one hierarchy by their text, then by σ. What clients may use becomes something that
/// they may use, unless the very same method went to a class that they do not see.
pub fn judge(
    session: &Session,
    old: EntityId,
    new: EntityId,
    threshold: f64,
    name: Name,
) -> Option<Proposal> {
    let text = text(session, old, new)?;
    if text < threshold {
        return None;
    }
    let references = session.sigma(old, new);
    let parameters = session.parameter_similarity(old, new);
    let same = name == Name::Kept && text >= 0.99 && parameters >= 0.99;
    let (before, after) = (session.old_entity(old), session.new_entity(new));
    let hidden = !after.api
        || name == Name::Changed && after.modifiers.visibility() < before.modifiers.visibility();
    if before.api && hidden && !same {
        return None;
    }
    if name == Name::Changed && says_nothing(session, old, new) {
        return references
            .filter(|&sigma| sigma >= session.sigma_threshold(threshold))
            .map(|_| Proposal::new(old, new, Some(text), references));
    }
    let long = session.weight(old, new) >= SHORT;
    let gone = session.rho(old).is_none();
    let enough = match (references, name) {
        (Some(sigma), _) if sigma >= session.sigma_threshold(threshold) => true,
        // Callers that were rewritten, or still use what is deprecated, do not speak against the very same code.
        (Some(_), Name::Changed) => {
            (text >= 0.9 && long) || (text >= 0.7 && parameters >= 0.99 && gone)
        }
        (Some(_), Name::Kept) => (text >= 0.9 && long) || (text >= 0.8 && parameters >= 0.5),
        (None, Name::Kept) => (parameters >= 0.5 && text >= 0.6) || text >= 0.8,
        (None, Name::Changed) => {
            text >= f64::midpoint(threshold, 1.0) || (parameters >= 0.99 && text >= 0.6)
        }
    };
    enough.then(|| {
        let mut p = Proposal::new(old, new, Some(text), references);
        p.score = p.score * 0.9 + parameters * 0.1;
        p
    })
}

/// Code that other methods of the class have as well tells none of them from the others, unless the names do.
fn says_nothing(session: &Session, old: EntityId, new: EntityId) -> bool {
    let shared = |component: &Component, shingles: &Shingles, m: EntityId| {
        let entity = component.get(m);
        let (code, doc) = (&shingles.code[m.index()], &shingles.doc[m.index()]);
        let class = entity.parent.into_iter();
        let mut siblings = class.flat_map(|c| component.children_of_kind(c, EntityKind::Method));
        !code.is_empty()
            && doc.is_empty()
            && siblings
                .any(|s| component.get(s).name != entity.name && shingles.code[s.index()] == *code)
    };
    let words = shared_words(session.old.simple_name(old), session.new.simple_name(new));
    words <= 0.5
        && (shared(session.old, session.old_shingles, old)
            || shared(session.new, session.new_shingles, new))
}

/// Code against code; where it is short, the mean with the documentation; where there is none, the documentation.
pub fn text(session: &Session, old: EntityId, new: EntityId) -> Option<f64> {
    let text = session.similarity(old, new)?;
    let long = session.weight(old, new) >= SHORT;
    let documented = !session.old_shingles.doc[old.index()].is_empty();
    Some(match session.doc_similarity(old, new) {
        _ if long => text,
        Some(doc) => f64::midpoint(text, doc),
        // A method that lost its documentation is rather another one.
        None if documented => text * 0.75,
        None => text,
    })
}

/// Whether both are constructors or neither is.
pub fn alike(session: &Session, old: EntityId, new: EntityId) -> bool {
    session.old.is_constructor(old) == session.new.is_constructor(new)
}

/// Whether a class of the new release inherits a member with the name and the parameters of the old one.
pub fn is_inherited(session: &Session, old: EntityId, class: EntityId) -> bool {
    let entity = session.old_entity(old);
    session.new.ancestors(class)[1..].iter().any(|&up| {
        session
            .new
            .named(Some(up), entity.kind, entity.name)
            .iter()
            .any(|&m| {
                entity.kind != EntityKind::Method
                    || session.log.same_parameters(session.pair(), old, m)
            })
    })
}

/// Whether no method of that name and as many parameters came to its class: else its signature changed.
pub fn left(session: &Session, old: EntityId) -> bool {
    let count = |s: &Option<Box<Signature>>| s.as_ref().map(|s| s.params.len());
    let wanted = count(&session.old_entity(old).signature);
    let Some(class) = session.parent_image(old) else {
        return true;
    };
    let name = session.old_entity(old).name;
    !session
        .new
        .named(Some(class), EntityKind::Method, name)
        .iter()
        .any(|&m| count(&session.new_entity(m).signature) == wanted && session.is_new(m))
}

/// Whether a method of its name that came to its own class is as much like it as the one elsewhere, which takes other
/// parameters: then its signature changed, and those of its family with it.
pub fn stayed_at_home(session: &Session, old: EntityId, new: EntityId) -> bool {
    let Some(class) = session.parent_image(old) else {
        return false;
    };
    if session.log.same_parameters(session.pair(), old, new) {
        return false;
    }
    let likeness = |m: EntityId| text(session, old, m).unwrap_or_default();
    let name = session.old_entity(old).name;
    session
        .new
        .named(Some(class), EntityKind::Method, name)
        .iter()
        .any(|&m| m != new && session.is_new(m) && likeness(m) >= likeness(new))
}
