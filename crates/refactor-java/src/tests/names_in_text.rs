//! Names that stand in texts, that members are looked up by, and that tests show.

use crate::Java;
use reweave_classpath::ClassPath;
use reweave_refactor::{Around, Request, Session, Target};
use reweave_refactor_testing::check;
use reweave_text::{FileId, Sources};
use std::sync::Arc;

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
