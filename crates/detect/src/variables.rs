//! The variables of a method: parameters and locals, with their scopes.

use crate::describe::with_type;
use crate::view::{Method, View};
use reweave_model::{Kind, Node, NodeId, Role, Tree, type_text};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum VarKind {
    /// Of the method itself.
    Param,
    /// Of a lambda or an anonymous class's method inside it.
    InnerParam,
    /// Of a catch clause.
    Caught,
    Local,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub file: u32,
    pub name: Symbol,
    pub kind: VarKind,
    /// The [`Kind::VarDecl`], [`Kind::Param`] or pattern.
    pub node: NodeId,
    pub ty: Option<NodeId>,
    pub init: Option<NodeId>,
    /// Names between these two nodes in preorder can mean it.
    pub scope: (u32, u32),
}

impl Var {
    pub fn is_param(&self) -> bool {
        matches!(self.kind, VarKind::Param)
    }

    /// `name : Type`.
    pub fn text(&self, view: &View<'_>) -> String {
        with_type(view.text(self.name), &self.type_text(view))
    }

    pub fn type_text(&self, view: &View<'_>) -> String {
        let tree = view.tree(self.file);
        let mut text = self.ty.map_or_else(
            || tree.dialect().words.untyped.to_owned(),
            |t| type_text(tree, t, &view.program.names),
        );
        let node = tree.node(self.node);
        let spread = node.kind == Kind::Param && node.flags & Node::VARARGS != 0;
        if spread && tree.dialect().words.param_types {
            text.push_str("...");
        }
        if node.kind == Kind::VarDecl {
            for _ in 0..node.flags.min(8) {
                text.push_str("[]");
            }
        }
        text
    }
}

/// All variables of one method, in order of declaration.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    pub all: Vec<Var>,
    by_name: FxHashMap<Symbol, Vec<usize>>,
    /// Where each name that a variable has stands, declarations included, in order.
    places: FxHashMap<Symbol, Vec<NodeId>>,
}

impl Variables {
    pub fn of(view: &View<'_>, method: Method) -> Self {
        let tree = view.tree(method.file);
        let decl = view.method(method);
        let mut all = Vec::new();
        let mut seen = FxHashSet::default();
        for id in tree.descendants(decl.node) {
            let node = tree.node(id);
            let kind = match node.kind {
                Kind::VarDecl | Kind::TypePattern => VarKind::Local,
                Kind::Param => match tree.parent(id) {
                    Some(p) if p == decl.node => VarKind::Param,
                    Some(p) if tree.kind(p) == Kind::Catch => VarKind::Caught,
                    _ => VarKind::InnerParam,
                },
                _ => continue,
            };
            let told = tree.dialect().facts.module_variables;
            if decl.is_module_body() && !told && is_field(tree, decl.body, id) {
                continue;
            }
            let scope = scope(tree, decl.node, id);
            if is_declared_again(tree, (node.sym, scope), &mut seen) {
                continue;
            }
            let init = tree.child_in(id, Role::Init);
            all.push(Var {
                file: method.file,
                name: node.sym,
                kind,
                node: id,
                ty: declared_type(tree, id).or_else(|| created_type(tree, init)),
                init,
                scope,
            });
        }
        let mut by_name: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (i, v) in all.iter().enumerate() {
            by_name.entry(v.name).or_default().push(i);
        }
        let mut places: FxHashMap<Symbol, Vec<NodeId>> = FxHashMap::default();
        for id in tree.descendants(decl.node) {
            let node = tree.node(id);
            let named = matches!(
                node.kind,
                Kind::Name | Kind::VarDecl | Kind::Param | Kind::TypePattern
            );
            if named && by_name.contains_key(&node.sym) {
                places.entry(node.sym).or_default().push(id);
            }
        }
        Self {
            all,
            by_name,
            places,
        }
    }

    /// The variables of that name, in order of declaration.
    pub fn called(&self, name: Symbol) -> &[usize] {
        self.by_name.get(&name).map_or(&[], |v| v)
    }

