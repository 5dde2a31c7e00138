//! The head of a method that implements a functional interface, as an anonymous class has it.

use crate::edits::imports::Imports;
use crate::edits::type_text::type_text;
use crate::query::function_type::FunctionType;
use crate::query::program::JavaProgram;
use reweave_java_names::Ty;
use reweave_model::NodeId;

pub struct Method<'a> {
    pub program: &'a JavaProgram,
    /// Where it will stand.
    pub at: (u32, NodeId),
    pub function: &'a FunctionType,
    /// Of its parameters.
    pub names: &'a [String],
}

/// The type that is made, and the head from the visibility on; or why there is none.
pub fn head_of(
    method: &Method<'_>,
    imports: &mut Imports,
) -> Result<(String, String), &'static str> {
    let program = method.program;
    let world = program.world();
    let function = method.function;
    if !world.signature(function.method).type_params.is_empty() {
        return Err("the method of the interface is generic, which no lambda is");
    }
    let mut write = |ty: Ty| {
        type_text(program, imports, method.at, ty)
            .ok_or("a type that is inferred here cannot be written")
    };
    let made = write(function.ty)?;
    let ret = write(function.ret)?;
    let varargs = world.method(function.method).varargs;
    let mut params = Vec::new();
    let count = function.params.len();
    for (i, (&ty, name)) in function.params.iter().zip(method.names).enumerate() {
        let mut word = write(ty)?;
        if varargs && i + 1 == count {
            word = word.trim_end_matches("[]").to_owned() + "...";
        }
        params.push(format!("{word} {name}"));
    }
    let mut throws = Vec::new();
    for &ty in &function.throws {
        throws.push(write(ty)?);
    }
    let throws = if throws.is_empty() {
        String::new()
    } else {
        format!(" throws {}", throws.join(", "))
    };
    let name = world.text(world.method(function.method).name);
    let head = format!("public {ret} {name}({}){throws}", params.join(", "));
    Ok((made, head))
}
