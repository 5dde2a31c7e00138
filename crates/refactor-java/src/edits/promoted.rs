//! The declaration of a local variable, as it becomes that of a field: its type and what stays of it in the body.

use crate::edits::imports::Imports;
use crate::edits::texts::{indent_at, whole_lines};
use crate::edits::type_text::type_text;
use crate::query::program::JavaProgram;
use reweave_java_names::Decl;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Step};
use reweave_text::{Part, Sources, Span};

/// The word for a visibility, with the blank behind it.
pub fn visibility_word(visibility: &str) -> &'static str {
    match visibility {
        "public" => "public ",
        "protected" => "protected ",
        "private" => "private ",
        _ => "",
    }
}

/// A local variable in a declaration statement.
pub struct Declarator<'a> {
    program: &'a JavaProgram,
    number: u32,
    tree: &'a Tree,
    text: &'a str,
    local: NodeId,
    /// The declaration that it stands in, perhaps with others.
    holder: NodeId,
}

impl<'a> Declarator<'a> {
    pub fn of(
        program: &'a JavaProgram,
        sources: &'a Sources,
        number: u32,
        local: NodeId,
    ) -> Result<Self, BadInput> {
        let tree = &program.model(number).tree;
        let at = program.token(number, local);
        let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
        let holder = tree.parent(local).filter(|&p| tree.kind(p) == Kind::Local);
        let holder = holder.filter(|_| tree.kind(local) == Kind::VarDecl);
        let holder = holder.ok_or_else(|| {
            bad("only a variable that a declaration of its own declares can be a field; this one is a parameter or pattern")
        })?;
        let around = tree.parent(holder).map(|p| tree.kind(p));
        let is_header = matches!(around, Some(Kind::For | Kind::ForEach | Kind::Try))
            && tree.role(holder) != Role::Body;
        let alone = tree
            .children(holder)
            .filter(|&c| tree.kind(c) == Kind::VarDecl)
            .count()
            == 1;
        if is_header && !(around == Some(Kind::For) && alone) {
            return Err(bad(
                "the header of a loop or `try` declares this; declare it before",
            ));
        }
        let of_lambda = tree
            .ancestors(local)
            .take_while(|&a| tree.kind(a) != Kind::Callable && tree.kind(a) != Kind::Type)
            .any(|a| tree.kind(a) == Kind::Lambda);
        if of_lambda {
            return Err(bad(
                "a lambda declares this, and may run while it runs already; a field cannot replace it",
            ));
        }
        let found = Self {
            program,
            number,
            tree,
            text: sources.text(program.id(number)),
            local,
            holder,
        };
        if let Some(at) = found.captured() {
            let why = "a lambda or class reads this later, when the field may have another value";
            return Err(BadInput::new(why).at(program.id(number), at));
        }
        Ok(found)
    }

    /// Where something inside a lambda or class names the variable.
    fn captured(&self) -> Option<Span> {
        let tree = self.tree;
        let uses = self
            .program
            .uses_in(self.number, &[Decl::Local(self.local)]);
        let inside = |node: NodeId| {
            let block = tree.parent(self.holder).unwrap_or(self.holder);
            let mut around = tree.ancestors(node).take_while(|&a| a != block);
            around.any(|a| matches!(tree.kind(a), Kind::Lambda | Kind::Type))
        };
        uses.iter().find(|u| inside(u.node)).map(|u| u.span)
    }

    /// The type as the declaration writes it, or as it is inferred.
    pub fn ty(&self, imports: &mut Imports) -> Result<String, BadInput> {
        let tree = self.tree;
        let written = tree.child_in(self.holder, Role::Type);
        let written = written.filter(|&t| tree.kind(t) != Kind::InferredType);
        if let Some(written) = written {
            let dims = tree.node(self.local).flags as usize;
            let text = tree.span(written).text(self.text);
            return Ok(format!("{text}{}", "[]".repeat(dims)));
        }
        let ty = self.program.names.ty(self.number, self.local);
        let at = self.program.token(self.number, self.local);
        type_text(self.program, imports, (self.number, self.local), ty).ok_or_else(|| {
            BadInput::new("the type of this cannot be written; declare it with a type first")
                .at(at.file, at.span)
        })
    }

