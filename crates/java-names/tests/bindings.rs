//! What names mean, on small programs.
//!
//! A comment `/*=KEY*/` right after a name says what it must mean: the key of a class, method or field, `line N` for a
//! local variable, parameter or label that is declared there, `unknown` for what nobody can know. `//- PATH` starts a file.

use reweave_classpath::ClassPath;
use reweave_java_names::{Decl, Names};
use reweave_text::{Interner, Part};
use std::sync::Arc;

fn resolve(fixture: &str) -> (Names, Vec<String>) {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in fixture.lines() {
        if let Some(path) = line.trim().strip_prefix("//- ") {
            files.push((path.to_owned(), String::new()));
        } else {
            if files.is_empty() {
                files.push(("Main.java".to_owned(), String::new()));
            }
            let text = &mut files.last_mut().expect("just pushed").1;
            text.push_str(line);
            text.push('\n');
        }
    }
    files.sort();
    let names = Arc::new(Interner::new());
    let given = files.iter().map(|(p, t)| (p.as_str(), t.as_str()));
    let program = Arc::new(reweave_lang_java::lower_program(given, &names));
    let classes = Arc::new(ClassPath::with_jdk(&[], None));
    let resolved = Names::resolve(program, classes, 2);
    (resolved, files.into_iter().map(|f| f.1).collect())
}

fn check(fixture: &str) {
    let (names, texts) = resolve(fixture);
    let mut checked = 0;
    for (file, text) in texts.iter().enumerate() {
        let uses = names.uses_in(file as u32);
        for (at, _) in text.match_indices("/*=") {
            let end = text.part(at..).find("*/").expect("a closed comment") + at;
            let expected = text.part(at + 3..end);
            let used = uses
                .iter()
                .find(|u| u.span.end as usize == at)
                .unwrap_or_else(|| panic!("no name before /*={expected}*/"));
            let got = match used.decl {
                Decl::Local(node) | Decl::Label(node) => {
                    let tree = &names.world.file(file as u32).tree;
                    let start = tree.node(node).name_at as usize;
                    format!("line {}", text.part(..start).matches('\n').count() + 1)
                }
                decl => names.key_of(decl),
            };
            assert_eq!(got, expected, "in {text}");
            checked += 1;
        }
    }
    assert!(checked > 0, "nothing was checked");
}

#[test]
fn imports_of_every_kind() {
    check(
        "//- a/A.java
package a;
import b.B;
import c.*;
import static b.B.make;
import static c.C.*;
import java.util.List;
class A {
    B/*=b/B*/ b = make/*=b/B.make()*/();
    C/*=c/C*/ c = new C();
    List/*=java/util/List*/<String/*=java/lang/String*/> names;
    int n = LIMIT/*=c/C.LIMIT*/;
    b.B.Inner/*=b/B$Inner*/ inner;
}
//- b/B.java
package b;
public class B { public static B make() { return null; } public static class Inner {} }
//- c/C.java
package c;
public class C { public static final int LIMIT = 1; }
",
    );
}

#[test]
fn overloads_by_type_boxing_and_arity() {
    check(
        "class A {
    void f(int x) {}
    void f(Integer x) {}
    void f(Object x) {}
    void f(long... x) {}
    void g(long x) {}
    void g(Object x) {}
    void run(Integer boxed, String s) {
        f/*=A.f(I)*/(1);
        f/*=A.f(Ljava/lang/Integer;)*/(boxed);
        f/*=A.f(Ljava/lang/Object;)*/(s);
        f/*=A.f([J)*/(1L, 2L);
        g/*=A.g(J)*/(1);
        g/*=A.g(Ljava/lang/Object;)*/(s);
        String.valueOf/*=java/lang/String.valueOf(C)*/('c');
        new StringBuilder().append/*=java/lang/StringBuilder.append(I)*/(1).append/*=java/lang/StringBuilder.append(Ljava/lang/String;)*/(s);
    }
}
",
    );
}

