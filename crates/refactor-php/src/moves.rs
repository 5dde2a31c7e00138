//! Files that go with a name: php's loaders find a class by its file's name, and its namespace by the folders.

use super::Php;
use super::place::is_statement;
use reweave_lang_php::{EntityId, EntityKind, Kind, Program};
use reweave_preserve::Interval;
use reweave_refactor::Run;
use reweave_syntax::NodeId;
use reweave_text::FileId;

#[derive(Default)]
pub struct Moves {
    /// Files and the paths that they should have.
    pub files: Vec<(FileId, String)>,
    /// A class that is found by its file, in a namespace whose folder is not among the files: `composer.json` or a loader
    /// says where it lies.
    pub mapped: Option<Interval>,
}

/// What a class or namespace takes along when it is called `to`.
pub fn moves(run: &Run<'_, Php>, entity: EntityId, to: &str) -> Moves {
    let program = &run.program().program;
    let mut out = Moves::default();
    let own = program.entity(entity);
    match own.kind {
        EntityKind::Class => {
            let file = own.place.file;
            let path = run.sources().path(file);
            let (folder, ending) = match path.rfind('/') {
                Some(slash) => path.split_at(slash + 1),
                None => ("", path),
            };
            if let Some((stem, ending)) = ending.split_once('.')
                && *stem == *own.name
                && only_declares(program, file)
            {
                out.files.push((file, format!("{folder}{to}.{ending}")));
            }
        }
        EntityKind::Namespace => {
            for f in 0..program.files.len() {
                folder_of(run, entity, to, FileId(f as u32), &mut out);
            }
        }
        _ => {}
    }
    out
}

/// Moves the file when the namespace is one of its folders.
fn folder_of(run: &Run<'_, Php>, entity: EntityId, to: &str, file: FileId, out: &mut Moves) {
    let program = &run.program().program;
    let path = run.sources().path(file);
    let mut folders: Vec<&str> = path.split('/').collect();
    let stem = folders.pop().and_then(|name| name.split('.').next());
    let Some(class) = stem.filter(|stem| declares(program, file, stem)) else {
        return;
    };
    if !only_declares(program, file) {
        return;
    }
    let Some((segments, renamed, at)) = namespace(program, file, entity) else {
        return;
    };
    let alike = segments.iter().rev().zip(folders.iter().rev());
    let alike = alike.take_while(|(s, f)| s == f).count();
    // How many segments stand behind the renamed one.
    let behind = segments.len() - 1 - renamed;
    if behind < alike {
        let index = folders.len() - 1 - behind;
        folders[index] = to;
        let name = path.rsplit('/').next().unwrap_or(class);
        out.files
            .push((file, format!("{}/{name}", folders.join("/"))));
    } else if out.mapped.is_none() {
        out.mapped = Some(at);
    }
}

/// Whether the file is one that a loader reads for what it declares; a script, which does something, is found by its own name.
fn only_declares(program: &Program, file: FileId) -> bool {
    /// What class files call beside their declarations.
    const BESIDE: &[&str] = &[
        "class_alias",
        "class_exists",
        "define",
        "interface_exists",
        "trigger_deprecation",
        "trigger_error",
    ];
    let source = program.file(file);
    let is_top = |id: NodeId| {
        let up = source.tree.ancestors(id);
        up.into_iter().all(|a| {
            matches!(
                source.kind(a),
                Kind::Program | Kind::NamespaceDefinition | Kind::CompoundStatement
            )
        })
    };
    source.tree.ids().filter(|&id| is_top(id)).all(|id| {
        match source.kind(id) {
            Kind::ExpressionStatement => source.first_named(id).is_some_and(|e| {
                let function = source.field(e, |f| f.function);
                function.is_some_and(|f| {
                    let name = source.text(f).trim_start_matches('\\');
                    BESIDE.contains(&name.to_ascii_lowercase().as_str())
                })
            }),
            // Some declare a class only under a condition.
            Kind::CompoundStatement | Kind::EmptyStatement | Kind::If => true,
            kind => !is_statement(kind),
        }
    })
}

fn declares(program: &Program, file: FileId, class: &str) -> bool {
    program.classes.iter().any(|c| {
        let entity = program.entity(c.entity);
        entity.place.file == file && *entity.name == *class
    })
}

/// The segments of the file's namespace, which of them the entity is, and where it is written.
fn namespace(
    program: &Program,
    file: FileId,
    entity: EntityId,
) -> Option<(Vec<&str>, usize, Interval)> {
    let source = program.file(file);
    let definitions = source
        .tree
        .ids()
        .filter(|&id| source.kind(id) == Kind::NamespaceDefinition);
    for definition in definitions {
        let Some(name) = source.child(definition, Kind::NamespaceName) else {
            continue;
        };
        let segments: Vec<_> = source.named(name).collect();
        let mut path = String::new();
        for (i, &segment) in segments.iter().enumerate() {
            if i > 0 {
                path.push('\\');
            }
            path.push_str(&source.text(segment).to_ascii_lowercase());
            if program.namespace(&path) == Some(entity) {
                let at = Interval::new(file, source.span(segment));
                let texts = segments.iter().map(|&s| source.text(s)).collect();
                return Some((texts, i, at));
            }
        }
    }
    None
}
