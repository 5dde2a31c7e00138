//! Every string that spells a name.

use crate::by_name::{is_printed, strings_matter};
use crate::dynamic::Dynamic;
use crate::entity::{EntityKind, Place};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::program::Program;
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// The string literals that spell the name, where php could read them as one. Text that is only printed does not count,
/// nor does any in a program that takes no strings for names of this kind.
pub fn spelled(
    program: &Program,
    dynamics: &[Dynamic],
    kind: EntityKind,
    name: &str,
) -> Vec<Place> {
    let mut out = Vec::new();
    for (f, source) in program.files.iter().enumerate() {
        if !contains_ignoring_case(&source.text, name) {
            continue;
        }
        for id in source.tree.ids() {
            if !matches!(source.kind(id), Kind::StringContent | Kind::NowdocString) {
                continue;
            }
            if spells(source, id, kind, name)
                && !is_printed(source, id)
                && !is_global_key(source, id)
            {
                out.push(Place {
                    file: FileId(f as u32),
                    span: source.span(id),
                });
            }
        }
    }
    if !out.is_empty() && !strings_matter(program, dynamics, kind) {
        out.clear();
    }
    out
}

fn contains_ignoring_case(text: &str, name: &str) -> bool {
    let (text, name) = (text.as_bytes(), name.as_bytes());
    !name.is_empty()
        && text
            .windows(name.len())
            .any(|w| w.eq_ignore_ascii_case(name))
}

fn spells(source: &SourceFile, id: NodeId, kind: EntityKind, name: &str) -> bool {
    let text = source.text(id);
    let equal = |part: &str| {
        if kind.ignores_case() {
            part.eq_ignore_ascii_case(name)
        } else {
            part == name
        }
    };
    let is_key = is_array_key(source, id);
    // What a serialised object or a callable such as `C::m` is made of.
    let mut parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c as u32 >= 0x80));
    match kind {
        EntityKind::Variable | EntityKind::Label | EntityKind::Alias => false,
        EntityKind::Function => !is_key && text.rsplit('\\').next().is_some_and(equal),
        EntityKind::Method | EntityKind::ClassConstant | EntityKind::Constant => {
            let case = kind == EntityKind::ClassConstant && text.starts_with("E:");
            !is_key && text.rsplit([':', '\\']).next().is_some_and(equal)
                || case && parts.any(equal)
        }
        EntityKind::Property => {
            let serialised = text.contains(":\"") || text.contains(":{");
            equal(text) || (serialised && parts.any(equal))
        }
        EntityKind::Class | EntityKind::Namespace => {
            let serialised = text.contains(":\"") || text.contains(":{");
            let mut named = text.split("::").next().unwrap_or_default().split('\\');
            !is_key && (named.any(equal) || serialised && parts.any(equal))
        }
    }
}

fn is_array_key(source: &SourceFile, content: NodeId) -> bool {
    let Some(string) = source.parent(content) else {
        return false;
    };
    let Some(holder) = source.parent(string) else {
        return false;
    };
    match source.kind(holder) {
        Kind::Subscript => source.first_named(holder) != Some(string),
        Kind::ArrayElement => {
            source.named(holder).count() == 2 && source.first_named(holder) == Some(string)
        }
        _ => false,
    }
}

fn is_global_key(source: &SourceFile, content: NodeId) -> bool {
    source
        .parent(content)
        .and_then(|string| source.parent(string))
        .and_then(|holder| source.first_named(holder))
        .is_some_and(|array| source.text(array) == "$GLOBALS")
}
