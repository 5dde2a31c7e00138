//! The commands of contributors; `cargo xtask --help` lists them.
//!
//! A front without dependencies: it lets cargo build all programs of the workspace together, so that each crate is built with one set of
//! features, and hands over to `reweave-lab`, which does the rest.

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    let built = cargo(args.first().is_some_and(|a| a == "test"))?;
    if !built.success() {
        return Ok(code(built));
    }
    let here = env::current_exe()?;
    let lab = here.with_file_name(format!("reweave-lab{}", env::consts::EXE_SUFFIX));
    Ok(code(Command::new(lab).args(args).status()?))
}

/// Builds the programs in the profile of this one. The tests need them with what only tests depend on: one build then serves both.
fn cargo(for_tests: bool) -> std::io::Result<ExitStatus> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(if for_tests {
        ["test", "--no-run"]
    } else {
        ["build", "--bins"]
    });
    cargo.args(["--workspace", "--quiet", "--manifest-path"]);
    cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"));
    if !cfg!(debug_assertions) {
        cargo.args(["--profile", "measure"]);
    }
    cargo.status()
}

fn code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|c| u8::try_from(c).ok());
    ExitCode::from(code.unwrap_or(1))
}
