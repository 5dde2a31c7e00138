//! What random refactorings of real libraries found, each cause with a small program of its own.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn an_interface_takes_constants_only() {
    check::<Java>(
        "pull-up",
        "```before
interface I {
}
abstract class A implements I {
    protected static final char $0SPLIT = ':';
}
```
```after
interface I {

    static final char SPLIT = ':';
}
abstract class A implements I {
}
```

```before
interface I { }
abstract class A implements I { protected String $0name; }
```
```refuses
constants
```",
    );
}

#[test]
fn a_method_does_not_come_between_others() {
    check::<Java>(
        "pull-up",
        "```before
class Top { int n() { return 1; } }
class A extends Top { }
class B extends A { int $0n() { return 2; } }
class C extends A { }
```
```refuses
other classes
```",
    );
    check::<Java>(
        "push-down",
        "```before
class Top { int n() { return 1; } }
class A extends Top { int $0n() { return 2; } }
class B extends A { }
```
```refuses
itself
```",
    );
}

#[test]
fn this_has_another_type_in_another_class() {
    check::<Java>(
        "push-down",
        "```before
abstract class Element { Null $0asNull() { return (Null) this; } }
class Null extends Element { }
class Array extends Element { }
```
```refuses
would have to be Null
```",
    );
    check::<Java>(
        "pull-up",
        "```before
class A { }
class B extends A { B $0self() { return this; } }
```
```refuses
would have to be B
```",
    );
}

#[test]
fn calls_in_pushed_text_reach_the_same_family() {
    check::<Java>(
        "push-down",
        "```before
abstract class Walk<T> {
    abstract void step(T t);
    void $0twice(T t) { step(t); step(t); }
}
class Slow<T> extends Walk<T> {
    void step(T t) { }
}
```
```after
abstract class Walk<T> {
    abstract void step(T t);
}
class Slow<T> extends Walk<T> {
    void step(T t) { }

    void twice(T t) { step(t); step(t); }
}
```",
    );
}

#[test]
fn a_constant_is_cast_where_it_is_passed() {
    check::<Java>(
        "encapsulate-field",
        "```before
class A {
    private char $0last;
    void reset(char c) { last = 0; last = c; }
    char getLast() { return last; }
}
```
```after
class A {
    private char last;
    void reset(char c) { setLast((char) (0)); setLast(c); }
    char getLast() { return last; }

    private void setLast(char last) {
        this.last = last;
    }
}
```",
    );
}

#[test]
fn what_a_file_imports_is_no_name_for_its_type() {
    check::<Java>(
        "rename",
        "```before
//- a/Maker.java
package a;
import java.util.List;
class $0Maker { List<Maker> all; }
```
```with
to=List
```
```refuses
imported
```",
    );
}

#[test]
fn a_static_method_must_fit_those_that_hide_it() {
    check::<Java>(
        "pull-up",
        "```before
abstract class A { }
class B extends A { static B $0of() { return null; } }
class C extends A { static C of() { return null; } }
```
```refuses
overridden
```",
    );
}

#[test]
fn what_is_declared_above_allows_the_exceptions_below() {
    check::<Java>(
        "pull-up",
        "```before
interface Codec { }
class Plain implements Codec { public int $0decode() { return 1; } }
class Quoted implements Codec { public int decode() throws Exception { return 2; } }
```
```refuses
overridden
```",
    );
}

#[test]
fn a_class_object_is_of_the_class_that_asks() {
    check::<Java>(
        "pull-up",
        "```before
class Shape {
}
class Square extends Shape {
    String $0kind() {
        Class<? extends Square> own = this.getClass();
        return own.getName();
    }
}
```
```refuses
java.lang.Class
```

```before
class Shape {
}
class Square extends Shape {
    String $0kind() {
        Class<? extends Shape> own = this.getClass();
        return own.getName();
    }
}
```
```after
class Shape {

    String kind() {
        Class<? extends Shape> own = this.getClass();
        return own.getName();
    }
}
class Square extends Shape {
}
```",
    );
}

#[test]
fn a_call_may_name_what_implements_the_abstract_method() {
    check::<Java>(
        "pull-up",
        "```before
interface Log { boolean open(); }
abstract class Base implements Log {
    boolean any() { return open(); }
}
class Plain extends Base {
    @Override
    public boolean $0open() { return true; }
}
```
```after
interface Log { boolean open(); }
abstract class Base implements Log {
    boolean any() { return open(); }

    @Override
    public boolean open() { return true; }
}
class Plain extends Base {
}
```",
    );
}

#[test]
fn an_initialiser_names_only_what_stands_before_it() {
    check::<Java>(
        "move-members",
        "```before
class Format {
    enum Known { FIRST(Format.PLAIN); final Format own; Known(Format f) { own = f; } }
    static final Format $0PLAIN = new Format();
}
```
```with
to=Format.Known
```
```refuses
PLAIN
```

```before
class Format {
    static final int $0WIDTH = 3;
}
class Page {
    static final int TWICE = 2 * Format.WIDTH;
}
```
```with
to=Page
```
```refuses
WIDTH would be named before it is declared
```

```before
class Format {
    static final int $0WIDTH = 3;
}
class Page {
    static final Runnable LATER = new Runnable() { public void run() { use(Format.WIDTH); } };
    static void use(int n) { }
}
```
```with
to=Page
```
```after
class Format {
}
class Page {
    static final Runnable LATER = new Runnable() { public void run() { use(WIDTH); } };
    static void use(int n) { }

    static final int WIDTH = 3;
}
```",
    );
}

#[test]
fn static_imports_bring_the_accessors() {
    check::<Java>(
        "encapsulate-field",
        "```before
//- a/Signs.java
package a;
public class Signs {
    public static char $0feed = 'f';
}
//- b/Use.java
package b;
import static a.Signs.feed;
class Use {
    char f() { return feed; }
    void g(char c) { feed = c; }
}
```
```after
//- a/Signs.java
package a;
public class Signs {
    private static char feed = 'f';

    public static char getFeed() {
        return feed;
    }

    public static void setFeed(char feed) {
        Signs.feed = feed;
    }
}
//- b/Use.java
package b;
import static a.Signs.getFeed;
import static a.Signs.setFeed;
class Use {
    char f() { return getFeed(); }
    void g(char c) { setFeed(c); }
}
```",
    );
}

#[test]
fn a_call_is_no_constant() {
    check::<Java>(
        "encapsulate-field",
        "```before
class Signs { static final char $0FEED = 'f'; }
class Use {
    static final int NEXT = Signs.FEED + 1;
    int f(int c) { switch (c) { case NEXT: return 1; default: return 0; } }
}
```
```refuses
only a constant can stand here
```

```before
class Signs { static final String $0WORD = \"unused\"; }
@SuppressWarnings({ Signs.WORD }) class Use { }
```
```refuses
only a constant can stand here
```",
    );
}

#[test]
fn two_static_imports_of_a_name_cannot_both_be_meant() {
    check::<Java>(
        "rename",
        "```before
//- a/Level.java
package a;
public enum Level { $0LOW, HIGH }
//- a/Codes.java
package a;
public class Codes { public static final int NONE = 0; }
//- b/Use.java
package b;
import static a.Codes.NONE;
import static a.Level.LOW;
class Use { Object a = LOW; int b = NONE; }
```
```with
to=NONE
```
```refuses
NONE
```",
    );
}
