//! A client is never worse off than untouched: what cannot be carried out wholly is left and listed.

use crate::testing::{check, log, try_run};

/// A log and two releases that leave the client as it is; gives what is listed.
fn untouched(entries: &str, old: &str, new: &str, client: &str) -> Vec<String> {
    check(entries, old, new, client, client)
}

#[test]
fn a_static_method_that_needs_an_object_is_left() {
    let old = "//- a/Box.java
package a; public class Box { public static String read(String key) { return key; } }";
    let new = "//- a/Box.java
package a; public class Box { public static Box get() { return null; } public String fetch(String key) { return key; } }";
    let client = "//- c/C.java
package c;
import a.Box;
class C { String s = Box.read(\"x\"); }";
    let entries = "rename-method a.Box.read(String) -> a.Box.fetch(String)";
    let left = untouched(entries, old, new, client);
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("c/C.java:3") && left[0].contains("needs an object of `a.Box`"));
}

#[test]
fn the_log_may_name_the_object() {
    let mut log = log("rename-method a.Box.read(String) -> a.Box.fetch(String)");
    log.entries[0].accessor = Some("a.Box.get()".to_owned());
    let outcome = try_run(
        &log,
        "//- a/Box.java
package a; public class Box { public static String read(String key) { return key; } }",
        "//- a/Box.java
package a; public class Box { public static Box get() { return null; } public String fetch(String key) { return key; } }",
        "//- c/C.java
package c;
import a.Box;
class C { String s = Box.read(Box.read(\"x\")); }",
    )
    .expect("a log of these releases");
    let text = outcome.after.iter().next().map(|(_, f)| f.text.to_string());
    let text = text.expect("one file");
    assert!(
        text.contains("a.Box.get().fetch(a.Box.get().fetch(\"x\"))"),
        "{text}"
    );
    assert!(outcome.left.is_empty(), "{:?}", outcome.left);
}

#[test]
fn an_object_is_passed_to_a_method_that_is_static_now() {
    let left = check(
        "change-signature a.Box.read(String) -> a.Box.read(a.Box,String) [receiver box:a.Box, 0 key:String]",
        "//- a/Box.java
package a; public class Box { public String read(String key) { return key; } }",
        "//- a/Box.java
package a; public class Box { public static String read(Box box, String key) { return key; } }",
        "//- c/C.java
package c;
import a.Box;
class C { String of(Box b) { return b.read(\"x\"); } }",
        "//- c/C.java
package c;
import a.Box;
class C { String of(Box b) { return Box.read(b, \"x\"); } }",
    );
    assert_eq!(left, [""; 0]);
}

#[test]
fn a_call_whose_result_fits_no_more_is_left() {
    let left = untouched(
        "rename-method a.Box.size() -> a.Box.length()",
        "//- a/Box.java
package a; public class Box { public int size() { return 1; } }",
        "//- a/Box.java
package a; public class Box { public String length() { return null; } }",
        "//- c/C.java
package c;
class C { int of(a.Box b) { int n = b.size(); return n; } }",
    );
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("c/C.java:2 a.Box.size()"), "{left:?}");
}

#[test]
fn methods_that_nothing_calls_any_more_are_listed() {
    let left = untouched(
        "",
        "//- a/Job.java
package a; public class Job { protected void stop() { } public void go() { } }",
        "//- a/Job.java
package a; public class Job { public void go() { } }",
        "//- c/Base.java
package c;
class Base extends a.Job { }
//- c/C.java
package c;
class C extends Base { protected void stop() { } public void go() { } }",
    );
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(left[0].starts_with("c/C.java:2 c.C.stop()"), "{left:?}");
}

#[test]
fn a_class_that_lost_a_supertype_is_listed_with_its_users_two_steps_away() {
    let left = untouched(
        "",
        "//- a/Shape.java
package a; public class Shape implements Drawn { }
//- a/Drawn.java
package a; public interface Drawn { }",
        "//- a/Shape.java
package a; public class Shape { }
//- a/Drawn.java
package a; public interface Drawn { }",
        "//- c/Circle.java
package c;
public class Circle extends a.Shape { }
//- c/Draw.java
package c;
class Draw { static void draw(a.Drawn d) { } }
//- c/Make.java
package c;
class Make { static Circle make() { return null; } }
//- c/Use.java
package c;
class Use {
    void go() { Draw.draw(Make.make()); }
}",
    );
    let places: Vec<&str> = left.iter().filter_map(|l| l.split(' ').next()).collect();
    assert!(places.contains(&"c/Circle.java:2"), "{left:?}");
    assert!(places.contains(&"c/Use.java:3"), "{left:?}");
}

#[test]
fn constructors_that_take_others_are_listed() {
    let left = untouched(
        "",
        "//- a/Box.java
package a; public class Box { public Box(String s) { } public Box(Object o) { } }",
        "//- a/Box.java
package a; public class Box { public Box(Object o) { } }",
        "//- c/C.java
package c;
class C extends a.Box {
    C() { super(\"x\"); }
    a.Box b = new a.Box(\"y\");
}",
    );
    let places: Vec<&str> = left.iter().filter_map(|l| l.split(' ').next()).collect();
    assert_eq!(places, ["c/C.java:3", "c/C.java:4"], "{left:?}");
}

#[test]
fn two_nested_types_of_one_name_are_two() {
    let left = check(
        "rename-method a.Box.put(a.A.Key) -> a.Box.putA(a.A.Key)
rename-method a.Box.put(a.B.Key) -> a.Box.putB(a.B.Key)",
        "//- a/Box.java
package a; public class Box { public void put(A.Key k) { } public void put(B.Key k) { } }
//- a/A.java
package a; public class A { public static class Key { } }
//- a/B.java
package a; public class B { public static class Key { } }",
        "//- a/Box.java
package a; public class Box { public void putA(A.Key k) { } public void putB(B.Key k) { } }
//- a/A.java
package a; public class A { public static class Key { } }
//- a/B.java
package a; public class B { public static class Key { } }",
        "//- c/C.java
package c;
class C { void go(a.Box b) { b.put(new a.A.Key()); b.put(new a.B.Key()); } }",
        "//- c/C.java
package c;
class C { void go(a.Box b) { b.putA(new a.A.Key()); b.putB(new a.B.Key()); } }",
    );
    assert_eq!(left, [""; 0]);
}

#[test]
fn entries_of_other_releases_are_refused_with_their_number() {
    let old = "//- a/A.java
package a; public class A { public void m(int n) { } public int f; }
//- a/B.java
package a; public class B { }";
    let new = "//- a/C.java
package a; public class C { public void m(int n) { } public int f; }
//- a/D.java
package a; public class D { }";
    let refused = |entries: &str| {
        let outcome = try_run(
            &log(entries),
            old,
            new,
            "//- c/C.java\npackage c; class C { }",
        );
        outcome.expect_err("an entry that cannot be").to_string()
    };
    let classes = "rename-class a.A -> a.C\n";
    for (entry, word) in [
        ("rename-method a.A.n(int) -> a.C.m(int)", "old"),
        ("rename-method a.A.m(int) -> a.C.n(int)", "new"),
        ("rename-method a.A.m(long) -> a.C.m(long)", "old"),
        ("rename-field a.A.f -> a.C.g", "new"),
        ("move-class a.X -> b.X", "old"),
        ("rename-package x -> y", "old"),
    ] {
        let why = refused(&format!("{classes}{entry}"));
        assert!(
            why.starts_with("entry 2") && why.contains(&format!("the {word} release has no")),
            "{why}"
        );
    }
    let why = refused("rename-class a.A -> a.C\nrename-class a.B -> a.C");
    assert!(why.starts_with("entries 1 and 2"), "{why}");
}

#[test]
fn what_no_entry_touches_stays_byte_by_byte() {
    let client = "//- c/C.java
package  c ;\timport a.A;
class C   { A a ;   void m ( ) { a . m ( 1 ) ; } }";
    let old = "//- a/A.java
package a; public class A { public void m(int n) { } public void gone() { } }";
    let new = "//- a/A.java
package a; public class A { public void m(int n) { } public void come() { } }";
    let left = untouched("rename-method a.A.gone() -> a.A.come()", old, new, client);
    assert_eq!(left, [""; 0]);
}

#[test]
fn a_class_that_is_kept_stays_where_the_other_lacks_a_member() {
    let old = "//- a/Old.java
package a; public interface Old { String ONE = \"1\"; String TWO = \"2\"; }";
    let new = "//- a/Old.java
package a; @Deprecated public interface Old { String ONE = \"1\"; String TWO = \"2\"; }
//- a/Fresh.java
package a; public interface Fresh { String ONE = \"1\"; }";
    let client = "//- c/C.java
package c;
import a.Old;
class C { String s = Old.ONE + Old.TWO; }
//- c/D.java
package c;
import a.Old;
class D { String s = Old.ONE; }";
    let left = untouched("rename-class a.Old -> a.Fresh", old, new, client);
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_call_whose_result_is_no_array_any_more_is_left() {
    let old = "//- a/Query.java
package a; public class Query { public String[] getClauses() { return null; } }";
    let new = "//- a/Query.java
package a; public class Query { public String[] getClauses() { return null; } public java.util.List<String> clauses() { return null; } }";
    let client = "//- c/C.java
package c;
import a.Query;
class C { boolean any(Query q) { return q.getClauses().length > 0; } }";
    let entries = "rename-method a.Query.getClauses() -> a.Query.clauses()";
    let left = untouched(entries, old, new, client);
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(
        left[0].contains("c/C.java:3") && left[0].contains("java.util.List"),
        "{left:?}"
    );
}

#[test]
fn overriding_methods_with_other_type_arguments_are_listed() {
    let old = "//- a/Codec.java
package a; public abstract class Codec { public abstract <T> T read(java.util.List<?> type); }";
    let new = "//- a/Codec.java
package a; public abstract class Codec { public abstract <T> T read(java.util.List<T> type); }";
    let client = "//- c/C.java
package c;
import java.util.List;
class C extends a.Codec {

    public int n;

    public <T> T read(List<?> type) { return null; }
}
class Raw extends a.Codec {
    public Object read(List type) { return null; }
}";
    let left = untouched("", old, new, client);
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(
        left[0].starts_with("c/C.java:3") && left[1].starts_with("c/C.java:7"),
        "{left:?}"
    );
}
