//! A changed program on top of an earlier one: only what the changed files declare is entered anew.
//!
//! Most changes leave the types of a program alone and change their members. Then every class keeps its number, its
//! supertypes and its type parameters; the members of the changed files are declared again, and the rest is shared with the
//! earlier program. Tables of the two are the same: what is new for one of them lies over the tables ([`Renewed`]).
//! Any other change (another package, a type more or less, another supertype) is for [`Names::resolve_files`].

use crate::declare::{binary_name, is_local};
use crate::declared::{Class, Field, Method, TypeVar};
use crate::file_scope::FileScope;
use crate::ids::{ClassId, FieldId, MethodId};
use crate::names::{Names, pool};
use crate::renewed::{Again, FIRST_LATER};
use crate::resolver::Resolver;
use crate::world::World;
use rayon::prelude::*;
use reweave_model::{FileModel, Kind, NodeId, Program, TypeDecl, TypeId};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;
use std::sync::{Arc, Mutex, OnceLock};

/// A program that was changed, for [`Names::resolve_again`].
pub struct Changed<'a> {
    pub program: &'a Arc<Program>,
    /// Where names are to be looked up again: the files that changed, and those that the change can concern.
    pub files: &'a [u32],
    /// The same, and all files with lambdas: asked for when a functional interface came to be another.
    pub with_functions: &'a (dyn Fn() -> Vec<u32> + Sync),
    /// What was found in the other files is taken over.
    pub keep: bool,
    pub threads: usize,
}

impl Names {
    /// The names of a changed program. `None` when the change is too large to be made on top of this one.
    pub fn resolve_again(&self, change: &Changed<'_>) -> Option<Self> {
        let before = &self.world.program;
        let program = change.program;
        if program.files.len() != before.files.len() {
            return None;
        }
        let pairs = || before.files.iter().zip(&program.files);
        let changed: Vec<u32> = (0..)
            .zip(pairs())
            .filter(|(_, (old, new))| !Arc::ptr_eq(old, new))
            .map(|(file, _)| file)
            .collect();
        if !pairs().all(|(old, new)| Arc::ptr_eq(old, new) || has_same_types(old, new)) {
            return None;
        }
        pool(change.threads).install(|| {
            let mut world = self.world.with_program(Arc::clone(program));
            world.renew(&self.world, &changed);
            // Heads are read as they were read first, before the arguments of supertypes are known.
            world.ready = false;
            if !world.are_heads_as_before(&changed) {
                return None;
            }
            world.ready = true;
            changed
                .par_iter()
                .for_each(|&file| world.each_open_class(file, Resolver::resolve_members));
            let renewed = world.renew_heirs(&changed);
            let files = if world.has_same_functions(&self.world, &renewed) {
                change.files.to_vec()
            } else {
                (change.with_functions)()
            };
            let is_changed: FxHashSet<u32> = changed.iter().copied().collect();
            for &file in files.iter().filter(|f| !is_changed.contains(f)) {
                world.forget_bodies(file);
            }
            let mut all = if change.keep {
                self.files.clone()
            } else {
                vec![Arc::default(); self.files.len()]
            };
            world.resolve_bodies(&files, &mut all);
            let again = Again {
                renewed,
                resolved: files.iter().copied().collect(),
            };
            Some(Self {
                world,
                files: all,
                again: Some(again),
            })
        })
    }

    /// The files whose names were looked up again, and those of classes whose members, or inherited members, were declared again.
    /// `None` where the program was made anew.
    pub fn concerned_again(&self) -> Option<FxHashSet<u32>> {
        let again = self.again.as_ref()?;
        let world = &self.world;
        let mut all = again.resolved.clone();
        for class in world.source_classes().filter(|c| again.renewed[c.index()]) {
            all.extend(world.class(class).origin.file());
        }
        Some(all)
    }

    /// The files whose names were looked up again, in order; none where the program was made anew.
    pub fn resolved_again(&self) -> Vec<u32> {
        let again = self.again.iter();
        let mut all: Vec<u32> = again.flat_map(|a| &a.resolved).copied().collect();
        all.sort_unstable();
        all
    }
}

impl World {
    /// This world for another program, before anything of it is entered.
    fn with_program(&self, program: Arc<Program>) -> Self {
        Self {
            program,
            source: Arc::clone(&self.source),
            types: Arc::clone(&self.types),
            classes: Arc::clone(&self.classes),
            methods: Arc::clone(&self.methods),
            fields: Arc::clone(&self.fields),
            type_vars: Arc::clone(&self.type_vars),
            packages: Arc::clone(&self.packages),
            modules: Arc::clone(&self.modules),
            by_binary: Arc::clone(&self.by_binary),
            missing: Arc::clone(&self.missing),
            bases: self.bases.clone(),
            source_classes: self.source_classes,
            known: self.known,
            file_scopes: self.file_scopes.clone(),
            renewed: self.renewed.clone(),
            resolving: Mutex::default(),
            settled: true,
            ready: true,
        }
    }

