//! `FILE:LINE:COL` and `FILE:LINE:COL-LINE:COL` as users write them.

use anyhow::{Context, Result, bail};
use reweave_text::{LineCol, LineIndex};

/// A file as the user named it, and a place in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct At {
    pub file: String,
    pub start: LineCol,
    pub end: Option<LineCol>,
}

impl At {
    pub fn caret(text: &str) -> Result<Self> {
        let parse = || {
            let (rest, col) = text.rsplit_once(':')?;
            let (file, line) = rest.rsplit_once(':')?;
            Some((file, line_col(line, col)?))
        };
        match parse() {
            Some((file, start)) if !file.is_empty() => Ok(Self {
                file: file.to_owned(),
                start,
                end: None,
            }),
            _ => bail!("--at {text}: write it as FILE:LINE:COL, counted from 1"),
        }
    }

    pub fn range(text: &str) -> Result<Self> {
        let parse = || {
            let (start, end) = text.rsplit_once('-')?;
            let (line, col) = end.split_once(':')?;
            Some((Self::caret(start).ok()?, line_col(line, col)?))
        };
        match parse() {
            Some((at, end)) => Ok(Self {
                end: Some(end),
                ..at
            }),
            None => bail!(
                "--range {text}: write it as FILE:LINE:COL-LINE:COL, counted from 1, the end being the column after the \
                 last character"
            ),
        }
    }

    /// The byte offset of a line and column in the text of the file.
    pub fn offset(&self, text: &str, at: LineCol) -> Result<u32> {
        let index = LineIndex::new(text);
        index.offset(text, at).with_context(|| {
            let LineCol { line, col } = at;
            let lines = index.lines();
            match index.line_start(line) {
                None => format!("{}:{line}:{col}: the file has {lines} lines", self.file),
                Some(_) => format!("{}:{line}:{col}: the line is not so long", self.file),
            }
        })
    }
}

fn line_col(line: &str, col: &str) -> Option<LineCol> {
    let line_col = LineCol {
        line: line.parse().ok()?,
        col: col.parse().ok()?,
    };
    (line_col.line > 0 && line_col.col > 0).then_some(line_col)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_may_have_colons_and_dashes() {
        let at = At::range("a:b-c.bc:12:7-13:1").expect("a range");
        assert_eq!(at.file, "a:b-c.bc");
        assert_eq!(at.start, LineCol { line: 12, col: 7 });
        assert_eq!(at.end, Some(LineCol { line: 13, col: 1 }));
        for bad in ["a.bc", "a.bc:1", ":1:1", "a.bc:0:1", "a.bc:1:x"] {
            assert!(At::caret(bad).is_err(), "{bad}");
        }
    }
}
