//! Overriding: which methods answer for which, through generics, and the families that must be renamed together.

use crate::ids::{ClassId, MethodId};
use crate::names::Names;
use crate::types::Ty;
use crate::world::World;
use rayon::prelude::*;
use reweave_model::Modifiers;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A method and one that it overrides or implements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Override {
    pub by: MethodId,
    pub of: MethodId,
    /// The class in which the one answers for the other: the owner of `by`, or a subclass that inherits both.
    pub within: ClassId,
}

/// All overriding in the sources, sorted.
#[derive(Default)]
pub struct Overrides {
    all: Vec<Override>,
    of: Pairs,
    by: Pairs,
}

impl Names {
    /// The override edges of all classes of the sources.
    pub fn overrides(&self) -> Overrides {
        self.overrides_in(|_| true)
    }

    /// Those of the classes of some files.
    pub fn overrides_in(&self, wanted: impl Fn(u32) -> bool) -> Overrides {
        let world = &self.world;
        let in_wanted = |c: &ClassId| world.class(*c).origin.file().is_some_and(&wanted);
        Overrides::from(self.overrides_of(world.source_classes().filter(in_wanted)))
    }

    /// All of them, where `earlier` has those of the program that this one was made of: the same ones, unless a class that was declared
    /// again has others than before.
    pub fn overrides_again(&self, earlier: &Arc<Overrides>) -> Arc<Overrides> {
        let Some(again) = &self.again else {
            return Arc::new(self.overrides());
        };
        let is_renewed = |class: &ClassId| again.renewed[class.index()];
        let mut now = self.overrides_of(self.world.source_classes().filter(is_renewed));
        now.sort_unstable();
        now.dedup();
        let then = earlier.all.iter().filter(|o| is_renewed(&o.within));
        if then.eq(&now) {
            return Arc::clone(earlier);
        }
        let kept = earlier.all.iter().filter(|o| !is_renewed(&o.within));
        now.extend(kept);
        Arc::new(Overrides::from(now))
    }

    fn overrides_of(&self, classes: impl Iterator<Item = ClassId>) -> Vec<Override> {
        let classes: Vec<ClassId> = classes.collect();
        classes
            .par_iter()
            .flat_map_iter(|&class| self.world.overrides_in(class))
            .collect()
    }
}

impl From<Vec<Override>> for Overrides {
    fn from(mut all: Vec<Override>) -> Self {
        all.sort_unstable();
        all.dedup();
        let mut of: Vec<_> = all.iter().map(|o| (o.by, o.of)).collect();
        of.dedup();
        let mut by: Vec<_> = of.iter().map(|&(by, of)| (of, by)).collect();
        by.sort_unstable();
        Self {
            all,
            of: Pairs::from(of),
            by: Pairs::from(by),
        }
    }
}

/// Sorted pairs, asked for by the first.
#[derive(Default)]
struct Pairs {
    firsts: Vec<MethodId>,
    seconds: Vec<MethodId>,
}

impl From<Vec<(MethodId, MethodId)>> for Pairs {
    fn from(pairs: Vec<(MethodId, MethodId)>) -> Self {
        let (firsts, seconds) = pairs.into_iter().unzip();
        Self { firsts, seconds }
    }
}

impl Pairs {
    fn get(&self, first: MethodId) -> &[MethodId] {
        let start = self.firsts.partition_point(|&f| f < first);
        let end = start + self.firsts[start..].partition_point(|&f| f == first);
        &self.seconds[start..end]
    }
}

impl Overrides {
    pub fn all(&self) -> &[Override] {
        &self.all
    }

    /// The methods that this one overrides or implements.
    pub fn overridden_by(&self, method: MethodId) -> &[MethodId] {
        self.of.get(method)
    }

    /// The methods that override or implement this one.
    pub fn overriding(&self, method: MethodId) -> &[MethodId] {
        self.by.get(method)
    }

    /// All methods that must keep one name and signature, the given one among them, sorted.
    pub fn family(&self, method: MethodId) -> Vec<MethodId> {
        let mut family = vec![method];
        let mut next = 0;
        while next < family.len() {
            let method = family[next];
            next += 1;
            for &other in self
                .overridden_by(method)
                .iter()
                .chain(self.overriding(method))
            {
                if !family.contains(&other) {
                    family.push(other);
                }
            }
        }
        family.sort();
        family
    }
}

