//! Calls of a method that is asked of another object, and the old method where it stays and passes on.

use crate::edits::asked_of::AskedOf;
use crate::edits::texts::{indent_at, indent_unit, parenthesised};
use crate::query::asked_object::is_object;
use crate::query::effects::effects;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Use, UseKind};
use reweave_model::{Callable, Kind, Modifiers, NodeId, Role, Tree};
use reweave_refactor::{BadInput, Step};
use reweave_text::Span;

/// The body of the old method, where it passes on, and the span that it takes.
pub fn delegate_body(
    asked: &AskedOf<'_>,
    callable: &Callable,
    needs_object: bool,
) -> Result<(Span, String), BadInput> {
    let world = asked.program.world();
    let tree = &asked.program.model(asked.number).tree;
    let text = asked.sources.text(asked.program.id(asked.number));
    let at = asked.program.token(asked.number, asked.node);
    let body = callable
        .body
        .ok_or_else(|| BadInput::new("the method has no body").at(at.file, at.span))?;
    let of_field = |name: &str| {
        let is_hidden = callable.params.iter().any(|p| world.text(p.name) == name);
        let word = if is_hidden { "this." } else { "" };
        format!("{word}{name}")
    };
    let is_holder = |p: &&reweave_model::Param| asked.holder == Decl::Local(p.node);
    let holder = match asked.holder {
        Decl::Field(f) => of_field(world.text(world.field(f).name)),
        _ => callable
            .params
            .iter()
            .find(is_holder)
            .map_or_else(String::new, |p| world.text(p.name).to_owned()),
    };
    let others = callable
        .params
        .iter()
        .filter(|p| asked.holder != Decl::Local(p.node));
    let own = needs_object.then_some("this");
    let arguments: Vec<&str> = own
        .into_iter()
        .chain(others.map(|p| world.text(p.name)))
        .collect();
    let returns = callable.return_type.map(|t| tree.span(t).text(text));
    let gives = if returns == Some("void") {
        ""
    } else {
        "return "
    };
    let name = at.span.text(text);
    let indent = indent_at(text, tree.span(asked.node).start);
    let inner = format!("{indent}{}", indent_unit(text));
    let call = format!("{gives}{holder}.{name}({});", arguments.join(", "));
    let span = tree.span(body);
    let is_line = !span.text(text).contains('\n');
    let body = if is_line {
        format!("{{ {call} }}")
    } else {
        format!("{{\n{inner}{call}\n{indent}}}")
    };
    Ok((span, body))
}

/// The calls of a method that goes.
pub struct CallsOfMoved<'r, 'a> {
    pub asked: &'r AskedOf<'a>,
    pub callable: &'r Callable,
    pub needs_object: bool,
}

impl CallsOfMoved<'_, '_> {
    /// Asks the other object instead.
    pub fn follow(&self, call: &Use, step: &mut Step) -> Result<(), BadInput> {
        let program = self.asked.program;
        let place = program.interval(call.file, call.span);
        let bad = |why: &str| BadInput::new(why).at(place.file, place.span);
        if call.kind != UseKind::Call {
            return Err(bad(
                "a method reference refers to the method here; convert it to a lambda first, or give delegate=yes",
            ));
        }
        let tree = &program.model(call.file).tree;
        let text = self.asked.sources.text(place.file);
        let receiver = tree.child_in(call.node, Role::Receiver);
        // What `super` asks is the object itself, and no other method can be meant: the one that moves goes.
        let receiver = receiver.filter(|&r| tree.kind(r) != Kind::Super);
        let arguments: Vec<NodeId> = tree.children_in(call.node, Role::Argument).collect();
        let own = match receiver {
            Some(r) => tree.span(r).text(text).to_owned(),
            None => self
                .this_at(call)
                .ok_or_else(|| bad("no object of the class is named here"))?,
        };
        let index = self
            .callable
            .params
            .iter()
            .position(|p| self.asked.holder == Decl::Local(p.node));
        let list = parenthesised(text, call.span.end);
        let list = list.ok_or_else(|| bad("the arguments of this call were not found"))?;
        let (holder, kept) = if let Some(i) = index {
            let argument = *arguments
                .get(i)
                .ok_or_else(|| bad("this call does not give all arguments"))?;
            let before = receiver.into_iter().chain(arguments[..i].iter().copied());
            if !ordered_before(program, call, argument, &before.collect::<Vec<_>>()) {
                return Err(bad(
                    "what is computed here would be computed in another order; give delegate=yes",
                ));
            }
            let mut kept = arguments.clone();
            kept.remove(i);
            (primary_text(tree, argument, text), kept)
        } else {
            let is_still = receiver.is_none_or(|r| is_variable(tree, r));
            if self.needs_object && !is_still {
                return Err(bad(
                    "what is asked here would be computed twice; give delegate=yes",
                ));
            }
            if !self.reads_as_before(call, receiver, &arguments) {
                return Err(bad(
                    "the field would be read before the arguments are computed, which may set it or notice that there is no object; give delegate=yes",
                ));
            }
            (self.field_of(&own, receiver.is_none()), arguments.clone())
        };
        let mut parts: Vec<String> = self.needs_object.then(|| own.clone()).into_iter().collect();
        parts.extend(kept.iter().map(|&a| tree.span(a).text(text).to_owned()));
        let whole = tree.span(call.node);
        let name = call.span.text(text);
        let end = Span::new(whole.start, list.end + 1);
        let asked = if holder == "this" {
            String::new()
        } else {
            format!("{holder}.")
        };
        step.replace(
            program.interval(call.file, end),
            format!("{asked}{name}({})", parts.join(", ")),
        );
        Ok(())
    }

