//! Arguments of tools, as clients write them.

use reweave_project::{Ask, At, Place, Pos, ProjectError};
use reweave_text::LineCol;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Reads the arguments of a tool; what is wrong is told with its place.
pub fn read<T: DeserializeOwned>(arguments: &Value) -> Result<T, ProjectError> {
    T::deserialize(arguments)
        .map_err(|e| ProjectError::Request(format!("the arguments do not fit: {e}")))
}

/// Where a page begins.
pub fn cursor(cursor: Option<&str>) -> Result<usize, ProjectError> {
    let wrong =
        |c| ProjectError::Request(format!("{c} is no cursor that an answer gave as `next`"));
    match cursor {
        None => Ok(0),
        Some(c) => c.parse().map_err(|_| wrong(c)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    refactoring: String,
    #[serde(default)]
    symbol: Option<String>,
    #[serde(default)]
    at: Option<Spot>,
    #[serde(default)]
    params: BTreeMap<String, String>,
    #[serde(default)]
    allow: Vec<String>,
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    pub cursor: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Spot {
    file: String,
    line: u32,
    column: u32,
    #[serde(default)]
    end_line: Option<u32>,
    #[serde(default)]
    end_column: Option<u32>,
}

impl Wish {
    pub fn ask(self) -> Result<Ask, ProjectError> {
        let place = match (self.symbol, self.at) {
            (Some(_), Some(_)) => {
                let why = "give `symbol` or `at`, not both";
                return Err(ProjectError::Request(why.to_owned()));
            }
            (Some(symbol), None) => Place::Symbol(symbol),
            (None, Some(spot)) => Place::At(spot.at()),
            (None, None) => Place::Nothing,
        };
        Ok(Ask {
            refactoring: self.refactoring,
            language: self.language,
            place,
            params: self.params,
            allow: self.allow,
        })
    }
}

impl Spot {
    fn at(self) -> At {
        let pos = |line, col| Pos::LineCol(LineCol { line, col });
        let end = match (self.end_line, self.end_column) {
            (None, None) => None,
            (line, column) => Some(pos(
                line.unwrap_or(self.line),
                column.unwrap_or(self.column),
            )),
        };
        At {
            file: self.file,
            start: pos(self.line, self.column),
            end,
        }
    }
}

/// The schema of [`Wish`].
pub fn wish_schema() -> Value {
    let names: Vec<&str> = {
        let mut all: Vec<_> = (reweave_languages::refactorings().iter())
            .map(|r| r.name)
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    json!({
        "type": "object",
        "required": ["refactoring"],
        "additionalProperties": false,
        "properties": {
            "refactoring": {"enum": names},
            "symbol": {"type": "string", "description": "The address of a declaration, as `symbols` gives it"},
            "at": {
                "type": "object",
                "description": "A place instead of a symbol, or a range; lines and columns count from 1, columns are characters, the end is the column after the last character",
                "required": ["file", "line", "column"],
                "additionalProperties": false,
                "properties": {
                    "file": {"type": "string", "description": "Relative to the root"},
                    "line": {"type": "integer", "minimum": 1},
                    "column": {"type": "integer", "minimum": 1},
                    "endLine": {"type": "integer", "minimum": 1},
                    "endColumn": {"type": "integer", "minimum": 1}
                }
            },
            "params": {"type": "object", "additionalProperties": {"type": "string"}, "description": "Parameters of the refactoring, for example {\"to\": \"total\"}"},
            "allow": {"type": "array", "items": {"type": "string"}, "description": "Kinds of conflicts to override; only if a person decided so"},
            "language": {"type": "string"},
            "cursor": {"type": "string", "description": "`next` of an earlier answer, for the rest of the conflicts"}
        }
    })
}
