//! Which class and member of one build corresponds to which of the other.

use crate::class::{Class, Field, Method, Reference};
use std::collections::{BTreeMap, BTreeSet};

/// The classes of a build, by name.
pub type Build<'a> = BTreeMap<&'a str, &'a Class>;

/// A member: its class, its name and its descriptor.
pub type Key = (String, String, String);

pub struct Names<'a> {
    before: &'a Build<'a>,
    after: &'a Build<'a>,
    renames: &'a [(String, String)],
    classes: BTreeMap<&'a str, &'a str>,
    /// Members that have another name or class.
    members: BTreeMap<Key, Key>,
}

impl<'a> Names<'a> {
    pub fn of(
        before: &'a Build<'a>,
        after: &'a Build<'a>,
        renames: &'a [(String, String)],
    ) -> Self {
        let mut names = Self {
            before,
            after,
            renames,
            classes: BTreeMap::new(),
            members: BTreeMap::new(),
        };
        names.find_classes();
        names.find_members();
        names
    }

    fn find_classes(&mut self) {
        let is_new = |name: &str| !self.before.contains_key(name);
        let fresh: Vec<&'a str> = self.after.keys().copied().filter(|n| is_new(n)).collect();
        let mut taken: BTreeSet<&str> = BTreeSet::new();
        // Outer classes come before those in them.
        for &name in self.before.keys() {
            if self.after.contains_key(name) {
                self.classes.insert(name, name);
                continue;
            }
            let simple = |n: &'a str| n.rsplit(['/', '$']).next().unwrap_or(n);
            let follows_outer = |new: &str| match (name.rsplit_once('$'), new.rsplit_once('$')) {
                (Some((outer, _)), Some((now, _))) => self
                    .classes
                    .get(outer)
                    .is_none_or(|&o| o == now || o == outer),
                _ => true,
            };
            let fits = |new: &&&'a str| {
                !taken.contains(**new)
                    && self.is_name(simple(name), simple(new))
                    && follows_outer(new)
            };
            let all: Vec<&&str> = fresh.iter().filter(fits).collect();
            if let [one] = all[..] {
                self.classes.insert(name, one);
                taken.insert(one);
            }
        }
    }

    fn find_members(&mut self) {
        let mut found = BTreeMap::new();
        let declared: BTreeSet<Key> = keys(self.after);
        let old: BTreeSet<Key> = keys(self.before).iter().map(|k| self.mapped(k)).collect();
        let fresh: Vec<&Key> = declared.difference(&old).collect();
        let mut taken: BTreeSet<&Key> = BTreeSet::new();
        for key in keys(self.before) {
            let same = self.mapped(&key);
            if declared.contains(&same) {
                continue;
            }
            let is_it = |new: &&Key| {
                self.is_name(&key.1, &new.1) && same.2 == new.2 && !taken.contains(*new)
            };
            let own: Vec<&Key> = fresh
                .iter()
                .copied()
                .filter(|n| is_it(n) && n.0 == same.0)
                .collect();
            let all: Vec<&Key> = fresh.iter().copied().filter(|n| is_it(n)).collect();
            if let ([one], _) | ([], [one]) = (&own[..], &all[..]) {
                taken.insert(one);
                found.insert(key, (*one).clone());
            }
        }
        self.members = found;
    }

    /// Whether a simple name is another one now, or the same.
    pub fn is_name(&self, old: &str, new: &str) -> bool {
        old == new || self.renames.iter().any(|r| r.0 == old && r.1 == new)
    }

    /// A text in which names may have been followed.
    pub fn is_text(&self, old: &str, new: &str) -> bool {
        let mut told = old.to_owned();
        for (from, to) in self.renames {
            told = told.replace(from, to);
        }
        old == new || told == new
    }

    pub fn class(&self, name: &str) -> String {
        let known = self.classes.get(name).map(|n| (*n).to_owned());
        known.unwrap_or_else(|| name.to_owned())
    }

    /// An internal name, or a descriptor, with the classes of the other build.
    pub fn ty(&self, ty: &str) -> String {
        if !ty.contains([';', '(', '[']) {
            return self.class(ty);
        }
        let mut out = String::new();
        let mut rest = ty;
        while let Some((before, after)) = rest.split_once('L') {
            let Some((name, more)) = after.split_once(';') else {
                break;
            };
            out.push_str(before);
            out.push('L');
            out.push_str(&self.class(name));
            out.push(';');
            rest = more;
        }
        out + rest
    }

    fn mapped(&self, key: &Key) -> Key {
        (self.class(&key.0), key.1.clone(), self.ty(&key.2))
    }

    /// What a member is in the other build.
    pub fn member(&self, key: &Key) -> Key {
        self.members
            .get(key)
            .cloned()
            .unwrap_or_else(|| self.mapped(key))
    }

    /// Whether a reference goes to what corresponds to the one it went to. With `retypes` the class that is asked may be another.
    pub fn agree(&self, old: &Reference, new: &Reference, retypes: bool) -> bool {
        let (from, to) = (declared(self.before, old), declared(self.after, new));
        let is_ours = self.before.contains_key(from.0.as_str());
        let wanted = self.member(&from);
        let synthetic = ["val$", "this$", "$SwitchMap$", "access$", "lambda$"];
        let is_hidden = synthetic
            .iter()
            .any(|s| from.1.starts_with(s) && to.1.starts_with(s));
        if wanted == to || (is_hidden && wanted.0 == to.0) {
            return true;
        }
        let same_shape = wanted.1 == to.1 && arguments(&wanted.2) == arguments(&to.2);
        same_shape
            && (retypes || (!is_ours && self.class(&old.owner) == new.owner && wanted.2 == to.2))
    }
}

fn arguments(descriptor: &str) -> &str {
    descriptor.split(')').next().unwrap_or(descriptor)
}

fn keys(build: &Build<'_>) -> BTreeSet<Key> {
    let of = |class: &&Class| {
        let name = class.name.clone();
        let fields = class
            .fields
            .iter()
            .map(|f: &Field| (f.name.clone(), f.descriptor.clone()));
        let methods = class.methods.iter().filter(|m: &&Method| !m.is_synthetic);
        let methods = methods.map(|m| (m.name.clone(), m.descriptor.clone()));
        let all: Vec<Key> = fields
            .chain(methods)
            .map(|(n, d)| (name.clone(), n, d))
            .collect();
        all
    };
    build.values().flat_map(of).collect()
}

/// The member that a reference finds: of the class named, or the nearest above it in the build (JVMS 5.4.3).
fn declared(build: &Build<'_>, reference: &Reference) -> Key {
    let mut open = vec![reference.owner.as_str()];
    let mut next = 0;
    while let Some(&name) = open.get(next) {
        next += 1;
        let Some(class) = build.get(name) else {
            continue;
        };
        let is_field = !reference.descriptor.starts_with('(');
        let has = if is_field {
            class
                .fields
                .iter()
                .any(|f| f.name == reference.name && f.descriptor == reference.descriptor)
        } else {
            class
                .methods
                .iter()
                .any(|m| m.name == reference.name && m.descriptor == reference.descriptor)
        };
        if has {
            return (
                name.to_owned(),
                reference.name.clone(),
                reference.descriptor.clone(),
            );
        }
        for above in &class.supers {
            if !open.contains(&above.as_str()) {
                open.push(above);
            }
        }
    }
    (
        reference.owner.clone(),
        reference.name.clone(),
        reference.descriptor.clone(),
    )
}
