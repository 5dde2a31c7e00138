//! A plan as a workspace edit.

use crate::documents::Documents;
use crate::place::{Lines, Units};
use reweave_project::{Plan, edits, uri_of};
use reweave_text::{SourceFile, Sources};
use serde_json::{Value, json};
use std::path::Path;

/// What the client can take.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of the client's own"
)]
#[derive(Clone, Copy, Debug)]
pub struct Abilities {
    pub units: Units,
    pub annotations: bool,
    pub resources: bool,
    /// Tells of files that change on disk.
    pub watches: bool,
    pub refreshes_lenses: bool,
    pub progress: bool,
}

/// The name of the annotation of edits that were allowed in spite of conflicts.
const IN_SPITE: &str = "reweave.conflicts";

/// The edits of a plan, file by file, text edits before the move of their file, as the protocol executes them in order; or why
/// the client cannot make them.
pub fn workspace_edit(
    plan: &Plan,
    root: &Path,
    documents: &Documents,
    can: Abilities,
) -> Result<Value, String> {
    let in_spite = plan.conflicts(false).count();
    let outcome = &plan.outcome;
    let sides: [(&Sources, &Sources); 2] = [
        (&outcome.before, &outcome.after),
        (&outcome.beside_before, &outcome.beside),
    ];
    let maker = Maker {
        root,
        documents,
        can,
        annotation: (in_spite > 0 && can.annotations).then_some(IN_SPITE),
    };
    let mut changes = Vec::new();
    for (before, after) in sides {
        for id in after.changed_since(before) {
            maker.file(before.get(id), after.get(id), &mut changes)?;
        }
    }
    let mut edit = json!({"documentChanges": changes});
    if maker.annotation.is_some() {
        let label = format!("in spite of {in_spite} conflicts");
        edit["changeAnnotations"] = json!({IN_SPITE: {"label": label, "needsConfirmation": true}});
    }
    Ok(edit)
}

/// The edits that make one file another.
pub fn file_edit(
    root: &Path,
    documents: &Documents,
    can: Abilities,
    [before, after]: [Option<&SourceFile>; 2],
) -> Result<Vec<Value>, String> {
    let maker = Maker {
        root,
        documents,
        can,
        annotation: None,
    };
    let mut changes = Vec::new();
    maker.file(before, after, &mut changes)?;
    Ok(changes)
}

struct Maker<'a> {
    root: &'a Path,
    documents: &'a Documents,
    can: Abilities,
    annotation: Option<&'static str>,
}

impl Maker<'_> {
    fn file(
        &self,
        before: Option<&SourceFile>,
        after: Option<&SourceFile>,
        changes: &mut Vec<Value>,
    ) -> Result<(), String> {
        let moves = before.map(|b| &b.path) != after.map(|a| &a.path);
        if moves && !self.can.resources {
            return Err("files would be created, moved or removed, and the editor does not take such edits; \
                        use `reweave apply` in a terminal"
                .to_owned());
        }
        let uri = |file: &SourceFile| uri_of(self.root, &file.path);
        match (before, after) {
            (Some(b), Some(a)) => {
                self.texts(b, &a.text, changes);
                if moves {
                    changes.push(self.noted(json!({
                        "kind": "rename", "oldUri": uri(b), "newUri": uri(a),
                        "options": {"overwrite": false, "ignoreIfExists": false},
                    })));
                }
            }
            (None, Some(a)) => {
                changes.push(self.noted(json!({"kind": "create", "uri": uri(a)})));
                let empty = SourceFile {
                    path: a.path.clone(),
                    text: "".into(),
                };
                self.texts(&empty, &a.text, changes);
            }
            (Some(b), None) => {
                changes.push(self.noted(json!({"kind": "delete", "uri": uri(b)})));
            }
            (None, None) => {}
        }
        Ok(())
    }

    fn noted(&self, mut change: Value) -> Value {
        if let Some(annotation) = self.annotation {
            change["annotationId"] = json!(annotation);
        }
        change
    }

    fn texts(&self, file: &SourceFile, new: &str, changes: &mut Vec<Value>) {
        let lines = Lines::new(&file.text, self.can.units);
        let edits: Vec<Value> = edits(&file.text, new)
            .into_iter()
            .map(|edit| {
                let range = lines.range(edit.span.start, edit.span.end);
                self.noted(json!({"range": range, "newText": edit.text}))
            })
            .collect();
        if edits.is_empty() {
            return;
        }
        let open = self.documents.get(&file.path);
        let uri = open.map_or_else(|| uri_of(self.root, &file.path), |d| d.uri.clone());
        let version = open.map(|d| d.version);
        changes.push(json!({"textDocument": {"uri": uri, "version": version}, "edits": edits}));
    }
}
