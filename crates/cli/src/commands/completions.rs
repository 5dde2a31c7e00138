//! `reweave completions SHELL`: what a shell needs to complete the command line.

use super::Run;
use crate::settings::Settings;
use crate::{Outcome, command_line, output};
use anyhow::Result;
use clap_complete::{Shell, generate};

/// Completions for a shell
#[derive(clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    shell: Shell,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave completions bash > ~/.local/share/bash-completion/completions/reweave",
            "bash, for the next shell",
        ),
        (
            "reweave completions zsh > ~/.zfunc/_reweave",
            "zsh, with ~/.zfunc in fpath before compinit",
        ),
        (
            "reweave completions fish > ~/.config/fish/completions/reweave.fish",
            "fish",
        ),
    ];
    const PAGES: bool = false;

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        let mut script = Vec::new();
        generate(
            self.shell,
            &mut command_line::grammar(),
            "reweave",
            &mut script,
        );
        output::print(&String::from_utf8_lossy(&script))?;
        Ok(Outcome::Done)
    }
}
