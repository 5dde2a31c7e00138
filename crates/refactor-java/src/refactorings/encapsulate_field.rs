//! Encapsulate Field: makes a field private and lets everybody use a getter and a setter.
//!
//! ```before
//! class Point {
//!     int $0x;
//!     void right() { x += 2; x++; }
//!     boolean far() { return x > 100; }
//! }
//! ```
//! ```after
//! class Point {
//!     private int x;
//!     void right() { setX(getX() + 2); setX(getX() + 1); }
//!     boolean far() { return getX() > 100; }
//!
//!     int getX() {
//!         return x;
//!     }
//!
//!     void setX(int x) {
//!         this.x = x;
//!     }
//! }
//! ```
//!
//! `x++` whose value is used is one less than what the setter gives back, where nothing is lost by that:
//!
//! ```before
//! class Point {
//!     int $0x;
//!     int next() { return 2 * x++; }
//! }
//! ```
//! ```after
//! class Point {
//!     private int x;
//!     int next() { return 2 * (setX(getX() + 1) - 1); }
//!
//!     int getX() {
//!         return x;
//!     }
//!
//!     int setX(int x) {
//!         this.x = x;
//!         return x;
//!     }
//! }
//! ```
//!
//! ```before
//! class Point { double $0x; double next() { return x++; } }
//! ```
//! ```refuses
//! x++
//! ```

use crate::Java;
use crate::checks::plain_accessors::{AccessorCalls, why_not_plain};
use crate::checks::unresolved::{Unresolved, tell_of_unknown};
use crate::edits::lookups::{refuse_private_lookups, warn_of_strings};
use crate::edits::texts::visibility;
use crate::edits::transfer::{Member, Room};
use crate::query::at::meant_at;
use crate::query::constants::needed_constant;
use crate::query::program::JavaProgram;
use crate::query::words::valid_name;
use reweave_java_names::{Decl, FieldId, MethodId, Ty, Use, UseKind};
use reweave_model::{Kind, Modifiers, Node, NodeId, Role, TypeKind, Visibility};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Part, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "encapsulate-field",
    file: include_str!("encapsulate_field.rs"),
    params: &[
        Param::optional("getter", "its name"),
        Param::optional("setter", "its name"),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let program = run.program();
    let world = program.world();
    let (field, member) = field_at(run)?;
    let sources = run.sources().clone();
    let name = world.text(world.field(field).name).to_owned();
    let text = sources.text(member.file(program));
    let ty = type_text(program, &member, text)
        .ok_or_else(|| BadInput::new("the field's type is not written where it is"))?;
    let [getter, setter] = accessor_names(run, &name, ty == "boolean")?;
    let own_getter = accessor(program, &member, field, &getter, 0);
    let own_setter = accessor(program, &member, field, &setter, 1);

    let mut job = Job {
        program,
        sources: &sources,
        step: Step::new(format!("encapsulate {name}"), "N!=->@ O I"),
        getter: getter.clone(),
        setter: setter.clone(),
        ty: world.field_type(field),
        needs_value: false,
        reads: BTreeMap::new(),
        writes: BTreeMap::new(),
        trouble: Vec::new(),
        called: BTreeMap::new(),
    };
    let is_final = member.modifiers.has(Modifiers::FINAL);
    for used in program.uses(&[member.decl]) {
        let mut own = [own_getter, own_setter].into_iter();
        let sets_once = is_final && used.kind == UseKind::Write;
        if !sets_once && !own.any(|own| inside(program, &used, own)) {
            job.follow(&used);
        }
    }
    job.judge_own(field, [own_getter, own_setter]);
    job.follow_imports(member.decl);
    if let Some((why, at)) = needed_constant(program, field) {
        job.trouble.push((why.to_owned(), at));
    }
    let trouble = std::mem::take(&mut job.trouble);
    let calls = AccessorCalls::note(
        program,
        member.owner,
        [
            (getter.as_str(), own_getter, 0, &job.reads),
            (setter.as_str(), own_setter, 1, &job.writes),
        ],
    );
    let mut step = job.step;
    let shown = member.modifiers.visibility();
    let hides = Visibility::Private;
    if let Some(edit) = visibility(program, member.number, member.node, text, hides) {
        step.edit(member.file(program), edit);
    }
    let written = Written {
        ty: &ty,
        name: &name,
        getter: own_getter.is_none().then_some(getter.as_str()),
        setter: (own_setter.is_none() && !is_final).then_some(setter.as_str()),
        gives: job.needs_value,
        shown,
        own_setter,
    };
    written.insert(program, &sources, &member, &mut step)?;
    let every: Vec<u32> = program.numbers().collect();
    tell_of_unknown(run, &every, &name);
    if !member.modifiers.has(Modifiers::PRIVATE) {
        refuse_private_lookups(run, field);
        warn_of_strings(run, &name);
    }
    for (why, at) in trouble {
        run.refuse("value", why, &[at]);
    }
    let unresolved = Unresolved::note(run, &step);
    run.step(&step)?;
    unresolved.check(run);
    calls.check(run, &name);
    Ok(())
}

