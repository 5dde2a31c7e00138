//! What is known of the Java library: types whose objects never change, and methods that only read.
//!
//! The code of the class path is not read; a call of it may change whatever it can reach. These are the exceptions.

use reweave_java_names::{MethodId, Ty, World};

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
