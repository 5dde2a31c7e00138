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

/// A parameter of a refactoring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    pub name: &'static str,
    /// What it means, for `reweave explain`.
    pub doc: &'static str,
    pub required: bool,
}

impl Param {
    pub const fn required(name: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            doc,
            required: true,
        }
    }

    pub const fn optional(name: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            doc,
            required: false,
        }
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
