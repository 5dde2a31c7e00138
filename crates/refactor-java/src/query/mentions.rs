//! Names in comments and strings, and accessors that are named after a field: what a rename can take along when it is asked to.

use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, FieldId, MethodId};
use reweave_model::{Kind, NodeId};
use reweave_preserve::Interval;
use reweave_text::{Part, Sources, Span};

/// Every whole word `old` in comments and strings, unless a qualifier before it speaks of something else.
pub fn in_text(program: &JavaProgram, sources: &Sources, decl: Decl, old: &str) -> Vec<Interval> {
    let world = program.world();
    let owner = match decl {
        Decl::Method(m) => Some(world.method(m).owner),
        Decl::Field(f) => Some(world.field(f).owner),
        Decl::Class(c) => world.info(c).outer,
        _ => None,
    };
    let full = owner.map(|c| crate::edits::imports::dotted(program, c));
    let mut found = Vec::new();
    for number in program.numbers() {
        let model = program.model(number);
        let text = sources.text(program.id(number));
        let strings = model
            .tree
            .descendants(NodeId::ROOT)
            .filter(|&n| model.tree.kind(n) == Kind::Str)
            .map(|n| model.tree.span(n));
        for span in model.comments.iter().copied().chain(strings) {
            for word in words(text, span, old) {
                if fits(text, word, full.as_deref()) {
                    found.push(program.interval(number, word));
                }
            }
        }
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Where a whole word stands in a part of a text.
pub fn words(text: &str, span: Span, old: &str) -> Vec<Span> {
    let inside = span.text(text);
    let whole = |at: usize| {
        let before = inside.part(..at).chars().next_back();
        let after = inside.part(at + old.len()..).chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    inside
        .match_indices(old)
        .map(|(at, _)| at)
        .filter(|&at| whole(at))
        .map(|at| Span::new(span.start + at as u32, span.start + (at + old.len()) as u32))
        .collect()
}

/// `A.x`, `a.b.A#x` and `#x` speak of a member of `a.b.A`; `B.x` does not.
fn fits(text: &str, word: Span, owner: Option<&str>) -> bool {
    let before = text.part(..word.start as usize);
    let Some(before) = before.strip_suffix(['.', '#']) else {
        return true;
    };
    let start = before.trim_end_matches(|c| is_word(c) || c == '.').len();
    let qualifier = before.part(start..);
    if qualifier.is_empty() {
        return true;
    }
    owner.is_some_and(|o| {
        o == qualifier || (!qualifier.contains('.') && o.ends_with(&format!(".{qualifier}")))
    })
}

/// Getters and setters of a field by its name, with the names they get with its new one. `which` is `getter`, `setter`, or
/// anything else for both.
pub fn accessors(
    program: &JavaProgram,
    field: FieldId,
    to: &str,
    which: &str,
) -> Vec<(MethodId, String)> {
    let world = program.world();
    let owner = world.field(field).owner;
    let old = stem(world.text(world.field(field).name));
    let new = stem(to);
    let mut found = Vec::new();
    for (prefix, params) in [("get", 0), ("is", 0), ("set", 1)] {
        let wanted = match which {
            "getter" => params == 0,
            "setter" => params == 1,
            _ => true,
        };
        let symbol = world.names().get(&format!("{prefix}{old}"));
        let Some(symbol) = symbol.filter(|_| wanted) else {
            continue;
        };
        for &(_, method) in world.info(owner).methods_named(symbol) {
            if world.signature(method).params.len() == params {
                found.push((method, format!("{prefix}{new}")));
            }
        }
    }
    found
}

/// `fBig` and `big` are both `Big`.
fn stem(name: &str) -> String {
    let mut chars = name.chars();
    let rest = match (chars.next(), chars.next()) {
        (Some('f'), Some(c)) if c.is_uppercase() => name.part(1..),
        _ => name,
    };
    let mut chars = rest.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
