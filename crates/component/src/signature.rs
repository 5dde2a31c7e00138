//! Erased signatures: what a caller has to know of a method.

use crate::entity::{Component, Decl, EntityId, EntityKind};
use crate::scope;
use reweave_model::{Callable, Kind, NodeId, Role, Tree, TypeDecl};
use reweave_text::{Interner, Symbol};

/// An erased type: type arguments are gone, a type variable is its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeRef {
    /// The class, where the component declares it.
    pub class: Option<EntityId>,
    /// The simple name as it is written, or that of the bound.
    pub name: Symbol,
    /// The name with its package, where the component does not declare the class and an import or the text itself says it.
    pub full: Option<Symbol>,
    pub dimensions: u8,
}

#[derive(Clone, Debug, Default)]
pub struct Signature {
    pub params: Vec<TypeRef>,
    pub param_names: Vec<Symbol>,
    /// The last parameter takes any number of arguments; its type is the array.
    pub varargs: bool,
    /// None for a constructor.
    pub ret: Option<TypeRef>,
    pub throws: Vec<TypeRef>,
}

impl Signature {
    /// `(String,int[])`, `(Object...)`.
    pub fn text(&self, names: &Interner) -> String {
        let last = self.params.len().saturating_sub(1);
        let params: Vec<String> = self
            .params
            .iter()
            .enumerate()
            .map(|(i, p)| p.text(names, self.varargs && i == last))
            .collect();
        format!("({})", params.join(","))
    }

    /// `(java.util.List,int[])`, as logs have it.
    pub fn qualified(&self, component: &Component) -> String {
        let last = self.params.len().saturating_sub(1);
        let params: Vec<String> = self
            .params
            .iter()
            .enumerate()
            .map(|(i, p)| p.qualified(component, self.varargs && i == last))
            .collect();
        format!("({})", params.join(","))
    }

    /// Whether a call with so many arguments can mean it.
    pub fn takes(&self, arguments: usize) -> bool {
        arguments == self.params.len() || (self.varargs && arguments + 1 >= self.params.len())
    }
}

impl TypeRef {
    pub fn text(&self, names: &Interner, varargs: bool) -> String {
        self.with_brackets(names.text(self.name).to_owned(), varargs)
    }

    /// With its package, as far as that is known.
    pub fn qualified(&self, component: &Component, varargs: bool) -> String {
        let name = match (self.class, self.full) {
            (Some(class), _) => component.qualified(class),
            (None, Some(full)) => component.text(full).to_owned(),
            (None, None) => component.text(self.name).to_owned(),
        };
        self.with_brackets(name, varargs)
    }

    fn with_brackets(self, mut out: String, varargs: bool) -> String {
        let brackets = usize::from(self.dimensions) - usize::from(varargs && self.dimensions > 0);
        out.push_str(&"[]".repeat(brackets));
        if varargs {
            out.push_str("...");
        }
        out
    }
}

/// Gives every method its signature and every field its type.
pub fn fill(component: &mut Component) {
    let object = component.sources.program.names.intern("Object");
    for id in component.ids() {
        match component.get(id).decl {
            Decl::Callable(file, c) => {
                let callable = component.sources.program.files[file as usize].callable(c);
                let signature = Eraser::new(component, file, id, object).signature(callable);
                component.entities[id.index()].signature = Some(Box::new(signature));
            }
            Decl::Field(file, f) => {
                if let Some(ty) = component.sources.program.files[file as usize].field(f).ty {
                    let ty = Eraser::new(component, file, id, object).erase(ty);
                    component.entities[id.index()].ty = Some(ty);
                }
            }
            _ => {}
        }
    }
}

/// How many bounds lead from a type variable to its erasure at most (`A extends B, B extends C`).
const LONGEST_CHAIN: usize = 16;

struct Eraser<'c> {
    component: &'c Component<'c>,
    file: u32,
    tree: &'c Tree,
    class: Option<EntityId>,
    object: Symbol,
    /// The type parameters in sight, innermost first: name and node.
    variables: Vec<(Symbol, NodeId)>,
}

