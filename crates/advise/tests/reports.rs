//! Reports as their readers need them: fingerprints that stay, SARIF that services take, a command that works.

mod common;

use common::MISSED;
use reweave_advise::{Config, Folder, Format, Report, Rules, advise, built_in_types};
use serde_json::Value;
use std::path::Path;

const EXAMPLE: &str = "package b;
class Example {
    int total;
    int share(int parts, int rest) {
        if (parts > rest) {
            return getTotal() / parts + rest * 2;
        }
        return rest - parts;
    }
    int getTotal() {
        return total;
    }
}
";

fn report(files: &[(&str, &str)], rules: Option<&Rules>) -> Report {
    report_of("shop", files, rules)
}

fn report_of(folder: &str, files: &[(&str, &str)], rules: Option<&Rules>) -> Report {
    let files = files
        .iter()
        .map(|(p, t)| ((*p).to_owned(), (*t).to_owned()));
    let folder = Folder::held(Path::new(folder), files.collect());
    let config = Config::default();
    let mut types = built_in_types();
    if let Some(rules) = rules {
        rules.add_to(&mut types).expect("the rules can be learned");
    }
    let advice = advise(&[folder], &types, &config.options(), &config);
    advice.expect("nothing is read from disk").report
}

fn fingerprints(report: &Report) -> Vec<&str> {
    let all = report.suggestions.iter();
    all.map(|s| s.fingerprint.as_str()).collect()
}

#[test]
fn fingerprints_stay_when_other_code_changes() {
    let before = report(&[("Missed.java", MISSED), ("Example.java", EXAMPLE)], None);
    let moved = MISSED.replace(
        "class Missed {",
        "class Missed {\n    int other() { return 1; }\n",
    );
    let more = "package c;\nclass More { int more(int a) { return a + a * 7 - 2; } }\n";
    let mut after = report(
        &[
            ("Added.java", more),
            ("Missed.java", &moved),
            ("Example.java", EXAMPLE),
        ],
        None,
    );
    assert_eq!(before.suggestions.len(), 1);
    assert_eq!(fingerprints(&before), fingerprints(&after));
    after.hide_known(&before);
    assert!(after.suggestions.is_empty());
}

#[test]
fn fingerprints_stay_when_the_folder_or_the_example_is_renamed() {
    let before = report(&[("Missed.java", MISSED), ("Example.java", EXAMPLE)], None);
    let files = [("Missed.java", MISSED), ("Example.java", EXAMPLE)];
    let elsewhere = report_of("copy/of/it", &files, None);
    assert_eq!(fingerprints(&before), fingerprints(&elsewhere));
    let renamed = EXAMPLE
        .replace("Example", "Sample")
        .replace("share", "portion")
        .replace("getTotal", "whole");
    let mut after = report(&[("Missed.java", MISSED), ("Sample.java", &renamed)], None);
    assert_eq!(after.suggestions.len(), 1);
    after.hide_known(&before);
    assert!(after.suggestions.is_empty());
}

#[test]
fn fingerprints_tell_overloads_apart() {
    let body = MISSED.split_once("int share").expect("the method").1;
    let body = body.trim_end().trim_end_matches('}');
    let overload = MISSED.replacen(
        "    int share",
        &format!(
            "    int share{}    int share",
            body.replacen("int rest", "long rest", 1)
        ),
        1,
    );
    let report = report(
        &[("Missed.java", &overload), ("Example.java", EXAMPLE)],
        None,
    );
    let mut all = fingerprints(&report);
    let found = all.len();
    assert!(found >= 2, "{overload}");
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), found);
}

#[test]
fn suggestions_of_one_kind_in_equal_methods_have_fingerprints_of_their_own() {
    let files = [
        ("a/Missed.java", MISSED),
        ("b/Missed.java", MISSED),
        ("Example.java", EXAMPLE),
    ];
    let report = report(&files, None);
    let all = fingerprints(&report);
    assert_eq!(all.len(), 2);
    assert_ne!(all[0], all[1]);
}

#[test]
fn a_field_without_a_getter_comes_with_the_command_that_encapsulates_it() {
    let report = report(&[("Missed.java", MISSED), ("Example.java", EXAMPLE)], None);
    let [suggestion] = &report.suggestions[..] else {
        panic!("one suggestion");
    };
    let command = format!(
        "reweave apply --suggestion {} --root shop",
        suggestion.fingerprint
    );
    assert_eq!(suggestion.apply, Some(command));
    let request = suggestion.request.as_ref().expect("it can be performed");
    assert_eq!(request.refactoring, "encapsulate-field");
    assert_eq!(request.range, "Missed.java:3:9");
    assert_eq!(request.params, ["getter=getTotal"]);
}

#[test]
fn a_learned_type_is_looked_for() {
    let mut rules = Rules::named("Guard Logging");
    rules.add(
        "class A { void m(Log l, int n) { l.enter(n); work(n); } }".to_owned(),
        "class A { void m(Log l, int n) { if (l.isOn()) { l.enter(n); } work(n); } }".to_owned(),
    );
    let missed = "class M { int run(Log out, Job job) { out.enter(job); queue(job); \
                  return job.size() * 2 + job.rest(); } }";
    let example = "class E { int run(Log to, Job job) { if (to.isOn()) { to.enter(job); } queue(job); \
                   return job.size() * 2 + job.rest(); } }";
    let report = report(&[("M.java", missed), ("E.java", example)], Some(&rules));
    let kinds: Vec<&str> = report.suggestions.iter().map(|s| s.kind.as_str()).collect();
    assert_eq!(kinds, ["Guard Logging"]);
}

