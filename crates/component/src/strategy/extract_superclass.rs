//! Extract Superclass: a new class with methods that a class already had, which now extends it.
//!
//! ```before
//! class Disk { int n; int read() { n = n + 1; return n * 2; } void write(int x) { n = x - 1; } }
//! ```
//! ```after
//! abstract class Store { int n; int read() { n = n + 1; return n * 2; } void write(int x) { n = x - 1; } }
//! class Disk extends Store { }
//! ```
//! ```finds
//! extract-superclass Disk -> Store
//! move-field Disk.n -> Store.n
//! pull-up-method Disk.read() -> Store.read()
//! pull-up-method Disk.write(int) -> Store.write(int)
//! ```

use super::supertype::extracted;
use crate::session::{Proposal, Session};

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    extracted(session, threshold, false)
}
