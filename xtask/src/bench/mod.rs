//! `cargo xtask bench NAME`: one file a benchmark. Each ends with one line, `NAME key=value key=value …`.

mod detect;
mod process;

use crate::release;
use anyhow::Result;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(clap::Subcommand)]
enum Bench {
    /// Detection on the oracle against parsing alone, on one thread
    Detect(detect::Args),
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    match &args.bench {
        Bench::Detect(args) => detect::run(args),
    }
}
