//! Types as small numbers: equal types have equal numbers, so comparing and copying them is free.

use crate::ids::{ClassId, TypeVarId};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ty(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyData {
    /// Not known; compatible with everything.
    Unknown,
    Void,
    Null,
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// Arguments for the class's own type parameters after those of the classes around it; none when raw.
    Class(ClassId, Box<[Ty]>),
    Array(Ty),
    Var(TypeVarId),
    /// A variable that inference is still to decide; never leaves the expression it belongs to.
    Infer(u32),
    Wildcard(Wild, Ty),
    Intersection(Box<[Ty]>),
}

/// The kinds of wildcards; the bound of [`Wild::Any`] is [`Ty::UNKNOWN`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wild {
    Any,
    Extends,
    Super,
}

impl Ty {
    pub const UNKNOWN: Self = Self(0);
    pub const VOID: Self = Self(1);
    pub const NULL: Self = Self(2);
    pub const BOOLEAN: Self = Self(3);
    pub const BYTE: Self = Self(4);
    pub const SHORT: Self = Self(5);
    pub const CHAR: Self = Self(6);
    pub const INT: Self = Self(7);
    pub const LONG: Self = Self(8);
    pub const FLOAT: Self = Self(9);
    pub const DOUBLE: Self = Self(10);

    const FIRST: [(Self, TyData); 11] = [
        (Self::UNKNOWN, TyData::Unknown),
        (Self::VOID, TyData::Void),
        (Self::NULL, TyData::Null),
        (Self::BOOLEAN, TyData::Boolean),
        (Self::BYTE, TyData::Byte),
        (Self::SHORT, TyData::Short),
        (Self::CHAR, TyData::Char),
        (Self::INT, TyData::Int),
        (Self::LONG, TyData::Long),
        (Self::FLOAT, TyData::Float),
        (Self::DOUBLE, TyData::Double),
    ];

    pub const fn is_primitive(self) -> bool {
        self.0 >= Self::BOOLEAN.0 && self.0 <= Self::DOUBLE.0
    }

    pub const fn is_numeric(self) -> bool {
        self.0 >= Self::BYTE.0 && self.0 <= Self::DOUBLE.0
    }

    pub const fn is_unknown(self) -> bool {
        self.0 == 0
    }

    /// Whether a value of this primitive type may widen to `to` (JLS 5.1.2).
    pub fn widens_to(self, to: Self) -> bool {
        self == to
            || match self {
                Self::BYTE => to.0 > Self::BYTE.0 && to.is_numeric() && to != Self::CHAR,
                Self::SHORT => to.0 > Self::CHAR.0 && to.is_numeric(),
                Self::CHAR | Self::INT | Self::LONG | Self::FLOAT => {
                    to.0 > self.0 && to.is_numeric()
                }
                _ => false,
            }
    }

    /// The primitive type a keyword names.
    pub fn of_word(word: &str) -> Self {
        match word {
            "void" => Self::VOID,
            "boolean" => Self::BOOLEAN,
            "byte" => Self::BYTE,
            "short" => Self::SHORT,
            "char" => Self::CHAR,
            "int" => Self::INT,
            "long" => Self::LONG,
            "float" => Self::FLOAT,
            "double" => Self::DOUBLE,
            _ => Self::UNKNOWN,
        }
    }
}

const HAS_VAR: u8 = 1;
const HAS_INFER: u8 = 2;
const SHARDS: usize = 16;
/// Inference could build ever deeper types from recursive methods; beyond this depth a type is not known.
const DEEPEST: u8 = 24;

struct Entry {
    data: TyData,
    flags: u8,
    depth: u8,
}

/// All types of a program, interned by any number of threads.
pub struct Types {
    entries: boxcar::Vec<Entry>,
    shards: [Mutex<HashTable<u32>>; SHARDS],
}

impl Default for Types {
    fn default() -> Self {
        let types = Self {
            entries: boxcar::Vec::new(),
            shards: Default::default(),
        };
        for (ty, data) in Ty::FIRST {
            let made = types.intern(data);
            debug_assert_eq!(ty, made);
        }
        types
    }
}

impl Types {
    pub fn data(&self, ty: Ty) -> &TyData {
        &self.entries[ty.0 as usize].data
    }

    fn flags(&self, ty: Ty) -> u8 {
        self.entries[ty.0 as usize].flags
    }

    pub fn has_infer(&self, ty: Ty) -> bool {
        self.flags(ty) & HAS_INFER != 0
    }

    pub fn has_var(&self, ty: Ty) -> bool {
        self.flags(ty) & HAS_VAR != 0
    }

