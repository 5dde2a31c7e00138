//! The facts of all files, joined: arrays of types, methods and calls with indices of their own.

use crate::{CallSite, FileFacts, MethodFacts, Range, Store, TypeFacts};
use reweave_model::{FileModel, NodeId};
use reweave_text::{Interner, Symbol};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The index of a method in its [`CodeBase`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MethodId(pub u32);

impl MethodId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Each folder that is given is a project.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProjectId(pub u16);

/// Where a file belongs.
#[derive(Clone, Debug)]
pub struct FileScope {
    pub project: ProjectId,
    pub package: Symbol,
}

/// Any number of projects, searched as one.
pub struct CodeBase {
    pub names: Arc<Interner>,
    pub files: Vec<FileScope>,
    pub types: Vec<TypeFacts>,
    pub methods: Vec<MethodFacts>,
    pub sites: Vec<CallSite>,
    pub arguments: Vec<(NodeId, Range)>,
    pub uses: Vec<u8>,
    pub vectors: Store,
    /// Names and values of constants.
    pub constants: FxHashSet<(Symbol, Symbol)>,
}

impl CodeBase {
    /// Joins the files; the number of a file is its place in `files`.
    pub fn join(
        names: Arc<Interner>,
        files: impl IntoIterator<Item = (ProjectId, FileFacts)>,
    ) -> Self {
        let mut all = Self {
            names,
            files: Vec::new(),
            types: Vec::new(),
            methods: Vec::new(),
            sites: Vec::new(),
            arguments: Vec::new(),
            uses: Vec::new(),
            vectors: Store::default(),
            constants: FxHashSet::default(),
        };
        for (project, facts) in files {
            all.add(project, facts);
        }
        all
    }

    /// A code base of samples, each a project: they may declare the same classes.
    pub fn of_samples(names: &Arc<Interner>, models: &[Arc<FileModel>]) -> Self {
        let facts = models
            .iter()
            .enumerate()
            .map(|(i, m)| (ProjectId(i as u16), FileFacts::read(m, names, &[])));
        Self::join(Arc::clone(names), facts)
    }

    fn add(&mut self, project: ProjectId, mut facts: FileFacts) {
        let file = self.files.len() as u32;
        let (types, methods, sites, arguments, uses) = (
            self.types.len() as u32,
            self.methods.len() as u32,
            self.sites.len() as u32,
            self.arguments.len() as u32,
            self.uses.len() as u32,
        );
        let moved = self.vectors.append(&mut facts.vectors);
        self.files.push(FileScope {
            project,
            package: facts.package,
        });
        self.types.extend(facts.types.into_iter().map(|mut t| {
            t.file = file;
            t.outer = t.outer.map(|o| o + types);
            for m in &mut t.methods {
                *m += methods;
            }
            t
        }));
        self.methods.extend(facts.methods.into_iter().map(|mut m| {
            m.file = file;
            m.owner += types;
            m.vector = m.vector.moved(moved);
            m.sites = (m.sites.0 + sites, m.sites.1 + sites);
            m.uses += uses;
            m
        }));
        self.sites.extend(facts.sites.into_iter().map(|mut s| {
            s.call = s.call.moved(moved);
            s.rest = s.rest.moved(moved);
            s.argument_vectors += arguments;
            s
        }));
        self.arguments.extend(
            facts
                .arguments
                .into_iter()
                .map(|(node, r)| (node, r.moved(moved))),
        );
        self.uses.extend(facts.uses);
        self.constants.extend(facts.constants);
    }

    pub fn method(&self, id: MethodId) -> &MethodFacts {
        &self.methods[id.index()]
    }

    pub fn owner(&self, id: MethodId) -> &TypeFacts {
        &self.types[self.method(id).owner as usize]
    }

    pub fn project(&self, id: MethodId) -> ProjectId {
        self.files[self.method(id).file as usize].project
    }

    pub fn method_ids(&self) -> impl DoubleEndedIterator<Item = MethodId> + use<> {
        (0..self.methods.len() as u32).map(MethodId)
    }

    /// The numbers of the calls of a method.
    pub fn sites_of(&self, id: MethodId) -> std::ops::Range<usize> {
        let (from, to) = self.method(id).sites;
        from as usize..to as usize
    }

    /// How often each parameter is used.
    pub fn uses_of(&self, id: MethodId) -> &[u8] {
        let method = self.method(id);
        let from = method.uses as usize;
        &self.uses[from..from + usize::from(method.params)]
    }

    /// `Type.method`, from the package down.
    pub fn qualified_name(&self, id: MethodId) -> String {
        let owner = self.owner(id);
        format!(
            "{}.{}",
            self.names.text(owner.qualified),
            self.names.text(self.method(id).name)
        )
    }
}
