//! A Java program as its refactorings see it: the resolver's answers, told by files of the workspace.

use crate::query::affected::{Affected, has_functions};
use memchr::memmem::Finder;
use rayon::prelude::*;
use reweave_java_flow::{Known, Summaries};
use reweave_java_names::{
    Changed, ClassId, Decl, MethodId, NameError, Names, Origin, Overrides, Use, World,
};
use reweave_model::{FileModel, Kind, Modifiers, NodeId, Program};
use reweave_preserve::Interval;
use reweave_refactor::{Around, Earlier};
use reweave_text::{FileId, Interner, Part, Sources, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, OnceLock};

/// What the nodes of a file are called, once somebody asked; shared by the programs that have the file as it is.
type Words = Arc<OnceLock<FxHashSet<Symbol>>>;

pub struct JavaProgram {
    pub names: Names,
    /// By the resolver's number of a file.
    ids: Vec<FileId>,
    numbers: FxHashMap<FileId, u32>,
    judged: Vec<bool>,
    words: Vec<Words>,
    overrides: OnceLock<Arc<Overrides>>,
    /// What stood in the way of a compiler in the earlier program, where it was looked for.
    earlier_errors: Option<Vec<NameError>>,
    errors: OnceLock<Vec<NameError>>,
    /// What its methods do, as far as it was asked for.
    effects: Mutex<Known>,
}

impl JavaProgram {
    /// Files that `earlier` has read already are not read again, and its names are taken over where the change cannot concern
    /// them. Unless it is for good, names are resolved only in files that it can concern and in those that are to be compared.
    pub fn read(sources: &Sources, around: &Around, earlier: Option<&Earlier<'_, Self>>) -> Self {
        let for_good = earlier.is_none_or(|e| e.for_good);
        let compared = earlier.map_or(&[][..], |e| e.compared);
        let earlier = earlier.map(|e| (e.sources, e.program));
        let interner =
            earlier.map_or_else(Arc::default, |(_, p)| Arc::clone(&p.world().program.names));
        let ids: Vec<FileId> = sources.iter().map(|(id, _)| id).collect();
        let kept = |id: FileId| {
            let (before, program) = earlier?;
            let number = *program.numbers.get(&id)?;
            let model = &program.world().program.files[number as usize];
            if sources.path(id) != before.path(id) {
                return None;
            }
            if sources.shares_text(before, id) {
                return Some(Arc::clone(model));
            }
            let (old, new) = (before.text(id), sources.text(id));
            reweave_lang_java::respell((model, old), new, &interner).map(Arc::new)
        };
        let files: Vec<Arc<FileModel>> = ids
            .par_iter()
            .map(|&id| kept(id).unwrap_or_else(|| read_file(sources, id, &interner)))
            .collect();
        let program = Arc::new(Program {
            names: interner,
            files,
        });
        let before = earlier.map(|(_, before)| before);
        let words = words(&program, &ids, before);
        let concerned = before
            .and_then(|before| Concerned::of((&program, &words), &ids, before, for_good))
            .map(|concerned| concerned.with(compared, &ids));
        let again = before
            .filter(|before| before.is_whole() && before.ids == ids)
            .zip(concerned.as_ref());
        let again = again.and_then(|(before, concerned)| {
            let names = before.names.resolve_again(&Changed {
                program: &program,
                files: &concerned.by_name,
                with_functions: &|| concerned.with_functions(&program),
                keep: for_good,
                threads: around.threads,
            })?;
            let overrides = OnceLock::new();
            if let Some(earlier) = before.overrides.get() {
                let _ = overrides.set(names.overrides_again(earlier));
            }
            Some((names, overrides, before.errors.get().cloned()))
        });
        let all = || (0..program.files.len() as u32).collect::<Vec<u32>>();
        let resolved = match (&again, concerned) {
            _ if for_good => all(),
            (Some((names, ..)), _) => names.resolved_again(),
            (None, Some(concerned)) if concerned.affected.lambdas => {
                concerned.with_functions(&program)
            }
            (None, Some(concerned)) => concerned.by_name,
            (None, None) => all(),
        };
        let mut judged = vec![false; program.files.len()];
        for &number in &resolved {
            judged[number as usize] = true;
        }
        let (names, overrides, earlier_errors) = again.unwrap_or_else(|| {
            let classes = Arc::clone(&around.classes);
            let names = Names::resolve_files(program, classes, around.threads, &resolved);
            (names, OnceLock::new(), None)
        });
        Self {
            names,
            numbers: (0..).zip(&ids).map(|(n, &id)| (id, n)).collect(),
            ids,
            judged,
            words,
            overrides,
            earlier_errors,
            errors: OnceLock::new(),
            effects: Mutex::default(),
        }
    }

