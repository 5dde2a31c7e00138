//! How a finding is asked of the engine: one line a type.

use crate::alignment::{Alignments, name};
use crate::tokens::Tokens;
use reweave_change::{Finding, Place};
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Sources, Span};
use std::ops::Range;

/// What a request is made of.
pub struct Given<'a> {
    pub finding: &'a Finding,
    /// The version before.
    pub sources: &'a Sources,
    pub alignments: &'a Alignments,
}

type Make = fn(&Given<'_>) -> Option<Request>;

const ALL: &[(&str, Make)] = &[
    ("Rename Class", rename),
    ("Rename Method", rename),
    ("Rename Attribute", rename),
    ("Rename Variable", rename),
    ("Rename Parameter", rename),
    ("Rename Package", rename_package),
    ("Move Package", rename_package),
    ("Move Class", move_class),
    ("Move Method", move_member),
    ("Move Attribute", move_member),
    ("Pull Up Method", pull_up),
    ("Pull Up Attribute", pull_up),
    ("Push Down Method", push_down),
    ("Push Down Attribute", push_down),
    ("Encapsulate Attribute", encapsulate),
    ("Change Method Access Modifier", visibility),
    ("Change Return Type", returns),
    ("Remove Parameter", parameters),
    ("Reorder Parameter", parameters),
    ("Extract Method", extract_method),
    ("Inline Method", inline_method),
    ("Extract Variable", extract_variable),
    ("Inline Variable", inline_variable),
    ("Extract Attribute", extract_constant),
    ("Replace Variable With Attribute", field_of_local),
    ("Invert Condition", invert_if),
];

/// How findings of a type are asked of the engine; none where it cannot perform them.
pub fn of(kind: &str) -> Option<Make> {
    ALL.iter().find(|(k, _)| *k == kind).map(|(_, make)| *make)
}

impl Given<'_> {
    fn left(&self) -> Option<&Place> {
        self.finding.left.first()
    }

    fn right(&self) -> Option<&Place> {
        self.finding.right.first()
    }

    fn file(&self, path: &str) -> Option<FileId> {
        self.sources.find(path)
    }

    /// The method among the places of a side.
    fn method(places: &[Place]) -> Option<&Place> {
        let mut all = places.iter();
        all.find(|p| matches!(kind(p), What::Callable))
    }

    /// The name in a declaration.
    fn caret(&self, place: &Place) -> Option<Target> {
        let (file, tokens) = (
            self.file(&place.path)?,
            self.alignments.before(&place.path)?,
        );
        let name = name(place)?;
        let all = tokens.within(place.start.byte, place.end.byte);
        let mut named = all.clone().filter(|&i| tokens.get(i) == name);
        let next = |i: usize| (i + 1 < tokens.len()).then(|| tokens.get(i + 1));
        let at = match kind(place) {
            What::Callable => named.find(|&i| next(i) == Some("(")),
            What::Type => named.find(|&i| {
                let word = i.checked_sub(1).map(|p| tokens.get(p));
                matches!(word, Some("class" | "interface" | "enum" | "record"))
            }),
            // The type may have the name of the variable; what is initialized has it before `=`.
            What::Variable => named.find(|&i| {
                matches!(next(i), None | Some("=" | ";" | "," | ")" | ":" | "["))
                    || i + 1 >= all.end
            }),
        }?;
        Some(Target::At(file, tokens.spans[at].start))
    }

    fn range(&self, path: &str, tokens: &Range<usize>) -> Option<Target> {
        let all = self.alignments.before(path)?;
        let (first, last) = (
            all.spans.get(tokens.start)?,
            all.spans.get(tokens.end.checked_sub(1)?)?,
        );
        Some(Target::Range(
            self.file(path)?,
            Span::new(first.start, last.end),
        ))
    }

    fn at_name(&self, refactoring: &str) -> Option<Request> {
        Some(Request::new(refactoring, self.caret(self.left()?)?))
    }

    fn at_method(&self, refactoring: &str) -> Option<Request> {
        let method = Self::method(&self.finding.left)?;
        Some(Request::new(refactoring, self.caret(method)?))
    }
}

