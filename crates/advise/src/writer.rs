//! Findings as a report shows them.

use crate::config::Config;
use crate::fingerprint::{Unnumbered, number, of_code, signature};
use crate::read::{Folder, Found};
use crate::report::{Evidence, Location, Plan, PlanPlace, Suggestion};
use crate::wont_fix::is_turned_down;
use crate::worth::{what, worth};
use reweave_model::{FileModel, Kind, NodeId};
use reweave_suggest::duplicates::{Duplicate, Occurrence};
use reweave_suggest::{Finding, Group, Place, Types};
use reweave_text::{LineIndex, Part, Span};
use reweave_vectors::{CodeBase, MethodId};
use std::collections::HashMap;
use std::sync::Arc;

/// Turns findings into what a report shows; reads each file once.
pub(crate) struct Writer<'a> {
    pub files: &'a [Found],
    pub folders: &'a [Folder],
    pub base: &'a CodeBase,
    pub models: &'a [Arc<FileModel>],
    pub texts: HashMap<u32, (String, LineIndex)>,
}

/// How much before a method may hold a comment on it.
const COMMENT_BEFORE: usize = 200;

impl Writer<'_> {
    /// The suggestions that nobody turned down, and how many somebody did.
    pub fn shown(
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
        for (mut suggestion, (_, finding)) in number(all).into_iter().zip(findings) {
            suggestion.apply = self.command(finding, &suggestion);
            let before = self.before(finding.missed.method);
            if !is_turned_down(&suggestion, &before, &config.wont_fix) {
                shown.push(suggestion);
            }
        }
        let hidden = count - shown.len();
        (shown, hidden)
    }

    pub fn load(&mut self, file: u32) {
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
    pub fn statements(&self, place: &Occurrence) -> Span {
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
        let request = self.request(finding, types);
        Suggestion {
            worth: finding.duplicate.as_ref().map_or(0.0, |d| d.worth),
            what: plan.as_ref().map_or_else(String::new, |p| p.what.clone()),
            plan,
            kind,
            group: 0,
            fingerprint: String::new(),
            code: of_code(types.name(finding.kind), &missed.text),
            score: finding.score,
            unconfirmed: finding.evidence.is_empty(),
            ways: finding.ways(),
            lines_saved: (gone.len() as u32).saturating_sub(1),
            missed,
            example,
            callees,
            evidence,
            apply: None,
            request,
            ..Suggestion::default()
        }
    }
}
