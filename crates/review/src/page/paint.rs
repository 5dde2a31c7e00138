//! One line of code with its colours and marks.

use crate::source_lines::{Part, Sources};
use reweave_change::{EvidencePlace, Record};
use reweave_text::escape_html;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::fmt::Write;
use std::ops::Range;

/// Characters of a line that are shown.
const LONGEST_LINE: usize = 2_000;

/// What was edited within the lines of one version, by path.
#[derive(Default)]
pub struct Marks {
    by_path: FxHashMap<String, Vec<(Range<usize>, &'static str)>>,
}

impl Marks {
    /// The edits of both versions. Only replaced parts of lines are marked: what was removed or added whole is seen by its
    /// line.
    pub fn of(record: &Record) -> [Self; 2] {
        let mut marks = [Self::default(), Self::default()];
        for (edits, class) in [(&record.left_over, "l"), (&record.explained, "e")] {
            for edit in edits {
                if let (Some(before), Some(after)) = (&edit.before, &edit.after) {
                    marks[0].add(before, class);
                    marks[1].add(after, class);
                }
            }
        }
        for ranges in marks.iter_mut().flat_map(|m| m.by_path.values_mut()) {
            ranges.sort_by_key(|(r, _)| (r.start, Reverse(r.end)));
        }
        marks
    }

    fn add(&mut self, place: &EvidencePlace, class: &'static str) {
        let range = place.start.byte as usize..place.end.byte as usize;
        let of_path = self.by_path.entry(place.path.clone()).or_default();
        of_path.push((range, class));
    }

    fn within(&self, path: &str, line: &Range<usize>) -> Vec<(Range<usize>, &'static str)> {
        let all = self.by_path.get(path).map_or(&[][..], Vec::as_slice);
        let touching = all
            .iter()
            .filter(|(r, _)| r.start < line.end && r.end > line.start);
        touching.cloned().collect()
    }
}

/// A line of a source that was read, as HTML.
pub fn line(sources: &Sources, marks: &Marks, path: &str, number: usize) -> Option<String> {
    let lines = sources.lines(path)?;
    let span = lines.spans.get(number)?.clone();
    let text = sources.text(path)?;
    let first = lines.parts.partition_point(|(r, _)| r.end <= span.start);
    let parts: Vec<&(Range<usize>, Part)> = lines.parts[first..]
        .iter()
        .take_while(|(r, _)| r.start < span.end)
        .filter(|(_, part)| *part != Part::Code)
        .collect();
    let marked = marks.within(path, &span);
    let mut cuts = vec![span.start, span.end];
    cuts.extend(parts.iter().flat_map(|(r, _)| [r.start, r.end]));
    cuts.extend(marked.iter().flat_map(|(r, _)| [r.start, r.end]));
    cuts.retain(|c| (span.start..=span.end).contains(c));
    cuts.sort_unstable();
    cuts.dedup();
    let mut out = String::new();
    let mut room = LONGEST_LINE;
    for pair in cuts.windows(2) {
        let piece = text.get(pair[0]..pair[1]).unwrap_or_default();
        let piece: String = piece.chars().take(room).collect();
        room -= piece.chars().count();
        let inside = |r: &Range<usize>| r.start <= pair[0] && r.end >= pair[1];
        let part = parts.iter().find(|(r, _)| inside(r)).map(|(_, p)| *p);
        let mark = marked.iter().find(|(r, _)| inside(r)).map(|(_, c)| *c);
        segment(&mut out, &escape_html(&piece), part, mark);
    }
    Some(out)
}

fn segment(out: &mut String, text: &str, part: Option<Part>, mark: Option<&str>) {
    if text.is_empty() {
        return;
    }
    let text = match part {
        Some(Part::Comment) => format!("<i>{text}</i>"),
        Some(Part::Text) => format!("<b>{text}</b>"),
        _ => text.to_owned(),
    };
    let _ = match mark {
        Some(class) => write!(out, "<mark class=\"{class}\">{text}</mark>"),
        None => write!(out, "{text}"),
    };
}
