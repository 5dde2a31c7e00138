//! `reweave mcp`: the tools for agents.

use crate::Outcome;
use crate::around::AroundArgs;
use crate::commands::Run;
use crate::output;
use crate::settings::Settings;
use anyhow::Result;
use reweave_mcp::{Options, SKILL, serve_http, serve_stdio};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Serve agents over the Model Context Protocol
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the program; nothing outside of it is read or written
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    around: AroundArgs,
    /// Offer the tools that write (apply, undo); without it nothing is ever written
    #[arg(long)]
    write: bool,
    /// Serve HTTP on this machine instead of standard input and output: on this port, or on a free one
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "0")]
    http: Option<u16>,
    /// Write the skill that tells an agent when to use which tool (SKILL.md) to standard output, and serve nothing
    #[arg(long, conflicts_with_all = ["write", "http"])]
    skill: bool,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave mcp",
            "serve an agent that may read, over standard input and output",
        ),
        (
            "reweave mcp --write --http",
            "with the tools that write, over HTTP on this machine",
        ),
        (
            "reweave mcp --skill > skills/reweave/SKILL.md",
            "tell an agent of this folder when to use which tool",
        ),
    ];
    const PAGES: bool = false;

    fn place(&self) -> &Path {
        &self.root
    }

    fn run(&self, settings: &Settings) -> Result<Outcome> {
        run(self, settings)
    }
}

fn run(args: &Args, settings: &Settings) -> Result<Outcome> {
    if args.skill {
        output::print(SKILL)?;
        return Ok(Outcome::Done);
    }
    let options = Options {
        root: args.root.clone(),
        write: args.write,
        setup: args.around.setup(settings),
    };
    match args.http {
        None => serve_stdio(&options)?,
        Some(port) => serve_http(&options, port, &mut |address, token| {
            let told = format!(
                "serving on {address}/{token}\nor on {address} with the header Authorization: Bearer {token}\n"
            );
            // Whoever started it may read no further than the address.
            let _ = std::io::stderr().write_all(told.as_bytes());
        })?,
    }
    Ok(Outcome::Done)
}
