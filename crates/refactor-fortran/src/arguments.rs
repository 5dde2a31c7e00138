//! Every header and call of a procedure, and how their argument lists are written anew.

use super::Fortran;
use super::ask::part;
use super::new_argument::NewArgument;
use reweave_lang_fortran::ast::{Arg, ExprKind, Ident, StmtKind};
use reweave_lang_fortran::table::{EntityId, EntityKind, Flags, Occurrence, StmtId, role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Run};
use reweave_text::{FileId, Span};

/// What becomes of the argument list: each new position's old one, or the new argument.
#[derive(Clone)]
pub enum Slot {
    Old(usize),
    New,
}

/// One call: where its arguments stand, and which dummy each is for.
pub struct Call {
    pub file: FileId,
    pub stmt: StmtId,
    /// From after the name to the closing parenthesis; empty where there are no parentheses.
    list: Span,
    /// By the position of the dummy.
    actuals: Vec<Option<Arg>>,
    names: Vec<Option<String>>,
}

pub struct Calls {
    pub headers: Vec<StmtId>,
    pub all: Vec<Call>,
    /// Why the signature is not the procedure's own affair.
    pub obstacles: Vec<(String, Interval)>,
}

impl Calls {
    pub fn of(run: &Run<'_, Fortran>, procedure: EntityId) -> Result<Self, BadInput> {
        let program = run.program();
        let mut found = Self {
            headers: Vec::new(),
            all: Vec::new(),
            obstacles: Vec::new(),
        };
        let count = program.entity(procedure).dummies.len();
        let views = program.namesakes(procedure);
        for &view in &views {
            let e = program.entity(view);
            if let Some(decl) = e
                .decl
                .filter(|_| e.flags.has(Flags::SEPARATE) || !e.parts.is_empty())
            {
                let message = "a separate procedure or a generic of this name shares its signature"
                    .to_owned();
                found
                    .obstacles
                    .push((message, Interval::new(decl.0, decl.1)));
            }
        }
        for o in views.iter().flat_map(|&v| program.occurrences_of(v)) {
            found.occurrence(run, procedure, count, o)?;
        }
        // Whoever takes it under another name calls it, too.
        for (i, e) in program.entities.iter().enumerate() {
            if e.kind == EntityKind::Alias
                && e.target.is_some_and(|t| views.contains(&program.leader(t)))
            {
                for o in program
                    .occurrences_of(EntityId(i as u32))
                    .filter(|o| o.role & role::DECLARE == 0)
                {
                    found.occurrence(run, procedure, count, o)?;
                }
            }
        }
        found.headers.sort_unstable();
        found.headers.dedup();
        Ok(found)
    }

    fn occurrence(
        &mut self,
        run: &Run<'_, Fortran>,
        procedure: EntityId,
        count: usize,
        o: &Occurrence,
    ) -> Result<(), BadInput> {
        let program = run.program();
        let at = Interval::new(o.file, o.span);
        match &program.stmt(o.stmt).kind {
            StmtKind::Procedure(header) if header.name.span == o.span => {
                // Another interface of the name with other arguments is not ours.
                if header.args.len() == count {
                    self.headers.push(o.stmt);
                }
                return Ok(());
            }
            StmtKind::Entry(_) => self
                .obstacles
                .push(("the procedure has another entry".to_owned(), at)),
            StmtKind::Use { .. }
            | StmtKind::End(..)
            | StmtKind::Import { .. }
            | StmtKind::EndInterface(_) => return Ok(()),
            StmtKind::Attribute { attribute, .. } => {
                if matches!(
                    run.names().text(attribute.name),
                    "public" | "private" | "external"
                ) {
                    return Ok(());
                }
            }
            StmtKind::Declaration(_) if o.role & role::DECLARE != 0 => return Ok(()),
            _ => {}
        }
        if o.role & role::WRITE != 0 && o.role & role::READ == 0 {
            // The result of a function is set under its own name.
            return Ok(());
        }
        let own_body = program.entity(procedure).body;
        let call = call_at(run, o).filter(|(_, args)| !is_result(run, procedure, o, args));
        match call {
            Some((list, args)) => {
                let (actuals, names) = matched(run, procedure, count, (o, &args))?;
                self.all.push(Call {
                    file: o.file,
                    stmt: o.stmt,
                    list,
                    actuals,
                    names,
                });
            }
            None if own_body
                .is_some_and(|b| program.is_within(program.placed(o.stmt).scope, b))
                && o.role & role::CALL == 0 =>
            {
                // The function's own name inside it: its result.
            }
            None => self.obstacles.push((
                "the procedure is used as a value, not called".to_owned(),
                at,
            )),
        }
        Ok(())
    }
}

/// The arguments of a call in the order of the dummies, and what the dummies are called there.
type Matched = (Vec<Option<Arg>>, Vec<Option<String>>);

fn matched(
    run: &Run<'_, Fortran>,
    procedure: EntityId,
    count: usize,
    (o, args): (&Occurrence, &[Arg]),
) -> Result<Matched, BadInput> {
    let program = run.program();
    // An interface may have names of its own for them.
    let seen = &program.entity(program.seen(o.entity)).dummies;
    let own = &program.entity(procedure).dummies;
    let dummies = if seen.len() == count { seen } else { own };
    let names: Vec<Option<String>> = dummies
        .iter()
        .map(|d| d.map(|d| run.names().text(program.entity(d).name).to_owned()))
        .collect();
    let mut actuals: Vec<Option<Arg>> = vec![None; count];
    for (i, arg) in args.iter().enumerate() {
        let position = match arg.keyword {
            Some(k) => names
                .iter()
                .position(|n| n.as_deref() == Some(run.names().text(k.name))),
            None => Some(i),
        };
        let Some(position) = position.filter(|&p| p < count) else {
            let words = "this call does not match the procedure; correct it first";
            return Err(BadInput::new(words).at(o.file, o.span));
        };
        actuals[position] = Some(*arg);
    }
    Ok((actuals, names))
}

