//! The further places of a finding: the statements that mention a variable, the blocks that went with a statement, what
//! was added to an extracted method, the classes that were left behind.
//!
//! A pass of its own after all findings are made, so that the families say what was refactored and this file says where
//! a reader should look, in the words that readers of RefactoringMiner's files know.

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, Ref};
use crate::diff::{Diff, Transfer};
use crate::emit::{attr_at, code_at, method_at, same_code, type_at};
use crate::moves::Moved;
use crate::report::{ElementKind, Location};
use crate::variables::{Var, Variables};
use crate::view::{Method, Ty, View};
use reweave_matching::{Body, BodyMatch, Mapping, StmtId};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::rc::Rc;

pub fn complete(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    moved: &Moved,
    findings: &mut [Finding],
) {
    let bodies = ByVariable::new(diff, contexts);
    for finding in findings {
        if diff.budget.is_over() {
            return;
        }
        match finding.kind {
            T::RenameVariable
            | T::RenameParameter
            | T::ParameterizeVariable
            | T::ParameterizeAttribute
            | T::LocalizeParameter
            | T::ReplaceVariableWithAttribute
            | T::ReplaceAttributeWithVariable => {
                let role = "statement referencing the renamed variable";
                bodies.references(diff, finding, role, true);
            }
            T::ChangeVariableType | T::ChangeParameterType => {
                let role = "statement referencing the variable with changed type";
                bodies.references(diff, finding, role, false);
            }
            T::ExtractVariable => bodies.extracted_variable(diff, finding),
            T::InlineVariable => bodies.inlined_variable(diff, finding),
            T::ExtractMethod | T::ExtractAndMoveMethod => extracted(diff, finding),
            T::InlineMethod | T::MoveAndInlineMethod => inlined(diff, finding),
            T::ExtractSuperclass | T::ExtractInterface => left_behind(diff, finding),
            T::ExtractClass | T::ExtractSubclass => extracted_class(diff, moved, finding),
            _ => {}
        }
    }
}

/// The matched bodies that a variable stands in, by the place of its declaration.
struct ByVariable<'d, 'p> {
    contexts: &'d [Context<'d, 'p>],
    before: FxHashMap<(u32, Span), Vec<(usize, usize)>>,
    after: FxHashMap<(u32, Span), Vec<(usize, usize)>>,
    /// Methods whose bodies read the same in both versions, so that nothing in them was matched.
    identical: FxHashMap<Method, Method>,
    /// Of each body, made when it is first asked for.
    mentioned: Vec<OnceCell<Mentioned>>,
}

/// The mappings whose statements mention a variable, by its index, on either side.
#[derive(Default)]
struct Mentioned {
    before: FxHashMap<usize, Vec<usize>>,
    after: FxHashMap<usize, Vec<usize>>,
}

impl Mentioned {
    fn of(context: &Context<'_, '_>) -> Self {
        let mut out = Self::default();
        for (at, m) in context.body.mappings.iter().enumerate() {
            note(
                &mut out.before,
                &context.body.before,
                m.before,
                &context.vars_before,
                at,
            );
            note(
                &mut out.after,
                &context.body.after,
                m.after,
                &context.vars_after,
                at,
            );
        }
        out
    }
}

fn note(
    mentioned: &mut FxHashMap<usize, Vec<usize>>,
    body: &Body<'_>,
    stmt: StmtId,
    vars: &Variables,
    mapping: usize,
) {
    for node in body.own_nodes(stmt) {
        if let Some(variable) = vars.at(body.tree, node) {
            let all = mentioned.entry(variable).or_default();
            if all.last() != Some(&mapping) {
                all.push(mapping);
            }
        }
    }
}

/// What the statements of one side are asked for.
#[derive(Clone, Copy)]
enum Wanted {
    /// An index into the method's variables, and whether its declaration counts.
    Variable(usize, bool),
    Attribute,
}

