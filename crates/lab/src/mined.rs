//! `cargo xtask mined`: the tables of `reweave mine` on repositories made of the oracle: the same rows on one thread and on several, and the
//! same files after runs that were killed at random moments and gone on with.

use crate::history::kill::Random;
use crate::history::repository::Repository;
use crate::{binary, oracle, release, releases, shared};
use anyhow::{Context, Result, ensure};
use parquet::file::reader::SerializedFileReader;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    /// Only N cases of the oracle, drawn by the seed
    #[arg(long, default_value_t = 200)]
    limit: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often to kill a run and go on
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// Also the repository of `cargo xtask releases`
    #[arg(long)]
    releases: bool,
    /// The `reweave` to run [default: the one that this task was built with]
    #[arg(long)]
    binary: Option<PathBuf>,
}

impl Args {
    /// A few cases, with the binary that the tests have built already.
    pub fn sample() -> Result<Self> {
        Ok(Self {
            limit: 24,
            seed: 1,
            kills: 3,
            releases: false,
            binary: Some(binary::beside()?),
        })
    }
}

pub fn run(args: &Args) -> Result<()> {
    if args.binary.is_none() && release::handed_over()? {
        return Ok(());
    }
    check(args)
}

/// Cases of one repository; several of these are mined, so that a kill meets a run between two of them as well as in one.
const CASES: usize = 4;

/// Checks with this very build.
pub fn check(args: &Args) -> Result<()> {
    let Some(dir) = oracle::folder("java")? else {
        println!(
            "SKIPPED: no ../shared beside the project, so no repositories could be made of it"
        );
        return Ok(());
    };
    let binary = match &args.binary {
        // Runs are in other folders.
        Some(binary) => (binary.canonicalize()).with_context(|| binary.display().to_string())?,
        None => binary::beside()?,
    };
    fs::create_dir_all(shared::cache())?;
    let scratch = tempfile::tempdir_in(shared::cache())?;
    let place = Place {
        binary,
        root: scratch.path().to_path_buf(),
    };
    let count = place.list(&dir, args)?;
    let start = Instant::now();
    place.mine("whole", 2)?;
    let seconds = start.elapsed().as_secs_f64();
    let whole = place.tables("whole")?;
    place.mine("single", 1)?;
    ensure!(
        whole == place.tables("single")?,
        "one thread gave other rows"
    );
    let mut random = Random::new(args.seed);
    for n in 0..args.kills {
        let name = format!("killed-{n}");
        place.kill(&name, seconds, &mut random)?;
        let left = place.tables(&name)?;
        let is_other = |file: &&String| whole.get(*file) != left.get(*file);
        let others: Vec<&String> = whole.keys().chain(left.keys()).filter(is_other).collect();
        ensure!(
            others.is_empty(),
            "a run that was killed and gone on with left other files: {others:?}"
        );
        fs::remove_dir_all(place.root.join(name))?;
    }
    let rows: usize = whole.values().map(Vec::len).sum();
    println!(
        "mined repositories={count} files={} rows={rows} mine_s={seconds:.2} kills={}",
        whole.len(),
        args.kills
    );
    Ok(())
}

/// The rows of every file by its name, without what measures.
type Tables = BTreeMap<String, Vec<String>>;

const MEASURED: [&str; 2] = ["ms", "started"];

struct Place {
    binary: PathBuf,
    root: PathBuf,
}

impl Place {
    /// Makes the repositories and their list.
    fn list(&self, dir: &Path, args: &Args) -> Result<usize> {
        let mut ids: Vec<String> = oracle::cases(dir)?.into_iter().map(|c| c.id).collect();
        let mut random = Random::new(args.seed);
        while ids.len() > args.limit {
            let i = random.below(ids.len() as u64) as usize;
            ids.swap_remove(i);
        }
        ids.sort();
        let mut list = String::new();
        for (n, ids) in ids.chunks(CASES).enumerate() {
            Repository::make(dir, ids, &self.root.join(format!("{n}.git")))?;
            writeln!(list, "{n}.git")?;
        }
        // Rows of errors are compared, too.
        list += "missing.git\n";
        if args.releases {
            writeln!(list, "releases\t{}", releases::repository()?.display())?;
        }
        fs::write(self.root.join("list.txt"), &list)?;
        Ok(list.lines().count())
    }

    fn command(&self, output: &str, jobs: usize) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .args([
                "mine",
                "list.txt",
                "--quiet",
                "--jobs",
                &jobs.to_string(),
                "-o",
                output,
            ])
            .current_dir(&self.root)
            .stderr(Stdio::null());
        command
    }

    fn mine(&self, output: &str, jobs: usize) -> Result<()> {
        let code = self.command(output, jobs).status()?.code();
        // One repository is missing.
        ensure!(code == Some(3), "reweave mine ended with {code:?}");
        Ok(())
    }

    /// Kills one or two runs, and lets the next one end.
    fn kill(&self, output: &str, seconds: f64, random: &mut Random) -> Result<()> {
        let millis = Duration::from_secs_f64(seconds).as_millis() as u64;
        for _ in 0..=random.below(2) {
            let mut run = self.command(output, 2).spawn()?;
            sleep(Duration::from_millis(random.below(millis)));
            run.kill()?;
            run.wait()?;
        }
        self.mine(output, 2)
    }

    fn tables(&self, output: &str) -> Result<Tables> {
        let mut all = Tables::new();
        for table in fs::read_dir(self.root.join(output))? {
            let table = table?;
            for file in fs::read_dir(table.path())? {
                let file = file?;
                let (table, name) = (table.file_name(), file.file_name());
                let name = format!("{}/{}", table.to_string_lossy(), name.to_string_lossy());
                let rows = rows(&file.path()).with_context(|| name.clone())?;
                all.insert(name, rows);
            }
        }
        Ok(all)
    }
}

fn rows(file: &Path) -> Result<Vec<String>> {
    let rows = SerializedFileReader::new(File::open(file)?)?.into_iter();
    rows.map(|row| {
        let row = row?;
        let kept = row.get_column_iter();
        let kept = kept.filter(|(name, _)| !MEASURED.contains(&name.as_str()));
        let cells: Vec<String> = kept
            .map(|(name, field)| format!("{name}={field}"))
            .collect();
        Ok(cells.join(" "))
    })
    .collect()
}
