//! Members in another class: what becomes of the classes around them, and of those that inherit them.

use super::super::Java;
use reweave_refactor_testing::check;

#[test]
fn static_variables_stay_two() {
    check::<Java>(
        "pull-up",
        "```before
class A {
}
class B extends A {
    static int $0n = 0;
    static int inc() { return ++n; }
}
class C extends A {
    static int n = 0;
    static int inc() { return ++n; }
}
```
```with
others=delete
```
```after
class A {

    static int n = 0;
}
class B extends A {
    static int inc() { return ++n; }
}
class C extends A {
    static int n = 0;
    static int inc() { return ++n; }
}
```

```before
class A {
}
class B extends A {
    static final int $0N = 1;
}
class C extends A {
    static final int N = 1;
}
```
```with
others=delete
```
```after
class A {

    static final int N = 1;
}
class B extends A {
}
class C extends A {
}
```",
    );
}

#[test]
fn a_private_method_where_an_interface_is_asked() {
    check::<Java>(
        "rename",
        "```before
//- a/B.java
package a;
public class B { private int $0p() { return 1; } }
//- a/J.java
package a;
public interface J { default int d() { return 2; } }
//- a/C.java
package a;
public class C extends B implements J { }
//- a/M.java
package a;
class M { int n = new C().d(); }
```
```with
to=d
```
```refuses
C
```

```before
class B { private int p() { return 1; } }
interface J { default int $0d() { return 2; } }
class C extends B implements J { }
```
```with
to=p
```
```refuses
overridden like this
```

```before
class B { private int $0p() { return 1; } }
interface J { default int d() { return 2; } }
class C extends B implements J { public int d() { return 3; } }
```
```with
to=d
```
```after
class B { private int d() { return 1; } }
interface J { default int d() { return 2; } }
class C extends B implements J { public int d() { return 3; } }
```

```before
class B { private int $0p(int n) { return 1; } }
interface J { default int d() { return 2; } }
class C extends B implements J { }
```
```with
to=d
```
```after
class B { private int d(int n) { return 1; } }
interface J { default int d() { return 2; } }
class C extends B implements J { }
```",
    );
}

#[test]
fn two_methods_that_are_one_when_erased() {
    check::<Java>(
        "pull-up",
        "```before
import java.util.List;
interface I { }
interface J { int m(List<String> l); }
class A implements I { public int $0m(List<Integer> l) { return 1; } }
abstract class K implements I, J { }
```
```with
to=I
```
```refuses
overridden like this
```

```before
import java.util.List;
interface I {
}
interface J { int m(List<String> l); }
class A implements I {
    public int $0m(List<String> l) { return 1; }
}
abstract class K implements I, J { }
```
```with
to=I
```
```after
import java.util.List;
interface I {

    int m(List<String> l);
}
interface J { int m(List<String> l); }
class A implements I {
    @Override
    public int m(List<String> l) { return 1; }
}
abstract class K implements I, J { }
```",
    );
}

#[test]
fn raw_types_hide_the_arguments_of_what_they_have() {
    check::<Java>(
        "pull-up",
        "```before
import java.util.List;
class A<T> { }
class B extends A {
    List<String> $0l() { return null; }
    void m() { for (String s : new B().l()) { } }
}
```
```refuses
a raw type
```

```before
class A<T> { }
class B extends A {
    <X> X $0id(X x) { return x; }
}
```
```with
keep=yes
```
```refuses
a raw type
```

```before
import java.util.List;
class A<T> {
}
class B extends A {
    int $0l(String s) { return 1; }
    int m() { return new B().l(null); }
}
```
```after
import java.util.List;
class A<T> {

    int l(String s) { return 1; }
}
class B extends A {
    int m() { return new B().l(null); }
}
```",
    );
    check::<Java>(
        "push-down",
        "```before
import java.util.List;
class A { List<String> $0l() { return null; } }
class B<T> extends A { }
class M { void m(B b) { for (String s : b.l()) { } } }
```
```refuses
a raw type
```

```before
import java.util.List;
class A {
    List<String> $0l() { return null; }
}
class B<T> extends A {
}
class M { void m(B<?> b) { for (String s : b.l()) { } } }
```
```after
import java.util.List;
class A {
}
class B<T> extends A {

    List<String> l() { return null; }
}
class M { void m(B<?> b) { for (String s : b.l()) { } } }
```",
    );
}

#[test]
fn words_that_only_a_body_allows() {
    check::<Java>(
        "pull-up",
        "```before
abstract class A {
}
class B extends A {
    strictfp double $0m() { return 1; }
}
```
```with
abstract=all
```
```after
abstract class A {

    abstract double m();
}
class B extends A {
    @Override
    strictfp double m() { return 1; }
}
```",
    );
    check::<Java>(
        "push-down",
        "```before
abstract class A {
    public synchronized strictfp double $0m() { return 1; }
}
class B extends A {
}
```
```with
keep=abstract
```
```after
abstract class A {
    public abstract double m();
}
class B extends A {

    @Override
    public synchronized strictfp double m() { return 1; }
}
```",
    );
}

#[test]
fn stubs_take_no_body_from_classes_without_a_name() {
    check::<Java>(
        "pull-up",
        "```before
interface I { default String e() { return \"I\"; } }
enum E implements I {
    X { },
    Y { public String $0e() { return \"Y\"; } };
}
```
```with
abstract=all
stubs=yes
```
```refuses
has a body from above here
```

```before
abstract class A<T> { }
class B<T> extends A<T> { String m(T t) { return \"B\"; } }
class C extends B<String> { String $0m(String s) { return \"C\"; } }
class D extends A<String> { }
```
```with
to=A
abstract=all
stubs=yes
```
```refuses
A.m
```",
    );
}

#[test]
fn inner_classes_stay_out_of_interfaces() {
    check::<Java>(
        "pull-up",
        "```before
interface I { }
class A implements I { class $0N { } static N m(A x) { return x.new N(); } }
```
```with
to=I
```
```refuses
an object is around it
```

```before
interface I {
}
class A implements I {
    static class $0N { }
}
```
```with
to=I
```
```after
interface I {

    static class N { }
}
class A implements I {
}
```",
    );
}

#[test]
fn members_are_told_apart_by_what_they_take() {
    check::<Java>(
        "pull-up",
        "```before
class A {
}
class B extends A {
    int f(Object o) { return 1; }
    int f(java.util.List<String> l) { return 2; }
    int $0m() { return f(\"\"); }
}
```
```with
members=f(Object)
```
```after
class A {

    int f(Object o) { return 1; }

    int m() { return f(\"\"); }
}
class B extends A {
    int f(java.util.List<String> l) { return 2; }
}
```

```before
class A { Object o() { return 1; } }
class B extends A {
    String o() { return null; }
    static String f(Object a) { return \"O\"; }
    static String f(String b) { return \"S\"; }
    String $0m() { return f(o()); }
}
```
```with
members=f(Object)
```
```refuses
`f` would mean something else
```",
    );
}
