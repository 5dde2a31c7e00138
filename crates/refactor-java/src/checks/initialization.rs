//! When static fields get their values (JLS 12.4): a class is initialized when a static member of it is first used, its initializers run
//! from top to bottom, and until then a field is zero. What moves to another class gets its value with that one.
//!
//! That shows where an initial value reads or changes what changes, where it is asked for before it is there, and where the
//! initialization of a class does something that others see. What initializers may run is followed in `effects.rs`.

use crate::Java;
use crate::checks::looked_for::is_started;
use crate::edits::transfer::Member;
use crate::query::constants::is_constant_field;
use crate::query::effects::{effects, initialisers};
use crate::query::failures::may_fail;
use crate::query::outside_calls::{is_immutable, reads_only};
use crate::query::program::JavaProgram;
use crate::query::shown::shown_key;
use reweave_java_names::{ClassId, Decl, FieldId, Ty, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_refactor::Run;
use rustc_hash::FxHashSet;

/// Refuses where members that move to another class would be given their values, or would initialize a class, at a time that shows.
pub fn refuse_other_time(
    run: &mut Run<'_, Java>,
    members: &[Member],
    to: ClassId,
    delegates: bool,
) {
    let program = run.program();
    let initializes = |member: &&Member| match member.decl {
        Decl::Field(field) => !is_constant_field(program, field),
        Decl::Method(_) => true,
        _ => false,
    };
    let moved: Vec<&Member> = members.iter().filter(initializes).collect();
    if moved.is_empty() {
        return;
    }
    let order = Order::of(program);
    let mut refused = Vec::new();
    for member in moved {
        let why = match member.decl {
            Decl::Field(field) => order.why_timed(field, to),
            _ => None,
        };
        if let Some(why) = why.or_else(|| order.why_initialized(member, to, delegates)) {
            refused.push((why, program.token(member.number, member.node)));
        }
    }
    for (why, at) in refused {
        run.refuse("order", why, &[at]);
    }
}

/// What the program changes while it runs, for asking what depends on the order of initializations.
struct Order<'p> {
    program: &'p JavaProgram,
    /// Static fields that are assigned, or whose objects are changed. What only has an initial value has it for whoever asks: asking
    /// initializes its class.
    changed: FxHashSet<FieldId>,
}

impl<'p> Order<'p> {
    fn of(program: &'p JavaProgram) -> Self {
        Self {
            program,
            changed: changed_fields(program),
        }
    }

    /// Why the time shows at which a static field gets its value, if it moves to another class.
    fn why_timed(&self, field: FieldId, to: ClassId) -> Option<String> {
        let program = self.program;
        let world = program.world();
        let (number, node) = world.field_node(field)?;
        let own = (number, node);
        let has_value = program
            .model(number)
            .tree
            .child_in(node, Role::Init)
            .is_some();
        let initial = effects(program, &[own]);
        if let Some(state) = initial.shared(program, &self.changed, |f| f == field) {
            return Some(format!(
                "its initial value depends on or changes {state}, and would be computed at another time"
            ));
        }
        let mut others = initialisers(program, world.field(field).owner, true);
        others.retain(|&part| part != own);
        if effects(program, &others).changes(field) {
            return Some(
                "the initializers of its class assign it, and would no longer have run when it is read"
                    .to_owned(),
            );
        }
        others.retain(|part| part.1 < node);
        if has_value && effects(program, &others).touches(field) {
            return Some(
                "its class reads it before it has its value, which another class would have given it by then"
                    .to_owned(),
            );
        }
        let later = effects(program, &initialisers(program, to, true));
        if has_value && later.touches(field) {
            return Some("its new class would read it before it has its value".to_owned());
        }
        None
    }

