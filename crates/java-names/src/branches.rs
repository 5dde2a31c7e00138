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

    /// Whether a constant is, or may be, one of the values of a small type; of no other type.
    pub(crate) fn may_hold(&self, file: u32, constant: NodeId, small: Ty) -> bool {
        let (least, most) = match small {
            Ty::BYTE => (-128, 127),
            Ty::SHORT => (-32_768, 32_767),
            Ty::CHAR => (0, 65_535),
            _ => return false,
        };
        let value = self.whole_number(file, constant);
        value.is_none_or(|v| (least..=most).contains(&v))
    }

    /// The value of a whole number that is written out.
    fn whole_number(&self, file: u32, value: NodeId) -> Option<i64> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let text = world.text(tree.sym(value));
        let operand = || tree.child_in(value, Role::Operand);
        match tree.kind(value) {
            Kind::Paren => self.whole_number(file, operand()?),
            Kind::Unary if text == "-" => Some(-self.whole_number(file, operand()?)?),
            Kind::Number => {
                let digits = text.replace('_', "");
                let radix = |from: usize, radix| i64::from_str_radix(&digits[from..], radix).ok();
                match digits.as_bytes() {
                    [b'0', b'x' | b'X', ..] => radix(2, 16),
                    [b'0', b'b' | b'B', ..] => radix(2, 2),
                    [b'0', _, ..] => radix(1, 8),
                    _ => radix(0, 10),
                }
            }
            _ => None,
        }
    }
}
