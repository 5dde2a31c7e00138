//! `--classpath-from`: the class path as the project's own build tool knows it. Asking runs the project's build, so it is done only
//! when it is asked for, with the tool that is installed, and never with a wrapper that lies in the tree.

use crate::ProjectError;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildTool {
    Maven,
    Gradle,
}

/// Marks a line of Gradle's output as ours.
const MARK: &str = "reweave-class-path:";

/// Prints the class path of every set of sources of every project.
const GRADLE_SCRIPT: &str = "allprojects {
    tasks.register('reweaveClassPath') {
        doLast {
            def sets = project.extensions.findByName('sourceSets')
            if (sets != null) {
                sets.each { set -> set.compileClasspath.files.each { println 'reweave-class-path:' + it } }
            }
        }
    }
}
";

/// How much of a tool's complaint is shown.
const MOST_SHOWN: usize = 2000;

impl BuildTool {
    const fn program(self) -> &'static str {
        match self {
            Self::Maven => "mvn",
            Self::Gradle => "gradle",
        }
    }

    /// The tool that a project is built with, by the files in its root.
    pub fn of_project(root: &Path) -> Option<Self> {
        let has = |name: &str| root.join(name).is_file();
        if has("pom.xml") {
            Some(Self::Maven)
        } else if has("build.gradle") || has("build.gradle.kts") {
            Some(Self::Gradle)
        } else {
            None
        }
    }

    /// What a user can do to give the class path.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Maven => {
                "`mvn dependency:build-classpath -Dmdep.outputFile=target/classpath.txt` writes the class path where it is found, or give --classpath-from maven, which runs the project's build"
            }
            Self::Gradle => {
                "give --classpath-from gradle, which runs the project's build, or put what it prints for `compileClasspath` into build/classpath.txt"
            }
        }
    }

    /// The jars and folders that the tool names.
    pub fn ask(self, root: &Path) -> Result<Vec<PathBuf>, ProjectError> {
        let program = installed(self.program(), root)?;
        eprintln!(
            "asking {} for the class path: this runs the build of {}",
            program.display(),
            root.display()
        );
        let mut command = Command::new(&program);
        command.current_dir(root).stdin(Stdio::null());
        match self {
            Self::Maven => {
                command.args(["-B", "dependency:build-classpath"]);
                let output = finished(&mut command, &program)?;
                Ok(of_maven(&output))
            }
            Self::Gradle => {
                let script = tempfile::Builder::new()
                    .prefix("reweave")
                    .suffix(".gradle")
                    .tempfile()
                    .map_err(|e| failed("cannot make a temporary file", &e))?;
                fs::write(script.path(), GRADLE_SCRIPT)
                    .map_err(|e| failed("cannot write a temporary file", &e))?;
                command.args(["-q", "--console=plain", "--init-script"]);
                command.arg(script.path()).arg("reweaveClassPath");
                let output = finished(&mut command, &program)?;
                Ok(of_gradle(&output))
            }
        }
    }
}

/// A program of the `PATH` that does not lie in the tree.
fn installed(name: &str, root: &Path) -> Result<PathBuf, ProjectError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).filter(|dir| dir.is_absolute());
    let mut found = folders
        .filter_map(|dir| dir.join(name).canonicalize().ok())
        .filter(|program| program.is_file());
    let program = found.find(|program| !program.starts_with(root));
    program.ok_or_else(|| {
        ProjectError::Request(format!(
            "{name} is not installed (a wrapper in the tree is not run); give --classpath"
        ))
    })
}

fn failed(what: &str, error: &std::io::Error) -> ProjectError {
    ProjectError::Request(format!("{what}: {error}"))
}

/// What a tool printed, if it ended well.
fn finished(command: &mut Command, program: &Path) -> Result<String, ProjectError> {
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .output()
        .map_err(|e| failed(&format!("cannot run {}", program.display()), &e))?;
    let stdout = String::from_utf8_lossy(&stdout).into_owned();
    if !status.success() {
        let told = format!("{stdout}{}", String::from_utf8_lossy(&stderr));
        let skipped = told.chars().count().saturating_sub(MOST_SHOWN);
        let last: String = told.chars().skip(skipped).collect();
        return Err(ProjectError::Request(format!(
            "{} ended with {status}:\n{last}",
            program.display()
        )));
    }
    Ok(stdout)
}

/// The line behind each `Dependencies classpath:`, one for each module.
fn of_maven(output: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut lines = output.lines();
    while let Some(line) = lines.next() {
        if line.ends_with("Dependencies classpath:")
            && let Some(path) = lines.next()
            && !path.starts_with('[')
        {
            add(&mut all, std::env::split_paths(path.trim()));
        }
    }
    all
}

fn of_gradle(output: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let paths = output.lines().filter_map(|line| line.strip_prefix(MARK));
    add(&mut all, paths.map(PathBuf::from));
    all
}

fn add(all: &mut Vec<PathBuf>, paths: impl Iterator<Item = PathBuf>) {
    for path in paths {
        if !path.as_os_str().is_empty() && !all.contains(&path) {
            all.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tools_print() {
        let maven = "[INFO] x\n[INFO] Dependencies classpath:\n/m/a.jar:/m/b.jar\n[INFO] Dependencies classpath:\n/m/b.jar:/m/c.jar\n[INFO] Dependencies classpath:\n\n[INFO] done\n";
        let paths = ["/m/a.jar", "/m/b.jar", "/m/c.jar"].map(PathBuf::from);
        assert_eq!(of_maven(maven), paths);
        let gradle = "reweave-class-path:/m/a.jar\nnoise\nreweave-class-path:/m/a.jar\n";
        assert_eq!(of_gradle(gradle), [PathBuf::from("/m/a.jar")]);
    }

    #[test]
    fn a_wrapper_in_the_tree_is_not_found() {
        let tree = std::env::temp_dir();
        assert!(installed("no-such-tool-is-installed", &tree).is_err());
    }
}
