//! The same random attempts through the command line, the server for agents and the server for editors: the same verdict, the
//! same conflicts, the same bytes.
//!
//! Each surface has a copy of the program of its own. What the server for editors answers is carried out here, by edits of lines
//! and UTF-16 units as the protocol defines them, with no code of the server.

use super::drawn;
use super::rpc::{Framing, Peer};
use crate::binary;
use crate::storm::{Sample, TESTS, scratch};
use anyhow::{Context, Result, bail, ensure};
use reweave_refactor::Target;
use reweave_text::{FileId, LineIndex};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {
    /// Only this language: bc, fortran, java, php
    #[arg(long)]
    language: Option<String>,
    /// Attempts for each language that are accepted or refused
    #[arg(long, default_value_t = 300)]
    attempts: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// This binary instead of one that is built
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
}

impl Args {
    pub fn sample(attempts: usize) -> Result<Self> {
        Ok(Self {
            language: None,
            attempts,
            seed: 1,
            binary: Some(binary::beside()?),
        })
    }
}

/// What one surface made of a request.
#[derive(PartialEq, Debug)]
struct Made {
    /// accepted, refused or error, with the message of the last.
    verdict: String,
    conflicts: Vec<Value>,
    files: BTreeMap<String, Vec<u8>>,
}

pub fn run(args: &Args) -> Result<()> {
    let binary = args.binary.clone().map_or_else(binary::beside, Ok)?;
    for (language, tests) in TESTS {
        if args.language.as_deref().is_none_or(|only| only == language) {
            one(&binary, language, tests, args)?;
        }
    }
    Ok(())
}

fn one(binary: &Path, language: &str, tests: &[&str], args: &Args) -> Result<()> {
    let (mut accepted, mut refused, mut errors) = (0, 0, 0);
    let mut asked = BTreeSet::new();
    for sample in drawn::all(language, tests, args.seed, args.attempts)? {
        let verdict = same(binary, language, &sample).with_context(|| {
            let request = &sample.attempt.request;
            format!("{language}, {}: {request:?}", sample.program)
        })?;
        match verdict.as_str() {
            "accepted" => accepted += 1,
            "refused" => refused += 1,
            _ => errors += 1,
        }
        if verdict == "accepted" || verdict == "refused" {
            asked.insert(sample.attempt.request.refactoring);
        }
        if accepted + refused == args.attempts {
            break;
        }
    }
    println!(
        "surfaces language={language} attempts={} accepted={accepted} refused={refused} errors={errors} refactorings={} different=0",
        accepted + refused + errors,
        asked.len()
    );
    Ok(())
}

