//! Extract Service Method: work and the handling of its failures in one method, where others have put the work into a
//! method of its own.
//!
//! ```before
//! class Missed {
//!     String decode(String text) {
//!         try {
//!             Buffer buffer = new Buffer(text.length());
//!             for (int i = 0; i < text.length(); i++) {
//!                 buffer.append(table.value(text.charAt(i)));
//!             }
//!             return buffer.asText("latin");
//!         } catch (IOException e) {
//!             return text;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     String decode(String text) {
//!         try {
//!             return decoded(text);
//!         } catch (IOException e) {
//!             return text;
//!         }
//!     }
//!     String decoded(String text) throws IOException {
//!         Buffer buffer = new Buffer(text.length());
//!         for (int i = 0; i < text.length(); i++) {
//!             buffer.append(table.value(text.charAt(i)));
//!         }
//!         return buffer.asText("latin");
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::extraction::Extraction;
use reweave_model::Kind;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("extract_service_method.rs"),
    family: Family::Extraction(applies),
};

/// Both sides are one `try`, that of the example around the call, and the callee has none.
fn applies(e: &Extraction<'_>) -> bool {
    let [only] = &e.example.block.kids[..] else {
        return false;
    };
    let guarded = matches!(&e.missed.block.kids[..], [only] if only.kind == Kind::Try);
    guarded
        && only.kind == Kind::Try
        && e.callees.iter().all(|(_, c)| c.block.count(Kind::Try) == 0)
}
