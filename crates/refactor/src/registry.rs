//! All refactorings of all languages, for whoever does not care which language it is.

use crate::check::Refusal;
use crate::language::{Around, Language, Problem, Unresolved};
use crate::request::{BadInput, Param, Request, Stop};
use crate::run::{Outcome, Run};
use crate::session::Session;
use crate::symbol::Declared;
use crate::unread::{OtherFiles, sort_of};
use reweave_manual::Page;
use reweave_text::{Sources, did_you_mean};
use std::marker::PhantomData;

/// One refactoring of a language: one file, and one such value in [`Language::REFACTORINGS`].
pub struct Refactoring<L: Language> {
    /// As users write it: `extract-function`.
    pub name: &'static str,
    /// The text of the file itself, `include_str!`, for the manual page and the tests in its head.
    pub file: &'static str,
    pub params: &'static [Param],
    pub perform: fn(&mut Run<'_, L>) -> Result<(), Stop>,
}

/// The refactorings of a language: a file beside the call each, which has the constant `REFACTORING`, and a line in the call.
///
/// `cargo fmt` does not see the files behind it: `.ci/run` gives `rustfmt` all files by name.
#[macro_export]
macro_rules! refactorings {
    ($language:ty: $($file:ident,)+) => {
        $(pub(crate) mod $file;)+

        /// All of them, in the order in which they are listed.
        pub const ALL: &[$crate::Refactoring<$language>] = &[$($file::REFACTORING),+];
    };
}

impl<L: Language> Refactoring<L> {
    pub(crate) fn accepts(&self, request: &Request) -> Result<(), BadInput> {
        let usage = || {
            let params: Vec<_> = self.params.iter().map(Param::usage).collect();
            format!("{} takes {}", self.name, params.join(" "))
        };
        let unknown = |name: &&String| !self.params.iter().any(|p| p.name == name.as_str());
        if let Some(name) = request.params.keys().find(unknown) {
            return Err(BadInput::unclear(format!(
                "no parameter {name}{}; {}",
                did_you_mean(name, self.params.iter().map(|p| p.name)),
                usage()
            )));
        }
        for param in self.params {
            let given = request.params.get(param.name);
            given.map_or(Ok(()), |value| param.check(value))?;
        }
        let missing = |p: &&Param| p.required && !request.params.contains_key(p.name);
        if let Some(param) = self.params.iter().find(missing) {
            return Err(BadInput::unclear(format!(
                "{}=… is missing: {}",
                param.name,
                usage()
            )));
        }
        Ok(())
    }
}

/// What the registry tells of a refactoring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub name: &'static str,
    pub language: &'static str,
    pub params: &'static [Param],
    /// What `--at`, `--range` or `--symbol` must name.
    pub target: Asks,
    /// The checks that it makes beside the edges.
    pub rules: Vec<Refusal>,
    /// Title, summary, prose, before and after.
    pub page: Page,
}

/// What a refactoring must be pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// Nothing: its parameters say all.
    Nothing,
    /// A caret, or a symbol that is declared.
    Place,
    Range,
}

impl Asks {
    /// What the first example of a page marks.
    fn of(page: &Page) -> Self {
        let before = page.examples.iter().find_map(|e| e.block("before"));
        match before.unwrap_or_default().matches("$0").count() {
            0 => Self::Nothing,
            1 => Self::Place,
            _ => Self::Range,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Place => "place",
            Self::Range => "range",
        }
    }
}

