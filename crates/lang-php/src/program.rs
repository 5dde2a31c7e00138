//! A whole program: its files and everything that they declare.

use crate::builtins::Builtins;
use crate::definitions::Variables;
use crate::entity::{
    Class, ClassId, Entity, EntityId, EntityKind, Member, MemberId, MemberKind, Place, Scope,
    ScopeId, ScopeKind,
};
use crate::file::SourceFile;
use crate::names::{Block, NameKind, key};
use reweave_syntax::NodeId;
use reweave_text::{FileId, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// For each node of a file, where it stands.
#[derive(Default)]
pub struct FileContext {
    pub scope: Vec<ScopeId>,
    /// `u32::MAX` outside classes.
    pub class: Vec<u32>,
    pub block: Vec<u32>,
}

#[derive(Default)]
pub struct Program {
    pub files: Vec<SourceFile>,
    pub contexts: Vec<FileContext>,
    pub entities: Vec<Entity>,
    pub classes: Vec<Class>,
    pub members: Vec<Member>,
    pub scopes: Vec<Scope>,
    pub blocks: Vec<Block>,
    pub(crate) class_names: FxHashMap<Arc<str>, Vec<ClassId>>,
    pub(crate) function_names: FxHashMap<Arc<str>, Vec<EntityId>>,
    pub(crate) constant_names: FxHashMap<Arc<str>, Vec<EntityId>>,
    pub(crate) member_names: FxHashMap<(MemberKind, Arc<str>), Vec<MemberId>>,
    pub(crate) variables: FxHashMap<(ScopeId, Arc<str>), EntityId>,
    pub(crate) namespaces: FxHashMap<String, EntityId>,
    pub(crate) labels: FxHashMap<(ScopeId, String), EntityId>,
    /// Direct subclasses, implementors and users of a trait, by the name in lower case.
    pub(crate) children: FxHashMap<Arc<str>, Vec<ClassId>>,
    pub variables_of: Variables,
    declared: FxHashMap<(Place, EntityKind), EntityId>,
}

impl Program {
    pub fn file(&self, file: FileId) -> &SourceFile {
        &self.files[file.0 as usize]
    }

    pub fn entity(&self, id: EntityId) -> &Entity {
        &self.entities[id.index()]
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    pub fn member(&self, id: MemberId) -> &Member {
        &self.members[id.index()]
    }

    pub fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.index()]
    }

    pub fn scope_at(&self, file: FileId, node: NodeId) -> ScopeId {
        self.contexts[file.0 as usize].scope[node.index()]
    }

    pub fn class_at(&self, file: FileId, node: NodeId) -> Option<ClassId> {
        let class = self.contexts[file.0 as usize].class[node.index()];
        (class != u32::MAX).then_some(ClassId(class))
    }

    pub fn block_at(&self, file: FileId, node: NodeId) -> &Block {
        &self.blocks[self.contexts[file.0 as usize].block[node.index()] as usize]
    }

    /// The class declared under a full name in lower case; the first, where there are several.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.class_names.get(name).map(|ids| ids[0])
    }

    pub fn classes_named(&self, name: &str) -> &[ClassId] {
        self.class_names.get(name).map_or(&[], Vec::as_slice)
    }

    pub fn functions_named(&self, name: &str) -> &[EntityId] {
        self.function_names.get(name).map_or(&[], Vec::as_slice)
    }

    pub fn constants_named(&self, name: &str) -> &[EntityId] {
        self.constant_names.get(name).map_or(&[], Vec::as_slice)
    }

    /// The namespace of this full name, in lower case.
    pub fn namespace(&self, name: &str) -> Option<EntityId> {
        self.namespaces.get(name).copied()
    }

    /// All members of this kind and name, of whatever class.
    pub fn members_named(&self, kind: MemberKind, name: &str) -> &[MemberId] {
        let found = self.member_names.get(&(kind, Arc::from(name)));
        found.map_or(&[], Vec::as_slice)
    }

    /// The full name in lower case of the class that `node`, a name in `file`, stands for; `self` and its kin resolved
    /// as far as the place decides them.
    pub fn class_name_at(&self, file: FileId, node: NodeId) -> Option<Arc<str>> {
        let written = self.file(file).text(node);
        let here = || self.class_at(file, node).map(|c| self.class(c));
        match written.to_ascii_lowercase().as_str() {
            "self" | "static" => return here().map(|c| c.name.clone()),
            "parent" => return here()?.parent.as_ref().map(|p| p.name.clone()),
            _ => {}
        }
        Some(self.resolve_class(file, node, written))
    }

    /// The full name in lower case that `written` would stand for as a class at `node`.
    pub fn resolve_class(&self, file: FileId, node: NodeId, written: &str) -> Arc<str> {
        let offset = self.file(file).span(node).start;
        let names = self
            .block_at(file, node)
            .candidates(NameKind::Class, written, offset);
        Arc::from(names[0].to_ascii_lowercase())
    }

    /// The full name, as php compares it, of the function or constant that `written` stands for at `node`: the first
    /// candidate that is declared, or else the last.
    pub fn resolve(&self, kind: NameKind, file: FileId, node: NodeId, written: &str) -> String {
        let offset = self.file(file).span(node).start;
        let names = self.block_at(file, node).candidates(kind, written, offset);
        let keys = names.iter().map(|n| key(kind, n));
        let declared = |name: &String| match kind {
            NameKind::Class => self.class_names.contains_key(name.as_str()),
            NameKind::Function => self.function_names.contains_key(name.as_str()),
            NameKind::Constant => self.constant_names.contains_key(name.as_str()),
        };
        let mut keys: Vec<String> = keys.collect();
        match keys.iter().position(declared) {
            Some(i) => keys.swap_remove(i),
            None => keys.pop().unwrap_or_default(),
        }
    }

    /// The scope in which the variable `name` of `scope` really lives: through what closures capture, what arrow
    /// functions see, and `global`.
    pub fn home_scope(&self, mut scope: ScopeId, name: &str) -> ScopeId {
        loop {
            let s = self.scope(scope);
            let outward = match s.kind {
                ScopeKind::Arrow => !s.params.iter().any(|p| &*p.name == name),
                ScopeKind::Closure => s.captures.iter().any(|c| &**c == name),
                _ => false,
            };
            if outward && let Some(parent) = s.parent {
                scope = parent;
                continue;
            }
            if s.globals.iter().any(|g| &**g == name) || is_superglobal(name) {
                return ScopeId(0);
            }
            return scope;
        }
    }

    pub(crate) fn add_entity(&mut self, entity: Entity) -> EntityId {
        let id = EntityId(self.entities.len() as u32);
        self.declared.insert((entity.place, entity.kind), id);
        self.entities.push(entity);
        id
    }

    pub(crate) fn new_entity(
        &mut self,
        kind: EntityKind,
        name: &str,
        file: FileId,
        span: Span,
    ) -> EntityId {
        self.add_entity(Entity {
            kind,
            name: name.into(),
            place: Place { file, span },
            member: None,
            class: None,
            scope: None,
        })
    }

    /// The variable of that name, made at its first occurrence.
    pub(crate) fn variable(
        &mut self,
        scope: ScopeId,
        name: &str,
        file: FileId,
        span: Span,
    ) -> EntityId {
        let home = self.home_scope(scope, name);
        let key = (home, Arc::from(name));
        if let Some(&id) = self.variables.get(&key) {
            return id;
        }
        let id = self.new_entity(EntityKind::Variable, name, file, span);
        self.entities[id.index()].scope = Some(home);
        self.variables.insert(key, id);
        id
    }

    pub fn variable_in(&self, scope: ScopeId, name: &str) -> Option<EntityId> {
        let home = self.home_scope(scope, name);
        self.variables.get(&(home, Arc::from(name))).copied()
    }

    /// The entity of that kind whose name stands at the place.
    pub fn declared_at(&self, place: Place, kind: EntityKind) -> Option<EntityId> {
        self.declared.get(&(place, kind)).copied()
    }

    /// Whether php declares a class of this name (in lower case).
    pub fn is_builtin_class(&self, name: &str) -> bool {
        Builtins::get().class(name).is_some()
    }
}

pub fn is_superglobal(name: &str) -> bool {
    matches!(
        name,
        "GLOBALS"
            | "_SERVER"
            | "_GET"
            | "_POST"
            | "_FILES"
            | "_COOKIE"
            | "_SESSION"
            | "_REQUEST"
            | "_ENV"
    )
}
