//! What the grammar cannot read: masked where Java has it, contained where it is a mistake.

use reweave_lang_java::lower;
use reweave_model::{FileModel, Kind, Node, NodeId, dump};
use reweave_text::Interner;

fn read(text: &str) -> (FileModel, Interner) {
    let names = Interner::new();
    let file = lower("B.java", text, &names);
    (file, names)
}

fn left_out(text: &str) -> Vec<String> {
    read(text).0.left_out.into_iter().map(|l| l.what).collect()
}

fn members(file: &FileModel, names: &Interner) -> Vec<String> {
    let text = |s| names.text(s).to_owned();
    let callables = file.callables.iter().map(|c| text(c.name));
    callables
        .chain(file.fields.iter().map(|f| text(f.name)))
        .collect()
}

/// The nodes of the first method's or constructor's body, as one line.
fn body(member: &str) -> String {
    let (file, names) = read(&format!("class B {{ {member} void after() {{}} }}"));
    assert_eq!(file.left_out, [], "{member}");
    assert_eq!(file.callables.len(), 2, "{member}");
    let body = file.callables[0].body.expect("it has a body");
    let text = dump(&file.tree, body, &names);
    text.split_whitespace()
        .skip(2)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn module_imports() {
    let (file, names) = read("import module java.base;\nimport module.a.B;\nclass B {}");
    assert_eq!(file.left_out, []);
    let imports: Vec<_> = file
        .imports
        .iter()
        .map(|i| (names.text(i.name), file.tree.node(i.node).flags))
        .collect();
    assert_eq!(imports, [("java.base", Node::MODULE), ("module.a.B", 0)]);
}

#[test]
fn statements_before_the_constructor_call() {
    assert_eq!(
        body("B(int x) { check(x); super(x, 1); }"),
        "ExprStmt Value: Call check Argument: Name x \
         ConstructorCall super Argument: Name x Argument: Number 1"
    );
    assert_eq!(
        body("B(int x) { int y = x; outer.super(y); }"),
        "Local Type: Primitive int VarDecl y Init: Name x \
         ConstructorCall super Receiver: Name outer Argument: Name y"
    );
}

#[test]
fn annotated_varargs() {
    let (file, names) = read("class B { void m(int a, final String @A @b.C(x = 1) ... rest) {} }");
    assert_eq!(file.left_out, []);
    let rest = &file.callables[0].params[1];
    assert!(rest.varargs);
    assert_eq!(names.text(rest.name), "rest");
}

#[test]
fn unicode_escapes_in_names() {
    let (file, names) = read(r"class B { int \u0061b\uu0063 = '\u0041'; void m() \u007b } }");
    assert_eq!(file.left_out, []);
    assert_eq!(members(&file, &names), ["m", "abc"]);
}

#[test]
fn patterns() {
    assert_eq!(
        body("void m() { if (o instanceof a.B(C.D(var x), int y)) ; }"),
        "If Condition: InstanceOf Operand: Name o Pattern: RecordPattern \
         Type: TypeName B Qualifier: TypeName a \
         Operand: RecordPattern Type: TypeName D Qualifier: TypeName C \
         Operand: TypePattern x Type: InferredType var \
         Operand: TypePattern y Type: Primitive int Then: Empty"
    );
    assert_eq!(
        body(
            "void m() { switch (o) { case final @A String s when s.b() -> f(); default -> { } } }"
        ),
        "Switch Condition: Name o Case #2 Label: TypePattern s Type: TypeName String \
         Guard: Call b Receiver: Name s Body: ExprStmt Value: Call f Case #3 Body: Block"
    );
    assert_eq!(
        left_out("class B { void m() { switch (o) { case A _, C _ -> f(); default -> {} } } }"),
        ["the other patterns of a case label in method m"]
    );
    assert_eq!(
        body("void m() { switch (o) { case null, default -> f(); } }"),
        "Switch Condition: Name o Case #3 Label: Null null Body: ExprStmt Value: Call f"
    );
}

#[test]
fn when_is_a_name_too() {
    assert_eq!(
        body("void m() { for (When when : c.all()) { if (t.is(when)) f((T) when); } }"),
        "ForEach Init: Local Type: TypeName When VarDecl when Condition: Call all Receiver: Name c \
         Body: Block If Condition: Call is Receiver: Name t Argument: Name when \
         Then: ExprStmt Value: Call f Argument: Cast Type: TypeName T Operand: Name when"
    );
}

#[test]
fn a_small_mistake_costs_its_statement() {
    let text = "class B {\n  int f() { return g(1; }\n  int g() { a(); int = 3; b(); return x }\n  int h;\n}";
    let (file, names) = read(text);
    assert_eq!(members(&file, &names), ["f", "g", "h"]);
    assert_eq!(
        left_out(text),
        ["syntax error in method f", "syntax error in method g"]
    );
    let calls = |n: &NodeId| file.tree.kind(*n) == Kind::Call;
    assert!(file.tree.descendants(NodeId::ROOT).filter(calls).count() >= 3);
}

#[test]
fn a_mistake_that_swallows_others_costs_its_method() {
    let text = "class B {\n  int f() { return g(1 }\n  int g() { a(); return x; }\n  int h;\n}";
    let (file, names) = read(text);
    assert_eq!(members(&file, &names), ["f", "g", "h"]);
    assert_eq!(left_out(text), ["syntax error; left out in method f"]);
}

#[test]
fn a_missing_brace_costs_its_method() {
    let text = "class B {
    void a() {
        if (x) {
            y();
    }

    void b() { z(); }

    static class C {
        void c() { }
    }

    int d;
}
";
    let (file, names) = read(text);
    assert_eq!(members(&file, &names), ["a", "b", "c", "d"]);
    assert_eq!(left_out(text), ["syntax error; left out in method a"]);
}

#[test]
fn a_stray_brace_costs_its_method() {
    let text = "class B {
    void a() {
        y();
        }
    }

    void b() { z(); }
}
";
    let (file, names) = read(text);
    assert_eq!(members(&file, &names), ["a", "b"]);
    assert_eq!(left_out(text), ["syntax error; left out in method a"]);
}

