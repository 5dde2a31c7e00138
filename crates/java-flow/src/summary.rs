//! What calls read and write: the accesses of every method that may run, taken together.

use crate::graph::{Access, Place};
use crate::library::{is_function, is_immutable, reads_only};
use crate::plain_class::is_plain_class;
use reweave_java_names::{ClassId, Decl, MethodId, Names, Overrides, Ty, TyData};
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// More methods than these are not followed: then a call may do anything.
const MOST_METHODS: usize = 2_000;

/// What a call does to the heap.
pub type Heap = Rc<[Access]>;

/// What runs as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Unit {
    Method(MethodId),
    /// The static initializers of a class and of its superclasses (JLS 12.4.2).
    Class(ClassId),
}

#[derive(Default)]
struct Own {
    accesses: Vec<Access>,
    calls: Vec<Unit>,
    throws: bool,
    /// The class of the object that is made: nobody else has it yet.
    made: Option<ClassId>,
}

/// Whether a method may call itself, through others or not: such calls may end in a StackOverflowError (JVMS 2.5.2). A class that is being
/// initialized is not initialized again (JLS 12.4.2).
fn may_recur(mut calls: Vec<(Unit, Unit)>) -> bool {
    calls.retain(|(from, to)| matches!((from, to), (Unit::Method(_), Unit::Method(_))));
    loop {
        let callers: FxHashSet<Unit> = calls.iter().map(|c| c.0).collect();
        let before = calls.len();
        // What is called and calls nothing itself is on no way back.
        calls.retain(|(_, to)| callers.contains(to));
        if calls.is_empty() || calls.len() == before {
            return !calls.is_empty();
        }
    }
}

