//! Members that go from one class to another: their text with what must change in it, where it goes, and whether every name in
//! it still means what it meant.

use crate::Java;
use crate::checks::moved_types::Computed;
use crate::checks::unresolved::Unresolved;
use crate::edits::texts::{indent_at, indent_unit, reindent, whole_lines};
use crate::query::at::named_at;
use crate::query::edges::node_of;
use crate::query::hierarchy::Given;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind};
use reweave_preserve::{EdgeKind, Interval, Node};
use reweave_refactor::{BadInput, Elsewhere, Run, Step, Stop};
use reweave_text::{Edit, EditSet, FileId, Interner, Part, Sources, Span, Symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A method, field or member type.
#[derive(Clone, Debug)]
pub struct Member {
    pub decl: Decl,
    pub number: u32,
    pub node: NodeId,
    pub owner: ClassId,
    pub modifiers: Modifiers,
    /// The whole declaration; of a field among several its declarator only.
    pub span: Span,
    pub doc: Option<Span>,
    /// The head that a field shares with others of its declaration, and their span.
    shared: Option<(Span, Span)>,
}

impl Member {
    pub fn read(program: &JavaProgram, sources: &Sources, decl: Decl) -> Result<Self, BadInput> {
        Ok(Self::of(program, decl)?.with_comments(program, sources))
    }

    pub fn of(program: &JavaProgram, decl: Decl) -> Result<Self, BadInput> {
        let world = program.world();
        let nobody = || BadInput::new("this is not written in these files; it cannot be moved");
        match decl {
            Decl::Method(m) => {
                let (number, node) = world.method_node(m).ok_or_else(nobody)?;
                let model = program.model(number);
                let callable = model.callables.iter().find(|c| c.node == node);
                let callable = callable.ok_or_else(nobody)?;
                Ok(Self {
                    decl,
                    number,
                    node,
                    owner: world.method(m).owner,
                    modifiers: callable.modifiers,
                    span: model.tree.span(node),
                    doc: callable.doc,
                    shared: None,
                })
            }
            Decl::Field(f) => {
                let (number, node) = world.field_node(f).ok_or_else(nobody)?;
                let model = program.model(number);
                let field = model.fields.iter().find(|c| c.node == node);
                let field = field.filter(|f| !f.enum_constant).ok_or_else(nobody)?;
                let others = model.fields.iter();
                let beside: Vec<_> = others
                    .filter(|f| f.declaration == field.declaration)
                    .collect();
                let start = program.token(number, node).span.start;
                let end = field.init.map_or_else(
                    || program.token(number, node).span.end,
                    |i| model.tree.span(i).end,
                );
                let first = beside
                    .iter()
                    .map(|f| program.token(number, f.node).span.start);
                let head = Span::new(field.declaration.start, first.min().unwrap_or(start));
                let is_shared = beside.len() > 1;
                Ok(Self {
                    decl,
                    number,
                    node,
                    owner: world.field(f).owner,
                    modifiers: field.modifiers,
                    span: if is_shared {
                        Span::new(start, end)
                    } else {
                        field.declaration
                    },
                    doc: field.doc,
                    shared: is_shared.then_some((head, field.declaration)),
                })
            }
            Decl::Class(c) => {
                let (number, ty) = world.decl_of(c).ok_or_else(nobody)?;
                let model = program.model(number);
                let outer = world.info(c).outer.ok_or_else(nobody)?;
                Ok(Self {
                    decl,
                    number,
                    node: ty.node,
                    owner: outer,
                    modifiers: ty.modifiers,
                    span: model.tree.span(ty.node),
                    doc: ty.doc,
                    shared: None,
                })
            }
            _ => Err(BadInput::unclear(
                "no member of a class stands here; put the caret on a method, field or member type",
            )),
        }
    }

    /// A type that is no member; it stands for its own owner.
    pub fn top(program: &JavaProgram, sources: &Sources, class: ClassId) -> Result<Self, BadInput> {
        let world = program.world();
        let found = world.decl_of(class);
        let (number, ty) = found.ok_or_else(|| BadInput::new("the type is not in these files"))?;
        let top = Self {
            decl: Decl::Class(class),
            number,
            node: ty.node,
            owner: class,
            modifiers: ty.modifiers,
            span: program.model(number).tree.span(ty.node),
            doc: ty.doc,
            shared: None,
        };
        Ok(top.with_comments(program, sources))
    }

    /// From its documentation and the comments right before it to its end.
    pub fn extent(&self) -> Span {
        match (self.doc, self.shared) {
            (Some(doc), None) => Span::new(doc.start.min(self.span.start), self.span.end),
            _ => self.span,
        }
    }

    /// Takes the comments that stand right before it and in its last line for its own.
    fn with_comments(mut self, program: &JavaProgram, sources: &Sources) -> Self {
        if self.shared.is_some() {
            return self;
        }
        let text = sources.text(program.id(self.number));
        let comments = &program.model(self.number).comments;
        let mut extent = self.extent();
        let first = extent.start;
        for comment in comments.iter().rev().filter(|c| c.end <= first) {
            let between = text.part(comment.end as usize..extent.start as usize);
            let before = text.part(..comment.start as usize);
            let own_line = before
                .rsplit('\n')
                .next()
                .is_some_and(|l| l.trim().is_empty());
            if !between.trim().is_empty() || between.matches('\n').count() > 1 || !own_line {
                break;
            }
            extent = Span::new(comment.start, extent.end);
        }
        let behind = text.part(extent.end as usize..);
        let line = behind.split('\n').next().unwrap_or_default();
        let trailing = comments.iter().find(|c| {
            c.start >= extent.end
                && text
                    .part(extent.end as usize..c.start as usize)
                    .trim()
                    .is_empty()
                && c.start < extent.end + line.len() as u32
        });
        if let Some(comment) = trailing {
            extent = Span::new(extent.start, comment.end);
        }
        self.doc = Some(Span::new(extent.start, self.span.start));
        self.span = Span::new(self.span.start, extent.end);
        self
    }

    pub fn file(&self, program: &JavaProgram) -> FileId {
        program.id(self.number)
    }

    pub fn is_static(&self) -> bool {
        self.modifiers.has(Modifiers::STATIC)
    }

    /// The declaration that it shares with other fields.
    pub fn declaration(&self) -> Option<Span> {
        self.shared.map(|s| s.1)
    }

    /// Takes it out of its class.
    pub fn remove(&self, program: &JavaProgram, sources: &Sources, step: &mut Step) {
        let text = sources.text(self.file(program));
        let span = match self.shared {
            None => whole_lines(text, self.span, self.doc),
            Some((_, declaration)) => {
                // With the comma before it, or the one behind the first.
                let before = text.part(..self.span.start as usize).trim_end();
                if before.ends_with(',') {
                    Span::new(before.len() as u32 - 1, self.span.end)
                } else {
                    let rest = text.part(self.span.end as usize..declaration.end as usize);
                    let comma = rest.find(',').map_or(0, |c| c + 1);
                    let blanks = rest.part(comma..).len() - rest.part(comma..).trim_start().len();
                    Span::new(self.span.start, self.span.end + (comma + blanks) as u32)
                }
            }
        };
        step.delete(program.interval(self.number, span));
    }
}

/// A member's text on its way: edits of the original file inside its extent.
#[derive(Clone, Debug)]
pub struct Moving {
    pub member: Member,
    pub edits: Vec<Edit>,
    /// The names that some edits write, and what each is to mean.
    written: Vec<(Span, String, Node)>,
    /// Names that mean something of the new class, as its own type parameters.
    own: Vec<Span>,
}

impl Moving {
    pub fn new(member: Member) -> Self {
        Self {
            member,
            edits: Vec::new(),
            written: Vec::new(),
            own: Vec::new(),
        }
    }

    /// Lets a name mean what it means in the new class.
    pub fn leave_to_class(&mut self, name: Span) {
        self.own.push(name);
    }

    /// Says something else in the place of a type parameter of its class.
    pub fn give(&mut self, param: Span, given: &Given) {
        self.edits.push(Edit::replace(param, given.text.as_str()));
        let names = given.names.iter();
        self.written
            .extend(names.map(|(name, means)| (param, name.clone(), *means)));
    }

    /// Puts something before a name in it, whatever else becomes of the name.
    pub fn qualify(&mut self, span: Span, name: &str, qualifier: &str) {
        match self.edits.iter_mut().find(|e| e.span == span) {
            Some(edit) => edit.text.insert_str(0, qualifier),
            None => self
                .edits
                .push(Edit::replace(span, format!("{qualifier}{name}"))),
        }
    }

    /// The text with its edits, for a class whose members are indented by `indent`.
    pub fn text(&self, program: &JavaProgram, sources: &Sources, indent: &str) -> String {
        let text = sources.text(self.member.file(program));
        let extent = self.member.extent();
        let moved: Vec<Edit> = self
            .edits
            .iter()
            .filter(|e| extent.contains(e.span))
            .map(|e| {
                let span = Span::new(e.span.start - extent.start, e.span.end - extent.start);
                Edit::replace(span, e.text.as_str())
            })
            .collect();
        let set = EditSet::new(moved).and_then(|s| s.apply(extent.text(text)));
        let whole = set.unwrap_or_else(|_| extent.text(text).to_owned());
        let whole = match self.member.shared {
            Some((head, _)) => format!("{}{whole};", head.text(text)),
            None => whole,
        };
        let tree = &program.model(self.member.number).tree;
        let strings = tree.descendants(self.member.node).filter_map(|n| {
            let is_string = tree.kind(n) == Kind::Str;
            is_string.then(|| tree.span(n).text(text))
        });
        let blocks: Vec<&str> = strings.filter(|s| s.starts_with("\"\"\"")).collect();
        reindent(&whole, indent_at(text, extent.start), indent, &blocks)
    }
}

/// Where members can be put into a class, and how they are indented there.
pub struct Room {
    pub file: FileId,
    pub at: u32,
    pub indent: String,
    /// Behind the last field, where other members follow.
    fields_at: Option<u32>,
    /// What ends the constants of an enum that has nothing else yet.
    ends: &'static str,
}

impl Room {
    pub fn of(program: &JavaProgram, sources: &Sources, class: ClassId) -> Result<Self, BadInput> {
        let world = program.world();
        let Some((number, ty)) = world.decl_of(class) else {
            return Err(BadInput::new("the class is not in these files"));
        };
        let model = program.model(number);
        let file = program.id(number);
        let text = sources.text(file);
        let whole = model.tree.span(ty.node);
        let own = indent_at(text, whole.start);
        let children = model.tree.children(ty.node);
        let members: Vec<(Kind, Span)> = children
            .map(|c| (model.tree.kind(c), model.tree.span(c)))
            .filter(|(kind, _)| {
                matches!(
                    kind,
                    Kind::Callable
                        | Kind::Field
                        | Kind::Type
                        | Kind::Initializer
                        | Kind::EnumConstant
                )
            })
            .collect();
        let brace = text.part(..whole.end as usize).rfind('}').unwrap_or(0);
        let before = text.part(..brace).trim_end();
        let indent = members
            .first()
            .filter(|m| indent_at(text, m.1.start).len() > own.len())
            .map_or_else(
                || format!("{own}{}", indent_unit(text)),
                |m| indent_at(text, m.1.start).to_owned(),
            );
        Ok(Self {
            file,
            at: before.len() as u32,
            indent,
            fields_at: fields_end(text, whole, &members),
            ends: constants_end(text, ty.kind, &members, before.len()),
        })
    }

    /// Where fields are put.
    pub fn at_fields(&self) -> u32 {
        self.fields_at.unwrap_or(self.at)
    }

    /// Puts fields behind the last one, before the methods.
    pub fn insert_fields(&self, sources: &Sources, texts: &[String], step: &mut Step) {
        let Some(at) = self.fields_at else {
            return self.insert(sources, texts, step);
        };
        let lines: Vec<String> = texts
            .iter()
            .map(|text| format!("\n{}{text}", self.indent))
            .collect();
        let rest = sources.text(self.file).part(at as usize..);
        let mut lines_behind = rest.split('\n').skip(1);
        let is_blank = |line: &str| line.trim().is_empty();
        let ends = rest.split('\n').next().is_some_and(is_blank);
        let gap = match (ends, lines_behind.next().is_some_and(is_blank)) {
            (true, true) => "",
            (true, false) => "\n",
            (false, _) => "\n\n",
        };
        step.insert(self.file, at, format!("{}{gap}", lines.concat()));
    }

    /// Puts texts behind the last member.
    pub fn insert(&self, sources: &Sources, texts: &[String], step: &mut Step) {
        let mut all = self.ends.to_owned();
        for text in texts {
            all.push_str("\n\n");
            all.push_str(&self.indent);
            all.push_str(text);
        }
        let rest = sources.text(self.file).part(self.at as usize..);
        if !rest.starts_with('\n') && !rest.starts_with("\r\n") {
            all.push('\n');
        }
        step.insert(self.file, self.at, all);
    }
}

/// Where a class that has more than fields ends its fields: behind the last one, or behind the brace that opens it. Enums and
/// classes that end with a field have no such place.
fn fields_end(text: &str, whole: Span, members: &[(Kind, Span)]) -> Option<u32> {
    let last = members.iter().rposition(|m| m.0 == Kind::Field);
    let follows = members.get(last.map_or(0, |l| l + 1))?;
    if members[0].0 == Kind::EnumConstant {
        return None;
    }
    if let Some(last) = last {
        let end = members[last].1.end as usize;
        let semicolon = text.part(end..follows.1.start as usize).find(';');
        return Some((end + semicolon.map_or(0, |s| s + 1)) as u32);
    }
    let head = Span::new(whole.start, follows.1.start).text(text);
    let brace = head.find('{')?;
    // A comment before the first member is its own.
    let plain = head.part(brace + 1..).trim().is_empty();
    plain.then_some(whole.start + brace as u32 + 1)
}

/// A semicolon, where an enum has none behind its constants.
fn constants_end(text: &str, kind: TypeKind, members: &[(Kind, Span)], end: usize) -> &'static str {
    let is_bare = kind == TypeKind::Enum
        && members.iter().all(|m| m.0 == Kind::EnumConstant)
        && members
            .last()
            .is_some_and(|m| !text.part(m.1.end as usize..end).contains(';'));
    if is_bare { ";" } else { "" }
}

