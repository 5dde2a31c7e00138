//! Clients before and after.

use crate::testing::{check, log, try_run};

const NONE: [&str; 0] = [];

#[test]
fn a_renamed_package_is_followed_by_imports_names_and_links() {
    let left = check(
        "rename-package a.lang -> a.lang3",
        "//- a/lang/Words.java
package a.lang; public class Words { public static int count(String s) { return 0; } }
//- a/lang/time/Clock.java
package a.lang.time; public class Clock { }",
        "//- a/lang3/Words.java
package a.lang3; public class Words { public static int count(CharSequence s) { return 0; } }
//- a/lang3/time/Clock.java
package a.lang3.time; public class Clock { }",
        "//- c/C.java
package c;
import a.lang.Words;
import a.lang.time.*;
/** See {@link Words#count(String)} and {@link a.lang.time.Clock}. */
class C {
    Clock clock;
    int n(String s) { return Words.count(s) + a.lang.Words.count(s); }
}
//- c/D.java
package c;
class D { }",
        "//- c/C.java
package c;
import a.lang3.Words;
import a.lang3.time.*;
/** See {@link Words#count(String)} and {@link a.lang3.time.Clock}. */
class C {
    Clock clock;
    int n(String s) { return Words.count(s) + a.lang3.Words.count(s); }
}
//- c/D.java
package c;
class D { }",
    );
    assert_eq!(left, NONE);
}

#[test]
fn a_renamed_class_does_not_hide_one_of_the_client() {
    let left = check(
        "rename-class a.Words -> a.Text",
        "//- a/Words.java
package a; public class Words { public Words() { } }",
        "//- a/Text.java
package a; public class Text { public Text() { } }",
        "//- c/C.java
package c;
import a.Words;
class C { Words w = new Words(); Text own; }
//- c/Text.java
package c;
class Text { }",
        "//- c/C.java
package c;
class C { a.Text w = new a.Text(); Text own; }
//- c/Text.java
package c;
class Text { }",
    );
    assert_eq!(left, NONE);
}

#[test]
fn overriding_methods_follow_with_their_callers() {
    let left = check(
        "rename-method a.Job.run(int) -> a.Job.perform(int)",
        "//- a/Job.java
package a; public interface Job { void run(int n); }",
        "//- a/Job.java
package a; public interface Job { void perform(int n); }",
        "//- c/C.java
package c;
import a.Job;
class C implements Job {
    public void run(int n) { if (n > 0) run(n - 1); }
    void run() { }
    static void all(Job j, C c) { j.run(1); c.run(2); c.run(); Job k = c::run; }
}",
        "//- c/C.java
package c;
import a.Job;
class C implements Job {
    public void perform(int n) { if (n > 0) perform(n - 1); }
    void run() { }
    static void all(Job j, C c) { j.perform(1); c.perform(2); c.run(); Job k = c::perform; }
}",
    );
    assert_eq!(left, NONE);
}

#[test]
fn a_method_that_answers_for_another_too_is_left() {
    let left = check(
        "rename-method a.Job.run() -> a.Job.perform()",
        "//- a/Job.java
package a; public interface Job { void run(); }",
        "//- a/Job.java
package a; public interface Job { void perform(); }
//- a/Other.java
package a;",
        "//- c/C.java
package c;
class C implements a.Job, Mine { public void run() { } }
//- c/Mine.java
package c;
interface Mine { void run(); }",
        "//- c/C.java
package c;
class C implements a.Job, Mine { public void perform() { } }
//- c/Mine.java
package c;
interface Mine { void perform(); }",
    );
    // All of the family is the client's, so all of it follows.
    assert_eq!(left, NONE);
}

