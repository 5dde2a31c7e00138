//! What only contributors need; `cargo xtask --help` lists it. One file a task, one line here.

mod corpus;
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
    /// Fetch, check and unpack source code from Maven Central into the cache
    Corpus(corpus::Args),
    /// Run everything: unit, fixture and conformance tests; installs what they need where it may
    Test(test::Args),
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Corpus(args) => corpus::run(&args),
        Task::Test(args) => test::run(&args),
    }
}
