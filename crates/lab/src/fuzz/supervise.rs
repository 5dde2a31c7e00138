//! Processes that work through batches of inputs, watched from outside: what ends one is told by the input it announced last.

use super::Args;
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

pub type Batch = Range<usize>;

#[derive(Clone, Copy)]
pub struct Limits {
    /// For one input, by the clock.
    pub seconds: Duration,
    /// For one process.
    pub mb: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Panic,
    /// The process ended by itself: a stack overflow, an abort.
    Crash,
    Hang,
    Memory,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Panic, Self::Crash, Self::Hang, Self::Memory];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Memory => "memory",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Failure {
    pub kind: Kind,
    pub index: usize,
    pub message: String,
}

/// What became of one batch, or of many.
#[derive(Clone, Default, Debug)]
pub struct Done {
    pub inputs: usize,
    pub failures: Vec<Failure>,
    pub peak_mb: u64,
    /// The seconds of the slowest input.
    pub slowest: f64,
}

impl Done {
    pub fn join(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.failures.extend(other.failures);
        self.peak_mb = self.peak_mb.max(other.peak_mb);
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// Works through all batches on as many processes as asked for, and tells of each that is done.
pub fn supervise(
    args: &Args,
    batches: Vec<Batch>,
    limits: Limits,
    tell: impl FnMut(&Batch, Done) -> Result<()> + Send,
) -> Result<()> {
    let left = Mutex::new(batches.into_iter());
    let tell = Mutex::new(tell);
    let work = || -> Result<()> {
        loop {
            let next = left.lock().expect("no thread panics with it").next();
            let Some(batch) = next else { return Ok(()) };
            let done = work_through(args, batch.clone(), limits)?;
            let mut tell = tell.lock().expect("no thread panics with it");
            tell(&batch, done)?;
        }
    };
    thread::scope(|scope| {
        let started: Vec<_> = (0..args.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        for thread in started {
            thread.join().expect("the watching does not panic")?;
        }
        Ok(())
    })
}

/// One batch: a process, and another behind every input that ended one.
fn work_through(args: &Args, batch: Batch, limits: Limits) -> Result<Done> {
    let mut done = Done::default();
    let mut next = batch.start;
    while next < batch.end {
        next = Watch::start(args, next..batch.end)?.watch(limits, &mut done)?;
    }
    done.inputs = batch.len();
    Ok(done)
}

struct Watch {
    child: Child,
    lines: Receiver<String>,
    batch: Batch,
    /// The input that was announced, and when.
    open: Option<(usize, Instant)>,
}

/// How often memory is looked at.
const LOOK: Duration = Duration::from_millis(200);

impl Watch {
    fn start(args: &Args, batch: Batch) -> Result<Self> {
        let mut command = Command::new(crate::binary::own()?);
        command.arg("fuzz").args(["--seed", &args.seed.to_string()]);
        command.args(["--worker-from", &batch.start.to_string()]);
        command.args(["--worker-to", &batch.end.to_string()]);
        for (name, value) in [("--command", &args.command), ("--language", &args.language)] {
            if let Some(value) = value {
                command.args([name, value]);
            }
        }
        if args.own {
            command.arg("--own");
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command
            .stderr(Stdio::null())
            .spawn()
            .context("starting a process")?;
        let out = child.stdout.take().context("its output is a pipe")?;
        Ok(Self {
            child,
            lines: lines_of(out),
            batch,
            open: None,
        })
    }

    /// Where to go on: behind the input that ended the process, or behind the batch.
    fn watch(mut self, limits: Limits, done: &mut Done) -> Result<usize> {
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => self.heard(&line, done),
                Err(RecvTimeoutError::Disconnected) => return self.ended(done),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let mb = resident_mb(self.child.id());
            done.peak_mb = done.peak_mb.max(mb);
            let late = self
                .open
                .is_some_and(|(_, since)| since.elapsed() > limits.seconds);
            let kind = match () {
                () if mb > limits.mb => Kind::Memory,
                () if late => Kind::Hang,
                () => continue,
            };
            self.child.kill()?;
            self.child.wait()?;
            let message = match kind {
                Kind::Memory => format!("more than {} MB", limits.mb),
                _ => format!("more than {} s", limits.seconds.as_secs()),
            };
            return Ok(self.fail(kind, message, done));
        }
    }

    fn heard(&mut self, line: &str, done: &mut Done) {
        let mut words = line.splitn(3, ' ');
        let (word, number) = (words.next().unwrap_or_default(), words.next());
        let Some(index) = number.and_then(|n| n.parse::<usize>().ok()) else {
            return;
        };
        let rest = words.next().unwrap_or_default();
        match word {
            "start" => self.open = Some((index, Instant::now())),
            "panic" => done.failures.push(Failure {
                kind: Kind::Panic,
                index,
                message: rest.to_owned(),
            }),
            "end" => {
                let took = self.open.take().map(|(_, since)| since.elapsed());
                let took = took.unwrap_or_default().as_secs_f64();
                done.slowest = done.slowest.max(took);
                done.peak_mb = done.peak_mb.max(rest.parse().unwrap_or(0));
            }
            _ => {}
        }
    }

    fn ended(mut self, done: &mut Done) -> Result<usize> {
        let status = self.child.wait()?;
        if status.success() {
            return Ok(self.batch.end);
        }
        Ok(self.fail(Kind::Crash, status.to_string(), done))
    }

    fn fail(self, kind: Kind, message: String, done: &mut Done) -> usize {
        let index = self.open.map_or(self.batch.start, |(index, _)| index);
        done.failures.push(Failure {
            kind,
            index,
            message,
        });
        index + 1
    }
}

fn lines_of(out: ChildStdout) -> Receiver<String> {
    let (send, receive) = channel();
    thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    receive
}

/// 0 where the system does not say, or the process is gone.
fn resident_mb(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmRSS:"));
    let kb = line.and_then(|l| l.split_whitespace().nth(1)?.parse::<u64>().ok());
    kb.unwrap_or(0) / 1024
}
