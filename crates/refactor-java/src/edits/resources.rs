//! Files that lie beside the classes of a package: they go along when its folder gets another name, and where a class looks for
//! one that does not, that is warned about.

use crate::Java;
use crate::edits::by_text::Follow;
use crate::edits::packages::root_of;
use crate::query::program::JavaProgram;
use reweave_java_names::Decl;
use reweave_model::{Kind, NodeId, Role};
use reweave_refactor::Run;
use reweave_text::Part;
use std::collections::BTreeSet;

/// The folder beside one of sources that holds what goes with them, as Maven and Gradle lay out projects.
const LAYOUT: (&str, &str) = ("java", "resources");

/// Gives the files in the folders of a package, and of those below it that go along, their place in the new ones. `moved` are
/// the sources of these packages, `renamed` tells the new name of each. What a string names by its full path stays, unless strings follow.
pub fn take_along(
    run: &mut Run<'_, Java>,
    moved: &[u32],
    from: &str,
    renamed: impl Fn(&str) -> Option<String>,
) {
    let program = run.program();
    let world = program.world();
    let packages: BTreeSet<&str> = program
        .numbers()
        .map(|n| world.text(program.model(n).package))
        .collect();
    let roots = roots(run, moved);
    let strings = if Follow::asked(run) == Follow::All {
        Vec::new()
    } else {
        strings_with(run, from)
    };
    let mut after = run.beside().clone();
    let mut left = Vec::new();
    for (id, file) in run.beside().iter() {
        let gone = roots.iter().find_map(|root| {
            let inside = below(&file.path, root)?;
            let (package, rest) = nearest(&packages, inside)?;
            Some((root, inside, rest, renamed(package)?))
        });
        let Some((root, inside, rest, package)) = gone else {
            continue;
        };
        let path = joined(&[root, &package.replace('.', "/"), rest]);
        let why = if is_named_in_full(&strings, inside) {
            "a string names it by its full path (text=full changes both)".to_owned()
        } else if after.find(&path).is_some() || run.sources().find(&path).is_some() {
            format!("{path} exists already")
        } else {
            after.set_path(id, path);
            continue;
        };
        left.push(format!("{} stays where it is: {why}", file.path));
    }
    run.set_beside(after);
    for message in left {
        run.warn("resource", message, &[]);
    }
}

/// The folders below which the sources lie in folders of their packages, and those for what goes with them.
fn roots(run: &Run<'_, Java>, moved: &[u32]) -> BTreeSet<String> {
    let program = run.program();
    let mut roots = BTreeSet::new();
    for &number in moved {
        let package = program.world().text(program.model(number).package);
        let path = run.sources().path(program.id(number));
        let Some(root) = root_of(path, package) else {
            continue;
        };
        let (parent, last) = root.rsplit_once('/').unwrap_or(("", root));
        if last == LAYOUT.0 {
            roots.insert(joined(&[parent, LAYOUT.1]));
        }
        roots.insert(root.to_owned());
    }
    roots
}

fn joined(parts: &[&str]) -> String {
    let parts = parts.iter().filter(|p| !p.is_empty());
    parts.copied().collect::<Vec<_>>().join("/")
}

/// The rest of a path below a folder.
fn below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    match folder {
        "" => Some(path),
        folder => path.strip_prefix(folder)?.strip_prefix('/'),
    }
}

/// The package whose folder a file lies in or below, and the rest of the path: folders that are no packages belong to the one
/// around them.
fn nearest<'a, 'p>(packages: &BTreeSet<&'a str>, path: &'p str) -> Option<(&'a str, &'p str)> {
    let ends = path.match_indices('/').map(|(at, _)| at).rev();
    ends.into_iter().find_map(|end| {
        let package = path.part(..end).replace('/', ".");
        let found = packages.get(package.as_str())?;
        Some((*found, path.part(end + 1..)))
    })
}

/// The strings that hold the name of a package, with dots or slashes.
fn strings_with(run: &Run<'_, Java>, package: &str) -> Vec<String> {
    let program = run.program();
    let slashed = package.replace('.', "/");
    let last = package.rsplit('.').next().unwrap_or(package);
    let mut found = Vec::new();
    for number in program.files_with(run.sources(), last) {
        let tree = &program.model(number).tree;
        let text = run.sources().text(program.id(number));
        let strings = tree.descendants(NodeId::ROOT);
        let strings = strings.filter(|&n| tree.kind(n) == Kind::Str);
        let strings = strings.map(|n| tree.span(n).text(text));
        let held = strings.filter(|s| s.contains(package) || s.contains(&slashed));
        found.extend(held.map(str::to_owned));
    }
    found
}

