//! Statements.

use super::{F, K, Lowerer};
use reweave_model::{Kind, Modifiers, Node, Role};
use reweave_syntax::NodeId as SyntaxId;
use reweave_text::Span;

impl Lowerer<'_> {
    pub(super) fn statement(&mut self, id: SyntaxId, k: K, role: Role) -> bool {
        match k {
            K::Block if role == Role::Member => self.initializer(id, role, Modifiers::NONE),
            K::Block | K::ConstructorBody => {
                self.open(id, Kind::Block, role);
                self.then_statements(id, Role::None);
                self.then_close();
            }
            K::ExpressionStatement if self.masked && self.late_constructor_call(id, role) => {}
            K::ExpressionStatement => self.statement_of(id, Kind::ExprStmt, role),
            K::ReturnStatement => self.statement_of(id, Kind::Return, role),
            K::ThrowStatement => self.statement_of(id, Kind::Throw, role),
            K::YieldStatement => self.statement_of(id, Kind::Yield, role),
            K::IfStatement => self.by_field(id, Kind::If, role),
            K::WhileStatement => self.by_field(id, Kind::While, role),
            K::DoStatement => self.by_field(id, Kind::DoWhile, role),
            K::ForStatement => self.by_field(id, Kind::For, role),
            K::EnhancedForStatement => self.for_each(id, role),
            K::LabeledStatement => self.labeled(id, role),
            K::BreakStatement => self.jump(id, Kind::Break, role),
            K::ContinueStatement => self.jump(id, Kind::Continue, role),
            K::AssertStatement => {
                self.open(id, Kind::Assert, role);
                let mut role = Role::Condition;
                for child in self.named(id) {
                    self.then(child, role);
                    role = Role::Value;
                }
                self.then_close();
            }
            K::SynchronizedStatement => {
                self.open(id, Kind::Synchronized, role);
                self.then_inside(id, K::ParenthesizedExpression, Role::Condition);
                self.then_maybe(self.in_field(id, F::Body), Role::Body);
                self.then_close();
            }
            K::LocalVariableDeclaration if role != Role::Member => self.local(id, role),
            K::VariableDeclarator => self.declarator(id, role),
            K::TryStatement | K::TryWithResourcesStatement => self.try_(id, role),
            K::Resource => self.resource(id, role),
            K::CatchClause => {
                self.open(id, Kind::Catch, role);
                self.then_maybe(self.of_kind(id, K::CatchFormalParameter), Role::Param);
                self.then_maybe(self.in_field(id, F::Body), Role::Body);
                self.then_close();
            }
            K::FinallyClause => {
                self.open(id, Kind::Finally, role);
                self.then_named(id, Role::Body);
                self.then_close();
            }
            K::SwitchExpression => self.switch(id, role),
            K::SwitchBlockStatementGroup | K::SwitchRule => self.case(id, role),
            K::ExplicitConstructorInvocation => self.constructor_call(id, role),
            K::Semicolon => self.leaf(id, Kind::Empty, role, None),
            _ => return false,
        }
        true
    }

    /// Every statement among the children. A `;` alone is one; a declared type becomes one.
    fn then_statements(&mut self, id: SyntaxId, role: Role) {
        for child in self.kids(id) {
            match self.k(child) {
                K::ClassDeclaration
                | K::RecordDeclaration
                | K::InterfaceDeclaration
                | K::EnumDeclaration
                | K::AnnotationTypeDeclaration => {
                    self.then_open(Kind::LocalType, role, self.span(child), None);
                    self.then(child, Role::Member);
                    self.then_close();
                }
                K::Semicolon => self.then(child, role),
                K::SwitchLabel => {}
                _ if self.syntax.node(child).is_named() => self.then(child, role),
                _ => {}
            }
        }
    }

    /// The block itself as a child; visiting it in its member's role would make an initialiser of it again.
    pub(super) fn then_statements_in_block(&mut self, id: SyntaxId, role: Role) {
        self.then_open(Kind::Block, role, self.span(id), None);
        self.then_statements(id, Role::None);
        self.then_close();
    }

    fn statement_of(&mut self, id: SyntaxId, kind: Kind, role: Role) {
        self.open(id, kind, role);
        self.then_named(id, Role::Value);
        self.then_close();
    }

    /// Statements whose children's fields say all. The parentheses of a condition are the statement's own.
    fn by_field(&mut self, id: SyntaxId, kind: Kind, role: Role) {
        self.open(id, kind, role);
        for child in self.kids(id) {
            match self.f(child) {
                F::Condition if self.k(child) == K::ParenthesizedExpression => {
                    self.then_named(child, Role::Condition);
                }
                F::Condition => self.then(child, Role::Condition),
                F::Consequence => self.then(child, Role::Then),
                F::Alternative => self.then(child, Role::Else),
                F::Init => self.then(child, Role::Init),
                F::Update => self.then(child, Role::Update),
                F::Body => self.then(child, Role::Body),
                _ if self.k(child) == K::Error => self.then(child, Role::None),
                _ => {}
            }
        }
        self.then_close();
    }

    fn for_each(&mut self, id: SyntaxId, role: Role) {
        let modifiers = self.of_kind(id, K::Modifiers);
        let ty = self.in_field(id, F::Type);
        let name = self.in_field(id, F::Name);
        let start = modifiers.or(ty).unwrap_or(id);
        let end = name.or(ty).unwrap_or(id);
        let dimensions = self.dimensions_of(id);
        self.open(id, Kind::ForEach, role);
        let local = self.span(start).cover(self.span(end));
        let bits = self.modifier_bits(modifiers);
        self.open_spanning(Kind::Local, Role::Init, local, None)
            .flags = bits.0;
        self.then_annotations(modifiers);
        self.then_maybe(ty, Role::Type);
        if let Some(name) = name {
            self.then_declarator(self.span(name), name, dimensions);
            self.then_close();
        }
        self.then_close();
        self.then_maybe(self.in_field(id, F::Value), Role::Condition);
        self.then_maybe(self.in_field(id, F::Body), Role::Body);
        self.then_close();
    }

    fn then_declarator(&mut self, span: Span, name: SyntaxId, dimensions: usize) {
        self.tasks.push(super::Task::Open {
            kind: Kind::VarDecl,
            role: Role::None,
            span,
            flags: dimensions.min(u16::MAX.into()) as u32,
            name: Some(name),
        });
    }

    fn labeled(&mut self, id: SyntaxId, role: Role) {
        let label = self.named(id).next();
        self.open_named(id, Kind::Labeled, role, label);
        for child in self.kids(id).skip(1) {
            if self.syntax.node(child).is_named() || self.k(child) == K::Semicolon {
                self.then(child, Role::Body);
            }
        }
        self.then_close();
    }

    fn jump(&mut self, id: SyntaxId, kind: Kind, role: Role) {
        let label = self.of_kind(id, K::Identifier);
        self.leaf(id, kind, role, label);
    }

    fn local(&mut self, id: SyntaxId, role: Role) {
        let modifiers = self.modifiers_of(id);
        let bits = self.modifier_bits(modifiers);
        self.open(id, Kind::Local, role).flags = bits.0;
        self.then_annotations(modifiers);
        self.then_maybe(self.in_field(id, F::Type), Role::Type);
        for child in self.named(id) {
            if matches!(self.k(child), K::VariableDeclarator | K::Error) {
                self.then(child, Role::None);
            }
        }
        self.then_close();
    }

    fn declarator(&mut self, id: SyntaxId, role: Role) {
        let dimensions = self.dimensions_of(id).min(u16::MAX.into()) as u32;
        let name = self.in_field(id, F::Name);
        self.open_named(id, Kind::VarDecl, role, name).flags = dimensions;
        self.then_annotations_of_brackets(id);
        self.then_maybe(self.in_field(id, F::Value), Role::Init);
        self.then_close();
    }

    fn try_(&mut self, id: SyntaxId, role: Role) {
        self.open(id, Kind::Try, role);
        self.then_inside(id, K::ResourceSpecification, Role::Resource);
        for child in self.named(id) {
            match self.k(child) {
                K::ResourceSpecification => {}
                K::Block => self.then(child, Role::Body),
                _ => self.then(child, Role::None),
            }
        }
        self.then_close();
    }

    /// A declaration, or an expression that names a variable.
    fn resource(&mut self, id: SyntaxId, role: Role) {
        let (Some(ty), Some(name)) = (self.in_field(id, F::Type), self.in_field(id, F::Name))
        else {
            return self.then_named(id, role);
        };
        let modifiers = self.modifiers_of(id);
        let bits = self.modifier_bits(modifiers);
        self.open(id, Kind::Local, role).flags = bits.0;
        self.then_annotations(modifiers);
        self.then(ty, Role::Type);
        let declarator = Span::new(self.span(name).start, self.span(id).end);
        self.then_declarator(declarator, name, self.dimensions_of(id));
        self.then_maybe(self.in_field(id, F::Value), Role::Init);
        self.then_close();
        self.then_close();
    }

    /// A statement where statements stand, otherwise an expression.
    fn switch(&mut self, id: SyntaxId, role: Role) {
        let holder = self.syntax.parent(id).map(|p| self.k(p));
        let kind = match holder {
            Some(
                K::Program
                | K::Block
                | K::ConstructorBody
                | K::IfStatement
                | K::WhileStatement
                | K::DoStatement
                | K::ForStatement
                | K::EnhancedForStatement
                | K::LabeledStatement
                | K::SwitchBlockStatementGroup,
            ) if !matches!(
                role,
                Role::Condition | Role::Init | Role::Update | Role::Label
            ) =>
            {
                Kind::Switch
            }
            _ => Kind::SwitchExpr,
        };
        self.open(id, kind, role);
        for child in self.named(id) {
            match self.k(child) {
                K::ParenthesizedExpression => self.then_named(child, Role::Condition),
                K::SwitchBlock => self.then_named(child, Role::None),
                _ => self.then(child, Role::None),
            }
        }
        self.then_close();
    }

    /// One group of labels, or one rule.
    fn case(&mut self, id: SyntaxId, role: Role) {
        let mut flags = 0;
        if self.k(id) == K::SwitchRule {
            flags |= Node::ARROW;
        }
        let labels = || self.kids(id).filter(|&c| self.k(c) == K::SwitchLabel);
        if labels().any(|l| self.kids(l).any(|c| self.is_default(c))) {
            flags |= Node::DEFAULT;
        }
        let labels: Vec<_> = labels().collect();
        self.open(id, Kind::Case, role).flags = flags;
        for label in labels {
            for child in self.named(label) {
                match self.k(child) {
                    K::Guard => self.then_named(child, Role::Guard),
                    K::Pattern => self.then_named(child, Role::Label),
                    _ if self.is_default(child) => {}
                    _ => self.then(child, Role::Label),
                }
            }
        }
        self.then_statements(id, Role::Body);
        self.then_close();
    }

    /// The grammar reads the `default` of `case null, default` as a name.
    fn is_default(&self, id: SyntaxId) -> bool {
        match self.k(id) {
            K::Default => true,
            K::Identifier => self.token(id) == "default",
            _ => false,
        }
    }

    fn constructor_call(&mut self, id: SyntaxId, role: Role) {
        let name = self.in_field(id, F::Constructor);
        self.open_named(id, Kind::ConstructorCall, role, name);
        for child in self.named(id) {
            if self.f(child) == super::F::Object {
                self.then(child, Role::Receiver);
            }
        }
        self.then_type_arguments(id);
        self.then_inside(id, K::ArgumentList, Role::Argument);
        self.then_close();
    }

    /// `super(…)` after other statements, which the grammar was shown as a call.
    fn late_constructor_call(&mut self, id: SyntaxId, role: Role) -> bool {
        let Some(call) = self.of_kind(id, K::MethodInvocation) else {
            return false;
        };
        let name = self.in_field(call, F::Name);
        if !name.is_some_and(|n| matches!(self.token(n), "super" | "this")) {
            return false;
        }
        self.open_named(id, Kind::ConstructorCall, role, name);
        self.then_receiver(call);
        self.then_type_arguments(call);
        self.then_inside(call, K::ArgumentList, Role::Argument);
        self.then_close();
        true
    }
}
