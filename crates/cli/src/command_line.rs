//! The command line: its grammar, its help pages, and how a line of it is read.

use crate::commands::{self, Command};
use crate::console::ConsoleArgs;
use crate::settings::Settings;
use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;
use std::fmt::Write;

#[derive(Parser)]
#[command(
    name = "reweave",
    version,
    about = "Finds, suggests, checks and performs refactorings"
)]
pub struct Cli {
    #[command(flatten)]
    pub console: ConsoleArgs,
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes:
  0  done
  1  refused: behaviour could change, or a --fail-on gate found something
  2  the request or its input cannot be understood; nothing was written
  3  done, but something was cut short or left out, which the output names";

const ENVIRONMENT: &str = "Environment:
  REWEAVE_CONFIG  the configuration, instead of the nearest reweave.toml upwards (see `reweave config`)
  REWEAVE_COLOR   auto, always or never; NO_COLOR and CLICOLOR_FORCE count, too
  REWEAVE_PAGER   the pager on terminals, else PAGER, else less; `cat` for none
  JAVA_HOME       the JDK that Java programs are resolved against";

/// The examples of the front page.
const FIRST: &[(&str, &str)] = &[
    ("reweave detect", "what the last commit refactored"),
    ("reweave suggest src", "what could be refactored"),
    (
        "reweave apply rename --root src --at App.java:12:7 to=total",
        "check a refactoring and show it",
    ),
];

/// The grammar with the help pages.
pub fn grammar() -> clap::Command {
    let mut command = Cli::command().after_help(after(FIRST));
    for told in commands::ALL {
        command = command.mut_subcommand(told.name, |c| {
            // What a command says there itself goes before what all of them say.
            let own = c.get_after_help().map(|own| format!("{own}\n\n"));
            let own = own.unwrap_or_default();
            c.after_help(own + &after(told.examples))
        });
    }
    command
}

fn after(examples: &[(&str, &str)]) -> String {
    let mut out = "Examples:\n".to_owned();
    for (line, what) in examples {
        let _ = writeln!(out, "  {line}\n      {what}");
    }
    format!("{out}\n{EXIT_CODES}\n\n{ENVIRONMENT}")
}

/// A line as it was understood, and the settings that it was read with.
pub struct Asked {
    pub cli: Cli,
    pub settings: Settings,
}

/// Reads a line: once to know which folder it is about, and again with what the file there sets.
pub fn read(line: &[OsString]) -> Result<Asked> {
    let first = parse(grammar(), line)?;
    let settings = Settings::read(first.console.config.as_deref(), first.command.place())?;
    if settings.file.is_none() {
        let cli = first;
        return Ok(Asked { cli, settings });
    }
    let cli = parse(settings.put_into(grammar())?, line)?;
    Ok(Asked { cli, settings })
}

fn parse(mut grammar: clap::Command, line: &[OsString]) -> Result<Cli> {
    let mut matches = grammar.try_get_matches_from_mut(line)?;
    let cli = Cli::from_arg_matches_mut(&mut matches);
    Ok(cli.map_err(|error| error.format(&mut grammar))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_holds_together() {
        grammar().debug_assert();
    }

    #[test]
    fn every_example_is_a_line_that_is_understood() {
        let all = commands::ALL.iter();
        let lines = all.flat_map(|told| told.examples.iter().map(move |e| (told.name, e.0)));
        for (name, line) in lines.chain(FIRST.iter().map(|e| ("", e.0))) {
            let words: Vec<OsString> = split(line).into_iter().map(OsString::from).collect();
            assert_eq!(words[0], "reweave", "{line}");
            assert!(name.is_empty() || words[1] == name, "{line}");
            let read = parse(grammar(), &words);
            assert!(read.is_ok(), "{line}: {:?}", read.err());
        }
    }

    /// Words as a shell takes them, with double quotes.
    fn split(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quoted = false;
        for c in line.chars().take_while(|c| *c != '>' && *c != '|') {
            match c {
                '"' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                c => words.last_mut().expect("one at least").push(c),
            }
        }
        words.retain(|w| !w.is_empty());
        words
    }
}