impl<'d, 'p> ByVariable<'d, 'p> {
    fn new(diff: &Diff<'_>, contexts: &'d [Context<'d, 'p>]) -> Self {
        let mut out = Self {
            contexts,
            mentioned: contexts.iter().map(|_| OnceCell::new()).collect(),
            before: FxHashMap::default(),
            after: FxHashMap::default(),
            identical: diff
                .methods
                .iter()
                .filter(|p| p.identical)
                .map(|p| (p.before, p.after))
                .collect(),
        };
        for (at, c) in contexts.iter().enumerate() {
            let add = |map: &mut FxHashMap<_, Vec<_>>, view: &View<'_>, vars: &Variables| {
                for (i, v) in vars.all.iter().enumerate() {
                    let place = (v.file, view.tree(v.file).span(v.node));
                    map.entry(place).or_default().push((at, i));
                }
            };
            add(&mut out.before, &diff.before, &c.vars_before);
            add(&mut out.after, &diff.after, &c.vars_after);
        }
        out
    }

    /// The mappings of a body that may mention what is wanted on both sides.
    fn mentioning(&self, at: usize, before: Wanted, after: Wanted) -> Vec<&'d Mapping> {
        let context = &self.contexts[at];
        let mentioned = self.mentioned[at].get_or_init(|| Mentioned::of(context));
        let all = &context.body.mappings;
        let of = |side: &FxHashMap<usize, Vec<usize>>, variable: usize| {
            let found = side.get(&variable).map_or(&[][..], Vec::as_slice);
            found.iter().map(|&m| &all[m]).collect()
        };
        match (before, after) {
            (Wanted::Variable(x, _), _) => of(&mentioned.before, x),
            (_, Wanted::Variable(y, _)) => of(&mentioned.after, y),
            _ => all.iter().collect(),
        }
    }

    fn at(
        map: &FxHashMap<(u32, Span), Vec<(usize, usize)>>,
        place: &Location,
    ) -> Vec<(usize, usize)> {
        map.get(&(place.file, place.span))
            .cloned()
            .unwrap_or_default()
    }

    /// The matched statements that mention the variable on both sides; those that declare it too where `declared`.
    fn references(
        &self,
        diff: &Diff<'_>,
        finding: &mut Finding,
        role: &'static str,
        declared: bool,
    ) {
        let (Some(left), Some(right)) = (finding.left.first(), finding.right.first()) else {
            return;
        };
        let both: Vec<(usize, Wanted, Wanted)> = match (is_attribute(left), is_attribute(right)) {
            (false, false) => {
                let after = Self::at(&self.after, right);
                let same = |(c, x): (usize, usize)| {
                    let y = after.iter().find(|(d, _)| *d == c)?.1;
                    Some((
                        c,
                        Wanted::Variable(x, declared),
                        Wanted::Variable(y, declared),
                    ))
                };
                Self::at(&self.before, left)
                    .into_iter()
                    .filter_map(same)
                    .collect()
            }
            (false, true) => Self::at(&self.before, left)
                .into_iter()
                .map(|(c, x)| (c, Wanted::Variable(x, declared), Wanted::Attribute))
                .collect(),
            (true, false) => Self::at(&self.after, right)
                .into_iter()
                .map(|(c, y)| (c, Wanted::Attribute, Wanted::Variable(y, declared)))
                .collect(),
            (true, true) => return,
        };
        if both.is_empty() && !is_attribute(left) && !is_attribute(right) {
            self.references_in_identical(diff, finding, role, declared);
            return;
        }
        // The name of an attribute is the first word of its code: `name : Type`.
        let name = |place: &Location| place.code.split(' ').next().unwrap_or_default().to_owned();
        let (old_name, new_name) = (name(left), name(right));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (at, x, y) in both {
            let c = &self.contexts[at];
            for m in self.mentioning(at, x, y) {
                let (s, t) = (&c.body.before, &c.body.after);
                if mentions(&diff.before, s, m.before, &c.vars_before, x, &old_name)
                    && mentions(&diff.after, t, m.after, &c.vars_after, y, &new_name)
                {
                    let old = "statement referencing the original variable";
                    before.push(code_at(
                        &diff.before,
                        c.before.file,
                        s.stmt(m.before).node,
                        old,
                    ));
                    after.push(code_at(
                        &diff.after,
                        c.after.file,
                        t.stmt(m.after).node,
                        role,
                    ));
                }
            }
        }
        finding.left.extend(before);
        finding.right.extend(after);
    }

    /// The same where the bodies read the same: their statements correspond one by one.
    fn references_in_identical(
        &self,
        diff: &Diff<'_>,
        finding: &mut Finding,
        role: &'static str,
        declared: bool,
    ) {
        let [left, right] = [&finding.left, &finding.right].map(|side| side[0].clone());
        let node = diff.before.tree(left.file).covering(left.span);
        let Some(before) = diff.before.callable_at(left.file, node) else {
            return;
        };
        let Some(&after) = self.identical.get(&before) else {
            return;
        };
        let (Some((s, vars1, x)), Some((t, vars2, y))) = (
            body_with(&diff.before, before, &left, declared),
            body_with(&diff.after, after, &right, declared),
        ) else {
            return;
        };
        for (a, b) in s.ids().zip(t.ids()) {
            if mentions(&diff.before, &s, a, &vars1, x, "")
                && mentions(&diff.after, &t, b, &vars2, y, "")
            {
                let old = "statement referencing the original variable";
                let at = code_at(&diff.before, before.file, s.stmt(a).node, old);
                finding.left.push(at);
                let at = code_at(&diff.after, after.file, t.stmt(b).node, role);
                finding.right.push(at);
            }
        }
    }

    fn extracted_variable(&self, diff: &Diff<'_>, finding: &mut Finding) {
        let Some(declared) = finding.right.first().cloned() else {
            return;
        };
        for (at, y) in Self::at(&self.after, &declared) {
            let c = &self.contexts[at];
            for (m, _, _, _) in c.pairs().filter(|p| c.ref2(p.3) == Some(Ref::Var(y))) {
                self.replaced(
                    diff,
                    (at, m.before, m.after),
                    finding,
                    "statement with the initializer of the extracted variable",
                    "statement with the name of the extracted variable",
                );
            }
        }
    }

    fn inlined_variable(&self, diff: &Diff<'_>, finding: &mut Finding) {
        let Some(declared) = finding.left.first().cloned() else {
            return;
        };
        for (at, x) in Self::at(&self.before, &declared) {
            let c = &self.contexts[at];
            for (m, _, _, _) in c.pairs().filter(|p| c.ref1(p.2) == Some(Ref::Var(x))) {
                self.replaced(
                    diff,
                    (at, m.before, m.after),
                    finding,
                    "statement with the name of the inlined variable",
                    "statement with the initializer of the inlined variable",
                );
            }
        }
    }

    fn replaced(
        &self,
        diff: &Diff<'_>,
        (at, s, t): (usize, StmtId, StmtId),
        finding: &mut Finding,
        left: &'static str,
        right: &'static str,
    ) {
        let c = &self.contexts[at];
        let (s, t) = (c.body.before.stmt(s).node, c.body.after.stmt(t).node);
        push(
            &mut finding.left,
            code_at(&diff.before, c.before.file, s, left),
        );
        push(
            &mut finding.right,
            code_at(&diff.after, c.after.file, t, right),
        );
    }
}

