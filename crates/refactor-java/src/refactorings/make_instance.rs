//! Make Instance: makes a static method one of the objects that it was given, which a parameter of its class was.
//!
//! `to` names the parameter; without it the first one of the class is taken. Calls are asked of what they gave for it.
//!
//! ```before
//! class Order {
//!     int net = 5;
//!     static int $0gross(Order order, int rate) {
//!         return order.net * rate;
//!     }
//!     int twice() { return gross(this, 2); }
//! }
//! class Use {
//!     int of(Order o) { return Order.gross(o, 4); }
//! }
//! ```
//! ```after
//! class Order {
//!     int net = 5;
//!     int gross(int rate) {
//!         return net * rate;
//!     }
//!     int twice() { return this.gross(2); }
//! }
//! class Use {
//!     int of(Order o) { return o.gross(4); }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     static int $0gross(Order order, int rate) {
//!         return order == null ? 0 : rate;
//!     }
//! }
//! ```
//! ```refuses
//! null
//! ```

use crate::Java;
use crate::checks::looked_for::refuse_looked_for;
use crate::checks::unresolved::Unresolved;
use crate::edits::asked_of::AskedOf;
use crate::edits::calls_of_moved::{ordered_before, primary_text};
use crate::edits::imports::Imports;
use crate::edits::in_place::rewrite_in_place;
use crate::edits::nested_edits::NestedEdits;
use crate::edits::param_tags::change_tags;
use crate::edits::signature_change::{Change, Item, callable_of};
use crate::edits::texts::{modifier_at, with_blank};
use crate::edits::transfer::{Member, Moving};
use crate::query::asked_object::{always_asked, is_object};
use crate::query::at::method_at;
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Use, UseKind};
use reweave_model::{Callable, Modifiers, NodeId, Role};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "make-instance",
    file: include_str!("make_instance.rs"),
    params: &[Param::optional(
        "to",
        "the parameter that becomes the object",
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
    let index = parameter(run, (method, number), callable)?;
    let param = callable.params[index].node;
    let sets = |u: &Use| u.kind == UseKind::Write;
    if program
        .uses_in(number, &[Decl::Local(param)])
        .iter()
        .any(sets)
    {
        return Err(bad("the method sets this parameter, so that it holds two objects").into());
    }
    let owner = program.world().method(method).owner;
    let asked = AskedOf {
        program,
        sources: &sources,
        number,
        node: callable.node,
        from: owner,
        to: owner,
        holder: Decl::Local(param),
        object: "this".to_owned(),
        left_out: Decl::None,
    };
    let member = Member::read(program, &sources, Decl::Method(method))?;
    let mut moving = Moving::new(member);
    asked.rewrite(&mut moving, &mut Imports::default())?;
    let text = sources.text(at.file);
    let gone = gone(program, number, callable, index);
    moving.edits.retain(|e| !gone.contains(e.span));
    let mut step = Step::new("make it a method of the object", "N!=->@ O I");
    rewrite_in_place(program, number, text, &moving.edits, &mut step);
    step.delete(program.interval(number, gone));
    if let Some(word) = modifier_at(program, number, callable.node, text, "static") {
        step.delete(program.interval(number, with_blank(text, word)));
    }
    document(program, (number, callable), index, text, &mut step)?;
    let uses = program.uses(&[Decl::Method(method)]);
    for used in &uses {
        follow(program, &sources, used, index, &mut step)?;
    }
    let given = |u: &Use| {
        let tree = &program.model(u.file).tree;
        let argument = tree.children_in(u.node, Role::Argument).nth(index);
        argument.is_some_and(|a| is_object(program, u.file, a))
    };
    let all_given = !uses.is_empty() && uses.iter().all(given);
    let always = always_asked(program, number, callable.node, |n| asked.is_holder(n));
    let null = if all_given || always {
        Vec::new()
    } else {
        vec![at]
    };
    let unresolved = Unresolved::note(run, &step);
    refuse_looked_for(run, &[Decl::Method(method)]);
    let message =
        "where the parameter is null the method does something now, and could not be called then";
    run.refuse_each("null", message, null);
    run.step(&step)?;
    unresolved.check(run);
    Ok(())
}

fn fits(program: &JavaProgram, method: MethodId) -> Result<(), &'static str> {
    let world = program.world();
    let data = world.method(method);
    let owner = world.info(data.owner);
    if data.constructor || !data.modifiers.has(Modifiers::STATIC) {
        Err("only a static method can be made an instance method")
    } else if data.modifiers.has(Modifiers::NATIVE) || data.modifiers.has(Modifiers::SYNCHRONIZED) {
        Err("a native or synchronized method would be looked for or lock otherwise")
    } else if owner.is_interface() || owner.local || !world.type_params(data.owner).is_empty() {
        Err("only a class without type parameters that is neither local nor anonymous can get it")
    } else {
        Ok(())
    }
}

