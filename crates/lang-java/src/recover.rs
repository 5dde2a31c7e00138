//! Reading on after syntax errors, so that a broken member costs no other.
//!
//! The grammar's own recovery is good where the mistake is small, and swallows half a file where it is not. The braces
//! say where members end: where the grammar's tree does not agree with them around an error, the inside of the member
//! is blanked and the text read again. Not a byte moves; missing braces are added behind the end.

use crate::grammar::{JAVA, K};
use crate::lex::{Tok, Token, tokens};
use crate::mask::mask;
use reweave_syntax::{Cancelled, NodeId, SyntaxTree, parse_cancellable};
use reweave_text::{LineIndex, Part, Span};
use std::collections::BTreeSet;

/// What was read in the end.
pub(crate) struct Recovered {
    pub syntax: SyntaxTree,
    /// What the model lacks, and why.
    pub lost: Vec<(Span, &'static str)>,
}

/// Each round blanks every member that is still in the way; what is left after these stays an error.
const ROUNDS: usize = 3;

const BLANKED: &str = "syntax error; left out";

pub(crate) fn recover(
    text: &str,
    first: SyntaxTree,
    cancelled: &dyn Fn() -> bool,
) -> Result<Recovered, Cancelled> {
    let tokens = tokens(text);
    let mut reader = Reader {
        shown: text.to_owned(),
        len: text.len(),
        syntax: first,
        lost: Vec::new(),
        cancelled,
    };
    if let Some(masked) = mask(text, &tokens) {
        reader.syntax = reader.read(&masked.text)?;
        (reader.shown, reader.lost) = (masked.text, masked.lost);
    }
    if !reader.is_clean() {
        let shape = Shape::of(text, &tokens);
        if !shape.balanced {
            // What they break elsewhere heals with them.
            reader.blank(&shape.unbalanced)?;
        }
        let mut seen = BTreeSet::new();
        for _ in 0..ROUNDS {
            let mut broken = reader.broken_members(&shape)?;
            broken.retain(|&member| seen.insert(member));
            if broken.is_empty() {
                break;
            }
            reader.blank(&broken)?;
        }
    }
    let Reader { syntax, lost, .. } = reader;
    Ok(Recovered { syntax, lost })
}

struct Reader<'a> {
    /// What the grammar was shown last.
    shown: String,
    /// Of the text; what is shown may be longer.
    len: usize,
    syntax: SyntaxTree,
    lost: Vec<(Span, &'static str)>,
    cancelled: &'a dyn Fn() -> bool,
}

impl Reader<'_> {
    fn read(&self, shown: &str) -> Result<SyntaxTree, Cancelled> {
        parse_cancellable(&JAVA.grammar, shown, self.cancelled)
    }

    fn is_clean(&self) -> bool {
        self.syntax.errors().is_empty()
    }

    /// The members whose mistakes the grammar did not keep to themselves.
    fn broken_members(&self, shape: &Shape) -> Result<Vec<Span>, Cancelled> {
        let errors = self.syntax.errors().iter();
        let mut members: Vec<Span> = errors
            .filter_map(|e| shape.in_the_way(&self.syntax, e.span.start))
            .collect();
        members.sort_unstable();
        members.dedup();
        // An error may well be told of a member that stands behind the one with the mistake.
        let mut broken = Vec::with_capacity(members.len());
        for member in members {
            let alone = format!("class X {{ X() {{{}}} }}", member.text(&self.shown));
            if !shape.is_body(member) || !self.read(&alone)?.errors().is_empty() {
                broken.push(member);
            }
        }
        Ok(broken)
    }

    /// Reads again without the insides of these.
    fn blank(&mut self, members: &[Span]) -> Result<(), Cancelled> {
        let mut shown = self.shown.clone().into_bytes();
        shown.truncate(self.len);
        for member in members {
            shown[member.range()].fill(b' ');
            self.lost.push((*member, BLANKED));
        }
        for stray in balance(&mut shown) {
            self.lost.push((stray, "a brace that closes nothing"));
        }
        if shown.ends_with(b"}") && shown.len() > self.len {
            let end = Span::at(self.len as u32);
            self.lost.push((end, "a brace that is never closed"));
        }
        self.shown = String::from_utf8(shown).expect("whole characters became spaces");
        self.syntax = self.read(&self.shown)?;
        Ok(())
    }
}

