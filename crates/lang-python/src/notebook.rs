//! Notebooks: the code cells of an `.ipynb` file are read, what is around them is not.
//!
//! A cell is a JSON object whose `cell_type` is `code` and whose `source` is a string or a list of strings. Everything keeps its
//! place: an escape of two characters is a character and a blank.

use reweave_text::Part;

/// With the dot.
const ENDING: &str = ".ipynb";

/// The text with all but the code of its cells blanked, where the file is a notebook.
pub fn cells(path: &str, text: &str) -> Option<String> {
    if !path.ends_with(ENDING) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (start, end) in Reader::new(text).code() {
        blank(text.part(from..start), &mut out);
        unescape(text.part(start..end), &mut out);
        from = end;
    }
    blank(text.part(from..), &mut out);
    Some(out)
}

/// As many bytes of blanks, on as many lines.
fn blank(text: &str, out: &mut String) {
    out.extend(text.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
}

/// The content of a JSON string as code of the same length; commands to the notebook itself are no code.
fn unescape(text: &str, out: &mut String) {
    let first = out.len();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => out.push_str("\n "),
                Some('u') => {
                    let digits = letters.as_str().part(..4);
                    blank("\\u0000".part(..2 + digits.len()), out);
                    letters = letters.as_str().part(digits.len()..).chars();
                }
                Some(quoted @ ('"' | '\\' | '/')) => {
                    out.push(' ');
                    out.push(quoted);
                }
                Some(other) => blank(&format!("\\{other}"), out),
                None => out.push(' '),
            },
            _ => out.push(letter),
        }
    }
    let code = out.split_off(first);
    for line in code.split_inclusive('\n') {
        if line.trim_start().starts_with(['%', '!', '?']) {
            blank(line, out);
        } else {
            out.push_str(line);
        }
    }
}

/// An object or list of the JSON text that is open.
#[derive(Default)]
struct Open {
    /// The key whose value comes, of an object.
    key: String,
    is_object: bool,
    is_code: bool,
    /// The strings of `source`.
    source: Vec<(usize, usize)>,
}

/// Goes through JSON text once, whatever is wrong with it.
struct Reader<'t> {
    text: &'t str,
    open: Vec<Open>,
    code: Vec<(usize, usize)>,
}

impl<'t> Reader<'t> {
    const fn new(text: &'t str) -> Self {
        Self {
            text,
            open: Vec::new(),
            code: Vec::new(),
        }
    }

    /// The strings that hold code, without their quotes, in order.
    fn code(mut self) -> Vec<(usize, usize)> {
        let mut at = 0;
        while let Some(&byte) = self.text.as_bytes().get(at) {
            at += 1;
            match byte {
                b'{' | b'[' => self.open.push(Open {
                    is_object: byte == b'{',
                    ..Open::default()
                }),
                b'}' | b']' => self.close(),
                b'"' => {
                    let end = self.end_of_string(at);
                    self.string(at, end);
                    at = end + 1;
                }
                _ => {}
            }
        }
        self.code.sort_unstable();
        self.code
    }

    fn end_of_string(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = start;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => return at,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        bytes.len()
    }

    fn string(&mut self, start: usize, end: usize) {
        let value = self.text.part(start..end);
        let is_key = || {
            self.text
                .part(end..)
                .trim_start_matches('"')
                .trim_start()
                .starts_with(':')
        };
        let is_key = self.open.last().is_some_and(|o| o.is_object) && is_key();
        // A list of strings is the value of the key around it.
        let lists = self.open.iter().rev().take_while(|o| !o.is_object).count();
        let Some(holder) = self.open.len().checked_sub(lists + 1) else {
            return;
        };
        let holder = &mut self.open[holder];
        if is_key {
            value.clone_into(&mut holder.key);
        } else if holder.key == "cell_type" {
            holder.is_code = value == "code";
        } else if holder.key == "source" && lists < 2 {
            holder.source.push((start, end));
        }
    }

    fn close(&mut self) {
        if let Some(closed) = self.open.pop().filter(|o| o.is_code) {
            self.code.extend(closed.source);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn the_code_of_cells_stays_where_it_is() {
        let text = r#"{"cells": [
 {"cell_type": "markdown", "source": ["text\n"]},
 {"cell_type": "code", "outputs": [{"text": ["shown"]}], "source": [
  "%time\n",
  "def f(a):\n",
  "    return \"x\" + a"
 ]}]}"#;
        let code = cells("a.ipynb", text).expect("a notebook");
        assert_eq!(code.len(), text.len());
        let lines: Vec<&str> = code
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty())
            .collect();
        assert_eq!(lines, ["def f(a):", "return  \"x \" + a"]);
        assert_eq!(text.find("def f"), code.find("def f"));
        assert_eq!(cells("a.py", text), None);
    }

    #[test]
    fn broken_text_is_read_as_far_as_it_goes() {
        for text in [
            "{\"cell_type\": \"code\", \"source\": \"a\\",
            "]]}}\"",
            "\"\\u00",
            "{\"source\": \"\\ué\"}",
        ] {
            assert_eq!(
                cells("a.ipynb", text).map(|c| c.len()),
                Some(text.len()),
                "{text}"
            );
        }
    }
}
