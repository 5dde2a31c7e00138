//! `reweave demo`: each job on small examples, as a user would see it. One file a job, one line here.

mod apply;
mod compare;
mod detect;
mod replay;
mod suggest;

use crate::{Outcome, output};
use anyhow::Result;

#[derive(clap::Args)]
pub struct Args {}

pub fn run(_args: &Args) -> Result<Outcome> {
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
