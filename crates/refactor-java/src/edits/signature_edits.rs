//! The edits of a changed signature: declarations, calls, documentation.

use crate::checks::argument_order::check_order;
use crate::edits::delegates::deprecation;
use crate::edits::given::Given;
use crate::edits::imports::Imports;
use crate::edits::nested_edits::{NestedEdits, Part, parts_of};
use crate::edits::texts::{
    indent_at, indent_unit, parenthesised, split_list, visibility, whole_lines,
};
use crate::query::program::JavaProgram;
use crate::refactorings::change_signature::is_call;
use reweave_java_names::{Decl, MethodId, Use, UseKind};
use reweave_model::{Callable, Kind, NodeId, Role, TypeKind, Visibility};
use reweave_preserve::Interval;
use reweave_refactor::BadInput;
use reweave_text::{Part as _, Sources, Span};

/// A parameter to be.
#[derive(Clone, Debug)]
pub enum Item {
    Kept {
        index: usize,
        ty: Option<String>,
        name: Option<String>,
    },
    New {
        ty: String,
        name: String,
        default: String,
        /// The expression that the calls give, where it is one of the program.
        given: Option<Given>,
    },
}

impl Item {
    pub fn kept(index: usize) -> Self {
        Self::Kept {
            index,
            ty: None,
            name: None,
        }
    }
}

/// What becomes of a method and its family.
#[derive(Clone, Debug)]
pub struct Change {
    pub old_name: String,
    pub name: Option<String>,
    pub varargs: bool,
    /// The names of the parameters now.
    pub old: Vec<String>,
    pub items: Vec<Item>,
    pub returns: Option<String>,
    pub adds: Vec<String>,
    pub drops: Vec<String>,
    pub visibility: Option<Visibility>,
    pub delegate: bool,
}

impl Change {
    /// Another name and nothing else.
    pub fn of_name(old_name: &str, name: &str, params: usize) -> Self {
        Self {
            old_name: old_name.to_owned(),
            name: Some(name.to_owned()),
            varargs: false,
            old: Vec::new(),
            items: (0..params).map(Item::kept).collect(),
            returns: None,
            adds: Vec::new(),
            drops: Vec::new(),
            visibility: None,
            delegate: true,
        }
    }

    /// The same parameters in the same order, whatever their names.
    pub fn keeps_parameters(&self) -> bool {
        let in_place = |(i, item): (usize, &Item)| matches!(item, Item::Kept { index, ty: None, .. } if *index == i);
        self.items.len() == self.old.len() && self.items.iter().enumerate().all(in_place)
    }

    /// At most another name.
    pub fn is_name(&self) -> bool {
        let plain = self.adds.is_empty() && self.drops.is_empty() && self.visibility.is_none();
        self.keeps_parameters() && self.returns.is_none() && plain && !self.delegate
    }

    /// The types that are new.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let of_items = self.items.iter().filter_map(|item| match item {
            Item::New { ty, .. } => Some(ty.as_str()),
            Item::Kept { ty, .. } => ty.as_deref(),
        });
        of_items.chain(self.returns.as_deref())
    }

    fn keeps_types(&self) -> bool {
        let in_place =
            |(i, item): (usize, &Item)| matches!(item, Item::Kept { index, .. } if *index == i);
        self.items.len() == self.old.len() && self.items.iter().enumerate().all(in_place)
    }
}

pub fn callable_of(program: &JavaProgram, method: MethodId) -> Option<(u32, &Callable)> {
    let (number, node) = program.world().method_node(method)?;
    let all = &program.model(number).callables;
    Some((number, all.iter().find(|c| c.node == node)?))
}

