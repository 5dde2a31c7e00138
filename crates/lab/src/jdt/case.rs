//! One case: what it is given, and what should come of it.

use anyhow::{Context, Result};
use reweave_text::Part;
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
pub struct Case {
    pub suite: String,
    pub test: String,
    pub ignored: bool,
    pub refactoring: String,
    pub input: String,
    pub output: Option<String>,
    pub expect: Expect,
    pub selection: Option<Selection>,
    pub params: Value,
    /// Where the first marker was that was taken away.
    #[serde(skip)]
    stripped: std::cell::Cell<Option<u32>>,
}

const MARKERS: [&str; 2] = ["/*[*/", "/*]*/"];

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub enum Expect {
    Pass,
    Fail,
    Warn,
    PassCheckOnly,
    /// The original test asserts something else than a result or a refusal.
    Other,
}

#[derive(Deserialize)]
pub struct Selection {
    pub offset: u32,
    pub length: u32,
}

impl Case {
    /// The original test makes further files that the suite does not have.
    pub fn lacks_files(&self) -> bool {
        let helper = self.params.get("helper").and_then(Value::as_str);
        let args = self.params.get("rawArgs").and_then(Value::as_array);
        let further = args.and_then(|a| a.get(8)).is_some_and(Value::is_array);
        helper == Some("fieldMethodHelper2") || (self.refactoring == "push-down" && further)
    }

    pub fn inputs(&self, dir: &Path) -> Result<Vec<(String, String)>> {
        let mut files = read(dir, &self.input)?;
        if self.is_stripped() {
            for (_, text) in &mut files {
                let first = MARKERS.iter().filter_map(|m| text.find(m)).min();
                if let Some(first) = first {
                    self.stripped.set(Some(first as u32));
                }
                *text = text.replace(MARKERS[0], "").replace(MARKERS[1], "");
            }
        }
        Ok(files)
    }

    /// The original test takes the comments that mark the selection away before.
    fn is_stripped(&self) -> bool {
        self.refactoring == "inline-method"
    }

    /// The length of the markers that stood before an offset.
    pub fn markers_before(&self, offset: u32) -> u32 {
        let is_before = self.stripped.get().is_some_and(|at| at < offset);
        if is_before {
            MARKERS[0].len() as u32
        } else {
            0
        }
    }

    pub fn outputs(&self, dir: &Path) -> Result<Vec<(String, String)>> {
        let output = self.output.as_deref().context("a result to compare with")?;
        read(dir, output)
    }
}

/// A file, or all files of the `in` or `out` folder that it lies in. Packages give the folders.
fn read(dir: &Path, named: &str) -> Result<Vec<(String, String)>> {
    let path = dir.join(named);
    let folder = if path.is_dir() {
        Some(path.clone())
    } else {
        let mut around = path.ancestors().skip(1).take(3);
        let root = around.find(|p| p.ends_with("in") || p.ends_with("out"));
        root.map(Path::to_path_buf)
    };
    let mut found = Vec::new();
    match folder {
        Some(folder) => {
            let mut open = vec![folder];
            while let Some(at) = open.pop() {
                for entry in fs::read_dir(&at)? {
                    let entry = entry?.path();
                    if entry.is_dir() {
                        open.push(entry);
                    } else if entry.extension().is_some_and(|e| e == "java") {
                        found.push(entry);
                    }
                }
            }
        }
        None => found.push(path),
    }
    found.sort();
    let mut files: Vec<(String, String)> = Vec::new();
    for path in found {
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        files.push((place(&stem, &text), text));
    }
    Ok(files)
}

/// Where Eclipse's harness would put the file: in the folder of its package, under the name of its public type.
fn place(stem: &str, text: &str) -> String {
    let package = text
        .lines()
        .find_map(|l| l.trim().strip_prefix("package "))
        .and_then(|l| l.split(';').next())
        .map(|p| p.trim().replace('.', "/"));
    let public = text.match_indices("public ").find_map(|(at, _)| {
        let line = text.part(at..).split(['{', '\n']).next()?;
        let mut words = line.split(|c: char| c.is_whitespace() || c == '<');
        words.find(|w| matches!(*w, "class" | "interface" | "enum" | "record" | "@interface"))?;
        words.find(|w| !w.is_empty()).map(str::to_owned)
    });
    let depth_one = public.filter(|name| {
        let declared = [
            " class ",
            " interface ",
            " enum ",
            " record ",
            "@interface ",
        ];
        let at = declared
            .iter()
            .filter_map(|d| text.find(&format!("{d}{name}")))
            .min();
        at.is_some_and(|at| {
            let before = text.part(..at);
            before.matches('{').count() == before.matches('}').count()
        })
    });
    let name = depth_one.unwrap_or_else(|| stem.split("_test").next().unwrap_or(stem).to_owned());
    match package {
        Some(package) => format!("{package}/{name}.java"),
        None => format!("{name}.java"),
    }
}

/// Whether the files are the same up to layout.
pub fn same(ours: &[(String, String)], theirs: &[(String, String)]) -> bool {
    let shape = |files: &[(String, String)]| {
        let mut all: Vec<String> = files.iter().map(|f| normal(&f.1)).collect();
        all.retain(|t| !t.is_empty());
        all.sort();
        all
    };
    shape(ours) == shape(theirs)
}

/// The text without blanks (one stays between two words) and without the marks of the selection, its imports sorted in front.
fn normal(text: &str) -> String {
    let text = &MARKERS
        .iter()
        .fold(text.to_owned(), |text, mark| text.replace(mark, " "));
    let (mut imports, mut rest): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for line in text.lines() {
        // Some suites keep input and output in packages of different names.
        if line.starts_with("package ") && (line.ends_with("_in;") || line.ends_with("_out;")) {
            continue;
        }
        if line.trim_start().starts_with("import ") && line.trim_end().ends_with(';') {
            imports.push(line.trim());
        } else {
            rest.push(line);
        }
    }
    imports.sort_unstable();
    let mut out = String::new();
    let body = rest.join("\n");
    for text in [imports.join("\n"), body] {
        let mut blank = false;
        for c in text.chars() {
            if c.is_whitespace() {
                blank = true;
                continue;
            }
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            if blank && word(c) && out.chars().next_back().is_some_and(word) {
                out.push(' ');
            }
            blank = false;
            out.push(c);
        }
    }
    out
}
