//! What became of the library's declarations: the log's answers, held against the new release.

use crate::plan::{MethodPlan, Named, Plan};
use crate::side::Side;
use reweave_java_names::{ClassId, Decl, FieldId, MethodId};
use reweave_model::Modifiers;
use reweave_text::Part;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What edits are made from.
pub struct Targets<'a> {
    pub old: &'a Side<'a>,
    /// The new release alone.
    pub api: &'a Side<'a>,
    pub plan: &'a Plan,
    /// Values for parameters that were added, by name.
    pub defaults: &'a BTreeMap<String, String>,
    /// Methods of the client that override the library's, and follow them.
    pub overriding: FxHashMap<MethodId, Result<Arc<MethodPlan>, String>>,
}

impl Targets<'_> {
    /// The new name of a class of the library, where it has another that the new release knows.
    pub fn class(&self, class: ClassId) -> Option<Named> {
        if !self.old.owns(class) {
            return None;
        }
        let old = self.old.dotted(class);
        let named = match self.plan.class(&old) {
            Some(named) => named,
            // Values of a class that is kept cannot be exchanged for those of another one.
            None if self.api.world().class_by_dotted(&old).is_none() => {
                self.plan.replacement(&old)?.clone()
            }
            None => return None,
        };
        let there = || self.api.world().class_by_dotted(&named.new).is_some();
        (named.new != old && there()).then_some(named)
    }

    /// The name of a class now, whether it changed or not.
    pub fn class_now(&self, class: ClassId) -> String {
        self.class(class)
            .map_or_else(|| self.old.dotted(class), |n| n.new)
    }

    pub fn field(&self, field: FieldId) -> Option<Named> {
        if !self.old.is_library(Decl::Field(field)) {
            return None;
        }
        let name = self.old.field_name(field);
        let named = self.plan.field(&name)?;
        let (owner, simple) = named.new.rsplit_once('.')?;
        let class = self.api.world().class_by_dotted(owner)?;
        let symbol = self.api.world().names().get(simple)?;
        let now = self.api.world().find_field(class, symbol, class)?;
        let is_static = |side: &Side, f: FieldId| side.world().is_static_field(f);
        if is_static(self.old, field) != is_static(self.api, now) {
            return None;
        }
        (named.new != name).then(|| named.clone())
    }

    /// What became of a method of the library, or of one of the client that overrides it; an error where it cannot follow.
    pub fn method(&self, method: MethodId) -> Option<Result<Arc<MethodPlan>, String>> {
        if let Some(followed) = self.overriding.get(&method) {
            return Some(followed.clone());
        }
        let plan = self.planned(method)?;
        let Some(class) = self.api.world().class_by_dotted(&plan.owner) else {
            let why = format!("the new release has no class `{}`", plan.owner);
            return Some(Err(why));
        };
        let Some(now) = self.api.find_method(class, &plan.name, &plan.types) else {
            let types = plan.types.join(",");
            let why = format!(
                "the new release has no method `{}.{}({types})`",
                plan.owner, plan.name
            );
            return Some(Err(why));
        };
        if let Err(why) = self.receiver(method, now, &plan) {
            return Some(Err(why));
        }
        if plan.is_replacement && !self.fits(method, &plan) {
            let why = format!(
                "`{}.{}({})` is named in its place, but does not take the same",
                plan.owner,
                plan.name,
                plan.types.join(",")
            );
            return Some(Err(why));
        }
        Some(Ok(Arc::new(plan)))
    }

    /// Whether calls can reach the method as it is now: one that was static needs an object, which only the log can name; one
    /// that is static now takes the object along or stays where its object finds it.
    fn receiver(&self, old: MethodId, new: MethodId, plan: &MethodPlan) -> Result<(), String> {
        let (was, is) = (self.old.world().method(old), self.api.world().method(new));
        if was.constructor != is.constructor {
            return Err(format!("it is made by `{}.{}` now", plan.owner, plan.name));
        }
        let is_static = |m: Modifiers| m.has(Modifiers::STATIC);
        match (is_static(was.modifiers), is_static(is.modifiers)) {
            (true, false) if plan.accessor.is_none() && !is.constructor => Err(format!(
                "it was static and needs an object of `{}` now, for which the log names no `accessor`",
                plan.owner
            )),
            (false, true) if plan.owner != self.class_now(was.owner) && !passes_receiver(plan) => {
                Err(format!(
                    "it was called on an object and is a static method of `{}` now",
                    plan.owner
                ))
            }
            _ => Ok(()),
        }
    }

    /// The log's own word: of the method itself, or of one above it that it overrides and whose name it shares.
    pub fn planned(&self, method: MethodId) -> Option<MethodPlan> {
        let world = self.old.world();
        if !self.old.is_library(Decl::Method(method)) {
            return None;
        }
        let (path, types) = self.old.method_path(method);
        if let Some(plan) = self.plan.method(&path, &types) {
            return self.changes(method, plan).then(|| plan.clone());
        }
        let data = world.method(method);
        if data.constructor || data.modifiers.has(Modifiers::STATIC) {
            return None;
        }
        let simple = world.text(data.name);
        let above = world.closure(data.owner).supers.iter();
        let plan = above
            .filter(|(c, _)| self.old.owns(*c))
            .find_map(|(c, _)| {
                let path = format!("{}.{simple}", self.old.dotted(*c));
                self.plan.method(&path, &types)
            })?;
        if plan.is_replacement {
            return None;
        }
        let owner = self.class_now(data.owner);
        let class = self.api.world().class_by_dotted(&owner)?;
        let stays = self.api.find_method(class, simple, &self.types_now(method));
        let follows = stays.is_none()
            && self
                .api
                .find_method(class, &plan.name, &plan.types)
                .is_some();
        (follows && self.changes(method, plan)).then(|| MethodPlan {
            owner,
            ..plan.clone()
        })
    }

    /// Whether the log says anything of a method.
    pub fn is_spoken_of(&self, method: MethodId) -> bool {
        let (path, types) = self.old.method_path(method);
        self.plan.method(&path, &types).is_some() || self.planned(method).is_some()
    }

    /// The types of a method's parameters as the new release calls them.
    pub fn types_now(&self, method: MethodId) -> Vec<String> {
        let types = self.old.types_of(method).into_iter();
        types.map(|t| self.type_now(&t)).collect()
    }

    /// A type of the old release as the new one calls it.
    pub fn type_now(&self, ty: &str) -> String {
        let bare = ty.trim_end_matches("[]");
        let world = self.old.world();
        let class = world.class_by_dotted(bare);
        let now = class.map_or_else(|| bare.to_owned(), |c| self.class_now(c));
        format!("{now}{}", ty.part(bare.len()..))
    }

    /// Whether callers have to be told: another name, class or list of parameters.
    fn changes(&self, method: MethodId, plan: &MethodPlan) -> bool {
        let data = self.old.world().method(method);
        let renamed = !data.constructor && self.old.world().text(data.name) != plan.name;
        renamed
            || plan.owner != self.class_now(data.owner)
            || self.reorders(method, plan)
            || plan.is_replacement
    }

    /// Whether calls pass other arguments than before.
    pub fn reorders(&self, method: MethodId, plan: &MethodPlan) -> bool {
        let count = self.old.world().signature(method).params.len();
        plan.parameters.as_ref().is_some_and(|all| {
            all.len() != count || all.iter().enumerate().any(|(i, p)| p.from != Some(i))
        })
    }

    /// Whether the method has no object any more, and gets it as an argument.
    pub fn becomes_static(&self, method: MethodId, plan: &MethodPlan) -> bool {
        passes_receiver(plan)
            && !self
                .old
                .world()
                .method(method)
                .modifiers
                .has(Modifiers::STATIC)
    }

    /// Whether a method that is named as a replacement can be called like this one; the check tells whether it takes the same.
    fn fits(&self, method: MethodId, plan: &MethodPlan) -> bool {
        let class = self.api.world().class_by_dotted(&plan.owner);
        let target = class.and_then(|c| self.api.find_method(c, &plan.name, &plan.types));
        let is_static = |m: Modifiers| m.has(Modifiers::STATIC);
        let was = self.old.world().method(method);
        let count = self.old.world().signature(method).params.len();
        target.is_some_and(|t| {
            let data = self.api.world().method(t);
            is_static(data.modifiers) == is_static(was.modifiers)
                && data.constructor == was.constructor
                && plan.types.len() == count
        })
    }
}

fn passes_receiver(plan: &MethodPlan) -> bool {
    plan.parameters.iter().flatten().any(|p| p.receiver)
}
