//! What JavaScript and TypeScript become in the model.

use reweave_lang_javascript::{javascript, typescript};
use reweave_model::{FileModel, Kind, Modifiers, NodeId};
use reweave_text::{Interner, Symbol};

fn script(path: &str, text: &str) -> (FileModel, Interner) {
    let names = Interner::new();
    let file =
        javascript::lower_cancellable(path, text, &names, &|| false).expect("not called off");
    assert_eq!(file.left_out, [], "{text}");
    (file, names)
}

fn typed(path: &str, text: &str) -> (FileModel, Interner) {
    let names = Interner::new();
    let file =
        typescript::lower_cancellable(path, text, &names, &|| false).expect("not called off");
    assert_eq!(file.left_out, [], "{text}");
    (file, names)
}

/// Each callable with its type and parameters, a minus before what is private.
fn callables((file, names): &(FileModel, Interner)) -> Vec<String> {
    let text = |s: Symbol| names.text(s);
    let one = |c: &reweave_model::Callable| {
        let params: Vec<&str> = c.params.iter().map(|p| text(p.name)).collect();
        let sign = if c.modifiers.has(Modifiers::PRIVATE) {
            "-"
        } else {
            ""
        };
        let owner = text(file.ty(c.owner).qualified);
        let object = c
            .receiver
            .map_or(String::new(), |r| format!("{}.", text(file.tree.sym(r))));
        format!(
            "{sign}{owner} {object}{}({})",
            text(c.name),
            params.join(",")
        )
    };
    let functions = file.callables.iter().filter(|c| !c.is_module_body());
    functions.map(one).collect()
}

fn fields((file, names): &(FileModel, Interner)) -> Vec<String> {
    let one = |f: &reweave_model::Field| {
        let owner = names.text(file.ty(f.owner).qualified);
        format!("{owner} {}", names.text(f.name))
    };
    file.fields.iter().map(one).collect()
}

fn count(file: &FileModel, kind: Kind) -> usize {
    let all = (0..file.tree.len() as u32).map(NodeId);
    all.filter(|&n| file.tree.kind(n) == kind).count()
}

#[test]
fn functions_with_a_property_for_a_name_are_members_of_the_module() {
    let read = script(
        "src/core/core.scale.js",
        "'use strict';
         var helpers = require('./core.helpers');
         function plain(a, b = 1, ...rest) { function inner() { return a; } return inner(); }
         const arrow = (x) => x + 1;
         export const shown = async x => { await x; };
         module.exports = function(Chart) {
           function made(a) { return a; }
           var own = function(b) { return b; };
           Chart.Scale = Chart.Element.extend({
             draw: function(area) { return area; },
             /** @private */
             fit(width) { return width; },
             margin: 3
           });
           helpers.each = function(list) { return list.map(function(x) { return x; }); };
         };",
    );
    assert_eq!(
        callables(&read),
        [
            "-core.scale plain(a,b,rest)",
            "-core.scale.plain inner()",
            "-core.scale arrow(x)",
            "core.scale shown(x)",
            "core.scale module.exports(Chart)",
            "-core.scale.module.exports own(b)",
            "core.scale made(a)",
            "core.scale draw(area)",
            "-core.scale fit(width)",
            "core.scale helpers.each(list)",
        ]
    );
    assert_eq!(fields(&read), ["core.scale helpers"]);
    assert_eq!(read.0.imports.len(), 1);
    // Each function stands in one place only.
    assert_eq!(count(&read.0, Kind::Callable), 11);
    assert_eq!(count(&read.0, Kind::Lambda), 1, "the argument of map");
}

#[test]
fn classes_have_methods_accessors_and_fields_that_methods_set() {
    let read = script(
        "shape.mjs",
        "export default class Shape extends Base {
           static all = [];
           #secret = 1;
           handle = (e) => { this.last = e; };
           constructor(x) { super(x); this.x = x; this.#secret = 2; this.x = 3; }
           get width() { return this.x; }
           set width(w) { this.w = w; }
           static of(...xs) { return { make() { return xs; } }; }
         }
         const Named = class { run() {} };",
    );
    assert_eq!(
        callables(&read),
        [
            "shape.Shape handle(e)",
            "shape.Shape constructor(x)",
            "shape.Shape width()",
            "shape.Shape width(w)",
            "shape.Shape of(xs)",
            "shape.Named run()",
        ]
    );
    let expected = [
        "shape.Shape all",
        "shape.Shape #secret",
        "shape.Shape last",
        "shape.Shape x",
        "shape.Shape w",
    ];
    assert_eq!(fields(&read), expected);
}

