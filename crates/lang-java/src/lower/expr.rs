//! Expressions and patterns.

use super::{F, K, Lowerer, Task};
use reweave_model::{Kind, Role};
use reweave_syntax::NodeId as SyntaxId;
use reweave_text::Span;

impl Lowerer<'_> {
    #[expect(
        clippy::too_many_lines,
        reason = "a table: each node of the grammar with what it becomes"
    )]
    pub(super) fn expression(&mut self, id: SyntaxId, k: K, role: Role) -> bool {
        match k {
            K::Identifier => self.leaf(id, Kind::Name, role, Some(id)),
            K::FieldAccess => self.field_access(id, role),
            K::MethodInvocation => self.call(id, role),
            K::ObjectCreationExpression => self.new_(id, role),
            K::ArrayCreationExpression => self.new_array(id, role),
            K::ArrayInitializer | K::ElementValueArrayInitializer => {
                self.open(id, Kind::ArrayInit, role);
                self.then_named(id, Role::Argument);
                self.then_close();
            }
            K::ArrayAccess => {
                self.open(id, Kind::Index, role);
                self.then_maybe(self.in_field(id, F::Array), Role::Receiver);
                self.then_maybe(self.in_field(id, F::Index), Role::Argument);
                self.then_close();
            }
            K::LambdaExpression => self.lambda(id, role),
            K::MethodReference => self.method_reference(id, role),
            K::UnaryExpression => {
                self.open_named(id, Kind::Unary, role, self.in_field(id, F::Operator));
                self.then_maybe(self.in_field(id, F::Operand), Role::Operand);
                self.then_close();
            }
            K::UpdateExpression => self.update(id, role),
            K::BinaryExpression => {
                self.open_named(id, Kind::Binary, role, self.in_field(id, F::Operator));
                self.then_named(id, Role::Operand);
                self.then_close();
            }
            K::AssignmentExpression => {
                self.open_named(id, Kind::Assign, role, self.in_field(id, F::Operator));
                self.then_maybe(self.in_field(id, F::Left), Role::Target);
                self.then_maybe(self.in_field(id, F::Right), Role::Value);
                self.then_close();
            }
            K::ElementValuePair => self.element_value_pair(id, role),
            K::TernaryExpression => {
                self.open(id, Kind::Conditional, role);
                self.then_maybe(self.in_field(id, F::Condition), Role::Condition);
                self.then_maybe(self.in_field(id, F::Consequence), Role::Then);
                self.then_maybe(self.in_field(id, F::Alternative), Role::Else);
                self.then_close();
            }
            K::InstanceofExpression => self.instance_of(id, role),
            K::CastExpression => {
                self.open(id, Kind::Cast, role);
                for child in self.named(id) {
                    match self.f(child) {
                        F::Value => self.then(child, Role::Operand),
                        _ => self.then(child, Role::Type),
                    }
                }
                self.then_close();
            }
            K::ParenthesizedExpression => {
                self.open(id, Kind::Paren, role);
                self.then_named(id, Role::Operand);
                self.then_close();
            }
            K::This => self.leaf(id, Kind::This, role, None),
            K::Super => self.leaf(id, Kind::Super, role, None),
            K::ClassLiteral => {
                self.open(id, Kind::ClassLiteral, role);
                self.then_named(id, Role::Type);
                self.then_close();
            }
            K::DecimalInteger
            | K::HexInteger
            | K::OctalInteger
            | K::BinaryInteger
            | K::DecimalFloat
            | K::HexFloat => self.leaf(id, Kind::Number, role, Some(id)),
            K::Str => self.leaf(id, Kind::Str, role, Some(id)),
            K::Character => self.leaf(id, Kind::Char, role, Some(id)),
            K::True | K::False => self.leaf(id, Kind::Bool, role, Some(id)),
            K::Null => self.leaf(id, Kind::Null, role, Some(id)),
            K::TemplateExpression => {
                self.open(id, Kind::OtherExpr, role);
                let mut role = Role::Receiver;
                for child in self.named(id) {
                    self.then(child, role);
                    role = Role::Argument;
                }
                self.then_close();
            }
            K::Pattern => self.then_named(id, role),
            K::TypePattern | K::RecordPatternComponent => self.type_pattern(id, role),
            K::UnderscorePattern => self.leaf(id, Kind::TypePattern, role, Some(id)),
            K::RecordPattern => self.record_pattern(id, role),
            _ => return false,
        }
        true
    }

    /// `a.b`; `Outer.this` is a qualified `this`.
    fn field_access(&mut self, id: SyntaxId, role: Role) {
        let field = self.in_field(id, F::Field);
        if field.is_some_and(|f| self.k(f) == K::This) {
            self.open(id, Kind::This, role);
            self.then_maybe(self.in_field(id, F::Object), Role::Qualifier);
        } else {
            self.open_named(id, Kind::FieldAccess, role, field);
            self.then_receiver(id);
        }
        self.then_close();
    }

    /// The object before the dot; `Outer.super` is a qualified `super`.
    pub(super) fn then_receiver(&mut self, id: SyntaxId) {
        let Some(object) = self.in_field(id, F::Object) else {
            return;
        };
        let qualified = self
            .kids(id)
            .find(|&c| self.k(c) == K::Super && c != object);
        if let Some(word) = qualified {
            let span = self.span(object).cover(self.span(word));
            self.then_open(Kind::Super, Role::Receiver, span, None);
            self.then(object, Role::Qualifier);
            self.then_close();
        } else {
            self.then(object, Role::Receiver);
        }
    }

    fn call(&mut self, id: SyntaxId, role: Role) {
        self.open_named(id, Kind::Call, role, self.in_field(id, F::Name));
        self.then_receiver(id);
        self.then_type_arguments(id);
        self.then_inside(id, K::ArgumentList, Role::Argument);
        self.then_close();
    }

    fn new_(&mut self, id: SyntaxId, role: Role) {
        let word = self.kids(id).find(|&c| self.k(c) == K::New);
        let at = word.map_or(self.span(id).start, |w| self.span(w).start);
        self.open(id, Kind::New, role).name_at = at;
        for child in self.named(id) {
            match self.k(child) {
                K::MarkerAnnotation | K::Annotation => self.then(child, Role::Annotation),
                K::TypeArguments => self.then_type_arguments(id),
                K::ArgumentList => self.then_named(child, Role::Argument),
                K::ClassBody => self.then(child, Role::Body),
                _ if self.f(child) == F::Type => self.then(child, Role::Type),
                _ => self.then(child, Role::Receiver),
            }
        }
        self.then_close();
    }

    fn new_array(&mut self, id: SyntaxId, role: Role) {
        let sized = self
            .named(id)
            .filter(|&c| self.k(c) == K::DimensionsExpr)
            .count();
        let dimensions = (sized + self.dimensions_of(id)).min(u16::MAX.into()) as u32;
        self.open(id, Kind::NewArray, role).flags = dimensions;
        for child in self.named(id) {
            match self.k(child) {
                K::MarkerAnnotation | K::Annotation => self.then(child, Role::Annotation),
                K::Dimensions => self.then_annotations(Some(child)),
                K::DimensionsExpr => {
                    self.then_annotations(Some(child));
                    for part in self.named(child) {
                        if !matches!(self.k(part), K::MarkerAnnotation | K::Annotation) {
                            self.then(part, Role::Argument);
                        }
                    }
                }
                K::ArrayInitializer => self.then(child, Role::Init),
                _ => self.then(child, Role::Type),
            }
        }
        self.then_close();
    }

    fn lambda(&mut self, id: SyntaxId, role: Role) {
        self.open(id, Kind::Lambda, role);
        if let Some(parameters) = self.in_field(id, F::Parameters) {
            match self.k(parameters) {
                K::Identifier => self.then_leaf(parameters, Kind::Param, Role::Param),
                K::InferredParameters => {
                    for name in self.named(parameters) {
                        self.then_leaf(name, Kind::Param, Role::Param);
                    }
                }
                _ => self.then_named(parameters, Role::Param),
            }
        }
        self.then_maybe(self.in_field(id, F::Body), Role::Body);
        self.then_close();
    }

    /// `receiver::name`: the name is what stands last.
    fn method_reference(&mut self, id: SyntaxId, role: Role) {
        let name = self
            .kids(id)
            .filter(|&c| matches!(self.k(c), K::Identifier | K::New))
            .last();
        self.open_named(id, Kind::MethodRef, role, name);
        if let Some(receiver) = self.named(id).next().filter(|&r| Some(r) != name) {
            self.then(receiver, Role::Receiver);
        }
        self.then_type_arguments(id);
        self.then_close();
    }

    fn update(&mut self, id: SyntaxId, role: Role) {
        let Some(operand) = self.named(id).next() else {
            self.leaf(id, Kind::OtherExpr, role, Some(id));
            return;
        };
        self.update_of(id, operand, role);
    }

    /// The grammar reads `-x++` and `(int) x++` as if the last operator were the last to run; it is the first (JLS 15.14).
    pub(super) fn update_of(&mut self, update: SyntaxId, operand: SyntaxId, role: Role) {
        let operator = self
            .kids(update)
            .find(|&c| matches!(self.k(c), K::Increment | K::Decrement));
        let prefix = operator == self.kids(update).next();
        let end = self.span(update).end;
        let span = Span::new(self.span(operand).start, end);
        match self.k(operand) {
            K::UnaryExpression if !prefix => {
                let sign = self.in_field(operand, F::Operator);
                self.open_spanning(Kind::Unary, role, span, sign);
                self.then_updated(update, self.in_field(operand, F::Operand));
            }
            K::CastExpression if !prefix => {
                self.open_spanning(Kind::Cast, role, span, None);
                for child in self.named(operand) {
                    if self.f(child) != F::Value {
                        self.then(child, Role::Type);
                    }
                }
                self.then_updated(update, self.in_field(operand, F::Value));
            }
            _ => {
                let down = operator.is_some_and(|o| self.k(o) == K::Decrement);
                let form = match (prefix, down) {
                    (true, false) => "++x",
                    (true, true) => "--x",
                    (false, false) => "x++",
                    (false, true) => "x--",
                };
                let sym = self.names.intern(form);
                let whole = self.span(update);
                let at = operator.map_or(whole.start, |o| self.span(o).start);
                let span = if prefix { whole } else { span };
                let node = self.open_spanning(Kind::Update, role, span, None);
                node.sym = sym;
                node.name_at = at;
                self.then(operand, Role::Operand);
            }
        }
        self.then_close();
    }

    fn then_updated(&mut self, update: SyntaxId, operand: Option<SyntaxId>) {
        if let Some(operand) = operand {
            self.tasks.push(Task::Update {
                update,
                operand,
                role: Role::Operand,
            });
        }
    }

    /// `name = value` among the arguments of an annotation.
    fn element_value_pair(&mut self, id: SyntaxId, role: Role) {
        let sym = self.names.intern("=");
        self.open(id, Kind::Assign, role).sym = sym;
        let mut role = Role::Target;
        for child in self.named(id) {
            self.then(child, role);
            role = Role::Value;
        }
        self.then_close();
    }

    fn instance_of(&mut self, id: SyntaxId, role: Role) {
        self.open(id, Kind::InstanceOf, role);
        self.then_maybe(self.in_field(id, F::Left), Role::Operand);
        let ty = self.in_field(id, F::Right);
        match (ty, self.in_field(id, F::Name)) {
            (Some(ty), Some(name)) => {
                let span = self.span(ty).cover(self.span(name));
                self.then_open(Kind::TypePattern, Role::Pattern, span, Some(name));
                self.then(ty, Role::Type);
                self.then_close();
            }
            (Some(ty), None) => self.then(ty, Role::Pattern),
            _ => self.then_maybe(self.in_field(id, F::Pattern), Role::Pattern),
        }
        self.then_close();
    }

    /// `Type name`, or `_` alone.
    fn type_pattern(&mut self, id: SyntaxId, role: Role) {
        let name = self.named(id).last();
        self.open_named(id, Kind::TypePattern, role, name);
        for child in self.named(id) {
            if Some(child) != name {
                self.then(child, Role::Type);
            }
        }
        self.then_close();
    }

    fn record_pattern(&mut self, id: SyntaxId, role: Role) {
        self.open(id, Kind::RecordPattern, role);
        for child in self.named(id) {
            match self.k(child) {
                K::RecordPatternBody => self.then_named(child, Role::Operand),
                // The grammar reads a plain type here as a name.
                K::Identifier => self.tasks.push(Task::DottedType(child)),
                _ => self.then(child, Role::Type),
            }
        }
        self.then_close();
    }
}
