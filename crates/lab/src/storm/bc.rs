//! BC in the storm: the suite's programs and a hundred of our own, run by `bc`.

use super::bc_programs::own_programs;
use super::{Attempt, Files, Limits, Program, Ran, Random, Storm, run_limited};
use crate::suite;
use anyhow::Result;
use reweave_lang_bc::{
    Ast, ExprId, ExprKind, Keyword, LIBRARY, Occurrence, Program as Read, Scopes, Sort, StmtId,
    StmtKind,
};
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_bc::Bc as Language;
use reweave_text::{FileId, Interner, Part, Sources, Span};
use std::path::Path;
use std::process::{Command, Stdio};

pub struct Bc;

/// Names that no program has, or hardly any.
const FRESH: [&str; 6] = ["fresh", "q_1", "zz", "total", "tmp9", "w"];

/// How many programs of our own there are.
const OWN: u64 = 100;

impl Storm for Bc {
    fn language(&self) -> &'static str {
        "bc"
    }

    fn is_installed(&self) -> bool {
        let found = Command::new("bc")
            .arg("--version")
            .stdout(Stdio::null())
            .status();
        let found = found.is_ok_and(|s| s.success());
        if !found {
            println!("SKIPPED: no bc (apt-get install bc), so nothing was run");
        }
        found
    }

    fn programs(&self) -> Result<Vec<Program>> {
        let mut programs = Vec::new();
        if let Some(folder) = suite::unpacked("bc-programs")? {
            let mut paths: Vec<_> = std::fs::read_dir(folder)?
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<_>>()?;
            paths.sort();
            for path in paths {
                if let Ok(text) = std::fs::read_to_string(&path) {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    programs.push(Program {
                        name: name.into_owned(),
                        files: vec![("main.bc".to_owned(), text)],
                    });
                }
            }
        }
        programs.extend((0..OWN).map(own_programs));
        Ok(programs)
    }

    fn attempt(
        &self,
        program: &Program,
        refactoring: &str,
        random: &mut Random,
    ) -> Option<Attempt> {
        let place = Place::new(&program.files, random)?;
        let files = program.files.clone();
        let plain = |request| {
            Some(Attempt {
                files: files.clone(),
                request,
            })
        };
        match refactoring {
            "rename" => {
                let o = place.occurrence(random)?;
                plain(
                    Request::new("rename", Target::At(o.file, o.span.start))
                        .with("to", place.name(random)),
                )
            }
            "add-local-variable" => {
                let f = random.pick(&place.ast().functions)?;
                let at = Target::At(place.file, f.open.end);
                plain(Request::new(refactoring, at).with("name", place.name(random)))
            }
            "introduce-block" => {
                let s = place.statement(random)?;
                plain(Request::new(refactoring, Target::At(place.file, s.start)))
            }
            "insert-assignment" => {
                let s = place.statement(random)?;
                let value = place.value(random);
                let request = Request::new(refactoring, Target::At(place.file, s.start));
                plain(
                    request
                        .with("name", place.name(random))
                        .with("value", value),
                )
            }
            "add-empty-function" => {
                let at = random.below(place.text().len() + 1) as u32;
                let params = ["", "", "a", "x, y", "n, a[]"][random.below(5)];
                let request = Request::new(refactoring, Target::At(place.file, at));
                plain(
                    request
                        .with("name", place.name(random))
                        .with("params", params),
                )
            }
            "extract-local-variable" | "extract-function" => {
                let e = place.expression(random)?;
                plain(
                    Request::new(refactoring, Target::Range(place.file, e))
                        .with("name", place.name(random)),
                )
            }
            "move-expression" => place.moved(&files, random),
            "populate-function" => place.populated(&files, random),
            "replace-expression" => place.replaced(&files, random),
            _ => None,
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            seconds: 1,
            ..Limits::default()
        }
    }

    fn run(&self, files: &Files, folder: &Path, limits: Limits) -> Result<Ran> {
        let sources = Sources::new(files.iter().map(|(p, t)| (p.as_str(), t.as_str())));
        let names = Interner::new();
        let read = Read::read(&sources, &names, None);
        let mut command = vec!["bc", "-q"];
        if needs_library(&read, &names) {
            command.push("-l");
        }
        let order: Vec<&str> = read
            .groups
            .iter()
            .flat_map(|g| &g.files)
            .map(|f| sources.path(*f))
            .collect();
        command.extend(order);
        let mut ran = run_limited(&command, folder, limits)?;
        ran.errors = without_places(&ran.errors);
        Ok(ran)
    }
}

