//! Name binding: every place where a name stands, and what it means there.

use crate::entity::{EntityId, EntityKind, MemberKind, Place, ScopeId};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::infer::Infer;
use crate::names::NameKind;
use crate::program::{Program, is_superglobal};
use crate::types::Type;
use crate::variables::{VariableRole, role};
use reweave_syntax::NodeId;
use reweave_text::{FileId, Span};
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
    labels_and_namespaces(program, &mut out);
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

fn labels_and_namespaces(program: &mut Program, out: &mut Bindings) {
    for f in 0..program.files.len() {
        let file = FileId(f as u32);
        let source = program.files[f].clone();
        for id in source.tree.ids() {
            match source.kind(id) {
                Kind::NamedLabel => {
                    if let Some(name) = source.child(id, Kind::Name) {
                        let key = (program.scope_at(file, id), source.text(name).to_owned());
                        if !program.labels.contains_key(&key) {
                            let entity = program.new_entity(
                                EntityKind::Label,
                                &key.1,
                                file,
                                source.span(name),
                            );
                            program.entities[entity.index()].scope = Some(key.0);
                            program.labels.insert(key, entity);
                        }
                    }
                }
                Kind::NamespaceName => namespace_segments(program, file, &source, id, out),
                _ => {}
            }
        }
    }
}

/// Each part of `A\B` before the last is a namespace of its own.
fn namespace_segments(
    program: &mut Program,
    file: FileId,
    source: &SourceFile,
    id: NodeId,
    out: &mut Bindings,
) {
    let parent = source.parent(id);
    let parent_kind = source.parent_kind(id);
    let in_use = source.ancestor(id, &[Kind::UseStatement]);
    let mut path = String::new();
    // The group's own prefix comes before what its clauses write.
    if let Some(statement) = in_use
        && parent != Some(statement)
        && let Some(prefix) = source.child(statement, Kind::NamespaceName)
    {
        source
            .text(prefix)
            .to_ascii_lowercase()
            .clone_into(&mut path);
    }
    let absolute = matches!(parent_kind, Kind::NamespaceDefinition | Kind::UseStatement)
        || in_use.is_some()
        || parent.is_some_and(|p| source.text(p).starts_with('\\'));
    let mut first = !absolute;
    for name in source.named(id).collect::<Vec<_>>() {
        let text = source.text(name);
        let mut alias = None;
        if first {
            first = false;
            let block = program.block_at(file, name);
            let import = block.imported(NameKind::Class, text, source.span(name).start);
            match import {
                Some(import) => {
                    alias = import.alias;
                    path = import.target.to_ascii_lowercase();
                }
                None => path = block.qualify(text).to_ascii_lowercase(),
            }
            if parent_kind == Kind::RelativeName {
                path = program
                    .block_at(file, name)
                    .qualify(text)
                    .to_ascii_lowercase();
                alias = None;
            }
        } else if path.is_empty() {
            path = text.to_ascii_lowercase();
        } else {
            path = format!("{path}\\{}", text.to_ascii_lowercase());
        }
        let place = Place {
            file,
            span: source.span(name),
        };
        let declares = parent_kind == Kind::NamespaceDefinition;
        let target = alias.unwrap_or_else(|| {
            *program.namespaces.entry(path.clone()).or_insert_with(|| {
                program.entities.push(crate::entity::Entity {
                    kind: EntityKind::Namespace,
                    name: text.into(),
                    place,
                    member: None,
                    class: None,
                    scope: None,
                });
                EntityId(program.entities.len() as u32 - 1)
            })
        });
        out.occurrences.push(Occurrence {
            place,
            node: name,
            role: if declares {
                Role::Declaration
            } else {
                Role::Reference
            },
            kind: if alias.is_some() {
                EntityKind::Alias
            } else {
                EntityKind::Namespace
            },
            targets: vec![target],
            open: false,
            inaccessible: false,
            outside: false,
        });
    }
}

pub(crate) struct Binder<'a, 'p> {
    program: &'p Program,
    infer: &'a Infer<'p>,
    file: FileId,
    source: &'p SourceFile,
    out: &'a mut Bindings,
    /// Occurrences of properties that no class declares.
    undeclared: &'a mut Vec<usize>,
}

