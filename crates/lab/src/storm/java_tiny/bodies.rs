//! Requests for code in bodies: statements and expressions are found by their text alone, now and then badly.

use super::super::Random;
use super::marks::Text;
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Part as _, Span};

/// The refactorings that are asked for at a place in a body.
pub const IN_BODIES: [&str; 25] = [
    "extract-local-variable",
    "extract-method",
    "inline-local-variable",
    "inline-method",
    "extract-constant",
    "invert-if",
    "use-var",
    "remove-unused-imports",
    "inline-constant",
    "inline-field",
    "conditional-to-if",
    "if-to-conditional",
    "anonymous-to-lambda",
    "lambda-to-anonymous",
    "lambda-to-method-reference",
    "method-reference-to-lambda",
    "use-enhanced-for",
    "consolidate-conditional",
    "inline-parameter",
    "introduce-factory",
    "generalize-type",
    "use-supertype",
    "remove-unused-members",
    "extract-duplicates",
    "replace-by-call",
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
        "inline-constant" => with(at(declared(text, index, "f", random)?), "all", all),
        "inline-field" => with(at(declared(text, index, "f", random)?), "all", all),
        "conditional-to-if" => at(places(source, " ? ", random)? + 1),
        "if-to-conditional" => at(places(source, "if (", random)?),
        "anonymous-to-lambda" => at(places(source, "() { public ", random)?),
        "lambda-to-anonymous" | "lambda-to-method-reference" => at(places(source, "-> ", random)?),
        "method-reference-to-lambda" => at(places(source, "::", random)?),
        "consolidate-conditional" => at(places(source, "if (", random)?),
        "inline-parameter" => at(declared(text, index, "p", random)?),
        "introduce-factory" => {
            let request = at(places(source, "new ", random)?);
            with(request, "private", random.one_in(3))
        }
        "generalize-type" => {
            let kind = *random.pick(&["l", "f", "m", "p"])?;
            let request = at(declared(text, index, kind, random)?);
            request.with("to", some_type(text, random)?)
        }
        "use-supertype" => {
            let request = at(declared(text, index, "T", random)?);
            request.with("to", some_type(text, random)?)
        }
        "use-enhanced-for" => at(places(source, "for (", random)?),
        "extract-duplicates" => {
            let (first, second) = copies(source, random)?;
            let place = format!("{path}:{}", position(source, second));
            range(first).with("name", name).with("places", place)
        }
        "replace-by-call" => {
            let (span, of) = copied_body(text, source, random)?;
            range(span).with("method", of)
        }
        _ => at(0),
    })
}

/// The name of a type that may be above another.
fn some_type(text: &Text, random: &mut Random) -> Option<String> {
    const OF_LIBRARY: [&str; 4] = ["Object", "Number", "CharSequence", "Comparable"];
    if random.one_in(2) {
        return random.pick(&OF_LIBRARY).map(|&name| name.to_owned());
    }
    let types: Vec<&str> = text
        .declared
        .iter()
        .filter(|d| d.about[0] == "T")
        .map(|d| d.name.as_str())
        .collect();
    random.pick(&types).map(|&name| name.to_owned())
}

/// A declared name of a kind in a file.
fn declared(text: &Text, file: usize, kind: &str, random: &mut Random) -> Option<usize> {
    let all = text.declared.iter();
    let all: Vec<usize> = all
        .filter(|d| d.file == file && d.about[0] == kind)
        .map(|d| d.offset)
        .collect();
    random.pick(&all).copied()
}

/// Where a text stands.
fn places(source: &str, wanted: &str, random: &mut Random) -> Option<usize> {
    let all: Vec<usize> = source.match_indices(wanted).map(|m| m.0).collect();
    random.pick(&all).copied()
}

/// The last letter of the word before a text.
pub fn before(source: &str, wanted: &str, random: &mut Random) -> Option<usize> {
    let is_word = |at: usize| {
        let last = source.part(..at).chars().next_back();
        last.is_some_and(char::is_alphanumeric)
    };
    let all = source.match_indices(wanted).map(|m| m.0);
    let all: Vec<usize> = all.filter(|&at| is_word(at)).collect();
    random.pick(&all).map(|at| at - 1)
}

/// A call with its arguments, what stands in parentheses, or what is returned or assigned.
pub fn expression(source: &str, random: &mut Random) -> Option<Span> {
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

/// Lines that look like statements, from where they begin to where they end.
fn statement_lines(source: &str) -> Vec<(usize, usize)> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let blanks = line.len() - line.trim_start().len();
        if line.trim_end().ends_with(';') && blanks > 0 {
            lines.push((at + blanks, at + line.trim_end().len()));
        }
        at += line.len();
    }
    lines
}

/// A text with every number as one.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('0') {
            out.push('0');
        }
    }
    out
}

/// Two places that read the same but for numbers, now and then two of any kind.
fn copies(source: &str, random: &mut Random) -> Option<(Span, Span)> {
    let all = pieces(source);
    let &(first, end) = random.pick(&all)?;
    let of = shape(source.part(first..end));
    let any = random.one_in(8);
    let others = all.iter().filter(|o| o.0 >= end || o.1 <= first);
    let others = others.filter(|o| any || shape(source.part(o.0..o.1)) == of);
    let others: Vec<(usize, usize)> = others.copied().collect();
    let &(other, last) = random.pick(&others)?;
    Some((
        Span::new(first as u32, end as u32),
        Span::new(other as u32, last as u32),
    ))
}

/// What stands between braces or semicolons of one line, as a statement may.
fn pieces(source: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut start = 0;
    for (at, c) in source.char_indices() {
        if !matches!(c, ';' | '{' | '}' | '\n') {
            continue;
        }
        let from =
            start + (source.part(start..at).len() - source.part(start..at).trim_start().len());
        if c == ';' && from < at && source.part(from..at).contains('(') {
            all.push((from, at + 1));
        }
        start = at + 1;
    }
    all
}

/// Statements, and the method whose only statement reads the same, or any.
fn copied_body(text: &Text, source: &str, random: &mut Random) -> Option<(Span, String)> {
    let all = pieces(source);
    let &(start, end) = random.pick(&all)?;
    let of = shape(source.part(start..end));
    let any = random.one_in(8);
    let methods = text.declared.iter().filter(|d| d.about[0] == "m");
    let alike = methods.filter(|d| {
        let Some((_, source)) = text.files.get(d.file) else {
            return false;
        };
        let rest = source.part(d.offset..);
        let line = rest.part(..rest.find('\n').unwrap_or(rest.len()));
        any || shape(line).contains(&of)
    });
    let alike: Vec<String> = alike
        .map(|d| format!("{}.{}", d.about[1], d.name))
        .collect();
    let method = random.pick(&alike)?.clone();
    Some((Span::new(start as u32, end as u32), method))
}

/// A place as requests write it: line and column of its start and of its end.
fn position(source: &str, span: Span) -> String {
    let at = |offset: u32| {
        let before = source.part(..offset as usize);
        let line = before.rfind('\n').map_or(0, |i| i + 1);
        let column = before.part(line..).chars().count() + 1;
        format!("{}:{column}", before.matches('\n').count() + 1)
    };
    format!("{}-{}", at(span.start), at(span.end))
}

/// Some lines that look like statements.
fn statements(source: &str, random: &mut Random) -> Option<Span> {
    let lines = statement_lines(source);
    let first = random.below(lines.len().max(1));
    let last = (first + random.below(3)).min(lines.len().checked_sub(1)?);
    Some(Span::new(lines[first].0 as u32, lines[last].1 as u32))
}
