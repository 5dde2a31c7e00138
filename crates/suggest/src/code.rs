//! The body of one method as a small tree of its own, evened out where syntax says one thing in several ways: no
//! parentheses, every branch a block, one variable a declaration, `this.x` is `x`. Variables are numbered, so that
//! code with other names compares equal.

use reweave_model::{Callable, FileModel, Kind, Modifiers, NodeId, Role, Tree, type_text};
use reweave_text::{Interner, Span, Symbol};
use rustc_hash::FxHashMap;

/// Where code comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: u32,
    pub node: NodeId,
    pub span: Span,
}

/// What a node says besides its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    None,
    /// An operator, a literal, the name of a method or type.
    Text(Symbol),
    /// A variable of the method.
    Variable(u32),
    /// A name from outside of the method: a field, a constant, a type.
    Free(Symbol),
}

#[derive(Clone, Debug)]
pub struct Code {
    pub kind: Kind,
    pub role: Role,
    pub word: Word,
    pub place: Place,
    pub kids: Vec<Code>,
}

/// A method's code, ready to be compared.
#[derive(Clone, Debug)]
pub struct Body {
    pub file: u32,
    /// The declaration, annotations and all.
    pub span: Span,
    /// From the first modifier or type to the name: where a report points.
    pub name_at: u32,
    /// The numbers of the parameters' variables.
    pub params: Vec<u32>,
    pub is_static: bool,
    /// One more than the greatest number of a variable.
    pub variables: u32,
    /// The types that variables are declared with, as they are written, by number; empty where none is.
    pub types: Vec<Symbol>,
    /// A [`Kind::Block`].
    pub block: Code,
}

/// Code nested deeper is not compared; people write far flatter.
const DEEPEST: usize = 120;
/// Larger bodies are not compared: what takes that much is generated.
const LARGEST: usize = 6000;

impl Body {
    /// None where there is no body, or one too large or too deep to compare.
    pub fn read(
        file: u32,
        model: &FileModel,
        callable: &Callable,
        names: &Interner,
    ) -> Option<Self> {
        let block = callable.body?;
        let tree = &model.tree;
        let size = tree.subtree_end(block) - block.0;
        if size as usize > LARGEST {
            return None;
        }
        let mut builder = Builder {
            file,
            tree,
            names,
            scopes: vec![FxHashMap::default()],
            variables: 0,
            types: Vec::new(),
            depth: 0,
            equals: names.get("="),
        };
        let params = callable
            .params
            .iter()
            .map(|p| builder.declare(p.name, p.ty))
            .collect();
        let block = builder.code(block)?;
        Some(Self {
            file,
            span: tree.span(callable.node),
            name_at: tree.node(callable.node).name_at,
            params,
            is_static: callable.modifiers.has(Modifiers::STATIC),
            variables: builder.variables,
            types: builder.types,
            block,
        })
    }
}

impl Code {
    pub fn kid(&self, role: Role) -> Option<&Self> {
        self.kids.iter().find(|k| k.role == role)
    }

    pub fn kids_in(&self, role: Role) -> impl Iterator<Item = &Self> {
        self.kids.iter().filter(move |k| k.role == role)
    }

    /// This node and all below it, in order.
    pub fn walk(&self) -> impl Iterator<Item = &Self> {
        let mut open = vec![self];
        std::iter::from_fn(move || {
            let next = open.pop()?;
            open.extend(next.kids.iter().rev());
            Some(next)
        })
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        self.walk().count()
    }

    pub fn count(&self, kind: Kind) -> usize {
        self.walk().filter(|c| c.kind == kind).count()
    }

    /// Changes every node below, the inner ones first.
    #[must_use]
    pub fn rebuild(mut self, change: &mut impl FnMut(Self) -> Self) -> Self {
        self.kids = self.kids.into_iter().map(|k| k.rebuild(change)).collect();
        change(self)
    }

    #[must_use]
    pub fn with_role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// The same but for places and the role of the whole.
    pub fn same(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.word == other.word
            && self.kids.len() == other.kids.len()
            && self
                .kids
                .iter()
                .zip(&other.kids)
                .all(|(a, b)| a.role == b.role && a.same(b))
    }

    /// Calls, creations, assignments and updates: what may have an effect, or another value next time.
    pub fn has_effects(&self) -> bool {
        self.walk().any(|c| {
            matches!(
                c.kind,
                Kind::Call | Kind::New | Kind::Assign | Kind::Update | Kind::OtherExpr
            )
        })
    }
}

struct Builder<'a> {
    file: u32,
    tree: &'a Tree,
    names: &'a Interner,
    scopes: Vec<FxHashMap<Symbol, u32>>,
    variables: u32,
    types: Vec<Symbol>,
    depth: usize,
    /// Plain assignment, which needs no word.
    equals: Option<Symbol>,
}

