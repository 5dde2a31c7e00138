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

#[test]
fn functions_in_functions_are_renamed_too() {
    let text = |name: &str| {
        format!(
            "
describe('cart', function() {{
  it('adds', function() {{
    function {name}(items) {{
      var sum = 0;
      items.forEach(function(item) {{ sum += item.price * item.count; }});
      return round(sum, 2);
    }}
    expect({name}(items)).toBe(3);
  }});
}});

function outer(items) {{
  function inner{name}(item) {{
    log(item.name);
    return item.price * item.count;
  }}
  return items.map(inner{name});
}}
"
        )
    };
    let (before, after) = (text("Total"), text("Amount"));
    assert_eq!(
        found(&[("cart.js", &before)], &[("cart.js", &after)]),
        [
            "Rename Method private Total(items) renamed to private Amount(items) in class cart",
            "Rename Method private innerTotal(item) renamed to private innerAmount(item) in class cart.outer",
        ]
    );
}

#[test]
fn classes_in_functions_are_renamed_too() {
    let text = |name: &str| {
        format!(
            "
def build(url):
    class {name}(Schema):
        address = url

        def check(self, value):
            return self.address in value
    return {name}()
"
        )
    };
    let (before, after) = (text("Link"), text("Reference"));
    assert_eq!(
        found(&[("shop/cart.py", &before)], &[("shop/cart.py", &after)]),
        ["Rename Class cart.__module__.build.Link renamed to cart.__module__.build.Reference"]
    );
}

#[test]
fn functions_given_to_objects_are_called_by_them() {
    let before = "
helpers.clear = function(chart) {
  chart.context.clearRect(0, 0, chart.width, chart.height);
  chart.notify('cleared');
};
";
    let after = "
canvas.clear = function(chart) {
  chart.context.clearRect(0, 0, chart.width, chart.height);
  chart.notify('cleared');
};
";
    assert_eq!(
        found(&[("core.js", before)], &[("core.js", after)]),
        [
            "Rename Method public helpers.clear(chart) renamed to public canvas.clear(chart) in class core"
        ]
    );
}

#[test]
fn where_nothing_is_overloaded_a_name_is_enough() {
    let before = "
def view(stream, path):
    graph = collect(stream)
    for node in graph.nodes():
        draw(node, path)
";
    let after = "
def view(*streams):
    show(streams)
";
    assert_eq!(
        found(&[("shop/view.py", before)], &[("shop/view.py", after)]),
        [
            "Add Parameter streams in method public view(streams) from class view.__module__",
            "Remove Parameter path in method public view(stream, path) from class view.__module__",
            "Remove Parameter stream in method public view(stream, path) from class view.__module__",
        ]
    );
}

#[test]
fn python_functions_say_what_they_give_back_and_who_may_call_them() {
    let before = "
class Cart:
    def _total(self, items):
        self.sum = sum(item.price for item in items)
        self.log(self.sum, items)
";
    let after = "
class Cart:
    def total(self, items):
        self.sum = sum(item.price for item in items)
        self.log(self.sum, items)
        return self.sum
";
    let all = found(&[("shop/cart.py", before)], &[("shop/cart.py", after)]);
    let place = "in method public total(items) from class cart.Cart";
    assert!(
        all.contains(&format!("Change Return Type None to Object {place}")),
        "{all:?}"
    );
    assert!(
        all.contains(&format!(
            "Change Method Access Modifier protected to public {place}"
        )),
        "{all:?}"
    );
}

#[test]
fn kotlin_extensions_are_told_apart_by_what_they_extend() {
    let before = "
package shop
fun List<Item>.write(out: Out) { out.add(size); for (item in this) { out.add(item) } }
fun Map<Item, Int>.write(out: Out) { out.begin(); for (entry in this) { out.put(entry.key, entry.value) } }
";
    let after = "
package shop
fun List<Item>.write(out: Out, deep: Boolean) { out.add(size); for (item in this) { out.add(item) } }
fun Map<Item, Int>.write(out: Out) { out.begin(); for (entry in this) { out.put(entry.key, entry.value) } }
";
    assert_eq!(
        found(&[("shop/Cart.kt", before)], &[("shop/Cart.kt", after)]),
        [
            "Add Parameter deep : Boolean in method public List<Item>.write(out Out, deep Boolean) from class shop.Cart.module"
        ]
    );
}

