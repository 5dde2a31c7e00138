//! What the commands share that change a folder: how a change is shown, and how the folder is opened.

use crate::console;
use anyhow::Result;
use reweave_project::open_workspace;
use reweave_workspace::Workspace;
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Text,
    Diff,
    Json,
}

/// Opens a root for a command, and tells on standard error what an interrupted write left.
pub fn open(root: &Path, writes: bool) -> Result<Workspace> {
    Ok(open_workspace(root, writes, &mut |told| {
        console::warn(told);
    })?)
}
