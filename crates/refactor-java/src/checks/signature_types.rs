//! Values whose type a changed signature or another class changes, where the resolver does not judge whether they still fit: those that a type
//! argument is inferred from.

use crate::Java;
use crate::edits::signature_change::{Change, Item, callable_of};
use crate::edits::transfer::Member;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, MethodId, Ty, TyData, TypeVarId, Use, UseKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::Run;
use reweave_text::Part;

/// The places where a new type may not fit and nobody would notice.
pub fn unjudged(
    run: &Run<'_, Java>,
    program: &JavaProgram,
    family: &[MethodId],
    change: &Change,
) -> Vec<Interval> {
    let mut found = Vec::new();
    for &member in family {
        let Some((number, callable)) = callable_of(program, member) else {
            continue;
        };
        let tree = &program.model(number).tree;
        let text = run.sources().text(program.id(number));
        let written = |node: NodeId, new: &str| {
            let ty = tree.child_in(node, Role::Type);
            Retyped::of(ty.map_or("", |t| tree.span(t).text(text)), new)
        };
        if let Some(new) = &change.returns {
            let retyped = written(callable.node, new);
            found.extend(retyped.uses(program, program.uses(&[Decl::Method(member)])));
            let values = results(program, number, callable.node);
            found.extend(retyped.values(program, values.into_iter().map(|v| (number, v))));
        }
        for item in &change.items {
            let Item::Kept {
                index,
                ty: Some(new),
                ..
            } = item
            else {
                continue;
            };
            let param = callable.params[*index].node;
            let retyped = written(param, new);
            let uses = program.uses_in(number, &[Decl::Local(param)]);
            found.extend(retyped.uses(program, uses));
            let calls = program.uses(&[Decl::Method(member)]).into_iter();
            let values = calls.filter_map(|used| {
                let tree = &program.model(used.file).tree;
                let argument = tree.children_in(used.node, Role::Argument).nth(*index)?;
                Some((used.file, argument))
            });
            found.extend(retyped.values(program, values));
        }
    }
    found
}

/// A type that is written otherwise.
struct Retyped {
    /// Its arguments are others.
    arguments: bool,
}

impl Retyped {
    fn of(old: &str, new: &str) -> Self {
        let arguments = |ty: &str| -> String {
            let at = ty.find('<').unwrap_or(ty.len());
            let inside = ty.part(at..).chars();
            inside.filter(|c| !c.is_whitespace()).collect()
        };
        Self {
            arguments: arguments(old) != arguments(new),
        }
    }

    /// The uses of what has the type that something is inferred from.
    fn uses(&self, program: &JavaProgram, uses: Vec<Use>) -> Vec<Interval> {
        let is_open = |used: &Use| {
            used.kind == UseKind::Reference
                || is_inferred_from(program, used.file, used.node, self.arguments)
        };
        let open = uses.into_iter().filter(is_open);
        open.map(|used| program.interval(used.file, used.span))
            .collect()
    }

    /// The values that are given where the type is wanted, and that get their own type from it.
    fn values(
        &self,
        program: &JavaProgram,
        values: impl Iterator<Item = (u32, NodeId)>,
    ) -> Vec<Interval> {
        let open = values.filter(
            |&(number, value)| match takes_type(program, number, value) {
                Takes::Nothing => false,
                Takes::Arguments => self.arguments,
                Takes::All => true,
            },
        );
        open.map(|(number, value)| program.interval(number, program.model(number).tree.span(value)))
            .collect()
    }
}

/// What of its type a value gets from the place where it stands.
enum Takes {
    Nothing,
    Arguments,
    All,
}

