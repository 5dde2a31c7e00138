//! What several refactorings ask of a Fortran program: the name under the caret, whether a new name is legal, where
//! declarations go.

use super::Fortran;
use reweave_lang_fortran::ast::StmtKind;
use reweave_lang_fortran::table::{EntityId, EntityKind, Flags, Occurrence, ScopeId, StmtId, role};
use reweave_lang_fortran::{Beside, Form, GLOBAL, LONGEST_NAME, Program, fit, joined, wrap};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Run, Step};
use reweave_text::{Edit, FileId, Part as _, Span};
use std::collections::BTreeMap;

/// The occurrence at a place of the original text, after the steps made so far.
pub fn occurrence(
    run: &Run<'_, Fortran>,
    file: FileId,
    offset: u32,
) -> Result<Occurrence, BadInput> {
    let now = run.now(Interval::new(file, Span::at(offset)));
    let found = run.program().at(now.file, now.span.start);
    // Of a token that names two things the one that it declares.
    let best = found
        .iter()
        .find(|o| o.role & role::SHORTHAND == 0)
        .or(found.first());
    best.map(|o| **o).ok_or_else(|| {
        BadInput::unclear("no name stands here; put the caret on one").at(file, Span::at(offset))
    })
}

/// Whether `name` can be a name at all.
pub fn legal_name(name: &str) -> Result<(), BadInput> {
    let mut letters = name.bytes();
    let starts = letters.next().is_some_and(|b| b.is_ascii_alphabetic());
    if !starts || !letters.all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Err(BadInput::unclear(format!(
            "`{name}` is not a valid name: a letter, then letters, digits and underscores"
        )));
    }
    if name.len() > LONGEST_NAME {
        return Err(BadInput::unclear(format!(
            "`{name}` is longer than {LONGEST_NAME} characters"
        )));
    }
    Ok(())
}

/// Whether an entity's name is the program's own to change.
pub fn own_name(run: &Run<'_, Fortran>, entity: EntityId) -> Result<(), BadInput> {
    let program = run.program();
    let leader = program.entity(program.leader(entity));
    let text = run.names().text(leader.name);
    let complaint = match leader.kind {
        EntityKind::Intrinsic => format!("`{text}` is a name of the language"),
        EntityKind::Missing => format!("`{text}` comes from a module that is not among the files"),
        EntityKind::Procedure if leader.scope == GLOBAL && !leader.flags.has(Flags::DEFINED) => {
            format!("the procedure `{text}` is not among the files")
        }
        EntityKind::Label => "a label is a number, not a name".to_owned(),
        EntityKind::Generic if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.') => {
            format!("`{text}` is an operator of the language")
        }
        _ if program.macros.contains(&leader.name) => {
            format!("`{text}` is also a macro of the preprocessor")
        }
        _ => return Ok(()),
    };
    Err(BadInput::new(complaint))
}

/// A step whose edits keep every line within the compiler's sight.
pub struct Edits {
    by_file: BTreeMap<FileId, Vec<Edit>>,
}

impl Edits {
    pub fn new() -> Self {
        Self {
            by_file: BTreeMap::new(),
        }
    }

    pub fn replace(&mut self, file: FileId, span: Span, text: impl Into<String>) {
        self.by_file
            .entry(file)
            .or_default()
            .push(Edit::replace(span, text));
    }

    /// Puts the edits into the step.
    pub fn into_step(self, run: &Run<'_, Fortran>, step: &mut Step) {
        for (file, edits) in self.by_file {
            for edit in fit(run.sources().text(file), form(run, file), edits) {
                step.edit(file, edit);
            }
        }
    }
}

/// The whole lines of a statement: from its line's start to the start of the next line.
pub fn lines_of(program: &Program, text: &str, stmt: StmtId) -> (FileId, Span) {
    let placed = program.placed(stmt);
    let span = program.stmt(stmt).span;
    (placed.file, whole_lines(text, span))
}

