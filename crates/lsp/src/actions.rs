//! Which refactorings fit a selection, as code actions.

use reweave_project::{Ask, At, Place, Pos, Program, ProjectError, Watch};
use reweave_refactor::{Entry, Param};
use reweave_workspace::Workspace;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The command that performs a refactoring.
pub const APPLY: &str = "reweave.apply";

/// Parameters that are names: a placeholder serves until the user gives a better one.
const NAMES: [&str; 2] = ["to", "name"];

/// What a placeholder is called.
const PLACEHOLDER: &str = "extracted";

/// The protocol's kind of an action; as JDT LS has them, where it has them.
pub fn kind(refactoring: &str) -> String {
    let kinds = [
        ("extract-", "refactor.extract"),
        ("inline-", "refactor.inline"),
        ("move-", "refactor.move"),
        ("pull-up", "refactor.move"),
        ("push-down", "refactor.move"),
    ];
    let found = kinds
        .iter()
        .find(|(start, _)| refactoring.starts_with(start));
    match found {
        Some((start, kind)) if *kind == "refactor.extract" => {
            let what = refactoring.strip_prefix(start).unwrap_or_default();
            format!("{kind}.{what}")
        }
        Some((_, kind)) => (*kind).to_owned(),
        None => "refactor.rewrite".to_owned(),
    }
}

/// What a code action stands for, in its `data`.
#[derive(Clone)]
pub struct Offer {
    pub ask: Ask,
    /// The values that a user must still give.
    pub wanted: Vec<&'static Param>,
}

impl Offer {
    /// Whether only a form can give what it needs.
    pub fn wants_input(&self) -> bool {
        self.wanted.iter().any(|p| !NAMES.contains(&p.name))
    }
}

/// The request of a refactoring for a selection; placeholders stand for names.
pub fn offer(entry: &Entry, at: &At) -> Offer {
    let required = || entry.params.iter().filter(|p| p.required);
    let named = required().filter(|p| NAMES.contains(&p.name));
    let params: BTreeMap<String, String> = named
        .map(|p| (p.name.to_owned(), PLACEHOLDER.to_owned()))
        .collect();
    Offer {
        ask: Ask {
            refactoring: entry.name.to_owned(),
            language: Some(entry.language.to_owned()),
            place: Place::At(at.clone()),
            params,
            allow: Vec::new(),
        },
        wanted: required().collect(),
    }
}

/// Whether a refactoring can begin here, and if not, why; no more of it is performed than up to its first step.
pub enum Fit {
    Fits,
    /// The program does not allow it.
    Refused(String),
    /// It has no meaning here.
    Nothing,
}

pub fn fit(program: &Program, workspace: &Workspace, ask: &Ask) -> Fit {
    let before_any_step = Watch {
        is_cancelled: &|| true,
        ..Watch::NOBODY
    };
    match program.plan(workspace, ask, before_any_step) {
        Err(ProjectError::Cancelled) => Fit::Fits,
        Err(_) => Fit::Nothing,
        Ok(plan) => match plan.outcome.refusals().next() {
            Some(conflict) => Fit::Refused(conflict.message.clone()),
            None => Fit::Fits,
        },
    }
}

/// A code action of the protocol. `reason` disables it.
pub fn action(entry: &Entry, offer: &Offer, reason: Option<String>) -> Value {
    let title = title(entry, offer);
    let mut action = json!({
        "title": title,
        "kind": kind(entry.name),
        "data": data(&offer.ask),
    });
    if let Some(reason) = reason {
        action["disabled"] = json!({"reason": reason});
    }
    let unnamed: Vec<Value> = (offer.wanted.iter())
        .filter(|p| !NAMES.contains(&p.name))
        .map(|p| json!({"id": p.name, "label": p.doc}))
        .collect();
    if !unnamed.is_empty() {
        // Only a form can give them: the command asks for it.
        let fields: Vec<Value> = (offer.wanted.iter())
            .map(|p| json!({"id": p.name, "label": p.doc}))
            .collect();
        action["command"] = json!({
            "title": title,
            "command": APPLY,
            "arguments": [{"ask": data(&offer.ask), "fields": fields}],
        });
    }
    action
}

fn title(entry: &Entry, offer: &Offer) -> String {
    let mut words = entry.name.replace('-', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if offer.wanted.is_empty() {
        words
    } else {
        format!("{words}…")
    }
}

/// A request as data of the protocol.
pub fn data(ask: &Ask) -> Value {
    let (file, start, end) = match &ask.place {
        Place::At(at) => (Some(&at.file), Some(at.start), at.end),
        _ => (None, None, None),
    };
    let offset = |pos: Option<Pos>| match pos {
        Some(Pos::Offset(offset)) => Some(offset),
        _ => None,
    };
    json!({
        "refactoring": ask.refactoring,
        "language": ask.language,
        "file": file,
        "start": offset(start),
        "end": offset(end),
        "params": ask.params,
        "allow": ask.allow,
    })
}

/// The request of [`data`].
pub fn ask(data: &Value) -> Option<Ask> {
    let offset = |name: &str| -> Option<Pos> {
        let offset = u32::try_from(data[name].as_u64()?).ok()?;
        Some(Pos::Offset(offset))
    };
    let place = match (data["file"].as_str(), offset("start")) {
        (Some(file), Some(start)) => Place::At(At {
            file: file.to_owned(),
            start,
            end: offset("end"),
        }),
        _ => Place::Nothing,
    };
    Some(Ask {
        refactoring: data["refactoring"].as_str()?.to_owned(),
        language: data["language"].as_str().map(str::to_owned),
        place,
        params: serde_json::from_value(data["params"].clone()).unwrap_or_default(),
        allow: serde_json::from_value(data["allow"].clone()).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_data() {
        assert_eq!(kind("extract-function"), "refactor.extract.function");
        assert_eq!(kind("pull-up"), "refactor.move");
        assert_eq!(kind("safe-delete"), "refactor.rewrite");
        let at = At {
            file: "a.bc".to_owned(),
            start: Pos::Offset(3),
            end: None,
        };
        let ask_of = Ask {
            refactoring: "rename".to_owned(),
            place: Place::At(at),
            ..Ask::default()
        };
        assert_eq!(ask(&data(&ask_of)), Some(ask_of));
    }
}
