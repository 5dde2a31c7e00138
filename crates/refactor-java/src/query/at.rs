//! From a place in a text to the declaration that is meant there, and from a name to places.

use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Use, UseKind};
use reweave_model::{Callable, Kind, Param, Role, TypeKind};
use reweave_preserve::Interval;
use reweave_refactor::BadInput;
use reweave_text::{FileId, Symbol};

/// A declaration, and the file that it was met in: locals and labels are numbered by file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meant {
    pub number: u32,
    pub decl: Decl,
}

/// What the name under a caret means; a constructor stands for its class.
pub fn meant_at(program: &JavaProgram, file: FileId, offset: u32) -> Result<Meant, BadInput> {
    let Some(number) = program.number(file) else {
        return Err(BadInput::new("this file was left out; name another"));
    };
    let mut decl = declaration_at(program, number, offset);
    if decl.is_none() {
        let touches =
            |u: &&Use| u.span.start <= offset && offset <= u.span.end && u.kind != UseKind::Create;
        let uses = program.names.uses_in(number);
        let mut found: Vec<_> = uses.iter().filter(touches).collect();
        found.sort_by_key(|u| u.span.end == offset);
        decl = found.first().map(|u| u.decl);
    }
    if decl.is_none() {
        for import in 0..program.model(number).imports.len() {
            if let Some((at, all)) = program.static_import(number, import)
                && at.span.start <= offset
                && offset <= at.span.end
            {
                decl = all.first().copied();
            }
        }
    }
    match decl {
        None => Err(BadInput::unclear(
            "no name stands here; put the caret on one",
        )),
        Some(Decl::Unknown | Decl::None) => Err(BadInput::new(
            "this name is declared neither in these files nor on the class path; give --classpath",
        )),
        Some(Decl::Method(m)) if program.world().method(m).constructor => Ok(Meant {
            number,
            decl: Decl::Class(program.world().method(m).owner),
        }),
        Some(decl) => Ok(Meant { number, decl }),
    }
}

/// The method or constructor that is meant at a caret: by its own name, or by a call.
pub fn method_at(program: &JavaProgram, file: FileId, offset: u32) -> Result<MethodId, BadInput> {
    let number = program.number(file);
    let declared = number.and_then(|n| declaration_at(program, n, offset));
    let touches = |u: &Use| u.span.start <= offset && offset <= u.span.end;
    let called = || {
        let uses = program.names.uses_in(number?);
        let mut found = uses.into_iter().filter(touches).map(|u| u.decl);
        found.find(|d| matches!(d, Decl::Method(_)))
    };
    match declared.or_else(called) {
        Some(Decl::Method(method)) => Ok(method),
        _ => Err(BadInput::unclear(
            "no method stands here; put the caret on the name of one",
        )),
    }
}

/// The declaration whose name stands at an offset.
fn declaration_at(program: &JavaProgram, number: u32, offset: u32) -> Option<Decl> {
    let model = program.model(number);
    let world = program.world();
    let covers = |node| {
        let span = program.token(number, node).span;
        !span.is_empty() && span.start <= offset && offset <= span.end
    };
    for ty in model.type_ids().filter(|&t| covers(model.ty(t).node)) {
        if model.ty(ty).kind != TypeKind::Anonymous {
            return Some(Decl::Class(world.class_of(number, ty)));
        }
    }
    for (index, callable) in (0..).zip(&model.callables) {
        if covers(callable.node) {
            let id = world.method_of(number, reweave_model::CallableId(index));
            return Some(Decl::Method(id));
        }
    }
    for (index, field) in (0..).zip(&model.fields) {
        if covers(field.node) {
            let id = world.field_of(number, reweave_model::FieldId(index));
            return Some(Decl::Field(id));
        }
    }
    for node in model.tree.descendants(reweave_model::NodeId::ROOT) {
        if !model.tree.span(node).contains_offset(offset) && model.tree.span(node).end != offset {
            continue;
        }
        let found = match model.tree.kind(node) {
            Kind::Param | Kind::VarDecl | Kind::TypePattern if covers(node) => {
                component(program, number, node).unwrap_or(Decl::Local(node))
            }
            Kind::Labeled if covers(node) => Decl::Label(node),
            Kind::TypeParam if covers(node) => type_var(program, number, node)?,
            _ => continue,
        };
        return Some(found);
    }
    None
}

/// The field of a record's component.
fn component(program: &JavaProgram, number: u32, node: reweave_model::NodeId) -> Option<Decl> {
    let tree = &program.model(number).tree;
    let record = tree.parent(node).filter(|&p| tree.kind(p) == Kind::Type)?;
    let model = program.model(number);
    let ty = model.type_ids().find(|&t| model.ty(t).node == record)?;
    let class = program.world().class_of(number, ty);
    let field = program.world().info(class).field_named(tree.sym(node))?;
    Some(Decl::Field(field))
}

