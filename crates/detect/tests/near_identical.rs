//! Near-identical members and statements: the work grows hardly faster than their number. What is counted are the questions to the
//! budget, which every loop that can grow asks: the figure is the same on every machine.

mod common;

use common::{found, report};
use reweave_detect::Budget;
use std::cell::Cell;
use std::fmt::Write;

const FEW: usize = 500;
const TIMES: usize = 4;
/// `n log n` from 500 to 2,000 is 4.9 times as much.
const MOST: usize = 6;

fn questions(before: &str, after: &str) -> usize {
    let asked = Cell::new(0);
    let over = || {
        asked.set(asked.get() + 1);
        false
    };
    report(before, after, &Budget::new(None, Some(&over)));
    asked.get()
}

#[track_caller]
fn grows_slowly(text: impl Fn(usize, usize) -> String) {
    let asked = |n: usize| questions(&text(n, 0), &text(n, 1));
    let (few, many) = (asked(FEW), asked(FEW * TIMES));
    assert!(few > 0, "nothing is counted");
    assert!(
        many <= few * MOST,
        "{few} questions for {FEW}, {many} for {}",
        FEW * TIMES
    );
}

/// A method with `n` parts in its body.
fn body(n: usize, part: impl Fn(usize) -> String) -> String {
    let all: String = (0..n).map(part).collect();
    format!("class A {{ int m(int x) {{ {all} return 0; }} }}")
}

#[test]
fn renamed_methods() {
    grows_slowly(|n, version| {
        let name = ["m", "n"][version];
        let mut text = String::from("class A {\n");
        for i in 0..n {
            let _ = writeln!(
                text,
                "int {name}{i}(int x) {{ int y = x + {i}; System.out.println(y); return y * {}; }}",
                i % 7
            );
        }
        text + "}"
    });
}

#[test]
fn the_same_members_are_found_where_they_are_few() {
    let moved = found(
        "class A { int m() { return 1; } }",
        "class A { int n() { return 1; } }",
    );
    assert!(
        moved.iter().any(|f| f.starts_with("Rename Method")),
        "{moved:?}"
    );
}

#[test]
fn renamed_fields() {
    grows_slowly(|n, version| {
        let name = ["m", "n"][version];
        let all: Vec<String> = (0..n).map(|i| format!("int {name}{i} = {i};\n")).collect();
        format!("class A {{ {} }}", all.concat())
    });
}

#[test]
fn a_chain_of_conditions() {
    grows_slowly(|n, version| {
        body(n, |i| {
            let otherwise = if i == 0 { "" } else { "else " };
            format!("{otherwise}if (x == {i}) {{ return {i} + {version}; }}\n")
        })
    });
}

#[test]
fn the_cases_of_a_switch() {
    grows_slowly(|n, version| {
        let case = |i| format!("case {i}: System.out.println({i} + {version}); break;\n");
        let cases: Vec<String> = (0..n).map(case).collect();
        format!(
            "class A {{ void m(int x) {{ switch (x) {{ {} }} }} }}",
            cases.concat()
        )
    });
}

#[test]
fn repeated_statements() {
    grows_slowly(|n, version| {
        body(n, |i| {
            format!("System.out.println({} + {version});\n", i % 3)
        })
    });
}

#[test]
fn renamed_locals() {
    grows_slowly(|n, version| {
        let name = ["a", "b"][version];
        body(n, |i| format!("int {name}{i} = f({i}); g({name}{i});\n"))
    });
}

#[test]
fn renamed_classes() {
    grows_slowly(|n, version| {
        let name = ["P", "Q"][version];
        let class = |i| format!("class {name}{i} {{ int a; int f() {{ return a + {i}; }} }}\n");
        (0..n).map(class).collect()
    });
}
