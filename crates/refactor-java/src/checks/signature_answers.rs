//! Uses that come to name another method with a changed signature, and still get the same answer.
//!
//! With `List<String> l` instead of `ArrayList<String> l`, `l.size()` names `List.size()`: the object that is asked answers as before. And
//! `new B()` names the constructor that is written for `B`, which does what the one did that nobody wrote.

use crate::Java;
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Ty, Use, UseKind, World};
use reweave_model::{Kind, Role};
use reweave_preserve::{EdgeKind, Node};
use reweave_refactor::Elsewhere;

/// Whether a use gets the same answer from the method that it names now.
pub fn comes_to_the_same(elsewhere: &Elsewhere<'_, Java>) -> bool {
    let (before, after) = (elsewhere.before, elsewhere.after);
    let was = method_at(before, elsewhere.started_from());
    let is = method_at(after, elsewhere.from());
    let (Some((used, was)), Some((_, is))) = (was, is) else {
        return false;
    };
    elsewhere.kind() == EdgeKind::NAME
        && (answers_alike(before, &used, was, after, is) || is_written_out(before, was, after, is))
}

fn method_at(program: &JavaProgram, at: Node) -> Option<(Use, MethodId)> {
    let at = at.interval()?;
    let number = program.number(at.file)?;
    let mut uses = program.names.uses_in(number).into_iter();
    let used = uses.find(|used| used.span == at.span && matches!(used.decl, Decl::Method(_)))?;
    let Decl::Method(method) = used.decl else {
        return None;
    };
    Some((used, method))
}

/// Whether one of two methods overrides the other and gives the same, and an object is asked for it. `super` asks no object.
fn answers_alike(
    before: &JavaProgram,
    used: &Use,
    was: MethodId,
    after: &JavaProgram,
    is: MethodId,
) -> bool {
    let tree = &before.model(used.file).tree;
    let receiver = tree.child_in(used.node, Role::Receiver);
    let asks = receiver.is_some_and(|r| {
        tree.kind(r) != Kind::Super && !matches!(before.names.decl(used.file, r), Decl::Class(_))
    });
    let (old, new) = (before.world(), after.world());
    let above = |world: &World, method: MethodId| -> Vec<String> {
        let all = world.overridden(method).into_iter();
        all.map(|m| world.method_key(m)).collect()
    };
    let gives = |world: &World, method: MethodId| {
        let gives = world.signature(method).ret.unwrap_or(Ty::VOID);
        // What a type parameter stands for is said where the object is declared.
        (!world.types().has_var(gives)).then(|| {
            let mut descriptor = String::new();
            world.push_descriptor(gives, &mut descriptor);
            descriptor
        })
    };
    asks && matches!(used.kind, UseKind::Call | UseKind::Reference)
        && (above(old, was).contains(&new.method_key(is))
            || above(new, is).contains(&old.method_key(was)))
        && gives(old, was) == gives(new, is)
}

/// Whether the constructor that a class has by itself is now one that is written, and takes as little.
fn is_written_out(before: &JavaProgram, was: MethodId, after: &JavaProgram, is: MethodId) -> bool {
    let (old, new) = (before.world(), after.world());
    let (one, other) = (old.method(was), new.method(is));
    one.constructor
        && other.constructor
        && before.implied_by(Decl::Method(was)).is_some()
        && new.signature(is).params.is_empty()
        && old.class_key(one.owner) == new.class_key(other.owner)
}
