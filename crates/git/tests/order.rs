//! The orders and limits of histories are those of `git rev-list`, on drawn histories with branches, merges and clocks that are wrong.

use reweave_git::{Merges, Order, Repo, Selection, Wanted};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Numbers that look drawn, the same each time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

const COMMITS: u64 = 50;
const FIRST: u64 = 1_600_000_000;

fn history(folder: &Path, draw: &mut Draw) {
    let mut told = String::new();
    let mut tips: Vec<u64> = Vec::new();
    for mark in 1..=COMMITS {
        // Some at the same time, some hours too early.
        let time = FIRST + mark / 3 * 10_000 - 40_000 * u64::from(draw.below(6) == 0) + 200_000;
        writeln!(told, "commit refs/heads/b{mark}\nmark :{mark}").expect("to a string");
        let authored = time - draw.below(90_000);
        writeln!(told, "author A <a@example.invalid> {authored} +0000\ncommitter C <c@example.invalid> {time} +0000\ndata 0").expect("to a string");
        for parent in 0..(1 + draw.below(3) / 2).min(tips.len() as u64) {
            let at = draw.below(tips.len() as u64) as usize;
            let word = if parent == 0 { "from" } else { "merge" };
            let tip = if draw.below(4) == 0 {
                tips[at]
            } else {
                tips.swap_remove(at)
            };
            writeln!(told, "{word} :{tip}").expect("to a string");
            if tips.is_empty() {
                break;
            }
        }
        tips.push(mark);
        told.push('\n');
    }
    write!(told, "reset refs/heads/main\nfrom :{COMMITS}\n\n").expect("to a string");
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(folder).args(args).stdin(Stdio::piped());
        git.spawn().expect("git runs")
    };
    assert!(
        git(&["init", "-q", "--bare", "-b", "main"])
            .wait()
            .expect("it ends")
            .success()
    );
    let mut import = git(&["fast-import", "--quiet"]);
    let mut to = import.stdin.take().expect("it is piped");
    to.write_all(told.as_bytes()).expect("written");
    drop(to);
    assert!(import.wait().expect("it ends").success());
}

fn listed(folder: &Path, args: &[&str]) -> Vec<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .arg("rev-list")
        .args(args)
        .output();
    let text = String::from_utf8(output.expect("git runs").stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn orders_and_limits_are_those_of_git() {
    for seed in 0..8 {
        let folder = tempfile::tempdir().expect("a folder");
        history(folder.path(), &mut Draw(seed));
        let local = Repo::open(folder.path()).expect("it opens").local();
        let middle = (FIRST + 300_000).cast_signed();
        let since = format!("--max-age={middle}");
        let until = format!("--min-age={middle}");
        let of = |order, tip: Selection, wanted: &Wanted| -> Vec<String> {
            let history = local.history_in(order, &tip, Merges::FirstParent, wanted);
            let steps = history.expect("it is read").steps;
            steps.iter().map(|s| s.commit.to_string()).collect()
        };
        let everything = Wanted::default();
        for (order, args) in [
            (Order::OldestFirst, &["--reverse"][..]),
            (Order::NewestFirst, &[]),
            (Order::DateOrder, &["--reverse", "--date-order"]),
            (
                Order::AuthorDateOrder,
                &["--reverse", "--author-date-order"],
            ),
            (Order::TopoOrder, &["--reverse", "--topo-order"]),
        ] {
            let one = [args, &["HEAD"]].concat();
            let head = Selection::Reachable("HEAD".to_owned());
            assert_eq!(
                of(order, head, &everything),
                listed(folder.path(), &one),
                "{seed} {one:?}"
            );
            let all = [args, &["--all"]].concat();
            assert_eq!(
                of(order, Selection::All, &everything),
                listed(folder.path(), &all),
                "{seed} {all:?}"
            );
        }
        for (wanted, arg) in [
            (
                Wanted {
                    since: Some(middle),
                    ..Wanted::default()
                },
                &since,
            ),
            (
                Wanted {
                    until: Some(middle),
                    ..Wanted::default()
                },
                &until,
            ),
        ] {
            let args = ["--reverse", arg, "HEAD"];
            let head = Selection::Reachable("HEAD".to_owned());
            assert_eq!(
                of(Order::OldestFirst, head, &wanted),
                listed(folder.path(), &args),
                "{seed} {args:?}"
            );
        }
    }
}
