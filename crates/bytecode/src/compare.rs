//! The comparison, method by method.

use crate::class::{Class, Function, Instruction, Method, Operand};
use crate::names::{Build, Key, Names};
use crate::shown;
use std::collections::BTreeSet;

/// What is to be compared, and what may differ.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Simple names that were changed on purpose, old and new.
    pub renames: Vec<(String, String)>,
    /// The static type that is asked for a member may be another.
    pub retypes: bool,
    /// Fields move with their values: what initializes objects and classes is not compared.
    pub moves_values: bool,
    /// Source files, below the folders of their packages, whose classes have code of the refactoring's own.
    pub own_code: BTreeSet<String>,
}

/// A method or field that does something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// As Java writes it.
    pub member: String,
    pub before: String,
    pub after: String,
}

/// What differs between two builds beyond what is wanted, in the order of the classes.
pub fn compare(before: &[Class], after: &[Class], wanted: &Wanted) -> Vec<Difference> {
    let build = |classes: &'_ [Class]| -> Vec<(String, usize)> {
        (0..)
            .zip(classes)
            .map(|(i, c)| (c.name.clone(), i))
            .collect()
    };
    let (old, new) = (build(before), build(after));
    let old: Build<'_> = old.iter().map(|(n, i)| (n.as_str(), &before[*i])).collect();
    let new: Build<'_> = new.iter().map(|(n, i)| (n.as_str(), &after[*i])).collect();
    let both = Both {
        names: Names::of(&old, &new, &wanted.renames),
        before: &old,
        after: &new,
        retypes: wanted.retypes,
    };
    let mut found = Vec::new();
    let is_own = |class: &Class| {
        class
            .source_path()
            .is_some_and(|p| wanted.own_code.contains(&p))
    };
    for class in old.values().filter(|c| !is_own(c)) {
        for field in &class.fields {
            let key = (
                class.name.clone(),
                field.name.clone(),
                field.descriptor.clone(),
            );
            both.field(&key, field.constant.as_ref(), &mut found);
        }
        let is_compared =
            |m: &&Method| !m.is_synthetic && !(wanted.moves_values && m.name.starts_with('<'));
        for method in class.methods.iter().filter(is_compared) {
            both.method(class, method, &mut found);
        }
    }
    found
}

struct Both<'a> {
    names: Names<'a>,
    before: &'a Build<'a>,
    after: &'a Build<'a>,
    retypes: bool,
}