fn takes_type(program: &JavaProgram, number: u32, value: NodeId) -> Takes {
    let world = program.world();
    let tree = &program.model(number).tree;
    match tree.kind(value) {
        Kind::Paren => tree
            .child_in(value, Role::Operand)
            .map_or(Takes::Nothing, |v| takes_type(program, number, v)),
        Kind::Lambda => Takes::Arguments,
        Kind::MethodRef => Takes::All,
        Kind::Conditional | Kind::SwitchExpr => Takes::Arguments,
        Kind::New => {
            let ty = tree.child_in(value, Role::Type);
            let mut given = ty
                .into_iter()
                .flat_map(|t| tree.children_in(t, Role::TypeArgument));
            if given.any(|a| tree.kind(a) == Kind::InferredType) {
                Takes::Arguments
            } else {
                Takes::Nothing
            }
        }
        Kind::Call => match program.names.decl(number, value) {
            Decl::Method(method) if world.is_inferred_result(method) => Takes::Arguments,
            _ => Takes::Nothing,
        },
        _ => Takes::Nothing,
    }
}

/// The values that a method gives back.
pub fn results(program: &JavaProgram, number: u32, callable: NodeId) -> Vec<NodeId> {
    let tree = &program.model(number).tree;
    let is_body = |a: &NodeId| matches!(tree.kind(*a), Kind::Lambda | Kind::Callable);
    let ends = tree.descendants(callable).filter(|&end| {
        tree.kind(end) == Kind::Return && tree.ancestors(end).find(is_body) == Some(callable)
    });
    ends.filter_map(|end| tree.child_in(end, Role::Value))
        .collect()
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
            && is_inferred_from(program, number, n, false)
            && !is_settled(program, number, n)
    });
    all.map(|n| program.interval(number, tree.span(n)))
        .collect()
}

/// The places in a member where something of a class above decides a type that is written nowhere, and has a type parameter's type there
/// instead of what that stands for below.
pub fn inferred_from_above(
    program: &JavaProgram,
    member: &Member,
    from: ClassId,
    to: ClassId,
) -> Vec<Interval> {
    let world = program.world();
    let number = member.number;
    let tree = &program.model(number).tree;
    // The type parameters above that stand for something else than a type parameter below.
    let below = world.as_super(world.this_type(from), to);
    let given = below.and_then(|ty| world.types().as_class(ty));
    let given = given.map(|g| g.1).unwrap_or_default();
    let is_said = |ty: &Ty| !matches!(world.types().data(*ty), TyData::Var(_));
    let said: Vec<TypeVarId> = (world.type_params(to).iter().zip(given))
        .filter_map(|(&var, ty)| is_said(ty).then_some(var))
        .collect();
    let becomes_open = |n: NodeId| {
        let (owner, ty) = match program.names.decl(number, n) {
            Decl::Field(f) => (world.field(f).owner, Some(world.field_type(f))),
            Decl::Method(m) => (world.method(m).owner, world.signature(m).ret),
            _ => return false,
        };
        let receiver = tree.child_in(n, Role::Receiver);
        let is_own = receiver.is_none_or(|r| matches!(tree.kind(r), Kind::This | Kind::Super));
        let seen = |ty| world.member_of(world.this_type(to), owner, ty);
        let types = world.types();
        let mentions = |ty: Ty| {
            let object = [world.object()];
            said.iter()
                .any(|&var| types.subst(ty, &[var], &object) != ty)
        };
        is_own && world.is_subclass(to, owner) && ty.is_some_and(|ty| mentions(seen(ty)))
    };
    let all = tree.descendants(member.node).filter(|&n| {
        becomes_open(n)
            && (tree.kind(n) == Kind::MethodRef
                || (is_inferred_from(program, number, n, true) && !is_settled(program, number, n)))
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

/// Whether the type of an expression decides a type that is written nowhere. Where its `arguments` are others, so is what its members
/// take and give.
fn is_inferred_from(program: &JavaProgram, file: u32, node: NodeId, arguments: bool) -> bool {
    let world = program.world();
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
            (Kind::ForEach, Role::Condition) if arguments => return true,
            (Kind::Call, Role::Receiver) if arguments => {
                let Decl::Method(method) = program.names.decl(file, parent) else {
                    return true;
                };
                let signature = world.signature(method);
                let has_var = |&ty: &Ty| world.types().has_var(ty);
                if signature.params.iter().any(has_var) {
                    return true;
                }
                if !signature.ret.as_ref().is_some_and(has_var) {
                    return false;
                }
                at = parent;
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
