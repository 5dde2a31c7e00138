//! `cargo xtask corpus`: real source code by its Maven coordinates, fetched once into the cache outside the
//! repository, checked and unpacked. Benchmarks ask for a list with [`sources`] and for jars with [`class_path`].

use crate::shared;
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(clap::Args)]
pub struct Args {
    /// A list of the corpora beside the project (`large`, `huge`, `pairs`), a file of coordinates, or GROUP:NAME:VERSION
    #[arg(default_value = "large")]
    lists: Vec<String>,
    /// Also fetch the class jars of each artifact's dependencies, and print where they are
    #[arg(long)]
    class_path: bool,
}

/// What one entry of an archive may unpack to; real sources stay far below.
const LARGEST_ENTRY: u64 = 64 << 20;

/// Written last, so that a folder without it was left half unpacked.
const COMPLETE: &str = ".complete";

/// The sources of one artifact, unpacked.
pub struct Source {
    pub coordinates: String,
    pub dir: PathBuf,
}

pub fn run(args: &Args) -> Result<()> {
    let (mut files, mut lines, mut jars) = (0, 0, 0);
    for list in &args.lists {
        for source in sources(list)? {
            let (f, l) = count_java(&source.dir)?;
            println!("{:>7} files {:>9} lines  {}", f, l, source.coordinates);
            if args.class_path {
                for jar in class_path(&source.coordinates, &[])? {
                    println!("    {}", jar.display());
                }
            }
            files += f;
            lines += l;
            jars += 1;
        }
    }
    println!("corpus jars={jars} files={files} lines={lines}");
    Ok(())
}

/// The unpacked sources of a list, in the list's order; what is missing is fetched first.
pub fn sources(list: &str) -> Result<Vec<Source>> {
    let all = coordinates(list)?;
    let missing: Vec<&String> = all
        .iter()
        .filter(|c| !dir_of(c).join(COMPLETE).is_file())
        .collect();
    if !missing.is_empty() {
        let jars = shared::cache().join("jars");
        fetch(&missing, Some("sources"), &jars)?;
        for c in missing {
            unpack(&jars.join(jar_name(c, Some("sources"))), &dir_of(c))
                .with_context(|| format!("unpacking the sources of {c}"))?;
        }
    }
    Ok(all
        .into_iter()
        .map(|coordinates| Source {
            dir: dir_of(&coordinates),
            coordinates,
        })
        .collect())
}

/// The class jars that compiling `coordinates` needs: what its own list of dependencies names, and `extra` ones with
/// theirs. The artifact itself is not among them.
pub fn class_path(coordinates: &str, extra: &[&str]) -> Result<Vec<PathBuf>> {
    let mut dependencies = String::new();
    for c in std::iter::once(coordinates).chain(extra.iter().copied()) {
        let [group, name, version] = parts(c)?;
        writeln!(
            dependencies,
            "<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version></dependency>"
        )?;
    }
    let wanted = pom_text(&format!("<dependencies>{dependencies}</dependencies>"));
    let jars = jars_of(&wanted, "", |pom| {
        fs::write(pom, &wanted)?;
        Ok(())
    })?;
    let own = format!("{}.jar", jar_stem(coordinates));
    let own = own.rsplit('+').next().expect("rsplit yields at least one");
    let is_other = |p: &PathBuf| p.file_name().is_none_or(|n| n != own);
    Ok(jars.into_iter().filter(is_other).collect())
}

/// The class jars that the artifact itself was compiled with, as its own project says: also what its users need not have.
pub fn compiling_path(coordinates: &str) -> Result<Vec<PathBuf>> {
    jars_of(coordinates, "compile", |pom| {
        let [_, name, version] = parts(coordinates)?;
        let to = tempfile::tempdir()?;
        mvn(&[
            "dependency:copy",
            &format!("-Dartifact={coordinates}:pom"),
            &format!("-DoutputDirectory={}", to.path().display()),
        ])?;
        fs::copy(to.path().join(format!("{name}-{version}.pom")), pom)?;
        Ok(())
    })
}

/// The jars on the class path of a project, kept under a key; `write` writes the project.
fn jars_of(key: &str, scope: &str, write: impl Fn(&Path) -> Result<()>) -> Result<Vec<PathBuf>> {
    // One folder for each set: tasks that ask for different ones may run at the same time.
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    let dir = shared::cache()
        .join("class-paths")
        .join(format!("{:016x}", hasher.finish()));
    let list = dir.join("class-path.txt");
    if !list.is_file() {
        fs::create_dir_all(&dir)?;
        let pom = dir.join("pom.xml");
        write(&pom)?;
        let unfinished = dir.join(format!("{}.txt", std::process::id()));
        mvn(&[
            "dependency:build-classpath",
            &format!("-DincludeScope={scope}"),
            &format!("-Dmdep.outputFile={}", unfinished.display()),
            "-f",
            &pom.display().to_string(),
        ])?;
        fs::rename(&unfinished, &list)?;
    }
    Ok(std::env::split_paths(fs::read_to_string(&list)?.trim()).collect())
}

