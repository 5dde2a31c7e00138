//! Values, parameters and results that get another type, and what stands around them.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn method_references_hand_on_what_their_interface_takes() {
    check::<Java>(
        "change-signature",
        "```before
import java.util.function.*;
class A {
    static String $0f(Object a) { return \"\" + a; }
    Function<Object, String> q = A::f;
}
```
```with
params=a as Long a
```
```refuses
would have to be
```

```before
import java.util.function.*;
class A {
    static int $0f(long o) { return 1; }
    LongUnaryOperator g = A::f;
}
```
```with
params=o as int o
```
```refuses
would have to be
```

```before
import java.util.function.*;
class A {
    $0A(Object o) { }
    static Function<Object, A> g = A::new;
}
```
```with
params=o as String o
```
```refuses
would have to be
```

```before
import java.util.*;
class A {
    static void $0f(String a) { }
    void g(List<String> all) { all.forEach(A::f); }
}
```
```with
params=a as Integer a
```
```refuses
would have to be
```

```before
import java.util.*;
class A {
    static void $0f(String a) { }
    void g(List<String> all) { all.forEach(A::f); }
}
```
```with
params=a as Object a
```
```after
import java.util.*;
class A {
    static void f(Object a) { }
    void g(List<String> all) { all.forEach(A::f); }
}
```

```before
import java.util.function.*;
class A {
    static String $0f(Object a) { return null; }
    Function<String, String> q = A::f;
}
```
```with
params=a as String a
```
```after
import java.util.function.*;
class A {
    static String f(String a) { return null; }
    Function<String, String> q = A::f;
}
```

```before
import java.util.function.*;
class A {
    static void $0f(Integer a) { }
    Consumer<Integer> q = A::f;
}
```
```with
params=a as int a
```
```refuses
null
```

```before
import java.util.function.*;
class A {
    static void $0f(long a) { }
    IntConsumer q = A::f;
}
```
```with
params=a as Object a
```
```refuses
another class
```",
    );
}

#[test]
fn branches_make_one_type_of_numbers_only() {
    check::<Java>(
        "change-signature",
        "```before
class A {
    static Integer f() { return null; }
    static Integer $0n() { return 4; }
    static Integer r(boolean c) { return c ? f() : n(); }
}
```
```with
returns=int
```
```refuses
null
```

```before
class A {
    static Integer f() { return 3; }
    static Integer $0n() { return 4; }
    static int r(boolean c) { int r = c ? f() : n(); return r; }
}
```
```with
returns=int
```
```after
class A {
    static Integer f() { return 3; }
    static int n() { return 4; }
    static int r(boolean c) { int r = c ? f() : n(); return r; }
}
```

```before
class A {
    static Boolean f() { return null; }
    static Boolean $0n() { return true; }
    static void take(Boolean b) { }
    static void r(boolean c) { take(c ? f() : n()); }
}
```
```with
returns=boolean
```
```refuses
null
```

```before
class A {
    static Object $0h(Integer a, Integer b) { return b > 2 ? a : b; }
}
```
```with
params=a, b as int b
```
```refuses
null
```

```before
class A {
    static Long f() { return 1L; }
    static Integer $0g() { return 2; }
    static Object r(boolean c) { return c ? g() : f(); }
}
```
```with
returns=Number
```
```refuses
another class
```

```before
class A {
    static Object $0h(boolean b, byte i) { return b ? i : 3; }
}
```
```with
params=b, i as int i
```
```refuses
another class
```

```before
class A {
    static Object $0h(boolean b, byte i) { return b ? i : 300; }
}
```
```with
params=b, i as int i
```
```after
class A {
    static Object h(boolean b, int i) { return b ? i : 300; }
}
```

```before
class A {
    static Object $0t(boolean b) { return b ? 1 : 2.0; }
}
```
```with
returns=Integer
```
```refuses
would have to be
```

```before
class A {
    static Object $0t(boolean b) { return b ? 1 : 2.0; }
}
```
```with
returns=Double
```
```after
class A {
    static Double t(boolean b) { return b ? 1 : 2.0; }
}
```

```before
class A {
    static Object $0t(boolean b) { return b ? 1 : 2.0; }
}
```
```with
returns=double
```
```after
class A {
    static double t(boolean b) { return b ? 1 : 2.0; }
}
```",
    );
}

#[test]
fn objects_are_cast_otherwise_than_numbers() {
    check::<Java>(
        "change-signature",
        "```before
class A { static char $0l(int a) { return (char) a; } }
```
```with
params=a as Integer a
```
```refuses
would have to be
```

```before
class A { static char $0l(int a) { return (char) a; } }
```
```with
params=a as Object a
```
```refuses
cast
```

```before
class A { static long $0f() { return 1; } static int g() { return (int) f(); } }
```
```with
returns=Object
```
```refuses
cast
```

```before
class A { static int $0f() { return 1; } static int g() { return (int) f(); } }
```
```with
returns=Object
```
```after
class A { static Object f() { return 1; } static int g() { return (int) f(); } }
```

```before
class A { static int $0f() { return 1; } static long g() { return (long) f(); } }
```
```with
returns=Integer
```
```after
class A { static Integer f() { return 1; } static long g() { return (long) f(); } }
```",
    );
}

#[test]
fn what_is_computed_goes_back_into_its_variable() {
    check::<Java>(
        "change-signature",
        "```before
class A { static int $0g(int a) { a += 2L; return a; } }
```
```with
params=a as Integer a
```
```refuses
would have to be
```

```before
class A { static int $0h(byte a) { a += 1; return a; } }
```
```with
params=a as Byte a
```
```refuses
would have to be
```

```before
class A { static int $0h(int a) { a += 1; return a; } }
```
```with
params=a as Integer a
```
```after
class A { static int h(Integer a) { a += 1; return a; } }
```",
    );
}

#[test]
fn one_array_stays_all_arguments() {
    check::<Java>(
        "change-signature",
        "```before
class A { static int $0f(int... r) { return r.length; } int g() { return f(new int[3]); } }
```
```with
params=r as Object... r
```
```refuses
array
```

```before
class A { static int $0f(int... r) { return r.length; } int g() { return f(new int[3]); } }
```
```with
params=r as long... r
```
```refuses
would have to be
```

```before
class A { static int $0f(int... r) { return r.length; } int g() { return f(1, 2); } }
```
```with
params=r as long... r
```
```after
class A { static int f(long... r) { return r.length; } int g() { return f(1, 2); } }
```

```before
class A { static int $0f(Integer... r) { return r.length; } int g(Integer[] q) { return f(q); } }
```
```with
params=r as int... r
```
```refuses
would have to be
```

```before
class A { static int $0f(Object... r) { return r.length; } int g(Object o) { return f(o); } }
```
```with
params=r as String... r
```
```refuses
would have to be
```

```before
class A { static int $0f(String... r) { return r.length; } int g(String[] o) { return f(o); } }
```
```with
params=r as Object... r
```
```after
class A { static int f(Object... r) { return r.length; } int g(String[] o) { return f(o); } }
```

```before
class A { static int $0f(int... r) { return r.length; } int g() { return f('a', 'b'); } }
```
```with
params=r as Object... r
```
```refuses
another class
```",
    );
}

#[test]
fn labels_are_values_of_what_is_chosen_by() {
    check::<Java>(
        "change-signature",
        "```before
class A { static int $0f() { return 100; } void g() { switch (f()) { case 200: } } }
```
```with
returns=byte
```
```refuses
would have to be
```

```before
class A { static int $0f() { return 100; } void g() { switch (f()) { case -128: case 0x7f: } } }
```
```with
returns=byte
```
```after
class A { static byte f() { return 100; } void g() { switch (f()) { case -128: case 0x7f: } } }
```",
    );
}

#[test]
fn digits_are_not_lost() {
    check::<Java>(
        "change-signature",
        "```before
class A { static boolean $0f(int a, int b) { return a == b; } boolean g(int x) { return f(x, x - 1); } }
```
```with
params=a as float a, b
```
```refuses
computed
```",
    );
}

#[test]
fn objects_answer_by_any_of_their_types() {
    check::<Java>(
        "change-signature",
        "```before
import java.util.*;
class A {
    static int $0f(ArrayList<String> l) { return l.size() + l.get(0).length(); }
    static int g() { return f(new ArrayList<>()); }
}
```
```with
params=l as List<String> l
```
```after
import java.util.*;
class A {
    static int f(List<String> l) { return l.size() + l.get(0).length(); }
    static int g() { return f(new ArrayList<>()); }
}
```

```before
class A {
    static int $0f(String s) { return s.length() + s.hashCode(); }
    static int g() { return f(\"a\"); }
}
```
```with
params=s as CharSequence s
```
```after
class A {
    static int f(CharSequence s) { return s.length() + s.hashCode(); }
    static int g() { return f(\"a\"); }
}
```

```before
interface Shape { double area(); }
class Circle implements Shape { public double area() { return 1; } }
class A {
    static Circle $0one() { return new Circle(); }
    static double g() { return one().area(); }
}
```
```with
returns=Shape
```
```after
interface Shape { double area(); }
class Circle implements Shape { public double area() { return 1; } }
class A {
    static Shape one() { return new Circle(); }
    static double g() { return one().area(); }
}
```

```before
interface Shape { double area(); }
class Circle implements Shape { public double area() { return 1; } }
class A {
    static Shape $0one() { return null; }
    static double g() { return one().area(); }
}
```
```with
returns=Circle
```
```after
interface Shape { double area(); }
class Circle implements Shape { public double area() { return 1; } }
class A {
    static Circle one() { return null; }
    static double g() { return one().area(); }
}
```

```before
class Base { static int n() { return 1; } int k = 1; }
class Sub extends Base { static int n() { return 2; } }
class A { static int $0f(Sub s) { return s.n(); } }
```
```with
params=s as Base s
```
```refuses
`n`
```

```before
class Base { int k = 1; }
class Sub extends Base { int k = 2; }
class A { static int $0f(Sub s) { return s.k; } }
```
```with
params=s as Base s
```
```refuses
`k`
```

```before
class Base { Number v() { return 1; } }
class Sub extends Base { Integer v() { return 2; } }
class A { static Object $0f(Sub s) { return s.v(); } }
```
```with
params=s as Base s
```
```refuses
`v`
```",
    );
}
