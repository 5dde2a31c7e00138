//! From a file's tree to its declarations, in one pass in preorder.

use crate::entity::{
    Class, ClassId, ClassKind, ClassRef, Entity, EntityId, EntityKind, Member, MemberId,
    MemberKind, Param, Place, Scope, ScopeId, ScopeKind, TraitRule, Visibility,
};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::names::{Block, Import, NameKind, is_name, key};
use crate::program::{FileContext, Program};
use reweave_syntax::NodeId;
use reweave_text::FileId;
use std::sync::Arc;

pub(crate) fn file(program: &mut Program, file: FileId) {
    let source = program.file(file).clone();
    // Files that include each other share their global variables.
    if program.scopes.is_empty() {
        let global = scope(ScopeKind::Global, file, NodeId::ROOT);
        program.scopes.push(global);
    }
    program.blocks.push(Block::default());
    let mut walk = Collector {
        file,
        source: &source,
        open: Vec::new(),
        scope: ScopeId(0),
        class: u32::MAX,
        block: program.blocks.len() as u32 - 1,
        program,
    };
    let context = walk.run();
    walk.program.contexts.push(context);
    headings(program, file, &source);
}

fn scope(kind: ScopeKind, file: FileId, node: NodeId) -> Scope {
    Scope {
        kind,
        file,
        node,
        parent: None,
        class: None,
        entity: None,
        params: Vec::new(),
        returns: None,
        captures: Vec::new(),
        globals: Vec::new(),
    }
}

/// What to go back to behind the end of a subtree.
struct Outer {
    end: NodeId,
    scope: ScopeId,
    class: u32,
    block: u32,
}

struct Collector<'a> {
    program: &'a mut Program,
    file: FileId,
    source: &'a SourceFile,
    open: Vec<Outer>,
    scope: ScopeId,
    class: u32,
    block: u32,
}

