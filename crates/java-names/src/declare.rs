//! Entering the declarations of the sources and the names of the class path: the first pass, before any lookup.

use crate::class_source::ClassSource;
use crate::declared::{Base, Class, ClassInfo, Field, Method, Origin, table};
use crate::ids::{ClassId, FieldId, MethodId};
use crate::modules::declare_modules;
use crate::renewed::Renewed;
use crate::types::Ty;
use crate::world::{KnownSymbols, Packages, World};
use reweave_model::{
    Callable, FileModel, Kind, Modifiers, NodeId, Program, Role, Tree, TypeDecl, TypeKind,
};
use reweave_text::{Part, Symbol};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock};

impl World {
    /// A world in which every declaration has its number and no name has been looked up.
    pub(crate) fn declare(program: Arc<Program>, source: Arc<dyn ClassSource>) -> Self {
        let mut packages = Packages::default();
        let mut by_binary = FxHashMap::default();
        let names = Arc::clone(&program);
        let names = &names.names;
        let classes = boxcar::Vec::new();
        let mut bases = Vec::with_capacity(program.files.len());
        let mut base = Base::default();
        for (file, model) in program.files.iter().enumerate() {
            bases.push(base);
            let mut binaries: Vec<Symbol> = Vec::with_capacity(model.types.len());
            for (index, decl) in model.types.iter().enumerate() {
                let id = ClassId(base.class + index as u32);
                let binary = binary_name(&program, model, decl, &binaries);
                binaries.push(binary);
                if !is_local(&model.tree, decl) {
                    by_binary.entry(binary).or_insert(id);
                }
                if decl.outer.is_none() {
                    let package = packages.entry(model.package).or_default();
                    package.entry(decl.name).or_insert(id);
                }
                let origin = Origin::Source {
                    file: file as u32,
                    index: index as u32,
                };
                classes.push(Class::new(decl.name, binary, model.package, origin));
            }
            base.class += model.types.len() as u32;
            base.method += model.callables.len() as u32;
            base.field += model.fields.len() as u32;
        }
        for binary in source.class_names() {
            let slash = binary.rfind('/');
            let package = names.intern(&binary.part(..slash.unwrap_or(0)).replace('/', "."));
            let last = binary.part(slash.map_or(0, |s| s + 1)..);
            let symbol = names.intern(&binary);
            if by_binary.contains_key(&symbol) {
                continue;
            }
            let nested = last.part(1.min(last.len())..).rfind('$').map(|i| i + 2);
            let simple = names.intern(last.part(nested.unwrap_or(0).min(last.len())..));
            let id =
                ClassId(classes.push(Class::new(simple, symbol, package, Origin::Binary)) as u32);
            by_binary.insert(symbol, id);
            // A `$` may belong to a top-level class's own name; it is found under the whole of it, too.
            let top = names.intern(last);
            packages
                .entry(package)
                .or_default()
                .entry(top)
                .or_insert(id);
        }
        enter_parents(&program, &mut packages);
        let missing = Mutex::new(FxHashMap::default());
        let modules = Arc::new(declare_modules(&program, &*source));
        let mut world = Self {
            known: known_symbols(&program, &by_binary, &missing, &classes),
            source,
            types: Arc::default(),
            classes: Arc::new(classes),
            methods: Arc::default(),
            fields: Arc::default(),
            type_vars: Arc::default(),
            packages: Arc::new(packages),
            modules,
            by_binary: Arc::new(by_binary),
            missing: Arc::new(missing),
            bases,
            source_classes: base.class,
            file_scopes: Vec::new(),
            renewed: Renewed::default(),
            resolving: Mutex::default(),
            settled: false,
            ready: false,
            program,
        };
        world.declare_members();
        world
    }

    fn declare_members(&mut self) {
        let program = Arc::clone(&self.program);
        for (file, model) in program.files.iter().enumerate() {
            let file = file as u32;
            for index in 0..model.callables.len() as u32 {
                self.methods.push(self.source_method(file, index));
            }
            for index in 0..model.fields.len() as u32 {
                self.fields.push(self.source_field(file, index));
            }
        }
        for (file, model) in program.files.iter().enumerate() {
            for index in model.type_ids() {
                let info = self.declare_class(file as u32, model.ty(index));
                let id = self.class_of(file as u32, index);
                let set = self.class(id).info.set(info);
                debug_assert!(set.is_ok(), "declared once");
            }
        }
    }

