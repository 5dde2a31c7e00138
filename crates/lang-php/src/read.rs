//! Texts to a program: first what they declare, then where variables get their values.

use crate::collect;
use crate::entity::ClassId;
use crate::file::SourceFile;
use crate::program::Program;
use crate::variables;
use reweave_text::FileId;

impl Program {
    /// Reads the declarations of all files.
    pub fn new(files: Vec<SourceFile>) -> Self {
        let mut program = Self::default();
        for file in files {
            let id = FileId(program.files.len() as u32);
            program.files.push(file);
            collect::file(&mut program, id);
        }
        for (i, class) in program.classes.iter().enumerate() {
            let heads = class.parent.iter().chain(&class.interfaces);
            for head in heads.chain(&class.traits) {
                let children = program.children.entry(head.name.clone()).or_default();
                children.push(ClassId(i as u32));
            }
        }
        program.variables_of = variables::collect(&mut program);
        program
    }

    pub fn from_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(texts.into_iter().map(SourceFile::parse).collect())
    }
}
