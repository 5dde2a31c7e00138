//! Declarators: what is declared, and what is made of the type before it.

use crate::family::{Flavour, Lowerer};
use crate::grammar::{F, K};
use reweave_lowering::SyntaxId;

/// What a declarator declares.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// The name, qualified or not.
    pub name: Option<SyntaxId>,
    /// The declarator of a function, where it is one and no pointer to one.
    pub function: Option<SyntaxId>,
    /// The value that a variable is given.
    pub value: Option<SyntaxId>,
}

/// The parts of a declarator, and the signs that it adds to the type.
pub fn declared<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> (Declared, String) {
    let mut out = Declared {
        name: None,
        function: None,
        value: None,
    };
    let mut signs = String::new();
    let mut at = Some(id);
    let mut in_brackets = false;
    while let Some(id) = at {
        at = match l.k(id) {
            K::InitDeclarator => {
                out.value = l.in_field(id, F::Value);
                l.in_field(id, F::Declarator)
            }
            K::FunctionDeclarator => {
                let inner = l.in_field(id, F::Declarator);
                let pointer = inner.is_some_and(|i| l.k(i) == K::ParenthesizedDeclarator);
                if pointer {
                    signs.push_str("()");
                } else if !in_brackets {
                    out.function = Some(id);
                }
                inner
            }
            K::PointerDeclarator | K::AbstractPointer => {
                signs.push('*');
                l.in_field(id, F::Declarator)
            }
            K::ReferenceDeclarator | K::AbstractReference => {
                signs.push_str(l.kids(id).next().map_or("&", |s| l.token(s)));
                l.named(id).last()
            }
            K::ArrayDeclarator | K::AbstractArray => {
                signs.push_str("[]");
                l.in_field(id, F::Declarator)
            }
            K::ParenthesizedDeclarator => {
                in_brackets = true;
                l.named(id).last()
            }
            K::AttributedDeclarator | K::VariadicDeclarator => l.named(id).next(),
            K::AbstractFunction => l.in_field(id, F::Declarator),
            K::Error => None,
            _ => {
                out.name = Some(id);
                None
            }
        };
    }
    (out, signs)
}

/// The signs of a declaration: `const` beside its type, and those of its declarator.
pub fn qualifiers<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> &'static str {
    let mut words = l.named(id).filter(|&c| l.k(c) == K::TypeQualifier);
    if words.any(|w| l.token(w) == "const") {
        " const"
    } else {
        ""
    }
}

/// The last part of a name that may be qualified, and the dotted rest.
pub fn split<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> (SyntaxId, String) {
    let mut scope = String::new();
    let mut at = id;
    while l.k(at) == K::QualifiedIdentifier {
        if let Some(before) = l.in_field(at, F::Scope) {
            let plain = match l.k(before) {
                K::TemplateType => l.in_field(before, F::Name).unwrap_or(before),
                _ => before,
            };
            if !scope.is_empty() {
                scope.push('.');
            }
            scope.push_str(l.token(plain));
        }
        let Some(name) = l.all_in_field(at, F::Name).pop() else {
            break;
        };
        at = name;
    }
    if matches!(
        l.k(at),
        K::TemplateFunction | K::TemplateMethod | K::TemplateType
    ) {
        at = l.in_field(at, F::Name).unwrap_or(at);
    }
    (at, scope)
}
