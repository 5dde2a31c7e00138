//! Rules: which edges a refactoring expects to keep, lose or gain (section 5.4), and their compact notation.
//!
//! A rule names the kinds of edges that it judges; kinds that it does not name are not looked at. After a kind stand the
//! cells of the table that are not `=`: a relation, the classes that it holds for, and `~` where a difference is to warn
//! instead of refuse (section 5.6, precondition 7).
//!
//! | | | ASCII |
//! |---|---|---|
//! | relations | `=` equal, `⊆` edges may vanish, `⊇` edges may appear, `≠` not looked at | `=` `<=` `>=` `!=` |
//! | classes | `←` incoming, `→` outgoing, `↔` both, `↺` internal, `×` external | `<-` `->` `<->` `@` `x` |
//!
//! Safe Delete of section 5.5 is `N⊆→↺ C⊆↺ D⊆↺`; in ASCII `N<=->@ C<=@ D<=@`.

use crate::model::EdgeKind;
use reweave_text::Part;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How an edge lies to the affected forest (section 5.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Class {
    /// From outside into the affected forest.
    Incoming,
    /// From the affected forest to outside.
    Outgoing,
    Internal,
    External,
}

impl Class {
    pub const ALL: [Self; 4] = [
        Self::Incoming,
        Self::Outgoing,
        Self::Internal,
        Self::External,
    ];
}

/// What may become of the edges of one kind and class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Relation {
    #[default]
    Equal,
    /// `⊆`: existing edges may vanish.
    Subset,
    /// `⊇`: further edges may appear.
    Superset,
    /// `≠`: both, so nothing can be tested.
    Ignore,
}

impl Relation {
    pub const fn may_lose(self) -> bool {
        matches!(self, Self::Subset | Self::Ignore)
    }

    pub const fn may_gain(self) -> bool {
        matches!(self, Self::Superset | Self::Ignore)
    }
}

/// What an unexpected edge means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Severity {
    #[default]
    Refuse,
    Warn,
}

/// One cell of the rule table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Cell {
    pub relation: Relation,
    pub severity: Severity,
}

/// The rule table: edge kind × class → relation.
///
/// ```
/// use reweave_preserve::{Class, EdgeKind, Relation, Rule};
/// let safe_delete: Rule = "N<=->@ C<=@ D<=@".parse().expect("a rule");
/// assert_eq!(safe_delete.to_string(), "N⊆→↺ C⊆↺ D⊆↺");
/// let cell = safe_delete.cell(EdgeKind::NAME, Class::Outgoing).expect("N is judged");
/// assert_eq!(cell.relation, Relation::Subset);
/// assert_eq!(safe_delete.cell(EdgeKind::OVERRIDE, Class::External), None);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rule {
    kinds: Vec<(EdgeKind, [Cell; 4])>,
}

impl Rule {
    /// Every kind named must be kept exactly.
    pub fn exactly(kinds: impl IntoIterator<Item = EdgeKind>) -> Self {
        kinds.into_iter().fold(Self::default(), |mut rule, kind| {
            rule.cells(kind);
            rule
        })
    }

    /// The same rule with these cells changed.
    #[must_use]
    pub fn with(
        mut self,
        kind: EdgeKind,
        classes: &[Class],
        relation: Relation,
        severity: Severity,
    ) -> Self {
        let cells = self.cells(kind);
        for &class in classes {
            cells[class as usize] = Cell { relation, severity };
        }
        self
    }

    /// The cell of a kind and class; `None` when the rule does not judge the kind.
    pub fn cell(&self, kind: EdgeKind, class: Class) -> Option<Cell> {
        let (_, cells) = self.kinds.iter().find(|(k, _)| *k == kind)?;
        Some(cells[class as usize])
    }

    pub fn kinds(&self) -> impl Iterator<Item = EdgeKind> {
        self.kinds.iter().map(|(kind, _)| *kind)
    }

    fn cells(&mut self, kind: EdgeKind) -> &mut [Cell; 4] {
        let at = self.kinds.iter().position(|(k, _)| *k == kind);
        let at = at.unwrap_or_else(|| {
            self.kinds.push((kind, [Cell::default(); 4]));
            self.kinds.len() - 1
        });
        &mut self.kinds[at].1
    }
}

