//! Suggestions for folders of sources: the edge around [`reweave_suggest`].
//!
//! [`advise`] reads the folders twice: once all files into vectors, which takes a few hundred bytes a method, and then the
//! files of the candidates into code. What it gives is a [`Report`], which [`Format`] writes.

mod advise;
mod config;
mod fingerprint;
mod frameworks;
mod generated;
mod output;
mod read;
mod report;
mod requests;
mod rules;
mod wont_fix;
mod worth;
mod writer;

pub use advise::{Advice, Timings, advise, advise_until, built_in_types};
pub use config::{Config, ConfigError};
pub use frameworks::{AnnotationConfig, EffectConfig, FrameworksConfig};
pub use generated::Generated;
pub use output::{Format, why};
pub use read::{Folder, ReadError};
pub use report::{
    Evidence, Filter, Fix, Location, Plan, PlanPlace, Report, Request, Suggestion, VERSION,
};
pub use rules::Rules;
pub use worth::LEAST;
