//! Turning pairs into findings: places and wordings in one place.

use crate::RefactoringType;
use crate::describe;
use crate::diff::Diff;
use crate::report::{ElementKind, Evidence, Finding, Location, Replaced};
use crate::variables::Var;
use crate::view::{Attr, Method, Ty, View};
use reweave_matching::{Body, BodyMatch, Mapping, StmtId, value_of};
use reweave_model::{Kind, NodeId, Role, Tree, code_text};
use reweave_text::Span;

pub fn type_at(view: &View<'_>, ty: Ty, role: &'static str) -> Location {
    Location {
        file: ty.file,
        span: view.tree(ty.file).span(view.ty(ty).node),
        element: ElementKind::Type,
        role,
        code: view.qualified(ty).to_string(),
    }
}

pub fn method_at(view: &View<'_>, method: Method, role: &'static str) -> Location {
    Location {
        file: method.file,
        span: view.tree(method.file).span(view.method(method).node),
        element: ElementKind::Method,
        role,
        code: describe::method(view, method),
    }
}

pub fn attr_at(view: &View<'_>, attr: Attr, role: &'static str) -> Location {
    let field = view.attr(attr);
    let tree = view.tree(attr.file);
    // From the name to the end of the initialiser: one declaration may declare several.
    let name_at = tree.node(field.node).name_at;
    let name_end = name_at + view.text(field.name).len() as u32;
    let end = field.init.map_or(name_end, |init| tree.span(init).end);
    Location {
        file: attr.file,
        span: Span::new(name_at, end),
        element: if field.enum_constant {
            ElementKind::EnumConstant
        } else {
            ElementKind::Field
        },
        role,
        code: describe::attr_variable(view, attr),
    }
}

pub fn var_at(view: &View<'_>, var: &Var, role: &'static str) -> Location {
    Location {
        file: var.file,
        span: view.tree(var.file).span(var.node),
        element: if var.is_param() {
            ElementKind::Parameter
        } else {
            ElementKind::LocalVariable
        },
        role,
        code: var.text(view),
    }
}

pub fn code_at(view: &View<'_>, file: u32, node: NodeId, role: &'static str) -> Location {
    let tree = view.tree(file);
    Location {
        file,
        span: tree.span(node),
        element: if tree.kind(node).is_statement() {
            ElementKind::Statement
        } else {
            ElementKind::Expression
        },
        role,
        code: String::new(),
    }
}

/// The pairs of a match that a reader would call the same code. `return x;` beside the statement that gave `x` its value is
/// paired for what it replaced, but it says nothing of that statement.
pub fn same_code<'b>(body: &'b BodyMatch<'_>) -> impl Iterator<Item = &'b Mapping> {
    let returns_name = |body: &Body<'_>, id| {
        let node = body.stmt(id).node;
        body.stmt(id).kind == Kind::Return
            && value_of(body.tree, node).is_none_or(|c| {
                let kind = body.tree.kind(c);
                kind == Kind::Name || kind.is_literal()
            })
    };
    body.mappings.iter().filter(move |m| {
        let (a, b) = (body.before.stmt(m.before), body.after.stmt(m.after));
        a.kind == b.kind
            || !returns_name(&body.before, m.before) && !returns_name(&body.after, m.after)
    })
}

/// One side of a pair: where a condition became a statement of another kind, the condition.
pub fn statement_at(
    view: &View<'_>,
    file: u32,
    (body, id): (&Body<'_>, StmtId),
    other: Kind,
    role: &'static str,
) -> Location {
    let stmt = body.stmt(id);
    let condition = body.tree.child_in(stmt.node, Role::Condition);
    match condition.filter(|_| stmt.kind == Kind::If && other != Kind::If) {
        Some(condition) => code_at(view, file, condition, role),
        None => code_at(view, file, stmt.node, role),
    }
}

/// The statement pairs of a match, with their replacements.
pub fn evidence(diff: &Diff<'_>, before: u32, after: u32, body: &BodyMatch<'_>) -> Vec<Evidence> {
    let text = |view: &View<'_>, file: u32, nodes: &[NodeId]| {
        let tree = view.tree(file);
        let texts = nodes.iter().map(|&n| replaced_text(view, tree, n));
        texts.collect::<Vec<String>>().join(", ")
    };
    let at = |view: &View<'_>, file: u32, nodes: &[NodeId]| {
        let spans = nodes.iter().map(|&n| view.tree(file).span(n));
        spans.reduce(Span::cover).map(|s| (file, s))
    };
    body.mappings
        .iter()
        .map(|m| Evidence {
            before: Some((
                before,
                body.before.tree.span(body.before.stmt(m.before).node),
            )),
            after: Some((after, body.after.tree.span(body.after.stmt(m.after).node))),
            replacements: m
                .replacements
                .iter()
                .map(|r| Replaced {
                    old: text(&diff.before, before, &r.before),
                    new: text(&diff.after, after, &r.after),
                    before: at(&diff.before, before, &r.before),
                    after: at(&diff.after, after, &r.after),
                })
                .collect(),
        })
        .collect()
}

/// The code of a node; of a declaration only the name, which is what was replaced in it.
fn replaced_text(view: &View<'_>, tree: &Tree, node: NodeId) -> String {
    match tree.kind(node) {
        Kind::VarDecl | Kind::Param => view.text(tree.sym(node)).to_string(),
        _ => code_text(tree, node, &view.program.names),
    }
}

/// A finding of one type against another, with the word that stands between their names.
pub fn of_types(
    diff: &Diff<'_>,
    kind: RefactoringType,
    word: &str,
    (before, left): (Ty, &'static str),
    (after, right): (Ty, &'static str),
) -> Finding {
    let names = (diff.before.qualified(before), diff.after.qualified(after));
    finding(
        kind,
        &format!("{} {word} {}", names.0, names.1),
        vec![type_at(&diff.before, before, left)],
        vec![type_at(&diff.after, after, right)],
    )
}

pub fn finding(
    kind: RefactoringType,
    rest: &str,
    left: Vec<Location>,
    right: Vec<Location>,
) -> Finding {
    Finding {
        kind,
        description: format!("{} {rest}", kind.name()),
        left,
        right,
        evidence: Vec::new(),
        left_over: None,
        weighed: None,
    }
}
