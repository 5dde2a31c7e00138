//! From folders to a report.

use crate::config::Config;
use crate::read::{Folder, Found, ReadError, find};
use crate::report::{Filter, Report, Suggestion, VERSION};
use crate::worth::worth;
use crate::writer::Writer;
use rayon::prelude::*;
use reweave_change::language::{self, Job};
use reweave_change::{LeftOut, Side};
use reweave_model::FileModel;
use reweave_suggest::duplicates::{Duplicate, Sources, Tally, duplicates};
use reweave_suggest::{
    Bodies, Candidate, Finding, Group, Options, Types, candidates, confirm, group, wanted,
};
use reweave_text::Interner;
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
    advise_until(folders, types, options, config, &|| false)
}

/// The same for someone who may give up: asked at each file and after each stage, and a yes ends it with [`ReadError::GivenUp`].
pub fn advise_until(
    folders: &[Folder],
    types: &Types,
    options: &Options,
    config: &Config,
    is_given_up: &(dyn Fn() -> bool + Sync),
) -> Result<Advice, ReadError> {
    let mut left_out = Vec::new();
    let (found, passed_over) = find(folders, &mut left_out)?;
    let mut timings = Timings::default();
    let names = Arc::new(Interner::new());

    let mut clock = Instant::now();
    let mut lap = || {
        let took = clock.elapsed();
        clock = Instant::now();
        if is_given_up() {
            return Err(ReadError::GivenUp);
        }
        Ok(took)
    };
    let read = read_all(found, &names, (config, is_given_up), &mut left_out);
    let (files, models, base, lines) = (read.files, read.models, read.base, read.lines);
    timings.parse = lap()?;

    let graph = CallGraph::resolve(&base, &models);
    let inliner = Inliner::new(&base, &graph, options.inlining.clone());
    timings.call_graph = lap()?;

    let (copies, tally) = duplicates(&Sources {
        base: &base,
        graph: &graph,
        models: &models,
        generated: &read.generated,
    });
    timings.duplicates = lap()?;

    let candidates = candidates(&base, &inliner, types, options);
    timings.search = lap()?;
    timings.candidates = candidates.len();

    let needed = wanted(&candidates, &base, &inliner, options.inlining.depth);
    let bodies = read_bodies(&models, &base, &needed);
    let mut findings = confirm(&candidates, &base, &inliner, &bodies, types, options);
    drop(bodies);
    let by_hand = |m: MethodId| !read.generated[base.method(m).file as usize];
    findings.retain(|f| by_hand(f.missed.method) && by_hand(f.example.method));
    let mut groups = all_groups(findings, copies, &base, types, options);
    if options.unconfirmed {
        groups.extend(unconfirmed(&candidates, &groups, &by_hand, types));
    }
    let mut writer = Writer {
        files: &files,
        folders,
        base: &base,
        models: &models,
        texts: HashMap::new(),
    };
    let (suggestions, hidden) = writer.shown(&groups, types, config);
    timings.confirm = lap()?;
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

/// Candidates of methods that nothing is said of, each method once.
fn unconfirmed(
    candidates: &[Candidate],
    groups: &[Group],
    by_hand: &dyn Fn(MethodId) -> bool,
    types: &Types,
) -> Vec<Group> {
    let said = groups.iter().flat_map(|g| &g.findings);
    let mut said: HashSet<MethodId> = said.map(|f| f.missed.method).collect();
    let mut all = Vec::new();
    for candidate in candidates {
        let query = &types.queries[usize::from(candidate.query_kind)];
        let [missed, example] = [candidate.query.method, candidate.answer.method];
        let Some(&(kind, _)) = query.types.first() else {
            continue;
        };
        if all.len() < MOST_UNCONFIRMED
            && by_hand(missed)
            && by_hand(example)
            && said.insert(missed)
        {
            let findings = vec![Finding::unconfirmed(candidate, kind)];
            all.push(Group { findings });
        }
    }
    all
}

/// More of what structure does not confirm nobody reads.
const MOST_UNCONFIRMED: usize = 50;

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
    (config, is_given_up): (&Config, &(dyn Fn() -> bool + Sync)),
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
            if is_given_up() {
                return Err(ReadError::GivenUp.to_string());
            }
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
                let parts = model.left_out.iter();
                left_out.extend(
                    parts.map(|part| LeftOut::file(Side::After, file.path.clone(), &part.what)),
                );
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
