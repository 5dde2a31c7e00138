//! What a Java name means: one resolver over the model, for everybody who asks.
//!
//! [`Names::resolve`] takes a program and a [`ClassSource`] and answers by node which declaration is meant, and what
//! type an expression has. What is neither in the sources nor on the class path is [`Decl::Unknown`], never a guess.

mod again;
mod ambiguity;
mod binary;
mod branches;
mod calls;
mod class_source;
mod completion;
mod constants;
mod contexts;
mod declare;
mod declared;
mod demands;
mod disjoint;
mod dispatch;
mod error;
mod errors;
mod exceptions;
mod expressions;
mod file_heads;
mod file_scope;
mod forward;
mod functions;
mod graph;
mod headers;
mod hiding;
mod hierarchy;
mod ids;
mod infer;
mod inference;
mod javadoc;
mod key;
mod members;
mod missing;
mod module_names;
mod modules;
mod names;
mod numbers;
mod overloads;
mod overrides;
mod patterns;
mod references;
mod renewed;
mod resolver;
mod signature;
mod statements;
mod subtyping;
mod type_names;
mod types;
mod undecided;
mod walk;
mod world;

pub use again::Changed;
pub use class_source::{
    ClassData, ClassSource, MemberData, ModuleData, NoClasses, ObjectAlone, access,
};
pub use completion::{completes, truth};
pub use declared::{Class, ClassInfo, Closure, Field, Header, Method, Origin, Signature, TypeVar};
pub use error::{ErrorKind, NameError};
pub use graph::{Call, Edge, Item};
pub use ids::{ClassId, Decl, FieldId, MethodId, TypeVarId};
pub use members::Found;
pub use names::Names;
pub use overrides::{Override, Overrides};
pub use references::{Use, UseKind};
pub use resolver::Segment;
pub use types::{Ty, TyData, Types, Wild};
pub use walk::FileNames;
pub use world::World;