/// The field at the caret, one of a class.
fn field_at(run: &Run<'_, Java>) -> Result<(FieldId, Member), Stop> {
    let (file, offset) = run.caret()?;
    let program = run.program();
    let meant = meant_at(program, file, offset)?;
    let Decl::Field(field) = meant.decl else {
        return Err(
            BadInput::unclear("no field stands here; put the caret on the name of one").into(),
        );
    };
    let member = Member::of(program, meant.decl)?;
    let kind = program.world().info(member.owner).kind;
    if !matches!(kind, TypeKind::Class | TypeKind::Enum) {
        return Err(BadInput::new("only a class's field can be encapsulated").into());
    }
    Ok((field, member))
}

/// What the getter and the setter are called: as asked for, or as JavaBeans call them.
fn accessor_names(
    run: &Run<'_, Java>,
    field: &str,
    is_boolean: bool,
) -> Result<[String; 2], BadInput> {
    let stem = capital(field);
    let reads = if is_boolean { "is" } else { "get" };
    let named = |param: &str, prefix: &str| {
        let asked = run.optional(param).map(str::to_owned);
        asked.unwrap_or_else(|| format!("{prefix}{stem}"))
    };
    let names = [named("getter", reads), named("setter", "set")];
    for name in &names {
        valid_name("", name, false)?;
    }
    Ok(names)
}

/// The accessors that are still to write.
struct Written<'a> {
    ty: &'a str,
    name: &'a str,
    getter: Option<&'a str>,
    setter: Option<&'a str>,
    /// Whether the setter returns what it sets.
    gives: bool,
    shown: Visibility,
    /// The setter that is there already.
    own_setter: Option<MethodId>,
}

impl Written<'_> {
    fn insert(
        &self,
        program: &JavaProgram,
        sources: &Sources,
        member: &Member,
        step: &mut Step,
    ) -> Result<(), BadInput> {
        let room = Room::of(program, sources, member.owner)?;
        let indent = &room.indent;
        let texts = self.texts(program, sources, member, indent);
        match self.own_setter.and_then(|m| program.world().method_node(m)) {
            // The getter stands before the setter.
            Some((number, setter)) if !texts.is_empty() => {
                let model = program.model(number);
                let doc = model.callables.iter().find(|c| c.node == setter);
                let whole = model.tree.span(setter);
                let start = doc.and_then(|c| c.doc).map_or(whole.start, |d| d.start);
                let getter = format!("{}\n\n{indent}", texts.concat());
                step.insert(program.id(number), start, getter);
            }
            _ if !texts.is_empty() => room.insert(sources, &texts, step),
            _ => {}
        }
        Ok(())
    }

    fn texts(
        &self,
        program: &JavaProgram,
        sources: &Sources,
        member: &Member,
        indent: &str,
    ) -> Vec<String> {
        let world = program.world();
        let (ty, name) = (self.ty, self.name);
        let text = sources.text(member.file(program));
        let unit = indent
            .strip_prefix(crate::edits::texts::indent_at(text, member.span.start))
            .filter(|u| !u.is_empty())
            .unwrap_or(if indent.contains('\t') { "\t" } else { "    " });
        let mut head = match self.shown {
            Visibility::Package | Visibility::Internal => String::new(),
            other => format!("{} ", other.word()),
        };
        let mut holder = "this";
        if member.is_static() {
            head.push_str("static ");
            holder = world.text(world.class(member.owner).name);
        }
        let mut texts = Vec::new();
        if let Some(getter) = self.getter {
            texts.push(format!(
                "{head}{ty} {getter}() {{\n{indent}{unit}return {name};\n{indent}}}"
            ));
        }
        if let Some(setter) = self.setter {
            let (returns, gives) = if self.gives {
                (ty, format!("\n{indent}{unit}return {name};"))
            } else {
                ("void", String::new())
            };
            texts.push(format!(
                "{head}{returns} {setter}({ty} {name}) {{\n{indent}{unit}{holder}.{name} = {name};{gives}\n{indent}}}"
            ));
        }
        texts
    }
}