    /// Whether the field may be read before the arguments are computed: the method read it behind them.
    fn reads_as_before(&self, call: &Use, receiver: Option<NodeId>, arguments: &[NodeId]) -> bool {
        let program = self.asked.program;
        let code: Vec<(u32, NodeId)> = arguments.iter().map(|&a| (call.file, a)).collect();
        let done = effects(program, &code);
        let is_set = match self.asked.holder {
            Decl::Field(f) => {
                let is_final = program.world().field(f).modifiers.has(Modifiers::FINAL);
                !is_final && done.changes(f)
            }
            _ => false,
        };
        let is_there = receiver.is_none_or(|r| is_object(program, call.file, r));
        let is_quiet = !done.is_seen() && !done.may_fail();
        !is_set && (is_there || is_quiet)
    }

    /// The field of the object that is asked.
    fn field_of(&self, own: &str, is_implied: bool) -> String {
        let world = self.asked.program.world();
        let Decl::Field(f) = self.asked.holder else {
            return own.to_owned();
        };
        let name = world.text(world.field(f).name);
        if is_implied && own == "this" {
            return name.to_owned();
        }
        format!("{own}.{name}")
    }

    /// The object of the class that a call asks without naming it.
    fn this_at(&self, call: &Use) -> Option<String> {
        let world = self.asked.program.world();
        let around = self.asked.program.class_around(call.file, call.node)?;
        let holds = |c: &ClassId| world.is_subclass(*c, self.asked.from);
        let asked = world.around(around).find(holds)?;
        if asked == around {
            return Some("this".to_owned());
        }
        let name = world.text(world.class(asked).name);
        (!name.is_empty()).then(|| format!("{name}.this"))
    }
}

fn is_variable(tree: &Tree, node: NodeId) -> bool {
    tree.kind(node).is_literal() || matches!(tree.kind(node), Kind::This | Kind::Name)
}

/// Whether an argument can be computed before the others: it is a variable that they do not set, or nothing that one of them does shows
/// in the other.
pub fn ordered_before(
    program: &JavaProgram,
    call: &Use,
    argument: NodeId,
    before: &[NodeId],
) -> bool {
    let tree = &program.model(call.file).tree;
    let is_fixed = |n: NodeId| tree.kind(n).is_literal() || tree.kind(n) == Kind::This;
    let sets = |local: NodeId| {
        let uses = program.uses_in(call.file, &[Decl::Local(local)]);
        let mut sets = uses.iter().filter(|u| u.kind == UseKind::Write);
        sets.any(|u| before.iter().any(|&b| tree.contains(b, u.node)))
    };
    let is_local = match program.names.decl(call.file, argument) {
        Decl::Local(local) => tree.kind(argument) == Kind::Name && !sets(local),
        _ => false,
    };
    let code = |n: NodeId| effects(program, &[(call.file, n)]);
    let done = code(argument);
    let assigns = |n: NodeId| {
        let mut inside = tree.descendants(n);
        inside.any(|d| matches!(tree.kind(d), Kind::Assign | Kind::Update | Kind::Index))
    };
    let are_apart = |n: NodeId| !assigns(n) && !code(n).disturbs(&done);
    is_local
        || is_fixed(argument)
        || before.iter().all(|&b| is_fixed(b))
        || (!assigns(argument) && before.iter().all(|&b| are_apart(b)))
}

/// An expression, in parentheses where a dot behind it would mean less than all of it.
pub fn primary_text(tree: &Tree, node: NodeId, text: &str) -> String {
    let whole = tree.span(node).text(text);
    let is_primary = matches!(
        tree.kind(node),
        Kind::Name
            | Kind::This
            | Kind::Call
            | Kind::FieldAccess
            | Kind::New
            | Kind::Paren
            | Kind::Index
    );
    if is_primary {
        whole.to_owned()
    } else {
        format!("({whole})")
    }
}
