//! The declaration that `--symbol` names, or what could have been meant.

use crate::language::Language;
use crate::request::BadInput;
use crate::session::State;
use reweave_preserve::Interval;
use reweave_text::did_you_mean;
use std::fmt::Write;

/// Declarations of one name that are listed.
const MOST_LISTED: usize = 10;

pub fn find<L: Language>(state: &State<L>, symbol: &str) -> Result<Interval, BadInput> {
    let all = L::find_symbol(&state.program, &state.sources, symbol);
    match all[..] {
        [one] => Ok(one),
        [] => Err(BadInput::unclear(format!(
            "nothing named {symbol} is declared{}; or name a place with --at FILE:LINE:COL",
            meant(state, symbol)
        ))),
        _ => Err(BadInput::unclear(several(state, symbol, &all))),
    }
}

/// The full name that is most like it; the simple name is enough for a slip in a simple name.
fn meant<L: Language>(state: &State<L>, symbol: &str) -> String {
    let files: Vec<_> = state.sources.iter().map(|(id, _)| id).collect();
    let offers = L::offers(&state.program, &state.sources, &files);
    let is_full = symbol.contains(L::SEPARATOR);
    let name = |offer: &crate::Offer| {
        if is_full {
            offer.full(L::SEPARATOR)
        } else {
            offer.name.clone()
        }
    };
    let names: Vec<String> = offers.iter().map(name).collect();
    did_you_mean(symbol, names.iter().map(String::as_str))
}

/// The declarations of one name, each as it can be named.
fn several<L: Language>(state: &State<L>, symbol: &str, all: &[Interval]) -> String {
    let mut out = format!(
        "{} declarations are named {symbol}; name one of them:",
        all.len()
    );
    for at in all.iter().take(MOST_LISTED) {
        let from = state.sources.line_col(at.file, at.span.start);
        let path = state.sources.path(at.file);
        let _ = write!(out, "\n  --at {path}:{}:{}", from.line, from.col);
        if let Some(name) = L::full_symbol(&state.program, *at) {
            let _ = write!(out, "  or  --symbol '{name}'");
        }
    }
    if all.len() > MOST_LISTED {
        let _ = write!(out, "\n  and {} more", all.len() - MOST_LISTED);
    }
    out
}
