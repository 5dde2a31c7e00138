//! From arena indices and byte spans to paths, lines and columns.

use crate::{
    Evidence, EvidencePlace, Finding, LeftOut, LeftOver, Place, Point, Replaced, Side, Source,
};
use reweave_detect::{ElementKind, Location, Report};
use reweave_model::{FileModel, Kind, Program};
use reweave_text::{LineIndex, Span};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// One version's texts beside its models; line starts are counted where a finding needs them.
pub struct Lines<'a> {
    files: Vec<File<'a>>,
}

struct File<'a> {
    source: &'a Source,
    model: &'a FileModel,
    index: OnceCell<LineIndex>,
    docs: OnceCell<Docs>,
}

/// The documentation comments of the types and of the methods of a file, by their spans.
type Docs = [FxHashMap<Span, Option<Span>>; 2];

impl File<'_> {
    fn index(&self) -> &LineIndex {
        self.index.get_or_init(|| LineIndex::new(&self.source.text))
    }

    fn docs(&self) -> &Docs {
        self.docs.get_or_init(|| {
            let FileModel {
                tree,
                types,
                callables,
                ..
            } = self.model;
            // Of several at one place the first counts.
            let types = types.iter().rev().map(|t| (tree.span(t.node), t.doc));
            let callables = callables.iter().rev().map(|c| (tree.span(c.node), c.doc));
            [types.collect(), callables.collect()]
        })
    }
}

impl<'a> Lines<'a> {
    pub fn new(sources: &'a [Source], program: &'a Program) -> Self {
        // Both are in order of path; a source in no known language has no model.
        let mut sources = sources.iter();
        let files = program
            .files
            .iter()
            .filter_map(|model| {
                let source = sources.find(|s| s.path == model.path)?;
                Some(File {
                    source,
                    model,
                    index: OnceCell::new(),
                    docs: OnceCell::new(),
                })
            })
            .collect();
        Self { files }
    }

    /// What the lowering of each file could not read, and how files had to be decoded.
    pub fn left_out(&self, side: Side, out: &mut Vec<LeftOut>) {
        for file in &self.files {
            let source = file.source;
            if let Some(note) = source.note {
                out.push(LeftOut::file(side, &*source.path, note));
            }
            for gap in &file.model.left_out {
                out.push(LeftOut {
                    path: source.path.clone(),
                    side,
                    line: Some(file.index().line(gap.span.start)),
                    what: gap.what.clone(),
                });
            }
        }
    }

    fn points(&self, file: u32, span: Span) -> Option<(&str, Point, Point)> {
        let file = self.files.get(file as usize)?;
        let point = |byte| {
            let at = file.index().line_col(&file.source.text, byte);
            Point {
                line: at.line,
                column: at.col,
                byte,
            }
        };
        Some((&file.source.path, point(span.start), point(span.end)))
    }

    fn place(&self, location: &Location) -> Option<Place> {
        let file = self.files.get(location.file as usize)?;
        let span = shown_span(location, file);
        let (path, start, end) = self.points(location.file, span)?;
        Some(Place {
            path: path.to_owned(),
            start,
            end,
            element: element_name(location, file.model).to_owned(),
            role: location.role.to_owned(),
            code: (!location.code.is_empty()).then(|| location.code.clone()),
        })
    }

    fn evidence_place(&self, at: (u32, Span)) -> Option<EvidencePlace> {
        let (path, start, end) = self.points(at.0, at.1)?;
        Some(EvidencePlace {
            path: path.to_owned(),
            start,
            end,
        })
    }
}

pub fn resolve(report: &Report, before: &Lines<'_>, after: &Lines<'_>) -> Vec<Finding> {
    let places = |lines: &Lines<'_>, all: &[Location]| -> Vec<Place> {
        all.iter().filter_map(|l| lines.place(l)).collect()
    };
    report
        .findings
        .iter()
        .map(|finding| Finding {
            kind: finding.kind.name().to_owned(),
            description: finding.description.clone(),
            left: places(before, &finding.left),
            right: places(after, &finding.right),
            evidence: finding
                .evidence
                .iter()
                .map(|e| Evidence {
                    before: e.before.and_then(|at| before.evidence_place(at)),
                    after: e.after.and_then(|at| after.evidence_place(at)),
                    replacements: e
                        .replacements
                        .iter()
                        .map(|r| replaced(r, before, after))
                        .collect(),
                })
                .collect(),
            pure: finding.left_over.as_ref().map(Vec::is_empty),
            left_over: edits(finding.left_over.iter().flatten(), before, after),
            confidence: finding.weighed.as_ref().map(|w| w.confidence),
            numbers: finding
                .weighed
                .as_ref()
                .map_or_else(Vec::new, |w| w.numbers.clone()),
            performed: None,
        })
        .collect()
}

