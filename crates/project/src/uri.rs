//! Addresses of files, as both protocols write them.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The path of a `file:` address.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (high, low) = (char::from(left.next()?), char::from(left.next()?));
        bytes.push((high.to_digit(16)? * 16 + low.to_digit(16)?) as u8);
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

/// The address of a file in a folder.
pub fn uri_of(root: &Path, path: &str) -> String {
    let full = root.join(path);
    let mut uri = "file://".to_owned();
    for byte in full.to_string_lossy().bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
        if is_plain {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_come_back() {
        let root = Path::new("/tmp/with space");
        let uri = uri_of(root, "é/A.java");
        assert_eq!(uri, "file:///tmp/with%20space/%C3%A9/A.java");
        assert_eq!(path_of(&uri), Some(root.join("é/A.java")));
        assert_eq!(path_of("untitled:1"), None);
        assert_eq!(path_of("file:///a%4"), None);
    }
}
