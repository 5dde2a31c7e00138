//! What a call gets before the body of its method can take its place: a lambda for a method reference, an array for the last arguments, a
//! variable for the object that is asked.

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::type_text::type_text;
use crate::query::program::JavaProgram;
use crate::query::selection::Asked;
use crate::query::values::is_reassigned;
use crate::refactorings::extract_local_variable::extraction;
use crate::refactorings::method_reference_to_lambda::convert;
use reweave_java_names::{Decl, MethodId, Ty, TyData, Use, UseKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_refactor::{BadInput, Run, Step, Stop};

/// The arguments go into an array that the call made of them anyway (JLS 15.12.4.2).
const ARRAY_RULE: &str = "N⊇→↺ O I C⊇↺ D⊇↺ E⊇↺ X⊇↺";

/// The name of the variable that keeps the object which is asked.
const OBJECT: &str = "r";

/// Does one of these, where one of the calls needs it; says whether it did.
pub fn make_ready(run: &mut Run<'_, Java>, method: MethodId, calls: &[Use]) -> Result<bool, Stop> {
    for used in calls {
        if used.kind != UseKind::Call {
            let asked = Asked {
                file: run.program().id(used.file),
                number: used.file,
                node: used.node,
            };
            convert(run, asked)?;
            return Ok(true);
        }
        if let Some(step) = array(run, method, used)? {
            run.step(&step)?;
            return Ok(true);
        }
        if let Some(object) = computed_object(run.program(), method, used) {
            let name = free_name(run.program(), used);
            let step = extraction(run, &name, (used.file, object), &[object])?;
            run.step(&step)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// `f(a, b, c)` as `f(a, new T[] {b, c})`, where the method takes any number of them.
fn array(run: &Run<'_, Java>, method: MethodId, used: &Use) -> Result<Option<Step>, BadInput> {
    let program = run.program();
    let names = &program.names;
    if !names.is_spread(used.file, used.node) {
        return Ok(None);
    }
    let file = program.id(used.file);
    let tree = &program.model(used.file).tree;
    let bad = |why: &str| BadInput::new(why).at(file, tree.span(used.node));
    let world = program.world();
    let params = &world.signature(method).params;
    let arguments: Vec<NodeId> = tree.children_in(used.node, Role::Argument).collect();
    let fixed = params.len().saturating_sub(1);
    let last = params.last().copied().unwrap_or(Ty::UNKNOWN);
    let element = match world.types().data(last) {
        TyData::Array(element) => *element,
        _ => Ty::UNKNOWN,
    };
    // There are no arrays of type parameters, nor of types with arguments (JLS 15.10.1).
    let is_plain = match world.types().data(element) {
        TyData::Class(_, args) => args.is_empty(),
        TyData::Unknown | TyData::Var(_) => false,
        _ => true,
    };
    if !is_plain {
        return Err(bad(
            "the call makes a generic array of its last arguments; change the signature of the method to a list first",
        ));
    }
    let mut imports = Imports::default();
    let word = type_text(program, &mut imports, (used.file, used.node), element)
        .ok_or_else(|| bad("the type of a parameter cannot be written here"))?;
    let mut step = Step::new("write the array of the last arguments", ARRAY_RULE);
    imports.add_to(program, run.sources(), &mut step);
    let spread = arguments.get(fixed..).unwrap_or_default();
    if let (Some(&first), Some(&end)) = (spread.first(), spread.last()) {
        let (first, end) = (tree.span(first).start, tree.span(end).end);
        step.insert(file, first, format!("new {word}[] {{"));
        step.insert(file, end, "}");
    } else {
        let close = tree.span(used.node).end.saturating_sub(1);
        let comma = if arguments.is_empty() { "" } else { ", " };
        step.insert(file, close, format!("{comma}new {word}[] {{}}"));
    }
    Ok(Some(step))
}

/// The object that a call asks, where it is computed and the body would compute it again.
fn computed_object(program: &JavaProgram, method: MethodId, used: &Use) -> Option<NodeId> {
    let tree = &program.model(used.file).tree;
    let object = tree.child_in(used.node, Role::Receiver)?;
    let is_kept = is_kept(program, (method, used.file), object);
    let is_static = program
        .world()
        .method(method)
        .modifiers
        .has(reweave_model::Modifiers::STATIC);
    (!is_kept && !is_static).then_some(object)
}

/// Whether an object is the same wherever the body of a method asks it: `this`, a variable that never changes, or a field where the body
/// does nothing but read.
pub fn is_kept(program: &JavaProgram, (method, number): (MethodId, u32), object: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let only_reads = || {
        let at = program.world().method_node(method);
        at.is_some_and(|(file, node)| {
            let body = &program.model(file).tree;
            !body.descendants(node).any(|n| {
                matches!(
                    body.kind(n),
                    Kind::Call
                        | Kind::New
                        | Kind::Assign
                        | Kind::Update
                        | Kind::Lambda
                        | Kind::Synchronized
                )
            })
        })
    };
    match (tree.kind(object), program.names.decl(number, object)) {
        (Kind::This | Kind::Super, _) | (_, Decl::Class(_) | Decl::Package(_)) => true,
        (Kind::Name, Decl::Local(local)) => !is_reassigned(program, number, local),
        (Kind::Name, Decl::Field(_)) => only_reads(),
        _ => false,
    }
}

fn free_name(program: &JavaProgram, used: &Use) -> String {
    let tree = &program.model(used.file).tree;
    let names = program.world().names();
    let taken: Vec<&str> = tree
        .descendants(NodeId::ROOT)
        .map(|n| names.text(tree.sym(n)))
        .collect();
    let mut all = std::iter::once(OBJECT.to_owned()).chain((1..).map(|i| format!("{OBJECT}{i}")));
    all.find(|n| !taken.contains(&n.as_str()))
        .unwrap_or_default()
}
