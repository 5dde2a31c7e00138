//! The preservation check: after the edits every name of the client means against the new release what it meant against
//! the old one, the library's names what the log made of them.

use crate::rewrite::Rewritten;
use crate::side::Side;
use crate::targets::Targets;
use reweave_java_names::{ClassId, Decl, ErrorKind, MethodId, Origin, Use, UseKind, World};
use reweave_model::{NodeId, Role};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// A name that would not mean what it should.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wrong {
    /// In the old text.
    pub at: u32,
    /// In the new text, where the old one has no such place.
    pub at_new: Option<u32>,
    /// The node of an error in the new text.
    pub node: Option<NodeId>,
    /// The old name of what it meant.
    pub key: String,
    /// The word itself.
    pub name: String,
    pub why: String,
    /// It meant a class of the library: its names stand or fall together.
    pub is_class: bool,
    /// It means nothing of the library.
    pub is_foreign: bool,
    /// A class of the new release that should be written with its package, so that its simple name hides nothing.
    pub write_out: Option<String>,
    pub weight: Weight,
}

/// How much a place says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Weight {
    #[default]
    Wrong,
    /// It means the right thing; a person should only know.
    Advice,
    /// It need not be told where something else is told of the same line.
    Follows,
}

pub struct Check<'a> {
    pub targets: &'a Targets<'a>,
    pub new: &'a Side<'a>,
    /// Files whose text changed.
    pub moved: &'a FxHashMap<u32, &'a Rewritten>,
}

