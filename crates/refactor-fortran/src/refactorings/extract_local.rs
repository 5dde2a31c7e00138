//! Extract Local Variable: gives an expression a name; it is computed once, right before the statement it stood in.
//!
//! ```before
//! program p
//!   implicit none
//!   integer :: n
//!   n = 3
//!   print *, 1 + $0n * 2$0
//! end program p
//! ```
//! ```with
//! name=twice
//! ```
//! ```after
//! program p
//!   implicit none
//!   integer :: n
//!   integer :: twice
//!   n = 3
//!   twice = n * 2
//!   print *, 1 + twice
//! end program p
//! ```
//!
//! The expression must be a scalar whose type is certain, or `type=` says it. It must be evaluated exactly once, before
//! anything else of its statement can change its operands; so it is refused in the condition of a loop or of ELSE IF,
//! behind `.and.` and `.or.`, where the statement calls functions that are not pure, where the variable itself and not
//! its value is wanted (a pointer's target, an argument that may be changed, an optional one), and in constants.

use crate::Fortran;
use crate::ask::{Edits, declaration_place, indent_of, legal_name, new_line, part, whole_lines};
use reweave_lang_fortran::Context;
use reweave_lang_fortran::ast::{DoControl, ExprId, ExprKind, FileAst, Stmt, StmtKind};
use reweave_lang_fortran::table::{EntityKind, Flags, StmtId, role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Part, Span};

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "extract-local-variable",
    file: include_str!("extract_local.rs"),
    params: &[
        Param::required("name", "the new variable's name"),
        Param::optional("type", "its type, where it is not certain: real(8)"),
    ],
    perform,
};

/// Intrinsics that look at a thing rather than at its value, or want a constant.
const INQUIRIES: &str = " allocated associated bit_size c_loc c_funloc digits epsilon extends_type_of huge is_contiguous kind lbound \
    len loc maxexponent minexponent null present precision radix range rank reshape same_type_as selected_char_kind \
    selected_int_kind selected_real_kind shape size sizeof storage_size tiny transfer ubound c_sizeof merge cmplx real int \
    logical char achar repeat spread ";

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let (file, range) = run.range()?;
    let name = run.param("name")?;
    legal_name(name)?;
    let found = Selected::new(run, file, range)?;
    let ty = found.ty(run)?;
    for (message, at) in found.obstacles(run) {
        run.refuse("value", message, &[Interval::new(file, at)]);
    }
    let statement = run.program().stmt(found.stmt).clone();
    let text = run.sources().text(file);
    let lines = whole_lines(text, statement.span);
    if !text
        .part(lines.start as usize..statement.span.start as usize)
        .trim()
        .is_empty()
        || statement.label.is_some()
    {
        let message =
            "the statement has a label or shares its line; give it a line of its own first";
        return Err(BadInput::new(message).at(file, statement.span).into());
    }
    let expression = part(run, file, found.stmt, found.span);
    let indent = indent_of(run, file, statement.span.start);
    declare(run, &found, &format!("{ty} :: {name}"))?;
    let now = run.now(Interval::new(file, statement.span));
    let place = run.now(Interval::new(file, found.span));
    let start = whole_lines(run.sources().text(file), now.span).start;
    let mut edits = Edits::new();
    edits.replace(
        file,
        Span::at(start),
        new_line(run, file, &format!("{indent}{name} = {expression}")),
    );
    edits.replace(file, place.span, name);
    let mut step = Step::new("compute it before", "N>=->@ T<=->@ C>=@ D>=@");
    // The statement counts as affected with what comes before it: what reached the one must reach the other.
    step.affect(Interval::new(file, Span::new(start, now.span.end)));
    edits.into_step(run, &mut step);
    run.step(&step)
}