fn push(places: &mut Vec<Location>, place: Location) {
    if !places.contains(&place) {
        places.push(place);
    }
}

const fn is_attribute(place: &Location) -> bool {
    matches!(
        place.element,
        ElementKind::Field | ElementKind::EnumConstant
    )
}

/// The statements of a method, its variables, and the one at `place`.
fn body_with<'p>(
    view: &View<'p>,
    method: Method,
    place: &Location,
    declared: bool,
) -> Option<(Body<'p>, Rc<Variables>, Wanted)> {
    let tree = view.tree(method.file);
    let vars = view.variables(method);
    let of = |v: &Var| tree.span(v.node) == place.span;
    let variable = vars.all.iter().position(of)?;
    let body = Body::new(tree, view.method(method).body?);
    Some((body, vars, Wanted::Variable(variable, declared)))
}

/// Whether the statement itself, without those below it, mentions what is wanted.
fn mentions(
    view: &View<'_>,
    body: &Body<'_>,
    stmt: StmtId,
    vars: &Variables,
    wanted: Wanted,
    name: &str,
) -> bool {
    let tree = body.tree;
    body.own_nodes(stmt).any(|n| match wanted {
        Wanted::Variable(i, declared) => {
            let counts = match tree.kind(n) {
                Kind::Name => true,
                Kind::VarDecl | Kind::Param => declared,
                _ => false,
            };
            counts && tree.sym(n) == vars.all[i].name && vars.at(tree, n) == Some(i)
        }
        Wanted::Attribute => {
            matches!(tree.kind(n), Kind::Name | Kind::FieldAccess) && view.text(tree.sym(n)) == name
        }
    })
}

