//! Lambdas and method references: functional interfaces, shapes, and what their bodies say.

use crate::calls::{Arg, Callee};
use crate::completion::completes;
use crate::expressions::Expect;
use crate::ids::{ClassId, Decl, MethodId};
use crate::overloads::Chosen;
use crate::resolver::{Meaning, Resolver, Results};
use crate::types::{Ty, TyData, Wild};
use crate::world::World;
use reweave_model::{Kind, Modifiers, NodeId, Role};

/// The one abstract method of an interface, with its types for an instance of it.
pub(crate) struct FunctionType {
    pub params: Vec<Ty>,
    pub ret: Ty,
}

/// Lambdas in lambdas that are typed on trial to choose an overload; deeper ones count by their shape alone.
const DEEPEST_TRIAL: usize = 2;

impl World {
    /// The one abstract method of a functional interface.
    pub fn functional(&self, class: ClassId) -> Option<MethodId> {
        *self
            .class(class)
            .function
            .get_or_init(|| self.find_functional(class))
    }

    fn find_functional(&self, class: ClassId) -> Option<MethodId> {
        if !self.info(class).is_interface() {
            return None;
        }
        let this = self.this_type(class);
        let mut found: Option<MethodId> = None;
        let supers = self.closure(class).supers.iter().map(|s| s.0);
        let all: Vec<ClassId> = std::iter::once(class).chain(supers).collect();
        for &owner in all.iter().filter(|&&c| c != self.known.object) {
            for &(name, method) in &self.info(owner).methods {
                if !self.is_abstract(method) || self.is_objects(name, method) {
                    continue;
                }
                let count = self.signature(method).params.len();
                let overridden = all.iter().any(|&c| {
                    c != owner
                        && self.is_subclass(c, owner)
                        && self.info(c).methods_named(name).iter().any(|m| {
                            self.signature(m.1).params.len() == count
                                && self.same_params(this, m.1, method)
                        })
                });
                if overridden {
                    continue;
                }
                match found {
                    None => found = Some(method),
                    Some(other) => {
                        let same = self.method(other).name == name
                            && self.signature(other).params.len() == count;
                        if !same {
                            return None;
                        }
                    }
                }
            }
        }
        found
    }

    fn same_params(&self, this: Ty, a: MethodId, b: MethodId) -> bool {
        let erased = |m: MethodId| -> Vec<Ty> {
            let owner = self.method(m).owner;
            let params = self.signature(m).params.iter();
            params
                .map(|&p| self.erase(self.member_of(this, owner, p)))
                .collect()
        };
        erased(a) == erased(b)
    }

    /// Public methods of `Object` do not count among an interface's abstract ones.
    fn is_objects(&self, name: reweave_text::Symbol, method: MethodId) -> bool {
        let count = self.signature(method).params.len();
        self.info(self.known.object)
            .methods_named(name)
            .iter()
            .any(|m| {
                self.method(m.1).modifiers.has(Modifiers::PUBLIC)
                    && self.signature(m.1).params.len() == count
            })
    }

    /// What a function of type `ty` takes and gives; wildcards stand for their bounds (JLS 9.9).
    pub(crate) fn function_type(&self, ty: Ty) -> Option<FunctionType> {
        let (class, args) = match self.types.data(ty) {
            TyData::Class(class, args) => (*class, args),
            TyData::Intersection(all) => return all.iter().find_map(|&t| self.function_type(t)),
            _ => return None,
        };
        let method = self.functional(class)?;
        let params = self.type_params(class);
        let plain: Vec<Ty> = args
            .iter()
            .zip(params)
            .map(|(&arg, &param)| match self.types.data(arg) {
                TyData::Wildcard(Wild::Any, _) => self.var_bound(param),
                TyData::Wildcard(_, bound) => *bound,
                _ => arg,
            })
            .collect();
        let ty = self.types.class(class, &plain);
        let owner = self.method(method).owner;
        let sig = self.signature(method);
        Some(FunctionType {
            params: sig
                .params
                .iter()
                .map(|&p| self.param_of(ty, owner, p))
                .collect(),
            ret: self.member_of(ty, owner, sig.ret.unwrap_or(Ty::VOID)),
        })
    }
}