impl Check<'_> {
    fn now_at(&self, file: u32, old: u32) -> Option<u32> {
        match self.moved.get(&file) {
            Some(rewritten) => rewritten.at(old),
            None => Some(old),
        }
    }

    /// The names of one file that are wrong now.
    pub fn file(&self, file: u32) -> Vec<Wrong> {
        let old = self.targets.old;
        let mut after: FxHashMap<u32, Vec<Use>> = FxHashMap::default();
        for used in self.new.names.uses_in(file) {
            after.entry(used.span.start).or_default().push(used);
        }
        let mut found = Vec::new();
        for used in old.names.uses_in(file) {
            if !used.decl.is_known() || matches!(used.decl, Decl::Package(_)) {
                continue;
            }
            let Some(at) = self.now_at(file, used.span.start) else {
                continue;
            };
            let here = after.get(&at).map_or(&[][..], |v| v);
            let beside = here
                .iter()
                .find(|u| u.kind == used.kind)
                .or_else(|| here.first());
            let now = beside.map_or(Decl::None, |u| u.decl);
            let other = beside.and_then(|now| self.of_other_type(&used, now));
            found.extend(other.or_else(|| self.compare(file, &used, now)));
        }
        found
    }

    /// A member of others that is asked of a value which has another type now, and no such member: the length of what was an array.
    fn of_other_type(&self, used: &Use, now: &Use) -> Option<Wrong> {
        let old = self.targets.old;
        let is_member = matches!(
            used.decl,
            Decl::ArrayLength | Decl::Method(_) | Decl::Field(_)
        );
        if !is_member || old.is_library(used.decl) || now.decl.is_known() {
            return None;
        }
        let world = self.new.world();
        let tree = &world.file(now.file).tree;
        let receiver = tree.child_in(now.node, Role::Receiver)?;
        let class = world.class_of_type(self.new.names.ty(now.file, receiver))?;
        if world.is_missing(class)
            || !world.closure(class).complete
            || has_member(world, class, tree.sym(now.node))
        {
            return None;
        }
        Some(Wrong {
            at_new: Some(now.span.start),
            node: Some(now.node),
            key: old.shown(used.decl),
            why: format!(
                "a value of type `{}` does not have it",
                self.new.dotted(class)
            ),
            ..Wrong::default()
        })
    }

    fn compare(&self, file: u32, used: &Use, now: Decl) -> Option<Wrong> {
        let (old, world) = (self.targets.old, self.targets.old.world());
        if old.is_library(used.decl) {
            return self.compare_library(used, now);
        }
        if !now.is_known() || self.is_same(file, used.decl, now) {
            return None;
        }
        let name = match used.decl {
            Decl::Class(c) => world.text(world.class(c).name),
            Decl::Method(m) => world.text(world.method(m).name),
            Decl::Field(f) => world.text(world.field(f).name),
            _ => "",
        };
        let write_out = match now {
            Decl::Class(c) if self.new.owns(c) => Some(self.new.dotted(c)),
            _ => None,
        };
        let (before, shown) = (old.shown(used.decl), self.new.shown(now));
        let why = if self.new.is_library(now) || write_out.is_some() {
            format!("`{before}` would become `{shown}` of the library")
        } else if overloads(&before, &shown) {
            format!("with what the library gives now, `{shown}` is called instead of `{before}`")
        } else {
            format!("`{before}` would become `{shown}`")
        };
        Some(Wrong {
            at: used.span.start,
            at_new: None,
            node: None,
            is_foreign: !overloads(&before, &shown),
            key: before,
            is_class: false,
            name: name.to_owned(),
            why,
            write_out,
            weight: Weight::Wrong,
        })
    }

    /// What a method of the old release is called in the new one, and whether that is what is meant now.
    fn expected_method(&self, method: MethodId, now: Decl) -> (String, bool) {
        let targets = self.targets;
        let (world, new_world) = (targets.old.world(), self.new.world());
        let data = world.method(method);
        let planned = targets.method(method).and_then(Result::ok);
        let name = planned
            .as_ref()
            .map_or_else(|| world.text(data.name).to_owned(), |p| p.name.clone());
        let owner = planned.map_or_else(|| targets.class_now(data.owner), |p| p.owner.clone());
        let same = match now {
            Decl::Method(m) if data.constructor => {
                let found = new_world.method(m);
                found.constructor && self.new.dotted(found.owner) == targets.class_now(data.owner)
            }
            Decl::Method(m) => new_world.text(new_world.method(m).name) == name,
            _ => false,
        };
        (format!("{owner}.{name}"), same)
    }

    fn compare_library(&self, used: &Use, now: Decl) -> Option<Wrong> {
        let (targets, old) = (self.targets, self.targets.old);
        let world = old.world();
        let new_world = self.new.world();
        let (key, expected, write_out, same) = match used.decl {
            Decl::Class(class) => {
                let expected = targets.class_now(class);
                let same = matches!(now, Decl::Class(c) if self.new.dotted(c) == expected && !new_world.is_missing(c));
                let there = self
                    .targets
                    .api
                    .world()
                    .class_by_dotted(&expected)
                    .is_some();
                let write_out = there.then(|| expected.clone());
                (old.dotted(class), expected, write_out, same)
            }
            Decl::Method(method) => {
                let (expected, same) = self.expected_method(method, now);
                (old.method_name(method), expected, None, same)
            }
            Decl::Field(field) => {
                let data = world.field(field);
                let name = world.text(data.name);
                let expected = targets.field(field).map_or_else(
                    || format!("{}.{name}", targets.class_now(data.owner)),
                    |n| n.new,
                );
                let simple = expected.rsplit('.').next().unwrap_or_default();
                let same = matches!(now, Decl::Field(f) if new_world.text(new_world.field(f).name) == simple);
                (old.field_name(field), expected, None, same)
            }
            _ => return None,
        };
        if same {
            let why = self
                .why_other(used.decl, now)
                .or_else(|| self.why_deprecated(used, now))?;
            return Some(Wrong {
                at: used.span.start,
                at_new: None,
                node: None,
                name: String::new(),
                key,
                why,
                is_class: false,
                is_foreign: false,
                write_out: None,
                weight: Weight::Advice,
            });
        }
        let why = match now {
            Decl::Class(c) if new_world.is_missing(c) => self.why_gone(used.decl, &expected),
            Decl::None | Decl::Unknown => self.why_gone(used.decl, &expected),
            now => format!("it would mean `{}`", self.new.shown(now)),
        };
        Some(Wrong {
            at: used.span.start,
            at_new: None,
            node: None,
            name: expected.rsplit('.').next().unwrap_or_default().to_owned(),
            key,
            why,
            is_class: matches!(used.decl, Decl::Class(_)),
            is_foreign: false,
            write_out,
            weight: Weight::Wrong,
        })
    }

    /// Newly deprecated, and nothing was put in its place.
    fn why_deprecated(&self, used: &Use, now: Decl) -> Option<String> {
        let (old, new) = (self.targets.old.world(), self.new.world());
        let (was, is) = match (used.decl, now) {
            (Decl::Class(a), Decl::Class(b)) => (old.info(a).deprecated, new.info(b).deprecated),
            (Decl::Method(a), Decl::Method(b)) => {
                (old.method(a).deprecated, new.method(b).deprecated)
            }
            (Decl::Field(a), Decl::Field(b)) => (old.field(a).deprecated, new.field(b).deprecated),
            _ => return None,
        };
        let named = used.kind != UseKind::Import;
        let advised = match used.decl {
            Decl::Class(class) => self
                .targets
                .plan
                .replacement(&self.targets.old.dotted(class)),
            _ => None,
        };
        (is && !was && named).then(|| match advised {
            Some(advised) => format!(
                "the new release deprecates it in favour of `{}`, whose values are others",
                advised.new
            ),
            None => {
                "the new release deprecates it, and the log names nothing in its place".to_owned()
            }
        })
    }

    /// Another constructor than the log knows of is called now: what it does with the values is its own.
    fn why_other(&self, before: Decl, now: Decl) -> Option<String> {
        let (Decl::Method(before), Decl::Method(now)) = (before, now) else {
            return None;
        };
        let targets = self.targets;
        let is_constructor = targets.old.world().method(before).constructor;
        if !is_constructor || targets.is_spoken_of(before) {
            return None;
        }
        let (wanted, found) = (targets.types_now(before), self.new.types_of(now));
        (wanted != found).then(|| {
            format!(
                "the new release does not have it, and `{}` is called here now",
                self.new.method_name(now)
            )
        })
    }

    /// Why nothing is found where the library's element should be.
    fn why_gone(&self, decl: Decl, expected: &str) -> String {
        let api = self.targets.api.world();
        match decl {
            Decl::Class(_) if api.class_by_dotted(expected).is_none() => {
                format!("the new release has no class `{expected}`")
            }
            Decl::Method(_) | Decl::Field(_) => {
                let (owner, name) = expected.rsplit_once('.').unwrap_or(("", expected));
                let Some(class) = api.class_by_dotted(owner) else {
                    return format!("the new release has no class `{owner}`");
                };
                let symbol = api.names().intern(name);
                let has = |class: ClassId| has_member(api, class, symbol);
                let was = self.owner_of(decl);
                if !has(class) {
                    format!("the new release has no `{expected}`")
                } else if was
                    .as_deref()
                    .and_then(|w| api.class_by_dotted(w))
                    .is_some_and(|w| !has(w))
                {
                    format!("only `{owner}` has `{name}` now")
                } else {
                    format!("`{expected}` does not take what is passed here")
                }
            }
            _ => "it cannot be resolved against the new release".to_owned(),
        }
    }

    /// The class that declared a member, by its dotted name.
    fn owner_of(&self, member: Decl) -> Option<String> {
        let old = self.targets.old.world();
        let class = match member {
            Decl::Method(method) => old.method(method).owner,
            Decl::Field(field) => old.field(field).owner,
            _ => return None,
        };
        Some(self.targets.old.dotted(class))
    }

    /// Whether a declaration that is not the library's is the same on both sides.
    fn is_same(&self, file: u32, before: Decl, now: Decl) -> bool {
        let (old, new) = (self.targets.old, self.new);
        let origins = |a: Origin, b: Origin| match (a, b) {
            (Origin::Source { file: f, index: i }, Origin::Source { file: g, index: j }) => {
                f == g && i == j
            }
            (Origin::Implicit { file: f, .. }, Origin::Implicit { file: g, .. }) => f == g,
            _ => false,
        };
        match (before, now) {
            (Decl::Local(_) | Decl::Label(_) | Decl::TypeVar(_), _) => {
                let (a, b) = (
                    old.names.place_of(file, before),
                    new.names.place_of(file, now),
                );
                match (a, b) {
                    (Some((f, a)), Some((g, b))) => {
                        f == g && self.now_at(f, a.start).is_none_or(|a| a == b.start)
                    }
                    // Type parameters of class files have no place.
                    _ => std::mem::discriminant(&before) == std::mem::discriminant(&now),
                }
            }
            (Decl::Class(a), Decl::Class(b)) => {
                let (a_class, b_class) = (old.world().class(a), new.world().class(b));
                origins(a_class.origin, b_class.origin)
                    || old.world().class_key(a) == new.world().class_key(b)
            }
            (Decl::Method(a), Decl::Method(b)) => {
                origins(old.world().method(a).origin, new.world().method(b).origin)
                    || old.world().method_key(a) == new.world().method_key(b)
            }
            (Decl::Field(a), Decl::Field(b)) => {
                origins(old.world().field(a).origin, new.world().field(b).origin)
                    || old.world().field_key(a) == new.world().field_key(b)
            }
            (a, b) => {
                a == b
                    || std::mem::discriminant(&a) == std::mem::discriminant(&b)
                        && !matches!(a, Decl::Package(_))
            }
        }
    }

    /// Errors that names decide and that were not there before, by file.
    pub fn errors(&self, files: &[u32]) -> FxHashMap<u32, Vec<Wrong>> {
        let wanted: FxHashSet<u32> = files.iter().copied().collect();
        let old = self.targets.old;
        let overrides = self.new.names.overrides_in(|f| wanted.contains(&f));
        let errors = self
            .new
            .names
            .errors_in(&overrides, |f| wanted.contains(&f));
        // Hardly any file has errors; only those are looked at again as they were.
        let faulty: FxHashSet<u32> = errors.iter().map(|e| e.file).collect();
        let mut before: FxHashMap<(u32, ErrorKind), usize> = FxHashMap::default();
        let overrides = old.names.overrides_in(|f| faulty.contains(&f));
        for error in old.names.errors_in(&overrides, |f| faulty.contains(&f)) {
            *before.entry((error.file, error.kind)).or_default() += 1;
        }
        let mut found: FxHashMap<u32, Vec<Wrong>> = FxHashMap::default();
        for error in errors {
            if let Some(count) = before.get_mut(&(error.file, error.kind))
                && *count > 0
            {
                *count -= 1;
                continue;
            }
            let about = error.about.replace('/', ".");
            let why = match error.kind {
                ErrorKind::BadValue => format!("a value of type `{about}` does not fit here now"),
                ErrorKind::NoObject => format!("`{about}` needs an object now"),
                ErrorKind::BadResult => "the method has to give another value now".to_owned(),
                ErrorKind::NotImplemented => format!("`{about}` has to be implemented now"),
                ErrorKind::BadOverride => format!("`{about}` may not be overridden like this now"),
                ErrorKind::Inaccessible => format!("`{about}` is not accessible here now"),
                ErrorKind::AbstractCreated => format!("`{about}` has no instances of its own now"),
                ErrorKind::DuplicateMethod => {
                    format!("`{about}` has the same parameters as another")
                }
                ErrorKind::Uncaught => {
                    format!("`{about}` is thrown here now, and neither caught nor declared")
                }
                ErrorKind::NeverThrown => format!("nothing throws `{about}` here now"),
                ErrorKind::NoConstructor => {
                    format!(
                        "`{about}` has no constructor without arguments now, or one that throws more"
                    )
                }
                _ => format!("`{about}` is in the way of another"),
            };
            let node = self.new.world().file(error.file).tree.node(error.node);
            let at = node.name_at.max(node.span.start);
            found.entry(error.file).or_default().push(Wrong {
                at: 0,
                at_new: Some(at),
                node: Some(error.node),
                key: about,
                name: String::new(),
                is_class: false,
                why,
                is_foreign: false,
                write_out: None,
                weight: match error.kind {
                    ErrorKind::BadValue | ErrorKind::BadOverride => Weight::Follows,
                    _ => Weight::Wrong,
                },
            });
        }
        found
    }
}

/// Whether a class has a method or field of a name, its own or from above.
fn has_member(world: &World, class: ClassId, name: Symbol) -> bool {
    let mut all = Vec::new();
    world.find_methods(class, name, &mut all);
    !all.is_empty() || world.find_field(class, name, class).is_some()
}

/// Whether two methods share class and name.
fn overloads(a: &str, b: &str) -> bool {
    matches!((a.split_once('('), b.split_once('(')), (Some((a, _)), Some((b, _))) if a == b)
}
