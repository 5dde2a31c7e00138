//! `verify`: whether a change is the refactorings that were meant, and nothing else.

use super::detect::finding;
use super::{Call, Tool, answers, page_of};
use crate::arguments::{cursor, read};
use crate::page::paged;
use crate::source::{Source, schema, told};
use reweave_change::{Finding, LeftOver};
use reweave_project::{ProjectError, Sought};
use serde::Deserialize;
use serde_json::{Value, json};

pub const TOOL: Tool = Tool {
    name: "verify",
    title: "Check a change against an intent",
    about,
    input,
    output,
    writes: false,
    run,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    source: Source,
    intent: Vec<Meant>,
    #[serde(default)]
    cursor: Option<String>,
}

/// A refactoring that was meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meant {
    #[serde(rename = "type")]
    kind: String,
    /// Names that its description must have, each as a whole word.
    #[serde(default)]
    names: Vec<String>,
}

fn about() -> String {
    "Compares a change with an intent: these refactorings and nothing else. Use it after editing code by hand. Verdicts: as_intended; more (all \
     that was meant, and also what no intent explains); less (something that was meant is missing); other (both)."
        .to_owned()
}

fn input() -> Value {
    json!({
        "type": "object",
        "required": ["source", "intent"],
        "additionalProperties": false,
        "properties": {
            "source": schema(),
            "intent": {
                "type": "array",
                "description": "Every refactoring that was meant; empty means that behaviour-preserving edits only were meant to be none",
                "items": {
                    "type": "object",
                    "required": ["type"],
                    "additionalProperties": false,
                    "properties": {
                        "type": {"type": "string", "description": "As `detect` names it, for example \"Rename Method\""},
                        "names": {"type": "array", "items": {"type": "string"}, "description": "Names that its description must have"}
                    }
                }
            },
            "cursor": {"type": "string", "description": "`next` of an earlier answer, for the rest of what is unexplained"}
        }
    })
}

fn output() -> Value {
    let fields = json!({
        "verdict": {"enum": ["as_intended", "more", "less", "other"]},
        "missingTotal": {"type": "integer"},
        "missing": {"type": "array", "items": {"type": "object"}, "description": "What was meant and not found"},
        "found": {"type": "integer", "description": "How much of the intent was found"},
        "changes": {"type": "integer"},
        "incomplete": {"type": "array", "items": {"type": "object"}},
        "leftOut": {"type": "integer"}
    });
    answers(&["done"], page_of("unexplained", fields))
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let arguments: Arguments = read(call.arguments)?;
    let from = cursor(arguments.cursor.as_deref())?;
    for meant in &arguments.intent {
        reweave_output::Filter::new(std::slice::from_ref(&meant.kind), &[], &[])
            .map_err(|e| ProjectError::Request(e.to_string()))?;
    }
    let sought = arguments.source.detect(call)?;
    let findings: Vec<(&Sought, &Finding)> = (sought.iter())
        .flat_map(|s| s.record.findings.iter().map(move |f| (s, f)))
        .collect();
    let only: Vec<&Finding> = findings.iter().map(|(_, f)| *f).collect();
    let by = assign(&arguments.intent, &only);
    let missing: Vec<Value> = (arguments.intent.iter().enumerate())
        .filter(|(i, _)| !by.contains(&Some(*i)))
        .map(|(_, meant)| json!({"type": meant.kind, "names": meant.names}))
        .collect();
    let extra = findings.iter().zip(&by).filter(|(_, by)| by.is_none());
    let mut unexplained: Vec<Value> = extra
        .map(|((s, f), _)| finding(s.commit.as_deref(), f))
        .collect();
    for one in &sought {
        unexplained.extend(one.record.left_over.iter().map(edit));
    }
    let verdict = match (missing.is_empty(), unexplained.is_empty()) {
        (true, true) => "as_intended",
        (true, false) => "more",
        (false, true) => "less",
        (false, false) => "other",
    };
    let mut answer = told(&sought);
    answer["status"] = json!("done");
    answer["verdict"] = json!(verdict);
    answer["found"] = json!(arguments.intent.len() - missing.len());
    answer["missingTotal"] = json!(missing.len());
    answer["missing"] = json!(missing);
    Ok(paged(answer, "unexplained", unexplained.into_iter(), from))
}

/// For each finding the intent that it fulfils: as many as can be, each intent once (Kuhn's augmenting paths).
fn assign(intent: &[Meant], findings: &[&Finding]) -> Vec<Option<usize>> {
    let mut by = vec![None; findings.len()];
    for i in 0..intent.len() {
        let mut tried = vec![false; findings.len()];
        place(i, intent, findings, (&mut by, &mut tried));
    }
    by
}

/// Intents are few: a person or an agent wrote them.
fn place(
    i: usize,
    intent: &[Meant],
    findings: &[&Finding],
    (by, tried): (&mut [Option<usize>], &mut [bool]),
) -> bool {
    for (at, finding) in findings.iter().enumerate() {
        if tried[at] || !intent[i].fits(finding) {
            continue;
        }
        tried[at] = true;
        let is_free = match by[at] {
            None => true,
            Some(other) => place(other, intent, findings, (by, tried)),
        };
        if is_free {
            by[at] = Some(i);
            return true;
        }
    }
    false
}

impl Meant {
    fn fits(&self, finding: &Finding) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let has = |name: &str| {
            let mut found = finding.description.match_indices(name);
            found.any(|(at, name)| {
                let before = finding.description.get(..at).and_then(|t| t.chars().last());
                let after = finding.description.get(at + name.len()..);
                let after = after.and_then(|t| t.chars().next());
                !before.is_some_and(is_word) && !after.is_some_and(is_word)
            })
        };
        finding.kind == self.kind && self.names.iter().all(|name| has(name))
    }
}

/// An edit that no refactoring explains.
fn edit(edit: &LeftOver) -> Value {
    let place = |p: &reweave_change::EvidencePlace| json!({"file": p.path, "line": p.start.line, "endLine": p.end.line});
    json!({
        "type": "edit",
        "description": reweave_output::edit(edit),
        "before": edit.before.as_ref().map(place),
        "after": edit.after.as_ref().map(place),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(description: &str) -> Finding {
        Finding {
            kind: "Rename Method".to_owned(),
            description: description.to_owned(),
            ..Finding::default()
        }
    }

    #[test]
    fn an_intent_gives_way_to_one_that_fits_less() {
        let meant = |names: &[&str]| Meant {
            kind: "Rename Method".to_owned(),
            names: names.iter().map(|n| (*n).to_owned()).collect(),
        };
        let (a, b) = (found("a() renamed to ab()"), found("b() renamed to c()"));
        let by = assign(&[meant(&[]), meant(&["ab"])], &[&a, &b]);
        assert_eq!(by, [Some(1), Some(0)]);
        let by = assign(&[meant(&["a", "b"])], &[&a, &b]);
        assert_eq!(by, [None, None], "ab is not b");
    }
}
