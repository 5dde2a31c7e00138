//! What a changed signature may not do to those who call it.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn a_call_may_not_fit_two_methods() {
    check::<Java>(
        "change-signature",
        "```before
class Crypt {
    static String $0crypt(byte[] key, String salt) { return salt; }
    static String crypt(String key, String salt) { return crypt(key.getBytes(), salt); }
    static String crypt(String key) { return crypt(key, null); }
}
```
```with
params=salt, key
```
```refuses
crypt
```",
    );
}

#[test]
fn calls_stay_with_their_method() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    int g(int x) { return x; }
    int $0f(long a, int b) { return 2; }
    int h() { return f(1, 2); }
}
```
```with
params=a
name=g
```
```refuses
another method
```

```before
class A {
    String f(Object a, int b) { return null; }
    String $0f(int a, String b) { return b; }
    String h() { return f(1, f(2, null)); }
}
```
```with
params=b, a
```
```after
class A {
    String f(Object a, int b) { return null; }
    String f(String b, int a) { return b; }
    String h() { return f(f(null, 2), 1); }
}
```

```before
class A {
    String f(CharSequence b, Integer a) { return null; }
    String $0f(int a, Object b) { return null; }
    String h() { return f(1, f(2, \"\")); }
}
```
```with
params=b, a as Integer a
```
```refuses
another method
```",
    );
}

#[test]
fn numbers_are_not_narrowed() {
    check::<Java>(
        "change-signature",
        "```before
class A { int $0f(int a) { return a; } }
```
```with
params=a as long a
```
```refuses
have to be int
```

```before
class A { int $0f() { return 1; } int twice = f(), once; void g() { once = f(); } }
```
```with
returns=long
```
```refuses
have to be int
```

```before
class A { int $0f() { return 1; } byte b = 1; long g() { short s = 1; return f(); } }
```
```with
returns=long
```
```after
class A { long f() { return 1; } byte b = 1; long g() { short s = 1; return f(); } }
```",
    );
}

#[test]
fn exceptions_are_caught_or_declared() {
    let added = "```with
throws=+java.io.IOException
```
";
    let dropped = "```with
throws=-java.io.IOException
```
";
    let refused = "```refuses
IOException
```
";
    let uncaught = [
        "void g() { f(); }",
        "Runnable g() { return () -> f(); }",
        "int g = f();",
        "void g() throws java.io.FileNotFoundException { try { f(); } catch (RuntimeException e) { } }",
        "void g() { try { } catch (Exception e) { f(); } }",
    ];
    for user in uncaught {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\nclass A {{ int $0f() {{ return 1; }} {user} }}\n```\n{added}{refused}"
            ),
        );
    }
    let caught = [
        "void g() throws Exception { f(); }",
        "java.util.concurrent.Callable<Integer> g() { return () -> f(); }",
        "void g() { try { f(); } catch (Exception e) { } }",
        "int g; { g = f(); } A() throws java.io.IOException { }",
    ];
    for user in caught {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\nclass A {{ int $0f() {{ return 1; }} {user} }}\n```\n{added}\
                 ```after\nimport java.io.IOException;\n\nclass A {{ int f() throws IOException {{ return 1; }} {user} }}\n```\n"
            ),
        );
    }
    let unreached = [
        "void g() { try { f(); } catch (IOException e) { } }",
        "void g() { try { f(); } catch (java.io.FileNotFoundException | IllegalStateException e) { } }",
    ];
    for user in unreached {
        let head =
            "import java.io.IOException;\nclass A { int $0f() throws IOException { return 1; }";
        let what = if user.contains("NotFound") {
            "FileNotFound"
        } else {
            "IOException"
        };
        check::<Java>(
            "change-signature",
            &format!("```before\n{head} {user} }}\n```\n{dropped}```refuses\n{what}\n```\n"),
        );
    }
    check::<Java>(
        "change-signature",
        &format!(
            "```before\nimport java.io.IOException;\nclass A {{ int $0f() throws IOException {{ throw new IOException(); }} }}\n```\n{dropped}{refused}"
        ),
    );
}

#[test]
fn protected_members_are_named_in_classes_below() {
    check::<Java>(
        "move-type",
        "```before
//- a/Base.java
package a;
public class Base { protected void run() { } }
//- a/Low.java
package a;
public class $0Low extends Base { void f(Base other) { run(); other.run(); } }
```
```with
to=b
```
```refuses
run
```

```before
//- a/Base.java
package a;
public class Base { protected void run() { } }
//- a/Low.java
package a;
public class $0Low extends Base { void f(Low other) { run(); other.run(); super.run(); new Base() { }; } }
```
```with
to=b
```
```after
//- a/Base.java
package a;
public class Base { protected void run() { } }
//- b/Low.java
package b;

