//! Modules and functions, and who may see them.

use crate::class;
use crate::expr::expression;
use crate::grammar::{F, K};
use crate::script::{Flavour, Lowerer};
use crate::{hoist, import, object, params, stmt, types};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{CallableKind, Kind, Modifiers, Role, TypeKind};
use reweave_text::Span;

/// The imports, the statements as the body of the module, then its functions and classes.
pub fn unit<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let members = hoist::members(l);
    l.own.hoisted = members.iter().copied().collect();
    l.own.this_names = hoist::this_names(l);
    l.open(id, Kind::Unit, Role::None);
    let whole = l.span(id);
    l.meet(What::Type(TypeKind::Module), Modifiers::NONE, whole);
    for child in l.named(id) {
        import::imports(l, child);
    }
    l.open(id, Kind::Callable, Role::Member);
    l.meet(
        What::Callable(CallableKind::ModuleBody),
        Modifiers::NONE,
        whole,
    );
    l.own.in_module_body = true;
    l.open(id, Kind::Block, Role::Body);
    for child in l.named(id) {
        stmt::statement(l, child, Role::None);
    }
    l.close();
    l.own.in_module_body = false;
    l.close();
    for definition in members {
        member(l, definition);
    }
    l.close();
}

/// A definition that is a member of the module or local in a function.
pub fn member<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    match l.k(id) {
        K::FunctionDeclaration | K::GeneratorFunctionDeclaration | K::FunctionSignature => {
            let modifiers = declared_visibility(l, id);
            function(l, id, l.in_field(id, F::Name), id, modifiers);
        }
        K::VariableDeclarator => {
            let Some(value) = l.in_field(id, F::Value) else {
                return;
            };
            let (name, modifiers) = (l.in_field(id, F::Name), declared_visibility(l, id));
            if l.k(value) == K::Class {
                class::class(l, id, value, name, modifiers);
            } else {
                function(l, id, name, value, modifiers);
            }
        }
        K::AssignmentExpression => {
            if let Some(value) = l.in_field(id, F::Right) {
                let modifiers = documented_visibility(l, id);
                function(l, id, l.in_field(id, F::Left), value, modifiers);
            }
        }
        K::Pair => {
            if let Some(value) = l.in_field(id, F::Value) {
                let modifiers = documented_visibility(l, id);
                function(l, id, l.in_field(id, F::Key), value, modifiers);
            }
        }
        K::MethodDefinition => object::method(l, id),
        K::FunctionExpression | K::GeneratorFunction => {
            function(l, id, l.in_field(id, F::Name), id, Modifiers::PRIVATE);
        }
        _ => class::definition(l, id),
    }
}

/// A function: `whole` is its definition, `id` what has its parameters and body.
pub fn function<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    whole: SyntaxId,
    name: Option<SyntaxId>,
    id: SyntaxId,
    modifiers: Modifiers,
) {
    let kind = CallableKind::Function;
    callable(l, (whole, name), id, kind, modifiers);
}

/// Like [`function`], of any kind. A name may be a path: `helpers.each` is the function `each` of the object `helpers`.
pub fn callable<G: Flavour>(
    l: &mut Lowerer<'_, G>,
    (whole, name): (SyntaxId, Option<SyntaxId>),
    id: SyntaxId,
    kind: CallableKind,
    modifiers: Modifiers,
) {
    let span = declaration(l, whole);
    let path = name.filter(|&n| l.k(n) == K::MemberExpression);
    let object = path.and_then(|p| l.in_field(p, F::ObjectField));
    let name = path.and_then(|p| l.in_field(p, F::Property)).or(name);
    let sym = match name {
        Some(name) => plain(l, name),
        None => "default".to_owned(),
    };
    let sym = l.names.intern(&sym);
    let at = name.map(|n| l.span(n).start);
    let node = l.open(whole, Kind::Callable, Role::Member);
    node.sym = sym;
    if let Some(at) = at {
        node.name_at = at;
    }
    l.meet(What::Callable(kind), modifiers, span);
    if let Some(object) = object {
        let path = plain(l, object);
        let path = l.names.intern(&path);
        l.open(object, Kind::OtherExpr, Role::Receiver).sym = path;
        l.close();
    }
    class::decorators(l, whole);
    types::parameters(l, id);
    if let Some(ty) = l.in_field(id, F::ReturnType) {
        types::annotated(l, ty, Role::Type);
    }
    params::params(l, id);
    let outer = std::mem::take(&mut l.own.in_module_body);
    let this = l.own.this_is_class;
    l.own.this_is_class = this && l.k(id) != K::FunctionExpression;
    if let Some(body) = l.in_field(id, F::Body) {
        if l.k(body) == K::StatementBlock {
            stmt::block(l, body, Role::Body);
        } else {
            returned(l, body);
        }
    }
    l.own.this_is_class = this;
    l.own.in_module_body = outer;
    l.close();
}

/// The expression that an arrow function is: a body that returns it.
fn returned<G: Flavour>(l: &mut Lowerer<'_, G>, body: SyntaxId) {
    l.open(body, Kind::Block, Role::Body);
    l.open(body, Kind::Return, Role::None);
    expression(l, body, Role::Value);
    l.close();
    l.close();
}

/// The text of a name, a key or a path without quotes and white space.
pub fn plain<G: Flavour>(l: &Lowerer<'_, G>, name: SyntaxId) -> String {
    let text: String = l.token(name).split_whitespace().collect();
    text.trim_matches(|c| matches!(c, '"' | '\'')).to_owned()
}

/// The whole statement that a definition stands in, where a comment before it is about it.
fn declaration<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> Span {
    l.span(statement_of(l, id))
}

/// Up from a definition over what only introduces it: `export`, `const`, the statement of an assignment.
fn statement_of<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> SyntaxId {
    let mut at = id;
    while let Some(parent) = l.syntax.parent(at) {
        let introduces = matches!(
            l.k(parent),
            K::ExportStatement
                | K::ExpressionStatement
                | K::VariableDeclaration
                | K::LexicalDeclaration
                | K::AmbientDeclaration
        );
        if !introduces {
            break;
        }
        at = parent;
    }
    at
}

/// What a declaration is to other modules: public where it is exported, or stands in the function that a module is.
pub fn declared_visibility<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> Modifiers {
    let outer = statement_of(l, id);
    let is_declared = matches!(l.k(outer), K::ExportStatement | K::AmbientDeclaration);
    let is_function = l.k(id) == K::FunctionDeclaration;
    if is_declared || is_function && in_exported_function(l, id) {
        Modifiers::PUBLIC
    } else {
        Modifiers::PRIVATE
    }
}

/// Whether the nearest function around is given to `module.exports` or the like.
fn in_exported_function<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> bool {
    let mut around = l.syntax.ancestors(id);
    let Some(function) = around.find(|&a| hoist::is_function(l, a)) else {
        return false;
    };
    let Some(given) = l.syntax.parent(function) else {
        return false;
    };
    let target = l.in_field(given, F::Left);
    l.k(given) == K::AssignmentExpression && target.is_some_and(|t| l.token(t).contains("exports"))
}

/// What is reached by a property is public unless its comment says otherwise.
pub fn documented_visibility<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> Modifiers {
    let start = declaration(l, id).start as usize;
    let before = l.text.get(..start).unwrap_or_default().trim_end();
    let comment = before
        .strip_suffix("*/")
        .and_then(|b| b.rsplit_once("/**"))
        .map_or("", |(_, comment)| comment);
    if comment.contains("@private") {
        Modifiers::PRIVATE
    } else {
        Modifiers::PUBLIC
    }
}
