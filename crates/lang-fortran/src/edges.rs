//! The semantic edges of a program: N from each name to its declaration, T from a name that is undeclared, or not yet
//! declared, to the type its first letter gives it, C and D of each procedure ([`crate::flow`]).

use crate::ast::StmtKind;
use crate::flow;
use crate::program::{GLOBAL, Program};
use crate::table::{EntityId, EntityKind, Flags, StmtId, role};
use reweave_preserve::{EdgeKind, Model, Node};
use reweave_text::{Interner, Sources};
use rustc_hash::FxHashMap;

/// From a name that nothing above declares to the type that IMPLICIT gives it.
pub const IMPLICIT_TYPE: EdgeKind = match EdgeKind::new('T') {
    Some(kind) => kind,
    None => EdgeKind::NAME,
};

impl Program {
    pub fn model(&self, sources: &Sources, names: &Interner) -> Model {
        let mut model = Model::new();
        self.name_edges(sources, names, &mut model);
        flow::edges(self, names, &mut model);
        model
    }

    fn name_edges(&self, sources: &Sources, names: &Interner, model: &mut Model) {
        let typed = self.typed();
        for o in &self.occurrences {
            let from = Node::text(o.file, o.span);
            let to = self.declaration(names, o.entity);
            if from != to {
                model.add(from, EdgeKind::NAME, to);
            }
            // Whoever uses an alias depends on what it stands for.
            if self.entity(o.entity).kind == EntityKind::Alias && o.role & role::DECLARE == 0 {
                model.add(
                    from,
                    EdgeKind::NAME,
                    self.declaration(names, self.real(o.entity)),
                );
            }
            // A bound that is read before its type is given must have that type already.
            let early = || {
                let here = self.placed(o.stmt).scope;
                let is = o.role & role::DECLARE == 0
                    && typed.get(&o.entity).is_some_and(|&given| o.stmt < given)
                    && self.is_within(here, self.entity(o.entity).scope);
                is.then(|| self.letter_word(sources, names, o.entity))
                    .flatten()
            };
            let ty = self.implicit_word(sources, names, o.entity);
            if let Some(ty) = ty.or_else(early) {
                model.add(from, IMPLICIT_TYPE, Node::Outside(names.intern(&ty)));
            }
        }
    }

    /// The declaration that gives a variable or function its type.
    fn typed(&self) -> FxHashMap<EntityId, StmtId> {
        let mut typed = FxHashMap::default();
        for o in self
            .occurrences
            .iter()
            .filter(|o| o.role & role::DECLARE != 0)
        {
            let kind = self.entity(o.entity).kind;
            if matches!(kind, EntityKind::Variable | EntityKind::Procedure)
                && matches!(self.stmt(o.stmt).kind, StmtKind::Declaration(_))
            {
                let first = typed.entry(o.entity).or_insert(o.stmt);
                *first = o.stmt.min(*first);
            }
        }
        typed
    }

    /// The node that stands for an entity.
    pub fn declaration(&self, names: &Interner, entity: EntityId) -> Node {
        let leader = self.entity(self.leader(entity));
        let text = names.text(leader.name);
        let outside = |sort: &str| Node::Outside(names.intern(&format!("{sort} {text}")));
        match leader.kind {
            EntityKind::Intrinsic if leader.flags.has(Flags::OF_LANGUAGE) => outside("intrinsic"),
            EntityKind::Missing => outside("missing"),
            EntityKind::Procedure
                if leader.scope == GLOBAL && !leader.flags.has(Flags::DEFINED) =>
            {
                outside("external")
            }
            _ => match leader.decl {
                Some((file, span)) => Node::text(file, span),
                None => outside("undeclared"),
            },
        }
    }

    /// `implicit real` for what only its first letter types.
    pub fn implicit_word(
        &self,
        sources: &Sources,
        names: &Interner,
        entity: EntityId,
    ) -> Option<String> {
        let e = self.entity(entity);
        let typed = match e.kind {
            EntityKind::Variable => e.flags.has(Flags::TYPED),
            EntityKind::Procedure => {
                !e.flags.has(Flags::FUNCTION) || self.type_of(entity).is_some()
            }
            _ => true,
        };
        if typed || e.result.is_some() {
            return None;
        }
        self.letter_word(sources, names, entity)
    }

    /// `implicit real`, by the first letter.
    fn letter_word(&self, sources: &Sources, names: &Interner, entity: EntityId) -> Option<String> {
        let e = self.entity(entity);
        let scope = e.body.unwrap_or(e.scope);
        if let Some(rule) = self.implicit_type(names, scope, e.name) {
            let text = rule.span.text(sources.text(rule.file)).to_ascii_lowercase();
            return Some(format!(
                "implicit {}",
                text.split_whitespace().collect::<String>()
            ));
        }
        if self.is_implicit_none(scope) {
            return None;
        }
        let integer = matches!(names.text(e.name).bytes().next(), Some(b'i'..=b'n'));
        Some(format!(
            "implicit {}",
            if integer { "integer" } else { "real" }
        ))
    }
}
