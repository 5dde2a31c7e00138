//! What Python becomes in the model.

use reweave_lang_python::{lower, lower_pair};
use reweave_model::{FileModel, TypeKind, dump};
use reweave_text::Interner;

const TEXT: &str = include_str!("samples/sample.py");

fn file(names: &Interner) -> FileModel {
    lower("pack/shapes.py", TEXT, names)
}

#[test]
fn declarations_have_their_owners() {
    let names = Interner::default();
    let file = file(&names);
    assert!(file.left_out.is_empty(), "{:?}", file.left_out);
    let types: Vec<(TypeKind, &str)> = file
        .types
        .iter()
        .map(|t| (t.kind, names.text(t.qualified)))
        .collect();
    assert_eq!(
        types,
        [
            (TypeKind::Module, "shapes.__module__"),
            (TypeKind::Class, "shapes.Shape"),
            (TypeKind::Scope, "shapes.Shape.of"),
        ]
    );
    let members = |ty: usize| -> (Vec<&str>, Vec<&str>) {
        let decl = &file.types[ty];
        let callables = decl.callables.iter().map(|&c| file.callable(c).name);
        let fields = decl.fields.iter().map(|&f| file.field(f).name);
        (
            callables.map(|n| names.text(n)).collect(),
            fields.map(|n| names.text(n)).collect(),
        )
    };
    assert_eq!(members(0), (vec!["", "_free"], vec!["LIMIT"]));
    assert_eq!(
        members(1),
        (
            vec!["__init__", "of"],
            vec!["count", "name", "size", "made"]
        )
    );
    assert_eq!(members(2), (vec!["parse"], vec![]));
    let imports: Vec<&str> = file.imports.iter().map(|i| names.text(i.name)).collect();
    assert_eq!(
        imports,
        ["a.b", "pack.near.Thing", "pack.near.other", "far"]
    );
}

#[test]
fn receivers_are_no_parameters() {
    let names = Interner::default();
    let file = file(&names);
    let params = |name: &str| -> Vec<&str> {
        let mut all = file.callables.iter();
        let found = all.find(|c| names.text(c.name) == name).expect("declared");
        found.params.iter().map(|p| names.text(p.name)).collect()
    };
    assert_eq!(params("__init__"), ["args", "options"]);
    assert_eq!(params("of"), ["text", "size"]);
}

#[test]
fn both_of_a_pair_are_as_each_alone() {
    let names = Interner::default();
    let after = TEXT.replace("rows", "lines");
    let (old, new) =
        lower_pair(("a.py", TEXT), ("a.py", &after), &names, &|| false).expect("never called off");
    let text = |f: &FileModel| dump(&f.tree, reweave_model::NodeId::ROOT, &names);
    assert_eq!(text(&old), text(&lower("a.py", TEXT, &names)));
    assert_eq!(text(&new), text(&lower("a.py", &after, &names)));
}

/// Every text is read: those that stop anywhere, and those that lack a piece.
#[test]
fn no_text_is_too_broken() {
    let names = Interner::default();
    let ends: Vec<usize> = TEXT.char_indices().map(|(i, _)| i).collect();
    for (n, &end) in ends.iter().enumerate() {
        lower("a.py", TEXT.get(..end).expect("a boundary"), &names);
        let rest = ends.get(n + 7).copied().unwrap_or(TEXT.len());
        let cut = [TEXT.get(..end), TEXT.get(rest..)].map(|p| p.expect("a boundary"));
        lower("a.py", &cut.concat(), &names);
    }
}
