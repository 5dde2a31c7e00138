//! The comparison, method by method.

use crate::class::{Class, Function, Instruction, Method, Operand, Reference};
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
            |m: &&Method| !(m.is_synthetic || wanted.moves_values && m.name.starts_with('<'));
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
    ) -> Option<Differs> {
        /// Lambdas in lambdas beyond this are not compared.
        const DEEPEST: usize = 50;
        if depth > DEEPEST {
            return None;
        }
        for at in 0..old.code.len().max(new.code.len()) {
            let (Some(a), Some(b)) = (old.code.get(at), new.code.get(at)) else {
                return Some((old.code.get(at).cloned(), new.code.get(at).cloned()));
            };
            if let (Operand::Function(f), Operand::Function(g)) = (&a.operand, &b.operand) {
                let found = self.function((class, f), (owner, g), depth);
                if found.is_some() {
                    return found;
                }
                continue;
            }
            if !same_word(a, b) || !self.same(&a.operand, &b.operand) {
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

    fn same(&self, a: &Operand, b: &Operand) -> bool {
        match (a, b) {
            (Operand::Type(a), Operand::Type(b)) => self.names.ty(a) == *b,
            (Operand::Member(a), Operand::Member(b)) => self.names.agree(a, b, self.retypes),
            (Operand::Text(a), Operand::Text(b)) => self.names.is_text(a, b),
            (a, b) => a == b,
        }
    }

    /// What differs between two functions, also in bodies that are the program's own.
    fn function(
        &self,
        (class, old): (&Class, &Function),
        (owner, new): (&Class, &Function),
        depth: usize,
    ) -> Option<Differs> {
        let is_same = self.names.is_name(&old.name, &new.name)
            && self.names.ty(&old.descriptor) == new.descriptor
            && old.bootstrap == new.bootstrap
            && old.arguments.len() == new.arguments.len();
        let instruction = |of: &Function| Instruction {
            word: "Invokedynamic".to_owned(),
            operand: Operand::Function(of.clone()),
        };
        let differs = || Some((Some(instruction(old)), Some(instruction(new))));
        if !is_same {
            return differs();
        }
        for (from, to) in old.arguments.iter().zip(&new.arguments) {
            let bodies = match (from, to) {
                (Operand::Member(from), Operand::Member(to)) if is_body(from) && is_body(to) => {
                    Some((body(class, self.before, from), body(owner, self.after, to)))
                }
                _ => None,
            };
            match bodies {
                None if self.same(from, to) => {}
                Some((Some((class, old)), Some((owner, new))))
                    if self.names.ty(&old.descriptor) == new.descriptor =>
                {
                    let found = self.differ((class, old), (owner, new), depth + 1);
                    if found.is_some() {
                        return found;
                    }
                }
                _ => return differs(),
            }
        }
        None
    }
}

/// The first instructions that differ; none where one of the two ends.
type Differs = (Option<Instruction>, Option<Instruction>);

/// Whether a method is the body of a lambda.
fn is_body(of: &Reference) -> bool {
    of.name.starts_with("lambda$")
}

fn body<'c>(
    class: &'c Class,
    build: &Build<'c>,
    of: &Reference,
) -> Option<(&'c Class, &'c Method)> {
    let class = build.get(of.owner.as_str()).copied().unwrap_or(class);
    let is_it = |m: &&Method| m.name == of.name && m.descriptor == of.descriptor;
    Some((class, class.methods.iter().find(is_it)?))
}

fn same_word(a: &Instruction, b: &Instruction) -> bool {
    let is_call = |i: &Instruction| matches!(i.word.as_str(), "Invokevirtual" | "Invokeinterface");
    a.word == b.word || (is_call(a) && is_call(b))
}
