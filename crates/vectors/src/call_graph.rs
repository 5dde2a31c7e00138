//! Who calls whom. [`CallGraph`] is plain data, a target for each call; the resolver fills it.

use crate::{CodeBase, MethodFlags, MethodId};
use rayon::prelude::*;
use reweave_java_names::{Decl, Names, ObjectAlone, Origin, Overrides};
use reweave_model::{CallableId, FileModel, Program};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Where a call leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// To this method and no other.
    Own(MethodId),
    /// Into the code base, but to no single body: overridden, abstract, native, without words of its own.
    Several,
    /// Out of the code base, or to where the resolver cannot tell.
    Api,
}

/// The target of each call, by the number of its site.
pub struct CallGraph {
    pub targets: Vec<Target>,
    /// Of each method, whether another of the code base overrides it.
    pub overridden: Vec<bool>,
}

impl CallGraph {
    /// The calls as the resolver sees them, without a class path: what comes through classes of others leads out. `models` are
    /// the files of the code base, by number.
    pub fn resolve(base: &CodeBase, models: &[Arc<FileModel>]) -> Self {
        let mut graph = Self {
            targets: vec![Target::Api; base.sites.len()],
            overridden: vec![false; base.methods.len()],
        };
        let first_methods = first_methods(base, models);
        for files in programs(base) {
            let part = Part::new(base, models, &first_methods, files);
            part.enter(&mut graph);
        }
        graph
    }

    pub fn target(&self, site: usize) -> Target {
        self.targets[site]
    }

    /// How many calls lead to each method.
    pub fn callers(&self, methods: usize) -> Vec<u32> {
        let mut callers = vec![0; methods];
        for target in &self.targets {
            if let Target::Own(m) = target {
                callers[m.index()] += 1;
            }
        }
        callers
    }
}

/// The number of the first method of each file: the methods of a file stand in the order of its callables.
fn first_methods(base: &CodeBase, models: &[Arc<FileModel>]) -> Vec<u32> {
    let mut next = 0;
    let firsts: Vec<u32> = models
        .iter()
        .map(|m| {
            let first = next;
            next += m.callables.len() as u32;
            first
        })
        .collect();
    debug_assert_eq!(next as usize, base.methods.len(), "one model for each file");
    firsts
}

/// The files that are resolved together. A name means one class in a program, so of two projects that declare the same
/// class, such as two releases of one library, the later goes to another program and does not see the earlier.
fn programs(base: &CodeBase) -> Vec<Vec<u32>> {
    let projects = base.files.iter().map(|f| f.project.0).max();
    let projects = projects.map_or(0, |p| usize::from(p) + 1);
    let mut files: Vec<Vec<u32>> = vec![Vec::new(); projects];
    let mut classes: Vec<Vec<Symbol>> = vec![Vec::new(); projects];
    for (number, file) in base.files.iter().enumerate() {
        files[usize::from(file.project.0)].push(number as u32);
    }
    for ty in base.types.iter().filter(|t| t.outer.is_none()) {
        let project = base.files[ty.file as usize].project;
        classes[usize::from(project.0)].push(ty.qualified);
    }
    let mut programs: Vec<(FxHashSet<Symbol>, Vec<u32>)> = Vec::new();
    for (files, classes) in files.into_iter().zip(classes) {
        let fits = |p: &&mut (FxHashSet<Symbol>, _)| classes.iter().all(|c| !p.0.contains(c));
        if let Some((known, all)) = programs.iter_mut().find(fits) {
            known.extend(classes);
            all.extend(files);
        } else {
            programs.push((classes.into_iter().collect(), files));
        }
    }
    programs.into_iter().map(|(_, files)| files).collect()
}

/// One program of the code base, its names resolved.
struct Part<'a> {
    base: &'a CodeBase,
    first_methods: &'a [u32],
    /// The numbers that the program's files have in the code base.
    files: Vec<u32>,
    names: Names,
    overrides: Overrides,
}

impl<'a> Part<'a> {
    fn new(
        base: &'a CodeBase,
        models: &[Arc<FileModel>],
        first_methods: &'a [u32],
        files: Vec<u32>,
    ) -> Self {
        let program = Program {
            names: Arc::clone(&base.names),
            files: files
                .iter()
                .map(|&f| Arc::clone(&models[f as usize]))
                .collect(),
        };
        let threads = rayon::current_num_threads();
        let names = Names::resolve(Arc::new(program), Arc::new(ObjectAlone), threads);
        Self {
            base,
            first_methods,
            files,
            overrides: names.overrides(),
            names,
        }
    }

