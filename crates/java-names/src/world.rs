//! All classes, methods, fields and type parameters that names can mean, and the packages they are found in.
//!
//! Classes of the sources are entered first, in the order of the program, so their numbers follow from file and
//! index. Classes of the class path are entered by name and read when they are first asked for.

use crate::class_source::ClassSource;
use crate::declared::{Base, Class, ClassInfo, Field, Header, Method, Origin, Signature, TypeVar};
use crate::file_scope::FileScope;
use crate::ids::{ClassId, FieldId, MethodId, TypeVarId};
use crate::renewed::Renewed;
use crate::types::{Ty, Types};
use reweave_model::{CallableId, FileModel, NodeId, Program, TypeId};
use reweave_text::{Interner, Part, Symbol};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The types that packages have, by their simple names.
pub(crate) type Packages = FxHashMap<Symbol, FxHashMap<Symbol, ClassId>>;

/// The tables that only grow are shared with the worlds that are made of this one (`again.rs`).
pub struct World {
    pub program: Arc<Program>,
    pub(crate) source: Arc<dyn ClassSource>,
    pub(crate) types: Arc<Types>,
    pub(crate) classes: Arc<boxcar::Vec<Class>>,
    pub(crate) methods: Arc<boxcar::Vec<Method>>,
    pub(crate) fields: Arc<boxcar::Vec<Field>>,
    pub(crate) type_vars: Arc<boxcar::Vec<TypeVar>>,
    pub(crate) packages: Arc<Packages>,
    pub(crate) modules: Arc<FxHashMap<Symbol, crate::modules::Module>>,
    pub(crate) by_binary: Arc<FxHashMap<Symbol, ClassId>>,
    pub(crate) missing: Arc<Mutex<FxHashMap<Symbol, ClassId>>>,
    pub(crate) bases: Vec<Base>,
    pub(crate) source_classes: u32,
    pub(crate) known: KnownSymbols,
    pub(crate) file_scopes: Vec<Arc<FileScope>>,
    /// What takes the place of entries in the tables.
    pub(crate) renewed: Renewed,
    /// The classes whose supertypes are being looked up, to notice cycles.
    pub(crate) resolving: Mutex<Vec<ClassId>>,
    /// The supertypes of all classes but those in bodies are looked up.
    pub(crate) settled: bool,
    /// So are the supertypes' arguments: closures can be made.
    pub(crate) ready: bool,
}

/// Symbols and classes that the language itself speaks of.
#[derive(Clone, Copy)]
pub(crate) struct KnownSymbols {
    pub object: ClassId,
    pub string: ClassId,
    pub class: ClassId,
    pub enum_: ClassId,
    pub record: ClassId,
    pub annotation: ClassId,
    pub cloneable: ClassId,
    pub serializable: ClassId,
    pub iterable: ClassId,
    pub throwable: ClassId,
    pub auto_closeable: ClassId,
    /// In the order of the primitive types' numbers, `boolean` first.
    pub boxes: [ClassId; 8],
    pub length: Symbol,
    pub clone: Symbol,
    pub java_lang: Symbol,
    pub super_: Symbol,
    pub init: Symbol,
    pub new: Symbol,
    pub get_class: Symbol,
    pub value: Symbol,
    pub close: Symbol,
    /// `_`
    pub unnamed: Symbol,
}

impl World {
    pub fn names(&self) -> &Interner {
        &self.program.names
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        self.program.names.text(symbol)
    }

    pub fn file(&self, file: u32) -> &FileModel {
        &self.program.files[file as usize]
    }

    pub fn types(&self) -> &Types {
        &self.types
    }

    pub fn class(&self, id: ClassId) -> &Class {
        match self.renewed.classes.get(&id) {
            Some(class) => class,
            None => &self.classes[id.index()],
        }
    }

    pub fn method(&self, id: MethodId) -> &Method {
        match self.renewed.methods.get(&id) {
            Some(method) => method,
            None => &self.methods[id.index()],
        }
    }

    pub fn field(&self, id: FieldId) -> &Field {
        match self.renewed.fields.get(&id) {
            Some(field) => field,
            None => &self.fields[id.index()],
        }
    }

    pub fn type_var(&self, id: TypeVarId) -> &TypeVar {
        match self.renewed.vars.get(&id) {
            Some(var) => var,
            None => &self.type_vars[id.index()],
        }
    }

    pub(crate) fn type_var_of(&self, file: u32, node: NodeId) -> Option<TypeVarId> {
        let model = self.file(file);
        let of_classes = model
            .type_ids()
            .flat_map(|ty| self.type_params(self.class_of(file, ty)));
        let of_methods = (0..model.callables.len() as u32).flat_map(|callable| {
            let method = self.method_of(file, CallableId(callable));
            &self.signature(method).type_params
        });
        let mut all = of_classes.chain(of_methods).copied();
        all.find(|&var| self.type_var(var).origin == Some((file, node)))
    }

    /// Kind, modifiers and members; reads a class of the class path when it is asked for first.
    pub fn info(&self, id: ClassId) -> &ClassInfo {
        let class = self.class(id);
        if let Some(info) = class.info.get() {
            return info;
        }
        self.load(id);
        class.info.get_or_init(ClassInfo::default)
    }

    pub fn header(&self, id: ClassId) -> &Header {
        static EMPTY: OnceLock<Header> = OnceLock::new();
        let class = self.class(id);
        if let Some(header) = class.header.get() {
            return header;
        }
        if class.origin == Origin::Binary {
            self.load(id);
        }
        class
            .header
            .get()
            .unwrap_or_else(|| EMPTY.get_or_init(Header::default))
    }

