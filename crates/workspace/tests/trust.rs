//! What a crash leaves, and what comes with a folder that somebody else made: only this user's own journals are finished,
//! and nothing outside the root, hidden, or reached through a link is ever written.

use reweave_workspace::{About, FileChange, Recovery, Trust, Workspace, WorkspaceError};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A root, and beside it the folder for state that a home has.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let place = Self { dir };
        fs::create_dir(place.root()).expect("created");
        for (path, text) in files {
            place.put(path, text);
        }
        place
    }

    fn root(&self) -> PathBuf {
        self.dir.path().join("tree")
    }

    fn state(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    fn open(&self) -> Workspace {
        Workspace::open_with_state(&self.root(), Some(self.state())).expect("a folder")
    }

    fn put(&self, path: &str, text: &str) {
        let at = self.root().join(path);
        fs::create_dir_all(at.parent().expect("inside")).expect("created");
        fs::write(at, text).expect("written");
    }

    fn text(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root().join(path)).ok()
    }

    /// Everything below the root, for comparison.
    fn all(&self) -> Vec<(PathBuf, Option<Vec<u8>>)> {
        let mut all = Vec::new();
        let mut open = vec![self.root()];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).expect("readable") {
                let path = entry.expect("readable").path();
                if path.is_dir() {
                    open.push(path.clone());
                }
                all.push((path.clone(), fs::read(&path).ok()));
            }
        }
        all.sort();
        all
    }

    /// As after a crash between two files: decided, one in place.
    fn interrupt(&self) {
        let change = |path: &str, old: &str, new: &str| {
            FileChange::new(path, Some(old.into()), Some(new.into()))
        };
        self.open()
            .write(&[change("a", "1", "3"), change("b", "2", "4")], about())
            .expect("written");
        let store = self.root().join(".reweave");
        fs::rename(store.join("1"), store.join("pending-1")).expect("renamed");
        self.put("b", "2");
    }

    /// A journal as someone may put it into a repository: decided, one file that is to be made.
    fn plant(&self, folder: &str, path: &str, text: &str) {
        let entry = json!({
            "id": 1, "time": 0, "title": "innocent", "allowed": [], "undoes": null,
            "files": [{"path": path, "existed": false, "exists": true, "mode_before": null, "mode_after": 0o755}],
        });
        self.put(&format!(".reweave/{folder}/entry.json"), &entry.to_string());
        self.put(&format!(".reweave/{folder}/0.after"), text);
    }
}

fn about() -> About {
    About {
        title: "t".to_owned(),
        ..About::default()
    }
}

#[test]
fn an_own_journal_is_finished_by_who_writes_and_only_told_of_to_who_reads() {
    let place = Place::new(&[("a", "1"), ("b", "2")]);
    place.interrupt();
    fs::create_dir(place.root().join(".reweave/staged-2")).expect("created");
    let before = place.all();
    let w = place.open();
    let found = w.interrupted().expect("readable");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].trust, Trust::Own);
    let remaining = w.remaining(&found[0]).expect("readable");
    assert_eq!(remaining.len(), 1);
    assert_eq!(remaining[0].path, "b");
    assert!(w.history().expect("readable").is_empty());
    assert_eq!(place.all(), before, "reading wrote something");

    let done = w.recover_own().expect("finished");
    assert!(matches!(
        done[..],
        [Recovery::Finished(_), Recovery::Dropped(2)]
    ));
    assert_eq!(place.text("b").as_deref(), Some("4"));
    let past = w.history().expect("readable");
    assert_eq!(past[0].trust, Trust::Own);
}

#[test]
fn a_file_that_was_changed_after_the_crash_is_not_overwritten() {
    let place = Place::new(&[("a", "1"), ("b", "2")]);
    place.interrupt();
    place.put("b", "mine");
    let result = place.open().recover_own();
    assert!(matches!(result, Err(WorkspaceError::CannotRecover { .. })));
    assert_eq!(place.text("b").as_deref(), Some("mine"));
}

#[test]
fn a_planted_journal_is_never_finished_unasked() {
    let place = Place::new(&[("a", "1")]);
    place.plant("pending-1", "evil.sh", "boo");
    let before = place.all();
    let w = place.open();
    assert!(matches!(
        w.recover_own(),
        Err(WorkspaceError::NotOwnJournal { .. })
    ));
    let found = w.interrupted().expect("readable");
    assert!(matches!(found[0].trust, Trust::Unknown(_)));
    let left: Vec<_> = place.all();
    let new: Vec<_> = left.iter().filter(|f| !before.contains(f)).collect();
    let outside_store =
        |p: &&&(PathBuf, Option<Vec<u8>>)| !p.0.starts_with(place.root().join(".reweave"));
    assert_eq!(new.iter().filter(outside_store).count(), 0, "{new:?}");

    // Asked for by name it is, without the permissions that it wants.
    w.recover_all().expect("finished");
    assert_eq!(place.text("evil.sh").as_deref(), Some("boo"));
    assert!(!is_executable(&place.root().join("evil.sh")));
}

