//! Java in the storm: whole libraries with their dependencies, compiled by javac before and after.

use super::java_ask::{self, Known};
use super::{Attempt, Files, Limits, Program, Ran, Random, Refused, Storm};
use crate::corpus;
use crate::javac::{self, Judges};
use anyhow::Result;
use reweave_bytecode::Class;
use reweave_classpath::{ClassPath, jdk_home};
use reweave_javac::{Compile, Javac, Performed, compare_with};
use reweave_refactor::{Around, Outcome, Request};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Libraries that javac takes whole, small enough to be compiled thousands of times.
const LIBRARIES: [&str; 10] = [
    "commons-cli:commons-cli:1.5.0",
    "org.apache.commons:commons-csv:1.10.0",
    "org.json:json:20240303",
    "org.slf4j:slf4j-api:2.0.13",
    "com.google.code.gson:gson:2.10.1",
    "commons-codec:commons-codec:1.16.1",
    "org.apache.commons:commons-text:1.12.0",
    "junit:junit:4.13.2",
    "org.yaml:snakeyaml:2.2",
    "com.googlecode.java-diff-utils:diffutils:1.3.0",
];

#[derive(Default)]
pub struct Java {
    libraries: Vec<String>,
    jars: OnceLock<Vec<PathBuf>>,
    around: OnceLock<Around>,
    judges: Judges,
    /// By the name of the program.
    known: Mutex<BTreeMap<String, Arc<Known>>>,
    /// The class files of each program as it is.
    built: Mutex<BTreeMap<String, Arc<Vec<Class>>>>,
}

impl Java {
    /// Over some libraries, or the usual ones where none are named.
    pub fn over(named: &[String]) -> Self {
        let libraries = match named {
            [] => LIBRARIES.map(str::to_owned).to_vec(),
            named => named.to_vec(),
        };
        Self {
            libraries,
            ..Self::default()
        }
    }

    fn jars(&self) -> &[PathBuf] {
        self.jars.get_or_init(|| {
            let mut all: Vec<PathBuf> = Vec::new();
            for library in &self.libraries {
                let needed = corpus::class_path(library, &[]);
                for jars in [needed, corpus::compiling_path(library)] {
                    match jars {
                        Ok(jars) => all.extend(jars),
                        Err(e) => println!("no class path for {library}: {e}"),
                    }
                }
            }
            all.sort();
            all.dedup();
            all
        })
    }

    /// The class path of all libraries.
    fn class_path(&self) -> String {
        let jars = self.jars().iter().map(|j| j.display().to_string());
        jars.collect::<Vec<_>>().join(":")
    }

    fn known(&self, program: &Program) -> Arc<Known> {
        let locked = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = locked().get(&program.name) {
            return Arc::clone(known);
        }
        let known = Arc::new(Known::of(&program.files));
        locked().insert(program.name.clone(), Arc::clone(&known));
        known
    }
}

/// The sources below a folder.
pub fn program(name: String, folder: &Path) -> Result<Program> {
    let mut files: Files = Vec::new();
    for path in corpus::java_files(folder)? {
        let name = path.strip_prefix(folder)?.to_string_lossy().into_owned();
        // Other releases' variants and modules are compiled apart.
        if !name.starts_with("META-INF") && !name.ends_with("module-info.java") {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            files.push((name, text));
        }
    }
    Ok(Program { name, files })
}

/// What an attempt is checked with: one thread, since attempts run beside each other.
pub fn around(jars: &[PathBuf]) -> Around {
    Around {
        classes: Arc::new(ClassPath::with_jdk(jars, jdk_home().as_deref())),
        threads: 1,
        ..Around::default()
    }
}

impl Storm for Java {
    fn language(&self) -> &'static str {
        "java"
    }

    fn is_installed(&self) -> bool {
        javac::is_installed()
    }

    fn programs(&self) -> Result<Vec<Program>> {
        let mut programs = Vec::new();
        for library in &self.libraries {
            for source in corpus::sources(library)? {
                programs.push(program(source.coordinates, &source.dir)?);
            }
        }
        Ok(programs)
    }

    fn reads_once(&self) -> bool {
        true
    }

    fn around(&self) -> Around {
        self.around.get_or_init(|| around(self.jars())).clone()
    }

    fn attempt(
        &self,
        program: &Program,
        refactoring: &str,
        random: &mut Random,
    ) -> Option<Attempt> {
        java_ask::attempt(program, &self.known(program), refactoring, random)
    }

    fn limits(&self) -> Limits {
        Limits {
            seconds: 120,
            ..Limits::default()
        }
    }

    fn run(&self, _files: &Files, folder: &Path, _limits: Limits) -> Result<Ran> {
        let judged = self
            .judges
            .ask(|judge| judge.judge(&self.class_path(), folder))?;
        Ok(Ran {
            output: format!("{} errors", judged.errors).into_bytes(),
            errors: judged.first.into_bytes(),
            code: Some(i32::from(judged.errors > 0)),
            // A library that does not compile as it is cannot show anything.
            is_whole: judged.errors == 0,
            is_late: false,
        })
    }

    /// javac takes a program in which a method no longer overrides another, or serialization no longer finds a member. Where that
    /// alone was the reason, and javac's own view of overriding, or of such members, differs, the refusal is right. What moves
    /// methods between classes changes that view in any case and is not asked.
    fn shows_change(&self, refused: &Refused<'_>) -> Result<bool> {
        let moves = matches!(refused.refactoring, "pull-up" | "push-down");
        let is_known = |kind: &&str| *kind == "runtime" || (*kind == "override" && !moves);
        if !refused.kinds.iter().all(is_known) {
            return Ok(false);
        }
        let facts = |files: &Files| -> Result<Vec<String>> {
            let folder = super::scratch(files)?;
            let judged = self
                .judges
                .ask(|judge| judge.facts(&self.class_path(), folder.path()))?;
            Ok(judged.facts)
        };
        let (before, after) = (facts(refused.before)?, facts(refused.after)?);
        let differ = |kind: &&str| {
            let of_kind = |f: &&String| f.starts_with(*kind);
            let old: Vec<_> = before.iter().filter(of_kind).collect();
            let new: Vec<_> = after.iter().filter(of_kind).collect();
            old != new
        };
        Ok(refused.kinds.iter().all(differ))
    }

    /// The class files of the whole library, method by method.
    fn differs(
        &self,
        program: &Program,
        request: &Request,
        outcome: &Outcome,
    ) -> Result<Option<String>> {
        let how = Compile {
            class_path: self.jars(),
            ..Compile::default()
        };
        let locked = || self.built.lock().unwrap_or_else(PoisonError::into_inner);
        let known = locked().get(&program.name).cloned();
        let before = if let Some(known) = known {
            known
        } else {
            let build = Javac::for_classes()?.compile(&outcome.before, &how)?;
            let classes = Arc::new(build.classes()?);
            locked().insert(program.name.clone(), Arc::clone(&classes));
            classes
        };
        let of = Performed {
            refactoring: &request.refactoring,
            params: &request.params,
        };
        let builds = compare_with(&before, of, outcome, &how)?;
        Ok((!builds.is_clean()).then(|| builds.to_string()))
    }

    /// What compiled must compile.
    fn same(&self, before: &Ran, after: &Ran, _renames: &[(String, String)]) -> bool {
        before.code == Some(0) && after.code == Some(0)
    }
}
