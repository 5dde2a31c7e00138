//! Java in the storm: whole libraries with their dependencies, compiled by javac before and after.

use super::{Attempt, Files, Limits, Program, Ran, Random, Refused, Storm};
use crate::corpus;
use crate::javac::{self, Judge, Judged};
use anyhow::Result;
use reweave_classpath::{ClassPath, jdk_home};
use reweave_model::{Callable, FileModel, Kind, Modifiers, NodeId, TypeKind};
use reweave_refactor::{Around, Request, Target};
use reweave_text::{FileId, Interner};
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

/// Names that no library has, or hardly any.
const FRESH: [&str; 4] = ["fresh41", "zeta9", "Total9", "q1"];

#[derive(Default)]
pub struct Java {
    libraries: Vec<String>,
    jars: OnceLock<Vec<PathBuf>>,
    around: OnceLock<Around>,
    judges: Mutex<Vec<Judge>>,
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
                match corpus::class_path(library, &[]) {
                    Ok(jars) => all.extend(jars),
                    Err(e) => println!("no class path for {library}: {e}"),
                }
            }
            all.sort();
            all.dedup();
            all
        })
    }

    /// Asks a javac that is idle, with the class path of all libraries.
    fn ask(&self, question: impl Fn(&mut Judge, &str) -> Result<Judged>) -> Result<Judged> {
        let locked = || self.judges.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = locked().pop();
        let mut judge = match idle {
            Some(judge) => judge,
            None => Judge::start()?,
        };
        let jars: Vec<_> = self
            .jars()
            .iter()
            .map(|j| j.display().to_string())
            .collect();
        let judged = question(&mut judge, &jars.join(":"))?;
        locked().push(judge);
        Ok(judged)
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
                let mut files: Files = Vec::new();
                for path in corpus::java_files(&source.dir)? {
                    let name = path
                        .strip_prefix(&source.dir)?
                        .to_string_lossy()
                        .into_owned();
                    // Other releases' variants and modules are compiled apart.
                    if name.starts_with("META-INF") || name.ends_with("module-info.java") {
                        continue;
                    }
                    files.push((
                        name,
                        String::from_utf8_lossy(&fs::read(&path)?).into_owned(),
                    ));
                }
                programs.push(Program {
                    name: source.coordinates,
                    files,
                });
            }
        }
        Ok(programs)
    }

    fn reads_once(&self) -> bool {
        true
    }

    fn around(&self) -> Around {
        let make = || Around {
            classes: Arc::new(ClassPath::with_jdk(self.jars(), jdk_home().as_deref())),
            threads: 1,
            ..Around::default()
        };
        self.around.get_or_init(make).clone()
    }

    fn attempt(
        &self,
        program: &Program,
        refactoring: &str,
        random: &mut Random,
    ) -> Option<Attempt> {
        let number = random.below(program.files.len());
        let (path, text) = &program.files[number];
        let file = FileId(number as u32);
        let request = request((path, text, file), refactoring, random)?;
        Some(Attempt {
            files: program.files.clone(),
            request,
        })
    }

    fn limits(&self) -> Limits {
        Limits {
            seconds: 120,
            ..Limits::default()
        }
    }

    fn run(&self, _files: &Files, folder: &Path, _limits: Limits) -> Result<Ran> {
        let judged = self.ask(|judge, jars| judge.judge(jars, folder))?;
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
            let judged = self.ask(|judge, jars| judge.facts(jars, folder.path()))?;
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

    /// What compiled must compile.
    fn same(&self, before: &Ran, after: &Ran, _renames: &[(String, String)]) -> bool {
        before.code == Some(0) && after.code == Some(0)
    }
}

/// A request at a random place of a file.
pub fn request(
    (path, text, file): (&str, &str, FileId),
    refactoring: &str,
    random: &mut Random,
) -> Option<Request> {
    let names = Interner::new();
    let model = reweave_lang_java::lower(path, text, &names);
    let asked = Asked {
        model: &model,
        names: &names,
        file,
    };
    asked.request(refactoring, random)
}

/// A file to ask something about.
struct Asked<'a> {
    model: &'a FileModel,
    names: &'a Interner,
    file: FileId,
}

