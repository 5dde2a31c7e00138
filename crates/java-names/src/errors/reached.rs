//! Statements that stand where they may not: behind one that never completes (JLS 14.22), below a label of the same name (14.7), and
//! constructor calls that are not the first of their body (8.8.7).

use crate::completion::{completes, truth};
use crate::error::{ErrorKind, NameError};
use crate::names::Names;
use reweave_model::{Kind, NodeId, Role, Tree};

impl Names {
    pub(super) fn unreached(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let error = |node, kind, about: &str| NameError {
            file,
            node,
            kind,
            about: about.to_owned(),
        };
        let mut found = Vec::new();
        for node in tree.descendants(NodeId::ROOT) {
            match tree.kind(node) {
                Kind::Block | Kind::Case => found.extend(
                    behind_the_end(self, tree, node)
                        .map(|next| error(next, ErrorKind::Unreachable, "")),
                ),
                Kind::While | Kind::For => found.extend(
                    never_entered(self, tree, node)
                        .map(|body| error(body, ErrorKind::Unreachable, "")),
                ),
                Kind::Labeled if is_label_in_use(tree, node) => {
                    let label = world.text(tree.sym(node));
                    found.push(error(node, ErrorKind::DuplicateLabel, label));
                }
                Kind::ConstructorCall if !is_first(tree, node) => {
                    let word = world.text(tree.sym(node));
                    found.push(error(node, ErrorKind::NotFirst, word));
                }
                _ => {}
            }
        }
        found
    }
}

/// The first statement of a list that follows one which never completes.
fn behind_the_end(names: &Names, tree: &Tree, list: NodeId) -> Option<NodeId> {
    let is_statement = |&n: &NodeId| tree.kind(n).is_statement();
    let mut statements = tree.children(list).filter(is_statement);
    let ends = |&s: &NodeId| !completes(tree, names.world.names(), s);
    let last = statements.by_ref().find(ends)?;
    // Nothing is said of what could not be read.
    let is_broken = tree.descendants(last).any(|n| tree.kind(n) == Kind::Broken);
    statements.next().filter(|_| !is_broken)
}

/// The body of a loop whose condition is `false`.
fn never_entered(names: &Names, tree: &Tree, node: NodeId) -> Option<NodeId> {
    let condition = tree.child_in(node, Role::Condition)?;
    let is_false = truth(tree, names.world.names(), condition) == Some(false);
    tree.child_in(node, Role::Body).filter(|_| is_false)
}

fn is_label_in_use(tree: &Tree, labeled: NodeId) -> bool {
    let is_body = |&n: &NodeId| matches!(tree.kind(n), Kind::Callable | Kind::Lambda | Kind::Type);
    tree.ancestors(labeled)
        .take_while(|n| !is_body(n))
        .any(|n| tree.kind(n) == Kind::Labeled && tree.sym(n) == tree.sym(labeled))
}

fn is_first(tree: &Tree, call: NodeId) -> bool {
    let body = tree.parent(call);
    body.is_none_or(|body| {
        tree.role(body) == Role::Body && tree.children(body).next() == Some(call)
    })
}
