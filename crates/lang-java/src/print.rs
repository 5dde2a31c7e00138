//! Types and code as reports print them: one layout, whatever the source's was.

use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Interner;

/// A type as it is written, without spaces inside `<>`, without annotations: `Map<String,List<Integer>>`, `int[]`.
/// A parameter that takes any number of arguments says so itself, not its type.
pub fn type_text(tree: &Tree, ty: NodeId, names: &Interner) -> String {
    let mut out = String::new();
    push_type(&mut out, tree, ty, names);
    out
}

/// What is still to be written.
enum Piece {
    Type(NodeId),
    Text(&'static str),
    Name(NodeId),
}

pub(crate) fn push_type(out: &mut String, tree: &Tree, ty: NodeId, names: &Interner) {
    let mut todo = vec![Piece::Type(ty)];
    while let Some(piece) = todo.pop() {
        let node = match piece {
            Piece::Text(text) => {
                out.push_str(text);
                continue;
            }
            Piece::Name(node) => {
                out.push_str(names.text(tree.sym(node)));
                continue;
            }
            Piece::Type(node) => node,
        };
        let from = todo.len();
        match tree.kind(node) {
            Kind::TypeName => {
                if let Some(qualifier) = tree.child_in(node, Role::Qualifier) {
                    todo.extend([Piece::Type(qualifier), Piece::Text(".")]);
                }
                todo.push(Piece::Name(node));
                separated(&mut todo, tree, node, Role::TypeArgument, ["<", ",", ">"]);
            }
            Kind::ArrayType => {
                todo.extend(tree.child_in(node, Role::Type).map(Piece::Type));
                todo.push(Piece::Text("[]"));
            }
            Kind::Wildcard => {
                todo.push(Piece::Text("?"));
                if let Some(bound) = tree.child_in(node, Role::Bound) {
                    todo.extend([
                        Piece::Text(" "),
                        Piece::Name(node),
                        Piece::Text(" "),
                        Piece::Type(bound),
                    ]);
                }
            }
            Kind::UnionType => separated(&mut todo, tree, node, Role::Type, ["", "|", ""]),
            Kind::IntersectionType => separated(&mut todo, tree, node, Role::Type, ["", " & ", ""]),
            _ => todo.push(Piece::Name(node)),
        }
        todo[from..].reverse();
    }
}

/// The children in `role` between brackets, if there are any.
fn separated(
    todo: &mut Vec<Piece>,
    tree: &Tree,
    node: NodeId,
    role: Role,
    [open, comma, close]: [&'static str; 3],
) {
    let mut first = true;
    for child in tree.children_in(node, role) {
        todo.push(Piece::Text(if first { open } else { comma }));
        todo.push(Piece::Type(child));
        first = false;
    }
    if !first {
        todo.push(Piece::Text(close));
    }
}
