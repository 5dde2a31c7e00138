//! Use Enhanced For: writes a `for` over the indices of an array, or over an iterator, as an enhanced `for`.
//!
//! The index, or the iterator, must serve to get the element only, and nothing in the loop may change the array. Where the element is
//! not put into a variable first, `name` names one.
//!
//! ```before
//! class Order {
//!     int total(int[] prices) {
//!         int total = 0;
//!         $0for (int i = 0; i < prices.length; i++) {
//!             total += prices[i];
//!         }
//!         return total;
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int total(int[] prices) {
//!         int total = 0;
//!         for (int price : prices) {
//!             total += price;
//!         }
//!         return total;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     void clear(int[] prices) {
//!         $0for (int i = 0; i < prices.length; i++) {
//!             prices[i] = 0;
//!         }
//!     }
//! }
//! ```
//! ```refuses
//! assigned to
//! ```

use crate::Java;
use crate::edits::functions::{fresh, taken_names};
use crate::edits::imports::Imports;
use crate::edits::texts::whole_lines;
use crate::edits::type_text::type_text;
use crate::query::program::JavaProgram;
use crate::query::selection::{Asked, node_asked};
use crate::query::values::{is_reassigned, without_parentheses};
use crate::query::words::is_identifier;
use reweave_java_flow::Place;
use reweave_java_names::{Decl, Ty, TyData, Use, UseKind};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Part, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "use-enhanced-for",
    file: include_str!("use_enhanced_for.rs"),
    params: &[Param::optional("name", "the variable for the element")],
    perform,
};

/// The head of the loop, and where the element is got, stand for themselves.
const RULE: &str = "N≠→↺ O I C≠↔↺ D≠↺ E≠↔↺ X≠→ T≠→";
/// What an iterator does is no longer written out.
const OF_ITERATOR: &str = "N≠→↺ O I C≠↔↺ D≠↺ E≠×←→↺ X≠→ T≠→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let asked = node_asked(run, "`for` loop", |tree, n| tree.kind(n) == Kind::For)?;
    let program = run.program();
    let text = run.sources().text(asked.file);
    let found = Loop::of(program, asked)?;
    let element = found.element()?;
    let rule = if found.of_array { RULE } else { OF_ITERATOR };
    let mut step = Step::new("write an enhanced for", rule);
    let mut imports = Imports::default();
    let tree = &program.model(asked.number).tree;
    let over = tree.span(found.over).text(text);
    let (declared, name) = if let Some(variable) = element {
        let local = tree.parent(variable).unwrap_or(variable);
        let end = program.token(asked.number, variable).span.end;
        let declared = Span::new(tree.span(local).start, end);
        let lines = whole_lines(text, tree.span(local), None);
        step.delete(Interval::new(asked.file, lines));
        let name = program.world().text(tree.sym(variable)).to_owned();
        (declared.text(text).to_owned(), name)
    } else {
        let name = found.name(run, over)?;
        let ty = found.element_type();
        let ty = type_text(program, &mut imports, (asked.number, asked.node), ty)
            .ok_or_else(|| found.bad("the type of the elements cannot be written"))?;
        (format!("{ty} {name}"), name)
    };
    for &place in &found.gets {
        let inside = element.is_some_and(|v| tree.contains(tree.parent(v).unwrap_or(v), place));
        if !inside {
            step.replace(
                program.interval(asked.number, tree.span(place)),
                name.clone(),
            );
        }
    }
    imports.add_to(program, run.sources(), &mut step);
    let from = tree.span(asked.node).start;
    let head = Span::new(from, found.head_end(text)?);
    step.replace(
        Interval::new(asked.file, head),
        format!("for ({declared} : {over})"),
    );
    run.step(&step)
}

struct Loop<'a> {
    program: &'a JavaProgram,
    asked: Asked,
    /// What is gone through.
    over: NodeId,
    /// Where the element is got: `a[i]` or `it.next()`.
    gets: Vec<NodeId>,
    body: NodeId,
    of_array: bool,
}

