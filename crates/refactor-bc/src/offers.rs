//! What bc files declare for others: functions and global variables. bc names no other file, so whatever is given to it with these
//! may use them.

use super::Read;
use reweave_lang_bc::{Scopes, Sort};
use reweave_preserve::Interval;
use reweave_refactor::{Offer, OtherFiles, Tells};
use reweave_text::{FileId, Sources};
use std::collections::BTreeSet;

pub const OTHERS: &[OtherFiles] = &[OtherFiles {
    what: "a script",
    endings: &[".sh", ".bash", ".ksh", ".zsh"],
    tells: Tells::Text,
}];

pub fn offers(read: &Read, sources: &Sources, files: &[FileId]) -> Vec<Offer> {
    let mut all = Vec::new();
    for group in &read.program.groups {
        if !group.files.iter().any(|f| files.contains(f)) {
            continue;
        }
        let scopes = Scopes::new(&read.program, group);
        let mut seen = BTreeSet::new();
        let declared: BTreeSet<_> = (scopes.occurrences.iter())
            .filter(|o| o.is_declaration)
            .map(|o| (o.within, o.span.text(sources.text(o.file))))
            .collect();
        for found in &scopes.occurrences {
            let name = found.span.text(sources.text(found.file));
            let what = match found.sort {
                Sort::Function(_) if found.is_declaration => "function",
                // What a function does not declare is a variable of others.
                Sort::Variable(_) if !declared.contains(&(found.within, name)) => "variable",
                _ => continue,
            };
            if files.contains(&found.file) && seen.insert((what, name)) {
                all.push(Offer {
                    shape: what.to_owned(),
                    ..Offer::new(name, "", Interval::new(found.file, found.span))
                });
            }
        }
    }
    all
}
