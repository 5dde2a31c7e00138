//! What Python's names say: who may see what, and which module a path is.

use reweave_model::Modifiers;

/// The visibility that a name gives: two underscores hide it, one asks to leave it alone.
pub fn visibility(name: &str) -> Modifiers {
    if name.starts_with("__") && !name.ends_with("__") {
        Modifiers::PRIVATE
    } else if name.starts_with('_') && !name.starts_with("__") {
        Modifiers::PROTECTED
    } else {
        Modifiers::PUBLIC
    }
}

/// The folders that sources lie below.
const SOURCE_FOLDERS: [&str; 3] = ["src", "lib", "tests"];

/// The dotted name of the module at `path`, as RefactoringMiner words it: without the folders up to the one for sources, or else
/// the first, and without those that are no identifiers.
pub fn module_of(path: &str) -> String {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let folders: Vec<&str> = folders.split('/').filter(|f| !f.is_empty()).collect();
    let source = folders.iter().position(|f| SOURCE_FOLDERS.contains(f));
    let below = source.unwrap_or(0) + 1;
    let mut parts: Vec<&str> = folders.into_iter().skip(below).collect();
    parts.retain(|p| is_identifier(p));
    parts.push(stem);
    parts.join(".")
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The absolute name that a relative import of `path` means: `..a` with two dots.
pub fn absolute(path: &str, relative: &str) -> String {
    let up = relative.chars().take_while(|&c| c == '.').count();
    let rest = relative.trim_start_matches('.');
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.truncate(folders.len().saturating_sub(up));
    folders.push(rest);
    folders.retain(|f| !f.is_empty());
    folders.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_called_by_the_folders_below_the_source_folder() {
        for (path, module) in [
            ("texar/data/x.py", "data.x"),
            ("dit/tests/test_ops.py", "test_ops"),
            ("docs/tools/a/b.py", "tools.a.b"),
            ("a/x-y/c.py", "c"),
            ("setup.py", "setup"),
            ("a/src/b/__init__.py", "b.__init__"),
        ] {
            assert_eq!(module_of(path), module, "{path}");
        }
    }

    #[test]
    fn relative_imports_are_made_absolute() {
        assert_eq!(absolute("a/b/c.py", "."), "a.b");
        assert_eq!(absolute("a/b/c.py", ".x"), "a.b.x");
        assert_eq!(absolute("a/b/c.py", "..x.y"), "a.x.y");
    }
}
