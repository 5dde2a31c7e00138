//! Purity: whether anything else changed in the code that a finding matched than what it and the other findings explain.
//!
//! A pass after all findings are made. What they say is gathered as [`Explained`]; then each matched body is read again,
//! and every statement without a partner and every replacement is an edit that something explains, or one that is left over.

mod explained;

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, Origin, Ref};
use crate::diff::Diff;
use crate::emit::attr_at;
use crate::report::{LeftOver, Location};
use crate::view::{Method, Ty, View};
use explained::Explained;
use reweave_matching::{Body, Mapping, StmtId, value_of};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// The edits in matched code.
#[derive(Default)]
pub struct Edits {
    /// Those that a finding explains.
    pub explained: Vec<LeftOver>,
    /// Those that none explains.
    pub left_over: Vec<LeftOver>,
}

impl Edits {
    fn add(&mut self, is_explained: bool, edit: LeftOver) {
        if is_explained {
            self.explained.push(edit);
        } else {
            self.left_over.push(edit);
        }
    }

    fn join(&mut self, other: Self) {
        self.explained.extend(other.explained);
        self.left_over.extend(other.left_over);
    }
}

/// Judges the findings that rest on matched code, and gives what findings explain and what none does in the whole change.
pub fn judge(diff: &Diff<'_>, contexts: &[Context<'_, '_>], findings: &mut [Finding]) -> Edits {
    let judge = Judge {
        diff,
        contexts,
        explained: Explained::of(diff, findings),
        by_place: by_place(diff, contexts),
        by_method: by_method(contexts),
    };
    let mut explained = Vec::new();
    for finding in &mut *findings {
        if diff.budget.is_over() {
            return Edits::default();
        }
        let edits = judge.finding(finding);
        explained.extend(edits.iter().flat_map(|e| &e.explained).copied());
        finding.left_over = edits.map(|e| e.left_over);
    }
    // What is left over of a finding is left over of the change: the two cannot disagree.
    let mut out = judge.change();
    out.explained.extend(explained);
    out.left_over.extend(
        findings
            .iter()
            .flat_map(|f| f.left_over.iter().flatten())
            .copied(),
    );
    for edits in [&mut out.explained, &mut out.left_over] {
        edits.sort();
        edits.dedup();
    }
    out
}

struct Judge<'d, 'p> {
    diff: &'d Diff<'p>,
    contexts: &'d [Context<'d, 'p>],
    explained: Explained,
    by_place: FxHashMap<(Place, Place), Vec<usize>>,
    by_method: [FxHashMap<Method, Vec<usize>>; 2],
}

/// Whether a statement declares what the method gets as a parameter now.
fn given(c: &Context<'_, '_>, s: StmtId) -> bool {
    let node = c.node1(s);
    c.t1.kind(node) == Kind::Local
        && c.t1
            .children(node)
            .filter(|&n| c.t1.kind(n) == Kind::VarDecl)
            .all(|n| {
                let is = |v: &crate::variables::Var| v.is_param() && v.name == c.t1.sym(n);
                c.vars_after.all.iter().any(is)
            })
}

/// Whether a statement without a partner is an `if` that asks for a parameter only, for which the call passes `true` or `false`: where
/// the code stands without it, the branch is decided.
fn is_decided(c: &Context<'_, '_>, id: StmtId, before: bool) -> bool {
    let (tree, node) = if before {
        (c.t1, c.node1(id))
    } else {
        (c.t2, c.node2(id))
    };
    let own = match c.origin {
        Origin::Inlined => before,
        Origin::Extracted => !before,
        Origin::Pair => false,
    };
    let asked = |n| c.arguments.get_name(tree, n);
    own && tree.kind(node) == Kind::If
        && tree
            .child_in(node, Role::Condition)
            .and_then(asked)
            .is_some_and(|given| given.tree.kind(given.node) == Kind::Bool)
}

/// A file and where in it a method stands.
type Place = (u32, Span);

fn place(view: &View<'_>, method: Method) -> Place {
    let span = view.tree(method.file).span(view.method(method).node);
    (method.file, span)
}

