//! A folder read again: what did not change on disk is taken over, and texts that are not saved yet lie over it.

use crate::read::{Folder, Origin, Wanted};
use crate::stamp::Stamp;
use crate::{Encoding, Workspace, WorkspaceError};
use reweave_text::{FileId, LARGEST_SOURCE};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Texts by path that stand for what is on disk.
pub type Overlays = BTreeMap<String, Arc<str>>;

impl Workspace {
    /// Every file that is neither hidden nor a link, in order of path.
    pub fn paths(&self) -> Result<Vec<String>, WorkspaceError> {
        let (found, _) = self.list(|_| Wanted::Path)?;
        Ok(found.into_iter().map(|(path, _)| path).collect())
    }

    /// The same as [`Workspace::read_each`], but texts are shared with `earlier` where the file is still the one that was
    /// read or its text came out the same.
    pub fn read_again(
        &self,
        earlier: &Folder,
        wanted: impl Fn(&str) -> Wanted,
    ) -> Result<Folder, WorkspaceError> {
        let (found, mut folder) = self.list(wanted)?;
        let by_path: HashMap<&str, FileId> = (earlier.sources.iter())
            .map(|(id, file)| (&*file.path, id))
            .collect();
        for (path, how) in found {
            let before = by_path.get(&*path).copied();
            match before.and_then(|id| earlier.still(self, id, how)) {
                Some((origin, text)) => folder.add(path, origin, text),
                None => self.read_into(&mut folder, path, how),
            }
        }
        folder.share(earlier, &by_path);
        Ok(folder)
    }
}

impl Folder {
    /// Whether files can be told from changed ones without being read. Those that were read right after they were written cannot:
    /// reading them once more makes it so.
    pub fn is_settled(&self) -> bool {
        self.origins.iter().all(|origin| match origin {
            Origin::Text {
                stamp: Some(stamp), ..
            } => stamp.is_settled(),
            _ => true,
        })
    }

    /// The text of a file whose stamp still holds.
    fn still(&self, workspace: &Workspace, id: FileId, how: Wanted) -> Option<(Origin, Arc<str>)> {
        let file = self.sources.get(id)?;
        let Origin::Text {
            encoding,
            stamp: Some(stamp),
        } = self.origins.get(id.index())?
        else {
            return None;
        };
        let now = Stamp::of(&workspace.root().join(&*file.path))?;
        let holds = how == Wanted::Text && stamp.still_holds(now);
        let origin = Origin::Text {
            encoding: *encoding,
            stamp: Some(*stamp),
        };
        holds.then(|| (origin, Arc::clone(&file.text)))
    }

    /// Takes over equal texts, so that what was made of them holds.
    fn share(&mut self, earlier: &Self, by_path: &HashMap<&str, FileId>) {
        let same: Vec<(FileId, Arc<str>)> = (self.sources.iter())
            .filter_map(|(id, file)| {
                let before = earlier.sources.get(*by_path.get(&*file.path)?)?;
                (before.text == file.text).then(|| (id, Arc::clone(&before.text)))
            })
            .collect();
        for (id, text) in same {
            self.sources.set_text(id, text);
        }
    }

    /// The same folder with other texts over those on disk, in order of path. A text that the file's encoding cannot hold is
    /// UTF-8 from now on; one that has no file is a file that is not there yet.
    #[must_use]
    pub fn overlaid(&self, overlays: &Overlays) -> Self {
        let on_disk = (self.sources.iter()).map(|(id, file)| {
            let origin = self.origins[id.index()].clone();
            (file.path.to_string(), (origin, Arc::clone(&file.text)))
        });
        let mut all: BTreeMap<String, (Origin, Arc<str>)> = on_disk.collect();
        let mut too_large = Vec::new();
        for (path, text) in overlays {
            if text.len() as u64 > LARGEST_SOURCE {
                all.remove(path);
                too_large.push((path.clone(), text.len()));
                continue;
            }
            let before = all.get(path);
            if before.is_some_and(|(_, on_disk)| on_disk == text) {
                // What was made of it holds.
                continue;
            }
            let kept = match before.map(|(origin, _)| origin) {
                Some(Origin::Text { encoding, .. }) if encoding.encode(text).is_some() => *encoding,
                _ => Encoding::Utf8,
            };
            let origin = Origin::Text {
                encoding: kept,
                stamp: None,
            };
            all.insert(path.clone(), (origin, Arc::clone(text)));
        }
        let mut folder = Self::default();
        for (path, (origin, text)) in all {
            folder.add(path, origin, text);
        }
        let is_over = |path: &str| overlays.contains_key(path);
        folder.skipped.clone_from(&self.skipped);
        folder.skipped.retain(|skipped| !is_over(&skipped.path));
        for (path, size) in too_large {
            let why = format!(
                "it has {size} bytes, more than the {LARGEST_SOURCE} of the largest source that is read"
            );
            folder.skip(path, why);
        }
        folder
    }
}
