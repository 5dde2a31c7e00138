//! Values and types: what fields become where they are encapsulated, and what another signature does to the values that go through it.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn compound_assignments_keep_what_they_compute() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A {
    int $0i;
    void m(int by, boolean b) {
        i += by << 2;
        i += by & 6;
        i += b ? 1 : 2;
        i += 0.75;
        i += by * 2;
        i += by - 1;
        i <<= 3L;
    }
}
```
```after
class A {
    private int i;
    void m(int by, boolean b) {
        setI(getI() + (by << 2));
        setI(getI() + (by & 6));
        setI(getI() + (b ? 1 : 2));
        setI((int) (getI() + 0.75));
        setI(getI() + by * 2);
        setI(getI() + by - 1);
        setI(getI() << 3L);
    }

    int getI() {
        return i;
    }

    void setI(int i) {
        this.i = i;
    }
}
```

```before
class A {
    long $0l;
    void m(int a, int b) { l += a + b; l -= 2.5; l++; }
}
```
```after
class A {
    private long l;
    void m(int a, int b) { setL(getL() + (a + b)); setL((long) (getL() - 2.5)); setL(getL() + 1); }

    long getL() {
        return l;
    }

    void setL(long l) {
        this.l = l;
    }
}
```

```before
class A {
    Character $0c = 'a';
    void m() { c++; c = 66; c = null; }
}
```
```after
class A {
    private Character c = 'a';
    void m() { setC((char) (getC() + 1)); setC((char) (66)); setC(null); }

    Character getC() {
        return c;
    }

    void setC(Character c) {
        this.c = c;
    }
}
```

```before
class A {
    byte $0b;
    int m() { return 2 * b++; }
}
```
```after
class A {
    private byte b;
    int m() { return 2 * (byte) (setB((byte) (getB() + 1)) - 1); }

    byte getB() {
        return b;
    }

    byte setB(byte b) {
        this.b = b;
        return b;
    }
}
```",
    );
}

#[test]
fn a_value_that_a_switch_gives_is_used() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A {
    int $0i;
    int m(int n) { return switch (n) { case 0 -> i++; default -> i = 4; }; }
    void v(int n) { switch (n) { case 0 -> i++; default -> i = 4; } Runnable r = () -> i++; }
}
```
```after
class A {
    private int i;
    int m(int n) { return switch (n) { case 0 -> setI(getI() + 1) - 1; default -> setI(4); }; }
    void v(int n) { switch (n) { case 0 -> setI(getI() + 1); default -> setI(4); } Runnable r = () -> setI(getI() + 1); }

    int getI() {
        return i;
    }

    int setI(int i) {
        this.i = i;
        return i;
    }
}
```",
    );
}

#[test]
fn what_needs_a_variable_or_a_constant_stays() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A { int $0i; void m() { (i)++; } }
```
```refuses
parentheses
```

```before
class A {
    static class R implements AutoCloseable { public void close() { } }
    final R $0r = new R();
    void m() { try (r) { } }
}
```
```refuses
resource
```

```before
class A {
    static final int $0LIMIT = 65;
    byte m() { byte b = LIMIT + 1; return b; }
}
```
```refuses
have to be byte
```

```before
class A {
    static final int $0LIMIT = 65;
    Object m(boolean b) { return b ? 'z' : LIMIT; }
}
```
```refuses
the type of the other value
```

```before
class A {
    static final boolean $0LOUD = true;
    int m() { int n; if (LOUD) n = 1; return n; }
}
```
```refuses
because this is constant
```

```before
class A {
    static final String $0MARK = \"a\";
    boolean m() { return MARK + \"b\" == \"ab\"; }
}
```
```refuses
which object
```

```before
class A {
    static class Lazy {
        static final int $0SIZE = 3;
        static int n = note();
    }
    static int note() { System.out.println(); return 1; }
    int m() { return Lazy.SIZE; }
}
```
```refuses
without making its class ready
```",
    );
}

#[test]
fn accessors_that_are_there_do_the_same() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A { int $0x; double getX() { return x; } String m() { return \"\" + x; } }
```
```refuses
another type
```

```before
class A { int $0x; A next; int getX() { return next.x; } int m() { return x; } }
```
```refuses
something else
```

```before
class A { int $0x; int setX(int x) { this.x = x; return 1; } int m() { return x = 5; } }
```
```refuses
something else
```

```before
class A {
    int $0x;
    class In { int getX() { return 9; } int m() { return x; } }
}
```
```refuses
another method
```",
    );
}

