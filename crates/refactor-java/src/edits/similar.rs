//! Variables and methods that are named after the type they are of: what a rename of the type can take along.

use crate::query::at::{Meant, meant_at};
use crate::query::program::JavaProgram;
use crate::query::words::valid_name;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Part;

/// A declaration, its name, and the name that it would have after a type's.
pub struct Similar {
    pub meant: Meant,
    pub old: String,
    pub new: String,
}

/// Fields, variables and parameters of a type, and methods that take or give it, whose names hold the type's.
pub fn similar(
    program: &JavaProgram,
    files: &[u32],
    class: ClassId,
    (old, new): (&str, &str),
) -> Vec<Similar> {
    let mut found = Vec::new();
    for &number in files {
        let tree = &program.model(number).tree;
        for node in tree.descendants(NodeId::ROOT) {
            let name = program.world().text(tree.sym(node));
            if let Some(new) = follows(name, old, new)
                && is_of(program, number, node, class)
                && valid_name(name, &new, false).is_ok()
                && let Ok(meant) = meant_at(
                    program,
                    program.id(number),
                    program.token(number, node).span.start,
                )
                // A constructor has the name of its class, which is no variable.
                && !matches!(meant.decl, Decl::Class(_))
            {
                found.push(Similar {
                    meant,
                    old: name.to_owned(),
                    new,
                });
            }
        }
    }
    found
}

/// Whether a declaration's type, or one in a method's signature, names the class.
fn is_of(program: &JavaProgram, number: u32, node: NodeId, class: ClassId) -> bool {
    let tree = &program.model(number).tree;
    let names_it = |declaring: NodeId| {
        let ty = tree.child_in(declaring, Role::Type);
        ty.is_some_and(|ty| {
            let mut inside = tree.descendants(ty);
            inside.any(|n| program.names.decl(number, n) == Decl::Class(class))
        })
    };
    match tree.kind(node) {
        Kind::VarDecl => tree.parent(node).is_some_and(names_it),
        Kind::Field | Kind::Param => names_it(node),
        Kind::Callable => names_it(node) || tree.children_in(node, Role::Param).any(names_it),
        _ => false,
    }
}

/// `someClass2`, `lvSomeClass` and `getSomeClass` follow `SomeClass`: the type's name must begin and end a word.
fn follows(name: &str, old: &str, new: &str) -> Option<String> {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_lowercase());
    let small = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next().into_iter().flat_map(char::to_lowercase);
        first.chain(chars).collect::<String>()
    };
    if let Some(rest) = name.strip_prefix(&small(old)).filter(|rest| ends(rest)) {
        return Some(format!("{}{rest}", small(new)));
    }
    let (at, _) = name
        .match_indices(old)
        .find(|(at, _)| ends(name.part(at + old.len()..)))?;
    let (before, rest) = (name.part(..at), name.part(at + old.len()..));
    (!before.is_empty()).then(|| format!("{before}{new}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::follows;

    #[test]
    fn names_follow_at_the_borders_of_words() {
        let after = |name| follows(name, "Try", "Bla");
        assert_eq!(after("try").as_deref(), Some("bla"));
        assert_eq!(after("tryReturn2").as_deref(), Some("blaReturn2"));
        assert_eq!(after("getTry").as_deref(), Some("getBla"));
        assert_eq!(after("fTryAll").as_deref(), Some("fBlaAll"));
        assert_eq!(after("trying"), None);
        assert_eq!(after("countTrys"), None);
        assert_eq!(after("Try"), None);
    }
}
