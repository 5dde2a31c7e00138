//! Extract Method: makes a method of selected statements or of an expression, and calls it there.
//!
//! What the code reads of the method around becomes parameters; one variable that it sets and that is read later becomes the result. The new
//! method stands behind the one it is taken from (in another type around with `to`), `private` unless `visibility` says otherwise, and `static`
//! where the code stands in a static one, or with `static=yes` where it needs no object. A `continue` at which the round of the loop ends
//! anyway becomes a `return`. With `duplicates=yes` code of the class that reads the same but for names of variables calls it too.
//!
//! ```before
//! class Order {
//!     int total(int[] prices, int rate) {
//!         int sum = 0;
//!         $0for (int price : prices) {
//!             sum += price * rate;
//!         }$0
//!         return sum;
//!     }
//! }
//! ```
//! ```with
//! name=add
//! ```
//! ```after
//! class Order {
//!     int total(int[] prices, int rate) {
//!         int sum = 0;
//!         sum = add(prices, rate, sum);
//!         return sum;
//!     }
//!
//!     private int add(int[] prices, int rate, int sum) {
//!         for (int price : prices) {
//!             sum += price * rate;
//!         }
//!         return sum;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     int total(int a, int b) {
//!         $0int low = a - b;
//!         int high = a + b;$0
//!         return low * high;
//!     }
//! }
//! ```
//! ```with
//! name=bounds
//! ```
//! ```refuses
//! 2 variables
//! ```

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::new_method::Home;
use crate::edits::operands::group_operands;
use crate::edits::texts::{code, indent_at, indent_unit, reindent};
use crate::edits::type_text::{member_around, type_text};
use crate::query::bodies::{ends_round, is_at_end};
use crate::query::constants::{is_constant_field, needed_constant};
use crate::query::program::JavaProgram;
use crate::query::region::Region;
use crate::query::selection::{Code, Selection, selected, selected_expression};
use crate::query::values::without_parentheses;
use crate::query::words::is_identifier;
use crate::refactorings::extract_duplicates::{parts, places_like, share};
use reweave_java_names::{Decl, Ty, TypeVarId};
use reweave_model::{CallableId, Kind, Modifiers, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop, Target};
use reweave_text::{FileId, Part, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "extract-method",
    file: include_str!("extract_method.rs"),
    params: &[
        Param::required("name", "the new method"),
        Param::optional(
            "visibility",
            "`public`, `protected`, `package` or `private` (as it is without)",
        ),
        Param::optional(
            "static",
            "`yes` makes it static where the code does not use `this`",
        ),
        Param::optional(
            "duplicates",
            "`yes` calls it where code of the class reads the same, too",
        ),
        Param::optional(
            "to",
            "the enclosing type that gets it; the innermost without",
        ),
        Param::list("parameters", "names for its parameters, in order"),
    ],
    perform,
};

/// Flow around the code as it was; in it, parameters and the result come along. A value that passed by the code now passes through it, where the
/// variable is the result; and the call as a whole depends on the conditions around, of which parts of the code may not. What ran before
/// what follows on the ways on which the code does nothing still does: nothing around moves, and the order now shows through the call.
const RULE: &str = "N⊇→↺ O I C⊇←↺× D⊇←↺⊆× E⊇↔↺≠× X⊇↺ T⊇→";

/// The same for code that throws or returns on some ways, or that stands in a `try` whose clauses it may go to: an exception passes through the call as it passed by what follows the code,
/// which therefore no longer depends on the conditions in it, but on those on which the call depends; the call, which stands where the
/// code stood, depends on what the code as a whole did.
const RULE_LEAVING: &str = "N⊇→↺ O I C⊇↺≠←×⊆→ D⊇↺⊆× E⊇↔↺≠× X⊇↺ T⊇→";

