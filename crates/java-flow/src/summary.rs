//! What calls read and write: the accesses of every method that may run, taken together.

use crate::graph::{Access, Place};
use crate::library::{is_function, is_immutable, reads_only};
use reweave_java_names::{Decl, MethodId, Names, Overrides, Ty};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// More methods than these are not followed: then a call may do anything.
const MOST_METHODS: usize = 2_000;

/// What a call does to the heap.
pub type Heap = Rc<[Access]>;

struct Own {
    accesses: Vec<Access>,
    calls: Vec<MethodId>,
    throws: bool,
}

/// Computes and keeps what methods do.
pub struct Summaries<'a> {
    names: &'a Names,
    overrides: &'a Overrides,
    /// Whether the names in the bodies of a file are known.
    is_known: &'a dyn Fn(u32) -> bool,
    own: FxHashMap<MethodId, Rc<Own>>,
    whole: FxHashMap<MethodId, (Heap, bool)>,
}

impl<'a> Summaries<'a> {
    pub fn new(
        names: &'a Names,
        overrides: &'a Overrides,
        is_known: &'a dyn Fn(u32) -> bool,
    ) -> Self {
        Self {
            names,
            overrides,
            is_known,
            own: FxHashMap::default(),
            whole: FxHashMap::default(),
        }
    }

    /// What a call at a node does to the heap, and whether it may throw.
    pub fn call(&mut self, file: u32, node: NodeId) -> (Heap, bool) {
        match self.names.decl(file, node) {
            Decl::Method(method) => {
                if is_of_source(self.names, method) {
                    self.method(method)
                } else {
                    self.outside(file, node, method)
                }
            }
            _ if makes_of_interface(self.names, file, node) => (Rc::default(), false),
            _ => (Rc::from([Access::write(Place::Anything)]), true),
        }
    }

