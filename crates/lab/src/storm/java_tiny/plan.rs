//! What a generated program will have: types and the signatures of their members, before any body is written.
//!
//! Nothing here is sure to compile: what does not is cut out afterwards, so that rare mixtures are not excluded by rules of
//! this generator's own.

use super::super::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Class,
    Interface,
    Enum,
    Record,
}

/// A type in a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    Void,
    Int,
    Long,
    Bool,
    Str,
    Object,
    Boxed,
    Ints,
    Supplier,
    Ref(usize),
    /// The type parameter of the class.
    Var(&'static str),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: &'static str,
    pub ty: Ty,
    pub access: &'static str,
    pub is_static: bool,
    pub is_final: bool,
}

/// Whether a method has a body, and whether that is the last word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    Abstract,
    Open,
    Final,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub name: &'static str,
    pub params: Vec<(Ty, &'static str)>,
    pub is_varargs: bool,
    pub ret: Ty,
    pub access: &'static str,
    pub is_static: bool,
    pub body: Body,
    pub throws: Option<&'static str>,
    /// Overrides one of this type.
    pub overrides: Option<usize>,
    /// It uses members that belong together, by the number of their template.
    pub extra: Option<usize>,
}

/// The type parameter of a class, with its bound and what stands for it in all uses.
#[derive(Clone, Debug)]
pub struct TypeVar {
    pub name: &'static str,
    pub bound: &'static str,
    pub actual: Ty,
}

#[derive(Clone, Debug)]
pub struct Type {
    pub name: &'static str,
    pub kind: Kind,
    pub package: usize,
    pub outer: Option<usize>,
    pub access: &'static str,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_sealed: bool,
    pub extends: Option<usize>,
    pub implements: Vec<usize>,
    pub var: Option<TypeVar>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    /// The parameters of its constructors; none is the default constructor.
    pub ctors: Vec<Vec<(Ty, &'static str)>>,
    /// Enum constants, or components of a record.
    pub heads: Vec<&'static str>,
}

pub struct Plan {
    pub packages: [&'static str; 2],
    pub types: Vec<Type>,
}

/// Calls go from the first names to the last, so that a program ends.
pub const METHODS: [&str; 6] = ["m", "n", "k", "f", "g", "h"];
const FIELDS: [&str; 6] = ["a", "b", "k", "n", "x", "v"];
const PARAMS: [&str; 5] = ["a", "b", "k", "x", "t"];
const EXTRAS: [&str; 4] = ["u", "w", "y", "z"];
const TOPS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
const NESTED: [&str; 7] = ["K", "N", "S", "R", "A", "B", "P"];
const CONSTANTS: [&str; 3] = ["X", "Y", "Z"];
pub const THROWN: [&str; 3] = ["Exception", "java.io.IOException", "RuntimeException"];

pub fn any<T: Clone>(list: &[T], random: &mut Random) -> T {
    random.pick(list).expect("there are some").clone()
}

impl Plan {
    pub fn new(random: &mut Random) -> Self {
        let packages = match random.below(4) {
            0 => ["p", "p.q"],
            _ => ["p", "q"],
        };
        let mut plan = Self {
            packages,
            types: Vec::new(),
        };
        let tops = 2 + random.below(3);
        let mut names = TOPS.to_vec();
        for _ in 0..tops {
            let name = names.remove(random.below(names.len()));
            plan.add_type(name, None, random);
            let own = plan.types.len() - 1;
            for _ in 0..random.below(3) {
                plan.add_nested(own, random);
            }
        }
        for number in 0..plan.types.len() {
            plan.add_members(number, random);
        }
        for number in 0..plan.types.len() {
            plan.implement_all(number, random);
        }
        plan
    }

    fn add_nested(&mut self, outer: usize, random: &mut Random) {
        let name = any(&NESTED, random);
        let is_taken = |t: &Type| t.outer == Some(outer) && t.name == name;
        if self.types.iter().any(is_taken) || self.types[outer].name == name {
            return;
        }
        self.add_type(name, Some(outer), random);
        let own = self.types.len() - 1;
        if random.one_in(4) && self.types[outer].outer.is_none() {
            self.add_nested(own, random);
        }
    }

    fn add_type(&mut self, name: &'static str, outer: Option<usize>, random: &mut Random) {
        let kind = match random.below(20) {
            0..=11 => Kind::Class,
            12..=16 => Kind::Interface,
            17 => Kind::Enum,
            _ => Kind::Record,
        };
        let package = outer.map_or_else(|| random.below(2), |o| self.types[o].package);
        let mut ty = Type {
            name,
            kind,
            package,
            outer,
            access: access_of_type(outer.is_some(), random),
            is_static: outer.is_some() && (kind != Kind::Class || random.one_in(2)),
            is_abstract: kind == Kind::Class && random.one_in(5),
            is_sealed: false,
            extends: None,
            implements: Vec::new(),
            var: None,
            fields: Vec::new(),
            methods: Vec::new(),
            ctors: Vec::new(),
            heads: Vec::new(),
        };
        if kind == Kind::Enum || kind == Kind::Record {
            let from: &[&'static str] = if kind == Kind::Enum {
                &CONSTANTS
            } else {
                &FIELDS
            };
            ty.heads = from[..=random.below(2)].to_vec();
        } else if random.one_in(6) {
            ty.var = Some(type_var(random));
        }
        self.choose_supertypes(&mut ty, random);
        ty.is_sealed = matches!(kind, Kind::Class | Kind::Interface) && random.one_in(14);
        self.types.push(ty);
    }

