//! Keeping lines within what a compiler reads: where a changed line may be cut, and how the next one begins.

use crate::form::Form;
use reweave_text::{Edit, Span};

/// Edits of a text, with further ones that cut the lines which would grow too long, and, in fixed form, that keep what
/// stands after column 72 there.
pub fn fit(text: &str, form: Form, mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|e| e.span);
    let mut extra = Vec::new();
    let mut i = 0;
    while i < edits.len() {
        let line = line_of(text, edits[i].span.start);
        let on_line = edits[i..]
            .iter()
            .take_while(|e| line.contains(e.span) && !e.text.contains('\n'))
            .count();
        if on_line == 0 {
            i += 1;
            continue;
        }
        extra.extend(fit_line(text, form, line, &edits[i..i + on_line]));
        i += on_line;
    }
    edits.extend(extra);
    edits
}

/// The line around an offset, its end left out.
fn line_of(text: &str, offset: u32) -> Span {
    let at = (offset as usize).min(text.len());
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |i| i + 1);
    let end = text[at..].find(['\n', '\r']).map_or(text.len(), |i| at + i);
    Span::new(start as u32, end as u32)
}

fn fit_line(text: &str, form: Form, line: Span, edits: &[Edit]) -> Vec<Edit> {
    let limit = i64::from(form.line_limit());
    let source = line.text(text);
    let grown: i64 = edits
        .iter()
        .map(|e| count(&e.text) - count(e.span.text(text)))
        .sum();
    let Scanned {
        code_end,
        breaks,
        open,
    } = scan(source, form);
    if form == Form::Fixed && open {
        return keep_columns(text, line, edits, grown).into_iter().collect();
    }
    // In free form a line that ends inside a literal has a `&` to keep.
    let breaks = if open { Vec::new() } else { breaks };
    let width = count(&source[..code_end]);
    let mut extra = Vec::new();
    if form == Form::Fixed && count(source) > limit && grown < 0 {
        // What was out of the compiler's sight must stay there.
        let column = source
            .char_indices()
            .nth(form.line_limit() as usize)
            .map_or(source.len(), |(i, _)| i);
        let pad = " ".repeat(usize::try_from(-grown).unwrap_or(0));
        return vec![Edit::insert(line.start + column as u32, pad)];
    }
    if width + grown <= limit {
        return extra;
    }
    // Greedy: cut at the last possible place before the limit.
    let indent: String = source.chars().take_while(|c| c.is_whitespace()).collect();
    let (cut, head) = match form {
        Form::Free => (format!(" &\n{indent}    "), count(&indent) + 4),
        Form::Fixed => ("\n     & ".to_owned(), 7),
    };
    let room = limit - if form == Form::Free { 2 } else { 0 };
    let (mut column, mut last_break, mut since_break) = (0_i64, None, 0_i64);
    let mut e = 0;
    let chars = source
        .char_indices()
        .take_while(|(i, _)| *i < code_end)
        .peekable();
    for (i, _) in chars {
        let offset = line.start + i as u32;
        if breaks.contains(&i)
            && !edits
                .iter()
                .any(|x| x.span.start < offset && offset < x.span.end)
        {
            last_break = Some(i);
            since_break = 0;
        }
        let mut wide = 1;
        while let Some(edit) = edits.get(e) {
            if offset < edit.span.start {
                break;
            }
            if offset + 1 >= edit.span.end {
                wide = count(&edit.text) + i64::from(edit.span.is_empty());
                e += 1;
            } else {
                wide = 0;
                break;
            }
        }
        column += wide;
        since_break += wide;
        if column > room
            && let Some(at) = last_break.take()
        {
            extra.push(Edit::insert(line.start + at as u32, cut.clone()));
            column = head + since_break;
        }
    }
    extra
}

/// A literal that goes on in the next line of fixed form holds all columns up to 72: it must end where it ended. Behind
/// the last edit, where a name ends, there may be blanks, or a new line on which the rest keeps its columns.
fn keep_columns(text: &str, line: Span, edits: &[Edit], grown: i64) -> Option<Edit> {
    let last = edits.last()?.span.end;
    let blanks = |n: i64| " ".repeat(usize::try_from(n).unwrap_or(0));
    let column = count(Span::new(line.start, last).text(text));
    match grown {
        0 => None,
        ..0 => Some(Edit::insert(last, blanks(-grown))),
        _ => Some(Edit::insert(
            last,
            format!("\n     &{}", blanks(column - 6)),
        )),
    }
}

/// Characters, as columns count them.
fn count(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// Where the code of a line ends, the places between tokens where it may be cut, and whether a literal goes on in the next
/// line.
struct Scanned {
    code_end: usize,
    breaks: Vec<usize>,
    open: bool,
}

fn scan(line: &str, form: Form) -> Scanned {
    let (mut quote, mut breaks) = (None, Vec::new());
    let start = match form {
        Form::Free => line.len() - line.trim_start().len(),
        Form::Fixed => 6.min(line.len()),
    };
    let mut end = line.len();
    for (i, c) in line.char_indices().filter(|(i, _)| *i >= start) {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '!') => {
                end = i;
                break;
            }
            (None, ' ') if i > start => breaks.push(i),
            (None, ',') => breaks.push(i + 1),
            (None, '(') => breaks.push(i + 1),
            _ => {}
        }
    }
    if form == Form::Fixed {
        end = end.min(line.char_indices().nth(72).map_or(line.len(), |(i, _)| i));
    }
    let code = line[..end].trim_end().len();
    // Cutting before a trailing `&` would leave an empty line.
    breaks.retain(|&b| b < code && !line[b..code].trim_start().starts_with('&'));
    Scanned {
        code_end: code,
        breaks,
        open: quote.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reweave_text::EditSet;

    fn after(text: &str, form: Form, edits: Vec<Edit>) -> String {
        EditSet::new(fit(text, form, edits))
            .expect("disjoint")
            .apply(text)
            .expect("in the text")
    }

    #[test]
    fn a_line_that_grows_too_long_is_cut() {
        let text = format!("      x = {}a ! why\n", "aaaa + ".repeat(8));
        let edits = vec![Edit::replace(Span::new(6, 7), "longer_name")];
        let got = after(&text, Form::Fixed, edits);
        assert!(
            got.lines().all(|l| l.len() <= 72 || l.contains('!')),
            "{got}"
        );
        assert_eq!(got.lines().count(), 2, "{got}");
        assert!(got.lines().nth(1).is_some_and(|l| l.starts_with("     & ")));
    }

    #[test]
    fn a_literal_that_goes_on_keeps_its_columns() {
        let text =
            "      c = [character(len=n) :: name, 'one', 'two', 'three', 'four', 'f\n     &ive']\n";
        for to in ["it", "longer_name"] {
            let at = text.find("name").expect("it is there") as u32;
            let edits = vec![Edit::replace(Span::new(at, at + 4), to)];
            let got = after(text, Form::Fixed, edits);
            let open = got
                .lines()
                .find(|l| l.ends_with("'f"))
                .expect("it is there");
            assert_eq!(open.len(), text.find('\n').expect("a line"), "{got}");
        }
    }

    #[test]
    fn what_stands_after_column_72_stays_there() {
        let text = format!("      abc = 1{}SEQ\n", " ".repeat(59));
        let got = after(
            &text,
            Form::Fixed,
            vec![Edit::replace(Span::new(6, 9), "a")],
        );
        assert_eq!(got.find("SEQ"), Some(72));
    }
}
