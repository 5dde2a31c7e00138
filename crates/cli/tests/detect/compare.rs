//! `reweave compare` on revisions of a repository.

use crate::repository::{Repository, class, git_is_here, run_in};

#[test]
fn revisions_compare_as_the_folders_they_hold() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::new();
    repo.write("src/p/A.java", &class("A", "first"));
    repo.write("other/q/B.java", &class("B", "third"));
    repo.commit("add A");
    repo.git(&["tag", "v1"]);
    repo.write("src/p/A.java", &class("A", "second"));
    repo.commit("rename first");
    let compared =
        |old: &str, new: &str| run_in(&repo.path, &["compare", old, new, "--format", "json"]);
    let run = compared("v1:src", "HEAD:src");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("p.A.second(int)"), "{}", run.out);
    let whole = compared("v1", "HEAD");
    assert!(whole.out.contains("p.A.second(int)"), "{}", whole.out);
    let mixed = compared("v1:src", "src");
    assert!(mixed.out.contains("p.A.second(int)"), "{}", mixed.out);
    for bad in ["nowhere", "v1:nowhere", "v1..HEAD", "v1:src/p/A.java"] {
        let run = compared(bad, "HEAD");
        assert_eq!(run.code, 2, "{bad}");
        assert!(run.err.contains(bad), "{}", run.err);
    }
    let elsewhere = run_in(
        repo.path.parent().expect("a parent"),
        &["compare", "v1", "HEAD", "--repo", "repo"],
    );
    assert_eq!(elsewhere.code, 0, "{}", elsewhere.err);
}
