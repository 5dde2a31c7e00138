//! What javac says of one place.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Error,
    /// A use of what is deprecated.
    Deprecation,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Diagnostic {
    pub path: String,
    pub line: u32,
    pub kind: Kind,
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

impl Diagnostic {
    /// What makes two of them the same, wherever the lines went.
    pub fn sort(&self) -> (&str, &str) {
        (&self.path, &self.message)
    }

    /// Those of javac's output; lines that name no place are passed over.
    pub fn all(text: &str) -> Vec<Self> {
        let mut lines = text.lines();
        let mut all = Vec::new();
        while let Some(line) = lines.next() {
            let Some(mut found) = Self::of(line) else {
                continue;
            };
            // What cannot be found is named a few lines below.
            if found.message.ends_with("cannot find symbol") {
                let mut below = lines.clone().take(4).map(str::trim);
                let symbol = below.find(|l| l.starts_with("symbol:"));
                found.message.extend(symbol.map(|s| format!(", {s}")));
            }
            all.push(found);
        }
        all
    }

    fn of(line: &str) -> Option<Self> {
        let (path, rest) = line.split_once(".java:")?;
        let (number, message) = rest.split_once(": ")?;
        let error = message.strip_prefix("error: ").map(|m| (Kind::Error, m));
        let deprecated = message.strip_prefix("warning: [deprecation] ");
        let (kind, message) = error.or(deprecated.map(|m| (Kind::Deprecation, m)))?;
        Some(Self {
            path: format!("{path}.java"),
            line: number.parse().ok()?,
            kind,
            message: message.to_owned(),
        })
    }
}

#[test]
fn errors_and_deprecations_with_their_symbols() {
    let text = "a/B.java:3: error: cannot find symbol\n    x.run();\n     ^\n  symbol:   method run()\n  location: class X\na/B.java:9: warning: [deprecation] old() in C has been deprecated\nNote: Some input files use unchecked operations.\n";
    let told: Vec<_> = Diagnostic::all(text)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        told,
        [
            "a/B.java:3: cannot find symbol, symbol:   method run()",
            "a/B.java:9: old() in C has been deprecated"
        ]
    );
}
