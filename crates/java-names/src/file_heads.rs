//! Reading the head of a file, and looking names up in what it brings.

use crate::file_scope::{FileScope, Imported};
use crate::ids::ClassId;
use crate::world::World;
use reweave_model::{FileModel, Node};
use reweave_text::Symbol;

impl FileScope {
    /// With `inherited`, imported member types may be inherited ones; supertypes are known then.
    pub fn of(world: &World, model: &FileModel, file: u32, inherited: bool) -> Self {
        let mut scope = Self::default();
        for import in &model.imports {
            let text = world.text(import.name);
            if model.tree.node(import.node).flags & Node::MODULE != 0 {
                let packages = world.packages_of_module(import.name);
                scope.open |= packages.is_none();
                scope
                    .imports
                    .push(packages.as_ref().map(|_| Imported::Module(import.name)));
                scope.of_modules.extend(packages.unwrap_or_default());
                continue;
            }
            let imported = match (import.is_static, import.on_demand) {
                (false, false) => {
                    let class = world.class_by_dotted_in(text, inherited);
                    let simple = text.rsplit('.').next().unwrap_or(text);
                    let simple = world.names().intern(simple);
                    let id = class.unwrap_or_else(|| world.missing(import.name));
                    scope.single.entry(simple).or_insert(id);
                    class.map(Imported::Class)
                }
                (false, true) => {
                    if world.is_package(import.name) {
                        scope.packages.push(import.name);
                        Some(Imported::Package(import.name))
                    } else if let Some(class) = world.class_by_dotted_in(text, inherited) {
                        scope.types.push(class);
                        Some(Imported::Class(class))
                    } else {
                        scope.open = true;
                        None
                    }
                }
                (true, false) => {
                    let (class, name) = text.rsplit_once('.').unwrap_or(("", text));
                    let found = world.class_by_dotted_in(class, inherited);
                    let id = found.unwrap_or_else(|| world.missing(world.names().intern(class)));
                    scope.static_single.push((world.names().intern(name), id));
                    found.map(Imported::Members)
                }
                (true, true) => {
                    let found = world.class_by_dotted_in(text, inherited);
                    match found {
                        Some(class) => scope.static_all.push(class),
                        None => scope.static_open = true,
                    }
                    found.map(Imported::Members)
                }
            };
            scope.imports.push(imported);
        }
        for ty in model.top_types() {
            scope
                .single
                .insert(model.ty(ty).name, world.class_of(file, ty));
        }
        scope.packages.push(world.known.java_lang);
        scope
    }

    pub fn find_type(&self, world: &World, package: Symbol, name: Symbol) -> Option<ClassId> {
        if let Some(&class) = self.single.get(&name) {
            return Some(class);
        }
        let member = |class: ClassId| world.member_type(class, name);
        // Static imports bring static member types only (JLS 7.5.3, 7.5.4).
        let static_member = |class: ClassId| world.static_member_type(class, name);
        let statics = self.static_single.iter().filter(|s| s.0 == name);
        if let Some(class) = statics.map(|s| s.1).find_map(static_member) {
            return Some(class);
        }
        if let Some(class) = world.type_in_package(package, name) {
            return Some(class);
        }
        // Several imports may have the name: the one that may be seen from here is meant, and none where there are two.
        let visible = |&class: &ClassId| {
            let info = world.info(class);
            world.is_importable(info.modifiers, info.outer.unwrap_or(class), package)
        };
        let in_packages = |packages: &[Symbol]| {
            let all = packages.iter();
            let found = all.filter_map(|&p| world.type_in_package(p, name));
            only(found.filter(visible))
        };
        let of_packages = in_packages(&self.packages);
        let members = self.types.iter().copied().filter_map(member);
        let statics = self.static_all.iter().copied().filter_map(static_member);
        let of_classes: Vec<ClassId> = members.chain(statics).collect();
        match (of_packages, of_classes.first()) {
            (Found::Two, _) => None,
            (Found::One(one), _) if of_classes.iter().any(|c| *c != one && visible(c)) => None,
            (Found::One(one), _) => Some(one),
            (Found::None, Some(&first)) => {
                let is_other = |c: &ClassId| *c != first && visible(c) && visible(&first);
                (!of_classes.iter().any(is_other)).then_some(first)
            }
            (Found::None, None) => match in_packages(&self.of_modules) {
                Found::One(one) => Some(one),
                _ => None,
            },
        }
    }
}

enum Found {
    None,
    One(ClassId),
    Two,
}

/// The one class among some, if all are the same.
fn only(mut all: impl Iterator<Item = ClassId>) -> Found {
    match all.next() {
        None => Found::None,
        Some(first) if all.all(|c| c == first) => Found::One(first),
        Some(_) => Found::Two,
    }
}
