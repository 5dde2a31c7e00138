//! Lowering: one walk over the syntax tree that writes the model's tree in preorder.
//!
//! The walk keeps its own stack of [`Task`]s, so that nesting costs memory and never the machine's stack. Visiting a
//! syntax node opens its model node and schedules the children in source order; the last task closes it again.

mod decl;
mod errors;
mod expr;
mod stmt;
mod tables;
mod ty;

use crate::grammar::{F, JAVA, K};
use crate::mask::{decode, defuse};
use crate::recover::{Recovered, recover};
use reweave_model::{
    CallableKind, FileModel, Kind, Modifiers, Node, NodeId, Program, Role, TreeBuilder, TypeKind,
};
use reweave_syntax::{Cancelled, NodeId as SyntaxId, SyntaxTree, Version};
use reweave_text::{Interner, Span, Symbol};
use std::sync::Arc;

pub(crate) use tables::qualified;

/// Reads one file. `path` is kept as it is given, with `/`, relative to the root of the program.
pub fn lower(path: &str, text: &str, names: &Interner) -> FileModel {
    lower_cancellable(path, text, names, &|| false).expect("never called off")
}

/// Like [`lower`]; `cancelled` is asked every so often.
pub fn lower_cancellable(
    path: &str,
    text: &str,
    names: &Interner,
    cancelled: &dyn Fn() -> bool,
) -> Result<FileModel, Cancelled> {
    let read = lower_next((path, text), None, names, cancelled)?;
    Ok(read.0)
}

/// Reads a file from an earlier version of it, given as path and text: the same model as [`lower`] makes, in less time. With it what a
/// further version can be read from, unless something could not be read.
pub fn lower_next(
    (path, text): (&str, &str),
    earlier: Option<&Version>,
    names: &Interner,
    cancelled: &dyn Fn() -> bool,
) -> Result<(FileModel, Option<Version>), Cancelled> {
    let shown = defuse(text);
    let next = reweave_syntax::parse_next(&JAVA.grammar, &shown, earlier, cancelled)?;
    if next.syntax().errors().is_empty() {
        let model = lower_syntax((path, text), next.syntax(), None, names, cancelled)?;
        return Ok((model, Some(next)));
    }
    let Recovered { syntax, lost } = recover(&shown, next.into_syntax(), cancelled)?;
    let model = lower_syntax((path, text), &syntax, Some(lost), names, cancelled)?;
    Ok((model, None))
}

/// `lost` is what reading on after errors left out, where there were any.
fn lower_syntax(
    (path, text): (&str, &str),
    syntax: &SyntaxTree,
    lost: Option<Vec<(Span, &'static str)>>,
    names: &Interner,
    cancelled: &dyn Fn() -> bool,
) -> Result<FileModel, Cancelled> {
    let mut lowerer = Lowerer {
        text,
        stem: stem(path),
        syntax,
        masked: lost.is_some(),
        names,
        out: TreeBuilder::new(&crate::DIALECT),
        tasks: vec![Task::Visit(SyntaxId::ROOT, Role::None)],
        met: Vec::new(),
        lost: lost.unwrap_or_default(),
    };
    lowerer.run(cancelled)?;
    Ok(lowerer.finish(path))
}

/// Reads the files of one program, in order of path.
pub fn lower_program<'f>(
    files: impl IntoIterator<Item = (&'f str, &'f str)>,
    names: &Arc<Interner>,
) -> Program {
    let mut files: Vec<Arc<FileModel>> = files
        .into_iter()
        .map(|(path, text)| Arc::new(lower(path, text, names)))
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Program {
        names: Arc::clone(names),
        files,
    }
}

fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

