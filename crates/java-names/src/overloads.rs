//! Which of several methods a call means (JLS 15.12.2).

use crate::calls::{Arg, Callee};
use crate::ids::{ClassId, MethodId};
use crate::resolver::Resolver;
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::Modifiers;
use reweave_text::Symbol;
use std::rc::Rc;

/// A method and how its last parameter takes its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub method: MethodId,
    /// The last parameter takes any number of arguments, one by one.
    pub spread: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Strict,
    Loose,
    Spread,
}

impl Resolver<'_> {
    /// The methods of that name that a class has, without those that others of them override. Kept for the next call.
    pub(crate) fn methods_named(&mut self, class: ClassId, name: Symbol) -> Rc<[MethodId]> {
        if let Some(found) = self.found_methods.get(&(class, name)) {
            return Rc::clone(found);
        }
        let mut all = Vec::new();
        self.world.find_methods(class, name, &mut all);
        // What a class does not inherit is no candidate (JLS 15.12.2.1), unless there is nothing else to speak of in an error.
        if all.iter().any(|&m| self.world.inherits_method(class, m)) {
            all.retain(|&m| self.world.inherits_method(class, m));
        }
        if all.len() > 1 {
            let ty = self.world.this_type(class);
            self.drop_overridden(&mut all, ty);
        }
        let all: Rc<[MethodId]> = all.into();
        self.found_methods.insert((class, name), Rc::clone(&all));
        all
    }

    /// Leaves out methods that another of the list overrides, hides or implements, seen through `ty`.
    pub(crate) fn drop_overridden(&self, all: &mut Vec<MethodId>, ty: Ty) {
        let world = self.world;
        let shapes: Vec<Vec<Ty>> = all
            .iter()
            .map(|&m| {
                let owner = world.method(m).owner;
                let params = world.signature(m).params.iter();
                params
                    .map(|&p| world.erase(world.member_of(ty, owner, p)))
                    .collect()
            })
            .collect();
        let own = world.class_of_type(ty);
        let mut dropped = vec![false; all.len()];
        for i in 0..all.len() {
            for j in i + 1..all.len() {
                if dropped[i] || dropped[j] || shapes[i] != shapes[j] {
                    continue;
                }
                // Two types that are both unknown need not be one.
                let is_known = !shapes[i].iter().any(|t| t.is_unknown());
                if !is_known && world.method(all[i]).owner == world.method(all[j]).owner {
                    continue;
                }
                let (a, b) = (world.method(all[i]), world.method(all[j]));
                let hidden = b.modifiers.has(Modifiers::PRIVATE) && a.owner != b.owner;
                let open = (world.is_abstract(all[i]), world.is_abstract(all[j]));
                // An interface that repeats a method of `Object` speaks for itself, not for those that inherit it.
                let repeated = b.owner == world.known.object
                    && open.0
                    && world.info(a.owner).is_interface()
                    && Some(a.owner) != own;
                if repeated {
                    dropped[i] = true;
                    continue;
                }
                if hidden || world.is_subclass(a.owner, b.owner) {
                    dropped[j] = true;
                } else if world.is_subclass(b.owner, a.owner) {
                    dropped[i] = true;
                } else if open.0 != open.1 {
                    dropped[if open.0 { i } else { j }] = true;
                } else if !open.0
                    && world.info(a.owner).is_interface() != world.info(b.owner).is_interface()
                {
                    // A class's method is preferred to an interface's default.
                    dropped[if world.info(a.owner).is_interface() {
                        i
                    } else {
                        j
                    }] = true;
                }
            }
        }
        for i in 0..all.len() {
            let is_known = !shapes[i].iter().any(|t| t.is_unknown());
            let same: Vec<usize> = (i..all.len())
                .filter(|&j| is_known && !dropped[j] && shapes[j] == shapes[i])
                .collect();
            if same.len() > 1 && !dropped[i] {
                let speaker = self.speaker(&same, all, ty);
                for j in same.into_iter().filter(|&j| j != speaker) {
                    dropped[j] = true;
                }
            }
        }
        let mut keep = dropped.into_iter().map(|d| !d);
        all.retain(|_| keep.next().unwrap_or(true));
    }

    /// Unrelated types ask for the same method: one with the narrowest result speaks for all (JLS 15.12.2.5). Which one
    /// is left open there; we take the one that javac takes: the nearest where a class is among them, and among interfaces the
    /// second, the deeper ones first.
    fn speaker(&self, same: &[usize], all: &[MethodId], ty: Ty) -> usize {
        let world = self.world;
        let owner = |i: usize| world.method(all[i]).owner;
        let mut order = same.to_vec();
        if order.iter().all(|&i| world.info(owner(i)).is_interface()) {
            order.sort_by_key(|&i| std::cmp::Reverse(world.rank(owner(i))));
            order.swap(0, 1);
        }
        let result = |i: usize| {
            let ret = world.signature(all[i]).ret.unwrap_or(Ty::UNKNOWN);
            world.erase(world.member_of(ty, world.method(all[i]).owner, ret))
        };
        let narrowest = order.iter().copied().find(|&i| {
            let mine = result(i);
            order.iter().all(|&j| world.is_subtype(mine, result(j)))
        });
        narrowest.unwrap_or(order[0])
    }

    pub(crate) fn select(&mut self, callee: &Callee, args: &[Arg]) -> Option<Chosen> {
        let world = self.world;
        let from = self.from();
        let fits_count: Vec<MethodId> = callee
            .candidates
            .iter()
            .copied()
            .filter(|&m| self.takes(m, args.len()))
            .collect();
        let mut usable: Vec<MethodId> = fits_count
            .iter()
            .copied()
            .filter(|&m| {
                let method = world.method(m);
                world.accessible(method.modifiers, method.owner, from)
            })
            .collect();
        if usable.is_empty() {
            usable = fits_count;
        }
        if let [one] = usable[..] {
            return Some(self.only(one, callee, args));
        }
        if usable.len() > 1 && args.iter().any(|a| matches!(a, Arg::Function(_))) {
            let fitting: Vec<MethodId> = usable
                .iter()
                .copied()
                .filter(|&m| self.functions_fit(m, callee, args))
                .collect();
            if let [one] = fitting[..] {
                return Some(self.only(one, callee, args));
            }
            if !fitting.is_empty() {
                usable = fitting;
            }
        }
        let applicable = self.applicable(&usable, callee, args);
        let found = match applicable[..] {
            [] => return self.nearly_applicable(&usable, callee, args),
            [one] => Some(one),
            _ => self.most_specific(&applicable, callee, args),
        };
        found.filter(|&one| self.is_decided(one, &usable, callee, args))
    }

    /// Those that are applicable in the first phase in which any is (JLS 15.12.2.2 to 15.12.2.4).
    pub(crate) fn applicable(
        &mut self,
        usable: &[MethodId],
        callee: &Callee,
        args: &[Arg],
    ) -> Vec<Chosen> {
        for phase in [Phase::Strict, Phase::Loose, Phase::Spread] {
            let applicable: Vec<Chosen> = usable
                .iter()
                .map(|&method| Chosen {
                    method,
                    spread: phase == Phase::Spread,
                })
                .filter(|&c| self.is_applicable(c, callee, args, phase))
                .collect();
            if !applicable.is_empty() {
                return applicable;
            }
        }
        Vec::new()
    }

    /// Arguments in arguments are compared more strictly than captured wildcards allow; without them one method alone
    /// may be left.
    fn nearly_applicable(
        &self,
        usable: &[MethodId],
        callee: &Callee,
        args: &[Arg],
    ) -> Option<Chosen> {
        let world = self.world;
        let mut fitting = usable
            .iter()
            .map(|&method| Chosen {
                method,
                spread: world.signature(method).params.len() != args.len(),
            })
            .filter(|&c| {
                (0..args.len()).all(|i| match args[i] {
                    Arg::Typed(ty) if world.types.has_infer(ty) => true,
                    Arg::Typed(ty) => {
                        let formal = world.erase(self.formal(c, i, callee));
                        world.is_compatible(world.erase(ty), formal, true)
                    }
                    Arg::Function(_) => true,
                })
            });
        match (fitting.next(), fitting.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    }

    /// The only candidate is meant, whatever is known of the arguments.
    fn only(&mut self, method: MethodId, callee: &Callee, args: &[Arg]) -> Chosen {
        let world = self.world;
        let mut chosen = Chosen {
            method,
            spread: false,
        };
        if world.method(method).varargs {
            let params = world.signature(method).params.len();
            chosen.spread = params != args.len()
                || match args[params - 1] {
                    Arg::Typed(ty) => {
                        let formal = self.formal(chosen, params - 1, callee);
                        let array = |t: Ty| matches!(world.types.data(t), TyData::Array(_));
                        !ty.is_unknown()
                            && ty != Ty::NULL
                            && !(array(ty)
                                && world.is_compatible(world.erase(ty), world.erase(formal), false))
                    }
                    Arg::Function(_) => true,
                };
        }
        chosen
    }

    fn takes(&self, method: MethodId, count: usize) -> bool {
        let params = self.world.signature(method).params.len();
        params == count || (self.world.method(method).varargs && count + 1 >= params)
    }

    /// The type of the parameter that takes argument `i`, seen through the receiver.
    pub(crate) fn formal(&self, chosen: Chosen, i: usize, callee: &Callee) -> Ty {
        let world = self.world;
        let params = &world.signature(chosen.method).params;
        let last = params.len().saturating_sub(1);
        let Some(&ty) = params.get(i.min(last)) else {
            return Ty::UNKNOWN;
        };
        let ty = match world.types.data(ty) {
            TyData::Array(element) if chosen.spread && i >= last => *element,
            _ => ty,
        };
        if callee.diamond.is_some() {
            return ty;
        }
        let through = self.through(chosen.method, callee.receiver);
        world.param_of(through, world.method(chosen.method).owner, ty)
    }

    /// The type through which a method is seen: a static one is the same for all, also behind a raw type's name.
    pub(crate) fn through(&self, method: MethodId, receiver: Ty) -> Ty {
        if self.world.method(method).modifiers.has(Modifiers::STATIC) {
            Ty::UNKNOWN
        } else {
            receiver
        }
    }

    pub(crate) fn is_applicable(
        &mut self,
        chosen: Chosen,
        callee: &Callee,
        args: &[Arg],
        phase: Phase,
    ) -> bool {
        let world = self.world;
        let params = world.signature(chosen.method).params.len();
        match phase {
            Phase::Spread if !world.method(chosen.method).varargs => return false,
            Phase::Strict | Phase::Loose if params != args.len() => return false,
            _ => {}
        }
        let loose = phase != Phase::Strict;
        let mut vars = world.signature(chosen.method).type_params.to_vec();
        if let Some(class) = callee.diamond {
            vars.extend(world.type_params(class));
        }
        let open = args.iter().any(|a| match a {
            Arg::Typed(ty) => world.types.has_infer(*ty),
            Arg::Function(_) => false,
        });
        if vars.is_empty() && !open {
            return (0..args.len()).all(|i| match args[i] {
                Arg::Typed(ty) => world.is_compatible(ty, self.formal(chosen, i, callee), loose),
                Arg::Function(_) => true,
            });
        }
        let saved = self.inference.vars.clone();
        let fresh = self.fresh(&vars);
        let mut fits = true;
        for (i, arg) in args.iter().enumerate() {
            let Arg::Typed(ty) = *arg else { continue };
            let formal = self.formal(chosen, i, callee);
            let formal = world.types.subst(formal, &vars, &fresh);
            fits = (loose
                || ty.is_unknown()
                || formal.is_unknown()
                || ty.is_primitive() == formal.is_primitive())
                && self.constrain(ty, formal);
            if !fits {
                break;
            }
        }
        fits = fits && self.within_bounds(saved.len());
        self.inference.vars = saved;
        fits
    }

    fn most_specific(
        &mut self,
        applicable: &[Chosen],
        callee: &Callee,
        args: &[Arg],
    ) -> Option<Chosen> {
        let world = self.world;
        // What is not known would have decided.
        for (i, arg) in args.iter().enumerate() {
            if let Arg::Typed(Ty::UNKNOWN) = arg {
                let first = world.erase(self.formal(applicable[0], i, callee));
                let differs = applicable
                    .iter()
                    .any(|&c| world.erase(self.formal(c, i, callee)) != first);
                if differs {
                    return None;
                }
            }
        }
        let mut best: Vec<Chosen> = Vec::new();
        for &one in applicable {
            let beats = applicable
                .iter()
                .all(|&other| one == other || self.is_more_specific(one, other, callee, args));
            if beats {
                best.push(one);
            }
        }
        match best[..] {
            [] => None,
            [one] => Some(one),
            _ => {
                let concrete = best.iter().find(|c| !world.is_abstract(c.method));
                let exact = best.iter().find(|&&c| self.is_exact(c, callee, args));
                Some(*exact.or(concrete).unwrap_or(&best[0]))
            }
        }
    }

    fn is_more_specific(
        &mut self,
        one: Chosen,
        other: Chosen,
        callee: &Callee,
        args: &[Arg],
    ) -> bool {
        let world = self.world;
        let mut vars = world.signature(other.method).type_params.to_vec();
        if let Some(class) = callee.diamond {
            vars.extend(world.type_params(class));
        }
        let saved = (!vars.is_empty()).then(|| self.inference.vars.clone());
        let fresh = self.fresh(&vars);
        let mut fits = true;
        let count = if one.spread {
            let longest = |c: Chosen| world.signature(c.method).params.len();
            args.len().max(longest(one)).max(longest(other))
        } else {
            args.len()
        };
        for i in 0..count {
            let mine = self.formal(one, i, callee);
            let theirs = self.formal(other, i, callee);
            if mine == theirs {
                continue;
            }
            let theirs = world.types.subst(theirs, &vars, &fresh);
            fits = match args.get(i) {
                Some(Arg::Function(node)) => {
                    (self.function_type(mine).is_none() && world.is_subtype(mine, theirs))
                        || self.is_better_function(*node, mine, theirs)
                }
                // A number is no object, nor the reverse (JLS 15.12.2.5).
                _ if mine.is_primitive() != theirs.is_primitive() => false,
                _ => {
                    if world.types.has_infer(theirs) {
                        self.constrain(mine, theirs)
                    } else {
                        world.is_subtype(mine, theirs)
                    }
                }
            };
            if !fits {
                break;
            }
        }
        if let Some(saved) = saved {
            fits = fits && self.within_bounds(saved.len());
            self.inference.vars = saved;
        }
        fits
    }
}

