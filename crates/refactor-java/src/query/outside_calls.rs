//! What is known of libraries: types whose objects never change, and methods that only read.
//!
//! A call of the class path may change the object that it is asked of; its code is not read. These are the exceptions, few and well known,
//! without which hardly any initial value could move.

use reweave_java_names::{MethodId, Ty, World};

/// Types of the Java library whose objects have the same value for ever.
const IMMUTABLE: [&str; 18] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Class",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/String",
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/nio/charset/Charset",
    "java/util/Locale",
    "java/util/Optional",
    "java/util/UUID",
    "java/util/regex/Pattern",
    "java/time/Duration",
];

/// Methods of the Java library that change nothing, whatever class of it has them.
const READING: [&str; 32] = [
    "charAt",
    "compareTo",
    "contains",
    "containsKey",
    "containsValue",
    "entrySet",
    "equals",
    "forEach",
    "get",
    "getClass",
    "getKey",
    "getName",
    "getOrDefault",
    "getSimpleName",
    "getValue",
    "hashCode",
    "indexOf",
    "intValue",
    "isEmpty",
    "iterator",
    "keySet",
    "lastIndexOf",
    "length",
    "longValue",
    "name",
    "ordinal",
    "size",
    "stream",
    "subList",
    "toArray",
    "toString",
    "values",
];

/// Whether the objects of a type never change.
pub fn is_immutable(world: &World, ty: Ty) -> bool {
    let class = world.class_of_type(ty);
    class.is_some_and(|c| IMMUTABLE.contains(&world.class_key(c)))
}

/// Whether a method of the class path only reads the object that it is asked of.
pub fn reads_only(world: &World, method: MethodId) -> bool {
    let data = world.method(method);
    let owner = world.class_key(data.owner);
    IMMUTABLE.contains(&owner)
        || (owner.starts_with("java/") && READING.contains(&world.text(data.name)))
}
