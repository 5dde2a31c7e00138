//! What the type parameters of a generic method are in a call of it (JLS 18.5), as far as the types of its arguments decide it alone.

use crate::query::program::JavaProgram;
use reweave_java_names::{MethodId, Ty, TyData, TypeVarId, Wild};
use reweave_model::{NodeId, Role};

/// Arguments in arguments that are looked into.
const DEEPEST: usize = 8;

/// What a type parameter of a method stands for in a call: what the call says, else the one type that the arguments leave for it.
pub fn type_argument(
    program: &JavaProgram,
    method: MethodId,
    (number, call): (u32, NodeId),
    var: TypeVarId,
) -> Option<Ty> {
    let names = &program.names;
    let world = program.world();
    let tree = &program.model(number).tree;
    let signature = world.signature(method);
    let place = signature.type_params.iter().position(|&v| v == var)?;
    let mut said = tree.children_in(call, Role::TypeArgument);
    if let Some(said) = said.nth(place) {
        return Some(names.ty(number, said));
    }
    if names.is_spread(number, call) {
        return None;
    }
    let mut bounds = Bounds {
        program,
        var,
        equal: Vec::new(),
        lower: Vec::new(),
    };
    let arguments = tree.children_in(call, Role::Argument);
    for (argument, &param) in arguments.zip(&signature.params) {
        if world.types().has_var(param) {
            bounds.note(names.ty(number, argument), param, 0)?;
        }
    }
    let all = if bounds.equal.is_empty() {
        bounds.lower
    } else {
        bounds.equal
    };
    let first = *all.first()?;
    all.iter().all(|&ty| ty == first).then_some(first)
}

struct Bounds<'a> {
    program: &'a JavaProgram,
    var: TypeVarId,
    equal: Vec<Ty>,
    lower: Vec<Ty>,
}

impl Bounds<'_> {
    /// What follows from a value of a type where a parameter is declared with another. None where that is not known.
    fn note(&mut self, given: Ty, wanted: Ty, depth: usize) -> Option<()> {
        let world = self.program.world();
        if given.is_unknown() || depth > DEEPEST {
            return None;
        }
        match (world.types().data(given), world.types().data(wanted)) {
            _ if given == Ty::NULL => {}
            (_, TyData::Var(var)) if *var == self.var => self.lower.push(world.boxed(given)),
            (TyData::Array(a), TyData::Array(b)) => self.note(*a, *b, depth + 1)?,
            (_, TyData::Class(class, params)) => {
                let above = world.as_super(given, *class)?;
                let TyData::Class(_, args) = world.types().data(above) else {
                    return None;
                };
                if args.len() != params.len() {
                    return None;
                }
                for (&arg, &param) in args.iter().zip(params) {
                    self.note_argument(arg, param, depth + 1)?;
                }
            }
            _ => {}
        }
        Some(())
    }

    fn note_argument(&mut self, given: Ty, wanted: Ty, depth: usize) -> Option<()> {
        let world = self.program.world();
        match (world.types().data(given), world.types().data(wanted)) {
            (TyData::Wildcard(..), _) if world.types().has_var(wanted) => return None,
            (_, TyData::Var(var)) if *var == self.var => self.equal.push(given),
            (_, TyData::Wildcard(Wild::Extends, bound)) => self.note(given, *bound, depth)?,
            (_, TyData::Wildcard(Wild::Super, bound)) if world.types().has_var(*bound) => {
                return None;
            }
            (TyData::Class(_, args), TyData::Class(_, params)) if args.len() == params.len() => {
                for (&arg, &param) in args.iter().zip(params) {
                    self.note_argument(arg, param, depth + 1)?;
                }
            }
            _ => {}
        }
        Some(())
    }
}
