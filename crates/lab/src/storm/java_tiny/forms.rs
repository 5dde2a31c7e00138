//! Statements in the forms that conversions are for: conditional expressions and their `if`s, loops over indices and iterators, the ways
//! of writing a function.

use super::exprs::{Here, Writer};
use super::marks::declare;
use super::plan::{Ty, any};

const VALUES: [Ty; 5] = [Ty::Int, Ty::Long, Ty::Boxed, Ty::Str, Ty::Object];

impl Writer<'_> {
    pub fn form(&mut self, here: &mut Here) -> String {
        match self.random.below(10) {
            0 | 1 => self.chosen_form(here),
            2 => self.branches(here),
            3 => self.indices(here),
            4 => self.iterator(here),
            5 => self.nested_ifs(here),
            6 | 7 => self.anonymous_form(here),
            8 => self.lambda(here),
            _ => self.reference_form(here),
        }
    }

    /// Two values that may be of different types, and one that both fit.
    fn values(&mut self, here: &Here) -> (Ty, String, String) {
        let first = any(&VALUES, self.random);
        let second = if self.random.one_in(2) {
            first.clone()
        } else {
            any(&VALUES, self.random)
        };
        let wanted = if first == second && self.random.one_in(2) {
            first.clone()
        } else {
            Ty::Object
        };
        (wanted, self.expr(&first, here), self.expr(&second, here))
    }

    fn chosen_form(&mut self, here: &mut Here) -> String {
        let Some(name) = self.new_local(here) else {
            return String::new();
        };
        let (ty, a, b) = self.values(here);
        let condition = self.expr(&Ty::Bool, here);
        let written = self.ty(&ty, here.own);
        here.locals.push((name, ty));
        let at = declare("l", name);
        format!("{written} {at} = {condition} ? {a} : {b}; p.U.t({name} + \"\"); ")
    }

    fn branches(&mut self, here: &mut Here) -> String {
        let Some(name) = self.new_local(here) else {
            return String::new();
        };
        let (ty, a, b) = self.values(here);
        let condition = self.expr(&Ty::Bool, here);
        let written = self.ty(&ty, here.own);
        here.locals.push((name, ty));
        let at = declare("l", name);
        format!(
            "{written} {at}; if ({condition}) {{ {name} = {a}; }} else {name} = {b}; p.U.t({name} + \"\"); "
        )
    }

    fn indices(&mut self, here: &Here) -> String {
        let Some(name) = self.new_local(here) else {
            return String::new();
        };
        let all = here.with(name, Ty::Ints);
        let array = self.expr(&Ty::Ints, here);
        let body = self.statements(1, &mut all.clone());
        let at = declare("l", name);
        let use_of = match self.random.below(3) {
            0 => format!("int e = {name}[i]; {body} p.U.t(e);"),
            1 => format!("{body} p.U.t({name}[i]);"),
            _ => format!("p.U.t({name}[i] + p.U.t({name}[i])); {body}"),
        };
        format!("int[] {at} = {array}; for (int i = 0; i < {name}.length; i++) {{ {use_of} }} ")
    }

    fn iterator(&mut self, here: &Here) -> String {
        let body = self.statements(1, &mut here.clone());
        let number = self.number();
        format!(
            "for (java.util.Iterator<Integer> it = java.util.List.of({number}, 2).iterator(); it.hasNext();) \
             {{ int e = it.next(); {body} p.U.t(e); }} "
        )
    }

    fn nested_ifs(&mut self, here: &Here) -> String {
        let (a, b) = (self.expr(&Ty::Bool, here), self.expr(&Ty::Bool, here));
        let number = self.number();
        match self.random.below(3) {
            0 => format!("if ({a}) {{ if ({b}) {{ p.U.t({number}); }} }} "),
            1 => format!("if ({a}) {{ p.U.t({number}); }} else if ({b}) {{ p.U.t({number}); }} "),
            _ => format!(
                "if ({a}) throw new IllegalStateException(); if ({b}) throw new IllegalStateException(); "
            ),
        }
    }

    fn anonymous_form(&mut self, here: &Here) -> String {
        let name = self.new_local(here).unwrap_or("e");
        let body = self.statements(2, &mut here.clone());
        let value = self.expr(&Ty::Int, here);
        match self.random.below(3) {
            0 => format!("p.U.run(new Runnable() {{ public void run() {{ {body} }} }}); "),
            1 => format!(
                "java.util.function.IntSupplier {} = new java.util.function.IntSupplier() \
                 {{ public int getAsInt() {{ return {value}; }} }}; p.U.t({name}.getAsInt()); ",
                declare("l", name)
            ),
            _ => format!(
                "p.U.t(new java.util.function.IntUnaryOperator() {{ public int applyAsInt(int {name}) \
                 {{ {body} return {value} + {name}; }} }}.applyAsInt(2)); "
            ),
        }
    }

    fn lambda(&mut self, here: &Here) -> String {
        let Some(name) = self.new_local(here) else {
            return String::new();
        };
        let value = self.expr(&Ty::Int, here);
        let at = declare("l", name);
        match self.random.below(4) {
            0 => format!(
                "java.util.function.IntUnaryOperator {at} = e -> p.U.t(e); p.U.t({name}.applyAsInt({value})); "
            ),
            1 => format!(
                "java.util.function.Function<String, Integer> {at} = e -> e.length(); p.U.t({name}.apply(\"ab\")); "
            ),
            2 => format!(
                "java.util.function.Supplier<Object> {at} = () -> new Object(); p.U.t({name}.get() == null ? 1 : 2); "
            ),
            _ => format!(
                "java.util.function.IntSupplier {at} = () -> {{ return {value}; }}; p.U.t({name}.getAsInt()); "
            ),
        }
    }

    fn reference_form(&mut self, here: &Here) -> String {
        let Some(name) = self.new_local(here) else {
            return String::new();
        };
        let at = declare("l", name);
        match self.random.below(4) {
            0 => format!(
                "java.util.function.IntUnaryOperator {at} = p.U::t; p.U.t({name}.applyAsInt(3)); "
            ),
            1 => format!(
                "java.util.function.Function<String, Integer> {at} = String::length; p.U.t({name}.apply(\"ab\")); "
            ),
            2 => format!(
                "java.util.function.IntFunction<int[]> {at} = int[]::new; p.U.t({name}.apply(2).length); "
            ),
            _ => format!(
                "java.util.function.Function<String, Object> {at} = StringBuilder::new; p.U.t({name}.apply(\"x\") + \"\"); "
            ),
        }
    }
}
