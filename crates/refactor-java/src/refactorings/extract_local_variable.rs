//! Extract Local Variable: gives the value of an expression a name before the statement that uses it.
//!
//! With `all=yes` every expression of the body that reads the same is replaced; then the variable is declared before the first of them.
//! `final=yes` declares it `final`, `type=var` without a type. Where the value would be computed at another time, under other conditions or
//! from other values than before, the flow edges tell, and it is refused.
//!
//! ```before
//! class Order {
//!     int price(int net, int rate) {
//!         return Math.max($0net * rate$0, 1);
//!     }
//! }
//! ```
//! ```with
//! name=gross
//! ```
//! ```after
//! class Order {
//!     int price(int net, int rate) {
//!         int gross = net * rate;
//!         return Math.max(gross, 1);
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int[] prices;
//!     int first(int rate) {
//!         return prices != null && $0prices[0]$0 > rate ? 1 : 0;
//!     }
//! }
//! ```
//! ```with
//! name=first
//! ```
//! ```refuses
//! it could not before
//! ```

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::operands::group_operands;
use crate::edits::texts::{indent_at, indent_unit};
use crate::edits::type_text::type_text;
use crate::query::identity;
use crate::query::program::JavaProgram;
use crate::query::selection::{body_around, in_list, selected_expression};
use crate::query::values::{is_fixed, without_parentheses};
use crate::query::words::is_identifier;
use reweave_java_names::{Decl, Ty};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::Refactoring;
use reweave_refactor::Run;
use reweave_refactor::Step;
use reweave_refactor::{BadInput, Param, Stop};
use reweave_text::FileId;
use std::cell::Cell;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "extract-local-variable",
    file: include_str!("extract_local_variable.rs"),
    params: &[
        Param::required("name", "the new variable"),
        Param::optional(
            "all",
            "`yes` replaces every expression of the body that reads the same",
        ),
        Param::optional("final", "`yes` declares the variable `final`"),
        Param::optional(
            "type",
            "its type, where it is not that of the expression; `var` infers it",
        ),
    ],
    perform,
};

/// Flow as it was; the new variable's own names, values and type come along.
const RULE: &str = "N⊇→↺ O I C D⊇↺ E X T⊇→";

/// An expression that was a body becomes a statement that says so.
const WITH_JUMP: &str = "N⊇→↺ O I C⊇←↺ D⊇↺ E X T⊇→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    if !is_identifier(name) {
        return Err(
            BadInput::unclear(format!("`{name}` is not a valid name for a variable")).into(),
        );
    }
    group_operands(run)?;
    let (_, number, selected) = selected_expression(run)?;
    let program = run.program();
    let all = if run.optional("all") == Some("yes") {
        same_in_body(program, number, selected)
    } else {
        vec![selected]
    };
    let step = extraction(run, name, (number, selected), &all)?;
    let fewer = fewer(&program.model(number).tree, &all, selected);
    let mut others = Vec::new();
    for all in &fewer {
        others.extend(extraction(run, name, (number, selected), all));
    }
    let several = new_objects(program, number, selected, &all);
    let message = "each of these is a new object, and all would be one";
    run.refuse_each("order", message, several.into_iter().collect());
    // Where not all have the same value, those that are nearest may.
    let next = Cell::new(0);
    run.step_mended(step, |_, _, _| {
        let at = next.replace(next.get() + 1);
        others.get(at).cloned()
    })
}

/// The value of several expressions, where each of them makes an object of its own.
fn new_objects(
    program: &JavaProgram,
    number: u32,
    selected: NodeId,
    all: &[NodeId],
) -> Option<Interval> {
    let tree = &program.model(number).tree;
    let value = without_parentheses(tree, selected);
    let mut each = all.iter();
    let compared = each.any(|&n| identity::is_compared(program, number, n));
    let is_shared = all.len() > 1 && identity::may_be_new(program, number, value, compared);
    is_shared.then(|| Interval::new(program.id(number), tree.span(value)))
}

