//! Move Instance Method: moves a method to the class of one of its parameters or of a field of its class.
//!
//! `to` names the parameter or field. What the method asked of its own object it asks of a new first parameter then, where it asks anything
//! (`object` gives its name); what it asked of the other object it asks of itself. Calls are asked of the other object; with `delegate=yes` they
//! stay, and the old method passes on to the new one. What the new class could not see becomes visible.
//!
//! ```before
//! class Shape {
//!     int area = 3;
//!     boolean $0fits(Frame frame) {
//!         return frame.width > area;
//!     }
//!     boolean check(Frame f) { return fits(f); }
//! }
//! class Frame {
//!     int width;
//! }
//! ```
//! ```with
//! to=frame
//! ```
//! ```after
//! class Shape {
//!     int area = 3;
//!     boolean check(Frame f) { return f.fits(this); }
//! }
//! class Frame {
//!     int width;
//!
//!     boolean fits(Shape shape) {
//!         return width > shape.area;
//!     }
//! }
//! ```
//!
//! A method that works without the other object cannot be asked of it:
//!
//! ```before
//! class Shape {
//!     int $0area(Frame frame) {
//!         return frame == null ? 0 : frame.width;
//!     }
//! }
//! class Frame { int width; }
//! ```
//! ```with
//! to=frame
//! ```
//! ```refuses
//! null
//! ```

use crate::Java;
use crate::checks::looked_for::refuse_looked_for;
use crate::checks::unresolved::Unresolved;
use crate::edits::asked_of::{AskedOf, Needs, object_name, own_names};
use crate::edits::calls_of_moved::{CallsOfMoved, delegate_body};
use crate::edits::delegates::deprecation;
use crate::edits::imports::{Imports, dotted, drop_unneeded};
use crate::edits::nested_edits::NestedEdits;
use crate::edits::param_tags::change_tags;
use crate::edits::signature_change::{Change, Item, callable_of};
use crate::edits::texts::{indent_at, modifier_at, parenthesised, visibility, with_blank};
use crate::edits::transfer::{Meanings, Member, Moving, Placed, Room, find_all};
use crate::query::asked_object::{always_asked, is_object};
use crate::query::at::method_at;
use crate::query::program::JavaProgram;
use crate::query::words::is_identifier;
use reweave_java_names::{ClassId, Decl, MethodId, Use, UseKind};
use reweave_model::{Callable, Kind, Modifiers, NodeId, Role, Visibility};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Part, Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "move-instance-method",
    file: include_str!("move_instance_method.rs"),
    params: &[
        Param::required(
            "to",
            "the parameter or field to whose class the method moves",
        ),
        Param::optional("object", "the name for the receiver of the method"),
        Param::flag(
            "delegate",
            "yes: the old method stays and passes on to the new one",
        ),
        Param::flag(
            "deprecate",
            "yes: the documentation of the method that stays says that it is deprecated",
        ),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let sources = run.sources().clone();
    let program = run.program();
    let method = method_at(program, file, offset)?;
    let job = Job::of(run, &sources, method)?;
    let mut imports = Imports::default();
    let member = Member::read(program, &sources, Decl::Method(method))?;
    let mut moving = Moving::new(member.clone());
    let needs = job.asked.rewrite(&mut moving, &mut imports)?;
    let uses = program.uses(&[Decl::Method(method)]);
    let outside = |u: &&Use| !(u.file == member.number && member.extent().contains(u.span));
    let calls: Vec<Use> = uses.iter().filter(outside).copied().collect();
    let null = job.may_be_null(&calls);
    let unasked = job.unasked(&needs, &calls);
    let compared = job.compared();
    if !job.delegates {
        job.may_go(program, method, uses.len() == calls.len())?;
    }
    job.suit(&mut moving, &needs, &mut imports, &calls)?;
    let room = Room::of(program, &sources, job.asked.to)?;
    let text = moving.text(program, &sources, &room.indent);
    let mut step = Step::new("move to the class of the other object", "N!=->@ O I");
    room.insert(&sources, std::slice::from_ref(&text), &mut step);
    let gone = if job.delegates {
        let (span, body) = delegate_body(&job.asked, job.callable, needs.object)?;
        step.replace(program.interval(member.number, span), body);
        if run.flag("deprecate") {
            job.deprecate(needs.object, &mut step);
        }
        span
    } else {
        member.remove(program, &sources, &mut step);
        member.extent()
    };
    drop_unneeded(program, &sources, member.number, &[gone], &mut step);
    let expected = if job.delegates { 1 } else { calls.len() };
    if !job.delegates {
        let rewriting = CallsOfMoved {
            asked: &job.asked,
            callable: job.callable,
            needs_object: needs.object,
        };
        for call in &calls {
            rewriting.follow(call, &mut step)?;
        }
    }
    for &decl in &needs.raised {
        job.raise(decl, &mut step);
    }
    if !job.delegates {
        job.open_holder(&calls, &mut step);
    }
    imports.add_to(program, &sources, &mut step);
    let placed = [Placed {
        file: room.file,
        text,
        moving,
    }];
    let meanings = Meanings::note(run, &placed);
    let unresolved = Unresolved::note(run, &step);
    let delegates = job.delegates;
    let message =
        "where the variable is null the method does something now, and could not be called then";
    run.refuse_each("null", message, null);
    if !delegates {
        let message =
            "the method asks whether the variable is null, and could not be called where it is";
        run.refuse_each("value", message, compared);
    }
    let message = "what is asked here may be null, which would no longer be noticed";
    run.refuse_each("null", message, unasked);
    if !delegates {
        refuse_looked_for(run, &[Decl::Method(method)]);
    }
    run.step(&step)?;
    unresolved.check(run);
    meanings.check(run, &placed);
    must_be_called(run, &placed, expected);
    Ok(())
}

