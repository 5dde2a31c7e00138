//! What a method needs of its own class, so that it can go elsewhere with it: by names, as a person would tick them in a
//! list of members.

use reweave_model::{Callable, FileModel, Kind, NodeId, Role};
use reweave_text::{Interner, Symbol};
use std::collections::HashSet;

/// The names of the members that a method names, those that they name, and so on. What overrides something has its place above already.
pub fn required(model: &FileModel, names: &Interner, method: &Callable) -> Vec<String> {
    let owner = model.ty(method.owner);
    let mut seen = HashSet::from([method.name]);
    let mut waiting = vec![method.node];
    let mut all = Vec::new();
    while let Some(node) = waiting.pop() {
        for name in named_in(model, node) {
            if !seen.insert(name) {
                continue;
            }
            let fields = owner.fields.iter().map(|&f| model.field(f));
            let fields = fields.filter(|f| f.name == name);
            let methods = owner.callables.iter().map(|&c| model.callable(c));
            let methods = methods.filter(|c| c.name == name && !c.is_constructor());
            let overrides = |c: &Callable| {
                let mut annotations = c.annotations.iter();
                annotations.any(|&a| names.text(model.tree.sym(a)) == "Override")
            };
            let methods = methods.filter(|c| !overrides(c)).map(|c| c.node);
            let found: Vec<NodeId> = fields.map(|f| f.node).chain(methods).collect();
            if !found.is_empty() {
                all.push(names.text(name).to_owned());
                waiting.extend(found);
            }
        }
    }
    all
}

/// The names in a declaration that may mean members of the class around it.
fn named_in(model: &FileModel, node: NodeId) -> Vec<Symbol> {
    let tree = &model.tree;
    let own = |n: NodeId| {
        let receiver = tree.child_in(n, Role::Receiver);
        receiver.is_none_or(|r| tree.kind(r) == Kind::This)
    };
    tree.descendants(node)
        .filter(|&n| match tree.kind(n) {
            Kind::Name => true,
            Kind::Call | Kind::FieldAccess | Kind::MethodRef => own(n),
            _ => false,
        })
        .map(|n| tree.sym(n))
        .collect()
}
