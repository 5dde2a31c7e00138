//! What a log says, by the names of the old release: one answer for every package, class, method and field.

use crate::defaults::{flaw, is_expression};
use crate::error::ReplayError;
use reweave_log::{Element, Entry, Kind, Log, LogError, Name, Parameter, same_type};
use reweave_text::Part;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

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
    /// Erased, as the log writes them.
    pub types: Vec<String>,
    /// The new parameters in order, where they are not the old ones.
    pub parameters: Option<Vec<Parameter>>,
    /// The object to call it on, where it was static and is not any more.
    pub accessor: Option<String>,
    pub entry: usize,
    /// Only `@deprecated` names it: another method, which need not take the same.
    pub is_replacement: bool,
}

#[derive(Default, Debug)]
pub struct Plan {
    /// Packages and classes by their old dotted names.
    names: FxHashMap<String, Named>,
    /// By the name without the types of parameters: overloads with their types in the old release.
    methods: FxHashMap<String, Vec<(Vec<String>, MethodPlan)>>,
    fields: FxHashMap<String, Named>,
    replaced_fields: FxHashMap<String, Named>,
    replaced_classes: FxHashMap<String, Named>,
}

impl Plan {
    /// Reads a log; what contradicts itself or names places that no client can have is refused.
    pub fn of(log: &Log) -> Result<Self, ReplayError> {
        let (plan, refused) = Self::with_refusals(log);
        match refused.into_iter().next() {
            Some((_, why)) => Err(why),
            None => Ok(plan),
        }
    }

    /// The plan of those entries that can be carried out, and the others with their numbers in ascending order.
    pub fn with_refusals(log: &Log) -> (Self, BTreeMap<usize, ReplayError>) {
        let mut plan = Self::default();
        let mut refused = BTreeMap::new();
        let mut targets: FxHashMap<&str, (usize, &str)> = FxHashMap::default();
        for (i, entry) in log.entries.iter().enumerate() {
            let planned = plan.type_entry(entry, i + 1, &mut targets);
            refused.extend(planned.err().map(|why| (i + 1, why)));
        }
        let numbered = || (1..).zip(&log.entries);
        for (number, entry) in numbered() {
            if entry.element == Element::Method && !refused.contains_key(&number) {
                let planned = plan.method_entry(entry, number);
                refused.extend(planned.err().map(|why| (number, why)));
            }
        }
        for (number, entry) in numbered() {
            let renames = matches!(entry.kind, Kind::RenameMethod | Kind::RenameField);
            if renames && !refused.contains_key(&number) {
                let planned = plan.check_owner(entry, number);
                refused.extend(planned.err().map(|why| (number, why)));
            }
        }
        for (old, named) in std::mem::take(&mut plan.replaced_fields) {
            plan.fields.entry(old).or_insert(named);
        }
        (plan, refused)
    }