    /// A method as its file declares it, without its types.
    pub(crate) fn source_method(&self, file: u32, index: u32) -> Method {
        let callable = &self.file(file).callables[index as usize];
        Method {
            owner: self.class_of(file, callable.owner),
            name: callable.name,
            modifiers: callable.modifiers,
            constructor: callable.is_constructor(),
            varargs: callable.params.last().is_some_and(|p| p.varargs),
            deprecated: false,
            origin: Origin::Source { file, index },
            sig: OnceLock::new(),
        }
    }

    /// A field as its file declares it, without its type.
    pub(crate) fn source_field(&self, file: u32, index: u32) -> Field {
        let model = self.file(file);
        let field = &model.fields[index as usize];
        let interface = is_interface(model.ty(field.owner).kind);
        let mut modifiers = field.modifiers;
        if interface || field.enum_constant {
            modifiers = modifiers
                .with(Modifiers::PUBLIC)
                .with(Modifiers::STATIC)
                .with(Modifiers::FINAL);
        }
        Field {
            owner: self.class_of(file, field.owner),
            name: field.name,
            modifiers,
            enum_constant: field.enum_constant,
            deprecated: false,
            origin: Origin::Source { file, index },
            ty: OnceLock::new(),
        }
    }

    pub(crate) fn declare_class(&self, file: u32, decl: &TypeDecl) -> ClassInfo {
        let model = self.file(file);
        let outer = decl.outer.map(|o| self.class_of(file, o));
        let local = is_local(&model.tree, decl);
        let in_interface = decl.outer.is_some_and(|o| is_interface(model.ty(o).kind));
        let implicitly_static = matches!(
            decl.kind,
            TypeKind::Interface | TypeKind::Annotation | TypeKind::Enum | TypeKind::Record
        );
        let mut modifiers = decl.modifiers;
        if decl.outer.is_some() && !local && (in_interface || implicitly_static) {
            modifiers = modifiers.with(Modifiers::STATIC);
        }
        if in_interface && !local {
            modifiers = modifiers.with(Modifiers::PUBLIC);
        }
        let mut fields: Vec<(Symbol, FieldId)> = decl
            .fields
            .iter()
            .map(|&f| (model.field(f).name, self.field_of(file, f)))
            .collect();
        let mut methods: Vec<(Symbol, MethodId)> = decl
            .callables
            .iter()
            .map(|&c| {
                let id = self.method_of(file, c);
                let name = if model.callable(c).is_constructor() {
                    self.known.init
                } else {
                    model.callable(c).name
                };
                (name, id)
            })
            .collect();
        self.declare_implicit(file, decl, &mut fields, &mut methods);
        let types = decl
            .types
            .iter()
            .map(|&t| (model.ty(t).name, self.class_of(file, t)))
            .collect();
        ClassInfo {
            kind: decl.kind,
            modifiers,
            outer,
            inner: outer.is_some() && !local && !modifiers.has(Modifiers::STATIC),
            local,
            deprecated: false,
            fields: table(fields),
            methods: table(methods),
            types: table(types),
        }
    }

