//! `use` declarations.

use crate::grammar::{F, K};
use crate::rust::{Lowerer, crate_of, module_of};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Node, Role};

/// One import for each name that is brought in.
pub fn use_declaration(l: &mut Lowerer<'_>, id: SyntaxId) {
    if let Some(argument) = l.in_field(id, F::Argument) {
        tree(l, argument, "");
    }
}

fn tree(l: &mut Lowerer<'_>, id: SyntaxId, prefix: &str) {
    match l.k(id) {
        K::ScopedUseList => {
            let path = l.in_field(id, F::Path);
            let below = path.map_or_else(|| prefix.to_owned(), |p| path_of(l, p, prefix));
            if let Some(list) = l.in_field(id, F::List) {
                tree(l, list, &below);
            }
        }
        K::UseList => {
            for child in l.named(id) {
                tree(l, child, prefix);
            }
        }
        K::UseAsClause => {
            if let Some(path) = l.in_field(id, F::Path) {
                tree(l, path, prefix);
            }
        }
        K::UseWildcard => {
            let path = l.named(id).next();
            let name = path.map_or_else(|| prefix.to_owned(), |p| path_of(l, p, prefix));
            import(l, id, &name, Node::ON_DEMAND);
        }
        K::SelfWord if !prefix.is_empty() => import(l, id, prefix, 0),
        _ => {
            let name = path_of(l, id, prefix);
            import(l, id, &name, 0);
        }
    }
}

fn import(l: &mut Lowerer<'_>, id: SyntaxId, name: &str, flags: u32) {
    let sym = l.names.intern(name);
    let node = l.open(id, Kind::Import, Role::Member);
    (node.sym, node.flags) = (sym, flags);
    l.close();
}

/// The dotted path from the crate's name down.
fn path_of(l: &Lowerer<'_>, id: SyntaxId, prefix: &str) -> String {
    let mut path = prefix.to_owned();
    for part in l.token(id).split("::").map(str::trim) {
        let add = match part {
            "crate" if path.is_empty() => crate_of(l.path),
            "self" if path.is_empty() => module_of(l.path),
            "super" => {
                let from = if path.is_empty() {
                    module_of(l.path)
                } else {
                    std::mem::take(&mut path)
                };
                path.clear();
                from.rsplit_once('.').map_or("", |(up, _)| up).to_owned()
            }
            _ => part.to_owned(),
        };
        if !path.is_empty() && !add.is_empty() {
            path.push('.');
        }
        path.push_str(&add);
    }
    path
}