#[test]
fn typescript_declares_interfaces_enums_aliases_and_namespaces() {
    let read = typed(
        "api/index.ts",
        "import { A, type B } from './a';
         export interface Shape<T extends object> extends Base { area(scale?: number): number; name: string; }
         export abstract class Circle implements Shape<X> {
           constructor(private readonly r: number, protected log?: Logger) { super(); }
           abstract draw(): void;
           protected static make<T>(this: Circle, value: T, ...rest: string[]): T { return value as T; }
           @Input() size!: number;
         }
         export type Point = { x: number; move(dx: number): void };
         enum Color { Red, Green = 2 }
         namespace util { export function clamp(n: number) { return n!; } export const max = 1; }
         export const f = <T,>(x: T): T => x;",
    );
    assert_eq!(
        callables(&read),
        [
            "index.Shape area(scale)",
            "index.Circle constructor(r,log)",
            "index.Circle draw()",
            "index.Circle make(value,rest)",
            "index.Point move(dx)",
            "index.util clamp(n)",
            "index f(x)",
        ]
    );
    let names = fields(&read);
    for field in [
        "index.Shape name",
        "index.Circle r",
        "index.Circle log",
        "index.Circle size",
        "index.Point x",
        "index.Color Red",
        "index.Color Green",
        "index.util max",
    ] {
        assert!(names.iter().any(|n| n == field), "{field}: {names:?}");
    }
    let constructor = read.0.callables.iter().find(|c| c.is_constructor());
    let required = constructor.map(reweave_model::Callable::required);
    assert_eq!(required, Some(1), "log may be left out");
}

#[test]
fn a_variable_that_holds_this_is_another_name_for_it() {
    let read = script(
        "a.js",
        "x.f = function() { var me = this; me.g(); each(function() { me.h(); }); };
         x.g = function(that) { that.h(); };",
    );
    assert_eq!(count(&read.0, Kind::This), 3, "the value and two receivers");
}

#[test]
fn jsx_is_read_where_it_may_stand() {
    let text =
        "export const View = ({ items }) => <ul>{items.map(i => <li key={i}>{i.name}</li>)}</ul>;";
    let read = script("view.jsx", text);
    assert_eq!(callables(&read), ["view View({items})"]);
    let read = typed("view.tsx", text);
    assert_eq!(callables(&read), ["view View({items})"]);
    assert!(
        count(&read.0, Kind::Call) >= 1,
        "the expressions in it are read"
    );
}

#[test]
fn a_next_version_is_read_like_alone() {
    let (old, new) = (
        "function f(a) { return a; }",
        "function f(a, b) { return a + b; }",
    );
    let names = Interner::new();
    let next = |text, earlier| {
        let read = javascript::lower_next(("a.js", text), earlier, &names, &|| false);
        read.expect("read")
    };
    let (before, version) = next(old, None);
    let (after, _) = next(new, version.as_ref());
    for (file, text) in [(&before, old), (&after, new)] {
        let alone = javascript::lower_cancellable("a.js", text, &names, &|| false).expect("read");
        assert_eq!(file.tree.hash(NodeId::ROOT), alone.tree.hash(NodeId::ROOT));
    }
}

#[test]
fn what_is_broken_is_left_out_and_said() {
    let names = Interner::new();
    let text = "function good() { return 1; }\nfunction bad( { return ; }\n";
    let file = javascript::lower_cancellable("a.js", text, &names, &|| false).expect("read");
    assert!(!file.left_out.is_empty());
    assert!(file.callables.iter().any(|c| names.text(c.name) == "good"));
}

#[test]
fn of_a_component_the_scripts_are_read() {
    let text = "<template>\n  <p>{{ total() }}</p>\n</template>\n\
                <script setup lang=\"ts\">\nfunction total(n: number) { return n; }\n</script>\n\
                <style>p { color: red }</style>\n";
    let read = typed("src/Cart.vue", text);
    assert_eq!(callables(&read), ["-Cart total(n)"]);
    let at = read.0.callables.iter().find(|c| !c.is_module_body());
    let at = at.map(|c| read.0.tree.span(c.node).text(text));
    assert!(at.is_some_and(|t| t.starts_with("function total")));
}

#[test]
fn the_samples_are_read_whole() {
    let read = script("sample.js", include_str!("samples/sample.js"));
    assert!(!callables(&read).is_empty());
    let read = typed("sample.ts", include_str!("samples/sample.ts"));
    assert!(!callables(&read).is_empty());
}
