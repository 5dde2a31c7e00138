//! Two methods whose statements were matched, with their variables: where the refactorings inside bodies are found.

use crate::diff::Diff;
use crate::variables::{Var, Variables};
use crate::view::Method;
use reweave_matching::{BodyMatch, Mapping, Replacement, ReplacementKind};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;

/// How the two bodies came to be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// One method in two versions, the same class or another.
    Pair,
    Extracted,
    Inlined,
}

pub struct Context<'d, 'p> {
    pub before: Method,
    pub after: Method,
    pub origin: Origin,
    pub body: &'d BodyMatch<'p>,
    pub vars_before: Variables,
    pub vars_after: Variables,
    /// Names that stand for an argument here: differences in them are no renames.
    pub t1: &'p Tree,
    pub t2: &'p Tree,
}

/// What a name in a body stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ref {
    /// An index into the method's variables.
    Var(usize),
    /// Not a variable of the method: a field, or something outside.
    Field(FieldName),
}

/// A symbol that is ordered: by its number, which is the same on both sides of one run but says nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FieldName(pub usize);

impl<'d, 'p> Context<'d, 'p> {
    pub fn var1(&self, i: usize) -> &Var {
        &self.vars_before.all[i]
    }

    pub fn var2(&self, i: usize) -> &Var {
        &self.vars_after.all[i]
    }

    pub fn ref1(&self, node: NodeId) -> Option<Ref> {
        reference(self.t1, &self.vars_before, node)
    }

    pub fn ref2(&self, node: NodeId) -> Option<Ref> {
        reference(self.t2, &self.vars_after, node)
    }

    /// All replacements of one node by one, with the mapping they stand in.
    pub fn pairs(
        &self,
    ) -> impl Iterator<Item = (&'d Mapping, &'d Replacement, NodeId, NodeId)> + use<'d, 'p> {
        self.body.mappings.iter().flat_map(|m| {
            m.replacements
                .iter()
                .filter_map(move |r| r.pair().map(|(a, b)| (m, r, a, b)))
        })
    }

    /// The declarations that matched statements pair up: locals, loop variables, resources, caught exceptions.
    pub fn declarations(&self) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        for m in &self.body.mappings {
            let own = |vars: &Variables, body: &reweave_matching::Body<'_>, id| -> Vec<usize> {
                body.own_nodes(id)
                    .filter(|&n| matches!(body.tree.kind(n), Kind::VarDecl | Kind::Param))
                    .filter_map(|n| vars.all.iter().position(|v| v.node == n))
                    .collect()
            };
            let x = own(&self.vars_before, &self.body.before, m.before);
            let y = own(&self.vars_after, &self.body.after, m.after);
            if x.len() == y.len() {
                out.extend(x.into_iter().zip(y));
            }
        }
        out
    }

    /// Whether a variable of the second version has the name and kind of `var` of the first.
    pub fn lives_on(&self, var: &Var) -> bool {
        self.vars_after.all.iter().any(|v| v.name == var.name)
    }

    pub fn lived_before(&self, var: &Var) -> bool {
        self.vars_before.all.iter().any(|v| v.name == var.name)
    }
}

fn reference(tree: &Tree, vars: &Variables, node: NodeId) -> Option<Ref> {
    match tree.kind(node) {
        Kind::Name => Some(match vars.resolve(tree.sym(node), node) {
            Some(i) => Ref::Var(i),
            None => field(tree.sym(node)),
        }),
        Kind::VarDecl | Kind::Param | Kind::TypePattern => vars.at(tree, node).map(Ref::Var),
        Kind::FieldAccess => {
            let own = tree
                .child_in(node, Role::Receiver)
                .is_none_or(|r| tree.kind(r) == Kind::This);
            own.then(|| field(tree.sym(node)))
        }
        _ => None,
    }
}

fn field(name: Symbol) -> Ref {
    Ref::Field(FieldName(name.index()))
}

/// Every place where two bodies were matched.
pub fn contexts<'d, 'p>(diff: &'d Diff<'p>) -> Vec<Context<'d, 'p>> {
    let mut out = Vec::new();
    let mut push = |before: Method, after: Method, origin, body: &'d BodyMatch<'p>| {
        out.push(Context {
            before,
            after,
            origin,
            body,
            vars_before: Variables::of(&diff.before, before),
            vars_after: Variables::of(&diff.after, after),
            t1: diff.before.tree(before.file),
            t2: diff.after.tree(after.file),
        });
    };
    for p in diff.methods.iter().filter(|p| !p.identical) {
        push(p.before, p.after, Origin::Pair, &p.body);
    }
    for t in &diff.extracted {
        push(
            diff.methods[t.pair].before,
            t.method,
            Origin::Extracted,
            &t.body,
        );
    }
    for t in &diff.inlined {
        push(
            t.method,
            diff.methods[t.pair].after,
            Origin::Inlined,
            &t.body,
        );
    }
    out
}

/// Whether a replacement is of one name, access or declaration by another.
pub fn is_variable_replacement(r: &Replacement) -> bool {
    matches!(r.kind, ReplacementKind::Node | ReplacementKind::Variable)
}
