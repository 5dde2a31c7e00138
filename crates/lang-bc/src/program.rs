//! A folder of bc files as programs.
//!
//! bc has no way to name another file: `bc lib.bc main.bc` reads one after the other. So files belong together when one calls
//! a function that it does not define and another does; they are taken as one program, read in an order in which
//! definitions come before the files that need them. Files that share no function are programs of their own, though their
//! variables may have the same names.

use crate::ast::{Ast, Decl, ExprId, ExprKind, Function, Item, StmtId};
use crate::effects::Effects;
use crate::parser::parse;
use reweave_text::{FileId, Interner, Sources, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A scalar or an array; the two have names of their own, as functions have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Var {
    pub symbol: Symbol,
    pub is_array: bool,
}

impl Var {
    pub const fn of(decl: &Decl) -> Self {
        Self {
            symbol: decl.name.symbol,
            is_array: decl.is_array,
        }
    }
}

/// A function of a group, by its place in [`Group::functions`].
pub type FunctionId = usize;

/// Files that make one program.
pub struct Group {
    /// In the order in which bc would read them.
    pub files: Vec<FileId>,
    /// Tells the globals of this program from those of another.
    pub label: String,
    pub functions: Vec<(FileId, u32)>,
    /// All definitions of a name, in the order of reading.
    pub by_name: FxHashMap<Symbol, Vec<FunctionId>>,
    /// The functions that each function may call.
    pub callees: Vec<Vec<FunctionId>>,
    /// The functions that the statements outside all functions may call.
    pub called_by_main: Vec<FunctionId>,
    pub effects: Vec<Effects>,
    /// Functions whose calls may fail as calls: defined not once, called before they are read, or with other arguments.
    pub unsure: FxHashSet<Symbol>,
}

/// All files of a root, read and linked.
pub struct Program {
    asts: Vec<Option<Arc<Ast>>>,
    pub groups: Vec<Group>,
    group_of: Vec<usize>,
}

impl Program {
    /// Reads the files; trees of files whose text is still shared with the earlier program are taken over.
    pub fn read(sources: &Sources, names: &Interner, earlier: Option<(&Sources, &Self)>) -> Self {
        let mut asts: Vec<Option<Arc<Ast>>> = vec![None; sources.id_bound()];
        for (file, source) in sources.iter() {
            let kept = earlier
                .filter(|(old, _)| old.shares_text(sources, file))
                .and_then(|(_, program)| program.asts.get(file.index())?.clone());
            asts[file.index()] = Some(kept.unwrap_or_else(|| Arc::new(parse(&source.text, names))));
        }
        let mut program = Self {
            group_of: vec![usize::MAX; asts.len()],
            asts,
            groups: Vec::new(),
        };
        for files in program.linked(sources) {
            let group = Group::new(&program, sources, names, files);
            for file in &group.files {
                program.group_of[file.index()] = program.groups.len();
            }
            program.groups.push(group);
        }
        program
    }

    pub fn ast(&self, file: FileId) -> &Ast {
        self.asts[file.index()]
            .as_deref()
            .expect("every file of the program was read")
    }

    pub fn group_of(&self, file: FileId) -> &Group {
        &self.groups[self.group_of[file.index()]]
    }

    pub fn function(&self, group: &Group, id: FunctionId) -> &Function {
        let (file, index) = group.functions[id];
        &self.ast(file).functions[index as usize]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &Ast)> {
        self.asts
            .iter()
            .enumerate()
            .filter_map(|(i, ast)| Some((FileId(i as u32), ast.as_deref()?)))
    }

    /// The files in groups, each group in the order of reading.
    fn linked(&self, sources: &Sources) -> Vec<Vec<FileId>> {
        let mut defined: FxHashMap<Symbol, Vec<FileId>> = FxHashMap::default();
        for (file, ast) in self.files() {
            for f in &ast.functions {
                defined.entry(f.name.symbol).or_default().push(file);
            }
        }
        let mut needs: FxHashMap<FileId, Vec<FileId>> = FxHashMap::default();
        for (file, ast) in self.files() {
            let own: FxHashSet<Symbol> = ast.functions.iter().map(|f| f.name.symbol).collect();
            let mut called: Vec<Symbol> = calls(ast).filter(|s| !own.contains(s)).collect();
            called.sort_unstable_by_key(|s| s.index());
            called.dedup();
            let mut from: Vec<FileId> = called
                .iter()
                .filter_map(|s| defined.get(s))
                .flatten()
                .copied()
                .collect();
            from.sort_unstable();
            from.dedup();
            needs.insert(file, from);
        }
        let mut files: Vec<FileId> = sources.iter().map(|(id, _)| id).collect();
        files.sort_by(|a, b| sources.path(*a).cmp(sources.path(*b)));
        let components = components(&files, &needs);
        components
            .into_iter()
            .map(|members| reading_order(&members, &needs))
            .collect()
    }
}

fn calls(ast: &Ast) -> impl Iterator<Item = Symbol> {
    ast.exprs.iter().filter_map(|e| match &e.kind {
        ExprKind::Call(name, _) => Some(name.symbol),
        _ => None,
    })
}

/// Files that need each other, directly or not, in the order of `files`.
fn components(files: &[FileId], needs: &FxHashMap<FileId, Vec<FileId>>) -> Vec<Vec<FileId>> {
    let mut neighbours: FxHashMap<FileId, Vec<FileId>> = FxHashMap::default();
    for (&file, from) in needs {
        for &other in from {
            neighbours.entry(file).or_default().push(other);
            neighbours.entry(other).or_default().push(file);
        }
    }
    let mut seen = FxHashSet::default();
    let mut list = Vec::new();
    for &file in files {
        let mut reached = FxHashSet::default();
        let mut open = vec![file];
        while let Some(f) = open.pop() {
            if seen.insert(f) {
                reached.insert(f);
                open.extend(neighbours.get(&f).into_iter().flatten());
            }
        }
        if !reached.is_empty() {
            let members = files.iter().copied().filter(|f| reached.contains(f));
            list.push(members.collect());
        }
    }
    list
}

/// Definitions before uses where that is possible, by path where it is not.
fn reading_order(members: &[FileId], needs: &FxHashMap<FileId, Vec<FileId>>) -> Vec<FileId> {
    let mut order = Vec::new();
    let mut left = members.to_vec();
    while !left.is_empty() {
        let ready = left.iter().position(|f| {
            let from = &needs[f];
            from.iter().all(|n| n == f || !left.contains(n))
        });
        order.push(left.remove(ready.unwrap_or(0)));
    }
    order
}

impl Group {
    fn new(program: &Program, sources: &Sources, names: &Interner, files: Vec<FileId>) -> Self {
        let mut functions = Vec::new();
        for &file in &files {
            let count = program.ast(file).functions.len() as u32;
            functions.extend((0..count).map(|i| (file, i)));
        }
        let mut by_name: FxHashMap<Symbol, Vec<FunctionId>> = FxHashMap::default();
        for (id, &(file, index)) in functions.iter().enumerate() {
            let symbol = program.ast(file).functions[index as usize].name.symbol;
            by_name.entry(symbol).or_default().push(id);
        }
        let label = files
            .iter()
            .map(|f| sources.path(*f))
            .min()
            .unwrap_or_default()
            .to_owned();
        let mut group = Self {
            label,
            functions,
            by_name,
            callees: Vec::new(),
            called_by_main: Vec::new(),
            effects: Vec::new(),
            unsure: FxHashSet::default(),
            files,
        };
        let resolved = |roots: Vec<(FileId, StmtId)>| {
            let mut ids: Vec<FunctionId> = roots
                .into_iter()
                .flat_map(|(file, stmt)| called(program.ast(file), stmt))
                .filter_map(|symbol| group.by_name.get(&symbol))
                .flatten()
                .copied()
                .collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let callees: Vec<_> = (0..group.functions.len())
            .map(|id| {
                let file = group.functions[id].0;
                let body = &program.function(&group, id).body;
                resolved(body.iter().map(|s| (file, *s)).collect())
            })
            .collect();
        let main = group.main_statements(program);
        let called_by_main = resolved(main.iter().map(|(file, s, _)| (*file, *s)).collect());
        group.callees = callees;
        group.called_by_main = called_by_main;
        group.unsure = group.unsure(program);
        group.effects = crate::effects::of_group(program, &group, sources, names);
        group
    }

    fn unsure(&self, program: &Program) -> FxHashSet<Symbol> {
        let mut unsure = FxHashSet::default();
        for (order, &file) in self.files.iter().enumerate() {
            let ast = program.ast(file);
            for expr in &ast.exprs {
                let ExprKind::Call(name, args) = &expr.kind else {
                    continue;
                };
                // Code in a function runs when that was read; code outside runs where it stands.
                let around = ast
                    .function_at(expr.span.start)
                    .map(|i| ast.functions[i].span.start);
                let here = (order, around.unwrap_or(expr.span.start));
                let is_sure = match self.definitions(name.symbol) {
                    &[id] => {
                        let function = program.function(self, id);
                        let (defined_in, _) = self.functions[id];
                        let read = self.files.iter().position(|f| *f == defined_in);
                        let fits = |(p, a): (&Decl, &ExprId)| {
                            p.is_array == matches!(ast.expr(*a).kind, ExprKind::WholeArray(_))
                        };
                        function.params.len() == args.len()
                            && function.params.iter().zip(args).all(fits)
                            && (read.unwrap_or(usize::MAX), function.span.end) <= here
                    }
                    _ => false,
                };
                if !is_sure {
                    unsure.insert(name.symbol);
                }
            }
        }
        unsure
    }

    /// The statements outside all functions, with their input line, in the order of reading.
    pub fn main_statements(&self, program: &Program) -> Vec<(FileId, StmtId, u32)> {
        let mut list = Vec::new();
        for &file in &self.files {
            for item in &program.ast(file).items {
                if let Item::Stmt(stmt, line) = item {
                    list.push((file, *stmt, *line));
                }
            }
        }
        list
    }

    /// The definitions that a call outside all functions at this place may mean: the last one read before it.
    pub fn definition_before(
        &self,
        program: &Program,
        symbol: Symbol,
        file: FileId,
        at: u32,
    ) -> Option<FunctionId> {
        let order = |f: FileId| self.files.iter().position(|x| *x == f);
        let here = (order(file), at);
        let all = self.by_name.get(&symbol)?;
        all.iter().copied().rfind(|&id| {
            let (f, _) = self.functions[id];
            (order(f), program.function(self, id).span.end) <= here
        })
    }

    pub fn callers(&self) -> Vec<Vec<FunctionId>> {
        let mut callers = vec![Vec::new(); self.functions.len()];
        for (caller, list) in self.callees.iter().enumerate() {
            for &callee in list {
                callers[callee].push(caller);
            }
        }
        callers
    }
}

/// The names called in a statement and everything in it.
fn called(ast: &Ast, stmt: StmtId) -> Vec<Symbol> {
    let mut list = Vec::new();
    let mut open = vec![stmt];
    while let Some(s) = open.pop() {
        open.extend(ast.children(s));
        for root in ast.expressions(s) {
            for e in ast.within(root) {
                if let ExprKind::Call(name, _) = &ast.expr(e).kind {
                    list.push(name.symbol);
                }
            }
        }
    }
    list
}
