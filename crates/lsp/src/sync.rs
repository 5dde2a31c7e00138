//! Notifications: documents, files on disk, settings; and the program of a document.

use crate::documents::Document;
use crate::place::Lines;
use crate::server::{FAILED, Failed, INVALID, Server};
use reweave_languages::LANGUAGES;
use reweave_project::{Program, ProjectError, path_of, uri_of};
use reweave_refactor::AnyLanguage;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

impl Server {
    pub fn note(&mut self, method: &str, params: &Value) -> Result<(), String> {
        let document = &params["textDocument"];
        match method {
            "textDocument/didOpen" => {
                let path = self.path(document)?;
                let document = Document {
                    version: document["version"].as_i64().unwrap_or(0),
                    text: document["text"].as_str().unwrap_or_default().into(),
                    uri: document["uri"].as_str().unwrap_or_default().to_owned(),
                    lost: None,
                };
                self.documents.open(path.clone(), document);
                self.publish_hints(&path);
                self.unseen.insert(path);
            }
            "textDocument/didChange" => {
                let path = self.path(document)?;
                let version = document["version"].as_i64().unwrap_or(0);
                let changes = params["contentChanges"].as_array().cloned();
                let changes = changes.unwrap_or_default();
                self.unseen.insert(path.clone());
                self.documents
                    .change(&path, version, &changes, self.can.units)?;
            }
            "textDocument/didClose" => {
                let path = self.path(document)?;
                self.documents.close(&path);
                self.unseen.insert(path);
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.project.refresh().map_err(|e| e.to_string())?;
                if method == "textDocument/didSave" {
                    self.look_around();
                }
            }
            "workspace/didChangeConfiguration" => {
                let settings = &params["settings"];
                let own = &settings["reweave"];
                self.wishes.take(if own.is_null() { settings } else { own });
                self.look_around();
            }
            _ => {}
        }
        Ok(())
    }

    /// The path in the root of a document.
    pub fn path(&self, document: &Value) -> Result<String, String> {
        let uri = document["uri"].as_str().unwrap_or_default();
        let path = path_of(uri).ok_or_else(|| format!("{uri} is no file"))?;
        let root = self.project.root();
        let real = path.parent().and_then(|p| p.canonicalize().ok());
        let real = real
            .zip(path.file_name())
            .map(|(folder, name)| folder.join(name));
        let real = real.unwrap_or(path);
        let inside = real.strip_prefix(root);
        let inside = inside.map_err(|_| format!("{uri} lies outside of {}", root.display()))?;
        Ok(slashed(inside))
    }

    /// The address of a path in the root, as the client has it where it holds the document open.
    pub fn uri(&self, path: &str) -> String {
        let open = self.documents.get(path);
        open.map_or_else(|| uri_of(self.project.root(), path), |d| d.uri.clone())
    }

    /// Shows the programs what the client has typed since.
    pub fn sync(&mut self) -> Result<(), ProjectError> {
        for path in std::mem::take(&mut self.unseen) {
            let text = self.documents.get(&path).map(|d| Arc::clone(&d.text));
            self.project.overlay(&path, text)?;
        }
        // Whatever was asked for could rest on a text that nobody knows.
        match self.documents.lost() {
            Some((path, why)) => Err(ProjectError::Refused(format!(
                "what the editor holds of {path} is not known any more ({why}): close it and open it again"
            ))),
            None => Ok(()),
        }
    }

    /// The program of a document, and its path.
    pub fn program(&mut self, params: &Value) -> Result<(Arc<Program>, String), Failed> {
        let path = self
            .path(&params["textDocument"])
            .map_err(|why| Failed::new(INVALID, why))?;
        let failed = |why: String| Failed::new(FAILED, format!("{path} {why}"));
        let language = language_of(&path)
            .ok_or_else(|| failed("is of no language that can be refactored".to_owned()))?;
        self.sync()?;
        let program = self.project.warm_program(language)?;
        if program.folder().sources.find(&path).is_none() {
            let skipped = program.folder().skipped.iter().find(|s| s.path == path);
            let why = skipped.map_or("it is not there", |s| &s.why);
            return Err(failed(format!("cannot be refactored: {why}")));
        }
        Ok((program, path))
    }

    pub fn offset(&self, program: &Program, path: &str, position: &Value) -> Result<u32, Failed> {
        let sources = &program.folder().sources;
        let text = sources.find(path).map_or("", |id| sources.text(id));
        let offset = Lines::new(text, self.can.units).offset(position);
        offset.ok_or_else(|| Failed::new(INVALID, format!("{position} lies outside of {path}")))
    }
}

fn language_of(path: &str) -> Option<&'static dyn AnyLanguage> {
    LANGUAGES.iter().find(|l| l.handles(path)).copied()
}

/// A relative path with `/`.
pub fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|p| p.to_string_lossy()).collect();
    parts.join("/")
}
