//! One step of a refactoring: edits as data, and the rule that they are held to.

use crate::request::BadInput;
use reweave_preserve::{Interval, Replacement, Replacements, Rule};
use reweave_text::{Edit, EditSet, FileId, Part, Sources, Span, Symbol};
use std::collections::BTreeMap;

/// Edits over any number of files, with the rule in the paper's compact notation.
#[derive(Clone, Debug, Default)]
pub struct Step {
    pub title: String,
    pub rule: Rule,
    edits: BTreeMap<FileId, Vec<Edit>>,
    affected: BTreeMap<FileId, Vec<Span>>,
    created: Vec<(String, String)>,
    moved: Vec<(FileId, String)>,
    deleted: Vec<FileId>,
    swapped: Vec<(Symbol, Symbol)>,
    apart: bool,
}

impl Step {
    /// `title` says in a few words what the step does; `rule` is as `reweave_preserve::Rule` reads it and must be right,
    /// being a constant of the refactoring.
    pub fn new(title: impl Into<String>, rule: &str) -> Self {
        Self {
            title: title.into(),
            rule: rule
                .parse()
                .expect("a refactoring's rule is a valid constant"),
            ..Self::default()
        }
    }

    pub fn edit(&mut self, file: FileId, edit: Edit) {
        self.edits.entry(file).or_default().push(edit);
    }

    pub fn replace(&mut self, at: Interval, text: impl Into<String>) {
        self.edit(at.file, Edit::replace(at.span, text));
    }

    /// The same, unless it is done already.
    pub fn replace_once(&mut self, at: Interval, text: &str) {
        let edit = Edit::replace(at.span, text);
        let edits = self.edits.entry(at.file).or_default();
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }

    /// The same, unless an edit there does something already.
    pub fn replace_free(&mut self, at: Interval, text: &str) {
        let edits = self.edits.entry(at.file).or_default();
        let is_taken = |e: &Edit| e.span.overlaps(at.span) || e.span == at.span;
        if !edits.iter().any(is_taken) {
            edits.push(Edit::replace(at.span, text));
        }
    }

    pub fn insert(&mut self, file: FileId, offset: u32, text: impl Into<String>) {
        self.edit(file, Edit::insert(offset, text));
    }

    /// Where what is deleted around a place ends.
    pub fn deleted_until(&self, file: FileId, offset: u32) -> Option<u32> {
        let edits = self.edits.get(&file)?.iter();
        let mut around = edits.filter(|e| e.span.start < offset && offset < e.span.end);
        around.find(|e| e.text.is_empty()).map(|e| e.span.end)
    }

    pub fn delete(&mut self, at: Interval) {
        self.edit(at.file, Edit::delete(at.span));
    }

    /// Puts a qualifier before a name, whatever else becomes of the name. The name itself does not count as affected by that: it
    /// must go on meaning what it means.
    pub fn qualify(&mut self, at: Interval, qualifier: &str) {
        let edits = self.edits.entry(at.file).or_default();
        match edits.iter_mut().find(|e| e.span == at.span) {
            Some(edit) => edit.text.insert_str(0, qualifier),
            None => edits.push(Edit::insert(at.span.start, qualifier)),
        }
    }

    /// Whether a name gets this qualifier already.
    pub fn is_qualified(&self, at: Interval, qualifier: &str) -> bool {
        let before = Span::at(at.span.start);
        let edits = self.edits.get(&at.file).map_or(&[][..], Vec::as_slice);
        edits.iter().any(|e| {
            (e.span == before && e.text == qualifier)
                || (e.span == at.span && e.text.starts_with(qualifier))
        })
    }

    /// Counts a whole interval as affected, not only the bytes that differ; the edits in it become one replacement.
    pub fn affect(&mut self, at: Interval) {
        self.affected.entry(at.file).or_default().push(at.span);
    }

    pub fn create(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.created.push((path.into(), text.into()));
    }

