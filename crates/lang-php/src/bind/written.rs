//! Classes, functions and constants by their written names, imports among them.

use super::Role;
use super::binder::Binder;
use crate::entity::{EntityId, EntityKind};
use crate::grammar::Kind;
use crate::names::NameKind;
use reweave_syntax::NodeId;
use reweave_text::Span;

impl Binder<'_, '_> {
    /// A class, function or constant by its written name.
    pub(super) fn written_name(&mut self, id: NodeId) {
        let source = self.source;
        let Some(parent) = source.parent(id) else {
            return;
        };
        // The parts of a qualified name are looked at with the whole; its last part is what is bound.
        let last = match source.kind(id) {
            Kind::Name => id,
            _ => match source.named(id).last() {
                Some(last) => last,
                None => return,
            },
        };
        let kind = match source.kind(parent) {
            Kind::FunctionCall if source.is_field(id, |f| f.function) => NameKind::Function,
            Kind::BaseClause
            | Kind::ClassInterfaceClause
            | Kind::UseDeclaration
            | Kind::NamedType
            | Kind::ObjectCreation
            | Kind::Attribute
            | Kind::UseAs
            | Kind::UseInsteadOf => NameKind::Class,
            Kind::ScopedCall | Kind::ScopedPropertyAccess if source.is_field(id, |f| f.scope) => {
                NameKind::Class
            }
            Kind::ClassConstantAccess if source.first_named(parent) == Some(id) => NameKind::Class,
            Kind::Binary if source.operator(parent).eq_ignore_ascii_case("instanceof") => {
                NameKind::Class
            }
            Kind::UseClause => {
                self.import(id, last, parent);
                return;
            }
            Kind::Subscript if self.is_bare_key(parent, id) => return,
            kind if is_value_position(kind) => NameKind::Constant,
            _ => return,
        };
        self.bind_name(kind, id, last);
    }

    /// `"$a[key]"`: a string, not a constant.
    fn is_bare_key(&self, subscript: NodeId, id: NodeId) -> bool {
        let in_string = matches!(
            self.source.parent_kind(subscript),
            Kind::EncapsedString | Kind::HeredocBody | Kind::ShellCommand
        );
        let start = self.source.span(subscript).start as usize;
        let braced = start > 0 && self.source.text.as_bytes()[start - 1] == b'{';
        in_string && !braced && self.source.first_named(subscript) != Some(id)
    }

    fn bind_name(&mut self, kind: NameKind, id: NodeId, last: NodeId) {
        let source = self.source;
        let written = source.text(id);
        let span = source.span(last);
        let lower = written.to_ascii_lowercase();
        match kind {
            NameKind::Class => {
                if matches!(lower.as_str(), "self" | "static" | "parent") {
                    self.keyword_class(id);
                    return;
                }
                if crate::types::primitive(written).is_some()
                    && source.parent_kind(id) == Kind::NamedType
                {
                    return;
                }
                self.class_name(id, span, written, Role::Reference);
            }
            NameKind::Function => {
                let is_word = matches!(
                    lower.as_str(),
                    "isset" | "empty" | "eval" | "unset" | "exit" | "die" | "list" | "array"
                );
                if !is_word {
                    self.global_name(kind, id, span);
                }
            }
            NameKind::Constant => {
                let is_word = matches!(
                    lower.as_str(),
                    "true" | "false" | "null" | "parent" | "self" | "static"
                );
                if !is_word && !self.magic_constant(id, &lower) {
                    self.global_name(kind, id, span);
                }
            }
        }
    }

    /// A function or constant, in its namespace or of all.
    fn global_name(&mut self, kind: NameKind, id: NodeId, span: Span) {
        let written = self.source.text(id);
        if let Some(alias) = self.alias(kind, id, written) {
            self.push(id, span, Role::Reference, EntityKind::Alias)
                .targets = vec![alias];
            return;
        }
        let name = self.program.resolve(kind, self.file, id, written);
        let (entity_kind, found) = if kind == NameKind::Function {
            (EntityKind::Function, self.program.functions_named(&name))
        } else {
            (EntityKind::Constant, self.program.constants_named(&name))
        };
        let occurrence = self.push(id, span, Role::Reference, entity_kind);
        occurrence.outside = found.is_empty();
        occurrence.targets = found.to_vec();
    }

    /// The alias that an unqualified name was imported under.
    fn alias(&self, kind: NameKind, id: NodeId, written: &str) -> Option<EntityId> {
        if written.contains('\\') {
            return None;
        }
        let block = self.program.block_at(self.file, id);
        block
            .imported(kind, written, self.source.span(id).start)
            .and_then(|i| i.alias)
    }

