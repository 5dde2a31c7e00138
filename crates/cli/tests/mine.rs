//! `reweave mine` and `detect --format parquet`: the same rows from any way there, kills, and repositories that are not what they should be.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn git(&self, folder: &str, args: &[&str]) {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=Ada",
                "-c",
                "user.email=ada@example.invalid",
            ])
            .args(args)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .current_dir(self.at(folder))
            .output()
            .expect("git runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// A repository whose commits have these texts of `A.java`.
    fn repository(&self, name: &str, texts: &[&str]) {
        fs::create_dir_all(self.at(name)).expect("created");
        self.git(name, &["init", "-q"]);
        for (i, text) in texts.iter().enumerate() {
            fs::write(self.at(name).join("A.java"), text).expect("written");
            self.git(name, &["add", "-A"]);
            let message = format!("commit {i}\n\nwhy it is made");
            self.git(name, &["commit", "-q", "-m", &message]);
        }
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_reweave"))
            .args(args)
            .current_dir(self.0.path())
            .output()
            .expect("reweave runs")
    }

    /// Runs, and gives the exit code and what was said.
    fn code(&self, args: &[&str]) -> (i32, String) {
        let output = self.run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap_or(-1), said)
    }
}

const TEXTS: [&str; 4] = [
    "class A { int f() { return g(1) + 2; } int g(int i) { return i; } }",
    "class A { int h() { return g(1) + 2; } int g(int i) { return i; } }",
    "class A { int h() { return g(1) + 2; } int g(int n) { return n; } }",
    "class A { int h() { return g(1) + 3; } int g(int n) { return n; } }",
];

const TABLES: [&str; 8] = [
    "commits",
    "messages",
    "findings",
    "places",
    "evidence",
    "left_over",
    "errors",
    "runs",
];

fn files(tables: &Path) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for table in TABLES {
        for entry in fs::read_dir(tables.join(table)).expect("a folder of the table") {
            let name = entry.expect("an entry").file_name();
            all.insert(format!("{table}/{}", name.to_string_lossy()));
        }
    }
    all
}

/// The rows of the tables as one JSON text a line, but for columns of times; none where Python has no DuckDB.
fn rows(place: &Place, tables: &str) -> Option<Vec<String>> {
    let python = python()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mine/rows.py");
    let output = Command::new(python)
        .arg(script)
        .arg(place.at(tables))
        .output()
        .expect("python runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("text");
    Some(text.lines().map(str::to_owned).collect())
}

/// Python with what reads Parquet, in a virtual environment under `target`; none, and told, where it cannot be had.
fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readers");
    let python = folder.join("bin/python");
    let ready = folder.join("ready");
    if ready.is_file() {
        return Some(python);
    }
    // Tests run at once: each makes its own, and the first to be ready stays.
    let own = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let made = own.path().join("readers");
    let ran = |command: &mut Command| command.output().is_ok_and(|o| o.status.success());
    let is_made = ran(Command::new("python3")
        .args(["-m", "venv", "--copies"])
        .arg(&made))
        && ran(Command::new(made.join("bin/python"))
            .args(["-m", "pip", "install", "-q", "duckdb", "pyarrow", "polars"]));
    if !is_made {
        eprintln!(
            "SKIPPED for want of python3 with venv and pip: the tables as DuckDB, pyarrow and polars read them"
        );
        return None;
    }
    fs::write(made.join("ready"), "").expect("written");
    // Where another was first, that one serves.
    let _ = fs::rename(&made, &folder);
    Some(python)
}