enum Task {
    Visit(SyntaxId, Role),
    Open {
        kind: Kind,
        role: Role,
        span: Span,
        flags: u32,
        /// The token that gives the node its symbol.
        name: Option<SyntaxId>,
    },
    /// One declarator of a field's declaration.
    Field {
        declaration: SyntaxId,
        declarator: SyntaxId,
        role: Role,
        span: Span,
    },
    /// `x++`, with what of it stands before the operator.
    Update {
        update: SyntaxId,
        operand: SyntaxId,
        role: Role,
    },
    /// The type of a record pattern, which the grammar reads as a name even where it is dotted.
    DottedType(SyntaxId),
    /// What a file of members without a class around them stands in.
    ImplicitClass(Span),
    Close,
}

/// A declaration as it was met, in preorder; [`tables`] makes the model's tables of them.
struct Met {
    node: NodeId,
    what: What,
    modifiers: Modifiers,
    /// Where a documentation comment would end, and what reports call the whole declaration.
    declaration: Span,
}

enum What {
    Type(TypeKind),
    Callable(CallableKind),
    Field,
    EnumConstant,
    /// A component of a record: its Param node.
    Component,
    Initializer,
}

/// Asking the clock at each node would cost more than lowering it.
const TASKS_BETWEEN_CHECKS: u32 = 1 << 14;

struct Lowerer<'a> {
    text: &'a str,
    /// The file's name without its folder and extension.
    stem: &'a str,
    syntax: &'a SyntaxTree,
    /// The grammar was shown another text than this.
    masked: bool,
    names: &'a Interner,
    out: TreeBuilder,
    tasks: Vec<Task>,
    met: Vec<Met>,
    /// What the model lacks, and why, beside what the syntax tree says.
    lost: Vec<(Span, &'static str)>,
}

impl<'a> Lowerer<'a> {
    fn run(&mut self, cancelled: &dyn Fn() -> bool) -> Result<(), Cancelled> {
        let mut done = 0_u32;
        while let Some(task) = self.tasks.pop() {
            done = done.wrapping_add(1);
            if done.is_multiple_of(TASKS_BETWEEN_CHECKS) && cancelled() {
                return Err(Cancelled);
            }
            let scheduled = self.tasks.len();
            match task {
                Task::Visit(id, role) => self.visit(id, role),
                Task::Field {
                    declaration,
                    declarator,
                    role,
                    span,
                } => self.field(declaration, declarator, role, span),
                Task::Open {
                    kind,
                    role,
                    span,
                    flags,
                    name,
                } => {
                    self.open_spanning(kind, role, span, name).flags = flags;
                }
                Task::Update {
                    update,
                    operand,
                    role,
                } => self.update_of(update, operand, role),
                Task::DottedType(id) => self.dotted_type(id),
                Task::ImplicitClass(span) => self.implicit_class(span),
                Task::Close => self.out.close(),
            }
            // Handlers schedule in source order; the stack gives back the last one first.
            self.tasks[scheduled..].reverse();
        }
        Ok(())
    }

    fn visit(&mut self, id: SyntaxId, role: Role) {
        let k = self.k(id);
        let _ = self.expression(id, k, role)
            || self.ty(id, k, role)
            || self.statement(id, k, role)
            || self.declaration(id, k, role)
            || self.broken(id, k, role);
    }

    /// What the grammar could not read, and what lowering does not know: the text as one node. Members that stand whole
    /// in what could not be read are members all the same.
    fn broken(&mut self, id: SyntaxId, k: K, role: Role) -> bool {
        if k == K::Error && role == Role::Member && self.then_declarations(id) {
            return true;
        }
        let kind = if k == K::Error {
            Kind::Broken
        } else {
            Kind::OtherExpr
        };
        self.leaf(id, kind, role, Some(id));
        true
    }

    // Reading the syntax tree

    fn k(&self, id: SyntaxId) -> K {
        JAVA.kind(self.syntax.kind(id))
    }

    fn f(&self, id: SyntaxId) -> F {
        JAVA.field(self.syntax.node(id).field)
    }

    fn span(&self, id: SyntaxId) -> Span {
        self.in_text(self.syntax.span(id))
    }

