//! What is known of the Java library: types whose objects never change, methods that only read, and which code of the program it may call.
//!
//! The code of the class path is not read. It changes what libraries hold, and runs those methods of the program that override some of its
//! own, of objects that it is given (as receiver, argument or element), and every function.

use crate::graph::{Access, Place};
use crate::operations::dereferences;
use reweave_java_names::{ClassId, MethodId, Names, Ty, TyData, World};
use reweave_model::{Kind, Modifiers, NodeId, Role};

const IMMUTABLE: [&str; 20] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Class",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/StrictMath",
    "java/lang/String",
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/nio/charset/Charset",
    "java/util/Locale",
    "java/util/UUID",
    "java/util/regex/Pattern",
    "java/time/Duration",
    "java/time/LocalDate",
];

const READING: [&str; 26] = [
    "charAt",
    "contains",
    "containsKey",
    "containsValue",
    "entrySet",
    "get",
    "getClass",
    "getKey",
    "getMessage",
    "getName",
    "getOrDefault",
    "getSimpleName",
    "getValue",
    "hashCode",
    "indexOf",
    "intValue",
    "isEmpty",
    "keySet",
    "lastIndexOf",
    "length",
    "longValue",
    "name",
    "ordinal",
    "size",
    "subSequence",
    "values",
];

/// Whether a value of a type is the same for ever: primitive, or an object that never changes.
pub fn is_immutable(world: &World, ty: Ty) -> bool {
    let class = world.class_of_type(ty);
    ty.is_primitive() || class.is_some_and(|c| IMMUTABLE.contains(&world.class_key(c)))
}

/// Whether a method of the class path depends on nothing but its immutable operands.
pub fn is_function(world: &World, method: MethodId) -> bool {
    let data = world.method(method);
    IMMUTABLE.contains(&world.class_key(data.owner))
}

/// Whether a method of the class path changes nothing.
pub fn reads_only(world: &World, method: MethodId) -> bool {
    let data = world.method(method);
    let owner = world.class_key(data.owner);
    owner.starts_with("java/") && READING.contains(&world.text(data.name))
}

/// Types of the library that keep functions and run them later.
const KEEPING: [&str; 4] = [
    "java/lang/Thread",
    "java/util/Timer",
    "java/util/concurrent/",
    "java/util/stream/",
];

/// What a call of the class path does.
#[derive(Default)]
pub struct Outside {
    pub accesses: Vec<Access>,
    pub throws: bool,
    /// Objects of these classes, or of classes below, may be asked for what they override of the library.
    pub asked: Vec<ClassId>,
}

/// What a method of the class path may do: nothing, read, change libraries, or call back.
pub fn outside(names: &Names, file: u32, node: NodeId, method: MethodId) -> Outside {
    let world = &names.world;
    let tree = &world.file(file).tree;
    let arguments: Vec<Ty> = tree
        .children_in(node, Role::Argument)
        .map(|n| names.ty(file, n))
        .collect();
    let all_plain = arguments.iter().all(|&ty| is_plain(names, ty));
    let mut found = Outside::default();
    if is_function(world, method) && all_plain {
        found.throws = dereferences(names, file, node) || may_fail(world, method);
        return found;
    }
    if tree.kind(node) == Kind::New && all_plain {
        let class = world.class_key(world.method(method).owner);
        let plain_class = class.ends_with("Exception") || arguments.is_empty();
        found.throws = !plain_class;
        found
            .accesses
            .extend((!plain_class).then_some(Access::read(Place::World)));
        return found;
    }
    found.throws = true;
    let is_static = world.method(method).modifiers.has(Modifiers::STATIC);
    let asked = match tree.child_in(node, Role::Receiver) {
        _ if is_static || tree.kind(node) == Kind::New => None,
        Some(receiver) => Some(names.ty(file, receiver)),
        // A method that the class of the code inherits.
        None => Some(world.this_type(world.method(method).owner)),
    };
    let given = arguments.iter().chain(&asked);
    let runs = |&ty: &Ty| runs_functions(world, ty);
    if given.clone().any(runs) || world.functional(world.method(method).owner) == Some(method) {
        found.accesses.push(Access::write(Place::Anything));
        return found;
    }
    found.accesses.push(if reads_only(world, method) {
        Access::read(Place::World)
    } else {
        Access::write(Place::World)
    });
    for &ty in given {
        ours_in(names, ty, &mut found.asked);
    }
    found
}

/// Whether a value is a function, or keeps functions that run when it is asked.
pub fn runs_functions(world: &World, ty: Ty) -> bool {
    world.class_of_type(ty).is_some_and(|class| {
        let key = world.class_key(class);
        world.functional(class).is_some() || KEEPING.iter().any(|k| key.starts_with(k))
    })
}

/// The classes that an object handed to the library, and its elements, have at least.
fn ours_in(names: &Names, ty: Ty, found: &mut Vec<ClassId>) {
    let world = &names.world;
    if is_plain(names, ty) {
        return;
    }
    match world.types().data(ty) {
        TyData::Array(element) => ours_in(names, *element, found),
        TyData::Wildcard(_, bound) => ours_in(names, *bound, found),
        TyData::Class(_, args) => {
            for &arg in args {
                ours_in(names, arg, found);
            }
            found.extend(world.class_of_type(ty));
        }
        _ => {
            let class = world.class_of_type(ty);
            found.extend(class.or_else(|| world.class_of_type(world.object())));
        }
    }
}

/// Whether nothing of the program runs when a library asks such a value: a value that never changes.
pub fn is_plain(names: &Names, ty: Ty) -> bool {
    is_immutable(&names.world, ty) || ty == Ty::NULL
}

fn may_fail(world: &World, method: MethodId) -> bool {
    let data = world.method(method);
    let owner = world.class_key(data.owner);
    let is_total = matches!(owner, "java/lang/Math" | "java/lang/StrictMath")
        && !world.text(data.name).ends_with("Exact");
    let name = world.text(data.name);
    !is_total
        && !matches!(
            name,
            "valueOf"
                | "toString"
                | "length"
                | "equals"
                | "isEmpty"
                | "hashCode"
                | "trim"
                | "toUpperCase"
                | "toLowerCase"
        )
}
