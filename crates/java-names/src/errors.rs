//! The compile errors that names decide, and those that plain types do.
//!
//! Only what is certain: where a supertype is missing, nothing is said of what it might have brought.

mod access;
mod annotations;
mod assigned;
mod bounds;
mod constructors;
mod defaults;
mod functions;
mod imports;
mod modifiers;
pub(crate) mod operands;
mod overrides;
mod reached;
pub(crate) mod records;
mod scopes;
mod sealed;
mod statics;
mod types;

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, Decl, MethodId};
use crate::names::Names;
use crate::overrides::Overrides;
use crate::types::{Ty, TyData};
use crate::world::World;
use rayon::prelude::*;
use reweave_model::{Kind, Modifiers, NodeId, Role, TypeKind, Visibility};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

impl Names {
    /// All of them, by file and node.
    pub fn errors(&self, overrides: &Overrides) -> Vec<NameError> {
        self.errors_in(overrides, |_| true)
    }

    /// Those of some files.
    pub fn errors_in(
        &self,
        overrides: &Overrides,
        wanted: impl Fn(u32) -> bool + Sync,
    ) -> Vec<NameError> {
        let mut all = self.errors_of(overrides, &wanted, &wanted);
        all.extend(
            self.duplicate_types()
                .into_iter()
                .filter(|e| wanted(e.file)),
        );
        all.sort_by_key(|e| (e.file, e.node, e.kind));
        all.dedup();
        all
    }

    /// All of them, where `earlier` has those of the program that this one was made of.
    pub fn errors_again(&self, overrides: &Overrides, earlier: &[NameError]) -> Vec<NameError> {
        let (Some(again), Some(renewed)) = (&self.again, self.concerned_again()) else {
            return self.errors(overrides);
        };
        let kept = earlier.iter().filter(|e| {
            let found_again = if e.kind.is_of_body() {
                &again.resolved
            } else {
                &renewed
            };
            !found_again.contains(&e.file)
        });
        let mut all: Vec<NameError> = kept.cloned().collect();
        all.extend(self.errors_of(overrides, &|f| renewed.contains(&f), &|f| {
            again.resolved.contains(&f)
        }));
        // The types are those of the earlier program: where no two were alike, none are.
        let is_alike = |e: &NameError| e.kind == ErrorKind::DuplicateType;
        if earlier.iter().any(is_alike) {
            let alike = self.duplicate_types().into_iter();
            all.extend(alike.filter(|e| renewed.contains(&e.file)));
        }
        all.sort_by_key(|e| (e.file, e.node, e.kind));
        all.dedup();
        all
    }

    /// Errors of the declarations in some files, and of the bodies in some; those of types that are there twice are not among them.
    fn errors_of(
        &self,
        overrides: &Overrides,
        declarations: &(impl Fn(u32) -> bool + Sync),
        bodies: &(impl Fn(u32) -> bool + Sync),
    ) -> Vec<NameError> {
        let world = &self.world;
        // Of classes in bodies nothing is known where the body was not looked at.
        let is_settled = |class: &ClassId| {
            let file = world.class(*class).origin.file();
            let is_resolved = |f| !world.in_body(*class) || self.is_resolved(f);
            file.is_some_and(|f| declarations(f) && is_resolved(f))
        };
        let classes: Vec<ClassId> = world.source_classes().filter(is_settled).collect();
        let mut all: Vec<NameError> = classes
            .par_iter()
            .flat_map_iter(|&class| world.class_errors(class))
            .collect();
        all.extend(self.bad_overrides(overrides, declarations));
        all.extend(classes.iter().flat_map(|&class| world.bad_hiding(class)));
        all.extend(classes.iter().flat_map(|&class| world.missing_super(class)));
        all.extend(classes.iter().flat_map(|&class| world.not_permitted(class)));
        all.extend(classes.iter().flat_map(|&class| world.bad_modifiers(class)));
        all.extend(classes.iter().flat_map(|&class| world.alike_above(class)));
        all.extend(classes.iter().flat_map(|&class| world.static_above(class)));
        all.extend(classes.iter().flat_map(|&class| world.private_above(class)));
        all.extend(
            classes
                .iter()
                .flat_map(|&class| world.unrelated_defaults(class)),
        );
        all.extend(classes.iter().flat_map(|&class| world.clashing(class)));
        all.extend(
            classes
                .iter()
                .flat_map(|&class| world.clashing_above(class)),
        );
        all.extend(
            classes
                .iter()
                .filter_map(|&class| world.without_heirs(class)),
        );
        all.extend(world.overriding_nothing(&classes, overrides));
        all.extend(world.not_erased(&classes, overrides));
        all.extend(world.unlike_arguments(&classes, overrides));
        let files = world.program.files.len() as u32;
        let hidden: Vec<NameError> = (0..files)
            .into_par_iter()
            .filter(|&file| bodies(file))
            .flat_map_iter(|file| {
                let hidden = self.inaccessible(file).into_iter();
                hidden
                    .chain(self.duplicate_imports(file))
                    .chain(self.missing_imports(file))
                    .chain(self.locals(file))
                    .chain(world.local_types(file))
                    .chain(self.abstract_created(file))
                    .chain(self.bad_values(file))
                    .chain(self.forward_references(file))
                    .chain(self.enum_statics(file))
                    .chain(self.bad_exceptions(file))
                    .chain(self.bad_results(file))
                    .chain(self.without_object(file))
                    .chain(self.type_scope_errors(file))
                    .chain(self.without_element(file))
                    .chain(self.ambiguous_fields(file))
                    .chain(self.type_name_errors(file))
                    .chain(self.without_body(file))
                    .chain(self.unassigned(file))
                    .chain(self.final_assigned(file))
                    .chain(self.unreached(file))
            })
            .collect();
        all.extend(hidden);
        all.retain(|e| e.kind.is_of_body() || declarations(e.file));
        all
    }