impl Binder<'_, '_> {
    fn node(&mut self, id: NodeId) {
        match self.source.kind(id) {
            Kind::Variable => self.variable(id),
            Kind::DynamicVariable => self.interpolated(id),
            Kind::Name => self.name(id),
            Kind::QualifiedName | Kind::RelativeName => self.written_name(id),
            Kind::RelativeScope => self.keyword_class(id),
            Kind::Comment => crate::bind_docs::comment(self, id),
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

    /// `new` means a constructor, which may be private; `new static` that of any subclass.
    fn constructor(&mut self, id: NodeId) {
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

    fn push(&mut self, node: NodeId, span: Span, role: Role, kind: EntityKind) -> &mut Occurrence {
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
                if parent == Kind::PromotedParameter
                    || grand == Kind::PromotedParameter && parent == Kind::ByRef
                {
                    self.declaration(name, EntityKind::Property);
                }
                let occurrence = self.push(id, span, role, EntityKind::Variable);
                occurrence.targets.extend(target);
            }
        }
    }

    /// `"${name}"`.
    fn interpolated(&mut self, id: NodeId) {
        if let Some(name) = crate::dynamic::interpolated(self.source, id) {
            let scope = self.program.scope_at(self.file, id);
            let target = self.program.variable_in(scope, self.source.text(name));
            let span = self.source.span(name);
            let occurrence = self.push(id, span, Role::Reference, EntityKind::Variable);
            occurrence.targets.extend(target);
        }
    }

    /// The name at which a class, function or member is declared.
    fn declaration(&mut self, name: NodeId, kind: EntityKind) {
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

    fn on_object(&mut self, id: NodeId, access: NodeId, kind: MemberKind) {
        if let Some(object) = self.source.field(access, |f| f.object) {
            let ty = self.infer.expression(self.file, object);
            self.member(id, self.source.span(id), kind, &ty);
        }
    }

    fn after_scope(&mut self, id: NodeId, access: NodeId) {
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
    fn trait_rule(&mut self, id: NodeId, rule: NodeId) {
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
    fn member(&mut self, node: NodeId, span: Span, kind: MemberKind, ty: &Type) {
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

    fn named_argument(&mut self, id: NodeId, argument: NodeId) {
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

    /// A class, function or constant by its written name.
    fn written_name(&mut self, id: NodeId) {
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
                if matches!(
                    lower.as_str(),
                    "isset" | "empty" | "eval" | "unset" | "exit" | "die" | "list" | "array"
                ) {
                    return;
                }
                if let Some(alias) = self.alias(kind, id, written) {
                    self.push(id, span, Role::Reference, EntityKind::Alias)
                        .targets = vec![alias];
                    return;
                }
                let name = self.program.resolve(kind, self.file, id, written);
                let targets = self.program.functions_named(&name).to_vec();
                let occurrence = self.push(id, span, Role::Reference, EntityKind::Function);
                occurrence.outside = targets.is_empty();
                occurrence.targets = targets;
            }
            NameKind::Constant => {
                if lower.starts_with("__") && self.magic_constant(id, &lower) {
                    return;
                }
                if matches!(
                    lower.as_str(),
                    "true" | "false" | "null" | "parent" | "self" | "static"
                ) {
                    return;
                }
                if let Some(alias) = self.alias(kind, id, written) {
                    self.push(id, span, Role::Reference, EntityKind::Alias)
                        .targets = vec![alias];
                    return;
                }
                let name = self.program.resolve(kind, self.file, id, written);
                let targets = self.program.constants_named(&name).to_vec();
                let occurrence = self.push(id, span, Role::Reference, EntityKind::Constant);
                occurrence.outside = targets.is_empty();
                occurrence.targets = targets;
            }
        }
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
    pub(crate) fn class_name(&mut self, at: NodeId, span: Span, written: &str, role: Role) {
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

    fn keyword_class(&mut self, id: NodeId) {
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

    pub(crate) fn doc_variable(&mut self, at: NodeId, span: Span, scope: ScopeId) {
        let name = span.text(&self.source.text);
        let target = self.program.variable_in(scope, name);
        self.push(at, span, Role::Doc, EntityKind::Variable)
            .targets
            .extend(target);
    }

    pub(crate) fn source(&self) -> &SourceFile {
        self.source
    }

    pub(crate) fn program(&self) -> &Program {
        self.program
    }

    pub(crate) const fn file(&self) -> FileId {
        self.file
    }
}

/// Functions that look at the class they are called from.
const ASKING: &[&str] = &[
    "array_map",
    "array_filter",
    "array_walk",
    "call_user_func",
    "call_user_func_array",
    "constant",
    "defined",
    "forward_static_call",
    "forward_static_call_array",
    "get_class_methods",
    "get_class_vars",
    "get_mangled_object_vars",
    "get_object_vars",
    "is_callable",
    "iterator_apply",
    "method_exists",
    "preg_replace_callback",
    "property_exists",
    "uasort",
    "uksort",
    "usort",
];

/// The token of an expression whose meaning depends on the class it stands in without naming it.
fn scope_sensitive(source: &SourceFile, id: NodeId) -> Option<Span> {
    let computed = |field: Option<NodeId>| {
        field
            .filter(|&n| source.kind(n) != Kind::Name)
            .map(|n| source.span(n))
    };
    match source.kind(id) {
        Kind::FunctionCall => {
            let function = source.field(id, |f| f.function)?;
            let arguments = source.field(id, |f| f.arguments)?;
            let name = source
                .text(function)
                .trim_start_matches('\\')
                .to_ascii_lowercase();
            let bare = source.first_named(arguments).is_none();
            let asks = ASKING.contains(&name.as_str())
                || bare && matches!(name.as_str(), "get_class" | "get_parent_class");
            let open = source.span(arguments).start;
            asks.then(|| Span::new(open, open + 1))
        }
        Kind::Foreach => source.tree.children(id).next().map(|t| source.span(t)),
        Kind::Clone => source.tree.children(id).next().map(|t| source.span(t)),
        Kind::MemberAccess
        | Kind::MemberCall
        | Kind::NullsafeMemberAccess
        | Kind::NullsafeMemberCall => computed(source.field(id, |f| f.name)),
        _ => None,
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