    /// Members that the language adds: default and canonical constructors, `values`, `valueOf`, accessors.
    fn declare_implicit(
        &self,
        file: u32,
        decl: &TypeDecl,
        fields: &mut Vec<(Symbol, FieldId)>,
        methods: &mut Vec<(Symbol, MethodId)>,
    ) {
        let model = self.file(file);
        let owner = self.class_of(file, self.type_id_of(file, decl));
        let implicit = |node| Origin::Implicit { file, node };
        let add = |name: Symbol, modifiers: Modifiers, constructor, varargs, node| {
            MethodId(self.methods.push(Method {
                owner,
                name,
                modifiers,
                constructor,
                varargs,
                deprecated: false,
                origin: implicit(node),
                sig: OnceLock::new(),
            }) as u32)
        };
        let has_constructor = methods.iter().any(|m| m.0 == self.known.init);
        match decl.kind {
            TypeKind::Class if !has_constructor => {
                let visibility = Modifiers(
                    decl.modifiers.0
                        & (Modifiers::PUBLIC.0 | Modifiers::PROTECTED.0 | Modifiers::PRIVATE.0),
                );
                let id = add(decl.name, visibility, true, false, decl.node);
                methods.push((self.known.init, id));
            }
            TypeKind::Enum => {
                let statics = Modifiers::PUBLIC.with(Modifiers::STATIC);
                for word in ["values", "valueOf"] {
                    let name = self.names().intern(word);
                    methods.push((name, add(name, statics, false, false, decl.node)));
                }
                if !has_constructor {
                    let id = add(decl.name, Modifiers::PRIVATE, true, false, decl.node);
                    methods.push((self.known.init, id));
                }
            }
            TypeKind::Record => {
                let params: Vec<_> = model.tree.children_in(decl.node, Role::Param).collect();
                let canonical = self.has_canonical(file, &params, methods);
                for &param in &params {
                    let name = model.tree.sym(param);
                    if !fields.iter().any(|f| f.0 == name) {
                        let id = self.fields.push(Field {
                            owner,
                            name,
                            modifiers: Modifiers::PRIVATE.with(Modifiers::FINAL),
                            enum_constant: false,
                            deprecated: false,
                            origin: implicit(param),
                            ty: OnceLock::new(),
                        });
                        fields.push((name, FieldId(id as u32)));
                    }
                    let declared = self.has_accessor(file, name, methods);
                    if !declared {
                        methods.push((name, add(name, Modifiers::PUBLIC, false, false, param)));
                    }
                }
                if !canonical {
                    let varargs = params.last().is_some_and(|&p| {
                        model.tree.node(p).flags & reweave_model::Node::VARARGS != 0
                    });
                    let id = add(decl.name, decl.modifiers, true, varargs, decl.node);
                    methods.push((self.known.init, id));
                }
            }
            _ => {}
        }
    }

    /// Whether a record writes its canonical constructor out.
    fn has_canonical(&self, file: u32, params: &[NodeId], methods: &[(Symbol, MethodId)]) -> bool {
        let model = self.file(file);
        let mut constructors = methods.iter().filter(|m| m.0 == self.known.init);
        constructors.any(|(_, id)| match self.method(*id).origin {
            Origin::Source { index, .. } => {
                is_canonical(&model.tree, params, &model.callables[index as usize])
            }
            _ => false,
        })
    }

    /// Whether there is a method of this name without parameters.
    fn has_accessor(&self, file: u32, name: Symbol, methods: &[(Symbol, MethodId)]) -> bool {
        let callables = &self.file(file).callables;
        let mut called = methods.iter().filter(|m| m.0 == name);
        called.any(|m| match self.method(m.1).origin {
            Origin::Source { index, .. } => callables[index as usize].params.is_empty(),
            _ => true,
        })
    }

    fn type_id_of(&self, file: u32, decl: &TypeDecl) -> reweave_model::TypeId {
        // Types are in preorder, so their nodes ascend.
        let at = self
            .file(file)
            .types
            .partition_point(|t| t.node < decl.node);
        reweave_model::TypeId(at as u32)
    }
}

pub(crate) fn is_interface(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Interface | TypeKind::Annotation)
}

/// Declared in a body: no member of the class around it.
pub(crate) fn is_local(tree: &Tree, decl: &TypeDecl) -> bool {
    decl.kind == TypeKind::Anonymous
        || tree
            .parent(decl.node)
            .is_some_and(|p| tree.kind(p) == Kind::LocalType)
}

/// `done` has those of the types before it in the file.
pub(crate) fn binary_name(
    program: &Program,
    model: &FileModel,
    decl: &TypeDecl,
    done: &[Symbol],
) -> Symbol {
    let package = model.package;
    if is_local(&model.tree, decl) {
        return decl.qualified;
    }
    let name = program.text(decl.name);
    let text = match decl.outer {
        Some(outer) => format!("{}${name}", program.text(done[outer.0 as usize])),
        None if package.is_empty() => return decl.name,
        None => format!("{}/{name}", program.text(package).replace('.', "/")),
    };
    program.names.intern(&text)
}