    /// A class name; also from doc comments, where `written` stands at `span`.
    pub(super) fn class_name(&mut self, at: NodeId, span: Span, written: &str, role: Role) {
        if let Some(alias) = self.alias(NameKind::Class, at, written) {
            self.push(at, span, role, EntityKind::Alias).targets = vec![alias];
            return;
        }
        let name = self.program.resolve_class(self.file, at, written);
        let classes = self.program.classes_named(&name);
        let targets: Vec<EntityId> = classes
            .iter()
            .map(|&c| self.program.class(c).entity)
            .collect();
        let occurrence = self.push(at, span, role, EntityKind::Class);
        occurrence.outside = targets.is_empty();
        occurrence.targets = targets;
    }

    pub(super) fn keyword_class(&mut self, id: NodeId) {
        if self.source.text(id).eq_ignore_ascii_case("static") {
            return;
        }
        let name = self.program.class_name_at(self.file, id);
        let classes = name.map_or_else(Vec::new, |n| self.program.classes_named(&n).to_vec());
        let targets: Vec<EntityId> = classes
            .iter()
            .map(|&c| self.program.class(c).entity)
            .collect();
        let occurrence = self.push(id, self.source.span(id), Role::Keyword, EntityKind::Class);
        occurrence.outside = targets.is_empty();
        occurrence.targets = targets;
    }

    /// `__CLASS__` and its kin mean what they stand in.
    fn magic_constant(&mut self, id: NodeId, name: &str) -> bool {
        let class = self.program.class_at(self.file, id);
        let class = class.map(|c| self.program.class(c).entity);
        let scope = self.program.scope(self.program.scope_at(self.file, id));
        let (kind, targets) = match name {
            "__class__" | "__trait__" => (EntityKind::Class, class.into_iter().collect()),
            "__method__" => (
                EntityKind::Method,
                class.into_iter().chain(scope.entity).collect(),
            ),
            "__function__" => (
                EntityKind::Function,
                scope.entity.into_iter().collect::<Vec<_>>(),
            ),
            "__line__" | "__file__" | "__dir__" | "__namespace__" => return true,
            _ => return false,
        };
        let occurrence = self.push(id, self.source.span(id), Role::Keyword, kind);
        occurrence.outside = targets.is_empty();
        occurrence.targets = targets;
        true
    }

    /// The imported name in a `use` statement.
    fn import(&mut self, id: NodeId, last: NodeId, clause: NodeId) {
        let source = self.source;
        let Some(statement) = source.ancestor(clause, &[Kind::UseStatement]) else {
            return;
        };
        let mut full = source.text(id).trim_start_matches('\\').to_owned();
        if let Some(prefix) = source.child(statement, Kind::NamespaceName) {
            full = format!("{}\\{full}", source.text(prefix).trim_start_matches('\\'));
        }
        let word = source
            .field(clause, |f| f.r#type)
            .or_else(|| source.field(statement, |f| f.r#type));
        let word = word.map_or("", |w| source.text(w)).to_ascii_lowercase();
        let (kind, targets) = match word.as_str() {
            "function" => {
                let key = crate::names::key(NameKind::Function, &full);
                (
                    EntityKind::Function,
                    self.program.functions_named(&key).to_vec(),
                )
            }
            "const" => {
                let key = crate::names::key(NameKind::Constant, &full);
                (
                    EntityKind::Constant,
                    self.program.constants_named(&key).to_vec(),
                )
            }
            _ => {
                let lower = full.to_ascii_lowercase();
                if let Some(&namespace) = self.program.namespaces.get(&lower)
                    && self.program.classes_named(&lower).is_empty()
                {
                    (EntityKind::Namespace, vec![namespace])
                } else {
                    let classes = self.program.classes_named(&lower).iter();
                    (
                        EntityKind::Class,
                        classes.map(|&c| self.program.class(c).entity).collect(),
                    )
                }
            }
        };
        let occurrence = self.push(id, source.span(last), Role::Reference, kind);
        occurrence.outside = targets.is_empty();
        occurrence.targets = targets;
    }
}

/// Whether a bare name under a node of this kind is a constant's.
fn is_value_position(parent: Kind) -> bool {
    !matches!(
        parent,
        Kind::Attribute
            | Kind::ClassDeclaration
            | Kind::ClosureUse
            | Kind::FormalParameters
            | Kind::GlobalDeclaration
            | Kind::MemberAccess
            | Kind::MemberCall
            | Kind::NamedType
            | Kind::NamespaceDefinition
            | Kind::PropertyHook
            | Kind::UseStatement
    )
}
