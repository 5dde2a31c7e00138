//! Operators, conditions and statements that get a value of a kind they do not take.
//!
//! As with other values, nothing is said where a type is not wholly known.

use crate::ids::Decl;
use crate::names::Names;
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::{Kind, NodeId, Role, Tree};

/// What an operand must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Truth,
    Number,
    /// Without a fraction.
    Whole,
    /// What counts the elements of an array.
    Int,
    Object,
    Array,
    /// An array or something iterable.
    Many,
    /// Anything that is a value.
    Value,
    /// What is thrown.
    Throwable,
    /// What a `try` closes.
    Closeable,
    /// A variable that text is appended to.
    Text,
    /// What a `switch` chooses by: no truth value, and of numbers only the small ones.
    Choice,
}

impl Wanted {
    const fn text(self) -> &'static str {
        match self {
            Self::Truth => "boolean",
            Self::Number => "a number",
            Self::Whole => "a whole number",
            Self::Int => "int",
            Self::Object => "an object",
            Self::Array => "an array",
            Self::Many => "an array or Iterable",
            Self::Value => "a value",
            Self::Throwable => "java.lang.Throwable",
            Self::Closeable => "java.lang.AutoCloseable",
            Self::Text => "java.lang.String",
            Self::Choice => "what a switch can choose by",
        }
    }
}

