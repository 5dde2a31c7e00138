//! Where a release is read from.

use reweave_change::language::Job;
use reweave_change::{Side, Source, decode, language};
use reweave_disk::{LARGEST_SOURCE, ReadError};
use reweave_sources::{Rule, WalkError, read_side};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// The source files of one release, in order of path, and what could not be read.
#[derive(Default)]
pub struct Input {
    pub name: String,
    pub sources: Vec<Source>,
    pub left_out: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum InputError {
    #[error(transparent)]
    Folder(#[from] WalkError),
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: ReadError },
    #[error("{path} is no archive that can be read: {why}")]
    Archive { path: PathBuf, why: String },
    #[error("no source file in {0} could be read: {1}")]
    Unread(String, String),
    #[error("no source files in {0}; class files are not enough, name the `-sources.jar`")]
    Nothing(String),
}

/// What the sources of a whole archive may unpack to: archives are other people's, and a few kilobytes of one can hold
/// gigabytes.
const LARGEST_ARCHIVE: u64 = 512 << 20;

impl Input {
    /// A folder, or an archive: `.zip`, `.jar`, `-sources.jar`.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let name = path
            .file_name()
            .map_or_else(|| path.to_string_lossy(), |n| n.to_string_lossy())
            .into_owned();
        let input = if path.is_file() && language::of_path(&name, Job::Compare).is_none() {
            Self::archive(path, LARGEST_ARCHIVE)?
        } else {
            Self::folder(path)?
        };
        Self::new(&name, input.sources, input.left_out)
    }

    /// What was read elsewhere.
    pub fn new(
        name: &str,
        mut sources: Vec<Source>,
        left_out: Vec<String>,
    ) -> Result<Self, InputError> {
        if let (true, Some(first)) = (sources.is_empty(), left_out.first()) {
            return Err(InputError::Unread(name.to_owned(), first.clone()));
        }
        if sources.is_empty() {
            return Err(InputError::Nothing(name.to_owned()));
        }
        sources.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self {
            name: name.to_owned(),
            sources,
            left_out,
        })
    }

    fn folder(path: &Path) -> Result<Self, InputError> {
        let read = read_side(path, Side::Before, Rule::Everything, Job::Compare)?;
        Ok(Self {
            name: String::new(),
            sources: read.sources,
            left_out: read
                .left_out
                .into_iter()
                .map(|l| format!("{}: {}", l.path, l.what))
                .collect(),
        })
    }

    fn archive(path: &Path, most: u64) -> Result<Self, InputError> {
        let file = reweave_disk::open(path).map_err(|source| InputError::Read {
            path: path.to_path_buf(),
            source,
        })?;
        let fail = |why: String| InputError::Archive {
            path: path.to_path_buf(),
            why,
        };
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|e| fail(e.to_string()))?;
        let mut input = Self::default();
        let mut total = 0;
        for i in 0..archive.len() {
            let entry = archive.by_index(i).map_err(|e| fail(e.to_string()))?;
            let Ok(name) = entry.name().map(|n| n.replace('\\', "/")) else {
                continue;
            };
            if !entry.is_file() || language::of_path(&name, Job::Compare).is_none() {
                continue;
            }
            // The share of the archive that is left bounds the entry, too.
            let share = LARGEST_SOURCE.min(most - total);
            let read = reweave_disk::bounded(entry, share);
            total += read.as_ref().map_or(share, |bytes| bytes.len() as u64);
            if total >= most {
                let most = reweave_disk::size(most);
                return Err(fail(format!(
                    "its sources unpack to more than {most}, the most that is read"
                )));
            }
            match read
                .map_err(|e| e.to_string())
                .and_then(|bytes| decode(name.clone(), bytes).map_err(|(_, what)| what.to_owned()))
            {
                Ok(source) => input.sources.push(source),
                Err(why) => input.left_out.push(format!("{name}: {why}")),
            }
        }
        Ok(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn an_archive_reads_as_its_folder() {
        let dir = tempfile::tempdir().expect("a folder for the test");
        let folder = dir.path().join("src");
        std::fs::create_dir_all(folder.join("a")).expect("writable");
        std::fs::write(folder.join("a/A.java"), "package a; class A { }").expect("writable");
        let jar = dir.path().join("x-sources.jar");
        let mut zip = zip::ZipWriter::new(std::fs::File::create(&jar).expect("writable"));
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file("a/A.java", options).expect("a new entry");
        zip.write_all(b"package a; class A { }").expect("writable");
        zip.start_file("a/A.class", options).expect("a new entry");
        zip.finish().expect("complete");
        let (a, b) = (Input::read(&folder), Input::read(&jar));
        let paths = |i: Result<Input, InputError>| -> Vec<String> {
            let sources = i.expect("readable").sources;
            sources.into_iter().map(|s| s.path + &s.text).collect()
        };
        assert_eq!(paths(a), paths(b));
    }

    fn jar_of_blanks(path: &Path, sizes: &[usize]) {
        let mut zip = zip::ZipWriter::new(std::fs::File::create(path).expect("writable"));
        let options = zip::write::SimpleFileOptions::default();
        for (i, size) in sizes.iter().enumerate() {
            zip.start_file(format!("a/A{i}.java"), options)
                .expect("a new entry");
            zip.write_all(b"class A { ").expect("writable");
            zip.write_all(&vec![b' '; *size]).expect("writable");
            zip.write_all(b"}").expect("writable");
        }
        zip.finish().expect("complete");
    }

    #[test]
    fn an_entry_that_is_too_large_is_said_to_be() {
        let dir = tempfile::tempdir().expect("a folder for the test");
        let jar = dir.path().join("x-sources.jar");
        jar_of_blanks(&jar, &[10, LARGEST_SOURCE as usize]);
        let input = Input::read(&jar).expect("the small one is read");
        assert_eq!(input.sources.len(), 1);
        assert_eq!(
            input.left_out,
            ["a/A1.java: larger than 64 MiB, the most that is read"]
        );
    }

    #[test]
    fn an_archive_is_counted_while_it_is_unpacked() {
        let dir = tempfile::tempdir().expect("a folder for the test");
        let jar = dir.path().join("x-sources.jar");
        jar_of_blanks(&jar, &[600_000; 4]);
        let error = Input::archive(&jar, 1 << 20).err().expect("too much");
        assert!(
            error.to_string().contains("unpack to more than 1 MiB"),
            "{error}"
        );
        assert!(Input::archive(&jar, 3 << 20).is_ok());
    }

    #[test]
    fn what_is_no_release_says_why() {
        let dir = tempfile::tempdir().expect("a folder for the test");
        let error = |path: &Path| Input::read(path).err().expect("no release").to_string();
        assert!(error(dir.path()).contains("no source files"));
        let file = dir.path().join("x.jar");
        std::fs::write(&file, "no archive").expect("writable");
        assert!(error(&file).contains("no archive"));
        assert!(error(&dir.path().join("missing")).contains("cannot read"));
    }
}
