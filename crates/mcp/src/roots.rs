//! The roots that a client lists may narrow what a server reads and writes, never widen it.

use crate::ServeError;
use reweave_project::{Project, ProjectError, Setup, path_of};
use rmcp::RoleServer;
use rmcp::model::ClientConfig;
use rmcp::service::Peer;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a client may take to list its roots.
const PATIENCE: Duration = Duration::from_secs(20);

/// What one client may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The lowest folder that has all that may be seen.
    pub folder: PathBuf,
    /// The folders of the client, where it lists more than one.
    pub folders: Vec<PathBuf>,
}

impl Scope {
    /// What a root and the folders of a client have in common; nothing where they lie beside each other.
    pub fn of(root: &Path, listed: &[PathBuf]) -> Option<Self> {
        let mut folders: Vec<PathBuf> = (listed.iter())
            .filter_map(|path| {
                let real = path.canonicalize().ok()?;
                if root.starts_with(&real) {
                    return Some(root.to_owned());
                }
                (real.starts_with(root) && real.is_dir()).then_some(real)
            })
            .collect();
        folders.sort();
        folders.dedup();
        // A folder below another one adds nothing.
        let all = folders.clone();
        folders.retain(|f| !all.iter().any(|other| other != f && f.starts_with(other)));
        let mut folder = folders.first()?.clone();
        while !folders.iter().all(|f| f.starts_with(&folder)) {
            folder.pop();
        }
        Some(Self { folder, folders })
    }

    /// Whether a path of the root lies in a folder of the client.
    pub fn has(&self, path: &Path) -> bool {
        self.folders.iter().any(|folder| path.starts_with(folder))
    }

    pub fn open(&self, setup: &Setup) -> Result<Project, ProjectError> {
        Project::open(&self.folder, setup.clone())
    }
}

/// Whether a client said that it lists roots.
pub fn lists_roots(client: Option<&ClientConfig>) -> bool {
    client.is_some_and(|client| client.capabilities.roots.is_some())
}

/// The folders that a client lists.
#[expect(
    deprecated,
    reason = "clients of today list roots; newer ones have none"
)]
pub async fn listed(peer: &Peer<RoleServer>) -> Result<Vec<PathBuf>, ServeError> {
    let listed = tokio::time::timeout(PATIENCE, peer.list_roots()).await;
    match listed {
        Ok(Ok(listed)) => Ok((listed.roots.iter())
            .filter_map(|root| path_of(&root.uri))
            .collect()),
        Ok(Err(error)) => Err(ServeError::Roots(error.to_string())),
        Err(_) => Err(ServeError::Roots("it does not answer".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_narrow_and_never_widen() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let root = dir.path().canonicalize().expect("there").join("root");
        for folder in ["root/a/x", "root/b", "beside"] {
            std::fs::create_dir_all(dir.path().join(folder)).expect("created");
        }
        let of = |listed: &[&str]| {
            let listed: Vec<PathBuf> = listed.iter().map(|l| dir.path().join(l)).collect();
            Scope::of(&root, &listed)
        };
        let folder = |scope: Option<Scope>| scope.map(|s| s.folder);
        assert_eq!(folder(of(&["."])), Some(root.clone()), "not wider");
        assert_eq!(folder(of(&["root/a"])), Some(root.join("a")));
        assert_eq!(of(&["beside"]), None);
        assert_eq!(of(&["root/../beside", "nowhere"]), None);
        let two = of(&["root/a/x", "root/b", "root/a"]).expect("two");
        assert_eq!(two.folder, root);
        assert_eq!(two.folders, [root.join("a"), root.join("b")]);
        assert!(two.has(&root.join("a/x/y")) && !two.has(&root.join("c")));
    }
}
