//! What tiny programs showed about moves: each use must find the very member that moved, and nothing may run at another time.

use super::super::Java;
use reweave_refactor_testing::check;

fn moved(source: &str, with: &str, then: &str) {
    check::<Java>(
        "move-members",
        &format!("```before\n{source}\n```\n```with\n{with}\n```\n{then}"),
    );
}

fn refused(source: &str, with: &str, why: &str) {
    moved(source, with, &format!("```refuses\n{why}\n```"));
}

#[test]
fn no_overload_takes_the_calls_of_what_moves() {
    for (own, other, argument) in [
        ("long x", "int x", "1"),
        ("Object... x", "Object x", "\"\""),
        ("Integer x", "int x", "1"),
        ("Object x", "String x", "null"),
    ] {
        refused(
            &format!(
                "class P {{ static int $0f({own}) {{ return 7; }} int m() {{ return f({argument}); }} }}
class T {{ static int f({other}) {{ return 9; }} }}"
            ),
            "to=T",
            "not every use would find it",
        );
    }
    moved(
        "class P { static int $0f(String x) { return 7; } int m() { return f(\"\"); } }
class T {
    static int f(int x) { return 9; }
}",
        "to=T",
        "```after
class P {  int m() { return T.f(\"\"); } }
class T {
    static int f(int x) { return 9; }

    static int f(String x) { return 7; }
}
```",
    );
}

#[test]
fn what_may_fail_fails_when_it_did() {
    let of = |value: &str| {
        format!(
            "class A {{ static int $0f() {{ return 1; }} int m() {{ return f(); }} }}
class B {{ static int zero; static Object o; static Integer n; static int[] a = {{}}; static int w = {value}; }}"
        )
    };
    for value in ["1 / zero", "(Integer) o", "a[2]", "n"] {
        refused(&of(value), "to=B", "may fail, and would happen");
    }
    for receiver in ["((A) o)", "a[3]", "n.nx"] {
        refused(
            &format!(
                "class A {{ static int $0f() {{ return 1; }} A nx; static int m(Object o, A n, A[] a) {{ return {receiver}.f(); }} }}
class B {{ }}"
            ),
            "to=B",
            "may fail",
        );
    }
}

#[test]
fn a_delegate_makes_the_new_class_ready() {
    refused(
        "class A { public static void $0main(String[] z) { System.out.println(1 + B.b); } }
class B { static int b = S.say(\"b\"); }
class S { static int say(String s) { System.out.println(s); return 1; } }",
        "to=B
delegate=yes",
        "depends on",
    );
}

#[test]
fn text_blocks_keep_their_text() {
    moved(
        "class A {
  static String $0f() {
    return \"\"\"
      a
b
     c\"\"\";
  }
  static String g() { return \"\"; }
}
class B {
    int n;
}",
        "to=B",
        "```after
class A {
  static String g() { return \"\"; }
}
class B {
    int n;

    static String f() {
      return \"\"\"
      a
b
     c\"\"\";
    }
}
```",
    );
    moved(
        "class A {
  static String $0f() {
    return \"\"\"
      a
      \"\"\";
  }
  static String g() { return \"\"; }
}
class B {
    int n;
}",
        "to=B",
        "```after
class A {
  static String g() { return \"\"; }
}
class B {
    int n;

    static String f() {
      return \"\"\"
        a
        \"\"\";
    }
}
```",
    );
}

#[test]
fn strings_follow_a_type_that_goes_into_another() {
    moved(
        "//- a/X.java
package a;
public class X { public static class $0N { } int n; }
//- a/M.java
package a;
public class M {
    Object o() throws Exception { return Class.forName(\"a.X$N\"); }
}",
        "to=a.M",
        "```after
//- a/X.java
package a;
public class X {  int n; }
//- a/M.java
package a;
public class M {
    Object o() throws Exception { return Class.forName(\"a.M$N\"); }

    public static class N { }
}
```",
    );
}

#[test]
fn imports_are_of_packages_and_stand_where_lines_stay() {
    check::<Java>(
        "move-type",
        "```before
//- X.java
public class X { public static int v = 3; }
//- M.java
public class $0M { int n = X.v; }
```
```with
to=p
```
```refuses
X
```

```before
//- a/X.java
package a;
public class $0X { public static int v = 3; }
//- b/M.java
package b;
import a.*;
public class M { int z = X.v; }
```
```with
to=c
```
```after
//- c/X.java
package c;
public class X { public static int v = 3; }
//- b/M.java
package b;
import c.X;
public class M { int z = X.v; }
```

```before
//- a/X.java
package a;
public class $0X { }
```
```with
to=java.util.zip
```
```refuses
belongs to the platform
```",
    );
}

#[test]
fn no_qualifier_stands_behind_an_annotation_of_the_type() {
    let source = |target: &str| {
        format!(
            "```before
//- a/X.java
package a;
public class $0X {{ }}
//- a/An.java
package a;
import java.lang.annotation.*;
@Target(ElementType.{target}) @interface An {{ }}
//- a/M.java
package a;
class M {{ static class Y {{ }} @An X x; }}
```
```with
to=Y
```
"
        )
    };
    let refused = source("TYPE_USE") + "```refuses\nno longer mean\n```";
    check::<Java>("rename", &refused);
    let after = "```after
//- a/Y.java
package a;
public class Y { }
//- a/An.java
package a;
import java.lang.annotation.*;
@Target(ElementType.FIELD) @interface An { }
//- a/M.java
package a;
class M { static class Y { } @An a.Y x; }
```";
    check::<Java>("rename", &(source("FIELD") + after));
}

#[test]
fn a_value_that_nobody_changes_is_the_same_at_any_time() {
    let source = |more: &str| {
        format!(
            "class A {{ static int $0f() {{ return 1; }} int m() {{ return f(); }} }}
class B {{
    static String y = C.s;
}}
class C {{ static String s = \"k\"; {more} }}"
        )
    };
    refused(&source("void set() { s = \"\"; }"), "to=B", "depends on");
    moved(
        &source(""),
        "to=B",
        "```after
class A {  int m() { return B.f(); } }
class B {
    static String y = C.s;

    static int f() { return 1; }
}
class C { static String s = \"k\";  }
```",
    );
}

#[test]
fn a_static_import_goes_over_to_what_a_delegate_passes_on_to() {
    moved(
        "//- a/P.java
package a;
public class P { public static int $0f() { return 1; } }
//- a/S.java
package a;
public class S {
    int n;
}
//- b/M.java
package b;
import static a.P.f;
class M { int m() { return f(); } }",
        "to=a.S
delegate=yes",
        "```after
//- a/P.java
package a;
public class P { /**
 * @deprecated Use {@link S#f()} instead
 */
public static int f() {
    return S.f();
} }
//- a/S.java
package a;
public class S {
    int n;

    public static int f() { return 1; }
}
//- b/M.java
package b;
import static a.S.f;
class M { int m() { return f(); } }
```",
    );
}
