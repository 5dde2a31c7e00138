//! `reweave.toml`: found from the folder that a command is about upwards, as far as the repository goes.
//!
//! A section named like a command has the values of that command's options, `[output]` those of every command; the other
//! sections are read by [`reweave_advise::Config`]. What may be set is listed by each command: nothing that writes, runs or
//! allows something is ever taken from a file that came with the code.

use crate::commands::{self, Told};
use anyhow::{Context, Result, anyhow, bail};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction};
use reweave_advise::Config;
use reweave_text::nearest;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The name that is looked for.
pub const FILE: &str = "reweave.toml";

/// The section with the options of every command.
const OUTPUT: &str = "output";
/// What it may set.
const OF_OUTPUT: &[&str] = &["color", "pager", "quiet", "verbose"];

/// What the file says; nothing where there is none.
#[derive(Default)]
pub struct Settings {
    pub file: Option<PathBuf>,
    /// Options by command.
    sections: Table,
    /// Everything else.
    pub config: Config,
    /// The file as it stands.
    pub table: Table,
}

impl Settings {
    /// The file that was named, or the nearest one from `place` upwards.
    pub fn read(named: Option<&Path>, place: &Path) -> Result<Self> {
        let Some(file) = named.map(Path::to_path_buf).or_else(|| find(place)) else {
            return Ok(Self::default());
        };
        let mut table = Config::table(&file)?;
        let whole = table.clone();
        let mut sections = Table::new();
        let names = commands::ALL.iter().map(|t| (t.name, t.own_section));
        for (name, is_own) in names.chain([(OUTPUT, false)]) {
            if let Some(section) = table.remove(name)
                && !is_own
            {
                sections.insert(name.to_owned(), section);
            }
        }
        let known: Vec<&str> = commands::ALL.iter().map(|told| told.name).collect();
        let config = Config::of_table(table).map_err(|why| {
            let section = |name: &&String| !Config::SECTIONS.contains(&name.as_str());
            let unknown = whole
                .keys()
                .filter(|k| !sections.contains_key(*k))
                .find(section);
            let meant = unknown.and_then(|name| {
                let all = known.iter().chain(Config::SECTIONS).chain(&[OUTPUT]);
                nearest(name, all.copied())
            });
            let meant = meant.map_or(String::new(), |m| format!("; did you mean [{m}]?"));
            anyhow!("{}: {why}{meant}", file.display())
        })?;
        Ok(Self {
            file: Some(file),
            sections,
            config,
            table: whole,
        })
    }

    /// The command line with the file's values in the place of the built-in ones.
    pub fn put_into(&self, mut command: clap::Command) -> Result<clap::Command> {
        let Some(file) = &self.file else {
            return Ok(command);
        };
        for (section, values) in &self.sections {
            let place = || format!("{}: [{section}]", file.display());
            let Value::Table(values) = values else {
                bail!("{} is no section; write it as [{section}]", place());
            };
            for (key, value) in values {
                let words = words(value).with_context(|| format!("{} {key}", place()))?;
                let target = target(&command, section);
                let arg = settable(target, section, key).with_context(place)?;
                check(target, arg, &words).with_context(|| format!("{} {key}", place()))?;
                let id = arg.get_id().to_string();
                command = match section.as_str() {
                    OUTPUT => command.mut_arg(id, |arg| arg.default_values(words)),
                    name => command.mut_subcommand(name, |command| {
                        command.mut_arg(id, |arg| arg.default_values(words))
                    }),
                };
            }
        }
        Ok(command)
    }

    /// The options that a file can set, with their values here and where those come from.
    pub fn in_force(&self, command: &clap::Command) -> Vec<InForce> {
        let of_commands = commands::ALL
            .iter()
            .flat_map(|Told { name, settings, .. }| settings.iter().map(move |key| (*name, *key)));
        let all = OF_OUTPUT
            .iter()
            .map(|key| (OUTPUT, *key))
            .chain(of_commands);
        all.filter_map(|(section, key)| {
            let arg = option(target(command, section), key)?;
            Some(self.one(section, key, arg))
        })
        .collect()
    }

