//! Files that the change did not touch, found by the names of their types.

use crate::language::LANGUAGES;
use crate::{Limits, Models, Rest};
use reweave_detect::FileSource;
use reweave_model::{FileModel, Program};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Looks for the file of a type below the source folders that the changed files show: a file `x/src/a/b/C.java` of package
/// `a.b` shows that types of package `c` lie in `x/src/c`. No listing of the whole tree is needed.
pub struct Untouched<'a> {
    rest: &'a dyn Rest,
    models: &'a Models,
    limits: &'a Limits<'a>,
    roots: Vec<String>,
    folders: RefCell<FxHashMap<(reweave_detect::Side, String), Rc<Names>>>,
    found: RefCell<Found>,
}

/// The source files of a folder by their names without the ending, those of a language that is listed earlier first.
type Names = FxHashMap<String, Vec<String>>;

type Found = FxHashMap<(reweave_detect::Side, String), Option<Arc<FileModel>>>;

/// A change over more source folders than that is a sweep over the whole code base; each question would cost too much.
const MAX_ROOTS: usize = 32;

impl<'a> Untouched<'a> {
    pub fn new(
        rest: &'a dyn Rest,
        models: &'a Models,
        limits: &'a Limits<'a>,
        programs: [&Program; 2],
    ) -> Self {
        let mut roots = BTreeSet::new();
        for program in programs {
            for file in &program.files {
                let Some(root) = source_root(&file.path, program.text(file.package)) else {
                    continue;
                };
                roots.insert(root.to_owned());
                // Tests extend what they test.
                if root.contains("/test/") || root.starts_with("test/") {
                    roots.insert(root.replacen("test/", "main/", 1));
                }
            }
        }
        Self {
            rest,
            models,
            limits,
            folders: RefCell::default(),
            roots: roots.into_iter().take(MAX_ROOTS).collect(),
            found: RefCell::default(),
        }
    }

    fn look_up(&self, side: reweave_detect::Side, qualified: &str) -> Option<Arc<FileModel>> {
        // The last parts may name inner types: the longest path that exists wins.
        let mut name = qualified;
        loop {
            let relative = name.replace('.', "/");
            for root in &self.roots {
                if self.limits.are_over() {
                    return None;
                }
                let path = format!("{root}{relative}");
                let (folder, stem) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
                let names = self.names(side, folder);
                for file in names.get(stem).into_iter().flatten() {
                    let path = format!("{folder}{file}");
                    if let Some(source) = self.rest.file(side.into(), &path) {
                        let model = self.models.lower(&source, &|| self.limits.are_over())?;
                        return Some(model);
                    }
                }
            }
            name = name.rsplit_once('.')?.0;
        }
    }

    /// What lies right in a folder, looked at once: most types that are asked for are not in the tree.
    fn names(&self, side: reweave_detect::Side, folder: &str) -> Rc<Names> {
        let key = (side, folder.to_owned());
        if let Some(known) = self.folders.borrow().get(&key) {
            return Rc::clone(known);
        }
        let all = self.rest.names(side.into(), folder);
        let mut names = Names::default();
        for extension in LANGUAGES.iter().flat_map(|l| l.extensions) {
            for file in &all {
                if let Some(stem) = file.strip_suffix(extension) {
                    names.entry(stem.to_owned()).or_default().push(file.clone());
                }
            }
        }
        let names = Rc::new(names);
        self.folders.borrow_mut().insert(key, Rc::clone(&names));
        names
    }
}

impl FileSource for Untouched<'_> {
    fn file_of_type(&self, side: reweave_detect::Side, qualified: &str) -> Option<Arc<FileModel>> {
        let key = (side, qualified.to_owned());
        if let Some(known) = self.found.borrow().get(&key) {
            return known.clone();
        }
        let found = self.look_up(side, qualified);
        self.found.borrow_mut().insert(key, found.clone());
        found
    }
}

/// The folder below which packages are folders, with its `/`; empty where it is the root.
fn source_root<'p>(path: &'p str, package: &str) -> Option<&'p str> {
    let (folder, _) = path.rsplit_once('/').unwrap_or(("", path));
    let package = package.replace('.', "/");
    let root = folder.strip_suffix(&package)?;
    (root.is_empty() || root.ends_with('/')).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Side, Source};

    /// Counts what it is asked.
    #[derive(Default)]
    struct Counting {
        folders: RefCell<Vec<String>>,
        files: RefCell<Vec<String>>,
    }

    impl Rest for Counting {
        fn file(&self, _: Side, path: &str) -> Option<Source> {
            self.files.borrow_mut().push(path.to_owned());
            let text = "package a.b; class D { class In { } }".to_owned();
            let path = path.to_owned();
            Some(Source {
                path,
                text,
                note: None,
            })
        }

        fn names(&self, _: Side, folder: &str) -> Vec<String> {
            self.folders.borrow_mut().push(folder.to_owned());
            let names = ["D.java", "D.txt", "E.java"].map(str::to_owned);
            if folder == "src/a/b/" {
                names.to_vec()
            } else {
                Vec::new()
            }
        }
    }

    #[test]
    fn folders_are_looked_at_once_and_files_only_where_they_are() {
        let models = Models::default();
        let changed = Source {
            path: "src/a/b/C.java".to_owned(),
            text: "package a.b; class C { }".to_owned(),
            note: None,
        };
        let file = models.lower(&changed, &|| false).expect("Java");
        let program = Program {
            names: Arc::clone(models.names()),
            files: vec![file],
        };
        let (rest, limits) = (Counting::default(), Limits::default());
        let untouched = Untouched::new(&rest, &models, &limits, [&program, &program]);
        let found = |name| untouched.file_of_type(reweave_detect::Side::After, name);
        assert!(found("a.b.D").is_some() && found("a.b.D.In").is_some());
        for missing in ["java.util.List", "java.util.Map", "a.b.F"] {
            assert!(found(missing).is_none());
        }
        let mut folders = rest.folders.take();
        folders.sort();
        assert_eq!(
            folders,
            [
                "src/",
                "src/a/",
                "src/a/b/",
                "src/a/b/D/",
                "src/java/",
                "src/java/util/"
            ]
        );
        assert_eq!(rest.files.take(), ["src/a/b/D.java", "src/a/b/D.java"]);
    }

    #[test]
    fn packages_show_source_folders() {
        assert_eq!(source_root("x/src/a/b/C.java", "a.b"), Some("x/src/"));
        assert_eq!(source_root("a/b/C.java", "a.b"), Some(""));
        assert_eq!(source_root("x/xa/b/C.java", "a.b"), None);
    }
}
