//! Members that hide or join others whatever their access (JLS 6.4.1, 8.3, 8.5).

use super::super::Java;
use reweave_refactor_testing::check;

#[test]
fn a_field_that_is_not_inherited_hides_all_the_same() {
    check::<Java>(
        "rename",
        "```before
class A { int k; }
class B extends A { private int $0n; }
class C extends B { int h() { return k; } }
```
```with
to=k
```
```refuses
k
```

```before
//- p/A.java
package p;
public class A { public int k; }
//- q/B.java
package q;
public class B extends p.A { int $0n; }
//- p/C.java
package p;
public class C extends q.B { int h() { return k; } int g(C c) { return c.k; } }
```
```with
to=k
```
```refuses
k
```",
    );
    check::<Java>(
        "pull-up",
        "```before
class A { int k; }
class B extends A { }
class D extends B { private int $0k; }
class C extends B { int h() { return k; } }
```
```refuses
k
```",
    );
    check::<Java>(
        "move-members",
        "```before
class A { int k; }
class B extends A { }
class C extends B { int h() { return k; } }
class S { private static int $0k; }
```
```with
to=B
```
```refuses
k
```",
    );
}

#[test]
fn a_member_type_that_is_not_inherited_hides_all_the_same() {
    check::<Java>(
        "rename",
        "```before
class A { static class K { } }
class B extends A { private static class $0N { } }
class C extends B { Object h() { return new K(); } }
```
```with
to=K
```
```after
class A { static class K { } }
class B extends A { private static class K { } }
class C extends B { Object h() { return new A.K(); } }
```

```before
class M {
    static class A { static class K { } }
    static class B extends A { private static class $0N { } }
    static class C extends B { Object h(C.K k) { return k; } }
}
```
```with
to=K
```
```refuses
K
```",
    );
    check::<Java>(
        "pull-up",
        "```before
class A { static class K { } }
class B extends A { }
class D extends B { private static class $0K { } }
class C extends B { Object h() { return new K(); } }
```
```refuses
K
```",
    );
    check::<Java>(
        "move-members",
        "```before
class A { static class K { } }
class B extends A { }
class C extends B { Object h() { return new K(); } }
class S { private static class $0K { } }
```
```with
to=B
```
```refuses
K
```",
    );
}

#[test]
fn what_is_not_inherited_does_not_shadow_the_class_around() {
    check::<Java>(
        "rename",
        "```before
class M {
    static class $0N { }
    static class A { private static class K { } }
    static class B extends A { N n; }
}
```
```with
to=K
```
```after
class M {
    static class K { }
    static class A { private static class K { } }
    static class B extends A { K n; }
}
```",
    );
}

#[test]
fn member_types_and_fields_of_two_supertypes_are_ambiguous() {
    check::<Java>(
        "rename",
        "```before
interface I { class $0N { } }
class P { static class K { int v = 4; } }
class B extends P implements I { int h() { return new K().v; } }
```
```with
to=K
```
```refuses
several
```

```before
interface I { class $0N { } }
class P { static class K { int v = 4; } }
class B extends P implements I { }
class Use { int h() { return new B.K().v; } }
```
```with
to=K
```
```refuses
several
```

```before
interface I { int $0N = 1; }
class P { int K = 4; }
class B extends P implements I { int h() { return K; } int g(B b) { return b.K; } }
```
```with
to=K
```
```refuses
several
```

```before
interface I { class $0N { } }
class P { private static class K { } }
class B extends P implements I { N n; }
```
```with
to=K
```
```after
interface I { class K { } }
class P { private static class K { } }
class B extends P implements I { K n; }
```",
    );
    check::<Java>(
        "move-members",
        "```before
interface I { }
class P { static class K { int v = 4; } }
class B extends P implements I { int h() { return new K().v; } }
class S { static class $0K { } }
```
```with
to=I
```
```refuses
several
```",
    );
}

#[test]
fn methods_that_are_not_inherited_are_no_candidates() {
    check::<Java>(
        "rename",
        "```before
class A { int k() { return 1; } }
class B extends A { private int $0n(int i) { return 2; } }
class C extends B { int h() { return k(); } }
```
```with
to=k
```
```after
class A { int k() { return 1; } }
class B extends A { private int k(int i) { return 2; } }
class C extends B { int h() { return k(); } }
```",
    );
}
