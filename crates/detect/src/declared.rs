//! Declarations that both versions have: classes, methods, attributes, parameters and variables in one form, for the
//! families that compare what is written beside a declaration's name.

use crate::context::{Context, Origin};
use crate::describe;
use crate::diff::{AttrPair, Diff, MethodPair, TypePair};
use crate::emit::{attr_at, method_at, type_at, var_at};
use crate::families::localize::{self, Localized};
use crate::families::parameter::{self, ParamPair};
use crate::families::variable;
use crate::moves::Moved;
use crate::report::Location;
use crate::variables::{Var, VarKind};
use crate::view::{Attr, Method, Ty, View};
use reweave_model::{CallableKind, Kind, Modifiers, Node, NodeId, Param, Role};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// A declaration of one version.
#[derive(Clone, Debug)]
pub enum Declared {
    Class(Ty),
    Method(Method),
    Attribute(Attr),
    /// Of the method that follows it.
    Parameter(Var, Method),
    Variable(Var, Method),
}

/// What a declaration is in both versions: both are of the same form, except that a variable may be a parameter now, or
/// a parameter a variable.
#[derive(Clone, Debug)]
pub struct DeclaredPair {
    pub before: Declared,
    pub after: Declared,
}

impl Declared {
    pub fn file(&self) -> u32 {
        match self {
            Self::Class(t) => t.file,
            Self::Method(m) => m.file,
            Self::Attribute(a) => a.file,
            Self::Parameter(v, _) | Self::Variable(v, _) => v.file,
        }
    }

    pub fn modifiers(&self, view: &View<'_>) -> Modifiers {
        match self {
            Self::Class(t) => view.ty(*t).modifiers,
            Self::Method(m) => view.method(*m).modifiers,
            Self::Attribute(a) => view.attr(*a).modifiers,
            Self::Parameter(v, _) | Self::Variable(v, _) => {
                let tree = view.tree(v.file);
                let node = tree.node(written(view, v));
                match node.kind {
                    Kind::Param | Kind::Local => Modifiers(node.flags & !Node::VARARGS),
                    _ => Modifiers::NONE,
                }
            }
        }
    }

    pub fn annotations(&self, view: &View<'_>) -> Vec<NodeId> {
        match self {
            Self::Class(t) => view.ty(*t).annotations.clone(),
            Self::Method(m) => view.method(*m).annotations.clone(),
            Self::Attribute(a) => view.attr(*a).annotations.clone(),
            Self::Parameter(v, _) | Self::Variable(v, _) => {
                let tree = view.tree(v.file);
                tree.children_in(written(view, v), Role::Annotation)
                    .collect()
            }
        }
    }

    /// The end of a description: `in method <m> from class <c>` and so on.
    pub fn place(&self, view: &View<'_>) -> String {
        match self {
            Self::Class(t) => format!("in class {}", view.qualified(*t)),
            Self::Method(m) => in_method(view, *m),
            Self::Attribute(a) => format!(
                "in {} from class {}",
                describe::attr_or_constant(view, *a),
                view.qualified(view.attr_owner(*a))
            ),
            Self::Parameter(v, m) => {
                format!("in parameter {} {}", v.text(view), in_method(view, *m))
            }
            Self::Variable(v, m) => format!("in variable {} {}", v.text(view), in_method(view, *m)),
        }
    }

    /// The declaration, and the method that it stands in.
    pub fn at(&self, view: &View<'_>, words: Words) -> Vec<Location> {
        match self {
            Self::Class(t) => vec![type_at(view, *t, words.class)],
            Self::Method(m) => vec![method_at(view, *m, words.method)],
            Self::Attribute(a) => vec![attr_at(view, *a, words.attribute)],
            Self::Parameter(v, m) | Self::Variable(v, m) => vec![
                var_at(view, v, words.variable),
                method_at(view, *m, words.method_of_variable),
            ],
        }
    }
}

/// What a location says of the declaration that it shows.
#[derive(Clone, Copy)]
pub struct Words {
    pub class: &'static str,
    pub method: &'static str,
    pub attribute: &'static str,
    pub variable: &'static str,
    pub method_of_variable: &'static str,
}

pub const ORIGINAL: Words = Words {
    class: "original class declaration",
    method: "original method declaration",
    attribute: "original attribute declaration",
    variable: "original variable declaration",
    method_of_variable: "original method declaration",
};

