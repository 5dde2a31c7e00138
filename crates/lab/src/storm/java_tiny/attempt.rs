//! One attempt: the engine's answer, judged by compiling and running what it left.

use super::ask::Asked;
use super::judge::{Answer, Judge};
use super::marks::{Marked, Text};
use crate::storm::java::around;
use crate::storm::{Attempt, Sample};
use anyhow::{Context, Result};
use reweave_languages::LANGUAGES;
use reweave_refactor::{AnyLanguage, AnySession, Around, Outcome, Request, Target};
use reweave_text::{FileId, Part as _, Sources};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Files = Vec<(String, String)>;

/// A program does not compile after so many rounds of cutting: it is left.
const MOST_ROUNDS: usize = 25;

/// A program that ended late is run so many times more.
const MOST_LATE: usize = 2;

pub struct Bench {
    pub judge: Judge,
    language: &'static dyn AnyLanguage,
    around: Around,
}

/// A program that compiles, and what it prints.
pub struct Ready {
    pub marked: Marked,
    pub gone: BTreeSet<usize>,
    pub text: Text,
    pub printed: String,
}

pub enum Verdict {
    /// The request does not fit the program.
    Bad,
    Accepted,
    Unsound(Defect),
    Refused,
    /// Refused before anything was changed: there is no would-be result to judge.
    NotMade,
    /// Refused, and the would-be result compiles and prints the same.
    TooMany(String),
}

/// What is wrong with an accepted result.
#[derive(Clone)]
pub struct Defect {
    /// The same for all of a kind: javac's message without names, or that the output differs.
    pub kind: String,
    pub message: String,
    pub after: Files,
}

impl Bench {
    pub fn new(workers: usize) -> Result<Self> {
        let language = LANGUAGES.iter().find(|l| l.name() == "java");
        Ok(Self {
            judge: Judge::start(workers)?,
            language: *language.context("Java has refactorings")?,
            around: around(&[]),
        })
    }

    /// Cuts out of a program what does not compile. `None` where nothing is left, or it prints too much.
    pub fn repair(&self, marked: Marked) -> Result<Option<Ready>> {
        let mut gone = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let text = marked.print(&gone);
            let answer = self.judge.ask(&text.files)?;
            if answer.problems.is_empty() {
                let again = self.judge.ask(&text.files)?;
                let is_useful = !answer.is_late
                    && !answer.printed.contains("StackOverflow")
                    && answer.printed == again.printed;
                return Ok(is_useful.then_some(Ready {
                    marked,
                    gone,
                    text,
                    printed: answer.printed,
                }));
            }
            for problem in &answer.problems {
                match text.part_at(problem.file, problem.offset) {
                    Some(part) if marked.parent(part).is_some() => gone.insert(part),
                    _ => return Ok(None),
                };
            }
        }
        Ok(None)
    }

    /// A request, with what its program stands on.
    pub fn sample(&self, program: String, attempt: Attempt) -> Sample {
        Sample {
            program,
            attempt,
            around: self.around.clone(),
            language: self.language,
        }
    }

    pub fn open(&self, files: &Files) -> Box<dyn AnySession> {
        let files = files.iter().map(|(p, t)| (p.as_str(), t.as_str()));
        self.language
            .open_within(Sources::new(files), self.around.clone())
    }

    /// What the engine says; `None` where the request does not fit the program.
    pub fn apply(session: &dyn AnySession, request: &Request) -> Option<Applied> {
        match catch_unwind(AssertUnwindSafe(|| session.apply(request))) {
            Ok(outcome) => outcome.ok().map(|o| Applied::Done(Box::new(o))),
            Err(_) => Some(Applied::Panicked),
        }
    }

    /// What javac and a run say of it.
    pub fn judged(&self, applied: Applied, printed: &str) -> Result<Verdict> {
        let Applied::Done(outcome) = applied else {
            let message = "the engine panics".to_owned();
            return Ok(Verdict::Unsound(Defect {
                kind: message.clone(),
                message,
                after: Vec::new(),
            }));
        };
        if !outcome.was_made() {
            return Ok(Verdict::NotMade);
        }
        let after = files(&outcome);
        let mut answer = self.judge.ask(&after)?;
        // On a busy machine a program may be ended before its time.
        for _ in 0..MOST_LATE {
            if answer.is_late {
                answer = self.judge.ask(&after)?;
            }
        }
        let defect = defect(printed, &answer, &outcome, after);
        Ok(match (outcome.is_accepted(), defect) {
            (true, None) => Verdict::Accepted,
            (true, Some(defect)) => Verdict::Unsound(defect),
            (false, Some(_)) => Verdict::Refused,
            (false, None) => Verdict::TooMany(why(&outcome)),
        })
    }

    /// `forced`: whether a refused result is judged, too.
    pub fn attempt(
        &self,
        session: &dyn AnySession,
        request: &Request,
        printed: &str,
        forced: bool,
    ) -> Result<Verdict> {
        match Self::apply(session, request) {
            None => Ok(Verdict::Bad),
            Some(applied) if !applied.is_accepted() && !forced => Ok(Verdict::Refused),
            Some(applied) => self.judged(applied, printed),
        }
    }
}

