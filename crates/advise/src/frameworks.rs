//! The part of the configuration file that tells what frameworks reach: `apply` reads it, `suggest` passes over it.

use serde::{Deserialize, Serialize};

/// `[frameworks]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct FrameworksConfig {
    /// Annotations of the built-in list that do not count, by their full or simple names.
    pub ignore: Vec<String>,
    /// Further ones, or others in the place of built-in ones.
    pub annotation: Vec<AnnotationConfig>,
}

/// `[[frameworks.annotation]]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AnnotationConfig {
    /// With its package; without one, any annotation of that simple name.
    pub name: String,
    /// Who reaches it, for messages.
    #[serde(default)]
    pub why: Option<String>,
    #[serde(default = "refuse")]
    pub delete: EffectConfig,
    #[serde(default = "warn")]
    pub rename: EffectConfig,
    #[serde(default = "refuse")]
    pub signature: EffectConfig,
    /// A name that the annotation gives stands for that of the declaration.
    #[serde(default)]
    pub may_name: bool,
    /// At a type, its fields are reached, too.
    #[serde(default)]
    pub fields: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffectConfig {
    Ignore,
    Warn,
    Refuse,
}

const fn refuse() -> EffectConfig {
    EffectConfig::Refuse
}

const fn warn() -> EffectConfig {
    EffectConfig::Warn
}
