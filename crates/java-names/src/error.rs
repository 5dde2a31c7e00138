//! A compile error, and what kinds of them are told.

use reweave_model::NodeId;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ErrorKind {
    /// Two types of one name in a package or class.
    DuplicateType,
    /// Two methods of a class with the same erased parameters.
    DuplicateMethod,
    DuplicateField,
    /// A variable of a name that the body has already.
    DuplicateLocal,
    /// A class that is its own supertype.
    CyclicInheritance,
    /// A member that may not be named from here.
    Inaccessible,
    /// A class that is not abstract leaves a method without a body.
    NotImplemented,
    /// A method that may not override the one it would: final, static, or with less access.
    BadOverride,
    /// An instance of an abstract class or an interface.
    AbstractCreated,
    /// Two imports of one simple name.
    DuplicateImport,
    /// An import of what is not there.
    MissingImport,
    /// A value of a type that cannot be where it is.
    BadValue,
    /// A field that an initialiser names before it is declared.
    ForwardReference,
    /// A constructor that calls none above, where none takes no arguments or that one throws more.
    NoConstructor,
    /// A method that must give a value and does not, or may not and does.
    BadResult,
    /// A checked exception that nobody catches or declares.
    Uncaught,
    /// A checked exception that is caught where nothing throws it.
    NeverThrown,
    /// A member of an object that is named where there is none.
    NoObject,
    /// An object that is given to be around one of a class that is no inner class.
    NotInner,
    /// A class below one that is sealed and does not let it.
    NotPermitted,
    /// A value of an annotation without a name, where there is no `value`.
    NoElement,
    /// A field that is one of several that its class inherits under one name.
    Ambiguous,
    /// A method without a body that `super` asks for.
    NoBody,
    /// A member whose modifiers, or whose body, its class does not allow.
    BadModifier,
    /// A local variable that is read where it need not have a value.
    Unassigned,
    /// A final field that is assigned where it may not get its value.
    FinalAssigned,
    /// A statement that is never reached.
    Unreachable,
    /// A label in a statement that has it already.
    DuplicateLabel,
    /// `this(…)` or `super(…)` behind another statement.
    NotFirst,
}

impl ErrorKind {
    /// Found in the text of a file, and not in what its classes declare and inherit.
    pub(crate) const fn is_of_body(self) -> bool {
        matches!(
            self,
            Self::DuplicateLocal
                | Self::Inaccessible
                | Self::AbstractCreated
                | Self::DuplicateImport
                | Self::MissingImport
                | Self::BadValue
                | Self::ForwardReference
                | Self::BadResult
                | Self::Uncaught
                | Self::NeverThrown
                | Self::NoObject
                | Self::NotInner
                | Self::NoElement
                | Self::Ambiguous
                | Self::NoBody
                | Self::Unassigned
                | Self::FinalAssigned
                | Self::Unreachable
                | Self::DuplicateLabel
                | Self::NotFirst
        )
    }
}

/// An error at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError {
    pub file: u32,
    pub node: NodeId,
    pub kind: ErrorKind,
    /// What it is about, for a person.
    pub about: String,
}