/// Declares the variable in the unit, and sees that the statement will find it there.
fn declare(run: &mut Run<'_, Fortran>, found: &Selected, declaration: &str) -> Result<(), Stop> {
    let program = run.program();
    let scope = program.placed(found.stmt).scope;
    let unit = program.unit_scope(scope);
    let span = program.stmt(found.stmt).span;
    let (file, at, indent) = declaration_place(run, unit).ok_or_else(|| {
        BadInput::new("there is no line of its own for a declaration; part the statements first")
            .at(found.file, span)
    })?;
    let name = declaration
        .rsplit(' ')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let symbol = run.names().intern(&name);
    // A second declaration may add to the first instead of standing against it: a type for a procedure, for one.
    let taken = program.lookup(unit, symbol);
    if let Some(at) = taken
        .map(|e| program.entity(e))
        .filter(|e| e.scope == unit)
        .and_then(|e| e.decl)
    {
        let message = format!("`{name}` is already declared here");
        run.refuse("name", message, &[Interval::new(at.0, at.1)]);
    }
    let mut step = Step::new("declare the variable", "N>=-> T C D");
    let line = new_line(run, file, &format!("{indent}{declaration}"));
    step.insert(file, at, line);
    run.step(&step)?;
    let program = run.program();
    let hidden = program
        .lookup(scope, symbol)
        .is_none_or(|e| program.entity(e).scope != unit);
    if hidden {
        let message = format!("`{name}` means something else here");
        run.refuse("name", message, &[Interval::new(found.file, span)]);
    }
    Ok(())
}

/// The expression that was selected, and the statement it stands in.
struct Selected {
    file: FileId,
    stmt: StmtId,
    id: ExprId,
    span: Span,
}

impl Selected {
    fn new(run: &Run<'_, Fortran>, file: FileId, range: Span) -> Result<Self, BadInput> {
        let program = run.program();
        let text = run.sources().text(file);
        let chosen = range.text(text);
        let start = range.start + (chosen.len() - chosen.trim_start().len()) as u32;
        let span = Span::new(start, start + chosen.trim().len() as u32);
        let wrong = |why: &str| BadInput::new(why.to_owned()).at(file, range);
        let stmt = program
            .statement_around(file, span)
            .ok_or_else(|| BadInput::unclear("no statement holds this range").at(file, range))?;
        if program.is_masked(stmt) {
            return Err(wrong("nothing else can be put into a WHERE or FORALL"));
        }
        let ast = program
            .ast(file)
            .ok_or_else(|| wrong("this file holds no Fortran"))?;
        let mut ids = (0..ast.exprs.len() as u32)
            .map(ExprId)
            .filter(|&i| ast.expr(i).span == span);
        let id = ids
            .next()
            .ok_or_else(|| wrong("this is no whole expression; select one"))?;
        Ok(Self {
            file,
            stmt,
            id,
            span,
        })
    }

    /// The type as it will be declared.
    fn ty(&self, run: &Run<'_, Fortran>) -> Result<String, BadInput> {
        let program = run.program();
        let ast = program
            .ast(self.file)
            .ok_or_else(|| BadInput::new("this file holds no Fortran"))?;
        let context = Context {
            program,
            sources: run.sources(),
            names: run.names(),
            ast,
            file: self.file,
            scope: program.placed(self.stmt).scope,
        };
        let inferred = context.scalar(self.id).map(|s| s.text);
        match (run.optional("type"), inferred) {
            (Some(given), _) => Ok(given.trim_end().trim_end_matches("::").trim().to_owned()),
            (None, Some(inferred)) => Ok(inferred),
            (None, None) => {
                let message =
                    "the type of this expression is not certain, or it is no scalar; give type=…";
                Err(BadInput::new(message).at(self.file, self.span))
            }
        }
    }

