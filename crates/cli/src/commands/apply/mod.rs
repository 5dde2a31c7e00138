//! `reweave apply`: check one refactoring, show it, do it.

mod suggested;
pub mod text;

use crate::around::{AroundArgs, Compiler};
use crate::changes::{Format, open};
use crate::commands::Run;
use crate::console::stage;
use crate::settings::Settings;
use crate::{Outcome, console, diff, output};
use anyhow::Result;
use reweave_javac::{Builds, Compile, Performed, compare_builds};
use reweave_project::{
    Ask, At, Place, Plan, Project, ProjectError, Watch, document, tell_unresolved,
};
use reweave_workspace::Entry;
use std::path::{Path, PathBuf};

/// Check one refactoring, show it, do it
#[derive(clap::Args)]
pub struct Args {
    /// Its name; `reweave list refactorings` has them all
    #[arg(required_unless_present = "suggestion")]
    refactoring: Option<String>,
    /// What it needs to know, as name=value
    #[arg(value_name = "name=value")]
    params: Vec<String>,
    /// Where: FILE:LINE:COL, counted from 1
    #[arg(long, value_name = "FILE:LINE:COL", conflicts_with_all = ["range", "symbol"])]
    at: Option<String>,
    /// Where: from one place up to the column after the last character
    #[arg(long, value_name = "FILE:L:C-L:C", conflicts_with = "symbol")]
    range: Option<String>,
    /// Where: the declaration of this name
    #[arg(long, value_name = "NAME")]
    symbol: Option<String>,
    /// What `reweave suggest DIR` suggests for the folder under this fingerprint; its beginning is enough
    #[arg(long, value_name = "ID", conflicts_with_all = ["at", "range", "symbol"])]
    suggestion: Option<String>,
    /// The folder of the program; files are named relative to it
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    around: AroundArgs,
    /// Read the files as this language, whatever their names
    #[arg(long)]
    language: Option<String>,
    /// Do it, all files or none; without it nothing is written
    #[arg(long)]
    write: bool,
    /// Do it in spite of conflicts of these kinds; recorded in the history
    #[arg(long, value_name = "CONFLICT", value_delimiter = ',')]
    allow: Vec<String>,
    /// End with exit code 1, and write nothing, where there is something to look at
    #[arg(long, value_enum, value_name = "WHAT")]
    fail_on: Option<FailOn>,
    /// Java: compile the program before and after, and compare each method; nothing is written where one does something else
    #[arg(long, value_enum, value_name = "COMPILER")]
    verify: Option<Compiler>,
    /// Let annotation processors of the class path run when compiling; they are code of others
    #[arg(long, requires = "verify")]
    processors: bool,
    /// In text, only how many lines of which files change
    #[arg(long)]
    stat: bool,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// What no check can judge, such as names in texts
    Warning,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave apply rename --root src --at solver.f90:12:7 to=total",
            "what renaming what stands there would change",
        ),
        (
            "reweave apply rename --root src --symbol shop.Invoice.total to=sum --write",
            "do it, if it keeps behaviour",
        ),
        (
            "reweave apply extract-function --range main.bc:3:1-5:10 name=area --stat",
            "only how much of which file would change",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &["format", "fail-on"];

    fn place(&self) -> &Path {
        &self.root
    }

    fn run(&self, settings: &Settings) -> Result<Outcome> {
        run(self, settings)
    }
}

fn run(args: &Args, settings: &Settings) -> Result<Outcome> {
    let ask = match &args.suggestion {
        Some(id) => suggested::ask(id, &args.root, &args.own(), &args.allow)?,
        None => args.ask()?,
    };
    let workspace = open(&args.root, args.write)?;
    let setup = args.around.setup(settings);
    let mut project = Project::within(workspace, setup.clone());
    let program = stage("reading", || project.program_for(&ask))?;
    let unresolved = program.session().unresolved();
    if let Some(told) = tell_unresolved(&unresolved, project.root()) {
        console::warn(told);
    }
    let plan = stage("checking", || {
        program.plan(project.workspace(), &ask, Watch::NOBODY)
    })?;
    for problem in program.class_path_problems() {
        console::warn(problem);
    }
    let warned = args.fail_on == Some(FailOn::Warning) && plan.has_warnings();
    let compiled = match args.verify {
        Some(Compiler::Javac) if plan.is_accepted() => {
            let found = setup.class_path(project.root())?;
            let how = Compile {
                class_path: &found.entries,
                processors: args.processors,
                ..Compile::default()
            };
            let of = Performed {
                refactoring: &ask.refactoring,
                params: &ask.params,
            };
            let compared = || compare_builds(of, &plan.outcome, &how);
            Some(stage("compiling", compared)?)
        }
        _ => None,
    };
    let compiles = compiled.as_ref().is_none_or(Builds::is_clean);
    let accepted = plan.is_accepted() && !warned && compiles;
    let written = if accepted && args.write && !plan.changes.is_empty() {
        Some(project.apply(&plan, &mut |told| console::warn(told))?)
    } else {
        None
    };
    show(args, (&ask.refactoring, &plan), accepted, written.as_ref())?;
    if let Some(compiled) = &compiled {
        console::warn(compiled.to_string().trim_end());
    }
    let skipped = &plan.folder().skipped;
    Ok(match (accepted, skipped.is_empty()) {
        (false, _) => Outcome::Refused,
        (true, true) => Outcome::Done,
        (true, false) => {
            for skipped in skipped {
                console::warn(format_args!("left out {}: {}", skipped.path, skipped.why));
            }
            Outcome::CutShort
        }
    })
}

impl Args {
    /// With `--suggestion` every word that is left is a parameter.
    fn own(&self) -> Vec<String> {
        self.refactoring
            .iter()
            .chain(&self.params)
            .cloned()
            .collect()
    }

    fn ask(&self) -> Result<Ask, ProjectError> {
        let place = match (&self.at, &self.range, &self.symbol) {
            (Some(at), _, _) => Place::At(At::caret(at)?),
            (None, Some(range), _) => Place::At(At::range(range)?),
            (None, None, Some(symbol)) => Place::Symbol(symbol.clone()),
            (None, None, None) => Place::Nothing,
        };
        Ok(Ask {
            refactoring: self.refactoring.clone().unwrap_or_default(),
            language: self.language.clone(),
            place,
            params: Ask::params(self.params.iter().map(String::as_str))?,
            allow: self.allow.clone(),
        })
    }
}

/// `accepted`: neither refused nor stopped by `--fail-on`.
fn show(
    args: &Args,
    (name, plan): (&str, &Plan),
    accepted: bool,
    written: Option<&Entry>,
) -> Result<()> {
    let outcome = &plan.outcome;
    match args.format {
        Format::Text => {
            output::print(&text::render(name, outcome, written, args.stat))?;
        }
        Format::Json => {
            let document = document(plan, accepted, written.map(|entry| entry.id));
            output::print(&(serde_json::to_string_pretty(&document)? + "\n"))?;
        }
        Format::Diff => {
            output::print(&diff::coloured(&diff::of_outcome(outcome)))?;
            let verdict = text::verdict(name, outcome, written);
            console::warn(verdict.trim_end());
        }
    }
    let warned = args.fail_on == Some(FailOn::Warning) && plan.has_warnings();
    if outcome.is_accepted() && warned {
        console::warn("nothing was written: there are warnings, and --fail-on warning was given");
    }
    Ok(())
}
