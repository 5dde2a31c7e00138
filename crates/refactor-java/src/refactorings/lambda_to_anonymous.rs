//! Lambda To Anonymous: writes a lambda expression as an anonymous class of its interface.
//!
//! ```before
//! class Task {
//!     Runnable run(String name) {
//!         return () $0-> System.out.println(name);
//!     }
//! }
//! ```
//! ```after
//! class Task {
//!     Runnable run(String name) {
//!         return new Runnable() {
//!             @Override
//!             public void run() {
//!                 System.out.println(name);
//!             }
//!         };
//!     }
//! }
//! ```
//!
//! ```before
//! class Task {
//!     interface Copy { <T> T copy(T value); }
//!     Copy copy() { return new Copy() { public <T> T copy(T value) { return value; } }; }
//!     Runnable $0run;
//! }
//! ```
//! ```refuses
//! no lambda expression stands here
//! ```

use crate::Java;
use crate::checks::first_use::refuse_failing_interface;
use crate::edits::anonymous::{Method, head_of};
use crate::edits::imports::Imports;
use crate::edits::style::{Style, comments_in};
use crate::edits::texts::{indent_at, indent_unit};
use crate::query::function_type::{FunctionType, function_type};
use crate::query::program::JavaProgram;
use crate::query::region::vars_of;
use crate::query::selection::{Asked, node_asked};
use crate::refactorings::anonymous_to_lambda::shift;
use reweave_java_names::{ClassId, Decl, Ty, TyData};
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind};
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "lambda-to-anonymous",
    file: include_str!("lambda_to_anonymous.rs"),
    params: &[],
    perform,
};

/// A class and its method come, and the types that they name; what the body names, computes and throws stays.
const RULE: &str = "N⊇→≠↺ O⊇→ I⊇→↺ C≠↔↺ D≠↺ E⊇↔≠↺ X⊇→≠↺ T≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let asked = node_asked(run, "lambda expression", |tree, n| {
        tree.kind(n) == Kind::Lambda
    })?;
    let program = run.program();
    let tree = &program.model(asked.number).tree;
    let bad = |why: &str| BadInput::new(why).at(asked.file, tree.span(asked.node));
    let function = function_type(program, program.names.ty(asked.number, asked.node))
        .ok_or_else(|| bad("the interface of this lambda is not known; cast it first"))?;
    let function = match with_thrown(program, &asked, &function) {
        Thrown::Fixed => function,
        Thrown::By(ty) => function_type(program, ty).unwrap_or(function),
        Thrown::Open => {
            return Err(bad("what the lambda throws decides a type argument of the call; write the type arguments first").into());
        }
    };
    let mut step = Step::new("write an anonymous class", RULE);
    let mut imports = Imports::default();
    let lambda = Lambda {
        program,
        asked,
        function,
        text: run.sources().text(asked.file),
    };
    for edit in lambda.edits(&mut imports)? {
        step.edit(asked.file, edit);
    }
    imports.add_to(program, run.sources(), &mut step);
    let interface = lambda.function.class;
    refuse_failing_interface(run, interface, asked);
    run.step(&step)
}

/// What a type argument is that says what the function throws.
enum Thrown {
    /// It is given or inferred without the lambda.
    Fixed,
    /// The lambda's own exceptions decide: this is the type of the function then.
    By(Ty),
    Open,
}

/// A type parameter of a call that stands in the `throws` of a lambda's function is inferred from what the body throws (JLS 18.2.5), and is
/// `RuntimeException` where that is nothing checked (JLS 18.4).
fn with_thrown(program: &JavaProgram, asked: &Asked, function: &FunctionType) -> Thrown {
    let world = program.world();
    let tree = &program.model(asked.number).tree;
    let call = tree.parent(asked.node);
    let index = call.and_then(|c| {
        let mut given = tree.children_in(c, Role::Argument);
        given.position(|a| a == asked.node)
    });
    let called = call.map(|c| program.names.decl(asked.number, c));
    let (Some(call), Some(index), Some(Decl::Method(called))) = (call, index, called) else {
        return Thrown::Fixed;
    };
    let signature = world.signature(called);
    let says = tree.children_in(call, Role::TypeArgument).next().is_some();
    let formal = signature.params.get(index).map(|&p| world.types().data(p));
    let (Some(TyData::Class(_, formal)), TyData::Class(_, actual), false) =
        (formal, world.types().data(function.ty), says)
    else {
        return Thrown::Fixed;
    };
    let mut actual = actual.clone();
    let own = world.type_params(function.class);
    let thrown = &world.signature(function.method).throws;
    let params = own.iter().zip(formal).zip(actual.iter_mut());
    for ((&param, &formal), actual) in params {
        let is_thrown = thrown.contains(&world.types().var(param));
        let TyData::Var(var) = *world.types().data(formal) else {
            continue;
        };
        if !is_thrown || !signature.type_params.contains(&var) {
            continue;
        }
        let named = |ty: Ty| vars_of(world, ty).contains(&var);
        let others = (0..).zip(&signature.params).filter(|p| p.0 != index);
        let elsewhere = others.map(|p| *p.1).chain(signature.ret).any(named);
        let body: Vec<NodeId> = tree.children_in(asked.node, Role::Body).collect();
        let found = match program.names.escaping(asked.number, &body)[..] {
            [] => world.class_by_dotted("java.lang.RuntimeException"),
            [one] => Some(one),
            _ => None,
        };
        match found {
            Some(class) if !elsewhere => *actual = world.types().class(class, &[]),
            _ => return Thrown::Open,
        }
    }
    Thrown::By(world.types().class(function.class, &actual))
}

