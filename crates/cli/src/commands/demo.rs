//! `reweave demo`: each job on small examples, as a user would see it.

use crate::Outcome;
use anyhow::Result;

#[derive(clap::Args)]
pub struct Args {}

#[expect(clippy::unnecessary_wraps, reason = "every command has this shape")]
pub fn run(_args: &Args) -> Result<Outcome> {
    Ok(Outcome::Done)
}
