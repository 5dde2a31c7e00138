//! Reports in all their formats, one file each.

mod json;
mod text;

use crate::Report;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Json,
}

impl Format {
    pub fn write(self, report: &Report) -> String {
        match self {
            Self::Text => text::write(report),
            Self::Json => json::write(report),
        }
    }
}
