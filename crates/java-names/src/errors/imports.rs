//! Imports that cannot stand beside each other, and those of what is not there.

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, Decl, FieldId, MethodId};
use crate::names::Names;
use reweave_model::{Import, Kind, Modifiers, NodeId, Role, TypeKind};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

impl Names {
    /// Two imports of one simple name; a type of the file itself counts as imported.
    pub(crate) fn duplicate_imports(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        let own = |ty| (model.ty(ty).name, Some(world.class_of(file, ty)));
        let mut singles: FxHashMap<Symbol, (Option<ClassId>, Symbol)> = model
            .top_types()
            .map(own)
            .map(|(name, class)| (name, (class, name)))
            .collect();
        let mut found = Vec::new();
        for import in model.imports.iter().filter(|i| !i.on_demand) {
            let text = world.text(import.name);
            let simple = text.rsplit('.').next().unwrap_or(text);
            let simple = world.names().intern(simple);
            let class = match self.decl(file, import.node) {
                Decl::Class(class) if import.is_static => world.static_member_type(class, simple),
                Decl::Class(class) => Some(class),
                _ => None,
            };
            // Other static members are nobody's rival here.
            if import.is_static && class.is_none() {
                continue;
            }
            let first = *singles.entry(simple).or_insert((class, import.name));
            let is_other = match (first.0, class) {
                (Some(first), Some(class)) => first != class,
                _ => first.1 != import.name,
            };
            if is_other {
                found.push(NameError {
                    file,
                    node: import.node,
                    kind: ErrorKind::DuplicateImport,
                    about: text.to_owned(),
                });
            }
        }
        found.extend(self.ambiguous_imports(file));
        found
    }

    /// Imports of what is not there: a package without types, a type, a static member.
    pub(crate) fn missing_imports(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        let is_missing = |import: &&Import| match self.decl(file, import.node) {
            Decl::Class(class) if !world.is_importable_type(class, model.package) => true,
            Decl::Class(class) if import.is_static && !import.on_demand => {
                !self.brings(class, import.name, model.package)
            }
            Decl::Package(package) if import.on_demand => !world.has_types(package),
            decl => decl == Decl::Unknown,
        };
        let missing = model.imports.iter().filter(is_missing);
        missing
            .map(|import| NameError {
                file,
                node: import.node,
                kind: ErrorKind::MissingImport,
                about: world.text(import.name).to_owned(),
            })
            .collect()
    }

    /// Whether a class has a static member of the last name of an import that a file of a package may name, or might.
    fn brings(&self, class: ClassId, import: Symbol, package: Symbol) -> bool {
        let world = &self.world;
        let text = world.text(import);
        let simple = text.rsplit('.').next().unwrap_or(text);
        let Some(name) = world.names().get(simple) else {
            return false;
        };
        let mut methods = Vec::new();
        world.find_methods(class, name, &mut methods);
        let is_open = |&m: &MethodId| {
            let method = world.method(m);
            method.modifiers.has(Modifiers::STATIC)
                && world.is_importable(method.modifiers, method.owner, package)
        };
        world.is_missing(class)
            || !world.closure(class).complete
            || methods.iter().any(is_open)
            || self.static_field(class, name, package).is_some()
            || world.static_member_type(class, name).is_some()
    }

    /// The static field of that name that a class brings where it is imported, if a file of a package may name it.
    fn static_field(&self, class: ClassId, name: Symbol, package: Symbol) -> Option<FieldId> {
        let world = &self.world;
        let field = world.find_field(class, name, class)?;
        let (owner, modifiers) = (world.field(field).owner, world.field(field).modifiers);
        let is_open = world.is_importable(modifiers, owner, package);
        (world.is_static_field(field) && is_open).then_some(field)
    }

    /// How many static members some classes bring that a name may mean where one of them is meant: fields, or methods that
    /// take the same.
    fn brought(&self, classes: &[ClassId], meant: Decl, name: Symbol, package: Symbol) -> usize {
        let world = &self.world;
        let mut all: FxHashSet<Decl> = FxHashSet::default();
        for &class in classes {
            if let Decl::Method(meant) = meant {
                let mut methods = Vec::new();
                world.find_methods(class, name, &mut methods);
                let takes = |m: MethodId| &world.signature(m).params;
                methods.retain(|&m| {
                    let data = world.method(m);
                    let is_hidden =
                        m != meant && world.is_subclass(world.method(meant).owner, data.owner);
                    data.modifiers.has(Modifiers::STATIC)
                        && takes(m) == takes(meant)
                        && !is_hidden
                        && world.is_importable(data.modifiers, data.owner, package)
                });
                all.extend(methods.into_iter().map(Decl::Method));
            } else {
                all.extend(self.static_field(class, name, package).map(Decl::Field));
            }
        }
        all.len()
    }

    /// Names that several static imports bring: those of single names count before those of all names, and two
    /// fields, or methods that take the same, of one rank leave open which is meant.
    fn ambiguous_imports(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        let tree = &model.tree;
        let (mut single, mut all) = (FxHashMap::<Symbol, Vec<ClassId>>::default(), Vec::new());
        for import in model.imports.iter().filter(|i| i.is_static) {
            let Decl::Class(class) = self.decl(file, import.node) else {
                continue;
            };
            let text = world.text(import.name);
            let simple = text.rsplit('.').next().unwrap_or(text);
            match world.names().get(simple) {
                _ if import.on_demand => all.push(class),
                Some(name) => single.entry(name).or_default().push(class),
                None => {}
            }
        }
        if single.is_empty() && all.is_empty() {
            return Vec::new();
        }
        let mut judged: FxHashMap<Decl, bool> = FxHashMap::default();
        let mut found = Vec::new();
        for node in tree.descendants(NodeId::ROOT) {
            let decl = self.decl(file, node);
            let (owner, is_simple) = match decl {
                Decl::Field(field) => (world.field(field).owner, tree.kind(node) == Kind::Name),
                Decl::Method(method) => {
                    let is_call = tree.kind(node) == Kind::Call;
                    let receiver = || tree.child_in(node, Role::Receiver);
                    (world.method(method).owner, is_call && receiver().is_none())
                }
                _ => continue,
            };
            let name = tree.sym(node);
            if !is_simple || self.is_member_around(file, node, owner) {
                continue;
            }
            let is_ambiguous = *judged.entry(decl).or_insert_with(|| {
                let count = |classes: &[ClassId]| self.brought(classes, decl, name, model.package);
                match single.get(&name).map_or(0, |classes| count(classes)) {
                    0 => count(&all) > 1,
                    count => count > 1,
                }
            });
            if is_ambiguous {
                found.push(NameError {
                    file,
                    node,
                    kind: ErrorKind::DuplicateImport,
                    about: world.text(name).to_owned(),
                });
            }
        }
        found
    }

    /// Whether a member of a class is one of a class around a node, and needs no import there; labels need none either.
    fn is_member_around(&self, file: u32, node: NodeId, owner: ClassId) -> bool {
        let world = &self.world;
        let is_label = self.world.file(file).tree.role(node) == Role::Label;
        (is_label && world.info(owner).kind == TypeKind::Enum)
            || self
                .innermost(file, node)
                .is_some_and(|c| world.around(c).any(|c| world.is_subclass(c, owner)))
    }
}
