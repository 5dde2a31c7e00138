//! Which variables anyone can still read once a function has ended.
//!
//! A global that functions only set, or read only after they have set it, keeps its value when they end; but there is
//! nobody to see it.

use crate::effects::Hidden;
use crate::flow::{ActionKind, Reader};
use crate::program::Var;
use crate::reaching::{Source, flows};
use reweave_text::{FileId, Span};
use rustc_hash::FxHashSet;

pub struct Exposed {
    read: FxHashSet<Var>,
    hidden: Hidden,
}

impl Exposed {
    /// A variable is exposed by a statement outside functions that reads it, and by a function that reads the value it had
    /// before the call. What a call reads is not counted twice: the function that is called exposes it itself.
    pub fn new(reader: &Reader<'_>) -> Self {
        let mut read = FxHashSet::default();
        for point in reader.main_graph().points {
            let uses = point.events.iter().filter(|a| a.kind == ActionKind::Use);
            read.extend(
                uses.filter(|a| is_named(reader, a.var, a.at))
                    .map(|a| a.var),
            );
        }
        for id in 0..reader.group.functions.len() {
            let function = reader.program.function(reader.group, id);
            for flow in flows(&reader.function_graph(id)) {
                let is_own = function.decls().any(|d| Var::of(d) == flow.var);
                if let (Source::Entry, Some(to), false) = (flow.from, flow.to, is_own)
                    && is_named(reader, flow.var, to)
                {
                    read.insert(flow.var);
                }
            }
        }
        Self {
            read,
            hidden: Hidden::new(reader.names),
        }
    }

    /// Arrays may go by several names, and the language itself reads its own variables.
    pub fn contains(&self, var: Var) -> bool {
        let Hidden {
            scale,
            ibase,
            obase,
            last,
        } = self.hidden;
        var.is_array || [scale, ibase, obase, last].contains(&var) || self.read.contains(&var)
    }
}

/// Whether a use spells the variable, rather than calling a function that does.
fn is_named(reader: &Reader<'_>, var: Var, (file, span): (FileId, Span)) -> bool {
    span.text(reader.sources.text(file)) == reader.names.text(var.symbol)
}
