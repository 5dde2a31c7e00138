//! Supertypes and inherited members.

use crate::declared::{Closure, Origin};
use crate::ids::{ClassId, FieldId, MethodId, TypeVarId};
use crate::members::MOST_SUPERS;
use crate::types::{Ty, TyData, Wild};
use crate::world::World;
use reweave_model::{Modifiers, Visibility};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Lookups of supertypes that wait for each other, deeper than any real code needs.
const DEEPEST_LOOKUP: usize = 200;

impl World {
    /// The classes that a class names as its supertypes.
    pub(crate) fn direct(&self, id: ClassId) -> &[ClassId] {
        let class = self.class(id);
        if let Some(direct) = class.direct.get() {
            return direct;
        }
        match class.origin {
            Origin::Binary => {
                self.info(id);
            }
            Origin::Source { .. } if !self.settled => self.resolve_direct(id),
            _ => {}
        }
        class.direct.get().map_or(&[], |d| d)
    }

    fn resolve_direct(&self, id: ClassId) {
        {
            let mut resolving = self.resolving.lock().expect("no panic while it is held");
            if resolving.contains(&id) || resolving.len() > DEEPEST_LOOKUP {
                return;
            }
            resolving.push(id);
        }
        let direct = self.lookup_direct(id);
        self.class(id).direct.get_or_init(|| direct);
        self.resolving
            .lock()
            .expect("no panic while it is held")
            .retain(|&r| r != id);
    }

    /// All supertypes of a class but itself, each once.
    pub fn closure(&self, id: ClassId) -> &Closure {
        let class = self.class(id);
        if let Some(closure) = class.closure.get() {
            return closure;
        }
        let closure = self.make_closure(id);
        class.closure.get_or_init(|| closure)
    }

    fn make_closure(&self, id: ClassId) -> Closure {
        let mut supers: Vec<(ClassId, Ty)> = Vec::new();
        let mut complete = !self.is_missing(id);
        let mut queue = vec![self.this_type(id)];
        let mut known = FxHashSet::default();
        known.insert(id);
        let mut next = 0;
        while next < queue.len() && supers.len() < MOST_SUPERS {
            let ty = queue[next];
            next += 1;
            let Some((class, args)) = self.types.as_class(ty) else {
                continue;
            };
            if class != id {
                supers.push((class, ty));
            }
            complete &= !self.is_missing(class);
            let params = self.type_params(class);
            for &parent in &self.header(class).supers {
                let parent = if args.len() == params.len() {
                    self.types.subst(parent, params, args)
                } else {
                    self.erase(parent)
                };
                let Some((parent_class, _)) = self.types.as_class(parent) else {
                    complete = false;
                    continue;
                };
                if known.insert(parent_class) {
                    queue.push(parent);
                }
            }
        }
        Closure {
            supers: supers.into(),
            complete,
        }
    }

