//! How a finding is asked of the engine: one line a type.

use crate::alignment::{Alignments, hunks, name};
use crate::declared::{
    declared, imported, is_name, is_type_word, own_name, package, parameter_names, parameters_of,
    with_packages,
};
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
                i.checked_sub(1)
                    .is_some_and(|p| is_type_word(tokens.get(p)))
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

    /// Whether a declaration has the modifier `static`.
    fn is_static(&self, place: &Place) -> Option<bool> {
        let (tokens, name) = (self.alignments.before(&place.path)?, name(place)?);
        let all = tokens.within(place.start.byte, place.end.byte);
        let mut head = all.map(|i| tokens.get(i)).take_while(|t| *t != name);
        Some(head.any(|t| t == "static"))
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
    let request = request.with("from", from).with("to", to);
    let mut packages = given.alignments.all_before().map(package);
    // Where only packages below it have files, they are what was renamed.
    Some(if packages.any(|p| p == from) {
        request
    } else {
        request.with("below", "yes")
    })
}

/// A top-level type goes to another package, and takes its member types along; a member type to a file of its own, or to another
/// class.
fn move_class(given: &Given<'_>) -> Option<Request> {
    let (left, right) = (given.left()?, given.right()?);
    let before = given.alignments.before(&left.path)?;
    let after = given.alignments.after(&right.path)?;
    let (from, to) = (own_name(left, before)?, own_name(right, after)?);
    if from == to {
        let (outermost, _) = from.split_once('.').unwrap_or((from, ""));
        let (file, at) = (given.file(&left.path)?, declared(before, outermost)?);
        let target = Target::At(file, before.spans[at].start);
        return Some(Request::new("move-type", target).with("to", package(after)));
    }
    from.split_once('.')?;
    if !to.contains('.') {
        return given.at_name("move-nested-type");
    }
    let (class, _) = right.code.as_deref()?.rsplit_once('.')?;
    Some(given.at_name("move-members")?.with("to", class))
}

/// The class that the description names last.
pub fn target_class(finding: &Finding) -> Option<String> {
    let (_, class) = finding.description.rsplit_once("from class ")?;
    class.split_whitespace().next().map(str::to_owned)
}

/// Static members go as they are; a method of an object to the class of a parameter or field.
fn move_member(given: &Given<'_>) -> Option<Request> {
    let to = target_class(given.finding)?;
    let left = given.left()?;
    if matches!(kind(left), What::Callable)
        && !given.is_static(left)?
        && let Some(object) = object_of(given, left, &to)
    {
        let request = given.at_name("move-instance-method")?;
        return Some(request.with("to", object));
    }
    Some(given.at_name("move-members")?.with("to", to))
}

/// The parameter of a method that has a type, or else the field of its file.
fn object_of(given: &Given<'_>, method: &Place, class: &str) -> Option<String> {
    let simple = class.rsplit('.').next()?;
    let is_of = |p: &String| p.split_once(' ').is_some_and(|(_, ty)| ty == simple);
    let params = parameters_of(method.code.as_deref()?)?;
    if let Some((name, _)) = params
        .iter()
        .find(|p| is_of(p))
        .and_then(|p| p.split_once(' '))
    {
        return Some(name.to_owned());
    }
    let tokens = given.alignments.before(&method.path)?;
    let is_field = |&i: &usize| {
        tokens.get(i) == simple
            && matches!(tokens.get(i + 2), "=" | ";")
            && is_name(tokens.get(i + 1))
    };
    let at = (0..tokens.len().checked_sub(2)?).find(is_field)?;
    Some(tokens.get(at + 1).to_owned())
}

