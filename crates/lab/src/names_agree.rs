//! `cargo xtask names-agree`: our resolver against javac, identifier by identifier, on real libraries.
//!
//! A small program on the JDK's compiler API (`crates/lab/java/DumpNames.java`) writes down what javac binds each identifier
//! to. Segments of package names and what javac itself cannot resolve are left out. What we would call an error in these libraries,
//! which compile, is counted too.

use crate::silver::newest;
use crate::{corpus, release, shared};
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use reweave_classpath::{ClassPath, jdk_home};
use reweave_java_names::{ClassId, Decl, Names, World};
use reweave_model::{FileModel, Kind, Program};
use reweave_text::{Interner, Part};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

#[derive(clap::Args)]
pub struct Args {
    /// GROUP:NAME:VERSION of artifacts with sources [default: the three libraries of the yardstick]
    artifacts: Vec<String>,
    /// Compare the newest releases of so many libraries of Maven Central instead, drawn by --seed
    #[arg(long, value_name = "N", conflicts_with = "artifacts")]
    draw: Option<usize>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the first N differences
    #[arg(long, default_value_t = 0)]
    show: usize,
    /// Only differences of this category
    #[arg(long)]
    category: Option<String>,
    /// Use the built-in index of the Java API instead of the JDK's image
    #[arg(long)]
    no_jdk: bool,
}

/// The yardstick's libraries, each with what its sources need beyond the dependencies that it publishes.
const LIBRARIES: &[(&str, &[&str])] = &[
    ("com.google.guava:guava:33.2.0-jre", &[]),
    (
        "org.hibernate.orm:hibernate-core:6.5.2.Final",
        &["org.jboss.logging:jboss-logging-annotations:2.2.1.Final"],
    ),
    (
        "org.springframework:spring-core:6.1.8",
        &[
            "io.projectreactor:reactor-core:3.6.6",
            "io.projectreactor.tools:blockhound:1.0.8.RELEASE",
            "io.reactivex.rxjava3:rxjava:3.1.8",
            "io.smallrye.reactive:mutiny:1.10.0",
            "io.netty:netty-buffer:4.1.110.Final",
            "net.sf.jopt-simple:jopt-simple:5.0.4",
            "org.aspectj:aspectjweaver:1.9.22",
            "org.jetbrains.kotlin:kotlin-reflect:1.9.23",
            "org.jetbrains.kotlinx:kotlinx-coroutines-reactor:1.7.3",
            "com.google.code.findbugs:jsr305:3.0.2",
            "org.graalvm.sdk:graal-sdk:22.3.5",
        ],
    ),
];

const EXPORTS: [&str; 4] = ["code", "tree", "api", "util"];

#[derive(Default)]
struct Tally {
    agree: usize,
    unknown: usize,
    wrong: usize,
    categories: BTreeMap<String, usize>,
    /// What is said to be an error and is none.
    errors: usize,
}

impl Tally {
    fn total(&self) -> usize {
        self.agree + self.unknown + self.wrong
    }

    fn add(&mut self, other: &Self) {
        self.agree += other.agree;
        self.unknown += other.unknown;
        self.wrong += other.wrong;
        self.errors += other.errors;
        for (category, count) in &other.categories {
            *self.categories.entry(category.clone()).or_default() += count;
        }
    }
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    if Command::new("javac").arg("-version").output().is_err() {
        println!("SKIPPED: no javac on this machine, so names were not compared");
        return Ok(());
    }
    let asked = match args.draw {
        Some(count) => drawn(count, args.seed)?,
        None => args.artifacts.clone(),
    };
    let chosen: Vec<(&str, &[&str])> = if asked.is_empty() {
        LIBRARIES.to_vec()
    } else {
        let known = |a: &str| LIBRARIES.iter().find(|l| l.0 == a).map_or(&[][..], |l| l.1);
        asked.iter().map(|a| (a.as_str(), known(a))).collect()
    };
    let mut all: BTreeMap<&'static str, Tally> = BTreeMap::new();
    let mut left = args.show;
    for (artifact, extra) in chosen {
        let found = match compare(artifact, extra, args, &mut left) {
            Ok(found) => found,
            // What others published may lack what it depends on.
            Err(error) if args.draw.is_some() => {
                println!("SKIPPED: {artifact}: {error:#}");
                continue;
            }
            Err(error) => return Err(error),
        };
        report(artifact, &found);
        for (kind, tally) in found {
            all.entry(kind).or_default().add(&tally);
        }
    }
    report("together", &all);
    let sum = sum(&all);
    for (category, count) in &sum.categories {
        println!("  {count:>8}  {category}");
    }
    println!(
        "names-agree identifiers={} agree={:.3} unknown={:.3} wrong={:.3} errors={}",
        sum.total(),
        percent(sum.agree, sum.total()),
        percent(sum.unknown, sum.total()),
        percent(sum.wrong, sum.total()),
        sum.errors,
    );
    Ok(())
}

