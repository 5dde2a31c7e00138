//! Argumentization (paper 4, section 3.2): a parameter stands for the argument that a call passes to it.

use reweave_model::{Callable, Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// An expression in the tree it stands in.
#[derive(Clone, Copy)]
pub struct Argument<'t> {
    pub tree: &'t Tree,
    pub node: NodeId,
}

impl Argument<'_> {
    pub fn hash(&self) -> u64 {
        self.tree.hash(self.node)
    }
}

/// What the names of one side stand for.
#[derive(Clone, Default)]
pub struct Arguments<'t> {
    map: FxHashMap<Symbol, Argument<'t>>,
    /// What `this` stands for: the receiver of the call.
    pub this: Option<Argument<'t>>,
    /// The type that the body stands in: its name says nothing there before a member of it.
    pub class: Option<Symbol>,
}

impl<'t> Arguments<'t> {
    /// The arguments that `call` passes to `callee`, themselves read with `outer`, the arguments of the caller.
    pub fn of_call(tree: &'t Tree, call: NodeId, callee: &Callable, outer: &Self) -> Self {
        let mut map = FxHashMap::default();
        let mut passed = tree.children_in(call, Role::Argument);
        for param in &callee.params {
            let Some(node) = passed.next() else { break };
            if param.varargs && passed.clone().next().is_some() {
                break;
            }
            let argument = match outer.get_name(tree, node) {
                Some(further) => further,
                None => Argument { tree, node },
            };
            map.insert(param.name, argument);
        }
        let this = tree
            .child_in(call, Role::Receiver)
            .filter(|&r| !matches!(tree.kind(r), Kind::This | Kind::Super))
            .map(|node| Argument { tree, node });
        Self {
            map,
            this,
            class: outer.class,
        }
    }

    /// The same, where `this` means the called method's own object.
    #[must_use]
    pub fn without_this(&self) -> Self {
        Self {
            map: self.map.clone(),
            this: None,
            class: self.class,
        }
    }

    /// The same, in the body of a type of that name.
    #[must_use]
    pub fn within(self, class: Option<Symbol>) -> Self {
        Self { class, ..self }
    }

    /// Whether nothing stands for anything else.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty() && self.this.is_none()
    }

    pub fn insert(&mut self, name: Symbol, argument: Argument<'t>) {
        self.map.insert(name, argument);
    }

    /// What the parameter of that name stands for.
    pub fn of(&self, name: Symbol) -> Option<Argument<'t>> {
        self.map.get(&name).copied()
    }

    /// What the name at `node` stands for.
    pub fn get_name(&self, tree: &Tree, node: NodeId) -> Option<Argument<'t>> {
        match tree.kind(node) {
            Kind::Name => self.of(tree.sym(node)),
            Kind::This => self.this,
            _ => None,
        }
    }

    /// The hash of the code at `node` with arguments in the place of parameters; none where it has none.
    pub fn hash(&self, tree: &Tree, node: NodeId) -> Option<u64> {
        if self.is_empty() {
            return None;
        }
        let any = tree
            .descendants(node)
            .any(|n| self.get_name(tree, n).is_some());
        any.then(|| tree.hash_with(node, |n| self.get_name(tree, n).map(|a| a.hash())))
    }
}

/// The arguments on both sides: after for what was extracted, before for what was inlined.
#[derive(Clone, Default)]
pub struct Argumentization<'t> {
    pub before: Arguments<'t>,
    pub after: Arguments<'t>,
}
