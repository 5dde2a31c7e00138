//! Who could notice that a value lives longer or shorter.

use super::Php;
use reweave_lang_php::{
    Analysis, Builtins, EntityId, Infer, Kind, MemberKind, SourceFile, is_name, is_quiet,
};
use reweave_preserve::Interval;
use reweave_refactor::Run;
use reweave_syntax::NodeId;
use reweave_text::FileId;

/// Functions and classes through which a program sees when objects are freed, or their numbers.
const SEEING: &[&str] = &[
    "gc_collect_cycles",
    "gc_status",
    "spl_object_hash",
    "spl_object_id",
    "var_dump",
    "weakmap",
    "weakreference",
];

/// Functions through which it sees how long any value lives.
const COUNTING: &[&str] = &[
    "debug_zval_dump",
    "memory_get_peak_usage",
    "memory_get_usage",
];

/// A place that could notice how long an object lives: a destructor, a function that prints an object's number, or a
/// reference to what a property holds, which the property's type binds as long as the object lives.
pub fn observer(analysis: &Analysis) -> Option<Interval> {
    let program = &analysis.program;
    let counter = counter(analysis);
    if counter.is_some() || !program.files.iter().any(makes_objects) {
        return counter;
    }
    let destructor = program
        .members_named(MemberKind::Method, "__destruct")
        .first();
    if let Some(&member) = destructor {
        let place = program.entity(program.member(member).entity).place;
        return Some(Interval::new(place.file, place.span));
    }
    let is_typed = program
        .members
        .iter()
        .any(|m| m.kind == MemberKind::Property && m.declared_type.is_some());
    find(analysis, |source, id| match source.kind(id) {
        // A generator or fiber that is dropped runs what it has to run at last.
        Kind::FinallyClause => true,
        Kind::ReferenceAssignment => is_typed,
        Kind::Name => {
            let parent = source.parent_kind(id);
            matches!(
                parent,
                Kind::FunctionCall | Kind::ObjectCreation | Kind::ScopedCall
            ) && SEEING.contains(&source.text(id).to_ascii_lowercase().as_str())
        }
        _ => false,
    })
}

/// A place that could notice how long any value lives.
fn counter(analysis: &Analysis) -> Option<Interval> {
    find(analysis, |source, id| {
        source.kind(id) == Kind::Name
            && source.parent_kind(id) == Kind::FunctionCall
            && COUNTING.contains(&source.text(id).to_ascii_lowercase().as_str())
    })
}

fn find(analysis: &Analysis, wanted: impl Fn(&SourceFile, NodeId) -> bool) -> Option<Interval> {
    let mut files = analysis.program.files.iter().enumerate();
    files.find_map(|(f, source)| {
        let id = source.tree.ids().find(|&id| wanted(source, id))?;
        Some(Interval::new(FileId(f as u32), source.span(id)))
    })
}

/// Whether anything in the file could make an object.
fn makes_objects(source: &SourceFile) -> bool {
    source.tree.ids().any(|id| match source.kind(id) {
        Kind::ObjectCreation
        | Kind::AnonymousFunction
        | Kind::ArrowFunction
        | Kind::CatchClause
        | Kind::Clone
        | Kind::EnumDeclaration
        | Kind::Include
        | Kind::IncludeOnce
        | Kind::Require
        | Kind::RequireOnce
        | Kind::VariadicPlaceholder
        | Kind::Yield => true,
        Kind::Cast => source
            .field(id, |f| f.r#type)
            .is_some_and(|t| source.text(t).trim().eq_ignore_ascii_case("object")),
        Kind::FunctionCall => source
            .field(id, |f| f.function)
            .is_none_or(|f| !is_name(source.kind(f)) || makes_some(source.text(f))),
        _ => false,
    })
}

/// Whether php has such a function, and it may give more than numbers, text and arrays of them.
fn makes_some(function: &str) -> bool {
    let name = function.trim_start_matches('\\').to_ascii_lowercase();
    Builtins::get().function(&name).is_some() && !is_quiet(&name) || name == "eval"
}

/// Refuses when something could notice how long the value of the expression lives.
pub fn refuse_kept(run: &mut Run<'_, Php>, file: FileId, expression: NodeId) {
    let program = &run.program().program;
    let infer = Infer::new(program, &program.variables_of);
    let is_plain = infer.expression(file, expression).is_plain();
    let at = Interval::new(file, program.file(file).span(expression));
    refuse(run, is_plain, at, "longer");
}

/// The same for a variable that would end, or change its value, elsewhere.
pub fn refuse_variable(run: &mut Run<'_, Php>, variable: EntityId) {
    let program = &run.program().program;
    let infer = Infer::new(program, &program.variables_of);
    let is_plain = infer.variable(variable).is_plain();
    let place = program.entity(variable).place;
    refuse(
        run,
        is_plain,
        Interval::new(place.file, place.span),
        "shorter",
    );
}

fn refuse(run: &mut Run<'_, Php>, is_plain: bool, at: Interval, how: &str) {
    let analysis = run.program();
    let noticed = if is_plain {
        counter(analysis)
    } else {
        observer(analysis)
    };
    if let Some(observer) = noticed {
        run.refuse(
            "lifetime",
            format!("a value would live {how}, and it can be noticed"),
            &[at, observer],
        );
    }
}
