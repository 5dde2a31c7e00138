//! Names that stand in texts, that members are looked up by, and that tests show.

use crate::Java;
use reweave_classpath::ClassPath;
use reweave_refactor::{Around, Request, Session, Target};
use reweave_refactor_testing::check;
use reweave_text::{FileId, Sources};
use std::sync::Arc;

#[test]
fn a_types_full_name_that_stands_alone_follows() {
    check::<Java>(
        "rename",
        "```before
//- a/Tax.java
package a;
class $0Tax {
    Class<?> own() throws Exception { return Class.forName(\"a.Tax\"); }
    String words = \"see a.Tax for more\", key = \"a.Tax.key\";
}
```
```with
to=Levy
```
```after
//- a/Levy.java
package a;
class Levy {
    Class<?> own() throws Exception { return Class.forName(\"a.Levy\"); }
    String words = \"see a.Tax for more\", key = \"a.Tax.key\";
}
```

```before
//- a/Tax.java
package a;
class $0Tax { String own = \"a.Tax\"; }
```
```with
to=Levy
text=no
```
```after
//- a/Levy.java
package a;
class Levy { String own = \"a.Tax\"; }
```",
    );
    check::<Java>(
        "rename-package",
        "```before
//- a/b/Tax.java
package a.b;
class Tax { String own = \"a.b.Tax\", inner = \"a.b.Tax$In\", key = \"a.b.debug\", all = \"a.b\"; }
```
```with
from=a.b
to=c
```
```after
//- c/Tax.java
package c;
class Tax { String own = \"c.Tax\", inner = \"c.Tax$In\", key = \"a.b.debug\", all = \"a.b\"; }
```",
    );
}

/// A session over one class with files beside it.
fn with_beside(text: &str, beside: &[(&str, &str)]) -> Session<Java> {
    let around = Around {
        classes: Arc::new(ClassPath::with_jdk(&[], None)),
        beside: Sources::new(beside.iter().copied()),
        ..Around::default()
    };
    Session::within(Sources::new([("a/Tax.java", text)]), around)
}

#[test]
fn files_that_name_types_follow() {
    let text = "package a; public class Tax { }";
    let session = with_beside(
        text,
        &[
            ("META-INF/services/a.Tax", "a.Tax # the one\n"),
            (
                "conf/tax.xml",
                "<tax class=\"a.Tax\">a.Tax.rate, x.a.Tax</tax>",
            ),
        ],
    );
    let at = text.find("Tax").expect("it is there") as u32;
    let rename = Request::new("rename", Target::At(FileId(0), at)).with("to", "Levy");
    let outcome = session.apply(&rename).expect("it can be asked for");
    assert!(outcome.is_accepted());
    let after: Vec<_> = outcome
        .beside
        .iter()
        .map(|(_, f)| (&*f.path, &*f.text))
        .collect();
    assert_eq!(
        after,
        [
            ("META-INF/services/a.Levy", "a.Levy # the one\n"),
            (
                "conf/tax.xml",
                "<tax class=\"a.Levy\">a.Tax.rate, x.a.Tax</tax>"
            ),
        ]
    );
}

#[test]
fn a_type_that_a_file_names_is_not_deleted() {
    let text = "package a; public class Tax { }";
    let services = ("META-INF/services/java.lang.Runnable", "a.Tax\n");
    let session = with_beside(text, &[services]);
    let at = text.find("Tax").expect("it is there") as u32;
    let delete = Request::new("safe-delete", Target::At(FileId(0), at));
    let outcome = session.apply(&delete).expect("it can be asked for");
    let kinds: Vec<_> = outcome.refusals().map(|c| c.kind).collect();
    assert_eq!(kinds, ["string"]);
}

#[test]
fn a_file_that_is_looked_for_and_stays_is_a_reason_to_refuse() {
    let text = "package a;
public class Tax { Object rates = Tax.class.getResource(\"rates.txt\"); String full = \"/a/rates.txt\"; }
";
    let session = with_beside(text, &[("a/rates.txt", "")]);
    let package = Request::new("rename-package", Target::Nothing).with("from", "a");
    let outcome = session
        .apply(&package.with("to", "b"))
        .expect("it can be asked for");
    let kinds: Vec<_> = outcome.refusals().map(|c| c.kind).collect();
    assert_eq!(kinds, ["resource"]);
}

#[test]
fn members_that_are_looked_up_by_a_string_follow() {
    check::<Java>(
        "rename",
        "```before
class Task { void $0run() { } void run(int times) { } }
class Use {
    Object one() throws Exception { return Task.class.getDeclaredMethod(\"run\"); }
    Object other() throws Exception { return Task.class.getDeclaredMethod(\"run\", int.class); }
    Object its(Task task) throws Exception { return task.getClass().getMethod(\"run\"); }
    Object another() throws Exception { return Use.class.getDeclaredMethod(\"run\"); }
}
```
```with
to=start
```
```after
class Task { void start() { } void run(int times) { } }
class Use {
    Object one() throws Exception { return Task.class.getDeclaredMethod(\"start\"); }
    Object other() throws Exception { return Task.class.getDeclaredMethod(\"run\", int.class); }
    Object its(Task task) throws Exception { return task.getClass().getMethod(\"start\"); }
    Object another() throws Exception { return Use.class.getDeclaredMethod(\"run\"); }
}
```

```before
class Task { volatile int $0count; Object counts = AtomicIntegerFieldUpdater.newUpdater(Task.class, \"count\"); }
```
```with
to=times
```
```after
class Task { volatile int times; Object counts = AtomicIntegerFieldUpdater.newUpdater(Task.class, \"times\"); }
```

```before
enum Rate { $0LOW }
class Use { Rate low = Rate.valueOf(\"LOW\"), same = Enum.valueOf(Rate.class, \"LOW\"); String word = \"LOW\"; }
```
```with
to=SMALL
```
```after
enum Rate { SMALL }
class Use { Rate low = Rate.valueOf(\"SMALL\"), same = Enum.valueOf(Rate.class, \"SMALL\"); String word = \"LOW\"; }
```

```before
class Task {
    static Object $0values() { return null; }
    @org.junit.jupiter.params.provider.MethodSource({\"values\"}) void test(int value) { }
}
```
```with
to=numbers
```
```after
class Task {
    static Object numbers() { return null; }
    @org.junit.jupiter.params.provider.MethodSource({\"numbers\"}) void test(int value) { }
}
```

```before
class Task { void $0run() { } void run(int times) { } }
class Use { Object one(Lookup lookup, Object type) { return lookup.findVirtual(Task.class, \"run\", type); } }
```
```with
to=start
```
```refuses
it may be looked up here
```",
    );
}

#[test]
fn members_that_are_looked_up_stay_what_they_are() {
    let before = "```before
class A { }
class Task extends A { static int $0count(int from) { return from; } }
class Use { Object one() throws Exception { return Task.class.getDeclaredMethod(\"count\", int.class); } }
```
";
    let refused = "```refuses\nit is looked up here\n```\n";
    check::<Java>("safe-delete", &format!("{before}{refused}"));
    check::<Java>("pull-up", &format!("{before}{refused}"));
    check::<Java>(
        "move-members",
        &format!("{before}```with\nto=A\n```\n{refused}"),
    );
    check::<Java>(
        "change-signature",
        &format!("{before}```with\nparams=from, int more = 0\n```\n{refused}"),
    );
}

#[test]
fn names_that_tests_show_are_reasons_to_refuse() {
    check::<Java>(
        "rename",
        "```before
class $0Shape { }
//- ShapeTest.java
import org.junit.Test;
class ShapeTest { @Test public void name() { assertEquals(20, Shape.class.getName().length()); } }
```
```with
to=Form
```
```refuses
a test reads the name of a class
```

```before
class $0Shape { public String toString() { return getClass().getSimpleName() + \"[]\"; } }
//- src/test/java/ShapeTest.java
class ShapeTest { boolean test() { return new Shape().toString().equals(\"Shape[]\"); } }
```
```with
to=Form
```
```refuses
a test spells the name of a class
```

```before
enum Rate { $0LOW }
//- src/test/java/RateTest.java
class RateTest { boolean test(Rate rate) { return (\"\" + rate).equals(\"LOW\"); } }
```
```with
to=SMALL
```
```refuses
a test spells the name of a member
```

```before
class $0Shape { }
//- src/test/java/ShapeTest.java
class ShapeTest { String words = \"Shape\"; Object other = new Shape(); }
```
```with
to=Form
```
```after
class Form { }
//- src/test/java/ShapeTest.java
class ShapeTest { String words = \"Shape\"; Object other = new Form(); }
```",
    );
    let before = "```before
//- a/b/Shape.java
package a.b;
class Shape { }
//- src/test/java/a/b/ShapeTest.java
package a.b;
class ShapeTest { String types = \"int,a.b.Shape\", path = \"data/a/b/shape.txt\"; }
```
";
    check::<Java>(
        "rename-package",
        &format!(
            "{before}```with\nfrom=a.b\nto=c\n```\n```refuses\na test names a type by `a.b`\n```"
        ),
    );
}

#[test]
fn constructors_that_are_looked_for_keep_their_parameters() {
    let changed = |source: &str, after: &str| {
        let with = "```with\nparams=int n = 0\n```";
        check::<Java>(
            "change-signature",
            &format!("```before\n{source}\n```\n{with}\n{after}"),
        );
    };
    let (base, looked_up) = (
        "class Base { $0Base() { } }",
        "```refuses\nlooked up here\n```",
    );
    let asks = |expression: &str| {
        format!("{base}\nclass U {{ Object o() throws Throwable {{ return {expression}; }} }}")
    };
    changed(&asks("Base.class.getConstructor()"), looked_up);
    changed(
        &asks("Base.class.getDeclaredConstructor().newInstance()"),
        looked_up,
    );
    changed(&asks("Base.class.newInstance()"), looked_up);
    changed(
        &asks("Base.class.getConstructor(int.class)"),
        "```after
class Base { Base(int n) { } }
class U { Object o() throws Throwable { return Base.class.getConstructor(int.class); } }
```",
    );
    let serial = "class Heir extends Base implements java.io.Serializable { }";
    changed(
        &format!("{base}\n{serial}"),
        "```refuses\nserialization looks for it\n```",
    );
    changed(
        &format!(
            "{base}\nclass Mid extends Base {{ Mid() {{ }} }}\nclass Heir extends Mid implements java.io.Serializable {{ }}"
        ),
        "```after
class Base { Base(int n) { } }
class Mid extends Base { Mid() {
    super(0); } }
class Heir extends Mid implements java.io.Serializable { }
```",
    );
}

#[test]
fn strings_look_up_what_follows_a_type_or_a_field() {
    check::<Java>(
        "rename",
        "```before
class $0Part { }
class A { Part part; Object o() throws Exception { return A.class.getDeclaredField(\"part\"); } }
```
```with
to=Unit
similar=yes
```
```after
class Unit { }
class A { Unit unit; Object o() throws Exception { return A.class.getDeclaredField(\"unit\"); } }
```

```before
class A {
    int $0n;
    int getN() { return n; }
    Object o() throws Exception { return A.class.getDeclaredMethod(\"getN\"); }
}
```
```with
to=m
accessors=yes
```
```after
class A {
    int m;
    int getM() { return m; }
    Object o() throws Exception { return A.class.getDeclaredMethod(\"getM\"); }
}
```",
    );
}
