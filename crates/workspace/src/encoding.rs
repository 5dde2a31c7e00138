//! Bytes to text and back, so that what is not edited stays byte-identical whatever the encoding.

/// How a file's bytes are text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Utf8,
    /// UTF-8 after a byte order mark, which is not part of the text.
    Utf8WithMark,
    /// Each byte one character: what is not UTF-8 is read as Latin-1, which gives every byte back.
    Latin1,
}

const MARK: &[u8] = b"\xEF\xBB\xBF";

impl Encoding {
    /// The text of a file; `None` for what holds NUL bytes and so is no source text.
    pub fn decode(bytes: &[u8]) -> Option<(Self, String)> {
        if bytes.contains(&0) {
            return None;
        }
        let (encoding, rest) = match bytes.strip_prefix(MARK) {
            Some(rest) => (Self::Utf8WithMark, rest),
            None => (Self::Utf8, bytes),
        };
        Some(match std::str::from_utf8(rest) {
            Ok(text) => (encoding, text.to_owned()),
            Err(_) => (Self::Latin1, bytes.iter().map(|&b| b as char).collect()),
        })
    }

    /// The bytes of a text; `None` when it has a character that the encoding lacks.
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Utf8 => Some(text.as_bytes().to_vec()),
            Self::Utf8WithMark => Some([MARK, text.as_bytes()].concat()),
            Self::Latin1 => text.chars().map(|c| u8::try_from(c).ok()).collect(),
        }
    }

    /// Where a byte of the text is in the file.
    pub fn file_offset(self, text: &str, offset: u32) -> u32 {
        match self {
            Self::Utf8 => offset,
            Self::Utf8WithMark => offset + MARK.len() as u32,
            Self::Latin1 => text
                .get(..offset as usize)
                .map_or(offset, |t| t.chars().count() as u32),
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf8WithMark => "UTF-8 with a byte order mark",
            Self::Latin1 => "Latin-1",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn offsets_are_those_of_the_file() {
        let (latin, text) = Encoding::decode(b"\xE9x").expect("text");
        assert_eq!((latin, text.as_str()), (Encoding::Latin1, "éx"));
        assert_eq!(latin.file_offset(&text, 2), 1);
        let (marked, text) = Encoding::decode(b"\xEF\xBB\xBFx").expect("text");
        assert_eq!(marked.file_offset(&text, 1), 4);
    }

    proptest! {
        #[test]
        fn every_byte_comes_back(bytes in prop::collection::vec(1u8.., 0..40)) {
            let (encoding, text) = Encoding::decode(&bytes).expect("no NUL in it");
            prop_assert_eq!(encoding.encode(&text), Some(bytes));
        }
    }
}
