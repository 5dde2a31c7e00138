//! Two examples of each of the paper's forty types, in `examples/TYPE/N.md`; their README says what counts as found.

use reweave_change::{Change, Limits, Source, analyse};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// So many are found today; it may only rise.
const FLOOR: usize = 71;
const TYPES: usize = 40;

struct Example {
    name: String,
    before: Vec<Source>,
    after: Vec<Source>,
    finds: BTreeSet<String>,
}

#[test]
fn examples_of_the_forty_types_are_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/examples");
    let mut folders = entries(&root);
    folders.retain(|f| f.is_dir());
    let types: BTreeSet<String> = folders.iter().map(|f| type_of(f)).collect();
    assert_eq!(types.len(), TYPES, "one folder a type");
    let examples: Vec<Example> = folders
        .iter()
        .flat_map(|folder| entries(folder))
        .map(|file| read(&file))
        .collect();
    assert_eq!(examples.len(), 2 * TYPES, "two examples a type");
    let mut found = 0;
    for example in examples {
        let name = example.name.clone();
        let complaints = judge(example, &types);
        if complaints.is_empty() {
            found += 1;
        } else {
            println!("{name}\n{complaints}");
        }
    }
    println!("examples found={found} of={}", 2 * TYPES);
    assert!(
        found >= FLOOR,
        "{found} examples are found, {FLOOR} were before; the list above says what is missing"
    );
}

/// What is missing and what is too much, a line each.
fn judge(example: Example, types: &BTreeSet<String>) -> String {
    let change = Change::new(example.before, example.after, Vec::new());
    let record = analyse(&change, &Limits::default());
    let told: BTreeSet<String> = record
        .findings
        .iter()
        .map(|f| comparable(&f.description))
        .filter(|d| types.iter().any(|t| is_of(d, t)))
        .collect();
    let missing = example
        .finds
        .difference(&told)
        .map(|d| format!("  - {d}\n"));
    let extra = told
        .difference(&example.finds)
        .map(|d| format!("  + {d}\n"));
    missing.chain(extra).collect()
}

/// Whether the description is of the type; `Move And Rename …` does not begin with another type's whole name and a
/// visibility, but `Replace Attribute` begins `Replace Attribute With Variable`.
fn is_of(description: &str, kind: &str) -> bool {
    description
        .strip_prefix(kind)
        .is_some_and(|rest| rest.starts_with(' ') && !rest.starts_with(" With "))
}

/// The description without what editions of the data word differently.
fn comparable(description: &str) -> String {
    let mut text = description.replace('\t', " ");
    for kind in ["Rename", "Move", "Split", "Merge"] {
        if let Some(rest) = text.strip_prefix(&format!("{kind} Package ")) {
            text = format!("Change Package {rest}");
        }
    }
    sorted_lists(&text)
}

/// The text with every `[b, a]` as `[a, b]`; generic types inside hold no comma with a blank.
fn sorted_lists(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((head, list, tail)) = next_list(rest) {
        let mut parts: Vec<&str> = list.split(", ").collect();
        parts.sort_unstable();
        out.push_str(head);
        out.push_str(&parts.join(", "));
        rest = tail;
    }
    out + rest
}

/// What stands before and in the next list, and what begins with its end; `[]` is an array.
fn next_list(text: &str) -> Option<(&str, &str, &str)> {
    let (head, rest) = text.split_at(text.find(" [")? + 2);
    let mut depth = 1;
    for (at, c) in rest.char_indices() {
        depth += match c {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        if depth == 0 {
            let (list, tail) = rest.split_at(at);
            return Some((head, list, tail));
        }
    }
    None
}

fn read(file: &Path) -> Example {
    let text = fs::read_to_string(file).expect("an example is a readable file");
    let mut example = Example {
        name: format!("{}", file.display()),
        before: Vec::new(),
        after: Vec::new(),
        finds: BTreeSet::new(),
    };
    let mut section = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("## ") {
            name.clone_into(&mut section);
        } else if let Some(path) = line.strip_prefix("```java ") {
            let code: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            let source = Source {
                path: path.to_owned(),
                text: code.join("\n") + "\n",
                note: None,
            };
            match section.as_str() {
                "before" => example.before.push(source),
                "after" => example.after.push(source),
                _ => panic!("{}: code in section {section}", example.name),
            }
        } else if let (Some(finding), "finds") = (line.strip_prefix("- "), section.as_str()) {
            example.finds.insert(comparable(finding));
        }
    }
    assert!(!example.finds.is_empty(), "{}: finds nothing", example.name);
    example
}

/// `extract-and-move-method` is about `Extract And Move Method`.
fn type_of(folder: &Path) -> String {
    let name = folder.file_name().expect("a folder has a name");
    let words = name.to_string_lossy();
    let capitalized = words.split('-').map(|w| {
        let (first, rest) = w.split_at(1);
        first.to_uppercase() + rest
    });
    capitalized.collect::<Vec<_>>().join(" ")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).expect("a folder of examples");
    let mut paths: Vec<PathBuf> = read
        .map(|e| e.expect("an entry of the folder").path())
        .collect();
    paths.sort();
    paths
}
