//! Lines that are cut, and columns that are kept.

use super::*;
use crate::lines::logical_lines;
use reweave_text::EditSet;

fn after(text: &str, form: Form, edits: Vec<Edit>) -> String {
    EditSet::new(fit(text, form, edits))
        .expect("disjoint")
        .apply(text)
        .expect("in the text")
}

/// Puts `to` in the place of every `name`, which a line may cut in two. The compiler must read the same as if the text
/// were one long line.
fn renamed(text: &str, form: Form, to: &str) -> String {
    let cut = format!(
        "na{}me",
        if form == Form::Free {
            "&\n  &"
        } else {
            "\n     &"
        }
    );
    let mut edits = Vec::new();
    for name in ["name", &cut] {
        let places = text.match_indices(name).map(|(i, _)| i as u32);
        edits.extend(places.map(|i| Edit::replace(Span::new(i, i + name.len() as u32), to)));
    }
    let got = after(text, form, edits);
    let limit = form.line_limit() as usize;
    for line in got.lines() {
        let code = line.split('!').next().unwrap_or(line);
        let is_within = form == Form::Fixed || code.trim_end().chars().count() <= limit;
        assert!(is_within, "too long: {line}\n{got}");
    }
    let old = read(text, form).replace("name", to);
    assert_eq!(old, read(&got, form), "{got}");
    got
}

/// What the compiler reads; blanks count in literals only.
fn read(text: &str, form: Form) -> String {
    let mut quote = None;
    let mut is_read = |c: char| {
        match quote {
            None if matches!(c, '\'' | '"') => quote = Some(c),
            Some(q) if q == c => quote = None,
            _ => {}
        }
        quote.is_some() || c != ' '
    };
    let lines = logical_lines(text, form).join("\n");
    lines.chars().filter(|&c| is_read(c)).collect()
}

fn both_ways(text: &str, form: Form) {
    for to in [
        "n",
        "name",
        "longer_name",
        "a_name_that_is_longer_than_most_of_them",
    ] {
        renamed(text, form, to);
    }
}

#[test]
fn a_line_that_grows_too_long_is_cut() {
    let text = format!("      x = {}name ! why\n", "aaaa + ".repeat(8));
    let got = renamed(&text, Form::Fixed, "longer_name");
    assert_eq!(got.lines().count(), 2, "{got}");
    assert!(got.lines().nth(1).is_some_and(|l| l.starts_with("     & ")));
}

#[test]
fn lines_are_cut_where_no_blank_is() {
    let sum = "aaaa+".repeat(11);
    both_ways(&format!("      x={sum}name+1.5e-3\n"), Form::Fixed);
    let word = "a".repeat(56);
    both_ways(&format!("      {word}=name\n"), Form::Fixed);
    let sum = "aaaa+".repeat(24);
    both_ways(&format!("x={sum}name**1.5e-3\n"), Form::Free);
    let literal = "b".repeat(200);
    both_ways(&format!("x = '{literal}' // name\n"), Form::Free);
}

#[test]
fn a_name_in_two_lines_becomes_one() {
    let sum = "aaaa + ".repeat(8);
    both_ways(
        &format!("      x = {sum}bbbna\n     &me + {sum}1\n"),
        Form::Fixed,
    );
    let sum = "aaaa + ".repeat(15);
    both_ways(&format!("x = {sum}bbbna&\n  &me + {sum}1\n"), Form::Free);
}

#[test]
fn a_literal_that_goes_on_keeps_its_columns() {
    let head = "      c = [character(len=n) :: name, 'one', 'two', 'three', 'four', 'f";
    both_ways(&format!("{head}\n     &ive', name, 'x']\n"), Form::Fixed);
    for to in ["it", "longer_name"] {
        let got = renamed(&format!("{head}\n     &ive']\n"), Form::Fixed, to);
        let open = got.lines().find(|l| l.ends_with("'f"));
        assert_eq!(open.map(str::len), Some(head.len()), "{got}");
    }
}

#[test]
fn what_grows_before_a_literal_is_cut_itself() {
    let text = format!(
        "      call s({}name, 'lit\n     &eral')\n",
        "aaaa, ".repeat(7)
    );
    both_ways(&text, Form::Fixed);
    let text = format!("      call s({}name,'l\n     &eral')\n", "aaaa,".repeat(10));
    both_ways(&text, Form::Fixed);
}

#[test]
fn a_line_may_begin_in_a_literal() {
    let rest = "aaaa, ".repeat(8);
    both_ways(
        &format!(
            "      call s('{}\n     &it''s', {rest}name)\n",
            "x".repeat(58)
        ),
        Form::Fixed,
    );
    let rest = "aaaa, ".repeat(18);
    both_ways(
        &format!("call s('it''s &\n  &it''s', {rest}name)\n"),
        Form::Free,
    );
}

#[test]
fn what_stands_after_column_72_stays_there() {
    for (head, to) in [("      name = 1", "n"), ("      name = 1", "longer_name")] {
        let text = format!("{head:<72}SEQ\n");
        let got = renamed(&text, Form::Fixed, to);
        assert!(got.find("SEQ") >= Some(72), "{got}");
    }
    let sum = "aaaa + ".repeat(8);
    let text = format!("{:<72}SEQ\n", format!("      name = {sum}1"));
    both_ways(&text, Form::Fixed);
}

#[test]
fn a_tab_goes_to_column_7() {
    let sum = "aaaa + ".repeat(8);
    both_ways(&format!("\tx = {sum}name\n"), Form::Fixed);
}

#[test]
fn new_lines_are_cut() {
    let list = vec!["argument"; 30].join(", ");
    for form in [Form::Fixed, Form::Free] {
        let line = format!("      call s({list}, '{}')", "x y ".repeat(50));
        let got = wrap(&line, form);
        assert!(got.lines().all(|l| l.len() <= form.line_limit() as usize));
        let words = |text: &str| logical_lines(text, form).concat().replace(' ', "");
        assert_eq!(words(&got), line.replace(' ', ""), "{got}");
    }
}