    /// What a method and those that may answer for it do.
    pub fn method(&mut self, method: MethodId) -> (Heap, bool) {
        if let Some(known) = self.whole.get(&method) {
            return known.clone();
        }
        let mut seen: FxHashSet<MethodId> = FxHashSet::default();
        let mut open = vec![method];
        let mut all: FxHashSet<Access> = FxHashSet::default();
        let mut throws = false;
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if seen.len() > MOST_METHODS {
                all.insert(Access::write(Place::Anything));
                throws = true;
                break;
            }
            open.extend_from_slice(self.overrides.overriding(at));
            let own = self.own(at);
            all.extend(own.accesses.iter().copied());
            throws |= own.throws;
            open.extend_from_slice(&own.calls);
        }
        if all.contains(&Access::write(Place::Anything)) {
            all = std::iter::once(Access::write(Place::Anything)).collect();
        }
        let mut all: Vec<Access> = all.into_iter().collect();
        all.sort_unstable();
        let found: (Heap, bool) = (all.into(), throws);
        self.whole.insert(method, found.clone());
        found
    }

    fn own(&mut self, method: MethodId) -> Rc<Own> {
        if let Some(known) = self.own.get(&method) {
            return Rc::clone(known);
        }
        let mut own = Own {
            accesses: Vec::new(),
            calls: Vec::new(),
            throws: false,
        };
        let world = &self.names.world;
        match world.method_node(method) {
            Some((file, node)) if (self.is_known)(file) => {
                let is_native = world.method(method).modifiers.has(Modifiers::NATIVE);
                // A lambda may stand for it, and no override says which.
                if is_native || world.functional(world.method(method).owner) == Some(method) {
                    own.accesses.push(Access::write(Place::Anything));
                    own.throws = true;
                }
                self.scan(file, node, &mut own);
                if world.method(method).constructor {
                    self.initial_values(method, &mut own);
                }
            }
            // A default constructor.
            None if world
                .class(world.method(method).owner)
                .origin
                .file()
                .is_some() =>
            {
                self.initial_values(method, &mut own);
            }
            _ => {
                own.accesses.push(Access::write(Place::Anything));
                own.throws = true;
            }
        }
        let own = Rc::new(own);
        self.own.insert(method, Rc::clone(&own));
        own
    }

    fn initial_values(&mut self, method: MethodId, own: &mut Own) {
        let world = &self.names.world;
        let owner = world.method(method).owner;
        let Some((file, decl)) = world.decl_of(owner) else {
            return;
        };
        let model = world.file(file);
        let values = decl.fields.iter().filter_map(|&f| model.field(f).init);
        let parts: Vec<NodeId> = values.chain(decl.initializers.iter().copied()).collect();
        for part in parts {
            self.scan(file, part, own);
        }
        let above = world.header(owner).supers.first();
        if let Some(above) = above.and_then(|&s| world.class_of_type(s)) {
            let all = world
                .info(above)
                .methods_named(world.names().intern("<init>"));
            own.calls.extend(all.iter().map(|m| m.1));
            if world.class(above).origin.file().is_none() && above != world_object(self.names) {
                own.accesses.push(Access::write(Place::World));
            }
        }
    }

    /// The accesses of a piece of code, of lambdas and classes in it too.
    fn scan(&mut self, file: u32, root: NodeId, own: &mut Own) {
        let names = self.names;
        let tree = &names.world.file(file).tree;
        for node in tree.descendants(root) {
            match tree.kind(node) {
                Kind::Name | Kind::FieldAccess => {
                    if let Some(access) = field_access(names, file, node) {
                        own.accesses.push(access.0);
                        own.accesses.extend(access.1);
                    }
                    own.throws |=
                        tree.kind(node) == Kind::FieldAccess && dereferences(names, file, node);
                }
                Kind::Index => {
                    own.throws = true;
                    own.accesses.push(Access {
                        place: Place::Elements,
                        write: is_target(names, file, node),
                    });
                }
                Kind::Throw | Kind::Assert => own.throws = true,
                Kind::Cast => own.throws |= cast_may_fail(names, file, node),
                Kind::Synchronized => own.accesses.push(Access::write(Place::World)),
                Kind::ForEach => own.throws = true,
                Kind::Binary => own.throws |= divides(names, file, node),
                Kind::Call | Kind::New | Kind::ConstructorCall => {
                    own.throws |= dereferences(names, file, node);
                    match names.decl(file, node) {
                        Decl::Method(m) if is_of_source(names, m) => {
                            own.calls.push(m);
                        }
                        Decl::Method(m) => {
                            let (heap, throws) = self.outside(file, node, m);
                            own.accesses.extend(heap.iter().copied());
                            own.throws |= throws;
                        }
                        _ if makes_of_interface(names, file, node) => {}
                        _ => {
                            own.accesses.push(Access::write(Place::Anything));
                            own.throws = true;
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// What a method of the class path may do: nothing, read, change libraries, or call back.
    fn outside(&self, file: u32, node: NodeId, method: MethodId) -> (Heap, bool) {
        let names = self.names;
        let world = &names.world;
        let tree = &world.file(file).tree;
        let arguments = || tree.children_in(node, Role::Argument);
        let plain = |n: NodeId| is_plain(names, names.ty(file, n));
        let receiver = tree.child_in(node, Role::Receiver);
        let all_plain = arguments().all(plain);
        if is_function(world, method) && all_plain {
            return (
                Rc::default(),
                dereferences(names, file, node) || may_fail(world, method),
            );
        }
        if tree.kind(node) == Kind::New && all_plain {
            let is_exception = world
                .class_key(world.method(method).owner)
                .ends_with("Exception");
            let plain_class = is_exception || arguments().next().is_none();
            let accesses = (!plain_class).then_some(Access::read(Place::World));
            return (accesses.into_iter().collect(), !plain_class);
        }
        let of_ours = receiver.is_none_or(|r| may_be_ours(names, names.ty(file, r)));
        let is_static = world.method(method).modifiers.has(Modifiers::STATIC);
        if reads_only(world, method) && (is_static || !of_ours) {
            return (Rc::from([Access::read(Place::World)]), true);
        }
        let place = if all_plain && (is_static || !of_ours) {
            Place::World
        } else {
            Place::Anything
        };
        (Rc::from([Access::write(place)]), true)
    }
}

/// Whether an anonymous class of an interface is made, in which nothing is computed for that: the constructor is `Object`'s.
fn makes_of_interface(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    let Some(body) = tree.child_in(node, Role::Body) else {
        return false;
    };
    let made = tree.child_in(node, Role::Type).map(|t| names.ty(file, t));
    let of_interface = made
        .and_then(|ty| names.world.class_of_type(ty))
        .is_some_and(|c| names.world.info(c).is_interface());
    let computes = |n: NodeId| match tree.kind(n) {
        Kind::Field => tree.child_in(n, Role::Init).is_some(),
        kind => kind == Kind::Initializer,
    };
    tree.kind(node) == Kind::New
        && of_interface
        && !tree.children_in(body, Role::Member).any(computes)
}

fn world_object(names: &Names) -> reweave_java_names::ClassId {
    let object = names.world.object();
    (names.world.class_of_type(object)).unwrap_or(reweave_java_names::ClassId(0))
}

fn is_of_source(names: &Names, method: MethodId) -> bool {
    let world = &names.world;
    let owner = world.method(method).owner;
    world.class(owner).origin.file().is_some()
}

/// Whether nothing of the program runs when a library asks such a value: a value that never changes, or a collection or buffer of the library
/// that is only handed over.
fn is_plain(names: &Names, ty: Ty) -> bool {
    is_immutable(&names.world, ty) || ty == Ty::NULL
}

/// Whether a value may be an object of a class of these files.
fn may_be_ours(names: &Names, ty: Ty) -> bool {
    let world = &names.world;
    let Some(class) = world.class_of_type(ty) else {
        return !ty.is_primitive();
    };
    let is_source = world.class(class).origin.file().is_some();
    is_source
        || !world.info(class).modifiers.has(Modifiers::FINAL)
            && !world.class_key(class).starts_with("java/")
}

fn may_fail(world: &reweave_java_names::World, method: MethodId) -> bool {
    let data = world.method(method);
    let owner = world.class_key(data.owner);
    let is_total = matches!(owner, "java/lang/Math" | "java/lang/StrictMath")
        && !world.text(data.name).ends_with("Exact");
    let name = world.text(data.name);
    !is_total
        && !matches!(
            name,
            "valueOf"
                | "toString"
                | "length"
                | "equals"
                | "isEmpty"
                | "hashCode"
                | "trim"
                | "toUpperCase"
                | "toLowerCase"
        )
}

/// Whether an object is asked for a member, so that there must be one.
pub fn dereferences(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    let Some(receiver) = tree.child_in(node, Role::Receiver) else {
        return false;
    };
    if matches!(
        names.decl(file, receiver),
        Decl::Class(_) | Decl::Package(_)
    ) {
        return false;
    }
    let is_static = match names.decl(file, node) {
        Decl::Method(m) => names.world.method(m).modifiers.has(Modifiers::STATIC),
        Decl::Field(f) => names.world.is_static_field(f),
        _ => false,
    };
    !is_static
        && !matches!(
            tree.kind(receiver),
            Kind::This | Kind::Super | Kind::Str | Kind::New | Kind::ClassLiteral
        )
}

pub fn divides(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    let op = names.world.text(tree.sym(node));
    let is_whole = matches!(names.ty(file, node), Ty::INT | Ty::LONG);
    let by = tree.children_in(node, Role::Operand).last();
    let is_constant = by.is_some_and(|b| {
        tree.kind(b) == Kind::Number && !names.world.text(tree.sym(b)).starts_with('0')
    });
    matches!(op, "/" | "%") && is_whole && !is_constant
}

/// Whether a cast may find an object of another class: not where the operand has the type already, or is a function that is made for it.
pub fn cast_may_fail(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    let to = names.ty(file, node);
    let mut operand = tree.child_in(node, Role::Operand);
    while let Some(inner) = operand.filter(|&o| tree.kind(o) == Kind::Paren) {
        operand = tree.child_in(inner, Role::Operand);
    }
    let is_kept = operand.is_some_and(|o| {
        let is_function = matches!(tree.kind(o), Kind::Lambda | Kind::MethodRef);
        let from = names.ty(file, o);
        is_function || (!from.is_unknown() && names.world.is_compatible(from, to, true))
    });
    !to.is_primitive() && !is_kept
}

/// The outermost parenthesis around a node is assigned to.
pub fn is_target(names: &Names, file: u32, node: NodeId) -> bool {
    let tree = &names.world.file(file).tree;
    let mut at = node;
    while let Some(parent) = tree.parent(at) {
        match tree.kind(parent) {
            Kind::Paren => at = parent,
            Kind::Assign => return tree.role(at) == Role::Target,
            Kind::Update => return true,
            _ => return false,
        }
    }
    false
}

/// The access of a name that means a field: a second one where it is read and written.
pub fn field_access(names: &Names, file: u32, node: NodeId) -> Option<(Access, Option<Access>)> {
    let Decl::Field(field) = names.decl(file, node) else {
        return None;
    };
    let world = &names.world;
    let place = Place::Field(field);
    if is_target(names, file, node) {
        return Some((Access::write(place), Some(Access::read(place))));
    }
    let data = world.field(field);
    let is_fixed = data.enum_constant || data.modifiers.has(Modifiers::FINAL);
    (!is_fixed).then(|| (Access::read(place), None))
}
