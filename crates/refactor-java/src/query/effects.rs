//! What code does when it runs: the fields that it reads and writes, itself, through what it calls, and through the classes that it
//! initializes (JLS 12.4.1). A field counts as written, too, where something outside of these files is asked of the object in it that may
//! change it (`list.add(x)`, `out.append(x).append(y)`). Calls that no word shows are followed: `toString()` of what is put into a text, and
//! what objects of these files answer when a library asks them.

use crate::query::constants::is_constant_field;
use crate::query::failures::may_end_early;
use crate::query::outside_calls::{is_immutable, reads_only};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, FieldId, MethodId, Ty, Use, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// More places than this are not followed; then everything may be touched.
const MOST_PLACES: usize = 20_000;

#[derive(Default)]
pub struct Effects {
    reads: FxHashSet<FieldId>,
    writes: FxHashSet<FieldId>,
    /// Something outside of these files is called for what it does, or of an object that is not told apart.
    acts: bool,
    /// It may end in an exception.
    fails: bool,
    /// Too much to tell.
    is_open: bool,
}

impl Effects {
    pub fn touches(&self, field: FieldId) -> bool {
        self.is_open || self.reads.contains(&field) || self.writes.contains(&field)
    }

    pub fn changes(&self, field: FieldId) -> bool {
        self.is_open || self.writes.contains(&field)
    }

    /// Whether it matters which of the two runs first: what fails leaves out what comes behind it.
    pub fn disturbs(&self, other: &Self) -> bool {
        let shows = |e: &Self| e.fails || e.is_seen();
        (self.fails && shows(other)) || (other.fails && shows(self)) || self.changes_what(other)
    }

    fn changes_what(&self, other: &Self) -> bool {
        self.is_open
            || other.is_open
            || (self.acts && other.acts)
            || self.writes.iter().any(|&f| other.touches(f))
            || other.writes.iter().any(|&f| self.touches(f))
    }

    pub fn may_fail(&self) -> bool {
        self.is_open || self.fails
    }

    /// Whether it shows how often it ran.
    pub fn is_seen(&self) -> bool {
        self.is_open || self.acts || !self.writes.is_empty()
    }

    /// Whether it shows elsewhere than in a class's own fields that it ran.
    pub fn is_seen_beside(&self, program: &JavaProgram, class: ClassId) -> bool {
        let world = program.world();
        self.is_open || self.acts || self.writes.iter().any(|&f| world.field(f).owner != class)
    }

    /// Whether it reads what has another value at another time.
    pub fn reads_changing(&self, program: &JavaProgram) -> bool {
        let world = program.world();
        let changes = |&f: &FieldId| {
            let is_final = world.field(f).modifiers.has(Modifiers::FINAL);
            let uses = || program.uses(&[Decl::Field(f)]);
            !is_final && uses().iter().any(|u| u.kind == UseKind::Write)
        };
        self.is_open || self.reads.iter().any(changes)
    }

    /// The static state that it changes, or reads where that is among what changes; `is_own` leaves fields out.
    pub fn shared(
        &self,
        program: &JavaProgram,
        changing: &FxHashSet<FieldId>,
        is_own: impl Fn(FieldId) -> bool,
    ) -> Option<String> {
        let world = program.world();
        let read = self.reads.iter().filter(|f| changing.contains(f));
        let all = self.writes.iter().chain(read).copied();
        let all = all.filter(|&f| world.is_static_field(f) && !is_own(f));
        let outside = || (self.is_open || self.acts).then(|| "what libraries hold".to_owned());
        all.map(|f| world.field_key(f)).min().or_else(outside)
    }
}

/// A piece of code, and what nobody else has seen yet of what it writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    file: u32,
    node: NodeId,
    /// The class of the object that it makes.
    fresh: Option<ClassId>,
    /// The class that it initializes.
    initialized: Option<ClassId>,
}

/// What pieces of code do.
pub fn effects(program: &JavaProgram, code: &[(u32, NodeId)]) -> Effects {
    Walk::through(program, code).found
}

/// Whether code may run a part of another piece of code.
pub fn may_run(program: &JavaProgram, code: &[(u32, NodeId)], part: (u32, NodeId)) -> bool {
    let walk = Walk::through(program, code);
    let tree = &program.model(part.0).tree;
    let is_part = |place: &Place| place.file == part.0 && tree.contains(part.1, place.node);
    walk.found.is_open || walk.seen.iter().any(is_part)
}

struct Walk<'p> {
    program: &'p JavaProgram,
    uses: FxHashMap<u32, Vec<Use>>,
    /// What `toString()` runs, by the type of the value: all classes are asked once for each.
    shown: FxHashMap<Ty, Vec<(u32, NodeId)>>,
    open: Vec<Place>,
    seen: FxHashSet<Place>,
    found: Effects,
}

