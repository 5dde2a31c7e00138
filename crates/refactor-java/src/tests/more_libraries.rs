//! What small programs full of rare Java found, and further libraries.

use crate::Java;
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_testing::check;
use reweave_text::{FileId, Sources};

#[test]
fn a_receiver_that_is_written_out_has_names() {
    check::<Java>(
        "rename",
        "```before
class $0Box<T> { T t; void empty(Box<T> this) { t = null; } class In { In(Box<T> Box.this) { } } }
```
```with
to=Chest
```
```after
class Chest<T> { T t; void empty(Chest<T> this) { t = null; } class In { In(Chest<T> Chest.this) { } } }
```

```before
class Box<$0T> { T t; void empty(Box<T> this) { t = null; } }
```
```with
to=E
```
```after
class Box<E> { E t; void empty(Box<E> this) { t = null; } }
```",
    );
    check::<Java>(
        "push-down",
        "```before
class Box { void $0empty(Box this) { } }
class Small extends Box { }
```
```refuses
would have to be Small
```",
    );
    check::<Java>(
        "change-signature",
        "```before
class Box { void $0fill(Box this, int a, int b) { } void m() { fill(1, 2); } }
```
```with
params=b, a
```
```after
class Box { void fill(Box this, int b, int a) { } void m() { fill(2, 1); } }
```",
    );
}

#[test]
fn an_object_before_new_says_where_its_class_is() {
    check::<Java>(
        "move-members",
        "```before
class A {
    class Inner { }
    static Inner $0of(A a) { return a.new Inner(); }
}
class B {
}
```
```with
to=B
```
```after
class A {
    class Inner { }
}
class B {

    static A.Inner of(A a) { return a.new Inner(); }
}
```",
    );
    check::<Java>(
        "pull-up",
        "```before
class Base {
}
class A extends Base {
    class Inner { }
    Inner $0of(A a) { return a.new Inner(); }
}
```
```after
class Base {

    A.Inner of(A a) { return a.new Inner(); }
}
class A extends Base {
    class Inner { }
}
```",
    );
}

#[test]
fn what_is_private_in_an_interface_is_not_public_elsewhere() {
    check::<Java>(
        "move-members",
        "```before
interface From {
    private static int $0one() { return 1; }
    static int two() { return one() + 1; }
}
class To {
}
```
```with
to=To
```
```after
interface From {
    static int two() { return To.one() + 1; }
}
class To {

    static int one() { return 1; }
}
```",
    );
}

#[test]
fn annotations_stand_among_modifiers() {
    check::<Java>(
        "change-signature",
        "```before
@interface Mark { }
class A { private @Mark String $0name() { return null; } }
```
```with
visibility=public
```
```after
@interface Mark { }
class A { public @Mark String name() { return null; } }
```

```before
@interface Mark { }
class A { @Mark <T> @Mark T $0name() { return null; } }
```
```with
visibility=public
```
```after
@interface Mark { }
class A { @Mark public <T> @Mark T name() { return null; } }
```",
    );
}

#[test]
fn an_overload_does_not_stand_for_what_is_inherited() {
    check::<Java>(
        "rename",
        "```before
class Base { public void $0run(int n) { } }
interface Job { void run(int n); }
class Both extends Base implements Job { void run() { } }
```
```with
to=go
```
```after
class Base { public void go(int n) { } }
interface Job { void go(int n); }
class Both extends Base implements Job { void run() { } }
```",
    );
    check::<Java>(
        "push-down",
        "```before
class Top { public void put(int n) { } public void put() { } }
abstract class Base extends Top {
    @Override public void $0put(int n) { }
    @Override public void put() { }
}
interface Job { void put(int n); void put(); }
class Both extends Base implements Job {
}
```
```after
class Top { public void put(int n) { } public void put() { } }
abstract class Base extends Top {
    @Override public void put() { }
}
interface Job { void put(int n); void put(); }
class Both extends Base implements Job {

    @Override public void put(int n) { }
}
```",
    );
}

#[test]
fn what_is_iterated_over_fits_its_variable() {
    check::<Java>(
        "pull-up",
        "```before
import java.util.ArrayList;
class Base<T> extends ArrayList<T> { }
class Words extends Base<String> { void $0all() { for (String s : this) { } } }
```
```refuses
would have to be java.lang.String
```",
    );
    check::<Java>(
        "change-signature",
        "```before
class A { int[] $0all() { throw null; } void m() { for (int i : all()) { } for (Object o : all()) { } } }
```
```with
returns=long[]
```
```refuses
would have to be int
```",
    );
}

#[test]
fn only_exceptions_are_thrown_and_only_what_closes_is_closed() {
    check::<Java>(
        "change-signature",
        "```before
class A { RuntimeException $0fail() { throw null; } void m() { throw fail(); } }
```
```with
returns=Object
```
```refuses
would have to be java.lang.Throwable
```

```before
class A { java.io.StringReader $0open() { throw null; } void m() { try (var in = open()) { } } }
```
```with
returns=Object
```
```refuses
would have to be java.lang.AutoCloseable
```

```before
class A { void $0m(java.io.StringReader in) { try (in) { } } }
```
```with
params=in as Object in
```
```refuses
would have to be java.lang.AutoCloseable
```",
    );
}

#[test]
fn a_try_calls_close_without_saying_so() {
    check::<Java>(
        "push-down",
        "```before
//- a/Door.java
package a;
public abstract class Door implements AutoCloseable { public void $0close() { } }
//- a/Small.java
package a;
public class Small extends Door { }
//- a/Use.java
package a;
class Use { void m() { try (Door d = new Small()) { } } }
```
```refuses
Exception is neither caught nor declared
```",
    );
}

#[test]
fn values_in_braces_and_of_constants_must_fit() {
    check::<Java>(
        "change-signature",
        "```before
class A { String $0name() { throw null; } String[] all = { \"a\", name() }; }
```
```with
returns=int
```
```refuses
would have to be java.lang.String
```

```before
class A { String $0name() { throw null; } Object all() { return new String[][] { { name() } }; } }
```
```with
returns=Object
```
```refuses
would have to be java.lang.String
```

```before
enum Size { SMALL(1); $0Size(int n) { } }
```
```with
params=n as String n
```
```refuses
would have to be java.lang.String
```

```before
class A { void $0m(String s) { s += \"x\"; } }
```
```with
params=s as int s
```
```refuses
would have to be java.lang.String
```

```before
class A { void $0m(String s) { s += \"x\"; } }
```
```with
params=s as Object s
```
```after
class A { void m(Object s) { s += \"x\"; } }
```

```before
class A { boolean $0is(Object o) { return o instanceof String s && s.isEmpty(); } }
```
```with
params=o as String o
```
```refuses
would have to be
```",
    );
}

#[test]
fn what_holds_repeated_annotations_has_a_value() {
    check::<Java>(
        "safe-delete",
        "```before
//- a/Mark.java
package a;
import java.lang.annotation.Repeatable;
@Repeatable(Marks.class) public @interface Mark { }
//- a/Marks.java
package a;
public @interface Marks { Mark[] $0value(); }
```
```refuses
no element `value`
```",
    );
}

#[test]
fn a_class_and_a_package_have_names_of_their_own() {
    let files = "```before
//- p/Base.java
package p;
public class Base { }
//- p/q/r/Tools.java
package p.q.r;
public class Tools { }
```";
    for (refactoring, place, with) in [
        ("rename", "class Base", "to=q"),
        ("move-type", "class Tools", "to=p.Base"),
        ("rename-package", "", "from=p.q.r\nto=p.Base.r"),
    ] {
        let marked = match place.split_once(' ') {
            Some((word, name)) => files.replace(place, &format!("{word} $0{name}")),
            None => files.to_owned(),
        };
        check::<Java>(
            refactoring,
            &format!("{marked}\n```with\n{with}\n```\n```refuses\np/\n```\n"),
        );
    }
}

#[test]
fn what_an_enum_and_a_record_have_without_saying_so() {
    for (to, takes) in [("values", ""), ("valueOf", "String s")] {
        check::<Java>(
            "rename",
            &format!(
                "```before\nenum Size {{ SMALL; int $0some({takes}) {{ return 1; }} }}\n```\n```with\nto={to}\n```\n```refuses\n{to}\n```\n"
            ),
        );
    }
    for method in [
        "int $0some()",
        "public String $0some()",
        "public static int $0some()",
        "public <T> int $0some()",
    ] {
        check::<Java>(
            "rename",
            &format!(
                "```before\nrecord Point(int x) {{ {method} {{ throw null; }} }}\n```\n```with\nto=x\n```\n```refuses\nx may not be declared like this\n```\n"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
record Point(int x) { $0Point(String s) { this(s.length()); } static Point one() { return new Point(1); } }
```
```with
params=s, int n = 0
```
```after
record Point(int x) { Point(String s, int n) { this(s.length()); } static Point one() { return new Point(1); } }
```",
    );
}

#[test]
fn a_call_does_not_begin_with_yield() {
    check::<Java>(
        "rename",
        "```before
class A { void $0m() { } void n() { m(); } }
```
```with
to=yield
```
```refuses
`yield` is no name
```",
    );
}

#[test]
fn a_record_asks_something_of_its_constructor() {
    let all = "$0Point(int x, int y) { this.x = x; this.y = y; }";
    for (constructor, with) in [
        (all, "params=y, x"),
        (all, "params=x as a, y"),
        (all, "params=x as long x, y"),
        (all, "params=x, y, int z = 0"),
        (all, "visibility=private"),
        (all, "throws=+java.lang.IllegalStateException"),
        ("public int $0x() { return x; }", "returns=long"),
        ("public int $0x() { return x; }", "visibility=package"),
    ] {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\nrecord Point(int x, int y) {{ {constructor} }}\n```\n```with\n{with}\n```\n```refuses\nmay not be declared like this\n```\n"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
record Point(int x, int y) { $0Point(int x) { this(x, 0); } static Point one() { return new Point(1); } }
```
```with
params=x as a, String b = null
```
```after
record Point(int x, int y) { Point(int a, String b) { this(a, 0); } static Point one() { return new Point(1, null); } }
```",
    );
}

#[test]
fn a_number_is_compared_with_its_own_kind() {
    check::<Java>(
        "change-signature",
        "```before
class A { int $0n() { return 1; } Comparable<Integer> c() { return n(); } }
```
```with
returns=long
```
```refuses
would have to be java.lang.Comparable
```",
    );
}

#[test]
fn what_is_inferred_from_this_stays() {
    for method in [
        "java.util.List<Low> $0all() { return java.util.List.of(this); }",
        "java.util.function.Supplier<Low> $0later() { return () -> this; }",
        "void $0into(java.util.List<? super Low> all) { all.add(this); }",
        "void $0into(java.util.List<Low> all) { all.add(this); }",
        "Low[] $0all() { return new Low[] { this }; }",
    ] {
        check::<Java>(
            "pull-up",
            &format!(
                "```before\nclass Top {{ }}\nclass Low extends Top {{ {method} }}\n```\n```refuses\nthis\n```\n"
            ),
        );
    }
    check::<Java>(
        "pull-up",
        "```before
import java.util.List;
class Top { }
class Low extends Top { void $0into(List<Top> all) { all.add(this); java.util.Objects.requireNonNull(this); } }
```
```after
import java.util.List;
class Top {

    void into(List<Top> all) { all.add(this); java.util.Objects.requireNonNull(this); }
 }
class Low extends Top {  }
```",
    );
}

#[test]
fn methods_that_only_erasure_makes_alike_do_not_override() {
    check::<Java>(
        "pull-up",
        "```before
import java.util.List;
class Top { }
class One extends Top { void $0put(List<String> all) { } }
class Two extends Top { void put(List<Integer> all) { } }
```
```refuses
may not be overridden like this
```",
    );
}

#[test]
fn classes_in_bodies_of_other_files_must_have_what_is_declared_above() {
    check::<Java>(
        "pull-up",
        "```before
//- a/Place.java
package a;
public interface Place { String where(); }
//- a/Near.java
package a;
public interface Near extends Place { }
//- a/Disk.java
package a;
public class Disk implements Place { public String where() { return null; } public int $0size() { return 1; } }
//- a/Use.java
package a;
class Use { Place place() { return new Near() { public String where() { return null; } }; } }
```
```refuses
Place
```",
    );
}

#[test]
fn a_loop_that_ends_only_by_a_constant_keeps_it() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A { static final boolean $0ON = true; }
class Use { int f() { while (A.ON) { } } }
```
```refuses
only a constant can stand here
```

```before
class A { static final int $0MOST = 3; }
class Use { void f() { for (int i = 0; i < A.MOST; i++) { } } }
```
```after
class A { private static final int MOST = 3;

    static int getMOST() {
        return MOST;
    }
 }
class Use { void f() { for (int i = 0; i < A.getMOST(); i++) { } } }
```",
    );
}

#[test]
fn a_constructor_is_not_deleted_with_its_class() {
    let text = "class A { A() { } }";
    let session = Session::<Java>::new(Sources::new([("A.java", text)]));
    let at = text.find("A()").expect("it is there") as u32;
    let request = Request::new("safe-delete", Target::At(FileId(0), at));
    let outcome = session.apply(&request).expect("it can be asked for");
    assert!(!outcome.was_made());
    let told = &outcome.conflicts[0].message;
    assert!(told.contains("a constructor is not deleted alone"));
}

#[test]
fn arguments_of_a_result_must_fit_those_above() {
    check::<Java>(
        "pull-up",
        "```before
class Box<T> { }
class Whole { }
class Part { }
abstract class Above { }
class Left extends Above { Box<Whole> $0made() { return null; } }
class Right extends Above { Box<Part> made() { return null; } }
```
```refuses
made
```",
    );
}