    /// The type parameters that arguments are given for; those of the classes around an inner class first.
    pub fn type_params(&self, id: ClassId) -> &[TypeVarId] {
        let class = self.class(id);
        if class.params.get().is_none() && class.origin == Origin::Binary {
            self.info(id);
        }
        class.params.get().map_or(&[], |p| &p.all)
    }

    /// How many of [`Self::type_params`] are the class's own.
    pub fn own_type_params(&self, id: ClassId) -> usize {
        self.type_params(id);
        self.class(id).params.get().map_or(0, |p| p.own)
    }

    pub fn signature(&self, id: MethodId) -> &Signature {
        static EMPTY: OnceLock<Signature> = OnceLock::new();
        self.method(id)
            .sig
            .get()
            .unwrap_or_else(|| EMPTY.get_or_init(Signature::default))
    }

    pub fn field_type(&self, id: FieldId) -> Ty {
        self.field(id).ty.get().copied().unwrap_or(Ty::UNKNOWN)
    }

    /// The bounds of a type parameter; `Object` where none is written.
    pub fn bounds(&self, id: TypeVarId) -> &[Ty] {
        self.type_var(id).bounds.get().map_or(&[], |b| b)
    }

    /// Whether nothing is known of the class but its name.
    pub fn is_missing(&self, id: ClassId) -> bool {
        self.info(id);
        let class = self.class(id);
        class.origin == Origin::Missing
            || (class.origin == Origin::Binary && class.header.get().is_none())
    }

    /// The class of a file's type.
    pub fn class_of(&self, file: u32, ty: TypeId) -> ClassId {
        ClassId(self.bases[file as usize].class + ty.0)
    }

    pub fn method_of(&self, file: u32, callable: CallableId) -> MethodId {
        MethodId(self.bases[file as usize].method + callable.0)
    }

    pub fn field_of(&self, file: u32, field: reweave_model::FieldId) -> FieldId {
        FieldId(self.bases[file as usize].field + field.0)
    }

    /// The classes that the program declares.
    pub fn source_classes(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.source_classes).map(ClassId)
    }

    pub fn type_in_package(&self, package: Symbol, name: Symbol) -> Option<ClassId> {
        self.packages.get(&package)?.get(&name).copied()
    }

    /// The type that a simple name means in a file, outside all its types.
    pub fn type_in_file(&self, file: u32, name: Symbol) -> Option<ClassId> {
        let package = self.file(file).package;
        self.file_scopes[file as usize].find_type(self, package, name)
    }

    /// Whether a package has types of its own, and not only packages below it.
    pub(crate) fn has_types(&self, package: Symbol) -> bool {
        self.packages
            .get(&package)
            .is_some_and(|types| !types.is_empty())
    }

    pub fn is_package(&self, dotted: Symbol) -> bool {
        self.packages.contains_key(&dotted)
    }

    /// A class by its binary name (`java/util/Map$Entry`), of the sources or the class path, or else a missing one.
    pub(crate) fn class_by_binary(&self, binary: &str) -> ClassId {
        let symbol = self.names().intern(binary);
        if let Some(&id) = self.by_binary.get(&symbol) {
            return id;
        }
        self.missing(symbol)
    }

    /// The class that is named `name` and known by nothing else.
    pub(crate) fn missing(&self, name: Symbol) -> ClassId {
        let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        *missing.entry(name).or_insert_with(|| {
            let text = self.text(name);
            let at = text.rfind(['/', '.', '$']).map_or(0, |i| i + 1);
            let simple = self.names().intern(text.part(at..));
            let package = self
                .names()
                .intern(&text.part(..at.saturating_sub(1)).replace('/', "."));
            let class = Class::new(simple, name, package, Origin::Missing);
            ClassId(self.classes.push(class) as u32)
        })
    }

    /// The class that a dotted name means: the longest prefix that is a package, then classes and their members.
    pub fn class_by_dotted(&self, dotted: &str) -> Option<ClassId> {
        self.class_by_dotted_in(dotted, true)
    }

    /// Without `inherited` only classes that the named ones declare themselves.
    pub(crate) fn class_by_dotted_in(&self, dotted: &str, inherited: bool) -> Option<ClassId> {
        let mut end = dotted.len();
        loop {
            let dot = dotted.part(..end).rfind('.');
            let package = dot.map_or("", |d| dotted.part(..d));
            if let Some(id) =
                self.class_below(package, dotted.part(dot.map_or(0, |d| d + 1)..), inherited)
            {
                return Some(id);
            }
            end = dot?;
        }
    }

    fn class_below(&self, package: &str, rest: &str, inherited: bool) -> Option<ClassId> {
        let types = self.packages.get(&self.names().get(package)?)?;
        let mut segments = rest.split('.');
        let mut id = *types.get(&self.names().get(segments.next()?)?)?;
        for segment in segments {
            let name = self.names().get(segment)?;
            id = if inherited {
                self.member_type(id, name)?
            } else {
                self.info(id).type_named(name)?
            };
        }
        Some(id)
    }

    /// The type of a class without arguments.
    pub(crate) fn raw(&self, id: ClassId) -> Ty {
        self.types.class(id, &[])
    }

    /// Whether a package has the full name of a class.
    pub(crate) fn is_package_too(&self, class: ClassId) -> bool {
        let dotted = self.text(self.class(class).binary).replace('/', ".");
        let dotted = self.names().get(&dotted);
        dotted.is_some_and(|d| self.packages.contains_key(&d))
    }

    pub fn object(&self) -> Ty {
        self.raw(self.known.object)
    }

    pub fn string(&self) -> Ty {
        self.raw(self.known.string)
    }

    /// The type that `this` has in a class.
    pub fn this_type(&self, id: ClassId) -> Ty {
        let args: Vec<Ty> = self
            .type_params(id)
            .iter()
            .map(|&v| self.types.var(v))
            .collect();
        self.types.class(id, &args)
    }
}
