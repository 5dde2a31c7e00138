//! Colours, quiet and verbose, the pager, progress.

use crate::place::Place;

const BEFORE: &str = "class A {\n  int first(int n) {\n    int sum = 0;\n    for (int i = 0; i < n; i++) {\n      sum += i * 3;\n    }\n    return sum;\n  }\n}\n";

fn two_trees() -> Place {
    Place::new(&[
        ("old/A.java", BEFORE),
        ("new/A.java", &BEFORE.replace("first", "second")),
    ])
}

const DETECT: [&str; 5] = ["detect", "--before", "old", "--after", "new"];

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    let place = two_trees();
    let plain = place.run(&DETECT);
    assert_eq!(plain.code, 0, "{}", plain.err);
    assert!(plain.out.contains("Rename Method") && !plain.out.contains('\x1b'));
    let always = [&DETECT[..], &["--color", "always"]].concat();
    assert!(place.run(&always).out.contains("\x1b["));
    let asked = place.run_with(&DETECT, &[("REWEAVE_COLOR", "always")]);
    assert!(asked.out.contains("\x1b["));
    let line = DETECT.join(" ");
    let Some(terminal) = place.on_terminal(&line, &[("PAGER", "cat")]) else {
        return;
    };
    assert!(terminal.out.contains("\x1b[") && terminal.out.contains("Rename Method"));
    let none = [("PAGER", "cat"), ("NO_COLOR", "1")];
    let plain = place
        .on_terminal(&line, &none)
        .expect("there was a terminal");
    assert!(
        !plain.out.contains("\x1b[1m") && !plain.out.contains("\x1b[3"),
        "{:?}",
        plain.out
    );
}

#[test]
fn verbose_says_more_and_quiet_says_less() {
    let place = two_trees();
    let normal = place.run(&DETECT);
    assert_eq!(normal.err, "");
    let verbose = place.run(&[&DETECT[..], &["-v"]].concat());
    assert!(verbose.err.contains("reading: 0."), "{}", verbose.err);
    assert_eq!(verbose.out, normal.out);
    let both = place.run(&[&DETECT[..], &["-v", "-q"]].concat());
    assert_eq!(both.code, 2, "{}", both.err);
}

#[test]
fn a_terminal_gets_a_pager_and_a_pipe_does_not() {
    let place = two_trees();
    let pager = place.put("pager.sh", "#!/bin/sh\nsed 's/^/paged: /'\n");
    let pager = format!("sh {}", pager.display());
    let env = [("PAGER", pager.as_str())];
    assert!(!place.run_with(&DETECT, &env).out.contains("paged: "));
    let line = DETECT.join(" ");
    let Some(terminal) = place.on_terminal(&line, &env) else {
        return;
    };
    assert!(terminal.out.contains("paged: "), "{}", terminal.out);
    assert!(terminal.out.contains("Rename Method"));
    let never = place.on_terminal(&format!("--pager never {line}"), &env);
    assert!(!never.expect("a terminal").out.contains("paged: "));
    let own = [("PAGER", pager.as_str()), ("REWEAVE_PAGER", "cat")];
    let own = place.on_terminal(&line, &own).expect("a terminal");
    assert!(!own.out.contains("paged: "));
}

/// A pager that does not exist is told, and the output is there.
#[test]
fn a_missing_pager_loses_nothing() {
    let place = two_trees();
    let env = [("PAGER", "no-such-pager")];
    let Some(terminal) = place.on_terminal(&DETECT.join(" "), &env) else {
        return;
    };
    assert!(
        terminal
            .out
            .contains("cannot start the pager no-such-pager")
    );
    assert!(terminal.out.contains("Rename Method"));
}

#[test]
fn long_commands_show_progress_on_terminals_only() {
    let place = two_trees();
    let suggest = "suggest old";
    let Some(terminal) = place.on_terminal(suggest, &[("PAGER", "cat")]) else {
        return;
    };
    assert!(
        terminal.out.contains("looking for suggestions"),
        "{:?}",
        terminal.out
    );
    let quiet = place.on_terminal(&format!("-q {suggest}"), &[("PAGER", "cat")]);
    let quiet = quiet.expect("a terminal").out;
    assert!(!quiet.contains("looking for suggestions"), "{quiet:?}");
    assert_eq!(place.run(&["suggest", "old"]).err, "");
}
