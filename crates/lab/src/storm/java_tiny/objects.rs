//! Expressions that are objects: `this`, enum constants, new ones, anonymous classes.

use super::exprs::{DEEPEST, Here, Writer, rank};
use super::marks::{declare, part};
use super::plan::{Body, Kind, Method, Ty, any};

impl Writer<'_> {
    /// An object of a type: `this`, a new one, a lambda, a cast.
    pub fn object(&mut self, of: usize, here: &Here) -> String {
        let here = &here.deeper();
        if here.depth > DEEPEST + 2 {
            return "null".into();
        }
        let around = self.plan.enclosing(here.own);
        let fits = |t: &&usize| self.plan.supertypes(**t).contains(&of);
        if !here.is_static
            && self.random.one_in(3)
            && let Some(&this) = around.iter().find(fits)
        {
            return if this == here.own {
                "this".into()
            } else {
                format!("{}.this", self.plan.types[this].name)
            };
        }
        if self.plan.types[of].kind == Kind::Enum {
            let constant = any(&self.plan.types[of].heads, self.random);
            return format!("{}.{constant}", self.type_name(of, here.own));
        }
        let all = self.plan.subtypes(of);
        let concrete = |t: &usize| {
            let ty = &self.plan.types[*t];
            !ty.is_abstract && matches!(ty.kind, Kind::Class | Kind::Record)
        };
        let concrete: Vec<usize> = all.into_iter().filter(concrete).collect();
        let Some(&created) = self.random.pick(&concrete).filter(|_| here.may_create) else {
            return self.anonymous(of, here);
        };
        self.creation(created, here)
    }

    pub fn creation(&mut self, of: usize, here: &Here) -> String {
        let ty = &self.plan.types[of];
        let inner = ty.outer.filter(|_| !ty.is_static && ty.kind == Kind::Class);
        let diamond = if ty.var.is_some() { "<>" } else { "" };
        let args = self.constructor_args(of, here);
        let around = self.plan.enclosing(here.own);
        match inner {
            Some(outer) if here.is_static || !around.contains(&outer) || self.chance(4) => {
                let outer = self.object(outer, here);
                let name = self.plan.types[of].name;
                format!("{outer}.new {name}{diamond}({args})")
            }
            _ => format!("new {}{diamond}({args})", self.type_name(of, here.own)),
        }
    }

    pub fn constructor_args(&mut self, of: usize, here: &Here) -> String {
        let ty = &self.plan.types[of];
        let params: Vec<Ty> = match ty.kind {
            Kind::Record => ty.heads.iter().map(|_| Ty::Int).collect(),
            _ => match self.random.pick(&ty.ctors) {
                Some(params) => params.iter().map(|p| p.0.clone()).collect(),
                None => Vec::new(),
            },
        };
        self.arguments(of, &params, here)
    }

    fn anonymous(&mut self, of: usize, here: &Here) -> String {
        let ty = &self.plan.types[of];
        if ty.kind != Kind::Interface && !here.may_create || ty.kind == Kind::Record {
            return "null".into();
        }
        let mut bodies = String::new();
        let mut needed: Vec<Method> = Vec::new();
        for up in self.plan.supertypes(of) {
            let all = self.plan.types[up].methods.iter();
            for method in all.filter(|m| m.body == Body::Abstract || m.name == "n" && !m.is_static)
            {
                if !needed.iter().any(|m| m.name == method.name) {
                    needed.push(method.clone());
                }
            }
        }
        for method in &needed {
            bodies.push_str(&part(&self.short_method(of, method, here)));
        }
        format!(
            "new {}() {{ {bodies} }}",
            self.reference(of, here.own, true)
        )
    }

    /// A method of an anonymous class.
    fn short_method(&mut self, of: usize, method: &Method, here: &Here) -> String {
        let mut inner = here.deeper();
        inner.rank = rank(method.name).max(here.rank);
        inner.may_create = false;
        let mut params = Vec::new();
        for (ty, name) in &method.params {
            let ty = self.substituted(of, ty);
            let written = self.ty(&ty, here.own);
            params.push(format!("{written} {}", declare("p", name)));
            inner.locals.push((name, ty));
        }
        let ret = self.substituted(of, &method.ret);
        let value = match ret {
            Ty::Void => format!("p.U.t({});", self.number()),
            _ => format!("return {};", self.expr(&ret, &inner)),
        };
        let written = self.ty(&ret, here.own);
        format!(
            "public {written} {}({}) {{ {value} }} ",
            method.name,
            params.join(", ")
        )
    }
}
