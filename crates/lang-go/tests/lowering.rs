//! What Go becomes in the model.

use reweave_lang_go::{lower, lower_pair};
use reweave_model::{FileModel, NodeId, TypeKind, code_text, dump};
use reweave_text::{Interner, Part};

const TEXT: &str = include_str!("samples/sample.go");

fn file(names: &Interner) -> FileModel {
    lower("api/watch/plan.go", TEXT, names)
}

#[test]
fn declarations_have_their_owners() {
    let names = Interner::default();
    let file = file(&names);
    assert!(file.left_out.is_empty(), "{:?}", file.left_out);
    let types: Vec<(TypeKind, bool, &str)> = file
        .types
        .iter()
        .map(|t| (t.kind, t.part, names.text(t.qualified)))
        .collect();
    assert_eq!(
        types,
        [
            (TypeKind::Module, true, "api.watch.__module__"),
            (TypeKind::Struct, false, "api.watch.Plan"),
            (TypeKind::Interface, false, "api.watch.Runner"),
            (TypeKind::Alias, false, "api.watch.Kind"),
            (TypeKind::Struct, true, "api.watch.Plan"),
        ]
    );
    let called = |of: usize| -> Vec<&str> {
        let callables = file.types[of].callables.iter();
        callables
            .map(|&c| names.text(file.callable(c).name))
            .collect()
    };
    assert_eq!(called(0), ["NewPlan"]);
    assert_eq!(called(2), ["Run"]);
    assert_eq!(called(4), ["check"]);
    let fields = |of: usize| -> Vec<&str> {
        let fields = file.types[of].fields.iter();
        fields.map(|&f| names.text(file.field(f).name)).collect()
    };
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
fn both_of_a_pair_are_as_each_alone() {
    let names = Interner::default();
    let after = TEXT.replace("total", "count");
    let pair = lower_pair(("a.go", TEXT), ("a.go", &after), &names, &|| false);
    let (old, new) = pair.expect("not called off");
    let dumped = |file: &FileModel| dump(&file.tree, NodeId::ROOT, &names);
    assert_eq!(dumped(&old), dumped(&lower("a.go", TEXT, &names)));
    assert_eq!(dumped(&new), dumped(&lower("a.go", &after, &names)));
}

#[test]
fn what_is_cut_off_is_read_as_far_as_it_goes() {
    let names = Interner::default();
    for (cut, _) in TEXT.char_indices().step_by(7) {
        let file = lower("a.go", TEXT.part(..cut), &names);
        assert!(!file.types.is_empty());
    }
}

#[test]
fn statements_have_their_kinds() {
    let names = Interner::default();
    let file = file(&names);
    let text = dump(&file.tree, NodeId::ROOT, &names);
    for kind in [
        "ForEach",
        "  For\n",
        "While",
        "Switch",
        "Lambda",
        "Unary defer",
    ] {
        assert!(text.contains(kind), "{kind} in {text}");
    }
    assert!(!text.contains("Broken"), "{text}");
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