/// Some artifacts have no sources, some are too large for one javac.
const SPARE: usize = 4;
const MOST_FILES: usize = 1500;

fn drawn(count: usize, seed: u64) -> Result<Vec<String>> {
    let mut drawn = Vec::new();
    for source in corpus::available(&newest(count * SPARE, seed)?)? {
        let files = corpus::java_files(&source.dir)?.len();
        if (1..=MOST_FILES).contains(&files) && drawn.len() < count {
            drawn.push(source.coordinates);
        }
    }
    ensure!(!drawn.is_empty(), "no library could be fetched");
    Ok(drawn)
}

fn sum(all: &BTreeMap<&'static str, Tally>) -> Tally {
    let mut sum = Tally::default();
    for tally in all.values() {
        sum.add(tally);
    }
    sum
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn report(what: &str, found: &BTreeMap<&'static str, Tally>) {
    println!("{what}");
    let total = sum(found);
    for (kind, tally) in found.iter().map(|(k, t)| (*k, t)).chain([("all", &total)]) {
        println!(
            "  {kind:<13} {:>9} identifiers  {:>8.3} % agree  {:>6.3} % unknown  {:>6.3} % wrong",
            tally.total(),
            percent(tally.agree, tally.total()),
            percent(tally.unknown, tally.total()),
            percent(tally.wrong, tally.total()),
        );
    }
}

fn compare(
    artifact: &str,
    extra: &[&str],
    args: &Args,
    left: &mut usize,
) -> Result<BTreeMap<&'static str, Tally>> {
    let source = corpus::sources(artifact)?.remove(0);
    let jars = corpus::class_path(artifact, extra)?;
    let cache = shared::cache().join("names");
    let name = artifact.replace(':', "+");
    compare_folder(
        &Folder {
            name: &name,
            dir: &source.dir,
            jars: &jars,
            cache: &cache,
        },
        args,
        left,
    )
}

/// Sources, what they need, and where javac's answers are kept.
struct Folder<'a> {
    name: &'a str,
    dir: &'a Path,
    jars: &'a [PathBuf],
    cache: &'a Path,
}

fn compare_folder(
    folder: &Folder,
    args: &Args,
    left: &mut usize,
) -> Result<BTreeMap<&'static str, Tally>> {
    let jars = folder.jars;
    let files: Vec<PathBuf> = corpus::java_files(folder.dir)?
        .into_iter()
        .filter(|f| f.file_name().is_some_and(|n| n != "module-info.java"))
        .collect();
    let dump = javac_dump(folder, &files)?;
    let expected = read_dump(&dump)?;
    let names = Arc::new(Interner::new());
    let models: Result<Vec<Arc<FileModel>>> = files
        .par_iter()
        .map(|f| {
            let text = String::from_utf8_lossy(&fs::read(f)?).into_owned();
            let path = f.to_string_lossy();
            let model = reweave_lang_java::lower(&path, &text, &names);
            Ok(Arc::new(model))
        })
        .collect();
    let program = Arc::new(Program {
        names,
        files: models?,
    });
    let home = jdk_home().filter(|_| !args.no_jdk);
    let classes = Arc::new(ClassPath::with_jdk(jars, home.as_deref()));
    let resolved = Names::resolve(Arc::clone(&program), classes, 0);
    let mut tallies: BTreeMap<&'static str, Tally> = BTreeMap::new();
    for error in resolved.errors(&resolved.overrides()) {
        let category = format!("said to be an error: {:?}", error.kind);
        let model = &program.files[error.file as usize];
        show(args, left, &category, || {
            let at = model.tree.span(error.node).start;
            format!("{} {}", place(model, at), error.about)
        });
        let tally = tallies.entry("error").or_default();
        tally.errors += 1;
        *tally.categories.entry(category).or_default() += 1;
    }
    for (index, model) in program.files.iter().enumerate() {
        let Some(lines) = expected.get(&model.path) else {
            continue;
        };
        let ours = our_names(&resolved, index as u32, model);
        for line in lines {
            compare_line(
                &resolved.world,
                model,
                &ours,
                line,
                &mut tallies,
                &mut |category, got| {
                    show(args, left, category, || {
                        let at = place(model, line.offset);
                        format!("{} javac={} ours={got} {at}", line.name, line.key)
                    });
                },
            );
        }
    }
    Ok(tallies)
}

/// Prints one of the differences that were asked for.
fn show(args: &Args, left: &mut usize, category: &str, what: impl Fn() -> String) {
    let wanted = args.category.as_deref();
    if *left > 0 && wanted.is_none_or(|c| category.contains(c)) {
        *left -= 1;
        println!("{category}: {}", what());
    }
}

