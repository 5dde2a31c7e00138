//! Extract Method: makes a method, or outside classes a function, of some statements or of an expression.
//!
//! What the statements read becomes parameters, what they set and later code reads becomes the result. Control must
//! enter at the first statement and leave behind the last, or return on every path; every parameter must surely have a
//! value, and so must every result.
//!
//! ```before
//! <?php
//! class Order {
//!     public function total(array $prices) {
//!         $0$sum = 0;
//!         foreach ($prices as $price) {
//!             $sum += $price;
//!         }$0
//!         return round($sum, 2);
//!     }
//! }
//! ```
//! ```with
//! name=sum
//! ```
//! ```after
//! <?php
//! class Order {
//!     public function total(array $prices) {
//!         $sum = $this->sum($prices);
//!         return round($sum, 2);
//!     }
//!
//!     private function sum($prices)
//!     {
//!         $sum = 0;
//!         foreach ($prices as $price) {
//!             $sum += $price;
//!         }
//!
//!         return $sum;
//!     }
//! }
//! ```
//!
//! ```before
//! <?php
//! function f($xs) {
//!     foreach ($xs as $x) {
//!         $0if ($x) {
//!             break;
//!         }$0
//!     }
//! }
//! ```
//! ```with
//! name=g
//! ```
//! ```refuses
//! leaves
//! ```

use crate::Php;
use crate::lifetime::refuse_variable;
use crate::place::{indent_at, is_statement, newline, trimmed};
use crate::refactorings::copy_up_method::refuse_reflection;
use crate::refactorings::extract_variable::{is_shared, selected, unknown_in};
use crate::region::{Region, bound_anew, is_static_variable, region};
use crate::unknown::{DYNAMIC, refuse_positions, refuse_spelled};
use reweave_lang_php::{
    Atom, Def, EntityId, EntityKind, Infer, Kind, NameKind, Scope, ScopeKind, is_identifier,
    is_keyword, is_name,
};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_syntax::NodeId;
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Php> = Refactoring {
    name: "extract-method",
    file: include_str!("extract_method.rs"),
    params: &[
        Param::required("name", "the new method or function"),
        Param::flag("types", "yes: declare the types that are known"),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Php>) -> Result<(), Stop> {
    let name = run.param("name")?.to_owned();
    let (file, span) = run.range()?;
    let source = run.program().program.file(file).clone();
    let inner = trimmed(&source.text, span, false);
    let statements = statements_in(run, file, inner);
    let expression = if statements.is_empty() {
        Some(selected(run)?.1)
    } else {
        None
    };
    let first = statements
        .first()
        .copied()
        .or(expression)
        .unwrap_or(NodeId::ROOT);
    let program = &run.program().program;
    let scope = program.scope(program.scope_at(file, first)).clone();
    let is_method = scope.class.is_some();
    if !is_identifier(&name) || (!is_method && is_keyword(&name)) {
        return Err(
            BadInput::unclear(format!("`{name}` is not a valid name for a function")).into(),
        );
    }
    if is_method && name.starts_with("__") {
        return Err(BadInput::new(format!(
            "`{name}` looks like one of PHP's own; names with two underscores are reserved"
        ))
        .into());
    }
    let region = region(run.program(), file, &statements, expression)?;
    let types = run.flag("types");
    let written = Written {
        name: &name,
        region: &region,
        types,
    };
    let (call, declaration, at) = written.text(run, file, (&statements, expression), &scope);

    let whole = region.span;
    let mut step = Step::new(format!("move the code to {name}"), "N⊆←⊇→↺× O I C⊇↺ D⊇←↺⊆×");
    step.replace(Interval::new(file, whole), call);
    let (declaration, import) = imported(run, file, first, declaration);
    step.insert(file, at, declaration);
    if let Some((offset, text)) = import {
        step.insert(file, offset, text);
    }
    let moved = Moved {
        file,
        first,
        scope: &scope,
        region: &region,
    };
    moved.refuse_flow(run);
    moved.refuse_variables(run);
    refuse_positions(run, true);
    if let Some(class) = scope.class {
        refuse_reflection(run, class);
        refuse_spelled(run, EntityKind::Method, &name);
    } else {
        refuse_listing(run);
        refuse_spelled(run, EntityKind::Function, &name);
    }
    run.step(&step)
}

/// The code, and the function that it leaves.
struct Moved<'a> {
    file: FileId,
    first: NodeId,
    scope: &'a Scope,
    region: &'a Region,
}

