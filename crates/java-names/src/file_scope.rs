//! What the head of a file brings into scope: its package, its own types, its imports.

use crate::ids::ClassId;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(crate) struct FileScope {
    /// The file's own types and the single-type imports.
    pub single: FxHashMap<Symbol, ClassId>,
    pub packages: Vec<Symbol>,
    /// `import a.B.*`
    pub types: Vec<ClassId>,
    /// `import static a.B.name`
    pub static_single: Vec<(Symbol, ClassId)>,
    /// `import static a.B.*`
    pub static_all: Vec<ClassId>,
    /// What each import means, in their order; none where nothing of that name is there.
    pub imports: Vec<Option<Imported>>,
    /// The packages that `import module` brings; everything else comes before them.
    pub of_modules: Vec<Symbol>,
    /// An on-demand import of something that is not there: a name that nothing else explains may come from it.
    pub open: bool,
    pub static_open: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Imported {
    Class(ClassId),
    Package(Symbol),
    Module(Symbol),
    /// The class of a static import.
    Members(ClassId),
}
