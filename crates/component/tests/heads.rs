//! Every strategy finds what the examples at the head of its file say, and nothing else.

use reweave_component::{Options, Release, STRATEGIES, Sources, compare};
use reweave_manual::{Fixture, Page};
use reweave_model::Program;
use reweave_text::Interner;
use std::sync::Arc;

fn lower(text: &str, names: &Arc<Interner>) -> (Arc<Program>, Vec<String>) {
    let mut fixture = Fixture::parse(text, "Main.java");
    fixture.files.sort();
    let models = fixture
        .files
        .iter()
        .map(|(path, text)| Arc::new(reweave_lang_java::lower(path, text, names)));
    let program = Program {
        names: Arc::clone(names),
        files: models.collect(),
    };
    let program = Arc::new(program);
    (program, fixture.files.into_iter().map(|(_, t)| t).collect())
}

fn found(before: &str, after: &str) -> Vec<String> {
    let names = Arc::new(Interner::new());
    let (old_files, old_texts) = lower(before, &names);
    let (new_files, new_texts) = lower(after, &names);
    let options = Options::default();
    let old_texts: Vec<&str> = old_texts.iter().map(String::as_str).collect();
    let new_texts: Vec<&str> = new_texts.iter().map(String::as_str).collect();
    let release = |program, texts| Release::read(Sources { program, texts }, &options, 1);
    let old = release(&old_files, &old_texts);
    let new = release(&new_files, &new_texts);
    let comparison = compare(&old, &new, &options);
    let entries = comparison.log.entries.iter().map(|r| {
        format!(
            "{} {} -> {}",
            r.kind.name(),
            old.component.qualified(r.old),
            new.component.qualified(r.new)
        )
    });
    let mut lines: Vec<String> = entries.collect();
    lines.sort();
    lines
}

#[test]
fn heads() {
    let mut wrong = Vec::new();
    for strategy in STRATEGIES {
        let page = Page::parse(strategy.source);
        assert!(
            !page.examples.is_empty(),
            "{} has no example",
            strategy.kind.name()
        );
        for example in &page.examples {
            let block = |tag| example.block(tag).unwrap_or_default();
            let mut wanted: Vec<String> = block("finds").lines().map(str::to_owned).collect();
            wanted.sort();
            let got = found(block("before"), block("after"));
            if got != wanted {
                wrong.push(format!(
                    "{}: wanted {wanted:#?}, found {got:#?}",
                    strategy.kind.name()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
