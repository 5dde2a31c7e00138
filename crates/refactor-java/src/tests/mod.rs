//! Cases beside those in the heads.

mod asked_for;
mod dispatch;
mod found_by_storm;
mod found_by_tiny_programs;
mod found_later;
mod hidden_members;
mod hierarchies;
mod incomplete;
mod inferred;
mod inherited;
mod initialization;
mod more_libraries;
mod moved_code;
mod moved_members;
mod moves;
mod places;
mod retyped;
mod shown_names;
mod signatures;
mod strangers;
mod unnamed;
mod unseen_libraries;
mod updates;
mod values;

use super::Java;
use reweave_refactor::{Request, Session, Standing, Target};
use reweave_refactor_testing::{check, check_pages};
use reweave_text::{FileId, Sources};

#[test]
fn heads_are_true() {
    check_pages::<Java>();
}

#[test]
fn records_rename_components_with_accessors_and_constructors() {
    check::<Java>(
        "rename",
        "```before
record Point(int $0x, int y) {
    Point { if (x < 0) throw new IllegalArgumentException(); }
    static int of(Point p) { return p.x() + p.y; }
}
class Use { int f(Point p) { return p.x(); } }
```
```with
to=left
```
```after
record Point(int left, int y) {
    Point { if (left < 0) throw new IllegalArgumentException(); }
    static int of(Point p) { return p.left() + p.y; }
}
class Use { int f(Point p) { return p.left(); } }
```",
    );
}

#[test]
fn families_go_through_generics_and_method_references() {
    check::<Java>(
        "rename",
        "```before
interface Job<T> { void $0run(T t); }
class Print implements Job<String> { public void run(String s) {} }
class Use { Runnable r(Job<String> j) { return () -> j.run(null); } java.util.function.Consumer<String> c(Print p) { return p::run; } }
```
```with
to=start
```
```after
interface Job<T> { void start(T t); }
class Print implements Job<String> { public void start(String s) {} }
class Use { Runnable r(Job<String> j) { return () -> j.start(null); } java.util.function.Consumer<String> c(Print p) { return p::start; } }
```",
    );
}

#[test]
fn labels_type_parameters_and_enum_constants() {
    check::<Java>(
        "rename",
        "```before
class A { void f() { $0out: for (;;) { break out; } } }
```
```with
to=loop
```
```after
class A { void f() { loop: for (;;) { break loop; } } }
```

```before
class Box<$0T> { T get(T t) { return t; } }
```
```with
to=Item
```
```after
class Box<Item> { Item get(Item t) { return t; } }
```

```before
enum Day { $0MON, TUE; boolean first() { return this == MON; } }
class Use { int f(Day d) { switch (d) { case MON: return 1; default: return Day.MON.ordinal(); } } }
```
```with
to=MONDAY
```
```after
enum Day { MONDAY, TUE; boolean first() { return this == MONDAY; } }
class Use { int f(Day d) { switch (d) { case MONDAY: return 1; default: return Day.MONDAY.ordinal(); } } }
```",
    );
}

#[test]
fn types_take_their_file_constructors_and_imports_along() {
    check::<Java>(
        "rename",
        "```before
//- a/Tax.java
package a;
/** The {@link Tax} itself. */
public class $0Tax { public Tax() {} public static int RATE = 1; }
//- b/Use.java
package b;
import a.Tax;
import static a.Tax.RATE;
class Use { Tax t = new Tax(); int r = RATE + a.Tax.RATE; }
```
```with
to=Duty
```
```after
//- a/Duty.java
package a;
/** The {@link Duty} itself. */
public class Duty { public Duty() {} public static int RATE = 1; }
//- b/Use.java
package b;
import a.Duty;
import static a.Duty.RATE;
class Use { Duty t = new Duty(); int r = RATE + a.Duty.RATE; }
```",
    );
}

#[test]
fn static_imports_are_doubled_when_they_bring_more() {
    check::<Java>(
        "rename",
        "```before
//- a/T.java
package a;
public class T { public static int $0of(int i) { return i; } public static int of(String s) { return 0; } }
//- b/U.java
package b;
import static a.T.of;
class U { int x = of(1) + of(\"\"); }
```
```with
to=from
```
```after
//- a/T.java
package a;
public class T { public static int from(int i) { return i; } public static int of(String s) { return 0; } }
//- b/U.java
package b;
import static a.T.of;
import static a.T.from;
class U { int x = from(1) + of(\"\"); }
```",
    );
}

#[test]
fn qualifiers_keep_what_names_mean() {
    check::<Java>(
        "rename",
        "```before
class A { static int n; int f(int $0m) { return m + n; } class B { int g() { return n; } } }
```
```with
to=n
```
```after
class A { static int n; int f(int n) { return n + A.n; } class B { int g() { return n; } } }
```

```before
class A { void $0m() {} class B extends C { void f() { m(); } } }
class C { void k() {} }
```
```with
to=k
```
```after
class A { void k() {} class B extends C { void f() { A.this.k(); } } }
class C { void k() {} }
```

```before
class A { static final int $0C; int n; static { int c = 1; C = c; } A(int n) { this.n = n + C; } }
```
```with
to=c
```
```refuses
no longer mean
```

```before
class A { final int $0m; A(int n) { m = n; } }
```
```with
to=n
```
```after
class A { final int n; A(int n) { this.n = n; } }
```",
    );
}

#[test]
fn what_javac_would_refuse_is_refused() {
    check::<Java>(
        "rename",
        "```before
class A { void f(int a) { int $0b = a; } }
```
```with
to=a
```
```refuses
already declared
```

```before
class A { void $0m() {} }
class B extends A { private void k() {} }
```
```with
to=k
```
```refuses
overridden
```

```before
class A { int a; int $0b; }
```
```with
to=a
```
```refuses
declared twice
```

```before
class A { class B { } class $0C { } }
```
```with
to=A
```
```refuses
stands around it
```",
    );
}

#[test]
fn signatures_change_in_families_and_nested_calls() {
    check::<Java>(
        "change-signature",
        "```before
class A { int $0m(int a, int b) { return m(m(a, b), 1); } }
class B extends A { int m(int a, int b) { return super.m(a, b); } }
```
```with
params=b, a, int c = 7
```
```after
class A { int m(int b, int a, int c) { return m(1, m(b, a, c), c); } }
class B extends A { int m(int b, int a, int c) { return super.m(b, a, c); } }
```

```before
class A { $0A() { } }
class B extends A { B() { } }
```
```with
params=int n = 3
```
```after
class A { A(int n) { } }
class B extends A { B() {
    super(3); } }
```

```before
class A { int n; int $0m(int a, int b) { return n; } int k() { return m(n++, n++); } }
```
```with
params=b, a
```
```refuses
order
```",
    );
}

#[test]
fn a_pulled_up_method_must_fit_those_below() {
    check::<Java>(
        "pull-up",
        "```before
class A { }
class B extends A { String $0next() { return null; } }
class C extends A { Object next() { return null; } }
```
```refuses
overridden
```

```before
class A { }
class B extends A { final int $0n; B() { n = 1; } }
```
```refuses
constructors
```

```before
interface I { }
class B implements I { private int $0n() { return 1; } }
```
```refuses
n
```",
    );
}

#[test]
fn pull_up_can_write_bodies_for_other_classes() {
    check::<Java>(
        "pull-up",
        "```before
abstract class Shape {
}
abstract class Square extends Shape {
    public abstract int $0area();
}
class Circle extends Shape {
}
class Disc extends Circle {
}
```
```with
stubs=yes
```
```after
abstract class Shape {

    public abstract int area();
}
abstract class Square extends Shape {
}
class Circle extends Shape {

    @Override
    public int area() {
        // TODO Auto-generated method stub
        return 0;
    }
}
class Disc extends Circle {
}
```",
    );
}

#[test]
fn what_moves_can_leave_a_delegate() {
    check::<Java>(
        "move-members",
        "```before
class Tax {
    static final int $0RATE = 19;
}
class Rates {
}
```
```with
to=Rates
delegate=yes
```
```after
class Tax {
    /**
     * @deprecated Use {@link Rates#RATE} instead
     */
    static final int RATE = Rates.RATE;
}
class Rates {

    static final int RATE = 19;
}
```",
    );
}

#[test]
fn delegates_override_each_other() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    void $0m(int i) {
    }
}
class B extends A {
    void m(int i) {
        super.m(i);
    }
}
```
```with
params=i, int x = 0
delegate=yes
```
```after
class A {
    /**
     * @deprecated Use {@link #m(int,int)} instead
     */
    void m(int i) {
        m(i, 0);
    }

    void m(int i, int x) {
    }
}
class B extends A {
    /**
     * @deprecated Use {@link #m(int,int)} instead
     */
    void m(int i) {
        m(i, 0);
    }

    void m(int i, int x) {
        super.m(i, x);
    }
}
```",
    );
}

#[test]
fn initial_values_that_move_are_warned_about() {
    let text = "class A {
    static int made;
    static final int ONE = 1 + 1;
    static int next = ONE;
    static final A first = new A();
    static int copy = made;
    static Runnable later;
}
class B { }
";
    let warned = |member: &str| -> Vec<&str> {
        let session = Session::<Java>::new(Sources::new([("main.java", text)]));
        let at = text.find(member).expect("it is there") as u32;
        let request = Request::new("move-members", Target::At(FileId(0), at)).with("to", "B");
        let outcome = session.apply(&request).expect("it can be moved");
        let conflicts = outcome.conflicts.iter();
        let ours = conflicts.filter(|c| c.kind == "order" && c.standing == Standing::Warns);
        ours.flat_map(|c| &c.places)
            .filter_map(|place| place.original)
            .map(|at| at.span.text(text))
            .collect()
    };
    assert_eq!(warned("first ="), ["new A()"]);
    assert_eq!(warned("copy ="), ["made"]);
    assert!(warned("next =").is_empty() && warned("later").is_empty());
}
