//! Classes that the change added, empty: a member can only move to a class that is there, and a method only return one.

use crate::declared::is_type_word;
use crate::requests::target_class;
use crate::tokens::Tokens;
use reweave_change::Finding;
use reweave_text::{Part, Sources};
use rustc_hash::FxHashSet;

/// Findings that move a member, and those that say of a class that it was there under another name.
const MOVES: [&str; 2] = ["Move Method", "Move Attribute"];
const CLASSES: [&str; 3] = ["Move Class", "Rename Class", "Move And Rename Class"];

/// The version before with the files of new classes that members moved to, each with the head of its first type and no body.
pub fn with(before: &Sources, after: &Sources, findings: &[Finding]) -> Sources {
    let known: FxHashSet<&str> = (findings.iter())
        .filter(|f| CLASSES.contains(&f.kind.as_str()))
        .filter_map(|f| f.right.first()?.code.as_deref())
        .collect();
    let moves = findings.iter().filter(|f| MOVES.contains(&f.kind.as_str()));
    let wanted: FxHashSet<String> = moves
        .filter_map(target_class)
        .filter(|class| !known.contains(class.as_str()))
        .map(|class| class.replace('.', "/"))
        .collect();
    let returned: Vec<&str> = (findings.iter())
        .filter(|f| f.kind == "Change Return Type")
        .filter_map(|f| Some(f.right.first()?.code.as_deref()?.rsplit_once(" : ")?.1))
        .collect();
    let own = before.iter().map(|(_, f)| (f.path.clone(), f.text.clone()));
    let mut all: Vec<_> = own.collect();
    for (_, file) in after.iter() {
        let class = file.path.strip_suffix(".java").unwrap_or_default();
        let is_wanted = |w: &String| {
            class
                .strip_suffix(w.as_str())
                .is_some_and(|r| r.is_empty() || r.ends_with('/'))
        };
        let simple = class.rsplit('/').next().unwrap_or_default();
        let is_returned = returned
            .iter()
            .any(|ty| words(ty).any(|word| word == simple))
            && !known.iter().any(|k| k.rsplit('.').next() == Some(simple));
        if before.find(&file.path).is_none()
            && (is_returned || wanted.iter().any(is_wanted))
            && let Some(head) = head(&file.text)
        {
            all.push((file.path.clone(), format!("{head}\n}}\n").into()));
        }
    }
    Sources::new(all)
}

fn words(ty: &str) -> impl Iterator<Item = &str> {
    ty.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// A file up to where the body of its first type opens.
fn head(text: &str) -> Option<&str> {
    let tokens = Tokens::new(text);
    let mut all = 0..tokens.len();
    all.find(|&i| is_type_word(tokens.get(i)))?;
    let open = all.find(|&i| tokens.get(i) == "{")?;
    Some(text.part(..tokens.spans[open].end as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_ends_where_the_body_opens() {
        let text = "package p;\n@A({1}) class B extends C { int x; }";
        assert_eq!(head(text), Some("package p;\n@A({1}) class B extends C {"));
        assert_eq!(head("package p;"), None);
    }
}
