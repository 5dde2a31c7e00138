//! The body of a method, written in the place of a call of it.

use crate::edits::imports::Imports;
use crate::edits::inline_ready::is_kept;
use crate::edits::precedence::{
    cast_needs_parentheses, needs_parentheses, operand_needs_parentheses,
};
use crate::edits::texts::{indent_at, reindent};
use crate::edits::type_text::type_text;
use crate::query::function_type::function_type;
use crate::query::program::JavaProgram;
use crate::query::selection::in_list;
use crate::query::type_arguments::type_argument;
use crate::query::values::is_reassigned;
use reweave_java_names::{Decl, MethodId, Ty, Use};
use reweave_model::{Callable, Kind, Modifiers, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Step};
use reweave_text::{Edit, EditSet, FileId, Part, Sources, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// A body that can be written elsewhere.
pub struct Body<'a> {
    program: &'a JavaProgram,
    text: &'a str,
    number: u32,
    method: MethodId,
    callable: &'a Callable,
    block: NodeId,
    /// Its statements without the last `return`.
    statements: Vec<NodeId>,
    /// What it gives back.
    value: Option<NodeId>,
    /// It returns from the middle, too: it can stand only where its caller returns as well.
    returns_early: bool,
}

/// Whether an expression behind the arrow of a `case` is the value of a `switch` (JLS 15.28.1).
fn is_result(tree: &Tree, statement: NodeId) -> bool {
    let case = tree
        .parent(statement)
        .filter(|&c| tree.kind(c) == Kind::Case);
    let switch = case.and_then(|c| tree.parent(c));
    switch.is_some_and(|s| tree.kind(s) == Kind::SwitchExpr)
}

impl<'a> Body<'a> {
    pub fn of(
        program: &'a JavaProgram,
        sources: &'a Sources,
        method: MethodId,
    ) -> Result<Self, BadInput> {
        let world = program.world();
        let (number, node) = world
            .method_node(method)
            .ok_or_else(|| BadInput::new("the source of this method is not among the files"))?;
        let at = program.token(number, node);
        let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
        let model = program.model(number);
        let tree = &model.tree;
        let callable = model.callables.iter().find(|c| c.node == node);
        let callable = callable.ok_or_else(|| bad("the method is not known"))?;
        let block = callable
            .body
            .ok_or_else(|| bad("the method has no body that could be inlined"))?;
        let calls_itself = |n: NodeId| program.names.decl(number, n) == Decl::Method(method);
        if tree.descendants(block).any(calls_itself) {
            return Err(bad(
                "the method calls itself, so that a call of it would stay",
            ));
        }
        let mut statements: Vec<NodeId> = tree.children(block).collect();
        let last = statements.last().copied();
        let is_return = last.is_some_and(|l| tree.kind(l) == Kind::Return);
        let value = last
            .filter(|_| is_return)
            .and_then(|l| tree.child_in(l, Role::Value));
        if is_return {
            statements.pop();
        }
        let returns_early = statements.iter().any(|&s| {
            tree.descendants(s).any(|n| {
                let own = tree.ancestors(n).take_while(|&a| a != s);
                tree.kind(n) == Kind::Return
                    && !own
                        .chain([s])
                        .any(|a| matches!(tree.kind(a), Kind::Lambda | Kind::Callable))
            })
        });
        if returns_early && is_return {
            statements.extend(last);
        }
        let value = value.filter(|_| !returns_early);
        Ok(Self {
            program,
            text: sources.text(program.id(number)),
            number,
            method,
            callable,
            block,
            statements,
            value,
            returns_early,
        })
    }

    pub fn callable(&self) -> (u32, &'a Callable) {
        (self.number, self.callable)
    }

    /// Whether it returns from the middle, too.
    pub fn returns_early(&self) -> bool {
        self.returns_early
    }

    /// Whether anything comes before what it gives back.
    pub fn has_statements(&self) -> bool {
        !self.statements.is_empty()
    }

    /// Where the types of its parameters and of what it gives are written.
    pub fn written_types(&self) -> impl Iterator<Item = Interval> {
        let types = self.callable.params.iter().filter_map(|p| p.ty);
        let types = types.chain(self.tree().child_in(self.callable.node, Role::Type));
        let file = self.program.id(self.number);
        types.map(move |t| Interval::new(file, self.tree().span(t)))
    }

    fn is_synchronized(&self) -> bool {
        self.callable.modifiers.has(Modifiers::SYNCHRONIZED)
    }

    /// Where it stands.
    pub fn place(&self) -> Interval {
        let span = self.tree().span(self.block);
        Interval::new(self.program.id(self.number), span)
    }

