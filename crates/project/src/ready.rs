//! Which suggestions the engine can perform as they stand: each is performed in memory, and its check decides.

use crate::ask::{Ask, At, Place};
use crate::plan::Plan;
use crate::{Project, ProjectError, Watch, diff_of_outcome, edits};
use reweave_advise::{Fix, Report, Request};
use reweave_refactor::Outcome;
use reweave_text::LineIndex;
use std::collections::BTreeMap;
use std::path::Path;

/// What came of performing a suggestion.
#[derive(Clone, Default)]
struct Tried {
    in_the_way: Vec<String>,
    diff: String,
    fixes: Vec<Fix>,
}

impl Ask {
    /// What a suggestion asks for. Parameters of `own` come before the suggestion's.
    pub fn of_request(
        request: &Request,
        own: &[String],
        allow: &[String],
    ) -> Result<Self, ProjectError> {
        let at = At::range(&request.range).or_else(|_| At::caret(&request.range))?;
        let mut params = Self::params(request.params.iter().map(String::as_str))?;
        params.extend(Self::params(own.iter().map(String::as_str))?);
        Ok(Self {
            refactoring: request.refactoring.clone(),
            language: None,
            place: Place::At(at),
            params,
            allow: allow.to_vec(),
        })
    }
}

/// Performs the first groups of a report in memory, `most` of them, and writes into their suggestions what came of it.
/// The suggestions must be of this project alone.
pub fn make_ready(
    project: &mut Project,
    report: &mut Report,
    most: usize,
    watch: Watch<'_>,
) -> Result<(), ProjectError> {
    let mut tried: BTreeMap<usize, Option<Tried>> = BTreeMap::new();
    for suggestion in &mut report.suggestions {
        let Some(request) = &suggestion.request else {
            let obstacles = suggestion.plan.iter().flat_map(|p| p.obstacles.clone());
            suggestion.in_the_way = obstacles.collect();
            continue;
        };
        if !tried.contains_key(&suggestion.group) {
            let enough = tried.len() >= most;
            let result = (!enough).then(|| tries(project, request, watch));
            tried.insert(suggestion.group, result.transpose()?);
        }
        if let Some(Some(tried)) = tried.get(&suggestion.group) {
            suggestion.ready = Some(tried.in_the_way.is_empty());
            suggestion.in_the_way.clone_from(&tried.in_the_way);
            suggestion.diff.clone_from(&tried.diff);
            suggestion.fixes.clone_from(&tried.fixes);
        }
    }
    Ok(())
}

/// Refusals are what stands in the way; only a program that cannot be read is an error.
fn tries(
    project: &mut Project,
    request: &Request,
    watch: Watch<'_>,
) -> Result<Tried, ProjectError> {
    let refused = |why: String| Tried {
        in_the_way: vec![why],
        ..Tried::default()
    };
    let ask = match Ask::of_request(request, &[], &[]) {
        Ok(ask) => ask,
        Err(why) => return Ok(refused(why.to_string())),
    };
    // Nothing is written meanwhile, so that the program that was read first stays the right one.
    let mut languages = reweave_languages::LANGUAGES.iter();
    let Some(language) = languages.find(|l| l.name() == "java") else {
        return Ok(refused("Java cannot be refactored here".to_owned()));
    };
    let program = project.warm_program(*language)?;
    match program.plan(project.workspace(), &ask, watch) {
        Ok(plan) => Ok(came_of(&plan, project.root())),
        Err(why) => Ok(refused(why.to_string())),
    }
}

fn came_of(plan: &Plan, root: &Path) -> Tried {
    let mut in_the_way: Vec<String> = plan.outcome.refusals().map(|c| c.message.clone()).collect();
    in_the_way.dedup();
    let is_accepted = in_the_way.is_empty();
    Tried {
        in_the_way,
        diff: diff_of_outcome(&plan.outcome),
        fixes: if is_accepted {
            fixes(&plan.outcome, root)
        } else {
            Vec::new()
        },
    }
}

fn fixes(outcome: &Outcome, root: &Path) -> Vec<Fix> {
    let mut all = Vec::new();
    for (before, after) in outcome.changed() {
        let (Some(before), Some(after)) = (before, after) else {
            // A file that comes or goes is no replacement of text.
            return Vec::new();
        };
        let lines = LineIndex::new(&before.text);
        let at = |offset| {
            let at = lines.line_col(&before.text, offset);
            (at.line, at.col)
        };
        for edit in edits(&before.text, &after.text) {
            all.push(Fix {
                file: root.join(&*before.path).display().to_string(),
                start: at(edit.span.start),
                end: at(edit.span.end),
                text: edit.text,
            });
        }
    }
    all
}
