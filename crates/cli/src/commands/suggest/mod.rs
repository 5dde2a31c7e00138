//! `reweave suggest`: what could be refactored, and into what.

mod baseline;
mod interactive;
mod learn;

use crate::around::AroundArgs;
use crate::commands::Run;
use crate::console::stage;
use crate::settings::Settings;
use crate::{Outcome, console, output};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use reweave_advise::{Config, Folder, Format, LEAST, Report, VERSION, advise, built_in_types, why};
use reweave_project::{Project, Watch, make_ready, past};
use reweave_suggest::{Options, Types};
use reweave_text::did_you_mean;
use reweave_vectors::InliningMode;
use std::path::{Path, PathBuf};

/// What could be refactored, and into what
#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct Args {
    /// Folders or files; each is a project, all are one code base. With --learn: files before and after, in turns
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Suggest these types only, as `reweave list suggestions` names them
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',')]
    types: Vec<String>,
    /// How to write what was found
    #[arg(long, value_enum, default_value = "text")]
    format: FormatName,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Learn a type of this name from files before and after; writes a file for --rules, NAME.toml or --output
    #[arg(long, value_name = "NAME", conflicts_with_all = ["baseline", "baseline_rev", "against", "fail_on"])]
    learn: Option<String>,
    /// Learn from the methods that a commit changed, instead of from files
    #[arg(long, value_name = "REV", requires = "learn")]
    commit: Option<String>,
    /// Learn from what was done in these commits, and put first what this team does
    #[arg(long, value_name = "REV..", conflicts_with_all = ["learn", "against"])]
    from_history: Option<String>,
    /// Files of learned types, which are looked for as well
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    rules: Vec<PathBuf>,
    /// A report in JSON: what it has is not shown again
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// A revision of the repository that holds PATH: what is suggested for it is not shown again
    #[arg(long, value_name = "REV", conflicts_with = "baseline")]
    baseline_rev: Option<String>,
    /// Write what is found to the file of --baseline, so that later runs do not show it again
    #[arg(long, requires = "baseline")]
    update_baseline: bool,
    /// End with code 1 when something is found: `any`, `new` for what the baseline has not, `new=N` for more than N of it
    #[arg(long, value_name = "any|new[=N]", value_parser = FailOn::parse)]
    fail_on: Option<FailOn>,
    /// Also show what is worth less than a commit
    #[arg(long)]
    all: bool,
    /// Also show what vectors found and structure did not confirm, last and with a low score
    #[arg(long)]
    unconfirmed: bool,
    /// Also say what was looked at, what was dropped by which filter, and how to loosen it
    #[arg(long)]
    why: bool,
    /// An older version of the code: what of it was refactored in PATH
    #[arg(long, value_name = "OLD")]
    against: Option<PathBuf>,
    /// How closely vectors must agree: 1 for equal ones [default: 1]
    #[arg(long, value_name = "N")]
    similarity: Option<f64>,
    /// How deep calls are inlined [default: `inline.depth` in reweave.toml, else 1]
    #[arg(long, value_name = "N")]
    depth: Option<u8>,
    /// Which callees are inlined together [default: all, and each alone]
    #[arg(long, value_enum)]
    inline: Option<InlineName>,
    /// Perform so many of the most worthwhile in memory, and say which are ready and what stands in the way of the others
    #[arg(long, value_name = "N", default_value_t = MOST_TRIED)]
    perform: usize,
    /// Go through the suggestions one by one: apply, skip, or turn down
    #[arg(long, conflicts_with_all = ["output", "against", "fail_on", "update_baseline"])]
    interactive: bool,
    #[command(flatten)]
    around: AroundArgs,
}

/// Suggestions that are performed in memory unless it is said otherwise: what somebody reads in one go.
const MOST_TRIED: usize = 20;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    Text,
    Json,
    Sarif,
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FailOn {
    /// More than so many that the baseline has not.
    New(usize),
    Any,
}

