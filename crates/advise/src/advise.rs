//! From folders to a report.

use crate::config::Config;
use crate::fingerprint::{Unnumbered, number, signature};
use crate::read::{Folder, Found, ReadError, find};
use crate::report::{Evidence, Location, Report, Suggestion, VERSION};
use crate::wont_fix::is_turned_down;
use rayon::prelude::*;
use reweave_change::{LeftOut, Side};
use reweave_model::FileModel;
use reweave_suggest::{
    Bodies, Finding, Group, Options, Place, Types, candidates, confirm, group, wanted,
};
use reweave_text::{Interner, LineIndex, Part};
use reweave_vectors::{CallGraph, CodeBase, FileFacts, Inliner, MethodId, ProjectId};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A report, and what it took.
pub struct Advice {
    pub report: Report,
    pub timings: Timings,
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// Reading all files into vectors.
    pub parse: Duration,
    /// Finding who calls whom.
    pub call_graph: Duration,
    pub search: Duration,
    pub confirm: Duration,
    pub candidates: usize,
}

/// The types that ship with Reweave, their samples read.
pub fn built_in_types() -> Types {
    Types::new(&lower_sample)
}

/// The model of a sample, whose path tells the language.
pub(crate) fn lower_sample(path: &str, text: &str, names: &Interner) -> FileModel {
    let language =
        reweave_change::language::of_path(path).expect("samples are in a known language");
    (language.lower)(path, text, names, &|| false).expect("never called off")
}

/// Suggestions for the folders, each a project of one code base.
pub fn advise(
    folders: &[Folder],
    types: &Types,
    options: &Options,
    config: &Config,
) -> Result<Advice, ReadError> {
    let mut left_out = Vec::new();
    let found = find(folders, &mut left_out)?;
    let mut timings = Timings::default();
    let names = Arc::new(Interner::new());

    let start = Instant::now();
    let read = read_all(found, &names, config, &mut left_out);
    let (files, models, base, lines) = (read.files, read.models, read.base, read.lines);
    timings.parse = start.elapsed();

    let start = Instant::now();
    let graph = CallGraph::resolve(&base, &models);
    let inliner = Inliner::new(&base, &graph, options.inlining.clone());
    timings.call_graph = start.elapsed();

    let start = Instant::now();
    let candidates = candidates(&base, &inliner, types, options);
    timings.search = start.elapsed();
    timings.candidates = candidates.len();

    let start = Instant::now();
    let needed = wanted(&candidates, &base, &inliner, options.inlining.depth);
    let bodies = read_bodies(&models, &base, &needed);
    let findings = confirm(&candidates, &base, &inliner, &bodies, types, options);
    drop(bodies);
    let groups = group(findings, &base);
    let mut writer = Writer {
        files: &files,
        folders,
        base: &base,
        models: &models,
        texts: HashMap::new(),
    };
    let (suggestions, hidden) = writer.shown(&groups, types, config);
    timings.confirm = start.elapsed();
    let report = Report {
        version: VERSION,
        projects: folders.iter().map(|f| f.name.clone()).collect(),
        files: files.len(),
        lines,
        methods: base.methods.len(),
        suggestions,
        left_out: left_out.iter().map(said).collect(),
        hidden,
    };
    Ok(Advice { report, timings })
}

fn said(left_out: &LeftOut) -> String {
    format!("{}: {}", left_out.path, left_out.what)
}

fn lower(file: &Found, text: &str, names: &Interner) -> FileModel {
    (file.language.lower)(&file.path, text, names, &|| false).expect("never called off")
}

/// The files that could be read, each with its model.
struct Read {
    files: Vec<Found>,
    models: Vec<Arc<FileModel>>,
    base: CodeBase,
    lines: usize,
}

