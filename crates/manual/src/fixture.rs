//! One readable string as several files with carets in them.

/// Files, and the places marked `$0` in them. A line `//- PATH` starts a file; without one, all is one file. One mark is a
/// caret, two are a range.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fixture {
    /// Path and text, in order, the marks taken out.
    pub files: Vec<(String, String)>,
    /// File (its place in `files`) and byte offset of each mark.
    pub marks: Vec<(usize, u32)>,
}

const MARK: &str = "$0";

impl Fixture {
    pub fn parse(text: &str, default_path: &str) -> Self {
        let mut fixture = Self::default();
        let mut current: Option<(&str, String)> = None;
        for line in text.split_inclusive('\n') {
            if let Some(path) = line.strip_prefix("//- ") {
                fixture.close(current.replace((path.trim(), String::new())));
            } else {
                let (_, text) = current.get_or_insert_with(|| (default_path, String::new()));
                text.push_str(line);
            }
        }
        fixture.close(current);
        fixture
    }

    fn close(&mut self, file: Option<(&str, String)>) {
        let Some((path, marked)) = file else { return };
        let mut text = String::with_capacity(marked.len());
        for (i, part) in marked.split(MARK).enumerate() {
            if i > 0 {
                self.marks.push((self.files.len(), text.len() as u32));
            }
            text.push_str(part);
        }
        self.files.push((path.to_owned(), text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_a_range() {
        let fixture = Fixture::parse("//- a.bc\nx\n//- b/c.bc\n$0y + z$0\n", "main.bc");
        assert_eq!(
            fixture.files[1],
            ("b/c.bc".to_owned(), "y + z\n".to_owned())
        );
        assert_eq!(fixture.marks, [(1, 0), (1, 5)]);
    }
}