import a.Base;
public class Low extends Base { void f(Low other) { run(); other.run(); super.run(); new Base() { }; } }
```",
    );
}

#[test]
fn methods_give_what_they_promise() {
    for (body, returns) in [
        ("void $0f() { }", "String"),
        ("void $0f() { if (g) return; else throw null; }", "Object"),
        ("int $0f() { return 1; }", "void"),
    ] {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\nclass A {{ boolean g; {body} }}\n```\n```with\nreturns={returns}\n```\n```refuses\ngive back\n```\n"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
class A { void $0f() { while (true) { } } }
```
```with
returns=String
```
```after
class A { String f() { while (true) { } } }
```

```before
@interface A { boolean $0f() default true; }
```
```with
returns=Object
```
```refuses
written for its type
```",
    );
}

#[test]
fn values_of_another_type_must_fit() {
    let refused = [
        (
            "params=a as int a",
            "String $0f(String a) { return g(a); } String g(String b) { return b; }",
        ),
        (
            "params=a as int a",
            "void $0f(String a) { if (a == null) { } }",
        ),
        (
            "params=a as Object a",
            "boolean $0f(int a) { return a == 'c'; }",
        ),
        (
            "params=a as int a",
            "void $0f(String a) { } void g() { f(null); }",
        ),
        (
            "returns=boolean",
            "<T> T g(Maker<T> m) { return m.make(); } } interface Maker<T> { T $0make();",
        ),
        (
            "params=a as int a",
            "int $0f(boolean a) { return a ? 1 : 2; }",
        ),
        (
            "params=b, a as long a",
            "int $0f(int[] b, int a) { return b[a]; }",
        ),
        (
            "params=a as Object a",
            "int $0f(int a) { return 1 + (a & 3); }",
        ),
        (
            "params=a as int a",
            "Object $0f(Object a) { synchronized (a) { return null; } }",
        ),
        (
            "params=a as Object a",
            "void $0f(int[] a) { for (int b : a) { } }",
        ),
        (
            "params=a as String a",
            "Object $0f(Object a) { return (Integer) a; }",
        ),
        (
            "returns=java.util.List<Object>",
            "java.util.List<String> $0f() { return null; } java.util.List<String> g() { return f(); }",
        ),
        (
            "returns=Object",
            "String[] $0f() { return null; } java.util.List<String> g() { return java.util.Arrays.asList(f()); }",
        ),
        (
            "returns=void",
            "int $0f() { throw null; } String g() { return \"\" + f(); }",
        ),
    ];
    for (with, body) in refused {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\nclass A {{ {body} }}\n```\n```with\n{with}\n```\n```refuses\nwould\n```\n"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
class A { int[] $0f(short i, Integer... all) { return new int[] { i, -i }; } long g() { return f((short) 1, 2, 3)[0]; } }
```
```with
params=i as int i, all as Object... all
```
```after
class A { int[] f(int i, Object... all) { return new int[] { i, -i }; } long g() { return f((short) 1, 2, 3)[0]; } }
```",
    );
}

#[test]
fn some_members_are_seen_as_they_are() {
    for (body, visibility) in [
        ("interface A { void $0f(); }", "protected"),
        ("enum A { X; $0A() { } }", "public"),
        ("abstract class A { abstract void $0f(); }", "private"),
    ] {
        check::<Java>(
            "change-signature",
            &format!(
                "```before\n{body}\n```\n```with\nvisibility={visibility}\n```\n```refuses\nleave its visibility\n```\n"
            ),
        );
    }
}

#[test]
fn constructors_reach_the_one_above() {
    check::<Java>(
        "change-signature",
        "```before
public class A { public $0A() { } }
public abstract class B extends A { int b; }
class C extends B { C() { } }
```
```with
params=int a = 0
```
```after
public class A { public A(int a) { } }
public abstract class B extends A {
    public B() {
        super(0);
    }
 int b; }
class C extends B { C() { } }
```

```before
class A { $0A(int... a) { } }
class B extends A { }
```
```with
params=String b = null, a
```
```refuses
no constructor
```

```before
class A { $0A() { } }
class B extends A { }
```
```with
throws=+Exception
```
```refuses
no constructor
```

```before
class A { $0A() { } }
class B extends A { B() throws Exception { } }
```
```with
throws=+Exception
```
```after
class A { A() throws Exception { } }
class B extends A { B() throws Exception { } }
```

```before
//- A.java
class A { $0A() { } static A a = new A(); }
//- B.java
class B extends A { B(int b) { } }
```
```with
visibility=private
```
```refuses
no constructor
```",
    );
}

#[test]
fn documentation_follows_the_parameters() {
    let before = "```before
class A {
    /**
     * Adds.
     * @param <T> of it
     * @param first is
     *     first, see {@link #add}
     * @param second is second
     * @param third goes
     * @return the sum
     */
    <T> int $0add(int first, int second, int third) { return first + second; }
}
class B extends A {
    /** {@inheritDoc} */
    <T> int add(int one, int two, int three) { return one; }
    /** @param third of {@link #add(int, int, int)} */
    void other(int third) { }
}
```
```with
name=sum
params=second, int more = 0, first as one
```
";
    let after = "```after
