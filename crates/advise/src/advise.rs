//! From folders to a report.

use crate::config::Config;
use crate::fingerprint::{Unnumbered, number, signature};
use crate::read::{Folder, Found, ReadError, find};
use crate::report::{
    Evidence, Filter, Location, Plan, PlanPlace, Report, Request, Suggestion, VERSION,
};
use crate::wont_fix::is_turned_down;
use crate::worth::{what, worth};
use rayon::prelude::*;
use reweave_change::language::{self, Job};
use reweave_change::{LeftOut, Side};
use reweave_model::{FileModel, Kind, NodeId};
use reweave_suggest::duplicates::{Duplicate, Occurrence, Remedy, Sources, Tally, duplicates};
use reweave_suggest::{
    Bodies, Finding, Group, Options, Place, Types, candidates, confirm, group, wanted,
};
use reweave_text::{Interner, LineIndex, Part, Span};
use reweave_vectors::{CallGraph, CodeBase, FileFacts, Inliner, MethodId, ProjectId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A report, and what it took.
pub struct Advice {
    pub report: Report,
    /// How many sources are hidden or ignored, and were passed over.
    pub passed_over: usize,
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
    pub duplicates: Duration,
    pub candidates: usize,
}

/// The types that ship with Reweave, their samples read.
pub fn built_in_types() -> Types {
    Types::new(&lower_sample)
}

/// The model of a sample, whose path tells the language.
pub(crate) fn lower_sample(path: &str, text: &str, names: &Interner) -> FileModel {
    let language = language::of_path(path, Job::Suggest).expect("samples are in a known language");
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
    let (found, passed_over) = find(folders, &mut left_out)?;
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
    let (copies, tally) = duplicates(&Sources {
        base: &base,
        graph: &graph,
        models: &models,
        generated: &read.generated,
    });
    timings.duplicates = start.elapsed();

    let start = Instant::now();
    let candidates = candidates(&base, &inliner, types, options);
    timings.search = start.elapsed();
    timings.candidates = candidates.len();

    let start = Instant::now();
    let needed = wanted(&candidates, &base, &inliner, options.inlining.depth);
    let bodies = read_bodies(&models, &base, &needed);
    let mut findings = confirm(&candidates, &base, &inliner, &bodies, types, options);
    drop(bodies);
    let by_hand = |m: MethodId| !read.generated[base.method(m).file as usize];
    findings.retain(|f| by_hand(f.missed.method) && by_hand(f.example.method));
    let groups = all_groups(findings, copies, &base, types, options);
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
        duplicated_lines: duplicated_lines(&suggestions),
        suggestions,
        left_out: left_out.iter().map(said).collect(),
        hidden,
        small: 0,
        filters: filters(&tally, timings.candidates),
    };
    Ok(Advice {
        report,
        passed_over,
        timings,
    })
}

/// Findings of the catalogue and duplicates, the most worthwhile group first. A duplicate says more of a place than a pair of
/// like methods does.
fn all_groups(
    findings: Vec<Finding>,
    copies: Vec<Duplicate>,
    base: &CodeBase,
    types: &Types,
    options: &Options,
) -> Vec<Group> {
    let mut said: HashSet<MethodId> = HashSet::new();
    let mut groups: Vec<(f64, Group)> = Vec::new();
    for copy in copies {
        let older = options.older_projects > 0;
        let Some(kind) = types.number(copy.plan.remedy.name()).filter(|_| !older) else {
            continue;
        };
        if !types.is_wanted(kind, &options.types) {
            continue;
        }
        let copy = Arc::new(copy);
        let findings = Finding::of_duplicate(&copy, kind);
        said.extend(findings.iter().map(|f| f.missed.method));
        groups.push((copy.worth, Group { findings }));
    }
    let rest = findings.into_iter();
    let rest = rest.filter(|f| f.saved.is_empty() || !said.contains(&f.missed.method));
    let rest = group(rest.collect(), base);
    groups.extend(rest.into_iter().map(|g| (worth(&g, base), g)));
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    groups.into_iter().map(|(_, g)| g).collect()
}

/// The lines of the places that copy others, each once.
fn duplicated_lines(suggestions: &[Suggestion]) -> usize {
    let mut lines: HashSet<(&str, u32)> = HashSet::new();
    for s in suggestions {
        for place in s.plan.iter().flat_map(|p| p.places.iter().skip(1)) {
            lines.extend((place.start_line..=place.end_line).map(|l| (place.file.as_str(), l)));
        }
    }
    lines.len()
}

/// How many were looked at, and dropped by which filter.
fn filters(tally: &Tally, candidates: usize) -> Vec<Filter> {
    let filter = |what: &str, count: usize, loosen: &str| Filter {
        what: what.to_owned(),
        count,
        loosen: loosen.to_owned(),
    };
    vec![
        filter(
            "generated files",
            tally.generated,
            "[generated] of --config",
        ),
        filter("methods compared with one another", tally.methods, ""),
        filter(
            "pairs of statement runs with like hashes",
            tally.candidates,
            "",
        ),
        filter(
            "of these, statements do not correspond",
            tally.unconfirmed,
            "",
        ),
        filter(
            "of these, control or several values leave the statements, so that no method can hold them",
            tally.not_separable,
            "",
        ),
        filter(
            "of these, the method would need too many parameters",
            tally.too_many_parameters,
            "",
        ),
        filter("groups of duplicates", tally.groups, "--all"),
        filter(
            "pairs of methods with like vectors",
            candidates,
            "--similarity",
        ),
    ]
}

fn said(left_out: &LeftOut) -> String {
    format!("{}: {}", left_out.path, left_out.what)
}

fn lower(file: &Found, text: &str, names: &Interner) -> FileModel {
    (file.language.lower)(&file.path, text, names, &|| false).expect("never called off")
}

