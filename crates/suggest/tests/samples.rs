//! Every type finds its own samples, under its own name.

use reweave_model::FileModel;
use reweave_suggest::Family;
use reweave_suggest::duplicates::{Duplicate, Sources, duplicates};
use reweave_suggest::types::ALL;
use reweave_suggest::{
    Bodies, Finding, Learned, Options, Sample, Types, candidates, confirm, wanted,
};
use reweave_text::Interner;
use reweave_vectors::{CallGraph, CodeBase, FileFacts, Inliner, ProjectId};
use std::sync::Arc;

fn types() -> Types {
    Types::new(&reweave_lang_java::lower)
}

fn suggest(texts: &[(&str, &str)], types: &Types, options: &Options) -> Vec<Finding> {
    let names = Arc::new(Interner::new());
    let models: Vec<Arc<FileModel>> = texts
        .iter()
        .map(|(path, text)| Arc::new(reweave_lang_java::lower(path, text, &names)))
        .collect();
    let facts = models
        .iter()
        .map(|m| (ProjectId(0), FileFacts::read(m, &names, &[])));
    let base = CodeBase::join(Arc::clone(&names), facts);
    let graph = CallGraph::resolve(&base, &models);
    let inliner = Inliner::new(&base, &graph, options.inlining.clone());
    let found = candidates(&base, &inliner, types, options);
    let needed = wanted(&found, &base, &inliner, options.inlining.depth);
    let mut bodies = Bodies::default();
    for (file, model) in models.iter().enumerate() {
        let here: Vec<_> = needed
            .iter()
            .copied()
            .filter(|&m| base.method(m).file as usize == file)
            .collect();
        bodies.extend(Bodies::read(&base, file as u32, model, &here, &names));
    }
    confirm(&found, &base, &inliner, &bodies, types, options)
}

/// The duplicates in some files of one project.
fn copies(texts: &[(&str, &str)]) -> Vec<Duplicate> {
    let names = Arc::new(Interner::new());
    let models: Vec<Arc<FileModel>> = texts
        .iter()
        .map(|(path, text)| Arc::new(reweave_lang_java::lower(path, text, &names)))
        .collect();
    let facts = models
        .iter()
        .map(|m| (ProjectId(0), FileFacts::read(m, &names, &[])));
    let base = CodeBase::join(Arc::clone(&names), facts);
    let graph = CallGraph::resolve(&base, &models);
    let sources = Sources {
        base: &base,
        graph: &graph,
        models: &models,
        generated: &[],
    };
    duplicates(&sources).0
}

#[test]
fn each_type_finds_its_samples() {
    let types = types();
    let mut wrong = Vec::new();
    for kind in ALL {
        let page = kind.page();
        assert!(!page.examples.is_empty(), "{} has no sample", page.title);
        for (n, example) in page.examples.iter().enumerate() {
            let before = example.block("before").expect("a sample has a before");
            let after = example.block("after").expect("a sample has an after");
            if let Family::Duplicate(remedy) = kind.family {
                let found = copies(&[("Sample.java", before)]);
                if found.iter().all(|d| d.plan.remedy != remedy) {
                    let names: Vec<_> = found.iter().map(|d| d.plan.remedy).collect();
                    wrong.push(format!("{} {n}: {names:?}", page.title));
                }
                continue;
            }
            let options = Options {
                least_size: 3,
                types: Vec::new(),
                ..Options::default()
            };
            let files = [("Missed.java", before), ("Example.java", after)];
            let found = suggest(&files, &types, &options);
            let names: Vec<&str> = found.iter().map(|f| types.name(f.kind)).collect();
            if !names.contains(&page.title.as_str()) {
                wrong.push(format!("{} {n}: {names:?}", page.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_learned_type_finds_code_like_its_sample() {
    let sample = Sample {
        before: "class A { void m(Log log, int n) { log.enter(n); work(n); } }".into(),
        after: "class A { void m(Log log, int n) { if (log.isOn()) { log.enter(n); } work(n); } }"
            .into(),
    };
    let mut types = types();
    let learned =
        Learned::from(vec![sample], &reweave_lang_java::lower).expect("it can be learned");
    types.learn("Guard Logging", learned, &reweave_lang_java::lower);
    let options = Options {
        least_size: 3,
        types: vec!["guard-logging".into()],
        ..Options::default()
    };
    let missed =
        "class Missed { int run(Log out, Job job) { out.enter(job); queue(job); return 1; } }";
    let example = "class Example { int run(Log to, Job job) { if (to.isOn()) { to.enter(job); } queue(job); return 1; } }";
    let other = "class Other { int run(Log to, Job job) { if (job.isOn()) { return 2; } to.enter(job); queue(job); return 1; } }";
    let files = [
        ("Missed.java", missed),
        ("Example.java", example),
        ("Other.java", other),
    ];
    let found = suggest(&files, &types, &options);
    let names: Vec<&str> = found.iter().map(|f| types.name(f.kind)).collect();
    assert_eq!(names, ["Guard Logging"]);
}
