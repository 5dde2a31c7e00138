//! Move Members: moves static methods, fields and member types of a class to another class.
//!
//! Uses follow wherever they are, with imports where they must be; what the moved code needs of its old class is qualified,
//! and becomes visible where it was not.
//!
//! ```before
//! class Tax {
//!     private static int rate = 20;
//!     static int $0of(int price) { return price * rate; }
//!     int two() { return of(2); }
//! }
//! class Price {
//!     int tax = Tax.of(100);
//! }
//! ```
//! ```with
//! to=Price
//! ```
//! ```after
//! class Tax {
//!     static int rate = 20;
//!     int two() { return Price.of(2); }
//! }
//! class Price {
//!     int tax = of(100);
//!
//!     static int of(int price) { return price * Tax.rate; }
//! }
//! ```
//!
//! What belongs to an instance cannot be moved like this:
//!
//! ```before
//! class Tax { int $0of(int price) { return price; } }
//! class Price { }
//! ```
//! ```with
//! to=Price
//! ```
//! ```refuses
//! static
//! ```

use crate::Java;
use crate::checks::initial_values::{acts, warn_of_time};
use crate::checks::initialization::refuse_other_time;
use crate::checks::looked_for::refuse_looked_for;
use crate::checks::unresolved::Unresolved;
use crate::checks::{Check, refuse_all, synchronized_class};
use crate::edits::by_text::{FullName, TEXT, follow_or_warn};
use crate::edits::delegates::pass_on;
use crate::edits::imports::{Imports, dotted};
use crate::edits::texts::{is_simple_type, modifier_at, visibility, with_blank};
use crate::edits::transfer::{Meanings, Member, Moving, Placed, Room};
use crate::query::failures::is_missed;
use crate::query::hierarchy::{class_named, members, remove_all};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Ty, Use, UseKind, World};
use reweave_model::{Kind, Modifiers, Role, Visibility};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Part, Sources, Span};
use std::collections::BTreeSet;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "move-members",
    file: include_str!("move_members.rs"),
    params: &[
        Param::required("to", "the class to move to"),
        Param::list("members", "more members of the same class, as `a, b(int)`"),
        Param::flag(
            "delegate",
            "yes: the old ones stay and pass on to those that moved",
        ),
        TEXT,
    ],
    perform,
};

/// What no edge shows of members in another class.
pub const CHECKS: &[Check] = &[synchronized_class::CHECK];

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let all = members(run)?;
    warn_of_time(run, &all);
    let program = run.program();
    let from = all[0].owner;
    let to = class_named(program, run.param("to")?)?;
    for member in &all {
        fits(program, member, to)?;
    }
    let delegates = run.flag("delegate");
    let sources = run.sources().clone();
    let mut job = Job {
        program,
        sources: &sources,
        all: &all,
        from,
        to,
        delegates,
        imports: Imports::default(),
        step: Step::new("move members", "N!=->@ O I"),
    };
    let room = Room::of(program, &sources, to)?;
    let mut placed = Vec::new();
    let mut raised: BTreeSet<Decl_> = BTreeSet::new();
    for member in &all {
        let mut moving = Moving::new(member.clone());
        job.adapt(&mut moving, &mut raised);
        job.suit(&mut moving);
        let text = moving.text(program, &sources, &room.indent);
        placed.push(Placed {
            file: room.file,
            text,
            moving,
        });
    }
    leave(&mut job)?;
    let decls: Vec<Decl> = all.iter().map(|m| m.decl).collect();
    let uses = program.uses(&decls);
    for used in &uses {
        if !job.is_moved(used) {
            job.follow(used);
        }
    }
    job.follow_imports(&decls);
    job.follow_docs(&decls);
    for raise in &raised {
        job.raise(raise.decl());
    }
    let texts: Vec<String> = placed.iter().map(|p| p.text.clone()).collect();
    room.insert(&sources, &texts, &mut job.step);
    let Job {
        imports, mut step, ..
    } = job;
    imports.add_to(program, &sources, &mut step);
    let acting = acting_qualifiers(program, &uses);
    let meanings = Meanings::note(run, &placed);
    let types = names_of_types(program, &all, to);
    let found = Found::note(program, &sources, &all, to, delegates);
    if !delegates {
        let decls: Vec<Decl> = all.iter().map(|m| m.decl).collect();
        refuse_looked_for(run, &decls);
    }
    for name in &types {
        follow_or_warn(run, name, &mut step);
    }
    refuse_other_time(run, &all, to, delegates);
    let going: Vec<(Member, bool)> = all.iter().map(|m| (m.clone(), false)).collect();
    refuse_all(run, CHECKS, (from, &[to]), &going, false);
    let message =
        "what stands before the name does something or may fail, and would no longer be computed";
    run.refuse_each("value", message, acting);
    let unresolved = Unresolved::note(run, &step);
    run.step(&step)?;
    unresolved.check(run);
    meanings.check(run, &placed);
    found.check(run);
    Ok(())
}

