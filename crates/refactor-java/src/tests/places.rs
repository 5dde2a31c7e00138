//! What programs of several packages found: imports of what is gone or has a rival, and when static fields get their values.

use crate::Java;
use reweave_refactor_testing::check;

#[test]
fn a_field_that_two_imports_of_all_names_bring_is_nobodys() {
    check::<Java>(
        "move-members",
        "```before
//- a/Low.java
package a;
public class Low { public static int level = 1; }
//- a/High.java
package a;
public class High { }
//- a/Other.java
package a;
public class Other { public static int $0level = 2; }
//- c/Use.java
package c;
import static a.Low.*;
import static a.High.*;
class Use { int f() { return level; } }
```
```with
to=a.High
```
```refuses
level is imported beside another
```",
    );
}

#[test]
fn what_an_import_may_not_see_is_no_rival() {
    check::<Java>(
        "rename",
        "```before
//- a/Low.java
package a;
public class Low { static int $0level = 1; }
//- a/High.java
package a;
public class High { public static int rate = 1; }
//- c/Use.java
package c;
import static a.Low.*;
import static a.High.*;
class Use { int f() { return rate; } }
```
```with
to=rate
```
```after
//- a/Low.java
package a;
public class Low { static int rate = 1; }
//- a/High.java
package a;
public class High { public static int rate = 1; }
//- c/Use.java
package c;
import static a.Low.*;
import static a.High.*;
class Use { int f() { return rate; } }
```",
    );
}

#[test]
fn an_imported_member_type_is_a_rival_of_the_files_own() {
    check::<Java>(
        "rename",
        "```before
//- a/Box.java
package a;
public class Box { public enum $0Kind { LOW } }
//- c/Use.java
package c;
import static a.Box.Kind;
class Use { Kind kind; }
```
```with
to=Use
```
```refuses
a.Box.Use is imported beside another
```",
    );
}

#[test]
fn imports_of_all_types_go_with_the_last_one() {
    check::<Java>(
        "move-type",
        "```before
//- a/Tax.java
package a;
public class $0Tax { }
//- c/Bill.java
package c;
import a.*;
import java.util.List;
class Bill { List<Tax> all; }
//- c/Idle.java
package c;
import a.*;
class Idle { }
```
```with
to=b
```
```after
//- b/Tax.java
package b;
public class Tax { }
//- c/Bill.java
package c;
import java.util.List;
import b.Tax;
class Bill { List<Tax> all; }
//- c/Idle.java
package c;
class Idle { }
```",
    );
    check::<Java>(
        "safe-delete",
        "```before
//- a/Tax.java
package a;
public class $0Tax { }
//- c/Idle.java
package c;
import a.*;
class Idle { }
```
```refuses
a is imported here and would not be there
```",
    );
}

#[test]
fn an_import_of_overloads_lets_one_of_them_go() {
    check::<Java>(
        "safe-delete",
        "```before
//- a/Rates.java
package a;
public class Rates {
    public static int of(int n) { return n; }
    public static int $0of(long n) { return 1; }
}
//- c/Use.java
package c;
import static a.Rates.of;
class Use { int f() { return of(1); } }
```
```after
//- a/Rates.java
package a;
public class Rates {
    public static int of(int n) { return n; }
}
//- c/Use.java
package c;
import static a.Rates.of;
class Use { int f() { return of(1); } }
```

```before
//- a/Rates.java
package a;
public class Rates {
    public static int $0of(int n) { return n; }
}
//- c/Use.java
package c;
import static a.Rates.of;
class Use { }
```
```refuses
a.Rates.of is imported here
```",
    );
}

#[test]
fn the_class_that_a_program_starts_with_stays() {
    check::<Java>(
        "safe-delete",
        "```before
class $0Start { static class In { public static void main(String[] args) { } } }
```
```refuses
the java command looks for it
```",
    );
}

#[test]
fn qualified_uses_go_over_to_what_moved_though_the_old_one_stays() {
    check::<Java>(
        "move-members",
        "```before
class Tax {
    static int $0of(int price) { return price; }
}
class Price {
    int net;
}
class Use { int two = Tax.of(2); java.util.function.IntUnaryOperator f = Tax::of; }
```
```with
to=Price
delegate=yes
```
```after
class Tax {
    /**
     * @deprecated Use {@link Price#of(int)} instead
     */
    static int of(int price) {
        return Price.of(price);
    }
}
class Price {
    int net;

    static int of(int price) { return price; }
}
class Use { int two = Price.of(2); java.util.function.IntUnaryOperator f = Price::of; }
```",
    );
}

#[test]
fn a_field_that_is_asked_for_before_it_has_its_value_stays() {
    check::<Java>(
        "move-members",
        "```before
class Count {
    static int total = start();
    static int $0begun = 5;
    static int start() { return begun + 3; }
}
class Other { }
```
```with
to=Other
```
```refuses
before it has its value
```

```before
class Count {
    static int total = 1;
    static int $0begun = 5;
}
class Other {
    static int twice = new Other().read();
    int read() { return Count.begun * 2; }
}
```
```with
to=Other
```
```refuses
its new class would ask for it before it has its value
```

```before
class Count {
    static int $0begun;
    static { begun = 5; }
}
class Other { }
```
```with
to=Other
```
```refuses
the initializers of its class give it a value
```",
    );
}

#[test]
fn an_initial_value_that_depends_on_what_changes_stays() {
    check::<Java>(
        "move-members",
        "```before
class Count {
    static int next;
    static int step() { return ++next; }
}
class Use { static final int $0FIRST = Count.step(); }
class Other { }
```
```with
to=Other
```
```refuses
depends on or changes Count.next
```

```before
class Use {
    int count;
    static final java.util.List<String> $0NAMES = java.util.List.of(\"a\");
}
class Other {
    int count;
}
```
```with
to=Other
```
```after
class Use {
    int count;
}
class Other {
    int count;

    static final java.util.List<String> NAMES = java.util.List.of(\"a\");
}
```",
    );
}

#[test]
fn a_class_that_shows_when_it_is_made_ready_is_not_made_ready_by_others() {
    check::<Java>(
        "move-members",
        "```before
class Count { static int next; }
class Tax { static int $0of(int price) { return price; } }
class Price { static final int FIRST = ++Count.next; }
class Use { int two = Tax.of(2); }
```
```with
to=Price
```
```refuses
the initialization of Price depends on or changes Count.next
```",
    );
}

#[test]
fn constants_of_an_enum_cannot_ask_for_its_fields() {
    check::<Java>(
        "move-members",
        "```before
class Made { static int $0count; }
enum Kind {
    LOW, HIGH;
    int number;
    Kind() { number = Made.count; }
}
```
```with
to=Kind
```
```refuses
count would be named before it is declared
```",
    );
}

#[test]
fn two_static_imports_do_not_bring_methods_that_take_the_same() {
    let source = |calls: &str, taken: &str| {
        format!(
            "```before
//- a/X.java
package a;
public class X {{ public static int $0f(int x) {{ return 1; }} }}
//- b/Y.java
package b;
public class Y {{ public static int g({taken} x) {{ return 2; }} }}
//- b/U.java
package b;
import static a.X.f;
import static b.Y.g;
class U {{ int m() {{ return {calls}; }} }}
```
```with
to=g
```
"
        )
    };
    let refused = format!(
        "{}```refuses\ng\n```",
        source("f(1) + g(1)", "int").as_str()
    );
    check::<Java>("rename", &refused);
    let other = format!(
        "{}```after
//- a/X.java
package a;
public class X {{ public static int g(int x) {{ return 1; }} }}
//- b/Y.java
package b;
public class Y {{ public static int g(String x) {{ return 2; }} }}
//- b/U.java
package b;
import static a.X.g;
import static b.Y.g;
class U {{ int m() {{ return g(1) + g(\"\"); }} }}
```",
        source("f(1) + g(\"\")", "String").as_str()
    );
    check::<Java>("rename", &other);
}

#[test]
fn a_record_answers_by_its_component() {
    check::<Java>(
        "rename",
        "```before
//- I.java
interface I { int $0get(); }
//- R.java
record R(int get) implements I { R { get = get + 1; } int twice() { return get * 2 + get(); } }
```
```with
to=fetch
```
```after
//- I.java
interface I { int fetch(); }
//- R.java
record R(int fetch) implements I { R { fetch = fetch + 1; } int twice() { return fetch * 2 + fetch(); } }
```

```before
record A(int a, int b) { A { $0a = b; } static int f() { return new A(1, 2).a(); } }
```
```with
to=c
```
```after
record A(int c, int b) { A { c = b; } static int f() { return new A(1, 2).c(); } }
```",
    );
}
