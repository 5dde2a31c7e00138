//! Files that a commit did not touch, found by the names of their types.

pub struct TreeFiles;