/// Whether one of the strings names a file by its full path, or as a bundle of its package: `/a/b/x.txt`, `a.b.Messages`.
fn is_named_in_full(strings: &[String], path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split(['.', '_']).next().unwrap_or(name);
    let start = path.part(..path.len() - name.len() + stem.len());
    let dotted = start.replace('/', ".");
    let holds = |string: &str, form: &str| {
        string.match_indices(form).any(|(at, _)| {
            let before = string.part(..at).chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.')
        })
    };
    let mut strings = strings.iter();
    strings.any(|s| holds(s, start) || holds(s, &dotted))
}

/// Tells of files that are looked for beside the classes of some files, which go to another package: refuses where they are known
/// to stay, and warns where they are not known to go along.
pub fn tell_of_looks(run: &mut Run<'_, Java>, moved: &[u32]) {
    let program = run.program();
    let (mut lost, mut open) = (Vec::new(), Vec::new());
    for number in program.files_with_word(&LOOKS) {
        let tree = &program.model(number).tree;
        for call in tree.descendants(NodeId::ROOT) {
            let is_look = tree.kind(call) == Kind::Call && is_look(program, number, call);
            if is_look && let Some(from) = looked_from(program, number, call, moved) {
                match fate(run, number, call, from) {
                    Fate::Found => {}
                    Fate::Lost => lost.push(program.token(number, call)),
                    Fate::Unknown => open.push(program.token(number, call)),
                }
            }
        }
    }
    let message = "a file is looked for in the folder of the class, and does not go along";
    run.refuse_each("resource", message, lost);
    let message = "a file is looked for in the folder of the class; it must go along";
    run.warn_each("resource", message, open);
}

/// What becomes of a file that is looked for.
enum Fate {
    Found,
    Lost,
    Unknown,
}

/// The methods of a class that look for a file.
const LOOKS: [&str; 2] = ["getResource", "getResourceAsStream"];

fn is_look(program: &JavaProgram, number: u32, call: NodeId) -> bool {
    let world = program.world();
    LOOKS.contains(&world.text(program.model(number).tree.sym(call)))
        && matches!(program.names.decl(number, call), Decl::Method(m)
            if world.class_key(world.method(m).owner) == "java/lang/Class")
}

/// The file of the class beside which a file is looked for, if that is one of those that move.
fn looked_from(program: &JavaProgram, number: u32, call: NodeId, moved: &[u32]) -> Option<u32> {
    let tree = &program.model(number).tree;
    let receiver = tree.child_in(call, Role::Receiver);
    let file = match receiver.filter(|&r| tree.kind(r) == Kind::ClassLiteral) {
        Some(literal) => {
            let ty = tree.child_in(literal, Role::Type)?;
            match program.names.decl(number, ty) {
                Decl::Class(c) => program.world().class(c).origin.file()?,
                _ => return None,
            }
        }
        None => number,
    };
    moved.contains(&file).then_some(file)
}

/// A full path is found again, which no folder of a class matters to, and so is a file that goes along.
fn fate(run: &Run<'_, Java>, number: u32, call: NodeId, from: u32) -> Fate {
    let program = run.program();
    let tree = &program.model(number).tree;
    let text = run.sources().text(program.id(number));
    let Some(name) = tree.child_in(call, Role::Argument) else {
        return Fate::Unknown;
    };
    let written = tree.span(name).text(text);
    if written.starts_with("\"/") {
        return Fate::Found;
    }
    let Some(name) = written.strip_prefix('"').and_then(|w| w.strip_suffix('"')) else {
        return Fate::Unknown;
    };
    let package = program.world().text(program.model(from).package);
    let places = roots(run, &[from]).into_iter();
    let went = places.filter_map(|root| {
        let path = joined(&[&root, &package.replace('.', "/"), name]);
        let was = run.first_beside().find(&path)?;
        Some(run.beside().path(was) != path)
    });
    match went.max() {
        Some(true) => Fate::Found,
        Some(false) => Fate::Lost,
        None => Fate::Unknown,
    }
}
