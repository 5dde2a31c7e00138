//! Files that others wrote: only regular ones are opened, and no more is read than a limit says.
//!
//! A folder to look at may hold a pipe, a socket or a device under any name. Opening a pipe waits for a writer that never
//! comes, and a device never ends; neither is source text. What stands under a name may also change between the look at it
//! and the opening, so the opened file itself is asked, and it is opened without waiting.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

pub use reweave_text::LARGEST_SOURCE;

/// Why a file was not read. Its words fit behind the file's name.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{0}, not a regular file")]
    NotRegular(&'static str),
    #[error("larger than {}, the most that is read", size(*.0))]
    TooLarge(u64),
    #[error("not UTF-8 text")]
    NotText,
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Opens a regular file; a symbolic link to one is followed.
pub fn open(path: &Path) -> Result<File, ReadError> {
    check_kind(&path.metadata()?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    check_kind(&file.metadata()?)?;
    Ok(file)
}

/// The bytes of a regular file of at most `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > limit {
        return Err(ReadError::TooLarge(limit));
    }
    // What is told of a length need not be true, as in `/proc`: the limit holds for what comes.
    bounded(file, limit)
}

/// The text of a regular file of at most `limit` bytes.
pub fn read_text(path: &Path, limit: u64) -> Result<String, ReadError> {
    String::from_utf8(read(path, limit)?).map_err(|_| ReadError::NotText)
}

/// Writes a file under a name that was not chosen by the user: a link that stands there is not followed.
pub fn write_no_follow(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    }
    options.open(path)?.write_all(bytes)
}

/// All that a reader has, counted while it comes.
pub fn bounded(from: impl Read, limit: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(ReadError::TooLarge(limit));
    }
    Ok(bytes)
}

fn check_kind(meta: &Metadata) -> Result<(), ReadError> {
    if meta.is_file() {
        Ok(())
    } else {
        Err(ReadError::NotRegular(kind(meta)))
    }
}

/// What a thing that is no regular file is.
pub fn kind(meta: &Metadata) -> &'static str {
    if meta.is_dir() {
        return "a folder";
    }
    if meta.is_symlink() {
        return "a symbolic link";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = meta.file_type();
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    "a device"
}

/// A number of bytes as people say it.
pub fn size(bytes: u64) -> String {
    match bytes {
        _ if bytes.is_multiple_of(1 << 30) && bytes > 0 => format!("{} GiB", bytes >> 30),
        _ if bytes.is_multiple_of(1 << 20) && bytes > 0 => format!("{} MiB", bytes >> 20),
        _ => format!("{bytes} bytes"),
    }
}

/// The most characters of a message about somebody's file that are shown.
const LONGEST_MESSAGE: usize = 2000;
/// The most of one line of it.
const LONGEST_LINE: usize = 400;

/// A message that may quote its input, cut where nobody reads on: a parser shows the line that it stumbled over, however
/// long that is.
pub fn cut(message: &str) -> String {
    let mut out = String::new();
    let mut shown = 0;
    for line in message.split_inclusive('\n') {
        let (text, end) = match line.strip_suffix('\n') {
            Some(text) => (text, "\n"),
            None => (line, ""),
        };
        if shown >= LONGEST_MESSAGE {
            out.push('…');
            return out;
        }
        let start: String = text.chars().take(LONGEST_LINE).collect();
        shown += start.chars().count();
        out.push_str(&start);
        if start.len() < text.len() {
            out.push('…');
        }
        out.push_str(end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_up_to_a_limit() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("a");
        std::fs::write(&file, "12345").expect("written");
        assert_eq!(read(&file, 5).expect("small"), b"12345");
        let error = read(&file, 4).expect_err("too large");
        assert_eq!(
            error.to_string(),
            "larger than 4 bytes, the most that is read"
        );
        let error = read(dir.path(), 4).expect_err("a folder");
        assert_eq!(error.to_string(), "a folder, not a regular file");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_waits_for_a_pipe() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let dir = tempfile::tempdir().expect("a temporary folder");
        let pipe = dir.path().join("X.java");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR, 0).expect("made");
        let error = read(&pipe, 4).expect_err("a pipe");
        assert_eq!(error.to_string(), "a pipe, not a regular file");
        let socket = dir.path().join("Y.java");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("bound");
        let error = read(&socket, 4).expect_err("a socket");
        assert_eq!(error.to_string(), "a socket, not a regular file");
        let error = read(Path::new("/dev/zero"), 4).expect_err("a device");
        assert_eq!(error.to_string(), "a device, not a regular file");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_written_through() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let (outside, link) = (dir.path().join("outside"), dir.path().join("link"));
        std::fs::write(&outside, "precious").expect("written");
        std::os::unix::fs::symlink(&outside, &link).expect("linked");
        assert!(write_no_follow(&link, b"new").is_err());
        assert_eq!(std::fs::read(&outside).expect("there"), b"precious");
        write_no_follow(&outside, b"new").expect("a file");
        assert_eq!(std::fs::read(&outside).expect("there"), b"new");
    }

    #[test]
    fn long_messages_are_cut_by_lines_and_in_all() {
        assert_eq!(cut("short\nand plain\n"), "short\nand plain\n");
        let cut_line = cut(&format!("a\n{}\nb", "é".repeat(1_000_000)));
        assert!(cut_line.ends_with("…\nb"));
        assert_eq!(cut_line.chars().count(), 2 + LONGEST_LINE + 1 + 2);
        assert!(cut(&"x\n".repeat(1_000_000)).len() < 5000);
    }
}
