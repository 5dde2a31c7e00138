//! Bounded answers: as much of a list as an agent can read at once, the total, and where the rest begins.

use serde_json::{Value, json};

/// Bytes of a whole answer: 8,000 tokens of three bytes, which is what dense JSON with code in it takes at the worst.
pub const MOST_ANSWER: usize = 24_000;

/// Bytes that an answer is given beside its list.
const MOST_AROUND: usize = 14_000;

/// Bytes of `total`, `next` and what else a page adds.
const OF_PAGE: usize = 200;

/// Characters of a text and items of a list that are kept, from one try to the next.
const TRIES: [(usize, usize); 4] = [(2_000, 100), (500, 30), (120, 8), (24, 2)];

/// What stands for the rest of a text.
const REST: &str = "…";

/// One page of a list, from a cursor that an earlier page gave.
pub struct Page {
    pub items: Vec<Value>,
    pub total: usize,
    pub next: Option<String>,
}

impl Page {
    /// As much as fits beside what an answer has already; at least one item, shortened where it would fill the page alone.
    fn of(all: impl ExactSizeIterator<Item = Value>, cursor: usize, room: usize) -> Self {
        let total = all.len();
        let mut items = Vec::new();
        let mut bytes = 0;
        for item in all.skip(cursor) {
            let item = shortened(item, room);
            bytes += size(&item) + 1;
            if bytes > room && !items.is_empty() {
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
}

/// An answer with one page of a list under a name.
pub fn paged(
    answer: Value,
    name: &str,
    all: impl ExactSizeIterator<Item = Value>,
    cursor: usize,
) -> Value {
    let mut answer = shortened(answer, MOST_AROUND);
    let room = MOST_ANSWER.saturating_sub(size(&answer) + OF_PAGE);
    let page = Page::of(all, cursor, room);
    answer[name] = json!(page.items);
    answer["total"] = json!(page.total);
    answer["next"] = json!(page.next);
    answer
}

/// A value that takes no more bytes than there is room: the same where it fits, else with its longest texts and lists cut.
pub fn shortened(value: Value, room: usize) -> Value {
    let mut short = value;
    for (text, list) in TRIES {
        if size(&short) <= room {
            break;
        }
        short = with_cut(short, text, list);
    }
    short
}

fn size(value: &Value) -> usize {
    value.to_string().len()
}

fn with_cut(value: Value, text: usize, list: usize) -> Value {
    match value {
        Value::String(whole) => match whole.char_indices().nth(text) {
            Some((end, _)) => json!(whole.get(..end).unwrap_or_default().to_owned() + REST),
            None => Value::String(whole),
        },
        Value::Array(items) => {
            let kept = items.into_iter().take(list);
            Value::Array(kept.map(|item| with_cut(item, text, list)).collect())
        }
        Value::Object(fields) => {
            let kept = fields.into_iter();
            Value::Object(
                kept.map(|(name, value)| (name, with_cut(value, text, list)))
                    .collect(),
            )
        }
        other => other,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_list_the_answer_fits_and_nothing_is_lost() {
        let texts = [
            "short".to_owned(),
            "é\u{1}\"".repeat(40_000),
            "x".repeat(9_000),
        ];
        let all: Vec<Value> = (0..500)
            .map(|i| json!({"n": i, "text": texts[i % 3], "places": vec![texts[0].clone(); 300]}))
            .collect();
        let (mut cursor, mut seen) = (0, Vec::new());
        loop {
            let head = json!({"status": "done", "message": texts[1]});
            let answer = paged(head, "items", all.iter().cloned(), cursor);
            assert!(size(&answer) <= MOST_ANSWER, "{} bytes", size(&answer));
            let items = answer["items"].as_array().expect("a list");
            seen.extend(items.iter().filter_map(|i| i["n"].as_u64()));
            match answer["next"].as_str() {
                Some(next) => cursor = next.parse().expect("a number"),
                None => break,
            }
        }
        assert_eq!(seen, (0..500).collect::<Vec<u64>>());
    }

    #[test]
    fn what_fits_is_left_alone() {
        let value = json!({"a": ["b", 1, null], "c": {"d": "e".repeat(3_000)}});
        assert_eq!(shortened(value.clone(), 4_000), value);
    }
}
