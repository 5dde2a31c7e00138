//! Which definitions are members of the module, wherever they stand.
//!
//! A function belongs to the module unless it stands in another function that has a name: then it is local there. Functions
//! that are given to a property (`helpers.each = function`, `{each() {}}`) can be reached from elsewhere by that name, so they
//! are the module's as well; and a function that is given to `module.exports` is the module of CommonJS: what it declares is.

use crate::grammar::{F, K};
use crate::script::{Flavour, Lowerer};
use reweave_lowering::SyntaxId;
use reweave_text::Symbol;
use rustc_hash::FxHashSet;

/// What stands around a node.
#[derive(Clone, Copy)]
struct Around {
    /// A function with a name.
    in_function: bool,
    /// The function is the module.
    is_module: bool,
    in_class: bool,
}

/// The definitions in order of position.
pub fn members<G: Flavour>(l: &Lowerer<'_, G>) -> Vec<SyntaxId> {
    let mut out = Vec::new();
    let outside = Around {
        in_function: false,
        is_module: false,
        in_class: false,
    };
    let mut open: Vec<(SyntaxId, Around)> = vec![(SyntaxId::ROOT, outside)];
    while let Some((id, around)) = open.pop() {
        let Some(inside) = enter(l, id, around, &mut out) else {
            continue;
        };
        let first = open.len();
        open.extend(l.named(id).map(|child| (child, inside)));
        open[first..].reverse();
    }
    out
}

/// Notes a definition, and tells what stands around its parts; none where nothing in it can be a member.
fn enter<G: Flavour>(
    l: &Lowerer<'_, G>,
    id: SyntaxId,
    around: Around,
    out: &mut Vec<SyntaxId>,
) -> Option<Around> {
    let named = Around {
        in_function: true,
        is_module: false,
        ..around
    };
    match l.k(id) {
        K::FunctionDeclaration | K::GeneratorFunctionDeclaration | K::FunctionSignature => {
            if !around.in_class && (!around.in_function || around.is_module) {
                out.push(id);
            }
            Some(named)
        }
        K::ClassDeclaration
        | K::AbstractClassDeclaration
        | K::InterfaceDeclaration
        | K::EnumDeclaration
        | K::TypeAliasDeclaration
        | K::Namespace
        | K::ModuleDeclaration => {
            if !around.in_class && !around.in_function {
                out.push(id);
            }
            None
        }
        K::VariableDeclarator if holds_definition(l, id) => {
            if !around.in_class && !around.in_function {
                out.push(id);
            }
            let is_class = l.in_field(id, F::Value).is_some_and(|v| l.k(v) == K::Class);
            (!is_class).then_some(named)
        }
        K::AssignmentExpression if is_assigned_function(l, id) => {
            if !around.in_class {
                out.push(id);
            }
            let target = l.in_field(id, F::Left).map_or("", |t| l.token(t));
            Some(Around {
                is_module: target.contains("exports"),
                ..named
            })
        }
        K::Pair if holds_function(l, id) => {
            if !around.in_class {
                out.push(id);
            }
            Some(named)
        }
        _ if is_named_expression(l, id) => {
            if !around.in_class && (!around.in_function || around.is_module) {
                out.push(id);
            }
            Some(named)
        }
        K::MethodDefinition if !around.in_class => {
            out.push(id);
            Some(named)
        }
        K::Class | K::ClassBody => Some(Around {
            in_class: true,
            ..around
        }),
        _ => Some(around),
    }
}

/// `f = function () {}`, `f = () => x`, `C = class {}` with a plain name.
pub fn holds_definition<G: Flavour>(l: &Lowerer<'_, G>, declarator: SyntaxId) -> bool {
    let is_plain = l
        .in_field(declarator, F::Name)
        .is_some_and(|n| l.k(n) == K::Identifier);
    let value = l.in_field(declarator, F::Value);
    is_plain && value.is_some_and(|v| is_function(l, v) || l.k(v) == K::Class)
}

fn holds_function<G: Flavour>(l: &Lowerer<'_, G>, pair: SyntaxId) -> bool {
    l.in_field(pair, F::Value)
        .is_some_and(|v| is_function(l, v))
}

/// `a.b = function () {}`
fn is_assigned_function<G: Flavour>(l: &Lowerer<'_, G>, assignment: SyntaxId) -> bool {
    let target = l.in_field(assignment, F::Left);
    let value = l.in_field(assignment, F::Right);
    target.is_some_and(|t| l.k(t) == K::MemberExpression)
        && value.is_some_and(|v| is_function(l, v))
}

pub fn is_function<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> bool {
    matches!(
        l.k(id),
        K::FunctionExpression | K::GeneratorFunction | K::ArrowFunction
    )
}

/// `function f() {}` where a value stands, but not one that is given to a name anyway.
pub fn is_named_expression<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> bool {
    let given = |parent| {
        let to = match l.k(parent) {
            K::VariableDeclarator | K::Pair => F::Value,
            K::AssignmentExpression => F::Right,
            _ => return false,
        };
        l.in_field(parent, to) == Some(id)
    };
    matches!(l.k(id), K::FunctionExpression | K::GeneratorFunction)
        && l.in_field(id, F::Name).is_some()
        && !l.syntax.parent(id).is_some_and(given)
}

/// The names that each of their declarations gives `this`: functions inside of a method say by them what it was called on.
pub fn this_names<G: Flavour>(l: &Lowerer<'_, G>) -> FxHashSet<Symbol> {
    let (mut holding, mut others) = (FxHashSet::default(), FxHashSet::default());
    for id in l.syntax.ids() {
        if l.k(id) != K::Identifier {
            continue;
        }
        let Some(parent) = l.syntax.parent(id) else {
            continue;
        };
        let declares = match l.k(parent) {
            K::VariableDeclarator if l.f(id) == F::Name => {
                let value = l.in_field(parent, F::Value);
                Some(value.is_some_and(|v| l.k(v) == K::This))
            }
            K::FormalParameters | K::RequiredParameter | K::OptionalParameter => Some(false),
            K::AssignmentExpression if l.f(id) == F::Left => Some(false),
            _ => None,
        };
        match declares {
            Some(true) => holding.insert(l.symbol(id)),
            Some(false) => others.insert(l.symbol(id)),
            None => false,
        };
    }
    holding.retain(|name| !others.contains(name));
    holding
}
