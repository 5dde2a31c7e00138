//! Reports of other tools in SARIF 2.1.0, as far as a review shows them: rule, message, file and line.

use crate::note::Note;
use serde::Deserialize;

#[derive(Deserialize)]
struct Report {
    runs: Vec<Run>,
}

#[derive(Deserialize)]
struct Run {
    tool: Tool,
    /// Absent where the tool failed.
    #[serde(default)]
    results: Vec<Finding>,
}

#[derive(Deserialize)]
struct Tool {
    driver: Driver,
}

#[derive(Deserialize)]
struct Driver {
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    #[serde(default)]
    rule_id: String,
    #[serde(default)]
    message: Message,
    #[serde(default)]
    locations: Vec<Location>,
}

#[derive(Deserialize, Default)]
struct Message {
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Option<Physical>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Option<Artifact>,
    region: Option<Region>,
}

#[derive(Deserialize)]
struct Artifact {
    #[serde(default)]
    uri: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    #[serde(default)]
    start_line: u32,
    #[serde(default)]
    end_line: u32,
}

/// The results of a report, each at its first location. `root` is taken off paths that begin with it; a result without a
/// place has none in a review, and is left out.
///
/// ```
/// let report = r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint"}}, "results": [
///   {"ruleId": "W1", "message": {"text": "unused"}, "locations": [{"physicalLocation":
///     {"artifactLocation": {"uri": "file:///home/a%20b/src/A.java"}, "region": {"startLine": 7}}}]}]}]}"#;
/// let notes = reweave_review::sarif(report, "/home/a b").expect("it is SARIF");
/// assert_eq!((notes[0].source.as_str(), notes[0].path.as_str(), notes[0].line), ("lint W1", "src/A.java", 7));
/// ```
///
/// # Errors
///
/// What is not SARIF.
pub fn sarif(text: &str, root: &str) -> Result<Vec<Note>, serde_json::Error> {
    let report: Report = serde_json::from_str(text.trim_start_matches('\u{feff}'))?;
    let mut notes = Vec::new();
    for run in &report.runs {
        let tool = &run.tool.driver.name;
        notes.extend(run.results.iter().filter_map(|f| note(f, tool, root)));
    }
    Ok(notes)
}

fn note(finding: &Finding, tool: &str, root: &str) -> Option<Note> {
    let place = finding.locations.first()?.physical_location.as_ref()?;
    let uri = &place.artifact_location.as_ref()?.uri;
    let region = place.region.as_ref();
    let line = region.map_or(1, |r| r.start_line.max(1));
    Some(Note {
        source: format!("{tool} {}", finding.rule_id).trim_end().to_owned(),
        message: finding.message.text.clone(),
        path: path(uri, root),
        line,
        last: region.map_or(line, |r| r.end_line.max(line)),
    })
}

/// The path of a URI reference, relative to the root where it lies in it.
fn path(uri: &str, root: &str) -> String {
    let local = uri.strip_prefix("file://").unwrap_or(uri);
    let full = decoded(local);
    let below = full.strip_prefix(root.trim_end_matches('/'));
    let relative = below.and_then(|p| p.strip_prefix('/')).unwrap_or(&full);
    relative.strip_prefix("./").unwrap_or(relative).to_owned()
}

/// Percent-encoded bytes as they are meant (RFC 3986, 2.1).
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let digit = |b: Option<u8>| b.and_then(|b| char::from(b).to_digit(16));
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = ahead;
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
