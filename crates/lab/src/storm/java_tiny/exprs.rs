//! Expressions: each with something plain that may stand for it.

use super::super::Random;
use super::marks::instead;
use super::plan::{Field, Kind, METHODS, Method, Plan, Ty, any};

/// Where an expression stands.
#[derive(Clone)]
pub struct Here {
    pub own: usize,
    pub is_static: bool,
    /// Only methods whose names come later are called.
    pub rank: usize,
    /// Whether objects of the program's classes may be created.
    pub may_create: bool,
    pub locals: Vec<(&'static str, Ty)>,
    pub depth: usize,
}

impl Here {
    pub fn new(own: usize, is_static: bool) -> Self {
        Self {
            own,
            is_static,
            rank: 0,
            may_create: false,
            locals: Vec::new(),
            depth: 0,
        }
    }

    pub fn deeper(&self) -> Self {
        let mut here = self.clone();
        here.depth += 1;
        here
    }

    pub fn with(&self, name: &'static str, ty: Ty) -> Self {
        let mut here = self.clone();
        here.locals.push((name, ty));
        here
    }
}

/// Expressions are not nested deeper.
pub const DEEPEST: usize = 3;

pub struct Writer<'a> {
    pub plan: &'a Plan,
    pub random: &'a mut Random,
    /// The next number: every one is printed from one place.
    pub next: usize,
}

pub fn rank(name: &str) -> usize {
    METHODS.iter().position(|m| *m == name).unwrap_or(0)
}