    pub fn move_file(&mut self, file: FileId, path: impl Into<String>) {
        self.moved.push((file, path.into()));
    }

    pub fn delete_file(&mut self, file: FileId) {
        self.deleted.push(file);
    }

    /// Says that what has no declaration in the text gets another name with this step: the symbols of the two nodes
    /// outside.
    pub fn rename_outside(&mut self, from: Symbol, to: Symbol) {
        self.swapped.push((from, to));
    }

    /// Every replacement stands for itself instead of all being one affected forest: each token that a rename replaces
    /// must keep its own edges.
    #[must_use]
    pub fn each_apart(mut self) -> Self {
        self.apart = true;
        self
    }

    /// The files whose text changes or goes, in order.
    pub fn touched(&self) -> Vec<FileId> {
        let mut files: Vec<_> = self.edits.keys().copied().collect();
        files.extend(&self.deleted);
        files.extend(self.moved.iter().map(|(file, _)| *file));
        files.sort_unstable();
        files.dedup();
        files
    }

    /// Those, and the files of which parts count as affected though nothing changes in them.
    pub fn compared(&self) -> Vec<FileId> {
        let mut files = self.touched();
        files.extend(self.affected.keys());
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The changed files, and what changed.
    pub(crate) fn apply(&self, sources: &Sources) -> Result<(Sources, Replacements), BadInput> {
        let mut after = sources.clone();
        let mut list = Vec::new();
        let files: Vec<FileId> = self
            .edits
            .keys()
            .chain(self.affected.keys())
            .copied()
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        for file in files {
            let mut edits = self.edits.get(&file).cloned().unwrap_or_default();
            let ends = LineEnds::of(sources.text(file));
            for edit in &mut edits {
                ends.give_to(&mut edit.text);
            }
            let set = EditSet::new(edits).map_err(|e| internal(&e))?;
            let text = set.apply(sources.text(file)).map_err(|e| internal(&e))?;
            let affected = self.affected.get(&file).map_or(&[][..], Vec::as_slice);
            list.extend(replacements(file, set.edits(), affected));
            if !set.is_empty() {
                after.set_text(file, text);
            }
        }
        for (path, text) in &self.created {
            if after.find(path).is_some() {
                return Err(BadInput::new(format!(
                    "{path} exists already; choose another name"
                )));
            }
            let file = after.add(path.as_str(), text.as_str());
            list.push(Replacement::new(file, Span::at(0), text.len() as u32));
        }
        for &file in &self.deleted {
            let len = sources.text(file).len() as u32;
            list.push(Replacement::new(file, Span::new(0, len), 0));
            after.remove(file);
        }
        for (file, path) in &self.moved {
            if after.find(path).is_some_and(|other| other != *file) {
                return Err(BadInput::new(format!(
                    "{path} exists already; choose another name"
                )));
            }
            after.set_path(*file, path.as_str());
        }
        if self.apart {
            for (group, replacement) in (0..).zip(&mut list) {
                replacement.group = group;
            }
        }
        let replacements = Replacements::new(list).map_err(|e| internal(&e))?;
        let replacements = self
            .swapped
            .iter()
            .fold(replacements, |r, (from, to)| r.swapping(*from, *to));
        Ok((after, replacements))
    }
}

/// How the lines of a text end; what is put into it ends its lines the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineEnds {
    Unknown,
    Lf,
    CrLf,
}

impl LineEnds {
    /// As the first line tells.
    fn of(text: &str) -> Self {
        match text.find('\n') {
            None => Self::Unknown,
            Some(at) if text.part(..at).ends_with('\r') => Self::CrLf,
            Some(_) => Self::Lf,
        }
    }

    fn give_to(self, text: &mut String) {
        if self == Self::Unknown || !text.contains('\n') {
            return;
        }
        let plain = text.replace("\r\n", "\n");
        *text = match self {
            Self::CrLf => plain.replace('\n', "\r\n"),
            _ => plain,
        };
    }
}

