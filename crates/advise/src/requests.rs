//! What the engine would be asked for to perform a suggestion, at all places of its group at once.

use crate::fingerprint::signature;
use crate::report::{Request, Suggestion};
use crate::writer::Writer;
use reweave_model::{Callable, Kind, NodeId};
use reweave_suggest::duplicates::{Duplicate, Occurrence, Remedy};
use reweave_suggest::{Finding, Types};
use reweave_text::Span;
use reweave_vectors::MethodId;

/// Names that are shorter say nothing.
const SHORTEST_NAME: usize = 4;

impl Writer<'_> {
    /// The command that performs a suggestion.
    pub fn command(&self, finding: &Finding, suggestion: &Suggestion) -> Option<String> {
        suggestion.request.as_ref()?;
        let file = self.base.method(finding.missed.method).file;
        let root = &self.folders[usize::from(self.files[file as usize].project)].root;
        Some(format!(
            "reweave apply --suggestion {} --root {}",
            suggestion.fingerprint,
            root.display()
        ))
    }

    /// What the engine would be asked for; none where it has no refactoring for the plan.
    pub fn request(&mut self, finding: &Finding, types: &Types) -> Option<Request> {
        match finding.duplicate.as_deref() {
            Some(duplicate) => self.of_duplicate(duplicate),
            None => match types.name(finding.kind) {
                "Self Encapsulate Field" => self.encapsulated(finding),
                "Inline Method" => self.inlined_method(finding),
                "Inline Temp" => self.inlined_temp(finding),
                _ => None,
            },
        }
    }

    fn of_duplicate(&mut self, duplicate: &Duplicate) -> Option<Request> {
        if !duplicate.plan.obstacles.is_empty() {
            return None;
        }
        match duplicate.plan.remedy {
            Remedy::CallExisting => {
                let places: Vec<&Occurrence> = duplicate.copies.iter().map(|c| &c.place).collect();
                let method = format!("method={}", self.address(duplicate.first.method));
                Some(self.at_places("replace-by-call", &places, vec![method]))
            }
            Remedy::PullUp => {
                let host = duplicate.plan.host?;
                let host = self
                    .base
                    .names
                    .text(self.base.types[host as usize].qualified);
                let params = vec![format!("to={host}"), "others=delete".to_owned()];
                self.at_name("pull-up", duplicate.first.method, params)
            }
            Remedy::Parameterize | Remedy::Extract | Remedy::ExtractShared => {
                let mut places = vec![&duplicate.first];
                places.extend(duplicate.copies.iter().map(|c| &c.place));
                // The class above the others is where all of them find the method.
                let above =
                    |p: &&Occurrence| Some(self.base.method(p.method).owner) == duplicate.plan.host;
                if let Some(at) = places.iter().position(above) {
                    places.swap(0, at);
                }
                let name = format!("name={}", self.new_name(&places));
                Some(self.at_places("extract-duplicates", &places, vec![name]))
            }
        }
    }

    fn at_places(
        &mut self,
        refactoring: &str,
        places: &[&Occurrence],
        mut params: Vec<String>,
    ) -> Request {
        let ranges: Vec<String> = places
            .iter()
            .map(|p| self.range(p.file, self.statements(p)))
            .collect();
        if ranges.len() > 1 {
            params.push(format!("places={}", ranges[1..].join(",")));
        }
        Request {
            refactoring: refactoring.to_owned(),
            range: ranges[0].clone(),
            params,
        }
    }

    fn at_name(
        &mut self,
        refactoring: &str,
        method: MethodId,
        params: Vec<String>,
    ) -> Option<Request> {
        let (file, node) = (self.base.method(method).file, self.callable(method)?.node);
        let at = self.models[file as usize].tree.node(node).name_at;
        Some(Request {
            refactoring: refactoring.to_owned(),
            range: self.caret(file, at),
            params,
        })
    }

    /// `FILE:L:C-L:C`, relative to the folder.
    fn range(&mut self, file: u32, span: Span) -> String {
        let start = self.caret(file, span.start);
        let (text, lines) = &self.texts[&file];
        let end = lines.line_col(text, span.end);
        format!("{start}-{}:{}", end.line, end.col)
    }

    fn caret(&mut self, file: u32, offset: u32) -> String {
        self.load(file);
        let (text, lines) = &self.texts[&file];
        let at = lines.line_col(text, offset);
        format!("{}:{}:{}", self.files[file as usize].path, at.line, at.col)
    }

    fn callable(&self, method: MethodId) -> Option<&Callable> {
        let facts = self.base.method(method);
        let all = &self.models[facts.file as usize].callables;
        all.iter().find(|c| c.node == facts.node)
    }

    /// The method with the types of its parameters, as the engine knows it.
    fn address(&self, method: MethodId) -> String {
        let name = self.base.qualified_name(method);
        let facts = self.base.method(method);
        let model = &self.models[facts.file as usize];
        signature(&name, model, facts.node, &self.base.names)
    }

    /// A name for a method that places share: the words with which all their methods begin, or the first one's with a word more;
    /// no method or call of the files has it.
    fn new_name(&self, places: &[&Occurrence]) -> String {
        let names: Vec<&str> = places
            .iter()
            .map(|p| self.base.names.text(self.base.method(p.method).name))
            .collect();
        let shared = common_words(&names);
        let first = names.first().copied().unwrap_or_default();
        let constructor = first.chars().next().is_some_and(char::is_uppercase);
        let plain = if shared.len() >= SHORTEST_NAME && shared != first {
            shared
        } else if constructor || first.is_empty() {
            "initialize".to_owned()
        } else {
            format!("{first}Shared")
        };
        let numbered = (2..).map(|n| format!("{plain}{n}"));
        let mut all = std::iter::once(plain.clone()).chain(numbered);
        let is_free = |name: &String| !self.is_taken(places, name);
        all.find(is_free).unwrap_or(plain.clone())
    }

    fn is_taken(&self, places: &[&Occurrence], name: &str) -> bool {
        let Some(name) = self.base.names.get(name) else {
            return false;
        };
        places.iter().any(|p| {
            let tree = &self.models[p.file as usize].tree;
            tree.descendants(NodeId::ROOT).any(|n| {
                matches!(tree.kind(n), Kind::Call | Kind::Callable | Kind::MethodRef)
                    && tree.sym(n) == name
            })
        })
    }

    /// A field of the missed place's own type that has no getter yet.
    fn encapsulated(&mut self, finding: &Finding) -> Option<Request> {
        let base = self.base;
        let owner = base.owner(finding.missed.method);
        let [callee] = finding.callees[..] else {
            return None;
        };
        let getter = base.method(callee).name;
        let has = |m: &u32| base.methods[*m as usize].name == getter;
        if owner.methods.iter().any(has) {
            return None;
        }
        let field = finding.field?;
        let file = base.method(finding.missed.method).file;
        let model = &self.models[file as usize];
        let declared = model
            .fields
            .iter()
            .find(|f| f.name == field && model.ty(f.owner).qualified == owner.qualified)?;
        let at = model.tree.node(declared.node).name_at;
        Some(Request {
            refactoring: "encapsulate-field".to_owned(),
            range: self.caret(file, at),
            params: vec![format!("getter={}", base.names.text(getter))],
        })
    }

    /// A method that has one caller, whose code takes its place.
    fn inlined_method(&mut self, finding: &Finding) -> Option<Request> {
        let [callee] = finding.callees[..] else {
            return None;
        };
        self.at_name("inline-method", callee, Vec::new())
    }

    /// The one variable that is declared in what would go.
    fn inlined_temp(&mut self, finding: &Finding) -> Option<Request> {
        let [gone] = finding.saved[..] else {
            return None;
        };
        let tree = &self.models[gone.file as usize].tree;
        let mut declared = tree
            .descendants(gone.node)
            .filter(|&n| tree.kind(n) == Kind::VarDecl);
        let (only, None) = (declared.next()?, declared.next()) else {
            return None;
        };
        let at = tree.node(only).name_at;
        Some(Request {
            refactoring: "inline-local-variable".to_owned(),
            range: self.caret(gone.file, at),
            params: Vec::new(),
        })
    }
}

/// The words with which all names begin: `read` of `readInt` and `readLong`.
fn common_words(names: &[&str]) -> String {
    let Some((first, rest)) = names.split_first() else {
        return String::new();
    };
    let shared = rest.iter().fold(first.chars().count(), |most, name| {
        let same = first.chars().zip(name.chars()).take_while(|(a, b)| a == b);
        most.min(same.count())
    });
    let ends_word = |n: usize| {
        names
            .iter()
            .all(|name| name.chars().nth(n).is_none_or(|c| !c.is_lowercase()))
    };
    let length = (0..=shared).rev().find(|&n| ends_word(n)).unwrap_or(0);
    first.chars().take(length).collect()
}
