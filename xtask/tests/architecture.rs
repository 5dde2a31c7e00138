//! The table in docs/architecture.md is what `cargo metadata` says: every crate has its row, with its dependencies, and every arrow
//! points upwards.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands in the table for a crate that may use every crate above it.
const ANY: &str = "any of them";

type Crates = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask
        .parent()
        .expect("xtask lies in the workspace")
        .to_owned()
}

/// As the table names a crate: without the prefix of the project.
fn short(name: &str) -> String {
    match name {
        "reweave" => "cli".to_owned(),
        _ => name.trim_start_matches("reweave-").to_owned(),
    }
}

/// Every crate of the workspace with the crates of the workspace that it uses outside its tests.
fn crates() -> Crates {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let name = |v: &Value| v["name"].as_str().unwrap_or_default().to_owned();
    let members: BTreeSet<String> = packages.iter().map(name).collect();
    let uses = |package: &Value| -> BTreeSet<String> {
        let all = package["dependencies"].as_array().into_iter().flatten();
        let normal = all.filter(|d| d["kind"].is_null()).map(name);
        normal
            .filter(|n| members.contains(n))
            .map(|n| short(&n))
            .collect()
    };
    packages
        .iter()
        .map(|p| (short(&name(p)), uses(p)))
        .collect()
}

/// The rows of the table, in order: the crate and what it depends on.
fn table() -> Vec<(String, String)> {
    let text =
        std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page is there");
    let rows = text.lines().skip_while(|l| !l.starts_with("|---")).skip(1);
    rows.take_while(|l| l.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 3, "three cells in {row}");
            (cells[0].to_owned(), cells[2].to_owned())
        })
        .collect()
}

#[test]
fn every_crate_has_a_row_with_its_dependencies() {
    let crates = crates();
    let mut above: BTreeSet<String> = BTreeSet::new();
    let mut wrong = Vec::new();
    for (name, told) in table() {
        let Some(uses) = crates.get(&name) else {
            wrong.push(format!("{name} is no crate"));
            continue;
        };
        let list: Vec<&str> = uses.iter().map(String::as_str).collect();
        if told != ANY && told != list.join(", ") {
            wrong.push(format!("{name} depends on {}", list.join(", ")));
        }
        let down: Vec<_> = uses.difference(&above).collect();
        if !down.is_empty() {
            wrong.push(format!("{name} uses crates below it: {down:?}"));
        }
        above.insert(name);
    }
    let missing: Vec<_> = crates.keys().filter(|c| !above.contains(*c)).collect();
    assert!(
        missing.is_empty(),
        "docs/architecture.md has no row for {missing:?}"
    );
    assert!(
        wrong.is_empty(),
        "docs/architecture.md:\n{}",
        wrong.join("\n")
    );
}

/// No surface, and no crate that touches disks, may be used by an analysis.
#[test]
fn analyses_use_no_crate_that_touches_disks() {
    const ANALYSES: [&str; 12] = [
        "preserve",
        "syntax",
        "model",
        "matching",
        "detect",
        "java-names",
        "refactor",
        "refactor-java",
        "component",
        "replay",
        "vectors",
        "suggest",
    ];
    const DISKS: [&str; 6] = ["disk", "classpath", "git", "workspace", "release", "advise"];
    let crates = crates();
    for analysis in ANALYSES {
        let uses = crates.get(analysis).into_iter().flatten();
        let disks: Vec<_> = uses.filter(|u| DISKS.contains(&u.as_str())).collect();
        assert!(disks.is_empty(), "{analysis} uses {disks:?}");
    }
}
