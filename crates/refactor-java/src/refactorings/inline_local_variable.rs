//! Inline Local Variable: writes the value of a variable in the place of each of its uses, and removes the variable.
//!
//! The caret stands on the declaration or on a use. The value is put in parentheses or cast where it would otherwise mean something else.
//! The variable must have its value from its declaration and keep it.
//!
//! ```before
//! class Order {
//!     int price(int net, int rate) {
//!         int $0gross = net + rate;
//!         return gross * 2;
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int price(int net, int rate) {
//!         return (net + rate) * 2;
//!     }
//! }
//! ```
//!
//! ```before
//! class Counter {
//!     int count;
//!     int next() {
//!         int $0old = count;
//!         count++;
//!         return old;
//!     }
//! }
//! ```
//! ```refuses
//! no longer come before
//! ```

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::precedence::{
    cast_needs_parentheses, needs_parentheses, operand_needs_parentheses,
};
use crate::edits::qualify::{Renamed, qualifier};
use crate::edits::texts::whole_lines;
use crate::edits::type_text::type_text;
use crate::query::at::meant_at;
use crate::query::identity;
use crate::query::program::JavaProgram;
use crate::query::values::{is_fixed, is_reassigned};
use reweave_java_names::{Decl, Use, UseKind};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::Refactoring;
use reweave_refactor::Run;
use reweave_refactor::Step;
use reweave_refactor::{BadInput, Stop, Target};
use reweave_text::{Edit, EditSet, FileId, Part, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "inline-local-variable",
    file: include_str!("inline_local_variable.rs"),
    params: &[],
    perform,
};

/// Flow as it was; the variable's own names, values and type go.
const RULE: &str = "N⊆→↺ O I C D⊆↺ E X T⊆→";
/// A variable that nobody reads goes with its value.
const UNUSED: &str = "N⊆→↺ O I C D⊆←↺ E X T⊆→";

/// A `this` before a field that would be hidden has a type of its own, and so has the array that is made of a list of values.
const WITH_TYPE: &str = "N⊆→↺ O I C D⊆↺ E X T≠→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let found = Variable::asked_for(run)?;
    found.refuse_copies(run);
    let rule = if found.uses.is_empty() {
        UNUSED
    } else if found.gets_type(run) {
        WITH_TYPE
    } else {
        RULE
    };
    let step = found.step(run, rule, false)?;
    let cast = found.step(run, rule, true)?;
    run.step_or(&step, &cast)
}

struct Variable {
    file: FileId,
    number: u32,
    declared: NodeId,
    value: NodeId,
    uses: Vec<Use>,
}

impl Variable {
    fn asked_for(run: &Run<'_, Java>) -> Result<Self, BadInput> {
        let (file, at) = caret(run)?;
        let program = run.program();
        let meant = meant_at(program, file, at)?;
        let number = meant.number;
        let tree = &program.model(number).tree;
        let unclear =
            || BadInput::unclear("no local variable stands here; put the caret on the name of one");
        let Decl::Local(declared) = meant.decl else {
            return Err(unclear());
        };
        let refuse = |why: &str| Err(BadInput::new(why).at(file, tree.span(declared)));
        let holder = tree
            .parent(declared)
            .filter(|&p| tree.kind(p) == Kind::Local);
        let (Kind::VarDecl, Some(holder)) = (tree.kind(declared), holder) else {
            return refuse(
                "a parameter or pattern variable has no value of its own; only a variable that is declared with one can be inlined",
            );
        };
        if !matches!(tree.role(holder), Role::None | Role::Body) {
            return refuse("the variable of a loop or resource is needed where it is declared");
        }
        let Some(value) = tree.child_in(declared, Role::Init) else {
            return refuse(
                "the variable is declared without a value; only one that is declared with its value can be inlined",
            );
        };
        let uses = program.uses_in(number, &[meant.decl]);
        if let Some(write) = uses.iter().find(|u| u.kind == UseKind::Write) {
            let at = program.interval(number, write.span);
            return Err(BadInput::new(
                "the variable gets another value here, so that it cannot be replaced by the first",
            )
            .at(at.file, at.span));
        }
        if tree.kind(value) == Kind::Lambda && uses.iter().any(|u| tree.contains(value, u.node)) {
            return refuse("the value names the variable itself");
        }
        Ok(Self {
            file,
            number,
            declared,
            value,
            uses,
        })
    }

