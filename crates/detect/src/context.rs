//! Two methods whose statements were matched, with their variables: where the refactorings inside bodies are found.

use crate::diff::{Diff, Transfer};
use crate::variables::{Var, VarKind, Variables};
use crate::view::{Method, View};
use reweave_matching::{Arguments, Body, BodyMatch, Mapping, Replacement, ReplacementKind};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

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
    pub vars_before: Rc<Variables>,
    pub vars_after: Rc<Variables>,
    /// Variables of the first body that the second gets as parameters, where its code was extracted.
    pub passed: Vec<(usize, usize)>,
    /// The variables of the method that the code was extracted from, as it is now.
    pub vars_rest: Option<Rc<Variables>>,
    /// What the parameters of the extracted or inlined method stand for, as its first call says.
    pub arguments: Arguments<'p>,
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

    /// The attributes that two accesses name, own ones, those of other classes and enum constants alike: none where one
    /// of the two is a variable, or where they are asked of different objects.
    pub fn attributes(&self, a: NodeId, b: NodeId) -> Option<(Symbol, Symbol)> {
        let own = |r| match r {
            Some(Ref::Field(_)) => Some(true),
            Some(Ref::Var(_)) => None,
            None => Some(false),
        };
        let (own1, own2) = (own(self.ref1(a))?, own(self.ref2(b))?);
        let access = |tree: &Tree, n: NodeId| match tree.kind(n) {
            Kind::Name => Some(None),
            Kind::FieldAccess => Some(tree.child_in(n, Role::Receiver)),
            _ => None,
        };
        let (on1, on2) = (access(self.t1, a)?, access(self.t2, b)?);
        let same_receiver = match (on1, on2) {
            (Some(x), Some(y)) => self.t1.hash(x) == self.t2.hash(y),
            _ => false,
        };
        (own1 && own2 || same_receiver).then(|| (self.t1.sym(a), self.t2.sym(b)))
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

    /// The declarations that correspond: those in matched statements (locals, loop variables, resources, caught
    /// exceptions), then those whose uses do, then those left with the same name.
    pub fn declarations(&self) -> Vec<(usize, usize)> {
        let mut out = Paired::new(self.matched_declarations());
        let is_free = |out: &Paired, x: usize, y: usize| {
            self.var1(x).kind != VarKind::Param
                && self.var2(y).kind != VarKind::Param
                && out.is_free(x, y)
        };
        let mut votes: Vec<(usize, usize)> = self
            .pairs()
            .filter(|(_, r, _, _)| is_variable_replacement(r))
            .filter_map(|(_, _, a, b)| match (self.ref1(a), self.ref2(b)) {
                (Some(Ref::Var(x)), Some(Ref::Var(y))) => Some((x, y)),
                _ => None,
            })
            .collect();
        votes.sort_unstable();
        let mut counts: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        for &v in &votes {
            *counts.entry(v).or_default() += 1;
        }
        votes.dedup();
        let mut rivals: [FxHashMap<usize, u32>; 2] = Default::default();
        for &(x, y) in &votes {
            *rivals[0].entry(x).or_default() += 1;
            *rivals[1].entry(y).or_default() += 1;
        }
        for &(x, y) in &votes {
            let rival = rivals[0][&x] > 1 || rivals[1][&y] > 1;
            let often = counts[&(x, y)] > 1;
            let type_of = |tree: &Tree, ty: Option<NodeId>| ty.map(|t| tree.hash(t));
            let same_type = type_of(self.t1, self.var1(x).ty) == type_of(self.t2, self.var2(y).ty);
            if !rival && (often || same_type) && is_free(&out, x, y) {
                out.push(x, y);
            }
        }
        if self.origin != Origin::Pair {
            return out.all;
        }
        // As many of one name as before: they are the same, in their order.
        for x in 0..self.vars_before.all.len() {
            let name = self.var1(x).name;
            let (before, after) = (self.vars_before.called(name), self.vars_after.called(name));
            let at = before.binary_search(&x).ok();
            let y = at.and_then(|at| after.get(at).copied());
            if let Some(y) = y.filter(|&y| before.len() == after.len() && is_free(&out, x, y)) {
                out.push(x, y);
            }
        }
        out.all
    }

    pub fn matched_declarations(&self) -> Vec<(usize, usize)> {
        let own = |vars: &Variables, body: &Body<'_>, id| -> Vec<usize> {
            body.own_nodes(id)
                .filter(|&n| matches!(body.tree.kind(n), Kind::VarDecl | Kind::Param))
                .filter_map(|n| vars.at(body.tree, n))
                .collect()
        };
        let mut out = Vec::new();
        for m in &self.body.mappings {
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
        !self.vars_after.called(var.name).is_empty()
    }

    pub fn lived_before(&self, var: &Var) -> bool {
        !self.vars_before.called(var.name).is_empty()
    }
}

