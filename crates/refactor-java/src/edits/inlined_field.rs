//! The value of a field, written in the place of its uses.

use crate::Java;
use crate::checks::looked_for::refuse_looked_for;
use crate::edits::functions::holds_object;
use crate::edits::imports::{Imports, end_of_statement};
use crate::edits::precedence::{
    cast_needs_parentheses, needs_parentheses, operand_needs_parentheses,
};
use crate::edits::spelled::spelled;
use crate::edits::texts::whole_lines;
use crate::edits::transfer::Member;
use crate::edits::type_text::type_text;
use crate::query::constants::is_constant_field;
use crate::query::effects::{constructors, effects, initialisers, superclasses};
use crate::query::failures::may_fail;
use crate::query::identity;
use crate::query::program::JavaProgram;
use crate::query::values::constant_value;
use reweave_java_names::{Decl, FieldId, Ty, Use, UseKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Run, Step, Stop};
use reweave_text::{Sources, Span};

/// The field's own names, reads and type go; no use comes to mean something else.
const RULE: &str = "N⊆→≠↺ O I C⊆↔≠↺ D⊆← E⊆↔≠↺ X⊆→≠↺ T⊆→≠↺";
/// A cast says the type of the field.
const WITH_CAST: &str = "N⊆→≠↺ O I C⊆↔≠↺ D⊆← E⊆↔≠↺ X⊆→≠↺ T≠→↺";

/// What is asked for.
pub struct Wanted {
    pub field: FieldId,
    /// One use, or all and the field goes.
    pub only: Option<Use>,
    pub keep: bool,
}

/// Inlines a field that always has the value that it is declared with.
pub fn inline(run: &mut Run<'_, Java>, wanted: &Wanted) -> Result<(), Stop> {
    let program = run.program();
    let field = Field::of(program, wanted.field)?;
    let all: Vec<Use> = match wanted.only {
        Some(only) => vec![only],
        None => program.uses(&[Decl::Field(wanted.field)]),
    };
    let sources = run.sources().clone();
    let step = field.step(&sources, wanted, &all, false)?;
    let cast = field.step(&sources, wanted, &all, true)?;
    if wanted.only.is_none() && !wanted.keep {
        refuse_looked_for(run, &[Decl::Field(wanted.field)]);
    }
    run.step_or(&step, &cast)
}

struct Field<'a> {
    program: &'a JavaProgram,
    id: FieldId,
    number: u32,
    node: NodeId,
    value: NodeId,
    ty: Ty,
}

impl<'a> Field<'a> {
    fn of(program: &'a JavaProgram, id: FieldId) -> Result<Self, BadInput> {
        let world = program.world();
        let found = world.field_node(id).and_then(|(number, node)| {
            let value = program.model(number).tree.child_in(node, Role::Init)?;
            Some((number, node, value))
        });
        let name = world.text(world.field(id).name);
        let Some((number, node, value)) = found else {
            return Err(BadInput::new(format!(
                "{name} is declared without a value in these files; only a field that is declared with its value can be inlined"
            )));
        };
        let ty = world.field_type(id);
        let field = Self {
            program,
            id,
            number,
            node,
            value,
            ty,
        };
        let bad = |why: &str| field.bad(why);
        let uses = program.uses(&[Decl::Field(id)]);
        if let Some(write) = uses.iter().find(|u| u.kind == UseKind::Write) {
            let at = program.interval(write.file, write.span);
            return Err(BadInput::new("the field gets another value here").at(at.file, at.span));
        }
        constant_value(program, number, value).map_err(|why| bad(&why))?;
        if may_fail(program, number, value, ty) {
            return Err(bad(
                "the value may fail, which would then happen at each use",
            ));
        }
        if program.model(number).tree.kind(value) == Kind::ArrayInit {
            return Err(bad("the array would be another at each use"));
        }
        let is_compared = |u: &Use| identity::is_compared(program, u.file, u.node);
        if identity::may_be_new(program, number, value, uses.iter().any(is_compared)) {
            return Err(bad(
                "the value is a new object, and each use would get one of its own",
            ));
        }
        field.refuse_early_reads()?;
        Ok(field)
    }