    pub fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        class == of || self.closure(class).supers.iter().any(|s| s.0 == of)
    }

    /// The supertype of `ty` that is of the class `target`, with its arguments.
    pub fn as_super(&self, ty: Ty, target: ClassId) -> Option<Ty> {
        match self.types.data(ty) {
            TyData::Class(class, args) => {
                if *class == target {
                    return Some(ty);
                }
                let (_, found) = self.closure(*class).supers.iter().find(|s| s.0 == target)?;
                let params = self.type_params(*class);
                Some(if args.len() == params.len() {
                    self.types.subst(*found, params, &self.opened(args, params))
                } else {
                    self.erase(*found)
                })
            }
            TyData::Var(v) => self
                .bounds(*v)
                .iter()
                .find_map(|&b| self.as_super(b, target)),
            TyData::Intersection(all) => all.iter().find_map(|&t| self.as_super(t, target)),
            TyData::Wildcard(Wild::Extends, bound) => self.as_super(*bound, target),
            TyData::Array(_) => {
                let known = &self.known;
                [known.object, known.cloneable, known.serializable]
                    .contains(&target)
                    .then(|| self.raw(target))
            }
            _ => None,
        }
        .or_else(|| (target == self.known.object && self.is_reference(ty)).then(|| self.object()))
    }

    pub fn is_reference(&self, ty: Ty) -> bool {
        !ty.is_primitive() && ty != Ty::VOID && !ty.is_unknown()
    }

    /// The type without arguments; of a variable, that of its first bound.
    pub fn erase(&self, ty: Ty) -> Ty {
        self.erase_in(ty, 0)
    }

    fn erase_in(&self, ty: Ty, depth: usize) -> Ty {
        // A variable may be bounded by itself in code that does not compile.
        if depth > 20 {
            return self.object();
        }
        match self.types.data(ty) {
            TyData::Class(class, args) if !args.is_empty() => self.raw(*class),
            TyData::Array(t) => self.types.array(self.erase_in(*t, depth)),
            TyData::Var(v) => self
                .bounds(*v)
                .first()
                .map_or_else(|| self.object(), |&b| self.erase_in(b, depth + 1)),
            TyData::Wildcard(Wild::Extends, b) => self.erase_in(*b, depth),
            TyData::Wildcard(..) => self.object(),
            TyData::Intersection(all) => self.erase_in(all[0], depth),
            _ => ty,
        }
    }

    /// The class whose members a value of this type has: of arrays `Object`, of variables their first bound's.
    pub fn class_of_type(&self, ty: Ty) -> Option<ClassId> {
        self.types
            .as_class(self.erase(ty))
            .map(|c| c.0)
            .or_else(|| {
                matches!(self.types.data(ty), TyData::Array(_)).then_some(self.known.object)
            })
    }

    /// What iterating over a type yields.
    pub(crate) fn element_of(&self, ty: Ty) -> Ty {
        if let TyData::Array(element) = self.types.data(ty) {
            return *element;
        }
        match self
            .as_super(ty, self.known.iterable)
            .and_then(|t| self.types.as_class(t))
        {
            Some((_, &[arg])) => {
                let param = self.type_params(self.known.iterable)[0];
                self.readable(arg, self.types.var(param))
            }
            Some(_) => self.object(),
            None => Ty::UNKNOWN,
        }
    }

    /// Whether code in `from` may name a member with these modifiers that `owner` declares.
    pub fn accessible(&self, modifiers: Modifiers, owner: ClassId, from: ClassId) -> bool {
        if modifiers.has(Modifiers::PUBLIC) {
            true
        } else if modifiers.has(Modifiers::PRIVATE) {
            self.outermost(owner) == self.outermost(from)
        } else if self.class(owner).package == self.class(from).package {
            true
        } else {
            modifiers.has(Modifiers::PROTECTED)
                && self.around(from).any(|c| self.is_subclass(c, owner))
        }
    }

    /// Whether an import of a file of `package` may name a type and all around it.
    pub(crate) fn is_importable_type(&self, class: ClassId, package: Symbol) -> bool {
        self.around(class).all(|c| {
            let modifiers = self.info(c).modifiers;
            self.is_missing(c)
                || match self.info(c).outer {
                    Some(outer) => self.is_importable(modifiers, outer, package),
                    None => modifiers.has(Modifiers::PUBLIC) || self.class(c).package == package,
                }
        })
    }

    /// Whether an import of a file of `package` may name a member of `owner`. An import stands in no class: it sees neither private
    /// members, not even those of its own file, nor protected ones of other packages (JLS 6.6.1).
    pub(crate) fn is_importable(
        &self,
        modifiers: Modifiers,
        owner: ClassId,
        package: Symbol,
    ) -> bool {
        let of_interface = self.info(owner).is_interface();
        match modifiers.visibility() {
            Visibility::Public => true,
            Visibility::Private => false,
            Visibility::Package | Visibility::Internal if of_interface => true,
            Visibility::Package | Visibility::Internal | Visibility::Protected => {
                self.class(owner).package == package
            }
        }
    }

    /// Whether code in `from` may name a class, or ask a value of it for its members.
    pub fn may_name(&self, class: ClassId, from: ClassId) -> bool {
        let owner = self.info(class).outer.unwrap_or(class);
        self.in_body(class)
            || self.is_missing(class)
            || self.accessible(self.info(class).modifiers, owner, from)
    }

    /// Whether a class has a member of its own or of a class above it: a private one stays there, one without a modifier for access goes no further down than
    /// its package, even where a class below is in that package again.
    pub fn inherits_member(&self, class: ClassId, modifiers: Modifiers, owner: ClassId) -> bool {
        if !self.is_subclass(class, owner) {
            return false;
        }
        let visibility = modifiers.visibility();
        if visibility == Visibility::Private && !self.info(owner).is_interface() {
            return class == owner;
        }
        if visibility != Visibility::Package || self.info(owner).is_interface() {
            return true;
        }
        let package = self.class(owner).package;
        let between = self.closure(class).supers.iter().map(|s| s.0);
        std::iter::once(class)
            .chain(between.filter(|&c| self.is_subclass(c, owner)))
            .all(|c| self.class(c).package == package)
    }

    /// The class and those around it, innermost first.
    pub fn around(&self, class: ClassId) -> impl Iterator<Item = ClassId> + Clone + '_ {
        std::iter::successors(Some(class), |&c| self.info(c).outer)
    }

    pub fn outermost(&self, class: ClassId) -> ClassId {
        self.around(class).last().unwrap_or(class)
    }

    /// Whether a field is one of its class: it says so, or an interface has it.
    pub fn is_static_field(&self, field: FieldId) -> bool {
        let field = self.field(field);
        field.modifiers.has(Modifiers::STATIC) || self.info(field.owner).is_interface()
    }

    /// The methods of that name that a class declares and inherits, its own first.
    pub fn find_methods(&self, class: ClassId, name: Symbol, found: &mut Vec<MethodId>) {
        let own = self.info(class).methods_named(name);
        found.extend(own.iter().map(|m| m.1));
        for &(parent, _) in &self.closure(class).supers {
            let info = self.info(parent);
            let methods = info.methods_named(name).iter().map(|m| m.1);
            // Static methods of an interface are its own alone (JLS 8.4.8).
            let is_inherited = |&m: &MethodId| {
                let modifiers = self.method(m).modifiers;
                !modifiers.has(Modifiers::PRIVATE)
                    && (!info.is_interface() || !modifiers.has(Modifiers::STATIC))
            };
            found.extend(methods.filter(is_inherited));
        }
        // Every interface has what `Object` has.
        if self.info(class).is_interface() && !self.is_subclass(class, self.known.object) {
            let methods = self.info(self.known.object).methods_named(name);
            found.extend(methods.iter().map(|m| m.1));
        }
    }

    /// The type that a member of `owner` has for a receiver of type `receiver`.
    pub fn member_of(&self, receiver: Ty, owner: ClassId, ty: Ty) -> Ty {
        if !self.types.has_var(ty) {
            return ty;
        }
        let params = self.type_params(owner);
        if params.is_empty() {
            return ty;
        }
        match self.as_super(receiver, owner).map(|s| self.types.data(s)) {
            Some(TyData::Class(_, args)) if args.len() == params.len() => {
                let args = self.opened(args, params);
                self.readable(self.types.subst(ty, params, &args), ty)
            }
            Some(_) => self.erase(ty),
            None => ty,
        }
    }

    /// Arguments in which a wildcard says all that is known of what it stands for: the bound of its parameter, too. It is no capture, but
    /// what is read through it is the same.
    pub(crate) fn opened<'t>(&self, args: &'t [Ty], params: &[TypeVarId]) -> Cow<'t, [Ty]> {
        let is_wild = |&arg: &Ty| {
            let data = self.types.data(arg);
            matches!(data, TyData::Wildcard(Wild::Any | Wild::Extends, _))
        };
        if !args.iter().any(is_wild) {
            return Cow::Borrowed(args);
        }
        let open = |(&arg, &param): (&Ty, &TypeVarId)| {
            if !is_wild(&arg) {
                return arg;
            }
            let bound = self.readable(arg, self.types.var(param));
            // A bound that is another parameter says nothing by itself.
            if bound == self.object() || matches!(self.types.data(bound), TyData::Var(_)) {
                return arg;
            }
            self.types.wildcard(Wild::Extends, bound)
        };
        args.iter().zip(params).map(open).collect()
    }

    /// A value's type is no wildcard: what it lets one read, within the bounds of the variable it stands for.
    pub(crate) fn readable(&self, ty: Ty, declared: Ty) -> Ty {
        let TyData::Wildcard(kind, bound) = self.types.data(ty) else {
            return ty;
        };
        let declared = match self.types.data(declared) {
            TyData::Var(v) => self.var_bound(*v),
            _ => self.object(),
        };
        if *kind != Wild::Extends {
            return declared;
        }
        let (Some(own), Some(other)) = (self.class_of_type(*bound), self.class_of_type(declared))
        else {
            return *bound;
        };
        if self.is_subclass(own, other) {
            *bound
        } else if self.is_subclass(other, own) {
            declared
        } else {
            self.types.intersection(vec![*bound, declared])
        }
    }

    /// The bounds of a variable as one type, without the variable itself in it.
    pub(crate) fn var_bound(&self, var: TypeVarId) -> Ty {
        match self.bounds(var) {
            [] => self.object(),
            [one] => match self.types.data(*one) {
                TyData::Var(_) => *one,
                _ => self.unrecursive(*one),
            },
            all => self
                .types
                .intersection(all.iter().map(|&b| self.unrecursive(b)).collect()),
        }
    }

    /// `Comparable<T>` as the bound of `T` becomes `Comparable<?>`: what is known of it without knowing `T`.
    fn unrecursive(&self, ty: Ty) -> Ty {
        match self.types.data(ty) {
            TyData::Class(class, args) if args.iter().any(|&a| self.types.has_var(a)) => {
                let any = self.types.wildcard(Wild::Any, Ty::UNKNOWN);
                let args: Vec<Ty> = args
                    .iter()
                    .map(|&a| if self.types.has_var(a) { any } else { a })
                    .collect();
                self.types.class(*class, &args)
            }
            _ => ty,
        }
    }
}
