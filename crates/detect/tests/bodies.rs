//! Changes inside bodies, where the plain examples of the families do not reach.

mod common;

use common::found;

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
