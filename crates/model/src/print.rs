//! Code as reports print it: one layout, whatever the source's was, from the tree alone.
//!
//! Operators stand between spaces, an assignment's does not; arguments are parted by `,`: `a.b(x,y) && c`,
//! `int n=f(x);`, `Map<String,List<Integer>>`. A composite statement is printed as its header (`if(a > b)`,
//! `for(x: xs)`), and the body of a type or switch inside an expression as `{...}`.

use crate::dialect::{Conditional, Spelling};
use crate::{Kind, Modifiers, Node, NodeId, Role, Tree};
use reweave_text::{Interner, Symbol};

/// An expression, statement, type, pattern or annotation.
pub fn code_text(tree: &Tree, node: NodeId, names: &Interner) -> String {
    let mut out = String::new();
    push_code(&mut out, tree, node, names);
    out
}

/// A type as it is written, without annotations. A parameter that takes any number of arguments says so itself, not its
/// type.
pub fn type_text(tree: &Tree, ty: NodeId, names: &Interner) -> String {
    code_text(tree, ty, names)
}

/// Appends [`code_text`].
pub fn push_code(out: &mut String, tree: &Tree, node: NodeId, names: &Interner) {
    let mut printer = Printer {
        tree,
        spelling: &tree.dialect().spelling,
        todo: Vec::new(),
    };
    if tree.kind(node).is_composite() && tree.kind(node) != Kind::Block {
        printer.header(node);
    } else if tree.kind(node) == Kind::Annotation {
        printer.annotation(node, [" = ", ", "]);
    } else {
        printer.todo.push(Piece::Node(node));
    }
    // Each piece of the stack is written before those below it.
    printer.todo.reverse();
    while let Some(piece) = printer.todo.pop() {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Name(symbol) => out.push_str(names.text(symbol)),
            Piece::Prefix(symbol) => {
                let operator = names.text(symbol);
                out.push_str(operator);
                // A word does not stand close to its operand.
                if operator.ends_with(char::is_alphabetic) {
                    out.push(' ');
                }
            }
            Piece::Closing(symbol) => out.push_str(match names.text(symbol) {
                "[" => "]",
                "{" => "}",
                "(" => ")",
                _ => "",
            }),
            Piece::Operator(symbol) => out.push_str(names.text(symbol).trim_matches('x')),
            Piece::Node(node) => {
                let from = printer.todo.len();
                printer.node(node);
                printer.todo[from..].reverse();
            }
        }
    }
}

/// What is still to be written.
enum Piece {
    Node(NodeId),
    Text(&'static str),
    Name(Symbol),
    /// An operator before its operand.
    Prefix(Symbol),
    /// The bracket that closes what this one opens.
    Closing(Symbol),
    /// The symbol of an update without the `x` that stands for its operand.
    Operator(Symbol),
}

struct Printer<'t> {
    tree: &'t Tree,
    spelling: &'static Spelling,
    todo: Vec<Piece>,
}

impl<'t> Printer<'t> {
    fn text(&mut self, text: &'static str) {
        self.todo.push(Piece::Text(text));
    }

    fn name(&mut self, node: NodeId) {
        self.todo.push(Piece::Name(self.tree.sym(node)));
    }

