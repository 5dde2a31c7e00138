//! Extract Duplicated Code: the same statements in several places of one class, which a method of their own could hold.
//!
//! ```before
//! class Report {
//!     void open(Writer out, String name, int level) {
//!         out.begin(name);
//!         String title = name.trim();
//!         if (title.length() > level) {
//!             out.indent(level * 2);
//!             out.write(title.substring(level));
//!         }
//!         out.line(1);
//!     }
//!     void close(Writer to, String text, int depth) {
//!         to.flush(true);
//!         String head = text.trim();
//!         if (head.length() > depth) {
//!             to.indent(depth * 2);
//!             to.write(head.substring(depth));
//!         }
//!         to.end();
//!     }
//! }
//! ```
//! ```after
//! class Report {
//!     void open(Writer out, String name, int level) {
//!         out.begin(name);
//!         title(out, name, level);
//!         out.line(1);
//!     }
//!     void close(Writer to, String text, int depth) {
//!         to.flush(true);
//!         title(to, text, depth);
//!         to.end();
//!     }
//!     private void title(Writer out, String name, int level) {
//!         String title = name.trim();
//!         if (title.length() > level) {
//!             out.indent(level * 2);
//!             out.write(title.substring(level));
//!         }
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::duplicates::Remedy;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("extract_duplicated.rs"),
    family: Family::Duplicate(Remedy::Extract),
};