impl Moved<'_> {
    fn refuse_flow(&self, run: &mut Run<'_, Php>) {
        let source = run.program().program.file(self.file);
        let whole = Interval::new(self.file, self.region.span);
        let returned = self.scope.returns.map_or("", |ty| source.text(ty));
        let is_void = returned.eq_ignore_ascii_case("void");
        let by_reference = self.scope.kind != ScopeKind::Global
            && source
                .child(self.scope.node, Kind::ReferenceModifier)
                .is_some();
        if self.region.returns && is_void {
            let words = "the function returns nothing, so it cannot return a call";
            run.refuse("flow", words, &[whole]);
        }
        if self.region.returns && by_reference {
            run.refuse("reference", "the function returns by reference", &[whole]);
        }
        let is_outside = self.scope.class.is_none();
        if matches!(self.scope.kind, ScopeKind::Closure | ScopeKind::Arrow)
            && let Some(at) = bound_anew(run.program(), self.file, self.region.span, is_outside)
        {
            let words = "the closure may be bound to another object or class";
            run.refuse("instance", words, &[at]);
        }
        for (words, at) in &self.region.obstacles {
            run.refuse("flow", words.clone(), &[*at]);
        }
    }

    /// Variables that other code shares, sees by name, or keeps alive.
    fn refuse_variables(&self, run: &mut Run<'_, Php>) {
        let analysis = run.program();
        let touched = &self.region.touched;
        let is_shared =
            |v: &&EntityId| is_shared(analysis, **v) || is_static_variable(analysis, **v);
        let places = touched.iter().filter(is_shared).map(|v| {
            let place = analysis.program.entity(*v).place;
            Interval::new(place.file, place.span)
        });
        let shared: Vec<Interval> = places.collect();
        let scope = analysis.program.scope_at(self.file, self.first);
        let seen = touched
            .iter()
            .flat_map(|v| unknown_in(analysis, scope, &analysis.program.entity(*v).name));
        let mut unknown: Vec<Interval> = seen.collect();
        unknown.sort_unstable();
        unknown.dedup();
        for at in shared {
            let words = "the variable may be shared with other code";
            run.refuse("reference", words, &[at]);
        }
        for at in unknown {
            run.refuse(DYNAMIC, "this could see the variables", &[at]);
        }
        for &v in &self.region.lost {
            refuse_variable(run, v);
        }
    }
}

/// The statements that lie in the range, siblings of one block.
fn statements_in(run: &Run<'_, Php>, file: FileId, span: Span) -> Vec<NodeId> {
    let source = run.program().program.file(file);
    let mut holder = source.tree.covering(span);
    if is_statement(source.kind(holder)) && source.span(holder) == span {
        return vec![holder];
    }
    while let Some(parent) = source.parent(holder) {
        if source.span(holder).start == span.start
            && source.span(holder).end == span.end
            && is_statement(source.kind(holder))
        {
            return vec![holder];
        }
        if matches!(
            source.kind(holder),
            Kind::CompoundStatement | Kind::Program | Kind::ColonBlock | Kind::Case | Kind::Default
        ) {
            break;
        }
        if source.span(parent) != source.span(holder) && !source.span(holder).contains(span) {
            break;
        }
        holder = parent;
    }
    let inside: Vec<NodeId> = source
        .named(holder)
        .filter(|&s| is_statement(source.kind(s)) && span.contains(source.span(s)))
        .collect();
    let covered = inside.first().zip(inside.last()).is_some_and(|(a, b)| {
        source.span(*a).start == span.start && source.span(*b).end == span.end
    });
    if covered { inside } else { Vec::new() }
}

struct Written<'a> {
    name: &'a str,
    region: &'a Region,
    types: bool,
}

