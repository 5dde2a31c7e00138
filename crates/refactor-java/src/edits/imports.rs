//! How a file can name a class, and imports that let it.

use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Modifiers, TypeKind};
use reweave_refactor::Step;
use reweave_text::{Part, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Imports to be added, by file.
#[derive(Default)]
pub struct Imports {
    wanted: BTreeMap<u32, BTreeSet<String>>,
}

impl Imports {
    /// The text by which a file can name a class: its simple name, with an import where one is needed and possible.
    pub fn name(&mut self, program: &JavaProgram, number: u32, class: ClassId) -> String {
        let world = program.world();
        if let Some(outer) = world.info(class).outer {
            let simple = world.text(world.class(class).name);
            if world.type_in_file(number, world.class(class).name) == Some(class) {
                return simple.to_owned();
            }
            return format!("{}.{simple}", self.name(program, number, outer));
        }
        let dotted = dotted(program, class);
        self.dotted(program, number, &dotted)
    }

    /// The text by which a file can name a class that moved code named by its simple name: that of a member type, too, is imported
    /// where it can be.
    pub fn simple(&mut self, program: &JavaProgram, number: u32, class: ClassId) -> String {
        let world = program.world();
        let package = world.class(class).package;
        let is_of_file = world.class(world.outermost(class)).origin.file() == Some(number);
        let is_near = program.model(number).package == package;
        let is_open = |c: ClassId| {
            let written = world.info(c).modifiers.has(Modifiers::PUBLIC);
            written
                || world
                    .info(c)
                    .outer
                    .is_some_and(|o| world.info(o).is_interface())
        };
        let can_be_imported = !world.text(package).is_empty()
            && (is_near || world.around(class).all(is_open))
            && !world.info(class).local;
        if world.info(class).outer.is_none() || is_of_file || !can_be_imported {
            return self.name(program, number, class);
        }
        let whole = dotted(program, class);
        let name = self.dotted(program, number, &whole);
        if name == whole {
            return self.name(program, number, class);
        }
        name
    }

    /// Whether a static member may keep the name that a static import of another file gives it: it is imported here, too, where no
    /// word of this file is that name.
    pub fn carries(
        &mut self,
        program: &JavaProgram,
        sources: &Sources,
        from: u32,
        number: u32,
        member: Decl,
    ) -> bool {
        let world = program.world();
        if program.imported_statically(number, member) {
            return true;
        }
        let (owner, name) = match member {
            Decl::Method(m) => (world.method(m).owner, world.method(m).name),
            Decl::Field(f) => (world.field(f).owner, world.field(f).name),
            _ => return false,
        };
        let text = sources.text(program.id(number));
        let whole = Span::new(0, text.len() as u32);
        let simple = world.text(name);
        let is_free = crate::query::mentions::words(text, whole, simple).is_empty();
        let known = program.imported_statically(from, member) && is_free;
        if known {
            self.want(
                number,
                format!("static {}.{simple}", dotted(program, owner)),
            );
        }
        known
    }

    /// Asks for an import without looking whether it is needed. What has no package cannot be imported.
    pub fn want(&mut self, number: u32, dotted: String) {
        if dotted.contains('.') {
            self.wanted.entry(number).or_default().insert(dotted);
        }
    }

    pub fn is_wanted(&self, number: u32, dotted: &str) -> bool {
        let wanted = self.wanted.get(&number);
        wanted.is_some_and(|w| w.contains(dotted))
    }

    /// The same for a qualified name that need not be known.
    pub fn dotted(&mut self, program: &JavaProgram, number: u32, dotted: &str) -> String {
        let world = program.world();
        let Some((package, simple)) = dotted.rsplit_once('.') else {
            return dotted.to_owned();
        };
        let meant = world.class_by_dotted(dotted);
        let known = world.names().get(simple);
        let taken = known.and_then(|s| world.type_in_file(number, s));
        match (taken, meant) {
            (Some(taken), Some(meant)) if taken != meant => return dotted.to_owned(),
            _ if is_hidden(program, number, simple, meant) => return dotted.to_owned(),
            (Some(_), Some(_)) => return simple.to_owned(),
            (Some(_), _) => return dotted.to_owned(),
            _ => {}
        }
        let model = program.model(number);
        let end = format!(".{simple}");
        let wanted = self.wanted.entry(number).or_default();
        let clash = wanted.iter().any(|w| w.ends_with(&end) && w != dotted);
        if clash {
            return dotted.to_owned();
        }
        if world.text(model.package) != package && package != "java.lang" {
            wanted.insert(dotted.to_owned());
        }
        simple.to_owned()
    }

    /// A type as a user writes it: every qualified name in it is imported where that can be.
    pub fn shorten(&mut self, program: &JavaProgram, number: u32, ty: &str) -> String {
        let mut out = String::new();
        let mut word = String::new();
        for c in ty.chars().chain(Some('\0')) {
            if c.is_alphanumeric() || matches!(c, '_' | '$' | '.') {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                // `String...` is no dotted name.
                let dots = word.len() - word.trim_end_matches('.').len();
                let (name, rest) = word.split_at(word.len() - dots);
                out.push_str(&self.dotted(program, number, name));
                out.push_str(rest);
                word.clear();
            }
            if c != '\0' {
                out.push(c);
            }
        }
        out
    }

    /// Adds the edits: after the last import, or after the package.
    pub fn add_to(self, program: &JavaProgram, sources: &Sources, step: &mut Step) {
        for (number, wanted) in self.wanted {
            if wanted.is_empty() {
                continue;
            }
            let model = program.model(number);
            let tree = &model.tree;
            let lines: Vec<String> = wanted.iter().map(|w| format!("\nimport {w};")).collect();
            let lines = lines.concat();
            let text = sources.text(program.id(number));
            let package = tree
                .children(reweave_model::NodeId::ROOT)
                .find(|&n| tree.kind(n) == reweave_model::Kind::Package);
            let (at, lines) = match (model.imports.last(), package) {
                (Some(last), _) => (end_of_statement(text, tree.span(last.node).end), lines),
                (None, Some(package)) => (
                    end_of_statement(text, tree.span(package).end),
                    format!("\n{lines}"),
                ),
                (None, None) => (0, format!("{}\n\n", lines.trim_start())),
            };
            let file = program.id(number);
            match step.deleted_until(file, at) {
                // The line goes, and the next one begins there.
                Some(end) => step.insert(file, end, format!("{}\n", lines.trim_start())),
                None => step.insert(file, at, lines),
            }
        }
    }
}

/// Takes out the imports of types that a file names only in text that goes.
pub fn drop_unneeded(
    program: &JavaProgram,
    sources: &Sources,
    number: u32,
    gone: &[Span],
    step: &mut Step,
) {
    let model = program.model(number);
    let text = sources.text(program.id(number));
    let whole = Span::new(0, text.len() as u32);
    if text.contains("\\u") {
        return;
    }
    let lines = |import: &reweave_model::Import| {
        let span = model.tree.span(import.node);
        Span::new(span.start, end_of_statement(text, span.end))
    };
    let imports: Vec<Span> = model.imports.iter().map(lines).collect();
    for (import, &span) in model.imports.iter().zip(&imports) {
        let name = program.world().text(import.name);
        let simple = name.rsplit('.').next().unwrap_or(name);
        let named = crate::query::mentions::words(text, whole, simple);
        let mut elsewhere = named
            .iter()
            .filter(|n| !imports.iter().any(|i| i.contains(**n)));
        let mut any = false;
        let only_there = elsewhere.all(|&n| {
            any = true;
            gone.iter().any(|g| g.contains(n))
        });
        if any && only_there && !import.on_demand {
            let line = crate::edits::texts::whole_lines(text, span, None);
            step.delete(program.interval(number, line));
        }
    }
}

/// Whether somewhere in a file a simple name means another type than `meant`: one that a class there declares or inherits, or a
/// type parameter.
pub fn is_hidden(program: &JavaProgram, number: u32, simple: &str, meant: Option<ClassId>) -> bool {
    let world = program.world();
    let model = program.model(number);
    let Some(name) = world.names().get(simple) else {
        return false;
    };
    let is_other = |class: ClassId| Some(class) != meant;
    let declares = |id| {
        let ty = model.ty(id);
        let is_named = ty.kind != TypeKind::Anonymous && ty.name == name;
        is_named && is_other(world.class_of(number, id))
    };
    let inherits = |id| {
        let above = world.closure(world.class_of(number, id)).supers.iter();
        let mut members = above.filter_map(|s| world.info(s.0).type_named(name));
        members.any(is_other)
    };
    let tree = &model.tree;
    let mut nodes = tree.descendants(reweave_model::NodeId::ROOT);
    model.type_ids().any(|id| declares(id) || inherits(id))
        || nodes.any(|n| tree.kind(n) == reweave_model::Kind::TypeParam && tree.sym(n) == name)
}

/// Behind the `;` that ends at or after an offset.
pub fn end_of_statement(text: &str, offset: u32) -> u32 {
    let at = offset as usize;
    if text.part(..at).ends_with(';') {
        return offset;
    }
    text.part(at..)
        .find(';')
        .map_or(offset, |i| offset + i as u32 + 1)
}

/// The name of a class from its package down, as an import writes it.
pub fn dotted(program: &JavaProgram, class: ClassId) -> String {
    let world = program.world();
    let mut names: Vec<&str> = world
        .around(class)
        .map(|c| world.text(world.class(c).name))
        .collect();
    names.reverse();
    let package = world.text(world.class(class).package);
    if package.is_empty() {
        names.join(".")
    } else {
        format!("{package}.{}", names.join("."))
    }
}