    fn tree(&self) -> &'a Tree {
        &self.program.model(self.number).tree
    }

    /// The variables, parameters and types that the body declares.
    fn declared(&self) -> Vec<NodeId> {
        let tree = self.tree();
        let is_variable = |n: &NodeId| {
            let of_lambda = tree.parent(*n).map(|p| tree.kind(p)) == Some(Kind::Lambda);
            matches!(tree.kind(*n), Kind::VarDecl | Kind::TypePattern)
                || (tree.kind(*n) == Kind::Param
                    && (of_lambda || tree.parent(*n).map(|p| tree.kind(p)) == Some(Kind::Catch)))
        };
        tree.descendants(self.block).filter(is_variable).collect()
    }
}

/// A file, and the body in it that a call stands in.
type Around = (u32, Option<NodeId>);

/// What the calls that a body takes the place of have in common.
#[derive(Default)]
pub struct Shared {
    imports: RefCell<Imports>,
    /// The names that earlier calls gave to variables, by the body that they stand in.
    made: RefCell<FxHashMap<Around, FxHashSet<String>>>,
}

impl Shared {
    pub fn imports(self) -> Imports {
        self.imports.into_inner()
    }
}

/// A call that the body takes the place of.
pub struct Call<'a> {
    body: &'a Body<'a>,
    shared: &'a Shared,
    program: &'a JavaProgram,
    text: &'a str,
    file: FileId,
    number: u32,
    node: NodeId,
    /// The value says its declared type.
    casts: bool,
}

/// A parameter, and what becomes of it.
type Binding = (NodeId, Bound);

/// What passing an argument does to its value, beside widening a reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conversion {
    None,
    Primitive(Ty),
    Boxing,
}

/// What becomes of a parameter.
enum Bound {
    /// The argument stands wherever the parameter is read, cast where it was converted.
    Direct(String, NodeId, Option<Ty>),
    /// A variable of this name keeps it.
    Variable(String),
}

impl<'a> Call<'a> {
    pub fn at(
        program: &'a JavaProgram,
        sources: &'a Sources,
        used: &Use,
        (body, shared): (&'a Body<'a>, &'a Shared),
    ) -> Self {
        let file = program.id(used.file);
        Self {
            body,
            shared,
            program,
            text: sources.text(file),
            file,
            number: used.file,
            node: used.node,
            casts: false,
        }
    }

    /// The same, with values cast to the type that the method declares.
    #[must_use]
    pub fn casting(mut self, casts: bool) -> Self {
        self.casts = casts;
        self
    }

    fn tree(&self) -> &'a Tree {
        &self.program.model(self.number).tree
    }

    fn bad(&self, why: &str) -> BadInput {
        BadInput::new(why).at(self.file, self.tree().span(self.node))
    }

    pub fn replace(&self, step: &mut Step) -> Result<(), BadInput> {
        let tree = self.tree();
        let parent = tree.parent(self.node);
        let statement = parent.filter(|&p| tree.kind(p) == Kind::ExprStmt && !is_result(tree, p));
        if self.body.returns_early {
            return self.returned(parent, step);
        }
        let mut taken = self.taken();
        let (mut before, bound) = self.bind(&mut taken)?;
        let edits = self.edits(&bound, (&mut taken, step))?;
        let indent_from = indent_at(self.body.text, self.body.tree().span(self.body.block).start);
        let unit = crate::edits::texts::indent_unit(self.body.text);
        let from = format!("{indent_from}{unit}");
        let anchor = self.anchor();
        let place = anchor.map_or(tree.span(self.node).start, |a| tree.span(a).start);
        let indent = indent_at(self.text, place);
        let mut statements = Vec::new();
        for &node in &self.body.statements {
            let code = format!(
                "{}{}",
                self.comments_before(node, &from),
                self.spelled(node, &edits)?
            );
            statements.push(reindent(&code, &from, indent, &[]));
        }
        before.extend(self.locked(statements, indent)?);
        let value = match self.body.value {
            Some(value) => Some(self.value(value, &edits, statement.is_some())?),
            None => None,
        };
        if let Some(statement) = statement {
            if let Some(value) = value.flatten() {
                before.push(format!("{value};"));
            }
            self.instead_of(statement, &before, indent, step);
            return Ok(());
        }
        let own = Interval::new(self.file, tree.span(self.node));
        let value = value.flatten();
        if self.is_lambda_body() && (value.is_none() || !before.is_empty()) {
            if let Some(value) = value {
                let acts = self.body.value.is_some_and(|v| acts(self.body.tree(), v));
                match (self.gives_nothing(), acts) {
                    (false, _) => before.push(format!("return {value};")),
                    (true, true) => before.push(format!("{value};")),
                    (true, false) => {}
                }
            }
            step.replace(own, self.block(&before, indent));
            return Ok(());
        }
        let value =
            value.ok_or_else(|| self.bad("the method returns nothing that could stand here"))?;
        step.replace(own, value);
        if before.is_empty() {
            return Ok(());
        }
        self.put_before(anchor, &before, indent, step)
    }

