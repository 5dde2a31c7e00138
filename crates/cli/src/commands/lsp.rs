//! `reweave lsp`: the server for editors.

use crate::Outcome;
use crate::around::AroundArgs;
use anyhow::Result;
use reweave_lsp::{Options, serve_stdio};
use std::path::PathBuf;

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

pub fn run(args: &Args) -> Result<Outcome> {
    let options = Options {
        root: args.root.clone(),
        setup: args.around.setup(),
    };
    serve_stdio(&options)?;
    Ok(Outcome::Done)
}
