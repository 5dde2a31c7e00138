//! README.md: each block that shows a command with its output shows what it prints, and what it names is there.

use crate::shop::{Shop, root, same_or_write};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("the front page")
}

/// Where `$ reweave …` stands on the first line of a block, the rest is what it prints; `…` stands for lines left out.
#[test]
fn the_examples_are_of_real_runs() {
    let Some(shop) = Shop::new() else { return };
    let text = readme();
    let updates = std::env::var_os("REWEAVE_UPDATE").is_some();
    let all = refactorings(&shop);
    let mut now = String::new();
    let mut blocks = 0;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = &if updates {
            current(line, &all)
        } else {
            line.to_owned()
        };
        now.push_str(line);
        now.push('\n');
        let Some(command) = line.strip_prefix("$ ") else {
            continue;
        };
        blocks += 1;
        let mut shown = Vec::new();
        while let Some(next) = lines.next_if(|next| *next != "```") {
            shown.push(next);
        }
        let printed = shop.run(command, false);
        let mut printed: Vec<&str> = printed.lines().collect();
        // A long output is cut after as many lines as were shown.
        if shown.last() == Some(&"…") {
            printed.truncate(shown.len() - 1);
            printed.push("…");
        }
        for line in printed {
            now.push_str(line);
            now.push('\n');
        }
    }
    assert!(blocks >= 3, "{blocks} examples");
    same_or_write("README.md", &now);
}

#[test]
fn links_lead_somewhere() {
    let text = readme();
    let mut links = 0;
    for link in text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
    {
        if link.starts_with("http") {
            continue;
        }
        links += 1;
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let file = root().join(path);
        assert!(file.exists(), "{link}");
        if !anchor.is_empty() {
            assert!(headings(&file).contains(anchor), "{link}");
        }
    }
    assert!(links > 5, "{links} links");
}

/// Who reads what is new wants to know what a version brings, not what was done for it.
#[test]
fn a_version_is_told_in_ten_lines() {
    let text = fs::read_to_string(root().join("CHANGELOG.md")).expect("the changes");
    let versions: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert!(!versions.is_empty());
    for version in versions {
        let lines = version.lines().skip(1).filter(|line| !line.is_empty());
        let n = lines.count();
        assert!(
            n <= 10,
            "{n} lines for {}",
            version.lines().next().unwrap_or_default()
        );
    }
}

fn headings(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).expect("a page");
    let titles = text.lines().filter(|line| line.starts_with('#'));
    titles
        .map(|title| {
            let words = title.trim_start_matches('#').trim().to_lowercase();
            let kept = words
                .chars()
                .filter(|c| c.is_alphanumeric() || " -".contains(*c));
            kept.collect::<String>().replace(' ', "-")
        })
        .collect()
}

/// What the table claims is there. A new refactoring may be missing until the page is recorded anew.
#[test]
fn the_table_of_refactorings_claims_nothing_else() {
    let Some(shop) = Shop::new() else { return };
    let all = refactorings(&shop);
    assert!(all.len() >= 4, "{all:?}");
    let text = readme();
    for (language, known) in &all {
        let row = text.lines().find(|row| is_row(row, language));
        let row = row.unwrap_or_else(|| panic!("no row for {language}"));
        let claimed: BTreeSet<&str> = cell(row).split('`').skip(1).step_by(2).collect();
        assert!(!claimed.is_empty(), "{row}");
        let known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
        assert!(claimed.is_subset(&known), "{language}: {claimed:?}");
    }
}

/// The names by language, as the program lists them.
fn refactorings(shop: &Shop) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in shop.run("reweave list refactorings", false).lines() {
        let mut words = line.split_whitespace();
        if let (Some(language), Some(name)) = (words.next(), words.next()) {
            all.entry(language.to_owned())
                .or_default()
                .insert(name.to_owned());
        }
    }
    all
}

fn is_row(line: &str, language: &str) -> bool {
    line.starts_with(&format!("| {language} | "))
}

fn cell(row: &str) -> &str {
    row.split('|').nth(2).unwrap_or_default()
}

/// A row of the table of refactorings with those that there are; any other line as it is.
fn current(line: &str, all: &BTreeMap<String, BTreeSet<String>>) -> String {
    let Some((_, names)) = all.iter().find(|(language, _)| is_row(line, language)) else {
        return line.to_owned();
    };
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    line.replace(cell(line), &format!(" {} ", names.join(", ")))
}
