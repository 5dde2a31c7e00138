//! Why a request has no answer, in words that say what to do.

use reweave_advise::ConfigError;
use reweave_workspace::WorkspaceError;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum ProjectError {
    /// It cannot be understood, whatever the files.
    #[error("{0}")]
    Request(String),
    /// It is understood, and not carried out for what is found.
    #[error("{0}")]
    Refused(String),
    #[error("{path} has changed since the plan was made; nothing was written, plan again")]
    Stale { path: String },
    #[error(
        "there is no plan {0}; plans are kept while the project is open, the last ones only: plan again"
    )]
    NoSuchPlan(String),
    #[error("the plan changes nothing")]
    NothingToChange,
    #[error("cancelled")]
    Cancelled,
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl ProjectError {
    /// Whether the request was understood and could be carried out another time or in another tree; else it, or the disk, is
    /// at fault.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Refused(_) | Self::Stale { .. } | Self::NothingToChange => true,
            Self::Workspace(error) => error.is_refusal(),
            Self::Request(_) | Self::NoSuchPlan(_) | Self::Cancelled | Self::Config(_) => false,
        }
    }
}
