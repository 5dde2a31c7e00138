//! Java, over whole projects with a class path.

mod checks;
mod edits;
mod query;
mod refactorings;

use checks::{dispatch, incomplete, reached};
pub use edits::by_text::may_name_types;
pub use query::program::JavaProgram;
use query::{at, edges, flow_edges, offers};
use reweave_java_names::{ErrorKind, NameError};
use reweave_preserve::{EdgeKind, Interval, Model, Node, Replacements};
use reweave_refactor::{
    Around, Earlier, Inner, Judged, Language, Offer, OtherFiles, Problem, Refactoring, Remark,
    Unresolved, quote,
};
use reweave_text::{FileId, Interner, Sources};

/// Java.
pub struct Java;

impl Language for Java {
    type Program = JavaProgram;

    const NAME: &'static str = "java";
    const EXTENSIONS: &'static [&'static str] = &["java"];
    const REFACTORINGS: &'static [Refactoring<Self>] = &[
        refactorings::rename::REFACTORING,
        refactorings::change_signature::REFACTORING,
        refactorings::pull_up::REFACTORING,
        refactorings::push_down::REFACTORING,
        refactorings::move_members::REFACTORING,
        refactorings::move_type::REFACTORING,
        refactorings::rename_package::REFACTORING,
        refactorings::encapsulate_field::REFACTORING,
        refactorings::safe_delete::REFACTORING,
        refactorings::extract_local_variable::REFACTORING,
        refactorings::extract_method::REFACTORING,
        refactorings::inline_local_variable::REFACTORING,
        refactorings::inline_method::REFACTORING,
        refactorings::replace_by_call::REFACTORING,
    ];

    const OTHERS: &'static [OtherFiles] = offers::OTHERS;

    fn analyse(
        sources: &Sources,
        _names: &Interner,
        around: &Around,
        earlier: Option<Earlier<'_, JavaProgram>>,
    ) -> JavaProgram {
        let for_good = earlier.as_ref().is_none_or(|e| e.for_good);
        let earlier = earlier.map(|e| (e.sources, e.program));
        JavaProgram::read(sources, around, earlier, for_good)
    }

    fn model(program: &JavaProgram, _sources: &Sources, names: &Interner) -> Model {
        edges::model(program, names)
    }

    fn inner_edges(inner: &Inner<'_, Self>) -> Model {
        flow_edges::model(inner)
    }

    fn is_inner(kind: EdgeKind) -> bool {
        flow_edges::KINDS.contains(&kind.letter())
    }

    fn edge_word(kind: EdgeKind) -> &'static str {
        flow_edges::word(kind)
    }

    fn is_judged(program: &JavaProgram, file: FileId) -> bool {
        program.is_judged(file)
    }

    fn problems(program: &JavaProgram, _sources: &Sources) -> Vec<Problem> {
        let mut all = Vec::new();
        for number in program.numbers() {
            for lost in &program.model(number).left_out {
                all.push(Problem {
                    code: "syntax",
                    is_syntax: true,
                    message: lost.what.clone(),
                    at: program.interval(number, lost.span),
                });
            }
        }
        for error in program.errors() {
            all.push(problem(program, error));
        }
        all.sort_by_key(|p| p.at);
        all
    }

    fn offers(program: &JavaProgram, sources: &Sources, files: &[FileId]) -> Vec<Offer> {
        offers::offers(program, sources, files)
    }

    fn judge(judged: &Judged<'_, Self>) -> Vec<Remark> {
        let mut all = incomplete::remarks(judged);
        all.extend(reached::remarks(judged));
        all
    }

    fn unresolved(program: &JavaProgram, _sources: &Sources) -> Vec<Unresolved> {
        let missing = program.names.unresolved_types().into_iter();
        let told = missing.map(|(name, (file, node))| Unresolved {
            name,
            at: program.token(file, node),
        });
        told.collect()
    }

    fn differences(
        before: &JavaProgram,
        after: &JavaProgram,
        replacements: &Replacements,
    ) -> Vec<Problem> {
        dispatch::changes(before, after, replacements)
    }

    /// `C`, `a.b.C`, `C.member`, `C.member(int)`.
    fn find_symbol(program: &JavaProgram, _sources: &Sources, symbol: &str) -> Vec<Interval> {
        at::by_symbol(program, symbol)
    }

    fn full_symbol(program: &JavaProgram, at: Interval) -> Option<String> {
        at::full_symbol(program, at)
    }

    fn describe(program: &JavaProgram, sources: &Sources, names: &Interner, node: Node) -> String {
        let at = match node {
            Node::Text(at) => at,
            Node::Outside(symbol) => return quote(names.text(symbol)),
        };
        match at::declared_at(program, at) {
            Some(noun) => format!("{noun} {}", quote(at.span.text(sources.text(at.file)))),
            None => quote(at.span.text(sources.text(at.file))),
        }
    }
}

