//! Types as they are written in a file.

use crate::edits::imports::Imports;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Ty, TyData, Wild};
use reweave_model::{NodeId, TypeKind};

/// The text of a type at a place in a file, with the imports that it needs; none where it cannot be written (an intersection, a type that is not
/// known).
pub fn type_text(
    program: &JavaProgram,
    imports: &mut Imports,
    (number, at): (u32, NodeId),
    ty: Ty,
) -> Option<String> {
    Writer {
        program,
        imports,
        number,
        at,
    }
    .ty(ty)
}

struct Writer<'a> {
    program: &'a JavaProgram,
    imports: &'a mut Imports,
    number: u32,
    at: NodeId,
}

impl Writer<'_> {
    fn ty(&mut self, ty: Ty) -> Option<String> {
        let program = self.program;
        let world = program.world();
        let word = match world.types().data(ty) {
            TyData::Boolean => "boolean",
            TyData::Byte => "byte",
            TyData::Short => "short",
            TyData::Char => "char",
            TyData::Int => "int",
            TyData::Long => "long",
            TyData::Float => "float",
            TyData::Double => "double",
            TyData::Void => "void",
            TyData::Class(class, args) => return self.class(*class, args),
            TyData::Array(element) => return Some(format!("{}[]", self.ty(*element)?)),
            TyData::Var(var) => {
                return Some(world.text(world.type_var(*var).name).to_owned());
            }
            TyData::Wildcard(Wild::Extends, bound) => return self.ty(*bound),
            TyData::Null => return self.ty(world.object()),
            TyData::Unknown | TyData::Infer(_) | TyData::Wildcard(..) | TyData::Intersection(_) => {
                return None;
            }
        };
        Some(word.to_owned())
    }

    fn class(&mut self, class: ClassId, args: &[Ty]) -> Option<String> {
        let world = self.program.world();
        if world.info(class).kind == TypeKind::Anonymous {
            let above = world.header(class).supers.last().copied()?;
            return self.ty(above);
        }
        let name = if world.info(class).local || self.is_in_scope(class) {
            world.text(world.class(class).name).to_owned()
        } else {
            self.imports.name(self.program, self.number, class)
        };
        let own = world.own_type_params(class).min(args.len());
        if own == 0 {
            return Some(name);
        }
        let mut all = Vec::new();
        for &arg in &args[args.len() - own..] {
            all.push(self.argument(arg)?);
        }
        Some(format!("{name}<{}>", all.join(", ")))
    }

    /// Whether a class around the place has the class as a member, so that its simple name means it.
    fn is_in_scope(&self, class: ClassId) -> bool {
        let world = self.program.world();
        let name = world.class(class).name;
        let here = self.program.class_around(self.number, self.at);
        let mut around = here.into_iter().flat_map(|c| world.around(c));
        let meant = around.find_map(|c| world.member_type(c, name));
        meant == Some(class)
    }

    fn argument(&mut self, ty: Ty) -> Option<String> {
        let world = self.program.world();
        match world.types().data(ty) {
            TyData::Wildcard(Wild::Any, _) => Some("?".to_owned()),
            TyData::Wildcard(Wild::Extends, bound) => {
                Some(format!("? extends {}", self.ty(*bound)?))
            }
            TyData::Wildcard(Wild::Super, bound) => Some(format!("? super {}", self.ty(*bound)?)),
            _ => self.ty(ty),
        }
    }
}
