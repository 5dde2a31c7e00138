//! The walk over one file: scopes, and what it writes down.

use crate::error::ErrorKind;
use crate::file_scope::FileScope;
use crate::ids::{ClassId, Decl, MethodId, TypeVarId};
use crate::inference::{Entry, Inference};
use crate::members::Found;
use crate::types::Ty;
use crate::world::World;
use reweave_model::{FileModel, Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A reference to a class in the middle of a dotted name that is one node: an import, an annotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Where the segment starts in the text.
    pub at: u32,
    pub node: NodeId,
    pub decl: Decl,
}

/// How far back a body is searched for a variable of the same name.
const MOST_LOCALS: usize = 5_000;

pub(crate) struct Resolver<'w> {
    pub world: &'w World,
    pub file: u32,
    pub model: &'w FileModel,
    pub tree: &'w Tree,
    pub head: &'w FileScope,
    pub scope: Vec<Entry>,
    /// By node; empty while signatures are read, which writes nothing down.
    pub decls: Vec<Decl>,
    pub types: Vec<Ty>,
    pub segments: Vec<Segment>,
    pub inference: Inference,
    pub found_types: FxHashMap<Symbol, Option<ClassId>>,
    pub found_methods: FxHashMap<(ClassId, Symbol), Rc<[MethodId]>>,
    /// The types of the file by node, so that a body's classes are found where they stand.
    pub type_at: FxHashMap<NodeId, reweave_model::TypeId>,
    /// What `return` and `yield` give back, for lambdas and switch expressions: the innermost last.
    pub results: Vec<Results>,
    pub depth: usize,
    /// Bodies of lambdas that are typed only to choose among overloads: classes in them wait.
    pub trial: usize,
    pub too_deep: Vec<NodeId>,
    /// Variables of a name that the body around has already.
    pub redeclared: Vec<NodeId>,
    /// Names of types that the compiler would not take, though it is known what they mean.
    pub errors: Vec<(NodeId, ErrorKind)>,
}

/// Values that leave a lambda body or a switch expression.
pub(crate) struct Results {
    pub expected: Option<Ty>,
    pub types: Vec<Ty>,
    pub is_switch: bool,
}

/// What a dotted name means before it is known to be an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Type(Ty),
    Package(Symbol),
    Value(Ty),
    Unknown,
}

impl<'w> Resolver<'w> {
    pub fn new(world: &'w World, file: u32) -> Self {
        let model = world.file(file);
        Self {
            world,
            file,
            model,
            tree: &model.tree,
            head: &world.file_scopes[file as usize],
            scope: Vec::new(),
            decls: Vec::new(),
            types: Vec::new(),
            segments: Vec::new(),
            inference: Inference::default(),
            found_types: FxHashMap::default(),
            found_methods: FxHashMap::default(),
            type_at: FxHashMap::default(),
            results: Vec::new(),
            depth: 0,
            trial: 0,
            too_deep: Vec::new(),
            redeclared: Vec::new(),
            errors: Vec::new(),
        }
    }

    pub fn record(&mut self, node: NodeId, decl: Decl) {
        if let Some(slot) = self.decls.get_mut(node.index()) {
            *slot = decl;
        }
    }

    pub fn kind(&self, node: NodeId) -> Kind {
        self.tree.kind(node)
    }

    pub fn child(&self, node: NodeId, role: Role) -> Option<NodeId> {
        self.tree.child_in(node, role)
    }

    /// The innermost class around.
    pub fn here(&self) -> Option<ClassId> {
        self.scope.iter().rev().find_map(|e| match e {
            Entry::Class(c) => Some(*c),
            _ => None,
        })
    }

    /// The class around as the place from which access is judged; `Object` at the head of a file.
    pub fn from(&self) -> ClassId {
        self.here().unwrap_or(self.world.known.object)
    }

    /// The same at a node, which may be in the head of a class that no class stands around.
    pub fn place_of_use(&self, node: NodeId) -> ClassId {
        let top = || {
            let mut all = self.model.top_types();
            all.find(|&t| self.tree.contains(self.model.ty(t).node, node))
        };
        let head_of = || top().map(|t| self.world.class_of(self.file, t));
        let here = self.here().or_else(head_of);
        here.unwrap_or(self.world.known.object)
    }

