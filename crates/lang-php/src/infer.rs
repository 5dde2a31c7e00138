//! The type of an expression, as far as it helps to find a member.

use crate::builtins::{BuiltinCallable, Builtins};
use crate::definitions::{Def, Variables};
use crate::docs::{self, DocTag, DocType};
use crate::entity::{ClassId, EntityId, MemberId, MemberKind, ScopeId};
use crate::grammar::Kind;
use crate::hierarchy::Ancestor;
use crate::names::NameKind;
use crate::program::Program;
use crate::types::{Atom, Type, primitive};
use reweave_syntax::NodeId;
use reweave_text::FileId;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Expressions nested deeper than this have an unknown type.
const MAX_DEPTH: u32 = 60;

/// What a call may run.
#[derive(Default)]
pub struct Callees {
    pub scopes: Vec<ScopeId>,
    pub builtin: Vec<(&'static BuiltinCallable, Option<Arc<str>>)>,
    /// Something else as well.
    pub open: bool,
}

pub struct Infer<'p> {
    pub program: &'p Program,
    variables: &'p Variables,
    memo: RefCell<FxHashMap<EntityId, Option<Type>>>,
    returned: RefCell<FxHashMap<ScopeId, Option<Type>>>,
    /// Of calls: what one is made on is asked for by its callees and by its type, at every link of a chain.
    calls: RefCell<FxHashMap<(FileId, NodeId), Type>>,
    depth: Cell<u32>,
}

impl<'p> Infer<'p> {
    pub fn new(program: &'p Program, variables: &'p Variables) -> Self {
        Self {
            program,
            variables,
            memo: RefCell::default(),
            returned: RefCell::default(),
            calls: RefCell::default(),
            depth: Cell::new(0),
        }
    }

    pub fn expression(&self, file: FileId, id: NodeId) -> Type {
        if self.depth.get() > MAX_DEPTH {
            return Type::unknown();
        }
        self.depth.set(self.depth.get() + 1);
        let out = self.expression_inner(file, id);
        self.depth.set(self.depth.get() - 1);
        out
    }

