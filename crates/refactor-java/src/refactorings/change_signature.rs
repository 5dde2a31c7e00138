//! Change Signature: adds, removes, reorders, renames and retypes the parameters of a method or constructor, and its name,
//! return type, exceptions and visibility, in the whole override family and in every call.
//!
//! `params` lists the parameters to be: `a` stays as it is, `a as n` is renamed, `a as long n` retyped too, and
//! `int b = 0` is new, with the argument that existing calls give. What is not listed goes.
//!
//! ```before
//! class Price {
//!     long $0of(int amount, int tax) { return amount + tax; }
//!     long two() { return of(1, 2) + of(3, 4); }
//! }
//! ```
//! ```with
//! params=tax, amount as long value, boolean net = false
//! ```
//! ```after
//! class Price {
//!     long of(int tax, long value, boolean net) { return value + tax; }
//!     long two() { return of(2, 1, false) + of(4, 3, false); }
//! }
//! ```
//!
//! A parameter that is used cannot go:
//!
//! ```before
//! class Price { int $0of(int amount, int tax) { return amount + tax; } }
//! ```
//! ```with
//! params=amount
//! ```
//! ```refuses
//! tax
//! ```
//!
//! Lambdas that stand for the method take the same parameters; a method reference cannot:
//!
//! ```before
//! interface Test { boolean $0of(int c); }
//! class Letters {
//!     Test a = c -> c == 'a', b = (final int c) -> { return c == 'b'; };
//! }
//! ```
//! ```with
//! params=int n = 0, c
//! ```
//! ```after
//! interface Test { boolean of(int n, int c); }
//! class Letters {
//!     Test a = (n, c) -> c == 'a', b = (int n, final int c) -> { return c == 'b'; };
//! }
//! ```
//!
//! ```before
//! interface Test { boolean $0of(int c); }
//! class Letters { Test letter = Character::isLetter; }
//! ```
//! ```with
//! params=int n = 0, c
//! ```
//! ```refuses
//! method reference
//! ```
//!
//! `throws=+a.B,-a.C` adds and takes away exceptions; `returns`, `name` and `visibility` say the new ones; `delegate=yes`
//! keeps the old method, which then calls the new one.

use crate::Java;
use crate::checks::looked_for::{must_be_private, must_be_public, refuse_looked_for};
use crate::checks::signature_answers::comes_to_the_same;
use crate::checks::signature_calls::Calls;
use crate::checks::signature_types::{thrown_by_inference, thrown_by_variables, unjudged};
use crate::checks::signature_values::Values;
use crate::checks::unresolved::{Unresolved, tell_of_unknown};
use crate::edits::nested_edits::NestedEdits;
use crate::edits::qualify::{Renamed, mend};
use crate::edits::signature_change::{Change, Item};
use crate::edits::signature_docs::change_docs;
use crate::edits::signature_edits::SignatureEdits;
use crate::edits::texts::split_list;
use crate::query::program::JavaProgram;
use crate::query::shown::shown_key;
use crate::query::words::{is_identifier, valid_name};
use crate::query::written_types::known_types;
use reweave_java_names::{Decl, MethodId};
use reweave_model::{FileModel, Kind, Modifiers, NodeId, Role, TypeKind, Visibility};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "change-signature",
    file: include_str!("change_signature.rs"),
    params: &[
        Param::optional(
            "params",
            "the parameters to be, as `a, b as long n, int c = 0`",
        ),
        Param::optional("name", "the new name"),
        Param::optional("returns", "the new return type"),
        Param::list(
            "throws",
            "exceptions to add and to take away, as `+a.B,-a.C`",
        ),
        Param::one_of(
            "visibility",
            &["public", "protected", "package", "private"],
            "who can name it",
        ),
        Param::flag(
            "delegate",
            "yes: the old method stays and calls the new one",
        ),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let program = run.program();
    let method = crate::query::at::method_at(program, file, offset)?;
    let change = wanted(run, program, method)?;
    carry_out(run, method, &change, |_| ())
}