    fn duplicate_types(&self) -> Vec<NameError> {
        let world = &self.world;
        let mut seen: FxHashMap<Symbol, ClassId> = FxHashMap::default();
        let mut found = Vec::new();
        for class in world.source_classes().filter(|&c| !world.in_body(c)) {
            let first = *seen.entry(world.class(class).binary).or_insert(class);
            let name = world.class(class).name;
            let around = world.around(class).skip(1);
            let inside_itself = around.map(|c| world.class(c).name).any(|n| n == name);
            // A package and a class of one full name would be the same thing (JLS 7.1).
            let is_package = world.info(class).outer.is_none() && world.is_package_too(class);
            if (first != class || inside_itself || is_package)
                && let Some((file, decl)) = world.decl_of(class)
            {
                found.push(NameError {
                    file,
                    node: decl.node,
                    kind: ErrorKind::DuplicateType,
                    about: world.class_key(class).to_owned(),
                });
            }
        }
        found
    }

    fn bad_overrides(&self, overrides: &Overrides, wanted: impl Fn(u32) -> bool) -> Vec<NameError> {
        let world = &self.world;
        let rank = |v: Visibility| v as u8;
        let file = |class: ClassId| world.class(class).origin.file();
        // An inherited method of a class implements an interface's under the same rules.
        let of_class = |class| !world.info(class).is_interface();
        overrides
            .all()
            .iter()
            .filter(|o| file(o.within).is_some_and(&wanted))
            .filter(|o| {
                let owner = world.method(o.by).owner;
                owner == o.within || (of_class(owner) && of_class(o.within))
            })
            .filter(|o| {
                let (by, of) = (world.method(o.by).modifiers, world.method(o.of).modifiers);
                of.has(Modifiers::FINAL)
                    || rank(world.visibility(o.by)) < rank(world.visibility(o.of))
                    || by.has(Modifiers::STATIC)
                    || world.returns_clash(o.by, o.of, o.within)
                    || world.throws_clash(o.by, o.of)
            })
            .filter_map(|o| {
                let (file, node) = if world.method(o.by).owner == o.within {
                    world.method_node(o.by)?
                } else {
                    let (file, decl) = world.decl_of(o.within)?;
                    (file, decl.node)
                };
                Some(NameError {
                    file,
                    node,
                    kind: ErrorKind::BadOverride,
                    about: world.method_key(o.of),
                })
            })
            .collect()
    }

    /// `new` of what has no instances of its own.
    fn abstract_created(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let created = |node: NodeId| match tree.kind(node) {
            Kind::New if tree.child_in(node, Role::Body).is_none() => {
                let ty = tree.child_in(node, Role::Type)?;
                match self.decl(file, ty) {
                    Decl::Class(class) => Some(class),
                    _ => None,
                }
            }
            // `Shape::new`
            Kind::MethodRef => match self.decl(file, node) {
                Decl::Method(m) if world.method(m).constructor => Some(world.method(m).owner),
                _ => None,
            },
            _ => None,
        };
        tree.descendants(NodeId::ROOT)
            .filter_map(|node| {
                let class = created(node)?;
                let info = world.info(class);
                let none = !world.is_missing(class)
                    && (info.modifiers.has(Modifiers::ABSTRACT) || info.is_interface());
                none.then(|| NameError {
                    file,
                    node,
                    kind: ErrorKind::AbstractCreated,
                    about: world.class_key(class).to_owned(),
                })
            })
            .collect()
    }