#[test]
fn no_journal_and_no_undo_writes_into_hidden_folders() {
    for folder in ["pending-1", "1"] {
        let place = Place::new(&[("a", "1")]);
        place.put(".git/hooks/keep", "");
        place.plant(folder, ".git/hooks/pre-commit", "#!/bin/sh\n");
        let w = place.open();
        assert!(w.recover_own().is_err() || folder == "1");
        assert!(w.recover_all().is_err() || folder == "1");
        let undo = w.reversal(Some(1));
        assert!(
            matches!(
                undo,
                Err(WorkspaceError::BadEntry { .. } | WorkspaceError::NoSuchEntry { .. })
            ),
            "{undo:?}"
        );
        assert_eq!(place.text(".git/hooks/pre-commit"), None);
    }
    let place = Place::new(&[]);
    for path in [".git/hooks/x", "a/.hidden", ".x"] {
        let change = FileChange::new(path, None, Some(b"1".to_vec()));
        let written = place.open().write(&[change], about());
        assert!(matches!(written, Err(WorkspaceError::Hidden(_))), "{path}");
    }
}

#[test]
fn a_journal_that_was_touched_or_moved_or_has_no_key_is_not_ours() {
    type Touch = fn(&Place);
    let touch: [(&str, Touch); 4] = [
        ("its record", |p| {
            let path = ".reweave/pending-1/entry.json";
            let text = p.text(path).expect("there");
            p.put(path, &text.replace("\"t\"", "\"u\""));
        }),
        ("its seal", |p| {
            fs::remove_file(p.root().join(".reweave/pending-1/seal")).expect("there");
        }),
        ("the key", |p| {
            fs::remove_file(p.state().join("key")).expect("there");
        }),
        ("another key", |p| {
            fs::remove_file(p.state().join("key")).expect("there");
            fs::write(p.state().join("key"), [7; 32]).expect("written");
            make_private(&p.state().join("key"));
        }),
    ];
    for (what, touch) in touch {
        let place = Place::new(&[("a", "1"), ("b", "2")]);
        place.interrupt();
        touch(&place);
        let result = place.open().recover_own();
        assert!(
            matches!(result, Err(WorkspaceError::NotOwnJournal { .. })),
            "{what}: {result:?}"
        );
        assert_eq!(place.text("b").as_deref(), Some("2"), "{what}");
        // The user may ask for it.
        place.open().recover_all().expect("finished");
        assert_eq!(place.text("b").as_deref(), Some("4"), "{what}");
    }
    // The texts are part of what is sealed.
    let place = Place::new(&[("a", "1"), ("b", "2")]);
    place.interrupt();
    place.put(".reweave/pending-1/1.after", "other");
    let result = place.open().recover_own();
    assert!(matches!(result, Err(WorkspaceError::BadEntry { .. })));
    // A copy in another root is another root's.
    let place = Place::new(&[("a", "1"), ("b", "2")]);
    place.interrupt();
    let moved = place.dir.path().join("moved");
    fs::rename(place.root(), &moved).expect("moved");
    let w = Workspace::open_with_state(&moved, Some(place.state())).expect("a folder");
    assert!(matches!(
        w.recover_own(),
        Err(WorkspaceError::NotOwnJournal { .. })
    ));
}

#[test]
fn without_a_place_for_the_key_writing_works_and_is_finished_when_asked() {
    let place = Place::new(&[("a", "1"), ("b", "2")]);
    // A file stands where the folder for state would be.
    fs::write(place.state(), "").expect("written");
    place.interrupt();
    let w = place.open();
    assert!(matches!(
        w.recover_own(),
        Err(WorkspaceError::NotOwnJournal { .. })
    ));
    w.recover_all().expect("finished");
    assert_eq!(place.text("b").as_deref(), Some("4"));
    // Nor is a key trusted that lies in the tree itself.
    let state = place.root().join("state");
    fs::create_dir(&state).expect("created");
    fs::write(state.join("key"), [7; 32]).expect("written");
    make_private(&state.join("key"));
    let w = Workspace::open_with_state(&place.root(), Some(state)).expect("a folder");
    let change = FileChange::new("c", None, Some(b"1".to_vec()));
    w.write(&[change], about()).expect("written");
    let past = w.history().expect("readable");
    assert!(matches!(past.last().expect("one").trust, Trust::Unknown(_)));
}

