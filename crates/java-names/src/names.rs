//! The answers: what each name of a program means.

use crate::class_source::ClassSource;
use crate::error::NameError;
use crate::ids::{Decl, TypeVarId};
use crate::renewed::Again;
use crate::resolver::Segment;
use crate::types::Ty;
use crate::walk::FileNames;
use crate::world::World;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use reweave_model::{NodeId, Program};
use reweave_text::STACK;
use std::sync::{Arc, OnceLock};

/// Threads that programs may be as deep for as the readers allow. Those that are not counted are started once: a program that follows
/// edits asks for them at each.
pub(crate) fn pool(threads: usize) -> Arc<ThreadPool> {
    static ALL: OnceLock<Arc<ThreadPool>> = OnceLock::new();
    let started = || {
        let threads = ThreadPoolBuilder::new().num_threads(threads);
        let pool = threads.stack_size(STACK).build();
        Arc::new(pool.expect("threads can be started"))
    };
    match threads {
        0 => Arc::clone(ALL.get_or_init(started)),
        _ => started(),
    }
}

impl World {
    /// Looks up the names in some files.
    pub(crate) fn resolve_bodies(&self, files: &[u32], all: &mut [Arc<FileNames>]) {
        let resolved: Vec<FileNames> = files
            .par_iter()
            .map(|&file| self.resolve_file(file))
            .collect();
        for (&file, names) in files.iter().zip(resolved) {
            all[file as usize] = Arc::new(names);
        }
    }
}

/// A program with its names resolved.
pub struct Names {
    pub world: World,
    pub(crate) files: Vec<Arc<FileNames>>,
    /// What differs from an earlier program that this one was made of; none when it was made anew.
    pub(crate) again: Option<Again>,
}

impl Names {
    /// Resolves all files on `threads` threads; 0 takes as many as there are processors.
    pub fn resolve(program: Arc<Program>, classes: Arc<dyn ClassSource>, threads: usize) -> Self {
        let all: Vec<u32> = (0..program.files.len() as u32).collect();
        Self::resolve_files(program, classes, threads, &all)
    }

    /// Resolves the bodies of some files only. Declarations of all files are known; names in the others are
    /// [`Decl::None`].
    pub fn resolve_files(
        program: Arc<Program>,
        classes: Arc<dyn ClassSource>,
        threads: usize,
        files: &[u32],
    ) -> Self {
        pool(threads).install(|| {
            let mut world = World::declare(program, classes);
            world.settle();
            let mut all = vec![Arc::default(); world.program.files.len()];
            world.resolve_bodies(files, &mut all);
            Self {
                world,
                files: all,
                again: None,
            }
        })
    }

    /// What the name at a node means.
    pub fn decl(&self, file: u32, node: NodeId) -> Decl {
        self.files[file as usize]
            .decls
            .get(node.index())
            .copied()
            .unwrap_or_default()
    }

    /// The type of an expression, variable or type node; [`Ty::UNKNOWN`] where it has none or it is not known.
    pub fn ty(&self, file: u32, node: NodeId) -> Ty {
        self.files[file as usize]
            .types
            .get(node.index())
            .copied()
            .unwrap_or(Ty::UNKNOWN)
    }

    /// References to classes inside dotted names that are one node.
    pub fn segments(&self, file: u32) -> &[Segment] {
        &self.files[file as usize].segments
    }

    /// Whether anything in a file means one of the declarations.
    pub fn mentions(&self, file: u32, decls: &[Decl]) -> bool {
        let names = &self.files[file as usize];
        decls.iter().any(|decl| match decl {
            Decl::Local(_) | Decl::Label(_) => names.decls.contains(decl),
            _ => names.meant().contains(decl),
        })
    }

    /// The type parameter that a node declares.
    pub fn type_var_at(&self, file: u32, node: NodeId) -> Option<TypeVarId> {
        self.world.type_var_of(file, node)
    }

    /// Whether the names of a file were looked up.
    pub(crate) fn is_resolved(&self, file: u32) -> bool {
        !self.files[file as usize].decls.is_empty()
    }

    pub(crate) fn redeclared(&self, file: u32) -> &[NodeId] {
        &self.files[file as usize].redeclared
    }

    pub(crate) fn type_name_errors(&self, file: u32) -> impl Iterator<Item = NameError> + '_ {
        let errors = self.files[file as usize].errors.iter();
        errors.map(move |&(node, kind)| NameError {
            file,
            node,
            kind,
            about: self.key_of(self.decl(file, node)),
        })
    }

    /// Statements and expressions that nest too deep to be looked at.
    pub fn too_deep(&self, file: u32) -> &[NodeId] {
        &self.files[file as usize].too_deep
    }
}
