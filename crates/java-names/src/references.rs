//! Uses of declarations: by file, and by declaration.

use crate::declared::Origin;
use crate::ids::Decl;
use crate::names::Names;
use rayon::prelude::*;
use reweave_model::{Kind, NodeId, Role};
use reweave_text::Span;

/// In which way a name uses what it means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum UseKind {
    /// A method is called, or a constructor by `this(…)`, `super(…)` or an enum constant.
    Call,
    /// A method or constructor is named without being called.
    Reference,
    /// An instance is made; the declaration is the constructor.
    Create,
    /// A type is named, in a declaration or as a qualifier.
    Type,
    /// A type is named as a supertype.
    Inherit,
    /// A type or member is imported.
    Import,
    Annotation,
    /// A field or variable is read.
    Read,
    /// A field or variable is assigned, perhaps read too.
    Write,
    Label,
    /// Named in a documentation comment.
    Doc,
}

/// One name in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    pub file: u32,
    pub node: NodeId,
    /// The name itself; of a creation its `new`.
    pub span: Span,
    pub kind: UseKind,
    pub decl: Decl,
}

impl Names {
    /// All uses in a file, in order of node; unknown ones too. Imports and dotted annotations come last.
    pub fn uses_in(&self, file: u32) -> Vec<Use> {
        self.uses_where(file, |_| true)
    }

    /// Those whose declaration is wanted.
    pub fn uses_where(&self, file: u32, wanted: impl Fn(Decl) -> bool) -> Vec<Use> {
        let tree = &self.world.file(file).tree;
        let mut found = Vec::new();
        for node in tree.descendants(NodeId::ROOT) {
            let decl = self.decl(file, node);
            if decl != Decl::None
                && wanted(decl)
                && let Some((kind, span)) = self.use_at(file, node)
            {
                found.push(Use {
                    file,
                    node,
                    span,
                    kind,
                    decl,
                });
            }
        }
        for segment in self.segments(file).iter().filter(|s| wanted(s.decl)) {
            let import = tree.kind(segment.node) == Kind::Import;
            let Decl::Class(class) = segment.decl else {
                continue;
            };
            let len = self.world.text(self.world.class(class).name).len() as u32;
            found.push(Use {
                file,
                node: segment.node,
                span: Span::new(segment.at, segment.at + len),
                kind: if import {
                    UseKind::Import
                } else {
                    UseKind::Type
                },
                decl: segment.decl,
            });
        }
        found
    }

    /// Every use of a declaration, in the order of files and nodes.
    pub fn uses_of(&self, decl: Decl) -> Vec<Use> {
        let files = self.world.program.files.len() as u32;
        (0..files)
            .into_par_iter()
            .flat_map_iter(|file| {
                if self.mentions(file, &[decl]) {
                    self.uses_where(file, |d| d == decl)
                } else {
                    Vec::new()
                }
            })
            .collect()
    }

    fn use_at(&self, file: u32, node: NodeId) -> Option<(UseKind, Span)> {
        let tree = &self.world.file(file).tree;
        let data = tree.node(node);
        let named = |at: u32| {
            let len = self.world.text(data.sym).len() as u32;
            Span::new(at, at + len)
        };
        let parent = tree.parent(node);
        Some(match data.kind {
            Kind::Call | Kind::ConstructorCall => (UseKind::Call, named(data.name_at)),
            Kind::EnumConstant => (UseKind::Call, named(data.name_at)),
            // The enclosing instance may stand before the word.
            Kind::New => (UseKind::Create, Span::new(data.name_at, data.name_at + 3)),
            Kind::MethodRef => (UseKind::Reference, named(data.name_at)),
            Kind::TypeName => {
                let kind = match data.role {
                    Role::Superclass | Role::Interface | Role::Permits => UseKind::Inherit,
                    _ => UseKind::Type,
                };
                (kind, named(data.name_at))
            }
            Kind::Annotation => {
                let text = self.world.text(data.sym);
                let last = text.rfind('.').map_or(0, |d| d as u32 + 1);
                let end = data.name_at + text.len() as u32;
                (UseKind::Annotation, Span::new(data.name_at + last, end))
            }
            Kind::Break | Kind::Continue => (UseKind::Label, named(data.name_at)),
            Kind::Name | Kind::FieldAccess => {
                let written = parent.is_some_and(|p| match tree.kind(p) {
                    Kind::Assign => data.role == Role::Target,
                    Kind::Update => true,
                    _ => false,
                });
                let kind = match self.decl(file, node) {
                    Decl::Class(_) | Decl::TypeVar(_) | Decl::Package(_) => UseKind::Type,
                    Decl::Method(_) => UseKind::Reference,
                    _ if written => UseKind::Write,
                    _ => UseKind::Read,
                };
                (kind, named(data.name_at))
            }
            // Imports are listed by their segments.
            _ => return None,
        })
    }

    /// Where a declaration of the sources has its name: file and span. None for what is implicit or elsewhere.
    pub fn place_of(&self, file: u32, decl: Decl) -> Option<(u32, Span)> {
        let world = &self.world;
        let (file, node) = match decl {
            Decl::Class(class) => {
                let (file, decl) = world.decl_of(class)?;
                (file, decl.node)
            }
            Decl::Method(method) => match world.method(method).origin {
                Origin::Source { file, index } => {
                    (file, world.file(file).callables[index as usize].node)
                }
                _ => return None,
            },
            Decl::Field(field) => match world.field(field).origin {
                Origin::Source { file, index } => {
                    (file, world.file(file).fields[index as usize].node)
                }
                Origin::Implicit { file, node } => (file, node),
                _ => return None,
            },
            Decl::TypeVar(var) => world.type_var(var).origin?,
            Decl::Local(node) | Decl::Label(node) => (file, node),
            _ => return None,
        };
        let data = world.file(file).tree.node(node);
        if data.sym.is_empty() {
            return None;
        }
        let len = world.text(data.sym).len() as u32;
        Some((file, Span::new(data.name_at, data.name_at + len)))
    }

    /// A name for a declaration that is the same in every run: for ends that lie outside the sources.
    pub fn key_of(&self, decl: Decl) -> String {
        let world = &self.world;
        match decl {
            Decl::Class(class) => world.class_key(class).to_owned(),
            Decl::Method(method) => world.method_key(method),
            Decl::Field(field) => world.field_key(field),
            Decl::TypeVar(var) => world.text(world.type_var(var).name).to_owned(),
            Decl::Package(name) | Decl::Module(name) => world.text(name).to_owned(),
            Decl::ArrayLength => "array length".to_owned(),
            Decl::Local(_) | Decl::Label(_) | Decl::None | Decl::Unknown => "unknown".to_owned(),
        }
    }
}