    pub fn intern(&self, data: TyData) -> Ty {
        let (mut flags, mut depth) = (0, 0);
        let mut below = |ty: Ty| {
            let entry = &self.entries[ty.0 as usize];
            flags |= entry.flags;
            depth = depth.max(entry.depth + 1);
        };
        match &data {
            TyData::Class(_, args) | TyData::Intersection(args) => {
                args.iter().for_each(|&a| below(a));
            }
            TyData::Array(t) | TyData::Wildcard(_, t) => below(*t),
            TyData::Var(_) => flags = HAS_VAR,
            TyData::Infer(_) => flags = HAS_INFER,
            _ => {}
        }
        if depth > DEEPEST {
            return Ty::UNKNOWN;
        }
        let hash = FxBuildHasher.hash_one(&data);
        let mut shard = self.shards[(hash >> 40) as usize % SHARDS]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(&i) = shard.find(hash, |&i| self.entries[i as usize].data == data) {
            return Ty(i);
        }
        let i = self.entries.push(Entry { data, flags, depth }) as u32;
        shard.insert_unique(hash, i, |&i| {
            FxBuildHasher.hash_one(&self.entries[i as usize].data)
        });
        Ty(i)
    }

    pub fn class(&self, class: ClassId, args: &[Ty]) -> Ty {
        self.intern(TyData::Class(class, args.into()))
    }

    pub fn array(&self, element: Ty) -> Ty {
        if element.is_unknown() {
            // An array of what is not known still is an array: its length and elements are found.
            return self.intern(TyData::Array(Ty::UNKNOWN));
        }
        self.intern(TyData::Array(element))
    }

    pub fn var(&self, var: TypeVarId) -> Ty {
        self.intern(TyData::Var(var))
    }

    pub fn wildcard(&self, kind: Wild, bound: Ty) -> Ty {
        self.intern(TyData::Wildcard(kind, bound))
    }

    /// Several types at once; one alone is itself.
    pub fn intersection(&self, mut all: Vec<Ty>) -> Ty {
        let mut seen = Vec::new();
        all.retain(|t| {
            !seen.contains(t) && {
                seen.push(*t);
                true
            }
        });
        match all[..] {
            [] => Ty::UNKNOWN,
            [one] => one,
            _ => self.intern(TyData::Intersection(all.into())),
        }
    }

    /// `ty` with every leaf that `leaf` answers for replaced.
    pub fn map(&self, ty: Ty, flags: u8, leaf: &mut dyn FnMut(Ty, &TyData) -> Option<Ty>) -> Ty {
        if self.flags(ty) & flags == 0 {
            return ty;
        }
        let data = self.data(ty);
        if let Some(done) = leaf(ty, data) {
            return done;
        }
        match data {
            TyData::Class(class, args) => {
                let args = args.iter().map(|&a| self.map(a, flags, leaf)).collect();
                self.intern(TyData::Class(*class, args))
            }
            TyData::Array(t) => {
                let t = self.map(*t, flags, leaf);
                match self.data(t) {
                    TyData::Wildcard(..) => self.array(self.upper(t)),
                    _ => self.array(t),
                }
            }
            TyData::Wildcard(kind, bound) => {
                let bound = self.map(*bound, flags, leaf);
                self.wildcard_of(*kind, bound)
            }
            TyData::Intersection(all) => {
                self.intersection(all.iter().map(|&t| self.map(t, flags, leaf)).collect())
            }
            _ => ty,
        }
    }

    /// A wildcard whose bound may itself have become a wildcard.
    fn wildcard_of(&self, kind: Wild, bound: Ty) -> Ty {
        match (kind, self.data(bound)) {
            (Wild::Extends, TyData::Wildcard(Wild::Extends, inner)) => {
                self.wildcard(Wild::Extends, *inner)
            }
            // What takes all that such a value can be takes the bound.
            (Wild::Super, TyData::Wildcard(Wild::Super | Wild::Extends, inner)) => {
                self.wildcard(Wild::Super, *inner)
            }
            (_, TyData::Wildcard(..)) => self.wildcard(Wild::Any, Ty::UNKNOWN),
            _ => self.wildcard(kind, bound),
        }
    }

    /// What a wildcard lets one read; other types are themselves. `?` reads as not known: the caller asks the bound
    /// of the parameter.
    pub fn upper(&self, ty: Ty) -> Ty {
        match self.data(ty) {
            TyData::Wildcard(Wild::Extends, bound) => *bound,
            TyData::Wildcard(..) => Ty::UNKNOWN,
            _ => ty,
        }
    }

    /// `ty` with `vars` replaced by `args`, one by one.
    pub fn subst(&self, ty: Ty, vars: &[TypeVarId], args: &[Ty]) -> Ty {
        if vars.is_empty() {
            return ty;
        }
        self.map(ty, HAS_VAR, &mut |_, data| match data {
            TyData::Var(v) => {
                let i = vars.iter().position(|x| x == v)?;
                args.get(i).copied()
            }
            _ => None,
        })
    }

    /// `ty` with inference variables replaced.
    pub fn map_infer(&self, ty: Ty, f: &mut dyn FnMut(u32) -> Ty) -> Ty {
        self.map(ty, HAS_INFER, &mut |_, data| match data {
            TyData::Infer(i) => Some(f(*i)),
            _ => None,
        })
    }

    pub fn as_class(&self, ty: Ty) -> Option<(ClassId, &[Ty])> {
        match self.data(ty) {
            TyData::Class(class, args) => Some((*class, args)),
            _ => None,
        }
    }
}
