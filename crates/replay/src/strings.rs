//! Names of classes in files that are not Java: `plugin.xml`, `META-INF/services`, Spring's XML. They are offered, and
//! changed only when that is asked for: nobody can tell what such a string is for.

use crate::outcome::{Offer, Outcome};
use crate::plan::Plan;
use crate::{Request, rewrite};
use reweave_text::{LineIndex, Part, Span};
use rewrite::{Change, rewrite};
use std::path::Path;

/// Whether a file of the client can be of interest: Java, or one that may name classes.
pub fn is_read(path: &str) -> bool {
    is_known(path) || Path::new(path).extension().is_some_and(|e| e == "java")
}

fn is_known(path: &str) -> bool {
    let extension = Path::new(path).extension();
    path.contains("META-INF/services/") || extension.is_some_and(|e| e == "xml")
}

pub fn offer(request: &Request, plan: &Plan, outcome: &mut Outcome) {
    for (id, file) in request.client.iter().filter(|(_, f)| is_known(&f.path)) {
        let mut changes = Vec::new();
        let index = LineIndex::new(&file.text);
        for span in dotted_names(&file.text) {
            let old = span.text(&file.text);
            let Some(named) = plan.class(&old.replace('$', ".")) else {
                continue;
            };
            // A member's name behind the class stays; only whole classes are known here.
            if named.new == old {
                continue;
            }
            outcome.offers.push(Offer {
                path: file.path.to_string(),
                line: index.line_col(&file.text, span.start).line,
                old: old.to_owned(),
                new: named.new.clone(),
            });
            changes.push(Change::name(span, span, named.new));
        }
        if request.strings && !changes.is_empty() {
            outcome
                .after
                .set_text(id, rewrite(&file.text, changes).text);
        }
    }
}

/// Words with dots in between, of at least two words, the last of which begins like a class.
fn dotted_names(text: &str) -> Vec<Span> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        match (is_part(c), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                let word = text.part(from..at).trim_end_matches('.');
                let last = word.rsplit(['.', '$']).next().unwrap_or_default();
                if word.contains('.') && last.starts_with(char::is_uppercase) {
                    found.push(Span::new(from as u32, (from + word.len()) as u32));
                }
                start = None;
            }
            _ => {}
        }
    }
    found
}