impl<'a> Loop<'a> {
    fn of(program: &'a JavaProgram, asked: Asked) -> Result<Self, BadInput> {
        let tree = &program.model(asked.number).tree;
        let bad = |why: &str| BadInput::new(why).at(asked.file, tree.span(asked.node));
        let unlike = || {
            bad(
                "the loop must go from 0 over all of an array (`int i = 0; i < a.length; i++`), or over an iterator (`it = c.iterator(); it.hasNext();`)",
            )
        };
        let part = |role| tree.children_in(asked.node, role).collect::<Vec<_>>();
        let (inits, conditions, updates) =
            (part(Role::Init), part(Role::Condition), part(Role::Update));
        let ([init], [condition], Some(body)) = (
            &inits[..],
            &conditions[..],
            tree.child_in(asked.node, Role::Body),
        ) else {
            return Err(unlike());
        };
        let variables: Vec<NodeId> = tree
            .children(*init)
            .filter(|&c| tree.kind(c) == Kind::VarDecl)
            .collect();
        let [variable] = variables[..] else {
            return Err(unlike());
        };
        let value = tree.child_in(variable, Role::Init).ok_or_else(unlike)?;
        let of_array = match &updates[..] {
            [] => false,
            [_] => true,
            _ => return Err(unlike()),
        };
        let over = if of_array {
            array(
                program,
                asked.number,
                (variable, value, *condition, updates[0]),
            )
        } else {
            iterated(program, asked.number, (variable, value, *condition))
        };
        let over = over.ok_or_else(unlike)?;
        let mut found = Self {
            program,
            asked,
            over,
            gets: Vec::new(),
            body,
            of_array,
        };
        found.gets = found.all_gets(variable)?;
        found.unchanged()?;
        Ok(found)
    }

