//! Expressions whose meaning depends on the class they stand in, though they do not name it.

use crate::file::SourceFile;
use crate::grammar::Kind;
use reweave_syntax::NodeId;
use reweave_text::Span;

/// Functions that look at the class they are called from.
const ASKING: &[&str] = &[
    "array_map",
    "array_filter",
    "array_walk",
    "call_user_func",
    "call_user_func_array",
    "constant",
    "defined",
    "forward_static_call",
    "forward_static_call_array",
    "get_class_methods",
    "get_class_vars",
    "get_mangled_object_vars",
    "get_object_vars",
    "is_callable",
    "iterator_apply",
    "method_exists",
    "preg_replace_callback",
    "property_exists",
    "uasort",
    "uksort",
    "usort",
];

/// The token of an expression whose meaning depends on the class it stands in without naming it.
pub(super) fn scope_sensitive(source: &SourceFile, id: NodeId) -> Option<Span> {
    let computed = |field: Option<NodeId>| {
        field
            .filter(|&n| source.kind(n) != Kind::Name)
            .map(|n| source.span(n))
    };
    match source.kind(id) {
        Kind::FunctionCall => {
            let function = source.field(id, |f| f.function)?;
            let arguments = source.field(id, |f| f.arguments)?;
            let name = source
                .text(function)
                .trim_start_matches('\\')
                .to_ascii_lowercase();
            let bare = source.first_named(arguments).is_none();
            let asks = ASKING.contains(&name.as_str())
                || bare && matches!(name.as_str(), "get_class" | "get_parent_class");
            let open = source.span(arguments).start;
            asks.then(|| Span::new(open, open + 1))
        }
        Kind::Foreach => source.tree.children(id).next().map(|t| source.span(t)),
        Kind::Clone => source.tree.children(id).next().map(|t| source.span(t)),
        Kind::MemberAccess
        | Kind::MemberCall
        | Kind::NullsafeMemberAccess
        | Kind::NullsafeMemberCall => computed(source.field(id, |f| f.name)),
        _ => None,
    }
}
