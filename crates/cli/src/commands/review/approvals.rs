//! The approvals of a repository, in its Git folder: what was approved, by the ids of the rows.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

const FILE: &str = "approvals.json";

/// Bytes of the file.
const LARGEST: u64 = 16 << 20;

/// The same document as *Save approvals* of the page writes.
#[derive(Serialize, Deserialize)]
struct Document {
    version: u32,
    approved: BTreeSet<String>,
}

pub struct Approvals {
    folder: PathBuf,
    approved: BTreeSet<String>,
}

impl Approvals {
    /// Those that are kept in `folder`; none where it does not exist yet.
    pub fn read(folder: &Path) -> Result<Self> {
        let is_link = |path: &Path| path.symlink_metadata().is_ok_and(|m| m.is_symlink());
        let file = folder.join(FILE);
        if is_link(folder) || is_link(&file) {
            bail!("{} is a symbolic link: remove it", file.display());
        }
        let approved = if file.exists() {
            let text = reweave_disk::read_text(&file, LARGEST)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let document: Document = serde_json::from_str(&text)
                .with_context(|| format!("{} holds no approvals: remove it", file.display()))?;
            document.approved
        } else {
            BTreeSet::new()
        };
        Ok(Self {
            folder: folder.to_path_buf(),
            approved,
        })
    }

    pub fn set(&mut self, id: &str, is_approved: bool) -> Result<()> {
        if is_approved {
            self.approved.insert(id.to_owned());
        } else {
            self.approved.remove(id);
        }
        self.write()
    }

    pub fn json(&self) -> String {
        let document = Document {
            version: 1,
            approved: self.approved.clone(),
        };
        serde_json::to_string_pretty(&document).unwrap_or_default()
    }

    /// All of it under a new name, then renamed: a reader sees the old file or the new one.
    fn write(&self) -> Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(self.json().as_bytes())?;
        file.persist(self.folder.join(FILE))?;
        Ok(())
    }
}
