//! Who could notice that an object lives longer or shorter.

use super::Php;
use crate::run::Run;
use reweave_lang_php::{Analysis, EntityId, Infer, Kind, MemberKind, Program};
use reweave_preserve::Interval;
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// Functions and classes through which a program sees when objects are freed, or their numbers.
const SEEING: &[&str] = &[
    "debug_zval_dump",
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

/// A place that could notice: a destructor, a function that prints an object's number, or a reference to what a property
/// holds, which the property's type binds as long as the object lives.
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
            if source.kind(id) == Kind::ReferenceAssignment && has_typed_property(program) {
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

fn has_typed_property(program: &Program) -> bool {
    let mut properties = program.members.iter();
    properties.any(|m| m.kind == MemberKind::Property && m.declared_type.is_some())
}

/// Where the program looks at how often a value is held, be it an object or not.
fn counts_holders(analysis: &Analysis) -> bool {
    analysis.program.files.iter().any(|source| {
        let mut ids = source.tree.ids();
        ids.any(|id| {
            source.kind(id) == Kind::Name
                && source.parent_kind(id) == Kind::FunctionCall
                && source.text(id).eq_ignore_ascii_case("debug_zval_dump")
        })
    })
}

/// Refuses when the value of the expression may be or hold an object and something could notice how long it lives.
pub fn refuse_kept(run: &mut Run<'_, Php>, file: FileId, expression: NodeId) {
    let analysis = run.program();
    let program = &analysis.program;
    let infer = Infer::new(program, &program.variables_of);
    if infer.expression(file, expression).is_plain() && !counts_holders(analysis) {
        return;
    }
    let at = Interval::new(file, program.file(file).span(expression));
    if let Some(observer) = observer(analysis) {
        run.refuse(
            "lifetime",
            "a value would live longer, and it can be noticed",
            &[at, observer],
        );
    }
}

/// The same for a variable that would end, or change its value, elsewhere.
pub fn refuse_variable(run: &mut Run<'_, Php>, variable: EntityId) {
    let analysis = run.program();
    let program = &analysis.program;
    let infer = Infer::new(program, &program.variables_of);
    if infer.variable(variable).is_plain() && !counts_holders(analysis) {
        return;
    }
    let place = program.entity(variable).place;
    let at = Interval::new(place.file, place.span);
    if let Some(observer) = observer(analysis) {
        run.refuse(
            "lifetime",
            "a value would live shorter, and it can be noticed",
            &[at, observer],
        );
    }
}
