//! The walk over a file's declarations: classes, members, and what their heads name.

use crate::declared::Header;
use crate::error::ErrorKind;
use crate::file_scope::Imported;
use crate::ids::{ClassId, Decl};
use crate::inference::Entry;
use crate::resolver::{Resolver, Results, Segment};
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::{Kind, NodeId, Role, TypeKind};
use reweave_text::Part;
use rustc_hash::FxHashSet;
use std::sync::OnceLock;

/// How deep statements and expressions may nest; what lies deeper is left out and named in the report. The reader of Java leaves
/// out what nests that deep, so that this is met only if the model had more levels than the syntax.
pub(crate) const DEEPEST: usize = 2 * reweave_text::DEEPEST;

/// What the names of one file mean.
#[derive(Default)]
pub struct FileNames {
    pub(crate) decls: Vec<Decl>,
    pub(crate) types: Vec<Ty>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) too_deep: Vec<NodeId>,
    pub(crate) redeclared: Vec<NodeId>,
    pub(crate) errors: Vec<(NodeId, ErrorKind)>,
    /// The types that the file names and nothing declares, once they were asked for.
    pub(crate) unresolved: OnceLock<Vec<(String, NodeId)>>,
    meant: OnceLock<FxHashSet<Decl>>,
}

impl FileNames {
    /// The declarations that the file means, but for those of its bodies. Most questions are asked of all files, and most files mean
    /// none of what is asked for: so it is made once.
    pub(crate) fn meant(&self) -> &FxHashSet<Decl> {
        let is_elsewhere = |d: &Decl| !matches!(d, Decl::None | Decl::Local(_) | Decl::Label(_));
        self.meant.get_or_init(|| {
            let segments = self.segments.iter().map(|s| s.decl);
            let all = self.decls.iter().copied().chain(segments);
            all.filter(is_elsewhere).collect()
        })
    }
}

impl World {
    /// Resolves the bodies of one file. Its declarations are settled.
    pub(crate) fn resolve_file(&self, file: u32) -> FileNames {
        let mut resolver = Resolver::new(self, file);
        let nodes = resolver.tree.len();
        resolver.decls = vec![Decl::None; nodes];
        resolver.types = vec![Ty::UNKNOWN; nodes];
        resolver.type_at = resolver
            .model
            .type_ids()
            .map(|t| (resolver.model.ty(t).node, t))
            .collect();
        resolver.imports();
        let top: Vec<NodeId> = resolver.tree.children(NodeId::ROOT).collect();
        for node in top {
            match resolver.kind(node) {
                Kind::Package => resolver.annotations(node),
                Kind::Type => resolver.class(node),
                _ => {}
            }
        }
        FileNames {
            decls: resolver.decls,
            types: resolver.types,
            segments: resolver.segments,
            too_deep: resolver.too_deep,
            redeclared: resolver.redeclared,
            errors: resolver.errors,
            unresolved: OnceLock::new(),
            meant: OnceLock::new(),
        }
    }
}