impl Names {
    /// Each operand of a node that has the wrong kind, and the kind that it should have.
    pub(crate) fn bad_operands(
        &self,
        file: u32,
        node: NodeId,
        found: &mut dyn FnMut(NodeId, &'static str),
    ) {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let mut check = |role: Role, wanted: Wanted| {
            for operand in tree.children_in(node, role) {
                if !self.is_operand(file, (node, operand), wanted) {
                    found(operand, wanted.text());
                }
            }
        };
        match tree.kind(node) {
            Kind::If
            | Kind::While
            | Kind::DoWhile
            | Kind::For
            | Kind::Conditional
            | Kind::Assert => {
                check(Role::Condition, Wanted::Truth);
            }
            Kind::Switch | Kind::SwitchExpr => check(Role::Condition, Wanted::Choice),
            Kind::Case => self.bad_labels(file, node, found),
            Kind::Number if self.is_too_large(file, node) => found(node, Wanted::Int.text()),
            Kind::ForEach => check(Role::Condition, Wanted::Many),
            Kind::Throw => check(Role::Value, Wanted::Throwable),
            Kind::Catch => check(Role::Param, Wanted::Throwable),
            Kind::Try => {
                let resources = tree.children_in(node, Role::Resource);
                for resource in resources.map(|r| resource_variable(tree, r)) {
                    if !world.is_a(self.ty(file, resource), Wanted::Closeable) {
                        found(resource, Wanted::Closeable.text());
                    }
                }
            }
            Kind::Synchronized => check(Role::Condition, Wanted::Object),
            Kind::InstanceOf => check(Role::Operand, Wanted::Object),
            Kind::Update => check(Role::Operand, Wanted::Number),
            Kind::Index => {
                check(Role::Receiver, Wanted::Array);
                check(Role::Argument, Wanted::Int);
            }
            Kind::NewArray => check(Role::Argument, Wanted::Int),
            Kind::Unary => match world.text(tree.sym(node)) {
                "!" => check(Role::Operand, Wanted::Truth),
                "~" => check(Role::Operand, Wanted::Whole),
                "+" | "-" => check(Role::Operand, Wanted::Number),
                _ => {}
            },
            Kind::Binary => {
                let sides: Vec<NodeId> = tree.children_in(node, Role::Operand).collect();
                let types: Vec<Ty> = sides.iter().map(|&s| self.ty(file, s)).collect();
                if let Some(wanted) = world.operands_of(world.text(tree.sym(node)), &types) {
                    check(Role::Operand, wanted);
                }
            }
            Kind::Assign => self.bad_compound(file, node, found),
            _ => {}
        }
    }

    /// Whether an operand of a node is of the kind that it must be.
    fn is_operand(&self, file: u32, (node, operand): (NodeId, NodeId), wanted: Wanted) -> bool {
        let ty = self.ty(file, operand);
        let ty = match wanted {
            Wanted::Truth | Wanted::Number | Wanted::Whole | Wanted::Int => {
                self.bound_here(file, node, ty)
            }
            _ => ty,
        };
        self.world.is_a(ty, wanted)
    }

    /// Labels that the selector of their switch cannot be (JLS 14.11.1).
    fn bad_labels(&self, file: u32, node: NodeId, found: &mut dyn FnMut(NodeId, &'static str)) {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let switch = tree.parent(node);
        let selector = switch.and_then(|s| tree.child_in(s, Role::Condition));
        let chosen = selector.map_or(Ty::UNKNOWN, |s| self.ty(file, s));
        for label in tree.children_in(node, Role::Label) {
            let is_pattern = matches!(tree.kind(label), Kind::TypePattern | Kind::RecordPattern);
            let is_simple_constant = tree.kind(label) == Kind::Name
                && matches!(self.decl(file, label), Decl::Field(f) if world.field(f).enum_constant);
            let other_enum =
                is_simple_constant && world.is_certain(chosen) && self.ty(file, label) != chosen;
            let small = world.narrowest(chosen);
            let is_cut = matches!(small, Ty::BYTE | Ty::SHORT | Ty::CHAR)
                && self.ty(file, label) == Ty::INT
                && !self.may_hold(file, label, small);
            let may_label = || world.may_label(self.ty(file, label), chosen);
            if !is_pattern && (other_enum || is_cut || !may_label()) {
                found(label, "of the type that the switch chooses by");
            }
            let is_open = !is_pattern && !is_simple_constant && tree.kind(label) != Kind::Null;
            if is_open && !self.may_be_constant(file, label) {
                found(label, "a constant");
            }
        }
    }

    /// The sides of a compound assignment, and what it assigns (JLS 15.26.2).
    fn bad_compound(&self, file: u32, node: NodeId, found: &mut dyn FnMut(NodeId, &'static str)) {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let side = |role| tree.child_in(node, role);
        let types = [side(Role::Target), side(Role::Value)]
            .map(|n| n.map_or(Ty::UNKNOWN, |n| self.ty(file, n)));
        let Some(operator) = world.text(tree.sym(node)).strip_suffix('=') else {
            return;
        };
        let mut check = |role: Role, wanted: Wanted| {
            if let Some(operand) = side(role)
                && !self.is_operand(file, (node, operand), wanted)
            {
                found(operand, wanted.text());
            }
        };
        if operator == "+" && world.is_text(types[1]) {
            check(Role::Target, Wanted::Text);
        }
        if let Some(wanted) = world.operands_of(operator, &types) {
            check(Role::Target, wanted);
            check(Role::Value, wanted);
        }
        let stays = operator.is_empty() || world.goes_back(operator, types[0], types[1]);
        if let Some(target) = side(Role::Target).filter(|_| !stays) {
            found(target, "of the type that is computed");
        }
    }
}

impl Names {
    /// A type parameter of a class around is an object of its bound, whatever it stands for elsewhere.
    fn bound_here(&self, file: u32, node: NodeId, ty: Ty) -> Ty {
        let world = &self.world;
        let TyData::Var(var) = world.types.data(ty) else {
            return ty;
        };
        let tree = &world.file(file).tree;
        let mut around = tree
            .ancestors(node)
            .filter(|&n| tree.kind(n) == Kind::Type)
            .filter_map(|n| self.class_at(file, n));
        if around.any(|class| world.type_params(class).contains(var)) {
            world.erase(ty)
        } else {
            ty
        }
    }
}

/// The variable of a resource, or what stands there for one.
pub(crate) fn resource_variable(tree: &Tree, resource: NodeId) -> NodeId {
    let mut inside = tree.children(resource);
    let declared = inside.find(|&c| tree.kind(c) == Kind::VarDecl);
    declared.unwrap_or(resource)
}

impl World {
    /// What a binary operator wants of both sides, given their types: some take numbers and truth values alike.
    fn operands_of(&self, operator: &str, types: &[Ty]) -> Option<Wanted> {
        let is_truth = |&ty: &Ty| self.unboxed(ty) == Ty::BOOLEAN;
        let is_text = |&ty: &Ty| self.is_text(ty);
        Some(match operator {
            "&&" | "||" => Wanted::Truth,
            "-" | "*" | "/" | "%" | "<" | ">" | "<=" | ">=" => Wanted::Number,
            "<<" | ">>" | ">>>" => Wanted::Whole,
            "&" | "|" | "^" if types.iter().any(is_truth) => Wanted::Truth,
            "&" | "|" | "^" => Wanted::Whole,
            "+" if !types.iter().any(is_text) => Wanted::Number,
            "==" | "!=" if types.contains(&Ty::BOOLEAN) => Wanted::Truth,
            // A number is compared with what holds a number, not with just any object.
            "==" | "!=" if types.iter().any(|t| t.is_primitive()) => Wanted::Number,
            "+" | "==" | "!=" => Wanted::Value,
            _ => return None,
        })
    }

    /// Whether what `x op= y` computes goes back into `x`: a box takes nothing but its own number (JLS 15.26.2).
    fn goes_back(&self, operator: &str, target: Ty, value: Ty) -> bool {
        let (plain, other) = (self.unboxed(target), self.unboxed(value));
        if target.is_primitive() || !plain.is_numeric() || !other.is_numeric() {
            return true;
        }
        let is_shift = matches!(operator, "<<" | ">>" | ">>>");
        let wide = if is_shift { plain } else { plain.max(other) };
        wide.max(Ty::INT) == plain
    }

    /// Whether a constant may be a label where a `switch` chooses by a type: numbers for numbers and texts for texts.
    fn may_label(&self, label: Ty, chosen: Ty) -> bool {
        if !self.is_certain(label) || !self.is_certain(chosen) {
            return true;
        }
        if label.is_primitive() {
            self.unboxed(chosen).is_primitive()
        } else {
            !self.is_text(label) || self.is_text(chosen)
        }
    }

    fn is_text(&self, ty: Ty) -> bool {
        self.types.as_class(ty).map(|c| c.0) == Some(self.known.string)
    }

    /// Whether a type may be what is wanted; true where it is not certain that it is not.
    fn is_a(&self, ty: Ty, wanted: Wanted) -> bool {
        if !self.is_certain(ty) || matches!(self.types.data(ty), TyData::Var(_)) {
            return ty != Ty::VOID;
        }
        let plain = self.unboxed(ty);
        let is_array = matches!(self.types.data(ty), TyData::Array(_));
        match wanted {
            Wanted::Truth => plain == Ty::BOOLEAN,
            Wanted::Number => plain.is_numeric(),
            Wanted::Whole => plain.is_numeric() && plain.widens_to(Ty::LONG),
            Wanted::Int => plain.is_numeric() && plain.widens_to(Ty::INT),
            Wanted::Object => !ty.is_primitive(),
            Wanted::Array => is_array,
            Wanted::Many => is_array || self.as_super(ty, self.known.iterable).is_some(),
            Wanted::Value => true,
            Wanted::Throwable => self.as_super(ty, self.known.throwable).is_some(),
            Wanted::Closeable => self.as_super(ty, self.known.auto_closeable).is_some(),
            // What a text can be taken for.
            Wanted::Text => {
                let class = self.types.as_class(ty).map(|c| c.0);
                class.is_some_and(|c| self.is_subclass(self.known.string, c))
            }
            Wanted::Choice => !plain.is_primitive() || plain.widens_to(Ty::INT),
        }
    }
}
