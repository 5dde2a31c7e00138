//! The method that an object runs (JVMS 5.4.6).

use super::super::Java;
use reweave_refactor_testing::check;

#[test]
fn a_class_comes_before_the_default_of_an_interface() {
    check::<Java>(
        "pull-up",
        "```before
interface I { default int n() { return 5; } }
class A { }
class B extends A { public int $0n() { return 1; } }
class D extends A implements I { }
```
```refuses
instead of I.n()
```

```before
interface I { default int n() { return 5; } }
class A { }
class B extends A { int $0n() { return 1; } }
class D extends A implements I { }
```
```refuses
D
```

```before
interface I<T> { default int n(T t) { return 5; } }
class A { }
class B extends A { public int $0n(String t) { return 1; } }
class D extends A { }
class E extends D implements I<String> { }
```
```refuses
instead of I.n
```

```before
interface I { default int n() { return 5; } }
class A {
}
class B extends A {
    public int $0n() { return 1; }
}
class D extends A implements I { public int n() { return 2; } }
```
```after
interface I { default int n() { return 5; } }
class A {

    public int n() { return 1; }
}
class B extends A {
}
class D extends A implements I { public int n() { return 2; } }
```

```before
interface I { int n(); }
interface J { default int n() { return 5; } }
class A { }
class B extends A implements I { public int $0n() { return 1; } }
class D extends A implements J { }
```
```refuses
instead of J.n()
```",
    );
}

#[test]
fn an_interface_that_is_more_specific_comes_first() {
    check::<Java>(
        "pull-up",
        "```before
interface I { default int n() { return 5; } }
interface J extends I { }
interface L extends J { default int $0n() { return 1; } }
class D implements J { }
```
```with
to=J
```
```refuses
n()
```",
    );
    check::<Java>(
        "rename",
        "```before
interface I { default int n() { return 5; } }
interface J extends I { default int $0m() { return 6; } }
class D implements J { }
```
```with
to=n
```
```refuses
n
```",
    );
}

#[test]
fn a_method_without_access_modifier_is_overridden_in_its_package_only() {
    check::<Java>(
        "push-down",
        "```before
//- p/Super.java
package p;
public class Super { int m() { return 1; } public static int call(Super s) { return s.m(); } }
//- q/A.java
package q;
public class A extends p.Super { int $0m() { return 2; } }
//- p/B.java
package p;
public class B extends q.A { }
```
```refuses
instead of p/Super.m()
```",
    );
    check::<Java>(
        "pull-up",
        "```before
//- p/Super.java
package p;
public class Super { int m() { return 1; } public static int call(Super s) { return s.m(); } }
//- q/A.java
package q;
public class A extends p.Super { }
//- p/B.java
package p;
public class B extends q.A { int $0m() { return 2; } }
```
```refuses
m
```",
    );
    check::<Java>(
        "move-type",
        "```before
//- p/Super.java
package p;
public class Super { int m() { return 1; } public static int call(Super s) { return s.m(); } }
//- q/A.java
package q;
public class $0A extends p.Super { int m() { return 2; } }
```
```with
to=p
```
```refuses
m
```",
    );
    check::<Java>(
        "rename",
        "```before
//- p/Super.java
package p;
public class Super { int m() { return 1; } }
//- q/A.java
package q;
public class A extends p.Super { public int m() { return 2; } }
//- p/B.java
package p;
public class B extends q.A { public int $0n() { return 3; } }
```
```with
to=m
```
```refuses
m
```",
    );
    check::<Java>(
        "change-signature",
        "```before
//- p/Super.java
package p;
public class Super { int m() { return 1; } public static int call(Super s) { return s.m(); } }
//- q/A.java
package q;
public class A extends p.Super { }
//- p/B.java
package p;
public class B extends q.A { int $0m(int i) { return 2; } }
```
```with
params=
```
```refuses
m
```",
    );
}

#[test]
fn bodies_that_move_still_run() {
    check::<Java>(
        "push-down",
        "```before
abstract class A {
    int $0m() { return 1; }
}
class B extends A {
}
class C extends A { int m() { return 2; } }
```
```with
keep=abstract
```
```after
abstract class A {
    abstract int m();
}
class B extends A {

    @Override
    int m() { return 1; }
}
class C extends A { int m() { return 2; } }
```",
    );
}

#[test]
fn the_enclosing_instance_of_a_superclass_may_be_another() {
    check::<Java>(
        "push-down",
        "```before
class O {
    int v;
    O(int v) { this.v = v; }
    class A { int $0m() { return v; } }
    class B extends A { B(O o) { o.super(); } }
}
```
```refuses
enclosing instance
```

```before
class O {
    int v;
    class A {
        int $0m() { return O.this.v; }
    }
    class B extends A {
    }
}
```
```after
class O {
    int v;
    class A {
    }
    class B extends A {

        int m() { return O.this.v; }
    }
}
```

```before
class O {
    int v;
    class A { Object $0m() { return new K(); } }
    class K { }
    class B extends A { B(O o) { o.super(); } }
}
```
```refuses
enclosing instance
```

```before
class O {
    int v;
    class A { int $0m() { return O.this.v; } }
    class Q extends O {
        class B extends A { }
    }
}
```
```refuses
enclosing instance
```",
    );
    check::<Java>(
        "pull-up",
        "```before
class O {
    int v;
    O(int v) { this.v = v; }
    class A { }
    class B extends A { B(O o) { o.super(); } int $0m() { return v; } }
}
```
```refuses
enclosing instance
```

```before
class O {
    int v;
    class A {
    }
    class B extends A {
        B() { O.this.super(); }
        int $0m() { return v; }
    }
}
```
```after
class O {
    int v;
    class A {

        int m() { return v; }
    }
    class B extends A {
        B() { O.this.super(); }
    }
}
```",
    );
}

#[test]
fn unrelated_interfaces_with_a_body_need_an_answer() {
    check::<Java>(
        "pull-up",
        "```before
interface I { default int n() { return 5; } }
interface J { }
interface L extends J { int $0n(); }
class D implements I, J { }
```
```refuses
n()
```

```before
interface I { default int n() { return 5; } }
interface J { }
interface L extends J { int $0n(); }
interface D extends I, J { }
```
```refuses
n()
```",
    );
    check::<Java>(
        "rename",
        "```before
interface I { default int n() { return 5; } }
interface J { int $0m(); }
abstract class D implements I, J { }
```
```with
to=n
```
```refuses
n
```",
    );
}

#[test]
fn a_private_method_that_is_opened_runs_itself() {
    check::<Java>(
        "push-down",
        "```before
class A { private int h() { return 1; } int $0m() { return h(); } int c() { return h(); } }
class B extends A { int h() { return 2; } }
```
```refuses
h
```",
    );
}

#[test]
fn what_comes_to_stand_below_a_method_must_be_allowed_there() {
    check::<Java>(
        "pull-up",
        "```before
class A { }
class B extends A { int $0n() { return 1; } }
class D extends A { private int n() { return 2; } }
```
```refuses
overridden like this
```

```before
interface I { int n(); }
class A { }
class B extends A { int $0n() { return 1; } }
abstract class D extends A implements I { }
```
```refuses
overridden like this
```

```before
import java.util.List;
class A { }
class B extends A { int $0n(List<Integer> l) { return 1; } }
class D extends A { int n(List<String> l) { return 2; } }
```
```refuses
n
```",
    );
    check::<Java>(
        "rename",
        "```before
class A { int k() { return 1; } }
class D extends A { private int $0n() { return 2; } }
```
```with
to=k
```
```refuses
k
```

```before
interface I { default int k() { return 1; } }
class D implements I { static int $0n() { return 2; } }
```
```with
to=k
```
```refuses
k
```",
    );
}

#[test]
fn an_anonymous_class_may_name_its_enclosing_instance() {
    check::<Java>(
        "push-down",
        "```before
class O {
    int v;
    class A { int $0m() { return v; } }
    class B extends A { }
    int f(O o) { class C extends A { C() { o.super(); } } return new C().m(); }
}
```
```refuses
enclosing instance
```",
    );
}