/// The notation's tokens, the longer before those they begin with.
const RELATIONS: [(&str, Relation); 7] = [
    ("<=", Relation::Subset),
    (">=", Relation::Superset),
    ("!=", Relation::Ignore),
    ("⊆", Relation::Subset),
    ("⊇", Relation::Superset),
    ("≠", Relation::Ignore),
    ("=", Relation::Equal),
];
const CLASSES: [(&str, &[Class]); 10] = [
    ("<->", &[Class::Incoming, Class::Outgoing]),
    ("<-", &[Class::Incoming]),
    ("->", &[Class::Outgoing]),
    ("@", &[Class::Internal]),
    ("x", &[Class::External]),
    ("↔", &[Class::Incoming, Class::Outgoing]),
    ("←", &[Class::Incoming]),
    ("→", &[Class::Outgoing]),
    ("↺", &[Class::Internal]),
    ("×", &[Class::External]),
];

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("at byte {at} of the rule: expected {expected}")]
pub struct RuleError {
    pub at: usize,
    pub expected: &'static str,
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut rule = Self::default();
        let mut rest = text.trim_start();
        let fail = |rest: &str, expected| {
            Err(RuleError {
                at: text.len() - rest.len(),
                expected,
            })
        };
        while let Some(letter) = rest.chars().next() {
            let Some(kind) = EdgeKind::new(letter) else {
                return fail(rest, "a capital letter for a kind of edge");
            };
            if rule.kinds().any(|k| k == kind) {
                return fail(rest, "each kind only once");
            }
            rule.cells(kind);
            rest = rest.part(1..);
            while let Some((relation, after)) = token(&RELATIONS, rest) {
                let mut classes = Vec::new();
                rest = after;
                while let Some((more, after)) = token(&CLASSES, rest) {
                    classes.extend_from_slice(more);
                    rest = after;
                }
                if classes.is_empty() {
                    return fail(rest, "a class: ← → ↔ ↺ × or <- -> <-> @ x");
                }
                let warns = rest.strip_prefix('~');
                rest = warns.unwrap_or(rest);
                let severity = warns.map_or(Severity::Refuse, |_| Severity::Warn);
                rule = rule.with(kind, &classes, relation, severity);
            }
            rest = rest.trim_start();
        }
        Ok(rule)
    }
}

fn token<'a, T: Copy>(tokens: &[(&str, T)], text: &'a str) -> Option<(T, &'a str)> {
    tokens
        .iter()
        .find_map(|&(token, value)| Some((value, text.strip_prefix(token)?)))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (kind, cells)) in self.kinds.iter().enumerate() {
            write!(f, "{}{kind}", if i == 0 { "" } else { " " })?;
            let mut distinct: Vec<Cell> = cells.to_vec();
            distinct.sort_unstable();
            distinct.dedup();
            for cell in distinct.into_iter().filter(|&c| c != Cell::default()) {
                let has = |class: Class| cells[class as usize] == cell;
                f.write_str(match cell.relation {
                    Relation::Equal => "=",
                    Relation::Subset => "⊆",
                    Relation::Superset => "⊇",
                    Relation::Ignore => "≠",
                })?;
                f.write_str(match (has(Class::Incoming), has(Class::Outgoing)) {
                    (true, true) => "↔",
                    (true, false) => "←",
                    (false, true) => "→",
                    (false, false) => "",
                })?;
                f.write_str(if has(Class::Internal) { "↺" } else { "" })?;
                f.write_str(if has(Class::External) { "×" } else { "" })?;
                f.write_str(if cell.severity == Severity::Warn {
                    "~"
                } else {
                    ""
                })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_spellings_are_one_rule() {
        let unicode: Rule = "N O⊇←↺ I=→~".parse().expect("a rule");
        let ascii: Rule = "NO>=<-@I=->~".parse().expect("a rule");
        assert_eq!(unicode, ascii);
        assert_eq!(unicode.to_string(), "N O⊇←↺ I=→~");
        let warns = unicode
            .cell(EdgeKind::INHERIT, Class::Outgoing)
            .expect("judged");
        assert_eq!(warns.severity, Severity::Warn);
    }

    #[test]
    fn errors_say_where() {
        let at = |text: &str| text.parse::<Rule>().map_err(|e| e.at);
        assert_eq!(at("N⊆"), Err(4));
        assert_eq!(at("N n"), Err(2));
        assert_eq!(at("N C N"), Err(4));
    }

    proptest! {
        #[test]
        fn printing_undoes_parsing(cells in prop::collection::vec((0u8..26, 0usize..4, 0usize..4, any::<bool>()), 0..12)) {
            let relations = [Relation::Equal, Relation::Subset, Relation::Superset, Relation::Ignore];
            let rule = cells.into_iter().fold(Rule::default(), |rule, (kind, class, relation, warn)| {
                let kind = EdgeKind::new((b'A' + kind) as char).expect("a capital letter");
                let severity = if warn { Severity::Warn } else { Severity::Refuse };
                rule.with(kind, &[Class::ALL[class]], relations[relation], severity)
            });
            prop_assert_eq!(rule.to_string().parse::<Rule>(), Ok(rule));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[NC<>=!x@~ ←→⊆é-]{0,12}") {
            let _ = text.parse::<Rule>();
        }
    }
}
