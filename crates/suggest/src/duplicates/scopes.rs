//! What a name outside the locals of a method means: the field that it stands for, by declaration, and the method that a call
//! without a receiver leads to.

use reweave_model::{FileModel, Modifiers, NodeId, type_text};
use reweave_text::{Interner, Symbol};
use reweave_vectors::{CallGraph, CodeBase, MethodFacts, MethodFlags, MethodId, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A field of the code base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldInfo {
    pub file: u32,
    pub node: NodeId,
    /// The type that declares it, by number in the code base.
    pub owner: u32,
    pub is_static: bool,
    /// The simple name of its declared type.
    pub ty: Symbol,
    /// The type as it is written.
    pub written: Symbol,
    pub is_final: bool,
}

/// Which declaration a name outside of a method's locals means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Field(u32, NodeId),
    /// A type, a static import, or the field of a class that is not among the sources.
    Outside(Symbol),
}

/// More classes above or around one another are not looked through.
const MOST_LEVELS: usize = 24;

/// The declarations of a code base by scope.
pub struct Scopes<'a> {
    base: &'a CodeBase,
    graph: &'a CallGraph,
    models: &'a [Arc<FileModel>],
    fields: FxHashMap<(u32, Symbol), FieldInfo>,
    /// Types by project, package and simple name; `None` where several have them.
    types: FxHashMap<(u16, Symbol, Symbol), Option<u32>>,
    by_name: FxHashMap<(u16, Symbol), Option<u32>>,
    /// Methods that are public in types that are public.
    public: FxHashSet<MethodId>,
}

impl<'a> Scopes<'a> {
    pub fn new(base: &'a CodeBase, graph: &'a CallGraph, models: &'a [Arc<FileModel>]) -> Self {
        let mut scopes = Self {
            base,
            graph,
            models,
            fields: FxHashMap::default(),
            types: FxHashMap::default(),
            by_name: FxHashMap::default(),
            public: FxHashSet::default(),
        };
        let (mut first, mut method) = (0, 0);
        for (file, model) in models.iter().enumerate() {
            scopes.add_fields(file as u32, first, model);
            first += model.types.len() as u32;
            for callable in &model.callables {
                let mut types = vec![callable.owner];
                while let Some(outer) = model.ty(types[types.len() - 1]).outer {
                    types.push(outer);
                }
                let public = |m: Modifiers| m.has(Modifiers::PUBLIC);
                if public(callable.modifiers)
                    && types.iter().all(|&t| public(model.ty(t).modifiers))
                {
                    scopes.public.insert(MethodId(method));
                }
                method += 1;
            }
        }
        for (number, ty) in base.types.iter().enumerate() {
            let scope = &base.files[ty.file as usize];
            let number = Some(number as u32);
            let once = |known: &mut Option<u32>| *known = None;
            let key = (scope.project.0, scope.package, ty.name);
            (scopes.types.entry(key).and_modify(once)).or_insert(number);
            let key = (scope.project.0, ty.name);
            (scopes.by_name.entry(key).and_modify(once)).or_insert(number);
        }
        scopes
    }

    fn add_fields(&mut self, file: u32, first: u32, model: &FileModel) {
        for field in &model.fields {
            let owner = first + field.owner.0;
            let interface = self.base.types[owner as usize].is_interface;
            let ty = field.ty.map_or(Symbol::default(), |t| model.tree.sym(t));
            let names = &self.base.names;
            let written = field.ty.map(|t| type_text(&model.tree, t, names));
            let written = written.map_or(Symbol::default(), |text| names.intern(&text));
            let info = FieldInfo {
                file,
                node: field.node,
                owner,
                is_static: interface
                    || field.enum_constant
                    || field.modifiers.has(Modifiers::STATIC),
                ty,
                written,
                is_final: interface || field.modifiers.has(Modifiers::FINAL),
            };
            self.fields.insert((owner, field.name), info);
        }
    }

    /// The class above a type, where it is among the sources.
    pub fn superclass(&self, ty: u32) -> Option<u32> {
        let facts = &self.base.types[ty as usize];
        let scope = &self.base.files[facts.file as usize];
        let name = facts.superclass?;
        let project = scope.project.0;
        let near = self.types.get(&(project, scope.package, name));
        let found = near.or_else(|| self.by_name.get(&(project, name)));
        found.copied().flatten().filter(|&t| t != ty)
    }

    /// The types above one, the nearest first.
    pub fn above(&self, ty: u32) -> Vec<u32> {
        let mut all = Vec::new();
        let mut at = ty;
        while let Some(up) = self.superclass(at) {
            if all.len() >= MOST_LEVELS || all.contains(&up) {
                break;
            }
            all.push(up);
            at = up;
        }
        all
    }

    /// The field that a simple name means in a method.
    pub fn field(&self, method: MethodId, name: Symbol) -> Option<&FieldInfo> {
        let mut scope = Some(self.base.method(method).owner);
        for _ in 0..MOST_LEVELS {
            let ty = scope?;
            let found = std::iter::once(ty)
                .chain(self.above(ty))
                .find_map(|t| self.fields.get(&(t, name)));
            if found.is_some() {
                return found;
            }
            scope = self.base.types[ty as usize].outer;
        }
        None
    }

    pub fn meaning(&self, method: MethodId, name: Symbol) -> Meaning {
        self.field(method, name)
            .map_or(Meaning::Outside(name), |f| Meaning::Field(f.file, f.node))
    }

    /// Where a call of a method leads.
    pub fn target(&self, method: MethodId, call: NodeId) -> Option<MethodId> {
        let site = (self.base.sites_of(method)).find(|&s| self.base.sites[s].node == call)?;
        match self.graph.target(site) {
            Target::Own(target) => Some(target),
            _ => None,
        }
    }

    /// A file as it was read.
    pub fn model(&self, file: u32) -> &'a FileModel {
        &self.models[file as usize]
    }

    pub fn base(&self) -> &'a CodeBase {
        self.base
    }

    pub fn names(&self) -> &'a Interner {
        &self.base.names
    }

    pub fn owner(&self, method: MethodId) -> u32 {
        self.base.method(method).owner
    }

    pub fn method_name(&self, method: MethodId) -> &'a str {
        self.base.names.text(self.base.method(method).name)
    }

    /// Whether two methods could override one another: the same name, as many parameters, both of the object or both not.
    pub fn same_head(&self, a: MethodId, b: MethodId) -> bool {
        let (a, b) = (self.base.method(a), self.base.method(b));
        let is_static = |m: &MethodFacts| m.flags.has(MethodFlags::STATIC);
        a.name == b.name && a.params == b.params && is_static(a) == is_static(b)
    }

    /// Whether a type declares a method of the name and the parameters of another.
    pub fn declares_like(&self, ty: u32, method: MethodId) -> bool {
        let own = self.base.types[ty as usize].methods.iter();
        own.map(|&m| MethodId(m)).any(|m| self.same_head(m, method))
    }

    /// Whether a method can be named in a file: of the same package, or declared for everybody.
    pub fn is_visible(&self, from: u32, to: MethodId) -> bool {
        let method = self.base.method(to);
        let package = |file: u32| self.base.files[file as usize].package;
        package(from) == package(method.file) || self.public.contains(&to)
    }

    pub fn is_static(&self, method: MethodId) -> bool {
        self.base.method(method).flags.has(MethodFlags::STATIC)
    }
}
