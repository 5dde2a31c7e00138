//! A random refactoring of a library's API, and whether a log tells of it and of nothing else.

mod required;

use crate::storm::Random;
use required::required;
use reweave_log::{Kind, Log, Name};
use reweave_model::{Callable, FileModel, Modifiers, NodeId, TypeKind};
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Interner, Sources};
use std::collections::BTreeSet;

/// What was asked for, and what a log should say of it.
pub struct Asked {
    pub request: Request,
    pub title: String,
    kinds: &'static [Kind],
    /// The simple names before and after.
    old: String,
    new: String,
    /// Members that go along because it needs them, by name.
    along: Vec<String>,
}

/// Names that no library has.
const FRESH: [&str; 3] = ["fresh41", "zeta9", "other7"];
const FRESH_TYPES: [&str; 3] = ["Fresh41", "Zeta9", "Other7"];

/// What a round may ask for.
#[derive(Clone, Copy)]
pub enum Sort {
    RenameMethod,
    RenameType,
    RenameField,
    MoveType,
    MoveMember,
    ChangeSignature,
    PullUp,
    PushDown,
}

impl Sort {
    pub const ALL: [Self; 8] = [
        Self::RenameMethod,
        Self::ChangeSignature,
        Self::RenameType,
        Self::PullUp,
        Self::MoveType,
        Self::RenameField,
        Self::MoveMember,
        Self::PushDown,
    ];

    /// The sort of change that it is for a library's clients.
    pub const fn word(self) -> &'static str {
        match self {
            Self::RenameMethod | Self::RenameType | Self::RenameField => "renames",
            Self::MoveType | Self::MoveMember => "moves",
            Self::ChangeSignature => "signatures",
            Self::PullUp => "pull_ups",
            Self::PushDown => "push_downs",
        }
    }
}

pub fn ask(library: &Sources, sort: Sort, random: &mut Random) -> Option<Asked> {
    let files: Vec<FileId> = library.iter().map(|(id, _)| id).collect();
    let file = *random.pick(&files)?;
    let names = Interner::new();
    let model = reweave_lang_java::lower(library.path(file), library.text(file), &names);
    let place = Place {
        model: &model,
        names: &names,
        file,
    };
    match sort {
        Sort::RenameMethod => place.rename_method(random),
        Sort::RenameType => place.rename_type(random),
        Sort::RenameField => place.rename_field(random),
        Sort::MoveType => place.move_type(random),
        Sort::MoveMember => place.move_member(random),
        Sort::ChangeSignature => place.change_signature(random),
        Sort::PullUp => place.pull_up(random),
        Sort::PushDown => place.push_down(random),
    }
}

struct Place<'a> {
    model: &'a FileModel,
    names: &'a Interner,
    file: FileId,
}

fn is_api(modifiers: Modifiers) -> bool {
    modifiers.has(Modifiers::PUBLIC) || modifiers.has(Modifiers::PROTECTED)
}

/// Not in a body, and reachable.
fn is_open(ty: &reweave_model::TypeDecl) -> bool {
    ty.kind != TypeKind::Anonymous && ty.in_callable.is_none() && is_api(ty.modifiers)
}