    /// Statements before the one that the call stands in; a branch without braces gets them.
    fn put_before(
        &self,
        anchor: Option<NodeId>,
        before: &[String],
        indent: &str,
        step: &mut Step,
    ) -> Result<(), BadInput> {
        let tree = self.tree();
        let none = || {
            self.bad("the body has statements, and none can stand before this; put the value into a variable first")
        };
        let anchor = anchor.ok_or_else(none)?;
        let at = tree.span(anchor);
        if in_list(tree, anchor) {
            let text = before.join(&format!("\n{indent}"));
            step.insert(self.file, at.start, format!("{text}\n{indent}"));
            return Ok(());
        }
        let of = tree.parent(anchor).map(|p| tree.kind(p));
        let is_branch = matches!(
            of,
            Some(Kind::If | Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach)
        ) && matches!(tree.role(anchor), Role::Then | Role::Else | Role::Body);
        if !is_branch {
            return Err(none());
        }
        let unit = crate::edits::texts::indent_unit(self.text);
        let around = tree.parent(anchor).map_or(at.start, |p| tree.span(p).start);
        let outer = indent_at(self.text, around);
        let inner = format!("{outer}{unit}");
        let lines: Vec<String> = before
            .iter()
            .map(|b| format!("{inner}{}\n", reindent(b, indent, &inner, &[])))
            .collect();
        // The brace goes to the end of the line before.
        let blank = self.text.part(..at.start as usize).trim_end().len() as u32;
        step.replace(
            Interval::new(self.file, Span::new(blank, at.start)),
            format!(" {{\n{}{inner}", lines.concat()),
        );
        step.insert(self.file, at.end, format!("\n{outer}}}"));
        Ok(())
    }

    /// The call is all that a lambda computes.
    pub fn is_lambda_body(&self) -> bool {
        let tree = self.tree();
        let parent = tree.parent(self.node).map(|p| tree.kind(p));
        parent == Some(Kind::Lambda) && tree.role(self.node) == Role::Body
    }

    /// The function that the lambda stands for gives nothing.
    fn gives_nothing(&self) -> bool {
        let lambda = self.tree().parent(self.node);
        let ty = lambda.map(|l| self.program.names.ty(self.number, l));
        let function = ty.and_then(|ty| function_type(self.program, ty));
        function.is_some_and(|f| f.ret == Ty::VOID)
    }

    fn block(&self, lines: &[String], indent: &str) -> String {
        if lines.is_empty() {
            return "{}".to_owned();
        }
        let inner = format!("{indent}{}", crate::edits::texts::indent_unit(self.text));
        let lines: Vec<String> = lines
            .iter()
            .map(|b| format!("{inner}{}", reindent(b, indent, &inner, &[])))
            .collect();
        format!("{{\n{}\n{indent}}}", lines.join("\n"))
    }

    /// The statements of a synchronized method hold its lock (JLS 8.4.3.6).
    fn locked(&self, statements: Vec<String>, indent: &str) -> Result<Vec<String>, BadInput> {
        if !self.body.is_synchronized() {
            return Ok(statements);
        }
        if self.body.value.is_some() || self.body.returns_early {
            return Err(self.bad("the method is synchronized and returns a value; put a synchronized statement into it first"));
        }
        let world = self.program.world();
        let tree = self.tree();
        let method = world.method(self.body.method);
        let lock = if method.modifiers.has(Modifiers::STATIC) {
            let mut imports = self.shared.imports.borrow_mut();
            let owner = imports.name(self.program, self.number, method.owner);
            format!("{owner}.class")
        } else {
            match tree.child_in(self.node, Role::Receiver) {
                Some(object) if tree.kind(object) != Kind::Super => {
                    tree.span(object).text(self.text).to_owned()
                }
                _ => "this".to_owned(),
            }
        };
        Ok(vec![format!(
            "synchronized ({lock}) {}",
            self.block(&statements, indent)
        )])
    }

