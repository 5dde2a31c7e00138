//! Builds of small programs, made by the JDK's own compiler where there is one, and compared.

use reweave_bytecode::{Class, Difference, Wanted, compare};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The classes of some sources; none where no compiler is installed.
fn build(files: &[(&str, &str)]) -> Option<Vec<Class>> {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let mut javac = Command::new("javac");
    javac.args(["-proc:none", "-d"]).arg(&out);
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("it can be made");
        fs::write(&path, text).expect("it can be written");
        javac.arg(path);
    }
    let done = javac.output().ok()?;
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{told}");
    let mut classes = Vec::new();
    read(&out, &mut classes);
    Some(classes)
}

fn read(folder: &Path, classes: &mut Vec<Class>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        if entry.path().is_dir() {
            read(&entry.path(), classes);
        } else {
            let bytes = fs::read(entry.path()).expect("a class file");
            classes.push(Class::read(&bytes).expect("a class file that can be read"));
        }
    }
}

fn differences(before: &str, after: &str, renames: &[(&str, &str)]) -> Option<Vec<Difference>> {
    let (old, new) = (build(&[("A.java", before)])?, build(&[("A.java", after)])?);
    let wanted = Wanted {
        renames: renames
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
            .collect(),
        ..Wanted::default()
    };
    Some(compare(&old, &new, &wanted))
}

const BEFORE: &str = "class A {
    static int f(long n) { return 1; }
    static int g(int n) { return 2; }
    int total = 1;
    int use() { Runnable r = () -> System.out.println(total); r.run(); return f(3); }
    Object o = new Object() { public String toString() { return \"A\" + total; } };
}";

#[test]
fn the_same_program_does_the_same() {
    let spaced = BEFORE.replace("{ ", "{\n        ");
    assert_eq!(differences(BEFORE, &spaced, &[]).unwrap_or_default(), []);
}

#[test]
fn what_is_renamed_everywhere_does_the_same() {
    let after = BEFORE.replace("total", "sum");
    let found = differences(BEFORE, &after, &[("total", "sum")]);
    assert_eq!(found.unwrap_or_default(), []);
}

#[test]
fn a_call_that_binds_elsewhere_is_found() {
    // The renamed overload fits better.
    let after = BEFORE.replace("g(int", "f(int");
    let Some(found) = differences(BEFORE, &after, &[("g", "f")]) else {
        return;
    };
    let told: Vec<&str> = found.iter().map(|d| d.member.as_str()).collect();
    assert_eq!(told, ["A.use()"]);
}

#[test]
fn what_a_lambda_does_otherwise_is_found() {
    let after = BEFORE.replace("println(total)", "println((long) total)");
    let Some(found) = differences(BEFORE, &after, &[]) else {
        return;
    };
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].before, "calls java.io.PrintStream.println(int)");
}

#[test]
fn a_constant_that_changes_is_found() {
    let before = "class A { static final int N = 1; int f() { return N; } }";
    let after = "class A { static final int N = 2; int f() { return N; } }";
    let Some(found) = differences(before, after, &[]) else {
        return;
    };
    let told: Vec<&str> = found.iter().map(|d| d.member.as_str()).collect();
    assert_eq!(told, ["A.N", "A.f()"]);
}

#[test]
fn members_that_move_are_found_again() {
    let before = "class A { static int f() { return 1; } int g() { return f(); } } class B { }";
    let after = "class A { int g() { return B.f(); } } class B { static int f() { return 1; } }";
    assert_eq!(differences(before, after, &[]).unwrap_or_default(), []);
}
