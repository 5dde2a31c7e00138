//! References found by names alone: imports, packages, declared types, simple names and numbers of arguments.
//!
//! No class path is needed, and what is not sure is left out: a call whose receiver has a type that the component does not
//! declare refers to nothing of it. A call that several overloads could take refers to each of them.

use crate::entity::{Component, Decl, EntityId, EntityKind};
use crate::references::References;
use crate::scope;
use crate::signature::TypeRef;
use reweave_model::{FileModel, Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// The reference graph of a release.
pub fn references(component: &Component) -> References {
    let mut walker = Walker {
        component,
        edges: FxHashMap::default(),
    };
    for file in 0..component.sources.files.len() as u32 {
        walker.file(file);
    }
    References::new(component.entities.len(), &walker.edges)
}

struct Walker<'c> {
    component: &'c Component<'c>,
    edges: FxHashMap<(EntityId, EntityId), u32>,
}

/// What a name stands for.
#[derive(Clone, Copy)]
enum Value {
    /// An expression of this class.
    Of(EntityId),
    /// The class itself, as the receiver of static members.
    Class(EntityId),
}

impl Value {
    const fn class(self) -> EntityId {
        match self {
            Self::Of(class) | Self::Class(class) => class,
        }
    }
}

/// The code of one member: whose it is, and what its variables are.
struct Body<'c> {
    file: u32,
    tree: &'c Tree,
    owner: EntityId,
    class: EntityId,
    locals: FxHashMap<Symbol, Option<EntityId>>,
    values: FxHashMap<NodeId, Value>,
}

impl<'c> Walker<'c> {
    fn edge(&mut self, from: EntityId, to: EntityId) {
        *self.edges.entry((from, to)).or_insert(0) += 1;
    }

    fn file(&mut self, file: u32) {
        let component = self.component;
        let model: &'c FileModel = &component.sources.files[file as usize];
        self.imports(file, model);
        for ty in model.type_ids() {
            let Some(class) = component.class_of(file, ty) else {
                continue;
            };
            let decl = model.ty(ty);
            let heads = decl.superclass.iter().chain(&decl.interfaces);
            let mut class_level: Vec<NodeId> = heads.copied().collect();
            class_level.extend(&decl.initializers);
            class_level.extend(decl.fields.iter().map(|&f| model.field(f).node));
            for node in class_level {
                self.body(file, model, node, class, class);
            }
            for &c in &decl.callables {
                if let Some(method) = component.method_of(file, c) {
                    self.body(file, model, model.callable(c).node, method, class);
                }
            }
        }
    }

    /// A class refers to the packages that its file imports from.
    fn imports(&mut self, file: u32, model: &FileModel) {
        let component = self.component;
        for import in &model.imports {
            let named = component.class_named(import.name).or_else(|| {
                let (owner, _) = component.text(import.name).rsplit_once('.')?;
                component.class_named(component.sources.names.get(owner)?)
            });
            let Some(package) = named.and_then(|class| component.package_of(class)) else {
                continue;
            };
            for top in model.top_types() {
                if let Some(class) = component.class_of(file, top) {
                    self.edge(class, package);
                }
            }
        }
    }

    fn body(
        &mut self,
        file: u32,
        model: &'c FileModel,
        root: NodeId,
        owner: EntityId,
        class: EntityId,
    ) {
        let tree = &model.tree;
        let mut body = Body {
            file,
            tree,
            owner,
            class,
            locals: FxHashMap::default(),
            values: FxHashMap::default(),
        };
        for node in tree.descendants(root) {
            self.declare_local(&mut body, node);
        }
        // Backwards, every operand comes before what it stands in.
        for node in tree.descendants(root).rev() {
            if let Some(value) = self.evaluate(&body, node) {
                body.values.insert(node, value);
            }
        }
    }

    fn declare_local(&self, body: &mut Body, node: NodeId) {
        let tree = body.tree;
        let (name, ty) = match tree.kind(node) {
            Kind::Param | Kind::TypePattern => (tree.sym(node), tree.child_in(node, Role::Type)),
            Kind::VarDecl => {
                let Some(parent) = tree.parent(node) else {
                    return;
                };
                (tree.sym(node), tree.child_in(parent, Role::Type))
            }
            _ => return,
        };
        let class = ty.and_then(|t| {
            (tree.kind(t) == Kind::TypeName)
                .then(|| scope::class_at(self.component, body.file, Some(body.class), t))?
        });
        body.locals.insert(name, class);
    }

    fn evaluate(&mut self, body: &Body, node: NodeId) -> Option<Value> {
        let tree = body.tree;
        let child = |role| {
            tree.child_in(node, role)
                .and_then(|c| body.values.get(&c))
                .copied()
        };
        match tree.kind(node) {
            Kind::TypeName => {
                if tree.role(node) == Role::Qualifier {
                    return None;
                }
                let class = scope::class_at(self.component, body.file, Some(body.class), node)?;
                self.edge(body.owner, class);
                Some(Value::Of(class))
            }
            Kind::This => Some(Value::Of(body.class)),
            Kind::Super => {
                let supers = self.component.supers(body.class);
                supers.first().map(|&s| Value::Of(s))
            }
            Kind::Paren => child(Role::Operand),
            Kind::Cast | Kind::New => child(Role::Type),
            Kind::Conditional => child(Role::Then).or_else(|| child(Role::Else)),
            Kind::Name => self.name(body, node),
            Kind::FieldAccess => self.field_access(body, node, child(Role::Receiver)),
            Kind::Call => self.call(body, node, child(Role::Receiver)),
            Kind::ConstructorCall => {
                let class = if self.component.text(tree.sym(node)) == "super" {
                    *self.component.supers(body.class).first()?
                } else {
                    body.class
                };
                self.constructed(body, node, class);
                None
            }
            Kind::MethodRef => {
                let class = child(Role::Receiver)?.class();
                for method in self.methods(class, tree.sym(node), None) {
                    self.edge(body.owner, method);
                }
                None
            }
            _ => None,
        }
        .inspect(|value| {
            if tree.kind(node) == Kind::New {
                self.constructed(body, node, value.class());
            }
        })
    }

