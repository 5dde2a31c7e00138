//! Suites: Markdown files of further examples, filed by refactoring and topic. A section is a case: its title says what holds, prose
//! says why, and the blocks are those of a head.

use crate::{Example, examples};

/// A case of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub title: String,
    /// Of the title, from 1.
    pub line: usize,
    pub examples: Vec<Example>,
}

impl Section {
    /// The sections of a Markdown text: each starts at a line `## Title` outside of blocks.
    ///
    /// ```
    /// let suite = "# rename: names\n\n## Uses follow\n\nBecause.\n\n```before\na$0\n```\n```after\nb\n```\n";
    /// let sections = reweave_manual::Section::all(suite);
    /// assert_eq!((sections[0].title.as_str(), sections[0].line), ("Uses follow", 3));
    /// assert_eq!(sections[0].examples[0].block("after"), Some("b\n"));
    /// ```
    pub fn all(text: &str) -> Vec<Self> {
        let lines: Vec<&str> = text.lines().collect();
        let mut starts = Vec::new();
        let mut in_block = false;
        for (i, line) in lines.iter().enumerate() {
            in_block ^= line.starts_with("```");
            if !in_block && line.starts_with("## ") {
                starts.push(i);
            }
        }
        let ends = starts.iter().skip(1).copied().chain([lines.len()]);
        let sections = starts.iter().zip(ends).map(|(&start, end)| Self {
            title: lines[start].trim_start_matches("## ").to_owned(),
            line: start + 1,
            examples: examples(&lines[start + 1..end]),
        });
        sections.collect()
    }
}
