//! Refactorings as code actions: kinds, titles, the request that each stands for, and what a user must still give.
//!
//! Everything comes from the registry of the languages. The first word of a refactoring's name tells its kind, and a
//! parameter `name` is the name of what comes into being.

use crate::wishes::Wishes;
use reweave_project::{Ask, At, Place, Pos};
use reweave_refactor::{Asks, Entry, Param, Values};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The command that performs a refactoring.
pub const APPLY: &str = "reweave.apply";
/// The command that takes the last one back.
pub const UNDO: &str = "reweave.undo";
/// The command that tells what was refactored in a file since a commit.
pub const SINCE: &str = "reweave.since";

pub const COMMANDS: [&str; 3] = [APPLY, UNDO, SINCE];

/// The kind of actions that do what a hint says.
pub const QUICK_FIX: &str = "quickfix";

/// The parameter that names what comes into being: a placeholder serves until the user gives a better one.
const NEW_NAME: &str = "name";

/// What a placeholder is called.
const PLACEHOLDER: &str = "extracted";

/// First words of names, and the protocol's kinds; as JDT LS has them, where it has them. Everything else rewrites.
const KINDS: [(&str, &str); 6] = [
    ("extract", "refactor.extract"),
    ("introduce", "refactor.introduce"),
    ("inline", "refactor.inline"),
    ("move", "refactor.move"),
    ("pull", "refactor.move"),
    ("push", "refactor.move"),
];

/// What is extracted or introduced, where JDT LS has another word for it.
const EXTRACTED: [(&str, &str); 4] = [
    ("method", "function"),
    ("procedure", "function"),
    ("local-variable", "variable"),
    ("local", "variable"),
];

/// Every refactoring of every language, read once.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(reweave_languages::refactorings)
}

/// The kinds that there are, sorted.
pub fn kinds() -> Vec<String> {
    let mut all: Vec<String> = entries().iter().map(|e| kind(e.name)).collect();
    all.extend(["refactor".to_owned(), QUICK_FIX.to_owned()]);
    all.sort();
    all.dedup();
    all
}

/// The protocol's kind of an action.
pub fn kind(refactoring: &str) -> String {
    let (first, rest) = refactoring.split_once('-').unwrap_or((refactoring, ""));
    let found = KINDS.iter().find(|(word, _)| *word == first);
    let kind = found.map_or("refactor.rewrite", |(_, kind)| *kind);
    let takes_what = matches!(first, "extract" | "introduce") && !rest.is_empty();
    if !takes_what {
        return kind.to_owned();
    }
    let other = EXTRACTED.iter().find(|(what, _)| *what == rest);
    format!("{kind}.{}", other.map_or(rest, |(_, other)| *other))
}

/// Whether a client wants actions of a kind.
pub fn is_wanted(only: &[&str], kind: &str) -> bool {
    let below = |o: &str| kind == o || kind.starts_with(&format!("{o}."));
    only.is_empty() || only.iter().any(|o| below(o))
}

/// What a code action stands for, in its `data`.
#[derive(Clone)]
pub struct Offer {
    pub ask: Ask,
    /// The values that a user must still give.
    pub wanted: Vec<&'static Param>,
    /// The name that stands for what the user will call it.
    pub placeholder: Option<String>,
}

/// The request of a refactoring for a selection in a text; `None` where it is not for a place. A placeholder stands for the name
/// of what comes into being, where the client renames it afterwards or cannot ask for it before.
pub fn offer(entry: &Entry, at: &At, text: &str, wishes: &Wishes) -> Option<Offer> {
    let mut at = at.clone();
    match entry.target {
        Asks::Nothing => return None,
        Asks::Place => at.end = None,
        Asks::Range => {}
    }
    let asks_first = wishes.forms && wishes.rename_command.is_none();
    let (mut params, mut wanted, mut placeholder) = (BTreeMap::new(), Vec::new(), None);
    for param in entry.params.iter().filter(|p| p.required) {
        if param.name == NEW_NAME && !asks_first {
            let name = free_name(text);
            params.insert(param.name.to_owned(), name.clone());
            placeholder = Some(name);
        } else {
            wanted.push(param);
        }
    }
    Some(Offer {
        ask: Ask {
            refactoring: entry.name.to_owned(),
            language: Some(entry.language.to_owned()),
            place: Place::At(at),
            params,
            allow: Vec::new(),
        },
        wanted,
        placeholder,
    })
}