fn inside(program: &JavaProgram, used: &Use, method: Option<MethodId>) -> bool {
    let node = method.and_then(|m| program.world().method_node(m));
    node.is_some_and(|(n, node)| n == used.file && program.model(n).tree.contains(node, used.node))
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

fn type_text(program: &JavaProgram, member: &Member, text: &str) -> Option<String> {
    let tree = &program.model(member.number).tree;
    let ty = tree.child_in(member.node, Role::Type)?;
    let behind = program.token(member.number, member.node).span.end as usize;
    // Brackets behind the name belong to the type.
    let rest = text.part(behind..).trim_start();
    let brackets: String = rest
        .chars()
        .take_while(|c| matches!(c, '[' | ']' | ' '))
        .filter(|c| *c != ' ')
        .collect();
    Some(format!("{}{brackets}", tree.span(ty).text(text)))
}

/// A method of the class that can stand for the accessor; of several setters the one that takes what the field holds.
fn accessor(
    program: &JavaProgram,
    member: &Member,
    field: FieldId,
    name: &str,
    params: usize,
) -> Option<MethodId> {
    let world = program.world();
    let symbol = world.names().get(name)?;
    let methods = world.info(member.owner).methods_named(symbol).iter();
    let mut all = methods
        .map(|m| m.1)
        .filter(|&m| world.signature(m).params.len() == params);
    let takes_it = |&m: &MethodId| {
        let param = world.signature(m).params.first();
        param.is_none_or(|&p| p == world.field_type(field))
    };
    all.clone().find(takes_it).or_else(|| all.next())
}

struct Job<'a> {
    program: &'a JavaProgram,
    sources: &'a Sources,
    step: Step,
    getter: String,
    setter: String,
    ty: Ty,
    /// A write's value is used, so the setter gives it back.
    needs_value: bool,
    /// How often the getter comes to be called by file, and the setter.
    reads: BTreeMap<u32, usize>,
    writes: BTreeMap<u32, usize>,
    trouble: Vec<(String, Interval)>,
    /// By file the accessors that are called by their simple names.
    called: BTreeMap<u32, BTreeSet<String>>,
}

