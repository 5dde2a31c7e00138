//! Whether the choice among overloaded methods hangs on types that are not known: then it is left open.

use crate::calls::{Arg, Callee};
use crate::ids::{ClassId, MethodId};
use crate::overloads::{Chosen, Phase};
use crate::resolver::Resolver;
use crate::types::Ty;
use crate::world::World;
use reweave_model::{Modifiers, TypeKind};

impl Resolver<'_> {
    /// Whether the arguments are of the very types of the parameters: then no other method can be more specific.
    pub(crate) fn is_exact(&self, chosen: Chosen, callee: &Callee, args: &[Arg]) -> bool {
        (0..args.len()).all(|i| match args[i] {
            Arg::Typed(ty) => !ty.is_unknown() && ty == self.formal(chosen, i, callee),
            Arg::Function(_) => false,
        })
    }

    /// Whether a method is chosen by types that are known. Where a supertype is missing, or a parameter's type is, an argument may
    /// or may not fit; unless it is of the parameter's own type, another method of the same name may be meant.
    pub(crate) fn is_decided(
        &mut self,
        chosen: Chosen,
        usable: &[MethodId],
        callee: &Callee,
        args: &[Arg],
    ) -> bool {
        if self.is_exact(chosen, callee, args) {
            return true;
        }
        let is_open = (0..args.len()).any(|i| self.is_open_question(chosen, i, callee, args));
        let others: Vec<Chosen> = usable
            .iter()
            .filter(|&&m| m != chosen.method)
            .map(|&method| Chosen {
                method,
                spread: chosen.spread,
            })
            .collect();
        let phase = if chosen.spread {
            Phase::Spread
        } else {
            Phase::Loose
        };
        others.into_iter().all(|other| {
            let is_uncertain = is_open
                || (0..args.len()).any(|i| self.is_open_question(other, i, callee, args))
                    && self.differs(chosen, other, callee, args);
            !is_uncertain || !self.is_applicable(other, callee, args, phase)
        })
    }

    fn differs(&self, one: Chosen, other: Chosen, callee: &Callee, args: &[Arg]) -> bool {
        (0..args.len()).any(|i| {
            let (a, b) = (self.formal(one, i, callee), self.formal(other, i, callee));
            a != b || a.is_unknown()
        })
    }

    /// Whether it is not known if an argument fits its parameter.
    fn is_open_question(&self, chosen: Chosen, i: usize, callee: &Callee, args: &[Arg]) -> bool {
        let Arg::Typed(ty) = args[i] else {
            return false;
        };
        // What could not be inferred is judged where the most specific method is looked for.
        if ty.is_unknown() || ty.is_primitive() || ty == Ty::NULL {
            return self.formal(chosen, i, callee).is_unknown();
        }
        let formal = self.formal(chosen, i, callee);
        if formal.is_unknown() {
            return true;
        }
        let world = self.world;
        let (ty, formal) = (world.erase(ty), world.erase(formal));
        let class = world.types.as_class(formal).map(|c| c.0);
        ty != formal
            && !world.is_complete(ty)
            && class.is_some_and(|c| world.as_super(ty, c).is_none() && !world.has_no_subclass(c))
    }
}

impl World {
    /// Whether no other class can be a subclass: what is missing of another's supertypes is not this one.
    pub(crate) fn has_no_subclass(&self, class: ClassId) -> bool {
        let info = self.info(class);
        !self.is_missing(class)
            && (info.modifiers.has(Modifiers::FINAL) || info.kind == TypeKind::Record)
    }
}
