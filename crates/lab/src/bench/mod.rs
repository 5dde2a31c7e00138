//! `cargo xtask bench NAME`: one file a benchmark. Each ends with one line, `NAME key=value key=value …`.

mod apply;
mod apply_java;
mod compare;
mod detect;
mod lower;
mod mine;
mod names;
mod preserve;
pub mod process;
mod project;
mod replay;
mod suggest;

use crate::release;
use anyhow::Result;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(clap::Subcommand)]
enum Bench {
    /// Rename in the three shapes of paper 5, end to end and by step
    Apply(apply::Args),
    /// Renaming a method that hundreds of files use, cold and warm, against resolving the corpus
    ApplyJava(apply_java::Args),
    /// Comparing releases against reading and parsing them, on two threads
    Compare(compare::Args),
    /// Detection on the oracle against parsing alone, on one thread
    Detect(detect::Args),
    /// Reading Java into the model against parsing alone, on one thread
    Lower(lower::Args),
    /// Mining a history against reading its objects and parsing each changed blob once, on the same threads
    Mine(mine::Args),
    /// Suggestions for a whole corpus, from source files to the report
    Suggest(suggest::Args),
    /// The preservation check on ten times the edges
    Preserve(preserve::Args),
    /// An opened root of half a million lines: plans, renames, edits and actions, warm
    Project(project::Args),
    /// Bringing a client of half a million lines along against resolving it
    Replay(replay::Args),
    /// Java names and the call graph of the large corpus against parsing alone
    Names(names::Args),
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    match &args.bench {
        Bench::Apply(args) => apply::run(args),
        Bench::ApplyJava(args) => apply_java::run(args),
        Bench::Compare(args) => compare::run(args),
        Bench::Detect(args) => detect::run(args),
        Bench::Lower(args) => lower::run(args),
        Bench::Mine(args) => mine::run(args),
        Bench::Suggest(args) => suggest::run(args),
        Bench::Preserve(args) => preserve::run(args),
        Bench::Project(args) => project::run(args),
        Bench::Replay(args) => replay::run(args),
        Bench::Names(args) => names::run(args),
    }
}
