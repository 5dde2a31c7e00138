//! What is asked for: one refactoring, somewhere, with parameters.

use crate::ProjectError;
use reweave_text::{LineCol, LineIndex};
use std::collections::BTreeMap;
use std::fmt;

/// One refactoring asked for, by names and places as users know them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ask {
    pub refactoring: String,
    /// Reads the files as this language, whatever their names.
    pub language: Option<String>,
    pub place: Place,
    pub params: BTreeMap<String, String>,
    /// Kinds of conflicts that are overridden.
    pub allow: Vec<String>,
}

/// Where it is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Place {
    #[default]
    Nothing,
    At(At),
    Symbol(String),
}

/// A place or a range in a file as the user named it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct At {
    pub file: String,
    pub start: Pos,
    pub end: Option<Pos>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pos {
    LineCol(LineCol),
    /// Bytes of the text as UTF-8.
    Offset(u32),
}

impl Ask {
    /// One line for the history.
    pub fn title(&self) -> String {
        let mut words = vec![self.refactoring.clone()];
        match &self.place {
            Place::Nothing => {}
            Place::At(at) => words.push(at.to_string()),
            Place::Symbol(symbol) => words.push(symbol.clone()),
        }
        words.extend(
            self.params
                .iter()
                .map(|(name, value)| format!("{name}={value}")),
        );
        words.join(" ")
    }

    /// Parameters as they are written on a command line.
    pub fn params<'a>(
        list: impl IntoIterator<Item = &'a str>,
    ) -> Result<BTreeMap<String, String>, ProjectError> {
        let mut params = BTreeMap::new();
        for param in list {
            let (name, value) = param.split_once('=').ok_or_else(|| {
                ProjectError::Request(format!("{param}: write parameters as name=value"))
            })?;
            if let Some(earlier) = params.insert(name.to_owned(), value.to_owned()) {
                return Err(ProjectError::Request(format!(
                    "{name} is given twice, as {earlier} and as {value}: give it once"
                )));
            }
        }
        Ok(params)
    }
}

impl At {
    /// `FILE:LINE:COL`.
    pub fn caret(text: &str) -> Result<Self, ProjectError> {
        let parse = || {
            let (rest, col) = text.rsplit_once(':')?;
            let (file, line) = rest.rsplit_once(':')?;
            Some((file, line_col(line, col)?))
        };
        match parse() {
            Some((file, start)) if !file.is_empty() => Ok(Self {
                file: file.to_owned(),
                start: Pos::LineCol(start),
                end: None,
            }),
            _ => Err(ProjectError::Request(format!(
                "--at {text}: write it as FILE:LINE:COL, counted from 1"
            ))),
        }
    }

    /// `FILE:LINE:COL-LINE:COL`.
    pub fn range(text: &str) -> Result<Self, ProjectError> {
        let parse = || {
            let (start, end) = text.rsplit_once('-')?;
            let (line, col) = end.split_once(':')?;
            Some((Self::caret(start).ok()?, line_col(line, col)?))
        };
        match parse() {
            Some((at, end)) => Ok(Self {
                end: Some(Pos::LineCol(end)),
                ..at
            }),
            None => Err(ProjectError::Request(format!(
                "--range {text}: write it as FILE:LINE:COL-LINE:COL, counted from 1, the end being the column after the \
                 last character"
            ))),
        }
    }

    /// The byte offset of a position in the text of the file.
    pub fn offset(&self, text: &str, at: Pos) -> Result<u32, ProjectError> {
        let why = match at {
            Pos::Offset(offset) if text.is_char_boundary(offset as usize) => return Ok(offset),
            Pos::Offset(offset) if offset as usize > text.len() => {
                format!("byte {offset}: the file has {} bytes", text.len())
            }
            Pos::Offset(offset) => format!("byte {offset} lies inside of a character"),
            Pos::LineCol(at) => {
                let index = LineIndex::new(text);
                if let Some(offset) = index.offset(text, at) {
                    return Ok(offset);
                }
                let LineCol { line, col } = at;
                match index.line_start(line) {
                    None => format!("{line}:{col}: the file has {} lines", index.lines()),
                    Some(_) => format!("{line}:{col}: the line is not so long"),
                }
            }
        };
        Err(ProjectError::Request(format!("{}:{why}", self.file)))
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.start)?;
        match self.end {
            Some(end) => write!(f, "-{end}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineCol(at) => write!(f, "{}:{}", at.line, at.col),
            Self::Offset(offset) => write!(f, "@{offset}"),
        }
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
        assert_eq!(at.start, Pos::LineCol(LineCol { line: 12, col: 7 }));
        assert_eq!(at.end, Some(Pos::LineCol(LineCol { line: 13, col: 1 })));
        assert_eq!(at.to_string(), "a:b-c.bc:12:7-13:1");
        for bad in ["a.bc", "a.bc:1", ":1:1", "a.bc:0:1", "a.bc:1:x"] {
            assert!(At::caret(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn offsets_stay_in_the_text_and_between_characters() {
        let at = At::caret("a:1:1").expect("a place");
        assert!(at.offset("é", Pos::Offset(2)).is_ok());
        for bad in [1, 3] {
            assert!(at.offset("é", Pos::Offset(bad)).is_err(), "{bad}");
        }
    }
}