    /// Why it shows that a use of a member initializes another class than before. The class that a program starts with, and one that a
    /// user is or is below, is initialized in any case.
    fn why_initialized(&self, member: &Member, to: ClassId, delegates: bool) -> Option<String> {
        let world = self.program.world();
        let uses = self.program.uses(&[member.decl]);
        let mut users: FxHashSet<ClassId> = uses
            .iter()
            .filter(|u| u.kind != UseKind::Import && u.kind != UseKind::Doc)
            .filter_map(|u| self.program.class_around(u.file, u.node))
            .collect();
        if delegates {
            users.insert(member.owner);
        }
        for class in [member.owner, to] {
            let is_initialized = |user: &ClassId| world.is_subclass(*user, class);
            if users.iter().all(is_initialized) || is_started(self.program, class) {
                continue;
            }
            let above = world.closure(class).supers.iter().map(|s| s.0);
            let all: Vec<ClassId> = above.chain([class]).collect();
            // Interfaces above wait until one of their own members is used.
            let is_run = |c: ClassId| c == class || !world.info(c).is_interface();
            if all.iter().any(|&c| is_run(c) && self.may_fail(c, member)) {
                return Some(format!(
                    "the initialization of {} may fail, and would happen at another time or not at all",
                    shown_key(world.class_key(class))
                ));
            }
            let parts = all
                .iter()
                .flat_map(|&c| initialisers(self.program, c, true));
            let run = effects(self.program, &parts.collect::<Vec<_>>());
            let own = |f: FieldId| all.contains(&world.field(f).owner);
            if let Some(state) = run.shared(self.program, &self.changed, own) {
                return Some(format!(
                    "the initialization of {} depends on or changes {state}, and would happen at another time",
                    shown_key(world.class_key(class))
                ));
            }
        }
        None
    }

    /// Whether an initial value of a class, beside that of a member, may fail, or a block throws. What is called may do so, too, but
    /// hardly any class could be initialized then.
    fn may_fail(&self, class: ClassId, beside: &Member) -> bool {
        let world = self.program.world();
        let parts = initialisers(self.program, class, true).into_iter();
        let mut parts = parts.filter(|&part| part != (beside.number, beside.node));
        parts.any(|(number, node)| {
            let tree = &self.program.model(number).tree;
            let mut fields = world.info(class).fields.iter().map(|f| f.1);
            let field = fields.find(|&f| world.field_node(f) == Some((number, node)));
            let wanted = field.map_or(Ty::UNKNOWN, |f| world.field_type(f));
            if let Some(init) = tree.child_in(node, Role::Init) {
                may_fail(self.program, number, init, wanted)
            } else {
                let mut inside = tree.descendants(node);
                inside.any(|n| tree.kind(n) == Kind::Throw)
            }
        })
    }
}

/// Static fields that the program changes: it assigns them, or changes their objects.
fn changed_fields(program: &JavaProgram) -> FxHashSet<FieldId> {
    let world = program.world();
    let mut found = FxHashSet::default();
    for number in program.numbers() {
        for used in program.names.uses_in(number) {
            let Decl::Field(field) = used.decl else {
                continue;
            };
            let is_assigned =
                used.kind == UseKind::Write && !world.field(field).modifiers.has(Modifiers::FINAL);
            if world.is_static_field(field)
                && (is_assigned || is_changed_at(program, number, used.node))
            {
                found.insert(field);
            }
        }
    }
    found
}

/// Whether the object in a field is changed at a use of it: a library is asked for more than to read it, a method of these files is called
/// for what it does, or a part is assigned.
fn is_changed_at(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    let Some(parent) = tree.parent(node) else {
        return false;
    };
    let above = || tree.parent(parent).map(|p| tree.kind(p));
    match tree.kind(parent) {
        Kind::Call if tree.role(node) == Role::Receiver => {
            let is_outside = match program.names.decl(number, parent) {
                Decl::Method(m) if !program.is_ours(Decl::Method(m)) => {
                    !reads_only(world, m) && !is_immutable(world, program.names.ty(number, node))
                }
                _ => false,
            };
            is_outside || above() == Some(Kind::ExprStmt)
        }
        // `Collections.sort(list);`
        Kind::Call if tree.role(node) == Role::Argument => {
            let is_static = match program.names.decl(number, parent) {
                Decl::Method(m) if !program.is_ours(Decl::Method(m)) => {
                    world.method(m).modifiers.has(Modifiers::STATIC)
                }
                _ => false,
            };
            let ty = program.names.ty(number, node);
            is_static
                && above() == Some(Kind::ExprStmt)
                && !ty.is_primitive()
                && !is_immutable(world, ty)
        }
        Kind::FieldAccess | Kind::Index => {
            matches!(above(), Some(Kind::Assign | Kind::Update)) && tree.role(parent) != Role::Value
        }
        _ => false,
    }
}
