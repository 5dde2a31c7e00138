//! Refactorings that are performed only when they keep behaviour.
//!
//! # How it works
//!
//! A [`Session`] reads a program once and answers [`Request`]s. A refactoring's `perform` is given a [`Run`]: it looks at
//! the program, validates what the user asked for ([`BadInput`]), and makes one or more [`Step`]s. [`Run::step`] applies
//! the step's edits in memory, reads the program anew, and compares the semantic edges before and after under the step's
//! rule (`reweave_preserve`), and the errors that the language's own tool would give. What differs becomes a
//! [`Conflict`] that points at both ends in the original text. No step writes a file: the [`Outcome`] carries the
//! changed [`Sources`](reweave_text::Sources), and an edge decides.
//!
//! # Adding a language
//!
//! 1. In `crates/lang-X` write the front end. It depends on `text` and `preserve` (and `syntax`, `model` if it likes),
//!    not on this crate. Give it one type for a read program, made from [`Sources`](reweave_text::Sources), that can tell
//!    - its **edges** as a [`Model`](reweave_preserve::Model): N name binding (from each use's name token to the
//!      declaring name token; a name without declaration goes to a [`Node::Outside`](reweave_preserve::Node) interned as
//!      that name), C control flow, D def-use, O override, I inheritance, whatever the language has;
//!    - its **problems**: syntax errors and what the real tool refuses, with a stable code and a place;
//!    - and whatever its refactorings ask: the declaration under a caret, all occurrences of it, the statement around an
//!      offset.
//!
//!    Let the narrowest token stand for a thing (declarations and uses by their name token, statements by their first
//!    token), so that edits inside a thing do not touch its node.
//! 2. In `crates/refactor-X`, implement [`Language`] on a unit type by calling that crate, with the list that
//!    [`refactorings!`] makes as [`Language::REFACTORINGS`]. Add the language to `LANGUAGES` in `crates/languages`: one line.
//! 3. Each refactoring is one file `refactorings/NAME.rs`: a head with summary, `before`, `with`, `after` (and `refuses`), then
//!    `pub const REFACTORING: Refactoring<X>` and its `perform`; and its line in `refactorings/mod.rs`. The heads become tests
//!    (`reweave_refactor_testing::check_pages::<X>()` in the language's `lib.rs`) and manual pages (`reweave explain`).
//!
//! ```text
//! pub const REFACTORING: Refactoring<Bc> = Refactoring {
//!     name: "rename",
//!     file: include_str!("rename.rs"),
//!     params: &[Param::required("to", "the new name")],
//!     perform,
//! };
//!
//! fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
//!     let (file, offset) = run.caret()?;                         // a place in the original text
//!     let to = run.param("to")?;
//!     let tokens = run.program().occurrences(file, offset)       // input validity: BadInput
//!         .ok_or_else(|| BadInput::unclear("no name here; put the caret on one"))?;
//!     let mut step = Step::new("rename", "N C D").each_apart();   // each token keeps its own edges
//!     for token in tokens {
//!         step.replace(token, to);
//!     }
//!     run.step(&step)?;                                           // edit, re-analyse, check
//!     Ok(())
//! }
//! ```
//!
//! A composite refactoring calls `run.step` several times, or the `perform`-like functions of other refactorings; after
//! each step [`Run::program`] is the changed program, and [`Run::now`] finds a place of the original text in it. What the
//! edges cannot show (section 9 of the paper) a refactoring checks itself and reports with [`Run::refuse`].

mod check;
mod conflict;
mod frameworks;
mod judge;
mod language;
mod offer;
mod registry;
mod request;
mod run;
mod session;
mod step;
mod symbol;
mod unread;
mod words;

pub use check::Refusal;
pub use conflict::{Conflict, ERROR, PRECONDITION, Place, Standing};
pub use frameworks::{Effect, Frameworks, Reached};
pub use judge::{Judged, Remark};
pub use language::{Around, Earlier, Inner, Language, Problem, Unresolved, quote};
pub use offer::{Offer, Offers};
pub use registry::{AnyLanguage, AnySession, Asks, Entry, Hidden, Refactoring};
pub use request::{BadInput, Fault, Param, Request, Stop, Target, Values};
pub use run::{Elsewhere, Outcome, Run, StepReport};
pub use session::Session;
pub use step::Step;
pub use symbol::{Declared, count_on};
pub use unread::{Left, Load, OtherFiles, Tells, UNREAD, Unread, sort_of};