/// A language with its types hidden.
pub trait AnyLanguage: Sync {
    fn name(&self) -> &'static str;
    fn extensions(&self) -> &'static [&'static str];
    fn refactorings(&self) -> Vec<Entry>;
    /// Reads a program for any number of requests.
    fn open(&self, sources: Sources) -> Box<dyn AnySession> {
        self.open_within(sources, Around::default())
    }
    /// The same for a program that stands on more than its own files.
    fn open_within(&self, sources: Sources, around: Around) -> Box<dyn AnySession>;

    /// Whether a file is of this language, by its name.
    fn handles(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.rsplit_once('.').is_some_and(|(_, ending)| {
            let ending = ending.to_ascii_lowercase();
            self.extensions().contains(&&*ending)
        })
    }

    /// The sorts of files of other languages that may name what a program of this one declares.
    fn others(&self) -> &'static [OtherFiles];

    /// Whether a file is of one of these sorts, by its name.
    fn may_be_named_in(&self, path: &str) -> bool {
        !self.handles(path) && sort_of(self.others(), path).is_some()
    }

    fn has(&self, refactoring: &str) -> bool;
}

/// A [`Session`] with its types hidden.
pub trait AnySession: Send + Sync {
    fn apply(&self, request: &Request) -> Result<Outcome, BadInput>;
    /// The same for someone who may give up; see [`Session::apply_until`].
    fn apply_until(
        &self,
        request: &Request,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Outcome, BadInput>;
    fn problems(&self) -> &[Problem];
    /// The types that the program names and nothing declares.
    fn unresolved(&self) -> Vec<Unresolved>;
    fn sources(&self) -> &Sources;
    /// What the program declares; see [`Session::symbols`].
    fn symbols(&self) -> Vec<Declared>;
    /// The first of them of each kind; see [`Session::examples`].
    fn examples(&self, most: usize) -> Vec<Declared>;
    /// What the body of a declaration declares.
    fn locals(&self, around: &Declared) -> Vec<Declared>;
    fn update(&mut self, sources: Sources);
    /// The same program with changed files, beside this one; see [`Session::updated`].
    fn updated(&self, sources: Sources, around: Around) -> Box<dyn AnySession>;
}

impl<L: Language> AnySession for Session<L> {
    fn apply(&self, request: &Request) -> Result<Outcome, BadInput> {
        self.apply(request)
    }

    fn apply_until(
        &self,
        request: &Request,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Outcome, BadInput> {
        self.apply_until(request, is_cancelled)
    }

    fn problems(&self) -> &[Problem] {
        self.problems()
    }

    fn unresolved(&self) -> Vec<Unresolved> {
        self.unresolved()
    }

    fn sources(&self) -> &Sources {
        self.sources()
    }

    fn symbols(&self) -> Vec<Declared> {
        self.symbols()
    }

    fn examples(&self, most: usize) -> Vec<Declared> {
        self.examples(most)
    }

    fn locals(&self, around: &Declared) -> Vec<Declared> {
        self.locals(around)
    }

    fn update(&mut self, sources: Sources) {
        self.update(sources);
    }

    fn updated(&self, sources: Sources, around: Around) -> Box<dyn AnySession> {
        Box::new(self.updated(sources, around))
    }
}

/// Makes any [`Language`] an [`AnyLanguage`]: `&Hidden::<Bc>::new()` in the list of languages.
pub struct Hidden<L>(PhantomData<fn() -> L>);

impl<L> Hidden<L> {
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<L> Default for Hidden<L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<L: Language> AnyLanguage for Hidden<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn extensions(&self) -> &'static [&'static str] {
        L::EXTENSIONS
    }

    fn others(&self) -> &'static [OtherFiles] {
        L::OTHERS
    }

    fn refactorings(&self) -> Vec<Entry> {
        let entry = |r: &Refactoring<L>| {
            let page = Page::parse(r.file);
            Entry {
                name: r.name,
                language: L::NAME,
                params: r.params,
                target: Asks::of(&page),
                rules: L::rules(r.name),
                page,
            }
        };
        L::REFACTORINGS.iter().map(entry).collect()
    }

    fn has(&self, refactoring: &str) -> bool {
        L::REFACTORINGS.iter().any(|r| r.name == refactoring)
    }

    fn open_within(&self, sources: Sources, around: Around) -> Box<dyn AnySession> {
        Box::new(Session::<L>::within(sources, around))
    }
}
