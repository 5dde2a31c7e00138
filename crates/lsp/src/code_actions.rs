//! `textDocument/codeAction` and `codeAction/resolve`.

use crate::actions::{self, ANY_TEXT, Offer, action, entries, is_wanted, kind, offer};
use crate::place::Lines;
use crate::server::{Answer, CANCELLED, Failed, INVALID, Server, refusal};
use reweave_project::{Ask, At, Fit, Plan, Pos, Program, ProjectError};
use reweave_refactor::Entry;
use reweave_text::Part;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asked for by whoever opens the menu, who waits for the verdict; the lamp in the margin does not.
const INVOKED: u64 = 1;

/// Names of one kind that are tried: the first may be the very class that something is to be moved out of.
const MOST_NAMES: usize = 2;

/// What one request for actions is about.
struct Wanted<'a> {
    program: Arc<Program>,
    at: At,
    only: Vec<&'a str>,
    is_invoked: bool,
    flag: &'a AtomicBool,
}

impl Server {
    pub fn code_actions(&mut self, params: &Value, flag: &AtomicBool) -> Answer {
        let (program, path) = self.program(params)?;
        let start = self.offset(&program, &path, &params["range"]["start"])?;
        let end = self.offset(&program, &path, &params["range"]["end"])?;
        if end < start {
            let why = "the range ends before it starts".to_owned();
            return Err(Failed::new(INVALID, why));
        }
        let context = &params["context"];
        let wanted = Wanted {
            program,
            at: At {
                file: path,
                start: Pos::Offset(start),
                end: (start != end).then_some(Pos::Offset(end)),
            },
            only: (context["only"].as_array()).map_or_else(Vec::new, |all| {
                all.iter().filter_map(Value::as_str).collect()
            }),
            is_invoked: context["triggerKind"].as_u64() == Some(INVOKED),
            flag,
        };
        let mut all = self.fixes(&wanted.at.file, (start, end), &wanted.only);
        self.refactorings(&wanted, &mut all)?;
        Ok(json!(all))
    }

    fn refactorings(&mut self, wanted: &Wanted<'_>, all: &mut Vec<Value>) -> Result<(), Failed> {
        let sources = &wanted.program.folder().sources;
        let text = sources
            .find(&wanted.at.file)
            .map_or("", |id| sources.text(id));
        let language = wanted.program.language().name();
        for entry in entries().iter().filter(|e| e.language == language) {
            if wanted.flag.load(Ordering::Relaxed) {
                return Err(ProjectError::Cancelled.into());
            }
            if !is_wanted(&wanted.only, &kind(entry.name)) {
                continue;
            }
            let Some(offer) = offer(entry, &wanted.at, text, &self.wishes) else {
                continue;
            };
            let (fit, offer) = self.fit(&wanted.program, entry, offer);
            match fit {
                Fit::Fits if wanted.is_invoked && offer.wanted.is_empty() => {
                    self.judged(entry, &offer, wanted.flag, all)?;
                }
                Fit::Fits => all.push(self.action(entry, &offer, wanted)),
                Fit::Refused(why) => all.push(action(entry, &offer, Some(why), &self.wishes)),
                Fit::Nothing(_) => {}
            }
        }
        Ok(())
    }

    /// Whether a refactoring can begin here. One that must be told what only the user knows is tried with names of the program, and
    /// with each of what it may be told.
    fn fit(&mut self, program: &Arc<Program>, entry: &Entry, offer: Offer) -> (Fit, Offer) {
        let fits = |this: &Self, ask: &Ask| program.fit(this.project.workspace(), ask);
        let first = match fits(self, &offer.tried(ANY_TEXT)) {
            // What is refused of a value that is not the user's says nothing.
            Fit::Refused(why) if offer.wants_text() && why.contains(ANY_TEXT) => Fit::Fits,
            other => other,
        };
        if !matches!(first, Fit::Nothing(_)) {
            return (first, offer);
        }
        if offer.wants_text() {
            for name in self.names(program) {
                match fits(self, &offer.tried(&name)) {
                    Fit::Nothing(why) if why.contains(&name) => {}
                    // What is wrong is the place, and would be with any other name.
                    Fit::Nothing(_) => break,
                    _ => return (Fit::Fits, offer),
                }
            }
        } else if let Some((asking, alone)) = offer.told_one(entry)
            && (alone.iter()).any(|ask| !matches!(fits(self, ask), Fit::Nothing(_)))
        {
            return (Fit::Fits, asking);
        }
        (first, offer)
    }