/// The transfer whose method stands at `place`, out of those whose other method stands at `other`.
fn transfer<'d, 'p>(
    transfers: &'d [Transfer<'p>],
    view: &View<'_>,
    place: &Location,
    other: impl Fn(&Transfer<'p>) -> Span,
    other_place: &Location,
) -> Option<&'d Transfer<'p>> {
    transfers.iter().find(|t| {
        t.method.file == place.file
            && view.tree(t.method.file).span(view.method(t.method).node) == place.span
            && other(t) == other_place.span
    })
}

fn extracted(diff: &Diff<'_>, finding: &mut Finding) {
    let (Some(source), Some(method)) = (finding.left.first(), finding.right.first()) else {
        return;
    };
    let source_span = |t: &Transfer<'_>| {
        let m = diff.methods[t.pair].before;
        diff.before.tree(m.file).span(diff.before.method(m).node)
    };
    let Some(t) = transfer(&diff.extracted, &diff.after, method, source_span, source) else {
        return;
    };
    let (from, to) = (diff.methods[t.pair].before.file, t.method.file);
    let (old, new) = (
        "extracted code from source method declaration",
        "extracted code to extracted method declaration",
    );
    for (a, b) in block_pairs(&t.body) {
        finding.left.push(code_at(&diff.before, from, a, old));
        finding.right.push(code_at(&diff.after, to, b, new));
    }
    let role = "added statement in extracted method declaration";
    let loose = loosely_paired(&t.body).map(|m| m.after);
    let added = left_over(
        &t.body.after,
        t.body.left_after.iter().copied().chain(loose),
    );
    let added = added.into_iter().map(|n| code_at(&diff.after, to, n, role));
    finding.right.extend(added);
}

fn inlined(diff: &Diff<'_>, finding: &mut Finding) {
    let (Some(method), Some(target)) = (finding.left.first(), finding.right.first()) else {
        return;
    };
    let target_span = |t: &Transfer<'_>| {
        let m = diff.methods[t.pair].after;
        diff.after.tree(m.file).span(diff.after.method(m).node)
    };
    let Some(t) = transfer(&diff.inlined, &diff.before, method, target_span, target) else {
        return;
    };
    let (from, to) = (t.method.file, diff.methods[t.pair].after.file);
    let (old, new) = (
        "inlined code from inlined method declaration",
        "inlined code in target method declaration",
    );
    for (a, b) in block_pairs(&t.body) {
        finding.left.push(code_at(&diff.before, from, a, old));
        finding.right.push(code_at(&diff.after, to, b, new));
    }
    let role = "deleted statement in inlined method declaration";
    let loose = loosely_paired(&t.body).map(|m| m.before);
    let deleted = left_over(
        &t.body.before,
        t.body.left_before.iter().copied().chain(loose),
    );
    let deleted = deleted
        .into_iter()
        .map(|n| code_at(&diff.before, from, n, role));
    finding.left.extend(deleted);
}

/// The blocks of matched statements that stand in the same place of both: they went along.
fn block_pairs(body: &BodyMatch<'_>) -> Vec<(NodeId, NodeId)> {
    let (t1, t2) = (body.before.tree, body.after.tree);
    let mut out = Vec::new();
    for m in same_code(body) {
        let (a, b) = (
            body.before.stmt(m.before).node,
            body.after.stmt(m.after).node,
        );
        let after = blocks(t2, b);
        for (role, block) in blocks(t1, a) {
            let same = after.iter().find(|(r, _)| *r == role);
            out.extend(same.map(|&(_, other)| (block, other)));
        }
        let (inner, other) = (inner_blocks(t1, a), inner_blocks(t2, b));
        if inner.len() == other.len() {
            out.extend(inner.into_iter().zip(other));
        }
    }
    out
}

