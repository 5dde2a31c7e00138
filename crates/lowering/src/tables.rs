//! The tables of declarations, made of what the walk met once the tree stands.

use crate::errors::left_out;
use crate::lowerer::{Language, Lowerer, Met, What};
use crate::qualified::{inside_of, qualified, within};
use reweave_model::{
    Callable, CallableId, CallableKind, Field, FieldId, FileModel, Import, Kind, Modifiers, Node,
    NodeId, Param, Role, Tree, TypeDecl, TypeId, TypeKind,
};
use reweave_text::{Interner, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// The declaration that a later one stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Type(TypeId),
    Callable(CallableId),
    Field(FieldId),
}

pub fn finish<L: Language>(lowerer: Lowerer<'_, L>) -> FileModel {
    let left_out = left_out(&lowerer);
    let package = L::package(&lowerer);
    let module = L::module(&lowerer);
    let ids = lowerer.syntax.ids().map(|id| lowerer.syntax.node(id));
    let comments: Vec<Span> = ids.filter(|n| n.is_extra()).map(|n| n.span).collect();
    let mut file = FileModel::new(lowerer.path, lowerer.out.finish());
    file.package = package;
    (file.comments, file.left_out) = (comments, left_out);
    let top: Vec<NodeId> = file.tree.children(NodeId::ROOT).collect();
    for node in top {
        if file.tree.kind(node) == Kind::Import {
            file.imports.push(import(&file.tree, node));
        }
    }
    let mut tables = Tables {
        text: lowerer.text,
        names: lowerer.names,
        module: &module,
        open: Vec::new(),
        scopes: FxHashMap::default(),
        namespaces: FxHashMap::default(),
        fields: FxHashSet::default(),
        file,
    };
    for met in &lowerer.met {
        tables.add(met);
    }
    tables.file
}

fn import(tree: &Tree, node: NodeId) -> Import {
    let flags = tree.node(node).flags;
    Import {
        node,
        name: tree.sym(node),
        on_demand: flags & Node::ON_DEMAND != 0,
        is_static: flags & Node::STATIC != 0,
    }
}

struct Tables<'a> {
    text: &'a str,
    names: &'a Interner,
    module: &'a str,
    /// The open declarations, each with the end of its subtree.
    open: Vec<(u32, Open)>,
    scopes: FxHashMap<CallableId, TypeId>,
    /// What the names of the types begin with that stand in each module.
    namespaces: FxHashMap<TypeId, Symbol>,
    /// The names of the fields of each type so far.
    fields: FxHashSet<(TypeId, Symbol)>,
    file: FileModel,
}

