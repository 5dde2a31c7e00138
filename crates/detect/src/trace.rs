//! What detection paired and judged on its way, in words: for those who ask at which stage a finding was lost.

use crate::describe;
use crate::diff::Diff;
use crate::score::Judged;
use crate::view::{Method, View};

/// The candidates that were judged, and what was paired at the end.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub judged: Vec<Judged>,
    pub paired: Paired,
}

/// Types by their qualified names, methods as `signature in class name`; the older one first.
#[derive(Clone, Debug, Default)]
pub struct Paired {
    pub types: Vec<(String, String)>,
    pub methods: Vec<(String, String)>,
    /// Methods that gave code to a new one, or took it from a vanished one, with that one.
    pub transfers: Vec<(String, String)>,
}

impl Paired {
    pub(crate) fn of(diff: &Diff<'_>) -> Self {
        let (before, after) = (&diff.before, &diff.after);
        let types = diff.types.iter().chain(&diff.local_types);
        let methods = diff.methods.iter();
        let extracted = diff.extracted.iter();
        let inlined = diff.inlined.iter();
        let given = extracted.map(|t| {
            let from = diff.methods[t.pair].before;
            (named(before, from), named(after, t.method))
        });
        let taken = inlined.map(|t| {
            let to = diff.methods[t.pair].after;
            (named(before, t.method), named(after, to))
        });
        Self {
            types: types
                .map(|p| {
                    let (old, new) = (before.qualified(p.before), after.qualified(p.after));
                    (old.to_owned(), new.to_owned())
                })
                .collect(),
            methods: methods
                .map(|p| (named(before, p.before), named(after, p.after)))
                .collect(),
            transfers: given.chain(taken).collect(),
        }
    }
}

fn named(view: &View<'_>, method: Method) -> String {
    let class = describe::class_of(view, method);
    format!("{} in class {class}", describe::method(view, method))
}
