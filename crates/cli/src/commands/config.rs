//! `reweave config`: what is in force in a folder, and where it comes from.

use super::Run;
use crate::settings::{FILE, Settings};
use crate::{Outcome, command_line, output};
use anyhow::Result;
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The settings in force here, and where each comes from
#[derive(clap::Args)]
pub struct Args {
    /// The folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// One setting.
struct Row {
    name: String,
    value: String,
    source: String,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("reweave config", "what holds in this folder"),
        (
            "reweave config --root lib --format json",
            "elsewhere, for a program",
        ),
    ];

    fn place(&self) -> &Path {
        &self.root
    }

    fn run(&self, settings: &Settings) -> Result<Outcome> {
        let mut rows: Vec<Row> = settings
            .in_force(&command_line::grammar())
            .into_iter()
            .map(|s| Row {
                name: s.name,
                value: s.value,
                source: s.source,
            })
            .collect();
        rows.extend(of_analyses(settings)?);
        output::print(&match self.format {
            Format::Json => document(settings, &rows)?,
            Format::Text => table(settings, &rows),
        })?;
        Ok(Outcome::Done)
    }
}

/// What the file says to the analyses themselves.
fn of_analyses(settings: &Settings) -> Result<Vec<Row>> {
    let file = settings.file.as_ref().map(|f| f.display().to_string());
    let all = toml::Table::try_from(&settings.config)?;
    let mut rows = Vec::new();
    for (section, values) in &all {
        let in_file = settings.table.get(section);
        let Some(values) = values.as_table() else {
            let source = source(in_file.is_some(), file.as_ref());
            rows.push(Row {
                name: section.clone(),
                value: values.to_string(),
                source,
            });
            continue;
        };
        for (key, value) in values {
            let is_set = in_file.is_some_and(|s| s.get(key).is_some());
            rows.push(Row {
                name: format!("{section}.{key}"),
                value: value.to_string(),
                source: source(is_set, file.as_ref()),
            });
        }
    }
    Ok(rows)
}

fn source(is_set: bool, file: Option<&String>) -> String {
    match file {
        Some(file) if is_set => file.clone(),
        _ => "default".to_owned(),
    }
}

fn table(settings: &Settings, rows: &[Row]) -> String {
    let mut out = match &settings.file {
        Some(file) => format!("file: {}\n", file.display()),
        None => format!("file: none; {FILE} is looked for from here upwards\n"),
    };
    let wide = |of: fn(&Row) -> &str| {
        rows.iter()
            .map(|r| of(r).chars().count())
            .max()
            .unwrap_or(0)
    };
    let (names, values) = (wide(|r| &r.name), wide(|r| &r.value).min(40));
    for Row {
        name,
        value,
        source,
    } in rows
    {
        let value = if value.is_empty() { "-" } else { value };
        let _ = writeln!(out, "{name:<names$}  {value:<values$}  {source}");
    }
    out
}

fn document(settings: &Settings, rows: &[Row]) -> Result<String> {
    let rows: Vec<_> = rows
        .iter()
        .map(|r| json!({"name": r.name, "value": r.value, "source": r.source}))
        .collect();
    let file = settings.file.as_ref().map(|f| f.display().to_string());
    let document = json!({"version": 1, "file": file, "settings": rows});
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}
