//! What a gate says, for people and for the services that run it.

use super::{Report, Severity, Violation};
use serde_json::json;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Markdown,
    /// Workflow commands, which GitHub shows beside the lines.
    Github,
    /// The report of code quality that GitLab reads.
    Gitlab,
    Sarif,
    Json,
}

/// Characters of a comment that GitHub accepts, with some to spare.
const LONGEST_MARKDOWN: usize = 60_000;

pub fn write(report: &Report<'_>, format: Format) -> String {
    match format {
        Format::Text => text(report),
        Format::Markdown => markdown(report),
        Format::Github => github(report),
        Format::Gitlab => gitlab(report),
        Format::Sarif => sarif(report),
        Format::Json => document(report),
    }
}

fn verdict(report: &Report<'_>) -> String {
    let (to_read, total) = (report.whole.ledger.to_read(), report.whole.ledger.total());
    let commits = report.commits.len();
    format!(
        "{}: {} of {} changed lines in {commits} commits are left to read",
        if report.is_closed() { "closed" } else { "open" },
        to_read.lines(),
        total.lines()
    )
}

const fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn text(report: &Report<'_>) -> String {
    let mut out = format!("gate {}\n", verdict(report));
    for v in report.violations {
        let _ = writeln!(out, "  {} [{}] {}", name(v.severity), v.rule, v.message);
    }
    out
}

fn markdown(report: &Report<'_>) -> String {
    let mut out = format!(
        "### Reweave: {}\n\n| lines | |\n|---|---|\n",
        verdict(report)
    );
    for (bucket, lines) in report.counts() {
        let _ = writeln!(out, "| {} | {lines} |", bucket.name());
    }
    out.push('\n');
    for (n, v) in report.violations.iter().enumerate() {
        let line = format!(
            "- **{}** `{}` {}\n",
            name(v.severity),
            v.rule,
            plain(&v.message)
        );
        if out.len() + line.len() > LONGEST_MARKDOWN {
            let _ = writeln!(out, "- {} more", report.violations.len() - n);
            break;
        }
        out.push_str(&line);
    }
    out
}

/// Text that Markdown does not take for markup or for the name of a user.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' => {
                out.push('\\');
                out.push(c);
            }
            '@' => out.push_str("@\u{200B}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn github(report: &Report<'_>) -> String {
    let data = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let mut out = String::new();
    for v in report.violations {
        let place = v.place.as_ref().map_or_else(String::new, |(path, line)| {
            format!("file={},line={line},", property(path))
        });
        let (severity, rule) = (name(v.severity), v.rule);
        let _ = writeln!(
            out,
            "::{severity} {place}title=reweave {rule}::{}",
            data(&v.message)
        );
    }
    let _ = writeln!(
        out,
        "::notice title=reweave gate::{}",
        data(&verdict(report))
    );
    out
}

fn gitlab(report: &Report<'_>) -> String {
    let one = |v: &Violation| {
        let (path, line) = v.place.clone().unwrap_or_else(|| (String::from("."), 1));
        let fingerprint = blake3::hash(format!("{} {} {}", v.rule, path, v.message).as_bytes());
        json!({
            "description": v.message,
            "check_name": v.rule,
            "fingerprint": fingerprint.to_hex().as_str(),
            "severity": if v.severity == Severity::Error { "major" } else { "minor" },
            "location": {"path": path, "lines": {"begin": line}},
        })
    };
    let all: Vec<_> = report.violations.iter().map(one).collect();
    format!("{:#}\n", json!(all))
}

fn sarif(report: &Report<'_>) -> String {
    let one = |v: &Violation| {
        let mut result = json!({
            "ruleId": v.rule,
            "level": name(v.severity),
            "message": {"text": v.message},
        });
        if let Some((path, line)) = &v.place {
            result["locations"] = json!([{"physicalLocation": {
                "artifactLocation": {"uri": path},
                "region": {"startLine": line},
            }}]);
        }
        result
    };
    let rules: Vec<_> = super::Rules::NAMES
        .iter()
        .map(|n| json!({"id": n}))
        .collect();
    let results: Vec<_> = report.violations.iter().map(one).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "reweave gate", "rules": rules}}, "results": results}],
    });
    format!("{document:#}\n")
}

fn document(report: &Report<'_>) -> String {
    let lines: serde_json::Map<String, serde_json::Value> = report
        .counts()
        .map(|(bucket, lines)| (bucket.name().replace(' ', "_"), json!(lines)))
        .collect();
    let commits: Vec<_> = report
        .commits
        .iter()
        .map(|c| {
            json!({
                "commit": c.id,
                "title": c.title,
                "pure": c.review.record.pure,
                "refactorings": c.review.record.findings.len(),
                "to_read": c.review.ledger.to_read().lines(),
            })
        })
        .collect();
    let document = json!({
        "version": 1,
        "open": !report.is_closed(),
        "lines": lines,
        "to_read": report.whole.ledger.to_read().lines(),
        "commits": commits,
        "violations": report.violations,
    });
    format!("{document:#}\n")
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn messages_name_nobody_and_mark_nothing_up() {
        assert_eq!(
            plain("@team `a_b`\n<x>"),
            "@\u{200B}team \\`a\\_b\\` \\<x\\>"
        );
    }
}
