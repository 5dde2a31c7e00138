//! Names that only the running program knows: variable variables, `compact`, callables as strings, and their kin.
//!
//! Each is an explicit unknown with what it could reach, so that a change can refuse and name it.

use crate::builtins::Builtins;
use crate::collect::is_name;
use crate::entity::{ClassId, Entity, EntityKind, Place, ScopeId, Visibility};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::infer::Infer;
use crate::program::Program;
use crate::strings::Strings;
use crate::types::{Atom, Type};
use reweave_syntax::NodeId;
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

struct Finder<'a, 'p> {
    program: &'p Program,
    infer: &'a Infer<'p>,
    file: FileId,
    source: &'p SourceFile,
    out: &'a mut Vec<Dynamic>,
}

impl Finder<'_, '_> {
    fn push(&mut self, id: NodeId, reach: Reach, names: Option<Vec<String>>) {
        self.out.push(Dynamic {
            place: Place {
                file: self.file,
                span: self.source.span(id),
            },
            reach,
            names,
        });
    }

    fn strings(&self, id: NodeId) -> Strings {
        crate::strings::strings(self.program, self.infer, self.file, id)
    }

    fn ty(&self, id: NodeId) -> Type {
        self.infer.expression(self.file, id)
    }

    fn node(&mut self, id: NodeId) {
        let source = self.source;
        let scope = self.program.scope_at(self.file, id);
        match source.kind(id) {
            Kind::DynamicVariable if interpolated(source, id).is_none() => {
                let inner = source.first_named(id);
                let names = inner.and_then(|i| self.strings(i).known());
                match source.parent(id).map(|p| (p, source.kind(p))) {
                    Some((p, Kind::ScopedPropertyAccess)) if source.is_field(id, |f| f.name) => {
                        self.member(id, p, EntityKind::Property, names);
                    }
                    // `global $$name` brings in any global.
                    Some((_, Kind::GlobalDeclaration)) => {
                        self.push(id, Reach::Variable(ScopeId(0)), names.clone());
                        self.push(id, Reach::Variable(scope), names);
                    }
                    _ => self.push(id, Reach::Variable(scope), names),
                }
            }
            Kind::Variable => {
                let whole = source.text(id) == "$GLOBALS";
                let by_key = source.parent_kind(id) == Kind::Subscript
                    && source
                        .parent(id)
                        .and_then(|p| source.named(p).nth(1))
                        .is_some_and(|key| key != id && source.string_value(key).is_some());
                if whole && !by_key {
                    let key = source.parent(id).and_then(|p| source.named(p).nth(1));
                    let names = key
                        .filter(|&k| k != id)
                        .and_then(|k| self.strings(k).known());
                    self.push(id, Reach::Variable(ScopeId(0)), names);
                }
            }
            Kind::MemberAccess | Kind::NullsafeMemberAccess => {
                self.computed_member(id, EntityKind::Property);
            }
            Kind::MemberCall | Kind::NullsafeMemberCall | Kind::ScopedCall => {
                self.computed_member(id, EntityKind::Method);
                self.computed_scope(id, source.field(id, |f| f.scope));
            }
            Kind::ScopedPropertyAccess => self.computed_scope(id, source.field(id, |f| f.scope)),
            Kind::ClassConstantAccess => {
                // `$object::class` asks an object; a string has no class.
                let name = source.named(id).nth(1);
                if name.is_none_or(|n| !source.text(n).eq_ignore_ascii_case("class")) {
                    self.computed_scope(id, source.first_named(id));
                }
                if let Some(name) = name
                    && source.kind(name) != Kind::Name
                {
                    let names = self.strings(name).known();
                    self.member(id, id, EntityKind::ClassConstant, names);
                }
            }
            Kind::ObjectCreation => {
                let what = source
                    .named(id)
                    .find(|&c| source.kind(c) != Kind::AttributeList);
                self.computed_scope(id, what);
            }
            Kind::Binary if source.operator(id).eq_ignore_ascii_case("instanceof") => {
                self.computed_scope(id, source.field(id, |f| f.right));
            }
            Kind::FunctionCall => self.call(id, scope),
            Kind::Include | Kind::IncludeOnce | Kind::Require | Kind::RequireOnce => {
                self.push(id, Reach::Variable(scope), None);
            }
            _ => {}
        }
    }

    fn member(&mut self, at: NodeId, access: NodeId, kind: EntityKind, names: Option<Vec<String>>) {
        let source = self.source;
        let on = source
            .field(access, |f| f.object)
            .or_else(|| source.field(access, |f| f.scope))
            .or_else(|| source.first_named(access));
        let ty = on.map_or_else(Type::unknown, |o| self.infer.scope_type(self.file, o));
        let classes = if ty.open {
            Vec::new()
        } else {
            ty.objects().map(|(c, _)| c.clone()).collect()
        };
        let from = self.program.class_at(self.file, at);
        self.push(
            at,
            Reach::Member {
                kind,
                on: classes,
                from,
            },
            names,
        );
    }

    /// `$o->$name`, `$o->{…}()`.
    fn computed_member(&mut self, id: NodeId, kind: EntityKind) {
        let Some(name) = self.source.field(id, |f| f.name) else {
            return;
        };
        if self.source.kind(name) == Kind::Name {
            return;
        }
        // `$o->$f()` with a closure in `$f` names nothing.
        let names = self.strings(name).known();
        if names.as_ref().is_none_or(|n| !n.is_empty()) {
            self.member(id, id, kind, names);
        }
    }

