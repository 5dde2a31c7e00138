//! Running other people's programs: in a scratch folder, with limits on time, memory and files.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
pub struct Limits {
    /// Of processor time; the clock may show ten times as much.
    pub seconds: u64,
    pub memory_mb: u64,
    /// The greatest file that may be written, output included.
    pub file_mb: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            seconds: 10,
            memory_mb: 1024,
            file_mb: 16,
        }
    }
}

impl Limits {
    /// The same with more time.
    #[must_use]
    pub const fn times(self, n: u64) -> Self {
        Self {
            seconds: self.seconds * n,
            ..self
        }
    }
}

/// What a program printed and how it ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ran {
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
    pub code: Option<i32>,
    /// It ended by itself, within the limits.
    pub is_whole: bool,
    /// It was ended for the time it took, of the processor or the clock.
    pub is_late: bool,
}

impl Ran {
    pub fn shown(&self) -> String {
        format!(
            "{}{}[{:?}]",
            String::from_utf8_lossy(&self.output),
            String::from_utf8_lossy(&self.errors),
            self.code
        )
    }
}

/// SIGXCPU, and the SIGKILL that follows it: what `ulimit -t` sends.
const TOO_LONG: [i32; 2] = [24, 9];

/// Runs a command in a folder, with an empty standard input.
pub fn run_limited(command: &[&str], folder: &Path, limits: Limits) -> Result<Ran> {
    let script = format!(
        "ulimit -t {}; ulimit -v {}; ulimit -f {}; exec \"$@\"",
        limits.seconds,
        limits.memory_mb * 1024,
        limits.file_mb * 2048
    );
    let (out, err) = (folder.join(".output"), folder.join(".errors"));
    let mut child = Command::new("sh")
        .args(["-c", &script, "sh"])
        .args(command)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(File::create(&out)?)
        .stderr(File::create(&err)?)
        .spawn()
        .with_context(|| format!("cannot run {}", command[0]))?;
    let deadline = Instant::now() + Duration::from_secs(limits.seconds * 10);
    let mut pause = Duration::from_micros(500);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if Instant::now() > deadline {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let read = |path: &Path| -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.read_to_end(&mut bytes)?;
        std::fs::remove_file(path)?;
        Ok(bytes)
    };
    let code = status.and_then(|s| s.code());
    Ok(Ran {
        output: read(&out)?,
        errors: read(&err)?,
        code,
        is_whole: code.is_some(),
        is_late: status.is_none_or(|s| s.signal().is_some_and(|s| TOO_LONG.contains(&s))),
    })
}
