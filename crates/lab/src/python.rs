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
    /// Only the package's own tests, on a wheel of the dev profile: what every change can wait for
    #[arg(long, conflicts_with_all = ["spark", "wheel"])]
    sample: bool,
}

impl Args {
    pub const fn all() -> Self {
        Self {
            spark: true,
            wheel: None,
            sample: false,
        }
    }
}

/// The largest wheel that is handed out.
const LARGEST: u64 = 12 << 20;

/// What the tests read with and plot with, compare with, and check the types with.
const PACKAGES: [&str; 7] = [
    "pyarrow",
    "duckdb",
    "polars",
    "matplotlib",
    "pydriller",
    "mypy",
    "pyright[nodejs]",
];

/// So many of them read and plot.
const READERS: usize = 4;

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
    let wanted = PACKAGES.iter().copied();
    let mut packages: Vec<&str> = wanted
        .take(if args.sample { READERS } else { PACKAGES.len() })
        .collect();
    if args.spark {
        packages.extend(["pyspark>=4", "pandas>=2.2"]);
    }
    if !pip(&python, "install").args(&packages).status()?.success() {
        println!("SKIPPED for want of packages from PyPI, or of Python 3.10: the Python package");
        return Ok(());
    }
    let wheel = match &args.wheel {
        Some(wheel) => wheel.canonicalize()?,
        None => wheel(&python, &scratch.path().join("wheels"), args.sample)?,
    };
    let bytes = fs::metadata(&wheel)?.len();
    ensure!(
        bytes < LARGEST || args.sample,
        "the wheel has {bytes} bytes, more than {LARGEST}"
    );
    ran(pip(&python, "install").arg(&wheel), "pip install")?;
    test(&python, args)?;
    println!(
        "python wheel_bytes={bytes} spark={} sample={}",
        args.spark, args.sample
    );
    Ok(())
}

fn pip(python: &Path, what: &str) -> Command {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", what, "--quiet", "--disable-pip-version-check"]);
    pip
}

/// Runs what checks the installed package.
fn test(python: &Path, args: &Args) -> Result<()> {
    let tests = shared::root().join("crates/python/tests");
    let mut modules = vec!["test_package"];
    if !args.sample {
        // Pyright asks the Python that it finds first for its packages.
        let own = python.parent().map(Path::to_path_buf);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)))?;
        for check in CHECKS {
            let mut run = Command::new(python);
            run.arg("-m")
                .args(check)
                .env("PATH", &path)
                .current_dir(&tests);
            ran(&mut run, check[0])?;
        }
        modules.push("test_pydriller");
    }
    modules.extend(args.spark.then_some("test_spark"));
    for module in modules {
        let mut run = Command::new(python);
        // A history of people, beside the drawn ones.
        run.args(["-m", "unittest", module])
            .env("HISTORY", shared::root())
            .current_dir(&tests);
        ran(&mut run, module)?;
    }
    Ok(())
}

/// Builds the wheel as `pip install .` does.
fn wheel(python: &Path, to: &Path, is_sample: bool) -> Result<PathBuf> {
    let mut build = pip(python, "wheel");
    build
        .args(["--no-deps", "--wheel-dir"])
        .arg(to)
        .arg(shared::root());
    if is_sample {
        build.env("MATURIN_PEP517_ARGS", "--profile=dev");
    }
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
