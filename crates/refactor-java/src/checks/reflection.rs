//! Names that a program reads of itself while it runs: of classes by `getClass().getName()` and the like, of enum constants and
//! components of records by `name()`, `valueOf()` and `toString()`. What it does with them nobody can tell, so they are warned
//! about, place by place. Where what a test expects hangs on them, the change would change how the test ends: that is refused.

use crate::Java;
use crate::checks::expected::{is_measured, is_test, spelled_in_tests, spells_part};
use crate::edits::by_text::Follow;
use crate::edits::imports::dotted;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::Run;

/// What of the names of classes changes.
#[derive(Clone, Copy)]
pub enum Part {
    Package,
    Simple,
}

impl Part {
    /// What `java.lang.Class` tells of it.
    fn read_by(self) -> &'static [&'static str] {
        match self {
            Self::Package => &[
                "getName",
                "getTypeName",
                "getCanonicalName",
                "getPackageName",
                "getPackage",
            ],
            Self::Simple => &[
                "getName",
                "getTypeName",
                "getCanonicalName",
                "getSimpleName",
            ],
        }
    }
}

/// What shows the names of enum constants and record components.
const MEMBER_NAMES: [&str; 3] = ["name", "toString", "valueOf"];

/// A place where a name is read, and whether what a test expects hangs on it.
struct Read {
    at: Interval,
    is_expected: bool,
}

/// Tells where the name of one of the classes, of which a part changes, may be read; `old` is what that part was.
pub fn tell_of_class_names(run: &mut Run<'_, Java>, changed: &[ClassId], part: Part, old: &str) {
    let program = run.program();
    let world = program.world();
    let mut found = Vec::new();
    for number in program.files_with_word(part.read_by()) {
        for call in calls(program, number, part.read_by()) {
            let may_be = |class: &ClassId| changed.iter().any(|&c| world.is_subclass(c, *class));
            if let Some(class) = class_asked(program, number, call).filter(may_be) {
                let name = dotted(program, class);
                found.push(Read {
                    at: program.token(number, call),
                    is_expected: is_test(program, run.sources(), number)
                        && (is_measured(program, number, call)
                            || spells_part(program, number, &name)),
                });
            }
        }
    }
    // Those that follow are not spelled any more.
    let follow = match part {
        Part::Package => Follow::asked(run) == Follow::All,
        Part::Simple => run.optional("text") == Some("yes"),
    };
    let spelled = if found.is_empty() || follow {
        Vec::new()
    } else {
        spelled_in_tests(run, old, None)
    };
    tell(run, found, spelled, "the name of a class, which changes");
}

/// Tells where the names of members of an enum or record, one of which changes, may be read.
pub fn tell_of_member_names(run: &mut Run<'_, Java>, owner: ClassId, member: &str) {
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
                found.push(Read {
                    at: program.token(number, call),
                    is_expected: false,
                });
            }
        }
    }
    // They show without a call, too: in a text that is put together, or when they are printed.
    let with = found.is_empty().then_some(owner);
    let spelled = if run.optional("text") == Some("yes") {
        Vec::new()
    } else {
        spelled_in_tests(run, member, with)
    };
    tell(run, found, spelled, "the name of a member, which changes");
}

fn tell(run: &mut Run<'_, Java>, read: Vec<Read>, spelled: Vec<Interval>, what: &str) {
    let (expected, open): (Vec<_>, Vec<_>) = read.into_iter().partition(|r| r.is_expected);
    let places = |read: Vec<Read>| read.into_iter().map(|r| r.at).collect();
    run.warn_each("reflection", &format!("this may read {what}"), places(open));
    let message = format!("a test reads {what}, and expects it as it is");
    run.refuse_each("reflection", &message, places(expected));
    let message = format!("a test spells {what} and may be read while it runs");
    run.refuse_each("reflection", &message, spelled);
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
    let asked = program.model(number).tree.child_in(call, Role::Receiver)?;
    class_named(program, number, asked).filter(|&c| program.is_ours(Decl::Class(c)))
}

/// The class that an expression gives: `C.class`, or what `x` is declared as in `x.getClass()`.
pub fn class_named(program: &JavaProgram, number: u32, expression: NodeId) -> Option<ClassId> {
    let world = program.world();
    let tree = &program.model(number).tree;
    match tree.kind(expression) {
        Kind::ClassLiteral => {
            let ty = tree.child_in(expression, Role::Type)?;
            match program.names.decl(number, ty) {
                Decl::Class(class) => Some(class),
                _ => None,
            }
        }
        Kind::Call if world.text(tree.sym(expression)) == "getClass" => {
            match tree.child_in(expression, Role::Receiver) {
                Some(object) => world.class_of_type(program.names.ty(number, object)),
                None => program.class_around(number, expression),
            }
        }
        _ => None,
    }
}
