//! One process of the fuzz run: announces each input, runs it, and tells of panics.

use super::input::{Case, Source};
use super::{Args, seeds};
use crate::bench::process::peak_mb;
use anyhow::{Result, bail};
use reweave_text::STACK;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Mutex;
use std::thread;

/// What the last panic said, and where: the hook is told, the catcher is not.
static LAST: Mutex<String> = Mutex::new(String::new());

pub fn run(args: &Args, inputs: Range<usize>) -> Result<()> {
    let source = source(args)?;
    set_hook(Box::new(|info| {
        if let Ok(mut last) = LAST.lock() {
            *last = info.to_string().replace('\n', " ");
        }
    }));
    deep(|| {
        let mut out = std::io::stdout().lock();
        for index in inputs {
            writeln!(out, "start {index}")?;
            out.flush()?;
            let case = source.case(index);
            let ended = catch_unwind(AssertUnwindSafe(|| source.perform(&case)));
            if ended.is_err() {
                let said = LAST.lock().map(|l| l.clone()).unwrap_or_default();
                writeln!(out, "panic {index} {}: {said}", case.what())?;
            }
            writeln!(out, "end {index} {}", peak_mb())?;
            out.flush()?;
        }
        Ok(())
    })
}

/// Runs one input without a net, so that a debugger or a backtrace shows what happens.
pub fn one(args: &Args, index: usize) -> Result<()> {
    let source = source(args)?;
    let case = source.case(index);
    println!("{}", case.what());
    if args.show {
        println!("{}", shown(&case));
    }
    deep(|| {
        source.perform(&case);
        println!("it ends by itself");
        Ok(())
    })
}

fn shown(case: &Case) -> String {
    let sides = [("before", &case.files), ("after", &case.after)];
    let mut out = format!("{:?}\n", case.request);
    for (side, files) in sides {
        for (path, bytes) in files {
            let text = String::from_utf8_lossy(bytes);
            let _ = writeln!(out, "--- {side} {path}\n{text}");
        }
    }
    out
}

fn source(args: &Args) -> Result<Source> {
    let seeds = seeds::read(args.own)?;
    let source = Source::new(
        args.seed,
        seeds,
        args.command.as_deref(),
        args.language.as_deref(),
    );
    if source.is_empty() {
        bail!("no input is of this command and language");
    }
    Ok(source)
}

/// On stacks like those of the binary.
fn deep(work: impl FnOnce() -> Result<()> + Send) -> Result<()> {
    rayon::ThreadPoolBuilder::new()
        .stack_size(STACK)
        .build_global()?;
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        let ended = builder.spawn_scoped(scope, work)?.join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
