//! Standard output, or on a terminal the pager that stands before it: `REWEAVE_PAGER`, else `PAGER`, else `less`, which
//! shows what fits on one screen and ends.

use super::progress;
use anstream::AutoStream;
use std::io::{self, ErrorKind, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

enum Out {
    Plain,
    /// A pager may be started, as soon as there is something to show.
    MayPage,
    Paged(Box<Paged>),
}

struct Paged {
    child: Child,
    input: AutoStream<Box<dyn Write + Send>>,
}

static OUT: Mutex<Out> = Mutex::new(Out::Plain);

fn out() -> MutexGuard<'static, Out> {
    OUT.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn allow() {
    *out() = Out::MayPage;
}

/// Writes a text with its colours, or without them where no one would see them.
pub fn write(text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut out = out();
    if matches!(*out, Out::MayPage) {
        *out = start().map_or(Out::Plain, |paged| Out::Paged(Box::new(paged)));
    }
    match &mut *out {
        Out::Paged(paged) => {
            paged.input.write_all(text.as_bytes())?;
            paged.input.flush()
        }
        Out::Plain | Out::MayPage => {
            let mut stdout = anstream::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            stdout.flush()
        }
    }
}

/// Waits until the reader has seen all of it.
pub fn end() {
    let out = std::mem::replace(&mut *out(), Out::Plain);
    if let Out::Paged(paged) = out {
        let Paged { mut child, input } = *paged;
        drop(input);
        // How the pager ends says nothing about what was asked for.
        let _ = child.wait();
    }
}

fn start() -> Option<Paged> {
    let line = ["REWEAVE_PAGER", "PAGER"].iter().find_map(std::env::var_os);
    let line = line.map_or("less".to_owned(), |l| l.to_string_lossy().into_owned());
    let mut words = line.split_whitespace();
    // An empty name or `cat` says that none is wanted.
    let program = words.next().filter(|program| *program != "cat")?;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            if error.kind() != ErrorKind::NotFound || line != "less" {
                super::warn(format_args!(
                    "warning: cannot start the pager {program}: {error}"
                ));
            }
            return None;
        }
    };
    let stdin: ChildStdin = child.stdin.take()?;
    progress::hide();
    // The choice is that of the terminal behind the pager.
    let choice = AutoStream::choice(&io::stdout());
    let input = AutoStream::new(Box::new(stdin) as Box<dyn Write + Send>, choice);
    Some(Paged { child, input })
}