/// Whether a function's own name stands for a part of its result inside it: an element of an array, or a substring.
fn is_result(run: &Run<'_, Fortran>, procedure: EntityId, o: &Occurrence, args: &[Arg]) -> bool {
    let program = run.program();
    let e = program.entity(procedure);
    let here = program.placed(o.stmt).scope;
    let is_inside = e.body.is_some_and(|b| program.is_within(here, b));
    let is_range = |a: &Arg| {
        let ast = program.ast(o.file);
        ast.is_some_and(|ast| matches!(ast.expr(a.value).kind, ExprKind::Range(_)))
    };
    is_inside && e.result.is_none() && (e.rank > 0 || args.iter().any(is_range))
}

/// The arguments of a call whose procedure's name is this occurrence.
fn call_at(run: &Run<'_, Fortran>, o: &Occurrence) -> Option<(Span, Vec<Arg>)> {
    let program = run.program();
    let ast = program.ast(o.file)?;
    let called = o.role & role::CALL != 0;
    for expr in &ast.exprs {
        if let ExprKind::Apply(base, args) = &expr.kind
            && matches!(&ast.expr(*base).kind, ExprKind::Name(name) if name.span == o.span)
        {
            return Some((Span::new(o.span.end, expr.span.end), args.clone()));
        }
    }
    called.then(|| (Span::at(o.span.end), Vec::new()))
}

/// The arguments of a header in their new order.
pub fn header_list(
    run: &Run<'_, Fortran>,
    header: StmtId,
    slots: &[Slot],
    new: Option<&str>,
) -> Result<(Interval, String), BadInput> {
    let program = run.program();
    let placed = program.placed(header);
    let StmtKind::Procedure(h) = &program.stmt(header).kind else {
        return Err(BadInput::new("the procedure has no header"));
    };
    let written = |argument: Ident| part(run, placed.file, header, argument.span);
    let parts: Vec<String> = slots
        .iter()
        .map(|slot| match slot {
            Slot::Old(i) => h.args[*i].map_or("*".to_owned(), written),
            Slot::New => new.unwrap_or_default().to_owned(),
        })
        .collect();
    let at = h.arg_list.unwrap_or(Span::at(h.name.span.end));
    let list = if parts.is_empty() && h.arg_list.is_none() {
        String::new()
    } else {
        format!("({})", parts.join(", "))
    };
    Ok((Interval::new(placed.file, at), list))
}

/// The arguments of a call in their new order. After the first that is left out or named, all must be named.
pub fn actual_list(
    run: &Run<'_, Fortran>,
    call: &Call,
    slots: &[Slot],
    new: Option<&NewArgument>,
) -> Result<(Interval, String), BadInput> {
    let written = |span: Span| part(run, call.file, call.stmt, span);
    let mut parts = Vec::new();
    let mut named = false;
    for slot in slots {
        let (name, value, keyword) = match slot {
            Slot::New => {
                let new = new.ok_or_else(|| BadInput::new("there is no new argument"))?;
                let value = new
                    .value
                    .clone()
                    .ok_or_else(|| BadInput::unclear("calls need value=… for the new argument"))?;
                (Some(new.name.clone()), value, false)
            }
            Slot::Old(i) => match &call.actuals[*i] {
                None => {
                    named = true;
                    continue;
                }
                Some(arg) => {
                    let ast = run
                        .program()
                        .ast(call.file)
                        .ok_or_else(|| BadInput::new("the call's file is gone"))?;
                    let value = written(ast.expr(arg.value).span);
                    let keyword = arg.keyword.map(|k| written(k.span));
                    (
                        keyword.or_else(|| call.names[*i].clone()),
                        value,
                        arg.keyword.is_some(),
                    )
                }
            },
        };
        named |= keyword;
        parts.push(match (named, name) {
            (true, Some(name)) => format!("{name}={value}"),
            (true, None) => {
                return Err(BadInput::new("a label cannot follow a named argument")
                    .at(call.file, call.list));
            }
            _ => value,
        });
    }
    let list = if parts.is_empty() && call.list.is_empty() {
        String::new()
    } else {
        format!("({})", parts.join(", "))
    };
    Ok((Interval::new(call.file, call.list), list))
}

impl Call {
    /// A function that the call runs for an argument and that would no longer run without it.
    pub fn side_effect(&self, run: &Run<'_, Fortran>, position: usize) -> Option<Interval> {
        let program = run.program();
        let arg = self.actuals.get(position).copied().flatten()?;
        let span = arg.span;
        program
            .of_statement(self.stmt)
            .find(|o| {
                let e = program.entity(program.real(o.entity));
                span.contains(o.span)
                    && matches!(
                        e.kind,
                        EntityKind::Procedure
                            | EntityKind::Generic
                            | EntityKind::Binding
                            | EntityKind::Component
                    )
                    && !e.flags.has(Flags::PURE)
                    && (e.kind != EntityKind::Component || e.interface.is_some())
            })
            .map(|o| Interval::new(o.file, o.span))
    }
}
