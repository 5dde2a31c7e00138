//! What becomes of single files in a change.

/// One file of a change. `None` before: it is created; `None` after: it is removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileChange {
    /// Relative to the root, with `/`.
    pub path: String,
    pub before: Option<Vec<u8>>,
    pub after: Option<Vec<u8>>,
    /// The file whose permissions a created file takes, when it takes the place of another.
    pub mode_of: Option<String>,
    /// The permissions to give; without them those of the file that stood there.
    pub mode: Option<u32>,
}

impl FileChange {
    pub fn new(path: impl Into<String>, before: Option<Vec<u8>>, after: Option<Vec<u8>>) -> Self {
        Self {
            path: path.into(),
            before,
            after,
            mode_of: None,
            mode: None,
        }
    }
}
