//! Statements: each may be left out.

use super::exprs::{Here, Writer};
use super::marks::{declare, part};
use super::plan::{Ty, any};

const LOCALS: [&str; 6] = ["a", "b", "k", "x", "y", "z"];

impl Writer<'_> {
    /// Some statements; locals of the first are seen in the later ones.
    pub fn statements(&mut self, count: usize, here: &mut Here) -> String {
        let mut all = String::new();
        for _ in 0..count {
            let statement = self.statement(here);
            all.push_str(&part(&statement));
        }
        all
    }

    pub fn new_local(&mut self, here: &Here) -> Option<&'static str> {
        let name = any(&LOCALS, self.random);
        let is_taken = here.locals.iter().any(|l| l.0 == name);
        (!is_taken).then_some(name)
    }

    fn statement(&mut self, here: &mut Here) -> String {
        match self.random.below(19) {
            0..=2 => self.local(here),
            3 | 4 => format!("System.out.print({} + \" \"); ", self.expr(&Ty::Int, here)),
            5 => format!("p.U.t({}); ", self.expr(&Ty::Str, here)),
            6 => {
                let mut inner = here.clone();
                let condition = self.expr(&Ty::Bool, here);
                let (then, other) = (
                    self.statements(1, &mut inner),
                    self.statements(1, &mut here.clone()),
                );
                format!("if ({condition}) {{ {then} }} else {{ {other} }} ")
            }
            7 => self.loops(here),
            8 => self.tries(here),
            9 => self.local_class(here),
            10 => format!(
                "p.U.run(() -> {{ {} }}); ",
                self.statements(1, &mut here.clone())
            ),
            11 => self.assignment(here),
            12 => format!("{}; ", self.call_of(&Ty::Void, here)),
            13 => self.labeled(here),
            14 => {
                let number = self.number();
                format!(
                    "if ({} == {number}) throw new IllegalStateException(); ",
                    self.expr(&Ty::Int, here)
                )
            }
            15..=17 => self.form(here),
            _ => {
                let ty = any(&[Ty::Int, Ty::Str, Ty::Long], self.random);
                format!("p.U.t({}); ", self.call_of(&ty, here))
            }
        }
    }

    fn local(&mut self, here: &mut Here) -> String {
        let Some(name) = self.new_local(here) else {
            return String::new();
        };
        let of = self.random.below(self.plan.types.len());
        let ty = any(
            &[
                Ty::Int,
                Ty::Int,
                Ty::Str,
                Ty::Long,
                Ty::Ints,
                Ty::Object,
                Ty::Boxed,
                Ty::Ref(of),
                Ty::Supplier,
            ],
            self.random,
        );
        let is_var = ty != Ty::Supplier && self.chance(5);
        let written = if is_var {
            "var".into()
        } else {
            self.ty(&ty, here.own)
        };
        let value = self.expr(&ty, here);
        here.locals.push((name, ty));
        format!("{written} {} = {value}; ", declare("l", name))
    }

    fn loops(&mut self, here: &Here) -> String {
        let Some(name) = self.new_local(here) else {
            return String::new();
        };
        let mut inner = here.with(name, Ty::Int);
        let body = self.statements(1, &mut inner);
        let name_at = declare("l", name);
        match self.random.below(3) {
            0 => format!(
                "for (int {name_at} : {}) {{ {body} }} ",
                self.expr(&Ty::Ints, here)
            ),
            1 => format!("for (var {name_at} : java.util.List.of(1, 2)) {{ {body} }} "),
            _ => format!("for (int {name_at} = 0; {name} < 2; {name}++) {{ {body} }} "),
        }
    }

    fn labeled(&mut self, here: &Here) -> String {
        let mut inner = here.clone();
        let body = self.statements(1, &mut inner);
        let end = any(&["break", "continue"], self.random);
        let label = any(&["a", "k", "m", "L"], self.random);
        format!(
            "{}: for (int i = 0; i < 2; i++) {{ {body} if (p.U.t(i) == 0) {end} {label}; p.U.t({}); }} ",
            declare("b", label),
            self.number()
        )
    }

    fn tries(&mut self, here: &Here) -> String {
        let body = self.statements(2, &mut here.clone());
        let caught = any(
            &["RuntimeException", "IllegalStateException", "Exception"],
            self.random,
        );
        let name = self.new_local(here).unwrap_or("e");
        let last = match self.random.below(3) {
            0 => format!("finally {{ {} }}", self.statements(1, &mut here.clone())),
            _ => String::new(),
        };
        format!(
            "try {{ {body} }} catch ({caught} {}) {{ p.U.t({}); }} {last} ",
            declare("l", name),
            self.number()
        )
    }

    fn assignment(&mut self, here: &Here) -> String {
        let name = any(&["a", "b", "k", "n", "x", "v"], self.random);
        let before = match self.random.below(4) {
            0 if !here.is_static => "this.",
            1 if !here.is_static => "super.",
            _ => "",
        };
        match self.random.below(4) {
            0 => format!("{before}{name}++; "),
            1 => format!("{before}{name} += {}; ", self.expr(&Ty::Int, here)),
            _ => format!("{before}{name} = {}; ", self.expr(&Ty::Int, here)),
        }
    }

    /// A class, record or interface in a body, and a use of it.
    fn local_class(&mut self, here: &Here) -> String {
        let name = any(&["K", "N", "L", "A"], self.random);
        let type_name = declare("T|local", name);
        let mut inner = here.clone();
        let number = self.number();
        let field = any(&["a", "k", "n", "w"], self.random);
        let method = any(&["m", "k", "g", "w"], self.random);
        inner.rank = inner.rank.max(super::exprs::rank(method));
        inner.may_create = false;
        let value = self.expr(&Ty::Int, &inner);
        match self.random.below(4) {
            0 => format!(
                "record {type_name}(int {}) {{ int {}() {{ return {field} + {number}; }} }} p.U.t(new {name}({number}).{method}()); ",
                declare("r", field),
                declare(&format!("m|{name}||int||"), method)
            ),
            1 => format!(
                "interface {type_name} {{ int {}(int {}); }} {name} w = {field} -> {field} + {number}; p.U.t(w.{method}(2)); ",
                declare(&format!("m|{name}|int {field}|int||"), method),
                declare("p", field)
            ),
            _ => {
                let up = self.random.below(self.plan.types.len());
                let extends = match self.random.below(3) {
                    0 => String::new(),
                    _ => part(&format!("extends {} ", self.reference(up, here.own, true))),
                };
                format!(
                    "class {type_name} {extends}{{ {} {} }} p.U.t(new {name}().{method}()); ",
                    part(&format!(
                        "int {} = p.U.t({number}); ",
                        declare(&format!("f|{name}||int"), field)
                    )),
                    part(&format!(
                        "public int {}() {{ return {value}; }} ",
                        declare(&format!("m|{name}||int||"), method)
                    ))
                )
            }
        }
    }
}
