//! Lambdas and method references that cannot stand for the method of their interface: its parameters, and what it gives (JLS 15.27.3, 15.13.2).
//!
//! Where a type parameter has a part in what the method gives, only that something is given is looked at.

use crate::completion::completes;
use crate::errors::types::is_narrowed;
use crate::ids::Decl;
use crate::names::Names;
use crate::types::{Ty, TyData};
use crate::world::World;
use reweave_model::{Kind, Modifiers, NodeId, Role};

impl Names {
    /// Whether a lambda or method reference stands for the one method of its interface, with as many parameters as that has. Asked
    /// of interfaces of the program only: what the others are does not change.
    pub(crate) fn stands_for_one(&self, file: u32, node: NodeId) -> bool {
        let world = &self.world;
        let TyData::Class(class, _) = world.types().data(self.ty(file, node)) else {
            return true;
        };
        let is_ours = world.class(*class).origin.file().is_some();
        if !is_ours || !world.info(*class).is_interface() || !world.closure(*class).complete {
            return true;
        }
        let tree = &world.file(file).tree;
        let params = tree.children_in(node, Role::Param).count();
        world.functional(*class).is_some_and(|method| {
            tree.kind(node) == Kind::MethodRef || world.signature(method).params.len() == params
        })
    }

    /// Each value that the method of the interface may not give, and a body without one that it must give.
    pub(crate) fn bad_results_of(
        &self,
        file: u32,
        node: NodeId,
        found: &mut dyn FnMut(NodeId, Ty),
    ) {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let TyData::Class(class, _) = world.types().data(self.ty(file, node)) else {
            return;
        };
        let method = world.functional(*class);
        let Some((method, result)) = method.and_then(|m| Some((m, world.signature(m).ret?))) else {
            return;
        };
        let ty = self.ty(file, node);
        // What a type argument says that is written out.
        let wanted = match world.types().data(ty) {
            TyData::Class(_, args) if !args.is_empty() && world.is_plain(ty) => {
                world.member_of(ty, world.method(method).owner, result)
            }
            _ => result,
        };
        let is_open = world.types().has_var(wanted);
        let is_bad = |value: NodeId| {
            let is_none = self.ty(file, value) == Ty::VOID;
            let is_other = || {
                !self.value_fits(file, value, wanted)
                    || self.is_cut(file, value, world.narrowest(wanted))
            };
            is_none || (!is_open && is_other())
        };
        let Some(body) = tree.child_in(node, Role::Body) else {
            if wanted != Ty::VOID && !self.gives(file, node, wanted) {
                found(node, wanted);
            }
            return;
        };
        if tree.kind(body) != Kind::Block {
            let is_statement = matches!(
                tree.kind(body),
                Kind::Call | Kind::New | Kind::Assign | Kind::Update
            );
            let is_wrong = match wanted {
                Ty::VOID => !is_statement,
                _ => is_bad(body),
            };
            if is_wrong {
                found(body, wanted);
            }
            return;
        }
        if wanted != Ty::VOID && completes(tree, world.names(), body) {
            found(node, wanted);
        }
        let returns = tree.descendants(body).filter(|&n| {
            let is_body = |a: &NodeId| matches!(tree.kind(*a), Kind::Lambda | Kind::Callable);
            tree.kind(n) == Kind::Return && tree.ancestors(n).find(is_body) == Some(node)
        });
        for end in returns {
            match tree.child_in(end, Role::Value) {
                Some(value) if wanted == Ty::VOID || is_bad(value) => found(value, wanted),
                None if wanted != Ty::VOID => found(end, wanted),
                _ => {}
            }
        }
    }

