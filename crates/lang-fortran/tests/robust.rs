//! No input may panic, hang or overflow the stack; parsing keeps every statement.

use proptest::prelude::*;
use reweave_lang_fortran::{Form, Program, fit, parse};
use reweave_text::{Edit, EditSet, Interner, Sources, Span};

fn read(text: &str) -> Program {
    let names = Interner::new();
    let sources = Sources::new([("a.f90", text), ("b.f", text)]);
    let program = Program::new(&sources, &names, None);
    program.model(&sources, &names);
    program
}

#[test]
fn deep_nesting_is_a_problem_not_a_crash() {
    let n = 100_000;
    for text in [
        format!("x = {}1{}\n", "(".repeat(n), ")".repeat(n)),
        format!("x = {}1\n", "-".repeat(n)),
        format!("x = {}1\n", "1 + ".repeat(n)),
        format!("x = {}1\n", "2 ** ".repeat(n)),
        format!("x = a{}\n", "%b".repeat(n)),
        "if (a) ".repeat(n),
        "do\n".repeat(n / 10),
        "block\n".repeat(n / 10),
        // Each level may be long, and all together are deep.
        (0..90).fold("x = 1".to_owned(), |e, _| {
            let inner = e.trim_start_matches("x = ");
            format!("x = ({inner}){}", " + 1".repeat(900))
        }),
        (0..90).fold("x = a".to_owned(), |e, _| {
            let inner = e.trim_start_matches("x = ");
            format!("x = f({inner}){}", "%b".repeat(8))
        }),
    ] {
        read(&text);
    }
}

#[test]
fn a_broken_statement_leaves_the_others() {
    let text = "subroutine s\n  integer :: n\n  n = = 2\n  n = 3\nend subroutine s\n";
    let ast = parse(text, Form::Free, &Interner::new());
    assert_eq!((ast.stmts.len(), ast.problems.len()), (5, 1));
}

#[test]
fn a_loop_may_have_no_end() {
    read("do i = 1, n");
    read("x = 1\ndo i = 1, n\nexit\ncycle\nx = i");
}

#[test]
fn an_underscore_is_no_kind() {
    read("_'a'");
    read("x = __'a' // _\"\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_is_read(text in "[ -~\n\t&!'\";é]{0,200}") {
        read(&text);
    }

    #[test]
    fn any_words_are_read(words in proptest::collection::vec(
        prop::sample::select(vec![
            "program", "module", "subroutine", "function", "end", "contains", "use", "interface", "type", "class", "(",
            ")", "::", "=", "=>", "a", "b", "f", "integer", "real", "do", "if", "then", "else", "select", "case", "1",
            "10", ",", "%", "*", "\n", ";", "&", "'x'", "call", "procedure", "generic", "only:", "submodule", "entry",
            "common", "/", "namelist", "data", "equivalence", "block", "associate", "include 'b.f'", "result", "extends",
        ]),
        0..80,
    )) {
        read(&words.join(" "));
    }

    /// Whatever stands around the changes, the lines can be laid out.
    #[test]
    fn any_edits_fit(
        text in "([ -~\t]{0,90}|[ a-z'&!é]{0,90}\n){1,6}",
        at in proptest::collection::vec((0_usize..400, 0_usize..40), 0..5),
        new in "[a-z, ('\n]{0,80}",
    ) {
        let end = |i: usize| text.ceil_char_boundary(i.min(text.len()));
        let mut edits: Vec<Edit> = Vec::new();
        let mut done = 0;
        for (gap, width) in at {
            let span = Span::new(end(done + gap) as u32, end(done + gap + width) as u32);
            done = span.end as usize + 1;
            edits.push(Edit::replace(span, new.as_str()));
        }
        for form in [Form::Free, Form::Fixed] {
            let fitting = EditSet::new(fit(&text, form, edits.clone())).expect("disjoint");
            fitting.apply(&text).expect("in the text");
        }
    }
}
