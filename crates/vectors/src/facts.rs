//! What is counted of a file: the vectors of its methods, the calls in them, and what its declarations say of them.

use crate::sites::{CallSite, read_sites};
use crate::{Dense, Feature, Range, Store};
use reweave_model::{Callable, FileModel, Kind, Modifiers, Node, NodeId, Role, Tree, TypeKind};
use reweave_text::{Interner, Span, Symbol};

/// The facts of one file; indices are local to it until [`crate::CodeBase::join`].
#[derive(Debug, Default)]
pub struct FileFacts {
    pub package: Symbol,
    pub types: Vec<TypeFacts>,
    pub methods: Vec<MethodFacts>,
    pub sites: Vec<CallSite>,
    /// The arguments of the sites in order, with their vectors.
    pub arguments: Vec<(NodeId, Range)>,
    /// How often each parameter of the methods is used, in order.
    pub uses: Vec<u8>,
    pub vectors: Store,
    /// Names and values of the fields that never change and hold a literal.
    pub constants: Vec<(Symbol, Symbol)>,
}

#[derive(Clone, Debug)]
pub struct TypeFacts {
    pub file: u32,
    pub name: Symbol,
    pub qualified: Symbol,
    pub superclass: Option<Symbol>,
    pub interfaces: Box<[Symbol]>,
    pub outer: Option<u32>,
    pub methods: Vec<u32>,
    pub is_interface: bool,
}

/// What is true of a method, as a set of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MethodFlags(pub u16);

impl MethodFlags {
    pub const STATIC: Self = Self(1);
    pub const PRIVATE: Self = Self(2);
    pub const FINAL: Self = Self(4);
    pub const CONSTRUCTOR: Self = Self(8);
    /// Abstract, native, or with a body that the grammar could not read.
    pub const NO_BODY: Self = Self(16);
    /// Ends with `return x` where `x` is a local of its own.
    pub const RETURNS_LOCAL: Self = Self(32);
    pub const VARARGS: Self = Self(64);
    pub const VOID: Self = Self(128);
    pub const OVERRIDES: Self = Self(256);
    /// Carries an annotation that excludes it from inlining.
    pub const EXCLUDED: Self = Self(512);
    /// Is the member of an anonymous or local type.
    pub const LOCAL: Self = Self(1024);

    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    fn set(&mut self, other: Self, when: bool) {
        if when {
            self.0 |= other.0;
        }
    }
}

#[derive(Clone, Debug)]
pub struct MethodFacts {
    pub file: u32,
    pub owner: u32,
    pub name: Symbol,
    pub node: NodeId,
    pub span: Span,
    pub flags: MethodFlags,
    pub params: u8,
    /// Nodes that the core view counts.
    pub size: u32,
    pub vector: Range,
    /// Into the sites of the file.
    pub sites: (u32, u32),
    /// Into the uses of the file; `params` long.
    pub uses: u32,
}

impl FileFacts {
    /// Reads the model of one file. Methods that carry one of the `excluded` annotations are never inlined.
    pub fn read(file: &FileModel, names: &Interner, excluded: &[Symbol]) -> Self {
        let mut facts = Self {
            package: file.package,
            types: types(file),
            constants: constants(file),
            ..Self::default()
        };
        let mut reader = Reader {
            file,
            names,
            over: names.get("Override"),
            nodes: Vec::new(),
            scratch: Dense::default(),
        };
        for callable in &file.callables {
            let method = reader.method(callable, excluded, &mut facts);
            let index = facts.methods.len() as u32;
            facts.types[method.owner as usize].methods.push(index);
            facts.methods.push(method);
        }
        facts
    }
}

fn types(file: &FileModel) -> Vec<TypeFacts> {
    let tree = &file.tree;
    file.types
        .iter()
        .map(|t| TypeFacts {
            file: 0,
            name: t.name,
            qualified: t.qualified,
            superclass: t.superclass.map(|n| tree.sym(n)),
            interfaces: t.interfaces.iter().map(|&n| tree.sym(n)).collect(),
            outer: t.outer.map(|o| o.0),
            methods: Vec::new(),
            is_interface: matches!(t.kind, TypeKind::Interface | TypeKind::Annotation),
        })
        .collect()
}

fn constants(file: &FileModel) -> Vec<(Symbol, Symbol)> {
    let fixed = file.fields.iter().filter(|f| {
        f.modifiers.has(Modifiers::FINAL) || file.ty(f.owner).kind == TypeKind::Interface
    });
    fixed
        .filter_map(|f| {
            let value = f.init.filter(|&i| file.tree.kind(i).is_literal())?;
            Some((f.name, file.tree.sym(value)))
        })
        .collect()
}

