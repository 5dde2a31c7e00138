//! Which part of a project's sources a file belongs to, by the folders that Maven, Gradle and old builds give them.

use crate::is_test_place;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Main,
    Tests,
    Examples,
}

const EXAMPLES: &[&str] = &[
    "example", "examples", "sample", "samples", "demo", "demos", "tutorial",
];

impl Part {
    pub const ALL: [Self; 3] = [Self::Main, Self::Tests, Self::Examples];

    /// The part of a place `FILE:LINE`; what has no place belongs to the main sources. Folders count as far as the
    /// sources' root: `org/acme/test/Runner.java` below `src/main/java` is a library's own.
    pub fn of(at: Option<&str>) -> Self {
        if at.is_some_and(is_test_place) {
            return Self::Tests;
        }
        let path = at.unwrap_or_default().replace('\\', "/");
        let folders: Vec<String> = match path.rsplit_once('/') {
            Some((folders, _)) => folders.split('/').map(str::to_lowercase).collect(),
            None => return Self::Main,
        };
        let is_root = |name: &String| matches!(name.as_str(), "java" | "main");
        let end = folders.iter().position(is_root).unwrap_or(folders.len());
        let has = |names: &[&str]| {
            folders
                .iter()
                .take(end)
                .any(|f| names.contains(&f.as_str()))
        };
        if has(EXAMPLES) {
            Self::Examples
        } else {
            Self::Main
        }
    }

    pub const fn title(self) -> &'static str {
        match self {
            Self::Main => "Main sources",
            Self::Tests => "Tests",
            Self::Examples => "Examples",
        }
    }

    pub const fn id(self) -> &'static str {
        match self {
            Self::Main => "main-sources",
            Self::Tests => "tests",
            Self::Examples => "examples",
        }
    }
}