/// Whether the grammar saw the same braces: then the error is inside, and the tree around it right.
fn agrees(syntax: &SyntaxTree, member: Span) -> bool {
    let braces = Span::new(member.start.saturating_sub(1), member.end + 1);
    syntax.starting_at(braces.start).any(|node| {
        syntax.span(node) == braces
            && matches!(
                JAVA.kind(syntax.kind(node)),
                K::Block
                    | K::ConstructorBody
                    | K::ClassBody
                    | K::InterfaceBody
                    | K::AnnotationTypeBody
                    | K::EnumBody
                    | K::ArrayInitializer
                    | K::ModuleBody
            )
    })
}

/// Blanks closing braces that close nothing, which it gives back, and adds those that are missing behind the end.
fn balance(text: &mut Vec<u8>) -> Vec<Span> {
    let Ok(shown) = std::str::from_utf8(text) else {
        return Vec::new();
    };
    let all = tokens(shown);
    let open_comment = ends_in_comment(shown, &all);
    let (mut depth, mut stray) = (0_usize, Vec::new());
    for token in &all {
        match token.tok {
            Tok::Char(b'{') => depth += 1,
            Tok::Char(b'}') if depth == 0 => stray.push(token.span),
            Tok::Char(b'}') => depth -= 1,
            _ => {}
        }
    }
    for at in &stray {
        text[at.start as usize] = b' ';
    }
    if open_comment {
        text.extend_from_slice(b"*/");
    }
    text.push(b'\n');
    text.extend(std::iter::repeat_n(b'}', depth));
    stray
}

fn ends_in_comment(text: &str, tokens: &[Token]) -> bool {
    let end = tokens.last().map_or(0, |t| t.span.end as usize);
    let rest = text.get(end..).unwrap_or_default();
    let last = rest.rfind("/*");
    last.is_some_and(|at| !rest.part(at + 2..).contains("*/") && !in_line_comment(rest.part(..at)))
}

fn in_line_comment(before: &str) -> bool {
    let line = before.rfind('\n').map_or(before, |at| before.part(at..));
    line.contains("//")
}

/// What the braces say of a file.
struct Shape {
    /// The insides of the outermost braces that hold code and not members, in order.
    bodies: Vec<Span>,
    /// The insides of the braces that hold members, in order of their start.
    types: Vec<Span>,
    /// Where members end in the bodies of types, in order.
    seams: Vec<u32>,
    /// Bodies whose braces do not come in pairs.
    unbalanced: Vec<Span>,
    /// As many braces open as close.
    balanced: bool,
}

struct Brace {
    start: u32,
    indent: u32,
    is_type: bool,
    /// Depth that plain counting gives, to tell which bodies are out of balance.
    count: i64,
}

