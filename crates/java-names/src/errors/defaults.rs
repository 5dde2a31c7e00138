//! Methods that a type inherits from interfaces which do not know of each other, at least one of them with a body: it must say itself which
//! it has (JLS 8.4.8.4, 9.4.1.3).

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, MethodId};
use crate::types::Ty;
use crate::world::World;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

impl World {
    pub(crate) fn unrelated_defaults(&self, class: ClassId) -> Vec<NameError> {
        let Some((file, decl)) = self.decl_of(class) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (_, named) in self.joined_defaults(class) {
            let this = self.this_type(class);
            let mut alike: FxHashMap<Vec<Ty>, Vec<MethodId>> = FxHashMap::default();
            for method in named {
                alike
                    .entry(self.shape(this, method))
                    .or_default()
                    .push(method);
            }
            for (shape, methods) in alike {
                let clash = self.unrelated(&methods);
                let clash = clash.filter(|&m| !self.is_settled_by_class(class, m, &shape));
                found.extend(clash.map(|method| NameError {
                    file,
                    node: decl.node,
                    kind: ErrorKind::BadOverride,
                    about: self.method_key(method),
                }));
            }
        }
        found.sort_by(|a, b| a.about.cmp(&b.about));
        found
    }

    /// The methods of interfaces above a class by their names, where several interfaces have one and one has a body for it.
    fn joined_defaults(&self, class: ClassId) -> FxHashMap<Symbol, Vec<MethodId>> {
        let above = self.closure(class).supers.iter().map(|s| s.0);
        let interfaces = above.filter(|&c| self.info(c).is_interface());
        let interfaces: Vec<ClassId> = interfaces.collect();
        let mut named: FxHashMap<Symbol, Vec<MethodId>> = FxHashMap::default();
        if interfaces.len() < 2 {
            return named;
        }
        for &interface in &interfaces {
            for &(name, method) in &self.info(interface).methods {
                if self.can_override(method) {
                    named.entry(name).or_default().push(method);
                }
            }
        }
        named.retain(|_, all| all.len() > 1 && all.iter().any(|&m| !self.is_abstract(m)));
        named
    }

    /// One of several methods that no other of them overrides, if there are more of these and one has a body.
    fn unrelated(&self, methods: &[MethodId]) -> Option<MethodId> {
        let owner = |m: MethodId| self.method(m).owner;
        let is_overridden = |m: MethodId| {
            let mut others = methods.iter().filter(|&&o| o != m);
            others.any(|&o| self.is_subclass(owner(o), owner(m)))
        };
        let left = methods.iter().copied().filter(|&m| !is_overridden(m));
        let left: Vec<MethodId> = left.collect();
        let body = left.iter().copied().find(|&m| !self.is_abstract(m));
        body.filter(|_| left.len() > 1)
    }

    /// Whether the type itself or a superclass declares the method: classes come before interfaces.
    fn is_settled_by_class(&self, class: ClassId, method: MethodId, shape: &[Ty]) -> bool {
        let this = self.this_type(class);
        let name = self.method(method).name;
        let above = self.closure(class).supers.iter().map(|s| s.0);
        let classes = above.filter(|&c| !self.info(c).is_interface());
        let mut declared = std::iter::once(class)
            .chain(classes)
            .flat_map(|c| self.info(c).methods_named(name));
        declared.any(|&(_, m)| self.can_override(m) && self.shape(this, m) == shape)
    }
}
