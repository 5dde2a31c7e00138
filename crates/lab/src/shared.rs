//! Where the yardsticks stand: beside the project, never in it.

use std::path::{Path, PathBuf};

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("this crate lies in the folder `crates` of the workspace")
        .to_path_buf()
}

/// The folder of labelled commits, suites and corpora beside the project, where there is one. `REWEAVE_SHARED` names
/// another place.
pub fn shared() -> Option<PathBuf> {
    let dir =
        std::env::var_os("REWEAVE_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    dir.is_dir().then_some(dir)
}

/// Where corpora and unpacked suites are kept between runs: outside the repository. `REWEAVE_CACHE` names another place.
pub fn cache() -> PathBuf {
    std::env::var_os("REWEAVE_CACHE").map_or_else(
        || {
            std::env::var_os("HOME")
                .map_or_else(std::env::temp_dir, PathBuf::from)
                .join(".cache/reweave")
        },
        PathBuf::from,
    )
}
