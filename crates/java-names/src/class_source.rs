//! What the resolver wants to know of compiled classes, and from whom.
//!
//! A [`ClassSource`] stands for the class path. Reading jars and the JDK is another crate's work; analysis only asks.

/// Compiled classes by name. Asked from several threads, once for each class.
pub trait ClassSource: Send + Sync {
    /// The binary names of all classes (`java/util/Map$Entry`), each once, in any order.
    fn class_names(&self) -> Vec<String>;

    /// None when there is no such class or it cannot be read.
    fn load(&self, binary_name: &str) -> Option<ClassData>;

    /// The modules that say what they are, each once, in any order.
    fn modules(&self) -> Vec<ModuleData> {
        Vec::new()
    }
}

/// An empty class path.
pub struct NoClasses;

impl ClassSource for NoClasses {
    fn class_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn load(&self, _: &str) -> Option<ClassData> {
        None
    }
}

/// Nothing but `java.lang.Object`, which every class inherits from: without it no class is known to lack a member, and a
/// name inside a nested class could never mean one of the class around it.
pub struct ObjectAlone;

const OBJECT: &str = "java/lang/Object";

/// The methods of `Object` that the language specification names (JLS 4.3.2): access flags, name and descriptor.
const OF_OBJECT: [(u16, &str, &str); 12] = [
    (access::PUBLIC, "<init>", "()V"),
    (access::PROTECTED, "clone", "()Ljava/lang/Object;"),
    (access::PUBLIC, "equals", "(Ljava/lang/Object;)Z"),
    (access::PROTECTED, "finalize", "()V"),
    (FIXED, "getClass", "()Ljava/lang/Class;"),
    (access::PUBLIC, "hashCode", "()I"),
    (FIXED, "notify", "()V"),
    (FIXED, "notifyAll", "()V"),
    (access::PUBLIC, "toString", "()Ljava/lang/String;"),
    (FIXED, "wait", "()V"),
    (FIXED, "wait", "(J)V"),
    (FIXED, "wait", "(JI)V"),
];

const FIXED: u16 = access::PUBLIC | access::FINAL;

impl ClassSource for ObjectAlone {
    fn class_names(&self) -> Vec<String> {
        vec![OBJECT.to_owned()]
    }

    fn load(&self, binary_name: &str) -> Option<ClassData> {
        let methods = OF_OBJECT.map(|(access, name, descriptor)| MemberData {
            access,
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            ..MemberData::default()
        });
        (binary_name == OBJECT).then(|| ClassData {
            name: OBJECT.to_owned(),
            access: access::PUBLIC,
            methods: methods.to_vec(),
            ..ClassData::default()
        })
    }
}

/// A compiled class as its file says it, without code. Access flags are those of the class file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassData {
    /// `java/util/Map$Entry`
    pub name: String,
    /// Those of the `InnerClasses` entry for a nested class: only there it says `static` and `private`.
    pub access: u16,
    pub superclass: Option<String>,
    pub interfaces: Vec<String>,
    /// The generic signature, where it has one.
    pub signature: Option<String>,
    pub permits: Vec<String>,
    pub fields: Vec<MemberData>,
    pub methods: Vec<MemberData>,
    /// The class it is a member of.
    pub outer: Option<String>,
    /// Its member classes: simple name and binary name.
    pub members: Vec<(String, String)>,
    pub deprecated: bool,
}

/// A module as its `module-info` says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleData {
    pub name: String,
    /// The packages that everybody may use, dotted.
    pub exports: Vec<String>,
    /// The modules whose packages come along with it.
    pub transitive: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemberData {
    pub access: u16,
    pub name: String,
    pub descriptor: String,
    pub signature: Option<String>,
    pub exceptions: Vec<String>,
    pub deprecated: bool,
}

/// Access flags of class files, as the JVM specification numbers them.
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
}
