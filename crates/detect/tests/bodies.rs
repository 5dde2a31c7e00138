//! Changes inside bodies, where the plain examples of the families do not reach.

mod common;

use common::{found, report};
use reweave_detect::Budget;

fn finds(before: &str, after: &str, expected: &[&str]) {
    let found = found(before, after);
    for e in expected {
        assert!(found.contains(*e), "missing {e}\nfound {found:#?}");
    }
}

/// A loop over something else is the same loop where its variable stands for the other in what it does.
#[test]
fn a_loop_over_something_else() {
    finds(
        "class Tree { List nodes() { List nodes = new ArrayList(); Map handlers = log.handlers(); \
         for (Entry entry : handlers.entrySet()) { nodes.add(new Node(entry, this)); } return nodes; } }",
        "class Tree { List nodes() { List nodes = new ArrayList(); \
         for (Handler handler : log.all()) { nodes.add(new Node(handler, this)); } return nodes; } }",
        &[
            "Rename Variable entry : Entry to handler : Handler in method package nodes() : List from class Tree",
            "Change Variable Type entry : Entry to handler : Handler in method package nodes() : List from class Tree",
        ],
    );
}

/// What changed inside an inner class is told of its own method; diamonds also of the method around it.
#[test]
fn code_of_an_inner_class() {
    let class = |test: &str, list: &str| {
        format!(
            "class Locks {{ void wait() {{ until(new Condition() {{ public boolean holds() {{ \
             List<String> keys = new {list}(); keys.add(name); {test} {{ log(keys); }} return done; }} }}); }} }}"
        )
    };
    finds(
        &class("if (locked(keys))", "ArrayList<String>"),
        &class("if (!locked(keys))", "ArrayList<>"),
        &[
            "Invert Condition if(locked(keys)) to if(!locked(keys)) in method public holds() : boolean \
           from class Locks.wait.until.new Condition",
            "Replace Generic With Diamond ArrayList<String> with ArrayList<> in method public holds() : boolean \
           from class Locks.wait.until.new Condition",
            "Replace Generic With Diamond ArrayList<String> with ArrayList<> in method package wait() : void \
           from class Locks",
        ],
    );
}

/// A class in the value of an attribute, or the body of an enum constant, has statements of its own.
#[test]
fn code_of_a_class_in_a_value() {
    let class = |name: &str, value: &str| {
        format!(
            "class Fields {{ static final Factory FACTORY = new Factory() {{ public Field make(Element e) {{ \
             String {name} = {value}; Field field = new Field({name}, e); map.put({name}, field); return field; }} }}; }}"
        )
    };
    finds(
        &class("name", "e.has(NAME) ? e.name() : e.text()"),
        &class("label", "label(e)"),
        &[
            "Rename Variable name : String to label : String in method public make(e Element) : Field \
           from class Fields.FACTORY.new Factory",
        ],
    );
    let constants = |size: &str| {
        format!(
            "enum Kind {{ PLAIN {{ int of(Text t) {{ int {size} = t.size(); log({size}); return {size}; }} }}; \
             abstract int of(Text t); }}"
        )
    };
    finds(
        &constants("size"),
        &constants("length"),
        &[
            "Rename Variable size : int to length : int in method package of(t Text) : int from class Kind.PLAIN",
        ],
    );
}

/// Variables that are declared with the same value are the same, whatever their uses were matched with.
#[test]
fn renamed_variables_with_the_same_values() {
    finds(
        "class Marshal { void write(Request r) { { String value = text(r.size()); put(name, value); check(value); } \
         { String value = text(r.mark()); put(name, value); check(value); } \
         { String value = text(r.id()); put(name, value); check(value); } } }",
        "class Marshal { void write(Request r) { String size = text(r.size()); put(\"size\", size); \
         String mark = text(r.mark()); put(\"mark\", mark); } }",
        &[
            "Rename Variable value : String to size : String in method package write(r Request) : void from class Marshal",
            "Rename Variable value : String to mark : String in method package write(r Request) : void from class Marshal",
        ],
    );
}

