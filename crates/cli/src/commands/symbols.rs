//! `reweave symbols`: declarations by name, with the addresses that `apply --symbol` takes.

use crate::around::AroundArgs;
use crate::changes::open;
use crate::commands::Run;
use crate::settings::Settings;
use crate::{Outcome, output};
use anyhow::Result;
use reweave_project::{Found, Project};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Find declarations by name
#[derive(clap::Args)]
pub struct Args {
    /// A name, the end of an address, a pattern with *; ADDRESS/ lists what a body declares
    query: String,
    /// The folder of the program
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    around: AroundArgs,
    /// Look in this language only
    #[arg(long)]
    language: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave symbols '*Parser'",
            "every declaration whose name ends so",
        ),
        (
            "reweave symbols 'org.a.B.run(int)/'",
            "what a body declares",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &["format", "language"];

    fn place(&self) -> &Path {
        &self.root
    }

    fn run(&self, settings: &Settings) -> Result<Outcome> {
        run(self, settings)
    }
}

fn run(args: &Args, settings: &Settings) -> Result<Outcome> {
    let workspace = open(&args.root, false)?;
    let mut project = Project::within(workspace, args.around.setup(settings));
    let found = project.symbols(&args.query, args.language.as_deref())?;
    let out = match args.format {
        Format::Json => {
            let symbols: Vec<_> = found.iter().map(Found::document).collect();
            serde_json::to_string_pretty(&json!({"version": 1, "symbols": symbols}))? + "\n"
        }
        Format::Text => {
            let mut out = String::new();
            for one in &found {
                let (address, file) = (output::plain(&one.address), output::plain(&one.file));
                let (line, column, kind) = (one.line, one.column, one.kind);
                let _ = writeln!(out, "{address}  {kind}  {file}:{line}:{column}");
            }
            if found.is_empty() {
                out.push_str("nothing is declared by such a name\n");
            }
            out
        }
    };
    output::print(&out)?;
    Ok(Outcome::Done)
}
