//! Folders on disk: what is read, what is written, what is taken back.

use reweave_workspace::{About, FileChange, Workspace, WorkspaceError};
use std::fs;
use std::path::Path;

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let at = dir.path().join(path);
        fs::create_dir_all(at.parent().expect("inside")).expect("created");
        fs::write(at, text).expect("written");
    }
    dir
}

fn open(dir: &Path) -> Workspace {
    // Beside the folder, as a home is.
    let state = dir.with_extension("state");
    Workspace::open_with_state(dir, Some(state)).expect("a folder")
}

fn about(title: &str) -> About {
    About {
        title: title.to_owned(),
        ..About::default()
    }
}

#[test]
fn a_change_of_many_files_is_written_and_taken_back() {
    let dir = folder(&[("a.bc", "x=1\r\n"), ("sub/b.bc", "y\n"), ("c.txt", "no")]);
    let w = open(dir.path());
    let read = w.read(|p| p != "c.txt").expect("readable");
    let mut after = read.sources.clone();
    after.set_text(after.find("a.bc").expect("read"), "z=1\r\n");
    after.set_path(after.find("sub/b.bc").expect("read"), "new/d.bc");
    after.add("e.bc", "1\n");
    let changes = read.changes(&after).expect("encodable");
    let entry = w.write(&changes, about("all kinds")).expect("written");
    let text = |path: &str| fs::read_to_string(dir.path().join(path)).ok();
    assert_eq!(text("a.bc").as_deref(), Some("z=1\r\n"));
    assert_eq!(text("sub/b.bc"), None);
    assert_eq!(text("new/d.bc").as_deref(), Some("y\n"));
    assert_eq!(text("e.bc").as_deref(), Some("1\n"));

    let (undone, back) = w.reversal(None).expect("there is one");
    assert_eq!(undone, entry);
    let undo = About {
        undoes: Some(entry.id),
        ..about("undo")
    };
    w.write(&back, undo).expect("written");
    assert_eq!(text("a.bc").as_deref(), Some("x=1\r\n"));
    assert_eq!(text("sub/b.bc").as_deref(), Some("y\n"));
    assert_eq!((text("new/d.bc"), text("e.bc")), (None, None));
    assert_eq!(w.history().expect("readable").len(), 2);
    assert!(matches!(
        w.reversal(None),
        Err(WorkspaceError::NothingToUndo(_))
    ));
}

#[test]
fn a_file_that_changed_meanwhile_stops_everything() {
    let dir = folder(&[("a", "1"), ("b", "2")]);
    let w = open(dir.path());
    let change = |path: &str, before: &str| {
        FileChange::new(path, Some(before.into()), Some(b"new".to_vec()))
    };
    let result = w.write(&[change("a", "1"), change("b", "other")], about("t"));
    assert!(matches!(result, Err(WorkspaceError::ChangedMeanwhile(p)) if p == "b"));
    assert_eq!(fs::read(dir.path().join("a")).expect("there"), b"1");
    assert!(w.history().expect("readable").is_empty());
}

#[test]
fn paths_that_leave_the_root_are_refused() {
    let dir = folder(&[("in/a.bc", "1"), ("out.bc", "2")]);
    let w = open(&dir.path().join("in"));
    for path in ["../out.bc", "../in/../out.bc", "/etc/passwd"] {
        let found = w.locate(path);
        assert!(
            matches!(found, Err(WorkspaceError::OutsideRoot { .. })),
            "{path}"
        );
    }
    assert!(matches!(
        w.locate("b.bc"),
        Err(WorkspaceError::NoSuchFile { .. })
    ));
    let write = w.write(&[FileChange::new("../x", None, Some(vec![]))], about("t"));
    assert!(matches!(write, Err(WorkspaceError::OutsideRoot { .. })));
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_inside_and_modes_come_back() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = folder(&[("in/a.bc", "1"), ("out.bc", "2")]);
    let root = dir.path().join("in");
    symlink(dir.path().join("out.bc"), root.join("l.bc")).expect("linked");
    symlink(root.join("a.bc"), root.join("m.bc")).expect("linked");
    let a = root.join("a.bc");
    fs::set_permissions(&a, PermissionsExt::from_mode(0o751)).expect("set");
    let w = open(&root);
    assert!(matches!(
        w.locate("l.bc"),
        Err(WorkspaceError::OutsideRoot { .. })
    ));
    assert_eq!(w.locate("m.bc").expect("inside"), "a.bc");
    let read = w.read(|_| true).expect("readable");
    assert_eq!(read.sources.iter().count(), 1);

    let change = FileChange::new("a.bc", Some(b"1".to_vec()), Some(b"3".to_vec()));
    w.write(&[change], about("t")).expect("written");
    let mode = || fs::metadata(&a).expect("there").permissions().mode() & 0o7777;
    assert_eq!(mode(), 0o751);
    fs::set_permissions(&a, PermissionsExt::from_mode(0o600)).expect("set");
    let (_, back) = w.reversal(None).expect("there is one");
    w.write(&back, about("undo")).expect("written");
    assert_eq!(mode(), 0o751);
}

#[test]
fn other_encodings_come_back_byte_for_byte() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::write(dir.path().join("a.bc"), b"/* \xE9 */ x\n").expect("written");
    fs::write(dir.path().join("z.bc"), b"\0\0").expect("written");
    let w = open(dir.path());
    let read = w.read(|_| true).expect("readable");
    assert_eq!(read.skipped.len(), 1);
    let mut after = read.sources.clone();
    let a = after.find("a.bc").expect("read");
    after.set_text(a, after.text(a).replace('x', "y"));
    let changes = read.changes(&after).expect("encodable");
    assert_eq!(changes[0].after.as_deref(), Some(&b"/* \xE9 */ y\n"[..]));
    after.set_text(a, "\u{2192} ");
    assert!(matches!(
        read.changes(&after),
        Err(WorkspaceError::Unencodable { .. })
    ));
}
