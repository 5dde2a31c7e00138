//! Which type may stand for which.
//!
//! What is not known is compatible with everything, so that an unknown never makes an answer wrong, only open.

use crate::ids::ClassId;
use crate::types::{Ty, TyData, Wild};
use crate::world::World;

/// Arguments in arguments that are compared; beyond, types count as equal.
const DEEPEST: usize = 8;

impl World {
    pub fn is_subtype(&self, a: Ty, b: Ty) -> bool {
        self.subtype(a, b, 0)
    }

    fn subtype(&self, a: Ty, b: Ty, depth: usize) -> bool {
        if a == b || a.is_unknown() || b.is_unknown() || depth > DEEPEST {
            return true;
        }
        if a.is_primitive() || b.is_primitive() || a == Ty::VOID || b == Ty::VOID {
            return a.is_primitive() && b.is_primitive() && a.widens_to(b);
        }
        if a == Ty::NULL {
            return true;
        }
        match (self.types.data(a), self.types.data(b)) {
            (TyData::Infer(_), _) | (_, TyData::Infer(_)) => true,
            (TyData::Intersection(all), _) => all.iter().any(|&t| self.subtype(t, b, depth)),
            (_, TyData::Intersection(all)) => all.iter().all(|&t| self.subtype(a, t, depth)),
            (TyData::Wildcard(Wild::Extends, t), _) => self.subtype(*t, b, depth + 1),
            (_, TyData::Wildcard(_, t)) => self.subtype(a, *t, depth + 1),
            (TyData::Array(x), TyData::Array(y)) => {
                if x.is_primitive() || y.is_primitive() {
                    x == y || x.is_unknown() || y.is_unknown()
                } else {
                    self.subtype(*x, *y, depth + 1)
                }
            }
            (_, TyData::Class(class, args)) => match self.as_super(a, *class) {
                Some(found) => self.arguments_fit(found, args, depth),
                None => !self.is_complete(a) && !self.has_no_subclass(*class),
            },
            (TyData::Var(v), _) => self
                .bounds(*v)
                .iter()
                .any(|&t| self.subtype(t, b, depth + 1)),
            _ => false,
        }
    }

    /// Whether all supertypes of the type are known.
    pub(crate) fn is_complete(&self, ty: Ty) -> bool {
        match self.types.data(ty) {
            TyData::Class(class, _) => self.closure(*class).complete,
            TyData::Var(v) => self.bounds(*v).iter().all(|&b| self.is_complete(b)),
            TyData::Intersection(all) => all.iter().all(|&t| self.is_complete(t)),
            TyData::Unknown => false,
            _ => true,
        }
    }

    fn arguments_fit(&self, found: Ty, wanted: &[Ty], depth: usize) -> bool {
        match self.types.data(found) {
            TyData::Class(_, args) if args.len() == wanted.len() => args
                .iter()
                .zip(wanted)
                .all(|(&a, &w)| self.argument_fits(a, w, depth + 1)),
            _ => true,
        }
    }

    fn argument_fits(&self, a: Ty, wanted: Ty, depth: usize) -> bool {
        match (self.types.data(a), self.types.data(wanted)) {
            (_, TyData::Wildcard(Wild::Any, _)) => true,
            (TyData::Wildcard(Wild::Super, x), TyData::Wildcard(Wild::Super, y)) => {
                self.subtype(*y, *x, depth)
            }
            (_, TyData::Wildcard(Wild::Super, y)) => self.subtype(*y, self.types.upper(a), depth),
            (_, TyData::Wildcard(Wild::Extends, y)) => self.subtype(self.types.upper(a), *y, depth),
            // A captured wildcard: its bound tells whether it can be meant.
            (TyData::Wildcard(..), _) => self.subtype(self.types.upper(a), wanted, depth),
            (TyData::Class(x, xs), TyData::Class(y, ys)) => {
                x == y
                    && (xs.len() != ys.len()
                        || xs
                            .iter()
                            .zip(ys)
                            .all(|(&p, &q)| self.argument_fits(p, q, depth + 1)))
            }
            (TyData::Array(x), TyData::Array(y)) => self.argument_fits(*x, *y, depth + 1),
            _ => {
                a == wanted
                    || a.is_unknown()
                    || wanted.is_unknown()
                    || depth > DEEPEST
                    || self.types.has_infer(a)
                    || self.types.has_infer(wanted)
            }
        }
    }

    /// Whether a value of type `a` may be passed where `b` is wanted; `loose` allows boxing.
    pub fn is_compatible(&self, a: Ty, b: Ty, loose: bool) -> bool {
        if a.is_unknown() || b.is_unknown() {
            return true;
        }
        match (a.is_primitive(), b.is_primitive()) {
            (true, true) | (false, false) => self.is_subtype(a, b),
            (true, false) => loose && self.is_subtype(self.boxed(a), b),
            (false, true) => loose && self.unboxes_to(a, b),
        }
    }

