//! When static fields get their values (JLS 12.4): a class is made ready when a static member of it is first used, its initialisers run
//! from top to bottom, and until then a field is zero. What moves to another class gets its value with that one.
//!
//! That shows where an initial value reads or changes what changes, where it is asked for before it is there, and where making a
//! class ready does something that others see. What initialisers may run is followed through calls, creations and the classes that
//! those make ready.

use super::Java;
use super::constants::is_constant_field;
use super::effects::initialisers;
use super::failures::may_fail;
use super::looked_for::is_started;
use super::program::JavaProgram;
use super::transfer::Member;
use crate::run::Run;
use reweave_java_names::{ClassId, Decl, FieldId, Item, MethodId, Ty, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use rustc_hash::{FxHashMap, FxHashSet};

/// Refuses where members that move to another class would be given their values, or would make a class ready, at a time that shows.
pub fn refuse_other_time(
    run: &mut Run<'_, Java>,
    members: &[Member],
    to: ClassId,
    delegates: bool,
) {
    let program = run.program();
    let makes_ready = |member: &&Member| match member.decl {
        Decl::Field(field) => !is_constant_field(program, field),
        Decl::Method(_) => true,
        _ => false,
    };
    let moved: Vec<&Member> = members.iter().filter(makes_ready).collect();
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
        if let Some(why) = why.or_else(|| order.why_ready(member, to, delegates)) {
            refused.push((why, program.token(member.number, member.node)));
        }
    }
    for (why, at) in refused {
        run.refuse("order", why, &[at]);
    }
}

/// Who refers to whom, for asking what an initialiser may run.
struct Order<'p> {
    program: &'p JavaProgram,
    refers: FxHashMap<Item, Vec<(Item, UseKind)>>,
    /// Static fields that the program changes: it assigns them, calls something on their objects for its effect, or assigns a
    /// part. What only has an initial value has it for whoever asks: asking makes its class ready.
    changed: FxHashSet<FieldId>,
}

impl<'p> Order<'p> {
    fn of(program: &'p JavaProgram) -> Self {
        let mut refers: FxHashMap<Item, Vec<(Item, UseKind)>> = FxHashMap::default();
        let mut changed = changed_objects(program);
        for edge in program.names.reference_graph() {
            if let (Item::Field(field), UseKind::Write) = (edge.to, edge.kind)
                && !program.world().field(field).modifiers.has(Modifiers::FINAL)
            {
                changed.insert(field);
            }
            let list = refers.entry(edge.from).or_default();
            list.push((edge.to, edge.kind));
        }
        Self {
            program,
            refers,
            changed,
        }
    }

    /// Why the time shows at which a static field gets its value, if it moves to another class.
    fn why_timed(&self, field: FieldId, to: ClassId) -> Option<String> {
        let world = self.program.world();
        let owner = world.field(field).owner;
        let own = Item::Field(field);
        let initial = self.reached(&[own]);
        if let Some(state) = self.shared(&initial, |f| f == field) {
            return Some(format!(
                "its initial value depends on or changes {state}, and would be computed at another time"
            ));
        }
        let before: Vec<Item> = self
            .initialisers(owner)
            .into_iter()
            .filter(|&i| i != own)
            .collect();
        let has_value = self.has_value(field);
        let early = self.reached(&before);
        let names_it = |item: &Item, kind: Option<UseKind>| {
            let list = self.refers.get(item).into_iter().flatten();
            let mut list = list.filter(|(to, _)| *to == own);
            list.any(|(_, k)| kind.is_none_or(|kind| kind == *k))
        };
        if early.iter().any(|i| names_it(i, Some(UseKind::Write))) {
            return Some(
                "the initialisers of its class give it a value, and would no longer have run when it is asked for"
                    .to_owned(),
            );
        }
        let above = self.above(field);
        let above = self.reached(&above);
        if has_value && above.iter().any(|i| names_it(i, None)) {
            return Some(
                "its class asks for it before it has its value, which another class would have given it by then"
                    .to_owned(),
            );
        }
        let later = self.reached(&self.initialisers(to));
        if has_value && later.iter().any(|i| names_it(i, None)) {
            return Some("its new class would ask for it before it has its value".to_owned());
        }
        None
    }

