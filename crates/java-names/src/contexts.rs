//! What the place of an expression wants of its value (JLS 5): conversions that no word shows.

use crate::ids::Decl;
use crate::names::Names;
use crate::types::{Ty, TyData};
use reweave_model::{Kind, NodeId, Role};

impl Names {
    /// The type that the context of an expression converts its value to; unknown where it takes the value as it is, or where that cannot
    /// be told. Operands of numeric operators want their number, whatever it is promoted to.
    pub fn wanted(&self, file: u32, value: NodeId) -> Ty {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let mut at = value;
        while let Some(paren) = tree.parent(at).filter(|&p| tree.kind(p) == Kind::Paren) {
            at = paren;
        }
        let Some(parent) = tree.parent(at) else {
            return Ty::UNKNOWN;
        };
        let number = || world.unboxed(self.ty(file, value));
        match (tree.kind(parent), tree.role(at)) {
            (
                Kind::If
                | Kind::While
                | Kind::DoWhile
                | Kind::For
                | Kind::Conditional
                | Kind::Assert,
                Role::Condition,
            ) => Ty::BOOLEAN,
            (Kind::Switch | Kind::SwitchExpr, Role::Condition)
            | (Kind::Unary | Kind::Update, Role::Operand)
            | (Kind::Index | Kind::NewArray, Role::Argument) => number(),
            (Kind::Binary, _) => self.operand(file, parent, value),
            (Kind::Conditional, Role::Then | Role::Else) => match self.joined_type(file, parent) {
                Ty::UNKNOWN => self.wanted(file, parent),
                joined => joined,
            },
            (Kind::Assign, Role::Value) => {
                let target = tree.child_in(parent, Role::Target);
                let target = target.map_or(Ty::UNKNOWN, |t| self.ty(file, t));
                let is_plain = world.text(tree.sym(parent)) == "=";
                match world.unboxed(target) {
                    own if !is_plain && own.is_primitive() => number(),
                    _ => target,
                }
            }
            (Kind::VarDecl | Kind::Field, Role::Init) => self.variable_type(file, parent),
            (Kind::Return, Role::Value) => self.result_at(file, parent).unwrap_or(Ty::UNKNOWN),
            (Kind::Cast, Role::Operand) => self.ty(file, parent),
            (Kind::ArrayInit, Role::Argument) => match *world.types().data(self.ty(file, parent)) {
                TyData::Array(element) => element,
                _ => Ty::UNKNOWN,
            },
            (
                Kind::Call | Kind::New | Kind::ConstructorCall | Kind::EnumConstant,
                Role::Argument,
            ) => self.parameter(file, parent, at),
            _ => Ty::UNKNOWN,
        }
    }

    fn operand(&self, file: u32, binary: NodeId, value: NodeId) -> Ty {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let number = world.unboxed(self.ty(file, value));
        let operator = world.text(tree.sym(binary));
        let sides = || {
            tree.children_in(binary, Role::Operand)
                .map(|o| self.ty(file, o))
        };
        match operator {
            "+" if !world.unboxed(self.ty(file, binary)).is_primitive() => Ty::UNKNOWN,
            // Two objects are compared as such.
            "==" | "!=" if !sides().any(Ty::is_primitive) => Ty::UNKNOWN,
            _ => number,
        }
    }

    /// The type of the parameter that takes an argument.
    fn parameter(&self, file: u32, call: NodeId, argument: NodeId) -> Ty {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let Decl::Method(method) = self.decl(file, call) else {
            return Ty::UNKNOWN;
        };
        let arguments = || tree.children_in(call, Role::Argument);
        let given = arguments().count();
        let index = arguments().position(|a| a == argument);
        let ty = self.ty(file, argument);
        let formal = index.and_then(|index| world.plain_formal(method, index, given, ty));
        formal.unwrap_or(Ty::UNKNOWN)
    }

    /// Whether the object that an expression gives is asked for its number or truth value by its place (JLS 5.1.8): `null` has none.
    pub fn is_unboxed(&self, file: u32, value: NodeId) -> bool {
        let world = &self.world;
        let ty = self.ty(file, value);
        !ty.is_primitive()
            && world.unboxed(ty).is_primitive()
            && self.wanted(file, value).is_primitive()
    }

    /// Whether the number or truth value of an expression becomes an object, or a part of a text, so that its type shows (JLS 5.1.7, 5.1.11).
    pub fn is_shown_with_type(&self, file: u32, value: NodeId) -> bool {
        let world = &self.world;
        let tree = &world.file(file).tree;
        if !self.ty(file, value).is_primitive() {
            return false;
        }
        let wanted = self.wanted(file, value);
        if !wanted.is_unknown() {
            return !wanted.is_primitive();
        }
        let parent = tree.parent(value);
        parent.is_some_and(|p| {
            matches!(tree.kind(p), Kind::Binary | Kind::Assign)
                && !world.unboxed(self.ty(file, p)).is_primitive()
        })
    }

    /// Whether a call makes an array of its last arguments (JLS 15.12.2.4).
    pub fn is_spread(&self, file: u32, call: NodeId) -> bool {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let Decl::Method(method) = self.decl(file, call) else {
            return false;
        };
        let params = &world.signature(method).params;
        let arguments = tree.children_in(call, Role::Argument);
        let given: Vec<Ty> = arguments.map(|a| self.ty(file, a)).collect();
        // An array of other elements is an element itself.
        let wanted = params.last().map_or(Ty::UNKNOWN, |&p| world.erase(p));
        let is_array = |ty: Ty| match world.types().data(ty) {
            TyData::Array(_) => world.is_compatible(world.erase(ty), wanted, false),
            _ => ty == Ty::NULL,
        };
        world.method(method).varargs
            && !(given.len() == params.len() && given.last().is_some_and(|&ty| is_array(ty)))
    }
}
