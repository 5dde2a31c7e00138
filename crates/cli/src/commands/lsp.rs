//! `reweave lsp`: the server for editors.

use crate::Outcome;
use crate::around::AroundArgs;
use crate::commands::Run;
use crate::settings::Settings;
use anyhow::Result;
use reweave_lsp::{Options, serve_stdio};
use std::path::{Path, PathBuf};

/// Serve editors over the Language Server Protocol
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the program, where the editor names none
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    around: AroundArgs,
    /// Standard input and output, the only way there is; editors give it by habit
    #[arg(long)]
    stdio: bool,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[(
        "reweave lsp --root src",
        "serve an editor over standard input and output",
    )];
    const PAGES: bool = false;

    fn place(&self) -> &Path {
        &self.root
    }

    fn run(&self, settings: &Settings) -> Result<Outcome> {
        run(self, settings)
    }
}

fn run(args: &Args, settings: &Settings) -> Result<Outcome> {
    let options = Options {
        root: args.root.clone(),
        setup: args.around.setup(settings),
    };
    serve_stdio(&options)?;
    Ok(Outcome::Done)
}