impl<'p> Walk<'p> {
    fn through(program: &'p JavaProgram, code: &[(u32, NodeId)]) -> Self {
        let mut walk = Self {
            program,
            uses: FxHashMap::default(),
            shown: FxHashMap::default(),
            open: Vec::new(),
            seen: FxHashSet::default(),
            found: Effects::default(),
        };
        for &(file, node) in code {
            walk.enter(Place {
                file,
                node,
                fresh: None,
                initialized: None,
            });
        }
        walk.run();
        walk
    }

    fn enter(&mut self, place: Place) {
        if self.seen.insert(place) {
            self.open.push(place);
        }
    }

    fn run(&mut self) {
        while let Some(place) = self.open.pop() {
            if self.seen.len() > MOST_PLACES {
                self.found.is_open = true;
                return;
            }
            let program = self.program;
            let span = program.model(place.file).tree.span(place.node);
            let all = self.uses.entry(place.file).or_insert_with(|| {
                let mut all = program.names.uses_in(place.file);
                all.sort_by_key(|u| u.span);
                all
            });
            let start = all.partition_point(|u| u.span.start < span.start);
            let inside = all[start..].iter();
            let inside = inside.take_while(|u| u.span.start < span.end);
            let inside: Vec<Use> = inside.copied().collect();
            for used in inside {
                match used.decl {
                    Decl::Field(field) => self.field(field, &used, place),
                    Decl::Method(method) => self.method(method, &used, place),
                    _ => {}
                }
            }
            self.texts(place);
            self.elements(place);
            self.found.fails =
                self.found.fails || may_end_early(self.program, place.file, place.node);
        }
    }

    fn field(&mut self, field: FieldId, used: &Use, place: Place) {
        let world = self.program.world();
        let data = world.field(field);
        let is_static = world.is_static_field(field) || data.enum_constant;
        let is_own = match (is_static, place.fresh, place.initialized) {
            (true, _, Some(class)) => class == data.owner,
            (false, Some(made), _) => world.is_subclass(made, data.owner),
            _ => false,
        };
        if is_static && !is_constant_field(self.program, field) {
            self.initialized(data.owner, place);
        }
        match used.kind {
            _ if is_own => {}
            UseKind::Write => {
                self.found.writes.insert(field);
            }
            UseKind::Read => {
                self.found.reads.insert(field);
            }
            _ => {}
        }
    }

    fn method(&mut self, method: MethodId, used: &Use, place: Place) {
        let world = self.program.world();
        let data = world.method(method);
        if data.constructor {
            // What `this(…)` and `super(…)` call runs with the object, where it is created.
            let tree = &self.program.model(used.file).tree;
            if tree.kind(used.node) != Kind::ConstructorCall {
                self.made(data.owner, place);
            }
            return;
        }
        if data.modifiers.has(Modifiers::STATIC) {
            self.initialized(data.owner, place);
        }
        if world.method_node(method).is_none() {
            self.outside(method, used, place);
        }
        self.runs(method, place);
    }

    /// A method, and those that may answer for it.
    fn runs(&mut self, method: MethodId, place: Place) {
        let overriding = self.program.overrides().overriding(method).iter();
        for &method in std::iter::once(&method).chain(overriding) {
            if let Some((file, node)) = self.program.world().method_node(method) {
                self.enter(Place {
                    file,
                    node,
                    fresh: None,
                    ..place
                });
            }
        }
    }

    /// A class that code uses first: its static initializers run, and those of its superclasses and of interfaces with defaults. Code of the
    /// class itself runs when that has begun.
    fn initialized(&mut self, class: ClassId, place: Place) {
        let world = self.program.world();
        let around = self.program.class_around(place.file, place.node);
        if around.is_some_and(|c| world.is_subclass(c, class)) {
            return;
        }
        for class in initialized_with(self.program, class) {
            for (file, node) in initialisers(self.program, class, true) {
                self.enter(Place {
                    file,
                    node,
                    fresh: None,
                    initialized: Some(class),
                });
            }
            // An enum makes its constants, also by a constructor that nobody wrote.
            if world.info(class).kind == TypeKind::Enum {
                let initialized = Some(class);
                self.object(
                    class,
                    Place {
                        initialized,
                        ..place
                    },
                );
            }
        }
    }

    /// The constructors and initial values of a class and its superclasses.
    fn made(&mut self, made: ClassId, place: Place) {
        self.initialized(made, place);
        self.object(made, place);
    }

