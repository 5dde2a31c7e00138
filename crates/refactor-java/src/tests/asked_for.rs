//! What is asked of signatures, accessors and deletions: exceptions that come with it, defaults, names and types that are none.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn what_is_thrown_is_caught_or_declared() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    static RuntimeException $0mk() { return new RuntimeException(); }
    static void g() { throw mk(); }
}
```
```with
returns=Exception
```
```refuses
Exception
```

```before
class A {
    static RuntimeException $0mk() { return new RuntimeException(); }
    static void g() throws Exception { throw mk(); }
}
```
```with
returns=Exception
```
```after
class A {
    static Exception mk() { return new RuntimeException(); }
    static void g() throws Exception { throw mk(); }
}
```

```before
class A {
    static void $0g(RuntimeException p) { throw p; }
}
```
```with
params=p as Exception p
```
```refuses
Exception
```

```before
import java.io.*;
class A {
    static FileNotFoundException $0mk() { return new FileNotFoundException(); }
    static void g() { try { throw mk(); } catch (FileNotFoundException e) { } }
}
```
```with
returns=IOException
```
```refuses
IOException
```

```before
import java.io.*;
class A {
    static void $0f() throws IOException { throw new IOException(); }
    static void g() throws IOException { try { f(); } catch (Exception e) { throw e; } }
}
```
```with
throws=-IOException,+FileNotFoundException
```
```refuses
IOException
```",
    );
}

#[test]
fn initial_values_of_anonymous_classes_throw_where_they_are_made() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    static int $0f() { return 1; }
    static void g() { new Object() { int q = f(); }; }
}
```
```with
throws=+java.io.IOException
```
```refuses
IOException
```

```before
class A {
    static int $0f() { return 1; }
    static Object u = new Object() { int q = f(); };
}
```
```with
throws=+java.io.IOException
```
```refuses
IOException
```

```before
class A {
    static int $0f() { return 1; }
    enum E { B { int z = f(); } }
}
```
```with
throws=+java.io.IOException
```
```refuses
IOException
```

```before
class A {
    static int $0f() { return 1; }
    static void g() { try { new Object() { { f(); } }; } catch (Exception e) { } }
}
```
```with
throws=+java.io.IOException
```
```after
import java.io.IOException;

class A {
    static int f() throws IOException { return 1; }
    static void g() { try { new Object() { { f(); } }; } catch (Exception e) { } }
}
```

```before
import java.io.IOException;
class A {
    static int $0f() throws IOException { return 1; }
    static void g() { try { new Object() { int q = f(); }; } catch (IOException e) { } }
}
```
```with
throws=-IOException
```
```refuses
IOException
```

```before
class A { $0A() { } }
class H {
    A a = new A();
    H() throws Exception { }
    H(long l) { }
}
```
```with
throws=+java.io.IOException
```
```refuses
IOException
```

```before
class A { $0A() { } }
class H {
    A a = new A();
    H() throws Exception { }
    H(long l) throws Exception { this(); }
}
```
```with
throws=+java.io.IOException
```
```after
import java.io.IOException;

class A { A() throws IOException { } }
class H {
    A a = new A();
    H() throws Exception { }
    H(long l) throws Exception { this(); }
}
```",
    );
}

#[test]
fn a_constructor_is_written_where_there_was_none() {
    check::<Java>(
        "change-signature",
        "```before
class A { $0A() { } }
class B extends A {
    static B of() { return new B(); }
}
```
```with
params=int a = 1
```
```after
class A { A(int a) { } }
class B extends A {
    B() {
        super(1);
    }

    static B of() { return new B(); }
}
```",
    );
}

#[test]
fn this_is_given_where_there_is_one() {
    check::<Java>(
        "change-signature",
        "```before
class A { void $0f() { } static void s(A m) { m.f(); } }
```
```with
params=Object o = this
```
```refuses
A
```

```before
class A { $0A(int i) { } A() { this(1); } }
```
```with
params=i, Object o = this
```
```refuses
A
```

```before
class A { void $0f() { } void s() { f(); } }
```
```with
params=Object o = this
```
```after
class A { void f(Object o) { } void s() { f(this); } }
```",
    );
}

#[test]
fn what_is_no_type_is_none_of_a_signature() {
    check::<Java>(
        "change-signature",
        "```before
class A { void $0f() { } }
```
```with
params=void b = 0
```
```refuses
`void`
```

```before
class A { void $0f() { } }
```
```with
returns=void[]
```
```refuses
`void[]`
```

```before
class A { void $0f(Object a) { } }
```
```with
params=a as java.util.List<int> a
```
```refuses
would have to be
```

```before
class A { void $0f(Object a) { } }
```
```with
params=a as java.util.List<String,String> a
```
```refuses
would have to be
```

```before
class A { void $0f(Object a) { } }
```
```with
params=a as String<Integer> a
```
```refuses
would have to be
```

```before
class A { void $0f() { } }
```
```with
throws=+java.lang.String
```
```refuses
no exception
```",
    );
}

#[test]
fn a_delegate_is_not_meant_as_well() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    static String $0f(int a, Object... r) { return null; }
    static String g() { return f(1, \"a\", \"b\"); }
}
```
```with
params=a, int k = 1, r
delegate=yes
```
```refuses
`f`
```",
    );
}

#[test]
fn accessors_have_names() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A { int $0x; }
```
```with
getter=int
```
```refuses
`int`
```

```before
class A { int $0x; }
```
```with
setter=class
```
```refuses
`class`
```

```before
class A { int $0x; }
```
```with
getter=yield
```
```refuses
`yield`
```",
    );
}

#[test]
fn values_that_fail_are_not_deleted() {
    check::<Java>(
        "safe-delete",
        "```before
class O { public String toString() { throw new IllegalStateException(); } }
class A { void f(O o) { String $0s = \"a\" + o; } }
```
```refuses
may fail
```

```before
class A { void f(StringBuilder o, int i) {
        String $0s = \"a\" + o + i;
    } }
```
```after
class A { void f(StringBuilder o, int i) {
    } }
```

```before
class A { void f(String o) { int $0s = switch (o) { case \"a\" -> 1; default -> 2; }; } }
```
```refuses
may fail
```

```before
class A { void f(Integer i) { int[] $0q = {i}; } }
```
```refuses
may fail
```

```before
class A { void f() { int $0t = (int) (Object) \"x\"; } }
```
```refuses
may fail
```",
    );
}

#[test]
fn constants_of_an_enum_are_not_deleted() {
    check::<Java>(
        "safe-delete",
        "```before
enum E { A, $0B, C }
```
```refuses
constant of an enum
```",
    );
}

#[test]
fn numbers_are_not_too_large() {
    check::<Java>(
        "change-signature",
        "```before
class A { void $0f() { } void g() { f(); } }
```
```with
params=int n = 2147483648
```
```refuses
would have to be
```

```before
class A { void $0f() { } void g() { f(); } }
```
```with
params=int n = -2147483648
```
```after
class A { void f(int n) { } void g() { f(-2147483648); } }
```",
    );
}

#[test]
fn a_setter_takes_the_box_of_a_small_number() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A {
    Byte $0b;
}
```
```after
class A {
    private Byte b;

    Byte getB() {
        return b;
    }

    void setB(Byte b) {
        this.b = b;
    }
}
```",
    );
}
