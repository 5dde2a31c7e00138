//! Requests for generated programs, made from what the generator says of its names: no program is parsed for them.

use super::super::Random;
use super::bodies::{self, IN_BODIES};
use super::made::MADE;
use super::marks::{Declared, Text};
use super::plan::any;
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Part as _};
use std::collections::BTreeSet;

pub const REFACTORINGS: [&str; 9] = [
    "rename",
    "change-signature",
    "pull-up",
    "push-down",
    "move-members",
    "move-type",
    "rename-package",
    "encapsulate-field",
    "safe-delete",
];

const FRESH: [&str; 3] = ["fresh", "Fresh", "w9"];
const TYPES: [&str; 7] = [
    "int", "long", "double", "boolean", "Object", "String", "Integer",
];
const ADDED: [(&str, &str); 7] = [
    ("int", "0"),
    ("long", "1L"),
    ("Object", "null"),
    ("String", "\"\""),
    ("int", "p.U.t(900)"),
    ("Integer", "7"),
    ("int...", "8"),
];
const EXCEPTIONS: [&str; 4] = [
    "java.io.IOException",
    "java.lang.Exception",
    "java.lang.IllegalStateException",
    "java.lang.RuntimeException",
];
const PACKAGES: [&str; 5] = ["p", "q", "p.q", "r", "p.r"];

/// Words of the language among the names.
const WORDS: &str = " abstract boolean break case catch class continue default else enum extends final finally for if implements \
    import instanceof int interface long new non null package permits private protected public record return sealed static super \
    switch this throw throws try var void while true false java ";

/// A request, and which declared name it is for.
pub struct Asked {
    pub request: Request,
    pub declared: Option<Declared>,
}

pub struct Asker<'a> {
    pub text: &'a Text,
    names: Vec<String>,
    /// Full names of types that have a supertype of their own, and simple names of those that have a subtype.
    below: BTreeSet<String>,
    above: BTreeSet<String>,
    pub random: Random,
}

impl<'a> Asker<'a> {
    pub fn new(text: &'a Text, random: Random) -> Self {
        let mut names = BTreeSet::new();
        for (path, text) in &text.files {
            if path != "p/U.java" {
                let words = text.split(|c: char| !c.is_alphanumeric());
                let is_name = |w: &&str| w.starts_with(|c: char| c.is_alphabetic());
                names.extend(
                    words
                        .filter(is_name)
                        .filter(|w| !WORDS.contains(&format!(" {w} "))),
                );
            }
        }
        let (below, above) = hierarchy(text);
        Self {
            text,
            below,
            above,
            names: names.into_iter().map(str::to_owned).collect(),
            random,
        }
    }

    pub fn ask(&mut self, refactoring: &str) -> Option<Asked> {
        if IN_BODIES.contains(&refactoring) {
            let request = bodies::ask(self.text, refactoring, &mut self.random)?;
            return Some(Asked {
                request,
                declared: None,
            });
        }
        if MADE.contains(&refactoring) {
            return self.made(refactoring);
        }
        match refactoring {
            "rename" => self.rename(),
            "change-signature" => self.signature(),
            "pull-up" => self.pull_up(),
            "push-down" => {
                let asked = self.members("push-down", &["m", "f"])?;
                Some(match self.random.below(4) {
                    0 => asked.with("keep", "abstract"),
                    _ => asked,
                })
            }
            "move-members" => self.move_members(),
            "move-type" => {
                let declared = self.one(|d| d.about[0] == "T" && d.about[1] == "top")?;
                let to = any(&PACKAGES, &mut self.random);
                Some(self.asked("move-type", declared).with("to", to))
            }
            "rename-package" => {
                let file = any(&self.text.files, &mut self.random);
                let from = file
                    .0
                    .rsplit_once('/')
                    .map_or("", |p| p.0)
                    .replace('/', ".");
                let to = any(&PACKAGES, &mut self.random);
                let below = any(&["yes", "no"], &mut self.random);
                let request = Request::new(refactoring, Target::Nothing).with("from", from);
                Some(Asked {
                    request: request.with("to", to).with("below", below),
                    declared: None,
                })
            }
            "encapsulate-field" => {
                let declared = self.one(|d| d.about[0] == "f")?;
                let asked = self.asked("encapsulate-field", declared);
                Some(match self.random.below(5) {
                    0 => asked.with("getter", &self.name()),
                    1 => asked.with("setter", &self.name()),
                    2 => {
                        let (getter, setter) = (self.name(), self.name());
                        asked.with("getter", &getter).with("setter", &setter)
                    }
                    _ => asked,
                })
            }
            _ => {
                let declared = self.one(|d| d.about[0] != "p")?;
                Some(self.asked("safe-delete", declared))
            }
        }
    }

