//! `reweave man`: the manual pages.

use super::Run;
use crate::settings::Settings;
use crate::{Outcome, command_line, output};
use anyhow::{Context, Result};
use clap_mangen::Man;
use reweave_text::did_you_mean;
use std::path::{Path, PathBuf};

/// The manual pages, for man(1)
#[derive(clap::Args)]
pub struct Args {
    /// A command [default: the page of reweave itself]
    command: Option<String>,
    /// Write the pages of all commands to this folder
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    output: Option<PathBuf>,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("reweave man detect | man -l -", "read one"),
        (
            "reweave man --output ~/.local/share/man/man1",
            "install all of them",
        ),
    ];
    const PAGES: bool = false;

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        let mut grammar = command_line::grammar();
        grammar.build();
        if let Some(folder) = &self.output {
            return write_all(&grammar, folder);
        }
        let page = match &self.command {
            None => page(&grammar, "reweave")?,
            Some(name) => {
                let command = grammar.find_subcommand(name).with_context(|| {
                    let names = grammar.get_subcommands().map(clap::Command::get_name);
                    format!("there is no command {name}{}", did_you_mean(name, names))
                })?;
                page(command, &format!("reweave-{name}"))?
            }
        };
        output::print(&page)?;
        Ok(Outcome::Done)
    }
}

fn write_all(grammar: &clap::Command, folder: &Path) -> Result<Outcome> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let put = |name: &str, text: String| {
        let file = folder.join(format!("{name}.1"));
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
    };
    put("reweave", page(grammar, "reweave")?)?;
    for command in grammar.get_subcommands() {
        let name = format!("reweave-{}", command.get_name());
        put(&name, page(command, &name)?)?;
    }
    Ok(Outcome::Done)
}

fn page(command: &clap::Command, name: &str) -> Result<String> {
    let mut text = Vec::new();
    Man::new(command.clone().display_name(name.to_owned())).render(&mut text)?;
    Ok(String::from_utf8(text)?)
}
