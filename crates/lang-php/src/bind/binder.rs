//! What looks at each node of a file: variables and the names of declarations are bound here, the rest is handed on.

use super::asking::scope_sensitive;
use super::{Bindings, Occurrence, Role};
use crate::entity::{EntityKind, MemberKind, Place, ScopeId};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::infer::Infer;
use crate::program::{Program, is_superglobal};
use crate::variables::{VariableRole, role};
use reweave_syntax::NodeId;
use reweave_text::{FileId, Span};

pub(super) struct Binder<'a, 'p> {
    pub(super) program: &'p Program,
    pub(super) infer: &'a Infer<'p>,
    pub(super) file: FileId,
    pub(super) source: &'p SourceFile,
    pub(super) out: &'a mut Bindings,
    /// Occurrences of properties that no class declares.
    pub(super) undeclared: &'a mut Vec<usize>,
}

impl Binder<'_, '_> {
    pub(super) fn node(&mut self, id: NodeId) {
        match self.source.kind(id) {
            Kind::Variable => self.variable(id),
            Kind::DynamicVariable => self.interpolated(id),
            Kind::Name => self.name(id),
            Kind::QualifiedName | Kind::RelativeName => self.written_name(id),
            Kind::RelativeScope => self.keyword_class(id),
            Kind::Comment => self.comment(id),
            Kind::Subscript => self.globals_key(id),
            Kind::ObjectCreation => self.constructor(id),
            _ => {}
        }
        if let Some(span) = scope_sensitive(self.source, id) {
            self.enclosing_class(id, span);
        }
    }

    /// What php answers here depends on the class that the code stands in.
    fn enclosing_class(&mut self, id: NodeId, span: Span) {
        if let Some(class) = self.program.class_at(self.file, id) {
            let entity = self.program.class(class).entity;
            self.push(id, span, Role::Keyword, EntityKind::Class)
                .targets = vec![entity];
        }
    }

    pub(super) fn push(
        &mut self,
        node: NodeId,
        span: Span,
        role: Role,
        kind: EntityKind,
    ) -> &mut Occurrence {
        self.out.occurrences.push(Occurrence {
            place: Place {
                file: self.file,
                span,
            },
            node,
            role,
            kind,
            targets: Vec::new(),
            open: false,
            inaccessible: false,
            outside: false,
        });
        self.out.occurrences.last_mut().expect("just pushed")
    }

    fn variable(&mut self, id: NodeId) {
        let Some(name) = self.source.child(id, Kind::Name) else {
            return;
        };
        let span = self.source.span(name);
        match role(self.source, id) {
            VariableRole::This => {}
            VariableRole::PropertyDeclaration => self.declaration(name, EntityKind::Property),
            VariableRole::StaticProperty => {
                let parent = self.source.parent(id);
                if let Some(scope) = parent.and_then(|p| self.source.field(p, |f| f.scope)) {
                    let ty = self.infer.scope_type(self.file, scope);
                    self.member(id, span, MemberKind::Property, &ty);
                }
            }
            VariableRole::Variable => {
                let text = self.source.text(name);
                let scope = self.program.scope_at(self.file, id);
                let target = self.program.variable_in(scope, text);
                if is_superglobal(text) {
                    return;
                }
                let parent = self.source.parent_kind(id);
                let grand = self
                    .source
                    .parent(id)
                    .map_or(Kind::Other, |p| self.source.parent_kind(p));
                let is_param = matches!(
                    parent,
                    Kind::SimpleParameter | Kind::VariadicParameter | Kind::PromotedParameter
                ) || (parent == Kind::ByRef && grand == Kind::PromotedParameter);
                let role = if is_param {
                    Role::Declaration
                } else {
                    Role::Reference
                };
                if is_param && [parent, grand].contains(&Kind::PromotedParameter) {
                    self.declaration(name, EntityKind::Property);
                }
                let occurrence = self.push(id, span, role, EntityKind::Variable);
                occurrence.targets.extend(target);
            }
        }
    }

