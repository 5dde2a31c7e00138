//! Classes that the change added, empty: a member can only move to a class that is there, and a method only return one.

use crate::declared::{declared, package};
use crate::requests::target_class;
use crate::tokens::Tokens;
use reweave_change::Finding;
use reweave_text::{Part, Sources};
use rustc_hash::FxHashSet;

/// Findings that move a member, and those that say of a class that it was there under another name.
const MOVES: [&str; 2] = ["Move Method", "Move Attribute"];
const CLASSES: [&str; 3] = ["Move Class", "Rename Class", "Move And Rename Class"];

/// The version before with the files of new classes that members moved to, each with the head of its type and no body.
pub fn with(before: &Sources, after: &Sources, findings: &[Finding]) -> Sources {
    let known: FxHashSet<&str> = (findings.iter())
        .filter(|f| CLASSES.contains(&f.kind.as_str()))
        .filter_map(|f| f.right.first()?.code.as_deref())
        .collect();
    let moves = findings.iter().filter(|f| MOVES.contains(&f.kind.as_str()));
    let wanted: FxHashSet<String> = moves
        .filter_map(target_class)
        .filter(|class| !known.contains(class.as_str()))
        .collect();
    let returned: Vec<&str> = (findings.iter())
        .filter(|f| f.kind == "Change Return Type")
        .filter_map(|f| Some(f.right.first()?.code.as_deref()?.rsplit_once(" : ")?.1))
        .collect();
    let own = before.iter().map(|(_, f)| (f.path.clone(), f.text.clone()));
    let mut all: Vec<_> = own.collect();
    let added = after.iter().filter(|(_, f)| before.find(&f.path).is_none());
    for (_, file) in added {
        let Some((class, head)) = own_type(&file.path, &file.text) else {
            continue;
        };
        let simple = class.rsplit('.').next().unwrap_or_default();
        let is_returned = returned
            .iter()
            .any(|ty| words(ty).any(|word| word == simple));
        if wanted.contains(&class) || (is_returned && !known.contains(class.as_str())) {
            all.push((file.path.clone(), format!("{head}\n}}\n").into()));
        }
    }
    Sources::new(all)
}

fn words(ty: &str) -> impl Iterator<Item = &str> {
    ty.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The full name of the type that a file is named after, and the text up to where its body opens.
fn own_type<'t>(path: &str, text: &'t str) -> Option<(String, &'t str)> {
    let name = path.rsplit('/').next()?.strip_suffix(".java")?;
    let tokens = Tokens::new(text);
    let at = declared(&tokens, name)?;
    let open = (at..tokens.len()).find(|&i| tokens.get(i) == "{")?;
    let class = match package(&tokens) {
        package if package.is_empty() => name.to_owned(),
        package => format!("{package}.{name}"),
    };
    Some((class, text.part(..tokens.spans[open].end as usize)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_ends_where_the_body_opens() {
        let text = "package p.q;\n/** This class B is {@code not} it. */\n@A({1}) class B extends C { int x; }";
        let (class, head) = own_type("p/q/B.java", text).expect("there is a type");
        assert_eq!(class, "p.q.B");
        assert!(head.ends_with("class B extends C {"), "{head}");
        assert_eq!(own_type("B.java", "package p;"), None);
    }
}
