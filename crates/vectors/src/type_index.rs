//! Which type a simple name means in a file, and what stands above a type.

use crate::CodeBase;
use rayon::prelude::*;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// A hierarchy deeper than this is a cycle in broken code.
pub(crate) const DEEPEST_HIERARCHY: usize = 64;

/// What is above a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Above {
    Nothing,
    Type(u32),
    /// A type outside of the code base.
    Outside,
}

pub(crate) struct TypeIndex<'a> {
    base: &'a CodeBase,
    /// By qualified name, in order.
    by_name: FxHashMap<Symbol, Vec<u32>>,
    members: FxHashMap<(u32, Symbol), u32>,
    above: Vec<Above>,
}

impl<'a> TypeIndex<'a> {
    pub(crate) fn new(base: &'a CodeBase) -> Self {
        let mut index = Self {
            base,
            by_name: FxHashMap::default(),
            members: FxHashMap::default(),
            above: Vec::new(),
        };
        for (i, ty) in base.types.iter().enumerate() {
            if ty.name.is_empty() {
                continue;
            }
            index
                .by_name
                .entry(ty.qualified)
                .or_default()
                .push(i as u32);
            if let Some(outer) = ty.outer {
                index.members.entry((outer, ty.name)).or_insert(i as u32);
            }
        }
        index.above = (0..base.types.len() as u32)
            .into_par_iter()
            .map(|t| index.find_above(t))
            .collect();
        index
    }

    fn find_above(&self, ty: u32) -> Above {
        match self.base.types[ty as usize].superclass {
            None => Above::Nothing,
            Some(name) => match self.find(ty, name) {
                Some(t) if t != ty => Above::Type(t),
                _ => Above::Outside,
            },
        }
    }

    pub(crate) fn above(&self, ty: u32) -> Above {
        self.above[ty as usize]
    }

    /// The type and all classes above it that are known; the second tells whether the chain leaves the code base.
    pub(crate) fn chain(&self, ty: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(ty), |&t| match self.above(t) {
            Above::Type(t) => Some(t),
            _ => None,
        })
        .take(DEEPEST_HIERARCHY)
    }

    pub(crate) fn leaves(&self, ty: u32) -> bool {
        self.chain(ty)
            .last()
            .is_some_and(|t| self.above(t) == Above::Outside)
    }

    /// The type and those around it, from the inside out.
    pub(crate) fn around(&self, ty: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(ty), |&t| self.base.types[t as usize].outer)
            .take(DEEPEST_HIERARCHY)
    }

    /// What a simple name means inside a type; none when it leads out of the code base.
    pub(crate) fn find(&self, within: u32, name: Symbol) -> Option<u32> {
        if name.is_empty() {
            return None;
        }
        for t in self.around(within) {
            if self.base.types[t as usize].name == name {
                return Some(t);
            }
            if let Some(&member) = self.members.get(&(t, name)) {
                return Some(member);
            }
        }
        let file = &self.base.files[self.base.types[within as usize].file as usize];
        let names = &self.base.names;
        let simple = names.text(name);
        for import in file.imports.iter().filter(|i| !i.on_demand && !i.is_static) {
            let text = names.text(import.name);
            if text.rsplit('.').next() == Some(simple) {
                return self.qualified(import.name, within);
            }
        }
        if let Some(found) = self.in_package(names.text(file.package), simple, within) {
            return Some(found);
        }
        file.imports
            .iter()
            .filter(|i| i.on_demand && !i.is_static)
            .find_map(|i| self.in_package(names.text(i.name), simple, within))
    }

    fn in_package(&self, package: &str, simple: &str, within: u32) -> Option<u32> {
        let qualified = if package.is_empty() {
            self.base.names.get(simple)?
        } else {
            self.base.names.get(&format!("{package}.{simple}"))?
        };
        self.qualified(qualified, within)
    }

    /// Of several types with one name, the one of the same project; none when that does not decide.
    fn qualified(&self, name: Symbol, within: u32) -> Option<u32> {
        let all = self.by_name.get(&name)?;
        let project = |t: u32| self.base.files[self.base.types[t as usize].file as usize].project;
        match all[..] {
            [only] => Some(only),
            _ => all.iter().copied().find(|&t| project(t) == project(within)),
        }
    }

    /// The field of this name in the type, above it or around it: the type in which it stands, and its type's name.
    pub(crate) fn field(&self, ty: u32, name: Symbol) -> Option<(u32, Symbol)> {
        for around in self.around(ty) {
            for t in self.chain(around) {
                let fields = &self.base.types[t as usize].fields;
                if let Some(&(_, of)) = fields.iter().find(|(n, _)| *n == name) {
                    return Some((t, of));
                }
            }
        }
        None
    }
}