pub fn whole_lines(text: &str, span: Span) -> Span {
    let start = text
        .part(..span.start as usize)
        .rfind('\n')
        .map_or(0, |i| i + 1);
    let end = text
        .part(span.end as usize..)
        .find('\n')
        .map_or(text.len(), |i| span.end as usize + i + 1);
    Span::new(start as u32, end as u32)
}

/// The form that a file is written in.
pub fn form(run: &Run<'_, Fortran>, file: FileId) -> Form {
    run.program().ast(file).map_or(Form::Free, |a| a.form)
}

/// A new line of a file, cut where it is too long.
pub fn new_line(run: &Run<'_, Fortran>, file: FileId, line: &str) -> String {
    wrap(line, form(run, file)) + "\n"
}

/// A part of a statement, for another place: what lines it stood on says nothing there. In free form it may keep them.
pub fn part(run: &Run<'_, Fortran>, file: FileId, stmt: StmtId, span: Span) -> String {
    let text = run.sources().text(file);
    let written = span.text(text);
    if form(run, file) == Form::Free || !written.contains(['\n', '\r']) {
        return written.to_owned();
    }
    joined(text, Form::Fixed, run.program().stmt(stmt).span, span)
}

/// The blanks that a new line begins with to stand under the one at an offset. A label is none of them.
pub fn indent_of(run: &Run<'_, Fortran>, file: FileId, offset: u32) -> String {
    let text = run.sources().text(file);
    let start = text
        .part(..offset as usize)
        .rfind('\n')
        .map_or(0, |i| i + 1);
    let blanks = text.part(start..).chars();
    let blanks = blanks.take_while(|c| *c == ' ' || *c == '\t').collect();
    in_margin(form(run, file), blanks)
}

/// Fixed form keeps the first six columns free.
pub fn in_margin(form: Form, blanks: String) -> String {
    if form == Form::Fixed && !blanks.contains('\t') && blanks.len() < 6 {
        return " ".repeat(6);
    }
    blanks
}

/// Where a declaration may be put into a scope: the offset of a line start, and the blanks it should begin with.
/// `None` where the place lies in an included file or shares its line with other statements.
pub fn declaration_place(run: &Run<'_, Fortran>, scope: ScopeId) -> Option<(FileId, u32, String)> {
    beside(run, scope, run.program().last_specification(scope)?)
}

/// The same for something that is used already: NAMELIST, DATA and statement functions must know its type.
pub fn place_above(
    run: &Run<'_, Fortran>,
    scope: ScopeId,
    entity: EntityId,
) -> Option<(FileId, u32, String)> {
    let program = run.program();
    let last = program.last_specification(scope)?;
    let head = program.scope(scope).first?;
    let is_listed = |s: &StmtId| {
        let kind = &program.stmt(*s).kind;
        *s <= last.stmt && !matches!(kind, StmtKind::Procedure(_) | StmtKind::Entry(_))
    };
    let own = program.occurrences_of(entity).map(|o| o.stmt);
    let Some(stmt) = own.filter(is_listed).min() else {
        return beside(run, scope, last);
    };
    let (file, at, indent) = beside(run, scope, Beside { stmt, before: true })?;
    let heads =
        program.placed(head).file == file && (stmt == head || program.stmt(head).span.end <= at);
    heads.then_some((file, at, indent))
}

fn beside(run: &Run<'_, Fortran>, scope: ScopeId, last: Beside) -> Option<(FileId, u32, String)> {
    let program = run.program();
    let placed = program.placed(last.stmt);
    let text = run.sources().text(placed.file);
    let (_, lines) = lines_of(program, text, last.stmt);
    let indent = if last.before {
        indent_of(run, placed.file, program.stmt(last.stmt).span.start)
    } else {
        let inside = program.indent_inside(text, scope);
        in_margin(form(run, placed.file), inside)
    };
    let at = if last.before { lines.start } else { lines.end };
    // The next statement must begin on a line of its own.
    let shared = !last.before
        && program
            .stmts
            .get(last.stmt.0 as usize + 1)
            .is_some_and(|next| {
                let next_span = program.stmt(StmtId(last.stmt.0 + 1)).span;
                next.file == placed.file && next_span.start < lines.end
            });
    (!shared).then_some((placed.file, at, indent))
}