    /// What methods do. Where the names in some files are not resolved, `is_known` tells which are taken as if they were.
    pub fn summaries<'a>(&'a self, is_known: &'a dyn Fn(u32) -> bool) -> Summaries<'a> {
        if self.is_whole() {
            Summaries::keeping(&self.names, self.overrides(), &self.effects)
        } else {
            Summaries::new(&self.names, self.overrides(), is_known)
        }
    }

    /// Whether the names in all files were resolved.
    fn is_whole(&self) -> bool {
        self.judged.iter().all(|&judged| judged)
    }

    /// What stands in the way of a compiler, by file and node.
    pub fn errors(&self) -> &[NameError] {
        self.errors.get_or_init(|| match &self.earlier_errors {
            Some(earlier) => self.names.errors_again(self.overrides(), earlier),
            None => self.names.errors(self.overrides()),
        })
    }

    /// Whether the names in a file were resolved: of a changed program only where the change can matter.
    pub fn is_judged(&self, file: FileId) -> bool {
        let number = self.numbers.get(&file);
        number.is_some_and(|&n| self.judged[n as usize])
    }

    pub fn world(&self) -> &World {
        &self.names.world
    }

    /// The resolver's number of a file.
    pub fn number(&self, file: FileId) -> Option<u32> {
        self.numbers.get(&file).copied()
    }

    /// Whether a file has the very tree that a file of another program has.
    pub fn shares_model(&self, number: u32, other: &Self, of: u32) -> bool {
        let (now, then) = (&self.world().program.files, &other.world().program.files);
        Arc::ptr_eq(&now[number as usize], &then[of as usize])
    }

    pub fn id(&self, number: u32) -> FileId {
        self.ids[number as usize]
    }

    pub fn numbers(&self) -> std::ops::Range<u32> {
        0..self.ids.len() as u32
    }

    pub fn overrides(&self) -> &Overrides {
        self.overrides
            .get_or_init(|| Arc::new(self.names.overrides()))
    }

    pub fn model(&self, number: u32) -> &FileModel {
        self.world().file(number)
    }

    pub fn interval(&self, number: u32, span: Span) -> Interval {
        Interval::new(self.id(number), span)
    }

    /// The token that names a node.
    pub fn token(&self, number: u32, node: NodeId) -> Interval {
        let data = self.model(number).tree.node(node);
        let len = self.world().text(data.sym).len() as u32;
        self.interval(number, Span::new(data.name_at, data.name_at + len))
    }

    /// Where a declaration has its name. `number` is the file that it was met in, for what only a file knows.
    pub fn place(&self, number: u32, decl: Decl) -> Option<Interval> {
        let (file, span) = self.names.place_of(number, decl)?;
        Some(self.interval(file, span))
    }

    /// The class whose text a declaration without words of its own goes back to: default constructors, `values()`.
    pub fn implied_by(&self, decl: Decl) -> Option<ClassId> {
        let world = self.world();
        let (origin, owner) = match decl {
            Decl::Method(m) => (world.method(m).origin, world.method(m).owner),
            Decl::Field(f) => (world.field(f).origin, world.field(f).owner),
            _ => return None,
        };
        matches!(origin, Origin::Implicit { .. }).then_some(owner)
    }

