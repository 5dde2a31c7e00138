//! What rules ask of a pair whose sides do the same in other words.

use crate::align::{Alignment, Statement};
use crate::code::Body;
use crate::normal::Context;
use reweave_vectors::MethodId;

/// A confirmed pair whose sides read the same in a normal form.
pub struct Rewriting<'a> {
    pub context: &'a Context<'a>,
    pub missed: &'a Body,
    pub example: &'a Body,
    /// Of the normal forms.
    pub alignment: &'a Alignment,
    /// Of the code as it stands.
    pub unlike: &'a Alignment,
    pub sides: [&'a [Statement]; 2],
    /// The missed one, and the example.
    pub methods: [MethodId; 2],
}

impl Rewriting<'_> {
    /// Whether the sides speak of the same things. Methods of one name or type may differ in more.
    pub fn agrees(&self) -> bool {
        let base = self.context.base;
        let [missed, example] = self.methods.map(|m| base.method(m));
        let akin = missed.name == example.name || missed.owner == example.owner;
        self.alignment.agrees(akin)
    }
}
