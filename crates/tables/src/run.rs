//! What is told of a run itself.

/// One piece of a run: consecutive commits of one repository, in one file of each table.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub repo: String,
    pub path: String,
    /// Where the repository was cloned from.
    pub origin: Option<String>,
    /// The position of the first commit, and the one after the last.
    pub first: usize,
    pub end: usize,
    pub commits: usize,
    /// Commits that are not `complete`.
    pub cut_short: usize,
    pub findings: usize,
    /// How many merge commits the selection left out, in the whole repository.
    pub merges_skipped: usize,
    /// The options that shape the records.
    pub options: String,
    /// In seconds since 1970.
    pub started: i64,
    pub milliseconds: u64,
    /// Why nothing could be said of the repository.
    pub error: Option<String>,
}

/// Something that is not there: a whole repository, or what could not be written of it.
pub struct Failure<'a> {
    pub repo: &'a str,
    /// `repository` or `output`.
    pub what: &'a str,
    pub message: &'a str,
}
