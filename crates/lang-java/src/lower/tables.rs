//! The tables of declarations, made of what the walk met once the tree stands.

use super::errors::left_out;
use super::{Lowerer, Met, What};
use reweave_model::{
    Callable, CallableId, CallableKind, Field, FieldId, FileModel, Import, Kind, Modifiers, Node,
    NodeId, Param, Role, Tree, TypeDecl, TypeId, TypeKind, push_code,
};
use reweave_text::{Interner, Span, Symbol};

/// The declaration that a later one stands in.
#[derive(Clone, Copy)]
enum Scope {
    Type(TypeId),
    Callable(CallableId),
    Field(FieldId),
    Initializer,
}

/// How far up the name of an anonymous type looks for what it stands in: enough for any code that people write, and a
/// chain of a million calls stays linear.
const LONGEST_LOOK_UP: usize = 200;

/// Qualified names grow no longer than this: types nested in types ten thousand deep stay linear.
const LONGEST_NAME: usize = 4000;

impl Lowerer<'_> {
    pub(super) fn finish(self, path: &str) -> FileModel {
        let left_out = left_out(&self);
        let comments: Vec<Span> = self
            .syntax
            .ids()
            .map(|id| self.syntax.node(id))
            .filter(|n| n.is_extra())
            .map(|n| n.span)
            .collect();
        let mut file = FileModel::new(path, self.out.finish());
        (file.comments, file.left_out) = (comments, left_out);
        let top: Vec<NodeId> = file.tree.children(NodeId::ROOT).collect();
        for node in top {
            match file.tree.kind(node) {
                Kind::Package => file.package = file.tree.sym(node),
                Kind::Import => file.imports.push(import(&file.tree, node)),
                _ => {}
            }
        }
        let mut tables = Tables {
            text: self.text,
            names: self.names,
            scopes: Vec::new(),
            file,
        };
        for met in &self.met {
            tables.add(met);
        }
        tables.file
    }
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
    /// The open declarations, each with the end of its subtree.
    scopes: Vec<(u32, Scope)>,
    file: FileModel,
}