pub fn in_method(view: &View<'_>, method: Method) -> String {
    describe::in_method(view, method)
}

/// The node that carries a variable's modifiers and annotations: a local's stand before all of its declarators.
fn written(view: &View<'_>, var: &Var) -> NodeId {
    let tree = view.tree(var.file);
    match tree.kind(var.node) {
        Kind::VarDecl => tree.parent(var.node).unwrap_or(var.node),
        _ => var.node,
    }
}

/// The parameters of a method in both versions, where the two lists do not read the same.
pub struct ParamLists {
    pub before: Method,
    pub after: Method,
    pub pairs: Vec<ParamPair>,
}

/// Whether modifiers or annotations of a declaration are not what they were.
fn differs(diff: &Diff<'_>, pair: &DeclaredPair) -> bool {
    let hashes = |view: &View<'_>, d: &Declared| -> Vec<u64> {
        let tree = view.tree(d.file());
        let all = d.annotations(view).into_iter();
        all.map(|n| tree.hash(n)).collect()
    };
    pair.before.modifiers(&diff.before) != pair.after.modifiers(&diff.after)
        || hashes(&diff.before, &pair.before) != hashes(&diff.after, &pair.after)
}

/// Everything that was declared before and is declared now.
pub struct Declarations {
    /// Those whose modifiers or annotations differ.
    pub all: Vec<DeclaredPair>,
    pub params: Vec<ParamLists>,
    /// All attributes of both versions: unmoved, renamed and moved ones.
    pub attrs: Vec<AttrPair>,
    pub localized: Vec<Localized>,
}

impl Declarations {
    pub fn of(
        diff: &Diff<'_>,
        contexts: &[Context<'_, '_>],
        renames: &[Vec<(Var, Var)>],
        renamed_attrs: &[AttrPair],
        moved: &Moved,
    ) -> Self {
        let moved = moved.attrs.iter().map(|&(p, _)| p);
        let attrs: Vec<AttrPair> = diff
            .attrs
            .iter()
            .chain(renamed_attrs)
            .copied()
            .chain(moved)
            .collect();
        let params = param_lists(diff, contexts, renames);
        let classes = diff.types.iter().chain(&diff.local_types);
        // What is written at a type stands at its declaration, not at its other parts.
        let whole = |p: &&TypePair| !diff.before.ty(p.before).part && !diff.after.ty(p.after).part;
        let classes = classes.filter(whole).map(|p| DeclaredPair {
            before: Declared::Class(p.before),
            after: Declared::Class(p.after),
        });
        // The words before a primary constructor's parameters are part of its class's head.
        let primary = |p: &&MethodPair<'_>| {
            diff.before.method(p.before).kind == CallableKind::PrimaryConstructor
                || diff.after.method(p.after).kind == CallableKind::PrimaryConstructor
        };
        let methods = diff.methods.iter().filter(|p| !primary(p));
        let methods = methods.map(|p| DeclaredPair {
            before: Declared::Method(p.before),
            after: Declared::Method(p.after),
        });
        let mut all: Vec<DeclaredPair> = classes.chain(methods).collect();
        all.extend(attrs.iter().map(|p| DeclaredPair {
            before: Declared::Attribute(p.before),
            after: Declared::Attribute(p.after),
        }));
        for list in &params {
            all.extend(list.declared(diff));
        }
        for (c, renamed) in contexts.iter().zip(renames) {
            variables(diff, c, renamed, &mut all);
            parameterized(diff, c, renamed, &mut all);
        }
        let localized = localize::localized(diff, contexts, &params);
        all.extend(localized.iter().map(|l| DeclaredPair {
            before: Declared::Parameter(l.parameter.clone(), l.from),
            after: Declared::Variable(l.local.clone(), l.to),
        }));
        all.retain(|pair| differs(diff, pair));
        Self {
            all,
            params,
            attrs,
            localized,
        }
    }
}

impl ParamLists {
    fn declared(&self, diff: &Diff<'_>) -> impl Iterator<Item = DeclaredPair> {
        let (before, after) = (self.before, self.after);
        let property = move |&&(i, j): &&ParamPair| {
            let nodes = (
                diff.before.method(before).params[i].node,
                diff.after.method(after).params[j].node,
            );
            diff.before.is_property(before, nodes.0) || diff.after.is_property(after, nodes.1)
        };
        let pairs = self.pairs.iter().filter(move |p| !property(p));
        pairs.map(move |&(i, j)| DeclaredPair {
            before: Declared::Parameter(param(&diff.before, before, i), before),
            after: Declared::Parameter(param(&diff.after, after, j), after),
        })
    }
}

