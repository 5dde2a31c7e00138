//! The types that a request writes for a changed signature.

use crate::edits::signature_change::Change;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, MethodId, Ty};
use reweave_refactor::BadInput;

/// Every type must be one, each of its names must mean something where the method stands, and what is thrown an exception.
pub fn known_types(
    program: &JavaProgram,
    method: MethodId,
    change: &Change,
) -> Result<(), BadInput> {
    for ty in change.types() {
        known_names(program, method, ty)?;
        let is_result = change.returns.as_deref() == Some(ty);
        let mut words = ty.split(|c: char| !is_word(c));
        if words.any(|w| w == "void") && !(is_result && ty.trim() == "void") {
            return Err(BadInput::unclear(format!(
                "`{ty}` is not the type of a value; give another"
            )));
        }
    }
    let world = program.world();
    let throwable = world.class_by_dotted("java.lang.Throwable");
    for added in &change.adds {
        let class = class_named(program, method, added);
        if let (Some(class), Some(throwable)) = (class, throwable)
            && world.closure(class).complete
            && !world.is_subclass(class, throwable)
        {
            return Err(BadInput::new(format!(
                "{added} is no exception; give another"
            )));
        }
    }
    Ok(())
}

/// The erasure of a written type, as the method's file has it; none where it is not known or a type parameter.
pub fn erased(program: &JavaProgram, method: MethodId, text: &str) -> Option<Ty> {
    let types = program.world().types();
    let text = text.trim();
    if let Some(element) = text.strip_suffix("...") {
        return erased(program, method, element).map(|ty| types.array(ty));
    }
    if let Some(element) = text.strip_suffix(']') {
        let element = element.trim_end().strip_suffix('[')?;
        return erased(program, method, element).map(|ty| types.array(ty));
    }
    match Ty::of_word(text) {
        Ty::UNKNOWN => {
            let name = text.split('<').next().unwrap_or(text).trim();
            class_named(program, method, name).map(|class| types.class(class, &[]))
        }
        word => Some(word),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.')
}

/// Whether a name is that of a type parameter where a method stands.
fn is_type_param(program: &JavaProgram, method: MethodId, name: &str) -> bool {
    let world = program.world();
    let owner = world.method(method).owner;
    let vars = world.around(owner).flat_map(|c| world.type_params(c));
    let mut vars = vars.chain(&world.signature(method).type_params);
    vars.any(|&v| world.text(world.type_var(v).name) == name)
}

/// The class that a name means where a method stands.
fn class_named(program: &JavaProgram, method: MethodId, name: &str) -> Option<ClassId> {
    let world = program.world();
    let owner = world.method(method).owner;
    let number = world.class(owner).origin.file()?;
    if is_type_param(program, method, name) {
        return None;
    }
    let symbol = world.names().get(name);
    let here = symbol.and_then(|s| {
        let mut around = world.around(owner);
        let member = around.find_map(|c| world.member_type(c, s));
        member.or_else(|| world.type_in_file(number, s))
    });
    here.or_else(|| world.class_by_dotted(name))
}

fn known_names(program: &JavaProgram, method: MethodId, ty: &str) -> Result<(), BadInput> {
    let names = ty.split(|c| !is_word(c)).map(|w| w.trim_matches('.'));
    for name in names.filter(|w| !w.is_empty()) {
        let first = name.split('.').next().unwrap_or(name);
        let known = is_basic(name)
            || is_type_param(program, method, first)
            || class_named(program, method, first).is_some()
            || class_named(program, method, name).is_some();
        if !known {
            return Err(BadInput::new(format!(
                "no type {name} is known here; write it with its package"
            )));
        }
    }
    Ok(())
}

fn is_basic(name: &str) -> bool {
    matches!(name, "extends" | "super") || !Ty::of_word(name).is_unknown()
}
