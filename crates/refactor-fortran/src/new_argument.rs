//! A new argument as a user gives it: a declaration, and the value that calls pass.

use super::Fortran;
use super::arguments::Calls;
use super::ask::legal_name;
use reweave_lang_fortran::ast::{BaseType, ExprKind, Literal, StmtKind};
use reweave_lang_fortran::table::EntityId;
use reweave_lang_fortran::{Form, parse};
use reweave_refactor::{BadInput, Run};

pub struct NewArgument {
    pub name: String,
    pub declaration: String,
    pub value: Option<String>,
    base: BaseType,
    kind: Option<Literal>,
    has_kind: bool,
}

/// What a declaration without a type begins with.
const FIRST: &[&str] = &[
    "intent",
    "dimension",
    "optional",
    "pointer",
    "target",
    "allocatable",
    "value",
];

/// The attributes that a dummy argument may have.
const ATTRIBUTES: &[&str] = &[
    "dimension",
    "intent(in)",
    "intent(out)",
    "intent(inout)",
    "optional",
    "pointer",
    "target",
    "allocatable",
    "value",
    "contiguous",
    "volatile",
    "asynchronous",
];

/// Reads `integer, intent(in) :: n`; without a type it is real.
pub fn parse_new(
    run: &Run<'_, Fortran>,
    declaration: &str,
    value: Option<&str>,
) -> Result<NewArgument, BadInput> {
    let wrong = || {
        BadInput::unclear(format!(
            "`{declaration}` declares no argument: give it as `integer, intent(in) :: n`"
        ))
    };
    let names = run.names();
    let (attributes, name) = declaration.rsplit_once("::").ok_or_else(wrong)?;
    let name = name.trim();
    legal_name(name.split('(').next().unwrap_or(name).trim())?;
    let attributes = attributes.trim();
    let typed = format!("{attributes} :: {name}");
    let untyped = format!("real, {attributes} :: {name}");
    let written = attributes.to_ascii_lowercase();
    let starts_with_attribute = FIRST.iter().any(|w| written.starts_with(w));
    let text = if starts_with_attribute {
        untyped
    } else {
        typed
    };
    let ast = parse(&text, Form::Free, names);
    let [stmt] = ast.stmts.as_slice() else {
        return Err(wrong());
    };
    let StmtKind::Declaration(decl) = &stmt.kind else {
        return Err(wrong());
    };
    let [entity] = decl.entities.as_slice() else {
        return Err(wrong());
    };
    if entity.init.is_some()
        || decl
            .attributes
            .iter()
            .any(|a| !ATTRIBUTES.contains(&names.text(a.name)))
    {
        return Err(wrong());
    }
    let pointer = decl
        .attributes
        .iter()
        .any(|a| names.text(a.name) == "pointer");
    let kind = match value {
        Some(value) => literal(run, value, &decl.ty.base, pointer)?,
        None => None,
    };
    let value = value.map(|v| {
        if pointer && v.trim().eq_ignore_ascii_case("null") {
            "null()".to_owned()
        } else {
            v.trim().to_owned()
        }
    });
    Ok(NewArgument {
        name: names.text(entity.name.name).to_owned(),
        declaration: text,
        value,
        base: decl.ty.base,
        kind,
        has_kind: !decl.ty.args.is_empty(),
    })
}

/// Reads the value; a literal must suit the type.
fn literal(
    run: &Run<'_, Fortran>,
    value: &str,
    base: &BaseType,
    pointer: bool,
) -> Result<Option<Literal>, BadInput> {
    let wrong = |why: &str| BadInput::unclear(format!("`{value}` cannot be passed: {why}"));
    let text = format!("x = {value}");
    let ast = parse(&text, Form::Free, run.names());
    let [stmt] = ast.stmts.as_slice() else {
        return Err(wrong("it is not an expression"));
    };
    let StmtKind::Assignment(_, id) = stmt.kind else {
        return Err(wrong("it is not an expression"));
    };
    match &ast.expr(id).kind {
        ExprKind::Name(name) if run.names().text(name.name) == "null" && !pointer => {
            Err(wrong("only a pointer can be null"))
        }
        ExprKind::Literal(literal, _) => {
            let suits = match literal {
                Literal::Integer => matches!(
                    base,
                    BaseType::Integer
                        | BaseType::Real
                        | BaseType::DoublePrecision
                        | BaseType::Complex
                        | BaseType::DoubleComplex
                ),
                Literal::Real | Literal::Double => matches!(
                    base,
                    BaseType::Real
                        | BaseType::DoublePrecision
                        | BaseType::Complex
                        | BaseType::DoubleComplex
                ),
                Literal::Logical => matches!(base, BaseType::Logical),
                Literal::Character => matches!(base, BaseType::Character),
                Literal::Boz => true,
            };
            if suits {
                Ok(Some(*literal))
            } else {
                Err(wrong("it is of another type"))
            }
        }
        _ => Ok(None),
    }
}

impl NewArgument {
    /// With calls, the value must be of the very type: an implicit interface converts nothing.
    pub fn check(
        &self,
        run: &Run<'_, Fortran>,
        procedure: EntityId,
        calls: &Calls,
    ) -> Result<(), BadInput> {
        let _ = (run, procedure);
        if calls.all.is_empty() {
            return Ok(());
        }
        let exact = match (self.kind, self.base) {
            (None, _) => true,
            (Some(Literal::Integer), BaseType::Integer)
            | (Some(Literal::Real), BaseType::Real)
            | (Some(Literal::Double), BaseType::DoublePrecision) => {
                !self.has_kind || self.value.as_deref().is_some_and(|v| v.contains('_'))
            }
            (Some(Literal::Logical), BaseType::Logical) => !self.has_kind,
            (Some(Literal::Character), BaseType::Character) => true,
            _ => false,
        };
        if exact {
            return Ok(());
        }
        let value = self.value.as_deref().unwrap_or_default();
        Err(BadInput::new(format!(
            "`{value}` is not of the argument's type, and calls convert nothing; write it in that type"
        )))
    }
}