    /// A body that returns from the middle, where the caller returns what it gives, or has nothing left to do.
    fn returned(&self, parent: Option<NodeId>, step: &mut Step) -> Result<(), BadInput> {
        let tree = self.tree();
        let statement = parent.filter(|&p| self.ends_caller(p)).ok_or_else(|| {
            self.bad("the method returns before its end, and its caller goes on; turn the early `return` into an else branch first")
        })?;
        let mut taken = self.taken();
        let (mut before, bound) = self.bind(&mut taken)?;
        let edits = self.edits(&bound, (&mut taken, step))?;
        let unit = crate::edits::texts::indent_unit(self.body.text);
        let own = indent_at(self.body.text, self.body.tree().span(self.body.block).start);
        let indent = indent_at(self.text, tree.span(statement).start);
        let from = format!("{own}{unit}");
        for &node in &self.body.statements {
            let code = format!(
                "{}{}",
                self.comments_before(node, &from),
                self.spelled(node, &edits)?
            );
            before.push(reindent(&code, &from, indent, &[]));
        }
        self.instead_of(statement, &before, indent, step);
        Ok(())
    }

    /// Whether a statement is a `return` of the call that converts it to no other type, or the last of a method that gives nothing.
    fn ends_caller(&self, statement: NodeId) -> bool {
        let tree = self.tree();
        let around = tree
            .ancestors(statement)
            .find(|&a| matches!(tree.kind(a), Kind::Callable | Kind::Lambda));
        let callables = &self.program.model(self.number).callables;
        let index = around.and_then(|a| callables.iter().position(|c| c.node == a));
        let Some(index) = index else {
            return false;
        };
        let world = self.program.world();
        let caller = world.method_of(self.number, reweave_model::CallableId(index as u32));
        let gives = |m: MethodId| world.signature(m).ret.unwrap_or(Ty::VOID);
        let is_same = gives(caller) == gives(self.body.method);
        match tree.kind(statement) {
            Kind::Return => is_same && in_list(tree, statement),
            Kind::ExprStmt => {
                let block = callables[index].body;
                let is_last = block.and_then(|b| tree.children(b).last()) == Some(statement);
                let is_plain = !world.method(caller).constructor;
                is_last && is_same && is_plain && gives(caller) == Ty::VOID
            }
            _ => false,
        }
    }

    /// The statement becomes those of the body.
    fn instead_of(&self, statement: NodeId, before: &[String], indent: &str, step: &mut Step) {
        let tree = self.tree();
        let whole = tree.span(statement);
        let text = before.join(&format!("\n{indent}"));
        if in_list(tree, statement) {
            if before.is_empty() {
                let lines = crate::edits::texts::whole_lines(self.text, whole, None);
                step.delete(Interval::new(self.file, lines));
            } else {
                step.replace(Interval::new(self.file, whole), text);
            }
            return;
        }
        let is_arrow = tree.parent(statement).map(|p| tree.kind(p)) == Some(Kind::Lambda);
        if is_arrow {
            step.replace(Interval::new(self.file, whole), self.block(before, indent));
            return;
        }
        let inner = format!("{indent}{}", crate::edits::texts::indent_unit(self.text));
        let text = match before {
            [] => "{\n".to_owned() + indent + "}",
            [one] if !one.contains('\n') && !self.declares() => one.clone(),
            _ => {
                let lines: Vec<String> = before
                    .iter()
                    .map(|b| format!("{inner}{}", reindent(b, indent, &inner, &[])))
                    .collect();
                format!("{{\n{}\n{indent}}}", lines.join("\n"))
            }
        };
        step.replace(Interval::new(self.file, whole), text);
    }

    fn declares(&self) -> bool {
        let tree = self.body.tree();
        self.body
            .statements
            .iter()
            .any(|&s| matches!(tree.kind(s), Kind::Local | Kind::LocalType))
    }

    /// The statement that the call stands in.
    fn anchor(&self) -> Option<NodeId> {
        let tree = self.tree();
        let around = tree.ancestors(self.node).take_while(|&a| {
            !matches!(
                tree.kind(a),
                Kind::Lambda | Kind::Callable | Kind::Type | Kind::Field
            )
        });
        let mut around = around;
        around.find(|&a| tree.kind(a).is_statement())
    }

    /// The names that are in use around the call.
    fn taken(&self) -> FxHashSet<String> {
        let tree = self.tree();
        let body = self.around();
        let made = self.shared.made.borrow();
        let made = made.get(&(self.number, body)).cloned().unwrap_or_default();
        let Some(body) = body else {
            return made;
        };
        tree.descendants(body)
            .filter(|&n| match tree.kind(n) {
                Kind::VarDecl | Kind::Param | Kind::TypePattern => !self.is_out_of_scope(n),
                Kind::Type => true,
                _ => false,
            })
            .map(|n| self.program.world().text(tree.sym(n)).to_owned())
            .chain(made)
            .collect()
    }

