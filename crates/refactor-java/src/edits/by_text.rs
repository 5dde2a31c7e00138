//! Full names of types and packages that the resolver does not follow: in strings, comments, and files beside the sources.
//! A type's name that stands alone there can mean nothing but the type, so it follows; what stands in longer text is left, or
//! follows when that is asked for (`text=full`). Either is told place by place.

use crate::Java;
use crate::checks::expected::is_test;
use reweave_model::{Kind, NodeId};
use reweave_preserve::Interval;
use reweave_refactor::{Param, Run, Step};
use reweave_text::{Part, Span};
use std::collections::BTreeSet;
use std::ops::Range;

pub const TEXT: Param = Param::one_of(
    "text",
    &["full", "yes", "no"],
    "full (or yes): the full name in comments, strings and files beside the sources follows, not only where a type's stands alone; no: it stays everywhere",
);

/// Which full names in texts follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Follow {
    Nothing,
    /// Those of types that stand alone.
    Alone,
    All,
}

impl Follow {
    pub fn asked(run: &Run<'_, Java>) -> Self {
        match run.optional("text") {
            Some("full" | "yes") => Self::All,
            Some("no") => Self::Nothing,
            _ => Self::Alone,
        }
    }

    fn takes(self, is_alone: bool) -> bool {
        match self {
            Self::Nothing => false,
            Self::Alone => is_alone,
            Self::All => true,
        }
    }
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
    /// What of it changes, and into what, with dots; and where the types in that begin that stand in others.
    part: Range<usize>,
    new: String,
    new_nested: usize,
    /// Other names that begin with this one, and stay.
    others: Vec<String>,
    /// Of a package, the types that it holds, by their names from there on.
    types: Option<BTreeSet<String>>,
}

/// One way of writing a name, and what becomes of its part then.
struct Form {
    old: String,
    new: String,
    /// What stands between packages.
    separator: &'static str,
}

/// Where a full name stands in a text.
struct Place {
    /// What of it changes, and into what.
    span: Span,
    new: String,
    /// The name with all that follows it without a break.
    whole: Span,
    /// Whether that is the name of a type, and nothing more.
    is_alone: bool,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What stands before a name, but for what begins the type of an array or a parameter: `[La.B;`, `(La/B;)V`.
fn before(text: &str, at: usize) -> &str {
    let before = text.part(..at);
    match before.strip_suffix('L') {
        Some(shape) if shape.ends_with(['[', '(', ';']) => shape,
        _ => before,
    }
}

impl FullName {
    pub fn package(from: &str, to: &str, others: Vec<String>, types: BTreeSet<String>) -> Self {
        Self {
            old: from.to_owned(),
            nested: from.len(),
            part: 0..from.len(),
            new: to.to_owned(),
            new_nested: to.len(),
            others,
            types: Some(types),
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
            new_nested: before(to).len(),
            others: Vec::new(),
            types: None,
        }
    }

    /// A type that gets another name where it is.
    pub fn renamed(old: &str, package: &str, simple: &str, to: &str) -> Self {
        let start = package.len() + usize::from(!package.is_empty());
        let top = old.part(start..).find('.').unwrap_or(old.len() - start);
        Self {
            nested: start + top,
            part: old.len() - simple.len()..old.len(),
            old: old.to_owned(),
            new: to.to_owned(),
            new_nested: to.len(),
            others: Vec::new(),
            types: None,
        }
    }

    /// A type in another that goes to a third; both as full names with their packages.
    pub fn regrouped(
        simple: &str,
        (from, package): (&str, &str),
        (to, into): (&str, &str),
    ) -> Self {
        // Behind the first type of a full name.
        let nested = |full: &str, package: &str| {
            let start = package.len() + usize::from(!package.is_empty());
            let top = full.part(start..).find('.').unwrap_or(full.len() - start);
            start + top
        };
        Self {
            nested: nested(from, package),
            part: 0..from.len() + 1,
            old: format!("{from}.{simple}"),
            new: format!("{to}."),
            new_nested: nested(to, into),
            others: Vec::new(),
            types: None,
        }
    }