    /// Where the name of a variable stands within its scope, whatever it means there; the declaration included.
    pub fn places(&self, var: &Var, name: Symbol) -> &[NodeId] {
        let all = self.places.get(&name).map_or(&[][..], |v| v);
        let [start, end] = [var.scope.0, var.scope.1].map(|s| all.partition_point(|n| n.0 < s));
        &all[start..end]
    }

    /// What the name `name` means at `at`: the innermost variable whose scope holds it.
    pub fn resolve(&self, name: Symbol, at: NodeId) -> Option<usize> {
        self.called(name)
            .iter()
            .copied()
            .filter(|&i| self.all[i].scope.0 <= at.0 && at.0 < self.all[i].scope.1)
            .min_by_key(|&i| self.all[i].scope.1 - self.all[i].scope.0)
    }

    /// The variable that the name at `node`, or the declaration there, stands for.
    pub fn at(&self, tree: &Tree, node: NodeId) -> Option<usize> {
        match tree.kind(node) {
            Kind::VarDecl | Kind::Param | Kind::TypePattern => {
                let declared = self.all.binary_search_by_key(&node, |v| v.node).ok();
                let again = || self.resolve(tree.sym(node), node);
                let facts = &tree.dialect().facts;
                declared.or_else(|| again().filter(|_| facts.function_scope || facts.redeclares))
            }
            Kind::Name => self.resolve(tree.sym(node), node),
            _ => None,
        }
    }
}

fn declared_type(tree: &Tree, id: NodeId) -> Option<NodeId> {
    tree.child_in(id, Role::Type)
        .or_else(|| {
            // The type in a pattern is that of the whole.
            let declaration = tree
                .parent(id)
                .filter(|&p| tree.kind(p) != Kind::RecordPattern);
            declaration.and_then(|p| tree.child_in(p, Role::Type))
        })
        .filter(|&t| tree.kind(t).is_type())
}

/// Where a name lives in the whole function, or may be declared again in its block, that is the same variable.
fn is_declared_again(
    tree: &Tree,
    (name, scope): (Symbol, (u32, u32)),
    seen: &mut FxHashSet<(Symbol, (u32, u32))>,
) -> bool {
    let facts = &tree.dialect().facts;
    if facts.function_scope {
        !seen.insert((name, scope))
    } else {
        facts.redeclares && !seen.insert((name, (0, scope.1)))
    }
}

/// Whether a variable of a module is declared by one of its own statements: then it is an attribute of the module. What
/// is declared within its conditions and loops is not.
fn is_field(tree: &Tree, body: Option<NodeId>, id: NodeId) -> bool {
    tree.kind(id) == Kind::VarDecl
        && body.is_some_and(|body| {
            let statement = tree.parent(id);
            statement.and_then(|s| tree.parent(s)) == Some(body)
        })
}

/// The type of the object that is created as a variable's value, where that is how types show.
fn created_type(tree: &Tree, init: Option<NodeId>) -> Option<NodeId> {
    let shows = tree.dialect().facts.created_types;
    let created = init.filter(|&i| shows && tree.kind(i) == Kind::New)?;
    tree.child_in(created, Role::Type)
}

/// From the declaration to the end of the block, loop, lambda or method it stands in; or all of the function, lambda or
/// comprehension, as the language has it.
fn scope(tree: &Tree, method: NodeId, id: NodeId) -> (u32, u32) {
    if tree.dialect().facts.function_scope {
        let holder = tree.ancestors(id).find(|&a| {
            matches!(
                tree.kind(a),
                Kind::Lambda | Kind::Callable | Kind::Comprehension
            )
        });
        let holder = holder.unwrap_or(method);
        return (holder.0, tree.subtree_end(holder));
    }
    let holder = tree.ancestors(id).find(|&a| {
        matches!(
            tree.kind(a),
            Kind::Block
                | Kind::For
                | Kind::ForEach
                | Kind::Try
                | Kind::Catch
                | Kind::Lambda
                | Kind::Callable
                | Kind::Case
                | Kind::Switch
        )
    });
    (id.0, holder.map_or(u32::MAX, |h| tree.subtree_end(h)))
}
