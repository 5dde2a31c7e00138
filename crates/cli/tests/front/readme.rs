//! README.md: each block that shows a command with its output shows what it prints, and what it names is there.

use crate::shop::{Shop, root, same_or_write};
use std::collections::BTreeSet;
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
    let mut now = String::new();
    let mut blocks = 0;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
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

/// The table says of each refactoring which languages have it; `reweave list` knows.
#[test]
fn the_table_of_refactorings_is_that_of_the_program() {
    let Some(shop) = Shop::new() else { return };
    let list = shop.run("reweave list refactorings", false);
    let text = readme();
    let (mut rows, mut missing) = (0, Vec::new());
    for line in list.lines() {
        let mut words = line.split_whitespace();
        let (Some(language), Some(name)) = (words.next(), words.next()) else {
            continue;
        };
        rows += 1;
        let row = text
            .lines()
            .find(|row| row.starts_with(&format!("| {language} ")));
        let names: Vec<&str> = row.unwrap_or_default().split('`').collect();
        if !names.contains(&name) {
            missing.push(format!("{language} {name}"));
        }
    }
    assert!(
        rows > 30 && missing.is_empty(),
        "not in the table: {missing:?}"
    );
}
