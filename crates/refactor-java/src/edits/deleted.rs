//! Deleting what takes more away than its declaration: a parameter with the arguments of all calls, a type parameter with its type arguments,
//! a constructor, a variable with the statements that give it values.

use crate::Java;
use crate::checks::initial_values::acts;
use crate::checks::looked_for::refuse_looked_for;
use crate::edits::signature_change::Change;
use crate::edits::texts::whole_lines;
use crate::edits::transfer::Member;
use crate::query::failures::is_missed;
use crate::query::hierarchy::direct_subclasses;
use crate::query::program::JavaProgram;
use crate::refactorings::change_signature::carry_out;
use reweave_java_names::{ClassId, Decl, MethodId, TypeVarId, Use, UseKind};
use reweave_model::{CallableId, Kind, NodeId, Role, TypeKind};
use reweave_refactor::{BadInput, Run, Step, Stop};
use reweave_text::{Part, Span};

/// The method whose parameter a node is, and which of its parameters.
pub fn parameter_of(program: &JavaProgram, number: u32, node: NodeId) -> Option<(MethodId, usize)> {
    let all = (0..).zip(&program.model(number).callables);
    let mut found = all.filter_map(|(i, c)| {
        let index = c.params.iter().position(|p| p.node == node)?;
        Some((program.world().method_of(number, CallableId(i)), index))
    });
    found.next()
}

/// Takes a parameter out of a method and all of its family, and the arguments out of the calls.
pub fn delete_parameter(
    run: &mut Run<'_, Java>,
    method: MethodId,
    index: usize,
) -> Result<(), Stop> {
    let program = run.program();
    let world = program.world();
    for member in program.family(method) {
        let Some((number, node)) = world.method_node(member) else {
            continue;
        };
        let callable = program
            .model(number)
            .callables
            .iter()
            .find(|c| c.node == node);
        let param = callable.and_then(|c| c.params.get(index));
        let uses = param.map(|p| program.uses_in(number, &[Decl::Local(p.node)]));
        if let Some(used) = uses.iter().flatten().next() {
            let at = program.interval(number, used.span);
            let why = "the parameter is used here";
            return Err(BadInput::new(why).at(at.file, at.span).into());
        }
    }
    let change = Change::without(program, method, index);
    carry_out(run, method, &change, |_| ())
}

/// Takes a constructor out of a class that keeps another one.
pub fn delete_constructor(run: &mut Run<'_, Java>, constructor: MethodId) -> Result<(), Stop> {
    let program = run.program();
    let world = program.world();
    let sources = run.sources().clone();
    let member = Member::read(program, &sources, Decl::Method(constructor))?;
    let at = program.token(member.number, member.node);
    let bad = |why: &str| Err(BadInput::new(why).at(at.file, at.span).into());
    let owner = world.method(constructor).owner;
    let others = world.info(owner).methods.iter();
    let others = others.filter(|m| m.1 != constructor && world.method(m.1).constructor);
    if others.count() == 0 || world.info(owner).kind != TypeKind::Class {
        return bad("the class would get a constructor that nobody wrote");
    }
    if let Some(used) = program.uses(&[Decl::Method(constructor)]).first() {
        let at = program.interval(used.file, used.span);
        return Err(BadInput::new("the constructor is called here")
            .at(at.file, at.span)
            .into());
    }
    if let Some(class) = called_unsaid(program, constructor, owner) {
        let at = program
            .place(member.number, Decl::Class(class))
            .unwrap_or(at);
        let why = "a constructor of this class calls it without saying so";
        return Err(BadInput::new(why).at(at.file, at.span).into());
    }
    let mut step = Step::new("delete the constructor", "N<=->@ O<=->@ I<=->@");
    member.remove(program, &sources, &mut step);
    refuse_looked_for(run, &[Decl::Method(constructor)]);
    run.step(&step)
}

/// A class below of which a constructor begins with `super()` that nobody wrote (JLS 8.8.7).
fn called_unsaid(program: &JavaProgram, constructor: MethodId, owner: ClassId) -> Option<ClassId> {
    let world = program.world();
    let data = world.method(constructor);
    let count = world.signature(constructor).params.len();
    let takes_nothing = count == 0 || (data.varargs && count == 1);
    let below = direct_subclasses(program, owner).into_iter();
    let mut below = below.filter(|&c| {
        let Some((number, decl)) = world.decl_of(c) else {
            return true;
        };
        let model = program.model(number);
        let own = decl.callables.iter().map(|&c| model.callable(c));
        let mut own = own.filter(|c| c.is_constructor()).peekable();
        let says = |node: NodeId| {
            let mut all = model.tree.descendants(node);
            all.any(|n| model.tree.kind(n) == Kind::ConstructorCall)
        };
        own.peek().is_none() || own.any(|c| !says(c.node))
    });
    below.next().filter(|_| takes_nothing)
}

