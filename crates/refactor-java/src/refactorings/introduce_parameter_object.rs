//! Introduce Parameter Object: makes a class of parameters that stand side by side, and lets calls give an object of it.
//!
//! `params` names the parameters; without it all of them go. The class gets a file of its own beside the method's class, a constructor and a
//! public field for each; the method and those of its family read the fields. `object` names the new parameter.
//!
//! ```before
//! class Order {
//!     int clip(int n, int low, int high) {
//!         return n < low ? low : Math.min(n, high);
//!     }
//!     int $0of(int n) { return clip(n, 0, n * 2); }
//! }
//! ```
//! ```with
//! name=Range
//! params=low, high
//! ```
//! ```refuses
//! no parameter low
//! ```
//!
//! ```before
//! class Order {
//!     int $0clip(int n, int low, int high) {
//!         return n < low ? low : Math.min(n, high);
//!     }
//!     int of(int n) { return clip(n, 0, n * 2); }
//! }
//! ```
//! ```with
//! name=Range
//! params=low, high
//! ```
//! ```after
//! //- Range.java
//! class Range {
//!     public final int low;
//!     public final int high;
//!
//!     public Range(int low, int high) {
//!         this.low = low;
//!         this.high = high;
//!     }
//! }
//! //- main.java
//! class Order {
//!     int clip(int n, Range range) {
//!         return n < range.low ? range.low : Math.min(n, range.high);
//!     }
//!     int of(int n) { return clip(n, new Range(0, n * 2)); }
//! }
//! ```

use crate::Java;
use crate::checks::looked_for::refuse_looked_for;
use crate::checks::unresolved::Unresolved;
use crate::edits::asked_of::object_name;
use crate::edits::headers::{beside, in_package, is_public};
use crate::edits::imports::Imports;
use crate::edits::nested_edits::NestedEdits;
use crate::edits::own_file::head_for;
use crate::edits::qualify::{Renamed, mend};
use crate::edits::signature_change::{Change, Item, callable_of};
use crate::edits::signature_docs::change_docs;
use crate::edits::texts::{indent_unit, is_simple_type, split_list};
use crate::query::at::method_at;
use crate::query::program::JavaProgram;
use crate::query::words::{is_identifier, valid_name};
use reweave_java_names::{Decl, MethodId, Use, UseKind};
use reweave_model::{Callable, Modifiers, NodeId, Role};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, EditSet, Sources, Span};
use std::collections::BTreeSet;
use std::ops::Range;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "introduce-parameter-object",
    file: include_str!("introduce_parameter_object.rs"),
    params: &[
        Param::required("name", "the new class"),
        Param::list("params", "the parameters that it replaces; all without"),
        Param::optional("object", "the name of the new parameter"),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let sources = run.sources().clone();
    let program = run.program();
    let method = method_at(program, file, offset)?;
    let job = Job::of(run, &sources, method)?;
    let mut step = Step::new(format!("give {} instead", job.name), "N!=->@ O I");
    job.create(&mut step)?;
    let mut imports = Imports::default();
    for &member in &job.family {
        job.change(member, &mut imports, &mut step);
    }
    let decls: Vec<Decl> = job.family.iter().map(|&m| Decl::Method(m)).collect();
    for used in program.uses(&decls) {
        job.follow(&used, &mut imports, &mut step)?;
    }
    let mut docs = NestedEdits::default();
    change_docs(program, &sources, &job.family, &job.shape(), &mut docs);
    docs.add_to(program, &sources, &mut step)?;
    imports.add_to(program, &sources, &mut step);
    refuse_looked_for(run, &decls);
    let unresolved = Unresolved::note(run, &step);
    run.step_mended(step, |run, step, differences| {
        mend(run, step, differences, &Renamed::default())
    })?;
    unresolved.check(run);
    Ok(())
}

struct Job<'a> {
    program: &'a JavaProgram,
    sources: &'a Sources,
    method: MethodId,
    number: u32,
    callable: &'a Callable,
    family: Vec<MethodId>,
    name: String,
    object: String,
    /// The places of the parameters.
    taken: Range<usize>,
}