    /// The member whose variables the call may meet.
    fn around(&self) -> Option<NodeId> {
        let tree = self.tree();
        let bodies = tree.ancestors(self.node).filter(|&a| {
            matches!(
                tree.kind(a),
                Kind::Callable | Kind::Initializer | Kind::Field | Kind::Lambda
            )
        });
        bodies.last()
    }

    /// Whether the scope of a variable ends before the call (JLS 6.3).
    fn is_out_of_scope(&self, variable: NodeId) -> bool {
        let tree = self.tree();
        let holds = |n: NodeId| {
            matches!(
                tree.kind(n),
                Kind::Block
                    | Kind::For
                    | Kind::ForEach
                    | Kind::Lambda
                    | Kind::Catch
                    | Kind::Callable
            )
        };
        let scope = tree.ancestors(variable).find(|&a| holds(a));
        scope.is_some_and(|s| !tree.contains(s, self.node) && s < self.node)
    }

    fn fresh(&self, taken: &mut FxHashSet<String>, name: &str) -> String {
        let mut all = std::iter::once(name.to_owned()).chain((1..).map(|i| format!("{name}{i}")));
        let found = all.find(|n| !taken.contains(n)).unwrap_or_default();
        taken.insert(found.clone());
        let mut made = self.shared.made.borrow_mut();
        let names = made.entry((self.number, self.around())).or_default();
        names.insert(found.clone());
        found
    }

    /// The declarations that keep arguments, and what becomes of each parameter.
    fn bind(&self, taken: &mut FxHashSet<String>) -> Result<(Vec<String>, Vec<Binding>), BadInput> {
        let tree = self.tree();
        let of_body = self.body.tree();
        let params = &self.body.callable.params;
        let arguments: Vec<NodeId> = tree.children_in(self.node, Role::Argument).collect();
        if arguments.len() != params.len() {
            return Err(self.bad("the arguments of this call are not those of the method"));
        }
        let mut before = Vec::new();
        let mut bound = Vec::new();
        let only_direct = arguments.iter().all(|&a| self.is_fixed(a));
        for (param, &argument) in params.iter().zip(&arguments) {
            let reads = self.reads(param.node);
            let written = is_reassigned(self.program, self.body.number, param.node);
            let once = reads.len() == 1 && arguments.len() == 1 && self.is_first(reads[0]);
            let direct = !written && (self.is_fixed(argument) || (once && !only_direct));
            let direct = direct
                && (self.is_fixed(argument) || !is_repeated(of_body, self.body.block, reads[0]));
            let text = tree.span(argument).text(self.text).to_owned();
            let converted = self.conversion(param.node, argument);
            if direct && converted != Conversion::Boxing {
                let to = match converted {
                    Conversion::Primitive(ty) => Some(ty),
                    _ => None,
                };
                bound.push((param.node, Bound::Direct(text, argument, to)));
                continue;
            }
            let name = self.fresh(taken, self.program.world().text(param.name));
            let ty = self.program.names.ty(self.body.number, param.node);
            let mut imports = self.shared.imports.borrow_mut();
            let ty = type_text(self.program, &mut imports, (self.number, self.node), ty)
                .ok_or_else(|| self.bad("the type of a parameter cannot be written here"))?;
            let word = if param.modifiers.has(Modifiers::FINAL) {
                "final "
            } else {
                ""
            };
            // `new T[] { … }` need not say its type where it is declared.
            let value = match (tree.kind(argument), tree.child_in(argument, Role::Init)) {
                (Kind::NewArray, Some(init)) => tree.span(init).text(self.text).to_owned(),
                _ => text,
            };
            before.push(format!("{word}{ty} {name} = {value};"));
            bound.push((param.node, Bound::Variable(name)));
        }
        Ok((before, bound))
    }

    /// What happens to an argument when it is passed (JLS 5.3).
    fn conversion(&self, param: NodeId, argument: NodeId) -> Conversion {
        let names = &self.program.names;
        let to = names.ty(self.body.number, param);
        let from = names.ty(self.number, argument);
        match (from.is_primitive(), to.is_primitive()) {
            (true, true) if from != to => Conversion::Primitive(to),
            (true, false) | (false, true) if from != Ty::UNKNOWN && to != Ty::UNKNOWN => {
                Conversion::Boxing
            }
            _ => Conversion::None,
        }
    }

    /// Whether an argument has the same value wherever it stands in the body: a literal, or a variable that never changes.
    fn is_fixed(&self, argument: NodeId) -> bool {
        let tree = self.tree();
        match tree.kind(argument) {
            Kind::This => true,
            kind if kind.is_literal() => true,
            Kind::Name => match self.program.names.decl(self.number, argument) {
                Decl::Local(local) => !is_reassigned(self.program, self.number, local),
                _ => false,
            },
            Kind::Binary | Kind::Paren | Kind::Unary => {
                let mut parts = tree.children(argument);
                let pure = self.program.names.ty(self.number, argument).is_primitive();
                pure && parts.all(|p| self.is_fixed(p))
                    && !matches!(self.program.world().text(tree.sym(argument)), "/" | "%")
            }
            _ => false,
        }
    }

