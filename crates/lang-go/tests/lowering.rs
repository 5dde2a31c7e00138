//! What Go becomes in the model.

use reweave_lang_go::{lower, lower_next};
use reweave_lowering::testing::{callables, fields, has_kinds, types};
use reweave_model::{TypeKind, code_text};
use reweave_text::Interner;

reweave_lowering::sample!("samples/sample.go", "api/watch/plan.go", lower, lower_next, "total" => "count");

#[test]
fn declarations_have_their_owners() {
    let names = Interner::default();
    let file = file(&names);
    assert_eq!(
        types(&file, &names),
        [
            (TypeKind::Module, true, "api.watch.__module__"),
            (TypeKind::Struct, false, "api.watch.Plan"),
            (TypeKind::Interface, false, "api.watch.Runner"),
            (TypeKind::Alias, false, "api.watch.Kind"),
            (TypeKind::Struct, true, "api.watch.Plan"),
        ]
    );
    let called = |of| callables(&file, of, &names);
    assert_eq!(called(0), ["NewPlan"]);
    assert_eq!(called(2), ["Run"]);
    assert_eq!(called(4), ["check"]);
    let fields = |of| fields(&file, of, &names);
    assert_eq!(fields(0), ["Limit", "low", "handlers"]);
    assert_eq!(fields(1), ["Name", "kind", "next"]);
    assert_eq!(file.types[1].interfaces.len(), 1);
}

#[test]
fn types_are_printed_as_they_are_written() {
    let names = Interner::default();
    let file = file(&names);
    let printed = |node| code_text(&file.tree, node, &names);
    let result = file.callables.iter().filter_map(|c| c.return_type);
    let results: Vec<String> = result.map(printed).collect();
    assert_eq!(results, ["(int,error)", "(*Plan,error)", "error"]);
    let fields = file.fields.iter().filter_map(|f| f.ty);
    let fields: Vec<String> = fields.map(printed).collect();
    assert_eq!(fields, ["string", "string", "[]*Plan"]);
}

#[test]
fn statements_have_their_kinds() {
    let names = Interner::default();
    let file = file(&names);
    has_kinds(
        &file,
        &[
            "ForEach",
            "  For\n",
            "While",
            "Switch",
            "Lambda",
            "Unary defer",
        ],
        &names,
    );
}

#[test]
fn types_that_lack_a_part_are_read() {
    let names = Interner::default();
    for text in [
        "package a\nfunc f() { x := []{} ; var y * }\n",
        "package a\ntype T interface { ~ | ~int }\nvar c chan\n",
        "package a\nfunc f() { for i := 0; ((((i < t; i++ { } ; g(*, []) }\n",
    ] {
        assert!(!lower("a.go", text, &names).types.is_empty());
    }
}
