//! The pages show commands of `cargo xtask` that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The words behind `cargo xtask` in a page.
fn shown(page: &str) -> BTreeSet<&str> {
    let behind = page.split("cargo xtask ").skip(1);
    let words = behind.filter_map(|text| {
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .next()
    });
    words
        .filter(|w| !w.is_empty() && !w.starts_with('-'))
        .collect()
}

#[test]
fn the_pages_show_commands_that_exist() {
    let output = Command::new(env!("CARGO_BIN_EXE_reweave-lab"))
        .arg("--help")
        .output();
    let help = String::from_utf8(output.expect("the program starts").stdout).expect("help is text");
    let listed: BTreeSet<&str> = help
        .lines()
        .filter_map(|l| l.strip_prefix("  ")?.split(' ').next())
        .collect();
    assert!(listed.contains("test"), "{help}");
    let pages = ["README.md", "CONTRIBUTING.md"].map(|p| root().join(p));
    let docs = fs::read_dir(root().join("docs"))
        .expect("the pages")
        .flatten();
    let docs = docs
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "md"));
    let mut count = 0;
    for page in pages.into_iter().chain(docs) {
        let text = fs::read_to_string(&page).expect("a page");
        for word in shown(&text) {
            assert!(
                listed.contains(word),
                "{}: there is no `cargo xtask {word}`",
                page.display()
            );
            count += 1;
        }
    }
    assert!(count > 20, "only {count} commands found in the pages");
}
