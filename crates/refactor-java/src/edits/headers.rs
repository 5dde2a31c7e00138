//! Types made of others: which members go, how their heads read outside of their class, and the clauses of a type's header.

use crate::Java;
use crate::edits::imports::{Imports, is_hidden};
use crate::edits::texts::{code, is_simple_type, modifier_at, split_list, with_blank};
use crate::edits::transfer::{Member, Moving};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, Modifiers, Role, TypeDecl, TypeKind};
use reweave_refactor::{BadInput, Run, Step};
use reweave_text::{Edit, FileId, Part, Sources, Span};

/// The members of a class that a list names, as `a, b(int)`; those of another number of parameters are others.
pub fn listed(
    program: &JavaProgram,
    sources: &Sources,
    class: ClassId,
    list: &str,
) -> Result<Vec<Member>, BadInput> {
    let world = program.world();
    let info = world.info(class);
    let mut all: Vec<Member> = Vec::new();
    for wanted in split_list(list) {
        let (name, params) = match wanted.split_once('(') {
            Some((name, rest)) => (name.trim(), Some(rest.trim_end_matches(')'))),
            None => (wanted, None),
        };
        let symbol = world.names().get(name);
        let methods = symbol.map_or(&[][..], |s| info.methods_named(s));
        let fits =
            |m| params.is_none_or(|p| split_list(p).len() == world.signature(m).params.len());
        let mut found: Vec<Decl> = methods
            .iter()
            .filter(|m| fits(m.1))
            .map(|m| Decl::Method(m.1))
            .collect();
        if let (None, Some(symbol)) = (params, symbol) {
            found.extend(info.field_named(symbol).map(Decl::Field));
        }
        if found.is_empty() {
            return Err(BadInput::unclear(format!(
                "the class has no member {wanted}"
            )));
        }
        for decl in found {
            if all.iter().all(|m| m.decl != decl) {
                all.push(Member::read(program, sources, decl)?);
            }
        }
    }
    all.sort_by_key(|m| m.span);
    Ok(all)
}

/// The name of a type from its package down.
pub fn in_package(program: &JavaProgram, class: ClassId) -> String {
    let world = program.world();
    let mut names: Vec<&str> = world
        .around(class)
        .map(|c| world.text(world.class(c).name))
        .collect();
    names.reverse();
    names.join(".")
}

/// The folder of a type's file, with the new name of a file in it.
pub fn beside(sources: &Sources, file: FileId, name: &str) -> String {
    let path = sources.path(file);
    let folder = path.rfind('/').map_or("", |slash| path.part(..=slash));
    format!("{folder}{name}.java")
}

/// The text by which a file can name a new type of its package, whose simple name may mean another type there (JLS 6.4).
pub fn new_name(program: &JavaProgram, number: u32, name: &str) -> Result<String, BadInput> {
    let package = program.world().text(program.model(number).package);
    if !package.is_empty() {
        return Ok(Imports::default().dotted(program, number, &format!("{package}.{name}")));
    }
    if is_hidden(program, number, name, None) {
        return Err(BadInput::new(format!(
            "`{name}` means another type in this file, and a type without a package has no other name"
        )));
    }
    Ok(name.to_owned())
}

/// Says member types by the names that the package knows, in a span of a member that goes out of its class. Type parameters of the class
/// are left to the new one; whether there were some is told.
pub fn name_outside(
    program: &JavaProgram,
    moving: &mut Moving,
    span: Span,
    class: ClassId,
) -> bool {
    let world = program.world();
    let number = moving.member.number;
    let tree = &program.model(number).tree;
    let mut has_vars = false;
    for used in program.names.uses_in(number) {
        if !span.contains(used.span) {
            continue;
        }
        match used.decl {
            Decl::TypeVar(var) if world.type_params(class).contains(&var) => {
                has_vars = true;
                moving.leave_to_class(used.span);
            }
            Decl::Class(named) if world.info(named).outer.is_some() && !world.info(named).local => {
                let is_simple = match tree.kind(used.node) {
                    Kind::TypeName => is_simple_type(tree, used.node),
                    Kind::Name | Kind::Annotation => true,
                    _ => false,
                };
                let is_near = world.class(named).package == world.class(class).package;
                if is_simple {
                    let name = if is_near {
                        in_package(program, named)
                    } else {
                        crate::edits::imports::dotted(program, named)
                    };
                    moving.edits.push(Edit::replace(used.span, name));
                }
            }
            _ => {}
        }
    }
    has_vars
}

/// The words of a method that no declaration in an interface has.
const WORDS: [&str; 9] = [
    "public",
    "protected",
    "private",
    "abstract",
    "final",
    "synchronized",
    "native",
    "strictfp",
    "default",
];

