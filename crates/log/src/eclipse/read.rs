//! Reading a script: ours, one that a person edited, or one that Eclipse recorded.

use super::{IDS, MOVE_METHOD, MOVE_STATIC, handle};
use crate::check::check;
use crate::{Element, Entry, Kind, Log, LogError, Name, Parameter};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::collections::BTreeMap;

type Attributes = BTreeMap<String, String>;

pub fn read(text: &str) -> Result<Log, LogError> {
    let mut log = Log::default();
    let mut in_session = false;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    loop {
        let fail = |at: u64, why: String| LogError::Xml { at, why };
        let event = reader
            .read_event()
            .map_err(|e| fail(reader.error_position(), e.to_string()))?;
        let at = reader.buffer_position();
        match event {
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "session" => in_session = true,
                "refactoring" if in_session => {
                    let attributes = attributes(&tag).map_err(|why| fail(at, why))?;
                    if attributes.contains_key("reweave.part") {
                        continue;
                    }
                    let entry =
                        entry(&attributes, &log.entries).map_err(|why| LogError::Entry {
                            entry: log.entries.len() + 1,
                            why,
                        })?;
                    log.entries.push(entry);
                }
                other => {
                    let name = other.to_owned();
                    let wanted = if in_session { "refactoring" } else { "session" };
                    return Err(fail(at, format!("`{name}` where `{wanted}` was expected")));
                }
            },
            Event::Eof => break,
            _ => {}
        }
    }
    if !in_session {
        return Err(LogError::Xml {
            at: 0,
            why: "no `session` inside".to_owned(),
        });
    }
    check(&log)?;
    Ok(log)
}

fn attributes(tag: &BytesStart) -> Result<Attributes, String> {
    let mut all = Attributes::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|e| e.to_string())?;
        let name = attribute.key.as_ref().to_owned();
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|e| e.to_string())?;
        all.insert(name, value.into_owned());
    }
    Ok(all)
}

fn want<'a>(attributes: &'a Attributes, name: &str) -> Result<&'a str, String> {
    attributes
        .get(name)
        .map(String::as_str)
        .ok_or_else(|| format!("attribute `{name}` is missing"))
}

fn entry(attributes: &Attributes, before: &[Entry]) -> Result<Entry, String> {
    if attributes.contains_key("reweave.kind") {
        ours(attributes)
    } else {
        recorded(attributes, before)
    }
}

fn ours(attributes: &Attributes) -> Result<Entry, String> {
    let word = want(attributes, "reweave.kind")?;
    let kind = Kind::of_word(word).ok_or_else(|| format!("`{word}` is no kind of refactoring"))?;
    let word = want(attributes, "reweave.element")?;
    let element =
        Element::of_word(word).ok_or_else(|| format!("`{word}` is no kind of element"))?;
    let mut entry = Entry::new(
        kind,
        element,
        want(attributes, "reweave.old")?,
        want(attributes, "reweave.new")?,
    );
    if let Some(name) = attributes.get("name")
        && kind != Kind::RenamePackage
        && name != Name::of(&entry.new).simple
    {
        return Err(format!(
            "`name` says `{name}`, but `reweave.new` says `{}`; change both",
            entry.new
        ));
    }
    entry.api = attributes.get("reweave.api").is_none_or(|v| v == "true");
    entry.is_static = attributes
        .get("reweave.static")
        .is_some_and(|v| v == "true");
    entry.uses = number(attributes, "reweave.uses")?.unwrap_or(0);
    entry.confidence = number(attributes, "reweave.confidence")?;
    if attributes.contains_key("reweave.parameters") {
        entry.parameters = Some(parameters(attributes)?);
    }
    entry.returns = both(attributes, "reweave.returns");
    entry.modifiers = both(attributes, "reweave.modifiers");
    entry.accessor = attributes.get("reweave.accessor").cloned();
    Ok(entry)
}

/// What an attribute says of the old release, and of the new one.
fn both(attributes: &Attributes, name: &str) -> Option<[String; 2]> {
    let of = |side: &str| attributes.get(&format!("{name}.{side}")).cloned();
    Some([of("old")?, of("new")?])
}

fn number<T: std::str::FromStr>(attributes: &Attributes, name: &str) -> Result<Option<T>, String> {
    attributes
        .get(name)
        .map(|v| {
            v.parse()
                .map_err(|_| format!("`{name}` is no number: `{v}`"))
        })
        .transpose()
}

