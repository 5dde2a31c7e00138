//! Input that nobody should write: deep nesting, cycles, duplicates.

use reweave_java_names::{ErrorKind, Names, NoClasses};
use reweave_text::Interner;
use std::sync::Arc;

fn resolve(files: &[(&str, &str)]) -> Names {
    let names = Arc::new(Interner::new());
    let program = Arc::new(reweave_lang_java::lower_program(
        files.iter().copied(),
        &names,
    ));
    Names::resolve(program, Arc::new(NoClasses), 2)
}

fn errors(files: &[(&str, &str)]) -> Vec<ErrorKind> {
    let names = resolve(files);
    let overrides = names.overrides();
    names.errors(&overrides).iter().map(|e| e.kind).collect()
}

#[test]
fn a_hundred_thousand_levels_do_not_overflow_the_stack() {
    let deep = 100_000;
    let parens = format!(
        "class A {{ int x = {}1{}; }}",
        "(".repeat(deep),
        ")".repeat(deep)
    );
    let calls = format!("class B {{ void f() {{ a(){}; }} }}", ".b()".repeat(deep));
    let sums = format!("class C {{ int y; int x = 0{}; }}", " + y".repeat(deep));
    let blocks = format!(
        "class D {{ void f() {}{} }}",
        "{".repeat(deep),
        "}".repeat(deep)
    );
    let types = format!(
        "class E {{ {}X{} x; }}",
        "List<".repeat(deep),
        ">".repeat(deep)
    );
    let nested = format!("{}{}", "class F { ".repeat(300), "}".repeat(300));
    let names = resolve(&[
        ("A.java", &parens),
        ("B.java", &calls),
        ("C.java", &sums),
        ("D.java", &blocks),
        ("E.java", &types),
        ("F.java", &nested),
    ]);
    for file in 0..6 {
        assert!(names.too_deep(file).is_empty(), "what is read is resolved");
    }
}

#[test]
fn a_hundred_thousand_fields_of_one_name() {
    let fields = format!(
        "class A {{ int a{}; void f() {{ }} }}",
        ", a".repeat(100_000)
    );
    let found = errors(&[("A.java", &fields)]);
    assert_eq!(found.len(), 100_000);
    assert!(found.iter().all(|e| *e == ErrorKind::DuplicateField));
}

#[test]
fn what_javac_says_of_statements_and_variables() {
    let found = |body: &str| {
        let text = format!("class A {{ final int k = 1; {body} }}");
        errors(&[("A.java", &text)])
    };
    let compiles = [
        "int f(boolean b) { int x; if (b) x = 1; else x = 2; return x; }",
        "int f(boolean b) { int x; if (b && (x = 1) > 0) return x; return 0; }",
        "int f(boolean b) { int x; while (true) { if (b) { x = 1; break; } } return x; }",
        "int f(boolean b) { int x; for (;;) { if (b) break; for (;;) { break; } } x = 1; return x; }",
        "int f(int n) { int x; switch (n) { case 1: x = 1; break; default: x = 2; } return x; }",
        "int f(int n) { int x = switch (n) { case 1 -> { int y; y = 2; yield y; } default -> 3; }; return x; }",
        "int f(int n) { int x; try { x = n / 2; } finally { n++; } return x; }",
        "int f(int n) { int x; try { x = n / 2; } catch (ArithmeticException e) { x = 0; } return x; }",
        "int f(int n) { int x; do { x = n--; } while (n > 0); return x; }",
        "void f() { int x; Runnable r = () -> { int y; y = 1; System.out.println(y); }; x = 1; }",
        "void f() { a: { break a; } int b = 1; } void g() { a: for (;;) { break a; } }",
        "final int z; A() { this.z = 1; } { int q; q = 2; }",
    ];
    for body in compiles {
        assert_eq!(found(body), [], "{body}");
    }
    let wrong = [
        (
            "int f(boolean b) { int x; if (b) x = 1; return x; }",
            ErrorKind::Unassigned,
        ),
        (
            "int f(boolean b) { int x; while (b) { x = 1; } return x; }",
            ErrorKind::Unassigned,
        ),
        (
            "int f(int n) { int x; switch (n) { case 1: x = 1; } return x; }",
            ErrorKind::Unassigned,
        ),
        (
            "int f(int n) { int x; try { x = n / 2; } catch (ArithmeticException e) { n = 1; } return x; }",
            ErrorKind::Unassigned,
        ),
        (
            "void f() { int x; Runnable r = () -> System.out.println(x); }",
            ErrorKind::Unassigned,
        ),
        ("void f() { k = 2; }", ErrorKind::FinalAssigned),
        ("void f() { return; int x = 1; }", ErrorKind::Unreachable),
        (
            "void f() { while (true) { } int x = 1; }",
            ErrorKind::Unreachable,
        ),
        ("void f() { while (false) { } }", ErrorKind::Unreachable),
        (
            "void f() { a: for (;;) { a: for (;;) { break a; } } }",
            ErrorKind::DuplicateLabel,
        ),
        (
            "A(int x) { } A() { int y = 1; this(y); }",
            ErrorKind::NotFirst,
        ),
    ];
    for (body, error) in wrong {
        assert_eq!(found(body), [error], "{body}");
    }
}

