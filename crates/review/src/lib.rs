//! What is left to read of a change once its refactorings are taken out.
//!
//! [`FileDiff::parse`] reads the changed lines as git counts them. [`Ledger::new`] puts each of them in exactly one
//! [`Bucket`]: a line is taken out only where a finding accounts for it; what nothing accounts for is left over. [`Review`]
//! joins the ledger with the findings of the record and with [`Notes`] of others, [`page`] writes it as one HTML file, and [`gate`] judges it by the rules
//! of a project.

mod account;
pub mod gate;
mod git_diff;
mod imports;
mod ledger;
mod note;
pub mod page;
mod review;
mod sarif;
mod source_lines;

pub use git_diff::{FileDiff, Hunk};
pub use ledger::{Bucket, ChangedLine, Count, FileLedger, Ledger};
pub use note::{COMPARE, Note, Notes, SUGGEST};
pub use review::{Review, Row};
pub use sarif::sarif;
pub use source_lines::Sources;
