//! Questions about classes that refactorings over a hierarchy share.

use crate::Java;
use crate::edits::transfer::Member;
use crate::query::edges::node_of;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, MethodId, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::Node;
use reweave_refactor::{BadInput, Run};
use reweave_text::Span;

/// The methods among the members that a parameter lists, or the word that stands for all of them; other names are refused.
pub fn names_of<'r>(
    run: &Run<'r, Java>,
    param: &str,
    all: &[Member],
    word: &str,
) -> Result<Vec<&'r str>, BadInput> {
    let program = run.program();
    let listed = crate::edits::texts::split_list(run.optional(param).unwrap_or_default());
    let name = |m: &Member| {
        let at = program.token(m.number, m.node);
        at.span.text(run.sources().text(at.file)).to_owned()
    };
    let methods = all.iter().filter(|m| matches!(m.decl, Decl::Method(_)));
    let names: Vec<String> = methods.map(name).collect();
    let unknown = listed
        .iter()
        .find(|n| **n != word && !names.iter().any(|m| m == *n));
    match unknown {
        Some(unknown) => Err(BadInput::unclear(format!(
            "{param}={unknown}: no method of this name is moved; the values are {word}, {}",
            names.join(", ")
        ))),
        None => Ok(listed),
    }
}

/// The member at the caret, and those of the same class that `members` names beside it.
pub fn members(run: &Run<'_, Java>) -> Result<Vec<Member>, BadInput> {
    let program = run.program();
    let world = program.world();
    let (file, offset) = run.caret()?;
    let meant = crate::query::at::meant_at(program, file, offset)?;
    let first = Member::read(program, run.sources(), meant.decl)?;
    let owner = first.owner;
    let mut all = vec![first];
    let more = run.optional("members").unwrap_or_default();
    for wanted in crate::edits::texts::split_list(more) {
        let (name, params) = match wanted.split_once('(') {
            Some((name, rest)) => (name, Some(rest.trim_end_matches(')'))),
            None => (wanted, None),
        };
        let info = world.info(owner);
        let symbol = world.names().get(name.trim());
        let mut found: Vec<Decl> = Vec::new();
        if let Some(symbol) = symbol {
            let methods = info.methods_named(symbol).iter();
            let fits = |m: MethodId| {
                let count = world.signature(m).params.len();
                params.is_none_or(|p| crate::edits::texts::split_list(p).len() == count)
            };
            let fitting: Vec<MethodId> = methods.map(|m| m.1).filter(|&m| fits(m)).collect();
            let mut named = fitting.clone();
            named.retain(|&m| params.is_some_and(|p| takes(run, m, p)));
            let meant = if named.is_empty() { fitting } else { named };
            found.extend(meant.into_iter().map(Decl::Method));
            if params.is_none() {
                found.extend(info.field_named(symbol).map(Decl::Field));
                found.extend(info.type_named(symbol).map(Decl::Class));
            }
        }
        if found.is_empty() {
            return Err(BadInput::unclear(format!(
                "there is no member {wanted} beside the one at the caret"
            )));
        }
        for decl in found {
            if all.iter().all(|m| m.decl != decl) {
                all.push(Member::read(program, run.sources(), decl)?);
            }
        }
    }
    all.sort_by_key(|m| (m.number, m.span));
    match all.iter().find(|m| is_blank_final(program, m)) {
        Some(blank) => {
            let at = program.token(blank.number, blank.node);
            let why = "only constructors and initializers of its own class can give it its value";
            Err(BadInput::new(why).at(at.file, at.span))
        }
        None => Ok(all),
    }
}

/// Whether a method takes the types that a list names, whatever their arguments and packages.
fn takes(run: &Run<'_, Java>, method: MethodId, list: &str) -> bool {
    let program = run.program();
    let bare = |ty: &str| -> String {
        let mut depth = 0;
        let mut bare: String = ty.to_owned();
        bare.retain(|c| {
            depth += i32::from(c == '<');
            let is_outside = depth == 0 && !c.is_whitespace();
            depth -= i32::from(c == '>');
            is_outside
        });
        let bare = bare.replace("...", "[]");
        bare.rsplit('.').next().unwrap_or_default().to_owned()
    };
    let Some((number, node)) = program.world().method_node(method) else {
        return false;
    };
    let model = program.model(number);
    let text = run.sources().text(program.id(number));
    let callable = model.callables.iter().find(|c| c.node == node);
    let written = callable.into_iter().flat_map(|c| &c.params).map(|p| {
        let ty = p.ty.map(|t| model.tree.span(t).text(text));
        let dots = if p.varargs { "[]" } else { "" };
        bare(ty.unwrap_or_default()) + dots
    });
    let wanted = crate::edits::texts::split_list(list).into_iter().map(bare);
    written.eq(wanted)
}

/// A final field whose declaration gives it no value.
fn is_blank_final(program: &JavaProgram, member: &Member) -> bool {
    let tree = &program.model(member.number).tree;
    matches!(member.decl, Decl::Field(_))
        && member.modifiers.has(Modifiers::FINAL)
        && tree.child_in(member.node, Role::Init).is_none()
}

/// Whether a method says already that it overrides.
pub fn says_override(program: &JavaProgram, member: &Member) -> bool {
    let tree = &program.model(member.number).tree;
    let mut annotations = tree.children_in(member.node, Role::Annotation);
    annotations.any(|a| program.world().text(tree.sym(a)) == "Override")
}

