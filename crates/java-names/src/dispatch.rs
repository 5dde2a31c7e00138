//! Which method runs when an object is asked for one: the selection of the virtual machine (JVMS 5.4.6), by what overrides what at run
//! time (JVMS 5.4.5, JLS 8.4.8.1).
//!
//! The declaration that a call names is not the whole story. A class inherits a method that takes the place of an interface's default
//! (classes come before interfaces), a method without an access modifier is overridden within its package only, also by a class below one of
//! another package, and a class chooses the most specific of several defaults.

use crate::ids::{ClassId, MethodId};
use crate::types::Ty;
use crate::world::World;
use reweave_model::{Modifiers, Visibility};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;

impl World {
    /// The names of the instance methods that a class has, declared or inherited.
    pub fn method_names(&self, class: ClassId) -> FxHashSet<Symbol> {
        let all = self.line(class).into_iter().flat_map(|c| {
            let methods = self.info(c).methods.iter();
            let asked = methods.filter(|m| self.can_override(m.1) || self.is_private(m.1));
            asked.map(|m| m.0)
        });
        all.collect()
    }

    /// The methods of a name that an object of a class can be asked by, each with the one that runs; none where that would fail.
    pub fn dispatched(&self, class: ClassId, name: Symbol) -> Vec<(MethodId, Option<MethodId>)> {
        let this = self.this_type(class);
        let line = self.line(class);
        let all: Vec<(MethodId, Vec<Ty>)> = line
            .iter()
            .flat_map(|&c| self.info(c).methods_named(name))
            .map(|&(_, m)| m)
            .filter(|&m| self.can_override(m))
            .map(|m| (m, self.shape(this, m)))
            .collect();
        let of = |method: MethodId, shape: &[Ty]| {
            let alike = all.iter().filter(|other| other.1 == shape).map(|o| o.0);
            self.selected(method, &alike.collect::<Vec<_>>())
        };
        let chosen = all.iter().map(|(m, shape)| (*m, of(*m, shape)));
        // A private method is never asked of the object, as long as it is private.
        let named = line.iter().flat_map(|&c| self.info(c).methods_named(name));
        let private = named.map(|&(_, m)| m).filter(|&m| self.is_private(m));
        chosen.chain(private.map(|m| (m, Some(m)))).collect()
    }

    /// The methods of interfaces that a call through a class does not reach though they are its members: the virtual machine finds a
    /// private method of a superclass first (JVMS 5.4.3.3), which the class does not inherit (JLS 8.2). Each with that method.
    pub fn screened(&self, class: ClassId, name: Symbol) -> Vec<(MethodId, MethodId)> {
        let this = self.this_type(class);
        let line = self.line(class);
        let named = |c: ClassId| self.info(c).methods_named(name).iter().map(|&(_, m)| m);
        let (interfaces, classes): (Vec<ClassId>, Vec<ClassId>) =
            line.into_iter().partition(|&c| self.info(c).is_interface());
        let of_interfaces = interfaces.into_iter().flat_map(named);
        let asked = of_interfaces.filter(|&m| self.can_override(m));
        let first = |method: MethodId| {
            let shape = self.shape(this, method);
            let mut alike = classes.iter().flat_map(|&c| named(c));
            alike.find(|&m| self.shape(this, m) == shape)
        };
        asked
            .filter_map(|m| Some((m, first(m)?)))
            .filter(|&(_, by)| self.is_private(by) && self.method(by).owner != class)
            .collect()
    }

    fn is_private(&self, method: MethodId) -> bool {
        let method = self.method(method);
        let is_static = method.modifiers.has(Modifiers::STATIC);
        method.modifiers.has(Modifiers::PRIVATE) && !is_static && !method.constructor
    }

    /// The class, its superclasses from the nearest on, and all interfaces.
    fn line(&self, class: ClassId) -> Vec<ClassId> {
        let above = self.closure(class).supers.iter().map(|s| s.0);
        let mut line = vec![class];
        line.extend(above);
        line
    }

    /// The one of some methods with one signature that runs where `method` is asked for. Those of classes are in order, the nearest
    /// first.
    fn selected(&self, method: MethodId, alike: &[MethodId]) -> Option<MethodId> {
        let is_interface = |m: MethodId| self.info(self.method(m).owner).is_interface();
        let of_classes = || alike.iter().copied().filter(|&m| !is_interface(m));
        if is_interface(method) {
            let implementing = of_classes().next();
            return implementing.or_else(|| self.most_specific(alike));
        }
        // From its own class down: what overrides one that does overrides it, too.
        let mut family = vec![method];
        let below: Vec<MethodId> = of_classes().take_while(|&m| m != method).collect();
        for &by in below.iter().rev() {
            if family.iter().any(|&of| self.overrides_at_run_time(by, of)) {
                family.push(by);
            }
        }
        family.last().copied()
    }

    fn overrides_at_run_time(&self, by: MethodId, of: MethodId) -> bool {
        let of = self.method(of);
        let package = |class: ClassId| self.class(class).package;
        of.modifiers.visibility() != Visibility::Package
            || package(self.method(by).owner) == package(of.owner)
    }

    /// The only body among the most specific methods of interfaces (JVMS 5.4.3.3).
    fn most_specific(&self, alike: &[MethodId]) -> Option<MethodId> {
        let owner = |m: MethodId| self.method(m).owner;
        let is_behind = |m: MethodId| {
            let mut others = alike.iter().filter(|&&o| o != m);
            others.any(|&o| self.is_subclass(owner(o), owner(m)))
        };
        let specific = alike.iter().copied().filter(|&m| !is_behind(m));
        let mut bodies = specific.filter(|&m| !self.is_abstract(m));
        match (bodies.next(), bodies.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    }
}
