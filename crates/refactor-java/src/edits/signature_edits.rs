//! The edits of a changed signature: declarations, with what calls them, stands for them and documents them.

use crate::edits::delegates::deprecation;
use crate::edits::imports::Imports;
use crate::edits::nested_edits::NestedEdits;
use crate::edits::signature_change::{Change, Item, callable_of, simple_type};
use crate::edits::texts::{
    indent_at, indent_unit, parenthesised, split_list, visibility, whole_lines,
};
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId};
use reweave_model::{Callable, NodeId, Param, Role, Visibility};
use reweave_preserve::Interval;
use reweave_refactor::BadInput;
use reweave_text::{Part as _, Sources, Span};

/// A method and its family on their way to another signature.
pub struct SignatureEdits<'a> {
    pub program: &'a JavaProgram,
    pub sources: &'a Sources,
    pub family: &'a [MethodId],
    pub change: &'a Change,
    pub imports: Imports,
    pub edits: NestedEdits,
    /// What cannot follow, and why.
    pub trouble: Vec<(String, Interval)>,
}

/// A declaration and the file that it stands in.
#[derive(Clone, Copy)]
struct Declared<'a> {
    number: u32,
    callable: &'a Callable,
    text: &'a str,
    /// What stands between the parentheses of its parameters.
    list: Span,
}

impl<'a> SignatureEdits<'a> {
    pub fn of(
        program: &'a JavaProgram,
        sources: &'a Sources,
        family: &'a [MethodId],
        change: &'a Change,
    ) -> Self {
        Self {
            program,
            sources,
            family,
            change,
            imports: Imports::default(),
            edits: NestedEdits::default(),
            trouble: Vec::new(),
        }
    }

    pub fn declaration(&mut self, method: MethodId) -> Result<(), BadInput> {
        let (program, change) = (self.program, self.change);
        let Some((number, callable)) = callable_of(program, method) else {
            return Ok(());
        };
        let world = program.world();
        let file = program.id(number);
        let text = self.sources.text(file);
        let tree = &program.model(number).tree;
        let token = program.token(number, callable.node);
        let list = parenthesised(text, token.span.end).ok_or_else(|| {
            BadInput::new("the parameter list was not found").at(file, token.span)
        })?;
        if change.delegate {
            let (at, old) = delegate(program, (number, text), callable, change);
            self.edits.insert(number, at, old);
        }
        if let Some(name) = &change.name {
            self.edits.replace(number, token.span, name);
        }
        if let (Some(returns), Some(ty)) = (&change.returns, callable.return_type) {
            let now = tree.span(ty).text(text);
            let short = self.imports.shorten(program, number, returns);
            if now != returns && now != short {
                self.edits.replace(number, tree.span(ty), short);
            }
        }
        if let Some(wanted) = change.visibility {
            let is_interface = world.info(world.method(method).owner).is_interface();
            if !(is_interface && wanted == Visibility::Public)
                && let Some(edit) = visibility(program, number, callable.node, text, wanted)
            {
                self.edits.replace(number, edit.span, edit.text);
            }
        }
        let declared = Declared {
            number,
            callable,
            text,
            list,
        };
        self.parameters(declared);
        self.exceptions(declared);
        Ok(())
    }

    fn parameters(&mut self, declared: Declared<'_>) {
        let Declared {
            number,
            callable,
            text,
            list,
        } = declared;
        let (program, change) = (self.program, self.change);
        let tree = &program.model(number).tree;
        let mut pieces = Vec::new();
        for item in &change.items {
            match item {
                Item::New { ty, name, .. } => {
                    let ty = self.imports.shorten(program, number, ty);
                    pieces.push(format!("{ty} {name}"));
                }
                Item::Kept { index, ty, name } => {
                    let param = &callable.params[*index];
                    // Another method of the family may call it by another name, and keeps it.
                    let own = program.world().text(param.name) == change.old[*index];
                    let name = name.as_deref().filter(|_| own);
                    pieces.push(self.parameter(declared, param, ty.as_deref(), name));
                    if let Some(name) = name {
                        self.rename_in_body(number, param.node, name);
                    }
                }
            }
        }
        if change.keeps_order() {
            for (param, piece) in callable.params.iter().zip(&pieces) {
                let span = tree.span(param.node);
                if span.text(text) != piece {
                    self.edits.replace(number, span, piece.as_str());
                }
            }
            return;
        }
        // `A this` is no parameter, but stands before them.
        let has_receiver = tree.child_in(callable.node, Role::Receiver).is_some();
        let receiver = split_list(list.text(text)).into_iter().next();
        if let Some(receiver) = receiver.filter(|_| has_receiver) {
            pieces.insert(0, receiver.to_owned());
        }
        let whole = pieces.join(", ");
        if list.text(text) != whole {
            self.edits.replace(number, list, whole);
        }
    }

