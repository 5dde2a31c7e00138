//! Names that the resolver does not follow: full names of types and packages in strings and in files beside the sources, and names
//! of files that lie beside a class. They are warned about, place by place.

use super::Java;
use crate::run::Run;
use reweave_java_names::Decl;
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_text::Span;

/// More places than these are not listed.
const MOST: usize = 20;

/// Warns about each string, and each place in a file beside the sources, that holds a full name.
pub fn warn_about_full_name(run: &mut Run<'_, Java>, name: &str) {
    let strings = strings_with(run, name);
    for at in strings.into_iter().take(MOST) {
        run.warn("string", format!("a string holds the name `{name}`"), &[at]);
    }
    warn_beside(run, name);
}

/// Warns about places in files beside the sources.
pub fn warn_beside(run: &mut Run<'_, Java>, name: &str) {
    let mut found = Vec::new();
    for (path, text) in run.around().beside.iter() {
        let last = path.rsplit('/').next().unwrap_or(path);
        if !words(last, name).is_empty() {
            found.push(format!("the file {path} bears the name `{name}`"));
        }
        for (line, text) in (1..).zip(text.lines()) {
            for at in words(text, name) {
                let column = text[..at].chars().count() + 1;
                found.push(format!("{path}:{line}:{column} holds the name `{name}`"));
            }
        }
    }
    for message in found.into_iter().take(MOST) {
        run.warn("string", format!("{message}; it stays as it is"), &[]);
    }
}

/// Warns about files that are looked for beside the classes of some files, which go to another package.
pub fn warn_about_resources(run: &mut Run<'_, Java>, moved: &[u32]) {
    const LOOKS: [&str; 2] = ["getResource", "getResourceAsStream"];
    let program = run.program();
    let world = program.world();
    let mut found = Vec::new();
    for number in program.numbers() {
        let tree = &program.model(number).tree;
        let text = run.sources().text(program.id(number));
        let of_moved = |class: NodeId| {
            let ty = tree.child_in(class, Role::Type);
            let named = ty.map(|t| program.names.decl(number, t));
            matches!(named, Some(Decl::Class(c))
                if world.class(c).origin.file().is_some_and(|f| moved.contains(&f)))
        };
        let is_here = moved.contains(&number);
        for call in tree.descendants(NodeId::ROOT) {
            let is_look = tree.kind(call) == Kind::Call
                && LOOKS.contains(&world.text(tree.sym(call)))
                && matches!(program.names.decl(number, call), Decl::Method(m)
                    if world.class_key(world.method(m).owner) == "java/lang/Class");
            let receiver = tree.child_in(call, Role::Receiver);
            let is_moved = match receiver {
                Some(r) if tree.kind(r) == Kind::ClassLiteral => of_moved(r),
                _ => is_here,
            };
            let name = tree.child_in(call, Role::Argument);
            let is_full = name.is_some_and(|n| tree.span(n).text(text).starts_with("\"/"));
            if is_look && is_moved && !is_full {
                found.push(program.token(number, call));
            }
        }
    }
    for at in found.into_iter().take(MOST) {
        let message = "a file is looked for in the folder of the class; it must go along";
        run.warn("resource", message, &[at]);
    }
}

fn strings_with(run: &Run<'_, Java>, name: &str) -> Vec<Interval> {
    let program = run.program();
    let last = name.rsplit('.').next().unwrap_or(name);
    let mut found = Vec::new();
    for number in program.files_with(run.sources(), last) {
        let tree = &program.model(number).tree;
        let text = run.sources().text(program.id(number));
        for node in tree.descendants(NodeId::ROOT) {
            if tree.kind(node) == Kind::Str {
                let span = tree.span(node);
                for at in words(span.text(text), name) {
                    let start = span.start + at as u32;
                    let word = Span::new(start, start + name.len() as u32);
                    found.push(program.interval(number, word));
                }
            }
        }
    }
    found
}

/// Where a dotted name stands in a text, with dots or slashes, and not as a part of longer words or of a longer name's end.
fn words(text: &str, name: &str) -> Vec<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let slashed = name.replace('.', "/");
    let mut found: Vec<usize> = Vec::new();
    for form in [name, slashed.as_str()] {
        for (at, _) in text.match_indices(form) {
            let before = text[..at].chars().next_back();
            let after = text[at + form.len()..].chars().next();
            let inside = before.is_some_and(|c| is_word(c) || c == '.' || c == '$')
                || after.is_some_and(is_word);
            if !inside && !found.contains(&at) {
                found.push(at);
            }
        }
    }
    found.sort_unstable();
    found
}
