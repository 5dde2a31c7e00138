//! The files of both versions that a change does not touch.

use crate::{Side, Source};

/// Where they are read from.
pub trait Rest {
    /// The file of a version at a path; none where there is none.
    fn file(&self, side: Side, path: &str) -> Option<Source>;

    /// The names of the files that lie right in a folder, which ends with `/` unless it is the root.
    fn names(&self, side: Side, folder: &str) -> Vec<String>;
}

/// No files at all.
impl Rest for () {
    fn file(&self, _: Side, _: &str) -> Option<Source> {
        None
    }

    fn names(&self, _: Side, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Files that both versions share, in order of path.
pub struct Shared<'a>(pub &'a [Source]);

impl Rest for Shared<'_> {
    fn file(&self, _: Side, path: &str) -> Option<Source> {
        let found = self.0.binary_search_by(|s| (*s.path).cmp(path));
        found.ok().map(|i| self.0[i].clone())
    }

    fn names(&self, _: Side, folder: &str) -> Vec<String> {
        let first = self.0.partition_point(|s| *s.path < *folder);
        let below = self.0[first..]
            .iter()
            .map_while(|s| s.path.strip_prefix(folder));
        let right_in = below.filter(|name| !name.contains('/'));
        right_in.map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_right_in_the_folder() {
        let source = |path: &str| Source {
            path: path.to_owned(),
            ..Source::default()
        };
        let all = ["B.java", "a/B.java", "a/C.java", "a/b/D.java", "ab/E.java"].map(source);
        let names = |folder| Shared(&all).names(Side::After, folder);
        assert_eq!(names(""), ["B.java"]);
        assert_eq!(names("a/"), ["B.java", "C.java"]);
        assert_eq!(names("c/"), [""; 0]);
        assert!(Shared(&all).file(Side::Before, "a/b/D.java").is_some());
    }
}
