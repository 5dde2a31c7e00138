//! `cargo xtask size`: what the binary spends on each command, counted by the symbols of the crates that only it needs, and on what all share.

use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {
    /// A binary with its symbols [default: a build of the profile `release-symbols`]
    binary: Option<PathBuf>,
}

const PROFILE: &str = "release-symbols";

/// What the names of symbols begin with, and for what they are there. The first that fits counts.
const PARTS: &[(&str, &[&str])] = &[
    ("grammars", &["ts_", "tree_sitter_", "sym_", "tree_sitter"]),
    (
        "reading sources into models",
        &[
            "reweave_lang",
            "reweave_lowering",
            "reweave_syntax",
            "reweave_model",
            "reweave_text",
            "regex",
            "aho_corasick",
        ],
    ),
    (
        "detect",
        &[
            "reweave_detect",
            "reweave_matching",
            "reweave_change",
            "reweave_verify",
            "reweave_log",
            "similar",
            "imara_diff",
        ],
    ),
    (
        "detect, from Git",
        &[
            "reweave_git",
            "gix",
            "sha1",
            "zlib_rs",
            "encoding_rs",
            "jiff",
            "winnow",
        ],
    ),
    (
        "mine",
        &[
            "reweave_mine",
            "reweave_harvest",
            "reweave_tables",
            "parquet",
            "ZSTD",
            "zstd",
            "HUF",
            "FSE",
            "chrono",
            "thrift",
        ],
    ),
    (
        "compare and replay",
        &["reweave_component", "reweave_release", "reweave_replay"],
    ),
    (
        "suggest",
        &["reweave_suggest", "reweave_vectors", "reweave_advise"],
    ),
    (
        "apply",
        &[
            "reweave_refactor",
            "reweave_preserve",
            "reweave_java",
            "reweave_project",
            "reweave_workspace",
            "reweave_disk",
        ],
    ),
    (
        "apply, class paths",
        &[
            "reweave_classpath",
            "reweave_bytecode",
            "cafebabe",
            "zip",
            "jimage",
            "quick_xml",
            "miniz",
        ],
    ),
    ("review", &["reweave_review", "reweave_loopback"]),
    (
        "mcp",
        &[
            "reweave_mcp",
            "rmcp",
            "tokio",
            "hyper",
            "http",
            "futures",
            "schemars",
            "sse",
        ],
    ),
    ("lsp", &["reweave_lsp", "lsp_"]),
    (
        "command line, settings",
        &[
            "clap",
            "toml",
            "indicatif",
            "console",
            "anstyle",
            "anstream",
            "reweave::",
            "reweave_",
        ],
    ),
];

pub fn run(args: &Args) -> Result<()> {
    let binary = match &args.binary {
        Some(binary) => binary.clone(),
        None => build()?,
    };
    let output = Command::new("nm")
        .args(["--print-size", "--demangle"])
        .arg(&binary)
        .output()
        .context("`nm`, of the binutils, lists the symbols")?;
    let symbols = String::from_utf8_lossy(&output.stdout);
    let mut sizes: BTreeMap<&str, u64> = BTreeMap::new();
    for (size, name) in symbols.lines().filter_map(symbol) {
        *sizes.entry(part_of(name)).or_default() += size;
    }
    ensure!(!sizes.is_empty(), "{} has no symbols", binary.display());
    let mut sizes: Vec<_> = sizes.into_iter().collect();
    sizes.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
    for (part, size) in sizes {
        println!("{:>8} kB  {part}", size / 1024);
    }
    println!("size bytes={}", std::fs::metadata(&binary)?.len());
    Ok(())
}

fn build() -> Result<PathBuf> {
    let manifest = crate::shared::root().join("Cargo.toml");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--profile", PROFILE, "--quiet", "--bin", "reweave"])
        .arg("--manifest-path")
        .arg(&manifest)
        .status()?;
    ensure!(status.success(), "the binary could not be built");
    Ok(manifest
        .with_file_name("target")
        .join(PROFILE)
        .join("reweave"))
}

/// `address size kind name`.
fn symbol(line: &str) -> Option<(u64, &str)> {
    let mut words = line.splitn(4, ' ');
    let (_, size) = (words.next()?, words.next()?);
    let size = u64::from_str_radix(size, 16).ok()?;
    words.next()?;
    Some((size, words.next()?))
}

/// The part of the crate that a symbol is named by: `<a::B as c::D>::f` is of `a`.
fn part_of(name: &str) -> &'static str {
    let name = name.trim_start_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let name = ["dyn ", "mut ", "impl "]
        .iter()
        .fold(name, |n, word| n.trim_start_matches(word));
    let fits = |(_, begins): &&(&str, &[&str])| begins.iter().any(|b| name.starts_with(b));
    PARTS
        .iter()
        .find(fits)
        .map_or("shared: the standard library and the rest", |p| p.0)
}