#[test]
fn cycles_and_duplicates_are_named() {
    let found = errors(&[
        (
            "a/A.java",
            "package a; class A extends B {} class B extends A {}",
        ),
        (
            "a/C.java",
            "package a; class C { int x; String x; void f(int a) {} void f(int b) {} }",
        ),
        ("a/D.java", "package a; class C {}"),
    ]);
    for kind in [
        ErrorKind::CyclicInheritance,
        ErrorKind::DuplicateField,
        ErrorKind::DuplicateMethod,
        ErrorKind::DuplicateType,
    ] {
        assert!(found.contains(&kind), "{kind:?} among {found:?}");
    }
}

#[test]
fn access_and_overriding_are_judged_where_all_is_known() {
    let object = (
        "java/lang/Object.java",
        "package java.lang; public class Object { public String toString() { return null; } }",
    );
    let string = (
        "java/lang/String.java",
        "package java.lang; public final class String {}",
    );
    let found = errors(&[
        object,
        string,
        (
            "a/A.java",
            "package a; public class A { private int hidden; final void f() {} public void g() {} }",
        ),
        (
            "a/B.java",
            "package a; class B extends A { void f() {} void g() {} int h(A a) { return a.hidden; } }",
        ),
        (
            "a/I.java",
            "package a; interface I { void todo(); } class J implements I {}",
        ),
    ]);
    let count = |kind| found.iter().filter(|&&k| k == kind).count();
    assert_eq!(count(ErrorKind::BadOverride), 2, "{found:?}");
    assert_eq!(count(ErrorKind::Inaccessible), 1, "{found:?}");
    assert_eq!(count(ErrorKind::NotImplemented), 1, "{found:?}");
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let files: Vec<(String, String)> = (0..40)
        .map(|i| {
            let next = (i + 1) % 40;
            (
                format!("p/C{i}.java"),
                format!("package p; class C{i}<T> {{ C{next}<T> n; T f(T t) {{ return n.f(t); }} int g() {{ return n.n.g(); }} }}"),
            )
        })
        .collect();
    let given: Vec<(&str, &str)> = files
        .iter()
        .map(|(p, t)| (p.as_str(), t.as_str()))
        .collect();
    let keys = |names: &Names| -> Vec<String> {
        (0..40)
            .flat_map(|f| names.uses_in(f))
            .map(|u| names.key_of(u.decl))
            .collect()
    };
    let first = keys(&resolve(&given));
    for _ in 0..3 {
        assert_eq!(first, keys(&resolve(&given)));
    }
}

#[test]
fn one_changed_body_is_resolved_alone_with_the_same_answers() {
    let base = (
        "a/Base.java",
        "package a; class Base { int n; int twice() { return n * 2; } }",
    );
    let user =
        |body: &str| format!("package a; class User extends Base {{ int run() {{ {body} }} }}");
    let other = (
        "a/Other.java",
        "package a; class Other { int f(User u) { return u.run(); } }",
    );
    let changed = user("int n = 1; return n + twice();");
    let files = [base, other, ("a/User.java", changed.as_str())];
    let whole = resolve(&files);
    let names = Arc::new(Interner::new());
    let program = Arc::new(reweave_lang_java::lower_program(files, &names));
    let alone = Names::resolve_files(program, Arc::new(NoClasses), 1, &[2]);
    let keys = |names: &Names, file| -> Vec<String> {
        let uses = names.uses_in(file);
        uses.iter().map(|u| names.key_of(u.decl)).collect()
    };
    assert_eq!(keys(&alone, 2), keys(&whole, 2));
    assert!(keys(&alone, 2).contains(&"a/Base.twice()".to_owned()));
    assert!(keys(&alone, 1).is_empty(), "nobody asked for this file");
}

#[test]
fn values_that_cannot_be_where_they_are() {
    let base = "package a; class Base { Base self() { return this; } static void take(Left l) {} } class Left extends Base {} class Right extends Base { ";
    let count = |member: &str| {
        let object = (
            "java/lang/Object.java",
            "package java.lang; public class Object {}",
        );
        let text = format!("{base}{member} }}");
        let found = errors(&[object, ("a/Base.java", &text)]);
        found.iter().filter(|&&k| k == ErrorKind::BadValue).count()
    };
    for bad in [
        "Left f() { return this; }",
        "Left f() { return (Left) this; }",
        "boolean f() { return this instanceof Left; }",
        "void f(Left l) { l = this; }",
        "void f(Right r) { Left l = r; }",
        "void f() { take(this); }",
        "void f() { set(0); } void set(char c) {}",
        "boolean f(Left l) { return l == this; }",
    ] {
        assert_eq!(count(bad), 1, "{bad}");
    }
    for good in [
        "Base f() { return this; }",
        "Left f(Base b) { return (Left) b; }",
        "void f(byte b, Object o) { b = 1; o = 1; Left l = null; take(l); }",
        "boolean f(Base b) { return b == this; }",
    ] {
        assert_eq!(count(good), 0, "{good}");
    }
}