/// A text that was put somewhere, and what it was made of.
pub struct Placed {
    pub file: FileId,
    pub text: String,
    pub moving: Moving,
}

/// Takes the step that puts the texts there, and refuses where a name in them came to mean something else.
pub fn carry_over(run: &mut Run<'_, Java>, step: &Step, placed: &[Placed]) -> Result<(), Stop> {
    let meanings = Meanings::note(run, placed);
    let computed = Computed::note(run, placed);
    let unresolved = Unresolved::note(run, step);
    let names = run.names();
    run.step_excused(step, |elsewhere| implements(names, elsewhere))?;
    unresolved.check(run);
    meanings.check(run, placed);
    computed.check(run, placed);
    Ok(())
}

/// A call may come to name the method that implements the abstract one it named, or an abstract one that stands between: the object
/// that is asked answers the same. `super` asks no object.
fn implements(names: &Interner, elsewhere: &Elsewhere<'_, Java>) -> bool {
    let program = elsewhere.after;
    let Node::Text(now) = elsewhere.now() else {
        return false;
    };
    let Some(Decl::Method(method)) = named_at(program, now) else {
        return false;
    };
    let is_abstract = |m| program.world().is_abstract(m);
    let is_between = is_abstract(method) && !is_by_super(program, elsewhere.from());
    let above = program.overrides().overridden_by(method).iter();
    let mut above = above.filter(|&&m| is_between || is_abstract(m));
    elsewhere.kind() == EdgeKind::NAME
        && above.any(|&m| {
            let node = node_of(program, names, 0, Decl::Method(m));
            elsewhere.went_to(node)
        })
}

