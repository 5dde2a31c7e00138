//! Lambdas and method references that stand for a method whose parameters change: they take the same ones.
//!
//! `Test t = c -> c == 'a'` becomes `Test t = (n, c) -> c == 'a'` with a parameter `n` before the other.

use crate::edits::signature_change::{Change, Item};
use crate::edits::signature_edits::SignatureEdits;
use crate::query::affected::has_functions;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Span;
use rustc_hash::FxHashSet;

impl SignatureEdits<'_> {
    pub fn functions(&mut self) {
        let (program, change) = (self.program, self.change);
        let world = program.world();
        if change.keeps_parameters() || !self.family.iter().any(|&m| world.is_abstract(m)) {
            return;
        }
        for file in program.numbers() {
            let model = program.model(file);
            if !has_functions(model) {
                continue;
            }
            let tree = &model.tree;
            for node in tree.descendants(NodeId::ROOT) {
                if !matches!(tree.kind(node), Kind::Lambda | Kind::MethodRef) {
                    continue;
                }
                let class = world.class_of_type(program.names.ty(file, node));
                let method = class.and_then(|c| world.functional(c));
                if !method.is_some_and(|m| self.family.contains(&m)) {
                    continue;
                }
                let text = self.sources.text(program.id(file));
                match parameters(tree, text, node, change) {
                    Ok(Some((span, list))) => self.edits.replace(file, span, list),
                    Ok(None) => {}
                    Err(why) => {
                        let at = Span::at(tree.span(node).start);
                        self.trouble.push((why, program.interval(file, at)));
                    }
                }
            }
        }
    }
}

/// The parameters of a lambda as they will be, and what they replace.
fn parameters(
    tree: &Tree,
    text: &str,
    node: NodeId,
    change: &Change,
) -> Result<Option<(Span, String)>, String> {
    if tree.kind(node) == Kind::MethodRef {
        return Err("a method reference refers to it, which takes other arguments".to_owned());
    }
    let given: Vec<NodeId> = tree.children_in(node, Role::Param).collect();
    if given.len() != change.old.len() {
        return Ok(None);
    }
    let body = tree.child_in(node, Role::Body);
    let stays = |i: usize| {
        let mut items = change.items.iter();
        items.any(|item| matches!(item, Item::Kept { index, .. } if *index == i))
    };
    for (i, &param) in given.iter().enumerate() {
        let named = |n: NodeId| tree.kind(n) == Kind::Name && tree.sym(n) == tree.sym(param);
        if !stays(i) && body.is_some_and(|b| tree.descendants(b).any(named)) {
            return Err(
                "the body of a lambda that implements it uses a parameter that is removed".into(),
            );
        }
    }
    let type_of = |n: NodeId| tree.child_in(n, Role::Type).map(|t| tree.span(t));
    let typed = given.iter().any(|&n| type_of(n).is_some());
    let list: Vec<String> = change
        .items
        .iter()
        .map(|item| match item {
            Item::Kept { index, ty, .. } => {
                let old = tree.span(given[*index]);
                match (ty, type_of(given[*index])) {
                    (Some(ty), Some(was)) => {
                        let before = Span::new(old.start, was.start).text(text);
                        let behind = Span::new(was.end, old.end).text(text);
                        let behind = behind.trim_end_matches(['[', ']', ' ']);
                        format!("{before}{ty}{behind}")
                    }
                    _ => old.text(text).to_owned(),
                }
            }
            Item::New { ty, name, .. } if typed => format!("{ty} {}", fresh(name, text)),
            Item::New { name, .. } => fresh(name, text),
        })
        .collect();
    let whole = tree.span(node);
    let list = list.join(", ");
    let span = match (given.first(), given.last()) {
        (Some(&first), Some(&last)) => Span::new(tree.span(first).start, tree.span(last).end),
        _ => Span::at(whole.start + 1),
    };
    let bare = !whole.text(text).starts_with('(');
    let list = if bare { format!("({list})") } else { list };
    Ok(Some((span, list)))
}

/// The name, or one like it that the file does not have: a lambda may name nothing that the body around has.
fn fresh(name: &str, text: &str) -> String {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let words: FxHashSet<&str> = text.split(|c| !in_name(c)).collect();
    let others = (1..).map(|i| format!("{name}{i}"));
    std::iter::once(name.to_owned())
        .chain(others)
        .find(|n| !words.contains(n.as_str()))
        .unwrap_or_else(|| name.to_owned())
}
