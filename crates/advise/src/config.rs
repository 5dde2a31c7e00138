//! The configuration file: what counts as api, what may be inlined, what is not reported.

use crate::frameworks::FrameworksConfig;
use crate::generated::Generated;
use reweave_suggest::Options;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// As it is written in TOML; every key may be left out.
///
/// ```
/// let config = reweave_advise::Config::parse("[inline]\ndepth = 2\n[api]\npackages = [\"java\"]\n").unwrap();
/// assert_eq!(config.inline.depth, 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    pub api: Api,
    pub inline: Inline,
    pub search: Search,
    /// Fingerprints, or `TYPE in QUALIFIED.METHOD`, that are not reported, each with a reason.
    pub wont_fix: Vec<WontFix>,
    /// Which files nobody maintains by hand.
    pub generated: Generated,
    /// What frameworks reach; only `apply` asks.
    pub frameworks: FrameworksConfig,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Api {
    /// Methods of these packages, and of those below them, count as api and are never inlined.
    pub packages: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Inline {
    /// Methods with these annotations are never inlined.
    pub excluded_annotations: Vec<String>,
    /// Methods with fewer nodes are never inlined.
    pub least_size: u32,
    /// As often as it is called, or only in the place of the first call.
    pub repeat: bool,
    pub depth: u8,
    /// Put the arguments where the callee uses its parameters, instead of dropping them.
    pub substitute: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Search {
    /// Smaller methods are not asked about.
    pub least_size: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WontFix {
    pub what: String,
    pub reason: String,
}

impl Default for Inline {
    fn default() -> Self {
        let inlining = Options::default().inlining;
        Self {
            excluded_annotations: Vec::new(),
            least_size: inlining.least_size,
            repeat: inlining.repeat,
            depth: inlining.depth,
            substitute: inlining.substitute,
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        Self {
            least_size: Options::default().least_size,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("cannot read {path}")]
    Read {
        path: PathBuf,
        source: reweave_disk::ReadError,
    },
    #[error("{path}: {why}")]
    Parse { path: PathBuf, why: String },
}

/// Nobody writes a longer configuration by hand.
const LARGEST_CONFIG: u64 = 16 << 20;

impl Config {
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The sections of a file that are read here.
    pub const SECTIONS: &'static [&'static str] = &[
        "api",
        "inline",
        "search",
        "wont-fix",
        "generated",
        "frameworks",
    ];

    /// A file as it stands, sections of others included.
    pub fn table(path: &Path) -> Result<toml::Table, ConfigError> {
        let path = path.to_path_buf();
        let read = reweave_disk::read_text(&path, LARGEST_CONFIG);
        let text = read.map_err(|source| ConfigError::Read {
            path: path.clone(),
            source,
        })?;
        // A parser's message quotes the line, however long that is.
        text.parse()
            .map_err(|error: toml::de::Error| ConfigError::Parse {
                path,
                why: reweave_disk::cut(error.to_string().trim_end()),
            })
    }

    /// What a file says to the analyses; sections of others are passed over.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let mut table = Self::table(path)?;
        table.retain(|section, _| Self::SECTIONS.contains(&section));
        Self::of_table(table).map_err(|why| ConfigError::Parse {
            path: path.to_path_buf(),
            why,
        })
    }

    /// The configuration of a table that has nothing else.
    pub fn of_table(table: toml::Table) -> Result<Self, String> {
        let config = table.try_into();
        config.map_err(|error: toml::de::Error| reweave_disk::cut(error.to_string().trim_end()))
    }

    /// What the search is asked for.
    pub fn options(&self) -> Options {
        let mut options = Options::default();
        options.inlining.api_packages.clone_from(&self.api.packages);
        options.inlining.least_size = self.inline.least_size;
        options.inlining.repeat = self.inline.repeat;
        options.inlining.depth = self.inline.depth;
        options.inlining.substitute = self.inline.substitute;
        options.least_size = self.search.least_size;
        options
    }
}