impl Place<'_> {
    fn at(&self, node: NodeId) -> Target {
        Target::At(self.file, self.model.tree.node(node).name_at)
    }

    fn asked(&self, request: Request, what: NodeId, kinds: &'static [Kind], new: &str) -> Asked {
        let old = self.names.text(self.model.tree.sym(what)).to_owned();
        let path = &self.model.path;
        let params: Vec<String> = request
            .params
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        Asked {
            title: format!("{} {path} {old} {}", request.refactoring, params.join(" ")),
            request,
            kinds,
            old,
            new: new.to_owned(),
            along: Vec::new(),
        }
    }

    fn method(&self, random: &mut Random) -> Option<&Callable> {
        self.method_where(random, |_| true)
    }

    fn method_where(
        &self,
        random: &mut Random,
        fits: impl Fn(&Callable) -> bool,
    ) -> Option<&Callable> {
        let all: Vec<&Callable> = self
            .model
            .callables
            .iter()
            .filter(|c| {
                let owner = self.model.ty(c.owner);
                let open =
                    owner.kind == TypeKind::Interface && !c.modifiers.has(Modifiers::PRIVATE);
                !c.is_constructor() && (is_api(c.modifiers) || open) && is_open(owner)
            })
            .filter(|c| fits(c))
            .collect();
        random.pick(&all).copied()
    }

    fn rename_method(&self, random: &mut Random) -> Option<Asked> {
        let method = self.method(random)?;
        let to = *random.pick(&FRESH)?;
        let request = Request::new("rename", self.at(method.node)).with("to", to);
        Some(self.asked(request, method.node, &[Kind::RenameMethod], to))
    }

    fn rename_type(&self, random: &mut Random) -> Option<Asked> {
        let all: Vec<NodeId> = self
            .model
            .types
            .iter()
            .filter(|t| is_open(t))
            .map(|t| t.node)
            .collect();
        let node = *random.pick(&all)?;
        let to = *random.pick(&FRESH_TYPES)?;
        let request = Request::new("rename", self.at(node)).with("to", to);
        Some(self.asked(request, node, &[Kind::RenameClass], to))
    }

    fn rename_field(&self, random: &mut Random) -> Option<Asked> {
        let all: Vec<NodeId> = self
            .model
            .fields
            .iter()
            .filter(|f| is_api(f.modifiers) && is_open(self.model.ty(f.owner)))
            .map(|f| f.node)
            .collect();
        let node = *random.pick(&all)?;
        let to = *random.pick(&FRESH)?;
        let request = Request::new("rename", self.at(node)).with("to", to);
        Some(self.asked(request, node, &[Kind::RenameField], to))
    }

    fn move_type(&self, random: &mut Random) -> Option<Asked> {
        let all: Vec<NodeId> = self
            .model
            .top_types()
            .map(|t| self.model.ty(t))
            .filter(|t| is_open(t))
            .map(|t| t.node)
            .collect();
        let node = *random.pick(&all)?;
        let package = format!("{}.fresh", self.names.text(self.model.package));
        let name = self.names.text(self.model.tree.sym(node)).to_owned();
        let request = Request::new("move-type", self.at(node)).with("to", package);
        Some(self.asked(request, node, &[Kind::MoveClass], &name))
    }

    fn move_member(&self, random: &mut Random) -> Option<Asked> {
        let all: Vec<&Callable> = self
            .model
            .callables
            .iter()
            .filter(|c| c.modifiers.has(Modifiers::STATIC) && is_api(c.modifiers))
            .filter(|c| is_open(self.model.ty(c.owner)))
            .collect();
        let method = *random.pick(&all)?;
        let types: Vec<&str> = self
            .model
            .types
            .iter()
            .filter(|t| is_open(t))
            .map(|t| self.names.text(t.qualified))
            .collect();
        let to = *random.pick(&types)?;
        let name = self.names.text(method.name).to_owned();
        let request = Request::new("move-members", self.at(method.node)).with("to", to);
        let kinds = &[Kind::MoveMethod, Kind::PullUpMethod, Kind::PushDownMethod];
        Some(self.asked(request, method.node, kinds, &name))
    }

    fn change_signature(&self, random: &mut Random) -> Option<Asked> {
        let method = self.method(random)?;
        let names = method.params.iter().map(|p| self.names.text(p.name));
        let mut params: Vec<String> = names.map(str::to_owned).collect();
        match random.below(3) {
            0 if params.len() > 1 => params.swap(0, 1),
            1 if !params.is_empty() => {
                params.remove(random.below(params.len()));
            }
            _ => params.insert(0, format!("int {} = 0", random.pick(&FRESH)?)),
        }
        let name = self.names.text(method.name).to_owned();
        let request = Request::new("change-signature", self.at(method.node))
            .with("params", params.join(", "));
        Some(self.asked(request, method.node, &[Kind::ChangeSignature], &name))
    }

    /// With what it needs of its class. What overrides a method of the superclass cannot go there, so that it is not tried.
    fn pull_up(&self, random: &mut Random) -> Option<Asked> {
        let method = self.method_where(random, |c| {
            self.model.ty(c.owner).superclass.is_some() && !self.overrides(c)
        })?;
        let name = self.names.text(method.name).to_owned();
        let needed = required(self.model, self.names, method);
        let mut request = Request::new("pull-up", self.at(method.node));
        if !needed.is_empty() {
            request = request.with("members", needed.join(", "));
        }
        let kinds = &[Kind::PullUpMethod, Kind::MoveField];
        let mut asked = self.asked(request, method.node, kinds, &name);
        asked.along = needed;
        Some(asked)
    }

    fn push_down(&self, random: &mut Random) -> Option<Asked> {
        let method = self.method(random)?;
        let name = self.names.text(method.name).to_owned();
        let request = Request::new("push-down", self.at(method.node));
        Some(self.asked(request, method.node, &[Kind::PushDownMethod], &name))
    }

    fn overrides(&self, method: &Callable) -> bool {
        let mut annotations = method.annotations.iter();
        annotations.any(|&a| self.names.text(self.model.tree.sym(a)) == "Override")
    }
}

impl Asked {
    /// Whether the log tells of it and of all that goes along, and what it tells besides.
    pub fn judge(&self, log: &Log) -> (bool, Vec<String>) {
        let mut missing: BTreeSet<&str> = self.along.iter().map(String::as_str).collect();
        missing.insert(&self.old);
        let mut extra = Vec::new();
        for entry in &log.entries {
            let (old, new) = (Name::of(&entry.old), Name::of(&entry.new));
            let itself = old.simple == self.old && new.simple == self.new;
            let along = old.simple == new.simple && self.along.iter().any(|a| a == old.simple);
            let same = self.kinds.contains(&entry.kind) && (itself || along);
            if same {
                missing.remove(old.simple);
            }
            // Going up or down may change how far a method can be seen.
            let follows = entry.kind == Kind::ChangeVisibility && (old.simple == self.old || along);
            if !same && !follows {
                extra.push(format!(
                    "{} {} -> {}",
                    entry.kind.word(),
                    entry.old,
                    entry.new
                ));
            }
        }
        (missing.is_empty(), extra)
    }
}
