//! Bounded answers: as much of a list as an agent can read at once, the total, and where the rest begins.

use serde_json::{Value, json};

/// Bytes of the items of one answer: some 6,000 tokens, which leaves room for what stands around them.
const MOST_BYTES: usize = 18_000;

/// One page of a list, from a cursor that an earlier page gave.
pub struct Page {
    pub items: Vec<Value>,
    pub total: usize,
    pub next: Option<String>,
}

impl Page {
    /// At least one item, however long it is.
    pub fn of(all: impl ExactSizeIterator<Item = Value>, cursor: usize) -> Self {
        let total = all.len();
        let mut items = Vec::new();
        let mut bytes = 0;
        for item in all.skip(cursor) {
            bytes += item.to_string().len();
            if bytes > MOST_BYTES && !items.is_empty() {
                break;
            }
            items.push(item);
        }
        let end = cursor + items.len();
        Self {
            items,
            total,
            next: (end < total).then(|| end.to_string()),
        }
    }

    /// Puts the page into an answer under a name.
    pub fn into_answer(self, mut answer: Value, name: &str) -> Value {
        answer[name] = json!(self.items);
        answer["total"] = json!(self.total);
        answer["next"] = json!(self.next);
        answer
    }
}

/// The beginning of a text that would be too long to answer with, and whether it is all.
pub fn cut(text: &str, most: usize) -> (String, bool) {
    if text.len() <= most {
        return (text.to_owned(), true);
    }
    let end = text.floor_char_boundary(most);
    let kept = text.get(..end).unwrap_or_default();
    let line = kept.rfind('\n').map_or(kept.len(), |at| at + 1);
    (kept.get(..line).unwrap_or_default().to_owned(), false)
}
