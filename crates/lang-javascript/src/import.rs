//! Imports: of ECMAScript modules, and what CommonJS requires.

use crate::grammar::{F, K};
use crate::names::imported;
use crate::script::{Flavour, Lowerer};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Node, Role};

/// The imports of a statement at the top of a module.
pub fn imports<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    match l.k(id) {
        K::ImportStatement => {
            let source = l.in_field(id, F::Source).map_or("", |s| l.token(s));
            let module = imported(source).to_owned();
            let clauses: Vec<SyntaxId> = l
                .of_kind(id, K::ImportClause)
                .map_or_else(Vec::new, |clause| l.named(clause).collect());
            for clause in clauses {
                clause_of(l, id, clause, &module);
            }
        }
        K::VariableDeclaration | K::LexicalDeclaration => {
            let calls: Vec<SyntaxId> = l
                .named(id)
                .filter_map(|d| l.in_field(d, F::Value))
                .collect();
            for call in calls {
                if let Some(source) = required(l, call) {
                    let module = imported(l.token(source)).to_owned();
                    import(l, id, &module, true);
                }
            }
        }
        _ => {}
    }
}

fn clause_of<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, clause: SyntaxId, module: &str) {
    if l.k(clause) != K::NamedImports {
        return import(l, id, module, true);
    }
    let specifiers: Vec<SyntaxId> = l.named(clause).collect();
    for specifier in specifiers {
        if let Some(name) = l.in_field(specifier, F::Name) {
            let name = format!("{module}.{}", l.token(name));
            import(l, id, &name, false);
        }
    }
}

/// The argument of `require("…")`.
fn required<G: Flavour>(l: &Lowerer<'_, G>, call: SyntaxId) -> Option<SyntaxId> {
    let function = l.in_field(call, F::Function)?;
    let arguments = l.in_field(call, F::Arguments)?;
    let source = l.named(arguments).next()?;
    (l.token(function) == "require" && l.k(source) == K::Str).then_some(source)
}

fn import<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, name: &str, whole: bool) {
    let sym = l.names.intern(name);
    let node = l.open(id, Kind::Import, Role::Member);
    node.sym = sym;
    node.flags = if whole { Node::ON_DEMAND } else { 0 };
    l.close();
}
