//! Make Static: makes a method static. What it asked of its object it asks of a new first parameter, where it asks anything.
//!
//! Every call gives the object, and is asked of the class. `object` gives the parameter's name. A method that is overridden, overrides or
//! locks its object stays as it is.
//!
//! ```before
//! class Order {
//!     int net = 5;
//!     int $0gross(int rate) {
//!         return net * rate;
//!     }
//!     int twice() { return gross(2) + this.gross(3); }
//! }
//! class Use {
//!     int of() { return new Order().gross(4); }
//! }
//! ```
//! ```after
//! class Order {
//!     int net = 5;
//!     static int gross(Order order, int rate) {
//!         return order.net * rate;
//!     }
//!     int twice() { return gross(this, 2) + gross(this, 3); }
//! }
//! class Use {
//!     int of() { return Order.gross(new Order(), 4); }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int $0gross(int rate) { return rate; }
//! }
//! class Special extends Order {
//!     int gross(int rate) { return 0; }
//! }
//! ```
//! ```refuses
//! overridden
//! ```

use crate::Java;
use crate::checks::looked_for::refuse_looked_for;
use crate::checks::unresolved::Unresolved;
use crate::edits::asked_of::{AskedOf, object_name, own_names};
use crate::edits::imports::Imports;
use crate::edits::in_place::rewrite_in_place;
use crate::edits::nested_edits::NestedEdits;
use crate::edits::param_tags::change_tags;
use crate::edits::signature_change::{Change, Item, callable_of};
use crate::edits::texts::parenthesised;
use crate::edits::transfer::{Member, Moving};
use crate::query::asked_object::{every_way, is_object};
use crate::query::at::method_at;
use crate::query::program::JavaProgram;
use crate::query::words::is_identifier;
use crate::refactorings::push_down::modifier_after_visibility;
use reweave_java_names::{ClassId, Decl, MethodId, Use, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "make-static",
    file: include_str!("make_static.rs"),
    params: &[Param::optional(
        "object",
        "the name for the receiver of the method",
    )],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let sources = run.sources().clone();
    let program = run.program();
    let method = method_at(program, file, offset)?;
    let (number, callable) = callable_of(program, method).ok_or_else(|| {
        BadInput::new("this method is written nowhere in these files; it cannot be changed")
    })?;
    let at = program.token(number, callable.node);
    let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
    fits(program, method).map_err(bad)?;
    let asked = asked_of(run, &sources, (method, number, callable.node))?;
    let member = Member::read(program, &sources, Decl::Method(method))?;
    let mut moving = Moving::new(member.clone());
    let needs = asked.rewrite(&mut moving, &mut Imports::default())?;
    let text = sources.text(at.file);
    let mut step = Step::new("make it static", "N!=->@ O I");
    rewrite_in_place(program, number, text, &moving.edits, &mut step);
    step.edit(at.file, modifier_after_visibility(run, &member, "static"));
    if needs.object {
        let list = parenthesised(text, at.span.end)
            .ok_or_else(|| bad("the parameter list was not found"))?;
        let comma = if callable.params.is_empty() { "" } else { ", " };
        let world = program.world();
        let name = world.text(world.class(asked.from).name);
        step.insert(
            at.file,
            list.start,
            format!("{name} {}{comma}", asked.object),
        );
        document(program, (number, method), &asked.object, text, &mut step)?;
    }
    let uses = program.uses(&[Decl::Method(method)]);
    let calls = Calls {
        asked: &asked,
        needs_object: needs.object,
    };
    for used in &uses {
        calls.follow(used, &mut step)?;
    }
    let unnoticed = calls.unnoticed(&uses);
    let unresolved = Unresolved::note(run, &step);
    refuse_looked_for(run, &[Decl::Method(method)]);
    let message = "what is asked here may be null, which would no longer be noticed";
    run.refuse_each("null", message, unnoticed);
    run.step(&step)?;
    unresolved.check(run);
    Ok(())
}

fn fits(program: &JavaProgram, method: MethodId) -> Result<(), &'static str> {
    let world = program.world();
    let data = world.method(method);
    let has = |m| data.modifiers.has(m);
    let overrides = program.overrides();
    if data.constructor {
        Err("a constructor belongs to its object")
    } else if has(Modifiers::STATIC) {
        Err("it is static already")
    } else if has(Modifiers::ABSTRACT) || has(Modifiers::NATIVE) || has(Modifiers::SYNCHRONIZED) {
        Err("an abstract, native or synchronized method must stay an instance method")
    } else if world.info(data.owner).is_interface() || world.info(data.owner).local {
        Err("only a method of a class that is neither local nor anonymous can be made static")
    } else if !overrides.overriding(method).is_empty() || !world.overridden(method).is_empty() {
        Err(
            "it overrides another method or is overridden, and which one runs is decided by its object",
        )
    } else if world
        .around(data.owner)
        .any(|c| !world.type_params(c).is_empty())
    {
        Err("its class has type parameters, which are not in scope in a static method")
    } else {
        Ok(())
    }
}

fn asked_of<'a>(
    run: &'a Run<'_, Java>,
    sources: &'a Sources,
    (method, number, node): (MethodId, u32, NodeId),
) -> Result<AskedOf<'a>, BadInput> {
    let program = run.program();
    let world = program.world();
    let owner = world.method(method).owner;
    let taken = own_names(program, number, node, Decl::None);
    let object = match run.optional("object") {
        Some(name) if !is_identifier(name) => {
            return Err(BadInput::unclear(format!(
                "`{name}` is not a valid name for a parameter"
            )));
        }
        Some(name) => name.to_owned(),
        None => object_name(world.text(world.class(owner).name), &taken),
    };
    Ok(AskedOf {
        program,
        sources,
        number,
        node,
        from: owner,
        to: owner,
        holder: Decl::None,
        object,
        left_out: Decl::Method(method),
    })
}