    /// Brings what stands around a class that is no body's into scope, the outermost first, without the class itself.
    pub fn enter_around(&mut self, class: ClassId) {
        let mut around: Vec<ClassId> = self.world.around(class).skip(1).collect();
        around.reverse();
        for outer in around {
            self.enter_class(outer);
        }
    }

    pub fn enter_type_params(&mut self, class: ClassId) {
        let world = self.world;
        let all = world.type_params(class);
        let own = world.own_type_params(class);
        for &var in &all[all.len() - own..] {
            self.scope
                .push(Entry::TypeVar(world.type_var(var).name, var));
        }
    }

    pub fn enter_class(&mut self, class: ClassId) {
        self.enter_type_params(class);
        self.scope.push(Entry::Class(class));
    }

    /// Brings a variable into scope. One of that name that this body has already is noted: the language allows none.
    pub fn enter_local(&mut self, name: Symbol, node: NodeId, ty: Ty) {
        if !self.decls.is_empty() && self.trial == 0 {
            let around = self.scope.iter().rev();
            let mut body = around
                .take_while(|e| !matches!(e, Entry::Class(_)))
                .take(MOST_LOCALS);
            if name != self.world.known.unnamed
                && body
                    .any(|e| matches!(e, Entry::Local(n, other, _) if *n == name && *other != node))
            {
                self.redeclared.push(node);
            }
        }
        self.scope.push(Entry::Local(name, node, ty));
    }

    /// The type that a simple name means at a node; what the compiler would say against it is noted.
    pub fn type_named(&mut self, node: NodeId, name: Symbol) -> TypeMeaning {
        let (meaning, error) = self.find_type(name);
        self.note_error(node, error);
        meaning
    }

    /// The type that a simple name means here, and the error that it would be.
    pub fn find_type(&mut self, name: Symbol) -> (TypeMeaning, Option<ErrorKind>) {
        let from = self.from();
        let mut not_inherited = None;
        for entry in self.scope.iter().rev() {
            match *entry {
                Entry::TypeVar(n, var) if n == name => return (TypeMeaning::Var(var), None),
                Entry::LocalType(n, class) if n == name => {
                    return (TypeMeaning::Class(class), None);
                }
                Entry::Class(class) => match self.world.type_found(class, name, from) {
                    Found::One(found) => return (TypeMeaning::Class(found), None),
                    Found::Ambiguous(found) => {
                        let error = self.certain(class, ErrorKind::Ambiguous);
                        return (TypeMeaning::Class(found), error);
                    }
                    // What a class does not inherit does not shadow what the class around it has.
                    Found::Inaccessible(found) => {
                        not_inherited = not_inherited.or(Some((class, found)));
                    }
                    Found::None => {}
                },
                _ => {}
            }
        }
        match (self.file_type(name), not_inherited) {
            (Some(found), _) => (TypeMeaning::Class(found), None),
            (None, Some((class, found))) => {
                let error = self.certain(class, ErrorKind::Inaccessible);
                (TypeMeaning::Class(found), error)
            }
            (None, None) => (TypeMeaning::Unknown, None),
        }
    }

    fn file_type(&mut self, name: Symbol) -> Option<ClassId> {
        if let Some(&found) = self.found_types.get(&name) {
            return found;
        }
        let found = (self.head).find_type(self.world, self.model.package, name);
        self.found_types.insert(name, found);
        found
    }

    /// An error of what is found in a class, unless a supertype is missing that might bring something else.
    pub fn certain(&self, class: ClassId, error: ErrorKind) -> Option<ErrorKind> {
        let is_certain = self.world.ready && self.world.closure(class).complete;
        is_certain.then_some(error)
    }

    pub fn note_error(&mut self, node: NodeId, error: Option<ErrorKind>) {
        if !self.decls.is_empty() {
            self.errors.extend(error.map(|kind| (node, kind)));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypeMeaning {
    Class(ClassId),
    Var(TypeVarId),
    Unknown,
}