    /// Declares the members of the changed files, without their types.
    fn renew(&mut self, before: &Self, changed: &[u32]) {
        for &file in changed {
            self.renew_numbers(before, file);
            let model = Arc::clone(&self.program.files[file as usize]);
            let mut binaries = Vec::with_capacity(model.types.len());
            for ty in model.type_ids() {
                let decl = model.ty(ty);
                // That of a class in a body names the method, which may be called otherwise now.
                binaries.push(binary_name(&self.program, &model, decl, &binaries));
                let named = (decl.name, binaries[binaries.len() - 1]);
                self.renew_class(
                    before,
                    (file, &decl.type_params),
                    self.class_of(file, ty),
                    named,
                );
            }
            let base = self.bases[file as usize];
            for index in 0..model.callables.len() as u32 {
                let method = Arc::new(self.source_method(file, index));
                let id = MethodId(base.method + index);
                self.renewed.methods.insert(id, method);
            }
            for index in 0..model.fields.len() as u32 {
                let field = Arc::new(self.source_field(file, index));
                let id = FieldId(base.field + index);
                self.renewed.fields.insert(id, field);
            }
            for ty in model.type_ids() {
                let info = self.declare_class(file, model.ty(ty));
                let set = self.class(self.class_of(file, ty)).info.set(info);
                debug_assert!(set.is_ok(), "the class is new");
            }
        }
        for &file in changed {
            let scope = FileScope::of(self, self.file(file), file, true);
            self.file_scopes[file as usize] = Arc::new(scope);
        }
    }

    /// Members keep their numbers where there are as many as before.
    fn renew_numbers(&mut self, before: &Self, file: u32) {
        let (old, new) = (before.file(file), &self.program.files[file as usize]);
        let base = &mut self.bases[file as usize];
        let next = &mut self.renewed.next;
        if old.callables.len() != new.callables.len() {
            base.method = FIRST_LATER + next.method;
            next.method += new.callables.len() as u32;
        }
        if old.fields.len() != new.fields.len() {
            base.field = FIRST_LATER + next.field;
            next.field += new.fields.len() as u32;
        }
    }

    /// A class without members; one in a body is settled when the body is walked.
    fn renew_class(
        &mut self,
        before: &Self,
        (file, params): (u32, &[NodeId]),
        id: ClassId,
        (name, binary): (Symbol, Symbol),
    ) {
        let old = before.class(id);
        let mut class = Class::new(name, binary, old.package, old.origin);
        if !before.in_body(id) {
            class.direct.clone_from(&old.direct);
            class.params.clone_from(&old.params);
            class.header.clone_from(&old.header);
            class.closure.clone_from(&old.closure);
            let all = before.type_params(id);
            let own = &all[all.len() - before.own_type_params(id)..];
            for (&var, &node) in own.iter().zip(params) {
                let renewed = TypeVar {
                    name: before.type_var(var).name,
                    origin: Some((file, node)),
                    bounds: before.type_var(var).bounds.clone(),
                };
                self.renewed.vars.insert(var, Arc::new(renewed));
            }
        }
        self.renewed.classes.insert(id, Arc::new(class));
    }

    fn are_heads_as_before(&self, changed: &[u32]) -> bool {
        let differs = AnyOf::default();
        changed.par_iter().for_each(|&file| {
            self.each_open_class(file, |resolver, class| {
                if !resolver.is_head_as_before(class) {
                    differs.set();
                }
            });
        });
        !differs.is_set()
    }

    /// Which classes inherit from those of the changed files, or are of them. Of interfaces among the heirs, which method a
    /// lambda stands for is to be found anew.
    fn renew_heirs(&mut self, changed: &[u32]) -> Vec<bool> {
        let mut own = vec![false; self.source_classes as usize];
        for &file in changed {
            for ty in self.file(file).type_ids() {
                own[self.class_of(file, ty).index()] = true;
            }
        }
        let world = &*self;
        let is_own = |c: ClassId| own.get(c.index()).is_some_and(|&o| o);
        let renewed: Vec<bool> = (0..self.source_classes)
            .into_par_iter()
            .map(|c| {
                let supers = || world.closure(ClassId(c)).supers.iter();
                is_own(ClassId(c)) || supers().any(|s| is_own(s.0))
            })
            .collect();
        for id in self.source_classes() {
            if renewed[id.index()] && !own[id.index()] && self.info(id).is_interface() {
                let mut heir = self.class(id).copy();
                heir.function = OnceLock::new();
                self.renewed.classes.insert(id, Arc::new(heir));
            }
        }
        renewed
    }

