//! What Kotlin becomes in the model.

use reweave_lang_kotlin::{lower, lower_pair};
use reweave_model::{CallableKind, FileModel, TypeKind, dump};
use reweave_text::Interner;

const TEXT: &str = include_str!("samples/sample.kt");

fn file(names: &Interner) -> FileModel {
    lower("src/app/Shapes.kt", TEXT, names)
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
            (TypeKind::Module, "app.shapes.Shapes.module"),
            (TypeKind::Class, "app.shapes.Shape"),
            (TypeKind::Scope, "app.shapes.Shape.draw"),
            (
                TypeKind::Anonymous,
                "app.shapes.Shape.draw.one.new Runnable"
            ),
            (TypeKind::Object, "app.shapes.Shape.Companion"),
            (TypeKind::Enum, "app.shapes.Color"),
            (TypeKind::Anonymous, "app.shapes.Color.BLUE"),
            (TypeKind::Object, "app.shapes.Single"),
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

#[test]
fn both_of_a_pair_are_as_each_alone() {
    let names = Interner::default();
    let after = TEXT.replace("kind", "sort");
    let (old, new) =
        lower_pair(("a.kt", TEXT), ("a.kt", &after), &names, &|| false).expect("never called off");
    let text = |f: &FileModel| dump(&f.tree, reweave_model::NodeId::ROOT, &names);
    assert_eq!(text(&old), text(&lower("a.kt", TEXT, &names)));
    assert_eq!(text(&new), text(&lower("a.kt", &after, &names)));
}

/// Every text is read: those that stop anywhere, and those that lack a piece.
#[test]
fn no_text_is_too_broken() {
    let names = Interner::default();
    let ends: Vec<usize> = TEXT.char_indices().map(|(i, _)| i).collect();
    for (n, &end) in ends.iter().enumerate() {
        lower("a.kt", TEXT.get(..end).expect("a boundary"), &names);
        let rest = ends.get(n + 7).copied().unwrap_or(TEXT.len());
        let cut = [TEXT.get(..end), TEXT.get(rest..)].map(|p| p.expect("a boundary"));
        lower("a.kt", &cut.concat(), &names);
    }
}
