//! What a range of text selects: an expression, or statements that follow each other.

use crate::Java;
use crate::edits::texts::code;
use crate::query::program::JavaProgram;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::Run;
use reweave_refactor::{BadInput, Target};
use reweave_text::{FileId, LineCol, LineIndex, Part, Span};

/// Code of one file that was selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    pub file: FileId,
    pub number: u32,
    pub code: Code,
    /// The selected text, without blanks around it: comments at its ends belong to it.
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Code {
    Expression(NodeId),
    /// At least one, side by side.
    Statements(Vec<NodeId>),
}

/// What stands in the range asked for, or the innermost expression at a caret.
pub fn selected(run: &Run<'_, Java>) -> Result<Selection, BadInput> {
    let (file, span) = if let Target::Range(file, span) = &run.request().target {
        let now = run.now(Interval::new(*file, *span));
        (now.file, now.span)
    } else {
        let (file, at) = run.caret()?;
        (file, Span::at(at))
    };
    selected_in(run, file, span)
}

/// What stands in a range of the text as it is now.
pub fn selected_in(
    run: &Run<'_, Java>,
    file: FileId,
    mut span: Span,
) -> Result<Selection, BadInput> {
    let program = run.program();
    let number = program
        .number(file)
        .ok_or_else(|| BadInput::new("this file was left out; name another"))?;
    let tree = &program.model(number).tree;
    let text = run.sources().text(file);
    let code = if span.is_empty() {
        at_caret(tree, span.start).map(Code::Expression)
    } else {
        in_range(tree, text, span).or_else(|| {
            span = without_end(text, span)?;
            in_range(tree, text, span).filter(|c| matches!(c, Code::Expression(_)))
        })
    };
    let code = code.ok_or_else(|| {
        BadInput::unclear(
            "the selection is neither an expression nor a list of whole statements; select one of \
             them from its first character to its last",
        )
        .at(file, span)
    })?;
    let span = match &code {
        Code::Expression(node) if span.is_empty() => tree.span(*node),
        _ => trimmed(text, span),
    };
    Ok(Selection {
        file,
        number,
        code,
        span,
    })
}

/// `FILE:LINE:COL-LINE:COL`, the end being the column after the last character.
pub fn range_named(run: &Run<'_, Java>, text: &str) -> Result<(FileId, Span), BadInput> {
    let place = || {
        let (rest, end) = text.trim().rsplit_once('-')?;
        let (rest, col) = rest.rsplit_once(':')?;
        let (path, line) = rest.rsplit_once(':')?;
        let (end_line, end_col) = end.split_once(':')?;
        let number = |t: &str| t.parse::<u32>().ok().filter(|n| *n > 0);
        let at = |line, col| {
            Some(LineCol {
                line: number(line)?,
                col: number(col)?,
            })
        };
        let file = run.sources().find(path)?;
        let source = run.sources().text(file);
        let index = LineIndex::new(source);
        let start = index.offset(source, at(line, col)?)?;
        let end = index.offset(source, at(end_line, end_col)?)?;
        (start <= end).then(|| (file, Span::new(start, end)))
    };
    place().ok_or_else(|| {
        BadInput::unclear(format!(
            "`{text}` is no place of the program; write it as FILE:LINE:COL-LINE:COL, counted from 1"
        ))
    })
}

/// The expression that is asked for; where it is the whole of a selected statement, that one's.
pub fn selected_expression(run: &Run<'_, Java>) -> Result<(FileId, u32, NodeId), BadInput> {
    let selection = selected(run)?;
    let program = run.program();
    let tree = &program.model(selection.number).tree;
    let unclear = |at: Span| {
        BadInput::unclear(
            "the selection is not an expression; select one from its first character to its last",
        )
        .at(selection.file, at)
    };
    let node = match selection.code {
        Code::Expression(node) => node,
        Code::Statements(all) => match all[..] {
            [one] if tree.kind(one) == Kind::ExprStmt => {
                let value = tree.child_in(one, Role::Value);
                value.ok_or_else(|| unclear(tree.span(one)))?
            }
            [first, ..] => return Err(unclear(tree.span(first))),
            [] => return Err(unclear(Span::at(0))),
        },
    };
    value_only(program, selection.number, node)
        .map_err(|b| b.at(selection.file, tree.span(node)))?;
    Ok((selection.file, selection.number, node))
}

/// Whether an expression stands for a value: no part of a name, no target, no type.
fn value_only(program: &JavaProgram, number: u32, node: NodeId) -> Result<(), BadInput> {
    use reweave_java_names::Decl;
    let tree = &program.model(number).tree;
    let parent = tree.parent(node).map(|p| tree.kind(p));
    let is_name = matches!(
        program.names.decl(number, node),
        Decl::Class(_) | Decl::Package(_) | Decl::Module(_)
    ) && matches!(tree.kind(node), Kind::Name | Kind::FieldAccess);
    if is_name {
        return Err(BadInput::unclear(
            "this names a type or package, which has no value; select an expression",
        ));
    }
    let is_target = (tree.role(node) == Role::Target)
        || (parent == Some(Kind::Update) && tree.role(node) == Role::Operand);
    if is_target {
        return Err(BadInput::unclear(
            "this is assigned to; select an expression that is read",
        ));
    }
    if matches!(
        tree.kind(node),
        Kind::Super | Kind::TypePattern | Kind::RecordPattern
    ) || tree.role(node) == Role::Pattern
    {
        return Err(BadInput::unclear("this has no value; select an expression"));
    }
    if tree
        .ancestors(node)
        .any(|a| tree.kind(a) == Kind::Annotation)
    {
        return Err(BadInput::unclear(
            "this stands in an annotation, which no statement computes; select an expression in a body",
        ));
    }
    let is_case = tree.role(node) == Role::Label;
    if is_case {
        return Err(BadInput::new(
            "a label of `case` must stay a constant; extract a constant instead",
        ));
    }
    Ok(())
}

