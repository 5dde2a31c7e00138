//! `reweave apply`, `undo` and `history` as a user meets them: what is shown, what is written, how it ends.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let at = dir.path().join(path);
            fs::create_dir_all(at.parent().expect("inside")).expect("created");
            fs::write(at, text).expect("written");
        }
        Self(dir)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("it is there")
    }

    fn reweave(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_reweave"))
            .args(args)
            .current_dir(self.path())
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .expect("reweave runs")
    }

    /// Exit code, standard output, standard error.
    /// Exits 2 and says so.
    fn complains(&self, args: &[&str], told: &str) {
        let (code, out, err) = self.run(args);
        assert_eq!(code, 2, "{args:?}: {out}{err}");
        assert!(err.contains(told), "{args:?}: {err}");
    }

    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let output = self.reweave(args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code().unwrap_or(-1),
            text(&output.stdout),
            text(&output.stderr),
        )
    }
}

const LIB: &str = "/* squares */\r\ndefine sq(n) {\r\n  return (n * n)\r\n}\r\n";
const MAIN: &str = "x = 3 # three\nsq(x) + sq(4)\n";

fn program() -> Folder {
    Folder::new(&[
        ("lib.bc", LIB),
        ("sub/main.bc", MAIN),
        ("notes.txt", "sq\n"),
    ])
}

#[test]
fn a_dry_run_shows_a_diff_and_writes_nothing() {
    let f = program();
    let (code, out, _) = f.run(&["apply", "rename", "--at", "lib.bc:2:8", "to=square"]);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("-sq(x) + sq(4)\n+square(x) + square(4)\n"),
        "{out}"
    );
    assert!(out.contains("2 files; nothing was written"), "{out}");
    assert!(!out.contains('\x1b'), "no colours into a pipe");
    assert_eq!(f.text("lib.bc"), LIB);
    assert!(!f.path().join(".reweave").exists());
}

#[test]
fn a_written_change_is_undone_byte_for_byte() {
    let f = program();
    let (code, out, _) = f.run(&["apply", "rename", "--symbol", "sq", "to=square", "--write"]);
    assert_eq!(code, 0, "{out}");
    assert_eq!(f.text("lib.bc"), LIB.replace("sq(n)", "square(n)"));
    assert_eq!(
        f.text("sub/main.bc"),
        "x = 3 # three\nsquare(x) + square(4)\n"
    );
    assert_eq!(f.text("notes.txt"), "sq\n");
    let (code, out, _) = f.run(&["undo"]);
    assert_eq!((code, out.contains("--write does it")), (0, true));
    assert_eq!(f.run(&["undo", "1", "--write"]).0, 0);
    assert_eq!(
        (f.text("lib.bc"), f.text("sub/main.bc")),
        (LIB.to_owned(), MAIN.to_owned())
    );
    let (_, out, _) = f.run(&["history"]);
    assert!(
        out.contains("rename sq to=square  [lib.bc sub/main.bc]  taken back by 2"),
        "{out}"
    );
    assert_eq!(f.run(&["undo", "--write"]).0, 1, "nothing is left to undo");
}

#[test]
fn a_refusal_says_why_and_exits_1() {
    let f = Folder::new(&[("a.bc", "x = 1\ny = 2\nx + y\n")]);
    let args = ["apply", "rename", "--at", "a.bc:1:1", "to=y", "--write"];
    let (code, out, _) = f.run(&args);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("refused"), "{out}");
    assert!(out.contains("a.bc:2:1"), "{out}");
    assert!(out.contains("--allow name"), "{out}");
    assert_eq!(f.text("a.bc"), "x = 1\ny = 2\nx + y\n");
    let forced = [&args[..], &["--allow", "name,value"]].concat();
    assert_eq!(f.run(&forced).0, 0);
    assert_eq!(f.text("a.bc"), "y = 1\ny = 2\ny + y\n");
    let (_, out, _) = f.run(&["history"]);
    assert!(out.contains("allowed name,value"), "{out}");
}