#[test]
fn attributes_that_are_defined_out_of_their_class_are_declared_in_it() {
    let text = |name: &str| {
        format!(
            "class {name} {{\n private:\n  static int count_;\n  int next();\n}};\nint {name}::count_ = 3;\n"
        )
    };
    let (before, after) = (text("Counter"), text("Meter"));
    assert_eq!(
        found(&[("a/counter.cc", &before)], &[("a/counter.cc", &after)]),
        ["Rename Class Counter renamed to Meter"]
    );
}

#[test]
fn the_code_of_notebooks_is_read() {
    let text = |name: &str| {
        format!(
            r##"{{"cells": [
 {{"cell_type": "markdown", "source": ["# def old(): pass\n"]}},
 {{"cell_type": "code", "source": [
  "%matplotlib inline\n",
  "def {name}(items):\n",
  "    total = sum(item.price for item in items)\n",
  "    print(\"total\", total)\n",
  "    return total"
 ]}}
]}}
"##
        )
    };
    let (before, after) = (text("amount"), text("price_of"));
    assert_eq!(
        found(
            &[("books/cart.ipynb", &before)],
            &[("books/cart.ipynb", &after)]
        ),
        [
            "Rename Method public amount(items) renamed to public price_of(items) in class cart.__module__"
        ]
    );
}

#[test]
fn a_class_without_members_keeps_what_it_extends() {
    let text = |name: &str| {
        format!("class {name}(StoreError):\n    pass\n\n\nclass Other(StoreError):\n    pass\n")
    };
    let (before, after) = (text("FrozenError"), text("FrozenCartError"));
    assert_eq!(
        found(&[("shop/cart.py", &before)], &[("shop/cart.py", &after)]),
        ["Rename Class cart.FrozenError renamed to cart.FrozenCartError"]
    );
}

#[test]
fn the_body_of_a_kotlin_class_is_not_given_to_its_delegate() {
    let text = |name: &str| {
        format!(
            "package shop\nclass Cart(store: Store) : Base(), Store by store {{\n    fun {name}(): Int {{\n        log(\"total\")\n        return items.sum() + where?.count\n    }}\n}}\n"
        )
    };
    let (before, after) = (text("total"), text("amount"));
    assert_eq!(
        found(&[("shop/Cart.kt", &before)], &[("shop/Cart.kt", &after)]),
        ["Rename Method public total() : Int renamed to public amount() : Int in class shop.Cart"]
    );
}

#[test]
fn named_functions_that_are_values_are_functions() {
    let text = |name: &str| {
        format!(
            "server.register(function {name}(instance, options, done) {{\n  instance.get('/', options);\n  done();\n}});\n"
        )
    };
    let (before, after) = (text("plugin"), text("routes"));
    assert_eq!(
        found(&[("app.js", &before)], &[("app.js", &after)]),
        [
            "Rename Method private plugin(instance, options, done) renamed to private routes(instance, options, done) in class app"
        ]
    );
}

#[test]
fn parameters_of_functions_in_functions_are_renamed() {
    let text = |name: &str| {
        format!(
            "
def until(test, callback):
    def step({name}, *rest):
        if {name}:
            return callback({name})
        test(rest, step)
    return step(None)
"
        )
    };
    let (before, after) = (text("err"), text("problem"));
    let all = found(&[("flow/until.py", &before)], &[("flow/until.py", &after)]);
    let told = "Rename Parameter err to problem in method public step(problem, rest) from class until.__module__.until";
    assert!(all.iter().any(|d| d == told), "{all:?}");
}