class A {
    /**
     * Adds.
     * @param <T> of it
     * @param second is second
     * @param more TODO
     * @param one is
     *     first, see {@link #sum}
     * @return the sum
     */
    <T> int sum(int second, int more, int one) { return one + second; }
}
class B extends A {
    /** {@inheritDoc} */
    <T> int sum(int two, int more, int one) { return one; }
    /** @param third of {@link #sum(int, int, int)} */
    void other(int third) { }
}
```";
    check::<Java>("change-signature", &format!("{before}{after}"));
}

#[test]
fn arguments_that_may_fail_are_computed_when_they_were() {
    for (argument, refused) in [
        ("a[n]", true),
        ("1 / n", true),
        ("(String) o", true),
        ("boxed", true),
        ("p.n", true),
        ("n", false),
        ("7 / 2", false),
        ("(Object) p", false),
        ("1.0 / n", false),
        ("this.n", false),
    ] {
        let after = if refused {
            "```refuses\nmay fail\n```".to_owned()
        } else {
            "```after\nclass A {\n    int n; int[] a; Object o; A p; Integer boxed; void m() {}\n    void c() { m(); }\n}\n```"
                .to_owned()
        };
        let ty = match argument {
            "(String) o" | "(Object) p" => "Object",
            "1.0 / n" => "double",
            _ => "int",
        };
        check::<Java>(
            "change-signature",
            &format!(
                "```before
class A {{
    int n; int[] a; Object o; A p; Integer boxed; void $0m({ty} x) {{}}
    void c() {{ m({argument}); }}
}}
```
```with
params=
```
{after}"
            ),
        );
    }
    check::<Java>(
        "change-signature",
        "```before
class A {
    int[] a;
    int next() { return 1; }
    void $0m(int x, int y) {}
    void c() { m(a[0], next()); }
}
```
```with
params=y, x
```
```refuses
change
```

```before
class A {
    int next() { return 1; }
    void $0m(int x, int y) {}
    void c(int d) { m(1 / d, next()); }
}
```
```with
params=y, x
```
```refuses
may fail
```

```before
class A {
    void $0m(int x, int y) {}
    void c(A p, int[] a) { m(1 / a.length, a[0]); }
}
```
```with
params=y, x
```
```refuses
fail in several ways
```",
    );
}

#[test]
fn arguments_that_may_fail_in_several_ways_keep_their_order() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    int $0f(int a, int b) { return a + b; }
    int g(int[] x, int y) { return f(x[0], 1 / y); }
}
```
```with
params=b, a
```
```refuses
fail in several ways
```

```before
class P { int v; }
class A {
    int $0f(int a, int b) { return a + b; }
    int g(P x, P y) { return f(x.v, y.v); }
}
```
```with
params=b, a
```
```after
class P { int v; }
class A {
    int f(int b, int a) { return a + b; }
    int g(P x, P y) { return f(y.v, x.v); }
}
```",
    );
}

#[test]
fn arguments_that_run_code_unsaid_keep_their_order() {
    check::<Java>(
        "change-signature",
        "```before
class T {
    static int n;
    public String toString() { return \"\" + n++; }
}
class A {
    String $0f(String a, String b) { return a + b; }
    String g(T t) { return f(\"a\" + t, \"b\" + t); }
}
```
```with
params=b, a
```
```refuses
order
```

```before
class T {
    static int n;
    public String toString() { return \"\" + n++; }
}
class A {
    String $0f(String a, int b) { return a + b; }
    String g(T t) { return f(\"a\" + t, T.n); }
}
```
```with
params=b, a
```
```refuses
changes
```

```before
class Log { static int n; }
class K { static int k = Log.n++; }
class L { static int l = Log.n++; }
class A {
    int $0f(int a, int b) { return a - b; }
    int g() { return f(K.k, L.l); }
}
```
```with
params=b, a
```
```refuses
order
```

```before
class Log { static int n; static void add() { n++; } }
enum E { X; E() { Log.add(); } }
class A {
    int $0f(Object a, int b) { return b; }
    int g() { return f(E.X, Log.n); }
}
```
```with
params=b, a
```
```refuses
changes
```

```before
class Log { static int n; }
class K { static { Log.n++; } static int k; }
class A {
    int $0f(int a, int b) { return a - b; }
    int g() { return f(K.k, Log.n); }
}
```
```with
params=b, a
```
```refuses
changes
```",
    );
}

/// javac takes neither where a static and an instance method are applicable, though one is more specific.
#[test]
fn a_method_reference_may_not_find_static_and_instance_methods() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    interface K { int g(int x); }
    int k(K f) { return f.g(1); }
    int z() { return k(this::m); }
    static int $0m() { return 1; }
    int m(int x) { return x; }
}
```
```with
params=long a = 1L
```
```refuses
m
```",
    );
}