impl Both<'_> {
    fn field(&self, key: &Key, constant: Option<&String>, found: &mut Vec<Difference>) {
        let to = self.names.member(key);
        let class = self.after.get(to.0.as_str());
        let other = class.and_then(|c| {
            c.fields
                .iter()
                .find(|f| f.name == to.1 && f.descriptor == to.2)
        });
        let told = |c: Option<&String>| {
            c.map_or("no constant".to_owned(), |c| format!("the constant {c}"))
        };
        if let Some(other) = other
            && other.constant.as_ref() != constant
        {
            found.push(Difference {
                member: shown::member(&key.0, &key.1, &key.2),
                before: told(constant),
                after: told(other.constant.as_ref()),
            });
        }
    }

    fn method(&self, class: &Class, method: &Method, found: &mut Vec<Difference>) {
        let key = (
            class.name.clone(),
            method.name.clone(),
            method.descriptor.clone(),
        );
        let to = self.names.member(&key);
        let other = self.after.get(to.0.as_str());
        let other = other.and_then(|c| {
            let is_it = |m: &&Method| m.name == to.1 && m.descriptor == to.2;
            Some((c, c.methods.iter().find(is_it)?))
        });
        // What is gone or was given another signature has nothing to be compared with.
        if let Some((owner, other)) = other
            && let Some((old, new)) = self.differ((class, method), (owner, other), 0)
        {
            found.push(Difference {
                member: shown::member(&key.0, &key.1, &key.2),
                before: shown::instruction(old.as_ref()),
                after: shown::instruction(new.as_ref()),
            });
        }
    }

    /// The first instructions that differ.
    fn differ(
        &self,
        (class, old): (&Class, &Method),
        (owner, new): (&Class, &Method),
        depth: usize,
    ) -> Option<(Option<Instruction>, Option<Instruction>)> {
        /// Lambdas in lambdas beyond this are not compared.
        const DEEPEST: usize = 50;
        if depth > DEEPEST {
            return None;
        }
        for at in 0..old.code.len().max(new.code.len()) {
            let (Some(a), Some(b)) = (old.code.get(at), new.code.get(at)) else {
                return Some((old.code.get(at).cloned(), new.code.get(at).cloned()));
            };
            let functions = match (&a.operand, &b.operand) {
                (Operand::Function(f), Operand::Function(g)) => {
                    self.function((class, f), (owner, g), depth)
                }
                _ => None,
            };
            if let Some(differs) = functions {
                if let Some(differs) = differs {
                    return Some(differs);
                }
                continue;
            }
            if !self.same_word(a, b) || !self.same(&a.operand, &b.operand) {
                return Some((Some(a.clone()), Some(b.clone())));
            }
        }
        let handlers =
            old.handlers.iter().zip(&new.handlers).all(|(a, b)| {
                a.range == b.range && a.ty.as_ref().map(|t| self.names.ty(t)) == b.ty
            });
        let is_same = handlers && old.handlers.len() == new.handlers.len();
        (!is_same).then_some((None, None))
    }

    fn same_word(&self, a: &Instruction, b: &Instruction) -> bool {
        let is_call =
            |i: &Instruction| matches!(i.word.as_str(), "Invokevirtual" | "Invokeinterface");
        a.word == b.word || (is_call(a) && is_call(b))
    }

    fn same(&self, a: &Operand, b: &Operand) -> bool {
        match (a, b) {
            (Operand::Type(a), Operand::Type(b)) => self.names.ty(a) == *b,
            (Operand::Member(a), Operand::Member(b)) => self.names.agree(a, b, self.retypes),
            (Operand::Text(a), Operand::Text(b)) => self.names.is_text(a, b),
            (a, b) => a == b,
        }
    }

    /// Of two functions whose bodies are the program's own what differs in these; none where they are to be compared as they read.
    #[expect(
        clippy::type_complexity,
        reason = "of a comparison: none, equal, or the first that differs"
    )]
    fn function(
        &self,
        (class, a): (&Class, &Function),
        (owner, b): (&Class, &Function),
        depth: usize,
    ) -> Option<Option<(Option<Instruction>, Option<Instruction>)>> {
        let is_same = self.names.is_name(&a.name, &b.name)
            && self.names.ty(&a.descriptor) == b.descriptor
            && a.bootstrap == b.bootstrap
            && a.arguments.len() == b.arguments.len();
        let instruction = |f: &Function| Instruction {
            word: "Invokedynamic".to_owned(),
            operand: Operand::Function(f.clone()),
        };
        let differs = || Some(Some((Some(instruction(a)), Some(instruction(b)))));
        if !is_same {
            return differs();
        }
        for (x, y) in a.arguments.iter().zip(&b.arguments) {
            if let (Operand::Member(x), Operand::Member(y)) = (x, y)
                && x.name.starts_with("lambda$")
                && y.name.starts_with("lambda$")
            {
                let find = |c: &Class, build: &Build<'_>, r: &crate::class::Reference| {
                    let of = build.get(r.owner.as_str()).copied().unwrap_or(c).clone();
                    let found = of
                        .methods
                        .iter()
                        .find(|m| m.name == r.name && m.descriptor == r.descriptor)
                        .cloned();
                    found.map(|m| (of, m))
                };
                let (from, to) = (find(class, self.before, x), find(owner, self.after, y));
                let (Some((c, m)), Some((d, n))) = (from, to) else {
                    return differs();
                };
                if self.names.ty(&m.descriptor) != n.descriptor {
                    return differs();
                }
                if let Some(found) = self.differ((&c, &m), (&d, &n), depth + 1) {
                    return Some(Some(found));
                }
            } else if !self.same(x, y) {
                return differs();
            }
        }
        Some(None)
    }
}
