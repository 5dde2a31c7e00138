//! Let-substitution: while two statements are compared, a variable that only one version declares stands for the value it
//! is declared with, as a parameter stands for its argument.

use crate::arguments::{Argumentization, Arguments};
use crate::body::Body;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables that a body declares, parameters included.
#[derive(Debug, Default)]
pub struct Declared {
    pub names: FxHashSet<Symbol>,
    /// Names that are declared once, with a value, and never set again; in order.
    pub values: Vec<(Symbol, NodeId)>,
}

impl Declared {
    pub(crate) fn of(tree: &Tree, root: NodeId) -> Self {
        let holder = tree
            .parent(root)
            .filter(|&p| tree.kind(p) == Kind::Callable)
            .unwrap_or(root);
        let mut times: FxHashMap<Symbol, u32> = FxHashMap::default();
        let mut values = Vec::new();
        for id in tree.descendants(holder) {
            let node = tree.node(id);
            match node.kind {
                Kind::VarDecl | Kind::Param | Kind::TypePattern => {
                    *times.entry(node.sym).or_default() += 1;
                    let value = tree.child_in(id, Role::Init);
                    values.extend(value.map(|v| (node.sym, v)));
                }
                Kind::Assign => set(tree, tree.child_in(id, Role::Target), &mut times),
                Kind::Update => set(tree, tree.child_in(id, Role::Operand), &mut times),
                _ => {}
            }
        }
        values.retain(|(name, value)| times[name] == 1 && stands_for(tree, *value));
        Self {
            names: times.into_keys().collect(),
            values,
        }
    }
}

/// A name that is set counts as often as it is declared and set.
fn set(tree: &Tree, target: Option<NodeId>, times: &mut FxHashMap<Symbol, u32>) {
    if let Some(name) = target.filter(|&t| tree.kind(t) == Kind::Name) {
        *times.entry(tree.sym(name)).or_default() += 1;
    }
}

/// `true` and `null` stand everywhere: no variable is taken for them.
fn stands_for(tree: &Tree, value: NodeId) -> bool {
    !matches!(tree.kind(value), Kind::Bool | Kind::Null | Kind::ArrayInit)
}

/// The variables that only one of two bodies declares, with their values.
#[derive(Default)]
pub struct Lets {
    pub(crate) before: Values,
    pub(crate) after: Values,
}

pub(crate) type Values = FxHashMap<Symbol, Value>;

/// What a variable is declared with.
#[derive(Clone, Copy)]
pub(crate) struct Value {
    node: NodeId,
    /// With values in the place of the variables in it.
    hash: u64,
}

/// The value of the variable that the name at `node` means, where it says more than another name.
pub(crate) fn value(lets: &Values, tree: &Tree, node: NodeId) -> Option<NodeId> {
    let named = (tree.kind(node) == Kind::Name).then(|| tree.sym(node))?;
    let value = lets.get(&named)?.node;
    (tree.kind(value) != Kind::Name).then_some(value)
}

impl Lets {
    pub fn between(before: &Body<'_>, after: &Body<'_>, arguments: &Argumentization<'_>) -> Self {
        let (d1, d2) = (before.declared(), after.declared());
        let mut gone = hashes(before.tree, d1, d2, &arguments.before);
        let mut new = hashes(after.tree, d2, d1, &arguments.after);
        // Two variables of one value are one that was renamed: neither stands for the value.
        let values = |lets: &Values| -> FxHashSet<u64> { lets.values().map(|v| v.hash).collect() };
        let (old_values, new_values) = (values(&gone), values(&new));
        gone.retain(|_, value| !new_values.contains(&value.hash));
        new.retain(|_, value| !old_values.contains(&value.hash));
        Self {
            before: gone,
            after: new,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

fn hashes(tree: &Tree, own: &Declared, other: &Declared, arguments: &Arguments<'_>) -> Values {
    let mut out = Values::default();
    for &(name, node) in &own.values {
        if !other.names.contains(&name) {
            let hash = hash(&out, arguments, tree, node).unwrap_or_else(|| tree.hash(node));
            out.insert(name, Value { node, hash });
        }
    }
    out
}

/// The hash of the code at `node` with values in the place of the variables; none where it has none of these.
pub(crate) fn hash(
    lets: &Values,
    arguments: &Arguments<'_>,
    tree: &Tree,
    node: NodeId,
) -> Option<u64> {
    let of = |n: NodeId| {
        (tree.kind(n) == Kind::Name)
            .then(|| lets.get(&tree.sym(n)).map(|v| v.hash))
            .flatten()
    };
    let any = !lets.is_empty() && tree.descendants(node).any(|n| of(n).is_some());
    any.then(|| {
        tree.hash_with(node, |n| {
            of(n).or_else(|| arguments.get_name(tree, n).map(|a| a.hash()))
        })
    })
}