    fn one(&self, section: &str, key: &str, arg: &Arg) -> InForce {
        let from_env = arg.get_env().and_then(|name| {
            let value = std::env::var_os(name)?;
            Some((value, name.to_string_lossy().into_owned()))
        });
        let in_file = self.sections.get(section).and_then(|s| s.get(key));
        let (value, source) = match (from_env, in_file, &self.file) {
            (Some((value, name)), ..) => (value.to_string_lossy().into_owned(), name),
            (None, Some(value), Some(file)) => (shown(value), file.display().to_string()),
            _ => {
                let values = arg.get_default_values().iter();
                let values: Vec<_> = values.map(|v| v.to_string_lossy()).collect();
                (values.join(","), "default".to_owned())
            }
        };
        InForce {
            name: format!("{section}.{key}"),
            value,
            source,
        }
    }
}

/// One option as `reweave config` shows it.
pub struct InForce {
    pub name: String,
    /// Empty where nothing is set.
    pub value: String,
    pub source: String,
}

fn find(place: &Path) -> Option<PathBuf> {
    let place = place.canonicalize().ok()?;
    for folder in place.ancestors() {
        let file = folder.join(FILE);
        if file.is_file() {
            return Some(file);
        }
        // What lies above a repository belongs to somebody else.
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

fn target<'c>(command: &'c clap::Command, section: &str) -> &'c clap::Command {
    command.find_subcommand(section).unwrap_or(command)
}

fn option<'c>(command: &'c clap::Command, key: &str) -> Option<&'c Arg> {
    let mut all = command.get_arguments();
    all.find(|arg| arg.get_long() == Some(key))
}

fn settable<'c>(command: &'c clap::Command, section: &str, key: &str) -> Result<&'c Arg> {
    let told = commands::ALL.iter().find(|told| told.name == section);
    let list = told.map_or(OF_OUTPUT, |told| told.settings);
    if list.contains(&key)
        && let Some(arg) = option(command, key)
    {
        return Ok(arg);
    }
    let why = match option(command, key) {
        Some(_) => format!("{key} is given on the command line only"),
        None => format!("there is no {key}"),
    };
    let advice = match nearest(key, list.iter().copied()) {
        Some(meant) => format!("did you mean {meant}?"),
        None if list.is_empty() => "this command takes nothing from a file".to_owned(),
        None => format!("a file can set {}", list.join(", ")),
    };
    bail!("{why}; {advice}")
}

/// Whether the command would take these values, asked without anything else that it needs.
fn check(command: &clap::Command, arg: &Arg, words: &[String]) -> Result<()> {
    let long = arg.get_long().unwrap_or_default();
    let mut line = Vec::new();
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        match words {
            [word] if word == "true" || word == "false" => return Ok(()),
            _ => bail!("it is true or false"),
        }
    }
    line.extend(words.iter().map(|word| format!("--{long}={word}")));
    let matches = command
        .clone()
        .no_binary_name(true)
        .try_get_matches_from(line);
    let Err(error) = matches else { return Ok(()) };
    match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::ArgumentConflict => {
            let told = error.to_string();
            let told = told.lines().next().unwrap_or_default();
            bail!("{}", told.trim_start_matches("error: "))
        }
        _ => Ok(()),
    }
}

fn words(value: &Value) -> Result<Vec<String>> {
    match value {
        Value::Array(all) => all.iter().map(word).collect(),
        one => Ok(vec![word(one)?]),
    }
}

fn word(value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => Ok(value.to_string()),
        _ => bail!("write a text, a number, true, false, or a list of those"),
    }
}

fn shown(value: &Value) -> String {
    words(value).map_or_else(|_| value.to_string(), |words| words.join(","))
}
