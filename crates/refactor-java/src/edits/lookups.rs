//! Members that a program looks up by a string: `C.class.getDeclaredMethod("run")`, `newUpdater(C.class, "count")`,
//! `Rate.valueOf("LOW")`, `@MethodSource("values")`. Such a string is a reference like another: a rename takes it along, and what
//! takes the member away is refused; so it is for constructors, which `C.class.getConstructor()` looks up.

use crate::Java;
use crate::checks::reflection::class_named;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, FieldId, MethodId};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{Run, Step};
use reweave_text::Span;

/// What looks up fields of a class that it is asked of or given.
const FIELD_LOOKUPS: [&str; 9] = [
    "getField",
    "getDeclaredField",
    "newUpdater",
    "findVarHandle",
    "findStaticVarHandle",
    "findGetter",
    "findSetter",
    "findStaticGetter",
    "findStaticSetter",
];

/// The same for methods. These two list the types of parameters behind the name.
const METHOD_LOOKUPS: [&str; 2] = ["getMethod", "getDeclaredMethod"];
const HANDLE_LOOKUPS: [&str; 3] = ["findVirtual", "findStatic", "findSpecial"];

/// What looks up constructors, by the types of their parameters, and what takes the one without.
const CONSTRUCTOR_LOOKUPS: [&str; 2] = ["getConstructor", "getDeclaredConstructor"];
const CONSTRUCTOR_HANDLE: &str = "findConstructor";
const PLAIN_CREATION: &str = "newInstance";

/// What looks up constants of an enum.
const CONSTANT_LOOKUP: &str = "valueOf";

/// Annotations that name members of the class around them.
const NAMING: [&str; 2] = ["MethodSource", "FieldSource"];

/// A string that a member is looked up by.
struct Lookup {
    number: u32,
    string: NodeId,
    /// Whether it can mean no other member.
    is_certain: bool,
}

/// Lets the strings that members are looked up by follow their name, which becomes `to`, and gives them; refuses where they may
/// mean others.
pub fn follow_lookups(
    run: &mut Run<'_, Java>,
    files: &[u32],
    decls: &[Decl],
    to: &str,
    step: &mut Step,
) -> Vec<Interval> {
    let program = run.program();
    let (mut followed, mut open) = (Vec::new(), Vec::new());
    for lookup in lookups(program, files, decls) {
        let span = program.model(lookup.number).tree.span(lookup.string);
        let inside = Span::new(span.start + 1, span.end - 1);
        let at = program.interval(lookup.number, span);
        if lookup.is_certain {
            step.replace_free(program.interval(lookup.number, inside), to);
            followed.push(at);
        } else {
            open.push(at);
        }
    }
    let message = "it may be looked up here by its name, or another of that name may";
    run.refuse_each("reflection", message, open);
    followed
}

/// Refuses where members that would no longer be there, or be others, are looked up.
pub fn refuse_lookups(run: &mut Run<'_, Java>, decls: &[Decl]) {
    let program = run.program();
    let mut found = Vec::new();
    for &decl in decls {
        if let Decl::Method(m) = decl
            && program.world().method(m).constructor
        {
            found.extend(constructor_lookups(run, m));
            continue;
        }
        let Some((_, name)) = owner_and_name(program, decl) else {
            continue;
        };
        let files = program.files_with(run.sources(), &format!("\"{name}\""));
        for lookup in lookups(program, &files, &[decl]) {
            let span = program.model(lookup.number).tree.span(lookup.string);
            found.push(program.interval(lookup.number, span));
        }
    }
    run.refuse_each(
        "reflection",
        "it is looked up here by its name or its parameters",
        found,
    );
}

/// Where a constructor may be looked up: its class is asked for one with as many parameters.
fn constructor_lookups(run: &Run<'_, Java>, constructor: MethodId) -> Vec<Interval> {
    let program = run.program();
    let world = program.world();
    let params = world.signature(constructor).params.len();
    let mut files = program.files_with(run.sources(), "Constructor(");
    files.extend(program.files_with(run.sources(), PLAIN_CREATION));
    files.sort_unstable();
    files.dedup();
    let mut found = Vec::new();
    for number in files {
        let tree = &program.model(number).tree;
        for call in tree.descendants(NodeId::ROOT) {
            if tree.kind(call) != Kind::Call {
                continue;
            }
            let name = world.text(tree.sym(call));
            let given = tree.children_in(call, Role::Argument);
            let asked = match name {
                CONSTRUCTOR_HANDLE => given.clone().next(),
                _ => tree.child_in(call, Role::Receiver),
            };
            let may_be = match name {
                CONSTRUCTOR_HANDLE => true,
                PLAIN_CREATION => params == 0 && given.count() == 0,
                _ => CONSTRUCTOR_LOOKUPS.contains(&name) && given.count() == params,
            };
            let class = || class_named(program, number, asked?);
            if may_be && class() == Some(world.method(constructor).owner) {
                found.push(program.interval(number, tree.span(call)));
            }
        }
    }
    found
}

/// Refuses where a field that becomes private is looked up: by `getField`, which gives public ones alone, or in another class.
pub fn refuse_private_lookups(run: &mut Run<'_, Java>, field: FieldId) {
    let program = run.program();
    let world = program.world();
    let data = world.field(field);
    let name = world.text(data.name);
    let files = program.files_with(run.sources(), &format!("\"{name}\""));
    let mut found = Vec::new();
    for lookup in lookups(program, &files, &[Decl::Field(field)]) {
        let tree = &program.model(lookup.number).tree;
        let call = tree.parent(lookup.string);
        let public = call.is_some_and(|c| world.text(tree.sym(c)) == "getField");
        let around = program.class_around(lookup.number, lookup.string);
        let outside = around.is_none_or(|c| world.outermost(c) != world.outermost(data.owner));
        if public || outside {
            found.push(program.interval(lookup.number, tree.span(lookup.string)));
        }
    }
    let message = "it is looked up here, where a private field is not found or not to be read";
    run.refuse_each("reflection", message, found);
}

