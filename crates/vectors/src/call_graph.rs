//! Who calls whom. [`CallGraph`] is plain data, a target for each call; [`CallGraph::by_names`] fills it from names, numbers of
//! arguments and declared types alone, which a whole ecosystem without its class path allows.

use crate::type_index::TypeIndex;
use crate::{CodeBase, MethodFlags, MethodId, Receiver};
use rayon::prelude::*;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// Where a call leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// To this method and no other.
    Own(MethodId),
    /// Into the code base, but to no single body: overridden, abstract, native, or overloaded beyond telling.
    Several,
    /// Out of the code base.
    Api,
    Unresolved,
}

/// The target of each call, by the number of its site.
pub struct CallGraph {
    pub targets: Vec<Target>,
    /// Of each method, whether a type below its own has one of the same name and number of parameters.
    pub overridden: Vec<bool>,
}

impl CallGraph {
    pub fn by_names(base: &CodeBase) -> Self {
        let finder = Finder::new(base);
        let by_method: Vec<Vec<Target>> = base
            .methods
            .par_iter()
            .enumerate()
            .map(|(m, _)| finder.targets(MethodId(m as u32)))
            .collect();
        Self {
            targets: by_method.into_iter().flatten().collect(),
            overridden: finder.overridden,
        }
    }

    pub fn target(&self, site: usize) -> Target {
        self.targets[site]
    }

    /// How many calls lead to each method.
    pub fn callers(&self, methods: usize) -> Vec<u32> {
        let mut callers = vec![0; methods];
        for target in &self.targets {
            if let Target::Own(m) = target {
                callers[m.index()] += 1;
            }
        }
        callers
    }
}

struct Finder<'a> {
    base: &'a CodeBase,
    types: TypeIndex<'a>,
    /// Methods of a type with a name, chained through `next`.
    first: FxHashMap<(u32, Symbol), u32>,
    next: Vec<u32>,
    overridden: Vec<bool>,
}

const END: u32 = u32::MAX;

/// What looking for a method in a type came to.
enum Found {
    One(MethodId),
    Several,
    Outside,
    Nothing,
}

impl<'a> Finder<'a> {
    fn new(base: &'a CodeBase) -> Self {
        let mut finder = Self {
            base,
            types: TypeIndex::new(base),
            first: FxHashMap::default(),
            next: vec![END; base.methods.len()],
            overridden: Vec::new(),
        };
        for (i, method) in base.methods.iter().enumerate() {
            let before = finder.first.insert((method.owner, method.name), i as u32);
            finder.next[i] = before.unwrap_or(END);
        }
        finder.overridden = finder.find_overridden();
        finder
    }

    fn find_overridden(&self) -> Vec<bool> {
        let mut overridden = vec![false; self.base.methods.len()];
        for method in &self.base.methods {
            if method.flags.has(MethodFlags::STATIC) || method.flags.has(MethodFlags::CONSTRUCTOR) {
                continue;
            }
            for above in self.types.chain(method.owner).skip(1) {
                for same in self.named(above, method.name, method.params) {
                    overridden[same.index()] = true;
                }
            }
        }
        overridden
    }

    /// The methods of exactly this type that could take so many arguments.
    fn named(&self, ty: u32, name: Symbol, arguments: u8) -> impl Iterator<Item = MethodId> + '_ {
        let first = self.first.get(&(ty, name)).copied().unwrap_or(END);
        std::iter::successors((first != END).then_some(first), |&m| {
            let next = self.next[m as usize];
            (next != END).then_some(next)
        })
        .map(MethodId)
        .filter(move |&m| {
            let method = self.base.method(m);
            let any = method.flags.has(MethodFlags::VARARGS) && arguments + 1 >= method.params;
            (method.params == arguments || any) && !method.flags.has(MethodFlags::CONSTRUCTOR)
        })
    }

    fn targets(&self, method: MethodId) -> Vec<Target> {
        let sites = self.base.sites_of(method);
        let first = sites.start;
        let mut targets = vec![Target::Unresolved; sites.len()];
        // A receiver's call stands after the call that it receives.
        for i in (0..targets.len()).rev() {
            targets[i] = self.target(method, first + i, &targets);
        }
        targets
    }

    fn target(&self, method: MethodId, site: usize, known: &[Target]) -> Target {
        let site = &self.base.sites[site];
        let own = self.base.method(method).owner;
        let look = |ty: u32| self.look(ty, site.name, site.arguments);
        let (found, exact) = match site.receiver {
            Receiver::Implicit => (self.implicit(own, site.name, site.arguments), false),
            Receiver::This => (look(own), false),
            Receiver::Super => match self.types.above(own) {
                crate::type_index::Above::Type(t) => (look(t), true),
                _ => (Found::Outside, false),
            },
            Receiver::Value(name) => match self.types.find(own, name) {
                Some(ty) => (look(ty), false),
                None => (Found::Outside, false),
            },
            Receiver::Field(name) => match self.of_field(own, name) {
                Some(ty) => (look(ty), false),
                None => (Found::Outside, false),
            },
            Receiver::Named(name) => {
                match self
                    .of_field(own, name)
                    .or_else(|| self.types.find(own, name))
                {
                    Some(ty) => (look(ty), false),
                    None => (Found::Outside, false),
                }
            }
            Receiver::Result(inner) => match known.get(inner as usize) {
                Some(&Target::Own(m)) => {
                    let inner = self.base.method(m);
                    match self.types.find(inner.owner, inner.returns) {
                        Some(ty) => (look(ty), false),
                        None => (Found::Outside, false),
                    }
                }
                Some(Target::Api) => (Found::Outside, false),
                _ => return Target::Unresolved,
            },
            Receiver::Unknown => return Target::Unresolved,
        };
        match found {
            Found::Outside => Target::Api,
            Found::Nothing => Target::Unresolved,
            Found::Several => Target::Several,
            Found::One(m) => {
                let flags = self.base.method(m).flags;
                let dispatched = !exact
                    && self.overridden[m.index()]
                    && !flags.has(MethodFlags::PRIVATE)
                    && !flags.has(MethodFlags::STATIC);
                if dispatched || flags.has(MethodFlags::NO_BODY) || flags.has(MethodFlags::VARARGS)
                {
                    Target::Several
                } else {
                    Target::Own(m)
                }
            }
        }
    }

    fn of_field(&self, own: u32, name: Symbol) -> Option<u32> {
        let (holder, ty) = self.types.field(own, name)?;
        self.types.find(holder, ty)
    }

    fn implicit(&self, own: u32, name: Symbol, arguments: u8) -> Found {
        let mut outside = false;
        for ty in self.types.around(own) {
            match self.look(ty, name, arguments) {
                Found::Nothing => {}
                Found::Outside => outside = true,
                found => return found,
            }
        }
        if outside {
            Found::Outside
        } else {
            Found::Nothing
        }
    }

    fn look(&self, ty: u32, name: Symbol, arguments: u8) -> Found {
        for t in self.types.chain(ty) {
            let mut named = self.named(t, name, arguments);
            match (named.next(), named.next()) {
                (Some(one), None) => return Found::One(one),
                (Some(_), Some(_)) => return Found::Several,
                _ => {}
            }
        }
        let facts = &self.base.types[ty as usize];
        if self.types.leaves(ty) || !facts.interfaces.is_empty() || facts.is_interface {
            Found::Outside
        } else {
            Found::Nothing
        }
    }
}