/// Changes a method and its family, their calls and documentation; `more` may change other places of the text along with it.
pub fn carry_out(
    run: &mut Run<'_, Java>,
    method: MethodId,
    change: &Change,
    more: impl FnOnce(&mut NestedEdits),
) -> Result<(), Stop> {
    let program = run.program();
    known_types(program, method, change)?;
    let family = program.family(method);
    allowed(program, method, &family, change)?;
    let same_types = change.returns.is_none() && change.drops.is_empty();
    // Delegates override each other as the methods did.
    let rule = match (change.keeps_parameters() && same_types, change.delegate) {
        (true, false) => "N>=->@ O I",
        (true, true) => "N>=->@ O>=@ I>=@",
        (false, false) => "N!=->@ O I",
        (false, true) => "N!=->@ O>=@ I>=@",
    };
    let mut step = Step::new(format!("change the signature of {}", change.old_name), rule);
    let sources = run.sources().clone();
    let mut to = SignatureEdits::of(program, &sources, &family, change);
    for &member in &family {
        to.declaration(member)?;
    }
    let decls: Vec<Decl> = family.iter().map(|&m| Decl::Method(m)).collect();
    to.calls(&decls);
    let written = to.implicit_calls(method);
    to.functions();
    change_docs(program, &sources, &family, change, &mut to.edits);
    more(&mut to.edits);
    let SignatureEdits {
        imports,
        edits,
        trouble,
        ..
    } = to;
    edits.add_to(program, &sources, &mut step)?;
    imports.add_to(program, &sources, &mut step);
    let is_another =
        change.name.is_some() || change.returns.is_some() || !change.keeps_parameters();
    let every: Vec<u32> = program.numbers().collect();
    let open = unjudged(run, program, &family, change);
    let thrown = thrown_by_inference(program, &decls, change);
    let still_thrown = thrown_by_variables(program, &family, change);
    for (why, at) in trouble {
        run.refuse("call", why, &[at]);
    }
    // A delegate is found in its place.
    if is_another && !change.delegate {
        refuse_looked_for(run, &decls);
        tell_of_unknown(run, &every, &change.old_name);
    }
    if let Some(name) = &change.name {
        run.renamed(change.old_name.clone(), name);
    }
    refuse_inferred(run, [&open, &still_thrown, &thrown]);
    warn_of_defaults(run, change);
    let unresolved = Unresolved::note(run, &step);
    let calls = Calls::note(run, &step, &family, change, &written);
    let values = Values::note(run, &step, &family, change);
    run.step_mended_excused(
        step,
        |run, step, differences| mend(run, step, differences, &Renamed::default()),
        comes_to_the_same,
    )?;
    unresolved.check(run);
    calls.check(run);
    values.check(run);
    Ok(())
}

/// What a signature must keep whatever is asked for.
fn allowed(
    program: &JavaProgram,
    method: MethodId,
    family: &[MethodId],
    change: &Change,
) -> Result<(), BadInput> {
    if let Some(&theirs) = family.iter().find(|&&m| !program.is_ours(Decl::Method(m))) {
        return Err(BadInput::new(format!(
            "it overrides {}, which is not in these files; its signature must stay",
            shown_key(&program.world().method_key(theirs))
        )));
    }
    if family
        .iter()
        .any(|&m| program.world().method(m).modifiers.has(Modifiers::NATIVE))
    {
        return Err(BadInput::new("native code looks for it by its signature"));
    }
    for &member in family {
        throwable(program, member, change)?;
        changeable(program, member, change)?;
    }
    if let Some(wanted) = change.visibility {
        allows_visibility(program, family, wanted)?;
    }
    let owner = program.world().method(method).owner;
    if program.world().info(owner).kind == TypeKind::Annotation && !change.is_name() {
        return Err(BadInput::new(
            "an annotation's element takes no parameters, and its values are written for its type; rename it at most",
        ));
    }
    Ok(())
}

/// Types and exceptions that are inferred where the method is used.
fn refuse_inferred(run: &mut Run<'_, Java>, [open, still_thrown, thrown]: [&[Interval]; 3]) {
    if let Some(&place) = open.first() {
        let why = "the type that is inferred from this value would change";
        run.refuse("type", why, &[place]);
    }
    if let Some(&place) = still_thrown.first() {
        let why = "what this throws is inferred, and may be what is taken away";
        run.refuse("exception", why, &[place]);
    }
    if let Some(&place) = thrown.first() {
        let why = "what a lambda throws decides here what the method throws that takes it";
        run.refuse("exception", why, &[place]);
    }
}

fn warn_of_defaults(run: &mut Run<'_, Java>, change: &Change) {
    for item in &change.items {
        if let Item::New { name, default, .. } = item
            && may_act(default)
        {
            let why =
                format!("each call computes `{default}` for {name}, among its other arguments");
            run.warn("order", why, &[]);
        }
    }
}