/// Takes members out of their class; a declaration of several fields goes whole when all of them go.
pub fn remove_all(
    program: &JavaProgram,
    sources: &reweave_text::Sources,
    all: &[&Member],
    step: &mut reweave_refactor::Step,
) {
    let mut gone: Vec<reweave_text::Span> = Vec::new();
    for member in all {
        let Some(declaration) = member.declaration() else {
            member.remove(program, sources, step);
            continue;
        };
        let model = program.model(member.number);
        let beside = model.fields.iter().filter(|f| f.declaration == declaration);
        let goes = |node: NodeId| {
            all.iter()
                .any(|m| m.number == member.number && m.node == node)
        };
        if !beside.clone().all(|f| goes(f.node)) {
            member.remove(program, sources, step);
        } else if !gone.contains(&declaration) {
            gone.push(declaration);
            let text = sources.text(program.id(member.number));
            let span = crate::edits::texts::whole_lines(text, declaration, member.doc);
            step.delete(program.interval(member.number, span));
        }
    }
}

/// A class of these files by the end of its qualified name.
pub fn class_named(program: &JavaProgram, name: &str) -> Result<ClassId, BadInput> {
    let world = program.world();
    let fits = |c: &ClassId| {
        let full = crate::edits::imports::dotted(program, *c);
        !world.info(*c).local && (full == name || full.ends_with(&format!(".{name}")))
    };
    let found: Vec<ClassId> = world.source_classes().filter(fits).collect();
    let exact = found
        .iter()
        .copied()
        .find(|&c| crate::edits::imports::dotted(program, c) == name);
    match (exact, &found[..]) {
        (Some(one), _) | (None, &[one]) => Ok(one),
        (None, []) => Err(BadInput::unclear(format!(
            "no class {name} is in these files"
        ))),
        _ => Err(BadInput::unclear(format!(
            "several classes are called {name}; write its package too"
        ))),
    }
}

/// A class whose instance a member speaks of (`Outer.this`) and that does not stand around its new class.
pub fn outer_needed(program: &JavaProgram, member: &Member, to: ClassId) -> Option<ClassId> {
    let world = program.world();
    let tree = &program.model(member.number).tree;
    tree.descendants(member.node)
        .filter(|&n| matches!(tree.kind(n), Kind::This | Kind::Super))
        .filter_map(|n| tree.child_in(n, Role::Qualifier))
        .find_map(|q| match program.names.decl(member.number, q) {
            Decl::Class(c) if c == member.owner || world.around(to).any(|a| a == c) => None,
            Decl::Class(c) if world.info(c).is_interface() => None,
            Decl::Class(c) => {
                let own = program.place(member.number, Decl::Class(c));
                let inside = own.is_some_and(|at| {
                    at.file == program.id(member.number) && member.span.contains(at.span)
                });
                (!inside).then_some(c)
            }
            _ => None,
        })
}

/// The classes that name this one as a supertype.
pub fn direct_subclasses(program: &JavaProgram, class: ClassId) -> Vec<ClassId> {
    let world = program.world();
    let names = |c: &ClassId| {
        let supers = world.header(*c).supers.iter();
        supers
            .filter_map(|&s| world.class_of_type(s))
            .any(|s| s == class)
    };
    world
        .source_classes()
        .filter(|&c| c != class)
        .filter(names)
        .collect()
}

/// What a class gives a type parameter of its supertype.
pub struct Given {
    pub param: String,
    pub text: String,
    /// The names in the text, and what they mean.
    pub names: Vec<(String, Node)>,
}

/// The arguments that a class gives its supertype's parameters.
pub fn arguments(run: &Run<'_, Java>, class: ClassId, parent: ClassId) -> Vec<Given> {
    let program = run.program();
    let world = program.world();
    let Some((number, decl)) = world.decl_of(class) else {
        return Vec::new();
    };
    let tree = &program.model(number).tree;
    let text = run.sources().text(program.id(number));
    let heads = decl.superclass.iter().chain(&decl.interfaces);
    let means = |n: &&NodeId| program.names.decl(number, **n) == Decl::Class(parent);
    let Some(&node) = heads.into_iter().find(means) else {
        return Vec::new();
    };
    let uses = program.names.uses_in(number);
    let names_in = |span: Span| -> Vec<(String, Node)> {
        let mut inside: Vec<_> = uses.iter().filter(|u| span.contains(u.span)).collect();
        inside.sort_by_key(|u| u.span);
        let named = |u: &Use| {
            let means = node_of(program, run.names(), number, u.decl);
            (u.span.text(text).to_owned(), means)
        };
        inside.into_iter().map(named).collect()
    };
    let given = tree.children_in(node, Role::TypeArgument);
    let given = given.map(|a| tree.span(a));
    let params = own_params(program, parent).into_iter();
    params
        .zip(given)
        .map(|(param, span)| Given {
            param,
            text: span.text(text).to_owned(),
            names: names_in(span),
        })
        .collect()
}

/// A type parameter of a class, as what is said for one of a class below.
pub fn of_parameter(run: &Run<'_, Java>, class: ClassId, param: &str) -> Given {
    let program = run.program();
    let world = program.world();
    let mut vars = world.type_params(class).iter().copied();
    let var = vars.rfind(|&v| world.text(world.type_var(v).name) == param);
    let node = |v| node_of(program, run.names(), 0, Decl::TypeVar(v));
    Given {
        param: param.to_owned(),
        text: param.to_owned(),
        names: var
            .map(|v| (param.to_owned(), node(v)))
            .into_iter()
            .collect(),
    }
}

/// The names of a class's own type parameters.
fn own_params(program: &JavaProgram, class: ClassId) -> Vec<String> {
    let world = program.world();
    let params = world.type_params(class);
    let own = params[params.len() - world.own_type_params(class)..].iter();
    own.map(|&v| world.text(world.type_var(v).name).to_owned())
        .collect()
}
