//! The tokens of a text: words, numbers, strings, and single signs; blanks do not count.

use reweave_text::Span;
use std::ops::Range;

/// A text as tokens.
pub struct Tokens {
    pub text: String,
    pub spans: Vec<Span>,
}

impl Tokens {
    pub fn new(text: &str) -> Self {
        let mut spans = Vec::new();
        let mut chars = text.char_indices().peekable();
        while let Some((start, c)) = chars.next() {
            if c.is_whitespace() {
                continue;
            }
            let mut end = start + c.len_utf8();
            if is_word(c) {
                while let Some((at, next)) = chars.next_if(|(_, next)| is_word(*next)) {
                    end = at + next.len_utf8();
                }
            }
            spans.push(Span::new(start as u32, end as u32));
        }
        Self {
            text: text.to_owned(),
            spans,
        }
    }

    pub fn len(&self) -> usize {
        self.spans.len()
    }

    pub fn get(&self, i: usize) -> &str {
        let span = self.spans[i];
        let bytes = span.start as usize..span.end as usize;
        self.text.get(bytes).unwrap_or_default()
    }

    /// The tokens that lie within bytes.
    pub fn within(&self, start: u32, end: u32) -> Range<usize> {
        let from = self.spans.partition_point(|s| s.start < start);
        let to = self.spans.partition_point(|s| s.end <= end);
        from..to.max(from)
    }

    /// Whether a token is the first of its line.
    pub fn starts_line(&self, i: usize) -> bool {
        let from = i.checked_sub(1).map_or(0, |p| self.spans[p].end as usize);
        let between = self.text.get(from..self.spans[i].start as usize);
        i == 0 || between.is_some_and(|b| b.contains('\n'))
    }

    /// From 1.
    pub fn line(&self, i: usize) -> u32 {
        let upto = self
            .spans
            .get(i)
            .map_or(self.text.len(), |s| s.start as usize);
        let text = self.text.get(..upto).unwrap_or_default();
        text.matches('\n').count() as u32 + 1
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

#[cfg(test)]
mod tests {
    use super::Tokens;

    #[test]
    fn words_and_signs() {
        let tokens = Tokens::new("int é_1 =\n  f(2);");
        let all: Vec<&str> = (0..tokens.len()).map(|i| tokens.get(i)).collect();
        assert_eq!(all, ["int", "é_1", "=", "f", "(", "2", ")", ";"]);
        assert_eq!(tokens.line(3), 2);
        assert_eq!(tokens.within(4, 10), 1..3);
    }
}
