//! The detection strategies: one file each, in the order in which they run. They share one log, and each runs until
//! it finds nothing more (paper, figure 2).

mod change_exceptions;
mod change_signature;
mod change_visibility;
mod class_to_interface;
mod collapse_hierarchy;
mod extract_interface;
mod extract_superclass;
pub mod member;
mod move_class;
mod move_field;
mod move_method;
mod move_rename_class;
mod pull_up_method;
mod push_down_method;
mod rename_class;
mod rename_field;
mod rename_method;
mod rename_package;
mod replace;
mod supertype;

use crate::entity::EntityId;
use crate::log::Refactoring;
use crate::session::{Proposal, Session};

/// One strategy: which pairs it proposes, given all that was found before.
pub struct Strategy {
    pub kind: Kind,
    /// The default of T; its paper found 0.5 to 0.7 practical.
    pub threshold: f64,
    pub propose: fn(&Session, f64) -> Vec<Proposal>,
    /// The source file, whose head is its manual page.
    pub source: &'static str,
}

macro_rules! strategies {
    ($($kind:ident $name:literal $threshold:literal $relates:literal $module:ident;)*) => {
        /// What can be found.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Kind {
            $($kind,)*
        }

        impl Kind {
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// As logs and the command line write it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// Whether it says what an entity became, so that ρ follows it.
            pub const fn relates(self) -> bool {
                match self {
                    $(Self::$kind => $relates,)*
                }
            }
        }

        /// In the order in which they run: the paper's seven keep theirs.
        pub const STRATEGIES: &[Strategy] = &[$(
            Strategy {
                kind: Kind::$kind,
                threshold: $threshold,
                propose: $module::propose,
                source: include_str!(concat!("strategy/", stringify!($module), ".rs")),
            },
        )*];
    };
}

strategies! {
    RenamePackage "rename-package" 0.5 true rename_package;
    RenameClass "rename-class" 0.5 true rename_class;
    MoveClass "move-class" 0.5 true move_class;
    CollapseHierarchy "collapse-hierarchy" 0.5 true collapse_hierarchy;
    MoveRenameClass "move-rename-class" 0.6 true move_rename_class;
    RenameMethod "rename-method" 0.5 true rename_method;
    PullUpMethod "pull-up-method" 0.5 true pull_up_method;
    PushDownMethod "push-down-method" 0.5 true push_down_method;
    MoveMethod "move-method" 0.5 true move_method;
    ChangeSignature "change-signature" 0.5 true change_signature;
    RenameField "rename-field" 0.6 true rename_field;
    MoveField "move-field" 0.6 true move_field;
    ExtractInterface "extract-interface" 0.6 false extract_interface;
    ExtractSuperclass "extract-superclass" 0.6 false extract_superclass;
    ClassToInterface "class-to-interface" 0.5 false class_to_interface;
    ChangeVisibility "change-visibility" 0.5 false change_visibility;
    ChangeExceptions "change-exceptions" 0.5 false change_exceptions;
    Replace "replace" 0.5 false replace;
}

impl Kind {
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|k| k.name() == name)
    }
}

/// Whether the log has room for a pair. A signature changes beside what else is said of the method; a method may be pushed
/// down to several classes.
fn is_free(session: &Session, kind: Kind, p: &Proposal) -> bool {
    let log = &session.log;
    let origin_is_free = log.logged_origin(p.new).is_none();
    match kind {
        Kind::ChangeSignature => {
            log.logged(p.old).is_none_or(|n| n == p.new)
                && log.logged_origin(p.new).is_none_or(|o| o == p.old)
        }
        Kind::PushDownMethod => {
            let pushed = |n: EntityId| log.says(Kind::PushDownMethod, p.old, n);
            origin_is_free && log.logged(p.old).is_none_or(pushed)
        }
        _ => !kind.relates() || log.is_free(p.old, p.new),
    }
}

/// Whether an element that the release keeps and deprecates would give way to one that it deprecates as well: no author meant that.
fn is_discouraged(session: &Session, p: &Proposal) -> bool {
    let (old, new) = (session.old_entity(p.old), session.new_entity(p.new));
    let kept = session.rho(p.old).filter(|&kept| kept != p.new);
    new.deprecated
        && !old.deprecated
        && kept.is_some_and(|kept| session.new_entity(kept).deprecated)
}

/// Every round finds at least one more, so that the bound is only met by a strategy that contradicts itself.
const MOST_ROUNDS: usize = 64;

/// Runs one strategy to its fixed point. Of proposals that exclude each other, the better one is logged.
pub fn run(strategy: &Strategy, threshold: f64, session: &mut Session) {
    for _ in 0..MOST_ROUNDS {
        let mut proposals = (strategy.propose)(session, threshold);
        proposals.retain(|p| !is_discouraged(session, p));
        proposals.sort_by(|a, b| {
            b.score
                .total_cmp(&a.score)
                .then((a.old, a.new).cmp(&(b.old, b.new)))
        });
        let mut grown = false;
        for p in proposals {
            if is_free(session, strategy.kind, &p) && !session.log.says(strategy.kind, p.old, p.new)
            {
                let found = Refactoring {
                    kind: strategy.kind,
                    old: p.old,
                    new: p.new,
                    evidence: p.evidence,
                    confidence: p.score.clamp(0.0, 1.0),
                };
                session.systematic.count(session.pair(), &found);
                session.log.add(found);
                grown = true;
            }
        }
        if !grown {
            break;
        }
    }
}