impl Asked<'_> {
    fn at(&self, node: NodeId) -> Target {
        Target::At(self.file, self.model.tree.node(node).name_at)
    }

    /// A fresh name, or one that this file has already.
    fn name(&self, random: &mut Random) -> String {
        let named: Vec<NodeId> = self
            .model
            .tree
            .descendants(NodeId::ROOT)
            .filter(|&n| {
                matches!(
                    self.model.tree.kind(n),
                    Kind::Name | Kind::Call | Kind::TypeName
                )
            })
            .collect();
        match random.pick(&named) {
            Some(&node) if random.one_in(3) => {
                self.names.text(self.model.tree.sym(node)).to_owned()
            }
            _ => (*random.pick(&FRESH).expect("there are some")).to_owned(),
        }
    }

    /// Another signature: one or two changes of its parameters, or of what else it says.
    fn signature(&self, callable: &Callable, asked: Request, random: &mut Random) -> Request {
        const TYPES: [&str; 6] = ["int", "long", "double", "boolean", "Object", "String"];
        const EXCEPTIONS: [&str; 3] = [
            "java.io.IOException",
            "java.lang.Exception",
            "java.lang.IllegalStateException",
        ];
        const OPENNESS: [&str; 4] = ["public", "protected", "package", "private"];
        let any = |list: &[&'static str], random: &mut Random| {
            *random.pick(list).expect("there are some")
        };
        match random.below(12) {
            0 => return asked.with("returns", any(&TYPES, random)),
            1 => {
                let tree = &self.model.tree;
                let thrown = callable.throws.iter().map(|&t| tree.sym(t));
                let thrown: Vec<_> = thrown.map(|s| self.names.text(s)).collect();
                let throws = match random.pick(&thrown) {
                    Some(one) => format!("-{one}"),
                    None => format!("+{}", any(&EXCEPTIONS, random)),
                };
                return asked.with("throws", throws);
            }
            2 => return asked.with("visibility", any(&OPENNESS, random)),
            _ => {}
        }
        let names = callable.params.iter().map(|p| self.names.text(p.name));
        let mut params: Vec<String> = names.map(str::to_owned).collect();
        match random.below(5) {
            0 if params.len() > 1 => params.swap(0, 1),
            1 if !params.is_empty() => {
                params.remove(random.below(params.len()));
            }
            2 if !params.is_empty() => {
                let i = random.below(params.len());
                params[i] = format!("{} as {}", params[i], self.name(random));
            }
            3 if !params.is_empty() => {
                let i = random.below(params.len());
                params[i] = format!("{0} as {1} {0}", params[i], any(&TYPES, random));
            }
            _ => params.insert(0, format!("int {} = 0", self.name(random))),
        }
        let asked = asked.with("params", params.join(", "));
        match random.below(6) {
            0 if !callable.constructor => asked.with("name", self.name(random)),
            1 => asked.with("delegate", "yes"),
            _ => asked,
        }
    }

    fn request(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        let tree = &self.model.tree;
        Some(match refactoring {
            "rename" => {
                let declares = |n: &NodeId| {
                    let kind = tree.kind(*n);
                    let named = matches!(
                        kind,
                        Kind::Type
                            | Kind::TypeParam
                            | Kind::Field
                            | Kind::EnumConstant
                            | Kind::Callable
                            | Kind::Param
                            | Kind::VarDecl
                            | Kind::Labeled
                            | Kind::TypePattern
                    );
                    named && !tree.sym(*n).is_empty()
                };
                let all: Vec<NodeId> = tree.descendants(NodeId::ROOT).filter(declares).collect();
                let node = *random.pick(&all)?;
                Request::new(refactoring, self.at(node)).with("to", self.name(random))
            }
            "change-signature" => {
                let callable = random.pick(&self.model.callables)?;
                self.signature(
                    callable,
                    Request::new(refactoring, self.at(callable.node)),
                    random,
                )
            }
            "pull-up" | "push-down" => Request::new(refactoring, self.at(self.member(random)?)),
            "move-members" => {
                let statics: Vec<NodeId> = self
                    .members()
                    .filter(|m| m.1.has(Modifiers::STATIC))
                    .map(|m| m.0)
                    .collect();
                let node = *random.pick(&statics)?;
                let types: Vec<&str> = self
                    .model
                    .types
                    .iter()
                    .filter(|t| t.kind != TypeKind::Anonymous && t.in_callable.is_none())
                    .map(|t| self.names.text(t.qualified))
                    .collect();
                Request::new(refactoring, self.at(node)).with("to", *random.pick(&types)?)
            }
            "encapsulate-field" => {
                let fields = self.model.fields.iter().filter(|f| !f.enum_constant);
                let fields: Vec<NodeId> = fields.map(|f| f.node).collect();
                Request::new(refactoring, self.at(*random.pick(&fields)?))
            }
            "safe-delete" => Request::new(refactoring, self.at(self.member(random)?)),
            "move-type" => {
                let types: Vec<_> = self.model.top_types().collect();
                let ty = self.model.ty(*random.pick(&types)?);
                let package = if random.one_in(2) { "fresh.place" } else { "" };
                let to = if package.is_empty() {
                    let own = self.names.text(self.model.package);
                    own.rsplit_once('.').map_or("fresh", |p| p.0)
                } else {
                    package
                };
                Request::new(refactoring, self.at(ty.node)).with("to", to)
            }
            "rename-package" => {
                let own = self.names.text(self.model.package);
                let to = match random.below(3) {
                    0 => "fresh.place".to_owned(),
                    1 => format!("{own}.fresh41"),
                    _ => own.rsplit_once('.')?.0.to_owned(),
                };
                let request = Request::new(refactoring, Target::Nothing).with("from", own);
                let below = if random.one_in(2) { "yes" } else { "no" };
                request.with("to", to).with("below", below)
            }
            _ => return None,
        })
    }

    fn members(&self) -> impl Iterator<Item = (NodeId, Modifiers)> {
        let methods = self.model.callables.iter().filter(|c| !c.constructor);
        let methods = methods.map(|c| (c.node, c.modifiers));
        let fields = self.model.fields.iter().filter(|f| !f.enum_constant);
        methods.chain(fields.map(|f| (f.node, f.modifiers)))
    }

    fn member(&self, random: &mut Random) -> Option<NodeId> {
        let all: Vec<NodeId> = self.members().map(|m| m.0).collect();
        random.pick(&all).copied()
    }
}
