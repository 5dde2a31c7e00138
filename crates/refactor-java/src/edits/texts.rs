//! Pieces of Java text: lists in parentheses, modifiers, whole members with their comments.

use crate::query::program::JavaProgram;
use reweave_model::{Kind, NodeId, Role, Tree, Visibility};
use reweave_text::{Edit, Part, Span};

/// The text between two parentheses: from behind the `(` that follows `from` to before the `)` that closes it.
pub fn parenthesised(text: &str, from: u32) -> Option<Span> {
    let mut depth = 0usize;
    let mut open = None;
    for (at, c) in code(text, from as usize) {
        match c {
            '(' => {
                depth += 1;
                open = open.or(Some(at + 1));
            }
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(Span::new(open? as u32, at as u32));
                }
            }
            // The list must come next.
            c if open.is_none() && !c.is_whitespace() && c != '<' && c != '>' => return None,
            _ => {}
        }
    }
    None
}

/// The characters of a text from an offset on that are code: no comments, no strings.
pub fn code(text: &str, from: usize) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut at = from;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let c = rest.chars().next()?;
            let skip = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(comment) = rest.strip_prefix("/*") {
                comment.find("*/").map_or(rest.len(), |e| e + 4)
            } else if let Some(block) = rest.strip_prefix("\"\"\"") {
                block.find("\"\"\"").map_or(rest.len(), |e| e + 6)
            } else if c == '"' || c == '\'' {
                literal(rest, c)
            } else {
                at += c.len_utf8();
                return Some((at - c.len_utf8(), c));
            };
            at += skip;
        }
    })
}