    /// `new $name`, `$name::m()`.
    fn computed_scope(&mut self, id: NodeId, scope: Option<NodeId>) {
        let Some(scope) = scope.map(|s| self.source.unwrap_parens(s)) else {
            return;
        };
        let kind = self.source.kind(scope);
        if is_name(kind) || matches!(kind, Kind::RelativeScope | Kind::AnonymousClass) {
            return;
        }
        let ty = self.ty(scope);
        let may_be_name = ty.open || ty.atoms.contains(&Atom::Scalar("string"));
        if may_be_name {
            let names = self.strings(scope).known();
            if names.as_ref().is_none_or(|n| !n.is_empty()) {
                self.push(id, Reach::Class, names);
            }
        }
    }

    fn call(&mut self, id: NodeId, scope: ScopeId) {
        let source = self.source;
        let Some(function) = source.field(id, |f| f.function) else {
            return;
        };
        let arguments: Vec<NodeId> = source
            .field(id, |f| f.arguments)
            .into_iter()
            .flat_map(|a| source.named(a))
            .collect();
        let value = |i: usize| arguments.get(i).and_then(|&a| source.named(a).last());
        if !is_name(source.kind(function)) {
            self.callable(id, function);
            return;
        }
        let name = source
            .text(function)
            .trim_start_matches('\\')
            .to_ascii_lowercase();
        match name.as_str() {
            "compact" => {
                let mut all = Strings::default();
                for i in 0..arguments.len() {
                    all.add(value(i).map_or_else(Strings::unknown, |v| self.strings(v)));
                }
                self.push(id, Reach::Variable(scope), all.known());
            }
            "extract" | "get_defined_vars" | "parse_str" | "mb_parse_str" => {
                self.push(id, Reach::Variable(scope), None);
            }
            "eval" | "assert" if name == "eval" || value(0).is_some_and(|v| self.is_string(v)) => {
                let code = value(0).and_then(|v| self.strings(v).known());
                self.push(id, Reach::Code(scope), code.map(|c| words(&c)));
            }
            "create_function" => self.push(id, Reach::Code(scope), None),
            "constant" | "define" | "defined" => {
                let names = value(0).and_then(|v| self.strings(v).known());
                if names.is_none() {
                    self.push(id, Reach::Constant, None);
                }
            }
            _ => {
                if let Some(builtin) = Builtins::get().function(&name) {
                    for i in 0..arguments.len() {
                        if builtin.param(i) == Some('c')
                            && let Some(v) = value(i)
                        {
                            self.callable(id, v);
                        }
                    }
                }
            }
        }
    }

    fn is_string(&self, id: NodeId) -> bool {
        let ty = self.ty(id);
        ty.open || ty.atoms.contains(&Atom::Scalar("string"))
    }

    /// A value that is called: a name that is not written as such in the program, unless it is known.
    fn callable(&mut self, at: NodeId, value: NodeId) {
        let source = self.source;
        let value = source.unwrap_parens(value);
        match source.kind(value) {
            Kind::AnonymousFunction | Kind::ArrowFunction => return,
            Kind::ArrayCreation => {
                let second = source
                    .named(value)
                    .nth(1)
                    .and_then(|e| source.named(e).last());
                if let Some(second) = second {
                    let names = self.strings(second).known();
                    let first = source
                        .first_named(value)
                        .and_then(|e| source.named(e).last());
                    let ty = first.map_or_else(Type::unknown, |f| self.ty(f));
                    let from = self.program.class_at(self.file, at);
                    let on = if ty.open {
                        Vec::new()
                    } else {
                        ty.objects().map(|(c, _)| c.clone()).collect()
                    };
                    let kind = EntityKind::Method;
                    self.push(at, Reach::Member { kind, on, from }, names);
                }
                return;
            }
            _ => {}
        }
        let ty = self.ty(value);
        let may_be_name = ty.open
            || ty
                .atoms
                .iter()
                .any(|a| matches!(a, Atom::Scalar("string") | Atom::Array(_)));
        if !may_be_name {
            return;
        }
        let names = self.strings(value).known();
        if names.as_ref().is_none_or(|n| !n.is_empty()) {
            self.push(at, Reach::Function, names.clone());
            let from = self.program.class_at(self.file, at);
            let kind = EntityKind::Method;
            self.push(
                at,
                Reach::Member {
                    kind,
                    on: Vec::new(),
                    from,
                },
                names,
            );
        }
    }
}

/// `"${name}"` is a plain variable, by an old spelling: its name.
pub(crate) fn interpolated(source: &SourceFile, id: NodeId) -> Option<NodeId> {
    let in_string = matches!(
        source.parent_kind(id),
        Kind::EncapsedString | Kind::HeredocBody | Kind::ShellCommand
    );
    let inner = source.first_named(id)?;
    (in_string && source.kind(inner) == Kind::Name).then_some(inner)
}

/// Every word that could be a name in pieces of code.
fn words(code: &[String]) -> Vec<String> {
    let mut all: Vec<String> = code
        .iter()
        .flat_map(|c| c.split(|c: char| !(c.is_alphanumeric() || c == '_')))
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect();
    all.sort();
    all.dedup();
    all
}
