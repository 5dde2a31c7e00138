//! Full names of types and packages that the resolver does not follow: in strings, comments, and files beside the sources.
//! They are warned about place by place, or follow when that is asked for (`text=full`).

use super::Java;
use crate::request::Param;
use crate::run::Run;
use crate::step::Step;
use reweave_model::{Kind, NodeId};
use reweave_text::Span;
use std::ops::Range;

pub const TEXT: Param = Param::optional(
    "text",
    "full (or yes): the full name in comments, strings and files beside the sources follows",
);

/// Whether full names in texts follow.
pub fn follows(run: &Run<'_, Java>) -> bool {
    matches!(run.optional("text"), Some("full" | "yes"))
}

/// Whether a file beside Java sources is one that is known to name types: service lists, and what containers are told.
pub fn may_name_types(path: &str) -> bool {
    const ENDINGS: [&str; 7] = [
        ".xml",
        ".properties",
        ".yml",
        ".yaml",
        ".factories",
        ".imports",
        ".MF",
    ];
    path.contains("META-INF/services/") || ENDINGS.iter().any(|e| path.ends_with(e))
}

/// A full name that changes, in all the ways in which it is written.
pub struct FullName {
    /// With dots.
    old: String,
    /// Where the types in it begin that stand in others: from there on a `$` may stand for a dot.
    nested: usize,
    /// What of it changes, and into what, with dots.
    part: Range<usize>,
    new: String,
    /// Other names that begin with this one, and stay.
    others: Vec<String>,
}

impl FullName {
    pub fn package(from: &str, to: &str, others: Vec<String>) -> Self {
        Self {
            old: from.to_owned(),
            nested: from.len(),
            part: 0..from.len(),
            new: to.to_owned(),
            others,
        }
    }

    /// A top-level type that goes from one package to another; either may be the one without a name.
    pub fn moved(simple: &str, from: &str, to: &str) -> Self {
        let before = |package: &str| match package {
            "" => String::new(),
            p => format!("{p}."),
        };
        let old = before(from) + simple;
        Self {
            nested: old.len(),
            part: 0..before(from).len(),
            old,
            new: before(to),
            others: Vec::new(),
        }
    }

    /// A type that gets another name where it is.
    pub fn renamed(old: &str, package: &str, simple: &str, to: &str) -> Self {
        let start = package.len() + usize::from(!package.is_empty());
        let top = old[start..].find('.').unwrap_or(old.len() - start);
        Self {
            nested: start + top,
            part: old.len() - simple.len()..old.len(),
            old: old.to_owned(),
            new: to.to_owned(),
            others: Vec::new(),
        }
    }

    /// `a.B.C`, `a.B$C`, `a/B$C`: all of one length.
    fn forms(&self) -> Vec<(String, bool)> {
        let (outer, inner) = self.old.split_at(self.nested);
        let binary = inner.replace('.', "$");
        let mut all = vec![(self.old.clone(), false)];
        for (form, is_path) in [
            (format!("{outer}{binary}"), false),
            (format!("{}{binary}", outer.replace('.', "/")), true),
        ] {
            if all.iter().all(|(f, _)| *f != form) {
                all.push((form, is_path));
            }
        }
        all
    }

