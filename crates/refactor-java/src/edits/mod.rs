//! Pieces of changed text that several refactorings write.

pub(crate) mod asked_of;
pub(crate) mod by_text;
pub(crate) mod calls_of_moved;
pub(crate) mod delegates;
pub(crate) mod given;
pub(crate) mod imports;
pub(crate) mod inlined;
pub(crate) mod lookups;
pub(crate) mod negation;
pub(crate) mod nested_edits;
pub(crate) mod own_file;
pub(crate) mod packages;
pub(crate) mod param_tags;
pub(crate) mod precedence;
pub(crate) mod promoted;
pub(crate) mod qualify;
pub(crate) mod resources;
pub(crate) mod signature_docs;
pub(crate) mod signature_edits;
pub(crate) mod signature_functions;
pub(crate) mod similar;
pub(crate) mod stubs;
pub(crate) mod texts;
pub(crate) mod transfer;
pub(crate) mod twins;
pub(crate) mod type_text;
