//! What Python becomes in the model.

use reweave_lang_python::{lower, lower_next};
use reweave_lowering::testing::types;
use reweave_model::TypeKind;
use reweave_text::Interner;

reweave_lowering::sample!("samples/sample.py", "pack/shapes.py", lower, lower_next, "rows" => "lines");

#[test]
fn declarations_have_their_owners() {
    let names = Interner::default();
    let file = file(&names);
    assert_eq!(
        types(&file, &names),
        [
            (TypeKind::Module, false, "shapes.__module__"),
            (TypeKind::Class, false, "shapes.Shape"),
            (TypeKind::Scope, false, "shapes.Shape.of"),
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