impl Shape {
    fn of(text: &str, tokens: &[Token]) -> Self {
        let is_brace = |t: &&Token| matches!(t.tok, Tok::Char(b'{' | b'}'));
        let net: i64 = tokens
            .iter()
            .filter(is_brace)
            .map(|t| if t.tok == Tok::Char(b'{') { 1 } else { -1 })
            .sum();
        let mut shape = Self {
            bodies: Vec::new(),
            types: Vec::new(),
            seams: vec![0],
            unbalanced: Vec::new(),
            balanced: net == 0,
        };
        let mut layout = Layout::new(text);
        let mut stack: Vec<Brace> = Vec::new();
        let (mut code, mut count, mut header) = (0_usize, 0_i64, 0_usize);
        for (at, token) in tokens.iter().enumerate() {
            let start = token.span.start;
            match token.tok {
                Tok::Char(b'{') => {
                    let is_type = code == 0 && declares_type(text, &tokens[header..at]);
                    code += usize::from(!is_type);
                    stack.push(Brace {
                        start,
                        indent: layout.indent(start).0,
                        is_type,
                        count,
                    });
                    count += 1;
                    if is_type {
                        shape.seams.push(token.span.end);
                    }
                    header = at + 1;
                }
                Tok::Char(b'}') => {
                    count -= 1;
                    // Where braces do not come in pairs, layout says which one is missing.
                    let (column, leads) = layout.indent(start);
                    let by_layout = net != 0 && leads;
                    if by_layout {
                        while stack.len() > 1 && stack.last().is_some_and(|b| b.indent > column) {
                            let brace = stack.pop().expect("just seen");
                            code -= usize::from(!brace.is_type);
                        }
                        if stack.last().is_some_and(|b| b.indent < column) && code > 0 {
                            continue;
                        }
                    }
                    let Some(brace) = stack.pop() else { continue };
                    code -= usize::from(!brace.is_type);
                    if brace.is_type {
                        shape.types.push(Span::new(brace.start + 1, start));
                    } else if code == 0 {
                        let body = Span::new(brace.start + 1, start);
                        shape.bodies.push(body);
                        if brace.count != count {
                            shape.unbalanced.push(body);
                            count = brace.count;
                        }
                    }
                    if code == 0 {
                        shape.seams.push(token.span.end);
                    }
                    header = at + 1;
                }
                Tok::Char(b';') if code == 0 => {
                    shape.seams.push(token.span.end);
                    header = at + 1;
                }
                _ => {}
            }
        }
        // The braces that never close.
        if let Some(brace) = stack.iter().find(|b| !b.is_type) {
            shape
                .bodies
                .push(Span::new(brace.start + 1, text.len() as u32));
        }
        shape.types.sort_unstable();
        shape.seams.push(text.len() as u32);
        shape
    }

    fn is_body(&self, span: Span) -> bool {
        self.bodies.binary_search(&span).is_ok()
    }

    /// What to blank for an error there, where the tree around it is not right: the body that it stands in, or else what
    /// stands between two members.
    fn in_the_way(&self, syntax: &SyntaxTree, at: u32) -> Option<Span> {
        let after = self.bodies.partition_point(|b| b.end < at);
        if let Some(&body) = self.bodies.get(after)
            && body.start <= at
        {
            return (!agrees(syntax, body)).then_some(body);
        }
        let before = self.types.partition_point(|t| t.start <= at);
        let around = self.types[..before].iter().rev().find(|t| t.end >= at);
        let right = around.map_or_else(
            || JAVA.kind(syntax.kind(NodeId::ROOT)) == K::Program,
            |&ty| agrees(syntax, ty),
        );
        if right {
            return None;
        }
        let next = self.seams.partition_point(|&s| s <= at);
        let start = *self.seams.get(next.checked_sub(1)?)?;
        let end = *self.seams.get(next)?;
        (start < end).then_some(Span::new(start, end))
    }
}

/// How far lines are indented.
struct Layout<'a> {
    text: &'a str,
    lines: LineIndex,
    /// The line asked for last, with its indentation.
    last: (u32, u32),
}

impl<'a> Layout<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            lines: LineIndex::new(text),
            last: (u32::MAX, 0),
        }
    }

    /// The column of the first token of the line, and whether that is the one at `offset`.
    fn indent(&mut self, offset: u32) -> (u32, bool) {
        let line = self.lines.line(offset);
        let start = self.lines.line_start(line).unwrap_or(0);
        if self.last.0 != line {
            let rest = self
                .text
                .as_bytes()
                .get(start as usize..)
                .unwrap_or_default();
            let blank = |b: &&u8| matches!(**b, b' ' | b'\t');
            self.last = (line, rest.iter().take_while(blank).count() as u32);
        }
        (self.last.1, start + self.last.1 == offset)
    }
}

/// Whether a header declares a type: `class`, `interface`, `enum` or `record`, not `.class`.
fn declares_type(text: &str, header: &[Token]) -> bool {
    let word = |i: usize| match header.get(i) {
        Some(t) if t.tok == Tok::Word => t.span.text(text),
        _ => "",
    };
    (0..header.len()).any(|i| {
        let keyword = matches!(word(i), "class" | "interface" | "enum" | "record");
        let after_dot = i > 0 && header[i - 1].tok == Tok::Char(b'.');
        keyword && !after_dot && !word(i + 1).is_empty()
    })
}