/// What is selected before the `;` that ends a declaration or statement, of which only the value was meant.
fn without_end(text: &str, span: Span) -> Option<Span> {
    let selected = text.part(..span.end as usize);
    let last = code(selected, span.start as usize)
        .filter(|(_, c)| !c.is_whitespace())
        .last();
    let end = last.filter(|(_, c)| *c == ';').map(|(at, _)| at as u32)?;
    (span.start < end).then(|| Span::new(span.start, end))
}

fn trimmed(text: &str, span: Span) -> Span {
    let all = text.part(span.start as usize..span.end as usize);
    let before = all.len() - all.trim_start().len();
    let after = all.len() - all.trim_end().len();
    Span::new(span.start + before as u32, span.end - after as u32)
}

fn at_caret(tree: &Tree, at: u32) -> Option<NodeId> {
    let inner = tree.covering(Span::new(at, at + 1));
    let around = std::iter::once(inner).chain(tree.ancestors(inner));
    let mut around = around.take_while(|&n| !tree.kind(n).is_statement());
    around.find(|&n| tree.kind(n).is_expression())
}

fn in_range(tree: &Tree, text: &str, span: Span) -> Option<Code> {
    let around = tree.covering(span);
    let inside = |n: &NodeId| span.contains(tree.span(*n)) && !tree.span(*n).is_empty();
    let takes = |n: &NodeId| tree.kind(*n).is_expression() || tree.kind(*n).is_statement();
    let first = tree.descendants(around).find(|n| inside(n))?;
    if !takes(&first) {
        return None;
    }
    let parent = tree.parent(first).filter(|_| first != around);
    let all: Vec<NodeId> = match parent {
        Some(parent) => tree.children(parent).filter(inside).collect(),
        None => vec![first],
    };
    let (start, end) = (tree.span(first).start, tree.span(*all.last()?).end);
    let before = text.part(span.start as usize..start as usize);
    let after = text.part(end as usize..span.end as usize);
    if !is_blank(before) || !is_blank(after) {
        return None;
    }
    match all[..] {
        [one] if tree.kind(one).is_expression() => Some(Code::Expression(one)),
        _ if all.iter().all(|&n| tree.kind(n).is_statement()) && is_list(tree, &all) => {
            Some(Code::Statements(all))
        }
        _ => None,
    }
}

/// Whether statements can be taken out and put elsewhere: all stand in a block or a group of labels, or one is the body of something.
pub fn is_list(tree: &Tree, all: &[NodeId]) -> bool {
    let in_list = |n: NodeId| {
        let parent = tree.parent(n).map(|p| tree.kind(p));
        matches!(parent, Some(Kind::Block | Kind::Case))
    };
    let is_body = |n: NodeId| {
        let parent = tree.parent(n).map(|p| tree.kind(p));
        let of_statement = matches!(
            parent,
            Some(
                Kind::If | Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach | Kind::Labeled
            )
        );
        of_statement && matches!(tree.role(n), Role::Then | Role::Else | Role::Body)
    };
    all.iter().all(|&n| in_list(n)) || (all.len() == 1 && is_body(all[0]))
}

/// Whether there is nothing but blanks and comments.
pub fn is_blank(text: &str) -> bool {
    let has_text = text.contains(['"', '\'']);
    !has_text && code(text, 0).all(|(_, c)| c.is_whitespace())
}

/// Whether a statement may get another before it without more ado.
pub fn in_list(tree: &Tree, statement: NodeId) -> bool {
    use reweave_model::Node;
    let parent = tree.parent(statement);
    parent.is_some_and(|p| match tree.kind(p) {
        Kind::Block => true,
        Kind::Case => tree.node(p).flags & Node::ARROW == 0 && tree.role(statement) == Role::Body,
        _ => false,
    })
}

/// The callable, lambda, initializer or field around a node.
pub fn body_around(tree: &Tree, node: NodeId) -> Option<NodeId> {
    tree.ancestors(node).find(|&n| {
        matches!(
            tree.kind(n),
            Kind::Callable | Kind::Lambda | Kind::Initializer | Kind::Field | Kind::EnumConstant
        )
    })
}

/// The innermost node of a kind around a caret.
pub fn node_at(tree: &Tree, at: u32, kind: Kind) -> Option<NodeId> {
    let inner = tree.covering(Span::new(at, at + 1));
    let mut around = std::iter::once(inner).chain(tree.ancestors(inner));
    around.find(|&n| tree.kind(n) == kind)
}

/// A node that a request is for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub file: FileId,
    pub number: u32,
    pub node: NodeId,
}

/// The innermost node of some kind around the place asked for; `what` names the kind.
pub fn node_asked(
    run: &Run<'_, Java>,
    what: &str,
    is_wanted: impl Fn(&Tree, NodeId) -> bool,
) -> Result<Asked, BadInput> {
    let (file, span) = if let Target::Range(file, span) = &run.request().target {
        (*file, trimmed(run.sources().text(*file), *span))
    } else {
        let (file, at) = run.caret()?;
        (file, Span::new(at, at + 1))
    };
    let program = run.program();
    let number = program
        .number(file)
        .ok_or_else(|| BadInput::new("this file was left out; name another"))?;
    let tree = &program.model(number).tree;
    let inner = tree.covering(span);
    let mut around = std::iter::once(inner).chain(tree.ancestors(inner));
    let node = around.find(|&n| is_wanted(tree, n)).ok_or_else(|| {
        BadInput::unclear(format!("no {what} stands here; put the caret on one")).at(file, span)
    })?;
    Ok(Asked { file, number, node })
}