/// For code that goes to the next round of its loop: the call does so on every way, and what passed by the code passes through it.
const RULE_ROUND: &str = "N⊇→↺ O I C⊇↺←⊆→ D⊇←↺⊆× E⊇↔↺≠× X⊇↺ T⊇→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    if !is_identifier(name) {
        return Err(BadInput::unclear(format!("`{name}` is not a valid name for a method")).into());
    }
    group_operands(run)?;
    let selection = asked_for(run)?;
    if run.optional("duplicates") == Some("yes") {
        let mut places = places_like(run, &selection);
        if !places.is_empty() {
            places.insert(0, selection);
            return share(run, name, &places);
        }
    }
    let program = run.program();
    let parts = parts(&selection);
    refuse_constant(program, selection.number, parts[0])?;
    let region = Region::of(program, selection.number, parts);
    let extracted = Extraction::of(run, &selection, &region)?;
    let step = extracted.step(run, name)?;
    run.step(&step)
}

/// A constant whose value a method computes is none (JLS 4.12.4).
fn refuse_constant(program: &JavaProgram, number: u32, part: NodeId) -> Result<(), BadInput> {
    let model = program.model(number);
    let mut around = model.tree.ancestors(part);
    let Some(node) = around.find(|&n| model.tree.kind(n) == Kind::Field) else {
        return Ok(());
    };
    let fields = (0..).zip(&model.fields);
    let mut fields = fields.filter(|(_, f)| f.node == node);
    let field = fields.next().map(|(index, _)| {
        let id = reweave_model::FieldId(index);
        program.world().field_of(number, id)
    });
    let needed = field
        .filter(|&f| is_constant_field(program, f))
        .and_then(|f| needed_constant(program, f));
    needed.map_or(Ok(()), |(why, at)| {
        Err(BadInput::new(why).at(at.file, at.span))
    })
}

/// Statements, or an expression that has a value or is a statement's.
fn asked_for(run: &Run<'_, Java>) -> Result<Selection, BadInput> {
    if !matches!(run.request().target, Target::Range(..)) {
        return Err(BadInput::unclear(
            "extract-method needs a range: give --range FILE:LINE:COL-LINE:COL around an expression or statements",
        ));
    }
    let selection = selected(run)?;
    if let Code::Expression(_) = selection.code {
        selected_expression(run)?;
    }
    Ok(selection)
}

/// What the new method is.
pub(crate) struct Extraction<'r, 'p> {
    pub region: &'r Region<'p>,
    file: FileId,
    home: Home,
    pub is_static: bool,
    pub result: Gives,
    /// The text that goes.
    span: Span,
    /// With a blank behind it where there is one.
    pub visibility: &'static str,
    /// Parameters for values in the code.
    pub values: Vec<ValueParam>,
    /// The names that parameters get.
    names: Vec<(NodeId, String)>,
}

/// A parameter that stands for a value which the code has in some places.
pub(crate) struct ValueParam {
    pub ty: Ty,
    pub name: String,
    /// What is passed for it.
    pub argument: String,
    /// Where the code has it.
    pub spans: Vec<Span>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    None,
    /// The value of the expression.
    Value(Ty),
    /// The value of a variable that is read later; whether it is declared inside.
    Variable(NodeId),
    /// Every way through the code returns from the method around.
    Returned(Option<Ty>),
}

impl<'r, 'p> Extraction<'r, 'p> {
    pub fn of(
        run: &Run<'_, Java>,
        selection: &Selection,
        region: &'r Region<'p>,
    ) -> Result<Self, BadInput> {
        let tree = region.tree();
        let first = region.parts[0];
        let bad = |why: String| BadInput::new(why).at(selection.file, tree.span(first));
        let home = Home::of(run, region, selection.file)?;
        if let Some(call) = region
            .parts
            .iter()
            .find(|&&p| tree.kind(p) == Kind::ConstructorCall)
        {
            return Err(BadInput::new(
                "a call of another constructor must stay in its constructor; leave it out",
            )
            .at(selection.file, tree.span(*call)));
        }
        let names = renamed(run, region)?;
        let result = result(region, selection).map_err(bad)?;
        let needs_object = region.needs_object();
        let in_static = home.is_static
            || tree
                .ancestors(first)
                .take_while(|&a| a != home.member)
                .any(|a| tree.kind(a) == Kind::ConstructorCall);
        let wants = run.optional("static") == Some("yes");
        if wants && needs_object {
            return Err(bad(
                "the code uses `this`, so that the method cannot be static; leave static=yes out"
                    .into(),
            ));
        }
        if home.is_another() && region.names_own_object() {
            return Err(bad(
                "the code uses `this` of its class; leave `to` out".into()
            ));
        }
        Ok(Self {
            region,
            file: selection.file,
            home,
            is_static: in_static || wants,
            result,
            span: selection.span,
            visibility: visibility_of(run)?,
            values: Vec::new(),
            names,
        })
    }

