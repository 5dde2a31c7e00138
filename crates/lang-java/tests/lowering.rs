//! What Java becomes in the model.

use reweave_lang_java::{lower, lower_next, lower_program};
use reweave_model::{FileModel, Kind, NodeId, Role, dump, type_text};
use reweave_text::{DEEPEST, Interner, Part, Symbol};
use std::sync::Arc;

fn read(text: &str) -> (FileModel, Interner) {
    let names = Interner::new();
    let file = lower("a/B.java", text, &names);
    (file, names)
}

/// The body of the only method, without its own line.
fn body(statements: &str) -> String {
    let (file, names) = read(&format!("class B {{ void m() {{ {statements} }} }}"));
    assert_eq!(file.left_out, [], "{statements}");
    let body = file.callables[0].body.expect("m has a body");
    let text = dump(&file.tree, body, &names);
    let lines: Vec<_> = text.lines().skip(1).map(|l| l.part(2..)).collect();
    lines.join("\n")
}

fn qualified(file: &FileModel, names: &Interner) -> Vec<String> {
    let text = |s: Symbol| names.text(s).to_owned();
    file.types.iter().map(|t| text(t.qualified)).collect()
}

#[test]
fn types_carry_the_place_where_they_stand() {
    let (file, names) = read(
        "package a;
         class B<T extends Runnable> extends C<T> implements D, e.F {
             static class In { interface Deep {} }
             Runnable field = new Runnable() { public void run() {} };
             void start() {
                 class Local { record R(int x) {} }
                 submit(new Thread() {});
                 Icon icon = new Layered(new java.util.Comparator<Map<A, B>>() {}).build();
             }
             { new Object() {}; }
         }
         enum E { ONE { void f() {} }, TWO(1); }
         @interface An { int value() default 3; }",
    );
    assert_eq!(
        qualified(&file, &names),
        [
            "a.B",
            "a.B.In",
            "a.B.In.Deep",
            "a.B.field.new Runnable",
            "a.B.start.Local",
            "a.B.start.Local.R",
            "a.B.start.submit.new Thread",
            "a.B.start.icon.build.new Layered.new java.util.Comparator<Map<A,B>>",
            "a.B.new Object",
            "a.E",
            "a.E.ONE",
            "a.An",
        ]
    );
    assert_eq!(file.left_out, []);
    assert_eq!(file.types[0].types.len(), 1);
    assert_eq!(file.types[0].interfaces.len(), 2);
    assert_eq!(file.types[0].initializers.len(), 1);
    assert_eq!(file.top_types().count(), 3);
    assert_eq!(file.fields.iter().filter(|f| f.enum_constant).count(), 2);
}

