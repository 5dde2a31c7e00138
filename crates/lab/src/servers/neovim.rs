//! Neovim, without a screen: its own client of the Language Server Protocol drives an unsaved edit, rename, code action and undo.

use super::clients;
use crate::{binary, shared};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {}

const FILES: [(&str, &str); 3] = [
    ("lib.bc", "define sq(n) {\n  return (n * n)\n}\n"),
    ("main.bc", "x = sq(3)\ny = x * (x + 1)\n"),
    (
        "shop/Item.java",
        "package shop;\n\npublic class Item {\n    int price() { return 2; }\n}\n",
    ),
];

pub fn run(_: &Args) -> Result<()> {
    if !clients::runs("nvim") {
        println!("SKIPPED: Neovim, since there is no nvim on the path");
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let home = folder.path().canonicalize()?;
    let root = home.join("root");
    for (path, text) in FILES {
        let at = root.join(path);
        fs::create_dir_all(at.parent().context("inside")?)?;
        fs::write(at, text)?;
    }
    let script = shared::root().join("crates/lab/servers/neovim.lua");
    let out = home.join("out");
    let ran = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        .envs([
            ("ROOT", &root),
            ("OUT", &out),
            ("REWEAVE", &binary::beside()?),
        ])
        .envs([("XDG_STATE_HOME", &home), ("HOME", &home)])
        .output()?;
    ensure!(
        ran.status.success(),
        "nvim: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let written = fs::read_to_string(&out).context("nvim wrote nothing down")?;
    clients::compare(&written, "neovim.transcript.jsonl")?;
    println!("neovim steps={}", written.lines().count());
    Ok(())
}
