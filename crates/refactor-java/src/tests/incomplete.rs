//! What was not read, did not resolve, or is reached by a framework.

use super::super::Java;
use reweave_classpath::ClassPath;
use reweave_manual::Fixture;
use reweave_refactor::{
    Around, Effect, Frameworks, Left, Outcome, Reached, Request, Session, Standing, Target, Unread,
    Unresolved,
};
use reweave_text::{FileId, Sources};
use std::sync::Arc;

struct Asked {
    files: Vec<(String, String)>,
    target: Target,
    around: Around,
}

fn asked(fixture: &str) -> Asked {
    let fixture = Fixture::parse(fixture, "Main.java");
    let target = match fixture.marks[..] {
        [(file, at), ..] => Target::At(FileId(file as u32), at),
        [] => Target::Nothing,
    };
    Asked {
        files: fixture.files,
        target,
        around: Around {
            classes: Arc::new(ClassPath::with_jdk(&[], None)),
            threads: 1,
            ..Around::default()
        },
    }
}

impl Asked {
    fn beside(mut self, path: &str, left: Left, bytes: &[u8]) -> Self {
        let bytes = bytes.to_vec();
        let unread = Unread {
            path: path.to_owned(),
            left,
            load: Arc::new(move || Some(bytes.clone())),
        };
        self.around.unread = self.around.unread.iter().cloned().chain([unread]).collect();
        self
    }

    fn apply(self, refactoring: &str, params: &[(&str, &str)]) -> Outcome {
        let session = Session::<Java>::within(Sources::new(self.files), self.around);
        let mut request = Request::new(refactoring, self.target);
        for (name, value) in params {
            request = request.with(*name, *value);
        }
        session.apply(&request).expect("it can be asked for")
    }
}

fn told(outcome: &Outcome, standing: Standing) -> Vec<String> {
    let conflicts = outcome.conflicts.iter();
    conflicts
        .filter(|c| c.standing == standing)
        .map(|c| format!("{}: {}", c.kind, c.message))
        .collect()
}

fn refused(outcome: &Outcome, part: &str) {
    let all = told(outcome, Standing::Refuses);
    assert!(all.iter().any(|m| m.contains(part)), "{part} in {all:?}");
}

fn warned(outcome: &Outcome, part: &str) {
    accepted(outcome);
    let all = told(outcome, Standing::Warns);
    assert!(all.iter().any(|m| m.contains(part)), "{part} in {all:?}");
}

fn accepted(outcome: &Outcome) {
    assert!(outcome.is_accepted(), "{:?}", outcome.conflicts);
}

const TASK: &str = "//- a/A.java
package a;
public class A extends lib.Task { @Override public void $0step() {} }
//- a/B.java
package a;
public class B extends A {}
";

#[test]
fn a_method_of_a_class_with_a_missing_supertype_stays() {
    for (refactoring, params) in [
        ("rename", &[("to", "go")][..]),
        ("safe-delete", &[]),
        ("change-signature", &[("params", "int n = 0")]),
        ("push-down", &[]),
    ] {
        let outcome = asked(TASK).apply(refactoring, params);
        refused(&outcome, "lib.Task is not resolved; give --classpath");
        refused(&outcome, "its @Override says");
    }
}

#[test]
fn what_is_pulled_up_or_moved_into_such_a_class_could_be_overridden() {
    let pulled = asked(
        "class A extends lib.Task {}
class B extends A { int $0step() { return 1; } }",
    );
    refused(&pulled.apply("pull-up", &[]), "lib.Task is not resolved");
    let moved = asked(
        "class A extends lib.Task {}
class B { static int $0step() { return 1; } }",
    );
    let moved = moved.apply("move-members", &[("to", "A")]);
    refused(&moved, "lib.Task is not resolved");
}

#[test]
fn a_missing_type_below_concerns_the_class_above() {
    let outcome = asked(
        "class A { void $0step() {} }
class B extends A implements lib.Job {}",
    )
    .apply("rename", &[("to", "go")]);
    refused(&outcome, "lib.Job is not resolved");
    let private = asked(
        "class A { private void $0step() {} }
class B extends A implements lib.Job {}",
    )
    .apply("rename", &[("to", "go")]);
    accepted(&private);
    let private = "class A extends lib.Task { private void $0step() {} }";
    accepted(&asked(private).apply("safe-delete", &[]));
    refused(&asked(private).apply("rename", &[("to", "go")]), "lib.Task");
}

#[test]
fn anonymous_classes_of_missing_types_too() {
    let outcome =
        asked("class A { Object o = new lib.Task() { @Override public void $0step() {} }; }")
            .apply("rename", &[("to", "go")]);
    refused(&outcome, "lib.Task");
}

#[test]
fn an_override_of_nothing_known_is_proof_of_something_unknown() {
    let outcome =
        asked("class A { @Override public void $0step() {} }").apply("rename", &[("to", "go")]);
    refused(&outcome, "overrides nothing that is known");
}

