//! Names that a program reads of itself while it runs: of classes by `getClass().getName()` and the like, of enum constants and
//! components of records by `name()`, `valueOf()` and `toString()`. What it does with them nobody can tell, so they are warned
//! about, place by place.

use super::Java;
use super::program::JavaProgram;
use crate::run::Run;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;

/// What `java.lang.Class` tells of a name; all end the same, so that files without any need not be looked at.
const CLASS_NAMES: [&str; 5] = [
    "getName",
    "getSimpleName",
    "getTypeName",
    "getCanonicalName",
    "getPackageName",
];
const ENDING: &str = "Name(";

/// What shows the names of enum constants and record components.
const MEMBER_NAMES: [&str; 3] = ["name", "toString", "valueOf"];

/// Warns where the name of one of the classes, which changes, may be read.
pub fn warn_of_class_names(run: &mut Run<'_, Java>, changed: &[ClassId]) {
    let program = run.program();
    let world = program.world();
    let mut found = Vec::new();
    for number in program.files_with(run.sources(), ENDING) {
        for call in calls(program, number, &CLASS_NAMES) {
            let may_be = |class: ClassId| changed.iter().any(|&c| world.is_subclass(c, class));
            if class_asked(program, number, call).is_some_and(may_be) {
                found.push(program.token(number, call));
            }
        }
    }
    warn(run, found, "the name of a class, which changes");
}

/// Warns where the names of members of an enum or record, one of which changes, may be read.
pub fn warn_of_member_names(run: &mut Run<'_, Java>, owner: ClassId) {
    let program = run.program();
    let world = program.world();
    let name = world.text(world.class(owner).name);
    let mut found = Vec::new();
    for number in program.files_with(run.sources(), name) {
        for call in calls(program, number, &MEMBER_NAMES) {
            let tree = &program.model(number).tree;
            let asked = match tree.child_in(call, Role::Receiver) {
                Some(receiver) => match program.names.decl(number, receiver) {
                    Decl::Class(class) => Some(class),
                    _ => world.class_of_type(program.names.ty(number, receiver)),
                },
                None => program.class_around(number, call),
            };
            if asked == Some(owner) {
                found.push(program.token(number, call));
            }
        }
    }
    warn(run, found, "the name of a member, which changes");
}

fn warn(run: &mut Run<'_, Java>, places: Vec<Interval>, what: &str) {
    run.warn_each("reflection", &format!("this may read {what}"), places);
}

/// The calls of some names in a file.
fn calls<'p>(
    program: &'p JavaProgram,
    number: u32,
    names: &'static [&'static str],
) -> impl Iterator<Item = NodeId> + 'p {
    let tree = &program.model(number).tree;
    let world = program.world();
    tree.descendants(NodeId::ROOT)
        .filter(move |&n| tree.kind(n) == Kind::Call && names.contains(&world.text(tree.sym(n))))
}

/// The class that is asked for its name, as far as the sources tell: `C` in `C.class.getName()`, and what `x` is declared as in
/// `x.getClass().getName()`.
fn class_asked(program: &JavaProgram, number: u32, call: NodeId) -> Option<ClassId> {
    let world = program.world();
    let tree = &program.model(number).tree;
    let asked = tree.child_in(call, Role::Receiver)?;
    match tree.kind(asked) {
        Kind::ClassLiteral => match program
            .names
            .decl(number, tree.child_in(asked, Role::Type)?)
        {
            Decl::Class(class) => Some(class),
            _ => None,
        },
        Kind::Call if world.text(tree.sym(asked)) == "getClass" => {
            let class = match tree.child_in(asked, Role::Receiver) {
                Some(object) => world.class_of_type(program.names.ty(number, object)),
                None => program.class_around(number, asked),
            };
            class.filter(|&c| program.is_ours(Decl::Class(c)))
        }
        _ => None,
    }
}