impl Builder<'_> {
    fn declare(&mut self, name: Symbol, ty: Option<NodeId>) -> u32 {
        let number = self.variables;
        self.variables += 1;
        let written = ty.filter(|&t| self.tree.kind(t) != Kind::InferredType);
        let written = written.map(|t| self.names.intern(&type_text(self.tree, t, self.names)));
        self.types.push(written.unwrap_or_default());
        self.scopes
            .last_mut()
            .expect("the method's own scope stays open")
            .insert(name, number);
        number
    }

    fn lookup(&self, name: Symbol) -> Option<u32> {
        self.scopes.iter().rev().find_map(|s| s.get(&name).copied())
    }

    fn place(&self, id: NodeId) -> Place {
        Place {
            file: self.file,
            node: id,
            span: self.tree.span(id),
        }
    }

    fn code(&mut self, id: NodeId) -> Option<Code> {
        let tree = self.tree;
        let node = tree.node(id);
        if self.depth >= DEEPEST || node.kind == Kind::Broken {
            return None;
        }
        match node.kind {
            Kind::Paren | Kind::ExprStmt => {
                let inner = tree.children(id).next()?;
                let mut code = self.code(inner)?;
                code.role = node.role;
                if node.kind == Kind::ExprStmt {
                    code.place.span = node.span;
                }
                return Some(code);
            }
            Kind::FieldAccess if self.is_this(id) => {
                return Some(Code {
                    kind: Kind::Name,
                    role: node.role,
                    word: Word::Free(node.sym),
                    place: self.place(id),
                    kids: Vec::new(),
                });
            }
            _ => {}
        }
        let scoped = matches!(
            node.kind,
            Kind::Block
                | Kind::For
                | Kind::ForEach
                | Kind::Try
                | Kind::Catch
                | Kind::Lambda
                | Kind::Case
                | Kind::Callable
                | Kind::Type
        );
        if scoped {
            self.scopes.push(FxHashMap::default());
        }
        self.depth += 1;
        let kids = self.kids(id);
        self.depth -= 1;
        if scoped {
            self.scopes.pop();
        }
        Some(Code {
            kind: node.kind,
            role: node.role,
            word: self.word(id),
            place: self.place(id),
            kids: kids?,
        })
    }

    /// `this` or `this.x` with nothing more to say than `x`.
    fn is_this(&self, id: NodeId) -> bool {
        let tree = self.tree;
        tree.child_in(id, Role::Receiver)
            .is_some_and(|r| tree.kind(r) == Kind::This && tree.children(r).next().is_none())
    }

    fn kids(&mut self, id: NodeId) -> Option<Vec<Code>> {
        let tree = self.tree;
        let kind = tree.kind(id);
        let mut kids = Vec::new();
        let mut after = Vec::new();
        for child in tree.children(id) {
            let node = tree.node(child);
            match node.kind {
                Kind::Annotation | Kind::Empty => continue,
                Kind::Param | Kind::TypePattern => {
                    self.declare(node.sym, tree.child_in(child, Role::Type));
                }
                // Types of variables and of parameters do not take part: code that differs in them alone can share
                // a method.
                k if k.is_type()
                    && matches!(
                        kind,
                        Kind::Local | Kind::Param | Kind::Callable | Kind::Call
                    ) =>
                {
                    continue;
                }
                Kind::VarDecl => {
                    let code = self.variable(child)?;
                    kids.push(code);
                    continue;
                }
                Kind::This
                    if kind == Kind::Call && node.role == Role::Receiver && self.is_this(id) =>
                {
                    continue;
                }
                _ => {}
            }
            if node.kind == Kind::Local && kind == Kind::Block {
                kids.extend(self.split(child)?);
                continue;
            }
            let code = self.code(child)?;
            let branch = matches!(node.role, Role::Then | Role::Else | Role::Body)
                && matches!(
                    kind,
                    Kind::If
                        | Kind::While
                        | Kind::DoWhile
                        | Kind::For
                        | Kind::ForEach
                        | Kind::Labeled
                );
            let code = if branch && code.kind != Kind::Block {
                Code {
                    kind: Kind::Block,
                    role: code.role,
                    word: Word::None,
                    place: code.place,
                    kids: vec![code.with_role(Role::None)],
                }
            } else {
                code
            };
            // A block within a block is only a scope.
            if kind == Kind::Block && code.kind == Kind::Block {
                kids.extend(code.kids);
            } else if kind == Kind::ForEach && code.role == Role::Condition {
                after.push(code);
            } else {
                kids.push(code);
            }
        }
        kids.append(&mut after);
        Some(kids)
    }

    /// `int a = 1, b;` as two declarations.
    fn split(&mut self, local: NodeId) -> Option<Vec<Code>> {
        let tree = self.tree;
        let mut all = Vec::new();
        for child in tree
            .children(local)
            .filter(|&c| tree.kind(c) == Kind::VarDecl)
        {
            let variable = self.variable(child)?;
            all.push(Code {
                kind: Kind::Local,
                role: tree.role(local),
                word: Word::None,
                place: self.place(local),
                kids: vec![variable],
            });
        }
        Some(all)
    }

    /// The value first: it cannot mean the variable that it is for.
    fn variable(&mut self, id: NodeId) -> Option<Code> {
        let tree = self.tree;
        self.depth += 1;
        let init = match tree.child_in(id, Role::Init) {
            Some(init) => Some(self.code(init)?),
            None => None,
        };
        self.depth -= 1;
        let holder = tree.parent(id);
        let ty = holder.and_then(|h| tree.child_in(h, Role::Type));
        let number = self.declare(tree.sym(id), ty);
        Some(Code {
            kind: Kind::VarDecl,
            role: tree.role(id),
            word: Word::Variable(number),
            place: self.place(id),
            kids: init.into_iter().collect(),
        })
    }

    fn word(&self, id: NodeId) -> Word {
        let node = self.tree.node(id);
        match node.kind {
            Kind::Name => self
                .lookup(node.sym)
                .map_or(Word::Free(node.sym), Word::Variable),
            Kind::Param | Kind::TypePattern => {
                self.lookup(node.sym).map_or(Word::None, Word::Variable)
            }
            Kind::Assign if Some(node.sym) == self.equals => Word::None,
            _ if node.sym.is_empty() => Word::None,
            _ => Word::Text(node.sym),
        }
    }
}
