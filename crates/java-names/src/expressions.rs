//! Expressions: names, accesses and operators. Calls and lambdas have files of their own.

use crate::ids::{ClassId, Decl, FieldId};
use crate::inference::Entry;
use crate::members::Found;
use crate::resolver::{Meaning, Resolver, TypeMeaning};
use crate::types::{Ty, TyData, Wild};
use crate::walk::DEEPEST;
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Symbol;

/// What the place of an expression wants of it.
#[derive(Clone, Copy)]
pub(crate) enum Expect {
    /// Nothing: its type is its own.
    None,
    /// A value of this type.
    Target(Ty),
    /// An argument or result whose variables somebody around will decide, perhaps with this type in view.
    Free(Option<Ty>),
}

impl Resolver<'_> {
    /// An expression where a value of type `ty` is wanted.
    pub fn value(&mut self, node: NodeId, ty: Ty) -> Ty {
        let expect = if ty.is_unknown() {
            Expect::None
        } else {
            Expect::Target(ty)
        };
        self.expression(node, expect)
    }

    pub fn expression(&mut self, node: NodeId, expect: Expect) -> Ty {
        if self.depth > DEEPEST {
            self.too_deep.push(node);
            return Ty::UNKNOWN;
        }
        self.depth += 1;
        let ty = self.expression_inside(node, expect);
        self.note_type(node, ty);
        self.depth -= 1;
        ty
    }

    fn alone(&mut self, node: NodeId, role: Role) -> Ty {
        self.child(node, role)
            .map_or(Ty::UNKNOWN, |c| self.expression(c, Expect::None))
    }

    #[expect(
        clippy::too_many_lines,
        reason = "a table: each kind of expression with its type"
    )]
    fn expression_inside(&mut self, node: NodeId, expect: Expect) -> Ty {
        let world = self.world;
        match self.kind(node) {
            Kind::Name | Kind::FieldAccess => match self.meaning(node) {
                Meaning::Value(ty) => ty,
                _ => Ty::UNKNOWN,
            },
            Kind::Call => self.call(node, expect),
            Kind::New => self.new_(node, expect),
            Kind::NewArray => self.new_array(node),
            Kind::ArrayInit => {
                let ty = match expect {
                    Expect::Target(ty) => ty,
                    _ => Ty::UNKNOWN,
                };
                self.initial(node, ty)
            }
            Kind::Index => {
                let array = self.alone(node, Role::Receiver);
                self.alone(node, Role::Argument);
                match world.types.data(array) {
                    TyData::Array(element) => *element,
                    _ => Ty::UNKNOWN,
                }
            }
            Kind::Lambda | Kind::MethodRef => {
                let target = match expect {
                    Expect::Target(ty) | Expect::Free(Some(ty)) => ty,
                    _ => Ty::UNKNOWN,
                };
                self.function(node, target);
                target
            }
            Kind::Unary => {
                let ty = self.alone(node, Role::Operand);
                if world.text(self.tree.sym(node)) == "!" {
                    Ty::BOOLEAN
                } else {
                    self.promoted(ty)
                }
            }
            Kind::Update => self.alone(node, Role::Operand),
            Kind::Binary => self.binary(node),
            Kind::Assign => {
                let target = self.alone(node, Role::Target);
                if let Some(value) = self.child(node, Role::Value) {
                    if world.text(self.tree.sym(node)) == "=" {
                        self.initial(value, target);
                    } else {
                        self.expression(value, Expect::None);
                    }
                }
                target
            }
            Kind::Conditional => self.conditional(node, expect),
            Kind::InstanceOf => {
                let ty = self.alone(node, Role::Operand);
                if let Some(pattern) = self.child(node, Role::Pattern) {
                    self.pattern(pattern, ty);
                }
                Ty::BOOLEAN
            }
            Kind::Cast => self.cast(node),
            Kind::Paren => self
                .child(node, Role::Operand)
                .map_or(Ty::UNKNOWN, |o| self.expression(o, expect)),
            Kind::This => match self.child(node, Role::Qualifier) {
                Some(qualifier) => match self.meaning_of_type_expression(qualifier) {
                    Meaning::Type(ty) => world
                        .class_of_type(ty)
                        .map_or(Ty::UNKNOWN, |c| world.this_type(c)),
                    _ => Ty::UNKNOWN,
                },
                None => self.here().map_or(Ty::UNKNOWN, |c| world.this_type(c)),
            },
            Kind::Super => self.super_type(node),
            Kind::ClassLiteral => {
                let of = self
                    .child(node, Role::Type)
                    .map_or(Ty::UNKNOWN, |t| self.ty(t));
                self.class_literal(of)
            }
            Kind::Number => number_type(world.text(self.tree.sym(node))),
            Kind::Str => world.string(),
            Kind::Char => Ty::CHAR,
            Kind::Bool => Ty::BOOLEAN,
            Kind::Null => Ty::NULL,
            Kind::SwitchExpr => self.switch(node, expect),
            _ => {
                let children: Vec<NodeId> = self.tree.children(node).collect();
                for child in children {
                    if self.kind(child).is_expression() {
                        self.expression(child, Expect::None);
                    }
                }
                Ty::UNKNOWN
            }
        }
    }

    /// What a dotted name means: a value before a type, a type before a package (JLS 6.4.2).
    pub fn meaning(&mut self, node: NodeId) -> Meaning {
        let meaning = match self.kind(node) {
            Kind::Name => self.simple_meaning(node, false),
            Kind::FieldAccess => self.access_meaning(node, false),
            Kind::TypeName | Kind::ArrayType | Kind::Primitive => {
                let ty = self.ty(node);
                if ty.is_unknown() {
                    Meaning::Unknown
                } else {
                    Meaning::Type(ty)
                }
            }
            _ => {
                let ty = self.expression(node, Expect::None);
                if ty.is_unknown() {
                    Meaning::Unknown
                } else {
                    Meaning::Value(ty)
                }
            }
        };
        if let Meaning::Value(ty) | Meaning::Type(ty) = meaning {
            self.note_type(node, ty);
        }
        meaning
    }

    /// A name that can only be a type: before `.this`, `.super` or `.class`.
    pub fn meaning_of_type_expression(&mut self, node: NodeId) -> Meaning {
        match self.kind(node) {
            Kind::Name => self.simple_meaning(node, true),
            Kind::FieldAccess => self.access_meaning(node, true),
            _ => self.meaning(node),
        }
    }

    fn simple_meaning(&mut self, node: NodeId, only_type: bool) -> Meaning {
        let name = self.tree.sym(node);
        if !only_type {
            match self.find_variable(name) {
                Variable::Found(decl, ty) => {
                    self.record(node, decl);
                    return Meaning::Value(ty);
                }
                Variable::Unknown if !self.may_be_type(name) => {
                    self.record(node, Decl::Unknown);
                    return Meaning::Unknown;
                }
                _ => {}
            }
        }
        match self.type_named(node, name) {
            TypeMeaning::Class(class) => {
                self.record(node, Decl::Class(class));
                Meaning::Type(self.world.raw(class))
            }
            TypeMeaning::Var(var) => {
                self.record(node, Decl::TypeVar(var));
                Meaning::Type(self.world.types.var(var))
            }
            TypeMeaning::Unknown if self.world.is_package(name) => {
                self.record(node, Decl::Package(name));
                Meaning::Package(name)
            }
            TypeMeaning::Unknown => {
                self.record(node, Decl::Unknown);
                Meaning::Unknown
            }
        }
    }

    /// A type of that name is in scope: then it is meant, though a missing superclass might have such a field.
    fn may_be_type(&mut self, name: Symbol) -> bool {
        !matches!(self.find_type(name).0, TypeMeaning::Unknown) || self.world.is_package(name)
    }

    fn find_variable(&mut self, name: Symbol) -> Variable {
        let world = self.world;
        let from = self.from();
        let mut open = false;
        let mut not_inherited = None;
        for entry in self.scope.iter().rev() {
            match *entry {
                Entry::Local(n, node, ty) if n == name => {
                    if open {
                        return Variable::Unknown;
                    }
                    return Variable::Found(Decl::Local(node), ty);
                }
                Entry::Class(class) => {
                    let found = world.field_found(class, name, from);
                    if let Some(field) = found.any() {
                        if open {
                            return Variable::Unknown;
                        }
                        let ty = self.field_type_in(class, field);
                        let variable = Variable::Found(Decl::Field(field), ty);
                        if !matches!(found, Found::Inaccessible(_)) {
                            return variable;
                        }
                        // What a class does not inherit does not shadow what the class around it has.
                        not_inherited = not_inherited.or(Some(variable));
                    }
                    open |= !world.closure(class).complete;
                }
                _ => {}
            }
        }
        let imported = self.head.static_single.iter().filter(|s| s.0 == name);
        let classes = imported
            .map(|s| s.1)
            .chain(self.head.static_all.iter().copied());
        // An import brings what a file may name outside of its classes (JLS 7.5.4, 6.6.1).
        let package = world.class(from).package;
        let mut fields = classes.filter_map(|class| world.find_field(class, name, from));
        let is_brought = |&f: &FieldId| {
            let field = world.field(f);
            world.is_static_field(f) && world.is_importable(field.modifiers, field.owner, package)
        };
        if let Some(field) = fields.find(is_brought) {
            if open {
                return Variable::Unknown;
            }
            return Variable::Found(Decl::Field(field), world.field_type(field));
        }
        if let Some(found) = not_inherited {
            found
        } else if open || self.head.static_open {
            Variable::Unknown
        } else {
            Variable::None
        }
    }

    fn field_type_in(&self, class: ClassId, field: FieldId) -> Ty {
        let world = self.world;
        let ty = world.field_type(field);
        let owner = world.field(field).owner;
        if owner == class || !world.types.has_var(ty) {
            return ty;
        }
        world.member_of(world.this_type(class), owner, ty)
    }

    fn access_meaning(&mut self, node: NodeId, only_type: bool) -> Meaning {
        let world = self.world;
        let name = self.tree.sym(node);
        let Some(receiver) = self.child(node, Role::Receiver) else {
            self.record(node, Decl::Unknown);
            return Meaning::Unknown;
        };
        let around = if only_type {
            self.meaning_of_type_expression(receiver)
        } else {
            self.meaning(receiver)
        };
        if let (Meaning::Value(ty) | Meaning::Type(ty), false) = (around, only_type) {
            if name == world.known.length && matches!(world.types.data(ty), TyData::Array(_)) {
                self.record(node, Decl::ArrayLength);
                return Meaning::Value(Ty::INT);
            }
            let from = self.from();
            let classes = self.member_classes(ty);
            let found = classes
                .iter()
                .find_map(|&c| world.find_field(c, name, from));
            if let Some(field) = found {
                self.record(node, Decl::Field(field));
                let declared = world.field_type(field);
                let owner = world.field(field).owner;
                let ty = world.member_of(ty, owner, declared);
                return Meaning::Value(ty);
            }
        }
        if matches!(around, Meaning::Value(_)) {
            self.record(node, Decl::Unknown);
            return Meaning::Unknown;
        }
        self.below(node, around, name, &[])
    }

    /// The classes whose members a value of this type has.
    pub(crate) fn member_classes(&self, ty: Ty) -> Vec<ClassId> {
        let world = self.world;
        let mut found = Vec::new();
        let mut open = vec![ty];
        let mut rounds = 0;
        while let Some(ty) = open.pop() {
            rounds += 1;
            if rounds > 50 {
                break;
            }
            match world.types.data(ty) {
                TyData::Class(class, _) => found.push(*class),
                TyData::Array(_) => found.push(world.known.object),
                TyData::Var(v) => {
                    let bounds = world.bounds(*v);
                    if bounds.is_empty() {
                        found.push(world.known.object);
                    }
                    open.extend(bounds.iter().rev().copied());
                }
                TyData::Intersection(all) => open.extend(all.iter().rev().copied()),
                TyData::Wildcard(Wild::Extends, bound) => open.push(*bound),
                TyData::Wildcard(..) => found.push(world.known.object),
                _ => {}
            }
        }
        found
    }

    fn super_type(&mut self, node: NodeId) -> Ty {
        let world = self.world;
        let Some(here) = self.here() else {
            return Ty::UNKNOWN;
        };
        let of = match self.child(node, Role::Qualifier) {
            Some(qualifier) => match self.meaning_of_type_expression(qualifier) {
                Meaning::Type(ty) => match world.class_of_type(ty) {
                    // `Interface.super`: the interface among the own supertypes.
                    Some(class) if world.info(class).is_interface() => {
                        return world
                            .as_super(world.this_type(here), class)
                            .unwrap_or(world.raw(class));
                    }
                    Some(class) => class,
                    None => return Ty::UNKNOWN,
                },
                _ => return Ty::UNKNOWN,
            },
            None => here,
        };
        world
            .header(of)
            .supers
            .first()
            .copied()
            .unwrap_or(Ty::UNKNOWN)
    }

    fn new_array(&mut self, node: NodeId) -> Ty {
        self.annotations(node);
        let element = self
            .child(node, Role::Type)
            .map_or(Ty::UNKNOWN, |t| self.ty(t));
        let sizes: Vec<NodeId> = self.tree.children_in(node, Role::Argument).collect();
        for size in sizes {
            self.expression(size, Expect::None);
        }
        let ty = self.with_dimensions(element, self.tree.node(node).flags.max(1));
        if let Some(init) = self.child(node, Role::Init) {
            self.initial(init, ty);
        }
        ty
    }

    /// Operators from the innermost left operand outwards, so that a sum of thousands of terms needs no deep stack.
    fn binary(&mut self, node: NodeId) -> Ty {
        let mut spine = vec![node];
        let mut left = self.child(node, Role::Operand);
        while let Some(l) = left
            && self.kind(l) == Kind::Binary
        {
            spine.push(l);
            left = self.child(l, Role::Operand);
        }
        let mut ty = left.map_or(Ty::UNKNOWN, |l| self.expression(l, Expect::None));
        while let Some(at) = spine.pop() {
            let right = self.tree.children_in(at, Role::Operand).nth(1);
            let right = right.map_or(Ty::UNKNOWN, |r| self.expression(r, Expect::None));
            ty = self.operator_type(self.tree.sym(at), ty, right);
            self.note_type(at, ty);
        }
        ty
    }

    fn operator_type(&self, operator: Symbol, left: Ty, right: Ty) -> Ty {
        let world = self.world;
        match world.text(operator) {
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" => Ty::BOOLEAN,
            "+" if left == world.string() || right == world.string() => world.string(),
            "<<" | ">>" | ">>>" => self.promoted(left),
            _ => {
                let (l, r) = (world.unboxed(left), world.unboxed(right));
                if l == Ty::BOOLEAN || r == Ty::BOOLEAN {
                    Ty::BOOLEAN
                } else if l.is_unknown() || r.is_unknown() {
                    Ty::UNKNOWN
                } else if l.is_numeric() && r.is_numeric() {
                    self.promoted(l).max(self.promoted(r))
                } else {
                    Ty::UNKNOWN
                }
            }
        }
    }

    fn promoted(&self, ty: Ty) -> Ty {
        match self.world.unboxed(ty) {
            Ty::BYTE | Ty::SHORT | Ty::CHAR => Ty::INT,
            other => other,
        }
    }

    fn conditional(&mut self, node: NodeId, expect: Expect) -> Ty {
        let mark = self.scope.len();
        self.alone(node, Role::Condition);
        let condition = self.child(node, Role::Condition);
        let bound = self.scope.split_off(mark);
        let mut types = Vec::new();
        for role in [Role::Then, Role::Else] {
            if let Some(branch) = self.child(node, role) {
                self.bind(&bound, condition, role == Role::Then);
                types.push(self.expression(branch, expect));
                self.scope.truncate(mark);
            }
        }
        match expect {
            Expect::Target(ty) if !ty.is_primitive() => ty,
            _ => self.joined(&types),
        }
    }

    /// The type of a conditional or switch from those of its branches (JLS 15.25).
    pub(crate) fn joined(&self, types: &[Ty]) -> Ty {
        let world = self.world;
        let first = types.iter().copied().find(|&t| t != Ty::NULL);
        let Some(first) = first else {
            return types.first().copied().unwrap_or(Ty::UNKNOWN);
        };
        if types.iter().all(|&t| t == first) {
            return first;
        }
        let unboxed: Vec<Ty> = types.iter().map(|&t| world.unboxed(t)).collect();
        if unboxed.iter().all(|t| t.is_numeric()) {
            let widest = unboxed.iter().copied().max().unwrap_or(Ty::INT);
            // Two small types meet in the one that holds both; constants may stay small, which decides nothing here.
            return widest;
        }
        if unboxed.iter().all(|&t| t == Ty::BOOLEAN) {
            return Ty::BOOLEAN;
        }
        if types.iter().any(|&t| world.types.has_infer(t)) {
            return first;
        }
        world.lub(types)
    }

    fn cast(&mut self, node: NodeId) -> Ty {
        let world = self.world;
        let nodes: Vec<NodeId> = self.tree.children_in(node, Role::Type).collect();
        let types: Vec<Ty> = nodes.into_iter().map(|t| self.ty(t)).collect();
        let ty = world.types.intersection(types.clone());
        if let Some(operand) = self.child(node, Role::Operand) {
            let expect = if self.is_function(operand) {
                let function = types.iter().find(|&&t| self.function_type(t).is_some());
                Expect::Target(function.copied().unwrap_or(ty))
            } else {
                Expect::None
            };
            self.expression(operand, expect);
        }
        ty
    }

    /// A lambda or method reference, perhaps in parentheses or in the branches of a conditional.
    pub(crate) fn is_function(&self, node: NodeId) -> bool {
        let mut at = node;
        loop {
            match self.kind(at) {
                Kind::Lambda | Kind::MethodRef => return true,
                Kind::Paren => match self.child(at, Role::Operand) {
                    Some(inner) => at = inner,
                    None => return false,
                },
                Kind::Conditional => match self.child(at, Role::Then) {
                    Some(inner) => at = inner,
                    None => return false,
                },
                _ => return false,
            }
        }
    }
}

enum Variable {
    Found(Decl, Ty),
    /// A class on the way has supertypes that are not known: it may be theirs.
    Unknown,
    None,
}

fn number_type(text: &str) -> Ty {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    match text.as_bytes().last() {
        Some(b'l' | b'L') => Ty::LONG,
        Some(b'f' | b'F') if !hex || text.contains(['p', 'P']) => Ty::FLOAT,
        Some(b'd' | b'D') if !hex || text.contains(['p', 'P']) => Ty::DOUBLE,
        _ if !hex && text.contains(['.', 'e', 'E']) => Ty::DOUBLE,
        _ if hex && text.contains(['p', 'P']) => Ty::DOUBLE,
        _ => Ty::INT,
    }
}
