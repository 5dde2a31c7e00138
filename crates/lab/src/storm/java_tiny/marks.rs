//! Text with marks: parts that may be replaced by something plain, and the names that are declared.
//!
//! The generator writes marked text. A part whose replacement stands (`gone`) is printed as that: so a program that does not
//! compile is repaired, and one that shows a defect is reduced, without parsing it.

use reweave_text::Part as _;
use std::collections::BTreeSet;

const OPEN: char = '\u{1}';
const INSTEAD: char = '\u{2}';
const CLOSE: char = '\u{3}';
const DECLARE: char = '\u{4}';
const NAMED: char = '\u{5}';
const DECLARED: char = '\u{6}';

/// A part that may be left out.
pub fn part(text: &str) -> String {
    instead("", text)
}

/// A part that something plain may stand for.
pub fn instead(plain: &str, text: &str) -> String {
    format!("{OPEN}{plain}{INSTEAD}{text}{CLOSE}")
}

/// A declared name, with what a request may want to know of it: the kind, then what depends on the kind, with bars between.
pub fn declare(about: &str, name: &str) -> String {
    format!("{DECLARE}{about}{NAMED}{name}{DECLARED}")
}

/// The text without its marks.
pub fn plain(marked: &str) -> String {
    let mut all = Marked::default();
    let root = all.add(marked);
    all.print_node(root, &BTreeSet::new()).text
}

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Declared(usize),
    Part(usize),
}

#[derive(Clone, Debug, Default)]
struct Part {
    instead: String,
    pieces: Vec<Piece>,
}

/// Files of marked text. Parts are numbered over all of them, outer ones before those within.
#[derive(Clone, Debug, Default)]
pub struct Marked {
    parts: Vec<Part>,
    /// What is said of a declared name, and the name.
    declared: Vec<(String, String)>,
    /// Path and outermost part.
    files: Vec<(String, usize)>,
}

/// A declared name as it was printed.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The same however much of the program is gone.
    pub number: usize,
    pub about: Vec<String>,
    pub name: String,
    pub file: usize,
    pub offset: usize,
}

/// Printed parts: number, start and end.
type Spans = Vec<(usize, usize, usize)>;

#[derive(Default)]
struct Printed {
    text: String,
    /// Numbers and offsets.
    declared: Vec<(usize, usize)>,
    spans: Spans,
}

/// A program as it is printed.
#[derive(Clone, Debug, Default)]
pub struct Text {
    pub files: Vec<(String, String)>,
    pub declared: Vec<Declared>,
    spans: Vec<Spans>,
}

impl Text {
    /// The smallest part around an offset of a file.
    pub fn part_at(&self, file: usize, offset: usize) -> Option<usize> {
        let around = |s: &&(usize, usize, usize)| s.1 <= offset && offset < s.2.max(s.1 + 1);
        let all = self.spans.get(file)?.iter().filter(around);
        all.min_by_key(|s| s.2 - s.1).map(|s| s.0)
    }

    pub fn has(&self, part: usize) -> bool {
        self.spans.iter().flatten().any(|s| s.0 == part)
    }

    /// The parts that are printed, the longest first.
    pub fn parts(&self) -> Vec<usize> {
        let mut all: Vec<_> = self.spans.iter().flatten().collect();
        all.sort_by_key(|s| (std::cmp::Reverse(s.2 - s.1), s.0));
        all.into_iter().map(|s| s.0).collect()
    }
}

impl Marked {
    pub fn file(&mut self, path: &str, marked: &str) {
        let root = self.add(marked);
        self.files.push((path.to_owned(), root));
    }

    /// The part that a part stands in.
    pub fn parent(&self, part: usize) -> Option<usize> {
        let holds = |p: &Part| {
            let is_it = |piece: &Piece| matches!(piece, Piece::Part(n) if *n == part);
            p.pieces.iter().any(is_it)
        };
        self.parts.iter().position(holds)
    }

    fn add(&mut self, marked: &str) -> usize {
        let root = self.parts.len();
        self.parts.push(Part::default());
        let mut open = vec![root];
        let mut rest = marked;
        while let Some(at) = rest.find([OPEN, CLOSE, DECLARE]) {
            let top = *open.last().expect("marks are balanced");
            if at > 0 {
                let text = rest.part(..at).to_owned();
                self.parts[top].pieces.push(Piece::Text(text));
            }
            let mark = rest.part(at..).chars().next();
            rest = rest.part(at + 1..);
            if mark == Some(OPEN) {
                let (plain, inner) = rest.split_once(INSTEAD).expect("has an alternative");
                let number = self.parts.len();
                let instead = plain.to_owned();
                self.parts.push(Part {
                    instead,
                    pieces: Vec::new(),
                });
                self.parts[top].pieces.push(Piece::Part(number));
                open.push(number);
                rest = inner;
            } else if mark == Some(CLOSE) {
                open.pop();
            } else {
                let (about, inner) = rest.split_once(NAMED).expect("has a name");
                let (name, after) = inner.split_once(DECLARED).expect("has an end");
                let number = self.declared.len();
                self.declared.push((about.to_owned(), name.to_owned()));
                self.parts[top].pieces.push(Piece::Declared(number));
                rest = after;
            }
        }
        let top = *open.last().expect("marks are balanced");
        self.parts[top].pieces.push(Piece::Text(rest.to_owned()));
        root
    }

    pub fn print(&self, gone: &BTreeSet<usize>) -> Text {
        let mut all = Text::default();
        for (path, root) in &self.files {
            if gone.contains(root) {
                continue;
            }
            let printed = self.print_node(*root, gone);
            let file = all.files.len();
            for (number, offset) in printed.declared {
                let (about, name) = &self.declared[number];
                all.declared.push(Declared {
                    number,
                    about: about.split('|').map(str::to_owned).collect(),
                    name: name.clone(),
                    file,
                    offset,
                });
            }
            all.spans.push(printed.spans);
            all.files.push((path.clone(), printed.text));
        }
        all
    }

    fn print_node(&self, root: usize, gone: &BTreeSet<usize>) -> Printed {
        let mut printed = Printed::default();
        self.print_part(root, gone, &mut printed);
        printed
    }

    fn print_part(&self, number: usize, gone: &BTreeSet<usize>, to: &mut Printed) {
        let part = &self.parts[number];
        if gone.contains(&number) {
            to.text.push_str(&part.instead);
            return;
        }
        let start = to.text.len();
        for piece in &part.pieces {
            match piece {
                Piece::Text(text) => to.text.push_str(text),
                Piece::Declared(declared) => {
                    to.declared.push((*declared, to.text.len()));
                    to.text.push_str(&self.declared[*declared].1);
                }
                Piece::Part(inner) => self.print_part(*inner, gone, to),
            }
        }
        to.spans.push((number, start, to.text.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::{Marked, declare, instead, part};
    use std::collections::BTreeSet;

    #[test]
    fn parts_are_replaced_and_names_are_found() {
        let mut all = Marked::default();
        let field = format!("int {} = {};", declare("f|A", "k"), instead("1", "2 + 3"));
        all.file(
            "A.java",
            &format!("class A {{ {} {} }}", part("x"), part(&field)),
        );
        let whole = all.print(&BTreeSet::new());
        assert_eq!(whole.files[0].1, "class A { x int k = 2 + 3; }");
        assert_eq!(whole.declared[0].offset, 16);
        let sum = whole.part_at(0, 22).expect("there is one");
        let repaired = all.print(&BTreeSet::from([sum, 1]));
        assert_eq!(repaired.files[0].1, "class A {  int k = 1; }");
        assert_eq!(all.parent(sum), Some(2));
    }
}
