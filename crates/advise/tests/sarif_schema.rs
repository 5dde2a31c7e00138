//! SARIF by its published schema, which the crate `serde-sarif` carries.

mod common;

use common::MISSED;
use reweave_advise::{Config, Folder, Format, advise, built_in_types};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The kind of machine that this is, as rustc names it.
fn host() -> String {
    let out = Command::new("rustc").arg("-vV").output();
    let told = String::from_utf8(out.expect("rustc runs").stdout).expect("plain words");
    let host = told.lines().find_map(|l| l.strip_prefix("host: "));
    host.expect("rustc tells its host").to_owned()
}

/// Where cargo put the sources of a package. What other kinds of machines need was never fetched here.
fn sources_of(package: &str) -> PathBuf {
    let out = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline"])
        .args(["--filter-platform", &host()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&out.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let found = packages.iter().find(|p| p["name"] == package);
    let manifest = found.and_then(|p| p["manifest_path"].as_str());
    let manifest = Path::new(manifest.expect("it is a dependency of these tests"));
    manifest.parent().expect("a folder holds it").to_owned()
}

fn schema() -> Value {
    let file = sources_of("serde-sarif").join("src/schema.json");
    let text = std::fs::read_to_string(file).expect("the package carries the schema");
    // The pattern for languages, which are not written here, has a bracket too many and is no regular expression.
    let text = text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    serde_json::from_str(&text).expect("a schema is JSON")
}

fn written(files: &[(&str, &str)]) -> Value {
    let files = files.iter();
    let files = files.map(|(p, t)| ((*p).to_owned(), (*t).to_owned()));
    let folder = Folder::held(Path::new("shop"), files.collect());
    let config = Config::default();
    let advice = advise(&[folder], &built_in_types(), &config.options(), &config);
    let report = advice.expect("nothing is read from disk").report;
    serde_json::from_str(&Format::Sarif.write(&report)).expect("SARIF is JSON")
}

#[test]
fn reports_are_valid() {
    let example = MISSED
        .replace("Missed", "Example")
        .replace("return total", "return getTotal()")
        .replace("int total;", "int total; int getTotal() { return total; }");
    let schema = schema();
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let none = written(&[("Missed.java", MISSED)]);
    let one = written(&[("Missed.java", MISSED), ("Example.java", &example)]);
    assert_eq!(one["runs"][0]["results"].as_array().map(Vec::len), Some(1));
    for document in [&none, &one] {
        let wrong: Vec<String> = validator
            .iter_errors(document)
            .map(|e| format!("{}: {e}", e.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
    // A schema that takes everything would prove nothing.
    let mut broken = one;
    broken["runs"][0]["results"][0]["message"] = Value::from(1);
    assert!(!validator.is_valid(&broken));
}
