//! Modules, imports, classes and functions.

use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::names::{absolute, visibility};
use crate::python::Lowerer;
use crate::stmt;
use reweave_lowering::{SyntaxId, What};
use reweave_model::{CallableKind, Kind, Modifiers, Node, Role, TypeKind};
use reweave_text::Symbol;

/// The imports, the statements as the body of the module, then its classes and functions.
pub fn unit(l: &mut Lowerer<'_>, id: SyntaxId) {
    l.open(id, Kind::Unit, Role::None);
    let whole = l.span(id);
    l.meet(What::Type(TypeKind::Module), Modifiers::NONE, whole);
    for child in l.named(id) {
        import(l, child);
    }
    l.open(id, Kind::Callable, Role::Member);
    l.meet(
        What::Callable(CallableKind::ModuleBody),
        Modifiers::NONE,
        whole,
    );
    l.own.hoists = true;
    l.open(id, Kind::Block, Role::Body);
    for child in l.named(id) {
        l.own.declares = true;
        stmt::statement(l, child, Role::None);
    }
    l.close();
    l.own.declares = false;
    l.own.hoists = false;
    l.close();
    for definition in definitions(l, id) {
        member(l, definition);
    }
    l.close();
}

/// The definitions between the statements of a module or class, those inside of conditions and the like included.
fn definitions(l: &Lowerer<'_>, body: SyntaxId) -> Vec<SyntaxId> {
    let mut out = Vec::new();
    let mut open: Vec<SyntaxId> = l.named(body).collect();
    open.reverse();
    while let Some(id) = open.pop() {
        match l.k(id) {
            K::FunctionDefinition | K::ClassDefinition | K::DecoratedDefinition => out.push(id),
            K::Block
            | K::IfStatement
            | K::ElifClause
            | K::ElseClause
            | K::TryStatement
            | K::ExceptClause
            | K::ExceptGroupClause
            | K::FinallyClause
            | K::WithStatement
            | K::ForStatement
            | K::WhileStatement
            | K::Error => {
                let first = open.len();
                open.extend(l.named(id));
                open[first..].reverse();
            }
            _ => {}
        }
    }
    out
}

fn import(l: &mut Lowerer<'_>, id: SyntaxId) {
    match l.k(id) {
        K::ImportStatement => {
            for name in l.named(id) {
                let name = l.in_field(name, F::Name).unwrap_or(name);
                let sym = l.squeezed(name);
                l.open(id, Kind::Import, Role::Member).sym = sym;
                l.close();
            }
        }
        K::ImportFromStatement => {
            let module = l.in_field(id, F::ModuleName);
            let from = module.map_or("", |m| l.token(m));
            let from = if from.starts_with('.') {
                absolute(l.path, from)
            } else {
                from.to_owned()
            };
            for name in l.named(id) {
                if Some(name) == module {
                    continue;
                }
                let whole = l.k(name) == K::WildcardImport;
                let name = l.in_field(name, F::Name).unwrap_or(name);
                let sym = if whole {
                    l.names.intern(&from)
                } else {
                    l.names.intern(&format!("{from}.{}", l.token(name)))
                };
                let node = l.open(id, Kind::Import, Role::Member);
                node.sym = sym;
                node.flags = if whole { Node::ON_DEMAND } else { 0 };
                l.close();
            }
        }
        _ => {}
    }
}

/// A class or function that stands in a module, class or function.
pub fn member(l: &mut Lowerer<'_>, id: SyntaxId) {
    let definition = match l.k(id) {
        K::DecoratedDefinition => l.in_field(id, F::Definition),
        _ => Some(id),
    };
    let Some(definition) = definition else { return };
    match l.k(definition) {
        K::ClassDefinition => class(l, id, definition),
        _ => function(l, id, definition, false),
    }
}

fn decorators(l: &mut Lowerer<'_>, id: SyntaxId) {
    if l.k(id) != K::DecoratedDefinition {
        return;
    }
    for decorator in l.named(id) {
        if l.k(decorator) != K::Decorator {
            continue;
        }
        let Some(value) = l.named(decorator).next() else {
            continue;
        };
        let called = (l.k(value) == K::Call).then_some(value);
        let name = called
            .and_then(|c| l.in_field(c, F::Function))
            .unwrap_or(value);
        let sym = l.squeezed(name);
        let node = l.open(decorator, Kind::Annotation, Role::Annotation);
        node.sym = sym;
        if let Some(arguments) = called.and_then(|c| l.in_field(c, F::Arguments)) {
            for argument in l.named(arguments) {
                annotation_argument(l, argument);
            }
        }
        l.close();
    }
}

/// `name=value` of a decorator is printed like that of an annotation: as an assignment.
fn annotation_argument(l: &mut Lowerer<'_>, id: SyntaxId) {
    if l.k(id) != K::KeywordArgument {
        return expression(l, id, Role::Argument);
    }
    let sym = l.names.intern("=");
    l.open(id, Kind::Assign, Role::Argument).sym = sym;
    if let Some(name) = l.in_field(id, F::Name) {
        l.leaf(name, Kind::Name, Role::Target);
    }
    if let Some(value) = l.in_field(id, F::Value) {
        expression(l, value, Role::Value);
    }
    l.close();
}