    /// The node of the type that the method goes to.
    pub fn class(&self) -> Option<NodeId> {
        self.region.tree().parent(self.home.member)
    }

    pub fn step(&self, run: &Run<'_, Java>, name: &str) -> Result<Step, BadInput> {
        let region = self.region;
        let (program, tree) = (region.program, region.tree());
        let text = run.sources().text(self.file);
        let mut imports = Imports::default();
        let head = self.head(run, name, &mut imports)?;
        let span = self.span;
        let member = self.home.whole_member(region);
        let indent = indent_at(text, member.start);
        let inner = format!("{indent}{}", indent_unit(text));
        let body = self.body(text, span, &inner, &mut imports)?;
        let leaves = !region.returns.is_empty()
            || region.parts.iter().any(|&p| {
                let mut all = tree.descendants(p);
                all.any(|n| tree.kind(n) == Kind::Throw)
            })
            || tree
                .ancestors(region.parts[0])
                .take_while(|&a| a != self.home.member)
                .any(|a| tree.kind(a) == Kind::Try);
        let rule = match leaves {
            _ if !region.jumps.is_empty() => RULE_ROUND,
            true => RULE_LEAVING,
            false => RULE,
        };
        let mut step = Step::new(format!("extract {name}"), rule);
        imports_of(imports, program, run, &mut step);
        let callee = self.home.callee(program, name, self.is_static);
        let call = self.call(&callee, run)?;
        self.put_call(&mut step, &call);
        self.affect_declared_again(&mut step);
        let open = if brace_on_own_line(text, tree, self.home.member) {
            format!("\n{indent}{{")
        } else {
            " {".to_owned()
        };
        let method = format!("\n\n{indent}{head}{open}\n{body}{indent}}}");
        step.insert(self.file, self.behind(member.end), method);
        Ok(step)
    }

    /// Where the method goes: behind the member that the code stands in, in another type behind the last method.
    fn behind(&self, member: u32) -> u32 {
        let tree = self.region.tree();
        let ty = tree
            .parent(self.home.member)
            .filter(|_| self.home.is_another());
        let members = ty.into_iter().flat_map(|t| tree.children(t));
        let methods = members.filter(|&m| tree.kind(m) == Kind::Callable);
        let ends = methods.map(|m| tree.span(m).end);
        ends.max().map_or(member, |end| end.max(member))
    }

    /// What stands around an expression keeps its ends: comments that were selected with it go by themselves.
    fn put_call(&self, step: &mut Step, call: &str) {
        let tree = self.region.tree();
        let node = self.region.parts[0];
        let own = tree.span(node);
        if !tree.kind(node).is_expression() || !self.span.contains(own) {
            step.replace(Interval::new(self.file, self.span), call);
            return;
        }
        let (before, after) = (
            Span::new(self.span.start, own.start),
            Span::new(own.end, self.span.end),
        );
        for gone in [before, after] {
            if !gone.is_empty() {
                step.delete(Interval::new(self.file, gone));
            }
        }
        step.replace(Interval::new(self.file, own), call);
    }

    /// The type parameters that the new method declares.
    fn type_vars(&self) -> Vec<(TypeVarId, NodeId)> {
        let tree = self.region.tree();
        let given = match self.result {
            Gives::Value(ty) => Some(ty),
            Gives::Returned(ty) => ty,
            _ => None,
        };
        self.region.type_vars(given, |holder| {
            let is_around = tree.contains(holder, self.home.member);
            is_around && tree.kind(holder) == Kind::Type && !self.is_static
        })
    }