impl<'a> Job<'a> {
    fn of(
        run: &'a Run<'_, Java>,
        sources: &'a Sources,
        method: MethodId,
    ) -> Result<Self, BadInput> {
        let program = run.program();
        let world = program.world();
        let (number, callable) = callable_of(program, method).ok_or_else(|| {
            BadInput::new("this method is written nowhere in these files; it cannot be changed")
        })?;
        let at = program.token(number, callable.node);
        let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
        let name = run.param("name")?;
        valid_name(
            world.text(world.class(world.method(method).owner).name),
            name,
            true,
        )?;
        let taken = places(run, program, callable)?;
        let family = program.family(method);
        for &member in &family {
            fits(program, member, &taken).map_err(bad)?;
        }
        let mut words: BTreeSet<&str> = BTreeSet::new();
        for &member in &family {
            let Some((file, body)) = callable_of(program, member) else {
                continue;
            };
            let tree = &program.model(file).tree;
            words.extend(tree.descendants(body.node).map(|n| world.text(tree.sym(n))));
        }
        let object = match run.optional("object") {
            Some(word) if !is_identifier(word) => {
                return Err(BadInput::unclear(format!(
                    "`{word}` is not a valid name for a parameter"
                )));
            }
            Some(word) => word.to_owned(),
            None => object_name(name, &words),
        };
        Ok(Self {
            program,
            sources,
            method,
            number,
            callable,
            family,
            name: name.to_owned(),
            object,
            taken,
        })
    }

    /// The class with its fields, in the package of the method's class.
    fn create(&self, step: &mut Step) -> Result<(), BadInput> {
        let program = self.program;
        let world = program.world();
        let text = self.sources.text(program.id(self.number));
        let unit = indent_unit(text);
        let sets = |param: NodeId| {
            let uses = program.uses_in(self.number, &[Decl::Local(param)]);
            uses.iter().any(|u| u.kind == UseKind::Write)
        };
        let is_set = self.family.len() > 1
            || self.callable.params[self.taken.clone()]
                .iter()
                .any(|p| sets(p.node));
        let word = if is_set { "" } else { "final " };
        let (mut fields, mut params, mut given) = (Vec::new(), Vec::new(), Vec::new());
        for param in &self.callable.params[self.taken.clone()] {
            let ty = self.type_text(param.ty, param.node)?;
            let name = world.text(param.name);
            fields.push(format!("{unit}public {word}{ty} {name};\n"));
            params.push(format!("{ty} {name}"));
            given.push(format!("{unit}{unit}this.{name} = {name};\n"));
        }
        let (fields, given) = (fields.concat(), given.concat());
        let class = &self.name;
        let owner = world.method(self.method).owner;
        let open = if is_public(program, owner) {
            "public "
        } else {
            ""
        };
        let constructor = format!(
            "{unit}public {class}({}) {{\n{given}{unit}}}\n",
            params.join(", ")
        );
        let whole = format!("{open}class {class} {{\n{fields}\n{constructor}}}\n");
        let head = head_for(program, self.sources, self.number, &whole);
        step.create(
            beside(self.sources, program.id(self.number), class),
            format!("{head}{whole}"),
        );
        Ok(())
    }

    /// A parameter's type, as another file of the package writes it.
    fn type_text(&self, ty: Option<NodeId>, param: NodeId) -> Result<String, BadInput> {
        let program = self.program;
        let world = program.world();
        let tree = &program.model(self.number).tree;
        let text = self.sources.text(program.id(self.number));
        let at = program.token(self.number, param);
        let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
        let span = tree.span(ty.ok_or_else(|| bad("the parameter has no type"))?);
        let end = tree.span(param).end;
        if Span::new(at.span.end, end).text(text).contains('[') {
            return Err(bad(
                "write the brackets behind the type of this parameter first",
            ));
        }
        let mut edits = Vec::new();
        for used in program.names.uses_in(self.number) {
            if !span.contains(used.span) {
                continue;
            }
            match used.decl {
                Decl::TypeVar(_) => {
                    return Err(bad(
                        "the type of this parameter is a type parameter, which is not in scope in the new class",
                    ));
                }
                Decl::Class(c) if world.info(c).local => {
                    return Err(bad("the type of this parameter is local"));
                }
                Decl::Class(c)
                    if world.info(c).outer.is_some() && is_simple_type(tree, used.node) =>
                {
                    let at = Span::new(used.span.start - span.start, used.span.end - span.start);
                    edits.push(Edit::replace(at, in_package(program, c)));
                }
                _ => {}
            }
        }
        let set = EditSet::new(edits).and_then(|s| s.apply(span.text(text)));
        set.map_err(|_| bad("the type of this parameter cannot be written"))
    }

    /// One method of the family.
    fn change(&self, member: MethodId, imports: &mut Imports, step: &mut Step) {
        let program = self.program;
        let Some((number, callable)) = callable_of(program, member) else {
            return;
        };
        let tree = &program.model(number).tree;
        let file = program.id(number);
        let params = &callable.params[self.taken.clone()];
        let (Some(first), Some(last)) = (params.first(), params.last()) else {
            return;
        };
        let is_final = params
            .iter()
            .all(|p| Modifiers(tree.node(p.node).flags).has(Modifiers::FINAL));
        let word = if is_final { "final " } else { "" };
        let list = Span::new(tree.span(first.node).start, tree.span(last.node).end);
        let class = self.written(number, imports);
        step.replace(
            program.interval(number, list),
            format!("{word}{class} {}", self.object),
        );
        let named = &self.callable.params[self.taken.clone()];
        for (param, field) in params.iter().zip(named) {
            let field = program.world().text(field.name);
            for used in program.uses_in(number, &[Decl::Local(param.node)]) {
                if used.kind != UseKind::Doc {
                    step.edit(
                        file,
                        Edit::replace(used.span, format!("{}.{field}", self.object)),
                    );
                }
            }
        }
    }

