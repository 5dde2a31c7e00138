//! What bc itself would refuse: syntax errors, and what names decide.

use crate::ast::{Ast, Decl, ExprId, ExprKind, Function, StmtKind};
use crate::edges::LIBRARY;
use crate::program::{Group, Program};
use reweave_text::{FileId, Interner, Span, Symbol};
use rustc_hash::FxHashSet;

/// Something that bc would complain about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    pub code: &'static str,
    pub is_syntax: bool,
    pub message: String,
    pub file: FileId,
    pub span: Span,
}

/// All complaints, by file and place.
pub fn complaints(program: &Program, names: &Interner) -> Vec<Complaint> {
    let mut list = Vec::new();
    for (file, ast) in program.files() {
        let mut add = |code, is_syntax, message: String, span| {
            list.push(Complaint {
                code,
                is_syntax,
                message,
                file,
                span,
            });
        };
        for error in &ast.errors {
            add(
                "syntax",
                true,
                format!("syntax error: {}", error.message),
                error.span,
            );
        }
        for function in &ast.functions {
            for (code, decl) in twice(function) {
                add(
                    code,
                    false,
                    format!("{} is declared twice", names.text(decl.name.symbol)),
                    decl.name.span,
                );
            }
        }
        let group = program.group_of(file);
        for id in 0..ast.exprs.len() {
            if let ExprKind::Call(name, args) = &ast.exprs[id].kind {
                let called = Called {
                    program,
                    group,
                    ast,
                    names,
                };
                if let Some((code, message)) = called.complaint(name.symbol, args) {
                    add(code, false, message, name.span);
                }
            }
        }
        for (name, span) in void_values(program, group, ast) {
            let message = format!("{} gives no value", names.text(name));
            add("void-value", false, message, span);
        }
    }
    list.sort_by_key(|c| (c.file, c.span));
    list
}

/// Parameters and autos that share their name with an earlier one.
fn twice(function: &Function) -> Vec<(&'static str, &Decl)> {
    let decls: Vec<&Decl> = function.decls().collect();
    let repeats = |(i, d): &(usize, &&Decl)| {
        decls[..*i]
            .iter()
            .any(|e| e.name.symbol == d.name.symbol && e.is_array == d.is_array)
    };
    decls
        .iter()
        .enumerate()
        .filter(repeats)
        .map(|(_, d)| ("declared-twice", *d))
        .collect()
}

struct Called<'a> {
    program: &'a Program,
    group: &'a Group,
    ast: &'a Ast,
    names: &'a Interner,
}

impl Called<'_> {
    fn complaint(&self, symbol: Symbol, args: &[ExprId]) -> Option<(&'static str, String)> {
        let name = self.names.text(symbol);
        let definitions = self.group.definitions(symbol);
        if definitions.is_empty() {
            let is_library = LIBRARY.contains(&name);
            return (!is_library).then(|| {
                (
                    "undefined-function",
                    format!("function {name} is not defined"),
                )
            });
        }
        let fits = |params: &[Decl]| {
            let is_array = |e: &ExprId| matches!(self.ast.expr(*e).kind, ExprKind::WholeArray(_));
            params.len() == args.len()
                && params
                    .iter()
                    .zip(args)
                    .all(|(p, a)| p.is_array == is_array(a))
        };
        let none = !definitions
            .iter()
            .any(|&id| fits(&self.program.function(self.group, id).params));
        none.then(|| {
            (
                "arguments",
                format!("the arguments do not fit function {name}"),
            )
        })
    }
}

/// Calls of void functions where a value is wanted.
fn void_values(program: &Program, group: &Group, ast: &Ast) -> Vec<(Symbol, Span)> {
    let alone: FxHashSet<usize> = ast
        .stmts
        .iter()
        .filter_map(|s| match s.kind {
            StmtKind::Expr(e) => Some(e.0 as usize),
            _ => None,
        })
        .collect();
    let mut list = Vec::new();
    for (id, expr) in ast.exprs.iter().enumerate() {
        if let ExprKind::Call(name, _) = &expr.kind
            && group.is_void(program, name.symbol)
            && !alone.contains(&id)
        {
            list.push((name.symbol, name.span));
        }
    }
    list
}
