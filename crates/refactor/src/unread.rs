//! Files that are no part of the program that was read, and may name what it declares: those of its language that were left out,
//! folders that were not looked into, and code, configuration and templates of other languages on the same platform.
//!
//! A file of the language that holds a changed name, and what nobody could look into, is a reason to refuse. So is one of another
//! language where the bytes tell that the declaration is meant: they name what it stands in by its full name, or from inside its
//! package, beside the name itself. Where only the word is the same, that is warned of.

use crate::conflict::Found;
use crate::offer::{Offer, Offers};
use crate::words::Words;
use reweave_preserve::Severity;
use std::sync::Arc;

/// The word for `--allow`.
pub const UNREAD: &str = "unread";

/// Files told one by one; a name like `get` may be in thousands.
const MOST_TOLD: usize = 10;

/// Reads the bytes of a file; `None` when that is not possible.
pub type Load = Arc<dyn Fn() -> Option<Vec<u8>> + Send + Sync>;

/// A file or folder that is no part of the program.
#[derive(Clone)]
pub struct Unread {
    /// Relative to the root.
    pub path: String,
    pub left: Left,
    pub load: Load,
}

/// Why it is no part of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Left {
    /// A file of the language that could not be read as text, and why.
    Out(String),
    /// A folder that was not looked into, and why.
    Folder(String),
    /// A file that is not of the language.
    Other,
}

/// What files of some endings can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// Code that calls by name: a name in it is a use of something.
    Code,
    /// Text in which a name may be any word: it may be a use where it stands alone or behind a dot, and is one where it is quoted.
    Text,
}

/// The files of one sort that may name what programs of a language declare.
#[derive(Clone, Copy, Debug)]
pub struct OtherFiles {
    /// What they are, for messages.
    pub what: &'static str,
    /// The ends of their names, in lower case, with the dot.
    pub endings: &'static [&'static str],
    pub tells: Tells,
}

/// The sort of a file by its path.
pub fn sort_of(others: &'static [OtherFiles], path: &str) -> Option<&'static OtherFiles> {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    others
        .iter()
        .find(|o| o.endings.iter().any(|e| name.ends_with(e)))
}

/// What a search for changed names is given.
pub(crate) struct Search<'a> {
    pub offers: &'a Offers,
    pub files: &'a [Unread],
    pub others: &'static [OtherFiles],
    pub separator: &'static str,
    /// Whether names of types that differ only in case are one.
    pub ignores_case: bool,
    /// Whether the language itself looks after full names of types in a file.
    pub follows_types: &'a dyn Fn(&str) -> bool,
}

/// A name found in a file.
struct Hit {
    severity: Severity,
    message: String,
}

