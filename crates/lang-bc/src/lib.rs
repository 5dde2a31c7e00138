//! BC, POSIX and GNU.
//!
//! A parser with spans and error recovery ([`parse`]), programs linked over files ([`Program`]), what names mean under
//! dynamic scoping ([`Scopes`]), what calls do ([`Effects`]), control flow and reaching definitions, and all of that as
//! semantic edges ([`model`]) and as the errors that bc itself would give ([`complaints`]).
//!
//! GNU bc 1.07 is the measure: what it reads is read the same way, what it refuses is an error here.

mod ast;
mod edges;
mod effects;
mod escape;
mod expressions;
mod flow;
mod lexer;
mod parser;
mod problems;
mod program;
mod query;
mod reaching;
mod scope;

pub use ast::*;
pub use edges::{LIBRARY, global_node, model};
pub use effects::{Effects, Event, Events, Hidden};
pub use escape::Exposed;
pub use flow::{Action, ActionKind, Graph, Point, Reader};
pub use lexer::{Keyword, Lexeme, Token, lex};
pub use parser::parse;
pub use problems::{Complaint, complaints};
pub use program::{FunctionId, Group, Program, Var};
pub use query::{Role, Site, Surroundings, is_name, trimmed, words};
pub use reaching::{Flow, Source, flows};
pub use scope::{Binding, Occurrence, Scopes, Sort};
