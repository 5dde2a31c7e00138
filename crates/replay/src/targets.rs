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
        let named = self.plan.class(&old)?;
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
        self.api.world().find_field(class, symbol, class)?;
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
        if self
            .api
            .find_method(class, &plan.name, &plan.types)
            .is_none()
        {
            let types = plan.types.join(",");
            let why = format!(
                "the new release has no method `{}.{}({types})`",
                plan.owner, plan.name
            );
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

    /// The log's own word: of the method itself, or of one above it that it overrides and whose name it shares.
    pub fn planned(&self, method: MethodId) -> Option<MethodPlan> {
        let world = self.old.world();
        if !self.old.is_library(Decl::Method(method)) {
            return None;
        }
        let name = self.old.method_name(method);
        if let Some(plan) = self.plan.method(&name) {
            return self.changes(method, plan).then(|| plan.clone());
        }
        let data = world.method(method);
        if data.constructor || data.modifiers.has(Modifiers::STATIC) {
            return None;
        }
        let own = name.rfind('(').and_then(|p| name.part(..p).rfind('.'))?;
        let tail = name.part(own..);
        let above = world.closure(data.owner).supers.iter();
        let plan = above
            .filter(|(c, _)| self.old.owns(*c))
            .find_map(|(c, _)| self.plan.method(&format!("{}{tail}", self.old.dotted(*c))))?;
        if plan.is_replacement {
            return None;
        }
        let owner = self.class_now(data.owner);
        let class = self.api.world().class_by_dotted(&owner)?;
        let types: Vec<String> = world
            .signature(method)
            .params
            .iter()
            .map(|&p| world.simple(p))
            .collect();
        let stays = self.api.find_method(class, world.text(data.name), &types);
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
