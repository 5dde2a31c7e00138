//! What a user asks for, and how a refactoring says that it cannot be asked for like this.

use reweave_preserve::Interval;
use reweave_text::{FileId, Span};
use std::collections::BTreeMap;

/// The place a refactoring is asked for at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Target {
    /// Nothing was named; some refactorings concern a whole program.
    #[default]
    Nothing,
    /// A caret: the byte offset before which it stands.
    At(FileId, u32),
    Range(FileId, Span),
    /// A name, as the language writes it in full.
    Symbol(String),
}

/// One refactoring asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    pub refactoring: String,
    pub target: Target,
    /// `name=value`.
    pub params: BTreeMap<String, String>,
    /// Kinds of conflicts that are overridden; `all` stands for every one.
    pub allow: Vec<String>,
}

impl Request {
    pub fn new(refactoring: impl Into<String>, target: Target) -> Self {
        Self {
            refactoring: refactoring.into(),
            target,
            ..Self::default()
        }
    }

    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.params.insert(name.into(), value.into());
        self
    }

    #[must_use]
    pub fn allowing(mut self, kind: impl Into<String>) -> Self {
        self.allow.push(kind.into());
        self
    }
}

/// A parameter of a refactoring: what a command line, a form and a schema know of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    pub name: &'static str,
    /// What it means, for `reweave explain`.
    pub doc: &'static str,
    pub required: bool,
    pub values: Values,
}

/// The values that a parameter can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// Any text; what it must mean in the program only the refactoring knows.
    Text,
    /// `yes` or `no`; `no` where it is left out.
    Flag,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A position, from 1.
    Number,
    /// Several, with commas between them.
    List,
}

const YES_OR_NO: &[&str] = &["yes", "no"];

impl Values {
    /// As `list --format json` names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Flag => "flag",
            Self::OneOf(_) => "choice",
            Self::Number => "number",
            Self::List => "list",
        }
    }

    /// All values, where they can be listed.
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Flag => YES_OR_NO,
            Self::OneOf(words) => words,
            Self::Text | Self::Number | Self::List => &[],
        }
    }

    /// What is wrong with a value, and which are right.
    fn fault(self, value: &str) -> Option<String> {
        let words = self.words();
        match self {
            Self::Flag | Self::OneOf(_) if !words.contains(&value) => {
                Some(format!("the values are {}", words.join(", ")))
            }
            Self::Number if !value.trim().parse::<u32>().is_ok_and(|n| n > 0) => {
                Some("it is a position, counted from 1".to_owned())
            }
            Self::List if !value.is_empty() && value.split(',').any(|p| p.trim().is_empty()) => {
                Some("it is a list with commas between its parts, none of them empty".to_owned())
            }
            _ => None,
        }
    }
}

impl Param {
    pub const fn required(name: &'static str, doc: &'static str) -> Self {
        Self {
            required: true,
            ..Self::optional(name, doc)
        }
    }

    pub const fn optional(name: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            doc,
            required: false,
            values: Values::Text,
        }
    }

    /// `yes` or `no`, read with [`Run::flag`](crate::Run::flag).
    pub const fn flag(name: &'static str, doc: &'static str) -> Self {
        Self::optional(name, doc).of(Values::Flag)
    }

    /// One of a few words.
    pub const fn one_of(
        name: &'static str,
        words: &'static [&'static str],
        doc: &'static str,
    ) -> Self {
        Self::optional(name, doc).of(Values::OneOf(words))
    }

    /// A position, counted from 1.
    pub const fn number(name: &'static str, doc: &'static str) -> Self {
        Self::optional(name, doc).of(Values::Number)
    }

    /// Several values, with commas between them.
    pub const fn list(name: &'static str, doc: &'static str) -> Self {
        Self::optional(name, doc).of(Values::List)
    }

    const fn of(self, values: Values) -> Self {
        Self { values, ..self }
    }

    /// As usage lines show it: `to=…`, `[keep=yes|no]`.
    pub fn usage(&self) -> String {
        let words = match self.values.words() {
            [] => "…".to_owned(),
            words => words.join("|"),
        };
        let (open, close) = if self.required { ("", "") } else { ("[", "]") };
        format!("{open}{}={words}{close}", self.name)
    }

    /// Refuses a value that the parameter cannot have, and says which it can.
    pub(crate) fn check(&self, value: &str) -> Result<(), BadInput> {
        let name = self.name;
        let fault = self.values.fault(value);
        fault.map_or(Ok(()), |why| {
            Err(BadInput::unclear(format!("{name}={value}: {why}")))
        })
    }
}

/// Whose fault it is that nothing can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The request names nothing, or is written in a way that has no meaning: whatever the program, it is answered with
    /// what to write instead.
    Request,
    /// The request is clear, and this program does not allow it: a refusal like any other.
    Program,
    /// Whoever asked does not wait for the answer any more.
    Cancelled,
}

/// The request does not fit the program (the paper's *input validity*): what is wrong and what to do, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct BadInput {
    pub message: String,
    pub at: Option<Interval>,
    pub fault: Fault,
}

impl BadInput {
    /// What was asked for is clear, but cannot be done to this program: a refusal.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            at: None,
            fault: Fault::Program,
        }
    }

    /// What was asked for cannot be understood.
    pub fn unclear(message: impl Into<String>) -> Self {
        Self {
            fault: Fault::Request,
            ..Self::new(message)
        }
    }

    /// Nobody waits for the answer any more.
    pub fn cancelled() -> Self {
        Self {
            fault: Fault::Cancelled,
            ..Self::new("cancelled")
        }
    }

    #[must_use]
    pub fn at(mut self, file: FileId, span: Span) -> Self {
        self.at = Some(Interval::new(file, span));
        self
    }
}

/// Why a refactoring came to an end before its last step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    BadInput(BadInput),
    /// The conflicts that the run has recorded say why.
    Refused,
}

impl From<BadInput> for Stop {
    fn from(bad: BadInput) -> Self {
        Self::BadInput(bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_values_are_refused_with_the_right_ones() {
        let fault = |param: Param, value| param.check(value).err().map(|bad| bad.message);
        let keep = Param::flag("keep", "");
        assert_eq!(fault(keep, "yes"), None);
        let told = fault(keep, "ja").expect("refused");
        assert_eq!(told, "keep=ja: the values are yes, no");
        let text = Param::one_of("text", &["full", "no"], "");
        let told = fault(text, "perhaps").expect("refused");
        assert_eq!(told, "text=perhaps: the values are full, no");
        let at = Param::number("at", "");
        assert!(fault(at, "0").is_some() && fault(at, "two").is_some() && fault(at, "2").is_none());
        let list = Param::list("members", "");
        assert!(fault(list, "a,,b").is_some() && fault(list, "a, b(int, int)").is_none());
    }

    #[test]
    fn usage_shows_what_can_be_given() {
        assert_eq!(Param::required("to", "").usage(), "to=…");
        assert_eq!(Param::flag("keep", "").usage(), "[keep=yes|no]");
    }
}