#[test]
fn an_open_string_costs_its_line() {
    let text = "class B {\n void a() {\n  f(\"x);\n }\n void b() { g(\"y\"); }\n}";
    let (file, names) = read(text);
    assert_eq!(members(&file, &names), ["a", "b"]);
    assert!(
        left_out(text).iter().all(|l| l.ends_with("in method a")),
        "{:?}",
        left_out(text)
    );
    let (file, names) = read("class B { void a() { f('); } void b() { } }");
    assert!(members(&file, &names).contains(&"a".to_owned()));
}

#[test]
fn a_cut_off_file_keeps_what_is_whole() {
    let text = "class B { int x; void a() { f(); } void b() { g(); if (y) { h(";
    let (file, names) = read(text);
    assert_eq!(members(&file, &names), ["a", "b", "x"]);
    assert_eq!(
        left_out(text),
        [
            "syntax error; left out in method b",
            "a brace that is never closed in method b"
        ]
    );
    assert!(
        file.tree
            .descendants(NodeId::ROOT)
            .all(|n| file.tree.span(n).end as usize <= text.len())
    );
}

#[test]
fn layout_and_odd_files() {
    for (text, types) in [
        ("", 0),
        ("\u{feff}", 0),
        (
            "\u{feff}package a;\r\nclass B {\r\n\tint x; // c\r\n}\r\n",
            1,
        ),
        ("class B { }\u{1a}", 1),
        ("/** doc */ @A @B(1) package a.b;", 0),
        ("/* only */", 0),
        (";;", 0),
        (
            "@A open module a.b { requires transitive c; exports d to e, f; }",
            0,
        ),
        ("import a.b;; class B {};", 1),
    ] {
        let (file, _) = read(text);
        assert_eq!(file.left_out, [], "{text}");
        assert_eq!(file.types.len(), types, "{text}");
    }
    let (file, names) = read("@A open module a . b { requires transitive c; }");
    let text = dump(&file.tree, NodeId::ROOT, &names);
    assert_eq!(
        text,
        "Unit\n  Member: Directive @A open module a.b\n    Member: Directive requires transitive c;\n"
    );
}

#[test]
fn types_nested_beyond_reason_cost_no_square() {
    for text in [
        "A<".repeat(20_000),
        "a.b<".repeat(20_000),
        format!("class B {{ {} }}", "A<".repeat(20_000)),
    ] {
        let (file, _) = read(&text);
        assert_ne!(file.left_out, []);
    }
}