/// Ever fewer of some expressions: those behind the one that was selected, those in ever smaller statements around it, it alone.
fn fewer(tree: &Tree, all: &[NodeId], selected: NodeId) -> Vec<Vec<NodeId>> {
    // The run asks a few times only; the last must be among them.
    const MOST: usize = 4;
    let mut found: Vec<Vec<NodeId>> = Vec::new();
    let mut add = |some: Vec<NodeId>| {
        let last = found.last().map_or(all, Vec::as_slice);
        if some.len() < last.len() {
            found.push(some);
        }
    };
    let behind: Vec<NodeId> = all.iter().copied().filter(|&n| n >= selected).collect();
    add(behind.clone());
    let mut around: Vec<NodeId> = tree
        .ancestors(selected)
        .filter(|&a| tree.kind(a) == Kind::Block)
        .collect();
    around.reverse();
    for block in around {
        let inside = behind.iter().filter(|&&n| tree.contains(block, n));
        add(inside.copied().collect());
    }
    add(vec![selected]);
    if found.len() > MOST {
        let keep = found.len() - (MOST - 1);
        found.drain(1..keep);
    }
    found
}

/// Declares a variable with the value of an expression, which takes the place of all that have the same value.
pub(crate) fn extraction(
    run: &Run<'_, Java>,
    name: &str,
    (number, selected): (u32, NodeId),
    all: &[NodeId],
) -> Result<Step, BadInput> {
    let program = run.program();
    let file = program.id(number);
    let tree = &program.model(number).tree;
    let place = Place::before(tree, all)
        .ok_or_else(|| BadInput::new("no statement encloses this, before which a variable could be declared; extract a constant or field instead").at(file, tree.span(selected)))?;
    let mut imports = Imports::default();
    let declared = declaration(run, &mut imports, number, selected, name)?;
    let text = run.sources().text(file);
    let place = place.settled(program, number);
    let rule = if place.adds_jump() { WITH_JUMP } else { RULE };
    let mut step = Step::new(format!("declare {name} with the value"), rule);
    imports.add_to(program, run.sources(), &mut step);
    place.declare(&mut step, (file, text, tree), &declared, all);
    for &node in all {
        if !place.is_whole(tree, node) {
            let at = with_parentheses(tree, node);
            step.replace(Interval::new(file, tree.span(at)), name);
        }
    }
    Ok(step)
}

/// `final Type name = value;`
fn declaration(
    run: &Run<'_, Java>,
    imports: &mut Imports,
    number: u32,
    selected: NodeId,
    name: &str,
) -> Result<String, BadInput> {
    let program = run.program();
    let tree = &program.model(number).tree;
    let value = without_parentheses(tree, selected);
    let file = program.id(number);
    let at = tree.span(value);
    let ty = program.names.ty(number, value);
    if ty == Ty::VOID {
        return Err(BadInput::new("this has no value: its method returns nothing").at(file, at));
    }
    if ty == Ty::NULL {
        return Err(
            BadInput::new("`null` alone has no type; write a cast around it first").at(file, at),
        );
    }
    let is_function = matches!(tree.kind(value), Kind::Lambda | Kind::MethodRef);
    let ty = match run.optional("type") {
        Some(given) if given != "var" || !is_function => given.to_owned(),
        _ => type_text(program, imports, (number, value), ty).ok_or_else(|| {
            BadInput::new("the type of this cannot be written; give type=var, or a cast")
                .at(file, at)
        })?,
    };
    let text = tree.span(selected).text(run.sources().text(file));
    let is_final = if run.optional("final") == Some("yes") {
        "final "
    } else {
        ""
    };
    let text = match tree.kind(value) {
        Kind::ArrayInit => format!("new {ty} {text}"),
        _ => text.to_owned(),
    };
    Ok(format!("{is_final}{ty} {name} = {text};"))
}

/// The parentheses right around an expression, which a name in its place does not need; those that a statement wants stay.
pub fn with_parentheses(tree: &Tree, node: NodeId) -> NodeId {
    let around = tree.parent(node).filter(|&p| tree.kind(p) == Kind::Paren);
    let is_operand = |&p: &NodeId| {
        tree.parent(p).is_some_and(|of| {
            tree.kind(of).is_expression() || matches!(tree.kind(of), Kind::VarDecl | Kind::Return)
        })
    };
    around.filter(is_operand).unwrap_or(node)
}