    fn reads(&self, param: NodeId) -> Vec<NodeId> {
        let uses = self
            .program
            .uses_in(self.body.number, &[Decl::Local(param)]);
        uses.into_iter().map(|u| u.node).collect()
    }

    /// Whether a name is the first that the body evaluates.
    fn is_first(&self, name: NodeId) -> bool {
        let tree = self.body.tree();
        let counts = |n: &NodeId| {
            matches!(
                tree.kind(*n),
                Kind::Name
                    | Kind::FieldAccess
                    | Kind::Call
                    | Kind::New
                    | Kind::Index
                    | Kind::Lambda
            ) && !matches!(
                self.program.names.decl(self.body.number, *n),
                Decl::Class(_) | Decl::Package(_)
            )
        };
        // A call comes after its operands, and a conditional part may not come at all.
        let first = tree
            .descendants(self.body.block)
            .filter(counts)
            .find(|&n| tree.kind(n) != Kind::Call || tree.children(n).next().is_none());
        let conditional = tree
            .ancestors(name)
            .take_while(|&a| a != self.body.block)
            .any(|a| {
                matches!(
                    tree.kind(a),
                    Kind::Conditional
                        | Kind::Lambda
                        | Kind::If
                        | Kind::Switch
                        | Kind::SwitchExpr
                        | Kind::Try
                        | Kind::Synchronized
                )
            });
        first == Some(name) && !conditional
    }

    /// The changes of the body's text.
    fn edits(
        &self,
        bound: &[Binding],
        (taken, step): (&mut FxHashSet<String>, &mut Step),
    ) -> Result<Vec<Edit>, BadInput> {
        let program = self.program;
        let tree = self.body.tree();
        let number = self.body.number;
        let mut edits = Vec::new();
        for (param, bound) in bound {
            for node in self.reads(*param) {
                let text = match bound {
                    Bound::Variable(name) => name.clone(),
                    Bound::Direct(text, value, Some(ty)) => {
                        self.cast(text, (*value, *ty), (number, node))?
                    }
                    Bound::Direct(text, value, None) => {
                        let needs = needs_parentheses(program, number, (self.number, *value), node);
                        if needs {
                            format!("({text})")
                        } else {
                            text.clone()
                        }
                    }
                };
                edits.push(Edit::replace(tree.span(node), text));
            }
        }
        for local in self.body.declared() {
            let name = program.world().text(tree.sym(local));
            let new = self.fresh(taken, name);
            if new != name {
                edits.push(Edit::replace(
                    program.token(number, local).span,
                    new.clone(),
                ));
                for used in program.uses_in(number, &[Decl::Local(local)]) {
                    edits.push(Edit::replace(used.span, new.clone()));
                }
            }
        }
        self.type_arguments(&mut edits, step)?;
        self.members(&mut edits, step)?;
        Ok(edits)
    }

    /// The type parameters of the class are what the object's type says (JLS 4.5.2), those of the method what its call infers; what they
    /// are is written there already.
    fn type_arguments(&self, edits: &mut Vec<Edit>, step: &mut Step) -> Result<(), BadInput> {
        let program = self.program;
        let world = program.world();
        let object = self.tree().child_in(self.node, Role::Receiver);
        let owner = world.method(self.body.method).owner;
        let given = object.map(|o| program.names.ty(self.number, o));
        let own = &world.signature(self.body.method).type_params;
        let tree = self.body.tree();
        for node in tree.descendants(self.body.block) {
            let Decl::TypeVar(var) = program.names.decl(self.body.number, node) else {
                continue;
            };
            let ty = match given {
                _ if own.contains(&var) => {
                    type_argument(program, self.body.method, (self.number, self.node), var)
                        .unwrap_or(Ty::UNKNOWN)
                }
                Some(given) if world.type_params(owner).contains(&var) => {
                    world.member_of(given, owner, world.types().var(var))
                }
                _ => continue,
            };
            // A cast to a type parameter checks nothing when it runs, one to its argument does (JLS 5.5).
            let is_cast = tree
                .ancestors(node)
                .take_while(|&a| !tree.kind(a).is_statement())
                .any(|a| tree.kind(a) == Kind::Cast);
            let mut imports = self.shared.imports.borrow_mut();
            let text = type_text(program, &mut imports, (self.number, self.node), ty);
            let text = text.filter(|_| !is_cast).ok_or_else(|| {
                self.bad("the body needs a type parameter for which nothing can be written here")
            })?;
            edits.push(Edit::replace(tree.span(node), text));
        }
        // What the types of the object and, for those of the method, of the arguments say.
        let arguments = self.tree().children_in(self.node, Role::Argument);
        let arguments = arguments.filter(|_| !own.is_empty());
        for said in object.into_iter().chain(arguments) {
            let Decl::Local(local) = program.names.decl(self.number, said) else {
                continue;
            };
            let tree = self.tree();
            let holder = if tree.kind(local) == Kind::VarDecl {
                tree.parent(local)
            } else {
                Some(local)
            };
            if let Some(ty) = holder.and_then(|h| tree.child_in(h, Role::Type)) {
                step.affect(Interval::new(self.file, tree.span(ty)));
            }
        }
        Ok(())
    }

