//! Places where only a constant may stand: labels of `case` and values in annotations. And conditions of loops that are constant: what
//! follows such a loop is reached only because of that, or never (JLS 14.22).

use crate::query::effects::{effects, initialisers, superclasses};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, FieldId, Ty, Use, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::Interval;

/// The first place that needs a field to be a constant, itself or as a part of other constants, and why. A field that is none has
/// no such place.
pub fn needed_constant(program: &JavaProgram, field: FieldId) -> Option<(&'static str, Interval)> {
    let mut open = vec![(0, Decl::Field(field), Part::default())];
    let mut next = 0;
    while let Some(&(file, decl, part)) = open.get(next) {
        next += 1;
        let uses = match decl {
            Decl::Local(_) => program.uses_in(file, &[decl]),
            _ => program.uses(&[decl]),
        };
        for used in uses {
            match needed_at(program, &used, part) {
                Needs::Constant(why) => {
                    return Some((why, program.interval(used.file, used.span)));
                }
                Needs::ForConstant(decl, part) if !open.contains(&(used.file, decl, part)) => {
                    open.push((used.file, decl, part));
                }
                _ => {}
            }
        }
    }
    let made = open.iter().filter_map(|o| match o.1 {
        Decl::Field(field) => Some(field),
        _ => None,
    });
    let at = made
        .into_iter()
        .find_map(|f| read_without_class(program, f))?;
    Some((
        "reading a constant does not initialize its class, and a call would",
        at,
    ))
}

/// Whether something other than a constant could not stand at one use of a constant field, or would make a difference there.
pub fn needs_constant(program: &JavaProgram, field: FieldId, used: &Use) -> bool {
    let needs = || needed_at(program, used, Part::default());
    is_constant_field(program, field) && !matches!(needs(), Needs::Nothing)
}

const ONLY_CONSTANT: &str = "only a constant can stand here, and a call is none";

/// What became of a constant on the way to where it is used.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Part {
    /// Something is computed with it, by the compiler as long as it is a constant.
    computed: bool,
}

