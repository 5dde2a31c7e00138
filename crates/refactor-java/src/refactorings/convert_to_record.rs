//! Convert To Record: makes a record of a class whose objects have nothing but final fields, which its one constructor sets.
//!
//! The fields become components in the order of the constructor's parameters; all other members stay. Objects of a record are equal when
//! their components are, and say so in `toString`: a class that does not define `equals` and `hashCode` itself is refused
//! (`--allow runtime` accepts that).
//!
//! ```before
//! final class $0Point {
//!     private final int x;
//!     private final int y;
//!
//!     Point(int x, int y) {
//!         this.x = x;
//!         this.y = y;
//!     }
//!
//!     @Override public boolean equals(Object o) {
//!         return o instanceof Point p && p.x == x && p.y == y;
//!     }
//!
//!     @Override public int hashCode() {
//!         return x + y;
//!     }
//!
//!     @Override public String toString() {
//!         return x + "," + y;
//!     }
//! }
//! ```
//! ```after
//! record Point(int x, int y) {
//!
//!     @Override public boolean equals(Object o) {
//!         return o instanceof Point p && p.x == x && p.y == y;
//!     }
//!
//!     @Override public int hashCode() {
//!         return x + y;
//!     }
//!
//!     @Override public String toString() {
//!         return x + "," + y;
//!     }
//! }
//! ```
//!
//! ```before
//! class $0Point {
//!     private int x;
//!     Point(int x) { this.x = x; }
//! }
//! ```
//! ```refuses
//! private and final
//! ```

use crate::Java;
use crate::edits::texts::{modifier_at, whole_lines, with_blank};
use crate::query::at::meant_at;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{
    Callable, CallableKind, Field, Kind, Modifiers, NodeId, Role, TypeDecl, TypeKind,
};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{Part, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "convert-to-record",
    file: include_str!("convert_to_record.rs"),
    params: &[],
    perform,
};

/// The head of the class stands for its fields and its constructor; a record overrides what its class gives by itself.
const RULE: &str = "N⊆→≠↺ O≠→↺ I≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, at) = run.caret()?;
    let program = run.program();
    let Decl::Class(class) = meant_at(program, file, at)?.decl else {
        return Err(
            BadInput::unclear("no class stands here; put the caret on the name of one").into(),
        );
    };
    let candidate = Candidate::of(program, class)?;
    let number = candidate.number;
    let tree = &program.model(number).tree;
    let text = run.sources().text(program.id(number));
    let components = candidate.components(text)?;
    let token = program.token(number, candidate.decl.node);
    let bad = |why: &str| BadInput::new(why).at(token.file, token.span);
    let word = modifier_at(program, number, candidate.decl.node, text, "class")
        .ok_or_else(|| bad("the word `class` is not found"))?;
    let mut step = Step::new("make a record of the class", RULE);
    let mut head_end = token.span.end;
    if let Some(&last) = candidate.decl.type_params.last() {
        let from = tree.span(last).end;
        let close = text
            .part(from as usize..)
            .find('>')
            .map_or(0, |i| i as u32 + 1);
        head_end = from + close;
    }
    step.affect(Interval::new(token.file, Span::new(word.start, head_end)));
    step.replace(Interval::new(token.file, word), "record");
    step.insert(token.file, head_end, format!("({components})"));
    // A record is final, whatever is said of it, and may not say that it is open.
    for said in ["final", "non-sealed"] {
        if let Some(word) = modifier_at(program, number, candidate.decl.node, text, said) {
            step.delete(Interval::new(token.file, with_blank(text, word)));
        }
    }
    let mut gone: Vec<Span> = candidate.fields.iter().map(|f| f.declaration).collect();
    gone.dedup();
    for span in gone {
        step.delete(Interval::new(token.file, whole_lines(text, span, None)));
    }
    let constructor = tree.span(candidate.constructor.node);
    let lines = whole_lines(text, constructor, candidate.constructor.doc);
    step.delete(Interval::new(token.file, with_gap(text, lines)));
    // They override those of `Record` now.
    for method in candidate.defined(program) {
        step.affect(program.token(number, method));
    }
    let missing = candidate.missing(program);
    if !missing.is_empty() {
        let message = format!(
            "a record defines {} by its components, and this class does not: objects would be compared and shown otherwise",
            missing.join(", ")
        );
        run.refuse("runtime", message, &[token]);
    }
    run.step(&step)
}