impl Written<'_> {
    /// The call, the declaration, and where the declaration goes.
    fn text(
        &self,
        run: &Run<'_, Php>,
        file: FileId,
        (statements, expression): (&[NodeId], Option<NodeId>),
        scope: &Scope,
    ) -> (String, String, u32) {
        let program = &run.program().program;
        let source = program.file(file);
        let text = &source.text;
        let nl = newline(text);
        let (params, results) = (&self.region.params, &self.region.results);
        let variable = |v: &EntityId| format!("${}", program.entity(*v).name);
        let list = |vs: &[EntityId]| vs.iter().map(variable).collect::<Vec<_>>().join(", ");

        let is_static = is_static(program, scope);
        let call = match (scope.class.is_some(), is_static) {
            (true, false) => format!("$this->{}({})", self.name, list(params)),
            (true, true) => format!("self::{}({})", self.name, list(params)),
            (false, _) => format!("{}({})", self.name, list(params)),
        };
        let call = match (expression, results.as_slice()) {
            (Some(_), _) => call,
            (None, _) if self.region.returns => format!("return {call};"),
            (None, []) => format!("{call};"),
            (None, [one]) => format!("{} = {call};", variable(one)),
            (None, many) => format!("list({}) = {call};", list(many)),
        };

        let host = host(program, file, statements.first().copied().or(expression));
        let indent = indent_at(text, source.span(host).start).to_owned();
        let unit = if text.contains("\n\t") { "\t" } else { "    " };
        let inner = format!("{indent}{unit}");
        let body = match expression {
            Some(e) => format!("{inner}return {};", source.text(e)),
            None => reindented(text, self.region.span, &inner),
        };
        let result = match (
            expression.is_some() || self.region.returns,
            results.as_slice(),
        ) {
            (true, _) | (_, []) => String::new(),
            (false, [one]) => format!("{nl}{nl}{inner}return {};", variable(one)),
            (false, many) => format!("{nl}{nl}{inner}return [{}];", list(many)),
        };
        let infer = Infer::new(program, &program.variables_of);
        let mut typed = Vec::new();
        for p in params {
            let ty = self.types.then(|| variable_type(run, &infer, *p)).flatten();
            typed.push(ty.map_or_else(|| variable(p), |t| format!("{t} {}", variable(p))));
        }
        let returned = match (expression, results.as_slice()) {
            (Some(e), _) => expression_type(run, &infer, file, e),
            (None, [one]) => variable_type(run, &infer, *one),
            (None, [_, _, ..]) => Some("array".to_owned()),
            (None, []) => None,
        };
        let returned = returned
            .filter(|_| self.types)
            .map_or_else(String::new, |t| format!(": {t}"));
        let word = match (scope.class.is_some(), is_static) {
            (true, true) => "private static function",
            (true, false) => "private function",
            (false, _) => "function",
        };
        let head = format!("{word} {}({}){returned}", self.name, typed.join(", "));
        let declaration =
            format!("{nl}{nl}{indent}{head}{nl}{indent}{{{nl}{body}{result}{nl}{indent}}}");
        (call, declaration, source.span(host).end)
    }
}

fn is_static(program: &reweave_lang_php::Program, scope: &Scope) -> bool {
    let source = program.file(scope.file);
    let mut at = Some(scope);
    while let Some(s) = at {
        if source.child(s.node, Kind::StaticModifier).is_some()
            || source.field(s.node, |f| f.static_modifier).is_some()
        {
            return true;
        }
        at = match s.kind {
            ScopeKind::Closure | ScopeKind::Arrow => s.parent.map(|p| program.scope(p)),
            _ => None,
        };
    }
    false
}

/// What the declaration goes behind: the method, the function, or the statement outside all functions.
fn host(program: &reweave_lang_php::Program, file: FileId, at: Option<NodeId>) -> NodeId {
    let source = program.file(file);
    let at = at.unwrap_or(NodeId::ROOT);
    let mut line = std::iter::once(at).chain(source.tree.ancestors(at));
    if program.class_at(file, at).is_some() {
        let method = line.find(|&n| source.kind(n) == Kind::MethodDeclaration);
        // Behind the last member of the class, where helpers go.
        let last = method
            .and_then(|m| source.parent(m))
            .and_then(|list| source.named(list).last());
        return last.or(method).unwrap_or(at);
    }
    // The outermost declaration or statement: a function at the top of a file is known everywhere in it.
    for n in line {
        let top = matches!(source.parent_kind(n), Kind::Program)
            || source.parent_kind(n) == Kind::CompoundStatement
                && source
                    .parent(n)
                    .is_some_and(|p| source.parent_kind(p) == Kind::NamespaceDefinition);
        if top {
            return n;
        }
    }
    at
}

/// Refuses where the program lists its own functions.
fn refuse_listing(run: &mut Run<'_, Php>) {
    let program = &run.program().program;
    let mut found = Vec::new();
    for (f, source) in program.files.iter().enumerate() {
        for id in source.tree.ids() {
            let lists = source.kind(id) == Kind::Name
                && source.parent_kind(id) == Kind::FunctionCall
                && source
                    .text(id)
                    .eq_ignore_ascii_case("get_defined_functions");
            if lists {
                found.push(Interval::new(FileId(f as u32), source.span(id)));
            }
        }
    }
    for at in found {
        run.refuse("reflection", "the program lists its functions", &[at]);
    }
}

