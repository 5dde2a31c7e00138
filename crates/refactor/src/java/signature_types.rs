//! Values whose type a changed signature or another class changes, where the resolver does not judge whether they still fit: those that a type
//! argument is inferred from.

use super::program::JavaProgram;
use super::signature_edits::{Change, Item, callable_of};
use super::transfer::Member;
use reweave_java_names::{Decl, MethodId, Ty, TyData, UseKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;

/// The places where a new type may not fit and nobody would notice.
pub fn unjudged(program: &JavaProgram, family: &[MethodId], change: &Change) -> Vec<Interval> {
    let mut decls: Vec<(Decl, Option<u32>)> = Vec::new();
    if change.returns.is_some() {
        decls.extend(family.iter().map(|&m| (Decl::Method(m), None)));
    }
    for &member in family {
        let Some((number, callable)) = callable_of(program, member) else {
            continue;
        };
        for item in &change.items {
            if let Item::Kept { index, ty, .. } = item
                && ty.is_some()
            {
                let param = callable.params[*index].node;
                decls.push((Decl::Local(param), Some(number)));
            }
        }
    }
    let mut found = Vec::new();
    for (decl, file) in decls {
        let uses = match file {
            Some(number) => program.uses_in(number, &[decl]),
            None => program.uses(&[decl]),
        };
        let open = uses.into_iter().filter(|used| {
            used.kind == UseKind::Reference || is_inferred_from(program, used.file, used.node)
        });
        found.extend(open.map(|used| program.interval(used.file, used.span)));
    }
    found
}

/// The calls and references in functions whose exceptions are inferred: what stands around them would throw something else.
pub fn thrown_by_inference(
    program: &JavaProgram,
    decls: &[Decl],
    change: &Change,
) -> Vec<Interval> {
    let world = program.world();
    let unchecked = world.class_by_dotted("java.lang.RuntimeException");
    let is_unchecked = |name: &String| {
        let class = world.class_by_dotted(name);
        class
            .zip(unchecked)
            .is_some_and(|(c, above)| world.is_subclass(c, above))
    };
    if change.adds.iter().all(is_unchecked) && change.drops.is_empty() {
        return Vec::new();
    }
    let is_inferred = |file: u32, function: NodeId| {
        let class = world.class_of_type(program.names.ty(file, function));
        let method = class.and_then(|c| world.functional(c));
        method.is_some_and(|m| {
            let mut thrown = world.signature(m).throws.iter();
            thrown.any(|&ty| matches!(world.types().data(ty), TyData::Var(_)))
        })
    };
    let mut uses = program.uses(decls);
    uses.retain(|used| {
        let tree = &program.model(used.file).tree;
        let around = std::iter::once(used.node).chain(tree.ancestors(used.node));
        let mut around = around.take_while(|&a| tree.kind(a) != Kind::Callable);
        let function = around.find(|&a| matches!(tree.kind(a), Kind::Lambda | Kind::MethodRef));
        function.is_some_and(|f| is_inferred(used.file, f))
    });
    let places = uses.iter();
    places
        .map(|used| program.interval(used.file, used.span))
        .collect()
}

/// The calls in the bodies of methods that are to throw less, where a type variable stands for what is thrown.
pub fn thrown_by_variables(
    program: &JavaProgram,
    family: &[MethodId],
    change: &Change,
) -> Vec<Interval> {
    let world = program.world();
    let is_open = |number: u32, node: NodeId| {
        let Decl::Method(called) = program.names.decl(number, node) else {
            return false;
        };
        let mut thrown = world.signature(called).throws.iter();
        thrown.any(|&ty| matches!(world.types().data(ty), TyData::Var(_)))
    };
    let mut found = Vec::new();
    for &member in family.iter().filter(|_| !change.drops.is_empty()) {
        let body = callable_of(program, member).and_then(|(n, c)| Some((n, c.body?)));
        if let Some((number, body)) = body {
            let tree = &program.model(number).tree;
            let calls = tree.descendants(body);
            let calls = calls.filter(|&n| matches!(tree.kind(n), Kind::Call | Kind::New));
            let open = calls.filter(|&n| is_open(number, n));
            found.extend(open.map(|n| program.token(number, n)));
        }
    }
    found
}

/// The places in a member where `this` decides a type that is written nowhere: in another class it is another.
pub fn inferred_from_this(program: &JavaProgram, member: &Member) -> Vec<Interval> {
    let number = member.number;
    let tree = &program.model(number).tree;
    let all = tree.descendants(member.node).filter(|&n| {
        tree.kind(n) == Kind::This
            && program.class_around(number, n) == Some(member.owner)
            && is_inferred_from(program, number, n)
            && !is_settled(program, number, n)
    });
    all.map(|n| program.interval(number, tree.span(n)))
        .collect()
}

/// Whether nothing depends on what is inferred from an argument, or the object before the call says the type.
fn is_settled(program: &JavaProgram, file: u32, argument: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(file).tree;
    let call = tree
        .parent(argument)
        .filter(|&p| tree.kind(p) == Kind::Call);
    let Some(call) = call else { return false };
    let Decl::Method(method) = program.names.decl(file, call) else {
        return false;
    };
    let mut arguments = tree.children_in(call, Role::Argument);
    let index = arguments.position(|a| a == argument).unwrap_or(0);
    let sig = world.signature(method);
    let formal = sig.params.get(index).or(sig.params.last());
    let Some(TyData::Var(var)) = formal.map(|&ty| world.types().data(ty)) else {
        return false;
    };
    if sig.type_params.contains(var) {
        let around = tree.parent(call).map(|p| tree.kind(p));
        return sig.params.len() == 1 && around == Some(Kind::ExprStmt);
    }
    let Some(receiver) = tree.child_in(call, Role::Receiver) else {
        return true;
    };
    let ty = program.names.ty(file, receiver);
    let is_class = |&arg: &Ty| world.types().as_class(arg).is_some();
    let said = world.types().as_class(ty);
    said.is_some_and(|(_, args)| !args.is_empty() && args.iter().all(is_class))
}

/// Whether the type of an expression decides a type that is written nowhere.
fn is_inferred_from(program: &JavaProgram, file: u32, node: NodeId) -> bool {
    let tree = &program.model(file).tree;
    let mut at = node;
    while let Some(parent) = tree.parent(at) {
        match (tree.kind(parent), tree.role(at)) {
            (Kind::Paren, _) | (Kind::Conditional, Role::Then | Role::Else) => at = parent,
            (Kind::Lambda | Kind::Yield | Kind::Case, _) => return true,
            (Kind::Return, _) => {
                let mut around = std::iter::successors(Some(parent), |&p| tree.parent(p));
                let body = around.find(|&p| matches!(tree.kind(p), Kind::Lambda | Kind::Callable));
                return body.is_some_and(|b| tree.kind(b) == Kind::Lambda);
            }
            (Kind::VarDecl, Role::Init) | (Kind::ForEach, Role::Condition) => {
                let local = match tree.kind(parent) {
                    Kind::ForEach => tree.child_in(parent, Role::Init),
                    _ => tree.parent(parent),
                };
                let ty = local.and_then(|l| tree.child_in(l, Role::Type));
                return ty.is_none_or(|t| tree.kind(t) == Kind::InferredType);
            }
            (Kind::Call | Kind::New | Kind::ConstructorCall, Role::Argument) => {
                let mut arguments = tree.children_in(parent, Role::Argument);
                let index = arguments.position(|a| a == at).unwrap_or(0);
                return takes_any(program, program.names.decl(file, parent), index);
            }
            _ => return false,
        }
    }
    false
}

/// Whether a type parameter has a part in the type of a parameter.
fn takes_any(program: &JavaProgram, decl: Decl, index: usize) -> bool {
    let Decl::Method(method) = decl else {
        return true;
    };
    let world = program.world();
    let params = &world.signature(method).params;
    let formal = params.get(index).or(params.last());
    formal.is_none_or(|&ty| world.types().has_var(ty))
}
