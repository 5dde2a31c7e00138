//! What whole runs over real libraries found after the first causes were mended.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn a_type_parameter_may_have_the_same_name_above() {
    check::<Java>(
        "pull-up",
        "```before
//- a/Algorithm.java
package a;

public interface Algorithm<T> {
}
//- b/Own.java
package b;

import a.Algorithm;
import java.util.List;
import java.util.TreeMap;

public class Own<T> implements Algorithm<T> {
    public List<T> $0run(T from) {
        new TreeMap<String, T>();
        return null;
    }
}
```
```after
//- a/Algorithm.java
package a;

import java.util.List;

public interface Algorithm<T> {

    List<T> run(T from);
}
//- b/Own.java
package b;

import a.Algorithm;
import java.util.List;
import java.util.TreeMap;

public class Own<T> implements Algorithm<T> {
    @Override
    public List<T> run(T from) {
        new TreeMap<String, T>();
        return null;
    }
}
```",
    );
}

#[test]
fn a_final_field_gets_its_value_in_its_own_class() {
    check::<Java>(
        "move-members",
        "```before
class A {
    static class Holder {
        private static final int $0made;
        static { made = 1; }
    }
}
```
```with
to=A
```
```refuses
can give it its value
```",
    );
}

#[test]
fn any_number_of_arguments_comes_last() {
    check::<Java>(
        "change-signature",
        "```before
interface Log { void $0log(String message, Object... args); }
class Quiet implements Log { public void log(String message, Object... args) { } }
```
```with
params=args, message
```
```refuses
only the last parameter
```

```before
class Log { void $0log(String message, Object... args) { } void m() { log(\"a\", 1, 2); } }
```
```with
params=args
```
```after
class Log { void log(Object... args) { } void m() { log(1, 2); } }
```",
    );
}

#[test]
fn labels_name_enum_constants_alone() {
    check::<Java>(
        "move-members",
        "```before
class A {
    enum To { OUT, ERR }
    static int $0number(To to) {
        switch (to) {
            case OUT: return 1;
            default: return 2;
        }
    }
}
class B {
}
```
```with
to=B
```
```after
class A {
    enum To { OUT, ERR }
}
class B {

    static int number(A.To to) {
        switch (to) {
            case OUT: return 1;
            default: return 2;
        }
    }
}
```",
    );
}

#[test]
fn lambdas_stand_for_the_method_of_their_interface() {
    check::<Java>(
        "change-signature",
        "```before
interface Test { boolean $0holds(int n); }
class Use { Test even = n -> n % 2 == 0; }
```
```with
params=int more = 0, n
```
```after
interface Test { boolean holds(int more, int n); }
class Use { Test even = (more, n) -> n % 2 == 0; }
```",
    );
    check::<Java>(
        "pull-up",
        "```before
interface Test { boolean holds(int n); }
class Own implements Test {
    public boolean holds(int n) { return true; }
    public void $0reset() { }
}
class Use { Test even = n -> n % 2 == 0; }
```
```refuses
would have to be Test
```",
    );
}

#[test]
fn static_methods_of_an_interface_are_its_own() {
    check::<Java>(
        "pull-up",
        "```before
interface Lookup { }
class Files implements Lookup {
    static String key(String left, String right) { return key(left, right, 0); }
    static String $0key(String left, String right, int at) { return left + right; }
}
```
```refuses
key
```",
    );
}

#[test]
fn an_accessor_that_is_there_must_be_plain() {
    for accessor in [
        "int[] getAll() { return all.clone(); }",
        "int[] getAll() { return this.all; } } class B extends A { int[] getAll() { return null; }",
        "void setAll(int[] all) { this.all = all.clone(); }",
        "void setAll(String all) { }",
    ] {
        check::<Java>(
            "encapsulate-field",
            &format!(
                "```before\nclass A {{ int[] $0all; void f() {{ all[0] = 1; all = null; }} {accessor} }}\n```\n```refuses\ncannot stand for the field\n```\n"
            ),
        );
    }
    check::<Java>(
        "encapsulate-field",
        "```before
class A {
    int $0all;
    int getAll() { return this.all; }
    A setAll(int to) { all = to; return this; }
    void f() { all = all + 1; }
}
```
```after
class A {
    private int all;
    int getAll() { return this.all; }
    A setAll(int to) { all = to; return this; }
    void f() { setAll(getAll() + 1); }
}
```",
    );
}
