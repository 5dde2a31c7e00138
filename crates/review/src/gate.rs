//! The rules of a project for changes: what a pull request has to keep.