    /// Variables, type parameters and labels that the new method declares for itself or does not need, and that the call need not name.
    fn affect_declared_again(&self, step: &mut Step) {
        let region = self.region;
        let (program, number) = (region.program, region.number);
        let own = |l: &&NodeId| !region.inputs.contains(l) && !region.outputs.contains(l);
        let locals = region.written.iter().filter(own).copied();
        let vars = self.type_vars().into_iter().map(|v| v.1);
        let labels =
            region
                .jumps
                .iter()
                .filter_map(|&jump| match program.names.decl(number, jump) {
                    Decl::Label(label) => Some(label),
                    _ => None,
                });
        for node in locals.chain(vars).chain(labels) {
            step.affect(program.token(number, node));
        }
    }

    /// `private static <T> int name(int a) throws E`
    fn head(
        &self,
        run: &Run<'_, Java>,
        name: &str,
        imports: &mut Imports,
    ) -> Result<String, BadInput> {
        let region = self.region;
        let (program, number) = (region.program, region.number);
        let text = run.sources().text(self.file);
        let modifiers = (self.visibility, self.is_static);
        let modifiers = self.home.modifiers(region, text, modifiers)?;
        let mut words: Vec<String> = modifiers.into_iter().map(str::to_owned).collect();
        let vars = self.type_vars();
        if !vars.is_empty() {
            let tree = region.tree();
            let all: Vec<&str> = vars.iter().map(|v| tree.span(v.1).text(text)).collect();
            words.push(format!("<{}>", all.join(", ")));
        }
        let returned = match self.result {
            Gives::None | Gives::Returned(None) => "void".to_owned(),
            Gives::Value(ty) | Gives::Returned(Some(ty)) => self.written(imports, ty)?,
            Gives::Variable(local) => self.written(imports, program.names.ty(number, local))?,
        };
        words.push(returned);
        let mut params = Vec::new();
        for &local in &region.inputs {
            params.push(self.parameter(imports, local)?);
        }
        for value in &self.values {
            params.push(format!(
                "{} {}",
                self.written(imports, value.ty)?,
                value.name
            ));
        }
        let thrown = region.thrown();
        let thrown: Vec<String> = thrown
            .iter()
            .map(|&c| imports.name(program, number, c))
            .collect();
        let throws = if thrown.is_empty() {
            String::new()
        } else {
            format!(" throws {}", thrown.join(", "))
        };
        Ok(format!(
            "{} {name}({}){throws}",
            words.join(" "),
            params.join(", ")
        ))
    }

    fn parameter(&self, imports: &mut Imports, local: NodeId) -> Result<String, BadInput> {
        let region = self.region;
        let tree = region.tree();
        let program = region.program;
        let declared = self.written(imports, program.names.ty(region.number, local))?;
        let holder = match tree.kind(local) {
            Kind::VarDecl => tree.parent(local).unwrap_or(local),
            _ => local,
        };
        let is_final = Modifiers(tree.node(holder).flags).has(Modifiers::FINAL)
            && matches!(tree.kind(holder), Kind::Local | Kind::Param);
        let word = if is_final { "final " } else { "" };
        Ok(format!("{word}{declared} {}", self.name(local)))
    }

    /// The name that a variable of the body around has in the new method.
    fn name(&self, local: NodeId) -> String {
        let region = self.region;
        let given = self.names.iter().find(|(l, _)| *l == local);
        let own = || region.program.world().text(region.tree().sym(local));
        given.map_or_else(|| own().to_owned(), |(_, name)| name.clone())
    }

    fn written(&self, imports: &mut Imports, ty: Ty) -> Result<String, BadInput> {
        let region = self.region;
        // The method stands where the local types of the body are not in scope (JLS 6.3).
        let place = member_around(region.program, region.number, region.parts[0]);
        let written = type_text(region.program, imports, (region.number, place), ty);
        written.ok_or_else(|| {
            let at = region.tree().span(region.parts[0]);
            BadInput::new("a type that the method would need here cannot be written; give the variable a declared type first").at(self.file, at)
        })
    }