impl Job<'_> {
    /// Accessors that are there already must do nothing else.
    fn judge_own(&mut self, field: FieldId, own: [Option<MethodId>; 2]) {
        let world = self.program.world();
        let wanted = [!self.reads.is_empty(), !self.writes.is_empty()];
        for (method, _) in own.into_iter().zip(wanted).filter(|w| w.1) {
            if let Some(method) = method
                && let Some(why) = why_not_plain(self.program, method, field, self.needs_value)
                && let Some((number, node)) = world.method_node(method)
            {
                let called = world.text(world.method(method).name);
                let why =
                    format!("{called} cannot be the accessor of the field: {why}; name another");
                self.trouble.push((why, self.program.token(number, node)));
            }
        }
    }

    fn follow(&mut self, used: &Use) {
        let program = self.program;
        let tree = &program.model(used.file).tree;
        let at = program.interval(used.file, used.span);
        let parent = tree.parent(used.node);
        let is_target = |p: NodeId, of: NodeId| {
            (tree.kind(p) == Kind::Assign && tree.role(of) == Role::Target)
                || tree.kind(p) == Kind::Update
        };
        let written = parent.filter(|&p| is_target(p, used.node));
        let reads = written.is_none_or(|w| program.world().text(tree.sym(w)) != "=");
        if reads && used.kind != UseKind::Import {
            *self.reads.entry(used.file).or_default() += 1;
        }
        if written.is_some() {
            *self.writes.entry(used.file).or_default() += 1;
        }
        if tree.kind(used.node) == Kind::Name {
            let called = self.called.entry(used.file).or_default();
            called.extend(reads.then(|| self.getter.clone()));
            called.extend(written.map(|_| self.setter.clone()));
        }
        // The grammar takes `-x++` for `(-x)++`.
        let around = tree
            .ancestors(used.node)
            .take_while(|&a| matches!(tree.kind(a), Kind::Paren | Kind::Unary | Kind::Cast))
            .last();
        let is_part = around
            .and_then(|a| tree.parent(a).filter(|&p| is_target(p, a)))
            .is_some();
        if is_part {
            let why = "this changes the variable behind parentheses or another operator; \
                       write them apart first";
            self.trouble.push((why.to_owned(), at));
        }
        if tree.role(used.node) == Role::Resource {
            let why = "a resource that `try` closes must be a variable here".to_owned();
            self.trouble.push((why, at));
        }
        match written {
            Some(write) if tree.kind(write) == Kind::Assign => self.assign(used, write),
            Some(write) => self.update(used, write),
            None if used.kind == UseKind::Import => {}
            None => self.step.replace(at, format!("{}()", self.getter)),
        }
    }

    /// `import static a.B.field` brings the accessors instead that the file calls.
    fn follow_imports(&mut self, field: Decl) {
        let program = self.program;
        for number in program.numbers() {
            for (index, import) in program.model(number).imports.iter().enumerate() {
                let Some((at, targets)) = program.static_import(number, index) else {
                    continue;
                };
                if !targets.contains(&field) {
                    continue;
                }
                let text = program.world().text(import.name);
                let class = text.part(..text.rfind('.').map_or(0, |d| d + 1));
                let called = self.called.get(&number);
                let mut names: Vec<&str> =
                    called.into_iter().flatten().map(String::as_str).collect();
                if targets.len() > 1 {
                    names.insert(0, text.part(class.len()..));
                } else if names.is_empty() {
                    names.push(&self.getter);
                }
                let list = names.join(&format!(";\nimport static {class}"));
                self.step.replace(at, list);
            }
        }
    }

    /// Whether nobody looks at the value of an expression.
    fn is_statement(&self, number: u32, node: NodeId) -> bool {
        let program = self.program;
        let tree = &program.model(number).tree;
        let role = tree.role(node);
        tree.parent(node).is_some_and(|p| match tree.kind(p) {
            // `case 1 -> x++;` of a `switch` that has a value gives it.
            Kind::ExprStmt => !tree.parent(p).is_some_and(|case| {
                let switch = tree.parent(case).map(|s| tree.kind(s));
                tree.kind(case) == Kind::Case
                    && tree.node(case).flags & Node::ARROW != 0
                    && switch == Some(Kind::SwitchExpr)
            }),
            Kind::For => matches!(role, Role::Update | Role::Init),
            Kind::Lambda => {
                let world = program.world();
                let class = world.class_of_type(program.names.ty(number, p));
                let method = class.and_then(|c| world.functional(c));
                method.is_some_and(|m| world.signature(m).ret == Some(Ty::VOID))
            }
            _ => false,
        })
    }

    fn assign(&mut self, used: &Use, write: NodeId) {
        let program = self.program;
        let tree = &program.model(used.file).tree;
        let file = program.id(used.file);
        let text = self.sources.text(file);
        if !self.is_statement(used.file, write) {
            self.needs_value = true;
        }
        let Some(value) = tree.child_in(write, Role::Value) else {
            return;
        };
        let operator = program.world().text(tree.sym(write));
        let given = program.names.ty(used.file, value);
        let start = if operator == "=" && self.is_narrowed(given) {
            // A constant is narrowed where it is assigned, not where it is passed.
            self.step.insert(file, tree.span(value).end, ")");
            format!("{}(({}) (", self.setter, self.number())
        } else if operator == "=" {
            format!("{}(", self.setter)
        } else {
            let Some(receiver) = self.receiver(used, text) else {
                return;
            };
            let operator = operator.trim_end_matches('=');
            let (open, close) = if self.needs_parens(used.file, operator, value) {
                ("(", ")")
            } else {
                ("", "")
            };
            let (cast, end) = self.cast(operator, given);
            let tail = format!("{close}{end}");
            if !tail.is_empty() {
                self.step.insert(file, tree.span(value).end, tail);
            }
            format!(
                "{}({cast}{receiver}{}() {operator} {open}",
                self.setter, self.getter
            )
        };
        let from = Span::new(used.span.start, tree.span(value).start);
        self.step.replace(Interval::new(file, from), start);
        self.step.insert(file, tree.span(write).end, ")");
    }

    /// The number that the field holds, where it is one of the small ones: what is computed is wider.
    fn small(&self) -> Option<Ty> {
        let plain = self.program.world().unboxed(self.ty);
        matches!(plain, Ty::BYTE | Ty::SHORT | Ty::CHAR).then_some(plain)
    }

    /// The word for the number that the field holds.
    fn number(&self) -> &'static str {
        match self.program.world().unboxed(self.ty) {
            Ty::BYTE => "byte",
            Ty::SHORT => "short",
            Ty::CHAR => "char",
            Ty::LONG => "long",
            Ty::FLOAT => "float",
            Ty::DOUBLE => "double",
            _ => "int",
        }
    }

    fn is_narrowed(&self, given: Ty) -> bool {
        let is_plain = given.is_unknown() || given.is_primitive();
        self.small().is_some_and(|small| is_plain && given != small)
    }

    /// What a compound assignment narrows by itself is narrowed by a cast.
    fn cast(&self, operator: &str, given: Ty) -> (String, &'static str) {
        let world = self.program.world();
        let (own, given) = (world.unboxed(self.ty), world.unboxed(given));
        let shifts = matches!(operator, "<<" | ">>" | ">>>");
        let is_wider = !shifts && own.is_numeric() && given.is_numeric() && given > own;
        if self.small().is_some() || (is_wider && given > Ty::INT) {
            (format!("({}) (", self.number()), ")")
        } else {
            (String::new(), "")
        }
    }

    /// Whether a value has to stand in parentheses behind an operator.
    fn needs_parens(&self, file: u32, operator: &str, value: NodeId) -> bool {
        let program = self.program;
        let tree = &program.model(file).tree;
        match tree.kind(value) {
            Kind::Binary => {
                let inner = program.world().text(tree.sym(value));
                let is_product = matches!(inner, "*" | "/" | "%");
                // A sum of the same whole numbers is the same in any order.
                let is_sum = matches!(inner, "+" | "-")
                    && matches!(self.ty, Ty::INT | Ty::LONG)
                    && program.names.ty(file, value) == self.ty
                    && tree
                        .children_in(value, Role::Operand)
                        .all(|o| program.names.ty(file, o) == self.ty);
                !(operator == "+" && self.ty.is_numeric() && (is_product || is_sum))
            }
            kind => matches!(
                kind,
                Kind::Conditional
                    | Kind::Assign
                    | Kind::Lambda
                    | Kind::InstanceOf
                    | Kind::SwitchExpr
            ),
        }
    }

    fn update(&mut self, used: &Use, write: NodeId) {
        let program = self.program;
        let tree = &program.model(used.file).tree;
        let file = program.id(used.file);
        let text = self.sources.text(file);
        let whole = tree.span(write);
        let operator = program.world().text(tree.sym(write));
        let is_old = operator.starts_with('x') && !self.is_statement(used.file, write);
        if !self.is_statement(used.file, write) {
            let is_whole = self.ty.is_primitive() && self.ty.widens_to(Ty::LONG);
            if is_old && !is_whole {
                let shown = whole.text(text);
                let message = format!("the value of `{shown}` before the change is used");
                self.trouble.push((message, Interval::new(file, whole)));
                return;
            }
            self.needs_value = true;
        }
        let Some(receiver) = self.receiver(used, text) else {
            return;
        };
        let sign = if operator.contains('+') { '+' } else { '-' };
        let sum = format!("{receiver}{}() {sign} 1", self.getter);
        let is_small = self.small().is_some();
        let narrowed = |sum: String| {
            if is_small {
                format!("({}) ({sum})", self.number())
            } else {
                sum
            }
        };
        let set = format!("{receiver}{}({})", self.setter, narrowed(sum));
        let parent = tree.parent(write).map(|p| tree.kind(p));
        let is_operand = matches!(parent, Some(Kind::Binary | Kind::Unary | Kind::Cast));
        let back = if sign == '+' { '-' } else { '+' };
        let set = match (is_old, is_operand && !is_small) {
            (false, _) => set,
            (true, false) => narrowed(format!("{set} {back} 1")),
            (true, true) => format!("({set} {back} 1)"),
        };
        self.step.replace(Interval::new(file, whole), set);
    }

    /// What stands before the name, when it may be written twice.
    fn receiver(&mut self, used: &Use, text: &str) -> Option<String> {
        let program = self.program;
        let tree = &program.model(used.file).tree;
        let Some(receiver) = tree.child_in(used.node, Role::Receiver) else {
            return Some(String::new());
        };
        let plain = tree.descendants(receiver).all(|n| {
            matches!(
                tree.kind(n),
                Kind::Name | Kind::This | Kind::Super | Kind::FieldAccess | Kind::TypeName
            )
        });
        if !plain {
            let at = program.interval(used.file, tree.span(receiver));
            let message = "what stands before the field would be computed twice".to_owned();
            self.trouble.push((message, at));
            return None;
        }
        Some(format!("{}.", tree.span(receiver).text(text)))
    }
}