struct Reader<'a> {
    file: &'a FileModel,
    names: &'a Interner,
    over: Option<Symbol>,
    /// The feature of each node of the body, [`SKIP`] where it does not count.
    nodes: Vec<u8>,
    scratch: Dense,
}

/// No feature: a number that none has.
pub(crate) const SKIP: u8 = u8::MAX;

impl Reader<'_> {
    fn method(
        &mut self,
        callable: &Callable,
        excluded: &[Symbol],
        facts: &mut FileFacts,
    ) -> MethodFacts {
        let tree = &self.file.tree;
        let flags = self.flags(callable, excluded);
        let mut method = MethodFacts {
            file: 0,
            owner: callable.owner.0,
            name: callable.name,
            node: callable.node,
            span: tree.span(callable.node),
            flags,
            params: callable.params.len().min(255) as u8,
            size: 0,
            vector: Range::default(),
            sites: (facts.sites.len() as u32, facts.sites.len() as u32),
            uses: facts.uses.len() as u32,
        };
        let Some(body) = callable.body else {
            method.flags.set(MethodFlags::NO_BODY, true);
            facts
                .uses
                .extend(std::iter::repeat_n(0, usize::from(method.params)));
            return method;
        };
        let readable = self.count(body);
        method.flags.set(MethodFlags::NO_BODY, !readable);
        for param in callable.params.iter().take(255) {
            let uses = tree
                .descendants(body)
                .filter(|&n| tree.kind(n) == Kind::Name && tree.sym(n) == param.name);
            facts.uses.push(uses.count().min(255) as u8);
        }
        if !readable {
            return method;
        }
        let counted = self.nodes.iter().copied().filter(|&f| f != SKIP);
        method.vector = facts.vectors.add(counted, &mut self.scratch);
        method.size = self
            .nodes
            .iter()
            .filter(|&&f| f != SKIP && crate::View::Core.feature(Feature(f)).is_some())
            .count() as u32;
        method.flags.set(
            MethodFlags::RETURNS_LOCAL,
            returns_local(tree, callable, body),
        );
        read_sites(tree, body, &self.nodes, facts, &mut self.scratch);
        method.sites.1 = facts.sites.len() as u32;
        method
    }

    /// What the head of a method says.
    fn flags(&self, callable: &Callable, excluded: &[Symbol]) -> MethodFlags {
        let owner = self.file.ty(callable.owner);
        let mut flags = MethodFlags::default();
        flags.set(
            MethodFlags::STATIC,
            callable.modifiers.has(Modifiers::STATIC),
        );
        flags.set(
            MethodFlags::PRIVATE,
            callable.modifiers.has(Modifiers::PRIVATE),
        );
        flags.set(
            MethodFlags::FINAL,
            callable.modifiers.has(Modifiers::FINAL) || owner.modifiers.has(Modifiers::FINAL),
        );
        flags.set(MethodFlags::CONSTRUCTOR, callable.is_constructor());
        flags.set(
            MethodFlags::VARARGS,
            callable.params.last().is_some_and(|p| p.varargs),
        );
        flags.set(MethodFlags::VOID, self.is_void(callable));
        flags.set(
            MethodFlags::LOCAL,
            owner.in_callable.is_some() || owner.in_field.is_some(),
        );
        for &annotation in &callable.annotations {
            let name = self.file.tree.sym(annotation);
            flags.set(MethodFlags::OVERRIDES, Some(name) == self.over);
            flags.set(MethodFlags::EXCLUDED, excluded.contains(&name));
        }
        flags
    }

    fn is_void(&self, callable: &Callable) -> bool {
        callable.return_type.is_none_or(|t| {
            self.file.tree.kind(t) == Kind::Primitive
                && self.names.text(self.file.tree.sym(t)) == "void"
        })
    }

    /// Fills `nodes` for the body; false when part of it could not be read.
    fn count(&mut self, body: NodeId) -> bool {
        let tree = &self.file.tree;
        self.nodes.clear();
        let mut aside_until = 0;
        let mut skip_until = 0;
        for id in tree.descendants(body) {
            let node = tree.node(id);
            if node.kind == Kind::Broken {
                return false;
            }
            if id.0 < skip_until {
                self.nodes.push(SKIP);
                continue;
            }
            if id.0 >= aside_until && self.is_aside(id) {
                aside_until = tree.subtree_end(id);
            }
            if node.kind == Kind::Annotation {
                skip_until = tree.subtree_end(id);
                self.nodes.push(SKIP);
                continue;
            }
            let feature = self.feature(id, node);
            let aside = id.0 < aside_until || matches!(node.kind, Kind::Try | Kind::Finally);
            self.nodes.push(match feature {
                None => SKIP,
                Some(f) if aside => f.aside().0,
                Some(f) => f.0,
            });
        }
        true
    }

    /// Where code starts that the core view leaves out: throws, assertions, the handling of exceptions, and
    /// `if (x == null)` with nothing but a way out below it.
    fn is_aside(&self, id: NodeId) -> bool {
        let tree = &self.file.tree;
        match tree.kind(id) {
            Kind::Throw | Kind::Assert | Kind::Catch => true,
            Kind::If => {
                let checks_null = tree
                    .child_in(id, Role::Condition)
                    .map(|c| without_parens(tree, c))
                    .is_some_and(|c| {
                        tree.kind(c) == Kind::Binary
                            && self.names.text(tree.sym(c)) == "=="
                            && tree.children(c).any(|o| tree.kind(o) == Kind::Null)
                    });
                checks_null
                    && tree.child_in(id, Role::Else).is_none()
                    && tree
                        .child_in(id, Role::Then)
                        .is_some_and(|then| is_way_out(tree, then))
            }
            _ => false,
        }
    }

    fn feature(&self, id: NodeId, node: &Node) -> Option<Feature> {
        let tree = &self.file.tree;
        let parent = tree.parent(id).map_or(Kind::Unit, |p| tree.kind(p));
        let first_is_this = || {
            tree.child_in(id, Role::Receiver)
                .is_some_and(|r| tree.kind(r) == Kind::This && tree.subtree_end(r) == r.0 + 1)
        };
        match node.kind {
            Kind::Block | Kind::ExprStmt if node.role == Role::Else => {
                Some(Feature::kind(Kind::Block))
            }
            Kind::Block | Kind::ExprStmt | Kind::Paren | Kind::Empty | Kind::Param => None,
            kind if kind.is_declaration() => None,
            kind if kind.is_type() => match parent {
                Kind::Local => Some(Feature::DECLARED_TYPE),
                Kind::New | Kind::Cast | Kind::InstanceOf | Kind::NewArray | Kind::ClassLiteral => {
                    Some(Feature::kind(Kind::TypeName))
                }
                _ => None,
            },
            Kind::VarDecl if tree.child_in(id, Role::Init).is_some() => {
                Some(Feature::DECLARED_VALUE)
            }
            Kind::Name if node.role == Role::Target && parent == Kind::Assign => None,
            Kind::This
                if node.role == Role::Receiver
                    && matches!(parent, Kind::FieldAccess | Kind::Call) =>
            {
                None
            }
            Kind::FieldAccess if first_is_this() => {
                (node.role != Role::Target || parent != Kind::Assign).then_some(Feature::NAME)
            }
            Kind::Call => {
                let arguments = tree.children_in(id, Role::Argument).count();
                Some(Feature::api_call(arguments.min(255) as u8))
            }
            Kind::Binary => Some(Feature::operator(self.names.text(node.sym))),
            Kind::Unary if self.names.text(node.sym) == "!" => Some(Feature::NOT),
            kind => Some(Feature::kind(kind)),
        }
    }
}

