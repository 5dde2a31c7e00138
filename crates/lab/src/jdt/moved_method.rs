//! The requests of Eclipse's Move Instance Method tests.

use super::case::Case;
use super::request::raw;
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_java::Java;
use reweave_text::FileId;
use serde_json::Value;

/// The files, the class with the method, a selection by lines and columns, then the variable that the method goes to, and whether calls
/// follow and the old method goes.
pub fn of(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let args = raw(case)?;
    let class = args
        .get(1)
        .and_then(Value::as_str)
        .ok_or("no class is named")?;
    let file = file_of(session, class).ok_or("the class is not in the input")?;
    let number = |i: usize| args.get(i).and_then(Value::as_u64);
    let (line, column) = number(2).zip(number(3)).ok_or("no selection")?;
    let text = session.sources().text(file);
    let offset =
        offset(text, line as usize, column as usize).ok_or("the selection is not in the text")?;
    let to = args
        .get(7)
        .and_then(Value::as_str)
        .ok_or("no target is named")?;
    let request = Request::new("move-instance-method", Target::At(file, offset)).with("to", to);
    let on = |i: usize| args.get(i) == Some(&Value::Bool(true));
    // Eclipse does not ask whether the variable may be null.
    let request = request.allowing("null");
    Ok(match (on(8) && on(9), on(10)) {
        (true, _) => request,
        (false, false) => request.with("delegate", "yes"),
        (false, true) => request.with("delegate", "yes").with("deprecate", "yes"),
    })
}

fn file_of(session: &Session<Java>, class: &str) -> Option<FileId> {
    let path = format!("{}.java", class.replace('.', "/"));
    // Some tests name the package of others.
    let simple = path.rsplit('/').next().unwrap_or(&path);
    let ends = |p: &str| p.rsplit('/').next() == Some(simple);
    let mut all = session.sources().iter();
    let exact = all.find(|(_, f)| *f.path == path);
    let found = exact.or_else(|| session.sources().iter().find(|(_, f)| ends(&f.path)));
    found.map(|(id, _)| id)
}

/// Where a column of a line is; a tab counts as four.
fn offset(text: &str, line: usize, column: usize) -> Option<u32> {
    const TAB: usize = 4;
    let before: usize = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let mut at = 1;
    for (i, c) in text.get(before..)?.char_indices() {
        if at >= column {
            return Some((before + i) as u32);
        }
        at += if c == '\t' { TAB } else { 1 };
    }
    None
}