    fn object(&mut self, made: ClassId, place: Place) {
        let above = superclasses(self.program, made);
        for class in std::iter::once(made).chain(above) {
            let parts = initialisers(self.program, class, false);
            for (file, node) in parts.into_iter().chain(constructors(self.program, class)) {
                self.enter(Place {
                    file,
                    node,
                    fresh: Some(made),
                    ..place
                });
            }
        }
    }

    /// What is asked of a class that is not in these files, or of an object of it.
    fn outside(&mut self, method: MethodId, used: &Use, place: Place) {
        let world = self.program.world();
        let names = &self.program.names;
        let tree = &self.program.model(used.file).tree;
        let is_statement = tree.parent(used.node).map(|p| tree.kind(p)) == Some(Kind::ExprStmt);
        // `Collections.sort(list)`
        let is_for_effect = world.method(method).modifiers.has(Modifiers::STATIC) && is_statement;
        self.found.acts |= is_for_effect;
        let arguments: Vec<NodeId> = tree.children_in(used.node, Role::Argument).collect();
        for argument in arguments {
            self.handed_over(names.ty(used.file, argument), place);
            if let (true, Decl::Field(field)) = (is_for_effect, names.decl(used.file, argument)) {
                self.may_change(field);
            }
        }
        if reads_only(world, method) {
            return;
        }
        let mut at = used.node;
        while let Some(receiver) = tree.child_in(at, Role::Receiver) {
            at = receiver;
            if let Decl::Field(field) = names.decl(used.file, at) {
                self.may_change(field);
                return;
            }
            if self.is_elsewhere(used.file, at) {
                self.found.acts = true;
                return;
            }
        }
        // What is asked of an object that nobody keeps shows elsewhere: `new Thread(r).start();`
        self.found.acts |= is_statement && tree.kind(at) == Kind::New;
    }

    fn may_change(&mut self, field: FieldId) {
        let world = self.program.world();
        let ty = world.field_type(field);
        if !ty.is_primitive() && !is_immutable(world, ty) {
            self.found.writes.insert(field);
        }
    }

    /// Whether an object that something is asked of may be one that others have: a parameter, or what a method returns.
    fn is_elsewhere(&self, file: u32, object: NodeId) -> bool {
        let tree = &self.program.model(file).tree;
        let ty = self.program.names.ty(file, object);
        let is_given = match (tree.kind(object), self.program.names.decl(file, object)) {
            (Kind::Call, Decl::Method(m)) => self.program.is_ours(Decl::Method(m)),
            (Kind::Name, Decl::Local(local)) => {
                let value = tree.child_in(local, Role::Init);
                let is_made = |v| matches!(tree.kind(v), Kind::New | Kind::NewArray | Kind::Str);
                !value.is_some_and(is_made)
            }
            _ => false,
        };
        is_given && !is_immutable(self.program.world(), ty)
    }

    /// An object that a library gets may be asked for what its class overrides of libraries.
    fn handed_over(&mut self, ty: Ty, place: Place) {
        let world = self.program.world();
        let Some(class) = world.class_of_type(ty) else {
            return;
        };
        if !self.program.is_ours(Decl::Class(class)) {
            return;
        }
        let methods: Vec<MethodId> = world.info(class).methods.iter().map(|m| m.1).collect();
        for method in methods {
            let above = self.program.overrides().overridden_by(method).iter();
            let mut above = above.filter(|&&m| !self.program.is_ours(Decl::Method(m)));
            if above.next().is_some() {
                self.runs(method, place);
            }
        }
    }

    /// The arrays of which an element is assigned.
    fn elements(&mut self, place: Place) {
        let tree = &self.program.model(place.file).tree;
        let target = |n: NodeId| match tree.kind(n) {
            Kind::Assign => tree.child_in(n, Role::Target),
            Kind::Update => tree.child_in(n, Role::Operand),
            _ => None,
        };
        let targets = tree.descendants(place.node).filter_map(target);
        for element in targets.filter(|&t| tree.kind(t) == Kind::Index) {
            let mut at = element;
            while tree.kind(at) == Kind::Index
                && let Some(array) = tree.child_in(at, Role::Receiver)
            {
                at = array;
            }
            if let Decl::Field(field) = self.program.names.decl(place.file, at) {
                self.found.writes.insert(field);
            } else if self.is_elsewhere(place.file, at) {
                self.found.acts = true;
            }
        }
    }