struct Job<'a> {
    asked: AskedOf<'a>,
    callable: &'a Callable,
    /// The place of the parameter that the method goes to.
    index: Option<usize>,
    /// The old method stays and calls the new one.
    delegates: bool,
}

impl<'a> Job<'a> {
    fn of(
        run: &'a Run<'_, Java>,
        sources: &'a Sources,
        method: MethodId,
    ) -> Result<Self, BadInput> {
        let program = run.program();
        let world = program.world();
        let (number, callable) = callable_of(program, method).ok_or_else(|| {
            BadInput::new("this method is written nowhere in these files; it cannot be moved")
        })?;
        let at = program.token(number, callable.node);
        let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
        let from = world.method(method).owner;
        movable(program, method, callable).map_err(bad)?;
        let wanted = run.param("to")?;
        let index = callable
            .params
            .iter()
            .position(|p| world.text(p.name) == wanted);
        let (holder, ty) = if let Some(i) = index {
            let node = callable.params[i].node;
            (Decl::Local(node), program.names.ty(number, node))
        } else {
            let symbol = world.names().get(wanted);
            let field = symbol.and_then(|s| world.find_field(from, s, from));
            let field = field.ok_or_else(|| {
                BadInput::unclear(format!(
                    "the method has no parameter and its class no field {wanted}"
                ))
            })?;
            (Decl::Field(field), world.field_type(field))
        };
        let to = world
            .class_of_type(ty)
            .filter(|&c| !ty.is_primitive() && program.is_ours(Decl::Class(c)));
        let to = to.ok_or_else(|| bad("its type is no class of these files"))?;
        let names = own_names(program, number, callable.node, holder);
        let object = match run.optional("object") {
            Some(name) if !is_identifier(name) => {
                return Err(BadInput::unclear(format!(
                    "`{name}` is not a valid name for a parameter"
                )));
            }
            Some(name) => name.to_owned(),
            None => object_name(world.text(world.class(from).name), &names),
        };
        let job = Self {
            asked: AskedOf {
                program,
                sources,
                number,
                node: callable.node,
                from,
                to,
                holder,
                object,
                left_out: Decl::None,
            },
            callable,
            index,
            delegates: run.flag("delegate"),
        };
        job.may_hold().map_err(bad)?;
        Ok(job)
    }