/// The engine's answer.
pub enum Applied {
    Done(Box<Outcome>),
    Panicked,
}

impl Applied {
    /// A panic counts as accepted: it is as wrong.
    pub fn is_accepted(&self) -> bool {
        match self {
            Self::Done(outcome) => outcome.is_accepted(),
            Self::Panicked => true,
        }
    }
}

fn why(outcome: &Outcome) -> String {
    let all = outcome
        .refusals()
        .map(|c| format!("{}: {}", c.kind, c.message));
    all.collect::<Vec<_>>().join("; ")
}

fn files(outcome: &Outcome) -> Files {
    let all = outcome.after.iter();
    all.map(|(_, f)| (f.path.to_string(), f.text.to_string()))
        .collect()
}

fn defect(printed: &str, answer: &Answer, outcome: &Outcome, after: Files) -> Option<Defect> {
    if let Some(problem) = answer.problems.first() {
        let path = after.get(problem.file).map_or("", |f| &f.0);
        return Some(Defect {
            kind: without_names(&problem.message),
            message: format!("{path}: {}", problem.message),
            after,
        });
    }
    if answer.printed == printed || is_renamed(printed, &answer.printed, &outcome.renames) {
        return None;
    }
    let line = |text: &str, at: usize| text.lines().nth(at).unwrap_or("(nothing)").to_owned();
    let lines = printed.lines().count();
    let at = (0..=lines)
        .find(|&n| line(printed, n) != line(&answer.printed, n))
        .unwrap_or(0);
    Some(Defect {
        kind: "prints something else".into(),
        message: format!(
            "printed before: {}\nprinted after:  {}",
            line(printed, at),
            line(&answer.printed, at)
        ),
        after,
    })
}

/// Whether two texts are the same but for names that were changed on purpose: a program that prints the name of an enum constant, or of a
/// type in a text that was to follow, prints it anywhere, also beside other letters.
fn is_renamed(before: &str, after: &str, renames: &[(String, String)]) -> bool {
    if renames.is_empty() {
        return false;
    }
    // Where in `after` one may be; each name may have been followed or not.
    let mut places = BTreeSet::from([(0, 0)]);
    while let Some((at, to)) = places.pop_first() {
        let (old, new) = (before.part(at..), after.part(to..));
        if old.is_empty() && new.is_empty() {
            return true;
        }
        for (from, name) in renames.iter().filter(|r| !r.0.is_empty()) {
            if old.starts_with(from) && new.starts_with(name) {
                places.insert((at + from.len(), to + name.len()));
            }
        }
        if let (Some(old), Some(new)) = (old.chars().next(), new.chars().next())
            && old == new
        {
            places.insert((at + old.len_utf8(), to + new.len_utf8()));
        }
    }
    false
}

/// The first line of a message, with `_` for what stands for the program's own names.
fn without_names(message: &str) -> String {
    let first = message.lines().next().unwrap_or_default();
    let is_own = |word: &str| {
        word.contains(['.', '(', '<', '[', '#'])
            || word.len() < 3
            || word.starts_with(|c: char| c.is_uppercase())
            || matches!(word, "int" | "long" | "fresh" | "void")
    };
    let words = first.split_whitespace().map(|w| {
        let w = w.trim_matches([',', ';', ':']);
        if is_own(w)
            && !matches!(
                w,
                "is" | "in" | "to" | "be" | "of" | "or" | "a" | "as" | "no"
            )
        {
            "_"
        } else {
            w
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The request for the same name in another print of the program; `None` when the name is gone.
pub fn placed(asked: &Asked, text: &Text) -> Option<Request> {
    let Some(declared) = &asked.declared else {
        return Some(asked.request.clone());
    };
    let now = text.declared.iter().find(|d| d.number == declared.number)?;
    let mut request = asked.request.clone();
    if let Target::At(..) = request.target {
        request.target = Target::At(FileId(now.file as u32), now.offset as u32);
    }
    Some(request)
}

#[cfg(test)]
mod tests {
    use super::is_renamed;

    #[test]
    fn names_are_followed_wherever_they_are_printed() {
        let renames = [("Y".to_owned(), "values".to_owned())];
        assert!(is_renamed("4X 4Y Y", "4X 4values Y", &renames));
        assert!(!is_renamed("4X 4Y Y", "4X 5values Y", &renames));
        assert!(!is_renamed("4X", "4values", &renames));
        assert!(!is_renamed("4", "4", &[]));
    }
}