/// The parameter at `index` as a variable.
pub fn param(view: &View<'_>, method: Method, index: usize) -> Var {
    let decl = view.method(method);
    let p: &Param = &decl.params[index];
    Var {
        file: method.file,
        name: p.name,
        kind: VarKind::Param,
        node: p.node,
        ty: p.ty,
        init: None,
        scope: (p.node.0, view.tree(method.file).subtree_end(decl.node)),
    }
}

fn param_lists(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renames: &[Vec<(Var, Var)>],
) -> Vec<ParamLists> {
    let bodies: FxHashMap<_, (&Context<'_, '_>, &[(Var, Var)])> = contexts
        .iter()
        .zip(renames)
        .filter(|(c, _)| c.origin == Origin::Pair)
        .map(|(c, r)| ((c.before, c.after), (c, &r[..])))
        .collect();
    let hashes = |view: &View<'_>, m: Method| -> Vec<u64> {
        let tree = view.tree(m.file);
        let params = view.method(m).params.iter();
        params.map(|p| tree.hash(p.node)).collect()
    };
    let mut out = Vec::new();
    for p in &diff.methods {
        if hashes(&diff.before, p.before) == hashes(&diff.after, p.after) {
            continue;
        }
        let body = bodies.get(&(p.before, p.after)).copied();
        let mut pairs = parameter::pairs(diff, p.before, p.after, body.map_or(&[], |b| b.1));
        pairs.retain(|&(i, j)| {
            let (old, new) = (
                diff.before.method(p.before).params[i].name,
                diff.after.method(p.after).params[j].name,
            );
            old == new || !body.is_some_and(|(c, _)| was_local(c, new))
        });
        out.push(ParamLists {
            before: p.before,
            after: p.after,
            pairs,
        });
    }
    out
}

/// Whether the first version declared a variable of that name: a parameter of that name now is that variable, not
/// another parameter.
fn was_local(c: &Context<'_, '_>, name: Symbol) -> bool {
    let mut all = c.vars_before.all.iter();
    all.any(|v| v.name == name && v.kind == VarKind::Local)
}

/// Locals, loop variables and caught exceptions of matched statements, under one name or renamed.
fn variables(
    diff: &Diff<'_>,
    c: &Context<'_, '_>,
    renamed: &[(Var, Var)],
    out: &mut Vec<DeclaredPair>,
) {
    let inner = |v: &Var| matches!(v.kind, VarKind::Param | VarKind::InnerParam);
    for (x, y) in variable::kept(c, renamed) {
        if inner(x) || inner(y) {
            continue;
        }
        let from = diff
            .before
            .callable_at(c.before.file, x.node)
            .unwrap_or(c.before);
        let to = variable::holder(diff, c, y);
        out.push(DeclaredPair {
            before: Declared::Variable(x.clone(), from),
            after: Declared::Variable(y.clone(), to),
        });
    }
}

/// Locals that are parameters now, under one name or renamed.
fn parameterized(
    diff: &Diff<'_>,
    c: &Context<'_, '_>,
    renamed: &[(Var, Var)],
    out: &mut Vec<DeclaredPair>,
) {
    if c.origin == Origin::Extracted {
        for &(x, y) in &c.passed {
            let (x, y) = (c.var1(x), c.var2(y));
            if x.kind == VarKind::Local && x.name != y.name && !c.lives_on(x) {
                out.push(DeclaredPair {
                    before: Declared::Variable(x.clone(), c.before),
                    after: Declared::Parameter(y.clone(), c.after),
                });
            }
        }
    }
    let became = renamed
        .iter()
        .filter(|(x, y)| x.kind == VarKind::Local && y.kind == VarKind::Param)
        .map(|(x, y)| (x, y));
    for (x, y) in became.chain(variable::became_parameters(diff, c)) {
        let from = diff.before.callable_at(c.before.file, x.node);
        out.push(DeclaredPair {
            before: Declared::Variable(x.clone(), from.unwrap_or(c.before)),
            after: Declared::Parameter(y.clone(), c.after),
        });
    }
}