    /// The child in `role`, if there is one, between two texts.
    fn child(&mut self, node: NodeId, role: Role, [before, after]: [&'static str; 2]) {
        if let Some(child) = self.tree.child_in(node, role) {
            self.todo
                .extend([Piece::Text(before), Piece::Node(child), Piece::Text(after)]);
        }
    }

    /// The children in `role`, parted by `comma`; brackets stand even around none.
    fn list(&mut self, node: NodeId, role: Role, [open, comma, close]: [&'static str; 3]) {
        self.text(open);
        let mut first = true;
        for child in self.tree.children_in(node, role) {
            if !first {
                self.text(comma);
            }
            first = false;
            self.todo.push(Piece::Node(child));
        }
        self.text(close);
    }

    fn type_arguments(&mut self, node: NodeId) {
        if self.tree.child_in(node, Role::TypeArgument).is_some() {
            let [open, close] = self.spelling.type_arguments;
            self.list(node, Role::TypeArgument, [open, ",", close]);
        }
    }

    fn modifiers(&mut self, modifiers: Modifiers) {
        for word in modifiers.words() {
            self.text(word);
            self.text(" ");
        }
    }

    fn node(&mut self, node: NodeId) {
        let kind = self.tree.kind(node);
        if kind.is_type() {
            self.ty(node);
        } else if kind.is_statement() || kind == Kind::VarDecl {
            self.statement(node);
        } else {
            self.expression(node);
        }
    }

    fn ty(&mut self, node: NodeId) {
        let signs = self.tree.children(node);
        let sign = signs
            .into_iter()
            .find(|&c| self.tree.kind(c) == Kind::TypeSign);
        if self.spelling.sign_first {
            self.todo.extend(sign.map(Piece::Node));
        }
        self.plain_type(node);
        if !self.spelling.sign_first {
            self.todo.extend(sign.map(Piece::Node));
        }
    }

    fn plain_type(&mut self, node: NodeId) {
        match self.tree.kind(node) {
            Kind::TypeName => {
                self.child(node, Role::Qualifier, ["", "."]);
                self.name(node);
                self.type_arguments(node);
            }
            Kind::ArrayType => self.child(node, Role::Type, ["", "[]"]),
            Kind::Wildcard => {
                self.text("?");
                if self.tree.child_in(node, Role::Bound).is_some() {
                    self.text(" ");
                    self.name(node);
                    self.child(node, Role::Bound, [" ", ""]);
                }
            }
            Kind::NullableType => self.child(node, Role::Type, ["", ""]),
            Kind::FunctionType => {
                self.child(node, Role::Qualifier, ["", "."]);
                self.list(node, Role::TypeArgument, ["(", ",", ")"]);
                self.child(node, Role::Type, [" -> ", ""]);
            }
            Kind::UnionType => self.list(node, Role::Type, ["", "|", ""]),
            Kind::IntersectionType => self.list(node, Role::Type, ["", " & ", ""]),
            _ => self.name(node),
        }
    }

    fn expression(&mut self, node: NodeId) {
        match self.tree.kind(node) {
            Kind::FieldAccess => {
                self.child(node, Role::Receiver, ["", "."]);
                self.name(node);
            }
            Kind::Call => {
                self.child(node, Role::Receiver, ["", "."]);
                self.type_arguments(node);
                self.name(node);
                self.list(node, Role::Argument, ["(", ",", ")"]);
            }
            Kind::New => {
                self.child(node, Role::Receiver, ["", "."]);
                self.text(self.spelling.new);
                self.type_arguments(node);
                self.child(node, Role::Type, ["", ""]);
                self.list(node, Role::Argument, ["(", ",", ")"]);
                if self.tree.child_in(node, Role::Body).is_some() {
                    self.text("{...}");
                }
            }
            Kind::NewArray => self.new_array(node),
            Kind::ArrayInit => {
                let [open, close] = self.spelling.list;
                self.list(node, Role::Argument, [open, ",", close]);
            }
            Kind::Index => {
                self.child(node, Role::Receiver, ["", ""]);
                self.child(node, Role::Argument, ["[", "]"]);
            }
            Kind::Lambda => self.lambda(node),
            Kind::MethodRef => {
                self.child(node, Role::Receiver, ["", "::"]);
                self.type_arguments(node);
                self.name(node);
            }
            Kind::Unary => self.unary(node),
            Kind::Binary => self.between_operands(node),
            Kind::Assign => self.assign(node, ""),
            Kind::Conditional => self.conditional(node),
            Kind::InstanceOf => {
                self.child(node, Role::Operand, ["", " instanceof "]);
                self.child(node, Role::Pattern, ["", ""]);
            }
            Kind::Cast => {
                self.list(node, Role::Type, ["(", " & ", ")"]);
                self.child(node, Role::Operand, ["", ""]);
            }
            Kind::Paren => self.child(node, Role::Operand, ["(", ")"]),
            Kind::This => {
                self.child(node, Role::Qualifier, ["", "."]);
                self.text(self.spelling.this);
            }
            Kind::Super => {
                self.child(node, Role::Qualifier, ["", "."]);
                self.text(self.spelling.super_);
            }
            Kind::ClassLiteral => self.child(node, Role::Type, ["", ".class"]),
            Kind::SwitchExpr => {
                self.child(node, Role::Condition, ["switch(", "){...}"]);
            }
            Kind::TypePattern => {
                self.child(node, Role::Type, ["", " "]);
                self.name(node);
            }
            Kind::RecordPattern => {
                self.child(node, Role::Type, ["", ""]);
                self.list(node, Role::Operand, ["(", ",", ")"]);
            }
            Kind::Annotation => self.annotation(node, ["=", ","]),
            Kind::Param => self.param(node),
            Kind::Update => self.update(node),
            _ => self.beyond_java(node),
        }
    }

    /// Expressions of other languages.
    fn beyond_java(&mut self, node: NodeId) {
        match self.tree.kind(node) {
            Kind::NamedArg => {
                self.name(node);
                self.child(node, Role::Value, ["=", ""]);
            }
            Kind::Spread => {
                self.name(node);
                self.child(node, Role::Operand, ["", ""]);
            }
            Kind::Await => self.child(node, Role::Operand, ["await ", ""]),
            Kind::Tuple => self.list(node, Role::Argument, ["(", ",", ")"]),
            Kind::Destructure => self.list(node, Role::None, ["(", ", ", ")"]),
            Kind::Pair => self.list(node, Role::Operand, ["", ":", ""]),
            Kind::Slice => {
                self.child(node, Role::Init, ["", ""]);
                self.text(":");
                self.child(node, Role::Condition, ["", ""]);
                self.child(node, Role::Update, [":", ""]);
            }
            Kind::Comprehension => self.comprehension(node),
            _ => self.name(node),
        }
    }

    fn comprehension(&mut self, node: NodeId) {
        let tree = self.tree;
        self.name(node);
        for child in tree.children(node) {
            self.text(match tree.role(child) {
                Role::Init => " for ",
                Role::Condition => " in ",
                Role::Guard => " if ",
                _ => "",
            });
            self.todo.push(Piece::Node(child));
        }
        self.todo.push(Piece::Closing(tree.sym(node)));
    }

    fn conditional(&mut self, node: NodeId) {
        match self.spelling.conditional {
            Conditional::Question => {
                self.child(node, Role::Condition, ["", " ? "]);
                self.child(node, Role::Then, ["", " : "]);
                self.child(node, Role::Else, ["", ""]);
            }
            Conditional::ValueFirst => {
                self.child(node, Role::Then, ["", " if "]);
                self.child(node, Role::Condition, ["", " else "]);
                self.child(node, Role::Else, ["", ""]);
            }
            Conditional::If => {
                self.child(node, Role::Condition, ["if(", ") "]);
                self.child(node, Role::Then, ["", ""]);
                self.child(node, Role::Else, [" else ", ""]);
            }
        }
    }

    /// `new int[n][]`, `new int[]{1,2}`.
    fn new_array(&mut self, node: NodeId) {
        self.child(node, Role::Type, ["new ", ""]);
        let mut sized = 0;
        for size in self.tree.children_in(node, Role::Argument) {
            sized += 1;
            self.todo
                .extend([Piece::Text("["), Piece::Node(size), Piece::Text("]")]);
        }
        for _ in sized..self.tree.node(node).flags {
            self.text("[]");
        }
        self.child(node, Role::Init, ["", ""]);
    }

    fn lambda(&mut self, node: NodeId) {
        let mut params = self.tree.children_in(node, Role::Param);
        let bare = params
            .next()
            .is_some_and(|p| params.next().is_none() && self.tree.children(p).next().is_none());
        let [open, close] = if bare {
            ["", ""]
        } else {
            self.spelling.lambda_brackets
        };
        let [word, arrow] = self.spelling.lambda;
        self.text(word);
        self.list(node, Role::Param, [open, ",", close]);
        self.child(node, Role::Body, [arrow, ""]);
    }

    fn param(&mut self, node: NodeId) {
        let flags = self.tree.node(node).flags;
        self.modifiers(Modifiers(flags & !Node::VARARGS));
        let varargs = flags & Node::VARARGS != 0;
        if !self.spelling.type_first {
            self.name(node);
            self.child(node, Role::Type, [": ", ""]);
            return;
        }
        let after = if varargs { "... " } else { " " };
        self.child(node, Role::Type, ["", after]);
        self.name(node);
    }

    /// An operator stands behind its operand where the operand begins the whole.
    fn unary(&mut self, node: NodeId) {
        let operand = self.tree.child_in(node, Role::Operand);
        let begins = |o| self.tree.span(o).start == self.tree.span(node).start;
        if operand.is_some_and(begins) {
            self.todo.extend(operand.map(Piece::Node));
            self.name(node);
        } else {
            self.todo.push(Piece::Prefix(self.tree.sym(node)));
            self.todo.extend(operand.map(Piece::Node));
        }
    }

    fn between_operands(&mut self, node: NodeId) {
        let mut first = true;
        for operand in self.tree.children_in(node, Role::Operand) {
            if !first {
                self.text(" ");
                self.name(node);
                self.text(" ");
            }
            first = false;
            self.todo.push(Piece::Node(operand));
        }
    }

    fn assign(&mut self, node: NodeId, space: &'static str) {
        self.child(node, Role::Target, ["", space]);
        self.name(node);
        self.child(node, Role::Value, [space, ""]);
    }

    /// The symbol is the form, with `x` for the operand.
    fn update(&mut self, node: NodeId) {
        let operand = self.tree.child_in(node, Role::Operand);
        let prefix = operand.is_some_and(|o| self.tree.span(node).start < self.tree.span(o).start);
        if prefix {
            self.todo.push(Piece::Operator(self.tree.sym(node)));
        }
        self.todo.extend(operand.map(Piece::Node));
        if !prefix {
            self.todo.push(Piece::Operator(self.tree.sym(node)));
        }
    }

    /// How its arguments are written depends on whether it is the whole or stands in another.
    fn annotation(&mut self, node: NodeId, [equals, comma]: [&'static str; 2]) {
        let [open, close] = self.spelling.annotation;
        self.text(open);
        self.name(node);
        let mut first = true;
        for argument in self.tree.children_in(node, Role::Argument) {
            self.text(if first { "(" } else { comma });
            first = false;
            if self.tree.kind(argument) == Kind::Assign {
                self.child(argument, Role::Target, ["", equals]);
                self.child(argument, Role::Value, ["", ""]);
            } else {
                self.todo.push(Piece::Node(argument));
            }
        }
        if !first {
            self.text(")");
        }
        self.text(close);
    }

    /// A statement, whole: the body of a lambda.
    fn statement(&mut self, node: NodeId) {
        let tree: &'t Tree = self.tree;
        let kind = tree.kind(node);
        match kind {
            Kind::Block => {
                let [open, close] = self.spelling.block;
                self.text(open);
                self.todo.extend(tree.children(node).map(Piece::Node));
                self.text(close);
            }
            Kind::ExprStmt => self.child(node, Role::Value, ["", self.spelling.end]),
            Kind::Local => self.local(node),
            Kind::VarDecl => {
                self.name(node);
                for _ in 0..tree.node(node).flags {
                    self.text("[]");
                }
                self.child(node, Role::Init, ["=", ""]);
            }
            Kind::Return => self.keyword(node, "return"),
            Kind::Throw => self.keyword(node, "throw"),
            Kind::Yield => self.keyword(node, "yield"),
            Kind::Break => self.jump(node, "break"),
            Kind::Continue => self.jump(node, "continue"),
            Kind::Assert => {
                self.child(node, Role::Condition, ["assert ", ""]);
                self.child(node, Role::Value, [" : ", ""]);
                self.text(";");
            }
            Kind::Empty => self.text(self.spelling.end),
            Kind::ConstructorCall => {
                self.child(node, Role::Receiver, ["", "."]);
                self.name(node);
                self.list(node, Role::Argument, ["(", ",", ");"]);
            }
            _ if kind.is_composite() => {
                self.header(node);
                let inside = tree.children(node).filter(|&c| {
                    let role = tree.role(c);
                    matches!(role, Role::Body | Role::Then | Role::Else | Role::None)
                });
                self.todo.extend(inside.map(Piece::Node));
            }
            _ => self.name(node),
        }
    }

    fn keyword(&mut self, node: NodeId, word: &'static str) {
        self.text(word);
        self.child(node, Role::Value, [" ", ""]);
        self.text(self.spelling.end);
    }

    fn jump(&mut self, node: NodeId, word: &'static str) {
        self.text(word);
        if !self.tree.sym(node).is_empty() {
            self.text(" ");
            self.name(node);
        }
        self.text(self.spelling.end);
    }

    fn local(&mut self, node: NodeId) {
        self.modifiers(Modifiers(self.tree.node(node).flags));
        if self.spelling.type_first {
            self.child(node, Role::Type, ["", " "]);
        }
        self.list(node, Role::None, ["", ",", ""]);
        if !matches!(self.tree.role(node), Role::Init | Role::Resource) {
            self.text(self.spelling.end);
        }
    }

    /// A composite statement as reports call it: without what it holds.
    fn header(&mut self, node: NodeId) {
        match self.tree.kind(node) {
            Kind::If => self.child(node, Role::Condition, ["if(", ")"]),
            Kind::While => self.child(node, Role::Condition, ["while(", ")"]),
            Kind::DoWhile => self.child(node, Role::Condition, ["do(", ")"]),
            Kind::Switch => self.child(node, Role::Condition, ["switch(", ")"]),
            Kind::Synchronized => self.child(node, Role::Condition, ["synchronized(", ")"]),
            Kind::For => {
                self.list(node, Role::Init, ["for(", ", ", "; "]);
                self.child(node, Role::Condition, ["", ""]);
                self.list(node, Role::Update, ["; ", ", ", ")"]);
            }
            Kind::ForEach => {
                self.text("for(");
                let local = self.tree.child_in(node, Role::Init);
                if let Some(name) = local.and_then(|l| self.tree.child_in(l, Role::None)) {
                    self.name(name);
                }
                self.child(node, Role::Condition, [self.spelling.in_, ")"]);
            }
            Kind::Case => self.case(node),
            Kind::Try | Kind::Using => {
                self.text(if self.tree.kind(node) == Kind::Try {
                    "try"
                } else {
                    "with"
                });
                if self.tree.child_in(node, Role::Resource).is_some() {
                    self.list(node, Role::Resource, ["(", "; ", ")"]);
                }
            }
            Kind::Catch => self.child(node, Role::Param, ["catch(", ")"]),
            Kind::Finally => self.text("finally"),
            Kind::Labeled => {
                self.name(node);
                self.text(":");
            }
            _ => self.name(node),
        }
    }

    fn case(&mut self, node: NodeId) {
        let flags = self.tree.node(node).flags;
        let labelled = self.tree.child_in(node, Role::Label).is_some();
        if labelled {
            self.list(node, Role::Label, ["case ", ",", ""]);
        }
        if flags & Node::DEFAULT != 0 {
            self.text(if labelled { ",default" } else { "default" });
        }
        self.child(node, Role::Guard, [" when ", ""]);
        self.text(if flags & Node::ARROW != 0 {
            " -> "
        } else {
            ":"
        });
    }
}
