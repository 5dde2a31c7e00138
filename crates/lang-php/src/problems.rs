//! The errors that php itself would give: syntax, and what names and inheritance decide.

use crate::builtins::{BuiltinClass, Builtins};
use crate::entity::{
    Class, ClassId, ClassKind, EntityId, MemberKind, Place, ScopeKind, Visibility,
};
use crate::grammar::Kind;
use crate::hierarchy::Ancestor;
use crate::names::is_reserved_class;
use crate::program::{Program, is_superglobal};
use crate::signature::{incompatible, relies_on_later};
use reweave_syntax::Unread;
use reweave_text::{DEEPEST, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that php would not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub code: &'static str,
    pub is_syntax: bool,
    pub message: String,
    pub place: Place,
}

/// All problems, in order of place.
pub fn problems(program: &Program) -> Vec<Problem> {
    let mut out = Checker {
        program,
        found: Vec::new(),
    };
    out.syntax();
    out.duplicates();
    out.imports();
    for i in 0..program.classes.len() {
        out.class(ClassId(i as u32));
    }
    out.scopes();
    out.found.sort_by_key(|p| p.place);
    out.found
}

struct Checker<'p> {
    program: &'p Program,
    found: Vec<Problem>,
}

impl Checker<'_> {
    fn report(&mut self, code: &'static str, place: Place, message: impl Into<String>) {
        self.found.push(Problem {
            code,
            is_syntax: false,
            message: message.into(),
            place,
        });
    }

    fn place(&self, entity: EntityId) -> Place {
        self.program.entity(entity).place
    }

    fn name(&self, entity: EntityId) -> &str {
        &self.program.entity(entity).name
    }

    fn syntax(&mut self) {
        for (f, source) in self.program.files.iter().enumerate() {
            for error in source.tree.errors() {
                self.found.push(Problem {
                    code: "syntax",
                    is_syntax: true,
                    message: match error.why {
                        Unread::TooDeep => format!("nested deeper than {DEEPEST} levels"),
                        Unread::Missing | Unread::Skipped => {
                            "the file cannot be parsed here".to_owned()
                        }
                    },
                    place: Place {
                        file: FileId(f as u32),
                        span: error.span,
                    },
                });
            }
        }
    }

    /// Names that are declared twice, or that php has taken.
    fn duplicates(&mut self) {
        let program = self.program;
        for (name, classes) in sorted(&program.class_names) {
            for &class in &classes[1..] {
                let entity = program.class(class).entity;
                let message = format!("class {} is declared twice", self.name(entity));
                self.report("class-twice", self.place(entity), message);
            }
            let entity = program.class(classes[0]).entity;
            if Builtins::get().class(name).is_some() {
                let message = format!("php has a class {} of its own", self.name(entity));
                self.report("class-builtin", self.place(entity), message);
            }
            if program.class(classes[0]).kind != ClassKind::Anonymous
                && is_reserved_class(self.name(entity))
            {
                let message = format!("{} is not a valid name for a class", self.name(entity));
                self.report("class-reserved", self.place(entity), message);
            }
        }
        for (name, functions) in sorted(&program.function_names) {
            for &f in &functions[1..] {
                let message = format!("function {} is declared twice", self.name(f));
                self.report("function-twice", self.place(f), message);
            }
            if Builtins::get().function(name).is_some() {
                let message = format!("php has a function {} of its own", self.name(functions[0]));
                self.report("function-builtin", self.place(functions[0]), message);
            }
        }
        for (name, constants) in sorted(&program.constant_names) {
            for &c in &constants[1..] {
                let message = format!("constant {} is declared twice", self.name(c));
                self.report("constant-twice", self.place(c), message);
            }
            if Builtins::get().is_constant(name) {
                let message = format!("php has a constant {} of its own", self.name(constants[0]));
                self.report("constant-builtin", self.place(constants[0]), message);
            }
        }
    }

    /// Two imports under one name, or an import under the name of something declared in the same file.
    fn imports(&mut self) {
        let program = self.program;
        for class in &program.classes {
            let entity = program.entity(class.entity);
            let block = &program.blocks[class.block as usize];
            if class.kind == ClassKind::Anonymous {
                continue;
            }
            let import = block.imported(crate::names::NameKind::Class, &entity.name, u32::MAX);
            if import.is_some_and(|i| !i.target.eq_ignore_ascii_case(&class.name)) {
                let message = format!("{} is imported under that name too", entity.name);
                self.report("import-taken", entity.place, message);
            }
        }
        for block in &program.blocks {
            let mut all: Vec<_> = block.imports.iter().collect();
            all.sort_by_key(|(_, imports)| imports[0].offset);
            for ((_, name), imports) in all {
                if imports.len() > 1
                    && let Some(alias) = imports[1].alias
                {
                    let message = format!("{name} is imported twice");
                    self.report("import-twice", self.place(alias), message);
                }
            }
        }
        for (f, source) in program.files.iter().enumerate() {
            for id in source.tree.ids() {
                if source.kind(id) == Kind::FunctionDefinition
                    && let Some(name) = source.field(id, |f| f.name)
                {
                    let block = program.block_at(FileId(f as u32), id);
                    let import = block.imported(
                        crate::names::NameKind::Function,
                        source.text(name),
                        u32::MAX,
                    );
                    let own = block.qualify(source.text(name));
                    if import.is_some_and(|i| !i.target.eq_ignore_ascii_case(&own)) {
                        let place = Place {
                            file: FileId(f as u32),
                            span: source.span(name),
                        };
                        self.report("import-taken", place, "the name is imported too");
                    }
                }
            }
        }
    }

    fn class(&mut self, id: ClassId) {
        let program = self.program;
        let class = program.class(id);
        self.heading(class);
        self.members_twice(class);
        let line = program.ancestry(&class.name);
        for &m in &class.members {
            self.overriding(class, m, &line);
        }
        self.abstract_left(class, &line);
        self.trait_conflicts(class);
    }

    fn heading(&mut self, class: &Class) {
        let program = self.program;
        let heads = class.parent.iter().map(|p| (p, false));
        for (head, wants_interface) in heads.chain(class.interfaces.iter().map(|i| (i, true))) {
            let place = Place {
                file: class.file,
                span: program.file(class.file).span(head.node),
            };
            let (is_interface, is_final, wrong_kind) = match program.class_named(&head.name) {
                Some(id) => {
                    let c = program.class(id);
                    let interface = c.kind == ClassKind::Interface;
                    (
                        interface,
                        c.is_final,
                        matches!(c.kind, ClassKind::Trait | ClassKind::Enum),
                    )
                }
                None => match Builtins::get().class(&head.name) {
                    Some(b) => (b.is_interface, b.is_final, false),
                    None => continue,
                },
            };
            if is_final && !wants_interface {
                self.report("extends-final", place, "a final class cannot be extended");
            }
            if is_interface != wants_interface || wrong_kind {
                self.report(
                    "extends-kind",
                    place,
                    "a class extends classes and implements interfaces",
                );
            }
        }
        let mut above = program.ancestry(&class.name).into_iter().skip(1);
        let own =
            |a: Ancestor| matches!(a, Ancestor::User(c) if program.class(c).name == class.name);
        if class.parent.as_ref().is_some_and(|p| p.name == class.name) || above.any(own) {
            let place = self.place(class.entity);
            self.report("extends-itself", place, "a class cannot extend itself");
        }
    }

    fn members_twice(&mut self, class: &Class) {
        let mut seen: FxHashSet<(MemberKind, &str)> = FxHashSet::default();
        for &m in &class.members {
            let member = self.program.member(m);
            if !seen.insert((member.kind, &member.key)) {
                let entity = self.program.entity(member.entity);
                let message = format!(
                    "{} {} is declared twice in its class",
                    entity.kind.noun(),
                    entity.name
                );
                self.report("member-twice", entity.place, message);
            }
        }
    }

    fn overriding(&mut self, class: &Class, m: crate::entity::MemberId, line: &[Ancestor]) {
        let program = self.program;
        let member = program.member(m);
        let entity = program.entity(member.entity);
        if member.is_abstract
            && member.kind == MemberKind::Method
            && class.kind == ClassKind::Class
            && !class.is_abstract
        {
            let message = format!(
                "abstract method {} stands in a class that is not abstract",
                entity.name
            );
            self.report("abstract-in-concrete", entity.place, message);
        }
        for ancestor in &line[1.min(line.len())..] {
            let over = match ancestor {
                Ancestor::User(id) => program.own_member(*id, member.kind, &member.key),
                Ancestor::Trait { class: id, user } => {
                    let over = program.own_member(*id, member.kind, &member.key);
                    over.filter(|&o| *user != member.class || program.member(o).is_abstract)
                }
                Ancestor::Builtin(builtin) => {
                    self.overriding_builtin(m, builtin);
                    None
                }
                Ancestor::Unknown => None,
            };
            if let Some(over) = over {
                self.overriding_member(m, over);
            }
        }
    }

    fn overriding_builtin(&mut self, m: crate::entity::MemberId, builtin: &BuiltinClass) {
        let member = self.program.member(m);
        let place = self.program.entity(member.entity).place;
        if member.kind == MemberKind::Method
            && let Some(method) = builtin.methods.get(&*member.key)
        {
            if method.is_final || method.is_static != member.is_static {
                let message = format!("{} may not be overridden like this", method.name);
                self.report("override-builtin", place, message);
            }
            if member.visibility != Visibility::Public && !method.is_private {
                let message = format!("{} must be public", method.name);
                self.report("override-visibility", place, message);
            }
        }
    }

    fn overriding_member(&mut self, m: crate::entity::MemberId, over: crate::entity::MemberId) {
        let program = self.program;
        let member = program.member(m);
        let entity = program.entity(member.entity);
        let above = program.member(over);
        let private = above.visibility == Visibility::Private;
        if private && !above.is_abstract {
            return;
        }
        if above.is_final {
            let message = format!("{} is final above and cannot be overridden", entity.name);
            self.report("override-final", entity.place, message);
        }
        if above.is_static != member.is_static && member.kind != MemberKind::Constant {
            let message = format!("{} is static above or here, but not in both", entity.name);
            self.report("override-static", entity.place, message);
        }
        if member.visibility < above.visibility {
            let message = format!("{} is more visible above", entity.name);
            self.report("override-visibility", entity.place, message);
        }
        match member.kind {
            MemberKind::Method => {
                if relies_on_later(program, m, over) {
                    let message = format!(
                        "{} differs from the one above by a class declared only later",
                        entity.name
                    );
                    self.report("override-order", entity.place, message);
                }
                if let Some(why) = incompatible(program, m, over) {
                    let message = format!(
                        "{} is not compatible with the one above: {why}",
                        entity.name
                    );
                    self.report("override-signature", entity.place, message);
                }
            }
            MemberKind::Property => {
                if member.is_readonly != above.is_readonly || !self.same_type(m, over) {
                    let message = format!("property {} has another type above", entity.name);
                    self.report("override-type", entity.place, message);
                }
            }
            MemberKind::Constant => {}
        }
    }

    fn same_type(&self, a: crate::entity::MemberId, b: crate::entity::MemberId) -> bool {
        let ty = |m: crate::entity::MemberId| {
            let member = self.program.member(m);
            let file = self.program.class(member.class).file;
            let ty = member.declared_type?;
            let mut atoms: Vec<String> = self
                .program
                .type_at(file, ty)
                .atoms
                .iter()
                .map(|a| format!("{a:?}"))
                .collect();
            atoms.sort();
            Some(atoms)
        };
        ty(a) == ty(b)
    }

    /// Abstract methods that a concrete class leaves without a body.
    fn abstract_left(&mut self, class: &Class, line: &[Ancestor]) {
        let concrete = matches!(
            class.kind,
            ClassKind::Class | ClassKind::Enum | ClassKind::Anonymous
        );
        if !concrete || class.is_abstract {
            return;
        }
        let program = self.program;
        let mut done: FxHashMap<String, bool> = FxHashMap::default();
        let unknown = line.iter().any(|a| matches!(a, Ancestor::Unknown));
        for ancestor in line {
            match ancestor {
                Ancestor::User(id) | Ancestor::Trait { class: id, .. } => {
                    for &m in &program.class(*id).members {
                        let member = program.member(m);
                        if member.kind == MemberKind::Method {
                            let entry = done.entry(member.key.to_string()).or_default();
                            *entry |= !member.is_abstract;
                        }
                    }
                }
                Ancestor::Builtin(b) => {
                    for (key, method) in &b.methods {
                        *done.entry(key.clone()).or_default() |= !method.is_abstract;
                    }
                }
                Ancestor::Unknown => {}
            }
        }
        let enum_own = ["cases", "from", "tryfrom"];
        let mut left: Vec<&String> = done
            .iter()
            .filter(|(key, has_body)| {
                let given = class.kind == ClassKind::Enum && enum_own.contains(&key.as_str());
                !(**has_body || given)
            })
            .map(|(key, _)| key)
            .collect();
        left.sort();
        if let Some(key) = left.first()
            && !unknown
        {
            let message = format!("the class leaves the abstract method {key} without a body");
            self.report("abstract-left", self.place(class.entity), message);
        }
    }

    /// Two traits that bring a method of one name, with nothing to choose between them.
    fn trait_conflicts(&mut self, class: &Class) {
        let program = self.program;
        let mut seen: FxHashSet<String> = FxHashSet::default();
        for used in &class.traits {
            let Some(id) = program.class_named(&used.name) else {
                continue;
            };
            for &m in &program.class(id).members {
                let member = program.member(m);
                let own = class.members.iter().any(|&o| {
                    let o = program.member(o);
                    o.kind == member.kind && o.key == member.key
                });
                let left_out = class.trait_rules.iter().any(|r| {
                    r.method == member.key && r.instead_of.contains(&program.class(id).name)
                });
                if member.kind != MemberKind::Method || member.is_abstract || own || left_out {
                    continue;
                }
                if !seen.insert(member.key.to_string()) {
                    let message = format!("two traits bring a method {}", self.name(member.entity));
                    self.report("trait-conflict", self.place(class.entity), message);
                }
            }
        }
    }

    /// Parameters named twice, captured parameters, labels.
    fn scopes(&mut self) {
        let program = self.program;
        for scope in &program.scopes {
            let source = program.file(scope.file);
            for (i, param) in scope.params.iter().enumerate() {
                let place = Place {
                    file: scope.file,
                    span: source.span(param.variable),
                };
                if scope.params[..i].iter().any(|p| p.name == param.name) {
                    let message = format!("parameter ${} is declared twice", param.name);
                    self.report("parameter-twice", place, message);
                }
                if is_superglobal(&param.name) || &*param.name == "this" {
                    let message = format!("${} cannot be a parameter", param.name);
                    self.report("parameter-reserved", place, message);
                }
                if scope.kind == ScopeKind::Closure && scope.captures.contains(&param.name) {
                    let message = format!("${} is captured and a parameter", param.name);
                    self.report("parameter-captured", place, message);
                }
            }
            let mut captures = scope.captures.clone();
            captures.sort();
            if captures.windows(2).any(|w| w[0] == w[1])
                || captures.iter().any(|c| &**c == "this" || is_superglobal(c))
            {
                let place = Place {
                    file: scope.file,
                    span: source.span(scope.node),
                };
                self.report(
                    "captures",
                    place,
                    "a closure cannot capture this list of variables",
                );
            }
        }
        let mut labels: FxHashSet<(u32, String)> = FxHashSet::default();
        for (f, source) in program.files.iter().enumerate() {
            let file = FileId(f as u32);
            for id in source.tree.ids() {
                if !matches!(source.kind(id), Kind::NamedLabel | Kind::Goto) {
                    continue;
                }
                let Some(name) = source.child(id, Kind::Name) else {
                    continue;
                };
                let scope = program.scope_at(file, id);
                let key = (scope, source.text(name).to_owned());
                let place = Place {
                    file,
                    span: source.span(name),
                };
                if source.kind(id) == Kind::Goto {
                    if !program.labels.contains_key(&key) {
                        self.report("label-missing", place, "goto to a label that is not there");
                    }
                } else if !labels.insert((scope.0, key.1)) {
                    self.report("label-twice", place, "the label is declared twice");
                }
            }
        }
    }
}

fn sorted<V>(map: &FxHashMap<std::sync::Arc<str>, V>) -> Vec<(&str, &V)> {
    let mut all: Vec<(&str, &V)> = map.iter().map(|(k, v)| (&**k, v)).collect();
    all.sort_by_key(|(k, _)| *k);
    all
}
