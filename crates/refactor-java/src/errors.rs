//! Compile errors in the words of javac.

use crate::query::program::JavaProgram;
use crate::query::shown::{shown_key, shown_type};
use reweave_java_names::{ErrorKind, NameError};
use reweave_refactor::Problem;

pub fn problem(program: &JavaProgram, error: &NameError) -> Problem {
    let (code, message) = told(error.kind, &error.about);
    Problem {
        code,
        is_syntax: false,
        message,
        at: if error.kind == ErrorKind::BadValue {
            let tree = &program.model(error.file).tree;
            program.interval(error.file, tree.span(error.node))
        } else {
            program.token(error.file, error.node)
        },
    }
}

/// The code and the message of an error.
#[expect(
    clippy::too_many_lines,
    reason = "a table: each error with the words of javac"
)]
fn told(kind: ErrorKind, about: &str) -> (&'static str, String) {
    let key = shown_key(about);
    match kind {
        ErrorKind::DuplicateType => ("duplicate-type", format!("duplicate class: {key}")),
        ErrorKind::DuplicateMethod => (
            "duplicate-method",
            format!("method {key} is already defined with the same erased parameters"),
        ),
        ErrorKind::DuplicateField => (
            "duplicate-field",
            format!("variable {key} is already defined in the class"),
        ),
        ErrorKind::DuplicateLocal => (
            "duplicate-local",
            format!("variable {key} is already defined in this body"),
        ),
        ErrorKind::CyclicInheritance => ("cycle", format!("cyclic inheritance involving {key}")),
        ErrorKind::Inaccessible => ("access", format!("{key} is not accessible here")),
        ErrorKind::NotImplemented => (
            "abstract",
            format!("the class is not abstract and does not override abstract method {key}"),
        ),
        ErrorKind::AbstractCreated => ("new", format!("{key} is abstract; cannot be instantiated")),
        ErrorKind::BadOverride => (
            "override",
            format!("{key} cannot be overridden by this: it is final, static or has more access"),
        ),
        ErrorKind::BadValue => (
            "type",
            format!("incompatible types: {} is required", shown_type(about)),
        ),
        ErrorKind::ForwardReference => ("order", format!("illegal forward reference to {key}")),
        ErrorKind::NoConstructor => (
            "constructor",
            format!("no constructor of {key} takes no arguments; call `super(…)` explicitly"),
        ),
        ErrorKind::BadResult => (
            "result",
            format!("incompatible return type: {key} does not return what it must"),
        ),
        ErrorKind::Uncaught => (
            "exception",
            format!("unreported exception {key}; must be caught or declared to be thrown"),
        ),
        ErrorKind::NeverThrown => (
            "exception",
            format!(
                "exception {key} is never thrown in the body of the corresponding try statement"
            ),
        ),
        ErrorKind::NoObject => (
            "static",
            format!("non-static {key} cannot be referenced from a static context"),
        ),
        ErrorKind::NotInner => (
            "static",
            format!("illegal qualifier; {key} is not an inner class"),
        ),
        ErrorKind::NoElement => (
            "annotation",
            format!("annotation {key} has no element `value`"),
        ),
        ErrorKind::NotPermitted => (
            "sealed",
            format!("class is not allowed to extend sealed class {key}"),
        ),
        ErrorKind::BadModifier => (
            "modifier",
            format!("{key}: modifier or kind of declaration not allowed here"),
        ),
        ErrorKind::NoBody => (
            "abstract",
            format!("abstract method {key} cannot be accessed directly by `super`"),
        ),
        ErrorKind::Unassigned => (
            "unassigned",
            format!("variable {key} might not have been initialized"),
        ),
        ErrorKind::FinalAssigned => (
            "final",
            format!("cannot assign a value to final variable {key}"),
        ),
        ErrorKind::Unreachable => ("unreachable", "unreachable statement".to_owned()),
        ErrorKind::DuplicateLabel => ("label", format!("label {key} already in use")),
        ErrorKind::NotFirst => (
            "constructor",
            format!("call to {key} must be first statement in constructor"),
        ),
        ErrorKind::Ambiguous => ("name", format!("reference to {key} is ambiguous")),
        ErrorKind::DuplicateImport => (
            "import",
            format!("{key} is already defined by another import"),
        ),
        ErrorKind::MissingImport => ("import", format!("cannot find symbol: import of {key}")),
    }
}