    /// `a.B.C`, `a.B$C`, `a/B$C`: all of one length.
    fn forms(&self) -> Vec<Form> {
        let written = |name: &str, nested: usize, separator: &str| {
            let (outer, inner) = name.split_at(nested);
            outer.replace('.', separator) + &inner.replace('.', "$")
        };
        let mut all = vec![Form {
            old: self.old.clone(),
            new: self.new.clone(),
            separator: ".",
        }];
        for separator in [".", "/"] {
            let old = written(&self.old, self.nested, separator);
            if all.iter().all(|form| form.old != old) {
                all.push(Form {
                    old,
                    new: written(&self.new, self.new_nested, separator),
                    separator,
                });
            }
        }
        all
    }

    /// Where the name stands in a text, not as a part of longer words or of a longer name's end.
    fn places(&self, text: &str) -> Vec<Place> {
        let mut found = Vec::new();
        for form in self.forms() {
            let separator = form.separator;
            for (at, _) in text.match_indices(&form.old) {
                let rest = text.part(at + form.old.len()..);
                let before = before(text, at).chars().next_back();
                let inside = before.is_some_and(|c| is_word(c) || c == '.' || c == '$')
                    || rest.starts_with(is_word);
                let of_another = self.others.iter().any(|other| {
                    let more = other.part(self.old.len()..).replace('.', separator);
                    let behind = rest.strip_prefix(&more);
                    behind.is_some_and(|b| !b.starts_with(is_word))
                });
                if inside || of_another {
                    continue;
                }
                let is_more = |c: char| is_word(c) || c == '.' || c == '$';
                let more = rest.find(|c| !is_more(c)).unwrap_or(rest.len());
                let after = rest.part(more..).chars().next();
                let is_joined = |c: Option<char>| c.is_some_and(|c| matches!(c, '/' | '-'));
                let is_free = separator == "." && !is_joined(before) && !is_joined(after);
                let span = |r: Range<usize>| Span::new((at + r.start) as u32, (at + r.end) as u32);
                found.push(Place {
                    span: span(self.part.clone()),
                    new: form.new.clone(),
                    whole: span(0..form.old.len() + more),
                    is_alone: is_free && self.is_type(rest.part(..more)),
                });
            }
        }
        found.sort_unstable_by_key(|p| p.span);
        found
    }

    /// Whether the name and what follows it are a type's: `a.B`, `a.B$C`, and of a package one that it has. A name without a
    /// package is a word like others.
    fn is_type(&self, more: &str) -> bool {
        let names: Vec<&str> = more.split(['.', '$']).collect();
        let are_types = |names: &[&str]| names.iter().all(|n| n.starts_with(char::is_uppercase));
        match &self.types {
            None => self.old.contains('.') && names[0].is_empty() && are_types(&names[1..]),
            Some(types) => (2..=names.len())
                .any(|end| types.contains(&names[1..end].join(".")) && are_types(&names[end..])),
        }
    }

