//! Keeping lines within what a compiler reads: where a changed line may be cut, and how the next one begins.
//!
//! Free form cuts between tokens with `&`. Fixed form knows columns: what stands after column 72 is not read and must stay
//! there; a literal that goes on in the next line holds every column up to 72 and must stay where it is.

use crate::form::Form;
use crate::lines;
use reweave_text::{Edit, Part, Span};
use rustc_hash::FxHashMap;

/// Edits of a text, with further ones that cut the lines which would grow too long, and, in fixed form, that keep columns.
pub fn fit(text: &str, form: Form, mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|e| e.span);
    let literals: FxHashMap<u32, u8> = lines::split(text, form).inside.into_iter().collect();
    let mut extra = Vec::new();
    let mut i = 0;
    while i < edits.len() {
        let (mut row, mut next) = (line_of(text, edits[i].span), i + 1);
        while let Some(edit) = edits.get(next).filter(|e| e.span.start <= row.end) {
            row = row.cover(line_of(text, edit.span));
            next += 1;
        }
        let quote = literals.get(&row.start).map(|&q| char::from(q));
        extra.extend(fit_row(text, form, row, quote, &mut edits[i..next]));
        i = next;
    }
    edits.extend(extra);
    edits
}

/// A new statement, its lines cut where they are too long.
pub fn wrap(statement: &str, form: Form) -> String {
    let mut quote = None;
    let mut wrapped = Vec::new();
    for line in statement.split('\n') {
        let mut chars: Vec<char> = line.chars().collect();
        let scanned = Line::new(&chars, form, quote);
        quote = scanned.open;
        for (at, cut) in scanned.cuts(scanned.code_end).into_iter().rev() {
            chars.splice(at..at, cut.chars());
        }
        wrapped.push(chars.into_iter().collect::<String>());
    }
    wrapped.join("\n")
}

/// The lines around a span, the end of the last one left out.
fn line_of(text: &str, span: Span) -> Span {
    let is_end = ['\n', '\r'];
    let (from, to) = (span.start as usize, span.end as usize);
    let start = text.part(..from).rfind(is_end).map_or(0, |i| i + 1);
    let end = text.part(to..).find(is_end).map_or(text.len(), |i| to + i);
    Span::new(start as u32, end as u32)
}

/// Where a character of the changed text comes from.
#[derive(Clone, Copy)]
enum From {
    /// An offset in the old text.
    Old(u32),
    /// The text of an edit, and the byte in it.
    New(usize, usize),
}

/// Lines that edits make one, as they will be.
struct Row {
    chars: Vec<char>,
    from: Vec<From>,
}

impl Row {
    fn new(text: &str, row: Span, edits: &[Edit]) -> Self {
        let (mut chars, mut from) = (Vec::new(), Vec::new());
        let mut done = row.start;
        let mut old = |to: u32, chars: &mut Vec<char>, from: &mut Vec<From>| {
            for (i, c) in Span::new(done, to.max(done)).text(text).char_indices() {
                chars.push(c);
                from.push(From::Old(done + i as u32));
            }
            done = to;
        };
        for (e, edit) in edits.iter().enumerate() {
            old(edit.span.start, &mut chars, &mut from);
            for (i, c) in edit.text.char_indices() {
                chars.push(c);
                from.push(From::New(e, i));
            }
            // What is replaced is passed over.
            old(edit.span.end, &mut Vec::new(), &mut Vec::new());
        }
        old(row.end, &mut chars, &mut from);
        Self { chars, from }
    }

    fn is_new(&self, at: usize) -> bool {
        matches!(self.from[at], From::New(..))
    }
}