    fn body(
        &self,
        text: &str,
        span: Span,
        inner: &str,
        imports: &mut Imports,
    ) -> Result<String, BadInput> {
        let region = self.region;
        let tree = region.tree();
        let program = region.program;
        let code = &*self.with_params(text, span);
        let from = indent_at(text, span.start);
        let blocks: Vec<&str> = tree
            .descendants(NodeId::ROOT)
            .filter(|&n| tree.kind(n) == Kind::Str && span.contains(tree.span(n)))
            .map(|n| tree.span(n).text(text))
            .filter(|t| t.starts_with("\"\"\""))
            .collect();
        let mut lines: Vec<String> = Vec::new();
        for &local in &region.written {
            if !region.inputs.contains(&local) {
                let ty = self.written(imports, program.names.ty(region.number, local))?;
                lines.push(format!("{ty} {};", self.name(local)));
            }
        }
        let is_block = region.parts.len() == 1 && tree.kind(region.parts[0]) == Kind::Block;
        lines.push(if let Gives::Value(_) = self.result {
            let value = without_parentheses(tree, region.parts[0]);
            let is_plain = value == region.parts[0];
            let code = if is_plain {
                code.to_owned()
            } else {
                self.with_params(text, tree.span(value))
            };
            format!("return {};", reindent(&code, from, inner, &blocks))
        } else if is_block {
            let unit = indent_unit(text);
            let block = tree.span(region.parts[0]);
            let before = Span::new(span.start, block.start).text(text);
            let after = Span::new(block.end, span.end).text(text);
            let code = self.with_params(text, block);
            let code = format!("{before}{}{after}", unwrapped(&code).trim());
            reindent(&code, &format!("{from}{unit}"), inner, &blocks)
        } else if ends_statement(code) {
            reindent(code, from, inner, &blocks)
        } else {
            format!("{};", reindent(code, from, inner, &blocks))
        });
        if let Gives::Variable(local) = self.result {
            lines.push(format!("return {};", self.name(local)));
        }
        let lines: Vec<String> = lines.iter().map(|l| format!("{inner}{l}\n")).collect();
        Ok(lines.concat())
    }

    /// The text of the code with parameters for the values that they stand for, and with `return` for jumps that leave it.
    fn with_params(&self, text: &str, span: Span) -> String {
        let region = self.region;
        let tree = region.tree();
        let values = self
            .values
            .iter()
            .flat_map(|v| v.spans.iter().map(|s| (*s, v.name.clone())));
        let mut edits: Vec<(Span, String)> = values.collect();
        let back = match self.result {
            Gives::Variable(local) => format!("return {};", self.name(local)),
            _ => "return;".to_owned(),
        };
        edits.extend(region.jumps.iter().map(|&j| (tree.span(j), back.clone())));
        for (local, name) in &self.names {
            let named = region.naming(*local);
            edits.extend(named.map(|n| (tree.span(n), name.clone())));
        }
        edits.retain(|(s, _)| span.contains(*s));
        edits.sort_unstable();
        let mut out = String::new();
        let mut at = span.start;
        for (gone, name) in edits {
            out.push_str(Span::new(at, gone.start).text(text));
            out.push_str(&name);
            at = gone.end;
        }
        out.push_str(Span::new(at, span.end).text(text));
        out
    }

    /// What stands in the place of the code.
    fn call(&self, name: &str, run: &Run<'_, Java>) -> Result<String, BadInput> {
        let tree = self.region.tree();
        let world = self.region.program.world();
        let inputs = self.region.inputs.iter();
        let mut arguments: Vec<String> = inputs
            .map(|&l| world.text(tree.sym(l)).to_owned())
            .collect();
        arguments.extend(self.values.iter().map(|v| v.argument.clone()));
        self.call_with(name, &arguments, run)
    }

