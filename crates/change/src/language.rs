//! Which language a file is in, by its name: the one place that lists them.

use reweave_model::FileModel;
use reweave_text::Interner;

/// How the files of one language become models.
pub struct Language {
    pub name: &'static str,
    /// With the dot.
    pub extension: &'static str,
    /// `lower(path, text, names)`.
    pub lower: fn(&str, &str, &Interner) -> FileModel,
}

/// The languages in which refactorings are detected.
pub const LANGUAGES: &[Language] = &[];

/// The language of the file at `path`; none where detection does not read such files.
pub fn of_path(path: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|l| path.ends_with(l.extension))
}
