//! Method references whose method takes other arguments now: they become lambdas that pass them.
//!
//! `parser::records` becomes `() -> parser.records(0)`. A reference evaluates what stands before `::` once and early, a lambda
//! whenever it is called: only names that always mean the same are taken along.

use crate::draft::Drafter;
use crate::plan::MethodPlan;
use crate::rewrite::{Change, Part};
use reweave_java_names::{Decl, MethodId, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role};

impl Drafter<'_> {
    pub fn lambda(
        &mut self,
        used: &Use,
        method: MethodId,
        plan: &MethodPlan,
    ) -> Result<(), String> {
        let targets = self.targets;
        let tree = &self.model.tree;
        let world = targets.old.world();
        let data = world.method(method);
        let no = || "a method reference cannot pass other arguments".to_owned();
        let receiver = tree
            .child_in(used.node, Role::Receiver)
            .filter(|_| !data.constructor && !data.varargs)
            .filter(|_| tree.child_in(used.node, Role::TypeArgument).is_none())
            .ok_or_else(no)?;
        let of_class = matches!(self.names.decl(self.file, receiver), Decl::Class(_));
        let is_static = data.modifiers.has(Modifiers::STATIC);
        let stays = targets.class_now(data.owner) == plan.owner;
        if (is_static && !stays) || !(of_class || self.is_constant(receiver)) {
            return Err(no());
        }
        let count = world.signature(method).params.len();
        let object = usize::from(of_class && !is_static);
        let fresh = self.fresh(count + object);
        let mut passed = Vec::new();
        for parameter in plan.parameters.as_deref().unwrap_or_default() {
            match parameter.from {
                Some(from) => passed.push(fresh.get(from + object).ok_or_else(no)?.clone()),
                None if parameter.ty.ends_with("...") => {}
                None => passed.push(targets.default(parameter)?),
            }
        }
        let before = tree.span(receiver);
        let on = if object == 1 {
            self.covered.push(before);
            Part::New(fresh[0].clone())
        } else {
            Part::Old(before)
        };
        let parts = vec![
            Part::New(format!("({}) -> ", fresh.join(", "))),
            on,
            Part::New(".".to_owned()),
            Part::Name(used.span.start, plan.name.clone()),
            Part::New(format!("({})", passed.join(", "))),
        ];
        self.change(Change::list(tree.span(used.node), parts));
        Ok(())
    }

    /// `this`, `super`, and variables that nothing is assigned to.
    fn is_constant(&self, receiver: NodeId) -> bool {
        let tree = &self.model.tree;
        if matches!(tree.kind(receiver), Kind::This | Kind::Super) {
            return true;
        }
        let meant = self.names.decl(self.file, receiver);
        let Decl::Local(declared) = meant else {
            return false;
        };
        let around = tree.ancestors(declared).find(|&n| {
            matches!(
                tree.kind(n),
                Kind::Callable | Kind::Initializer | Kind::Field
            )
        });
        let assigned = |n: NodeId| {
            let role = match tree.kind(n) {
                Kind::Assign => Role::Target,
                Kind::Update => Role::Operand,
                _ => return false,
            };
            let target = tree.child_in(n, role);
            target.is_some_and(|t| self.names.decl(self.file, t) == meant)
        };
        around.is_some_and(|a| !tree.descendants(a).any(assigned))
    }

    /// Names that the file does not have.
    pub fn fresh(&self, count: usize) -> Vec<String> {
        let names = (1..).map(|i| format!("arg{i}"));
        names
            .filter(|n| !self.text.contains(n.as_str()))
            .take(count)
            .collect()
    }
}
