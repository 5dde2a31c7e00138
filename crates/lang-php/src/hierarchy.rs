//! Inheritance: what a class gets from where, and which member a name means.

use crate::builtins::{BuiltinClass, Builtins};
use crate::entity::{ClassId, ClassKind, MemberId, MemberKind, Visibility};
use crate::program::Program;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// One step of a class's line of ancestors.
#[derive(Clone, Copy, Debug)]
pub enum Ancestor {
    User(ClassId),
    /// A trait, whose members count as those of the class that uses it.
    Trait {
        class: ClassId,
        user: ClassId,
    },
    Builtin(&'static BuiltinClass),
    /// A class that no file declares.
    Unknown,
}

/// A class hierarchy deeper than this is taken as unknown.
const MAX_ANCESTORS: usize = 1000;

/// What a member's name means on a class.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one way in which a lookup can go"
)]
pub struct Lookup {
    /// The member that the class has; or, where it has none, those that its subclasses declare.
    pub members: Vec<MemberId>,
    /// The members come from subclasses.
    pub below: bool,
    /// Found, but private or protected where the name stands.
    pub inaccessible: bool,
    /// php's own class has it.
    pub builtin: bool,
    /// A class of the hierarchy is not declared in these files and might have it.
    pub unknown: bool,
    /// `__call`, `__get` or the like would be asked.
    pub magic: Vec<MemberId>,
}

impl Program {
    /// The class itself, then traits, superclass with its traits, and so on; interfaces last.
    pub fn ancestry(&self, name: &str) -> Vec<Ancestor> {
        let mut line = Vec::new();
        let mut interfaces: Vec<Arc<str>> = Vec::new();
        let mut seen: FxHashSet<Arc<str>> = FxHashSet::default();
        let mut next: Option<Arc<str>> = Some(name.into());
        while let Some(name) = next.take() {
            if !seen.insert(name.clone()) || line.len() > MAX_ANCESTORS {
                break;
            }
            if let Some(id) = self.class_named(&name) {
                let class = self.class(id);
                line.push(Ancestor::User(id));
                self.push_traits(id, id, &mut seen, &mut line);
                interfaces.extend(class.interfaces.iter().map(|i| i.name.clone()));
                if class.kind == ClassKind::Enum {
                    interfaces.push("unitenum".into());
                    interfaces.push("backedenum".into());
                }
                next = class.parent.as_ref().map(|p| p.name.clone());
            } else if let Some(class) = Builtins::get().class(&name) {
                line.push(Ancestor::Builtin(class));
                interfaces.extend(lower(&class.interfaces));
                next = class.parent.map(|p| p.to_ascii_lowercase().into());
            } else {
                line.push(Ancestor::Unknown);
            }
        }
        let mut i = 0;
        while i < interfaces.len() && line.len() <= MAX_ANCESTORS {
            let name = interfaces[i].clone();
            i += 1;
            if !seen.insert(name.clone()) {
                continue;
            }
            if let Some(id) = self.class_named(&name) {
                line.push(Ancestor::User(id));
                let class = self.class(id);
                interfaces.extend(class.interfaces.iter().map(|i| i.name.clone()));
            } else if let Some(class) = Builtins::get().class(&name) {
                line.push(Ancestor::Builtin(class));
                interfaces.extend(lower(&class.interfaces));
            } else {
                line.push(Ancestor::Unknown);
            }
        }
        line
    }

    fn push_traits(
        &self,
        class: ClassId,
        user: ClassId,
        seen: &mut FxHashSet<Arc<str>>,
        line: &mut Vec<Ancestor>,
    ) {
        let mut open = vec![class];
        while let Some(class) = open.pop() {
            for used in &self.class(class).traits {
                if !seen.insert(used.name.clone()) || line.len() > MAX_ANCESTORS {
                    continue;
                }
                match self.class_named(&used.name) {
                    Some(class) => {
                        line.push(Ancestor::Trait { class, user });
                        open.push(class);
                    }
                    None => line.push(Ancestor::Unknown),
                }
            }
        }
    }

