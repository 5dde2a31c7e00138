//! The client's lambdas and method references that stand for a method of the library: they take other parameters where it
//! does.
//!
//! `Distance d = (a, b) -> a.length() - b.length()` becomes `(max, a, b) -> a.length() - b.length()`.

use crate::draft::Drafter;
use crate::plan::MethodPlan;
use crate::rewrite::{Change, Part};
use crate::targets::Targets;
use reweave_java_names::MethodId;
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Span;
use std::sync::Arc;

/// A lambda or method reference, and what became of the method that it stands for.
pub struct Function {
    node: NodeId,
    method: MethodId,
    plan: Result<Arc<MethodPlan>, String>,
}

/// Those of a file whose method takes other parameters now.
pub fn functions(targets: &Targets, file: u32) -> Vec<Function> {
    if !targets.plan.changes_parameters() {
        return Vec::new();
    }
    let world = targets.old.world();
    let tree = &world.file(file).tree;
    let all = tree.descendants(NodeId::ROOT);
    all.filter(|&n| matches!(tree.kind(n), Kind::Lambda | Kind::MethodRef))
        .filter_map(|node| {
            let class = world.class_of_type(targets.old.names.ty(file, node))?;
            let method = world.functional(class)?;
            let plan = targets.method(method)?;
            let concerned = plan.as_ref().map_or(true, |p| targets.reorders(method, p));
            concerned.then_some(Function { node, method, plan })
        })
        .collect()
}

impl Drafter<'_> {
    pub fn functions(&mut self) {
        for function in functions(self.targets, self.file) {
            let key = self.targets.old.method_name(function.method);
            let at = Span::at(self.model.tree.span(function.node).start);
            match function.plan {
                Err(why) => self.leave(at, &key, 0, why),
                Ok(plan) if self.site(at, &key, plan.entry) => {
                    match self.parameters(function.node, &plan) {
                        Ok(change) => self.change(change),
                        Err(why) => self.unsite(at, &why),
                    }
                }
                Ok(_) => {}
            }
        }
    }

    /// The parameters of a lambda in the new order.
    fn parameters(&self, lambda: NodeId, plan: &MethodPlan) -> Result<Change, String> {
        let tree = &self.model.tree;
        if tree.kind(lambda) == Kind::MethodRef {
            return Err("a method reference refers to it, which takes other arguments".to_owned());
        }
        let given: Vec<NodeId> = tree.children_in(lambda, Role::Param).collect();
        let wanted = plan.parameters.as_deref().unwrap_or_default();
        let body = tree.child_in(lambda, Role::Body);
        for (i, &param) in given.iter().enumerate() {
            let named = |n: NodeId| tree.kind(n) == Kind::Name && tree.sym(n) == tree.sym(param);
            let is_used = body.is_some_and(|b| tree.descendants(b).any(named));
            if is_used && wanted.iter().all(|p| p.from != Some(i)) {
                return Err("its body uses a parameter that is gone".to_owned());
            }
        }
        let is_typed = |n: &NodeId| tree.child_in(*n, Role::Type).is_some();
        let typed = given.iter().any(is_typed);
        let mut fresh = self.fresh(wanted.len()).into_iter();
        let mut parts = Vec::new();
        for parameter in wanted {
            if !parts.is_empty() {
                parts.push(Part::New(", ".to_owned()));
            }
            let old = parameter.from.and_then(|f| given.get(f));
            parts.push(if let Some(&old) = old {
                Part::Old(tree.span(old))
            } else {
                let name = Some(parameter.name.clone()).filter(|n| !self.text.contains(n));
                let name = name.or_else(|| fresh.next()).unwrap_or_default();
                let ty = if typed { parameter.ty.as_str() } else { "" };
                Part::New(format!("{ty} {name}").trim().to_owned())
            });
        }
        let whole = tree.span(lambda);
        let bare = !whole.text(self.text).starts_with('(');
        let list = match (given.first(), given.last()) {
            (Some(&first), Some(&last)) => Span::new(tree.span(first).start, tree.span(last).end),
            _ => Span::at(whole.start + 1),
        };
        if bare {
            parts.insert(0, Part::New("(".to_owned()));
            parts.push(Part::New(")".to_owned()));
        }
        Ok(Change::list(list, parts))
    }
}
