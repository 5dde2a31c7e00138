//! What the storm asks of the code in bodies of Java, and of types as a whole: a request at a random node of the kind that a refactoring is
//! for.

use super::Random;
use super::java_ask::Known;
use reweave_model::{FileModel, Kind, Modifiers, NodeId, Role, TypeDecl, TypeKind};
use reweave_refactor::{Request, Target};
use reweave_text::{FileId, Interner, Span};

/// Names for what is new: free ones, and short ones that may be taken.
const NAMES: [&str; 5] = ["fresh41", "made9", "value", "result", "x"];

const NEW_TYPES: [&str; 3] = ["Fresh41", "Made9", "Builder"];

/// Wider types that many values have.
const WIDER: [&str; 6] = [
    "Object",
    "Number",
    "CharSequence",
    "Comparable",
    "Iterable",
    "Collection",
];

/// A file to ask something about.
pub struct Places<'a> {
    pub model: &'a FileModel,
    pub names: &'a Interner,
    pub known: &'a Known,
    pub file: FileId,
}

impl Places<'_> {
    /// A request at a random place; `None` where the file has none of its kind.
    pub fn request(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        let name = *random.pick(&NAMES)?;
        let asked = match refactoring {
            "extract-local-variable" | "extract-constant" | "introduce-parameter" => {
                self.expression(refactoring, random)?.with("name", name)
            }
            "extract-field" if random.one_in(2) => {
                self.at(refactoring, &[Kind::VarDecl], random)?
            }
            "extract-field" => self.expression(refactoring, random)?.with("name", name),
            "extract-method" => {
                let asked = if random.one_in(3) {
                    self.expression(refactoring, random)?
                } else {
                    self.statements(refactoring, random)?
                };
                asked.with("name", name)
            }
            "inline-local-variable" => self.at(refactoring, &[Kind::VarDecl], random)?,
            "inline-method" if random.one_in(3) => {
                self.at(refactoring, &[Kind::Callable], random)?
            }
            "inline-method" => self.at(refactoring, &[Kind::Call], random)?,
            "inline-parameter" => self.at(refactoring, &[Kind::Param], random)?,
            "inline-constant" | "inline-field" => self.at(refactoring, &[Kind::Field], random)?,
            "invert-if" | "if-to-conditional" | "consolidate-conditional" => {
                self.at(refactoring, &[Kind::If], random)?
            }
            "conditional-to-if" => self.at(refactoring, &[Kind::Conditional], random)?,
            "use-enhanced-for" => self.at(refactoring, &[Kind::For], random)?,
            "use-var" => self.at(refactoring, &[Kind::VarDecl], random)?,
            "lambda-to-anonymous" | "lambda-to-method-reference" => {
                self.at(refactoring, &[Kind::Lambda], random)?
            }
            "method-reference-to-lambda" => self.at(refactoring, &[Kind::MethodRef], random)?,
            "introduce-factory" => self.constructor(refactoring, random)?,
            "make-static" | "make-instance" => {
                let is_static = refactoring == "make-instance";
                self.method(refactoring, random, |m| {
                    m.has(Modifiers::STATIC) == is_static
                })?
            }
            "move-instance-method" => self.moved(refactoring, random)?,
            "introduce-parameter-object" => self
                .method(refactoring, random, |_| true)?
                .with("name", *random.pick(&NEW_TYPES)?),
            "generalize-type" => self
                .at(
                    refactoring,
                    &[Kind::VarDecl, Kind::Param, Kind::Field],
                    random,
                )?
                .with("to", *random.pick(&WIDER)?),
            "remove-unused-imports" | "remove-unused-members" => {
                Request::new(refactoring, Target::At(self.file, 0))
            }
            _ => self.of_type(refactoring, random)?,
        };
        Some(match refactoring {
            "extract-local-variable"
            | "extract-constant"
            | "inline-constant"
            | "inline-field"
            | "introduce-parameter"
                if random.one_in(3) =>
            {
                asked.with("all", "yes")
            }
            "extract-method" if random.one_in(3) => asked.with("duplicates", "yes"),
            _ => asked,
        })
    }

    fn pick(&self, random: &mut Random, fits: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let all = self.model.tree.descendants(NodeId::ROOT);
        let all: Vec<NodeId> = all.filter(|&n| fits(n)).collect();
        random.pick(&all).copied()
    }

    /// At the name of a node, or where it begins.
    fn there(&self, refactoring: &str, node: NodeId) -> Request {
        let data = self.model.tree.node(node);
        let at = match data.kind {
            Kind::If | Kind::For | Kind::Lambda | Kind::Conditional => data.span.start,
            _ => data.name_at,
        };
        Request::new(refactoring, Target::At(self.file, at))
    }

    fn at(&self, refactoring: &str, kinds: &[Kind], random: &mut Random) -> Option<Request> {
        let tree = &self.model.tree;
        let node = self.pick(random, |n| kinds.contains(&tree.kind(n)))?;
        Some(match tree.kind(node) {
            // The caret goes behind the condition, where only the whole is meant.
            Kind::Conditional => {
                let then = tree.children(node).nth(1)?;
                let at = tree.span(then).start.checked_sub(2)?;
                Request::new(refactoring, Target::At(self.file, at))
            }
            _ => self.there(refactoring, node),
        })
    }

    fn range(&self, refactoring: &str, span: Span) -> Request {
        Request::new(refactoring, Target::Range(self.file, span))
    }

    /// An expression in a body, with something in it.
    fn expression(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        let tree = &self.model.tree;
        let is_value = |n: NodeId| {
            let kind = tree.kind(n);
            kind.is_expression()
                && !matches!(
                    kind,
                    Kind::Name | Kind::This | Kind::Super | Kind::Assign | Kind::Update
                )
                && !matches!(tree.role(n), Role::Label | Role::Target)
                && tree.parent(n).map(|p| tree.kind(p)) != Some(Kind::ExprStmt)
                && tree.ancestors(n).any(|a| tree.kind(a) == Kind::Block)
                && !tree.ancestors(n).any(|a| tree.kind(a) == Kind::Annotation)
        };
        let node = self.pick(random, is_value)?;
        Some(self.range(refactoring, tree.span(node)))
    }

    /// One to three statements that stand side by side.
    fn statements(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        let tree = &self.model.tree;
        let block = self.pick(random, |n| {
            tree.kind(n) == Kind::Block && tree.children(n).next().is_some()
        })?;
        let all: Vec<NodeId> = tree.children(block).collect();
        let first = random.below(all.len());
        let last = (first + random.below(3)).min(all.len() - 1);
        let span = Span::new(tree.span(all[first]).start, tree.span(all[last]).end);
        Some(self.range(refactoring, span))
    }

    fn constructor(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        let all = self.model.callables.iter().filter(|c| c.is_constructor());
        let all: Vec<NodeId> = all.map(|c| c.node).collect();
        Some(self.there(refactoring, *random.pick(&all)?))
    }

    fn method(
        &self,
        refactoring: &str,
        random: &mut Random,
        fits: impl Fn(Modifiers) -> bool,
    ) -> Option<Request> {
        let all = self.model.callables.iter();
        let all = all.filter(|c| !c.is_constructor() && c.body.is_some() && fits(c.modifiers));
        let all: Vec<NodeId> = all.map(|c| c.node).collect();
        Some(self.there(refactoring, *random.pick(&all)?))
    }

    /// To a parameter, or to a field of the class, whose type the program declares.
    fn moved(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        let tree = &self.model.tree;
        let is_own = |ty: Option<NodeId>| {
            let named = ty.map(|t| self.names.text(tree.sym(t)).to_owned());
            named.is_some_and(|n| self.known.has_type(&n))
        };
        let mut all: Vec<(NodeId, String)> = Vec::new();
        for ty in &self.model.types {
            let fields = ty.fields.iter().map(|&f| self.model.field(f));
            let fields: Vec<String> = fields
                .filter(|f| is_own(f.ty))
                .map(|f| self.names.text(f.name).to_owned())
                .collect();
            for &callable in &ty.callables {
                let callable = self.model.callable(callable);
                if callable.is_constructor()
                    || callable.body.is_none()
                    || callable.modifiers.has(Modifiers::STATIC)
                {
                    continue;
                }
                let params = callable.params.iter().filter(|p| is_own(p.ty));
                let params = params.map(|p| self.names.text(p.name).to_owned());
                let targets = params.chain(fields.iter().cloned());
                all.extend(targets.map(|t| (callable.node, t)));
            }
        }
        let (node, to) = random.pick(&all)?.clone();
        let asked = self.there(refactoring, node).with("to", to);
        Some(match random.below(2) {
            0 => asked.with("delegate", "yes"),
            _ => asked,
        })
    }

    /// A whole type: one that is made of its members, or that changes its kind or place.
    fn of_type(&self, refactoring: &str, random: &mut Random) -> Option<Request> {
        let fits = |t: &&TypeDecl| match refactoring {
            "anonymous-to-lambda" | "anonymous-to-nested" => t.kind == TypeKind::Anonymous,
            "move-nested-type" => t.outer.is_some() && t.kind != TypeKind::Anonymous,
            "convert-to-record" => t.kind == TypeKind::Class && t.in_callable.is_none(),
            _ => t.kind != TypeKind::Anonymous && t.in_callable.is_none(),
        };
        let all: Vec<&TypeDecl> = self.model.types.iter().filter(fits).collect();
        let ty = *random.pick(&all)?;
        let asked = match ty.kind {
            TypeKind::Anonymous => {
                let at = self.model.tree.span(ty.node).start;
                Request::new(refactoring, Target::At(self.file, at))
            }
            _ => self.there(refactoring, ty.node),
        };
        let new = *random.pick(&NEW_TYPES)?;
        let fields = ty.fields.iter().map(|&f| self.model.field(f).name);
        let methods = ty.callables.iter().map(|&c| self.model.callable(c));
        let methods = methods.filter(|c| !c.is_constructor()).map(|c| c.name);
        let members: Vec<&str> = match refactoring {
            "extract-class" => fields.map(|n| self.names.text(n)).collect(),
            "extract-interface" => methods.map(|n| self.names.text(n)).collect(),
            _ => fields.chain(methods).map(|n| self.names.text(n)).collect(),
        };
        Some(match refactoring {
            "extract-interface" | "extract-superclass" | "extract-class" => {
                let asked = asked.with("name", new);
                if refactoring == "extract-interface" && random.one_in(2) {
                    return Some(asked);
                }
                let (one, two) = (*random.pick(&members)?, *random.pick(&members)?);
                asked.with(
                    "members",
                    if one == two {
                        one.to_owned()
                    } else {
                        format!("{one}, {two}")
                    },
                )
            }
            "anonymous-to-nested" => asked.with("name", new),
            "use-supertype" => asked.with("to", *random.pick(&WIDER)?),
            "anonymous-to-lambda" | "move-nested-type" | "convert-to-record" => asked,
            _ => return None,
        })
    }
}