    fn bad(&self, why: &str) -> BadInput {
        let at = self.program.token(self.number, self.node);
        BadInput::new(why).at(at.file, at.span)
    }

    /// Whoever reads it before it has its value gets another one (JLS 12.4.2, 12.5), but for a constant.
    fn refuse_early_reads(&self) -> Result<(), BadInput> {
        let program = self.program;
        let world = program.world();
        if is_constant_field(program, self.id) {
            return Ok(());
        }
        let owner = world.field(self.id).owner;
        let of_class = world.is_static_field(self.id);
        let before = |&(file, node): &(u32, NodeId)| file != self.number || node < self.node;
        let mut early: Vec<(u32, NodeId)> = initialisers(program, owner, of_class);
        early.retain(before);
        for above in superclasses(program, owner) {
            let is_ours = program.is_ours(Decl::Class(above));
            if !is_ours && !of_class && world.this_type(above) != world.object() {
                return Err(self.bad("the superclass is not among the files: its constructor may read the field through a method"));
            }
            early.extend(initialisers(program, above, of_class));
            if !of_class {
                early.extend(constructors(program, above));
            }
        }
        if effects(program, &early).touches(self.id) {
            return Err(self.bad("the field may be read before it has its value"));
        }
        Ok(())
    }

    fn step(
        &self,
        sources: &Sources,
        wanted: &Wanted,
        all: &[Use],
        with_cast: bool,
    ) -> Result<Step, BadInput> {
        let program = self.program;
        let world = program.world();
        let name = world.text(world.field(self.id).name);
        let own = program.names.ty(self.number, self.value);
        let rule = if with_cast || own != self.ty {
            WITH_CAST
        } else {
            RULE
        };
        let mut step = Step::new(format!("replace {name} by its value"), rule);
        let mut imports = Imports::default();
        let mut named = Vec::new();
        for used in all {
            self.check_use(used)?;
            let place = (used.file, used.node);
            let value = (self.number, self.value);
            let spelled = spelled(program, sources, value, place, &mut imports)
                .ok_or_else(|| self.bad("the value names an instance member"))?;
            named.extend(spelled.named);
            let text = self.fit(&spelled.text, used, &mut imports, with_cast)?;
            let tree = &program.model(used.file).tree;
            step.replace(program.interval(used.file, tree.span(used.node)), text);
        }
        if wanted.only.is_none() {
            self.remove_imports(sources, &mut step);
        }
        if wanted.only.is_some() || wanted.keep {
            let tree = &program.model(self.number).tree;
            step.affect(program.interval(self.number, tree.span(self.value)));
        } else {
            Member::read(program, sources, Decl::Field(self.id))?
                .remove(program, sources, &mut step);
        }
        imports.add_to(program, sources, &mut step);
        named.sort_unstable();
        named.dedup();
        // They are named where they were not: which they are must stay.
        let tokens = named
            .iter()
            .filter_map(|&c| program.place(self.number, Decl::Class(c)));
        for token in tokens {
            step.affect(token);
        }
        Ok(step)
    }

