//! What stays behind for those who still use an old place: a member that says so and passes on to the new one.

use crate::edits::texts::{indent_at, indent_unit};
use crate::edits::transfer::Member;
use crate::query::program::JavaProgram;
use reweave_model::{Modifiers, Role};
use reweave_refactor::{BadInput, Step};
use reweave_text::Sources;

/// The documentation of a delegate, up to where the declaration goes on.
pub fn deprecation(doc: Option<&str>, indent: &str, note: &str) -> String {
    let note = format!("@deprecated Use {{@link {note}}} instead");
    match doc {
        Some(doc) => {
            let body = doc.trim_end().trim_end_matches("*/").trim_end();
            format!("{body}\n{indent} * {note}\n{indent} */\n{indent}")
        }
        None => format!("/**\n{indent} * {note}\n{indent} */\n{indent}"),
    }
}

/// Turns a static member into one that passes on to its copy in the class `owner`, as its file can name it.
pub fn pass_on(
    program: &JavaProgram,
    sources: &Sources,
    member: &Member,
    owner: &str,
    step: &mut Step,
) -> Result<(), BadInput> {
    let token = program.token(member.number, member.node);
    let text = sources.text(token.file);
    let name = token.span.text(text);
    let indent = indent_at(text, member.span.start);
    let model = program.model(member.number);
    let callable = model.callables.iter().find(|c| c.node == member.node);
    let field = model.fields.iter().find(|f| f.node == member.node);
    let (doc, link) = if let Some(callable) = callable {
        let params = callable.params.iter();
        let arguments: Vec<&str> = params.map(|p| program.world().text(p.name)).collect();
        let types: Vec<&str> = callable
            .params
            .iter()
            .filter_map(|p| p.ty)
            .map(|t| model.tree.span(t).text(text))
            .collect();
        if let Some(body) = callable.body {
            let returns = callable.return_type.map(|t| model.tree.span(t).text(text));
            let gives = if returns == Some("void") {
                ""
            } else {
                "return "
            };
            let inner = format!("{indent}{}", indent_unit(text));
            let call = format!("{gives}{owner}.{name}({});", arguments.join(", "));
            step.replace(
                program.interval(member.number, model.tree.span(body)),
                format!("{{\n{inner}{call}\n{indent}}}"),
            );
        }
        (callable.doc, format!("{owner}#{name}({})", types.join(",")))
    } else {
        let init = model.tree.child_in(member.node, Role::Init);
        let constant = field.filter(|f| f.modifiers.has(Modifiers::FINAL));
        let (Some(field), Some(init)) = (constant, init) else {
            return Err(
                BadInput::new("only constants and methods can pass on to what moved")
                    .at(token.file, token.span),
            );
        };
        step.replace(
            program.interval(member.number, model.tree.span(init)),
            format!("{owner}.{name}"),
        );
        (field.doc, format!("{owner}#{name}"))
    };
    let note = deprecation(doc.map(|d| d.text(text)), indent, &link);
    if let Some(doc) = doc {
        step.delete(program.interval(member.number, doc));
    }
    let start = model.tree.span(member.node).start;
    let start = field.map_or(start, |f| f.declaration.start);
    step.insert(token.file, start, note);
    Ok(())
}
