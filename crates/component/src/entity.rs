//! The entities of one release: packages, classes, methods and fields, as a tree with fully qualified names.

use crate::scope;
use crate::signature::{self, Signature, TypeRef};
use reweave_model::{
    CallableId, FieldId, FileModel, Modifiers, NodeId, Program, TypeDecl, TypeId, TypeKind,
    Visibility,
};
use reweave_text::{Span, Symbol};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The index of an entity in its release.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EntityId(pub u32);

impl EntityId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EntityKind {
    Package,
    Class,
    /// Constructors are methods with the name of their class.
    Method,
    Field,
}

impl EntityKind {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Package => "package",
            Self::Class => "class",
            Self::Method => "method",
            Self::Field => "field",
        }
    }
}

/// Where an entity is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decl {
    /// A package has no declaration of its own.
    Package,
    Type(u32, TypeId),
    Callable(u32, CallableId),
    Field(u32, FieldId),
}

#[derive(Clone, Debug)]
pub struct Entity {
    pub kind: EntityKind,
    /// The simple name; for a package its last segment.
    pub name: Symbol,
    pub parent: Option<EntityId>,
    pub decl: Decl,
    pub modifiers: Modifiers,
    /// Clients may use it: public or protected all the way up, and in no internal package.
    pub api: bool,
    pub deprecated: bool,
    /// Of methods.
    pub signature: Option<Box<Signature>>,
    /// Of fields.
    pub ty: Option<TypeRef>,
}

/// The sources of one release. Files and texts stand in the same order, which is that of the paths.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    pub program: &'a Arc<Program>,
    pub texts: &'a [&'a str],
}

/// One release, read into entities.
pub struct Component<'a> {
    pub sources: Sources<'a>,
    pub entities: Vec<Entity>,
    children: Vec<Vec<EntityId>>,
    roots: FxHashMap<Symbol, EntityId>,
    named: FxHashMap<(EntityId, EntityKind, Symbol), Vec<EntityId>>,
    classes: FxHashMap<Symbol, EntityId>,
    of_type: FxHashMap<(u32, TypeId), EntityId>,
    of_callable: FxHashMap<(u32, CallableId), EntityId>,
    of_field: FxHashMap<(u32, FieldId), EntityId>,
    /// Direct supertypes that are in the component.
    supers: Vec<Vec<EntityId>>,
    subs: Vec<Vec<EntityId>>,
    /// Each class with its supertypes, nearest first.
    lines: Vec<Box<[EntityId]>>,
}

impl<'a> Component<'a> {
    pub fn read(sources: Sources<'a>) -> Self {
        let mut component = Self {
            sources,
            entities: Vec::new(),
            children: Vec::new(),
            roots: FxHashMap::default(),
            named: FxHashMap::default(),
            classes: FxHashMap::default(),
            of_type: FxHashMap::default(),
            of_callable: FxHashMap::default(),
            of_field: FxHashMap::default(),
            supers: Vec::new(),
            subs: Vec::new(),
            lines: Vec::new(),
        };
        for file in 0..sources.program.files.len() as u32 {
            component.declare_file(file);
        }
        component
            .supers
            .resize(component.entities.len(), Vec::new());
        component.subs.resize(component.entities.len(), Vec::new());
        component.lines = component.ids().map(|id| Box::from([id])).collect();
        component.link_supertypes();
        component.lines = component.ids().map(|id| component.line(id)).collect();
        signature::fill(&mut component);
        component
    }

    pub fn get(&self, id: EntityId) -> &Entity {
        &self.entities[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = EntityId> + use<> {
        (0..self.entities.len() as u32).map(EntityId)
    }

    pub fn of_kind(&self, kind: EntityKind) -> impl Iterator<Item = EntityId> + '_ {
        self.ids().filter(move |&e| self.get(e).kind == kind)
    }

    pub fn children(&self, id: EntityId) -> &[EntityId] {
        &self.children[id.index()]
    }

    pub fn children_of_kind(
        &self,
        id: EntityId,
        kind: EntityKind,
    ) -> impl Iterator<Item = EntityId> + Clone + '_ {
        self.children(id)
            .iter()
            .copied()
            .filter(move |&e| self.get(e).kind == kind)
    }

    /// The children of one kind and name: several only for overloaded methods.
    pub fn named(&self, parent: Option<EntityId>, kind: EntityKind, name: Symbol) -> &[EntityId] {
        match parent {
            Some(parent) => self
                .named
                .get(&(parent, kind, name))
                .map_or(&[], Vec::as_slice),
            None => self.roots.get(&name).map_or(&[], std::slice::from_ref),
        }
    }

    pub fn class_of(&self, file: u32, ty: TypeId) -> Option<EntityId> {
        self.of_type.get(&(file, ty)).copied()
    }

    pub fn method_of(&self, file: u32, callable: CallableId) -> Option<EntityId> {
        self.of_callable.get(&(file, callable)).copied()
    }

