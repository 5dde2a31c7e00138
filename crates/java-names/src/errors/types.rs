//! Values that cannot be where they are: the compile errors that types decide, as far as erased types tell.
//!
//! Type arguments are not compared, but for those of `Class`, and constants are not narrowed, so that nothing is said of code that compiles.

use crate::completion::completes;
use crate::error::{ErrorKind, NameError};
use crate::ids::{Decl, MethodId};
use crate::names::Names;
use crate::types::{Ty, TyData, Wild};
use crate::world::World;
use reweave_model::{CallableId, Kind, Modifiers, Node, NodeId, Role, Tree};

impl Names {
    pub(crate) fn bad_values(&self, file: u32) -> Vec<NameError> {
        let tree = &self.world.file(file).tree;
        let mut found = Vec::new();
        if !self.is_resolved(file) {
            return found;
        }
        let error = |node, about| NameError {
            file,
            node,
            kind: ErrorKind::BadValue,
            about,
        };
        for node in tree.descendants(NodeId::ROOT) {
            self.bad_values_at(file, node, &mut |value, wanted| {
                let mut about = String::new();
                self.world.push_descriptor(wanted, &mut about);
                found.push(error(value, about));
            });
            self.bad_operands(file, node, &mut |value, wanted| {
                found.push(error(value, wanted.to_owned()));
            });
        }
        found
    }

    fn bad_values_at(&self, file: u32, node: NodeId, found: &mut dyn FnMut(NodeId, Ty)) {
        let tree = &self.world.file(file).tree;
        match tree.kind(node) {
            Kind::Call | Kind::New | Kind::ConstructorCall | Kind::EnumConstant => {
                self.bad_arguments(file, node, found);
            }
            Kind::TypeName => {
                self.out_of_bounds(file, node, found);
                self.other_receiver(file, node, found);
            }
            Kind::Lambda | Kind::MethodRef => {
                let is_open = tree.kind(node) == Kind::MethodRef
                    && (self.says_nothing(file, node) || !self.takes_handed_on(file, node));
                if is_open || !self.stands_for_one(file, node) {
                    found(node, self.ty(file, node));
                }
                self.bad_results_of(file, node, found);
            }
            Kind::ForEach => self.bad_elements(file, node, found),
            Kind::Cast | Kind::InstanceOf | Kind::Binary => self.bad_casts(file, node, found),
            _ => {
                for (value, wanted) in self.assigned_at(file, node) {
                    let stays = self.value_fits(file, value, wanted)
                        && !self.is_cut(file, value, self.world.narrowest(wanted));
                    if !stays {
                        found(value, wanted);
                    }
                }
            }
        }
    }

    /// The arguments of a call that its method does not take (JLS 15.12.2).
    fn bad_arguments(&self, file: u32, node: NodeId, found: &mut dyn FnMut(NodeId, Ty)) {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let Decl::Method(method) = self.decl(file, node) else {
            return;
        };
        let arguments: Vec<NodeId> = tree.children_in(node, Role::Argument).collect();
        let given = arguments.len();
        for (i, &argument) in arguments.iter().enumerate() {
            let ty = self.ty(file, argument);
            let formal = world.plain_formal(method, i, given, ty).map(|formal| {
                let seen = self.as_seen_here(file, (node, argument), method, formal);
                match world.types().data(formal) {
                    _ if !seen.is_unknown() && !world.is_inferred(method, seen) => seen,
                    // What its arguments are is inferred, but not what it is.
                    TyData::Class(class, _) => world.raw(*class),
                    _ => Ty::UNKNOWN,
                }
            });
            if let Some(wanted) = formal
                && (!self.value_fits(file, argument, wanted)
                    || is_narrowed(ty, world.narrowest(wanted)))
            {
                found(argument, wanted);
            }
        }
    }

