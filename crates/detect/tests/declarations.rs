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

/// A local that became a parameter, and a parameter that became a local, keep what is written beside them or not.
#[test]
fn words_beside_a_variable_that_became_a_parameter_and_back() {
    finds(
        "class Key { void read(Source source) { final int[] at = source.indexes(); store(at); log(at); } }",
        "class Key { void read(Source source, int[] at) { store(at); log(at); } }",
        &[
            "Remove Variable Modifier final in variable at : int[] in method package read(source Source) : void from class Key",
        ],
    );
    finds(
        "class Key { void read(Source source, int[] at) { store(at); log(at); } }",
        "class Key { void read(Source source) { final int[] at = source.indexes(); store(at); log(at); } }",
        &[
            "Add Variable Modifier final in variable at : int[] in method package read(source Source) : void from class Key",
        ],
    );
}

/// A superclass may know less of an attribute's type.
#[test]
fn an_attribute_pulled_up_under_another_type() {
    finds(
        "class Base { } class Derived extends Base { private final Reader reader = null; void run() { reader.go(); } }",
        "class Base { protected Source reader = null; } class Derived extends Base { void run() { reader.go(); } }",
        &[
            "Pull Up Attribute private reader : Reader from class Derived to protected reader : Source from class Base",
            "Change Attribute Type reader : Reader to reader : Source in class Base",
            "Change Attribute Access Modifier private to protected in attribute protected reader : Source from class Base",
            "Remove Attribute Modifier final in attribute private reader : Reader from class Derived",
        ],
    );
}

/// A method of the same name whose every statement is there went to a class that never heard of the first.
#[test]
fn a_method_that_lost_a_parameter_on_its_way_to_a_strange_class() {
    finds(
        "class Disk { Store store; long first(long node, long id) { if (id == NONE) { return 0; } \
         Row row = store.row(id); if (row.first() == node) { return row.before(); } throw new Missing(node + row); } }",
        "class Cursor { Store store; Item item; long first(long id) { if (id == NONE) { return 0; } \
         Row row = store.row(id); if (row.first() == item.id()) { return row.before(); } \
         throw new Missing(item.id() + row); } } class Disk { Store store; }",
        &[
            "Move Method package first(node long, id long) : long from class Disk to package first(id long) : long \
           from class Cursor",
            "Remove Parameter node : long in method package first(node long, id long) : long from class Disk",
        ],
    );
}

/// Types of similar names share most of their methods' names, though these take other parameters.
#[test]
fn a_renamed_class_whose_methods_all_take_something_else() {
    finds(
        "package a; class WapitiModel { int size; void grade(String text, int n) { use(text, n); } \
         void status(String text) { mark(text); } String name(String part) { return part; } }",
        "package b; class WapitiModelParser { static void grade(Map map, String text, int n, int m) { use(text, n); } \
         static void status(Map map, String text, int n) { mark(text); } static String name(Part part) { return null; } }",
        &["Move And Rename Class a.WapitiModel moved and renamed to b.WapitiModelParser"],
    );
}

/// Several exception types that became one, and parameters that changed places while one left.
#[test]
fn several_thrown_types_for_one_and_another_order() {
    finds(
        "class Net { void wait(String host, int port, Log log) throws IOException, InterruptedException { go(host, port); } }",
        "class Net { void wait(int port, String host) throws Exception { go(host, port); } }",
        &[
            "Change Thrown Exception Type [IOException, InterruptedException] to Exception in method package \
           wait(port int, host String) : void from class Net",
            "Reorder Parameter [host : String, port : int, log : Log] to [port : int, host : String] in method package \
           wait(port int, host String) : void from class Net",
        ],
    );
}