    /// The annotations of the declaration, each with a blank behind it.
    pub fn annotations(&self) -> String {
        let all = self.tree.children_in(self.holder, Role::Annotation);
        let all: Vec<String> = all
            .map(|a| format!("{} ", self.tree.span(a).text(self.text)))
            .collect();
        all.concat()
    }

    /// Leaves an assignment of the value, or nothing where there is none.
    pub fn assign(&self, ty: &str, name: &str, step: &mut Step) -> Result<(), BadInput> {
        let tree = self.tree;
        let file = self.program.id(self.number);
        let whole = tree.span(self.holder);
        let token = self.program.token(self.number, self.local);
        let all: Vec<NodeId> = tree
            .children(self.holder)
            .filter(|&c| tree.kind(c) == Kind::VarDecl)
            .collect();
        let at = all.iter().position(|&n| n == self.local).unwrap_or(0);
        let init = tree.child_in(self.local, Role::Init);
        let Some(init) = init else {
            self.leave_out(&all, at, step);
            return Ok(());
        };
        let indent = indent_at(self.text, whole.start);
        let head = Span::new(whole.start, tree.span(all[0]).start);
        let before = match at.checked_sub(1).map(|i| tree.span(all[i]).end) {
            None => head,
            Some(end) => Span::new(end, token.span.start),
        };
        let parted = if at == 0 {
            String::new()
        } else {
            format!(";\n{indent}")
        };
        step.replace(Interval::new(file, before), parted);
        // Brackets behind the name are a part of the type.
        let equals = Span::new(token.span.end, tree.span(init).start);
        let given = if tree.kind(init) == Kind::ArrayInit {
            if ty.contains('<') {
                let why = "an array of a generic type can only be made where it is declared";
                return Err(BadInput::new(why).at(file, tree.span(init)));
            }
            let whole = Span::new(equals.start, tree.span(init).end);
            step.affect(Interval::new(file, whole));
            format!(" = new {ty} ")
        } else {
            let written = equals.text(self.text);
            written
                .trim_start_matches(|c: char| c.is_whitespace() || c == '[' || c == ']')
                .to_owned()
        };
        let dims = tree.node(self.local).flags != 0;
        if dims || tree.kind(init) == Kind::ArrayInit {
            let given = if given.starts_with(' ') {
                given
            } else {
                format!(" {given}")
            };
            step.replace(Interval::new(file, equals), given);
        }
        step.replace(token, name);
        step.affect(token);
        if let Some(&next) = all.get(at + 1) {
            let between = Span::new(tree.span(self.local).end, tree.span(next).start);
            let head = head.text(self.text);
            step.replace(Interval::new(file, between), format!(";\n{indent}{head}"));
        }
        Ok(())
    }

    /// Takes a declarator without a value away.
    fn leave_out(&self, all: &[NodeId], at: usize, step: &mut Step) {
        let tree = self.tree;
        let file = self.program.id(self.number);
        let own = tree.span(self.local);
        let gone = match (at.checked_sub(1), all.get(at + 1)) {
            (Some(before), _) => Span::new(tree.span(all[before]).end, own.end),
            (None, Some(&next)) => Span::new(own.start, tree.span(next).start),
            (None, None) => {
                let whole = tree.span(self.holder);
                let semicolon = self.text.part(whole.end as usize..);
                let ends = u32::from(semicolon.starts_with(';'));
                whole_lines(self.text, Span::new(whole.start, whole.end + ends), None)
            }
        };
        step.delete(Interval::new(file, gone));
    }
}