fn fit_row(
    text: &str,
    form: Form,
    span: Span,
    mut quote: Option<char>,
    edits: &mut [Edit],
) -> Vec<Edit> {
    let row = Row::new(text, span, edits);
    let mut inserts: Vec<(usize, String)> = Vec::new();
    let mut start = 0;
    for line in row.chars.split(|&c| c == '\n') {
        let end = start + line.len();
        // A line that is all new was made to fit.
        if (start..end).any(|i| !row.is_new(i)) {
            let line = Line::new(line, form, quote);
            inserts.extend(fit_line(text, &row, start, &line));
        }
        quote = None;
        start = end + 1;
    }
    let mut extra = Vec::new();
    for (at, text) in inserts.into_iter().rev() {
        match row.from[at] {
            From::Old(offset) => extra.push(Edit::insert(offset, text)),
            From::New(e, 0) if !edits[e].span.is_empty() => {
                extra.push(Edit::insert(edits[e].span.start, text));
            }
            From::New(e, byte) => edits[e].text.insert_str(byte, &text),
        }
    }
    extra
}

/// What to put into one line of a row, by the place in the row.
fn fit_line(text: &str, row: &Row, start: usize, line: &Line<'_>) -> Vec<(usize, String)> {
    let place = |i: usize| start + i;
    let old_column = |i: usize| match row.from[place(i)] {
        From::Old(offset) => {
            let before = Span::new(line_of(text, Span::at(offset)).start, offset).text(text);
            Some(Line::column(before.chars()))
        }
        From::New(..) => None,
    };
    let moved = |(i, cut)| (place(i), cut);
    if line.form == Form::Free {
        return line.cuts(line.code_end).into_iter().map(moved).collect();
    }
    if line.open.is_some() {
        // Behind the last change there may be blanks, or a new line on which the rest keeps its columns.
        let changed = (0..line.chars.len()).rfind(|&i| row.is_new(place(i)));
        let rest = changed.map_or_else(|| line.first_moved(old_column), |i| Some(i + 1));
        let Some(rest) = rest.filter(|&r| r < line.chars.len()) else {
            return Vec::new();
        };
        let (Some(was), is) = (old_column(rest), line.columns[rest]) else {
            return Vec::new();
        };
        if is <= was {
            return vec![(place(rest), " ".repeat(was - is))];
        }
        let mut cuts = line.cuts(rest);
        cuts.push((
            rest,
            format!("\n     &{}", " ".repeat(was.saturating_sub(6))),
        ));
        return cuts.into_iter().map(moved).collect();
    }
    // What was out of the compiler's sight must stay there.
    let limit = Form::Fixed.line_limit() as usize;
    let is_tail = |i: &usize| old_column(*i).is_some_and(|c| c >= limit);
    let tail = (line.code_end == line.chars.len())
        .then(|| (0..line.chars.len()).find(is_tail))
        .flatten();
    let mut cuts = line.cuts(tail.unwrap_or(line.code_end));
    if let Some(tail) = tail {
        let begins = match cuts.last() {
            Some((at, cut)) => Line::column(cut.part(1..).chars()) + tail - at,
            None => line.columns[tail],
        };
        cuts.push((tail, " ".repeat(limit.saturating_sub(begins))));
    }
    cuts.into_iter().map(moved).collect()
}

/// One physical line, and what its characters are.
struct Line<'a> {
    form: Form,
    chars: &'a [char],
    /// The column of each character, from 0.
    columns: Vec<usize>,
    /// Whether a line may be cut before a character, since no token goes on there.
    breaks: Vec<bool>,
    /// Where a comment begins, or the line ends.
    code_end: usize,
    /// The quote of a literal that goes on in the next line.
    open: Option<char>,
}

impl<'a> Line<'a> {
    fn new(chars: &'a [char], form: Form, mut quote: Option<char>) -> Self {
        let columns = (0..chars.len()).map(|i| Self::column(chars[..i.min(6)].iter().copied()));
        let columns: Vec<usize> = columns
            .enumerate()
            .map(|(i, c)| c + i.saturating_sub(6))
            .collect();
        let is_text = |i: usize| form == Form::Free || columns[i] >= 6;
        let mut breaks = vec![false; chars.len()];
        let mut code_end = chars.len();
        // Nothing is cut off before the first word, nor a label from its statement.
        let mut has_code = false;
        for i in (0..chars.len()).filter(|&i| is_text(i)) {
            let c = chars[i];
            breaks[i] = quote.is_none() && has_code && parts(chars, i);
            match quote {
                Some(q) if c == q => quote = None,
                None if c == '\'' || c == '"' => quote = Some(c),
                None if c == '!' => {
                    code_end = i;
                    break;
                }
                _ => {}
            }
            has_code |= !c.is_ascii_digit() && !c.is_whitespace() && c != '&';
        }
        let mut code = chars[..code_end].iter();
        let dark = code.rposition(|c| !c.is_whitespace() && *c != '&');
        // Cutting before a trailing `&` would leave an empty line.
        for b in breaks.iter_mut().skip(dark.unwrap_or(0) + 1) {
            *b = false;
        }
        Self {
            form,
            chars,
            columns,
            breaks,
            code_end,
            open: quote,
        }
    }