    fn tree(&self) -> &'a Tree {
        &self.program.model(self.asked.number).tree
    }

    fn bad(&self, why: &str) -> BadInput {
        BadInput::new(why).at(self.asked.file, self.tree().span(self.asked.node))
    }

    fn bad_at(&self, node: NodeId, why: &str) -> BadInput {
        BadInput::new(why).at(self.asked.file, self.tree().span(node))
    }

    /// The places where the variable gets the element; it may have no other use in the body.
    fn all_gets(&self, variable: NodeId) -> Result<Vec<NodeId>, BadInput> {
        let tree = self.tree();
        let number = self.asked.number;
        let uses = self.program.uses_in(number, &[Decl::Local(variable)]);
        let in_body = |u: &&Use| tree.contains(self.body, u.node);
        let mut found = Vec::new();
        for used in uses.iter().filter(in_body) {
            let parent = tree.parent(used.node);
            let get = parent.filter(|&p| {
                if self.of_array {
                    tree.kind(p) == Kind::Index
                        && tree.role(used.node) == Role::Argument
                        && tree
                            .child_in(p, Role::Receiver)
                            .is_some_and(|r| self.is_over(r))
                } else {
                    tree.kind(p) == Kind::Call
                        && tree.role(used.node) == Role::Receiver
                        && self.program.world().text(tree.sym(p)) == "next"
                }
            });
            let get = get.ok_or_else(|| {
                self.bad_at(
                    used.node,
                    "the index or iterator is used for something else here",
                )
            })?;
            let is_target = tree
                .parent(get)
                .is_some_and(|p| tree.role(get) == Role::Target || tree.kind(p) == Kind::Update);
            if is_target {
                return Err(self.bad_at(get, "the element is assigned to here, and not only got"));
            }
            found.push(get);
        }
        Ok(found)
    }

    /// Whether an expression is the array that is gone through.
    fn is_over(&self, node: NodeId) -> bool {
        let tree = self.tree();
        let number = self.asked.number;
        let names = &self.program.names;
        tree.hash(node) == tree.hash(self.over)
            && names.decl(number, node) == names.decl(number, self.over)
    }

    /// Nothing in the loop may set the array to another, or change its elements before they are got.
    fn unchanged(&self) -> Result<(), BadInput> {
        if !self.of_array {
            return Ok(());
        }
        let tree = self.tree();
        let number = self.asked.number;
        let program = self.program;
        let decl = program.names.decl(number, self.over);
        let written = |u: &Use| u.kind == UseKind::Write && tree.contains(self.body, u.node);
        let sets = program.uses_in(number, &[decl]).iter().any(written);
        if sets {
            return Err(self.bad("the loop sets the array to another"));
        }
        let is_known = |_| true;
        let mut summaries = program.summaries(&is_known);
        let only_first = self.gets.len() == 1 && self.first_variable().is_some();
        let of_field = match decl {
            Decl::Field(f) => Some(Place::Field(f)),
            _ => None,
        };
        let changes = |place: Place| match place {
            Place::Elements => !only_first,
            Place::Anything => !only_first || of_field.is_some(),
            place => Some(place) == of_field,
        };
        for node in tree.descendants(self.body) {
            let is_call = matches!(
                tree.kind(node),
                Kind::Call | Kind::New | Kind::ConstructorCall
            );
            let sets_element = tree.kind(node) == Kind::Index
                && tree.parent(node).is_some_and(|p| {
                    tree.role(node) == Role::Target || tree.kind(p) == Kind::Update
                });
            let mut acts = false;
            if is_call {
                let (all, _) = summaries.call(number, node);
                acts = all.iter().any(|a| a.write && changes(a.place));
            }
            if acts || (sets_element && !only_first) {
                return Err(self.bad_at(node, "this may change the array while the loop runs"));
            }
        }
        Ok(())
    }

    /// The variable that the first statement of the body declares with the element.
    fn first_variable(&self) -> Option<NodeId> {
        let tree = self.tree();
        if tree.kind(self.body) != Kind::Block {
            return None;
        }
        let first = tree.children(self.body).next()?;
        let mut variables = tree
            .children(first)
            .filter(|&c| tree.kind(c) == Kind::VarDecl);
        let (variable, None) = (variables.next()?, variables.next()) else {
            return None;
        };
        let value = tree.child_in(variable, Role::Init)?;
        let is_plain = tree.node(variable).flags == 0;
        (tree.kind(first) == Kind::Local && is_plain && self.gets.contains(&value))
            .then_some(variable)
    }

    /// That variable, where it can be the one of the loop.
    fn element(&self) -> Result<Option<NodeId>, BadInput> {
        let variable = self.first_variable();
        if !self.of_array && (variable.is_none() || self.gets.len() != 1) {
            return Err(self.bad("the first statement of the loop must declare a variable with `next()`, and nothing else may call it"));
        }
        let program = self.program;
        let is_set = variable.is_some_and(|v| is_reassigned(program, self.asked.number, v));
        if is_set && self.gets.len() > 1 {
            return Err(self.bad("the variable with the element gets another value"));
        }
        Ok(variable)
    }

    fn element_type(&self) -> Ty {
        let world = self.program.world();
        match *world
            .types()
            .data(self.program.names.ty(self.asked.number, self.over))
        {
            TyData::Array(element) => element,
            _ => Ty::UNKNOWN,
        }
    }

    /// `price` for `prices`.
    fn name(&self, run: &Run<'_, Java>, over: &str) -> Result<String, BadInput> {
        if let Some(name) = run.optional("name") {
            if !is_identifier(name) {
                return Err(BadInput::unclear(format!(
                    "`{name}` is not a valid name for a variable"
                )));
            }
            return Ok(name.to_owned());
        }
        let mut taken = taken_names(self.program, self.asked.number, self.asked.node);
        let last = over.rsplit('.').next().unwrap_or(over);
        let one = last
            .strip_suffix('s')
            .filter(|o| is_identifier(o) && o.len() > 1);
        Ok(fresh(&mut taken, one.unwrap_or("element")))
    }

    /// Behind the `)` of the head.
    fn head_end(&self, text: &str) -> Result<u32, BadInput> {
        let span = self.tree().span(self.asked.node);
        let from = span.start + "for".len() as u32;
        let inner = crate::edits::texts::parenthesised(text, from);
        let inner = inner.ok_or_else(|| self.bad("the head of the loop is not complete"))?;
        let has_comment = inner.text(text).contains("//") || inner.text(text).contains("/*");
        if has_comment
            && !text
                .part(inner.start as usize..inner.end as usize)
                .contains('"')
        {
            return Err(
                self.bad("a comment stands in the head of the loop; put it before the loop first")
            );
        }
        Ok(inner.end + 1)
    }
}