#[test]
fn a_number_of_another_type_is_shown_otherwise() {
    check::<Java>(
        "change-signature",
        "```before
class A { String $0m(int n) { return \"n\" + n; } String k() { return m(1); } }
```
```with
params=n as double n
```
```refuses
written otherwise
```

```before
class A { String $0m(int n) { return \"n\" + n; } String k() { return m(1); } }
```
```with
params=n as long n
```
```after
class A { String m(long n) { return \"n\" + n; } String k() { return m(1); } }
```

```before
class A { double $0m(int n) { return n / 2; } double k() { return m(1); } }
```
```with
params=n as double n
```
```refuses
computed
```

```before
class A { int $0m(int n) { return n / 2; } Object k() { return m(1); } }
```
```with
returns=long
```
```refuses
another class
```

```before
class A { int $0m(int n) { return n / 2; } Object k(boolean b) { return b ? m(1) : 2; } }
```
```with
returns=long
```
```refuses
another class
```

```before
class A { boolean $0m(Integer a, int b) { return a == b; } boolean k() { return m(1, 2); } }
```
```with
params=a, b as Integer b
```
```refuses
compared
```

```before
class A { String $0m(int a) { return \"\" + a; } String k() { return m('c'); } }
```
```with
params=a as Object a
```
```refuses
another class
```

```before
class A { byte $0m(byte a) { byte b = a; return b; } byte k() { return m((byte) 1); } }
```
```with
params=a as int a
```
```refuses
byte
```",
    );
}

#[test]
fn brackets_behind_a_parameter_go_with_its_type() {
    check::<Java>(
        "change-signature",
        "```before
class A { int $0m(final int a[], int b) { return b; } int k() { return m(null, 1); } }
```
```with
params=a as Object list, b
```
```after
class A { int m(final Object list, int b) { return b; } int k() { return m(null, 1); } }
```",
    );
}

#[test]
fn references_to_what_cannot_be_seen_are_exact() {
    const FILES: &str = "class A { int size() { return 1; } private int size(int n) { return n; } int plain(int n) { return n; } }
class B {
    java.util.Comparator<A> c = java.util.Comparator.comparing(A::size).reversed().thenComparingInt(a -> a.plain(1));
}";
    check::<Java>(
        "change-signature",
        &format!(
            "```before
{}
```
```with
params=n, String s = \"\"
```
```after
{}
```

```before
{}
```
```with
visibility=package
```
```refuses
plain
```",
            FILES.replace("int plain", "int $0plain"),
            FILES
                .replace("plain(int n)", "plain(int n, String s)")
                .replace("plain(1)", "plain(1, \"\")"),
            FILES.replace("private int size", "private int $0size"),
        ),
    );
}

#[test]
fn exceptions_that_nobody_names_are_followed() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    void $0m() { }
    void k() { try { m(); } catch (Exception e) { throw e; } }
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
class B extends A { }
```
```with
throws=+java.io.IOException
```
```refuses
IOException
```

```before
interface F<X extends Exception> { void run() throws X; }
class A {
    void $0m() { }
    <X extends Exception> void with(F<X> f) throws X { f.run(); }
    void k() { with(() -> m()); }
}
```
```with
throws=+java.io.IOException
```
```refuses
what a lambda throws
```",
    );
}

#[test]
fn what_is_read_keeps_its_place_among_what_changes_it() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    int n;
    int next() { return ++n; }
    int $0m(int a, int b) { return a - b; }
    int k() { return m(n, next()); }
}
```
```with
params=b, a
```
```refuses
before or after what it reads
```

```before
class A {
    int next() { return 1; }
    int $0m(int a, int b) { return a - b; }
    int k(int n) { return m(n, next()); }
}
```
```with
params=b, a
```
```after
class A {
    int next() { return 1; }
    int m(int b, int a) { return a - b; }
    int k(int n) { return m(next(), n); }
}
```",
    );
}

#[test]
fn lambdas_give_what_the_method_gives() {
    check::<Java>(
        "change-signature",
        "```before
interface Op { int $0of(int a, int b); }
class A { Op op = (a, b) -> a - b; }
```
```with
params=a as long a, b
```
```refuses
int
```

```before
class A {
    final int own = 66;
    byte $0m() { byte b = own; return b; }
}
```
```with
params=long own = 1L
```
```refuses
byte
```",
    );
}

#[test]
fn a_static_import_may_bring_more_or_less() {
    check::<Java>(
        "change-signature",
        "```before
//- a/Rates.java
package a;
public class Rates {
    public static int of(int n) { return n; }
    public static int $0of(String s) { return 2; }
}
//- b/Use.java
package b;
import static a.Rates.of;
class Use { int m() { return of(1); } }
```
```with
name=called
```
```after
//- a/Rates.java
package a;
public class Rates {
    public static int of(int n) { return n; }
    public static int called(String s) { return 2; }
}
//- b/Use.java
package b;
import static a.Rates.of;
class Use { int m() { return of(1); } }
```",
    );
}

#[test]
fn arguments_may_have_commas_and_comparisons() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    int use(int a, int b) { return a; }
    void $0m(java.util.function.IntUnaryOperator f, boolean b) { }
    void k(int i) { m(n -> use(n, 1), i < 3 /* few */); }
}
```
```with
params=b, int c = 0, f
```
```after
class A {
    int use(int a, int b) { return a; }
    void m(boolean b, int c, java.util.function.IntUnaryOperator f) { }
    void k(int i) { m(i < 3 /* few */, 0, n -> use(n, 1)); }
}
```",
    );
}

#[test]
fn what_is_counted_behind_a_sign_is_counted_first() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A {
    int $0x;
    int less() { return -x++; }
    byte cut() { return (byte) x--; }
}
```
```after
class A {
    private int x;
    int less() { return -(setX(getX() + 1) - 1); }
    byte cut() { return (byte) (setX(getX() - 1) + 1); }

    int getX() {
        return x;
    }

    int setX(int x) {
        this.x = x;
        return x;
    }
}
```",
    );
}
