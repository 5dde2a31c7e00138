//! Type nodes of the tree as types.

use crate::error::ErrorKind;
use crate::ids::{ClassId, Decl};
use crate::inference::Entry;
use crate::members::Found;
use crate::resolver::{Meaning, Resolver, Segment, TypeMeaning};
use crate::types::{Ty, TyData, Wild};
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Symbol;

/// Types in types, deeper than any code that people write.
const DEEPEST_TYPE: usize = 300;

impl Resolver<'_> {
    /// The type that a type node means; what it names is written down.
    pub fn ty(&mut self, node: NodeId) -> Ty {
        if self.depth > DEEPEST_TYPE + crate::walk::DEEPEST {
            return Ty::UNKNOWN;
        }
        self.depth += 1;
        let ty = self.ty_inside(node);
        self.depth -= 1;
        ty
    }

    fn ty_inside(&mut self, node: NodeId) -> Ty {
        match self.kind(node) {
            Kind::Primitive => {
                self.annotations(node);
                Ty::of_word(self.world.text(self.tree.sym(node)))
            }
            Kind::ArrayType => {
                self.annotations(node);
                let element = self
                    .child(node, Role::Type)
                    .map_or(Ty::UNKNOWN, |t| self.ty(t));
                self.world.types.array(element)
            }
            Kind::TypeName => match self.type_name(node) {
                Meaning::Type(ty) => ty,
                _ => Ty::UNKNOWN,
            },
            Kind::Wildcard => {
                self.annotations(node);
                let bound = self.child(node, Role::Bound).map(|b| self.ty(b));
                let kind = match (self.world.text(self.tree.sym(node)), bound) {
                    ("super", Some(_)) => Wild::Super,
                    (_, Some(_)) => Wild::Extends,
                    _ => Wild::Any,
                };
                self.world
                    .types
                    .wildcard(kind, bound.unwrap_or(Ty::UNKNOWN))
            }
            Kind::UnionType => {
                let all: Vec<NodeId> = self.tree.children_in(node, Role::Type).collect();
                let all: Vec<Ty> = all.into_iter().map(|t| self.ty(t)).collect();
                self.world.lub(&all)
            }
            Kind::IntersectionType => {
                let all: Vec<NodeId> = self.tree.children_in(node, Role::Type).collect();
                let all: Vec<Ty> = all.into_iter().map(|t| self.ty(t)).collect();
                self.world.types.intersection(all)
            }
            // Receivers of method references and class literals are read as expressions by some grammars.
            Kind::Name | Kind::FieldAccess => match self.meaning_of_type_expression(node) {
                Meaning::Type(ty) => ty,
                _ => Ty::UNKNOWN,
            },
            _ => Ty::UNKNOWN,
        }
    }

    /// A type, or a package where it is the qualifier of one.
    fn type_name(&mut self, node: NodeId) -> Meaning {
        self.annotations(node);
        let name = self.tree.sym(node);
        let args: Vec<NodeId> = self.tree.children_in(node, Role::TypeArgument).collect();
        let diamond = args
            .first()
            .is_some_and(|&a| self.kind(a) == Kind::InferredType);
        let args: Vec<Ty> = if diamond {
            Vec::new()
        } else {
            args.into_iter().map(|a| self.ty(a)).collect()
        };
        let qualifier = self.child(node, Role::Qualifier);
        let meaning = match qualifier {
            Some(q) => {
                let around = self.type_name(q);
                self.below(node, around, name, &args)
            }
            None => match self.type_named(node, name) {
                TypeMeaning::Class(class) => {
                    self.record(node, Decl::Class(class));
                    Meaning::Type(self.apply_args(class, &args, None))
                }
                TypeMeaning::Var(var) => {
                    self.record(node, Decl::TypeVar(var));
                    Meaning::Type(self.world.types.var(var))
                }
                TypeMeaning::Unknown => {
                    let qualifies = self.tree.role(node) == Role::Qualifier;
                    if qualifies && self.world.is_package(name) {
                        self.record(node, Decl::Package(name));
                        Meaning::Package(name)
                    } else {
                        self.record(node, Decl::Unknown);
                        Meaning::Unknown
                    }
                }
            },
        };
        if let Meaning::Type(ty) = meaning {
            self.note_type(node, ty);
        }
        meaning
    }

    /// The type or package `name` in what stands before its dot.
    pub(crate) fn below(
        &mut self,
        node: NodeId,
        around: Meaning,
        name: Symbol,
        args: &[Ty],
    ) -> Meaning {
        let world = self.world;
        match around {
            Meaning::Package(package) => {
                if let Some(class) = world.type_in_package(package, name) {
                    self.record(node, Decl::Class(class));
                    return Meaning::Type(self.apply_args(class, args, None));
                }
                let dotted = format!("{}.{}", world.text(package), world.text(name));
                if let Some(inner) = world.names().get(&dotted)
                    && world.is_package(inner)
                {
                    self.record(node, Decl::Package(inner));
                    return Meaning::Package(inner);
                }
                self.record(node, Decl::Unknown);
                Meaning::Unknown
            }
            Meaning::Type(outer) | Meaning::Value(outer) => {
                let class = world.class_of_type(outer);
                if let Some(found) = class.and_then(|c| self.member_at(node, c, name)) {
                    self.record(node, Decl::Class(found));
                    return Meaning::Type(self.apply_args(found, args, Some(outer)));
                }
                self.record(node, Decl::Unknown);
                Meaning::Unknown
            }
            Meaning::Unknown => {
                self.record(node, Decl::Unknown);
                Meaning::Unknown
            }
        }
    }

    /// The member type of a class that a name means behind a dot.
    fn member_at(&mut self, node: NodeId, class: ClassId, name: Symbol) -> Option<ClassId> {
        let found = self.world.type_found(class, name, self.place_of_use(node));
        let error = match found {
            Found::Inaccessible(_) => self.certain(class, ErrorKind::Inaccessible),
            Found::Ambiguous(_) => self.certain(class, ErrorKind::Ambiguous),
            Found::One(_) | Found::None => None,
        };
        self.note_error(node, error);
        found.any()
    }

    /// A class with arguments for its own parameters; those of the classes around it come from `outer` or from here.
    pub fn apply_args(&self, class: ClassId, args: &[Ty], outer: Option<Ty>) -> Ty {
        let world = self.world;
        let params = world.type_params(class);
        let own = world.own_type_params(class);
        if params.is_empty() {
            return world.raw(class);
        }
        if args.len() != own {
            return world.raw(class);
        }
        if own == params.len() {
            return world.types.class(class, args);
        }
        let Some(outer_class) = world.info(class).outer else {
            return world.raw(class);
        };
        let around = match outer {
            Some(ty) => world.as_super(ty, outer_class),
            None => self.scope.iter().rev().find_map(|e| match e {
                Entry::Class(c) if world.ready => world.as_super(world.this_type(*c), outer_class),
                Entry::Class(c) if *c == outer_class => Some(world.this_type(*c)),
                _ => None,
            }),
        };
        match around.map(|t| world.types.data(t)) {
            Some(TyData::Class(_, outer_args)) if outer_args.len() == params.len() - own => {
                let all: Vec<Ty> = outer_args.iter().chain(args).copied().collect();
                world.types.class(class, &all)
            }
            _ => world.raw(class),
        }
    }

    /// Annotations of a declaration, a type or a parameter.
    pub fn annotations(&mut self, node: NodeId) {
        if self.decls.is_empty() {
            return;
        }
        let all: Vec<NodeId> = self.tree.children_in(node, Role::Annotation).collect();
        for annotation in all {
            self.annotation(annotation);
        }
    }

    /// The class of an annotation: its name is one node, dotted where it is qualified.
    pub(crate) fn annotation_class(&mut self, node: NodeId) -> Option<ClassId> {
        let name = self.tree.sym(node);
        let text = self.world.text(name);
        let found = if text.contains('.') {
            self.dotted_type(node, text)
        } else {
            match self.type_named(node, name) {
                TypeMeaning::Class(class) => Some(class),
                _ => None,
            }
        };
        self.record(node, found.map_or(Decl::Unknown, Decl::Class));
        found
    }

    /// `Outer.Inner` or `a.b.C` as one text; classes before the last are written down as segments.
    fn dotted_type(&mut self, node: NodeId, text: &str) -> Option<ClassId> {
        let world = self.world;
        let mut meaning = None;
        let mut at = self.tree.node(node).name_at;
        let mut done = 0;
        for segment in text.split('.') {
            let name = world.names().intern(segment);
            meaning = Some(match meaning {
                None => match self.type_named(node, name) {
                    TypeMeaning::Class(class) => Meaning::Type(world.raw(class)),
                    _ => Meaning::Package(name),
                },
                Some(around) => self.below(node, around, name, &[]),
            });
            done += segment.len();
            if done < text.len()
                && let Some(Meaning::Type(ty)) = meaning
                && let Some(class) = world.class_of_type(ty)
            {
                let decl = Decl::Class(class);
                self.segments.push(Segment { at, node, decl });
            }
            at += segment.len() as u32 + 1;
            done += 1;
        }
        match meaning? {
            Meaning::Type(ty) => world.class_of_type(ty),
            _ => None,
        }
    }

    /// Notes the type of a node, for those who ask later.
    pub fn note_type(&mut self, node: NodeId, ty: Ty) {
        if let Some(slot) = self.types.get_mut(node.index()) {
            *slot = ty;
            if self.world.types.has_infer(ty) {
                self.inference.open_nodes.push(node);
            }
        }
    }
}
