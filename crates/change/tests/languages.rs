//! Detection in each language, from texts to descriptions.

use reweave_change::{Change, Limits, Source, analyse};

fn source((path, text): (&str, &str)) -> Source {
    Source {
        path: path.to_owned(),
        text: text.to_owned(),
        note: None,
    }
}

/// The descriptions of what was refactored between two versions of a program.
fn found(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<String> {
    let side = |files: &[(&str, &str)]| files.iter().copied().map(source).collect();
    let change = Change::new(side(before), side(after), Vec::new());
    let record = analyse(&change, &Limits::default());
    assert!(record.left_out.is_empty(), "{:?}", record.left_out);
    record.findings.into_iter().map(|f| f.description).collect()
}

#[test]
fn python_functions_are_members_of_their_module() {
    let before = "
def total(items):
    result = 0
    for item in items:
        if item.price > 0:
            result += item.price * item.count
    print(result)
    return result
";
    let after = "
def total(items):
    result = 0
    for item in items:
        if item.price > 0:
            result += item.price * item.count
    show(result)
    return result


def show(result):
    print(result)
";
    assert_eq!(
        found(&[("shop/cart.py", before)], &[("shop/cart.py", after)]),
        [
            "Extract Method public show(result) extracted from public total(items) in class cart.__module__"
        ]
    );
}

#[test]
fn python_attributes_are_those_of_the_object_itself() {
    let text = |name: &str| {
        format!(
            "
class Account(object):
    def __init__(self, owner):
        self.{name} = owner

    def greet(self, word):
        return word + self.{name}.first + self.{name}.last
"
        )
    };
    let (before, after) = (text("owner"), text("_holder"));
    assert_eq!(
        found(
            &[("bank/account.py", &before)],
            &[("bank/account.py", &after)]
        ),
        ["Rename Attribute owner to _holder in class account.Account"]
    );
}

#[test]
fn python_variables_live_to_the_end_of_their_function() {
    let text = |name: &str| {
        format!(
            "
def mean(rows):
    {name} = 0
    for row in rows:
        {name} = {name} + row.value
    if {name} > 100:
        log({name})
    return {name} / len(rows)
"
        )
    };
    let (before, after) = (text("acc"), text("total"));
    assert_eq!(
        found(&[("a/stats.py", &before)], &[("a/stats.py", &after)]),
        ["Rename Variable acc to total in method public mean(rows) from class stats.__module__"]
    );
}

#[test]
fn a_module_that_moves_takes_its_functions_along() {
    let text = "
def area(width, height):
    if width < 0 or height < 0:
        raise ValueError(width)
    return width * height
";
    assert_eq!(
        found(&[("p/a/shapes.py", text)], &[("p/b/shapes.py", text)]),
        ["Move Class a.shapes.__module__ moved to b.shapes.__module__"]
    );
}

#[test]
fn kotlin_members_are_worded_as_they_are_written() {
    let text = |name: &str, ty: &str| {
        format!(
            "
package app

class Store(private val items: List<Item>) {{
    fun {name}(limit: {ty}): Int {{
        var sum = 0
        for (item in items) {{
            if (item.price < limit) {{
                sum += item.price
            }}
        }}
        return sum
    }}
}}
"
        )
    };
    let (before, after) = (text("total", "Int"), text("totalBelow", "Long"));
    assert_eq!(
        found(&[("app/Store.kt", &before)], &[("app/Store.kt", &after)]),
        [
            "Rename Method public total(limit Int) : Int renamed to public totalBelow(limit Long) : Int in class app.Store",
            "Change Parameter Type limit : Int to limit : Long in method public totalBelow(limit Long) : Int from class app.Store",
        ]
    );
}

#[test]
fn a_class_converted_from_java_to_kotlin_keeps_its_identity() {
    let java = "
package app;

public class Greeter {
    private final String name;

    public Greeter(String name) { this.name = name; }

    public String greet(String word) {
        if (word.isEmpty()) {
            return name;
        }
        return word + name;
    }
}
";
    let kotlin = "
package app

class Greeter(private val name: String) {
    fun welcome(word: String): String {
        if (word.isEmpty()) {
            return name
        }
        return word + name
    }
}
";
    let all = found(&[("app/Greeter.java", java)], &[("app/Greeter.kt", kotlin)]);
    let renamed = "Rename Method public greet(word String) : String renamed to public welcome(word String) : String in class app.Greeter";
    assert!(all.iter().any(|d| d == renamed), "{all:#?}");
}

#[test]
fn files_that_nobody_reads_are_counted() {
    let change = Change::new(Vec::new(), Vec::new(), Vec::new());
    let change = change.beside(["a/b.rb", "a/c.rb", "notes.txt"]);
    let record = analyse(&change, &Limits::default());
    assert_eq!(record.unread, [("Ruby".to_owned(), 2)].into());
}
