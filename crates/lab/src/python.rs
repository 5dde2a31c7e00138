//! `cargo xtask python`: the Python package, built as a wheel and tested in a virtual environment that has nothing of this folder.

use crate::shared;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {
    /// Also on Spark: in one process, and on a cluster on this machine of which an executor is killed
    #[arg(long)]
    spark: bool,
    /// Test this wheel instead of building one
    #[arg(long)]
    wheel: Option<PathBuf>,
}

impl Args {
    pub const fn all() -> Self {
        Self {
            spark: true,
            wheel: None,
        }
    }
}

/// The largest wheel that is handed out.
const LARGEST: u64 = 12 << 20;

/// What the tests read with, compare with, plot with, and check the types with.
const PACKAGES: [&str; 7] = [
    "pyarrow",
    "duckdb",
    "polars",
    "pydriller",
    "matplotlib",
    "mypy",
    "pyright[nodejs]",
];

/// What checks the stubs against the native module, and how the package is used against both.
const CHECKS: [&[&str]; 4] = [
    &[
        "mypy.stubtest",
        "reweave._native",
        "--mypy-config-file",
        "mypy.ini",
    ],
    &["mypy", "--package", "reweave"],
    &["mypy", "typed_use.py"],
    &["pyright", "typed_use.py"],
];

pub fn run(args: &Args) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let built = scratch.path().join("venv");
    if !made("python3", &["-m", "venv", &text(&built)]) {
        println!(
            "SKIPPED for want of python3 with venv: the Python package. To install it: apt-get install python3-venv"
        );
        return Ok(());
    }
    let python = built.join("bin/python");
    let wheel = match &args.wheel {
        Some(wheel) => wheel.canonicalize()?,
        None => wheel(&python, &scratch.path().join("wheels"))?,
    };
    let bytes = fs::metadata(&wheel)?.len();
    ensure!(
        bytes < LARGEST,
        "the wheel has {bytes} bytes, more than {LARGEST}"
    );
    let mut packages: Vec<String> = PACKAGES.map(str::to_owned).to_vec();
    packages.push(text(&wheel));
    if args.spark {
        packages.push("pyspark>=4".to_owned());
    }
    let mut install = Command::new(&python);
    install
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ])
        .args(&packages);
    ran(&mut install, "pip install")?;
    let tests = shared::root().join("crates/python/tests");
    for check in CHECKS {
        let mut run = Command::new(&python);
        run.arg("-m").args(check).current_dir(&tests);
        ran(&mut run, check[0])?;
    }
    let mut modules = vec!["test_package", "test_pydriller"];
    modules.extend(args.spark.then_some("test_spark"));
    for module in modules {
        let mut run = Command::new(&python);
        // A history of people, beside the drawn ones.
        run.args(["-m", "unittest", module])
            .env("HISTORY", shared::root())
            .current_dir(&tests);
        ran(&mut run, module)?;
    }
    println!("python wheel_bytes={bytes} spark={}", args.spark);
    Ok(())
}

/// Builds the wheel as `pip install .` does.
fn wheel(python: &Path, to: &Path) -> Result<PathBuf> {
    let mut build = Command::new(python);
    build
        .args([
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--wheel-dir",
        ])
        .arg(to)
        .arg(shared::root());
    ran(&mut build, "pip wheel")?;
    let wheels = fs::read_dir(to)?.filter_map(|e| Some(e.ok()?.path()));
    let mut wheels = wheels.filter(|p| p.extension().is_some_and(|e| e == "whl"));
    wheels.next().context("pip wheel left no wheel")
}

fn made(program: &str, args: &[&str]) -> bool {
    let output = Command::new(program).args(args).output();
    output.is_ok_and(|o| o.status.success())
}

fn ran(command: &mut Command, what: &str) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("running {what}"))?;
    ensure!(status.success(), "{what} failed");
    Ok(())
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
