//! One walk over the syntax tree that writes the model's tree in preorder.
//!
//! No syntax tree is deeper than [`reweave_text::DEEPEST`], so the walk of a language may recurse.

use crate::grammar::{FieldName, KindName, NamedGrammar};
use crate::tables;
use reweave_model::{
    CallableKind, Dialect, FileModel, Kind, Modifiers, Node, NodeId, Role, TreeBuilder, TypeKind,
};
use reweave_syntax::{Cancelled, NodeId as SyntaxId, SyntaxTree, Version};
use reweave_text::{Interner, Span, Symbol};

/// What a language tells the walk.
pub trait Language: Sized {
    type K: KindName + 'static;
    type F: FieldName;

    fn grammar() -> &'static NamedGrammar<Self::K, Self::F>;

    fn dialect() -> &'static Dialect;

    /// What the language keeps while it walks one file.
    fn new(path: &str, text: &str) -> Self;

    /// Writes the file: a [`Kind::Unit`] node, opened and closed.
    fn unit(l: &mut Lowerer<'_, Self>);

    /// Writes an expression, the type in the place of one included.
    fn expression(l: &mut Lowerer<'_, Self>, id: SyntaxId, role: Role);

    /// The package of the file: what the qualified names of its types begin with.
    fn package(l: &Lowerer<'_, Self>) -> Symbol;

    /// What the type of the file's own members is called below the package.
    fn module(l: &Lowerer<'_, Self>) -> String {
        let _ = l;
        Self::dialect().words.module.to_owned()
    }

    /// The text as the grammar is shown it, of the same length, where that differs.
    fn mask(path: &str, text: &str) -> Option<String> {
        let _ = (path, text);
        None
    }
}

/// A declaration as it was met, in preorder; the model's tables are made of them.
pub struct Met {
    pub node: NodeId,
    pub what: What,
    pub modifiers: Modifiers,
    /// Where a documentation comment would end, and what reports call the whole declaration.
    pub declaration: Span,
}

/// What was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A module that is not the root is a namespace: what stands in it has its name before its own.
    Type(TypeKind),
    /// What adds members to the type of that name, wherever that is declared.
    Part(TypeKind),
    Callable(CallableKind),
    /// Of a function that a definition elsewhere may complete.
    Prototype,
    /// Of the innermost class or module, wherever in it the node stands. The second of one name is the first again.
    Field,
    EnumConstant,
}

/// The walk over one file.
pub struct Lowerer<'a, L: Language> {
    pub path: &'a str,
    pub text: &'a str,
    pub names: &'a Interner,
    pub syntax: &'a SyntaxTree,
    pub out: TreeBuilder,
    /// What the language keeps.
    pub own: L,
    pub(crate) met: Vec<Met>,
}

/// Reads one file. `path` is kept as it is given, with `/`, relative to the root of the program.
pub fn lower<L: Language>(path: &str, text: &str, names: &Interner) -> FileModel {
    lower_cancellable::<L>(path, text, names, &|| false).expect("never called off")
}

/// Like [`lower`]; `cancelled` is asked every so often.
pub fn lower_cancellable<L: Language>(
    path: &str,
    text: &str,
    names: &Interner,
    cancelled: &dyn Fn() -> bool,
) -> Result<FileModel, Cancelled> {
    let masked = L::mask(path, text);
    let shown = masked.as_deref().unwrap_or(text);
    let syntax = reweave_syntax::parse_cancellable(&L::grammar().grammar, shown, cancelled)?;
    of_syntax::<L>((path, text), &syntax, names, cancelled)
}

/// Reads a file from an earlier version of it, given as path and text: the same model as [`lower`] makes, in less time. With it what a
/// further version can be read from, unless something could not be read.
pub fn lower_next<L: Language>(
    (path, text): (&str, &str),
    earlier: Option<&Version>,
    names: &Interner,
    cancelled: &dyn Fn() -> bool,
) -> Result<(FileModel, Option<Version>), Cancelled> {
    let masked = L::mask(path, text);
    let shown = masked.as_deref().unwrap_or(text);
    let next = reweave_syntax::parse_next(&L::grammar().grammar, shown, earlier, cancelled)?;
    let model = of_syntax::<L>((path, text), next.syntax(), names, cancelled)?;
    let is_whole = next.syntax().errors().is_empty();
    Ok((model, is_whole.then_some(next)))
}

fn of_syntax<L: Language>(
    (path, text): (&str, &str),
    syntax: &SyntaxTree,
    names: &Interner,
    cancelled: &dyn Fn() -> bool,
) -> Result<FileModel, Cancelled> {
    // Lowering takes a fraction of the time of parsing: between the two is often enough to ask.
    if cancelled() {
        return Err(Cancelled);
    }
    let mut lowerer = Lowerer {
        path,
        text,
        names,
        syntax,
        out: TreeBuilder::new(L::dialect()),
        own: L::new(path, text),
        met: Vec::new(),
    };
    L::unit(&mut lowerer);
    Ok(tables::finish(lowerer))
}

/// Reading the syntax tree.
impl<'a, L: Language> Lowerer<'a, L> {
    pub fn k(&self, id: SyntaxId) -> L::K {
        L::grammar().kind(self.syntax.kind(id))
    }