pub fn change_declaration(
    program: &JavaProgram,
    sources: &Sources,
    method: MethodId,
    change: &Change,
    imports: &mut Imports,
    edits: &mut NestedEdits,
) -> Result<(), BadInput> {
    let Some((number, callable)) = callable_of(program, method) else {
        return Ok(());
    };
    let world = program.world();
    let file = program.id(number);
    let text = sources.text(file);
    let tree = &program.model(number).tree;
    let token = program.token(number, callable.node);
    if change.delegate {
        keep_delegate(program, sources, number, callable, change, edits);
    }
    if let Some(name) = &change.name {
        edits.replace(number, token.span, name);
    }
    if let (Some(returns), Some(ty)) = (&change.returns, callable.return_type) {
        let now = tree.span(ty).text(text);
        let short = imports.shorten(program, number, returns);
        if now != returns && now != short {
            edits.replace(number, tree.span(ty), short);
        }
    }
    if let Some(wanted) = change.visibility {
        let is_interface = world.info(world.method(method).owner).is_interface();
        if !(is_interface && wanted == Visibility::Public)
            && let Some(edit) = visibility(program, number, callable.node, text, wanted)
        {
            edits.replace(number, edit.span, edit.text);
        }
    }
    let list = parenthesised(text, token.span.end)
        .ok_or_else(|| BadInput::new("the parameter list was not found").at(file, token.span))?;
    let mut pieces = Vec::new();
    for item in &change.items {
        match item {
            Item::New { ty, name, .. } => {
                let ty = imports.shorten(program, number, ty);
                pieces.push(format!("{ty} {name}"));
            }
            Item::Kept { index, ty, name } => {
                let param = &callable.params[*index];
                // Another method of the family may call it by another name, and keeps it.
                let own = world.text(param.name) == change.old[*index];
                let name = name.as_ref().filter(|_| own);
                pieces.push(parameter(
                    program,
                    number,
                    text,
                    param,
                    ty.as_deref(),
                    name,
                    imports,
                ));
                if let Some(name) = name {
                    rename_in_body(program, number, param.node, name, edits);
                }
            }
        }
    }
    if change.keeps_types() {
        for (param, piece) in callable.params.iter().zip(&pieces) {
            let span = tree.span(param.node);
            if span.text(text) != piece {
                edits.replace(number, span, piece.as_str());
            }
        }
    } else {
        // `A this` is no parameter, but stands before them.
        let has_receiver = tree.child_in(callable.node, Role::Receiver).is_some();
        let receiver = split_list(list.text(text)).into_iter().next();
        if let Some(receiver) = receiver.filter(|_| has_receiver) {
            pieces.insert(0, receiver.to_owned());
        }
        let whole = pieces.join(", ");
        if list.text(text) != whole {
            edits.replace(number, list, whole);
        }
    }
    exceptions(
        program, number, callable, text, list, change, imports, edits,
    );
    Ok(())
}

fn parameter(
    program: &JavaProgram,
    number: u32,
    text: &str,
    param: &reweave_model::Param,
    ty: Option<&str>,
    name: Option<&String>,
    imports: &mut Imports,
) -> String {
    let tree = &program.model(number).tree;
    let whole = tree.span(param.node);
    let token = program.token(number, param.node).span;
    let mut name = name.map_or(token.text(text), String::as_str).to_owned();
    let mut start = token.start;
    if let (Some(ty), Some(node)) = (ty, param.ty) {
        start = tree.span(node).start;
        name = format!("{} {name}", imports.shorten(program, number, ty));
    } else {
        name.push_str(Span::new(token.end, whole.end).text(text));
    }
    // Brackets behind the name belong to the type that goes.
    format!("{}{name}", Span::new(whole.start, start).text(text))
}

fn rename_in_body(
    program: &JavaProgram,
    number: u32,
    param: NodeId,
    name: &str,
    edits: &mut NestedEdits,
) {
    for used in program.uses_in(number, &[Decl::Local(param)]) {
        edits.replace(number, used.span, name);
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "one declaration's parts, used once"
)]
fn exceptions(
    program: &JavaProgram,
    number: u32,
    callable: &Callable,
    text: &str,
    list: Span,
    change: &Change,
    imports: &mut Imports,
    edits: &mut NestedEdits,
) {
    let tree = &program.model(number).tree;
    let world = program.world();
    let named = |node: NodeId, dotted: &str| {
        if let Decl::Class(c) = program.names.decl(number, node)
            && dotted.contains('.')
        {
            return crate::edits::imports::dotted(program, c) == dotted;
        }
        let simple = dotted.rsplit('.').next().unwrap_or(dotted);
        world.text(tree.sym(node)) == simple
    };
    let kept: Vec<NodeId> = callable
        .throws
        .iter()
        .copied()
        .filter(|&n| !change.drops.iter().any(|d| named(n, d)))
        .collect();
    let mut all: Vec<String> = kept
        .iter()
        .map(|&n| tree.span(n).text(text).to_owned())
        .collect();
    for added in &change.adds {
        if !kept.iter().any(|&n| named(n, added)) {
            all.push(imports.dotted(program, number, added));
        }
    }
    let (first, last) = (callable.throws.first(), callable.throws.last());
    match (first, last) {
        (Some(&first), Some(&last)) => {
            let span = Span::new(tree.span(first).start, tree.span(last).end);
            if all.is_empty() {
                let word = text
                    .part(..span.start as usize)
                    .rfind("throws")
                    .unwrap_or(0);
                let start = text.part(..word).trim_end().len() as u32;
                edits.replace(number, Span::new(start, span.end), "");
            } else if all.len() != callable.throws.len() || all.len() != kept.len() {
                edits.replace(number, span, all.join(", "));
            }
        }
        _ if !all.is_empty() => {
            let at = list.end + 1;
            edits.insert(number, at, format!(" throws {}", all.join(", ")));
        }
        _ => {}
    }
}

