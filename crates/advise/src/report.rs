//! What was found, as plain data for every format.

use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// The version of the JSON document.
pub const VERSION: u32 = 2;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub projects: Vec<String>,
    pub files: usize,
    pub lines: usize,
    pub methods: usize,
    /// The most useful first; those of one group stand together.
    pub suggestions: Vec<Suggestion>,
    /// Files that were not read, and why.
    pub left_out: Vec<String>,
    /// How many suggestions were not shown, since they are marked as won't fix or are in the baseline.
    pub hidden: usize,
    /// How many suggestions were not shown, since they are worth less than a commit.
    #[serde(default)]
    pub small: usize,
    /// The lines of places that copy others.
    #[serde(default)]
    pub duplicated_lines: usize,
    /// What was looked at and what was dropped.
    #[serde(default)]
    pub filters: Vec<Filter>,
}

/// What a step of the search looked at or dropped.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Filter {
    pub what: String,
    pub count: usize,
    /// How to let more pass; empty where nothing does.
    pub loosen: String,
}

/// What would be done about duplicates.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// A sentence.
    pub what: String,
    /// The first is what the others copy.
    pub places: Vec<PlanPlace>,
    /// How many parameters the method has or would have.
    pub parameters: usize,
    /// The type that has or would have the method.
    pub host: Option<String>,
    /// Expressions that differ: of the first place, and of a copy.
    pub differences: Vec<(String, String)>,
    /// What has to be decided or done by hand first.
    pub obstacles: Vec<String>,
}

/// Statements of a method.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PlanPlace {
    pub file: String,
    pub method: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Byte offsets.
    pub start: u32,
    pub end: u32,
    /// All statements of the method.
    pub whole: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Suggestion {
    #[serde(rename = "type")]
    pub kind: String,
    /// Suggestions with one number say the same of several places.
    pub group: usize,
    /// Equal in reports of other versions of the code, as long as the type and the signature of the missed method stay.
    pub fingerprint: String,
    /// Equal in reports of other versions of the code, as long as the type and the body of the missed method stay: what is moved
    /// or renamed is known by it.
    #[serde(default)]
    pub code: String,
    /// The part of both sides that corresponds.
    pub score: f64,
    /// Vectors found it, and structure did not confirm it.
    #[serde(default)]
    pub unconfirmed: bool,
    /// The n of an n-way extraction.
    pub ways: usize,
    pub lines_saved: u32,
    /// What the change of the whole group is worth; the order of the report.
    #[serde(default)]
    pub worth: f64,
    /// What to do, in a sentence; empty where the type and the example say it.
    #[serde(default)]
    pub what: String,
    /// What would be done about duplicates.
    #[serde(default)]
    pub plan: Option<Plan>,
    pub missed: Location,
    pub example: Location,
    /// What the example calls where the missed place has the code itself.
    pub callees: Vec<Location>,
    pub evidence: Vec<Evidence>,
    /// How to perform it, where `reweave apply` can.
    pub apply: Option<String>,
    /// The same as a request to the engine, for all places of the group at once.
    #[serde(default)]
    pub request: Option<Request>,
    /// Whether the engine performed it in memory and its check accepted it; absent where that was not tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<bool>,
    /// What stands in the way: of the request, or of there being one.
    #[serde(default)]
    pub in_the_way: Vec<String>,
    /// What performing it would change, as a unified diff.
    #[serde(default)]
    pub diff: String,
    /// The same as edits.
    #[serde(default)]
    pub fixes: Vec<Fix>,
}

/// Text that would replace other text.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Fix {
    pub file: String,
    /// Line and column of the first character, and of the one after the last, from 1.
    pub start: (u32, u32),
    pub end: (u32, u32),
    pub text: String,
}

/// A refactoring that the engine is asked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    pub refactoring: String,
    /// `FILE:L:C-L:C` or `FILE:L:C`, relative to the directory.
    pub range: String,
    /// `name=value`.
    pub params: Vec<String>,
}

/// A method.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Location {
    pub project: String,
    /// As it can be opened.
    pub file: String,
    pub method: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Byte offsets.
    pub start: u32,
    pub end: u32,
    /// Left out of JSON, since the file has it.
    #[serde(skip)]
    pub text: String,
}

/// Statements that correspond, by their lines. The example's may stand in a callee.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    pub missed_lines: (u32, u32),
    pub example_file: String,
    pub example_lines: (u32, u32),
}

impl Suggestion {
    /// The lines of the missed place that have a counterpart.
    pub fn missed_lines(&self) -> Vec<(u32, u32)> {
        self.evidence.iter().map(|e| e.missed_lines).collect()
    }

    /// The example, then what it calls, each with its lines that have a counterpart.
    pub fn example_sides(&self) -> impl Iterator<Item = (&Location, Vec<(u32, u32)>)> {
        std::iter::once(&self.example)
            .chain(&self.callees)
            .map(|place| {
                let here = self.evidence.iter().filter(|e| {
                    let (from, to) = e.example_lines;
                    e.example_file == place.file && place.start_line <= from && to <= place.end_line
                });
                (place, here.map(|e| e.example_lines).collect())
            })
    }
}

impl Report {
    /// How many of the lines are in places that copy others, in percent.
    pub fn duplication(&self) -> f64 {
        100.0 * self.duplicated_lines as f64 / self.lines.max(1) as f64
    }

    /// Leaves out what is worth less than a commit, unless its type was asked for.
    pub fn hide_small(&mut self, least: f64, is_asked_for: impl Fn(&str) -> bool) {
        let before = self.suggestions.len();
        self.suggestions
            .retain(|s| s.worth >= least || s.unconfirmed || is_asked_for(&s.kind));
        self.small += before - self.suggestions.len();
    }

    /// Leaves out what an earlier report has: by fingerprint, and what that report has under another name or in another place, by
    /// its code. Each earlier suggestion stands for one, so that a further copy of known code is new.
    pub fn hide_known(&mut self, earlier: &Self) {
        let before = self.suggestions.len();
        let mut gone: Vec<&Suggestion> = Vec::new();
        let here: HashSet<&str> = (self.suggestions.iter())
            .map(|s| s.fingerprint.as_str())
            .collect();
        let mut known: HashSet<&str> = HashSet::new();
        for suggestion in &earlier.suggestions {
            if here.contains(suggestion.fingerprint.as_str()) {
                known.insert(&suggestion.fingerprint);
            } else if !suggestion.code.is_empty() {
                gone.push(suggestion);
            }
        }
        let mut left: HashMap<&str, usize> = HashMap::new();
        for suggestion in gone {
            *left.entry(&suggestion.code).or_default() += 1;
        }
        let kept = self.suggestions.iter().map(|s| {
            if known.contains(s.fingerprint.as_str()) {
                return false;
            }
            match left.get_mut(s.code.as_str()).filter(|n| **n > 0) {
                Some(count) => {
                    *count -= 1;
                    false
                }
                None => true,
            }
        });
        let mut kept = kept.collect::<Vec<bool>>().into_iter();
        self.suggestions.retain(|_| kept.next().unwrap_or(true));
        self.hidden += before - self.suggestions.len();
    }
}
