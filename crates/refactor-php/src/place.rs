//! Finding what a caret or a range points at.

use reweave_lang_php::{Analysis, Kind, MemberId, MemberKind, SourceFile};
use reweave_syntax::NodeId;
use reweave_text::{FileId, Part, Span};

/// The method that the caret stands in or on.
pub fn method_at(analysis: &Analysis, file: FileId, offset: u32) -> Option<MemberId> {
    let program = &analysis.program;
    let source = program.file(file);
    let inner = source.tree.covering(Span::at(offset));
    let node = std::iter::once(inner)
        .chain(source.tree.ancestors(inner))
        .find(|&n| source.kind(n) == Kind::MethodDeclaration)?;
    (0..program.members.len() as u32).map(MemberId).find(|&m| {
        let member = program.member(m);
        member.kind == MemberKind::Method
            && member.node == node
            && program.class(member.class).file == file
    })
}

/// The whole of a declaration: with its doc comment, from the start of its line to the end of its last line.
pub fn whole_lines(source: &SourceFile, node: NodeId) -> Span {
    let text = &source.text;
    let mut start = source.span(node).start;
    if let Some(doc) = reweave_lang_php::doc_above(text, start)
        && text
            .part(doc.end as usize..start as usize)
            .matches('\n')
            .count()
            <= 1
    {
        start = doc.start;
    }
    let line_start = text.part(..start as usize).rfind('\n').map_or(0, |i| i + 1);
    if text.part(line_start..start as usize).trim().is_empty() {
        start = line_start as u32;
    }
    let mut end = source.span(node).end;
    let rest = text.part(end as usize..);
    let line_end = rest.find('\n').map_or(rest.len(), |i| i + 1);
    if rest.part(..line_end).trim().is_empty() && text.part(..start as usize).ends_with('\n') {
        end += line_end as u32;
    }
    Span::new(start, end)
}

/// The white space before the first word of the line that holds `offset`.
pub fn indent_at(text: &str, offset: u32) -> &str {
    let start = text
        .part(..offset as usize)
        .rfind('\n')
        .map_or(0, |i| i + 1);
    let line = text.part(start..);
    let len = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.part(..len)
}

/// The line break that the text uses.
pub fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Whether a node of this kind is a statement that runs.
pub fn is_statement(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Break
            | Kind::CompoundStatement
            | Kind::Continue
            | Kind::Do
            | Kind::Echo
            | Kind::EmptyStatement
            | Kind::Exit
            | Kind::ExpressionStatement
            | Kind::For
            | Kind::Foreach
            | Kind::FunctionStatic
            | Kind::GlobalDeclaration
            | Kind::Goto
            | Kind::If
            | Kind::NamedLabel
            | Kind::Return
            | Kind::Switch
            | Kind::Try
            | Kind::Unset
            | Kind::While
    )
}

/// Whether a node of this kind is an expression with a value.
pub fn is_expression(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::AnonymousFunction
            | Kind::ArrayCreation
            | Kind::ArrowFunction
            | Kind::Assignment
            | Kind::AugmentedAssignment
            | Kind::Binary
            | Kind::Boolean
            | Kind::Cast
            | Kind::ClassConstantAccess
            | Kind::Clone
            | Kind::Conditional
            | Kind::EncapsedString
            | Kind::ErrorSuppression
            | Kind::Float
            | Kind::FunctionCall
            | Kind::Heredoc
            | Kind::Integer
            | Kind::Match
            | Kind::MemberAccess
            | Kind::MemberCall
            | Kind::Name
            | Kind::Nowdoc
            | Kind::Null
            | Kind::NullsafeMemberAccess
            | Kind::NullsafeMemberCall
            | Kind::ObjectCreation
            | Kind::Parenthesized
            | Kind::QualifiedName
            | Kind::ScopedCall
            | Kind::ScopedPropertyAccess
            | Kind::String
            | Kind::Subscript
            | Kind::Unary
            | Kind::Variable
    )
}

/// The range without white space at its ends, nor a closing semicolon when `semicolon`.
pub fn trimmed(text: &str, span: Span, semicolon: bool) -> Span {
    let inner = span.text(text);
    let mut end = inner.trim_end();
    if semicolon {
        end = end.trim_end_matches(';').trim_end();
    }
    let start = inner.len() - inner.trim_start().len();
    Span::new(
        span.start + start as u32,
        span.start + end.len().max(start) as u32,
    )
}
