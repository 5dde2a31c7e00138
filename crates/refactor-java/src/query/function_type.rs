//! The function that a value of a functional interface is (JLS 9.9): its method, what that takes and what it gives.

use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, MethodId, Ty, TyData, Wild};

pub struct FunctionType {
    pub class: ClassId,
    pub method: MethodId,
    /// The interface with every wildcard replaced by its bound.
    pub ty: Ty,
    pub params: Vec<Ty>,
    pub ret: Ty,
    pub throws: Vec<Ty>,
}

/// None where the type is no functional interface, or an intersection.
pub fn function_type(program: &JavaProgram, ty: Ty) -> Option<FunctionType> {
    let world = program.world();
    let TyData::Class(class, args) = world.types().data(ty) else {
        return None;
    };
    let method = world.functional(*class)?;
    let params = world.type_params(*class);
    let plain: Vec<Ty> = args
        .iter()
        .zip(params)
        .map(|(&arg, &param)| match world.types().data(arg) {
            TyData::Wildcard(Wild::Any, _) => world
                .bounds(param)
                .first()
                .copied()
                .unwrap_or(world.object()),
            TyData::Wildcard(_, bound) => *bound,
            _ => arg,
        })
        .collect();
    let ty = world.types().class(*class, &plain);
    let owner = world.method(method).owner;
    let signature = world.signature(method);
    let of = |t: Ty| world.member_of(ty, owner, t);
    Some(FunctionType {
        class: *class,
        method,
        ty,
        params: signature.params.iter().map(|&p| of(p)).collect(),
        ret: of(signature.ret.unwrap_or(Ty::VOID)),
        throws: signature.throws.iter().map(|&t| of(t)).collect(),
    })
}