    /// The objects that become part of a text: `toString()` is called of each.
    fn texts(&mut self, place: Place) {
        let program = self.program;
        let tree = &program.model(place.file).tree;
        let ty = |n: NodeId| program.names.ty(place.file, n);
        for node in tree.descendants(place.node) {
            if tree.kind(node) != Kind::Binary || ty(node) != program.world().string() {
                continue;
            }
            for part in tree.children_in(node, Role::Operand) {
                let shown = self.shown.entry(ty(part));
                let shown = shown.or_insert_with(|| shown_by(program, ty(part)));
                for (file, node) in shown.clone() {
                    self.enter(Place {
                        file,
                        node,
                        fresh: None,
                        ..place
                    });
                }
            }
        }
    }
}

/// The methods `toString()` of these files that may run when a value of a type is put into a text.
pub fn shown_by(program: &JavaProgram, ty: Ty) -> Vec<(u32, NodeId)> {
    let world = program.world();
    let class = world.class_of_type(ty).filter(|_| ty != world.string());
    let (Some(class), Some(name)) = (class, world.names().get("toString")) else {
        return Vec::new();
    };
    // What the value is at least, and what it may turn out to be.
    let may_be = |c: &ClassId| world.is_subclass(*c, class) || world.is_subclass(class, *c);
    let methods = world.source_classes().filter(may_be).flat_map(|c| {
        let named = world.info(c).methods_named(name).iter().map(|m| m.1);
        named.filter(|&m| world.signature(m).params.is_empty())
    });
    methods.filter_map(|m| world.method_node(m)).collect()
}

/// The classes that are initialized with a class (JLS 12.4.1): its superclasses, and the interfaces that have defaults.
fn initialized_with(program: &JavaProgram, class: ClassId) -> Vec<ClassId> {
    let world = program.world();
    let is_first =
        |c: &ClassId| !world.info(*c).is_interface() || is_initialized_below(program, *c);
    let above = world.closure(class).supers.iter().map(|s| s.0);
    let above = above.filter(|_| !world.info(class).is_interface());
    std::iter::once(class)
        .chain(above.filter(is_first))
        .filter(|&c| program.is_ours(Decl::Class(c)))
        .collect()
}

/// Whether an interface is initialized with the classes below it: it has a method that is neither abstract nor static (JVMS 5.5).
pub fn is_initialized_below(program: &JavaProgram, interface: ClassId) -> bool {
    let world = program.world();
    let mut methods = world.info(interface).methods.iter();
    methods.any(|m| {
        let has = |word| world.method(m.1).modifiers.has(word);
        has(Modifiers::DEFAULT) || (has(Modifiers::PRIVATE) && !has(Modifiers::STATIC))
    })
}

/// What is computed when a class, or an object of it, is initialized, in this order.
pub fn initialisers(program: &JavaProgram, class: ClassId, of_class: bool) -> Vec<(u32, NodeId)> {
    let Some((file, decl)) = program.world().decl_of(class) else {
        return Vec::new();
    };
    let model = program.model(file);
    let tree = &model.tree;
    let is_static = |modifiers: Modifiers| {
        let of_interface = matches!(decl.kind, TypeKind::Interface | TypeKind::Annotation);
        of_interface || modifiers.has(Modifiers::STATIC)
    };
    let fields = decl.fields.iter().map(|&f| model.field(f));
    let fields = fields
        .filter(|f| f.enum_constant || f.init.is_some())
        .map(|f| (f.node, f.enum_constant || is_static(f.modifiers)));
    let blocks = tree
        .children_in(decl.node, Role::Member)
        .filter(|&n| tree.kind(n) == Kind::Initializer)
        .map(|n| (n, tree.node(n).flags & Modifiers::STATIC.0 != 0));
    let mut all: Vec<NodeId> = fields
        .chain(blocks)
        .filter(|part| part.1 == of_class)
        .map(|part| part.0)
        .collect();
    all.sort();
    all.into_iter().map(|node| (file, node)).collect()
}

/// The constructors that are written in a class.
pub fn constructors(program: &JavaProgram, class: ClassId) -> Vec<(u32, NodeId)> {
    let Some((file, decl)) = program.world().decl_of(class) else {
        return Vec::new();
    };
    let model = program.model(file);
    let all = decl.callables.iter().map(|&c| model.callable(c));
    let all = all.filter(|c| c.is_constructor());
    all.map(|c| (file, c.node)).collect()
}

/// The classes above a class, without interfaces, the nearest first.
pub fn superclasses(program: &JavaProgram, class: ClassId) -> Vec<ClassId> {
    let world = program.world();
    let above = world.closure(class).supers.iter().map(|s| s.0);
    let mut above: Vec<ClassId> = above.filter(|&c| !world.info(c).is_interface()).collect();
    above.sort_by_key(|&c| std::cmp::Reverse(world.closure(c).supers.len()));
    above
}
