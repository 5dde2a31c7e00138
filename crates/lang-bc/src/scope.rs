//! What names mean. bc scopes dynamically: a name that a function does not declare means the variable of whichever caller
//! declares it, or the global one.

use crate::ast::{Ast, ExprKind, Item, Name, StmtId};
use crate::program::{FunctionId, Group, Program, Var};
use reweave_text::{FileId, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name in the text is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Function(Symbol),
    Variable(Var),
}

/// A name in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    pub file: FileId,
    pub span: Span,
    pub sort: Sort,
    /// The function around it; `None` outside all functions.
    pub within: Option<FunctionId>,
    /// It declares: a function's name, a parameter, an auto variable.
    pub is_declaration: bool,
}

/// What a variable's name may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Binding {
    /// The parameter or auto variable of this number of a function.
    Local(FunctionId, usize),
    Global,
}

/// The bindings of one group.
pub struct Scopes {
    pub occurrences: Vec<Occurrence>,
    /// For names that a function does not declare itself.
    free: FxHashMap<(FunctionId, Var), Vec<Binding>>,
}

impl Scopes {
    pub fn new(program: &Program, group: &Group) -> Self {
        let occurrences = occurrences(program, group);
        let callers = group.callers();
        let mut wanted: FxHashSet<(FunctionId, Var)> = FxHashSet::default();
        for o in &occurrences {
            if let (Sort::Variable(var), Some(f)) = (o.sort, o.within)
                && program
                    .function(group, f)
                    .declares(var.symbol, var.is_array)
                    .is_none()
            {
                wanted.insert((f, var));
            }
        }
        let mut free: FxHashMap<(FunctionId, Var), Vec<Binding>> = FxHashMap::default();
        for id in 0..group.functions.len() {
            for (number, decl) in program.function(group, id).decls().enumerate() {
                let var = Var::of(decl);
                for reached in group.sees(program, id, var) {
                    if wanted.contains(&(reached, var)) {
                        let list = free.entry((reached, var)).or_default();
                        list.push(Binding::Local(id, number));
                    }
                }
            }
        }
        for (&(f, var), list) in &mut free {
            if group.sees_global(program, &callers, f, var) {
                list.push(Binding::Global);
            }
        }
        Self { occurrences, free }
    }

    /// Everything that a variable's name may stand for, where it is written.
    pub fn bindings(
        &self,
        program: &Program,
        group: &Group,
        var: Var,
        within: Option<FunctionId>,
    ) -> Vec<Binding> {
        let Some(id) = within else {
            return vec![Binding::Global];
        };
        let own = program
            .function(group, id)
            .decls()
            .position(|d| Var::of(d) == var);
        match own {
            Some(number) => vec![Binding::Local(id, number)],
            None => self
                .free
                .get(&(id, var))
                .cloned()
                .unwrap_or_else(|| vec![Binding::Global]),
        }
    }

    /// The name at a caret: on it, or right behind it.
    pub fn at(&self, file: FileId, offset: u32) -> Option<&Occurrence> {
        let touches =
            |o: &&Occurrence| o.file == file && o.span.start <= offset && offset <= o.span.end;
        let mut found = self.occurrences.iter().filter(touches);
        let first = found.next()?;
        // Between two names that touch, the one that starts here is meant.
        Some(found.find(|o| o.span.start == offset).unwrap_or(first))
    }

    /// Every place at which the thing named at `o` is named, itself included, and whether the global variable is part of
    /// it. Names that may stand for several variables tie those together: they can only be renamed as one.
    pub fn same(
        &self,
        program: &Program,
        group: &Group,
        o: &Occurrence,
    ) -> (Vec<Occurrence>, bool) {
        let Sort::Variable(var) = o.sort else {
            let all = self.occurrences.iter().filter(|x| x.sort == o.sort);
            return (all.copied().collect(), false);
        };
        let named: Vec<(&Occurrence, Vec<Binding>)> = self
            .occurrences
            .iter()
            .filter(|x| x.sort == o.sort)
            .map(|x| (x, self.bindings(program, group, var, x.within)))
            .collect();
        let mut tied: FxHashSet<Binding> = self
            .bindings(program, group, var, o.within)
            .into_iter()
            .collect();
        loop {
            let before = tied.len();
            for (_, bindings) in &named {
                if bindings.iter().any(|b| tied.contains(b)) {
                    tied.extend(bindings);
                }
            }
            if tied.len() == before {
                break;
            }
        }
        let all = named
            .iter()
            .filter(|(_, b)| b.iter().any(|b| tied.contains(b)));
        (
            all.map(|(x, _)| **x).collect(),
            tied.contains(&Binding::Global),
        )
    }
}