    /// Why it shows that a use of a member makes another class ready than before. The class that a program starts with, and one that a
    /// user is or is below, is ready in any case.
    fn why_ready(&self, member: &Member, to: ClassId, delegates: bool) -> Option<String> {
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
            let is_ready = |user: &ClassId| world.is_subclass(*user, class);
            if users.iter().all(is_ready) || is_started(self.program, class) {
                continue;
            }
            let above = world.closure(class).supers.iter().map(|s| s.0);
            let all: Vec<ClassId> = above.chain([class]).collect();
            // Interfaces above wait until one of their own members is used.
            let is_made = |c: ClassId| c == class || !world.info(c).is_interface();
            if all.iter().any(|&c| is_made(c) && self.may_fail(c, member)) {
                return Some(format!(
                    "making {} ready may fail, and would happen at another time or not at all",
                    world.class_key(class)
                ));
            }
            let run: Vec<Item> = all.iter().flat_map(|&c| self.ready(c)).collect();
            let own = |f: FieldId| all.contains(&world.field(f).owner);
            if let Some(state) = self.shared(&self.reached(&run), own) {
                return Some(format!(
                    "making {} ready depends on or changes {state}, and would happen at another time",
                    world.class_key(class)
                ));
            }
        }
        None
    }

    /// Whether an initial value of a class, beside that of a member, may fail, or a block throws. What is called may do so, too, but
    /// hardly any class could be made ready then.
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

    fn has_value(&self, field: FieldId) -> bool {
        let node = self.program.world().field_node(field);
        node.is_some_and(|(number, node)| {
            let tree = &self.program.model(number).tree;
            tree.child_in(node, Role::Init).is_some()
        })
    }

    /// What runs when a class is made ready: the initial values of its static fields, and its blocks.
    fn initialisers(&self, class: ClassId) -> Vec<Item> {
        let world = self.program.world();
        let fields = world.info(class).fields.iter();
        let is_static = |f: &FieldId| world.is_static_field(*f) || world.field(*f).enum_constant;
        let fields = fields.map(|f| f.1).filter(is_static).map(Item::Field);
        let has_blocks = !self.blocks(class).is_empty();
        let blocks = has_blocks.then_some(Item::Class(class));
        fields.chain(blocks).collect()
    }

    /// The static blocks of a class.
    fn blocks(&self, class: ClassId) -> Vec<NodeId> {
        let Some((number, decl)) = self.program.world().decl_of(class) else {
            return Vec::new();
        };
        let tree = &self.program.model(number).tree;
        let members = tree.children_in(decl.node, Role::Member);
        let blocks = members.filter(|&n| tree.kind(n) == Kind::Initializer);
        let is_static = |n: &NodeId| tree.node(*n).flags & Modifiers::STATIC.0 != 0;
        blocks.filter(is_static).collect()
    }

    /// The initialisers of a class that run before a field of it has its value; of several blocks all, if one does.
    fn above(&self, field: FieldId) -> Vec<Item> {
        let world = self.program.world();
        let owner = world.field(field).owner;
        let place = world.field_node(field).map(|f| f.1);
        let is_above = |item: &Item| match item {
            Item::Field(f) => world.field_node(*f).map(|f| f.1) < place,
            _ => self.blocks(owner).iter().any(|&b| Some(b) < place),
        };
        let mut all = self.initialisers(owner);
        all.retain(is_above);
        all
    }

    /// All items that may run when some do.
    fn reached(&self, from: &[Item]) -> FxHashSet<Item> {
        let mut seen: FxHashSet<Item> = from.iter().copied().collect();
        let mut open = from.to_vec();
        while let Some(item) = open.pop() {
            let list = self.refers.get(&item).into_iter().flatten();
            for &(to, kind) in list {
                for next in self.runs(to, kind) {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        seen
    }

    /// What a use of an item may run.
    fn runs(&self, item: Item, kind: UseKind) -> Vec<Item> {
        let world = self.program.world();
        let mut all = Vec::new();
        match item {
            Item::Method(method) => {
                let family = self.program.overrides().overriding(method);
                all.push(item);
                all.extend(family.iter().map(|&m| Item::Method(m)));
                let owner = world.method(method).owner;
                if world.method(method).modifiers.has(Modifiers::STATIC) {
                    all.extend(self.ready(owner));
                } else if world.method(method).constructor || kind == UseKind::Create {
                    all.extend(self.created(owner));
                }
            }
            Item::Field(field) => {
                let is_static = world.is_static_field(field);
                if is_static && !is_constant_field(self.program, field) {
                    all.extend(self.ready(world.field(field).owner));
                }
            }
            Item::Class(_) => {}
        }
        all
    }

    fn ready(&self, class: ClassId) -> Vec<Item> {
        if self.program.is_ours(Decl::Class(class)) {
            self.initialisers(class)
        } else {
            Vec::new()
        }
    }

    /// What runs with a constructor: the class is made ready, its fields get their values, and so do those above.
    fn created(&self, class: ClassId) -> Vec<Item> {
        let world = self.program.world();
        let mut all = Vec::new();
        let above = world.closure(class).supers.iter().map(|s| s.0);
        for class in above.chain([class]) {
            if !self.program.is_ours(Decl::Class(class)) || world.info(class).is_interface() {
                continue;
            }
            let info = world.info(class);
            all.push(Item::Class(class));
            all.extend(info.fields.iter().map(|f| Item::Field(f.1)));
            let constructors = info.methods.iter().map(|m| m.1);
            let constructors = constructors.filter(|&m| world.method(m).constructor);
            all.extend(constructors.map(Item::Method));
        }
        all
    }

    /// State that may be another at another time and that some items read or change, beside their own.
    fn shared(&self, items: &FxHashSet<Item>, is_own: impl Fn(FieldId) -> bool) -> Option<String> {
        let world = self.program.world();
        let mut found: Vec<String> = Vec::new();
        for item in items {
            let list = self.refers.get(item).into_iter().flatten();
            let mut prints = (false, None);
            for &(to, kind) in list {
                match to {
                    Item::Field(f) if !is_own(f) => {
                        let is_static = world.is_static_field(f);
                        let is_ours = self.program.is_ours(Decl::Field(f));
                        let changes = self.changed.contains(&f);
                        if is_static && is_ours && (changes || kind == UseKind::Write) {
                            found.push(world.field_key(f));
                        }
                        if is_static && !is_ours {
                            prints.1 = Some(world.field_key(f));
                        }
                    }
                    Item::Method(m) if !self.program.is_ours(Decl::Method(m)) => {
                        prints.0 |= self.is_for_effect(m);
                    }
                    _ => {}
                }
            }
            if let (true, Some(stream)) = prints {
                found.push(stream);
            }
        }
        found.sort();
        found.into_iter().next()
    }

    /// Whether a method gives nothing back, so that it can only be called for what it does.
    fn is_for_effect(&self, method: MethodId) -> bool {
        let world = self.program.world();
        !world.method(method).constructor && world.signature(method).ret == Some(Ty::VOID)
    }
}

/// Static fields whose objects are changed somewhere: called as a statement, or assigned through.
fn changed_objects(program: &JavaProgram) -> FxHashSet<FieldId> {
    let mut found = FxHashSet::default();
    for number in program.numbers() {
        let tree = &program.model(number).tree;
        for node in tree.descendants(NodeId::ROOT) {
            if !matches!(tree.kind(node), Kind::Name | Kind::FieldAccess) {
                continue;
            }
            let Decl::Field(field) = program.names.decl(number, node) else {
                continue;
            };
            let is_static = program.world().is_static_field(field);
            if is_static && is_changed_at(program, number, node) {
                found.insert(field);
            }
        }
    }
    found
}

fn is_changed_at(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let Some(parent) = tree.parent(node) else {
        return false;
    };
    let above = || tree.parent(parent).map(|p| tree.kind(p));
    match tree.kind(parent) {
        Kind::Call => {
            tree.role(node) == Role::Receiver && above().is_some_and(|k| k == Kind::ExprStmt)
        }
        Kind::FieldAccess | Kind::Index => {
            matches!(above(), Some(Kind::Assign | Kind::Update)) && tree.role(parent) != Role::Value
        }
        _ => false,
    }
}