#[test]
fn members_say_what_is_implied() {
    let (file, names) = read(
        "interface I { int K = 1; void f(); private void g() {} default void h() {} class N {} }
         record P(int x, String... y) { P { } P(int a) { this(a, \"\"); } }",
    );
    let words = |m: reweave_model::Modifiers| m.words().collect::<Vec<_>>().join(" ");
    let of: Vec<_> = file
        .callables
        .iter()
        .map(|c| format!("{} {}", words(c.modifiers), names.text(c.name)))
        .collect();
    assert_eq!(
        of,
        ["public f", "private g", "public default h", " P", " P"]
    );
    assert_eq!(words(file.fields[0].modifiers), "public");
    assert_eq!(words(file.fields[1].modifiers), "private final");
    let compact = &file.callables[3];
    assert!(compact.is_constructor() && compact.params[1].varargs);
    assert_eq!(file.callables[4].params.len(), 1);
}

#[test]
fn every_declarator_is_a_field() {
    let (file, names) = read(
        "class B { /** Doc. */ @Old private final int a = 1, b[] = {2}; /* no doc */ long c; }",
    );
    let fields: Vec<_> = file
        .fields
        .iter()
        .map(|f| {
            let ty = type_text(&file.tree, f.ty.expect("typed"), &names);
            (names.text(f.name), ty, f.doc.is_some(), f.annotations.len())
        })
        .collect();
    assert_eq!(
        fields,
        [
            ("a", "int".into(), true, 1),
            ("b", "int[]".into(), true, 1),
            ("c", "long".into(), false, 0)
        ]
    );
    assert_eq!(file.comments.len(), 2);
}

#[test]
fn types_print_as_written() {
    let text = "class B { java . util.Map<String, List< ? extends @A Integer []>> m(Object... o) \
                throws X, y.Z { try { } catch (IOException | Error e) { } } }";
    let (file, names) = read(text);
    let m = &file.callables[0];
    let print = |n: NodeId| type_text(&file.tree, n, &names);
    assert_eq!(
        print(m.return_type.expect("typed")),
        "java.util.Map<String,List<? extends Integer[]>>"
    );
    assert_eq!(
        m.throws.iter().map(|&t| print(t)).collect::<Vec<_>>(),
        ["X", "y.Z"]
    );
    let union = file
        .tree
        .descendants(NodeId::ROOT)
        .find(|&n| file.tree.kind(n) == Kind::UnionType)
        .expect("a multi-catch");
    assert_eq!(print(union), "IOException|Error");
    assert_eq!(file.tree.role(union), Role::Type);
}

#[test]
fn statements() {
    insta::assert_snapshot!(body(
        "final int x = 1, y[] = {}; for (var a : b) ; for (int i = 0; i < n; i++) f(i);
         if (a) b(); else { } while (!(x)) continue; do x++; while (y);
         l: for (;;) break l; ; class L { } synchronized (this) { }
         try (A r = open(); s) { } catch (final E | F e) { } finally { }
         switch (k) { case 1: case 2: f(); default: }
         int z = switch (o) { case String s when s.isEmpty() -> 1; case P(var q, int _) -> { yield 2; } default -> throw e; };
         assert a : b; return x;"
    ));
}

#[test]
fn expressions() {
    insta::assert_snapshot!(body(
        "a.b.c(x, 1 + 2).<T>d(); Outer.this.f = Outer.super.g(); super.h(); new ArrayList<>(n) { int q; };
         o.new In(); int[][] m = new int[3][]; m = new int[][] {{1}, {}}; x[i] += -y; s = c ? 'a' : \"b\";
         Runnable r = () -> { }; F f = (int p, var q) -> p; G g = z -> z; A::new; int[]::clone; b::<T>c; --i;
         t = (A & B) v; u = o instanceof final String w && null == true; Class<?> k = int[].class;"
    ));
}

#[test]
fn what_stands_behind_a_variable_is_done_first() {
    insta::assert_snapshot!(body("a = -x++; b = (int) x--; c = !- y.z++; d = - ++x;"));
}

#[test]
fn a_program_is_in_order_of_path() {
    let names = Arc::new(Interner::new());
    let program = lower_program(
        [("b.java", "class B {}"), ("a.java", "void main() {}")],
        &names,
    );
    let paths: Vec<_> = program.files.iter().map(|f| f.path.as_str()).collect();
    assert_eq!(paths, ["a.java", "b.java"]);
    assert_eq!(program.text(program.files[0].types[0].qualified), "a");
    assert_eq!(program.files[0].callables.len(), 1);
}

/// Nests some code in a class, and reads it: the reasons for what was left out.
fn nested(head: &str, open: &str, close: &str, times: usize) -> Vec<String> {
    let text = format!(
        "class B {{ {head} {}1{}; int n; }}",
        open.repeat(times),
        close.repeat(times)
    );
    let (file, _) = read(&text);
    assert_eq!(file.types[0].fields.len(), 2, "the other members are read");
    let depth = |n| file.tree.ancestors(n).count();
    let deepest = file.tree.descendants(NodeId::ROOT).map(depth).max();
    assert!(deepest.is_some_and(|d| d <= DEEPEST));
    file.left_out.into_iter().map(|l| l.what).collect()
}

#[test]
fn what_nests_deeper_than_the_limit_is_left_out_and_said() {
    for (open, close) in [
        ("(", ")"),
        ("1 + ", ""),
        ("", " + 1"),
        ("a ? 1 : ", ""),
        ("-", ""),
    ] {
        assert_eq!(
            nested("int x =", open, close, DEEPEST - 20),
            [""; 0],
            "{open}"
        );
        let said = format!("nested deeper than {DEEPEST} levels; left out in field x");
        assert_eq!(nested("int x =", open, close, 20_000), [said], "{open}");
    }
}

/// The second version is parsed from the first, and cut at the same place as when it is read alone.
#[test]
fn a_next_version_is_cut_like_each_alone() {
    let deep = |n: usize| {
        format!(
            "class B {{\n int n;\n int x = {}1{};\n}}",
            "(".repeat(n),
            ")".repeat(n)
        )
    };
    let (before, after) = (
        deep(DEEPEST - 20),
        deep(DEEPEST + 20).replace("int n", "int m"),
    );
    let names = Interner::new();
    let next = |text, earlier| {
        let read = lower_next(("B.java", text), earlier, &names, &|| false);
        read.expect("never called off")
    };
    let (old, version) = next(&before, None);
    let (new, rest) = next(&after, version.as_ref());
    assert!(version.is_some() && rest.is_none());
    assert!(old.left_out.is_empty());
    assert_eq!(new.left_out, lower("B.java", &after, &names).left_out);
    assert_eq!(new.left_out.len(), 1);
}

#[test]
fn a_next_version_reads_like_each_alone() {
    let before = "package a;\nclass B {\n    int x;\n    void f() {\n        g(1);\n    }\n    void h() { }\n}\n";
    for after in [
        before.to_owned(),
        before.replace("g(1)", "g(2, 3)"),
        before
            .replace("    int x;\n", "")
            .replace("h()", "k(int y)"),
        before.replace("void f() {", "void f() { if (z) {"),
        format!("// new\n{before}class C {{ }}"),
        String::new(),
    ] {
        let names = Interner::new();
        let next = |text, earlier| {
            let read = lower_next(("B.java", text), earlier, &names, &|| false);
            read.expect("never called off")
        };
        let (_, version) = next(before, None);
        let (paired, _) = next(&after, version.as_ref());
        let alone = lower("B.java", &after, &names);
        assert_eq!(
            dump(&paired.tree, NodeId::ROOT, &names),
            dump(&alone.tree, NodeId::ROOT, &names)
        );
        assert_eq!(paired.left_out, alone.left_out);
        assert_eq!(paired.comments, alone.comments);
    }
}