    /// Members of the object are asked of the object that the call asks.
    fn members(&self, edits: &mut Vec<Edit>, step: &mut Step) -> Result<(), BadInput> {
        let program = self.program;
        let world = program.world();
        let tree = self.body.tree();
        let number = self.body.number;
        let owner = world.method(self.body.method).owner;
        let here = program.class_around(self.number, self.node);
        let receiver = self.tree().child_in(self.node, Role::Receiver);
        let is_type =
            receiver.is_some_and(|r| matches!(program.names.decl(self.number, r), Decl::Class(_)));
        let same_class = here == Some(owner);
        let object = receiver.filter(|&r| !is_type && self.tree().kind(r) != Kind::This);
        if object.is_none() && same_class {
            return Ok(());
        }
        // The body of a method above runs on the same object.
        let is_own = object.is_some_and(|o| self.tree().kind(o) == Kind::Super);
        let object = object.filter(|_| !is_own);
        if let Some(object) = object {
            // What computes the object happens once, however often the body asks it.
            if !is_kept(program, (self.body.method, self.number), object) {
                return Err(self.bad("the receiver is computed here; put it into a variable first"));
            }
        }
        let asked = object;
        let object = object.map(|o| self.tree().span(o).text(self.text));
        let before = edits.len();
        for node in tree.descendants(self.body.block) {
            let is_simple = tree.child_in(node, Role::Receiver).is_none();
            let (is_static, owner) = match (tree.kind(node), program.names.decl(number, node)) {
                (Kind::This, _) if is_own => continue,
                (Kind::This, _) => {
                    let Some(object) = object else {
                        return Err(self.bad("the body uses `this`, which is another object here"));
                    };
                    edits.push(Edit::replace(tree.span(node), object));
                    continue;
                }
                (Kind::Super, _) => {
                    return Err(self.bad("the body uses `super`, which is another class here"));
                }
                (Kind::Name, Decl::Field(f)) => (world.is_static_field(f), world.field(f).owner),
                (Kind::Call, Decl::Method(m)) if is_simple => (
                    world.method(m).modifiers.has(Modifiers::STATIC),
                    world.method(m).owner,
                ),
                _ => continue,
            };
            // What the body declares itself comes with it.
            let declared = program.place(number, Decl::Class(owner));
            let own = self.body.place();
            if declared.is_some_and(|d| d.file == own.file && own.span.contains(d.span)) {
                continue;
            }
            let at = program.token(number, node).span.start;
            if is_static {
                if !same_class {
                    let mut imports = self.shared.imports.borrow_mut();
                    let name = imports.name(program, self.number, owner);
                    edits.push(Edit::insert(at, format!("{name}.")));
                    if let Some(at) = declared {
                        step.affect(at);
                    }
                }
            } else if let Some(object) = object {
                edits.push(Edit::insert(at, format!("{object}.")));
            }
        }
        // Nobody misses an object that is not null where the body does not ask it.
        if let Some(Decl::Local(local)) = asked.map(|o| program.names.decl(self.number, o))
            && edits.len() == before
            && self.is_made(local)
        {
            step.affect(program.token(self.number, local));
        }
        Ok(())
    }

    /// Whether a variable never changes and was given a new object.
    fn is_made(&self, local: NodeId) -> bool {
        let tree = self.tree();
        let init = tree.child_in(local, Role::Init);
        init.is_some_and(|i| tree.kind(i) == Kind::New)
            && !is_reassigned(self.program, self.number, local)
    }