/// The strings that are a name, or end in a member's behind a dot: nobody can tell what they are for.
pub fn strings_named(
    program: &JavaProgram,
    files: &[u32],
    name: &str,
    is_member: bool,
) -> Vec<Interval> {
    let (quoted, ending) = (format!("\"{name}\""), format!(".{name}\""));
    let mut found = Vec::new();
    for &number in files {
        let tree = &program.model(number).tree;
        let is_named = |&n: &NodeId| {
            let text = || program.world().text(tree.sym(n));
            tree.kind(n) == Kind::Str
                && (text() == quoted || (is_member && text().ends_with(&ending)))
        };
        let strings = tree.descendants(NodeId::ROOT).filter(is_named);
        found.extend(strings.map(|n| program.interval(number, tree.span(n))));
    }
    found
}

/// Warns of the strings that hold the name of a member that goes or is hidden.
pub fn warn_of_strings(run: &mut Run<'_, Java>, name: &str) {
    let program = run.program();
    let files = program.files_with(run.sources(), &format!("{name}\""));
    let strings = strings_named(program, &files, name, true);
    let message = format!("a string holds the name `{name}`");
    run.warn_each("string", &message, strings);
}

fn owner_and_name(program: &JavaProgram, decl: Decl) -> Option<(ClassId, &str)> {
    let world = program.world();
    let (owner, name) = match decl {
        Decl::Method(m) => (world.method(m).owner, world.method(m).name),
        Decl::Field(f) => (world.field(f).owner, world.field(f).name),
        _ => return None,
    };
    Some((owner, world.text(name)))
}

fn lookups(program: &JavaProgram, files: &[u32], decls: &[Decl]) -> Vec<Lookup> {
    let world = program.world();
    let members: Vec<(Decl, ClassId, String)> = decls
        .iter()
        .filter_map(|&d| owner_and_name(program, d).map(|(o, n)| (d, o, format!("\"{n}\""))))
        .collect();
    let mut found = Vec::new();
    for &number in files {
        let tree = &program.model(number).tree;
        for string in tree.descendants(NodeId::ROOT) {
            if tree.kind(string) != Kind::Str {
                continue;
            }
            let text = world.text(tree.sym(string));
            let mut meant = members.iter().filter(|(_, _, name)| name == text);
            let certain = meant.find_map(|(decl, owner, _)| {
                let asked = asked(program, number, string, *decl)?;
                let is_there = world.is_subclass(asked.class, *owner);
                is_there.then_some(())?;
                is_certain(program, *decl, asked.params, decls)
            });
            found.extend(certain.map(|is_certain| Lookup {
                number,
                string,
                is_certain,
            }));
        }
    }
    found
}

/// What a string is looked up in.
struct Asked {
    class: ClassId,
    /// How many parameters the method has that is looked for, where that is listed.
    params: Option<usize>,
}

fn asked(program: &JavaProgram, number: u32, string: NodeId, decl: Decl) -> Option<Asked> {
    let world = program.world();
    let tree = &program.model(number).tree;
    let mut around = tree.parent(string)?;
    while matches!(tree.kind(around), Kind::ArrayInit | Kind::Assign) {
        around = tree.parent(around)?;
    }
    let name = world.text(tree.sym(around));
    if tree.kind(around) == Kind::Annotation {
        let last = name.rsplit('.').next().unwrap_or(name);
        let class = program.class_around(number, around);
        return class.filter(|_| NAMING.contains(&last)).map(|class| Asked {
            class,
            params: None,
        });
    }
    let looks = match decl {
        Decl::Method(_) => METHOD_LOOKUPS.contains(&name) || HANDLE_LOOKUPS.contains(&name),
        _ => FIELD_LOOKUPS.contains(&name) || name == CONSTANT_LOOKUP,
    };
    if tree.kind(around) != Kind::Call || !looks {
        return None;
    }
    let receiver = tree.child_in(around, Role::Receiver);
    let given = tree.children_in(around, Role::Argument);
    let mut places = receiver.into_iter().chain(given);
    let class = places
        .find_map(|place| class_named(program, number, place))
        .or_else(|| match program.names.decl(number, around) {
            Decl::Method(m) if name == CONSTANT_LOOKUP => Some(world.method(m).owner),
            _ => None,
        })?;
    let params = METHOD_LOOKUPS
        .contains(&name)
        .then(|| tree.children_in(around, Role::Argument).count() - 1);
    Some(Asked { class, params })
}

/// Whether no other method of the name can be meant; `None` when it must be another.
fn is_certain(
    program: &JavaProgram,
    decl: Decl,
    params: Option<usize>,
    decls: &[Decl],
) -> Option<bool> {
    let world = program.world();
    let Decl::Method(method) = decl else {
        return Some(true);
    };
    let count = |m: MethodId| world.signature(m).params.len();
    let may_be = |m: MethodId| params.is_none_or(|n| n == count(m));
    let (owner, name) = (world.method(method).owner, world.method(method).name);
    let named = world.info(owner).methods_named(name);
    let is_only = |&(_, m): &(_, MethodId)| decls.contains(&Decl::Method(m)) || !may_be(m);
    may_be(method).then(|| named.iter().all(is_only))
}
