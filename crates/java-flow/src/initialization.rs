//! Which classes are initialized where (JLS 12.4.1). `new` initializes its class before its operands are evaluated (JVMS 6.5), a call of a static
//! method after them; what is initialized with a class are its superclass and the interfaces above that have methods with bodies (JVMS 5.5).

use reweave_java_names::{ClassId, Decl, FieldId, Names};
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind};

/// What happens because code is reached for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Begun {
    /// A class is initialized.
    Class(ClassId),
    /// A class without initializers of its own is, that of a function or object of this type.
    Below(ClassId),
}

impl Begun {
    pub fn class(self) -> ClassId {
        match self {
            Self::Class(class) | Self::Below(class) => class,
        }
    }
}

/// What using a node initializes, if it is of these files: the class of an object or function that is made, of a static method that is called,
/// or of a static field that is no constant.
pub(crate) fn begun(names: &Names, file: u32, node: NodeId) -> Option<Begun> {
    let world = &names.world;
    let tree = &world.file(file).tree;
    let is_static = |m| world.method(m).modifiers.has(Modifiers::STATIC);
    let below = |ty| world.class_of_type(ty).map(Begun::Below);
    let found = match (tree.kind(node), names.decl(file, node)) {
        (Kind::New, Decl::Method(method)) => Begun::Class(world.method(method).owner),
        (Kind::New, Decl::Class(class)) => Begun::Class(class),
        (Kind::New, _) => below(names.ty(file, tree.child_in(node, Role::Type)?))?,
        (Kind::Lambda | Kind::MethodRef, _) => below(names.ty(file, node))?,
        (Kind::Call, Decl::Method(m)) if is_static(m) => Begun::Class(world.method(m).owner),
        (Kind::Name | Kind::FieldAccess, Decl::Field(field))
            if world.is_static_field(field) && !is_constant(names, field) =>
        {
            Begun::Class(world.field(field).owner)
        }
        _ => return None,
    };
    (world.class(found.class()).origin.file()).map(|_| found)
}

/// The class of these files that the use of a static member begins with.
pub fn initialized_by(names: &Names, file: u32, node: NodeId) -> Option<ClassId> {
    match begun(names, file, node)? {
        Begun::Class(class) => Some(class),
        Begun::Below(_) => None,
    }
}

/// Whether a static field is a constant variable (JLS 4.12.4).
fn is_constant(names: &Names, field: FieldId) -> bool {
    let world = &names.world;
    let data = world.field(field);
    let is_fixed = data.modifiers.has(Modifiers::FINAL) || world.info(data.owner).is_interface();
    let init = world.field_node(field).and_then(|(file, node)| {
        let tree = &world.file(file).tree;
        Some((file, tree.child_in(node, Role::Init)?))
    });
    let ty = world.field_type(field);
    is_fixed
        && (ty.is_primitive() || ty == world.string())
        && init.is_some_and(|(file, init)| names.may_be_constant(file, init))
}

/// Whether code runs only when the initialization has begun: code of the class or of a subclass, and of the classes in its bodies.
pub(crate) fn is_begun(names: &Names, file: u32, node: NodeId, begun: Begun) -> bool {
    let world = &names.world;
    let class = begun.class();
    let model = world.file(file);
    // An interface is initialized with the classes below it only where it has bodies, and with interfaces never.
    let is_above = |here: ClassId| {
        here == class
            || (world.is_subclass(here, class)
                && (!world.info(class).is_interface()
                    || (has_bodies(names, class) && !world.info(here).is_interface())))
    };
    let mut around = model.tree.ancestors(node);
    while let Some(at) = around.find(|&a| model.tree.kind(a) == Kind::Type) {
        let Some(id) = model.type_ids().find(|&t| model.ty(t).node == at) else {
            return false;
        };
        if is_above(world.class_of(file, id)) {
            return true;
        }
        if model.ty(id).in_callable.is_none() && model.ty(id).kind != TypeKind::Anonymous {
            return false;
        }
    }
    false
}

/// Whether an interface is initialized with the classes below it: it has a method that is neither abstract nor static (JVMS 5.5).
fn has_bodies(names: &Names, interface: ClassId) -> bool {
    let world = &names.world;
    world.info(interface).methods.iter().any(|m| {
        let has = |word| world.method(m.1).modifiers.has(word);
        has(Modifiers::DEFAULT) || (has(Modifiers::PRIVATE) && !has(Modifiers::STATIC))
    })
}

/// What is initialized together with a class below a type.
pub(crate) fn with_below(names: &Names, above: ClassId) -> Vec<Begun> {
    let world = &names.world;
    if !world.info(above).is_interface() {
        return vec![Begun::Class(above)];
    }
    let own = has_bodies(names, above).then_some(Begun::Class(above));
    own.into_iter().chain(supers(names, above)).collect()
}

/// The types above a class, as one below them initializes them.
pub(crate) fn supers(names: &Names, class: ClassId) -> impl Iterator<Item = Begun> {
    let world = &names.world;
    let above = world.header(class).supers.iter();
    above
        .filter_map(|&s| world.class_of_type(s))
        .map(Begun::Below)
}

/// The code that runs when a class, or an object of it, is initialized.
pub(crate) fn initializers(names: &Names, class: ClassId, of_class: bool) -> Vec<(u32, NodeId)> {
    let world = &names.world;
    let Some((file, decl)) = world.decl_of(class) else {
        return Vec::new();
    };
    let model = world.file(file);
    let of_interface = world.info(class).is_interface();
    let fields = decl.fields.iter().map(|&f| model.field(f));
    let fields = fields.filter(|f| {
        let is_static = f.enum_constant || of_interface || f.modifiers.has(Modifiers::STATIC);
        is_static == of_class
    });
    let blocks = decl.initializers.iter().copied();
    let blocks =
        blocks.filter(|&n| Modifiers(model.tree.node(n).flags).has(Modifiers::STATIC) == of_class);
    let all = fields.map(|f| f.node).chain(blocks);
    all.map(|node| (file, node)).collect()
}
