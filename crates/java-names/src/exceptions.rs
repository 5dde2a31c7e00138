//! Checked exceptions that nobody catches or declares, and catch clauses that nothing can reach (JLS 11.2).
//!
//! What throws an exception that is not known (a type parameter, a name without a declaration, an exception that is thrown again)
//! may throw anything: it reaches every clause around it, and nothing is said of it.

use crate::error::{ErrorKind, NameError};
use crate::errors::operands::resource_variable;
use crate::forward::initialised;
use crate::ids::{ClassId, Decl, MethodId};
use crate::names::Names;
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::{CallableId, Kind, NodeId, Role, TypeKind};
use rustc_hash::FxHashSet;

/// The classes that decide which exceptions are checked.
#[derive(Clone, Copy)]
struct Throwables {
    throwable: ClassId,
    exception: ClassId,
    runtime: ClassId,
    error: ClassId,
}

/// The exception that leaves a node; none when it may be any.
type Thrown = Option<ClassId>;

impl Names {
    pub(crate) fn bad_exceptions(&self, file: u32) -> Vec<NameError> {
        let Some(known) = self.world.throwables().filter(|_| self.is_resolved(file)) else {
            return Vec::new();
        };
        let walk = Walk {
            names: self,
            file,
            known,
        };
        walk.run()
    }
}