    /// A value with the comments around it in its `return` statement, of which none runs to the end of its line.
    fn with_comments(&self, value: NodeId, text: String) -> String {
        let tree = self.body.tree();
        let Some(statement) = tree.parent(value).filter(|&p| tree.kind(p) == Kind::Return) else {
            return text;
        };
        let (own, whole) = (tree.span(value), tree.span(statement));
        let word = whole.start + "return".len() as u32;
        let before = Span::new(word.min(own.start), own.start).text(self.body.text);
        let after = Span::new(own.end, whole.end).text(self.body.text);
        let after = after.trim_end().trim_end_matches(';');
        let is_plain = |c: &str| c.is_empty() || (c.starts_with("/*") && c.ends_with("*/"));
        let (before, after) = (before.trim(), after.trim());
        if is_plain(before) && is_plain(after) {
            format!("{before}{text}{after}")
        } else {
            text
        }
    }

    /// The comments between a statement and what stands before it.
    fn comments_before(&self, statement: NodeId, indent: &str) -> String {
        let tree = self.body.tree();
        let start = tree.span(statement).start;
        let earlier = tree
            .children(self.body.block)
            .take_while(|&s| s != statement);
        let from = earlier.last().map_or_else(
            || tree.span(self.body.block).start + 1,
            |s| tree.span(s).end,
        );
        let gap = Span::new(from.min(start), start).text(self.body.text);
        match gap.trim() {
            "" => String::new(),
            comments => format!("{comments}\n{indent}"),
        }
    }

    /// The text of a part of the body with the changes in it.
    fn spelled(&self, node: NodeId, edits: &[Edit]) -> Result<String, BadInput> {
        let span = self.body.tree().span(node);
        let inside = edits.iter().filter(|e| span.contains(e.span));
        let shifted = inside.map(|e| {
            let at = Span::new(e.span.start - span.start, e.span.end - span.start);
            Edit::replace(at, e.text.clone())
        });
        let set = EditSet::new(shifted.collect())
            .map_err(|_| self.bad("the body cannot be written here"))?;
        let text = self.body.text.part(span.start as usize..span.end as usize);
        set.apply(text)
            .map_err(|_| self.bad("the body cannot be written here"))
    }

    /// An argument, cast to the type that passing it converts it to.
    fn cast(
        &self,
        text: &str,
        (argument, ty): (NodeId, Ty),
        place: (u32, NodeId),
    ) -> Result<String, BadInput> {
        self.cast_of(text, ((self.number, argument), ty), place)
    }

    fn cast_of(
        &self,
        text: &str,
        ((number, value), ty): ((u32, NodeId), Ty),
        (of_place, place): (u32, NodeId),
    ) -> Result<String, BadInput> {
        let program = self.program;
        let mut imports = self.shared.imports.borrow_mut();
        let word = type_text(program, &mut imports, (self.number, self.node), ty)
            .ok_or_else(|| self.bad("the type of a value cannot be written here"))?;
        let inner = if operand_needs_parentheses(program, number, value) {
            format!("({word}) ({text})")
        } else {
            format!("({word}) {text}")
        };
        let outer = cast_needs_parentheses(program, of_place, place);
        Ok(if outer { format!("({inner})") } else { inner })
    }

    /// The value, fit for the place of the call; none where it is computed for nothing.
    fn value(
        &self,
        value: NodeId,
        edits: &[Edit],
        is_statement: bool,
    ) -> Result<Option<String>, BadInput> {
        let tree = self.body.tree();
        let text = self.spelled(value, edits)?;
        let text = self.with_comments(value, text);
        if is_statement {
            return Ok(acts(tree, value).then_some(text));
        }
        let program = self.program;
        let ty = program.names.ty(self.body.number, value);
        let given = program.world().signature(self.body.method).ret;
        let needs = needs_parentheses(program, self.number, (self.body.number, value), self.node);
        let wants_cast = given
            .is_some_and(|g| g != ty && g.is_primitive() && ty.is_primitive() && ty != Ty::UNKNOWN);
        if let Some(given) = given.filter(|_| wants_cast || self.casts) {
            let of_body = (self.body.number, value);
            return Ok(Some(self.cast_of(
                &text,
                (of_body, given),
                (self.number, self.node),
            )?));
        }
        Ok(Some(if needs { format!("({text})") } else { text }))
    }
}

/// Whether an expression may be a statement.
fn acts(tree: &Tree, value: NodeId) -> bool {
    matches!(
        tree.kind(value),
        Kind::Call | Kind::New | Kind::Assign | Kind::Update
    )
}

/// Whether a node of a body may be evaluated more than once.
fn is_repeated(tree: &Tree, block: NodeId, node: NodeId) -> bool {
    tree.ancestors(node).take_while(|&a| a != block).any(|a| {
        matches!(
            tree.kind(a),
            Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach | Kind::Lambda | Kind::Type
        )
    })
}
