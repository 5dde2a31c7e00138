//! Uses of the library's methods and fields, and the client's methods that override them.

use crate::arguments;
use crate::draft::Drafter;
use crate::plan::{MethodPlan, Named};
use crate::rewrite::Change;
use reweave_java_names::{ClassId, Decl, FieldId, MethodId, Use, UseKind};
use reweave_model::{CallableId, Kind, Modifiers, NodeId, Role};
use reweave_text::Span;

/// A member by where it was and where it is now.
struct Member<'a> {
    decl: Decl,
    is_static: bool,
    was: ClassId,
    owner: &'a str,
    name: &'a str,
}

impl Drafter<'_> {
    pub fn field_use(&mut self, used: &Use, field: FieldId) {
        let Some(Named { new, entry }) = self.targets.field(field) else {
            return;
        };
        let key = self.targets.old.field_name(field);
        if !self.member_site(used.span, &key, entry) {
            return;
        }
        let world = self.targets.old.world();
        let data = world.field(field);
        let (owner, name) = new.rsplit_once('.').unwrap_or(("", &new));
        let is_static = data.modifiers.has(Modifiers::STATIC)
            || data.enum_constant
            || world.info(data.owner).is_interface();
        let member = Member {
            decl: used.decl,
            is_static: is_static && !data.enum_constant,
            was: data.owner,
            owner,
            name,
        };
        if let Err(why) = self.name_member(used, &member) {
            self.unsite(used.span, &why);
        }
    }

    pub fn method_use(&mut self, used: &Use, method: MethodId) {
        let Some(target) = self.targets.method(method) else {
            return;
        };
        let key = self.targets.old.method_name(method);
        let plan = match target {
            Ok(plan) => plan,
            Err(why) => {
                let entry = self.targets.planned(method).map_or(0, |p| p.entry);
                return self.leave(used.span, &key, entry, why);
            }
        };
        if !self.member_site(used.span, &key, plan.entry) {
            return;
        }
        if let Err(why) = self.method_edit(used, method, &plan) {
            self.unsite(used.span, &why);
        }
    }

    fn method_edit(
        &mut self,
        used: &Use,
        method: MethodId,
        plan: &MethodPlan,
    ) -> Result<(), String> {
        let targets = self.targets;
        let data = targets.old.world().method(method);
        let reorders = targets.reorders(method, plan);
        if used.kind == UseKind::Reference && reorders {
            return self.lambda(used, method, plan);
        }
        let list = targets.arguments(self.model, self.text, used.node, method, plan)?;
        if data.constructor {
            let stays = targets.class_now(data.owner) == plan.owner;
            if !stays {
                return Err(format!("it is made by `{}.{}` now", plan.owner, plan.name));
            }
        } else if targets.becomes_static(method, plan) {
            let class = self.name_class(&plan.owner);
            self.call_on(used, &class, &plan.name)?;
        } else if let Some(accessor) = &plan.accessor {
            let receiver = self.qualifier(used.node).map(|r| self.model.tree.span(r));
            self.covered.extend(receiver);
            self.call_on(used, accessor, &plan.name)?;
        } else {
            let member = Member {
                decl: used.decl,
                is_static: data.modifiers.has(Modifiers::STATIC),
                was: data.owner,
                owner: &plan.owner,
                name: &plan.name,
            };
            self.name_member(used, &member)?;
        }
        if let Some(list) = list {
            self.change(list);
        }
        Ok(())
    }

    /// Writes a call on something else: a class, or the object that the log names.
    fn call_on(&mut self, used: &Use, on: &str, name: &str) -> Result<(), String> {
        if used.kind == UseKind::Reference {
            return Err("a method reference cannot take another object".to_owned());
        }
        let start = match self.qualifier(used.node) {
            Some(receiver) => self.model.tree.span(receiver).start,
            None => used.span.start,
        };
        let whole = Span::new(start, used.span.end);
        self.change(Change::name(whole, used.span, format!("{on}.{name}")));
        Ok(())
    }

    /// Writes the new name of a member, and the class before it where that is another.
    fn name_member(&mut self, used: &Use, member: &Member) -> Result<(), String> {
        let moved = self.targets.class_now(member.was) != member.owner;
        let token = |name: &str| Change::name(used.span, used.span, name.to_owned());
        let same_name = used.span.text(self.text) == member.name;
        if !moved || !member.is_static {
            if !same_name {
                self.change(token(member.name));
            }
            return Ok(());
        }
        let world = self.targets.old.world();
        let Some(receiver) = self.qualifier(used.node) else {
            self.name_moved(used, member, same_name);
            return Ok(());
        };
        let Decl::Class(class) = self.names.decl(self.file, receiver) else {
            let shown = world.text(self.model.tree.sym(receiver));
            return Err(format!(
                "it is a member of `{}` now, but is reached through `{shown}`",
                member.owner
            ));
        };
        if self.inherits(class, member.owner, member.decl) {
            if !same_name {
                self.change(token(member.name));
            }
            return Ok(());
        }
        let class_text = self.name_class(member.owner);
        let before = self.model.tree.span(receiver);
        if self.model.tree.kind(used.node) == Kind::MethodRef {
            self.covered.push(before);
            self.change(Change::name(before, Span::at(before.start), class_text));
            if !same_name {
                self.change(token(member.name));
            }
            return Ok(());
        }
        let whole = Span::new(before.start, used.span.end);
        self.covered.push(whole);
        let text = format!("{class_text}.{}", member.name);
        self.change(Change::name(whole, used.span, text));
        Ok(())
    }

    /// A static member that was named alone, and is in another class now.
    fn name_moved(&mut self, used: &Use, member: &Member, same_name: bool) {
        let world = self.targets.old.world();
        let inherited = self
            .class_around(used.node)
            .is_some_and(|c| world.around(c).any(|c| world.is_subclass(c, member.was)));
        // An import of its own would hide what an import of all members brings of that name.
        let all_of = self.imported_with_all(member.decl);
        let still = all_of.is_some_and(|c| self.inherits(c, member.owner, member.decl));
        let alone = inherited || (all_of.is_some() && !still);
        if alone || self.model.tree.role(used.node) == Role::Label {
            let class = self.name_class(member.owner);
            let text = format!("{class}.{}", member.name);
            self.change(Change::name(used.span, used.span, text));
            return;
        }
        if !still && !self.imports_statically(member.decl) {
            self.wanted_static
                .insert(format!("{}.{}", member.owner, member.name));
        }
        if !same_name {
            self.change(Change::name(used.span, used.span, member.name.to_owned()));
        }
    }

    /// Whether a class of the old release has, under its new name, a static member of a class of the new one. Those of
    /// interfaces are not handed down, unless they are constants.
    pub fn inherits(&self, class: ClassId, owner: &str, member: Decl) -> bool {
        let api = self.targets.api.world();
        let now = api.class_by_dotted(&self.targets.class_now(class));
        let owner = api.class_by_dotted(owner);
        let (Some(now), Some(owner)) = (now, owner) else {
            return false;
        };
        let alone = matches!(member, Decl::Method(_)) && api.info(owner).is_interface();
        now == owner || (api.is_subclass(now, owner) && !alone)
    }

    pub fn class_around(&self, node: NodeId) -> Option<ClassId> {
        let model = self.model;
        let inner = model
            .type_ids()
            .filter(|&t| model.ty(t).node != node && model.tree.contains(model.ty(t).node, node));
        Some(self.targets.old.world().class_of(self.file, inner.last()?))
    }

    /// The last place turns out to be one that is left.
    pub fn unsite(&mut self, at: Span, why: &str) {
        let noted = self.draft.sites.iter_mut().rev();
        for site in noted.take_while(|s| s.at == at).take(1) {
            site.left = Some(why.to_owned());
        }
    }

    /// The client's methods that follow the library's.
    pub fn declarations(&mut self) {
        if self.targets.overriding.is_empty() {
            return;
        }
        let world = self.targets.old.world();
        for (index, callable) in (0..).zip(&self.model.callables) {
            let method = world.method_of(self.file, CallableId(index));
            let Some(follows) = self.targets.overriding.get(&method) else {
                continue;
            };
            let key = self.targets.old.method_name(method);
            let start = self.model.tree.node(callable.node).name_at;
            let at = Span::new(start, start + world.text(callable.name).len() as u32);
            let plan = match follows {
                Ok(plan) => plan,
                Err(why) => {
                    self.leave(at, &key, 0, why);
                    continue;
                }
            };
            if !self.site(at, &key, plan.entry) {
                continue;
            }
            match arguments::declared(self.targets, self.model, self.text, callable, plan) {
                Ok(list) => {
                    if let Some(list) = list {
                        self.change(list);
                    }
                    if at.text(self.text) != plan.name {
                        self.change(Change::name(at, at, plan.name.clone()));
                    }
                }
                Err(why) => self.unsite(at, &why),
            }
        }
    }
}
