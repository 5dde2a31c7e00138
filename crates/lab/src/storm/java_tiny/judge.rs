//! The JVM that compiles and runs: one for all workers.

use crate::shared;
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What javac and the program say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    pub problems: Vec<Problem>,
    /// It ran too long or printed too much.
    pub is_late: bool,
    pub printed: String,
}

/// An error of javac's; the offset is in the text of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub file: usize,
    pub offset: usize,
    pub message: String,
}

type Waiting = Arc<Mutex<HashMap<u32, Sender<Answer>>>>;

pub struct Judge {
    child: Child,
    to: Mutex<(ChildStdin, u32)>,
    waiting: Waiting,
}

impl Judge {
    pub fn start(workers: usize) -> Result<Self> {
        let source = shared::root().join("crates/lab/java/TinyJudge.java");
        let mut child = Command::new("java")
            .args(["-Xss8m", "-Xmx2g", "-XX:+UseSerialGC"])
            .arg(source)
            .arg(workers.to_string())
            // A javac that breaks down leaves a file where it was started.
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting java")?;
        let to = child.stdin.take().context("its input")?;
        let from = BufReader::new(child.stdout.take().context("its output")?);
        let waiting = Waiting::default();
        let answered = Arc::clone(&waiting);
        thread::spawn(move || {
            // When the JVM ends, those who wait are let go by dropping what they wait for.
            let _ = listen(from, &answered);
            lock(&answered).clear();
        });
        Ok(Self {
            child,
            to: Mutex::new((to, 0)),
            waiting,
        })
    }

    pub fn ask(&self, files: &[(String, String)]) -> Result<Answer> {
        let receiver = self.send(files)?;
        let Ok(answer) = receiver.recv() else {
            bail!("the JVM ended");
        };
        Ok(answer)
    }

    fn send(&self, files: &[(String, String)]) -> Result<Receiver<Answer>> {
        let mut message = u32::try_from(files.len())?.to_be_bytes().to_vec();
        for (path, text) in files {
            for part in [path, text] {
                let length = u32::try_from(part.len())?.to_be_bytes();
                message.extend(length);
                message.extend(part.as_bytes());
            }
        }
        let (sender, receiver) = channel();
        let mut to = lock(&self.to);
        to.1 = to.1.wrapping_add(1);
        let number = to.1;
        lock(&self.waiting).insert(number, sender);
        to.0.write_all(&number.to_be_bytes())?;
        to.0.write_all(&message)?;
        to.0.flush()?;
        Ok(receiver)
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn listen(mut from: BufReader<ChildStdout>, waiting: &Waiting) -> Result<()> {
    loop {
        let id = number(&mut from)?;
        let mut answer = Answer::default();
        for _ in 0..number(&mut from)? {
            let (file, offset) = (number(&mut from)?, number(&mut from)?);
            answer.problems.push(Problem {
                file: file as usize,
                offset: offset as usize,
                message: text(&mut from)?,
            });
        }
        answer.is_late = number(&mut from)? != 0;
        answer.printed = without_identities(&text(&mut from)?);
        if let Some(sender) = lock(waiting).remove(&id) {
            // Nobody waits any more: nothing to do.
            let _ = sender.send(answer);
        }
    }
}

fn number(from: &mut impl Read) -> Result<u32> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes)?;
    Ok(u32::from_be_bytes(bytes))
}

fn text(from: &mut impl Read) -> Result<String> {
    let mut bytes = vec![0; number(from)? as usize];
    from.read_exact(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// `p.A$1@3b07d329` is another text in each run, and after each rename.
fn without_identities(printed: &str) -> String {
    let mut out = String::new();
    let mut rest = printed;
    while let Some((before, after)) = rest.split_once('@') {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '$' | '_');
        let code = after.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        if code.len() == after.len() {
            out.push_str(before);
        } else {
            out.push_str(before.trim_end_matches(is_name));
        }
        out.push('@');
        rest = code;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::without_identities;

    #[test]
    fn identities_are_left_out() {
        assert_eq!(without_identities("1 q.H$1@3b07d329 x@ 2"), "1 @ x@ 2");
    }
}
