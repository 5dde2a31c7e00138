//! A folder read again: what did not change on disk is taken over, and texts that are not saved yet lie over it.

use crate::listing::Listing;
use crate::read::{Folder, Origin, Wanted};
use crate::stamp::Stamp;
use crate::{Encoding, Workspace, WorkspaceError};
use reweave_text::{FileId, LARGEST_SOURCE};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Texts by path that stand for what is on disk.
pub type Overlays = BTreeMap<String, Arc<str>>;

impl Workspace {
    /// Every file that is neither hidden nor a link, in order of path.
    pub fn paths(&self) -> Result<Vec<String>, WorkspaceError> {
        let listing = self.look(|_| false)?;
        let (found, _) = self.begin(&listing, |_| Wanted::Path)?;
        Ok(found.into_iter().map(|(e, _)| e.path.clone()).collect())
    }

    /// The same as [`Workspace::read_each`] of a listing, but texts are shared with `earlier` where the file is still the one that was
    /// read or its text came out the same. `earlier` is in order of path, too.
    pub fn read_again(
        &self,
        listing: &Listing,
        earlier: &Folder,
        wanted: impl Fn(&str) -> Wanted,
    ) -> Result<Folder, WorkspaceError> {
        let (found, mut folder) = self.begin(listing, wanted)?;
        let mut before = earlier.sources.iter().peekable();
        for (entry, how) in found {
            while before.next_if(|(_, f)| *f.path < *entry.path).is_some() {}
            let same = before.next_if(|(_, f)| *f.path == *entry.path);
            let still = same.and_then(|(id, _)| earlier.still(id, entry.stamp, how));
            if let (Some((_, file)), Some(origin)) = (same, still) {
                folder.add(Arc::clone(&file.path), origin, Arc::clone(&file.text));
                continue;
            }
            let next = folder.sources.id_bound() as u32;
            self.read_into(&mut folder, &entry.path, how);
            // What was made of an equal text holds.
            if let (Some((_, old)), Some(new)) = (same, folder.sources.get(FileId(next)))
                && old.text == new.text
            {
                folder.sources.set_text(FileId(next), Arc::clone(&old.text));
            }
        }
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

    /// Where the text of a file came from, if that still holds.
    fn still(&self, id: FileId, now: Option<Stamp>, how: Wanted) -> Option<Origin> {
        let origin = self.origins.get(id.index())?;
        let Origin::Text {
            stamp: Some(stamp), ..
        } = origin
        else {
            return None;
        };
        (how == Wanted::Text && stamp.still_holds(now?)).then(|| origin.clone())
    }

    /// The same folder with other texts over those on disk, in order of path. A text that the file's encoding cannot hold is
    /// UTF-8 from now on; one that has no file is a file that is not there yet.
    #[must_use]
    pub fn overlaid(&self, overlays: &Overlays) -> Self {
        if overlays.is_empty() {
            return self.clone();
        }
        let mut folder = Self::default();
        folder.skipped.clone_from(&self.skipped);
        folder.skipped.retain(|s| !overlays.contains_key(&s.path));
        let mut over = overlays.iter().peekable();
        for (id, file) in self.sources.iter() {
            while let Some((path, text)) = over.next_if(|(path, _)| ***path < *file.path) {
                folder.put_over(path, text, None);
            }
            let origin = &self.origins[id.index()];
            match over.next_if(|(path, _)| ***path == *file.path) {
                // What was made of an equal text holds.
                Some((path, text)) if file.text != *text => {
                    folder.put_over(path, text, Some(origin));
                }
                _ => folder.add(
                    Arc::clone(&file.path),
                    origin.clone(),
                    Arc::clone(&file.text),
                ),
            }
        }
        for (path, text) in over {
            folder.put_over(path, text, None);
        }
        folder
    }

    /// A text over what is on disk.
    fn put_over(&mut self, path: &str, text: &Arc<str>, on_disk: Option<&Origin>) {
        let size = text.len();
        if size as u64 > LARGEST_SOURCE {
            let why = format!(
                "it has {size} bytes, more than the {LARGEST_SOURCE} of the largest source that is read"
            );
            self.skip(path.to_owned(), why);
            return;
        }
        let encoding = match on_disk {
            Some(Origin::Text { encoding, .. }) if encoding.encode(text).is_some() => *encoding,
            _ => Encoding::Utf8,
        };
        let origin = Origin::Text {
            encoding,
            stamp: None,
        };
        self.add(path, origin, Arc::clone(text));
    }
}