/// The head of a method as an interface declares it.
pub fn declaration_of(
    program: &JavaProgram,
    sources: &Sources,
    member: &Member,
    class: ClassId,
) -> (Moving, bool) {
    let mut moving = Moving::new(member.clone());
    let tree = &program.model(member.number).tree;
    let text = sources.text(member.file(program));
    let body = tree.child_in(member.node, Role::Body);
    let end = body.map_or(member.extent().end, |b| tree.span(b).start);
    let head = Span::new(member.extent().start, end);
    let has_vars = name_outside(program, &mut moving, head, class);
    if body.is_some() {
        let close = text.part(..end as usize).trim_end().len() as u32;
        let gone = Span::new(close, member.span.end);
        moving.edits.push(Edit::replace(gone, ";"));
    }
    for word in WORDS {
        if let Some(at) = modifier_at(program, member.number, member.node, text, word) {
            moving.edits.push(Edit::delete(with_blank(text, at)));
        }
    }
    for annotation in tree.children_in(member.node, Role::Annotation) {
        if program.world().text(tree.sym(annotation)) == "Override" {
            let span = tree.span(annotation);
            let rest = text.part(span.end as usize..);
            let blanks = rest.len() - rest.trim_start().len();
            moving.edits.push(Edit::delete(Span::new(
                span.start,
                span.end + blanks as u32,
            )));
        }
    }
    (moving, has_vars)
}

/// `<T extends A>` and `<T>` of a class, empty where it has no type parameters.
pub fn type_params(program: &JavaProgram, sources: &Sources, class: ClassId) -> (String, String) {
    let Some((number, decl)) = program.world().decl_of(class) else {
        return (String::new(), String::new());
    };
    if decl.type_params.is_empty() {
        return (String::new(), String::new());
    }
    let tree = &program.model(number).tree;
    let text = sources.text(program.id(number));
    let declared: Vec<&str> = decl
        .type_params
        .iter()
        .map(|&p| tree.span(p).text(text))
        .collect();
    let named: Vec<&str> = decl
        .type_params
        .iter()
        .map(|&p| program.world().text(tree.sym(p)))
        .collect();
    (
        format!("<{}>", declared.join(", ")),
        format!("<{}>", named.join(", ")),
    )
}

/// Lets a type implement, or an interface extend, one more.
pub fn add_interface(
    (program, sources): (&JavaProgram, &Sources),
    (number, decl): (u32, &TypeDecl),
    name: &str,
    step: &mut Step,
) -> Result<(), BadInput> {
    let tree = &program.model(number).tree;
    let file = program.id(number);
    if let Some(&last) = decl.interfaces.last() {
        step.insert(file, tree.span(last).end, format!(", {name}"));
        return Ok(());
    }
    let word = if decl.kind == TypeKind::Interface {
        "extends"
    } else {
        "implements"
    };
    let at = header_end(program, sources, number, decl)?;
    step.insert(file, at, format!(" {word} {name}"));
    Ok(())
}

/// Where the header of a type ends, before `permits` and the body.
fn header_end(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    decl: &TypeDecl,
) -> Result<u32, BadInput> {
    let tree = &program.model(number).tree;
    let token = program.token(number, decl.node);
    let text = sources.text(token.file);
    let brace = code(text, token.span.end as usize).find(|(_, c)| *c == '{');
    let (brace, _) =
        brace.ok_or_else(|| BadInput::new("the type has no body").at(token.file, token.span))?;
    let end = match decl.permits.first() {
        Some(&first) => {
            let before = text.part(..tree.span(first).start as usize).trim_end();
            before.len() - "permits".len()
        }
        None => brace,
    };
    Ok(text.part(..end).trim_end().len() as u32)
}

/// Gives a class another superclass; what it says of type arguments is part of the name.
pub fn set_superclass(
    (program, sources): (&JavaProgram, &Sources),
    (number, decl): (u32, &TypeDecl),
    name: &str,
    step: &mut Step,
) {
    let tree = &program.model(number).tree;
    if let Some(old) = decl.superclass {
        step.replace(program.interval(number, tree.span(old)), name);
        return;
    }
    let file = program.id(number);
    let token = program.token(number, decl.node);
    let at = match (decl.interfaces.first(), decl.type_params.last()) {
        (Some(&first), _) => {
            let text = sources.text(file);
            let before = text.part(..tree.span(first).start as usize).trim_end();
            let before = before.part(..before.len() - "implements".len());
            before.trim_end().len() as u32
        }
        (None, Some(&last)) => {
            let text = sources.text(file);
            let close = code(text, tree.span(last).end as usize).find(|(_, c)| *c == '>');
            close.map_or(token.span.end, |(at, _)| at as u32 + 1)
        }
        (None, None) => token.span.end,
    };
    step.insert(file, at, format!(" extends {name}"));
}

/// The type at the caret that something is extracted from.
pub fn type_at(run: &Run<'_, Java>) -> Result<ClassId, BadInput> {
    let program = run.program();
    let (file, offset) = run.caret()?;
    let found = crate::query::at::meant_at(program, file, offset)?;
    match found.decl {
        Decl::Class(c) if program.is_ours(Decl::Class(c)) && !program.world().info(c).local => {
            Ok(c)
        }
        Decl::Class(_) => Err(BadInput::new(
            "this type is local or not in these files; it cannot be extended from elsewhere",
        )),
        _ => Err(BadInput::unclear(
            "no type stands here; put the caret on the name of one",
        )),
    }
}

/// Whether everybody who knows a type's package can name it.
pub fn is_public(program: &JavaProgram, class: ClassId) -> bool {
    let world = program.world();
    world.around(class).all(|c| {
        let outer = world.info(c).outer;
        let of_interface = outer.is_some_and(|o| world.info(o).is_interface());
        of_interface || world.info(c).modifiers.has(Modifiers::PUBLIC)
    })
}