    /// `super.area()` of a method that has no body there (JLS 15.12.3).
    fn without_body(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let by_super = |&n: &NodeId| {
            let receiver = tree.child_in(n, Role::Receiver);
            matches!(tree.kind(n), Kind::Call | Kind::MethodRef)
                && receiver.is_some_and(|r| tree.kind(r) == Kind::Super)
        };
        let calls = tree.descendants(NodeId::ROOT).filter(by_super);
        calls
            .filter_map(|node| match self.decl(file, node) {
                Decl::Method(m) if world.is_abstract(m) => Some(NameError {
                    file,
                    node,
                    kind: ErrorKind::NoBody,
                    about: world.method_key(m),
                }),
                _ => None,
            })
            .collect()
    }

    fn locals(&self, file: u32) -> impl Iterator<Item = NameError> {
        let tree = &self.world.file(file).tree;
        self.redeclared(file).iter().map(move |&node| NameError {
            file,
            node,
            kind: ErrorKind::DuplicateLocal,
            about: self.world.text(tree.sym(node)).to_owned(),
        })
    }
}

impl World {
    /// Types in bodies whose name a class around them has (JLS 8.1), or another type in the same body.
    fn local_types(&self, file: u32) -> Vec<NameError> {
        let model = self.file(file);
        let tree = &model.tree;
        let block = |node: NodeId| {
            let mut around = tree.ancestors(node);
            around.find(|&a| matches!(tree.kind(a), Kind::Block | Kind::Case))
        };
        let all = model.type_ids().map(|id| model.ty(id));
        let local = all.filter(|t| t.in_callable.is_some() && t.kind != TypeKind::Anonymous);
        let local: Vec<_> = local.collect();
        let mut found = Vec::new();
        for (at, ty) in local.iter().enumerate() {
            let is_taken = local[..at].iter().any(|first| {
                let beside = first.name == ty.name
                    && first.in_callable == ty.in_callable
                    && first.outer == ty.outer;
                beside && block(first.node).is_some_and(|b| tree.contains(b, ty.node))
            });
            let mut around = std::iter::successors(ty.outer, |&o| model.ty(o).outer);
            let is_around = around
                .any(|o| model.ty(o).name == ty.name && model.ty(o).kind != TypeKind::Anonymous);
            if is_taken || is_around {
                found.push(NameError {
                    file,
                    node: ty.node,
                    kind: ErrorKind::DuplicateLocal,
                    about: self.text(ty.name).to_owned(),
                });
            }
        }
        found
    }

    fn class_errors(&self, class: ClassId) -> Vec<NameError> {
        let Some((file, decl)) = self.decl_of(class) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut push = |node, kind, about| {
            found.push(NameError {
                file,
                node,
                kind,
                about,
            });
        };
        if self.is_cyclic(class) {
            push(
                decl.node,
                ErrorKind::CyclicInheritance,
                self.class_key(class).to_owned(),
            );
        }
        let this = self.this_type(class);
        let methods = &self.info(class).methods;
        let mut shapes: FxHashMap<(Symbol, Vec<Ty>), MethodId> = FxHashMap::default();
        for &(name, method) in methods {
            let key = (name, self.shape(this, method));
            let first = *shapes.entry(key).or_insert(method);
            // Those that an enum has without saying so have no place.
            let said = self.method_node(method);
            if first != method
                && let Some((_, node)) = said.or_else(|| self.method_node(first))
            {
                push(node, ErrorKind::DuplicateMethod, self.method_key(method));
            }
        }
        for &(name, method) in methods {
            if let Some(of) = self.clashes(class, name, method)
                && let Some((_, node)) = self.method_node(method)
            {
                push(node, ErrorKind::BadOverride, self.method_key(of));
            }
        }
        for pair in self.info(class).fields.windows(2) {
            if pair[0].0 == pair[1].0
                && let Some((_, node)) = self.field_node(pair[1].1)
            {
                push(node, ErrorKind::DuplicateField, self.field_key(pair[1].1));
            }
        }
        let concrete = match decl.kind {
            TypeKind::Class | TypeKind::Record => !decl.modifiers.has(Modifiers::ABSTRACT),
            TypeKind::Anonymous => true,
            // A constant without a body of its own is an instance of the enum itself.
            TypeKind::Enum => {
                let tree = &self.file(file).tree;
                let mut constants = tree.children(decl.node);
                constants.any(|c| {
                    tree.kind(c) == Kind::EnumConstant && tree.child_in(c, Role::Body).is_none()
                })
            }
            _ => false,
        };
        if concrete && self.closure(class).complete {
            for method in self.unimplemented(class) {
                push(
                    decl.node,
                    ErrorKind::NotImplemented,
                    self.method_key(method),
                );
            }
        }
        found
    }