    /// The column behind some characters at the start of a line. A tab in the label field goes to column 7.
    fn column(before: impl Iterator<Item = char>) -> usize {
        before.fold(0, |column: usize, c| match c {
            '\t' if column < 6 => 6,
            _ => column + 1,
        })
    }

    /// The first character that stands in another column than before.
    fn first_moved(&self, old_column: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        (0..self.chars.len()).find(|&i| old_column(i).is_some_and(|old| old != self.columns[i]))
    }

    /// The cuts that keep the characters before `end` within the limit: at the last place before it where no token goes
    /// on, else anywhere.
    fn cuts(&self, end: usize) -> Vec<(usize, String)> {
        let dark = self.chars[..end].iter().rposition(|c| !c.is_whitespace());
        let Some(last) = dark else { return Vec::new() };
        let limit = self.form.line_limit() as usize;
        let indent: String = self
            .chars
            .iter()
            .take_while(|c| c.is_whitespace())
            .collect();
        // Between tokens, and through one: what it ends with, the next line, and where its text begins.
        let (soft, hard, mark) = match self.form {
            Form::Free => {
                let next = format!("\n{indent}    ");
                (format!(" &{next}"), format!("&{next}&"), 1)
            }
            Form::Fixed => ("\n     & ".to_owned(), "\n     &".to_owned(), 0),
        };
        let begins = |cut: &str| cut.rsplit('\n').next().map_or(0, |l| l.chars().count());
        let mut cuts = Vec::new();
        // The characters before the piece, and the columns in front of it.
        let (mut from, mut column) = (0, 0);
        let width = |from: usize, column: usize, to: usize| {
            column + self.columns[to] - if column == 0 { 0 } else { self.columns[from] }
        };
        while width(from, column, last) >= limit {
            let fits = |i: &usize, room: usize| width(from, column, *i) <= room;
            let soft_at = (from + 1..=last)
                .take_while(|i| fits(i, limit - 2 * mark))
                .filter(|&i| self.breaks[i])
                .last();
            let hard_at = || {
                (from + 1..=last)
                    .take_while(|i| fits(i, limit - mark))
                    .last()
            };
            let (at, cut) = match soft_at {
                Some(at) => (at, &soft),
                None => match hard_at() {
                    Some(at) => (at, &hard),
                    None => break,
                },
            };
            cuts.push((at, cut.clone()));
            (from, column) = (at, begins(cut));
        }
        cuts
    }
}

/// Whether one token ends and another begins before a character that is in no literal.
fn parts(chars: &[char], at: usize) -> bool {
    let Some(&before) = at.checked_sub(1).and_then(|i| chars.get(i)) else {
        return false;
    };
    let next = chars[at];
    let begins = next.is_ascii_alphanumeric() || matches!(next, '_' | '\'' | '"' | '(' | '.');
    match before {
        ',' => true,
        '(' => next != '/',
        _ if next == ' ' => before != ' ',
        '*' | '/' | '=' | '<' | '>' => begins,
        '+' | '-' => begins && !is_exponent(&chars[..at - 1]),
        _ => false,
    }
}

/// Whether a number goes on behind these characters: `1.5e`, before a sign.
fn is_exponent(before: &[char]) -> bool {
    let letter = before
        .last()
        .is_some_and(|c| matches!(c.to_ascii_lowercase(), 'e' | 'd' | 'q'));
    let digit = before.iter().nth_back(1);
    letter && digit.is_some_and(|c| c.is_ascii_digit() || *c == '.')
}

#[cfg(test)]
#[path = "layout_tests.rs"]
mod tests;
