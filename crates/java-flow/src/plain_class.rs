//! Classes whose initialization does nothing that anybody could notice, as their text alone shows: what is known of them does not depend
//! on whether the names in their file were resolved.

use reweave_model::{FileModel, Kind, Modifiers, NodeId, Role, TypeDecl, TypeKind};
use reweave_text::Symbol;

/// No static initializer; static fields and enum constants made of literals, by constructors that only keep what they are given.
pub fn is_plain_class(model: &FileModel, decl: &TypeDecl) -> bool {
    let tree = &model.tree;
    let has_block = decl
        .initializers
        .iter()
        .any(|&n| Modifiers(tree.node(n).flags).has(Modifiers::STATIC));
    let fields = || decl.fields.iter().map(|&f| model.field(f));
    let has_constants = fields().any(|f| f.enum_constant);
    let constants_are = fields().filter(|f| f.enum_constant);
    let constants_are = constants_are
        .flat_map(|f| tree.children(f.node))
        .filter(|&n| tree.kind(n) != Kind::Annotation)
        .all(|n| tree.kind(n).is_literal());
    // Fields of an interface are static, written or not (JLS 9.3).
    let is_interface = matches!(decl.kind, TypeKind::Interface | TypeKind::Annotation);
    let kept_by_objects = |f: &reweave_model::Field| {
        f.modifiers.has(Modifiers::STATIC) || is_interface || has_constants
    };
    let values_are = fields()
        .filter(|f| !f.enum_constant && kept_by_objects(f))
        .filter_map(|f| f.init)
        .all(|n| tree.kind(n).is_literal());
    let is_quiet = !has_block && constants_are && values_are;
    is_quiet && (!has_constants || (decl.initializers.is_empty() && only_keeps(model, decl)))
}

/// Whether every constructor only gives its parameters to fields of the class.
fn only_keeps(model: &FileModel, decl: &TypeDecl) -> bool {
    let tree = &model.tree;
    let own: Vec<Symbol> = decl.fields.iter().map(|&f| model.field(f).name).collect();
    let constructors = decl
        .callables
        .iter()
        .map(|&c| &model.callables[c.0 as usize]);
    let mut bodies = constructors
        .filter(|c| c.is_constructor())
        .filter_map(|c| Some((c, c.body?)));
    bodies.all(|(constructor, body)| {
        let is_known = |n: NodeId| {
            let name = tree.sym(n);
            own.contains(&name) || constructor.params.iter().any(|p| p.name == name)
        };
        tree.children(body)
            .flat_map(|s| tree.descendants(s))
            .all(|n| match tree.kind(n) {
                Kind::ExprStmt | Kind::Assign | Kind::This => true,
                Kind::Name => is_known(n),
                Kind::FieldAccess => {
                    let on = tree.child_in(n, Role::Receiver);
                    on.is_some_and(|r| tree.kind(r) == Kind::This)
                }
                kind => kind.is_literal(),
            })
    })
}