fn literal(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return i,
            c if c == quote => return i + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Splits at commas that stand in no brackets.
pub fn split_list(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, c) in code(text, 0) {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(text.part(start..at).trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text.part(start..).trim();
    if !last.is_empty() || !parts.is_empty() {
        parts.push(last);
    }
    parts
}

/// Whether a type is named alone: nothing stands before it, and no object before its `new` says where it is looked for.
pub fn is_simple_type(tree: &Tree, node: NodeId) -> bool {
    let of_object = |parent: NodeId| {
        tree.kind(parent) == Kind::New && tree.child_in(parent, Role::Receiver).is_some()
    };
    tree.kind(node) == Kind::TypeName
        && tree.child_in(node, Role::Qualifier).is_none()
        && !(tree.role(node) == Role::Type && tree.parent(node).is_some_and(of_object))
}

/// Where a declaration begins behind the annotations that come first: others may stand behind its type parameters.
fn behind_annotations(program: &JavaProgram, number: u32, node: NodeId, text: &str) -> u32 {
    let tree = &program.model(number).tree;
    let data = tree.node(node);
    let word_from = |from: u32| {
        let mut rest = code(text, from as usize);
        let word = rest.find(|(_, c)| !c.is_whitespace());
        word.map_or(from, |(at, _)| at as u32)
    };
    let mut start = data.span.start;
    for annotation in tree.children_in(node, Role::Annotation) {
        let span = tree.span(annotation);
        if span.start == start {
            start = word_from(span.end);
        }
    }
    start.min(data.name_at)
}

/// Where a word stands in a declaration's head; annotations may stand among its modifiers.
pub fn modifier_at(
    program: &JavaProgram,
    number: u32,
    node: NodeId,
    text: &str,
    word: &str,
) -> Option<Span> {
    let tree = &program.model(number).tree;
    let (start, end) = (tree.span(node).start, tree.node(node).name_at);
    let annotations = tree.children_in(node, Role::Annotation);
    let annotations: Vec<Span> = annotations.map(|a| tree.span(a)).collect();
    let is_said = |at: u32| annotations.iter().any(|a| (a.start..a.end).contains(&at));
    let mut found = None;
    let mut current = (0usize, String::new());
    let words = code(text, start as usize).take_while(|(at, _)| *at < end as usize);
    for (at, c) in words.filter(|(at, _)| !is_said(*at as u32)) {
        if c.is_alphanumeric() || c == '_' || c == '-' {
            if current.1.is_empty() {
                current.0 = at;
            }
            current.1.push(c);
        } else {
            if current.1 == word {
                found = Some(current.0);
                break;
            }
            current.1.clear();
        }
    }
    if found.is_none() && current.1 == word {
        found = Some(current.0);
    }
    found.map(|at| Span::new(at as u32, (at + word.len()) as u32))
}

/// The edit that gives a declaration another visibility; none when it has it.
pub fn visibility(
    program: &JavaProgram,
    number: u32,
    node: NodeId,
    text: &str,
    wanted: Visibility,
) -> Option<Edit> {
    let word = match wanted {
        Visibility::Package | Visibility::Internal => "",
        other => other.word(),
    };
    let now = ["public", "protected", "private"]
        .into_iter()
        .find_map(|w| Some((w, modifier_at(program, number, node, text, w)?)));
    match now {
        Some((now, _)) if now == word => None,
        Some((_, at)) if word.is_empty() => Some(Edit::delete(with_blank(text, at))),
        Some((_, at)) => Some(Edit::replace(at, word)),
        None if word.is_empty() => None,
        None => Some(insert_modifier(program, number, node, text, word)),
    }
}

/// Puts a modifier first.
pub fn insert_modifier(
    program: &JavaProgram,
    number: u32,
    node: NodeId,
    text: &str,
    word: &str,
) -> Edit {
    let at = behind_annotations(program, number, node, text);
    Edit::insert(at, format!("{word} "))
}

/// A word with the blanks behind it.
pub fn with_blank(text: &str, at: Span) -> Span {
    let rest = text.part(at.end as usize..);
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    Span::new(at.start, at.end + blanks as u32)
}

/// A member with its documentation, and the blanks of its lines: what goes when it goes.
pub fn whole_lines(text: &str, declaration: Span, doc: Option<Span>) -> Span {
    let start = doc.map_or(declaration.start, |d| d.start.min(declaration.start));
    let before = text.part(..start as usize);
    let line = before.rfind('\n').map_or(0, |i| i + 1);
    let blank_before = before.part(line..).trim().is_empty();
    // A `;` behind a method is nobody's.
    let semicolon = text.part(declaration.end as usize..).starts_with(';');
    let declaration = Span::new(declaration.start, declaration.end + u32::from(semicolon));
    let rest = text.part(declaration.end as usize..);
    let line_end = rest.find('\n').map_or(rest.len(), |i| i + 1);
    let blank_after = rest.part(..line_end).trim().is_empty();
    match (blank_before, blank_after) {
        (true, true) => Span::new(line as u32, declaration.end + line_end as u32),
        _ => Span::new(start, declaration.end),
    }
}

/// The blanks before the first character of the line that an offset lies in.
pub fn indent_at(text: &str, offset: u32) -> &str {
    let line = text
        .part(..offset as usize)
        .rfind('\n')
        .map_or(0, |i| i + 1);
    let rest = text.part(line..);
    let len = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    rest.part(..len)
}

/// What a level of indentation is in this text: that of its first indented line.
pub fn indent_unit(text: &str) -> &str {
    let indented = text.lines().find_map(|line| {
        let rest = line.trim_start_matches([' ', '\t']);
        let blanks = line.part(..line.len() - rest.len());
        (!blanks.is_empty() && !rest.is_empty() && !rest.starts_with('*')).then_some(blanks)
    });
    indented.unwrap_or("    ")
}

/// Text whose first line is indented by `from`, indented by `to` instead. `blocks` are the text blocks in it, in order: the lines of
/// one go along together or not at all, since what all of them begin with is no part of the text.
pub fn reindent(text: &str, from: &str, to: &str, blocks: &[&str]) -> String {
    let mut out = String::new();
    let mut rest = text;
    for block in blocks {
        let Some(at) = rest.find(block) else {
            continue;
        };
        let is_code = |line: &str| !line.trim().is_empty();
        out.push_str(&shifted(rest.part(..at), from, to, is_code));
        let mut lines = block.split('\n').skip(1).peekable();
        let mut is_whole = true;
        while let Some(line) = lines.next() {
            let counts = !line.trim().is_empty() || lines.peek().is_none();
            is_whole &= !counts || line.starts_with(from);
        }
        out.push_str(&shifted(block, from, to, |_| is_whole));
        rest = rest.part(at + block.len()..);
    }
    out.push_str(&shifted(rest, from, to, |line| !line.trim().is_empty()));
    out
}

fn shifted(text: &str, from: &str, to: &str, goes: impl Fn(&str) -> bool) -> String {
    let line = |(i, line): (usize, &str)| match line.strip_prefix(from) {
        Some(rest) if i > 0 && goes(line) => format!("{to}{rest}"),
        _ => line.to_owned(),
    };
    let lines: Vec<String> = text.split('\n').enumerate().map(line).collect();
    lines.join("\n")
}

/// Behind the comments that follow a place on its line.
pub fn after_comments(text: &str, at: u32) -> u32 {
    let mut end = at;
    loop {
        let rest = text.part(end as usize..);
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let comment = rest.part(blanks..);
        let len = if comment.starts_with("//") {
            comment.find(['\n', '\r']).unwrap_or(comment.len())
        } else {
            let close = comment
                .starts_with("/*")
                .then(|| comment.find("*/"))
                .flatten();
            match close {
                Some(close) if !comment.part(..close).contains('\n') => close + 2,
                _ => return end,
            }
        };
        end += (blanks + len) as u32;
    }
}
