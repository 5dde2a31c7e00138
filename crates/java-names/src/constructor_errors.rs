//! Constructors that begin with a `super()` that is not written (JLS 8.8.7): the class above must have one that it can mean.

use crate::errors::{ErrorKind, NameError};
use crate::ids::{ClassId, MethodId};
use crate::world::{Origin, World};
use reweave_model::{Kind, NodeId, TypeKind};

impl World {
    pub(crate) fn missing_super(&self, class: ClassId) -> Vec<NameError> {
        let Some((file, decl)) = self.decl_of(class) else {
            return Vec::new();
        };
        let above = self.header(class).supers.first();
        let above = above.and_then(|&ty| self.class_of_type(ty)).filter(|&c| {
            !self.info(c).is_interface() && !self.is_missing(c) && self.closure(c).complete
        });
        let Some(above) = above.filter(|_| decl.kind == TypeKind::Class) else {
            return Vec::new();
        };
        let constructors = self.info(above).methods_named(self.known.init);
        // Class files give the constructors of inner classes a parameter more.
        let is_open =
            self.class(above).origin == Origin::Binary && self.info(above).outer.is_some();
        let is_found = constructors
            .iter()
            .any(|&(_, m)| self.takes_nothing(m, class));
        if is_found || is_open || constructors.is_empty() {
            return Vec::new();
        }
        let model = self.file(file);
        let written: Vec<NodeId> = decl
            .callables
            .iter()
            .map(|&c| model.callable(c))
            .filter(|c| c.constructor)
            .map(|c| c.node)
            .collect();
        let says = |&constructor: &NodeId| {
            let mut inside = model.tree.descendants(constructor);
            inside.any(|n| model.tree.kind(n) == Kind::ConstructorCall)
        };
        let mut silent: Vec<NodeId> = written.iter().copied().filter(|c| !says(c)).collect();
        if written.is_empty() {
            silent.push(decl.node);
        }
        let error = |node| NameError {
            file,
            node,
            kind: ErrorKind::NoConstructor,
            about: self.class_key(above).to_owned(),
        };
        silent.into_iter().map(error).collect()
    }

    /// Whether a class below can call a constructor with no arguments.
    fn takes_nothing(&self, constructor: MethodId, from: ClassId) -> bool {
        let data = self.method(constructor);
        let params = self.signature(constructor).params.len();
        (params == 0 || (params == 1 && data.varargs))
            && self.accessible(data.modifiers, data.owner, from)
    }
}