fn class(l: &mut Lowerer<'_>, whole: SyntaxId, id: SyntaxId) {
    let name = l.in_field(id, F::Name);
    let modifiers = visibility(name.map_or("", |n| l.token(n)));
    l.open_named(whole, Kind::Type, Role::Member, name);
    let span = l.span(whole);
    l.meet(What::Type(TypeKind::Class), modifiers, span);
    decorators(l, whole);
    let mut role = Role::Superclass;
    if let Some(bases) = l.in_field(id, F::Superclasses) {
        for base in l.named(bases) {
            if l.k(base) != K::KeywordArgument {
                expr::type_name(l, base, role);
                role = Role::Interface;
            }
        }
    }
    if let Some(body) = l.in_field(id, F::Body) {
        class_body(l, body);
    }
    l.close();
}

fn class_body(l: &mut Lowerer<'_>, body: SyntaxId) {
    for child in l.named(body) {
        match l.k(child) {
            K::ExpressionStatement => class_variables(l, child),
            K::FunctionDefinition => function(l, child, child, true),
            K::ClassDefinition => class(l, child, child),
            K::DecoratedDefinition => match l.in_field(child, F::Definition) {
                Some(d) if l.k(d) == K::ClassDefinition => class(l, child, d),
                Some(d) => function(l, child, d, true),
                None => {}
            },
            _ => {
                for inner in definitions(l, child) {
                    member_of_class(l, inner);
                }
            }
        }
    }
}

fn member_of_class(l: &mut Lowerer<'_>, id: SyntaxId) {
    let definition = l.in_field(id, F::Definition).unwrap_or(id);
    match l.k(definition) {
        K::ClassDefinition => class(l, id, definition),
        _ => function(l, id, definition, true),
    }
}

/// `a = b = value` and `a: T` in the body of a class.
fn class_variables(l: &mut Lowerer<'_>, id: SyntaxId) {
    let Some(mut assignment) = l.named(id).next().filter(|&a| l.k(a) == K::Assignment) else {
        return;
    };
    let mut targets = Vec::new();
    let value = loop {
        if let Some(left) = l.in_field(assignment, F::Left) {
            targets.push((left, l.in_field(assignment, F::TypeField)));
        }
        match l.in_field(assignment, F::Right) {
            Some(right) if l.k(right) == K::Assignment => assignment = right,
            value => break value,
        }
    };
    for (target, ty) in targets {
        if l.k(target) != K::Identifier {
            continue;
        }
        let modifiers = visibility(l.token(target)).with(Modifiers::STATIC);
        let span = l.span(id);
        l.open_named(id, Kind::Field, Role::Member, Some(target));
        l.meet(What::Field, modifiers, span);
        if let Some(ty) = ty {
            expr::annotated_type(l, ty, Role::Type);
        }
        if let Some(value) = value {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

/// `whole` is the definition with its decorators.
pub fn function(l: &mut Lowerer<'_>, whole: SyntaxId, id: SyntaxId, of_class: bool) {
    let name = l.in_field(id, F::Name);
    let mut modifiers = visibility(name.map_or("", |n| l.token(n)));
    let decorated = |word: &str| {
        l.named(whole)
            .filter(|&d| l.k(d) == K::Decorator)
            .any(|d| l.token(d).trim_start_matches('@').trim() == word)
    };
    let is_static = decorated("staticmethod");
    if is_static {
        modifiers = modifiers.with(Modifiers::STATIC);
    }
    l.open_named(whole, Kind::Callable, Role::Member, name);
    let span = l.span(whole);
    // `__init__` is a method like others: subclasses call it, and it is renamed like them.
    l.meet(What::Callable(CallableKind::Function), modifiers, span);
    decorators(l, whole);
    if let Some(ty) = l.in_field(id, F::ReturnType) {
        expr::annotated_type(l, ty, Role::Type);
    }
    let parameters: Vec<SyntaxId> = l
        .in_field(id, F::Parameters)
        .into_iter()
        .flat_map(|p| l.named(p))
        .collect();
    // The first parameter of a method is the object; inner functions see that of the method around.
    let receiver = parameters
        .first()
        .filter(|_| of_class && !is_static)
        .and_then(|&p| parameter_name(l, p));
    let around = l.own.receivers.last().copied();
    let known = receiver
        .map(|r| l.symbol(r))
        .or(around.filter(|_| !of_class));
    l.own.receivers.push(known.unwrap_or(Symbol::EMPTY));
    let skipped = usize::from(receiver.is_some());
    for &parameter in &parameters[skipped..] {
        expr::parameter(l, parameter);
    }
    let hoists = std::mem::take(&mut l.own.hoists);
    if let Some(body) = l.in_field(id, F::Body) {
        let outer = outer_names(l, body);
        l.own.outer_names.push(outer);
        stmt::block(l, body, Role::Body);
        l.own.outer_names.pop();
    }
    l.own.hoists = hoists;
    l.own.receivers.pop();
    l.close();
}

/// The identifier of a parameter; none for `*args` and the like.
fn parameter_name(l: &Lowerer<'_>, id: SyntaxId) -> Option<SyntaxId> {
    match l.k(id) {
        K::Identifier => Some(id),
        K::TypedParameter => l.named(id).next().filter(|&n| l.k(n) == K::Identifier),
        K::DefaultParameter | K::TypedDefaultParameter => l.in_field(id, F::Name),
        _ => None,
    }
}

/// The names that a function declares global or nonlocal.
fn outer_names(l: &Lowerer<'_>, body: SyntaxId) -> Vec<Symbol> {
    l.syntax
        .descendants(body)
        .filter(|&s| matches!(l.k(s), K::GlobalStatement | K::NonlocalStatement))
        .flat_map(|s| l.named(s))
        .map(|n| l.symbol(n))
        .collect()
}
