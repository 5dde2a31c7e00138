//! What the storm asks of Java: a request at a random place of a file.

use super::java_places::Places;
use super::{Attempt, Files, Program, Random};
use reweave_model::{Callable, FileModel, Kind, Modifiers, NodeId, TypeKind};
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Interner};
use std::collections::BTreeSet;

/// Names that no library has, or hardly any.
const FRESH: [&str; 4] = ["fresh41", "zeta9", "Total9", "q1"];

/// What a parameter, a result or a field may come to be.
const TYPES: [&str; 6] = ["int", "long", "double", "boolean", "Object", "String"];

/// New parameters, with what existing calls pass.
const ADDED: [(&str, &str); 6] = [
    ("int", "0"),
    ("long", "1L"),
    ("Object", "null"),
    ("String", "\"\""),
    ("java.util.List<String>", "null"),
    ("char", "'x'"),
];

const EXCEPTIONS: [&str; 3] = [
    "java.io.IOException",
    "java.lang.Exception",
    "java.lang.IllegalStateException",
];

const OPENNESS: [&str; 4] = ["public", "protected", "package", "private"];

/// What the files of a program have, as places to go to and names to clash with.
pub struct Known {
    /// The simple names that are declared.
    names: Vec<String>,
    /// Full names of the types that can be named from elsewhere.
    types: Vec<String>,
    packages: Vec<String>,
}

impl Known {
    pub fn of(files: &Files) -> Self {
        let (mut names, mut types, mut packages) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for (path, text) in files {
            let interner = Interner::new();
            let model = reweave_lang_java::lower(path, text, &interner);
            let text = |symbol| interner.text(symbol).to_owned();
            packages.insert(text(model.package));
            types.extend(named_types(&model).map(|t| text(t.qualified)));
            names.extend(model.types.iter().map(|t| text(t.name)));
            names.extend(model.fields.iter().map(|f| text(f.name)));
            names.extend(model.callables.iter().map(|c| text(c.name)));
        }
        let some = |set: BTreeSet<String>| set.into_iter().filter(|n| !n.is_empty()).collect();
        Self {
            names: some(names),
            types: some(types),
            packages: some(packages),
        }
    }
}

impl Known {
    /// Whether a type of this simple name is declared.
    pub fn has_type(&self, name: &str) -> bool {
        let is_named = |t: &String| t.rsplit('.').next() == Some(name);
        self.types.iter().any(is_named)
    }
}

fn named_types(model: &FileModel) -> impl Iterator<Item = &reweave_model::TypeDecl> {
    let is_named =
        |t: &&reweave_model::TypeDecl| t.kind != TypeKind::Anonymous && t.in_callable.is_none();
    model.types.iter().filter(is_named)
}

/// A request at a random place of a random file, for the program as it is.
pub fn attempt(
    program: &Program,
    known: &Known,
    refactoring: &str,
    random: &mut Random,
) -> Option<Attempt> {
    let number = random.below(program.files.len());
    let (path, text) = &program.files[number];
    let file = FileId(number as u32);
    Some(Attempt {
        request: request((path, text, file), known, refactoring, random)?,
        files: program.files.clone(),
    })
}

/// A request at a random place of a file.
pub fn request(
    (path, text, file): (&str, &str, FileId),
    known: &Known,
    refactoring: &str,
    random: &mut Random,
) -> Option<Request> {
    let names = Interner::new();
    let model = reweave_lang_java::lower(path, text, &names);
    let asked = Asked {
        model: &model,
        names: &names,
        known,
        file,
    };
    asked.request(refactoring, random)
}

/// A file to ask something about.
struct Asked<'a> {
    model: &'a FileModel,
    names: &'a Interner,
    known: &'a Known,
    file: FileId,
}

fn any<T: Copy>(list: &[T], random: &mut Random) -> T {
    *random.pick(list).expect("there are some")
}