/// The array of `int i = 0; i < a.length; i++`.
fn array(
    program: &JavaProgram,
    number: u32,
    (variable, value, condition, update): (NodeId, NodeId, NodeId, NodeId),
) -> Option<NodeId> {
    let tree = &program.model(number).tree;
    let text = |n: NodeId| program.world().text(tree.sym(n));
    let is_index = |n: NodeId| {
        tree.kind(n) == Kind::Name && program.names.decl(number, n) == Decl::Local(variable)
    };
    let counts = match tree.kind(update) {
        Kind::Update => {
            text(update).contains("++")
                && tree.child_in(update, Role::Operand).is_some_and(is_index)
        }
        Kind::ExprStmt => {
            let inner = tree.child_in(update, Role::Value)?;
            tree.kind(inner) == Kind::Update
                && text(inner).contains("++")
                && tree.child_in(inner, Role::Operand).is_some_and(is_index)
        }
        _ => false,
    };
    let condition = without_parentheses(tree, condition);
    let operands: Vec<NodeId> = tree.children_in(condition, Role::Operand).collect();
    let [left, right] = operands[..] else {
        return None;
    };
    let starts = tree.kind(value) == Kind::Number && text(value) == "0";
    let is_int = program.names.ty(number, variable) == Ty::INT;
    let length = match text(condition) {
        "<" if is_index(left) => right,
        ">" if is_index(right) => left,
        _ => return None,
    };
    let is_length = program.names.decl(number, length) == Decl::ArrayLength;
    let over = tree.child_in(length, Role::Receiver)?;
    let is_plain = matches!(
        program.names.decl(number, over),
        Decl::Local(_) | Decl::Field(_)
    ) && (tree.kind(over) == Kind::Name
        || tree
            .child_in(over, Role::Receiver)
            .is_some_and(|r| tree.kind(r) == Kind::This));
    (counts && starts && is_int && is_length && is_plain).then_some(over)
}

/// What `it = c.iterator(); it.hasNext();` goes through.
fn iterated(
    program: &JavaProgram,
    number: u32,
    (variable, value, condition): (NodeId, NodeId, NodeId),
) -> Option<NodeId> {
    let world = program.world();
    let tree = &program.model(number).tree;
    let text = |n: NodeId| world.text(tree.sym(n));
    let no_arguments = |n: NodeId| tree.child_in(n, Role::Argument).is_none();
    let asks = tree.kind(condition) == Kind::Call
        && text(condition) == "hasNext"
        && tree
            .child_in(condition, Role::Receiver)
            .is_some_and(|r| program.names.decl(number, r) == Decl::Local(variable));
    let is_made =
        tree.kind(value) == Kind::Call && text(value) == "iterator" && no_arguments(value);
    let iterator = world.class_of_type(program.names.ty(number, variable))?;
    let is_iterator = world.class_key(iterator) == "java/util/Iterator";
    let over = tree.child_in(value, Role::Receiver)?;
    let iterable = world.class_by_dotted("java.lang.Iterable")?;
    let ty = program.names.ty(number, over);
    let fits = world.as_super(ty, iterable).is_some() && tree.kind(over) != Kind::Super;
    (asks && is_made && is_iterator && fits).then_some(over)
}