#[test]
fn a_run_gone_on_with_and_one_thread_give_the_same_rows() {
    let place = Place::new();
    place.repository("one", &TEXTS);
    place.repository("two", &TEXTS[1..]);
    fs::write(place.at("list.txt"), "# both\none\none more\ttwo\n").expect("written");
    assert_eq!(place.code(&["mine", "list.txt", "-o", "tables"]).0, 0);
    assert_eq!(
        place
            .code(&["mine", "list.txt", "-o", "single", "--jobs", "1"])
            .0,
        0
    );
    let whole = files(&place.at("tables"));
    assert_eq!(whole.len(), 2 * TABLES.len(), "{whole:?}");
    assert_eq!(whole, files(&place.at("single")));

    // As a run leaves it that was killed: a piece without its file in `runs`, and one that is not finished.
    for (i, name) in whole.iter().enumerate() {
        let is_one = name.contains("/one-");
        if is_one && (name.starts_with("runs/") || i % 2 == 0) {
            fs::remove_file(place.at("tables").join(name)).expect("removed");
        }
    }
    fs::write(place.at("tables/places/.x.unfinished"), "half").expect("written");
    let (code, said) = place.code(&["mine", "list.txt", "-o", "tables"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("4 commits, 3 were there already"), "{said}");
    assert_eq!(whole, files(&place.at("tables")));
    if let (Some(whole), Some(single)) = (rows(&place, "tables"), rows(&place, "single")) {
        assert!(whole.len() > 30, "{whole:?}");
        assert_eq!(whole, single);
    }
}

#[test]
fn new_commits_are_added_and_other_options_refused() {
    let place = Place::new();
    place.repository("one", &TEXTS[..2]);
    assert_eq!(place.code(&["mine", "one", "-o", "tables"]).0, 0);
    let (code, said) = place.code(&["mine", "one", "-o", "tables", "--merges", "all"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("--merges All"), "{said}");
    fs::write(place.at("one/A.java"), TEXTS[2]).expect("written");
    place.git("one", &["commit", "-q", "-a", "-m", "third"]);
    let (code, said) = place.code(&["mine", "one", "-o", "tables"]);
    assert_eq!(code, 0, "{said}");
    let (_, said) = place.code(&["mine", "one", "-o", "tables"]);
    assert!(said.contains("0 commits, 3 were there already"), "{said}");
}

#[test]
fn what_cannot_be_read_is_a_row_and_the_rest_is_complete() {
    let place = Place::new();
    place.repository("good", &TEXTS);
    place.repository("empty", &[]);
    place.repository("damaged", &TEXTS);
    let objects = place.at("damaged/.git/objects");
    place.git("damaged", &["repack", "-adq"]);
    for entry in fs::read_dir(objects.join("pack")).expect("packs") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|e| e == "pack") {
            let mut bytes = fs::read(&path).expect("read");
            let middle = bytes.len() / 2;
            bytes[middle..].fill(0);
            fs::remove_file(&path).expect("removed");
            fs::write(&path, bytes).expect("written");
        }
    }
    let from = format!("file://{}", place.at("good").display());
    place.git("", &["clone", "-q", "--depth", "2", &from, "shallow"]);
    fs::create_dir_all(place.at("plain")).expect("created");
    let list = "good\ngood\nagain\tgood\nmissing\nempty\ndamaged\nshallow\nplain\n";
    fs::write(place.at("list.txt"), list).expect("written");
    for run in 0..2 {
        let (code, said) = place.code(&["mine", "list.txt", "-o", "tables"]);
        assert_eq!(code, 3, "run {run}: {said}");
    }
    let Some(rows) = rows(&place, "tables") else {
        return;
    };
    let has = |parts: &[&str]| {
        rows.iter()
            .any(|row| parts.iter().all(|part| row.contains(part)))
    };
    for (repo, why) in [
        ("good", "in the list already"),
        ("again", "in the list already, as good"),
        ("missing", "is no folder"),
        ("empty", "no commit"),
        ("plain", "is no Git repository"),
        ("shallow", "shallow clone"),
    ] {
        assert!(
            has(&["errors", &format!("\"{repo}\""), why]),
            "{repo}: {rows:#?}"
        );
    }
    assert!(has(&["errors", "\"damaged\""]), "{rows:#?}");
    let good = rows
        .iter()
        .filter(|row| row.starts_with("commits") && row.contains("\"good\""));
    assert_eq!(good.count(), TEXTS.len());
    assert!(
        has(&["commits", "\"shallow\"", "\"complete\""]),
        "{rows:#?}"
    );
}