impl Asked<'_> {
    fn at(&self, node: NodeId) -> Target {
        Target::At(self.file, self.model.tree.node(node).name_at)
    }

    /// A fresh name, one that this file uses already, or one that is declared anywhere.
    fn name(&self, random: &mut Random) -> String {
        let tree = &self.model.tree;
        let is_name =
            |&n: &NodeId| matches!(tree.kind(n), Kind::Name | Kind::Call | Kind::TypeName);
        let taken = match random.below(6) {
            0 | 1 => {
                let used: Vec<NodeId> = tree.descendants(NodeId::ROOT).filter(is_name).collect();
                let used = random.pick(&used);
                used.map(|&n| self.names.text(tree.sym(n)).to_owned())
            }
            2 => random.pick(&self.known.names).cloned(),
            _ => None,
        };
        taken.unwrap_or_else(|| any(&FRESH, random).to_owned())
    }

    /// Another signature: one or two changes of its parameters, or of what else it says.
    fn signature(&self, callable: &Callable, asked: Request, random: &mut Random) -> Request {
        match random.below(12) {
            0 => return asked.with("returns", any(&TYPES, random)),
            1 => {
                let tree = &self.model.tree;
                let thrown = callable.throws.iter().map(|&t| tree.sym(t));
                let thrown: Vec<_> = thrown.map(|s| self.names.text(s)).collect();
                let throws = match random.pick(&thrown) {
                    Some(one) => format!("-{one}"),
                    None => format!("+{}", any(&EXCEPTIONS, random)),
                };
                return asked.with("throws", throws);
            }
            2 => return asked.with("visibility", any(&OPENNESS, random)),
            _ => {}
        }
        let names = callable.params.iter().map(|p| self.names.text(p.name));
        let mut params: Vec<String> = names.map(str::to_owned).collect();
        let count = params.len();
        match random.below(5) {
            0 if count > 1 => {
                let i = random.below(count - 1);
                params.swap(i, i + 1);
            }
            1 if count > 0 => {
                params.remove(random.below(count));
            }
            2 if count > 0 => {
                let i = random.below(count);
                params[i] = format!("{} as {}", params[i], self.name(random));
            }
            3 if count > 0 => {
                let i = random.below(count);
                params[i] = format!("{0} as {1} {0}", params[i], any(&TYPES, random));
            }
            _ => {
                let (ty, value) = any(&ADDED, random);
                let at = random.below(count + 1);
                params.insert(at, format!("{ty} {} = {value}", self.name(random)));
            }
        }
        let asked = asked.with("params", params.join(", "));
        match random.below(6) {
            0 if !callable.is_constructor() => asked.with("name", self.name(random)),
            1 => asked.with("delegate", "yes"),
            _ => asked,
        }
    }

    fn request(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        Some(match refactoring {
            "rename" => self.rename(random)?,
            "change-signature" => {
                let callable = random.pick(&self.model.callables)?;
                let asked = Request::new(refactoring, self.at(callable.node));
                self.signature(callable, asked, random)
            }
            "pull-up" => {
                let asked = self.with_members(refactoring, random)?;
                match random.below(8) {
                    0 => asked.with("abstract", "all"),
                    1 => asked.with("abstract", "all").with("stubs", "yes"),
                    2 => asked.with("keep", "yes"),
                    3 => asked.with("others", "delete"),
                    4 => asked.with("to", random.pick(&self.known.types)?.as_str()),
                    _ => asked,
                }
            }
            "push-down" => {
                let asked = self.with_members(refactoring, random)?;
                match random.below(4) {
                    0 => asked.with("keep", "abstract"),
                    _ => asked,
                }
            }
            "move-members" => self.move_members(random)?,
            "encapsulate-field" => {
                let fields = self.model.fields.iter().filter(|f| !f.enum_constant);
                let fields: Vec<NodeId> = fields.map(|f| f.node).collect();
                let asked = Request::new(refactoring, self.at(*random.pick(&fields)?));
                match random.below(6) {
                    0 => asked.with("getter", self.name(random)),
                    1 => asked.with("setter", self.name(random)),
                    _ => asked,
                }
            }
            "safe-delete" => self.safe_delete(random)?,
            "move-type" => {
                let types: Vec<_> = self.model.top_types().collect();
                let ty = self.model.ty(*random.pick(&types)?);
                let own = self.names.text(self.model.package);
                let to = match random.below(4) {
                    0 | 1 => "fresh.place",
                    2 => own.rsplit_once('.').map_or("fresh", |p| p.0),
                    _ => random.pick(&self.known.packages)?,
                };
                Request::new(refactoring, self.at(ty.node)).with("to", to)
            }
            "rename-package" => {
                let own = self.names.text(self.model.package);
                let to = match random.below(4) {
                    0 => "fresh.place".to_owned(),
                    1 => format!("{own}.fresh41"),
                    2 => own.rsplit_once('.')?.0.to_owned(),
                    _ => random.pick(&self.known.packages)?.clone(),
                };
                let request = Request::new(refactoring, Target::Nothing).with("from", own);
                let below = if random.one_in(2) { "yes" } else { "no" };
                request.with("to", to).with("below", below)
            }
            other => {
                let places = Places {
                    model: self.model,
                    names: self.names,
                    known: self.known,
                    file: self.file,
                };
                places.request(other, random)?
            }
        })
    }

    fn move_members(&self, random: &mut Random) -> Option<Request> {
        let is_static = |m: &(NodeId, Modifiers)| m.1.has(Modifiers::STATIC);
        let mut statics: Vec<_> = self.members().filter(is_static).map(|m| m.0).collect();
        let nested = named_types(self.model).filter(|t| t.outer.is_some());
        statics.extend(nested.map(|t| t.node));
        let node = *random.pick(&statics)?;
        // A class near by has more in common with it.
        let near: Vec<_> = named_types(self.model)
            .map(|t| self.names.text(t.qualified).to_owned())
            .collect();
        let to = if random.one_in(2) {
            &near
        } else {
            &self.known.types
        };
        let asked = Request::new("move-members", self.at(node));
        let asked = asked.with("to", random.pick(to)?.as_str());
        Some(match random.below(6) {
            0 => asked.with("delegate", "yes"),
            _ => asked,
        })
    }

    fn safe_delete(&self, random: &mut Random) -> Option<Request> {
        let types = self.model.types.iter();
        let types = types.filter(|t| t.kind != TypeKind::Anonymous);
        let types: Vec<NodeId> = types.map(|t| t.node).collect();
        let tree = &self.model.tree;
        let locals = tree.descendants(NodeId::ROOT);
        let is_local = |n: &NodeId| tree.kind(*n) == Kind::VarDecl;
        let locals: Vec<NodeId> = locals.filter(is_local).collect();
        let node = match random.below(6) {
            0 => *random.pick(&types)?,
            1 if !locals.is_empty() => *random.pick(&locals)?,
            _ => self.member(random)?,
        };
        Some(Request::new("safe-delete", self.at(node)))
    }

    fn rename(&self, random: &mut Random) -> Option<Request> {
        let tree = &self.model.tree;
        let declares = |n: &NodeId| {
            let named = matches!(
                tree.kind(*n),
                Kind::Type
                    | Kind::TypeParam
                    | Kind::Field
                    | Kind::EnumConstant
                    | Kind::Callable
                    | Kind::Param
                    | Kind::VarDecl
                    | Kind::Labeled
                    | Kind::TypePattern
            );
            named && !tree.sym(*n).is_empty()
        };
        let all: Vec<NodeId> = tree.descendants(NodeId::ROOT).filter(declares).collect();
        let node = *random.pick(&all)?;
        let asked = Request::new("rename", self.at(node)).with("to", self.name(random));
        Some(match tree.kind(node) {
            Kind::Field if random.one_in(3) => asked.with("accessors", "yes"),
            Kind::Type if random.one_in(3) => asked.with("similar", "yes"),
            _ => asked,
        })
    }

    fn members(&self) -> impl Iterator<Item = (NodeId, Modifiers)> {
        let methods = self.model.callables.iter().filter(|c| !c.is_constructor());
        let methods = methods.map(|c| (c.node, c.modifiers));
        let fields = self.model.fields.iter().filter(|f| !f.enum_constant);
        methods.chain(fields.map(|f| (f.node, f.modifiers)))
    }

    /// A member, now and then with another of its class.
    fn with_members(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        let tree = &self.model.tree;
        let first = self.member(random)?;
        let asked = Request::new(refactoring, self.at(first));
        if !random.one_in(4) {
            return Some(asked);
        }
        let beside = self.members().map(|m| m.0);
        let beside: Vec<NodeId> = beside
            .filter(|&n| n != first && tree.parent(n) == tree.parent(first))
            .collect();
        Some(match random.pick(&beside) {
            Some(&other) => asked.with("members", self.names.text(tree.sym(other))),
            None => asked,
        })
    }

    fn member(&self, random: &mut Random) -> Option<NodeId> {
        let all: Vec<NodeId> = self.members().map(|m| m.0).collect();
        random.pick(&all).copied()
    }
}