pub(crate) fn without_parens(tree: &Tree, mut id: NodeId) -> NodeId {
    while tree.kind(id) == Kind::Paren {
        match tree.children(id).next() {
            Some(inner) => id = inner,
            None => break,
        }
    }
    id
}

fn is_way_out(tree: &Tree, then: NodeId) -> bool {
    let mut statement = then;
    if tree.kind(then) == Kind::Block {
        let mut inside = tree.children(then);
        match (inside.next(), inside.next()) {
            (Some(only), None) => statement = only,
            _ => return false,
        }
    }
    matches!(
        tree.kind(statement),
        Kind::Return | Kind::Throw | Kind::Break | Kind::Continue
    )
}

/// Whether the last statement returns a local of the body's own.
fn returns_local(tree: &Tree, callable: &Callable, body: NodeId) -> bool {
    let last = tree.children(body).last();
    let returned = last
        .filter(|&s| tree.kind(s) == Kind::Return)
        .and_then(|s| tree.children(s).next())
        .filter(|&e| tree.kind(e) == Kind::Name)
        .map(|e| tree.sym(e));
    let is_declared = |name: Symbol| {
        tree.descendants(body).any(|id| {
            matches!(
                tree.kind(id),
                Kind::VarDecl | Kind::Param | Kind::TypePattern
            ) && tree.sym(id) == name
        })
    };
    returned.is_some_and(|name| callable.params.iter().all(|p| p.name != name) && is_declared(name))
}