fn problem(program: &JavaProgram, error: &NameError) -> Problem {
    let about = &error.about;
    let (code, message) = match error.kind {
        ErrorKind::DuplicateType => ("duplicate-type", format!("type {about} is declared twice")),
        ErrorKind::DuplicateMethod => (
            "duplicate-method",
            format!("{about} has the same parameters as another"),
        ),
        ErrorKind::DuplicateField => (
            "duplicate-field",
            format!("field {about} is declared twice"),
        ),
        ErrorKind::DuplicateLocal => (
            "duplicate-local",
            format!("variable {about} is already declared in this body"),
        ),
        ErrorKind::CyclicInheritance => ("cycle", format!("{about} would inherit from itself")),
        ErrorKind::Inaccessible => ("access", format!("{about} may not be named here")),
        ErrorKind::NotImplemented => ("abstract", format!("{about} has no body here")),
        ErrorKind::AbstractCreated => ("new", format!("{about} has no instances of its own")),
        ErrorKind::BadOverride => (
            "override",
            format!("{about} may not be overridden like this"),
        ),
        ErrorKind::BadValue => (
            "type",
            format!("this would have to be {}", plain_type(about)),
        ),
        ErrorKind::ForwardReference => (
            "order",
            format!("{about} would be named before it is declared"),
        ),
        ErrorKind::NoConstructor => (
            "constructor",
            format!("{about} has no constructor that this could begin with without saying so"),
        ),
        ErrorKind::BadResult => (
            "result",
            format!("{about} would not give back what it must"),
        ),
        ErrorKind::Uncaught => (
            "exception",
            format!("{about} is neither caught nor declared here"),
        ),
        ErrorKind::NeverThrown => ("exception", format!("nothing here throws {about} any more")),
        ErrorKind::NoObject => (
            "static",
            format!("{about} would be named where there is no object that has it"),
        ),
        ErrorKind::NoElement => (
            "annotation",
            format!("{about} would have no element `value` for this"),
        ),
        ErrorKind::NotPermitted => (
            "sealed",
            format!("{about} is sealed and would not let this be below it"),
        ),
        ErrorKind::BadModifier => (
            "modifier",
            format!("{about} may not be declared like this here"),
        ),
        ErrorKind::NoBody => (
            "abstract",
            format!("`super` asks for {about}, which would have no body"),
        ),
        ErrorKind::Ambiguous => (
            "name",
            format!("{about} would be one of several that the name can mean"),
        ),
        ErrorKind::DuplicateImport => ("import", format!("{about} is imported beside another")),
        ErrorKind::MissingImport => (
            "import",
            format!("{about} is imported here and would not be there"),
        ),
    };
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

/// `Ljava/lang/String;` as people read it: `java.lang.String`.
fn plain_type(descriptor: &str) -> String {
    let inner = descriptor.trim_start_matches('[');
    let arrays = "[]".repeat(descriptor.len() - inner.len());
    let name = match inner {
        "V" => "void".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "Z" => "boolean".to_owned(),
        "C" => "char".to_owned(),
        "B" => "byte".to_owned(),
        "S" => "short".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        class => {
            let class = class.trim_start_matches('L').trim_end_matches(';');
            class.replace(['/', '$'], ".")
        }
    };
    format!("{name}{arrays}")
}

#[cfg(test)]
mod tests;
