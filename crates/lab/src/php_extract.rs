//! `cargo xtask php-extract`: other tools' extract and rename cases, run through our refactorings.
//!
//! Texts are compared without white space. A case that expects its input unchanged, or nothing, expects a refusal.

use crate::suite;
use anyhow::{Context, Result, ensure};
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_php::Php;
use reweave_text::{FileId, Part, Sources, Span};
use std::fs;
use std::path::Path;

#[derive(clap::Args)]
pub struct Args {
    /// Print each case that differs
    #[arg(long)]
    pub verbose: bool,
    /// Fail below this share, in percent
    #[arg(long)]
    pub at_least: Option<f64>,
}

struct Case {
    name: String,
    source: String,
    expected: String,
    request: Request,
}

pub fn run(args: &Args) -> Result<()> {
    let Some(dir) = suite::unpacked("php-extract")? else {
        return Ok(());
    };
    let mut cases = by_offsets(&dir.join("phpactor.jsonl"))?;
    cases.extend(by_lines(&dir.join("qafoo/extract_method.feature"))?);
    cases.extend(by_lines(&dir.join("qafoo/rename_local_variable.feature"))?);
    let mut equal = 0;
    for case in &cases {
        let session = Session::<Php>::new(Sources::new([("main.php", case.source.as_str())]));
        let (found, told) = match session.apply(&case.request) {
            Ok(outcome) if outcome.is_accepted() => {
                (outcome.after.text(FileId(0)).to_owned(), String::new())
            }
            Ok(outcome) => {
                let why: Vec<_> = outcome.refusals().map(|c| c.message.clone()).collect();
                (String::new(), why.join("; "))
            }
            Err(bad) => (String::new(), bad.message),
        };
        let wants_refusal =
            case.expected.trim().is_empty() || squeezed(&case.expected) == squeezed(&case.source);
        let right = if wants_refusal {
            found.is_empty()
        } else {
            squeezed(&found) == squeezed(&case.expected)
        };
        equal += u32::from(right);
        if !right && args.verbose {
            println!(
                "--- {}\n{told}\nexpected\n{}\nfound\n{found}",
                case.name, case.expected
            );
        }
    }
    let percent = 100.0 * f64::from(equal) / (cases.len().max(1) as f64);
    println!(
        "php-extract cases={} equal={equal} percent={percent:.1}",
        cases.len()
    );
    ensure!(
        args.at_least.is_none_or(|least| percent >= least),
        "below the mark"
    );
    Ok(())
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Cases with byte offsets: one is a caret, two a range.
fn by_offsets(path: &Path) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for line in fs::read_to_string(path)?.lines() {
        let value: serde_json::Value = serde_json::from_str(line)?;
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let (refactoring, parameter, new) = match value["kind"].as_str() {
            Some("extractExpression") => ("extract-variable", "name", "foobar"),
            Some("renameVariable") => ("rename", "to", "newName"),
            Some("extractMethod") => ("extract-method", "name", "newMethod"),
            // Visibility and constants have no refactoring of ours.
            _ => continue,
        };
        let offsets: Vec<u32> = value["offsets"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|o| u32::try_from(o.as_u64()?).ok())
            .collect();
        let target = match offsets[..] {
            [at] => Target::At(FileId(0), at),
            [from, to] => Target::Range(FileId(0), Span::new(from, to)),
            _ => continue,
        };
        let mut request = Request::new(refactoring, target).with(parameter, new);
        if refactoring == "extract-method" {
            request = request.with("types", "yes");
        }
        cases.push(Case {
            name: text("file"),
            source: text("source"),
            expected: text("expected"),
            request,
        });
    }
    Ok(cases)
}

/// Scenarios with line ranges, whose result is a unified diff.
fn by_lines(path: &Path) -> Result<Vec<Case>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut cases = Vec::new();
    for scenario in text.split("Scenario:").skip(1) {
        let blocks: Vec<&str> = scenario.split("\"\"\"").collect();
        let [head, given, arguments, diff, ..] = blocks[..] else {
            continue;
        };
        let source = unindented(given);
        let argument = |name: &str| {
            let row = arguments
                .lines()
                .find(|l| l.split('|').nth(1).is_some_and(|c| c.trim() == name));
            row.and_then(|r| r.split('|').nth(2))
                .map_or("", str::trim)
                .to_owned()
        };
        let request = if arguments.contains("\"extract-method\"") {
            let range = argument("range");
            let (from, to) = range.split_once('-').unwrap_or(("1", "1"));
            let span = Span::new(
                line_start(&source, from),
                line_start(&source, to) + line_len(&source, to),
            );
            Request::new("extract-method", Target::Range(FileId(0), span))
                .with("name", argument("newmethod"))
        } else {
            let line = argument("line");
            let start = line_start(&source, &line) as usize;
            let at = source
                .part(start..)
                .find(&format!("${}", argument("name")))
                .unwrap_or(0)
                + start
                + 1;
            Request::new("rename", Target::At(FileId(0), at as u32))
                .with("to", argument("new-name"))
        };
        cases.push(Case {
            name: head.lines().next().unwrap_or_default().trim().to_owned(),
            expected: patched(&source, &unindented(diff)),
            source,
            request,
        });
    }
    Ok(cases)
}

fn unindented(block: &str) -> String {
    const INDENT: usize = 12;
    let lines = block
        .trim_start_matches('\n')
        .lines()
        .map(|l| l.get(INDENT..).unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

fn line_start(text: &str, line: &str) -> u32 {
    let line: usize = line.trim().parse().unwrap_or(1);
    text.split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum::<usize>() as u32
}

fn line_len(text: &str, line: &str) -> u32 {
    let line: usize = line.trim().parse().unwrap_or(1);
    text.lines().nth(line - 1).map_or(0, str::len) as u32
}

/// The text after a unified diff.
fn patched(source: &str, diff: &str) -> String {
    let old: Vec<&str> = source.lines().collect();
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    for line in diff
        .lines()
        .filter(|l| !l.starts_with("---") && !l.starts_with("+++"))
    {
        if let Some(head) = line.strip_prefix("@@ -") {
            let start: usize = head
                .split([',', ' '])
                .next()
                .unwrap_or("1")
                .parse()
                .unwrap_or(1);
            while at + 1 < start && at < old.len() {
                out.push(old[at].to_owned());
                at += 1;
            }
        } else if let Some(added) = line.strip_prefix('+') {
            out.push(added.to_owned());
        } else if line.starts_with('-') {
            at += 1;
        } else {
            out.push(old.get(at).copied().unwrap_or_default().to_owned());
            at += 1;
        }
    }
    out.extend(old.iter().skip(at).map(|l| (*l).to_owned()));
    out.join("\n")
}
