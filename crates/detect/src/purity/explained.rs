//! What the findings of a change say, in the form in which single edits can be held against it.

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, Ref};
use crate::diff::{AttrPair, Diff};
use crate::report::{ElementKind, Location};
use reweave_matching::{Mapping, Replacement, ReplacementKind as R};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::{Interner, Span, Symbol};
use rustc_hash::FxHashSet;
use std::sync::Arc;

pub struct Explained {
    names: Arc<Interner>,
    /// Old and new names of types, methods, attributes, parameters and variables.
    renamed: FxHashSet<(Symbol, Symbol)>,
    /// Old and new texts of types.
    types: FxHashSet<(Symbol, Symbol)>,
    /// Variables and attributes that gave way to their values.
    inlined: FxHashSet<Symbol>,
    /// Variables and attributes that got a value's place.
    extracted: FxHashSet<Symbol>,
    /// Methods whose code went where they were called.
    inlined_methods: FxHashSet<Symbol>,
    extracted_methods: FxHashSet<Symbol>,
    /// Methods that take other arguments now, by their old or new names.
    signatures: FxHashSet<Symbol>,
    /// Parameters that were added: what a caller passes may be what stood in their place.
    added: FxHashSet<Symbol>,
    /// Members that moved: who is asked for them changed.
    moved: FxHashSet<Symbol>,
    /// The places that findings tell of, on the first side and on the second.
    places: [FxHashSet<(u32, Span)>; 2],
    /// Statements that a finding about code tells of.
    code: FxHashSet<(u32, Span)>,
}

impl Explained {
    pub fn of(diff: &Diff<'_>, findings: &[Finding]) -> Self {
        let mut out = Self {
            names: Arc::clone(&diff.before.program.names),
            renamed: diff.renames.iter().copied().collect(),
            types: FxHashSet::default(),
            inlined: FxHashSet::default(),
            extracted: FxHashSet::default(),
            inlined_methods: FxHashSet::default(),
            extracted_methods: FxHashSet::default(),
            signatures: FxHashSet::default(),
            added: FxHashSet::default(),
            moved: FxHashSet::default(),
            places: [FxHashSet::default(), FxHashSet::default()],
            code: FxHashSet::default(),
        };
        for p in &diff.methods {
            let (b, a) = (diff.before.method(p.before), diff.after.method(p.after));
            if b.name != a.name {
                out.renamed.insert((b.name, a.name));
            }
        }
        for finding in findings {
            out.learn(finding);
        }
        out
    }

    fn learn(&mut self, f: &Finding) {
        for (side, all) in [&f.left, &f.right].into_iter().enumerate() {
            self.places[side].extend(all.iter().map(|l| (l.file, l.span)));
        }
        let (left, right) = (f.left.first(), f.right.first());
        match f.kind {
            T::RenameVariable
            | T::RenameParameter
            | T::RenameAttribute
            | T::ParameterizeVariable
            | T::ParameterizeAttribute
            | T::LocalizeParameter
            | T::ReplaceVariableWithAttribute
            | T::ReplaceAttributeWithVariable
            | T::ReplaceAttribute
            | T::MoveAndRenameAttribute
            | T::MergeVariable
            | T::MergeParameter
            | T::MergeAttribute
            | T::SplitVariable
            | T::SplitParameter
            | T::SplitAttribute => self.rename(&f.left, &f.right),
            T::ExtractVariable | T::ExtractAttribute => {
                self.extracted.extend(right.map(|l| self.variable(l)));
            }
            T::InlineVariable | T::InlineAttribute => {
                self.inlined.extend(left.map(|l| self.variable(l)));
            }
            T::ChangeVariableType
            | T::ChangeParameterType
            | T::ChangeAttributeType
            | T::ChangeReturnType => self.change_type(f),
            T::ExtractMethod | T::ExtractAndMoveMethod | T::ExtractFixture => {
                self.extracted_methods.extend(right.map(|l| self.method(l)));
            }
            T::InlineMethod | T::MoveAndInlineMethod => {
                self.inlined_methods.extend(left.map(|l| self.method(l)));
            }
            T::AddParameter | T::RemoveParameter | T::ReorderParameter => {
                let methods = f.left.iter().chain(&f.right);
                let methods = methods.filter(|l| l.element == ElementKind::Method);
                let names: Vec<Symbol> = methods.map(|l| self.method(l)).collect();
                self.signatures.extend(names);
                if f.kind == T::AddParameter {
                    self.added.extend(right.map(|l| self.variable(l)));
                }
            }
            T::MoveMethod | T::MoveAndRenameMethod | T::PullUpMethod | T::PushDownMethod => {
                self.moved.extend(right.map(|l| self.method(l)));
            }
            T::MoveAttribute | T::PullUpAttribute | T::PushDownAttribute => {
                self.moved.extend(right.map(|l| self.variable(l)));
            }
            T::InvertCondition
            | T::SplitConditional
            | T::MergeConditional
            | T::ReplaceConditionalWithTernary
            | T::MergeCatch
            | T::TryWithResources
            | T::ReplaceLoopWithPipeline
            | T::ReplacePipelineWithLoop
            | T::ReplaceAnonymousWithLambda
            | T::ReplaceGenericWithDiamond => {
                let all = f.left.iter().chain(&f.right);
                let code = all.filter(|l| {
                    matches!(l.element, ElementKind::Statement | ElementKind::Expression)
                });
                self.code.extend(code.map(|l| (l.file, l.span)));
            }
            _ => {}
        }
    }