/// The class jar of an artifact.
pub fn class_jar(coordinates: &str) -> Result<PathBuf> {
    let jars = shared::cache().join("jars");
    let jar = jars.join(jar_name(coordinates, None));
    if !jar.is_file() {
        fetch(&[&coordinates.to_owned()], None, &jars)?;
    }
    Ok(jar)
}

/// The unpacked sources of an artifact's own tests.
pub fn test_sources(coordinates: &str) -> Result<PathBuf> {
    const TESTS: &str = "test-sources";
    let dir = shared::cache()
        .join("tests")
        .join(coordinates.replace(':', "+"));
    if !dir.join(COMPLETE).is_file() {
        let jars = shared::cache().join("jars");
        fetch(&[&coordinates.to_owned()], Some(TESTS), &jars)?;
        unpack(&jars.join(jar_name(coordinates, Some(TESTS))), &dir)?;
    }
    Ok(dir)
}

fn coordinates(list: &str) -> Result<Vec<String>> {
    if list.matches(':').count() == 2 && !list.contains('/') {
        return Ok(vec![list.to_owned()]);
    }
    let named = shared::shared().map(|s| s.join("corpora").join(format!("{list}.txt")));
    let file = match named {
        Some(file) if file.is_file() => file,
        _ => PathBuf::from(list),
    };
    let text = fs::read_to_string(&file).with_context(|| {
        format!("`{list}` is no list beside the project, no file and no GROUP:NAME:VERSION")
    })?;
    Ok(text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .flat_map(str::split_whitespace)
        .map(str::to_owned)
        .collect())
}

fn parts(coordinates: &str) -> Result<[&str; 3]> {
    let all: Vec<&str> = coordinates.split(':').collect();
    let plain = |p: &&str| {
        !p.is_empty()
            && !p.starts_with('.')
            && p.chars()
                .all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    match *all {
        [group, name, version] if all.iter().all(plain) => Ok([group, name, version]),
        _ => bail!("`{coordinates}` is not GROUP:NAME:VERSION"),
    }
}

fn jar_stem(coordinates: &str) -> String {
    let mut split = coordinates.splitn(2, ':');
    let group = split.next().unwrap_or_default();
    let rest = split.next().unwrap_or_default().replace(':', "-");
    format!("{group}+{rest}")
}

fn jar_name(coordinates: &str, classifier: Option<&str>) -> String {
    let stem = jar_stem(coordinates);
    classifier.map_or_else(|| format!("{stem}.jar"), |c| format!("{stem}-{c}.jar"))
}

fn dir_of(coordinates: &str) -> PathBuf {
    shared::cache()
        .join("sources")
        .join(coordinates.replace(':', "+"))
}

/// The sources of those artifacts that have any, unpacked.
pub fn available(all: &[String]) -> Result<Vec<Source>> {
    let jars = shared::cache().join("jars");
    let jar = |c: &String| jars.join(jar_name(c, Some("sources")));
    let is_here = |c: &String| dir_of(c).join(COMPLETE).is_file();
    let mut missing: Vec<&String> = all.iter().filter(|c| !is_here(c)).collect();
    missing.sort();
    missing.dedup();
    if !missing.is_empty() {
        fetch_some(&missing, &jars)?;
        for c in missing {
            // What has no sources, or none in Java, is passed over.
            if jar(c).is_file() && unpack(&jar(c), &dir_of(c)).is_err() {
                eprintln!("no sources in {c}");
            }
        }
    }
    let here = all.iter().filter(|c| is_here(c)).map(|c| Source {
        coordinates: c.clone(),
        dir: dir_of(c),
    });
    Ok(here.collect())
}

/// One run of Maven over a module for each artifact, which goes on after those that do not exist.
fn fetch_some(all: &[&String], to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let work = tempfile::tempdir()?;
    let mut modules = String::new();
    for (number, c) in all.iter().enumerate() {
        let [group, name, version] = parts(c)?;
        let dir = work.path().join(number.to_string());
        fs::create_dir_all(&dir)?;
        let text = pom_text(&copying(
            &format!(
                "<artifactItem><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version>\
                 <type>jar</type><classifier>sources</classifier><destFileName>{}</destFileName></artifactItem>",
                jar_name(c, Some("sources"))
            ),
            to,
        ));
        let own = format!("<artifactId>corpus-{number}</artifactId>");
        fs::write(
            dir.join("pom.xml"),
            text.replace("<artifactId>corpus</artifactId>", &own),
        )?;
        write!(modules, "<module>{number}</module>")?;
    }
    let pom = work.path().join("pom.xml");
    fs::write(&pom, pom_text(&format!("<modules>{modules}</modules>")))?;
    eprintln!(
        "fetching {} artifacts, as far as they have sources",
        all.len()
    );
    mvn(&["--fail-never", "validate", "-f", &pom.display().to_string()])
}

/// The part of a project that copies artifacts into a folder, by the goal alone or as the first phase of a build: the goal
/// alone is run only once for all modules.
fn copying(items: &str, to: &Path) -> String {
    format!(
        "<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>\
         <artifactId>maven-dependency-plugin</artifactId><executions><execution><phase>validate</phase>\
         <goals><goal>copy</goal></goals></execution></executions><configuration><outputDirectory>{}</outputDirectory>\
         <artifactItems>{items}</artifactItems></configuration></plugin></plugins></build>",
        to.display()
    )
}

/// One run of Maven for all of them: starting it costs more than a download.
fn fetch(all: &[&String], classifier: Option<&str>, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let mut items = String::new();
    for c in all {
        let [group, name, version] = parts(c)?;
        let classified =
            classifier.map_or_else(String::new, |c| format!("<classifier>{c}</classifier>"));
        writeln!(
            items,
            "<artifactItem><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version>\
             <type>jar</type>{classified}<destFileName>{}</destFileName></artifactItem>",
            jar_name(c, classifier)
        )?;
    }
    let work = tempfile::tempdir()?;
    let pom = work.path().join("pom.xml");
    fs::write(&pom, pom_text(&copying(&items, to)))?;
    eprintln!("fetching {} artifacts", all.len());
    mvn(&["dependency:copy", "-f", &pom.display().to_string()])
}

pub fn pom_text(body: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>reweave</groupId><artifactId>corpus</artifactId>\
         <version>1</version><packaging>pom</packaging>{body}</project>"
    )
}