enum What {
    Type,
    Callable,
    Variable,
}

fn kind(place: &Place) -> What {
    let code = place.code.as_deref().unwrap_or_default();
    match (code.contains('('), code.contains(" : ")) {
        (true, _) => What::Callable,
        (false, true) => What::Variable,
        (false, false) => What::Type,
    }
}

fn rename(given: &Given<'_>) -> Option<Request> {
    let to = name(given.right()?)?;
    Some(given.at_name("rename")?.with("to", to))
}

/// `Rename Package a.b to a.c`.
fn rename_package(given: &Given<'_>) -> Option<Request> {
    let said = given
        .finding
        .description
        .strip_prefix(&given.finding.kind)?;
    let (from, to) = said.trim().split_once(" to ")?;
    let request = Request::new("rename-package", Target::Nothing);
    Some(request.with("from", from).with("to", to))
}

fn move_class(given: &Given<'_>) -> Option<Request> {
    let (package, _) = given.right()?.code.as_deref()?.rsplit_once('.')?;
    Some(given.at_name("move-type")?.with("to", package))
}

/// The class that the description names last.
fn target_class(given: &Given<'_>) -> Option<String> {
    let (_, class) = given.finding.description.rsplit_once("from class ")?;
    class.split_whitespace().next().map(str::to_owned)
}

fn move_member(given: &Given<'_>) -> Option<Request> {
    Some(
        given
            .at_name("move-members")?
            .with("to", target_class(given)?),
    )
}

fn pull_up(given: &Given<'_>) -> Option<Request> {
    Some(given.at_name("pull-up")?.with("to", target_class(given)?))
}

fn push_down(given: &Given<'_>) -> Option<Request> {
    given.at_name("push-down")
}

fn encapsulate(given: &Given<'_>) -> Option<Request> {
    given.at_name("encapsulate-field")
}

fn visibility(given: &Given<'_>) -> Option<Request> {
    let code = Given::method(&given.finding.right)?.code.as_deref()?;
    let word = code.split(' ').next()?;
    Some(
        given
            .at_method("change-signature")?
            .with("visibility", word),
    )
}

fn returns(given: &Given<'_>) -> Option<Request> {
    let code = Given::method(&given.finding.right)?.code.as_deref()?;
    let (_, ty) = code.rsplit_once(" : ")?;
    Some(given.at_method("change-signature")?.with("returns", ty))
}

/// The parameters that are left, in their new order. Where the method gained others, too, more was done than this.
fn parameters(given: &Given<'_>) -> Option<Request> {
    let names = |places| parameter_names(Given::method(places)?.code.as_deref()?);
    let (old, new) = (names(&given.finding.left)?, names(&given.finding.right)?);
    if new.iter().any(|n| !old.contains(n)) {
        return None;
    }
    let request = given.at_method("change-signature")?;
    Some(request.with("params", new.join(", ")))
}

/// `run(a int, b List<X, Y>)` has `a` and `b`.
fn parameter_names(code: &str) -> Option<Vec<String>> {
    let inside = code.split_once('(')?.1.rsplit_once(')')?.0;
    let (mut depth, mut out, mut one) = (0, Vec::new(), String::new());
    for c in inside.chars() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            out.push(std::mem::take(&mut one));
        } else {
            one.push(c);
        }
    }
    out.push(one);
    let name = |p: String| p.split_whitespace().next().map(str::to_owned);
    Some(out.into_iter().filter_map(name).collect())
}

