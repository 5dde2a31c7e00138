//! Files and functions.

use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::php::{Lowerer, dotted};
use crate::ty::ty;
use crate::{class, stmt};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{CallableKind, Kind, Modifiers, Node, Role, TypeKind};

pub fn unit(l: &mut Lowerer<'_>, id: SyntaxId) {
    l.open(id, Kind::Unit, Role::None);
    contents(l, id);
    l.close();
}

/// The imports, the module where there is more than types, and the definitions of a file or of a namespace with braces. The node
/// is open.
fn contents(l: &mut Lowerer<'_>, id: SyntaxId) {
    for child in l.named(id) {
        if l.k(child) == K::UseDeclaration {
            imports(l, child, "");
        }
    }
    let spaces = l.named(id);
    let spaces: Vec<SyntaxId> = spaces
        .filter(|&c| l.k(c) == K::NamespaceDefinition && l.in_field(c, F::Body).is_some())
        .collect();
    let whole = l.span(id);
    let runs = l.named(id).any(|c| runs(l, c));
    let defined = definitions(l, id);
    let only_types = !runs && defined.iter().all(|&d| class::is_type(l.k(d)));
    let is_root = id == SyntaxId::ROOT;
    if !only_types || !is_root || !spaces.is_empty() {
        l.meet(What::Type(TypeKind::Module), Modifiers::NONE, whole);
    }
    if runs {
        body(l, id);
    }
    for definition in defined {
        member(l, definition);
    }
    for space in spaces {
        namespace(l, space);
    }
}

fn namespace(l: &mut Lowerer<'_>, id: SyntaxId) {
    let Some(body) = l.in_field(id, F::Body) else {
        return;
    };
    let name = l.in_field(id, F::NameField);
    let sym = name.map(|n| dotted(l, n));
    let node = l.open(id, Kind::Type, Role::Member);
    node.sym = sym.unwrap_or_default();
    contents(l, body);
    l.close();
}

/// Whether a statement at the top does anything.
fn runs(l: &Lowerer<'_>, id: SyntaxId) -> bool {
    !matches!(
        l.k(id),
        K::PhpTag
            | K::Text
            | K::TextInterpolation
            | K::NamespaceDefinition
            | K::UseDeclaration
            | K::DeclareStatement
            | K::ConstDeclaration
            | K::EmptyStatement
            | K::FunctionDefinition
            | K::Error
    ) && !class::is_type(l.k(id))
}

/// The statements at the top as the body of the module.
fn body(l: &mut Lowerer<'_>, id: SyntaxId) {
    let whole = l.span(id);
    let kind = CallableKind::ModuleBody;
    l.open(id, Kind::Callable, Role::Member);
    l.meet(What::Callable(kind), Modifiers::NONE, whole);
    l.own.hoists = true;
    l.open(id, Kind::Block, Role::Body);
    for child in l.named(id) {
        if runs(l, child) {
            stmt::statement(l, child, Role::None);
        }
    }
    l.close();
    l.own.hoists = false;
    l.close();
}

/// The definitions between the statements, those inside of conditions included.
fn definitions(l: &Lowerer<'_>, body: SyntaxId) -> Vec<SyntaxId> {
    let mut out = Vec::new();
    let mut open: Vec<SyntaxId> = l.named(body).collect();
    open.reverse();
    while let Some(id) = open.pop() {
        match l.k(id) {
            K::FunctionDefinition | K::ConstDeclaration => out.push(id),
            k if class::is_type(k) => out.push(id),
            K::IfStatement
            | K::ElseClause
            | K::ElseIfClause
            | K::CompoundStatement
            | K::ColonBlock
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

/// `use A\{B, C as D};`
fn imports(l: &mut Lowerer<'_>, id: SyntaxId, prefix: &str) {
    let own = l.of_kind(id, K::NamespaceName);
    let own = own.map_or_else(String::new, |n| {
        let name = l.names.text(dotted(l, n));
        format!("{name}.")
    });
    for child in l.named(id) {
        match l.k(child) {
            K::UseGroup => imports(l, child, &own),
            K::UseClause => {
                let Some(name) = l.named(child).next() else {
                    continue;
                };
                let name = l.names.text(dotted(l, name));
                let sym = l.names.intern(&format!("{prefix}{name}"));
                l.open(child, Kind::Import, Role::Member).sym = sym;
                l.close();
            }
            _ => {}
        }
    }
}

/// A type, function or constant.
pub fn member(l: &mut Lowerer<'_>, id: SyntaxId) {
    match l.k(id) {
        K::FunctionDefinition => function(l, id, Modifiers::PUBLIC),
        K::ConstDeclaration => class::constants(l, id),
        _ => class::class(l, id),
    }
}

/// `#[A(1), B]`
pub fn annotations(l: &mut Lowerer<'_>, id: SyntaxId) {
    let Some(list) = l.in_field(id, F::Attributes) else {
        return;
    };
    let groups: Vec<SyntaxId> = l.named(list).collect();
    for group in groups {
        for attribute in l.named(group) {
            let Some(name) = l.named(attribute).next() else {
                continue;
            };
            let sym = dotted(l, name);
            l.open(attribute, Kind::Annotation, Role::Annotation).sym = sym;
            if let Some(arguments) = l.in_field(attribute, F::Parameters) {
                expr::arguments(l, arguments);
            }
            l.close();
        }
    }
}

pub fn function(l: &mut Lowerer<'_>, id: SyntaxId, bits: Modifiers) {
    let name = l.in_field(id, F::NameField);
    let kind = match name.map(|n| l.token(n)) {
        Some("__construct") => CallableKind::Constructor,
        _ => CallableKind::Function,
    };
    l.open_named(id, Kind::Callable, Role::Member, name);
    let span = l.span(id);
    l.meet(What::Callable(kind), bits, span);
    annotations(l, id);
    signature(l, id);
    if let Some(body) = l.in_field(id, F::Body) {
        let outer = std::mem::take(&mut l.own.hoists);
        stmt::block(l, body, Role::Body);
        l.own.hoists = outer;
    }
    l.close();
}

/// The parameters and the type of the result.
pub fn signature(l: &mut Lowerer<'_>, id: SyntaxId) {
    if let Some(list) = l.in_field(id, F::Parameters) {
        for parameter in l.named(list) {
            self::parameter(l, parameter);
        }
    }
    if let Some(result) = l.in_field(id, F::ReturnType) {
        ty(l, result, Role::Type);
    }
}

/// One with a visibility is an attribute, too.
fn parameter(l: &mut Lowerer<'_>, id: SyntaxId) {
    if !matches!(
        l.k(id),
        K::SimpleParameter | K::VariadicParameter | K::PromotedParameter
    ) {
        return;
    }
    let name = l.in_field(id, F::NameField);
    let name = name.and_then(|n| expr::variable(l, n));
    let node = l.open_named(id, Kind::Param, Role::Param, name);
    node.flags = 0;
    if l.k(id) == K::VariadicParameter {
        let node = l.out.current();
        l.out.node_mut(node).flags = Node::VARARGS;
    }
    if l.k(id) == K::PromotedParameter {
        let bits = class::modifiers(l, id);
        let span = l.span(id);
        l.meet(What::Field, bits, span);
    }
    annotations(l, id);
    if let Some(declared) = l.in_field(id, F::TypeField) {
        ty(l, declared, Role::Type);
    }
    if let Some(value) = l.in_field(id, F::DefaultValue) {
        expression(l, value, Role::Init);
    }
    l.close();
}
