//! A file of its own for a top-level type that shares one with others, in the same package.

use crate::Java;
use crate::edits::imports::{dotted, end_of_statement};
use crate::edits::transfer::{Member, Moving, Placed, carry_over};
use crate::query::mentions::words;
use crate::query::program::JavaProgram;
use reweave_java_names::ClassId;
use reweave_model::Import;
use reweave_refactor::{BadInput, Run, Step, Stop};
use reweave_text::{Part, Sources, Span};

/// The others leave where the file is called after the type. Gives the type as it is known afterwards.
pub fn give_own_file(run: &mut Run<'_, Java>, class: ClassId) -> Result<ClassId, Stop> {
    let program = run.program();
    let world = program.world();
    let name = dotted(program, class);
    let number = world.class(class).origin.file().expect("it is ours");
    let named_after = format!("{}.java", world.text(world.class(class).name));
    let path = run.sources().path(program.id(number));
    let leave: Vec<String> = if path.rsplit('/').next() == Some(&named_after) {
        let tops = program.model(number).top_types();
        let tops = tops.map(|t| dotted(program, world.class_of(number, t)));
        tops.filter(|t| *t != name).collect()
    } else {
        vec![name.clone()]
    };
    for leaving in leave {
        let class = run.program().world().class_by_dotted(&leaving);
        move_out(run, class.ok_or_else(lost)?)?;
        run.settle();
    }
    let found = run.program().world().class_by_dotted(&name);
    Ok(found.ok_or_else(lost)?)
}

fn lost() -> BadInput {
    BadInput::new("a type is not found in the result; please report this")
}

/// One type into a new file.
fn move_out(run: &mut Run<'_, Java>, class: ClassId) -> Result<(), Stop> {
    let program = run.program();
    let world = program.world();
    let sources = run.sources().clone();
    let moving = Moving::new(Member::top(program, &sources, class)?);
    let shared = sources.path(moving.member.file(program));
    let folder = shared.rfind('/').map_or("", |slash| shared.part(..=slash));
    let path = format!("{folder}{}.java", world.text(world.class(class).name));
    let text = moving.text(program, &sources, "");
    let head = head(program, &sources, &moving.member);
    let mut step = Step::new("a file of its own", "N!=->@ O I");
    moving.member.remove(program, &sources, &mut step);
    step.create(path.as_str(), format!("{head}{text}\n"));
    // The number that the new file is going to have.
    let file = sources.clone().add(path, "");
    carry_over(run, &step, &[Placed { file, text, moving }])
}

/// The package and those imports that the type may need.
fn head(program: &JavaProgram, sources: &Sources, member: &Member) -> String {
    let text = sources.text(member.file(program));
    head_for(program, sources, member.number, member.extent().text(text))
}

/// The package of a file and those of its imports that a text may need.
pub fn head_for(program: &JavaProgram, sources: &Sources, number: u32, of: &str) -> String {
    let model = program.model(number);
    let text = sources.text(program.id(number));
    let mut head = String::new();
    let package = program.world().text(model.package);
    if !package.is_empty() {
        head = format!("package {package};\n\n");
    }
    let whole = Span::new(0, of.len() as u32);
    let is_needed = |import: &&Import| {
        let dotted = program.world().text(import.name);
        let last = dotted.rsplit('.').next().unwrap_or_default();
        import.on_demand || !words(of, whole, last).is_empty()
    };
    let start = head.len();
    for import in model.imports.iter().filter(is_needed) {
        let span = model.tree.span(import.node);
        let line = Span::new(span.start, end_of_statement(text, span.end));
        head.push_str(line.text(text).trim());
        head.push('\n');
    }
    if head.len() > start {
        head.push('\n');
    }
    head
}
