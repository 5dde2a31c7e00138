//! What Rust becomes in the model.

use reweave_lang_rust::{lower, lower_pair};
use reweave_model::{FileModel, NodeId, TypeKind, code_text, dump};
use reweave_text::{Interner, Part};

const TEXT: &str = include_str!("samples/sample.rs");

fn file(names: &Interner) -> FileModel {
    lower("crates/tok-io/src/runtime/harness.rs", TEXT, names)
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
            (TypeKind::Module, false, "tok_io.runtime.harness.__module__"),
            (TypeKind::Struct, false, "tok_io.runtime.harness.Harness"),
            (TypeKind::Struct, false, "tok_io.runtime.harness.Pair"),
            (TypeKind::Enum, false, "tok_io.runtime.harness.Step"),
            (TypeKind::Trait, false, "tok_io.runtime.harness.Run"),
            (TypeKind::Struct, true, "tok_io.runtime.harness.Harness"),
            (TypeKind::Struct, true, "tok_io.runtime.harness.Harness"),
            (
                TypeKind::Module,
                false,
                "tok_io.runtime.harness.tests.__module__"
            ),
            (TypeKind::Struct, false, "tok_io.runtime.harness.tests.Fake"),
        ]
    );
    let called = |of: usize| -> Vec<&str> {
        let callables = file.types[of].callables.iter();
        callables
            .map(|&c| names.text(file.callable(c).name))
            .collect()
    };
    assert_eq!(called(0), ["spawn"]);
    assert_eq!(called(4), ["run", "twice"]);
    assert_eq!(called(5), ["new", "poll"]);
    assert_eq!(called(6), ["run"]);
    assert_eq!(file.types[6].interfaces.len(), 1);
    let fields = |of: usize| -> Vec<&str> {
        let fields = file.types[of].fields.iter();
        fields.map(|&f| names.text(file.field(f).name)).collect()
    };
    assert_eq!(fields(0), ["LIMIT"]);
    assert_eq!(fields(1), ["core", "state"]);
    assert_eq!(fields(2), ["0", "1"]);
    assert_eq!(fields(3), ["Done", "More", "Named"]);
}

#[test]
fn imports_are_absolute() {
    let names = Interner::default();
    let file = file(&names);
    let imports = file.imports.iter().map(|i| names.text(i.name));
    assert_eq!(
        imports.collect::<Vec<_>>(),
        [
            "tok_io.runtime.task",
            "tok_io.runtime.Handle",
            "tok_io.runtime.near"
        ]
    );
}

#[test]
fn types_and_attributes_are_printed_as_they_are_written() {
    let names = Interner::default();
    let file = file(&names);
    let printed = |node| code_text(&file.tree, node, &names);
    let fields = file.types[1].fields.iter();
    let fields = fields.filter_map(|&f| file.field(f).ty).map(printed);
    assert_eq!(
        fields.collect::<Vec<_>>(),
        ["&mut Core<T>", "Vec<Option<u8>>"]
    );
    let annotations = file.types[1].annotations.iter();
    let annotations: Vec<String> = annotations.map(|&a| printed(a)).collect();
    assert_eq!(annotations, ["#[derive(Debug, Clone)]"]);
    let poll = &file.callables[3];
    assert_eq!(names.text(poll.name), "poll");
    assert_eq!(poll.params.len(), 2);
}

#[test]
fn both_of_a_pair_are_as_each_alone() {
    let names = Interner::default();
    let after = TEXT.replace("total", "count");
    let pair = lower_pair(("a.rs", TEXT), ("a.rs", &after), &names, &|| false);
    let (old, new) = pair.expect("not called off");
    let dumped = |file: &FileModel| dump(&file.tree, NodeId::ROOT, &names);
    assert_eq!(dumped(&old), dumped(&lower("a.rs", TEXT, &names)));
    assert_eq!(dumped(&new), dumped(&lower("a.rs", &after, &names)));
}

#[test]
fn what_is_cut_off_is_read_as_far_as_it_goes() {
    let names = Interner::default();
    for (cut, _) in TEXT.char_indices().step_by(7) {
        let file = lower("a.rs", TEXT.part(..cut), &names);
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
        "Labeled",
        "Switch",
        "Lambda",
        "Call println!",
        "Conditional",
        "InstanceOf",
    ] {
        assert!(text.contains(kind), "{kind} in {text}");
    }
    assert!(!text.contains("Broken"), "{text}");
}