/// What stays where the members were: calls of the moved ones, or nothing.
fn leave(job: &mut Job<'_>) -> Result<(), BadInput> {
    if job.delegates {
        let owner = job.imports.name(job.program, job.all[0].number, job.to);
        for member in job.all {
            pass_on(job.program, job.sources, member, &owner, &mut job.step)?;
        }
    } else {
        let leaves: Vec<&Member> = job.all.iter().collect();
        remove_all(job.program, job.sources, &leaves, &mut job.step);
    }
    Ok(())
}

/// The full names of the types that move, as texts may hold them.
fn names_of_types(program: &JavaProgram, all: &[Member], to: ClassId) -> Vec<FullName> {
    let world = program.world();
    let place = |class: ClassId| {
        let package = world.text(world.class(class).package);
        (dotted(program, class), package)
    };
    let (from, to) = (place(all[0].owner), place(to));
    let types = all.iter().filter_map(|m| match m.decl {
        Decl::Class(class) => Some(world.text(world.class(class).name)),
        _ => None,
    });
    types
        .map(|simple| FullName::regrouped(simple, (&from.0, from.1), (&to.0, to.1)))
        .collect()
}

/// The objects before a static member whose computing shows.
fn acting_qualifiers(program: &JavaProgram, uses: &[Use]) -> Vec<Interval> {
    let acting = uses.iter().filter_map(|used| {
        let tree = &program.model(used.file).tree;
        let before = tree.child_in(used.node, Role::Receiver)?;
        let at = program.interval(used.file, tree.span(before));
        let shows =
            acts(program, used.file, before) || is_missed(program, used.file, before, Ty::UNKNOWN);
        shows.then_some(at)
    });
    acting.collect()
}

/// Every use before must be a use after, of what moved and of no other of its name.
struct Found {
    target: String,
    names: Vec<(Decl, String)>,
    /// The methods that the new class has already.
    others: Vec<String>,
    uses: usize,
}

impl Found {
    fn note(
        program: &JavaProgram,
        sources: &Sources,
        all: &[Member],
        to: ClassId,
        delegates: bool,
    ) -> Self {
        let world = program.world();
        let named = |m: &Member| {
            let at = program.token(m.number, m.node);
            (m.decl, at.span.text(sources.text(at.file)).to_owned())
        };
        let decls: Vec<Decl> = all.iter().map(|m| m.decl).collect();
        // What stays passes on, which is one use more.
        let passing = if delegates { all.len() } else { 0 };
        Self {
            target: dotted(program, to),
            names: all.iter().map(named).collect(),
            others: (world.info(to).methods.iter())
                .map(|m| world.method_key(m.1))
                .collect(),
            uses: count_uses(program, &decls) + passing,
        }
    }

    fn check(self, run: &mut Run<'_, Java>) {
        let program = run.program();
        let world = program.world();
        let Some(class) = world.class_by_dotted(&self.target) else {
            return;
        };
        let info = world.info(class);
        let mut decls = Vec::new();
        for (decl, name) in &self.names {
            let Some(symbol) = world.names().get(name) else {
                continue;
            };
            match decl {
                Decl::Method(_) => {
                    let moved = info.methods_named(symbol).iter().map(|m| m.1);
                    let moved = moved.filter(|&m| !self.others.contains(&world.method_key(m)));
                    decls.extend(moved.map(Decl::Method));
                }
                Decl::Field(_) => decls.extend(info.field_named(symbol).map(Decl::Field)),
                _ => decls.extend(info.type_named(symbol).map(Decl::Class)),
            }
        }
        if count_uses(program, &decls) < self.uses {
            run.refuse("name", "not every use would find it in its new class", &[]);
        }
    }
}

/// How often declarations are used, imports aside.
fn count_uses(program: &JavaProgram, decls: &[Decl]) -> usize {
    let uses = program.uses(decls).into_iter();
    uses.filter(|u| !matches!(u.kind, UseKind::Import | UseKind::Doc))
        .count()
}

