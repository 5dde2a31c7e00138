//! Edits that may lie in each other: a list whose parts change places, with changes in the parts.

use crate::edits::texts::code;
use crate::query::program::JavaProgram;
use reweave_refactor::{BadInput, Step};
use reweave_text::{Edit, EditSet, Part as _, Sources, Span};
use std::collections::BTreeMap;

/// Calls in arguments of calls, deeper than anyone writes.
const DEEPEST: usize = 200;

/// A part of a list to be: text of the original, with the edits in it, or new text.
#[derive(Clone, Debug)]
pub enum Part {
    Old(Span),
    New(String),
}

#[derive(Clone, Debug)]
struct List {
    span: Span,
    parts: Vec<Part>,
    between: &'static str,
}

#[derive(Default)]
pub struct NestedEdits {
    plain: BTreeMap<u32, Vec<Edit>>,
    lists: BTreeMap<u32, Vec<List>>,
}

impl NestedEdits {
    pub fn replace(&mut self, number: u32, span: Span, text: impl Into<String>) {
        let edits = self.plain.entry(number).or_default();
        let edit = Edit::replace(span, text);
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }

    pub fn insert(&mut self, number: u32, at: u32, text: impl Into<String>) {
        self.replace(number, Span::at(at), text);
    }

    /// A list in parentheses that gets other parts.
    pub fn list(&mut self, number: u32, span: Span, parts: Vec<Part>) {
        self.parts(number, span, parts, ", ");
    }

    /// Whole lines that get other ones.
    pub fn lines(&mut self, number: u32, span: Span, parts: Vec<Part>) {
        self.parts(number, span, parts, "");
    }

    fn parts(&mut self, number: u32, span: Span, parts: Vec<Part>, between: &'static str) {
        let lists = self.lists.entry(number).or_default();
        lists.push(List {
            span,
            parts,
            between,
        });
    }

    /// The outermost edits of one file.
    pub fn of_file(self, number: u32, text: &str) -> Result<Vec<Edit>, BadInput> {
        let mut lists = self.lists.get(&number).cloned().unwrap_or_default();
        lists.sort_by_key(|l| (l.span.start, std::cmp::Reverse(l.span.end)));
        let plain = self.plain.get(&number).cloned().unwrap_or_default();
        let file = File {
            text,
            plain: &plain,
            lists: &lists,
        };
        file.edits_in(Span::new(0, text.len() as u32), 0)
    }

    pub fn add_to(
        self,
        program: &JavaProgram,
        sources: &Sources,
        step: &mut Step,
    ) -> Result<(), BadInput> {
        let empty = (Vec::new(), Vec::new());
        let numbers: Vec<u32> = program
            .numbers()
            .filter(|n| self.plain.contains_key(n) || self.lists.contains_key(n))
            .collect();
        for number in numbers {
            let plain = self.plain.get(&number).unwrap_or(&empty.0);
            let mut lists = self.lists.get(&number).unwrap_or(&empty.1).clone();
            // The outer of two comes first.
            lists.sort_by_key(|l| (l.span.start, std::cmp::Reverse(l.span.end)));
            let file = File {
                text: sources.text(program.id(number)),
                plain,
                lists: &lists,
            };
            let whole = Span::new(0, file.text.len() as u32);
            for edit in file.edits_in(whole, 0)? {
                step.edit(program.id(number), edit);
            }
        }
        Ok(())
    }
}

struct File<'a> {
    text: &'a str,
    plain: &'a [Edit],
    lists: &'a [List],
}

impl File<'_> {
    /// The outermost edits in a span.
    fn edits_in(&self, span: Span, depth: usize) -> Result<Vec<Edit>, BadInput> {
        if depth > DEEPEST {
            return Err(BadInput::new(
                "calls are nested too deep here to be changed",
            ));
        }
        let mut found = Vec::new();
        let mut end = span.start;
        let first = self.lists.partition_point(|l| l.span.start < span.start);
        let mut covered: Vec<Span> = Vec::new();
        for list in &self.lists[first..] {
            if list.span.start >= span.end {
                break;
            }
            if list.span.start < end || !span.contains(list.span) || list.span == span && depth > 0
            {
                continue;
            }
            end = list.span.end;
            covered.push(list.span);
            let parts: Result<Vec<String>, BadInput> = list
                .parts
                .iter()
                .map(|p| match p {
                    Part::New(text) => Ok(text.clone()),
                    Part::Old(part) => self.render(*part, depth + 1),
                })
                .collect();
            found.push(Edit::replace(list.span, parts?.join(list.between)));
        }
        let outside = |e: &&Edit| {
            span.contains(e.span) && !covered.iter().any(|c| c.contains(e.span) && !c.is_empty())
        };
        found.extend(self.plain.iter().filter(outside).cloned());
        Ok(found)
    }

    fn render(&self, span: Span, depth: usize) -> Result<String, BadInput> {
        let edits = self.edits_in(span, depth)?.into_iter();
        let moved = edits.map(|e| {
            let at = Span::new(e.span.start - span.start, e.span.end - span.start);
            Edit::replace(at, e.text)
        });
        EditSet::new(moved.collect())
            .and_then(|set| set.apply(span.text(self.text)))
            .map_err(|e| BadInput::new(format!("the edits contradict each other ({e})")))
    }
}

/// What stands between the commas of a list of arguments: they and the comments beside them. Commas inside arguments part nothing.
pub fn parts_of(text: &str, list: Span, arguments: &[Span]) -> Vec<Span> {
    let inner = list.text(text);
    let is_between = |at: u32| !arguments.iter().any(|a| a.start <= at && at < a.end);
    let commas = code(inner, 0)
        .filter(|&(at, c)| c == ',' && is_between(list.start + at as u32))
        .map(|(at, _)| at);
    let mut parts = Vec::new();
    let mut from = 0;
    for to in commas.chain([inner.len()]) {
        let part = inner.part(from..to);
        let start = list.start + (from + part.len() - part.trim_start().len()) as u32;
        parts.push(Span::new(start, start + part.trim().len() as u32));
        from = to + 1;
    }
    if inner.trim().is_empty() {
        parts.clear();
    }
    parts
}