/// Asks all three; the verdict that they share.
fn same(binary: &Path, language: &str, sample: &Sample) -> Result<String> {
    let asked = Asked::new(sample, language)?;
    let state = tempfile::tempdir()?;
    let by_command = asked.made(Surface::CommandLine, binary, state.path())?;
    for surface in [Surface::Agents, Surface::Editors] {
        let made = asked.made(surface, binary, state.path())?;
        ensure!(
            made == by_command,
            "{surface:?} are answered otherwise than the command line:\n{}\n{}",
            told(&made),
            told(&by_command)
        );
    }
    let word = by_command.verdict.split(':').next().unwrap_or_default();
    Ok(word.to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Surface {
    CommandLine,
    Agents,
    Editors,
}

fn told(made: &Made) -> String {
    let files = made.files.iter();
    let files = files.map(|(path, bytes)| format!("{path}:\n{}", String::from_utf8_lossy(bytes)));
    let files: Vec<String> = files.collect();
    format!(
        "{}\n{:#?}\n{}",
        made.verdict,
        made.conflicts,
        files.join("\n")
    )
}

/// Every file below a folder but the journal's.
fn tree(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at)? {
            let path = entry?.path();
            let is_hidden = path
                .file_name()
                .is_some_and(|n| n.to_string_lossy().starts_with('.'));
            if path.is_dir() && !is_hidden {
                open.push(path);
            } else if path.is_file() {
                let name = path.strip_prefix(folder)?.to_string_lossy().into_owned();
                all.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(all)
}

/// A request in the words of each surface.
struct Asked<'a> {
    sample: &'a Sample,
    language: &'a str,
    /// File, byte, and the byte after the end.
    place: Option<(&'a str, u32, Option<u32>)>,
    /// Line and column of both, from 1.
    from: (u32, u32),
    to: (u32, u32),
}

impl<'a> Asked<'a> {
    fn new(sample: &'a Sample, language: &'a str) -> Result<Self> {
        let files = &sample.attempt.files;
        let file = |id: &FileId| files.get(id.index()).context("it is of a file");
        let place = match &sample.attempt.request.target {
            Target::Nothing | Target::Symbol(_) => None,
            Target::At(id, at) => Some((file(id)?, *at, None)),
            Target::Range(id, span) => Some((file(id)?, span.start, Some(span.end))),
        };
        let at = |offset: u32| {
            place.map_or((0, 0), |((_, text), _, _)| {
                let pos = LineIndex::new(text).line_col(text, offset);
                (pos.line, pos.col)
            })
        };
        let (start, end) = place.map_or((0, None), |(_, start, end)| (start, end));
        Ok(Self {
            sample,
            language,
            from: at(start),
            to: at(end.unwrap_or(start)),
            place: place.map(|((path, _), start, end)| (path.as_str(), start, end)),
        })
    }

    fn symbol(&self) -> Option<&str> {
        match &self.sample.attempt.request.target {
            Target::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// What a surface makes of it, on a copy of the program of its own.
    fn made(&self, surface: Surface, binary: &Path, state: &Path) -> Result<Made> {
        let copy = scratch(&self.sample.attempt.files)?;
        let folder = copy.path();
        let (verdict, conflicts) = match surface {
            Surface::CommandLine => self.command_line(binary, folder, state)?,
            Surface::Agents => self.agent(binary, folder, state)?,
            Surface::Editors => self.editor(binary, folder, state)?,
        };
        let files = tree(folder)?;
        Ok(Made {
            verdict,
            conflicts,
            files,
        })
    }

    fn command_line(
        &self,
        binary: &Path,
        folder: &Path,
        state: &Path,
    ) -> Result<(String, Vec<Value>)> {
        let request = &self.sample.attempt.request;
        let mut command = Command::new(binary);
        command
            .args(["apply", &request.refactoring])
            .env("XDG_STATE_HOME", state);
        command.args(
            request
                .params
                .iter()
                .map(|(name, value)| format!("{name}={value}")),
        );
        command.args([
            "--language",
            self.language,
            "--format",
            "json",
            "--write",
            "--root",
        ]);
        command.arg(folder);
        if let Some((file, _, end)) = self.place {
            let ((line, col), (end_line, end_col)) = (self.from, self.to);
            match end {
                None => command.args(["--at", &format!("{file}:{line}:{col}")]),
                Some(_) => command.args([
                    "--range",
                    &format!("{file}:{line}:{col}-{end_line}:{end_col}"),
                ]),
            };
        }
        if let Some(symbol) = self.symbol() {
            command.args(["--symbol", symbol]);
        }
        if !request.allow.is_empty() {
            command.args(["--allow", &request.allow.join(",")]);
        }
        let ran = command.output()?;
        let document: Value = serde_json::from_slice(&ran.stdout).with_context(|| {
            let errors = String::from_utf8_lossy(&ran.stderr);
            format!("no document: {errors}")
        })?;
        Ok(verdict(&document, &document["conflicts"]))
    }

    fn agent(&self, binary: &Path, folder: &Path, state: &Path) -> Result<(String, Vec<Value>)> {
        let root = folder.display().to_string();
        let args = ["mcp", "--write", "--root", &root];
        let mut peer = Peer::start(binary, &args, Framing::Lines, state)?;
        let about = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "lab", "version": "1"}});
        answer(peer.ask("initialize", &about)?)?;
        peer.tell("notifications/initialized", &json!({}))?;
        let mut call = |name: &str, arguments: &Value| -> Result<Value> {
            let params = json!({"name": name, "arguments": arguments});
            let result = answer(peer.ask("tools/call", &params)?)?;
            Ok(result["structuredContent"].clone())
        };
        let request = &self.sample.attempt.request;
        let mut wish = json!({
            "refactoring": request.refactoring,
            "params": request.params,
            "allow": request.allow,
            "language": self.language,
        });
        if let Some((file, _, end)) = self.place {
            wish["at"] = json!({"file": file, "line": self.from.0, "column": self.from.1});
            if end.is_some() {
                wish["at"]["endLine"] = json!(self.to.0);
                wish["at"]["endColumn"] = json!(self.to.1);
            }
        }
        if let Some(symbol) = self.symbol() {
            wish["symbol"] = json!(symbol);
        }
        let plan = call("plan", &wish)?;
        let mut conflicts = plan["conflicts"].as_array().cloned().unwrap_or_default();
        let mut next = plan["next"].clone();
        while !next.is_null() {
            wish["cursor"] = next;
            let page = call("plan", &wish)?;
            conflicts.extend(page["conflicts"].as_array().cloned().unwrap_or_default());
            next = page["next"].clone();
        }
        let is_empty = plan["filesTotal"] == json!(0);
        if plan["status"] == "accepted" {
            let before = tree(folder)?;
            let written = call("apply", &json!({"plan": plan["plan"]}))?;
            ensure!(written["status"] == "written", "{written}");
            let after = tree(folder)?;
            let undone = call("undo", &json!({}))?;
            ensure!(
                undone["status"] == "undone" && tree(folder)? == before,
                "{undone}"
            );
            for (path, bytes) in &after {
                let at = folder.join(path);
                fs::create_dir_all(at.parent().context("inside")?)?;
                fs::write(at, bytes)?;
            }
            for path in before.keys().filter(|path| !after.contains_key(*path)) {
                fs::remove_file(folder.join(path))?;
            }
        }
        ensure!(peer.leave()?.is_some(), "the server crashed at its end");
        // What changes nothing is an error here, so that an agent does not take it for done.
        if is_empty && plan["status"] == "error" && plan["plan"].is_string() {
            return Ok(("accepted".to_owned(), conflicts));
        }
        Ok(verdict(&plan, &json!(conflicts)))
    }

    fn editor(&self, binary: &Path, folder: &Path, state: &Path) -> Result<(String, Vec<Value>)> {
        let folder = folder.canonicalize()?;
        let mut peer = Peer::start(binary, &["lsp"], Framing::Headers, state)?;
        let edit =
            json!({"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]});
        let about = json!({
            "processId": null,
            "rootUri": uri(&folder),
            "capabilities": {"workspace": {"workspaceEdit": edit}},
        });
        answer(peer.ask("initialize", &about)?)?;
        peer.tell("initialized", &json!({}))?;
        let request = &self.sample.attempt.request;
        let (file, start, end) = self
            .place
            .map_or((None, None, None), |(f, s, e)| (Some(f), Some(s), e));
        let ask = json!({
            "refactoring": request.refactoring,
            "language": self.language,
            "file": file,
            "start": start,
            "end": end,
            "symbol": self.symbol(),
            "params": request.params,
            "allow": request.allow,
        });
        let params = json!({"command": "reweave.apply", "arguments": [{"ask": ask, "values": {}}]});
        let mut failed = None;
        let answered = peer.ask_with(
            "workspace/executeCommand",
            &params,
            &mut |method, params| {
                if method != "workspace/applyEdit" {
                    return Value::Null;
                }
                let done = carry_out(&folder, &params["edit"]);
                failed = done.as_ref().err().map(ToString::to_string);
                json!({"applied": done.is_ok()})
            },
        )?;
        ensure!(failed.is_none(), "{failed:?}");
        ensure!(peer.leave()?.is_some(), "the server crashed at its end");
        match answered {
            Ok(_) => Ok(("accepted".to_owned(), Vec::new())),
            Err(error) if error["data"]["status"] == "refused" => {
                let mut document = error["data"].clone();
                document["message"] = error["message"].clone();
                Ok(verdict(&document, &document["conflicts"]))
            }
            Err(error) => {
                let document = json!({"status": "error", "message": error["message"]});
                Ok(verdict(&document, &Value::Null))
            }
        }
    }
}

fn answer(answered: super::rpc::Answered) -> Result<Value> {
    answered.map_err(|error| anyhow::anyhow!("{error}"))
}

/// A verdict, and the conflicts that refuse, by what all surfaces tell of them.
fn verdict(document: &Value, conflicts: &Value) -> (String, Vec<Value>) {
    let status = document["status"].as_str().unwrap_or_default();
    if status == "error" {
        let message = document["message"].as_str().unwrap_or_default();
        return (format!("error: {message}"), Vec::new());
    }
    let refuses = |c: &&Value| c["standing"] == "refuses";
    let brief = |c: &Value| json!([c["kind"], c["message"]]);
    let all = conflicts.as_array().into_iter().flatten();
    (status.to_owned(), all.filter(refuses).map(brief).collect())
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn path_of(uri: &Value) -> Result<PathBuf> {
    let path = uri.as_str().and_then(|u| u.strip_prefix("file://"));
    let path = path.with_context(|| format!("{uri} is a file"))?;
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let byte = if byte == b'%' {
            let digits = [rest.next(), rest.next()].map(Option::unwrap_or_default);
            u8::from_str_radix(std::str::from_utf8(&digits)?, 16)?
        } else {
            byte
        };
        bytes.push(byte);
    }
    Ok(PathBuf::from(String::from_utf8(bytes)?))
}

/// Carries out a workspace edit on the files of a folder, step after step.
fn carry_out(folder: &Path, edit: &Value) -> Result<()> {
    let steps = edit["documentChanges"].as_array().context("edits")?;
    for step in steps {
        let inside = |uri: &Value| -> Result<PathBuf> {
            let path = path_of(uri)?;
            ensure!(path.starts_with(folder), "{} is outside", path.display());
            Ok(path)
        };
        match step["kind"].as_str() {
            None => {
                let path = inside(&step["textDocument"]["uri"])?;
                let text = fs::read(&path).with_context(|| path.display().to_string())?;
                let edits = step["edits"].as_array().context("edits")?;
                fs::write(&path, edited(&String::from_utf8(text)?, edits)?)?;
            }
            Some("create") => {
                let path = inside(&step["uri"])?;
                ensure!(!path.exists(), "{} exists", path.display());
                fs::create_dir_all(path.parent().context("inside")?)?;
                fs::write(path, "")?;
            }
            Some("delete") => fs::remove_file(inside(&step["uri"])?)?,
            Some("rename") => {
                let (old, new) = (inside(&step["oldUri"])?, inside(&step["newUri"])?);
                ensure!(!new.exists(), "{} exists", new.display());
                fs::create_dir_all(new.parent().context("inside")?)?;
                fs::rename(old, new)?;
            }
            Some(other) => bail!("no edit of the protocol: {other}"),
        }
    }
    Ok(())
}

/// A text with edits of lines and UTF-16 units, all of the text as it was.
fn edited(text: &str, edits: &[Value]) -> Result<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut starts = vec![0];
    let ends = units
        .iter()
        .enumerate()
        .filter(|(_, u)| **u == u16::from(b'\n'));
    starts.extend(ends.map(|(at, _)| at + 1));
    let offset = |position: &Value| -> Result<usize> {
        let line = position["line"].as_u64().context("a line")?;
        let start = *starts
            .get(usize::try_from(line)?)
            .context("the line is there")?;
        let at = start + usize::try_from(position["character"].as_u64().context("a character")?)?;
        ensure!(at <= units.len(), "{position} is behind the text");
        Ok(at)
    };
    let mut parts = Vec::new();
    for edit in edits {
        let range = &edit["range"];
        let new = edit["newText"].as_str().context("a text")?;
        parts.push((offset(&range["start"])?, offset(&range["end"])?, new));
    }
    parts.sort_by_key(|part| part.0);
    let (mut out, mut at) = (Vec::new(), 0);
    for (start, end, new) in parts {
        ensure!(at <= start && start <= end, "edits overlap");
        out.extend(&units[at..start]);
        out.extend(new.encode_utf16());
        at = end;
    }
    out.extend(&units[at..]);
    Ok(String::from_utf16(&out)?)
}
