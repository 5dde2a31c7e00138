//! `--interactive`: the suggestions one by one, in the terminal.

use super::Args;
use crate::console::stage;
use crate::settings::Settings;
use crate::{Outcome, console, diff, output};
use anyhow::{Context, Result, bail};
use reweave_advise::{Folder, LEAST, Report, Suggestion, advise, built_in_types};
use reweave_project::{Ask, Project, Watch, diff_of_outcome};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{BufRead, stdin};

const HELP: &str = "y: apply, n: next, q: stop";

/// Goes through a report. After a change was written the sources are looked at again, since places have moved.
pub fn run(args: &Args, settings: &Settings, report: &Report) -> Result<Outcome> {
    let [root] = &args.paths[..] else {
        bail!("--interactive goes through one folder; give one PATH");
    };
    if !root.is_dir() {
        bail!(
            "--interactive needs a folder, which changes are recorded in; give that of {}",
            root.display()
        );
    }
    let mut project = Project::open(root, args.around.setup(settings))?;
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut report = report.clone();
    let mut answers = stdin().lock().lines();
    loop {
        let next = report
            .suggestions
            .iter()
            .position(|s| !seen.contains(&s.fingerprint));
        let Some(suggestion) = next.map(|at| report.suggestions[at].clone()) else {
            output::print("no more suggestions\n")?;
            return Ok(Outcome::Done);
        };
        let of_group = report
            .suggestions
            .iter()
            .filter(|s| s.group == suggestion.group);
        seen.extend(of_group.map(|s| s.fingerprint.clone()));
        let plan = planned(&mut project, &suggestion)?;
        output::print(&format!("{HELP} > "))?;
        let Some(answer) = answers.next() else {
            return Ok(Outcome::Done);
        };
        match answer.context("cannot read the answer")?.trim() {
            "y" => {
                let Some(plan) = plan else {
                    output::print("this one cannot be applied\n")?;
                    continue;
                };
                let entry = project.apply(&plan, &mut |told| console::warn(told))?;
                output::print(&format!(
                    "written as change {}; `reweave undo {0} --root {} --write` takes it back\n",
                    entry.id,
                    root.display()
                ))?;
                report = again(args, settings)?;
            }
            "q" => return Ok(Outcome::Done),
            _ => {}
        }
    }
}

fn again(args: &Args, settings: &Settings) -> Result<Report> {
    let folders: Vec<Folder> = args.paths.iter().map(|p| Folder::new(p)).collect();
    let types = built_in_types();
    let mut options = settings.config.options();
    options.types.clone_from(&args.types);
    let advice = stage("looking again", || {
        advise(&folders, &types, &options, &settings.config)
    })?;
    let mut report = advice.report;
    if !args.all {
        report.hide_small(LEAST, |_| !args.types.is_empty());
    }
    Ok(report)
}

/// Shows a suggestion: what to do, and what it would change or what stands in the way. The plan is there when it can be applied.
fn planned(
    project: &mut Project,
    suggestion: &Suggestion,
) -> Result<Option<reweave_project::Plan>> {
    let mut text = format!("\n{}: {}\n", suggestion.kind, suggestion.missed.method);
    if !suggestion.what.is_empty() {
        let _ = writeln!(text, "  {}", suggestion.what);
    }
    let _ = writeln!(
        text,
        "  {}:{}, as {}:{}",
        suggestion.missed.file,
        suggestion.missed.start_line,
        suggestion.example.file,
        suggestion.example.start_line
    );
    output::print(&text)?;
    let Some(request) = &suggestion.request else {
        for obstacle in suggestion.plan.iter().flat_map(|p| &p.obstacles) {
            output::print(&format!("  in the way: {obstacle}\n"))?;
        }
        return Ok(None);
    };
    let ask = Ask::of_request(request, &[], &[])?;
    let program = project.program_for(&ask)?;
    match program.plan(project.workspace(), &ask, Watch::NOBODY) {
        Ok(plan) if plan.is_accepted() => {
            output::print(&diff::coloured(&diff_of_outcome(&plan.outcome)))?;
            Ok(Some(plan))
        }
        Ok(plan) => {
            for conflict in plan.outcome.refusals() {
                output::print(&format!("  in the way: {}\n", conflict.message))?;
            }
            Ok(None)
        }
        Err(why) => {
            output::print(&format!("  in the way: {why}\n"))?;
            Ok(None)
        }
    }
}