/// To a superclass that is there, or to one that is new: then it is extracted with this member.
fn pull_up(given: &Given<'_>) -> Option<Request> {
    let to = target_class(given.finding)?;
    let simple = to.rsplit('.').next()?;
    let is_new = (given.alignments.all_before()).all(|tokens| declared(tokens, simple).is_none());
    let place = given.right()?;
    let after = given.alignments.after(&place.path)?;
    let word = declared(after, simple).map(|at| after.get(at - 1));
    let refactoring = match word {
        Some("class") if is_new => "extract-superclass",
        Some("interface") if is_new => "extract-interface",
        _ => return Some(given.at_name("pull-up")?.with("to", to)),
    };
    let left = given.left()?;
    let (_, from) = given.finding.description.split_once("from class ")?;
    let from = from.split_whitespace().next()?.rsplit('.').next()?;
    let before = given.alignments.before(&left.path)?;
    let at = before.spans[declared(before, from)?].start;
    let request = Request::new(refactoring, Target::At(given.file(&left.path)?, at));
    Some(request.with("name", simple).with("members", name(left)?))
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
    let right = Given::method(&given.finding.right)?;
    let code = right.code.as_deref()?;
    let (_, ty) = code.rsplit_once(" : ")?;
    let (before, after) = (
        given
            .alignments
            .before(&Given::method(&given.finding.left)?.path)?,
        given.alignments.after(&right.path)?,
    );
    let ty = with_packages(ty, |name| {
        let known = imported(before, name).is_some();
        imported(after, name).filter(|_| !known)
    });
    Some(given.at_method("change-signature")?.with("returns", ty))
}

/// The parameters that are left, in their new order; where the method gained others, too, in their old one.
fn parameters(given: &Given<'_>) -> Option<Request> {
    let names = |places| parameter_names(Given::method(places)?.code.as_deref()?);
    let (old, new) = (names(&given.finding.left)?, names(&given.finding.right)?);
    let left = if new.iter().all(|n| old.contains(n)) {
        new
    } else {
        let stays = |n: &String| new.contains(n);
        old.into_iter().filter(stays).collect()
    };
    let request = given.at_method("change-signature")?;
    Some(request.with("params", left.join(", ")))
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

/// The first call whose place the code took; where the finding tells of none, all.
fn inline_method(given: &Given<'_>) -> Option<Request> {
    let of = |role: &str| given.finding.left.iter().find(|p| p.role == role);
    let declared = of("inlined method declaration")?;
    let call = of("inlined method invocation").and_then(|call| {
        let tokens = given.alignments.before(&call.path)?;
        let name = name(declared)?;
        let is_called =
            |&i: &usize| tokens.get(i) == name && i + 1 < tokens.len() && tokens.get(i + 1) == "(";
        let at = tokens
            .within(call.start.byte, call.end.byte)
            .find(is_called)?;
        Some(Target::At(given.file(&call.path)?, tokens.spans[at].start))
    });
    match call {
        Some(call) => Some(Request::new("inline-method", call)),
        None => Some(Request::new("inline-method", given.caret(declared)?).with("all", "yes")),
    }
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
    let (path, at) = initializer(given).or_else(|| replaced(given))?;
    let request = Request::new("extract-local-variable", given.range(&path, &at)?);
    let declared = given.right()?.code.as_deref()?;
    let (_, ty) = declared.rsplit_once(" : ")?;
    let request = request.with("name", name(given.right()?)?).with("type", ty);
    Some(request.with("all", "yes"))
}

/// The expression before whose place the new variable takes, in the first statement that has one; its value may have changed.
fn replaced(given: &Given<'_>) -> Option<(String, Range<usize>)> {
    let name = name(given.right()?)?;
    let of = |places: &'_ [Place], role: &str| -> Vec<Place> {
        let places = places.iter().filter(|p| p.role.starts_with(role));
        places.cloned().collect()
    };
    let old = of(&given.finding.left, "statement with the initializer");
    let new = of(&given.finding.right, "statement with the name");
    old.iter().zip(&new).find_map(|(old, new)| {
        let (before, after) = (
            given.alignments.before(&old.path)?,
            given.alignments.after(&new.path)?,
        );
        let range = |t: &Tokens, p: &Place| t.within(p.start.byte, p.end.byte);
        let (x, y) = (range(before, old), range(after, new));
        let same = given.alignments.align((before, &x), (after, &y));
        let apart: Vec<_> = same
            .iter()
            .map(|&(i, j)| (i - x.start, j - y.start))
            .collect();
        let all = hunks(&apart, (x.len(), y.len()));
        let is_name = |put: &Range<usize>| put.len() == 1 && after.get(y.start + put.start) == name;
        let (gone, _) = all
            .into_iter()
            .find(|(gone, put)| !gone.is_empty() && is_name(put))?;
        Some((old.path.clone(), x.start + gone.start..x.start + gone.end))
    })
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