/// Whether a name is asked of `super`.
fn is_by_super(program: &JavaProgram, at: Node) -> bool {
    let number = at.interval().and_then(|at| program.number(at.file));
    let (Some(at), Some(number)) = (at.interval(), number) else {
        return false;
    };
    let tree = &program.model(number).tree;
    let receivers = tree.descendants(NodeId::ROOT).filter(|&n| {
        let node = tree.node(n);
        node.kind == Kind::Call && node.name_at == at.span.start
    });
    let mut receivers = receivers.filter_map(|n| tree.child_in(n, Role::Receiver));
    receivers.any(|r| tree.kind(r) == Kind::Super)
}

/// A name in moved text, and what it meant.
struct Meant {
    name: String,
    means: Node,
    /// Methods outside of these files that answer the same when the object is asked by them.
    above: Vec<Node>,
}

/// What the names in moved text meant, noted before the step.
pub struct Meanings {
    /// For each placed text its names in order, and what they meant.
    names: Vec<Vec<Meant>>,
    extents: Vec<Extent>,
}

type Declared = (Kind, Symbol, usize);

/// A member's text, and what is declared in it.
struct Extent {
    member: Decl,
    at: Interval,
    /// By where the name stands: the kind of declaration and its name, and the how manieth of them in the text it is.
    declared: FxHashMap<u32, Declared>,
}

