//! Missing context: files that the change did not touch, read when an answer depends on them (paper 4, section 5.7).

use crate::Side;
use reweave_model::FileModel;
use std::sync::Arc;

/// Where the untouched files of both versions come from. Reading one costs a parse, so it is asked late and for few.
pub trait FileSource {
    /// The file of version `side` that declares the type called `qualified` (dotted, from the package down), with names
    /// of the interner that the programs share. None where there is no such file or nothing can be read.
    fn file_of_type(&self, side: Side, qualified: &str) -> Option<Arc<FileModel>>;
}

/// There is nothing beyond the files of the change.
pub struct NoFiles;

impl FileSource for NoFiles {
    fn file_of_type(&self, _: Side, _: &str) -> Option<Arc<FileModel>> {
        None
    }
}
