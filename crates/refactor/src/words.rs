//! The words of a file that is not parsed, whatever its encoding: enough to tell whether a name can be in it.

use memchr::memmem;
use rustc_hash::FxHashMap;

/// The words of some bytes, with the place of the first of each.
pub struct Words {
    bytes: Vec<u8>,
    exact: FxHashMap<Vec<u8>, usize>,
    lower: FxHashMap<Vec<u8>, usize>,
    /// Words that stand alone between quotes, tags or line ends, or behind a dot.
    alone: FxHashMap<Vec<u8>, usize>,
    lower_alone: FxHashMap<Vec<u8>, usize>,
    /// In lower case, those that fill a quoted text or an element.
    quoted: FxHashMap<Vec<u8>, usize>,
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

impl Words {
    /// Code with comments as C has them, which say nothing.
    pub fn of_code(bytes: &[u8]) -> Self {
        Self::of(without_comments(&without_nul(bytes)), &[])
    }

    pub fn of_text(bytes: &[u8]) -> Self {
        // A NUL may part two words or be half of a character of UTF-16.
        Self::of(without_nul(bytes), bytes)
    }

    fn of(bytes: Vec<u8>, raw: &[u8]) -> Self {
        let mut words = Self {
            bytes,
            exact: FxHashMap::default(),
            lower: FxHashMap::default(),
            alone: FxHashMap::default(),
            lower_alone: FxHashMap::default(),
            quoted: FxHashMap::default(),
        };
        let bytes = std::mem::take(&mut words.bytes);
        words.add(&bytes);
        if raw.len() > bytes.len() {
            words.add(raw);
        }
        words.bytes = bytes;
        words
    }

    /// The same in lower case.
    pub fn lower(&self) -> Self {
        Self::of(self.bytes.to_ascii_lowercase(), &[])
    }

    fn add(&mut self, bytes: &[u8]) {
        let mut at = 0;
        for word in bytes.split(|&b| !is_word(b)) {
            let (start, end) = (at, at + word.len());
            at = end + 1;
            if word.is_empty() {
                continue;
            }
            let before = start.checked_sub(1).and_then(|i| bytes.get(i));
            self.exact.entry(word.to_vec()).or_insert(start);
            let lower = word.to_ascii_lowercase();
            self.lower.entry(lower.clone()).or_insert(start);
            let (before, after) = (before.copied(), bytes.get(end).copied());
            if is_quoted(before, after) {
                self.quoted.entry(lower.clone()).or_insert(start);
            }
            if stands_alone(before, after) {
                self.alone.entry(word.to_vec()).or_insert(start);
                self.lower_alone.entry(lower).or_insert(start);
            }
        }
    }

    /// Where a name is first.
    pub fn find(&self, name: &str, ignores_case: bool) -> Option<usize> {
        look(&self.exact, &self.lower, name, ignores_case)
    }

    /// Where a name is first that stands alone, or behind a dot.
    pub fn find_alone(&self, name: &str, ignores_case: bool) -> Option<usize> {
        look(&self.alone, &self.lower_alone, name, ignores_case)
    }

    /// Whether a name, whatever its case, fills a quoted text somewhere.
    pub fn is_quoted(&self, name: &str) -> bool {
        self.quoted
            .contains_key(name.to_ascii_lowercase().as_bytes())
    }

    /// Whether what begins at a place fills a quoted text.
    pub fn is_quoted_at(&self, at: usize, len: usize) -> bool {
        let before = at.checked_sub(1).and_then(|i| self.bytes.get(i));
        is_quoted(before.copied(), self.bytes.get(at + len).copied())
    }

    /// Where a full name is, and not only the beginning or the end of another.
    pub fn find_full(&self, full: &str) -> Option<usize> {
        memmem::find_iter(&self.bytes, full).find(|&at| {
            let before = at.checked_sub(1).and_then(|i| self.bytes.get(i));
            let after = self.bytes.get(at + full.len());
            !before.is_some_and(|&b| is_word(b) || b == b'.') && !after.is_some_and(|&b| is_word(b))
        })
    }

    /// Whether the file says that it is in some package.
    pub fn has_package(&self) -> bool {
        self.exact.contains_key(&b"package"[..]) || self.exact.contains_key(&b"namespace"[..])
    }

