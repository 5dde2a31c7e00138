//! What small programs with deep hierarchies found in Pull Up and Push Down.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn only_methods_of_objects_are_kept_below() {
    check::<Java>(
        "pull-up",
        "```before
class Named { }
class Item extends Named { int $0price = 3; }
```
```with
keep=yes
```
```refuses
only a method of an object can stay below
```

```before
class Named { }
class Item extends Named { static int $0price() { return 3; } }
```
```with
keep=yes
```
```refuses
only a method of an object can stay below
```",
    );
}

#[test]
fn super_becomes_this_only_where_nobody_below_answers() {
    check::<Java>(
        "pull-up",
        "```before
class Node { int value() { return 1; } }
class Leaf extends Node {
    int value() { return 2; }
    int $0peek() { return super.value(); }
}
```
```refuses
a class below has its own
```

```before
class Node { int value() { return 1; } }
class Leaf extends Node {
    int $0peek() { return super.value(); }
}
class Bud extends Leaf { int value() { return 3; } }
```
```refuses
a class below has its own
```

```before
class Node {
    int value() { return 1; }
}
class Leaf extends Node {
    int $0peek() { return super.value(); }
}
class Twig extends Node { int value() { return 4; } }
```
```after
class Node {
    int value() { return 1; }

    int peek() { return this.value(); }
}
class Leaf extends Node {
}
class Twig extends Node { int value() { return 4; } }
```",
    );
}

#[test]
fn an_initial_value_stays_behind_what_it_depends_on() {
    check::<Java>(
        "pull-up",
        "```before
class Top {
    int base;
    Top(int base) { this.base = base; }
}
class Mid extends Top {
    int $0twice = base * 2;
    Mid() { super(3); }
}
```
```refuses
before or after what it depends on
```

```before
abstract class Top {
    Top() { setUp(); }
    abstract void setUp();
}
class Mid extends Top {
    int $0plain = 7;
    void setUp() { plain = 30; }
}
```
```refuses
uses the field
```

```before
class Log { static int next; static int note() { return next++; } }
class Top { }
class Mid extends Top { int $0id = Log.note(); }
class Other extends Top { }
```
```refuses
computing this initial value shows
```

```before
abstract class Top {
    Top() { setUp(); }
    abstract void setUp();
}
class Mid extends Top {
    final int $0fixed = 7;
    int plain = 7;
    void setUp() { plain = fixed; }
}
```
```after
abstract class Top {
    Top() { setUp(); }
    abstract void setUp();

    final int fixed = 7;
}
class Mid extends Top {
    int plain = 7;
    void setUp() { plain = fixed; }
}
```",
    );
    check::<Java>(
        "push-down",
        "```before
abstract class Top {
    int $0cells = 4;
    Top() { setUp(); }
    abstract void setUp();
}
class Mid extends Top {
    int seen;
    void setUp() { seen = cells; }
}
```
```refuses
uses the field
```

```before
abstract class Top {
    int $0cells = 4;
}
class Mid extends Top {
    int seen = this.cells + 1;
}
```
```refuses
uses the field
```

```before
import java.util.*;
abstract class Top {
    List<String> $0names = new ArrayList<>();
    Top() { System.out.println(1); }
}
class Mid extends Top {
    void add() { names.add(\"\"); }
}
```
```after
import java.util.*;
abstract class Top {
    Top() { System.out.println(1); }
}
class Mid extends Top {
    List<String> names = new ArrayList<>();

    void add() { names.add(\"\"); }
}
```",
    );
}

#[test]
fn a_static_member_makes_its_class_ready() {
    check::<Java>(
        "pull-up",
        "```before
class Mid { }
class End extends Mid {
    static int touched = Log.note();
    static int $0counted() { return 2; }
}
class Log { static int notes; static int note() { return notes++; } }
class Main { int m() { return End.counted(); } }
```
```refuses
whose initialisation shows
```

```before
class Mid { }
class End extends Mid {
    static int $0start = Log.notes;
}
class Log { static int notes; static int note() { return notes++; } }
```
```refuses
when another class is first used
```",
    );
}

#[test]
fn an_enum_is_never_said_to_be_abstract() {
    check::<Java>(
        "pull-up",
        "```before
enum Kind {
    SMALL { int $0factor() { return 2; } }
}
```
```with
abstract=all
```
```after
enum Kind {
    SMALL { @Override
    int factor() { return 2; } };

    abstract int factor();
}
```

```before
enum Kind {
    SMALL { int $0factor() { return 2; } }, LARGE;
}
```
```with
abstract=all
```
```refuses
factor
```",
    );
}

#[test]
fn what_is_deleted_with_the_member_means_the_same() {
    check::<Java>(
        "pull-up",
        "```before
class Top {
    int late = 1;
}
class One extends Top {
    int $0sum() { return late; }
}
class Two extends Top {
    int late = 3;
    int sum() { return late; }
}
class Three extends Top {
    int sum() { return late; }
}
```
```with
others=delete
```
```after
class Top {
    int late = 1;

    int sum() { return late; }
}
class One extends Top {
}
class Two extends Top {
    int late = 3;
    int sum() { return late; }
}
class Three extends Top {
}
```

```before
class Top { int late = 1; int sum() { return late; } }
class One extends Top {
    int late = 2;
    int $0sum() { return late; }
}
```
```with
others=delete
```
```refuses
has this method already
```

```before
class Top {
}
class One extends Top {
    int $0sum() { return 1; }
}
class Mid extends Top { int sum() { return 2; } }
class Two extends Mid { int sum() { return 1; } }
```
```with
others=delete
```
```after
class Top {

    int sum() { return 1; }
}
class One extends Top {
}
class Mid extends Top { int sum() { return 2; } }
class Two extends Mid { int sum() { return 1; } }
```",
    );
}

#[test]
fn override_is_said_where_something_is_overridden() {
    check::<Java>(
        "pull-up",
        "```before
//- o/Top.java
package o;
public class Top { }
//- p/Other.java
package p;
public class Other extends o.Top { String $0named() { return \"\"; } }
```
```with
keep=yes
```
```refuses
named
```

```before
//- o/Top.java
package o;
public abstract class Top { }
//- p/Other.java
package p;
public class Other extends o.Top { @Deprecated String $0named() { return \"\"; } }
```
```with
abstract=all
```
```refuses
named
```",
    );
}

#[test]
fn a_class_may_take_back_a_body() {
    check::<Java>(
        "pull-up",
        "```before
abstract class Top { }
class One extends Top { public String $0toString() { return \"\"; } }
class Two extends Top { }
```
```with
abstract=all
```
```refuses
toString
```",
    );
}

#[test]
fn methods_from_above_are_not_one() {
    check::<Java>(
        "pull-up",
        "```before
class Store<V> { }
class Words extends Store<String> { String $0show(Integer i) { return \"\"; } }
class Numbers<N> extends Store<N> { String show(N n) { return \"\"; } }
class Ints extends Numbers<Integer> { }
```
```refuses
show
```",
    );
}

#[test]
fn a_type_parameter_is_no_class() {
    check::<Java>(
        "pull-up",
        "```before
class Numbers<N> {
    class Cursor { N next() { return null; } }
}
class Ints extends Numbers<Integer> {
    Object $0own() { return new Cursor() { Integer next() { return 1; } }; }
}
```
```refuses
next
```",
    );
}

#[test]
fn what_needs_the_class_around_or_right_above_stays() {
    check::<Java>(
        "pull-up",
        "```before
class Flat { }
class Box extends Flat {
    class Lid { }
    Object $0lid() { return new Lid(); }
}
```
```refuses
Lid
```

```before
interface Marked { default int mark() { return 1; } }
class Flat { }
class Slab extends Flat implements Marked {
    public int $0mark() { return Marked.super.mark() + 1; }
}
```
```refuses
Marked
```",
    );
}

#[test]
fn a_constructor_is_no_function_of_an_abstract_class() {
    check::<Java>(
        "pull-up",
        "```before
class Top { }
class One extends Top { int $0sum() { return 1; } }
class Main { java.util.function.Supplier<Top> made = Top::new; }
```
```with
abstract=all
```
```refuses
Top
```",
    );
}

#[test]
fn a_call_may_name_the_method_that_answers() {
    check::<Java>(
        "push-down",
        "```before
abstract class Store<K extends Comparable<K>> {
    int $0order(K a, K b) { return a.compareTo(b); }
}
class Words extends Store<Word> {
}
class Word implements Comparable<Word> { public int compareTo(Word w) { return 0; } }
```
```after
abstract class Store<K extends Comparable<K>> {
}
class Words extends Store<Word> {

    int order(Word a, Word b) { return a.compareTo(b); }
}
class Word implements Comparable<Word> { public int compareTo(Word w) { return 0; } }
```",
    );
}

#[test]
fn a_method_stays_the_one_that_it_overrides() {
    check::<Java>(
        "pull-up",
        "```before
interface Source<T> { default T or(T other) { return other; } }
abstract class Store<V> implements Source<V> { }
class Words extends Store<String> {
    public String $0or(String other) { return Source.super.or(other); }
}
```
```with
abstract=all
```
```refuses
would be another method than
```",
    );
}

#[test]
fn what_a_class_below_hides_is_asked_of_super() {
    check::<Java>(
        "push-down",
        "```before
class Loose {
    int size = 3;
    int $0width(int n) { int[] size = { this.size }; return n * size[0]; }
    int twice() { return size * 2; }
}
class Here extends Loose {
    int size = 70;
}
```
```after
class Loose {
    int size = 3;
    int twice() { return size * 2; }
}
class Here extends Loose {
    int size = 70;

    int width(int n) { int[] size = { super.size }; return n * size[0]; }
}
```

```before
class Loose {
    int size = 3;
    int $0width(int n) { return n * size; }
}
class Here extends Loose {
    int size = 70;
}
class There extends Loose {
}
```
```after
class Loose {
    int size = 3;
}
class Here extends Loose {
    int size = 70;

    int width(int n) { return n * super.size; }
}
class There extends Loose {

    int width(int n) { return n * size; }
}
```",
    );
}

#[test]
fn a_type_parameter_is_no_operand() {
    check::<Java>(
        "pull-up",
        "```before
class Top<T extends Comparable<T>> { T held; int base; }
class Near extends Top<String> { String $0both() { return held + base; } }
```
```refuses
a number
```",
    );
}

#[test]
fn an_object_answers_by_the_method_above_too() {
    check::<Java>(
        "pull-up",
        "```before
class Low<X> {
    X x;
}
class Lower extends Low<StringBuilder> {
    String $0text() { return x.toString(); }
}
```
```after
class Low<X> {
    X x;

    String text() { return x.toString(); }
}
class Lower extends Low<StringBuilder> {
}
```",
    );
}

#[test]
fn one_name_means_one_field() {
    check::<Java>(
        "pull-up",
        "```before
interface Has { }
interface More { int MANY = 4; }
class Top implements Has { static final int $0MANY = 6; }
class Far implements Has, More { int wide() { return MANY; } }
```
```with
to=Has
```
```refuses
one of several
```",
    );
}

#[test]
fn super_asks_for_a_body() {
    check::<Java>(
        "push-down",
        "```before
abstract class Top { int $0sum() { return 1; } }
class One extends Top { int sum() { return super.sum() + 1; } }
class Two extends Top { }
```
```with
keep=abstract
```
```refuses
would have no body
```",
    );
}

#[test]
fn arguments_are_safe_where_nothing_overrides() {
    check::<Java>(
        "pull-up",
        "```before
class Top { }
class One extends Top { @SafeVarargs final <A> int $0many(A... all) { return 1; } }
```
```with
keep=yes
```
```refuses
many
```",
    );
}

#[test]
fn override_is_said_once() {
    check::<Java>(
        "push-down",
        "```before
abstract class Part implements Runnable {
    @Override public void $0run() { }
}
class Door extends Part {
}
```
```with
keep=abstract
```
```after
abstract class Part implements Runnable {
    @Override public abstract void run();
}
class Door extends Part {

    @Override public void run() { }
}
```",
    );
}
