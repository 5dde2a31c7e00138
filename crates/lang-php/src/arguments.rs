//! What a function's parameter is given, where all calls of the function can be seen.

use crate::definitions::Def;
use crate::entity::{EntityId, EntityKind, ScopeKind};
use crate::grammar::Kind;
use crate::names::NameKind;
use crate::names::is_name;
use crate::program::Program;
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// The arguments of every call, when the variable is a parameter of a function that is only called by its written name and
/// nothing else sets it. `None` when that cannot be told.
pub(crate) fn given(program: &Program, variable: EntityId) -> Option<Vec<(FileId, NodeId)>> {
    let scope = program.scope(program.entity(variable).scope?);
    let function = scope.entity.filter(|_| scope.kind == ScopeKind::Function)?;
    let own = program.entity(function);
    if own.kind != EntityKind::Function {
        return None;
    }
    let name = &program.entity(variable).name;
    let index = scope.params.iter().position(|p| p.name == *name)?;
    let param = &scope.params[index];
    let set = program.variables_of.defs.get(&variable)?;
    let is_plain = !param.by_ref && !param.variadic;
    let once = matches!(set.as_slice(), [(_, Def::Unknown | Def::Declared(_))]);
    if !is_plain || !once || !is_left_alone(program, variable) {
        return None;
    }
    let mut out = Vec::new();
    for (f, source) in program.files.iter().enumerate() {
        let file = FileId(f as u32);
        for id in source.tree.ids() {
            match source.kind(id) {
                Kind::StringContent if source.text(id).eq_ignore_ascii_case(&own.name) => {
                    return None;
                }
                Kind::FunctionCall => {
                    let called = source.field(id, |c| c.function)?;
                    if !is_name(source.kind(called)) {
                        continue;
                    }
                    let full =
                        program.resolve(NameKind::Function, file, called, source.text(called));
                    if program.functions_named(&full).contains(&function) {
                        let list = source.field(id, |c| c.arguments)?;
                        let argument = source.named(list).nth(index)?;
                        let mut parts = source.named(argument);
                        match (parts.next(), parts.next()) {
                            (Some(value), None)
                                if source.kind(argument) == Kind::Argument
                                    && source.kind(value) != Kind::VariadicUnpacking =>
                            {
                                out.push((file, value));
                            }
                            _ => return None,
                        }
                    }
                }
                _ => {}
            }
        }
    }
    Some(out)
}

/// Whether no code that cannot be read sets the variable: none but what the variable itself holds.
fn is_left_alone(program: &Program, variable: EntityId) -> bool {
    let own = program.entity(variable);
    let opaque = |scope| program.variables_of.opaque.contains(scope);
    if !own.scope.as_ref().is_some_and(opaque) {
        return true;
    }
    let (file, source) = (own.place.file, program.file(own.place.file));
    source.tree.ids().all(|id| {
        let could_set = match source.kind(id) {
            Kind::DynamicVariable
            | Kind::Include
            | Kind::IncludeOnce
            | Kind::Require
            | Kind::RequireOnce => true,
            Kind::FunctionCall => {
                let name = source.field(id, |c| c.function);
                let name = name.map_or("", |n| source.text(n)).to_ascii_lowercase();
                let evaluated = source
                    .field(id, |c| c.arguments)
                    .map_or("", |list| source.text(list));
                matches!(&*name, "extract" | "parse_str")
                    || name == "eval" && evaluated != format!("(${})", own.name)
            }
            _ => false,
        };
        !could_set || Some(program.scope_at(file, id)) != own.scope
    })
}
