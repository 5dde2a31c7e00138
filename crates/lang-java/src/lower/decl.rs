//! Packages, imports, types and their members.

use super::{F, K, Lowerer, What};
use reweave_model::{CallableKind, Kind, Modifiers, Node, NodeId, Role, TypeKind};
use reweave_syntax::NodeId as SyntaxId;
use reweave_text::Span;

/// How many nodes the type and annotations of one declaration of fields may become, over all its declarators. Only
/// thousands of declarators of a type with thousands of arguments come near.
const MOST_SHARED_NODES: usize = 1 << 21;

impl Lowerer<'_> {
    pub(super) fn declaration(&mut self, id: SyntaxId, k: K, role: Role) -> bool {
        match k {
            K::Program => self.unit(id),
            K::Error if id == SyntaxId::ROOT => self.unit(id),
            K::PackageDeclaration => self.package(id),
            K::ImportDeclaration => self.import(id),
            K::ModuleDeclaration => self.module(id),
            K::RequiresDirective
            | K::ExportsDirective
            | K::OpensDirective
            | K::UsesDirective
            | K::ProvidesDirective => {
                let span = self.span(id);
                self.open_dotted(Kind::Directive, role, span, span);
                self.out.close();
            }
            K::ClassDeclaration => self.type_declaration(id, TypeKind::Class, role),
            K::RecordDeclaration => self.type_declaration(id, TypeKind::Record, role),
            K::InterfaceDeclaration => self.type_declaration(id, TypeKind::Interface, role),
            K::EnumDeclaration => self.type_declaration(id, TypeKind::Enum, role),
            K::AnnotationTypeDeclaration => self.type_declaration(id, TypeKind::Annotation, role),
            K::ClassBody => self.anonymous(id, role),
            K::TypeParameter => self.type_parameter(id, role),
            K::EnumConstant => self.enum_constant(id, role),
            K::FieldDeclaration | K::ConstantDeclaration => self.field_declaration(id, role),
            K::LocalVariableDeclaration if role == Role::Member => {
                self.field_declaration(id, role);
            }
            K::StaticInitializer => self.initializer(id, role, Modifiers::STATIC),
            K::MethodDeclaration | K::AnnotationTypeElementDeclaration => {
                self.callable(id, role, CallableKind::Function);
            }
            K::ConstructorDeclaration | K::CompactConstructorDeclaration => {
                self.callable(id, role, CallableKind::Constructor);
            }
            K::FormalParameter | K::CatchFormalParameter => self.parameter(id, role),
            K::SpreadParameter => self.spread_parameter(id, role),
            K::ReceiverParameter => self.receiver_parameter(id),
            K::MarkerAnnotation | K::Annotation => self.annotation(id, role),
            _ => return false,
        }
        true
    }

    fn unit(&mut self, id: SyntaxId) {
        self.open(id, Kind::Unit, Role::None);
        let implicit = self.named(id).any(|c| match self.k(c) {
            K::Error => self.named(c).any(|inside| is_bare_member(self.k(inside))),
            k => is_bare_member(k),
        });
        let mut rest = false;
        for child in self.named(id) {
            let head = matches!(
                self.k(child),
                K::PackageDeclaration | K::ImportDeclaration | K::ModuleDeclaration
            );
            if implicit && !rest && !head {
                rest = true;
                let span = Span::new(self.span(child).start, self.span(id).end);
                self.tasks.push(super::Task::ImplicitClass(span));
            }
            let kind = self.k(child);
            if head || implicit || kind == K::Error || is_declaration(kind) {
                self.then(child, Role::Member);
            }
        }
        if rest {
            self.then_close();
        }
        self.then_close();
    }

    /// Whether declarations stand in what could not be read; they are scheduled.
    pub(super) fn then_declarations(&mut self, id: SyntaxId) -> bool {
        let scheduled = self.tasks.len();
        for child in self.named(id) {
            if is_declaration(self.k(child)) {
                self.then(child, Role::Member);
            }
        }
        self.tasks.len() > scheduled
    }

    /// The class that a file of members without a class around them stands for; it has the file's name.
    pub(super) fn implicit_class(&mut self, span: Span) {
        let sym = self.names.intern(self.stem);
        let node = self.out.open(Kind::Type, Role::Member, sym, span);
        self.meet(node, What::Type(TypeKind::Class), Modifiers::FINAL, span);
    }

    fn package(&mut self, id: SyntaxId) {
        self.open_name_of(id, Kind::Package);
        self.then_annotations(Some(id));
        self.then_close();
    }

    fn import(&mut self, id: SyntaxId) {
        let mut flags = 0;
        for child in self.kids(id) {
            match self.k(child) {
                K::Asterisk => flags |= Node::ON_DEMAND,
                K::Static => flags |= Node::STATIC,
                _ => {}
            }
        }
        let node = self.open_name_of(id, Kind::Import);
        let name = self.out.node_mut(node).name_at;
        if self.masked
            && Span::new(self.span(id).start, name)
                .text(self.text)
                .contains("module")
        {
            flags |= Node::MODULE;
        }
        self.out.node_mut(node).flags = flags;
        self.out.close();
    }

    /// A node whose symbol is the dotted name that stands in it.
    fn open_name_of(&mut self, id: SyntaxId, kind: Kind) -> NodeId {
        let name = self
            .named(id)
            .find(|&c| matches!(self.k(c), K::Identifier | K::ScopedIdentifier))
            .map_or(Span::at(self.span(id).end), |n| self.span(n));
        self.open_dotted(kind, Role::Member, self.span(id), name)
    }

    fn module(&mut self, id: SyntaxId) {
        let body = self.in_field(id, F::Body);
        let whole = self.span(id);
        let head = Span::new(whole.start, body.map_or(whole.end, |b| self.span(b).start));
        self.open_dotted(Kind::Directive, Role::Member, whole, head);
        if let Some(body) = body {
            self.then_named(body, Role::Member);
        }
        self.then_close();
    }

    fn type_declaration(&mut self, id: SyntaxId, kind: TypeKind, role: Role) {
        let modifiers = self.modifiers_of(id);
        let name = self.in_field(id, F::Name);
        self.open_named(id, Kind::Type, role, name);
        let node = self.out.current();
        let bits = self.modifier_bits(modifiers).with(self.implied(id));
        self.meet(node, What::Type(kind), bits, self.span(id));
        self.then_annotations(modifiers);
        for child in self.named(id) {
            match self.k(child) {
                K::TypeParameters => self.then_named(child, Role::TypeParam),
                K::Superclass => self.then_named(child, Role::Superclass),
                K::SuperInterfaces | K::ExtendsInterfaces => {
                    self.then_inside(child, K::TypeList, Role::Interface);
                }
                K::Permits => self.then_inside(child, K::TypeList, Role::Permits),
                K::FormalParameters => self.then_named(child, Role::Param),
                K::ClassBody | K::InterfaceBody | K::AnnotationTypeBody | K::EnumBody => {
                    self.then_members(child);
                }
                K::Error => self.then(child, Role::Member),
                _ => {}
            }
        }
        self.then_close();
    }

    /// The body of an instance creation or of an enum constant.
    fn anonymous(&mut self, id: SyntaxId, role: Role) {
        self.open(id, Kind::Type, role);
        let node = self.out.current();
        self.meet(
            node,
            What::Type(TypeKind::Anonymous),
            Modifiers::NONE,
            self.span(id),
        );
        self.then_members(id);
        self.then_close();
    }

    fn then_members(&mut self, body: SyntaxId) {
        for member in self.named(body) {
            match self.k(member) {
                K::EnumBodyDeclarations => self.then_members(member),
                _ => self.then(member, Role::Member),
            }
        }
    }

    fn type_parameter(&mut self, id: SyntaxId, role: Role) {
        let name = self.of_kind(id, K::TypeIdentifier);
        self.open_named(id, Kind::TypeParam, role, name);
        self.then_annotations(Some(id));
        self.then_inside(id, K::TypeBound, Role::Bound);
        self.then_close();
    }

    fn enum_constant(&mut self, id: SyntaxId, role: Role) {
        let modifiers = self.modifiers_of(id);
        let name = self.in_field(id, F::Name);
        self.open_named(id, Kind::EnumConstant, role, name);
        let node = self.out.current();
        let bits = Modifiers::PUBLIC
            .with(Modifiers::STATIC)
            .with(Modifiers::FINAL);
        self.meet(node, What::EnumConstant, bits, self.span(id));
        self.then_annotations(modifiers);
        self.then_inside(id, K::ArgumentList, Role::Argument);
        self.then_maybe(self.of_kind(id, K::ClassBody), Role::Body);
        self.then_close();
    }

    /// One Field a declarator; the modifiers and the type are lowered again for each.
    fn field_declaration(&mut self, id: SyntaxId, role: Role) {
        let whole = self.span(id);
        let declarators: Vec<_> = self
            .named(id)
            .filter(|&c| self.k(c) == K::VariableDeclarator)
            .collect();
        let shared = self
            .named(id)
            .take_while(|&c| self.k(c) != K::VariableDeclarator)
            .map(|c| self.syntax.descendants(c).count())
            .sum::<usize>();
        let bound = MOST_SHARED_NODES / (shared + 1) + 1;
        if let Some(&first) = declarators.get(bound) {
            let rest = Span::new(self.span(first).start, whole.end);
            self.lost
                .push((rest, "more fields than one type can be read for"));
        }
        for (i, &declarator) in declarators.iter().enumerate().take(bound) {
            let own = self.span(declarator);
            let start = if i == 0 { whole.start } else { own.start };
            let end = if declarators.len() == 1 {
                whole.end
            } else {
                own.end
            };
            self.tasks.push(super::Task::Field {
                declaration: id,
                declarator,
                role,
                span: Span::new(start, end),
            });
        }
    }

    pub(super) fn field(
        &mut self,
        declaration: SyntaxId,
        declarator: SyntaxId,
        role: Role,
        span: Span,
    ) {
        let modifiers = self.modifiers_of(declaration);
        let name = self.in_field(declarator, F::Name);
        self.open_spanning(Kind::Field, role, span, name);
        let node = self.out.current();
        let bits = self
            .modifier_bits(modifiers)
            .with(self.implied(declaration));
        self.meet(node, What::Field, bits, self.span(declaration));
        self.then_annotations(modifiers);
        if let Some(ty) = self.in_field(declaration, F::Type) {
            self.then_array(ty, Role::Type, declarator);
        }
        self.then_maybe(self.in_field(declarator, F::Value), Role::Init);
        self.then_close();
    }

    pub(super) fn initializer(&mut self, id: SyntaxId, role: Role, modifiers: Modifiers) {
        self.open(id, Kind::Initializer, role).flags = modifiers.0;
        let node = self.out.current();
        self.meet(node, What::Initializer, modifiers, self.span(id));
        if self.k(id) == K::Block {
            self.then_statements_in_block(id, Role::Body);
        } else {
            self.then_maybe(self.of_kind(id, K::Block), Role::Body);
        }
        self.then_close();
    }

    fn callable(&mut self, id: SyntaxId, role: Role, kind: CallableKind) {
        let modifiers = self.modifiers_of(id);
        let name = self.in_field(id, F::Name);
        self.open_named(id, Kind::Callable, role, name);
        let node = self.out.current();
        let bits = self.modifier_bits(modifiers).with(self.implied(id));
        self.meet(node, What::Callable(kind), bits, self.span(id));
        self.then_annotations(modifiers);
        for child in self.named(id) {
            match self.k(child) {
                K::Modifiers => {}
                K::MarkerAnnotation | K::Annotation if self.f(child) == F::None => {
                    self.then(child, Role::Annotation);
                }
                K::TypeParameters => self.then_named(child, Role::TypeParam),
                K::FormalParameters => self.then_named(child, Role::Param),
                K::Throws => self.then_named(child, Role::Throws),
                K::Error => self.then(child, Role::None),
                _ => match self.f(child) {
                    F::Type => self.then_array(child, Role::Type, id),
                    F::Body => self.then(child, Role::Body),
                    F::Value => self.then(child, Role::Init),
                    _ => {}
                },
            }
        }
        self.then_close();
    }

    /// Of a callable, a lambda or a catch clause.
    fn parameter(&mut self, id: SyntaxId, role: Role) {
        let modifiers = self.modifiers_of(id);
        let bits = self.modifier_bits(modifiers);
        let name = self.in_field(id, F::Name);
        self.open_named(id, Kind::Param, role, name).flags = bits.0;
        self.component(id, self.out.current());
        self.then_annotations(modifiers);
        if let Some(ty) = self.in_field(id, F::Type) {
            self.then_array(ty, Role::Type, id);
        } else {
            self.then_maybe(self.of_kind(id, K::CatchType), Role::Type);
        }
        self.then_close();
    }

    fn spread_parameter(&mut self, id: SyntaxId, role: Role) {
        let modifiers = self.modifiers_of(id);
        let bits = self.modifier_bits(modifiers);
        let declarator = self.of_kind(id, K::VariableDeclarator);
        let name = declarator.and_then(|d| self.in_field(d, F::Name));
        self.open_named(id, Kind::Param, role, name).flags = bits.0 | Node::VARARGS;
        self.component(id, self.out.current());
        self.then_annotations(modifiers);
        for child in self.named(id) {
            match self.k(child) {
                K::Modifiers | K::VariableDeclarator => {}
                K::MarkerAnnotation | K::Annotation => self.then(child, Role::Annotation),
                _ => self.then(child, Role::Type),
            }
        }
        self.then_close();
    }

    /// `Outer this` and `Outer Outer.this` take no argument: what they name stands in the callable, in a role of its own.
    fn receiver_parameter(&mut self, id: SyntaxId) {
        for child in self.named(id) {
            match self.k(child) {
                K::This => {}
                K::Identifier => self.then_leaf(child, Kind::TypeName, Role::Receiver),
                _ => self.then(child, Role::Receiver),
            }
        }
    }

    /// The components of a record are its fields too.
    fn component(&mut self, id: SyntaxId, node: NodeId) {
        let list = self.syntax.parent(id);
        let owner = list.and_then(|l| self.syntax.parent(l));
        if owner.is_some_and(|o| self.k(o) == K::RecordDeclaration) {
            let bits = Modifiers::PRIVATE.with(Modifiers::FINAL);
            self.meet(node, What::Component, bits, self.span(id));
        }
    }

    fn annotation(&mut self, id: SyntaxId, role: Role) {
        let whole = self.span(id);
        let name = self.in_field(id, F::Name).map_or(whole, |n| self.span(n));
        self.open_dotted(Kind::Annotation, role, whole, name);
        self.then_inside(id, K::AnnotationArgumentList, Role::Argument);
        self.then_close();
    }

    /// The annotations among the children of a `modifiers` node, or of a node that has them as its own children.
    pub(super) fn then_annotations(&mut self, holder: Option<SyntaxId>) {
        let Some(holder) = holder else { return };
        for child in self.named(holder) {
            if matches!(self.k(child), K::MarkerAnnotation | K::Annotation) {
                self.then(child, Role::Annotation);
            }
        }
    }

    /// They come first.
    pub(super) fn modifiers_of(&self, id: SyntaxId) -> Option<SyntaxId> {
        self.kids(id).next().filter(|&c| self.k(c) == K::Modifiers)
    }

    pub(super) fn modifier_bits(&self, modifiers: Option<SyntaxId>) -> Modifiers {
        let Some(modifiers) = modifiers else {
            return Modifiers::NONE;
        };
        self.kids(modifiers).fold(Modifiers::NONE, |bits, child| {
            bits.with(match self.k(child) {
                K::Public => Modifiers::PUBLIC,
                K::Protected => Modifiers::PROTECTED,
                K::Private => Modifiers::PRIVATE,
                K::Abstract => Modifiers::ABSTRACT,
                K::Default => Modifiers::DEFAULT,
                K::Static => Modifiers::STATIC,
                K::Sealed => Modifiers::SEALED,
                K::NonSealed => Modifiers::NON_SEALED,
                K::Final => Modifiers::FINAL,
                K::Transient => Modifiers::TRANSIENT,
                K::Volatile => Modifiers::VOLATILE,
                K::Synchronized => Modifiers::SYNCHRONIZED,
                K::Native => Modifiers::NATIVE,
                K::Strictfp => Modifiers::STRICTFP,
                _ => Modifiers::NONE,
            })
        })
    }

    /// What an interface says of its members without writing it: `public`, where it does not say `private`. Its other
    /// implied words (`abstract`, `static`, `final`) stay unsaid, so that reports read like the source.
    fn implied(&self, member: SyntaxId) -> Modifiers {
        let body = self.syntax.parent(member).map(|p| self.k(p));
        let says = |word| {
            let modifiers = self.modifiers_of(member);
            modifiers.is_some_and(|m| self.of_kind(m, word).is_some())
        };
        let of_interface = matches!(body, Some(K::InterfaceBody | K::AnnotationTypeBody));
        if of_interface && !says(K::Private) && !says(K::Public) {
            Modifiers::PUBLIC.with(Modifiers::IMPLIED)
        } else {
            Modifiers::NONE
        }
    }

    /// A node whose symbol is a text without its layout and comments: a dotted name, a module's directive.
    fn open_dotted(&mut self, kind: Kind, role: Role, span: Span, name: Span) -> NodeId {
        let text = name.text(self.text);
        let plain = text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'$'));
        let sym = if plain {
            self.names.intern(text)
        } else {
            self.names.intern(&super::ty::without_layout(text))
        };
        let node = self.out.open(kind, role, sym, span);
        self.out.node_mut(node).name_at = name.start;
        node
    }
}

/// A member that stands in no class: the file is one.
fn is_bare_member(k: K) -> bool {
    matches!(
        k,
        K::MethodDeclaration
            | K::ConstructorDeclaration
            | K::LocalVariableDeclaration
            | K::FieldDeclaration
    )
}

fn is_declaration(k: K) -> bool {
    matches!(
        k,
        K::ClassDeclaration
            | K::RecordDeclaration
            | K::InterfaceDeclaration
            | K::EnumDeclaration
            | K::AnnotationTypeDeclaration
            | K::MethodDeclaration
            | K::ConstructorDeclaration
            | K::CompactConstructorDeclaration
            | K::FieldDeclaration
            | K::ConstantDeclaration
            | K::LocalVariableDeclaration
            | K::StaticInitializer
            | K::Block
    )
}
