//! `reweave apply` and `doctor` where not everything was read or known: what is refused, told and written.

use std::fs;
use std::path::Path;
use std::process::Command;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &[u8])]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        for (path, bytes) in files {
            folder.put(path, bytes);
        }
        folder
    }

    fn put(&self, path: &str, bytes: &[u8]) {
        let at = self.path().join(path);
        fs::create_dir_all(at.parent().expect("inside")).expect("created");
        fs::write(at, bytes).expect("written");
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("it is there")
    }

    /// Exit code, standard output, standard error.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        self.run_with(args, None)
    }

    fn run_with(&self, args: &[&str], path: Option<&str>) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reweave"));
        command.args(args).current_dir(self.path());
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let output = command.output().expect("reweave runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code().unwrap_or(-1),
            text(&output.stdout),
            text(&output.stderr),
        )
    }
}

const CART: &[u8] = b"package a;\npublic class Cart { public int total() { return 1; } }\n";
const RENAME: [&str; 6] = [
    "apply",
    "rename",
    "--symbol",
    "Cart.total",
    "to=sum",
    "--write",
];

/// The same refused, and done when that is allowed.
fn refused(folder: &Folder, args: &[&str], part: &str) {
    let (code, out, err) = folder.run(args);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains(part), "{part} in {out}{err}");
    assert!(out.contains("--allow unread"), "{out}");
    assert!(!folder.path().join(".reweave").exists());
    let allowed = [args, &["--allow", "unread"]].concat();
    let (code, out, err) = folder.run(&allowed);
    assert!(code == 0 || code == 3, "{out}{err}");
    assert!(out.contains("allowed (unread)"), "{out}{err}");
}

#[test]
fn half_a_rename_is_not_written() {
    let f = Folder::new(&[
        ("a/Cart.java", CART),
        (
            "a/Bad.java",
            b"package a;\0class Bad { int n = new Cart().total(); }",
        ),
    ]);
    refused(&f, &RENAME, "a/Bad.java:1:");
    let f = Folder::new(&[
        ("a/Cart.java", CART),
        (
            "a/Bad.java",
            b"package a;\0class Bad { int n = new Cart().size(); }",
        ),
    ]);
    let (code, out, err) = f.run(&RENAME);
    assert_eq!(code, 3, "what was left out is told: {out}{err}");
    assert!(f.text("a/Cart.java").contains("sum()"));
}

#[test]
fn the_same_in_other_languages() {
    let f = Folder::new(&[
        ("lib.bc", b"define sq(n) {\n  return (n * n)\n}\n"),
        ("bad.bc", b"\0sq(3)\n"),
    ]);
    refused(
        &f,
        &["apply", "rename", "--symbol", "sq", "to=square", "--write"],
        "bad.bc:1:",
    );
    let f = Folder::new(&[
        ("lib.php", b"<?php\nfunction sq($n) { return $n * $n; }\n"),
        ("bad.php", b"<?php \0 SQ(3);\n"),
    ]);
    refused(
        &f,
        &["apply", "rename", "--symbol", "sq", "to=square", "--write"],
        "bad.php:1:",
    );
    let f = Folder::new(&[
        (
            "lib.f90",
            b"subroutine sq(n)\n  real :: n\n  n = n * n\nend subroutine\n",
        ),
        ("bad.f90", b"\0 call SQ(x)\n"),
    ]);
    refused(
        &f,
        &["apply", "rename", "--symbol", "sq", "to=square", "--write"],
        "bad.f90:1:",
    );
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf8_and_linked_folders() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let f = Folder::new(&[("a/Cart.java", CART)]);
    let name = OsStr::from_bytes(b"B\xFFd.java");
    let text = "package a; class Bad { int n = new Cart().total(); }";
    if fs::write(f.path().join("a").join(name), text).is_ok() {
        refused(&f, &RENAME, "its name is not UTF-8");
    }
    let outside = Folder::new(&[("Use.java", b"class Use { int n = new a.Cart().total(); }")]);
    let f = Folder::new(&[("a/Cart.java", CART)]);
    std::os::unix::fs::symlink(outside.path(), f.path().join("linked")).expect("linked");
    refused(&f, &RENAME, "the folder linked was not looked into");
    // A link to what is read anyway is nothing new.
    let f = Folder::new(&[("a/Cart.java", CART)]);
    std::os::unix::fs::symlink(f.path().join("a"), f.path().join("again")).expect("linked");
    let (code, out, err) = f.run(&RENAME);
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn callers_in_kotlin_and_xml() {
    let f = Folder::new(&[
        ("a/Cart.java", CART),
        ("b/Use.kt", b"import a.Cart\nfun f(c: Cart) = c.total()\n"),
    ]);
    refused(&f, &RENAME, "b/Use.kt:2:");
    let f = Folder::new(&[
        ("a/Cart.java", CART),
        ("page.jsp", b"${cart.total}"),
        ("README.md", b"`total`"),
    ]);
    let (code, out, err) = f.run(&RENAME);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("page.jsp:1:"), "{out}");
    assert!(!out.contains("README"), "{out}");
}

const TASK: &[u8] =
    b"import lib.Util;\nclass A extends lib.Task { @Override public void step() {} }\n";