    /// What the edges do not show: a fresh object that becomes several, and what lambdas may not capture.
    fn refuse_copies(&self, run: &mut Run<'_, Java>) {
        let program = run.program();
        let tree = &program.model(self.number).tree;
        let is_compared = |u: &Use| identity::is_compared(program, u.file, u.node);
        let compared = self.uses.iter().any(is_compared);
        let fresh = identity::may_be_new(program, self.number, self.value, compared);
        let repeated = self.uses.iter().find(|u| self.is_repeated(tree, u.node));
        let place = |u: &Use| program.interval(self.number, u.span);
        let mut found: Vec<(&str, Interval)> = Vec::new();
        if fresh && self.uses.len() > 1 {
            found.push((
                "the value is a new object, and each use would get one of its own",
                place(&self.uses[1]),
            ));
        } else if let Some(repeated) = repeated.filter(|_| fresh) {
            found.push((
                "the value is a new object, which would be made anew each time",
                place(repeated),
            ));
        }
        if let Some(captured) = self.uses.iter().find(|u| self.is_captured(tree, u.node)) {
            let reads_changing = tree.descendants(self.value).any(|n| {
                matches!(program.names.decl(self.number, n), Decl::Local(local) if tree.kind(n) == Kind::Name && is_reassigned(program, self.number, local))
            });
            let at = place(captured);
            if reads_changing {
                found.push(("a lambda or class may not name a variable that changes", at));
            }
            if !is_fixed(program, self.number, self.value) {
                found.push((
                    "the value would be computed when the lambda or class runs, not before",
                    at,
                ));
            }
        }
        for (why, at) in found {
            run.refuse("order", why, &[at]);
        }
    }

    /// Whether a use runs more often than the declaration: in a loop that the declaration is not in. What is iterated over, and what a loop
    /// begins with, runs once.
    fn is_repeated(&self, tree: &Tree, node: NodeId) -> bool {
        let mut below = node;
        tree.ancestors(node)
            .take_while(|&a| !tree.contains(a, self.declared))
            .any(|around| {
                let role = tree.role(below);
                below = around;
                match tree.kind(around) {
                    Kind::While | Kind::DoWhile | Kind::Lambda | Kind::Callable => true,
                    Kind::For => role != Role::Init,
                    Kind::ForEach => role != Role::Condition,
                    _ => false,
                }
            })
    }

    fn is_captured(&self, tree: &Tree, node: NodeId) -> bool {
        tree.ancestors(node)
            .take_while(|&a| !tree.contains(a, self.declared))
            .any(|a| matches!(tree.kind(a), Kind::Lambda | Kind::Type))
    }

    fn step(&self, run: &Run<'_, Java>, rule: &str, with_cast: bool) -> Result<Step, BadInput> {
        let program = run.program();
        let tree = &program.model(self.number).tree;
        let text = run.sources().text(self.file);
        let name = program.world().text(tree.sym(self.declared));
        let mut step = Step::new(format!("replace {name} by its value"), rule);
        let mut imports = Imports::default();
        let ty = type_text(
            program,
            &mut imports,
            (self.number, self.declared),
            program.names.ty(self.number, self.declared),
        );
        if with_cast {
            imports.add_to(program, run.sources(), &mut step);
        }
        let value = &*self.qualified(program, text, &mut step)?;
        let is_function = matches!(tree.kind(self.value), Kind::Lambda | Kind::MethodRef);
        for used in &self.uses {
            let is_receiver = tree.role(used.node) == Role::Receiver;
            let cast = ty
                .as_ref()
                .filter(|_| with_cast || (is_function && is_receiver));
            let inlined = match cast {
                Some(ty) if tree.kind(self.value) != Kind::ArrayInit => {
                    self.cast(program, ty, value, used.node)
                }
                _ => self.plain(program, value, used.node)?,
            };
            step.replace(program.interval(self.number, used.span), inlined);
        }
        self.remove(tree, text, &mut step);
        Ok(step)
    }

    /// Whether what is written says more of its type than the value: a qualifier is an object, or the list of an array's values gets its type.
    fn gets_type(&self, run: &Run<'_, Java>) -> bool {
        let tree = &run.program().model(self.number).tree;
        if tree.kind(self.value) == Kind::ArrayInit {
            return true;
        }
        let text = run.sources().text(self.file);
        let written = self.qualified(run.program(), text, &mut Step::new("", RULE));
        let own = run.program().model(self.number).tree.span(self.value);
        written.is_ok_and(|w| w.matches("this").count() > own.text(text).matches("this").count())
    }

