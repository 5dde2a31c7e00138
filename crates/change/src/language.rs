//! Which language a file is in, by its name: the one place that lists them.

use reweave_model::FileModel;
use reweave_text::Interner;

/// `lower(path, text, names, cancelled)`: none when `cancelled` said so first.
pub type Lower = fn(&str, &str, &Interner, &dyn Fn() -> bool) -> Option<FileModel>;

/// How the files of one language become models.
pub struct Language {
    pub name: &'static str,
    /// With the dot.
    pub extension: &'static str,
    pub lower: Lower,
}

/// The languages in which refactorings are detected.
pub const LANGUAGES: &[Language] = &[Language {
    name: "Java",
    extension: ".java",
    lower: |path, text, names, cancelled| {
        reweave_lang_java::lower_cancellable(path, text, names, cancelled).ok()
    },
}];

/// The language of the file at `path`; none where detection does not read such files.
pub fn of_path(path: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|l| path.ends_with(l.extension))
}