    /// A name of each kind of declarations: they only stand for the user's. What is offered must not depend on what was asked before,
    /// so that another program has others.
    fn names(&mut self, program: &Arc<Program>) -> Vec<String> {
        let language = program.language().name();
        let now = Arc::downgrade(program);
        if let Some((of, names)) = self.names.get(language)
            && of.ptr_eq(&now)
        {
            return names.clone();
        }
        let mut examples = program.session().examples(MOST_NAMES);
        examples.sort_by_key(|e| e.kind);
        let names: Vec<String> = examples.into_iter().map(|e| e.address).collect();
        self.names.insert(language, (now, names.clone()));
        names
    }

    /// The action of a refactoring that can begin here. A client that has a command for renaming, and cannot ask for a name before,
    /// renames with that: its request is answered by the same check.
    fn action(&self, entry: &Entry, offer: &Offer, wanted: &Wanted<'_>) -> Value {
        let mut made = action(entry, offer, None, &self.wishes);
        let renames = entry.name == actions::RENAME && !self.wishes.forms && self.wishes.rename;
        if let (true, Some(command), Pos::Offset(start)) =
            (renames, &self.wishes.rename_command, wanted.at.start)
        {
            let sources = &wanted.program.folder().sources;
            let text = sources
                .find(&wanted.at.file)
                .map_or("", |id| sources.text(id));
            let position = Lines::new(text, self.can.units).position(start);
            made["command"] = json!({
                "title": made["title"],
                "command": command,
                "arguments": [self.uri(&wanted.at.file), position],
            });
            if let Some(fields) = made.as_object_mut() {
                fields.remove("disabled");
            }
        }
        made
    }

    /// The action of a refactoring with its verdict; one that is refused is offered a second time, in spite of its conflicts.
    fn judged(
        &mut self,
        entry: &Entry,
        offer: &Offer,
        flag: &AtomicBool,
        all: &mut Vec<Value>,
    ) -> Result<(), Failed> {
        let plan = match self.plan(&offer.ask, &Value::Null, flag) {
            Err(failed) if failed.code == CANCELLED => return Err(failed),
            // It has no meaning here with the name that stands for the user's.
            Err(_) => return Ok(()),
            Ok(plan) => plan,
        };
        if plan.is_accepted() {
            all.push(action(entry, offer, None, &self.wishes));
            return Ok(());
        }
        all.push(action(entry, offer, Some(refusal(&plan)), &self.wishes));
        let refusals: Vec<&str> = plan.outcome.refusals().map(|c| c.kind).collect();
        if plan.outcome.was_made() && self.can.annotations {
            let mut in_spite = offer.clone();
            let kinds: BTreeSet<&str> = refusals.iter().copied().collect();
            in_spite.ask.allow = kinds.into_iter().map(str::to_owned).collect();
            let mut second = action(entry, &in_spite, None, &self.wishes);
            let title = second["title"].as_str().unwrap_or_default().to_owned();
            let (count, s) = (refusals.len(), if refusals.len() == 1 { "" } else { "s" });
            second["title"] = json!(format!("{title} in spite of {count} conflict{s}"));
            all.push(second);
        }
        Ok(())
    }

    pub fn resolve(&mut self, params: &Value, flag: &AtomicBool) -> Answer {
        let ask = actions::ask(&params["data"])
            .ok_or_else(|| Failed::new(INVALID, "this action has no data of ours".to_owned()))?;
        let mut action = params.clone();
        if params["command"]["command"].is_string() {
            // It is done by its command, with values that only the user knows.
            return Ok(action);
        }
        let plan = self.plan(&ask, params, flag)?;
        if !plan.is_accepted() {
            action["disabled"] = json!({"reason": refusal(&plan)});
            return Ok(action);
        }
        action["edit"] = self.edit_of(&plan)?;
        let placeholder = params["data"]["placeholder"].as_str();
        let named = placeholder.zip(self.wishes.rename_command.clone());
        if let Some((placeholder, command)) = named
            && let Some((path, position)) = self.stands_at(&plan, placeholder)
        {
            // Then the user gives it a better name.
            action["command"] = json!({
                "title": "Rename",
                "command": command,
                "arguments": [self.uri(&path), position],
            });
        }
        Ok(action)
    }

    /// Where a placeholder stands in the result: first in the file that was asked about.
    fn stands_at(&self, plan: &Plan, placeholder: &str) -> Option<(String, Value)> {
        let after = &plan.outcome.after;
        let asked = match &plan.ask.place {
            reweave_project::Place::At(at) => after.find(&at.file),
            _ => None,
        };
        let changed = plan.outcome.changed().filter_map(|(_, after)| after);
        let others = changed.filter_map(|file| after.find(&file.path));
        let mut all = asked.into_iter().chain(others);
        all.find_map(|id| {
            let text = after.text(id);
            let (at, _) = text.match_indices(placeholder).find(|(at, word)| {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let ends = text.part(at + word.len()..).chars().next();
                !ends.is_some_and(is_part)
            })?;
            let position = Lines::new(text, self.can.units).position(at as u32);
            Some((after.path(id).to_owned(), position))
        })
    }
}