    /// The same with other arguments.
    pub fn call_with(
        &self,
        name: &str,
        arguments: &[String],
        run: &Run<'_, Java>,
    ) -> Result<String, BadInput> {
        let region = self.region;
        let tree = region.tree();
        let program = region.program;
        let text = |local| program.world().text(tree.sym(local)).to_owned();
        let call = format!("{name}({})", arguments.join(", "));
        let is_expression = tree.kind(region.parts[0]).is_expression();
        Ok(match self.result {
            Gives::Value(_) => call,
            Gives::None if is_expression => call,
            Gives::None => format!("{call};"),
            Gives::Returned(Some(_)) => format!("return {call};"),
            Gives::Returned(None) => {
                if self.is_last() {
                    format!("{call};")
                } else {
                    let source = run.sources().text(self.file);
                    let indent = indent_at(source, tree.span(region.parts[0]).start);
                    format!("{call};\n{indent}return;")
                }
            }
            Gives::Variable(local) if region.contains(local) => {
                let declared = self.declared(local)?;
                format!("{declared} {} = {call};", text(local))
            }
            Gives::Variable(local) => format!("{} = {call};", text(local)),
        })
    }

    /// The modifiers and type with which a variable is declared inside.
    fn declared(&self, local: NodeId) -> Result<String, BadInput> {
        let tree = self.region.tree();
        let holder = tree.parent(local).filter(|&p| tree.kind(p) == Kind::Local);
        let ty = holder.and_then(|h| tree.child_in(h, Role::Type));
        let written = self.written(
            &mut Imports::default(),
            self.region.program.names.ty(self.region.number, local),
        )?;
        let is_var = ty.is_none_or(|t| tree.kind(t) == Kind::InferredType);
        let is_final = holder.is_some_and(|h| Modifiers(tree.node(h).flags).has(Modifiers::FINAL));
        let word = if is_final { "final " } else { "" };
        Ok(if is_var {
            format!("{word}var")
        } else {
            format!("{word}{written}")
        })
    }

    /// Whether nothing of the method comes behind the code.
    fn is_last(&self) -> bool {
        let tree = self.region.tree();
        let last = self.region.parts.last().copied();
        last.is_some_and(|l| is_at_end(tree, l, self.home.member))
    }
}

/// The names that `parameters` gives to what the code reads of the body around.
fn renamed(run: &Run<'_, Java>, region: &Region<'_>) -> Result<Vec<(NodeId, String)>, BadInput> {
    let Some(given) = run.optional("parameters") else {
        return Ok(Vec::new());
    };
    let tree = region.tree();
    let world = region.program.world();
    let names: Vec<&str> = given.split(',').map(str::trim).collect();
    if names.len() != region.inputs.len() {
        let read: Vec<&str> = region
            .inputs
            .iter()
            .map(|&l| world.text(tree.sym(l)))
            .collect();
        return Err(BadInput::unclear(format!(
            "{} names for {} parameters; give one for each of: {}",
            names.len(),
            read.len(),
            read.join(", ")
        )));
    }
    let mut all = Vec::new();
    for (&local, name) in region.inputs.iter().zip(names) {
        let own: Vec<NodeId> = region.naming(local).collect();
        let is_used = region
            .parts
            .iter()
            .flat_map(|&p| tree.descendants(p))
            .any(|n| world.text(tree.sym(n)) == name && !own.contains(&n));
        if !is_identifier(name) || is_used || all.iter().any(|(_, n)| n == name) {
            return Err(BadInput::unclear(format!(
                "`{name}` cannot be the name of a parameter here; give one that the code does not use"
            )));
        }
        all.push((local, name.to_owned()));
    }
    Ok(all)
}