fn parameters(attributes: &Attributes) -> Result<Vec<Parameter>, String> {
    let mut all = Vec::new();
    for i in 1.. {
        let Some(text) = attributes.get(&format!("parameter{i}")) else {
            break;
        };
        let words: Vec<&str> = text.split(' ').collect();
        let [_, _, from, ty, name, deleted] = words[..] else {
            return Err(format!("`parameter{i}` is not six words: `{text}`"));
        };
        if deleted == "true" {
            continue;
        }
        all.push(Parameter {
            name: name.to_owned(),
            ty: ty.to_owned(),
            from: from.parse().ok(),
            receiver: attributes.get("reweave.receiver") == Some(&i.to_string()),
            default: attributes.get(&format!("default{i}")).cloned(),
        });
    }
    Ok(all)
}

/// A step that Eclipse recorded: its element is named as it was called by then.
fn recorded(attributes: &Attributes, before: &[Entry]) -> Result<Entry, String> {
    let id = want(attributes, "id")?;
    let known = IDS.iter().find(|(_, i)| *i == id).map(|(k, _)| *k);
    let kind = match known {
        Some(kind) => kind,
        None if id == MOVE_STATIC || id == MOVE_METHOD => Kind::MoveMethod,
        None => {
            return Err(format!(
                "the refactoring `{id}` is not known; drop the entry"
            ));
        }
    };
    let element_of = |attribute: &str| -> Result<(Element, String), String> {
        let handle = want(attributes, attribute)?;
        handle::name_of(handle).ok_or_else(|| format!("`{attribute}` is no handle: `{handle}`"))
    };
    let (element, now) = match kind {
        Kind::MoveClass | Kind::MoveMethod if attributes.contains_key("element1") => {
            element_of("element1")?
        }
        Kind::PullUpMethod | Kind::PushDownMethod => element_of("element1")?,
        _ => element_of("input")?,
    };
    let parts = Name::of(&now);
    let with = |prefix: &str, simple: &str| match parts.parameters {
        Some(p) => format!("{prefix}.{simple}({p})"),
        None => Name::join(prefix, simple),
    };
    let new = match kind {
        Kind::RenamePackage => want(attributes, "name")?.to_owned(),
        Kind::MoveMethod if id == MOVE_STATIC && !attributes.contains_key("destination") => {
            with(&element_of("input")?.1, parts.simple)
        }
        Kind::MoveClass | Kind::MoveMethod => with(&element_of("destination")?.1, parts.simple),
        Kind::PullUpMethod => with(&element_of("input")?.1, parts.simple),
        Kind::PushDownMethod => {
            return Err("Eclipse does not record where a method was pushed down to".to_owned());
        }
        Kind::ExtractInterface | Kind::ExtractSuperclass | Kind::RenameClass => {
            Name::join(parts.prefix, want(attributes, "name")?)
        }
        _ => with(parts.prefix, want(attributes, "name")?),
    };
    let kind = match (kind, element) {
        (Kind::MoveMethod, Element::Field) => Kind::MoveField,
        (kind, _) => kind,
    };
    let mut entry = Entry::new(kind, element, &original(before, &now), &new);
    if kind == Kind::ChangeSignature {
        let all = parameters(attributes)?;
        let types: Vec<&str> = all.iter().map(|p| p.ty.as_str()).collect();
        entry.new = format!(
            "{}.{}({})",
            parts.prefix,
            Name::of(&new).simple,
            types.join(",")
        );
        entry.parameters = Some(all);
    }
    Ok(entry)
}

/// What a name of halfway was called in the old release.
fn original(before: &[Entry], now: &str) -> String {
    let (path, rest) = now.split_at(now.find('(').unwrap_or(now.len()));
    let best = before
        .iter()
        .filter(|e| e.kind.renames())
        .filter_map(|e| {
            let new = e.new.split('(').next().unwrap_or(&e.new);
            let tail = path.strip_prefix(new)?;
            (tail.is_empty() || tail.starts_with('.')).then_some((e, tail))
        })
        .max_by_key(|(e, _)| e.new.len());
    match best {
        Some((e, tail)) => {
            let old = e.old.split('(').next().unwrap_or(&e.old);
            format!("{old}{tail}{rest}")
        }
        None => now.to_owned(),
    }
}
