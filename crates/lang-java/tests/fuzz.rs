//! No bytes crash the reading of Java, and whatever they are, the model holds together.

use proptest::prelude::*;
use reweave_lang_java::lower;
use reweave_model::{FileModel, NodeId};
use reweave_text::Interner;

const SOURCE: &str = r#"package a.b;
import static c.D.*;
/** Doc. */
@A(x = {1, 2}) public sealed abstract class B<T extends C & D> extends E<? super T[]> implements F permits G {
    private static final int k = 1, m[] = {2, 0x3};
    static { run(); }
    B(int x) { this.k = x; super(x); }
    record P(int x, String... y) { P { } }
    enum Color { RED(1) { void f() { } }, GREEN; }
    <U> Map<String, List<U>> f(final U u, int @A... rest) throws X, y.Z {
        label: for (int i = 0; i < n && !done; i++) { if (a) continue label; else b(); }
        for (var when : xs) { switch (when) { case 1: case 2: break; default: } }
        int z = switch (o) { case Q.R(var q, int _) when q > 0 -> 1; case String s -> { yield 2; } default -> throw e; };
        try (var r = open(); s) { new Thread() { public void run() { } }.start(); }
        catch (I | J e) { x = c ? 'a' : "b\u0041\n"; } finally { Outer.super.g(); }
        Runnable r = () -> { }; G g = (p, q) -> p::<T>q; String t = """
            block "of" text
            """;
        do { x[i] += (int) -y++; } while (o instanceof final A.B(C c) && c != null);
        return new int[3][].length > 0 ? null : (A & B) v;
    }
    @interface An { int value() default 3; }
}
"#;

/// What every model holds to, however broken its text was.
fn check(text: &str) -> FileModel {
    let names = Interner::new();
    let file = lower("a/B.java", text, &names);
    let tree = &file.tree;
    for node in tree.descendants(NodeId::ROOT) {
        let span = tree.span(node);
        assert!(span.end as usize <= text.len(), "{text}");
        assert!(text.is_char_boundary(span.start as usize), "{text}");
        assert!(tree.parent(node).is_none_or(|p| p < node), "{text}");
    }
    for ty in &file.types {
        assert!(ty.outer.is_none_or(|o| (o.0 as usize) < file.types.len()));
    }
    for callable in &file.callables {
        assert!((callable.owner.0 as usize) < file.types.len());
    }
    file
}

#[test]
fn the_source_itself_is_read_whole() {
    let file = check(SOURCE);
    assert_eq!(file.left_out, []);
    assert_eq!(file.types.len(), 6);
}

#[test]
fn every_beginning_of_a_file_is_read() {
    for end in (0..SOURCE.len()).step_by(7) {
        check(&SOURCE[..end]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_java_tokens(tokens in proptest::collection::vec(0..TOKENS.len(), 0..120)) {
        let text: Vec<_> = tokens.into_iter().map(|t| TOKENS[t]).collect();
        check(&text.join(" "));
        check(&text.concat());
    }

    #[test]
    fn any_cuts(cuts in proptest::collection::vec((0..SOURCE.len(), 0..40_usize, 0..TOKENS.len()), 1..6)) {
        let mut text = SOURCE.to_owned();
        for (at, len, with) in cuts {
            let at = at.min(text.len());
            let end = (at + len).min(text.len());
            text.replace_range(at..end, TOKENS[with]);
        }
        check(&text);
    }
}

const TOKENS: &[&str] = &[
    "class",
    "interface",
    "enum",
    "record",
    "@interface",
    "@",
    "A",
    "b",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    ".",
    "...",
    "->",
    "::",
    "=",
    "==",
    "+",
    "++",
    "-",
    "!",
    "?",
    ":",
    "&",
    "|",
    "case",
    "default",
    "switch",
    "when",
    "instanceof",
    "super",
    "this",
    "new",
    "int",
    "void",
    "final",
    "static",
    "if",
    "else",
    "for",
    "while",
    "do",
    "try",
    "catch",
    "finally",
    "return",
    "throw",
    "yield",
    "import",
    "module",
    "package",
    "\"",
    "'",
    "\"\"\"",
    "\\",
    "\\u0041",
    "\\u00",
    "/*",
    "*/",
    "//",
    "\n",
    " ",
    "1",
    "0_7",
    "1__0",
    "é",
    "\u{1a}",
    "_",
    "null",
    "sealed",
    "non-sealed",
    "assert",
    "synchronized",
    "throws",
    "extends",
    "implements",
    "\r\n",
    "\t",
    "",
];
