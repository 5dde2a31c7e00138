//! The changed lines of a change, as git counts them.

use std::ops::Range;

/// The changed lines of one file, between two versions that have it at one path: a file that moved was removed and added.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileDiff {
    pub path: String,
    /// git does not compare its lines.
    pub binary: bool,
    /// Lines that git counts as added and removed.
    pub added: usize,
    pub removed: usize,
    pub hunks: Vec<Hunk>,
}

/// Lines that were replaced by others; one of the two ranges may be empty. Lines count from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    pub before: Range<usize>,
    pub after: Range<usize>,
    /// The text of the removed lines and of the added ones after them, each cut at 2,000 characters; empty beyond 16 MiB of a
    /// change.
    pub text: Vec<String>,
}

/// Characters of a line that are kept.
const LONGEST_LINE: usize = 2_000;

/// Bytes of all lines that are kept; nobody reads more in one page.
const MOST_TEXT: usize = 16 << 20;

impl FileDiff {
    /// Reads `git diff --numstat -z` and `git diff` of the same two versions, without renames. None where the
    /// two are not of one change.
    ///
    /// ```
    /// use reweave_review::FileDiff;
    /// let patch = b"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a\n-b\n+x\n+y\n";
    /// let files = FileDiff::parse(b"2\t1\tf\0", patch).unwrap();
    /// let hunk = &files[0].hunks[0];
    /// assert_eq!((hunk.before.clone(), hunk.after.clone()), (1..2, 1..3));
    /// assert_eq!(hunk.text, ["b", "x", "y"]);
    /// ```
    pub fn parse(numstat: &[u8], patch: &[u8]) -> Option<Vec<Self>> {
        Self::below(numstat, patch, &[])
    }

    /// The same of two folders, whose paths stand below one of `roots`.
    pub fn below(numstat: &[u8], patch: &[u8], roots: &[&str]) -> Option<Vec<Self>> {
        let mut files = counted(numstat)?;
        let sections = sections(patch)?;
        if sections.len() != files.len() {
            return None;
        }
        for (file, hunks) in files.iter_mut().zip(sections) {
            let removed: usize = hunks.iter().map(|h| h.before.len()).sum();
            let added: usize = hunks.iter().map(|h| h.after.len()).sum();
            if !file.binary && (added, removed) != (file.added, file.removed) {
                return None;
            }
            file.hunks = hunks;
            let below = roots.iter().find_map(|root| file.path.strip_prefix(root));
            if let Some(below) = below {
                file.path = below.trim_start_matches('/').to_owned();
            }
        }
        Some(files)
    }
}

/// `added TAB removed TAB path NUL`, with `-` for both counts of a binary file. `git diff --no-index` writes an empty path
/// and both paths after it.
fn counted(numstat: &[u8]) -> Option<Vec<FileDiff>> {
    let mut fields = numstat.split(|&b| b == 0);
    let mut files = Vec::new();
    while let Some(field) = fields.next().filter(|f| !f.is_empty()) {
        let mut parts = field.splitn(3, |&b| b == b'\t');
        let (added, removed, path) = (parts.next()?, parts.next()?, parts.next()?);
        let path = if path.is_empty() {
            let (before, after) = (fields.next()?, fields.next()?);
            if after == b"/dev/null" { before } else { after }
        } else {
            path
        };
        let count = |text: &[u8]| std::str::from_utf8(text).ok()?.parse().ok();
        let binary = added == b"-";
        files.push(FileDiff {
            path: String::from_utf8_lossy(path).into_owned(),
            binary,
            added: if binary { 0 } else { count(added)? },
            removed: if binary { 0 } else { count(removed)? },
            hunks: Vec::new(),
        });
    }
    Some(files)
}

const FILE: &[u8] = b"diff --git ";

