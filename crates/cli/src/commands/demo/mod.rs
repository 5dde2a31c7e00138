//! `reweave demo`: each job on small examples, as a user would see it. One file a job, one line here.

mod apply;
mod compare;
mod detect;
mod replay;
mod suggest;

use crate::commands::Run;
use crate::settings::Settings;
use crate::{Outcome, output};
use anyhow::Result;

/// Every job on the small examples that ship with Reweave
#[derive(clap::Args)]
pub struct Args {}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[(
        "reweave demo",
        "what it can do, on examples that are built in",
    )];

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        run(self)
    }
}

fn run(_args: &Args) -> Result<Outcome> {
    detect::show()?;
    apply::show()?;
    compare::show()?;
    replay::show()?;
    suggest::show()?;
    Ok(Outcome::Done)
}

/// The command that would show the same on the files of the examples.
fn command(line: &str) -> Result<()> {
    output::print(&format!("{}\n", output::styled(output::STRONG, line)))
}
