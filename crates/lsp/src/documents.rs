//! The documents that a client holds open.

use crate::place::{Lines, Units};
use reweave_text::Part;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A document as the client has it.
pub struct Document {
    pub version: i64,
    pub text: Arc<str>,
    pub uri: String,
    /// Why its text is not what the client has any more.
    pub lost: Option<String>,
}

/// By path in the root.
#[derive(Default)]
pub struct Documents(BTreeMap<String, Document>);

impl Documents {
    pub fn open(&mut self, path: String, document: Document) {
        self.0.insert(path, document);
    }

    pub fn close(&mut self, path: &str) {
        self.0.remove(path);
    }

    pub fn get(&self, path: &str) -> Option<&Document> {
        self.0.get(path)
    }

    /// The paths of all.
    pub fn paths(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// A document whose text is not known, and why.
    pub fn lost(&self) -> Option<(&str, &str)> {
        let lost = self
            .0
            .iter()
            .find_map(|(path, d)| Some((path, d.lost.as_ref()?)));
        lost.map(|(path, why)| (path.as_str(), why.as_str()))
    }

    /// Makes the changes of a client; an error says why the document is not what the client thinks it is. It stays so until it is
    /// opened again.
    pub fn change(
        &mut self,
        path: &str,
        version: i64,
        changes: &[Value],
        units: Units,
    ) -> Result<Arc<str>, String> {
        let document = (self.0.get_mut(path)).ok_or_else(|| format!("{path} is not open"))?;
        let changed = document.change(path, version, changes, units);
        if let Err(why) = &changed {
            document.lost = Some(why.clone());
        }
        changed
    }
}

impl Document {
    fn change(
        &mut self,
        path: &str,
        version: i64,
        changes: &[Value],
        units: Units,
    ) -> Result<Arc<str>, String> {
        let document = self;
        if version <= document.version {
            return Err(format!(
                "{path} has version {}; a change to version {version} comes too late",
                document.version
            ));
        }
        let mut text = document.text.to_string();
        for change in changes {
            let new = change["text"].as_str().unwrap_or_default();
            let range = &change["range"];
            if range.is_null() {
                new.clone_into(&mut text);
                continue;
            }
            let lines = Lines::new(&text, units);
            let (start, end) = (lines.offset(&range["start"]), lines.offset(&range["end"]));
            let (Some(start), Some(end)) = (start, end) else {
                return Err(format!("{path}: a change lies outside of the text"));
            };
            if end < start {
                return Err(format!("{path}: a change ends before it starts"));
            }
            let (before, after) = (text.part(..start as usize), text.part(end as usize..));
            text = [before, new, after].concat();
        }
        document.version = version;
        document.text = text.into();
        Ok(Arc::clone(&document.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn changes_come_in_order_and_only_forward() {
        let mut all = Documents::default();
        let document = Document {
            version: 1,
            text: "ab\ncd".into(),
            uri: String::new(),
            lost: None,
        };
        all.open("a.bc".to_owned(), document);
        let at = |line: u32, from: u32, to: u32| json!({"start": {"line": line, "character": from}, "end": {"line": line, "character": to}});
        let changes = [
            json!({"range": at(0, 1, 2), "text": "xy\n"}),
            json!({"range": at(2, 0, 1), "text": ""}),
        ];
        let text = all.change("a.bc", 2, &changes, Units::Utf16);
        assert_eq!(
            text.as_deref(),
            Ok("axy\n\nd"),
            "the second counts from the first"
        );
        assert_eq!(all.lost(), None);
        assert!(all.change("a.bc", 2, &changes, Units::Utf16).is_err());
        assert!(all.change("b.bc", 1, &[], Units::Utf16).is_err());
        let outside = [json!({"range": at(9, 0, 1), "text": ""})];
        assert!(all.change("a.bc", 3, &outside, Units::Utf16).is_err());
        assert!(all.lost().is_some_and(|(path, _)| path == "a.bc"));
    }
}