impl Extent {
    fn of(program: &JavaProgram, member: Decl, at: Interval) -> Self {
        let mut counts: FxHashMap<(Kind, Symbol), usize> = FxHashMap::default();
        let mut declared = FxHashMap::default();
        if let Some(number) = program.number(at.file) {
            let tree = &program.model(number).tree;
            for node in tree.descendants(NodeId::ROOT) {
                let kind = tree.kind(node);
                let name_at = tree.node(node).name_at;
                if declares(kind) && at.span.contains(Span::new(name_at, name_at)) {
                    let name = tree.sym(node);
                    let count = counts.entry((kind, name)).or_default();
                    declared.insert(name_at, (kind, name, *count));
                    *count += 1;
                }
            }
        }
        Self {
            member,
            at,
            declared,
        }
    }

    /// Which declaration of which member a name is; the same ones of two programs are alike.
    fn index(&self, at: Interval) -> Option<(Decl, Option<&Declared>)> {
        let is_within = self.at.file == at.file && self.at.span.contains(at.span);
        is_within.then(|| (self.member, self.declared.get(&at.span.start)))
    }
}

const fn declares(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Type
            | Kind::TypeParam
            | Kind::Field
            | Kind::EnumConstant
            | Kind::Callable
            | Kind::Param
            | Kind::VarDecl
            | Kind::TypePattern
            | Kind::Labeled
    )
}

