//! What C and C++ become in the model.

use reweave_lang_c::{c, cpp};
use reweave_model::{FileModel, NodeId, TypeKind, code_text, dump};
use reweave_text::{Interner, Part};

const TEXT: &str = include_str!("samples/sample.cc");

fn file(names: &Interner) -> FileModel {
    cpp::lower("src/db/table.cc", TEXT, names)
}

fn types<'n>(file: &FileModel, names: &'n Interner) -> Vec<(TypeKind, bool, &'n str)> {
    let types = file.types.iter();
    types
        .map(|t| (t.kind, t.part, names.text(t.qualified)))
        .collect()
}

fn called<'n>(file: &FileModel, of: usize, names: &'n Interner) -> Vec<(&'n str, bool)> {
    let callables = file.types[of].callables.iter();
    let callables = callables.map(|&c| file.callable(c));
    callables
        .map(|c| (names.text(c.name), c.prototype))
        .collect()
}

#[test]
fn declarations_have_their_owners() {
    let names = Interner::default();
    let file = file(&names);
    assert!(file.left_out.is_empty(), "{:?}", file.left_out);
    assert_eq!(
        types(&file, &names),
        [
            (TypeKind::Module, true, "db.table"),
            (TypeKind::Module, true, "store.db.table"),
            (TypeKind::Class, false, "store.Table"),
            (TypeKind::Enum, false, "store.Table.State"),
            (TypeKind::Class, true, "store.Table"),
            (TypeKind::Struct, false, "point"),
            (TypeKind::Alias, false, "callback"),
        ]
    );
    assert_eq!(
        called(&file, 2, &names),
        [
            ("Table", false),
            ("~Table", false),
            ("Get", true),
            ("find", false),
            ("Done", true)
        ]
    );
    assert_eq!(called(&file, 4, &names), [("Get", false)]);
    assert_eq!(
        called(&file, 1, &names),
        [("helper", false), ("helper_of", true)]
    );
    let fields = |of: usize| -> Vec<&str> {
        let fields = file.types[of].fields.iter();
        fields.map(|&f| names.text(file.field(f).name)).collect()
    };
    assert_eq!(fields(0), ["shared"]);
    assert_eq!(fields(2), ["count", "name_", "other_", "size_"]);
    assert_eq!(fields(5), ["x", "y"]);
    let table = &file.types[2];
    assert!(table.superclass.is_some() && table.interfaces.len() == 1);
}

#[test]
fn types_are_printed_with_their_signs_behind() {
    let names = Interner::default();
    let file = file(&names);
    let get = file.callables.iter().find(|c| !c.params.is_empty());
    let types = get
        .into_iter()
        .flat_map(|c| &c.params)
        .filter_map(|p| p.ty)
        .map(|t| code_text(&file.tree, t, &names));
    assert_eq!(types.collect::<Vec<_>>(), ["std.string const&", "int"]);
}

#[test]
fn statements_have_their_kinds() {
    let names = Interner::default();
    let file = file(&names);
    let text = dump(&file.tree, NodeId::ROOT, &names);
    for kind in [
        "ForEach", "For\n", "Switch", "Try", "Catch", "Lambda", "DoWhile", "Cast",
    ] {
        assert!(text.contains(kind), "{kind} in {text}");
    }
    assert!(!text.contains("Broken"), "{text}");
}

#[test]
fn macros_that_the_grammar_stumbles_over_are_blanked() {
    let names = Interner::default();
    let text = "BEGIN_DECLS\n\
        API_EXPORT int first(int a) ATTRIBUTE(1);\n\
        local_word void second(void) {\n\
        #ifdef FAST\n    if (a) {\n#else\n    if (b) {\n#endif\n        go();\n    }\n}\n\
        static FILE *third(void) { return 0; }\n\
        END_DECLS\n";
    let file = c::lower("a.c", text, &names);
    let names_of = file.callables.iter().map(|c| names.text(c.name));
    let found: Vec<&str> = names_of.collect();
    for wanted in ["first", "third"] {
        assert!(found.contains(&wanted), "{wanted} in {found:?}");
    }
}

#[test]
fn both_of_a_pair_are_as_each_alone() {
    let names = Interner::default();
    let after = TEXT.replace("total", "sum");
    let pair = cpp::lower_pair(("a.cc", TEXT), ("a.cc", &after), &names, &|| false);
    let (old, new) = pair.expect("not called off");
    let dumped = |file: &FileModel| dump(&file.tree, NodeId::ROOT, &names);
    assert_eq!(dumped(&old), dumped(&cpp::lower("a.cc", TEXT, &names)));
    assert_eq!(dumped(&new), dumped(&cpp::lower("a.cc", &after, &names)));
}

#[test]
fn what_is_cut_off_is_read_as_far_as_it_goes() {
    let names = Interner::default();
    for (cut, _) in TEXT.char_indices().step_by(7) {
        let part = TEXT.part(..cut);
        assert!(!cpp::lower("a.cc", part, &names).types.is_empty());
        assert!(!c::lower("a.c", part, &names).types.is_empty());
    }
}

#[test]
fn functions_of_c_are_read_through_macros_and_conditions() {
    let names = Interner::default();
    let file = c::lower("sample.c", include_str!("samples/sample.c"), &names);
    let defined = file.callables.iter().filter(|c| !c.prototype);
    let defined = defined.map(|c| names.text(c.name));
    assert_eq!(defined.collect::<Vec<_>>(), ["total", "visit"]);
}