    fn enter(&self, graph: &mut CallGraph) {
        let found: Vec<Vec<(usize, Target)>> = (0..self.files.len() as u32)
            .into_par_iter()
            .map(|file| self.targets(file))
            .collect();
        for (site, target) in found.into_iter().flatten() {
            graph.targets[site] = target;
        }
        for file in 0..self.files.len() as u32 {
            for (index, method) in self.methods(file).enumerate() {
                let id = (self.names.world).method_of(file, CallableId(index as u32));
                graph.overridden[method.index()] = !self.overrides.overriding(id).is_empty();
            }
        }
    }

    /// The methods of a file of the program, in the order of its callables.
    fn methods(&self, file: u32) -> impl Iterator<Item = MethodId> + use<> {
        let first = self.first_methods[self.files[file as usize] as usize];
        let count = self.names.world.file(file).callables.len() as u32;
        (first..first + count).map(MethodId)
    }

    fn targets(&self, file: u32) -> Vec<(usize, Target)> {
        self.methods(file)
            .flat_map(|m| self.base.sites_of(m))
            .map(|site| (site, self.target(file, site)))
            .collect()
    }

    fn target(&self, file: u32, site: usize) -> Target {
        let Decl::Method(id) = self.names.decl(file, self.base.sites[site].node) else {
            return Target::Api;
        };
        match self.names.world.method(id).origin {
            Origin::Source { file, index } => {
                let first = self.first_methods[self.files[file as usize] as usize];
                let method = MethodId(first + index);
                let flags = self.base.method(method).flags;
                let inlined = self.names.is_only_target(id, &self.overrides)
                    && !flags.has(MethodFlags::NO_BODY)
                    && !flags.has(MethodFlags::VARARGS);
                if inlined {
                    Target::Own(method)
                } else {
                    Target::Several
                }
            }
            Origin::Implicit { .. } => Target::Several,
            Origin::Binary | Origin::Missing => Target::Api,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileFacts, ProjectId};
    use reweave_text::Interner;
    use reweave_text::Part as _;

    /// The lines of the methods that the calls lead to, in the order of projects, methods and calls; 0 where they lead out
    /// or to several.
    fn targets(files: &[(u16, &str)]) -> Vec<u32> {
        let names = Arc::new(Interner::new());
        let models: Vec<Arc<FileModel>> = files
            .iter()
            .map(|(_, text)| Arc::new(reweave_lang_java::lower("A.java", text, &names)))
            .collect();
        let facts = models
            .iter()
            .zip(files)
            .map(|(m, file)| (ProjectId(file.0), FileFacts::read(m, &names, &[])));
        let base = CodeBase::join(Arc::clone(&names), facts);
        let graph = CallGraph::resolve(&base, &models);
        let line = |m: MethodId| {
            let facts = base.method(m);
            let before = files[facts.file as usize]
                .1
                .part(..facts.span.start as usize);
            before.matches('\n').count() as u32 + 1
        };
        let all = graph.targets.iter();
        all.map(|t| match t {
            Target::Own(m) => line(*m),
            _ => 0,
        })
        .collect()
    }

    #[test]
    fn types_of_arguments_choose_among_overloads() {
        let text = "class A {
            void m(Own o, int n, String s) { take(o); take(n); s.length(); }
            void take(Own o) { }
            void take(int n) { }
        }
        class Own { }";
        assert_eq!(targets(&[(0, text)]), [3, 4, 0]);
    }

    #[test]
    fn what_another_class_overrides_has_no_single_body() {
        let text = "class A {
            void m(A a, B b) { a.run(); b.run(); b.kept(); }
            void run() { }
            void kept() { }
        }
        class B extends A { void run() { } }";
        assert_eq!(targets(&[(0, text)]), [0, 6, 4]);
    }

    #[test]
    fn releases_of_one_class_see_their_own() {
        let old = "class A { void m() { new B().run(); } }\nclass B { void run() { } }";
        let new = "class A { void m() { new B().run(); } }\n\nclass B { void run() { } }";
        assert_eq!(targets(&[(0, old), (1, new)]), [2, 3]);
    }
}
