//! Conditional To If: writes a statement with a conditional expression (`?:`) as an `if` with two branches.
//!
//! The conditional expression is all that is returned, thrown, assigned, or what a variable is declared with.
//!
//! ```before
//! class Order {
//!     int price(int net) {
//!         return net == 0 $0? 1 : net;
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int price(int net) {
//!         if (net == 0) {
//!             return 1;
//!         } else {
//!             return net;
//!         }
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int price(int net) {
//!         return Math.abs(net == 0 $0? 1 : net);
//!     }
//! }
//! ```
//! ```refuses
//! extract a local variable first
//! ```

use crate::Java;
use crate::edits::branches::{Shape, Valued, converts, is_plain_target, valued, wanted};
use crate::edits::imports::Imports;
use crate::edits::precedence::operand_needs_parentheses;
use crate::edits::style::{Style, comments_in};
use crate::edits::texts::{indent_at, indent_unit};
use crate::edits::type_text::type_text;
use crate::query::program::JavaProgram;
use crate::query::selection::{Asked, in_list, node_asked};
use crate::query::values::without_parentheses;
use reweave_java_names::Ty;
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "conditional-to-if",
    file: include_str!("conditional_to_if.rs"),
    params: &[],
    perform,
};

/// The statement stands for itself, what is in it only gets another order of words; a variable's type may have to be written.
const RULE: &str = "N⊇→≠↺ O I C≠↔↺ D≠↺ E≠↺ X T≠→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let asked = node_asked(run, "conditional expression", |tree, n| {
        tree.kind(n) == Kind::Conditional
    })?;
    let writer = Writer::of(run, asked)?;
    let mut step = Step::new("write an if", RULE);
    let tree = &writer.program.model(asked.number).tree;
    step.affect(Interval::new(asked.file, tree.span(writer.of.statement)));
    let mut imports = Imports::default();
    for edit in writer.edits(&mut imports)? {
        step.edit(asked.file, edit);
    }
    imports.add_to(writer.program, run.sources(), &mut step);
    run.step(&step)
}

struct Writer<'a> {
    program: &'a JavaProgram,
    text: &'a str,
    asked: Asked,
    of: Valued,
    /// Condition, then, else: without parentheses around the first.
    parts: [NodeId; 3],
}

impl<'a> Writer<'a> {
    fn of(run: &'a Run<'_, Java>, asked: Asked) -> Result<Self, BadInput> {
        let program = run.program();
        let tree = &program.model(asked.number).tree;
        let bad = |why: &str| BadInput::new(why).at(asked.file, tree.span(asked.node));
        let statement = tree
            .ancestors(asked.node)
            .find(|&a| tree.kind(a).is_statement());
        let of = statement
            .and_then(|s| valued(tree, s))
            .filter(|v| v.value == asked.node)
            .ok_or_else(|| bad("this conditional expression is part of another expression; extract a local variable first"))?;
        let part = |role| tree.child_in(asked.node, role);
        let (Some(condition), Some(then), Some(other)) =
            (part(Role::Condition), part(Role::Then), part(Role::Else))
        else {
            return Err(bad("this conditional expression is not complete"));
        };
        let writer = Self {
            program,
            text: run.sources().text(asked.file),
            asked,
            of,
            parts: [without_parentheses(tree, condition), then, other],
        };
        writer.check()?;
        Ok(writer)
    }

    fn bad(&self, why: &str) -> BadInput {
        let tree = &self.program.model(self.asked.number).tree;
        BadInput::new(why).at(self.asked.file, tree.span(self.asked.node))
    }

    fn check(&self) -> Result<(), BadInput> {
        let number = self.asked.number;
        let tree = &self.program.model(number).tree;
        match self.of.shape {
            Shape::Assigned { target, .. } => {
                let assign = tree.parent(target);
                let is_plain =
                    assign.is_some_and(|a| self.program.world().text(tree.sym(a)) == "=");
                if !is_plain || !is_plain_target(self.program, number, target) {
                    return Err(self.bad(
                        "what is assigned to is evaluated before the condition; assign to a local variable first",
                    ));
                }
            }
            Shape::Declared { .. } if !in_list(tree, self.of.statement) => {
                return Err(self.bad("the variable is declared where no `if` can stand"));
            }
            _ => {}
        }
        Ok(())
    }

    /// A branch is converted as the operator did, where the statement would not.
    fn cast(&self, branch: NodeId, imports: &mut Imports) -> Result<Option<String>, BadInput> {
        let number = self.asked.number;
        let names = &self.program.names;
        let [_, then, other] = self.parts;
        if !converts(self.program, number, [then, other]) {
            return Ok(None);
        }
        let ty = self.operator_type([then, other])?;
        let is_same = names.ty(number, branch) == ty;
        if is_same || wanted(self.program, number, &self.of) == ty {
            return Ok(None);
        }
        let word = type_text(self.program, imports, (number, branch), ty);
        word.map(Some)
            .ok_or_else(|| self.bad("the type of this cannot be written"))
    }