    /// The value, with qualifiers before names that a local variable of the body would hide (JLS 6.4).
    fn qualified(
        &self,
        program: &JavaProgram,
        text: &str,
        step: &mut Step,
    ) -> Result<String, BadInput> {
        let tree = &program.model(self.number).tree;
        let span = tree.span(self.value);
        let body = tree
            .ancestors(self.value)
            .find(|&a| matches!(tree.kind(a), Kind::Callable | Kind::Initializer));
        let is_hidden = |node: NodeId| {
            body.is_some_and(|body| {
                tree.descendants(body).any(|n| {
                    matches!(
                        tree.kind(n),
                        Kind::VarDecl | Kind::Param | Kind::TypePattern
                    ) && tree.sym(n) == tree.sym(node)
                })
            })
        };
        let mut edits = Vec::new();
        for node in tree.descendants(self.value) {
            let decl = program.names.decl(self.number, node);
            let is_open = tree.kind(node) == Kind::Name && is_hidden(node);
            if !is_open || !matches!(decl, Decl::Field(_) | Decl::Class(_)) {
                continue;
            }
            let uses = program.uses_in(self.number, &[decl]);
            let used = uses.iter().find(|u| u.node == node);
            let Some(before) = used.and_then(|u| qualifier(program, u, &Renamed::default())) else {
                continue;
            };
            let at = tree.span(node).start - span.start;
            edits.push(Edit::insert(at, before));
            // The type that is named now counts as part of what changes.
            let owner = match decl {
                Decl::Field(field) => Some(program.world().field(field).owner),
                Decl::Class(class) => program.world().info(class).outer,
                _ => None,
            };
            let place = owner.and_then(|c| program.place(self.number, Decl::Class(c)));
            if let Some(at) = place {
                step.affect(at);
            }
        }
        let fails = || BadInput::new("the value cannot be written elsewhere");
        let set = EditSet::new(edits).map_err(|_| fails())?;
        set.apply(span.text(text)).map_err(|_| fails())
    }

    fn plain(&self, program: &JavaProgram, value: &str, place: NodeId) -> Result<String, BadInput> {
        let tree = &program.model(self.number).tree;
        if tree.kind(self.value) == Kind::ArrayInit {
            let mut imports = Imports::default();
            let ty = program.names.ty(self.number, self.declared);
            let ty = type_text(program, &mut imports, (self.number, self.declared), ty);
            let ty = ty.ok_or_else(|| BadInput::new("the type of the array is not known"))?;
            let made = format!("new {ty} {value}");
            let of = tree.parent(place).map(|p| tree.kind(p));
            let is_object = tree.role(place) == Role::Receiver && of != Some(Kind::Index);
            return Ok(if is_object { format!("({made})") } else { made });
        }
        let needs = needs_parentheses(program, self.number, (self.number, self.value), place);
        Ok(if needs {
            format!("({value})")
        } else {
            value.to_owned()
        })
    }

    fn cast(&self, program: &JavaProgram, ty: &str, value: &str, place: NodeId) -> String {
        let inner = if operand_needs_parentheses(program, self.number, self.value) {
            format!("({ty}) ({value})")
        } else {
            format!("({ty}) {value}")
        };
        if cast_needs_parentheses(program, self.number, place) {
            format!("({inner})")
        } else {
            inner
        }
    }

    /// The statement goes, or of several variables this one.
    fn remove(&self, tree: &Tree, text: &str, step: &mut Step) {
        let Some(holder) = tree.parent(self.declared) else {
            return;
        };
        let all: Vec<NodeId> = tree
            .children(holder)
            .filter(|&c| tree.kind(c) == Kind::VarDecl)
            .collect();
        let own = tree.span(self.declared);
        let at = match all.iter().position(|&v| v == self.declared) {
            _ if all.len() == 1 => {
                let whole = tree.span(holder);
                let is_labeled = tree.parent(holder).map(|p| tree.kind(p)) == Some(Kind::Labeled);
                if is_labeled {
                    whole
                } else {
                    whole_lines(text, whole, None)
                }
            }
            Some(0) => Span::new(own.start, tree.span(all[1]).start),
            Some(at) => Span::new(tree.span(all[at - 1]).end, own.end),
            None => own,
        };
        step.delete(Interval::new(self.file, at));
    }
}

/// The caret, or the name in a selected declaration.
pub fn caret(run: &Run<'_, Java>) -> Result<(FileId, u32), BadInput> {
    let Target::Range(file, span) = &run.request().target else {
        return run.caret();
    };
    let program = run.program();
    let tree = program.number(*file).map(|n| &program.model(n).tree);
    let Some(tree) = tree else {
        return run.caret();
    };
    let text = run.sources().text(*file);
    let inside = |n: &NodeId| tree.kind(*n) == Kind::VarDecl && span.contains(tree.span(*n));
    if let Some(declared) = tree.descendants(NodeId::ROOT).find(inside) {
        return Ok((*file, tree.node(declared).name_at));
    }
    let selected = text.part(span.start as usize..span.end as usize);
    let skipped = selected.len() - selected.trim_start().len();
    Ok((*file, span.start + skipped as u32))
}
