//! The compiler of the JDK, run over sources in memory: what it says, and the class files that it writes.
//!
//! Nothing is run but javac itself, in a folder of its own; annotation processors only where they are asked for.

mod builds;
mod diagnostic;

pub use builds::{Builds, Performed, compare_builds, compare_with};
pub use diagnostic::{Diagnostic, Kind};

use reweave_bytecode::Class;
use reweave_classpath::{ClassPath, jdk_home};
use reweave_java_names::ClassSource;
use reweave_text::Sources;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The first release whose class files are compared.
const OLDEST: u32 = 17;

/// Why nothing was compiled.
#[derive(Debug, thiserror::Error)]
pub enum JavacError {
    #[error("javac is asked for, and no JDK was found: set JAVA_HOME")]
    NoJdk,
    #[error(
        "class files are compared with a JDK of release {OLDEST} or later, and that of {home} is {release}; set JAVA_HOME"
    )]
    Old { home: String, release: String },
    #[error("running the javac of {home}: {why}")]
    Run { home: String, why: std::io::Error },
    #[error("{path}: {why}")]
    Disk { path: String, why: std::io::Error },
    #[error("the class path cannot be written as one word: {0}")]
    ClassPath(#[from] std::env::JoinPathsError),
    #[error("{path}: {why}")]
    Class { path: String, why: String },
}

/// The javac of a JDK.
pub struct Javac {
    home: PathBuf,
}

/// How to compile.
#[derive(Clone, Copy, Default)]
pub struct Compile<'a> {
    pub class_path: &'a [PathBuf],
    /// A jar or folder of classes or of sources that the sources refer to.
    pub library: Option<&'a Path>,
    /// Run the annotation processors on the class path.
    pub processors: bool,
    /// Tell each use of what is deprecated.
    pub deprecations: bool,
}

/// A build in a folder that goes with it.
pub struct Build {
    pub succeeded: bool,
    /// What javac says, with paths as the sources have them.
    pub text: String,
    work: TempDir,
}

impl Javac {
    pub fn find() -> Result<Self, JavacError> {
        let home = jdk_home().filter(|home| home.join("bin").is_dir());
        home.map(|home| Self { home }).ok_or(JavacError::NoJdk)
    }

    /// The same, of a release whose class files can be compared.
    pub fn for_classes() -> Result<Self, JavacError> {
        let javac = Self::find()?;
        let release = javac.release()?;
        let number = release.split(['.', '-']).next();
        match number.and_then(|n| n.parse::<u32>().ok()) {
            Some(number) if number >= OLDEST => Ok(javac),
            _ => Err(JavacError::Old {
                home: javac.home.display().to_string(),
                release,
            }),
        }
    }

    fn release(&self) -> Result<String, JavacError> {
        let told = self
            .command()
            .arg("-version")
            .output()
            .map_err(|e| self.failed(e))?;
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        let release = told.split_whitespace().nth(1);
        Ok(release.unwrap_or("unknown").to_owned())
    }

    /// Compiles all sources together.
    pub fn compile(&self, sources: &Sources, how: &Compile<'_>) -> Result<Build, JavacError> {
        let work = tempfile::tempdir().map_err(|e| disk(Path::new("a temporary folder"), e))?;
        let (from, to) = (work.path().join("src"), work.path().join("out"));
        fs::create_dir_all(&to).map_err(|e| disk(&to, e))?;
        let list = work.path().join("files.txt");
        fs::write(&list, written(sources, &from)?).map_err(|e| disk(&list, e))?;
        let out = self
            .asked(how, &to)?
            .arg(format!("@{}", list.display()))
            .output()
            .map_err(|e| self.failed(e))?;
        let root = format!("{}{}", from.display(), std::path::MAIN_SEPARATOR);
        Ok(Build {
            succeeded: out.status.success(),
            text: String::from_utf8_lossy(&out.stderr).replace(&root, ""),
            work,
        })
    }

    /// All errors are told: javac would stop at a hundred, and before the flow of values where types are wrong.
    fn asked(&self, how: &Compile<'_>, to: &Path) -> Result<Command, JavacError> {
        let mut javac = self.command();
        javac
            .args(["-Xmaxerrs", "100000", "-Xmaxwarns", "100000"])
            .args(["--should-stop=ifError=FLOW", "-encoding", "UTF-8", "-d"])
            .arg(to)
            .arg(if how.deprecations {
                "-Xlint:deprecation"
            } else {
                "-nowarn"
            });
        if !how.processors {
            javac.arg("-proc:none");
        }
        let mut classes = how.class_path.to_vec();
        if let Some(library) = how.library {
            let path = ClassPath::open(&[library.to_path_buf()]);
            if path.class_names().is_empty() {
                javac.args(["-implicit:none", "-sourcepath"]).arg(library);
            } else {
                classes.push(library.to_path_buf());
            }
        }
        if !classes.is_empty() {
            javac.arg("-cp").arg(std::env::join_paths(&classes)?);
        }
        Ok(javac)
    }

    fn command(&self) -> Command {
        Command::new(self.home.join("bin/javac"))
    }

    fn failed(&self, why: std::io::Error) -> JavacError {
        let home = self.home.display().to_string();
        JavacError::Run { home, why }
    }
}

impl Build {
    /// What javac says, one by one.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        Diagnostic::all(&self.text)
    }

    pub fn errors(&self) -> impl Iterator<Item = Diagnostic> {
        let all = self.diagnostics().into_iter();
        all.filter(|d| d.kind == Kind::Error)
    }

    /// The classes that were written, by name.
    pub fn classes(&self) -> Result<Vec<Class>, JavacError> {
        let mut classes = Vec::new();
        read(&self.work.path().join("out"), &mut classes)?;
        classes.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(classes)
    }
}

/// Writes the sources below a folder, and tells javac's list of them. What describes a module or a package has no code, and a module would
/// hide the class path.
fn written(sources: &Sources, below: &Path) -> Result<String, JavacError> {
    let mut list = String::new();
    for (_, file) in sources.iter().filter(|(_, f)| has_code(&f.path)) {
        let path = below.join(&*file.path);
        let folder = path.parent().unwrap_or(below);
        fs::create_dir_all(folder).map_err(|e| disk(folder, e))?;
        fs::write(&path, &*file.text).map_err(|e| disk(&path, e))?;
        let quoted = path.display().to_string().replace('\\', "\\\\");
        let _ = writeln!(list, "\"{quoted}\"");
    }
    Ok(list)
}

fn has_code(path: &str) -> bool {
    let path = Path::new(path);
    let stem = path.file_stem().unwrap_or_default();
    path.extension().is_some_and(|e| e == "java") && stem != "module-info" && stem != "package-info"
}

fn read(folder: &Path, classes: &mut Vec<Class>) -> Result<(), JavacError> {
    for entry in fs::read_dir(folder).map_err(|e| disk(folder, e))? {
        let path = entry.map_err(|e| disk(folder, e))?.path();
        if path.is_dir() {
            read(&path, classes)?;
        } else if path.extension().is_some_and(|e| e == "class") {
            let bytes = fs::read(&path).map_err(|e| disk(&path, e))?;
            classes.push(Class::read(&bytes).map_err(|e| JavacError::Class {
                path: path.display().to_string(),
                why: e.to_string(),
            })?);
        }
    }
    Ok(())
}

fn disk(path: &Path, why: std::io::Error) -> JavacError {
    let path = path.display().to_string();
    JavacError::Disk { path, why }
}
