//! Two versions of files as a unified diff that `git apply` and `patch` take.

use reweave_text::{SourceFile, Sources};
use reweave_workspace::{Encoding, FileChange};
use similar::TextDiff;

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// The diff of one file; `None` on a side where it does not exist.
pub fn file(before: Option<&SourceFile>, after: Option<&SourceFile>) -> String {
    let name = |side: &str, file: Option<&SourceFile>| {
        file.map_or("/dev/null".to_owned(), |f| format!("{side}/{}", f.path))
    };
    let mut out = String::new();
    if let (Some(b), Some(a)) = (before, after)
        && a.path != b.path
    {
        out = format!(
            "diff --git a/{0} b/{1}\nrename from {0}\nrename to {1}\n",
            b.path, a.path
        );
    }
    let text = |file: Option<&SourceFile>| file.map(|f| f.text.clone()).unwrap_or_default();
    let (old, new) = (text(before), text(after));
    if old != new {
        let diff = TextDiff::from_lines(&*old, &*new);
        let unified = diff
            .unified_diff()
            .context_radius(CONTEXT)
            .header(&name("a", before), &name("b", after))
            .to_string();
        out.push_str(&unified);
    }
    out
}

/// The diff of every file that changed, in order of id.
pub fn all(before: &Sources, after: &Sources) -> String {
    let changed = after.changed_since(before).into_iter();
    changed
        .map(|id| file(before.get(id), after.get(id)))
        .collect()
}

/// The diff of all that a refactoring would change.
pub fn of_outcome(outcome: &reweave_refactor::Outcome) -> String {
    let changed = outcome.changed();
    changed.map(|(before, after)| file(before, after)).collect()
}

/// The diff of a change as the journal has it.
pub fn of_change(change: &FileChange) -> String {
    let text = |bytes: &Option<Vec<u8>>| {
        let (_, text) = Encoding::decode(bytes.as_deref()?)?;
        Some(SourceFile {
            path: change.path.as_str().into(),
            text: text.into(),
        })
    };
    file(text(&change.before).as_ref(), text(&change.after).as_ref())
}