impl<'c> Eraser<'c> {
    fn new(component: &'c Component<'c>, file: u32, id: EntityId, object: Symbol) -> Self {
        let model = &component.sources.program.files[file as usize];
        let tree = &model.tree;
        let mut variables = Vec::new();
        let mut declare = |params: &[NodeId]| {
            variables.extend(params.iter().map(|&p| (tree.sym(p), p)));
        };
        if let Decl::Callable(_, c) = component.get(id).decl {
            declare(&model.callable(c).type_params);
        }
        let mut at = component.get(id).parent;
        while let Some(class) = at.filter(|&c| component.get(c).kind == EntityKind::Class) {
            if let Decl::Type(_, ty) = component.get(class).decl {
                let decl: &TypeDecl = model.ty(ty);
                declare(&decl.type_params);
            }
            at = component.get(class).parent;
        }
        Self {
            component,
            file,
            tree,
            class: component.get(id).parent,
            object,
            variables,
        }
    }

    fn signature(&self, callable: &Callable) -> Signature {
        let mut params = Vec::with_capacity(callable.params.len());
        let mut varargs = false;
        for param in &callable.params {
            let mut ty = param
                .ty
                .map_or_else(|| Self::plain(self.object), |t| self.erase(t));
            if param.varargs {
                ty.dimensions = ty.dimensions.saturating_add(1);
                varargs = true;
            }
            params.push(ty);
        }
        Signature {
            params,
            param_names: callable.params.iter().map(|p| p.name).collect(),
            varargs,
            ret: callable.return_type.map(|t| self.erase(t)),
            throws: callable.throws.iter().map(|&t| self.erase(t)).collect(),
        }
    }

    const fn plain(name: Symbol) -> TypeRef {
        TypeRef {
            class: None,
            name,
            full: None,
            dimensions: 0,
        }
    }

    fn erase(&self, node: NodeId) -> TypeRef {
        let mut at = node;
        let mut dimensions = 0_u8;
        let mut hops = 0;
        loop {
            match self.tree.kind(at) {
                Kind::ArrayType => {
                    dimensions = dimensions.saturating_add(1);
                    match self.tree.child_in(at, Role::Type) {
                        Some(element) => at = element,
                        None => break,
                    }
                }
                Kind::TypeName if self.tree.child_in(at, Role::Qualifier).is_none() => {
                    let name = self.tree.sym(at);
                    let Some(&(_, param)) = self.variables.iter().find(|(n, _)| *n == name) else {
                        break;
                    };
                    hops += 1;
                    match self.tree.child_in(param, Role::Bound) {
                        Some(bound) if hops < LONGEST_CHAIN => at = bound,
                        _ => {
                            return TypeRef {
                                dimensions,
                                ..Self::plain(self.object)
                            };
                        }
                    }
                }
                _ => break,
            }
        }
        let class = scope::class_at(self.component, self.file, self.class, at);
        TypeRef {
            class,
            name: self.tree.sym(at),
            full: if class.is_none() {
                self.full_name(at)
            } else {
                None
            },
            dimensions,
        }
    }

    /// The dotted name of a class of other libraries, by the import of its first word or as it is written.
    fn full_name(&self, node: NodeId) -> Option<Symbol> {
        if self.tree.kind(node) != Kind::TypeName {
            return None;
        }
        let names = &self.component.sources.program.names;
        let mut words = vec![names.text(self.tree.sym(node))];
        let mut at = node;
        while let Some(qualifier) = self.tree.child_in(at, Role::Qualifier) {
            words.push(names.text(self.tree.sym(qualifier)));
            at = qualifier;
        }
        words.reverse();
        let model = &self.component.sources.program.files[self.file as usize];
        let imported = model
            .imports
            .iter()
            .filter(|i| !i.on_demand && !i.is_static)
            .map(|i| names.text(i.name))
            .find(|i| i.strip_suffix(words[0]).is_some_and(|p| p.ends_with('.')));
        match imported {
            Some(import) => {
                words[0] = import;
                Some(names.intern(&words.join(".")))
            }
            None if words.len() > 2 => Some(names.intern(&words.join("."))),
            None => None,
        }
    }
}