#[test]
fn the_page_has_a_line_for_a_line_and_marks_what_differs() {
    let report = report(&[("Missed.java", MISSED), ("Example.java", EXAMPLE)], None);
    let page = Format::Html.write(&report);
    assert!(page.contains("<mark>total</mark>"), "{page}");
    assert!(page.contains("<mark>getTotal()</mark>"), "{page}");
    assert!(
        !page.contains("</span>\n<span"),
        "a line break after a line"
    );
}

/// What SARIF 2.1.0 demands of the parts that are written: required properties, types, bounds and references.
#[test]
fn sarif_is_well_formed() {
    let report = report(&[("Missed.java", MISSED), ("Example.java", EXAMPLE)], None);
    let document: Value =
        serde_json::from_str(&Format::Sarif.write(&report)).expect("SARIF is JSON");
    assert_eq!(document["version"], "2.1.0");
    let schema = document["$schema"].as_str().unwrap_or_default();
    assert!(schema.ends_with("sarif-schema-2.1.0.json"), "{schema}");
    let run = &document["runs"][0];
    let driver = &run["tool"]["driver"];
    assert!(driver["name"].is_string());
    let rules = driver["rules"].as_array().expect("rules");
    for rule in rules {
        assert!(rule["id"].is_string() && rule["shortDescription"]["text"].is_string());
        assert!(rule["fullDescription"]["text"].is_string());
        let page = rule["help"]["markdown"].as_str().unwrap_or_default();
        assert!(
            page.contains("```java") && page.contains("After:"),
            "{page}"
        );
        assert!(rule["help"]["text"].is_string());
        let level = rule["defaultConfiguration"]["level"].as_str();
        assert!(matches!(level, Some("none" | "note" | "warning" | "error")));
    }
    let columns = run["columnKind"].as_str().unwrap_or_default();
    assert!(["utf16CodeUnits", "unicodeCodePoints"].contains(&columns));
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(result["message"]["text"].is_string());
        let rank = result["rank"].as_f64().expect("a rank");
        assert!((-1.0..=100.0).contains(&rank));
        let prints = result["partialFingerprints"].as_object();
        assert!(prints.is_some_and(|p| p.values().all(Value::is_string)));
        places(result);
    }
}

fn places(result: &Value) {
    let list = |name: &str| result[name].as_array().expect("a list of places");
    for place in list("locations").iter().chain(list("relatedLocations")) {
        let physical = &place["physicalLocation"];
        let uri = physical["artifactLocation"]["uri"].as_str();
        assert!(uri.is_some_and(|u| !u.contains([' ', '\\'])));
        let line = |name: &str| physical["region"][name].as_u64().expect("a line");
        assert!(line("startLine") >= 1 && line("endLine") >= line("startLine"));
    }
    let related = list("relatedLocations");
    let mut ids: Vec<u64> = related.iter().filter_map(|r| r["id"].as_u64()).collect();
    ids.dedup();
    assert_eq!(
        ids.len(),
        related.len(),
        "each related place has its number"
    );
}

#[test]
fn what_was_moved_and_renamed_is_known_and_a_further_copy_is_new() {
    let before = report(&[("Missed.java", MISSED), ("Example.java", EXAMPLE)], None);
    assert_eq!(before.suggestions.len(), 1);
    let moved = MISSED
        .replace("package a;", "package moved.there;")
        .replace("class Missed", "class Elsewhere")
        .replace("int share(", "int part(");
    let mut after = report(
        &[("Elsewhere.java", &moved), ("Example.java", EXAMPLE)],
        None,
    );
    assert_eq!(after.suggestions.len(), 1);
    assert_ne!(fingerprints(&before), fingerprints(&after));
    after.hide_known(&before);
    assert_eq!(after.suggestions.len(), 0, "it only moved");
    let again = moved.replace("Elsewhere", "Further");
    let files = [
        ("Missed.java", MISSED),
        ("Further.java", &again),
        ("Example.java", EXAMPLE),
    ];
    let mut more = report(&files, None);
    let count = more.suggestions.len();
    more.hide_known(&before);
    assert_eq!(more.suggestions.len(), count - 1, "a copy is new");
}

const COPIES: &str = "package c;
import java.util.List;
class Copies {
    private int seen;
    int first(List<String> all, int most) {
        int sum = 0;
        for (String one : all) {
            if (one.length() < most) {
                sum += one.length() * 2;
                seen = seen + 1;
            }
        }
        sum = sum - all.size();
        return sum;
    }
    int second(List<String> others, int limit) {
        int n = 0;
        for (String each : others) {
            if (each.length() < limit) {
                n += each.length() * 2;
                seen = seen + 1;
            }
        }
        if (n == limit) throw new IllegalStateException();
        n = n - others.size();
        return n;
    }
}
";

#[test]
fn the_part_that_reads_the_same_is_what_is_shared() {
    let report = report(&[("Copies.java", COPIES)], None);
    let plan = report.suggestions.iter().find_map(|s| s.plan.as_ref());
    let plan = plan.expect("the loops are copies");
    assert!(plan.obstacles.is_empty(), "{:?}", plan.obstacles);
    let lines: Vec<_> = plan
        .places
        .iter()
        .map(|p| (p.start_line, p.end_line))
        .collect();
    assert_eq!(lines, [(6, 12), (17, 23)]);
}