fn read_all(
    found: Vec<Found>,
    names: &Arc<Interner>,
    config: &Config,
    left_out: &mut Vec<LeftOut>,
) -> Read {
    let excluded: Vec<_> = config
        .inline
        .excluded_annotations
        .iter()
        .map(|a| names.intern(a))
        .collect();
    let read: Vec<Result<(FileFacts, FileModel, usize), String>> = found
        .par_iter()
        .map(|file| {
            let text = file.text()?;
            let model = lower(file, &text, names);
            let facts = FileFacts::read(&model, names, &excluded);
            let lines = text.bytes().filter(|&b| b == b'\n').count();
            Ok((facts, model, lines))
        })
        .collect();
    let (mut files, mut models, mut facts) = (Vec::new(), Vec::new(), Vec::new());
    let mut lines = 0;
    for (file, read) in found.into_iter().zip(read) {
        match read {
            Ok((fact, model, count)) => {
                lines += count;
                models.push(Arc::new(model));
                facts.push((ProjectId(file.project), fact));
                files.push(file);
            }
            Err(why) => left_out.push(LeftOut::file(Side::After, file.path, &why)),
        }
    }
    Read {
        base: CodeBase::join(Arc::clone(names), facts),
        files,
        models,
        lines,
    }
}

fn read_bodies(models: &[Arc<FileModel>], base: &CodeBase, needed: &[MethodId]) -> Bodies {
    let by_file: Vec<&[MethodId]> = needed
        .chunk_by(|a, b| base.method(*a).file == base.method(*b).file)
        .collect();
    let parts: Vec<Bodies> = by_file
        .par_iter()
        .map(|methods| {
            let number = base.method(methods[0]).file;
            let model = &models[number as usize];
            Bodies::read(base, number, model, methods, &base.names)
        })
        .collect();
    let mut all = Bodies::default();
    for part in parts {
        all.extend(part);
    }
    all
}

/// Turns findings into what a report shows; reads each file once.
struct Writer<'a> {
    files: &'a [Found],
    folders: &'a [Folder],
    base: &'a CodeBase,
    models: &'a [Arc<FileModel>],
    texts: HashMap<u32, (String, LineIndex)>,
}

/// The type that `apply` can perform.
const ENCAPSULATED: &str = "Self Encapsulate Field";

/// How much before a method may hold a comment on it.
const COMMENT_BEFORE: usize = 200;

