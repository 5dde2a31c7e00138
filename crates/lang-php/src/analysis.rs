//! A program with everything that refactorings ask about it.

use crate::bind::{Bindings, bind};
use crate::dynamic::{Dynamic, dynamics};
use crate::file::SourceFile;
use crate::program::Program;
use reweave_text::{FileId, Sources};
use std::sync::OnceLock;

pub struct Analysis {
    pub program: Program,
    pub bindings: Bindings,
    dynamics: OnceLock<Vec<Dynamic>>,
}

impl Analysis {
    /// Reads all files; those whose text `earlier` shares are not parsed again.
    pub fn new(sources: &Sources, earlier: Option<(&Sources, &Self)>) -> Self {
        let mut files = Vec::with_capacity(sources.id_bound());
        for i in 0..sources.id_bound() {
            let id = FileId(i as u32);
            let kept = earlier
                .filter(|(before, _)| sources.shares_text(before, id))
                .and_then(|(_, analysis)| analysis.program.files.get(i).cloned());
            files.push(kept.unwrap_or_else(|| match sources.get(id) {
                Some(file) => SourceFile::parse(file.text.clone()),
                None => SourceFile::parse(""),
            }));
        }
        let mut program = Program::new(files);
        let bindings = bind(&mut program);
        Self {
            program,
            bindings,
            dynamics: OnceLock::new(),
        }
    }

    /// The names that only the running program knows.
    pub fn dynamics(&self) -> &[Dynamic] {
        self.dynamics.get_or_init(|| dynamics(&self.program))
    }
}