fn fits(program: &JavaProgram, member: &Member, to: ClassId) -> Result<(), BadInput> {
    let world = program.world();
    let at = program.token(member.number, member.node);
    let bad = |why: &str| Err(BadInput::new(why).at(at.file, at.span));
    let from_interface = world.info(member.owner).is_interface();
    let is_static = member.is_static()
        || (from_interface && matches!(member.decl, Decl::Field(_)))
        || match member.decl {
            Decl::Class(c) => !world.info(c).inner,
            _ => false,
        };
    if !is_static {
        return bad("only static members can be moved like this");
    }
    if member.owner == to || world.around(to).any(|c| Decl::Class(c) == member.decl) {
        return bad("it cannot be moved to where it is");
    }
    if let Decl::Method(m) = member.decl
        && world.method(m).modifiers.has(Modifiers::NATIVE)
    {
        return bad("native code looks for it in its class");
    }
    if world.info(to).is_interface() && !from_interface {
        let constant =
            member.modifiers.has(Modifiers::FINAL) || !matches!(member.decl, Decl::Field(_));
        if !constant {
            return bad("an interface has only constants");
        }
    }
    Ok(())
}

fn is_enum_constant(world: &World, decl: Decl) -> bool {
    matches!(decl, Decl::Field(f) if world.field(f).enum_constant)
}

/// A declaration of the old class that moved code needs, sortable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Decl_ {
    Method(reweave_java_names::MethodId),
    Field(reweave_java_names::FieldId),
    Class(ClassId),
}

impl Decl_ {
    fn of(decl: Decl) -> Option<Self> {
        match decl {
            Decl::Method(m) => Some(Self::Method(m)),
            Decl::Field(f) => Some(Self::Field(f)),
            Decl::Class(c) => Some(Self::Class(c)),
            _ => None,
        }
    }

    fn decl(self) -> Decl {
        match self {
            Self::Method(m) => Decl::Method(m),
            Self::Field(f) => Decl::Field(f),
            Self::Class(c) => Decl::Class(c),
        }
    }
}

struct Job<'a> {
    program: &'a JavaProgram,
    sources: &'a Sources,
    all: &'a [Member],
    from: ClassId,
    to: ClassId,
    /// The old ones stay: a name that goes over to the new one is written anew.
    delegates: bool,
    imports: Imports,
    step: Step,
}