#[test]
fn arguments_are_put_in_order_left_out_and_added() {
    let left = check(
        "change-signature a.Pen.draw(int,String,int) -> a.Pen.draw(String,int,boolean) [1 text:String, 0 x:int, - fill:boolean=true]",
        "//- a/Pen.java
package a; public class Pen { public void draw(int x, String text, int y) { } }",
        "//- a/Pen.java
package a; public class Pen { public void draw(String text, int x, boolean fill) { } }",
        "//- c/C.java
package c;
import a.Pen;
class C extends Pen {
    int next() { return 1; }
    void all(Pen p) {
        p.draw(1, \"a\", 2);
        p.draw(1, \"b\", next());
    }
}",
        "//- c/C.java
package c;
import a.Pen;
class C extends Pen {
    int next() { return 1; }
    void all(Pen p) {
        p.draw(\"a\", 1, true);
        p.draw(1, \"b\", next());
    }
}",
    );
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(
        left[0].starts_with("c/C.java:7 a.Pen.draw(int,String,int): an argument"),
        "{left:?}"
    );
}

#[test]
fn a_default_that_nobody_gave_is_asked_for() {
    let left = check(
        "change-signature a.Pen.draw() -> a.Pen.draw(int) [- width:int]",
        "//- a/Pen.java
package a; public class Pen { public void draw() { } }",
        "//- a/Pen.java
package a; public class Pen { public void draw(int width) { } }",
        "//- c/C.java
package c;
class C { void all(a.Pen p) { p.draw(); } }",
        "//- c/C.java
package c;
class C { void all(a.Pen p) { p.draw(); } }",
    );
    assert!(left[0].contains("--default width=VALUE"), "{left:?}");
}

#[test]
fn static_members_take_their_class_along() {
    let left = check(
        "move-method a.Util.max(int,int) -> a.Numbers.max(int,int)
         move-field a.Util.LIMIT -> a.Numbers.MOST",
        "//- a/Util.java
package a; public class Util { public static int max(int a, int b) { return a; } public static int min(int a, int b) { return a; } public static final int LIMIT = 1; }",
        "//- a/Util.java
package a; public class Util { public static int min(int a, int b) { return a; } }
//- a/Numbers.java
package a; public class Numbers { public static int max(int a, int b) { return a; } public static final int MOST = 1; }",
        "//- c/C.java
package c;
import a.Util;
class C { int n = Util.max(Util.LIMIT, Util.min(1, 2)); }
//- c/D.java
package c;
import static a.Util.max;
import static a.Util.LIMIT;
class D { int n = max(LIMIT, 2); }",
        "//- c/C.java
package c;
import a.Util;
import a.Numbers;
class C { int n = Numbers.max(Numbers.MOST, Util.min(1, 2)); }
//- c/D.java
package c;
import static a.Numbers.max;
import static a.Numbers.MOST;
class D { int n = max(MOST, 2); }",
    );
    assert_eq!(left, NONE);
}

#[test]
fn what_is_gone_is_listed_and_left() {
    let left = check(
        "",
        "//- a/Pen.java
package a; public class Pen { public void draw() { } public void fill() { } }",
        "//- a/Pen.java
package a; public class Pen { public void fill() { } }",
        "//- c/C.java
package c;
class C {
    void all(a.Pen p) { p.fill(); p.draw(); }
}",
        "//- c/C.java
package c;
class C {
    void all(a.Pen p) { p.fill(); p.draw(); }
}",
    );
    assert_eq!(
        left,
        ["c/C.java:3 a.Pen.draw(): the new release has no `a.Pen.draw`"]
    );
}

#[test]
fn exceptions_and_constructors_that_are_new_are_listed() {
    let client = "//- c/C.java
package c;
import java.io.IOException;
class C extends a.Pen {
    void all(a.Pen p) { p.draw(); }
    void one(a.Pen p) { try { p.fill(); } catch (IOException e) { } }
}";
    let left = check(
        "",
        "//- a/Pen.java
package a; public class Pen { public void draw() { } public void fill() throws java.io.IOException { } }",
        "//- a/Pen.java
package a; public class Pen { public Pen(int a) { } public void draw() throws java.io.IOException { } public void fill() { } }",
        client,
        client,
    );
    assert_eq!(
        left,
        [
            "c/C.java:3 a.Pen: `a.Pen` has no constructor without arguments now, or one that throws more",
            "c/C.java:4 IOException: `IOException` is thrown here now, and neither caught nor declared",
            "c/C.java:5 IOException: nothing throws `IOException` here now",
        ]
    );
}

#[test]
fn a_method_that_only_a_subclass_has_now_is_left() {
    let client = "//- c/C.java
package c; class C { void m(a.Pen pen, a.Brush brush) { pen.wash(); brush.wash(); } }";
    let left = check(
        "push-down-method a.Pen.wash() -> a.Brush.wash()",
        "//- a/Pen.java
package a; public class Pen { public void wash() { } }
//- a/Brush.java
package a; public class Brush extends Pen { }",
        "//- a/Pen.java
package a; public class Pen { }
//- a/Brush.java
package a; public class Brush extends Pen { public void wash() { } }",
        client,
        client,
    );
    assert_eq!(
        left,
        ["c/C.java:1 a.Pen.wash(): only `a.Brush` has `wash` now"]
    );
}

#[test]
fn a_class_that_left_the_clients_own_package_is_imported() {
    let left = check(
        "move-class a.Pen -> b.Pen",
        "//- a/Pen.java
package a; public class Pen { }",
        "//- b/Pen.java
package b; public class Pen { }",
        "//- a/PenTest.java
package a;

class PenTest { Pen pen; }",
        "//- a/PenTest.java
package a;

import b.Pen;

class PenTest { Pen pen; }",
    );
    assert_eq!(left, NONE);
}

#[test]
fn logs_that_contradict_themselves_or_climb_out_are_refused() {
    let old = "//- a/A.java\npackage a; public class A { public void m() { } }";
    let refused = |text: &str| {
        let error = try_run(&log(text), old, old, "//- c/C.java\nclass C { }");
        error.expect_err("it is refused").to_string()
    };
    let two = "rename-method a.A.m() -> a.A.n()\nmove-method a.A.m() -> b.B.m()";
    assert!(refused(two).contains("contradict"), "{}", refused(two));
    let away = "rename-method a.A.m() -> b.B.n()";
    assert!(refused(away).contains("stays in its class"));
    let mut log = log("rename-class a.A -> a.B");
    log.entries[0].old_at = Some("../../etc/passwd:1".to_owned());
    let error = try_run(&log, old, old, "//- c/C.java\nclass C { }").expect_err("it is refused");
    assert!(error.to_string().contains("outside"), "{error}");
}

#[test]
fn a_class_that_became_an_interface_is_implemented() {
    let left = check(
        "class-to-interface a.Job -> a.Job",
        "//- a/Job.java
package a; public abstract class Job { public abstract void run(); }",
        "//- a/Job.java
package a; public interface Job { void run(); }",
        "//- c/C.java
package c;
class C extends a.Job { public void run() { } }
class D extends a.Job implements Runnable { public void run() { } }",
        "//- c/C.java
package c;
class C implements a.Job { public void run() { } }
class D implements a.Job, Runnable { public void run() { } }",
    );
    assert_eq!(left, NONE);
}

#[test]
fn who_depends_on_a_supertype_that_is_gone_is_listed() {
    let client = "//- c/Failed.java
package c;
class Failed extends a.Nested { }
//- c/C.java
package c;
class C {
    void all() throws Failed {
        try {
            all();
        } catch (Failed e) {
            throw e;
        }
    }
}";
    let left = check(
        "",
        "//- a/Nested.java
package a; public class Nested extends RuntimeException { }",
        "//- a/Other.java
package a; public class Other { }",
        client,
        client,
    );
    let lines: Vec<&str> = left.iter().filter_map(|l| l.split(' ').next()).collect();
    let wanted = [
        "c/C.java:3",
        "c/C.java:5",
        "c/C.java:6",
        "c/C.java:7",
        "c/Failed.java:2",
    ];
    assert_eq!(lines, wanted, "{left:?}");
}

#[test]
fn a_method_reference_becomes_a_lambda_where_other_arguments_are_passed() {
    let left = check(
        "change-signature a.Text.size() -> a.Words.size(int) [- max:int=9]
change-signature a.Text.join(String,int) -> a.Words.join(int,String) [1 n:int, 0 s:String]
rename-class a.Text -> a.Words",
        "//- a/Text.java
package a; public class Text { public int size() { return 0; } public static int join(String s, int n) { return n; } }",
        "//- a/Words.java
package a; public class Words { public int size(int max) { return 0; } public static int join(int n, String s) { return n; } }",
        "//- c/C.java
package c;
import a.Text;
import java.util.function.*;
class C {
    Text field;
    void run(Text t, int arg1) {
        Supplier<Integer> a = t::size;
        ToIntFunction<Text> b = Text::size;
        BiFunction<String, Integer, Integer> c = Text::join;
        Supplier<Integer> d = field::size;
    }
    void again(Text t) {
        t = new Text();
    }
}",
        "//- c/C.java
package c;
import a.Words;
import java.util.function.*;
class C {
    Words field;
    void run(Words t, int arg1) {
        Supplier<Integer> a = () -> t.size(9);
        ToIntFunction<Words> b = (arg2) -> arg2.size(9);
        BiFunction<String, Integer, Integer> c = (arg2, arg3) -> Words.join(arg3, arg2);
        Supplier<Integer> d = field::size;
    }
    void again(Words t) {
        t = new Words();
    }
}",
    );
    assert_eq!(
        left,
        ["c/C.java:10 a.Text.size(): a method reference cannot pass other arguments"]
    );
}

#[test]
fn lambdas_take_the_parameters_of_the_method_that_they_stand_for() {
    let left = check(
        "change-signature a.Far.apply(String,String) -> a.Far.apply(int,String,String) [- max:int, 0 a:String, 1 b:String]
change-signature a.One.go(String) -> a.One.go(String,int) [0 s:String, - n:int]",
        "//- a/Far.java
package a; public interface Far { int apply(String a, String b); }
//- a/One.java
package a; public interface One { int go(String s); }",
        "//- a/Far.java
package a; public interface Far { int apply(int max, String a, String b); }
//- a/One.java
package a; public interface One { int go(String s, int n); }",
        "//- c/C.java
package c;
import a.*;
class C {
    Far f = (x, y) -> x.length() - y.length();
    Far g = (String x, String y) -> x.length();
    One o = s -> s.length();
    One p = String::length;
}",
        "//- c/C.java
package c;
import a.*;
class C {
    Far f = (max, x, y) -> x.length() - y.length();
    Far g = (int max, String x, String y) -> x.length();
    One o = (s, arg1) -> s.length();
    One p = String::length;
}",
    );
    assert_eq!(
        left,
        [
            "c/C.java:7 a.One.go(String): a method reference refers to it, which takes other arguments"
        ]
    );
}

#[test]
fn a_static_import_through_a_subclass_stays_when_a_method_is_pulled_up() {
    let left = check(
        "pull-up-method a.Sub.of(int) -> a.Base.of(int)",
        "//- a/Base.java
package a; public class Base { }
//- a/Sub.java
package a; public class Sub extends Base { public static int of(int n) { return n; } public static int of(String s) { return 0; } }",
        "//- a/Base.java
package a; public class Base { public static int of(int n) { return n; } }
//- a/Sub.java
package a; public class Sub extends Base { public static int of(String s) { return 0; } }",
        "//- c/C.java
package c;
import static a.Sub.of;
class C { int n = of(1) + of(\"\"); }
//- c/D.java
package c;
import static a.Sub.*;
class D { int n = of(1) + of(\"\"); }",
        "//- c/C.java
package c;
import static a.Sub.of;
class C { int n = of(1) + of(\"\"); }
//- c/D.java
package c;
import static a.Sub.*;
class D { int n = of(1) + of(\"\"); }",
    );
    assert_eq!(left, NONE);
}

#[test]
fn a_moved_method_that_all_members_were_imported_with_hides_no_other() {
    let left = check(
        "move-method a.Text.of(int) -> a.Tools.of(int)",
        "//- a/Text.java
package a; public class Text { public static int of(int n) { return n; } public static int of(String s) { return 0; } }
//- a/Tools.java
package a; public class Tools { }",
        "//- a/Text.java
package a; public class Text { public static int of(String s) { return 0; } }
//- a/Tools.java
package a; public class Tools { public static int of(int n) { return n; } }",
        "//- c/C.java
package c;
import static a.Text.*;
class C { int n = of(1) + of(\"\"); }",
        "//- c/C.java
package c;
import static a.Text.*;
import a.Tools;
class C { int n = Tools.of(1) + of(\"\"); }",
    );
    assert_eq!(left, NONE);
}
