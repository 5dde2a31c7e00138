//! Spans, byte-range edits, line index, sets of source files and interning.
//!
//! The ground of the workspace: it knows text and nothing of any language, and depends on no other crate of Reweave.

mod depth;
mod edit;
mod html;
mod intern;
mod line_index;
mod nearest;
mod part;
mod sources;
mod span;

pub use depth::{DEEPEST, LARGEST_SOURCE, STACK};
pub use edit::{Edit, EditError, EditSet};
pub use html::{escape_html, escape_html_name};
pub use intern::{Interner, Symbol};
pub use line_index::{LineCol, LineIndex};
pub use nearest::{did_you_mean, nearest};
pub use part::Part;
pub use sources::{FileId, SourceFile, Sources};
pub use span::Span;