/// Computes and keeps what methods do.
pub struct Summaries<'a> {
    names: &'a Names,
    overrides: &'a Overrides,
    /// Whether the names in the bodies of a file are known.
    is_known: &'a dyn Fn(u32) -> bool,
    own: FxHashMap<Unit, Rc<Own>>,
    whole: FxHashMap<Unit, (Heap, bool)>,
    /// The methods of these files that make texts of objects.
    texts: Option<Rc<[MethodId]>>,
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
            texts: None,
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
        self.unit(Unit::Method(method))
    }

    fn unit(&mut self, unit: Unit) -> (Heap, bool) {
        if let Some(known) = self.whole.get(&unit) {
            return known.clone();
        }
        let mut seen: FxHashSet<Unit> = FxHashSet::default();
        let mut open = vec![unit];
        let mut all: FxHashSet<Access> = FxHashSet::default();
        let mut throws = false;
        let mut edges = Vec::new();
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if seen.len() > MOST_METHODS {
                all.insert(Access::write(Place::Anything));
                throws = true;
                break;
            }
            if let Unit::Method(method) = at {
                let overriding = self.overrides.overriding(method).iter();
                open.extend(overriding.map(|&m| Unit::Method(m)));
            }
            let own = self.own(at);
            all.extend(own.accesses.iter().copied());
            throws |= own.throws;
            edges.extend(own.calls.iter().map(|&to| (at, to)));
            open.extend_from_slice(&own.calls);
        }
        throws = throws || may_recur(edges);
        if all.contains(&Access::write(Place::Anything)) {
            all = std::iter::once(Access::write(Place::Anything)).collect();
        }
        let mut all: Vec<Access> = all.into_iter().collect();
        all.sort_unstable();
        let found: (Heap, bool) = (all.into(), throws);
        self.whole.insert(unit, found.clone());
        found
    }

    fn own(&mut self, unit: Unit) -> Rc<Own> {
        if let Some(known) = self.own.get(&unit) {
            return Rc::clone(known);
        }
        let mut own = Own::default();
        match unit {
            Unit::Method(method) => self.own_of_method(method, &mut own),
            Unit::Class(class) => self.own_of_class(class, &mut own),
        }
        let own = Rc::new(own);
        self.own.insert(unit, Rc::clone(&own));
        own
    }

    fn own_of_method(&mut self, method: MethodId, own: &mut Own) {
        let world = &self.names.world;
        if world.method(method).constructor {
            own.made = Some(world.method(method).owner);
        }
        match world.method_node(method) {
            Some((file, node)) if (self.is_known)(file) => {
                let is_native = world.method(method).modifiers.has(Modifiers::NATIVE);
                // A lambda may stand for it, and no override says which.
                if is_native || world.functional(world.method(method).owner) == Some(method) {
                    own.accesses.push(Access::write(Place::Anything));
                    own.throws = true;
                }
                self.scan(file, node, own);
                if world.method(method).constructor {
                    self.initial_values(method, own);
                }
            }
            // A default constructor.
            None if world
                .class(world.method(method).owner)
                .origin
                .file()
                .is_some() =>
            {
                self.initial_values(method, own);
            }
            _ => {
                own.accesses.push(Access::write(Place::Anything));
                own.throws = true;
            }
        }
    }

    /// What a class does when it is initialized. Its own fields are nobody's before that.
    fn own_of_class(&mut self, class: ClassId, own: &mut Own) {
        let world = &self.names.world;
        let Some((file, decl)) = world.decl_of(class) else {
            return;
        };
        let model = world.file(file);
        let is_interface = world.info(class).is_interface();
        let fields = decl.fields.iter().map(|&f| model.field(f));
        let fields = fields
            .filter(|f| f.enum_constant || is_interface || f.modifiers.has(Modifiers::STATIC));
        let blocks = decl
            .initializers
            .iter()
            .copied()
            .filter(|&n| Modifiers(model.tree.node(n).flags).has(Modifiers::STATIC));
        let parts: Vec<NodeId> = fields.map(|f| f.node).chain(blocks).collect();
        if is_plain_class(model, decl) {
            // Known without the names in it, and so in every program alike.
        } else if (self.is_known)(file) {
            for part in parts {
                self.scan(file, part, own);
            }
        } else {
            own.accesses.push(Access::write(Place::Anything));
            own.throws = true;
        }
        own.accesses.retain(|access| match access.place {
            Place::Field(field) => world.field(field).owner != class,
            _ => true,
        });
        let above = world.header(class).supers.iter();
        let above = above.filter_map(|&s| world.class_of_type(s));
        let above = above.filter(|&c| !is_interface && !world.info(c).is_interface());
        own.calls.extend(above.map(Unit::Class));
    }

    /// What happens because a class is used here for the first time, as far as it is not certain that it was before (JLS 12.4.1).
    pub fn initialization(&mut self, file: u32, node: NodeId) -> (Heap, bool) {
        let Some(class) = initialized(self.names, file, node) else {
            return (Rc::default(), false);
        };
        let found = self.unit(Unit::Class(class));
        if (found.0.is_empty() && !found.1) || is_begun(self.names, file, node, class) {
            return (Rc::default(), false);
        }
        found
    }

    /// What the objects do that become part of a text (JLS 5.1.11).
    pub fn texts(&mut self, file: u32, node: NodeId) -> (Heap, bool) {
        let mut own = Own::default();
        for method in self.texts_of(file, node, &mut own) {
            let (heap, throws) = self.method(method);
            own.accesses.extend(heap.iter().copied());
            own.throws |= throws;
        }
        own.accesses.sort_unstable();
        own.accesses.dedup();
        (own.accesses.into(), own.throws)
    }

    /// The methods that may be asked for the texts of the operands of a concatenation.
    fn texts_of(&mut self, file: u32, node: NodeId, own: &mut Own) -> Vec<MethodId> {
        let names = self.names;
        let world = &names.world;
        let tree = &world.file(file).tree;
        let is_text = |n: NodeId| names.ty(file, n) == world.string();
        let operands: Vec<NodeId> = match tree.kind(node) {
            Kind::Binary if is_text(node) && world.text(tree.sym(node)) == "+" => {
                tree.children_in(node, Role::Operand).collect()
            }
            Kind::Assign if world.text(tree.sym(node)) == "+=" => {
                let target = tree.child_in(node, Role::Target);
                let value = tree.child_in(node, Role::Value);
                value
                    .filter(|_| target.is_some_and(is_text))
                    .into_iter()
                    .collect()
            }
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        for operand in operands {
            let ty = names.ty(file, operand);
            if is_plain(names, ty) || world.unboxed(ty).is_primitive() {
                continue;
            }
            own.accesses.push(Access::read(Place::World));
            let class = world.class_of_type(ty);
            let all = self.all_texts();
            let may_be = |m: &&MethodId| {
                let owner = world.method(**m).owner;
                class.is_none_or(|c| {
                    world.class(c).origin.file().is_none()
                        || world.is_subclass(owner, c)
                        || world.is_subclass(c, owner)
                })
            };
            found.extend(all.iter().filter(may_be).copied());
        }
        found
    }

    fn all_texts(&mut self) -> Rc<[MethodId]> {
        if let Some(known) = &self.texts {
            return Rc::clone(known);
        }
        let world = &self.names.world;
        let found: Rc<[MethodId]> = match world.names().get("toString") {
            Some(name) => world
                .source_classes()
                .flat_map(|c| world.info(c).methods_named(name).iter().map(|m| m.1))
                .filter(|&m| world.signature(m).params.is_empty())
                .collect(),
            None => Rc::default(),
        };
        self.texts = Some(Rc::clone(&found));
        found
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
        let above = above.and_then(|&s| world.class_of_type(s));
        // The constructors of these keep what they are given, and interfaces have none.
        let is_known = |c: ClassId| {
            world.info(c).is_interface()
                || c == world_object(self.names)
                || matches!(world.class_key(c), "java/lang/Enum" | "java/lang/Record")
        };
        if let Some(above) = above.filter(|&c| !is_known(c)) {
            let all = world
                .info(above)
                .methods_named(world.names().intern("<init>"));
            own.calls.extend(all.iter().map(|m| Unit::Method(m.1)));
            if world.class(above).origin.file().is_none() {
                own.accesses.push(Access::write(Place::World));
            }
        }
    }

    /// The accesses of a piece of code, of lambdas and classes in it too.
    fn scan(&mut self, file: u32, root: NodeId, own: &mut Own) {
        let names = self.names;
        let tree = &names.world.file(file).tree;
        for node in tree.descendants(root) {
            own.throws |= tree.kind(node).is_expression() && names.is_unboxed(file, node);
            if let Some(class) = initialized(names, file, node)
                && !is_begun(names, file, node, class)
            {
                own.calls.push(Unit::Class(class));
            }
            match tree.kind(node) {
                Kind::Name | Kind::FieldAccess if is_of_new_object(names, file, node, own.made) => {
                }
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
                Kind::ForEach => {
                    own.throws = true;
                    own.accesses.push(iterated(names, file, node));
                }
                Kind::Binary | Kind::Assign => {
                    own.throws |= divides(names, file, node);
                    let texts = self.texts_of(file, node, own);
                    own.calls.extend(texts.into_iter().map(Unit::Method));
                }
                Kind::EnumConstant => {
                    if let Decl::Method(m) = names.decl(file, node) {
                        own.calls.push(Unit::Method(m));
                    }
                }
                Kind::Call | Kind::New | Kind::ConstructorCall => {
                    own.throws |= dereferences(names, file, node);
                    match names.decl(file, node) {
                        Decl::Method(m) if is_of_source(names, m) => {
                            own.calls.push(Unit::Method(m));
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

/// The class that using a node initializes, if it is one of these files: that of an object that is made, of a static method that is called,
/// or of a static field that is no constant (JLS 12.4.1).
fn initialized(names: &Names, file: u32, node: NodeId) -> Option<ClassId> {
    let world = &names.world;
    let tree = &world.file(file).tree;
    let owner = match (tree.kind(node), names.decl(file, node)) {
        (Kind::New, Decl::Method(method)) => world.method(method).owner,
        (Kind::New, Decl::Class(class)) => class,
        (Kind::Call, Decl::Method(method))
            if world.method(method).modifiers.has(Modifiers::STATIC) =>
        {
            world.method(method).owner
        }
        (Kind::Name | Kind::FieldAccess, Decl::Field(field)) if world.is_static_field(field) => {
            let data = world.field(field);
            let is_fixed =
                data.modifiers.has(Modifiers::FINAL) || world.info(data.owner).is_interface();
            let init = world.field_node(field).and_then(|(file, node)| {
                let tree = &world.file(file).tree;
                Some((file, tree.child_in(node, Role::Init)?))
            });
            let ty = world.field_type(field);
            let is_simple = ty.is_primitive() || ty == world.string();
            let is_constant = is_fixed
                && is_simple
                && init.is_some_and(|(file, init)| names.may_be_constant(file, init));
            if is_constant {
                return None;
            }
            data.owner
        }
        _ => return None,
    };
    world.class(owner).origin.file().map(|_| owner)
}

/// Whether code runs only when the initialization of a class has begun: code of the class or of a subclass, and of the classes in its bodies.
fn is_begun(names: &Names, file: u32, node: NodeId, class: ClassId) -> bool {
    let world = &names.world;
    let model = world.file(file);
    let mut around = model.tree.ancestors(node);
    while let Some(at) = around.find(|&a| model.tree.kind(a) == Kind::Type) {
        let Some(id) = model.type_ids().find(|&t| model.ty(t).node == at) else {
            return false;
        };
        let here = world.class_of(file, id);
        // An interface is not initialized with the classes below it.
        if here == class || (!world.info(class).is_interface() && world.is_subclass(here, class)) {
            return true;
        }
        if model.ty(id).in_callable.is_none() && model.ty(id).kind != TypeKind::Anonymous {
            return false;
        }
    }
    false
}

/// Whether a field is one of the object that is being made.
fn is_of_new_object(names: &Names, file: u32, node: NodeId, made: Option<ClassId>) -> bool {
    let world = &names.world;
    let tree = &world.file(file).tree;
    let receiver = tree.child_in(node, Role::Receiver);
    match (names.decl(file, node), made) {
        (Decl::Field(field), Some(made)) => {
            receiver.is_none_or(|r| tree.kind(r) == Kind::This)
                && !world.is_static_field(field)
                && world.is_subclass(made, world.field(field).owner)
        }
        _ => false,
    }
}

/// What asking for the next element does: an array, or a collection of the library, is read.
pub fn iterated(names: &Names, file: u32, node: NodeId) -> Access {
    let over = names.world.file(file).tree.child_in(node, Role::Condition);
    let ty = over.map_or(Ty::UNKNOWN, |o| names.ty(file, o));
    let is_array = matches!(names.world.types().data(ty), TyData::Array(_));
    if is_array || !may_be_ours(names, ty) {
        Access::read(Place::World)
    } else {
        Access::write(Place::Anything)
    }
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