impl World {
    fn overrides_in(&self, class: ClassId) -> Vec<Override> {
        let mut found = Vec::new();
        let this = self.this_type(class);
        let supers = &self.closure(class).supers;
        for &(name, by) in &self.info(class).methods {
            if !self.can_override(by) || name == self.known.init {
                continue;
            }
            let shape = self.shape(this, by);
            for &(parent, _) in supers {
                for &(_, of) in self.info(parent).methods_named(name) {
                    if self.can_be_overridden(of, class) && self.shape(this, of) == shape {
                        found.push(Override {
                            by,
                            of,
                            within: class,
                        });
                    }
                }
            }
        }
        self.inherited_in(class, this, &mut found);
        found
    }

    /// A method inherited from one supertype may implement another's, though neither knows of the other.
    fn inherited_in(&self, class: ClassId, this: Ty, found: &mut Vec<Override>) {
        let supers = &self.closure(class).supers;
        let direct = &self.header(class).supers;
        if direct.len() < 2 {
            return;
        }
        self.twins_in(class, this, found);
        for &(parent, _) in supers.iter().filter(|s| !self.info(s.0).is_interface()) {
            if parent == self.known.object {
                continue;
            }
            for &(name, by) in &self.info(parent).methods {
                if !self.can_override(by) || name == self.known.init {
                    continue;
                }
                for &(interface, _) in supers.iter().filter(|s| self.info(s.0).is_interface()) {
                    if self.is_subclass(parent, interface) {
                        continue;
                    }
                    for &(_, of) in self.info(interface).methods_named(name) {
                        if self.can_be_overridden(of, class)
                            && self.shape(this, of) == self.shape(this, by)
                            && !self.is_replaced(class, this, by)
                        {
                            found.push(Override {
                                by,
                                of,
                                within: class,
                            });
                        }
                    }
                }
            }
        }
    }

    /// Whether the class, or one between it and the owner of the method, has its own instead: then it does not inherit this one.
    fn is_replaced(&self, class: ClassId, this: Ty, method: MethodId) -> bool {
        let data = self.method(method);
        let supers = self.closure(class).supers.iter().map(|s| s.0);
        let nearer = supers.filter(|&s| s != data.owner && self.is_subclass(s, data.owner));
        let mut nearer = std::iter::once(class).chain(nearer);
        nearer.any(|c| {
            let mut own = self.info(c).methods_named(data.name).iter();
            own.any(|&(_, m)| self.shape(this, m) == self.shape(this, method))
        })
    }

    /// Two interfaces may ask for one method without knowing of each other: whoever has both gives one answer.
    fn twins_in(&self, class: ClassId, this: Ty, found: &mut Vec<Override>) {
        let mut first: FxHashMap<(Symbol, Vec<Ty>), MethodId> = FxHashMap::default();
        for &(parent, _) in &self.closure(class).supers {
            if !self.info(parent).is_interface() {
                continue;
            }
            for &(name, method) in &self.info(parent).methods {
                if !self.can_override(method) {
                    continue;
                }
                let one = *first
                    .entry((name, self.shape(this, method)))
                    .or_insert(method);
                let (a, b) = (self.method(one).owner, parent);
                if one != method
                    && !self.is_subclass(a, b)
                    && !self.is_subclass(b, a)
                    && !self.is_replaced(class, this, method)
                {
                    found.push(Override {
                        by: one,
                        of: method,
                        within: class,
                    });
                }
            }
        }
    }

    /// The methods above that a method overrides where it stands, also where neither is of the sources.
    pub fn overridden(&self, by: MethodId) -> Vec<MethodId> {
        let data = self.method(by);
        if !self.can_override(by) {
            return Vec::new();
        }
        let this = self.this_type(data.owner);
        let shape = self.shape(this, by);
        let supers = self.closure(data.owner).supers.iter();
        let named = supers.flat_map(|s| self.info(s.0).methods_named(data.name));
        named
            .map(|m| m.1)
            .filter(|&of| self.can_be_overridden(of, data.owner) && self.shape(this, of) == shape)
            .collect()
    }

    pub(crate) fn can_override(&self, method: MethodId) -> bool {
        let method = self.method(method);
        !method.constructor
            && !method.modifiers.has(Modifiers::STATIC)
            && !method.modifiers.has(Modifiers::PRIVATE)
    }

    pub(crate) fn can_be_overridden(&self, method: MethodId, from: ClassId) -> bool {
        let data = self.method(method);
        let visible = data.modifiers.has(Modifiers::PUBLIC)
            || data.modifiers.has(Modifiers::PROTECTED)
            || self.class(data.owner).package == self.class(from).package;
        self.can_override(method) && visible
    }

    /// The erased parameter types of a method as a member of `this`.
    pub(crate) fn shape(&self, this: Ty, method: MethodId) -> Vec<Ty> {
        let owner = self.method(method).owner;
        let params = self.signature(method).params.iter();
        params
            .map(|&p| self.erase(self.member_of(this, owner, p)))
            .collect()
    }
}
