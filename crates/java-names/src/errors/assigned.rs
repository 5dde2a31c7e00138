//! Definite assignment (JLS 16): local variables that are read where they need not have a value, and final fields that are assigned where
//! they may not get theirs.
//!
//! Of constants only `true` and `false` are known; where a condition may be another constant, variables count as assigned behind it, so that
//! nothing is said of code that compiles.

use crate::error::{ErrorKind, NameError};
use crate::ids::{Decl, FieldId};
use crate::names::Names;
use reweave_model::{Kind, Modifiers, Node, NodeId, Role, Tree};
use reweave_text::Symbol;

/// Of a body's variables without a value of their own, so many are followed.
const MOST_VARIABLES: usize = 64;

/// The variables that have a value, a bit for each.
type Set = u64;

/// What is said where control does not come: everything.
const ALL: Set = Set::MAX;

impl Names {
    /// Reads of local variables that need not have a value.
    pub(super) fn unassigned(&self, file: u32) -> Vec<NameError> {
        let tree = &self.world.file(file).tree;
        if !self.is_resolved(file) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for root in tree.descendants(NodeId::ROOT) {
            let is_body = match tree.kind(root) {
                Kind::Callable | Kind::Initializer => true,
                Kind::Field | Kind::EnumConstant => {
                    tree.descendants(root).any(|n| tree.kind(n) == Kind::Lambda)
                }
                _ => false,
            };
            let variables = if is_body {
                variables_of(tree, root)
            } else {
                Vec::new()
            };
            if variables.is_empty() {
                continue;
            }
            let mut walk = Assigned {
                names: self,
                file,
                tree,
                variables,
                jumps: Vec::new(),
                found: Vec::new(),
            };
            walk.inside(root, 0);
            found.extend(walk.found);
        }
        found.sort_unstable();
        found.dedup();
        let error = |node: NodeId| NameError {
            file,
            node,
            kind: ErrorKind::Unassigned,
            about: self.world.text(tree.sym(node)).to_owned(),
        };
        found.into_iter().map(error).collect()
    }

    /// Assignments of final fields outside of what makes their class or object (JLS 8.3.1.2).
    pub(super) fn final_assigned(&self, file: u32) -> Vec<NameError> {
        let tree = &self.world.file(file).tree;
        let mut found = Vec::new();
        for node in tree.descendants(NodeId::ROOT) {
            let target = match tree.kind(node) {
                Kind::Assign => tree.child_in(node, Role::Target),
                Kind::Update => tree.child_in(node, Role::Operand),
                _ => None,
            };
            let target = target.map(|t| inside(tree, t));
            if let Some(target) = target
                && let Decl::Field(field) = self.decl(file, target)
                && !self.may_assign(file, target, field)
            {
                found.push(NameError {
                    file,
                    node: target,
                    kind: ErrorKind::FinalAssigned,
                    about: self.world.text(self.world.field(field).name).to_owned(),
                });
            }
        }
        found
    }

    fn may_assign(&self, file: u32, target: NodeId, field: FieldId) -> bool {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let data = world.field(field);
        if !data.modifiers.has(Modifiers::FINAL) {
            return true;
        }
        let receiver = tree.child_in(target, Role::Receiver);
        let is_own = receiver.is_none_or(|r| tree.kind(r) == Kind::This);
        let is_body = |n: &NodeId| {
            matches!(
                tree.kind(*n),
                Kind::Callable | Kind::Initializer | Kind::Lambda | Kind::Field
            )
        };
        let Some(body) = tree.ancestors(target).find(is_body) else {
            return false;
        };
        let class = tree.parent(body).and_then(|c| self.class_at(file, c));
        let is_static = world.is_static_field(field);
        let makes = match tree.kind(body) {
            Kind::Initializer => (tree.node(body).flags & Modifiers::STATIC.0 != 0) == is_static,
            Kind::Callable => {
                let model = world.file(file);
                let is_constructor = model
                    .callables
                    .iter()
                    .any(|c| c.node == body && c.is_constructor());
                is_constructor && !is_static
            }
            _ => false,
        };
        is_own && makes && class == Some(data.owner)
    }
}