#[test]
fn types_that_do_not_resolve_are_counted_everywhere() {
    let f = Folder::new(&[("A.java", TASK)]);
    let rename = ["apply", "rename", "--symbol", "A.step", "to=go", "--write"];
    let (code, out, err) = f.run(&rename);
    assert_eq!(code, 1, "{out}{err}");
    assert!(
        out.contains("lib.Task is not resolved; give --classpath"),
        "{out}"
    );
    assert!(!out.contains("did not resolve"), "said once: {out}");
    assert!(
        err.contains("2 types did not resolve: lib.Task, lib.Util; give --classpath"),
        "{err}"
    );
    let (_, out, err) = f.run(&[&rename[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&out).expect("one document");
    assert_eq!(json["unresolvedTypes"]["count"], 2, "{out}{err}");
    assert_eq!(json["unresolvedTypes"]["names"][0], "lib.Task");
    f.put("pom.xml", b"<project/>");
    let (_, _, err) = f.run(&rename);
    assert!(err.contains("mvn dependency:build-classpath"), "{err}");
    assert!(err.contains("--classpath-from maven"), "{err}");
}

#[cfg(unix)]
#[test]
fn the_build_tool_is_asked_only_when_told_and_never_from_the_tree() {
    use std::os::unix::fs::PermissionsExt;
    let executable = |folder: &Folder, path: &str, script: &str| {
        folder.put(path, script.as_bytes());
        let at = folder.path().join(path);
        fs::set_permissions(at, fs::Permissions::from_mode(0o755)).expect("its own file");
    };
    let installed = Folder::new(&[]);
    let jar = installed.path().join("lib");
    fs::create_dir(&jar).expect("fresh");
    let script = format!(
        "#!/bin/sh\necho ran >> {}/asked\necho '[INFO] Dependencies classpath:'\necho {}\n",
        installed.path().display(),
        jar.display()
    );
    executable(&installed, "bin/mvn", &script);
    let bin = installed.path().join("bin").display().to_string();
    let path = format!("{bin}:/usr/bin:/bin");
    let f = Folder::new(&[("A.java", TASK), ("pom.xml", b"<project/>")]);
    let asked = installed.path().join("asked");
    f.run_with(&["doctor"], Some(&path));
    assert!(!asked.exists(), "nobody asked for it");
    let (code, out, err) = f.run_with(&["doctor", "--classpath-from", "maven"], Some(&path));
    assert_eq!(code, 0, "{out}{err}");
    assert!(asked.exists());
    assert!(err.contains("this runs the build"), "{err}");
    assert!(out.contains(&jar.display().to_string()), "{out}");
    // A wrapper in the tree is not run, however the PATH reads.
    let f = Folder::new(&[("A.java", TASK), ("pom.xml", b"<project/>")]);
    executable(
        &f,
        "mvn",
        &format!("#!/bin/sh\ntouch {}/wrapper\n", f.path().display()),
    );
    executable(
        &f,
        "mvnw",
        &format!("#!/bin/sh\ntouch {}/wrapper\n", f.path().display()),
    );
    let inside = f.path().display().to_string();
    let (code, _, err) = f.run_with(&["doctor", "--classpath-from", "maven"], Some(&inside));
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("mvn is not installed"), "{err}");
    assert!(!f.path().join("wrapper").exists());
}

#[test]
fn the_doctor_tells_what_was_found() {
    let f = Folder::new(&[
        ("A.java", TASK),
        ("Bad.java", b"\0"),
        ("Use.kt", b"val x = 1"),
        ("lib.bc", b"x = 1\n"),
    ]);
    let (code, out, err) = f.run(&["doctor"]);
    assert_eq!(code, 3, "something was left out: {out}{err}");
    for part in [
        "JDK: ",
        "class path: 0 entries",
        "java: 1 file read",
        "left out: Bad.java: ",
        "1 file (Kotlin)",
        "2 types did not resolve: lib.Task, lib.Util",
        "bc: 1 file read",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let (_, out, _) = f.run(&["doctor", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("one document");
    let java = json["languages"].as_array().expect("a list");
    let java = java
        .iter()
        .find(|l| l["language"] == "java")
        .expect("it is there");
    assert_eq!(java["unresolvedTypes"]["count"], 2);
    assert_eq!(java["leftOut"][0]["path"], "Bad.java");
    assert_eq!(java["searched"]["Kotlin"], 1);
}

#[test]
fn annotations_of_frameworks_are_configured() {
    let f = Folder::new(&[(
        "A.java",
        b"@interface Entry {}\nclass A { @Entry void start() {} @org.junit.Test public void adds() {} }\n",
    )]);
    let delete = |symbol: &str| f.run(&["apply", "safe-delete", "--symbol", symbol]);
    assert_eq!(delete("A.start").0, 0);
    let (code, out, _) = delete("A.adds");
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("JUnit runs it") && out.contains("--allow framework"),
        "{out}"
    );
    f.put(
        "reweave.toml",
        b"[frameworks]\nignore = [\"Test\"]\n[[frameworks.annotation]]\nname = \"Entry\"\nwhy = \"the host calls it\"\n",
    );
    let (code, out, _) = delete("A.start");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("the host calls it"), "{out}");
    assert_eq!(delete("A.adds").0, 0);
    f.put("reweave.toml", b"[frameworks]\nnonsense = 1\n");
    let (code, _, err) = delete("A.adds");
    assert_eq!(code, 2, "{err}");
}