impl Resolver<'_> {
    fn imports(&mut self) {
        let model = self.model;
        let head = self.head;
        for (import, imported) in model.imports.iter().zip(&head.imports) {
            let decl = match imported {
                Some(Imported::Class(class) | Imported::Members(class)) => Decl::Class(*class),
                Some(Imported::Package(package)) => Decl::Package(*package),
                Some(Imported::Module(module)) => Decl::Module(*module),
                None => Decl::Unknown,
            };
            self.record(import.node, decl);
            if let Decl::Class(class) = decl {
                self.import_segments(import.node, class, import.is_static && !import.on_demand);
            }
        }
    }

    /// The classes that the segments of an import name, from the last one outwards.
    fn import_segments(&mut self, node: NodeId, class: ClassId, member: bool) {
        let text = self.world.text(self.tree.sym(node));
        let start = self.tree.node(node).name_at;
        let mut end = text.len();
        if member {
            end = text.rfind('.').unwrap_or(0);
        }
        let mut class = Some(class);
        while let Some(c) = class {
            let at = text.part(..end).rfind('.').map_or(0, |d| d + 1);
            self.segments.push(Segment {
                at: start + at as u32,
                node,
                decl: Decl::Class(c),
            });
            class = self.world.info(c).outer.filter(|_| at > 0);
            end = at.saturating_sub(1);
        }
    }

    fn class_at(&self, node: NodeId) -> Option<ClassId> {
        let ty = self.type_at.get(&node)?;
        Some(self.world.class_of(self.file, *ty))
    }

    /// A class whose supertypes and member types are settled.
    fn class(&mut self, node: NodeId) {
        let Some(id) = self.class_at(node) else {
            return;
        };
        if self.depth > DEEPEST {
            self.too_deep.push(node);
            return;
        }
        self.depth += 1;
        let mark = self.scope.len();
        self.enter_type_params(id);
        self.annotations(node);
        let children: Vec<NodeId> = self.tree.children(node).collect();
        for &child in &children {
            match self.tree.role(child) {
                Role::TypeParam => self.type_param(child),
                Role::Superclass | Role::Interface | Role::Permits => {
                    self.ty(child);
                }
                _ => {}
            }
        }
        self.scope.push(Entry::Class(id));
        for &child in &children {
            match self.tree.role(child) {
                Role::Param => {
                    self.annotations(child);
                    self.param_type(child);
                }
                Role::Member => self.member(id, child),
                _ => {}
            }
        }
        self.scope.truncate(mark);
        self.depth -= 1;
    }

    fn type_param(&mut self, node: NodeId) {
        self.annotations(node);
        let bounds: Vec<NodeId> = self.tree.children_in(node, Role::Bound).collect();
        for bound in bounds {
            self.ty(bound);
        }
    }

    fn member(&mut self, class: ClassId, node: NodeId) {
        let mark = self.scope.len();
        match self.kind(node) {
            Kind::Type => self.class(node),
            Kind::Field => {
                self.annotations(node);
                let ty = self
                    .child(node, Role::Type)
                    .map_or(Ty::UNKNOWN, |t| self.ty(t));
                if let Some(init) = self.child(node, Role::Init) {
                    self.initial(init, ty);
                }
            }
            Kind::EnumConstant => self.enum_constant(class, node),
            Kind::Callable => self.callable(node),
            Kind::Initializer => {
                self.results.push(Results {
                    expected: None,
                    types: Vec::new(),
                    is_switch: false,
                });
                if let Some(body) = self.child(node, Role::Body) {
                    self.statement(body);
                }
                self.results.pop();
            }
            _ => {}
        }
        self.scope.truncate(mark);
    }

    fn callable(&mut self, node: NodeId) {
        let callables = &self.model.callables;
        let at = callables.partition_point(|c| c.node < node);
        let Some(callable) = callables.get(at).filter(|c| c.node == node) else {
            return;
        };
        let world = self.world;
        let id = world.method_of(self.file, reweave_model::CallableId(at as u32));
        let sig = world.signature(id);
        for &var in &sig.type_params {
            self.scope
                .push(Entry::TypeVar(world.type_var(var).name, var));
        }
        for &param in &callable.type_params {
            self.type_param(param);
        }
        if let Some(ret) = callable.return_type {
            self.ty(ret);
        }
        let receiver: Vec<NodeId> = self.tree.children_in(node, Role::Receiver).collect();
        for named in receiver {
            match self.tree.kind(named) {
                Kind::Annotation => self.annotation(named),
                _ => drop(self.ty(named)),
            }
        }
        for (i, param) in callable.params.iter().enumerate() {
            let ty = self.param_type(param.node);
            self.note_type(param.node, ty);
            let ty = sig.params.get(i).copied().unwrap_or(ty);
            self.enter_local(param.name, param.node, ty);
        }
        // To javac, annotations of a variable or method stand where its variables are known.
        self.annotations(node);
        for param in &callable.params {
            self.annotations(param.node);
        }
        for &exception in &callable.throws {
            self.ty(exception);
        }
        if let Some(value) = self.child(node, Role::Init) {
            self.initial(value, sig.ret.unwrap_or(Ty::UNKNOWN));
        }
        if let Some(body) = callable.body {
            self.results.push(Results {
                expected: sig.ret,
                types: Vec::new(),
                is_switch: false,
            });
            self.statement(body);
            self.results.pop();
        }
    }

    fn enum_constant(&mut self, class: ClassId, node: NodeId) {
        self.annotations(node);
        let own = self.world.this_type(class);
        self.construct(node, own);
        if let Some(body) = self.child(node, Role::Body) {
            self.anonymous(body, own);
        }
    }

    /// A local class, with its head and members settled here: nobody outside this body can name it.
    pub(crate) fn local_class(&mut self, node: NodeId) {
        let Some(id) = self.class_at(node) else {
            return;
        };
        self.scope
            .push(Entry::LocalType(self.world.class(id).name, id));
        self.prepare(id);
        if self.trial == 0 {
            self.class(node);
        }
    }

    fn prepare(&mut self, id: ClassId) {
        let world = self.world;
        world.declare_class_params(id);
        self.resolve_header(id);
        self.prepare_members(id);
    }

    fn prepare_members(&mut self, id: ClassId) {
        if self.depth > DEEPEST {
            return;
        }
        self.depth += 1;
        let mark = self.scope.len();
        self.enter_class(id);
        for &(_, member) in &self.world.info(id).types {
            self.world.declare_class_params(member);
        }
        for &(_, member) in &self.world.info(id).types {
            self.prepare(member);
        }
        self.scope.truncate(mark);
        self.resolve_members(id);
        self.depth -= 1;
    }

    /// The body of an instance creation or enum constant, a subclass of `parent`.
    pub(crate) fn anonymous(&mut self, node: NodeId, parent: Ty) {
        let Some(id) = self.class_at(node) else {
            return;
        };
        if self.trial > 0 {
            return;
        }
        let world = self.world;
        let interface = world
            .class_of_type(parent)
            .is_some_and(|c| world.info(c).is_interface());
        let supers = if interface {
            vec![world.object(), parent]
        } else {
            vec![parent]
        };
        let class = world.class(id);
        world.declare_class_params(id);
        let direct = supers
            .iter()
            .filter_map(|&t| world.types.as_class(t))
            .map(|c| c.0)
            .collect();
        class.direct.get_or_init(|| direct);
        class.header.get_or_init(|| Header {
            supers: supers.into(),
            permits: Box::default(),
        });
        self.prepare_members(id);
        self.class(node);
    }

    /// The type of `this` in an anonymous class's creation: the class itself, so that its own members are found.
    pub(crate) fn anonymous_type(&self, node: NodeId) -> Option<Ty> {
        let id = self.class_at(node)?;
        self.world.class(id).header.get()?;
        Some(self.world.this_type(id))
    }

    /// The value of a field, variable or annotation element; array initialisers take the declared type.
    pub(crate) fn initial(&mut self, node: NodeId, ty: Ty) -> Ty {
        if self.kind(node) == Kind::ArrayInit {
            let element = match self.world.types.data(ty) {
                TyData::Array(t) => *t,
                _ => Ty::UNKNOWN,
            };
            let all: Vec<NodeId> = self.tree.children_in(node, Role::Argument).collect();
            for value in all {
                self.initial(value, element);
            }
            self.note_type(node, ty);
            return ty;
        }
        if self.kind(node) == Kind::Annotation {
            self.annotation(node);
            return ty;
        }
        self.value(node, ty)
    }

    /// `@Name(value)` or `@Name(element = value)`.
    pub(crate) fn annotation(&mut self, node: NodeId) {
        let class = self.annotation_class(node);
        let all: Vec<NodeId> = self.tree.children_in(node, Role::Argument).collect();
        for argument in all {
            let (target, value) = if self.kind(argument) == Kind::Assign {
                (
                    self.child(argument, Role::Target),
                    self.child(argument, Role::Value),
                )
            } else {
                (None, Some(argument))
            };
            let name = target.map_or(self.world.known.value, |t| self.tree.sym(t));
            let world = self.world;
            let element = class.and_then(|c| world.info(c).methods_named(name).first());
            if let Some(target) = target {
                let decl = element.map_or(Decl::Unknown, |m| Decl::Method(m.1));
                self.record(target, decl);
            }
            let ty = element
                .and_then(|m| world.signature(m.1).ret)
                .unwrap_or(Ty::UNKNOWN);
            if let Some(value) = value {
                // A single value stands for an array of one.
                let ty = match world.types.data(ty) {
                    TyData::Array(t) if self.kind(value) != Kind::ArrayInit => *t,
                    _ => ty,
                };
                self.initial(value, ty);
            }
        }
    }

    /// Whether the class of a node is an enum.
    pub(crate) fn is_enum(&self, ty: Ty) -> Option<ClassId> {
        let class = self.world.class_of_type(ty)?;
        (self.world.info(class).kind == TypeKind::Enum).then_some(class)
    }
}