struct Lambda<'a> {
    program: &'a JavaProgram,
    asked: Asked,
    function: FunctionType,
    text: &'a str,
}

impl Lambda<'_> {
    fn bad(&self, why: &str) -> BadInput {
        let tree = &self.program.model(self.asked.number).tree;
        BadInput::new(why).at(self.asked.file, tree.span(self.asked.node))
    }

    fn edits(&self, imports: &mut Imports) -> Result<Vec<Edit>, BadInput> {
        let number = self.asked.number;
        let tree = &self.program.model(number).tree;
        let whole = tree.span(self.asked.node);
        let body = tree
            .child_in(self.asked.node, Role::Body)
            .ok_or_else(|| self.bad("the lambda has no body"))?;
        let names: Vec<String> = tree
            .children_in(self.asked.node, Role::Param)
            .map(|p| self.program.world().text(tree.sym(p)).to_owned())
            .collect();
        let method = Method {
            program: self.program,
            at: (number, self.asked.node),
            function: &self.function,
            names: &names,
        };
        let (made, head) = head_of(&method, imports).map_err(|why| self.bad(why))?;
        let style = Style::of(self.text);
        let unit = indent_unit(self.text);
        let indent = indent_at(self.text, whole.start);
        let (one, two) = (format!("{indent}{unit}"), format!("{indent}{unit}{unit}"));
        let open = style.open(indent);
        let start = format!("new {made}(){open}\n{one}@Override\n{one}{head}");
        let value = tree.span(body);
        let gap = Span::new(whole.start, value.start);
        let comments = comments_in(self.text, gap, &two);
        let mut edits = Vec::new();
        if tree.kind(body) == Kind::Block {
            let before = style.before_open(&one);
            edits.push(Edit::replace(gap, format!("{start}{before}")));
            if !comments.is_empty() {
                let kept = format!(" {}", comments.trim_end());
                edits.push(Edit::insert(value.start + 1, kept));
            }
            let indents = (indent_at(self.text, value.start), one.as_str());
            edits.extend(shift(self.text, value, indents.0, indents.1));
            let end = Span::new(value.end, whole.end);
            edits.push(Edit::replace(end, format!("\n{indent}}}")));
        } else {
            let gives = self.function.ret != Ty::VOID;
            let word = if gives { "return " } else { "" };
            let open = style.open(&one);
            let start = format!("{start}{open}\n{two}{comments}{word}");
            edits.push(Edit::replace(gap, start));
            edits.push(Edit::replace(
                Span::new(value.end, whole.end),
                format!(";\n{one}}}\n{indent}}}"),
            ));
        }
        self.own(body, &mut edits)?;
        Ok(edits)
    }

    /// What the body asks of the enclosing instance must be asked of that by name.
    fn own(&self, body: NodeId, edits: &mut Vec<Edit>) -> Result<(), BadInput> {
        let number = self.asked.number;
        let program = self.program;
        let world = program.world();
        let tree = &program.model(number).tree;
        let class_node = |n: NodeId| tree.ancestors(n).find(|&a| tree.kind(a) == Kind::Type);
        let here = class_node(self.asked.node);
        for node in tree.descendants(body) {
            if class_node(node) != here {
                continue;
            }
            let around = || program.class_around(number, self.asked.node);
            let at = tree.span(node);
            match (tree.kind(node), program.names.decl(number, node)) {
                (Kind::This | Kind::Super, _) if tree.child_in(node, Role::Qualifier).is_none() => {
                    let name = self.name_of(around())?;
                    let own = at.text(self.text);
                    edits.push(Edit::replace(at, format!("{name}.{own}")));
                }
                (Kind::Call, Decl::Method(m)) if tree.child_in(node, Role::Receiver).is_none() => {
                    let mut same = Vec::new();
                    world.find_methods(self.function.class, tree.sym(node), &mut same);
                    if same.is_empty() {
                        continue;
                    }
                    let owner = world.method(m).owner;
                    let mut outer = around().into_iter().flat_map(|c| world.around(c));
                    let outer = outer.find(|&c| world.is_subclass(c, owner));
                    let name = self.name_of(outer)?;
                    let word = if world.method(m).modifiers.has(Modifiers::STATIC) {
                        format!("{name}.")
                    } else {
                        format!("{name}.this.")
                    };
                    let at = program.token(number, node).span;
                    edits.push(Edit::replace(at, word + at.text(self.text)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn name_of(&self, class: Option<ClassId>) -> Result<String, BadInput> {
        let world = self.program.world();
        let named = class.filter(|&c| world.info(c).kind != TypeKind::Anonymous);
        let name = named.map(|c| world.text(world.class(c).name).to_owned());
        name.ok_or_else(|| {
            self.bad("the lambda names `this` of an enclosing anonymous class, which a class in it could not")
        })
    }
}