/// The old method stays, marked as such, and calls the new one.
pub fn keep_delegate(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    callable: &Callable,
    change: &Change,
    edits: &mut NestedEdits,
) {
    let text = sources.text(program.id(number));
    let tree = &program.model(number).tree;
    let whole = tree.span(callable.node);
    let head_end = callable.body.map_or(whole.end, |b| tree.span(b).start);
    let head = Span::new(whole.start, head_end).text(text);
    let name = if callable.is_constructor() {
        "this"
    } else {
        change.name.as_deref().unwrap_or(&change.old_name)
    };
    let args: Vec<&str> = change
        .items
        .iter()
        .map(|item| match item {
            Item::Kept { index, .. } => program.world().text(callable.params[*index].name),
            Item::New { default, .. } => default.as_str(),
        })
        .collect();
    let returns = callable.return_type.map(|t| tree.span(t).text(text));
    let gives = if returns.is_some_and(|t| t != "void") {
        "return "
    } else {
        ""
    };
    let indent = indent_at(text, whole.start);
    let inner = format!("{indent}{}", indent_unit(text));
    let types: Vec<String> = change
        .items
        .iter()
        .map(|item| match item {
            Item::Kept { ty: Some(ty), .. } | Item::New { ty, .. } => simple_type(ty),
            Item::Kept { index, .. } => {
                let ty = callable.params[*index].ty;
                simple_type(ty.map_or("", |t| tree.span(t).text(text)))
            }
        })
        .collect();
    let named = change.name.as_deref().unwrap_or(&change.old_name);
    let note = format!("#{named}({})", types.join(","));
    let doc = deprecation(callable.doc.map(|d| d.text(text)), indent, &note);
    let lines = whole_lines(text, whole, callable.doc);
    let body = match callable.body {
        Some(_) => format!("{{\n{inner}{gives}{name}({});\n{indent}}}", args.join(", ")),
        None => String::new(),
    };
    let old = format!("{indent}{doc}{head}{body}\n\n");
    edits.insert(number, lines.start, old);
}

/// A type without its arguments and package, as links name it.
pub fn simple_type(ty: &str) -> String {
    let head = ty.split('<').next().unwrap_or(ty).trim();
    let brackets: String = ty.chars().skip_while(|c| *c != '[').collect();
    let dots = if ty.trim_end().ends_with("...") {
        "..."
    } else {
        ""
    };
    let name = head
        .trim_end_matches("...")
        .trim_end_matches(['[', ']', ' ']);
    let name = name.rsplit('.').next().unwrap_or(name);
    format!("{name}{brackets}{dots}")
}

/// The arguments of one call, in their new order.
pub fn change_call(
    program: &JavaProgram,
    sources: &Sources,
    used: &Use,
    family: &[MethodId],
    change: &Change,
    imports: &mut Imports,
    edits: &mut NestedEdits,
) -> Result<(), String> {
    let text = sources.text(program.id(used.file));
    let tree = &program.model(used.file).tree;
    let named = used.span.text(text) == change.old_name;
    if let Some(name) = change.name.as_ref().filter(|_| named) {
        edits.replace(used.file, used.span, name);
    }
    if change.keeps_types() {
        return Ok(());
    }
    if used.kind == UseKind::Reference {
        return Err("a method reference cannot follow another list of parameters".to_owned());
    }
    if !is_call(used.kind) {
        return Ok(());
    }
    let behind = match tree.kind(used.node) {
        Kind::New => {
            let ty = tree.child_in(used.node, Role::Type);
            ty.map_or(used.span.end, |t| tree.span(t).end)
        }
        _ => used.span.end,
    };
    let args: Vec<NodeId> = tree.children_in(used.node, Role::Argument).collect();
    let fixed = change.old.len() - usize::from(change.varargs);
    if args.len() < fixed {
        return Err("this call does not give all arguments".to_owned());
    }
    let inside = inside_family(program, used, family);
    let span = parenthesised(text, behind);
    let spans: Vec<Span> = args.iter().map(|&a| tree.span(a)).collect();
    let parts = span.map(|s| parts_of(text, s, &spans)).unwrap_or_default();
    if parts.len() != args.len() {
        return Err("the arguments of this call were not found".to_owned());
    }
    let mut list = Vec::new();
    for item in &change.items {
        match item {
            Item::Kept { index, .. } if change.varargs && *index == fixed => {
                list.extend(parts[fixed..].iter().map(|&p| Part::Old(p)));
            }
            Item::Kept { index, .. } => list.push(Part::Old(parts[*index])),
            Item::New { name, .. } if inside => list.push(Part::New(name.clone())),
            Item::New {
                given: Some(given), ..
            } => list.push(Part::New(given.at_call(program, sources, used, imports)?)),
            Item::New { default, .. } => {
                list.push(Part::New(imports.shorten(program, used.file, default)));
            }
        }
    }
    check_order(program, used, &args, change)?;
    match span {
        Some(span) => {
            // The blanks inside the parentheses stay.
            let inner = span.text(text);
            let span = match (parts.first(), parts.last()) {
                (Some(first), Some(last)) if !list.is_empty() => Span::new(first.start, last.end),
                _ => Span::new(span.start, span.start + inner.len() as u32),
            };
            edits.list(used.file, span, list);
        }
        None if tree.kind(used.node) == Kind::EnumConstant && !list.is_empty() => {
            edits.insert(
                used.file,
                used.span.end,
                format!("({})", shown(text, &list)),
            );
        }
        None => {}
    }
    Ok(())
}

