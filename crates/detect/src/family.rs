//! What a family of refactoring types tells of itself: one constant in its file.

use crate::Finding;
use crate::context::Context;
use crate::declared::Declarations;
use crate::diff::Diff;
use crate::moves::Moved;

/// All that is known of a change once declarations and bodies are matched.
pub struct Given<'a, 'd, 'c, 'm> {
    pub diff: &'a Diff<'d>,
    pub contexts: &'a [Context<'c, 'm>],
    pub declarations: &'a Declarations,
    pub moved: &'a Moved,
}

/// A family of types.
pub struct Family {
    /// The text of its file: the head is its page in `reweave explain` and its test.
    pub page: &'static str,
    /// Finds its types once all else is matched; none where a stage of detection asks for them itself.
    pub find: Option<fn(&Given<'_, '_, '_, '_>, &mut Vec<Finding>)>,
}