#[test]
fn what_others_recorded_is_undone_only_by_its_number() {
    let place = Place::new(&[("a", "new")]);
    place.plant("1", "a", "new");
    let w = place.open();
    assert!(matches!(
        w.reversal(None),
        Err(WorkspaceError::NotOwnEntry { id: 1, .. })
    ));
    let (_, changes) = w.reversal(Some(1)).expect("named");
    assert_eq!(changes[0].mode, None);
}

#[test]
fn a_record_of_the_version_before_is_finished_when_asked() {
    let place = Place::new(&[("a", "1")]);
    let entry: Value = json!({
        "id": 7, "time": 0, "title": "old", "allowed": [], "undoes": null,
        "files": [{"path": "a", "existed": true, "exists": true, "mode_before": null, "mode_after": null}],
    });
    place.put(".reweave/pending-7/entry.json", &entry.to_string());
    place.put(".reweave/pending-7/0.before", "1");
    place.put(".reweave/pending-7/0.after", "2");
    place.put(".reweave-7-0.tmp", "2");
    place.open().recover_all().expect("finished");
    assert_eq!(place.text("a").as_deref(), Some("2"));
    assert_eq!(place.text(".reweave-7-0.tmp"), None);
}

#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn temporaries_follow_no_link_and_cannot_be_guessed() {
        let place = Place::new(&[("a", "1")]);
        let outside = place.dir.path().join("outside");
        fs::write(&outside, "precious").expect("written");
        for n in 0..4 {
            let name = format!(".reweave-1-{n}.tmp");
            symlink(&outside, place.root().join(name)).expect("linked");
        }
        let change = FileChange::new("a", Some(b"1".to_vec()), Some(b"2".to_vec()));
        place.open().write(&[change], about()).expect("written");
        assert_eq!(fs::read_to_string(&outside).expect("there"), "precious");
        assert_eq!(place.text("a").as_deref(), Some("2"));
    }

    #[test]
    fn the_store_and_every_folder_on_the_way_may_be_no_link() {
        let place = Place::new(&[("a", "1")]);
        let outside = place.dir.path().join("outside");
        fs::create_dir(&outside).expect("created");
        symlink(&outside, place.root().join(".reweave")).expect("linked");
        symlink(&outside, place.root().join("sub")).expect("linked");
        let w = place.open();
        let change = FileChange::new("a", Some(b"1".to_vec()), Some(b"2".to_vec()));
        assert!(matches!(
            w.write(&[change], about()),
            Err(WorkspaceError::Link(_))
        ));
        fs::remove_file(place.root().join(".reweave")).expect("there");
        for path in ["sub/x", "sub/deeper/x"] {
            let change = FileChange::new(path, None, Some(b"2".to_vec()));
            let written = w.write(&[change], about());
            assert!(
                matches!(written, Err(WorkspaceError::Link(_))),
                "{written:?}"
            );
        }
        assert_eq!(fs::read_dir(&outside).expect("there").count(), 0);
        assert_eq!(place.text("a").as_deref(), Some("1"));
    }

    #[test]
    fn parts_of_the_store_may_be_no_links_either() {
        for name in ["lock", ".gitignore", "2"] {
            let place = Place::new(&[("a", "1")]);
            let outside = place.dir.path().join("outside");
            fs::write(&outside, "precious").expect("written");
            fs::create_dir(place.root().join(".reweave")).expect("created");
            symlink(&outside, place.root().join(".reweave").join(name)).expect("linked");
            let change = FileChange::new("a", Some(b"1".to_vec()), Some(b"2".to_vec()));
            let _ = place.open().write(&[change], about());
            assert_eq!(
                fs::read_to_string(&outside).expect("there"),
                "precious",
                "{name}"
            );
        }
    }

    #[test]
    fn pipes_and_sockets_are_left_out_and_said() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let place = Place::new(&[("a.bc", "1")]);
        let pipe = place.root().join("p.bc");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("made");
        let read = place.open().read(|_| true).expect("readable");
        assert_eq!(read.sources.iter().count(), 1);
        assert_eq!(read.skipped.len(), 1);
        assert!(read.skipped[0].why.contains("a pipe"), "{:?}", read.skipped);
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).expect("there").permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    false
}

#[cfg(unix)]
fn make_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, PermissionsExt::from_mode(0o600)).expect("set");
}

#[cfg(not(unix))]
fn make_private(_path: &Path) {}
