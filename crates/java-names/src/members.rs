//! Which field or member type a name means as a member of a class (JLS 8.3, 8.5, 9.3, 9.5).
//!
//! On each path of supertypes the nearest declaration hides those behind it, whatever its access: a private field of the superclass hides
//! the one of the superclass's superclass, though the class inherits neither (JLS 6.4.1, 8.3). Where several paths bring one that
//! may be named, the name is ambiguous. Methods are other: those that are not inherited are no candidates at all (JLS 15.12.2.1).

use crate::ids::{ClassId, FieldId, MethodId};
use crate::world::World;
use reweave_model::{Modifiers, TypeKind, Visibility};
use reweave_text::Symbol;

/// Supertypes of one class; a hostile hierarchy stops here.
pub(crate) const MOST_SUPERS: usize = 10_000;

/// What a name means as a member of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found<T> {
    None,
    One(T),
    /// The only ones are not inherited, or may not be named from there.
    Inaccessible(T),
    /// One of several that the class inherits.
    Ambiguous(T),
}

impl<T> Found<T> {
    /// What the compiler would speak of, in its message too.
    pub fn any(self) -> Option<T> {
        match self {
            Self::One(found) | Self::Inaccessible(found) | Self::Ambiguous(found) => Some(found),
            Self::None => None,
        }
    }
}

impl World {
    /// The field that `name` means as a member of `class`, seen from `from`.
    pub fn field_found(&self, class: ClassId, name: Symbol, from: ClassId) -> Found<FieldId> {
        let own = |c: ClassId| self.info(c).field_named(name);
        let modifiers = |f: FieldId| self.field(f).modifiers;
        self.member_found(class, &own, |owner, f| {
            self.is_member_seen(class, owner, modifiers(f), from)
        })
    }

    /// The same, or the one that the compiler would complain about.
    pub fn find_field(&self, class: ClassId, name: Symbol, from: ClassId) -> Option<FieldId> {
        self.field_found(class, name, from).any()
    }

    /// The member type that `name` means in `class`, seen from `from`.
    pub fn type_found(&self, class: ClassId, name: Symbol, from: ClassId) -> Found<ClassId> {
        let own = |c: ClassId| self.info(c).type_named(name);
        let modifiers = |t: ClassId| self.info(t).modifiers;
        self.member_found(class, &own, |owner, t| {
            self.is_member_seen(class, owner, modifiers(t), from)
        })
    }

    /// A member type that a class declares or inherits.
    pub fn member_type(&self, class: ClassId, name: Symbol) -> Option<ClassId> {
        match self.type_found(class, name, class) {
            Found::One(found) | Found::Ambiguous(found) => Some(found),
            _ => None,
        }
    }

    /// A static member type that a class declares or inherits: one that a static import brings.
    pub(crate) fn static_member_type(&self, class: ClassId, name: Symbol) -> Option<ClassId> {
        self.member_type(class, name)
            .filter(|&found| self.stands_alone(found))
    }

    /// Whether instances of a class belong to no object of the class around it.
    pub(crate) fn stands_alone(&self, class: ClassId) -> bool {
        let info = self.info(class);
        !matches!(info.kind, TypeKind::Class | TypeKind::Anonymous)
            || info.modifiers.has(Modifiers::STATIC)
            || info
                .outer
                .is_some_and(|o| !info.local && self.info(o).is_interface())
    }

    fn member_found<T: Copy>(
        &self,
        class: ClassId,
        own: &impl Fn(ClassId) -> Option<T>,
        is_seen: impl Fn(ClassId, T) -> bool,
    ) -> Found<T> {
        let told = |owner, found| {
            if is_seen(owner, found) {
                Found::One(found)
            } else {
                Found::Inaccessible(found)
            }
        };
        if let Some(found) = own(class) {
            return told(class, found);
        }
        // Most names are no members, and hardly any is declared twice above a class.
        if self.ready {
            let above = self.closure(class).supers.iter().map(|s| s.0);
            let mut declared = above.filter_map(|c| own(c).map(|found| (c, found)));
            match (declared.next(), declared.next()) {
                (None, _) => return Found::None,
                (Some((owner, found)), None) => return told(owner, found),
                _ => {}
            }
        }
        let mut best = Found::None;
        for (owner, found) in self.not_hidden(class, own) {
            best = match (best, told(owner, found)) {
                (Found::None | Found::Inaccessible(_), Found::One(one)) => Found::One(one),
                (Found::None, other) => other,
                (Found::One(one), Found::One(_)) => return Found::Ambiguous(one),
                (best, _) => best,
            };
        }
        best
    }

    /// The declarations above a class that no nearer one hides, superclasses first.
    fn not_hidden<T: Copy>(
        &self,
        class: ClassId,
        own: &impl Fn(ClassId) -> Option<T>,
    ) -> Vec<(ClassId, T)> {
        let mut seen = vec![class];
        let mut found = Vec::new();
        let mut next = 0;
        while next < seen.len() && seen.len() < MOST_SUPERS {
            for &parent in self.direct(seen[next]) {
                if seen.contains(&parent) || found.iter().any(|f: &(ClassId, T)| f.0 == parent) {
                    continue;
                }
                match own(parent) {
                    Some(member) => found.push((parent, member)),
                    None => seen.push(parent),
                }
            }
            next += 1;
        }
        found
    }

    /// Whether a class has a method that one of its supertypes declares. Private ones are left out before.
    pub(crate) fn inherits_method(&self, class: ClassId, method: MethodId) -> bool {
        let data = self.method(method);
        data.modifiers.visibility() != Visibility::Package
            || self.info(data.owner).is_interface()
            || self.is_package_line(class, data.owner)
    }

    /// Whether a member of `owner` is one of `class`, and code in `from` may name it. Protected ones count as seen: who asks for
    /// them by another object is told apart later.
    fn is_member_seen(
        &self,
        class: ClassId,
        owner: ClassId,
        modifiers: Modifiers,
        from: ClassId,
    ) -> bool {
        if self.info(owner).is_interface() {
            return true;
        }
        match modifiers.visibility() {
            Visibility::Public | Visibility::Protected => true,
            Visibility::Private => class == owner && self.outermost(owner) == self.outermost(from),
            Visibility::Package | Visibility::Internal => {
                let package = self.class(owner).package;
                self.class(from).package == package && self.is_package_line(class, owner)
            }
        }
    }

    /// Whether all classes from `class` up to `owner` are of the package of `owner`.
    fn is_package_line(&self, class: ClassId, owner: ClassId) -> bool {
        let package = self.class(owner).package;
        let mut at = class;
        for _ in 0..MOST_SUPERS {
            if self.class(at).package != package {
                return false;
            }
            let mut supers = self.direct(at).iter().copied();
            match supers.find(|&c| !self.info(c).is_interface()) {
                Some(superclass) if at != owner => at = superclass,
                _ => return true,
            }
        }
        true
    }
}
