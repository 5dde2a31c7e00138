//! Whether two places read the same as they are written, before they were brought into their normal form: one that says with a
//! loop, a branch or a temporary what the other says otherwise has to be rewritten before a method can stand for both.

use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::{Interner, Span};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Operators that read the same with their operands exchanged, and the one that they become.
const TURNED: &[(&str, &str)] = &[
    ("==", "=="),
    ("!=", "!="),
    ("<", "<"),
    (">", "<"),
    ("<=", "<="),
    (">=", "<="),
    ("&&", "&&"),
    ("||", "||"),
    ("&", "&"),
    ("|", "|"),
    ("^", "^"),
    ("*", "*"),
];

/// The form of the statements in a piece of text, which begins around a node, in order; names, values and types aside.
pub fn form(tree: &Tree, (node, span): (NodeId, Span), names: &Interner) -> Vec<u64> {
    let mut around = std::iter::once(node).chain(tree.ancestors(node));
    let around = around.find(|&a| tree.span(a).contains(span));
    let mut found = Vec::new();
    statements(tree, around.unwrap_or(NodeId::ROOT), span, &mut found);
    found.iter().map(|&s| of(tree, s, names)).collect()
}

/// The outermost statements that lie in the text.
fn statements(tree: &Tree, node: NodeId, span: Span, found: &mut Vec<NodeId>) {
    let own = tree.span(node);
    if tree.kind(node).is_statement() && span.contains(own) {
        found.push(node);
    } else if span.overlaps(own) {
        for kid in tree.children(node) {
            statements(tree, kid, span, found);
        }
    }
}

fn of(tree: &Tree, node: NodeId, names: &Interner) -> u64 {
    let node = bare(tree, node);
    let mut hasher = FxHasher::default();
    if is_value(tree, node) {
        return hasher.finish();
    }
    let kind = tree.kind(node);
    kind.hash(&mut hasher);
    let kids = tree.children(node).filter(|&k| !tree.kind(k).is_type());
    let kids = kids.filter(|&k| tree.kind(k) != Kind::Annotation);
    let mut kids: Vec<u64> = kids.map(|k| of(tree, k, names)).collect();
    let word = names.text(tree.sym(node));
    match kind {
        Kind::Binary => {
            let turned = TURNED.iter().find(|(operator, _)| *operator == word);
            turned.map_or(word, |(_, one)| one).hash(&mut hasher);
            if turned.is_some() {
                kids.sort_unstable();
            }
        }
        Kind::Call | Kind::MethodRef | Kind::Unary | Kind::Update | Kind::Assign => {
            word.hash(&mut hasher);
        }
        _ => {}
    }
    kids.hash(&mut hasher);
    hasher.finish()
}

/// What parentheses hold, and the one statement that braces hold.
fn bare(tree: &Tree, node: NodeId) -> NodeId {
    let mut node = node;
    loop {
        let mut kids = tree.children(node);
        let (Some(only), None) = (kids.next(), kids.next()) else {
            return node;
        };
        let declares = matches!(tree.kind(only), Kind::Local | Kind::LocalType);
        match tree.kind(node) {
            Kind::Paren => node = only,
            Kind::Block if !declares => node = only,
            _ => return node,
        }
    }
}

/// What a parameter could stand for, or another name.
fn is_value(tree: &Tree, node: NodeId) -> bool {
    let kind = tree.kind(node);
    match kind {
        Kind::Name => true,
        Kind::FieldAccess => tree.child_in(node, Role::Receiver).is_none_or(|on| {
            let plain = tree.kind(on) == Kind::This || tree.kind(on).is_type();
            plain || is_value(tree, on)
        }),
        Kind::Unary => {
            let mut kids = tree.children(node);
            kids.all(|k| tree.kind(k).is_literal())
        }
        kind => kind.is_literal(),
    }
}