/// The files that could be read, each with its model.
struct Read {
    /// Files that nobody maintains by hand.
    generated: Vec<bool>,
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
    let read: Vec<Result<(FileFacts, FileModel, usize, bool), String>> = found
        .par_iter()
        .map(|file| {
            let text = file.text()?;
            let model = lower(file, &text, names);
            let facts = FileFacts::read(&model, names, &excluded);
            let lines = text.bytes().filter(|&b| b == b'\n').count();
            let generated = config.generated.is_generated(&file.path, &text);
            Ok((facts, model, lines, generated))
        })
        .collect();
    let (mut files, mut models, mut facts) = (Vec::new(), Vec::new(), Vec::new());
    let (mut lines, mut generated) = (0, Vec::new());
    for (file, read) in found.into_iter().zip(read) {
        match read {
            Ok((fact, model, count, made)) => {
                lines += count;
                generated.push(made);
                models.push(Arc::new(model));
                facts.push((ProjectId(file.project), fact));
                files.push(file);
            }
            Err(why) => left_out.push(LeftOut::file(Side::After, file.path, &why)),
        }
    }
    Read {
        base: CodeBase::join(Arc::clone(names), facts),
        generated,
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
            if finding.duplicate.is_none() {
                suggestion.worth = worth(&groups[*group], self.base);
            }
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

    /// The command that performs a request.
    fn command(&self, finding: &Finding, request: &Request) -> String {
        let file = self.base.method(finding.missed.method).file;
        let root = &self.folders[usize::from(self.files[file as usize].project)].root;
        format!(
            "reweave apply {} --root {} --range {} {}",
            request.refactoring,
            root.display(),
            request.range,
            request.params.join(" ")
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

    /// What would be done to a group of duplicates.
    fn plan(&mut self, duplicate: &Duplicate) -> Plan {
        let first = &duplicate.first;
        let copies = duplicate.copies.iter().map(|c| &c.place);
        let places: Vec<PlanPlace> = std::iter::once(first)
            .chain(copies)
            .map(|o| self.plan_place(o))
            .collect();
        let plan = &duplicate.plan;
        let host = plan
            .host
            .map(|h| self.base.names.text(self.base.types[h as usize].qualified));
        let differences = self.differences(duplicate);
        Plan {
            what: what(duplicate, &self.base.qualified_name(first.method), host),
            places,
            parameters: plan.parameters,
            host: host.map(str::to_owned),
            differences,
            obstacles: plan.obstacles.clone(),
        }
    }

    /// The whole statements of a place: a temporary may stand before what is compared.
    fn statements(&self, place: &Occurrence) -> Span {
        let tree = &self.models[place.file as usize].tree;
        let innermost = tree.covering(place.span);
        let holds = |n: &NodeId| matches!(tree.kind(*n), Kind::Block | Kind::Case);
        let Some(block) = std::iter::once(innermost)
            .chain(tree.ancestors(innermost))
            .find(holds)
        else {
            return place.span;
        };
        let statements = tree.children(block).map(|n| tree.span(n));
        let mut met = statements.filter(|s| s.overlaps(place.span));
        let first = met.next().unwrap_or(place.span);
        met.fold(first, |all, s| Span::new(all.start, s.end))
    }

    /// The engine's request for a copy of a method that can be called.
    fn request(&mut self, finding: &Finding) -> Option<Request> {
        let duplicate = finding.duplicate.as_deref()?;
        let copy = duplicate.copies.get(finding.copy)?;
        let exact = copy.difference.is_exact() && copy.difference.is_parameter.iter().all(|p| *p);
        if duplicate.plan.remedy != Remedy::CallExisting || !exact {
            return None;
        }
        let span = self.statements(&copy.place);
        self.load(copy.place.file);
        let (text, lines) = &self.texts[&copy.place.file];
        let (from, to) = (
            lines.line_col(text, span.start),
            lines.line_col(text, span.end),
        );
        Some(Request {
            refactoring: "replace-by-call".to_owned(),
            range: format!(
                "{}:{}:{}-{}:{}",
                self.files[copy.place.file as usize].path, from.line, from.col, to.line, to.col
            ),
            params: vec![format!(
                "method={}",
                self.base.qualified_name(duplicate.first.method)
            )],
        })
    }

    fn plan_place(&mut self, place: &Occurrence) -> PlanPlace {
        let span = self.statements(place);
        let (start_line, end_line) = self.lines(Place {
            file: place.file,
            node: NodeId::ROOT,
            span,
        });
        PlanPlace {
            file: self.path(place.file),
            method: self.base.qualified_name(place.method),
            start_line,
            end_line,
            start: span.start,
            end: span.end,
            whole: place.whole,
        }
    }

    /// The texts of what differs, each pair as it stands in the first place and in the copy.
    fn differences(&mut self, duplicate: &Duplicate) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for copy in &duplicate.copies {
            for [a, b] in &copy.difference.holes {
                let texts = [a, b].map(|place| {
                    self.load(place.file);
                    place.span.text(&self.texts[&place.file].0).to_owned()
                });
                let [a, b] = texts;
                if !all.contains(&(a.clone(), b.clone())) {
                    all.push((a, b));
                }
            }
        }
        all
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
        let plan = finding.duplicate.as_deref().map(|d| self.plan(d));
        let request = self.request(finding);
        Suggestion {
            worth: finding.duplicate.as_ref().map_or(0.0, |d| d.worth),
            what: plan.as_ref().map_or_else(String::new, |p| p.what.clone()),
            plan,
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
            apply: match &request {
                Some(request) => Some(self.command(finding, request)),
                None => self.apply(finding, types),
            },
            request,
        }
    }
}
