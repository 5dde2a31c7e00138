//! The log of what a release refactored: what `compare` writes, people edit and `replay` carries out.
//!
//! [`Log`] is the document. It is written and read as JSON ([`json`]) and as Eclipse's refactoring script ([`eclipse`]),
//! and shown as text and HTML. Entries stand in an order in which they can be carried out: packages, classes,
//! members, signatures; `old` is always the name in the old release and `new` that in the new one.

mod check;
pub mod eclipse;
mod entry;
mod error;
pub mod html;
pub mod json;
mod name;
mod packages;
mod semver;
pub mod text;

pub use entry::{Element, Entry, Evidence, Kind, Log, Parameter, Removed, Side, is_test_place};
pub use error::LogError;
pub use name::{Name, current, same_type, simple_type, simplified};
pub use packages::Packages;
pub use semver::{Break, Level, breaks, verdict};

/// Reads either form, by how it begins.
pub fn read(text: &str) -> Result<Log, LogError> {
    match text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .chars()
        .next()
    {
        Some('{') => json::read(text),
        Some('<') => eclipse::read(text),
        Some(_) => Err(LogError::Unknown),
        None => Err(LogError::Empty),
    }
}
