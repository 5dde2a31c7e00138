//! Numbers for what names can mean.

use reweave_model::NodeId;
use reweave_text::Symbol;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids! {
    /// A class of the sources or of the class path. Those of the sources come first, in the order of the program.
    ClassId;
    /// A method or constructor.
    MethodId;
    /// A field, an enum constant or a record component's field.
    FieldId;
    /// A type parameter of a class or method.
    TypeVarId;
}

/// What a name means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Decl {
    /// The node is no reference.
    #[default]
    None,
    /// A reference whose declaration is not known: something it depends on is not in the sources or the class path.
    Unknown,
    Package(Symbol),
    /// A module, in the directives of another and in `import module`.
    Module(Symbol),
    Class(ClassId),
    TypeVar(TypeVarId),
    Method(MethodId),
    Field(FieldId),
    /// A local variable, parameter or pattern variable: its declaring node in the same file.
    Local(NodeId),
    /// A labeled statement of the same file.
    Label(NodeId),
    /// The length of an array.
    ArrayLength,
}

impl Decl {
    /// Whether it names a declaration.
    pub const fn is_known(self) -> bool {
        !matches!(self, Self::None | Self::Unknown)
    }
}
