//! The class path: entries in order, the first that has a class wins.

use crate::class_file;
use crate::entry::{Entry, Place};
use crate::index::ApiIndex;
use reweave_java_names::{ClassData, ClassSource, ModuleData};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Something of the class path that could not be read, for the report.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Problem {
    pub path: PathBuf,
    pub what: String,
}

#[derive(Default)]
pub struct ClassPath {
    entries: Vec<(PathBuf, Entry)>,
    classes: FxHashMap<String, (usize, Place)>,
    modules: Vec<ModuleData>,
    api: Option<ApiIndex>,
    problems: Mutex<Vec<Problem>>,
}

impl ClassPath {
    /// Opens folders, jars and `lib/modules` images in this order. Entries that cannot be opened are problems.
    pub fn open(paths: &[PathBuf]) -> Self {
        let mut class_path = Self::default();
        for path in paths {
            class_path.add(path);
        }
        class_path
    }

    /// `paths` and the Java API: the JDK at `java_home`, or the built-in index where there is none.
    pub fn with_jdk(paths: &[PathBuf], java_home: Option<&Path>) -> Self {
        let mut class_path = Self::open(paths);
        let image = java_home
            .map(|home| home.join("lib/modules"))
            .filter(|image| image.is_file());
        match image {
            Some(image) => class_path.add(&image),
            None => class_path.add_api_index(),
        }
        class_path
    }

    /// The public `java.*` API that ships with the tool.
    pub fn add_api_index(&mut self) {
        let api = ApiIndex::built_in();
        self.modules.extend(api.modules());
        self.api = Some(api);
    }

    fn add(&mut self, path: &Path) {
        let index = self.entries.len();
        match Entry::open(path) {
            Ok(opened) => {
                for class in opened.found {
                    self.classes
                        .entry(class.name)
                        .or_insert((index, class.place));
                }
                self.modules.extend(opened.modules);
                self.entries.push((path.to_path_buf(), opened.entry));
                for what in opened.left_out {
                    self.problem(path, what);
                }
            }
            Err(what) => self.problem(path, what),
        }
    }

    fn problem(&self, path: &Path, what: String) {
        let path = path.to_path_buf();
        self.problems
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Problem { path, what });
    }

    /// What could not be read so far, sorted. Classes are read when they are first asked for.
    pub fn problems(&self) -> Vec<Problem> {
        let mut all = self
            .problems
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        all.sort();
        all.dedup();
        all
    }
}

impl ClassSource for ClassPath {
    fn class_names(&self) -> Vec<String> {
        let mut all: Vec<String> = self.classes.keys().cloned().collect();
        if let Some(api) = &self.api {
            let more = api.names().filter(|n| !self.classes.contains_key(*n));
            all.extend(more.map(str::to_owned));
        }
        all
    }

    fn modules(&self) -> Vec<ModuleData> {
        self.modules.clone()
    }

    fn load(&self, binary_name: &str) -> Option<ClassData> {
        let Some((entry, place)) = self.classes.get(binary_name) else {
            return self.api.as_ref()?.load(binary_name);
        };
        let (path, entry) = &self.entries[*entry];
        match entry.read(place).and_then(|bytes| class_file::read(&bytes)) {
            Ok(data) if data.name == binary_name => Some(data),
            Ok(data) => {
                let what = format!("{binary_name}.class holds the class {}", data.name);
                self.problem(path, what);
                None
            }
            Err(what) => {
                self.problem(path, format!("{binary_name}.class: {what}"));
                None
            }
        }
    }
}

/// The JDK of this machine: what `JAVA_HOME` names, or the home of the `java` on the `PATH`.
pub fn jdk_home() -> Option<PathBuf> {
    let has_image = |home: &PathBuf| home.join("lib/modules").is_file();
    if let Some(home) = std::env::var_os("JAVA_HOME").map(PathBuf::from)
        && has_image(&home)
    {
        return Some(home);
    }
    std::env::split_paths(&std::env::var_os("PATH")?)
        .filter_map(|dir| dir.join("java").canonicalize().ok())
        .filter_map(|java| Some(java.parent()?.parent()?.to_path_buf()))
        .find(has_image)
}