    /// A declared name of a kind.
    pub fn one(&mut self, is_wanted: impl Fn(&Declared) -> bool) -> Option<Declared> {
        let all: Vec<&Declared> = self.text.declared.iter().filter(|d| is_wanted(d)).collect();
        self.random.pick(&all).map(|d| (*d).clone())
    }

    /// By its place, now and then by its full name.
    pub fn asked(&mut self, refactoring: &str, declared: Declared) -> Asked {
        let about = &declared.about;
        let symbol = match &*about[0] {
            "T" if about[1] != "local" => Some(about[2].clone()),
            "f" => Some(format!("{}.{}", about[1], declared.name)),
            "m" => {
                let params = about[2]
                    .split(';')
                    .map(|p| p.rsplit_once(' ').map_or("", |p| p.0));
                let params: Vec<&str> = params.collect();
                Some(format!(
                    "{}.{}({})",
                    about[1],
                    declared.name,
                    params.join(", ")
                ))
            }
            _ => None,
        };
        let at = Target::At(FileId(declared.file as u32), declared.offset as u32);
        let target = match symbol {
            Some(symbol) if self.random.one_in(5) => Target::Symbol(symbol),
            _ => at,
        };
        Asked {
            request: Request::new(refactoring, target),
            declared: Some(declared),
        }
    }

    pub fn name(&mut self) -> String {
        if self.random.one_in(5) || self.names.is_empty() {
            return any(&FRESH, &mut self.random).to_owned();
        }
        any(&self.names, &mut self.random)
    }

    fn rename(&mut self) -> Option<Asked> {
        let kind = any(
            &["T", "T", "m", "m", "f", "f", "p", "l", "t", "b", "e", "r"],
            &mut self.random,
        );
        let declared = self.one(|d| d.about[0] == kind)?;
        let asked = self.asked("rename", declared);
        let asked = asked.with("to", &self.name());
        Some(match (kind, self.random.below(6)) {
            ("f" | "r", 0) => asked.with("accessors", "yes"),
            ("f", 1) => asked.with("accessors", "yes").with("delegate", "yes"),
            ("T", 0) => asked.with("similar", "yes"),
            ("T", 1) => asked.with("text", any(&["yes", "full", "no"], &mut self.random)),
            _ => asked,
        })
    }

    /// A member, now and then with another of its class.
    fn members(&mut self, refactoring: &str, kinds: &[&str]) -> Option<Asked> {
        let is_member = |d: &Declared| {
            kinds.contains(&&*d.about[0]) && (d.about[0] != "T" || d.about[1] == "member")
        };
        let (below, above) = (self.below.clone(), self.above.clone());
        let fits = |d: &Declared| match refactoring {
            "pull-up" => below.contains(owner(d)),
            _ => above.contains(owner(d).rsplit('.').next().unwrap_or_default()),
        };
        let first = self.one(|d| is_member(d) && fits(d))?;
        let owner = owner(&first);
        let beside = |d: &Declared| is_member(d) && self::owner(d) == owner && d.name != first.name;
        let other = self.one(beside);
        let asked = self.asked(refactoring, first);
        Some(match other {
            Some(other) if self.random.one_in(4) => asked.with("members", &other.name),
            _ => asked,
        })
    }

    pub fn some_type(&mut self) -> Option<String> {
        let declared = self.one(|d| d.about[0] == "T" && d.about[1] != "local")?;
        Some(declared.about[2].clone())
    }

    fn pull_up(&mut self) -> Option<Asked> {
        let asked = self.members("pull-up", &["m", "f", "T"])?;
        Some(match self.random.below(12) {
            0 => asked.with("abstract", "all"),
            1 => asked.with("abstract", "all").with("stubs", "yes"),
            2 => asked.with("keep", "yes"),
            3 => asked.with("others", "delete"),
            4..=6 => asked.with("to", &self.some_type()?),
            _ => asked,
        })
    }

