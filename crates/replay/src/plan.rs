//! What a log says, by the names of the old release: one answer for every package, class, method and field.

use crate::defaults::flaw;
use crate::error::ReplayError;
use reweave_log::{Element, Entry, Kind, Log, LogError, Name, Parameter};
use reweave_text::Part;
use rustc_hash::FxHashMap;

/// What an element is called in the new release, and the number of the entry that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub new: String,
    pub entry: usize,
}

/// What became of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodPlan {
    /// The class that has it now.
    pub owner: String,
    pub name: String,
    /// Erased, by simple names.
    pub types: Vec<String>,
    /// The new parameters in order, where they are not the old ones.
    pub parameters: Option<Vec<Parameter>>,
    pub entry: usize,
    /// Only `@deprecated` names it: another method, which need not take the same.
    pub is_replacement: bool,
}

#[derive(Default, Debug)]
pub struct Plan {
    /// Packages and classes by their old dotted names.
    names: FxHashMap<String, Named>,
    methods: FxHashMap<String, MethodPlan>,
    fields: FxHashMap<String, Named>,
    replaced_fields: FxHashMap<String, Named>,
}

impl Plan {
    /// Reads a log; what contradicts itself or names places that no client can have is refused.
    pub fn of(log: &Log) -> Result<Self, ReplayError> {
        let mut plan = Self::default();
        for (i, entry) in log.entries.iter().enumerate() {
            let number = i + 1;
            check_places(entry, number)?;
            let mut parameters = entry.parameters.iter().flatten();
            if let Some(why) = parameters.find_map(flaw) {
                return Err(LogError::Entry { entry: number, why }.into());
            }
            let named = Named {
                new: entry.new.clone(),
                entry: number,
            };
            match entry.element {
                Element::Package | Element::Class if entry.kind.renames() => {
                    let is_first = !plan.names.contains_key(&entry.old);
                    if entry.kind != Kind::Replace || is_first {
                        plan.names.insert(entry.old.clone(), named);
                    }
                }
                Element::Field if entry.kind == Kind::Replace => {
                    plan.replaced_fields.insert(entry.old.clone(), named);
                }
                Element::Field if entry.kind.renames() => {
                    plan.fields.insert(entry.old.clone(), named);
                }
                _ => {}
            }
        }
        for (i, entry) in log.entries.iter().enumerate() {
            if entry.element == Element::Method {
                plan.method_entry(entry, i + 1)?;
            }
        }
        for (i, entry) in log.entries.iter().enumerate() {
            if matches!(entry.kind, Kind::RenameMethod | Kind::RenameField) {
                plan.check_owner(entry, i + 1)?;
            }
        }
        for (old, named) in std::mem::take(&mut plan.replaced_fields) {
            plan.fields.entry(old).or_insert(named);
        }
        Ok(plan)
    }

    fn method_entry(&mut self, entry: &Entry, number: usize) -> Result<(), ReplayError> {
        let changes_name = entry.kind.renames();
        if !changes_name && entry.kind != Kind::ChangeSignature {
            return Ok(());
        }
        let new = Name::of(&entry.new);
        let planned = MethodPlan {
            owner: new.prefix.to_owned(),
            name: new.simple.to_owned(),
            types: new.types().map(simple_type).collect(),
            parameters: entry.parameters.clone(),
            entry: number,
            is_replacement: entry.kind == Kind::Replace,
        };
        let key = method_key(&entry.old);
        let Some(known) = self.methods.get_mut(&key) else {
            self.methods.insert(key, planned);
            return Ok(());
        };
        if planned.is_replacement {
            return Ok(());
        }
        if known.is_replacement {
            *known = planned;
            return Ok(());
        }
        let same_name = known.owner == planned.owner && known.name == planned.name;
        let other_parameters = known.parameters.is_some() && planned.parameters.is_some();
        if !same_name || (other_parameters && known.parameters != planned.parameters) {
            return Err(ReplayError::Log(LogError::Contradiction {
                first: known.entry,
                second: number,
                why: format!(
                    "`{}` cannot become both `{}.{}` and `{}`; drop one of them",
                    entry.old, known.owner, known.name, entry.new
                ),
            }));
        }
        if planned.parameters.is_some() || entry.kind == Kind::ChangeSignature {
            known.parameters = planned.parameters;
            known.types = planned.types;
        }
        Ok(())
    }

    /// A renamed member stays in its class, whatever that is called now.
    fn check_owner(&self, entry: &Entry, number: usize) -> Result<(), ReplayError> {
        let (old, new) = (Name::of(&entry.old), Name::of(&entry.new));
        let (owner, by) = self.class(old.prefix).map_or_else(
            || (old.prefix.to_owned(), None),
            |named| (named.new, Some(named.entry)),
        );
        if owner == new.prefix {
            return Ok(());
        }
        let why = format!(
            "`{}` stays in its class `{owner}`, and cannot become `{}`; move it, or change one of them",
            entry.old, entry.new
        );
        Err(ReplayError::Log(match by {
            Some(first) => LogError::Contradiction {
                first,
                second: number,
                why,
            },
            None => LogError::Entry { entry: number, why },
        }))
    }

    /// ρ: what a class or package is called in the new release, by the most specific entry; none where none speaks of it.
    pub fn class(&self, old: &str) -> Option<Named> {
        let mut end = old.len();
        loop {
            if let Some(named) = self.names.get(old.part(..end)) {
                return Some(Named {
                    new: format!("{}{}", named.new, old.part(end..)),
                    entry: named.entry,
                });
            }
            end = old.part(..end).rfind('.')?;
        }
    }

    /// What became of a package itself.
    pub fn package(&self, old: &str) -> Option<Named> {
        self.class(old)
    }

    /// By its key, as [`method_key`] makes it.
    pub fn method(&self, key: &str) -> Option<&MethodPlan> {
        self.methods.get(key)
    }

    /// Whether any method is spoken of.
    pub fn has_methods(&self) -> bool {
        !self.methods.is_empty()
    }

    /// Whether any method takes other parameters now.
    pub fn changes_parameters(&self) -> bool {
        self.methods.values().any(|m| m.parameters.is_some())
    }

    pub fn field(&self, name: &str) -> Option<&Named> {
        self.fields.get(name)
    }
}

/// A method's name with its types as one compares them: `a.B.m(Entry,int[])`.
pub fn method_key(name: &str) -> String {
    let parts = Name::of(name);
    let types: Vec<String> = parts.types().map(simple_type).collect();
    format!("{}.{}({})", parts.prefix, parts.simple, types.join(","))
}

/// The last word of a type, with its brackets.
fn simple_type(ty: &str) -> String {
    let ty = ty.replace("...", "[]");
    let last = ty.rfind('.').map_or(0, |d| d + 1);
    ty.part(last..).to_owned()
}

/// Logs name files of the library; one that climbs out of its folder was made to mislead.
fn check_places(entry: &Entry, number: usize) -> Result<(), ReplayError> {
    for at in [&entry.old_at, &entry.new_at].into_iter().flatten() {
        let path = at.rsplit_once(':').map_or(at.as_str(), |(path, _)| path);
        let climbs = path.split(['/', '\\']).any(|s| s == "..");
        let drive = path.chars().nth(1) == Some(':');
        if climbs || drive || path.starts_with(['/', '\\', '~']) || path.contains('\0') {
            return Err(ReplayError::OutsidePath {
                entry: number,
                path: at.clone(),
            });
        }
    }
    Ok(())
}
