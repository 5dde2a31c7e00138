//! Patterns: the variables that they declare, and where those are in scope (JLS 6.3.1, 6.3.2).

use crate::inference::Entry;
use crate::resolver::Resolver;
use crate::types::Ty;
use reweave_model::{Kind, NodeId, Role};

impl Resolver<'_> {
    /// Enters those of the `bound` variables that a condition introduces when it has that value.
    pub(crate) fn bind(&mut self, bound: &[Entry], condition: Option<NodeId>, when: bool) {
        if bound.is_empty() {
            return;
        }
        let introduced = condition.map_or_else(Vec::new, |c| self.introduced(c, when));
        let kept = bound
            .iter()
            .filter(|e| matches!(e, Entry::Local(_, node, _) if introduced.contains(node)));
        self.scope.extend(kept);
    }

    /// The variables of the patterns that have matched when a condition has that value.
    fn introduced(&self, condition: NodeId, when: bool) -> Vec<NodeId> {
        let tree = self.tree;
        let mut found = Vec::new();
        let mut open = vec![(condition, when)];
        while let Some((node, when)) = open.pop() {
            let text = self.world.text(tree.sym(node));
            let operands = tree.children_in(node, Role::Operand);
            match (self.kind(node), text) {
                (Kind::Paren, _) => open.extend(operands.map(|o| (o, when))),
                (Kind::Unary, "!") => open.extend(operands.map(|o| (o, !when))),
                (Kind::Binary, "&&") if when => open.extend(operands.map(|o| (o, true))),
                (Kind::Binary, "||") if !when => open.extend(operands.map(|o| (o, false))),
                (Kind::InstanceOf, _) if when => {
                    let patterns = tree.children_in(node, Role::Pattern);
                    let inside = patterns.flat_map(|p| tree.descendants(p));
                    found.extend(inside.filter(|&n| self.kind(n) == Kind::TypePattern));
                }
                _ => {}
            }
        }
        found
    }

    /// Whether a statement never ends at its end.
    pub(crate) fn leaves(&self, node: NodeId) -> bool {
        let mut open = vec![node];
        // All of what is open must leave.
        while let Some(at) = open.pop() {
            match self.kind(at) {
                Kind::Return | Kind::Throw | Kind::Break | Kind::Continue | Kind::Yield => {}
                Kind::Block => match self.tree.children(at).last() {
                    Some(last) => open.push(last),
                    None => return false,
                },
                Kind::If => {
                    let branches = [Role::Then, Role::Else].map(|role| self.child(at, role));
                    let [Some(then), Some(otherwise)] = branches else {
                        return false;
                    };
                    open.extend([then, otherwise]);
                }
                Kind::Synchronized => match self.child(at, Role::Body) {
                    Some(body) => open.push(body),
                    None => return false,
                },
                _ => return false,
            }
        }
        true
    }

    /// Whether a `break` leaves a loop.
    pub(crate) fn is_broken_out_of(&self, node: NodeId) -> bool {
        let tree = self.tree;
        let labels: Vec<_> = std::iter::successors(tree.parent(node), |&p| tree.parent(p))
            .take_while(|&p| self.kind(p) == Kind::Labeled)
            .map(|p| tree.sym(p))
            .collect();
        let breaks = tree
            .descendants(node)
            .filter(|&n| self.kind(n) == Kind::Break);
        breaks.into_iter().any(|at| {
            let label = tree.sym(at);
            if !label.is_empty() {
                return labels.contains(&label);
            }
            let around = std::iter::successors(tree.parent(at), |&p| tree.parent(p));
            let target = around.into_iter().find(|&p| {
                matches!(
                    self.kind(p),
                    Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach | Kind::Switch
                )
            });
            target == Some(node)
        })
    }

    /// Declares the variables of a pattern. `matched` is the type of what it is matched against.
    pub(crate) fn pattern(&mut self, node: NodeId, matched: Ty) {
        let world = self.world;
        match self.kind(node) {
            Kind::TypePattern => {
                self.annotations(node);
                let ty_node = self.child(node, Role::Type);
                let ty = match ty_node {
                    Some(t) if self.kind(t) != Kind::InferredType => {
                        let ty = self.ty(t);
                        self.with_arguments_of(ty, matched)
                    }
                    _ => matched,
                };
                self.note_type(node, ty);
                let name = self.tree.sym(node);
                if world.text(name) != "_" {
                    self.enter_local(name, node, ty);
                }
            }
            Kind::RecordPattern => {
                let ty = self
                    .child(node, Role::Type)
                    .map_or(Ty::UNKNOWN, |t| self.ty(t));
                let ty = self.with_arguments_of(ty, matched);
                self.note_type(node, ty);
                let parts: Vec<NodeId> = self.tree.children_in(node, Role::Operand).collect();
                let components = self.components(ty);
                for (i, part) in parts.into_iter().enumerate() {
                    let component = components.get(i).copied().unwrap_or(Ty::UNKNOWN);
                    self.pattern(part, component);
                }
            }
            _ => {
                self.ty(node);
            }
        }
    }

    /// The types of a record's components.
    fn components(&self, ty: Ty) -> Vec<Ty> {
        let world = self.world;
        let Some(class) = world.class_of_type(ty) else {
            return Vec::new();
        };
        // The canonical constructor's parameters are the components in their order.
        let mut fields: Vec<_> = world
            .info(class)
            .fields
            .iter()
            .map(|f| f.1)
            .filter(|&f| {
                !world
                    .field(f)
                    .modifiers
                    .has(reweave_model::Modifiers::STATIC)
            })
            .collect();
        fields.sort();
        fields
            .into_iter()
            .map(|f| world.member_of(ty, class, world.field_type(f)))
            .collect()
    }

    /// A raw class in a pattern takes the arguments that the matched type gives it.
    fn with_arguments_of(&mut self, ty: Ty, matched: Ty) -> Ty {
        let world = self.world;
        let Some((class, args)) = world.types.as_class(ty) else {
            return ty;
        };
        let params = world.type_params(class);
        if !args.is_empty() || params.is_empty() {
            return ty;
        }
        let base = self.inference.vars.len();
        let fresh = self.fresh(params);
        let open = world.types.class(class, &fresh);
        self.constrain(open, matched);
        if let Some((super_class, _)) = world.types.as_class(matched)
            && let Some(view) = world.as_super(open, super_class)
        {
            self.constrain(matched, view);
        }
        let decided = self.decide(open);
        self.inference.vars.truncate(base);
        decided
    }
}
