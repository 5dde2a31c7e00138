//! What names mean and where values flow.

use reweave_lang_bc::{Program, Scopes, model};
use reweave_preserve::{EdgeKind, Node};
use reweave_text::{FileId, Interner, Sources};

/// The edges of a kind as `text@offset -> text@offset`, names outside the text as they are called.
fn edges(files: &[(&str, &str)], kind: EdgeKind) -> Vec<String> {
    let names = Interner::new();
    let sources = Sources::new(files.iter().copied());
    let program = Program::read(&sources, &names, None);
    let show = |node: Node| match node {
        Node::Text(i) => {
            let text = i.span.text(sources.text(i.file));
            format!(
                "{text}@{}{}",
                if i.file == FileId(0) { "" } else { "b" },
                i.span.start
            )
        }
        Node::Outside(symbol) => names.text(symbol).to_owned(),
    };
    let model = model(&program, &sources, &names);
    let of_kind = model.edges().filter(|e| e.kind == kind);
    let mut list: Vec<String> = of_kind
        .map(|e| format!("{} -> {}", show(e.from), show(e.to)))
        .collect();
    list.sort();
    list.dedup();
    list
}

#[test]
fn a_free_name_means_the_variables_of_all_callers() {
    let text = "define g() { return (x) }\ndefine f(x) { return (g()) }\ng()\n";
    let found = edges(&[("a.bc", text)], EdgeKind::NAME);
    assert!(found.contains(&"x@21 -> x@35".to_owned()), "{found:?}");
    assert!(
        found.contains(&"x@21 -> global x of a.bc".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_call_at_the_top_means_the_last_definition_above() {
    let text = "f()\ndefine f() { return (1) }\nf()\ndefine f() { return (2) }\nf()\n";
    let found = edges(&[("a.bc", text)], EdgeKind::NAME);
    assert_eq!(
        found,
        [
            "f@0 -> undefined function f of a.bc",
            "f@30 -> f@11",
            "f@60 -> f@41"
        ]
    );
}

#[test]
fn files_are_one_program_when_one_calls_the_other() {
    let files = [
        ("a.bc", "define f() { return (n) }\n"),
        ("b.bc", "n = f()\n"),
        ("c.bc", "n = 1\n"),
    ];
    let found = edges(&files, EdgeKind::NAME);
    assert!(found.contains(&"f@b4 -> f@7".to_owned()), "{found:?}");
    assert!(
        found.contains(&"n@b0 -> global n of a.bc".to_owned()),
        "{found:?}"
    );
    assert!(
        found.contains(&"n@b0 -> global n of c.bc".to_owned()),
        "{found:?}"
    );
}

#[test]
fn values_flow_through_branches_and_loops_and_calls() {
    let text = "x = 1\nif (y) x = 2\nx\n";
    let found = edges(&[("a.bc", text)], EdgeKind::DEF_USE);
    assert!(
        found.contains(&"x@0 -> x@19".to_owned()) && found.contains(&"x@13 -> x@19".to_owned()),
        "{found:?}"
    );
    let text = "define f() { x = 2 }\nx = 1\nz = f()\nx\n";
    let found = edges(&[("a.bc", text)], EdgeKind::DEF_USE);
    assert!(found.contains(&"f@31 -> x@35".to_owned()), "{found:?}");
    let text = "define f() { auto x; x = 2; return (x) }\nx = 1\nz = f()\nx\n";
    let found = edges(&[("a.bc", text)], EdgeKind::DEF_USE);
    assert!(
        !found.iter().any(|e| e.starts_with("f@51 -> x@")),
        "{found:?}"
    );
}

#[test]
fn a_line_that_may_fail_may_leave_things_unset() {
    let sure = edges(&[("a.bc", "x = 1\nx = 2\nx\n")], EdgeKind::DEF_USE);
    assert!(!sure.contains(&"x@0 -> x@12".to_owned()), "{sure:?}");
    let unsure = edges(&[("a.bc", "x = 1\nx = 2/y\nx\n")], EdgeKind::DEF_USE);
    assert!(unsure.contains(&"x@0 -> x@14".to_owned()), "{unsure:?}");
}

#[test]
fn what_may_be_one_variable_is_one_to_rename() {
    let names = Interner::new();
    let text = "define g() { return (x) }\ndefine f(x) { return (g()) }\ndefine h(x) { return (x) }\nx = 1; g()\n";
    let sources = Sources::new([("a.bc", text)]);
    let program = Program::read(&sources, &names, None);
    let group = &program.groups[0];
    let scopes = Scopes::new(&program, group);
    let on = scopes.at(FileId(0), 35).expect("the parameter of f");
    let (all, is_global) = scopes.same(&program, group, on);
    let starts: Vec<u32> = all.iter().map(|o| o.span.start).collect();
    assert_eq!((starts, is_global), (vec![21, 35, 82], true));
}
