//! Names as logs write them, and what they are called halfway through a log.

use crate::{Element, Entry};
use reweave_text::Part;

/// `a.b.C.method(String,int[])`, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name<'a> {
    /// All before the last segment; empty for a name without one.
    pub prefix: &'a str,
    pub simple: &'a str,
    /// Between the parentheses; none for what is no method.
    pub parameters: Option<&'a str>,
}

impl<'a> Name<'a> {
    pub fn of(name: &'a str) -> Self {
        let (path, parameters) = match name.split_once('(') {
            Some((path, rest)) => (path, Some(rest.strip_suffix(')').unwrap_or(rest))),
            None => (name, None),
        };
        let (prefix, simple) = path.rsplit_once('.').unwrap_or(("", path));
        Self {
            prefix,
            simple,
            parameters,
        }
    }

    /// The types between the parentheses.
    pub fn types(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.parameters
            .into_iter()
            .flat_map(|p| p.split(','))
            .filter(|p| !p.is_empty())
    }

    pub fn join(prefix: &str, simple: &str) -> String {
        if prefix.is_empty() {
            simple.to_owned()
        } else {
            format!("{prefix}.{simple}")
        }
    }
}

/// A name with the types of its parameters by their simple names, as people read it.
///
/// ```
/// use reweave_log::simplified;
/// assert_eq!(simplified("a.B.m(java.util.Map.Entry,int[])"), "a.B.m(Entry,int[])");
/// assert_eq!(simplified("a.B"), "a.B");
/// ```
pub fn simplified(name: &str) -> String {
    let parts = Name::of(name);
    if parts.parameters.is_none() {
        return name.to_owned();
    }
    let types: Vec<&str> = parts.types().map(simple_type).collect();
    format!(
        "{}({})",
        Name::join(parts.prefix, parts.simple),
        types.join(",")
    )
}

/// The last word of a type, with its brackets.
pub fn simple_type(ty: &str) -> &str {
    let bare = ty.trim_end_matches("...");
    let at = bare.rfind('.').map_or(0, |d| d + 1);
    ty.part(at..)
}

/// Whether two types of a log may be one: a simple name, or the end of a longer one, stands for any type of that name.
///
/// ```
/// use reweave_log::same_type;
/// assert!(same_type("java.util.Map.Entry", "Map.Entry"));
/// assert!(same_type("int[]", "int..."));
/// assert!(!same_type("a.Map.Entry", "b.Map.Entry"));
/// ```
pub fn same_type(a: &str, b: &str) -> bool {
    let (a, b) = (a.replace("...", "[]"), b.replace("...", "[]"));
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short)
            .is_some_and(|rest| rest.ends_with('.'))
    };
    a == b || ends(&a, &b) || ends(&b, &a)
}

/// ρ on names: what an old package or class is called once `entries` were carried out. Of several that fit, the most
/// specific one holds.
///
/// ```
/// use reweave_log::{Element, Entry, Kind, current};
/// let entries = [
///     Entry::new(Kind::RenamePackage, Element::Package, "a.lang", "a.lang3"),
///     Entry::new(Kind::MoveClass, Element::Class, "a.lang.Words", "a.lang3.text.Words"),
/// ];
/// assert_eq!(current(&entries, "a.lang.time.Clock"), "a.lang3.time.Clock");
/// assert_eq!(current(&entries, "a.lang.Words.Inner"), "a.lang3.text.Words.Inner");
/// assert_eq!(current(&entries, "a.language"), "a.language");
/// ```
pub fn current(entries: &[Entry], old: &str) -> String {
    let best = entries
        .iter()
        .filter(|e| e.kind.renames() && matches!(e.element, Element::Package | Element::Class))
        .filter_map(|e| {
            let rest = old.strip_prefix(e.old.as_str())?;
            (rest.is_empty() || rest.starts_with('.')).then_some((e, rest))
        })
        .max_by_key(|(e, _)| e.old.len());
    best.map_or_else(|| old.to_owned(), |(e, rest)| format!("{}{rest}", e.new))
}