#[test]
fn members_through_generics() {
    check(
        "import java.util.*;
class Box<T> { T value; T get() { return value; } <R> Box<R> map(java.util.function.Function<? super T, ? extends R> f) { return null; } }
class Name { String text; String text() { return text; } }
class Names extends Box<Name> {
    int size(Map<String, List<Name>> all, Box<? extends Name> open) {
        value.text/*=Name.text*/.length();
        open.get().text/*=Name.text()*/();
        for (Map.Entry<String, List<Name>> e : all.entrySet()) {
            e.getValue().get(0).text/*=Name.text()*/();
        }
        var first = all.get(\"a\").iterator().next();
        first.text/*=Name.text()*/();
        return map(n/*no*/ -> n.text/*=Name.text()*/()).get().length/*=java/lang/String.length()*/();
    }
}
",
    );
}

#[test]
fn lambdas_and_method_references() {
    check(
        "import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;
class P { String name; int age; String name() { return name; } static boolean old(P p) { return p.age > 60; } }
class A {
    void run(List<P> all, ExecutorService service) throws Exception {
        List<String> names = all.stream().filter(P::old/*=P.old(LP;)*/).map(p -> p.name/*=P.name()*/()).collect(Collectors.toList());
        Map<String, List<P>> by = all.stream().collect(Collectors.groupingBy(P::name/*=P.name()*/));
        by.values().forEach(list -> list.get(0).name/*=P.name()*/());
        all.sort(Comparator.comparing(p -> p.name/*=P.name*/));
        service.submit/*=java/util/concurrent/ExecutorService.submit(Ljava/util/concurrent/Callable;)*/(() -> 1);
        service.submit/*=java/util/concurrent/ExecutorService.submit(Ljava/lang/Runnable;)*/(() -> { });
        Runnable r = () -> { int local = 1; use(local/*=line 13*/); };
    }
    void use(int n) {}
}
",
    );
}

#[test]
fn local_anonymous_and_nested_types() {
    check(
        "class Outer<T> {
    T held;
    class Inner { T give() { return held/*=Outer.held*/; } }
    static class Nested { int n; }
    void run(Outer<String> o) {
        o.new Inner().give().length/*=java/lang/String.length()*/();
        class Local { int k; int twice() { return k/*=Outer.run.Local.k*/ * 2; } }
        new Local().twice/*=Outer.run.Local.twice()*/();
        int seen = 1;
        Object x = new Object() {
            int own = seen/*=line 9*/;
            public String toString() { return \"\" + own + Outer.this.held/*=Outer.held*/; }
        };
        again/*no*/: for (;;) { break again/*=line 14*/; }
    }
}
",
    );
}

#[test]
fn enums_records_sealed_types_and_patterns() {
    check(
        "sealed interface Shape permits Circle, Square {}
record Circle(double radius) implements Shape {}
record Square(double side) implements Shape { Square { if (side/*=line 3*/ < 0) throw new IllegalArgumentException(); } }
record Pair<A, B>(A left, B right) {}
enum Level { LOW, HIGH { int rank() { return 2; } }; int rank() { return 1; } }
class A {
    double area(Shape s, Level level, Object o, Pair<String, Circle> pair) {
        double d = switch (s) {
            case Circle c -> c.radius/*=Circle.radius()*/() * 2;
            case Square(double side) when side/*=line 10*/ > 1 -> side/*=line 10*/;
            case Square q -> q.side/*=Square.side()*/();
        };
        switch (level) { case LOW/*=Level.LOW*/: break; case HIGH/*=Level.HIGH*/: Level.valueOf/*=Level.valueOf(Ljava/lang/String;)*/(\"LOW\").rank/*=Level.rank()*/(); }
        if (o instanceof String text && text.isEmpty/*=java/lang/String.isEmpty()*/()) return 0;
        if (!(o instanceof Circle circle)) return 1;
        if (pair instanceof Pair(var l, Circle(var r))) l.length/*=java/lang/String.length()*/();
        return circle/*=line 15*/.radius() + new Square(d).side();
    }
}
",
    );
}

#[test]
fn what_is_missing_is_unknown_and_not_guessed() {
    check(
        "import gone.Base;
import gone.more.*;
class Outer {
    void outer() {}
    int count;
    class A extends Base {
        void own() {}
        void run(Missing m) {
            own/*=Outer$A.own()*/();
            outer/*=unknown*/();
            count/*=unknown*/ = 1;
            m.call/*=unknown*/();
            inherited/*=unknown*/();
        }
    }
    void here() { outer/*=Outer.outer()*/(); count/*=Outer.count*/ = 2; }
}
",
    );
}

#[test]
fn code_that_does_not_compile_is_resolved_as_far_as_it_goes() {
    check(
        "class A extends B { int a; }
class B extends A { int b; void f() { a/*=A.a*/ = b/*=B.b*/; g/*=B.g()*/(); } void g() {} void h() { g/*=B.g()*/(); } }
interface I extends I {}
class T<X extends X> { X x; void f() { x/*=T.x*/.y/*=unknown*/(); } }
",
    );
}

#[test]
fn an_array_is_handed_over_whole_where_it_fits() {
    check(
        "import java.util.*;
class A {
    static <E> void of(E one) {}
    static <E> void of(E... all) {}
    void run(String[] texts, int[] numbers, List<String> list) {
        of/*=A.of([Ljava/lang/Object;)*/(texts);
        of/*=A.of(Ljava/lang/Object;)*/(numbers);
        List.of/*=java/util/List.of([Ljava/lang/Object;)*/(texts);
        Set.of/*=java/util/Set.of([Ljava/lang/Object;)*/(list.toArray(new String[0]));
    }
}
",
    );
}

#[test]
fn private_member_types_are_not_inherited() {
    check(
        "import java.util.Map.*;
class Base { private static class Entry {} protected static class Seen {} }
//- Other.java
import java.util.Map.*;
class Other extends Base { Entry/*=java/util/Map$Entry*/ e; Seen/*=Base$Seen*/ s; }
class Props extends java.util.Properties { Entry/*=java/util/Map$Entry*/ e; }
",
    );
}

#[test]
fn what_is_not_inherited_hides_but_is_no_candidate() {
    check(
        "package q;
public class B extends p.A { public int n(long l) { return 2; } }
//- O.java
package q;
class O { int n(int i) { return 7; } class D extends p.A { int f() { return n/*=q/O.n(I)*/(1); } } }
//- A.java
package p;
public class A { int n(int i) { return 1; } }
//- U.java
package p;
class U { int f(q.B b) { return b.n/*=q/B.n(J)*/(1); } }
",
    );
}

#[test]
fn pattern_variables_live_where_their_pattern_has_matched() {
    check(
        "class A {
    String t;
    void run(Object x, Object y) {
        while (!(x instanceof Integer t)) { x = y; }
        t/*=line 4*/.intValue();
    }
    void other(Object x) {
        while (!(x instanceof Integer t)) { if (x == null) break; }
        t/*=A.t*/.length();
        if (x instanceof Integer t) { t/*=line 10*/.intValue(); } else { t/*=A.t*/.length(); }
        t/*=A.t*/.length();
        String s = x instanceof Integer t ? t/*=line 12*/ + s : t/*=A.t*/;
        for (; !(x instanceof Long t); ) { t/*=A.t*/.length(); }
        t/*=line 13*/.intValue();
    }
    int last(Object x) {
        if (x instanceof Integer t && t/*=line 17*/ > 1) return t/*=line 17*/;
        if (!(x instanceof Long t)) { if (x == null) return 0; else throw new Error(); }
        return t/*=line 18*/.intValue();
    }
}
",
    );
}

#[test]
fn annotations_on_brackets() {
    check(
        "import java.util.List;
@interface Nullable {}
class A {
    int @Nullable/*=Nullable*/ [] @Nullable/*=Nullable*/ [] field;
    List<String @Nullable/*=Nullable*/ []> list;
    List<@Nullable/*=Nullable*/ String @Nullable/*=Nullable*/ []> both;
    int @Nullable/*=Nullable*/ [] f(String @Nullable/*=Nullable*/ [] p) {
        int local @Nullable/*=Nullable*/ [] = new int @Nullable/*=Nullable*/ [2] @Nullable/*=Nullable*/ [];
        return local[0];
    }
}
",
    );
}

#[test]
fn modules_bring_what_they_export() {
    check(
        "//- module-info.java
module shop { exports shop.api; requires transitive java.sql; }
//- shop/api/Cart.java
package shop.api;
public class Cart { public int n; }
//- shop/inner/Hidden.java
package shop.inner;
public class Hidden {}
//- Main.java
import module shop;
import module java.base;
import module gone;
class Main {
    Cart/*=shop/api/Cart*/ cart;
    Hidden/*=unknown*/ hidden;
    List/*=java/util/List*/<Connection/*=java/sql/Connection*/> all;
}
",
    );
}

#[test]
fn overloads_of_missing_types_are_chosen_by_what_is_known_or_left_open() {
    check(
        "import lib.A;
import lib.B;
class Own extends A {}
class Main {
    void f(A a) {}
    void f(B b) {}
    void g(String s) {}
    void g(A a) {}
    void h(Object o) {}
    void h(B b) {}
    void k(lib.x.C c) {}
    void k(lib.x.D d) {}
    void n(A a, int i) {}
    void n(A a, String s) {}
    void run(A a, B b, Own own, lib.x.C c, String s) {
        f/*=Main.f(Llib.A;)*/(a);
        f/*=Main.f(Llib.B;)*/(b);
        f/*=unknown*/(own);
        g/*=Main.g(Llib.A;)*/(a);
        g/*=Main.g(Ljava/lang/String;)*/(s);
        h/*=unknown*/(a);
        h/*=Main.h(Llib.B;)*/(b);
        h/*=Main.h(Ljava/lang/Object;)*/(s);
        k/*=unknown*/(c);
        n/*=Main.n(Llib.A;I)*/(a, 1);
        n/*=Main.n(Llib.A;Ljava/lang/String;)*/(own, s);
    }
}
",
    );
}

#[test]
fn missing_supertypes_and_types_are_named() {
    let (names, _) = resolve(
        "//- a/A.java
package a;
import lib.Task;
import lib.Unused;
public class A extends Task implements x.y.Job { Gone gone; }
//- a/B.java
package a;
class B extends A implements Runnable { public void run() {} }
class C { Object o = new lib.Other() {}; }
",
    );
    let world = &names.world;
    let missing = |name: &str| {
        let class = world.class_by_dotted(name).expect("it is declared");
        world.missing_supers(class).join(" ")
    };
    assert_eq!(missing("a.A"), "lib.Task x.y.Job");
    assert_eq!(missing("a.B"), "lib.Task x.y.Job");
    assert_eq!(missing("a.C"), "");
    let types: Vec<String> = names.unresolved_types().into_keys().collect();
    assert_eq!(
        types,
        ["Gone", "lib.Other", "lib.Task", "lib.Unused", "x.y.Job"]
    );
}
