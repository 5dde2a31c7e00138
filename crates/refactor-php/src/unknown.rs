//! Refusals for names that only the running program knows.

use super::Php;
use reweave_lang_php::{EntityId, EntityKind, Kind, spelled};
use reweave_preserve::Interval;
use reweave_refactor::Run;
use reweave_text::FileId;
use std::collections::BTreeSet;

/// The word for `--allow`.
pub const DYNAMIC: &str = "dynamic";

/// Refuses when a dynamic name, or a string that spells a name, could mean one of `entities` under one of `names`.
pub fn refuse_dynamic(run: &mut Run<'_, Php>, entities: &BTreeSet<EntityId>, names: &[&str]) {
    let analysis = run.program();
    let program = &analysis.program;
    let mut found: BTreeSet<(Interval, String)> = BTreeSet::new();
    for dynamic in analysis.dynamics() {
        let reached = entities
            .iter()
            .find(|&&e| dynamic.reaches(program, program.entity(e), names));
        if let Some(&entity) = reached {
            let at = Interval::new(dynamic.place.file, dynamic.place.span);
            let what = at.span.text(&program.file(at.file).text);
            let kind = program.entity(entity).kind.noun();
            let words = format!("{} could name the {kind}", reweave_refactor::quote(what));
            found.insert((at, words));
        }
    }
    let kinds: BTreeSet<EntityKind> = entities.iter().map(|&e| program.entity(e).kind).collect();
    for kind in kinds {
        // A string that spells the new name matters only where strings are called.
        let called = matches!(kind, EntityKind::Function | EntityKind::Method);
        for name in names.iter().take(if called { names.len() } else { 1 }) {
            found.extend(spellings(run, kind, name));
        }
    }
    for (at, words) in found {
        run.refuse(DYNAMIC, words, &[at]);
    }
}

/// Refuses when a string spells the name of what is about to be declared: the program could have asked for it in vain.
pub fn refuse_spelled(run: &mut Run<'_, Php>, kind: EntityKind, name: &str) {
    for (at, words) in spellings(run, kind, name) {
        run.refuse(DYNAMIC, words, &[at]);
    }
}

fn spellings(run: &Run<'_, Php>, kind: EntityKind, name: &str) -> Vec<(Interval, String)> {
    let analysis = run.program();
    spelled(&analysis.program, analysis.dynamics(), kind, name)
        .into_iter()
        .map(|place| {
            let words = format!("a string spells the name of the {}", kind.noun());
            (Interval::new(place.file, place.span), words)
        })
        .collect()
}

/// Refuses when the program looks at where its text stands: at the byte where it ends, or, with `lines`, at line numbers.
pub fn refuse_positions(run: &mut Run<'_, Php>, lines: bool) {
    let program = &run.program().program;
    let mut found = Vec::new();
    for (f, source) in program.files.iter().enumerate() {
        for id in source.tree.ids() {
            if source.kind(id) != Kind::Name {
                continue;
            }
            let text = source.text(id);
            let looks = match source.parent_kind(id) {
                Kind::MemberCall | Kind::NullsafeMemberCall => {
                    lines
                        && matches!(
                            text.to_ascii_lowercase().as_str(),
                            "getline" | "gettrace" | "gettraceasstring"
                        )
                }
                Kind::FunctionCall => {
                    lines
                        && matches!(
                            text.to_ascii_lowercase().as_str(),
                            "debug_backtrace" | "debug_print_backtrace"
                        )
                }
                _ => text == "__COMPILER_HALT_OFFSET__" || lines && text == "__LINE__",
            };
            if looks {
                found.push(Interval::new(FileId(f as u32), source.span(id)));
            }
        }
    }
    if let Some(&first) = found.first() {
        run.refuse(
            "position",
            "the program looks at places in its own text",
            &[first],
        );
    }
}