#[test]
fn complete_hierarchies_are_not_concerned() {
    let outcome = asked(
        "class A extends lib.Task {}
class B implements Comparable<B> { void $0step() {} public int compareTo(B b) { return 0; } }",
    )
    .apply("rename", &[("to", "go")]);
    accepted(&outcome);
    assert!(told(&outcome, Standing::Warns).is_empty());
}

#[test]
fn a_call_on_what_is_not_known_may_be_of_this_method() {
    let outcome = asked(
        "class A { void $0step() {} }
class B { void f(lib.Holder h) { h.get().step(); } }",
    )
    .apply("rename", &[("to", "go")]);
    refused(&outcome, "step");
    let outcome = asked(
        "import lib.Holder;
class A { void $0step() {} }
class B { void f(Holder h) { h.step(); } }",
    )
    .apply("rename", &[("to", "go")]);
    accepted(&outcome);
}

#[test]
fn unresolved_types_are_counted() {
    let asked = asked("import lib.A; class B extends lib.Task { A a; lib.x.C c; String s; }");
    let session = Session::<Java>::within(Sources::new(asked.files), asked.around);
    let names: Vec<Unresolved> = session.unresolved();
    let names: Vec<_> = names.iter().map(|u| u.name.as_str()).collect();
    assert_eq!(names, ["lib.A", "lib.Task", "lib.x.C"]);
}

const CART: &str = "//- a/Cart.java
package a;
public class Cart { public int $0getTotal() { return 1; } private int half() { return 2; } }
";

#[test]
fn a_file_that_was_left_out_and_holds_the_name() {
    let out = || Left::Out("it has NUL bytes".to_owned());
    let outcome = asked(CART)
        .beside(
            "a/Bad.java",
            out(),
            b"class Bad {\0\n int n = new Cart().getTotal(); }",
        )
        .apply("rename", &[("to", "getSum")]);
    refused(&outcome, "a/Bad.java:2:21 holds the name `getTotal`");
    let outcome = asked(CART)
        .beside(
            "a/Bad.java",
            out(),
            b"class Bad extends Cart { int getSum() {\0} }",
        )
        .apply("rename", &[("to", "getSum")]);
    refused(&outcome, "holds the name `getSum`");
    let outcome = asked(CART)
        .beside("a/Bad.java", out(), b"class Bad { int getTotals() {\0} }")
        .apply("rename", &[("to", "getSum")]);
    accepted(&outcome);
    let folder = Left::Folder("permission denied".to_owned());
    let outcome = asked(CART)
        .beside("b", folder, b"")
        .apply("rename", &[("to", "getSum")]);
    refused(
        &outcome,
        "the folder b was not looked into (permission denied)",
    );
}

#[test]
fn what_only_its_own_file_can_name_is_not_looked_for() {
    let private = CART.replace("$0", "").replace("int half", "int $0half");
    let outcome = asked(&private)
        .beside("a/Bad.java", Left::Out("x".to_owned()), b"half\0")
        .apply("rename", &[("to", "third")]);
    accepted(&outcome);
}

#[test]
fn callers_in_other_languages() {
    let rename = |path: &str, text: &str| {
        asked(CART)
            .beside(path, Left::Other, text.as_bytes())
            .apply("rename", &[("to", "getSum")])
    };
    // The type is named in full, or from inside its package.
    for text in [
        "import a.Cart\nfun f(c: Cart) = c.getTotal()",
        "package a\nfun f(c: Cart) = c.total",
        "import a.*\nfun f(c: Cart) = c.total",
    ] {
        refused(&rename("src/F.kt", text), "src/F.kt:2:");
    }
    refused(
        &rename("F.groovy", "def c = new a.Cart(); c.total"),
        "Groovy",
    );
    refused(
        &rename("F.scala", "import a._\nclass F { new Cart().getTotal }"),
        "Scala",
    );
    // Only the word tells.
    let outcome = rename("F.kt", "package b\nfun f(c: Basket) = c.total");
    warned(&outcome, "F.kt:2:");
    // A comment tells nothing, nor does another word.
    let outcome = rename(
        "F.kt",
        "package a\n// Cart.total\nfun f(c: Cart) = c.totals",
    );
    assert!(outcome.conflicts.is_empty(), "{:?}", outcome.conflicts);
    let xml = "<bean class=\"a.Cart\"><property name=\"total\"/></bean>";
    refused(&rename("beans.xml", xml), "beans.xml:1:");
    let outcome = rename("page.jsp", "${cart.total}");
    warned(&outcome, "page.jsp:1:");
    let outcome = rename("doc.html", "<p>a.Cart: see <code>Cart.total()</code>");
    warned(&outcome, "doc.html:1:");
    let outcome = rename("words.properties", "text=the total of it");
    assert!(outcome.conflicts.is_empty(), "{:?}", outcome.conflicts);
}