fn replaced(r: &reweave_detect::Replaced, before: &Lines<'_>, after: &Lines<'_>) -> Replaced {
    Replaced {
        old: r.old.clone(),
        new: r.new.clone(),
        before: r.before.and_then(|at| before.evidence_place(at)),
        after: r.after.and_then(|at| after.evidence_place(at)),
    }
}

pub fn edits<'r>(
    all: impl Iterator<Item = &'r reweave_detect::LeftOver>,
    before: &Lines<'_>,
    after: &Lines<'_>,
) -> Vec<LeftOver> {
    all.map(|e| LeftOver {
        before: e.before.and_then(|at| before.evidence_place(at)),
        after: e.after.and_then(|at| after.evidence_place(at)),
    })
    .collect()
}

/// The span as readers of RefactoringMiner's files expect it: a type or method starts with its documentation comment.
/// A case is its label.
fn shown_span(location: &Location, file: &File<'_>) -> Span {
    let doc = |of: usize| file.docs()[of].get(&location.span).copied().flatten();
    let doc = match location.element {
        ElementKind::Type => doc(0),
        ElementKind::Method => doc(1),
        ElementKind::LocalVariable => return declaration_span(location, file.model),
        ElementKind::Statement => return label_span(location, file.model, &file.source.text),
        _ => None,
    };
    doc.map_or(location.span, |d| d.cover(location.span))
}

/// From `case` or `default` to the colon or arrow; other statements are whole.
fn label_span(location: &Location, model: &FileModel, text: &str) -> Span {
    let tree = &model.tree;
    let node = tree.covering(location.span);
    if tree.kind(node) != Kind::Case {
        return location.span;
    }
    let labels = tree
        .children(node)
        .take_while(|&c| !tree.kind(c).is_statement());
    let from = labels
        .last()
        .map_or(location.span.start, |l| tree.span(l).end);
    let rest = text.get(from as usize..location.span.end as usize);
    let end = rest.and_then(|r| {
        r.find(':')
            .map(|i| i + 1)
            .into_iter()
            .chain(r.find("->").map(|i| i + 2))
            .min()
    });
    end.map_or(location.span, |end| {
        Span::new(location.span.start, from + end as u32)
    })
}

/// The variable of a loop over elements is declared alone, with its type; others are their declarator.
fn declaration_span(location: &Location, model: &FileModel) -> Span {
    let tree = &model.tree;
    let node = tree.covering(location.span);
    let of_loop =
        |&a: &reweave_model::NodeId| tree.parent(a).map(|p| tree.kind(p)) == Some(Kind::ForEach);
    match tree.parent(node) {
        Some(local) if tree.kind(local) == Kind::Local && of_loop(&local) => tree.span(local),
        _ => location.span,
    }
}

/// The name of the element's kind in RefactoringMiner's files.
fn element_name(location: &Location, model: &FileModel) -> &'static str {
    match location.element {
        ElementKind::Type => type_name(location, model),
        ElementKind::Method => "METHOD_DECLARATION",
        ElementKind::Field => "FIELD_DECLARATION",
        ElementKind::EnumConstant => "ENUM_CONSTANT_DECLARATION",
        ElementKind::Parameter => "SINGLE_VARIABLE_DECLARATION",
        ElementKind::LocalVariable => variable_name(location, model),
        ElementKind::Annotation => "ANNOTATION",
        ElementKind::TypeReference => "TYPE",
        ElementKind::Package => "PACKAGE_DECLARATION",
        ElementKind::Statement | ElementKind::Expression => {
            let node = model.tree.covering(location.span);
            node_name(model.tree.kind(node))
        }
    }
}

