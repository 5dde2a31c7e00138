//! Compiled classes for the Java resolver: folders, jars, the JDK's image, and a built-in index of the Java API for
//! machines without a JDK.
//!
//! Nothing is downloaded and nothing is trusted: what cannot be read is a [`Problem`], and the classes it would have
//! held are simply not there.

mod class_file;
mod entry;
mod index;
mod listing;
mod path;

pub use index::{ApiIndex, write_index};
pub use listing::{jars_in_listing, listed_in_project, split_class_path};
pub use path::{ClassPath, Problem, jdk_home};
