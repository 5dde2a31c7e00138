//! What code touches when it runs: the fields that it reads and writes, itself or through what it calls. A field counts as written, too,
//! where something outside of these files is asked of the object in it: it may change (`list.add(x)`, `out.println(x)`). What is called
//! outside of these files for nothing but what it does (`System.gc();`) shows, too.

use super::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, FieldId, MethodId, Use, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind};
use reweave_text::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// More places than this are not followed; then everything may be touched.
const MOST_PLACES: usize = 20_000;

#[derive(Default)]
pub struct Effects {
    reads: FxHashSet<FieldId>,
    writes: FxHashSet<FieldId>,
    /// A static method outside is called for what it does.
    acts: bool,
    /// Too much to tell.
    is_open: bool,
}

impl Effects {
    pub fn touches(&self, field: FieldId) -> bool {
        self.is_open || self.reads.contains(&field) || self.writes.contains(&field)
    }

    /// Whether it matters which of the two runs first.
    pub fn disturbs(&self, other: &Self) -> bool {
        self.is_open
            || other.is_open
            || (self.acts && other.acts)
            || self.writes.iter().any(|&f| other.touches(f))
            || other.writes.iter().any(|&f| self.touches(f))
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
}

/// A piece of code, and whether it makes an object ready that nobody else has yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    file: u32,
    span: Span,
    /// The class of the object that is made.
    fresh: Option<ClassId>,
}

/// What pieces of code do.
pub fn effects(program: &JavaProgram, code: &[(u32, NodeId)]) -> Effects {
    let mut walk = Walk {
        program,
        uses: FxHashMap::default(),
        open: Vec::new(),
        seen: FxHashSet::default(),
        found: Effects::default(),
    };
    for &(file, node) in code {
        walk.enter(file, node, None);
    }
    walk.run();
    walk.found
}

struct Walk<'p> {
    program: &'p JavaProgram,
    uses: FxHashMap<u32, Vec<Use>>,
    open: Vec<Place>,
    seen: FxHashSet<Place>,
    found: Effects,
}

impl Walk<'_> {
    fn enter(&mut self, file: u32, node: NodeId, fresh: Option<ClassId>) {
        let span = self.program.model(file).tree.span(node);
        let place = Place { file, span, fresh };
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
            let all = self.uses.entry(place.file).or_insert_with(|| {
                let mut all = program.names.uses_in(place.file);
                all.sort_by_key(|u| u.span);
                all
            });
            let start = all.partition_point(|u| u.span.start < place.span.start);
            let inside = all[start..].iter();
            let inside = inside.take_while(|u| u.span.start < place.span.end);
            let inside: Vec<Use> = inside.copied().collect();
            for used in inside {
                match used.decl {
                    Decl::Field(field) => self.field(field, &used, place.fresh),
                    Decl::Method(method) => self.method(method, &used),
                    _ => {}
                }
            }
        }
    }

    fn field(&mut self, field: FieldId, used: &Use, fresh: Option<ClassId>) {
        let world = self.program.world();
        let data = world.field(field);
        let is_own = fresh.is_some_and(|made| world.is_subclass(made, data.owner));
        if is_own && !data.modifiers.has(Modifiers::STATIC) {
            return;
        }
        match used.kind {
            UseKind::Write => {
                self.found.writes.insert(field);
            }
            UseKind::Read => {
                self.found.reads.insert(field);
            }
            _ => {}
        }
    }

    fn method(&mut self, method: MethodId, used: &Use) {
        let program = self.program;
        let world = program.world();
        let data = world.method(method);
        if data.constructor {
            // What `this(…)` and `super(…)` call is made ready with the object, where it is asked for.
            if program.model(used.file).tree.kind(used.node) != Kind::ConstructorCall {
                self.made(data.owner);
            }
            return;
        }
        let Some((file, node)) = world.method_node(method) else {
            self.outside(method, used);
            return;
        };
        self.enter(file, node, None);
        for &over in program.overrides().overriding(method) {
            if let Some((file, node)) = world.method_node(over) {
                self.enter(file, node, None);
            }
        }
    }

    /// The constructors and initial values of a class and those above it.
    fn made(&mut self, made: ClassId) {
        let above = superclasses(self.program, made);
        for class in std::iter::once(made).chain(above) {
            let parts = initialisers(self.program, class, false);
            for (file, node) in parts.into_iter().chain(constructors(self.program, class)) {
                self.enter(file, node, Some(made));
            }
        }
    }

    /// Something is asked of an object of a class that is not in these files.
    fn outside(&mut self, method: MethodId, used: &Use) {
        let world = self.program.world();
        let tree = &self.program.model(used.file).tree;
        let is_static = world.method(method).modifiers.has(Modifiers::STATIC);
        let above = tree.parent(used.node).map(|p| tree.kind(p));
        self.found.acts |= is_static && above == Some(Kind::ExprStmt);
        let mut at = used.node;
        while let Some(receiver) = tree.child_in(at, Role::Receiver) {
            at = receiver;
            if let Decl::Field(field) = self.program.names.decl(used.file, at) {
                if world.field_type(field) != world.string() {
                    self.found.writes.insert(field);
                }
                return;
            }
        }
    }
}

/// What is computed when a class, or an object of it, is made ready, in this order.
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
    let all = all.filter(|c| c.constructor);
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