/// An inner class keeps its attributes, and its methods' parameters are variables of the method around them, too.
#[test]
fn attributes_and_parameters_of_an_inner_class() {
    let class = |word: &str, ty: &str| {
        format!(
            "class Query {{ void run() {{ ask(new Listener() {{ private {word} boolean done = false; \
             public void tell({ty} item) {{ done = true; log(item); }} }}); }} }}"
        )
    };
    finds(
        &class("", "Rule"),
        &class("volatile", "Constraint"),
        &[
            "Add Attribute Modifier volatile in attribute private done : boolean from class Query.run.ask.new Listener",
            "Change Parameter Type item : Rule to item : Constraint in method public tell(item Constraint) : void \
           from class Query.run.ask.new Listener",
            "Change Variable Type item : Rule to item : Constraint in method package run() : void from class Query",
        ],
    );
}

#[test]
fn a_lambda_with_a_block_is_told_up_to_its_first_statement() {
    let found = found(
        "class Stack { void start() { run(new Runnable() { public void run() { try { store(); } finally { log(); } } }); log(); } }",
        "class Stack { void start() { run(() -> { try { store(); } finally { log(); } }); log(); } }",
    );
    let told = "Replace Anonymous With Lambda Stack.start.run.new Runnable with () -> {trystore(); in method \
                package start() : void from class Stack";
    assert!(found.contains(told), "{found:#?}");
}

/// A variable of another name and value is another variable, unless its uses say otherwise.
#[test]
fn one_declaration_in_the_place_of_another() {
    let method = |declared: &str, used: &str| {
        format!("class Import {{ void all() {{ open(); {declared} {used} close(); }} }}")
    };
    let found = found(
        &method("String[] tables = list(\"t\");", "copy(tables, 1, true);"),
        &method(
            "String[] keys = list(\"master\");",
            "for (String k : keys) { add(k); }",
        ),
    );
    assert!(found.is_empty(), "found {found:#?}");
}

/// The parameters of a callback are variables of the method around it only where that method may call it itself.
#[test]
fn parameters_of_callbacks() {
    let class = |handler: &str, ty: &str| {
        format!(
            "class Client {{ void load() {{ {handler}(new Done<{ty}>() {{ \
             public void done({ty} result) {{ show(result); }} }}); }} }}"
        )
    };
    let around = "Change Variable Type result : List to result : Set in method package load() : void from class Client";
    let own = found(&class("run", "List"), &class("run", "Set"));
    assert!(own.contains(around), "found {own:#?}");
    let given = found(
        &class("tracks().whenDone", "List"),
        &class("tracks().whenDone", "Set"),
    );
    assert!(!given.contains(around), "found {given:#?}");
}

/// A variable of an extracted method may hold what stood there before, with the parameter in the place of what is passed.
#[test]
fn a_new_variable_of_an_extracted_method() {
    finds(
        "class Sync { void run() { try { load(); } catch (Failure e) { for (Ear ear : ears()) { ear.failed(box, cause(e)); } } } }",
        "class Sync { void run() { try { load(); } catch (Failure e) { tell(e); } } \
         void tell(Exception x) { String message = cause(x); for (Ear ear : ears()) { ear.failed(box, message); } } }",
        &[
            "Extract Variable message : String in method package tell(x Exception) : void from class Sync",
        ],
    );
}

/// What an added parameter took the place of is what callers pass now; another use of it is a change of its own.
#[test]
fn an_added_parameter_explains_what_it_replaced() {
    let before = "class Tank { int heights(List all) { log(all); return sum(all, scale.h, 3); } }";
    let after = |last: &str| {
        format!(
            "class Tank {{ int heights(List all, int h) {{ log(all); return sum(all, h, {last}); }} }}"
        )
    };
    let pure = |after: &str| {
        report(before, after, &Budget::unlimited())
            .left_over
            .is_empty()
    };
    assert!(pure(&after("3")));
    assert!(!pure(&after("4 * h")));
}

/// What follows the last clause says nothing of the clauses before it.
#[test]
fn one_clause_became_several_beginning_with_the_first() {
    let before = "class Desk { void add(Bean b) { try { desk.put(b); desk.lock(b); } catch (Exception e) { log.warn(\"add\", e); } done(b); } }";
    let after = "class Desk { void add(Bean b) { try { desk.put(b); desk.lock(b); } catch (JobException e) { log.warn(\"add\", e); } \
                 catch (NameException e) { log.warn(\"add\", e); } catch (RuntimeException e) { log.warn(\"add\", e); } done(b); } }";
    let all = found(before, after);
    let changed = "Change Variable Type e : Exception to e : JobException in method package add(b Bean) : void from class Desk";
    assert!(all.contains(changed), "{all:#?}");
}
