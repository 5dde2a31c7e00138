//! The document itself.

use serde::{Deserialize, Serialize};

pub const FORMAT: &str = "reweave-log";
pub const VERSION: u32 = 1;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// Always `reweave-log`.
    pub format: String,
    pub version: u32,
    pub old: Side,
    pub new: Side,
    pub entries: Vec<Entry>,
    /// API that is gone without a match: breaks clients, and is no refactoring.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<Removed>,
    /// How many elements that clients can use came without being any of the old ones.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub added: usize,
    /// What could not be read, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            old: Side::default(),
            new: Side::default(),
            entries: Vec::new(),
            removed: Vec::new(),
            added: 0,
            left_out: Vec::new(),
        }
    }
}

/// One release.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    pub name: String,
    #[serde(default)]
    pub files: usize,
    /// How many of the files say that they were generated.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub generated: usize,
}

macro_rules! words {
    ($(#[$doc:meta])* $type:ident { $($variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $type { $($variant,)* }

        impl $type {
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            pub fn of_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|k| k.word() == word)
            }
        }
    };
}

words! {
    /// What was done.
    Kind {
        RenamePackage "rename-package",
        RenameClass "rename-class",
        MoveClass "move-class",
        CollapseHierarchy "collapse-hierarchy",
        MoveRenameClass "move-rename-class",
        RenameMethod "rename-method",
        PullUpMethod "pull-up-method",
        PushDownMethod "push-down-method",
        MoveMethod "move-method",
        ChangeSignature "change-signature",
        RenameField "rename-field",
        MoveField "move-field",
        ExtractInterface "extract-interface",
        ExtractSuperclass "extract-superclass",
        ClassToInterface "class-to-interface",
        ChangeVisibility "change-visibility",
        ChangeExceptions "change-exceptions",
        Replace "replace",
    }
}

words! {
    /// What it was done to.
    Element {
        Package "package",
        Class "class",
        Method "method",
        Field "field",
    }
}

impl Kind {
    /// Whether it says which name an old one became; two such entries for one name contradict each other.
    pub const fn renames(self) -> bool {
        !matches!(
            self,
            Self::ChangeSignature
                | Self::ExtractInterface
                | Self::ExtractSuperclass
                | Self::ClassToInterface
                | Self::ChangeVisibility
                | Self::ChangeExceptions
        )
    }

    /// What its entries are about; none where it may be several things.
    pub const fn element(self) -> Option<Element> {
        match self {
            Self::RenamePackage => Some(Element::Package),
            Self::RenameClass
            | Self::MoveClass
            | Self::MoveRenameClass
            | Self::CollapseHierarchy
            | Self::ExtractInterface
            | Self::ExtractSuperclass
            | Self::ClassToInterface => Some(Element::Class),
            Self::RenameMethod
            | Self::PullUpMethod
            | Self::PushDownMethod
            | Self::MoveMethod
            | Self::ChangeSignature
            | Self::ChangeExceptions => Some(Element::Method),
            Self::RenameField | Self::MoveField => Some(Element::Field),
            Self::ChangeVisibility | Self::Replace => None,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub kind: Kind,
    pub element: Element,
    /// The name in the old release: `a.b.C`, `a.b.C.field`, `a.b.C.method(a.b.D,int[])`. Types are erased and written with
    /// their packages; a simple name stands for any type of that name.
    pub old: String,
    /// The name in the new release.
    pub new: String,
    /// Clients may use it.
    #[serde(default = "yes")]
    pub api: bool,
    /// How often the old release itself refers to it.
    #[serde(default)]
    pub uses: u32,
    /// Between 0 and 1; none for what a person wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// Of a changed signature: the new parameters in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<Vec<Parameter>>,
    /// The type in both releases: what a method returns, or what a field holds. None for constructors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<[String; 2]>,
    /// The modifiers in both releases, as Java orders them: `public static final`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<[String; 2]>,
    /// An expression for the object that calls need now, where a static method became an instance method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accessor: Option<String>,
    /// The method has no receiver in the old release.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_static: bool,
    /// `FILE:LINE` of the declarations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_at: Option<String>,
}

impl Entry {
    /// An entry that says no more than it must.
    pub fn new(kind: Kind, element: Element, old: &str, new: &str) -> Self {
        Self {
            kind,
            element,
            old: old.to_owned(),
            new: new.to_owned(),
            api: true,
            uses: 0,
            confidence: None,
            evidence: None,
            parameters: None,
            returns: None,
            modifiers: None,
            accessor: None,
            is_static: false,
            old_at: None,
            new_at: None,
        }
    }
}

impl Entry {
    /// It is declared in sources of tests.
    pub fn is_of_tests(&self) -> bool {
        self.old_at.as_deref().is_some_and(is_test_place)
    }

    /// The return type before and after, where it changed.
    pub fn returns_changed(&self) -> Option<&[String; 2]> {
        self.returns
            .as_ref()
            .filter(|[before, after]| before != after)
    }
}

impl Removed {
    /// It was declared in sources of tests.
    pub fn is_of_tests(&self) -> bool {
        self.at.as_deref().is_some_and(is_test_place)
    }
}

/// Whether a file lies where builds keep tests: `src/test/…`, `test/…`, `tests/…`.
///
/// ```
/// use reweave_log::is_test_place;
/// assert!(is_test_place("core/src/test/java/a/B.java:3") && is_test_place("tests/a/B.java"));
/// assert!(!is_test_place("src/main/java/a/test/B.java"));
/// ```
pub fn is_test_place(path: &str) -> bool {
    let mut folders = path.split('/').peekable();
    let first = folders.peek().is_some_and(|f| is_test_folder(f));
    let mut pairs = path.split('/').zip(path.split('/').skip(1));
    first || pairs.any(|(above, folder)| above == "src" && is_test_folder(folder))
}

fn is_test_folder(folder: &str) -> bool {
    matches!(
        folder,
        "test" | "tests" | "testFixtures" | "androidTest" | "integrationTest" | "jmh"
    )
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(value: &usize) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// Why an entry stands in the log.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// How alike the shingles are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    /// σ: how alike the references to them are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub references: Option<f64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One parameter of a changed signature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    pub name: String,
    /// Erased, as it is written in the new release; `...` says that it takes any number of arguments.
    #[serde(rename = "type")]
    pub ty: String,
    /// Which parameter of the old signature it was, from 0; none for one that was added.
    #[serde(default)]
    pub from: Option<usize>,
    /// It is the object that the method was called on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub receiver: bool,
    /// What calls pass for one that was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// API that is gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Removed {
    pub element: Element,
    pub name: String,
    #[serde(default)]
    pub uses: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}
