//! The built-in index: the public `java.*` API as text, compressed, for machines without a JDK.
//!
//! Modules are lines that start with `X` and come first. A class is a line that starts with `C`, its members follow; fields of a line stand between tabs, lists between
//! commas. `cargo xtask java-index` writes it from an installed JDK's signatures.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use reweave_java_names::{ClassData, MemberData, ModuleData, access};
use reweave_text::Part;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{Read, Write};
use std::ops::Range;

const BUILT_IN: &[u8] = include_bytes!("../data/java-api.bin");

/// The decompressed index and where each class stands in it.
pub struct ApiIndex {
    text: String,
    classes: FxHashMap<String, Range<usize>>,
}

impl ApiIndex {
    pub fn built_in() -> Self {
        let mut text = String::new();
        ZlibDecoder::new(BUILT_IN)
            .read_to_string(&mut text)
            .expect("the index was written by write_index");
        Self::of_text(text)
    }

    fn of_text(text: String) -> Self {
        let mut starts: Vec<usize> = text
            .match_indices("C\t")
            .map(|(i, _)| i)
            .filter(|&i| i == 0 || text.as_bytes()[i - 1] == b'\n')
            .collect();
        starts.push(text.len());
        let classes = starts
            .windows(2)
            .map(|w| {
                let head = text.part(w[0]..w[1]).lines().next().unwrap_or_default();
                let name = head.split('\t').nth(2).unwrap_or_default();
                (name.to_owned(), w[0]..w[1])
            })
            .collect();
        Self { text, classes }
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }

    pub fn modules(&self) -> Vec<ModuleData> {
        let lines = self.text.lines().take_while(|l| l.starts_with("X\t"));
        lines
            .map(|line| {
                let mut parts = line.split('\t').skip(1);
                let mut next = || parts.next().unwrap_or_default();
                ModuleData {
                    name: next().to_owned(),
                    exports: list(next()),
                    transitive: list(next()),
                }
            })
            .collect()
    }

    pub fn load(&self, name: &str) -> Option<ClassData> {
        let mut data = ClassData::default();
        for line in self.text.part(self.classes.get(name)?.clone()).lines() {
            let mut parts = line.split('\t');
            let mut next = || parts.next().unwrap_or_default();
            let (kind, flags) = (next(), next().parse().unwrap_or_default());
            match kind {
                "C" => {
                    data.access = flags;
                    next().clone_into(&mut data.name);
                    data.superclass = some(next());
                    data.interfaces = list(next());
                    data.signature = some(next());
                    data.outer = some(next());
                    data.permits = list(next());
                    data.deprecated = next() == "D";
                }
                "N" => data.members.push((next().to_owned(), next().to_owned())),
                _ => {
                    let member = MemberData {
                        access: flags,
                        name: next().to_owned(),
                        descriptor: next().to_owned(),
                        signature: some(next()),
                        exceptions: list(next()),
                        deprecated: next() == "D",
                    };
                    let all = if kind == "F" {
                        &mut data.fields
                    } else {
                        &mut data.methods
                    };
                    all.push(member);
                }
            }
        }
        Some(data)
    }
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn list(text: &str) -> Vec<String> {
    text.split(',')
        .filter(|t| !t.is_empty())
        .map(str::to_owned)
        .collect()
}

const OPEN: u16 = access::PUBLIC | access::PROTECTED;

/// The names of the public and protected classes, and of what they inherit from though it is hidden itself.
fn open_classes(classes: &[ClassData]) -> FxHashSet<String> {
    let open = classes.iter().filter(|c| c.access & OPEN != 0);
    let mut found: FxHashSet<String> = open.map(|c| c.name.clone()).collect();
    loop {
        let known = found.len();
        for class in classes {
            if found.contains(&class.name) {
                found.extend(class.superclass.iter().chain(&class.interfaces).cloned());
            }
        }
        if found.len() == known {
            return found;
        }
    }
}

/// Writes an index of `modules` and of the public and protected part of `classes`, in order of name.
pub fn write_index(mut modules: Vec<ModuleData>, mut classes: Vec<ClassData>) -> Vec<u8> {
    let open = open_classes(&classes);
    classes.retain(|c| open.contains(&c.name));
    classes.sort_by(|a, b| a.name.cmp(&b.name));
    let mut text = String::new();
    let mut line = |parts: &[&str]| {
        text.push_str(parts.join("\t").trim_end_matches('\t'));
        text.push('\n');
    };
    modules.sort_by(|a, b| a.name.cmp(&b.name));
    for module in &modules {
        let (exports, transitive) = (module.exports.join(","), module.transitive.join(","));
        line(&["X", &module.name, &exports, &transitive]);
    }
    for class in &classes {
        let mark = if class.deprecated { "D" } else { "" };
        let dash = |s: &Option<String>| s.clone().unwrap_or_default();
        line(&[
            "C",
            &class.access.to_string(),
            &class.name,
            &dash(&class.superclass),
            &class.interfaces.join(","),
            &dash(&class.signature),
            &dash(&class.outer),
            &class.permits.join(","),
            mark,
        ]);
        for (simple, binary) in &class.members {
            if classes
                .binary_search_by(|c| c.name.as_str().cmp(binary))
                .is_ok()
            {
                line(&["N", "0", simple, binary]);
            }
        }
        let fields = class.fields.iter().map(|f| ("F", f));
        let methods = class.methods.iter().map(|m| ("M", m));
        for (kind, member) in fields.chain(methods).filter(|(_, m)| m.access & OPEN != 0) {
            line(&[
                kind,
                &member.access.to_string(),
                &member.name,
                &member.descriptor,
                &dash(&member.signature),
                &member.exceptions.join(","),
                if member.deprecated { "D" } else { "" },
            ]);
        }
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(text.as_bytes())
        .and_then(|()| encoder.finish())
        .expect("writing into memory succeeds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_index_knows_the_api() {
        let index = ApiIndex::built_in();
        let map = index.load("java/util/Map").expect("Map is public");
        assert!(
            map.members
                .iter()
                .any(|(s, b)| s == "Entry" && b == "java/util/Map$Entry")
        );
        assert!(
            map.methods
                .iter()
                .any(|m| m.name == "computeIfAbsent" && m.signature.is_some())
        );
        assert!(
            index
                .load("java/lang/String")
                .is_some_and(|s| s.fields.iter().all(|f| f.name != "value"))
        );
        assert!(index.load("java/lang/AbstractStringBuilder").is_some());
        assert!(
            index
                .load("java/lang/Object")
                .is_some_and(|o| o.superclass.is_none())
        );
        assert_eq!(index.load("java/util/Nothing"), None);
        let modules = index.modules();
        let sql = modules.iter().find(|m| m.name == "java.sql");
        let sql = sql.expect("it is one of Java's modules");
        assert!(sql.exports.iter().any(|p| p == "java.sql"));
        assert!(sql.transitive.iter().any(|m| m == "java.logging"));
    }
}