    /// All classes that extend, implement or use it, directly or not, in order of declaration.
    pub fn descendants(&self, name: &str) -> Vec<ClassId> {
        let mut seen: FxHashSet<ClassId> = FxHashSet::default();
        let mut open: Vec<Arc<str>> = vec![name.into()];
        while let Some(name) = open.pop() {
            for &child in self.children.get(&name).into_iter().flatten() {
                if seen.insert(child) {
                    open.push(self.class(child).name.clone());
                }
            }
        }
        let mut all: Vec<ClassId> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Whether `below` is `above` or inherits from it.
    pub fn is_a(&self, below: &str, above: &str) -> bool {
        below == above
            || self.ancestry(below).iter().any(|a| match a {
                Ancestor::User(c) | Ancestor::Trait { class: c, .. } => {
                    &*self.class(*c).name == above
                }
                Ancestor::Builtin(c) => c.name.eq_ignore_ascii_case(above),
                Ancestor::Unknown => false,
            })
    }

    /// The member that the class itself declares.
    pub fn own_member(&self, class: ClassId, kind: MemberKind, key: &str) -> Option<MemberId> {
        let members = self.class(class).members.iter().copied();
        members
            .into_iter()
            .find(|&m| self.member(m).kind == kind && &*self.member(m).key == key)
    }

    /// The member declared in the class or in a trait that it uses.
    fn member_here(&self, class: ClassId, kind: MemberKind, key: &str) -> Option<MemberId> {
        self.own_member(class, kind, key).or_else(|| {
            let mut line = Vec::new();
            self.push_traits(class, class, &mut FxHashSet::default(), &mut line);
            line.iter().find_map(|a| match a {
                Ancestor::Trait { class, .. } => self.own_member(*class, kind, key),
                _ => None,
            })
        })
    }

    /// What `name` means on an object or class `on`, said in the class `from`. `exact` when `on` is known to be that
    /// very class and no subclass.
    pub fn lookup(
        &self,
        on: &str,
        kind: MemberKind,
        key: &str,
        from: Option<ClassId>,
        exact: bool,
    ) -> Lookup {
        let mut out = Lookup::default();
        if let Some(from) = from
            && let Some(own) = self.member_here(from, kind, key)
            && self.member(own).visibility == Visibility::Private
            && self.is_a(on, &self.class(from).name)
        {
            out.members.push(own);
            return out;
        }
        let line = self.ancestry(on);
        let mut hidden = None;
        for (i, ancestor) in line.iter().enumerate() {
            match *ancestor {
                Ancestor::User(class) | Ancestor::Trait { class, .. } => {
                    let is_enum = self.class(class).kind == ClassKind::Enum;
                    if is_enum && kind == MemberKind::Property && matches!(key, "name" | "value") {
                        out.builtin = true;
                        return out;
                    }
                    let Some(found) = self.own_member(class, kind, key) else {
                        continue;
                    };
                    if self.left_out(&line, *ancestor, key) {
                        continue;
                    }
                    let home = match *ancestor {
                        Ancestor::Trait { user, .. } => user,
                        _ => class,
                    };
                    if self.accessible(found, home, from) {
                        out.members.push(found);
                        return out;
                    }
                    if i == 0
                        || kind == MemberKind::Method
                        || self.member(found).visibility == Visibility::Protected
                    {
                        hidden = hidden.or(Some(found));
                    }
                }
                Ancestor::Builtin(class) => {
                    let has = match kind {
                        MemberKind::Method => class.methods.contains_key(key),
                        MemberKind::Property => class.properties.contains_key(key),
                        MemberKind::Constant => class.constants.contains(&key),
                    };
                    if has {
                        out.builtin = true;
                        return out;
                    }
                }
                Ancestor::Unknown => out.unknown = true,
            }
        }
        out.magic = self.magic(&line, kind);
        if let Some(hidden) = hidden {
            out.inaccessible = true;
            if out.magic.is_empty() {
                out.members.push(hidden);
            }
        }
        if !exact {
            self.look_below(on, (kind, key), from, &mut out);
        }
        out
    }

    /// What subclasses have of the name. A private method above is no obstacle to one of theirs.
    fn look_below(
        &self,
        on: &str,
        (kind, key): (MemberKind, &str),
        from: Option<ClassId>,
        out: &mut Lookup,
    ) {
        let above = out.members.len();
        for class in self.descendants(on) {
            if let Some(member) = self.own_member(class, kind, key) {
                out.inaccessible |= !self.accessible(member, class, from);
                out.members.push(member);
            }
        }
        out.below = out.members.len() > above;
    }

    fn magic(&self, line: &[Ancestor], kind: MemberKind) -> Vec<MemberId> {
        let names: &[&str] = match kind {
            MemberKind::Method => &["__call", "__callstatic"],
            MemberKind::Property => &["__get", "__set", "__isset", "__unset"],
            MemberKind::Constant => &[],
        };
        let mut found = Vec::new();
        for name in names {
            let user = line.iter().find_map(|a| match a {
                Ancestor::User(c) | Ancestor::Trait { class: c, .. } => {
                    self.own_member(*c, MemberKind::Method, name)
                }
                _ => None,
            });
            found.extend(user);
        }
        found
    }

    /// A trait's method that `insteadof` leaves out.
    fn left_out(&self, line: &[Ancestor], at: Ancestor, key: &str) -> bool {
        let Ancestor::Trait { class, .. } = at else {
            return false;
        };
        let name = &self.class(class).name;
        line.iter().any(|a| match a {
            Ancestor::User(c) | Ancestor::Trait { class: c, .. } => self
                .class(*c)
                .trait_rules
                .iter()
                .any(|r| &*r.method == key && r.instead_of.contains(name)),
            _ => false,
        })
    }

    /// Whether code of the class `from` may use the member, whose home is `home`.
    pub fn accessible(&self, member: MemberId, home: ClassId, from: Option<ClassId>) -> bool {
        match self.member(member).visibility {
            Visibility::Public => true,
            Visibility::Private => from == Some(home) || from == Some(self.member(member).class),
            Visibility::Protected => from.is_some_and(|from| {
                let (from, home) = (&self.class(from).name, &self.class(home).name);
                self.is_a(from, home) || self.is_a(home, from)
            }),
        }
    }
}

fn lower(names: &[&str]) -> Vec<Arc<str>> {
    names
        .iter()
        .map(|n| n.to_ascii_lowercase().into())
        .collect()
}
