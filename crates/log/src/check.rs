//! Whether a log that was read makes sense: names fit their kinds, and no two entries contradict each other.

use crate::entry::{FORMAT, VERSION};
use crate::{Element, Entry, Kind, Log, LogError, Name};
use std::collections::HashMap;

pub fn check(log: &Log) -> Result<(), LogError> {
    if log.format != FORMAT {
        return Err(LogError::Json(format!(
            "`format` is `{}`, not `{FORMAT}`",
            log.format
        )));
    }
    if log.version != VERSION {
        return Err(LogError::Version(log.version));
    }
    let mut renamed: HashMap<(Element, &str), usize> = HashMap::new();
    for (i, entry) in log.entries.iter().enumerate() {
        let number = i + 1;
        check_entry(entry).map_err(|why| LogError::Entry { entry: number, why })?;
        let is_one_of_many = matches!(entry.kind, Kind::Replace | Kind::PushDownMethod);
        if !entry.kind.renames() || is_one_of_many {
            continue;
        }
        if let Some(&first) = renamed.get(&(entry.element, entry.old.as_str())) {
            if log.entries[first - 1].new != entry.new {
                return Err(LogError::Contradiction {
                    first,
                    second: number,
                    why: format!(
                        "`{}` cannot become both `{}` and `{}`; drop one of them",
                        entry.old,
                        log.entries[first - 1].new,
                        entry.new
                    ),
                });
            }
        } else {
            renamed.insert((entry.element, &entry.old), number);
        }
    }
    Ok(())
}

fn check_entry(entry: &Entry) -> Result<(), String> {
    if entry.kind.element().is_some_and(|e| e != entry.element) {
        return Err(format!(
            "`{}` is not done to a {}",
            entry.kind.word(),
            entry.element.word()
        ));
    }
    for name in [&entry.old, &entry.new] {
        check_name(name, entry.element)?;
    }
    if let Some(parameters) = &entry.parameters {
        let old = Name::of(&entry.old).types().count();
        for p in parameters {
            if p.from.is_some_and(|f| f >= old) {
                return Err(format!(
                    "parameter `{}` is said to come from parameter {} of `{}`, which has {old}",
                    p.name,
                    p.from.unwrap_or_default(),
                    entry.old
                ));
            }
        }
    }
    Ok(())
}

fn check_name(name: &str, element: Element) -> Result<(), String> {
    let (path, rest) = name.split_at(name.find('(').unwrap_or(name.len()));
    if path.is_empty() || !path.split('.').all(is_identifier) {
        return Err(format!(
            "`{name}` is not a valid name of a {}",
            element.word()
        ));
    }
    let is_method = element == Element::Method;
    if is_method && !(rest.starts_with('(') && rest.ends_with(')')) {
        return Err(format!(
            "the method `{name}` lacks its parameter types: write `{path}(Type,Type)`"
        ));
    }
    if !is_method && !rest.is_empty() {
        return Err(format!("a {} has no parameters: `{name}`", element.word()));
    }
    let types = rest.trim_start_matches('(').trim_end_matches(')');
    if !types.is_empty() && !types.split(',').all(is_type) {
        return Err(format!("`{types}` is no list of erased types"));
    }
    Ok(())
}

fn is_identifier(word: &str) -> bool {
    let mut chars = word.chars();
    chars
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

fn is_type(text: &str) -> bool {
    let bare = text.trim_end_matches("...").trim_end_matches("[]");
    bare.split('.').all(is_identifier)
}