/// A name that a text does not have.
fn free_name(text: &str) -> String {
    let later = (2_u32..).map(|n| format!("{PLACEHOLDER}{n}"));
    let mut all = std::iter::once(PLACEHOLDER.to_owned()).chain(later);
    all.find(|name| !text.contains(name.as_str()))
        .expect("a text has only so many names")
}

impl Offer {
    /// The request with values that may stand where a user's will, to see whether it can begin here. What a text must mean only
    /// the refactoring knows.
    pub fn tried(&self, text: &str) -> Ask {
        let mut ask = self.ask.clone();
        for param in &self.wanted {
            let value = stand_in(param, text);
            ask.params.insert(param.name.to_owned(), value);
        }
        ask
    }

    /// Whether only the user knows what a text must mean.
    pub fn wants_text(&self) -> bool {
        self.wanted.iter().any(|p| p.values == Values::Text)
    }

    /// The same with everything that it may be told asked for, and each of these alone: for what does nothing unless it is told one of
    /// them.
    pub fn told_one(&self, entry: &Entry) -> Option<(Self, Vec<Ask>)> {
        if entry.params.is_empty() || entry.params.iter().any(|p| p.required) {
            return None;
        }
        let alone = entry.params.iter().map(|param| {
            let mut ask = self.ask.clone();
            let value = stand_in(param, PLACEHOLDER);
            ask.params.insert(param.name.to_owned(), value);
            ask
        });
        let alone = alone.collect();
        let mut offer = self.clone();
        offer.wanted = entry.params.iter().collect();
        Some((offer, alone))
    }
}

/// A value that a parameter can have.
fn stand_in(param: &Param, text: &str) -> String {
    match (param.values, param.values.words()) {
        (Values::Number, _) => "1".to_owned(),
        (_, [first, ..]) => (*first).to_owned(),
        _ => text.to_owned(),
    }
}

/// What stands for a text at first.
pub const ANY_TEXT: &str = PLACEHOLDER;

/// A code action of the protocol. `reason` disables it.
pub fn action(entry: &Entry, offer: &Offer, reason: Option<String>, wishes: &Wishes) -> Value {
    let title = title(entry, offer);
    let mut data = data(&offer.ask);
    data["placeholder"] = json!(offer.placeholder);
    let mut action = json!({"title": title, "kind": kind(entry.name), "data": data});
    let asks = !offer.wanted.is_empty();
    let reason = reason.or_else(|| (asks && !wishes.forms).then(|| cannot_ask(entry, offer)));
    if let Some(reason) = reason {
        action["disabled"] = json!({"reason": reason});
    } else if asks {
        // Only a form can give them: the command asks for it.
        let argument = json!({"ask": action["data"], "fields": fields(entry, &offer.ask.params)});
        action["command"] = json!({"title": title, "command": APPLY, "arguments": [argument]});
    }
    action
}

fn cannot_ask(entry: &Entry, offer: &Offer) -> String {
    let names: Vec<&str> = offer.wanted.iter().map(|p| p.name).collect();
    format!(
        "this editor cannot ask for {}; `reweave apply {}` in a terminal takes it",
        names.join(", "),
        entry.name
    )
}

/// A form for what a refactoring must be told, and may be told: first what it must.
pub fn fields(entry: &Entry, given: &BTreeMap<String, String>) -> Vec<Value> {
    let asked = entry.params.iter().filter(|p| !given.contains_key(p.name));
    let (must, may): (Vec<&Param>, Vec<&Param>) = asked.partition(|p| p.required);
    must.into_iter().chain(may).map(field).collect()
}

