//! The code lens "since BASE: n refactorings" above each file. Looked for beside the requests.

use crate::Event;
use crate::server::Server;
use reweave_project::{Limits, since};
use reweave_text::STACK;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Time for the whole comparison.
const BUDGET: Duration = Duration::from_mins(1);

/// Refactorings that a message tells; the answer has them all.
const MOST_TOLD: usize = 5;

/// What was done in each file, by path in the root.
#[derive(Default)]
pub struct Since {
    files: BTreeMap<String, Vec<String>>,
    is_looking: bool,
}

/// By path in the root, or why there are none.
pub type Found = Result<BTreeMap<String, Vec<String>>, String>;

impl Server {
    pub fn begin_since(&mut self) {
        let Some(base) = self.wishes.since.clone() else {
            self.since.files.clear();
            return;
        };
        if self.since.is_looking {
            return;
        }
        let (root, events) = (self.project.root().to_owned(), self.events.clone());
        let begun = thread::Builder::new()
            .name("since".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                // Nobody waits for it where the server has ended.
                let _ = events.send(Event::Since(look(&root, &base)));
            });
        self.since.is_looking = begun.is_ok();
    }

    pub fn take_since(&mut self, found: Found) {
        self.since.is_looking = false;
        match found {
            Ok(files) if files != self.since.files => {
                self.since.files = files;
                if self.can.refreshes_lenses {
                    self.request("workspace/codeLens/refresh", Value::Null);
                }
            }
            Ok(_) => {}
            Err(why) => self.log(&why),
        }
    }

    pub fn lenses(&self, params: &Value) -> Value {
        let Some(base) = &self.wishes.since else {
            return json!([]);
        };
        let Ok(path) = self.path(&params["textDocument"]) else {
            return json!([]);
        };
        let count = self.since.files.get(&path).map_or(0, Vec::len);
        if count == 0 {
            return json!([]);
        }
        let s = if count == 1 { "" } else { "s" };
        let start = json!({"line": 0, "character": 0});
        let command = json!({
            "title": format!("since {base}: {count} refactoring{s}"),
            "command": crate::actions::SINCE,
            "arguments": [{"path": path}],
        });
        json!([{"range": {"start": start, "end": start}, "command": command}])
    }

    /// Shows what was refactored in a file.
    pub fn tell_since(&self, argument: &Value) -> Value {
        let path = argument["path"].as_str().unwrap_or_default();
        let none = Vec::new();
        let all = self.since.files.get(path).unwrap_or(&none);
        let mut told: Vec<&str> = all.iter().take(MOST_TOLD).map(String::as_str).collect();
        let rest = all.len().saturating_sub(MOST_TOLD);
        let more = format!("and {rest} more");
        if rest > 0 {
            told.push(&more);
        }
        let params = json!({"type": 3, "message": told.join("\n")});
        self.connection.tell("window/showMessage", params);
        json!({"refactorings": all})
    }
}

fn look(root: &Path, base: &str) -> Found {
    let limits = Limits {
        jobs: 1,
        budget: Some(BUDGET),
        max_memory: None,
        ..Limits::default()
    };
    let record = since(root, base, &limits).map_err(|e| e.to_string())?;
    // Paths of a change are relative to the repository, which may begin above the root.
    let repository = root.ancestors().find(|folder| folder.join(".git").exists());
    let below = repository.and_then(|repository| root.strip_prefix(repository).ok());
    let below = below.map_or_else(String::new, crate::sync::slashed);
    let own = |path: &str| match below.as_str() {
        "" => Some(path.to_owned()),
        below => Some(path.strip_prefix(below)?.strip_prefix('/')?.to_owned()),
    };
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for finding in &record.findings {
        let mut paths: Vec<String> = (finding.right.iter())
            .filter_map(|p| own(&p.path))
            .collect();
        paths.sort();
        paths.dedup();
        for path in paths {
            files
                .entry(path)
                .or_default()
                .push(finding.description.clone());
        }
    }
    Ok(files)
}