    /// Where the name stands in a text, not as a part of longer words or of a longer name's end: what changes of it, and into
    /// what.
    fn places(&self, text: &str) -> Vec<(Span, String)> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut found: Vec<(Span, String)> = Vec::new();
        for (form, is_path) in self.forms() {
            let separator = if is_path { "/" } else { "." };
            for (at, _) in text.match_indices(&form) {
                let before = text[..at].chars().next_back();
                let rest = &text[at + form.len()..];
                let inside = before.is_some_and(|c| is_word(c) || c == '.' || c == '$')
                    || rest.starts_with(is_word);
                let of_another = self.others.iter().any(|other| {
                    let more = other[self.old.len()..].replace('.', separator);
                    let behind = rest.strip_prefix(&more);
                    behind.is_some_and(|b| !b.starts_with(is_word))
                });
                if !inside && !of_another {
                    let span =
                        Span::new((at + self.part.start) as u32, (at + self.part.end) as u32);
                    found.push((span, self.new.replace('.', separator)));
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn replaced(&self, text: &str) -> Option<String> {
        let places = self.places(text);
        let (mut out, mut done) = (String::new(), 0);
        for (span, new) in &places {
            out.push_str(&text[done..span.start as usize]);
            out.push_str(new);
            done = span.end as usize;
        }
        out.push_str(&text[done..]);
        (!places.is_empty()).then_some(out)
    }
}

/// Lets strings, comments and files beside the sources follow where that is asked for, and warns of them where not.
pub fn follow_or_warn(run: &mut Run<'_, Java>, name: &FullName, step: &mut Step) {
    if !follows(run) {
        warn_of_strings(run, name);
        warn_of_files(run, name);
        return;
    }
    let program = run.program();
    for (number, span, new, _) in in_sources(run, name) {
        step.replace_free(program.interval(number, span), &new);
    }
    let mut beside = run.beside().clone();
    for (id, file) in run.beside().iter() {
        if let Some(text) = name.replaced(&file.text) {
            beside.set_text(id, text);
        }
        if let Some(path) = renamed_path(&file.path, name)
            && beside.find(&path).is_none()
        {
            beside.set_path(id, path);
        }
    }
    run.set_beside(beside);
}

/// A file that bears the name itself, as service lists do.
fn renamed_path(path: &str, name: &FullName) -> Option<String> {
    let at = path.rfind('/').map_or(0, |i| i + 1);
    let new = name.replaced(&path[at..])?;
    Some(format!("{}{new}", &path[..at]))
}

fn warn_of_strings(run: &mut Run<'_, Java>, name: &FullName) {
    let program = run.program();
    let strings = in_sources(run, name).into_iter().filter(|found| found.3);
    let places = strings.map(|(number, span, ..)| {
        let start = span.start - name.part.start as u32;
        program.interval(number, Span::new(start, start + name.old.len() as u32))
    });
    let places = places.collect();
    let message = format!(
        "a string holds the name `{}` (text=full changes it)",
        name.old
    );
    run.warn_each("string", &message, places);
}

/// Warns about places in files beside the sources.
fn warn_of_files(run: &mut Run<'_, Java>, name: &FullName) {
    let old = &name.old;
    let mut found = Vec::new();
    for (_, file) in run.beside().iter() {
        let path = &file.path;
        if renamed_path(path, name).is_some() {
            found.push(format!("the file {path} bears the name `{old}`"));
        }
        for (line, text) in (1..).zip(file.text.lines()) {
            for (at, _) in name.places(text) {
                let start = at.start as usize - name.part.start;
                let column = text[..start].chars().count() + 1;
                found.push(format!("{path}:{line}:{column} holds the name `{old}`"));
            }
        }
    }
    for message in found {
        let message = format!("{message}; it stays as it is (text=full changes it)");
        run.warn("string", message, &[]);
    }
}

/// The places in strings and comments: the file's number, what changes, into what, and whether it is in a string.
fn in_sources(run: &Run<'_, Java>, name: &FullName) -> Vec<(u32, Span, String, bool)> {
    let program = run.program();
    let last = name.old.rsplit('.').next().unwrap_or(&name.old);
    let mut found = Vec::new();
    for number in program.files_with(run.sources(), last) {
        let model = program.model(number);
        let text = run.sources().text(program.id(number));
        let strings = model.tree.descendants(NodeId::ROOT);
        let strings = strings
            .filter(|&n| model.tree.kind(n) == Kind::Str)
            .map(|n| (model.tree.span(n), true));
        let comments = model.comments.iter().map(|&c| (c, false));
        for (span, is_string) in strings.chain(comments) {
            for (at, new) in name.places(span.text(text)) {
                let at = Span::new(span.start + at.start, span.start + at.end);
                found.push((number, at, new, is_string));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_every_way_of_writing_it() {
        let package = FullName::package("a.b", "c", vec!["a.b.d".to_owned()]);
        assert_eq!(
            package.replaced("a.b.X a/b/y.txt a.b.d.X a/b/d/y a.b.dd x.a.b a.bc (a.b)"),
            Some("c.X c/y.txt a.b.d.X a/b/d/y c.dd x.a.b a.bc (c)".to_owned())
        );
        let moved = FullName::moved("Tax", "a.b", "");
        assert_eq!(
            moved.replaced("a.b.Tax a/b/Tax a.b.Tax$In a.b.Taxes"),
            Some("Tax Tax Tax$In a.b.Taxes".to_owned())
        );
        let moved = FullName::moved("Tax", "", "a.b");
        assert_eq!(moved.replaced("Tax"), Some("a.b.Tax".to_owned()));
        let nested = FullName::renamed("a.Tax.Rate", "a", "Rate", "Level");
        assert_eq!(
            nested.replaced("a.Tax.Rate a.Tax$Rate a/Tax$Rate Tax.Rate"),
            Some("a.Tax.Level a.Tax$Level a/Tax$Level Tax.Rate".to_owned())
        );
        let bare = FullName::renamed("Tax.Rate", "", "Rate", "Level");
        assert_eq!(bare.replaced("Tax$Rate"), Some("Tax$Level".to_owned()));
        assert_eq!(bare.replaced("Rate"), None);
    }
}
