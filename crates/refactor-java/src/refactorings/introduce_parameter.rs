//! Introduce Parameter: makes a parameter of a selected expression, which every call then gives.
//!
//! The value must be the same whenever it is computed, and computing it must do nothing and not fail: it may use constants, functions and the
//! parameters of the method, in whose place a call puts its arguments. Methods that override the method or are overridden get the parameter,
//! too. With `all=yes` every expression of the method that reads the same is replaced; `delegate=yes` keeps the old method, which calls the new
//! one.
//!
//! ```before
//! class Order {
//!     int gross(int net) {
//!         return net + net * $0119$0 / 100;
//!     }
//!     int total() {
//!         return gross(5) + gross(7);
//!     }
//! }
//! ```
//! ```with
//! name=rate
//! ```
//! ```after
//! class Order {
//!     int gross(int net, int rate) {
//!         return net + net * rate / 100;
//!     }
//!     int total() {
//!         return gross(5, 119) + gross(7, 119);
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int count;
//!     int next(int step) {
//!         return $0count$0 + step;
//!     }
//!     int two() { return next(2); }
//! }
//! ```
//! ```with
//! name=start
//! ```
//! ```refuses
//! a constant is static
//! ```

use crate::Java;
use crate::checks::given_arguments::GivenArguments;
use crate::edits::given::Given;
use crate::edits::imports::Imports;
use crate::edits::signature_change::{Change, Item};
use crate::edits::type_text::type_text;
use crate::query::failures::may_fail;
use crate::query::program::JavaProgram;
use crate::query::region::vars_of;
use crate::query::selection::selected_expression;
use crate::query::values::{constant_value, without_parentheses};
use crate::query::words::is_identifier;
use crate::refactorings::change_signature::carry_out;
use crate::refactorings::extract_local_variable::same_below;
use reweave_java_names::{Decl, MethodId, Ty, UseKind};
use reweave_model::{Callable, CallableId, Kind, NodeId};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Stop};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "introduce-parameter",
    file: include_str!("introduce_parameter.rs"),
    params: &[
        Param::required("name", "the new parameter"),
        Param::flag(
            "all",
            "yes: every expression of the method that reads the same",
        ),
        Param::flag(
            "delegate",
            "yes: the old method stays and calls the new one",
        ),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    if !is_identifier(name) {
        return Err(
            BadInput::unclear(format!("`{name}` is not a valid name for a parameter")).into(),
        );
    }
    let (file, number, selected) = selected_expression(run)?;
    let program = run.program();
    let tree = &program.model(number).tree;
    let bad = |why: &str| BadInput::new(why).at(file, tree.span(selected));
    let (method, callable) = method_around(program, number, selected)
        .ok_or_else(|| bad("this is in no method, which a parameter could be given to"))?;
    let value = without_parentheses(tree, selected);
    let params: Vec<NodeId> = callable.params.iter().map(|p| p.node).collect();
    movable(program, number, value, &params).map_err(|why| bad(&why))?;
    let ty = program.names.ty(number, value);
    let mut imports = Imports::default();
    let written = match ty {
        Ty::NULL | Ty::VOID => None,
        ty if !vars_of(program.world(), ty).is_empty() => None,
        ty => type_text(program, &mut imports, (number, value), ty),
    };
    let ty = written.ok_or_else(|| {
        bad("the type of this cannot be written for every call; write a cast around it first")
    })?;
    let all = if run.flag("all") {
        same_below(program, number, callable.node, selected)
    } else {
        vec![selected]
    };
    let given = Given {
        number,
        node: value,
        params,
    };
    let text = run.sources().text(file);
    let change = change(
        program,
        (method, callable),
        Item::New {
            ty,
            name: name.to_owned(),
            default: tree.span(value).text(text).to_owned(),
            given: Some(given.clone()),
        },
        run.flag("delegate"),
    );
    let index = change
        .items
        .iter()
        .position(|i| matches!(i, Item::New { .. }));
    let at = program.token(number, callable.node);
    let arguments = GivenArguments::note(run, &given, at, (index.unwrap_or(0), name));
    let spans: Vec<_> = all.iter().map(|&n| tree.span(n)).collect();
    carry_out(run, method, &change, |edits| {
        for span in spans {
            edits.replace(number, span, name);
        }
    })?;
    run.settle();
    arguments.check(run);
    Ok(())
}

/// The method or constructor whose body an expression stands in.
fn method_around(
    program: &JavaProgram,
    number: u32,
    node: NodeId,
) -> Option<(MethodId, &Callable)> {
    let model = program.model(number);
    let mut around = model.tree.ancestors(node);
    let around = around.find(|&n| matches!(model.tree.kind(n), Kind::Callable | Kind::Type))?;
    let (index, callable) = (0..)
        .zip(&model.callables)
        .find(|(_, c)| c.node == around)?;
    Some((
        program.world().method_of(number, CallableId(index)),
        callable,
    ))
}

/// Behind the other parameters, but before one that takes any number of arguments.
fn change(
    program: &JavaProgram,
    (method, callable): (MethodId, &Callable),
    new: Item,
    delegate: bool,
) -> Change {
    let world = program.world();
    let old: Vec<String> = callable
        .params
        .iter()
        .map(|p| world.text(p.name).to_owned())
        .collect();
    let mut family = program.family(method).into_iter();
    let varargs = family.any(|m| world.method(m).varargs);
    let mut items: Vec<Item> = (0..old.len()).map(Item::kept).collect();
    items.insert(old.len() - usize::from(varargs), new);
    Change {
        old_name: world.text(world.method(method).name).to_owned(),
        name: None,
        varargs: world.method(method).varargs,
        old,
        items,
        returns: None,
        adds: Vec::new(),
        drops: Vec::new(),
        visibility: None,
        delegate,
    }
}

/// Whether every caller can compute the value, or why not.
fn movable(
    program: &JavaProgram,
    number: u32,
    value: NodeId,
    params: &[NodeId],
) -> Result<(), String> {
    let tree = &program.model(number).tree;
    let decl = |n: NodeId| program.names.decl(number, n);
    let is_param = |n: NodeId| matches!(decl(n), Decl::Local(l) if params.contains(&l));
    let named: Vec<NodeId> = tree.descendants(value).filter(|&n| is_param(n)).collect();
    if named.is_empty() {
        constant_value(program, number, value)?;
    } else {
        for node in tree.descendants(value) {
            let kind = tree.kind(node);
            let is_plain = kind.is_literal()
                || is_param(node)
                || matches!(
                    kind,
                    Kind::Binary | Kind::Unary | Kind::Paren | Kind::Conditional
                );
            if !is_plain {
                return Err(
                    "of the parameters only what operators compute can be given by every call"
                        .into(),
                );
            }
        }
    }
    for &node in &named {
        let Decl::Local(param) = decl(node) else {
            continue;
        };
        let uses = program.uses_in(number, &[Decl::Local(param)]);
        if uses.iter().any(|u| u.kind == UseKind::Write) {
            return Err("the method changes a parameter that this reads".into());
        }
    }
    let is_known = |_| true;
    let mut summaries = program.summaries(&is_known);
    let mut calls = tree
        .descendants(value)
        .filter(|&n| matches!(tree.kind(n), Kind::Call | Kind::New));
    let throws = calls.any(|n| summaries.call(number, n).1);
    if throws || may_fail(program, number, value, Ty::UNKNOWN) {
        return Err("this may fail, which would then happen before the method is called".into());
    }
    Ok(())
}
