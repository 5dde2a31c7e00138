//! Encapsulate Collection Access: a collection that is reached into where others ask its owner; with the downcast, where
//! there is one.
//!
//! ```before
//! class Missed {
//!     List entries;
//!     String name(int at, int depth) {
//!         Entry entry = (Entry) entries.get(at);
//!         if (entry.depth() > depth) {
//!             return entry.name() + depth;
//!         }
//!         return entry.title();
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     List entries;
//!     String name(int at, int depth) {
//!         Entry entry = entry(at);
//!         if (entry.depth() > depth) {
//!             return entry.name() + depth;
//!         }
//!         return entry.title();
//!     }
//!     Entry entry(int at) {
//!         return (Entry) entries.get(at);
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::{Code, Word};
use crate::extraction::Extraction;
use reweave_model::{Kind, Role};

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("encapsulate_collection.rs"),
    family: Family::Extraction(applies),
};

/// What one does with the elements of a collection, in the words of the collections that languages come with.
const ACCESSES: &[&str] = &[
    "get",
    "add",
    "remove",
    "contains",
    "containsKey",
    "put",
    "set",
    "size",
    "isEmpty",
    "iterator",
    "elements",
    "elementAt",
    "addElement",
    "removeElement",
    "firstElement",
    "lastElement",
    "keySet",
    "values",
    "entrySet",
    "toArray",
    "clear",
    "push",
    "pop",
    "peek",
];

/// The callee is a single access to a collection that is a field, cast or not.
fn applies(e: &Extraction<'_>) -> bool {
    let [(_, callee)] = e.callees else {
        return false;
    };
    let [only] = &callee.block.kids[..] else {
        return false;
    };
    let mut access = only;
    while matches!(access.kind, Kind::Return | Kind::Cast) {
        match access.kids.iter().find(|k| !k.kind.is_type()) {
            Some(inner) => access = inner,
            None => return false,
        }
    }
    is_access(access, e)
}

fn is_access(code: &Code, e: &Extraction<'_>) -> bool {
    code.kind == Kind::Call
        && ACCESSES.contains(&e.context.text(code.word))
        && code
            .kid(Role::Receiver)
            .is_some_and(|r| r.kind == Kind::Name && matches!(r.word, Word::Free(_)))
}
