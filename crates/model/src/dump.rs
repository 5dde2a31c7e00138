//! The tree as text, one node a line: for tests and for people who debug.

use crate::{NodeId, Role, Tree};
use reweave_text::Interner;
use std::fmt::Write;

/// The subtree, each child indented below its parent: `role: Kind symbol #flags`.
pub fn dump(tree: &Tree, id: NodeId, names: &Interner) -> String {
    let mut out = String::new();
    let mut ends: Vec<u32> = Vec::new();
    for at in tree.descendants(id) {
        while ends.last().is_some_and(|&end| end <= at.0) {
            ends.pop();
        }
        let node = tree.node(at);
        let _ = write!(out, "{:1$}", "", ends.len() * 2);
        if node.role != Role::None {
            let _ = write!(out, "{:?}: ", node.role);
        }
        let _ = write!(out, "{:?}", node.kind);
        if !node.sym.is_empty() {
            let _ = write!(out, " {}", names.text(node.sym).escape_debug());
        }
        if node.flags != 0 {
            let _ = write!(out, " #{}", node.flags);
        }
        out.push('\n');
        ends.push(tree.subtree_end(at));
    }
    out
}
