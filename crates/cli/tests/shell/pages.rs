//! Help, completions and manual pages: each command has them, and they tell the same.

use crate::place::{Place, REWEAVE};
use std::fs;

fn commands() -> Vec<String> {
    let help = Place::new(&[]).run(&["--help"]).out;
    let list = help.split("Commands:\n").nth(1).expect("a list");
    let rows = list.lines().take_while(|line| line.starts_with("  "));
    let names = rows.filter(|row| !row.starts_with("   "));
    let names: Vec<String> = names
        .filter_map(|row| row.split_whitespace().next())
        .map(str::to_owned)
        .collect();
    assert!(names.len() > 12, "{help}");
    names
}

#[test]
fn every_page_has_an_example_exit_codes_and_the_environment() {
    let place = Place::new(&[]);
    for name in commands().iter().filter(|name| *name != "help") {
        for flag in ["--help", "-h"] {
            let page = place.run(&[name, flag]);
            assert_eq!(page.code, 0, "{name}");
            for part in ["Examples:", "Exit codes:", "REWEAVE_CONFIG", "--quiet"] {
                assert!(
                    page.out.contains(part),
                    "{name} {flag}: no {part}\n{}",
                    page.out
                );
            }
            let example = format!("  reweave {name}");
            assert!(page.out.contains(&example), "{name}: {}", page.out);
        }
    }
}

#[test]
fn defaults_are_told() {
    let place = Place::new(&[]);
    let detect = place.run(&["detect", "--help"]).out;
    for default in ["[default: 5m]", "[default: one a core]", "[default: auto]"] {
        assert!(detect.contains(default), "{default}\n{detect}");
    }
    let suggest = place.run(&["suggest", "--help"]).out;
    assert!(suggest.matches("[default: ").count() >= 4, "{suggest}");
    let compare = place.run(&["compare", "-h"]).out;
    for option in ["--threshold", "--references", "--shingles", "--window"] {
        let of_option = compare.split(option).nth(1).expect("the option");
        let of_option = of_option.split("\n      --").next().expect("its help");
        assert!(of_option.contains("[default: "), "{option}\n{compare}");
    }
}

#[test]
fn five_shells_complete_every_command() {
    let place = Place::new(&[]);
    let commands = commands();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = place.run(&["completions", shell]);
        assert_eq!(script.code, 0, "{shell}");
        for command in &commands {
            assert!(script.out.contains(command.as_str()), "{shell}: {command}");
        }
    }
}

/// The real shell completes with the real script.
#[test]
fn bash_completes() {
    let place = Place::new(&[]);
    let script = place.run(&["completions", "bash"]).out;
    let file = place.put("reweave.bash", &script);
    let ask = format!(
        "source {}; COMP_WORDS=(reweave det); COMP_CWORD=1; _reweave reweave det reweave; echo \"${{COMPREPLY[@]}}\"",
        file.display()
    );
    let Ok(output) = place.command("bash", &[]).args(["-c", &ask]).output() else {
        println!("SKIPPED: no bash on this machine");
        return;
    };
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        told.trim(),
        "detect",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let place = Place::new(&[]);
    let written = place.run(&["man", "--output", "man1"]);
    assert_eq!(written.code, 0, "{}", written.err);
    for name in commands().iter().filter(|name| *name != "help") {
        let file = place.path().join(format!("man1/reweave-{name}.1"));
        let page = fs::read_to_string(&file).expect("a page");
        assert!(page.contains(".TH"), "{name}");
        assert!(page.contains("Exit codes"), "{name}: {page}");
    }
    let one = place.run(&["man", "detect"]).out;
    let same = fs::read_to_string(place.path().join("man1/reweave-detect.1")).expect("a page");
    assert_eq!(one, same);
    let none = place.run(&["man", "detct"]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("did you mean detect?"), "{}", none.err);
}

#[test]
fn the_version_is_told() {
    let output = Place::new(&[])
        .command(REWEAVE, &[])
        .arg("--version")
        .output();
    let told = output.expect("it runs").stdout;
    assert!(String::from_utf8_lossy(&told).starts_with("reweave "));
}
