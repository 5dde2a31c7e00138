//! Modifiers as one small set.

/// The modifiers of a declaration, as written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Modifiers(pub u32);

/// Who may see a declaration. `Package` is what is written with no word in Java.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Visibility {
    Private,
    Package,
    /// Seen in one compiled unit, as a module of a build.
    Internal,
    Protected,
    Public,
}

impl Visibility {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Package => "package",
            Self::Internal => "internal",
            Self::Protected => "protected",
            Self::Public => "public",
        }
    }
}

macro_rules! modifiers {
    ($($name:ident = $bit:literal, $word:literal;)*) => {
        impl Modifiers {
            $(pub const $name: Self = Self(1 << $bit);)*

            /// Every modifier with its word, in the order in which Java writes them.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$name, $word)),*];
        }
    };
}

modifiers! {
    PUBLIC = 0, "public";
    PROTECTED = 1, "protected";
    PRIVATE = 2, "private";
    ABSTRACT = 3, "abstract";
    DEFAULT = 4, "default";
    STATIC = 5, "static";
    SEALED = 6, "sealed";
    NON_SEALED = 7, "non-sealed";
    FINAL = 8, "final";
    TRANSIENT = 9, "transient";
    VOLATILE = 10, "volatile";
    SYNCHRONIZED = 11, "synchronized";
    NATIVE = 12, "native";
    STRICTFP = 13, "strictfp";
    INTERNAL = 15, "internal";
    OVERRIDE = 16, "override";
}

impl Modifiers {
    pub const NONE: Self = Self(0);

    /// Beside [`Self::PUBLIC`]: nobody wrote the word, an interface says it of its members.
    pub const IMPLIED: Self = Self(1 << 14);

    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set of one word; empty for a word that is no modifier.
    pub fn of_word(word: &str) -> Self {
        Self::ALL
            .iter()
            .find(|(_, w)| *w == word)
            .map_or(Self::NONE, |(m, _)| *m)
    }

    /// The words, in the order in which Java writes them.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::ALL
            .iter()
            .filter(move |(m, _)| self.has(*m))
            .map(|(_, w)| *w)
    }

    /// As written; members of an interface are public without the word, which the language's lowering adds.
    pub const fn visibility(self) -> Visibility {
        if self.has(Self::PUBLIC) {
            Visibility::Public
        } else if self.has(Self::PROTECTED) {
            Visibility::Protected
        } else if self.has(Self::PRIVATE) {
            Visibility::Private
        } else if self.has(Self::INTERNAL) {
            Visibility::Internal
        } else {
            Visibility::Package
        }
    }

    /// By the words alone, whatever else a member of an interface is.
    pub const fn written_visibility(self) -> Visibility {
        if self.has(Self::IMPLIED) {
            Visibility::Package
        } else {
            self.visibility()
        }
    }
}