/// Which of the three kinds of declarations a variable has: alone with its type, in a header, or as a statement.
fn variable_name(location: &Location, model: &FileModel) -> &'static str {
    let tree = &model.tree;
    let node = tree.covering(location.span);
    let around = tree.ancestors(node).find(|&a| tree.kind(a) != Kind::Local);
    match (tree.kind(node), around.map(|a| tree.kind(a))) {
        (Kind::Param, _) | (_, Some(Kind::ForEach)) => "SINGLE_VARIABLE_DECLARATION",
        (_, Some(Kind::For | Kind::Try)) => "VARIABLE_DECLARATION_EXPRESSION",
        _ => "VARIABLE_DECLARATION_STATEMENT",
    }
}

fn type_name(location: &Location, model: &FileModel) -> &'static str {
    use reweave_model::TypeKind as K;
    let found = model
        .types
        .iter()
        .find(|t| model.tree.span(t.node) == location.span);
    match found.map(|t| t.kind) {
        Some(K::Enum) => "ENUM_DECLARATION",
        Some(K::Record) => "RECORD_DECLARATION",
        Some(K::Annotation) => "ANNOTATION_TYPE_DECLARATION",
        Some(K::Anonymous) => "ANONYMOUS_CLASS_DECLARATION",
        _ => "TYPE_DECLARATION",
    }
}

/// What RefactoringMiner's files call a node of this kind; they follow the names of the Eclipse compiler's tree.
const fn node_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Block => "BLOCK",
        Kind::If => "IF_STATEMENT",
        Kind::While => "WHILE_STATEMENT",
        Kind::DoWhile => "DO_STATEMENT",
        Kind::For => "FOR_STATEMENT",
        Kind::ForEach => "ENHANCED_FOR_STATEMENT",
        Kind::Switch => "SWITCH_STATEMENT",
        Kind::Case => "SWITCH_CASE",
        Kind::Try => "TRY_STATEMENT",
        Kind::Catch => "CATCH_CLAUSE",
        Kind::Finally => "FINALLY_BLOCK",
        Kind::Synchronized => "SYNCHRONIZED_STATEMENT",
        Kind::Labeled => "LABELED_STATEMENT",
        Kind::ExprStmt => "EXPRESSION_STATEMENT",
        Kind::Local | Kind::VarDecl => "VARIABLE_DECLARATION_STATEMENT",
        Kind::LocalType => "TYPE_DECLARATION_STATEMENT",
        Kind::Return => "RETURN_STATEMENT",
        Kind::Throw => "THROW_STATEMENT",
        Kind::Break => "BREAK_STATEMENT",
        Kind::Continue => "CONTINUE_STATEMENT",
        Kind::Assert => "ASSERT_STATEMENT",
        Kind::Yield => "YIELD_STATEMENT",
        Kind::Empty => "EMPTY_STATEMENT",
        Kind::ConstructorCall => "CONSTRUCTOR_INVOCATION",
        Kind::Initializer => "INITIALIZER",
        Kind::Name => "SIMPLE_NAME",
        Kind::FieldAccess => "FIELD_ACCESS",
        Kind::Call => "METHOD_INVOCATION",
        Kind::New => "CLASS_INSTANCE_CREATION",
        Kind::NewArray => "ARRAY_CREATION",
        Kind::ArrayInit => "ARRAY_INITIALIZER",
        Kind::Index => "ARRAY_ACCESS",
        Kind::Lambda => "LAMBDA_EXPRESSION",
        Kind::MethodRef => "METHOD_REFERENCE",
        Kind::Unary => "PREFIX_EXPRESSION",
        Kind::Update => "POSTFIX_EXPRESSION",
        Kind::Binary => "INFIX_EXPRESSION",
        Kind::Assign => "ASSIGNMENT",
        Kind::Conditional => "TERNARY_OPERATOR",
        Kind::InstanceOf => "INSTANCEOF_EXPRESSION",
        Kind::Cast => "CAST_EXPRESSION",
        Kind::Paren => "PARENTHESIZED_EXPRESSION",
        Kind::This => "THIS_EXPRESSION",
        Kind::ClassLiteral => "TYPE_LITERAL",
        Kind::Number => "NUMBER_LITERAL",
        Kind::Str => "STRING_LITERAL",
        Kind::Char => "CHARACTER_LITERAL",
        Kind::Bool => "BOOLEAN_LITERAL",
        Kind::Null => "NULL_LITERAL",
        Kind::SwitchExpr => "SWITCH_EXPRESSION",
        kind if kind.is_type() => "TYPE",
        _ => "EXPRESSION",
    }
}
