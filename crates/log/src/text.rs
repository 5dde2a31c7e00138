//! The log for people: what changed in this release, grouped by package, most used first.

use crate::{
    Element, Entry, Log, Name, Packages, Removed, is_test_place, simple_type, simplified, verdict,
};
use reweave_text::Part;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The entries of one package of the old release.
pub struct Group<'l> {
    pub package: String,
    pub entries: Vec<&'l Entry>,
    pub removed: Vec<&'l Removed>,
}

/// How many entries and removals are of tests, which people need not read one by one.
pub fn of_tests(log: &Log) -> usize {
    let entries = log.entries.iter().filter(|e| e.is_of_tests()).count();
    entries + log.removed.iter().filter(|r| r.is_of_tests()).count()
}

/// Entries and removals by package without those of tests, the most used packages and entries first.
pub fn groups(log: &Log) -> Vec<Group<'_>> {
    groups_of(log, &|at| !at.is_some_and(is_test_place))
}

/// The same for entries and removals at the places that are wanted; each is asked for by `FILE:LINE`, where that is known.
pub fn groups_of<'l>(log: &'l Log, is_wanted: &dyn Fn(Option<&str>) -> bool) -> Vec<Group<'l>> {
    let packages = Packages::of(log);
    let mut by_package: BTreeMap<String, Group> = BTreeMap::new();
    for entry in log
        .entries
        .iter()
        .filter(|e| is_wanted(e.old_at.as_deref()))
    {
        let package = package_of(&packages, &entry.old, entry.element);
        slot(&mut by_package, package).entries.push(entry);
    }
    for removed in log.removed.iter().filter(|r| is_wanted(r.at.as_deref())) {
        let package = package_of(&packages, &removed.name, removed.element);
        slot(&mut by_package, package).removed.push(removed);
    }
    let mut groups: Vec<Group> = by_package.into_values().collect();
    for group in &mut groups {
        group
            .entries
            .sort_by_key(|e| (e.element != Element::Package, std::cmp::Reverse(e.uses)));
        group.removed.sort_by_key(|r| std::cmp::Reverse(r.uses));
    }
    groups.sort_by_key(|g| std::cmp::Reverse(g.entries.iter().map(|e| e.uses).sum::<u32>()));
    groups
}

fn slot<'g, 'l>(groups: &'g mut BTreeMap<String, Group<'l>>, package: String) -> &'g mut Group<'l> {
    groups.entry(package.clone()).or_insert_with(|| Group {
        package,
        entries: Vec::new(),
        removed: Vec::new(),
    })
}

fn package_of(packages: &Packages, name: &str, element: Element) -> String {
    let class = match element {
        Element::Package => return name.to_owned(),
        Element::Class => name,
        Element::Method | Element::Field => Name::of(name).prefix,
    };
    packages.split(class).0.to_owned()
}

pub fn write(log: &Log) -> String {
    let mut out = format!(
        "{} -> {}: {} refactorings, {} removed without a match\n",
        log.old.name,
        log.new.name,
        log.entries.len(),
        log.removed.len()
    );
    let (level, why) = verdict(log);
    let _ = writeln!(out, "semantic versioning: {}; {why}", level.word());
    for (side, word) in [(&log.old, "old"), (&log.new, "new")] {
        if side.generated > 0 {
            let (n, all) = (side.generated, side.files);
            let _ = writeln!(
                out,
                "{word} release: {n} of {all} files say that they are generated"
            );
        }
    }
    for group in groups(log) {
        let title = if group.package.is_empty() {
            "(no package)"
        } else {
            &group.package
        };
        let _ = writeln!(out, "\n{title}");
        for entry in group.entries {
            let _ = writeln!(out, "  {}", line(entry, &group.package));
        }
        for removed in group.removed {
            let _ = writeln!(
                out,
                "  removed {} {}",
                removed.element.word(),
                relative(&simplified(&removed.name), &group.package)
            );
        }
    }
    let tests = of_tests(log);
    if tests > 0 {
        let _ = writeln!(
            out,
            "\n{tests} entries of test sources are not shown; --format json has them, --no-tests leaves them out"
        );
    }
    for left_out in &log.left_out {
        let _ = writeln!(out, "left out: {left_out}");
    }
    out
}

/// One entry in a line.
pub fn line(entry: &Entry, package: &str) -> String {
    let (before, after) = shown(entry);
    let old = relative(&before, package);
    let mut out = if before == after {
        format!("{} {old}", entry.kind.word())
    } else {
        let new = shortened(entry, &before, &after);
        format!("{} {old} -> {new}", entry.kind.word())
    };
    if let Some([before, after]) = entry.returns_changed() {
        let (before, after) = (simple_type(before), simple_type(after));
        let _ = write!(out, ", returns {before} -> {after}");
    }
    if let Some(confidence) = entry.confidence {
        let _ = write!(out, "  ({:.0} %", confidence * 100.0);
        if entry.uses > 0 {
            let _ = write!(out, ", {} uses", entry.uses);
        }
        out.push(')');
    }
    out
}

fn relative<'n>(name: &'n str, package: &str) -> &'n str {
    name.strip_prefix(package)
        .and_then(|n| n.strip_prefix('.'))
        .unwrap_or(name)
}

/// Both names as people read them: types with their packages only where two differ in nothing else.
pub fn shown(entry: &Entry) -> (String, String) {
    let (old, new) = (simplified(&entry.old), simplified(&entry.new));
    if old == new && entry.old != entry.new {
        return (entry.old.clone(), entry.new.clone());
    }
    (old, new)
}

/// The new name: only the member where the class is the same but for its package.
fn shortened<'n>(entry: &Entry, before: &str, after: &'n str) -> &'n str {
    let (old, new) = (Name::of(before), Name::of(after));
    let class = |n: &Name| n.prefix.rsplit('.').next().map(str::to_owned);
    let member = matches!(entry.element, Element::Method | Element::Field);
    if member && class(&old) == class(&new) {
        let path = after.split('(').next().unwrap_or(after);
        let at = path.rfind('.').map_or(0, |d| d + 1);
        return after.part(at..);
    }
    after
}