    /// Whether a declaration is written in these files.
    pub fn is_ours(&self, decl: Decl) -> bool {
        let world = self.world();
        let origin = match decl {
            Decl::Class(c) => world.class(c).origin,
            Decl::Method(m) => world.method(m).origin,
            Decl::Field(f) => world.field(f).origin,
            Decl::TypeVar(v) => return world.type_var(v).origin.is_some(),
            Decl::Local(_) | Decl::Label(_) => return true,
            _ => return false,
        };
        origin.file().is_some()
    }

    /// The methods that must keep one name and signature with this one.
    pub fn family(&self, method: MethodId) -> Vec<MethodId> {
        self.overrides().family(method)
    }

    /// The innermost class around a node.
    pub fn class_around(&self, number: u32, node: NodeId) -> Option<ClassId> {
        let model = self.model(number);
        let inner = model
            .type_ids()
            .filter(|&t| model.ty(t).node != node && model.tree.contains(model.ty(t).node, node));
        Some(self.world().class_of(number, inner.last()?))
    }

    /// Whether a file imports a class by its own name.
    pub fn imports(&self, number: u32, class: ClassId) -> bool {
        let imports = self.model(number).imports.iter();
        let mut single = imports.filter(|i| !i.is_static && !i.on_demand);
        single.any(|i| self.names.decl(number, i.node) == Decl::Class(class))
    }

    /// The members that a single static import brings in, and the token that names them.
    pub fn static_import(&self, number: u32, import: usize) -> Option<(Interval, Vec<Decl>)> {
        let world = self.world();
        let model = self.model(number);
        let import = &model.imports[import];
        let Decl::Class(class) = self.names.decl(number, import.node) else {
            return None;
        };
        if !import.is_static || import.on_demand {
            return None;
        }
        let text = world.text(import.name);
        let dot = text.rfind('.')? as u32 + 1;
        let start = model.tree.node(import.node).name_at;
        let span = Span::new(start + dot, start + text.len() as u32);
        let name = world.names().intern(text.part(dot as usize..));
        let from = model.top_types().next().map(|t| world.class_of(number, t));
        let mut methods = Vec::new();
        world.find_methods(class, name, &mut methods);
        methods.retain(|&m| world.method(m).modifiers.has(Modifiers::STATIC));
        let mut all: Vec<Decl> = methods.into_iter().map(Decl::Method).collect();
        if let Some(from) = from {
            all.extend(world.find_field(class, name, from).map(Decl::Field));
        }
        all.extend(world.member_type(class, name).map(Decl::Class));
        Some((self.interval(number, span), all))
    }

    /// Whether a single static import brings a member into a file.
    pub fn imported_statically(&self, number: u32, decl: Decl) -> bool {
        let imports = 0..self.model(number).imports.len();
        imports
            .filter_map(|i| self.static_import(number, i))
            .any(|(_, targets)| targets.contains(&decl))
    }

    /// A native method among the declarations, or in a type among them: other code looks for it by these names.
    pub fn native_in(&self, decls: &[Decl]) -> Option<Interval> {
        let world = self.world();
        for number in self.numbers() {
            for (index, callable) in (0..).zip(&self.model(number).callables) {
                if !callable.modifiers.has(Modifiers::NATIVE) {
                    continue;
                }
                let method = world.method_of(number, reweave_model::CallableId(index));
                let owner = world.method(method).owner;
                let named = decls.contains(&Decl::Method(method))
                    || world.around(owner).any(|c| decls.contains(&Decl::Class(c)));
                if named {
                    return Some(self.token(number, callable.node));
                }
            }
        }
        None
    }

    /// The files that have a name in their text, or may have it written with escapes.
    pub fn files_with(&self, sources: &Sources, name: &str) -> Vec<u32> {
        let finder = Finder::new(name);
        let escape = Finder::new("\\u");
        self.numbers()
            .into_par_iter()
            .filter(|&number| {
                let text = sources.text(self.id(number)).as_bytes();
                finder.find(text).is_some() || escape.find(text).is_some()
            })
            .collect()
    }

