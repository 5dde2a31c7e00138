//! The edges within bodies: flow, types, exceptions.
//!
//! D goes from where a local variable gets a value (or is declared without one) to where that value may be read, C from a condition to what is
//! evaluated only as it comes out (from the callable itself to what always is), E between accesses of fields, arrays and the world whose
//! order counts, X from what may throw to the clauses of the `try` around it, T from an expression to its static type. What cannot be noticed
//! (a pure value, a read of something that nobody changes meanwhile) has no C, E or X edges and may move.

use crate::Java;
use crate::query::program::JavaProgram;
use reweave_java_flow::{Dependence, Graph, Place, Summaries, control, graphs, reaching};
use reweave_java_names::{Ty, TyData};
use reweave_model::{Kind, NodeId, Role, Tree, TypeKind};
use reweave_preserve::{Edge, EdgeKind, Interval, Model, Node};
use reweave_refactor::Inner;
use reweave_text::{FileId, Interner, Span};

pub const KINDS: [char; 5] = ['C', 'D', 'E', 'T', 'X'];

/// The word by which users know a kind of edge.
pub fn word(kind: EdgeKind) -> &'static str {
    match kind.letter() {
        'N' => "name",
        'C' => "flow",
        'D' => "value",
        'E' => "order",
        'I' => "inherit",
        'O' => "override",
        'T' => "type",
        'X' => "exception",
        _ => "edge",
    }
}

pub fn model(inner: &Inner<'_, Java>) -> Model {
    let program = inner.program;
    let is_known = |number: u32| (inner.is_known)(program.id(number));
    let mut summaries = Summaries::new(&program.names, program.overrides(), &is_known);
    let asks = |letter| inner.rule.kinds().any(|k: EdgeKind| k.letter() == letter);
    let mut model = Model::new();
    for &file in inner.files {
        let Some(number) = program.number(file) else {
            continue;
        };
        let of = OfFile {
            program,
            file,
            number,
            names: inner.names,
            tree: &program.model(number).tree,
        };
        if asks('T') {
            model.extend(of.types());
        }
        if ['C', 'D', 'E', 'X'].into_iter().any(asks) {
            for graph in graphs(&program.names, number, &mut summaries).graphs {
                of.flow(&graph, &mut model);
            }
        }
    }
    model
}

struct OfFile<'a> {
    program: &'a JavaProgram,
    file: FileId,
    number: u32,
    names: &'a Interner,
    tree: &'a Tree,
}

fn kind(letter: char) -> EdgeKind {
    EdgeKind::new(letter).unwrap_or(EdgeKind::CONTROL)
}

