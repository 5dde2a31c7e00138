//! A project as its surfaces use it, on folders on disk.

use crate::{Ask, At, Place, Plan, Project, ProjectError, SCHEMA, Setup, Watch, document};
use reweave_workspace::{Workspace, WorkspaceError};
use std::fs;
use std::path::Path;
use std::sync::Arc;

struct Root {
    dir: tempfile::TempDir,
    state: tempfile::TempDir,
}

impl Root {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let state = tempfile::tempdir().expect("a temporary folder");
        let root = Self { dir, state };
        for (path, text) in files {
            root.write(path, text);
        }
        root
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn write(&self, path: &str, text: &str) {
        let at = self.path().join(path);
        fs::create_dir_all(at.parent().expect("inside")).expect("created");
        fs::write(at, text).expect("written");
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("it is there")
    }

    fn open(&self) -> Project {
        let state = Some(self.state.path().to_owned());
        let workspace = Workspace::open_with_state(self.path(), state).expect("a folder");
        Project::within(workspace, Setup::default())
    }
}

fn rename(at: &str, to: &str) -> Ask {
    Ask {
        refactoring: "rename".to_owned(),
        place: Place::At(At::caret(at).expect("a place")),
        params: [("to".to_owned(), to.to_owned())].into(),
        ..Ask::default()
    }
}

fn plan(project: &mut Project, ask: &Ask) -> Arc<Plan> {
    project.plan(ask, Watch::NOBODY).expect("understood")
}

const LIB: &str = "define sq(n) {\n  return (n * n)\n}\n";

fn program() -> Root {
    Root::new(&[
        ("lib.bc", LIB),
        ("main.bc", "sq(3)\n"),
        ("a/A.java", "package a;\nclass A {}\n"),
    ])
}

#[test]
fn a_plan_is_written_and_taken_back() {
    let root = program();
    let mut project = root.open();
    let plan = plan(&mut project, &rename("lib.bc:1:8", "square"));
    assert!(plan.is_accepted());
    let entry = project.apply(&plan, &mut |_| {}).expect("written");
    assert_eq!(root.text("main.bc"), "square(3)\n");
    assert_eq!(entry.title, "rename lib.bc:1:8 to=square");
    let (undone, _) = project.undo(None, &mut |_| {}).expect("taken back");
    assert_eq!(undone.entry.id, entry.id);
    assert_eq!(root.text("main.bc"), "sq(3)\n");
}

#[test]
fn a_plan_whose_ground_changed_is_stale() {
    // The file that changes is not one that the plan would write.
    let root = program();
    root.write("other.bc", "sq(1)\n");
    let mut project = root.open();
    let plan = plan(&mut project, &rename("lib.bc:2:11", "k"));
    assert_eq!(plan.changes.len(), 1);
    root.write("other.bc", "sq(2)\n");
    match project.apply(&plan, &mut |_| {}) {
        Err(ProjectError::Stale { path }) => assert_eq!(path, "other.bc"),
        other => panic!("{other:?}"),
    }
    root.write("other.bc", "sq(1)\n");
    root.write("new.bc", "1\n");
    let new = project.apply(&plan, &mut |_| {});
    assert!(matches!(new, Err(ProjectError::Stale { .. })), "{new:?}");
    assert_eq!(root.text("lib.bc"), LIB);
}

#[test]
fn the_same_request_has_the_same_id() {
    let root = program();
    let ask = rename("lib.bc:1:8", "square");
    let first = plan(&mut root.open(), &ask);
    let mut project = root.open();
    assert_eq!(first.id, plan(&mut project, &ask).id);
    let other = plan(&mut project, &rename("lib.bc:1:8", "cube"));
    assert_ne!(first.id, other.id);
    root.write("main.bc", "sq(4)\n");
    assert_ne!(first.id, plan(&mut project, &ask).id);
    assert!(project.kept(&other.id).is_ok());
    let lost = project.kept("0000000000000000");
    assert!(matches!(lost, Err(ProjectError::NoSuchPlan(_))));
}

#[test]
fn unsaved_texts_count_and_are_not_written_over() {
    let root = program();
    let mut project = root.open();
    let ask = rename("lib.bc:1:8", "square");
    plan(&mut project, &ask);
    let unsaved: Arc<str> = "sq(3) + sq(4)\n".into();
    project
        .overlay("main.bc", Some(unsaved))
        .expect("taken over");
    let over = plan(&mut project, &ask);
    let main = over
        .changes
        .iter()
        .find(|c| c.path == "main.bc")
        .expect("it calls");
    assert_eq!(main.after.as_deref(), Some(&b"square(3) + square(4)\n"[..]));
    let refused = project
        .apply(&over, &mut |_| {})
        .expect_err("main.bc is not saved");
    assert!(refused.to_string().contains("main.bc"), "{refused}");
    project.overlay("main.bc", None).expect("taken away");
    let again = plan(&mut project, &ask);
    project.apply(&again, &mut |_| {}).expect("written");
    assert_eq!(root.text("main.bc"), "square(3)\n");
}

#[test]
fn two_writers_exclude_each_other() {
    let root = program();
    let mut project = root.open();
    let plan = plan(&mut project, &rename("lib.bc:1:8", "square"));
    fs::create_dir_all(root.path().join(".reweave")).expect("created");
    let lock = fs::File::create(root.path().join(".reweave/lock")).expect("created");
    lock.lock().expect("nobody has it");
    let refused = project.apply(&plan, &mut |_| {});
    let is_locked = matches!(
        refused,
        Err(ProjectError::Workspace(WorkspaceError::Locked(_)))
    );
    assert!(is_locked, "{refused:?}");
    drop(lock);
    assert!(project.apply(&plan, &mut |_| {}).is_ok());
}

#[test]
fn whoever_gives_up_is_not_kept_waiting() {
    let root = program();
    let watch = Watch {
        is_cancelled: &|| true,
        ..Watch::NOBODY
    };
    let cancelled = root.open().plan(&rename("lib.bc:1:8", "square"), watch);
    assert!(matches!(cancelled, Err(ProjectError::Cancelled)));
    let program = root
        .open()
        .program_for(&rename("lib.bc:1:8", "k"))
        .expect("bc");
    let root = root.open();
    let within = program.plan(root.workspace(), &rename("lib.bc:1:8", "k"), watch);
    assert!(matches!(within, Err(ProjectError::Cancelled)));
}

#[test]
fn documents_fit_their_schema() {
    let root = program();
    let mut project = root.open();
    let schema = serde_json::from_str(SCHEMA).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let move_type = Ask {
        refactoring: "rename".to_owned(),
        place: Place::Symbol("a.A".to_owned()),
        params: [("to".to_owned(), "B".to_owned())].into(),
        ..Ask::default()
    };
    let refused = rename("lib.bc:1:8", "1");
    for ask in [rename("lib.bc:1:8", "square"), move_type, refused] {
        let Ok(plan) = project.plan(&ask, Watch::NOBODY) else {
            continue;
        };
        let document = document(&plan, plan.is_accepted(), None);
        let wrong: Vec<_> = validator
            .iter_errors(&document)
            .map(|e| e.to_string())
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}\n{document:#}");
    }
}