    /// Whether a reference that may mean several methods is the only thing that types could be inferred from: it says nothing before they
    /// are (JLS 15.13.1, 18.5.1). Looked at where the call stands before a dot, so that nothing else wants a type of it.
    pub(crate) fn says_nothing(&self, file: u32, node: NodeId) -> bool {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let call = tree.parent(node).filter(|&p| tree.kind(p) == Kind::Call);
        let Some(call) = call.filter(|&c| tree.role(c) == Role::Receiver) else {
            return false;
        };
        let (Decl::Method(called), Some(receiver)) =
            (self.decl(file, call), tree.child_in(node, Role::Receiver))
        else {
            return false;
        };
        let Decl::Class(asked) = self.decl(file, receiver) else {
            return false;
        };
        let mut named = Vec::new();
        world.find_methods(asked, tree.sym(node), &mut named);
        let this = world.this_type(asked);
        let mut shapes: Vec<Vec<Ty>> = named.iter().map(|&m| world.shape(this, m)).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let signature = world.signature(called);
        let is_said = tree.child_in(call, Role::TypeArgument).is_some();
        if shapes.len() < 2 || signature.type_params.is_empty() || is_said {
            return false;
        }
        let mut arguments = tree.children_in(call, Role::Argument);
        let is_alone = arguments.clone().count() == 1 && signature.params.len() == 1;
        let taken = is_alone && arguments.next() == Some(node);
        let Some((class, args)) = world
            .types()
            .as_class(signature.params[0])
            .filter(|_| taken)
        else {
            return false;
        };
        // What the function takes is to be inferred, and is not just any object.
        let function = world.functional(class);
        let takes = |m| world.signature(m).params.iter();
        let is_inferred = |&ty: &Ty| {
            let at = world
                .type_params(class)
                .iter()
                .position(|&p| world.types().var(p) == ty);
            let given = at
                .and_then(|i| args.get(i))
                .map(|&a| match world.types().data(a) {
                    TyData::Wildcard(_, bound) => *bound,
                    _ => a,
                });
            given.is_some_and(|ty| match world.types().data(ty) {
                TyData::Var(var) => {
                    signature.type_params.contains(var) && world.erase(ty) == world.object()
                }
                _ => false,
            })
        };
        asked != world.known.object
            && function.is_some_and(|m| takes(m).any(is_inferred))
            && world.closure(asked).complete
    }

    /// What a method reference hands on to the parameters of the method that it names, in their order.
    pub fn handed_on(&self, file: u32, reference: NodeId) -> Option<Vec<Ty>> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let Decl::Method(method) = self.decl(file, reference) else {
            return None;
        };
        let function = world.function_type(self.ty(file, reference))?;
        let method = world.method(method);
        let receiver = tree.child_in(reference, Role::Receiver)?;
        let of_type = tree.kind(receiver) == Kind::TypeName
            || matches!(self.decl(file, receiver), Decl::Class(_));
        // The first is the object that is asked.
        let is_asked = of_type && !method.constructor && !method.modifiers.has(Modifiers::STATIC);
        Some(function.params[usize::from(is_asked).min(function.params.len())..].to_vec())
    }

    /// Whether the parameters of the method that is named take what the function is given. Asked of methods of the program only.
    pub(crate) fn takes_handed_on(&self, file: u32, reference: NodeId) -> bool {
        let world = &self.world;
        let Decl::Method(method) = self.decl(file, reference) else {
            return true;
        };
        let params = &world.signature(method).params;
        let data = world.method(method);
        let given = match self.handed_on(file, reference) {
            Some(given) if given.len() == params.len() => given,
            _ => return true,
        };
        if data.origin.file().is_none() || data.varargs {
            return true;
        }
        let takes = |(&given, &formal): (&Ty, &Ty)| {
            world.types().has_var(formal)
                || !world.is_plain(given)
                || (world.fits(given, formal) && !is_narrowed(given, formal))
        };
        given.iter().zip(params).all(takes)
    }

    /// Whether the method that is named gives what is wanted.
    fn gives(&self, file: u32, reference: NodeId, wanted: Ty) -> bool {
        let world = &self.world;
        let Decl::Method(method) = self.decl(file, reference) else {
            return true;
        };
        let Some(given) = world.signature(method).ret else {
            return true;
        };
        let is_open = |ty| world.types().has_var(ty);
        // What is said of an array is a method of `Object`, and gives more than that says.
        let is_ours = world.method(method).origin.file().is_some();
        world.method(method).constructor
            || (given != Ty::VOID
                && (!is_ours
                    || is_open(given)
                    || is_open(wanted)
                    || (world.fits(given, wanted) && !is_narrowed(given, wanted))))
    }
}

impl World {
    /// Whether a lambda or method reference may stand where a type is wanted.
    pub(crate) fn takes_function(&self, wanted: Ty) -> bool {
        match self.types.data(wanted) {
            TyData::Class(class, _) => {
                !self.closure(*class).complete || self.functional(*class).is_some()
            }
            TyData::Array(_) => false,
            _ => !wanted.is_primitive(),
        }
    }
}