/// Whether a program calls functions of the library that it does not define.
fn needs_library(read: &Read, names: &Interner) -> bool {
    read.groups.iter().any(|group| {
        let scopes = Scopes::new(read, group);
        scopes.occurrences.iter().any(|o| match o.sort {
            Sort::Function(symbol) => {
                group.definitions(symbol).is_empty() && LIBRARY.contains(&names.text(symbol))
            }
            Sort::Variable(_) => false,
        })
    })
}

/// What bc complains about, without the function, address and line at which it did: those change with the text.
fn without_places(errors: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(errors);
    let mut out = String::new();
    for line in text.lines() {
        let told = line.split_once("): ").map_or(line, |(_, told)| told);
        let told = told.split_once(": ").map_or(told, |(_, told)| told);
        out.push_str(told);
        out.push('\n');
    }
    out.into_bytes()
}

/// A program read for one attempt, and the file that it is for.
struct Place {
    session: Session<Language>,
    file: FileId,
}

impl Place {
    fn new(files: &Files, random: &mut Random) -> Option<Self> {
        let sources = Sources::new(files.iter().map(|(p, t)| (p.as_str(), t.as_str())));
        let file = FileId(random.below(files.len()) as u32);
        let session = Session::new(sources);
        let is_readable = session.problems().iter().all(|p| !p.is_syntax);
        is_readable.then_some(Self { session, file })
    }

    fn ast(&self) -> &Ast {
        self.session.program().program.ast(self.file)
    }

    fn text(&self) -> &str {
        self.session.sources().text(self.file)
    }

    fn occurrences(&self) -> Vec<Occurrence> {
        let program = &self.session.program().program;
        let scopes = Scopes::new(program, program.group_of(self.file));
        let text = |o: &Occurrence| o.span.text(self.session.sources().text(o.file)).to_owned();
        let is_ours = |o: &Occurrence| Keyword::of(&text(o)).is_none() && text(o) != ".";
        scopes.occurrences.into_iter().filter(is_ours).collect()
    }

    fn occurrence(&self, random: &mut Random) -> Option<Occurrence> {
        random.pick(&self.occurrences()).copied()
    }

    /// A third of the names are in use nearby.
    fn name(&self, random: &mut Random) -> String {
        if random.one_in(3)
            && let Some(o) = self.occurrence(random)
        {
            return o.span.text(self.session.sources().text(o.file)).to_owned();
        }
        FRESH[random.below(FRESH.len())].to_owned()
    }

    fn statement(&self, random: &mut Random) -> Option<Span> {
        let ast = self.ast();
        let all: Vec<StmtId> = (0..ast.stmts.len() as u32).map(StmtId).collect();
        let stmts: Vec<_> = all
            .into_iter()
            .filter(|s| !matches!(ast.stmt(*s).kind, StmtKind::Block(_)))
            .collect();
        random.pick(&stmts).map(|s| ast.stmt(*s).span)
    }

    /// An expression that gives a value, mostly more than a name or a number.
    fn expression(&self, random: &mut Random) -> Option<Span> {
        let ast = self.ast();
        let all: Vec<ExprId> = (0..ast.exprs.len() as u32).map(ExprId).collect();
        let is_simple =
            |e: &ExprId| matches!(ast.expr(*e).kind, ExprKind::Number | ExprKind::Variable(_));
        let rich: Vec<ExprId> = all.iter().copied().filter(|e| !is_simple(e)).collect();
        let from = if random.one_in(4) || rich.is_empty() {
            &all
        } else {
            &rich
        };
        random.pick(from).map(|e| ast.expr(*e).span)
    }

    /// An expression to assign: mostly harmless.
    fn value(&self, random: &mut Random) -> String {
        let name = self.name(random);
        match random.below(6) {
            0 => "0".to_owned(),
            1 => "1 + 2".to_owned(),
            2 => name,
            3 => format!("{name} - 1"),
            4 => format!("{name} * 2"),
            _ => self
                .expression(random)
                .map_or("1".to_owned(), |e| e.text(self.text()).to_owned()),
        }
    }