impl Tables<'_> {
    fn add(&mut self, met: &Met) {
        while self.open.last().is_some_and(|&(end, _)| end <= met.node.0) {
            self.open.pop();
        }
        let open = match met.what {
            What::Type(kind) | What::Part(kind) => Some(Open::Type(self.add_type(met, kind))),
            What::Callable(kind) => self.add_callable(met, kind).map(Open::Callable),
            What::Prototype => {
                let kind = CallableKind::Function;
                self.add_callable(met, kind).map(Open::Callable)
            }
            What::Field | What::EnumConstant => self.add_field(met).map(Open::Field),
        };
        if let Some(open) = open {
            let end = self.file.tree.subtree_end(met.node);
            self.open.push((end, open));
        }
    }

    /// The innermost open type that fits.
    fn around(&self, fits: impl Fn(&TypeDecl) -> bool) -> Option<TypeId> {
        let mut open = self.open.iter().rev();
        open.find_map(|&(_, open)| match open {
            Open::Type(ty) if fits(self.file.ty(ty)) => Some(ty),
            _ => None,
        })
    }

    fn in_role(&self, node: NodeId, role: Role) -> Vec<NodeId> {
        self.file.tree.children_in(node, role).collect()
    }

    fn add_type(&mut self, met: &Met, kind: TypeKind) -> TypeId {
        let id = TypeId(self.file.types.len() as u32);
        let mut decl = self.type_decl(met.node, kind);
        decl.modifiers = met.modifiers;
        decl.part = matches!(met.what, What::Part(_));
        decl.doc = self.doc(met.declaration);
        decl.outer = self.around(|_| true);
        match self.open.last() {
            Some(&(_, Open::Callable(c))) => decl.in_callable = Some(c),
            Some(&(_, Open::Field(f))) => decl.in_field = Some(f),
            // The types of a file stand beside its module.
            Some(&(_, Open::Type(outer))) if self.file.ty(outer).kind == TypeKind::Module => {
                decl.outer = None;
            }
            Some(&(_, Open::Type(outer))) => self.file.types[outer.0 as usize].types.push(id),
            None => {}
        }
        self.push_type(decl);
        id
    }

    fn type_decl(&self, node: NodeId, kind: TypeKind) -> TypeDecl {
        TypeDecl {
            node,
            kind,
            name: self.file.tree.sym(node),
            qualified: Symbol::EMPTY,
            modifiers: Modifiers::NONE,
            annotations: self.in_role(node, Role::Annotation),
            type_params: self.in_role(node, Role::TypeParam),
            superclass: self.file.tree.child_in(node, Role::Superclass),
            interfaces: self.in_role(node, Role::Interface),
            permits: self.in_role(node, Role::Permits),
            outer: None,
            in_callable: None,
            in_field: None,
            fields: Vec::new(),
            callables: Vec::new(),
            types: Vec::new(),
            initializers: Vec::new(),
            doc: None,
            part: false,
        }
    }

    fn push_type(&mut self, mut decl: TypeDecl) {
        let namespace = self.namespace();
        if decl.kind == TypeKind::Module {
            let inside = within(namespace, decl.name, self.names);
            let id = TypeId(self.file.types.len() as u32);
            self.namespaces.insert(id, inside);
            decl.qualified = within(inside, self.names.intern(self.module), self.names);
            let simple = self.module.rsplit('.').next().unwrap_or_default();
            decl.name = self.names.intern(simple);
        } else {
            decl.qualified = qualified(&self.file, &decl, namespace, self.names);
        }
        // A part may be named with what its type stands in.
        if let (true, Some((_, simple))) = (decl.part, self.names.text(decl.name).rsplit_once('.'))
        {
            decl.name = self.names.intern(simple);
        }
        self.file.types.push(decl);
    }

    /// What the names of the types begin with that are declared here.
    fn namespace(&self) -> Symbol {
        let module = self.around(|t| t.kind == TypeKind::Module);
        let inside = module.and_then(|m| self.namespaces.get(&m));
        inside.copied().unwrap_or(self.file.package)
    }

    /// The type that owns what stands directly in a callable: its [`TypeKind::Scope`], made when first asked for.
    fn scope_of(&mut self, callable: CallableId) -> TypeId {
        if let Some(&made) = self.scopes.get(&callable) {
            return made;
        }
        let outer = self.file.callable(callable);
        let name = inside_of(&self.file, outer, self.names);
        let (node, owner) = (outer.node, outer.owner);
        let id = TypeId(self.file.types.len() as u32);
        let mut decl = self.type_decl(node, TypeKind::Scope);
        decl.name = name;
        (decl.annotations, decl.type_params) = (Vec::new(), Vec::new());
        (decl.outer, decl.in_callable) = (Some(owner), Some(callable));
        self.push_type(decl);
        self.scopes.insert(callable, id);
        id
    }

    fn add_callable(&mut self, met: &Met, kind: CallableKind) -> Option<CallableId> {
        let owner = match self.open.last() {
            Some(&(_, Open::Callable(around))) => self.scope_of(around),
            _ => self.around(|_| true)?,
        };
        let node = met.node;
        let id = CallableId(self.file.callables.len() as u32);
        let tree = &self.file.tree;
        self.file.callables.push(Callable {
            node,
            owner,
            name: tree.sym(node),
            kind,
            modifiers: met.modifiers,
            annotations: self.in_role(node, Role::Annotation),
            type_params: self.in_role(node, Role::TypeParam),
            params: self.params(node),
            receiver: tree.child_in(node, Role::Receiver),
            return_type: tree.child_in(node, Role::Type),
            throws: self.in_role(node, Role::Throws),
            body: tree.child_in(node, Role::Body),
            doc: self.doc(met.declaration),
            prototype: met.what == What::Prototype,
        });
        self.file.types[owner.0 as usize].callables.push(id);
        Some(id)
    }

    fn params(&self, node: NodeId) -> Vec<Param> {
        let tree = &self.file.tree;
        let param = |param: NodeId| {
            let flags = tree.node(param).flags;
            Param {
                node: param,
                name: tree.sym(param),
                ty: tree.child_in(param, Role::Type),
                modifiers: Modifiers(flags & !Node::VARARGS),
                annotations: self.in_role(param, Role::Annotation),
                varargs: flags & Node::VARARGS != 0,
                default: tree.child_in(param, Role::Init),
            }
        };
        tree.children_in(node, Role::Param).map(param).collect()
    }

    fn add_field(&mut self, met: &Met) -> Option<FieldId> {
        let owner = self.around(|t| t.kind.is_named_class() || t.kind == TypeKind::Anonymous)?;
        let (node, tree) = (met.node, &self.file.tree);
        let name = tree.sym(node);
        if !self.fields.insert((owner, name)) {
            return None;
        }
        let init = self.value_of(node);
        let id = FieldId(self.file.fields.len() as u32);
        self.file.fields.push(Field {
            node,
            owner,
            name,
            ty: self.type_of(node, init),
            init,
            modifiers: met.modifiers,
            annotations: self.in_role(node, Role::Annotation),
            enum_constant: met.what == What::EnumConstant,
            doc: self.doc(met.declaration),
            declaration: met.declaration,
        });
        self.file.types[owner.0 as usize].fields.push(id);
        Some(id)
    }

    /// What a field is given where it is declared: its own value, or that of the assignment whose target it is.
    fn value_of(&self, node: NodeId) -> Option<NodeId> {
        let tree = &self.file.tree;
        let assigned = || {
            let parent = tree.parent(node)?;
            let is_target = tree.role(node) == Role::Target;
            tree.child_in(parent, Role::Value).filter(|_| is_target)
        };
        tree.child_in(node, Role::Init).or_else(assigned)
    }

    /// The declared type; where values show types, that of the object which is created.
    fn type_of(&self, node: NodeId, init: Option<NodeId>) -> Option<NodeId> {
        let tree = &self.file.tree;
        let parent = || tree.parent(node);
        let declared = tree
            .child_in(node, Role::Type)
            .or_else(|| tree.child_in(parent()?, Role::Type))
            .filter(|&t| tree.kind(t).is_type());
        let created = || {
            let created = init.filter(|&i| tree.kind(i) == Kind::New)?;
            let shows = tree.dialect().facts.created_types;
            tree.child_in(created, Role::Type).filter(|_| shows)
        };
        declared.or_else(created)
    }

    /// The documentation comment that ends before the declaration, with nothing but layout between.
    fn doc(&self, declaration: Span) -> Option<Span> {
        let comments = &self.file.comments;
        let before = comments.partition_point(|c| c.end <= declaration.start);
        let comment = comments[..before].last()?;
        let between = Span::new(comment.end, declaration.start).text(self.text);
        (comment.text(self.text).starts_with("/**") && between.trim().is_empty())
            .then_some(*comment)
    }
}
