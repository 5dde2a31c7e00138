//! bc's declarations by their addresses: functions by their names, globals by theirs, and `area/width` in a function.

use crate::Read;
use reweave_lang_bc::{Scopes, Sort};
use reweave_preserve::Interval;
use reweave_refactor::{Declared, count_on};
use reweave_text::Sources;

pub fn declared(read: &Read, sources: &Sources) -> Vec<Declared> {
    let mut all = Vec::new();
    for group in &read.program.groups {
        let scopes = Scopes::new(&read.program, group);
        let mut globals = Vec::new();
        for o in &scopes.occurrences {
            let name = o.span.text(sources.text(o.file));
            let at = Interval::new(o.file, o.span);
            match (o.sort, o.within) {
                (Sort::Function(_), _) if o.is_declaration => {
                    all.push(Declared::new(name, "function", at));
                }
                (Sort::Variable(_), Some(id)) if o.is_declaration => {
                    let function = read.program.function(group, id);
                    let file = group.functions[id].0;
                    let around = function.name.span.text(sources.text(file));
                    all.push(Declared::new(format!("{around}/{name}"), "variable", at));
                }
                (Sort::Variable(_), None) if !globals.contains(&name) => {
                    globals.push(name);
                    all.push(Declared::new(name, "global variable", at));
                }
                _ => {}
            }
        }
    }
    all.sort_by_key(|d| d.at);
    all.dedup_by_key(|d| d.at);
    count_on(&mut all);
    all
}
