//! Supertypes, type parameters and member types of the sources: everything that other files can see.

use crate::declared::{Header, Origin, Params, Signature, TypeVar};
use crate::file_scope::FileScope;
use crate::ids::{ClassId, MethodId, TypeVarId};
use crate::inference::Entry;
use crate::resolver::Resolver;
use crate::types::{Ty, TyData, Wild};
use crate::world::World;
use rayon::prelude::*;
use reweave_model::{FileModel, Kind, NodeId, Role, TypeDecl, TypeKind};
use std::sync::{Arc, OnceLock};

impl World {
    /// Looks up what the declarations of all files name.
    pub(crate) fn settle(&mut self) {
        let program = Arc::clone(&self.program);
        let scopes = |world: &Self, inherited| -> Vec<Arc<FileScope>> {
            let files = program.files.par_iter().enumerate();
            let scope = |(file, model): (usize, &Arc<FileModel>)| {
                Arc::new(FileScope::of(world, model, file as u32, inherited))
            };
            files.map(scope).collect()
        };
        self.file_scopes = scopes(self, false);
        self.declare_type_params();
        for id in self.source_classes() {
            if !self.in_body(id) {
                self.direct(id);
            }
        }
        self.settled = true;
        self.file_scopes = scopes(self, true);
        // Supertypes of all classes come first: the types of members ask for them.
        let world = &*self;
        (0..program.files.len() as u32)
            .into_par_iter()
            .for_each(|file| world.each_open_class(file, Resolver::resolve_header));
        self.ready = true;
        let world = &*self;
        (0..program.files.len() as u32)
            .into_par_iter()
            .for_each(|file| world.each_open_class(file, Resolver::resolve_members));
    }

    pub(crate) fn each_open_class<'w>(
        &'w self,
        file: u32,
        run: impl Fn(&mut Resolver<'w>, ClassId),
    ) {
        let mut resolver = Resolver::new(self, file);
        for ty in self.file(file).type_ids() {
            let id = self.class_of(file, ty);
            if !self.in_body(id) {
                resolver.scope.clear();
                resolver.enter_around(id);
                run(&mut resolver, id);
            }
        }
    }

    /// Whether a class stands in a body: then the walk over the body looks after it.
    pub fn in_body(&self, id: ClassId) -> bool {
        self.around(id).any(|c| self.info(c).local)
    }

    fn declare_type_params(&self) {
        for id in self.source_classes() {
            if !self.in_body(id) {
                self.declare_class_params(id);
            }
        }
    }

    /// Makes the variables of a class; those of an outer class are made already.
    pub(crate) fn declare_class_params(&self, id: ClassId) {
        let Some((file, decl)) = self.decl_of(id) else {
            return;
        };
        let info = self.info(id);
        let mut all: Vec<TypeVarId> = match info.outer {
            Some(outer) if info.inner => self.type_params(outer).to_vec(),
            _ => Vec::new(),
        };
        all.extend(decl.type_params.iter().map(|&n| self.declare_var(file, n)));
        let own = decl.type_params.len();
        self.class(id).params.get_or_init(|| Params {
            all: all.into(),
            own,
        });
    }

    fn declare_var(&self, file: u32, node: NodeId) -> TypeVarId {
        TypeVarId(self.type_vars.push(TypeVar {
            name: self.file(file).tree.sym(node),
            origin: Some((file, node)),
            bounds: OnceLock::new(),
        }) as u32)
    }

    /// Sets the bounds of a variable. One that leads back to the variable itself is left out: it bounds nothing.
    pub(crate) fn set_bounds(&self, var: TypeVarId, mut bounds: Vec<Ty>) {
        bounds.retain(|&bound| {
            let mut open = vec![bound];
            let mut seen = Vec::new();
            while let Some(ty) = open.pop() {
                if let TyData::Var(v) = self.types.data(ty)
                    && !seen.contains(v)
                {
                    if *v == var {
                        return false;
                    }
                    seen.push(*v);
                    open.extend(self.bounds(*v));
                }
            }
            true
        });
        self.type_var(var).bounds.get_or_init(|| bounds.into());
    }

    /// The declaration of a class of the sources.
    pub fn decl_of(&self, id: ClassId) -> Option<(u32, &TypeDecl)> {
        match self.class(id).origin {
            Origin::Source { file, index } => Some((file, &self.file(file).types[index as usize])),
            _ => None,
        }
    }

