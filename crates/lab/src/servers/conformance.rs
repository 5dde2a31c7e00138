//! The official conformance suite of the Model Context Protocol against `reweave mcp --http`.

use super::clients;
use crate::{binary, shared};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// What must pass without a failure, whatever the list of expected failures says.
const MUST_PASS: [&str; 4] = [
    "server-initialize",
    "ping",
    "tools-list",
    "dns-rebinding-protection",
];

/// Scenarios that need the suite's own tools, resources and prompts, or features that the server does not have.
const EXPECTED: &str = "crates/lab/servers/conformance.yml";

#[derive(clap::Args)]
pub struct Args {}

/// Ends with its value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn run(_: &Args) -> Result<()> {
    let suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
    let Some(suite) = clients::find(suite, "the conformance suite of MCP") else {
        return Ok(());
    };
    let root = tempfile::tempdir()?;
    std::fs::write(root.path().join("a.bc"), "define f(x) {\n  return (x)\n}\n")?;
    let child = Command::new(binary::beside()?)
        .args(["mcp", "--http", "--root"])
        .arg(root.path())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut server = Server(child);
    let mut line = String::new();
    let errors = server.0.stderr.take().context("it has one")?;
    BufReader::new(errors).read_line(&mut line)?;
    let address = line.trim().strip_prefix("serving on ");
    let address = address.with_context(|| format!("it said {line:?}"))?;
    let ran = Command::new("node")
        .arg(suite)
        .args(["server", "--url", address, "--suite", "all"])
        .current_dir(root.path())
        .output()?;
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    let passed = |name: &&str| {
        let line = said.lines().find(|l| l.contains(&format!(" {name}: ")));
        line.is_some_and(|l| l.contains(", 0 failed"))
    };
    for name in MUST_PASS {
        ensure!(passed(&name), "{name} did not pass:\n{said}");
    }
    // The suite's own comparison counts warnings as failures, some of which are about time.
    let failed: BTreeSet<&str> = (said.lines())
        .filter_map(|line| line.strip_prefix("✗ ")?.split_once(':'))
        .map(|(name, _)| name)
        .collect();
    let list = std::fs::read_to_string(shared::root().join(EXPECTED))?;
    let expected: BTreeSet<&str> = (list.lines())
        .filter_map(|line| line.trim().strip_prefix("- "))
        .collect();
    ensure!(
        failed == expected,
        "{:?} failed and {:?} passed, which was not expected",
        failed.difference(&expected).collect::<Vec<_>>(),
        expected.difference(&failed).collect::<Vec<_>>()
    );
    let count = |end: &str| said.lines().filter(|l| l.starts_with(end)).count();
    println!(
        "conformance passed={} expected_failures={}",
        count("✓ "),
        count("✗ ")
    );
    Ok(())
}