/// The blocks that stand directly in a statement. Those of `try` and `catch` are no statements beside it, but that of
/// `finally` is.
fn blocks(tree: &Tree, node: NodeId) -> Vec<(Role, NodeId)> {
    let within = match tree.kind(node) {
        Kind::Catch | Kind::Finally => return Vec::new(),
        Kind::Try => match tree.children(node).find(|&c| tree.kind(c) == Kind::Finally) {
            Some(last) => last,
            None => return Vec::new(),
        },
        _ => node,
    };
    let children = tree
        .children(within)
        .filter(|&c| tree.kind(c) == Kind::Block);
    children.map(|c| (tree.role(c), c)).collect()
}

/// The bodies of lambdas and of anonymous classes' methods in a statement that is no block itself.
fn inner_blocks(tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let mut out: Vec<NodeId> = Vec::new();
    if tree.kind(node).is_composite() {
        return out;
    }
    for n in tree.descendants(node) {
        let covered = out.last().is_some_and(|&b| tree.contains(b, n));
        if tree.kind(n) == Kind::Block && !covered {
            out.push(n);
        }
    }
    out
}

/// The pairs that are not the same code.
fn loosely_paired<'b>(body: &'b BodyMatch<'_>) -> impl Iterator<Item = &'b Mapping> {
    let same: FxHashSet<StmtId> = same_code(body).map(|m| m.after).collect();
    body.mappings
        .iter()
        .filter(move |m| !same.contains(&m.after))
}

/// Unmatched statements with their blocks.
fn left_over(body: &Body<'_>, left: impl Iterator<Item = StmtId>) -> Vec<NodeId> {
    let mut out = Vec::new();
    for id in left {
        let node = body.stmt(id).node;
        out.push(node);
        out.extend(blocks(body.tree, node).into_iter().map(|(_, b)| b));
    }
    out
}

/// The type of `view` that stands at `place`.
fn type_of(view: &View<'_>, place: &Location) -> Option<Ty> {
    let at = |ty: &&Ty| {
        ty.file == place.file && view.tree(ty.file).span(view.ty(**ty).node) == place.span
    };
    view.types.iter().find(at).copied()
}

/// The classes that a supertype was extracted from, as they are now.
fn left_behind(diff: &Diff<'_>, finding: &mut Finding) {
    let now: Vec<Location> = finding
        .left
        .iter()
        .filter_map(|place| diff.after_of(type_of(&diff.before, place)?))
        .map(|ty| type_at(&diff.after, ty, "sub-type declaration after extraction"))
        .collect();
    finding.right.splice(0..0, now);
}

/// The class that was left behind, and the members that went.
fn extracted_class(diff: &Diff<'_>, moved: &Moved, finding: &mut Finding) {
    let (Some(from), Some(to)) = (
        finding.left.first().and_then(|p| type_of(&diff.before, p)),
        finding.right.first().and_then(|p| type_of(&diff.after, p)),
    ) else {
        return;
    };
    let now = diff.after_of(from);
    let now = now.map(|ty| type_at(&diff.after, ty, "type declaration after extraction"));
    finding.right.splice(0..0, now);
    for &(index, _) in &moved.methods {
        let pair = &diff.methods[index];
        if diff.before.owner(pair.before) == from && diff.after.owner(pair.after) == to {
            let (old, new) = (
                "original method declaration",
                "extracted method declaration",
            );
            finding.left.push(method_at(&diff.before, pair.before, old));
            finding.right.push(method_at(&diff.after, pair.after, new));
        }
    }
    for (pair, _) in &moved.attrs {
        if diff.before.attr_owner(pair.before) == from && diff.after.attr_owner(pair.after) == to {
            let (old, new) = (
                "original attribute declaration",
                "extracted attribute declaration",
            );
            finding.left.push(attr_at(&diff.before, pair.before, old));
            finding.right.push(attr_at(&diff.after, pair.after, new));
        }
    }
}
