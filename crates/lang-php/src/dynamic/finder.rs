//! What looks for dynamic names: at each node, what it could name and the names that it could be.

use super::{Dynamic, Reach};
use crate::builtins::Builtins;
use crate::entity::{EntityKind, Place, ScopeId};
use crate::file::SourceFile;
use crate::grammar::Kind;
use crate::infer::Infer;
use crate::names::is_name;
use crate::program::Program;
use crate::strings::Strings;
use crate::types::{Atom, Type};
use crate::variables::interpolated;
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// What php calls on an object that stands for a stream.
const WRAPPER_METHODS: &[&str] = &[
    "dir_closedir",
    "dir_opendir",
    "dir_readdir",
    "dir_rewinddir",
    "mkdir",
    "rename",
    "rmdir",
    "stream_cast",
    "stream_close",
    "stream_eof",
    "stream_flush",
    "stream_lock",
    "stream_metadata",
    "stream_open",
    "stream_read",
    "stream_seek",
    "stream_set_option",
    "stream_stat",
    "stream_tell",
    "stream_truncate",
    "stream_write",
    "unlink",
    "url_stat",
];

pub(super) struct Finder<'a, 'p> {
    pub(super) program: &'p Program,
    pub(super) infer: &'a Infer<'p>,
    pub(super) file: FileId,
    pub(super) source: &'p SourceFile,
    pub(super) out: &'a mut Vec<Dynamic>,
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

    pub(super) fn node(&mut self, id: NodeId) {
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
            Kind::VariadicUnpacking if source.parent_kind(id) == Kind::Argument => {
                self.unpacked(id, source.first_named(id));
            }
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
        // What is cut out of a class's name depends on all of it.
        if takes_text(&name)
            && (0..arguments.len()).any(|i| value(i).is_some_and(|v| self.is_class_name(v)))
        {
            self.push(id, Reach::Class, None);
        }
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
            "call_user_func_array" => {
                self.unpacked(id, value(1));
                if let Some(called) = value(0) {
                    self.callable(id, called);
                }
            }
            "stream_wrapper_register" | "stream_register_wrapper" => self.stream_wrapper(id),
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

    /// The class is given to php, which calls what it needs.
    fn stream_wrapper(&mut self, id: NodeId) {
        let members: [(EntityKind, &[&str]); 2] = [
            (EntityKind::Method, WRAPPER_METHODS),
            (EntityKind::Property, &["context"]),
        ];
        for (kind, names) in members {
            let reach = Reach::Member {
                kind,
                on: Vec::new(),
                from: None,
            };
            let names = names.iter().map(|&m| m.to_owned()).collect();
            self.push(id, reach, Some(names));
        }
    }

    /// An array whose elements become arguments, those with a string as key by their names. What is not known is told once.
    fn unpacked(&mut self, at: NodeId, array: Option<NodeId>) {
        let source = self.source;
        let literal = array
            .map(|a| source.unwrap_parens(a))
            .filter(|&a| source.kind(a) == Kind::ArrayCreation);
        let keys = literal.and_then(|array| {
            let mut keys = Vec::new();
            for element in source.named(array) {
                let mut parts = source.named(element);
                match (parts.next(), parts.next()) {
                    (Some(key), Some(_)) => match source.kind(key) {
                        Kind::Integer => {}
                        _ => keys.extend(self.strings(key).known()?),
                    },
                    (Some(one), None) if source.kind(one) == Kind::VariadicUnpacking => {
                        return None;
                    }
                    _ => {}
                }
            }
            Some(keys)
        });
        let told = |d: &Dynamic| d.reach == Reach::Parameter && d.names.is_none();
        if keys.is_some() || !self.out.iter().any(told) {
            self.push(at, Reach::Parameter, keys);
        }
    }

    /// `static::class`, `__CLASS__`, `get_class()`: the name of a class as a string.
    fn is_class_name(&self, id: NodeId) -> bool {
        let source = self.source;
        match source.kind(id) {
            Kind::ClassConstantAccess => {
                let name = source.named(id).nth(1);
                name.is_some_and(|n| source.text(n).eq_ignore_ascii_case("class"))
            }
            Kind::Name => source.text(id).eq_ignore_ascii_case("__CLASS__"),
            Kind::FunctionCall => source.field(id, |f| f.function).is_some_and(|f| {
                let name = source.text(f).trim_start_matches('\\').to_ascii_lowercase();
                matches!(
                    name.as_str(),
                    "get_class" | "get_called_class" | "get_parent_class"
                )
            }),
            _ => false,
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

/// Whether the function works on text.
fn takes_text(function: &str) -> bool {
    let starts = ["preg_", "str", "substr", "mb_str", "mb_substr", "uc", "lc"];
    starts.iter().any(|s| function.starts_with(s))
        || matches!(
            function,
            "explode" | "ltrim" | "rtrim" | "trim" | "basename"
        )
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