    fn parameter(
        &mut self,
        declared: Declared<'_>,
        param: &Param,
        ty: Option<&str>,
        name: Option<&str>,
    ) -> String {
        let Declared { number, text, .. } = declared;
        let tree = &self.program.model(number).tree;
        let whole = tree.span(param.node);
        let token = self.program.token(number, param.node).span;
        let mut name = name.unwrap_or_else(|| token.text(text)).to_owned();
        let mut start = token.start;
        if let (Some(ty), Some(node)) = (ty, param.ty) {
            start = tree.span(node).start;
            name = format!("{} {name}", self.imports.shorten(self.program, number, ty));
        } else {
            name.push_str(Span::new(token.end, whole.end).text(text));
        }
        // Brackets behind the name belong to the type that goes.
        format!("{}{name}", Span::new(whole.start, start).text(text))
    }

    fn rename_in_body(&mut self, number: u32, param: NodeId, name: &str) {
        for used in self.program.uses_in(number, &[Decl::Local(param)]) {
            self.edits.replace(number, used.span, name);
        }
    }

    fn exceptions(&mut self, declared: Declared<'_>) {
        let Declared {
            number,
            callable,
            text,
            list,
        } = declared;
        let (program, change) = (self.program, self.change);
        let tree = &program.model(number).tree;
        let named = |node: NodeId, dotted: &str| {
            if let Decl::Class(c) = program.names.decl(number, node)
                && dotted.contains('.')
            {
                return crate::edits::imports::dotted(program, c) == dotted;
            }
            let simple = dotted.rsplit('.').next().unwrap_or(dotted);
            program.world().text(tree.sym(node)) == simple
        };
        let kept = callable.throws.iter().copied();
        let kept: Vec<NodeId> = kept
            .filter(|&n| !change.drops.iter().any(|d| named(n, d)))
            .collect();
        let all = kept.iter().map(|&n| tree.span(n).text(text).to_owned());
        let mut all: Vec<String> = all.collect();
        for added in &change.adds {
            if !kept.iter().any(|&n| named(n, added)) {
                all.push(self.imports.dotted(program, number, added));
            }
        }
        let (first, last) = (callable.throws.first(), callable.throws.last());
        if let (Some(&first), Some(&last)) = (first, last) {
            let span = Span::new(tree.span(first).start, tree.span(last).end);
            if all.is_empty() {
                let before = text.part(..span.start as usize);
                let word = before.rfind("throws").unwrap_or(0);
                let start = text.part(..word).trim_end().len() as u32;
                self.edits.replace(number, Span::new(start, span.end), "");
            } else if all.len() != callable.throws.len() || all.len() != kept.len() {
                self.edits.replace(number, span, all.join(", "));
            }
        } else if !all.is_empty() {
            let thrown = format!(" throws {}", all.join(", "));
            self.edits.insert(number, list.end + 1, thrown);
        }
    }
}

/// The old method stays, marked as such, and calls the new one: where it is written, and how.
pub fn delegate(
    program: &JavaProgram,
    (number, text): (u32, &str),
    callable: &Callable,
    change: &Change,
) -> (u32, String) {
    let tree = &program.model(number).tree;
    let whole = tree.span(callable.node);
    let head_end = callable.body.map_or(whole.end, |b| tree.span(b).start);
    let head = Span::new(whole.start, head_end).text(text);
    let name = if callable.is_constructor() {
        "this"
    } else {
        change.name.as_deref().unwrap_or(&change.old_name)
    };
    let args: Vec<&str> = change
        .items
        .iter()
        .map(|item| match item {
            Item::Kept { index, .. } => program.world().text(callable.params[*index].name),
            Item::New { default, .. } => default.as_str(),
        })
        .collect();
    let returns = callable.return_type.map(|t| tree.span(t).text(text));
    let gives = if returns.is_some_and(|t| t != "void") {
        "return "
    } else {
        ""
    };
    let indent = indent_at(text, whole.start);
    let inner = format!("{indent}{}", indent_unit(text));
    let types: Vec<String> = change
        .items
        .iter()
        .map(|item| match item {
            Item::Kept { ty: Some(ty), .. } | Item::New { ty, .. } => simple_type(ty),
            Item::Kept { index, .. } => {
                let ty = callable.params[*index].ty;
                simple_type(ty.map_or("", |t| tree.span(t).text(text)))
            }
        })
        .collect();
    let named = change.name.as_deref().unwrap_or(&change.old_name);
    let note = format!("#{named}({})", types.join(","));
    let doc = deprecation(callable.doc.map(|d| d.text(text)), indent, &note);
    let lines = whole_lines(text, whole, callable.doc);
    let body = match callable.body {
        Some(_) => format!("{{\n{inner}{gives}{name}({});\n{indent}}}", args.join(", ")),
        None => String::new(),
    };
    (lines.start, format!("{indent}{doc}{head}{body}\n\n"))
}