/// The text of the span, shifted so that its first line is indented by `indent`.
fn reindented(text: &str, span: Span, indent: &str) -> String {
    let old = indent_at(text, span.start);
    let mut out = String::new();
    for (i, line) in span.text(text).split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let bare = if i == 0 {
            line
        } else {
            line.strip_prefix(old).unwrap_or(line)
        };
        if !bare.trim().is_empty() {
            out.push_str(indent);
            out.push_str(bare);
        }
    }
    out
}

/// A full class name as result type is imported where its last part is free.
fn imported(
    run: &Run<'_, Php>,
    file: FileId,
    at: NodeId,
    declaration: String,
) -> (String, Option<(u32, String)>) {
    let program = &run.program().program;
    let source = program.file(file);
    let Some((_, full)) = declaration.lines().find_map(|l| l.split_once("): \\")) else {
        return (declaration, None);
    };
    let full = full.trim().to_owned();
    let short = full.rsplit('\\').next().unwrap_or_default().to_owned();
    let block = program.block_at(file, at);
    let here = block.qualify(&short).to_ascii_lowercase();
    let taken = block.imported(NameKind::Class, &short, u32::MAX).is_some()
        || program.class_named(&here).is_some();
    if taken || !full.contains('\\') {
        return (declaration, None);
    }
    let nl = newline(&source.text);
    let before = source
        .tree
        .ids()
        .filter(|&n| matches!(source.kind(n), Kind::UseStatement | Kind::PhpTag))
        .take_while(|&n| source.span(n).end <= source.span(at).start)
        .last();
    let Some(before) = before else {
        return (declaration, None);
    };
    let shorter = declaration.replacen(&format!("): \\{full}"), &format!("): {short}"), 1);
    let offset = source.span(before).end;
    (shorter, Some((offset, format!("{nl}{nl}use {full};"))))
}

/// The declared type of a parameter as it is written, or the one type that the variable is ever set to.
fn variable_type(run: &Run<'_, Php>, infer: &Infer<'_>, variable: EntityId) -> Option<String> {
    let program = &run.program().program;
    let defs = program.variables_of.defs.get(&variable)?;
    if let [(file, def)] = defs.as_slice() {
        match def {
            Def::Declared(ty) => return Some(program.file(*file).text(*ty).to_owned()),
            Def::Value(e) => return expression_type(run, infer, *file, *e),
            _ => {}
        }
    }
    type_text(run, &infer.variable(variable))
}

/// The type of an expression; of `new C` the class as it is written.
fn expression_type(
    run: &Run<'_, Php>,
    infer: &Infer<'_>,
    file: FileId,
    id: NodeId,
) -> Option<String> {
    let source = run.program().program.file(file);
    let mut at = source.unwrap_parens(id);
    while source.kind(at) == Kind::Assignment {
        at = source.unwrap_parens(source.field(at, |f| f.right)?);
    }
    let made = (source.kind(at) == Kind::ObjectCreation)
        .then(|| source.first_named(at))
        .flatten();
    match made {
        Some(name) if is_name(source.kind(name)) => Some(source.text(name).to_owned()),
        _ => type_text(run, &infer.expression(file, id)),
    }
}

/// A type that can be declared, where there is just one.
fn type_text(run: &Run<'_, Php>, ty: &reweave_lang_php::Type) -> Option<String> {
    if ty.open {
        return None;
    }
    let program = &run.program().program;
    let null = ty.atoms.contains(&Atom::Scalar("null"));
    let rest: Vec<&Atom> = ty
        .atoms
        .iter()
        .filter(|a| **a != Atom::Scalar("null"))
        .collect();
    let [one] = rest[..] else {
        return None;
    };
    let word = match one {
        Atom::Scalar("number") => return None,
        Atom::Scalar(word) => (*word).to_owned(),
        Atom::Array(_) => "array".to_owned(),
        Atom::Closure => "\\Closure".to_owned(),
        Atom::Object { class, .. } => {
            let id = program.class_named(class);
            match id {
                Some(id) => program.entity(program.class(id).entity).name.to_string(),
                None => return None,
            }
        }
    };
    (!word.is_empty()).then(|| if null { format!("?{word}") } else { word })
}