impl Writer<'_> {
    pub fn number(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.random.one_in(one_in)
    }

    /// A type as it is written at a place.
    pub fn ty(&mut self, ty: &Ty, own: usize) -> String {
        match ty {
            Ty::Void => "void".into(),
            Ty::Int => "int".into(),
            Ty::Long => "long".into(),
            Ty::Bool => "boolean".into(),
            Ty::Str => "String".into(),
            Ty::Object => "Object".into(),
            Ty::Boxed => "Integer".into(),
            Ty::Ints => "int[]".into(),
            Ty::Supplier => "java.util.function.IntSupplier".into(),
            Ty::Var(name) => (*name).into(),
            Ty::Ref(number) => self.reference(*number, own, true),
        }
    }

    /// The name of a type, with its argument where it is a type that has one.
    pub fn reference(&mut self, number: usize, own: usize, with_argument: bool) -> String {
        let name = self.type_name(number, own);
        let Some(var) = self.plan.types[number]
            .var
            .clone()
            .filter(|_| with_argument)
        else {
            return name;
        };
        let is_around = self.plan.enclosing(own).contains(&number);
        let actual = self.ty(&var.actual, own);
        let argument = match self.random.below(8) {
            0 => format!("? extends {actual}"),
            1 if is_around => var.name.to_owned(),
            _ => actual,
        };
        format!("{name}<{argument}>")
    }

    pub fn type_name(&mut self, number: usize, own: usize) -> String {
        let path: Vec<&str> = {
            let mut all = self.plan.enclosing(number);
            all.reverse();
            all.iter().map(|&t| self.plan.types[t].name).collect()
        };
        let package = self.plan.packages[self.plan.types[number].package];
        let outer = self.plan.types[number].outer;
        let near = outer.is_none_or(|o| {
            let around = self.plan.enclosing(own);
            around.iter().any(|&t| self.plan.supertypes(t).contains(&o))
        });
        match self.random.below(10) {
            0 => format!("{package}.{}", path.join(".")),
            1..=6 if near => path[path.len() - 1].to_owned(),
            _ => path.join("."),
        }
    }

    pub fn plain(ty: &Ty) -> &'static str {
        match ty {
            Ty::Void => "",
            Ty::Int | Ty::Boxed => "1",
            Ty::Long => "1L",
            Ty::Bool => "true",
            Ty::Str => "\"s\"",
            Ty::Object => "\"o\"",
            Ty::Ints => "new int[] {1}",
            Ty::Supplier => "() -> 1",
            Ty::Ref(_) | Ty::Var(_) => "null",
        }
    }

    pub fn expr(&mut self, ty: &Ty, here: &Here) -> String {
        let here = here.deeper();
        let text = if here.depth > DEEPEST {
            self.leaf(ty, &here)
        } else {
            match self.random.below(10) {
                0..=2 => self.leaf(ty, &here),
                3 | 4 => self.field_of(ty, &here),
                5 | 6 => self.call_of(ty, &here),
                _ => self.built(ty, &here),
            }
        };
        instead(Self::plain(ty), &text)
    }

    /// A local, or something new.
    fn leaf(&mut self, ty: &Ty, here: &Here) -> String {
        let fits = |l: &&(&'static str, Ty)| l.1 == *ty;
        let locals: Vec<_> = here.locals.iter().filter(fits).map(|l| l.0).collect();
        if let Some(local) = self.random.pick(&locals)
            && self.random.below(3) > 0
        {
            return (*local).to_owned();
        }
        let number = self.number();
        match ty {
            Ty::Int | Ty::Boxed => match self.random.below(4) {
                0 => format!("{number}"),
                1 => format!("U.t({number})"),
                _ => format!("p.U.t({number})"),
            },
            Ty::Long => format!("p.U.t({number}L)"),
            Ty::Bool => format!("p.U.t({number}) > {}", self.random.below(number + 20)),
            Ty::Str => match self.random.below(3) {
                0 => format!("\"s{number}\""),
                _ => format!("p.U.t(\"s{number}\")"),
            },
            Ty::Object => match self.random.below(3) {
                0 => format!("p.U.t({number})"),
                1 => format!(
                    "new Object() {{ public String toString() {{ return p.U.t(\"o{number}\"); }} }}"
                ),
                _ => format!("p.U.t(\"o{number}\")"),
            },
            Ty::Ints => format!("new int[] {{{number}, {}}}", self.number()),
            Ty::Supplier => self.supplier(here),
            Ty::Ref(of) => self.object(*of, here),
            Ty::Var(_) | Ty::Void => Self::plain(ty).to_owned(),
        }
    }

    /// A lambda or a method reference.
    fn supplier(&mut self, here: &Here) -> String {
        let name = any(&METHODS[(here.rank + 1).min(5)..], self.random);
        match self.random.below(5) {
            0 if !here.is_static => format!("this::{name}"),
            1 if !here.is_static => format!("super::{name}"),
            2 => {
                let of = self.type_name(here.own, here.own);
                format!("{of}::{name}")
            }
            _ => format!("() -> {}", self.expr(&Ty::Int, here)),
        }
    }

    /// With what stands for the type parameter in all uses.
    pub fn substituted(&self, of: usize, ty: &Ty) -> Ty {
        match (&self.plan.types[of].var, ty) {
            (Some(var), Ty::Var(name)) if var.name == *name => var.actual.clone(),
            (_, Ty::Var(_)) => Ty::Boxed,
            _ => ty.clone(),
        }
    }

    pub fn arguments(&mut self, of: usize, params: &[Ty], here: &Here) -> String {
        let mut all = Vec::new();
        for ty in params {
            let ty = match ty {
                Ty::Var(_) if here.own == of => ty.clone(),
                _ => self.substituted(of, ty),
            };
            // Boxed, unboxed and widened arguments choose between overloads.
            let given = match ty {
                Ty::Long | Ty::Object | Ty::Boxed if self.chance(3) => Ty::Int,
                Ty::Int if self.chance(6) => Ty::Boxed,
                ty => ty,
            };
            all.push(self.expr(&given, here));
        }
        all.join(", ")
    }

    /// A field of the wanted type, by some way of naming it.
    fn field_of(&mut self, ty: &Ty, here: &Here) -> String {
        let mut all: Vec<(usize, Field)> = Vec::new();
        for (number, plan) in self.plan.types.iter().enumerate() {
            let fits = |f: &&Field| f.ty == *ty;
            all.extend(plan.fields.iter().filter(fits).map(|f| (number, f.clone())));
            if plan.kind == Kind::Record && *ty == Ty::Int && self.random.one_in(3) {
                let head = plan.heads[0];
                let object = self.object(number, here);
                return format!("{object}.{head}()");
            }
        }
        let near: Vec<_> = all
            .iter()
            .filter(|f| self.is_near(f.0, here))
            .cloned()
            .collect();
        let from = if near.is_empty() || self.chance(4) {
            &all
        } else {
            &near
        };
        let Some((owner, field)) = self.random.pick(from).cloned() else {
            return self.leaf(ty, here);
        };
        let access = self.member(owner, field.is_static, here);
        let name = format!("{access}{}", field.name);
        match (ty, self.random.below(8)) {
            (Ty::Int, 0) => format!("({name} += {})", self.number()),
            (Ty::Int, 1) => format!("{name}++"),
            (Ty::Int | Ty::Str, 2) => format!("({name} = {})", self.expr(ty, here)),
            _ => name,
        }
    }

    /// Whether a member of a type may be named without more at a place.
    fn is_near(&self, owner: usize, here: &Here) -> bool {
        let around = self.plan.enclosing(here.own);
        around
            .iter()
            .any(|&t| self.plan.supertypes(t).contains(&owner))
    }

    /// What stands before the name of a member, with the dot.
    fn member(&mut self, owner: usize, is_static: bool, here: &Here) -> String {
        let is_near = self.is_near(owner, here);
        if is_near && self.random.below(5) < 3 {
            return String::new();
        }
        if is_static && !self.chance(5) {
            let through = any(&self.plan.subtypes(owner), self.random);
            return format!("{}.", self.type_name(through, here.own));
        }
        let is_own = self.plan.supertypes(here.own).contains(&owner);
        if is_own && !here.is_static {
            return match self.random.below(5) {
                0 if self.plan.types[owner].kind == Kind::Interface => {
                    format!("{}.super.", self.type_name(owner, here.own))
                }
                0 => "super.".into(),
                1 => format!("(({}) this).", self.reference(owner, here.own, true)),
                _ => "this.".into(),
            };
        }
        if is_near && !here.is_static && self.chance(2) {
            let around = self.plan.enclosing(here.own);
            let has = |t: &&usize| self.plan.supertypes(**t).contains(&owner);
            if let Some(&around) = around.iter().find(has) {
                let name = self.plan.types[around].name;
                return format!("{name}.{}.", any(&["this", "this", "super"], self.random));
            }
        }
        let fits = |l: &&(&'static str, Ty)| matches!(l.1, Ty::Ref(t) if self.plan.supertypes(t).contains(&owner));
        let local = here.locals.iter().filter(fits).map(|l| l.0).next();
        match local {
            Some(local) => format!("{local}."),
            None if self.chance(2) => {
                let object = self.object(owner, here);
                format!("(({}) {object}).", self.reference(owner, here.own, true))
            }
            None => format!("({}).", self.object(owner, here)),
        }
    }

    /// A call of a method with the wanted result.
    pub fn call_of(&mut self, ty: &Ty, here: &Here) -> String {
        let mut all: Vec<(usize, Method)> = Vec::new();
        for (number, plan) in self.plan.types.iter().enumerate() {
            let fits = |m: &&Method| {
                let ret = self.substituted(number, &m.ret);
                (ret == *ty || m.ret == *ty) && rank(m.name) > here.rank
            };
            all.extend(
                plan.methods
                    .iter()
                    .filter(fits)
                    .map(|m| (number, m.clone())),
            );
        }
        let near: Vec<_> = all
            .iter()
            .filter(|m| self.is_near(m.0, here))
            .cloned()
            .collect();
        let from = if near.is_empty() || self.chance(4) {
            &all
        } else {
            &near
        };
        let Some((owner, method)) = self.random.pick(from).cloned() else {
            return self.leaf(ty, here);
        };
        self.call(owner, &method, here)
    }

    pub fn call(&mut self, owner: usize, method: &Method, here: &Here) -> String {
        let access = self.member(owner, method.is_static, here);
        let mut params: Vec<Ty> = method.params.iter().map(|p| p.0.clone()).collect();
        if method.is_varargs {
            let last = params.pop().unwrap_or(Ty::Int);
            for _ in 0..self.random.below(3) {
                params.push(last.clone());
            }
        }
        let args = self.arguments(owner, &params, here);
        format!("{access}{}({args})", method.name)
    }

    /// Something made of several.
    fn built(&mut self, ty: &Ty, here: &Here) -> String {
        match ty {
            Ty::Int => self.built_int(here),
            Ty::Str => match self.random.below(4) {
                0 => format!(
                    "({} + \"-\" + {})",
                    self.expr(&Ty::Str, here),
                    self.expr(&Ty::Int, here)
                ),
                1 => format!(
                    "(\"\" + {} + {})",
                    self.expr(&Ty::Object, here),
                    self.expr(&Ty::Str, here)
                ),
                2 => {
                    let of = self.random.below(self.plan.types.len());
                    format!("p.U.s({})", self.object(of, here))
                }
                _ => format!("String.valueOf({})", self.expr(&Ty::Int, here)),
            },
            Ty::Bool => format!(
                "{} < {}",
                self.expr(&Ty::Int, here),
                self.expr(&Ty::Int, here)
            ),
            Ty::Object if self.chance(2) => {
                let of = self.random.below(self.plan.types.len());
                self.object(of, here)
            }
            Ty::Long => format!(
                "({} + {})",
                self.expr(&Ty::Int, here),
                self.expr(&Ty::Long, here)
            ),
            Ty::Void => self.call_of(ty, here),
            _ if self.chance(3) => {
                let (a, b) = (self.expr(ty, here), self.expr(ty, here));
                format!("({} ? {a} : {b})", self.expr(&Ty::Bool, here))
            }
            _ => self.leaf(ty, here),
        }
    }

    fn built_int(&mut self, here: &Here) -> String {
        let (a, b) = (self.expr(&Ty::Int, here), self.expr(&Ty::Int, here));
        match self.random.below(10) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} / ({b} - {}))", self.next),
            3 => format!("({} ? {a} : {b})", self.expr(&Ty::Bool, here)),
            4 => format!("p.U.call(() -> {a})"),
            5 => format!("p.U.call({})", self.supplier(here)),
            6 => format!(
                "(switch ({a}) {{ case 1, 2 -> {b}; default -> {}; }})",
                self.number()
            ),
            7 => {
                let of = self.random.below(self.plan.types.len());
                let (object, ty) = (self.expr(&Ty::Object, here), self.type_name(of, here.own));
                let inner = here.with("y", Ty::Ref(of));
                format!(
                    "({object} instanceof {ty} {} ? {} : {b})",
                    super::marks::declare("l", "y"),
                    self.call_of(&Ty::Int, &inner)
                )
            }
            8 => format!("p.U.<Integer>same({a})"),
            _ => format!("{}.length()", self.expr(&Ty::Str, here)),
        }
    }
}
