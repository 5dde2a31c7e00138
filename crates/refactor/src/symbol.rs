//! Declarations by their addresses: what programs and people call them from outside.

use crate::language::Language;
use crate::request::BadInput;
use crate::session::State;
use reweave_preserve::Interval;
use reweave_text::did_you_mean;
use std::fmt::Write;

/// A declaration and its address. The address of what is declared in a body is that of the body's owner, `/` and the name;
/// where a body declares a name several times, the later ones count on: `run(int)/i`, `run(int)/i~2`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Declared {
    pub address: String,
    /// What it is, in the language's own word.
    pub kind: &'static str,
    /// Its name where it is declared.
    pub at: Interval,
}

impl Declared {
    pub fn new(address: impl Into<String>, kind: &'static str, at: Interval) -> Self {
        Self {
            address: address.into(),
            kind,
            at,
        }
    }
}

/// Tells declarations of one body apart that have one name. They come in order of place.
pub fn count_on(all: &mut [Declared]) {
    let mut seen: rustc_hash::FxHashMap<String, usize> = rustc_hash::FxHashMap::default();
    for declared in all {
        let count = seen.entry(declared.address.clone()).or_default();
        *count += 1;
        if *count > 1 {
            declared.address = format!("{}~{count}", declared.address);
        }
    }
}

/// Declarations of one name that are listed.
const MOST_LISTED: usize = 10;

/// The declaration that `--symbol` names, by a name that is its own or by its address.
pub fn find<L: Language>(state: &State<L>, symbol: &str) -> Result<Interval, BadInput> {
    let named = L::find_symbol(&state.program, &state.sources, symbol);
    if let [one] = named[..] {
        return Ok(one);
    }
    let declared = declared(state, symbol);
    let mut exact = declared.iter().filter(|d| d.address == symbol);
    if let (Some(one), None) = (exact.next(), exact.next()) {
        return Ok(one.at);
    }
    match named[..] {
        [] => Err(BadInput::unclear(format!(
            "nothing named {symbol} is declared{}; or name a place with --at FILE:LINE:COL",
            meant(state, symbol)
        ))),
        [first, ..] => {
            let told = several(state, symbol, &named, &declared);
            Err(BadInput::unclear(told).at(first.file, first.span))
        }
    }
}

/// What the program declares; of what bodies declare, that of the one before `/`.
fn declared<L: Language>(state: &State<L>, symbol: &str) -> Vec<Declared> {
    let (program, sources) = (&state.program, &state.sources);
    let mut all = L::symbols(program, sources);
    if let Some((around, _)) = symbol.rsplit_once('/') {
        let owners: Vec<Declared> = all
            .iter()
            .filter(|d| d.address == around)
            .cloned()
            .collect();
        all.extend(owners.iter().flat_map(|o| L::locals(program, sources, o)));
    }
    all
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
fn several<L: Language>(
    state: &State<L>,
    symbol: &str,
    all: &[Interval],
    declared: &[Declared],
) -> String {
    let mut out = format!(
        "{} declarations are named {symbol}; name one of them:",
        all.len()
    );
    for at in all.iter().take(MOST_LISTED) {
        let from = state.sources.line_col(at.file, at.span.start);
        let path = state.sources.path(at.file);
        let _ = write!(out, "\n  --at {path}:{}:{}", from.line, from.col);
        if let Some(one) = declared.iter().find(|d| d.at == *at) {
            let _ = write!(out, "  or  --symbol '{}'", one.address);
        }
    }
    if all.len() > MOST_LISTED {
        let _ = write!(out, "\n  and {} more", all.len() - MOST_LISTED);
    }
    out
}