impl Names {
    /// The checked exceptions that leave some statements or expressions of a body: what their parts throw and no `try` among them catches.
    pub fn escaping(&self, file: u32, parts: &[NodeId]) -> Vec<ClassId> {
        let Some(known) = self.world.throwables() else {
            return Vec::new();
        };
        let walk = Walk {
            names: self,
            file,
            known,
        };
        let tree = &self.world.file(file).tree;
        let mut found = Vec::new();
        for &part in parts {
            for node in tree.descendants(part) {
                let thrown = walk.thrown_at(node).into_iter().flatten();
                let from_outside = walk.caught_outside(node, parts);
                let thrown = thrown.chain(from_outside);
                found.extend(thrown.filter(|&t| walk.leaves(node, t, part)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

struct Walk<'a> {
    names: &'a Names,
    file: u32,
    known: Throwables,
}

impl Walk<'_> {
    fn run(&self) -> Vec<NameError> {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        let mut found = Vec::new();
        let mut clauses = Vec::new();
        let mut reached: FxHashSet<NodeId> = FxHashSet::default();
        let error = |node, kind, class: ClassId| NameError {
            file: self.file,
            node,
            kind,
            about: world.text(world.class(class).name).to_owned(),
        };
        for node in tree.descendants(NodeId::ROOT) {
            if tree.kind(node) == Kind::Catch {
                clauses.push(node);
            }
            if tree.kind(node) == Kind::MethodRef {
                let thrown = self.thrown_by_reference(node);
                found.extend(thrown.map(|class| error(node, ErrorKind::Uncaught, class)));
            }
            for thrown in self.thrown_at(node) {
                let escapes = self.escapes(node, thrown, &mut reached);
                if let Some(class) = thrown.filter(|_| escapes) {
                    found.push(error(node, ErrorKind::Uncaught, class));
                }
            }
        }
        let mut implicit = Vec::new();
        self.implicit_calls(&mut implicit);
        let implicit = implicit.into_iter();
        found.extend(implicit.map(|(node, class)| error(node, ErrorKind::Uncaught, class)));
        for clause in clauses {
            for ty in self.caught(clause) {
                let class = self.names.ty(self.file, ty);
                let class = world.class_of_type(class).filter(|&c| self.is_checked(c));
                // These are over exceptions that need not be declared.
                let is_wide = |c| c == self.known.exception || c == self.known.throwable;
                if let Some(class) = class.filter(|&c| !is_wide(c) && !reached.contains(&ty)) {
                    found.push(error(ty, ErrorKind::NeverThrown, class));
                }
            }
        }
        found
    }

    /// What one node throws by itself.
    fn thrown_at(&self, node: NodeId) -> Vec<Thrown> {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        match tree.kind(node) {
            Kind::Call | Kind::New | Kind::ConstructorCall | Kind::EnumConstant => {
                match self.names.decl(self.file, node) {
                    Decl::Method(_) if self.is_array_clone(node) => Vec::new(),
                    Decl::Method(method) => self.declared(method),
                    _ => vec![None],
                }
            }
            Kind::Throw => {
                let value = tree.child_in(node, Role::Value);
                if let Some(class) = value.and_then(|v| self.said_to_throw(v)) {
                    let checked = self.is_checked(class).then_some(Some(class));
                    return checked.into_iter().collect();
                }
                let again = value.map(|v| self.thrown_again(v)).unwrap_or_default();
                again.into_iter().map(Some).chain([None]).collect()
            }
            _ if tree.role(node) == Role::Resource => match self.closed_by(node) {
                Some(close) => self.declared(close),
                None => vec![None],
            },
            _ => Vec::new(),
        }
    }

    /// The class of a value that is thrown, where its type says it: a variable may hold what was caught, and then no more than that is
    /// thrown; what a call infers depends on more than is known here.
    fn said_to_throw(&self, value: NodeId) -> Option<ClassId> {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        let is_said = match tree.kind(value) {
            Kind::New | Kind::Cast | Kind::Index => true,
            Kind::Paren => return self.said_to_throw(tree.child_in(value, Role::Operand)?),
            Kind::Call => match self.names.decl(self.file, value) {
                Decl::Method(method) => {
                    let gives = world.signature(method).ret;
                    gives.is_some_and(|ty| !world.types().has_var(ty))
                }
                _ => false,
            },
            Kind::Name | Kind::FieldAccess => match self.names.decl(self.file, value) {
                Decl::Local(local) => {
                    let around = tree.parent(local).map(|p| tree.kind(p));
                    match tree.kind(local) {
                        Kind::Param => around == Some(Kind::Callable),
                        Kind::VarDecl => true,
                        _ => false,
                    }
                }
                Decl::Field(_) => true,
                _ => false,
            },
            _ => false,
        };
        let ty = self.names.ty(self.file, value);
        let (class, _) = world.types().as_class(ty).filter(|_| is_said)?;
        world.closure(class).complete.then_some(class)
    }

    /// What is thrown again and was caught around some code: without its `catch`, the variable has its declared type alone.
    fn caught_outside(&self, node: NodeId, parts: &[NodeId]) -> Option<ClassId> {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        let value = tree.child_in(node, Role::Value)?;
        let Decl::Local(param) = self.names.decl(self.file, value) else {
            return None;
        };
        let clause = tree
            .parent(param)
            .filter(|&c| tree.kind(c) == Kind::Catch)?;
        let is_outside = !parts.iter().any(|&p| tree.contains(p, clause));
        let class = world.class_of_type(self.names.ty(self.file, value))?;
        let is_thrown = tree.kind(node) == Kind::Throw && is_outside && self.is_checked(class);
        is_thrown.then_some(class)
    }

    /// What a caught exception that is thrown again may be: what the body throws and the clause takes (JLS 11.2.2).
    fn thrown_again(&self, value: NodeId) -> Vec<ClassId> {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        let Decl::Local(param) = self.names.decl(self.file, value) else {
            return Vec::new();
        };
        let clause = tree.parent(param).filter(|&c| tree.kind(c) == Kind::Catch);
        let Some((clause, around)) = clause.and_then(|c| Some((c, tree.parent(c)?))) else {
            return Vec::new();
        };
        let is_set = |n: NodeId| {
            let target = tree.child_in(n, Role::Target);
            target.is_some_and(|t| self.names.decl(self.file, t) == Decl::Local(param))
        };
        if tree.descendants(clause).any(is_set) {
            return Vec::new();
        }
        let caught: Vec<ClassId> = self
            .caught(clause)
            .into_iter()
            .filter_map(|ty| world.class_of_type(self.names.ty(self.file, ty)))
            .collect();
        let parts = tree
            .children(around)
            .filter(|&p| matches!(tree.role(p), Role::Body | Role::Resource));
        let mut found = Vec::new();
        for node in parts.flat_map(|p| tree.descendants(p)) {
            for thrown in self.thrown_at(node).into_iter().flatten() {
                let taken = caught.iter().any(|&c| world.is_subclass(thrown, c));
                if taken && self.reaches(node, thrown, (around, clause)) {
                    found.push(thrown);
                }
            }
        }
        found
    }

    /// Whether an exception goes from a node to a clause: nothing in between, and no clause before it, takes it.
    fn reaches(&self, node: NodeId, thrown: ClassId, (around, clause): (NodeId, NodeId)) -> bool {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        let takes = |clause: NodeId| {
            self.caught(clause).into_iter().any(|ty| {
                let class = world.class_of_type(self.names.ty(self.file, ty));
                class.is_none_or(|c| world.is_subclass(thrown, c) || !world.closure(c).complete)
            })
        };
        let clauses = |of: NodeId| tree.children(of).filter(|&c| tree.kind(c) == Kind::Catch);
        let mut below = node;
        for above in std::iter::successors(tree.parent(node), |&p| tree.parent(p)) {
            if above == around {
                return clauses(around)
                    .take_while(|&c| c != clause)
                    .all(|c| !takes(c));
            }
            let in_body = matches!(tree.role(below), Role::Body | Role::Resource);
            match tree.kind(above) {
                Kind::Lambda | Kind::Callable | Kind::Type => return false,
                Kind::Try if in_body && clauses(above).any(takes) => return false,
                _ => below = above,
            }
        }
        false
    }

    /// Constructors that call the one above without saying so, where that throws what they do not allow.
    fn implicit_calls(&self, found: &mut Vec<(NodeId, ClassId)>) {
        let world = &self.names.world;
        let model = world.file(self.file);
        let tree = &model.tree;
        for id in model.type_ids() {
            let ty = model.ty(id);
            if ty.kind != TypeKind::Class {
                continue;
            }
            let supers = &world.header(world.class_of(self.file, id)).supers;
            let above = supers.first().and_then(|&s| world.class_of_type(s));
            let all = above.map(|c| world.info(c).methods_named(world.known.init));
            let mut all = all.into_iter().flatten().map(|m| m.1);
            let Some(above) = all.find(|&m| world.signature(m).params.is_empty()) else {
                continue;
            };
            let thrown: Vec<ClassId> = self.declared(above).into_iter().flatten().collect();
            if thrown.is_empty() {
                continue;
            }
            let constructors = ty
                .callables
                .iter()
                .filter(|&&c| model.callable(c).is_constructor());
            let mut is_written = false;
            for &id in constructors {
                is_written = true;
                let callable = model.callable(id);
                let first = callable.body.and_then(|b| tree.children(b).next());
                if first.is_some_and(|f| tree.kind(f) == Kind::ConstructorCall) {
                    continue;
                }
                let method = world.method_of(self.file, id);
                let beyond = thrown
                    .iter()
                    .find(|&&t| !self.allows(method, Some(t), false));
                found.extend(beyond.map(|&t| (callable.node, t)));
            }
            if !is_written {
                found.push((ty.node, thrown[0]));
            }
        }
    }

    /// The method that closes a resource.
    fn closed_by(&self, resource: NodeId) -> Option<MethodId> {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        let variable = resource_variable(tree, resource);
        let class = world.class_of_type(self.names.ty(self.file, variable))?;
        if !world.closure(class).complete {
            return None;
        }
        let mut all = Vec::new();
        world.find_methods(class, world.known.close, &mut all);
        all.retain(|&m| world.signature(m).params.is_empty());
        let owner = |m: MethodId| world.method(m).owner;
        let is_nearest = |m: MethodId| all.iter().all(|&o| world.is_subclass(owner(m), owner(o)));
        all.iter().copied().find(|&m| is_nearest(m))
    }

    /// What the method that is named throws, and the one of the interface does not allow.
    fn thrown_by_reference(&self, node: NodeId) -> Option<ClassId> {
        let world = &self.names.world;
        let Decl::Method(method) = self.names.decl(self.file, node) else {
            return None;
        };
        // What is said of an array is a method of `Object`, and throws less than that says.
        if world.class_key(world.method(method).owner) == "java/lang/Object" {
            return None;
        }
        let function = world.class_of_type(self.names.ty(self.file, node))?;
        let stands_for = world.functional(function)?;
        let mut declared = self.declared(method).into_iter();
        declared
            .find(|&t| !self.allows(stands_for, t, true))
            .flatten()
    }

    /// The checked exceptions that a method says it throws.
    fn declared(&self, method: MethodId) -> Vec<Thrown> {
        let world = &self.names.world;
        let throws = world.signature(method).throws.iter();
        let thrown = throws.map(|&ty| match world.types().data(ty) {
            TyData::Class(class, _) if world.closure(*class).complete => Some(*class),
            _ => None,
        });
        thrown
            .filter(|t| t.is_none_or(|class| self.is_checked(class)))
            .collect()
    }

    /// Whether an exception that a node throws leaves a part of the body around it.
    fn leaves(&self, node: NodeId, thrown: ClassId, part: NodeId) -> bool {
        let tree = &self.names.world.file(self.file).tree;
        let mut below = node;
        while below != part {
            let Some(around) = tree.parent(below) else {
                return false;
            };
            let in_body = matches!(tree.role(below), Role::Body | Role::Resource);
            match tree.kind(around) {
                Kind::Try
                    if in_body
                        && self.is_caught(around, Some(thrown), &mut FxHashSet::default()) =>
                {
                    return false;
                }
                Kind::Lambda | Kind::Callable | Kind::Type => return false,
                _ => {}
            }
            below = around;
        }
        true
    }

    /// Whether an exception leaves the code around a node that may not let it. Clauses that it reaches are noted.
    fn escapes(&self, node: NodeId, thrown: Thrown, reached: &mut FxHashSet<NodeId>) -> bool {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        // A constant of an enum calls its constructor where nobody catches anything.
        if tree.kind(node) == Kind::EnumConstant {
            return thrown.is_some();
        }
        let mut below = node;
        for around in std::iter::successors(tree.parent(node), |&p| tree.parent(p)) {
            match tree.kind(around) {
                Kind::Try
                    if matches!(tree.role(below), Role::Body | Role::Resource)
                        && self.is_caught(around, thrown, reached) =>
                {
                    return false;
                }
                Kind::Lambda => {
                    let function = world.class_of_type(self.names.ty(self.file, around));
                    let method = function.and_then(|c| world.functional(c));
                    return method.is_some_and(|m| !self.allows(m, thrown, true));
                }
                Kind::Callable => {
                    let callables = &world.file(self.file).callables;
                    let at = callables.partition_point(|c| c.node < around);
                    let method = world.method_of(self.file, CallableId(at as u32));
                    return !self.allows(method, thrown, false);
                }
                // Who makes an object of an anonymous class computes its initial values.
                Kind::Field | Kind::Initializer if self.is_of_anonymous(around) => {}
                Kind::Type if self.is_anonymous(around) => {}
                Kind::Field | Kind::Initializer => return self.leaves_initialiser(around, thrown),
                Kind::EnumConstant => return thrown.is_some(),
                Kind::Type => return false,
                _ => {}
            }
            below = around;
        }
        false
    }

    fn is_caught(&self, around: NodeId, thrown: Thrown, reached: &mut FxHashSet<NodeId>) -> bool {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        for clause in tree
            .children(around)
            .filter(|&c| tree.kind(c) == Kind::Catch)
        {
            for ty in self.caught(clause) {
                let caught = world.class_of_type(self.names.ty(self.file, ty));
                let (Some(caught), Some(thrown)) = (caught, thrown) else {
                    reached.insert(ty);
                    continue;
                };
                if world.is_subclass(thrown, caught) || !world.closure(caught).complete {
                    reached.insert(ty);
                    return true;
                }
                if world.is_subclass(caught, thrown) {
                    reached.insert(ty);
                }
            }
        }
        false
    }

    /// The type nodes of a catch clause.
    fn caught(&self, clause: NodeId) -> Vec<NodeId> {
        let tree = &self.names.world.file(self.file).tree;
        let param = tree.child_in(clause, Role::Param);
        match param.and_then(|p| tree.child_in(p, Role::Type)) {
            Some(ty) if tree.kind(ty) == Kind::UnionType => tree.children(ty).collect(),
            ty => ty.into_iter().collect(),
        }
    }

    /// Whether a method says that it throws an exception. What a type parameter stands for is not known in its own method; where a
    /// function is written for the method, it is `inferred`.
    fn allows(&self, method: MethodId, thrown: Thrown, inferred: bool) -> bool {
        let world = &self.names.world;
        let Some(thrown) = thrown else { return true };
        let mut throws = world.signature(method).throws.iter();
        throws.any(|&ty| match world.types().data(ty) {
            TyData::Class(class, _) => {
                world.is_subclass(thrown, *class) || !world.closure(*class).complete
            }
            TyData::Var(_) => inferred,
            _ => true,
        })
    }

    /// Whether a member is one of an object of an anonymous class, or of a constant's own class.
    fn is_of_anonymous(&self, member: NodeId) -> bool {
        let model = self.names.world.file(self.file);
        let holder = model.tree.parent(member);
        let mut types = model.types.iter();
        let ty = types.find(|t| Some(t.node) == holder);
        ty.is_some_and(|ty| {
            ty.kind == TypeKind::Anonymous && !initialised(model, ty).contains(&(member, true))
        })
    }

    fn is_anonymous(&self, node: NodeId) -> bool {
        let mut types = self.names.world.file(self.file).types.iter();
        types.any(|t| t.node == node && t.kind == TypeKind::Anonymous)
    }

    /// Initial values may throw what every constructor declares that does not leave them to another.
    fn leaves_initialiser(&self, member: NodeId, thrown: Thrown) -> bool {
        let model = self.names.world.file(self.file);
        let tree = &model.tree;
        let holder = tree.parent(member);
        let Some(ty) = model.types.iter().find(|t| Some(t.node) == holder) else {
            return false;
        };
        let is_static = initialised(model, ty).contains(&(member, true));
        let passes_on = |body: NodeId| {
            let first = tree.children(body).next();
            let known = &self.names.world.known;
            first.is_some_and(|f| {
                tree.kind(f) == Kind::ConstructorCall && tree.sym(f) != known.super_
            })
        };
        let mut constructors = ty
            .callables
            .iter()
            .filter(|&&c| model.callable(c).is_constructor())
            .filter(|&&c| !model.callable(c).body.is_some_and(passes_on))
            .map(|&c| self.names.world.method_of(self.file, c))
            .peekable();
        let has_any = constructors.peek().is_some();
        let allowed = has_any && constructors.all(|m| self.allows(m, thrown, false));
        thrown.is_some() && (is_static || !allowed)
    }

    /// Arrays are cloned without an exception, though the method is the one of `Object`.
    fn is_array_clone(&self, call: NodeId) -> bool {
        let world = &self.names.world;
        let tree = &world.file(self.file).tree;
        let receiver = tree.child_in(call, Role::Receiver);
        let ty = receiver.map_or(Ty::UNKNOWN, |r| self.names.ty(self.file, r));
        matches!(world.types().data(ty), TyData::Array(_))
    }

    fn is_checked(&self, class: ClassId) -> bool {
        self.names.world.is_checked(class, self.known)
    }
}

impl World {
    fn throwables(&self) -> Option<Throwables> {
        let class = |name| self.class_by_dotted(name);
        Some(Throwables {
            throwable: class("java.lang.Throwable")?,
            exception: class("java.lang.Exception")?,
            runtime: class("java.lang.RuntimeException")?,
            error: class("java.lang.Error")?,
        })
    }

    fn is_checked(&self, class: ClassId, known: Throwables) -> bool {
        self.is_subclass(class, known.throwable)
            && !self.is_subclass(class, known.runtime)
            && !self.is_subclass(class, known.error)
    }

    /// Whether a method throws a checked exception that the one it overrides does not.
    pub(crate) fn throws_clash(&self, by: MethodId, of: MethodId) -> bool {
        self.throws_beyond(by, &self.signature(of).throws)
    }

    /// Whether a method throws a checked exception that is none of those allowed.
    pub(crate) fn throws_beyond(&self, by: MethodId, allowed: &[Ty]) -> bool {
        let Some(known) = self.throwables() else {
            return false;
        };
        let is_allowed = |class: ClassId| {
            allowed.iter().any(|&ty| {
                let above = self.class_of_type(ty);
                above.is_none_or(|a| self.is_subclass(class, a) || !self.closure(a).complete)
            })
        };
        self.signature(by).throws.iter().any(|&ty| {
            self.class_of_type(ty).is_some_and(|class| {
                self.closure(class).complete && self.is_checked(class, known) && !is_allowed(class)
            })
        })
    }
}