    /// The classes that a class of the sources names as supertypes, without their arguments.
    pub(crate) fn lookup_direct(&self, id: ClassId) -> Box<[ClassId]> {
        let Some((file, decl)) = self.decl_of(id) else {
            return Box::default();
        };
        let mut resolver = Resolver::new(self, file);
        resolver.enter_around(id);
        resolver.enter_type_params(id);
        resolver.direct_classes(id, decl)
    }

    /// The superclass that a class has without naming one.
    fn implied_super(&self, id: ClassId, kind: TypeKind) -> Option<Ty> {
        match kind {
            TypeKind::Enum => {
                let own = self.this_type(id);
                Some(self.types.class(self.known.enum_, &[own]))
            }
            TypeKind::Record => Some(self.raw(self.known.record)),
            TypeKind::Annotation => Some(self.raw(self.known.annotation)),
            _ if id == self.known.object => None,
            _ => Some(self.object()),
        }
    }
}

impl Resolver<'_> {
    fn direct_classes(&mut self, id: ClassId, decl: &TypeDecl) -> Box<[ClassId]> {
        let mut all = Vec::new();
        for &node in decl.superclass.iter().chain(&decl.interfaces) {
            let ty = self.ty(node);
            all.extend(self.world.types.as_class(ty).map(|c| c.0));
        }
        if decl.superclass.is_none() {
            let implied = self.world.implied_super(id, decl.kind);
            all.extend(
                implied
                    .and_then(|t| self.world.types.as_class(t))
                    .map(|c| c.0),
            );
        }
        all.into()
    }

    /// Supertypes with their arguments and the bounds of type parameters. What stands around is in scope.
    pub(crate) fn resolve_header(&mut self, id: ClassId) {
        let world = self.world;
        let Some((_, decl)) = world.decl_of(id) else {
            return;
        };
        let mark = self.scope.len();
        self.enter_type_params(id);
        let all = world.type_params(id);
        let own = &all[all.len() - world.own_type_params(id)..];
        self.resolve_bounds(own);
        let supers = self.supers_of(id, decl);
        let permits: Vec<Ty> = decl.permits.iter().map(|&n| self.ty(n)).collect();
        let permits = permits
            .iter()
            .filter_map(|&t| world.types.as_class(t))
            .map(|c| c.0)
            .collect();
        let direct = supers
            .iter()
            .filter_map(|&t| world.types.as_class(t))
            .map(|c| c.0)
            .collect();
        world.class(id).direct.get_or_init(|| direct);
        world.class(id).header.get_or_init(|| Header {
            supers: supers.into(),
            permits,
        });
        self.scope.truncate(mark);
    }

    /// The supertypes of a class, which has its type parameters in scope.
    fn supers_of(&mut self, id: ClassId, decl: &TypeDecl) -> Vec<Ty> {
        let mut supers: Vec<Ty> = Vec::new();
        if decl.superclass.is_none() {
            supers.extend(self.world.implied_super(id, decl.kind));
        }
        for &node in decl.superclass.iter().chain(&decl.interfaces) {
            supers.push(self.ty(node));
        }
        supers
    }

    /// The bounds of type parameters, which are in scope.
    fn resolve_bounds(&mut self, vars: &[TypeVarId]) {
        for &var in vars {
            let bounds = self.bounds_of(var);
            self.world.set_bounds(var, bounds);
        }
    }

    fn bounds_of(&mut self, var: TypeVarId) -> Vec<Ty> {
        let Some((_, node)) = self.world.type_var(var).origin else {
            return Vec::new();
        };
        let bounds: Vec<NodeId> = self.tree.children_in(node, Role::Bound).collect();
        bounds.into_iter().map(|b| self.ty(b)).collect()
    }

    /// Whether the head of a class, settled already, still means what it did. What stands around is in scope.
    pub(crate) fn is_head_as_before(&mut self, id: ClassId) -> bool {
        let world = self.world;
        let Some((_, decl)) = world.decl_of(id) else {
            return false;
        };
        let mark = self.scope.len();
        self.enter_type_params(id);
        let all = world.type_params(id);
        let own = &all[all.len() - world.own_type_params(id)..];
        // A bound that leads back to its own variable was left out.
        let same_bounds = own.iter().all(|&var| {
            let now = self.bounds_of(var);
            let before = world.bounds(var);
            now == before || (now.len() > before.len() && before.iter().all(|b| now.contains(b)))
        });
        let same = same_bounds && self.supers_of(id, decl)[..] == world.header(id).supers[..];
        self.scope.truncate(mark);
        same
    }

    /// The types of fields and methods. What stands around the class is in scope.
    pub(crate) fn resolve_members(&mut self, id: ClassId) {
        let world = self.world;
        let Some((file, decl)) = world.decl_of(id) else {
            return;
        };
        let mark = self.scope.len();
        self.enter_class(id);
        for &(_, field) in &world.info(id).fields {
            let ty = match world.field(field).origin {
                Origin::Source { index, .. } => {
                    let field = &self.model.fields[index as usize];
                    match field.ty {
                        Some(ty) => self.declared(ty, field.node),
                        None => world.this_type(id),
                    }
                }
                Origin::Implicit { node, .. } => self.param_type(node),
                _ => continue,
            };
            world.field(field).ty.get_or_init(|| ty);
        }
        for &(_, method) in &world.info(id).methods {
            let sig = match world.method(method).origin {
                Origin::Source { index, .. } => {
                    self.source_signature(file, &self.model.callables[index as usize])
                }
                Origin::Implicit { node, .. } => self.implicit_signature(id, decl, method, node),
                _ => continue,
            };
            world.method(method).sig.get_or_init(|| sig);
        }
        self.scope.truncate(mark);
    }

    /// A declared type; a record's component of variable arity is an array.
    fn declared(&mut self, ty: NodeId, holder: NodeId) -> Ty {
        if self.kind(holder) == Kind::Param {
            return self.param_type(holder);
        }
        self.ty(ty)
    }

    pub(crate) fn param_type(&mut self, param: NodeId) -> Ty {
        let ty = self
            .child(param, Role::Type)
            .map_or(Ty::UNKNOWN, |t| self.ty(t));
        if self.tree.node(param).flags & reweave_model::Node::VARARGS != 0 {
            self.world.types.array(ty)
        } else {
            ty
        }
    }

    fn source_signature(&mut self, file: u32, callable: &reweave_model::Callable) -> Signature {
        let mark = self.scope.len();
        let type_params: Box<[TypeVarId]> = callable
            .type_params
            .iter()
            .map(|&n| self.world.declare_var(file, n))
            .collect();
        for &var in &type_params {
            self.scope
                .push(Entry::TypeVar(self.world.type_var(var).name, var));
        }
        self.resolve_bounds(&type_params);
        let params = callable.params.iter();
        let params = params.map(|p| self.param_type(p.node)).collect();
        let ret = callable.return_type.map(|t| self.ty(t));
        let throws = callable.throws.iter().map(|&t| self.ty(t)).collect();
        self.scope.truncate(mark);
        Signature {
            type_params,
            params,
            ret,
            throws,
        }
    }

    fn implicit_signature(
        &mut self,
        id: ClassId,
        decl: &TypeDecl,
        method: MethodId,
        node: NodeId,
    ) -> Signature {
        let world = self.world;
        let own = world.this_type(id);
        if world.method(method).constructor {
            let params = if decl.kind == TypeKind::Record {
                let nodes: Vec<NodeId> = self.tree.children_in(node, Role::Param).collect();
                nodes.into_iter().map(|p| self.param_type(p)).collect()
            } else {
                Box::default()
            };
            return Signature {
                params,
                ..Signature::default()
            };
        }
        if decl.kind == TypeKind::Record {
            let ret = Some(self.param_type(node));
            return Signature {
                ret,
                ..Signature::default()
            };
        }
        let values = world.text(world.method(method).name) == "values";
        Signature {
            params: if values {
                Box::default()
            } else {
                Box::new([world.string()])
            },
            ret: Some(if values { world.types.array(own) } else { own }),
            ..Signature::default()
        }
    }

    /// `this` in a class: its type, or what is known of it while headers are read.
    pub(crate) fn class_literal(&self, of: Ty) -> Ty {
        let world = self.world;
        let of = if of.is_primitive() {
            world.boxed(of)
        } else {
            of
        };
        if of.is_unknown() || of == Ty::VOID {
            let any = world.types.wildcard(Wild::Any, Ty::UNKNOWN);
            return world.types.class(world.known.class, &[any]);
        }
        world.types.class(world.known.class, &[world.erase(of)])
    }
}
