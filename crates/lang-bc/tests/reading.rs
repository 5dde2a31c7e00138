//! Reading bc: no text makes it panic, and what bc itself refuses is refused.

use proptest::prelude::*;
use reweave_lang_bc::{Program, complaints, model, parse};
use reweave_text::{Interner, Sources};
use std::io::Write;
use std::process::{Command, Stdio};

/// Everything that is ever done to a text.
fn read_whole(text: &str) -> usize {
    let names = Interner::new();
    let sources = Sources::new([("main.bc", text)]);
    let program = Program::read(&sources, &names, None);
    complaints(&program, &names).len() + model(&program, &sources, &names).len()
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let parens = format!("{}1{}\n", "(".repeat(100_000), ")".repeat(100_000));
    let minus = format!("{}1\n", "-".repeat(100_000));
    let blocks = format!("{}1{}\n", "{".repeat(100_000), "}".repeat(100_000));
    let ifs = format!("{}1\n", "if (1) ".repeat(100_000));
    let powers = format!("{}1\n", "2 ^ ".repeat(100_000));
    let sums = format!("1{}\n", " + 1".repeat(100_000));
    let inner = format!("(1{})", " + 1".repeat(1_000));
    let nested = (0..200).fold(inner, |e, _| format!("({e}{})", " + 1".repeat(1_000))) + "\n";
    for text in [parens, minus, blocks, ifs, powers, sums, nested] {
        let names = Interner::new();
        assert!(!parse(&text, &names).errors.is_empty());
        read_whole(&text);
    }
}

#[test]
fn long_flat_programs_are_read_in_good_time() {
    let sum = format!("x = {}1\n", "1 + ".repeat(300));
    read_whole(&sum);
    let lines: String = "x = x + 1; print x\n".repeat(20_000);
    assert!(read_whole(&lines) > 40_000);
}

#[test]
fn an_error_leaves_the_other_functions() {
    let names = Interner::new();
    let ast = parse(
        "define f(x) {\n  return (x +)\n}\ndefine g(x) {\n  return (x)\n}\n1 +\ng(2)\n",
        &names,
    );
    assert_eq!(ast.functions.len(), 1);
    assert_eq!(ast.items.len(), 2);
    assert_eq!(ast.errors.len(), 2);
}

const PIECES: [&str; 34] = [
    "a",
    "b[",
    "]",
    "f(",
    ")",
    "(",
    "1",
    "2.5",
    "+",
    "-",
    "*",
    "^",
    "=",
    "+=",
    "==",
    "<",
    "&&",
    "!",
    "++",
    "--",
    "if (",
    "else",
    "while (",
    "for (",
    "{",
    "}",
    ";",
    "\n",
    "define f(x) {",
    "return",
    "auto t",
    "print",
    "\"s\"",
    "scale",
];

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "[a-d0-9+*=^&|!<>(){};,\\[\\]\"#\n\\\\ é.-]{0,60}") {
        read_whole(&text);
    }

    #[test]
    fn no_list_of_tokens_makes_it_panic(list in prop::collection::vec(0..PIECES.len(), 0..40)) {
        let text: Vec<&str> = list.into_iter().map(|i| PIECES[i]).collect();
        read_whole(&text.join(" "));
    }
}

/// Lines of which bc takes some and refuses others.
const LINES: [&str; 44] = [
    "1 + 2",
    "(1 + 2",
    "1 +",
    "a = 3 < 5",
    "a = b = 3",
    "a b",
    "a[1] = 2",
    "a[] = 2",
    "a[1]++",
    "++a++",
    "a++ ++",
    "-a",
    "!a",
    "! ! a",
    "if (1) 2",
    "if (1) 2 else 3",
    "if (1); 2",
    "else 3",
    "while (0) 1",
    "for (;;) break",
    "for (i = 0; i < 2; i++) i",
    "for (i = 0; i < 2) i",
    "break",
    "continue",
    "return 1",
    "{ 1; 2 }",
    "{ }",
    ";;",
    "1;;2",
    "print 1, \"a\"",
    "print",
    "\"a\" \"b\"",
    "define f(x) { return x }",
    "define f(x, x[]) { return x }",
    "define f(*x[]) { x[0] = 1 }",
    "define f(*x) { }",
    "define f() { auto a; a }",
    "define f() { a; auto a }",
    "define void f() { 1 }",
    "sqrt(2)",
    "sqrt()",
    "length(1, 2)",
    "scale(1) + scale",
    "x = -y ^ 2",
];

#[test]
fn bc_takes_the_same_lines() {
    let names = Interner::new();
    for line in LINES {
        let Some(told) = bc(line) else {
            println!("SKIPPED: no bc (apt-get install bc), so its opinion was not asked");
            return;
        };
        let refuses = ["syntax error", "outside", "illegal"]
            .iter()
            .any(|w| told.contains(w));
        let errors = parse(&format!("{line}\n"), &names).errors;
        assert_eq!(
            !errors.is_empty(),
            refuses,
            "{line}: {errors:?}, bc says {told}"
        );
    }
}

fn bc(line: &str) -> Option<String> {
    let mut child = Command::new("bc")
        .arg("-q")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child
        .stdin
        .take()?
        .write_all(format!("{line}\n").as_bytes())
        .ok()?;
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stderr).into_owned())
}
