//! Whoever waits for an answer: told how far it is, and able to give up.

/// What a long request is given to ask and to tell.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
    /// Told what is done now, in a few words.
    pub tell: &'a (dyn Fn(&str) + Sync),
}

impl Watch<'_> {
    /// Nobody watches.
    pub const NOBODY: Watch<'static> = Watch {
        is_cancelled: &|| false,
        tell: &|_| {},
    };
}
