//! A sum of small trees over whole numbers.

use std::fmt;
use std::fmt::Write as _;

/// Every tree asks three questions, so that it has eight leaves.
const QUESTIONS: usize = 7;
const LEAVES: usize = 8;

/// Whether a number of the evidence is at most so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Question {
    pub which: usize,
    pub at_most: i32,
}

/// The questions level by level; the answer `yes` goes left.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    pub questions: [Question; QUESTIONS],
    pub leaves: [i32; LEAVES],
}

/// Scores in thousandths of log-odds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ensemble {
    /// What every candidate begins with.
    pub base: i32,
    /// From here on a candidate is taken, whatever the plain rule of its family says.
    pub sure: i32,
    /// Below it is refused, whatever the rule says; between the two the rule decides.
    pub least: i32,
    pub trees: Vec<Tree>,
}

/// A line that is none of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    line: usize,
    text: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {} of the table is no `base`, `sure`, `least` or tree of its evidence: {}",
            self.line, self.text
        )
    }
}

impl std::error::Error for TableError {}

impl Tree {
    fn leaf(&self, evidence: &[i32]) -> i32 {
        let mut at = 0;
        while let Some(q) = self.questions.get(at) {
            let yes = evidence.get(q.which).is_some_and(|&v| v <= q.at_most);
            at = 2 * at + if yes { 1 } else { 2 };
        }
        self.leaves[at - QUESTIONS]
    }
}

impl Ensemble {
    pub const fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    pub fn score(&self, evidence: &[i32]) -> i32 {
        self.trees
            .iter()
            .fold(self.base, |sum, t| sum.saturating_add(t.leaf(evidence)))
    }

    /// The probability that a score stands for.
    pub fn percent(score: i32) -> u8 {
        let chance = 100.0 / (1.0 + (-f64::from(score) / 1000.0).exp());
        let nearest = |p: &u8| f64::from(*p) + 0.5 > chance;
        (0..100).find(nearest).unwrap_or(100)
    }

    /// Reads a table: `base N`, `sure N`, `least N`, and a line a tree: seven questions `NAME<=N`, `:`, eight leaves.
    pub fn parse(text: &str, names: &[&str]) -> Result<Self, TableError> {
        let mut out = Self::default();
        for (i, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let read = match line.split_once(' ') {
                Some(("base", n)) => n.parse().ok().map(|n| out.base = n),
                Some(("sure", n)) => n.parse().ok().map(|n| out.sure = n),
                Some(("least", n)) => n.parse().ok().map(|n| out.least = n),
                _ => tree(line, names).map(|t| out.trees.push(t)),
            };
            read.ok_or_else(|| TableError {
                line: i + 1,
                text: line.to_owned(),
            })?;
        }
        Ok(out)
    }

    /// The text that [`Ensemble::parse`] reads.
    pub fn text(&self, names: &[&str]) -> String {
        let mut out = format!(
            "base {}\nsure {}\nleast {}\n",
            self.base, self.sure, self.least
        );
        for t in &self.trees {
            for q in &t.questions {
                let name = names.get(q.which).copied().unwrap_or_default();
                // Writing to a string cannot fail.
                let _ = write!(out, "{name}<={} ", q.at_most);
            }
            out.push(':');
            for leaf in &t.leaves {
                let _ = write!(out, " {leaf}");
            }
            out.push('\n');
        }
        out
    }
}

fn tree(line: &str, names: &[&str]) -> Option<Tree> {
    let (questions, leaves) = line.split_once(':')?;
    let mut out = Tree::default();
    let mut words = questions.split_whitespace();
    for q in &mut out.questions {
        let (name, at_most) = words.next()?.split_once("<=")?;
        *q = Question {
            which: names.iter().position(|n| *n == name)?,
            at_most: at_most.parse().ok()?,
        };
    }
    let mut numbers = leaves.split_whitespace();
    for leaf in &mut out.leaves {
        *leaf = numbers.next()?.parse().ok()?;
    }
    (words.next().is_none() && numbers.next().is_none()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::Ensemble;

    const TABLE: &str = "# a comment\nbase 10\nsure 5\nleast -5\n\
        a<=1 b<=2 b<=9 a<=0 a<=0 a<=5 a<=5 : 1 2 3 4 100 200 300 400\n";

    #[test]
    fn a_tree_is_walked_to_its_leaf() {
        let table = Ensemble::parse(TABLE, &["a", "b"]).expect("a table");
        assert_eq!(table.score(&[0, 0]), 11);
        assert_eq!(table.score(&[1, 0]), 12);
        assert_eq!(table.score(&[1, 3]), 14);
        assert_eq!(table.score(&[5, 9]), 110);
        assert_eq!(table.score(&[6, 10]), 410);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let table = Ensemble::parse(TABLE, &["a", "b"]).expect("a table");
        let again = Ensemble::parse(&table.text(&["a", "b"]), &["a", "b"]);
        assert_eq!(again, Ok(table));
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        let error = Ensemble::parse("base 1\nz<=1 : 3", &["a"]).expect_err("no table");
        assert!(
            error.to_string().starts_with("line 2 of the table"),
            "{error}"
        );
    }
}
