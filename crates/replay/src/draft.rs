//! The edits of one file, drawn up use by use.

use crate::functions::functions;
use crate::rewrite::Change;
use crate::targets::Targets;
use reweave_java_names::{ClassId, Decl, Names, Use};
use reweave_model::{FileModel, Kind, NodeId, Role};
use reweave_text::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A place that the log speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    pub at: Span,
    /// The old name of what is used there; all sites of one class in a file are done or left together.
    pub key: String,
    /// The entry's number; 0 where no entry speaks of it.
    pub entry: usize,
    /// Why it is left; none where it is done.
    pub left: Option<String>,
    /// A member is used there, whose edit can be taken back alone.
    pub is_member: bool,
}

/// What was learnt from trying a file's edits: names that stay as they are, and classes that must be written out.
#[derive(Clone, Default, Debug)]
pub struct Lessons {
    pub left: FxHashMap<String, String>,
    /// Single places, by their offset.
    pub left_at: FxHashMap<u32, String>,
    pub written_out: FxHashSet<String>,
}

/// All edits of a file.
#[derive(Default, Debug)]
pub struct Draft {
    pub changes: Vec<Change>,
    pub sites: Vec<Site>,
    /// Something of the library is named here.
    pub concerned: bool,
    /// Names whose meaning is not known.
    pub unresolved: usize,
}

/// How far back an edit can cover a use: the receiver of a call comes soon after it.
const NEAR: usize = 64;

pub(crate) struct Drafter<'a> {
    pub targets: &'a Targets<'a>,
    pub file: u32,
    pub text: &'a str,
    pub names: &'a Names,
    pub model: &'a FileModel,
    pub lessons: &'a Lessons,
    pub draft: Draft,
    /// Text that an outer edit writes anew: uses in it are done.
    pub covered: Vec<Span>,
    /// Single imports of classes.
    pub imported: FxHashMap<ClassId, usize>,
    pub wanted: BTreeSet<String>,
    pub wanted_static: BTreeSet<String>,
    /// Imports that no use is left for, as their classes are written out.
    pub unneeded: FxHashSet<usize>,
}

/// The edits of a file of the client; `lessons` tells what an earlier try taught.
pub fn draw(targets: &Targets, file: u32, text: &str, lessons: &Lessons) -> Draft {
    let names = &targets.old.names;
    let uses = names.uses_in(file);
    let overrides = targets.old.world().file(file).callables.len() as u32;
    let follows = !targets.overriding.is_empty()
        && (0..overrides).any(|c| {
            let method = targets
                .old
                .world()
                .method_of(file, reweave_model::CallableId(c));
            targets.overriding.contains_key(&method)
        });
    let calls_follower = || {
        !targets.overriding.is_empty()
            && uses
                .iter()
                .any(|u| matches!(u.decl, Decl::Method(m) if targets.overriding.contains_key(&m)))
    };
    let concerned = follows
        || calls_follower()
        || uses.iter().any(|u| targets.old.is_library(u.decl))
        || !functions(targets, file).is_empty()
        || names_library_package(targets, file);
    let mut drafter = Drafter {
        targets,
        file,
        text,
        names,
        model: targets.old.world().file(file),
        lessons,
        draft: Draft::default(),
        covered: Vec::new(),
        imported: FxHashMap::default(),
        wanted: BTreeSet::new(),
        wanted_static: BTreeSet::new(),
        unneeded: FxHashSet::default(),
    };
    if concerned {
        drafter.draft.concerned = true;
        drafter.draft.unresolved = uses.iter().filter(|u| u.decl == Decl::Unknown).count();
        drafter.all(uses);
    } else if text.contains("@link") || text.contains("@see") || text.contains("@throws") {
        drafter.docs();
        drafter.add_imports();
    }
    drafter.draft
}

/// Whether an import on demand names a package that the library has classes in.
fn names_library_package(targets: &Targets, file: u32) -> bool {
    let world = targets.old.world();
    world.file(file).imports.iter().any(|i| {
        i.on_demand
            && targets
                .plan
                .package(world.text(i.name))
                .is_some_and(|n| n.new != world.text(i.name))
    })
}

impl Drafter<'_> {
    fn all(&mut self, mut uses: Vec<Use>) {
        for (index, import) in self.model.imports.iter().enumerate() {
            if !import.is_static
                && !import.on_demand
                && let Decl::Class(class) = self.names.decl(self.file, import.node)
            {
                self.imported.insert(class, index);
            }
        }
        uses.sort_by_key(|u| u.node);
        for used in &uses {
            let near = self.covered.iter().rev().take(NEAR);
            if self.model.tree.kind(used.node) == Kind::Import
                || near.into_iter().any(|c| c.contains(used.span))
            {
                continue;
            }
            match used.decl {
                Decl::Class(class) => self.class_use(used, class),
                Decl::Method(method) => self.method_use(used, method),
                Decl::Field(field) => self.field_use(used, field),
                _ => {}
            }
        }
        self.declarations();
        self.functions();
        self.docs();
        self.imports();
        self.add_imports();
    }

    /// Notes a place, and says whether it is to be edited.
    pub fn site(&mut self, at: Span, key: &str, entry: usize) -> bool {
        let there = self.lessons.left_at.get(&at.start);
        let left = there.or_else(|| self.lessons.left.get(key)).cloned();
        let done = left.is_none();
        self.draft.sites.push(Site {
            at,
            key: key.to_owned(),
            entry,
            left,
            is_member: false,
        });
        done
    }

    /// Notes a use of a member, whose edit can be taken back alone.
    pub fn member_site(&mut self, at: Span, key: &str, entry: usize) -> bool {
        let done = self.site(at, key, entry);
        if let Some(site) = self.draft.sites.last_mut() {
            site.is_member = true;
        }
        done
    }

    /// Notes a place that cannot be edited.
    pub fn leave(&mut self, at: Span, key: &str, entry: usize, why: impl Into<String>) {
        self.draft.sites.push(Site {
            at,
            key: key.to_owned(),
            entry,
            left: Some(why.into()),
            is_member: false,
        });
    }

    pub fn change(&mut self, change: Change) {
        self.draft.changes.push(change);
    }

    /// A child that qualifies a name: the text before its dot.
    pub fn qualifier(&self, node: NodeId) -> Option<NodeId> {
        let tree = &self.model.tree;
        match tree.kind(node) {
            Kind::TypeName => tree.child_in(node, Role::Qualifier),
            Kind::FieldAccess | Kind::Call | Kind::MethodRef => tree.child_in(node, Role::Receiver),
            _ => None,
        }
    }
}