    /// Packages, classes and fields; of every entry the parts that are written into programs.
    fn type_entry<'l>(
        &mut self,
        entry: &'l Entry,
        number: usize,
        targets: &mut FxHashMap<&'l str, (usize, &'l str)>,
    ) -> Result<(), ReplayError> {
        check_places(entry, number)?;
        let mut parameters = entry.parameters.iter().flatten();
        let accessor = entry.accessor.as_deref().filter(|a| !is_expression(a));
        let accessor = accessor.map(|a| format!("the accessor `{a}` is not an expression"));
        if let Some(why) = parameters.find_map(flaw).or(accessor) {
            return Err(LogError::Entry { entry: number, why }.into());
        }
        let named = Named {
            new: entry.new.clone(),
            entry: number,
        };
        match entry.element {
            Element::Package | Element::Class if entry.kind.renames() => {
                if entry.kind == Kind::Replace {
                    // The class is kept: its own members stay, and only names of the class itself are replaced.
                    self.replaced_classes.insert(entry.old.clone(), named);
                    return Ok(());
                }
                if entry.element == Element::Class && entry.kind != Kind::CollapseHierarchy {
                    one_target(entry, number, targets)?;
                }
                self.names.insert(entry.old.clone(), named);
            }
            Element::Field if entry.kind == Kind::Replace => {
                self.replaced_fields.insert(entry.old.clone(), named);
            }
            Element::Field if entry.kind.renames() => {
                self.fields.insert(entry.old.clone(), named);
            }
            _ => {}
        }
        Ok(())
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
            types: new.types().map(str::to_owned).collect(),
            parameters: entry.parameters.clone(),
            accessor: entry.accessor.clone(),
            entry: number,
            is_replacement: entry.kind == Kind::Replace,
        };
        let old = Name::of(&entry.old);
        let types: Vec<String> = old.types().map(str::to_owned).collect();
        let overloads = self
            .methods
            .entry(Name::join(old.prefix, old.simple))
            .or_default();
        let Some((_, known)) = overloads.iter_mut().find(|(t, _)| same_types(t, &types)) else {
            overloads.push((types, planned));
            return Ok(());
        };
        if planned.is_replacement {
            return Ok(());
        }
        if known.is_replacement {
            *known = planned;
            return Ok(());
        }
        // Pushed down to several classes: the receiver of each call says which of them it is.
        if entry.kind == Kind::PushDownMethod && known.name == planned.name {
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
            known.accessor = planned.accessor.or(known.accessor.take());
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

    /// By its name without parameters and the types of those, with their packages.
    pub fn method(&self, path: &str, types: &[String]) -> Option<&MethodPlan> {
        let overloads = self.methods.get(path)?;
        let found = overloads.iter().find(|(t, _)| same_types(t, types))?;
        Some(&found.1)
    }

    /// The class that is advised in the place of one that is kept.
    pub fn replacement(&self, class: &str) -> Option<&Named> {
        self.replaced_classes.get(class)
    }

    /// Leaves a class where it is that the new release kept beside the one that the log sends it to, and its members with it. False
    /// where the log has no entry of its own for it.
    pub fn keep(&mut self, class: &str) -> bool {
        let Some(named) = self.names.remove(class) else {
            return false;
        };
        let is_member = |path: &str, new: &str| {
            path.strip_prefix(class)
                .is_some_and(|rest| rest.starts_with('.') && !rest.part(1..).contains('.'))
                && new == named.new
        };
        for (path, overloads) in &mut self.methods {
            overloads.retain(|(_, plan)| !is_member(path, &plan.owner));
        }
        self.fields.retain(|path, field| {
            let owner = field.new.rsplit_once('.').map_or("", |(owner, _)| owner);
            !is_member(path, owner)
        });
        self.replaced_classes.insert(class.to_owned(), named);
        true
    }

    /// Whether any method is spoken of.
    pub fn has_methods(&self) -> bool {
        !self.methods.is_empty()
    }

    /// Whether any method takes other parameters now.
    pub fn changes_parameters(&self) -> bool {
        let mut all = self.methods.values().flatten();
        all.any(|(_, m)| m.parameters.is_some())
    }

    pub fn field(&self, name: &str) -> Option<&Named> {
        self.fields.get(name)
    }
}

/// Whether two lists of types may be one.
pub fn same_types(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_type(a, b))
}

/// No two classes become one, unless the log says that a hierarchy was collapsed.
fn one_target<'l>(
    entry: &'l Entry,
    number: usize,
    targets: &mut FxHashMap<&'l str, (usize, &'l str)>,
) -> Result<(), ReplayError> {
    match targets.get(entry.new.as_str()) {
        Some(&(first, other)) if other != entry.old => {
            Err(ReplayError::Log(LogError::Contradiction {
                first,
                second: number,
                why: format!(
                    "`{other}` and `{}` cannot both become `{}`; drop one of them",
                    entry.old, entry.new
                ),
            }))
        }
        _ => {
            targets.insert(&entry.new, (number, &entry.old));
            Ok(())
        }
    }
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