/// Edits that contradict each other are a mistake of the refactoring, not of its user; still nothing may be written.
fn internal(error: &dyn std::error::Error) -> BadInput {
    BadInput::new(format!(
        "the refactoring's own edits contradict each other ({error}); please report this"
    ))
}

/// One replacement for each affected span with the edits in it, and one for every other edit.
fn replacements(file: FileId, edits: &[Edit], affected: &[Span]) -> Vec<Replacement> {
    let mut regions = affected.to_vec();
    regions.sort_unstable();
    regions.dedup();
    let growth = |e: &Edit| i64::from(e.text.len() as u32) - i64::from(e.span.len());
    let mut grown = vec![0i64; regions.len()];
    let mut list = Vec::new();
    for edit in edits {
        let after = regions.partition_point(|r| r.start <= edit.span.start);
        match after
            .checked_sub(1)
            .filter(|&i| regions[i].contains(edit.span))
        {
            Some(i) => grown[i] += growth(edit),
            None => list.push(Replacement::new(file, edit.span, edit.text.len() as u32)),
        }
    }
    list.extend(regions.iter().zip(grown).map(|(&region, grown)| {
        let len = u32::try_from(i64::from(region.len()) + grown).unwrap_or(0);
        Replacement::new(file, region, len)
    }));
    list.sort_unstable();
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use reweave_preserve::{Node, Normal};

    #[test]
    fn edits_in_an_affected_interval_are_one_replacement() {
        let sources = Sources::new([("a", "let x = y + 1;\nz\n")]);
        let file = FileId(0);
        let mut step = Step::new("", "N");
        step.affect(Interval::new(file, Span::new(0, 14)));
        step.replace(Interval::new(file, Span::new(8, 9)), "total");
        let (after, replacements) = step.apply(&sources).expect("it fits");
        assert_eq!(after.text(file), "let x = total + 1;\nz\n");
        let x = Node::text(file, Span::new(4, 5));
        assert_eq!(replacements.predict(x), Normal::Affected(0));
        let z = Node::text(file, Span::new(15, 16));
        assert_eq!(replacements.forward(z), Node::text(file, Span::new(19, 20)));
    }

    #[test]
    fn new_lines_end_like_those_around_them() {
        let sources = Sources::new([("dos", "a\r\nb\r\n"), ("unix", "a\nb\n"), ("one", "a")]);
        let mut step = Step::new("", "N");
        for file in [FileId(0), FileId(1), FileId(2)] {
            step.insert(file, 0, "x\ny\r\n");
        }
        let (after, replacements) = step.apply(&sources).expect("it fits");
        let texts: Vec<_> = after.iter().map(|(_, f)| &*f.text).collect();
        assert_eq!(texts, ["x\r\ny\r\na\r\nb\r\n", "x\ny\na\nb\n", "x\ny\r\na"]);
        let b = Node::text(FileId(0), Span::new(3, 4));
        assert_eq!(
            replacements.forward(b),
            Node::text(FileId(0), Span::new(9, 10))
        );
    }

    #[test]
    fn a_file_is_created_moved_and_deleted() {
        let sources = Sources::new([("a", "1"), ("b", "2")]);
        let mut step = Step::new("", "N");
        step.move_file(FileId(0), "c");
        step.delete_file(FileId(1));
        step.create("d", "new");
        let (after, replacements) = step.apply(&sources).expect("it fits");
        let paths: Vec<_> = after.iter().map(|(_, f)| &*f.path).collect();
        assert_eq!(paths, ["c", "d"]);
        let new = Node::text(FileId(2), Span::new(1, 2));
        assert!(replacements.collapse(new).is_affected());
        let gone = Node::text(FileId(1), Span::new(0, 1));
        assert!(replacements.predict(gone).is_affected());
        let mut clash = Step::new("", "N");
        clash.create("b", "");
        assert!(clash.apply(&sources).is_err());
    }
}
