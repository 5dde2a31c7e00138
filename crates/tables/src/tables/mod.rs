//! One file a table, and the list of them.

mod commits;
mod errors;
mod evidence;
mod findings;
mod left_over;
mod messages;
mod places;
mod runs;
mod spot;

use crate::table::Table;

/// Every table. The rows of `runs` vouch for those of the others, so it is the last to be written.
pub const TABLES: &[&Table] = &[
    &commits::TABLE,
    &messages::TABLE,
    &findings::TABLE,
    &places::TABLE,
    &evidence::TABLE,
    &left_over::TABLE,
    &errors::TABLE,
    &runs::TABLE,
];
