//! Turning pairs into findings: places and wordings in one place.

use crate::describe;
use crate::diff::Diff;
use crate::report::{ElementKind, Evidence, Finding, Location};
use crate::types::RefactoringType;
use crate::variables::Var;
use crate::view::{Attr, Method, Ty, View};
use reweave_matching::{BodyMatch, ReplacementKind};
use reweave_model::NodeId;
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

/// The statement pairs of a match, with their replacements.
pub fn evidence(diff: &Diff<'_>, before: u32, after: u32, body: &BodyMatch<'_>) -> Vec<Evidence> {
    let text = |view: &View<'_>, file: u32, nodes: &[NodeId], kind: ReplacementKind| {
        let tree = view.tree(file);
        let words: Vec<String> = nodes
            .iter()
            .map(|&n| {
                if kind == ReplacementKind::Type {
                    describe::type_text(tree, &view.program.names, n)
                } else {
                    view.text(tree.sym(n)).to_string()
                }
            })
            .collect();
        words.join(", ")
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
                .map(|r| {
                    (
                        text(&diff.before, before, &r.before, r.kind),
                        text(&diff.after, after, &r.after, r.kind),
                    )
                })
                .collect(),
        })
        .collect()
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
    }
}
