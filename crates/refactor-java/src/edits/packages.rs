//! Package names in text: statements, imports, qualified names, folders.

use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, NodeId, Role};
use reweave_refactor::Step;
use reweave_text::{Part, Sources, Span};

/// Gives a file another package statement, and its place in the folders where it had one that fits its package.
pub fn set_package(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    to: &str,
    step: &mut Step,
) {
    set_statement(program, sources, number, to, step);
    let path = sources.path(program.id(number));
    let name = path.rsplit('/').next().unwrap_or(path);
    set_folder(program, sources, (number, name), to, step);
}

/// Gives a file its place in the folders of a package under a name, where it had one that fits its package.
pub fn set_folder(
    program: &JavaProgram,
    sources: &Sources,
    (number, name): (u32, &str),
    to: &str,
    step: &mut Step,
) {
    let file = program.id(number);
    let old = program.world().text(program.model(number).package);
    if let Some(root) = root_of(sources.path(file), old) {
        let parts = [root, &to.replace('.', "/"), name];
        let parts: Vec<&str> = parts.into_iter().filter(|p| !p.is_empty()).collect();
        step.move_file(file, parts.join("/"));
    }
}

/// Gives a file another package statement.
pub fn set_statement(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    to: &str,
    step: &mut Step,
) {
    let model = program.model(number);
    let file = program.id(number);
    let text = sources.text(file);
    let tree = &model.tree;
    let statement = tree
        .children(NodeId::ROOT)
        .find(|&n| tree.kind(n) == Kind::Package);
    match statement {
        Some(node) if to.is_empty() => {
            let span = crate::edits::texts::whole_lines(text, tree.span(node), None);
            step.delete(program.interval(number, span));
        }
        Some(node) => {
            let start = tree.node(node).name_at;
            let end = text
                .part(start as usize..)
                .find(';')
                .map_or(tree.span(node).end, |i| start + i as u32);
            step.replace(program.interval(number, Span::new(start, end)), to);
        }
        None => step.insert(file, 0, format!("package {to};\n\n")),
    }
}

/// The folder below which a file lies in the folders of its package, if it does.
pub fn root_of<'p>(path: &'p str, package: &str) -> Option<&'p str> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let fits = package.replace('.', "/");
    if fits.is_empty() {
        return Some(folder);
    }
    folder
        .strip_suffix(&fits)
        .map(|r| r.trim_end_matches('/'))
        .filter(|r| r.is_empty() || folder.len() > r.len() + fits.len())
}

/// The spans of package names that stand before a class in an import, a qualified name or a link of a file: for each the class.
/// Documentation is read only where it has the name of the package.
pub fn qualifiers(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    package: &str,
) -> Vec<(Span, Decl)> {
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
    let mut unread = program.names.module_uses(number, text);
    if model
        .comments
        .iter()
        .any(|c| c.text(text).contains(package))
    {
        unread.extend(program.names.doc_uses(number, text));
    }
    for used in unread {
        let Decl::Class(class) = used.decl else {
            continue;
        };
        let package = world.text(world.class(class).package);
        let before = text.part(..used.span.start as usize).strip_suffix('.');
        let is_full = before.is_some_and(|b| b.ends_with(package));
        if world.info(class).outer.is_none() && is_full {
            let end = used.span.start - 1;
            found.push((Span::new(end - package.len() as u32, end), used.decl));
        }
    }
    found.retain(|(span, _)| span.end as usize <= text.len());
    found.sort_by_key(|f| f.0);
    found.dedup_by_key(|f| f.0);
    found
}

/// Puts a package before top-level types that documentation names without one, where `package` tells one.
pub fn qualify_links(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    package: impl Fn(ClassId) -> Option<String>,
    step: &mut Step,
) {
    let text = sources.text(program.id(number));
    for used in program.names.doc_uses(number, text) {
        let Decl::Class(class) = used.decl else {
            continue;
        };
        let is_simple = !text.part(..used.span.start as usize).ends_with('.');
        let is_top = program.world().info(class).outer.is_none();
        if let Some(package) = package(class).filter(|p| is_simple && is_top && !p.is_empty()) {
            step.insert(program.id(number), used.span.start, format!("{package}."));
        }
    }
}
