//! Suggestions for folders of sources: the edge around [`reweave_suggest`].
//!
//! [`advise`] reads the folders twice: once all files into vectors, which takes a few hundred bytes a method, and then the
//! files of the candidates into code. What it gives is a [`Report`], which [`Format`] writes.

mod advise;
mod config;
mod fingerprint;
mod frameworks;
mod output;
mod read;
mod report;
mod rules;
mod wont_fix;

pub use advise::{Advice, Timings, advise, built_in_types};
pub use config::{Config, ConfigError};
pub use frameworks::{AnnotationConfig, EffectConfig, FrameworksConfig};
pub use output::Format;
pub use read::{Folder, ReadError};
pub use report::{Evidence, Location, Report, Suggestion, VERSION};
pub use rules::Rules;
