//! Names of declarations that do not depend on numbers: for logs, reports and comparisons between programs.

use crate::ids::{ClassId, FieldId, MethodId};
use crate::types::{Ty, TyData};
use crate::world::World;

impl World {
    /// `java/util/Map$Entry`; of a class in a body the model's qualified name.
    pub fn class_key(&self, id: ClassId) -> &str {
        self.text(self.class(id).binary)
    }

    /// `a/B.name`
    pub fn field_key(&self, id: FieldId) -> String {
        let field = self.field(id);
        format!("{}.{}", self.class_key(field.owner), self.text(field.name))
    }

    /// `a/B.name(ILjava/lang/String;)`; constructors are called `<init>`.
    pub fn method_key(&self, id: MethodId) -> String {
        let method = self.method(id);
        let name = if method.constructor {
            "<init>"
        } else {
            self.text(method.name)
        };
        let mut key = format!("{}.{name}(", self.class_key(method.owner));
        for &param in &self.signature(id).params {
            self.push_descriptor(param, &mut key);
        }
        key.push(')');
        key
    }

    /// The erasure of a type as class files write it; `?` where it is not known.
    pub fn push_descriptor(&self, ty: Ty, out: &mut String) {
        match self.types.data(self.erase(ty)) {
            TyData::Boolean => out.push('Z'),
            TyData::Byte => out.push('B'),
            TyData::Short => out.push('S'),
            TyData::Char => out.push('C'),
            TyData::Int => out.push('I'),
            TyData::Long => out.push('J'),
            TyData::Float => out.push('F'),
            TyData::Double => out.push('D'),
            TyData::Void => out.push('V'),
            TyData::Class(class, _) => {
                out.push('L');
                out.push_str(self.class_key(*class));
                out.push(';');
            }
            TyData::Array(element) => {
                out.push('[');
                self.push_descriptor(*element, out);
            }
            _ => out.push('?'),
        }
    }
}
