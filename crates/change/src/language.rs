//! Which language a file is in, by its name, and what can be done with it: the one place that lists them.

use reweave_model::{Dialect, FileModel};
use reweave_syntax::Version;
use reweave_text::Interner;

/// `lower(path, text, names, cancelled)`: none when `cancelled` said so first.
pub type Lower = fn(&str, &str, &Interner, &dyn Fn() -> bool) -> Option<FileModel>;

/// The same for a file, as path and text, of which an earlier version may have been read; with what its next version can be read from.
pub type LowerNext = fn(
    (&str, &str),
    Option<&Version>,
    &Interner,
    &dyn Fn() -> bool,
) -> Option<(FileModel, Option<Version>)>;

/// What reads models, beside `apply`, which has languages of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Job {
    Detect,
    /// `compare` and `replay`: they resolve names.
    Compare,
    /// Its call graph resolves names.
    Suggest,
}

impl Job {
    pub const ALL: [Self; 3] = [Self::Detect, Self::Compare, Self::Suggest];

    /// The command that does it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Detect => "detect",
            Self::Compare => "compare",
            Self::Suggest => "suggest",
        }
    }
}

/// How the files of one language become models, and what reads them.
pub struct Language {
    pub dialect: &'static Dialect,
    /// With the dot.
    pub extensions: &'static [&'static str],
    pub jobs: &'static [Job],
    pub lower: Lower,
    /// Like `lower`, where what a version shares with the one before is not read again.
    pub lower_next: LowerNext,
}

impl Language {
    /// For people.
    pub const fn name(&self) -> &'static str {
        self.dialect.name
    }

    pub fn does(&self, job: Job) -> bool {
        self.jobs.contains(&job)
    }

    fn reads(&self, path: &str) -> bool {
        self.extensions.iter().any(|e| path.ends_with(e))
    }
}

/// The entry of a language whose crate, or module of one, has `DIALECT`, `EXTENSIONS`, `lower_cancellable` and `lower_next`.
macro_rules! language {
    ($($place:ident)::+, $jobs:expr) => {
        Language {
            dialect: &$($place)::+::DIALECT,
            extensions: $($place)::+::EXTENSIONS,
            jobs: $jobs,
            lower: |path, text, names, cancelled| {
                $($place)::+::lower_cancellable(path, text, names, cancelled).ok()
            },
            lower_next: |file, earlier, names, cancelled| {
                $($place)::+::lower_next(file, earlier, names, cancelled).ok()
            },
        }
    };
}

/// The languages that are read into models.
pub const LANGUAGES: &[Language] = &[
    #[cfg(feature = "java")]
    language!(reweave_lang_java, &Job::ALL),
    #[cfg(feature = "kotlin")]
    language!(reweave_lang_kotlin, &[Job::Detect]),
    #[cfg(feature = "python")]
    language!(reweave_lang_python, &[Job::Detect]),
    #[cfg(feature = "javascript")]
    language!(reweave_lang_javascript::javascript, &[Job::Detect]),
    #[cfg(feature = "javascript")]
    language!(reweave_lang_javascript::typescript, &[Job::Detect]),
    #[cfg(feature = "go")]
    language!(reweave_lang_go, &[Job::Detect]),
    #[cfg(feature = "rust")]
    language!(reweave_lang_rust, &[Job::Detect]),
    #[cfg(feature = "php")]
    language!(reweave_lang_php_model, &[Job::Detect]),
    #[cfg(feature = "c")]
    language!(reweave_lang_c::c, &[Job::Detect]),
    #[cfg(feature = "c")]
    language!(reweave_lang_c::cpp, &[Job::Detect]),
];

/// The language of the file at `path`; none where the job does not read such files.
pub fn of_path(path: &str, job: Job) -> Option<&'static Language> {
    LANGUAGES.iter().find(|l| l.does(job) && l.reads(path))
}

/// The endings of the files that a job reads, for messages.
pub fn extensions(job: Job) -> String {
    let all = LANGUAGES.iter().filter(|l| l.does(job));
    let all: Vec<_> = all.flat_map(|l| l.extensions).copied().collect();
    all.join(", ")
}

/// What the file at `path` is written in where no job reads it, by its ending: reports count such files instead of passing over
/// them in silence.
pub fn unread(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    UNREAD
        .iter()
        .find(|(_, e)| e.contains(&ending))
        .map(|u| u.0)
}

/// Programming languages that are not read, with the endings of their files.
const UNREAD: &[(&str, &[&str])] = &[
    ("C#", &["cs"]),
    ("Clojure", &["clj", "cljs"]),
    ("Dart", &["dart"]),
    ("Elixir", &["ex", "exs"]),
    ("Erlang", &["erl"]),
    ("Fortran", &["f", "f90", "f95", "f03", "f08", "for"]),
    ("Groovy", &["groovy"]),
    ("Haskell", &["hs"]),
    ("Julia", &["jl"]),
    ("Lua", &["lua"]),
    ("Objective-C", &["m", "mm"]),
    ("OCaml", &["ml", "mli"]),
    ("Perl", &["pl", "pm"]),
    ("R", &["r", "R"]),
    ("Ruby", &["rb"]),
    ("Scala", &["scala"]),
    ("Swift", &["swift"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_jobs_that_can_read_a_language_are_given_its_files() {
        for language in LANGUAGES {
            for extension in language.extensions {
                let path = format!("a/b{extension}");
                for job in Job::ALL {
                    let found = of_path(&path, job).map(Language::name);
                    assert_eq!(found, language.does(job).then(|| language.name()));
                }
            }
        }
        assert!(of_path("a/b.txt", Job::Detect).is_none());
    }

    #[test]
    fn sources_that_nobody_reads_are_known_by_name() {
        assert_eq!(unread("a/b.rb"), Some("Ruby"));
        assert_eq!(unread("a/b.txt"), None);
    }
}
