//! Members of several classes below one that read the same and mean the same: one above them can stand for all.

use crate::Java;
use crate::edits::transfer::Member;
use crate::query::constants::is_constant_field;
use crate::query::hierarchy::arguments;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, MethodId, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_refactor::{Run, Step};
use reweave_text::Span;

/// Those of the members that the class above has already.
pub fn already_above(run: &Run<'_, Java>, all: &[Member], to: ClassId) -> Vec<Decl> {
    let program = run.program();
    let world = program.world();
    let between = |c: ClassId| c != to && world.is_subclass(c, to);
    let is_free = |member: &Member| {
        let mut above = world.closure(member.owner).supers.iter();
        !above.any(|s| between(s.0) && has_own(program, member, s.0))
    };
    // A field below is another than the one above, whatever it looks like.
    let found = twins(run, all, to, to).into_iter();
    let found = found.map(|f| f.0);
    let found = found.filter(|m| matches!(m.decl, Decl::Method(_)) && is_free(m));
    found.map(|m| m.decl).collect()
}

/// Takes them out of the other classes below; one of an object that has a different one in between stays.
pub fn remove_twins(run: &Run<'_, Java>, all: &[Member], to: ClassId, step: &mut Step) {
    let program = run.program();
    let world = program.world();
    let from = all[0].owner;
    let below = world.source_classes();
    let below = below.filter(|&c| c != from && c != to && world.is_subclass(c, to));
    let found: Vec<(ClassId, &Member, Member)> = below
        .flat_map(|c| {
            let twins = twins(run, all, c, to).into_iter();
            twins.map(move |(member, twin)| (c, member, twin))
        })
        .collect();
    for (class, member, twin) in &found {
        let goes = |class: ClassId| {
            let mut others = found.iter().filter(|f| f.1.decl == member.decl);
            class == from || others.any(|f| f.0 == class)
        };
        let mut between = world.closure(*class).supers.iter().map(|s| s.0);
        let is_field = matches!(twin.decl, Decl::Field(_));
        let stays = between.any(|c| {
            // An object has as many fields as its classes declare.
            let in_the_way = if is_field {
                goes(c)
            } else {
                !goes(c) && has_own(program, member, c)
            };
            c != to && world.is_subclass(c, to) && in_the_way
        });
        let is_above = is_field && world.is_subclass(from, *class);
        if !stays && !is_above {
            twin.remove(program, run.sources(), step);
        }
    }
}

/// Whether a class has a method of its own with the same name and parameters.
fn has_own(program: &JavaProgram, member: &Member, class: ClassId) -> bool {
    let world = program.world();
    let Decl::Method(method) = member.decl else {
        return false;
    };
    let shape = |m: MethodId| -> Vec<_> {
        let params = world.signature(m).params.iter();
        params.map(|&p| world.erase(p)).collect()
    };
    let named = world.info(class).methods_named(world.method(method).name);
    named.iter().any(|m| shape(m.1) == shape(method))
}

/// The members of a class that read and mean the same as those that go up, with those.
fn twins<'m>(
    run: &Run<'_, Java>,
    all: &'m [Member],
    class: ClassId,
    to: ClassId,
) -> Vec<(&'m Member, Member)> {
    let program = run.program();
    let found = all.iter().filter_map(|member| {
        let twin = reads_same(program, member, class)?;
        Some((member, Member::of(program, twin).ok()?))
    });
    let mut found: Vec<(&Member, Member)> = found.collect();
    // One that speaks of another that is none is none, either.
    loop {
        let pairs: Vec<(Decl, Decl)> = found.iter().map(|f| (f.0.decl, f.1.decl)).collect();
        found.retain(|f| means_same(run, (f.0, &f.1), &pairs, to));
        if found.len() == pairs.len() {
            return found;
        }
    }
}

fn reads_same(program: &JavaProgram, member: &Member, class: ClassId) -> Option<Decl> {
    let world = program.world();
    let hash = |number, node| program.model(number).tree.hash(node);
    let own = hash(member.number, member.node);
    let info = world.info(class);
    let is_same = |place: Option<(u32, NodeId)>| place.is_some_and(|(n, at)| hash(n, at) == own);
    match member.decl {
        Decl::Method(m) => {
            let mut all = info.methods_named(world.method(m).name).iter();
            let same = all.find(|o| is_same(world.method_node(o.1)));
            same.map(|o| Decl::Method(o.1))
        }
        Decl::Field(f) => {
            // One variable cannot stand for two that change apart, nor one object for two that were made.
            let is_apart = member.is_static() && !is_constant_field(program, f);
            let field = info.field_named(world.field(f).name).filter(|_| !is_apart);
            let same = field.filter(|&f| is_same(world.field_node(f)));
            same.map(Decl::Field)
        }
        _ => None,
    }
}

/// Whether each name in one means what it means in the other, seen from the class above.
fn means_same(
    run: &Run<'_, Java>,
    (one, other): (&Member, &Member),
    pairs: &[(Decl, Decl)],
    to: ClassId,
) -> bool {
    let program = run.program();
    let world = program.world();
    let uses = |member: &Member| -> Vec<Use> {
        let span = program.model(member.number).tree.span(member.node);
        let mut all = program.names.uses_in(member.number);
        all.retain(|u| span.contains(u.span));
        all.sort_by_key(|u| u.span);
        all
    };
    let inside = |member: &Member, decl: Decl| {
        let span: Span = program.model(member.number).tree.span(member.node);
        let place = program.place(member.number, decl);
        place.is_some_and(|at| at.file == program.id(member.number) && span.contains(at.span))
    };
    // The parameter above that a type parameter of the class is given for.
    let given = |class: ClassId, decl: Decl| match decl {
        Decl::TypeVar(var) if world.type_params(class).contains(&var) => {
            let name = world.text(world.type_var(var).name);
            let all = arguments(run, class, to).into_iter();
            let mut all = all.filter(|g| g.text == name);
            all.next().map(|g| g.param)
        }
        _ => None,
    };
    let same = |(a, b): (&Use, &Use)| {
        let is_inside = inside(one, a.decl) && inside(other, b.decl);
        let is_param = given(one.owner, a.decl);
        a.decl == b.decl
            || pairs.contains(&(a.decl, b.decl))
            || is_inside
            || (is_param.is_some() && is_param == given(other.owner, b.decl))
            || answers_alike(program, a, b)
    };
    let (ours, theirs) = (uses(one), uses(other));
    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(same)
}

/// Whether two calls ask for methods of one family: the object that is asked answers.
fn answers_alike(program: &JavaProgram, one: &Use, other: &Use) -> bool {
    let (Decl::Method(a), Decl::Method(b)) = (one.decl, other.decl) else {
        return false;
    };
    let by_super = |u: &Use| {
        let tree = &program.model(u.file).tree;
        let receiver = tree.child_in(u.node, Role::Receiver);
        receiver.is_some_and(|r| tree.kind(r) == Kind::Super)
    };
    let is_static = |m: MethodId| program.world().method(m).modifiers.has(Modifiers::STATIC);
    !by_super(one)
        && !by_super(other)
        && !is_static(a)
        && !is_static(b)
        && program.family(a).contains(&b)
}