    fn choose_supertypes(&self, ty: &mut Type, random: &mut Random) {
        let of = |kind: Kind, this: &Self| -> Vec<usize> {
            let all = 0..this.types.len();
            let fits = |&n: &usize| this.types[n].kind == kind && Some(n) != ty.outer;
            all.filter(fits).collect()
        };
        let (classes, interfaces) = (of(Kind::Class, self), of(Kind::Interface, self));
        if ty.kind == Kind::Class && !classes.is_empty() && !random.one_in(4) {
            ty.extends = Some(any(&classes, random));
        }
        for _ in 0..random.below(3) {
            if let Some(&interface) = random.pick(&interfaces)
                && !ty.implements.contains(&interface)
            {
                ty.implements.push(interface);
            }
        }
    }

    /// Itself and all above it.
    pub fn supertypes(&self, of: usize) -> Vec<usize> {
        let mut all = vec![of];
        let mut at = 0;
        while let Some(&ty) = all.get(at) {
            let ty = &self.types[ty];
            for &up in ty.extends.iter().chain(&ty.implements) {
                if !all.contains(&up) {
                    all.push(up);
                }
            }
            at += 1;
        }
        all
    }

    /// Itself and all below it.
    pub fn subtypes(&self, of: usize) -> Vec<usize> {
        let all = 0..self.types.len();
        all.filter(|&t| self.supertypes(t).contains(&of)).collect()
    }

    /// Itself and the types around it, the nearest first.
    pub fn enclosing(&self, of: usize) -> Vec<usize> {
        std::iter::successors(Some(of), |&t| self.types[t].outer).collect()
    }

    fn some_type(&self, own: usize, random: &mut Random) -> Ty {
        match random.below(24) {
            0..=8 => Ty::Int,
            9 | 10 => Ty::Long,
            11..=13 => Ty::Str,
            14 => Ty::Object,
            15 => Ty::Boxed,
            16 => Ty::Bool,
            17 => Ty::Supplier,
            18 | 19 => match &self.types[own].var {
                Some(var) => Ty::Var(var.name),
                None => Ty::Int,
            },
            _ => Ty::Ref(random.below(self.types.len())),
        }
    }

    fn add_members(&mut self, own: usize, random: &mut Random) {
        let kind = self.types[own].kind;
        let is_inner = kind == Kind::Class && self.types[own].outer.is_some();
        for _ in 0..random.below(3) {
            let is_constant = kind == Kind::Interface;
            let field = Field {
                name: any(&FIELDS, random),
                ty: self.some_type(own, random),
                access: access(is_constant, random),
                is_static: is_constant || kind == Kind::Record || random.one_in(3),
                is_final: !is_constant && random.one_in(5),
            };
            let fields = &mut self.types[own].fields;
            let is_taken = fields.iter().any(|f| f.name == field.name);
            if !is_taken && !self.types[own].heads.contains(&field.name) {
                self.types[own].fields.push(field);
            }
        }
        for _ in 0..=random.below(3) {
            let method = self.new_method(own, random);
            self.add_method(own, method, random);
        }
        let is_small = self.types.len() < 5;
        if random.one_in(if is_small { 2 } else { 5 }) {
            let method = Self::extra_method(random);
            self.add_method(own, method, random);
        }
        if kind == Kind::Class && (random.one_in(2) || is_inner && random.one_in(2)) {
            for _ in 0..=random.below(2) {
                let params = self.params(own, random);
                let same = |c: &Vec<(Ty, &str)>| c.len() == params.len();
                if !self.types[own].ctors.iter().any(same) {
                    self.types[own].ctors.push(params);
                }
            }
        }
    }

    fn params(&self, own: usize, random: &mut Random) -> Vec<(Ty, &'static str)> {
        let mut names = PARAMS.to_vec();
        let count = [0, 0, 1, 1, 2, 3][random.below(6)];
        let each = |_| {
            let name = names.remove(random.below(names.len()));
            (self.some_type(own, random), name)
        };
        (0..count).map(each).collect()
    }

