//! Names that only the running program knows: variable variables, `compact`, callables as strings, and their kin.
//!
//! Each is an explicit unknown with what it could reach, so that a change can refuse and name it.

mod finder;

use crate::entity::{ClassId, Entity, EntityKind, Place, ScopeId, Visibility};
use crate::grammar::Kind;
use crate::infer::Infer;
use crate::program::Program;
use finder::Finder;
use reweave_text::FileId;
use std::sync::Arc;

/// What sort of thing a dynamic name could be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// A variable of this scope.
    Variable(ScopeId),
    Function,
    Class,
    Constant,
    /// A parameter, by a key of the array that its arguments come from.
    Parameter,
    /// A member of these classes or their kin; of any class where empty. Said in the class `from`.
    Member {
        kind: EntityKind,
        on: Vec<Arc<str>>,
        from: Option<ClassId>,
    },
    /// Code that cannot be read: anything that the scope can name.
    Code(ScopeId),
}

/// A dynamic name.
#[derive(Clone, Debug)]
pub struct Dynamic {
    pub place: Place,
    pub reach: Reach,
    /// The names that it can be, where these are known.
    pub names: Option<Vec<String>>,
}

/// All dynamic names of the program, in order of place.
pub fn dynamics(program: &Program) -> Vec<Dynamic> {
    let infer = Infer::new(program, &program.variables_of);
    let mut out = Vec::new();
    for f in 0..program.files.len() {
        let file = FileId(f as u32);
        let source = &program.files[f];
        let mut finder = Finder {
            program,
            infer: &infer,
            file,
            source,
            out: &mut out,
        };
        for id in source.tree.ids() {
            finder.node(id);
        }
    }
    out
}

impl Dynamic {
    /// Whether it could name `entity`, which is called by one of `names` before or after a change.
    pub fn reaches(&self, program: &Program, entity: &Entity, names: &[&str]) -> bool {
        if let Some(known) = &self.names {
            let same = |known: &str, name: &str| {
                let last = known.rsplit(['\\', ':']).next().unwrap_or(known);
                if entity.kind.ignores_case() {
                    last.eq_ignore_ascii_case(name)
                } else {
                    last == name
                }
            };
            if !known.iter().any(|k| names.iter().any(|n| same(k, n))) {
                return false;
            }
        }
        match (&self.reach, entity.kind) {
            (Reach::Variable(scope), EntityKind::Variable) => names
                .iter()
                .any(|n| entity.scope == Some(program.home_scope(*scope, n))),
            (Reach::Code(scope), EntityKind::Variable) => {
                let home = names.iter().map(|n| program.home_scope(*scope, n));
                home.into_iter().any(|h| entity.scope == Some(h))
            }
            (Reach::Parameter, EntityKind::Variable) => {
                let is_param = entity.scope.is_some_and(|s| {
                    let mut params = program.scope(s).params.iter();
                    params.any(|p| p.name == entity.name)
                });
                is_param && (self.names.is_some() || names.iter().any(|n| is_key(program, n)))
            }
            (Reach::Code(_), EntityKind::Alias | EntityKind::Label) => false,
            (Reach::Code(_), _) => true,
            (Reach::Function, EntityKind::Function)
            | (Reach::Class, EntityKind::Class | EntityKind::Namespace)
            | (Reach::Constant, EntityKind::Constant | EntityKind::ClassConstant) => true,
            (Reach::Function, EntityKind::Method) => {
                // A callable may be `'C::m'`, but not a private method from outside.
                self.names.is_some() && visible_from(program, entity, None)
            }
            (Reach::Member { kind, on, from }, entity_kind) if *kind == entity_kind => {
                visible_from(program, entity, *from)
                    && (on.is_empty() || on.iter().any(|c| related(program, c, entity)))
            }
            _ => false,
        }
    }
}

/// Whether an array could have this key: some string is it, or an argument that a variadic parameter may have taken.
fn is_key(program: &Program, name: &str) -> bool {
    let takes_any = program
        .scopes
        .iter()
        .any(|s| s.params.iter().any(|p| p.variadic));
    program.files.iter().any(|source| {
        source.tree.ids().any(|id| match source.kind(id) {
            Kind::StringContent => source.text(id) == name,
            Kind::Name => {
                takes_any
                    && source.parent_kind(id) == Kind::Argument
                    && source.is_field(id, |f| f.name)
                    && source.text(id) == name
            }
            _ => false,
        })
    })
}

fn visible_from(program: &Program, entity: &Entity, from: Option<ClassId>) -> bool {
    let Some(member) = entity.member.map(|m| program.member(m)) else {
        return true;
    };
    // A trait's members may be anyone's.
    let in_trait = program.class(member.class).kind == crate::entity::ClassKind::Trait;
    match member.visibility {
        Visibility::Public => true,
        Visibility::Protected => from.is_some(),
        Visibility::Private => in_trait || from == Some(member.class),
    }
}

fn related(program: &Program, class: &str, entity: &Entity) -> bool {
    entity.class.is_none_or(|owner| {
        let owner = &program.class(owner).name;
        program.is_a(class, owner)
            || program.is_a(owner, class)
            || program
                .descendants(owner)
                .iter()
                .any(|&d| program.is_a(&program.class(d).name, class))
    })
}
