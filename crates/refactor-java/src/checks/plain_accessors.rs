//! Whether a method that is there already can stand for the getter or setter of a field: it must do that and nothing more, and no
//! class below may do otherwise.

use crate::Java;
use crate::edits::signature_change::callable_of;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, FieldId, MethodId};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_refactor::Run;
use reweave_text::FileId;
use std::collections::BTreeMap;

/// Why calls of a method are not the same as reading the field, or assigning it where the method takes a value; `needs_value` if
/// what was assigned is used.
pub fn why_not_plain(
    program: &JavaProgram,
    method: MethodId,
    field: FieldId,
    needs_value: bool,
) -> Option<&'static str> {
    let world = program.world();
    let owner = world.method(method).owner;
    let below = program.family(method).into_iter().any(|other| {
        let class = world.method(other).owner;
        class != owner && world.is_subclass(class, owner)
    });
    if below {
        return Some("a subclass overrides it");
    }
    let Some((number, callable)) = callable_of(program, method) else {
        return Some("its text is not here");
    };
    let tree = &program.model(number).tree;
    let names = |node: NodeId, decl: Decl| program.names.decl(number, node) == decl;
    let is_static = |modifiers: Modifiers| modifiers.has(Modifiers::STATIC);
    let of_class = is_static(world.field(field).modifiers);
    if is_static(world.method(method).modifiers) && !of_class {
        return Some("it means another object");
    }
    let signature = world.signature(method);
    let takes = signature.params.first().copied();
    if takes.is_none() && signature.ret != Some(world.field_type(field)) {
        return Some("it gives another type");
    }
    // The field of this object, not of another.
    let names_field = |node: NodeId| {
        let receiver = tree.child_in(node, Role::Receiver);
        let is_own = receiver.is_none_or(|r| {
            matches!(tree.kind(r), Kind::This | Kind::Super)
                && tree.child_in(r, Role::Qualifier).is_none()
        });
        names(node, Decl::Field(field)) && (is_own || of_class)
    };
    let statements: Vec<NodeId> = callable
        .body
        .map(|body| tree.children(body).collect())
        .unwrap_or_default();
    let value = |node: NodeId| tree.child_in(node, Role::Value);
    let gives_field =
        |node: NodeId| tree.kind(node) == Kind::Return && value(node).is_some_and(names_field);
    let param = callable.params.first().map(|p| Decl::Local(p.node));
    let takes_value = |node: NodeId| {
        let assigned = value(node).filter(|&a| tree.kind(a) == Kind::Assign);
        assigned.is_some_and(|a| {
            let target = tree.child_in(a, Role::Target);
            world.text(tree.sym(a)) == "="
                && target.is_some_and(names_field)
                && value(a).zip(param).is_some_and(|(v, p)| names(v, p))
        })
    };
    let gives_value = |node: NodeId| {
        let given = value(node).filter(|_| takes == Some(world.field_type(field)));
        let is_it = |v: NodeId| names_field(v) || param.is_some_and(|p| names(v, p));
        signature.ret == takes && given.is_some_and(is_it)
    };
    // What is computed for the result may do something.
    let gives_plainly = |node: NodeId| {
        let plain = |n| matches!(tree.kind(n), Kind::Name | Kind::This | Kind::FieldAccess);
        value(node).is_none_or(|v| tree.descendants(v).all(plain))
    };
    let is_plain = match (callable.params.len(), &statements[..]) {
        (0, &[only]) => gives_field(only),
        (1, &[only]) => takes_value(only) && !needs_value,
        (1, &[first, last]) => {
            let ends = tree.kind(last) == Kind::Return && (gives_value(last) || !needs_value);
            takes_value(first) && ends && gives_plainly(last)
        }
        _ => false,
    };
    (!is_plain).then_some("it does something else, too")
}

/// How many calls come by file.
type ByFile = BTreeMap<u32, usize>;

/// Calls of accessors that are written anew: no edge from before speaks of them, so they are counted. Where a class in between has a
/// method of that name, fewer would mean the accessor.
pub struct AccessorCalls {
    owner: String,
    accessors: Vec<Accessor>,
}

struct Accessor {
    name: String,
    params: usize,
    /// How often the files that come to call it will have to.
    calls: Vec<(FileId, usize)>,
}

impl AccessorCalls {
    /// By name what there is already, the number of its parameters, and how many calls come.
    pub fn note(
        program: &JavaProgram,
        owner: ClassId,
        accessors: [(&str, Option<MethodId>, usize, &ByFile); 2],
    ) -> Self {
        let accessors = accessors.into_iter().map(|(name, own, params, more)| {
            let own = |file| own.map_or(0, |m| program.uses_in(file, &[Decl::Method(m)]).len());
            let calls = more.iter().map(|(&f, &n)| (program.id(f), own(f) + n));
            Accessor {
                name: name.to_owned(),
                params,
                calls: calls.collect(),
            }
        });
        Self {
            owner: program.world().class_key(owner).to_owned(),
            accessors: accessors.collect(),
        }
    }

    pub fn check(self, run: &mut Run<'_, Java>, field: &str) {
        let mut lost = Vec::new();
        let program = run.program();
        let world = program.world();
        let mut classes = world.source_classes();
        let Some(owner) = classes.find(|&c| world.class_key(c) == self.owner) else {
            return;
        };
        let symbol = |name: &str| world.names().get(name);
        let field = symbol(field).and_then(|s| world.info(owner).field_named(s));
        let Some(field) = field else { return };
        for accessor in &self.accessors {
            let Some(name) = symbol(&accessor.name) else {
                continue;
            };
            let all = world.info(owner).methods_named(name).iter().map(|m| m.1);
            let mut all: Vec<MethodId> = all
                .filter(|&m| world.signature(m).params.len() == accessor.params)
                .collect();
            // Of several setters it is the one that takes what the field holds.
            let takes_it = |&m: &MethodId| {
                let param = world.signature(m).params.first();
                param.is_none_or(|&p| p == world.field_type(field))
            };
            if all.iter().any(takes_it) {
                all.retain(takes_it);
            }
            let decls: Vec<Decl> = all.into_iter().map(Decl::Method).collect();
            for &(file, calls) in &accessor.calls {
                let Some(number) = program.number(file).filter(|_| !decls.is_empty()) else {
                    continue;
                };
                if program.uses_in(number, &decls).len() >= calls {
                    continue;
                }
                let mut others = program.names.uses_in(number).into_iter();
                let other = others.find(|used| match used.decl {
                    Decl::Method(m) => world.method(m).name == name && !decls.contains(&used.decl),
                    _ => false,
                });
                let at = other.map(|u| program.interval(u.file, u.span));
                lost.push((accessor.name.clone(), at));
            }
        }
        for (name, at) in lost {
            let why = format!("a call of {name} would mean another method; name another");
            run.refuse("name", why, &at.into_iter().collect::<Vec<_>>());
        }
    }
}
