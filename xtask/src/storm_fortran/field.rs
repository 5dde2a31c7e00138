//! What the storm needs of a language.

use super::rng::Rng;
use anyhow::Result;
use reweave_refactor::{Language, Request, Session};

/// A program: its files, relative to its folder.
pub struct Subject {
    pub name: String,
    pub files: Vec<(String, String)>,
}

/// What a run printed and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    pub printed: String,
    pub code: Option<i32>,
}

impl Output {
    /// Equal, or equal once the names that were changed on purpose are changed in what was printed before.
    pub fn is_same(&self, before: &Self, renames: &[(String, String)]) -> bool {
        if self == before {
            return true;
        }
        let mut wanted = before.printed.to_ascii_lowercase();
        for (old, new) in renames {
            wanted = rename_words(
                &wanted,
                &old.to_ascii_lowercase(),
                &new.to_ascii_lowercase(),
            );
        }
        let got = self.printed.to_ascii_lowercase();
        let squeezed = |t: &str| t.split_whitespace().collect::<Vec<_>>().join(" ");
        !renames.is_empty() && self.code == before.code && squeezed(&got) == squeezed(&wanted)
    }
}

fn rename_words(text: &str, old: &str, new: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let alone = !rest[..at].ends_with(is_word) && !rest[at + old.len()..].starts_with(is_word);
        out.push_str(&rest[..at]);
        out.push_str(if alone { new } else { old });
        rest = &rest[at + old.len()..];
    }
    out + rest
}

pub trait Field: Sync {
    type Language: Language;

    fn subjects(&self) -> Result<Vec<Subject>>;

    fn refactorings(&self) -> Vec<&'static str> {
        Self::Language::REFACTORINGS
            .iter()
            .map(|r| r.name)
            .collect()
    }

    /// Which program comes next for a refactoring.
    fn choose(&self, subjects: &[Subject], refactoring: &'static str, rng: &mut Rng) -> usize {
        let _ = refactoring;
        rng.below(subjects.len())
    }

    /// Something to ask of a program; `None` where it has no place for it.
    fn request(
        &self,
        session: &Session<Self::Language>,
        refactoring: &'static str,
        rng: &mut Rng,
    ) -> Option<Request>;

    /// Runs an unrefactored program a second time, in a way that shows whether it prints by chance.
    fn run_again(&self, files: &[(String, String)]) -> Result<Option<Output>> {
        self.run(files)
    }

    /// Builds and runs a program; `None` where it does not build.
    fn run(&self, files: &[(String, String)]) -> Result<Option<Output>>;
}