    /// Whether a lambda stands for the same method as before, in all interfaces that were declared again or inherit from such.
    fn has_same_functions(&self, before: &Self, renewed: &[bool]) -> bool {
        let function = |world: &Self, class: ClassId| {
            let method = world.functional(class)?;
            let sig = world.signature(method).clone();
            let types = (sig.type_params, sig.params, sig.ret, sig.throws);
            Some((method, types))
        };
        let interfaces = self
            .source_classes()
            .filter(|&c| renewed[c.index()] && self.info(c).is_interface());
        interfaces
            .into_iter()
            .all(|c| function(self, c) == function(before, c))
    }

    /// Classes in the bodies of a file are to be settled again: what a body means may have changed.
    fn forget_bodies(&mut self, file: u32) {
        let types = self.file(file).type_ids();
        for id in types.map(|t| self.class_of(file, t)).collect::<Vec<_>>() {
            if !self.in_body(id) {
                continue;
            }
            let info = self.info(id).clone();
            for &(_, method) in &info.methods {
                let bare = Arc::new(self.method(method).bare());
                self.renewed.methods.insert(method, bare);
            }
            for &(_, field) in &info.fields {
                let bare = Arc::new(self.field(field).bare());
                self.renewed.fields.insert(field, bare);
            }
            let mut class = self.class(id).bare();
            class.info = OnceLock::from(info);
            self.renewed.classes.insert(id, Arc::new(class));
        }
    }
}

impl Class {
    /// The class with nothing known of it but its name and place.
    fn bare(&self) -> Self {
        Self::new(self.name, self.binary, self.package, self.origin)
    }

    fn copy(&self) -> Self {
        Self {
            info: self.info.clone(),
            direct: self.direct.clone(),
            params: self.params.clone(),
            header: self.header.clone(),
            closure: self.closure.clone(),
            function: self.function.clone(),
            ..self.bare()
        }
    }
}

impl Method {
    fn bare(&self) -> Self {
        Self {
            sig: OnceLock::new(),
            ..*self
        }
    }
}

impl Field {
    fn bare(&self) -> Self {
        Self {
            ty: OnceLock::new(),
            ..*self
        }
    }
}

/// Whether the two declare the same types in the same order, each with the same head. Of those in bodies only the number and
/// the order counts: the walk over a body settles them.
fn has_same_types(old: &FileModel, new: &FileModel) -> bool {
    let has_directives = |model: &FileModel| {
        let mut top = model.tree.children(NodeId::ROOT);
        top.any(|n| model.tree.kind(n) == Kind::Directive)
    };
    let in_body = |model: &FileModel, ty: TypeId| {
        let mut around = std::iter::successors(Some(ty), |&t| model.ty(t).outer);
        around.any(|t| is_local(&model.tree, model.ty(t)))
    };
    old.package == new.package
        && old.types.len() == new.types.len()
        && !has_directives(old)
        && !has_directives(new)
        && old.type_ids().all(|ty| {
            let in_bodies = (in_body(old, ty), in_body(new, ty));
            old.ty(ty).outer == new.ty(ty).outer
                && is_local(&old.tree, old.ty(ty)) == is_local(&new.tree, new.ty(ty))
                && (in_bodies == (true, true)
                    || (in_bodies == (false, false)
                        && head(old, old.ty(ty)) == head(new, new.ty(ty))))
        })
}

/// All that other declarations can see of a type but its members.
fn head(model: &FileModel, ty: &TypeDecl) -> impl PartialEq + use<> {
    let tree = &model.tree;
    let named = ty.superclass.iter().chain(&ty.interfaces);
    let hashes = named.chain(&ty.permits).chain(&ty.type_params);
    let hashes: Vec<_> = hashes.map(|&n| tree.hash(n)).collect();
    let counts = (
        ty.superclass.is_some(),
        ty.interfaces.len(),
        ty.type_params.len(),
    );
    ((ty.name, ty.kind, ty.modifiers), counts, hashes)
}

/// Set by any of several threads.
#[derive(Default)]
struct AnyOf(std::sync::atomic::AtomicBool);

impl AnyOf {
    fn set(&self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}