    /// Half of them take the name of another one, to override, hide or overload it.
    fn new_method(&self, own: usize, random: &mut Random) -> Method {
        let above = self.supertypes(own);
        let up = any(&above, random);
        if up != own && random.one_in(2) {
            let inherited = &self.types[up].methods;
            if let Some(method) = random.pick(inherited).filter(|m| m.extra.is_none()) {
                return self.overriding(own, up, method, random);
            }
        }
        let in_interface = self.types[own].kind == Kind::Interface;
        let is_static = random.one_in(4);
        let may_be_abstract = in_interface || self.types[own].is_abstract;
        let params = self.params(own, random);
        let is_varargs = matches!(params.last(), Some((Ty::Int, _))) && random.one_in(4);
        Method {
            name: any(&METHODS, random),
            params,
            is_varargs,
            ret: match self.some_type(own, random) {
                Ty::Bool => Ty::Void,
                ty => ty,
            },
            access: access(in_interface, random),
            is_static,
            body: match may_be_abstract && !is_static && random.one_in(2) {
                true => Body::Abstract,
                false if !in_interface && random.one_in(10) => Body::Final,
                false => Body::Open,
            },
            throws: random.one_in(8).then(|| any(&THROWN, random)),
            overrides: None,
            extra: None,
        }
    }

    /// A method for a template; its name is nobody else's.
    fn extra_method(random: &mut Random) -> Method {
        Method {
            name: any(&EXTRAS, random),
            params: Vec::new(),
            is_varargs: false,
            ret: Ty::Void,
            access: "public",
            is_static: random.one_in(2),
            body: Body::Open,
            throws: None,
            overrides: None,
            extra: Some(random.below(super::extras::count())),
        }
    }

    fn overriding(&self, own: usize, up: usize, method: &Method, random: &mut Random) -> Method {
        let mut method = method.clone();
        if let Some(var) = &self.types[up].var {
            for (ty, _) in &mut method.params {
                if *ty == Ty::Var(var.name) {
                    *ty = var.actual.clone();
                }
            }
            if method.ret == Ty::Var(var.name) {
                method.ret = var.actual.clone();
            }
        }
        if let Ty::Ref(ty) = method.ret
            && random.one_in(3)
        {
            method.ret = Ty::Ref(any(&self.subtypes(ty), random));
        }
        let in_interface = self.types[up].kind == Kind::Interface;
        if in_interface || random.one_in(4) {
            method.access = if self.types[own].kind == Kind::Interface {
                ""
            } else {
                "public"
            };
        }
        let stays = self.types[own].is_abstract && random.one_in(3);
        if method.body != Body::Abstract || !stays {
            method.body = Body::Open;
        }
        if random.one_in(3) {
            method.throws = None;
        }
        method.overrides = Some(up);
        method
    }

    fn add_method(&mut self, own: usize, mut method: Method, random: &mut Random) {
        if method.is_static && self.types[own].kind == Kind::Class && random.one_in(12) {
            method.is_static = false;
        }
        let same = |m: &Method| {
            let types = |m: &Method| m.params.iter().map(|p| p.0.clone()).collect::<Vec<_>>();
            m.name == method.name && types(m) == types(&method)
        };
        if !self.types[own].methods.iter().any(same) {
            self.types[own].methods.push(method);
        }
    }

    /// A class that can be created has a body for all that is abstract above it.
    fn implement_all(&mut self, own: usize, random: &mut Random) {
        let ty = &self.types[own];
        if ty.kind == Kind::Interface || ty.is_abstract {
            return;
        }
        let mut missing = Vec::new();
        for up in self.supertypes(own).into_iter().skip(1) {
            for method in self.types[up]
                .methods
                .iter()
                .filter(|m| m.body == Body::Abstract)
            {
                missing.push(self.overriding(own, up, method, random));
            }
        }
        for mut method in missing {
            method.body = Body::Open;
            method.is_static = false;
            self.add_method(own, method, random);
        }
    }
}

fn type_var(random: &mut Random) -> TypeVar {
    let (bound, actual) = match random.below(4) {
        0 => ("", Ty::Str),
        1 => ("", Ty::Boxed),
        2 => (" extends Number", Ty::Boxed),
        _ => ("C", Ty::Boxed),
    };
    let name = any(&["T", "K", "E"], random);
    let bound = match (bound, name) {
        ("C", "T") => " extends Comparable<T>",
        ("C", "K") => " extends Comparable<K>",
        ("C", _) => " extends Comparable<E>",
        (bound, _) => bound,
    };
    TypeVar {
        name,
        bound,
        actual,
    }
}

fn access_of_type(is_member: bool, random: &mut Random) -> &'static str {
    match random.below(10) {
        0..=5 => "public",
        6 if is_member => "protected",
        7 if is_member => "private",
        _ => "",
    }
}

fn access(in_interface: bool, random: &mut Random) -> &'static str {
    match random.below(10) {
        _ if in_interface => any(&["", "", "public"], random),
        0..=2 => "public",
        3 | 4 => "protected",
        5 | 6 => "private",
        _ => "",
    }
}
