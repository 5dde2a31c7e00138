//! `cargo xtask bench lower`: reading Java into the model against parsing alone, on one thread.
//!
//! Over the files of both sides of every commit of the oracle, bytes in memory: tree-sitter from scratch; with the
//! compact tree; with the model; and the model of both sides read as pairs.

use super::process::peak_mb;
use crate::oracle::Chosen;
use crate::{eval, oracle};
use anyhow::Result;
use reweave_change::{Change, Source};
use reweave_lang_java::{lower, lower_next};
use reweave_syntax::Grammar;
use reweave_text::Interner;
use std::time::{Duration, Instant};
use tree_sitter::Parser;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
}

pub fn run(args: &Args) -> Result<()> {
    let dir = args.chosen.needed("java")?;
    let mut cases = oracle::cases(&dir)?;
    cases.truncate(args.chosen.limit());
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into())?;
    let grammar = Grammar::new(tree_sitter_java::LANGUAGE);
    let (mut files, mut bytes, mut nodes) = (0, 0, 0);
    let mut spent = [Duration::ZERO; 4];
    for case in cases {
        let change = eval::read_case(&dir, &case.id)?;
        let names = Interner::new();
        for source in change.before.iter().chain(&change.after) {
            files += 1;
            bytes += source.text.len();
            spent[0] += time(|| drop(parser.parse(&source.text, None)));
            spent[1] += time(|| drop(reweave_syntax::parse(&grammar, &source.text)));
            let mut size = 0;
            spent[2] += time(|| size = lower(&source.path, &source.text, &names).tree.len());
            nodes += size;
        }
        spent[3] += time(|| pairs(&change, &names));
    }
    let [parse, compact, lower, pairs] = spent.map(|d| d.as_secs_f64());
    println!(
        "lower parse_s={parse:.2} compact_s={compact:.2} lower_s={lower:.2} pairs_s={pairs:.2} ratio={:.2} pairs_ratio={:.2} mb={:.1} files={files} nodes={nodes} peak_mb={}",
        lower / parse.max(1e-9),
        pairs / parse.max(1e-9),
        bytes as f64 / 1e6,
        peak_mb(),
    );
    Ok(())
}

/// Both sides, each file with the one at its path.
fn pairs(change: &Change, names: &Interner) {
    let alone = |s: &Source| drop(lower(&s.path, &s.text, names));
    for old in &change.before {
        match change.after.binary_search_by(|s| s.path.cmp(&old.path)) {
            Ok(i) => {
                let new = &change.after[i];
                let (old, new) = ((&*old.path, &*old.text), (&*new.path, &*new.text));
                let next = |file, earlier| lower_next(file, earlier, names, &|| false);
                let version = next(old, None).ok().and_then(|(_, version)| version);
                drop(next(new, version.as_ref()));
            }
            Err(_) => alone(old),
        }
    }
    for new in &change.after {
        let found = change.before.binary_search_by(|s| s.path.cmp(&new.path));
        if found.is_err() {
            alone(new);
        }
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
