//! `textDocument/prepareRename` and `textDocument/rename`.

use crate::actions::RENAME;
use crate::place::Lines;
use crate::server::{Answer, FAILED, Failed, Server};
use reweave_project::{Ask, At, Fit, Place, Pos, Program};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// A name that no program has, to see whether what stands somewhere can be renamed at all.
const ANY_NAME: &str = "renamed_by_reweave";

impl Server {
    pub fn prepare_rename(&mut self, params: &Value) -> Answer {
        let (program, path) = self.program(params)?;
        let offset = self.offset(&program, &path, &params["position"])?;
        let sources = &program.folder().sources;
        let text = sources.find(&path).map_or("", |id| sources.text(id));
        let Some((start, end)) = word(text, offset as usize) else {
            return Ok(Value::Null);
        };
        let ask = rename_ask(&program, path.clone(), start as u32, ANY_NAME);
        match program.fit(self.project.workspace(), &ask) {
            Fit::Fits => {
                let range = Lines::new(text, self.can.units).range(start as u32, end as u32);
                let name = text.get(start..end).unwrap_or_default();
                Ok(json!({"range": range, "placeholder": name}))
            }
            Fit::Refused(why) => Err(Failed::new(FAILED, why)),
            Fit::Nothing(_) => Ok(Value::Null),
        }
    }

    pub fn rename(&mut self, params: &Value, flag: &AtomicBool) -> Answer {
        let (program, path) = self.program(params)?;
        let offset = self.offset(&program, &path, &params["position"])?;
        let to = params["newName"].as_str().unwrap_or_default();
        let ask = rename_ask(&program, path, offset, to);
        let plan = self.plan(&ask, params, flag)?;
        if !plan.is_accepted() {
            return Err(Failed::refused(&plan));
        }
        self.edit_of(&plan)
    }
}

fn rename_ask(program: &Program, file: String, offset: u32, to: &str) -> Ask {
    let place = Place::At(At {
        file,
        start: Pos::Offset(offset),
        end: None,
    });
    Ask {
        refactoring: RENAME.to_owned(),
        language: Some(program.language().name().to_owned()),
        place,
        params: [("to".to_owned(), to.to_owned())].into(),
        allow: Vec::new(),
    }
}

/// The word around a place.
fn word(text: &str, offset: usize) -> Option<(usize, usize)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let before = text.get(..offset)?;
    let after = text.get(offset..)?;
    let start = before.rfind(|c| !is_part(c)).map_or(0, |at| {
        at + before
            .get(at..)
            .and_then(|t| t.chars().next())
            .map_or(1, char::len_utf8)
    });
    let end = offset + after.find(|c| !is_part(c)).unwrap_or(after.len());
    (start < end).then_some((start, end))
}
