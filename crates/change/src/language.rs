//! Which language a file is in, by its name: the one place that lists them.

use reweave_model::FileModel;
use reweave_text::Interner;

/// `lower(path, text, names, cancelled)`: none when `cancelled` said so first.
pub type Lower = fn(&str, &str, &Interner, &dyn Fn() -> bool) -> Option<FileModel>;

/// The models of two versions of one file, each a path and its text; none when `cancelled` said so first.
pub type LowerPair =
    fn((&str, &str), (&str, &str), &Interner, &dyn Fn() -> bool) -> Option<(FileModel, FileModel)>;

/// How the files of one language become models.
pub struct Language {
    pub name: &'static str,
    /// With the dot.
    pub extension: &'static str,
    pub lower: Lower,
    /// Like `lower` for each, where that reads what both share but once.
    pub lower_pair: LowerPair,
}

/// The languages in which refactorings are detected.
pub const LANGUAGES: &[Language] = &[Language {
    name: "Java",
    extension: ".java",
    lower: |path, text, names, cancelled| {
        reweave_lang_java::lower_cancellable(path, text, names, cancelled).ok()
    },
    lower_pair: |before, after, names, cancelled| {
        reweave_lang_java::lower_pair(before, after, names, cancelled).ok()
    },
}];

/// The language of the file at `path`; none where detection does not read such files.
pub fn of_path(path: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|l| path.ends_with(l.extension))
}