    fn move_members(&mut self) -> Option<Asked> {
        let to = self.some_type()?;
        let is_static = |d: &Declared| match &*d.about[0] {
            "T" => d.about[1] == "member",
            "f" => d.about[2] == "static",
            "m" => d.about[4] == "static",
            _ => false,
        };
        let declared = if self.random.one_in(12) {
            self.one(|d| d.about[0] == "m")?
        } else {
            self.one(is_static)?
        };
        let asked = self.asked("move-members", declared).with("to", &to);
        Some(match self.random.below(6) {
            0 => asked.with("delegate", "yes"),
            _ => asked,
        })
    }

    fn signature(&mut self) -> Option<Asked> {
        let declared = self.one(|d| matches!(&*d.about[0], "m" | "c"))?;
        let about = declared.about.clone();
        let is_constructor = about[0] == "c";
        let mut asked = self.asked("change-signature", declared);
        if is_constructor && matches!(asked.request.target, Target::Symbol(_)) {
            return None;
        }
        match self.random.below(12) {
            0 if !is_constructor => {
                return Some(asked.with("returns", any(&TYPES, &mut self.random)));
            }
            1 => {
                let thrown = about.get(5).map_or("", String::as_str);
                let sign = if thrown.is_empty() { "+" } else { "-" };
                let thrown = if thrown.is_empty() {
                    any(&EXCEPTIONS, &mut self.random)
                } else {
                    thrown
                };
                return Some(asked.with("throws", &format!("{sign}{thrown}")));
            }
            2 => {
                let access = any(
                    &["public", "protected", "package", "private"],
                    &mut self.random,
                );
                return Some(asked.with("visibility", access));
            }
            3 if !is_constructor => return Some(asked.with("name", &self.name())),
            _ => {}
        }
        let params = self.params(&about[2]);
        asked = asked.with("params", &params);
        Some(match self.random.below(6) {
            0 if !is_constructor => asked.with("name", &self.name()),
            1 => asked.with("delegate", "yes"),
            _ => asked,
        })
    }

    /// One or two changes of the parameters.
    fn params(&mut self, now: &str) -> String {
        let names = now.split(';').filter_map(|p| p.rsplit_once(' '));
        let mut params: Vec<String> = names.map(|p| p.1.to_owned()).collect();
        for _ in 0..=self.random.below(2) {
            let count = params.len();
            match self.random.below(5) {
                0 | 1 if count > 1 => {
                    let at = self.random.below(count - 1);
                    params.swap(at, at + 1);
                }
                2 if count > 0 => {
                    params.remove(self.random.below(count));
                }
                3 if count > 0 => {
                    let at = self.random.below(count);
                    if !params[at].contains(' ') {
                        params[at] = match self.random.below(2) {
                            0 => format!("{} as {}", params[at], self.name()),
                            _ => {
                                format!("{0} as {1} {0}", params[at], any(&TYPES, &mut self.random))
                            }
                        };
                    }
                }
                _ => {
                    let (ty, value) = any(&ADDED, &mut self.random);
                    let at = self.random.below(count + 1);
                    let name = self.name();
                    params.insert(at, format!("{ty} {name} = {value}"));
                }
            }
        }
        params.join(", ")
    }
}

/// What the heads of types say: those that name a supertype, and the names of supertypes.
fn hierarchy(text: &Text) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut below, mut above) = (BTreeSet::new(), BTreeSet::new());
    for declared in text.declared.iter().filter(|d| d.about[0] == "T") {
        let after = text.files[declared.file].1.part(declared.offset..);
        let head = after.split('{').next().unwrap_or_default();
        let Some((_, ups)) = head
            .split_once(" extends ")
            .or_else(|| head.split_once(" implements "))
        else {
            continue;
        };
        below.insert(declared.about.get(2).unwrap_or(&declared.name).clone());
        let names = ups.split(|c: char| !c.is_alphanumeric());
        above.extend(names.filter(|n| !n.is_empty()).map(str::to_owned));
    }
    (below, above)
}

/// The type that a member is declared in.
fn owner(declared: &Declared) -> &str {
    match &*declared.about[0] {
        "T" => declared.about[2].rsplit_once('.').map_or("", |o| o.0),
        _ => &declared.about[1],
    }
}

impl Asked {
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.with(name, value);
        self
    }
}