    /// A method above that this one may not stand beside: it is private or static where the other is not, or the other is
    /// static where it is not.
    fn clashes(&self, class: ClassId, name: Symbol, method: MethodId) -> Option<MethodId> {
        let own = self.method(method);
        if own.constructor {
            return None;
        }
        let this = self.this_type(class);
        let shape = self.shape(this, method);
        for &(parent, _) in &self.closure(class).supers {
            for &(_, of) in self.info(parent).methods_named(name) {
                let above = self.method(of);
                let seen = !above.modifiers.has(Modifiers::PRIVATE)
                    && !above.constructor
                    && self.accessible(above.modifiers, parent, class);
                let of_interface =
                    self.info(parent).is_interface() && above.modifiers.has(Modifiers::STATIC);
                if !seen || of_interface || self.shape(this, of) != shape {
                    continue;
                }
                let (mine, theirs) = (own.modifiers, above.modifiers);
                let mixed = mine.has(Modifiers::STATIC) != theirs.has(Modifiers::STATIC);
                if mixed || mine.has(Modifiers::PRIVATE) || self.only_erased_alike(this, method, of)
                {
                    return Some(of);
                }
            }
        }
        None
    }

    /// Whether two methods take the same only after erasure, so that neither overrides the other (JLS 8.4.8.3).
    fn only_erased_alike(&self, this: Ty, mine: MethodId, theirs: MethodId) -> bool {
        let types = |m: MethodId| -> Vec<Ty> {
            let params = self.signature(m).params.iter();
            let owner = self.method(m).owner;
            params.map(|&p| self.member_of(this, owner, p)).collect()
        };
        let is_generic = |m: MethodId| !self.signature(m).type_params.is_empty();
        let (own, above) = (types(mine), types(theirs));
        // `?` is `? extends Object`, and a parameter of a class around may be known by another name: only what is written out tells.
        let is_certain = own
            .iter()
            .chain(&above)
            .all(|&ty| self.is_certain(ty) && self.is_plain(ty) && !self.types().has_var(ty));
        let is_erased = own.iter().all(|&ty| self.erase(ty) == ty);
        own != above && is_certain && !is_erased && !is_generic(mine) && !is_generic(theirs)
    }

    /// Whether an overriding method gives back what the other's callers cannot take. Only erasures are compared, and only
    /// where both are known: what is left cannot be right.
    pub(crate) fn returns_clash(&self, by: MethodId, of: MethodId, within: ClassId) -> bool {
        let this = self.this_type(within);
        let ret = |m: MethodId| {
            let ty = self.signature(m).ret?;
            Some(self.member_of(this, self.method(m).owner, ty))
        };
        let (Some(mine), Some(theirs)) = (ret(by), ret(of)) else {
            return false;
        };
        if self.arguments_clash(mine, theirs)
            || self.variable_clash((by, mine), (of, theirs), within)
        {
            return true;
        }
        let (mine, theirs) = (self.erase(mine), self.erase(theirs));
        if mine == theirs || mine == Ty::UNKNOWN || theirs == Ty::UNKNOWN {
            return false;
        }
        match (self.is_reference(mine), self.is_reference(theirs)) {
            (true, true) => {
                self.is_complete(mine) && self.is_complete(theirs) && !self.is_subtype(mine, theirs)
            }
            _ => true,
        }
    }