impl FailOn {
    fn parse(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix("new=").map(str::parse);
        match (text, number) {
            ("any", _) => Ok(Self::Any),
            ("new", _) => Ok(Self::New(0)),
            (_, Some(Ok(n))) => Ok(Self::New(n)),
            _ => Err("write any, new, or new=N with a number N".to_owned()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum InlineName {
    None,
    All,
    Each,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("reweave suggest src", "text for people"),
        (
            "reweave suggest src --format html -o suggestions.html",
            "a page with both sides of each suggestion",
        ),
        (
            "reweave suggest src --baseline-rev main --fail-on new",
            "a gate for new findings",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &["format", "type", "similarity", "depth", "inline"];

    fn place(&self) -> &Path {
        self.paths.first().map_or(Path::new("."), PathBuf::as_path)
    }

    fn run(&self, settings: &Settings) -> Result<Outcome> {
        run(self, settings)
    }
}

fn run(args: &Args, settings: &Settings) -> Result<Outcome> {
    let config = &settings.config;
    if let Some(name) = &args.learn {
        return match &args.commit {
            Some(rev) => learn::from_commit(name, &args.paths, rev, args.output.as_deref()),
            None => learn::run(name, &args.paths, args.output.as_deref()),
        };
    }
    let mut types = types(args)?;
    let past = match &args.from_history {
        Some(range) => Some(stage("looking at the history", || {
            past(&args.paths[0], range, Watch::NOBODY)
        })?),
        None => None,
    };
    for (_, rules) in past.iter().flat_map(|p| &p.examples) {
        rules.add_to(&mut types)?;
    }
    let mut options = options(args, config)?;
    let folders: Vec<Folder> = args
        .against
        .iter()
        .chain(&args.paths)
        .map(|p| Folder::new(p))
        .collect();
    options.older_projects = u16::from(args.against.is_some());
    let mut advice = stage("looking for suggestions", || {
        advise(&folders, &types, &options, config)
    })?;
    if let Some(past) = &past {
        past.rank(&mut advice.report);
    }
    if !args.all {
        let asked = |kind: &str| !args.types.is_empty() || types.is_learned(kind);
        advice.report.hide_small(LEAST, asked);
    }
    crate::output::passed_over(advice.passed_over);
    let any = !advice.report.suggestions.is_empty();
    if args.update_baseline {
        return update_baseline(args, &advice.report);
    }
    hide_known(args, &mut advice.report, &types, &options, config)?;
    for line in past.iter().flat_map(|p| p.told(&advice.report)) {
        console::warn(line);
    }
    if args.interactive {
        return interactive::run(args, settings, &advice.report);
    }
    try_them(args, settings, &mut advice.report);
    write(args, &advice.report)?;
    if args.why {
        console::warn(why(&advice.report).trim_end());
    }
    let new = advice.report.suggestions.len();
    match args.fail_on {
        Some(FailOn::Any) if any => return Ok(Outcome::Refused),
        Some(FailOn::New(most)) if new > most => return Ok(Outcome::Refused),
        _ => {}
    }
    if advice.report.left_out.is_empty() {
        Ok(Outcome::Done)
    } else {
        Ok(Outcome::CutShort)
    }
}

/// The built-in types and those of `--rules`; what was asked for must be among them.
fn types(args: &Args) -> Result<Types> {
    let mut types = built_in_types();
    for path in &args.rules {
        learn::read(path, &mut types)?;
    }
    if let Some(unknown) = types.unknown(&args.types) {
        let names = types.all.iter().map(|(name, _)| name.as_str());
        bail!(
            "no type is called {unknown}{}; `reweave list suggestions` names them all",
            did_you_mean(unknown, names)
        );
    }
    Ok(types)
}

fn write(args: &Args, report: &Report) -> Result<()> {
    let format = match args.format {
        FormatName::Text => Format::Text,
        FormatName::Json => Format::Json,
        FormatName::Sarif => Format::Sarif,
        FormatName::Html => Format::Html,
    };
    let text = format.write(report);
    match &args.output {
        Some(path) => {
            std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
        }
        None => output::print(&text),
    }
}

/// The options of the search: the configuration's, below those of the command line.
fn options(args: &Args, config: &Config) -> Result<Options> {
    let mut options = config.options();
    options.types.clone_from(&args.types);
    options.unconfirmed = args.unconfirmed;
    if let Some(similarity) = args.similarity {
        if !(0.5..=1.0).contains(&similarity) {
            bail!("--similarity is between 0.5 and 1");
        }
        options.similarity = similarity;
    }
    if let Some(depth) = args.depth {
        options.inlining.depth = depth;
    }
    if let Some(inline) = args.inline {
        options.inlining.mode = match inline {
            InlineName::None => InliningMode::None,
            InlineName::All => InliningMode::All,
            InlineName::Each => InliningMode::Each,
        };
    }
    Ok(options)
}

/// Leaves out what the baseline has.
fn hide_known(
    args: &Args,
    report: &mut Report,
    types: &Types,
    options: &Options,
    config: &Config,
) -> Result<()> {
    if let Some(path) = &args.baseline {
        let text = reweave_disk::read_text(path, crate::LARGEST_REPORT)
            .with_context(|| format!("cannot read the baseline {}", path.display()))?;
        let earlier: Report = serde_json::from_str(&text)
            .with_context(|| format!("{} is no report of --format json", path.display()))?;
        if earlier.version != VERSION {
            bail!(
                "{} is a report of version {}, whose fingerprints are made in another way than those of version {VERSION}; \
                 write it again with --format json --output",
                path.display(),
                earlier.version
            );
        }
        report.hide_known(&earlier);
    }
    if let Some(rev) = &args.baseline_rev {
        let earlier = baseline::folders(&args.paths, rev)?;
        let earlier = stage("looking at the baseline", || {
            advise(&earlier, types, options, config)
        })?;
        report.hide_known(&earlier.report);
    }
    Ok(())
}

/// Performs the first suggestions in memory. What cannot be read as a program leaves the report as it is.
fn try_them(args: &Args, settings: &Settings, report: &mut Report) {
    let [root] = &args.paths[..] else { return };
    let is_alone = root.is_dir() && args.against.is_none();
    if !is_alone || args.perform == 0 || report.suggestions.iter().all(|s| s.request.is_none()) {
        return;
    }
    let tried = stage("performing suggestions in memory", || {
        let mut project = Project::open(root, args.around.setup(settings))?;
        make_ready(&mut project, report, args.perform, Watch::NOBODY)
    });
    if let Err(why) = tried {
        console::warn(format_args!("no suggestion was performed in memory: {why}"));
    }
}

/// Writes the report as the baseline of later runs.
fn update_baseline(args: &Args, report: &Report) -> Result<Outcome> {
    let Some(path) = &args.baseline else {
        bail!("--update-baseline needs the file to write: add --baseline FILE");
    };
    reweave_disk::write_no_follow(path, Format::Json.write(report).as_bytes())
        .with_context(|| format!("cannot write the baseline {}", path.display()))?;
    output::print(&format!(
        "{}: {} are not shown again\n",
        path.display(),
        match report.suggestions.len() {
            1 => "1 suggestion".to_owned(),
            n => format!("{n} suggestions"),
        }
    ))?;
    Ok(Outcome::Done)
}
