//! The real tool: builds and runs Fortran programs in a scratch folder, within limits.

use crate::storm_fortran::Output;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether it is there; says so when not.
pub fn is_installed() -> bool {
    let found = Command::new("gfortran")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let found = found.is_ok_and(|s| s.success());
    if !found {
        println!("SKIPPED: no gfortran (apt-get install gfortran), so nothing was built or run");
    }
    found
}

/// Files in an order in which each module comes before its users.
pub fn in_order(files: &[(String, String)]) -> Vec<String> {
    let mut defines: BTreeMap<String, usize> = BTreeMap::new();
    let mut needs: Vec<Vec<String>> = Vec::new();
    for (i, (_, text)) in files.iter().enumerate() {
        let mut uses = Vec::new();
        for statement in text.split(['\n', ';']) {
            let lower = statement.trim().to_ascii_lowercase();
            let words: Vec<&str> = lower
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .filter(|w| !w.is_empty())
                .collect();
            match words.as_slice() {
                ["module", name, ..]
                    if *name != "procedure" && *name != "subroutine" && *name != "function" =>
                {
                    defines.insert((*name).to_owned(), i);
                }
                ["submodule", ancestor, ..] => uses.push((*ancestor).to_owned()),
                ["use", "intrinsic" | "non_intrinsic", name, ..] | ["use", name, ..] => {
                    uses.push((*name).to_owned());
                }
                _ => {}
            }
        }
        needs.push(uses);
    }
    let mut order = Vec::new();
    let mut state = vec![0_u8; files.len()];
    for i in 0..files.len() {
        visit(i, &defines, &needs, &mut state, &mut order);
    }
    order.into_iter().map(|i| files[i].0.clone()).collect()
}

fn visit(
    i: usize,
    defines: &BTreeMap<String, usize>,
    needs: &[Vec<String>],
    state: &mut [u8],
    order: &mut Vec<usize>,
) {
    if state[i] != 0 {
        return;
    }
    state[i] = 1;
    for need in &needs[i] {
        if let Some(&at) = defines.get(need) {
            visit(at, defines, needs, state, order);
        }
    }
    state[i] = 2;
    order.push(i);
}

/// The number of errors that the compiler gives for these files.
pub fn errors(files: &[(String, String)]) -> Result<usize> {
    let dir = tempfile::tempdir()?;
    write(dir.path(), files)?;
    let sources: Vec<String> = in_order(files)
        .into_iter()
        .filter(|f| reweave_lang_fortran::Form::of_path(f).is_some())
        .collect();
    let out = Command::new("gfortran")
        .current_dir(dir.path())
        .arg("-fsyntax-only")
        .args(&sources)
        .output()?;
    Ok(String::from_utf8_lossy(&out.stderr)
        .lines()
        .filter(|l| l.contains("Error:"))
        .count())
}

/// Builds and runs a program; `None` where it does not build.
pub fn run(files: &[(String, String)], flags: &[&str]) -> Result<Option<Output>> {
    let dir = tempfile::tempdir()?;
    write(dir.path(), files)?;
    let sources: Vec<String> = in_order(files)
        .into_iter()
        .filter(|f| reweave_lang_fortran::Form::of_path(f).is_some())
        .collect();
    let built = Command::new("timeout")
        .current_dir(dir.path())
        .args(["60", "gfortran", "-w", "-O0", "-o", "program"])
        .args(flags)
        .args(&sources)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if !built.success() {
        return Ok(None);
    }
    // Limits: ten seconds, 2 GB, files of 100 MB.
    let script = "ulimit -v 2000000 -f 100000; exec timeout 10 ./program";
    let out = Command::new("bash")
        .current_dir(dir.path())
        .args(["-c", script])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()?;
    Ok(Some(Output {
        printed: String::from_utf8_lossy(&out.stdout).into_owned(),
        code: out.status.code(),
    }))
}

pub fn write(dir: &Path, files: &[(String, String)]) -> Result<()> {
    for (path, text) in files {
        let path = dir.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(())
}
