//! What classes inherit without a word of their own, and what modules say.

use super::super::Java;
use reweave_refactor_testing::check;

#[test]
fn a_class_that_names_nothing_joins_two_families() {
    check::<Java>(
        "rename",
        "```before
//- a/A.java
package a;
public class A { public int $0pub() { return 3; } }
//- a/I.java
package a;
public interface I { default int d() { return 4; } }
//- a/Sub.java
package a;
public class Sub extends A implements I { }
```
```with
to=d
```
```refuses
Sub
```

```before
class A { static int $0s() { return 1; } }
interface I { default int d() { return 4; } }
class Sub extends A implements I { }
```
```with
to=d
```
```refuses
overridden like this
```",
    );
}

#[test]
fn a_private_field_above_is_not_the_one_that_is_meant() {
    check::<Java>(
        "rename",
        "```before
class M {
    static int $0x = 77;
    static int f() { return 78; }
    static class A { private int x = 5; private int f() { return 6; } }
    static class C extends A { int g() { return x + f(); } }
}
```
```with
to=y
```
```after
class M {
    static int y = 77;
    static int f() { return 78; }
    static class A { private int x = 5; private int f() { return 6; } }
    static class C extends A { int g() { return y + f(); } }
}
```",
    );
}

#[test]
fn a_reference_that_may_mean_two_says_nothing() {
    check::<Java>(
        "rename",
        "```before
import java.util.*;
class M {
    static class P { String name() { return null; } String $0nm(int i) { return null; } }
    void m(List<P> all) { all.sort(Comparator.comparing(P::name).reversed()); }
}
```
```with
to=name
```
```refuses
would have to be
```",
    );
}

#[test]
fn methods_that_are_one_when_erased_clash() {
    check::<Java>(
        "rename",
        "```before
class B<T> { int q(T t) { return 1; } }
class S extends B<String> { int $0r(Object o) { return 2; } }
```
```with
to=q
```
```refuses
overridden like this
```",
    );
}

#[test]
fn local_classes_of_one_block_have_names_of_their_own() {
    check::<Java>(
        "rename",
        "```before
class M {
    void m() {
        class $0A { }
        new A();
        class B { }
        new B();
    }
}
```
```with
to=B
```
```refuses
B
```",
    );
}

#[test]
fn modules_follow_and_name_what_is_there() {
    check::<Java>(
        "move-type",
        "```before
//- module-info.java
module m { uses p.Svc; provides p.Svc with p.Impl; }
//- p/Svc.java
package p;
public interface Svc { }
//- p/Impl.java
package p;
public class $0Impl implements Svc { }
```
```with
to=b
```
```after
//- b/Impl.java
package b;

import p.Svc;
public class Impl implements Svc { }
//- module-info.java
module m { uses p.Svc; provides p.Svc with b.Impl; }
//- p/Svc.java
package p;
public interface Svc { }
```

```before
//- module-info.java
module m { exports a; }
//- a/A.java
package a;
public class $0A { }
```
```with
to=b
```
```refuses
the module names
```

```before
//- a/A.java
package a;
public class $0A { }
```
```with
to=java.util
```
```refuses
belongs to the platform
```",
    );
}

#[test]
fn the_last_class_below_a_sealed_one_stays() {
    check::<Java>(
        "safe-delete",
        "```before
class M {
    sealed interface U { }
    static final class $0One implements U { }
}
```
```refuses
U
```",
    );
}

#[test]
fn what_stands_before_a_static_member_is_computed() {
    check::<Java>(
        "move-members",
        "```before
class A {
    static int $0v() { return 3; }
    A self() { System.out.println(); return this; }
    int m() { return self().v(); }
}
class B { }
```
```with
to=B
```
```refuses
no longer be computed
```",
    );
}

#[test]
fn what_serialization_writes_stays_written() {
    check::<Java>(
        "pull-up",
        "```before
class Base { }
class S extends Base implements java.io.Serializable { int $0x; }
```
```refuses
serialization writes
```",
    );
}

#[test]
fn super_by_the_name_of_its_class_is_super() {
    check::<Java>(
        "pull-up",
        "```before
class Base {
    int f = 4;
}
class Sub extends Base {
    int $0u() { return Sub.super.f; }
}
```
```after
class Base {
    int f = 4;

    int u() { return this.f; }
}
class Sub extends Base {
}
```",
    );
}

#[test]
fn lambdas_and_records_keep_what_they_give() {
    check::<Java>(
        "change-signature",
        "```before
interface Fn<R> { R $0of(int v); }
class M { Fn<Integer> f = v -> { return v + 1; }; }
```
```with
params=v as long v
```
```refuses
would have to be
```

```before
interface Fn { Object $0of(int v); }
class M { Fn f = v -> v; }
```
```with
params=v as long v
```
```refuses
object of another class
```

```before
class M { Object[] $0all(int v) { return new Object[] {v}; } }
```
```with
params=v as long v
```
```refuses
object of another class
```

```before
interface Sized { int $0size(); }
record Box(int size) implements Sized { }
```
```with
returns=long
```
```refuses
component
```

```before
interface Fn { int $0of(int a, char c); }
class M { Fn f = (a, c) -> a; }
```
```with
params=c, a
delegate=yes
```
```refuses
lambdas stand for this
```",
    );
}

#[test]
fn a_constructor_is_not_named_after_what_it_takes() {
    check::<Java>(
        "rename",
        "```before
class $0Look { }
class MyLook {
    Look look;
    MyLook(Look look) { this.look = look; }
}
```
```with
to=View
similar=yes
```
```after
class View { }
class MyLook {
    View view;
    MyLook(View view) { this.view = view; }
}
```",
    );
}

#[test]
fn a_lambda_without_types_does_not_choose() {
    check::<Java>(
        "rename",
        "```before
import java.util.function.*;
class M {
    static void fn(Function<Integer, Integer> f) { }
    static void $0un(UnaryOperator<Integer> f) { }
    void m() { fn(i -> i + 1); }
}
```
```with
to=fn
```
```refuses
fn
```

```before
import java.util.function.*;
class M {
    static void fn(Function<Integer, Integer> f) { }
    static void $0pr(Predicate<Integer> f) { }
    void m() { fn(i -> i + 1); }
}
```
```with
to=fn
```
```refuses
fn
```",
    );
}

#[test]
fn a_constant_is_one_by_its_simple_name() {
    let refused = |source: &str, to: &str| {
        let rest = format!("```with\nto={to}\n```\n```refuses\nwould mean variable\n```");
        check::<Java>("rename", &format!("```before\n{source}\n```\n{rest}"));
    };
    refused(
        "class A { final String S = \"a\"; boolean i(String $0w) { return (S + \"b\") == \"ab\"; } }",
        "S",
    );
    refused(
        "class A { final boolean T = true; int h(int $0r) { while (T) { if (r++ > 3) return r; } } }",
        "T",
    );
    refused(
        "class A { final int K = 1; int h(int $0r) { switch (r) { case K: return 1; default: return 2; } } }",
        "K",
    );
    check::<Java>(
        "rename",
        "```before
class A { final int K = 1; int h(int $0r) { return r + K; } }
```
```with
to=K
```
```after
class A { final int K = 1; int h(int K) { return K + this.K; } }
```

```before
class A { static <$0T> T f(T t) { return t; } }
```
```with
to=record
```
```refuses
no name in Java
```

```before
class $0Part { Part part; Part otherPart; }
```
```with
to=Case
similar=yes
```
```after
class Case { Case part; Case otherCase; }
```",
    );
}

#[test]
fn annotations_know_the_variables_of_what_they_stand_at() {
    for source in [
        "int f(@An(v = K) int $0p) { return p; }",
        "@An(v = K) int f(int $0p) { return p; }",
        "int f() { @An(v = K) int $0p = 1; return p; }",
        "void f() { try { } catch (@An(v = K) RuntimeException $0p) { } }",
    ] {
        let after = source.replace("$0p", "K").replace("return p", "return K");
        let after = after.replace("v = K", "v = A.K");
        let file = |member: &str| {
            format!(
                "@interface An {{ int v() default 0; }}\nclass A {{ static final int K = 1; {member} }}"
            )
        };
        let (before, after) = (file(source), file(&after));
        check::<Java>(
            "rename",
            &format!("```before\n{before}\n```\n```with\nto=K\n```\n```after\n{after}\n```"),
        );
    }
}

#[test]
fn annotations_know_the_type_parameters_of_what_they_stand_at() {
    let of = |file: &str| {
        format!("@interface An {{ Class<?> v(); }}\nclass K {{ }}\nclass A {{ {file} }}")
    };
    for member in [
        "@An(v = K.class) <$0U> int g(int p) { return p; }",
        "@An(v = K.class) static class N<$0U> { }",
    ] {
        let before = of(member);
        check::<Java>(
            "rename",
            &format!("```before\n{before}\n```\n```with\nto=K\n```\n```refuses\nK\n```"),
        );
    }
}
