//! What C and C++ become in the model.

use reweave_lang_c::{c, cpp};
use reweave_lowering::testing::{fields, has_kinds, types};
use reweave_model::{FileModel, TypeKind, code_text};
use reweave_text::Interner;

reweave_lowering::sample!("samples/sample.cc", "src/db/table.cc", cpp::lower, cpp::lower_next, "total" => "sum");

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
    let fields = |of| fields(&file, of, &names);
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
    has_kinds(
        &file,
        &[
            "ForEach", "For\n", "Switch", "Try", "Catch", "Lambda", "DoWhile", "Cast",
        ],
        &names,
    );
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
fn functions_of_c_are_read_through_macros_and_conditions() {
    let names = Interner::default();
    let file = c::lower("sample.c", include_str!("samples/sample.c"), &names);
    let defined = file.callables.iter().filter(|c| !c.prototype);
    let defined = defined.map(|c| names.text(c.name));
    assert_eq!(defined.collect::<Vec<_>>(), ["total", "visit"]);
}
