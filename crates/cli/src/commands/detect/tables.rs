//! `--format parquet`: the records of a history as tables.

use super::args::Select;
use super::{Args, Job};
use crate::Outcome;
use crate::commands::mine::write;
use anyhow::{Result, bail};
use reweave_harvest::{Ask, Named, is_repository};
use reweave_mine::Options;
use std::sync::Arc;

pub fn run(job: &Job, args: &Args) -> Result<Outcome> {
    let Some(to) = &args.output else {
        bail!("--format parquet writes a folder of tables: name it with --output DIR");
    };
    if args.before.is_some() || args.worktree || args.staged {
        bail!(
            "--format parquet has a row for each commit; --before, --worktree and --staged compare none: write --format jsonl"
        );
    }
    if args.fail_on.is_some() {
        bail!(
            "--fail-on has no meaning beside --format parquet: the column `pure` of the table `commits` says it"
        );
    }
    let select = args.select()?;
    let (path, rev) = args.named();
    let repo = super::open(path, rev)?;
    let mut named = Named::at(path);
    if !is_repository(path) {
        // It is found above, as everywhere.
        named.path = repo.folder();
    }
    write(&[named], &ask(job, args, &select), to)
}

fn ask(job: &Job, args: &Args, select: &Select) -> Ask {
    let filter = job.filter.clone();
    let mut begun: Vec<String> = Vec::new();
    for (name, value) in args.begun(select) {
        begun.push(format!("{name} {value}").trim_end().to_owned());
    }
    if args.verify {
        begun.push("--verify".to_owned());
    }
    Ask {
        selection: select.selection.clone(),
        merges: select.merges,
        wanted: select.wanted.clone(),
        options: Options {
            sizes: true,
            ..job.options.clone()
        },
        shown: Some(Arc::new(move |record| filter.apply(record))),
        begun: begun.join("; "),
        ..Ask::default()
    }
}
