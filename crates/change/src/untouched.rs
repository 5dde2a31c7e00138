//! Files that the change did not touch, found by the names of their types.

use crate::language::LANGUAGES;
use crate::{Limits, Models, Side, Source};
use reweave_detect::FileSource;
use reweave_model::{FileModel, Program};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Reads one file of a version by its path; none where there is none.
pub type Read<'a> = &'a dyn Fn(Side, &str) -> Option<Source>;

/// Looks for the file of a type below the source folders that the changed files show: a file `x/src/a/b/C.java` of package
/// `a.b` shows that types of package `c` lie in `x/src/c`. No listing of the whole tree is needed.
pub struct Untouched<'a> {
    read: Read<'a>,
    models: &'a Models,
    limits: &'a Limits<'a>,
    roots: Vec<String>,
    found: RefCell<Found>,
}

type Found = FxHashMap<(reweave_detect::Side, String), Option<Arc<FileModel>>>;

/// A change over more source folders than that is a sweep over the whole code base; each question would cost too much.
const MAX_ROOTS: usize = 32;

impl<'a> Untouched<'a> {
    pub fn new(
        read: Read<'a>,
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
            read,
            models,
            limits,
            roots: roots.into_iter().take(MAX_ROOTS).collect(),
            found: RefCell::default(),
        }
    }

    fn look_up(&self, side: Side, qualified: &str) -> Option<Arc<FileModel>> {
        // The last parts may name inner types: the longest path that exists wins.
        let mut name = qualified;
        loop {
            let relative = name.replace('.', "/");
            for root in &self.roots {
                if self.limits.are_over() {
                    return None;
                }
                for extension in LANGUAGES.iter().flat_map(|l| l.extensions) {
                    let path = format!("{root}{relative}{extension}");
                    if let Some(source) = (self.read)(side, &path) {
                        let model = self.models.lower(&source, &|| self.limits.are_over())?;
                        return Some(model);
                    }
                }
            }
            name = name.rsplit_once('.')?.0;
        }
    }
}

impl FileSource for Untouched<'_> {
    fn file_of_type(&self, side: reweave_detect::Side, qualified: &str) -> Option<Arc<FileModel>> {
        let key = (side, qualified.to_owned());
        if let Some(known) = self.found.borrow().get(&key) {
            return known.clone();
        }
        let found = self.look_up(side.into(), qualified);
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

    #[test]
    fn packages_show_source_folders() {
        assert_eq!(source_root("x/src/a/b/C.java", "a.b"), Some("x/src/"));
        assert_eq!(source_root("a/b/C.java", "a.b"), Some(""));
        assert_eq!(source_root("x/xa/b/C.java", "a.b"), None);
    }
}
