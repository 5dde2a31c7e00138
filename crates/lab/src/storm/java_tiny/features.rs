//! What the generated programs have: how many of those that run have each feature, so that a table shows what was never tried.

type Has = fn(&str) -> bool;

/// By the words of the programs themselves; the helper class is not looked at.
const FEATURES: &[(&str, Has)] = &[
    ("abstract classes", |t| t.contains("abstract class")),
    ("anonymous classes", |t| t.contains("() { public ")),
    ("constructors that call super", |t| t.contains(" super(")),
    ("default methods", |t| t.contains("default ")),
    ("enums", |t| t.contains("enum ")),
    ("exceptions that are caught", |t| t.contains("catch (")),
    ("generic classes and methods", |t| {
        t.contains(" extends Comparable<") || t.contains("<T") || t.contains("<K>")
    }),
    ("initializers of classes", |t| t.contains("static { ")),
    ("inner classes created through an object", |t| {
        t.contains(".new ")
    }),
    ("instanceof with a pattern", |t| t.contains(" instanceof ")),
    ("lambdas", |t| t.contains(" -> ")),
    ("local classes, records and interfaces", |t| {
        t.contains("p.U.t(new L().") || t.contains("{ class ") || t.contains("{ record ")
    }),
    ("method references", |t| t.contains("::")),
    ("o.super()", |t| t.contains(".super(")),
    ("overrides that say so", |t| t.contains("@Override")),
    ("protected members", |t| t.contains("protected ")),
    ("records", |t| t.contains("record ")),
    ("sealed types", |t| t.contains("sealed ")),
    ("static imports", |t| t.contains("import static ")),
    ("super of a named interface or class", |t| {
        t.contains(".super.")
    }),
    ("switch", |t| t.contains("switch (")),
    ("two packages that name each other", |t| {
        t.contains("import q.") || t.contains("import p.q.")
    }),
    ("varargs", |t| t.contains("... ")),
];

/// The features of a program, by name.
pub fn features(files: &[(String, String)]) -> impl Iterator<Item = &'static str> {
    let own = files.iter().filter(|f| f.0 != "p/U.java");
    let text: String = own.map(|f| f.1.as_str()).collect();
    let has = FEATURES.iter().filter(move |f| f.1(&text));
    has.map(|f| f.0)
}

/// All that are looked for.
pub fn names() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|f| f.0)
}

#[cfg(test)]
mod tests {
    use super::{features, names};
    use crate::storm::Random;
    use crate::storm::java_tiny::write;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn every_feature_is_generated() {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for number in 0..300 {
            let mut random = Random::new(1, "java-tiny", number);
            let text = write::program(&mut random).print(&BTreeSet::new());
            for feature in features(&text.files) {
                *seen.entry(feature).or_default() += 1;
            }
        }
        for feature in names() {
            let count = seen.get(feature).copied().unwrap_or(0);
            assert!(count >= 5, "{feature}: in {count} of 300 programs");
        }
    }
}