/// The expressions of the body around that read the same and mean the same, that are values.
pub fn same_in_body(program: &JavaProgram, number: u32, node: NodeId) -> Vec<NodeId> {
    let tree = &program.model(number).tree;
    let bodies = tree.ancestors(node).filter(|&n| {
        matches!(
            tree.kind(n),
            Kind::Callable | Kind::Initializer | Kind::Field
        )
    });
    let Some(body) = bodies.last().or_else(|| body_around(tree, node)) else {
        return vec![node];
    };
    let mut same = same_below(program, number, body, node);
    // A statement of its own, or what comes before all statements, computes the value for itself.
    same.retain(|&other| other == node || !stands_alone(program, number, other));
    // Where the statement itself becomes the declaration, only what follows it in its list can use it.
    if stands_alone(program, number, node) {
        let list = tree.parent(node).and_then(|s| tree.parent(s));
        same.retain(|&other| {
            other == node || (other > node && list.is_some_and(|l| tree.contains(l, other)))
        });
    }
    if !is_fixed(program, number, node) {
        // A lambda or class computes it when it runs, which may be later and often.
        let own = body_around(tree, node);
        same.retain(|&other| body_around(tree, other) == own);
    }
    same
}

/// Whether nobody uses the value of an expression, or nothing can be declared before it: an argument of another constructor.
fn stands_alone(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let parent = tree.parent(node);
    let of = parent.map(|p| tree.kind(p));
    let is_dropped = of == Some(Kind::ExprStmt)
        || (of == Some(Kind::Lambda) && parent.is_some_and(|l| gives_nothing(program, number, l)));
    is_dropped
        || tree
            .ancestors(node)
            .any(|a| tree.kind(a) == Kind::ConstructorCall)
}

/// Whether the method that a lambda stands for returns nothing.
fn gives_nothing(program: &JavaProgram, number: u32, lambda: NodeId) -> bool {
    let world = program.world();
    let function = world.class_of_type(program.names.ty(number, lambda));
    let method = function.and_then(|c| world.functional(c));
    let ret = method.and_then(|m| world.signature(m).ret);
    ret == Some(Ty::VOID)
}

/// The same below any node.
pub fn same_below(program: &JavaProgram, number: u32, body: NodeId, node: NodeId) -> Vec<NodeId> {
    let tree = &program.model(number).tree;
    let value = without_parentheses(tree, node);
    let mut found: Vec<NodeId> = Vec::new();
    for other in tree.descendants(body) {
        let is_inside = found.last().is_some_and(|&f| tree.contains(f, other));
        if !is_inside && is_same(program, number, value, other) && is_read(tree, other) {
            found.push(if other == value { node } else { other });
        }
    }
    found
}

pub fn is_read(tree: &Tree, node: NodeId) -> bool {
    let parent = tree.parent(node).map(|p| tree.kind(p));
    let is_target = tree.role(node) == Role::Target || parent == Some(Kind::Update);
    !is_target && tree.role(node) != Role::Label && tree.kind(node).is_expression()
}

fn is_same(program: &JavaProgram, number: u32, a: NodeId, b: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let decl = |n| program.names.decl(number, n);
    tree.hash(a) == tree.hash(b)
        && tree.kind(a) == tree.kind(b)
        && tree.descendants(a).zip(tree.descendants(b)).all(|(x, y)| {
            decl(x) == decl(y) || matches!(decl(x), Decl::Local(l) if tree.contains(a, l))
        })
}

/// Where a declaration can be put.
pub struct Place {
    /// The statement before which it goes; of a lambda the expression that is its body.
    anchor: NodeId,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Before the statement, in its block.
    Before,
    /// The statement becomes a block.
    Block,
    /// The lambda's expression becomes a block that returns it, or only computes it.
    Lambda { returns: bool },
    /// The expression behind the arrow of a `case` becomes a block that yields it.
    Yield,
}

