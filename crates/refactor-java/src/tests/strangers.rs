//! What small programs found that were written without a look at the check.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn what_is_read_through_wildcards_follows() {
    check::<Java>(
        "rename",
        "```before
import java.util.List;
import java.util.function.Supplier;
class Sq { int $0only() { return 9; } }
class Holder<T extends Sq> { Supplier<T> sup() { return null; } }
abstract class Builder<S extends Builder<S>> { S name() { return null; } }
class Use {
    void all(List<? extends Sq> in) { in.forEach(s -> s.only()); }
    int of(Holder<?> h) { return h.sup().get().only(); }
}
```
```with
to=one
```
```after
import java.util.List;
import java.util.function.Supplier;
class Sq { int one() { return 9; } }
class Holder<T extends Sq> { Supplier<T> sup() { return null; } }
abstract class Builder<S extends Builder<S>> { S name() { return null; } }
class Use {
    void all(List<? extends Sq> in) { in.forEach(s -> s.one()); }
    int of(Holder<?> h) { return h.sup().get().one(); }
}
```

```before
abstract class Builder<T, S extends Builder<T, S>> { S name() { return null; } }
abstract class Make<S extends Make<S>> extends Builder<String, S> { int $0build() { return 1; } }
class Use { int of(Make<?> make) { return make.name().build(); } }
```
```with
to=done
```
```after
abstract class Builder<T, S extends Builder<T, S>> { S name() { return null; } }
abstract class Make<S extends Make<S>> extends Builder<String, S> { int done() { return 1; } }
class Use { int of(Make<?> make) { return make.name().done(); } }
```",
    );
}

#[test]
fn a_name_that_may_be_meant_is_a_reason() {
    check::<Java>(
        "rename",
        "```before
class A { int $0size() { return 1; } int two(A a) { return a.size() + a.other().size(); } }
```
```with
to=count
```
```refuses
cannot be told whether `size`
```",
    );
    check::<Java>(
        "safe-delete",
        "```before
class A { int $0size() { return 1; } int two(A a) { return a.other().size(); } }
```
```refuses
cannot be told whether `size`
```",
    );
}

#[test]
fn a_type_parameter_does_not_allow_every_exception() {
    check::<Java>(
        "change-signature",
        "```before
interface Visitor<X extends Exception> { void $0lit() throws X; }
class Lit { <X extends Exception> void accept(Visitor<X> v) throws X { v.lit(); } }
```
```with
throws=+java.io.IOException
```
```refuses
IOException
```",
    );
}

#[test]
fn a_reference_to_either_of_two_methods_is_to_none() {
    check::<Java>(
        "rename",
        "```before
class Base { int note(Object o) { return 1; } }
class User extends Base { static int $0byAge(User a, User b) { return 0; } }
class Use { java.util.Comparator<User> c = User::byAge; }
```
```with
to=note
```
```refuses
byAge
```",
    );
}

#[test]
fn the_object_around_is_not_the_object() {
    check::<Java>(
        "pull-up",
        "```before
class A {
    int v = 1;
    class B extends A { int $0sum() { return v + A.this.v; } }
}
```
```refuses
enclosing instance
```

```before
class A {
    private int v = 1;
    class B extends A { int $0sum() { return v; } }
}
```
```refuses
enclosing instance
```

```before
class A {
    int n = 1;
}
class B extends A {
    int $0plain() { return B.this.n; }
}
```
```after
class A {
    int n = 1;

    int plain() { return A.this.n; }
}
class B extends A {
}
```",
    );
}

#[test]
fn a_field_above_has_its_value_sooner() {
    check::<Java>(
        "pull-up",
        "```before
class A { }
class B extends A {
    static final B ONE = new B();
    static String $0x = new String();
    final String y;
    B() { y = x; }
}
```
```refuses
before it has its value
```",
    );
}

#[test]
fn what_another_package_does_not_hand_down_is_not_there() {
    check::<Java>(
        "change-signature",
        "```before
//- p/Base.java
package p; public class Base { public void $0only(int n) { } }
//- q/Mid.java
package q; public class Mid extends p.Base { }
//- p/Use.java
package p; class Use { void m() { new q.Mid().only(1); } }
```
```with
visibility=package
```
```refuses
only
```",
    );
}

#[test]
fn imports_do_not_see_what_only_classes_below_do() {
    check::<Java>(
        "move-members",
        "```before
//- a/Node.java
package a;
public class Node {
    protected static class Cursor { }
    public static class $0Empty { }
}
//- b/Leaf.java
package b;
import a.Node;
import a.Node.Empty;
class Leaf extends Node { Empty empty; }
```
```with
to=a.Node.Cursor
```
```refuses
Cursor
```",
    );
}

#[test]
fn calls_that_nobody_wrote_before_are_counted_too() {
    check::<Java>(
        "change-signature",
        "```before
class P { $0P() { } P(String s) { } }
class Q extends P { Q() { } }
```
```with
params=java.util.List<String> all = null
```
```refuses
a call would mean another method
```",
    );
}

#[test]
fn what_overrides_by_erasure_has_no_type_arguments() {
    check::<Java>(
        "change-signature",
        "```before
class P { <T extends P> T $0with(boolean b) { return null; } }
class Q extends P { @Override Q with(boolean b) { return null; } }
```
```with
params=java.util.List<String> all = null, b
```
```refuses
with
```",
    );
}

#[test]
fn a_body_from_above_is_not_taken_away() {
    check::<Java>(
        "pull-up",
        "```before
class A { void m() { } }
abstract class B extends A { }
class C extends B { void $0m() { } }
class D extends B { }
```
```with
abstract=all
```
```refuses
B.m() has no body here
```

```before
class A { void m() { } }
abstract class B extends A { }
class C extends B { void $0m() { } }
class D extends B { }
```
```with
abstract=all
stubs=yes
```
```refuses
a body from above
```",
    );
}

#[test]
fn calls_may_name_an_abstract_method_in_between() {
    check::<Java>(
        "pull-up",
        "```before
class A { void m() { } }
abstract class B extends A {
}
class C extends B {
    @Override void $0m() { }
    void both(B b) { b.m(); }
}
```
```with
abstract=all
```
```after
class A { void m() { } }
abstract class B extends A {

    abstract void m();
}
class C extends B {
    @Override void m() { }
    void both(B b) { b.m(); }
}
```

```before
class A { void m() { } }
abstract class B extends A { }
class C extends B { void $0m() { super.m(); } }
```
```with
abstract=all
```
```refuses
m
```",
    );
}

#[test]
fn what_a_record_is_made_with_needs_no_body() {
    check::<Java>(
        "move-members",
        "```before
class A {
    record $0Point(int x, int y) { }
}
class B {
}
```
```with
to=B
```
```after
class A {
}
class B {

    record Point(int x, int y) { }
}
```",
    );
}

#[test]
fn a_class_becomes_abstract_once() {
    check::<Java>(
        "push-down",
        "```before
class A {
    void $0one() { }
    void two() { }
}
class B extends A {
}
```
```with
members=two
keep=abstract
```
```after
abstract class A {
    abstract void one();
    abstract void two();
}
class B extends A {

    @Override
    void one() { }

    @Override
    void two() { }
}
```",
    );
}

#[test]
fn a_value_is_asked_only_where_its_class_may_be_named() {
    check::<Java>(
        "move-members",
        "```before
//- a/A.java
package a;
public class A {
    public static final String $0NAME = builder().name().build();
    public static Builder builder() { return new Builder(); }
    static class Builder {
        public Builder name() { return this; }
        public String build() { return \"\"; }
    }
}
//- b/B.java
package b;
public class B {
}
```
```with
to=b.B
```
```after
//- a/A.java
package a;
public class A {
    public static Builder builder() { return new Builder(); }
    public static class Builder {
        public Builder name() { return this; }
        public String build() { return \"\"; }
    }
}
//- b/B.java
package b;

import a.A;
public class B {

    public static final String NAME = A.builder().name().build();
}
```",
    );
}

#[test]
fn an_abstract_method_is_declared_above_as_it_is() {
    check::<Java>(
        "pull-up",
        "```before
abstract class A {
}
abstract class B extends A {
    public abstract int $0run(int n);
}
```
```with
abstract=all
```
```after
abstract class A {

    public abstract int run(int n);
}
abstract class B extends A {
    @Override
    public abstract int run(int n);
}
```",
    );
}