impl OfFile<'_> {
    fn flow(&self, graph: &Graph, model: &mut Model) {
        for reached in reaching(graph) {
            let (from, to) = (self.token(reached.from), self.token(reached.to));
            let kind = match reached.what {
                Dependence::Value => EdgeKind::DEF_USE,
                Dependence::Order => kind('E'),
            };
            model.add(from, kind, to);
        }
        for (condition, node) in control(graph) {
            let from = match condition {
                Some((fork, way)) => self.way(fork, way),
                None => self.token(graph.root),
            };
            model.add(from, EdgeKind::CONTROL, self.token(node));
        }
        for point in graph.points.iter().filter(|p| p.throws) {
            if let Some(handled) = point.handled {
                model.add(self.token(point.node), kind('X'), self.token(handled));
            }
        }
        self.unassigned(graph, model);
    }

    /// Variables without a value of their own: from the declaration to the reads that it comes to, which the compiler refuses.
    fn unassigned(&self, graph: &Graph, model: &mut Model) {
        for point in &graph.points {
            let [access] = &point.accesses[..] else {
                continue;
            };
            if let Place::Local(local) = access.place
                && point.captures
            {
                // What is captured must have one value only: every definition counts.
                let writes = graph.points.iter().filter(|p| {
                    let mut all = p.accesses.iter();
                    all.any(|a| a.write && a.place == access.place) && p.node != local
                });
                for write in writes {
                    let captured = self.token(point.node);
                    model.add(self.token(write.node), EdgeKind::DEF_USE, captured);
                }
            }
        }
    }

    /// What stands for a node: its name where it has one, else its first letters or, of an operator, all of it.
    fn token(&self, node: NodeId) -> Interval {
        let tree = self.tree;
        let span = tree.span(node);
        match tree.kind(node) {
            Kind::Name
            | Kind::FieldAccess
            | Kind::Call
            | Kind::VarDecl
            | Kind::Param
            | Kind::Callable
            | Kind::Field
            | Kind::EnumConstant
            | Kind::TypePattern
            | Kind::TypeName => self.program.token(self.number, node),
            Kind::New => self.interval(Span::new(span.start, (span.start + 3).min(span.end))),
            kind if kind.is_statement() || kind == Kind::Lambda || kind == Kind::Initializer => {
                self.interval(Span::new(span.start, (span.start + 2).min(span.end)))
            }
            _ => self.interval(span),
        }
    }

    /// A way that a condition leaves open.
    fn way(&self, fork: NodeId, way: usize) -> Interval {
        let at = self.token(fork);
        match way {
            0 => at,
            _ => self.interval(Span::new(at.span.start, at.span.start + 1)),
        }
    }

    fn interval(&self, span: Span) -> Interval {
        Interval::new(self.file, span)
    }

    /// From each expression to its static type, and to what else the compiler makes of types without a word.
    fn types(&self) -> Vec<Edge> {
        let tree = self.tree;
        let is_expression = |n: &NodeId| tree.kind(*n).is_expression();
        let all = tree.descendants(NodeId::ROOT).filter(is_expression);
        all.flat_map(|n| {
            let made = self.names_made_of(n);
            let ty = self.type_of(n).into_iter().chain(made);
            let from = self.token(n);
            ty.map(move |described| {
                let to = Node::Outside(self.names.intern(&described));
                Edge::new(from, kind('T'), to)
            })
        })
        .collect()
    }

    /// Nobody has the value of an assignment that is a statement.
    fn is_dropped(&self, node: NodeId) -> bool {
        let tree = self.tree;
        let of = tree.parent(node).map(|p| tree.kind(p));
        matches!(tree.kind(node), Kind::Assign | Kind::Update)
            && (of == Some(Kind::ExprStmt)
                || (of == Some(Kind::For) && matches!(tree.role(node), Role::Init | Role::Update)))
    }

    fn type_of(&self, node: NodeId) -> Option<String> {
        let names = &self.program.names;
        let tree = self.tree;
        let kind = tree.kind(node);
        let is_function = matches!(kind, Kind::Lambda | Kind::MethodRef | Kind::ArrayInit);
        // Literals say their own type, which counts where it shows.
        let is_silent = kind == Kind::Paren
            || is_function
            || self.is_dropped(node)
            || (kind.is_literal() && !names.is_shown_with_type(self.number, node))
            || (tree.role(node) == Role::Receiver && kind != Kind::This);
        if is_silent {
            return None;
        }
        let joined = match kind {
            Kind::Conditional => names.joined_type(self.number, node),
            _ => Ty::UNKNOWN,
        };
        let ty = match joined {
            Ty::UNKNOWN => names.ty(self.number, node),
            joined => joined,
        };
        if ty == Ty::UNKNOWN || ty == Ty::VOID {
            return None;
        }
        let mut descriptor = String::from("type ");
        self.describe(ty, &mut descriptor);
        Some(descriptor)
    }

    /// The erasure. A class of a body is not told by where it stands, which may change.
    fn describe(&self, ty: Ty, out: &mut String) {
        let world = self.program.world();
        let class = match world.types().data(ty) {
            TyData::Class(class, _) if world.info(*class).local => *class,
            _ => return world.push_descriptor(ty, out),
        };
        if world.info(class).kind == TypeKind::Anonymous {
            out.push_str("new ");
            let above = world.header(class).supers.last().copied();
            self.describe(above.unwrap_or_else(|| world.object()), out);
        } else {
            out.push_str("local ");
            out.push_str(world.text(world.class(class).name));
        }
    }

    /// An array that a call makes of its last arguments (JLS 15.12.2.4); that objects are compared and not their numbers (JLS 15.21); the
    /// one object that a constant text is (JLS 15.29) where objects are compared.
    fn names_made_of(&self, node: NodeId) -> Option<String> {
        let world = self.program.world();
        let names = &self.program.names;
        let tree = self.tree;
        let compares = |n| matches!(world.text(tree.sym(n)), "==" | "!=");
        let is_compared = || {
            let parent = tree.parent(node).filter(|&p| tree.kind(p) == Kind::Binary);
            parent.is_some_and(compares)
        };
        let is_object = |n| {
            let ty = names.ty(self.number, n);
            !ty.is_primitive() && !matches!(ty, Ty::UNKNOWN | Ty::NULL)
        };
        match tree.kind(node) {
            Kind::Call | Kind::New if names.is_spread(self.number, node) => {
                Some("variable arity".to_owned())
            }
            Kind::Binary
                if compares(node) && tree.children_in(node, Role::Operand).all(is_object) =>
            {
                Some("objects compared".to_owned())
            }
            _ if is_compared()
                && names.ty(self.number, node) == world.string()
                && names.may_be_constant(self.number, node) =>
            {
                Some("constant text".to_owned())
            }
            _ => None,
        }
    }
}