impl Meanings {
    pub fn note(run: &Run<'_, Java>, placed: &[Placed]) -> Self {
        let program = run.program();
        let names = placed.iter().map(|p| names_in(run, program, &p.moving));
        let extent = |p: &Placed| {
            let member = &p.moving.member;
            let at = program.interval(member.number, member.extent());
            Extent::of(program, member.decl, at)
        };
        Self {
            names: names.collect(),
            extents: placed.iter().map(extent).collect(),
        }
    }

    /// Refuses where a name in a placed text means something else than it meant. Names are followed in their order; what was
    /// put between them (qualifiers, annotations) is passed over.
    pub fn check(&self, run: &mut Run<'_, Java>, placed: &[Placed]) {
        let places = find_all(run.sources(), placed);
        let mut found: Vec<(String, Interval)> = Vec::new();
        let program = run.program();
        let ranges: Vec<Extent> = (placed.iter().zip(&places))
            .filter_map(|(p, at)| Some(Extent::of(program, p.moving.member.decl, (*at)?)))
            .collect();
        for (names, at) in self.names.iter().zip(&places) {
            let Some(at) = at else { continue };
            let Some(number) = program.number(at.file) else {
                continue;
            };
            let mut uses: Vec<Use> = program.names.uses_in(number);
            uses.retain(|u| at.span.contains(u.span));
            uses.sort_by_key(|u| u.span);
            let text = run.sources().text(at.file);
            let mut next = 0;
            for Meant { name, means, above } in names {
                let ahead = uses[next..].iter().position(|u| u.span.text(text) == name);
                let Some(mut i) = ahead.map(|i| next + i) else {
                    continue;
                };
                // An object of that name that was put before it.
                let tree = &program.model(number).tree;
                let asks = |a: &Use, b: &Use| {
                    let is_asked = tree.role(a.node) == Role::Receiver;
                    is_asked && tree.parent(a.node) == Some(b.node) && b.span.text(text) == name
                };
                if uses.get(i + 1).is_some_and(|b| asks(&uses[i], b)) {
                    let now = node_of(program, run.names(), number, uses[i].decl);
                    i += usize::from(!self.same(run, *means, now, &ranges));
                }
                next = i + 1;
                let now = node_of(program, run.names(), number, uses[i].decl);
                let is_same = self.same(run, *means, now, &ranges)
                    || above.contains(&now)
                    || answers(run, number, &uses[i])
                        .into_iter()
                        .any(|other| self.same(run, *means, other, &ranges));
                if !is_same {
                    let message = format!("`{name}` would mean something else");
                    found.push((message, program.interval(number, uses[i].span)));
                }
            }
        }
        for (message, place) in found {
            run.refuse("name", message, &[place]);
        }
    }