    /// Whether the other class can have the method, and the variable holds the same object all the time.
    fn may_hold(&self) -> Result<(), &'static str> {
        let (program, asked) = (self.asked.program, &self.asked);
        let world = program.world();
        let info = world.info(asked.to);
        if asked.to == asked.from {
            return Err("it is in this class already");
        }
        if info.local || (info.is_interface() && !world.info(asked.from).is_interface()) {
            return Err("only a class that is neither local nor an interface can get it");
        }
        if world.own_type_params(asked.to) > 0 {
            return Err("the other class has type parameters, and `this` has other type arguments");
        }
        if world
            .around(asked.from)
            .any(|c| !world.type_params(c).is_empty())
        {
            return Err("the class has type parameters, which are not in scope in the other class");
        }
        let tree = &program.model(asked.number).tree;
        let set = |u: &Use| u.kind == UseKind::Write && tree.contains(asked.node, u.node);
        if program
            .uses_in(asked.number, &[asked.holder])
            .iter()
            .any(set)
        {
            return Err("the method sets this variable, so that it holds two objects");
        }
        if let Decl::Field(field) = asked.holder
            && !world.field(field).modifiers.has(Modifiers::FINAL)
            && crate::query::effects::effects(program, &[(asked.number, asked.node)]).changes(field)
        {
            return Err("what the method calls may set this field, so that it holds two objects");
        }
        Ok(())
    }

    /// Where the variable may hold no object, so that the method could not be asked of it.
    fn may_be_null(&self, calls: &[Use]) -> Vec<Interval> {
        let asked = &self.asked;
        let program = asked.program;
        let given = |call: &Use| {
            let tree = &program.model(call.file).tree;
            let mut arguments = tree.children_in(call.node, Role::Argument);
            let argument = self.index.and_then(|i| arguments.nth(i));
            argument.is_some_and(|a| is_object(program, call.file, a))
        };
        let modifiers = program.world().method(self.method()).modifiers;
        let is_closed = modifiers.has(Modifiers::PRIVATE) || !self.delegates;
        let all_given = !calls.is_empty() && is_closed && calls.iter().all(given);
        let always = always_asked(program, asked.number, asked.node, |n| asked.is_holder(n));
        if all_given || always || self.is_made_field() {
            return Vec::new();
        }
        vec![program.token(asked.number, asked.node)]
    }

    /// Where the method asks whether there is an object.
    fn compared(&self) -> Vec<Interval> {
        let asked = &self.asked;
        let program = asked.program;
        let tree = &program.model(asked.number).tree;
        let is_compared = |&n: &NodeId| {
            let compares = matches!(program.world().text(tree.sym(n)), "==" | "!=");
            let mut operands = tree.children_in(n, Role::Operand);
            let is_null = |o: NodeId| tree.kind(o) == Kind::Null;
            tree.kind(n) == Kind::Binary
                && compares
                && tree.children_in(n, Role::Operand).any(is_null)
                && operands.any(|o| asked.is_holder(o))
        };
        let all = tree.descendants(asked.node).filter(is_compared);
        all.map(|n| program.interval(asked.number, tree.span(n)))
            .collect()
    }

    /// The calls that would no longer fail where there is no object that is asked.
    fn unasked(&self, needs: &Needs, calls: &[Use]) -> Vec<Interval> {
        let program = self.asked.program;
        if self.delegates || needs.object {
            return Vec::new();
        }
        let may_fail = |call: &&Use| {
            let tree = &program.model(call.file).tree;
            let receiver = tree.child_in(call.node, Role::Receiver);
            receiver.is_some_and(|r| !is_object(program, call.file, r))
        };
        let calls = calls.iter().filter(may_fail);
        calls.map(|c| program.interval(c.file, c.span)).collect()
    }

    fn method(&self) -> MethodId {
        let model = self.asked.program.model(self.asked.number);
        let index = model
            .callables
            .iter()
            .position(|c| c.node == self.asked.node)
            .unwrap_or(0);
        self.asked
            .program
            .world()
            .method_of(self.asked.number, reweave_model::CallableId(index as u32))
    }

    fn is_made_field(&self) -> bool {
        let Decl::Field(field) = self.asked.holder else {
            return false;
        };
        let world = self.asked.program.world();
        let made = world.field_node(field).is_some_and(|(file, node)| {
            let tree = &self.asked.program.model(file).tree;
            tree.child_in(node, Role::Init)
                .is_some_and(|i| tree.kind(i) == Kind::New)
        });
        made && world.field(field).modifiers.has(Modifiers::FINAL)
    }

    /// Whether the old method need not stay.
    fn may_go(
        &self,
        program: &JavaProgram,
        method: MethodId,
        is_plain: bool,
    ) -> Result<(), BadInput> {
        let at = program.token(self.asked.number, self.asked.node);
        let bad = |why: &str| Err(BadInput::new(why).at(at.file, at.span));
        let overrides = program.overrides();
        if !overrides.overridden_by(method).is_empty()
            || !program.world().overridden(method).is_empty()
            || !overrides.overriding(method).is_empty()
        {
            return bad("it overrides another method or is overridden; give delegate=yes");
        }
        if !is_plain {
            return bad("it calls itself; give delegate=yes");
        }
        Ok(())
    }

    /// The list of parameters, the words and the documentation that the method has in its new class.
    fn suit(
        &self,
        moving: &mut Moving,
        needs: &Needs,
        imports: &mut Imports,
        calls: &[Use],
    ) -> Result<(), BadInput> {
        let asked = &self.asked;
        let (program, number) = (asked.program, asked.number);
        let world = program.world();
        let text = asked.sources.text(program.id(number));
        let tree = &program.model(number).tree;
        let token = program.token(number, asked.node);
        let list = parenthesised(text, token.span.end).ok_or_else(|| {
            BadInput::new("the parameter list was not found").at(token.file, token.span)
        })?;
        let target = world.class(asked.to).origin.file().unwrap_or_default();
        let words = self
            .index
            .map(|i| Modifiers(tree.node(self.callable.params[i].node).flags));
        let is_final = words.is_some_and(|w| w.has(Modifiers::FINAL));
        let word = if is_final { "final " } else { "" };
        let own = needs.object.then(|| {
            let name = imports.name(program, target, asked.from);
            format!("{word}{name} {}", asked.object)
        });
        let kept: Vec<usize> = (0..self.callable.params.len())
            .filter(|&i| Some(i) != self.index)
            .collect();
        self.change_list(list, own.as_deref(), &kept, moving);
        let mut items: Vec<Item> = own
            .iter()
            .map(|_| Item::New {
                ty: String::new(),
                name: asked.object.clone(),
                default: String::new(),
                given: None,
            })
            .collect();
        items.extend(kept.iter().map(|&i| Item::kept(i)));
        if let Some(doc) = self.callable.doc {
            let old: Vec<&str> = self
                .callable
                .params
                .iter()
                .map(|p| world.text(p.name))
                .collect();
            let mut change = Change::of_name("", "", 0);
            change.old = old.iter().map(|&o| o.to_owned()).collect();
            change.items = items;
            let mut edits = NestedEdits::default();
            change_tags((number, text, doc), &old, &change, &mut edits);
            moving.edits.extend(edits.of_file(number, text)?);
        }
        for annotation in tree.children_in(asked.node, Role::Annotation) {
            if world.text(tree.sym(annotation)) == "Override" {
                let span = tree.span(annotation);
                let rest = text.part(span.end as usize..);
                let blanks = rest.len() - rest.trim_start().len();
                moving.edits.push(Edit::delete(Span::new(
                    span.start,
                    span.end + blanks as u32,
                )));
            }
        }
        if let Some(at) =
            modifier_at(program, number, asked.node, text, "final").filter(|_| self.delegates)
        {
            moving.edits.push(Edit::delete(with_blank(text, at)));
        }
        self.suit_access(moving, calls);
        Ok(())
    }

    /// What an interface has is public (9.4), and in a class nothing is a default; elsewhere all who call it must see it.
    fn suit_access(&self, moving: &mut Moving, calls: &[Use]) {
        let asked = &self.asked;
        let (program, number) = (asked.program, asked.number);
        let text = asked.sources.text(program.id(number));
        let at = |word| modifier_at(program, number, asked.node, text, word);
        let Some(default) = at("default") else {
            let wanted = self.visibility_needed(calls);
            let edit = wanted.and_then(|w| visibility(program, number, asked.node, text, w));
            moving.edits.extend(edit);
            return;
        };
        if !program.world().info(asked.to).is_interface() {
            moving.edits.push(if at("public").is_some() {
                Edit::delete(with_blank(text, default))
            } else {
                Edit::replace(default, "public")
            });
        }
    }

    /// Says in the documentation of the method that stays which one to call instead.
    fn deprecate(&self, needs_object: bool, step: &mut Step) {
        let asked = &self.asked;
        let program = asked.program;
        let tree = &program.model(asked.number).tree;
        let file = program.id(asked.number);
        let text = asked.sources.text(file);
        let own = needs_object.then(|| dotted(program, asked.from));
        let others = self.callable.params.iter();
        let others = others.filter(|p| asked.holder != Decl::Local(p.node));
        let types: Vec<String> = own
            .into_iter()
            .chain(
                others
                    .filter_map(|p| p.ty)
                    .map(|t| tree.span(t).text(text).to_owned()),
            )
            .collect();
        let name = program.token(asked.number, asked.node).span.text(text);
        let link = format!("{}#{name}({})", dotted(program, asked.to), types.join(", "));
        let start = tree.span(asked.node).start;
        let doc = self.callable.doc;
        let note = deprecation(doc.map(|d| d.text(text)), indent_at(text, start), &link);
        step.replace(
            program.interval(
                asked.number,
                Span::new(doc.map_or(start, |d| d.start), start),
            ),
            note,
        );
    }

    /// Lets the classes whose calls name the field now see it.
    fn open_holder(&self, calls: &[Use], step: &mut Step) {
        let asked = &self.asked;
        let program = asked.program;
        let world = program.world();
        let Decl::Field(field) = asked.holder else {
            return;
        };
        let Ok(member) = Member::of(program, asked.holder) else {
            return;
        };
        let field = world.field(field);
        let users = calls
            .iter()
            .filter_map(|c| program.class_around(c.file, c.node));
        let package = world.class(field.owner).package;
        let wanted = users
            .filter(|&u| !world.accessible(field.modifiers, field.owner, u))
            .map(|u| {
                if world.class(u).package == package {
                    Visibility::Package
                } else {
                    Visibility::Public
                }
            })
            .max();
        let Some(wanted) = wanted else { return };
        let file = member.file(program);
        let text = asked.sources.text(file);
        if let Some(edit) = visibility(program, member.number, member.node, text, wanted) {
            step.edit(file, edit);
        }
    }

    /// Puts the object first and takes the parameter out that the method goes to.
    fn change_list(&self, list: Span, own: Option<&str>, kept: &[usize], moving: &mut Moving) {
        let asked = &self.asked;
        let tree = &asked.program.model(asked.number).tree;
        let params: Vec<Span> = self
            .callable
            .params
            .iter()
            .map(|p| tree.span(p.node))
            .collect();
        if let Some(index) = self.index {
            let gone = match (index.checked_sub(1), params.get(index + 1)) {
                (_, Some(next)) => Span::new(params[index].start, next.start),
                (Some(before), None) => Span::new(params[before].end, params[index].end),
                (None, None) => params[index],
            };
            moving.edits.retain(|e| !gone.contains(e.span));
            moving.edits.push(Edit::delete(gone));
        }
        if let Some(own) = own {
            let comma = if kept.is_empty() { "" } else { ", " };
            moving
                .edits
                .push(Edit::insert(list.start, format!("{own}{comma}")));
        }
    }

    /// The least that lets all who call it see it.
    fn visibility_needed(&self, calls: &[Use]) -> Option<Visibility> {
        let asked = &self.asked;
        let world = asked.program.world();
        let now = world.method(self.method()).modifiers.visibility();
        let around = |c: &Use| asked.program.class_around(c.file, c.node);
        let users: Vec<ClassId> = if self.delegates {
            vec![asked.from]
        } else {
            calls.iter().filter_map(around).collect()
        };
        let mut needed = now;
        for user in users {
            let wanted = if world.outermost(user) == world.outermost(asked.to) {
                Visibility::Private
            } else if world.class(user).package == world.class(asked.to).package {
                Visibility::Package
            } else {
                Visibility::Public
            };
            needed = needed.max(wanted);
        }
        (needed != now).then_some(needed)
    }

    /// Opens what stays behind.
    fn raise(&self, decl: Decl, step: &mut Step) {
        let asked = &self.asked;
        let world = asked.program.world();
        let Ok(member) = Member::of(asked.program, decl) else {
            return;
        };
        let same = world.class(asked.from).package == world.class(asked.to).package;
        let wanted = if same {
            Visibility::Package
        } else {
            Visibility::Public
        };
        let file = member.file(asked.program);
        let text = asked.sources.text(file);
        if let Some(edit) = visibility(asked.program, member.number, member.node, text, wanted) {
            step.edit(file, edit);
        }
    }
}

