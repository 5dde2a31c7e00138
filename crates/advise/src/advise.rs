//! From folders to a report.

use crate::config::Config;
use crate::read::{Folder, Found, ReadError, find};
use crate::report::{Evidence, Location, Report, Suggestion, VERSION};
use crate::wont_fix::is_turned_down;
use rayon::prelude::*;
use reweave_change::LeftOut;
use reweave_model::FileModel;
use reweave_suggest::{Bodies, Finding, Options, Place, Types, candidates, confirm, group, wanted};
use reweave_text::{Interner, LineIndex};
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
    let found = reweave_change::language::of_path(path);
    found
        .and_then(|l| (l.lower)(path, text, names, &|| false))
        .unwrap_or_default()
}

/// Suggestions for the folders, each a project of one code base.
pub fn advise(
    folders: &[Folder],
    types: &Types,
    options: &Options,
    config: &Config,
) -> Result<Advice, ReadError> {
    let mut left_out = Vec::new();
    let files = find(folders, &mut left_out)?;
    let mut timings = Timings::default();
    let names = Arc::new(Interner::new());

    let start = Instant::now();
    let (base, models, lines) = read_all(&files, &names, config, &mut left_out);
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
    let mut suggestions = Vec::new();
    let mut hidden = 0;
    for (number, group) in groups.iter().enumerate() {
        for finding in &group.findings {
            let mut suggestion = writer.suggestion(finding, types);
            suggestion.group = number;
            let before = writer.before(finding.missed.method);
            if is_turned_down(&suggestion, &before, &config.wont_fix) {
                hidden += 1;
            } else {
                suggestions.push(suggestion);
            }
        }
    }
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

fn read_all(
    files: &[Found],
    names: &Arc<Interner>,
    config: &Config,
    left_out: &mut Vec<LeftOut>,
) -> (CodeBase, Vec<Arc<FileModel>>, usize) {
    let excluded: Vec<_> = config
        .inline
        .excluded_annotations
        .iter()
        .map(|a| names.intern(a))
        .collect();
    let read: Vec<(FileFacts, FileModel, usize, Option<String>)> = files
        .par_iter()
        .map(|file| match file.text() {
            Ok(text) => {
                let model = lower(file, &text, names);
                let facts = FileFacts::read(&model, names, &excluded);
                let lines = text.bytes().filter(|&b| b == b'\n').count();
                (facts, model, lines, None)
            }
            Err(why) => (FileFacts::default(), FileModel::default(), 0, Some(why)),
        })
        .collect();
    let mut lines = 0;
    let mut facts = Vec::with_capacity(files.len());
    let mut models = Vec::with_capacity(files.len());
    for (file, (fact, model, count, why)) in files.iter().zip(read) {
        lines += count;
        models.push(Arc::new(model));
        facts.push((ProjectId(file.project), fact));
        if let Some(why) = why {
            left_out.push(LeftOut::file(
                reweave_change::Side::After,
                file.path.clone(),
                &why,
            ));
        }
    }
    (CodeBase::join(Arc::clone(names), facts), models, lines)
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
        let text = &self.texts[&file].0;
        let head = &text[..at.min(text.len())];
        let from = head.rfind(['}', ';', '{']).map_or(0, |i| i + 1);
        let tail = &head[from..];
        let mut cut = tail.len().saturating_sub(COMMENT_BEFORE);
        while !tail.is_char_boundary(cut) {
            cut += 1;
        }
        tail[cut..].to_owned()
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
        let fingerprint = fingerprint(&kind, &missed, &example, &callees);
        Suggestion {
            kind,
            group: 0,
            fingerprint,
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

/// FNV-1a over what stays when other code changes: the type and the names of the methods.
fn fingerprint(kind: &str, missed: &Location, example: &Location, callees: &[Location]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(kind);
    for place in [missed, example].into_iter().chain(callees) {
        add(&place.project);
        add(&place.method);
    }
    format!("{hash:016x}")
}
