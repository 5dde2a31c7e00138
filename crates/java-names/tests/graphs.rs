//! Reference graph, call graph and override families.

use reweave_java_names::{Item, Names, NoClasses, UseKind};
use reweave_text::Interner;
use std::sync::Arc;

const SHAPES: &str = "
interface Shape { double area(); }
abstract class Base<T> { abstract void put(T t); void twice(T t) { put(t); put(t); } }
class Circle extends Base<Circle> implements Shape {
    Circle last;
    public double area() { return 1; }
    void put(Circle c) { last = c; last.area(); }
}
class Impl { public double area() { return 2; } }
class Both extends Impl implements Shape {}
";

fn names() -> Names {
    let names = Arc::new(Interner::new());
    let program = reweave_lang_java::lower_program([("Shapes.java", SHAPES)], &names);
    Names::resolve(Arc::new(program), Arc::new(NoClasses), 1)
}

#[test]
fn counts_of_references() {
    let names = names();
    let world = &names.world;
    let shown: Vec<String> = names
        .reference_graph()
        .iter()
        .filter(|e| matches!(e.kind, UseKind::Call | UseKind::Write | UseKind::Read))
        .map(|e| {
            let item = |i| match i {
                Item::Class(c) => world.class_key(c).to_owned(),
                Item::Method(m) => world.method_key(m),
                Item::Field(f) => world.field_key(f),
            };
            format!("{} {:?} {} {}", item(e.from), e.kind, item(e.to), e.count)
        })
        .collect();
    for wanted in [
        "Base.twice(Ljava/lang/Object;) Call Base.put(Ljava/lang/Object;) 2",
        "Circle.put(LCircle;) Call Circle.area() 1",
        "Circle.put(LCircle;) Write Circle.last 1",
        "Circle.put(LCircle;) Read Circle.last 1",
    ] {
        assert!(
            shown.iter().any(|s| s == wanted),
            "{wanted} among {shown:#?}"
        );
    }
}

#[test]
fn families_go_through_generics_and_through_subclasses() {
    let names = names();
    let world = &names.world;
    let overrides = names.overrides();
    let mut pairs: Vec<String> = overrides
        .all()
        .iter()
        .map(|o| format!("{} > {}", world.method_key(o.by), world.method_key(o.of)))
        .collect();
    pairs.sort();
    assert_eq!(
        pairs,
        [
            "Circle.area() > Shape.area()",
            "Circle.put(LCircle;) > Base.put(Ljava/lang/Object;)",
            "Impl.area() > Shape.area()",
        ]
    );
    let area = overrides
        .all()
        .iter()
        .find(|o| world.method_key(o.by) == "Impl.area()");
    let family = overrides.family(area.expect("it is there").by);
    assert_eq!(family.len(), 3);
}

#[test]
fn only_targets_are_marked() {
    let names = names();
    let overrides = names.overrides();
    let calls = names.call_graph(&overrides);
    let shown: Vec<(String, bool)> = calls
        .iter()
        .map(|c| {
            (
                names.world.method_key(c.to.expect("all are known")),
                c.unique,
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("Base.put(Ljava/lang/Object;)".to_owned(), false),
            ("Base.put(Ljava/lang/Object;)".to_owned(), false),
            ("Circle.area()".to_owned(), true),
        ]
    );
}
