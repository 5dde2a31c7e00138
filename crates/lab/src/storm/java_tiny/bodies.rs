//! Requests for code in bodies: statements and expressions are found by their text alone, now and then badly.

use super::super::Random;
use super::marks::Text;
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Part as _, Span};

/// The refactorings that are asked for at a place in a body.
pub const IN_BODIES: [&str; 8] = [
    "extract-local-variable",
    "extract-method",
    "inline-local-variable",
    "inline-method",
    "extract-constant",
    "invert-if",
    "use-var",
    "remove-unused-imports",
];

const NAMES: [&str; 4] = ["fresh", "w9", "a", "m"];

/// A request at a random place that looks like what the refactoring is for.
pub fn ask(text: &Text, refactoring: &str, random: &mut Random) -> Option<Request> {
    let index = random.below(text.files.len());
    let (path, source) = text.files.get(index)?;
    if path == "p/U.java" {
        return None;
    }
    let file = FileId(index as u32);
    let range = |span| Request::new(refactoring, Target::Range(file, span));
    let at = |offset: usize| Request::new(refactoring, Target::At(file, offset as u32));
    let name = *random.pick(&NAMES)?;
    let all = random.one_in(2);
    let with = |request: Request, name: &str, on: bool| {
        if on {
            request.with(name, "yes")
        } else {
            request
        }
    };
    Some(match refactoring {
        "extract-local-variable" | "extract-constant" => {
            let request = range(expression(source, random)?).with("name", name);
            with(request, "all", all)
        }
        "extract-method" => {
            let span = if random.one_in(3) {
                expression(source, random)?
            } else {
                statements(source, random)?
            };
            let request = range(span).with("name", name);
            with(request, "duplicates", random.one_in(4))
        }
        "inline-local-variable" => at(before(source, " = ", random)?),
        "inline-method" => with(at(before(source, "(", random)?), "all", all),
        "invert-if" => at(places(source, "if (", random)?),
        "use-var" => at(before(source, " = ", random)?),
        _ => at(0),
    })
}

/// Where a text stands.
fn places(source: &str, wanted: &str, random: &mut Random) -> Option<usize> {
    let all: Vec<usize> = source.match_indices(wanted).map(|m| m.0).collect();
    random.pick(&all).copied()
}

/// The last letter of the word before a text.
fn before(source: &str, wanted: &str, random: &mut Random) -> Option<usize> {
    let is_word = |at: usize| {
        let last = source.part(..at).chars().next_back();
        last.is_some_and(char::is_alphanumeric)
    };
    let all = source.match_indices(wanted).map(|m| m.0);
    let all: Vec<usize> = all.filter(|&at| is_word(at)).collect();
    random.pick(&all).map(|at| at - 1)
}

/// A call with its arguments, what stands in parentheses, or what is returned or assigned.
fn expression(source: &str, random: &mut Random) -> Option<Span> {
    if random.one_in(3) {
        let word = *random.pick(&["return ", " = "])?;
        let start = places(source, word, random)? + word.len();
        let end = source.part(start..).find(';')?;
        return Some(Span::new(start as u32, (start + end) as u32));
    }
    let open = places(source, "(", random)?;
    let mut depth = 0usize;
    let close = source.part(open..).char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let is_name = |c: char| c.is_alphanumeric() || c == '.';
    let start = source.part(..open).trim_end_matches(is_name).len();
    Some(Span::new(start as u32, (open + close + 1) as u32))
}

/// Some lines that look like statements.
fn statements(source: &str, random: &mut Random) -> Option<Span> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let blanks = line.len() - line.trim_start().len();
        if line.trim_end().ends_with(';') && blanks > 0 {
            lines.push((at + blanks, at + line.trim_end().len()));
        }
        at += line.len();
    }
    let first = random.below(lines.len().max(1));
    let last = (first + random.below(3)).min(lines.len().checked_sub(1)?);
    Some(Span::new(lines[first].0 as u32, lines[last].1 as u32))
}
