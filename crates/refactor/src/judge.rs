//! What is said of a change once all its steps are made, from what the program offered before and offers after.

use crate::conflict::Found;
use crate::language::{Around, Language};
use crate::offer::Offers;
use crate::request::Request;
use crate::session::State;
use crate::unread::Search;
use reweave_preserve::{Interval, Severity};
use reweave_text::Sources;

/// A change with all its steps made.
pub struct Judged<'a, L: Language> {
    pub request: &'a Request,
    pub around: &'a Around,
    pub before: &'a L::Program,
    pub sources: &'a Sources,
    pub after: &'a L::Program,
    pub sources_after: &'a Sources,
    pub offers: &'a Offers,
}

/// A reason to refuse or to warn that a language has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Its word for `--allow`.
    pub kind: &'static str,
    pub severity: Severity,
    pub message: String,
    /// Where, in the text before.
    pub places: Vec<Interval>,
}

/// All that speaks against a change beside its edges.
pub(crate) fn judge<L: Language>(
    request: &Request,
    around: &Around,
    first: &State<L>,
    last: &State<L>,
) -> Vec<Found> {
    let offers = Offers::compare(first, last);
    if offers.is_empty() {
        return Vec::new();
    }
    let follows_types = |path: &str| {
        let beside = around.beside.find(path);
        beside.is_some_and(|id| !around.beside.text(id).is_empty())
    };
    let search = Search {
        offers: &offers,
        files: &around.unread,
        others: L::OTHERS,
        separator: L::SEPARATOR,
        ignores_case: L::IGNORES_CASE,
        follows_types: &follows_types,
    };
    let mut found = search.found();
    let remarks = L::judge(&Judged {
        request,
        around,
        before: &first.program,
        sources: &first.sources,
        after: &last.program,
        sources_after: &last.sources,
        offers: &offers,
    });
    found.extend(
        remarks
            .into_iter()
            .map(|r| Found::own(r.kind, r.severity, r.message, 0, &r.places)),
    );
    found
}
