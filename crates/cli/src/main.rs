//! The `reweave` command line: parses arguments, calls one command, turns its outcome into an exit code.

mod around;
mod changes;
mod command_line;
mod commands;
mod console;
mod diff;
mod output;
mod release;
mod settings;

use anyhow::{Context, Result};
use reweave_project::ProjectError;
use reweave_text::STACK;
use reweave_workspace::WorkspaceError;
use std::ffi::OsString;
use std::process::ExitCode;
use std::thread;

/// What a command ended with, as `reweave --help` documents it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Done,
    /// A refactoring was refused, or a `--fail-on` gate found something.
    Refused,
    /// Done, but something was cut short; the output names it.
    CutShort,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Refused => Self::from(1),
            Outcome::CutShort => Self::from(3),
        }
    }
}

/// A request that was understood and is not carried out; what stands in the way is the error's own words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// Logs and reports that an earlier run wrote.
const LARGEST_REPORT: u64 = 1 << 30;

/// Bad usage or bad input: what, where, and what to do are on stderr.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let line: Vec<OsString> = std::env::args_os().collect();
    let version = wants_json(line.iter()).then(|| version(line.iter()));
    let ended = on_deep_stack(|| {
        let asked = command_line::read(&line)?;
        asked.cli.console.set_up(asked.cli.command.pages());
        if let Some(file) = &asked.settings.file {
            console::detail(format_args!("configuration: {}", file.display()));
        }
        let ended = asked.cli.command.run(&asked.settings);
        console::end();
        ended
    });
    match ended {
        Ok(outcome) => outcome.into(),
        Err(error) => failed(&error, version),
    }
}

/// Tells why nothing was done, to people, and in a document of a version to programs.
fn failed(error: &anyhow::Error, version: Option<u32>) -> ExitCode {
    if let Some(error) = error.downcast_ref::<clap::Error>() {
        if let Some(version) = version.filter(|_| error.use_stderr()) {
            tell(version, "error", &error.to_string());
        }
        // Where nobody reads it there is no one to tell either.
        let _ = error.print();
        return u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
    }
    // A message may quote what somebody wrote, however much that is.
    let message = reweave_disk::cut(&told(error));
    let (status, code) = if is_refusal(error) {
        ("refused", Outcome::Refused.into())
    } else {
        ("error", ExitCode::from(BAD_INPUT))
    };
    console::warn(format_args!(
        "{}: {message}",
        output::styled(output::WRONG, status)
    ));
    if let Some(version) = version {
        tell(version, status, &message);
    }
    code
}

/// An error with its causes in one line; a cause that the words before it quote already is not said again.
fn told(error: &anyhow::Error) -> String {
    let mut out = String::new();
    for cause in error.chain() {
        let words = cause.to_string();
        if out.contains(&words) {
            continue;
        }
        if !out.is_empty() {
            out.push_str(": ");
        }
        out.push_str(&words);
    }
    out
}

/// Whether the request was understood, and is not carried out for what is found on disk.
fn is_refusal(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let on_disk = cause.downcast_ref::<WorkspaceError>();
        let asked = cause.downcast_ref::<ProjectError>();
        on_disk.is_some_and(WorkspaceError::is_refusal)
            || asked.is_some_and(ProjectError::is_refusal)
            || cause.is::<Refusal>()
    })
}

/// Whether the answer is read by a program. It is looked for in the words themselves: those that cannot be understood are
/// answered, too.
fn wants_json<'l>(line: impl Iterator<Item = &'l OsString>) -> bool {
    let mut args = line.take_while(|arg| *arg != "--").peekable();
    while let Some(arg) = args.next() {
        if arg == "--format=json" || arg == "--format" && args.peek().is_some_and(|a| *a == "json")
        {
            return true;
        }
    }
    false
}

/// The version of the documents that the command writes, for whoever asked for one and is told why there is none.
fn version<'l>(mut line: impl Iterator<Item = &'l OsString>) -> u32 {
    let command = line.find_map(|word| commands::ALL.iter().find(|c| *word == *c.name));
    match command {
        Some(command) if command.name == "apply" => reweave_project::VERSION,
        _ => 1,
    }
}

/// What went wrong, for programs; `docs/apply.md` describes it.
fn tell(version: u32, status: &str, message: &str) {
    let document = serde_json::json!({"version": version, "status": status, "message": message});
    // Standard error has it already.
    let _ = output::print(&format!("{document:#}\n"));
}

/// Does the work on a thread, and the parts of it on threads, whose stacks hold the deepest code that is read.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let why = "cannot start a thread; see what `ulimit -v` and `ulimit -u` allow";
    rayon::ThreadPoolBuilder::new()
        .stack_size(STACK)
        .build_global()
        .context(why)?;
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("main".to_owned());
        let started = builder.stack_size(STACK).spawn_scoped(scope, work);
        let ended = started.context(why)?.join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_twice() {
        let inner = anyhow::anyhow!("no such file");
        let error = inner
            .context("cannot read a.toml: no such file")
            .context("apply");
        assert_eq!(told(&error), "apply: cannot read a.toml: no such file");
    }
}