    /// The values that a node assigns, and the types that they are assigned to (JLS 5.2).
    fn assigned_at(&self, file: u32, node: NodeId) -> Vec<(NodeId, Ty)> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let child = |role| tree.child_in(node, role);
        match tree.kind(node) {
            Kind::Return => {
                let wanted = self.result_at(file, node);
                child(Role::Value).zip(wanted).into_iter().collect()
            }
            Kind::Assign if world.text(tree.sym(node)) == "=" => {
                let wanted = child(Role::Target).map(|target| self.ty(file, target));
                child(Role::Value).zip(wanted).into_iter().collect()
            }
            Kind::VarDecl | Kind::Field => {
                let value = child(Role::Init).filter(|&v| tree.kind(v) != Kind::ArrayInit);
                let wanted = self.variable_type(file, node);
                value.map(|value| (value, wanted)).into_iter().collect()
            }
            Kind::ArrayInit => {
                let TyData::Array(wanted) = *world.types().data(self.ty(file, node)) else {
                    return Vec::new();
                };
                let is_value =
                    |&v: &NodeId| !matches!(tree.kind(v), Kind::ArrayInit | Kind::Annotation);
                let values = tree.children_in(node, Role::Argument).filter(is_value);
                values.map(|value| (value, wanted)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a loop goes over, where its elements are not of the variable's type (JLS 14.14.2).
    fn bad_elements(&self, file: u32, node: NodeId, found: &mut dyn FnMut(NodeId, Ty)) {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let child = |role| tree.child_in(node, role);
        let (Some(over), Some(local)) = (child(Role::Condition), child(Role::Init)) else {
            return;
        };
        // What a wildcard stands for is not known so well.
        if !world.is_plain(self.ty(file, over)) {
            return;
        }
        let element = world.element_of(self.ty(file, over));
        let variables = tree.children(local);
        for variable in variables.filter(|&v| tree.kind(v) == Kind::VarDecl) {
            let wanted = self.ty(file, variable);
            if !world.fits(element, wanted) || is_narrowed(element, wanted) {
                found(over, wanted);
            }
        }
    }

    /// Casts, `instanceof` and comparisons between types of which no value is both (JLS 5.5).
    fn bad_casts(&self, file: u32, node: NodeId, found: &mut dyn FnMut(NodeId, Ty)) {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let operands: Vec<NodeId> = tree.children_in(node, Role::Operand).collect();
        match (tree.kind(node), &operands[..]) {
            (Kind::Cast, &[value, ..]) => {
                let wanted = self.ty(file, node);
                if !world.may_be_cast(self.ty(file, value), wanted) {
                    found(value, wanted);
                }
            }
            (Kind::InstanceOf, &[value, ..]) => {
                let Some(pattern) = tree.child_in(node, Role::Pattern) else {
                    return;
                };
                let (ty, wanted) = (self.ty(file, value), self.ty(file, pattern));
                // Before Java 21 a pattern has to say more than is known.
                let says_nothing = tree.kind(pattern) == Kind::TypePattern
                    && world.is_certain(ty)
                    && world.is_certain(wanted)
                    && world.is_subtype(ty, wanted);
                if says_nothing || !world.castable(ty, wanted) {
                    found(value, wanted);
                }
            }
            (Kind::Binary, &[left, right]) if matches!(world.text(tree.sym(node)), "==" | "!=") => {
                let (a, b) = (self.ty(file, left), self.ty(file, right));
                if !world.castable(a, b) {
                    found(right, a);
                }
            }
            _ => {}
        }
    }

    /// Whether a number would lose something where it is assigned. Only constants of the smaller types are narrowed by themselves.
    pub(crate) fn is_cut(&self, file: u32, value: NodeId, wanted: Ty) -> bool {
        let tree = &self.world.file(file).tree;
        let any = |values: &[NodeId]| values.iter().any(|&v| self.is_cut(file, v, wanted));
        let inside = |role| tree.child_in(value, role).into_iter();
        match tree.kind(value) {
            Kind::Paren => any(&inside(Role::Operand).collect::<Vec<_>>()),
            Kind::SwitchExpr => any(&results_of(tree, value)),
            // A constant among the two has the type of the other.
            Kind::Conditional => any(&inside(Role::Then)
                .chain(inside(Role::Else))
                .collect::<Vec<_>>()),
            _ => {
                let ty = self.ty(file, value);
                let is_wide = matches!(ty, Ty::LONG | Ty::FLOAT | Ty::DOUBLE);
                (is_wide || !self.may_be_constant(file, value)) && is_narrowed(ty, wanted)
            }
        }
    }

    /// The type that a variable or field is declared with.
    pub(crate) fn variable_type(&self, file: u32, node: NodeId) -> Ty {
        let world = &self.world;
        let model = world.file(file);
        let at = model.fields.partition_point(|f| f.node < node);
        let Some(field) = model.fields.get(at).filter(|f| f.node == node) else {
            return self.ty(file, node);
        };
        let info = world.info(world.class_of(file, field.owner));
        let known = info.field_named(field.name);
        known.map_or(Ty::UNKNOWN, |f| world.field_type(f))
    }

    /// The type of a parameter where a method is called: a type parameter of the class above is what the class around says it is, and
    /// one of the object before the call what its type says. The latter is judged only of arguments whose type does not
    /// depend on where they stand.
    fn as_seen_here(
        &self,
        file: u32,
        (call, argument): (NodeId, NodeId),
        method: MethodId,
        formal: Ty,
    ) -> Ty {
        let world = &self.world;
        let model = world.file(file);
        if !world.types().has_var(formal) {
            return formal;
        }
        let receiver = model.tree.child_in(call, Role::Receiver);
        let is_call = model.tree.kind(call) == Kind::Call
            && matches!(world.types().data(formal), TyData::Var(_));
        let is_alone = is_call && receiver.is_none();
        let owner = world.method(method).owner;
        if let Some(receiver) = receiver.filter(|_| is_call) {
            let ty = self.ty(file, receiver);
            let kind = model.tree.kind(argument);
            let stands = matches!(kind, Kind::This | Kind::Name | Kind::FieldAccess);
            let says = stands && world.types().as_class(ty).is_some() && world.is_plain(ty);
            let formal = world.member_of(ty, owner, formal);
            return if says && !world.types().has_var(formal) && world.is_plain(formal) {
                formal
            } else {
                Ty::UNKNOWN
            };
        }
        let holder = model
            .type_ids()
            .filter(|&t| is_alone && model.tree.contains(model.ty(t).node, call))
            .map(|t| world.class_of(file, t))
            .filter(|&c| world.is_subclass(c, owner))
            .last();
        match holder {
            Some(class) if !world.method(method).modifiers.has(Modifiers::STATIC) => {
                world.member_of(world.this_type(class), owner, formal)
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// Whether a value may be of a type. Where it is one of several, each of them must, but for numbers: they are made alike first.
    pub(crate) fn value_fits(&self, file: u32, value: NodeId, wanted: Ty) -> bool {
        let world = &self.world;
        let tree = &world.file(file).tree;
        // What the type arguments of one among several are is decided by all.
        let erased = match world.types().data(wanted) {
            TyData::Var(_) => wanted,
            _ => world.erase(wanted),
        };
        let all = |values: Vec<NodeId>| values.iter().all(|&v| self.value_fits(file, v, erased));
        match tree.kind(value) {
            Kind::Lambda | Kind::MethodRef => world.takes_function(wanted),
            Kind::Paren => {
                let inner = tree.child_in(value, Role::Operand);
                inner.is_none_or(|v| self.value_fits(file, v, wanted))
            }
            Kind::SwitchExpr => all(results_of(tree, value)),
            Kind::Conditional => {
                let both = [Role::Then, Role::Else].map(|r| tree.child_in(value, r));
                let both: Vec<NodeId> = both.into_iter().flatten().collect();
                let is_number = |&v: &NodeId| world.unboxed(self.ty(file, v)).is_numeric();
                if both.iter().all(is_number) && world.unboxed(wanted).is_numeric() {
                    // A type that is wanted of it says nothing of what it gives.
                    match self.joined_type(file, value) {
                        Ty::UNKNOWN => all(both),
                        given => world.fits(given, wanted),
                    }
                } else {
                    all(both)
                }
            }
            _ => world.fits(self.ty(file, value), wanted),
        }
    }

    /// Methods that end without the value that they promise, and `return`s that have one too many or too few.
    pub(crate) fn bad_results(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        let tree = &model.tree;
        let error = |node, about: &str| NameError {
            file,
            node,
            kind: ErrorKind::BadResult,
            about: about.to_owned(),
        };
        let mut found = Vec::new();
        for (at, callable) in (0..).zip(&model.callables) {
            let result = world.signature(world.method_of(file, CallableId(at))).ret;
            let gives = result.is_some_and(|ty| ty != Ty::VOID) && !callable.is_constructor();
            if let Some(body) = callable.body.filter(|_| gives)
                && completes(tree, world.names(), body)
            {
                found.push(error(callable.node, world.text(callable.name)));
            }
        }
        for node in tree.descendants(NodeId::ROOT) {
            if tree.kind(node) == Kind::Return
                && let Some(wanted) = self.result_at(file, node)
                && (wanted == Ty::VOID) == tree.child_in(node, Role::Value).is_some()
            {
                found.push(error(node, "return"));
            }
        }
        found
    }

    /// What a `return` must give: the result of the method around it, nothing known in a lambda.
    pub(crate) fn result_at(&self, file: u32, node: NodeId) -> Option<Ty> {
        let world = &self.world;
        let model = world.file(file);
        let around = std::iter::successors(model.tree.parent(node), |&p| model.tree.parent(p));
        let body = around
            .into_iter()
            .find(|&p| matches!(model.tree.kind(p), Kind::Callable | Kind::Lambda))?;
        let at = model.callables.partition_point(|c| c.node < body);
        model.callables.get(at).filter(|c| c.node == body)?;
        world
            .signature(world.method_of(file, CallableId(at as u32)))
            .ret
    }
}

impl World {
    /// The type of the parameter that takes an argument, where no type parameter has a part in it.
    pub(crate) fn plain_formal(
        &self,
        method: MethodId,
        index: usize,
        given: usize,
        ty: Ty,
    ) -> Option<Ty> {
        let params = &self.signature(method).params;
        let last = params.len().checked_sub(1)?;
        let spreads = self.method(method).varargs && index >= last;
        if given < params.len() && !self.method(method).varargs {
            return None;
        }
        let formal = *params.get(index.min(last))?;
        let formal = match *self.types.data(formal) {
            // The array itself may be given instead of what is in it.
            TyData::Array(_)
                if spreads && given == params.len() && self.may_be_whole(ty, formal) =>
            {
                return None;
            }
            TyData::Array(element) if spreads => element,
            _ => formal,
        };
        Some(formal)
    }

    /// Whether a value may be the array of a parameter that takes any number of arguments, and not one of them.
    fn may_be_whole(&self, ty: Ty, formal: Ty) -> bool {
        match self.types.data(ty) {
            TyData::Class(..) => !self.is_certain(ty),
            TyData::Array(_) => {
                self.types.has_var(formal) || !self.is_certain(ty) || self.is_subtype(ty, formal)
            }
            _ => !ty.is_primitive(),
        }
    }

    /// What a number is narrowed to where a type is wanted: the boxes of small types take what fits them.
    pub(crate) fn narrowest(&self, wanted: Ty) -> Ty {
        match self.unboxed(wanted) {
            small @ (Ty::BYTE | Ty::SHORT | Ty::CHAR) => small,
            _ => wanted,
        }
    }

    /// Whether a method gives something whose type every call decides.
    pub fn is_inferred_result(&self, method: MethodId) -> bool {
        let signature = self.signature(method);
        let gives = signature.ret.is_some_and(|ty| self.types.has_var(ty));
        gives && !signature.type_params.is_empty()
    }

    /// Whether a call decides what a type is: type parameters have a part in it, and it is not one that the class around stands for.
    fn is_inferred(&self, method: MethodId, formal: Ty) -> bool {
        let own = &self.signature(method).type_params;
        match self.types.data(formal) {
            TyData::Var(var) => own.contains(var) || self.method(method).constructor,
            _ => self.types.has_var(formal),
        }
    }

    /// Whether a value of one type can be given where another is wanted. True where it is not certain that it cannot.
    pub(crate) fn fits(&self, found: Ty, wanted: Ty) -> bool {
        if found == Ty::VOID {
            return wanted == Ty::VOID || wanted.is_unknown();
        }
        if found == Ty::NULL {
            return !wanted.is_primitive();
        }
        if !self.is_certain(found) || !self.is_certain(wanted) {
            return true;
        }
        let target = self.erase(wanted);
        match (found.is_primitive(), target.is_primitive()) {
            (true, true) => (found == Ty::BOOLEAN) == (target == Ty::BOOLEAN),
            (true, false) => {
                let is_open = matches!(self.types.data(wanted), TyData::Var(_));
                // A constant may be narrowed to the box of a small type.
                let small = matches!(self.unboxed(target), Ty::BYTE | Ty::SHORT | Ty::CHAR);
                !is_open
                    && ((found == Ty::INT && small) || self.is_compatible(found, target, true))
                    && self.holds(wanted, found)
            }
            (false, true) => self.is_compatible(found, target, true),
            // What a type parameter stands for is not known where it is in scope.
            (false, false)
                if matches!(self.types.data(wanted), TyData::Var(_))
                    && matches!(self.types.data(found), TyData::Class(..) | TyData::Array(_)) =>
            {
                false
            }
            (false, false) => {
                (self.is_subtype(found, target) || self.is_subtype(self.erase(found), target))
                    && self.is_class_of(found, wanted)
                    && !(self.is_plain(found)
                        && self.is_plain(wanted)
                        && !self.is_subtype(found, wanted))
            }
        }
    }

    /// Whether a number or truth value is one that a type's arguments speak of: `Comparable<Integer>` is no `long`.
    fn holds(&self, ty: Ty, found: Ty) -> bool {
        let has_arguments = self
            .types
            .as_class(ty)
            .is_some_and(|(_, args)| !args.is_empty());
        !has_arguments || !self.is_plain(ty) || self.is_subtype(self.boxed(found), ty)
    }

    /// Whether every argument of a type, and of those, is written out: no wildcard, nothing unknown.
    pub(crate) fn is_plain(&self, ty: Ty) -> bool {
        match self.types.data(ty) {
            TyData::Class(_, args) => args.iter().all(|&a| self.is_plain(a)),
            TyData::Array(element) => self.is_plain(*element),
            TyData::Var(_) => true,
            _ => ty.is_primitive(),
        }
    }

    /// Of all type arguments only those of `Class` are compared: `getClass()` says in which class it stands.
    fn is_class_of(&self, found: Ty, wanted: Ty) -> bool {
        let named = |ty: Ty| {
            let (class, args) = self.types.as_class(ty)?;
            let &[arg] = args else { return None };
            let bound = match *self.types.data(arg) {
                TyData::Wildcard(Wild::Extends, bound) => bound,
                _ => arg,
            };
            let (named, _) = self.types.as_class(bound)?;
            (class == self.known.class && self.closure(named).complete).then_some(named)
        };
        match (named(found), named(wanted)) {
            (Some(found), Some(wanted)) => self.is_subclass(found, wanted),
            _ => true,
        }
    }

    /// Whether a value may be cast: a box gives its own number, which may only widen, and a number goes into its own box (JLS 5.5).
    fn may_be_cast(&self, from: Ty, to: Ty) -> bool {
        let (a, b) = (self.unboxed(from), self.unboxed(to));
        if a.is_primitive() && b.is_primitive() && from.is_primitive() != to.is_primitive() {
            return if to.is_primitive() {
                a.widens_to(to)
            } else {
                from == b
            };
        }
        self.castable(from, to)
    }

    /// Whether a value of one type may turn out to be of another (JLS 5.5, 15.21).
    fn castable(&self, from: Ty, to: Ty) -> bool {
        let is_null = from == Ty::NULL || to == Ty::NULL;
        if is_null && (from.is_primitive() || to.is_primitive()) {
            return false;
        }
        if !self.is_certain(from) || !self.is_certain(to) {
            return true;
        }
        if from.is_primitive() || to.is_primitive() {
            let (a, b) = (self.unboxed(from), self.unboxed(to));
            if a.is_primitive() && b.is_primitive() {
                return (a == Ty::BOOLEAN) == (b == Ty::BOOLEAN);
            }
        }
        let (from, to) = (self.boxed(self.erase(from)), self.boxed(self.erase(to)));
        let array = |ty| matches!(self.types.data(ty), TyData::Array(_));
        let (Some((a, _)), Some((b, _))) = (self.types.as_class(from), self.types.as_class(to))
        else {
            let other = if array(from) { to } else { from };
            return self.types.as_class(other).is_none_or(|(class, _)| {
                let tops = [
                    self.known.object,
                    self.known.cloneable,
                    self.known.serializable,
                ];
                tops.contains(&class)
            });
        };
        !self.are_disjoint(a, b)
    }

    /// Whether all supertypes of a type are known, and nothing of it is still to be found out.
    pub(crate) fn is_certain(&self, ty: Ty) -> bool {
        ty != Ty::NULL
            && ty != Ty::VOID
            && !self.types.has_infer(ty)
            && !matches!(
                self.types.data(ty),
                TyData::Wildcard(..) | TyData::Intersection(_)
            )
            && self.is_complete(ty)
            && self.is_complete(self.erase(ty))
    }
}

/// The values that a `switch` may have.
fn results_of(tree: &Tree, switch: NodeId) -> Vec<NodeId> {
    let is_case = |n: &NodeId| tree.kind(*n) == Kind::Case;
    let mut found = Vec::new();
    for case in tree.children(switch).filter(is_case) {
        let is_arrow = tree.node(case).flags & Node::ARROW != 0;
        for child in tree.children(case) {
            if is_arrow && tree.kind(child) == Kind::ExprStmt {
                found.extend(tree.child_in(child, Role::Value));
            }
        }
    }
    for inside in tree
        .descendants(switch)
        .filter(|&n| tree.kind(n) == Kind::Yield)
    {
        let mut around = tree.ancestors(inside);
        if around.find(|&a| tree.kind(a) == Kind::SwitchExpr) == Some(switch) {
            found.extend(tree.child_in(inside, Role::Value));
        }
    }
    found
}

/// Whether a number would lose something on its way to another type. Constants may where they are assigned, not where they
/// are passed.
pub(crate) fn is_narrowed(found: Ty, wanted: Ty) -> bool {
    found.is_primitive() && wanted.is_primitive() && !found.widens_to(wanted)
}
