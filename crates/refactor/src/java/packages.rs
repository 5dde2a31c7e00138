//! Package names in text: statements, imports, qualified names, folders.

use super::program::JavaProgram;
use crate::step::Step;
use reweave_java_names::Decl;
use reweave_model::{Kind, NodeId, Role};
use reweave_text::{Sources, Span};

/// Gives a file another package statement, and its place in the folders where it had one that fits its package.
pub fn set_package(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    to: &str,
    step: &mut Step,
) {
    let model = program.model(number);
    let world = program.world();
    let file = program.id(number);
    let text = sources.text(file);
    let old = world.text(model.package);
    let tree = &model.tree;
    let statement = tree
        .children(NodeId::ROOT)
        .find(|&n| tree.kind(n) == Kind::Package);
    match statement {
        Some(node) if to.is_empty() => {
            let span = super::texts::whole_lines(text, tree.span(node), None);
            step.delete(program.interval(number, span));
        }
        Some(node) => {
            let start = tree.node(node).name_at;
            let end = text[start as usize..]
                .find(';')
                .map_or(tree.span(node).end, |i| start + i as u32);
            step.replace(program.interval(number, Span::new(start, end)), to);
        }
        None => step.insert(file, 0, format!("package {to};\n\n")),
    }
    let path = sources.path(file);
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let fits = old.replace('.', "/");
    let root = if fits.is_empty() {
        Some(folder)
    } else {
        folder
            .strip_suffix(&fits)
            .map(|r| r.trim_end_matches('/'))
            .filter(|r| r.is_empty() || folder.len() > r.len() + fits.len())
    };
    if let Some(root) = root {
        let parts = [root, &to.replace('.', "/"), name];
        let parts: Vec<&str> = parts.into_iter().filter(|p| !p.is_empty()).collect();
        step.move_file(file, parts.join("/"));
    }
}

/// The spans of package names that stand before a class in an import or a qualified name of a file: for each the class.
pub fn qualifiers(program: &JavaProgram, sources: &Sources, number: u32) -> Vec<(Span, Decl)> {
    let model = program.model(number);
    let tree = &model.tree;
    let world = program.world();
    let text = sources.text(program.id(number));
    let mut found = Vec::new();
    for segment in program.names.segments(number) {
        let start = tree.node(segment.node).name_at;
        let outer = match segment.decl {
            Decl::Class(c) => world.info(c).outer,
            _ => None,
        };
        if outer.is_none() && start < segment.at {
            found.push((Span::new(start, segment.at - 1), segment.decl));
        }
    }
    for node in tree.descendants(NodeId::ROOT) {
        let qualifier = match tree.kind(node) {
            Kind::TypeName => tree.child_in(node, Role::Qualifier),
            Kind::FieldAccess => tree.child_in(node, Role::Receiver),
            _ => continue,
        };
        let Some(qualifier) = qualifier else { continue };
        let decl = program.names.decl(number, node);
        let is_package = matches!(program.names.decl(number, qualifier), Decl::Package(_));
        if is_package && matches!(decl, Decl::Class(_)) {
            found.push((tree.span(qualifier), decl));
        }
    }
    for used in program.names.module_uses(number, text) {
        let Decl::Class(class) = used.decl else {
            continue;
        };
        let before = &text[..used.span.start as usize];
        if world.info(class).outer.is_none() && before.ends_with('.') {
            let package = world.text(world.class(class).package);
            let end = used.span.start - 1;
            let start = end.saturating_sub(package.len() as u32);
            found.push((Span::new(start, end), used.decl));
        }
    }
    found.retain(|(span, _)| span.end as usize <= text.len());
    found.sort_by_key(|f| f.0);
    found.dedup_by_key(|f| f.0);
    found
}