    fn unboxes_to(&self, a: Ty, b: Ty) -> bool {
        let inner = match self.types.data(a) {
            TyData::Var(v) => self.bounds(*v).first().map_or(a, |&t| self.unboxed(t)),
            TyData::Intersection(all) => all
                .iter()
                .map(|&t| self.unboxed(t))
                .find(|t| t.is_primitive())
                .unwrap_or(a),
            TyData::Infer(_) => return true,
            _ => self.unboxed(a),
        };
        inner.is_primitive() && inner.widens_to(b)
    }

    /// The least type that all of them are (JLS 4.10.4), as far as members need it.
    pub fn lub(&self, all: &[Ty]) -> Ty {
        self.lub_in(all, 0)
    }

    fn lub_in(&self, all: &[Ty], depth: usize) -> Ty {
        let mut types: Vec<Ty> = Vec::new();
        for &ty in all {
            if ty.is_unknown() {
                return Ty::UNKNOWN;
            }
            let ty = self.boxed(ty);
            if ty != Ty::NULL && !types.contains(&ty) {
                types.push(ty);
            }
        }
        match types[..] {
            [] => {
                return if all.is_empty() {
                    Ty::UNKNOWN
                } else {
                    Ty::NULL
                };
            }
            [one] => return one,
            _ => {}
        }
        if let Some(&top) = types
            .iter()
            .find(|&&t| types.iter().all(|&o| self.is_subtype(o, t)))
        {
            return top;
        }
        if types
            .iter()
            .all(|&t| matches!(self.types.data(t), TyData::Array(_)))
        {
            let inner: Vec<Ty> = types
                .iter()
                .map(|&t| match self.types.data(t) {
                    TyData::Array(e) => *e,
                    _ => t,
                })
                .collect();
            if inner.iter().all(|t| !t.is_primitive()) {
                return self.types.array(self.lub_in(&inner, depth + 1));
            }
            return self.object();
        }
        let common = self.least_common(&types);
        let found = common
            .into_iter()
            .map(|class| self.common_instance(&types, class, depth))
            .collect();
        let found = self.types.intersection(found);
        if found.is_unknown() && types.iter().all(|&t| self.is_complete(t)) {
            return self.object();
        }
        found
    }

    /// The classes that all the types extend and that no other such class extends.
    fn least_common(&self, types: &[Ty]) -> Vec<ClassId> {
        let supers = |ty: Ty| -> Vec<ClassId> {
            let mut found = Vec::new();
            let mut open = vec![ty];
            while let Some(ty) = open.pop() {
                match self.types.data(ty) {
                    TyData::Class(class, _) => {
                        found.push(*class);
                        found.extend(self.closure(*class).supers.iter().map(|s| s.0));
                    }
                    TyData::Intersection(all) => open.extend(all.iter().copied()),
                    TyData::Var(v) if found.len() < 1000 => {
                        open.extend(self.bounds(*v).iter().copied());
                    }
                    _ => {}
                }
            }
            found
        };
        let mut common = supers(types[0]);
        for &ty in &types[1..] {
            let other = supers(ty);
            common.retain(|c| other.contains(c));
        }
        let all = common.clone();
        common.retain(|&c| !all.iter().any(|&o| o != c && self.is_subclass(o, c)));
        let mut seen = Vec::new();
        common.retain(|c| {
            !seen.contains(c) && {
                seen.push(*c);
                true
            }
        });
        // A class before interfaces, as erasure and members want it.
        common.sort_by_key(|&c| self.info(c).is_interface());
        common
    }

    fn common_instance(&self, types: &[Ty], class: ClassId, depth: usize) -> Ty {
        let params = self.type_params(class);
        let views: Vec<&[Ty]> = types
            .iter()
            .filter_map(|&t| self.as_super(t, class))
            .filter_map(|t| self.types.as_class(t))
            .map(|c| c.1)
            .collect();
        if params.is_empty() || views.iter().any(|v| v.len() != params.len()) {
            return self.raw(class);
        }
        let args: Vec<Ty> = (0..params.len())
            .map(|i| {
                let first = views[0][i];
                if views.iter().all(|v| v[i] == first) {
                    return first;
                }
                let uppers: Vec<Ty> = views.iter().map(|v| self.types.upper(v[i])).collect();
                if depth > 1 || uppers.iter().any(|u| u.is_unknown()) {
                    return self.types.wildcard(Wild::Any, Ty::UNKNOWN);
                }
                let bound = self.lub_in(&uppers, depth + 1);
                self.types.wildcard(Wild::Extends, bound)
            })
            .collect();
        self.types.class(class, &args)
    }
}
