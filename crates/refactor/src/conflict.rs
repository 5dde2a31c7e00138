//! Why a refactoring would change behaviour, in words that point at the code.

use crate::language::{Language, Problem};
use reweave_preserve::{Chain, Change, Difference, EdgeKind, Interval, Node, Origin, Severity};
use reweave_text::{Interner, Sources};
use rustc_hash::FxHashMap;

/// What a conflict means for the refactoring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    Refuses,
    /// It would refuse, had the user not allowed its kind.
    Allowed,
    Warns,
}

/// A place that a conflict points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Where it is in the original text; `None` when the refactoring put it there.
    pub original: Option<Interval>,
    /// Where it is, or what took its place, in the text that the refactoring would leave.
    pub result: Interval,
}

/// One reason to refuse or to warn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The word for `--allow`: `name`, `flow`, `value`, `override`, `inherit`, `error`, or a refactoring's own.
    pub kind: &'static str,
    /// With `file:line:col` of both ends.
    pub message: String,
    /// The places in the message, in order.
    pub places: Vec<Place>,
    pub standing: Standing,
}

/// The word for what the language's own tool would refuse.
pub const ERROR: &str = "error";

/// The word for a program that does not allow what was asked for at all. Nothing was made of it, so that there is nothing
/// to allow.
pub const PRECONDITION: &str = "precondition";

/// A message in the making: places become `file:line:col` when the last text is known.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub kind: &'static str,
    pub severity: Severity,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    /// A place in the text after so many steps.
    At(usize, Interval),
}

impl Found {
    pub fn new(kind: &'static str, severity: Severity) -> Self {
        Self {
            kind,
            severity,
            pieces: Vec::new(),
        }
    }

    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.pieces.push(Piece::Text(text.into()));
        self
    }

    pub fn place(mut self, made: usize, at: Interval) -> Self {
        self.pieces.push(Piece::At(made, at));
        self
    }

    pub fn problem(problem: &Problem, made: usize) -> Self {
        Self::new(ERROR, Severity::Refuse)
            .text(format!("{} at ", problem.message))
            .place(made, problem.at)
    }

    /// A refactoring's own words, then the places.
    pub fn own(
        kind: &'static str,
        severity: Severity,
        message: String,
        made: usize,
        places: &[Interval],
    ) -> Self {
        let found = Self::new(kind, severity).text(message);
        places.iter().enumerate().fold(found, |found, (i, at)| {
            found
                .text(if i == 0 { " at " } else { " and " })
                .place(made, *at)
        })
    }

    /// The finished conflict, told by places of the first text and the last.
    pub fn told(self, texts: &Texts<'_>, allowed: bool) -> Conflict {
        let mut message = String::new();
        let mut places = Vec::new();
        for piece in self.pieces {
            match piece {
                Piece::Text(text) => message.push_str(&text),
                Piece::At(made, at) => {
                    let place = texts.place(made, at);
                    message.push_str(&texts.show(place));
                    places.push(place);
                }
            }
        }
        Conflict {
            kind: self.kind,
            message,
            places,
            standing: match self.severity {
                Severity::Warn => Standing::Warns,
                Severity::Refuse if allowed => Standing::Allowed,
                Severity::Refuse => Standing::Refuses,
            },
        }
    }
}

/// The first and the last text of a run, and the way between them.
pub(crate) struct Texts<'a> {
    pub first: &'a Sources,
    pub last: &'a Sources,
    pub chain: &'a Chain,
}

impl Texts<'_> {
    fn place(&self, made: usize, at: Interval) -> Place {
        let last = self.chain.to_last(made, at.into());
        Place {
            original: match self.chain.to_first(made, at.into()) {
                Origin::Kept(node) => node.interval(),
                Origin::Replaced(_) => None,
            },
            result: last.interval().unwrap_or(at),
        }
    }

    fn show(&self, place: Place) -> String {
        let (sources, at, new) = match place.original {
            Some(at) => (self.first, at, ""),
            None => (self.last, place.result, " of the result"),
        };
        let pos = sources.line_col(at.file, at.span.start);
        format!("{}:{}:{}{new}", sources.path(at.file), pos.line, pos.col)
    }
}

