//! Runs that are killed at random moments and resumed until they end.

use super::repository::Repository;
use super::run::{Mined, command};
use super::{Args, JOBS};
use anyhow::{Result, ensure};
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

/// Small numbers that a seed fixes; nothing here needs better ones.
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// xorshift64*
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) % n.max(1)
    }
}

/// Kills `args.kills` runs, all in all, each at a random moment of a whole run's time, and lets the last resumption of
/// each file end. Fails where a file differs from `whole`; gives the most runs that one file took.
pub fn check(
    binary: &Path,
    repository: &Repository,
    whole: &Mined,
    seconds: f64,
    args: &Args,
) -> Result<usize> {
    let mut random = Random::new(args.seed);
    let dir = tempfile::tempdir()?;
    let millis = Duration::from_secs_f64(seconds).as_millis() as u64;
    let mut most = 0;
    for n in 0..args.kills {
        let file = dir.path().join(format!("{n}.jsonl"));
        // The first run is killed at any moment; the resumed one ends, or is killed once more.
        let kills = 1 + random.below(2) as usize;
        for _ in 0..kills {
            let mut run = command(binary, &repository.path, JOBS)
                .arg("--resume")
                .arg(&file)
                .stderr(Stdio::null())
                .spawn()?;
            sleep(Duration::from_millis(random.below(millis)));
            run.kill()?;
            run.wait()?;
        }
        let end = command(binary, &repository.path, JOBS)
            .arg("--resume")
            .arg(&file)
            .status()?;
        ensure!(end.success(), "a resumed run failed: {end}");
        let bytes = std::fs::read(&file)?;
        // The first line tells the options.
        let records = bytes.splitn(2, |b| *b == b'\n').nth(1);
        ensure!(
            records == Some(&whole.bytes[..]),
            "a killed and resumed run gave another file"
        );
        most = most.max(kills + 1);
    }
    Ok(most)
}
