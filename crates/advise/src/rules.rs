//! Types that were learned from examples, as files: a name and samples, from which everything else follows.

use crate::advise::lower_sample;
use reweave_suggest::{LearnError, Learned, Sample, Types};
use serde::{Deserialize, Serialize};

/// A file of one learned type.
///
/// ```
/// let mut rules = reweave_advise::Rules::named("Guard Logging");
/// rules.add(
///     "class A { void m(Log l, int n) { l.enter(n); work(n); } }".to_owned(),
///     "class A { void m(Log l, int n) { if (l.isOn()) { l.enter(n); } work(n); } }".to_owned(),
/// );
/// rules.check().unwrap();
/// assert_eq!(reweave_advise::Rules::parse(&rules.text()).unwrap(), rules);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    name: String,
    #[serde(rename = "sample")]
    samples: Vec<Pair>,
}

/// Code before and after; the first method of each is what changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    before: String,
    after: String,
}

impl Rules {
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            samples: Vec::new(),
        }
    }

    pub fn add(&mut self, before: String, after: String) {
        self.samples.push(Pair { before, after });
    }

    /// Adds the samples of another.
    pub fn add_all(&mut self, other: &Self) {
        self.samples.extend(other.samples.iter().cloned());
    }

    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    pub fn text(&self) -> String {
        toml::to_string_pretty(self).expect("a name and texts can be written")
    }

    /// Whether there is something to learn.
    pub fn check(&self) -> Result<(), LearnError> {
        self.learned().map(|_| ())
    }

    /// Has the type looked for, too.
    pub fn add_to(&self, types: &mut Types) -> Result<(), LearnError> {
        types.learn(&self.name, self.learned()?, &lower_sample);
        Ok(())
    }

    fn learned(&self) -> Result<Learned, LearnError> {
        let samples = self.samples.iter().map(|p| Sample {
            before: p.before.clone(),
            after: p.after.clone(),
        });
        Learned::from(samples.collect(), &lower_sample)
    }
}