/// The program on one side of a step, for words about its nodes.
pub(crate) struct Side<'a, L: Language> {
    pub program: &'a L::Program,
    pub sources: &'a Sources,
    pub names: &'a Interner,
    /// Steps made to get there.
    pub made: usize,
}

impl<L: Language> Side<'_, L> {
    /// What it is, and where.
    fn tell(&self, found: Found, node: Node) -> Found {
        let words = L::describe(self.program, self.sources, self.names, node);
        match node {
            Node::Text(at) => found.text(format!("{words} at ")).place(self.made, at),
            Node::Outside(_) => found.text(words),
        }
    }
}

/// Turns the differences of one step into messages. A name that lost one declaration and gained another is one message.
pub(crate) fn explain<L: Language>(
    differences: &[Difference],
    before: &Side<'_, L>,
    after: &Side<'_, L>,
) -> Vec<Found> {
    let mut gained: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (i, d) in differences.iter().enumerate() {
        if d.change == Change::Gained && d.edge.kind == EdgeKind::NAME {
            gained.entry(d.normal.from).or_default().push(i);
        }
    }
    let mut told = vec![false; differences.len()];
    let mut list = Vec::new();
    for (i, d) in differences.iter().enumerate() {
        if told[i] {
            continue;
        }
        let found = Found::new(L::edge_word(d.edge.kind), d.severity);
        let partner = match d.change {
            Change::Lost if d.edge.kind == EdgeKind::NAME => gained
                .get(&d.normal.from)
                .and_then(|all| all.iter().copied().find(|&j| !told[j])),
            _ => None,
        };
        if let Some(j) = partner {
            told[j] = true;
            let found = after.tell(found, differences[j].edge.from);
            if differences[j].edge.to == d.edge.to {
                // Two things outside the text became one.
                list.push(found.text(" would mean what is renamed here"));
                continue;
            }
            let found = found.text(" would mean ");
            let found = after
                .tell(found, differences[j].edge.to)
                .text(" instead of ");
            list.push(before.tell(found, d.edge.to));
            continue;
        }
        let (side, words) = match d.change {
            Change::Lost => (before, words(d.edge.kind).1),
            Change::Gained => (after, words(d.edge.kind).0),
        };
        let found = side.tell(found.text(words.0), d.edge.from).text(words.1);
        list.push(side.tell(found, d.edge.to).text(words.2));
    }
    list
}

/// What comes before, between and after the two ends of a gained and of a lost edge.
type Words = (&'static str, &'static str, &'static str);

fn words(kind: EdgeKind) -> (Words, Words) {
    match kind {
        EdgeKind::NAME => (("", " would mean ", ""), ("", " would no longer mean ", "")),
        EdgeKind::CONTROL => (
            (
                "control could pass from ",
                " to ",
                ", which it could not before",
            ),
            ("control could no longer pass from ", " to ", ""),
        ),
        EdgeKind::DEF_USE => (
            (
                "the value set by ",
                " could reach ",
                ", which it could not before",
            ),
            ("the value set by ", " could no longer reach ", ""),
        ),
        EdgeKind::OVERRIDE => (
            ("", " would override ", ""),
            ("", " would no longer override ", ""),
        ),
        EdgeKind::INHERIT => (
            ("", " would inherit ", ""),
            ("", " would no longer inherit ", ""),
        ),
        kind if kind.letter() == 'E' => (
            ("", " would come before ", ", which it need not before"),
            ("", " would no longer come before ", ""),
        ),
        kind if kind.letter() == 'T' => (
            ("", " would have the ", ""),
            ("", " would no longer have the ", ""),
        ),
        kind if kind.letter() == 'X' => (
            ("exceptions of ", " would be handled by ", ""),
            ("exceptions of ", " would no longer be handled by ", ""),
        ),
        _ => (
            ("", " would be tied to ", ""),
            ("", " would no longer be tied to ", ""),
        ),
    }
}