impl Search<'_> {
    pub fn found(&self) -> Vec<Found> {
        let lost: Vec<&Offer> = self.offers.lost.iter().filter(|o| o.is_open).collect();
        let gained: Vec<&Offer> = self.offers.gained.iter().filter(|o| o.is_open).collect();
        if lost.is_empty() && gained.is_empty() {
            return Vec::new();
        }
        let (mut refused, mut warned) = (Vec::new(), Vec::new());
        for file in self.files {
            let hit = match &file.left {
                Left::Folder(why) => Some(Hit {
                    severity: Severity::Refuse,
                    message: format!(
                        "the folder {} was not looked into ({why}): what is in it may name {}",
                        file.path,
                        quoted(&lost, &gained)
                    ),
                }),
                Left::Out(why) => left_out(file, why, &lost, &gained),
                Left::Other => self.in_other(file, &lost),
            };
            match hit {
                Some(hit) if hit.severity == Severity::Refuse => refused.push(hit.message),
                Some(hit) => warned.push(hit.message),
                None => {}
            }
        }
        let told = |messages: Vec<String>, severity| {
            let more = messages.len().saturating_sub(MOST_TOLD);
            let rest = (more > 0).then(|| format!("so it is in {more} more files"));
            let shown = messages.into_iter().take(MOST_TOLD).chain(rest);
            shown.map(move |m| Found::new(UNREAD, severity).text(m))
        };
        told(refused, Severity::Refuse)
            .chain(told(warned, Severity::Warn))
            .collect()
    }

    fn in_other(&self, file: &Unread, lost: &[&Offer]) -> Option<Hit> {
        let sort = sort_of(self.others, &file.path)?;
        let Some(bytes) = (file.load)() else {
            return Some(Hit {
                severity: Severity::Warn,
                message: format!("{} ({}) could not be read", file.path, sort.what),
            });
        };
        let words = match sort.tells {
            Tells::Code => Words::of_code(&bytes),
            Tells::Text => Words::of_text(&bytes),
        };
        let follows_types = (self.follows_types)(&file.path);
        let mut warned = None;
        for offer in lost {
            if offer.is_type && follows_types {
                continue;
            }
            let Some((severity, word, at)) = self.meant(offer, &words, sort.tells) else {
                continue;
            };
            let place = words.place(at);
            let (path, what) = (&file.path, sort.what);
            let message = match severity {
                Severity::Refuse => {
                    format!("{path}:{place} ({what}) names `{word}`, and was not read as code")
                }
                Severity::Warn => format!(
                    "{path}:{place} ({what}) holds the word `{word}`; look whether it means this one"
                ),
            };
            if severity == Severity::Refuse {
                return Some(Hit { severity, message });
            }
            warned = warned.or(Some(Hit { severity, message }));
        }
        warned
    }

    /// Whether some words mean an offer, and which one does.
    fn meant<'o>(
        &self,
        offer: &'o Offer,
        words: &Words,
        tells: Tells,
    ) -> Option<(Severity, &'o str, usize)> {
        let symbol = offer
            .symbols
            .iter()
            .find_map(|s| Some((s, words.find(s, false)?)));
        if let Some((symbol, at)) = symbol {
            return Some((Severity::Refuse, symbol, at));
        }
        if offer.is_type {
            let at = self.named_type(&offer.owner, &offer.name, words)?;
            let full = offer.full(self.separator).len();
            // Documentation names types, too.
            let severity = match tells {
                Tells::Text if !words.is_quoted_at(at, full) => Severity::Warn,
                _ => Severity::Refuse,
            };
            return Some((severity, &offer.name, at));
        }
        let mut names = std::iter::once(&offer.name).chain(&offer.aliases);
        let (word, at) = names.find_map(|name| {
            let at = match tells {
                Tells::Code => words.find(name, offer.ignores_case),
                Tells::Text => words.find_alone(name, offer.ignores_case),
            };
            Some((name, at?))
        })?;
        let is_use = tells == Tells::Code || words.is_quoted(word);
        let is_certain = is_use && !offer.owner.is_empty() && {
            let (package, simple) = offer
                .owner
                .rsplit_once(self.separator)
                .unwrap_or(("", &offer.owner));
            self.named_type(package, simple, words).is_some()
        };
        let severity = if is_certain {
            Severity::Refuse
        } else {
            Severity::Warn
        };
        Some((severity, word, at))
    }

    /// Where a type is named by its full name, or by its simple one where its package is that of the file or imported whole.
    fn named_type(&self, package: &str, simple: &str, words: &Words) -> Option<usize> {
        if package.is_empty() {
            // Without a package nothing tells one type from another of its name, unless the file has none either.
            let at = words.find(simple, self.ignores_case);
            return at.filter(|_| !words.has_package());
        }
        let full = format!("{package}{}{simple}", self.separator);
        let lower = self.ignores_case.then(|| words.lower());
        let words = lower.as_ref().unwrap_or(words);
        let cased = |name: &str| {
            if self.ignores_case {
                name.to_ascii_lowercase()
            } else {
                name.to_owned()
            }
        };
        words.find_full(&cased(&full)).or_else(|| {
            let at = words.find(&cased(simple), false)?;
            let package = cased(package);
            words.is_inside(&package, self.separator).then_some(at)
        })
    }
}

/// A file of the language: the same word is the same name as far as anybody can tell.
fn left_out(file: &Unread, why: &str, lost: &[&Offer], gained: &[&Offer]) -> Option<Hit> {
    let path = &file.path;
    let message = match (file.load)() {
        None => format!(
            "{path} was left out ({why}) and could not be searched: it may name {}",
            quoted(lost, gained)
        ),
        Some(bytes) => {
            let words = Words::of_text(&bytes);
            let found = lost.iter().chain(gained).find_map(|o| {
                let at = words.find(&o.name, o.ignores_case)?;
                Some((&o.name, at))
            });
            let (name, at) = found?;
            let place = words.place(at);
            format!("{path}:{place} holds the name `{name}`, but the file was left out ({why})")
        }
    };
    Some(Hit {
        severity: Severity::Refuse,
        message,
    })
}

/// The first changed name, for a message about what cannot be searched.
fn quoted(lost: &[&Offer], gained: &[&Offer]) -> String {
    let first = lost.iter().chain(gained).next();
    first.map_or_else(String::new, |o| format!("`{}`", o.name))
}