/// The variables of a body that are declared without a value; those of classes in it are their own.
fn variables_of(tree: &Tree, root: NodeId) -> Vec<NodeId> {
    let is_open = |n: &NodeId| {
        let holder = tree.parent(*n);
        let is_loop = holder
            .and_then(|h| tree.parent(h))
            .is_some_and(|p| tree.kind(p) == Kind::ForEach);
        tree.kind(*n) == Kind::VarDecl && tree.child_in(*n, Role::Init).is_none() && !is_loop
    };
    let mut all: Vec<NodeId> = tree.descendants(root).filter(is_open).collect();
    all.truncate(MOST_VARIABLES);
    all
}

fn inside(tree: &Tree, mut node: NodeId) -> NodeId {
    while tree.kind(node) == Kind::Paren
        && let Some(inner) = tree.child_in(node, Role::Operand)
    {
        node = inner;
    }
    node
}

/// A jump that still has to arrive, with what had a value at it.
struct Jump {
    kind: Kind,
    label: Symbol,
    set: Set,
}

struct Assigned<'a> {
    names: &'a Names,
    file: u32,
    tree: &'a Tree,
    variables: Vec<NodeId>,
    jumps: Vec<Jump>,
    found: Vec<NodeId>,
}

impl Assigned<'_> {
    fn child(&self, node: NodeId, role: Role) -> Option<NodeId> {
        self.tree.child_in(node, role)
    }

    fn bit(&self, variable: NodeId) -> Set {
        let at = self.variables.iter().position(|&v| v == variable);
        at.map_or(0, |at| 1 << at)
    }

    /// The variable that a name means, if it is one of them.
    fn meant(&self, name: NodeId) -> Set {
        match self.names.decl(self.file, name) {
            Decl::Local(local) => self.bit(local),
            _ => 0,
        }
    }

    fn read(&mut self, name: NodeId, set: Set) {
        if self.meant(name) & !set != 0 {
            self.found.push(name);
        }
    }

    /// A part of a body that runs apart: what is assigned in it is not known outside.
    fn inside(&mut self, root: NodeId, set: Set) {
        let jumps = std::mem::take(&mut self.jumps);
        if let Some(body) = self.child(root, Role::Body) {
            self.any(body, set);
        }
        for role in [Role::Init, Role::Argument] {
            if matches!(self.tree.kind(root), Kind::Field | Kind::EnumConstant) {
                let parts: Vec<NodeId> = self.tree.children_in(root, role).collect();
                for part in parts {
                    self.expression(part, set);
                }
            }
        }
        self.jumps = jumps;
    }

    fn any(&mut self, node: NodeId, set: Set) -> Set {
        if self.tree.kind(node).is_expression() {
            self.expression(node, set)
        } else {
            self.statement(node, set)
        }
    }

    /// All parts in their order.
    fn parts(&mut self, node: NodeId, mut set: Set) -> Set {
        let tree = self.tree;
        for part in tree.children(node) {
            let kind = tree.kind(part);
            if kind.is_expression() || kind.is_statement() {
                set = self.any(part, set);
            }
        }
        set
    }

    /// The names of these variables in a class that is declared here.
    fn named(&mut self, class: NodeId, set: Set) {
        let tree = self.tree;
        for name in tree.descendants(class) {
            let declared_in_it = |v: NodeId| tree.contains(class, v);
            if tree.kind(name) == Kind::Name
                && let Decl::Local(local) = self.names.decl(self.file, name)
                && !declared_in_it(local)
            {
                self.read(name, set);
            }
        }
    }

    fn expression(&mut self, node: NodeId, set: Set) -> Set {
        let tree = self.tree;
        match tree.kind(node) {
            Kind::Name => {
                self.read(node, set);
                set
            }
            Kind::Assign => self.assign(node, set),
            Kind::Lambda => {
                self.inside(node, set);
                set
            }
            Kind::New => {
                let after = self.parts(node, set);
                if let Some(class) = self.child(node, Role::Body) {
                    self.named(class, after);
                }
                after
            }
            Kind::Binary | Kind::Unary | Kind::Bool | Kind::Paren | Kind::Cast => {
                let (yes, no) = self.condition(node, set);
                yes & no
            }
            Kind::Conditional => {
                let (yes, no) = self.of_condition(node, set);
                let mut after = ALL;
                for (role, set) in [(Role::Then, yes), (Role::Else, no)] {
                    if let Some(branch) = self.child(node, role) {
                        after &= self.expression(branch, set);
                    }
                }
                after
            }
            Kind::SwitchExpr => self.switch(node, set),
            _ => self.parts(node, set),
        }
    }

    fn assign(&mut self, node: NodeId, set: Set) -> Set {
        let tree = self.tree;
        let target = self.child(node, Role::Target).map(|t| inside(tree, t));
        let own = target.filter(|&t| tree.kind(t) == Kind::Name);
        let is_plain = self.names.world.text(tree.sym(node)) == "=";
        let mut set = match (target, own) {
            (Some(target), None) => self.parts(target, set),
            _ => set,
        };
        if let Some(own) = own.filter(|_| !is_plain) {
            self.read(own, set);
        }
        if let Some(value) = self.child(node, Role::Value) {
            set = self.expression(value, set);
        }
        set | own.map_or(0, |o| self.meant(o))
    }

    /// What has a value when a condition holds, and when it does not.
    fn condition(&mut self, node: NodeId, set: Set) -> (Set, Set) {
        let tree = self.tree;
        let word = self.names.world.text(tree.sym(node));
        let operands: Vec<NodeId> = tree.children_in(node, Role::Operand).collect();
        match (tree.kind(node), word, &operands[..]) {
            (Kind::Bool, "true", _) => (set, ALL),
            (Kind::Bool, _, _) => (ALL, set),
            (Kind::Paren | Kind::Cast, _, &[inner]) => self.condition(inner, set),
            (Kind::Unary, "!", &[inner]) => {
                let (yes, no) = self.condition(inner, set);
                (no, yes)
            }
            (Kind::Binary, "&&", &[first, second]) => {
                let (yes, no) = self.condition(first, set);
                let (both, other) = self.condition(second, yes);
                (both, no & other)
            }
            (Kind::Binary, "||", &[first, second]) => {
                let (yes, no) = self.condition(first, set);
                let (other, neither) = self.condition(second, no);
                (yes & other, neither)
            }
            (Kind::Unary | Kind::Binary | Kind::Paren | Kind::Cast, _, _) => {
                let after = self.parts(node, set);
                self.if_no_constant(node, after)
            }
            _ => {
                let after = self.expression(node, set);
                self.if_no_constant(node, after)
            }
        }
    }

    fn if_no_constant(&self, node: NodeId, after: Set) -> (Set, Set) {
        let reads =
            |n: NodeId| matches!(self.tree.kind(n), Kind::Call | Kind::Assign | Kind::Update);
        let is_condition = self.names.ty(self.file, node) == crate::types::Ty::BOOLEAN;
        let may_be = is_condition
            && !self.tree.descendants(node).any(reads)
            && self.names.may_be_constant(self.file, node);
        if may_be { (ALL, ALL) } else { (after, after) }
    }

    fn of_condition(&mut self, node: NodeId, set: Set) -> (Set, Set) {
        match self.child(node, Role::Condition) {
            Some(condition) => self.condition(condition, set),
            // `for (;;)`
            None => (set, ALL),
        }
    }

    fn statement(&mut self, node: NodeId, set: Set) -> Set {
        let tree = self.tree;
        match tree.kind(node) {
            Kind::Local => self.local(node, set),
            Kind::LocalType => {
                self.named(node, set);
                set
            }
            Kind::If => {
                let (yes, no) = self.of_condition(node, set);
                let then = self.child(node, Role::Then);
                let then = then.map_or(yes, |s| self.statement(s, yes));
                let other = self.child(node, Role::Else);
                then & other.map_or(no, |s| self.statement(s, no))
            }
            Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach => self.loop_(node, set),
            Kind::Labeled => {
                let first = self.jumps.len();
                let after = self.parts(node, set);
                let label = tree.sym(node);
                after & self.arrived(first, |j| j.kind == Kind::Break && j.label == label)
            }
            Kind::Switch => self.switch(node, set),
            Kind::Try => self.try_(node, set),
            Kind::Return | Kind::Throw | Kind::Break | Kind::Continue | Kind::Yield => {
                let set = self.parts(node, set);
                self.jumps.push(Jump {
                    kind: tree.kind(node),
                    label: tree.sym(node),
                    set,
                });
                ALL
            }
            Kind::Assert => {
                if let Some(condition) = self.child(node, Role::Condition) {
                    let (_, no) = self.condition(condition, set);
                    if let Some(message) = self.child(node, Role::Value) {
                        self.expression(message, no);
                    }
                }
                set
            }
            _ => self.parts(node, set),
        }
    }

    fn local(&mut self, node: NodeId, mut set: Set) -> Set {
        let tree = self.tree;
        for variable in tree.children(node) {
            if tree.kind(variable) == Kind::VarDecl {
                set = match self.child(variable, Role::Init) {
                    Some(value) => self.expression(value, set),
                    None => set & !self.bit(variable),
                };
            }
        }
        set
    }

    /// What all jumps have in common that come here, of those that began behind the first ones.
    fn arrived(&mut self, first: usize, comes: impl Fn(&Jump) -> bool) -> Set {
        let mut set = ALL;
        let mut at = 0;
        self.jumps.retain(|jump| {
            at += 1;
            let comes = at > first && comes(jump);
            if comes {
                set &= jump.set;
            }
            !comes
        });
        set
    }

    fn loop_(&mut self, node: NodeId, mut set: Set) -> Set {
        let tree = self.tree;
        let labels: Vec<Symbol> = tree
            .ancestors(node)
            .take_while(|&a| tree.kind(a) == Kind::Labeled)
            .map(|a| tree.sym(a))
            .collect();
        let again = |j: &Jump| {
            j.kind == Kind::Continue && (j.label.is_empty() || labels.contains(&j.label))
        };
        let first = self.jumps.len();
        let body = self.child(node, Role::Body);
        let left = match tree.kind(node) {
            Kind::DoWhile => {
                let end = body.map_or(set, |b| self.statement(b, set));
                let end = end & self.arrived(first, again);
                self.of_condition(node, end).1
            }
            Kind::ForEach => {
                if let Some(over) = self.child(node, Role::Condition) {
                    set = self.expression(over, set);
                }
                if let Some(body) = body {
                    self.statement(body, set);
                }
                self.arrived(first, again);
                set
            }
            _ => {
                for part in tree.children_in(node, Role::Init) {
                    set = self.any(part, set);
                }
                let (yes, no) = self.of_condition(node, set);
                let end = body.map_or(yes, |b| self.statement(b, yes));
                let mut end = end & self.arrived(first, again);
                for part in tree.children_in(node, Role::Update) {
                    end = self.any(part, end);
                }
                no
            }
        };
        left & self.arrived(first, |j| j.kind == Kind::Break && j.label.is_empty())
    }

    fn switch(&mut self, node: NodeId, set: Set) -> Set {
        let tree = self.tree;
        let selector = self.child(node, Role::Condition);
        let set = selector.map_or(set, |s| self.expression(s, set));
        let first = self.jumps.len();
        let is_value = tree.kind(node) == Kind::SwitchExpr;
        let mut is_exhaustive = is_value;
        // Behind what comes before falls what is not left.
        let mut through = ALL;
        let mut after = ALL;
        for case in tree.children(node).filter(|&c| tree.kind(c) == Kind::Case) {
            let is_pattern =
                |n: NodeId| matches!(tree.kind(n), Kind::TypePattern | Kind::RecordPattern);
            is_exhaustive |= tree.node(case).flags & Node::DEFAULT != 0
                || tree.children_in(case, Role::Label).any(is_pattern);
            let is_arrow = tree.node(case).flags & Node::ARROW != 0;
            let mut at = if is_arrow { set } else { set & through };
            if let Some(guard) = self.child(case, Role::Guard) {
                at = self.condition(guard, at).0;
            }
            for part in tree.children_in(case, Role::Body) {
                at = self.any(part, at);
            }
            if is_arrow {
                after &= at;
            } else {
                through = at;
            }
        }
        let left = if is_value { Kind::Yield } else { Kind::Break };
        after &= self.arrived(first, |j| j.kind == left && j.label.is_empty());
        if !is_value {
            after &= through;
        }
        if is_exhaustive { after } else { after & set }
    }

    fn try_(&mut self, node: NodeId, set: Set) -> Set {
        let tree = self.tree;
        let parts = |kind| tree.children(node).filter(move |&c| tree.kind(c) == kind);
        let first_jump = self.jumps.len();
        let mut at = set;
        for resource in tree.children_in(node, Role::Resource) {
            at = self.any(resource, at);
        }
        let mut after = self
            .child(node, Role::Body)
            .map_or(at, |b| self.statement(b, at));
        for clause in parts(Kind::Catch) {
            if let Some(body) = self.child(clause, Role::Body) {
                after &= self.statement(body, set);
            }
        }
        for last in parts(Kind::Finally) {
            if let Some(body) = self.child(last, Role::Body) {
                let first_own = self.jumps.len();
                let end = self.statement(body, set);
                after |= end;
                for jump in &mut self.jumps[first_jump.min(first_own)..first_own] {
                    jump.set |= end;
                }
            }
        }
        after
    }
}
