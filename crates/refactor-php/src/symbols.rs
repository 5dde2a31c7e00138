//! PHP's declarations by their addresses: `App\Service`, `App\Service::run`, `App\Service::$name`, `App\LIMIT`, and in bodies
//! `App\Service::run/$name`.

use reweave_lang_php::{Entity, EntityId, EntityKind, Program};
use reweave_preserve::Interval;
use reweave_refactor::{Declared, count_on};
use reweave_text::{Part, Sources};

pub fn declared(program: &Program, sources: &Sources) -> Vec<Declared> {
    let mut all: Vec<Declared> = (program.entities.iter())
        .filter(|e| !e.place.span.is_empty())
        .filter_map(|entity| {
            let kind = word(entity.kind)?;
            let address = address(program, sources, entity)?;
            let at = Interval::new(entity.place.file, entity.place.span);
            Some(Declared::new(address, kind, at))
        })
        .collect();
    all.sort_by_key(|d| d.at);
    all.dedup_by_key(|d| d.at);
    count_on(&mut all);
    all
}

const fn word(kind: EntityKind) -> Option<&'static str> {
    Some(match kind {
        EntityKind::Class => "class",
        EntityKind::Function => "function",
        EntityKind::Constant => "constant",
        EntityKind::Method => "method",
        EntityKind::Property => "property",
        EntityKind::ClassConstant => "class constant",
        EntityKind::Variable => "variable",
        EntityKind::Namespace | EntityKind::Alias | EntityKind::Label => return None,
    })
}

fn address(program: &Program, sources: &Sources, entity: &Entity) -> Option<String> {
    let name = &*entity.name;
    Some(match entity.kind {
        EntityKind::Class => class(program, sources, entity)?,
        EntityKind::Method | EntityKind::ClassConstant | EntityKind::Property => {
            let owner = program.entity(program.class(entity.class?).entity);
            let mark = if entity.kind == EntityKind::Property {
                "$"
            } else {
                ""
            };
            format!("{}::{mark}{name}", class(program, sources, owner)?)
        }
        EntityKind::Function | EntityKind::Constant => {
            qualified(&namespace_before(sources, entity), name)
        }
        EntityKind::Variable => {
            let around: EntityId = program.scope(entity.scope?).entity?;
            format!(
                "{}/${name}",
                address(program, sources, program.entity(around))?
            )
        }
        EntityKind::Namespace | EntityKind::Alias | EntityKind::Label => return None,
    })
}

fn class(program: &Program, sources: &Sources, entity: &Entity) -> Option<String> {
    let full = &program.class(entity.class?).name;
    let namespace = full
        .rsplit_once('\\')
        .map_or("", |(namespace, _)| namespace);
    Some(qualified(
        &as_written(sources, entity, namespace),
        &entity.name,
    ))
}

fn qualified(namespace: &str, name: &str) -> String {
    if namespace.is_empty() {
        name.to_owned()
    } else {
        format!("{namespace}\\{name}")
    }
}

/// A namespace as the file writes it: php compares names without case, people do not.
fn as_written(sources: &Sources, entity: &Entity, lower: &str) -> String {
    let text = sources.text(entity.place.file);
    let mut found = text.match_indices("namespace");
    let written = found.find_map(|(at, word)| {
        let rest = text.part(at + word.len()..).trim_start();
        let start = rest.get(..lower.len())?;
        start.eq_ignore_ascii_case(lower).then(|| start.to_owned())
    });
    written.unwrap_or_else(|| lower.to_owned())
}

/// The namespace whose declaration stands last before a function or constant.
fn namespace_before(sources: &Sources, entity: &Entity) -> String {
    let text = sources.text(entity.place.file);
    let before = text.part(..entity.place.span.start as usize);
    let lines = before.lines().rev();
    let mut declared = lines.filter_map(|line| line.trim().strip_prefix("namespace "));
    let end = |c: char| matches!(c, ';' | '{') || c.is_whitespace();
    declared.next().map_or_else(String::new, |rest| {
        rest.split(end).next().unwrap_or_default().to_owned()
    })
}
