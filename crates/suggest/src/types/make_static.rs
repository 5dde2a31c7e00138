//! Make Method Static: a method that needs nothing of its object, or nothing but a value that can be passed, where others have
//! made it static.
//!
//! ```before
//! class Missed {
//!     private String padded(String text, int width) {
//!         String out = text;
//!         while (out.length() < width) {
//!             out = out + " ";
//!         }
//!         return out;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     static String padded(String text, int width) {
//!         String out = text;
//!         while (out.length() < width) {
//!             out = out + " ";
//!         }
//!         return out;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     int width;
//!     private String filled(String text) {
//!         String out = text;
//!         while (out.length() < width) {
//!             out = out + " ";
//!         }
//!         return out;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     static String filled(String text, int width) {
//!         String out = text;
//!         while (out.length() < width) {
//!             out = out + " ";
//!         }
//!         return out;
//!     }
//! }
//! ```
//!
//! Not when the method may override another or be overridden: then who it belongs to decides what runs.

use super::{Family, RefactoringType};
use crate::code::{Code, Word};
use crate::rewriting::Rewriting;
use reweave_model::{Kind, Role};
use reweave_vectors::{CodeBase, MethodFlags, MethodId, Receiver, Target};

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("make_static.rs"),
    family: Family::Likeness { differ, applies },
};

/// The example is static; the missed side is not, and could be.
fn differ(base: &CodeBase, missed: MethodId, example: MethodId) -> bool {
    let never = [
        MethodFlags::STATIC,
        MethodFlags::CONSTRUCTOR,
        MethodFlags::OVERRIDES,
        MethodFlags::LOCAL,
    ];
    let flags = base.method(missed).flags;
    let owner = base.owner(missed);
    let alone = owner.superclass.is_none() && owner.interfaces.is_empty() && !owner.is_interface;
    base.method(example).flags.has(MethodFlags::STATIC)
        && !never.iter().any(|&f| flags.has(f))
        && (flags.has(MethodFlags::PRIVATE) || alone)
}

/// Nothing of the object is used but fields for which the example has parameters.
fn applies(e: &Rewriting<'_>) -> bool {
    let base = e.context.base;
    let graph = e.context.graph;
    let [missed, _] = e.methods;
    let calls_own = base.sites_of(missed).any(|s| {
        let own = matches!(
            base.sites[s].receiver,
            Receiver::Implicit | Receiver::This | Receiver::Super
        );
        let is_static = matches!(graph.target(s), Target::Own(m) if base.method(m).flags.has(MethodFlags::STATIC));
        own && !is_static
    });
    let passed = |name: Word| {
        let mut pairs = e.unlike.renamed.iter().filter(|(a, _)| *a == name);
        pairs.any(|(_, b)| matches!(b, Word::Variable(v) if e.example.params.contains(v)))
    };
    let object = |c: &Code| match (c.kind, c.word) {
        (Kind::This | Kind::Super, _) => true,
        (Kind::Name, Word::Free(name)) => {
            let text = base.names.text(name);
            text.starts_with(char::is_lowercase) && !passed(c.word)
        }
        _ => false,
    };
    let sets = |c: &Code| {
        let target = match c.kind {
            Kind::Assign => c.kid(Role::Target),
            Kind::Update => c.kids.first(),
            _ => None,
        };
        target.is_some_and(|t| matches!(t.word, Word::Free(_)))
    };
    let others = e.unlike.renamed.iter().all(|&(a, _)| passed(a));
    !graph.overridden[missed.index()]
        && !calls_own
        && others
        && !e.missed.block.walk().any(|c| object(c) || sets(c))
}
