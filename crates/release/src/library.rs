//! A release as `replay` needs it: class files where there are any, sources otherwise.

use crate::{Input, InputError};
use reweave_classpath::ClassPath;
use reweave_java_names::{ClassSource, NoClasses};
use reweave_replay::Library;
use std::path::Path;
use std::sync::Arc;

/// A jar of classes, a `-sources.jar`, or a folder of either.
pub fn library(path: &Path) -> Result<Library, InputError> {
    if path.exists() {
        let classes = ClassPath::open(&[path.to_path_buf()]);
        if !classes.class_names().is_empty() {
            return Ok(Library {
                classes: Arc::new(classes),
                sources: Vec::new(),
            });
        }
    }
    Ok(library_of(Input::read(path)?))
}

/// The sources of a release that was read already.
pub fn library_of(input: Input) -> Library {
    let is_java = |path: &str| Path::new(path).extension().is_some_and(|e| e == "java");
    let java = input.sources.into_iter().filter(|s| is_java(&s.path));
    Library {
        classes: Arc::new(NoClasses),
        sources: java.map(|s| (s.path, s.text)).collect(),
    }
}
