//! Questions about a program that several refactorings and checks ask.

pub(crate) mod affected;
pub(crate) mod alike;
pub(crate) mod asked_object;
pub(crate) mod at;
pub(crate) mod bodies;
pub(crate) mod constants;
pub(crate) mod edges;
pub(crate) mod effects;
pub(crate) mod failures;
pub(crate) mod flow_edges;
pub(crate) mod function_type;
pub(crate) mod hierarchy;
pub(crate) mod identity;
pub(crate) mod mentions;
pub(crate) mod offers;
pub(crate) mod outer_objects;
pub(crate) mod outside_calls;
pub(crate) mod program;
pub(crate) mod region;
pub(crate) mod selection;
pub(crate) mod shown;
pub(crate) mod symbols;
pub(crate) mod type_arguments;
pub(crate) mod values;
pub(crate) mod words;
pub(crate) mod written_types;