    /// `"${name}"`.
    fn interpolated(&mut self, id: NodeId) {
        if let Some(name) = crate::variables::interpolated(self.source, id) {
            let scope = self.program.scope_at(self.file, id);
            let target = self.program.variable_in(scope, self.source.text(name));
            let span = self.source.span(name);
            let occurrence = self.push(id, span, Role::Reference, EntityKind::Variable);
            occurrence.targets.extend(target);
        }
    }

    /// The name at which a class, function or member is declared.
    pub(super) fn declaration(&mut self, name: NodeId, kind: EntityKind) {
        let span = self.source.span(name);
        let place = Place {
            file: self.file,
            span,
        };
        let found = self.program.declared_at(place, kind);
        let occurrence = self.push(name, span, Role::Declaration, kind);
        occurrence.targets.extend(found);
    }

    /// `$GLOBALS['x']` is the global `$x`.
    fn globals_key(&mut self, id: NodeId) {
        let mut parts = self.source.named(id);
        let (Some(array), Some(key)) = (parts.next(), parts.next()) else {
            return;
        };
        if self.source.text(array) != "$GLOBALS" {
            return;
        }
        if let Some(name) = self.source.string_value(key) {
            let start = self.source.span(key).start + 1;
            let span = Span::new(start, start + name.len() as u32);
            let target = self.program.variable_in(ScopeId(0), name);
            let occurrence = self.push(key, span, Role::Reference, EntityKind::Variable);
            occurrence.outside = target.is_none();
            occurrence.targets.extend(target);
        }
    }

    fn name(&mut self, id: NodeId) {
        let source = self.source;
        let Some(parent) = source.parent(id) else {
            return;
        };
        let span = source.span(id);
        match source.kind(parent) {
            Kind::Variable
            | Kind::DynamicVariable
            | Kind::NamespaceName
            | Kind::QualifiedName
            | Kind::RelativeName
            | Kind::Error => {}
            Kind::ClassDeclaration
            | Kind::InterfaceDeclaration
            | Kind::TraitDeclaration
            | Kind::EnumDeclaration => {
                self.declaration(id, EntityKind::Class);
            }
            Kind::FunctionDefinition => self.declaration(id, EntityKind::Function),
            Kind::MethodDeclaration => self.declaration(id, EntityKind::Method),
            Kind::EnumCase if source.is_field(id, |f| f.name) => {
                self.declaration(id, EntityKind::ClassConstant);
            }
            Kind::ConstElement if source.child(parent, Kind::Name) == Some(id) => {
                let in_class = self.program.class_at(self.file, id).is_some();
                self.declaration(
                    id,
                    if in_class {
                        EntityKind::ClassConstant
                    } else {
                        EntityKind::Constant
                    },
                );
            }
            Kind::Goto | Kind::NamedLabel => {
                let key = (
                    self.program.scope_at(self.file, id),
                    source.text(id).to_owned(),
                );
                let target = self.program.labels.get(&key).copied();
                let role = if source.kind(parent) == Kind::NamedLabel {
                    Role::Declaration
                } else {
                    Role::Reference
                };
                let occurrence = self.push(id, span, role, EntityKind::Label);
                occurrence.targets.extend(target);
            }
            Kind::MemberAccess | Kind::NullsafeMemberAccess if source.is_field(id, |f| f.name) => {
                self.on_object(id, parent, MemberKind::Property);
            }
            Kind::MemberCall | Kind::NullsafeMemberCall if source.is_field(id, |f| f.name) => {
                self.on_object(id, parent, MemberKind::Method);
            }
            Kind::ScopedCall if source.is_field(id, |f| f.name) => {
                if let Some(scope) = source.field(parent, |f| f.scope) {
                    let ty = self.infer.scope_type(self.file, scope);
                    self.member(id, span, MemberKind::Method, &ty);
                }
            }
            Kind::ClassConstantAccess if source.named(parent).nth(1) == Some(id) => {
                self.after_scope(id, parent);
            }
            Kind::UseAs | Kind::UseInsteadOf => self.trait_rule(id, parent),
            Kind::Argument if source.is_field(id, |f| f.name) => self.named_argument(id, parent),
            Kind::UseClause if source.is_field(id, |f| f.alias) => {
                self.declaration(id, EntityKind::Alias);
            }
            _ => self.written_name(id),
        }
    }
}