    fn symbol(&self, text: &str) -> Symbol {
        self.names.intern(text)
    }

    /// The name in `name : Type`.
    fn variable(&self, at: &Location) -> Symbol {
        self.symbol(at.code.split(' ').next().unwrap_or_default())
    }

    /// The name in `visibility name(…) : Type`.
    fn method(&self, at: &Location) -> Symbol {
        let head = at.code.split('(').next().unwrap_or_default();
        self.symbol(head.rsplit(' ').next().unwrap_or_default())
    }

    fn rename(&mut self, left: &[Location], right: &[Location]) {
        let declares = |l: &&Location| l.code.contains(" : ");
        for x in left.iter().filter(declares) {
            for y in right.iter().filter(declares) {
                let pair = (self.variable(x), self.variable(y));
                self.renamed.insert(pair);
            }
        }
    }

    fn change_type(&mut self, f: &Finding) {
        let ty = |l: &Location| {
            let ty = l.code.rsplit(" : ").next().unwrap_or_default();
            ty.split('<').next().unwrap_or_default().to_owned()
        };
        let texts = |all: &[Location]| -> Vec<String> {
            all.iter()
                .filter(|l| l.code.contains(" : "))
                .map(ty)
                .collect()
        };
        for x in texts(&f.left) {
            for y in texts(&f.right) {
                let pair = (self.symbol(&x), self.symbol(&y));
                self.types.insert(pair);
            }
        }
    }

    pub fn place(&self, before: bool, file: u32, span: Span) -> bool {
        self.places[usize::from(!before)].contains(&(file, span))
    }

    pub fn attribute(&self, diff: &Diff<'_>, pair: AttrPair) -> bool {
        let values = (
            diff.before.attr(pair.before).init,
            diff.after.attr(pair.after).init,
        );
        let (t1, t2) = (
            diff.before.tree(pair.before.file),
            diff.after.tree(pair.after.file),
        );
        match values {
            (Some(old), Some(new)) => self.alike(t1, &[old], t2, &[new]),
            _ => false,
        }
    }

    /// Whether code mentions something that was given a name, or a method whose code went elsewhere.
    pub fn mentions(&self, tree: &Tree, node: NodeId, before: bool) -> bool {
        let (values, methods) = if before {
            (&self.inlined, &self.inlined_methods)
        } else {
            (&self.extracted, &self.extracted_methods)
        };
        tree.descendants(node).any(|n| match tree.kind(n) {
            Kind::Name | Kind::VarDecl | Kind::FieldAccess => values.contains(&tree.sym(n)),
            Kind::Call | Kind::MethodRef | Kind::ConstructorCall => methods.contains(&tree.sym(n)),
            _ => false,
        })
    }

    /// Whether a replacement is what the findings say.
    pub fn replacement(&self, c: &Context<'_, '_>, m: &Mapping, r: &Replacement) -> bool {
        let (t1, t2) = (c.t1, c.t2);
        let spans = (t1.span(c.node1(m.before)), t2.span(c.node2(m.after)));
        let told = self.code.contains(&(c.before.file, spans.0))
            || self.code.contains(&(c.after.file, spans.1));
        if told || self.alike(t1, &r.before, t2, &r.after) {
            return true;
        }
        if r.before.iter().any(|&n| self.mentions(t1, n, true))
            || r.after.iter().any(|&n| self.mentions(t2, n, false))
        {
            return true;
        }
        let passed = |y| t2.kind(y) == Kind::Name && self.added.contains(&t2.sym(y));
        if r.pair().is_some_and(|(x, y)| {
            passed(y) || self.same_call(t1, x, t2, y) || self.same_property(c, x, y)
        }) {
            return true;
        }
        match r.kind {
            R::Type => r.pair().is_some_and(|(x, y)| self.same_type(t1, x, t2, y)),
            R::Let => false,
            R::ArgumentAdded | R::ArgumentRemoved | R::Arguments => {
                let called = |tree: &Tree, nodes: &[NodeId]| {
                    nodes.first().is_some_and(|&n| {
                        let mut around = std::iter::once(n).chain(tree.ancestors(n));
                        around
                            .find(|&a| {
                                matches!(
                                    tree.kind(a),
                                    Kind::Call | Kind::New | Kind::ConstructorCall
                                )
                            })
                            .is_some_and(|call| {
                                let ty = tree.child_in(call, Role::Type);
                                let name = ty.map_or(tree.sym(call), |t| tree.sym(t));
                                self.signatures.contains(&name)
                            })
                    })
                };
                called(t1, &r.before) || called(t2, &r.after)
            }
            _ => false,
        }
    }