/// From the first to the last of the extracted statements, with what is needed to close what they open.
fn extract_method(given: &Given<'_>) -> Option<Request> {
    let is_code = |p: &&Place| p.role.starts_with("extracted code from");
    let code: Vec<&Place> = given.finding.left.iter().filter(is_code).collect();
    let first = code.iter().min_by_key(|p| p.start.byte)?;
    if code.iter().any(|p| p.path != first.path) {
        return None;
    }
    let end = code.iter().map(|p| p.end.byte).max()?;
    let tokens = given.alignments.before(&first.path)?;
    let range = closed(tokens, tokens.within(first.start.byte, end))?;
    let name = name(given.right()?)?;
    let visibility = given.right()?.code.as_deref()?.split(' ').next()?;
    let target = given.range(&first.path, &range)?;
    let request = Request::new("extract-method", target).with("name", name);
    Some(request.with("visibility", visibility))
}

/// The range up to where no bracket in it is open; none where it closes one that it did not open.
fn closed(tokens: &Tokens, range: Range<usize>) -> Option<Range<usize>> {
    let mut depth = 0_u32;
    let mut end = range.start;
    while end < tokens.len() && (end < range.end || depth > 0) {
        match tokens.get(end) {
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        end += 1;
    }
    Some(range.start..end)
}

fn inline_method(given: &Given<'_>) -> Option<Request> {
    let is_inlined = |p: &&Place| p.role == "inlined method declaration";
    let place = given.finding.left.iter().find(is_inlined)?;
    let request = Request::new("inline-method", given.caret(place)?);
    Some(request.with("all", "yes"))
}

fn field_of_local(given: &Given<'_>) -> Option<Request> {
    let to = name(given.right()?)?;
    Some(given.at_name("extract-field")?.with("name", to))
}

/// The expression before that a new variable is initialized with: the first where the declaration stands or after it.
fn initializer(given: &Given<'_>) -> Option<(String, Range<usize>)> {
    let place = given.right()?;
    let after = given.alignments.after(&place.path)?;
    let mut declared = after.within(place.start.byte, place.end.byte);
    let equals = declared.clone().find(|&i| after.get(i) == "=")?;
    if declared.end > 0 && after.get(declared.end - 1) == ";" {
        declared.end -= 1;
    }
    let value: Vec<&str> = (equals + 1..declared.end).map(|i| after.get(i)).collect();
    let (path, at) = given.alignments.back(place)?;
    let before = given.alignments.before(path)?;
    let stands = |start: usize, tokens: &Tokens| {
        let mut pairs = value.iter().enumerate();
        pairs.all(|(i, v)| {
            let at = start + i;
            at < tokens.len() && given.alignments.renamed(tokens.get(at)) == *v
        })
    };
    let start = (at.start..before.len()).find(|&i| stands(i, before))?;
    Some((path.to_owned(), start..start + value.len()))
}

fn extract_variable(given: &Given<'_>) -> Option<Request> {
    let (path, at) = initializer(given)?;
    let request = Request::new("extract-local-variable", given.range(&path, &at)?);
    Some(
        request
            .with("name", name(given.right()?)?)
            .with("all", "yes"),
    )
}

fn extract_constant(given: &Given<'_>) -> Option<Request> {
    let (path, at) = initializer(given)?;
    let request = Request::new("extract-constant", given.range(&path, &at)?);
    Some(
        request
            .with("name", name(given.right()?)?)
            .with("all", "yes"),
    )
}

fn inline_variable(given: &Given<'_>) -> Option<Request> {
    given.at_name("inline-local-variable")
}

fn invert_if(given: &Given<'_>) -> Option<Request> {
    let place = given.left()?;
    let (file, tokens) = (
        given.file(&place.path)?,
        given.alignments.before(&place.path)?,
    );
    let upto = tokens
        .spans
        .partition_point(|s| s.start <= place.start.byte);
    let word = (0..upto).rev().find(|&i| tokens.get(i) == "if")?;
    Some(Request::new(
        "invert-if",
        Target::At(file, tokens.spans[word].start),
    ))
}