    pub fn field_of(&self, file: u32, field: FieldId) -> Option<EntityId> {
        self.of_field.get(&(file, field)).copied()
    }

    /// A class by its dotted name.
    pub fn class_named(&self, qualified: Symbol) -> Option<EntityId> {
        self.classes.get(&qualified).copied()
    }

    pub fn text(&self, symbol: Symbol) -> &'a str {
        self.sources.program.names.text(symbol)
    }

    pub fn simple_name(&self, id: EntityId) -> &'a str {
        self.text(self.get(id).name)
    }

    /// Dotted; a method carries the erased types of its parameters: `a.b.Stack.push(Object)`.
    pub fn qualified(&self, id: EntityId) -> String {
        let mut out = self.path(id);
        if let Some(signature) = &self.get(id).signature {
            out.push_str(&signature.text(&self.sources.program.names));
        }
        out
    }

    /// As logs write it: the types of parameters have their packages, so that two of one simple name are two.
    pub fn logged_name(&self, id: EntityId) -> String {
        let mut out = self.path(id);
        if let Some(signature) = &self.get(id).signature {
            out.push_str(&signature.qualified(self));
        }
        out
    }

    /// The dotted name alone.
    fn path(&self, id: EntityId) -> String {
        let mut segments = vec![self.simple_name(id)];
        let mut at = self.get(id).parent;
        while let Some(parent) = at {
            segments.push(self.simple_name(parent));
            at = self.get(parent).parent;
        }
        segments.retain(|s| !s.is_empty());
        segments.reverse();
        segments.join(".")
    }

    pub fn file_of(&self, id: EntityId) -> Option<(u32, &'a FileModel)> {
        let file = match self.get(id).decl {
            Decl::Package => return None,
            Decl::Type(file, _) | Decl::Callable(file, _) | Decl::Field(file, _) => file,
        };
        Some((file, &self.sources.program.files[file as usize]))
    }

    pub fn node(&self, id: EntityId) -> Option<NodeId> {
        let (_, file) = self.file_of(id)?;
        match self.get(id).decl {
            Decl::Package => None,
            Decl::Type(_, ty) => Some(file.ty(ty).node),
            Decl::Callable(_, c) => Some(file.callable(c).node),
            Decl::Field(_, f) => Some(file.field(f).node),
        }
    }

    /// The documentation comment as it is written; empty where there is none.
    pub fn doc(&self, id: EntityId) -> &'a str {
        let Some((file, model)) = self.file_of(id) else {
            return "";
        };
        let span = match self.get(id).decl {
            Decl::Package => None,
            Decl::Type(_, ty) => model.ty(ty).doc,
            Decl::Callable(_, c) => model.callable(c).doc,
            Decl::Field(_, f) => model.field(f).doc,
        };
        span.map_or("", |s: Span| s.text(self.sources.texts[file as usize]))
    }

    pub fn type_kind(&self, id: EntityId) -> Option<TypeKind> {
        let Decl::Type(_, ty) = self.get(id).decl else {
            return None;
        };
        Some(self.file_of(id)?.1.ty(ty).kind)
    }

    /// The class in which a member stands, or the class itself.
    pub fn class_around(&self, id: EntityId) -> Option<EntityId> {
        match self.get(id).kind {
            EntityKind::Package => None,
            EntityKind::Class => Some(id),
            EntityKind::Method | EntityKind::Field => self.get(id).parent,
        }
    }

    pub fn package_of(&self, id: EntityId) -> Option<EntityId> {
        let mut at = id;
        while self.get(at).kind != EntityKind::Package {
            at = self.get(at).parent?;
        }
        Some(at)
    }

    pub fn is_constructor(&self, id: EntityId) -> bool {
        match self.get(id).decl {
            Decl::Callable(file, c) => self.sources.program.files[file as usize]
                .callable(c)
                .is_constructor(),
            _ => false,
        }
    }

    pub fn supers(&self, id: EntityId) -> &[EntityId] {
        &self.supers[id.index()]
    }

    pub fn subs(&self, id: EntityId) -> &[EntityId] {
        &self.subs[id.index()]
    }

    /// Whether `class` inherits from `ancestor`, directly or not.
    pub fn descends(&self, class: EntityId, ancestor: EntityId) -> bool {
        class != ancestor && self.ancestors(class).contains(&ancestor)
    }

    /// The class itself, then its supertypes in the component, nearest first.
    pub fn ancestors(&self, class: EntityId) -> &[EntityId] {
        &self.lines[class.index()]
    }

    fn line(&self, class: EntityId) -> Box<[EntityId]> {
        let mut all = vec![class];
        let mut next = 0;
        while let Some(&at) = all.get(next) {
            next += 1;
            for &up in self.supers(at) {
                if !all.contains(&up) {
                    all.push(up);
                }
            }
        }
        all.into()
    }

    fn add(&mut self, entity: Entity) -> EntityId {
        let id = EntityId(self.entities.len() as u32);
        if let Some(parent) = entity.parent {
            self.children[parent.index()].push(id);
            self.named
                .entry((parent, entity.kind, entity.name))
                .or_default()
                .push(id);
        } else {
            self.roots.insert(entity.name, id);
        }
        self.entities.push(entity);
        self.children.push(Vec::new());
        id
    }

    fn package(&mut self, dotted: &str) -> EntityId {
        let mut parent = None;
        let mut id = EntityId(0);
        for segment in dotted.split('.') {
            let name = self.sources.program.names.intern(segment);
            id = match self.named(parent, EntityKind::Package, name) {
                [found, ..] => *found,
                [] => self.add(Entity {
                    kind: EntityKind::Package,
                    name,
                    parent,
                    decl: Decl::Package,
                    modifiers: Modifiers::PUBLIC,
                    api: parent.is_none_or(|p| self.get(p).api) && segment != INTERNAL,
                    deprecated: false,
                    signature: None,
                    ty: None,
                }),
            };
            parent = Some(id);
        }
        id
    }

    fn declare_file(&mut self, file: u32) {
        let model: &'a FileModel = &self.sources.program.files[file as usize];
        let package = self.package(self.text(model.package));
        for id in model.type_ids() {
            let ty = model.ty(id);
            if ty.in_callable.is_some() || ty.in_field.is_some() || ty.kind == TypeKind::Anonymous {
                continue;
            }
            let parent = match ty.outer {
                None => package,
                Some(outer) => match self.class_of(file, outer) {
                    Some(parent) => parent,
                    None => continue,
                },
            };
            self.declare_type(file, id, ty, parent);
        }
    }

    fn declare_type(&mut self, file: u32, id: TypeId, ty: &TypeDecl, parent: EntityId) {
        let model: &'a FileModel = &self.sources.program.files[file as usize];
        let class = self.add(self.entity(
            (EntityKind::Class, ty.name, parent),
            Decl::Type(file, id),
            ty.modifiers,
            self.is_deprecated(file, &ty.annotations, ty.doc),
        ));
        self.of_type.insert((file, id), class);
        self.classes.entry(ty.qualified).or_insert(class);
        for &c in &ty.callables {
            let callable = model.callable(c);
            let method = self.add(self.entity(
                (EntityKind::Method, callable.name, class),
                Decl::Callable(file, c),
                callable.modifiers,
                self.is_deprecated(file, &callable.annotations, callable.doc),
            ));
            self.of_callable.insert((file, c), method);
        }
        for &f in &ty.fields {
            let field = model.field(f);
            let entity = self.add(self.entity(
                (EntityKind::Field, field.name, class),
                Decl::Field(file, f),
                field.modifiers,
                self.is_deprecated(file, &field.annotations, field.doc),
            ));
            self.of_field.insert((file, f), entity);
        }
    }

    fn entity(
        &self,
        (kind, name, parent): (EntityKind, Symbol, EntityId),
        decl: Decl,
        modifiers: Modifiers,
        deprecated: bool,
    ) -> Entity {
        let around = self.get(parent);
        Entity {
            kind,
            name,
            parent: Some(parent),
            decl,
            modifiers,
            api: around.api && modifiers.visibility() >= Visibility::Protected,
            deprecated: deprecated || (around.kind == EntityKind::Class && around.deprecated),
            signature: None,
            ty: None,
        }
    }

    fn is_deprecated(&self, file: u32, annotations: &[NodeId], doc: Option<Span>) -> bool {
        let tree = &self.sources.program.files[file as usize].tree;
        annotations
            .iter()
            .any(|&a| self.text(tree.sym(a)).ends_with("Deprecated"))
            || doc.is_some_and(|d| {
                d.text(self.sources.texts[file as usize])
                    .contains("@deprecated")
            })
    }

    fn link_supertypes(&mut self) {
        let classes: Vec<EntityId> = self.of_kind(EntityKind::Class).collect();
        for class in classes {
            let Decl::Type(file, ty) = self.get(class).decl else {
                continue;
            };
            let decl = self.sources.program.files[file as usize].ty(ty);
            let named: Vec<NodeId> = decl
                .superclass
                .iter()
                .chain(&decl.interfaces)
                .copied()
                .collect();
            for node in named {
                let around = self
                    .get(class)
                    .parent
                    .filter(|&p| self.get(p).kind == EntityKind::Class);
                if let Some(up) = scope::class_at(self, file, around.or(Some(class)), node)
                    && up != class
                    && !self.supers[class.index()].contains(&up)
                {
                    self.supers[class.index()].push(up);
                    self.subs[up.index()].push(class);
                }
            }
        }
    }
}

/// The segment that marks a package as nobody's business, as Eclipse and others name them.
const INTERNAL: &str = "internal";