    /// A use must be a read, of nothing that would no longer be asked.
    fn check_use(&self, used: &Use) -> Result<(), BadInput> {
        let program = self.program;
        let world = program.world();
        let tree = &program.model(used.file).tree;
        let at = program.interval(used.file, used.span);
        let bad = |why: &str| Err(BadInput::new(why).at(at.file, at.span));
        if used.kind != UseKind::Read {
            return bad("the field is named here without being read");
        }
        if let Some(receiver) = tree.child_in(used.node, Role::Receiver) {
            let is_type = matches!(program.names.decl(used.file, receiver), Decl::Class(_));
            let is_there = is_type
                || matches!(tree.kind(receiver), Kind::This | Kind::Super)
                || (tree.kind(receiver) == Kind::Name
                    && (world.is_static_field(self.id)
                        || holds_object(program, used.file, receiver)));
            if !is_there {
                return bad(
                    "the receiver may be null here, or is computed; what that does would be lost",
                );
            }
        }
        let owner = world.field(self.id).owner;
        let here = program.class_around(used.file, used.node);
        let is_inside = here.is_some_and(|c| world.around(c).any(|a| world.is_subclass(a, owner)));
        if !is_inside && world.is_static_field(self.id) && !is_constant_field(program, self.id) {
            let mut classes = vec![owner];
            classes.extend(superclasses(program, owner));
            let parts: Vec<_> = classes
                .iter()
                .flat_map(|&c| initialisers(program, c, true))
                .collect();
            if effects(program, &parts).is_seen_beside(program, owner) {
                return bad("reading the field initializes its class, which has side effects");
            }
        }
        Ok(())
    }

    /// The value with the type of the field, in the place of a use.
    fn fit(
        &self,
        text: &str,
        used: &Use,
        imports: &mut Imports,
        with_cast: bool,
    ) -> Result<String, BadInput> {
        let program = self.program;
        let world = program.world();
        let tree = &program.model(self.number).tree;
        let own = program.names.ty(self.number, self.value);
        let converts = own != self.ty && (self.ty.is_primitive() || own.is_primitive());
        let is_function = matches!(tree.kind(self.value), Kind::Lambda | Kind::MethodRef);
        let is_asked = program.model(used.file).tree.role(used.node) == Role::Receiver;
        if let Some(literal) = self.literal(text).filter(|_| converts) {
            return Ok(literal);
        }
        let is_other = own != self.ty && own != Ty::NULL;
        let wants = converts
            || (is_function && is_asked)
            || (own == Ty::NULL && is_asked)
            || (with_cast && (is_other || is_function || own == Ty::NULL));
        if !wants {
            let value = (self.number, self.value);
            let needs = needs_parentheses(program, used.file, value, used.node);
            return Ok(if needs {
                format!("({text})")
            } else {
                text.to_owned()
            });
        }
        let word = type_text(program, imports, (used.file, used.node), self.ty)
            .ok_or_else(|| self.bad("the type of the field cannot be written"))?;
        // A box of another number is none of a cast.
        if !self.ty.is_primitive() && own.is_primitive() && world.unboxed(self.ty) != own {
            return Err(self
                .bad("the value is converted twice to be that of the field; write a cast first"));
        }
        let operand = if operand_needs_parentheses(program, self.number, self.value) {
            format!("({text})")
        } else {
            text.to_owned()
        };
        let cast = format!("({word}) {operand}");
        let needs = cast_needs_parentheses(program, used.file, used.node);
        Ok(if needs { format!("({cast})") } else { cast })
    }

    /// `1L` for `1` that is a `long`.
    fn literal(&self, text: &str) -> Option<String> {
        let is_plain =
            text.chars().all(|c| c.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
        let suffix = match self.ty {
            Ty::LONG => "L",
            Ty::DOUBLE => ".0",
            Ty::FLOAT => "F",
            _ => return None,
        };
        is_plain.then(|| format!("{text}{suffix}"))
    }

    /// Static imports that bring in nothing but the field.
    fn remove_imports(&self, sources: &Sources, step: &mut Step) {
        let program = self.program;
        for number in program.numbers() {
            let model = program.model(number);
            for (index, import) in model.imports.iter().enumerate() {
                let only = program
                    .static_import(number, index)
                    .is_some_and(|(_, all)| all == [Decl::Field(self.id)]);
                if only {
                    let file = program.id(number);
                    let text = sources.text(file);
                    let span = model.tree.span(import.node);
                    let span = Span::new(span.start, end_of_statement(text, span.end));
                    step.delete(Interval::new(file, whole_lines(text, span, None)));
                }
            }
        }
    }
}
