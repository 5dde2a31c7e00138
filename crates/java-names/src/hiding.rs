//! Static and private methods that may not stand where they would hide or override another (JLS 8.4.8.2, 8.4.8.3).

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, MethodId};
use crate::world::World;
use reweave_model::Modifiers;

impl World {
    /// Methods of a class that hide another badly: a static one for an instance's, or one whose result or access does not fit, as that of a
    /// private one never does.
    pub(crate) fn bad_hiding(&self, class: ClassId) -> Vec<NameError> {
        let mut found = Vec::new();
        if self.info(class).is_interface() {
            return found;
        }
        for &(name, by) in &self.info(class).methods {
            if self.method(by).constructor {
                continue;
            }
            let Some((file, node)) = self.method_node(by) else {
                continue;
            };
            for &(parent, _) in &self.closure(class).supers {
                let named = self.info(parent).methods_named(name).iter();
                for &(_, of) in named.filter(|o| self.hides_badly(class, by, o.1)) {
                    found.push(NameError {
                        file,
                        node,
                        kind: ErrorKind::BadOverride,
                        about: self.method_key(of),
                    });
                }
            }
        }
        found
    }

    fn hides_badly(&self, class: ClassId, by: MethodId, of: MethodId) -> bool {
        let (below, above) = (self.method(by), self.method(of));
        let this = self.this_type(class);
        let is_static = |m: Modifiers| m.has(Modifiers::STATIC);
        let of_interface = self.info(above.owner).is_interface();
        let overrides = self.can_override(by) && !is_static(above.modifiers);
        // Static methods of interfaces are not inherited; two instance methods are a matter of overriding.
        if (of_interface && is_static(above.modifiers))
            || above.constructor
            || above.modifiers.has(Modifiers::PRIVATE)
            || overrides
            || !(of_interface || self.accessible(above.modifiers, above.owner, class))
            || self.shape(this, by) != self.shape(this, of)
        {
            return false;
        }
        is_static(below.modifiers) != is_static(above.modifiers)
            || above.modifiers.has(Modifiers::FINAL)
            || (self.visibility(by) as u8) < (self.visibility(of) as u8)
            || self.returns_clash(by, of, class)
    }
}
