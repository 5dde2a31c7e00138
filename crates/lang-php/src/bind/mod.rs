//! Name binding: every place where a name stands, and what it means there.
//!
//! The declarations come first, since labels and namespaces are made here ([`namespaces`]); then one [`Binder`] a file
//! looks at each node: variables and the names of declarations by itself, members by their object's type ([`members`]),
//! classes, functions and constants by their written names ([`written`]).

mod asking;
mod binder;
mod docs;
mod members;
mod namespaces;
mod written;

use crate::entity::{EntityId, EntityKind, MemberKind, Place, ScopeId};
use crate::infer::Infer;
use crate::program::Program;
use binder::Binder;
use reweave_syntax::NodeId;
use reweave_text::FileId;
use rustc_hash::FxHashMap;

/// How a name stands in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    Declaration,
    Reference,
    /// `self`, `parent`, `__CLASS__`: it means the thing without writing its name.
    Keyword,
    /// In a doc comment: it follows a rename, but php does not read it.
    Doc,
}

/// A name at a place.
#[derive(Clone, Debug)]
pub struct Occurrence {
    pub place: Place,
    pub node: NodeId,
    pub role: Role,
    pub kind: EntityKind,
    /// What it surely may mean.
    pub targets: Vec<EntityId>,
    /// It may also mean anything of its kind and name, since a type is not known.
    pub open: bool,
    /// Found, but php would not let it be used here.
    pub inaccessible: bool,
    /// What it means outside the files: php's own declaration, or none at all.
    pub outside: bool,
}

/// All names of a program.
#[derive(Default)]
pub struct Bindings {
    pub occurrences: Vec<Occurrence>,
    /// Properties that no class declares, by name.
    pub undeclared: FxHashMap<String, EntityId>,
    /// Parameters by name.
    pub params: FxHashMap<String, Vec<EntityId>>,
}

/// Binds all names. Adds to the program what has no declaration: namespaces, labels, undeclared properties.
pub fn bind(program: &mut Program) -> Bindings {
    let mut out = Bindings::default();
    namespaces::declare(program, &mut out);
    let mut later = Vec::new();
    {
        let program = &*program;
        let infer = Infer::new(program, &program.variables_of);
        for (i, scope) in program.scopes.iter().enumerate() {
            for param in &scope.params {
                let variable = program.variable_in(ScopeId(i as u32), &param.name);
                let all = out.params.entry(param.name.to_string()).or_default();
                all.extend(variable);
            }
        }
        for f in 0..program.files.len() {
            let mut binder = Binder {
                program,
                infer: &infer,
                file: FileId(f as u32),
                source: &program.files[f],
                out: &mut out,
                undeclared: &mut later,
            };
            for id in binder.source.tree.ids() {
                binder.node(id);
            }
        }
    }
    for index in later {
        let occurrence = &out.occurrences[index];
        let (place, name) = (
            occurrence.place,
            text_at(program, occurrence.place).to_owned(),
        );
        let entity = *out.undeclared.entry(name.clone()).or_insert_with(|| {
            program.new_entity(EntityKind::Property, &name, place.file, place.span)
        });
        out.occurrences[index].targets.push(entity);
    }
    out.occurrences
        .sort_by_key(|o| (o.place, o.kind, o.role != Role::Declaration));
    out
}

fn text_at(program: &Program, place: Place) -> &str {
    place.span.text(&program.file(place.file).text)
}

impl Bindings {
    /// Everything that the occurrence may mean, what is merely possible included.
    pub fn candidates(&self, program: &Program, occurrence: &Occurrence) -> Vec<EntityId> {
        let mut all = occurrence.targets.clone();
        if !occurrence.open {
            return all;
        }
        let name = text_at(program, occurrence.place);
        let member = match occurrence.kind {
            EntityKind::Method => Some(MemberKind::Method),
            EntityKind::Property => Some(MemberKind::Property),
            EntityKind::ClassConstant => Some(MemberKind::Constant),
            EntityKind::Variable => {
                all.extend(self.params.get(name).into_iter().flatten());
                None
            }
            _ => None,
        };
        if let Some(kind) = member {
            let key = crate::collect::member_key(kind, name);
            let members = program.members_named(kind, &key).iter();
            all.extend(members.map(|&m| program.member(m).entity));
            if kind == MemberKind::Property {
                all.extend(self.undeclared.get(name));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The occurrences that touch the offset.
    pub fn at(&self, file: FileId, offset: u32) -> impl Iterator<Item = &Occurrence> {
        let touches = move |o: &&Occurrence| {
            o.place.file == file && o.place.span.start <= offset && offset <= o.place.span.end
        };
        self.occurrences.iter().filter(touches)
    }
}
