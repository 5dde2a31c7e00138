//! Types as they are written in a file.

use crate::edits::imports::Imports;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Ty, TyData, Wild};
use reweave_model::{Kind, NodeId, TypeKind};

/// The member of a type in which a node stands: a place where local classes are not in scope.
pub fn member_around(program: &JavaProgram, number: u32, node: NodeId) -> NodeId {
    let tree = &program.model(number).tree;
    let mut member = node;
    for around in tree.ancestors(node) {
        if tree.kind(around) == Kind::Type {
            let of = tree.parent(around).map(|p| tree.kind(p));
            // The members of an anonymous class stand in an expression.
            if of != Some(Kind::New) {
                break;
            }
        }
        member = around;
    }
    member
}

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
        let is_local = world.info(class).local;
        if is_local && !self.is_declared_around(class) {
            return None;
        }
        let name = if is_local || self.is_in_scope(class) {
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

    /// Whether the place is in the block in which a local class is declared (JLS 6.3).
    fn is_declared_around(&self, class: ClassId) -> bool {
        let Some((file, decl)) = self.program.world().decl_of(class) else {
            return false;
        };
        let tree = &self.program.model(self.number).tree;
        let mut around = tree.ancestors(decl.node);
        let block = around.find(|&a| matches!(tree.kind(a), Kind::Block | Kind::Case));
        file == self.number && block.is_some_and(|b| tree.contains(b, self.at))
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
