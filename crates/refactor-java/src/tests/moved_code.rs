//! Code that stands in another class after it moved: what it calls, computes and throws there.

use super::super::Java;
use reweave_refactor_testing::check;

#[test]
fn overloads_that_move_along_are_the_very_ones() {
    check::<Java>(
        "pull-up",
        "```before
class A { }
class B extends A {
    String f(A a) { return \"A\"; }
    String f(B b) { return \"B\"; }
    String $0m() { return f(this); }
}
```
```with
members=f
```
```refuses
`f` would mean something else
```

```before
class A<T> { T t; }
class B extends A<Integer> {
    String f(Integer i) { return \"I\"; }
    String f(Object o) { return \"O\"; }
    String $0m() { return f(t); }
}
```
```with
members=f
```
```refuses
`f` would mean something else
```

```before
class A { }
class B extends A {
    class N { N(A a) { } N(B b) { } }
    N $0m() { return new N(this); }
}
```
```with
members=N
```
```refuses
would mean something else
```

```before
class A {
}
class B extends A {
    String f(A a) { return \"A\"; }
    String f(String b) { return \"S\"; }
    String $0m() { String f = \"\"; return f(f); }
}
```
```with
members=f
```
```after
class A {

    String f(A a) { return \"A\"; }

    String f(String b) { return \"S\"; }

    String m() { String f = \"\"; return f(f); }
}
class B extends A {
}
```",
    );
    check::<Java>(
        "push-down",
        "```before
class A {
    String f(A a) { return \"A\"; }
    String f(B b) { return \"B\"; }
    String $0m() { return f(this); }
}
class B extends A { }
```
```with
members=f
```
```refuses
`f` would mean something else
```

```before
class A {
    String f(int n) { return n == 0 ? \"\" : f(n - 1); }
    String $0m() { return f(1); }
}
class B extends A {
}
class C extends A {
}
```
```with
members=f
```
```after
class A {
}
class B extends A {

    String f(int n) { return n == 0 ? \"\" : f(n - 1); }

    String m() { return f(1); }
}
class C extends A {

    String f(int n) { return n == 0 ? \"\" : f(n - 1); }

    String m() { return f(1); }
}
```",
    );
}

#[test]
fn values_are_computed_with_the_same_types() {
    check::<Java>(
        "pull-up",
        "```before
class A<T> { T t; }
class B extends A<Integer> {
    Object $0m(boolean b) { return b ? t : 2.0; }
}
```
```refuses
values of another type
```

```before
class A { Object o() { return 1; } }
class B extends A {
    Integer o() { return 1000; }
    boolean $0m() { return o() == 1000; }
}
```
```refuses
type
```

```before
class A<T> { T t; }
class B extends A<Integer> {
    long $0m() { return (long) t; }
}
```
```refuses
this cast
```

```before
class A<T> { T t; }
class B extends A<int[]> {
    int $0m() { return t[0]; }
}
```
```refuses
would not allow this
```

```before
class A<T> {
    T t;
}
class B<X> extends A<X> {
    Object $0m(boolean b, X x) { return b ? t : x == null ? 2.0 : (X) x; }
}
```
```after
class A<T> {
    T t;

    Object m(boolean b, T x) { return b ? t : x == null ? 2.0 : (T) x; }
}
class B<X> extends A<X> {
}
```",
    );
    check::<Java>(
        "push-down",
        "```before
class A<T> {
    T t;
    Object $0m(boolean b) { return b ? t : 2.0; }
}
class B extends A<Integer> { }
```
```refuses
values of another type
```

```before
class A<T> {
    T $0get(Object o) { return (T) o; }
}
class B extends A<String> { }
```
```refuses
this cast
```

```before
class A<T> {
    T t;
    Object $0m() { return java.util.Arrays.asList(t); }
}
class B extends A<String[]> { }
```
```refuses
another array
```

```before
class A<T> {
    T t;
    static <E> E[] mk(E... all) { return all; }
    Object $0m() { return mk(t); }
}
class B extends A<String> { }
```
```refuses
another array
```

```before
class A<T> {
    T t;
    Object $0m(Object o) { return t == o ? java.util.Arrays.asList(t) : (Comparable<T>) o; }
}
class B extends A<String> {
}
```
```after
class A<T> {
    T t;
}
class B extends A<String> {

    Object m(Object o) { return t == o ? java.util.Arrays.asList(t) : (Comparable<String>) o; }
}
```",
    );
}

#[test]
fn exceptions_that_a_class_leaves_open() {
    check::<Java>(
        "pull-up",
        "```before
class A<E extends Exception> { void r() throws E { } }
class B extends A<RuntimeException> {
    void $0c() { r(); }
}
```
```refuses
another exception
```

```before
class A<E extends Exception> {
    void r() throws E { }
}
class B<X extends Exception> extends A<X> {
    void $0c() throws X { r(); }
}
```
```after
class A<E extends Exception> {
    void r() throws E { }

    void c() throws E { r(); }
}
class B<X extends Exception> extends A<X> {
}
```

```before
class A<E extends Exception> {
    void r() throws E { }
}
class B extends A<RuntimeException> {
    void $0c() throws Exception { r(); }
}
```
```after
class A<E extends Exception> {
    void r() throws E { }

    void c() throws Exception { r(); }
}
class B extends A<RuntimeException> {
}
```

```before
class A<E extends Exception> { void r() throws E { } }
class B<F extends java.io.IOException> extends A<F> {
    void $0c() { try { r(); } catch (java.io.IOException e) { } }
}
```
```refuses
another exception
```

```before
class A<T> { T t; }
class B extends A<IllegalStateException> {
    void $0c() { throw t; }
}
```
```refuses
another exception
```

```before
class A { Exception mk() { return null; } }
class B extends A {
    RuntimeException mk() { return null; }
    void $0c() { throw mk(); }
}
```
```refuses
another exception
```",
    );
    check::<Java>(
        "push-down",
        "```before
import java.io.IOException;
class A<E extends Exception> {
    void r() throws E { }
    void $0c() { try { r(); } catch (Exception e) { } }
    void d() throws Exception { r(); }
}
class B extends A<IOException> { }
```
```refuses
another exception
```",
    );
}

#[test]
fn objects_named_by_their_class() {
    check::<Java>(
        "push-down",
        "```before
class A {
    int v;
    class In { }
    int $0m() { Runnable r = () -> A.this.v++; A.this.new In(); return A.this.v + A.super.hashCode(); }
}
class B extends A {
}
```
```after
class A {
    int v;
    class In { }
}
class B extends A {

    int m() { Runnable r = () -> B.this.v++; B.this.new In(); return B.this.v + B.super.hashCode(); }
}
```

```before
class A {
    java.util.function.IntSupplier $0m() { return A.super::hashCode; }
}
class B extends A { }
```
```refuses
`super` of a named class
```

```before
class A {
    public int hashCode() { return 1; }
    int $0m() { return A.super.hashCode(); }
}
class B extends A { }
```
```refuses
`hashCode` would mean something else
```",
    );
    check::<Java>(
        "pull-up",
        "```before
class A {
    int x() { return 1; }
}
class B extends A {
    int $0m() { return B.super.hashCode() + B.super.x(); }
}
```
```after
class A {
    int x() { return 1; }

    int m() { return A.super.hashCode() + this.x(); }
}
class B extends A {
}
```

```before
class A { public int hashCode() { return 1; } }
class B extends A {
    int $0m() { return new Object() { int n() { return B.super.hashCode(); } }.n(); }
}
```
```refuses
would mean something else
```",
    );
}

#[test]
fn a_type_parameter_that_another_of_its_name_hides() {
    check::<Java>(
        "pull-up",
        "```before
class A<T> { }
class B<X> extends A<X> {
    <T> X $0m(T t, X x) { return x; }
}
```
```refuses
`T` would mean something else
```

```before
class A<T> { }
class B<X> extends A<X> {
    <T> X $0m(T t, X x) { return x; }
}
```
```with
keep=yes
```
```refuses
`T` would mean something else
```

```before
class A<T> {
}
class B<X> extends A<X> {
    <Y> X $0m(Y t, X x) { return x; }
}
```
```after
class A<T> {

    <Y> T m(Y t, T x) { return x; }
}
class B<X> extends A<X> {
}
```",
    );
    check::<Java>(
        "push-down",
        "```before
class A<T> {
    <X> T $0m(X t, T x) { return x; }
}
class B<X> extends A<X> { }
```
```refuses
`X` would mean something else
```

```before
class A<T> {
    T $0m(T x) { class S { } return x; }
}
class S { }
class B extends A<S> {
}
```
```after
class A<T> {
}
class S { }
class B extends A<S> {

    S m(S x) { class S { } return x; }
}
```

```before
class A<T> {
    T $0m(T x) { class S { } T y = x; return y; }
}
class S { }
class B extends A<S> { }
```
```refuses
`S` would mean something else
```",
    );
}
