//! What the strategies for methods and fields share: how a pair of members is judged.

use crate::entity::EntityId;
use crate::session::{Proposal, Session};

/// Code of fewer shingles is as common as a getter's: its documentation has to speak as well.
const SHORT: usize = 8;

/// Judges two members by their text, then by σ. `named` says that their name is the same, which speaks for them where nothing
/// refers to either.
pub fn judge(
    session: &Session,
    old: EntityId,
    new: EntityId,
    threshold: f64,
    named: bool,
) -> Option<Proposal> {
    let text = text(session, old, new)?;
    if text < threshold {
        return None;
    }
    let references = session.sigma(old, new);
    let parameters = session.parameter_similarity(old, new);
    let long = session.weight(old, new) >= SHORT;
    let enough = match references {
        Some(sigma) if sigma >= threshold => true,
        // Callers that were rewritten, or still use what is deprecated, do not speak against the very same code.
        Some(_) => (text >= 0.9 && long) || (named && text >= 0.8 && parameters >= 0.5),
        None if named => parameters >= 0.5 || text >= 0.8,
        None => text >= f64::midpoint(threshold, 1.0) || (parameters >= 0.99 && text >= 0.6),
    };
    enough.then(|| {
        let mut p = Proposal::new(old, new, Some(text), references);
        p.score = p.score * 0.9 + parameters * 0.1;
        p
    })
}

/// Code against code; where it is short, the mean with the documentation; where there is none, the documentation.
pub fn text(session: &Session, old: EntityId, new: EntityId) -> Option<f64> {
    let text = session.similarity(old, new)?;
    if session.weight(old, new) >= SHORT {
        return Some(text);
    }
    Some(
        session
            .doc_similarity(old, new)
            .map_or(text, |doc| f64::midpoint(text, doc)),
    )
}

/// Whether both are constructors or neither is.
pub fn alike(session: &Session, old: EntityId, new: EntityId) -> bool {
    session.old.is_constructor(old) == session.new.is_constructor(new)
}