#[test]
fn bad_input_exits_2_and_says_what_to_do() {
    let f = Folder::new(&[
        ("a.bc", "x = 1\n\ny = (2\n"),
        ("b.bc", "x = 1\n\n"),
        ("c.txt", "1\n"),
    ]);
    let renames = [
        ("none.bc:1:1", "to=y", "there is no file none.bc"),
        ("../a.bc:1:1", "to=y", "leads out of the root"),
        ("b.bc:2:1", "to=y", "no name here"),
        ("b.bc:9:1", "to=y", "the file has"),
        ("b.bc:1", "to=y", "FILE:LINE:COL"),
        ("b.bc:1:1", "to=2y", "is not a valid name in bc"),
        ("b.bc:1:1", "to=while", "is not a valid name in bc"),
        ("c.txt:1:1", "to=y", "--language"),
    ];
    for (at, to, told) in renames {
        f.complains(&["apply", "rename", "--at", at, to], told);
    }
    f.complains(&["apply", "rename", "--at", "b.bc:1:1"], "to=… is missing");
    f.complains(
        &["apply", "conjure", "--at", "b.bc:1:1"],
        "no refactoring conjure",
    );
    f.complains(&["undo", "7", "--write"], "no change 7");
    // That one is clear; it is the file that does not allow it.
    let (code, out, err) = f.run(&["apply", "rename", "--at", "a.bc:1:1", "to=y"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(
        out.contains("syntax error") && out.contains("a.bc:3:7"),
        "{out}"
    );
    assert!(!f.path().join(".reweave").exists());
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_root_is_refused() {
    let f = Folder::new(&[("in/a.bc", "x = 1\n"), ("out.bc", "x = 2\n")]);
    std::os::unix::fs::symlink(f.path().join("out.bc"), f.path().join("in/l.bc")).expect("linked");
    let (code, _, err) = f.run(&[
        "apply", "rename", "--root", "in", "--at", "l.bc:1:1", "to=y", "--write",
    ]);
    assert_eq!(code, 2);
    assert!(err.contains("leads out of the root"), "{err}");
    assert_eq!(f.text("out.bc"), "x = 2\n");
}

#[test]
fn json_has_places_and_diffs() {
    let f = Folder::new(&[("a.bc", "x = 1\ny = 2\nx + y\n")]);
    let (code, out, _) = f.run(&[
        "apply", "rename", "--at", "a.bc:1:1", "to=y", "--format", "json",
    ]);
    assert_eq!(code, 1);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["status"], "refused");
    assert_eq!(json["steps"][0]["rule"], "N C D");
    let place = &json["conflicts"][0]["places"][0]["original"];
    assert_eq!(
        (&place["path"], &place["line"]),
        (&"a.bc".into(), &2.into())
    );
    assert_eq!(place["offset"], 6);
    assert!(
        json["files"][0]["diff"]
            .as_str()
            .is_some_and(|d| d.contains("+y = 1"))
    );
}

#[test]
fn the_diff_is_one_that_patch_takes() {
    let f = program();
    let (code, out, err) = f.run(&[
        "apply", "rename", "--symbol", "x", "to=three", "--format", "diff",
    ]);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.starts_with("--- a/sub/main.bc\n+++ b/sub/main.bc\n@@ -1,2 +1,2 @@\n"),
        "{out}"
    );
}

#[test]
fn a_range_is_extracted() {
    let f = Folder::new(&[("a.bc", "define f(x) {\n  return (x * x + 1)\n}\nf(3)\n")]);
    let args = [
        "apply",
        "extract-function",
        "--range",
        "a.bc:2:11-2:16",
        "name=sq",
        "--write",
    ];
    let (code, out, err) = f.run(&args);
    assert_eq!(code, 0, "{out}{err}");
    let after =
        "define sq(x) {\n  return (x * x)\n}\ndefine f(x) {\n  return (sq(x) + 1)\n}\nf(3)\n";
    assert_eq!(f.text("a.bc"), after);
}

#[test]
fn other_encodings_keep_their_bytes() {
    let f = Folder::new(&[]);
    fs::write(f.path().join("a.bc"), b"/* caf\xE9 */ x = 1\n").expect("written");
    assert_eq!(
        f.run(&["apply", "rename", "--at", "a.bc:1:12", "to=y", "--write"])
            .0,
        0
    );
    let bytes = fs::read(f.path().join("a.bc")).expect("there");
    assert_eq!(bytes, b"/* caf\xE9 */ y = 1\n");
}

#[test]
fn everything_is_listed_and_explained() {
    let f = Folder::new(&[]);
    let (code, out, _) = f.run(&["list", "refactorings"]);
    assert_eq!(code, 0);
    assert!(out.contains("extract-local-variable name=…"), "{out}");
    let (code, out, _) = f.run(&["explain", "replace-expression"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("```before") && out.contains("Contract"),
        "{out}"
    );
    let (_, out, _) = f.run(&["explain", "pull-up"]);
    assert!(
        out.contains("synchronized-class (lock): it locks its class"),
        "{out}"
    );
    assert_eq!(f.run(&["explain", "nothing-like-it"]).0, 2);
}

const TAX: &str =
    "package shop.tax;\npublic class Tax { public static int rate() { return 7; } }\n";
const CART: &str = "package shop;\nimport shop.tax.Tax;\npublic class Cart {\n  int sum = Tax.rate() + shop.tax.Tax.rate();\n  Class<?> load() throws Exception { return Class.forName(\"shop.tax.Tax\"); }\n}\n";
const SERVICES: &str = "# services\nshop.tax.Tax\n";

#[test]
fn values_that_a_parameter_cannot_have_are_refused_with_those_it_can() {
    let folder = Folder::new(&[(
        "a/Tax.java",
        "package a;\nclass Base { }\nclass Tax extends Base { int rate() { return 1; } }\n",
    )]);
    let rename = |more: &[&'static str]| -> Vec<&'static str> {
        let fixed = ["apply", "rename", "--symbol", "Tax.rate", "to=pace"];
        fixed.into_iter().chain(more.iter().copied()).collect()
    };
    folder.complains(
        &rename(&["similar=ja"]),
        "similar=ja: the values are yes, no",
    );
    folder.complains(&rename(&["text=perhaps"]), "the values are yes, full, no");
    folder.complains(
        &rename(&["to=speed"]),
        "to is given twice, as pace and as speed",
    );
    let pull = ["apply", "pull-up", "--symbol", "Tax.rate", "abstract=m()"];
    folder.complains(
        &pull,
        "abstract=m(): no method of this name is moved; the values are all, rate",
    );
}

#[test]
fn the_list_for_scripts_describes_every_parameter() {
    let folder = Folder::new(&[]);
    let (code, out, _) = folder.run(&["list", "refactorings", "--format", "json"]);
    assert_eq!(code, 0);
    let list: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let all = list["refactorings"].as_array().expect("a list");
    let pull = all.iter().find(|r| r["name"] == "pull-up").expect("there");
    assert_eq!(pull["target"], "place");
    let params = pull["params"].as_array().expect("a list");
    let keep = params.iter().find(|p| p["name"] == "keep").expect("there");
    assert_eq!(keep["words"], serde_json::json!(["yes", "no"]));
}

fn shop() -> Folder {
    Folder::new(&[
        ("src/shop/tax/Tax.java", TAX),
        ("src/shop/Cart.java", CART),
        ("src/META-INF/services/shop.Rule", SERVICES),
    ])
}

/// What lies below a folder, but for what is hidden.
fn files_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("below it");
            let name = name.to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            if path.is_dir() {
                open.push(path);
                found.push(format!("{name}/"));
            } else {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

const READER: &str = "package shop.tax;\nclass Reader {\n  Object near = Reader.class.getResource(\"near.bin\");\n  Object full = Reader.class.getResource(\"/shop/tax/full.txt\");\n}\n";

#[test]
fn files_in_the_folder_of_a_java_package_go_along() {
    let shop = Folder::new(&[
        ("main/java/shop/tax/Reader.java", READER),
        ("main/java/shop/tax/package.html", "<p>shop.tax</p>"),
        (
            "main/java/shop/tax/low/Low.java",
            "package shop.tax.low;\nclass Low { }\n",
        ),
        ("main/java/shop/tax/low/low.txt", "low"),
        ("main/resources/shop/tax/full.txt", "full"),
        ("main/resources/shop/tax/icons/a.txt", "a"),
        ("main/resources/shop/other.txt", "other"),
        (
            "main/resources/rules.xml",
            "<rule class='shop.tax.Reader'/>",
        ),
        ("notes.txt", "shop.tax"),
    ]);
    let near = shop.path().join("main/resources/shop/tax/near.bin");
    fs::write(&near, b"\0\xFFbytes").expect("written");
    let before = files_below(shop.path());
    let ask = |args: &[&str]| {
        let mut all = vec!["apply", "rename-package", "from=shop.tax", "to=duty"];
        all.extend(args);
        shop.run(&all)
    };
    let (code, out, err) = ask(&["--write"]);
    assert_eq!(code, 0, "{out}{err}");
    let stays = "full.txt stays where it is: a string names it by its full path";
    assert!(out.contains(stays), "{out}");
    assert!(!out.contains("must go along"), "near.bin went along: {out}");
    assert!(
        out.contains("rename to main/resources/duty/near.bin"),
        "{out}"
    );
    let moved = fs::read(shop.path().join("main/resources/duty/near.bin"));
    assert_eq!(moved.expect("it is there"), b"\0\xFFbytes");
    let after = files_below(shop.path());
    for path in [
        "main/java/duty/Reader.java",
        "main/java/duty/package.html",
        "main/java/shop/tax/low/low.txt",
        "main/resources/duty/icons/a.txt",
        "main/resources/shop/tax/full.txt",
        "main/resources/shop/other.txt",
    ] {
        assert!(after.iter().any(|p| p == path), "{path} in {after:?}");
    }
    assert_eq!(shop.run(&["undo", "--write"]).0, 0);
    assert_eq!(files_below(shop.path()), before, "no folder is left over");

    let (code, out, err) = ask(&["text=full", "below=yes", "--write"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(!out.contains("warning"), "{out}");
    let rules = shop.text("main/resources/rules.xml");
    assert_eq!(rules, "<rule class='duty.Reader'/>");
    assert_eq!(shop.text("main/resources/duty/full.txt"), "full");
    assert!(
        shop.text("main/java/duty/Reader.java")
            .contains("\"/duty/full.txt\"")
    );
    assert_eq!(shop.text("main/java/duty/low/low.txt"), "low");
    assert_eq!(
        shop.text("notes.txt"),
        "shop.tax",
        "no file that names types"
    );
    assert!(!shop.path().join("main/java/shop").exists());
}

#[test]
fn a_java_package_takes_its_folder_along_and_comes_back() {
    let shop = shop();
    let ask = |args: &[&str]| {
        let mut all = vec!["apply", "rename-package", "--root", "src"];
        all.extend(["from=shop.tax", "to=money.duty"]);
        all.extend(args);
        shop.run(&all)
    };
    let (code, out, err) = ask(&[]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("a string holds the name `shop.tax`"), "{out}");
    let beside = "META-INF/services/shop.Rule:2:1 holds the name `shop.tax`";
    assert!(out.contains(beside), "{out}");
    assert!(shop.path().join("src/shop/tax/Tax.java").is_file());
    let (code, out, err) = ask(&["--write"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(!shop.path().join("src/shop/tax/Tax.java").exists());
    let moved = shop.text("src/money/duty/Tax.java");
    assert_eq!(moved, TAX.replace("shop.tax", "money.duty"));
    let cart = shop.text("src/shop/Cart.java");
    assert!(cart.contains("import money.duty.Tax;"), "{cart}");
    assert!(cart.contains("+ money.duty.Tax.rate()"), "{cart}");
    assert!(cart.contains("forName(\"money.duty.Tax\")"), "{cart}");
    let services = shop.text("src/META-INF/services/shop.Rule");
    assert!(services.contains("money.duty."), "{services}");
    let (code, out, err) = shop.run(&["undo", "--root", "src", "--write"]);
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(shop.text("src/shop/tax/Tax.java"), TAX);
    assert_eq!(shop.text("src/shop/Cart.java"), CART);
}

#[test]
fn a_java_type_is_told_of_where_its_name_stands_in_texts() {
    let shop = shop();
    let moved = [
        "apply",
        "move-type",
        "--root",
        "src",
        "--symbol",
        "Tax",
        "to=money",
    ];
    let renamed = [
        "apply", "rename", "--root", "src", "--symbol", "Tax", "to=Duty",
    ];
    for args in [moved, renamed] {
        let (code, out, err) = shop.run(&args);
        assert_eq!(code, 0, "{out}{err}");
        let string = "a string holds the name `shop.tax.Tax`";
        assert!(out.contains(string), "{out}");
        assert!(
            out.contains("src/shop/Cart.java:5") || out.contains("shop/Cart.java:5"),
            "{out}"
        );
        let beside = "META-INF/services/shop.Rule:2:1 holds the name `shop.tax.Tax`";
        assert!(out.contains(beside), "{out}");
    }
}