/// What a method must be to be asked of another object.
fn movable(
    program: &JavaProgram,
    method: MethodId,
    callable: &Callable,
) -> Result<(), &'static str> {
    let world = program.world();
    let data = world.method(method);
    let has = |m| data.modifiers.has(m);
    if data.constructor {
        Err("a constructor makes objects of its own class")
    } else if has(Modifiers::STATIC) {
        Err("a static method has no receiver; move it with move-members")
    } else if callable.body.is_none() {
        Err("the method has no body; move one that implements it")
    } else if has(Modifiers::SYNCHRONIZED) {
        Err("the method locks `this`; put a synchronized statement into it first")
    } else if world.info(data.owner).local {
        Err("its class is local, and not in scope in another class")
    } else {
        Ok(())
    }
}

/// Refuses where not every call finds the method in its new class.
fn must_be_called(run: &mut Run<'_, Java>, placed: &[Placed], expected: usize) {
    let program = run.program();
    let found = find_all(run.sources(), placed).first().copied().flatten();
    let method = found.and_then(|at| declared_in(program, at));
    let uses = method.map_or(0, |m| {
        let uses = program.uses(&[Decl::Method(m)]).into_iter();
        uses.filter(|u| u.kind == UseKind::Call).count()
    });
    if uses < expected {
        run.refuse("name", "not every call would find it in its new class", &[]);
    }
}

fn declared_in(program: &JavaProgram, at: Interval) -> Option<MethodId> {
    let number = program.number(at.file)?;
    let model = program.model(number);
    let (index, _) = (0..)
        .zip(&model.callables)
        .find(|(_, c)| at.span.contains(model.tree.span(c.node)))?;
    Some(
        program
            .world()
            .method_of(number, reweave_model::CallableId(index)),
    )
}