impl Collector<'_> {
    fn run(&mut self) -> FileContext {
        let mut context = FileContext::default();
        let mut pending: Vec<(NodeId, ClassId)> = Vec::new();
        for id in self.source.tree.ids() {
            while self.open.last().is_some_and(|o| o.end <= id) {
                let outer = self.open.pop().expect("just seen");
                (self.scope, self.class, self.block) = (outer.scope, outer.class, outer.block);
            }
            let kind = self.source.kind(id);
            // A class's own heading stands outside it; its body inside.
            if let Some((_, class)) = pending.pop_if(|(body, _)| *body == id) {
                self.enter(id);
                self.class = class.0;
            } else if kind == Kind::AttributeList
                && let Some((_, class)) = pending.last()
                && self.source.parent(id) == Some(self.program.class(*class).node)
            {
                // `self` in a class's own attributes is the class.
                self.enter(id);
                self.class = class.0;
            }
            pending.extend(self.declare(id, kind));
            context.scope.push(self.scope);
            context.class.push(self.class);
            context.block.push(self.block);
        }
        context
    }

    fn enter(&mut self, id: NodeId) {
        self.open.push(Outer {
            end: self.source.tree.subtree_end(id),
            scope: self.scope,
            class: self.class,
            block: self.block,
        });
    }

    /// Gives the body of a class, and which class it is.
    fn declare(&mut self, id: NodeId, kind: Kind) -> Option<(NodeId, ClassId)> {
        let class = match kind {
            Kind::ClassDeclaration => ClassKind::Class,
            Kind::InterfaceDeclaration => ClassKind::Interface,
            Kind::TraitDeclaration => ClassKind::Trait,
            Kind::EnumDeclaration => ClassKind::Enum,
            Kind::AnonymousClass => ClassKind::Anonymous,
            _ => {
                self.declare_other(id, kind);
                return None;
            }
        };
        Some((class_body(self.source, id)?, self.class(id, class)?))
    }

    fn declare_other(&mut self, id: NodeId, kind: Kind) {
        match kind {
            Kind::NamespaceDefinition => self.namespace(id),
            Kind::UseStatement => self.imports(id),
            Kind::FunctionDefinition => self.function(id),
            Kind::MethodDeclaration => self.method(id),
            Kind::AnonymousFunction => self.body(id, ScopeKind::Closure, None),
            Kind::ArrowFunction => self.body(id, ScopeKind::Arrow, None),
            Kind::PropertyHook => self.body(id, ScopeKind::Method, None),
            Kind::PropertyDeclaration => self.properties(id),
            Kind::ConstDeclaration => self.constants(id),
            Kind::EnumCase => self.enum_case(id),
            Kind::GlobalDeclaration => self.globals(id),
            Kind::FunctionCall => self.define(id),
            _ => {}
        }
    }

    fn namespace(&mut self, id: NodeId) {
        let name = self.source.child(id, Kind::NamespaceName);
        let name = name.map_or("", |n| self.source.text(n));
        self.program.blocks.push(Block {
            namespace: name.into(),
            ..Block::default()
        });
        if self.source.child(id, Kind::CompoundStatement).is_some() {
            self.enter(id);
        }
        self.block = self.program.blocks.len() as u32 - 1;
    }

    fn imports(&mut self, id: NodeId) {
        let outer_kind = self.use_kind(id).unwrap_or(NameKind::Class);
        let prefix = self.source.child(id, Kind::NamespaceName);
        let prefix = prefix.map(|p| self.source.text(p).to_owned());
        let clauses: Vec<NodeId> = self
            .source
            .tree
            .descendants(id)
            .filter(|&c| self.source.kind(c) == Kind::UseClause)
            .collect();
        for clause in clauses {
            let kind = self.use_kind(clause).unwrap_or(outer_kind);
            let alias = self.source.field(clause, |f| f.alias);
            let Some(name) = self.source.named(clause).find(|&n| Some(n) != alias) else {
                continue;
            };
            let mut target = self.source.text(name).trim_start_matches('\\').to_owned();
            if let Some(prefix) = &prefix {
                target = format!("{}\\{target}", prefix.trim_start_matches('\\'));
            }
            let offset = self.source.span(clause).start;
            let alias_entity = alias.map(|a| {
                let (text, span) = (self.source.text(a).to_owned(), self.source.span(a));
                self.program
                    .new_entity(EntityKind::Alias, &text, self.file, span)
            });
            let written = match alias {
                Some(a) => self.source.text(a).to_owned(),
                None => target.rsplit('\\').next().unwrap_or_default().to_owned(),
            };
            let import = Import {
                target: target.into(),
                alias: alias_entity,
                offset,
            };
            self.program.blocks[self.block as usize].import(kind, &written, import);
        }
    }

    fn use_kind(&self, id: NodeId) -> Option<NameKind> {
        let kind = self.source.field(id, |f| f.r#type)?;
        let word = self.source.text(kind);
        Some(if word.eq_ignore_ascii_case("function") {
            NameKind::Function
        } else {
            NameKind::Constant
        })
    }

    fn class(&mut self, id: NodeId, kind: ClassKind) -> Option<ClassId> {
        let source = self.source;
        let class = ClassId(self.program.classes.len() as u32);
        let (name, full, span) = if kind == ClassKind::Anonymous {
            let at = source.span(id);
            let keyword = reweave_text::Span::new(at.start, at.start);
            (
                String::new(),
                format!("class@{}:{}", self.file.0, at.start),
                keyword,
            )
        } else {
            let name = source.field(id, |f| f.name)?;
            let written = source.text(name);
            let block = &self.program.blocks[self.block as usize];
            let full = block.qualify(written).to_ascii_lowercase();
            (written.to_owned(), full, source.span(name))
        };
        let full: Arc<str> = full.into();
        let entity = self.program.add_entity(Entity {
            kind: EntityKind::Class,
            name: name.into(),
            place: Place {
                file: self.file,
                span,
            },
            member: None,
            class: Some(class),
            scope: None,
        });
        let has = |modifier| source.child(id, modifier).is_some();
        self.program.classes.push(Class {
            entity,
            kind,
            name: full.clone(),
            file: self.file,
            node: id,
            parent: None,
            interfaces: Vec::new(),
            traits: Vec::new(),
            trait_rules: Vec::new(),
            members: Vec::new(),
            is_abstract: has(Kind::AbstractModifier),
            is_final: has(Kind::FinalModifier) || kind == ClassKind::Enum,
            block: self.block,
        });
        self.program
            .class_names
            .entry(full)
            .or_default()
            .push(class);
        Some(class)
    }

    fn function(&mut self, id: NodeId) {
        let Some(name) = self.source.field(id, |f| f.name) else {
            return;
        };
        let written = self.source.text(name).to_owned();
        let span = self.source.span(name);
        let entity = self
            .program
            .new_entity(EntityKind::Function, &written, self.file, span);
        let full = self.program.blocks[self.block as usize].qualify(&written);
        let full: Arc<str> = key(NameKind::Function, &full).into();
        self.program
            .function_names
            .entry(full)
            .or_default()
            .push(entity);
        self.body(id, ScopeKind::Function, Some(entity));
        // A function inside a method is no member: it has no `self`.
        self.class = u32::MAX;
    }

    fn method(&mut self, id: NodeId) {
        let Some(name) = self.source.field(id, |f| f.name) else {
            return;
        };
        let member = self.member(MemberKind::Method, id, id, name);
        self.body(
            id,
            ScopeKind::Method,
            member.map(|m| self.program.member(m).entity),
        );
        if let Some(member) = member {
            self.program.members[member.index()].scope = Some(self.scope);
            self.promoted(member);
        }
    }

    /// Constructor parameters that are properties as well.
    fn promoted(&mut self, _method: MemberId) {
        let params = self.program.scope(self.scope).params.clone();
        for param in params {
            if self.source.kind(param.node) == Kind::PromotedParameter
                && let Some(name) = self.source.child(param.variable, Kind::Name)
                && let Some(member) =
                    self.member(MemberKind::Property, param.node, param.node, name)
            {
                let member = &mut self.program.members[member.index()];
                member.is_promoted = true;
            }
        }
    }

    /// Opens the scope of a function, method or closure.
    fn body(&mut self, id: NodeId, kind: ScopeKind, entity: Option<EntityId>) {
        let source = self.source;
        let mut new = scope(kind, self.file, id);
        new.parent = Some(self.scope);
        new.class = (self.class != u32::MAX).then_some(ClassId(self.class));
        new.entity = entity;
        new.returns = source.field(id, |f| f.return_type);
        if let Some(list) = source.child(id, Kind::FormalParameters) {
            new.params = source
                .named(list)
                .filter_map(|p| param(source, p))
                .collect();
        }
        if let Some(clause) = source.child(id, Kind::ClosureUse) {
            let variables = source.tree.descendants(clause);
            new.captures = variables
                .filter(|&v| source.kind(v) == Kind::Variable)
                .filter_map(|v| source.variable_name(v))
                .map(|(name, _)| name.into())
                .collect();
        }
        self.enter(id);
        self.program.scopes.push(new);
        self.scope = ScopeId(self.program.scopes.len() as u32 - 1);
        if let Some(entity) = entity {
            self.program.entities[entity.index()].scope = Some(self.scope);
        }
    }

    fn properties(&mut self, id: NodeId) {
        let source = self.source;
        for element in source
            .named(id)
            .filter(|&c| source.kind(c) == Kind::PropertyElement)
        {
            let variable = source.field(element, |f| f.name);
            if let Some(name) = variable.and_then(|v| source.child(v, Kind::Name)) {
                self.member(MemberKind::Property, id, element, name);
            }
        }
    }

    fn constants(&mut self, id: NodeId) {
        let source = self.source;
        for element in source
            .named(id)
            .filter(|&c| source.kind(c) == Kind::ConstElement)
        {
            let Some(name) = source.child(element, Kind::Name) else {
                continue;
            };
            if self.class == u32::MAX {
                let written = source.text(name).to_owned();
                self.constant(&written, source.span(name), true);
            } else {
                self.member(MemberKind::Constant, id, element, name);
            }
        }
    }

    fn constant(&mut self, written: &str, span: reweave_text::Span, here: bool) {
        let entity = self
            .program
            .new_entity(EntityKind::Constant, written, self.file, span);
        let full = if here {
            self.program.blocks[self.block as usize].qualify(written)
        } else {
            written.to_owned()
        };
        let full: Arc<str> = key(NameKind::Constant, &full).into();
        self.program
            .constant_names
            .entry(full)
            .or_default()
            .push(entity);
    }

    /// `define('NAME', …)` declares a constant too.
    fn define(&mut self, id: NodeId) {
        let source = self.source;
        let called = source.field(id, |f| f.function).map(|f| source.text(f));
        if !called.is_some_and(|c| c.trim_start_matches('\\').eq_ignore_ascii_case("define")) {
            return;
        }
        let arguments = source.field(id, |f| f.arguments);
        let first = arguments.and_then(|a| source.first_named(a));
        let Some(string) = first.and_then(|a| source.first_named(a)) else {
            return;
        };
        if let Some(name) = source.string_value(string)
            && crate::names::is_identifier(name)
        {
            let start = source.span(string).start + 1;
            let span = reweave_text::Span::new(start, start + name.len() as u32);
            let name = name.to_owned();
            self.constant(&name, span, false);
        }
    }

    fn enum_case(&mut self, id: NodeId) {
        if let Some(name) = self.source.field(id, |f| f.name)
            && let Some(member) = self.member(MemberKind::Constant, id, id, name)
        {
            self.program.members[member.index()].is_enum_case = true;
        }
    }

    fn member(
        &mut self,
        kind: MemberKind,
        node: NodeId,
        element: NodeId,
        name: NodeId,
    ) -> Option<MemberId> {
        let class = (self.class != u32::MAX).then_some(ClassId(self.class))?;
        let source = self.source;
        let id = MemberId(self.program.members.len() as u32);
        let written = source.text(name);
        let entity = self.program.add_entity(Entity {
            kind: match kind {
                MemberKind::Method => EntityKind::Method,
                MemberKind::Property => EntityKind::Property,
                MemberKind::Constant => EntityKind::ClassConstant,
            },
            name: written.into(),
            place: Place {
                file: self.file,
                span: source.span(name),
            },
            member: Some(id),
            class: Some(class),
            scope: None,
        });
        let has = |modifier| source.child(node, modifier).is_some();
        let in_interface = self.program.class(class).kind == ClassKind::Interface;
        let member = Member {
            entity,
            kind,
            class,
            key: member_key(kind, written).into(),
            visibility: visibility(source, node),
            is_static: has(Kind::StaticModifier) || kind == MemberKind::Constant,
            is_abstract: has(Kind::AbstractModifier)
                || (in_interface && kind == MemberKind::Method),
            is_final: has(Kind::FinalModifier),
            is_readonly: has(Kind::ReadonlyModifier),
            is_enum_case: false,
            is_promoted: false,
            node,
            element,
            declared_type: source.field(node, |f| f.r#type),
            scope: None,
        };
        let names = (kind, member.key.clone());
        self.program.members.push(member);
        self.program.member_names.entry(names).or_default().push(id);
        self.program.classes[class.index()].members.push(id);
        Some(id)
    }

    fn globals(&mut self, id: NodeId) {
        let names: Vec<Arc<str>> = self
            .source
            .named(id)
            .filter_map(|v| self.source.variable_name(v))
            .map(|(name, _)| name.into())
            .collect();
        self.program.scopes[self.scope.index()]
            .globals
            .extend(names);
    }
}

pub fn member_key(kind: MemberKind, written: &str) -> String {
    match kind {
        MemberKind::Method => written.to_ascii_lowercase(),
        MemberKind::Property | MemberKind::Constant => written.to_owned(),
    }
}

fn visibility(source: &SourceFile, node: NodeId) -> Visibility {
    let modifier = source.child(node, Kind::VisibilityModifier);
    let word = modifier.map(|m| source.text(m).to_ascii_lowercase());
    match word.as_deref() {
        Some("private") => Visibility::Private,
        Some("protected") => Visibility::Protected,
        _ => Visibility::Public,
    }
}

fn param(source: &SourceFile, id: NodeId) -> Option<Param> {
    let kind = source.kind(id);
    if !matches!(
        kind,
        Kind::SimpleParameter | Kind::VariadicParameter | Kind::PromotedParameter
    ) {
        return None;
    }
    let mut variable = source.field(id, |f| f.name)?;
    let mut by_ref = source.child(id, Kind::ReferenceModifier).is_some();
    if source.kind(variable) == Kind::ByRef {
        by_ref = true;
        variable = source.child(variable, Kind::Variable)?;
    }
    Some(Param {
        name: source.variable_name(variable)?.0.into(),
        node: id,
        variable,
        declared_type: source.field(id, |f| f.r#type),
        by_ref,
        variadic: kind == Kind::VariadicParameter,
        optional: source.field(id, |f| f.default_value).is_some(),
    })
}

/// Superclasses, interfaces and traits: read once all `use` lists of the file are known.
fn headings(program: &mut Program, file: FileId, source: &SourceFile) {
    let own: Vec<usize> = (0..program.classes.len())
        .filter(|&i| program.classes[i].file == file)
        .collect();
    for i in own {
        let node = program.classes[i].node;
        let class_ref = |program: &Program, n: NodeId| ClassRef {
            name: program.resolve_class(file, n, source.text(n)),
            node: n,
        };
        let names = |program: &Program, clause: Option<NodeId>| -> Vec<ClassRef> {
            let named = clause.into_iter().flat_map(|c| source.named(c));
            named
                .filter(|&n| is_name(source.kind(n)))
                .map(|n| class_ref(program, n))
                .collect()
        };
        let base = names(program, source.child(node, Kind::BaseClause));
        let mut interfaces = names(program, source.child(node, Kind::ClassInterfaceClause));
        let mut parent = None;
        if program.classes[i].kind == ClassKind::Interface {
            interfaces.extend(base);
        } else {
            parent = base.into_iter().next();
        }
        let body = class_body(source, node);
        let mut traits = Vec::new();
        let mut rules = Vec::new();
        let uses: Vec<NodeId> = body
            .into_iter()
            .flat_map(|b| source.named(b))
            .filter(|&u| source.kind(u) == Kind::UseDeclaration)
            .collect();
        for clause in uses {
            traits.extend(names(program, Some(clause)));
            if let Some(list) = source.child(clause, Kind::UseList) {
                for rule in source.named(list).collect::<Vec<_>>() {
                    rules.extend(trait_rule(program, ClassId(i as u32), file, source, rule));
                }
            }
        }
        let class = &mut program.classes[i];
        class.parent = parent;
        class.interfaces = interfaces;
        class.traits = traits;
        class.trait_rules = rules;
    }
}

/// The members of a class, between its braces.
pub fn class_body(source: &SourceFile, class: NodeId) -> Option<NodeId> {
    source.named(class).find(|&c| {
        matches!(
            source.kind(c),
            Kind::DeclarationList | Kind::EnumDeclarationList
        )
    })
}

fn trait_rule(
    program: &mut Program,
    class: ClassId,
    file: FileId,
    source: &SourceFile,
    rule: NodeId,
) -> Option<TraitRule> {
    let parts: Vec<NodeId> = source.named(rule).collect();
    let first = *parts.first()?;
    let (from, method) = if source.kind(first) == Kind::ClassConstantAccess {
        let inner: Vec<NodeId> = source.named(first).collect();
        let from = program.resolve_class(file, *inner.first()?, source.text(inner[0]));
        (Some(from), *inner.get(1)?)
    } else {
        (None, first)
    };
    let method_key: Arc<str> = source.text(method).to_ascii_lowercase().into();
    let mut out = TraitRule {
        from,
        method: method_key,
        instead_of: Vec::new(),
        alias: None,
    };
    if source.kind(rule) == Kind::UseInsteadOf {
        let others = parts[1..].iter();
        out.instead_of = others
            .map(|&n| program.resolve_class(file, n, source.text(n)))
            .collect();
        return Some(out);
    }
    let alias = parts[1..].iter().find(|&&n| source.kind(n) == Kind::Name);
    if let Some(&alias) = alias {
        let id = MemberId(program.members.len() as u32);
        let entity = program.add_entity(Entity {
            kind: EntityKind::Method,
            name: source.text(alias).into(),
            place: Place {
                file,
                span: source.span(alias),
            },
            member: Some(id),
            class: Some(class),
            scope: None,
        });
        let key: Arc<str> = member_key(MemberKind::Method, source.text(alias)).into();
        program.members.push(Member {
            entity,
            kind: MemberKind::Method,
            class,
            key: key.clone(),
            visibility: visibility(source, rule),
            is_static: false,
            is_abstract: false,
            is_final: false,
            is_readonly: false,
            is_enum_case: false,
            is_promoted: false,
            node: rule,
            element: rule,
            declared_type: None,
            scope: None,
        });
        let names = program.member_names.entry((MemberKind::Method, key));
        names.or_default().push(id);
        program.classes[class.index()].members.push(id);
        out.alias = Some(id);
    }
    Some(out)
}
