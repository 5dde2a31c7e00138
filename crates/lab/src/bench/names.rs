//! `cargo xtask bench names`: the large corpus from text to call graph against parsing alone.
//!
//! Without a class path: only the built-in index of the Java API. The figures are those of the threads asked for; the
//! texts are in memory before the clock starts.

use super::process::peak_mb;
use crate::corpus;
use anyhow::Result;
use rayon::prelude::*;
use reweave_classpath::ClassPath;
use reweave_java_names::{Decl, Names};
use reweave_model::{FileModel, Program};
use reweave_text::Interner;
use std::sync::Arc;
use std::time::Instant;
use tree_sitter::Parser;

#[derive(clap::Args)]
pub struct Args {
    /// The corpus: a list beside the project, a file of coordinates, or GROUP:NAME:VERSION
    #[arg(long, default_value = "large")]
    corpus: String,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub fn run(args: &Args) -> Result<()> {
    let texts = corpus::texts(&args.corpus)?;
    let files = texts.len();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
    let start = Instant::now();
    pool.install(|| {
        texts.par_iter().for_each_init(
            || {
                let mut parser = Parser::new();
                let set = parser.set_language(&tree_sitter_java::LANGUAGE.into());
                set.expect("the grammar is of this version");
                parser
            },
            |parser, (_, text)| drop(parser.parse(text, None)),
        );
    });
    let parse = start.elapsed().as_secs_f64();
    let before = peak_mb();
    let start = Instant::now();
    let names = Arc::new(Interner::new());
    let models: Vec<Arc<FileModel>> = pool.install(|| {
        texts
            .into_par_iter()
            .map(|(path, text)| Arc::new(reweave_lang_java::lower(&path, &text, &names)))
            .collect()
    });
    let program = Arc::new(Program {
        names,
        files: models,
    });
    let lowered = start.elapsed().as_secs_f64();
    let classes = Arc::new(ClassPath::with_jdk(&[], None));
    let resolved = Names::resolve(Arc::clone(&program), classes, args.threads);
    let bound = start.elapsed().as_secs_f64();
    let (overrides, calls) = pool.install(|| {
        let overrides = resolved.overrides();
        let calls = resolved.call_graph(&overrides);
        (overrides, calls)
    });
    let total = start.elapsed().as_secs_f64();
    let peak = peak_mb();
    let nodes: usize = program.files.iter().map(|f| f.tree.len()).sum();
    let (mut known, mut unknown) = (0, 0);
    for (file, model) in program.files.iter().enumerate() {
        for node in model.tree.descendants(reweave_model::NodeId::ROOT) {
            match resolved.decl(file as u32, node) {
                Decl::None => {}
                Decl::Unknown => unknown += 1,
                _ => known += 1,
            }
        }
    }
    let targets = calls.iter().filter(|c| c.to.is_some()).count();
    let unique = calls.iter().filter(|c| c.unique).count();
    println!(
        "lowering {lowered:.2} s, names {:.2} s, call graph {:.2} s",
        bound - lowered,
        total - bound
    );
    println!(
        "{nodes} nodes, {known} names known, {unknown} not, {} overrides",
        overrides.all().len()
    );
    println!(
        "{} calls, {targets} with a target, {unique} with only one",
        calls.len()
    );
    println!("texts and parsing alone took {before} MB");
    println!(
        "names parse_s={parse:.2} total_s={total:.2} ratio={:.2} peak_mb={peak} files={files}",
        total / parse.max(1e-9)
    );
    Ok(())
}
