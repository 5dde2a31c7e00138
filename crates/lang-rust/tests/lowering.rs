//! What Rust becomes in the model.

use reweave_lang_rust::{lower, lower_next};
use reweave_lowering::testing::{callables, fields, has_kinds, types};
use reweave_model::{TypeKind, code_text};
use reweave_text::Interner;

reweave_lowering::sample!("samples/sample.rs", "crates/tok-io/src/runtime/harness.rs", lower, lower_next, "total" => "count");

#[test]
fn declarations_have_their_owners() {
    let names = Interner::default();
    let file = file(&names);
    assert_eq!(
        types(&file, &names),
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
    let called = |of| callables(&file, of, &names);
    assert_eq!(called(0), ["spawn"]);
    assert_eq!(called(4), ["run", "twice"]);
    assert_eq!(called(5), ["new", "poll"]);
    assert_eq!(called(6), ["run"]);
    assert_eq!(file.types[6].interfaces.len(), 1);
    let fields = |of| fields(&file, of, &names);
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
fn statements_have_their_kinds() {
    let names = Interner::default();
    let file = file(&names);
    has_kinds(
        &file,
        &[
            "ForEach",
            "Labeled",
            "Switch",
            "Lambda",
            "Call println!",
            "Conditional",
            "InstanceOf",
        ],
        &names,
    );
}
