//! Lines that say which package a file is in and what it imports: accounted for where a finding names what they name.

use reweave_change::Finding;
use rustc_hash::FxHashSet;

/// The names in the descriptions of all findings.
pub struct Names {
    /// Dotted names of types, members and packages.
    dotted: FxHashSet<String>,
    /// The packages and types that these lie in.
    outer: FxHashSet<String>,
    simple: FxHashSet<String>,
}

impl Names {
    pub fn of(findings: &[Finding]) -> Self {
        let mut names = Self {
            dotted: FxHashSet::default(),
            outer: FxHashSet::default(),
            simple: FxHashSet::default(),
        };
        for finding in findings {
            let is_apart = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '.');
            for word in finding.description.split(is_apart) {
                names.add(word.trim_matches('.'));
            }
        }
        names
    }

    fn add(&mut self, word: &str) {
        let Some((mut outer, _)) = word.rsplit_once('.') else {
            self.simple.insert(word.to_owned());
            return;
        };
        self.dotted.insert(word.to_owned());
        while self.outer.insert(outer.to_owned()) {
            match outer.rsplit_once('.') {
                Some((next, _)) => outer = next,
                None => break,
            }
        }
    }

    /// Whether this line of code imports, or declares to be in, something that a finding names.
    pub fn account_for(&self, code: &str) -> bool {
        let Some(name) = named(code) else {
            return false;
        };
        let holds = code.starts_with("package ") && self.outer.contains(name);
        if holds || self.dotted.contains(name) {
            return true;
        }
        let Some((owner, last)) = name.rsplit_once('.') else {
            return false;
        };
        // A static import names a member of a type.
        self.dotted.contains(owner) || self.simple.contains(last)
    }
}

/// What a line imports or declares: none where it does something else.
fn named(code: &str) -> Option<&str> {
    let rest = code
        .strip_prefix("import ")
        .or_else(|| code.strip_prefix("package "))?;
    let name = rest.strip_prefix("static ").unwrap_or(rest);
    Some(name.trim_end_matches(';').trim_end_matches(".*"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(description: &str) -> Names {
        Names::of(&[Finding {
            kind: "Move Class".into(),
            description: description.into(),
            ..Finding::default()
        }])
    }

    #[test]
    fn an_import_is_accounted_for_by_what_it_names() {
        let names = names("Move Class a.b.C moved to a.d.C");
        for code in ["import a.b.C;", "package a.d;", "import static a.d.C.of;"] {
            assert!(names.account_for(code), "{code}");
        }
        for code in ["import a.b.D;", "import x.Y;", "C c;"] {
            assert!(!names.account_for(code), "{code}");
        }
    }
}
