//! A program that was changed must be the same as one that is read anew.

use crate::{Java, JavaProgram};
use reweave_preserve::Node;
use reweave_refactor::{Around, Earlier, Request, Session, Target};
use reweave_text::Sources;

const BEFORE: &[(&str, &str)] = &[
    (
        "a/Job.java",
        "package a;\npublic interface Job<T> { T run(T t); default void stop() {} }\n",
    ),
    (
        "a/Task.java",
        "package a;\npublic class Task<T> implements Job<T> {\n  protected int left;\n  public T run(T t) { return new Object() { T same() { return t; } }.same(); }\n  class Part { } class More extends Part { }\n  static int count(Task<?> t) { return t.left; }\n}\n",
    ),
    (
        "b/Use.java",
        "package b;\nimport a.*;\nclass Use extends Task<String> {\n  Job<String> job = s -> run(s);\n  int f() { stop(); return left + new Task<String>() { { left++; } }.run(\"\").length(); }\n}\n",
    ),
    (
        "b/Apart.java",
        "package b;\nrecord Apart(int x) { int twice() { Runnable r = () -> { class In { int y = x; } new In(); }; return x() + x; } }\n",
    ),
];

/// Every class, edge and problem as text, for interners differ.
fn told(session: &Session<Java>) -> Vec<String> {
    let node = |n: Node| match n {
        Node::Text(at) => format!("{}:{:?}", session.sources().path(at.file), at.span),
        Node::Outside(symbol) => session.names().text(symbol).to_owned(),
    };
    let edges = session.model().edges();
    let edges = edges.map(|e| format!("{} {} {}", node(e.from), e.kind, node(e.to)));
    let problems = session.problems().iter();
    let problems = problems.map(|p| format!("{} {} {}", p.code, p.message, node(p.at.into())));
    let world = session.program().world();
    let classes = world.source_classes();
    let classes = classes.map(|c| world.class_key(c).to_owned());
    let mut all: Vec<String> = edges.chain(problems).chain(classes).collect();
    all.sort();
    all
}

/// Changes one text after the other, each on top of the last; `again` when no change is too large for that.
fn check_updates(again: bool, changes: &[(&str, &str, &str)]) {
    check_updates_of(BEFORE, again, changes);
}

fn check_updates_of(files: &[(&str, &str)], again: bool, changes: &[(&str, &str, &str)]) {
    let mut session = Session::<Java>::new(Sources::new(files.iter().copied()));
    told(&session);
    for &(path, old, new) in changes {
        let mut sources = session.sources().clone();
        let file = sources.find(path).expect("the file is there");
        let text = sources.text(file);
        assert!(text.contains(old), "no {old} in {text}");
        let changed = text.replace(old, new);
        sources.set_text(file, changed);
        let earlier = Earlier {
            sources: session.sources(),
            program: session.program(),
            for_good: false,
            compared: &[],
        };
        let compared = JavaProgram::read(&sources, &Around::default(), Some(&earlier));
        let is_made_again = !compared.names.resolved_again().is_empty();
        assert_eq!(
            is_made_again, again,
            "compared after {old} became {new} in {path}"
        );
        session.update(sources);
        let is_made_again = !session.program().names.resolved_again().is_empty();
        assert_eq!(is_made_again, again, "after {old} became {new} in {path}");
        let anew = session.sources().iter();
        let anew = anew.map(|(_, f)| (f.path.to_string(), f.text.to_string()));
        let anew = Session::<Java>::new(Sources::new(anew));
        assert_eq!(
            told(&session),
            told(&anew),
            "after {old} became {new} in {path}"
        );
    }
}

#[test]
fn names_and_bodies() {
    check_updates(
        true,
        &[
            ("a/Job.java", "T run(T t)", "T start(T t)"),
            ("a/Task.java", "public T run(T t)", "public T start(T t)"),
            ("b/Use.java", "s -> run(s)", "s -> start(s)"),
            ("a/Task.java", "protected int left", "private int left"),
            ("b/Apart.java", "int y = x", "long y = x()"),
        ],
    );
}

#[test]
fn members_come_and_go() {
    check_updates(
        true,
        &[
            (
                "a/Task.java",
                "static int",
                "int more; void stop(int n) {}\n  static int",
            ),
            ("b/Use.java", "stop();", "stop(); stop(more);"),
            ("a/Job.java", "T run(T t);", "T run(T t); void twice();"),
            ("a/Job.java", " void twice();", ""),
            ("a/Task.java", "int more; void stop(int n) {}\n  ", ""),
        ],
    );
}

#[test]
fn types_change() {
    check_updates(
        false,
        &[
            (
                "b/Use.java",
                "extends Task<String>",
                "extends Task<Integer>",
            ),
            (
                "a/Task.java",
                "class Task<T> implements Job<T>",
                "abstract class Task<T>",
            ),
            (
                "b/Apart.java",
                "record Apart(int x)",
                "record Other(int x, int z)",
            ),
            ("a/Job.java", "package a;", "package b;"),
        ],
    );
}

#[test]
fn what_is_there_twice_stays_told() {
    let twice = [
        (
            "a/One.java",
            "package a;\nclass One { int f() { return 1; } }\nclass Two { }\n",
        ),
        (
            "a/Two.java",
            "package a;\nclass Two { int g() { return new One().f(); } }\n",
        ),
    ];
    check_updates_of(
        &twice,
        true,
        &[
            ("a/One.java", "return 1;", "int one = 1; return one;"),
            ("a/Two.java", "new One().f()", "new One().f() + 1"),
        ],
    );
}

#[test]
fn what_overrides_what_follows_the_members() {
    let heirs = [
        (
            "a/Top.java",
            "package a;\nclass Top { void f() { } void g() { } }\n",
        ),
        (
            "a/Mid.java",
            "package a;\nclass Mid extends Top { void f() { int x = 1; } }\n",
        ),
        (
            "a/Low.java",
            "package a;\nclass Low extends Mid { void f() { } void h() { } }\n",
        ),
    ];
    check_updates_of(
        &heirs,
        true,
        &[
            ("a/Mid.java", "int x = 1;", "int y = 2;"),
            ("a/Low.java", "void h()", "void g()"),
            ("a/Top.java", "void g()", "final void g()"),
            ("a/Mid.java", "void f()", "void e()"),
        ],
    );
}

#[test]
fn what_the_language_adds_is_found_after_an_edit_beside_it() {
    let files = [
        (
            "p/Money.java",
            "package p;\npublic record Money(int cents) { }\n",
        ),
        (
            "p/Use.java",
            "package p;\nclass Use { int f(Money m) { return m.cents(); } }\n",
        ),
    ];
    let mut session = Session::<Java>::new(Sources::new(files));
    told(&session);
    let mut sources = session.sources().clone();
    let money = sources.find("p/Money.java").expect("the file is there");
    let text = sources.text(money).replace("{ }", "{ /* all */ }");
    let at = text.find("cents").expect("the component") as u32;
    sources.set_text(money, text);
    session.update(sources);
    let request = Request::new("rename", Target::At(money, at)).with("to", "amount");
    let outcome = session.apply(&request).expect("a component is renamed");
    assert!(outcome.is_accepted());
    let uses = outcome.after.find("p/Use.java").expect("the file is there");
    assert!(outcome.after.text(uses).contains("m.amount()"));
}
