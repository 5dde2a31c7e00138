//! Imports: rewritten where their class is called otherwise now, added where a name needs one, taken out where their
//! package is gone.

use crate::draft::Drafter;
use crate::rewrite::Change;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Import, Kind, Modifiers, NodeId};
use reweave_text::{Part, Span};
use std::collections::BTreeSet;

impl Drafter<'_> {
    pub fn imports(&mut self) {
        let imports = &self.model.imports;
        for (index, import) in imports.iter().enumerate() {
            let decl = self.names.decl(self.file, import.node);
            match (import.is_static, import.on_demand, decl) {
                (false, false, Decl::Class(class)) => self.single(index, import, class),
                (false, true, Decl::Class(class)) => self.class_part(import, class, None),
                (false, true, _) => self.package(import),
                (true, true, Decl::Class(class)) => self.class_part(import, class, None),
                (true, false, Decl::Class(class)) => self.static_single(import, class),
                _ => {}
            }
        }
    }

    /// The dotted name of an import.
    fn name_span(&self, import: &Import) -> Span {
        let start = self.model.tree.node(import.node).name_at;
        let len = self.targets.old.world().text(import.name).len() as u32;
        Span::new(start, start + len)
    }

    fn single(&mut self, index: usize, import: &Import, class: ClassId) {
        let Some(named) = self.targets.class(class) else {
            return;
        };
        let key = self.targets.old.dotted(class);
        let span = self.name_span(import);
        if !self.site(span, &key, named.entry) {
            return;
        }
        if self.unneeded.contains(&index) {
            self.delete(import);
            return;
        }
        let old = span.text(self.text);
        // An inherited member type may be imported through a subclass.
        let simple = Span::new(span.end - last_word(old).len() as u32, span.end);
        let wanted = self.wanted.remove(&named.new);
        let again = wanted && self.is_imported_elsewhere(index, &named.new);
        if again || (self.is_own_package(&named.new) && !named.new.is_empty()) {
            self.delete(import);
        } else {
            self.change(Change::name(span, simple, named.new));
        }
    }

    fn is_imported_elsewhere(&self, index: usize, new: &str) -> bool {
        let same = |(c, i): (&ClassId, &usize)| *i != index && self.targets.class_now(*c) == new;
        self.imported.iter().any(same)
    }

    fn is_own_package(&self, new: &str) -> bool {
        let own = self.targets.old.world().text(self.model.package);
        let api = self.targets.api.world();
        new.rsplit_once('.')
            .is_some_and(|(p, _)| p == own && api.class_by_dotted(p).is_none())
    }

    /// The class that an import names, perhaps with a member behind it.
    fn class_part(&mut self, import: &Import, class: ClassId, member: Option<&str>) {
        let (new, entry) = match self.targets.class(class) {
            Some(named) => (named.new, named.entry),
            None => (self.targets.old.dotted(class), 0),
        };
        let span = self.name_span(import);
        let old = span.text(self.text);
        let new = member.map_or_else(|| new.clone(), |m| format!("{new}.{m}"));
        let key = self.targets.old.dotted(class);
        if old != new && entry > 0 && self.site(span, &key, entry) {
            let simple = Span::new(span.end - last_word(old).len() as u32, span.end);
            self.change(Change::name(span, simple, new));
        }
    }

    /// `import a.b.*`
    fn package(&mut self, import: &Import) {
        let span = self.name_span(import);
        let old = span.text(self.text).to_owned();
        let Some(named) = self.targets.plan.package(&old) else {
            self.drop_if_gone(import, &old);
            return;
        };
        let now = self.package_now(&old);
        if now == old {
            self.drop_if_gone(import, &old);
            return;
        }
        if self.site(span, &old, named.entry) {
            self.change(Change::list(span, vec![crate::rewrite::Part::New(now)]));
        }
    }

    /// An import of a package of the library that has no classes left would be an error.
    fn drop_if_gone(&mut self, import: &Import, package: &str) {
        let (old, api) = (self.targets.old, self.targets.api.world());
        let symbol = old.world().names().get(package);
        let there = symbol.is_some_and(|s| api.is_package(s))
            || old
                .clients()
                .any(|f| Some(old.world().file(f).package) == symbol);
        if !there && symbol.is_some_and(|s| self.is_library_package(s)) {
            self.delete(import);
        }
    }

    fn is_library_package(&self, package: reweave_text::Symbol) -> bool {
        let uses = self.names.uses_in(self.file);
        let world = self.targets.old.world();
        uses.iter().any(|u| {
            matches!(u.decl, Decl::Class(c) if world.class(c).package == package && self.targets.old.owns(c))
        })
    }

    /// `import static a.B.name`: all members of that name.
    fn static_single(&mut self, import: &Import, class: ClassId) {
        let span = self.name_span(import);
        let old = span.text(self.text).to_owned();
        let name = last_word(&old).to_owned();
        let mut targets: BTreeSet<String> = BTreeSet::new();
        let mut entry = self.targets.class(class).map_or(0, |n| n.entry);
        let now = self.targets.class_now(class);
        for decl in self.static_members(class, &name) {
            let target = match decl {
                Decl::Method(m) => match self.targets.method(m) {
                    Some(Ok(plan)) => {
                        entry = entry.max(plan.entry);
                        let moved = plan.owner
                            != self
                                .targets
                                .class_now(self.targets.old.world().method(m).owner);
                        let leaves = moved && !self.inherits(class, &plan.owner, decl);
                        let owner = if leaves { &plan.owner } else { &now };
                        format!("{owner}.{}", plan.name)
                    }
                    _ => format!("{now}.{name}"),
                },
                Decl::Field(f) => match self.targets.field(f) {
                    Some(named) => {
                        entry = entry.max(named.entry);
                        let (owner, simple) = named.new.rsplit_once('.').unwrap_or_default();
                        if self.inherits(class, owner, decl) {
                            format!("{now}.{simple}")
                        } else {
                            named.new
                        }
                    }
                    None => format!("{now}.{name}"),
                },
                Decl::Class(c) => self.targets.class_now(c),
                _ => continue,
            };
            targets.insert(target);
        }
        let Some(first) = targets.pop_first() else {
            return;
        };
        if first == old && targets.is_empty() {
            return;
        }
        if self.site(span, &self.targets.old.dotted(class), entry) {
            let simple = Span::new(span.end - name.len() as u32, span.end);
            self.change(Change::name(span, simple, first));
            self.wanted_static.extend(targets);
        }
    }

    fn static_members(&self, class: ClassId, name: &str) -> Vec<Decl> {
        let world = self.targets.old.world();
        let Some(name) = world.names().get(name) else {
            return Vec::new();
        };
        let mut methods = Vec::new();
        world.find_methods(class, name, &mut methods);
        methods.retain(|&m| world.method(m).modifiers.has(Modifiers::STATIC));
        let mut all: Vec<Decl> = methods.into_iter().map(Decl::Method).collect();
        all.extend(world.find_field(class, name, class).map(Decl::Field));
        all.extend(world.member_type(class, name).map(Decl::Class));
        all
    }

    /// Whether a single static import brings a member in.
    pub fn imports_statically(&self, decl: Decl) -> bool {
        let mut single = self.model.imports.iter().filter(|i| !i.on_demand);
        single.any(|i| {
            let name = last_word(self.targets.old.world().text(i.name));
            self.class_of_static(i, name, decl).is_some()
        })
    }

    /// The class whose static members are all imported, a member among them.
    pub fn imported_with_all(&self, decl: Decl) -> Option<ClassId> {
        let world = self.targets.old.world();
        let name = match decl {
            Decl::Method(m) => world.method(m).name,
            Decl::Field(f) => world.field(f).name,
            _ => return None,
        };
        let mut all = self.model.imports.iter().filter(|i| i.on_demand);
        all.find_map(|i| self.class_of_static(i, world.text(name), decl))
    }

    /// The class that a static import names, if a member of it is meant.
    fn class_of_static(&self, import: &Import, name: &str, decl: Decl) -> Option<ClassId> {
        match self.names.decl(self.file, import.node) {
            Decl::Class(class) if import.is_static => {
                let members = self.static_members(class, name);
                members.contains(&decl).then_some(class)
            }
            _ => None,
        }
    }

    /// Takes out an import with its line.
    fn delete(&mut self, import: &Import) {
        let start = self
            .text
            .part(..self.model.tree.span(import.node).start as usize)
            .rfind('\n')
            .map_or(0, |i| i + 1);
        let span = self.model.tree.span(import.node);
        let end = end_of_statement(self.text, span.end) as usize;
        let alone = self.text.part(start..span.start as usize).trim().is_empty();
        let rest = self.text.part(end..);
        let line_end = rest.find('\n').map_or(rest.len(), |i| i + 1);
        let whole = if alone && rest.part(..line_end).trim().is_empty() {
            Span::new(start as u32, (end + line_end) as u32)
        } else {
            Span::new(span.start, end as u32)
        };
        self.change(Change::delete(whole));
    }

    /// New imports come after the last one, or after the package.
    pub fn add_imports(&mut self) {
        let lines: Vec<String> = self
            .wanted
            .iter()
            .map(|w| format!("import {w};"))
            .chain(
                self.wanted_static
                    .iter()
                    .map(|w| format!("import static {w};")),
            )
            .collect();
        if lines.is_empty() {
            return;
        }
        let newline = if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let tree = &self.model.tree;
        let package = tree
            .children(NodeId::ROOT)
            .find(|&n| tree.kind(n) == Kind::Package);
        let lines = lines.join(newline);
        let change = match (self.model.imports.last(), package) {
            (Some(last), _) => {
                let at = end_of_statement(self.text, tree.span(last.node).end);
                Change::insert(at, format!("{newline}{lines}"))
            }
            (None, Some(package)) => {
                let at = end_of_statement(self.text, tree.span(package).end);
                Change::insert(at, format!("{newline}{newline}{lines}"))
            }
            (None, None) => Change::insert(0, format!("{lines}{newline}{newline}")),
        };
        self.change(change);
    }
}

fn last_word(dotted: &str) -> &str {
    dotted.rsplit('.').next().unwrap_or(dotted)
}

/// Behind the `;` that ends at or after an offset.
fn end_of_statement(text: &str, offset: u32) -> u32 {
    let at = offset as usize;
    if text.part(..at).ends_with(';') {
        return offset;
    }
    text.part(at..)
        .find(';')
        .map_or(offset, |i| offset + i as u32 + 1)
}
