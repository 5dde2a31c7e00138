//! What libraries found that no rule was made by, and small programs full of what Java allows.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn a_switch_chooses_by_what_its_labels_are() {
    for (ty, label) in [("Object", "1"), ("long", "1"), ("boolean", "1")] {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\nclass A {{ int $0pick(int by) {{ switch (by) {{ case {label}: return 1; default: return 2; }} }} }}\n```\n```with\nparams=by as {ty} by\n```\n```refuses\nswitch\n```\n"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
class A { int $0pick(String by) { return switch (by) { case \"a\" -> 1; default -> 2; }; } }
```
```with
params=by as int by
```
```refuses
switch
```

```before
class A { int $0pick(int by) { switch (by) { case 1: return 1; default: return 2; } } }
```
```with
params=by as Integer by
```
```after
class A { int pick(Integer by) { switch (by) { case 1: return 1; default: return 2; } } }
```",
    );
}

#[test]
fn constants_of_an_enum_catch_nothing() {
    check::<Java>(
        "change-signature",
        "```before
enum Size { SMALL(1), LARGE(2); final int n; $0Size(int n) { this.n = n; } }
```
```with
throws=+java.io.IOException
```
```refuses
neither caught nor declared
```",
    );
}

#[test]
fn a_method_goes_to_an_interface_without_what_it_does_not_allow() {
    check::<Java>(
        "move-members",
        "```before
interface To {
}
class A {
    static final int $0one() { return 1; }
}
```
```with
to=To
```
```after
interface To {

    static int one() { return 1; }
}
class A {
}
```

```before
interface To { }
class A { static synchronized int $0one() { return 1; } }
```
```with
to=To
```
```refuses
may not be declared like this
```

```before
@interface To { }
class A { static int $0one() { return 1; } }
```
```with
to=To
```
```refuses
annotation type To
```",
    );
}

#[test]
fn a_default_method_is_declared_above_without_the_word() {
    check::<Java>(
        "pull-up",
        "```before
interface Task {
}
interface Job extends Task {
    default void $0stop() { }
}
```
```after
interface Task {

    void stop();
}
interface Job extends Task {
    @Override
    default void stop() { }
}
```",
    );
}

#[test]
fn classes_below_a_sealed_one_stay_with_it() {
    check::<Java>(
        "move-type",
        "```before
//- a/Shape.java
package a;

public sealed interface Shape permits Dot { }
//- a/Dot.java
package a;

public final class $0Dot implements Shape { }
```
```with
to=b
```
```refuses
is sealed
```

```before
//- a/Shape.java
package a;

public sealed interface Shape permits Dot { }
//- a/Dot.java
package a;

public final class $0Dot implements Shape { }
//- module-info.java
module shapes { }
```
```with
to=b
```
```after
//- a/Shape.java
package a;

import b.Dot;

public sealed interface Shape permits Dot { }
//- b/Dot.java
package b;

import a.Shape;

public final class Dot implements Shape { }
//- module-info.java
module shapes { }
```",
    );
    check::<Java>(
        "move-members",
        "```before
//- A.java
class A {
    static sealed class Kind { }
    static final class $0One extends Kind { }
}
//- B.java
class B { }
```
```with
to=B
```
```refuses
is sealed
```",
    );
}

#[test]
fn a_function_stands_only_for_an_interface() {
    check::<Java>(
        "change-signature",
        "```before
class A { static Runnable $0quiet() { return () -> { }; } }
```
```with
returns=Object
```
```refuses
would have to be java.lang.Object
```

```before
class A { void $0run(Runnable r) { } void m() { run(this::m); } }
```
```with
params=r as String r
```
```refuses
would have to be java.lang.String
```",
    );
}

#[test]
fn each_value_that_may_be_given_must_fit() {
    for value in [
        "yes ? is() : false",
        "(is())",
        "switch (1) { case 1 -> is(); default -> { yield false; } }",
    ] {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\nclass A {{ boolean $0is() {{ throw null; }} boolean m(boolean yes) {{ return {value}; }} }}\n```\n```with\nreturns=String\n```\n```refuses\nwould have to be boolean\n```\n"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
class A { int $0n() { return 1; } Double m(boolean yes) { return yes ? n() : 2.0; } }
```
```with
returns=long
```
```after
class A { long n() { return 1; } Double m(boolean yes) { return yes ? n() : 2.0; } }
```",
    );
}

#[test]
fn private_members_are_not_there_below() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    protected void $0put() { }
    static class Below extends A { void all() { put(); } }
}
```
```with
visibility=private
```
```refuses
no object
```

```before
class A {
    protected void $0put() { }
    static class Below extends A { }
    void all(Below b) { b.put(); }
}
```
```with
visibility=private
```
```refuses
no declaration any more
```

```before
class A {
    protected void $0put() { }
    static class Below extends A { }
    void all(A a) { a.put(); new A() { void m() { put(); } }; }
}
```
```with
visibility=private
```
```after
class A {
    private void put() { }
    static class Below extends A { }
    void all(A a) { a.put(); new A() { void m() { put(); } }; }
}
```",
    );
}

