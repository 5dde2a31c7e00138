//! The same programs in other shapes: modules in files of their own, and fixed form.

use reweave_lang_fortran::{Form, Program, logical_lines};
use reweave_text::{Interner, Part, Sources};
use std::fmt::Write as _;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    Plain,
    Split,
    Fixed,
}

/// How many modules a text defines.
pub fn modules(text: &str) -> usize {
    let is_module = |line: &&str| {
        let mut words = line.split_whitespace().map(str::to_ascii_lowercase);
        words.next().as_deref() == Some("module")
            && words
                .next()
                .is_some_and(|w| !matches!(w.as_str(), "procedure" | "subroutine" | "function"))
    };
    text.lines().filter(is_module).count()
}

/// The files of a program in a variant; `None` where it has none.
pub fn files(variant: Variant, name: &str, text: String) -> Option<Vec<(String, String)>> {
    match variant {
        Variant::Plain => Some(vec![(name.to_owned(), text)]),
        Variant::Split => split(name, &text),
        Variant::Fixed => Some(vec![(name.replace(".f90", ".f"), fixed(&text)?)]),
    }
}

/// Each module and submodule in a file of its own, the rest in one.
fn split(name: &str, text: &str) -> Option<Vec<(String, String)>> {
    if text.contains("\n#") || modules(text) == 0 {
        return None;
    }
    let sources = Sources::new([(name.to_owned(), text.to_owned())]);
    let program = Program::new(&sources, &Interner::new(), None);
    let mut files = Vec::new();
    let mut rest = String::new();
    let mut done = 0;
    for scope in &program.scopes {
        let module = matches!(
            scope.kind,
            reweave_lang_fortran::table::ScopeKind::Module
                | reweave_lang_fortran::table::ScopeKind::Submodule
        );
        let (Some(first), Some(last), true) = (scope.first, scope.last, module) else {
            continue;
        };
        let start = text
            .part(..program.stmt(first).span.start as usize)
            .rfind('\n')
            .map_or(0, |i| i + 1);
        let end_at = program.stmt(last).span.end as usize;
        let end = text
            .part(end_at..)
            .find('\n')
            .map_or(text.len(), |i| end_at + i + 1);
        if start < done {
            return None;
        }
        rest.push_str(text.part(done..start));
        files.push((
            format!("part{}.f90", files.len()),
            text.part(start..end).to_owned(),
        ));
        done = end;
    }
    rest.push_str(text.part(done..));
    files.push((name.to_owned(), rest));
    (files.len() > 1).then_some(files)
}

/// Free form into fixed: every statement on lines of its own from column 7, continued in column 6.
fn fixed(text: &str) -> Option<String> {
    const ROOM: usize = 66;
    if text.contains("\n#") || text.starts_with('#') {
        return None;
    }
    let mut out = String::new();
    for line in logical_lines(text, Form::Free) {
        let line = line.trim();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (label, mut rest) = if digits > 0 && digits <= 5 {
            line.split_at(digits)
        } else {
            ("", line)
        };
        rest = rest.trim_start();
        if !rest.is_ascii() || rest.contains('\t') {
            return None;
        }
        let mut first = true;
        while !rest.is_empty() {
            let cut = if rest.len() <= ROOM {
                rest.len()
            } else {
                cut(rest, ROOM)
            };
            let (now, later) = rest.split_at(cut);
            if first {
                let _ = writeln!(out, "{label:<5} {now}");
            } else {
                let _ = writeln!(out, "     &{now}");
            }
            first = false;
            rest = later;
        }
    }
    Some(out)
}

/// The last blank outside literals, else the room's end, where fixed form may cut anything.
fn cut(text: &str, room: usize) -> usize {
    let mut quote = None;
    let mut last = room;
    let mut found = false;
    for (i, b) in text.bytes().take(room).enumerate() {
        match quote {
            Some(q) if b == q => quote = None,
            Some(_) => {}
            None if b == b'\'' || b == b'"' => quote = Some(b),
            None if b == b' ' && i > 0 => {
                last = i;
                found = true;
            }
            None => {}
        }
    }
    if found && quote.is_none() { last } else { room }
}