/// Takes a type parameter out of its class or method, and the arguments for it out of the types and calls that give some.
pub fn delete_type_parameter(run: &mut Run<'_, Java>, var: TypeVarId) -> Result<(), Stop> {
    let program = run.program();
    let world = program.world();
    let found = world.type_var(var).origin.and_then(|(number, node)| {
        let tree = &program.model(number).tree;
        Some((number, node, tree.parent(node)?))
    });
    let Some((number, node, owner)) = found else {
        return Err(BadInput::new("this type parameter is not in these files").into());
    };
    if let Some(used) = program.uses(&[Decl::TypeVar(var)]).first() {
        let at = program.interval(used.file, used.span);
        return Err(BadInput::new("the type parameter is used here")
            .at(at.file, at.span)
            .into());
    }
    let tree = &program.model(number).tree;
    let all: Vec<NodeId> = tree.children_in(owner, Role::TypeParam).collect();
    let index = all.iter().position(|&p| p == node).unwrap_or_default();
    let mut step = Step::new("delete the type parameter", "N<=->@ O I");
    remove_from(run, number, (&all, index), &mut step);
    for used in given_to(program, number, owner)? {
        let tree = &program.model(used.file).tree;
        let given: Vec<NodeId> = tree.children_in(used.node, Role::TypeArgument).collect();
        let is_inferred = given.iter().any(|&g| tree.kind(g) == Kind::InferredType);
        if given.len() == all.len() && (!is_inferred || all.len() == 1) {
            remove_from(run, used.file, (&given, index), &mut step);
        }
    }
    run.step(&step)
}

/// Where a generic class or method may be given type arguments.
fn given_to(program: &JavaProgram, number: u32, owner: NodeId) -> Result<Vec<Use>, BadInput> {
    let world = program.world();
    let model = program.model(number);
    if let Some(ty) = model.type_ids().find(|&t| model.ty(t).node == owner) {
        return Ok(program.uses(&[Decl::Class(world.class_of(number, ty))]));
    }
    let callable = model.callables.iter().position(|c| c.node == owner);
    let method = world.method_of(number, CallableId(callable.unwrap_or_default() as u32));
    if program.family(method).len() > 1 {
        let at = program.token(number, owner);
        let why = "methods that override each other have as many type parameters";
        return Err(BadInput::new(why).at(at.file, at.span));
    }
    Ok(program.uses(&[Decl::Method(method)]))
}

/// Deletes one of several things between commas, or with the brackets around it the only one.
fn remove_from(
    run: &Run<'_, Java>,
    number: u32,
    (all, index): (&[NodeId], usize),
    step: &mut Step,
) {
    let program = run.program();
    let tree = &program.model(number).tree;
    let text = run.sources().text(program.id(number));
    let span = |i: usize| tree.span(all[i]);
    let gone = match (all.len(), index) {
        (1, _) => {
            let before = text.part(..span(0).start as usize).trim_end();
            let open = before
                .strip_suffix('<')
                .map_or(span(0).start as usize, str::len);
            let behind = text.part(span(0).end as usize..);
            let close = behind.find('>').map_or(0, |c| c + 1);
            // The blank behind the list of a method.
            let rest = behind.part(close..);
            let is_method = tree
                .parent(all[0])
                .is_some_and(|p| tree.kind(p) == Kind::Callable);
            let blanks = if is_method {
                rest.len() - rest.trim_start().len()
            } else {
                0
            };
            Span::new(open as u32, span(0).end + (close + blanks) as u32)
        }
        (_, 0) => Span::new(span(0).start, span(1).start),
        (_, i) => Span::new(span(i - 1).end, span(i).end),
    };
    step.delete(program.interval(number, gone));
}

/// The statements that give a variable values nobody reads go too; what they compute stays where it may do something. Whether it is so.
pub fn delete_values(
    run: &Run<'_, Java>,
    number: u32,
    local: NodeId,
    step: &mut Step,
) -> Result<(), BadInput> {
    let program = run.program();
    let uses = program.uses_in(number, &[Decl::Local(local)]);
    if uses.iter().any(|u| u.kind != UseKind::Write) {
        return Ok(());
    }
    let tree = &program.model(number).tree;
    let text = run.sources().text(program.id(number));
    for used in uses {
        let at = program.interval(number, used.span);
        let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
        let assign = tree
            .parent(used.node)
            .filter(|&p| tree.kind(p) == Kind::Assign && program.world().text(tree.sym(p)) == "=");
        let statement = assign.and_then(|a| tree.parent(a)).filter(|&s| {
            let of = tree.parent(s).map(|p| tree.kind(p));
            tree.kind(s) == Kind::ExprStmt && matches!(of, Some(Kind::Block | Kind::Case))
        });
        let value = assign.and_then(|a| tree.child_in(a, Role::Value));
        let (Some(statement), Some(value)) = (statement, value) else {
            return Err(bad(
                "a value is given to the variable within another expression or statement; take that out first",
            ));
        };
        let ty = program.names.ty(number, local);
        if !acts(program, number, value) && !is_missed(program, number, value, ty) {
            let span = whole_lines(text, tree.span(statement), None);
            step.delete(program.interval(number, span));
        } else if matches!(
            tree.kind(value),
            Kind::Call | Kind::New | Kind::Assign | Kind::Update
        ) && !program.names.is_unboxed(number, value)
        {
            let assign = Span::new(used.span.start, tree.span(value).start);
            step.delete(program.interval(number, assign));
        } else {
            return Err(bad(
                "this value may fail or do something, and is no statement; take it out first",
            ));
        }
    }
    Ok(())
}
