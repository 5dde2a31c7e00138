//! What PHP becomes in the model.

use reweave_lang_php_model::{lower, lower_pair};
use reweave_model::{CallableKind, FileModel, NodeId, TypeKind, code_text, dump};
use reweave_text::{Interner, Part};

const TEXT: &str = include_str!("samples/sample.php");

fn file(names: &Interner) -> FileModel {
    lower("src/orders.php", TEXT, names)
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
            (TypeKind::Module, "App.Shop.orders.__module__"),
            (TypeKind::Class, "App.Shop.Order"),
            (TypeKind::Anonymous, "App.Shop.Order.run"),
            (TypeKind::Interface, "App.Shop.Counted"),
            (TypeKind::Enum, "App.Shop.Suit"),
        ]
    );
    let called = |of: usize| -> Vec<(CallableKind, &str)> {
        let callables = file.types[of].callables.iter();
        let callables = callables.map(|&c| file.callable(c));
        callables.map(|c| (c.kind, names.text(c.name))).collect()
    };
    assert_eq!(
        called(0),
        [
            (CallableKind::ModuleBody, ""),
            (CallableKind::Function, "total")
        ]
    );
    assert_eq!(
        called(1),
        [
            (CallableKind::Constructor, "__construct"),
            (CallableKind::Function, "run")
        ]
    );
    let fields = file.types[1].fields.iter();
    let fields = fields.map(|&f| names.text(file.field(f).name));
    let fields: Vec<&str> = fields.collect();
    assert_eq!(fields, ["MAX", "thing", "other", "count", "name"]);
    assert_eq!(file.types[1].interfaces.len(), 2);
    let imports = file.imports.iter().map(|i| names.text(i.name));
    let imports: Vec<&str> = imports.collect();
    assert_eq!(imports, ["Far.Thing", "Near.One", "Near.Two"]);
}

#[test]
fn a_file_of_types_alone_is_no_module() {
    let names = Interner::default();
    let file = lower("A.php", "<?php\nnamespace N;\nclass A {}\n", &names);
    let types = file.types.iter().map(|t| names.text(t.qualified));
    assert_eq!(types.collect::<Vec<_>>(), ["N.A"]);
}

#[test]
fn types_and_statements_are_printed_as_they_are_written() {
    let names = Interner::default();
    let file = file(&names);
    let total = &file.callables[1];
    let printed = |node| code_text(&file.tree, node, &names);
    assert_eq!(total.return_type.map(printed).as_deref(), Some("?int"));
    assert!(total.params[1].varargs);
    let annotations = file.types[1].annotations.iter();
    let annotations: Vec<String> = annotations.map(|&a| printed(a)).collect();
    assert_eq!(annotations, ["#[Entity(table='orders')]"]);
    let text = dump(&file.tree, NodeId::ROOT, &names);
    for kind in [
        "ForEach",
        "SwitchExpr",
        "Throw",
        "Catch",
        "Template",
        "Super",
    ] {
        assert!(text.contains(kind), "{kind} in {text}");
    }
    assert!(!text.contains("Broken"), "{text}");
}

#[test]
fn both_of_a_pair_are_as_each_alone() {
    let names = Interner::default();
    let after = TEXT.replace("sum", "count");
    let pair = lower_pair(("a.php", TEXT), ("a.php", &after), &names, &|| false);
    let (old, new) = pair.expect("not called off");
    let dumped = |file: &FileModel| dump(&file.tree, NodeId::ROOT, &names);
    assert_eq!(dumped(&old), dumped(&lower("a.php", TEXT, &names)));
    assert_eq!(dumped(&new), dumped(&lower("a.php", &after, &names)));
}

#[test]
fn what_is_cut_off_is_read_as_far_as_it_goes() {
    let names = Interner::default();
    for (cut, _) in TEXT.char_indices().step_by(7) {
        lower("a.php", TEXT.part(..cut), &names);
    }
}