    /// The text with all names in it changed that follow.
    fn replaced(&self, text: &str, follow: Follow) -> Option<String> {
        let mut places = self.places(text);
        places.retain(|p| follow.takes(p.is_alone));
        let (mut out, mut done) = (String::new(), 0);
        for Place { span, new, .. } in &places {
            out.push_str(text.part(done..span.start as usize));
            out.push_str(new);
            done = span.end as usize;
        }
        out.push_str(text.part(done..));
        (!places.is_empty()).then_some(out)
    }
}

/// Lets strings, comments and files beside the sources follow as far as that is asked for, and tells of them.
pub fn follow_or_warn(run: &mut Run<'_, Java>, name: &FullName, step: &mut Step) {
    let follow = Follow::asked(run);
    follow_in_sources(run, name, follow, step);
    follow_beside(run, name, follow);
}

fn follow_in_sources(run: &mut Run<'_, Java>, name: &FullName, follow: Follow, step: &mut Step) {
    let program = run.program();
    let (mut followed, mut left, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for InSource {
        number,
        at,
        new,
        whole,
        is_string,
        is_type,
        is_alone,
    } in in_sources(run, name)
    {
        if follow.takes(is_alone) {
            step.replace_free(at, &new);
        }
        match (is_string, follow) {
            (false, _) | (_, Follow::All) => {}
            _ if follow.takes(is_alone) => followed.push(whole),
            _ if is_type && is_test(program, run.sources(), number) => expected.push(whole),
            _ => left.push(whole),
        }
    }
    let old = &name.old;
    let message = format!("a string holds the name `{old}`, which follows (text=no leaves it)");
    run.warn_each("string", &message, followed);
    let message = format!("a string holds the name `{old}` (text=full changes it)");
    run.warn_each("string", &message, left);
    let message = format!("a test names a type by `{old}` in a string (text=full changes it)");
    run.refuse_each("string", &message, expected);
}

fn follow_beside(run: &mut Run<'_, Java>, name: &FullName, follow: Follow) {
    let mut told = Vec::new();
    let mut beside = run.beside().clone();
    for (id, file) in run.beside().iter() {
        let path = &file.path;
        if follow != Follow::All {
            for (line, text) in (1..).zip(file.text.lines()) {
                for place in name.places(text) {
                    let start = place.whole.start as usize;
                    let column = text.part(..start).chars().count() + 1;
                    let what = format!("{path}:{line}:{column} holds the name `{}`", name.old);
                    told.push((what, follow.takes(place.is_alone)));
                }
            }
        }
        if let Some(text) = name.replaced(&file.text, follow) {
            beside.set_text(id, text);
        }
        let what = format!("the file {path} bears the name `{}`", name.old);
        if let Some(new) = renamed_path(path, name, follow)
            && beside.find(&new).is_none()
        {
            beside.set_path(id, new);
            if follow != Follow::All {
                told.push((what, true));
            }
        } else if renamed_path(path, name, Follow::All).is_some() {
            told.push((what, false));
        }
    }
    run.set_beside(beside);
    for (what, follows) in told {
        let then = if follows {
            "it follows (text=no leaves it)"
        } else {
            "it stays as it is (text=full changes it)"
        };
        run.warn("string", format!("{what}; {then}"), &[]);
    }
}

/// Refuses where the name stands alone in a string or a file: what it means must not go.
pub fn refuse_named(run: &mut Run<'_, Java>, name: &FullName) {
    let strings = in_sources(run, name).into_iter().filter(|s| s.is_alone);
    let strings = strings.map(|s| s.whole).collect();
    let message = format!("a string holds the name `{}`", name.old);
    let mut files = Vec::new();
    for (_, file) in run.beside().iter() {
        let holds = name.places(&file.text).iter().any(|p| p.is_alone);
        if holds || renamed_path(&file.path, name, Follow::Alone).is_some() {
            files.push(format!("{} names `{}`", file.path, name.old));
        }
    }
    run.refuse_each("string", &message, strings);
    for message in files {
        run.refuse("string", message, &[]);
    }
}

/// A file that bears the name itself, as service lists do.
fn renamed_path(path: &str, name: &FullName, follow: Follow) -> Option<String> {
    let at = path.rfind('/').map_or(0, |i| i + 1);
    let new = name.replaced(path.part(at..), follow)?;
    Some(format!("{}{new}", path.part(..at)))
}

/// A full name in a string or comment.
struct InSource {
    number: u32,
    at: Interval,
    new: String,
    whole: Interval,
    is_string: bool,
    /// Whether it is a type's, between separators.
    is_type: bool,
    /// Whether that fills a string.
    is_alone: bool,
}

fn in_sources(run: &Run<'_, Java>, name: &FullName) -> Vec<InSource> {
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
            let inside = span.text(text);
            let at = |s: Span| {
                let moved = Span::new(span.start + s.start, span.start + s.end);
                program.interval(number, moved)
            };
            for place in name.places(inside) {
                let fills = place.whole == Span::new(1, inside.len() as u32 - 1);
                found.push(InSource {
                    number,
                    at: at(place.span),
                    new: place.new,
                    whole: at(place.whole),
                    is_string,
                    is_type: place.is_alone,
                    is_alone: is_string && place.is_alone && fills,
                });
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
        let package = FullName::package("a.b", "c", vec!["a.b.d".to_owned()], BTreeSet::new());
        assert_eq!(
            package.replaced(
                "a.b.X a/b/y.txt a.b.d.X a/b/d/y a.b.dd x.a.b a.bc (a.b)",
                Follow::All
            ),
            Some("c.X c/y.txt a.b.d.X a/b/d/y c.dd x.a.b a.bc (c)".to_owned())
        );
        let moved = FullName::moved("Tax", "a.b", "");
        assert_eq!(
            moved.replaced("a.b.Tax a/b/Tax a.b.Tax$In a.b.Taxes", Follow::All),
            Some("Tax Tax Tax$In a.b.Taxes".to_owned())
        );
        let moved = FullName::moved("Tax", "", "a.b");
        assert_eq!(
            moved.replaced("Tax", Follow::All),
            Some("a.b.Tax".to_owned())
        );
        let nested = FullName::renamed("a.Tax.Rate", "a", "Rate", "Level");
        assert_eq!(
            nested.replaced("a.Tax.Rate a.Tax$Rate a/Tax$Rate Tax.Rate", Follow::All),
            Some("a.Tax.Level a.Tax$Level a/Tax$Level Tax.Rate".to_owned())
        );
        let regrouped = FullName::regrouped("Rate", ("a.Tax", "a"), ("b.Law.Art", "b"));
        assert_eq!(
            regrouped.replaced("a.Tax.Rate a.Tax$Rate$In a/Tax$Rate", Follow::All),
            Some("b.Law.Art.Rate b.Law$Art$Rate$In b/Law$Art$Rate".to_owned())
        );
        let bare = FullName::renamed("Tax.Rate", "", "Rate", "Level");
        assert_eq!(
            bare.replaced("Tax$Rate", Follow::All),
            Some("Tax$Level".to_owned())
        );
        assert_eq!(bare.replaced("Rate", Follow::All), None);
        let array = FullName::renamed("a.Tax", "a", "Tax", "Levy");
        assert_eq!(
            array.replaced("[La.Tax; [[La.Tax$In; (La/Tax;)V La.Tax", Follow::All),
            Some("[La.Levy; [[La.Levy$In; (La/Levy;)V La.Tax".to_owned())
        );
    }

    #[test]
    fn a_types_name_that_stands_alone_can_mean_nothing_else() {
        let types = BTreeSet::from(["Tax".to_owned(), "d.Rate".to_owned()]);
        let package = FullName::package("a.b", "c", Vec::new(), types);
        assert_eq!(
            package.replaced(
                "a.b.Tax=a.b.d.Rate,a.b.Tax$In a.b.Tax.key a.b a.b.x -a.b.Tax",
                Follow::Alone
            ),
            Some("c.Tax=c.d.Rate,c.Tax$In a.b.Tax.key a.b a.b.x -a.b.Tax".to_owned())
        );
        let renamed = FullName::renamed("a.Tax", "a", "Tax", "Levy");
        assert_eq!(
            renamed.replaced("\"a.Tax\" <a.Tax.In/> a.Tax/x a.Tax.", Follow::Alone),
            Some("\"a.Levy\" <a.Tax.In/> a.Tax/x a.Tax.".to_owned())
        );
        let bare = FullName::renamed("Tax", "", "Tax", "Levy");
        assert_eq!(bare.replaced("Tax", Follow::Alone), None);
        assert_eq!(bare.replaced("Tax", Follow::Nothing), None);
    }
}
