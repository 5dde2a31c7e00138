//! What a refactoring may not change and no edge shows: what a check of it is called and says.

/// A check as users know it; the language has what it looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// `synchronized-class`
    pub name: &'static str,
    /// The word for `--allow`.
    pub kind: &'static str,
    /// What would change, and what to do.
    pub message: &'static str,
}
