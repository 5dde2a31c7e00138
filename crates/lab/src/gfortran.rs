//! The real tool: whether it is there, in which order it takes files, and what it says of them.

use crate::storm::{self, Files};
use anyhow::Result;
use reweave_lang_fortran::Form;
use std::collections::BTreeMap;
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

/// The files to compile, in an order in which each module comes before its users.
pub fn in_order(files: &Files) -> Vec<String> {
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
    let in_order = order.into_iter().map(|i| files[i].0.clone());
    in_order
        .filter(|path| Form::of_path(path).is_some())
        .collect()
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
pub fn errors(files: &Files) -> Result<usize> {
    let dir = tempfile::tempdir()?;
    storm::write(dir.path(), files)?;
    let out = Command::new("gfortran")
        .current_dir(dir.path())
        .arg("-fsyntax-only")
        .args(in_order(files))
        .output()?;
    Ok(String::from_utf8_lossy(&out.stderr)
        .lines()
        .filter(|l| l.contains("Error:"))
        .count())
}