/// File, line and text of an offset.
fn place(model: &FileModel, offset: u32) -> String {
    let text = fs::read_to_string(&model.path).unwrap_or_default();
    let (number, shown) = line_at(&text, offset);
    format!("{}:{number}: {}", model.path, shown.trim())
}

fn line_at(text: &str, offset: u32) -> (usize, &str) {
    let at = (offset as usize).min(text.len());
    let before = text.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    let end = text
        .part(start..)
        .find('\n')
        .map_or(text.len(), |i| start + i);
    (before.matches('\n').count() + 1, text.part(start..end))
}

/// One identifier as javac sees it.
struct Line {
    offset: u32,
    kind: char,
    name: String,
    key: String,
}

fn read_dump(path: &Path) -> Result<BTreeMap<String, Vec<Line>>> {
    let mut all: BTreeMap<String, Vec<Line>> = BTreeMap::new();
    let mut current = Vec::new();
    let mut file = String::new();
    for line in fs::read_to_string(path)?.lines() {
        if let Some(path) = line.strip_prefix("F ") {
            all.entry(std::mem::take(&mut file))
                .or_default()
                .append(&mut current);
            path.clone_into(&mut file);
            continue;
        }
        let mut parts = line.split('\t');
        let mut next = || parts.next().context("a line has four parts");
        let offset = next()?.parse().unwrap_or(u32::MAX);
        let kind = next()?.chars().next().unwrap_or('?');
        let (name, key) = (next()?.to_owned(), next()?.to_owned());
        // A signature that names what javac cannot find was not resolved by it either.
        if kind != '?' && !key.contains('?') {
            current.push(Line {
                offset,
                kind,
                name,
                key,
            });
        }
    }
    all.entry(file).or_default().append(&mut current);
    Ok(all)
}

/// Our answers by the place of the name in the text.
fn our_names(names: &Names, file: u32, model: &FileModel) -> BTreeMap<(u32, bool), Decl> {
    let mut all = BTreeMap::new();
    let world = &names.world;
    for id in model.tree.descendants(reweave_model::NodeId::ROOT) {
        let node = model.tree.node(id);
        let decl = names.decl(file, id);
        let (at, constructor) = match node.kind {
            Kind::New => (node.span.start, true),
            Kind::EnumConstant => (node.name_at, true),
            Kind::ConstructorCall => (node.name_at, false),
            Kind::Annotation => {
                let text = world.text(node.sym);
                let last = text.rfind('.').map_or(0, |d| d as u32 + 1);
                (node.name_at + last, false)
            }
            Kind::Name | Kind::FieldAccess | Kind::Call | Kind::MethodRef | Kind::TypeName => {
                (node.name_at, false)
            }
            _ => continue,
        };
        if decl != Decl::None {
            all.insert((at, constructor), decl);
        }
    }
    for segment in names.segments(file) {
        all.insert((segment.at, false), segment.decl);
    }
    all
}

fn compare_line(
    world: &World,
    model: &FileModel,
    ours: &BTreeMap<(u32, bool), Decl>,
    line: &Line,
    tallies: &mut BTreeMap<&'static str, Tally>,
    show: &mut dyn FnMut(&str, &str),
) {
    let kind = match line.kind {
        'T' => "types",
        'V' => "type variables",
        'M' => "methods",
        'C' => "constructors",
        'F' => "fields",
        'A' => "array length",
        _ => "locals",
    };
    let constructor = line.name == "new" && line.kind == 'C' || line.name == "enum";
    let mut decl = ours.get(&(line.offset, constructor));
    if decl.is_none() && constructor {
        // A reference to a constructor stands at its `new`, too.
        decl = ours.get(&(line.offset, false));
    }
    let tally = tallies.entry(kind).or_default();
    let got = match decl {
        None => "nothing there".to_owned(),
        Some(decl) => key_of(world, model, *decl),
    };
    if got == line.key || (line.key == "Array.clone" && got == "java/lang/Object.clone()") {
        tally.agree += 1;
        return;
    }
    let what = match decl {
        None => "no name of ours at that place",
        Some(Decl::Unknown | Decl::None) => "unknown",
        Some(Decl::Method(_)) if matches!(line.kind, 'M' | 'C') => {
            let before = |key: &str| key.split('(').next().unwrap_or_default().to_owned();
            if before(&got) == before(&line.key) {
                "other overload"
            } else {
                "method of another type"
            }
        }
        Some(Decl::Class(_)) if line.kind == 'T' => "other type",
        Some(Decl::Field(_)) if line.kind == 'F' => "field of another type",
        Some(Decl::Local(_)) if line.kind == 'L' => "other local",
        Some(_) => "other kind of declaration",
    };
    if matches!(decl, None | Some(Decl::Unknown | Decl::None)) {
        tally.unknown += 1;
    } else {
        tally.wrong += 1;
    }
    let category = format!("{kind}: {what}");
    show(&category, &got);
    *tally.categories.entry(category).or_default() += 1;
}

