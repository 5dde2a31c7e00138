//! Whole numbers that are written out, and the types that hold them.

use crate::names::Names;
use crate::types::Ty;
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Part;

impl Names {
    /// Whether a number is more than an `int` holds; behind a sign it may be one more (JLS 3.10.1).
    pub(crate) fn is_too_large(&self, file: u32, number: NodeId) -> bool {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let is_decimal = !world.text(tree.sym(number)).starts_with('0');
        let behind_sign = tree
            .parent(number)
            .is_some_and(|p| tree.kind(p) == Kind::Unary && world.text(tree.sym(p)) == "-");
        let most = match (is_decimal, behind_sign) {
            (false, _) => i64::from(u32::MAX),
            (true, true) => i64::from(i32::MAX) + 1,
            (true, false) => i64::from(i32::MAX),
        };
        self.ty(file, number) == Ty::INT
            && self.whole_number(file, number).is_some_and(|v| v > most)
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
        // `0xffffffff` is -1.
        let value = value.map(|v| i32::try_from(v).map_or(v - (1 << 32), i64::from));
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
                let radix =
                    |from: usize, radix| i64::from_str_radix(digits.part(from..), radix).ok();
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
