//! Constructors that begin with a `super()` that is not written (JLS 8.8.7): the class above must have one that it can mean, and that
//! throws nothing that they do not declare.

use crate::declared::Origin;
use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, MethodId};
use crate::types::Ty;
use crate::world::World;
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
        if is_open || constructors.is_empty() {
            return Vec::new();
        }
        let usable = constructors.iter().map(|c| c.1);
        let usable = usable.filter(|&m| self.takes_nothing(m, class));
        let meant = usable.min_by_key(|&m| self.signature(m).params.len());
        let model = self.file(file);
        let says = |constructor: NodeId| {
            let mut inside = model.tree.descendants(constructor);
            inside.any(|n| model.tree.kind(n) == Kind::ConstructorCall)
        };
        let written = decl.callables.iter().map(|&c| (c, model.callable(c)));
        let written: Vec<_> = written.filter(|(_, c)| c.is_constructor()).collect();
        let mut silent: Vec<(NodeId, &[Ty])> = Vec::new();
        for &(id, constructor) in written.iter().filter(|(_, c)| !says(c.node)) {
            let throws = &self.signature(self.method_of(file, id)).throws;
            silent.push((constructor.node, throws));
        }
        if written.is_empty() {
            silent.push((decl.node, &[]));
        }
        silent.retain(|(_, allowed)| meant.is_none_or(|m| self.throws_beyond(m, allowed)));
        let error = |node| NameError {
            file,
            node,
            kind: ErrorKind::NoConstructor,
            about: self.class_key(above).to_owned(),
        };
        silent.into_iter().map(|s| error(s.0)).collect()
    }

    /// Whether a class below can call a constructor with no arguments.
    fn takes_nothing(&self, constructor: MethodId, from: ClassId) -> bool {
        let data = self.method(constructor);
        let params = self.signature(constructor).params.len();
        (params == 0 || (params == 1 && data.varargs))
            && self.accessible(data.modifiers, data.owner, from)
    }
}
