//! What PHP becomes in the model.

use reweave_lang_php_model::{lower, lower_next};
use reweave_lowering::testing::{has_kinds, types};
use reweave_model::{CallableKind, TypeKind, code_text};
use reweave_text::Interner;

reweave_lowering::sample!("samples/sample.php", "src/orders.php", lower, lower_next, "sum" => "count");

#[test]
fn declarations_have_their_owners() {
    let names = Interner::default();
    let file = file(&names);
    assert_eq!(
        types(&file, &names),
        [
            (TypeKind::Module, false, "App.Shop.orders.__module__"),
            (TypeKind::Class, false, "App.Shop.Order"),
            (TypeKind::Anonymous, false, "App.Shop.Order.run"),
            (TypeKind::Interface, false, "App.Shop.Counted"),
            (TypeKind::Enum, false, "App.Shop.Suit"),
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
    has_kinds(
        &file,
        &[
            "ForEach",
            "SwitchExpr",
            "Throw",
            "Catch",
            "Template",
            "Super",
        ],
        &names,
    );
}
