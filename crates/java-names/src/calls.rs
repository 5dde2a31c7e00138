//! Calls and instance creations: candidates, choice, inference of what they give back.

use crate::expressions::Expect;
use crate::ids::{ClassId, Decl, MethodId, TypeVarId};
use crate::inference::Entry;
use crate::inference::Pending;
use crate::resolver::{Meaning, Resolver};
use crate::types::{Ty, TyData, Wild};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use std::rc::Rc;

/// An argument as overload resolution sees it.
#[derive(Clone, Copy)]
pub(crate) enum Arg {
    Typed(Ty),
    /// A lambda or method reference: its type comes from the parameter.
    Function(NodeId),
}

/// Where a call's open variables start; they are decided when it is done.
struct Frame {
    vars: usize,
    pending: usize,
    open_nodes: usize,
}

/// Who is called, on what.
pub(crate) struct Callee<'a> {
    pub candidates: &'a [MethodId],
    /// The type through which members are seen.
    pub receiver: Ty,
    /// For a diamond: the class whose own parameters are inferred with the constructor's.
    pub diamond: Option<ClassId>,
}

impl Resolver<'_> {
    pub fn call(&mut self, node: NodeId, expect: Expect) -> Ty {
        let world = self.world;
        let name = self.tree.sym(node);
        let receiver = self.child(node, Role::Receiver);
        let (candidates, through) = match receiver {
            None => self.methods_in_scope(name),
            Some(receiver) => match self.meaning(receiver) {
                Meaning::Value(ty) | Meaning::Type(ty) => (self.methods_of(ty, name), ty),
                _ => (Rc::from([]), Ty::UNKNOWN),
            },
        };
        let callee = Callee {
            candidates: &candidates,
            receiver: through,
            diamond: None,
        };
        let Some((method, ret)) = self.invoke(node, &callee, expect) else {
            return Ty::UNKNOWN;
        };
        let owner = world.method(method).owner;
        if owner == world.known.object {
            if name == world.known.get_class {
                let bound = world.erase(through);
                let bound = world.types.wildcard(Wild::Extends, bound);
                return world.types.class(world.known.class, &[bound]);
            }
            if name == world.known.clone && matches!(world.types.data(through), TyData::Array(_)) {
                return through;
            }
        }
        ret
    }

    /// The methods that a simple name means: those of the innermost class that has any, or imported ones.
    fn methods_in_scope(&mut self, name: reweave_text::Symbol) -> (Rc<[MethodId]>, Ty) {
        let world = self.world;
        let classes: Vec<ClassId> = self
            .scope
            .iter()
            .rev()
            .filter_map(|e| match e {
                Entry::Class(c) => Some(*c),
                _ => None,
            })
            .collect();
        let mut not_inherited = None;
        for class in classes {
            let found = self.methods_named(class, name);
            if found.iter().any(|&m| world.inherits_method(class, m)) {
                return (found, world.this_type(class));
            }
            if !found.is_empty() {
                not_inherited = not_inherited.or(Some((found, world.this_type(class))));
            }
            if !world.closure(class).complete {
                return (Rc::from([]), Ty::UNKNOWN);
            }
        }
        let imported = self.head.static_single.iter().filter(|s| s.0 == name);
        let single: Vec<ClassId> = imported.map(|s| s.1).collect();
        let package = world.file(self.file).package;
        let lists = [single, self.head.static_all.clone()];
        for list in lists {
            let mut found: Vec<MethodId> = Vec::new();
            for class in list {
                let statics = self.methods_named(class, name);
                let is_brought = |&&m: &&MethodId| {
                    let method = world.method(m);
                    method.modifiers.has(Modifiers::STATIC)
                        && world.is_importable(method.modifiers, method.owner, package)
                };
                found.extend(statics.iter().filter(is_brought));
            }
            if !found.is_empty() {
                found.sort();
                found.dedup();
                return (found.into(), Ty::UNKNOWN);
            }
        }
        not_inherited.unwrap_or((Rc::from([]), Ty::UNKNOWN))
    }

    fn methods_of(&mut self, ty: Ty, name: reweave_text::Symbol) -> Rc<[MethodId]> {
        let classes = self.member_classes(ty);
        if let [one] = classes[..] {
            return self.methods_named(one, name);
        }
        let mut all: Vec<MethodId> = Vec::new();
        for class in classes {
            for &method in self.methods_named(class, name).iter() {
                if !all.contains(&method) {
                    all.push(method);
                }
            }
        }
        self.drop_overridden(&mut all, ty);
        all.into()
    }

    /// `this(…)` and `super(…)`.
    pub fn constructor_call(&mut self, node: NodeId) {
        let world = self.world;
        if let Some(receiver) = self.child(node, Role::Receiver) {
            self.expression(receiver, Expect::None);
        }
        let Some(here) = self.here() else { return };
        let ty = if self.tree.sym(node) == world.known.super_ {
            world.header(here).supers.first().copied()
        } else {
            Some(world.this_type(here))
        };
        self.construct(node, ty.unwrap_or(Ty::UNKNOWN));
    }

    /// Chooses the constructor of `ty` that the node's arguments fit, and writes it down at the node.
    pub(crate) fn construct(&mut self, node: NodeId, ty: Ty) {
        let candidates = self.constructors(ty);
        let callee = Callee {
            candidates: &candidates,
            receiver: ty,
            diamond: None,
        };
        self.invoke(node, &callee, Expect::None);
    }

    fn constructors(&self, ty: Ty) -> Vec<MethodId> {
        let world = self.world;
        match world.types.as_class(ty) {
            Some((class, _)) => world
                .info(class)
                .methods_named(world.known.init)
                .iter()
                .map(|m| m.1)
                .collect(),
            None => Vec::new(),
        }
    }

    pub fn new_(&mut self, node: NodeId, expect: Expect) -> Ty {
        let world = self.world;
        self.annotations(node);
        let receiver = self.child(node, Role::Receiver);
        let around = receiver.map(|r| self.expression(r, Expect::None));
        let ty_node = self.child(node, Role::Type);
        let ty = match (ty_node, around) {
            // `outer.new Inner()`: the name is looked up in the type of `outer`.
            (Some(t), Some(around)) if self.kind(t) == Kind::TypeName => {
                let args = self.tree.children_in(t, Role::TypeArgument);
                let args: Vec<NodeId> = args
                    .filter(|&a| self.kind(a) != Kind::InferredType)
                    .collect();
                let args: Vec<Ty> = args.into_iter().map(|a| self.ty(a)).collect();
                match self.below(t, Meaning::Value(around), self.tree.sym(t), &args) {
                    Meaning::Type(ty) => ty,
                    _ => Ty::UNKNOWN,
                }
            }
            (Some(t), _) => self.ty(t),
            _ => Ty::UNKNOWN,
        };
        let diamond = ty_node.is_some_and(|t| {
            self.tree
                .children_in(t, Role::TypeArgument)
                .any(|a| self.kind(a) == Kind::InferredType)
        });
        let body = self.child(node, Role::Body);
        let class = world.types.as_class(ty).map(|c| c.0);
        let interface = class.is_some_and(|c| world.info(c).is_interface());
        let mut made = ty;
        if interface {
            // An anonymous class of an interface: the constructor is `Object`'s.
            self.arguments(node);
            self.record(node, Decl::None);
            if let (true, Some(class)) = (diamond, class) {
                made = self.diamond_of_target(class, expect);
            }
        } else {
            let candidates = self.constructors(ty);
            let callee = Callee {
                candidates: &candidates,
                receiver: ty,
                diamond: class.filter(|_| diamond),
            };
            let expect = if body.is_some() {
                decided(expect)
            } else {
                expect
            };
            let invoked = self.invoke(node, &callee, expect);
            if let (Some((_, ret)), true) = (invoked, diamond) {
                made = ret;
            }
        }
        if let Some(body) = body {
            self.anonymous(body, made);
            return self.anonymous_type(body).unwrap_or(made);
        }
        made
    }

    /// `new Interface<>() { … }`: only the target can say what the arguments are.
    fn diamond_of_target(&mut self, class: ClassId, expect: Expect) -> Ty {
        let world = self.world;
        let (Expect::Target(target) | Expect::Free(Some(target))) = expect else {
            return world.raw(class);
        };
        let base = self.inference.vars.len();
        let fresh = self.fresh(world.type_params(class));
        let open = world.types.class(class, &fresh);
        self.constrain(open, target);
        let made = self.decide(open);
        self.inference.vars.truncate(base);
        made
    }

    /// The types of the arguments; functions wait.
    pub(crate) fn arguments(&mut self, node: NodeId) -> Vec<Arg> {
        let all: Vec<NodeId> = self.tree.children_in(node, Role::Argument).collect();
        all.into_iter()
            .map(|arg| {
                if self.is_function(arg) {
                    Arg::Function(arg)
                } else {
                    Arg::Typed(self.expression(arg, Expect::Free(None)))
                }
            })
            .collect()
    }

    /// Types the arguments, chooses the method, infers what it gives back, and writes the choice down at the node.
    pub(crate) fn invoke(
        &mut self,
        node: NodeId,
        callee: &Callee,
        expect: Expect,
    ) -> Option<(MethodId, Ty)> {
        let world = self.world;
        let frame = Frame {
            vars: self.inference.vars.len(),
            pending: self.inference.pending.len(),
            open_nodes: self.inference.open_nodes.len(),
        };
        let explicit: Vec<NodeId> = self.tree.children_in(node, Role::TypeArgument).collect();
        let explicit: Vec<Ty> = explicit.into_iter().map(|t| self.ty(t)).collect();
        let args = self.arguments(node);
        let Some(chosen) = self.select(callee, &args) else {
            self.record(node, Decl::Unknown);
            for arg in &args {
                if let Arg::Function(lambda) = arg {
                    self.expression(*lambda, Expect::None);
                }
            }
            self.close_frame(&frame, expect, Ty::UNKNOWN);
            return None;
        };
        self.record(node, Decl::Method(chosen.method));
        let sig = world.signature(chosen.method);
        let vars = self.open_variables(chosen.method, callee.diamond, &explicit);
        for (i, arg) in args.iter().enumerate() {
            let formal = self.formal(chosen, i, callee);
            let formal = world.types.subst(formal, &vars.0, &vars.1);
            match arg {
                Arg::Typed(ty) => {
                    self.constrain(*ty, formal);
                }
                Arg::Function(lambda) => self.inference.pending.push(Pending {
                    node: *lambda,
                    target: formal,
                    scope: Vec::new(),
                    scope_at: self.scope.len(),
                }),
            }
        }
        let owner = world.method(chosen.method).owner;
        let ret = if let Some(class) = callee.diamond {
            let open: Vec<Ty> = world
                .type_params(class)
                .iter()
                .map(|&v| world.types.subst(world.types.var(v), &vars.0, &vars.1))
                .collect();
            world.types.class(class, &open)
        } else {
            let ret = sig.ret.unwrap_or(callee.receiver);
            let through = self.through(chosen.method, callee.receiver);
            let ret = world.member_of(through, owner, ret);
            world.types.subst(ret, &vars.0, &vars.1)
        };
        let ret = self.close_frame(&frame, expect, ret);
        Some((chosen.method, ret))
    }

    /// The type parameters that this call decides and what stands for them.
    fn open_variables(
        &mut self,
        method: MethodId,
        diamond: Option<ClassId>,
        explicit: &[Ty],
    ) -> (Vec<TypeVarId>, Vec<Ty>) {
        let world = self.world;
        let params = &world.signature(method).type_params;
        if explicit.len() == params.len() && diamond.is_none() {
            return (params.to_vec(), explicit.to_vec());
        }
        let mut all: Vec<TypeVarId> = Vec::new();
        if let Some(class) = diamond {
            all.extend(world.type_params(class));
        }
        all.extend(params.iter());
        let fresh = self.fresh(&all);
        (all, fresh)
    }

    /// Runs what can be run, and decides the variables unless somebody around will.
    fn close_frame(&mut self, frame: &Frame, expect: Expect, ret: Ty) -> Ty {
        let world = self.world;
        self.run_pending(frame.pending, false);
        if matches!(expect, Expect::Free(_)) {
            return ret;
        }
        if let Expect::Target(target) = expect
            && world.types.has_infer(ret)
        {
            self.constrain(ret, target);
        }
        self.run_pending(frame.pending, true);
        let ret = self.decide(ret);
        let open = self.inference.open_nodes.split_off(frame.open_nodes);
        for node in open {
            let ty = self.types[node.index()];
            let ty = self.decide(ty);
            self.types[node.index()] = ty;
        }
        self.inference.vars.truncate(frame.vars);
        world.readable(ret, ret)
    }

    /// Types the functions whose parameters are known; with `force`, all of them, the known ones first.
    fn run_pending(&mut self, from: usize, force: bool) {
        loop {
            let waiting = &self.inference.pending[from.min(self.inference.pending.len())..];
            if waiting.is_empty() {
                return;
            }
            let ready = waiting.iter().position(|p| self.is_ready(p.node, p.target));
            let next = match ready {
                Some(i) => from + i,
                None if force => from,
                None => return,
            };
            let pending = self.inference.pending.remove(next);
            // Scopes that were left since are brought back for it.
            let saved = (!pending.scope.is_empty()).then(|| {
                let rest = self.scope.split_off(pending.scope_at.min(self.scope.len()));
                self.scope.extend(pending.scope.iter().copied());
                rest
            });
            self.function_in(pending.node, pending.target);
            if let Some(rest) = saved {
                self.scope.truncate(pending.scope_at);
                self.scope.extend(rest);
            }
        }
    }

    /// A lambda's body goes out of scope: functions that still wait in it keep what they see.
    pub(crate) fn keep_scope_of_pending(&mut self, mark: usize) {
        let scope = &self.scope;
        for pending in &mut self.inference.pending {
            if pending.scope_at > mark && pending.scope.is_empty() {
                pending.scope = scope[mark..pending.scope_at.min(scope.len())].to_vec();
                pending.scope_at = mark;
            } else if pending.scope_at > mark {
                let mut all = scope[mark..pending.scope_at.min(scope.len())].to_vec();
                all.append(&mut pending.scope);
                pending.scope = all;
                pending.scope_at = mark;
            }
        }
    }

    /// Through parentheses and conditionals to the functions themselves.
    fn function_in(&mut self, node: NodeId, target: Ty) {
        match self.kind(node) {
            Kind::Lambda | Kind::MethodRef => {
                self.function(node, target);
                self.note_type(node, target);
            }
            _ => {
                self.expression(node, Expect::Target(target));
            }
        }
    }
}

/// An anonymous class needs its supertype now, whatever is decided around it.
fn decided(expect: Expect) -> Expect {
    match expect {
        Expect::Free(Some(ty)) => Expect::Target(ty),
        Expect::Free(None) => Expect::None,
        other => other,
    }
}
