//! Names that a step leaves without a declaration: where text is written anew, no edge from before speaks of its names.

use crate::Java;
use crate::query::program::JavaProgram;
use reweave_java_names::Decl;
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{Run, Step};
use reweave_text::FileId;
use std::collections::BTreeSet;

/// What the files that a step touches named before it and nothing declared.
pub struct Unresolved {
    files: Vec<FileId>,
    before: usize,
    /// As it is spelled.
    names: BTreeSet<String>,
    /// All files that there were.
    known: BTreeSet<FileId>,
}

impl Unresolved {
    pub fn note(run: &Run<'_, Java>, step: &Step) -> Self {
        let program = run.program();
        let files = step.touched();
        let before = unknown(program, &files).len();
        let names = unknown(program, &files).into_iter();
        let names = names.chain(missing_types(program, &files));
        Self {
            names: names.map(|at| spelled(run, at)).collect(),
            known: program.numbers().map(|n| program.id(n)).collect(),
            files,
            before,
        }
    }

    /// Refuses when there is more of it after the step, and where new files have other names than those.
    pub fn check(self, run: &mut Run<'_, Java>) {
        let program = run.program();
        let now = unknown(program, &self.files);
        let all = program.numbers().map(|n| program.id(n));
        let created: Vec<FileId> = all.filter(|f| !self.known.contains(f)).collect();
        let new = missing_types(program, &self.files).into_iter();
        let new = new.chain(missing_types(program, &created));
        let mut new = new.chain(unknown(program, &created));
        let new = new.find(|&at| !self.names.contains(&spelled(run, at)));
        let more = now.first().filter(|_| now.len() > self.before);
        if let Some(at) = new.or(more.copied()) {
            let message = "a name would have no declaration any more";
            run.refuse("name", message, &[at]);
        }
    }
}

fn spelled(run: &Run<'_, Java>, at: Interval) -> String {
    at.span.text(run.sources().text(at.file)).to_owned()
}

/// Tells of names that are spelled like a changed declaration and whose own is not known: they stay as they are. Where nothing is known
/// of what the name is asked of it may well be that one, which is a reason to refuse; what is asked of a type that is missing is
/// declared there, which is only told.
pub fn tell_of_unknown(run: &mut Run<'_, Java>, files: &[u32], name: &str) {
    let program = run.program();
    let Some(symbol) = program.world().names().get(name) else {
        return;
    };
    let (mut lacking, mut unclear) = (Vec::new(), Vec::new());
    for &number in files.iter().filter(|&&n| program.has_word(n, symbol)) {
        let tree = &program.model(number).tree;
        let is_unknown = |&n: &NodeId| {
            let is_name = matches!(
                tree.kind(n),
                Kind::Name | Kind::FieldAccess | Kind::Call | Kind::TypeName | Kind::MethodRef
            );
            is_name && tree.sym(n) == symbol && program.names.decl(number, n) == Decl::Unknown
        };
        let found: Vec<NodeId> = tree.descendants(NodeId::ROOT).filter(is_unknown).collect();
        if found.is_empty() {
            continue;
        }
        let lacks_types = lacks_types(program, number);
        for node in found {
            let place = program.token(number, node);
            if lacks_types && is_of_missing(program, number, node) {
                lacking.push(place);
            } else {
                unclear.push(place);
            }
        }
    }
    let message = format!("a name `{name}` whose declaration is not known stays as it is");
    run.warn_each("unresolved", &message, lacking);
    let message = format!(
        "it cannot be told whether `{name}` here is the one that changes (give --classpath if types are missing)"
    );
    run.refuse_each("unresolved", &message, unclear);
}

/// Whether a name is one of a type that is missing: a type's name that nothing declares, or what is asked of a value of such a type.
fn is_of_missing(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    if tree.kind(node) == Kind::TypeName {
        return true;
    }
    let Some(receiver) = tree.child_in(node, Role::Receiver) else {
        return false;
    };
    let is_missing_type = |ty: NodeId| {
        tree.kind(ty) == Kind::TypeName && program.names.decl(number, ty) == Decl::Unknown
    };
    let declared = |file: u32, node: NodeId| {
        let tree = &program.model(file).tree;
        let mut holders = [Some(node), tree.parent(node)].into_iter().flatten();
        let ty = holders.find_map(|n| tree.child_in(n, Role::Type));
        ty.is_some_and(|ty| {
            tree.kind(ty) == Kind::TypeName && program.names.decl(file, ty) == Decl::Unknown
        })
    };
    match program.names.decl(number, receiver) {
        Decl::Class(class) if world.is_missing(class) => true,
        Decl::Local(local) if declared(number, local) => true,
        Decl::Field(field) if world.field_node(field).is_some_and(|(f, n)| declared(f, n)) => true,
        _ if tree.kind(receiver) == Kind::New => {
            let made = tree.child_in(receiver, Role::Type);
            made.is_some_and(is_missing_type)
        }
        _ => world
            .class_of_type(program.names.ty(number, receiver))
            .is_some_and(|class| !world.closure(class).complete),
    }
}

/// Whether a file names types that are neither in these files nor on the class path.
fn lacks_types(program: &JavaProgram, number: u32) -> bool {
    let world = program.world();
    let model = program.model(number);
    let tree = &model.tree;
    let is_missing = |node: NodeId| match program.names.decl(number, node) {
        Decl::Unknown => true,
        Decl::Class(class) => world.is_missing(class),
        _ => false,
    };
    let mut types = tree.descendants(NodeId::ROOT);
    let incomplete = |t| !world.closure(world.class_of(number, t)).complete;
    model
        .imports
        .iter()
        .any(|i| !i.on_demand && !i.is_static && is_missing(i.node))
        || types.any(|n| tree.kind(n) == Kind::TypeName && is_missing(n))
        || model.type_ids().any(incomplete)
}

/// Types that are named and that nothing declares.
fn missing_types(program: &JavaProgram, files: &[FileId]) -> Vec<Interval> {
    let world = program.world();
    let numbers = files.iter().filter_map(|&f| program.number(f));
    let uses = numbers.flat_map(|n| program.names.uses_in(n));
    uses.filter(|u| matches!(u.decl, Decl::Class(class) if world.is_missing(class)))
        .map(|u| program.interval(u.file, u.span))
        .collect()
}

fn unknown(program: &JavaProgram, files: &[FileId]) -> Vec<Interval> {
    let numbers = files.iter().filter_map(|&f| program.number(f));
    let uses = numbers.flat_map(|n| program.names.uses_in(n));
    uses.filter(|u| u.decl == Decl::Unknown)
        .map(|u| program.interval(u.file, u.span))
        .collect()
}