    /// Recovery may have added braces behind the end, and the grammar was shown single bytes for some characters.
    fn in_text(&self, span: Span) -> Span {
        let whole = |at| self.text.floor_char_boundary(at as usize) as u32;
        Span::new(whole(span.start), whole(span.end))
    }

    fn token(&self, id: SyntaxId) -> &'a str {
        self.span(id).text(self.text)
    }

    fn symbol(&self, id: SyntaxId) -> Symbol {
        let text = self.token(id);
        if self.masked && text.contains("\\u") && !text.starts_with(['"', '\'']) {
            return self.names.intern(&decode(text));
        }
        self.names.intern(text)
    }

    /// The children but for comments, tokens included.
    fn kids(&self, id: SyntaxId) -> impl Iterator<Item = SyntaxId> + Clone + use<'a> {
        let syntax = self.syntax;
        syntax
            .children(id)
            .filter(move |&c| !syntax.node(c).is_extra())
    }

    /// The children that the grammar names, but for comments.
    fn named(&self, id: SyntaxId) -> impl Iterator<Item = SyntaxId> + Clone + use<'a> {
        let syntax = self.syntax;
        self.kids(id).filter(move |&c| syntax.node(c).is_named())
    }

    fn in_field(&self, id: SyntaxId, field: F) -> Option<SyntaxId> {
        self.kids(id).find(|&c| self.f(c) == field)
    }

    fn of_kind(&self, id: SyntaxId, kind: K) -> Option<SyntaxId> {
        self.kids(id).find(|&c| self.k(c) == kind)
    }

    // Writing the model's tree

    fn open_spanning(
        &mut self,
        kind: Kind,
        role: Role,
        span: Span,
        name: Option<SyntaxId>,
    ) -> &mut Node {
        let sym = name.map_or(Symbol::EMPTY, |n| self.symbol(n));
        let node = self.out.open(kind, role, sym, span);
        let at = name.map_or(span.start, |n| self.span(n).start);
        let node = self.out.node_mut(node);
        node.name_at = at;
        node
    }

    fn open(&mut self, id: SyntaxId, kind: Kind, role: Role) -> &mut Node {
        self.open_spanning(kind, role, self.span(id), None)
    }

    fn open_named(
        &mut self,
        id: SyntaxId,
        kind: Kind,
        role: Role,
        name: Option<SyntaxId>,
    ) -> &mut Node {
        self.open_spanning(kind, role, self.span(id), name)
    }

    fn leaf(&mut self, id: SyntaxId, kind: Kind, role: Role, name: Option<SyntaxId>) {
        self.open_named(id, kind, role, name);
        self.out.close();
    }

    // Scheduling

    fn then(&mut self, id: SyntaxId, role: Role) {
        self.tasks.push(Task::Visit(id, role));
    }

    fn then_maybe(&mut self, id: Option<SyntaxId>, role: Role) {
        if let Some(id) = id {
            self.then(id, role);
        }
    }

    /// Every named child in one role.
    fn then_named(&mut self, id: SyntaxId, role: Role) {
        for child in self.named(id) {
            self.then(child, role);
        }
    }

    /// The children of the child of that kind, in one role: argument lists, type arguments and other wrappers.
    fn then_inside(&mut self, id: SyntaxId, wrapper: K, role: Role) {
        if let Some(wrapper) = self.of_kind(id, wrapper) {
            self.then_named(wrapper, role);
        }
    }

    fn then_open(&mut self, kind: Kind, role: Role, span: Span, name: Option<SyntaxId>) {
        self.tasks.push(Task::Open {
            kind,
            role,
            span,
            flags: 0,
            name,
        });
    }

    fn then_leaf(&mut self, id: SyntaxId, kind: Kind, role: Role) {
        self.then_open(kind, role, self.span(id), Some(id));
        self.then_close();
    }

    fn then_close(&mut self) {
        self.tasks.push(Task::Close);
    }

    fn meet(&mut self, node: NodeId, what: What, modifiers: Modifiers, declaration: Span) {
        self.met.push(Met {
            node,
            what,
            modifiers,
            declaration,
        });
    }
}
