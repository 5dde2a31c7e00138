//! Who could notice that an object lives longer or shorter.

use super::Php;
use crate::run::Run;
use reweave_lang_php::{Analysis, EntityId, Infer, Kind, MemberKind};
use reweave_preserve::Interval;
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// Functions and classes through which a program sees when objects are freed, or their numbers.
const SEEING: &[&str] = &[
    "debug_zval_refcount",
    "gc_collect_cycles",
    "gc_status",
    "memory_get_peak_usage",
    "memory_get_usage",
    "spl_object_hash",
    "spl_object_id",
    "var_dump",
    "weakmap",
    "weakreference",
];

/// A place that could notice: a destructor, or a function that prints an object's number.
pub fn observer(analysis: &Analysis) -> Option<Interval> {
    let program = &analysis.program;
    let destructor = program
        .members_named(MemberKind::Method, "__destruct")
        .first();
    if let Some(&member) = destructor {
        let place = program.entity(program.member(member).entity).place;
        return Some(Interval::new(place.file, place.span));
    }
    for (f, source) in program.files.iter().enumerate() {
        for id in source.tree.ids() {
            // A generator or fiber that is dropped runs what it has to run at last.
            if source.kind(id) == Kind::FinallyClause {
                return Some(Interval::new(FileId(f as u32), source.span(id)));
            }
            if source.kind(id) == Kind::Name
                && matches!(
                    source.parent_kind(id),
                    Kind::FunctionCall | Kind::ObjectCreation | Kind::ScopedCall
                )
                && SEEING.contains(&source.text(id).to_ascii_lowercase().as_str())
            {
                return Some(Interval::new(FileId(f as u32), source.span(id)));
            }
        }
    }
    None
}

/// Refuses when the value of the expression may be or hold an object and something could notice how long it lives.
pub fn refuse_kept(run: &mut Run<'_, Php>, file: FileId, expression: NodeId) {
    let analysis = run.program();
    let program = &analysis.program;
    let infer = Infer::new(program, &program.variables_of);
    if infer.expression(file, expression).is_plain() {
        return;
    }
    let at = Interval::new(file, program.file(file).span(expression));
    if let Some(observer) = observer(analysis) {
        run.refuse(
            "lifetime",
            "an object would live longer, and it can be noticed",
            &[at, observer],
        );
    }
}

/// The same for a variable that would end, or change its value, elsewhere.
pub fn refuse_variable(run: &mut Run<'_, Php>, variable: EntityId) {
    let analysis = run.program();
    let program = &analysis.program;
    let infer = Infer::new(program, &program.variables_of);
    if infer.variable(variable).is_plain() {
        return;
    }
    let place = program.entity(variable).place;
    let at = Interval::new(place.file, place.span);
    if let Some(observer) = observer(analysis) {
        run.refuse(
            "lifetime",
            "an object would live shorter, and it can be noticed",
            &[at, observer],
        );
    }
}
