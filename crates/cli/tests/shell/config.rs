//! `reweave.toml`: found upwards, in force for all commands, and shown by `reweave config`.

use crate::place::Place;
use serde_json::Value;

const A: &str = "class A {\n  int first(int n) {\n    int sum = 0;\n    for (int i = 0; i < n; i++) {\n      sum += i * 3;\n    }\n    return sum;\n  }\n}\n";

fn place(config: &str) -> Place {
    Place::new(&[
        ("project/reweave.toml", config),
        ("project/src/old/A.java", A),
        ("project/src/new/A.java", &A.replace("first", "second")),
    ])
}

const DETECT: [&str; 5] = ["detect", "--before", "old", "--after", "new"];

fn run(place: &Place, args: &[&str], env: &[(&str, &str)]) -> crate::place::Ended {
    let mut command = place.command(crate::place::REWEAVE, env);
    let output = command
        .args(args)
        .current_dir(place.path().join("project/src"));
    let output = output.output().expect("reweave runs");
    crate::place::Ended {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn options_come_from_the_nearest_file_and_the_line_goes_first() {
    let place = place("[detect]\nformat = \"json\"\nonly = [\"Rename Method\", \"Move Class\"]\n");
    let json = run(&place, &DETECT, &[]);
    let document: Value = serde_json::from_str(&json.out).expect("JSON, as the file wants");
    assert!(document.to_string().contains("Rename Method"));
    let text = run(&place, &[&DETECT[..], &["--format", "text"]].concat(), &[]);
    assert!(text.out.contains("\n  Rename Method\n"), "{}", text.out);
    let other = [&DETECT[..], &["--format", "text", "--only", "Move Class"]].concat();
    assert!(run(&place, &other, &[]).out.contains("no refactorings"));
    let verbose = run(&place, &[&DETECT[..], &["-v"]].concat(), &[]);
    assert!(verbose.err.contains("reweave.toml"), "{}", verbose.err);
}

#[test]
fn what_is_in_force_is_shown_with_its_source() {
    let place =
        place("[detect]\nbudget = \"2m\"\n[inline]\ndepth = 3\n[output]\ncolor = \"never\"\n");
    let shown = run(&place, &["config"], &[("REWEAVE_COLOR", "always")]).out;
    let row = |name: &str| {
        let line = shown.lines().find(|l| l.starts_with(&format!("{name} ")));
        let words = line
            .unwrap_or_else(|| panic!("no {name}: {shown}"))
            .split_whitespace();
        words.skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("detect.budget")[0], "2m");
    assert!(row("detect.budget")[1].ends_with("project/reweave.toml"));
    assert_eq!(row("inline.depth")[0], "3");
    assert!(row("inline.depth")[1].ends_with("reweave.toml"));
    assert_eq!(row("output.color"), ["always", "REWEAVE_COLOR"]);
    assert_eq!(row("suggest.format"), ["text", "default"]);
    let json = run(&place, &["config", "--format", "json"], &[]).out;
    let document: Value = serde_json::from_str(&json).expect("JSON");
    let file = document["file"].as_str().expect("a file");
    assert!(file.ends_with("project/reweave.toml"), "{file}");
}

#[test]
fn a_file_above_the_repository_is_somebody_elses() {
    let place = place("[detect]\nformat = \"json\"\n");
    std::fs::create_dir(place.path().join("project/src/.git")).expect("created");
    let shown = run(&place, &["config"], &[]).out;
    assert!(shown.starts_with("file: none"), "{shown}");
    let named = run(&place, &["config", "--config", "../reweave.toml"], &[]).out;
    assert!(named.starts_with("file: ../reweave.toml"), "{named}");
}

#[test]
fn mistakes_name_the_file_the_section_and_what_was_meant() {
    for (config, told) in [
        (
            "[detect]\nbugdet = \"2m\"\n",
            "[detect]: there is no bugdet; did you mean budget?",
        ),
        ("[detct]\nbudget = \"2m\"\n", "did you mean [detect]?"),
        (
            "[detect]\nbudget = \"soon\"\n",
            "[detect] budget: invalid value 'soon'",
        ),
        (
            "[detect]\nonly = [\"Rename Methd\"]\n",
            "did you mean Rename Method?",
        ),
        (
            "[apply]\nwrite = true\n",
            "[apply]: write is given on the command line only",
        ),
        ("[detect\n", "reweave.toml: "),
    ] {
        let ended = run(&place(config), &DETECT, &[]);
        assert_eq!(ended.code, 2, "{config}: {}", ended.out);
        assert!(
            ended.err.contains("reweave.toml"),
            "{config}: {}",
            ended.err
        );
        assert!(ended.err.contains(told), "{config}: {}", ended.err);
    }
}