fn key_of(world: &World, model: &FileModel, decl: Decl) -> String {
    match decl {
        Decl::Class(class) => class_key(world, class),
        Decl::TypeVar(_) => "V".to_owned(),
        Decl::Field(field) => {
            let field = world.field(field);
            let owner = class_key(world, field.owner);
            format!("{owner}.{}", world.text(field.name))
        }
        Decl::Method(id) => {
            let method = world.method(id);
            let name = if method.constructor {
                "<init>"
            } else {
                world.text(method.name)
            };
            let mut key = format!("{}.{name}(", class_key(world, method.owner));
            for &param in &world.signature(id).params {
                descriptor(world, param, &mut key);
            }
            key.push(')');
            key
        }
        Decl::Local(node) => model.tree.node(node).name_at.to_string(),
        Decl::ArrayLength => "length".to_owned(),
        Decl::Package(package) => format!("package {}", world.text(package)),
        Decl::Module(module) => format!("module {}", world.text(module)),
        Decl::None | Decl::Unknown | Decl::Label(_) => "unknown".to_owned(),
    }
}

fn class_key(world: &World, class: ClassId) -> String {
    if world.around(class).any(|c| world.info(c).local) {
        return format!("local:{}", world.text(world.class(class).name));
    }
    world.class_key(class).to_owned()
}

fn descriptor(world: &World, ty: reweave_java_names::Ty, key: &mut String) {
    let erased = world.erase(ty);
    match world.types().as_class(erased) {
        Some((class, _)) => {
            key.push('L');
            key.push_str(&class_key(world, class));
            key.push(';');
        }
        None => match world.types().data(erased) {
            reweave_java_names::TyData::Array(element) => {
                key.push('[');
                descriptor(world, *element, key);
            }
            _ => world.push_descriptor(erased, key),
        },
    }
}

/// What javac says of the files, from the cache where neither they nor the dumper changed.
fn javac_dump(folder: &Folder, files: &[PathBuf]) -> Result<PathBuf> {
    let Folder {
        name, jars, cache, ..
    } = *folder;
    let dumper = shared::root().join("crates/lab/java/DumpNames.java");
    let mut hasher = DefaultHasher::new();
    (fs::read(&dumper)?, files, jars).hash(&mut hasher);
    let dump = cache.join(format!("{name}-{:016x}.txt", hasher.finish()));
    if dump.is_file() {
        return Ok(dump);
    }
    fs::create_dir_all(cache)?;
    let classes = cache.join("classes");
    let exports = || {
        EXPORTS.iter().flat_map(|p| {
            let package = format!("jdk.compiler/com.sun.tools.javac.{p}=ALL-UNNAMED");
            ["--add-exports".to_owned(), package]
        })
    };
    let status = Command::new("javac")
        .args(exports())
        .arg("-nowarn")
        .arg("-d")
        .arg(&classes)
        .arg(&dumper)
        .status()?;
    ensure!(status.success(), "the dumper does not compile");
    let list = cache.join(format!("{name}.list"));
    let lines: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
    fs::write(&list, lines.join("\n"))?;
    let part = dump.with_extension("part");
    let status = Command::new("java")
        .arg("-Xmx6g")
        .args(exports())
        .arg("-cp")
        .arg(&classes)
        .arg("DumpNames")
        .arg(&list)
        .arg(std::env::join_paths(jars)?)
        .arg(&part)
        .status()?;
    ensure!(status.success(), "javac could not read {name}");
    fs::rename(&part, &dump)?;
    Ok(dump)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn javac_and_we_agree_on_the_fixtures() {
        if Command::new("javac").arg("-version").output().is_err() {
            println!("SKIPPED: no javac on this machine, so names were not compared");
            return;
        }
        let cache = tempfile::tempdir().expect("a folder for the test");
        for no_jdk in [false, true] {
            let args = Args {
                artifacts: Vec::new(),
                draw: None,
                seed: 1,
                show: 0,
                category: None,
                no_jdk,
            };
            let folder = Folder {
                name: "fixtures",
                dir: &shared::root().join("crates/lab/java/fixtures"),
                jars: &[],
                cache: cache.path(),
            };
            let found = compare_folder(&folder, &args, &mut 100).expect("javac reads the fixtures");
            let sum = sum(&found);
            // What the fixtures reach: two of 424 names differ.
            let agree = percent(sum.agree, sum.total());
            assert!(agree >= 99.5, "{agree} %: {:?}", sum.categories);
            assert_eq!(sum.errors, 0, "{:?}", sum.categories);
        }
    }
}