    fn expression_inner(&self, file: FileId, id: NodeId) -> Type {
        let source = self.program.file(file);
        let of =
            |child: Option<NodeId>| child.map_or_else(Type::unknown, |c| self.expression(file, c));
        match source.kind(id) {
            Kind::Parenthesized | Kind::ErrorSuppression | Kind::Clone | Kind::Argument => {
                of(source.named(id).last())
            }
            Kind::Variable => self.variable_node(file, id),
            Kind::Integer => Type::scalar("int"),
            Kind::Float => Type::scalar("float"),
            Kind::Boolean => Type::scalar("bool"),
            Kind::Null => Type::scalar("null"),
            Kind::String | Kind::EncapsedString | Kind::Heredoc | Kind::Nowdoc => {
                Type::scalar("string")
            }
            Kind::Assignment | Kind::ReferenceAssignment => of(source.field(id, |f| f.right)),
            Kind::AugmentedAssignment => match source.operator(id) {
                "??=" => Type::unknown(),
                ".=" => Type::scalar("string"),
                _ => Type::scalar("number"),
            },
            Kind::Update => Type::unknown(),
            Kind::Unary => match source.operator(id) {
                "!" => Type::scalar("bool"),
                _ => Type::scalar("number"),
            },
            Kind::Binary => self.binary(file, id),
            Kind::Conditional => {
                let mut out = of(source.field(id, |f| f.alternative));
                let body = source.field(id, |f| f.body);
                out.add(of(body.or_else(|| source.field(id, |f| f.condition))));
                out
            }
            Kind::Match => self.arms(file, id),
            Kind::Cast => {
                let word = source
                    .field(id, |f| f.r#type)
                    .map_or("", |t| source.text(t));
                match word.trim() {
                    "object" => Type::object("stdclass", true),
                    word => primitive(word).unwrap_or_else(Type::unknown),
                }
            }
            Kind::ArrayCreation => {
                let mut element = Type::default();
                for e in source.named(id) {
                    let value = source.named(e).last();
                    let spread = value.is_some_and(|v| source.kind(v) == Kind::VariadicUnpacking);
                    element.add(if spread { Type::unknown() } else { of(value) });
                }
                Type::one(Atom::Array(Box::new(element)))
            }
            Kind::Subscript => of(source.first_named(id)).element(),
            Kind::AnonymousFunction | Kind::ArrowFunction => Type::one(Atom::Closure),
            Kind::ObjectCreation => self.creation(file, id),
            Kind::MemberAccess | Kind::NullsafeMemberAccess => self.property(
                file,
                id,
                source.field(id, |f| f.object),
                MemberKind::Property,
            ),
            Kind::ScopedPropertyAccess => self.property(
                file,
                id,
                source.field(id, |f| f.scope),
                MemberKind::Property,
            ),
            Kind::ClassConstantAccess => {
                self.property(file, id, source.first_named(id), MemberKind::Constant)
            }
            Kind::FunctionCall | Kind::MemberCall | Kind::NullsafeMemberCall | Kind::ScopedCall => {
                self.call(file, id)
            }
            Kind::Print => Type::scalar("int"),
            Kind::Name | Kind::QualifiedName => self.constant(file, id),
            _ => Type::unknown(),
        }
    }

    fn variable_node(&self, file: FileId, id: NodeId) -> Type {
        let source = self.program.file(file);
        if source.text(id) == "$this" {
            let class = self.program.class_at(file, id);
            return class.map_or_else(Type::unknown, |c| self.program.class_type(c));
        }
        let Some((name, _)) = source.variable_name(id) else {
            return Type::unknown();
        };
        let scope = self.program.scope_at(file, id);
        match self.program.variable_in(scope, name) {
            Some(entity) => self.variable(entity),
            None => Type::unknown(),
        }
    }

    /// The union of everything the variable is ever set to.
    pub fn variable(&self, entity: EntityId) -> Type {
        if let Some(known) = self.memo.borrow().get(&entity) {
            return known.clone().unwrap_or_else(Type::unknown);
        }
        self.memo.borrow_mut().insert(entity, None);
        let mut out = Type::default();
        let defs = self.variables.defs.get(&entity);
        let documented = |d: &&(FileId, Def)| matches!(d.1, Def::Doc(..));
        let all = defs.map_or(&[][..], Vec::as_slice);
        if all.iter().any(|d| documented(&d)) {
            for (file, def) in all.iter().filter(documented) {
                if let Def::Doc(at, ty) = def {
                    out.add(self.doc_type(*file, *at, ty));
                }
            }
        } else {
            for (file, def) in all {
                out.add(match def {
                    Def::Value(e) => self.expression(*file, *e),
                    Def::Element(e) => self.expression(*file, *e).element(),
                    Def::Declared(t) => self.program.type_at(*file, *t),
                    Def::Array => Type::one(Atom::Array(Box::new(Type::unknown()))),
                    Def::Scalar => Type::scalar("number"),
                    Def::Doc(..) | Def::Key(_) | Def::Unknown => Type::unknown(),
                });
            }
            let scope = self.program.entity(entity).scope;
            out.open |= all.is_empty() || scope.is_some_and(|s| self.variables.opaque.contains(&s));
        }
        self.memo.borrow_mut().insert(entity, Some(out.clone()));
        out
    }

    /// The type that a doc comment at `at` writes.
    pub fn doc_type(&self, file: FileId, at: NodeId, ty: &DocType) -> Type {
        let mut out = Type::default();
        for name in &ty.names {
            out.add(match name.text.to_ascii_lowercase().as_str() {
                "self" | "static" | "$this" | "this" => {
                    let class = self.documented_class(file, at);
                    class.map_or_else(Type::unknown, |c| self.program.class_type(c))
                }
                lower => primitive(lower).unwrap_or_else(|| {
                    Type::object(self.program.resolve_class(file, at, &name.text), false)
                }),
            });
        }
        if ty.is_array {
            return Type::one(Atom::Array(Box::new(out)));
        }
        out
    }

    fn documented_class(&self, file: FileId, at: NodeId) -> Option<ClassId> {
        self.program.class_at(file, at)
    }

    fn binary(&self, file: FileId, id: NodeId) -> Type {
        let source = self.program.file(file);
        match source.operator(id).to_ascii_lowercase().as_str() {
            "." => Type::scalar("string"),
            "??" => {
                let mut out = Type::default();
                for side in [source.field(id, |f| f.left), source.field(id, |f| f.right)] {
                    out.add(side.map_or_else(Type::unknown, |s| self.expression(file, s)));
                }
                out
            }
            "&&" | "||" | "and" | "or" | "xor" | "==" | "!=" | "<>" | "===" | "!==" | "<" | ">"
            | "<=" | ">=" | "instanceof" => Type::scalar("bool"),
            "<=>" => Type::scalar("int"),
            "+" => Type::unknown(),
            _ => Type::scalar("number"),
        }
    }

    fn arms(&self, file: FileId, id: NodeId) -> Type {
        let source = self.program.file(file);
        let mut out = Type::default();
        let block = source.child(id, Kind::MatchBlock);
        for arm in block.into_iter().flat_map(|b| source.named(b)) {
            if let Some(value) = source.named(arm).last() {
                out.add(self.expression(file, value));
            }
        }
        out
    }

    fn creation(&self, file: FileId, id: NodeId) -> Type {
        let source = self.program.file(file);
        let Some(what) = source
            .named(id)
            .find(|&c| source.kind(c) != Kind::AttributeList)
        else {
            return Type::unknown();
        };
        match source.kind(what) {
            Kind::AnonymousClass => {
                let found = self.program.classes.iter();
                let class = found.into_iter().find(|c| c.file == file && c.node == what);
                class.map_or_else(Type::unknown, |c| Type::object(c.name.clone(), true))
            }
            Kind::Name | Kind::QualifiedName | Kind::RelativeName | Kind::RelativeScope => {
                let exact = !source.text(what).eq_ignore_ascii_case("static");
                let name = self.program.class_name_at(file, what);
                name.map_or_else(Type::unknown, |n| Type::object(n, exact))
            }
            _ => Type::unknown(),
        }
    }

    /// The type that stands before `::`: a class name, or an expression.
    pub fn scope_type(&self, file: FileId, scope: NodeId) -> Type {
        let source = self.program.file(file);
        match source.kind(scope) {
            Kind::Name | Kind::QualifiedName | Kind::RelativeName | Kind::RelativeScope => {
                let named = !source.text(scope).eq_ignore_ascii_case("static");
                let name = self.program.class_name_at(file, scope);
                name.map_or_else(Type::unknown, |n| Type::object(n, named))
            }
            _ => {
                let mut ty = self.expression(file, scope);
                // A string names a class.
                ty.open |= ty.atoms.contains(&Atom::Scalar("string"));
                ty
            }
        }
    }

    fn property(&self, file: FileId, id: NodeId, on: Option<NodeId>, kind: MemberKind) -> Type {
        let source = self.program.file(file);
        let Some(on) = on else {
            return Type::unknown();
        };
        let name = match source.kind(id) {
            Kind::ScopedPropertyAccess => source
                .field(id, |f| f.name)
                .and_then(|v| source.child(v, Kind::Name)),
            Kind::ClassConstantAccess => source.named(id).nth(1),
            _ => source.field(id, |f| f.name),
        };
        let Some(name) = name.filter(|&n| source.kind(n) == Kind::Name) else {
            return Type::unknown();
        };
        let key = source.text(name);
        if kind == MemberKind::Constant && key.eq_ignore_ascii_case("class") {
            return Type::scalar("string");
        }
        let ty = self.scope_type(file, on);
        let from = self.program.class_at(file, id);
        let mut out = Type {
            open: ty.open,
            ..Type::default()
        };
        for (class, exact) in ty.objects() {
            let found = self.program.lookup(class, kind, key, from, exact);
            if found.members.is_empty() {
                out.add(self.magic_property(class, key));
            }
            for member in found.members {
                out.add(self.member_type(member));
            }
        }
        out.open |= out.atoms.is_empty();
        out
    }

    /// The type of a property or class constant.
    pub fn member_type(&self, member: MemberId) -> Type {
        let m = self.program.member(member);
        let class = self.program.class(m.class);
        if m.is_enum_case {
            return Type::object(class.name.clone(), true);
        }
        if let Some(declared) = m.declared_type {
            return self.program.type_at(class.file, declared);
        }
        let source = self.program.file(class.file);
        if let Some(tag) = self.doc_of(class.file, m.node, "var") {
            return self.doc_type(class.file, m.node, &tag.ty);
        }
        if m.kind == MemberKind::Constant
            && let Some(value) = source.named(m.element).last()
        {
            return self.expression(class.file, value);
        }
        Type::unknown()
    }

    fn doc_of(&self, file: FileId, node: NodeId, tag: &str) -> Option<DocTag> {
        let source = self.program.file(file);
        let span = docs::above(&source.text, source.span(node).start)?;
        let found = docs::tags(&source.text, span).into_iter();
        found
            .into_iter()
            .find(|t| t.tag == tag && !t.ty.names.is_empty())
    }

    /// The magic members that a class's doc comment announces, with those of its ancestors.
    fn magic_tags(&self, class: &str) -> Vec<(FileId, NodeId, DocTag)> {
        let mut out = Vec::new();
        for ancestor in self.program.ancestry(class) {
            let Ancestor::User(id) = ancestor else {
                continue;
            };
            let class = self.program.class(id);
            let source = self.program.file(class.file);
            if let Some(span) = docs::above(&source.text, source.span(class.node).start) {
                let tags = docs::tags(&source.text, span).into_iter();
                out.extend(tags.map(|t| (class.file, class.node, t)));
            }
        }
        out
    }

    fn magic_property(&self, class: &str, key: &str) -> Type {
        let tags = self.magic_tags(class).into_iter();
        let found = tags.into_iter().find(|(_, _, t)| {
            t.tag.starts_with("property") && t.name.as_ref().is_some_and(|n| n.text == key)
        });
        found.map_or_else(Type::unknown, |(file, at, t)| {
            self.doc_type(file, at, &t.ty)
        })
    }

    /// What a call, `new` or attribute runs.
    pub fn callees(&self, file: FileId, call: NodeId) -> Callees {
        let source = self.program.file(file);
        let mut out = Callees::default();
        match source.kind(call) {
            Kind::FunctionCall => {
                let function = source.field(call, |f| f.function);
                let Some(function) = function.filter(|&f| crate::names::is_name(source.kind(f)))
                else {
                    out.open = true;
                    return out;
                };
                let written = source.text(function);
                let name = self
                    .program
                    .resolve(NameKind::Function, file, function, written);
                let users = self.program.functions_named(&name).iter();
                out.scopes = users
                    .filter_map(|&f| self.program.entity(f).scope)
                    .collect();
                if out.scopes.is_empty() {
                    match Builtins::get().function(&name) {
                        Some(builtin) => out.builtin.push((builtin, None)),
                        None => out.open = true,
                    }
                }
            }
            Kind::MemberCall | Kind::NullsafeMemberCall => {
                let on = source.field(call, |f| f.object);
                let ty = on.map_or_else(Type::unknown, |o| self.expression(file, o));
                self.methods(file, call, &ty, None, &mut out);
            }
            Kind::ScopedCall => {
                let on = source.field(call, |f| f.scope);
                let ty = on.map_or_else(Type::unknown, |o| self.scope_type(file, o));
                self.methods(file, call, &ty, None, &mut out);
            }
            Kind::ObjectCreation => {
                let ty = self.creation(file, call);
                self.methods(file, call, &ty, Some("__construct"), &mut out);
            }
            Kind::Attribute => {
                let name = source.first_named(call);
                let class = name.and_then(|n| self.program.class_name_at(file, n));
                let ty = class.map_or_else(Type::unknown, |c| Type::object(c, true));
                self.methods(file, call, &ty, Some("__construct"), &mut out);
            }
            _ => out.open = true,
        }
        out
    }

    fn methods(
        &self,
        file: FileId,
        call: NodeId,
        ty: &Type,
        fixed: Option<&str>,
        out: &mut Callees,
    ) {
        let source = self.program.file(file);
        let name = source.field(call, |f| f.name);
        let key = match (fixed, name) {
            (Some(fixed), _) => fixed.to_owned(),
            (None, Some(n)) if source.kind(n) == Kind::Name => source.text(n).to_ascii_lowercase(),
            _ => {
                out.open = true;
                return;
            }
        };
        let from = self.program.class_at(file, call);
        out.open |= ty.open || ty.objects().next().is_none();
        for (class, exact) in ty.objects() {
            let found = self
                .program
                .lookup(class, MemberKind::Method, &key, from, exact);
            out.open |= found.unknown || !found.magic.is_empty();
            if found.builtin {
                out.builtin.extend(self.builtin_method(class, &key));
            }
            for member in found.members {
                out.scopes.extend(self.program.member(member).scope);
                if !exact {
                    let below = self
                        .program
                        .descendants(&self.program.class(self.program.member(member).class).name);
                    for class in below {
                        let over = self.program.own_member(class, MemberKind::Method, &key);
                        out.scopes
                            .extend(over.and_then(|m| self.program.member(m).scope));
                    }
                }
            }
        }
        out.scopes.sort_unstable();
        out.scopes.dedup();
    }

    fn builtin_method(
        &self,
        class: &Arc<str>,
        key: &str,
    ) -> Option<(&'static BuiltinCallable, Option<Arc<str>>)> {
        self.program.ancestry(class).iter().find_map(|a| match a {
            Ancestor::Builtin(b) => {
                let method = b.methods.get(key)?;
                Some((method, Some(class.clone())))
            }
            _ => None,
        })
    }

    fn call(&self, file: FileId, id: NodeId) -> Type {
        if let Some(known) = self.calls.borrow().get(&(file, id)) {
            return known.clone();
        }
        let out = self.called(file, id);
        self.calls.borrow_mut().insert((file, id), out.clone());
        out
    }

    fn called(&self, file: FileId, id: NodeId) -> Type {
        let source = self.program.file(file);
        let callees = self.callees(file, id);
        let mut out = Type {
            open: callees.open,
            ..Type::default()
        };
        // `static` in a return type means the class that the call names.
        let on = match source.kind(id) {
            Kind::MemberCall | Kind::NullsafeMemberCall => source.field(id, |f| f.object),
            _ => source.field(id, |f| f.scope),
        };
        for scope in &callees.scopes {
            let returns = self.program.scope(*scope).returns;
            let returns_static = returns.is_some_and(|r| {
                let s = self.program.scope(*scope);
                let text = self.program.file(s.file).text(r);
                text.trim_start_matches('?').eq_ignore_ascii_case("static")
            });
            match on {
                Some(on) if returns_static => out.add(self.scope_type(file, on)),
                _ => out.add(self.returned(*scope)),
            }
        }
        for (builtin, class) in &callees.builtin {
            out.add(self.program.builtin_type(builtin.returns, class.as_deref()));
        }
        if callees.scopes.is_empty() && callees.builtin.is_empty() {
            out.add(self.magic_method(file, id));
        }
        out
    }

    fn magic_method(&self, file: FileId, call: NodeId) -> Type {
        let source = self.program.file(file);
        let on = source
            .field(call, |f| f.object)
            .or_else(|| source.field(call, |f| f.scope));
        let (Some(on), Some(name)) = (on, source.field(call, |f| f.name)) else {
            return Type::unknown();
        };
        let ty = self.scope_type(file, on);
        let mut out = Type::unknown();
        for (class, _) in ty.objects() {
            let tags = self.magic_tags(class).into_iter();
            let named = |t: &DocTag| {
                t.name
                    .as_ref()
                    .is_some_and(|n| n.text.eq_ignore_ascii_case(source.text(name)))
            };
            for (file, at, tag) in tags.filter(|(_, _, t)| t.tag == "method" && named(t)) {
                out.add(self.doc_type(file, at, &tag.ty));
            }
        }
        out
    }

    /// What a function returns: as declared, as documented, or as its `return`s say.
    pub fn returned(&self, scope: ScopeId) -> Type {
        if let Some(known) = self.returned.borrow().get(&scope) {
            return known.clone().unwrap_or_else(Type::unknown);
        }
        self.returned.borrow_mut().insert(scope, None);
        let s = self.program.scope(scope);
        let source = self.program.file(s.file);
        let out = if let Some(declared) = s.returns {
            self.program.type_at(s.file, declared)
        } else if let Some(tag) = self.doc_of(s.file, s.node, "return") {
            self.doc_type(s.file, s.node, &tag.ty)
        } else {
            let mut out = Type::default();
            let mut falls_through = true;
            for id in source.tree.descendants(s.node) {
                if self.program.scope_at(s.file, id) != scope {
                    continue;
                }
                match source.kind(id) {
                    Kind::Return => {
                        falls_through = false;
                        out.add(match source.first_named(id) {
                            Some(value) => self.expression(s.file, value),
                            None => Type::scalar("null"),
                        });
                    }
                    Kind::Yield => return Type::object("generator", true),
                    _ => {}
                }
            }
            if falls_through {
                out.add(Type::scalar("null"));
            }
            if source.field(s.node, |f| f.body).is_none() {
                out.open = true;
            }
            out
        };
        self.returned.borrow_mut().insert(scope, Some(out.clone()));
        out
    }

    fn constant(&self, file: FileId, id: NodeId) -> Type {
        let source = self.program.file(file);
        if source.text(id).starts_with("__") {
            return Type::scalar("string");
        }
        let name = self
            .program
            .resolve(NameKind::Constant, file, id, source.text(id));
        for &entity in self.program.constants_named(&name) {
            let place = self.program.entity(entity).place;
            let declared = self.program.file(place.file);
            let at = declared.tree.covering(place.span);
            if let Some(element) = declared.parent(at)
                && declared.kind(element) == Kind::ConstElement
                && let Some(value) = declared.named(element).last()
            {
                return self.expression(place.file, value);
            }
        }
        if Builtins::get().is_constant(&name) {
            return Type::scalar("number");
        }
        Type::unknown()
    }
}