impl Writer<'_> {
    /// The suggestions that nobody turned down, and how many somebody did.
    fn shown(
        &mut self,
        groups: &[Group],
        types: &Types,
        config: &Config,
    ) -> (Vec<Suggestion>, usize) {
        let findings: Vec<(usize, &Finding)> = groups
            .iter()
            .enumerate()
            .flat_map(|(number, group)| group.findings.iter().map(move |f| (number, f)))
            .collect();
        let mut all = Vec::with_capacity(findings.len());
        for (group, finding) in &findings {
            let mut suggestion = self.suggestion(finding, types);
            suggestion.group = *group;
            let method = self.base.method(finding.missed.method);
            let model = &self.models[method.file as usize];
            let name = &suggestion.missed.method;
            let signature = signature(name, model, method.node, &self.base.names);
            all.push(Unnumbered {
                suggestion,
                missed: finding.missed.method,
                signature,
            });
        }
        let count = all.len();
        let mut shown = Vec::with_capacity(count);
        for (suggestion, (_, finding)) in number(all).into_iter().zip(findings) {
            let before = self.before(finding.missed.method);
            if !is_turned_down(&suggestion, &before, &config.wont_fix) {
                shown.push(suggestion);
            }
        }
        let hidden = count - shown.len();
        (shown, hidden)
    }

    fn load(&mut self, file: u32) {
        self.texts.entry(file).or_insert_with(|| {
            let text = self.files[file as usize].text().unwrap_or_default();
            let lines = LineIndex::new(&text);
            (text, lines)
        });
    }

    fn path(&self, file: u32) -> String {
        let found = &self.files[file as usize];
        let root = &self.folders[usize::from(found.project)].root;
        if root.is_file() {
            root.display().to_string()
        } else {
            let root = root.display().to_string();
            format!("{}/{}", root.trim_end_matches('/'), found.path)
        }
    }

    fn location(&mut self, method: MethodId) -> Location {
        let facts = self.base.method(method);
        let (file, span) = (facts.file, facts.span);
        self.load(file);
        let (text, lines) = &self.texts[&file];
        let start = lines.line(span.start);
        let from = lines.line_start(start).unwrap_or(span.start) as usize;
        let end = (span.end as usize).min(text.len());
        Location {
            project: self.folders[usize::from(self.files[file as usize].project)]
                .name
                .clone(),
            file: self.path(file),
            method: self.base.qualified_name(method),
            start_line: start,
            end_line: lines.line(span.end.saturating_sub(1)),
            start: span.start,
            end: span.end,
            text: text.get(from..end).unwrap_or_default().to_owned(),
        }
    }

    /// The text just before a method.
    fn before(&mut self, method: MethodId) -> String {
        let facts = self.base.method(method);
        let (file, at) = (facts.file, facts.span.start as usize);
        self.load(file);
        let head = self.texts[&file].0.part(..at);
        let from = head.rfind(['}', ';', '{']).map_or(0, |i| i + 1);
        let near = head.len().saturating_sub(COMMENT_BEFORE);
        head.part(from.max(near)..).to_owned()
    }

    fn lines(&mut self, place: Place) -> (u32, u32) {
        self.load(place.file);
        let lines = &self.texts[&place.file].1;
        (
            lines.line(place.span.start),
            lines.line(place.span.end.saturating_sub(1)),
        )
    }

    /// The command that performs a suggestion, where there is one: a field of the missed place's own type that has no getter
    /// yet can be encapsulated.
    fn apply(&mut self, finding: &Finding, types: &Types) -> Option<String> {
        let base = self.base;
        let owner = base.owner(finding.missed.method);
        let [callee] = finding.callees[..] else {
            return None;
        };
        let getter = base.method(callee).name;
        let has = |m: &u32| base.methods[*m as usize].name == getter;
        if types.name(finding.kind) != ENCAPSULATED || owner.methods.iter().any(has) {
            return None;
        }
        let field = finding.field?;
        let number = base.method(finding.missed.method).file;
        self.load(number);
        let (text, lines) = &self.texts[&number];
        let file = &self.files[number as usize];
        let model = &self.models[number as usize];
        let declared = model
            .fields
            .iter()
            .find(|f| f.name == field && model.ty(f.owner).qualified == owner.qualified)?;
        let at = lines.line_col(text, model.tree.node(declared.node).name_at);
        let root = &self.folders[usize::from(file.project)].root;
        Some(format!(
            "reweave apply encapsulate-field --root {} --at {}:{}:{} getter={}",
            root.display(),
            file.path,
            at.line,
            at.col,
            base.names.text(getter)
        ))
    }

    fn suggestion(&mut self, finding: &Finding, types: &Types) -> Suggestion {
        let missed = self.location(finding.missed.method);
        let example = self.location(finding.example.method);
        let callees: Vec<Location> = finding.callees.iter().map(|&c| self.location(c)).collect();
        let evidence: Vec<Evidence> = finding
            .evidence
            .iter()
            .map(|c| Evidence {
                missed_lines: self.lines(c.missed),
                example_file: self.path(c.example.file),
                example_lines: self.lines(c.example),
            })
            .collect();
        let mut gone: Vec<u32> = Vec::new();
        for &place in &finding.saved {
            let (from, to) = self.lines(place);
            gone.extend(from..=to);
        }
        gone.sort_unstable();
        gone.dedup();
        let kind = types.name(finding.kind).to_owned();
        Suggestion {
            kind,
            group: 0,
            fingerprint: String::new(),
            score: finding.score,
            ways: finding.ways(),
            lines_saved: (gone.len() as u32).saturating_sub(1),
            missed,
            example,
            callees,
            evidence,
            apply: self.apply(finding, types),
        }
    }
}