    /// The files in which a node is called by one of these words.
    pub fn files_with_word(&self, words: &[&str]) -> Vec<u32> {
        let known = |word: &&str| self.world().names().get(word);
        let symbols: Vec<Symbol> = words.iter().filter_map(known).collect();
        self.numbers()
            .into_par_iter()
            .filter(|&number| symbols.iter().any(|&s| self.has_word(number, s)))
            .collect()
    }

    /// Whether a node of a file is called so.
    pub fn has_word(&self, number: u32, word: Symbol) -> bool {
        words_in(
            &self.words[number as usize],
            self.model(number),
            self.world().names(),
        )
        .contains(&word)
    }

    /// All uses of some declarations, file by file.
    pub fn uses(&self, decls: &[Decl]) -> Vec<Use> {
        self.uses_among(&self.numbers().collect::<Vec<_>>(), decls)
    }

    /// Those in some files.
    pub fn uses_among(&self, numbers: &[u32], decls: &[Decl]) -> Vec<Use> {
        numbers
            .par_iter()
            .flat_map_iter(|&number| self.uses_in(number, decls))
            .collect()
    }

    /// The places in documentation comments and modules of some files that name one of the declarations. Locals are those of
    /// file `own`.
    pub fn doc_uses(
        &self,
        sources: &Sources,
        numbers: &[u32],
        own: u32,
        decls: &[Decl],
    ) -> Vec<Interval> {
        let only_own = decls
            .iter()
            .all(|d| matches!(d, Decl::Local(_) | Decl::Label(_)));
        numbers
            .par_iter()
            .copied()
            .filter(|&n| !only_own || n == own)
            .flat_map_iter(|number| {
                let text = sources.text(self.id(number));
                let mut all = self.names.doc_uses(number, text);
                all.extend(self.names.module_uses(number, text));
                let meant = move |u: &Use| {
                    let local = matches!(u.decl, Decl::Local(_));
                    decls.contains(&u.decl) && (!local || u.file == own)
                };
                all.into_iter()
                    .filter(meant)
                    .map(move |u| self.interval(number, u.span))
            })
            .collect()
    }

    pub fn uses_in(&self, number: u32, decls: &[Decl]) -> Vec<Use> {
        if !self.names.mentions(number, decls) {
            return Vec::new();
        }
        self.names.uses_where(number, |d| decls.contains(&d))
    }
}

/// Those of the files that are as they were before are taken over.
fn words(program: &Program, ids: &[FileId], before: Option<&JavaProgram>) -> Vec<Words> {
    let kept = |id: FileId, model: &Arc<FileModel>| {
        let before = before?;
        let number = *before.numbers.get(&id)? as usize;
        let is_same = Arc::ptr_eq(&before.world().program.files[number], model);
        is_same.then(|| Arc::clone(&before.words[number]))
    };
    let files = ids.iter().zip(&program.files);
    let all = files.map(|(&id, model)| kept(id, model).unwrap_or_default());
    all.collect()
}

/// What the nodes of a file are called, and the parts of dotted annotations.
fn words_in<'w>(words: &'w Words, model: &FileModel, names: &Interner) -> &'w FxHashSet<Symbol> {
    words.get_or_init(|| {
        let tree = &model.tree;
        let mut all = FxHashSet::default();
        for node in tree.descendants(NodeId::ROOT) {
            let word = tree.sym(node);
            if all.insert(word) && tree.kind(node) == Kind::Annotation {
                let parts = names.text(word).split('.');
                all.extend(parts.map(|part| names.intern(part)));
            }
        }
        all
    })
}

fn read_file(sources: &Sources, id: FileId, names: &Interner) -> Arc<FileModel> {
    let (path, text) = (sources.path(id), sources.text(id));
    Arc::new(reweave_lang_java::lower(path, text, names))
}

/// The files of a changed program that the change can concern.
struct Concerned {
    affected: Affected,
    /// Those that changed or have a name whose declaration did.
    by_name: Vec<u32>,
}