/// What a record gives by itself has the type of its component, and a lambda stands for one method only.
fn changeable(program: &JavaProgram, member: MethodId, change: &Change) -> Result<(), BadInput> {
    let world = program.world();
    let owner = world.method(member).owner;
    let is_implied = world.info(owner).kind == TypeKind::Record
        && program.implied_by(Decl::Method(member)).is_some();
    if is_implied && change.returns.is_some() {
        let record = shown_key(world.class_key(owner));
        return Err(BadInput::new(format!(
            "{record} has it for a component; change the type of that first"
        )));
    }
    let stands_for = |number: u32| {
        let tree = &program.model(number).tree;
        let mut nodes = tree.descendants(NodeId::ROOT);
        nodes.any(|n| {
            let is_function = matches!(tree.kind(n), Kind::Lambda | Kind::MethodRef);
            let class = || world.class_of_type(program.names.ty(number, n));
            is_function && class().and_then(|c| world.functional(c)) == Some(member)
        })
    };
    if change.delegate && world.is_abstract(member) && program.numbers().any(stands_for) {
        return Err(BadInput::new(
            "lambdas implement this method, and cannot implement two; leave the delegate out",
        ));
    }
    Ok(())
}

/// Some members cannot be seen by fewer than all, or by more than their own class.
fn allows_visibility(
    program: &JavaProgram,
    family: &[MethodId],
    wanted: Visibility,
) -> Result<(), BadInput> {
    let world = program.world();
    for &member in family {
        let data = world.method(member);
        let owner = world.info(data.owner);
        let is_private = data.constructor && owner.kind == TypeKind::Enum;
        let is_open = matches!(wanted, Visibility::Public | Visibility::Protected);
        let why = if is_private && is_open {
            "a constructor of an enum is private"
        } else if owner.is_interface() && wanted != Visibility::Public {
            "the members of an interface are public"
        } else if world.is_abstract(member) && wanted == Visibility::Private {
            "a method without a body cannot be private"
        } else if wanted != Visibility::Private && must_be_private(program, member) {
            "serialization looks for a private method"
        } else if wanted != Visibility::Public && must_be_public(program, member) {
            "serialization looks for a public constructor"
        } else {
            continue;
        };
        return Err(BadInput::new(format!(
            "{why}; leave its visibility as it is"
        )));
    }
    Ok(())
}

/// What a method says to throw must be something that can be thrown; and of a type parameter nobody knows whether it is caught.
fn throwable(program: &JavaProgram, method: MethodId, change: &Change) -> Result<(), BadInput> {
    let world = program.world();
    let Some((number, node)) = world.method_node(method) else {
        return Ok(());
    };
    let Some(throwable) = world.class_by_dotted("java.lang.Throwable") else {
        return Ok(());
    };
    let model = program.model(number);
    for exception in model.tree.children_in(node, Role::Throws) {
        let name = world.text(model.tree.sym(exception));
        if matches!(program.names.decl(number, exception), Decl::TypeVar(_))
            && change.drops.iter().any(|d| d == name)
        {
            let at = program.token(number, exception);
            let why = format!("{name} may be any exception; whether it is caught cannot be told");
            return Err(BadInput::new(why).at(at.file, at.span));
        }
        if let Decl::Class(class) = program.names.decl(number, exception)
            && world.closure(class).complete
            && !world.is_subclass(class, throwable)
        {
            let at = program.token(number, exception);
            let what = world.text(world.class(class).name);
            return Err(BadInput::new(format!(
                "{what} is not a subtype of Throwable; correct the method first"
            ))
            .at(at.file, at.span));
        }
    }
    Ok(())
}

fn wanted(
    run: &Run<'_, Java>,
    program: &JavaProgram,
    method: MethodId,
) -> Result<Change, BadInput> {
    let world = program.world();
    let data = world.method(method);
    let old_name = world.text(data.name).to_owned();
    let Some((number, node)) = world.method_node(method) else {
        return Err(BadInput::new(
            "this method is written nowhere in these files; it cannot be changed",
        ));
    };
    let model = program.model(number);
    let callable = model
        .callables
        .iter()
        .find(|c| c.node == node)
        .expect("a method of the sources is in its file's list");
    let old: Vec<String> = callable
        .params
        .iter()
        .map(|p| world.text(p.name).to_owned())
        .collect();
    let mut family = program.family(method).into_iter().chain([method]);
    let varargs = family.any(|m| world.method(m).varargs);
    let items = match run.optional("params") {
        Some(list) => items(list, &old, varargs)?,
        None => (0..old.len()).map(Item::kept).collect(),
    };
    if let Some(name) = run.optional("name").filter(|&n| n != old_name) {
        valid_name(&old_name, name, false)?;
        if data.constructor {
            return Err(BadInput::new(
                "a constructor has its class's name; rename the class",
            ));
        }
    }
    let visibility = run.optional("visibility").map(|word| match word {
        "public" => Visibility::Public,
        "protected" => Visibility::Protected,
        "private" => Visibility::Private,
        _ => Visibility::Package,
    });
    let (mut adds, mut drops) = (Vec::new(), Vec::new());
    for exception in split_list(run.optional("throws").unwrap_or_default()) {
        match (exception.strip_prefix('+'), exception.strip_prefix('-')) {
            (Some(added), _) => adds.push(added.trim().to_owned()),
            (_, Some(dropped)) => drops.push(dropped.trim().to_owned()),
            _ => {
                return Err(BadInput::unclear(format!(
                    "throws={exception}: write +{exception} or -{exception}"
                )));
            }
        }
    }
    Ok(Change {
        name: run
            .optional("name")
            .filter(|&n| n != old_name)
            .map(str::to_owned),
        old_name,
        varargs: data.varargs,
        old,
        items,
        returns: run.optional("returns").map(str::to_owned),
        adds,
        drops,
        visibility,
        delegate: run.flag("delegate"),
    })
}

