//! What only contributors need; `cargo xtask --help` lists it. One file a task, one line here.

mod shared;
mod test;

use anyhow::Result;
use clap::Parser;

#[derive(Parser)]
#[command(
    name = "cargo xtask",
    about = "Tests, scores, benchmarks and corpora of Reweave"
)]
enum Task {
    /// Run everything: unit, fixture and conformance tests; installs what they need where it may
    Test(test::Args),
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Test(args) => test::run(&args),
    }
}
