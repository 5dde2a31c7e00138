//! The schema is what `docs/mining.md` tells and what was published: columns are only added within a major version.
//!
//! `REWEAVE_UPDATE=1` writes the page's section anew, and adds new columns to the published ones; it takes none away.

use reweave_tables::{Column, SCHEMA, TABLES, Table};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

const BEGIN: &str = "<!-- tables -->\n";
const END: &str = "<!-- /tables -->";

fn docs(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(name)
}

fn is_update() -> bool {
    std::env::var_os("REWEAVE_UPDATE").is_some()
}

fn section() -> String {
    let mut out = String::new();
    for table in TABLES {
        let (name, about) = (table.name, table.about);
        writeln!(
            out,
            "\n### `{name}`\n\n{about}.\n\n| column | type | |\n|---|---|---|"
        )
        .expect("to a string");
        for column in table.columns() {
            let null = if column.required { "" } else { ", or null" };
            let (name, kind, about) = (column.name, column.kind.name(), column.about);
            writeln!(out, "| `{name}` | {kind}{null} | {about} |").expect("to a string");
        }
    }
    out.push('\n');
    out
}

#[test]
fn the_page_tells_the_columns() {
    let path = docs("mining.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (head, rest) = page.split_once(BEGIN).expect("the section begins");
    let (told, tail) = rest.split_once(END).expect("the section ends");
    if is_update() {
        fs::write(&path, format!("{head}{BEGIN}{}{END}{tail}", section()))
            .expect("it can be written");
    } else {
        assert_eq!(told, section(), "REWEAVE_UPDATE=1 writes it anew");
    }
}

fn line(table: &Table, column: &Column) -> String {
    let null = if column.required {
        "required"
    } else {
        "optional"
    };
    format!(
        "{}.{} {} {null}",
        table.name,
        column.name,
        column.kind.name()
    )
}

#[test]
fn columns_are_only_added_within_a_major_version() {
    let major = SCHEMA.split('.').next().expect("a first number");
    let path = docs("schema").join(format!("tables-{major}.txt"));
    let published = fs::read_to_string(&path).unwrap_or_default();
    let published: Vec<&str> = published.lines().collect();
    let now = TABLES.iter().flat_map(|t| t.columns().map(|c| line(t, c)));
    let now: Vec<String> = now.collect();
    let gone: Vec<_> = published
        .iter()
        .filter(|p| !now.iter().any(|n| n == *p))
        .collect();
    assert!(
        gone.is_empty(),
        "gone or changed: {gone:?}; the major version must grow"
    );
    let new: Vec<_> = now
        .iter()
        .filter(|n| !published.contains(&n.as_str()))
        .collect();
    if is_update() {
        let all = published
            .iter()
            .map(ToString::to_string)
            .chain(new.into_iter().cloned());
        let all: String = all.map(|l| l + "\n").collect();
        fs::write(&path, all).expect("it can be written");
    } else {
        assert!(
            new.is_empty(),
            "not published yet: {new:?}; REWEAVE_UPDATE=1 adds them, the minor version must grow"
        );
    }
}