    fn constructed(&mut self, body: &Body, node: NodeId, class: EntityId) {
        let arguments = body.tree.children_in(node, Role::Argument).count();
        let component = self.component;
        let name = component.get(class).name;
        for &c in component.named(Some(class), EntityKind::Method, name) {
            if component.is_constructor(c) && takes(component, c, arguments) {
                self.edge(body.owner, c);
            }
        }
    }

    fn name(&mut self, body: &Body, node: NodeId) -> Option<Value> {
        let name = body.tree.sym(node);
        if let Some(local) = body.locals.get(&name) {
            return local.map(Value::Of);
        }
        let mut around = Some(body.class);
        while let Some(class) = around {
            if let Some(field) = self.field(class, name) {
                self.edge(body.owner, field);
                return class_of_type(self.component.get(field).ty);
            }
            around = outer(self.component, class);
        }
        let class = scope::class_of_name(self.component, body.file, Some(body.class), name)?;
        self.edge(body.owner, class);
        Some(Value::Class(class))
    }

    fn field_access(
        &mut self,
        body: &Body,
        node: NodeId,
        receiver: Option<Value>,
    ) -> Option<Value> {
        let name = body.tree.sym(node);
        if let Some(receiver) = receiver {
            if let Some(field) = self.field(receiver.class(), name) {
                self.edge(body.owner, field);
                return class_of_type(self.component.get(field).ty);
            }
            let nested = self
                .component
                .named(Some(receiver.class()), EntityKind::Class, name);
            return nested.first().map(|&c| Value::Class(c));
        }
        let dotted = dotted(self.component, body.tree, node)?;
        let class = self
            .component
            .class_named(self.component.sources.names.get(&dotted)?)?;
        self.edge(body.owner, class);
        Some(Value::Class(class))
    }

    fn call(&mut self, body: &Body, node: NodeId, receiver: Option<Value>) -> Option<Value> {
        let tree = body.tree;
        let name = tree.sym(node);
        let arguments = Some(tree.children_in(node, Role::Argument).count());
        let found = if let Some(receiver) = receiver {
            self.methods(receiver.class(), name, arguments)
        } else if tree.child_in(node, Role::Receiver).is_some() {
            return None;
        } else {
            let mut found = Vec::new();
            let mut around = Some(body.class);
            while let Some(class) = around.filter(|_| found.is_empty()) {
                found = self.methods(class, name, arguments);
                around = outer(self.component, class);
            }
            found
        };
        let mut value = None;
        for method in found {
            self.edge(body.owner, method);
            let ret = self
                .component
                .get(method)
                .signature
                .as_ref()
                .and_then(|s| s.ret);
            value = value.or_else(|| class_of_type(ret));
        }
        value
    }

    /// The methods of that name which the nearest class of the hierarchy declares.
    fn methods(&self, class: EntityId, name: Symbol, arguments: Option<usize>) -> Vec<EntityId> {
        let component = self.component;
        for &at in component.ancestors(class) {
            let found: Vec<EntityId> = component
                .named(Some(at), EntityKind::Method, name)
                .iter()
                .copied()
                .filter(|&m| {
                    !component.is_constructor(m) && arguments.is_none_or(|n| takes(component, m, n))
                })
                .collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn field(&self, class: EntityId, name: Symbol) -> Option<EntityId> {
        let component = self.component;
        component.ancestors(class).iter().find_map(|&c| {
            component
                .named(Some(c), EntityKind::Field, name)
                .first()
                .copied()
        })
    }
}

fn takes(component: &Component, method: EntityId, arguments: usize) -> bool {
    let signature = component.get(method).signature.as_ref();
    signature.is_some_and(|s| s.takes(arguments))
}

fn outer(component: &Component, class: EntityId) -> Option<EntityId> {
    component
        .get(class)
        .parent
        .filter(|&p| matches!(component.get(p).decl, Decl::Type(..)))
}

fn class_of_type(ty: Option<TypeRef>) -> Option<Value> {
    let ty = ty.filter(|t| t.dimensions == 0)?;
    ty.class.map(Value::Of)
}

/// How many segments a dotted name has at most.
const LONGEST_NAME: usize = 32;

/// `a.b.C` where it is nothing but names.
fn dotted(component: &Component, tree: &Tree, node: NodeId) -> Option<String> {
    let mut segments = vec![component.text(tree.sym(node))];
    let mut at = tree.child_in(node, Role::Receiver)?;
    while tree.kind(at) == Kind::FieldAccess && segments.len() < LONGEST_NAME {
        segments.push(component.text(tree.sym(at)));
        at = tree.child_in(at, Role::Receiver)?;
    }
    if tree.kind(at) != Kind::Name {
        return None;
    }
    segments.push(component.text(tree.sym(at)));
    segments.reverse();
    Some(segments.join("."))
}
