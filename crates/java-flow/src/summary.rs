//! What calls read and write: the accesses of every method that may run, taken together.

use crate::graph::{Access, Place};
use crate::initialization::{Begun, begun, initializers, is_begun, supers, with_below};
use crate::library::{is_plain, outside, runs_functions};
use crate::operations::fails;
use crate::plain_class::is_plain_class;
use reweave_java_names::{ClassId, Decl, MethodId, Names, Overrides, Ty, TyData};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// More methods than these are not followed: then a call may do anything.
const MOST_METHODS: usize = 2_000;

/// What a call does to the heap.
pub type Heap = Arc<[Access]>;

/// What runs as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Unit {
    Method(MethodId),
    /// The initialization of classes (JLS 12.4.2).
    Begun(Begun),
    /// What makes an object of a class without constructors.
    Made(ClassId),
    /// What a library may ask objects of a class, or of classes below it, for.
    Asked(ClassId),
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

/// What was computed of a program, for whoever asks next.
#[derive(Default)]
pub struct Known {
    own: FxHashMap<Unit, Arc<Own>>,
    whole: FxHashMap<Unit, (Heap, bool)>,
    /// The methods of these files that make texts of objects.
    texts: Option<Arc<[MethodId]>>,
}

/// Computes and keeps what methods do.
pub struct Summaries<'a> {
    names: &'a Names,
    overrides: &'a Overrides,
    /// Whether the names in the bodies of a file are known.
    is_known: &'a dyn Fn(u32) -> bool,
    known: Known,
    /// What lends `known`, and gets it back with what is found meanwhile.
    lender: Option<&'a Mutex<Known>>,
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
            known: Known::default(),
            lender: None,
        }
    }

    /// The same with what was computed before of this very program, whose bodies are all known.
    pub fn keeping(names: &'a Names, overrides: &'a Overrides, lender: &'a Mutex<Known>) -> Self {
        let known = std::mem::take(&mut *lender.lock().unwrap_or_else(PoisonError::into_inner));
        Self {
            names,
            overrides,
            is_known: &|_| true,
            known,
            lender: Some(lender),
        }
    }

    pub(crate) fn names(&self) -> &'a Names {
        self.names
    }

    /// What a call at a node does to the heap, and whether it may throw.
    pub fn call(&mut self, file: u32, node: NodeId) -> (Heap, bool) {
        let mut own = Own::default();
        self.called(file, node, &mut own);
        self.all_of(own)
    }

    /// What is done by itself and by all that it calls.
    fn all_of(&mut self, mut own: Own) -> (Heap, bool) {
        for unit in std::mem::take(&mut own.calls) {
            let (heap, throws) = self.unit(unit);
            own.accesses.extend(heap.iter().copied());
            own.throws |= throws;
        }
        own.accesses.sort_unstable();
        own.accesses.dedup();
        (own.accesses.into(), own.throws)
    }

    /// What a method and those that may answer for it do.
    pub fn method(&mut self, method: MethodId) -> (Heap, bool) {
        self.unit(Unit::Method(method))
    }

    fn unit(&mut self, unit: Unit) -> (Heap, bool) {
        if let Some(known) = self.known.whole.get(&unit) {
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
        self.known.whole.insert(unit, found.clone());
        found
    }

    fn own(&mut self, unit: Unit) -> Arc<Own> {
        if let Some(known) = self.known.own.get(&unit) {
            return Arc::clone(known);
        }
        let mut own = Own::default();
        match unit {
            Unit::Method(method) => self.own_of_method(method, &mut own),
            Unit::Begun(Begun::Class(class)) => self.own_of_class(class, &mut own),
            Unit::Begun(Begun::Below(class)) => {
                let all = with_below(self.names, class).into_iter();
                own.calls.extend(all.map(Unit::Begun));
            }
            Unit::Made(class) => self.initial_values(class, &mut own),
            Unit::Asked(class) => self.own_of_asked(class, &mut own),
        }
        let own = Arc::new(own);
        self.known.own.insert(unit, Arc::clone(&own));
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
                    self.initial_values(world.method(method).owner, own);
                }
            }
            // A default constructor.
            None if world
                .class(world.method(method).owner)
                .origin
                .file()
                .is_some() =>
            {
                self.initial_values(world.method(method).owner, own);
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
        if is_plain_class(world.file(file), decl) {
            // Known without the names in it, and so in every program alike.
        } else if (self.is_known)(file) {
            for (file, part) in initializers(self.names, class, true) {
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
        if !world.info(class).is_interface() {
            own.calls.extend(supers(self.names, class).map(Unit::Begun));
        }
    }

    /// The methods by which objects of a class, or of classes below, answer a library.
    fn own_of_asked(&mut self, class: ClassId, own: &mut Own) {
        let world = &self.names.world;
        let below = world.source_classes();
        let below = below.filter(|&c| world.is_subclass(c, class));
        let is_ours = |c: &ClassId| world.class(*c).origin.file().is_some();
        let mut all: Vec<ClassId> = below
            .flat_map(|c| {
                let above = world.closure(c).supers.iter().map(|s| s.0);
                above.filter(is_ours).chain([c])
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        for method in all.iter().flat_map(|&c| &world.info(c).methods) {
            let mut above = self.overrides.overridden_by(method.1).iter();
            if above.any(|&m| !is_of_source(self.names, m)) {
                own.calls.push(Unit::Method(method.1));
            }
        }
    }

    /// What happens because a class is used here for the first time, as far as it is not certain that it was before (JLS 12.4.1).
    pub fn initialization(&mut self, file: u32, node: NodeId) -> (Heap, bool) {
        match begun(self.names, file, node) {
            Some(begun) if !is_begun(self.names, file, node, begun) => {
                self.unit(Unit::Begun(begun))
            }
            _ => (Arc::default(), false),
        }
    }

    /// What the objects do that become part of a text (JLS 5.1.11).
    pub fn texts(&mut self, file: u32, node: NodeId) -> (Heap, bool) {
        let mut own = Own::default();
        let methods = self.texts_of(file, node, &mut own);
        own.calls.extend(methods.into_iter().map(Unit::Method));
        self.all_of(own)
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

    fn all_texts(&mut self) -> Arc<[MethodId]> {
        if let Some(known) = &self.known.texts {
            return Arc::clone(known);
        }
        let world = &self.names.world;
        let found: Arc<[MethodId]> = match world.names().get("toString") {
            Some(name) => world
                .source_classes()
                .flat_map(|c| world.info(c).methods_named(name).iter().map(|m| m.1))
                .filter(|&m| world.signature(m).params.is_empty())
                .collect(),
            None => Arc::default(),
        };
        self.known.texts = Some(Arc::clone(&found));
        found
    }

    fn initial_values(&mut self, owner: ClassId, own: &mut Own) {
        let world = &self.names.world;
        for (file, part) in initializers(self.names, owner, false) {
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
            own.throws |= fails(names, file, node);
            if let Some(begun) = begun(names, file, node)
                && !is_begun(names, file, node, begun)
            {
                own.calls.push(Unit::Begun(begun));
            }
            match tree.kind(node) {
                Kind::Name | Kind::FieldAccess if is_of_new_object(names, file, node, own.made) => {
                }
                Kind::Name | Kind::FieldAccess => {
                    if let Some(access) = field_access(names, file, node) {
                        own.accesses.push(access.0);
                        own.accesses.extend(access.1);
                    }
                }
                Kind::Index => own.accesses.push(Access {
                    place: Place::Elements,
                    write: is_target(names, file, node),
                }),
                Kind::Synchronized => own.accesses.push(Access::write(Place::World)),
                Kind::ForEach => own.accesses.push(self.iterated(file, node)),
                Kind::Binary | Kind::Assign => {
                    let texts = self.texts_of(file, node, own);
                    own.calls.extend(texts.into_iter().map(Unit::Method));
                }
                Kind::EnumConstant => {
                    match (names.decl(file, node), type_around(names, file, node)) {
                        (Decl::Method(m), _) => own.calls.push(Unit::Method(m)),
                        (_, Some(class)) => own.calls.push(Unit::Made(class)),
                        _ => {}
                    }
                }
                Kind::Call | Kind::New | Kind::ConstructorCall => {
                    self.called(file, node, own);
                }
                _ => {}
            }
        }
    }

    /// What a call or creation runs.
    fn called(&self, file: u32, node: NodeId, own: &mut Own) {
        let names = self.names;
        let made = made_here(names, file, node);
        own.calls.extend(made.map(Unit::Made));
        match names.decl(file, node) {
            Decl::Method(m) if is_of_source(names, m) => own.calls.push(Unit::Method(m)),
            Decl::Method(m) => {
                let found = outside(names, file, node, m);
                own.accesses.extend(found.accesses);
                own.throws |= found.throws;
                own.calls.extend(found.asked.into_iter().map(Unit::Asked));
                let overriding = self.overrides.overriding(m).iter();
                own.calls.extend(overriding.map(|&m| Unit::Method(m)));
            }
            // Of an interface: the constructor is `Object`'s.
            _ if made.is_some() => {}
            _ => {
                own.accesses.push(Access::write(Place::Anything));
                own.throws = true;
            }
        }
    }

    /// What asking for the next element does: an array, or a collection of the library, is read.
    pub fn iterated(&mut self, file: u32, node: NodeId) -> Access {
        let world = &self.names.world;
        let over = world.file(file).tree.child_in(node, Role::Condition);
        let ty = over.map_or(Ty::UNKNOWN, |o| self.names.ty(file, o));
        if matches!(world.types().data(ty), TyData::Array(_)) {
            return Access::read(Place::World);
        }
        let is_library = world.class_of_type(ty).is_some_and(|c| {
            !runs_functions(world, ty) && self.own(Unit::Asked(c)).calls.is_empty()
        });
        if is_library {
            Access::read(Place::World)
        } else {
            Access::write(Place::Anything)
        }
    }
}

impl Drop for Summaries<'_> {
    fn drop(&mut self) {
        let Some(lender) = self.lender else { return };
        let mut lent = lender.lock().unwrap_or_else(PoisonError::into_inner);
        // Of two who asked at the same time, the one who knows more.
        if self.known.own.len() >= lent.own.len() {
            *lent = std::mem::take(&mut self.known);
        }
    }
}

/// The anonymous class of which a node makes an object.
fn made_here(names: &Names, file: u32, node: NodeId) -> Option<ClassId> {
    let model = names.world.file(file);
    let body = model.tree.child_in(node, Role::Body)?;
    let id = model.type_ids().find(|&t| model.ty(t).node == body)?;
    Some(names.world.class_of(file, id))
}

/// The class in whose body a node stands.
fn type_around(names: &Names, file: u32, node: NodeId) -> Option<ClassId> {
    let model = names.world.file(file);
    let mut around = model.tree.ancestors(node);
    let ty = around.find(|&a| model.tree.kind(a) == Kind::Type)?;
    let id = model.type_ids().find(|&t| model.ty(t).node == ty)?;
    Some(names.world.class_of(file, id))
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

fn world_object(names: &Names) -> reweave_java_names::ClassId {
    let object = names.world.object();
    (names.world.class_of_type(object)).unwrap_or(reweave_java_names::ClassId(0))
}

fn is_of_source(names: &Names, method: MethodId) -> bool {
    let world = &names.world;
    let owner = world.method(method).owner;
    world.class(owner).origin.file().is_some()
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