/// What a record defines by its components, with how many parameters it has.
const OF_RECORD: [(&str, usize); 3] = [("equals", 1), ("hashCode", 0), ("toString", 0)];

/// With the blank line before it.
fn with_gap(text: &str, lines: Span) -> Span {
    let before = text.part(..lines.start as usize);
    let trimmed = before.trim_end_matches([' ', '\t']);
    let has_gap = trimmed.ends_with("\n\n");
    Span::new(
        if has_gap {
            trimmed.len() as u32 - 1
        } else {
            lines.start
        },
        lines.end,
    )
}

struct Candidate<'a> {
    program: &'a JavaProgram,
    class: ClassId,
    number: u32,
    decl: &'a TypeDecl,
    /// In the order of the parameters.
    fields: Vec<&'a Field>,
    constructor: &'a Callable,
}

impl<'a> Candidate<'a> {
    fn of(program: &'a JavaProgram, class: ClassId) -> Result<Self, BadInput> {
        let world = program.world();
        let Some((number, decl)) = world.decl_of(class) else {
            return Err(BadInput::new(
                "the source of this class is not among the files",
            ));
        };
        let model = program.model(number);
        let at = program.token(number, decl.node);
        let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
        let info = world.info(class);
        if decl.kind != TypeKind::Class || info.local || info.inner {
            return Err(bad(
                "only a class that is neither local nor inner can become a record",
            ));
        }
        if decl.superclass.is_some() || decl.modifiers.has(Modifiers::ABSTRACT) {
            return Err(bad(
                "a record has no superclass of its own and is not abstract",
            ));
        }
        let heirs = world.source_classes().filter(|&c| c != class);
        if heirs.into_iter().any(|c| world.is_subclass(c, class)) {
            return Err(bad("other classes extend this one, and a record is final"));
        }
        let is_object = |f: &&Field| !f.modifiers.has(Modifiers::STATIC);
        let own: Vec<&Field> = decl
            .fields
            .iter()
            .map(|&f| model.field(f))
            .filter(is_object)
            .collect();
        let is_plain = |f: &&Field| {
            f.modifiers.has(Modifiers::PRIVATE)
                && f.modifiers.has(Modifiers::FINAL)
                && f.init.is_none()
                && f.annotations.is_empty()
        };
        if !own.iter().all(is_plain) {
            return Err(bad(
                "all fields of its objects must be private and final, have no annotations, and get their values from the constructor",
            ));
        }
        if own.iter().any(|f| f.doc.is_some()) {
            return Err(bad(
                "a field has documentation, which would be lost; put it to the class first",
            ));
        }
        let is_block = |&n: &NodeId| model.tree.node(n).flags & Modifiers::STATIC.0 == 0;
        if decl.initializers.iter().any(is_block) {
            return Err(bad("a record has no initializers of its objects"));
        }
        let constructors: Vec<&Callable> = decl
            .callables
            .iter()
            .map(|&c| model.callable(c))
            .filter(|c| c.kind == CallableKind::Constructor)
            .collect();
        let [constructor] = constructors[..] else {
            return Err(bad("the class must have one constructor"));
        };
        let serializable = world.class_by_dotted("java.io.Serializable");
        if serializable.is_some_and(|s| world.is_subclass(class, s)) {
            return Err(bad(
                "the class is serializable, and a record is written otherwise",
            ));
        }
        let mut found = Self {
            program,
            class,
            number,
            decl,
            fields: Vec::new(),
            constructor,
        };
        found.fields = found.set(&own).ok_or_else(|| {
            bad("the constructor must set each field to the parameter for it, and do nothing else")
        })?;
        Ok(found)
    }

