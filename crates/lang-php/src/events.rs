//! What an expression does to variables, in the order in which php evaluates it.

use crate::entity::{EntityId, Place};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::program::Program;
use crate::variables::{VariableRole, by_reference, is_destructured, role};
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// A read or write of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub variable: EntityId,
    pub place: Place,
    pub reads: bool,
    pub writes: bool,
    /// It may be skipped, or changes only a part: what was there before may still be there.
    pub partly: bool,
}

/// The events of a subtree that belong to its own scope. Closures count as reads of what they capture.
pub fn events(program: &Program, file: FileId, root: NodeId) -> Vec<Event> {
    let source = program.file(file);
    let scope = program.scope_at(file, root);
    let mut out: Vec<(u32, Event)> = Vec::new();
    for id in source.tree.descendants(root) {
        if source.kind(id) != Kind::Variable || role(source, id) != VariableRole::Variable {
            continue;
        }
        let Some((name, span)) = source.variable_name(id) else {
            continue;
        };
        let inner = program.scope_at(file, id);
        let captured = inner != scope;
        if captured && program.home_scope(inner, name) != program.home_scope(scope, name) {
            continue;
        }
        let Some(variable) = program.variable_in(inner, name) else {
            continue;
        };
        let (reads, writes, part) = if captured {
            let by_ref = source.parent_kind(id) == Kind::ByRef;
            (true, by_ref, true)
        } else {
            access(program, file, source, id)
        };
        let event = Event {
            variable,
            place: crate::entity::Place { file, span },
            reads,
            writes,
            partly: part || is_conditional(source, root, id),
        };
        out.push((order(source, root, id, writes && !reads), event));
    }
    out.sort_by_key(|(at, _)| *at);
    out.into_iter().map(|(_, e)| e).collect()
}

/// Whether the variable is read, written, and written only in part.
fn access(program: &Program, file: FileId, source: &SourceFile, id: NodeId) -> (bool, bool, bool) {
    let Some(parent) = source.parent(id) else {
        return (true, false, false);
    };
    let left = source.is_field(id, |f| f.left);
    match source.kind(parent) {
        Kind::Assignment if left => (false, true, false),
        Kind::ReferenceAssignment => (!left, true, !left),
        Kind::AugmentedAssignment if left => (true, true, false),
        Kind::Update => (true, true, false),
        Kind::SimpleParameter | Kind::VariadicParameter | Kind::PromotedParameter => {
            (false, true, false)
        }
        Kind::CatchClause | Kind::StaticVariable | Kind::GlobalDeclaration => (false, true, false),
        Kind::Unset => (false, true, false),
        Kind::ListLiteral => (false, true, false),
        Kind::ArrayElement if is_destructured(source, parent) => (false, true, false),
        Kind::ArrayElement => (true, false, false),
        Kind::Foreach => {
            let subject = source.first_named(parent) == Some(id);
            (subject, !subject, false)
        }
        Kind::Pair => (false, true, false),
        Kind::ByRef => (true, true, true),
        Kind::Argument if by_reference(program, file, source, parent) => (true, true, true),
        Kind::Subscript | Kind::MemberAccess => {
            let base = source.first_named(parent) == Some(id);
            (
                true,
                base && is_written(program, file, source, parent),
                true,
            )
        }
        _ => (true, false, false),
    }
}

/// Whether an element or member is set through this node: `$x[1] = …`, `$x[1][2]++`, `f($x[1])` by reference.
fn is_written(program: &Program, file: FileId, source: &SourceFile, id: NodeId) -> bool {
    let mut at = id;
    for up in source.tree.ancestors(id) {
        let first = source.first_named(up) == Some(at);
        match source.kind(up) {
            Kind::Subscript | Kind::MemberAccess if first => at = up,
            Kind::Assignment | Kind::AugmentedAssignment => return source.is_field(at, |f| f.left),
            Kind::ReferenceAssignment
            | Kind::Update
            | Kind::Unset
            | Kind::ByRef
            | Kind::ListLiteral => return true,
            Kind::Argument => return by_reference(program, file, source, up),
            Kind::ArrayElement => return is_destructured(source, up),
            Kind::Foreach => return !first,
            _ => return false,
        }
    }
    false
}

/// Where in the order of evaluation: by position, but a plain write comes after what it is set to.
fn order(source: &SourceFile, root: NodeId, id: NodeId, write: bool) -> u32 {
    let here = source.span(id).start;
    if !write {
        return here;
    }
    let end = source.tree.span(root);
    let mut at = id;
    for up in source.tree.ancestors(id) {
        if !end.contains(source.span(up)) {
            break;
        }
        if matches!(
            source.kind(up),
            Kind::Assignment | Kind::ReferenceAssignment
        ) && source.is_field(at, |f| f.left)
        {
            return source.span(up).end;
        }
        if !matches!(
            source.kind(up),
            Kind::ListLiteral | Kind::ArrayCreation | Kind::ArrayElement | Kind::Subscript
        ) {
            break;
        }
        at = up;
    }
    here
}

/// Whether evaluation of `root` may pass `id` by.
pub fn is_conditional(source: &SourceFile, root: NodeId, id: NodeId) -> bool {
    let mut at = id;
    for up in source.tree.ancestors(id) {
        if at == root {
            return false;
        }
        match source.kind(up) {
            Kind::Binary => {
                let lazy = matches!(
                    source.operator(up).to_ascii_lowercase().as_str(),
                    "&&" | "||" | "and" | "or" | "??"
                );
                if lazy && !source.is_field(at, |f| f.left) {
                    return true;
                }
            }
            Kind::AugmentedAssignment
                if source.operator(up) == "??=" && source.is_field(at, |f| f.right) =>
            {
                return true;
            }
            Kind::Conditional if !source.is_field(at, |f| f.condition) => return true,
            Kind::MatchBlock => return true,
            Kind::NullsafeMemberAccess | Kind::NullsafeMemberCall
                if !source.is_field(at, |f| f.object) =>
            {
                return true;
            }
            Kind::ErrorSuppression => {}
            _ => {}
        }
        at = up;
    }
    false
}