impl World {
    /// The length of the longest way from a class up to `Object`.
    fn rank(&self, class: ClassId) -> usize {
        let supers = &self.closure(class).supers;
        let mut ranks: Vec<(ClassId, usize)> = vec![(class, 0)];
        // Longest ways over at most as many rounds as there are supertypes, so a cycle ends.
        for _ in 0..supers.len() {
            let mut changed = false;
            for at in 0..ranks.len() {
                let (from, rank) = ranks[at];
                for &parent in self.direct(from) {
                    match ranks.iter_mut().find(|r| r.0 == parent) {
                        Some(known) if known.1 > rank => {}
                        Some(known) => {
                            known.1 = rank + 1;
                            changed = true;
                        }
                        None => {
                            ranks.push((parent, rank + 1));
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        ranks.iter().map(|r| r.1).max().unwrap_or(0)
    }

    /// Without a body of its own.
    pub fn is_abstract(&self, id: MethodId) -> bool {
        let method = self.method(id);
        if method.modifiers.has(Modifiers::ABSTRACT) {
            return true;
        }
        let open = Modifiers::DEFAULT.0 | Modifiers::STATIC.0 | Modifiers::PRIVATE.0;
        method.origin != crate::declared::Origin::Binary
            && self.info(method.owner).is_interface()
            && method.modifiers.0 & open == 0
    }

    /// The type that a parameter of a member of `owner` has for a receiver of type `receiver`: a wildcard takes what
    /// its bound takes.
    pub(crate) fn param_of(&self, receiver: Ty, owner: ClassId, ty: Ty) -> Ty {
        if !self.types.has_var(ty) {
            return ty;
        }
        let params = self.type_params(owner);
        if params.is_empty() {
            return ty;
        }
        match self.as_super(receiver, owner).map(|s| self.types.data(s)) {
            Some(TyData::Class(_, args)) if args.len() == params.len() => {
                let found = self.types.subst(ty, params, &self.opened(args, params));
                match self.types.data(found) {
                    TyData::Wildcard(crate::types::Wild::Any, _) => self.readable(found, ty),
                    TyData::Wildcard(_, bound) => *bound,
                    _ => found,
                }
            }
            Some(_) => self.erase(ty),
            None => ty,
        }
    }
}
