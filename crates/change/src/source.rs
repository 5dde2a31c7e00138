//! One file of one version, decoded.

use reweave_text::LARGEST_SOURCE;

/// A file whose text is known.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// With `/`, relative to the root of its version.
    pub path: String,
    pub text: String,
    /// What had to be done to read it as text, for the report.
    pub note: Option<&'static str>,
}

const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// The file at `path` as text, or why it is left out.
///
/// What is not UTF-8 is read as Latin-1, so that every byte is one character and columns stay right.
///
/// ```
/// let source = reweave_change::decode("A.java".into(), b"caf\xe9".to_vec()).unwrap();
/// assert_eq!(source.text, "café");
/// ```
pub fn decode(path: String, bytes: Vec<u8>) -> Result<Source, (String, &'static str)> {
    if bytes.len() as u64 > LARGEST_SOURCE {
        return Err((path, "larger than 64 MiB, the most that is read"));
    }
    if bytes.starts_with(LFS_POINTER) {
        return Err((
            path,
            "a Git LFS pointer; the file itself is not in the repository",
        ));
    }
    if let Some(text) = utf16(&bytes) {
        let note = Some("read as UTF-16");
        return Ok(Source { path, text, note });
    }
    if bytes.contains(&0) {
        return Err((path, "binary"));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source {
            path,
            text,
            note: None,
        }),
        Err(error) => Ok(Source {
            path,
            text: error.as_bytes().iter().map(|&b| char::from(b)).collect(),
            note: Some("not UTF-8; read as Latin-1"),
        }),
    }
}

/// Text that starts with the byte order mark of UTF-16.
fn utf16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes.get(..2)? {
        [0xFF, 0xFE] => u16::from_le_bytes,
        [0xFE, 0xFF] => u16::from_be_bytes,
        _ => return None,
    };
    let units = bytes[2..].chunks_exact(2).map(|c| unit([c[0], c[1]]));
    Some(
        char::decode_utf16(units)
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(bytes: &[u8]) -> &'static str {
        decode("A.java".into(), bytes.to_vec())
            .expect_err("left out")
            .1
    }

    #[test]
    fn what_is_no_source_is_left_out_and_said() {
        assert!(why(b"version https://git-lfs.github.com/spec/v1\noid sha256:0").contains("LFS"));
        assert_eq!(why(b"PK\x03\x04\0\0"), "binary");
    }

    #[test]
    fn utf16_is_read_by_its_mark() {
        let bytes = [0xFF, 0xFE, b'h', 0, b'i', 0];
        let source = decode("A.java".into(), bytes.to_vec()).expect("text");
        assert_eq!(
            (source.text.as_str(), source.note),
            ("hi", Some("read as UTF-16"))
        );
    }
}
