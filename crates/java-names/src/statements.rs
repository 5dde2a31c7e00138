//! Statements: they open scopes, declare variables and labels, and want types of their expressions.

use crate::expressions::Expect;
use crate::ids::Decl;
use crate::resolver::{Entry, Resolver};
use crate::types::{Ty, TyData};
use crate::walk::DEEPEST;
use reweave_model::{Kind, Node, NodeId, Role};

impl Resolver<'_> {
    pub fn statement(&mut self, node: NodeId) {
        if self.depth > DEEPEST {
            self.too_deep.push(node);
            return;
        }
        self.depth += 1;
        self.statement_inside(node);
        self.depth -= 1;
    }

    fn statement_inside(&mut self, node: NodeId) {
        let mark = self.scope.len();
        match self.kind(node) {
            Kind::Local => {
                self.local(node);
                return;
            }
            Kind::LocalType => {
                if let Some(class) = self.child(node, Role::Member) {
                    self.local_class(class);
                }
                return;
            }
            Kind::If => {
                if self.if_(node) {
                    return;
                }
            }
            Kind::While | Kind::DoWhile | Kind::For | Kind::Synchronized => self.parts(node),
            Kind::ForEach => self.for_each(node),
            Kind::Switch => {
                self.switch(node, Expect::None);
            }
            Kind::Try => self.try_(node),
            Kind::Labeled => {
                self.scope.push(Entry::Label(self.tree.sym(node), node));
                self.parts(node);
            }
            Kind::Break | Kind::Continue => self.jump(node),
            Kind::Return => self.leave(node, false),
            Kind::Yield => self.leave(node, true),
            Kind::ConstructorCall => self.constructor_call(node),
            Kind::ExprStmt => {
                if let Some(value) = self.child(node, Role::Value) {
                    self.standalone(value);
                }
            }
            Kind::Broken | Kind::Empty => {}
            kind if kind.is_expression() => {
                self.standalone(node);
                // In the head of a loop: what it declares is for the whole of it.
                return;
            }
            _ => self.parts(node),
        }
        self.scope.truncate(mark);
    }

    /// All parts in order, in one scope.
    fn parts(&mut self, node: NodeId) {
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for child in children {
            if self.kind(child).is_expression() {
                self.standalone(child);
            } else {
                self.statement(child);
            }
        }
    }

    fn standalone(&mut self, node: NodeId) -> Ty {
        self.expression(node, Expect::None)
    }

    /// True when its pattern variables live on after it: the branch taken without them leaves.
    fn if_(&mut self, node: NodeId) -> bool {
        let mark = self.scope.len();
        if let Some(condition) = self.child(node, Role::Condition) {
            self.standalone(condition);
        }
        let bound = self.scope.len();
        let then = self.child(node, Role::Then);
        let otherwise = self.child(node, Role::Else);
        for branch in [then, otherwise].into_iter().flatten() {
            self.statement(branch);
            self.scope.truncate(bound);
        }
        bound > mark && otherwise.is_none() && then.is_some_and(|t| self.leaves(t))
    }

    /// Whether a statement never ends at its end.
    fn leaves(&self, node: NodeId) -> bool {
        let mut at = node;
        loop {
            match self.kind(at) {
                Kind::Return | Kind::Throw | Kind::Break | Kind::Continue | Kind::Yield => {
                    return true;
                }
                Kind::Block => match self.tree.children(at).last() {
                    Some(last) => at = last,
                    None => return false,
                },
                _ => return false,
            }
        }
    }

    fn local(&mut self, node: NodeId) {
        self.annotations(node);
        let ty_node = self.child(node, Role::Type);
        let inferred = ty_node.is_some_and(|t| self.kind(t) == Kind::InferredType);
        let base = match ty_node {
            Some(t) if !inferred => self.ty(t),
            _ => Ty::UNKNOWN,
        };
        let all: Vec<NodeId> = self
            .tree
            .children(node)
            .filter(|&c| self.kind(c) == Kind::VarDecl)
            .collect();
        for variable in all {
            let name = self.tree.sym(variable);
            let init = self.child(variable, Role::Init);
            let ty = if inferred {
                let ty = init.map_or(Ty::UNKNOWN, |i| self.standalone(i));
                self.world.readable(ty, ty)
            } else {
                self.with_dimensions(base, self.tree.node(variable).flags)
            };
            self.enter_local(name, variable, ty);
            self.note_type(variable, ty);
            if let (Some(init), false) = (init, inferred) {
                self.initial(init, ty);
            }
        }
    }

    pub(crate) fn with_dimensions(&self, mut ty: Ty, dimensions: u16) -> Ty {
        for _ in 0..dimensions.min(255) {
            ty = self.world.types.array(ty);
        }
        ty
    }

    fn for_each(&mut self, node: NodeId) {
        let over = self
            .child(node, Role::Condition)
            .map_or(Ty::UNKNOWN, |c| self.standalone(c));
        let element = self.element_of(over);
        if let Some(local) = self.child(node, Role::Init) {
            self.annotations(local);
            let ty_node = self.child(local, Role::Type);
            let base = match ty_node {
                Some(t) if self.kind(t) != Kind::InferredType => self.ty(t),
                _ => element,
            };
            let all: Vec<NodeId> = self
                .tree
                .children(local)
                .filter(|&c| self.kind(c) == Kind::VarDecl)
                .collect();
            for variable in all {
                let ty = self.with_dimensions(base, self.tree.node(variable).flags);
                self.note_type(variable, ty);
                self.enter_local(self.tree.sym(variable), variable, ty);
            }
        }
        if let Some(body) = self.child(node, Role::Body) {
            self.statement(body);
        }
    }

    /// What iterating over a type yields.
    fn element_of(&self, ty: Ty) -> Ty {
        let world = self.world;
        if let TyData::Array(element) = world.types.data(ty) {
            return *element;
        }
        match world
            .as_super(ty, world.known.iterable)
            .and_then(|t| world.types.as_class(t))
        {
            Some((_, &[arg])) => {
                let param = world.type_params(world.known.iterable)[0];
                world.readable(arg, world.types.var(param))
            }
            Some(_) => world.object(),
            None => Ty::UNKNOWN,
        }
    }

    fn try_(&mut self, node: NodeId) {
        let mark = self.scope.len();
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for &child in &children {
            match (self.tree.role(child), self.kind(child)) {
                (Role::Resource, Kind::Local) => self.local(child),
                (Role::Resource, _) => {
                    self.standalone(child);
                }
                (Role::Body, _) => {
                    self.statement(child);
                    self.scope.truncate(mark);
                }
                (_, Kind::Catch) => {
                    self.catch(child);
                    self.scope.truncate(mark);
                }
                _ => self.statement(child),
            }
        }
    }

    fn catch(&mut self, node: NodeId) {
        if let Some(param) = self.child(node, Role::Param) {
            self.annotations(param);
            let ty = self.param_type(param);
            self.note_type(param, ty);
            self.enter_local(self.tree.sym(param), param, ty);
        }
        if let Some(body) = self.child(node, Role::Body) {
            self.statement(body);
        }
    }

    fn jump(&mut self, node: NodeId) {
        let label = self.tree.sym(node);
        if label.is_empty() {
            return;
        }
        let found = self.scope.iter().rev().find_map(|e| match e {
            Entry::Label(name, at) if *name == label => Some(*at),
            _ => None,
        });
        self.record(node, found.map_or(Decl::Unknown, Decl::Label));
    }

    /// `return` and `yield`: the value goes to what is around.
    fn leave(&mut self, node: NodeId, from_switch: bool) {
        let Some(value) = self.child(node, Role::Value) else {
            return;
        };
        let at = self
            .results
            .iter()
            .rposition(|r| r.is_switch == from_switch);
        let expected = at.and_then(|i| self.results[i].expected);
        let ty = self.result(value, expected);
        if let Some(at) = at {
            self.results[at].types.push(ty);
        }
    }

    /// The value of a body that something is expected of, which may hold variables to be inferred.
    pub(crate) fn result(&mut self, value: NodeId, expected: Option<Ty>) -> Ty {
        match expected {
            Some(ty) if self.world.types.has_infer(ty) => {
                let found = self.expression(value, Expect::Free(Some(ty)));
                self.constrain(found, ty);
                found
            }
            Some(ty) => self.value(value, ty),
            None => self.standalone(value),
        }
    }

    /// A switch, as a statement or as an expression; its type in the second case.
    pub(crate) fn switch(&mut self, node: NodeId, expect: Expect) -> Ty {
        let mark = self.scope.len();
        let selector = self
            .child(node, Role::Condition)
            .map_or(Ty::UNKNOWN, |c| self.standalone(c));
        let is_expression = self.kind(node) == Kind::SwitchExpr;
        if is_expression {
            let expected = match expect {
                Expect::Target(ty) => Some(ty),
                Expect::Free(ty) => ty,
                Expect::None => None,
            };
            self.results.push(crate::resolver::Results {
                expected,
                types: Vec::new(),
                is_switch: true,
            });
        }
        let cases: Vec<NodeId> = self
            .tree
            .children(node)
            .filter(|&c| self.kind(c) == Kind::Case)
            .collect();
        for case in cases {
            let before = self.scope.len();
            self.case(case, selector, is_expression);
            if self.tree.node(case).flags & Node::ARROW != 0 {
                self.scope.truncate(before);
            }
        }
        self.scope.truncate(mark);
        if !is_expression {
            return Ty::VOID;
        }
        let results = self.results.pop().map(|r| r.types).unwrap_or_default();
        match expect {
            Expect::Target(ty) => ty,
            _ => self.joined(&results),
        }
    }

    fn case(&mut self, node: NodeId, selector: Ty, is_expression: bool) {
        let arrow = self.tree.node(node).flags & Node::ARROW != 0;
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for child in children {
            match self.tree.role(child) {
                Role::Label => self.case_label(child, selector),
                Role::Guard => {
                    self.standalone(child);
                }
                _ if arrow && is_expression && self.kind(child) == Kind::ExprStmt => {
                    let Some(value) = self.child(child, Role::Value) else {
                        continue;
                    };
                    let expected = self.results.last().and_then(|r| r.expected);
                    let ty = self.result(value, expected);
                    if let Some(results) = self.results.last_mut() {
                        results.types.push(ty);
                    }
                }
                _ => self.statement(child),
            }
        }
    }

    /// A constant of the selector's enum, another constant, or a pattern.
    fn case_label(&mut self, node: NodeId, selector: Ty) {
        match self.kind(node) {
            Kind::Name => {
                let name = self.tree.sym(node);
                if let Some(class) = self.is_enum(selector) {
                    let found = self.world.info(class).field_named(name);
                    self.record(node, found.map_or(Decl::Unknown, Decl::Field));
                    self.note_type(node, selector);
                    return;
                }
                if selector.is_unknown() {
                    // A constant of an enum that is not known, or one in scope here: not to be told apart.
                    self.record(node, Decl::Unknown);
                    return;
                }
                self.standalone(node);
            }
            Kind::TypePattern | Kind::RecordPattern => self.pattern(node, selector),
            Kind::TypeName | Kind::ArrayType => {
                self.ty(node);
            }
            _ => {
                self.standalone(node);
            }
        }
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
