//! Normal forms: each carries one refactoring out wherever it can, so that code before and after it reads the same.

mod branches;
mod chains;
mod loops;
mod temps;

pub use branches::{consolidated, guarded, is_negative, reversed, shared_end, shared_parts};
pub use chains::{chain_temps, chained};
pub use loops::{for_each_loops, unnamed_walks};
pub use temps::{Temp, declared_late, inlined_temps, is_bare, split_temps, temps};

use crate::code::{Body, Code, Word};
use reweave_model::Kind;
use reweave_text::{Interner, Symbol};
use reweave_vectors::{CallGraph, CodeBase};

/// What rules and normal forms may ask besides the code.
pub struct Context<'a> {
    pub base: &'a CodeBase,
    pub names: &'a Interner,
    pub graph: &'a CallGraph,
    /// How many calls lead to each method.
    pub callers: Vec<u32>,
}

impl Context<'_> {
    pub fn text(&self, word: Word) -> &str {
        match word {
            Word::Text(symbol) | Word::Free(symbol) => self.names.text(symbol),
            _ => "",
        }
    }

    pub fn word(&self, text: &str) -> Word {
        Word::Text(self.names.intern(text))
    }

    /// Whether some constant of the code base has this name and value.
    pub fn is_constant(&self, name: Symbol, value: Symbol) -> bool {
        self.base.constants.contains(&(name, value))
    }
}

/// Literals stand as names, so that they may correspond to the names of constants.
pub fn named_literals(mut body: Body, _: &Context<'_>) -> Body {
    body.block = body.block.rebuild(&mut |mut code| {
        if let (Kind::Number | Kind::Str | Kind::Char, Word::Text(text)) = (code.kind, code.word) {
            code.kind = Kind::Name;
            code.word = Word::Free(text);
        }
        code
    });
    body
}

/// Whether control never comes to what follows the block.
pub fn leaves(block: &Code) -> bool {
    block.kids.last().is_some_and(|s| {
        matches!(
            s.kind,
            Kind::Return | Kind::Throw | Kind::Break | Kind::Continue
        )
    })
}