/// The contexts by the places of their two methods; of an extraction the source, of an inlining the target.
fn by_place(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
) -> FxHashMap<(Place, Place), Vec<usize>> {
    let mut out: FxHashMap<(Place, Place), Vec<usize>> = FxHashMap::default();
    for (i, c) in contexts.iter().enumerate() {
        let key = (place(&diff.before, c.before), place(&diff.after, c.after));
        out.entry(key).or_default().push(i);
    }
    out
}

/// The contexts of each method of the first version, and of the second.
fn by_method(contexts: &[Context<'_, '_>]) -> [FxHashMap<Method, Vec<usize>>; 2] {
    let mut out = [FxHashMap::default(), FxHashMap::default()];
    for (i, c) in contexts.iter().enumerate() {
        for (map, method) in out.iter_mut().zip([c.before, c.after]) {
            let all: &mut Vec<usize> = map.entry(method).or_default();
            all.push(i);
        }
    }
    out
}

impl<'d, 'p> Judge<'d, 'p> {
    /// None where the finding rests on no matched code.
    fn finding(&self, finding: &Finding) -> Option<Edits> {
        let origin = match finding.kind {
            T::ExtractMethod | T::ExtractAndMoveMethod => Origin::Extracted,
            T::InlineMethod | T::MoveAndInlineMethod => Origin::Inlined,
            T::RenameMethod
            | T::MoveMethod
            | T::MoveAndRenameMethod
            | T::PullUpMethod
            | T::PushDownMethod => Origin::Pair,
            T::ExtractVariable => return self.variable(finding.right.first()?, true),
            T::InlineVariable => return self.variable(finding.left.first()?, false),
            _ => return None,
        };
        let (left, right) = (finding.left.first()?, finding.right.first()?);
        let key = ((left.file, left.span), (right.file, right.span));
        let Some(found) = self.by_place.get(&key) else {
            // Bodies that read the same have nothing left over.
            return (origin == Origin::Pair).then(Edits::default);
        };
        let c = found
            .iter()
            .map(|&i| &self.contexts[i])
            .find(|c| c.origin == origin)?;
        Some(self.body(c))
    }

    /// The edits of a matched body.
    fn body(&self, c: &Context<'d, 'p>) -> Edits {
        let mut out = Edits::default();
        if c.origin != Origin::Extracted {
            let gone = self.transferred(c, true);
            for &s in &c.body.left_before {
                let is_explained = gone.contains(&s)
                    || given(c, s)
                    || is_decided(c, s, true)
                    || self.explains_statement(&c.body.before, s, true, c.origin);
                let at = c.t1.span(c.node1(s));
                out.add(is_explained, LeftOver::removed(c.before.file, at));
            }
        }
        if c.origin != Origin::Inlined {
            let came = self.transferred(c, false);
            for &t in &c.body.left_after {
                let is_explained = came.contains(&t)
                    || is_decided(c, t, false)
                    || self.explains_statement(&c.body.after, t, false, c.origin);
                let at = c.t2.span(c.node2(t));
                out.add(is_explained, LeftOver::added(c.after.file, at));
            }
        }
        for m in &c.body.mappings {
            if self.is_handed_over(c, m) {
                continue;
            }
            self.mapping(c, m, &mut out);
        }
        self.inner(c, &mut out);
        out
    }

    /// Whether a `return` hands the result of extracted or inlined code to its caller, and was matched with a `return` of that
    /// caller, which both versions have where it was.
    fn is_handed_over(&self, c: &Context<'_, '_>, m: &Mapping) -> bool {
        let (old, new) = (c.node1(m.before), c.node2(m.after));
        if c.t1.kind(old) != Kind::Return || c.t2.kind(new) != Kind::Return {
            return false;
        }
        let (all, body, id) = match c.origin {
            Origin::Extracted => (self.by_method[0].get(&c.before), &c.body.after, m.after),
            Origin::Inlined => (self.by_method[1].get(&c.after), &c.body.before, m.before),
            Origin::Pair => return false,
        };
        let stays = |&i: &usize| {
            let pair = &self.contexts[i];
            let same = |n: &Mapping| match c.origin {
                Origin::Extracted => pair.node1(n.before) == old,
                _ => pair.node2(n.after) == new,
            };
            pair.origin == Origin::Pair && pair.body.mappings.iter().any(same)
        };
        all.into_iter().flatten().any(stays)
            && self.explains_statement(body, id, c.origin == Origin::Inlined, c.origin)
    }

