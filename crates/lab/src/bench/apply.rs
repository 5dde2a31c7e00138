//! `cargo xtask bench apply`: rename in paper 5's three shapes, generated: a program of 53,000 lines in 29 files, 500
//! subroutines in one file, and 500 files. Cold, end to end: the binary reads the folder, checks, and shows the change.
//! Then the profile by step, as in the paper's figure 3.

use crate::binary;
use anyhow::{Result, ensure};
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_fortran::Fortran;
use reweave_text::Sources;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    /// Runs of each; the median counts
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Measure this binary instead of a fresh release build
    #[arg(long)]
    binary: Option<PathBuf>,
}

/// A generated program, and the name in it that is renamed.
struct Shape {
    name: &'static str,
    symbol: &'static str,
    files: Vec<(String, String)>,
}

pub fn run(args: &Args) -> Result<()> {
    let binary = match &args.binary {
        Some(binary) => binary.clone(),
        None => binary::beside()?,
    };
    let mut slowest = Duration::ZERO;
    let mut profiles = Vec::new();
    for shape in [wind_function(), one_file(), many_files()] {
        let lines: usize = shape.files.iter().map(|(_, t)| t.lines().count()).sum();
        let median = end_to_end(&binary, &shape, args.runs)?;
        slowest = slowest.max(median);
        println!(
            "apply shape={} files={} lines={lines} end_to_end_ms={:.0}",
            shape.name,
            shape.files.len(),
            median.as_secs_f64() * 1e3
        );
        profiles.push((shape.name, profile(&shape)?));
    }
    print!("{}", table(&profiles));
    println!("apply slowest_ms={:.0}", slowest.as_secs_f64() * 1e3);
    Ok(())
}

fn end_to_end(binary: &Path, shape: &Shape, runs: usize) -> Result<Duration> {
    let dir = tempfile::tempdir()?;
    crate::storm::write(dir.path(), &shape.files)?;
    let mut times = Vec::new();
    for _ in 0..runs.max(1) {
        let clock = Instant::now();
        let status = Command::new(binary)
            .args([
                "apply",
                "rename",
                "to=zephyr",
                "--format",
                "diff",
                "--symbol",
                shape.symbol,
                "--root",
            ])
            .arg(dir.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        times.push(clock.elapsed());
        ensure!(
            status.success(),
            "rename was not accepted in {}",
            shape.name
        );
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

fn profile(shape: &Shape) -> Result<Vec<(&'static str, Duration)>> {
    let clock = Instant::now();
    let session = Session::<Fortran>::new(Sources::new(shape.files.clone()));
    let mut phases = vec![("read and resolve", clock.elapsed())];
    let request =
        Request::new("rename", Target::Symbol(shape.symbol.to_owned())).with("to", "zephyr");
    let outcome = session
        .apply(&request)
        .map_err(|b| anyhow::anyhow!(b.message))?;
    phases.extend(outcome.profile);
    Ok(phases)
}

fn table(profiles: &[(&str, Vec<(&'static str, Duration)>)]) -> String {
    let mut out = String::from("| step (ms) |");
    for (name, _) in profiles {
        let _ = write!(out, " {name} |");
    }
    out.push_str("\n|---|---|---|---|\n");
    for (i, (phase, _)) in profiles
        .first()
        .map(|p| p.1.as_slice())
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        let _ = write!(out, "| {phase} |");
        for (_, phases) in profiles {
            let took = phases.get(i).map_or(0.0, |p| p.1.as_secs_f64() * 1e3);
            let _ = write!(out, " {took:.1} |");
        }
        out.push('\n');
    }
    out
}

/// 29 files, some 53,000 lines; four of them use the function that is renamed.
fn wind_function() -> Shape {
    let mut files = Vec::new();
    for f in 0..29_usize {
        let mut text = format!("module part_{f}\n");
        if f > 0 {
            let _ = writeln!(text, "  use part_{}, only: level_{}", f - 1, f - 1);
        }
        if f > 0 && f.is_multiple_of(9) {
            text.push_str("  use part_0, only: wind\n");
        }
        let _ = writeln!(
            text,
            "  implicit none\n  real :: level_{f} = {f}.0\ncontains"
        );
        if f == 0 {
            text.push_str("  real function wind(speed, height)\n    real, intent(in) :: speed, height\n    wind = speed * height ** 0.14\n  end function wind\n");
        }
        for s in 0..70 {
            procedure(&mut text, f, s);
        }
        let _ = writeln!(text, "end module part_{f}");
        files.push((format!("part_{f}.f90"), text));
    }
    Shape {
        name: "WindFunction",
        symbol: "part_0::wind",
        files,
    }
}

/// A procedure of some 26 lines with loops, branches and calls.
fn procedure(text: &mut String, f: usize, s: usize) {
    let call = if f > 0 && f.is_multiple_of(9) {
        "wind(x(i), y)"
    } else {
        "sqrt(abs(x(i) * y))"
    };
    let _ = write!(
        text,
        "  ! Step {s}: what the plume gains in one pass over the grid.\n\
         \x20 subroutine step_{f}_{s}(x, n, y)\n\
         \x20   integer, intent(in) :: n\n\
         \x20   real, intent(inout) :: x(n)\n\
         \x20   real, intent(in) :: y\n\
         \x20   integer :: i, j\n\
         \x20   real :: total, rest\n\
         \x20   total = 0.0\n\
         \x20   rest = y\n\
         \x20   do i = 1, n\n\
         \x20     total = total + {call}\n\
         \x20     if (total > 100.0) then\n\
         \x20       rest = rest - total\n\
         \x20       total = 0.0\n\
         \x20     else if (rest < 0.0) then\n\
         \x20       rest = level_{f}\n\
         \x20     end if\n\
         \x20     do j = 1, i\n\
         \x20       x(i) = x(i) + rest / real(j)\n\
         \x20     end do\n\
         \x20   end do\n\
         \x20   x(1) = total\n\
         \x20   level_{f} = rest\n\
         \x20   if (n > 1000) print *, 'large', n, total\n\
         \x20 end subroutine step_{f}_{s}\n\n"
    );
}

fn one_file() -> Shape {
    let mut text = String::new();
    for s in 0..500 {
        external(&mut text, s);
    }
    Shape {
        name: "1 File",
        symbol: "sub_0",
        files: vec![("all.f90".to_owned(), text)],
    }
}

fn many_files() -> Shape {
    let files = (0..500)
        .map(|s| {
            let mut text = String::new();
            external(&mut text, s);
            (format!("sub_{s}.f90"), text)
        })
        .collect();
    Shape {
        name: "500 Files",
        symbol: "sub_0",
        files,
    }
}

/// A subroutine that calls the one that is renamed.
fn external(text: &mut String, s: usize) {
    let _ = write!(
        text,
        "subroutine sub_{s}(n)\n  integer :: n, i\n  do i = 1, n\n"
    );
    if s > 0 {
        text.push_str("    call sub_0(i)\n");
    }
    let _ = write!(
        text,
        "    print *, i, n\n  end do\nend subroutine sub_{s}\n\n"
    );
}
