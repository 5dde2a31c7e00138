//! The head of a refactoring's file, read as a manual page and as tests, so that a reader, the test runner and
//! `reweave explain` all read the same words.
//!
//! A head is the file's `//!` comment: a first line `Title: what it is.`, prose, and fenced blocks whose tag says what they
//! are. Blocks belong to one [`Example`] until the next `before` starts another.
//!
//! ```
//! let head = "//! Rename: one name for another.\n//!\n//! ```before\n//! a$0 = 1\n//! ```\n//! ```after\n//! b = 1\n//! ```\n\nfn f() {}\n";
//! let page = reweave_manual::Page::parse(head);
//! assert_eq!((page.title.as_str(), page.summary.as_str()), ("Rename", "one name for another."));
//! assert_eq!(page.examples[0].block("after"), Some("b = 1\n"));
//! let fixture = reweave_manual::Fixture::parse("a$0 = 1\n", "main.bc");
//! assert_eq!(fixture.marks, [(0, 1)]);
//! assert_eq!(fixture.files, [("main.bc".to_owned(), "a = 1\n".to_owned())]);
//! ```

mod fixture;
mod suite;

pub use fixture::Fixture;
pub use suite::Section;

/// The manual page of one refactoring.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    pub title: String,
    /// The sentence after the title.
    pub summary: String,
    /// Everything below the first paragraph, as Markdown, blocks included.
    pub body: String,
    pub examples: Vec<Example>,
}

/// Blocks that belong together, such as `before` and `after`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Example {
    /// Tag and text, in order.
    pub blocks: Vec<(String, String)>,
}

impl Example {
    pub fn block(&self, tag: &str) -> Option<&str> {
        let (_, text) = self.blocks.iter().find(|(t, _)| t == tag)?;
        Some(text)
    }
}

impl Page {
    /// Reads the `//!` lines at the head of a file; the rest of the file is not looked at.
    pub fn parse(file: &str) -> Self {
        let lines: Vec<&str> = file
            .lines()
            .map_while(|line| line.strip_prefix("//!"))
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        let first = lines
            .iter()
            .position(|l| l.is_empty())
            .unwrap_or(lines.len());
        let opening = lines[..first].join(" ");
        let (title, summary) = opening.split_once(':').unwrap_or((&opening, ""));
        let body = &lines[first..];
        Self {
            title: title.trim().to_owned(),
            summary: summary.trim().to_owned(),
            body: body.join("\n").trim().to_owned(),
            examples: examples(body),
        }
    }

    /// The page for a terminal: the body as it stands, the marks of carets left out.
    pub fn text(&self) -> String {
        format!(
            "{}: {}\n\n{}\n",
            self.title,
            self.summary,
            self.body.replace("$0", "")
        )
    }
}

fn examples(lines: &[&str]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in lines {
        match (line.trim_end().strip_prefix("```"), &mut open) {
            (Some(tag), None) => open = Some((tag, String::new())),
            (Some(_), Some(_)) => {
                let Some((tag, text)) = open.take() else {
                    continue;
                };
                if tag == "before" || examples.is_empty() {
                    examples.push(Example::default());
                }
                if let Some(last) = examples.last_mut() {
                    last.blocks.push((tag.to_owned(), text));
                }
            }
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    examples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_before_starts_a_second_example() {
        let head = "//! T: s,\n//! more of it.\n//!\n//! Prose.\n//!\n//! ```before\n//! a\n//! ```\n//! ```after\n//!   b\n//! ```\n//! ```before\n//! c\n//! ```\n//! ```refuses\n//! d\n//! ```\nuse x;\n//! not head";
        let page = Page::parse(head);
        assert_eq!(page.summary, "s, more of it.");
        assert_eq!(page.examples.len(), 2);
        assert_eq!(page.examples[0].block("after"), Some("  b\n"));
        assert_eq!(page.examples[1].block("refuses"), Some("d\n"));
        assert!(!page.body.contains("not head"));
    }
}
