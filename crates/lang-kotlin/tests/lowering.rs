//! What Kotlin becomes in the model.

use reweave_lang_kotlin::{lower, lower_next};
use reweave_lowering::testing::types;
use reweave_model::{CallableKind, TypeKind};
use reweave_text::Interner;

reweave_lowering::sample!("samples/sample.kt", "src/app/Shapes.kt", lower, lower_next, "kind" => "sort");

#[test]
fn declarations_have_their_owners() {
    let names = Interner::default();
    let file = file(&names);
    assert_eq!(
        types(&file, &names),
        [
            (TypeKind::Module, false, "app.shapes.Shapes.module"),
            (TypeKind::Class, false, "app.shapes.Shape"),
            (TypeKind::Scope, false, "app.shapes.Shape.draw"),
            (TypeKind::Anonymous, false, "app.shapes.Shape.draw.Runnable"),
            (TypeKind::Object, false, "app.shapes.Shape.Companion"),
            (TypeKind::Enum, false, "app.shapes.Color"),
            (TypeKind::Anonymous, false, "app.shapes.Color.BLUE"),
            (TypeKind::Object, false, "app.shapes.Single"),
        ]
    );
    let shape = &file.types[1];
    let callables: Vec<(CallableKind, &str)> = shape
        .callables
        .iter()
        .map(|&c| (file.callable(c).kind, names.text(file.callable(c).name)))
        .collect();
    assert_eq!(
        callables,
        [
            (CallableKind::PrimaryConstructor, "Shape"),
            (CallableKind::Getter, "getSize"),
            (CallableKind::Setter, "setSize"),
            (CallableKind::Constructor, "constructor"),
            (CallableKind::Function, "draw"),
        ]
    );
    let fields = shape.fields.iter().map(|&f| names.text(file.field(f).name));
    assert_eq!(fields.collect::<Vec<_>>(), ["name", "size"]);
}

#[test]
fn extensions_have_a_receiver_and_parameters_their_values() {
    let names = Interner::default();
    let file = file(&names);
    let shout = &file.callables[0];
    assert!(shout.receiver.is_some() && shout.return_type.is_some());
    assert!(shout.params[0].default.is_some() && shout.params[1].varargs);
    assert_eq!(shout.required(), 0);
}