impl Concerned {
    /// None when it is `for_good` and that is not certain.
    fn of(
        (program, words): (&Program, &[Words]),
        ids: &[FileId],
        before: &JavaProgram,
        for_good: bool,
    ) -> Option<Self> {
        let mut affected = Affected::default();
        let mut changed = vec![false; ids.len()];
        let old = |id: FileId| {
            let number = *before.numbers.get(&id)?;
            Some(&before.world().program.files[number as usize])
        };
        for (number, (&id, model)) in ids.iter().zip(&program.files).enumerate() {
            let earlier = old(id);
            if earlier.is_some_and(|e| Arc::ptr_eq(e, model)) {
                continue;
            }
            changed[number] = true;
            affected.compare(earlier.map(|e| &**e), Some(model));
            let members = |m: &FileModel| (m.callables.len(), m.fields.len());
            if for_good && earlier.is_none_or(|e| members(e) != members(model)) {
                affected.renumber(model);
            }
            if for_good {
                affected.renumber_implicit(model);
            }
        }
        let now: FxHashSet<FileId> = ids.iter().copied().collect();
        for (&id, &number) in &before.numbers {
            if !now.contains(&id) {
                let gone = &before.world().program.files[number as usize];
                affected.compare(Some(gone), None);
            }
        }
        if for_good && affected.types {
            return None;
        }
        let text = |name| program.names.text(name);
        let is_changed: FxHashSet<FileId> = (ids.iter().zip(&changed))
            .filter_map(|(&id, &changed)| changed.then_some(id))
            .collect();
        let joining = joining_heirs(before, &is_changed, &affected);
        let is_concerned = |n: &u32| {
            let at = *n as usize;
            let model = &program.files[at];
            let words = || words_in(&words[at], model, &program.names);
            changed[at] || joining.contains(&ids[at]) || affected.concerns(model, words, text)
        };
        let all = 0..program.files.len() as u32;
        let by_name = all.into_par_iter().filter(is_concerned).collect();
        Some(Self { affected, by_name })
    }

    /// Those, and some more.
    fn with(mut self, files: &[FileId], ids: &[FileId]) -> Self {
        let numbers = (0..).zip(ids).filter(|(_, id)| files.contains(id));
        self.by_name.extend(numbers.map(|(number, _)| number));
        self.by_name.sort_unstable();
        self.by_name.dedup();
        self
    }

    /// Those, and all that have lambdas.
    fn with_functions(&self, program: &Program) -> Vec<u32> {
        let by_name: FxHashSet<u32> = self.by_name.iter().copied().collect();
        (0..program.files.len() as u32)
            .into_par_iter()
            .filter(|n| by_name.contains(n) || has_functions(&program.files[*n as usize]))
            .collect()
    }
}

/// The files of classes that inherit from a changed file, and have methods of a changed name from more than one class above: what
/// one of these means for another is decided in the class, which need not name them.
fn joining_heirs(
    before: &JavaProgram,
    changed: &FxHashSet<FileId>,
    affected: &Affected,
) -> FxHashSet<FileId> {
    let world = before.world();
    let is_changed = |class: ClassId| {
        let file = world.class(class).origin.file();
        file.is_some_and(|n| changed.contains(&before.id(n)))
    };
    let has_name = |class: ClassId| {
        let mut methods = world.info(class).methods.iter();
        methods.any(|m| affected.names(m.0))
    };
    let joins = |class: &ClassId| {
        let above = || world.closure(*class).supers.iter().map(|s| s.0);
        let concerned = |&c: &ClassId| is_changed(c) || has_name(c);
        above().any(is_changed) && above().filter(concerned).nth(1).is_some()
    };
    let heirs: Vec<ClassId> = world.source_classes().collect();
    let heirs = heirs.into_par_iter().filter(joins);
    heirs
        .filter_map(|class| world.class(class).origin.file().map(|n| before.id(n)))
        .collect()
}