fn shown(text: &str, list: &[Part]) -> String {
    let parts = list.iter().map(|p| match p {
        Part::Old(span) => span.text(text),
        Part::New(text) => text,
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Whether a call stands in a method of the family itself, where the new parameter can be handed on.
fn inside_family(program: &JavaProgram, used: &Use, family: &[MethodId]) -> bool {
    let model = program.model(used.file);
    let mut around = model.tree.ancestors(used.node);
    let Some(node) = around.find(|&n| matches!(model.tree.kind(n), Kind::Callable)) else {
        return false;
    };
    family
        .iter()
        .any(|&m| program.world().method_node(m) == Some((used.file, node)))
}

/// Constructors of subclasses that call the changed constructor without saying so: now they say it. Gives the file of each such call.
pub fn implicit_calls(
    program: &JavaProgram,
    sources: &Sources,
    method: MethodId,
    change: &Change,
    edits: &mut NestedEdits,
    trouble: &mut Vec<(String, Interval)>,
) -> Vec<u32> {
    let world = program.world();
    let mut written = Vec::new();
    if !world.method(method).constructor || !change.old.is_empty() || change.items.is_empty() {
        return written;
    }
    let owner = world.method(method).owner;
    let args: Vec<&str> = change
        .items
        .iter()
        .map(|item| match item {
            Item::New { default, .. } => default.as_str(),
            Item::Kept { .. } => "",
        })
        .collect();
    let call = format!("super({});", args.join(", "));
    for class in world.source_classes() {
        let extends = world
            .header(class)
            .supers
            .first()
            .and_then(|&s| world.class_of_type(s));
        if extends != Some(owner) || class == owner {
            continue;
        }
        let Some((number, decl)) = world.decl_of(class) else {
            continue;
        };
        if decl.kind == TypeKind::Anonymous {
            continue;
        }
        let model = program.model(number);
        let text = sources.text(program.id(number));
        let mut has_any = false;
        for &callable in &decl.callables {
            let callable = model.callable(callable);
            let Some(body) = callable.body.filter(|_| callable.is_constructor()) else {
                continue;
            };
            has_any = true;
            let first = model.tree.children(body).next();
            let says = first.is_some_and(|f| model.tree.kind(f) == Kind::ConstructorCall);
            if !says {
                let at = model.tree.span(body).start + 1;
                let indent = indent_at(text, model.tree.span(callable.node).start);
                edits.insert(number, at, format!("\n{indent}{}{call}", indent_unit(text)));
                written.push(number);
            }
        }
        if !has_any {
            let name = world.text(decl.name);
            let Some(brace) = text
                .part(model.tree.node(decl.node).name_at as usize..)
                .find('{')
            else {
                trouble.push((
                    "this class has no place for a constructor".to_owned(),
                    program.token(number, decl.node),
                ));
                continue;
            };
            let at = model.tree.node(decl.node).name_at + brace as u32 + 1;
            let indent = indent_at(text, model.tree.span(decl.node).start);
            let unit = indent_unit(text);
            // The one that nobody wrote could be used by whoever can use the class.
            let openness = match decl.modifiers.visibility() {
                Visibility::Public => "public ",
                Visibility::Protected => "protected ",
                Visibility::Private => "private ",
                Visibility::Package | Visibility::Internal => "",
            };
            let constructor = format!(
                "\n{indent}{unit}{openness}{name}() {{\n{indent}{unit}{unit}{call}\n{indent}{unit}}}\n"
            );
            edits.insert(number, at, constructor);
            written.push(number);
        }
    }
    written
}