    /// The fields in the order of the parameters, where the constructor sets them and nothing else.
    fn set(&self, own: &[&'a Field]) -> Option<Vec<&'a Field>> {
        let program = self.program;
        let model = program.model(self.number);
        let tree = &model.tree;
        let of = self.constructor;
        let plain = of.throws.is_empty() && of.type_params.is_empty() && of.annotations.is_empty();
        let mut pairs = Vec::new();
        for statement in tree.children(of.body?) {
            let assign = tree
                .child_in(statement, Role::Value)
                .filter(|_| tree.kind(statement) == Kind::ExprStmt)?;
            let target = tree
                .child_in(assign, Role::Target)
                .filter(|_| tree.kind(assign) == Kind::Assign)?;
            let value = tree.child_in(assign, Role::Value)?;
            let receiver = tree.child_in(target, Role::Receiver);
            let is_own = receiver.is_none_or(|r| tree.kind(r) == Kind::This);
            let (Decl::Field(field), Decl::Local(param)) = (
                program.names.decl(self.number, target),
                program.names.decl(self.number, value),
            ) else {
                return None;
            };
            let is_plain =
                program.world().text(tree.sym(assign)) == "=" && tree.kind(value) == Kind::Name;
            if !is_own || !is_plain {
                return None;
            }
            pairs.push((param, program.world().field_node(field)?.1));
        }
        let mut fields = Vec::new();
        for param in &of.params {
            let (_, node) = pairs.iter().find(|(p, _)| *p == param.node)?;
            let field = own.iter().find(|f| f.node == *node)?;
            let types = [param.ty?, field.ty?];
            let is_same = tree.hash(types[0]) == tree.hash(types[1])
                && !param.varargs
                && param.annotations.is_empty();
            if !is_same {
                return None;
            }
            fields.push(*field);
        }
        let is_all = pairs.len() == own.len() && fields.len() == own.len();
        (plain && is_all).then_some(fields)
    }

    fn components(&self, text: &str) -> Result<String, BadInput> {
        let model = self.program.model(self.number);
        let world = self.program.world();
        let mut all = Vec::new();
        for field in &self.fields {
            let span = self
                .program
                .interval(self.number, model.tree.span(field.node));
            let ty = field
                .ty
                .ok_or_else(|| BadInput::new("a field has no type").at(span.file, span.span))?;
            let behind = text.part(self.program.token(self.number, field.node).span.end as usize..);
            if behind.trim_start().starts_with('[') {
                return Err(BadInput::new(
                    "dimensions stand behind a name; put them to the type first",
                )
                .at(span.file, span.span));
            }
            all.push(format!(
                "{} {}",
                model.tree.span(ty).text(text),
                world.text(field.name)
            ));
        }
        Ok(all.join(", "))
    }

    /// The methods of its own that a record gives by itself.
    fn defined(&self, program: &JavaProgram) -> Vec<NodeId> {
        let world = program.world();
        let of = OF_RECORD.iter().flat_map(|&(name, count)| {
            let named = world.names().get(name);
            let all = named.map_or(&[][..], |n| world.info(self.class).methods_named(n));
            all.iter()
                .filter(move |m| world.signature(m.1).params.len() == count)
        });
        of.filter_map(|m| Some(world.method_node(m.1)?.1)).collect()
    }

    /// What a record gives by itself and the class does not define.
    fn missing(&self, program: &JavaProgram) -> Vec<&'static str> {
        let world = program.world();
        let defined = self.defined(program);
        let tree = &program.model(self.number).tree;
        let is_there = |name: &str| defined.iter().any(|&n| world.text(tree.sym(n)) == name);
        let all = OF_RECORD.iter().filter(|(name, _)| !is_there(name));
        all.map(|(name, _)| *name).collect()
    }
}
