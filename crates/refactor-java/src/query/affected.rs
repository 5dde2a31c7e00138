//! Which files a change can concern: those that changed, and those that have a name whose declaration changed.
//!
//! What a name means in a body depends on the text of the body and on declarations, and a declaration is asked for by its
//! name. Two things are asked for without a name: the method of a functional interface, by lambdas and method references,
//! and constructors, which no name elsewhere can come to mean. So files with lambdas are concerned when a method without a
//! body changed, and what lambdas stand for with it. An annotation's element may be given a value without being named, so it
//! counts under the annotation's name, too. And `try` closes what it opened without saying `close`.
//! Where a class has methods of one name from several classes above, that is decided in it without a word: `joining_heirs` finds those.
//! Classes in bodies are known only where the body is looked at: where there are more methods without a body, one of them may lack it.

use reweave_model::{Callable, FileModel, Kind, Modifiers, NodeId, Role, TypeId, TypeKind};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// What changed in the declarations of some files.
#[derive(Default)]
pub struct Affected {
    names: FxHashSet<Symbol>,
    /// Packages that files left: an import of all their types may bring nothing now.
    left: FxHashSet<Symbol>,
    /// A method without a body changed: files with lambdas are concerned, unless functional interfaces turn out the same.
    pub lambdas: bool,
    /// There are more methods without a body: files with classes in bodies are concerned.
    abstracts: bool,
    /// A type is new, gone, or looks different: what that means to bodies that do not name it is not followed.
    pub types: bool,
}

impl Affected {
    /// Compares the declarations of a file before and after; either may be missing.
    pub fn compare(&mut self, before: Option<&FileModel>, after: Option<&FileModel>) {
        let mut faces: FxHashMap<Face, i32> = FxHashMap::default();
        let mut bodiless = 0;
        let package = before.map(|b| b.package);
        if package != after.map(|a| a.package) {
            self.left.extend(package);
        }
        for (model, sign) in [(before, 1), (after, -1)] {
            for face in model.map(faces_of).unwrap_or_default() {
                if face.2 == What::Bodiless {
                    bodiless += sign;
                }
                *faces.entry(face).or_default() += sign;
            }
        }
        self.abstracts |= bodiless < 0;
        for ((name, _, what), count) in faces {
            if count != 0 {
                self.names.insert(name);
                self.lambdas |= what == What::Bodiless;
                self.types |= what == What::Type;
            }
        }
    }

    /// All members of a file are others than before, though they look the same: they have other numbers when there are more or
    /// fewer of them.
    pub fn renumber(&mut self, model: &FileModel) {
        for (name, _, what) in faces_of(model) {
            self.names.insert(name);
            self.lambdas |= what == What::Bodiless;
        }
    }

    /// Members that the language adds to the types of a file (JLS 8.8.9, 8.9.3, 8.10.3, 8.10.4) have other numbers each time it is read.
    pub fn renumber_implicit(&mut self, model: &FileModel) {
        for id in model.type_ids() {
            let ty = model.ty(id);
            let mut own = model.callables.iter().filter(|c| c.owner == id);
            let is_added = match ty.kind {
                TypeKind::Record | TypeKind::Enum => true,
                TypeKind::Class => !own.any(Callable::is_constructor),
                _ => false,
            };
            if is_added {
                self.names.insert(ty.name);
            }
            if ty.kind == TypeKind::Record {
                let components = model.tree.children_in(ty.node, Role::Param);
                self.names.extend(components.map(|c| model.tree.sym(c)));
            }
        }
    }

    /// Whether a declaration of this name changed.
    pub fn names(&self, name: Symbol) -> bool {
        self.names.contains(&name)
    }

