//! What a `?:` makes of its two branches (JLS 15.25): numbers and truth values are brought to one type first, objects are not.

use crate::ids::Decl;
use crate::names::Names;
use crate::types::Ty;
use reweave_model::{Kind, NodeId, Role};

impl Names {
    /// The type that a `?:` gives where it is a number or a truth value, plain or as an object, whatever type is wanted of it; unknown
    /// where it gives one of two objects.
    pub fn joined_type(&self, file: u32, conditional: NodeId) -> Ty {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let branch = |role| tree.child_in(conditional, role);
        let (Some(then), Some(other)) = (branch(Role::Then), branch(Role::Else)) else {
            return Ty::UNKNOWN;
        };
        let (a, b) = (self.branch_type(file, then), self.branch_type(file, other));
        let (plain, of) = (world.unboxed(a), world.unboxed(b));
        if a == b && plain.is_primitive() {
            return a;
        }
        if plain == Ty::BOOLEAN && of == Ty::BOOLEAN {
            return Ty::BOOLEAN;
        }
        if !plain.is_numeric() || !of.is_numeric() {
            return Ty::UNKNOWN;
        }
        let stays = |small: Ty, ty: Ty, value: NodeId| {
            ty == Ty::INT && self.may_be_constant(file, value) && self.may_hold(file, value, small)
        };
        match (plain, of) {
            _ if plain == of => plain,
            (Ty::BYTE, Ty::SHORT) | (Ty::SHORT, Ty::BYTE) => Ty::SHORT,
            _ if stays(plain, b, other) => plain,
            _ if stays(of, a, then) => of,
            _ => plain.max(of).max(Ty::INT),
        }
    }

    /// The type of a branch by itself.
    fn branch_type(&self, file: u32, value: NodeId) -> Ty {
        let tree = &self.world.file(file).tree;
        match tree.kind(value) {
            Kind::Paren => {
                let inner = tree.child_in(value, Role::Operand);
                inner.map_or(Ty::UNKNOWN, |v| self.branch_type(file, v))
            }
            Kind::Conditional => self.joined_type(file, value),
            // What is inferred for the place is no number by itself.
            Kind::Call => match self.decl(file, value) {
                Decl::Method(m) if self.world.is_inferred_result(m) => Ty::UNKNOWN,
                _ => self.ty(file, value),
            },
            _ => self.ty(file, value),
        }
    }
}
