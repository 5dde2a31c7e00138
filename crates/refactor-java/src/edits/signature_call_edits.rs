//! What calls a method whose signature changes: the arguments, and the calls of constructors that nobody wrote.

use crate::checks::argument_order::check_order;
use crate::edits::nested_edits::{Part, parts_of};
use crate::edits::signature_change::{Item, is_call};
use crate::edits::signature_edits::SignatureEdits;
use crate::edits::texts::{indent_at, indent_unit, parenthesised};
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Use, UseKind};
use reweave_model::{Kind, NodeId, Role, TypeDecl, TypeKind, Visibility};
use reweave_text::{Part as _, Span};

impl SignatureEdits<'_> {
    /// The calls of what is declared so, wherever they stand.
    pub fn calls(&mut self, decls: &[Decl]) {
        for used in self.program.uses(decls) {
            if let Err(why) = self.call(&used) {
                let at = self.program.interval(used.file, used.span);
                self.trouble.push((why, at));
            }
        }
    }

    /// The arguments of one call, in their new order.
    fn call(&mut self, used: &Use) -> Result<(), String> {
        let (program, sources, change) = (self.program, self.sources, self.change);
        let text = sources.text(program.id(used.file));
        let tree = &program.model(used.file).tree;
        let named = used.span.text(text) == change.old_name;
        if let Some(name) = change.name.as_ref().filter(|_| named) {
            self.edits.replace(used.file, used.span, name);
        }
        if change.keeps_order() {
            return Ok(());
        }
        if used.kind == UseKind::Reference {
            return Err("a method reference cannot follow another list of parameters".to_owned());
        }
        if !is_call(used.kind) {
            return Ok(());
        }
        let behind = match tree.kind(used.node) {
            Kind::New => {
                let ty = tree.child_in(used.node, Role::Type);
                ty.map_or(used.span.end, |t| tree.span(t).end)
            }
            _ => used.span.end,
        };
        let args: Vec<NodeId> = tree.children_in(used.node, Role::Argument).collect();
        let fixed = change.old.len() - usize::from(change.varargs);
        if args.len() < fixed {
            return Err("this call does not give all arguments".to_owned());
        }
        let inside = inside_family(program, used, self.family);
        let span = parenthesised(text, behind);
        let spans: Vec<Span> = args.iter().map(|&a| tree.span(a)).collect();
        let parts = span.map(|s| parts_of(text, s, &spans)).unwrap_or_default();
        if parts.len() != args.len() {
            return Err("the arguments of this call were not found".to_owned());
        }
        let mut list = Vec::new();
        for item in &change.items {
            match item {
                Item::Kept { index, .. } if change.varargs && *index == fixed => {
                    list.extend(parts[fixed..].iter().map(|&p| Part::Old(p)));
                }
                Item::Kept { index, .. } => list.push(Part::Old(parts[*index])),
                Item::New { name, .. } if inside => list.push(Part::New(name.clone())),
                Item::New {
                    given: Some(given), ..
                } => list.push(Part::New(given.at_call(
                    program,
                    sources,
                    used,
                    &mut self.imports,
                )?)),
                Item::New { default, .. } => {
                    list.push(Part::New(self.imports.shorten(program, used.file, default)));
                }
            }
        }
        check_order(program, used, &args, change)?;
        match span {
            Some(span) => {
                // The blanks inside the parentheses stay.
                let inner = span.text(text);
                let span = match (parts.first(), parts.last()) {
                    (Some(first), Some(last)) if !list.is_empty() => {
                        Span::new(first.start, last.end)
                    }
                    _ => Span::new(span.start, span.start + inner.len() as u32),
                };
                self.edits.list(used.file, span, list);
            }
            None if tree.kind(used.node) == Kind::EnumConstant && !list.is_empty() => {
                self.edits.insert(
                    used.file,
                    used.span.end,
                    format!("({})", shown(text, &list)),
                );
            }
            None => {}
        }
        Ok(())
    }

    /// Constructors of subclasses that call the changed constructor without saying so: now they say it. Gives the file of each such
    /// call.
    pub fn implicit_calls(&mut self, method: MethodId) -> Vec<u32> {
        let world = self.program.world();
        let mut written = Vec::new();
        let (old, items) = (&self.change.old, &self.change.items);
        if !world.method(method).constructor || !old.is_empty() || items.is_empty() {
            return written;
        }
        let owner = world.method(method).owner;
        let args = items.iter().map(|item| match item {
            Item::New { default, .. } => default.as_str(),
            Item::Kept { .. } => "",
        });
        let call = format!("super({});", args.collect::<Vec<_>>().join(", "));
        for class in world.source_classes() {
            let superclass = world.header(class).supers.first();
            let superclass = superclass.and_then(|&s| world.class_of_type(s));
            if superclass != Some(owner) || class == owner {
                continue;
            }
            let Some((number, decl)) = world.decl_of(class) else {
                continue;
            };
            if decl.kind != TypeKind::Anonymous {
                self.call_of_super(number, decl, &call, &mut written);
            }
        }
        written
    }

    fn call_of_super(&mut self, number: u32, decl: &TypeDecl, call: &str, written: &mut Vec<u32>) {
        let model = self.program.model(number);
        let text = self.sources.text(self.program.id(number));
        let callables = decl.callables.iter().map(|&c| model.callable(c));
        let constructors = callables.filter(|c| c.is_constructor());
        let mut bodies = constructors
            .filter_map(|c| Some((c.node, c.body?)))
            .peekable();
        if bodies.peek().is_none() {
            if self.constructor(number, decl, call) {
                written.push(number);
            }
            return;
        }
        for (node, body) in bodies {
            let first = model.tree.children(body).next();
            if first.is_some_and(|f| model.tree.kind(f) == Kind::ConstructorCall) {
                continue;
            }
            let at = model.tree.span(body).start + 1;
            let indent = indent_at(text, model.tree.span(node).start);
            let line = format!("\n{indent}{}{call}", indent_unit(text));
            self.edits.insert(number, at, line);
            written.push(number);
        }
    }

    /// Writes the constructor that nobody wrote; whether there is a place for it.
    fn constructor(&mut self, number: u32, decl: &TypeDecl, call: &str) -> bool {
        let program = self.program;
        let tree = &program.model(number).tree;
        let text = self.sources.text(program.id(number));
        let name_at = tree.node(decl.node).name_at;
        let Some(brace) = text.part(name_at as usize..).find('{') else {
            let why = "this class has no place for a constructor".to_owned();
            let at = program.token(number, decl.node);
            self.trouble.push((why, at));
            return false;
        };
        let indent = indent_at(text, tree.span(decl.node).start);
        let unit = indent_unit(text);
        // The one that nobody wrote could be used by whoever can use the class.
        let openness = match decl.modifiers.visibility() {
            Visibility::Public => "public ",
            Visibility::Protected => "protected ",
            Visibility::Private => "private ",
            Visibility::Package | Visibility::Internal => "",
        };
        let name = program.world().text(decl.name);
        let constructor = format!(
            "\n{indent}{unit}{openness}{name}() {{\n{indent}{unit}{unit}{call}\n{indent}{unit}}}\n"
        );
        self.edits
            .insert(number, name_at + brace as u32 + 1, constructor);
        true
    }
}

fn shown(text: &str, list: &[Part]) -> String {
    let parts = list.iter().map(|p| match p {
        Part::Old(span) => span.text(text),
        Part::New(text) => text,
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Whether a call stands in a method of the family itself, where the new parameter can be handed on.
fn inside_family(program: &JavaProgram, used: &Use, family: &[MethodId]) -> bool {
    let model = program.model(used.file);
    let mut around = model.tree.ancestors(used.node);
    let Some(node) = around.find(|&n| matches!(model.tree.kind(n), Kind::Callable)) else {
        return false;
    };
    family
        .iter()
        .any(|&m| program.world().method_node(m) == Some((used.file, node)))
}