    fn same(&self, run: &Run<'_, Java>, before: Node, after: Node, ranges: &[Extent]) -> bool {
        match (before, after) {
            (Node::Text(old), Node::Text(new)) => {
                let mut went = self.extents.iter().filter_map(|e| e.index(old));
                let now: Vec<_> = ranges.iter().filter_map(|r| r.index(new)).collect();
                went.any(|index| now.contains(&index)) || run.now(old) == new
            }
            (Node::Outside(old), Node::Outside(new)) => old == new,
            _ => false,
        }
    }
}

/// The other methods of a call's family: the object that is asked answers with the same one, whichever of them is named.
/// Not for calls by `super`.
fn answers(run: &Run<'_, Java>, number: u32, used: &Use) -> Vec<Node> {
    let program = run.program();
    let tree = &program.model(number).tree;
    let receiver = tree.child_in(used.node, Role::Receiver);
    let by_super = receiver.is_some_and(|r| tree.kind(r) == Kind::Super);
    let Decl::Method(method) = used.decl else {
        return Vec::new();
    };
    let data = program.world().method(method);
    if by_super || data.constructor || data.modifiers.has(Modifiers::STATIC) {
        return Vec::new();
    }
    let family = program.family(method).into_iter();
    family
        .chain(program.world().overridden(method))
        .map(|m| node_of(program, run.names(), number, Decl::Method(m)))
        .collect()
}

/// The names in a member in order, as they will be written.
fn names_in(run: &Run<'_, Java>, program: &JavaProgram, moving: &Moving) -> Vec<Meant> {
    let number = moving.member.number;
    let extent = moving.member.extent();
    let text = run.sources().text(program.id(number));
    let mut uses = program.names.uses_in(number);
    uses.retain(|u| extent.contains(u.span));
    uses.sort_by_key(|u| u.span);
    let is_rewritten = |u: &Use| {
        let name = u.span.text(text);
        let mut edits = moving.edits.iter();
        edits.any(|e| e.span.contains(u.span) && !ends_with_word(&e.text, name))
    };
    let mut all = Vec::new();
    for used in uses {
        let written = moving.written.iter().filter(|w| w.0 == used.span);
        let meant = written.map(|(_, name, means)| Meant {
            name: name.clone(),
            means: *means,
            above: Vec::new(),
        });
        let before = all.len();
        all.extend(meant);
        if all.len() == before && !is_rewritten(&used) && !moving.own.contains(&used.span) {
            let above = answers(run, number, &used).into_iter();
            all.push(Meant {
                name: used.span.text(text).to_owned(),
                means: node_of(program, run.names(), number, used.decl),
                above: above.filter(|n| matches!(n, Node::Outside(_))).collect(),
            });
        }
    }
    all
}

/// Whether the last word of a text is this one.
fn ends_with_word(text: &str, word: &str) -> bool {
    let before = text.strip_suffix(word).map(|b| b.chars().next_back());
    before.is_some_and(|c| c.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '$'))
}

/// Where the placed texts are now; the same text in one file several times is met in order.
pub fn find_all(sources: &Sources, placed: &[Placed]) -> Vec<Option<Interval>> {
    let mut from: BTreeMap<(FileId, &str), usize> = BTreeMap::new();
    placed
        .iter()
        .map(|p| {
            let now = sources.text(p.file);
            let start = from.entry((p.file, p.text.as_str())).or_default();
            let at = now.get(*start..)?.find(p.text.as_str())? + *start;
            *start = at + p.text.len();
            let span = Span::new(at as u32, (at + p.text.len()) as u32);
            Some(Interval::new(p.file, span))
        })
        .collect()
}