    /// The new class, as a file can name it.
    fn written(&self, number: u32, imports: &mut Imports) -> String {
        let world = self.program.world();
        let package = world.text(self.program.model(self.number).package);
        if package.is_empty() {
            return self.name.clone();
        }
        imports.dotted(self.program, number, &format!("{package}.{}", self.name))
    }

    /// A call gives an object of what it gave.
    fn follow(&self, used: &Use, imports: &mut Imports, step: &mut Step) -> Result<(), BadInput> {
        let program = self.program;
        let place = program.interval(used.file, used.span);
        let bad = |why: &str| BadInput::new(why).at(place.file, place.span);
        match used.kind {
            UseKind::Doc | UseKind::Import => return Ok(()),
            UseKind::Call | UseKind::Create => {}
            _ => {
                return Err(bad(
                    "a method reference refers to the method here; convert it to a lambda first",
                ));
            }
        }
        let tree = &program.model(used.file).tree;
        let arguments: Vec<NodeId> = tree.children_in(used.node, Role::Argument).collect();
        let given = arguments.get(self.taken.clone());
        let (Some(first), Some(last)) = given.map_or((None, None), |g| (g.first(), g.last()))
        else {
            return Err(bad("this call does not give all arguments"));
        };
        let class = self.written(used.file, imports);
        step.insert(place.file, tree.span(*first).start, format!("new {class}("));
        step.insert(place.file, tree.span(*last).end, ")");
        Ok(())
    }

    /// The change of the parameters, for the documentation.
    fn shape(&self) -> Change {
        let world = self.program.world();
        let name = world.text(world.method(self.method).name);
        let count = self.callable.params.len();
        let mut change = Change::of_name(name, name, 0);
        change.name = None;
        change.delegate = false;
        change.old = self
            .callable
            .params
            .iter()
            .map(|p| world.text(p.name).to_owned())
            .collect();
        change.items = (0..self.taken.start).map(Item::kept).collect();
        change.items.push(Item::New {
            ty: self.name.clone(),
            name: self.object.clone(),
            default: String::new(),
            given: None,
        });
        change.items.extend((self.taken.end..count).map(Item::kept));
        change
    }
}

/// The places of the parameters, which must stand side by side: then a call computes its arguments in the same order.
fn places(
    run: &Run<'_, Java>,
    program: &JavaProgram,
    callable: &Callable,
) -> Result<Range<usize>, BadInput> {
    let world = program.world();
    let count = callable.params.len();
    let Some(list) = run.optional("params") else {
        return if count == 0 {
            Err(BadInput::new("the method has no parameters"))
        } else {
            Ok(0..count)
        };
    };
    let mut all = Vec::new();
    for name in split_list(list) {
        let place = callable
            .params
            .iter()
            .position(|p| world.text(p.name) == name);
        all.push(
            place
                .ok_or_else(|| BadInput::unclear(format!("the method has no parameter {name}")))?,
        );
    }
    all.sort_unstable();
    all.dedup();
    match (all.first(), all.last()) {
        (Some(&first), Some(&last)) if last - first + 1 == all.len() => Ok(first..last + 1),
        (None, _) | (_, None) => Err(BadInput::unclear("no parameter is named")),
        _ => Err(BadInput::new(
            "the parameters do not stand side by side; reorder them with change-signature first",
        )),
    }
}

fn fits(program: &JavaProgram, member: MethodId, taken: &Range<usize>) -> Result<(), &'static str> {
    let world = program.world();
    let Some((_, callable)) = callable_of(program, member) else {
        return Err("it overrides a method that is not in these files; its signature must stay");
    };
    let data = world.method(member);
    if data.modifiers.has(Modifiers::NATIVE) {
        Err("native code looks for it by its signature")
    } else if world.functional(data.owner) == Some(member) {
        Err("lambdas may implement it, and would get other parameters")
    } else if callable.params[taken.clone()].iter().any(|p| p.varargs) {
        Err("a parameter takes any number of arguments")
    } else if world.info(data.owner).kind == reweave_model::TypeKind::Record && data.constructor {
        Err("the constructor of a record has its components")
    } else {
        Ok(())
    }
}
