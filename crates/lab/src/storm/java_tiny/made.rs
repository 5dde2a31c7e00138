//! Requests for the refactorings that make members and types of others: found by the generator's names, or by the text of a body.

use super::ask::{Asked, Asker};
use super::bodies::{before, expression};
use super::marks::Declared;
use super::plan::any;
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Part as _};

pub const MADE: [&str; 13] = [
    "extract-field",
    "introduce-parameter",
    "move-instance-method",
    "make-static",
    "make-instance",
    "extract-interface",
    "extract-superclass",
    "move-nested-type",
    "introduce-parameter-object",
    "convert-to-record",
    "anonymous-to-nested",
    "extract-class",
    "nest-type",
];

/// Whether a method has a parameter of the class that it is declared in.
fn takes_its_own(method: &Declared) -> bool {
    let owner = method.about[1].rsplit('.').next().unwrap_or_default();
    let mut types = method.about[2]
        .split(';')
        .filter_map(|p| p.rsplit_once(' '));
    types.any(|(ty, _)| ty.rsplit('.').next() == Some(owner))
}

impl Asker<'_> {
    pub fn made(&mut self, refactoring: &str) -> Option<Asked> {
        match refactoring {
            "extract-field" | "introduce-parameter" => self.in_body(refactoring),
            "move-instance-method" => self.moved(),
            "make-static" => {
                let declared = self.one(|d| d.about[0] == "m" && d.about[4] != "static")?;
                Some(self.asked(refactoring, declared))
            }
            "make-instance" => {
                let is_static = |d: &Declared| d.about[0] == "m" && d.about[4] == "static";
                let declared = self.one(|d| is_static(d) && takes_its_own(d));
                let declared = declared.or_else(|| self.one(is_static))?;
                Some(self.asked(refactoring, declared))
            }
            "convert-to-record" => {
                let declared = self.one(|d| d.about[0] == "T" && d.about[1] != "local")?;
                Some(self.asked(refactoring, declared))
            }
            "anonymous-to-nested" => self.anonymous(),
            "extract-class" => {
                let field = self.one(|d| d.about[0] == "f")?;
                let is_owner = |d: &Declared| d.about.get(2) == field.about.get(1);
                let owner = self.one(|d| d.about[0] == "T" && is_owner(d))?;
                let name = any(&["Made", "Fresh", "A", "w9"], &mut self.random);
                let asked = self.asked(refactoring, owner).with("name", name);
                Some(asked.with("members", &field.name))
            }
            "introduce-parameter-object" => {
                let declared = self.one(|d| d.about[0] == "m" && !d.about[2].is_empty())?;
                let name = any(&["Made", "Fresh", "A", "w9"], &mut self.random);
                Some(self.asked(refactoring, declared).with("name", name))
            }
            "move-nested-type" => {
                let declared = self.one(|d| d.about[0] == "T" && d.about[1] == "member")?;
                Some(self.asked(refactoring, declared))
            }
            "nest-type" => {
                let declared = self.one(|d| d.about[0] == "T" && d.about[1] == "top")?;
                let to = self.some_type()?;
                Some(self.asked(refactoring, declared).with("to", &to))
            }
            _ => self.above(refactoring),
        }
    }

    /// Where something is made that has a body of its own.
    fn anonymous(&mut self) -> Option<Asked> {
        let index = self.random.below(self.text.files.len());
        let (_, source) = self.text.files.get(index)?;
        let all = source.match_indices("new ").map(|m| m.0);
        let has_body = |at: &usize| {
            let rest = source.part(*at..);
            let end = rest.find([';', '}']).unwrap_or(rest.len());
            rest.part(..end).contains(") {")
        };
        let all: Vec<usize> = all.filter(has_body).collect();
        let at = *self.random.pick(&all)?;
        let target = Target::At(FileId(index as u32), at as u32);
        let name = any(&["Made", "Fresh", "A", "w9"], &mut self.random);
        Some(Asked {
            request: Request::new("anonymous-to-nested", target).with("name", name),
            declared: None,
        })
    }

    fn in_body(&mut self, refactoring: &str) -> Option<Asked> {
        let index = self.random.below(self.text.files.len());
        let (path, source) = self.text.files.get(index)?;
        if path == "p/U.java" {
            return None;
        }
        let file = FileId(index as u32);
        let of_local = refactoring == "extract-field" && self.random.one_in(2);
        let request = if of_local {
            let at = before(source, " = ", &mut self.random)?;
            Request::new(refactoring, Target::At(file, at as u32))
        } else {
            let span = expression(source, &mut self.random)?;
            let request = Request::new(refactoring, Target::Range(file, span));
            request.with("name", self.name())
        };
        let request = match self.random.below(4) {
            0 => request.with("all", "yes"),
            1 if refactoring == "extract-field" => request.with("init", "declaration"),
            1 => request.with("delegate", "yes"),
            _ => request,
        };
        Some(Asked {
            request,
            declared: None,
        })
    }

    /// To one of its parameters, or to a field of its class.
    fn moved(&mut self) -> Option<Asked> {
        let declared = self.one(|d| d.about[0] == "m" && d.about[4] != "static")?;
        let types = self.text.declared.iter().filter(|d| d.about[0] == "T");
        let types: Vec<&str> = types.map(|d| d.name.as_str()).collect();
        // Now and then a variable of any other type.
        let takes_any = self.random.one_in(8);
        let fits = |ty: &str| {
            let head = ty.split('<').next().unwrap_or(ty);
            takes_any || types.contains(&head.rsplit('.').next().unwrap_or(head))
        };
        let params = declared.about[2].split(';');
        let params = params
            .filter_map(|p| p.rsplit_once(' '))
            .filter(|p| fits(p.0));
        let mut names: Vec<String> = params.map(|p| p.1.to_owned()).collect();
        let owner = declared.about[1].clone();
        let fields = self.text.declared.iter();
        let fields =
            fields.filter(|d| d.about[0] == "f" && d.about[1] == owner && fits(&d.about[3]));
        names.extend(fields.map(|d| d.name.clone()));
        let to = self.random.pick(&names)?.clone();
        let asked = self.asked("move-instance-method", declared).with("to", &to);
        Some(match self.random.below(2) {
            0 => asked.with("delegate", "yes"),
            _ => asked,
        })
    }

    /// A new type over one, with one or two of its members.
    fn above(&mut self, refactoring: &str) -> Option<Asked> {
        let declared = self.one(|d| d.about[0] == "T" && d.about[1] != "local")?;
        let full = declared.about[2].clone();
        let is_member = |about: &[String]| matches!(&*about[0], "m" | "f") && about[1] == full;
        let members = self.text.declared.iter().filter(|d| is_member(&d.about));
        let members: Vec<String> = members.map(|d| d.name.clone()).collect();
        let name = any(&["Made", "Fresh", "A", "w9"], &mut self.random);
        let asked = self.asked(refactoring, declared).with("name", name);
        if refactoring == "extract-interface" && self.random.one_in(2) {
            return Some(asked);
        }
        let first = self.random.pick(&members)?.clone();
        let other = self.random.pick(&members)?.clone();
        let asked = match self.random.below(2) {
            0 => asked.with("members", &first),
            _ => asked.with("members", &format!("{first}, {other}")),
        };
        Some(match self.random.below(4) {
            0 if refactoring == "extract-superclass" => asked.with("abstract", "all"),
            _ => asked,
        })
    }
}