    /// The type that the operator gives numbers or truth values of several types.
    fn operator_type(&self, operands: [NodeId; 2]) -> Result<Ty, BadInput> {
        let world = self.program.world();
        let types = operands.map(|o| world.unboxed(self.program.names.ty(self.asked.number, o)));
        let is_small = |ty: Ty| matches!(ty, Ty::BYTE | Ty::SHORT | Ty::CHAR);
        if types[0] == types[1] {
            return Ok(types[0]);
        }
        if types.iter().any(|&t| is_small(t)) {
            return Err(self.bad(
                "which type this has depends on whether the operands are constants; write a cast first",
            ));
        }
        Ok(types.into_iter().max().unwrap_or(Ty::INT))
    }

    fn edits(&self, imports: &mut Imports) -> Result<Vec<Edit>, BadInput> {
        let number = self.asked.number;
        let tree = &self.program.model(number).tree;
        let whole = tree.span(self.of.statement);
        let [c, a, b] = self.parts.map(|p| tree.span(p));
        let is_listed = in_list(tree, self.of.statement);
        let style = Style::of(self.text);
        let outer = indent_at(self.text, whole.start);
        let unit = indent_unit(self.text);
        let indent = if is_listed {
            outer.to_owned()
        } else {
            format!("{outer}{unit}")
        };
        let inner = format!("{indent}{unit}");
        let (declared, head) = self.head(imports)?;
        let mut start = declared.map_or(String::new(), |d| format!("{d}\n{indent}"));
        if !is_listed {
            start = format!("{{\n{indent}{start}");
        }
        let mut values = Vec::new();
        for branch in [self.parts[1], self.parts[2]] {
            let (before, after) = match self.cast(branch, imports)? {
                Some(ty) if operand_needs_parentheses(self.program, number, branch) => {
                    (format!("({ty}) ("), ")")
                }
                Some(ty) => (format!("({ty}) "), ""),
                None => (String::new(), ""),
            };
            values.push((before, after));
        }
        let open = style.open(&indent);
        let gap = |from: u32, to: u32| comments_in(self.text, Span::new(from, to), &inner);
        let before = self.leading(c.start);
        let comments = gap(c.end, a.start);
        let between = gap(a.end, b.start);
        let end = if is_listed {
            format!("\n{indent}}}")
        } else {
            format!("\n{indent}}}\n{outer}}}")
        };
        let trailing = gap(b.end, whole.end);
        let (first, second) = (&values[0], &values[1]);
        Ok(vec![
            Edit::replace(
                Span::new(whole.start, c.start),
                format!("{start}{before}if ("),
            ),
            Edit::replace(
                Span::new(c.end, a.start),
                format!("){open}\n{inner}{comments}{head}{}", first.0),
            ),
            Edit::replace(
                Span::new(a.end, b.start),
                format!(
                    "{};\n{indent}{}\n{inner}{between}{head}{}",
                    first.1,
                    style.or_else(&indent),
                    second.0
                ),
            ),
            Edit::replace(
                Span::new(b.end, whole.end),
                format!("{};{}{end}", second.1, behind(&trailing)),
            ),
        ])
    }

    /// The comments between the head of the statement and the condition.
    fn leading(&self, condition: u32) -> String {
        let tree = &self.program.model(self.asked.number).tree;
        let whole = tree.span(self.of.statement);
        let from = match self.of.shape {
            Shape::Leaves(word) => whole.start + word.len() as u32,
            Shape::Assigned { head, .. } => head.end.min(condition),
            Shape::Declared { variable } => tree.span(variable).start,
        };
        let indent = indent_at(self.text, whole.start);
        comments_in(self.text, Span::new(from, condition), indent)
    }

    /// What declares the variable, and what comes before the value in each branch.
    fn head(&self, imports: &mut Imports) -> Result<(Option<String>, String), BadInput> {
        let number = self.asked.number;
        let tree = &self.program.model(number).tree;
        match self.of.shape {
            Shape::Leaves(word) => Ok((None, format!("{word} "))),
            Shape::Assigned { head, .. } => {
                Ok((None, head.text(self.text).trim_end_matches('(').to_owned()))
            }
            Shape::Declared { variable } => {
                let name = self.program.world().text(tree.sym(variable));
                let ty = tree.child_in(self.of.statement, Role::Type);
                let is_inferred = ty.is_some_and(|t| tree.kind(t) == Kind::InferredType);
                let start = tree.span(self.of.statement).start;
                let at = self.program.token(number, variable).span;
                let declared = if is_inferred {
                    let ty = self.program.names.ty(number, variable);
                    let word = type_text(self.program, imports, (number, variable), ty)
                        .ok_or_else(|| {
                            self.bad("the type that is inferred here cannot be written")
                        })?;
                    let before = ty_span(self, start, at.start);
                    before.replacen("var", &word, 1) + name
                } else {
                    Span::new(start, at.end).text(self.text).to_owned()
                };
                if tree.node(variable).flags > 0 {
                    return Err(
                        self.bad("dimensions stand behind the name; put them to the type first")
                    );
                }
                Ok((Some(format!("{declared};")), format!("{name} = ")))
            }
        }
    }
}

fn ty_span(writer: &Writer<'_>, start: u32, end: u32) -> String {
    Span::new(start, end).text(writer.text).to_owned()
}

fn behind(comments: &str) -> String {
    match comments.trim_end() {
        "" => String::new(),
        some => format!(" {some}"),
    }
}