#[test]
fn a_full_disk_is_told_and_the_next_run_goes_on() {
    let place = Place::new();
    place.repository("one", &TEXTS);
    let none = ["mine", "one", "-o", "none", "--until", "1990-01-01"];
    assert_eq!(
        place.code(&none).0,
        0,
        "that nothing was asked for is no failure"
    );
    let full = place.at("full");
    fs::create_dir_all(&full).expect("created");
    // Full, then with room: what is unfinished, and how many files of `errors` there are, after each.
    let mounts = "mount -t tmpfs -o size=36k none full || exit 99
        for size in 36k 8m; do
            mount -o remount,size=$size full; \"$0\" mine one -o full; echo $?
            find full -name '.*unfinished'; ls full/errors | grep -c failed
        done";
    let output = Command::new("unshare")
        .args(["-Urm", "sh", "-c", mounts, env!("CARGO_BIN_EXE_reweave")])
        .current_dir(place.0.path())
        .output();
    match output {
        Ok(output) if output.status.code() != Some(99) && !output.stdout.is_empty() => {
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.contains("1 files that could not be written"), "{said}");
            let told = String::from_utf8_lossy(&output.stdout);
            assert_eq!(told, "3\n1\n0\n0\n", "{said}");
        }
        other => eprintln!("SKIPPED for want of a folder to fill: a full disk ({other:?})"),
    }
}

#[test]
fn detect_writes_the_same_tables_with_its_filters() {
    let place = Place::new();
    place.repository("one", &TEXTS);
    assert_eq!(
        place
            .code(&["detect", "one", "--all", "--format", "parquet", "-o", "all"])
            .0,
        0
    );
    assert_eq!(place.code(&["mine", "one", "-o", "mined"]).0, 0);
    let only = [
        "detect",
        "one",
        "--all",
        "--format",
        "parquet",
        "-o",
        "only",
        "--only",
        "Rename Method",
    ];
    assert_eq!(place.code(&only).0, 0);
    for wrong in [
        &["detect", "one", "--format", "parquet"][..],
        &[
            "detect",
            "one",
            "--worktree",
            "--format",
            "parquet",
            "-o",
            "x",
        ],
    ] {
        assert_eq!(place.code(wrong).0, 2, "{wrong:?}");
    }
    let [Some(all), Some(mined), Some(only)] = ["all", "mined", "only"].map(|t| rows(&place, t))
    else {
        return;
    };
    let but_runs = |rows: &[String]| -> Vec<String> {
        rows.iter()
            .filter(|r| !r.starts_with("runs"))
            .cloned()
            .collect()
    };
    assert_eq!(but_runs(&all), but_runs(&mined));
    let findings = |rows: &[String]| rows.iter().filter(|r| r.starts_with("findings")).count();
    assert!(findings(&only) == 1 && findings(&all) > 1, "{only:?}");
}

#[test]
fn the_questions_of_the_page_have_answers() {
    let place = Place::new();
    // Two types in one commit, and something else beside them.
    let both = "class A { int k() { return g(1) + 4; } int g(int m) { return m; } }";
    let texts: Vec<&str> = TEXTS.into_iter().chain([both]).collect();
    place.repository("one", &texts);
    assert_eq!(place.code(&["mine", "one", "missing", "-o", "tables"]).0, 3);
    let Some(python) = python() else { return };
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(python)
        .arg(manifest.join("tests/mine/questions.py"))
        .arg(manifest.join("../../docs/mining.md"))
        .current_dir(place.0.path())
        .output()
        .expect("python runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(said.contains("10 questions"), "{said}");
}
