//! What is inferred, thrown, locked or looked up where nothing says so.

use super::super::Java;
use reweave_refactor_testing::check;

#[test]
fn what_is_inferred_from_a_value_above_would_be_inferred_anew() {
    check::<Java>(
        "pull-up",
        "```before
import java.util.Optional;
class Base<T> { protected T item; }
class Impl extends Base<String> {
    Optional<String> $0opt() { return Optional.ofNullable(item); }
}
```
```refuses
would be a type parameter
```

```before
import java.util.function.Supplier;
class Base<T> { T get() { return null; } }
class Impl extends Base<String> {
    Supplier<String> $0sup() { return this::get; }
}
```
```refuses
would be a type parameter
```

```before
import java.util.ArrayList;
import java.util.List;
class Base<T> { protected List<T> items; }
class Impl extends Base<String> {
    List<String> $0copy() { return new ArrayList<>(items); }
}
```
```refuses
would be a type parameter
```

```before
import java.util.List;
class Base<T> {
    protected List<T> items;
}
class Impl extends Base<String> {
    int $0count() { return items.size(); }
}
```
```after
import java.util.List;
class Base<T> {
    protected List<T> items;

    int count() { return items.size(); }
}
class Impl extends Base<String> {
}
```",
    );
}

#[test]
fn a_value_that_takes_its_type_from_its_place_is_not_retyped() {
    check::<Java>(
        "change-signature",
        "```before
import java.util.Arrays;
import java.util.List;
class A {
    static List<Integer> $0all() { return Arrays.asList(1); }
}
```
```with
returns=List<String>
```
```refuses
inferred anew
```

```before
import java.util.function.Supplier;
class A {
    static void $0take(Supplier<String> s) { }
    void m() { take(() -> \"x\"); }
}
```
```with
params=s as Supplier<Integer> s
```
```refuses
inferred anew
```

```before
import java.util.List;
class A {
    static void $0add(List<Object> list) { list.add(\"x\"); }
}
```
```with
params=list as List<?> list
```
```refuses
inferred anew
```

```before
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
class A {
    static List<Integer> $0all() { return Arrays.asList(1); }
}
```
```with
returns=Collection<Integer>
```
```after
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
class A {
    static Collection<Integer> all() { return Arrays.asList(1); }
}
```",
    );
}

#[test]
fn other_objects_and_arrays_are_not_made_of_values() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    static String $0show(Object o) { return \"\" + o; }
    void m() { show(1); }
}
```
```with
params=o as double o
```
```refuses
object of another class
```

```before
class A {
    static Object $0give(Object o) { return o; }
}
```
```with
params=o as Object... o
```
```refuses
an array would stand here
```",
    );
}

#[test]
fn what_type_variables_throw_is_not_taken_away() {
    check::<Java>(
        "change-signature",
        "```before
import java.io.IOException;
interface Act<E extends Exception> { void go() throws E; }
class A {
    static void $0run(Act<IOException> act) throws IOException { act.go(); }
}
```
```with
throws=-java.io.IOException
```
```refuses
what this throws is inferred
```",
    );
}

#[test]
fn a_private_member_is_not_inherited() {
    check::<Java>(
        "change-signature",
        "```before
class M {
    static class Base { String $0seen() { return null; } }
    static class Sub extends Base { String go() { return seen(); } }
}
```
```with
visibility=private
```
```refuses
no declaration any more
```

```before
class M {
    static class Base { String $0seen() { return null; } }
    <T extends Base> String go(T t) { return t.seen(); }
}
```
```with
visibility=private
```
```refuses
may not be named here
```

```before
import java.io.*;
class A implements Serializable {
    private void $0readObject(ObjectInputStream in) throws IOException { }
}
```
```with
visibility=protected
```
```refuses
serialization looks for a private method
```",
    );
}

#[test]
fn a_default_names_only_what_is_there() {
    check::<Java>(
        "change-signature",
        "```before
class A { int f; int $0two(int a) { return a; } }
class B { int m() { return new A().two(1); } }
```
```with
params=a, int c = f
```
```refuses
no declaration
```",
    );
}

#[test]
fn a_type_is_shortened_only_where_it_is_meant() {
    check::<Java>(
        "change-signature",
        "```before
import java.util.*;
class X {
    static class List { }
    int $0m(int n) { return n; }
}
```
```with
params=n, java.util.List<String> l = null
```
```after
import java.util.*;
class X {
    static class List { }
    int m(int n, java.util.List<String> l) { return n; }
}
```

```before
import java.util.*;
class X {
    static <Map> int $0g(Map t) { return 1; }
}
```
```with
params=t, java.util.Map<String, String> l = null
```
```after
import java.util.*;
class X {
    static <Map> int g(Map t, java.util.Map<String, String> l) { return 1; }
}
```",
    );
}

#[test]
fn a_label_alone_is_of_the_type_that_is_chosen_by() {
    check::<Java>(
        "change-signature",
        "```before
//- a/Op.java
package a;
public enum Op { PLUS }
//- a/M.java
package a;
import static a.Op.*;
class M {
    static int $0w(Op o) { switch (o) { case PLUS: return 1; default: return 2; } }
}
```
```with
params=o as Object o
```
```refuses
the type that the switch chooses by
```",
    );
}

#[test]
fn a_static_lock_stays_with_its_class() {
    check::<Java>(
        "move-members",
        "```before
class A {
    static int n;
    static synchronized void $0inc() { n++; }
    static synchronized void dec() { n--; }
}
class B { }
```
```with
to=B
```
```refuses
it locks its class
```",
    );
}

#[test]
fn what_is_named_as_a_part_is_inherited_from() {
    check::<Java>(
        "move-members",
        "```before
interface Walker { interface $0Runner { } }
class Dog implements Walker.Runner { }
class Puppy extends Dog { }
```
```with
to=Puppy
```
```refuses
inherit from itself
```",
    );
}

#[test]
fn a_value_that_may_fail_is_not_deleted() {
    check::<Java>(
        "safe-delete",
        "```before
class A { void m(Object o) { String $0s = (String) o; } }
```
```refuses
may fail
```

```before
class A { void m(int n) { int $0s = 10 / n; } }
```
```refuses
may fail
```

```before
class A { void m(Integer n) { int $0s = n; } }
```
```refuses
may fail
```

```before
class A {
    static class Stat { static int v = 3; static { System.out.println(); } }
    void m() { int $0s = Stat.v; }
}
```
```refuses
may fail
```

```before
class A {
    int n;
    void m(Integer i) {
        Object $0s = \"\" + n / 2 + i + (Object) i;
    }
}
```
```after
class A {
    int n;
    void m(Integer i) {
    }
}
```",
    );
}

#[test]
fn a_constant_of_a_constant_is_read_without_its_class() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A {
    static final int $0SIZE = 4;
    static class Quiet {
        static final String Q = \"q\" + SIZE;
        static { System.out.println(); }
    }
    void m() { System.out.println(Quiet.Q); }
}
```
```refuses
without making its class ready
```

```before
class A {
    public int $0size = 3;
    Object m() throws Exception { return A.class.getField(\"size\").get(this); }
}
```
```refuses
looked up here
```",
    );
}
