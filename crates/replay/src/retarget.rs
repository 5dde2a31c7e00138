//! The model of a file in which only imports name other things: most of a client changes no further, and reading its text
//! again would take longer than everything else that a replay does.

use crate::rewrite::{Change, Part};
use reweave_model::{FileModel, Import};
use reweave_text::{Interner, Span};

/// What reading the changed text would give; none where more changed than names of imports and names in comments.
pub fn retarget(
    model: &FileModel,
    text: &str,
    changes: &[Change],
    names: &Interner,
) -> Option<FileModel> {
    let mut sorted: Vec<&Change> = changes.iter().collect();
    sorted.sort_by_key(|c| (c.span.start, c.span.end));
    sorted.dedup();
    let mut renamed = Vec::new();
    // Where each change ends, and by how much the text behind it goes on.
    let mut moves: Vec<(u32, i64)> = Vec::new();
    let mut done = 0;
    for change in sorted {
        let [Part::New(new)] = change.parts.as_slice() else {
            return None;
        };
        let (span, now) = (change.span, i64::from(new.len() as u32));
        if span.is_empty() || span.start < done || !is_dotted(new) {
            return None;
        }
        done = span.end;
        let of_import = |i: &Import| name_span(model, i, names) == span;
        if let Some(index) = model.imports.iter().position(of_import) {
            if span.text(text) != names.text(model.imports[index].name) {
                return None;
            }
            renamed.push((model.imports[index].node, names.intern(new)));
        } else if !model.comments.iter().any(|c| c.contains(span)) {
            return None;
        }
        let before = moves.last().map_or(0, |m| m.1);
        moves.push((span.end, before + now - i64::from(span.len())));
    }
    let shift = |at: u32| {
        let behind = moves.partition_point(|m| m.0 <= at);
        let by = behind.checked_sub(1).map_or(0, |i| moves[i].1);
        u32::try_from(i64::from(at) + by).expect("a text of this size has been read before")
    };
    Some(model.with_names(&renamed, shift))
}

fn name_span(model: &FileModel, import: &Import, names: &Interner) -> Span {
    let start = model.tree.node(import.node).name_at;
    Span::new(start, start + names.text(import.name).len() as u32)
}

/// Words and dots, and what links in comments have besides.
fn is_dotted(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || "_$.#".contains(c);
    !text.is_empty() && text.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::retarget;
    use crate::rewrite::{Change, rewrite};
    use reweave_model::{FileModel, NodeId};
    use reweave_text::{Interner, Span};

    /// Everything of a model that a name or a place is part of.
    fn told(model: &FileModel) -> String {
        let nodes = (0..model.tree.len() as u32).map(|i| model.tree.node(NodeId(i)));
        let nodes: Vec<_> = nodes.map(|n| (n, n.hash)).collect();
        format!(
            "{nodes:#?} {:?} {:?} {:?} {:?} {:?} {:?}",
            model.package,
            model.imports,
            model.types,
            model.callables,
            model.fields,
            model.comments
        )
    }

    #[test]
    fn it_is_what_reading_the_new_text_gives() {
        let text = "/* head */ package c;
import a.lang.Words;
import a.lang.time.*;
/** See {@link a.lang.Words}. */
class C<T extends Words> {
    /** A field. */ Words w = new Words(), v; // a.lang
    /** @return it */ int n(Words w) { return w.size() + 1; }
    class D { }
}
";
        let change = |old: &str, new: &str| {
            let start = text.find(old).expect("it is there") as u32;
            let span = Span::new(start, start + old.len() as u32);
            Change::name(span, span, new.to_owned())
        };
        let changes = [
            change("a.lang.time", "a.t"),
            change("a.lang.Words", "a.language.Words"),
            change("a.lang.Words}", "x").at("a.lang.Words".len()),
        ];
        let names = Interner::new();
        let before = reweave_lang_java::lower("c/C.java", text, &names);
        let got = retarget(&before, text, &changes, &names).expect("only imports and links");
        let now = rewrite(text, changes.to_vec()).text;
        let wanted = reweave_lang_java::lower("c/C.java", &now, &names);
        assert_eq!(told(&got), told(&wanted), "{now}");
        let more = [change("Words w = new", "Text w = new")];
        assert!(retarget(&before, text, &more, &names).is_none());
    }

    impl Change {
        fn at(mut self, len: usize) -> Self {
            self.span.end = self.span.start + len as u32;
            self
        }
    }
}