fn visibility_of(run: &Run<'_, Java>) -> Result<&'static str, BadInput> {
    match run.optional("visibility") {
        // The members of an interface are public unless they say otherwise.
        None | Some("private") => Ok("private"),
        Some("package") => Ok(""),
        Some("public") => Ok("public"),
        Some("protected") => Ok("protected"),
        Some(other) => Err(BadInput::unclear(format!(
            "`{other}` is not a visibility; give public, protected, package or private"
        ))),
    }
}

fn imports_of(imports: Imports, program: &JavaProgram, run: &Run<'_, Java>, step: &mut Step) {
    imports.add_to(program, run.sources(), step);
}

/// What the new method gives back.
fn result(region: &Region<'_>, selection: &Selection) -> Result<Gives, String> {
    let program = region.program;
    let tree = region.tree();
    if let Code::Expression(node) = selection.code {
        if !region.written.is_empty() {
            return Err("the expression assigns a variable of the enclosing method, which the new method cannot".into());
        }
        let ty = program.names.ty(selection.number, node);
        return match ty {
            Ty::VOID => Ok(Gives::None),
            Ty::UNKNOWN => Err("the type of the expression is not known; give --classpath".into()),
            ty => Ok(Gives::Value(ty)),
        };
    }
    let returns = !region.returns.is_empty();
    let last = region.parts.last().copied().unwrap_or(region.parts[0]);
    let ends = |&jump: &NodeId| ends_round(tree, last, jump);
    if !region.jumps.is_empty() && (returns || !region.jumps.iter().all(ends)) {
        return Err("a `break`, `continue` or `yield` leaves the selected code; select the whole loop or switch, or leave the jump out".into());
    }
    if returns {
        let is_end = is_at_end(tree, last, NodeId::ROOT);
        let around = crate::query::selection::body_around(tree, region.parts[0]);
        let ty = returned(region, around);
        let gives_value = region
            .returns
            .iter()
            .any(|&r| tree.child_in(r, Role::Value).is_some());
        if region.completes && (gives_value || !is_end) {
            return Err("not every way through the selected code returns from the method; select code that always returns, or never".into());
        }
        return match (gives_value, ty) {
            (false, _) => Ok(Gives::Returned(None)),
            (true, Some(ty)) => Ok(Gives::Returned(Some(ty))),
            (true, None) => Err("the type that is returned is not known".into()),
        };
    }
    let named_later: Vec<NodeId> = declared_for_later(region);
    let mut all = region.outputs.clone();
    all.extend(named_later);
    all.sort_unstable();
    all.dedup();
    match all[..] {
        [] => Ok(Gives::None),
        [one] => Ok(Gives::Variable(one)),
        _ => {
            let names: Vec<&str> = all
                .iter()
                .map(|&l| program.world().text(tree.sym(l)))
                .collect();
            Err(format!(
                "{} variables are set here and read later ({}), and a method returns one value; select less code, or more",
                names.len(),
                names.join(", ")
            ))
        }
    }
}

/// Variables that are declared inside and named behind, even if only to be set.
fn declared_for_later(region: &Region<'_>) -> Vec<NodeId> {
    let tree = region.tree();
    let names = &region.program.names;
    let last = region.parts.last().map_or(0, |&l| tree.subtree_end(l));
    let Some(around) = crate::query::selection::body_around(tree, region.parts[0]) else {
        return Vec::new();
    };
    (last..tree.subtree_end(around))
        .map(NodeId)
        .filter_map(|n| match names.decl(region.number, n) {
            Decl::Local(local) if region.contains(local) => Some(local),
            _ => None,
        })
        .collect()
}

/// The type of what the body around returns.
fn returned(region: &Region<'_>, around: Option<NodeId>) -> Option<Ty> {
    let around = around?;
    let tree = region.tree();
    let program = region.program;
    match tree.kind(around) {
        Kind::Callable => {
            let model = program.model(region.number);
            let at = model.callables.iter().position(|c| c.node == around)?;
            let world = program.world();
            let method = world.method_of(region.number, CallableId(at as u32));
            world.signature(method).ret
        }
        Kind::Lambda => {
            let value = region
                .returns
                .iter()
                .find_map(|&r| tree.child_in(r, Role::Value))?;
            Some(program.names.ty(region.number, value))
        }
        _ => None,
    }
}

fn unwrapped(block: &str) -> &str {
    let inner = block.strip_prefix('{').and_then(|b| b.strip_suffix('}'));
    inner.unwrap_or(block)
}

/// Whether code ends as a statement does.
fn ends_statement(text: &str) -> bool {
    let last = code(text, 0).filter(|(_, c)| !c.is_whitespace()).last();
    matches!(last, Some((_, ';' | '}')))
}

/// Whether the body of a member opens on a line of its own.
fn brace_on_own_line(text: &str, tree: &Tree, member: NodeId) -> bool {
    let body = tree.child_in(member, Role::Body);
    body.is_some_and(|b| {
        let before = text.part(..tree.span(b).start as usize);
        before
            .rsplit('\n')
            .next()
            .is_some_and(|line| line.trim().is_empty())
    })
}
