//! Who calls whom, as far as names and numbers of arguments tell.

use crate::overload::is_meant;
use crate::view::{Method, View};
use reweave_model::{Callable, Kind, NodeId, Role};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Clone, Copy, Debug)]
pub struct CallSite {
    pub node: NodeId,
    pub name: Symbol,
    /// None for a method reference, which does not tell.
    pub arguments: Option<u32>,
    pub on: Receiver,
}

/// What a call is made on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// Nothing, `this` or `super`.
    Own,
    /// A plain name: a variable or a type.
    Name(Symbol),
    Other,
}

/// The calls in each method's body, looked up once.
#[derive(Default)]
pub struct Calls {
    known: RefCell<FxHashMap<Method, Rc<Vec<CallSite>>>>,
}

impl Calls {
    pub fn of(&self, view: &View<'_>, method: Method) -> Rc<Vec<CallSite>> {
        if let Some(known) = self.known.borrow().get(&method) {
            return known.clone();
        }
        let sites = Rc::new(
            view.method(method)
                .body
                .map_or_else(Vec::new, |body| sites(view, method, body)),
        );
        self.known.borrow_mut().insert(method, sites.clone());
        sites
    }

    /// The calls that `caller` makes of `callee`, a method of the same class or one it inherits.
    pub fn own(&self, view: &View<'_>, caller: Method, callee: Method) -> Vec<CallSite> {
        let decl = view.method(callee);
        let class = view.ty(view.owner(callee)).name;
        self.of(view, caller)
            .iter()
            .copied()
            .filter(|c| {
                matches_call(decl, c)
                    && (c.on == Receiver::Own
                        || c.on == Receiver::Name(class)
                        || is_on_another(view, caller, c, class)
                        || is_on_its_object(view, caller, callee, c))
                    && is_meant(view, caller, callee, c)
            })
            .collect()
    }

    /// The calls that `caller` makes of something called like `callee`, whatever they are made on.
    pub fn any(&self, view: &View<'_>, caller: Method, callee: &Callable) -> Vec<CallSite> {
        self.of(view, caller)
            .iter()
            .copied()
            .filter(|c| matches_call(callee, c))
            .collect()
    }
}

/// Whether a call is made on another object of the class: a new one, or a variable of that type.
fn is_on_another(view: &View<'_>, caller: Method, site: &CallSite, class: Symbol) -> bool {
    let tree = view.tree(caller.file);
    let ty = match site.on {
        Receiver::Own => None,
        Receiver::Name(name) => {
            let vars = view.variables(caller);
            let variable = vars.resolve(name, site.node);
            variable.and_then(|i| vars.all[i].ty)
        }
        Receiver::Other => {
            let made = tree.child_in(site.node, Role::Receiver);
            let made = made.filter(|&r| tree.kind(r) == Kind::New);
            made.and_then(|r| tree.child_in(r, Role::Type))
        }
    };
    ty.is_some_and(|t| tree.sym(t) == class)
}

/// Whether a call is made on what the callee was given to, `helpers.each(…)` where `helpers.each` is the function; one that
/// extends a type is called on values of that.
fn is_on_its_object(view: &View<'_>, caller: Method, callee: Method, site: &CallSite) -> bool {
    let Some(receiver) = view.method(callee).receiver else {
        return false;
    };
    let declared = view.tree(callee.file);
    if declared.kind(receiver).is_type() {
        return true;
    }
    let tree = view.tree(caller.file);
    let object = view.text(declared.sym(receiver)).rsplit('.').next();
    let on = tree.child_in(site.node, Role::Receiver);
    on.is_some_and(|on| Some(view.text(tree.sym(on))) == object)
}

/// Whether the call could be one of `callee`.
pub fn matches_call(callee: &Callable, call: &CallSite) -> bool {
    if call.name != callee.name {
        return false;
    }
    let params = callee.params.len();
    let unbounded = callee.params.iter().any(|p| p.varargs);
    call.arguments.is_none_or(|n| {
        let n = n as usize;
        n >= callee.required() && (unbounded || n <= params)
    })
}

fn sites(view: &View<'_>, method: Method, body: NodeId) -> Vec<CallSite> {
    let tree = view.tree(method.file);
    let owner = view.owner(method);
    // What functions in it call, they call themselves.
    let mut inner_end = 0;
    let own = |id: &NodeId| {
        let is_own = id.0 >= inner_end;
        if is_own && tree.kind(*id) == Kind::LocalCallable {
            inner_end = tree.subtree_end(*id);
        }
        is_own
    };
    tree.descendants(body)
        .filter(own)
        .filter_map(|id| {
            let node = tree.node(id);
            let (name, arguments) = match node.kind {
                Kind::Call => (
                    node.sym,
                    Some(tree.children_in(id, Role::Argument).count() as u32),
                ),
                // `T::new` means the constructors of `T`.
                Kind::MethodRef if view.text(node.sym) == "new" => {
                    (tree.sym(tree.child_in(id, Role::Receiver)?), None)
                }
                Kind::MethodRef => (node.sym, None),
                // Constructors have their class's name. What `super(…)` calls is no method that code is extracted to.
                Kind::ConstructorCall if view.text(node.sym) == "this" => {
                    let arguments = tree.children_in(id, Role::Argument).count() as u32;
                    (view.ty(owner).name, Some(arguments))
                }
                Kind::New => {
                    let ty = tree.child_in(id, Role::Type)?;
                    (
                        tree.sym(ty),
                        Some(tree.children_in(id, Role::Argument).count() as u32),
                    )
                }
                _ => return None,
            };
            let on = match tree.child_in(id, Role::Receiver).map(|r| tree.node(r)) {
                None => Receiver::Own,
                Some(r) if matches!(r.kind, Kind::This | Kind::Super) => Receiver::Own,
                Some(r) if matches!(r.kind, Kind::Name | Kind::TypeName) => Receiver::Name(r.sym),
                Some(_) => Receiver::Other,
            };
            Some(CallSite {
                node: id,
                name,
                arguments,
                on,
            })
        })
        .collect()
}
