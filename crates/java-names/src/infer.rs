//! Inference variables and their bounds (JLS 18, as far as it decides members).
//!
//! The arguments of a call are typed with variables left open; the call around them, or the type that is wanted, adds
//! bounds; the outermost call decides. Bounds are kept apart by direction and read in the order equal, lower, upper.

use crate::ids::TypeVarId;
use crate::inference::Variable;
use crate::resolver::Resolver;
use crate::types::{Ty, TyData, Wild};

/// Bounds of a variable beyond this many say nothing new.
const MOST_BOUNDS: usize = 40;
const DEEPEST: usize = 12;

impl Resolver<'_> {
    /// Fresh variables for type parameters.
    pub fn fresh(&mut self, params: &[TypeVarId]) -> Vec<Ty> {
        let types = &self.world.types;
        let start = self.inference.vars.len() as u32;
        let all: Vec<Ty> = (0..params.len() as u32)
            .map(|i| types.intern(TyData::Infer(start + i)))
            .collect();
        for &param in params {
            let declared = self.world.bounds(param).iter();
            let declared = declared.map(|&b| types.subst(b, params, &all)).collect();
            self.inference.vars.push(Variable {
                declared,
                ..Variable::default()
            });
        }
        all
    }

    /// Adds what follows from `a` being passed where `b` is wanted. False when it cannot be.
    pub fn constrain(&mut self, a: Ty, b: Ty) -> bool {
        self.constrain_in(a, b, 0)
    }

    fn constrain_in(&mut self, a: Ty, b: Ty, depth: usize) -> bool {
        let world = self.world;
        if a == b || a.is_unknown() || b.is_unknown() || depth > DEEPEST {
            return true;
        }
        let (has_a, has_b) = (world.types.has_infer(a), world.types.has_infer(b));
        if !has_a && !has_b {
            return world.is_compatible(a, b, true);
        }
        match (world.types.data(a), world.types.data(b)) {
            (TyData::Infer(i), TyData::Infer(j)) => {
                self.add(*i, Side::Upper, b, depth) && self.add(*j, Side::Lower, a, depth)
            }
            (_, TyData::Infer(i)) => {
                if a == Ty::VOID {
                    return false;
                }
                a == Ty::NULL || self.add(*i, Side::Lower, world.boxed(a), depth)
            }
            (TyData::Infer(i), _) => self.add(*i, Side::Upper, world.boxed(b), depth),
            (_, TyData::Wildcard(_, bound)) => self.constrain_in(a, *bound, depth + 1),
            (TyData::Wildcard(Wild::Extends, bound), _) => self.constrain_in(*bound, b, depth + 1),
            (_, TyData::Intersection(all)) => {
                all.iter().all(|&t| self.constrain_in(a, t, depth + 1))
            }
            (TyData::Array(x), TyData::Array(y)) => {
                if x.is_primitive() || y.is_primitive() {
                    x == y
                } else {
                    self.constrain_in(*x, *y, depth + 1)
                }
            }
            (_, TyData::Class(class, wanted)) => {
                let a = if a.is_primitive() { world.boxed(a) } else { a };
                let Some(found) = world.as_super(a, *class) else {
                    return !world.is_complete(a) || a == Ty::NULL;
                };
                let Some((_, args)) = world.types.as_class(found) else {
                    return true;
                };
                if args.len() != wanted.len() {
                    return true;
                }
                let params = world.type_params(*class);
                let mut fits = true;
                for ((&arg, &want), &param) in args.iter().zip(wanted).zip(params) {
                    fits &= self.constrain_argument(arg, want, param, depth + 1);
                }
                fits
            }
            (TyData::Class(..), TyData::Var(_)) => false,
            // No bound of a variable is an array.
            (TyData::Class(..) | TyData::Var(_), TyData::Array(_)) => false,
            (_, TyData::Array(_)) if a.is_primitive() => false,
            _ => true,
        }
    }

    fn constrain_argument(&mut self, a: Ty, wanted: Ty, param: TypeVarId, depth: usize) -> bool {
        let world = self.world;
        match (world.types.data(a), world.types.data(wanted)) {
            (_, TyData::Wildcard(Wild::Any, _)) => true,
            (TyData::Wildcard(Wild::Extends, x), TyData::Wildcard(Wild::Extends, y)) => {
                self.constrain_in(*x, *y, depth)
            }
            (TyData::Wildcard(..), TyData::Wildcard(Wild::Extends, y)) => {
                let bound = world.var_bound(param);
                self.constrain_in(bound, *y, depth)
            }
            (_, TyData::Wildcard(Wild::Extends, y)) => self.constrain_in(a, *y, depth),
            (TyData::Wildcard(Wild::Super, x), TyData::Wildcard(Wild::Super, y)) => {
                self.constrain_in(*y, *x, depth)
            }
            (TyData::Wildcard(..), TyData::Wildcard(Wild::Super, _)) => true,
            (_, TyData::Wildcard(Wild::Super, y)) => self.constrain_in(*y, a, depth),
            (TyData::Wildcard(Wild::Any, _), _) => {
                let bound = world.var_bound(param);
                self.equate(bound, wanted, depth)
            }
            (TyData::Wildcard(_, x), _) => self.equate(*x, wanted, depth),
            _ => self.equate(a, wanted, depth),
        }
    }

    fn equate(&mut self, a: Ty, b: Ty, depth: usize) -> bool {
        let world = self.world;
        if a == b || a.is_unknown() || b.is_unknown() || depth > DEEPEST {
            return true;
        }
        match (world.types.data(a), world.types.data(b)) {
            (TyData::Infer(i), TyData::Infer(j)) => {
                self.add(*i, Side::Equal, b, depth) && self.add(*j, Side::Equal, a, depth)
            }
            (_, TyData::Infer(i)) => self.add(*i, Side::Equal, a, depth),
            (TyData::Infer(i), _) => self.add(*i, Side::Equal, b, depth),
            (TyData::Class(x, xs), TyData::Class(y, ys)) => {
                if x != y {
                    return false;
                }
                if xs.len() != ys.len() {
                    return true;
                }
                let mut fits = true;
                for (&p, &q) in xs.iter().zip(ys) {
                    fits &= self.equate(p, q, depth + 1);
                }
                fits
            }
            (TyData::Array(x), TyData::Array(y)) => self.equate(*x, *y, depth + 1),
            (TyData::Wildcard(_, x), TyData::Wildcard(_, y)) => self.equate(*x, *y, depth + 1),
            _ => world.types.has_infer(a) || world.types.has_infer(b) || !a.is_primitive(),
        }
    }

    /// Adds a bound and what follows from it and the others (JLS 18.3). False when they contradict each other.
    fn add(&mut self, index: u32, side: Side, ty: Ty, depth: usize) -> bool {
        let Some(var) = self.inference.vars.get_mut(index as usize) else {
            return true;
        };
        if var.value.is_some() {
            return true;
        }
        let bounds = match side {
            Side::Equal => &mut var.equal,
            Side::Lower => &mut var.lower,
            Side::Upper => &mut var.upper,
        };
        if bounds.len() >= MOST_BOUNDS || bounds.contains(&ty) {
            return true;
        }
        bounds.push(ty);
        let var = var.clone();
        let mut fits = true;
        if !matches!(side, Side::Upper) {
            for &upper in var.upper.iter().chain(&var.declared) {
                fits &= self.constrain_in(ty, upper, depth + 1);
            }
        }
        match side {
            Side::Upper => {
                for &lower in var.lower.iter().chain(&var.equal) {
                    fits &= self.constrain_in(lower, ty, depth + 1);
                }
            }
            Side::Lower => {
                for &equal in &var.equal {
                    fits &= self.constrain_in(ty, equal, depth + 1);
                }
            }
            Side::Equal => {
                for &equal in var.equal.iter().filter(|&&e| e != ty) {
                    fits &= self.equate(equal, ty, depth + 1);
                }
                for &lower in &var.lower {
                    fits &= self.constrain_in(lower, ty, depth + 1);
                }
            }
        }
        fits
    }

    /// Whether something other than its declaration says what the variable is.
    fn is_bounded(&self, var: u32, depth: usize) -> bool {
        let Some(var) = self.inference.vars.get(var as usize) else {
            return true;
        };
        let settled = |&t: &Ty| match self.world.types.data(t) {
            TyData::Infer(i) => depth < DEEPEST && self.is_bounded(*i, depth + 1),
            _ => true,
        };
        var.value.is_some() || var.equal.iter().chain(&var.lower).any(settled)
    }

    /// Whether the variables from `first` on keep to the bounds that their parameters declare.
    pub fn within_bounds(&self, first: usize) -> bool {
        let world = self.world;
        self.inference.vars[first..].iter().all(|var| {
            var.declared.iter().all(|&bound| {
                let bound = match world.types.data(bound) {
                    TyData::Class(..) => world.erase(bound),
                    _ => return true,
                };
                var.equal
                    .iter()
                    .chain(&var.lower)
                    .all(|&t| world.types.has_infer(t) || world.is_subtype(world.erase(t), bound))
            })
        })
    }

    /// Whether every variable in the type has a bound that says what it is.
    pub fn is_settled(&self, ty: Ty) -> bool {
        if !self.world.types.has_infer(ty) {
            return true;
        }
        let mut settled = true;
        self.world.types.map_infer(ty, &mut |i| {
            settled &= self.is_bounded(i, 0);
            Ty::UNKNOWN
        });
        settled
    }

    /// Decides every variable in the type.
    pub fn decide(&mut self, ty: Ty) -> Ty {
        if !self.world.types.has_infer(ty) {
            return ty;
        }
        let mut open = Vec::new();
        self.world.types.map_infer(ty, &mut |i| {
            open.push(i);
            Ty::UNKNOWN
        });
        let decided: Vec<(u32, Ty)> = open.into_iter().map(|i| (i, self.decide_var(i))).collect();
        self.world.types.map_infer(ty, &mut |i| {
            decided
                .iter()
                .find(|d| d.0 == i)
                .map_or(Ty::UNKNOWN, |d| d.1)
        })
    }

    fn decide_var(&mut self, index: u32) -> Ty {
        let Some(var) = self.inference.vars.get_mut(index as usize) else {
            return Ty::UNKNOWN;
        };
        if let Some(value) = var.value {
            return value;
        }
        if var.deciding {
            return Ty::UNKNOWN;
        }
        var.deciding = true;
        let value = self.value_of(index);
        let var = &mut self.inference.vars[index as usize];
        var.deciding = false;
        // Decided while one of its own bounds was: that answer is only part of it.
        if !value.is_unknown() {
            var.value = Some(value);
        }
        value
    }

    fn value_of(&mut self, index: u32) -> Ty {
        let world = self.world;
        let var = self.inference.vars[index as usize].clone();
        for &ty in &var.equal {
            let ty = self.decide(ty);
            if !ty.is_unknown() {
                return ty;
            }
        }
        let lower: Vec<Ty> = var.lower.iter().map(|&t| self.decide(t)).collect();
        let lower: Vec<Ty> = lower.into_iter().filter(|t| !t.is_unknown()).collect();
        if !lower.is_empty() {
            return world.lub(&lower);
        }
        let upper: Vec<Ty> = var.upper.iter().map(|&t| self.decide(t)).collect();
        let upper: Vec<Ty> = upper.into_iter().filter(|t| !t.is_unknown()).collect();
        if !var.equal.is_empty() && upper.is_empty() {
            return Ty::UNKNOWN;
        }
        let declared: Vec<Ty> = var
            .declared
            .iter()
            .map(|&t| self.decide_declared(t))
            .collect();
        let mut all: Vec<Ty> = Vec::new();
        for ty in upper.into_iter().chain(declared) {
            if all.iter().any(|&a| world.is_subtype(a, ty)) {
                continue;
            }
            all.retain(|&a| !world.is_subtype(ty, a));
            all.push(ty);
        }
        if all.is_empty() {
            return world.object();
        }
        world.types.intersection(all)
    }

    /// A declared bound; `T extends Comparable<T>` keeps a wildcard for itself.
    fn decide_declared(&mut self, ty: Ty) -> Ty {
        let ty = self.decide(ty);
        let any = self.world.types.wildcard(Wild::Any, Ty::UNKNOWN);
        match self.world.types.data(ty) {
            TyData::Class(class, args) if args.iter().any(|a| a.is_unknown()) => {
                let args: Vec<Ty> = args
                    .iter()
                    .map(|&a| if a.is_unknown() { any } else { a })
                    .collect();
                self.world.types.class(*class, &args)
            }
            _ => ty,
        }
    }
}

#[derive(Clone, Copy)]
enum Side {
    Equal,
    Lower,
    Upper,
}
