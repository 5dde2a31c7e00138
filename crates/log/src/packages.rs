//! Which part of a dotted name is the package: packages may begin with a capital letter, so that the log's own places say it.

use crate::{Element, Log};
use reweave_text::Part;
use std::collections::BTreeSet;

/// The packages that a log knows: those of its entries, and the folders of the declarations.
#[derive(Default, Debug)]
pub struct Packages(BTreeSet<String>);

impl Packages {
    pub fn of(log: &Log) -> Self {
        let mut known = BTreeSet::new();
        for entry in &log.entries {
            if entry.element == Element::Package {
                known.extend([entry.old.clone(), entry.new.clone()]);
                continue;
            }
            for (name, at) in [(&entry.old, &entry.old_at), (&entry.new, &entry.new_at)] {
                known.extend(at.as_deref().and_then(|at| package_at(name, at)));
            }
        }
        for removed in &log.removed {
            let at = removed.at.as_deref();
            known.extend(at.and_then(|at| package_at(&removed.name, at)));
        }
        Self(known)
    }

    /// Package and classes. Where the log does not know the package, it ends before the first capital letter.
    ///
    /// ```
    /// use reweave_log::{Element, Entry, Kind, Log, Packages};
    /// let mut log = Log::default();
    /// let mut entry = Entry::new(Kind::RenameClass, Element::Class, "Acme.draw.Pen", "Acme.draw.Quill");
    /// entry.old_at = Some("src/Acme/draw/Pen.java:3".to_owned());
    /// log.entries.push(entry);
    /// let packages = Packages::of(&log);
    /// assert_eq!(packages.split("Acme.draw.Pen.Tip"), ("Acme.draw", "Pen.Tip"));
    /// assert_eq!(packages.split("a.b.C.D"), ("a.b", "C.D"));
    /// ```
    pub fn split<'n>(&self, class: &'n str) -> (&'n str, &'n str) {
        let mut end = class.len();
        while let Some(dot) = class.part(..end).rfind('.') {
            if self.0.contains(class.part(..dot)) {
                return (class.part(..dot), class.part(dot + 1..));
            }
            end = dot;
        }
        by_capitals(class)
    }
}

/// The longest beginning of a name that is the end of the folder of its file.
fn package_at(name: &str, at: &str) -> Option<String> {
    let path = at.rsplit_once(':').map_or(at, |(path, _)| path);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let folder = format!(".{}", folder.replace('/', "."));
    let name = name.split('(').next().unwrap_or(name);
    let mut end = name.len();
    while let Some(dot) = name.part(..end).rfind('.') {
        if folder.ends_with(&format!(".{}", name.part(..dot))) {
            return Some(name.part(..dot).to_owned());
        }
        end = dot;
    }
    None
}

fn by_capitals(class: &str) -> (&str, &str) {
    let mut at = 0;
    for segment in class.split('.') {
        if segment.chars().next().is_some_and(char::is_uppercase) {
            return (class.part(..at).trim_end_matches('.'), class.part(at..));
        }
        at += segment.len() + 1;
    }
    class.rsplit_once('.').unwrap_or(("", class))
}