    /// Whether a class stands where the one above gives a type parameter that is in scope here: nothing but the parameter is one. Where
    /// the parameters of the two differ, only erasures count (JLS 8.4.5).
    fn variable_clash(
        &self,
        (by, mine): (MethodId, Ty),
        (of, theirs): (MethodId, Ty),
        within: ClassId,
    ) -> bool {
        let TyData::Var(var) = self.types.data(theirs) else {
            return false;
        };
        let this = self.this_type(within);
        let params = |m: MethodId| -> Vec<Ty> {
            let params = self.signature(m).params.iter();
            let owner = self.method(m).owner;
            params.map(|&p| self.member_of(this, owner, p)).collect()
        };
        let mut around = self.around(within);
        let is_plain = |m: MethodId| self.signature(m).type_params.is_empty();
        around.any(|c| self.type_params(c).contains(var))
            && is_plain(by)
            && is_plain(of)
            && self.types.as_class(mine).is_some()
            && self.is_certain(mine)
            && params(by) == params(of)
    }

    /// Whether a type has other arguments than one above it asks for: `Class<Long>` is no `Class<Double>`. Only plain classes are
    /// compared.
    fn arguments_clash(&self, below: Ty, above: Ty) -> bool {
        let plain = |ty: Ty| {
            let class = self.types.as_class(ty);
            class.is_some_and(|(_, args)| args.is_empty())
        };
        let Some((class, wanted)) = self.types.as_class(above) else {
            return false;
        };
        let seen = self.as_super(below, class);
        let Some((_, given)) = seen.and_then(|ty| self.types.as_class(ty)) else {
            return false;
        };
        let mut pairs = given.iter().zip(wanted);
        given.len() == wanted.len()
            && pairs.any(|(&g, &w)| {
                g != w && plain(g) && plain(w) && self.is_certain(g) && self.is_certain(w)
            })
    }

    fn is_cyclic(&self, class: ClassId) -> bool {
        let mut seen = vec![class];
        let mut next = 0;
        while next < seen.len() {
            // What is named as a part of another depends on that, too (JLS 8.1.4).
            let around = self.info(seen[next]).outer;
            let around = around.filter(|_| !self.in_body(seen[next]));
            for &parent in self.direct(seen[next]).iter().chain(&around) {
                if parent == class {
                    return true;
                }
                if !seen.contains(&parent) {
                    seen.push(parent);
                }
            }
            next += 1;
        }
        false
    }

    /// Abstract methods that a class inherits and no class gives a body.
    pub fn unimplemented(&self, class: ClassId) -> Vec<MethodId> {
        let this = self.this_type(class);
        let supers = self.closure(class).supers.iter().map(|s| s.0);
        let all: Vec<ClassId> = std::iter::once(class).chain(supers).collect();
        let mut found = Vec::new();
        for &owner in &all {
            for &(name, method) in &self.info(owner).methods {
                // What `Record` asks for is made with the record.
                let of_record = owner != class
                    && self.info(class).kind == TypeKind::Record
                    && !self.info(owner).is_interface();
                if !self.is_abstract(method) || of_record {
                    continue;
                }
                let shape = self.shape(this, method);
                // A class may take back the body that one above it gave.
                let of_class = !self.info(owner).is_interface();
                let answered = all.iter().any(|&c| {
                    let from_interface = self.info(c).is_interface();
                    self.info(c).methods_named(name).iter().any(|m| {
                        !self.is_abstract(m.1)
                            && self.can_be_overridden(method, c)
                            && (self.is_subclass(c, owner) || !(from_interface || of_class))
                            && !self.method(m.1).modifiers.has(Modifiers::STATIC)
                            && self.shape(this, m.1) == shape
                    })
                });
                if !answered {
                    found.push(method);
                }
            }
        }
        found
    }

    pub(crate) fn visibility(&self, method: MethodId) -> Visibility {
        let data = self.method(method);
        if self.info(data.owner).is_interface() && !data.modifiers.has(Modifiers::PRIVATE) {
            return Visibility::Public;
        }
        data.modifiers.visibility()
    }

    /// The declaring node of a method that is written in the sources.
    pub fn method_node(&self, method: MethodId) -> Option<(u32, NodeId)> {
        match self.method(method).origin {
            crate::declared::Origin::Source { file, index } => {
                Some((file, self.file(file).callables[index as usize].node))
            }
            _ => None,
        }
    }

    pub fn field_node(&self, field: crate::ids::FieldId) -> Option<(u32, NodeId)> {
        match self.field(field).origin {
            crate::declared::Origin::Source { file, index } => {
                Some((file, self.file(file).fields[index as usize].node))
            }
            crate::declared::Origin::Implicit { file, node } => Some((file, node)),
            _ => None,
        }
    }
}