    /// The field under which a node stands in its parent.
    pub fn f(&self, id: SyntaxId) -> L::F {
        L::grammar().field(self.syntax.node(id).field)
    }

    pub fn span(&self, id: SyntaxId) -> Span {
        self.syntax.span(id)
    }

    pub fn token(&self, id: SyntaxId) -> &'a str {
        self.span(id).text(self.text)
    }

    pub fn symbol(&self, id: SyntaxId) -> Symbol {
        self.names.intern(self.token(id))
    }

    /// The text of a node without its white space: a type, a dotted name.
    pub fn squeezed(&self, id: SyntaxId) -> Symbol {
        let text = self.token(id);
        if text.contains(char::is_whitespace) {
            let parts: String = text.split_whitespace().collect();
            self.names.intern(&parts)
        } else {
            self.names.intern(text)
        }
    }

    /// The children but for comments, tokens included.
    pub fn kids(&self, id: SyntaxId) -> impl Iterator<Item = SyntaxId> + Clone + use<'a, L> {
        let syntax = self.syntax;
        syntax
            .children(id)
            .filter(move |&c| !syntax.node(c).is_extra())
    }

    /// The children that the grammar names, but for comments.
    pub fn named(&self, id: SyntaxId) -> impl Iterator<Item = SyntaxId> + Clone + use<'a, L> {
        let syntax = self.syntax;
        self.kids(id).filter(move |&c| syntax.node(c).is_named())
    }

    pub fn in_field(&self, id: SyntaxId, field: L::F) -> Option<SyntaxId> {
        self.kids(id).find(|&c| self.f(c) == field)
    }

    /// The named children in a field.
    pub fn all_in_field(&self, id: SyntaxId, field: L::F) -> Vec<SyntaxId> {
        self.named(id).filter(|&c| self.f(c) == field).collect()
    }

    pub fn of_kind(&self, id: SyntaxId, kind: L::K) -> Option<SyntaxId> {
        self.kids(id).find(|&c| self.k(c) == kind)
    }
}

/// Writing the model's tree.
impl<L: Language> Lowerer<'_, L> {
    /// Opens a node; its children come next, then [`Self::close`].
    pub fn open(&mut self, id: SyntaxId, kind: Kind, role: Role) -> &mut Node {
        self.open_at(self.span(id), kind, role)
    }

    pub fn open_at(&mut self, span: Span, kind: Kind, role: Role) -> &mut Node {
        let node = self.out.open(kind, role, Symbol::EMPTY, span);
        self.out.node_mut(node)
    }

    /// Opens a node that has the text of `name` as its symbol.
    pub fn open_named(
        &mut self,
        id: SyntaxId,
        kind: Kind,
        role: Role,
        name: Option<SyntaxId>,
    ) -> &mut Node {
        let named = name.map(|n| (self.symbol(n), self.span(n).start));
        let node = self.open(id, kind, role);
        if let Some((sym, at)) = named {
            (node.sym, node.name_at) = (sym, at);
        }
        node
    }

    pub fn close(&mut self) {
        self.out.close();
    }

    /// A node without children, its symbol the text of it.
    pub fn leaf(&mut self, id: SyntaxId, kind: Kind, role: Role) {
        self.open_named(id, kind, role, Some(id));
        self.close();
    }

    /// A node without children that says nothing beside its kind.
    pub fn bare(&mut self, id: SyntaxId, kind: Kind, role: Role) {
        self.open(id, kind, role);
        self.close();
    }

    /// The innermost open node is a declaration.
    pub fn meet(&mut self, what: What, modifiers: Modifiers, declaration: Span) {
        let node = self.out.current();
        self.meet_at(node, what, modifiers, declaration);
    }

    /// Declarations are met in preorder of their nodes.
    pub fn meet_at(&mut self, node: NodeId, what: What, modifiers: Modifiers, declaration: Span) {
        self.met.push(Met {
            node,
            what,
            modifiers,
            declaration,
        });
    }
}
