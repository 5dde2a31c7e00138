//! Constant expressions (JLS 15.29) and constant variables (JLS 4.12.4).

use crate::ids::{Decl, FieldId};
use crate::names::Names;
use crate::types::Ty;
use reweave_model::{Kind, Modifiers, NodeId, Role};

impl Names {
    /// Whether an expression may be a constant; what is not known may be one.
    pub fn may_be_constant(&self, file: u32, value: NodeId) -> bool {
        self.is_made_of_constants(file, value, &mut Vec::new())
    }

    /// `around`: the fields whose values the expression is a part of.
    fn is_made_of_constants(&self, file: u32, value: NodeId, around: &mut Vec<FieldId>) -> bool {
        let tree = &self.world.file(file).tree;
        let mut parts = tree.children(value).filter(|&c| tree.role(c) != Role::Type);
        match tree.kind(value) {
            Kind::Call
            | Kind::New
            | Kind::NewArray
            | Kind::ArrayInit
            | Kind::Index
            | Kind::Assign
            | Kind::Update
            | Kind::This
            | Kind::Null
            | Kind::ClassLiteral
            | Kind::Lambda
            | Kind::MethodRef
            | Kind::InstanceOf
            | Kind::SwitchExpr => false,
            Kind::Paren | Kind::Unary | Kind::Binary | Kind::Conditional | Kind::Cast => {
                parts.all(|p| self.is_made_of_constants(file, p, around))
            }
            // `this.x` and `object.x` are none, even where `x` is.
            Kind::FieldAccess
                if tree
                    .child_in(value, Role::Receiver)
                    .is_some_and(|r| !self.may_be_type(file, r)) =>
            {
                false
            }
            Kind::Name | Kind::FieldAccess => match self.decl(file, value) {
                Decl::Local(local) => self.is_constant_local(file, local, value, around),
                Decl::Field(field) => self.is_constant_field(field, around),
                _ => true,
            },
            _ => true,
        }
    }

    fn is_constant_local(
        &self,
        file: u32,
        local: NodeId,
        used: NodeId,
        around: &mut Vec<FieldId>,
    ) -> bool {
        let tree = &self.world.file(file).tree;
        match tree.kind(local) {
            // It has its value from its declaration.
            Kind::VarDecl => {
                let is_final = tree
                    .parent(local)
                    .is_some_and(|l| tree.node(l).flags & Modifiers::FINAL.0 != 0);
                let is_behind = |i: &NodeId| *i < used && !tree.contains(*i, used);
                let init = tree.child_in(local, Role::Init).filter(is_behind);
                is_final
                    && self.may_hold_constant(self.ty(file, local))
                    && init.is_some_and(|i| self.is_made_of_constants(file, i, around))
            }
            Kind::Param => false,
            _ => true,
        }
    }

    fn is_constant_field(&self, field: FieldId, around: &mut Vec<FieldId>) -> bool {
        let world = &self.world;
        let data = world.field(field);
        let is_final =
            data.modifiers.has(Modifiers::FINAL) || world.info(data.owner).is_interface();
        if !is_final || !self.may_hold_constant(world.field_type(field)) || around.contains(&field)
        {
            return false;
        }
        let Some((file, node)) = world.field_node(field) else {
            return true;
        };
        let Some(init) = world.file(file).tree.child_in(node, Role::Init) else {
            return false;
        };
        around.push(field);
        let is_constant = self.is_made_of_constants(file, init, around);
        around.pop();
        is_constant
    }

    fn may_be_type(&self, file: u32, node: NodeId) -> bool {
        let is_named = matches!(
            self.world.file(file).tree.kind(node),
            Kind::Name | Kind::FieldAccess | Kind::TypeName
        );
        is_named && !matches!(self.decl(file, node), Decl::Local(_) | Decl::Field(_))
    }

    fn may_hold_constant(&self, ty: Ty) -> bool {
        ty.is_primitive() || ty == self.world.string() || ty == Ty::UNKNOWN
    }
}