    /// Methods of anonymous and local classes inside that only one version has.
    fn inner(&self, c: &Context<'_, '_>, out: &mut Edits) {
        let (before, after) = (&self.diff.before, &self.diff.after);
        let named = |view: &View<'_>, ty: Ty| -> Vec<(Symbol, Method)> {
            let methods = view.methods(ty);
            methods.map(|m| (view.method(m).name, m)).collect()
        };
        let olds = before.types_in(c.before).iter();
        let olds: Vec<_> = olds.map(|&ty| named(before, ty)).collect();
        for &ty in after.types_in(c.after) {
            let new = named(after, ty);
            let has = |all: &[(Symbol, Method)], name: Symbol| all.iter().any(|&(n, _)| n == name);
            let common = |old: &&Vec<(Symbol, Method)>| {
                let names = old.iter().filter(|&&(name, _)| has(&new, name));
                names.count()
            };
            let Some(old) = olds.iter().filter(|o| common(o) > 0).max_by_key(common) else {
                continue;
            };
            for &(_, m) in old.iter().filter(|&&(name, _)| !has(&new, name)) {
                let at = place(before, m);
                let is_explained = self.explained.place(true, at.0, at.1);
                out.add(is_explained, LeftOver::removed(at.0, at.1));
            }
            for &(_, m) in new.iter().filter(|&&(name, _)| !has(old, name)) {
                let at = place(after, m);
                let is_explained = self.explained.place(false, at.0, at.1);
                out.add(is_explained, LeftOver::added(at.0, at.1));
            }
        }
    }

    fn mapping(&self, c: &Context<'d, 'p>, m: &Mapping, out: &mut Edits) {
        let cover = |tree: &Tree, nodes: &[NodeId]| {
            let spans = nodes.iter().map(|&n| tree.span(n));
            spans.reduce(Span::cover)
        };
        for r in &m.replacements {
            let edit = LeftOver {
                before: cover(c.t1, &r.before).map(|s| (c.before.file, s)),
                after: cover(c.t2, &r.after).map(|s| (c.after.file, s)),
            };
            out.add(self.explained.replacement(c, m, r), edit);
        }
    }

    /// The statements of this pair that other matches of the same code took along: extracted, inlined, or of the same
    /// method from other places.
    fn transferred(&self, c: &Context<'_, '_>, before: bool) -> FxHashSet<StmtId> {
        let same = if before {
            self.by_method[0].get(&c.before)
        } else {
            self.by_method[1].get(&c.after)
        };
        let mut nodes: FxHashSet<NodeId> = FxHashSet::default();
        for &i in same.into_iter().flatten() {
            let other = &self.contexts[i];
            let both_pairs = other.origin == Origin::Pair && c.origin == Origin::Pair;
            if std::ptr::eq(other, c) || both_pairs {
                continue;
            }
            nodes.extend(other.body.mappings.iter().map(|m| {
                if before {
                    other.node1(m.before)
                } else {
                    other.node2(m.after)
                }
            }));
        }
        let body = if before {
            &c.body.before
        } else {
            &c.body.after
        };
        body.ids()
            .filter(|&i| nodes.contains(&body.stmt(i).node))
            .collect()
    }

    /// Whether a statement without a partner belongs to a refactoring: it calls what was extracted, declares what got a
    /// name, or hands over a result.
    fn explains_statement(
        &self,
        body: &Body<'_>,
        id: StmtId,
        before: bool,
        origin: Origin,
    ) -> bool {
        let stmt = body.stmt(id);
        let tree = body.tree;
        let value = value_of(tree, stmt.node);
        match stmt.kind {
            // What a method gives back where its code stands alone.
            Kind::Return if origin != Origin::Pair => {
                value.is_none_or(|v| {
                    let kind = tree.kind(v);
                    matches!(kind, Kind::Name | Kind::This | Kind::FieldAccess) || kind.is_literal()
                }) || self.explained.mentions(tree, stmt.node, before)
            }
            Kind::Break | Kind::Continue | Kind::Case if origin != Origin::Pair => true,
            Kind::Try | Kind::Catch => false,
            _ => !stmt.composite && self.explained.mentions(tree, stmt.node, before),
        }
    }

    /// The statements in which a variable stands for its value: nothing else of them may have changed.
    fn variable(&self, declared: &Location, extracted: bool) -> Option<Edits> {
        let mut out = Edits::default();
        let mut known = false;
        for c in self.contexts {
            let (file, tree, vars) = if extracted {
                (c.after.file, c.t2, &c.vars_after)
            } else {
                (c.before.file, c.t1, &c.vars_before)
            };
            let at = vars
                .all
                .iter()
                .position(|v| (file, tree.span(v.node)) == (declared.file, declared.span));
            let Some(at) = at else {
                continue;
            };
            let stands = |m: &Mapping| {
                m.replacements
                    .iter()
                    .filter_map(reweave_matching::Replacement::pair)
                    .any(|(a, b)| {
                        let reference = if extracted { c.ref2(b) } else { c.ref1(a) };
                        reference == Some(Ref::Var(at))
                    })
            };
            for m in c.body.mappings.iter().filter(|m| stands(m)) {
                known = true;
                self.mapping(c, m, &mut out);
            }
        }
        known.then_some(out)
    }

    /// The edits in the methods that both versions have, and members that came or went alone.
    fn change(&self) -> Edits {
        let mut out = Edits::default();
        for c in self.contexts.iter().filter(|c| c.origin == Origin::Pair) {
            out.join(self.body(c));
        }
        let extracted: FxHashSet<Method> = self.diff.extracted.iter().map(|t| t.method).collect();
        let inlined: FxHashSet<Method> = self.diff.inlined.iter().map(|t| t.method).collect();
        let (before, after) = (&self.diff.before, &self.diff.after);
        for &m in self
            .diff
            .removed_methods
            .iter()
            .filter(|m| !inlined.contains(m))
        {
            let at = place(before, m);
            if !self.told(true, at, before, before.owner(m)) {
                out.left_over.push(LeftOver::removed(at.0, at.1));
            }
        }
        for &m in self
            .diff
            .added_methods
            .iter()
            .filter(|m| !extracted.contains(m))
        {
            let at = place(after, m);
            if !self.told(false, at, after, after.owner(m)) {
                out.left_over.push(LeftOver::added(at.0, at.1));
            }
        }
        self.attributes(&mut out);
        out
    }

    /// Whether a finding tells of a member, or of its whole type.
    fn told(&self, before: bool, at: Place, view: &View<'_>, owner: Ty) -> bool {
        let of_part = |t: Ty| {
            let whole = view.tree(t.file).span(view.ty(t).node);
            self.explained.place(before, t.file, whole)
        };
        self.explained.place(before, at.0, at.1) || view.parts(owner).any(of_part)
    }

    fn attributes(&self, out: &mut Edits) {
        let (before, after) = (&self.diff.before, &self.diff.after);
        for &a in &self.diff.removed_attrs {
            let at = (a.file, attr_at(before, a, "").span);
            if !self.told(true, at, before, before.attr_owner(a)) {
                out.left_over.push(LeftOver::removed(at.0, at.1));
            }
        }
        for &a in &self.diff.added_attrs {
            let at = (a.file, attr_at(after, a, "").span);
            if !self.told(false, at, after, after.attr_owner(a)) {
                out.left_over.push(LeftOver::added(at.0, at.1));
            }
        }
        for p in &self.diff.attrs {
            let value = |view: &View<'_>, a: crate::view::Attr| {
                let init = view.attr(a).init?;
                Some((view.tree(a.file).hash(init), view.tree(a.file).span(init)))
            };
            let (old, new) = (value(before, p.before), value(after, p.after));
            if old.map(|v| v.0) != new.map(|v| v.0) {
                let edit = LeftOver {
                    before: old.map(|v| (p.before.file, v.1)),
                    after: new.map(|v| (p.after.file, v.1)),
                };
                out.add(self.explained.attribute(self.diff, *p), edit);
            }
        }
    }
}