impl Group {
    /// The functions in which a variable that `id` declares can be seen: those it calls, directly or not, up to where the
    /// name is declared anew.
    fn sees(&self, program: &Program, id: FunctionId, var: Var) -> Vec<FunctionId> {
        let mut seen = FxHashSet::default();
        let mut open = self.callees[id].clone();
        while let Some(f) = open.pop() {
            let declares = program.function(self, f).declares(var.symbol, var.is_array);
            if declares.is_none() && seen.insert(f) {
                open.extend(&self.callees[f]);
            }
        }
        let mut list: Vec<_> = seen.into_iter().collect();
        list.sort_unstable();
        list
    }

    /// Whether a function may run with the global variable in sight. A function that no one calls may be called from
    /// anywhere.
    fn sees_global(
        &self,
        program: &Program,
        callers: &[Vec<FunctionId>],
        id: FunctionId,
        var: Var,
    ) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![id];
        while let Some(f) = open.pop() {
            if !seen.insert(f) {
                continue;
            }
            if callers[f].is_empty() || self.called_by_main.contains(&f) {
                return true;
            }
            let passes = |c: &&FunctionId| {
                program
                    .function(self, **c)
                    .declares(var.symbol, var.is_array)
                    .is_none()
            };
            open.extend(callers[f].iter().filter(passes));
        }
        false
    }
}

fn occurrences(program: &Program, group: &Group) -> Vec<Occurrence> {
    let mut list = Vec::new();
    let mut id = 0;
    for &file in &group.files {
        let ast = program.ast(file);
        for item in &ast.items {
            match *item {
                Item::Stmt(stmt, _) => in_statement(ast, stmt, file, None, &mut list),
                Item::Function(index) => {
                    let function = &ast.functions[index as usize];
                    let mut declare = |name: Name, sort| {
                        list.push(Occurrence {
                            file,
                            span: name.span,
                            sort,
                            within: Some(id),
                            is_declaration: true,
                        });
                    };
                    declare(function.name, Sort::Function(function.name.symbol));
                    for decl in function.decls() {
                        declare(decl.name, Sort::Variable(Var::of(decl)));
                    }
                    for stmt in &function.body {
                        in_statement(ast, *stmt, file, Some(id), &mut list);
                    }
                    id += 1;
                }
            }
        }
    }
    list
}

fn in_statement(
    ast: &Ast,
    stmt: StmtId,
    file: FileId,
    within: Option<FunctionId>,
    list: &mut Vec<Occurrence>,
) {
    let mut open = vec![stmt];
    while let Some(s) = open.pop() {
        open.extend(ast.children(s).into_iter().rev());
        for root in ast.expressions(s) {
            for e in ast.within(root) {
                let expr = ast.expr(e);
                let (name, sort) = match &expr.kind {
                    ExprKind::Call(name, _) => (name, Sort::Function(name.symbol)),
                    ExprKind::Variable(name) => (name, variable(name, false)),
                    ExprKind::Element(name, _) | ExprKind::WholeArray(name) => {
                        (name, variable(name, true))
                    }
                    _ => continue,
                };
                list.push(Occurrence {
                    file,
                    span: name.span,
                    sort,
                    within,
                    is_declaration: false,
                });
            }
        }
    }
}

const fn variable(name: &Name, is_array: bool) -> Sort {
    Sort::Variable(Var {
        symbol: name.symbol,
        is_array,
    })
}
