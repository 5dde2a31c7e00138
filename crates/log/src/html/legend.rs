//! What the kinds of entries mean for who uses the library.

use crate::Kind;

pub const REMOVED: &str = "it is gone, and nothing was found in its place";

pub const fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::RenamePackage => "a package has another name, and its classes came along",
        Kind::RenameClass => "a class has another name",
        Kind::MoveClass => "a class is in another package",
        Kind::CollapseHierarchy => "a class and its superclass became one",
        Kind::MoveRenameClass => "a class has another name in another package",
        Kind::RenameMethod => "a method has another name",
        Kind::PullUpMethod => "a method is declared in a superclass now",
        Kind::PushDownMethod => "a method is declared in subclasses now",
        Kind::MoveMethod => "a method is in another class",
        Kind::ChangeSignature => "a method has other parameters or another return type",
        Kind::RenameField => "a field has another name",
        Kind::MoveField => "a field is in another class",
        Kind::ExtractInterface => "a class implements a new interface with some of its methods",
        Kind::ExtractSuperclass => "a class extends a new class with some of its members",
        Kind::ClassToInterface => "a class became an interface",
        Kind::ChangeVisibility => "it can be used from fewer places",
        Kind::ChangeExceptions => "a method throws other checked exceptions",
        Kind::Replace => "it is deprecated or gone, and another one is to be used",
    }
}