    /// Whether a file that did not change has one of the names. `words` are what its nodes are called, `text` gives the words of dotted
    /// names.
    pub fn concerns<'t>(
        &self,
        model: &FileModel,
        words: impl Fn() -> &'t FxHashSet<Symbol>,
        text: impl Fn(Symbol) -> &'t str,
    ) -> bool {
        let is_left = |import: Symbol| {
            let import = text(import);
            let below = |p: &str| p.strip_prefix(import).is_some_and(|r| r.starts_with('.'));
            self.left
                .iter()
                .map(|&p| text(p))
                .any(|p| p == import || below(p))
        };
        if model.imports.iter().any(|i| i.on_demand && is_left(i.name)) {
            return true;
        }
        if self.names.is_empty() {
            return false;
        }
        let named: Vec<&str> = self.names.iter().map(|&n| text(n)).collect();
        let is_named = |dotted: Symbol| text(dotted).split('.').any(|w| named.contains(&w));
        let tree = &model.tree;
        if self.abstracts && model.type_ids().any(|t| in_body(model, t)) {
            return true;
        }
        let closes = named.contains(&"close");
        model.imports.iter().any(|i| is_named(i.name))
            || self.names.iter().any(|name| words().contains(name))
            || (closes
                && tree
                    .descendants(NodeId::ROOT)
                    .any(|n| tree.node(n).role == Role::Resource))
    }
}

/// Whether a file has lambdas or method references.
pub fn has_functions(model: &FileModel) -> bool {
    let tree = &model.tree;
    let mut all = tree.descendants(NodeId::ROOT);
    all.any(|n| matches!(tree.kind(n), Kind::Lambda | Kind::MethodRef))
}

/// A declaration that others can name: its name, what it looks like from outside, and what it is.
type Face = (Symbol, u64, What);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum What {
    Type,
    /// A method without a body.
    Bodiless,
    Member,
}

/// Whether a class stands in a body, or in one that does.
pub fn in_body(model: &FileModel, ty: TypeId) -> bool {
    let mut around = std::iter::successors(Some(ty), |&t| model.ty(t).outer);
    around.any(|t| {
        let ty = model.ty(t);
        ty.kind == TypeKind::Anonymous || ty.in_callable.is_some()
    })
}

/// Those of classes in bodies are left out: only their own file can name them.
fn faces_of(model: &FileModel) -> Vec<Face> {
    let tree = &model.tree;
    let in_body = |ty: TypeId| in_body(model, ty);
    let hash = |parts: &dyn Fn(&mut FxHasher)| {
        let mut hasher = FxHasher::default();
        model.package.hash(&mut hasher);
        parts(&mut hasher);
        hasher.finish()
    };
    let nodes = |list: &[NodeId], h: &mut FxHasher| {
        for &n in list {
            tree.hash(n).hash(h);
        }
    };
    let mut faces = Vec::new();
    for ty in model.type_ids().filter(|&t| !in_body(t)) {
        let ty = model.ty(ty);
        let face = hash(&|h| {
            (ty.kind, ty.qualified, ty.modifiers).hash(h);
            nodes(&ty.type_params, h);
            nodes(&ty.interfaces, h);
            nodes(&ty.permits, h);
            ty.superclass.map(|n| tree.hash(n)).hash(h);
        });
        faces.push((ty.name, face, What::Type));
    }
    for callable in model.callables.iter().filter(|c| !in_body(c.owner)) {
        let face = hash(&|h| {
            (model.ty(callable.owner).qualified, callable.modifiers).hash(h);
            (callable.name, callable.params.len()).hash(h);
            nodes(&callable.type_params, h);
            nodes(&callable.throws, h);
            callable.return_type.map(|n| tree.hash(n)).hash(h);
            for param in &callable.params {
                (param.ty.map(|n| tree.hash(n)), param.varargs).hash(h);
            }
        });
        let bodiless = callable.body.is_none() && !callable.modifiers.has(Modifiers::NATIVE);
        let what = if bodiless {
            What::Bodiless
        } else {
            What::Member
        };
        faces.push((callable.name, face, what));
        let owner = model.ty(callable.owner);
        if owner.kind == TypeKind::Annotation {
            faces.push((owner.name, face, What::Member));
        }
    }
    for field in model.fields.iter().filter(|f| !in_body(f.owner)) {
        let face = hash(&|h| {
            (model.ty(field.owner).qualified, field.modifiers, field.name).hash(h);
            field.ty.map(|n| tree.hash(n)).hash(h);
        });
        faces.push((field.name, face, What::Member));
    }
    for ty in &model.types {
        // A record's components are its fields and methods.
        for param in tree.children_in(ty.node, Role::Param) {
            let face = hash(&|h| (ty.qualified, tree.hash(param)).hash(h));
            faces.push((tree.sym(param), face, What::Member));
        }
    }
    faces
}
