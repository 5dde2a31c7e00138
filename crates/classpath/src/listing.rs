//! Class paths as people and build tools write them down.

use reweave_text::Part;
use std::path::{Path, PathBuf};

/// `--classpath`: entries between the platform's separators, `dir/*` for all jars of a folder, as `java -cp` has it.
pub fn split_class_path(text: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for path in std::env::split_paths(text).filter(|p| !p.as_os_str().is_empty()) {
        if path.file_name().is_some_and(|n| n == "*") {
            let dir = path.parent().unwrap_or(Path::new("."));
            let mut jars: Vec<PathBuf> = std::fs::read_dir(dir)
                .into_iter()
                .flatten()
                .flatten()
                .map(|e| e.path())
                .filter(|p| p.extension().is_some_and(|e| e == "jar"))
                .collect();
            jars.sort();
            all.extend(jars);
        } else {
            all.push(path);
        }
    }
    all
}

/// No class path is longer; the file is part of a tree that may come from anywhere.
const LARGEST_LISTING: u64 = 16 << 20;

/// Where build tools leave the list of a project's resolved jars when they are asked to.
const LISTINGS: [&str; 4] = [
    ".classpath",
    "target/classpath.txt",
    "build/classpath.txt",
    "classpath.txt",
];

/// The jars that files of a project list; nothing where there is no such file.
pub fn listed_in_project(root: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = Vec::new();
    for listing in LISTINGS {
        let path = root.join(listing);
        let Ok(text) = reweave_disk::read_text(&path, LARGEST_LISTING) else {
            continue;
        };
        // Eclipse counts from the project, the others from where they write.
        let folder = path.parent().filter(|_| listing != ".classpath");
        for jar in jars_in_listing(&text, folder.unwrap_or(root)) {
            if !all.contains(&jar) {
                all.push(jar);
            }
        }
    }
    all
}

/// The jars that a file lists: what `mvn dependency:build-classpath -Dmdep.outputFile=…` writes, a file with a path a
/// line, or Eclipse's `.classpath`. Relative paths are relative to the file's folder.
pub fn jars_in_listing(text: &str, folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut add = |path: &str| {
        let path = path.trim();
        if !path.is_empty() && !path.starts_with('#') {
            all.push(folder.join(path));
        }
    };
    if text.contains("<classpathentry") {
        for entry in text
            .split("<classpathentry")
            .skip(1)
            .filter_map(|e| e.split('>').next())
        {
            let attribute = |name: &str| {
                let start = entry.find(&format!("{name}=\""))? + name.len() + 2;
                entry.part(start..).split('"').next()
            };
            if attribute("kind") == Some("lib")
                && let Some(path) = attribute("path")
            {
                add(path);
            }
        }
        return all;
    }
    for line in text.lines() {
        for path in std::env::split_paths(line) {
            add(&path.to_string_lossy());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_that_lists_its_jars() {
        let dir = tempfile::tempdir().expect("a folder for the test");
        std::fs::create_dir(dir.path().join("target")).expect("a fresh folder");
        std::fs::write(
            dir.path().join("target/classpath.txt"),
            "/m2/a.jar:lib/b.jar\n",
        )
        .expect("room on the disk");
        assert_eq!(
            listed_in_project(dir.path()),
            [
                PathBuf::from("/m2/a.jar"),
                dir.path().join("target/lib/b.jar")
            ]
        );
        assert!(listed_in_project(&dir.path().join("nowhere")).is_empty());
    }

    #[test]
    fn listings_of_three_kinds() {
        let base = Path::new("/p");
        assert_eq!(
            jars_in_listing("/a/x.jar:/b/y.jar\n", base),
            [PathBuf::from("/a/x.jar"), PathBuf::from("/b/y.jar")]
        );
        assert_eq!(
            jars_in_listing("# libs\nlib/x.jar\n", base),
            [PathBuf::from("/p/lib/x.jar")]
        );
        let eclipse = r#"<classpath><classpathentry kind="src" path="src"/>
            <classpathentry kind="lib" path="lib/z.jar"/></classpath>"#;
        assert_eq!(
            jars_in_listing(eclipse, base),
            [PathBuf::from("/p/lib/z.jar")]
        );
    }
}