impl Resolver<'_> {
    pub(crate) fn function_type(&self, ty: Ty) -> Option<FunctionType> {
        self.world.function_type(ty)
    }

    /// Whether what the function takes is decided, or the function says it itself.
    pub(crate) fn is_ready(&self, node: NodeId, target: Ty) -> bool {
        let mut at = node;
        while !matches!(self.kind(at), Kind::Lambda | Kind::MethodRef) {
            let inner = self.child(at, Role::Operand).or(self.child(at, Role::Then));
            match inner {
                Some(inner) => at = inner,
                None => return true,
            }
        }
        if self.kind(at) == Kind::Lambda && self.is_explicit(at) {
            return !matches!(self.world.types.data(target), TyData::Infer(_));
        }
        match self.function_type(target) {
            Some(function) => function.params.iter().all(|&p| self.is_settled(p)),
            None => !self.world.types.has_infer(target),
        }
    }

    fn is_explicit(&self, lambda: NodeId) -> bool {
        self.tree.children_in(lambda, Role::Param).all(|p| {
            self.child(p, Role::Type)
                .is_some_and(|t| self.kind(t) != Kind::InferredType)
        })
    }

    /// Types a lambda or method reference for the function type `target`.
    pub(crate) fn function(&mut self, node: NodeId, target: Ty) {
        let target = match self.world.types.data(target) {
            TyData::Infer(_) => self.decide(target),
            _ => target,
        };
        let function = self.function_type(target);
        if self.kind(node) == Kind::Lambda {
            self.lambda(node, function.as_ref());
        } else {
            self.method_ref(node, function.as_ref());
        }
    }

    fn lambda(&mut self, node: NodeId, function: Option<&FunctionType>) {
        let mark = self.scope.len();
        let params: Vec<NodeId> = self.tree.children_in(node, Role::Param).collect();
        for (i, param) in params.into_iter().enumerate() {
            let wanted = function
                .and_then(|f| f.params.get(i))
                .copied()
                .unwrap_or(Ty::UNKNOWN);
            let declared = self
                .child(param, Role::Type)
                .is_some_and(|t| self.kind(t) != Kind::InferredType);
            let ty = if declared {
                let ty = self.param_type(param);
                self.constrain(wanted, ty);
                self.constrain(ty, wanted);
                ty
            } else {
                self.decide(wanted)
            };
            self.note_type(param, ty);
            self.enter_local(self.tree.sym(param), param, ty);
            self.annotations(param);
        }
        let expected = function.map(|f| f.ret);
        if let Some(body) = self.child(node, Role::Body) {
            self.lambda_body(body, expected);
        }
        self.keep_scope_of_pending(mark);
        self.scope.truncate(mark);
    }

    fn lambda_body(&mut self, body: NodeId, expected: Option<Ty>) {
        let wanted = expected.filter(|&t| t != Ty::VOID);
        if self.kind(body) == Kind::Block {
            self.results.push(Results {
                expected: wanted,
                types: Vec::new(),
                is_switch: false,
            });
            self.statement(body);
            self.results.pop();
        } else {
            self.result(body, wanted);
        }
    }

    /// Whether the functions among the arguments have the shapes that a method's parameters want.
    pub(crate) fn functions_fit(
        &mut self,
        method: MethodId,
        callee: &Callee,
        args: &[Arg],
    ) -> bool {
        let params = self.world.signature(method).params.len();
        let spread = params != args.len();
        let chosen = Chosen { method, spread };
        (0..args.len()).all(|i| match args[i] {
            Arg::Typed(_) => true,
            Arg::Function(node) => {
                let mut formal = self.formal(chosen, i, callee);
                if self.world.method(method).varargs
                    && i + 1 == params
                    && let TyData::Array(element) = self.world.types.data(formal)
                {
                    formal = *element;
                }
                self.function_fits(node, formal)
            }
        })
    }

    fn function_fits(&mut self, node: NodeId, formal: Ty) -> bool {
        let world = self.world;
        if let TyData::Var(_) = world.types.data(formal) {
            return true;
        }
        let Some(function) = self.function_type(formal) else {
            return formal.is_unknown() || !world.is_complete(formal);
        };
        let count = function.params.len();
        match self.kind(node) {
            Kind::Paren => self
                .child(node, Role::Operand)
                .is_none_or(|o| self.function_fits(o, formal)),
            Kind::Conditional => {
                let branches: Vec<NodeId> = [Role::Then, Role::Else]
                    .into_iter()
                    .filter_map(|r| self.child(node, r))
                    .collect();
                branches
                    .into_iter()
                    .all(|b| !self.is_function(b) || self.function_fits(b, formal))
            }
            Kind::Lambda => {
                self.tree.children_in(node, Role::Param).count() == count
                    && self.body_fits(node, function.ret == Ty::VOID)
            }
            Kind::MethodRef => self.reference_fits(node, &function),
            _ => true,
        }
    }

    /// Whether a lambda's body may stand where nothing, or where a value is wanted.
    fn body_fits(&mut self, lambda: NodeId, void: bool) -> bool {
        let Some(body) = self.child(lambda, Role::Body) else {
            return true;
        };
        if self.kind(body) == Kind::Block {
            let gives = self.gives_value(body);
            return if void {
                !gives
            } else {
                gives || !completes(self.tree, self.world.names(), body)
            };
        }
        let is_statement = matches!(
            self.kind(body),
            Kind::Call | Kind::New | Kind::Assign | Kind::Update
        );
        if void {
            return is_statement;
        }
        if self.kind(body) == Kind::Call && self.is_explicit(lambda) && self.trial < DEEPEST_TRIAL {
            return self.trial_type(lambda, body) != Ty::VOID;
        }
        true
    }

    /// The type of a body that needs no types for its parameters, found without keeping anything.
    fn trial_type(&mut self, lambda: NodeId, body: NodeId) -> Ty {
        let mark = self.scope.len();
        let vars = self.inference.vars.clone();
        let pending = self.inference.pending.len();
        let open = self.inference.open_nodes.len();
        self.trial += 1;
        let params: Vec<NodeId> = self.tree.children_in(lambda, Role::Param).collect();
        for param in params {
            let ty = self.param_type(param);
            self.enter_local(self.tree.sym(param), param, ty);
        }
        let ty = self.expression(body, Expect::None);
        self.trial -= 1;
        self.scope.truncate(mark);
        self.inference.vars = vars;
        self.inference.pending.truncate(pending);
        self.inference.open_nodes.truncate(open);
        ty
    }

    /// Whether a block returns a value somewhere, not counting lambdas and classes in it.
    fn gives_value(&self, block: NodeId) -> bool {
        let mut at = block.0;
        let end = self.tree.subtree_end(block);
        while at < end {
            let node = NodeId(at);
            match self.kind(node) {
                Kind::Lambda | Kind::Type => at = self.tree.subtree_end(node),
                Kind::Return => {
                    if self.child(node, Role::Value).is_some() {
                        return true;
                    }
                    at += 1;
                }
                _ => at += 1,
            }
        }
        false
    }

    /// Between two function types that both fit: the one whose result is nearer to what the function gives.
    pub(crate) fn is_better_function(&mut self, node: NodeId, mine: Ty, theirs: Ty) -> bool {
        let world = self.world;
        let (Some(one), Some(other)) = (self.function_type(mine), self.function_type(theirs))
        else {
            return world.is_subtype(mine, theirs);
        };
        let (nearer, farther) = (world.erase(mine), world.erase(theirs));
        if nearer != farther {
            if world.is_subtype(nearer, farther) {
                return true;
            }
            // A lambda says nothing before its parameters have types (JLS 15.12.2.5).
            let is_silent = self.kind(node) == Kind::Lambda && !self.is_explicit(node);
            if is_silent || world.is_subtype(farther, nearer) {
                return false;
            }
        }
        if one.params.len() != other.params.len() {
            return false;
        }
        if other.ret == Ty::VOID || one.ret == other.ret {
            return true;
        }
        if one.ret == Ty::VOID {
            return false;
        }
        if one.ret.is_primitive() != other.ret.is_primitive() {
            let gives = self.given(node);
            return gives.is_unknown() || gives.is_primitive() == one.ret.is_primitive();
        }
        world.is_subtype(one.ret, other.ret)
    }

    /// The type that a function gives back, where that needs no target.
    fn given(&mut self, node: NodeId) -> Ty {
        match self.kind(node) {
            Kind::Lambda if self.is_explicit(node) && self.trial < DEEPEST_TRIAL => {
                match self.child(node, Role::Body) {
                    Some(body) if self.kind(body) != Kind::Block => self.trial_type(node, body),
                    _ => Ty::UNKNOWN,
                }
            }
            Kind::MethodRef => {
                let found = self.reference_candidates(node);
                match found.methods[..] {
                    [one] => self.world.signature(one).ret.unwrap_or(Ty::UNKNOWN),
                    _ => Ty::UNKNOWN,
                }
            }
            _ => Ty::UNKNOWN,
        }
    }

    fn reference_candidates(&mut self, node: NodeId) -> Reference {
        let world = self.world;
        let name = self.tree.sym(node);
        let Some(receiver) = self.child(node, Role::Receiver) else {
            return Reference::default();
        };
        let meaning = self.meaning(receiver);
        let (ty, is_type) = match meaning {
            Meaning::Type(ty) => (ty, true),
            Meaning::Value(ty) => (ty, false),
            _ => return Reference::default(),
        };
        let methods: Vec<MethodId> = if name == world.known.new {
            match world.types.as_class(ty) {
                Some((class, _)) => world
                    .info(class)
                    .methods_named(world.known.init)
                    .iter()
                    .map(|m| m.1)
                    .collect(),
                None => Vec::new(),
            }
        } else {
            let classes = self.member_classes(ty);
            let mut all: Vec<MethodId> = Vec::new();
            for class in classes {
                for &m in self.methods_named(class, name).iter() {
                    if !all.contains(&m) {
                        all.push(m);
                    }
                }
            }
            all
        };
        // Which ones there are decides whether a reference says by itself what it takes (JLS 15.13.1).
        let from = self.from();
        let is_usable = |&m: &MethodId| {
            let method = world.method(m);
            world.accessible(method.modifiers, method.owner, from)
        };
        let methods = if methods.iter().any(is_usable) {
            methods.into_iter().filter(is_usable).collect()
        } else {
            methods
        };
        Reference {
            ty,
            is_type,
            methods,
        }
    }

    fn reference_fits(&mut self, node: NodeId, function: &FunctionType) -> bool {
        let world = self.world;
        let found = self.reference_candidates(node);
        if found.methods.is_empty() {
            return true;
        }
        let count = function.params.len();
        let fits = found.methods.iter().any(|&m| {
            let method = world.method(m);
            let is_static = method.modifiers.has(Modifiers::STATIC);
            let takes = |n: usize| {
                let params = world.signature(m).params.len();
                params == n || (method.varargs && n + 1 >= params)
            };
            if method.constructor || !found.is_type || is_static {
                takes(count)
            } else {
                count > 0 && takes(count - 1)
            }
        });
        if !fits {
            return false;
        }
        // An exact reference also says whether it gives a value.
        match found.methods[..] {
            [one] if function.ret != Ty::VOID => {
                world.method(one).constructor || world.signature(one).ret != Some(Ty::VOID)
            }
            _ => true,
        }
    }

    fn method_ref(&mut self, node: NodeId, function: Option<&FunctionType>) {
        let world = self.world;
        let explicit: Vec<NodeId> = self.tree.children_in(node, Role::TypeArgument).collect();
        for arg in explicit {
            self.ty(arg);
        }
        let found = self.reference_candidates(node);
        let is_new = self.tree.sym(node) == world.known.new;
        if is_new && let TyData::Array(_) = world.types.data(found.ty) {
            if let Some(function) = function {
                self.constrain(found.ty, function.ret);
            }
            return;
        }
        let Some(function) = function else {
            let decl = match found.methods[..] {
                [one] => Decl::Method(one),
                _ => Decl::Unknown,
            };
            self.record(node, decl);
            return;
        };
        let exact = found.methods.len() == 1;
        let params: Vec<Ty> = function
            .params
            .iter()
            .map(|&p| if exact { p } else { self.decide(p) })
            .collect();
        let Some((chosen, receiver, skipped)) = self.choose_reference(&found, &params) else {
            self.record(node, Decl::Unknown);
            return;
        };
        self.record(node, Decl::Method(chosen.method));
        let class = world.types.as_class(found.ty).map(|c| c.0);
        let raw = class.filter(|&c| {
            is_new
                && !world.type_params(c).is_empty()
                && world
                    .types
                    .as_class(found.ty)
                    .is_some_and(|t| t.1.is_empty())
        });
        let callee = Callee {
            candidates: &found.methods,
            receiver,
            diamond: raw,
        };
        let mut vars = world.signature(chosen.method).type_params.to_vec();
        if let Some(class) = raw {
            vars.extend(world.type_params(class));
        }
        let fresh = self.fresh(&vars);
        if skipped && let Some(&first) = params.first() {
            self.constrain(first, receiver);
        }
        for (i, &param) in params.iter().skip(usize::from(skipped)).enumerate() {
            let formal = self.formal(chosen, i, &callee);
            let formal = world.types.subst(formal, &vars, &fresh);
            self.constrain(param, formal);
        }
        if function.ret == Ty::VOID {
            return;
        }
        let ret = match (raw, is_new) {
            (Some(class), _) => {
                let open: Vec<Ty> = world
                    .type_params(class)
                    .iter()
                    .map(|&v| world.types.subst(world.types.var(v), &vars, &fresh))
                    .collect();
                world.types.class(class, &open)
            }
            (None, true) => found.ty,
            _ => {
                let owner = world.method(chosen.method).owner;
                let ret = world.signature(chosen.method).ret.unwrap_or(Ty::UNKNOWN);
                let ret = world.member_of(self.through(chosen.method, receiver), owner, ret);
                world.types.subst(ret, &vars, &fresh)
            }
        };
        self.constrain(ret, function.ret);
    }

    /// Whether both a static and an instance method are applicable: javac then takes neither for `object::name`, whichever is
    /// more specific.
    fn mixes_static(&mut self, callee: &Callee, args: &[Arg]) -> bool {
        let world = self.world;
        let from = self.from();
        let usable = callee.candidates.iter().copied().filter(|&m| {
            let method = world.method(m);
            world.accessible(method.modifiers, method.owner, from)
        });
        let usable: Vec<MethodId> = usable.collect();
        let applicable = self.applicable(&usable, callee, args);
        let mut is_static = applicable
            .iter()
            .map(|c| world.method(c.method).modifiers.has(Modifiers::STATIC));
        let first = is_static.next();
        is_static.any(|other| Some(other) != first)
    }

    /// The method that a reference means for these parameters, the type it is called on, and whether the first
    /// parameter is what it is called on.
    fn choose_reference(&mut self, found: &Reference, params: &[Ty]) -> Option<(Chosen, Ty, bool)> {
        let world = self.world;
        let args: Vec<Arg> = params.iter().map(|&p| Arg::Typed(p)).collect();
        let of = |found: &Reference, wanted: bool| -> Vec<MethodId> {
            let all = found.methods.iter().copied();
            all.filter(|&m| {
                let method = world.method(m);
                method.constructor || method.modifiers.has(Modifiers::STATIC) == wanted
            })
            .collect()
        };
        if !found.is_type {
            let callee = Callee {
                candidates: &found.methods,
                receiver: found.ty,
                diamond: None,
            };
            let chosen = self.select(&callee, &args)?;
            let is_certain = params.iter().all(|&p| world.is_certain(p));
            if is_certain && self.mixes_static(&callee, &args) {
                return None;
            }
            return Some((chosen, found.ty, false));
        }
        let statics = of(found, true);
        let callee = Callee {
            candidates: &statics,
            receiver: found.ty,
            diamond: None,
        };
        let as_static = self.select(&callee, &args);
        let instance: Vec<MethodId> = of(found, false)
            .into_iter()
            .filter(|&m| !world.method(m).constructor)
            .collect();
        let first = params.first().copied();
        let mut as_instance = None;
        if let Some(first) = first
            && !instance.is_empty()
        {
            // A raw type before `::` takes the arguments that the first parameter gives it.
            let raw = world
                .types
                .as_class(found.ty)
                .is_some_and(|(c, args)| args.is_empty() && !world.type_params(c).is_empty());
            let receiver = match world.types.as_class(found.ty) {
                Some((class, _)) if raw => world.as_super(first, class).unwrap_or(found.ty),
                _ => found.ty,
            };
            let callee = Callee {
                candidates: &instance,
                receiver,
                diamond: None,
            };
            as_instance = self.select(&callee, &args[1..]).map(|c| (c, receiver));
        }
        match (as_static, as_instance) {
            (Some(s), Some((i, receiver))) => {
                // Both have the right number; what the arguments are tells.
                let fits = |r: &Self, c: Chosen, from: usize, through: Ty| {
                    params.iter().skip(from).enumerate().all(|(k, &p)| {
                        let callee = Callee {
                            candidates: &[],
                            receiver: through,
                            diamond: None,
                        };
                        world.is_compatible(p, world.erase(r.formal(c, k, &callee)), true)
                    })
                };
                let instance_fits = first
                    .is_some_and(|f| world.is_subtype(f, world.erase(found.ty)))
                    && fits(self, i, 1, receiver);
                let is_certain = params.iter().all(|&p| world.is_certain(p));
                match (instance_fits, fits(self, s, 0, found.ty)) {
                    (true, false) => Some((i, receiver, true)),
                    // Both can be meant: neither is (JLS 15.13.1).
                    (true, true) if is_certain => None,
                    _ => Some((s, found.ty, false)),
                }
            }
            (Some(s), None) => Some((s, found.ty, false)),
            (None, Some((i, receiver))) => Some((i, receiver, true)),
            (None, None) => None,
        }
    }
}

struct Reference {
    ty: Ty,
    is_type: bool,
    methods: Vec<MethodId>,
}

impl Default for Reference {
    fn default() -> Self {
        Self {
            ty: Ty::UNKNOWN,
            is_type: true,
            methods: Vec::new(),
        }
    }
}