    /// Calls of one method that takes other arguments now.
    fn same_call(&self, t1: &Tree, x: NodeId, t2: &Tree, y: NodeId) -> bool {
        let pair = (t1.sym(x), t2.sym(y));
        t1.kind(x) == Kind::Call
            && t2.kind(y) == Kind::Call
            && (pair.0 == pair.1 || self.renamed.contains(&pair))
            && (self.signatures.contains(&pair.0) || self.signatures.contains(&pair.1))
    }

    /// Whether one reads an attribute and the other calls its accessor, on the same object: code that moved asks the object
    /// that it is given now, and may not see its attributes.
    fn same_property(&self, c: &Context<'_, '_>, x: NodeId, y: NodeId) -> bool {
        let own = |tree: &Tree, n: NodeId| {
            tree.child_in(n, Role::Receiver).is_none_or(|r| {
                let given = tree.kind(r) == Kind::Name && self.added.contains(&tree.sym(r));
                given || tree.kind(r) == Kind::This
            })
        };
        let read = |tree: &Tree, n: NodeId| {
            let accessor = tree.kind(n) == Kind::Call && tree.child_in(n, Role::Argument).is_none();
            let name = self.names.text(tree.sym(n));
            let property = name.strip_prefix("get").or_else(|| name.strip_prefix("is"));
            property.filter(|_| accessor && own(tree, n))
        };
        let attribute = |tree: &Tree, n: NodeId, named: Option<Ref>| {
            let is = matches!(named, Some(Ref::Field(_))) && own(tree, n);
            is.then(|| self.names.text(tree.sym(n)))
        };
        let both = read(c.t2, y).zip(attribute(c.t1, x, c.ref1(x)));
        let both = both.or_else(|| read(c.t1, x).zip(attribute(c.t2, y, c.ref2(y))));
        both.is_some_and(|(a, b)| a.eq_ignore_ascii_case(b))
    }

    fn same_type(&self, t1: &Tree, x: NodeId, t2: &Tree, y: NodeId) -> bool {
        let pair = (t1.sym(x), t2.sym(y));
        let declared = !is_created(t1, x) && !is_created(t2, y);
        pair.0 == pair.1 || declared && self.types.contains(&pair) || self.renamed.contains(&pair)
    }

    /// Whether two pieces of code read the same but for renamed things, for who is asked, and for brackets.
    fn alike(&self, t1: &Tree, x: &[NodeId], t2: &Tree, y: &[NodeId]) -> bool {
        let (old, new) = (words(t1, x), words(t2, y));
        !old.is_empty()
            && old.len() == new.len()
            && old.iter().zip(&new).all(|(&(k1, a), &(k2, b))| {
                a == b && k1 == k2
                    || self.renamed.contains(&(a, b))
                    || k1.is_type() && k2.is_type() && self.types.contains(&(a, b))
            })
    }
}

/// Whether it is the class of which an object is created: that another is created now is no change of a declared type.
fn is_created(tree: &Tree, ty: NodeId) -> bool {
    tree.role(ty) == Role::Type && tree.parent(ty).is_some_and(|p| tree.kind(p) == Kind::New)
}

/// The kinds and symbols of the code in order, without `this`, brackets, casts and plain receivers.
fn words(tree: &Tree, nodes: &[NodeId]) -> Vec<(Kind, Symbol)> {
    let mut out = Vec::new();
    for &root in nodes {
        for n in tree.descendants(root) {
            let kind = tree.kind(n);
            let plain = tree.role(n) == Role::Receiver
                && matches!(kind, Kind::Name | Kind::This | Kind::Super)
                && n != root;
            let silent = matches!(kind, Kind::This | Kind::Paren) || plain;
            if !silent {
                let kind = match kind {
                    Kind::FieldAccess => Kind::Name,
                    _ if is_created(tree, n) => Kind::New,
                    kind => kind,
                };
                out.push((kind, tree.sym(n)));
            }
        }
    }
    out
}
