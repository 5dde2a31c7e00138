//! What `this` stands for in a method that went to another class (paper 4, section 3.2): the parameter or attribute of the
//! target's type that it was asked on before, or the parameter of the source's type that it is given now.

use crate::diff::Diff;
use crate::view::{Method, View};
use reweave_matching::{Argument, BodyMatch};
use reweave_model::{Kind, NodeId, Tree};
use reweave_text::Symbol;

/// The statements of two methods of different classes, matched.
pub fn match_moved<'p>(diff: &Diff<'p>, b: Method, a: Method) -> BodyMatch<'p> {
    let (from, to) = (diff.before.owner(b), diff.after.owner(a));
    let source = diff.before.ty(from).name;
    let source = diff.renamed_type(source).unwrap_or(source);
    let after = asked(&diff.before, b, diff.after.ty(to).name);
    let before = asked(&diff.after, a, source);
    let plain = diff.match_methods(b, a);
    if after.is_none() && before.is_none() {
        return plain;
    }
    let mut arguments = diff.types_of(b, a);
    arguments.before.this = before;
    arguments.after.this = after;
    let (old, new) = (diff.body_before(b), diff.body_after(a));
    let found = diff.matcher().bodies(old, new, &arguments);
    let worth = |m: &BodyMatch<'_>| (m.mappings.len(), m.exact());
    if worth(&found) > worth(&plain) {
        found
    } else {
        plain
    }
}

/// A place in the method's body where its only parameter of the class stands, or else the only attribute beside it.
fn asked<'p>(view: &View<'p>, method: Method, class: Symbol) -> Option<Argument<'p>> {
    let tree = view.tree(method.file);
    let decl = view.method(method);
    let is_class = |ty: Option<NodeId>| ty.is_some_and(|t| tree.sym(t) == class);
    let only = |mut names: Vec<Symbol>| (names.len() == 1).then(|| names.remove(0));
    let params = decl.params.iter().filter(|p| is_class(p.ty));
    let attrs = view.attrs(view.owner(method));
    let attrs = attrs.map(|a| view.attr(a)).filter(|f| is_class(f.ty));
    let name =
        only(params.map(|p| p.name).collect()).or_else(|| only(attrs.map(|f| f.name).collect()))?;
    let node = place(tree, decl.body?, name)?;
    Some(Argument { tree, node })
}

fn place(tree: &Tree, body: NodeId, name: Symbol) -> Option<NodeId> {
    tree.descendants(body)
        .find(|&n| tree.kind(n) == Kind::Name && tree.sym(n) == name)
}