/// A tag for the new parameter, where there is documentation.
fn document(
    program: &JavaProgram,
    (number, method): (u32, MethodId),
    object: &str,
    text: &str,
    step: &mut Step,
) -> Result<(), BadInput> {
    let Some((_, callable)) = callable_of(program, method) else {
        return Ok(());
    };
    let Some(doc) = callable.doc else {
        return Ok(());
    };
    let old: Vec<&str> = callable
        .params
        .iter()
        .map(|p| program.world().text(p.name))
        .collect();
    let mut change = Change::of_name("", "", old.len());
    change.items.insert(
        0,
        Item::New {
            ty: String::new(),
            name: object.to_owned(),
            default: String::new(),
            given: None,
        },
    );
    let mut edits = NestedEdits::default();
    change_tags((number, text, doc), &old, &change, &mut edits);
    for edit in edits.of_file(number, text)? {
        step.edit(program.id(number), edit);
    }
    Ok(())
}

struct Calls<'r, 'a> {
    asked: &'r AskedOf<'a>,
    needs_object: bool,
}

impl Calls<'_, '_> {
    /// Asks the class instead of the object.
    fn follow(&self, used: &Use, step: &mut Step) -> Result<(), BadInput> {
        let (program, asked) = (self.asked.program, self.asked);
        let place = program.interval(used.file, used.span);
        let bad = |why: &str| BadInput::new(why).at(place.file, place.span);
        let tree = &program.model(used.file).tree;
        if used.kind == UseKind::Doc || used.kind == UseKind::Import {
            return Ok(());
        }
        let receiver = tree.child_in(used.node, Role::Receiver);
        if used.kind != UseKind::Call {
            return Err(bad(
                "a method reference refers to the method here; convert it to a lambda first",
            ));
        }
        if receiver.is_some_and(|r| tree.kind(r) == Kind::Super) {
            return Err(bad("`super` is its receiver here; write `this`"));
        }
        let text = asked.sources.text(place.file);
        let object = match receiver {
            Some(r) => {
                let is_still = self.needs_object || matches!(tree.kind(r), Kind::This | Kind::Name);
                if !is_still {
                    return Err(bad("what is asked here would no longer be computed"));
                }
                tree.span(r).text(text).to_owned()
            }
            None => self
                .this_at(used)
                .ok_or_else(|| bad("no object of the class is named here"))?,
        };
        let object = if asked.is_inside(used) {
            self.inner_object(object)
        } else {
            object
        };
        if let Some(r) = receiver {
            let before = Span::new(tree.span(r).start, used.span.start);
            step.replace(program.interval(used.file, before), self.class_before(used));
        }
        if self.needs_object {
            let list = parenthesised(text, used.span.end)
                .ok_or_else(|| bad("the arguments of this call were not found"))?;
            let has_more = tree.children_in(used.node, Role::Argument).next().is_some();
            let comma = if has_more { ", " } else { "" };
            step.insert(place.file, list.start, format!("{object}{comma}"));
        }
        Ok(())
    }

    /// Inside of the method itself `this` is the parameter.
    fn inner_object(&self, object: String) -> String {
        if object.rsplit('.').next() == Some("this") {
            self.asked.object.clone()
        } else {
            object
        }
    }

    /// `Order.`, or nothing where the name alone is known.
    fn class_before(&self, used: &Use) -> String {
        let program = self.asked.program;
        let world = program.world();
        let from = program.class_around(used.file, used.node);
        let owner = self.asked.from;
        let knows = from.is_some_and(|c| world.around(c).any(|a| world.is_subclass(a, owner)));
        if knows {
            return String::new();
        }
        let name = crate::edits::qualify::class_name(
            program,
            owner,
            from.unwrap_or(owner),
            &crate::edits::qualify::Renamed::default(),
        );
        format!("{name}.")
    }

    fn this_at(&self, call: &Use) -> Option<String> {
        let program = self.asked.program;
        let world = program.world();
        let around = program.class_around(call.file, call.node)?;
        let holds = |c: &ClassId| world.is_subclass(*c, self.asked.from);
        let asked = world.around(around).find(holds)?;
        if asked == around {
            return Some("this".to_owned());
        }
        let name = world.text(world.class(asked).name);
        (!name.is_empty()).then(|| format!("{name}.this"))
    }

    /// The calls that would no longer fail where there is no object.
    fn unnoticed(&self, uses: &[Use]) -> Vec<Interval> {
        let asked = self.asked;
        let program = asked.program;
        let asks = |n: NodeId| asked.asks_itself(n);
        if self.needs_object && every_way(program, asked.number, asked.node, asks) {
            return Vec::new();
        }
        let may_fail = |u: &&Use| {
            let tree = &program.model(u.file).tree;
            let receiver = tree.child_in(u.node, Role::Receiver);
            u.kind == UseKind::Call && receiver.is_some_and(|r| !is_object(program, u.file, r))
        };
        let found = uses.iter().filter(may_fail);
        found.map(|u| program.interval(u.file, u.span)).collect()
    }
}