#[test]
fn a_type_that_other_code_names() {
    let kotlin = b"package b\nimport a.Cart\nval c = Cart()";
    let types = CART.replace("$0", "").replace("class Cart", "class $0Cart");
    let outcome = asked(&types)
        .beside("F.kt", Left::Other, kotlin)
        .apply("rename", &[("to", "Basket")]);
    refused(&outcome, "F.kt:2:8 (Kotlin) names `Cart`");
    let outcome = asked(&types)
        .beside(
            "F.kt",
            Left::Other,
            b"package b\nimport c.Cart\nval c = Cart()",
        )
        .apply("rename", &[("to", "Basket")]);
    assert!(outcome.conflicts.is_empty(), "{:?}", outcome.conflicts);
}

#[test]
fn frameworks_reach_what_no_call_shows() {
    for (fixture, refactoring, params, part) in [
        (
            "class T { @org.junit.Test public void $0adds() {} }",
            "safe-delete",
            &[][..],
            "JUnit runs it",
        ),
        (
            "import org.junit.jupiter.api.Test; class T { @Test void $0adds() {} }",
            "change-signature",
            &[("params", "int n = 0")],
            "JUnit runs it",
        ),
        (
            "import org.springframework.context.annotation.Bean; class C { @Bean Object $0clock() { return null; } }",
            "rename",
            &[("to", "watch")],
            "Spring makes a bean of it",
        ),
        (
            "import org.springframework.beans.factory.annotation.*; class C { @Autowired private Runnable $0job; }",
            "safe-delete",
            &[],
            "Spring injects it",
        ),
        (
            "import com.fasterxml.jackson.annotation.JsonProperty; class C { @JsonProperty private int $0total; }",
            "rename",
            &[("to", "sum")],
            "Jackson",
        ),
        (
            "@lombok.Data class C { private int $0total; }",
            "rename",
            &[("to", "sum")],
            "Lombok",
        ),
        (
            "import jakarta.persistence.*; @Entity class C { private int $0total; }",
            "rename",
            &[("to", "sum")],
            "JPA",
        ),
        (
            "import org.junit.Test; @Test @interface Fast {} class C { @Fast public void $0adds() {} }",
            "safe-delete",
            &[],
            "JUnit",
        ),
        (
            "class C implements java.io.Serializable { private static final long $0serialVersionUID = 1; }",
            "rename",
            &[("to", "uid")],
            "serialization",
        ),
        (
            "class C { public static void $0main(String[] args) {} }",
            "rename",
            &[("to", "start")],
            "the java command",
        ),
    ] {
        refused(&asked(fixture).apply(refactoring, params), part);
    }
}

#[test]
fn a_name_that_an_annotation_gives_is_the_one_that_counts() {
    let outcome = asked(
        "import com.fasterxml.jackson.annotation.JsonProperty; class C { @JsonProperty(\"total\") private int $0total; }",
    )
    .apply("rename", &[("to", "sum")]);
    warned(&outcome, "Jackson");
    let outcome = asked("import org.junit.Test; class T { @Test public void $0adds() {} }")
        .apply("rename", &[("to", "sums")]);
    warned(&outcome, "JUnit");
    let outcome = asked("class C implements java.io.Serializable { private int $0total; }")
        .apply("rename", &[("to", "sum")]);
    warned(&outcome, "serialization");
}

#[test]
fn what_moves_and_is_found_again_is_warned_of() {
    let outcome = asked(
        "class A {}
class B extends A { @org.junit.Test public void $0adds() {} }",
    )
    .apply("pull-up", &[]);
    warned(&outcome, "JUnit");
    let outcome = asked(
        "//- a/C.java
package a;
@org.springframework.stereotype.Component public class $0C {}
",
    )
    .apply("move-type", &[("to", "b")]);
    warned(&outcome, "Spring");
}

#[test]
fn the_list_of_annotations_is_open() {
    let fixture = "@interface Entry {} class C { @Entry void $0start() {} }";
    accepted(&asked(fixture).apply("safe-delete", &[]));
    let mut frameworks = Frameworks::default();
    frameworks.set(Reached {
        annotation: "Entry".to_owned(),
        why: "the host calls it".to_owned(),
        delete: Effect::Refuse,
        rename: Effect::Ignore,
        signature: Effect::Warn,
        may_name: false,
        fields: false,
    });
    frameworks.remove("Test");
    let frameworks = Arc::new(frameworks);
    let with = |fixture: &str| {
        let mut asked = asked(fixture);
        asked.around.frameworks = Arc::clone(&frameworks);
        asked
    };
    refused(
        &with(fixture).apply("safe-delete", &[]),
        "the host calls it",
    );
    let renamed = with(fixture).apply("rename", &[("to", "begin")]);
    assert!(renamed.conflicts.is_empty(), "{:?}", renamed.conflicts);
    let test = "class T { @org.junit.Test public void $0adds() {} }";
    accepted(&with(test).apply("safe-delete", &[]));
}
