//! What is written beside declarations and in parameter lists, where the plain examples of the families do not reach.

mod common;

use common::found;

fn finds(before: &str, after: &str, expected: &[&str]) {
    let found = found(before, after);
    for e in expected {
        assert!(found.contains(*e), "missing {e}\nfound {found:#?}");
    }
}

/// A type inside an interface is public without the word: told is whether it says so.
#[test]
fn the_written_word_of_a_type_inside_an_interface() {
    finds(
        "interface Locks { public enum Kind { A } }",
        "interface Locks { enum Kind { A } }",
        &["Change Class Access Modifier public to package in class Locks.Kind"],
    );
}

/// Constants of an enum are told of with what they are made of.
#[test]
fn an_annotation_of_an_enum_constant() {
    finds(
        "enum Level { LOW(Sizes.ONE, 1), HIGH; }",
        "enum Level { @Deprecated LOW(Sizes.ONE, 1), @Deprecated HIGH; }",
        &[
            "Add Attribute Annotation @Deprecated in enum constant LOW(Sizes.ONE, 1) from class Level",
            "Add Attribute Annotation @Deprecated in enum constant HIGH from class Level",
        ],
    );
}

/// An anonymous class's method that got a parameter and kept its code is the same one.
#[test]
fn a_parameter_more_in_an_anonymous_class() {
    let class = |params: &str| {
        format!(
            "class Pages {{ void open() {{ use(new Source() {{ \
             public Page page({params}) {{ return new Page(split.rows()); }} }}); }} }}"
        )
    };
    finds(
        &class("Split split"),
        &class("Session session, Split split"),
        &[
            "Add Parameter session : Session in method public page(session Session, split Split) : Page \
           from class Pages.open.use.new Source",
        ],
    );
}

/// A method that is alone under its name and takes parameters of the same names stays itself, even where its one
/// statement says something else.
#[test]
fn the_only_method_of_a_name_with_parameters_of_the_same_names() {
    finds(
        "class Visitor { Relation visit(Relation relation, Context context) { return relation; } }",
        "class Visitor { Planned visit(Relation relation, Consumer context) { return null; } }",
        &[
            "Change Parameter Type context : Context to context : Consumer in method package \
           visit(relation Relation, context Consumer) : Planned from class Visitor",
        ],
    );
}

/// A getter that a supertype asks for does not encapsulate what it returns.
#[test]
fn a_getter_that_overrides_encapsulates_nothing() {
    let found = found(
        "class Finder { private Loader loader; void load() { loader.run(); } }",
        "class Finder implements Loads { private Loader loader; void load() { loader.run(); } \
         @Override public Loader getLoader() { return loader; } }",
    );
    assert!(found.is_empty(), "{found:#?}");
}
