//! Extract Interface: a new interface with methods that a class already had, which now implements it.
//!
//! ```before
//! class Disk { int read() { return 1; } void write(int x) { } }
//! ```
//! ```after
//! interface Store { int read(); void write(int x); }
//! class Disk implements Store { public int read() { return 1; } public void write(int x) { } }
//! ```
//! ```finds
//! extract-interface Disk -> Store
//! ```

use super::supertype::extracted;
use crate::session::{Proposal, Session};

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    extracted(session, threshold, true)
}
