//! Files, types and functions.

use crate::expr::expression;
use crate::go::Lowerer;
use crate::grammar::{F, K};
use crate::stmt;
use crate::ty::{self, ty};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{CallableKind, Kind, Modifiers, Node, Role, TypeKind};
use reweave_text::Span;

/// A file is a part of its package.
pub fn unit(l: &mut Lowerer<'_>, id: SyntaxId) {
    l.open(id, Kind::Unit, Role::None);
    let span = l.span(id);
    l.meet(What::Part(TypeKind::Module), Modifiers::NONE, span);
    members(l, id);
    l.close();
}

fn members(l: &mut Lowerer<'_>, id: SyntaxId) {
    for child in l.named(id) {
        match l.k(child) {
            K::ImportDeclaration => imports(l, child),
            // What could not be read may have declarations between its pieces.
            K::Error => members(l, child),
            _ => {
                member(l, child);
            }
        }
    }
}

fn imports(l: &mut Lowerer<'_>, id: SyntaxId) {
    for child in l.named(id) {
        match l.k(child) {
            K::ImportSpecList => imports(l, child),
            K::ImportSpec => {
                let path = l.in_field(child, F::Path).map_or("", |p| l.token(p));
                let name = path.trim_matches(['"', '`']).replace('/', ".");
                let sym = l.names.intern(&name);
                let node = l.open(child, Kind::Import, Role::Member);
                node.sym = sym;
                node.flags = Node::ON_DEMAND;
                l.close();
            }
            _ => {}
        }
    }
}

/// Whether it was a declaration.
pub fn member(l: &mut Lowerer<'_>, id: SyntaxId) -> bool {
    match l.k(id) {
        K::FunctionDeclaration => function(l, id),
        K::MethodDeclaration => method(l, id),
        K::TypeDeclaration => {
            for spec in l.named(id) {
                type_spec(l, spec);
            }
        }
        K::VarDeclaration | K::ConstDeclaration => {
            for spec in specs(l, id) {
                fields(l, spec);
            }
        }
        _ => return false,
    }
    true
}

/// The specifications of a declaration of variables or constants.
pub fn specs(l: &Lowerer<'_>, id: SyntaxId) -> Vec<SyntaxId> {
    let mut out = Vec::new();
    for child in l.named(id) {
        match l.k(child) {
            K::VarSpec | K::ConstSpec => out.push(child),
            K::VarSpecList => out.extend(l.named(child).filter(|&c| l.k(c) == K::VarSpec)),
            _ => {}
        }
    }
    out
}

/// What begins with a capital is exported.
pub fn visibility(name: &str) -> Modifiers {
    if name.starts_with(char::is_uppercase) {
        Modifiers::PUBLIC
    } else {
        Modifiers::PRIVATE
    }
}

/// The names of a declaration with the value of each; of several names with one value the last has it.
pub fn named_values(l: &Lowerer<'_>, id: SyntaxId) -> Vec<(SyntaxId, Option<SyntaxId>)> {
    let names = l.all_in_field(id, F::Name);
    let list = l.in_field(id, F::Value);
    let values: Vec<SyntaxId> = list.into_iter().flat_map(|v| l.named(v)).collect();
    pair_up(names, &values)
}

pub fn pair_up(names: Vec<SyntaxId>, values: &[SyntaxId]) -> Vec<(SyntaxId, Option<SyntaxId>)> {
    let count = names.len();
    let one_each = values.len() == count;
    let value = |i: usize| match values {
        _ if one_each => values.get(i).copied(),
        [only] if i + 1 == count => Some(*only),
        _ => None,
    };
    let pairs = names.into_iter().enumerate();
    pairs.map(|(i, name)| (name, value(i))).collect()
}