/// The place of the parameter that becomes the object.
fn parameter(
    run: &Run<'_, Java>,
    (method, number): (MethodId, u32),
    callable: &Callable,
) -> Result<usize, BadInput> {
    let program = run.program();
    let world = program.world();
    let owner = world.method(method).owner;
    let wanted = run.optional("to");
    let is_of_class = |node: NodeId| {
        let ty = program.names.ty(number, node);
        world.class_of_type(ty) == Some(owner) && world.types().as_class(ty).is_some()
    };
    let mut params = callable.params.iter();
    let found = params.position(|p| match wanted {
        Some(name) => world.text(p.name) == name,
        None => is_of_class(p.node) && !p.varargs,
    });
    let at = program.token(number, callable.node);
    let found = found.ok_or_else(|| match wanted {
        Some(name) => BadInput::unclear(format!("the method has no parameter {name}")),
        None => BadInput::new(
            "no parameter of the method is an object of its class; move it with move-members",
        )
        .at(at.file, at.span),
    })?;
    let param = &callable.params[found];
    if !is_of_class(param.node) || param.varargs {
        return Err(
            BadInput::new("the parameter is no object of the method's class").at(at.file, at.span),
        );
    }
    Ok(found)
}

/// A parameter with the comma beside it.
fn gone(program: &JavaProgram, number: u32, callable: &Callable, index: usize) -> Span {
    let tree = &program.model(number).tree;
    let spans: Vec<Span> = callable.params.iter().map(|p| tree.span(p.node)).collect();
    match (index.checked_sub(1), spans.get(index + 1)) {
        (_, Some(next)) => Span::new(spans[index].start, next.start),
        (Some(before), None) => Span::new(spans[before].end, spans[index].end),
        (None, None) => spans[index],
    }
}

fn document(
    program: &JavaProgram,
    (number, callable): (u32, &Callable),
    index: usize,
    text: &str,
    step: &mut Step,
) -> Result<(), BadInput> {
    let Some(doc) = callable.doc else {
        return Ok(());
    };
    let old: Vec<&str> = callable
        .params
        .iter()
        .map(|p| program.world().text(p.name))
        .collect();
    let mut change = Change::of_name("", "", 0);
    change.items = (0..old.len())
        .filter(|&i| i != index)
        .map(Item::kept)
        .collect();
    let mut edits = NestedEdits::default();
    change_tags((number, text, doc), &old, &change, &mut edits);
    for edit in edits.of_file(number, text)? {
        step.edit(program.id(number), edit);
    }
    Ok(())
}

/// Asks the object that a call gave.
fn follow(
    program: &JavaProgram,
    sources: &Sources,
    used: &Use,
    index: usize,
    step: &mut Step,
) -> Result<(), BadInput> {
    let place = program.interval(used.file, used.span);
    let bad = |why: &str| BadInput::new(why).at(place.file, place.span);
    if matches!(used.kind, UseKind::Doc | UseKind::Import) {
        return Ok(());
    }
    if used.kind != UseKind::Call {
        return Err(bad(
            "a method reference refers to the method here; convert it to a lambda first",
        ));
    }
    if program.imported_statically(used.file, used.decl) {
        return Err(bad(
            "a static import brings the method here; qualify it first",
        ));
    }
    let tree = &program.model(used.file).tree;
    let text = sources.text(place.file);
    let arguments: Vec<NodeId> = tree.children_in(used.node, Role::Argument).collect();
    let argument = *arguments
        .get(index)
        .ok_or_else(|| bad("this call does not give all arguments"))?;
    if !ordered_before(program, used, argument, &arguments[..index]) {
        return Err(bad(
            "what is computed here would be computed in another order",
        ));
    }
    let receiver = tree.child_in(used.node, Role::Receiver);
    if receiver.is_some_and(|r| !matches!(program.names.decl(used.file, r), Decl::Class(_))) {
        return Err(bad(
            "a static method is called on an expression here; name its class instead first",
        ));
    }
    let start = receiver.map_or(used.span.start, |r| tree.span(r).start);
    let object = primary_text(tree, argument, text);
    step.replace(
        program.interval(used.file, Span::new(start, used.span.start)),
        format!("{object}."),
    );
    let spans: Vec<Span> = arguments.iter().map(|&a| tree.span(a)).collect();
    let gone = match (index.checked_sub(1), spans.get(index + 1)) {
        (_, Some(next)) => Span::new(spans[index].start, next.start),
        (Some(before), None) => Span::new(spans[before].end, spans[index].end),
        (None, None) => spans[index],
    };
    step.delete(program.interval(used.file, gone));
    Ok(())
}
