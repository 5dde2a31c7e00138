//! `cargo xtask photran`: the cases of Photran, the tool of paper 5, against ours.
//!
//! A rename case passes when the same references are renamed, or when both refuse. Where Photran refuses and we do not,
//! `gfortran` decides: without a new error the case is left out, and listed.

mod marked;
mod rename;

use crate::suite;
use anyhow::Result;

#[derive(clap::Args)]
pub struct Args {
    /// Print what differs
    #[arg(long)]
    verbose: bool,
    /// Only cases whose name holds this
    #[arg(long, default_value = "")]
    only: String,
}

/// How the cases of one kind went.
#[derive(Default, Clone, Copy)]
struct Score {
    cases: usize,
    equal: usize,
    left_out: usize,
}

impl Score {
    fn share(self) -> f64 {
        100.0 * self.equal as f64 / (self.cases - self.left_out).max(1) as f64
    }
}

pub fn run(args: &Args) -> Result<()> {
    let Some(dir) = suite::unpacked("fortran-photran")? else {
        return Ok(());
    };
    let renames = rename::run(&dir, args)?;
    println!(
        "photran rename cases={} left_out={} equal={} ({:.1} %)",
        renames.cases,
        renames.left_out,
        renames.equal,
        renames.share()
    );
    let marked = marked::run(&dir, args)?;
    println!(
        "photran marked cases={} left_out={} equal={} ({:.1} %)",
        marked.cases,
        marked.left_out,
        marked.equal,
        marked.share()
    );
    Ok(())
}