impl Tables<'_> {
    fn add(&mut self, met: &Met) {
        while self
            .scopes
            .last()
            .is_some_and(|&(end, _)| end <= met.node.0)
        {
            self.scopes.pop();
        }
        let scope = match met.what {
            What::Type(kind) => Some(self.add_type(met, kind)),
            What::Callable(kind) => self.add_callable(met, kind),
            What::Field | What::EnumConstant | What::Component => self.add_field(met),
            What::Initializer => {
                if let Some(owner) = self.owner() {
                    let owner = &mut self.file.types[owner.0 as usize];
                    owner.initializers.push(met.node);
                }
                Some(Scope::Initializer)
            }
        };
        if let Some(scope) = scope {
            self.scopes
                .push((self.file.tree.subtree_end(met.node), scope));
        }
    }

    /// The innermost type that is open.
    fn owner(&self) -> Option<TypeId> {
        self.scopes
            .iter()
            .rev()
            .find_map(|&(_, scope)| match scope {
                Scope::Type(ty) => Some(ty),
                _ => None,
            })
    }

    fn in_role(&self, node: NodeId, role: Role) -> Vec<NodeId> {
        self.file.tree.children_in(node, role).collect()
    }

    fn add_type(&mut self, met: &Met, kind: TypeKind) -> Scope {
        let node = met.node;
        let id = TypeId(self.file.types.len() as u32);
        let outer = self.owner();
        let (mut in_callable, mut in_field) = (None, None);
        match self.scopes.last() {
            Some(&(_, Scope::Callable(c))) => in_callable = Some(c),
            Some(&(_, Scope::Field(f))) => in_field = Some(f),
            Some(&(_, Scope::Type(outer))) => self.file.types[outer.0 as usize].types.push(id),
            _ => {}
        }
        let mut decl = TypeDecl {
            node,
            kind,
            name: self.file.tree.sym(node),
            qualified: Symbol::EMPTY,
            modifiers: met.modifiers,
            annotations: self.in_role(node, Role::Annotation),
            type_params: self.in_role(node, Role::TypeParam),
            superclass: self.file.tree.child_in(node, Role::Superclass),
            interfaces: self.in_role(node, Role::Interface),
            permits: self.in_role(node, Role::Permits),
            outer,
            in_callable,
            in_field,
            fields: Vec::new(),
            callables: Vec::new(),
            types: Vec::new(),
            initializers: Vec::new(),
            doc: self.doc(met.declaration),
            part: false,
        };
        decl.qualified = qualified(&self.file, &decl, self.names);
        self.file.types.push(decl);
        Scope::Type(id)
    }

    fn add_callable(&mut self, met: &Met, kind: CallableKind) -> Option<Scope> {
        let owner = self.owner()?;
        let node = met.node;
        let mut params = self.params(node);
        if kind == CallableKind::Constructor && self.file.tree.child_in(node, Role::Param).is_none()
        {
            let record = self.file.ty(owner);
            // `Point { … }` takes the components; `Point() { … }` takes nothing.
            if record.kind == TypeKind::Record && self.is_compact(node) {
                params = self.params(record.node);
            }
        }
        let id = CallableId(self.file.callables.len() as u32);
        self.file.callables.push(Callable {
            node,
            owner,
            name: self.file.tree.sym(node),
            kind,
            modifiers: met.modifiers,
            annotations: self.in_role(node, Role::Annotation),
            type_params: self.in_role(node, Role::TypeParam),
            params,
            receiver: None,
            return_type: self.file.tree.child_in(node, Role::Type),
            throws: self.in_role(node, Role::Throws),
            body: self.file.tree.child_in(node, Role::Body),
            doc: self.doc(met.declaration),
            prototype: false,
        });
        self.file.types[owner.0 as usize].callables.push(id);
        Some(Scope::Callable(id))
    }

    /// Whether no parameter list follows the constructor's name.
    fn is_compact(&self, node: NodeId) -> bool {
        let after = self.file.tree.node(node).name_at as usize
            + self.names.text(self.file.tree.sym(node)).len();
        let end = self
            .file
            .tree
            .child_in(node, Role::Body)
            .map_or(after, |b| self.file.tree.span(b).start as usize);
        !self.text.get(after..end).unwrap_or_default().contains('(')
    }

    fn params(&self, node: NodeId) -> Vec<Param> {
        self.file
            .tree
            .children_in(node, Role::Param)
            .map(|param| {
                let flags = self.file.tree.node(param).flags;
                Param {
                    node: param,
                    name: self.file.tree.sym(param),
                    ty: self.file.tree.child_in(param, Role::Type),
                    modifiers: Modifiers(flags & !Node::VARARGS),
                    annotations: self.in_role(param, Role::Annotation),
                    varargs: flags & Node::VARARGS != 0,
                    default: None,
                }
            })
            .collect()
    }

    fn add_field(&mut self, met: &Met) -> Option<Scope> {
        let owner = self.owner()?;
        let node = met.node;
        let id = FieldId(self.file.fields.len() as u32);
        self.file.fields.push(Field {
            node,
            owner,
            name: self.file.tree.sym(node),
            ty: self.file.tree.child_in(node, Role::Type),
            init: self.file.tree.child_in(node, Role::Init),
            modifiers: met.modifiers,
            annotations: self.in_role(node, Role::Annotation),
            enum_constant: matches!(met.what, What::EnumConstant),
            doc: self.doc(met.declaration),
            declaration: met.declaration,
        });
        self.file.types[owner.0 as usize].fields.push(id);
        Some(Scope::Field(id))
    }

    /// The documentation comment that ends before the declaration, with nothing but layout between.
    fn doc(&self, declaration: Span) -> Option<Span> {
        let before = self
            .file
            .comments
            .partition_point(|c| c.end <= declaration.start);
        let comment = self.file.comments[..before].last()?;
        let between = Span::new(comment.end, declaration.start).text(self.text);
        (comment.text(self.text).starts_with("/**") && between.trim().is_empty())
            .then_some(*comment)
    }
}

/// What a type is called from its package down; the types around it have their names.
pub(crate) fn qualified(file: &FileModel, decl: &TypeDecl, names: &Interner) -> Symbol {
    let prefix = decl.outer.map_or(file.package, |o| file.ty(o).qualified);
    let mut name = names.text(prefix).to_owned();
    if name.len() > LONGEST_NAME {
        let end = name.floor_char_boundary(LONGEST_NAME / 2);
        name.truncate(end);
    }
    if let Some(callable) = decl.in_callable {
        push(&mut name, names.text(file.callable(callable).name));
    }
    if let Some(field) = decl.in_field {
        push(&mut name, names.text(file.field(field).name));
    }
    if decl.kind == TypeKind::Anonymous {
        push_place(&mut name, &file.tree, decl.node, names);
    } else {
        push(&mut name, names.text(decl.name));
    }
    names.intern(&name)
}

fn push(name: &mut String, part: &str) {
    if !name.is_empty() {
        name.push('.');
    }
    name.push_str(part);
}

/// Where an anonymous type stands in its member, from the outside in: the variables that it is a value of, the calls
/// and creations that it takes part in, and its own `new T`.
fn push_place(name: &mut String, tree: &Tree, node: NodeId, names: &Interner) {
    let inside: Vec<NodeId> = tree
        .ancestors(node)
        .take(LONGEST_LOOK_UP)
        .take_while(|&n| !tree.kind(n).is_declaration())
        .filter(|&n| matches!(tree.kind(n), Kind::VarDecl | Kind::Call | Kind::New))
        .collect();
    for &place in inside.iter().rev() {
        if tree.kind(place) == Kind::New {
            if let Some(ty) = tree.child_in(place, Role::Type) {
                name.push_str(".new ");
                push_code(name, tree, ty, names);
            }
        } else {
            push(name, names.text(tree.sym(place)));
        }
    }
}
