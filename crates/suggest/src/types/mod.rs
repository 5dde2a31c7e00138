//! The types of refactorings that are suggested: one file each, one line in [`ALL`].
//!
//! A type is its manual page, with a missed place and an example as a sample, and its rule. The samples of the
//! [`Family::Rewriting`] types also say what the type changes: their vectors' difference is the abstraction with which
//! it is searched.

mod assignment_to_initialization;
mod consolidate_conditional;
mod consolidate_duplicate;
mod decompose_conditional;
mod encapsulate_collection;
mod encapsulate_downcast;
mod explaining_variable;
mod extract_duplicated;
mod extract_method;
mod extract_service_method;
mod extract_shared;
mod guard_clauses;
mod hide_delegate;
mod inline_method;
mod inline_temp;
mod magic_number_constant;
mod magic_number_query;
mod make_static;
mod method_object;
mod parameter_object;
mod parameter_with_method;
mod parameterize;
mod pull_up;
mod query_method;
mod replace_duplicated;
mod reverse_conditional;
mod self_encapsulate_field;
mod separate_query;
mod split_temp;
mod substitute_algorithm;
mod temp_with_chain;
mod whole_object;

use crate::code::Body;
use crate::duplicates::Remedy;
use crate::extraction::Extraction;
use crate::normal::Context;
use crate::rewriting::Rewriting;
use reweave_manual::Page;
use reweave_vectors::{CodeBase, MethodId};

/// All types. Of the extractions the first whose rule applies gives its name, so the most telling come first.
pub const ALL: &[RefactoringType] = &[
    method_object::TYPE,
    parameter_object::TYPE,
    whole_object::TYPE,
    parameter_with_method::TYPE,
    self_encapsulate_field::TYPE,
    magic_number_query::TYPE,
    encapsulate_collection::TYPE,
    encapsulate_downcast::TYPE,
    decompose_conditional::TYPE,
    inline_method::TYPE,
    hide_delegate::TYPE,
    query_method::TYPE,
    extract_service_method::TYPE,
    separate_query::TYPE,
    replace_duplicated::TYPE,
    extract_method::TYPE,
    inline_temp::TYPE,
    explaining_variable::TYPE,
    split_temp::TYPE,
    magic_number_constant::TYPE,
    reverse_conditional::TYPE,
    assignment_to_initialization::TYPE,
    consolidate_conditional::TYPE,
    consolidate_duplicate::TYPE,
    guard_clauses::TYPE,
    temp_with_chain::TYPE,
    substitute_algorithm::TYPE,
    make_static::TYPE,
    extract_duplicated::TYPE,
    extract_shared::TYPE,
    parameterize::TYPE,
    pull_up::TYPE,
];

/// How a type is found and confirmed.
#[derive(Clone, Copy)]
pub enum Family {
    /// The example calls what the missed place holds itself. Which of these types it is, the first rule that applies says.
    Extraction(fn(&Extraction<'_>) -> bool),
    /// The example is given an object, or makes or is one, which holds what the missed place gets as values.
    Passing(fn(&Extraction<'_>) -> bool),
    /// The same pair seen from the other side: it is the side with the call that misses something.
    Inlining(fn(&Extraction<'_>) -> bool),
    /// Both sides read the same in a normal form, which carries the refactoring out; the rule tells on which side it is
    /// missed.
    Rewriting {
        normal: fn(Body, &Context<'_>) -> Body,
        applies: fn(&Rewriting<'_>) -> bool,
    },
    /// Both sides read the same as they stand; `differ` tells, before any code is read, what is another thing about them.
    Likeness {
        differ: fn(&CodeBase, MethodId, MethodId) -> bool,
        applies: fn(&Rewriting<'_>) -> bool,
    },
    /// Both sides are copies: [`crate::duplicates`] finds them, and where they stand says what to do.
    Duplicate(Remedy),
}

pub struct RefactoringType {
    /// The file of the type; its head is the manual page.
    pub source: &'static str,
    pub family: Family,
}

impl RefactoringType {
    pub fn page(&self) -> Page {
        Page::parse(self.source)
    }
}