pub fn mvn(goals: &[&str]) -> Result<()> {
    let status = Command::new("mvn")
        .args(["-q", "-B"])
        .args(goals)
        // Its own words are nothing for a list of results.
        .stdout(Stdio::null())
        .status()
        .context("running mvn: is Maven installed?")?;
    ensure!(status.success(), "mvn {} failed", goals.join(" "));
    Ok(())
}

/// Unpacks everything but class files. The archive is somebody else's: names that climb out are refused, and so are
/// entries that grow too large; its checksums are verified while reading.
fn unpack(jar: &Path, dir: &Path) -> Result<()> {
    if dir.is_dir() {
        fs::remove_dir_all(dir)?;
    }
    let mut archive = zip::ZipArchive::new(io::BufReader::new(File::open(jar)?))?;
    for i in 0..archive.len() {
        let entry = archive.by_index(i)?;
        if !entry.is_file() || entry.name()?.ends_with(".class") {
            continue;
        }
        let Some(name) = entry.enclosed_name() else {
            bail!("entry `{}` leads out of the archive", entry.name()?);
        };
        let to = dir.join(name);
        fs::create_dir_all(to.parent().expect("an entry lies in the folder"))?;
        let written = io::copy(
            &mut entry.take(LARGEST_ENTRY),
            &mut File::create(&to).with_context(|| to.display().to_string())?,
        )?;
        ensure!(written < LARGEST_ENTRY, "{} is too large", to.display());
    }
    let (files, lines) = count_java(dir)?;
    ensure!(files > 0, "no Java source inside");
    fs::write(dir.join(COMPLETE), format!("{files} files {lines} lines\n"))?;
    Ok(())
}

/// Paths and texts of all Java files of a corpus.
pub fn texts(name: &str) -> Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for source in sources(name)? {
        for file in java_files(&source.dir)? {
            let text = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
            let path = file.strip_prefix(&source.dir)?.to_string_lossy();
            texts.push((format!("{}/{path}", source.coordinates), text));
        }
    }
    Ok(texts)
}

/// The Java files below `dir`, in order of path.
pub fn java_files(dir: &Path) -> Result<Vec<PathBuf>> {
    files(dir, |path| path.extension().is_some_and(|e| e == "java"))
}

/// The files below a folder that are wanted, in order of path.
pub fn files(dir: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).with_context(|| dir.display().to_string())? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                open.push(path);
            } else if is_wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn count_java(dir: &Path) -> Result<(usize, usize)> {
    let files = java_files(dir)?;
    let mut lines = 0;
    for file in &files {
        lines += fs::read(file)?.split(|&b| b == b'\n').count() - 1;
    }
    Ok((files.len(), lines))
}
