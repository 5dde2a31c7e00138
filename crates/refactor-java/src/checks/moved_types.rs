//! What code in a moved member does with values, where the types of these decide it and may be others in the new class: a type
//! parameter in the place of what it stands for, or what a method gives that another class overrides.
//!
//! `b ? t : 2.0` makes a `double` of an `Integer`, and leaves a `T` what it is.

use crate::Java;
use crate::edits::transfer::{Placed, find_all};
use crate::query::outer_objects::asked_type;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, MethodId, Ty, TyData};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::Run;
use reweave_text::Span;

/// What is done at a node: the kinds of two programs can be compared, and what a type decides.
struct Doing {
    kind: Kind,
    span: Span,
    /// Why another answer matters, and the answer; nothing where a type is not known.
    decided: Vec<(&'static str, Option<String>)>,
}

/// What the types in moved text decided, noted before the step.
pub struct Computed {
    texts: Vec<Vec<Doing>>,
}

impl Computed {
    pub fn note(run: &Run<'_, Java>, placed: &[Placed]) -> Self {
        let program = run.program();
        let texts = placed.iter().map(|p| {
            let member = &p.moving.member;
            let mut all = doings(program, member.number, member.extent());
            let is_gone = |d: &Doing| {
                let mut edits = p.moving.edits.iter();
                edits.any(|e| e.span.contains(d.span))
            };
            all.retain(|d| !is_gone(d));
            all
        });
        Self {
            texts: texts.collect(),
        }
    }

    /// Refuses where a type decides otherwise. Edits put nothing of these kinds between, so the order tells which is which.
    pub fn check(&self, run: &mut Run<'_, Java>, placed: &[Placed]) {
        let program = run.program();
        let mut found: Vec<(&str, Interval)> = Vec::new();
        for (before, at) in self.texts.iter().zip(find_all(run.sources(), placed)) {
            let number = at.and_then(|at| program.number(at.file));
            let (Some(at), Some(number)) = (at, number) else {
                continue;
            };
            let after = doings(program, number, at.span);
            let kinds = |all: &[Doing]| -> Vec<Kind> { all.iter().map(|d| d.kind).collect() };
            if kinds(before) != kinds(&after) {
                continue;
            }
            for (was, is) in before.iter().zip(&after) {
                let pairs = was.decided.iter().zip(&is.decided);
                for ((why, old), (_, new)) in pairs {
                    if old.is_some() && new.is_some() && old != new {
                        found.push((why, program.interval(number, is.span)));
                    }
                }
            }
        }
        for (message, place) in found {
            run.refuse("type", message, &[place]);
        }
    }
}

const VALUES: &str = "this would be computed with values of another type";
const CAST: &str = "this cast would make or let pass something else";
const KIND: &str = "the type of what stands here would not allow this";
const THROWN: &str = "another exception would be thrown here";
const ARRAY: &str = "another array would be created for these arguments";

fn doings(program: &JavaProgram, number: u32, range: Span) -> Vec<Doing> {
    let tree = &program.model(number).tree;
    let at = At { program, number };
    tree.descendants(NodeId::ROOT)
        .filter(|&n| range.contains(tree.span(n)))
        .filter_map(|n| {
            Some(Doing {
                kind: tree.kind(n),
                span: tree.span(n),
                decided: at.decided(n)?,
            })
        })
        .collect()
}

/// A file whose types are asked for.
struct At<'p> {
    program: &'p JavaProgram,
    number: u32,
}