    /// Why the value before the statement need not be the value in it.
    fn obstacles(&self, run: &Run<'_, Fortran>) -> Vec<(String, Span)> {
        let program = run.program();
        let Some(ast) = program.ast(self.file) else {
            return Vec::new();
        };
        let stmt = program.stmt(self.stmt);
        let mut found = Vec::new();
        if !evaluated_first(ast, stmt, self.span) {
            found.push((
                "the expression is not evaluated once, before the rest of its statement".to_owned(),
                stmt.span,
            ));
        }
        for around in ast.exprs.iter().filter(|e| {
            e.span.contains(self.span) && e.span != self.span && stmt.span.contains(e.span)
        }) {
            found.extend(obstacle_around(run, ast, around, self.span).map(|m| (m, around.span)));
        }
        for o in program
            .of_statement(self.stmt)
            .filter(|o| o.file == self.file)
        {
            let e = program.entity(program.real(o.entity));
            let called = matches!(
                e.kind,
                EntityKind::Procedure | EntityKind::Generic | EntityKind::Binding
            ) || e.kind == EntityKind::Component && e.interface.is_some();
            let subroutine = o.role & role::CALL != 0;
            if called && !e.flags.has(Flags::PURE) && !subroutine && o.role & role::WRITE == 0 {
                found.push((
                    "the statement calls a function that may change what the expression reads"
                        .to_owned(),
                    o.span,
                ));
            }
            if !self.span.contains(o.span) {
                continue;
            }
            if o.role & (role::WRITE | role::MAY_WRITE) != 0 {
                found.push((
                    "the variable itself, not its value, is wanted here".to_owned(),
                    o.span,
                ));
            }
            if e.flags.has(Flags::OPTIONAL) || e.flags.has(Flags::UNRULY) {
                found.push((
                    "the value may not be there, or may change by itself".to_owned(),
                    o.span,
                ));
            }
            if (e.flags.has(Flags::POINTER) || e.flags.has(Flags::ALLOCATABLE))
                && o.span == self.span
            {
                found.push((
                    "a pointer or allocatable, not its value, may be wanted here".to_owned(),
                    o.span,
                ));
            }
        }
        found.dedup();
        found
    }
}

/// Whether a part of a statement is evaluated exactly once, whenever the statement is, and before it does anything.
fn evaluated_first(ast: &FileAst, stmt: &Stmt, span: Span) -> bool {
    let within = |id: ExprId| ast.expr(id).span.contains(span);
    match &stmt.kind {
        StmtKind::Assignment(left, right) => {
            within(*right) || within(*left) && ast.expr(*left).span != span
        }
        StmtKind::Call(what) => within(*what) && ast.expr(*what).span != span,
        StmtKind::If(condition, _) | StmtKind::IfThen(condition) => within(*condition),
        StmtKind::Io(io) => {
            let verb_writes = io.items.iter().any(|&i| within(i));
            verb_writes && !matches!(stmt.kind, StmtKind::Unknown(_))
        }
        StmtKind::Select { on, .. } => on.name.is_none() && within(on.selector),
        StmtKind::Do {
            control: DoControl::Count { bounds, .. },
            ..
        } => bounds.iter().any(|&b| within(b)),
        StmtKind::Return(Some(value)) => within(*value),
        StmtKind::ComputedGoto(_, value) | StmtKind::ArithmeticIf(value, _) => within(*value),
        _ => false,
    }
}

/// What stands around the expression and forbids to take it out.
fn obstacle_around(
    run: &Run<'_, Fortran>,
    ast: &FileAst,
    around: &reweave_lang_fortran::ast::Expr,
    span: Span,
) -> Option<String> {
    let names = run.names();
    match &around.kind {
        ExprKind::Binary(op, left, _) if matches!(names.text(op.text), ".and." | ".or.") => {
            // The left side is always looked at.
            (!ast.expr(*left).span.contains(span))
                .then(|| "it is evaluated only if the other operand does not decide".to_owned())
        }
        ExprKind::ImpliedDo(_) => {
            Some("it is evaluated once for each turn of an implied DO".to_owned())
        }
        ExprKind::Apply(base, args) => {
            let ExprKind::Name(name) = ast.expr(*base).kind else {
                return None;
            };
            let word = format!(" {} ", names.text(name.name));
            let direct = args.iter().any(|a| a.span.contains(span));
            (direct && INQUIRIES.contains(&word))
                .then(|| format!("{} may want the thing itself, or a constant", word.trim()))
        }
        ExprKind::Complex(..) => Some("the parts of a complex literal are constants".to_owned()),
        ExprKind::Literal(..) => Some("a kind must be a constant".to_owned()),
        ExprKind::Array(Some(_), _) => Some("a type in a constructor wants constants".to_owned()),
        ExprKind::Conditional(..) => Some("it is evaluated only when it is chosen".to_owned()),
        _ => None,
    }
}