/// The hunks of each file. A file whose kind changed stands there twice, removed and added, with one header.
fn sections(patch: &[u8]) -> Option<Vec<Vec<Hunk>>> {
    let mut sections: Vec<Vec<Hunk>> = Vec::new();
    let mut header: &[u8] = b"";
    let mut kept = 0;
    let mut lines = patch.split(|&b| b == b'\n');
    while let Some(line) = lines.next() {
        if line.starts_with(FILE) {
            if line != header {
                sections.push(Vec::new());
            }
            header = line;
        } else if line.starts_with(b"@@ -") {
            let section = sections.last_mut()?;
            // What stands in these lines is the file's own text and may look like anything.
            hunk(line)?.split(&mut lines, &mut kept, section)?;
        }
    }
    Some(sections)
}

/// Lines of a patch that stand together, those that did not change included.
struct Lines {
    before: Range<usize>,
    after: Range<usize>,
}

impl Lines {
    /// Reads the lines, and adds a hunk for each run of changed ones.
    fn split<'p>(
        mut self,
        lines: &mut impl Iterator<Item = &'p [u8]>,
        kept: &mut usize,
        hunks: &mut Vec<Hunk>,
    ) -> Option<()> {
        let mut is_open = false;
        while !self.before.is_empty() || !self.after.is_empty() {
            let line = lines.next()?;
            let (sign, text) = line.split_first()?;
            let (before, after) = match sign {
                b'-' => (1, 0),
                b'+' => (0, 1),
                b' ' => (1, 1),
                // A line without an end is told of in a line of its own.
                _ => continue,
            };
            if before + after == 1 {
                if !is_open {
                    hunks.push(Hunk {
                        before: self.before.start..self.before.start,
                        after: self.after.start..self.after.start,
                        text: Vec::new(),
                    });
                }
                let hunk = hunks.last_mut()?;
                hunk.before.end += before;
                hunk.after.end += after;
                *kept += text.len();
                if *kept <= MOST_TEXT {
                    let text = String::from_utf8_lossy(text);
                    hunk.text.push(text.chars().take(LONGEST_LINE).collect());
                }
            }
            is_open = before + after == 1;
            self.before.start += before;
            self.after.start += after;
        }
        Some(())
    }
}

/// `@@ -start,count +start,count @@`; a count of 1 is left out, and with a count of 0 the start is the line before.
fn hunk(line: &[u8]) -> Option<Lines> {
    let text = String::from_utf8_lossy(line);
    let mut words = text.split(' ').skip(1);
    let mut range = |sign| {
        let word = words.next()?.strip_prefix(sign)?;
        let (start, count) = word.split_once(',').unwrap_or((word, "1"));
        let (start, count): (usize, usize) = (start.parse().ok()?, count.parse().ok()?);
        let first = if count == 0 {
            start
        } else {
            start.checked_sub(1)?
        };
        Some(first..first + count)
    };
    let before = range('-')?;
    let after = range('+')?;
    Some(Lines { before, after })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_look_like_headers_are_text() {
        let patch = b"diff --git a/f b/f\n@@ -1,2 +0,0 @@\n-diff --git a/x b/x\n-@@ -1 +1 @@\n\\ No newline at end of file\n";
        let files = FileDiff::parse(b"0\t2\tf\0", patch).expect("one change");
        assert_eq!(files.len(), 1);
        assert_eq!(files[0].hunks.len(), 1);
        assert_eq!(
            files[0].hunks[0].text,
            ["diff --git a/x b/x", "@@ -1 +1 @@"]
        );
    }

    #[test]
    fn a_count_that_differs_is_no_answer() {
        let patch = b"diff --git a/f b/f\n@@ -1 +1 @@\n-a\n+b\n";
        assert_eq!(FileDiff::parse(b"2\t1\tf\0", patch), None);
        assert_eq!(FileDiff::parse(b"", patch), None);
    }

    #[test]
    fn binary_files_have_no_lines() {
        let patch = b"diff --git a/i b/i\nBinary files a/i and b/i differ\n";
        let files = FileDiff::parse(b"-\t-\ti\0", patch).expect("one change");
        assert!(files[0].binary && files[0].hunks.is_empty());
    }
}