fn type_var(program: &JavaProgram, number: u32, node: reweave_model::NodeId) -> Option<Decl> {
    program.names.type_var_at(number, node).map(Decl::TypeVar)
}

/// `C`, `a.b.C`, `C.member`, `C.member(int)`: by the end of the qualified name.
pub fn by_symbol(program: &JavaProgram, symbol: &str) -> Vec<Interval> {
    let symbol = symbol.replace('#', ".");
    let (name, params) = match symbol.split_once('(') {
        Some((name, rest)) => (name, Some(rest.trim_end_matches(')'))),
        None => (symbol.as_str(), None),
    };
    let world = program.world();
    let Some(last) = world.names().get(name.rsplit('.').next().unwrap_or(name)) else {
        return Vec::new();
    };
    let ends = |full: &str| {
        let before = full.strip_suffix(name);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    let is_member = |owner: Symbol| {
        let full = [world.text(owner), ".", world.text(last)].concat();
        ends(&full)
    };
    let mut found = Vec::new();
    for number in program.files_with_word(&[world.text(last)]) {
        let model = program.model(number);
        for ty in model.types.iter().filter(|t| t.name == last) {
            let qualified = world.text(ty.qualified);
            if params.is_none() && ty.kind != TypeKind::Anonymous && ends(qualified) {
                found.push(program.token(number, ty.node));
            }
        }
        for field in model.fields.iter().filter(|f| f.name == last) {
            if params.is_none() && is_member(model.ty(field.owner).qualified) {
                found.push(program.token(number, field.node));
            }
        }
        let named = model.callables.iter().filter(|c| c.name == last);
        for callable in named.filter(|c| !c.is_constructor()) {
            let fits = params.is_none_or(|p| {
                let given = parameter_types(program, number, callable);
                given.join(",").replace("...", "[]") == plain_types(p)
            });
            if fits && is_member(model.ty(callable.owner).qualified) {
                found.push(program.token(number, callable.node));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The types of a method's parameters by their simple names, without type arguments: `String[]`, `int...`.
pub fn parameter_types(program: &JavaProgram, number: u32, callable: &Callable) -> Vec<String> {
    let tree = &program.model(number).tree;
    let simple = |p: &Param| {
        let mut dims = if p.varargs { "..." } else { "" }.to_owned();
        let mut at = p.ty;
        while let Some(array) = at.filter(|&t| tree.kind(t) == Kind::ArrayType) {
            dims.insert_str(0, "[]");
            at = tree.child_in(array, Role::Type);
        }
        let name = at.map_or("", |t| program.world().text(tree.sym(t)));
        format!("{name}{dims}")
    };
    callable.params.iter().map(simple).collect()
}

/// Types that somebody wrote, the same way: `java.util.Map<K, V>, int...` are `Map,int[]`.
fn plain_types(written: &str) -> String {
    let mut depth = 0usize;
    let mut bare = String::new();
    for c in written.replace("...", "[]").chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 && !c.is_whitespace() => bare.push(c),
            _ => {}
        }
    }
    let simple = |ty: &str| ty.rsplit('.').next().unwrap_or(ty).to_owned();
    let all: Vec<String> = bare.split(',').map(simple).collect();
    all.join(",")
}

/// What is declared by the token at a place.
pub fn named_at(program: &JavaProgram, at: Interval) -> Option<Decl> {
    let number = program.number(at.file)?;
    let decl = declaration_at(program, number, at.span.start)?;
    (program.place(number, decl)? == at).then_some(decl)
}

/// The same as a word.
pub fn declared_at(program: &JavaProgram, at: Interval) -> Option<&'static str> {
    named_at(program, at).map(|decl| noun(program, decl))
}

pub fn noun(program: &JavaProgram, decl: Decl) -> &'static str {
    let world = program.world();
    match decl {
        Decl::Class(c) => match world.info(c).kind {
            TypeKind::Interface => "interface",
            TypeKind::Enum => "enum",
            TypeKind::Record => "record",
            TypeKind::Annotation => "annotation",
            _ => "class",
        },
        Decl::Method(m) if world.method(m).constructor => "constructor",
        Decl::Method(_) => "method",
        Decl::Field(f) if world.field(f).enum_constant => "enum constant",
        Decl::Field(_) => "field",
        Decl::TypeVar(_) => "type parameter",
        Decl::Label(_) => "label",
        Decl::Package(_) => "package",
        Decl::Module(_) => "module",
        _ => "variable",
    }
}