enum Needs {
    Nothing,
    Constant(&'static str),
    /// Another constant is made of it.
    ForConstant(Decl, Part),
}

fn needed_at(program: &JavaProgram, used: &Use, part: Part) -> Needs {
    let model = program.model(used.file);
    let tree = &model.tree;
    let world = program.world();
    let ty = |node| program.names.ty(used.file, node);
    let is_text = |node| ty(node) == world.string();
    let constant = |node| is_constant(program, used.file, node);
    let mut part = part;
    let mut node = used.node;
    while let Some(parent) = tree.parent(node) {
        match tree.kind(parent) {
            // Texts that the compiler puts together are one object wherever they are written.
            Kind::Binary
                if matches!(world.text(tree.sym(parent)), "==" | "!=")
                    && is_text(node)
                    && part.computed =>
            {
                return Needs::Constant("which object this text is can be told here");
            }
            Kind::Binary => part.computed = true,
            Kind::Conditional if tree.role(node) != Role::Condition => {
                let other = match tree.role(node) {
                    Role::Then => tree.child_in(parent, Role::Else),
                    _ => tree.child_in(parent, Role::Then),
                };
                let other = other.map_or(Ty::UNKNOWN, |o| world.unboxed(ty(o)));
                let is_small = matches!(other, Ty::BYTE | Ty::SHORT | Ty::CHAR);
                if is_small && ty(node) == Ty::INT && constant(node) {
                    return Needs::Constant("a constant has the type of the other value here");
                }
            }
            Kind::Paren | Kind::Unary | Kind::Cast | Kind::Conditional | Kind::ArrayInit => {}
            // An element of an annotation: `name = value`.
            Kind::Assign if tree.role(node) == Role::Value => {}
            Kind::Case if tree.role(node) == Role::Label => return Needs::Constant(ONLY_CONSTANT),
            Kind::Annotation => return Needs::Constant(ONLY_CONSTANT),
            Kind::While | Kind::DoWhile | Kind::For
                if tree.role(node) == Role::Condition && constant(node) =>
            {
                return Needs::Constant(ONLY_CONSTANT);
            }
            Kind::If
                if tree.role(node) == Role::Condition
                    && constant(node)
                    && gives_first_value(program, used.file, parent) =>
            {
                return Needs::Constant("a variable has its value here because this is constant");
            }
            Kind::Callable if tree.role(node) == Role::Init => {
                return Needs::Constant(ONLY_CONSTANT);
            }
            Kind::Field | Kind::VarDecl if tree.role(node) == Role::Init => {
                return made_constant(program, used.file, parent, part);
            }
            _ => return Needs::Nothing,
        }
        node = parent;
    }
    Needs::Nothing
}

/// Whether a field is a constant variable (JLS 4.12.4): whoever reads it has its value from the compiler.
pub fn is_constant_field(program: &JavaProgram, field: FieldId) -> bool {
    let world = program.world();
    let data = world.field(field);
    let is_final = data.modifiers.has(Modifiers::FINAL) || world.info(data.owner).is_interface();
    let ty = world.field_type(field);
    let is_simple = !world.is_reference(ty) || ty == world.string();
    let value = world.field_node(field).and_then(|(number, node)| {
        let init = program.model(number).tree.child_in(node, Role::Init)?;
        Some((number, init))
    });
    is_final && is_simple && value.is_some_and(|(number, init)| is_constant(program, number, init))
}

/// Whether a branch of an `if` assigns a variable that has no value yet: whether it has one behind it depends on the condition.
fn gives_first_value(program: &JavaProgram, file: u32, branches: NodeId) -> bool {
    let tree = &program.model(file).tree;
    tree.descendants(branches).any(|n| {
        let target = tree.child_in(n, Role::Target);
        let is_plain = tree.kind(n) == Kind::Assign && program.world().text(tree.sym(n)) == "=";
        match target
            .filter(|_| is_plain)
            .map(|t| program.names.decl(file, t))
        {
            Some(Decl::Local(local)) => {
                tree.kind(local) == Kind::VarDecl && tree.child_in(local, Role::Init).is_none()
            }
            Some(Decl::Field(f)) => program.world().field(f).modifiers.has(Modifiers::FINAL),
            _ => false,
        }
    })
}

/// Where a static constant is read outside its class, if making that class ready does something that can be seen.
fn read_without_class(program: &JavaProgram, field: FieldId) -> Option<Interval> {
    let world = program.world();
    let data = world.field(field);
    let is_fixed = data.modifiers.has(Modifiers::STATIC) && is_constant_field(program, field);
    let shows = |class: ClassId| {
        let parts = initialisers(program, class, true);
        effects(program, &parts).is_seen_beside(program, class)
    };
    let mut classes = std::iter::once(data.owner).chain(superclasses(program, data.owner));
    if !is_fixed || !classes.any(shows) {
        return None;
    }
    let uses = program.uses(&[Decl::Field(field)]).into_iter();
    let mut outside = uses.filter(|used| {
        let class = program.class_around(used.file, used.node);
        used.kind != UseKind::Import && class.is_some_and(|c| !world.is_subclass(c, data.owner))
    });
    outside
        .next()
        .map(|used| program.interval(used.file, used.span))
}

/// Whether an expression is made of constants only: literals and final fields with a value.
pub fn is_constant(program: &JavaProgram, file: u32, expression: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(file).tree;
    tree.descendants(expression).all(|n| match tree.kind(n) {
        Kind::Name | Kind::FieldAccess => match program.names.decl(file, n) {
            Decl::Field(f) => {
                let initial = world.field_node(f).map(|(number, node)| {
                    let tree = &program.model(number).tree;
                    tree.child_in(node, Role::Init).is_some()
                });
                world.field(f).modifiers.has(Modifiers::FINAL) && initial != Some(false)
            }
            Decl::Class(_) | Decl::Package(_) => true,
            _ => false,
        },
        Kind::Call | Kind::New | Kind::Assign | Kind::Update | Kind::Index => false,
        _ => true,
    })
}

/// Whether a variable with an initial value is a constant, should that be one.
fn made_constant(program: &JavaProgram, file: u32, node: NodeId, part: Part) -> Needs {
    let model = program.model(file);
    let tree = &model.tree;
    if tree.kind(node) == Kind::VarDecl {
        let is_final = tree
            .parent(node)
            .is_some_and(|p| tree.node(p).flags & Modifiers::FINAL.0 != 0);
        return if is_final {
            Needs::ForConstant(Decl::Local(node), part)
        } else {
            Needs::Nothing
        };
    }
    let index = model.fields.iter().position(|f| f.node == node);
    let id = index.map(|i| {
        let field = reweave_model::FieldId(i as u32);
        program.world().field_of(file, field)
    });
    match id {
        Some(id) if program.world().field(id).modifiers.has(Modifiers::FINAL) => {
            Needs::ForConstant(Decl::Field(id), part)
        }
        _ => Needs::Nothing,
    }
}