/// Pairs of which each side is asked whether it is in one already.
struct Paired {
    all: Vec<(usize, usize)>,
    before: FxHashSet<usize>,
    after: FxHashSet<usize>,
}

impl Paired {
    fn new(all: Vec<(usize, usize)>) -> Self {
        Self {
            before: all.iter().map(|p| p.0).collect(),
            after: all.iter().map(|p| p.1).collect(),
            all,
        }
    }

    fn is_free(&self, x: usize, y: usize) -> bool {
        !self.before.contains(&x) && !self.after.contains(&y)
    }

    fn push(&mut self, x: usize, y: usize) {
        self.before.insert(x);
        self.after.insert(y);
        self.all.push((x, y));
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
            passed: Vec::new(),
            vars_rest: None,
            arguments: Arguments::default(),
            vars_before: diff.before.variables(before),
            vars_after: diff.after.variables(after),
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
    for (c, t) in out
        .iter_mut()
        .filter(|c| c.origin == Origin::Extracted)
        .zip(&diff.extracted)
    {
        c.passed = passed(diff, c, t);
        c.vars_rest = Some(diff.after.variables(diff.methods[t.pair].after));
        c.arguments = arguments(&diff.after, t);
    }
    for (c, t) in out
        .iter_mut()
        .filter(|c| c.origin == Origin::Inlined)
        .zip(&diff.inlined)
    {
        c.arguments = arguments(&diff.before, t);
    }
    out
}

fn arguments<'p>(view: &View<'p>, t: &Transfer<'_>) -> Arguments<'p> {
    let tree = view.tree(t.caller.file);
    let none = Arguments::default();
    t.calls.first().map_or_else(Arguments::default, |&call| {
        Arguments::of_call(tree, call, view.method(t.method), &none)
    })
}

/// Whether a replacement is of one name, access or declaration by another.
pub fn is_variable_replacement(r: &Replacement) -> bool {
    matches!(r.kind, ReplacementKind::Node | ReplacementKind::Variable)
}

/// The variables that the call passes on by their names.
fn passed(diff: &Diff<'_>, c: &Context<'_, '_>, t: &Transfer<'_>) -> Vec<(usize, usize)> {
    let tree = diff.after.tree(t.caller.file);
    let params = c.vars_after.all.iter().enumerate();
    let params: Vec<usize> = params
        .filter(|(_, v)| v.kind == VarKind::Param)
        .map(|(i, _)| i)
        .collect();
    let mut out = Vec::new();
    for &call in t.calls.iter().take(1) {
        for (argument, &y) in tree.children_in(call, Role::Argument).zip(&params) {
            let name = tree.sym(argument);
            let x = c.vars_before.all.iter().position(|v| v.name == name);
            if let Some(x) = x.filter(|_| tree.kind(argument) == Kind::Name)
                && used_alike(c, x, y)
            {
                out.push((x, y));
            }
        }
    }
    out
}

/// Whether a pair of statements uses the one before and the other after.
fn used_alike(c: &Context<'_, '_>, x: usize, y: usize) -> bool {
    let uses = |body: &Body<'_>, id, name| {
        body.own_nodes(id)
            .any(|n| body.tree.kind(n) == Kind::Name && body.tree.sym(n) == name)
    };
    let type_of = |tree: &Tree, ty: Option<NodeId>| ty.map(|t| tree.hash(t));
    type_of(c.t1, c.var1(x).ty) == type_of(c.t2, c.var2(y).ty)
        && c.body.mappings.iter().any(|m| {
            uses(&c.body.before, m.before, c.var1(x).name)
                && uses(&c.body.after, m.after, c.var2(y).name)
        })
}