#[test]
fn a_delegate_does_not_call_itself() {
    for (before, to) in [
        ("final int n; $0A(double d) { n = 1; }", "int"),
        ("int $0n(double d) { return 1; }", "int"),
        ("int $0n(Object d) { return 1; }", "String"),
    ] {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\nclass A {{ {before} }}\n```\n```with\nparams=d as {to} d\ndelegate=yes\n```\n```refuses\na call would mean another method\n```\n"
            ),
        );
    }
}

#[test]
fn functions_give_what_their_method_does() {
    for (function, returns, before) in [
        ("s -> n++", "boolean", "void"),
        ("s -> { n++; }", "boolean", "void"),
        ("s -> { if (n > 1) return; throw null; }", "boolean", "void"),
        ("this::seen", "boolean", "void"),
        ("s -> n", "void", "int"),
        ("s -> { return n; }", "void", "int"),
        ("s -> n > 1 ? n : 2", "String", "int"),
        ("this::count", "String", "int"),
    ] {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\ninterface Step {{ {before} $0step(String s); }}\nclass A {{ int n; void seen(String s) {{ }} int count(String s) {{ return n; }} Step step = {function}; }}\n```\n```with\nreturns={returns}\n```\n```refuses\n{returns}\n```\n"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
interface Step { int $0step(String s); }
class A { int n; int count(String s) { return n; } Step one = s -> n++, two = this::count, three = s -> { return 1; }; }
```
```with
returns=long
```
```after
interface Step { long step(String s); }
class A { int n; int count(String s) { return n; } Step one = s -> n++, two = this::count, three = s -> { return 1; }; }
```",
    );
}

#[test]
fn exceptions_are_dropped_by_their_name() {
    check::<Java>(
        "change-signature",
        "```before
import java.io.IOException;
class A { void $0m() throws IOException, InterruptedException { } }
```
```with
throws=-IOException
```
```after
import java.io.IOException;
class A { void m() throws InterruptedException { } }
```

```before
import java.io.IOException;
class A { void $0m() throws IOException { throw new IOException(); } }
```
```with
throws=-IOException
```
```refuses
neither caught nor declared
```

```before
class A { <X extends Exception> void $0m(X x) throws X { throw x; } }
```
```with
throws=-X
```
```refuses
may be any exception
```",
    );
}

#[test]
fn a_value_without_a_name_is_for_an_element() {
    check::<Java>(
        "safe-delete",
        "```before
@interface Mark { String $0value() default \"\"; }
@Mark(\"a\") class A { @Mark int n; }
```
```refuses
no element
```",
    );
}

#[test]
fn a_type_parameter_above_may_be_anything() {
    for (value, given) in [
        ("", "get(\"a\")"),
        ("", "last = \"a\""),
        ("String s", "get(s)"),
    ] {
        check::<Java>(
            "pull-up",
            &format!(
                "```before\nclass Store<K> {{ K last; void get(K key) {{ }} }}\nclass Names extends Store<String> {{ void $0all({value}) {{ {given}; }} }}\n```\n```refuses\nwould have to be\n```\n"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
//- q/Repo.java
package q;
interface Repo<K, V> { static <K, V> Repo<K, V> $0sorted() { return null; } }
//- q/Use.java
package q;
class Use { Repo<String, Integer> repo = Repo.sorted(); }
```
```with
returns=Object
```
```refuses
would have to be q.Repo
```",
    );
}

#[test]
fn an_object_before_new_is_a_name_of_its_own() {
    check::<Java>(
        "rename",
        "```before
class A { class Inner { } Inner of(A $0a) { return a.new Inner(); } }
```
```with
to=other
```
```after
class A { class Inner { } Inner of(A other) { return other.new Inner(); } }
```",
    );
}

#[test]
fn what_stands_in_a_deleted_method_goes_with_it() {
    check::<Java>(
        "safe-delete",
        "```before
class A {
    Runnable $0task() {
        return new Runnable() { public void run() { } };
    }
}
```
```after
class A {
}
```

```before
class A implements Runnable {
    public void $0run() { new Object() { public String toString() { return null; } }; }
}
class B extends A { }
```
```refuses
run
```",
    );
}

#[test]
fn a_method_reference_throws_no_more_than_its_interface_says() {
    check::<Java>(
        "change-signature",
        "```before
//- a/Step.java
package a;
public interface Step { void $0run() throws Exception; }
//- a/Use.java
package a;
class Use { static void check() throws java.io.IOException { } Step step = Use::check; }
```
```with
throws=-Exception
```
```refuses
IOException is neither caught nor declared
```",
    );
}

#[test]
fn a_value_without_a_name_is_seen_in_other_files() {
    check::<Java>(
        "safe-delete",
        "```before
//- a/Mark.java
package a;
public @interface Mark { String $0value() default \"\"; }
//- a/Use.java
package a;
@Mark(\"x\") class Use { }
```
```refuses
Mark
```",
    );
}

#[test]
fn type_arguments_stay_within_their_bounds() {
    check::<Java>(
        "pull-up",
        "```before
class Num<N extends Number> { }
abstract class Base<T> { }
abstract class Low<T extends Number> extends Base<T> { Num<T> $0num() { return null; } }
```
```refuses
would have to be java.lang.Number
```",
    );
    check::<Java>(
        "pull-up",
        "```before
class Num<N extends Number> { }
abstract class Base<S extends Integer> { }
abstract class Low<T extends Integer> extends Base<T> { Num<T> $0num() { return null; } }
```
```after
class Num<N extends Number> { }
abstract class Base<S extends Integer> {

    Num<S> num() { return null; }
 }
abstract class Low<T extends Integer> extends Base<T> {  }
```",
    );
}

#[test]
fn a_name_that_two_imports_give_means_nothing() {
    check::<Java>(
        "rename",
        "```before
//- a/Node.java
package a;
public class Node { }
//- b/Tree.java
package b;
public class Tree { public static class $0Wide { } }
//- c/Use.java
package c;
import a.*;
import b.Tree.*;
class Use { Node node; Wide wide; }
```
```with
to=Node
```
```after
//- a/Node.java
package a;
public class Node { }
//- b/Tree.java
package b;
public class Tree { public static class Node { } }
//- c/Use.java
package c;
import a.*;
import b.Tree.*;
class Use { a.Node node; b.Tree.Node wide; }
```",
    );
}

#[test]
fn each_branch_fits_a_type_parameter() {
    check::<Java>(
        "change-signature",
        "```before
class A { static <T> T $0pick(boolean first, T a, T b) { return first ? a : b; } }
```
```with
params=first, a as Object a, b
```
```refuses
would have to be
```",
    );
}

#[test]
fn an_interface_that_says_it_is_functional_stays_so() {
    check::<Java>(
        "pull-up",
        "```before
@FunctionalInterface interface Test { boolean test(String s); }
interface Fine extends Test { Fine $0negate(); }
```
```refuses
Test may not be declared like this
```",
    );
}
