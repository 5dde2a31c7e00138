//! `cargo xtask java-index`: writes the index of the public `java.*` API that ships with the tool, from the installed
//! JDK's signatures.

use crate::shared;
use anyhow::{Context, Result};
use reweave_classpath::{ClassPath, jdk_home, write_index};
use reweave_java_names::{ClassData, ClassSource, ModuleData};
use std::fs;

#[derive(clap::Args)]
pub struct Args {}

pub fn run(_args: &Args) -> Result<()> {
    let home = jdk_home().context("no JDK on this machine")?;
    let jdk = ClassPath::open(&[home.join("lib/modules")]);
    let classes: Vec<ClassData> = jdk
        .class_names()
        .iter()
        .filter(|n| n.starts_with("java/"))
        .filter_map(|n| jdk.load(n))
        .collect();
    let count = classes.len();
    let mut modules: Vec<ModuleData> = jdk.modules();
    modules.retain(|m| m.name.starts_with("java."));
    for module in &mut modules {
        module.exports.retain(|p| p.starts_with("java."));
    }
    let bytes = write_index(modules, classes);
    let to = shared::root().join("crates/classpath/data/java-api.bin");
    fs::write(&to, &bytes)?;
    println!("java-index classes={count} bytes={}", bytes.len());
    Ok(())
}
