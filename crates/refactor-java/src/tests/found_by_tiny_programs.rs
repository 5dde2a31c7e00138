//! What javac and the virtual machine do beyond the names: imports, scopes of types, selection through classes, initial values that fail.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn imports_are_judged_by_the_package_of_their_file() {
    check::<Java>(
        "move-members",
        "```before
//- p/A.java
package p;
public class A { public static int $0k; static class B { } }
//- q/C.java
package q;
import static p.A.k;
```
```with
to=p.A.B
```
```refuses
A.k
```

```before
//- p/A.java
package p;
public class A { static int $0k() { return 1; } static class B { private static class C { } } }
//- p/D.java
package p;
import static p.A.k;
```
```with
to=p.A.B.C
```
```refuses
C
```",
    );
    check::<Java>(
        "safe-delete",
        "```before
//- p/A.java
package p;
public class A { static void $0u() { } }
//- p/C.java
package p;
import static p.A.u;
```
```refuses
u
```",
    );
}

#[test]
fn static_imports_bring_static_types_alone() {
    check::<Java>(
        "move-members",
        "```before
//- p/C.java
package p;
import static p.E.*;
class C { int u() { return g(); } static int $0g() { return 1; } }
//- p/E.java
package p;
class E { class K { } }
```
```with
to=p.E.K
```
```after
//- p/C.java
package p;
import static p.E.*;
class C { int u() { return E.K.g(); }  }
//- p/E.java
package p;
class E { class K {

    static int g() { return 1; }
 } }
```",
    );
}

#[test]
fn on_demand_imports_of_one_rank_are_ambiguous() {
    check::<Java>(
        "rename",
        "```before
//- p/A.java
package p;
import static p.B.*;
class A { Object o = new RuntimeException(); }
//- p/B.java
package p;
class B { static class $0S { } }
```
```with
to=RuntimeException
```
```after
//- p/A.java
package p;
import static p.B.*;
class A { Object o = new java.lang.RuntimeException(); }
//- p/B.java
package p;
class B { static class RuntimeException { } }
```",
    );
}

#[test]
fn a_local_class_is_not_called_like_a_class_around_it() {
    check::<Java>(
        "move-members",
        "```before
class A { static void $0m() { class B { } new B(); } }
class B { }
```
```with
to=B
```
```refuses
B
```",
    );
    check::<Java>(
        "rename",
        "```before
class A { void m() { class $0B { } new B(); } }
```
```with
to=A
```
```refuses
A
```",
    );
}

#[test]
fn an_inner_class_of_a_generic_class_is_not_named_in_static_code() {
    check::<Java>(
        "encapsulate-field",
        "```before
class H<T> { class N { static int $0k; } }
```
```with
setter=put
```
```refuses
N
```",
    );
    check::<Java>(
        "move-members",
        "```before
class H<T> {
    static class D { }
    class N { static class K { int v; } static int $0z() { return new K().v; } }
}
```
```with
to=H.D
```
```after
class H<T> {
    static class D {

        static int z() { return new H.N.K().v; }
 }
    class N { static class K { int v; }  }
}
```",
    );
}

#[test]
fn type_parameters_come_first_in_heads() {
    check::<Java>(
        "move-members",
        "```before
class G<K> {
    static abstract class K<T> { }
    static class $0Q extends K<String> { }
    static class M { }
}
```
```with
to=G.M
```
```after
class G<K> {
    static abstract class K<T> { }
    static class M {

        static class Q extends G.K<String> { }
 }
}
```",
    );
}

#[test]
fn a_private_method_stands_between_a_class_and_its_interface() {
    let program = "
class H {
    interface I { default int AT_I() { return 15; } }
    static class P { private int AT_P() { return 18; } }
    static class B extends P implements I { }
    int w() { return new B().g(); }
}
```";
    let at = |i: &str, p: &str| program.replace("AT_I", i).replace("AT_P", p);
    check::<Java>(
        "change-signature",
        &format!(
            "```before{}\n```with\ndelegate=yes\nparams=int a = 7\n```\n```refuses\nprivate method\n```",
            at("$0g", "g")
        ),
    );
    check::<Java>(
        "rename",
        &format!(
            "```before{}\n```with\nto=h\n```\n```refuses\nprivate method\n```",
            at("g", "$0g")
        ),
    );
}

#[test]
fn initial_values_that_fail_leave_out_what_comes_behind() {
    check::<Java>(
        "push-down",
        "```before
class D {
    static D none;
    String $0x = none.toString();
    D() { System.out.println(6); }
}
class C extends D { }
```
```refuses
computed
```

```before
abstract class D {
    String $0x = new D[0].toString();
    D() { }
}
class C extends D { }
```
```after
abstract class D {
    D() { }
}
class C extends D {

    String x = new D[0].toString();
 }
```",
    );
}

#[test]
fn a_type_that_becomes_public_has_a_file_of_its_name() {
    check::<Java>(
        "move-type",
        "```before
//- p/E.java
package p;
class $0D { public D() { } }
//- p/Main.java
package p;
class Main { Object o = new D(); }
```
```with
to=q
```
```after
//- p/Main.java
package p;

import q.D;
class Main { Object o = new D(); }
//- q/D.java
package q;
public class D { public D() { } }
```",
    );
}
