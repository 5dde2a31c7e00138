//! Members that are asked of raw types: of what a generic class declares, these show the erasure alone (JLS 4.8).

use crate::edits::transfer::Member;
use crate::query::outer_objects::asked_type;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Ty, Use};
use reweave_preserve::Interval;

/// The uses of a member that would see no more than its erasure, should it belong to one of the classes instead of its own.
pub fn erased_in(program: &JavaProgram, member: &Member, classes: &[ClassId]) -> Vec<Interval> {
    if member.is_static() || !says_more(program, member.decl) {
        return Vec::new();
    }
    let is_raw = |ty, class| is_raw(program, ty, class);
    let is_erased = |used: &Use| {
        let asked = asked_type(program, used.file, used.node, member.owner);
        asked.is_some_and(|ty| {
            !is_raw(ty, member.owner) && classes.iter().any(|&class| is_raw(ty, class))
        })
    };
    let uses = program.uses(&[member.decl]).into_iter();
    uses.filter(is_erased)
        .map(|u| program.interval(u.file, u.span))
        .collect()
}

/// A method that could not override itself, should it be declared in a class that its own names raw: there it takes the erasure of what
/// it takes here.
pub fn overrides_erased(program: &JavaProgram, member: &Member, to: ClassId) -> Option<Interval> {
    let world = program.world();
    let Decl::Method(method) = member.decl else {
        return None;
    };
    let mut params = world.signature(method).params.iter();
    let is_bad =
        is_raw(program, world.this_type(member.owner), to) && params.any(|&p| world.erase(p) != p);
    is_bad.then(|| program.token(member.number, member.node))
}

fn is_raw(program: &JavaProgram, ty: Ty, class: ClassId) -> bool {
    let world = program.world();
    let seen = world.as_super(ty, class);
    let seen = seen.and_then(|t| world.types().as_class(t));
    seen.is_some_and(|(_, args)| args.len() < world.type_params(class).len())
}

/// Whether a member says of its types what erasure takes away.
fn says_more(program: &JavaProgram, decl: Decl) -> bool {
    let world = program.world();
    let says = |ty: Ty| world.erase(ty) != ty;
    match decl {
        Decl::Field(f) => says(world.field_type(f)),
        Decl::Method(m) => {
            let signature = world.signature(m);
            let mut all = signature.params.iter().chain(&signature.ret);
            all.any(|&ty| says(ty))
        }
        _ => false,
    }
}