/// `varargs`: the last of the old parameters takes any number of arguments.
fn items(list: &str, old: &[String], varargs: bool) -> Result<Vec<Item>, BadInput> {
    let mut items: Vec<Item> = Vec::new();
    for part in split_list(list) {
        let item = if let Some((head, default)) = part.split_once('=') {
            let (ty, name) = typed(head).ok_or_else(|| {
                BadInput::unclear(format!("{part}: a new parameter is `Type name = argument`"))
            })?;
            let default = default.trim();
            if !is_expression(default) {
                return Err(BadInput::unclear(format!(
                    "`{default}` is not an expression of Java"
                )));
            }
            Item::New {
                ty,
                name,
                default: default.to_owned(),
                given: None,
            }
        } else {
            let (name, new) = match part.split_once(" as ") {
                Some((name, new)) => (name.trim(), Some(new.trim())),
                None => (part, None),
            };
            let Some(index) = old.iter().position(|o| o == name) else {
                return Err(BadInput::unclear(format!(
                    "there is no parameter {name}; a new one is `Type name = argument`"
                )));
            };
            let taken = |i: &Item| matches!(i, Item::Kept { index: other, .. } if *other == index);
            if items.iter().any(taken) {
                return Err(BadInput::unclear(format!(
                    "the parameter {name} is listed twice"
                )));
            }
            let (ty, new) = match new {
                None => (None, None),
                Some(new) => match typed(new) {
                    Some((ty, name)) => (Some(ty), Some(name)),
                    None => (None, Some(new.to_owned())),
                },
            };
            Item::Kept {
                index,
                ty,
                name: new.filter(|n| n != name),
            }
        };
        let name = match &item {
            Item::New { name, .. } => Some(name),
            Item::Kept { name, .. } => name.as_ref(),
        };
        if let Some(name) = name.filter(|n| !is_identifier(n)) {
            return Err(BadInput::unclear(format!(
                "`{name}` is not a valid name in Java; give another"
            )));
        }
        items.push(item);
    }
    let is_varargs = |i: &Item| match i {
        Item::New { ty, .. } | Item::Kept { ty: Some(ty), .. } => ty.trim_end().ends_with("..."),
        Item::Kept { index, .. } => varargs && index + 1 == old.len(),
    };
    let last = items.len().saturating_sub(1);
    if items.iter().take(last).any(is_varargs) {
        return Err(BadInput::new(
            "only the last parameter can take any number of arguments",
        ));
    }
    Ok(items)
}

/// `Type name`, the type being all but the last word.
fn typed(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let at = text.rfind(|c: char| c.is_whitespace() || c == '.' || c == ']' || c == '>')?;
    let (ty, name) = text.split_at(at + 1);
    (!name.is_empty() && !ty.trim().is_empty())
        .then(|| (ty.trim().to_owned(), name.trim().to_owned()))
}

/// Whether a text reads as an expression.
fn is_expression(text: &str) -> bool {
    let model = as_argument(text);
    let tree = &model.tree;
    let mut nodes = tree.descendants(NodeId::ROOT);
    let call = nodes.find(|&n| tree.kind(n) == Kind::Call);
    let is_one = |call: NodeId| tree.children_in(call, Role::Argument).count() == 1;
    model.left_out.is_empty() && call.is_some_and(is_one)
}

/// Whether an expression calls a method or changes a variable.
fn may_act(text: &str) -> bool {
    let model = as_argument(text);
    let tree = &model.tree;
    let acting = tree.descendants(NodeId::ROOT).filter(|&n| {
        let kind = tree.kind(n);
        matches!(kind, Kind::Call | Kind::Assign | Kind::Update)
    });
    // The call that it is an argument of is one.
    acting.count() > 1
}

fn as_argument(text: &str) -> FileModel {
    let names = reweave_text::Interner::new();
    let whole = format!("class T {{ Object x = id({text}); }}");
    reweave_lang_java::lower("T.java", &whole, &names)
}