    /// Whether the file is in a package or imports all of it.
    pub fn is_inside(&self, package: &str, separator: &str) -> bool {
        let text = &self.bytes;
        let heads = ["package ", "namespace "];
        let is_own = heads.iter().any(|head| {
            let clause = format!("{head}{package}");
            let mut all = memmem::find_iter(text, &clause);
            all.any(|at| {
                let after = text.get(at + clause.len());
                !after.is_some_and(|&b| is_word(b) || separator.as_bytes().contains(&b))
            })
        });
        let wholes = ["*", "_", "{"].map(|all| format!("{package}{separator}{all}"));
        is_own
            || wholes
                .iter()
                .any(|w| memmem::find(text, w.as_bytes()).is_some())
    }

    /// `line:column`, both from 1.
    pub fn place(&self, at: usize) -> String {
        let before = self.bytes.get(..at).unwrap_or(&self.bytes);
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let start = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
        format!("{line}:{}", before.len() - start + 1)
    }
}

fn look(
    exact: &FxHashMap<Vec<u8>, usize>,
    lower: &FxHashMap<Vec<u8>, usize>,
    name: &str,
    ignores_case: bool,
) -> Option<usize> {
    let in_utf8 = if ignores_case {
        lower.get(name.to_ascii_lowercase().as_bytes())
    } else {
        exact.get(name.as_bytes())
    };
    let in_latin1 = || {
        let bytes: Option<Vec<u8>> = name.chars().map(|c| u8::try_from(c).ok()).collect();
        exact.get(&bytes.filter(|_| !name.is_ascii())?)
    };
    in_utf8.or_else(in_latin1).copied()
}

fn is_quoted(before: Option<u8>, after: Option<u8>) -> bool {
    matches!(
        (before, after),
        (Some(b'"'), Some(b'"')) | (Some(b'\''), Some(b'\'')) | (Some(b'>'), Some(b'<'))
    )
}

fn stands_alone(before: Option<u8>, after: Option<u8>) -> bool {
    let opens = matches!(
        before,
        None | Some(b'"' | b'\'' | b'>' | b'=' | b'\n' | b'`')
    );
    let closes = matches!(
        after,
        None | Some(b'"' | b'\'' | b'<' | b'=' | b'\n' | b'\r' | b'`')
    );
    let is_asked = matches!(before, Some(b'.' | b'#' | b':' | b'{'));
    is_asked || (opens && closes)
}

fn without_nul(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().filter(|&b| b != 0).collect()
}

/// The same with blanks for `// …` and `/* … */` outside strings, so that places stay.
fn without_comments(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < out.len() {
        let end = match (out[at], out.get(at + 1)) {
            (b'/', Some(b'/')) => memchr::memchr(b'\n', &out[at..]).map_or(out.len(), |n| at + n),
            (b'/', Some(b'*')) => {
                memmem::find(&out[at + 2..], b"*/").map_or(out.len(), |n| at + n + 4)
            }
            (quote @ (b'"' | b'\''), _) => {
                at = end_of_string(&out, at, quote);
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        };
        for byte in &mut out[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end;
    }
    out
}

/// Behind a string, or its line where it does not end there.
fn end_of_string(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'\n' => break,
            b if b == quote => break,
            _ => {}
        }
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_encoding() {
        let wide: Vec<u8> = "class A { void step() {} }"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert!(Words::of_text(&wide).find("step", false).is_some());
        let parted = Words::of_text(b"x.step\0more");
        assert!(parted.find("step", false).is_some());
        let latin = Words::of_text(b"calculer_\xE9t\xE9();");
        assert!(latin.find("calculer_été", false).is_some());
        assert!(Words::of_text(b"STEP").find("step", true).is_some());
        assert!(Words::of_text(b"steps").find("step", true).is_none());
    }

    #[test]
    fn comments_say_nothing_and_strings_do() {
        let code = Words::of_code(b"val u = \"http://x\"; a.b() // c\n/* d\n */ e");
        let has = |word: &str| code.find(word, false).is_some();
        assert!(has("a") && has("b") && has("e") && !has("c") && !has("d"));
        let e = code.find("e", false).expect("found");
        assert_eq!(code.place(e), "3:5");
    }

    #[test]
    fn full_names_and_packages() {
        let code = Words::of_code(b"package a.b\nimport c.d.*\nval x: e.F = G()");
        assert!(code.find_full("e.F").is_some() && code.find_full("F").is_none());
        assert!(code.is_inside("a.b", ".") && code.is_inside("c.d", "."));
        assert!(!code.is_inside("a", ".") && !code.is_inside("e", "."));
    }
}
