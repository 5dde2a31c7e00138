//! Members by the type that they are named on: methods, properties, class constants, constructors, parameters by name.

use super::Role;
use super::binder::Binder;
use crate::entity::{EntityId, EntityKind, MemberKind};
use crate::grammar::Kind;
use crate::types::Type;
use reweave_syntax::NodeId;
use reweave_text::Span;

impl Binder<'_, '_> {
    /// `new` means a constructor, which may be private; `new static` that of any subclass.
    pub(super) fn constructor(&mut self, id: NodeId) {
        let source = self.source;
        let Some(word) = source.tree.children(id).next() else {
            return;
        };
        let ty = self.infer.expression(self.file, id);
        let from = self.program.class_at(self.file, id);
        let (mut targets, mut inaccessible) = (Vec::new(), false);
        for (class, exact) in ty.objects() {
            let key = "__construct";
            let found = self
                .program
                .lookup(class, MemberKind::Method, key, from, exact);
            inaccessible |= found.inaccessible;
            targets.extend(found.members);
            if !exact {
                for below in self.program.descendants(class) {
                    let own = self.program.own_member(below, MemberKind::Method, key);
                    inaccessible |= own.is_some_and(|m| !self.program.accessible(m, below, from));
                    targets.extend(own);
                }
            }
        }
        let mut entities: Vec<EntityId> = targets
            .iter()
            .map(|&m| self.program.member(m).entity)
            .collect();
        entities.sort_unstable();
        entities.dedup();
        let occurrence = self.push(id, source.span(word), Role::Keyword, EntityKind::Method);
        occurrence.targets = entities;
        occurrence.inaccessible = inaccessible;
    }

    pub(super) fn on_object(&mut self, id: NodeId, access: NodeId, kind: MemberKind) {
        if let Some(object) = self.source.field(access, |f| f.object) {
            let ty = self.infer.expression(self.file, object);
            self.member(id, self.source.span(id), kind, &ty);
        }
    }

    pub(super) fn after_scope(&mut self, id: NodeId, access: NodeId) {
        let source = self.source;
        let Some(scope) = source.first_named(access) else {
            return;
        };
        let span = source.span(id);
        if matches!(source.parent_kind(access), Kind::UseAs | Kind::UseInsteadOf) {
            let ty = self.infer.scope_type(self.file, scope);
            self.member(id, span, MemberKind::Method, &ty);
        } else if !source.text(id).eq_ignore_ascii_case("class") {
            let ty = self.infer.scope_type(self.file, scope);
            self.member(id, span, MemberKind::Constant, &ty);
        }
    }

    /// `m as n`, and the traits behind `insteadof`.
    pub(super) fn trait_rule(&mut self, id: NodeId, rule: NodeId) {
        if self.source.kind(rule) == Kind::UseInsteadOf && self.source.first_named(rule) != Some(id)
        {
            self.written_name(id);
        } else if self.source.first_named(rule) == Some(id) {
            let class = self.program.class_at(self.file, id);
            let mut ty = Type::default();
            for used in class
                .into_iter()
                .flat_map(|c| &self.program.class(c).traits)
            {
                ty.add(Type::object(used.name.clone(), true));
            }
            self.member(id, self.source.span(id), MemberKind::Method, &ty);
        } else {
            self.declaration(id, EntityKind::Method);
        }
    }

    /// A member named on a type.
    pub(super) fn member(&mut self, node: NodeId, span: Span, kind: MemberKind, ty: &Type) {
        let name = span.text(&self.source.text);
        let key = crate::collect::member_key(kind, name);
        let from = self.program.class_at(self.file, node);
        let mut targets = Vec::new();
        let mut open = ty.open;
        let mut outside = false;
        let mut inaccessible = false;
        let mut missing = false;
        for (class, exact) in ty.objects() {
            let found = self.program.lookup(class, kind, &key, from, exact);
            open |= found.unknown && found.members.is_empty();
            outside |= found.builtin;
            inaccessible |= found.inaccessible;
            missing |= found.members.is_empty() && !found.builtin && !found.unknown;
            targets.extend(found.members.iter().map(|&m| self.program.member(m).entity));
            if found.members.is_empty() || found.below {
                targets.extend(found.magic.iter().map(|&m| self.program.member(m).entity));
            }
        }
        targets.sort_unstable();
        targets.dedup();
        let entity_kind = match kind {
            MemberKind::Method => EntityKind::Method,
            MemberKind::Property => EntityKind::Property,
            MemberKind::Constant => EntityKind::ClassConstant,
        };
        let index = self.out.occurrences.len();
        let occurrence = self.push(node, span, Role::Reference, entity_kind);
        // `__get` is no other spelling of the name that it stands in for.
        occurrence.outside = outside || (missing && targets.is_empty());
        occurrence.targets = targets;
        occurrence.open = open;
        occurrence.inaccessible = inaccessible;
        if kind == MemberKind::Property && missing {
            self.undeclared.push(index);
        }
    }

    pub(super) fn named_argument(&mut self, id: NodeId, argument: NodeId) {
        let source = self.source;
        let call = source.parent(argument).and_then(|list| source.parent(list));
        let Some(call) = call else {
            return;
        };
        let callees = self.infer.callees(self.file, call);
        let name = source.text(id);
        let mut targets = Vec::new();
        for scope in &callees.scopes {
            let has = self
                .program
                .scope(*scope)
                .params
                .iter()
                .any(|p| &*p.name == name);
            if has {
                targets.extend(self.program.variable_in(*scope, name));
            }
        }
        let occurrence = self.push(id, source.span(id), Role::Reference, EntityKind::Variable);
        occurrence.open = callees.open;
        occurrence.outside = targets.is_empty();
        occurrence.targets = targets;
    }
}