impl At<'_> {
    /// None where nothing is ever decided by a type.
    fn decided(&self, node: NodeId) -> Option<Vec<(&'static str, Option<String>)>> {
        let tree = &self.program.model(self.number).tree;
        let only = |role| tree.child_in(node, role).map(|n| self.ty(n));
        Some(match tree.kind(node) {
            Kind::Conditional => {
                let sides = only(Role::Then).zip(only(Role::Else));
                vec![(VALUES, sides.and_then(|(a, b)| self.chosen(a, b)))]
            }
            Kind::Binary => {
                let sides: Vec<Ty> = tree
                    .children_in(node, Role::Operand)
                    .map(|n| self.ty(n))
                    .collect();
                let &[a, b] = &sides[..] else {
                    return Some(Vec::new());
                };
                match self.program.world().text(tree.sym(node)) {
                    "==" | "!=" => vec![(VALUES, self.compared(a, b))],
                    "+" => vec![(VALUES, self.added(a, b))],
                    _ => Vec::new(),
                }
            }
            Kind::Cast => {
                let of = only(Role::Operand).unwrap_or(Ty::UNKNOWN);
                vec![(CAST, self.cast(self.ty(node), of))]
            }
            Kind::Index => vec![(KIND, only(Role::Receiver).and_then(|t| self.many(t)))],
            Kind::ForEach => vec![(KIND, only(Role::Condition).and_then(|t| self.many(t)))],
            Kind::Switch | Kind::SwitchExpr => {
                let of = only(Role::Condition).and_then(|t| self.name(t));
                vec![(KIND, of)]
            }
            Kind::Throw => {
                let thrown = only(Role::Value).and_then(|t| self.thrown(node, t));
                vec![(THROWN, thrown)]
            }
            Kind::Call | Kind::New | Kind::ConstructorCall => {
                match self.program.names.decl(self.number, node) {
                    Decl::Method(m) => vec![
                        (THROWN, self.thrown_by(node, m)),
                        (ARRAY, self.gathered(node, m)),
                    ],
                    _ => Vec::new(),
                }
            }
            _ => return None,
        })
    }

    fn ty(&self, node: NodeId) -> Ty {
        self.program.names.ty(self.number, node)
    }

    /// The primitive type of a value that is one or holds one.
    fn plain(&self, ty: Ty) -> Option<Ty> {
        let world = self.program.world();
        Some(world.unboxed(world.erase(ty))).filter(|t| t.is_primitive())
    }

    /// What a type is called when it is erased; its package matters little, for names are looked at elsewhere.
    fn name(&self, ty: Ty) -> Option<String> {
        let world = self.program.world();
        let erased = world.erase(ty);
        match world.types().data(erased) {
            TyData::Class(class, _) => Some(world.text(world.class(*class).name).to_owned()),
            TyData::Array(element) => self.name(*element).map(|e| format!("{e}[]")),
            data if erased.is_primitive() => Some(format!("{data:?}")),
            _ => None,
        }
    }

    fn is_known(&self, ty: Ty) -> bool {
        ty == Ty::NULL || self.name(ty).is_some()
    }

    /// The numbers or truth values that both of two values are made to be.
    fn plains(&self, a: Ty, b: Ty) -> Option<String> {
        let (a, b) = (self.plain(a)?, self.plain(b)?);
        (a.is_numeric() == b.is_numeric()).then(|| format!("{a:?} {b:?}"))
    }

    /// What `?:` makes of its two values: objects stay what they are.
    fn chosen(&self, a: Ty, b: Ty) -> Option<String> {
        if !self.is_known(a) || !self.is_known(b) {
            return None;
        }
        let is_same = a == b && !a.is_primitive();
        let plains = self.plains(a, b).filter(|_| !is_same);
        Some(plains.unwrap_or_default())
    }

    /// What `==` compares: one number makes the other side one, else it is which object they are.
    fn compared(&self, a: Ty, b: Ty) -> Option<String> {
        if !self.is_known(a) || !self.is_known(b) {
            return None;
        }
        let is_plain = a.is_primitive() || b.is_primitive();
        let plains = self.plains(a, b).filter(|_| is_plain);
        Some(plains.unwrap_or_default())
    }

    /// What `+` makes: a text, or a number.
    fn added(&self, a: Ty, b: Ty) -> Option<String> {
        if !self.is_known(a) || !self.is_known(b) {
            return None;
        }
        let string = self.program.world().string();
        let is_text = a == string || b == string;
        Some(if is_text {
            "text".to_owned()
        } else {
            self.plains(a, b).unwrap_or_default()
        })
    }

    /// What a cast looks for when it runs, and the number that it makes another of.
    fn cast(&self, to: Ty, of: Ty) -> Option<String> {
        let name = self.name(to)?;
        if !to.is_primitive() {
            return Some(name);
        }
        // An object must hold just the number that is asked for.
        let from = self.plain(of).unwrap_or(to);
        self.is_known(of).then(|| format!("{name} of {from:?}"))
    }

    /// Whether something is an array, or what else has elements.
    fn many(&self, ty: Ty) -> Option<String> {
        let world = self.program.world();
        let erased = world.erase(ty);
        let iterable = world.class_by_dotted("java.lang.Iterable")?;
        Some(match world.types().data(erased) {
            TyData::Array(_) => "array".to_owned(),
            TyData::Class(class, _) => world.is_subclass(*class, iterable).to_string(),
            _ => return None,
        })
    }

    /// The exception that a value is, where it must be declared or caught and the method does not say so anyway.
    fn thrown(&self, node: NodeId, ty: Ty) -> Option<String> {
        let world = self.program.world();
        let class = world.class_of_type(world.erase(ty))?;
        let is_below = |name: &str| {
            let above = world.class_by_dotted(name);
            above.is_some_and(|a| world.is_subclass(class, a))
        };
        let is_unchecked = is_below("java.lang.RuntimeException") || is_below("java.lang.Error");
        if is_unchecked || self.is_declared(node, class) {
            return Some(String::new());
        }
        let tree = &self.program.model(self.number).tree;
        let around = self.around(node).map(|n| tree.kind(n));
        let is_tried = around == Some(Kind::Try);
        match world.types().data(ty) {
            // A `try` around it catches the bound.
            TyData::Var(_) if is_below("java.lang.Throwable") && !is_tried => {
                Some("open".to_owned())
            }
            _ => self.name(ty),
        }
    }

    /// What an exception that leaves a node comes to first.
    fn around(&self, node: NodeId) -> Option<NodeId> {
        let tree = &self.program.model(self.number).tree;
        tree.ancestors(node).find(|&n| {
            let kind = tree.kind(n);
            matches!(kind, Kind::Try | Kind::Lambda | Kind::Callable | Kind::Type)
        })
    }

    /// Whether an exception that leaves a node may leave the method around it, and nothing stands between.
    fn is_declared(&self, node: NodeId, class: ClassId) -> bool {
        let world = self.program.world();
        let tree = &self.program.model(self.number).tree;
        let method = self
            .around(node)
            .filter(|&n| tree.kind(n) == Kind::Callable);
        let said = method
            .into_iter()
            .flat_map(|m| tree.children_in(m, Role::Throws));
        let mut said = said.filter_map(|t| match self.program.names.decl(self.number, t) {
            Decl::Class(class) => Some(class),
            _ => None,
        });
        said.any(|above| world.is_subclass(class, above))
    }

    /// The exceptions of a called method that its class leaves open, as the asked object's type tells them.
    fn thrown_by(&self, node: NodeId, method: MethodId) -> Option<String> {
        let world = self.program.world();
        let owner = world.method(method).owner;
        let is_open = |ty: Ty| {
            let data = world.types().data(ty);
            matches!(data, TyData::Var(v) if world.type_params(owner).contains(v))
        };
        let mut told = String::new();
        for &ty in world
            .signature(method)
            .throws
            .iter()
            .filter(|&&t| is_open(t))
        {
            let asked = asked_type(self.program, self.number, node, owner)?;
            let seen = world.member_of(asked, owner, ty);
            told += &self.thrown(node, seen)?;
            told.push(' ');
        }
        Some(told)
    }

    /// The array that is made of the arguments of a method that takes any number of them.
    fn gathered(&self, node: NodeId, method: MethodId) -> Option<String> {
        let world = self.program.world();
        let data = world.method(method);
        if !data.varargs {
            return Some(String::new());
        }
        let signature = world.signature(method);
        let tree = &self.program.model(self.number).tree;
        let given: Vec<Ty> = tree
            .children_in(node, Role::Argument)
            .map(|a| self.ty(a))
            .collect();
        let (last, before) = signature.params.split_last()?;
        let rest = given.get(before.len()..)?;
        if let &[one] = rest
            && matches!(world.types().data(one), TyData::Array(_))
        {
            return Some("an array".to_owned());
        }
        let element = match world.types().data(*last) {
            TyData::Array(element) => *element,
            _ => return None,
        };
        let is_open = matches!(world.types().data(element), TyData::Var(v) if signature.type_params.contains(v));
        // What the class path makes of them shows nothing of their array.
        if !is_open || !self.program.is_ours(Decl::Method(method)) {
            return rest.iter().all(|&t| self.is_known(t)).then(String::new);
        }
        let names = rest.iter().map(|&t| self.name(t));
        names.collect::<Option<Vec<_>>>().map(|n| n.join(" "))
    }
}
