//! Reports in all their formats, one file each.

mod differ;
mod html;
mod json;
mod sarif;
mod text;

pub use text::why;

use crate::Report;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Json,
    Sarif,
    Html,
}

impl Format {
    pub fn write(self, report: &Report) -> String {
        match self {
            Self::Text => text::write(report),
            Self::Json => json::write(report),
            Self::Sarif => sarif::write(report),
            Self::Html => html::write(report),
        }
    }
}

/// `1 file`, `2 files`.
fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