impl Job<'_> {
    fn is_moved(&self, used: &Use) -> bool {
        let inside = |m: &Member| m.number == used.file && m.extent().contains(used.span);
        self.all.iter().any(inside)
    }

    fn target_number(&self) -> u32 {
        let origin = self.program.world().class(self.to).origin;
        origin.file().unwrap_or_default()
    }

    /// Names in the moved text that their new class would not know.
    fn adapt(&mut self, moving: &mut Moving, raised: &mut BTreeSet<Decl_>) {
        let program = self.program;
        let world = program.world();
        let number = moving.member.number;
        let tree = &program.model(number).tree;
        let extent = moving.member.extent();
        let target = self.target_number();
        let moved: Vec<Decl> = self.all.iter().map(|m| m.decl).collect();
        for used in program.names.uses_in(number) {
            if !extent.contains(used.span) || moved.contains(&used.decl) {
                continue;
            }
            let name = used.span.text(self.sources.text(program.id(number)));
            let (owner, modifiers) = match used.decl {
                Decl::Method(m) => (world.method(m).owner, world.method(m).modifiers),
                Decl::Field(f) => (world.field(f).owner, world.field(f).modifiers),
                Decl::Class(c) => {
                    let inside = self.all.iter().any(|m| {
                        matches!(m.decl, Decl::Class(moved) if world.around(c).any(|a| a == moved))
                    });
                    let simple = match tree.kind(used.node) {
                        Kind::TypeName => is_simple_type(tree, used.node),
                        Kind::Name | Kind::Annotation => true,
                        _ => false,
                    };
                    if simple && !inside && !world.info(c).local && c != self.to {
                        let text = self.imports.simple(program, target, c);
                        if text != name && used.kind != UseKind::Annotation {
                            moving.edits.push(Edit::replace(used.span, text));
                        }
                        self.needs(used.decl, raised);
                    }
                    continue;
                }
                _ => continue,
            };
            let inside = self.all.iter().any(
                |m| matches!(m.decl, Decl::Class(moved) if world.around(owner).any(|a| a == moved)),
            );
            if inside || world.info(owner).local {
                continue;
            }
            let simple = match tree.kind(used.node) {
                // In a label the constants of an enum stand alone: the switch says of which.
                Kind::Name => {
                    !(tree.role(used.node) == Role::Label && is_enum_constant(world, used.decl))
                }
                Kind::Call => tree.child_in(used.node, Role::Receiver).is_none(),
                _ => false,
            };
            let is_static = modifiers.has(Modifiers::STATIC)
                || (world.info(owner).is_interface() && matches!(used.decl, Decl::Field(_)));
            if simple && is_static && !world.around(self.to).any(|c| world.is_subclass(c, owner)) {
                let holder = if world.is_subclass(self.from, owner) {
                    self.from
                } else {
                    owner
                };
                let text = self.imports.name(program, target, holder);
                moving.qualify(used.span, name, &format!("{text}."));
            }
            self.needs(used.decl, raised);
        }
        for (node, class) in program.names.demanded(number) {
            let is_moved = |c| self.all.iter().any(|m| m.decl == Decl::Class(c));
            if extent.contains(tree.span(node)) && !world.around(class).any(is_moved) {
                self.needs(Decl::Class(class), raised);
            }
        }
    }

    /// Notes what the moved code could not see from its new place.
    fn needs(&self, decl: Decl, raised: &mut BTreeSet<Decl_>) {
        let world = self.program.world();
        let ours = self.program.is_ours(decl) && self.program.place(0, decl).is_some();
        let member = |modifiers, owner: ClassId| {
            world.info(owner).is_interface() || world.accessible(modifiers, owner, self.to)
        };
        let open = match decl {
            Decl::Class(c) => world.may_name(c, self.to),
            Decl::Method(m) => member(world.method(m).modifiers, world.method(m).owner),
            Decl::Field(f) => member(world.field(f).modifiers, world.field(f).owner),
            _ => true,
        };
        if ours && !open {
            raised.extend(Decl_::of(decl));
        }
    }

    /// Opens what stays behind.
    fn raise(&mut self, decl: Decl) {
        let program = self.program;
        let world = program.world();
        let Ok(member) = Member::of(program, decl) else {
            return;
        };
        let same = world.class(self.from).package == world.class(self.to).package;
        let wanted = if same {
            Visibility::Package
        } else {
            Visibility::Public
        };
        let file = member.file(program);
        let text = self.sources.text(file);
        if let Some(edit) = visibility(program, member.number, member.node, text, wanted) {
            self.step.edit(file, edit);
        }
    }

    /// Modifiers that the new class asks for, and access for those who use it from outside.
    fn suit(&self, moving: &mut Moving) {
        let program = self.program;
        let world = program.world();
        let member = moving.member.clone();
        let text = self.sources.text(member.file(program));
        let (was, is) = (
            world.info(self.from).is_interface(),
            world.info(self.to).is_interface(),
        );
        if is && !was {
            let words: &[&str] = match member.decl {
                Decl::Field(_) => &["public", "static", "final", "private", "protected"],
                // Nobody inherits it there, so nobody could hide it.
                Decl::Method(_) => &["public", "protected", "private", "final"],
                _ => &["public", "protected", "private"],
            };
            for word in words {
                if let Some(at) = modifier_at(program, member.number, member.node, text, word) {
                    moving.edits.push(Edit::delete(with_blank(text, at)));
                }
            }
            return;
        }
        if is && matches!(member.decl, Decl::Field(_)) {
            for word in ["public", "static", "final"] {
                if let Some(at) = modifier_at(program, member.number, member.node, text, word) {
                    moving.edits.push(Edit::delete(with_blank(text, at)));
                }
            }
            return;
        }
        // What is private there needs only what those who use it need.
        if was && !is && !member.modifiers.has(Modifiers::PRIVATE) {
            for word in ["final", "static", "public"] {
                let missing =
                    modifier_at(program, member.number, member.node, text, word).is_none();
                if missing && (word != "final" || matches!(member.decl, Decl::Field(_))) {
                    moving.edits.push(crate::edits::texts::insert_modifier(
                        program,
                        member.number,
                        member.node,
                        text,
                        word,
                    ));
                }
            }
            return;
        }
        let mut opened = vec![member.decl];
        if let Decl::Class(class) = member.decl {
            let info = world.info(class);
            opened.extend(info.methods.iter().map(|m| Decl::Method(m.1)));
            opened.extend(info.fields.iter().map(|f| Decl::Field(f.1)));
        }
        for decl in opened {
            let Ok(part) = Member::of(program, decl) else {
                continue;
            };
            let needed = self.visibility_needed(decl, part.modifiers);
            if let Some(wanted) = needed {
                let edit = visibility(program, part.number, part.node, text, wanted);
                moving.edits.extend(edit);
            }
        }
    }

    /// The least that lets all users outside see it from where it will be.
    fn visibility_needed(&self, decl: Decl, modifiers: Modifiers) -> Option<Visibility> {
        let program = self.program;
        let world = program.world();
        let mut needed = modifiers.visibility();
        for used in program.uses(&[decl]) {
            if self.is_moved(&used) {
                continue;
            }
            let Some(from) = program.class_around(used.file, used.node) else {
                continue;
            };
            let wanted = if world.outermost(from) == world.outermost(self.to) {
                Visibility::Private
            } else if world.class(from).package == world.class(self.to).package {
                Visibility::Package
            } else {
                Visibility::Public
            };
            needed = needed.max(wanted);
        }
        (needed != modifiers.visibility()).then_some(needed)
    }

    /// A use outside the moved text.
    fn follow(&mut self, used: &Use) {
        let program = self.program;
        let world = program.world();
        let tree = &program.model(used.file).tree;
        if matches!(used.kind, UseKind::Import | UseKind::Create) {
            return;
        }
        let inside = program
            .class_around(used.file, used.node)
            .is_some_and(|c| world.around(c).any(|a| a == self.to));
        let qualifier = tree
            .child_in(used.node, Role::Receiver)
            .or_else(|| tree.child_in(used.node, Role::Qualifier));
        let at = program.interval(used.file, used.span);
        let text = self.sources.text(at.file);
        match qualifier {
            Some(q) => {
                let span = tree.span(q);
                let written = span.text(text);
                let behind = text
                    .part(span.end as usize..used.span.start as usize)
                    .trim();
                let simple = used.span.text(text);
                let whole = Span::new(span.start, used.span.end);
                let whole = program.interval(used.file, whole);
                if inside && behind == "." {
                    if self.delegates {
                        self.step.replace(whole, simple);
                        return;
                    }
                    let whole = Span::new(span.start, used.span.start);
                    self.step.replace(program.interval(used.file, whole), "");
                    return;
                }
                let names_class = matches!(program.names.decl(used.file, q), Decl::Class(_));
                let is_qualified = written.contains('.') && names_class;
                let name = if is_qualified {
                    dotted(program, self.to)
                } else {
                    self.imports.name(program, used.file, self.to)
                };
                if self.delegates {
                    self.step.replace(whole, format!("{name}{behind}{simple}"));
                } else {
                    self.step.replace(program.interval(used.file, span), name);
                }
            }
            None if inside || program.imported_statically(used.file, used.decl) => {
                if self.delegates {
                    self.step.replace(at, used.span.text(text));
                }
            }
            None => {
                let name = self.imports.name(program, used.file, self.to);
                let simple = used.span.text(text);
                self.step.replace(at, format!("{name}.{simple}"));
            }
        }
    }

    /// Imports of what is moved.
    fn follow_imports(&mut self, decls: &[Decl]) {
        let program = self.program;
        let world = program.world();
        let target = dotted(program, self.to);
        for number in program.numbers() {
            let model = program.model(number);
            for (index, import) in model.imports.iter().enumerate() {
                let statics = program.static_import(number, index);
                let ours = match &statics {
                    Some((_, targets)) => targets.iter().any(|t| decls.contains(t)),
                    None => {
                        !import.on_demand
                            && decls.contains(&program.names.decl(number, import.node))
                    }
                };
                if !ours {
                    continue;
                }
                let text = world.text(import.name);
                let simple = text.rsplit('.').next().unwrap_or(text);
                let start = model.tree.node(import.node).name_at;
                let span = Span::new(start, start + text.len() as u32);
                let source = self.sources.text(program.id(number));
                if number == self.target_number() {
                    let whole = model.tree.span(import.node);
                    let lines = crate::edits::texts::whole_lines(source, whole, None);
                    self.step.delete(program.interval(number, lines));
                } else if span.text(source) == text {
                    let at = program.interval(number, span);
                    self.step.replace(at, format!("{target}.{simple}"));
                }
            }
        }
    }

    /// `{@link A#m}` and `{@link #m}`.
    fn follow_docs(&mut self, decls: &[Decl]) {
        let program = self.program;
        for number in program.numbers() {
            let file = program.id(number);
            let text = self.sources.text(file);
            for used in program.names.doc_uses(number, text) {
                if !decls.contains(&used.decl) || self.is_moved(&used) {
                    continue;
                }
                let before = text.part(..used.span.start as usize);
                let Some(before) = before.strip_suffix('#') else {
                    continue;
                };
                let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
                let class = before.len() - before.trim_end_matches(word).len();
                let start = (before.len() - class) as u32;
                let span = Span::new(start, before.len() as u32);
                let name = self.imports.name(program, number, self.to);
                self.step.replace(program.interval(number, span), name);
            }
        }
    }
}
