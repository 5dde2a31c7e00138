//! Declarations by a query: a name, the end of an address, a pattern with `*`, or what a body declares.

use crate::ProjectError;
use crate::program::Program;
use crate::project::{Project, by_name};
use reweave_languages::LANGUAGES;
use reweave_refactor::{AnyLanguage, Declared};
use serde_json::{Value, json};
use std::sync::Arc;

/// What separates the name from what is around it, in any language.
const SEPARATORS: [char; 6] = ['.', '#', ':', '\\', '/', '%'];

/// A declaration that a query means, with its place for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub address: String,
    pub kind: &'static str,
    pub language: &'static str,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Found {
    pub fn document(&self) -> Value {
        json!({
            "symbol": self.address,
            "kind": self.kind,
            "language": self.language,
            "file": self.file,
            "line": self.line,
            "column": self.column,
        })
    }
}

impl Project {
    /// The declarations that a query may mean, the closest first.
    pub fn symbols(
        &mut self,
        query: &str,
        language: Option<&str>,
    ) -> Result<Vec<Found>, ProjectError> {
        let present = self.present()?;
        let languages: Vec<&'static dyn AnyLanguage> = match language {
            Some(name) => vec![by_name(name)?],
            None => (LANGUAGES.iter().copied())
                .filter(|l| present.contains(&l.name()))
                .collect(),
        };
        let mut ranked = Vec::new();
        for language in languages {
            let program = self.program(language, None)?;
            ranked.extend(matches(&program, query));
        }
        ranked.sort_by(|a, b| {
            let key = |(rank, f): &(u8, Found)| (*rank, f.address.clone(), f.file.clone(), f.line);
            key(a).cmp(&key(b))
        });
        Ok(ranked.into_iter().map(|(_, found)| found).collect())
    }
}

fn matches(program: &Arc<Program>, query: &str) -> Vec<(u8, Found)> {
    let session = program.session();
    let all = session.symbols();
    let mut found: Vec<(u8, Declared)> = Vec::new();
    if let Some((around, name)) = query.rsplit_once('/') {
        let owners = all
            .iter()
            .filter(|d| rank(&d.address, around) <= Some(1) && rank(&d.address, around).is_some());
        for owner in owners {
            let locals = session.locals(owner).into_iter();
            let fits = locals.filter(|d| name.is_empty() || fits_local(&d.address, name));
            found.extend(fits.map(|d| (0, d)));
        }
    }
    let ranks = all
        .iter()
        .filter_map(|d| Some((rank(&d.address, query)?, d.clone())));
    found.extend(ranks);
    found.sort();
    found.dedup_by(|a, b| a.1.at == b.1.at);
    let sources = session.sources();
    let told = found.into_iter().map(|(rank, declared)| {
        let at = sources.line_col(declared.at.file, declared.at.span.start);
        let found = Found {
            address: declared.address,
            kind: declared.kind,
            language: program.language().name(),
            file: sources.path(declared.at.file).to_owned(),
            line: at.line,
            column: at.col,
        };
        (rank, found)
    });
    told.collect()
}

fn fits_local(address: &str, name: &str) -> bool {
    let own = address.rsplit('/').next().unwrap_or(address);
    own == name || own.trim_start_matches('$').split('~').next() == Some(name)
}

/// How close an address is to a query: 0 for the address itself; none where it is not meant.
fn rank(address: &str, query: &str) -> Option<u8> {
    if address == query {
        return Some(0);
    }
    if query.contains('*') {
        return is_like(address, query).then_some(2);
    }
    let without = |text: &str| text.split('(').next().unwrap_or(text).to_owned();
    let (bare, wanted) = (without(address), without(query));
    let is_end = |full: &str, end: &str| {
        full == end
            || full
                .strip_suffix(end)
                .is_some_and(|before| before.ends_with(SEPARATORS))
    };
    if is_end(address, query) || !query.contains('(') && is_end(&bare, &wanted) {
        return Some(1);
    }
    let name = bare
        .rsplit(SEPARATORS)
        .next()
        .unwrap_or(&bare)
        .to_lowercase();
    let lower = query.to_lowercase();
    if name == lower {
        return Some(2);
    }
    if !lower.is_empty() && name.starts_with(&lower) {
        return Some(3);
    }
    (!lower.is_empty() && name.contains(&lower)).then_some(4)
}

/// Whether an address is like a pattern in which `*` stands for any characters.
fn is_like(address: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = address.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_by_their_closeness() {
        let run = "org.a.B.run(int)";
        assert_eq!(rank(run, run), Some(0));
        assert_eq!(rank(run, "B.run"), Some(1));
        assert_eq!(rank(run, "B.run(int)"), Some(1));
        assert_eq!(rank(run, "B.run(long)"), None);
        assert_eq!(rank(run, "RUN"), Some(2));
        assert_eq!(rank(run, "ru"), Some(3));
        assert_eq!(rank(run, "un"), Some(4));
        assert_eq!(rank(run, "org.*.run*"), Some(2));
        assert_eq!(rank(run, "xrun"), None);
        assert_eq!(rank("App\\S::run", "S::run"), Some(1));
    }
}
