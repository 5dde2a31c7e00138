//! A random refactoring of a library's API, and whether a log tells of it and of nothing else.

use crate::storm::Random;
use reweave_log::{Kind, Log, Name};
use reweave_model::{Callable, FileModel, Modifiers, NodeId, TypeKind};
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Interner, Sources};

/// What was asked for, and what a log should say of it.
pub struct Asked {
    pub request: Request,
    pub title: String,
    kinds: &'static [Kind],
    /// The simple names before and after.
    old: String,
    new: String,
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
    UpOrDown,
}

impl Sort {
    pub const ALL: [Self; 7] = [
        Self::RenameMethod,
        Self::ChangeSignature,
        Self::RenameType,
        Self::UpOrDown,
        Self::MoveType,
        Self::RenameField,
        Self::MoveMember,
    ];
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
        Sort::UpOrDown => place.up_or_down(random),
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
        }
    }

    fn method(&self, random: &mut Random) -> Option<&Callable> {
        let all: Vec<&Callable> = self
            .model
            .callables
            .iter()
            .filter(|c| {
                let owner = self.model.ty(c.owner);
                let open =
                    owner.kind == TypeKind::Interface && !c.modifiers.has(Modifiers::PRIVATE);
                !c.constructor && (is_api(c.modifiers) || open) && is_open(owner)
            })
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

    fn up_or_down(&self, random: &mut Random) -> Option<Asked> {
        let method = self.method(random)?;
        let name = self.names.text(method.name).to_owned();
        let (word, kinds): (_, &[Kind]) = if random.one_in(2) {
            ("pull-up", &[Kind::PullUpMethod])
        } else {
            ("push-down", &[Kind::PushDownMethod])
        };
        let request = Request::new(word, self.at(method.node));
        Some(self.asked(request, method.node, kinds, &name))
    }
}

impl Asked {
    /// Whether the log tells of it, and what it tells besides.
    pub fn judge(&self, log: &Log) -> (bool, Vec<String>) {
        let mut found = false;
        let mut extra = Vec::new();
        for entry in &log.entries {
            let (old, new) = (Name::of(&entry.old), Name::of(&entry.new));
            let same = self.kinds.contains(&entry.kind)
                && old.simple == self.old
                && new.simple == self.new;
            found |= same;
            // Going up or down may change how far a method can be seen.
            let follows = entry.kind == Kind::ChangeVisibility && old.simple == self.old;
            if !same && !follows {
                extra.push(format!(
                    "{} {} -> {}",
                    entry.kind.word(),
                    entry.old,
                    entry.new
                ));
            }
        }
        (found, extra)
    }
}