fn field(param: &Param) -> Value {
    let words = param.values.words();
    let kind = match param.values {
        Values::Flag | Values::OneOf(_) => json!({
            "kind": "enum",
            "entries": words.iter().map(|w| json!({"value": w, "description": w})).collect::<Vec<_>>(),
        }),
        Values::Number => json!({"kind": "number"}),
        _ => json!({"kind": "string"}),
    };
    json!({"id": param.name, "description": param.doc, "type": kind, "required": param.required})
}

fn title(entry: &Entry, offer: &Offer) -> String {
    let mut words = entry.name.replace('-', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let words = if entry.name == RENAME {
        words + ", checked"
    } else {
        words
    };
    if offer.wanted.is_empty() {
        words
    } else {
        words + "…"
    }
}

/// The refactoring that editors have a request of its own for.
pub const RENAME: &str = "rename";

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
    let mut data = json!({
        "refactoring": ask.refactoring,
        "language": ask.language,
        "file": file,
        "start": offset(start),
        "end": offset(end),
        "params": ask.params,
        "allow": ask.allow,
    });
    if let Place::Symbol(symbol) = &ask.place {
        data["symbol"] = json!(symbol);
    }
    data
}

/// The request of [`data`].
pub fn ask(data: &Value) -> Option<Ask> {
    let offset = |name: &str| -> Option<Pos> {
        let offset = u32::try_from(data[name].as_u64()?).ok()?;
        Some(Pos::Offset(offset))
    };
    let place = match (
        data["file"].as_str(),
        offset("start"),
        data["symbol"].as_str(),
    ) {
        (Some(file), Some(start), _) => Place::At(At {
            file: file.to_owned(),
            start,
            end: offset("end"),
        }),
        (_, _, Some(symbol)) => Place::Symbol(symbol.to_owned()),
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
        assert_eq!(kind("extract-method"), "refactor.extract.function");
        assert_eq!(kind("extract-local-variable"), "refactor.extract.variable");
        assert_eq!(kind("extract-constant"), "refactor.extract.constant");
        assert_eq!(kind("introduce-parameter"), "refactor.introduce.parameter");
        assert_eq!(kind("inline-method"), "refactor.inline");
        assert_eq!(kind("pull-up"), "refactor.move");
        assert_eq!(kind("safe-delete"), "refactor.rewrite");
        assert!(is_wanted(
            &["refactor.extract"],
            "refactor.extract.function"
        ));
        assert!(!is_wanted(&["refactor.ex"], "refactor.extract.function"));
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
        assert_eq!(ask(&data(&ask_of)), Some(ask_of.clone()));
        let by_address = Ask {
            place: Place::Symbol("area".to_owned()),
            ..ask_of
        };
        assert_eq!(ask(&data(&by_address)), Some(by_address));
    }

    #[test]
    fn every_refactoring_has_a_kind_and_a_form_for_what_it_must_be_told() {
        let at = At {
            file: "a".to_owned(),
            start: Pos::Offset(0),
            end: Some(Pos::Offset(1)),
        };
        for entry in entries() {
            assert!(kind(entry.name).starts_with("refactor."), "{}", entry.name);
            for (forms, rename) in [(true, true), (true, false), (false, false)] {
                let wishes = Wishes {
                    forms,
                    rename_command: rename.then(|| "x".to_owned()),
                    ..Wishes::default()
                };
                let Some(offer) = offer(entry, &at, "extracted", &wishes) else {
                    assert_eq!(entry.target, Asks::Nothing, "{}", entry.name);
                    continue;
                };
                let ids = fields(entry, &offer.ask.params);
                let must: Vec<&Value> = ids
                    .iter()
                    .filter(|f| f["required"] == json!(true))
                    .collect();
                assert_eq!(must.len(), offer.wanted.len(), "{}", entry.name);
                assert_ne!(offer.placeholder.as_deref(), Some("extracted"));
                let action = action(entry, &offer, None, &wishes);
                let is_ready = offer.wanted.is_empty() || forms;
                assert_eq!(action["disabled"].is_null(), is_ready, "{action}");
            }
        }
    }
}
