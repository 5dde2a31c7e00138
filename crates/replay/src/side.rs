//! The client beside one release of the library, with its names resolved.

use crate::Library;
use crate::plan::same_types;
use rayon::prelude::*;
use reweave_java_names::{
    ClassData, ClassId, ClassSource, Decl, FieldId, MethodId, Names, Origin, Overrides, World,
};
use reweave_model::{FileModel, Program};
use reweave_text::Interner;
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// A release of the library, read.
pub struct Release {
    files: Vec<Arc<FileModel>>,
    classes: Arc<dyn ClassSource>,
    own: FxHashSet<String>,
}

impl Release {
    pub fn read(
        library: &Library,
        class_path: &Arc<dyn ClassSource>,
        names: &Arc<Interner>,
    ) -> Self {
        let files = library
            .sources
            .par_iter()
            .map(|(path, text)| Arc::new(reweave_lang_java::lower(path, text, names)))
            .collect();
        Self {
            files,
            own: library.classes.class_names().into_iter().collect(),
            classes: Arc::new(Both {
                first: Arc::clone(&library.classes),
                second: Arc::clone(class_path),
            }),
        }
    }
}

/// Two class paths, the first one asked first.
struct Both {
    first: Arc<dyn ClassSource>,
    second: Arc<dyn ClassSource>,
}

impl ClassSource for Both {
    fn class_names(&self) -> Vec<String> {
        let mut all = self.first.class_names();
        let seen: FxHashSet<String> = all.iter().cloned().collect();
        let more = self.second.class_names().into_iter();
        all.extend(more.filter(|n| !seen.contains(n)));
        all
    }

    fn load(&self, name: &str) -> Option<ClassData> {
        self.first.load(name).or_else(|| self.second.load(name))
    }
}

/// The client's files come first, so that their numbers are the same on both sides.
pub struct Side<'r> {
    pub names: Names,
    client: u32,
    release: &'r Release,
    overrides: OnceLock<Overrides>,
}

impl<'r> Side<'r> {
    /// Resolves the bodies of `wanted` files of the client.
    pub fn resolve(
        client: &[Arc<FileModel>],
        release: &'r Release,
        interner: &Arc<Interner>,
        threads: usize,
        wanted: &[u32],
    ) -> Self {
        let files = client.iter().chain(&release.files).cloned().collect();
        let program = Arc::new(Program {
            names: Arc::clone(interner),
            files,
        });
        let classes = Arc::clone(&release.classes);
        Self {
            names: Names::resolve_files(program, classes, threads, wanted),
            client: client.len() as u32,
            release,
            overrides: OnceLock::new(),
        }
    }

    /// Whether the library has classes in a package or in one below it.
    pub fn has_package(&self, dotted: &str) -> bool {
        let below = |package: &str| {
            let rest = package.strip_prefix(dotted);
            rest.is_some_and(|r| r.is_empty() || r.starts_with('.'))
        };
        let binary = |name: &String| {
            let package = name.rsplit_once('/').map_or("", |(package, _)| package);
            below(&package.replace('/', "."))
        };
        let world = self.world();
        let mut sources = self.release.files.iter();
        sources.any(|f| below(world.text(f.package))) || self.release.own.iter().any(binary)
    }

    pub fn world(&self) -> &World {
        &self.names.world
    }

    /// Overriding in the client and, where the library is read from sources, in the library.
    pub fn overrides(&self) -> &Overrides {
        self.overrides.get_or_init(|| self.names.overrides())
    }

    pub fn clients(&self) -> std::ops::Range<u32> {
        0..self.client
    }

    pub fn is_client_file(&self, file: u32) -> bool {
        file < self.client
    }

    /// Whether a class is of the library.
    pub fn owns(&self, class: ClassId) -> bool {
        let class = self.world().class(class);
        match class.origin {
            Origin::Source { file, .. } | Origin::Implicit { file, .. } => file >= self.client,
            Origin::Binary => self.release.own.contains(self.world().text(class.binary)),
            Origin::Missing => false,
        }
    }

    /// The class that a declaration is or belongs to.
    pub fn class_of(&self, decl: Decl) -> Option<ClassId> {
        match decl {
            Decl::Class(class) => Some(class),
            Decl::Method(method) => Some(self.world().method(method).owner),
            Decl::Field(field) => Some(self.world().field(field).owner),
            _ => None,
        }
    }

    pub fn is_library(&self, decl: Decl) -> bool {
        self.class_of(decl).is_some_and(|class| self.owns(class))
    }

    /// `a.b.Outer.Inner`
    pub fn dotted(&self, class: ClassId) -> String {
        let world = self.world();
        let mut names: Vec<&str> = world
            .around(class)
            .map(|c| world.text(world.class(c).name))
            .collect();
        let package = world.text(world.class(class).package);
        if !package.is_empty() {
            names.push(package);
        }
        names.reverse();
        names.join(".")
    }

    /// As logs write it: `a.b.C.m(String,int[])`.
    pub fn method_name(&self, method: MethodId) -> String {
        let world = self.world();
        let data = world.method(method);
        let types = world.signature(method).params.iter();
        let types: Vec<String> = types.map(|&p| world.simple(p)).collect();
        format!(
            "{}.{}({})",
            self.dotted(data.owner),
            world.text(data.name),
            types.join(",")
        )
    }

    /// The name without parameters, and their types with packages.
    pub fn method_path(&self, method: MethodId) -> (String, Vec<String>) {
        let world = self.world();
        let data = world.method(method);
        let path = format!("{}.{}", self.dotted(data.owner), world.text(data.name));
        (path, self.types_of(method))
    }

    /// The erased types of the parameters, with packages.
    pub fn types_of(&self, method: MethodId) -> Vec<String> {
        let world = self.world();
        let params = world.signature(method).params.iter();
        params.map(|&p| world.canonical(p)).collect()
    }

    pub fn field_name(&self, field: FieldId) -> String {
        let data = self.world().field(field);
        format!(
            "{}.{}",
            self.dotted(data.owner),
            self.world().text(data.name)
        )
    }

    /// A declaration as a person names it.
    pub fn shown(&self, decl: Decl) -> String {
        match decl {
            Decl::Class(class) => self.dotted(class),
            Decl::Method(method) => self.method_name(method),
            Decl::Field(field) => self.field_name(field),
            other => self.names.key_of(other),
        }
    }

    /// A method of a class or of what it inherits from, by name and erased types.
    pub fn find_method(&self, class: ClassId, name: &str, types: &[String]) -> Option<MethodId> {
        let world = self.world();
        // Class files are read when they are asked for: nobody may have named the method before.
        let symbol = world.names().intern(name);
        let mut all = Vec::new();
        world.find_methods(class, symbol, &mut all);
        if world.class(class).name == symbol {
            let own = world.info(class).methods.iter().map(|m| m.1);
            all.extend(own.filter(|&m| world.method(m).constructor));
        }
        all.into_iter()
            .find(|&m| same_types(&self.types_of(m), types))
    }
}
