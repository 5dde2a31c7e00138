//! Records of refactorings as text and JSON.
//!
//! A run's output is [`Format::begin`], the [`Format::entry`] of each change with [`Format::separator`] between them, and
//! [`Format::end`]. Each entry depends on its change alone, so entries are rendered by any thread and joined in order.

mod entry;
mod filter;
mod json;
mod rm_json;
mod text;

pub use entry::{Entry, Origin};
pub use filter::{Filter, FilterError};
pub use json::VERSION;
pub use text::{edit, summary};

/// How a run's records are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text {
        /// Show the matched statements and replacements behind each finding.
        explain: bool,
    },
    /// One document of all records.
    Json,
    /// One record a line.
    JsonLines,
    /// The document that RefactoringMiner writes.
    RefactoringMiner,
}

impl Format {
    pub const fn begin(self) -> &'static str {
        match self {
            Self::Text { .. } | Self::JsonLines => "",
            Self::Json => json::BEGIN,
            Self::RefactoringMiner => rm_json::BEGIN,
        }
    }

    pub const fn separator(self) -> &'static str {
        match self {
            Self::Text { .. } => "\n",
            Self::JsonLines => "",
            Self::Json | Self::RefactoringMiner => ",\n",
        }
    }

    pub const fn end(self) -> &'static str {
        match self {
            Self::Text { .. } | Self::JsonLines => "",
            Self::Json => json::END,
            Self::RefactoringMiner => rm_json::END,
        }
    }

    /// One change, ended with a line break where the format wants one. Text carries colours; writing to anything but a
    /// terminal strips them.
    pub fn entry(self, entry: &Entry) -> String {
        match self {
            Self::Text { explain } => text::entry(entry, explain),
            Self::Json => json::entry(entry),
            Self::JsonLines => json::entry(entry) + "\n",
            Self::RefactoringMiner => rm_json::entry(entry),
        }
    }
}
