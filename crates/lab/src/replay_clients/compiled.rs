//! What javac says of a client: every error, and every use of what is deprecated.

use anyhow::Result;
use reweave_javac::{Compile, Diagnostic, Javac, Kind};
use reweave_text::Sources;
use std::fmt;
use std::path::PathBuf;

#[derive(Clone, Debug, Default)]
pub struct Compiled {
    pub errors: Vec<Diagnostic>,
    pub deprecations: Vec<Diagnostic>,
}

impl fmt::Display for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (errors, warnings) = (self.errors.len(), self.deprecations.len());
        write!(f, "{errors} errors and {warnings} deprecation warnings")
    }
}

/// Compiles all Java files together.
pub fn compile(sources: &Sources, class_path: &[PathBuf]) -> Result<Compiled> {
    let how = Compile {
        class_path,
        deprecations: true,
        ..Compile::default()
    };
    let told = Javac::find()?.compile(sources, &how)?.diagnostics();
    let (errors, deprecations) = told.into_iter().partition(|d| d.kind == Kind::Error);
    Ok(Compiled {
        errors,
        deprecations,
    })
}