/// `a.b.c` makes `a` and `a.b` packages, too.
fn enter_parents(program: &Program, packages: &mut Packages) {
    let all: Vec<Symbol> = packages.keys().copied().collect();
    for package in all {
        let mut text = program.text(package);
        while let Some(dot) = text.rfind('.') {
            text = text.part(..dot);
            packages.entry(program.names.intern(text)).or_default();
        }
    }
}

fn known_symbols(
    program: &Program,
    by_binary: &FxHashMap<Symbol, ClassId>,
    missing: &Mutex<FxHashMap<Symbol, ClassId>>,
    classes: &boxcar::Vec<Class>,
) -> KnownSymbols {
    let names = &program.names;
    let java_lang = names.intern("java.lang");
    let find = |binary: &str| {
        let symbol = names.intern(binary);
        by_binary.get(&symbol).copied().unwrap_or_else(|| {
            let simple = names.intern(binary.rsplit('/').next().unwrap_or(binary));
            let package = names.intern(
                &binary
                    .part(..binary.rfind('/').unwrap_or(0))
                    .replace('/', "."),
            );
            let id = classes.push(Class::new(simple, symbol, package, Origin::Missing));
            let mut missing = missing.lock().expect("nobody else has it yet");
            *missing.entry(symbol).or_insert(ClassId(id as u32))
        })
    };
    let boxed = |name: &str| find(&format!("java/lang/{name}"));
    KnownSymbols {
        object: find("java/lang/Object"),
        string: find("java/lang/String"),
        class: find("java/lang/Class"),
        enum_: find("java/lang/Enum"),
        record: find("java/lang/Record"),
        annotation: find("java/lang/annotation/Annotation"),
        cloneable: find("java/lang/Cloneable"),
        serializable: find("java/io/Serializable"),
        iterable: find("java/lang/Iterable"),
        throwable: find("java/lang/Throwable"),
        auto_closeable: find("java/lang/AutoCloseable"),
        boxes: [
            boxed("Boolean"),
            boxed("Byte"),
            boxed("Short"),
            boxed("Character"),
            boxed("Integer"),
            boxed("Long"),
            boxed("Float"),
            boxed("Double"),
        ],
        length: names.intern("length"),
        clone: names.intern("clone"),
        java_lang,
        super_: names.intern("super"),
        init: names.intern("<init>"),
        new: names.intern("new"),
        get_class: names.intern("getClass"),
        value: names.intern("value"),
        close: names.intern("close"),
        unnamed: names.intern("_"),
    }
}

/// In the order of [`KnownSymbols::boxes`].
const BOXED: [Ty; 8] = [
    Ty::BOOLEAN,
    Ty::BYTE,
    Ty::SHORT,
    Ty::CHAR,
    Ty::INT,
    Ty::LONG,
    Ty::FLOAT,
    Ty::DOUBLE,
];

impl World {
    /// The class that boxes a primitive type.
    pub fn boxed(&self, ty: Ty) -> Ty {
        BOXED
            .iter()
            .position(|&p| p == ty)
            .map_or(ty, |i| self.raw(self.known.boxes[i]))
    }

    /// The primitive type that a box holds; other types are themselves.
    pub fn unboxed(&self, ty: Ty) -> Ty {
        match self.types.as_class(ty) {
            Some((class, _)) => self
                .known
                .boxes
                .iter()
                .position(|&b| b == class)
                .map_or(ty, |i| BOXED[i]),
            None => ty,
        }
    }
}

/// Whether a constructor of a record takes its components.
pub(crate) fn is_canonical(tree: &Tree, components: &[NodeId], constructor: &Callable) -> bool {
    let theirs = constructor
        .params
        .iter()
        .map(|p| p.ty.map(|t| spelled(tree, t)));
    let types = components.iter().map(|&c| tree.child_in(c, Role::Type));
    theirs.eq(types.map(|ty| ty.map(|t| spelled(tree, t))))
}

/// A type without its package and arguments.
pub(crate) fn spelled(tree: &Tree, ty: NodeId) -> (Kind, Symbol) {
    (tree.kind(ty), tree.sym(ty))
}