fn fields(l: &mut Lowerer<'_>, id: SyntaxId) {
    for (name, value) in named_values(l, id) {
        let bits = visibility(l.token(name)).with(Modifiers::STATIC);
        let whole = l.span(id);
        l.open_named(id, Kind::Field, Role::Member, Some(name));
        // `var _ I = T{}` asks the compiler and declares nothing.
        if l.token(name) != "_" {
            l.meet(What::Field, bits, whole);
        }
        if let Some(declared) = l.in_field(id, F::TypeField) {
            ty(l, declared, Role::Type);
        }
        if let Some(value) = value {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

pub fn type_spec(l: &mut Lowerer<'_>, id: SyntaxId) {
    let (Some(name), Some(declared)) = (l.in_field(id, F::Name), l.in_field(id, F::TypeField))
    else {
        return;
    };
    let kind = match l.k(declared) {
        K::StructType => TypeKind::Struct,
        K::InterfaceType => TypeKind::Interface,
        _ => TypeKind::Alias,
    };
    let bits = visibility(l.token(name));
    let span = l.span(id);
    l.open_named(id, Kind::Type, Role::Member, Some(name));
    l.meet(What::Type(kind), bits, span);
    type_parameters(l, id);
    match kind {
        TypeKind::Struct => struct_members(l, declared),
        TypeKind::Interface => interface_members(l, declared),
        _ => ty(l, declared, Role::Type),
    }
    l.close();
}

fn type_parameters(l: &mut Lowerer<'_>, id: SyntaxId) {
    let list = l.in_field(id, F::TypeParameters);
    let all: Vec<SyntaxId> = list.into_iter().flat_map(|p| l.named(p)).collect();
    for parameter in all {
        let bound = l.in_field(parameter, F::TypeField);
        for name in l.all_in_field(parameter, F::Name) {
            l.open_named(parameter, Kind::TypeParam, Role::TypeParam, Some(name));
            let bounds: Vec<SyntaxId> = bound.into_iter().flat_map(|b| l.named(b)).collect();
            for bound in bounds {
                ty(l, bound, Role::Bound);
            }
            l.close();
        }
    }
}

/// What is embedded is above the struct: its members are the struct's.
pub fn struct_members(l: &mut Lowerer<'_>, id: SyntaxId) {
    let list = l.of_kind(id, K::FieldDeclarationList);
    let fields: Vec<SyntaxId> = list.into_iter().flat_map(|f| l.named(f)).collect();
    let mut above = Role::Superclass;
    for field in fields {
        if l.k(field) != K::FieldDeclaration {
            continue;
        }
        let Some(declared) = l.in_field(field, F::TypeField) else {
            continue;
        };
        let names = l.all_in_field(field, F::Name);
        if names.is_empty() {
            ty(l, declared, above);
            above = Role::Interface;
            continue;
        }
        for name in names {
            let bits = visibility(l.token(name));
            let span = l.span(field);
            l.open_named(field, Kind::Field, Role::Member, Some(name));
            if l.token(name) != "_" {
                l.meet(What::Field, bits, span);
            }
            ty(l, declared, Role::Type);
            if let Some(tag) = l.in_field(field, F::Tag) {
                l.leaf(tag, Kind::Str, Role::Value);
            }
            l.close();
        }
    }
}

pub fn interface_members(l: &mut Lowerer<'_>, id: SyntaxId) {
    for element in l.named(id) {
        match l.k(element) {
            K::MethodElem => function(l, element),
            K::TypeElem | K::TypeConstraint => {
                for part in l.named(element) {
                    ty(l, part, Role::Interface);
                }
            }
            _ => {}
        }
    }
}

pub fn function(l: &mut Lowerer<'_>, id: SyntaxId) {
    let name = l.in_field(id, F::Name);
    let bits = visibility(name.map_or("", |n| l.token(n)));
    let span = l.span(id);
    l.open_named(id, Kind::Callable, Role::Member, name);
    l.meet(What::Callable(CallableKind::Function), bits, span);
    type_parameters(l, id);
    signature(l, id);
    if let Some(body) = l.in_field(id, F::Body) {
        stmt::block(l, body, Role::Body);
    }
    l.close();
}

/// The parameters and the result.
pub fn signature(l: &mut Lowerer<'_>, id: SyntaxId) {
    if let Some(list) = l.in_field(id, F::Parameters) {
        parameters(l, list);
    }
    if let Some(result) = l.in_field(id, F::Result) {
        ty::result(l, result);
    }
}

pub fn parameters(l: &mut Lowerer<'_>, list: SyntaxId) {
    let nameless = l.names.intern("_");
    for part in l.named(list) {
        let flags = match l.k(part) {
            K::ParameterDeclaration => 0,
            K::VariadicParameter => Node::VARARGS,
            _ => continue,
        };
        let names = l.all_in_field(part, F::Name);
        let names: Vec<Option<SyntaxId>> = if names.is_empty() {
            vec![None]
        } else {
            names.into_iter().map(Some).collect()
        };
        for name in names {
            let node = l.open_named(name.unwrap_or(part), Kind::Param, Role::Param, name);
            node.flags = flags;
            if name.is_none() {
                node.sym = nameless;
            }
            if let Some(declared) = l.in_field(part, F::TypeField) {
                ty(l, declared, Role::Type);
            }
            l.close();
        }
    }
}

/// A method belongs to the type of its receiver, wherever that is declared.
fn method(l: &mut Lowerer<'_>, id: SyntaxId) {
    let receiver = l.in_field(id, F::Receiver);
    let declared = receiver.and_then(|r| l.of_kind(r, K::ParameterDeclaration));
    let of = declared.and_then(|d| l.in_field(d, F::TypeField));
    let Some(of) = of.and_then(|t| ty::named(l, t)) else {
        return function(l, id);
    };
    let bits = visibility(l.token(of));
    let name = declared.and_then(|d| l.in_field(d, F::Name));
    let name = name.map(|n| l.symbol(n));
    let (start, whole) = (l.span(of), l.span(id));
    let sym = l.symbol(of);
    let node = l.open_at(whole, Kind::Type, Role::Member);
    (node.sym, node.name_at) = (sym, start.start);
    l.meet(What::Part(TypeKind::Struct), bits, Span::at(whole.start));
    let outer = std::mem::replace(&mut l.own.receiver, name);
    function(l, id);
    l.own.receiver = outer;
    l.close();
}