impl Place {
    /// Before all of some expressions of one body.
    pub fn before(tree: &Tree, all: &[NodeId]) -> Option<Self> {
        let &first = all.first()?;
        let holds = |n: NodeId| all.iter().all(|&o| tree.contains(n, o));
        let mut below = first;
        for around in tree.ancestors(first) {
            if let Some(how) = Self::how(tree, below, around)
                && (holds(below) || (how == How::Before && holds(around)))
            {
                return Some(Self { anchor: below, how });
            }
            let ends = matches!(
                tree.kind(around),
                Kind::Callable | Kind::Field | Kind::Type | Kind::EnumConstant
            );
            if ends {
                return None;
            }
            below = around;
        }
        None
    }

    fn how(tree: &Tree, below: NodeId, around: NodeId) -> Option<How> {
        use reweave_model::Node;
        let role = tree.role(below);
        let is_statement = tree.kind(below).is_statement();
        match tree.kind(around) {
            _ if tree.kind(below) == Kind::ConstructorCall => None,
            _ if is_statement && in_list(tree, below) => Some(How::Before),
            Kind::Lambda if role == Role::Body && !is_statement => {
                Some(How::Lambda { returns: true })
            }
            Kind::Case if role == Role::Body && tree.node(around).flags & Node::ARROW != 0 => {
                let of = tree.parent(around).map(|p| tree.kind(p));
                let is_value = of == Some(Kind::SwitchExpr) && tree.kind(below) != Kind::Throw;
                match (tree.kind(below), is_value) {
                    (Kind::Block, _) => None,
                    (_, true) => Some(How::Yield),
                    _ => Some(How::Block),
                }
            }
            Kind::If | Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach
                if is_statement
                    && matches!(role, Role::Then | Role::Else | Role::Body)
                    && tree.kind(below) != Kind::Block =>
            {
                Some(How::Block)
            }
            _ => None,
        }
    }

    /// A lambda whose method returns nothing only computes its expression.
    pub fn settled(self, program: &JavaProgram, number: u32) -> Self {
        let tree = &program.model(number).tree;
        let lambda = tree.parent(self.anchor);
        let (How::Lambda { .. }, Some(lambda)) = (self.how, lambda) else {
            return self;
        };
        let returns = !gives_nothing(program, number, lambda);
        Self {
            how: How::Lambda { returns },
            ..self
        }
    }

    pub const fn adds_jump(&self) -> bool {
        matches!(self.how, How::Lambda { returns: true } | How::Yield)
    }

    /// Whether an expression is all of the statement, which then becomes the declaration.
    pub fn is_whole(&self, tree: &Tree, node: NodeId) -> bool {
        match self.how {
            How::Before | How::Block => {
                tree.kind(self.anchor) == Kind::ExprStmt && tree.parent(node) == Some(self.anchor)
            }
            How::Lambda { returns } => !returns && node == self.anchor,
            How::Yield => false,
        }
    }

    pub fn declare(
        &self,
        step: &mut Step,
        (file, text, tree): (FileId, &str, &Tree),
        declared: &str,
        all: &[NodeId],
    ) {
        let at = tree.span(self.anchor);
        let indent = indent_at(text, at.start);
        let inner = format!("{indent}{}", indent_unit(text));
        if all.iter().any(|&n| self.is_whole(tree, n)) {
            let text = match self.how {
                How::Lambda { .. } | How::Block => {
                    format!("{{\n{inner}{declared}\n{indent}}}")
                }
                _ => declared.to_owned(),
            };
            step.replace(Interval::new(file, at), text);
            return;
        }
        let (before, after) = match self.how {
            How::Before => (format!("{declared}\n{indent}"), String::new()),
            How::Block => (
                format!("{{\n{inner}{declared}\n{inner}"),
                format!("\n{indent}}}"),
            ),
            How::Lambda { returns } => {
                let word = if returns { "return " } else { "" };
                (
                    format!("{{\n{inner}{declared}\n{inner}{word}"),
                    format!(";\n{indent}}}"),
                )
            }
            How::Yield => (
                format!("{{\n{inner}{declared}\n{inner}yield "),
                format!("\n{indent}}}"),
            ),
        };
        step.insert(file, at.start, before);
        if !after.is_empty() {
            step.insert(file, at.end, after);
        }
    }
}
