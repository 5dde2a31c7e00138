//! Push Down Method: a method that kept its name and its code, and went to a subclass of its class.
//!
//! ```before
//! class Base { int n; int next() { n = n + 1; return n * 2; } }
//! class Sub extends Base { int two() { return next() + next(); } }
//! ```
//! ```after
//! class Base { int n; }
//! class Sub extends Base { int next() { n = n + 1; return n * 2; } int two() { return next() + next(); } }
//! ```
//! ```finds
//! push-down-method Base.next() -> Sub.next()
//! ```
//!
//! It may go to several:
//!
//! ```before
//! class Base { int n; int next() { n = n + 1; return n * 2; } }
//! class Sub extends Base { int two() { return next() + next(); } }
//! class Other extends Base { int three() { return next() + next() + 1; } }
//! ```
//! ```after
//! class Base { int n; }
//! class Sub extends Base { int next() { n = n + 1; return n * 2; } int two() { return next() + next(); } }
//! class Other extends Base { int next() { n = n + 1; return n * 2; } int three() { return next() + next() + 1; } }
//! ```
//! ```finds
//! push-down-method Base.next() -> Other.next()
//! push-down-method Base.next() -> Sub.next()
//! ```
//!
//! A class that clients do not see may take it from them:
//!
//! ```before
//! public class Base { int n; public int next() { n = n + 1; return n * 2; } }
//! class Sub extends Base { int two() { return next() + next(); } }
//! ```
//! ```after
//! public class Base { int n; }
//! class Sub extends Base { public int next() { n = n + 1; return n * 2; } int two() { return next() + next(); } }
//! ```
//! ```finds
//! push-down-method Base.next() -> Sub.next()
//! ```

use super::pull_up_method::across;
use crate::entity::EntityId;
use crate::session::{Proposal, Session};

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    across(session, threshold, |image| descendants(session, image))
}

/// How many subclasses are looked through; what is pushed down goes to few of them.
const MOST_DESCENDANTS: usize = 200;

fn descendants(session: &Session, class: EntityId) -> Vec<EntityId> {
    let mut all = session.new.subs(class).to_vec();
    let mut next = 0;
    while let Some(&at) = all.get(next).filter(|_| all.len() < MOST_DESCENDANTS) {
        next += 1;
        for &sub in session.new.subs(at) {
            if !all.contains(&sub) {
                all.push(sub);
            }
        }
    }
    all
}