    /// The files after a refactoring, whatever the check says: a program to start from.
    fn prepared(&self, request: Request) -> Option<(Files, Sources)> {
        let outcome = self.session.apply(&request.allowing("all")).ok()?;
        if !outcome.was_made() {
            return None;
        }
        let files = outcome
            .after
            .iter()
            .map(|(_, f)| (f.path.to_string(), f.text.to_string()));
        Some((files.collect(), outcome.after.clone()))
    }

    /// An expression in the statement behind an assignment: there already, or put there first.
    fn moved(&self, files: &Files, random: &mut Random) -> Option<Attempt> {
        let e = self.expression(random)?;
        let request = |files: Files, at| Attempt {
            files,
            request: Request::new("move-expression", Target::Range(self.file, at)),
        };
        if random.one_in(4) {
            return Some(request(files.clone(), e));
        }
        let stmt = self.ast().statement_at(e.start)?;
        let start = self.ast().stmt(stmt).span.start;
        let insert = Request::new("insert-assignment", Target::At(self.file, start))
            .with("name", self.name(random))
            .with("value", "0");
        let (prepared, after) = self.prepared(insert)?;
        let grown = after.text(self.file).len() - self.text().len();
        let shift = find_again(self.text(), after.text(self.file), e, grown)?;
        Some(request(prepared, shift))
    }

    fn populated(&self, files: &Files, random: &mut Random) -> Option<Attempt> {
        let e = self.expression(random)?;
        let name = self.name(random);
        let at = |random: &mut Random| random.below(self.text().len() + 1) as u32;
        let request = |files: Files, range| Attempt {
            files,
            request: Request::new("populate-function", Target::Range(self.file, range))
                .with("function", name.clone()),
        };
        if random.one_in(8) {
            return Some(request(files.clone(), e));
        }
        let params = ["", "x", "a, b"][random.below(3)];
        let add = Request::new("add-empty-function", Target::At(self.file, at(random)))
            .with("name", name.clone())
            .with("params", params);
        let (prepared, after) = self.prepared(add)?;
        let grown = after.text(self.file).len() - self.text().len();
        let range = find_again(self.text(), after.text(self.file), e, grown)?;
        Some(request(prepared, range))
    }

    /// A variable that was assigned the expression, or a function that returns it, before the expression or near it.
    fn replaced(&self, files: &Files, random: &mut Random) -> Option<Attempt> {
        let e = self.expression(random)?;
        let value = e.text(self.text()).to_owned();
        let name = self.name(random);
        let attempt = |files: Files, range, with: String| Attempt {
            files,
            request: Request::new("replace-expression", Target::Range(self.file, range))
                .with("with", with),
        };
        match random.below(8) {
            0 => Some(attempt(files.clone(), e, name)),
            1..=4 => {
                // Somewhere before: often right before, sometimes with other statements between.
                let stmt = self.ast().statement_at(e.start)?;
                let mut start = self.ast().stmt(stmt).span.start;
                if random.one_in(2)
                    && let Some(other) = self.statement(random)
                    && other.start < start
                {
                    start = other.start;
                }
                let insert = Request::new("insert-assignment", Target::At(self.file, start))
                    .with("name", name.clone())
                    .with("value", value);
                let (prepared, after) = self.prepared(insert)?;
                let grown = after.text(self.file).len() - self.text().len();
                let range = find_again(self.text(), after.text(self.file), e, grown)?;
                Some(attempt(prepared, range, name))
            }
            _ => {
                let extract = Request::new("extract-function", Target::Range(self.file, e))
                    .with("name", name.clone());
                // Extracting and putting the expression back leaves a function that returns it.
                let (_, after) = self.prepared(extract)?;
                let text = after.text(self.file);
                let call = text
                    .rfind(&format!("{name}("))
                    .filter(|at| !text.part(..*at).ends_with("define "))?;
                let end = call + text.part(call..).find(')')? + 1;
                let with = text.part(call..end).to_owned();
                let back = format!("{}{value}{}", text.part(..call), text.part(end..));
                let range = Span::new(call as u32, (call + value.len()) as u32);
                let mut prepared = files.clone();
                prepared[self.file.index()].1 = back;
                Some(attempt(prepared, range, with))
            }
        }
    }
}

/// Where a range is after text was put in before it.
fn find_again(before: &str, after: &str, range: Span, grown: usize) -> Option<Span> {
    let moved = Span::new(range.start + grown as u32, range.end + grown as u32);
    let text = range.text(before);
    [moved, range].into_iter().find(|r| r.text(after) == text)
}
